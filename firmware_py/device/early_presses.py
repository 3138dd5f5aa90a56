"""Presses that come too early: while a piece is on its way a button would tell otherwise than the piece is about to.

Why they are dropped without a sign: it would be seen by everybody, and so would that a hunter is about to move.
"""

from __future__ import annotations

from firmware_py.device.board_watch import BoardWatch
from firmware_py.games.malediction.state import State
from firmware_py.pages.malediction import on_board
from firmware_py.pages.malediction.hunter_pages import move_ends
from firmware_py.pages.stack import Input, Press, Stack, Touch
from firmware_py.sensing.settling import SETTLE_S
from firmware_py.tracking.inferences import ASK_S, FOREVER_S, Waiting
from firmware_py.tracking.reasons import start_of
from firmware_py.tracking.tracker import Tracker, has_left, is_occupied

NOTICED_S = 0.5
"""So soon after a question has come up by itself a press was meant for the page before."""


def is_too_early(watch: BoardWatch, stack: Stack, done: Input) -> bool:
    """Return whether an input tells what the pieces are about to tell, or answers what nobody has read yet.

    As long as a pawn is felt where it is in the game nothing is too early: how often its player has to press is seen by
    everybody, and whether another cell has just changed may be a secret.
    """
    told, settling = watch.tracker.inference, watch.tracker.settling
    is_line = isinstance(done, Touch) and done.target.isdigit()
    if settling is None or not (is_line or done == Press("ok")):
        return False
    if on_board.is_new_question(stack):
        return settling.now_s < watch.asked_s + NOTICED_S
    if not isinstance(told, Waiting):
        return False
    if (to := on_board.cell_told(stack)) is not None:
        return told.at_rest_s < FOREVER_S and has_left(watch.tracker, to)
    if is_line:
        return False  # another cell than is pointed to was meant
    state = watch.tracker.state
    if state is not None and on_board.confirms_stay(stack):
        return min(told.at_rest_s, told.missed_s) < FOREVER_S and not is_occupied(watch.tracker, state.mummy)
    if state is None or not on_board.is_about_pawn(stack):
        return False
    return told.at_rest_s in (SETTLE_S, ASK_S) and _may_have_arrived(watch.tracker, state)


def _may_have_arrived(tracker: Tracker, state: State) -> bool:
    """Return whether the pawn that may move is felt no more where it was, and something where it may go."""
    return not is_occupied(tracker, start_of(state)) and any(is_occupied(tracker, to) for to in move_ends(state))
