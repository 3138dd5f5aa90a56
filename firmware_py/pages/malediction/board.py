"""La malédiction on the magnetic board: what its tracker infers, as pages, notices and questions.

Why only hunters read, on their own page, that a press came too early, without light or sound: everybody would notice
the sign, and with it that a hunter is about to move.

Why not everything to everybody: the mummy's player may read pages that are for everybody. These pages only name what
concerns the mummy; that a pawn is misplaced waits until the hunters look at their own page.
"""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from display.view import Announcement, Audience, MazePlan, Menu, Notice, View
from firmware_py.games.malediction.legality import MUMMY, end_of, piece_words, start_of
from firmware_py.games.malediction.state import Move, State, is_kept_from_nobody, is_known_to_nobody
from firmware_py.games.session import Session
from firmware_py.grid import Cell
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.curtain import HIDE, Announced, Curtain, Open, Secret, page_behind, replace_secret
from firmware_py.pages.malediction.pictures import actor, announcement, title
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage, MummyPage, move_ends
from firmware_py.pages.page import (
    GO_BACK,
    Back,
    Choice,
    Input,
    ListedPage,
    ListPage,
    LongPress,
    Page,
    Press,
    Reply,
    Stack,
    Touch,
)
from firmware_py.pages.registry import NO_NEWS, BoardNews, Conclusion, Follower, PressMade
from firmware_py.sensing import BoardProfile, CellReadings
from firmware_py.tracking import tracker as tracking
from firmware_py.tracking.hunters import OFF
from firmware_py.tracking.mummy import why_misplaced
from firmware_py.tracking.position import (
    FOREVER_S,
    SURE,
    Ambiguous,
    Fix,
    Inference,
    Matched,
    Mismatch,
    Reminder,
    Unmoved,
    Waiting,
)
from firmware_py.tracking.tracker import Tracker
from firmware_py.words import Say, Words, words

BY_BUTTON = words("Now enter the mummy's path here, up to its cell.")
"""What is announced once the players have confirmed that the mummy went where the board did not sense it."""

STILL_MOVING = words("The mummy is still moving. Enter that again once it rests.")
"""What everybody reads who enters something while the mummy goes on from where it had come to rest."""

PUT_DOWN = words("Put the pawn on its cell first, then press ✓.")
"""What hunters read who press `ok` while their pawn is not at rest."""


def notice(state: State, inference: Inference, say: Say, *, secrets: bool) -> Notice | None:
    """The notice about pieces that stand wrong, or None.

    Everybody reads of the mummy only. That a pawn is in the air, for how long, or that one must be moved shows that its
    player did not stay.
    """
    match inference:
        case Mismatch(reason=reason, is_public=is_public):
            named = _fixes(inference, secrets=secrets)
            if not named:
                return None
            if not (secrets or is_public):
                reason = why_misplaced(state)
            return Notice((say(_with_to_do(state, reason, named)),), "warning")
        case Reminder(reminder, is_public) if secrets or is_public:
            return Notice((say(reminder),), "warning")
    return None


def _with_to_do(state: State, reason: Words, fixes: tuple[Fix, ...]) -> Words:
    to_do = tuple(_fix_words(state, fix) for fix in fixes)
    return words("{reason} To do: {to_do}.", reason=reason, to_do=to_do)


def _fix_words(state: State, fix: Fix) -> Words:
    """What to do about a cell."""
    if fix.piece is None:
        return words("{cell} must be empty", cell=fix.cell)
    return words("{piece} belongs on {cell}", piece=piece_words(state, fix.piece), cell=fix.cell)


def unreadable_notice(cells: frozenset[Cell]) -> Words:
    """The notice about cells no longer believed: not read, or changing all the time."""
    return words("Left out, because their readings make no sense: {cells}.", cells=tuple(sorted(cells)))


def contradiction_words(cells: frozenset[Cell]) -> Words:
    """The hunters' notice about cells that contradict what was entered by button."""
    return words("Not as on the map: {cells}. Put it right, or play on.", cells=tuple(sorted(cells)))


