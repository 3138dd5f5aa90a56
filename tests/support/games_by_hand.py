"""Whole games of La malédiction de la momie with every piece moved.

The dice are entered by button, and the board's questions are answered by button. All else is magnets, with noise and
drift.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path

from malediction_device import THREE, as_entered, hold, play, press, reach, read, record
from simple_chase import SeededTable

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.demo import SelfPlayingTable, next_play
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.maze import FACES, hunter_ends
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.records import write_line
from firmware_py.games.session import begin as begin_session
from firmware_py.games.session import play as played_on
from firmware_py.grid import Cell
from firmware_py.pages.interface import Play
from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage
from hardware.simulated.magnets import BoardGrid

NOISE_MT = 0.2
MOST_DRIFT_MT_PER_S = 0.003

MOST_ACTIONS = 400
SHORT_GAME = 119
"""The seed of a game that ends early with the mummy's fourth catch; the board asks about one move."""
AIR_S = 0.3
"""How long a pawn is in the air when it is lifted over others."""
DOWN_S = 0.2
"""How long it stays at least where it comes down."""
ASKEW_MM = (2.0, -2.0)
"""How far off the middle of a cell that is."""


def hunters_path(state: State, to: Cell) -> tuple[Cell, ...]:
    """The cells of a pawn's path: exactly as many as the announced face says."""
    start = state.cell(state.active)
    assert start is not None and state.face is not None
    if state.face == "arrow":
        return (to,)
    length = FACES.index(state.face) + 1
    here, path = start, []
    for left in range(length - 1, -1, -1):
        steps = [c for c in state.maze.steps(here).values() if c != state.mummy and state.maze.is_floor(c)]
        here = next(
            cell
            for cell in steps
            if (cell == to if left == 0 else to in hunter_ends(state.maze, cell, FACES[left - 1], state.mummy, ()))
        )
        path.append(here)
    return tuple(path)


class Players:
    """Players who move magnets for every move. They press buttons for the dice, and where the board asks.

    Now and then they move on while the screen still shows the text to read aloud.
    """

    def __init__(self, box: SimulatedDevice, chance: random.Random) -> None:
        self.box = box
        self._chance = chance

    @property
    def state(self) -> State:
        state: State = self.box.app.table.playing.state
        return state

    def lay_out(self) -> None:
        """Put every piece where the game has it; pawns on the stairs and in the dungeon lie beside the board."""
        state = self.state
        for hunter in state.hunters:
            self.box.lift(hunter.pawn)
        for cell, index in state.in_corridors.items():
            self.box.place(state.hunters[index].pawn, cell)
        self.box.place("mummy", state.mummy)
        self.box.wait(1.5)

    def act(self, wanted: Play) -> None:
        """Play an action as players would, and hand the turn over by button."""
        ply = self.box.app.table.playing.ply
        action = wanted.action
        match action:
            case Move(path=tuple(path)) if path:
                self.mummy_goes(action, path)
            case Move(to=str(to)):
                self.hunter_goes(to)
                self.hand_over(wanted)
            case _:
                read(self.box)
                play(self.box, action)
        self.box.wait(0.4)
        for _ in range(4):
            if self.box.app.table.playing.ply > ply:
                break
            self.answer_if_asked(wanted)
            self.box.wait(0.5)
        played = self.box.app.table.playing
        assert played.ply > ply, f"{action} was not sensed: {self.box.app.view.notice}"
        assert played.steps[ply].action == as_entered(action, self.box)
        if self._chance.random() < 0.5:
            read(self.box)

    def hunter_goes(self, to: Cell) -> None:
        """Slide a pawn over free cells, and lift it over the others."""
        state = self.state
        pawn, start = state.hunter.pawn, state.cell(state.active)
        others = {cell for cell, index in state.in_corridors.items() if index != state.active}
        is_down = start not in (state.maze.stairs, state.maze.dungeon)
        for is_over, cells in groupby(hunters_path(state, to), others.__contains__):
            if is_over:
                is_down = False
                continue
            first, *rest = cells
            if is_down:
                rest = [first, *rest]
            else:
                self.box.lift(pawn)
                self.box.wait(AIR_S)
                self.box.place(pawn, first, *ASKEW_MM)
                self.box.wait(DOWN_S)
                is_down = True
            if rest:
                self.box.slide(pawn, rest)
        self.box.wait(0.4)

    def hand_over(self, wanted: Play) -> None:
        """Wait until the board senses the pawn, answer its question truly if it asks one, and end the turn."""
        read(self.box)
        for _ in range(4):
            if not isinstance(page_behind(self.box.app.stack[-1]), MovePage):
                break
            self.box.wait(0.5)
        page = page_behind(self.box.app.stack[-1])
        is_asked = isinstance(page, AskPage) and wanted.action in page.asked.actions
        is_sensed = is_asked or page == HandOverPage(wanted.action.to)
        assert is_sensed != self.is_home(wanted.action), f"{wanted}, but {page}"
        self.answer(wanted)

    def is_home(self, action: Move) -> bool:
        """Whether a pawn has gone to its own cell over other pawns only: no board can sense that."""
        state = self.state
        path = set(hunters_path(state, action.to))
        return action.to == state.cell(state.active) and not path - state.in_corridors.keys()

    def answer(self, wanted: Play) -> None:
        """Say yes if the board has asked, and enter by button what it could not sense."""
        if isinstance(self.box.app.stack[-1], AskPage):
            press(self.box, "down", "ok")
        reach(self.box, lambda _, command: command == wanted)

    def answer_if_asked(self, wanted: Play) -> None:
        """Answer the board's question, if there is one."""
        if isinstance(self.box.app.stack[-1], AskPage):
            self.answer(wanted)

    def mummy_goes(self, action: Move, path: tuple[Cell, ...]) -> None:
        """Slide the mummy, enter its path over switches, and bring a captive to the dungeon."""
        state = self.state
        self.box.slide("mummy", path)
        if path[-1] == state.mummy or not self.box.app.table.board.tells_mummy:
            self.box.wait(0.4)
            play(self.box, action)
        caught = state.in_corridors.get(path[-1])
        if caught is not None:
            self.box.wait(0.4)
            self.answer_if_asked(Play(action))
            if state.ankhs[caught] > 1:
                self.box.place(state.hunters[caught].pawn, state.maze.dungeon)
            else:
                self.box.lift(state.hunters[caught].pawn)


