"""The simulated magnetic board on the desk: its pieces, how it looks, and what the mouse does to it."""

from __future__ import annotations

from display.desk.board import BoardLook, PieceLook
from display.inputs import CableToggled, CellFaultChanged, DeskBoardEvent, PieceMoved
from firmware_py.games.malediction.maze import PAWNS, Maze, pawn_words
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.pictures import MUMMY as THE_MUMMY
from firmware_py.pages.malediction.pictures import pawn_colours, squares
from firmware_py.words import words
from hardware.boards.frames import Reading
from hardware.simulated.boards import BoardSimulation
from hardware.simulated.magnets import MUMMY, SimulatedMagnets

STUCK_MT = 30.0
"""The reading of a broken sensor that reports a piece for ever."""
STEADY = 0.8
"""How far a reading must differ from the number that is shown before that changes, so that digits do not tremble."""

HINT = words(
    "Drag: slide · Shift or right button: lift · Ctrl: leave it askew · "
    "Right click on a cell: break or mend its sensor · Click on the plug: pull or plug"
)


def pieces_of(session: Session | None) -> tuple[str, ...]:
    """The pieces in play: the mummy and the pawns of the game, or all pawns of the printed box."""
    hunters = getattr(getattr(session.header, "setup", None), "hunters", ()) if session else ()
    return "mummy", *(tuple(hunter.pawn for hunter in hunters) or PAWNS)


def add_piece(magnets: SimulatedMagnets, piece: str) -> None:
    """Add a magnet for a piece, unless there is one."""
    magnets.pieces.setdefault(piece, MUMMY if piece == "mummy" else magnets.pawn)


# --- what the mouse does ---------------------------------------------------------------------------------------------


def carry_out(event: DeskBoardEvent, below: BoardSimulation, now_s: float) -> None:
    """Carry out what the mouse did to the board."""
    match event:
        case PieceMoved(piece, at_mm):
            add_piece(below.magnets, piece)
            _move(below.magnets, piece, at_mm, now_s)
        case CableToggled():
            (below.board.unplug if below.board.is_plugged else below.board.plug)()
        case CellFaultChanged(cell):
            _spoil(below.magnets, cell)


def _move(magnets: SimulatedMagnets, piece: str, at_mm: tuple[float, float] | None, now_s: float) -> None:
    if at_mm is None:
        magnets.lift(piece)
    elif magnets.where_mm(piece, now_s) is None:
        magnets.put(piece, *at_mm)
    else:
        magnets.drag(piece, *at_mm, now_s)


def _spoil(magnets: SimulatedMagnets, cell: int) -> None:
    """Break the sensor of a sound cell; make a dead one report a piece for ever; mend such a one."""
    if cell not in magnets.stuck:
        magnets.stuck[cell] = 0.0
    elif magnets.stuck[cell] < STUCK_MT:
        magnets.stuck[cell] = STUCK_MT
    else:
        del magnets.stuck[cell]


# --- how it looks ----------------------------------------------------------------------------------------------------


def board_look(below: BoardSimulation, table: PageContext, before: BoardLook | None = None) -> BoardLook:
    """How the board looks now; numbers stay as in `before` as long as the readings hardly change."""
    magnets, board = below.magnets, below.board
    maze = _maze(table)
    readings = _readings(board.readings(), before.readings if before else ()) if board.is_plugged else ()
    dead, stuck = _spoilt(magnets)
    return BoardLook(
        rows=magnets.grid.rows,
        columns=magnets.grid.columns,
        pitch_mm=magnets.grid.pitch_mm,
        readings=readings,
        tells_strength=board.reading is Reading.MILLITESLA,
        dead=dead,
        stuck=stuck,
        unread=board.unread_cells() if board.is_plugged else frozenset(),
        is_plugged=board.is_plugged,
        pieces=_pieces(below, table),
        squares=squares(maze, set()) if maze else (),
        across=maze.columns if maze else 1,
        hint=table.say(HINT),
    )


def _maze(table: PageContext) -> Maze | None:
    """The maze that is played on, if any."""
    maze = getattr(table.session.state, "maze", None) if table.session else None
    return maze if isinstance(maze, Maze) else None


def _spoilt(magnets: SimulatedMagnets) -> tuple[frozenset[int], frozenset[int]]:
    """The cells with a dead sensor, and those whose sensor reports a piece for ever."""
    stuck = frozenset(cell for cell, field_mt in magnets.stuck.items() if field_mt >= STUCK_MT)
    return frozenset(magnets.stuck) - stuck, stuck


def _pieces(below: BoardSimulation, table: PageContext) -> tuple[PieceLook, ...]:
    """The pieces in play, and others that were left on the board."""
    played = pieces_of(table.session)
    left = tuple(name for name in below.magnets.pieces if name not in played and below.where_mm(name))
    colours = pawn_colours((*played[1:], *left))
    return tuple(
        PieceLook(
            name=name,
            label=table.say(THE_MUMMY if name == "mummy" else pawn_words(name)),
            colour=colours.get(name),
            at_mm=below.where_mm(name),
        )
        for name in (*played, *left)
    )


def _readings(readings: tuple[float | None, ...], shown: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Whole numbers; a number stays as it was while the reading is still near it."""
    if len(shown) != len(readings):
        shown = (None,) * len(readings)
    return tuple(
        None if now is None else was if was is not None and abs(now - was) < STEADY else round(now)
        for now, was in zip(readings, shown, strict=True)
    )