def wrong_squares(
    state: State, inference: Inference, left_out: frozenset[Cell] = frozenset(), *, secrets: bool
) -> tuple[int, ...]:
    """The squares to put right, as far as everybody or the hunters may see them.

    Hunters also see the cells that were `left_out` because the players entered something else by button.
    """
    named = {fix.cell for fix in _fixes(inference, secrets=secrets)} if isinstance(inference, Mismatch) else set()
    return tuple(sorted(state.maze.index_of(cell) for cell in named | (left_out if secrets else frozenset())))


def _fixes(inference: Mismatch, *, secrets: bool) -> tuple[Fix, ...]:
    """What to put right; nothing of pawns where everybody reads it."""
    if secrets or inference.is_public:
        return inference.fixes
    return tuple(fix for fix in inference.fixes if fix.piece == MUMMY)


class AskPage(ListedPage, frozen=True):
    """The board's question: did one of these actions happen, or none of them?

    It comes up by itself, so the cursor stands on the answer that changes nothing: a press that was meant for the page
    below enters no move. Whose turn it is stays shown: a light that goes out would show all that hunters are asked.
    """

    asked: Ambiguous
    below: Page
    """The page on which it lies; a pawn's move goes on from there."""

    def audience(self, table: PageContext) -> Audience:
        """Everybody where the mummy moves, else the hunters."""
        is_for_all = table.playing.state.phase in ("interrupt", "mummy_move") or not table.playing.has_secrets
        return "table" if is_for_all else "hunters"

    def view(self, table: PageContext) -> View:
        return replace(ListedPage.view(self, table), actor=actor(table.playing.state), audience=self.audience(table))

    def press(self, done: Input, table: PageContext) -> Reply:
        """Enter what is confirmed, or change nothing; a question for the hunters hides behind the curtain."""
        if done in (Press("back"), Touch("curtain")) and isinstance(self.below, Secret):
            return Curtain(self, self.below.menu)
        return ListedPage.press(self, done, table)

    def fresh_list(self, table: PageContext) -> ListPage:
        state: State = table.playing.state
        none = Choice(words("No: nothing has happened yet"), Back())
        return ListPage(
            title=title(state),
            prompt=words("The board asks:"),
            choices=(none, Choice(words("Yes"), self._confirm(state))),
            around=self._ask_question,
            back_label=HIDE if isinstance(self.below, Secret) else GO_BACK,
        )

    def _ask_question(self, answers: Menu, table: PageContext) -> Announcement:
        """The question, its answers, and how the game stands."""
        return replace(
            announcement(table.playing.state, table.say(self.asked.question), (), "sensors"), choices=answers
        )

    def _confirm(self, state: State) -> Reply:
        """What yes leads to: a pawn's move, entered, or the mummy's path, to be entered by button.

        A list of the cells where the mummy could have met somebody would show the mummy's player where the pawns are.
        """
        page = page_behind(self.below)
        if self.asked.path is not None and isinstance(page, MummyPage):
            return page.on_path(self.asked.path)
        match self.asked.actions:
            case (Move(to=str(to)),):
                return replace_secret(self.below, HandOverPage(to))
        lines = tuple(Choice(_on(state, move), HandOverPage(end_of(state, move))) for move in self.asked.actions)
        return replace_secret(self.below, ListPage(title(state), words("On which cell?"), lines))


def replace_question(stack: Stack) -> Stack:
    """The stack after a press: what a yes leads to replaces the page that asked."""
    is_entered = isinstance(page_behind(stack[-1]), MummyPage | HandOverPage) and len(stack) > 1
    is_asked_on = is_entered and isinstance(page_behind(stack[-2]), MummyPage | MovePage | HandOverPage)
    return (*stack[:-2], stack[-1]) if is_asked_on else stack


def is_denied(before: Stack, after: Stack) -> bool:
    """Whether a press has answered the board's question with no: nothing has replaced it."""
    return isinstance(page_behind(before[-1]), AskPage) and len(after) < len(before)


