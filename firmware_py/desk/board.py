"""The simulated magnetic board on the desk: which pieces there are, what is seen of it, and what hands do to it."""

from __future__ import annotations

from display.desk.board_layout import BoardLook, PieceLook
from display.inputs import CableToggled, CellFaultChanged, DeskBoardEvent, PieceMoved
from firmware_py.games.malediction.maze import PAWNS, Maze, pawn_words
from firmware_py.games.session import Session
from firmware_py.pages.malediction.pictures import MUMMY as THE_MUMMY
from firmware_py.pages.malediction.pictures import pawn_colours, squares
from firmware_py.pages.table import Table
from firmware_py.words import words
from hardware.boards.frames import Reading
from hardware.simulated.boards import BoardSimulation
from hardware.simulated.magnets import HUNTER, MUMMY, SimulatedMagnets

STUCK_MT = 30.0
"""What a sensor reads that feels a piece for ever."""
STEADY = 0.8
"""By so much must a reading differ from the number that is shown until another one is: digits must not tremble."""

HINT = words(
    "Drag: slide · Shift or right button: lift · Ctrl: leave it askew · "
    "Right click on a cell: break or mend its sensor · Click on the plug: pull or plug"
)


def pieces_of(session: Session | None) -> tuple[str, ...]:
    """Return the pieces that are played with: the mummy and the game's pawns, or all pawns of the printed box."""
    hunters = getattr(getattr(session.header, "setup", None), "hunters", ()) if session else ()
    return "mummy", *(tuple(hunter.pawn for hunter in hunters) or PAWNS)


def fetch(magnets: SimulatedMagnets, piece: str) -> None:
    """See to it that there is a magnet for a piece."""
    magnets.pieces.setdefault(piece, MUMMY if piece == "mummy" else HUNTER)


# --- what hands do ---------------------------------------------------------------------------------------------------


def take(done: DeskBoardEvent, below: BoardSimulation, now_s: float) -> None:
    """Carry out what a hand does to the board."""
    match done:
        case PieceMoved(piece, at_mm):
            fetch(below.magnets, piece)
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
    """Let a sound cell die, a dead one feel a piece for ever, and mend that one."""
    if cell not in magnets.stuck:
        magnets.stuck[cell] = 0.0
    elif magnets.stuck[cell] < STUCK_MT:
        magnets.stuck[cell] = STUCK_MT
    else:
        del magnets.stuck[cell]


# --- what is seen ----------------------------------------------------------------------------------------------------


def look(below: BoardSimulation, table: Table, before: BoardLook | None = None) -> BoardLook:
    """Return how the board looks now; `before` is how it looked last, from which numbers do not differ for nothing."""
    magnets, board, session = below.magnets, below.board, table.session
    played = session.state.maze if session and session.game.id == "malediction" else None
    readings = _readings(board.sensed(), before.readings if before else ()) if board.is_plugged else ()
    return BoardLook(
        rows=magnets.grid.rows,
        columns=magnets.grid.columns,
        pitch_mm=magnets.grid.pitch_mm,
        readings=readings,
        tells_strength=board.reading is Reading.MILLITESLA,
        dead=frozenset(cell for cell, field_mt in magnets.stuck.items() if field_mt < STUCK_MT),
        stuck=frozenset(cell for cell, field_mt in magnets.stuck.items() if field_mt >= STUCK_MT),
        unread=board.unanswered() if board.is_plugged else frozenset(),
        is_plugged=board.is_plugged,
        pieces=_pieces(below, table),
        squares=squares(played, set()) if isinstance(played, Maze) else (),
        across=played.columns if isinstance(played, Maze) else 1,
        hint=table.say(HINT),
    )


def _pieces(below: BoardSimulation, table: Table) -> tuple[PieceLook, ...]:
    """Return the pieces that are played with, and others that were left on the board."""
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


def _readings(felt: tuple[float | None, ...], shown: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Return whole numbers, as before where the sensor still says nearly that."""
    if len(shown) != len(felt):
        shown = (None,) * len(felt)
    return tuple(
        None if now is None else was if was is not None and abs(now - was) < STEADY else round(now)
        for now, was in zip(felt, shown, strict=True)
    )
