"""The box plays in a seat: the page on which it thinks, and the one that tells people what to do for it.

Why people do it: the box has no hands. One of them, named as the game begins, moves its pieces and turns its cards.
Why `ok` comes after that: only then is it played, so that the table and the game never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from display.view import Announcement, Item, Menu, View
from firmware_py.games.seats import LEVELS, VERSION, BoxSeat, Seat, box_of, kind_at, team_of
from firmware_py.games.session import Session
from firmware_py.pages.interface import Decide, Decision, PageContext, Play, Redo, Turned
from firmware_py.pages.offers import Keys, Lines, Offer
from firmware_py.pages.page import (
    CHOOSE,
    MENU,
    Choice,
    HuntersOnly,
    ListPage,
    LivePage,
    Page,
    Push,
    Reply,
    Stack,
    confirm,
    hints,
    reading_page,
)
from firmware_py.pages.people import won_of_100
from firmware_py.pages.registry import PAGES
from firmware_py.words import NOTHING, Words, words

Drawn: TypeAlias = Callable[[PageContext], View]
"""Returns how the table looks while the box acts: a page without a question and without an answer."""


class ThinkingPage(Page, frozen=True):
    """The box thinks; whoever opens the menu interrupts it."""

    TOPICS: ClassVar = ("hands",)
    asks_box = True

    player: str
    menu: Page
    draw: Drawn
    turned: Turned | None = None
    goes_on: bool = False
    """Something was undone, and it is to decide again nevertheless."""

    def thinks(self, table: PageContext) -> bool:
        """Whether it thinks now: not after an undo, until play goes on."""
        return self.goes_on or not table.playing.undone

    def asks(self, table: PageContext) -> Decide | None:
        """What it does in its seat."""
        return Decide(self.player, self.turned) if self.thinks(table) else None

    def take_answer(self, answer: Decision, table: PageContext) -> Reply:
        """What people are told to do for it, or a command."""
        return PAGES[table.playing.game.id].follow_decision(table, answer, self)

    def view(self, table: PageContext) -> View:
        """The table, and that it thinks, or what else there is to do."""
        shown = self.draw(table)
        if self.thinks(table):
            prompt = words("{player} is thinking…", player=self.player)
            shown_hints = hints(table, ok=None, back=MENU)
            return replace(shown, prompt=table.say(prompt), hints=shown_hints)
        laid = self.arrange(table)
        body = Announcement(table.say(words("Something was undone.")), (), "undo", is_read=False)
        body = replace(body, choices=Menu(laid.items(), laid.cursor or 0))
        prompt = words("Play it again, or does {player} decide again?", player=self.player)
        return replace(shown, prompt=table.say(prompt), body=body, hints=hints(table, ok=CHOOSE, back=MENU))

    def offers(self, table: PageContext) -> Lines:
        """Nothing while it thinks; after an undo, to play again or to go on."""
        if self.thinks(table):
            return Lines(())
        again = Offer(Item(table.say(words("Redo")), ("redo",), target="0"), Redo())
        once_more = Offer(Item(table.say(words("Decide again")), ("resume",), target="1"), replace(self, goes_on=True))
        return Lines((again, once_more))

    def asks_only_whose_turn(self, table: PageContext) -> bool:
        """Whether it thinks."""
        return self.thinks(table)

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return Push(self.menu)


class TellPage(Page, frozen=True):
    """Tells people what to do for the box; what it has decided is played once they say that it is done."""

    TOPICS: ClassVar = ("hands",)
    actions: tuple[Any, ...]
    prompt: Words
    lines: tuple[Words, ...]
    """What is to be done one after the other, if the prompt does not say it; the table is drawn with it."""
    menu: Page
    draw: Drawn

    def view(self, table: PageContext) -> View:
        """The table, and what is to be done."""
        shown_hints = hints(table, ok=DONE, back=MENU)
        return replace(self.draw(table), prompt=table.say(self.prompt), hints=shown_hints)

    def asked_for(self, table: PageContext) -> tuple[Any, ...]:
        return self.actions

    def offers(self, table: PageContext) -> Keys:
        """That it is done."""
        first, *more = self.actions
        return Keys(Offer(Item(table.say(DONE), ("ok",), target="done"), Play(first, more=tuple(more))))

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return Push(self.menu)

    @property
    def identity(self) -> object:
        """What tells the page from others: also what is to be done."""
        return TellPage, self.prompt, self.lines


DONE = words("done")


class HandsPage(Page, frozen=True):
    """Says who moves the pieces of the box and turns its cards, as it takes its seat."""

    TOPICS: ClassVar = ("hands",)
    players: tuple[str, ...]
    then: Page
    menu: Page

    def view(self, table: PageContext) -> View:
        """Who does it for each seat."""
        say, session = table.say, table.playing
        body = Announcement(say(words("The box plays.")), tuple(map(say, self._lines(session))), "good")
        go_on = hints(table, ok=GO_ON, back=MENU)
        return View(say(session.game.title), "", body, actor=table.actor(self.players[0]), hints=go_on)

    def _lines(self, session: Session) -> tuple[Words, ...]:
        seats = tuple((player, seat) for player in self.players if (seat := box_of(session.state, player)))
        levels = (words("{player}: level {level}.", player=player, level=seat.level) for player, seat in seats)
        if all(seat.kind == "hunter" for _, seat in seats):
            return (*levels, words("It needs no pawns and no cards: this screen says what it does."))
        people = tuple(dict.fromkeys(hands_for(session, player) for player, _ in seats))
        return (
            *levels,
            words("{people}: move its pieces and turn its cards as this screen says. Then press ✓.", people=people),
        )

    def offers(self, table: PageContext) -> Keys:
        """The game goes on."""
        return Keys(Offer(Item(table.say(GO_ON), ("ok",), target="ok"), self.then))

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return Push(self.menu)


GO_ON = words("go on")


def acts_for(table: PageContext, player: str) -> bool:
    """Whether the box acts in a seat now; in a correction people enter whatever was done."""
    return not table.is_past and box_of(table.playing.state, player) is not None


def introduce(table: PageContext, then: Page, menu: Page) -> Page:
    """The page, after one about the seats that the box has just taken, which says whose hands help it."""
    session = table.playing
    if session.undone or session.is_over:
        return then
    players = _just_taken(session)
    return HandsPage(players, then, menu) if players else then


def _just_taken(session: Session) -> tuple[str, ...]:
    if not session.steps:
        return tuple(player for player, _ in getattr(session.state, "boxes", ()))
    match session.steps[-1].action:
        case Seat(by=player, box=box) if box is not None:
            return team_of(session.state, player)
    return ()


def return_pages(table: PageContext, menu: Page, stack: Stack) -> tuple[Page, ...]:
    """What hunters read first who play again in place of the box, for their eyes only.

    It lies there until it is done, whatever others play meanwhile, and again whenever such a game is taken up.
    """
    session, secrets = table.playing, PAGES[table.playing.game.id].secrets
    if secrets is None or session.is_over:
        return ()
    seats = (step.action for step in reversed(session.steps) if isinstance(step.action, Seat))
    last = next((seat for seat in seats if kind_at(session.state, seat.by) == "hunter"), None)
    if last is None or last.box is not None:
        return ()
    is_due = not stack or session.steps[-1].action == last
    if not is_due and secrets.return_page not in map(secrets.opened, stack):
        return ()
    if not session.has_secrets:
        return (secrets.return_page,)
    return (secrets.curtain(secrets.only_for(secrets.return_page, menu), menu, NOTHING),)


def hands_for(session: Session, player: str) -> str:
    """The person who acts for the box: the next one round the table who is still there."""
    players = session.header.players
    at = players.index(player)
    others = (*players[at + 1 :], *players[:at])
    people = (other for other in others if other in session.present and box_of(session.state, other) is None)
    return next(people, player)


# --- in mid-game -----------------------------------------------------------------------------------------------------

WHO_PLAYS = words("Who plays")


def seats_choice(table: PageContext) -> tuple[Choice, ...]:
    """The line of the game's menu by which somebody's seat changes hands, or that says why it cannot."""
    if table.playing.is_over:
        return ()
    return (Choice(words("Who plays…"), Push(LivePage(_seats_lines)), icons=("players",)),)


def _why_it_stays(session: Session, player: str) -> Words | None:
    """Why this seat, or that of a team, cannot change hands; None if it can.

    Where the box has hunted from the beginning nobody comes back, and once hunters came back it hunts no more: whoever
    asked and took it back would only see where its pawns are.
    """
    state, team = session.state, team_of(session.state, player)
    hunts = kind_at(state, player) == "hunter"
    if box_of(state, player):
        if hunts and player in getattr(session.header, "box", {}):
            return words("The box has hunted from the beginning: only it knows its cards and where its pawns are.")
        return None
    if not {one for one in session.present if box_of(state, one) is None} - {*team}:
        return words("Somebody must play: the box does not play against itself.")
    if not hunts:
        return None
    if not session.seed:
        return words("The box hunts only if it also rolls the dice: choose that before the next game.")
    if any(
        isinstance(step.action, Seat) and step.action.box is None and step.action.by in team for step in session.steps
    ):
        return words("The hunters have seen the map again: the box hunts no more in this game.")
    secrets = PAGES[session.game.id].secrets
    return secrets.why_no_box(state) if secrets else None


def _seats_lines(table: PageContext) -> ListPage:
    session = table.playing
    teams = dict.fromkeys(team_of(session.state, player)[0] for player in session.present)
    lines = tuple(_seat_line(player, table) for player in teams)
    leads_on = next((at for at, line in enumerate(lines) if not line.is_dimmed), 0)
    return ListPage(WHO_PLAYS, words("Whose seat changes hands?"), lines, start=leads_on, about=("seats",))


def _seat_line(player: str, table: PageContext) -> Choice:
    state = table.playing.state
    hunts, is_box = kind_at(state, player) == "hunter", box_of(state, player) is not None
    label = words("The box plays for {player}…", player=player)
    label = words("The box plays the hunters…") if hunts else label
    if is_box:
        label = words("A person plays for {player}", player=player)
        label = words("The hunters play again") if hunts else label
    icons = ("resume" if is_box else "players",)
    if why_not := _why_it_stays(table.playing, player):
        answer = reading_page(WHO_PLAYS, words("Not in this game."), (why_not,))
        return Choice(label, Push(answer), icons, words("not in this game"), is_dimmed=True)
    asked = _asks_again(table, Play(Seat(player, None))) if is_box else Push(LivePage(partial(_levels_lines, player)))
    return Choice(label, asked, icons)


def _levels_lines(player: str, table: PageContext) -> ListPage:
    session, kind = table.playing, kind_at(table.playing.state, player)
    pages, count = PAGES[session.game.id], len(session.header.players)
    place = pages.place_of(session.header)
    seats = tuple(BoxSeat(kind, level, VERSION) for level in LEVELS)
    rates = tuple(won_of_100(session.game.id, seat, count, place) for seat in seats)
    lines = (
        Choice(
            words("Level {level}", level=seat.level),
            _asks_again(table, Play(Seat(player, seat))),
            detail=NOTHING if rate == NOTHING else words("{rate}%", rate=rate),
        )
        for seat, rate in zip(seats, rates, strict=True)
    )
    asked = words("How strongly does the box play?")
    if all(rate != NOTHING for rate in rates):
        asked = words("How strong? Games it wins against {opponents}:", opponents=pages.opponents[kind])
    return ListPage(WHO_PLAYS, asked, tuple(lines), start=len(LEVELS) // 2, about=("seats",))


def _asks_again(table: PageContext, play: Play) -> Reply:
    """What asks before a seat changes hands, which no undo takes back; in a game with secrets it asks the hunters."""
    session, seat = table.playing, play.action
    hunts = kind_at(session.state, seat.by) == "hunter"
    if not session.game.has_secrets:
        asked = words("Does a person play for {player} from now on?", player=seat.by)
        if seat.box:
            asked = words("Does the box play for {player} from now on?", player=seat.by)
        why = words("What was entered before can then no longer be undone.")
        return Push(confirm(asked, (why,), words("Yes, change seats"), play, "players", WHO_PLAYS))
    match hunts, bool(seat.box):
        case True, True:
            asked = words("Does the box play the hunters?")
            why = words("Take all pawns off the board and put your cards away unseen: the box draws its own.")
        case True, False:
            asked = words("Do people play the hunters again?")
            why = words("They will see the map, and the box will not hunt again in this game. This cannot be undone.")
        case False, True:
            asked = words("Does the box play the mummy?")
            why = words("From now on the map is open to all: whoever played the mummy goes home first.")
        case _:
            asked = words("Does a person play the mummy?")
            why = words("From now on the map is for the hunters alone: whoever plays the mummy looks away.")
    return Push(HuntersOnly(WHO_PLAYS, asked, why, play))
