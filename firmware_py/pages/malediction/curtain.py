"""What protects secrets from the mummy's player: the curtain, and the announcement that is read aloud.

Why only a held `ok` leads on to what only hunters may see: the mummy's player reads all other pages, and presses there.
Nobody holds a button by accident, and while the ring closes there is time to say "look away".

Why `back` closes the curtain: it is the button that players find fastest, and it leads from what only hunters may see
to what everybody may see. So the menus, which everybody may read, open from the curtain only.

Why an announced face and a mission have no page of their own: the hunter says the face, and shows the card. The pages
that follow tell them to, and until then the map need not be hidden. Why only a page for the hunters has an announcement
before it: any other page shows the news itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec.structs import replace

from display.view import Audience, Hint, View
from firmware_py.games.malediction.events import (
    FACE_WORDS,
    Caught,
    DiceReset,
    FaceChosen,
    HunterWins,
    MummyMoved,
    MummyTurnBegins,
    MummyWins,
    Stuck,
    TurnBegins,
    TurnLost,
    by_name,
)
from firmware_py.games.malediction.maze import pawn_words
from firmware_py.games.malediction.state import (
    Choose,
    EndTurn,
    Move,
    PlayMission,
    State,
    is_kept_from_nobody,
    is_known_to_nobody,
)
from firmware_py.games.registry import Event
from firmware_py.games.seats import SeatTaken
from firmware_py.games.session import Session, is_by_box
from firmware_py.pages.interface import BoxQuestion, Command, PageContext
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, announcement, title
from firmware_py.pages.offers import Laid, Shape
from firmware_py.pages.page import (
    GIVE_UP,
    GO_BACK,
    MENU,
    Back,
    Input,
    LongPress,
    NoMenu,
    Page,
    Press,
    Push,
    Reply,
    Touch,
    add_guard,
    hints,
    undo_hint,
)
from firmware_py.words import NOTHING, Say, Words, words

HIDE = words("hide the map")
HIDE_BRIEFLY = words("hide")
LIFT = words("lift the curtain")
LIFT_BRIEFLY = words("lift")


class Around(Page, frozen=True):
    """A page of the hunters, and the menu that `back` leads to."""

    asks_box = True

    page: Page
    menu: Page

    def offers(self, table: PageContext) -> Shape:
        """What the page offers."""
        return self.page.offers(table)

    def arrange(self, table: PageContext) -> Laid:
        """How they lie, with the cursor of the page."""
        return self.page.arrange(table)

    def asks(self, table: PageContext) -> BoxQuestion | None:
        """What the page asks the box."""
        return self.page.asks(table)

    def take_answer(self, answer: Any, table: PageContext) -> Reply:
        """The page with the answer: nobody else sees it."""
        reply = self.page.take_answer(answer, table)
        return replace(self, page=reply) if isinstance(reply, Page) else reply

    @property
    def identity(self) -> object:
        """What tells the page from others."""
        return type(self), self.page.identity

    @property
    def entered(self) -> object:
        """What keys have entered on the page."""
        return self.page.entered

    @property
    def is_of_the_past(self) -> bool:
        """Whether the page shows an earlier moment of the game."""
        return self.page.is_of_the_past


class Open(Around, frozen=True):
    """A page of the hunters while the box plays the mummy: everybody may see it, and `back` opens the menu."""

    def view(self, table: PageContext) -> View:
        """The page with its hints for `back`."""
        view = self.page.view(table)
        shown = (hint for hint in view.hints if hint.button != "back")
        back = (Hint("back", table.say(MENU)), *undo_hint(table, secrets=True))
        return replace(view, hints=(*shown, *back), actor=actor(table.playing.state))

    def press(self, done: Input, table: PageContext) -> Reply:
        """Let the page answer; where it leads back, the menu lies."""
        reply = self.page.press(done, table)
        if isinstance(reply, Back):
            return Push(self.menu)
        return reply if isinstance(reply, Command | Push) else replace(self, page=reply)


class Secret(Around, frozen=True):
    """A page for the hunters' eyes only; `back` closes the curtain before it at once."""

    def view(self, table: PageContext) -> View:
        """The page with its hints for `back`, and whose turn it is: the light shows that to everybody anyway."""
        view = self.page.view(table)
        shown = (hint for hint in view.hints if hint.button != "back")
        all_hints = (
            *shown,
            Hint("back", table.say(HIDE), short=table.say(HIDE_BRIEFLY)),
            *_held_back(self, table, secrets=True),
        )
        return replace(view, hints=all_hints, audience=self.audience(table), actor=actor(table.playing.state))

    def audience(self, table: PageContext) -> Audience:
        return "hunters"

    def press(self, done: Input, table: PageContext) -> Reply:
        """Close the curtain, or let the page answer; the page that follows is secret, too."""
        if done in (Press("back"), Touch("curtain")):
            return Curtain(self, self.menu)
        reply = self.page.press(done, table)
        if isinstance(reply, Command | Push | Back):
            return reply
        return replace(self, page=reply)

    def cover(self) -> Curtain:
        """The curtain before this page."""
        return Curtain(self, self.menu)