def drop_answered(stack: Stack, inference: Inference) -> Stack:
    """The stack without a question that an inference answers.

    The question about the mummy stays while the pieces settle, and as long as it is the same.
    """
    page = page_behind(stack[-1])
    if isinstance(page, AskPage) and page.asked.path is not None:
        match inference:
            case Waiting() if inference != Waiting():
                return stack
            case Ambiguous(path=tuple()):
                return (*stack[:-1], replace(page, asked=inference))
    return drop_question(stack)


def drop_question(stack: Stack) -> Stack:
    """The stack without the board's question; a curtain over it now hides the page below."""
    kept = tuple(page for page in stack if not isinstance(page_behind(page), AskPage))
    hid = any(isinstance(page, Curtain) for page in stack if page not in kept)
    return (Curtain(kept[0], kept[0].menu), *kept[1:]) if hid and isinstance(kept[0], Secret) else kept


def is_new_question(stack: Stack) -> bool:
    """Whether the page on top is the board's question, untouched so far."""
    return isinstance(stack[-1], AskPage) and not stack[-1].pending.cursor


def _on(state: State, action: Move) -> Words:
    return words("On {cell}", cell=end_of(state, action))


def expected_state(stack: Stack, state: State) -> State:
    """Where pieces should stand: a pawn whose turn is not handed over, where its move was entered."""
    for page in reversed(stack):
        match page_behind(page):
            case HandOverPage() as hand_over:
                return hand_over.arrive(state)
    return state


def entered_move(stack: Stack, state: State) -> Move | None:
    """The pawn's move that is entered but not played: until its turn is handed over it may go elsewhere."""
    for page in reversed(stack):
        match page_behind(page):
            case HandOverPage(to) if state.phase == "move":
                return Move(state.hunter.player, to=to)
    return None


def is_about_pawn(stack: Stack) -> bool:
    """Whether the page on top lies open and is about the active pawn's move."""
    return isinstance(stack[-1], Secret | Open) and isinstance(page_behind(stack[-1]), MovePage | HandOverPage)


def is_untouched(stack: Stack) -> bool:
    """Whether nobody has moved the cursor on the page of the active pawn's move."""
    page = page_behind(stack[-1])
    return isinstance(page, MovePage) and page.pending.cursor is None


def entered_cell(stack: Stack) -> Cell | None:
    """The cell entered for the active pawn, if the page on top lies open and shows it."""
    page = page_behind(stack[-1])
    return page.to if isinstance(page, HandOverPage) and isinstance(stack[-1], Secret | Open) else None


def with_move(stack: Stack, to: Cell) -> Stack:
    """Enter the active pawn's move to a cell, behind curtain and announcement too."""
    return tuple(
        replace_secret(page, HandOverPage(to)) if isinstance(page_behind(page), MovePage | HandOverPage) else page
        for page in stack
    )


def without_move(stack: Stack) -> Stack:
    """Forget the active pawn's entered move."""
    return tuple(
        replace_secret(page, MovePage()) if isinstance(page_behind(page), HandOverPage) else page for page in stack
    )


def shows_path(stack: Stack) -> bool:
    """Whether the page on top shows the mummy's path."""
    return isinstance(stack[-1], MummyPage)


def shows_sensed_path(stack: Stack) -> bool:
    """Whether the page on top shows the mummy's path as the board sensed it, unchanged by buttons."""
    return isinstance(stack[-1], MummyPage) and stack[-1].is_sensed


def confirms_stay(stack: Stack) -> bool:
    """Whether the next `ok` ends the mummy's turn where it began."""
    return isinstance(stack[-1], MummyPage) and stack[-1].stays


def with_sensed_path(stack: Stack, sensed: tuple[Cell, ...]) -> Stack:
    """Let the mummy's page follow the sensed path, whatever lies on top of it, unless another one was entered."""
    followed = tuple(_follow(page, sensed) for page in stack)
    return stack if followed == stack else followed