def play_on(box: SimulatedDevice, table: SelfPlayingTable, chance: random.Random, most: int) -> int:
    """Play on from the state of the game on a device, for at most `most` actions; return how many they were."""
    assert box.magnets is not None
    box.magnets.noise_mt = NOISE_MT
    cells = range(box.magnets.grid.rows * box.magnets.grid.columns)
    box.magnets.drift_mt_per_s = {c: chance.uniform(-MOST_DRIFT_MT_PER_S, MOST_DRIFT_MT_PER_S) for c in cells}
    if "The map is hidden" in box.app.view.prompt:
        hold(box, "ok")
    players = Players(box, chance)
    players.lay_out()
    for count in range(most):
        if box.app.table.playing.is_over:
            return count
        players.act(next_play(box.app.table.playing, table))
    return most


SMALL_DEVICE = partial(SimulatedDevice, sensors=BoardGrid(5, 5))
"""A device whose board is as large as the map, and so is simulated faster."""


def by_hand(
    kind: str, folder: Path, seed: int, switched_on: Callable[[Config, Path], SimulatedDevice] = SMALL_DEVICE
) -> tuple[bytes, ...]:
    """The record of a game played on a board, as stored."""
    config = Config(language="en", board=BoardConfig(kind=kind, rows=5, columns=5))
    with switched_on(config, folder / kind) as box:
        box.press("ok")
        box.load(record(THREE))
        play_on(box, SeededTable(THREE.players, seed), random.Random(seed), MOST_ACTIONS)
        assert box.app.table.playing.is_over
        game = box.journal.load(box.journal.games()[0].id)
        return (game.header_line, *game.lines[: game.ply])


def by_rules(seed: int) -> tuple[bytes, ...]:
    """The actions of the same game, played without any device."""
    session, table = begin_session(THREE), SeededTable(THREE.players, seed)
    while not session.is_over:
        session = played_on(session, next_play(session, table).action)
    return tuple(write_line(step.action) for step in session.steps)
