"""What the magnetic board's conclusions look like on the screen, and to whom.

Why two versions of a notice: the mummy's player may read pages that are for everybody. On those only what concerns the
mummy herself is told; that a pawn is not where it belongs waits until the hunters look at their own page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Announcement, Menu, Notice, View
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.pages.hints import GO_BACK
from firmware_py.pages.lists import Choice, ListPage, with_cursor_of
from firmware_py.pages.malediction.curtain import HIDE, Curtain, Secret, opened, turned
from firmware_py.pages.malediction.hunter_pages import HandOverPage, MovePage
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.pages.malediction.pictures import actor, announcement, index_of, title
from firmware_py.pages.stack import Back, Input, Page, Press, Reply, Stack, Touch
from firmware_py.pages.table import Table
from firmware_py.tracking.inferences import Ambiguous, Inference, Mismatch, Reminder, Waiting
from firmware_py.tracking.mummys_turn import MUMMY_MISPLACED
from firmware_py.tracking.position import MUMMY, Fix, fix_words
from firmware_py.tracking.reasons import end_of
from firmware_py.words import Say, Words, words

BY_BUTTON = words("Now enter the mummy's path with the buttons, up to its cell.")
"""What is said once her players have told that the mummy went where the board has not felt her."""


def notice(state: State, told: Inference, say: Say, *, secrets: bool) -> Notice | None:
    """Return what is said about pieces that do not stand as they should, or None if nothing is.

    Everybody reads of the mummy only: that a pawn is in the air, for how long, and even that one must be moved, tells
    that its player did not stay where he was.
    """
    match told:
        case Mismatch(_, reason, clause, is_public):
            named = _fixes(told, secrets=secrets)
            if not named:
                return None
            if not (secrets or is_public):
                reason, clause = MUMMY_MISPLACED, ""
            missed = tuple(fix for fix in named if fix.piece is not None)
            text, *briefer = (say(_with_to_do(state, reason, fixes)) for fixes in (named, missed, ()))
            return Notice(text, "warning", clause, tuple(briefer))
        case Reminder(reminder, is_public) if secrets or is_public:
            return Notice(say(reminder), "warning")
    return None


def _with_to_do(state: State, reason: Words, fixes: tuple[Fix, ...]) -> Words:
    if not fixes:
        return reason
    to_do = tuple(fix_words(state, fix) for fix in fixes)
    return words("{reason} To do: {to_do}.", reason=reason, to_do=to_do)


def senseless(cells: frozenset[Cell]) -> Words:
    """Return what is said of cells that are believed no longer: those not read, and those that change all the time."""
    return words("Left out, because their readings make no sense: {cells}.", cells=tuple(sorted(cells)))


def disbelieved(cells: frozenset[Cell]) -> Words:
    """Return what hunters are told of cells that feel otherwise than the players said by button."""
    return words("Not as on the map: {cells}. Put it right, or play on.", cells=tuple(sorted(cells)))


def wrong_squares(
    state: State, told: Inference, left_out: frozenset[Cell] = frozenset(), *, secrets: bool
) -> tuple[int, ...]:
    """Return the squares to be put right, as far as everybody or the hunters may see them.

    Hunters see as well those that were `left_out` because the players said otherwise than they feel.
    """
    named = {fix.cell for fix in _fixes(told, secrets=secrets)} if isinstance(told, Mismatch) else set()
    return tuple(sorted(index_of(state.maze, cell) for cell in named | (left_out if secrets else frozenset())))


def _fixes(told: Mismatch, *, secrets: bool) -> tuple[Fix, ...]:
    """Return what is to be put right, as far as it may be told: of pawns nothing to everybody."""
    if secrets or told.is_public:
        return told.fixes
    return tuple(fix for fix in told.fixes if fix.piece == MUMMY)


@dataclass(frozen=True)
class AskPage:
    """What the board cannot feel, the players tell: one of these actions, or none of them.

    It comes up by itself, so the cursor stands on the answer that changes nothing: a press that was meant for the page
    below tells no move. Whose turn it is stays shown: a light that goes out would tell all that hunters are asked.
    """

    asked: Ambiguous
    below: Page
    """The page on which it lies; a pawn's move goes on from there."""
    cursor: int = 0

    def is_for(self, state: State) -> str:
        """Return the audience: where the mummy moves everybody, else the hunters."""
        return "table" if state.phase in ("interrupt", "mummy_move") else "hunters"

    def view(self, table: Table) -> View:
        """Return the question and its answers."""
        state: State = table.playing.state
        view = replace(self._page(state).view(table), actor=actor(state))
        return replace(view, audience="hunters") if self.is_for(state) == "hunters" else view

    def press(self, done: Input, table: Table) -> Reply:
        """Tell what is confirmed, or leave everything as it is; a question for the hunters hides behind the curtain."""
        if done in (Press("back"), Touch("curtain")) and isinstance(self.below, Secret):
            return Curtain(self, self.below.menu)
        reply = self._page(table.playing.state).press(done, table)
        return with_cursor_of(reply, self)

    def _page(self, state: State) -> ListPage:
        none = Choice(words("No: nothing has happened yet"), Back(), icons=("back",))
        return ListPage(
            title=title(state),
            prompt=words("The board asks:"),
            choices=(none, Choice(words("Yes"), self._confirmed(state), icons=("ok",))),
            cursor=self.cursor,
            around=self._asking,
            back_label=HIDE if isinstance(self.below, Secret) else GO_BACK,
        )

    def _asking(self, answers: Menu, table: Table) -> Announcement:
        """Return the question with its answers, and how the game stands."""
        return replace(
            announcement(table.playing.state, table.say(self.asked.question), (), "sensors"), choices=answers
        )

    def _confirmed(self, state: State) -> Reply:
        """Return what yes leads to: a pawn's move is told, and the mummy's way is, by button.

        A list of the cells where the mummy could have met somebody would tell her player where the pawns are.
        """
        page = opened(self.below)
        if self.asked.path is not None and isinstance(page, MummyPage):
            return page.on_path(self.asked.path)
        match self.asked.actions:
            case (Move(to=str(to)),):
                return turned(self.below, HandOverPage(to))
        lines = tuple(Choice(_on(state, move), HandOverPage(end_of(state, move))) for move in self.asked.actions)
        return turned(self.below, ListPage(title(state), words("On which cell?"), lines))