def _follow(page: Page, sensed: tuple[Cell, ...]) -> Page:
    match page:
        case MummyPage():
            return page.follow(sensed)
        case Announced(then=MummyPage() as then):
            return replace(page, then=then.follow(sensed))
    return page


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
        tracker, inference = tracking.evaluate(tracking.tick(self.tracker, now_s), now_s)
        unreadable, contradicting, named = frozenset(tracker.unread), frozenset[Cell](), self.named
        if self._may_know(audience):  # often it is a pawn in somebody's hand that makes a cell unsteady
            unreadable, contradicting = unreadable | frozenset(tracker.unsteady), tracker.disbelieved
            named &= unreadable | contradicting  # in the mummy's turn no cell is unsteady
        if unreadable - named and before.is_settled:
            notice = Notice((say(unreadable_notice(unreadable - named)),), "warning")
        if contradicting - named:
            notice = Notice((say(contradiction_words(contradicting)),), "warning")
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
        return tracking.look_at_s(self.tracker)

    def deadline_s(self) -> float:
        board_s = tracking.deadline_s(self.tracker)
        if self.new_until_s is None:
            return board_s
        return 0.0 if self.new_until_s == FOREVER_S else min(board_s, self.new_until_s)

    # --- the game --------------------------------------------------------------------------------------------------

    def expect(self, session: Session | None, stack: Stack, *, by_button: bool) -> Self:
        """What is wrong on the board is announced again."""
        state = expected_state(stack, session.state) if session else None
        entered = entered_move(stack, session.state) if session else None
        before = (session.state, entered) if session and entered else None
        tracker = tracking.set_game_state(self.tracker, state, before=before, by_button=by_button)
        return replace(self, tracker=tracker, is_by_button=False, read=None)

    def expects(self, session: Session | None, stack: Stack) -> bool:
        return self.tracker.state == (expected_state(stack, session.state) if session else None)

    def after_play(self, before: State, action: Move) -> Self:
        return replace(self, tracker=tracking.accept(self.tracker, before, action))

    def conclude(self, inference: Inference, stack: Stack, session: Session) -> tuple[Self, Conclusion]:
        """A pawn's move is entered on its page only: it is played when its turn is handed over.

        "Undone" is not to be read beside the same move. On a page for everybody it stays: whoever sees it vanish
        knows that a pawn has moved.
        """
        stack = drop_answered(stack, inference)
        if is_kept_from_nobody(session.state) and not isinstance(_pawns_move(inference), Move):
            after = self._retract() if isinstance(inference, Unmoved) else self
            return after, _conclude_for_box(inference, stack)
        ends_notice = is_about_pawn(stack) and isinstance(inference, Matched | Unmoved)
        match inference:
            case Matched(Move(path=tuple(path))) if is_known_to_nobody(session.state):
                return self, Conclusion(with_sensed_path(stack, path), ends_notice=True)
            case Matched(Move(to=str())):
                after, stack = self._enter_sensed(stack, session.state, inference)
                return after, Conclusion(stack, ends_notice=ends_notice)
            case Unmoved():
                after, is_mummys = self._retract(), self.tracker.mummy_has_moved
                stack = without_move(stack)
                return after, Conclusion(stack, replaces_last=is_mummys, ends_notice=ends_notice or is_mummys)
            case Matched(action):
                after = self._retract() if inference.instead else self
                return after, Conclusion(stack, action, inference.instead, ends_notice=True)
        return self, Conclusion(stack, ends_notice=ends_notice)

    def _enter_sensed(self, stack: Stack, state: State, match: Matched) -> tuple[Self, Stack]:
        """The follower, and the pages with a pawn where the board senses it; `state` is the one before."""
        assert match.action.to is not UNSET
        tracker = self._retract().tracker if match.instead else self.tracker
        stack = with_move(stack, match.action.to)
        tracker = tracking.set_game_state(tracker, expected_state(stack, state))
        return replace(self, tracker=tracking.accept(tracker, state, match.action)), stack

    def _retract(self) -> Self:
        return replace(self, tracker=tracking.undo_move(self.tracker))

    # --- presses ---------------------------------------------------------------------------------------------------

    def after_press(self, press: PressMade, say: Say) -> tuple[Self, Stack | None, Notice | None]:
        """What the next player plays would make the mummy's last move final: not while it goes on (P34)."""
        if self._is_too_early(press.before, press.done):
            return self, None, _put_down(say) if is_about_pawn(press.before) else None
        if press.plays and self.tracker.mummy.goes_on:
            return self, None, _still_moving(say)
        now = replace(self, read=(self._inference_for(press.audience), press.audience))
        if is_denied(press.before, press.after):
            return replace(now, tracker=tracking.decline(self.tracker)), press.after, None
        stack = replace_question(press.after)
        begins = stack != press.after and not self.is_by_button
        now = replace(now, is_by_button=self.is_by_button or begins)
        return now, stack, _by_button(say) if begins and shows_path(stack) else None

    def _is_too_early(self, stack: Stack, done: Input) -> bool:
        """As long as a pawn stands where the game has it nothing is too early.

        Everybody sees how often its player has to press, and whether another cell has just changed may be a secret.
        """
        is_line = isinstance(done, Touch) and done.target.isdigit()
        if self.tracker.settling is None or not (is_line or done in (Press("ok"), LongPress("ok"))):
            return False
        if is_new_question(stack):
            return self.new_until_s is not None
        waiting = self.tracker.inference
        if not isinstance(waiting, Waiting):
            return False
        if (to := entered_cell(stack)) is not None:
            return waiting.until_s < FOREVER_S and has_left(self.tracker, to)
        is_moving = shows_sensed_path(stack) and waiting.until_s < FOREVER_S
        return not is_line and (is_moving or self._contradicts_ok(stack, waiting))

    def _contradicts_ok(self, stack: Stack, waiting: Waiting) -> bool:
        """Whether pieces still moving may mean something other than the `ok` of the page on top."""
        state = self.tracker.state
        if state is None:
            return False
        if confirms_stay(stack):
            return waiting.until_s < FOREVER_S and not _is_occupied(self.tracker, state.mummy)
        if not is_about_pawn(stack) or not waiting.may_move:
            return False
        has_gone = not _is_occupied(self.tracker, start_of(state))
        is_down = any(_is_occupied(self.tracker, to) for to in move_ends(state))
        return has_gone and (is_down or (is_untouched(stack) and _has_left_start(self.tracker)))

    def ask(self, stack: Stack, table: PageContext) -> tuple[Self, Stack]:
        """The follower and the pages, with its question before those it concerns once they look."""
        inference = self.tracker.inference
        if not isinstance(inference, Ambiguous):
            is_by_button = self.is_by_button and inference != Waiting()
            return replace(self, asked=None, is_by_button=is_by_button), stack
        page = AskPage(inference, stack[-1])
        is_given = isinstance(stack[-1], MummyPage) and stack[-1].given is not None
        is_busy = is_given or inference == self.asked or self.is_by_button or len(stack) > 1
        if is_busy or page.audience(table) != stack[-1].audience(table):
            return self, stack
        return replace(self, asked=inference, new_until_s=FOREVER_S), (*stack, page)

    # --- what is shown ---------------------------------------------------------------------------------------------

    def trace(self, before: Self, stack: Stack) -> Stack:
        """The pages, with the sensed path on the mummy's page unless a button entered it.

        A board that was away knows nothing of the path until the mummy stands on its cell.
        """
        if before.is_settled and not self.is_settled:
            return drop_question(stack)
        return with_sensed_path(stack, self._sensed_path) if self.tracker.mummy.confidence.was_watched else stack

    @property
    def _sensed_path(self) -> tuple[Cell, ...]:
        """The mummy's path, with the cells that it can only have passed once it rests and a press alone plays it."""
        state = self.tracker.state
        match self.tracker.inference:
            case Matched(Move(path=tuple(path))) if state is not None and is_known_to_nobody(state):
                return path
        return self.tracker.path

    def still_true(self, notice: Notice | None, before: Self, say: Say) -> Notice | None:
        """What is still true of a notice: it names no cell put right since `before`."""
        if notice is None:
            return None
        if before.is_by_button and not self.is_by_button and notice == _by_button(say):
            return None
        if before.named - self.named and notice == _doubt_notice(before, say):
            return _doubt_notice(self, say) if self.tracker.disbelieved else None
        if notice == _put_down(say):
            inference = self.tracker.inference
            return notice if isinstance(inference, Waiting) and inference.until_s < FOREVER_S else None
        if notice == _still_moving(say):
            return notice if self.tracker.mummy.goes_on else None
        return notice

    def beside(self, view: View, say: Say) -> View:
        """A page with the board's remarks: a notice until it is read, squares until all is right."""
        state, inference = self.tracker.state, self._inference_for(view.audience)
        if state is None or self.tracker.settling is None:
            return view
        secrets = self._may_know(view.audience)
        if self.read != (inference, view.audience):
            view = replace(view, notice=notice(state, inference, say, secrets=secrets))
        if isinstance(view.body, MazePlan):
            wrong = wrong_squares(state, inference, self.tracker.disbelieved, secrets=secrets)
            view = replace(view, body=replace(view.body, wrong=wrong))
        return view

    def _inference_for(self, audience: Audience) -> Inference:
        return self.tracker.inference if self._may_know(audience) else self.tracker.public_inference

    def _may_know(self, audience: Audience) -> bool:
        """Whether those who look may know where the pawns are."""
        state = self.tracker.state
        return audience == "hunters" or (state is not None and is_kept_from_nobody(state))


