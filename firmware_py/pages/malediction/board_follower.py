"""La malédiction on the magnetic board: what its tracker infers, as pages, notices and questions.

Why only hunters read, on their own page, that a press came too early, without light or sound: everybody would notice
the sign, and with it that a hunter is about to move.
"""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from display.view import Audience, MazePlan, Notice, View
from firmware_py.config.board_profile import BoardProfile
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.pieces import start_of
from firmware_py.games.malediction.state import State
from firmware_py.games.session import Session
from firmware_py.grid import Cell
from firmware_py.pages.board_follower import NO_NEWS, BoardNews, Conclusion, Follower, Pressed
from firmware_py.pages.malediction import board_notices, board_question, entered_moves
from firmware_py.pages.malediction.hunter_pages import move_ends
from firmware_py.pages.stack import Input, LongPress, Press, Stack, Touch
from firmware_py.pages.table import Table
from firmware_py.sensing.cells import CellReadings
from firmware_py.tracking import evaluation
from firmware_py.tracking import tracker as tracking
from firmware_py.tracking.hunters import OFF
from firmware_py.tracking.inferences import FOREVER_S, Ambiguous, Inference, Matched, Unmoved, Waiting
from firmware_py.tracking.position import SURE
from firmware_py.tracking.tracker import Tracker
from firmware_py.words import Say

NOTHING_FOLLOWS_S = 60.0
"""No turn takes so long to come to rest."""
NOTICED_S = 0.5
"""A press so soon after a question came up by itself was meant for the page before."""


