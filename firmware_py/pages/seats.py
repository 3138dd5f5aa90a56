"""A seat with a screen of its own: its pages, what its phone may touch there, and what that comes to.

Why pages of its own: what is half entered on a phone shows nowhere else, and nothing that is done at the device takes
it away. A phone is one more control of the touching kind. Only a `Play` of the seat's own player leaves it.

Why by whom everything may be known: a view is cut here, before it leaves. Whoever sees the whole state gets the page
behind the curtain, and everybody else what the table may read.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from display.view import Audience, Item, Menu, Notice, Poster, View
from firmware_py.games.registry import TABLE, Event
from firmware_py.games.session import Session, last_entered, why_not_undo
from firmware_py.pages.help import help_page
from firmware_py.pages.interface import Begin, Command, Leave, PageContext, Play, Resume, Undo
from firmware_py.pages.offers import HELP, Laid, Lines, Offer, every
from firmware_py.pages.page import (
    GO_BACK,
    NEXT,
    PREVIOUS,
    Back,
    Input,
    LongPress,
    NoMenu,
    Page,
    Press,
    Stack,
    Touch,
    confirm,
    offered,
    press,
    what_undo_takes_back,
)
from firmware_py.pages.phones import ALL, MAY, people_in
from firmware_py.pages.registry import PAGES, explained_on, poster
from firmware_py.pages.result import ReplayPage
from firmware_py.words import NOTHING, Words, speak, words

TITLE = words("Pyramid Referee")
AT_THE_BOX = words("Earlier entries are corrected on the device.")


class SeatScreen(NamedTuple):
    """A seat, and its pages as they follow from the game in `session`."""

    player: str
    """Empty for somebody who looks on."""
    language: str
    session: Session | None = None
    asked: Page | None = None
    """The page that its game has led to, before anything was entered on it."""
    stack: Stack = ()


class FootOffer(NamedTuple):
    """What the foot of a page on a phone offers."""

    target: str
    label: str
    icon: str = ""


class SeatAnswer(NamedTuple):
    """A seat after touches, and what they play or ask for, if anything; or why they lead nowhere on a phone."""

    seat: SeatScreen
    command: Play | Undo | Begin | Resume | Leave | None = None
    why_not: Words = NOTHING

    @property
    def actions(self) -> tuple[object, ...]:
        """The actions that are played."""
        return tuple(filter(None, (self.command.action, self.command.then))) if isinstance(self.command, Play) else ()


class WaitingPage(Page, frozen=True):
    """Shows how the game stands while others must act, or that there is none."""

    def view(self, table: PageContext) -> View:
        """The picture of the game, as far as this seat may know it, and for whom it waits."""
        session, say = table.session, table.say
        if session is None:
            items = tuple(offer.item for offer in self.offers(table).offers)
            return View(say(TITLE), say(words("Start the game on the device.")), Menu(items))
        acting, pages = session.game.rules.to_act(session.state), PAGES[session.game.id]
        sees_all = knows_all(table)
        picture = pages.secrets.picture if pages.secrets and sees_all else pages.picture
        return View(
            say(session.game.title),
            say(words("Waiting for {players}.", players=acting)) if acting else "",
            picture(Menu(()), table) if picture else Menu(()),
            actor=table.actor(acting[0]) if acting else None,
            audience=self.audience(table),
        )

    def offers(self, table: PageContext) -> Lines:
        """To go on with the game that was left, where a phone may do that."""
        if table.session or table.unfinished is None:
            return Lines(())
        item = Item(table.say(words("Go on with the game")), ("resume",), target="resume")
        return Lines((Offer(item, Resume(table.unfinished.game_id)),))

    def audience(self, table: PageContext) -> Audience:
        """Whoever may know what the picture shows."""
        return "hunters" if knows_all(table) else "table"


def knows_all(table: PageContext) -> bool:
    """Whether this seat's player may know the secrets of the game under way."""
    session, player = table.session, table.seat
    if session is None or player == TABLE or not session.game.has_secrets:
        return False
    return session.game.rules.seen_by(session.state, player) is session.state  # nothing was cut out


def table_of(seat: SeatScreen, table: PageContext) -> PageContext:
    """What the pages of a seat may look at: no board, and a finger to choose with."""
    player = seat.player if table.session and seat.player in people_in(table.session) else ""
    settings = replace(table.settings, controls="touch", has_keys=False)
    return replace(
        table, settings=settings, say=speak(seat.language), language=seat.language, board=None, board_health=None,
        seat=player,
    )  # fmt: skip