def _pawns_move(inference: Inference) -> Move | None:
    """The move of a pawn that the pieces mean, if they do."""
    return inference.action if isinstance(inference, Matched) and inference.action.to is not UNSET else None


def _conclude_for_box(inference: Inference, stack: Stack) -> Conclusion:
    """What pieces lead to that people move for the box: its own path is played once they have ended it.

    Whatever else the mummy does is named on its page, and takes no place of what the box has decided.
    """
    match inference, stack[-1]:
        case Matched(Move(by=by, path=tuple(path)), instead=False), MummyPage(given=tuple(given)) if (
            path[-1:] == given[-1:]
        ):
            return Conclusion(stack, Move(by, path=given), ends_notice=True)
    return Conclusion(without_move(stack) if isinstance(inference, Unmoved) else stack)


FOLLOWER = MaledictionFollower


def _by_button(say: Say) -> Notice:
    return Notice((say(BY_BUTTON),), "good")


def _still_moving(say: Say) -> Notice:
    return Notice((say(STILL_MOVING),), "warning")


def _put_down(say: Say) -> Notice:
    return Notice((say(PUT_DOWN),), "warning")


def _doubt_notice(follower: MaledictionFollower, say: Say) -> Notice:
    return Notice((say(contradiction_words(follower.tracker.disbelieved)),), "warning")


def why_nothing_follows(tracker: Tracker) -> str:
    """What is believed, and why, if pieces keep moving and nothing follows; empty otherwise.

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
    """Whether a piece that stood on a cell as in the game is no longer sensed there."""
    has_stayed = tracker.before is not None and start_of(tracker.before[0]) == cell
    if has_stayed or tracker.confidence != SURE:
        return False
    return _is_sensed(tracker, cell) is False


def _has_left_start(tracker: Tracker) -> bool:
    """Whether the pawn to move was seen to leave its cell, or to come from the stairs."""
    mover, homes = tracker.placements.mover, tracker.placements.homes
    if mover is None or tracker.confidence != SURE:
        return False
    place = tracker.placements.of(mover)
    return place.at != homes[mover] or (place.at == OFF and place.left != OFF)


def _is_occupied(tracker: Tracker, cell: Cell | None) -> bool:
    return _is_sensed(tracker, cell) is True


def _is_sensed(tracker: Tracker, cell: Cell | None) -> bool | None:
    """Whether a piece is sensed on a cell; None if unknown."""
    if tracker.settling is None or tracker.state is None:
        return None
    position = tracker.position(tracker.state)
    return cell in position.occupied if cell in position.readable else None
