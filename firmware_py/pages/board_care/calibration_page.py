"""The calibration of the magnetic board: what it learns from frames, and the page that guides through it.

A board of switches has nothing to measure. There, it is only checked that empty cells are silent and a piece is sensed.

Why each piece begins with an empty board: nothing distinguishes a pawn that was left on the board from the mummy to be
measured, nor from a sensor that broke meanwhile. So what blocks a step for long may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Item, MazePlan, Menu, Square, View
from firmware_py.pages.board_care.cell_test import UNPLUGGED, cell_words, upside_down_question
from firmware_py.pages.interface import PageContext, SaveBoard
from firmware_py.pages.offers import Keys, Offer
from firmware_py.pages.page import GO_BACK, Input, Later, Page, Reply, hints
from firmware_py.sensing import MOST_NOISE_MT, SETTLE_S, BoardProfile, CellReadings, Levels, levels_for
from firmware_py.words import Words, words, words_n

CalibrationStep: TypeAlias = Literal["empty", "hunter", "mummy", "done"]

EMPTY_S: Final = 2.0
"""How long the empty board is measured."""
FEWEST_FRAMES: Final = 10
CELLS: Final = 2
"""Cells on which each piece is measured."""
STEADY_S: Final = 0.6
STEADY: Final = 0.1
"""A piece stands still while its field changes less than this share for `STEADY_S`."""
LEAST_MT: Final = 3.0
"""The weakest field of a piece in the middle of a cell."""
SWITCHED: Final = 0.5
"""The least reading of a closed switch."""
MOST_OFFSET_MT: Final = 20.0
"""The largest zero; beyond it a piece was forgotten on the cell, or the sensor is broken."""
BROKEN_S: Final = 8.0
"""A sensor that senses something for so long where nothing may lie may be broken: players clear a board in less."""


class Calibrating(msgspec.Struct, frozen=True):
    """A calibration in progress."""

    board: BoardProfile
    step: CalibrationStep = "empty"
    is_measuring: bool = False
    """The empty board is being measured now."""
    frames: tuple[tuple[float, ...], ...] = ()
    since_s: float = 0.0
    """When the measurement began, since when the piece stands still, or when what was left over was last sensed."""
    strongest: tuple[int, float] | None = None
    """The cell with the strongest field, and that field in mT."""
    turned: tuple[int, ...] = ()
    """The cells that sense a piece whose magnet is upside down."""
    measured: tuple[tuple[int, float], ...] = ()
    """The cells on which the piece of this step was measured."""
    left_over: tuple[int, ...] = ()
    """The cells that sense what lay there when the step began; none once the board was empty."""
    blocking: tuple[tuple[int, float], ...] = ()
    """The cells that block the step, each with its start time."""
    broken: tuple[int, ...] = ()
    """Those of them that may be broken: they have blocked for `BROKEN_S`."""
    hunter: tuple[tuple[int, float], ...] = ()
    """The cells on which the hunter was measured, once it is."""
    bad: tuple[int, ...] = ()
    """Cells that are occupied, or not usable."""
    are_alike: bool = False
    """Pawn and mummy were too alike; both are measured again."""


def begin_empty(learning: Calibrating) -> Calibrating:
    """Start measuring the empty board with the next frame."""
    return replace(learning, is_measuring=True, frames=(), bad=(), are_alike=False)


def feed(learning: Calibrating, frame: CellReadings) -> Calibrating:
    """Take in the next frame; all frames have one size."""
    if learning.step == "empty" and learning.is_measuring:
        since_s = learning.since_s if learning.frames else frame.at_s
        return _measure_empty(replace(learning, frames=(*learning.frames, frame.cells), since_s=since_s), frame)
    if learning.step in ("hunter", "mummy"):
        return _measure_piece(learning, frame)
    return learning


def _measure_empty(learning: Calibrating, frame: CellReadings) -> Calibrating:
    if len(learning.frames) < FEWEST_FRAMES or frame.at_s - learning.since_s < EMPTY_S:
        return learning
    board, ended = learning.board, replace(learning, is_measuring=False, frames=())
    if not board.tells_mummy:
        bad = _without_masked(
            board, (cell for cell, seen in enumerate(zip(*learning.frames, strict=True)) if any(seen))
        )
        return replace(ended, bad=bad) if bad else _begin_piece(ended, "hunter", frame)
    try:
        offsets = learn_offsets(learning.frames)
    except UnusableCell as error:
        bad = _without_masked(board, error.cells)
        if bad:
            return replace(ended, bad=bad)
        offsets = learn_offsets(tuple(_zero_masked(board, values) for values in learning.frames))
    return _begin_piece(replace(ended, board=_with(board, offsets, board.levels)), "hunter", frame)


def _without_masked(board: BoardProfile, cells: Iterable[int]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if cell not in board.masked)


def _zero_masked(board: BoardProfile, values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(0.0 if cell in board.masked else mt for cell, mt in enumerate(values))


def leave_out(learning: Calibrating) -> Calibrating:
    """Leave out the cells that may be broken, and measure again what they have measured."""
    masked = learning.board.masked | frozenset(learning.broken)
    board = msgspec.structs.replace(learning.board, masked=masked)
    hunter, measured = (
        tuple((cell, strength) for cell, strength in seen if cell not in masked)
        for seen in (learning.hunter, learning.measured)
    )
    without = replace(learning, board=board, hunter=hunter, measured=measured, turned=(), blocking=(), broken=())
    if learning.step == "mummy" and len(hunter) < CELLS:
        return replace(without, step="hunter", hunter=(), measured=hunter)
    return without


def _begin_piece(learning: Calibrating, step: CalibrationStep, frame: CellReadings) -> Calibrating:
    least = _least(learning.board)
    left_over = tuple(cell for cell, strength in _fields(learning.board, frame).items() if strength >= least)
    return _unblock(replace(learning, step=step, measured=(), left_over=left_over, since_s=frame.at_s))


def _measure_piece(learning: Calibrating, frame: CellReadings) -> Calibrating:
    fields, least = _fields(learning.board, frame), _least(learning.board)
    strongest = max(fields, key=fields.__getitem__, default=0)
    strength = fields.get(strongest, 0.0)
    turned = tuple(cell for cell, mt in fields.items() if -mt > max(strength, least))  # beside the mummy it is weaker
    learning = replace(learning, turned=turned)
    if turned:
        return _block(replace(learning, strongest=None), turned, frame)
    if learning.left_over:
        return _await_clearing(learning, tuple(cell for cell, mt in fields.items() if mt >= least), frame)
    if strength < least:
        return _unblock(replace(learning, strongest=None))
    if strongest in (known for known, _ in learning.measured):
        return _block(replace(learning, strongest=None), (strongest,), frame)
    return _measure_strongest(_unblock(learning), strongest, strength, frame)


def _await_clearing(learning: Calibrating, left: tuple[int, ...], frame: CellReadings) -> Calibrating:
    """The calibration while these cells still hold pieces of the step before."""
    if left:
        return _block(replace(learning, left_over=left, since_s=frame.at_s), left, frame)
    return learning if frame.at_s - learning.since_s < SETTLE_S else _unblock(replace(learning, left_over=()))


def _measure_strongest(learning: Calibrating, cell: int, strength: float, frame: CellReadings) -> Calibrating:
    before = learning.strongest
    if before is None or before[0] != cell or abs(before[1] - strength) > STEADY * strength:
        return replace(learning, strongest=(cell, strength), since_s=frame.at_s)
    if frame.at_s - learning.since_s < STEADY_S:
        return learning
    measured = (*learning.measured, (cell, strength))
    later = replace(learning, measured=measured, strongest=None, are_alike=False)
    return _finish_piece(later, frame) if len(measured) == CELLS else later


def _block(learning: Calibrating, cells: tuple[int, ...], frame: CellReadings) -> Calibrating:
    """The calibration while these cells block it; the ones that keep blocking may be broken."""
    before = dict(learning.blocking)
    blocking = tuple((cell, before.get(cell, frame.at_s)) for cell in cells)
    broken = tuple(cell for cell, since_s in blocking if frame.at_s - since_s >= BROKEN_S)
    return replace(learning, blocking=blocking, broken=broken)


def _unblock(learning: Calibrating) -> Calibrating:
    return replace(learning, blocking=(), broken=())


def _finish_piece(learning: Calibrating, frame: CellReadings) -> Calibrating:
    board = learning.board
    if not board.tells_mummy:
        return replace(learning, step="done", board=_with(board, (), board.levels))
    if learning.step == "hunter":
        return _begin_piece(replace(learning, hunter=learning.measured), "mummy", frame)
    try:
        levels = learn_levels(_weakest_mt(learning.hunter), _weakest_mt(learning.measured))
    except ValueError:
        return _begin_piece(replace(learning, are_alike=True), "hunter", frame)
    return replace(learning, step="done", board=_with(board, board.offsets_mt, levels))


def _weakest_mt(measured: tuple[tuple[int, float], ...]) -> float:
    return min(strength for _, strength in measured)


def _least(board: BoardProfile) -> float:
    return LEAST_MT if board.tells_mummy else SWITCHED


def _fields(board: BoardProfile, frame: CellReadings) -> dict[int, float]:
    """The field of each cell in use, in mT."""
    zeros = board.offsets_mt or (0.0,) * len(frame.cells)
    return {
        cell: mt - zero
        for cell, (mt, zero) in enumerate(zip(frame.cells, zeros, strict=True))
        if cell not in board.masked
    }


def _with(board: BoardProfile, offsets: tuple[float, ...], levels: Levels) -> BoardProfile:
    return msgspec.structs.replace(
        board, is_calibrated=True, offsets_mt=tuple(round(mt, 3) for mt in offsets), levels=levels
    )


# --- what was measured -----------------------------------------------------------------------------------------------


class UnusableCell(ValueError):  # noqa: N818 - says which cells, in the words of the page that asks
    """Cells that are too noisy or too far off to be calibrated."""

    def __init__(self, cells: tuple[int, ...]) -> None:
        super().__init__(f"cells {', '.join(map(str, cells))} cannot be calibrated")
        self.cells = cells


def learn_offsets(frames: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Each cell's zero: the median over frames of the empty board, so that a passing piece does no harm.

    :raises UnusableCell: when a cell is noisier than `MOST_NOISE_MT` or its zero is beyond `MOST_OFFSET_MT`
    """
    from statistics import median  # slow to import, and needed once in the life of a board

    readings = tuple(zip(*frames, strict=True))
    offsets = tuple(map(median, readings))
    noise = (median(abs(value - zero) for value in seen) for seen, zero in zip(readings, offsets, strict=True))
    bad = tuple(
        cell
        for cell, (zero, spread) in enumerate(zip(offsets, noise, strict=True))
        if spread > MOST_NOISE_MT or abs(zero) > MOST_OFFSET_MT
    )
    if bad:
        raise UnusableCell(bad)
    return offsets


