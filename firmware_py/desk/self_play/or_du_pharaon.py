"""The seeded cards of L'or du pharaon, and how its actions are entered."""

from __future__ import annotations

import random
from collections.abc import Callable

from firmware_py.bots.seat import TurnCard, TurnedCard, Wish
from firmware_py.games.or_du_pharaon.state import (
    AnyAction,
    Photo,
    Reveal,
    Rotate,
    Sides,
    State,
    Treasure,
)
from firmware_py.pages.or_du_pharaon.card_page import CardPage, RotatePage
from firmware_py.pages.or_du_pharaon.turn_page import PhotoPage
from firmware_py.pages.page import Page

PLAYERS = ("Ada", "Bo", "Chloé")

PATH_CARDS: tuple[Sides, ...] = ("NESW",) * 8 + ("NES",) * 14 + ("NE",) * 5 + ("NS",) * 3
"""The open sides of the thirty path cards; invented, since the printed numbers are not public."""
CHAMBERS: tuple[Sides, ...] = ("NES", "NES", "NESW", "NE", "NS")
PHOTOS: tuple[tuple[tuple[Treasure, ...], bool, bool], ...] = (
    ((2, 3), True, False),
    ((2, 2), False, True),
    ((3,), False, False),
    ((2, 3), True, True),
    ((3, "bust"), False, False),
)
"""Treasures, mummy and curse of the photos in the order in which they are drawn."""


class Cards:
    """The face-down cards and the photos of one game."""

    def __init__(self, chance: random.Random) -> None:
        """Shuffle the cards."""
        self._pile = [(shape, False) for shape in PATH_CARDS] + [(shape, True) for shape in CHAMBERS]
        chance.shuffle(self._pile)
        self._pile.insert(0, ("NESW", False))  # drawn last, only if the start card lies beside the square
        self._photos = list(PHOTOS)

    def observe(self, state: State) -> Photo | None:
        """The photo that is drawn where a chamber was revealed."""
        if state.phase != "photo":
            return None
        treasures, mummy, curse = self._photos.pop(0)
        return Photo(state.active, treasures, mummy, curse)

    def add_unentered(self, state: State) -> State:
        """The state itself: all that lies open was entered."""
        return state

    def fulfil(self, _: State, wish: Wish) -> AnyAction | TurnedCard:
        """The card that is turned over, or the action as it is."""
        if isinstance(wish, TurnCard):
            return TurnedCard(wish.at, *self._pile.pop())
        action: AnyAction = wish
        return action


# --- how it is entered -----------------------------------------------------------------------------------------------


def milestones(action: AnyAction) -> tuple[Callable[[Page], bool], ...]:
    """What a page shows in turn while an action is entered, as conditions."""
    match action:
        case Reveal(at=cell):
            return (lambda page: isinstance(page, CardPage) and page.cell == cell,)
        case Rotate(at=cell):
            return (lambda page: isinstance(page, RotatePage) and page.cell == cell,)
        case Photo(treasures=treasures) if treasures:
            return (lambda page: isinstance(page, PhotoPage) and page.treasures == treasures,)
        case _:
            return ()