class Curtain(Page, frozen=True):
    """Hides a page while the mummy's player may see the screen."""

    behind: Page
    menu: Page
    question: Words = NOTHING
    """What those are asked who lift it; without one the map is just hidden."""

    def view(self, table: PageContext) -> View:
        """What everybody may know."""
        state: State = table.playing.state
        say = table.say
        body = announcement(state, say(words("Nothing to see here")), self._announced_face(state, say), "curtain")
        prompt = words("The map is hidden.")
        if self.question != NOTHING:
            body, prompt = announcement(state, say(self.question), (), "undo"), _why_hunters_decide(table)
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            body=add_guard(replace(body, is_read=False), table),
            actor=actor(state),
            hints=(*_lift_hints(self.menu, table), *_held_back(self, table, secrets=False)),
        )

    def asks_only_whose_turn(self, table: PageContext) -> bool:
        """Whether it hides the page of a turn: one of an earlier moment, or with a question, stays."""
        return self.question == NOTHING and not self.is_of_the_past

    def uncover(self) -> Page:
        """The page behind."""
        return self.behind

    def _announced_face(self, state: State, say: Say) -> tuple[str, ...]:
        """The announced face, if any."""
        return (say(FaceChosen(state.hunter.player, state.hunter.pawn, state.face).words()),) if state.face else ()

    @property
    def is_of_the_past(self) -> bool:
        """Whether the page behind shows an earlier moment of the game."""
        return self.behind.is_of_the_past

    def press(self, done: Input, table: PageContext) -> Reply:
        """Open the curtain for a held button only."""
        match done:
            case LongPress("ok"):
                return self.behind
            case LongPress("back") if self.is_of_the_past:
                return self.behind.press(done, table)
            case Press("back"):
                return Push(self.menu)
        return self


def _why_hunters_decide(table: PageContext) -> Words:
    if table.playing.is_over:
        return words("The secrets may be out by now: undo only what was entered wrongly.")
    return words("The hunters decide: it may tell where they stand.")


class Announced(Page, frozen=True):
    """An announcement that a hunter reads aloud before the next page is shown; a curtain if that is a secret one."""

    headline: Words
    lines: tuple[Words, ...]
    icon: str
    heard: tuple[Words, ...]
    then: Page
    menu: Page

    def view(self, table: PageContext) -> View:
        """The announcement in large type."""
        state: State = table.playing.state
        say = table.say
        body = announcement(state, say(self.headline), tuple(map(say, self.lines)), self.icon)
        body = replace(body, heard=tuple(say(by_name(sentence, state)) for sentence in self.heard))
        return View(
            title=say(title(state)),
            prompt=say(words("A hunter reads this aloud.")) if self._has_readers(table) else "",
            heard="",  # the voice does
            body=add_guard(body, table) if self._is_curtain else body,
            actor=actor(state),
            hints=self._hints(table),
        )

    def _hints(self, table: PageContext) -> tuple[Hint, ...]:
        if self._is_curtain:
            return (*_lift_hints(self.menu, table), *undo_hint(table, secrets=False))
        return hints(table, ok=words("go on"), back=MENU)

    def _has_readers(self, table: PageContext) -> bool:
        """Whether people play both sides, so that one has something to tell the other."""
        return table.playing.has_secrets and not is_known_to_nobody(table.playing.state)

    def uncover(self) -> Page:
        """What follows: whoever comes back from a hunters' page has read this one."""
        return self.then

    @property
    def _is_curtain(self) -> bool:
        return isinstance(self.then, Secret)

    def press(self, done: Input, table: PageContext) -> Reply:
        """Go on once it is read."""
        match done:
            case LongPress("ok") if self._is_curtain:
                return self.then
            case Press("ok") if not self._is_curtain:
                return self.then
            case Press("back"):
                return Push(self.menu)
        return self


def _lift_hints(menu: Page, table: PageContext) -> tuple[Hint, ...]:
    """What the buttons do on a curtain."""
    leaving = GO_BACK if menu == NoMenu() else MENU
    return Hint("ok", table.say(LIFT), held=True, short=table.say(LIFT_BRIEFLY)), Hint("back", table.say(leaving))


def _held_back(page: Page, table: PageContext, *, secrets: bool) -> tuple[Hint, ...]:
    """What holding `back` does: it undoes, or gives up what is entered of the past."""
    if isinstance(page, Curtain) and page.question != NOTHING:
        return ()
    if page.is_of_the_past:
        return (Hint("back", table.say(GIVE_UP), held=True),)
    return undo_hint(table, secrets=secrets)


def page_behind(page: Page) -> Page:
    """The page behind curtain and announcement."""
    match page:
        case Secret(page=hidden) | Open(page=hidden) | Curtain(behind=hidden) | Announced(then=hidden):
            return page_behind(hidden)
    return page


