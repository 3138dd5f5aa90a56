"""What the magnetic board announces, and to whom.

Why not everything to everybody: the mummy's player may read pages that are for everybody. These pages only name what
concerns the mummy; that a pawn is misplaced waits until the hunters look at their own page.
"""

from __future__ import annotations

from display.view import Notice
from firmware_py.games.malediction.pieces import MUMMY, piece_words
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.pages.malediction.pictures import index_of
from firmware_py.tracking.inferences import Inference, Mismatch, Reminder
from firmware_py.tracking.mummy import MUMMY_MISPLACED
from firmware_py.tracking.position import Fix
from firmware_py.words import Say, Words, words

BY_BUTTON = words("Now enter the mummy's path here, up to its cell.")
"""What is announced once the players have confirmed that the mummy went where the board did not sense it."""

STILL_MOVING = words("The mummy is still moving. Enter that again once it rests.")
"""What everybody reads who enters something while the mummy goes on from where it had come to rest."""

PUT_DOWN = words("Put the pawn on its cell first, then press ✓.")
"""What hunters read who press `ok` while their pawn is not at rest."""


def notice(state: State, inference: Inference, say: Say, *, secrets: bool) -> Notice | None:
    """Return the notice about pieces that do not stand as they should, or None if they do.

    Everybody reads of the mummy only. That a pawn is in the air, for how long, or that one must be moved shows that its
    player did not stay.
    """
    match inference:
        case Mismatch(reason=reason, is_public=is_public):
            named = _fixes(inference, secrets=secrets)
            if not named:
                return None
            if not (secrets or is_public):
                reason = MUMMY_MISPLACED
            return Notice((say(_with_to_do(state, reason, named)),), "warning")
        case Reminder(reminder, is_public) if secrets or is_public:
            return Notice((say(reminder),), "warning")
    return None


def _with_to_do(state: State, reason: Words, fixes: tuple[Fix, ...]) -> Words:
    to_do = tuple(_fix_words(state, fix) for fix in fixes)
    return words("{reason} To do: {to_do}.", reason=reason, to_do=to_do)


def _fix_words(state: State, fix: Fix) -> Words:
    """Return what is to be done about a cell."""
    if fix.piece is None:
        return words("{cell} must be empty", cell=fix.cell)
    return words("{piece} belongs on {cell}", piece=piece_words(state, fix.piece), cell=fix.cell)


def unreadable(cells: frozenset[Cell]) -> Words:
    """Return the notice of cells that are no longer believed: those not read, and those that change all the time."""
    return words("Left out, because their readings make no sense: {cells}.", cells=tuple(sorted(cells)))


def disbelieved(cells: frozenset[Cell]) -> Words:
    """Return the notice for hunters of cells whose readings contradict what the players entered by button."""
    return words("Not as on the map: {cells}. Put it right, or play on.", cells=tuple(sorted(cells)))


def wrong_squares(
    state: State, inference: Inference, left_out: frozenset[Cell] = frozenset(), *, secrets: bool
) -> tuple[int, ...]:
    """Return the squares to be put right, as far as everybody or the hunters may see them.

    Hunters also see the cells that were `left_out` because the players entered something else by button.
    """
    named = {fix.cell for fix in _fixes(inference, secrets=secrets)} if isinstance(inference, Mismatch) else set()
    return tuple(sorted(index_of(state.maze, cell) for cell in named | (left_out if secrets else frozenset())))


def _fixes(inference: Mismatch, *, secrets: bool) -> tuple[Fix, ...]:
    """Return what is to be put right; nothing of pawns where everybody reads it."""
    if secrets or inference.is_public:
        return inference.fixes
    return tuple(fix for fix in inference.fixes if fix.piece == MUMMY)
