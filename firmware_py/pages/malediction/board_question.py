"""The question that the magnetic board asks where it cannot sense what happened."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Announcement, Menu, View
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.pieces import end_of
from firmware_py.games.malediction.state import State
from firmware_py.pages.hints import GO_BACK
from firmware_py.pages.lists import Choice, ListPage, with_cursor_of
from firmware_py.pages.malediction.curtain import HIDE, Curtain, Secret, opened, turned
from firmware_py.pages.malediction.hunter_pages import HandOverPage, MovePage
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.pages.malediction.pictures import actor, announcement, title
from firmware_py.pages.stack import Back, Input, Page, Press, Reply, Stack, Touch
from firmware_py.pages.table import Table
from firmware_py.tracking.inferences import Ambiguous, Inference, Waiting
from firmware_py.words import Words, words


class AskPage(msgspec.Struct, frozen=True):
    """The board's question: did one of these actions happen, or none of them?

    It comes up by itself, so the cursor stands on the answer that changes nothing: a press that was meant for the page
    below enters no move. Whose turn it is stays shown: a light that goes out would show all that hunters are asked.
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
        """Enter what is confirmed, or change nothing; a question for the hunters hides behind the curtain."""
        if done in (Press("back"), Touch("curtain")) and isinstance(self.below, Secret):
            return Curtain(self, self.below.menu)
        reply = self._page(table.playing.state).press(done, table)
        return with_cursor_of(reply, self)

    def _page(self, state: State) -> ListPage:
        none = Choice(words("No: nothing has happened yet"), Back())
        return ListPage(
            title=title(state),
            prompt=words("The board asks:"),
            choices=(none, Choice(words("Yes"), self._confirmed(state))),
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
        """Return what yes leads to: a pawn's move is entered, and the mummy's path is entered by button.

        A list of the cells where the mummy could have met somebody would show the mummy's player where the pawns are.
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
    is_entered = isinstance(opened(stack[-1]), MummyPage | HandOverPage) and len(stack) > 1
    is_asked_on = is_entered and isinstance(opened(stack[-2]), MummyPage | MovePage | HandOverPage)
    return (*stack[:-2], stack[-1]) if is_asked_on else stack


def is_denied(before: Stack, after: Stack) -> bool:
    """Return whether a press has answered the board's question with no: nothing has taken its place."""
    return isinstance(opened(before[-1]), AskPage) and len(after) < len(before)


def answered(stack: Stack, inference: Inference) -> Stack:
    """Return the stack without a question that an inference answers.

    The question about the mummy stays while the pieces settle, and as long as it is the same.
    """
    page = opened(stack[-1])
    if isinstance(page, AskPage) and page.asked.path is not None:
        match inference:
            case Waiting() if inference != Waiting():
                return stack
            case Ambiguous(path=tuple()):
                return (*stack[:-1], replace(page, asked=inference))
    return unasked(stack)


def unasked(stack: Stack) -> Stack:
    """Return the stack without the board's question; a curtain that hid it hides the page below."""
    kept = tuple(page for page in stack if not isinstance(opened(page), AskPage))
    hid = any(isinstance(page, Curtain) for page in stack if page not in kept)
    return (Curtain(kept[0], kept[0].menu), *kept[1:]) if hid and isinstance(kept[0], Secret) else kept


def is_new_question(stack: Stack) -> bool:
    """Return whether the page on top is the board's question and nobody has moved its cursor yet."""
    return isinstance(stack[-1], AskPage) and not stack[-1].cursor


def _on(state: State, action: Move) -> Words:
    return words("On {cell}", cell=end_of(state, action))