def replace_secret(page: Page, secret: Page) -> Page:
    """The page with another secret behind its curtain and announcement, if it hides one."""
    match page:
        case Secret() | Open():
            return replace(page, page=secret)
        case Curtain(behind=behind):
            return replace(page, behind=replace_secret(behind, secret))
        case Announced(then=then):
            return replace(page, then=replace_secret(then, secret))
    return page


ICONS: dict[type[Event], str] = {
    MummyWins: "mummy",
    HunterWins: "trophy",
    Caught: "dungeon",
    DiceReset: "dice",
    TurnLost: "die_mummy",
    Stuck: "wall",
    MummyMoved: "mummy",
    SeatTaken: "players",
}
"""What must be read aloud, the most important first, and its icon."""

ReadAloud: TypeAlias = tuple[Words, tuple[Words, ...], str, tuple[Words, ...]]
"""A headline, the lines below it, an icon, and all of it for the ear."""


def announce_before(table: PageContext, then: Page, menu: Page) -> Page:
    """The page that announces the last action before `then`, or `then` if there is nothing to announce.

    After an undo there is nothing: the action was announced before. Nor is there when a game is taken up: whether an
    action was taken back there may be a secret.
    """
    session = table.playing
    is_boxes = is_known_to_nobody(session.state)
    if session.undone or (table.covered and not session.is_over and not is_boxes):
        return then
    if acted := _box_hunters_turn(session):
        return Announced(*acted, then, menu)
    shown = _last_action(session) if session.steps else _read_first(session.state)
    is_read = isinstance(then, Secret) or session.is_over
    is_heard = bool(session.steps) and (is_boxes or bool(_certificate(session)))
    return Announced(*shown, then, menu) if shown and (is_read or is_heard) else then


def _box_hunters_turn(session: Session) -> ReadAloud | None:
    """What everybody hears of what a hunter of the box has just done, with its face; None if that is nothing."""
    heard: tuple[Event, ...] = ()
    for ply in range(session.ply - 1, -1, -1):
        step = session.steps[ply]
        if not is_by_box(session, ply) or step.action.by == session.state.mummy_player:
            break
        heard = (*(event for event in step.events if event.is_public), *heard)
        if not isinstance(step.action, Move | PlayMission | EndTurn):
            break
    kinds: tuple[type[Event], ...] = (HunterWins, FaceChosen, *ICONS)
    shown = next((event for kind in kinds for event in heard if isinstance(event, kind)), None)
    if shown is None:
        return None
    icon = DIE_ICONS[shown.face] if isinstance(shown, FaceChosen) else _icon(shown)
    others = tuple(event for event in heard if event is not shown)
    return shown.words(), _for_eye(others), icon, _for_ear((shown, *others))


def _for_eye(events: Iterable[Event]) -> tuple[Words, ...]:
    return tuple(event.words() for event in events)


def _for_ear(events: Iterable[Event]) -> tuple[Words, ...]:
    return tuple(event.voice_words() for event in events)


def _read_first(state: State) -> ReadAloud:
    begins = TurnBegins(state.hunter.player, state.hunter.pawn, 0).words()
    return begins, (), "stairs", (begins,)


def _last_action(session: Session) -> ReadAloud | None:
    public = [event for event in session.steps[-1].events if event.is_public]
    certified = _certificate(session)
    headline = next((event for kind in ICONS for event in public if isinstance(event, kind)), None)
    if isinstance(headline, SeatTaken) and (headline.level or headline.hunts):
        return None  # a page about the box, or one for the hunters who come back, says it
    others = tuple(event for event in public if event is not headline)
    heard = *certified, *_for_ear(others)
    if headline:
        return headline.words(), (*certified, *_for_eye(others)), _icon(headline), (headline.voice_words(), *heard)
    return (certified[0], _for_eye(others), "good", heard) if certified else None


def _icon(event: Event) -> str:
    match event:
        case Caught(ankhs=0):
            return "mummy"  # that pawn goes to no dungeon
    return ICONS[type(event)]


def _certificate(session: Session) -> tuple[Words, ...]:
    """In the two-player game, the sentence that the unseen pawn's move is by the rules (P47).

    It comes when the turn is handed over, so that it does not reveal whether a mission was in reach.
    """
    before: State = session.steps[-2].state if len(session.steps) > 1 else session.start
    handed_over = any(isinstance(event, (TurnBegins, MummyTurnBegins)) for event in session.steps[-1].events)
    is_unseen = before.is_two_player and not is_kept_from_nobody(before)
    if not is_unseen or before.phase not in ("move", "mission") or not handed_over:
        return ()
    choice = next(step.action for step in reversed(session.steps) if isinstance(step.action, Choose))
    pawn, face = pawn_words(before.hunter.pawn), FACE_WORDS[choice.face]
    return (words("The device has checked: the {pawn}'s move with {face} is allowed.", pawn=pawn, face=face),)