def confirmed(stack: Stack) -> Stack:
    """Return the stack after a press: what a yes leads to takes the place of the page on which it was asked."""
    is_told = isinstance(opened(stack[-1]), MummyPage | HandOverPage) and len(stack) > 1
    is_asked_on = is_told and isinstance(opened(stack[-2]), MummyPage | MovePage | HandOverPage)
    return (*stack[:-2], stack[-1]) if is_asked_on else stack


def is_denied(before: Stack, after: Stack) -> bool:
    """Return whether a press has answered the board's question with no: nothing has taken its place."""
    return isinstance(opened(before[-1]), AskPage) and len(after) < len(before)


def answered(stack: Stack, told: Inference, *, is_sure: bool) -> Stack:
    """Return the stack without a question that what is told now answers; `is_sure`: nobody but she is felt at home.

    The question about the mummy stays as it lies there while the pieces settle, and as long as it is the same: that it
    went, or came back with its cursor anew, as she was put down would tell everybody that nobody stands there.
    """
    page = opened(stack[-1])
    if isinstance(page, AskPage) and page.asked.path is not None:
        match told:
            case Waiting() if told != Waiting() or not is_sure:
                return stack
            case Ambiguous(path=tuple()):
                return (*stack[:-1], replace(page, asked=told))
    return unasked(stack)


def unasked(stack: Stack) -> Stack:
    """Return the stack without a question that the pieces have answered meanwhile; what hid it hides what lay below."""
    kept = tuple(screen for screen in stack if not isinstance(opened(screen), AskPage))
    hid = any(isinstance(screen, Curtain) for screen in stack if screen not in kept)
    return (Curtain(kept[0], kept[0].menu), *kept[1:]) if hid and isinstance(kept[0], Secret) else kept


def standing(stack: Stack, state: State) -> State:
    """Return how the pieces stand: a pawn whose turn is not handed over yet stands where it has gone."""
    for screen in reversed(stack):
        match opened(screen):
            case HandOverPage() as page:
                return page.arrived(state)
    return state


def told_move(stack: Stack, state: State) -> Move | None:
    """Return the pawn's move that is told and not played yet: until its turn is handed over it may go elsewhere."""
    for screen in reversed(stack):
        match opened(screen):
            case HandOverPage(to) if state.phase == "move":
                return Move(state.hunter.player, to=to)
    return None


def is_new_question(stack: Stack) -> bool:
    """Return whether the page on top is the board's question as it came up: nobody has moved its cursor."""
    return isinstance(stack[-1], AskPage) and not stack[-1].cursor


def is_about_pawn(stack: Stack) -> bool:
    """Return whether the page on top, that lies open, tells where the active pawn goes, or has gone."""
    return isinstance(stack[-1], Secret) and isinstance(opened(stack[-1]), MovePage | HandOverPage)


def cell_told(stack: Stack) -> Cell | None:
    """Return where the active pawn has gone by the page on top, that lies open; None on any other page."""
    page = opened(stack[-1])
    return page.to if isinstance(page, HandOverPage) and isinstance(stack[-1], Secret) else None


def moved_by_hand(stack: Stack, to: Cell) -> Stack:
    """Return the stack once the active pawn was put down on a cell; behind curtain and announcement the page waits."""
    return tuple(
        turned(screen, HandOverPage(to)) if isinstance(opened(screen), MovePage | HandOverPage) else screen
        for screen in stack
    )


def unmoved(stack: Stack) -> Stack:
    """Return the stack once the active pawn is no more where it was put down."""
    return tuple(turned(screen, MovePage()) if isinstance(opened(screen), HandOverPage) else screen for screen in stack)


def shows_way(stack: Stack) -> bool:
    """Return whether the page on top shows the mummy's way."""
    return isinstance(stack[-1], MummyPage)


def confirms_stay(stack: Stack) -> bool:
    """Return whether the next `ok` ends the mummy's turn where it began."""
    return isinstance(stack[-1], MummyPage) and stack[-1].stays


def walked(stack: Stack, before: tuple[Cell, ...], after: tuple[Cell, ...]) -> Stack:
    """Return the stack with the mummy's page following her figure from one way to the next."""
    match stack[-1]:
        case MummyPage(path=path) as page if path == before != after:
            return (*stack[:-1], replace(page.on_path(after), is_sensed=bool(after)))
    return stack


def _on(state: State, action: Move) -> Words:
    return words("On {cell}", cell=end_of(state, action))