class MaledictionFollower(Follower, frozen=True):
    """The tracker of the board, and what was announced of its inferences."""

    tracker: Tracker = msgspec.field(default_factory=Tracker)
    read: tuple[Inference, Audience] | None = None
    """What was announced last, and to whom, once somebody has pressed a button after it."""
    named: frozenset[Cell] = frozenset()
    """The cells that were announced as not believed."""
    asked: Inference | None = None
    """The question that lies before the players, or that they have answered."""
    new_until_s: float | None = None
    """Until when a press was meant for the page before; infinity as soon as a question comes up; None if it is read."""
    is_by_button: bool = False
    """Yes was the answer, and the path is entered by button: the board asks no more."""

    @property
    def is_settled(self) -> bool:
        return self.tracker.settling is not None

    @property
    def is_played(self) -> bool:
        return self.tracker.state is not None

    @property
    def why_nothing_follows(self) -> str:
        return why_nothing_follows(self.tracker)

    # --- frames and time -----------------------------------------------------------------------------------------

    def feed(self, seen: CellReadings | BoardProfile | None, /) -> Self:
        match seen:
            case None:
                return replace(self, tracker=tracking.disconnect(self.tracker), asked=None)
            case BoardProfile():
                return replace(self, tracker=replace(self.tracker, calibration=seen.calibration))
        return replace(self, tracker=tracking.feed(self.tracker, seen))

    def tick(self, now_s: float, before: Self, say: Say, audience: Audience) -> tuple[Self, BoardNews]:
        notice, new_until_s = None, self._new_until_s(now_s)
        tracker, inference = evaluation.evaluate(tracking.tick(self.tracker, now_s), now_s)
        unreadable, contradicting, named = frozenset(tracker.unread), frozenset[Cell](), self.named
        if audience == "hunters":  # often it is a pawn in somebody's hand that makes a cell unsteady
            unreadable, contradicting = unreadable | frozenset(tracker.unsteady), tracker.disbelieved
            named &= unreadable | contradicting  # in the mummy's turn no cell is unsteady
        if unreadable - named and before.is_settled:
            notice = Notice((say(board_notices.unreadable(unreadable - named)),), "warning")
        if contradicting - named:
            notice = Notice((say(board_notices.disbelieved(contradicting)),), "warning")
        is_public = tracker.public_inference != before.tracker.public_inference
        named |= unreadable | contradicting
        after = replace(self, tracker=tracker, named=named, new_until_s=new_until_s)
        if self is before and tracker is self.tracker and after == self:
            return self, NO_NEWS
        return after, BoardNews(notice, inference, is_public)

    def _new_until_s(self, now_s: float) -> float | None:
        if self.new_until_s == FOREVER_S:
            return now_s + NOTICED_S
        return None if self.new_until_s is None or now_s >= self.new_until_s else self.new_until_s

    def look_at_s(self) -> float:
        return evaluation.look_at_s(self.tracker)

    def deadline_s(self) -> float:
        board_s = evaluation.deadline_s(self.tracker)
        if self.new_until_s is None:
            return board_s
        return 0.0 if self.new_until_s == FOREVER_S else min(board_s, self.new_until_s)

    # --- the game --------------------------------------------------------------------------------------------------

    def expecting(self, session: Session | None, stack: Stack, *, insists: bool) -> Self:
        """What is wrong on the board is announced again."""
        state = entered_moves.expected_state(stack, session.state) if session else None
        entered = entered_moves.entered_move(stack, session.state) if session else None
        before = (session.state, entered) if session and entered else None
        tracker = tracking.set_game_state(self.tracker, state, before=before, insists=insists)
        return replace(self, tracker=tracker, is_by_button=False, read=None)

    def is_expecting(self, session: Session | None, stack: Stack) -> bool:
        return self.tracker.state == (entered_moves.expected_state(stack, session.state) if session else None)

    def played(self, before: State, action: Move) -> Self:
        return replace(self, tracker=tracking.accept(self.tracker, before, action))

    def concluded(self, inference: Inference, stack: Stack, session: Session) -> tuple[Self, Conclusion]:
        """A pawn's move is entered on its page only: it is played when its turn is handed over.

        "Undone" is not to be read beside the same move. On a page for everybody it stays: who sees it vanish knows
        that a pawn has moved.
        """
        stack = board_question.answered(stack, inference)
        ends_notice = entered_moves.is_about_pawn(stack) and isinstance(inference, Matched | Unmoved)
        match inference:
            case Matched(Move(to=str())):
                after, stack = self._entered(stack, session.state, inference)
                return after, Conclusion(stack, ends_notice=ends_notice)
            case Unmoved():
                after, is_mummys = self._retracted(), self.tracker.mummy_has_moved
                stack = entered_moves.without_move(stack)
                return after, Conclusion(stack, replaces_last=is_mummys, ends_notice=ends_notice or is_mummys)
            case Matched(action):
                after = self._retracted() if inference.instead else self
                return after, Conclusion(stack, action, inference.instead, ends_notice=True)
        return self, Conclusion(stack, ends_notice=ends_notice)

    def _entered(self, stack: Stack, state: State, match: Matched) -> tuple[Self, Stack]:
        """Return the follower and the pages with a pawn where the board senses it; `state` is the one before."""
        assert match.action.to is not UNSET
        tracker = self._retracted().tracker if match.instead else self.tracker
        stack = entered_moves.with_move(stack, match.action.to)
        tracker = tracking.set_game_state(tracker, entered_moves.expected_state(stack, state))
        return replace(self, tracker=tracking.accept(tracker, state, match.action)), stack

    def _retracted(self) -> Self:
        return replace(self, tracker=tracking.undo_move(self.tracker))

    # --- presses ---------------------------------------------------------------------------------------------------

    def pressed(self, press: Pressed, say: Say) -> tuple[Self, Stack | None, Notice | None]:
        """What the next player plays would make the mummy's last move final: not while it goes on (P34)."""
        if self._is_too_early(press.before, press.done):
            return self, None, _put_down(say) if entered_moves.is_about_pawn(press.before) else None
        if press.plays and self.tracker.mummy.goes_on:
            return self, None, _still_moving(say)
        now = replace(self, read=(self._announced_to(press.audience), press.audience))
        if board_question.is_denied(press.before, press.after):
            return replace(now, tracker=tracking.decline(self.tracker)), press.after, None
        stack = board_question.confirmed(press.after)
        begins = stack != press.after and not self.is_by_button
        now = replace(now, is_by_button=self.is_by_button or begins)
        return now, stack, _by_button(say) if begins and entered_moves.shows_path(stack) else None

    def _is_too_early(self, stack: Stack, done: Input) -> bool:
        """As long as a pawn stands where the game has it nothing is too early.

        Everybody sees how often its player has to press, and whether another cell has just changed may be a secret.
        """
        is_line = isinstance(done, Touch) and done.target.isdigit()
        if self.tracker.settling is None or not (is_line or done in (Press("ok"), LongPress("ok"))):
            return False
        if board_question.is_new_question(stack):
            return self.new_until_s is not None
        waiting = self.tracker.inference
        if not isinstance(waiting, Waiting):
            return False
        if (to := entered_moves.entered_cell(stack)) is not None:
            return waiting.until_s < FOREVER_S and has_left(self.tracker, to)
        is_moving = entered_moves.shows_sensed_path(stack) and waiting.until_s < FOREVER_S
        return not is_line and (is_moving or self._contradicts_ok(stack, waiting))

    def _contradicts_ok(self, stack: Stack, waiting: Waiting) -> bool:
        """Return whether pieces that do not rest yet may mean something else than the `ok` of the page on top."""
        state = self.tracker.state
        if state is None:
            return False
        if entered_moves.confirms_stay(stack):
            return waiting.until_s < FOREVER_S and not _is_occupied(self.tracker, state.mummy)
        if not entered_moves.is_about_pawn(stack) or not waiting.may_move:
            return False
        has_gone = not _is_occupied(self.tracker, start_of(state))
        is_down = any(_is_occupied(self.tracker, to) for to in move_ends(state))
        return has_gone and (is_down or (entered_moves.is_untouched(stack) and _has_left_start(self.tracker)))

    def asking(self, stack: Stack, table: Table) -> tuple[Self, Stack]:
        """Return the follower and the pages, with its question laid before those whom it concerns, once they look."""
        inference = self.tracker.inference
        if not isinstance(inference, Ambiguous):
            is_by_button = self.is_by_button and inference != Waiting()
            return replace(self, asked=None, is_by_button=is_by_button), stack
        page = board_question.AskPage(inference, stack[-1])
        is_busy = inference == self.asked or self.is_by_button or len(stack) > 1
        if is_busy or page.is_for(table.playing.state) != stack[-1].view(table).audience:
            return self, stack
        return replace(self, asked=inference, new_until_s=FOREVER_S), (*stack, page)

    # --- what is shown ---------------------------------------------------------------------------------------------

    def traced(self, before: Self, stack: Stack) -> Stack:
        """Return the pages with the mummy's page showing the sensed path, unless it is entered by button."""
        if before.is_settled and not self.is_settled:
            return board_question.unasked(stack)
        if before.tracker is self.tracker or not entered_moves.shows_path(stack):
            return stack
        return entered_moves.with_sensed_path(stack, before.tracker.path, self.tracker.path)

    def still_true(self, notice: Notice | None, before: Self, say: Say) -> Notice | None:
        """Return a notice as far as it is still true: it names no cell that was put right since `before`."""
        if notice is None:
            return None
        if before.is_by_button and not self.is_by_button and notice == _by_button(say):
            return None
        if before.named - self.named and notice == _disbelieved(before, say):
            return _disbelieved(self, say) if self.tracker.disbelieved else None
        if notice == _put_down(say):
            inference = self.tracker.inference
            return notice if isinstance(inference, Waiting) and inference.until_s < FOREVER_S else None
        if notice == _still_moving(say):
            return notice if self.tracker.mummy.goes_on else None
        return notice

    def beside(self, view: View, say: Say) -> View:
        """Return a page with what the board has to say: a notice until it was read, squares until all is right."""
        state, inference = self.tracker.state, self._announced_to(view.audience)
        if state is None or self.tracker.settling is None:
            return view
        secrets = view.audience == "hunters"
        if self.read != (inference, view.audience):
            view = replace(view, notice=board_notices.notice(state, inference, say, secrets=secrets))
        if isinstance(view.body, MazePlan):
            wrong = board_notices.wrong_squares(state, inference, self.tracker.disbelieved, secrets=secrets)
            view = replace(view, body=replace(view.body, wrong=wrong))
        return view

    def _announced_to(self, audience: Audience) -> Inference:
        return self.tracker.inference if audience == "hunters" else self.tracker.public_inference


