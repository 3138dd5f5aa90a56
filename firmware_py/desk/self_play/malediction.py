"""The seeded dice of La malédiction de la momie, and how its actions are entered."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from firmware_py.bots.seat import RollDice, Wish
from firmware_py.games.malediction.legality import until_catch
from firmware_py.games.malediction.state import (
    DICE,
    UNTOLD,
    AnyAction,
    Move,
    Roll,
    RolledFace,
    State,
)
from firmware_py.grid import Cell
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.dice_page import ARROW_SIDE, DIE, DicePage, mummy_faces
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.page import Page

PLAYERS = ("Ada", "Bo", "Mo")
"""The last one plays the mummy, as the set-up page offers it."""

RIGHT_GUESSES = 0.55
"""How often the mummy heads for a real hunter: about as well as a player who hears the faces guesses."""


class Dice:
    """The dice of one game."""

    def __init__(self, chance: random.Random, *, are_faces_entered: bool = True) -> None:
        """Throw them with this generator; of a hunter's throw only the mummies may be entered."""
        self._chance, self._are_faces_entered = chance, are_faces_entered
        self._thrown: tuple[RolledFace, ...] = ()

    def observe(self, _: State) -> None:
        """None: no die falls unless somebody rolls it."""

    def add_unentered(self, state: State) -> State:
        """The state with the faces of the last throw, if they were not entered."""
        return replace(state, faces=self._thrown) if UNTOLD in state.faces else state

    def fulfil(self, state: State, wish: Wish) -> AnyAction:
        """The roll that was wished for, the mummy's path up to the first hunter, or the action unchanged."""
        match wish:
            case RollDice() if state.phase == "mummy_roll":
                return self.mummy_die(state)
            case RollDice():
                return self.throw_dice(state)
            case Move(by, path=tuple(path)):
                return Move(by, path=until_catch(state, path))
        action: AnyAction = wish
        return action

    def throw_dice(self, state: State) -> Roll:
        """A throw of the dice that are not locked, as it is entered."""
        self._thrown = tuple(sorted(self._chance.choices(DIE, k=DICE - state.locked), key=DIE.index))
        entered = self._thrown if self._are_faces_entered else tuple(map(_mummies_only, self._thrown))
        return Roll(state.hunter.player, faces=entered)

    def mummy_die(self, state: State) -> Roll:
        return Roll(state.mummy_player, face=self._chance.choice(mummy_faces(state)))


def _mummies_only(face: RolledFace) -> RolledFace:
    return face if face == "mummy" else UNTOLD


def milestones(action: AnyAction) -> tuple[Callable[[Page], bool], ...]:
    """What a page shows in turn while an action is entered, as conditions: each face, each cell of a path."""
    match action:
        case Roll(faces=tuple(faces)) if UNTOLD not in faces:
            others = tuple(DIE.index(face) for face in faces if face != "mummy")
            begun = (count for count, side in enumerate(others) if not count or others[count - 1] != side != ARROW_SIDE)
            return tuple(_has_dice(len(faces) - len(others), others[:count]) for count in begun)
        case Move(path=tuple(path)):
            return tuple(_has_path(path, count) for count in range(1, len(path) + 1))
    return ()


def _has_dice(mummies: int, others: tuple[int, ...]) -> Callable[[Page], bool]:
    def reached(covered: Page) -> bool:
        page = page_behind(covered)
        return isinstance(page, DicePage) and (page.mummies, page.others) == (mummies, others)

    return reached


def _has_path(path: tuple[Cell, ...], count: int) -> Callable[[Page], bool]:
    """The condition that at least `count` cells of a path are entered, and no others."""

    def reached(covered: Page) -> bool:
        page = page_behind(covered)
        return isinstance(page, MummyPage) and len(page.path) >= count and page.path == path[: len(page.path)]

    return reached
