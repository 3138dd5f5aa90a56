"""Whole games of La malédiction de la momie, every piece moved by hand: on either board, with noise and drift."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from malediction_desk import THREE, hold, play, reach, read, record

from firmware_py.box import SimulatedBox
from firmware_py.config import Board, Config
from firmware_py.demo import next_play
from firmware_py.games.malediction.board import Cell
from firmware_py.games.malediction.curtain import opened
from firmware_py.games.malediction.demo import SeededTable
from firmware_py.games.malediction.hunter import MovePage
from firmware_py.games.malediction.on_board import AskPage
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.malediction.walks import FACES, reachable
from firmware_py.screens import Play

SEED = 2
NOISE_MT = 0.2
MOST_DRIFT_MT_PER_S = 0.003
MOST_ACTIONS = 400


def hunters_way(state: State, to: Cell) -> tuple[Cell, ...]:
    """Return the cells over which a pawn walks with the announced face: exactly as many as it says."""
    start = state.cell(state.active)
    assert start is not None and state.face is not None
    if state.face == "arrow":
        return (to,)
    length = FACES.index(state.face) + 1
    here, way = start, []
    for left in range(length - 1, -1, -1):
        steps = [cell for cell in state.board.steps(here).values() if cell != state.mummy]
        here = next(
            cell
            for cell in steps
            if (cell == to if left == 0 else to in reachable(state.board, cell, FACES[left - 1], state.mummy, ()))
        )
        way.append(here)
    return tuple(way)


class Players:
    """Hands that move magnets for every move, and press buttons for the dice only."""

    def __init__(self, box: SimulatedBox) -> None:
        self.box = box

    @property
    def state(self) -> State:
        state: State = self.box.app.table.playing.state
        return state

    def act(self, wanted: Play) -> None:
        """Carry out an action as people would, and hand the turn over by button."""
        ply = self.box.app.table.playing.ply
        action = wanted.action
        match action:
            case Move(path=tuple(path)) if path:
                self.mummy_goes(action, path)
            case Move(to=str(to)):
                self.hunter_goes(to)
                self.box.wait(0.4)
                self.hand_over(wanted)
            case _:
                play(self.box, action)
        self.box.wait(0.4)
        for _ in range(4):
            if self.box.app.table.playing.ply > ply:
                break
            self.answer(action)
            self.box.wait(0.5)
        played = self.box.app.table.playing
        assert played.ply > ply, f"{action} was not felt: {self.box.app.view.notice}"
        assert played.steps[ply].action == action
        read(self.box)

    def hunter_goes(self, to: Cell) -> None:
        """Slide a pawn over others' heads: it is lifted over whoever stands in its way."""
        state = self.state
        pawn, start = state.hunter.pawn, state.cell(state.active)
        way = hunters_way(state, to)
        if start in (state.board.stairs, state.board.dungeon) or set(way[:-1]) & set(state.in_corridors):
            self.box.place(pawn, to, 2.0, -2.0)
        else:
            self.box.slide(pawn, way)

    def hand_over(self, wanted: Play) -> None:
        """Wait until the pawn is felt, tell the truth where the board has asked, and end the turn."""
        for _ in range(4):
            if not isinstance(opened(self.box.app.stack[-1]), MovePage):
                break
            self.box.wait(0.5)
        assert not isinstance(opened(self.box.app.stack[-1]), MovePage), f"{wanted} was not felt"
        reach(self.box, lambda _, command: command == wanted)

    def answer(self, action: Move) -> None:
        """Tell the truth where the board has asked."""
        if isinstance(self.box.app.stack[-1], AskPage):
            reach(self.box, lambda _, command: command == Play(action))

    def mummy_goes(self, action: Move, path: tuple[Cell, ...]) -> None:
        """Slide the mummy; a captive is brought to the dungeon, and if she came from there, not before all is clear."""
        state = self.state
        self.box.slide("mummy", path)
        caught = state.in_corridors.get(path[-1])
        if caught is not None:
            self.box.wait(0.4 if state.mummy != state.board.dungeon else 1.6)
            self.answer(action)
            if state.ankhs[caught] > 1:
                self.box.place(state.hunters[caught].pawn, state.board.dungeon)
            else:
                self.box.lift(state.hunters[caught].pawn)


def played(
    kind: str, folder: Path, seed: int, switched_on: Callable[[Config, Path], SimulatedBox] = SimulatedBox
) -> tuple[bytes, ...]:
    """Return the record of a game played on a board, as it was kept."""
    config = Config(language="en", board=Board(kind=kind, rows=5 if kind == "i2c" else 10, columns=5))
    chance = random.Random(seed)
    with switched_on(config, folder / kind) as box:
        assert box.magnets is not None
        box.magnets.noise_mt = NOISE_MT
        cells = box.magnets.grid.rows * box.magnets.grid.columns
        box.magnets.drift_mt_per_s = {
            c: chance.uniform(-MOST_DRIFT_MT_PER_S, MOST_DRIFT_MT_PER_S) for c in range(cells)
        }
        for button in ("down", "ok"):
            box.press(button)
        box.load(record(THREE))
        hold(box, "ok")
        box.place("mummy", Players(box).state.mummy)
        box.wait(1.0)
        table = SeededTable(THREE.players, seed)
        players = Players(box)
        while not box.app.table.playing.is_over:
            assert box.app.table.playing.ply < MOST_ACTIONS
            players.act(next_play(box.app.table.playing, table))
        game = box.journal.load(box.journal.games()[0].id)
        return (game.header_line, *game.lines[: game.ply])


@pytest.mark.parametrize("seed", [SEED])
def test_a_game_by_magnets_has_the_same_record_on_either_board(tmp_path, seed):
    """Every move is slid or put down, none is pressed; noise and drift change nothing."""
    on_switches = played("i2c", tmp_path, seed)
    assert len(on_switches) > 20
    assert on_switches == played("serial", tmp_path, seed)