FOLLOWER = MaledictionFollower


def _by_button(say: Say) -> Notice:
    return Notice((say(board_notices.BY_BUTTON),), "good")


def _still_moving(say: Say) -> Notice:
    return Notice((say(board_notices.STILL_MOVING),), "warning")


def _put_down(say: Say) -> Notice:
    return Notice((say(board_notices.PUT_DOWN),), "warning")


def _disbelieved(follower: MaledictionFollower, say: Say) -> Notice:
    return Notice((say(board_notices.disbelieved(follower.tracker.disbelieved)),), "warning")


def why_nothing_follows(tracker: Tracker) -> str:
    """Return what is believed, and why, if pieces move for long and nothing follows; else nothing.

    For the log and the doctor: it counts cells and names none, and no piece.
    """
    if tracker.settling is None or tracker.pending_s is None:
        return ""
    cells = tracker.settling.cells
    if cells.ticked_s < tracker.pending_s + NOTHING_FOLLOWS_S:
        return ""
    doubts = {
        "left out": len(cells.calibration.masked),
        "not read": len(cells.unread),
        "changing too often": len(tracker.settling.unsteady),
        "contradicted by button": len(tracker.disbelieved),
    }
    why = ", ".join(f"{count} {reason}" for reason, count in doubts.items())
    known = f"pieces {tracker.confidence}, mummy {tracker.mummy.confidence}"
    return f"pieces move on the board and nothing follows: {known}; cells not believed: {why}"


def has_left(tracker: Tracker, cell: Cell) -> bool:
    """Return whether the piece that came to a cell and stood there as in the game is no longer sensed there."""
    has_stayed = tracker.before is not None and start_of(tracker.before[0]) == cell
    if has_stayed or tracker.confidence != SURE:
        return False
    return _is_sensed(tracker, cell) is False


def _has_left_start(tracker: Tracker) -> bool:
    """Return whether the pawn that may move was seen to leave its cell, or to come from the stairs."""
    mover, homes = tracker.placements.mover, tracker.placements.homes
    if mover is None or tracker.confidence != SURE:
        return False
    place = tracker.placements.of(mover)
    return place.at != homes[mover] or (place.at == OFF and place.left != OFF)


def _is_occupied(tracker: Tracker, cell: Cell | None) -> bool:
    return _is_sensed(tracker, cell) is True


def _is_sensed(tracker: Tracker, cell: Cell | None) -> bool | None:
    """Return whether a piece is sensed on a cell; None where that is not known."""
    if tracker.settling is None or tracker.state is None:
        return None
    position = tracker.position(tracker.state)
    return cell in position.occupied if cell in position.readable else None
