"""Learning a board step by step: first empty, then a hunter's pawn and the mummy on a few cells each.

A board of switches has nothing to be measured; there it is only made sure that empty cells are silent and a piece is
felt.

Why each piece begins with an empty board: nothing tells the hunter who was left lying from the mummy to be measured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import msgspec

from firmware_py.tracking.cells import Frame, Levels, UnusableCell, learn_levels, learn_offsets
from firmware_py.tracking.known_board import KnownBoard

Step: TypeAlias = Literal["empty", "hunter", "mummy", "done"]

EMPTY_S: Final = 2.0
"""How long the empty board is measured."""
FEWEST_FRAMES: Final = 10
CELLS: Final = 2
"""On how many cells each piece is measured."""
STEADY_S: Final = 0.6
STEADY: Final = 0.1
"""A piece stands still when its field stays the same for `STEADY_S`, up to this part."""
LEAST_MT: Final = 3.0
"""Less is no piece in the middle of a cell."""
SWITCHED: Final = 0.5
"""What a cell of a board of switches reads at least if it feels a piece."""
AWAY_S: Final = 0.25
"""The board is empty once nothing is felt for so long: between two cells a piece that is pushed is felt by neither."""


@dataclass(frozen=True)
class Calibrating:
    """A board on its way to being known."""

    board: KnownBoard
    step: Step = "empty"
    is_measuring: bool = False
    """The empty board is being measured now."""
    frames: tuple[tuple[float, ...], ...] = ()
    since_s: float = 0.0
    """When the measurement began, since when the piece stands still, or when what was left over was felt last."""
    standing: tuple[int, float] | None = None
    """The cell that feels most, and how much, in mT."""
    turned: int | None = None
    """The cell that feels a piece whose magnet lies the wrong way round."""
    measured: tuple[tuple[int, float], ...] = ()
    """The cells on which the piece of this step was measured."""
    left_over: int | None = None
    """The cell that feels most of what lay there as the step began; None once the board was empty."""
    hunter_mt: float = 0.0
    bad: tuple[int, ...] = ()
    """Cells that are not empty, or not usable."""
    are_alike: bool = False
    """Hunter and mummy could not be told apart, which is to be said: both are measured again."""


def begin_empty(learning: Calibrating) -> Calibrating:
    """Return the learning with the empty board being measured from the next frame on."""
    return replace(learning, is_measuring=True, frames=(), bad=(), are_alike=False)


def see(learning: Calibrating, frame: Frame) -> Calibrating:
    """Return the learning after a frame; frames come in order of time, and all of one size."""
    if learning.step == "empty" and learning.is_measuring:
        since_s = learning.since_s if learning.frames else frame.at_s
        return _see_empty(replace(learning, frames=(*learning.frames, frame.cells), since_s=since_s), frame)
    if learning.step in ("hunter", "mummy"):
        return _see_piece(learning, frame)
    return learning


def _see_empty(learning: Calibrating, frame: Frame) -> Calibrating:
    if len(learning.frames) < FEWEST_FRAMES or frame.at_s - learning.since_s < EMPTY_S:
        return learning
    board, ended = learning.board, replace(learning, is_measuring=False, frames=())
    if not board.tells_mummy:
        bad = tuple(cell for cell, seen in enumerate(zip(*learning.frames, strict=True)) if any(seen))
        bad = tuple(cell for cell in bad if cell not in board.masked)
        return replace(ended, bad=bad) if bad else _begin_piece(ended, "hunter", frame)
    try:
        offsets = learn_offsets(learning.frames)
    except UnusableCell as error:
        bad = tuple(cell for cell in error.cells if cell not in board.masked)
        if bad:
            return replace(ended, bad=bad)
        good = tuple(tuple(0.0 if cell in board.masked else mt for cell, mt in enumerate(f)) for f in learning.frames)
        offsets = learn_offsets(good)
    return _begin_piece(replace(ended, board=_with(board, offsets, board.levels)), "hunter", frame)


def _begin_piece(learning: Calibrating, step: Step, frame: Frame) -> Calibrating:
    (cell, strength), _ = _strongest(learning.board, frame)
    left_over = cell if strength >= _least(learning.board) else None
    return replace(learning, step=step, measured=(), left_over=left_over, since_s=frame.at_s)


def _see_piece(learning: Calibrating, frame: Frame) -> Calibrating:
    (cell, strength), (weakest, opposite) = _strongest(learning.board, frame)
    least = _least(learning.board)
    if -opposite > max(strength, least):  # beside the mummy it is weaker
        return replace(learning, standing=None, turned=weakest)
    learning = replace(learning, turned=None)
    if learning.left_over is not None:
        if strength >= least:
            return replace(learning, left_over=cell, since_s=frame.at_s)
        return learning if frame.at_s - learning.since_s < AWAY_S else replace(learning, left_over=None)
    if strength < least or cell in (known for known, _ in learning.measured):
        return replace(learning, standing=None)
    before = learning.standing
    if before is None or before[0] != cell or abs(before[1] - strength) > STEADY * strength:
        return replace(learning, standing=(cell, strength), since_s=frame.at_s)
    if frame.at_s - learning.since_s < STEADY_S:
        return learning
    measured = (*learning.measured, (cell, strength))
    later = replace(learning, measured=measured, standing=None, are_alike=False)
    return _finished_piece(later, frame) if len(measured) == CELLS else later


def _finished_piece(learning: Calibrating, frame: Frame) -> Calibrating:
    weakest_mt = min(strength for _, strength in learning.measured)
    board = learning.board
    if not board.tells_mummy:
        return replace(learning, step="done", board=_with(board, (), board.levels))
    if learning.step == "hunter":
        return _begin_piece(replace(learning, hunter_mt=weakest_mt), "mummy", frame)
    try:
        levels = learn_levels(learning.hunter_mt, weakest_mt)
    except ValueError:
        return _begin_piece(replace(learning, are_alike=True), "hunter", frame)
    return replace(learning, step="done", board=_with(board, board.offsets_mt, levels))


def _least(board: KnownBoard) -> float:
    return LEAST_MT if board.tells_mummy else SWITCHED


def _strongest(board: KnownBoard, frame: Frame) -> tuple[tuple[int, float], tuple[int, float]]:
    """Return the cell with the strongest field and the one with the strongest opposite field, each with it, in mT."""
    zeros = board.offsets_mt or (0.0,) * len(frame.cells)
    fields = ((cell, mt - zero) for cell, (mt, zero) in enumerate(zip(frame.cells, zeros, strict=True)))
    felt = tuple(field for field in fields if field[0] not in board.masked) or ((0, 0.0),)
    return max(felt, key=lambda field: field[1]), min(felt, key=lambda field: field[1])


def _with(board: KnownBoard, offsets: tuple[float, ...], levels: Levels) -> KnownBoard:
    return msgspec.structs.replace(
        board, is_calibrated=True, offsets_mt=tuple(round(mt, 3) for mt in offsets), levels=levels
    )