def learn_levels(hunter_mt: float, mummy_mt: float) -> Levels:
    """The levels for pieces with these fields in the middle of a cell.

    :raises ValueError: when the two cannot be distinguished
    """
    if hunter_mt <= 0 or mummy_mt < 2 * hunter_mt:
        raise ValueError(f"{hunter_mt} mT and {mummy_mt} mT are too alike")
    return levels_for(hunter_mt, mummy_mt)


STEPS: tuple[CalibrationStep, ...] = ("empty", "hunter", "mummy")
"""What is calibrated in turn; the mummy only on a board that tells it from a hunter."""


class CalibrationPage(Page, frozen=True):
    """A guided calibration. The pieces lead through it; `ok` starts a step, saves, or leaves cells out."""

    TOPICS: ClassVar = ("board_care",)
    learning: Calibrating

    def feed(self, frame: CellReadings) -> CalibrationPage:
        return CalibrationPage(feed(self.learning, frame))

    def view(self, table: PageContext) -> View:
        """What to do now, and where it is done."""
        steps = STEPS if self.learning.board.tells_mummy else STEPS[:2]
        number = steps.index(self.learning.step) + 1 if self.learning.step in steps else len(steps)
        shown = hints(table, ok=self._ok(), back=GO_BACK)
        return View(
            title=table.say(words("Calibrate: {number} of {count}", number=number, count=len(steps))),
            prompt=table.say(self._prompt(table)),
            body=self._grid(table),
            hints=tuple(hint for hint in shown if hint.button != "ok" or self._means_something()),
        )

    def _grid(self, table: PageContext) -> MazePlan:
        learning, board = self.learning, self.learning.board
        known = {cell for cell, _ in learning.measured}
        occupied = learning.left_over if learning.strongest is None else learning.strongest[:1]
        return MazePlan(
            columns=board.columns,
            squares=tuple(
                Square(open="NESW", solid=cell in board.silent, icon="good" if cell in known else "")
                for cell in range(board.count)
            ),
            lit=tuple(cell for cell in occupied if cell not in learning.broken),
            wrong=learning.turned or learning.broken or learning.bad,
            choices=Menu((), text=tuple(map(table.say, self._more()))),
        )

    def _means_something(self) -> bool:
        """Whether `ok` does anything now; otherwise only the pieces do."""
        match self.learning.step:
            case "empty":
                return not self.learning.is_measuring
            case "hunter" | "mummy":
                return bool(self.learning.broken)
        return True

    def _prompt(self, table: PageContext) -> Words:
        if table.board is None:
            return UNPLUGGED
        learning = self.learning
        left = CELLS - len(learning.measured)
        match learning.step:
            case "empty" if learning.is_measuring:
                return words("Measuring the empty board: hands off…")
            case "empty" if learning.bad:
                return words("Not empty, or not working: {cells}.", cells=cell_words(learning.board, *learning.bad))
            case "empty":
                return words("Take every piece off the board, then press ✓.")
            case "hunter" | "mummy" if learning.broken:
                return words("Not empty, or not working: {cells}.", cells=cell_words(learning.board, *learning.broken))
            case "hunter" if learning.left_over:
                return words("Take every piece off the board.")
            case "mummy" if learning.left_over:
                return words("Take every piece off the board, the hunter too.")
            case "hunter":
                return words_n(
                    "Put a hunter's pawn in the middle of {count} more cell.",
                    "Put a hunter's pawn in the middle of {count} cells, one after the other.",
                    left,
                )
            case "mummy":
                return words_n(
                    "Put the mummy in the middle of {count} more cell.",
                    "Put the mummy in the middle of {count} cells, one after the other.",
                    left,
                )
        return words("Done. Press ✓ to save it.")

    def _more(self) -> tuple[Words, ...]:
        """The small print."""
        alike = words("Hunter and mummy read alike: repeat both, the hunter first.")
        why = (alike,) if self.learning.are_alike else ()
        broken = (words("Take off what lies there. If nothing does, ✓ leaves it out."),) if self.learning.broken else ()
        match self.learning.step:
            case "empty" if self.learning.bad and not self.learning.is_measuring:
                return (words("Clear them and press ✓, or leave them out in the settings."),)
            case "hunter" | "mummy" if self.learning.turned:
                return (upside_down_question(self.learning.board, *self.learning.turned), *broken, *why)
            case "hunter" | "mummy" if broken:
                return (*broken, *why)
            case "hunter" if why:
                return why
            case "mummy" if self.learning.left_over:
                return (words("Only then put the mummy down."),)
            case "hunter" | "mummy" if self.learning.strongest:
                return (words("The board senses it: leave it there for a moment."),)
        return ()

    def _ok(self) -> Words:
        if self.learning.broken:
            return words("leave out")
        return words("save") if self.learning.step == "done" else words("go on")

    def offers(self, table: PageContext) -> Keys:
        """What `ok` does: measure the empty board, leave cells out, or save. Mostly the pieces lead on."""
        learning, reply = self.learning, None
        match learning.step:
            case "empty":
                reply = Later(lambda: replace(self, learning=begin_empty(learning)))
            case "done":
                reply = Later(lambda: SaveBoard(learning.board))
            case _ if learning.broken:
                reply = Later(lambda: replace(self, learning=leave_out(learning)))
        return Keys(Offer(Item(table.say(self._ok()), target="ok"), reply) if reply else None)

    def press(self, done: Input, table: PageContext) -> Reply:
        """Go on, or back and change nothing; any press means that the players have read what went wrong."""
        reply = Page.press(self, done, table)
        return replace(self, learning=replace(self.learning, are_alike=False)) if reply is self else reply