def follow(seat: SeatScreen, table: PageContext) -> SeatScreen:
    """The seat with the pages of the game now.

    What is half entered stays if only others have acted, and the same is asked.
    """
    session = table.session
    if session is seat.session and seat.stack:
        return seat
    asked = _page_for_seat(table_of(seat, table))
    stack = seat.stack if asked == seat.asked and _only_others_acted(seat, session) else (asked,)
    return seat._replace(session=session, asked=asked, stack=stack)


def _page_for_seat(table: PageContext) -> Page:
    session = table.session
    if session is None or not (session.is_over or table.seat in session.game.rules.to_act(session.state)):
        return WaitingPage()
    page = PAGES[session.game.id].page(table, None, NoMenu())
    while (below := page.uncover()) is not page:
        page = below
    return page


def _only_others_acted(seat: SeatScreen, session: Session | None) -> bool:
    before = seat.session
    if before is None or session is None or session.start is not before.start or session.ply <= before.ply:
        return False
    goes_on = not before.steps or session.steps[before.ply - 1] is before.steps[-1]
    return goes_on and all(step.action.by != seat.player for step in session.steps[before.ply :])


def seat_view(seat: SeatScreen, table: PageContext) -> View:
    """What a seat sees, with the last news that its side could hear.

    :raises PermissionError: when it would see what its player must not know.
    """
    own = table_of(seat, table)
    top = seat.stack[-1]
    view = top.view(own)
    if "hunters" in (view.audience, top.audience(own)) and not knows_all(own):
        raise PermissionError(type(top).__name__)
    if view.notice is None and len(seat.stack) == 1 and own.session and not own.session.is_over:
        view = replace(view, notice=_news(own, own.session))
    return view


def _news(table: PageContext, session: Session) -> Notice | None:
    said = tuple(table.say(event.words()) for event in _audible_events(table, session) if not event.is_shown_anyway)
    return Notice(said, "news") if said else None


def _audible_events(table: PageContext, session: Session) -> tuple[Event, ...]:
    """The last that this seat could hear, whenever that was: when others act in secret is one as well."""
    sees_all = knows_all(table)
    for step in reversed(session.steps):
        if heard := tuple(event for event in step.events if sees_all or event.is_public):
            return heard
    return ()


def poster_for(seat: SeatScreen, table: PageContext) -> Poster | None:
    """The poster of the last that this seat could hear, if the device shows one for it."""
    own, session = table_of(seat, table), table.session
    if session is None or len(seat.stack) > 1:
        return None
    poster_of = PAGES[session.game.id].poster_of
    found = [shown for event in _audible_events(own, session) if (shown := poster_of(event))]
    return poster(*found[-1], own) if found else None


# --- what may be touched ---------------------------------------------------------------------------------------------


def foot(seat: SeatScreen, table: PageContext, view: View) -> tuple[FootOffer, ...]:
    """What lies in the foot of a page: what its keys do, as far as a phone may do it."""
    own, top = table_of(seat, table), seat.stack[-1]
    laid, acts, lies_there = top.arrange(own), [], every(top.offers(own))
    icons = {own.say(label): icon for label, icon in FOOT_ICONS.items()}
    for hint in view.hints:
        label = hint.short if hint.held and len(hint.label) > LONGEST_LABEL and hint.short else hint.label
        if hint.held and hint.button == "ok" and (held := laid.now.held) and held.name and not top.is_of_the_past:
            if not any(offer.name != held.name and offer.value == held.value for offer in lies_there):
                acts.append(FootOffer(held.name, label, icons.get(label, "")))
        elif not hint.held and (_needs_ok(laid) if hint.button == "ok" else _is_free(seat, own, hint.button)):
            acts.append(FootOffer(f"button:{hint.button}", label, icons.get(label, hint.icon)))
    if last := undo_words(seat, own):
        acts.append(FootOffer(UNDO_TARGET, own.say(words("undo: {what}", what=last)), "undo"))
    if own.session and not own.session.is_over and len(seat.stack) == 1 and may_all(seat, own):
        acts.append(FootOffer(LEAVE_TARGET, own.say(words("stop for today")), "kept"))
    if len(seat.stack) == 1 and not isinstance(top, WaitingPage) and _help(top, own):
        acts.append(FootOffer(HELP_TARGET, own.say(HELP), "why"))
    return tuple({act.label: act for act in acts}.values())


FOOT_ICONS = {GO_BACK: "back", PREVIOUS: "left", NEXT: "right"}
HELP_TARGET, UNDO_TARGET, LEAVE_TARGET = "help", "undo", "leave"
LONGEST_LABEL = 28
"""The most letters of a label in the foot that has a shorter form."""


def may_all(seat: SeatScreen, table: PageContext) -> bool:
    """Whether the device lets this seat undo, begin and leave as well; whoever looks on never may."""
    return (
        bool(seat.player)
        and table.chosen.get(MAY) == ALL
        and (table.session is None or bool(table_of(seat, table).seat))
    )


def undo_words(seat: SeatScreen, own: PageContext) -> Words | None:
    """What its player may undo: what they did last themselves; None if nothing.

    In a game with secrets only those from whom nothing was hidden may, also after its end: whether something can be
    undone tells others whether anything hidden has followed it.
    """
    session = own.session
    if session is None or own.unplayed or not may_all(seat, own) or why_not_undo(session):
        return None
    if session.has_secrets and not knows_all(own):
        return None
    last = last_entered(session)
    is_own = last >= 0 and session.steps[last].action.by == own.seat
    return what_undo_takes_back(own, secrets=True) if is_own else None


def _leave_page() -> Page:
    question, saved = words("Stop for today?"), words("The game is saved.")
    return confirm(question, (saved,), words("Yes, stop for everybody"), Leave(), "kept")


def _needs_ok(laid: Laid) -> bool:
    """Whether `ok` does what no touch does: it has no cursor, or a touch only moves that, and `ok` leads back."""
    chosen = laid.chosen.offers[0] if laid.chosen else None
    return laid.cursor is None or bool(chosen and chosen.touched and isinstance(chosen.value, Back))


def _is_free(seat: SeatScreen, own: PageContext, button: str) -> bool:
    """Whether a button does something that a phone may: what hides the page from others hides nothing here."""
    if button != "back":
        return True
    if any(isinstance(offer.touched or offer.value, Back) for offer in every(seat.stack[-1].offers(own))):
        return False  # it lies on the page already
    after, command = press(seat.stack, Press("back"), own)
    return command is None and after != seat.stack and after[-1].audience(own) == seat.stack[-1].audience(own)


def _help(page: Page, own: PageContext) -> Page | None:
    return help_page(page, own, explained_on(page, own))


def inputs(seat: SeatScreen, table: PageContext, view: View) -> dict[str, Input]:
    """All that may be touched on a seat's page, and what a touch means there; nothing else is taken."""
    own = table_of(seat, table)
    audience: Audience = "hunters" if knows_all(own) else "table"
    beyond = Begin | Resume | Leave if may_all(seat, table) else Play
    touches: dict[str, Input] = {
        offer.name: Touch(offer.name)
        for offer in offered(seat.stack, own, audience)
        if offer.name and (isinstance(offer.value, Play | beyond) or not isinstance(offer.value, Command))
    }
    for act in foot(seat, table, view):
        kind, _, button = act.target.partition(":")
        if kind == "button":
            touches[act.target] = Press(button)  # type: ignore[arg-type]  # from a hint
        elif act.target in (HELP_TARGET, UNDO_TARGET, LEAVE_TARGET):
            touches[act.target] = LongPress("up")  # `touch` answers these by themselves
    return touches


def shows_past(stack: Stack, table: PageContext) -> bool:
    """Whether a page about an earlier moment lies there; a phone may look at those of a game that is over."""
    past = [page for page in stack if page.is_of_the_past]
    return bool(past) and not (table.playing.is_over and all(isinstance(page, ReplayPage) for page in past))


def touch(seat: SeatScreen, table: PageContext, targets: tuple[str, ...]) -> SeatAnswer | None:
    """The seat after touches, all of them or nothing: None if one is not offered, or not this player's."""
    own = table_of(seat, table)
    command: Command | None = None
    for target in targets:
        done = inputs(seat, table, seat.stack[-1].view(own)).get(target)
        if done is None or command is not None:
            return None
        if target == UNDO_TARGET:
            command = Undo(is_sure=own.playing.has_secrets)
            continue
        if target in (HELP_TARGET, LEAVE_TARGET):
            page = _help(seat.stack[-1], own) if target == HELP_TARGET else _leave_page()
            seat = seat._replace(stack=(*seat.stack, page)) if page else seat
            continue
        stack, command = press(seat.stack, done, own)
        if shows_past(stack, own):
            return SeatAnswer(seat, why_not=AT_THE_BOX)
        seat = seat._replace(stack=stack)
    match command:
        case None:
            return SeatAnswer(seat)
        case Play():
            touched = SeatAnswer(seat, command)
            return touched if all(action.by == seat.player for action in touched.actions) else None  # type: ignore[attr-defined]
        case Undo() | Begin() | Resume() | Leave() if may_all(seat, table):
            return SeatAnswer(seat, command)
    return None
