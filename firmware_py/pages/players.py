"""Who plays: how many, their names and colours, chosen on one page that shows the table from above.

Left and right walk round the table, up and down change what the cursor is on, `ok` goes on. Where left and right are
missing, up and down walk, and `ok` changes what the cursor is on; a name and the number are opened by it. As long as
somebody is remembered who does not sit there yet, `ok` on a name asks who it is, with everybody's face (`WhoPage`).

Why the page stores the people as they sat when the cursor came, and how far it has turned since: so a name or a colour
may change places with another, and back again, while somebody looks for the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial
from itertools import chain
from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import COLOURS, FREE_SEAT, Button, Colour, Face, Faces, Hint, Item, Menu, PlanSeat, TablePlan, View
from firmware_py.foreign_text import from_json
from firmware_py.games.records import why_no_table
from firmware_py.games.registry import BOXES, GameBox
from firmware_py.games.seats import LEVELS
from firmware_py.pages.interface import PageContext
from firmware_py.pages.keyboard import LONGEST_NAME, KeyboardPage
from firmware_py.pages.offers import (
    Keys,
    Lines,
    Offer,
    arrow_hints,
    has_two_directions,
    steer,
)
from firmware_py.pages.page import CHOOSE, GO_BACK, Back, Later, Page, Push, Reply, Stack, hints
from firmware_py.pages.people import (
    COLOUR_WORDS,
    People,
    Person,
    Seats,
    assign_colours,
    boxes_of,
    by_colour,
    colours_at,
    faces_of,
    names_met,
    names_of,
    names_to_seat,
    people_on,
    resize_table,
    seat_name,
    seats_of,
    strength,
    suggest_people,
    swap_colour,
    with_box,
)
from firmware_py.pages.registry import PAGES, WORLDS
from firmware_py.words import Words, is_printable, words, words_n


class Stop(msgspec.Struct, frozen=True):
    """A place of the cursor."""

    part: Literal["go", "number", "name", "colour", "first"]
    seat: int = 0


GO, FIRST_NAME = Stop("go"), Stop("name")

WHAT: dict[str, Words] = {
    "go": words("players"),
    "number": words("players"),
    "name": words("name"),
    "colour": words("colour"),
    "first": words("who begins"),
}
"""What is changed at each kind of stop."""


def stops_of(box: GameBox, seats: Seats, table: PageContext) -> tuple[Stop, ...]:
    """The places of the cursor in their order; the free seat comes last, next to what goes on.

    Where left and right are missing, all names come before the tokens, and the number is a place of its own.
    """
    last, people = PAGES[box.id].last_place, people_on(seats)
    names, tokens, free = [], [], []
    for seat, person in enumerate(seats):
        if person is None:
            free.append(Stop("name", seat))
            continue
        token = Stop("first" if last and person is people[-1] else "colour", seat)
        names.append(Stop("name", seat))
        tokens.append((token, Stop("first")) if seat == 0 and last is None else (token,))
    if has_two_directions(table):  # the shortest ways are others where left and right do not go from seat to seat
        return (GO, *names, *chain(*tokens), *free, Stop("number"))
    return (GO, *chain(*((name, *token) for name, token in zip(names, tokens, strict=True))), *free)


def walks_only(stops: tuple[Stop, ...]) -> bool:
    """Whether all directions walk round the table, so that what the cursor is on must be opened to change it."""
    return Stop("number") in stops


def stop_target(stops: tuple[Stop, ...], stop: Stop) -> str:
    """The name that touching a stop returns; empty if the cursor cannot get there."""
    return str(stops.index(stop)) if stop in stops else ""


def person_at(seat: int, seats: Seats) -> int:
    """The number of the person on a seat, counted among those who sit."""
    return len(people_on(seats[:seat]))


class SeatChoice(Enum):
    """What a seat offers besides names: no text, since any text may be somebody's name."""

    LETTERS = "a name is written"
    NOBODY = "the seat is free"


SeatOffer: TypeAlias = str | SeatChoice | int
"""What a seat can be offered: a name, another choice, or a level at which the box plays there."""


def players_page(box: GameBox) -> Page:
    """The page that asks who plays; it offers the players of the last game that fits."""
    return PlayersPage(box)


class PlayersPage(Page, frozen=True):
    """The table from above, with everybody's name and colour."""

    TOPICS: ClassVar = ("players",)
    box: GameBox
    people: People = ()
    """Who sat there when the cursor came to its stop; empty for those of the last table."""
    stop: Stop | None = None
    """None until somebody moves the cursor."""
    turned: int = 0
    """How many times what is there was changed for the next since then."""
    is_open: bool = False
    """With four buttons: up and down change the name, or the number."""

    @property
    def game(self) -> str:
        """The game that these people play."""
        return self.box.id

    # --- what it shows -----------------------------------------------------------------------------------------------

    def view(self, table: PageContext) -> View:
        """The table with everybody who sits there, and the next free seat."""
        say, stop, seats = table.say, self.cursor(table), self._seats(table)
        stops, last = stops_of(self.box, seats, table), PAGES[self.box.id].last_place
        shown, people = self._plan_seats(table, seats, stops), people_on(seats)
        count = words_n("{count} player", "{count} players", len(people))
        body = TablePlan(
            shown,
            part="colour" if last and stop.part == "first" else stop.part,
            at=stop.seat,
            is_turned=self.is_open or not walks_only(stops),
            go=Item(say(words("Play")), ("ok",), target="0", scene=WORLDS[self.box.id]),
            number=Item(say(count), target=stop_target(stops, Stop("number")), brief=say(WHAT["number"])),
            first=Item(say(words("begins")), target="" if last else stop_target(stops, Stop("first"))),
            spoken=say(self._cursor_words(stop, tuple(one.name for one in shown), people)),
        )
        if about := self._about(table, stop, seats):  # in two lines: the table needs the title's one
            return View("", say(about), body, hints=self._hints(table, stop, stops), faces=self._faces(table, people))
        return View(
            say(self.box.title),
            say(words("Who is at the table?")),
            body,
            hints=self._hints(table, stop, stops),
            faces=self._faces(table, people),
        )

    def _faces(self, table: PageContext, people: People) -> Faces:
        """The faces of those who have names, by their colours."""
        named = [(person.name, person.colour) for person in people if person.name and not person.level]
        return by_colour(named, faces_of((name for name, _ in named), table))

    def _about(self, table: PageContext, stop: Stop, seats: Seats) -> Words | None:
        """What there is to know of the seat under the cursor: how strongly the box plays, or that it is a guest's."""
        person, people = seats[stop.seat] if stop.part == "name" else None, people_on(seats)
        if person and self.turned and self._offer_now(table) == "":
            return words("A guest: no list remembers who it was.")
        if person is None or not person.level:
            return None
        numbered = tuple(map(str, range(len(people))))
        seat = dict(boxes_of(people, numbered, self.box))[str(people.index(person))]
        return strength(self.box.id, seat, len(people), PAGES[self.box.id].likely_place(table, len(people)))

    def _plan_seats(self, table: PageContext, seats: Seats, stops: tuple[Stop, ...]) -> tuple[PlanSeat, ...]:
        """The seats as they are drawn."""
        stop, last, people = self.cursor(table), PAGES[self.box.id].last_place, people_on(seats)
        names = iter(names_of(people, table))
        shown = []
        for seat, person in enumerate(seats):
            name = next(names) if person else table.say(words("free seat"))
            if person and person.level:
                name = table.say(words("Box, level {level}", level=person.level))
            if stop == Stop("name", seat) and self._offer_now(table) == SeatChoice.LETTERS:
                name = table.say(words("Another name…"))
            target, role = stop_target(stops, Stop("name", seat)), last.icon if last and person is people[-1] else ""
            if person is None:
                shown.append(PlanSeat(name, icon=FREE_SEAT, target=target))
            elif role:
                shown.append(PlanSeat(name, None, role, target, stop_target(stops, Stop("first", seat))))
            else:
                shown.append(PlanSeat(name, person.colour, "", target, stop_target(stops, Stop("colour", seat))))
        return tuple(shown)

    def _cursor_words(self, stop: Stop, names: tuple[str, ...], people: People) -> Words:
        """What the cursor is on, for a voice."""
        last = PAGES[self.box.id].last_place
        match stop.part:
            case "go":
                return words("Play")
            case "number":
                return WHAT["number"]
            case "first":
                if last is None:
                    return words("{player} begins.", player=names[0])
                what = last.name
            case "colour":
                what = COLOUR_WORDS[people[person_at(stop.seat, seats_of(people, self.box))].colour or "white"]
            case "name":
                what = words("seat {number}", number=stop.seat + 1)
        return words("{what}: {player}", what=what, player=names[stop.seat])

    def _hints(self, table: PageContext, stop: Stop, stops: tuple[Stop, ...]) -> tuple[Hint, ...]:
        last = PAGES[self.box.id].last_place
        what = last.name if last and stop.part == "first" else WHAT[stop.part]
        place = words("seat")
        ok = words("write") if self._is_at_letters(table) else words("play")
        ok = words("who?") if self._asks_who(stop, table) else ok
        changes = arrow_hints(table, what, is_upright=True)
        if not walks_only(stops):
            return (*arrow_hints(table, place), *changes, *hints(table, ok=ok, back=GO_BACK))
        if self.is_open:
            ok = CHOOSE if stop.part == "name" and not self._is_at_letters(table) else ok
            return (*changes, *hints(table, ok=ok, back=GO_BACK))
        ok = words("play") if stop == GO else words("change")
        return (*arrow_hints(table, place), *hints(table, ok=ok, back=GO_BACK))

    # --- who sits there ----------------------------------------------------------------------------------------------

    def _base(self, table: PageContext) -> People:
        """Who sat there when the cursor came."""
        return self.people or suggest_people(self.box, table)

    def cursor(self, table: PageContext) -> Stop:
        """Where the cursor is: at first on what goes on, or on the first name where nobody has played yet."""
        return self.stop or (GO if any(game.players for game in table.saved_games()) else FIRST_NAME)

    def _seat_offers(self, table: PageContext, seat: int) -> tuple[SeatOffer, ...]:
        """What a seat offers: what it has, who could come, letters, who sits elsewhere, and that it is free."""
        people = self._base(table)
        person = seats_of(people, self.box)[seat]
        missed = names_to_seat(people, table)
        if person is None:
            return (SeatChoice.NOBODY, *(missed or ("",)), *LEVELS, SeatChoice.LETTERS, *(("",) if missed else ()))
        can_be_box = PAGES[self.box.id].last_place or any(one is not person and not one.level for one in people)
        levels = LEVELS if can_be_box else ()
        if person.level:
            after = (*levels[person.level :], *levels[: person.level - 1])
            guest = ("",) if missed else ()
            return (person.level, *after, *(missed or ("",)), SeatChoice.LETTERS, *guest, *self._offer_to_free(people))
        others = tuple(one.name for one in people if one.name and one is not person)
        return (
            person.name,
            *missed,
            SeatChoice.LETTERS,
            *others,
            *levels,
            *(("",) if person.name else ()),
            *self._offer_to_free(people),
        )

    def _offer_to_free(self, people: People) -> tuple[SeatChoice, ...]:
        """The offer to leave a seat free, if enough others stay."""
        return (SeatChoice.NOBODY,) if len(people) > self.box.fewest else ()

    def _offer_now(self, table: PageContext) -> SeatOffer:
        """What the seat under the cursor is turned to."""
        offers = self._seat_offers(table, self.cursor(table).seat)
        return offers[self.turned % len(offers)]

    def _seats(self, table: PageContext) -> Seats:
        """The seats as they are now."""
        people, stop, box = self._base(table), self.cursor(table), self.box
        seats = seats_of(people, box)
        match stop.part:
            case "name":
                return self._name(seats, stop.seat, table)
            case "go" | "number":
                more = (len(people) - box.fewest + self.turned) % (box.most - box.fewest + 1)
                people = resize_table(people, box.fewest + more, box, table)
            case "colour":
                at = person_at(stop.seat, seats)
                colours = colours_at(at, people, box)
                now = [colour for colour in colours if colour == people[at].colour]
                people = swap_colour(people, people[at], colours[(colours.index(now[0]) + self.turned) % len(colours)])
            case "first":
                by = self.turned % len(people)
                people = assign_colours((*people[by:], *people[:by]), box)
        return seats_of(people, box)

    def _name(self, seats: Seats, seat: int, table: PageContext) -> Seats:
        offer = self._offer_now(table)
        if offer == SeatChoice.NOBODY:
            return (*seats[:seat], None, *seats[seat + 1 :])
        if offer == SeatChoice.LETTERS or self.turned == 0:
            return seats
        turned = (
            with_box(seats, seat, offer, self.box) if isinstance(offer, int) else seat_name(seats, seat, offer, table)
        )
        return seats_of(assign_colours(people_on(turned), self.box), self.box)

    def settle(self, table: PageContext) -> PlayersPage:
        """The page with its present choice taken, as it is for whoever comes to it."""
        people, stop = assign_colours(people_on(self._seats(table)), self.box), self.cursor(table)
        stops = stops_of(self.box, seats_of(people, self.box), table)
        return PlayersPage(self.box, people, stop if stop in stops else GO)

    # --- what a press does -------------------------------------------------------------------------------------------

    def offers(self, table: PageContext) -> Keys:
        """What `ok` does, where the cursor can go or what it changes, and every place for a finger."""
        seats = self._seats(table)
        stops = stops_of(self.box, seats, table)
        names = tuple(one.name for one in self._plan_seats(table, seats, stops))
        places = (
            Offer(
                Item(table.say(_changed_at(stop, names[stop.seat])), target=str(at)),
                Later(partial(self._touch, stop, table)),
            )
            for at, stop in enumerate(stops)
        )
        ok, beside = Item(table.say(CHOOSE), target="ok"), tuple(places)
        walking = steer(
            Offer(ok, Later(partial(self._take_or_open, table))),
            lambda button: Later(partial(self._steer, button, table, walks=not self.is_open)),
            beside,
        )
        return steer(
            Offer(ok, Later(partial(self._take, table))),
            lambda button: Later(partial(self._steer, button, table, walks=button in ("left", "right"))),
            beside,
            walking,
        )

    def go_back(self, table: PageContext) -> Reply:
        """Undo what was changed here last, else move the cursor to "Play", else leave the page.

        An open number is closed as it is: `ok` would go on with it.
        """
        if self.is_open and self.cursor(table).part == "number":
            return replace(self.settle(table), stop=GO)
        if self.is_open or self.turned:
            return replace(self, is_open=False, turned=0)
        return replace(self, stop=GO) if self.people and self.cursor(table) != GO else Back()

    def _take(self, table: PageContext) -> Reply:
        """What follows `ok`."""
        stop = self.cursor(table)
        if self._asks_who(stop, table):
            return self._who(stop.seat, table)
        return self._letters(table, stop.seat) if self._is_at_letters(table) else self._go_on(table)

    def _take_or_open(self, table: PageContext) -> Reply:
        """What follows `ok` where left and right are missing: it opens what up and down change then."""
        stop = self.cursor(table)
        if not self.is_open and stop != GO and not self._asks_who(stop, table):
            return self._open(stop, table)
        if self.is_open and stop.part != "number" and not self._is_at_letters(table):
            return replace(self.settle(table), stop=GO)
        return self._take(table)

    def _asks_who(self, stop: Stop, table: PageContext) -> bool:
        """Whether `ok` asks who sits there: a name that nobody has turned yet, and that somebody could still have."""
        return (
            stop.part == "name" and not (self.turned or self.is_open) and bool(names_to_seat(self._base(table), table))
        )

    def _who(self, seat: int, table: PageContext) -> WhoPage:
        return WhoPage(replace(self.settle(table), stop=Stop("name", seat)))

    def seat_at_once(self, turned: int, table: PageContext) -> Page:
        """What follows when a name, or what else a seat offers, is chosen at once."""
        page = replace(self, turned=turned)
        if page._is_at_letters(table):
            return page._letters(table, page.cursor(table).seat)
        return replace(page.settle(table), stop=GO)

    def other_offers(self, table: PageContext) -> tuple[tuple[int, SeatOffer], ...]:
        """What the seat under the cursor offers besides what it has, and how often it is turned until there."""
        return tuple(enumerate(self._seat_offers(table, self.cursor(table).seat)))[1:]

    def _is_at_letters(self, table: PageContext) -> bool:
        return self.cursor(table).part == "name" and self._offer_now(table) == SeatChoice.LETTERS

    def _open(self, stop: Stop, table: PageContext) -> Page:
        """What follows `ok` on a stop that `ok` changes, where left and right are missing."""
        if stop.part == "number":
            return replace(self, is_open=True, stop=stop, turned=1)
        if stop.part != "name":
            return replace(self, turned=self.turned + 1)
        here = self._seat_offers(table, stop.seat)[0]
        if here in (SeatChoice.NOBODY, "") and not names_to_seat(self._base(table), table):
            return self._letters(table, stop.seat)
        return replace(self, is_open=True, stop=stop, turned=self.turned or int(here == SeatChoice.NOBODY))

    def _go_on(self, table: PageContext) -> Push:
        people = self.settle(table).people
        colours = tuple(person.colour for person in people if person.colour)
        names = names_of(people, table)
        return Push(PAGES[self.box.id].set_up(names, colours, boxes_of(people, names, self.box)))

    def _letters(self, table: PageContext, seat: int) -> Page:
        """The letters for a name in a seat; they replace this page."""
        people = self._base(table)
        page = PlayersPage(self.box, people, Stop("name", seat))
        seats = seats_of(people, self.box)
        others = people_on((*seats[:seat], *seats[seat + 1 :]))
        return keyboard_page(page, tuple(person.name for person in others if person.name))

    def _steer(self, button: Button, table: PageContext, *, walks: bool) -> PlayersPage:
        if walks:
            settled = self.settle(table)
            stops = stops_of(self.box, seats_of(settled.people, self.box), table)
            step = 1 if button in ("right", "down") else -1
            return replace(settled, stop=stops[(stops.index(settled.cursor(table)) + step) % len(stops)])
        more = "up" if self.cursor(table).part in ("go", "number") else "down"
        return replace(self, turned=self.turned + (1 if button == more else -1))

    def _touch(self, stop: Stop, table: PageContext) -> Reply:
        """What follows a touch: the cursor comes, or, where it is already, the next choice."""
        if stop == GO:
            return self._go_on(table)
        if stop != self.cursor(table):
            settled, shown = self.settle(table), self._seats(table)
            seats = seats_of(settled.people, self.box)
            is_free = stop.part == "name" and shown[stop.seat] is None
            alike = [at for at, person in enumerate(seats) if (person is None) == is_free]
            seat = alike[-1 if is_free else person_at(stop.seat, shown)]
            came = replace(settled, stop=Stop(stop.part, seat))
            if came._asks_who(Stop(stop.part, seat), table):
                return came._who(seat, table)
            return replace(settled, stop=Stop(stop.part, seat), turned=int(is_free))
        if self._asks_who(stop, table):
            return self._who(stop.seat, table)
        if self._is_at_letters(table):
            return self._letters(table, stop.seat)
        return replace(self, turned=self.turned + 1)


class WhoPage(Page, frozen=True):
    """Asks who sits on a seat: everybody who is remembered and could, the latest first, and what else it offers.

    Buttons choose the first of them at once; a knob and a finger choose any.
    """

    TOPICS: ClassVar = ("players",)
    page: PlayersPage
    """The table, with its cursor on the seat."""

    @property
    def game(self) -> str:
        """The game that these people play."""
        return self.page.game

    def view(self, table: PageContext) -> View:
        """A line for everybody, with the face."""
        say, laid = table.say, self.arrange(table)
        at = laid.cursor if laid.cursor is not None else -1
        return View(
            title=say(words("Players")),
            prompt=say(words("Who sits on seat {number}?", number=self.page.cursor(table).seat + 1)),
            body=Menu(laid.items(), at),
            hints=hints(table, ok=None if at < 0 else CHOOSE, back=GO_BACK),
        )

    def offers(self, table: PageContext) -> Lines:
        """Everybody."""
        offers = self.page.other_offers(table)
        known = names_met(table)
        faces = faces_of(known, table)
        lines = tuple(
            Offer(self._item(offer, str(at), known, faces, table), Later(partial(self.page.seat_at_once, at, table)))
            for at, offer in offers
        )
        return Lines(lines, is_keyed=True, rest=table.say(words("Others…")))

    def _item(
        self,
        offer: SeatOffer,
        target: str,
        known: Mapping[str, Colour | None],
        faces: Mapping[str, Face],
        table: PageContext,
    ) -> Item:
        match offer:
            case "":
                return Item(table.say(words("a guest")), target=target)
            case str():
                worn = {one.name: one.colour for one in self.page.people}
                free = next((colour for colour in COLOURS if colour not in worn.values()), None)
                colour = known.get(offer) or worn.get(offer) or free
                return Item(offer, colour=colour, target=target, face=faces.get(offer), is_name=True)
            case SeatChoice.LETTERS:
                return Item(table.say(words("Another name…")), ("letters",), target=target)
            case SeatChoice.NOBODY:
                return Item(table.say(words("free seat")), (FREE_SEAT,), target=target)
            case level:
                return Item(table.say(words("Box, level {level}", level=level)), target=target)

    def go_back(self, table: PageContext) -> Page:
        return self.page


def _changed_at(stop: Stop, name: str) -> Words:
    """What is changed at a stop."""
    if stop == GO:
        return words("Play")
    return WHAT["number"] if stop.part == "number" else words("{what}: {player}", what=WHAT[stop.part], player=name)


class NameWritten(msgspec.Struct, frozen=True):
    """What follows a name from the keyboard: it stands at the cursor, which goes to whoever has no name yet."""

    page: PlayersPage

    def __call__(self, name: str) -> Reply:
        """The table with the name."""
        box, seat = self.page.box, self.page.stop.seat if self.page.stop else 0
        seats = seats_of(self.page.people, box)
        had = seats[seat]
        written = (*seats[:seat], Person(name, had.colour if had else None), *seats[seat + 1 :])
        people = assign_colours(people_on(written), box)
        seats = seats_of(people, box)
        nameless = [at for at, person in enumerate(seats) if person and not (person.name or person.level)]
        free = [at for at, person in enumerate(seats) if person is None]
        following = next((Stop("name", at) for at in (*nameless, *free)), GO)
        return PlayersPage(box, people, following)


def keyboard_page(page: PlayersPage, taken: tuple[str, ...], text: str = "") -> KeyboardPage:
    """The letters of the name at the cursor of a page; `taken` are the names of the others."""
    return KeyboardPage(NameWritten(page), taken, text, on_back=page)


class PlayersDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The people at the table in their order, and the letters of a name that is being written."""

    game: str
    players: tuple[str, ...] = ()
    """Their names, each empty for whoever has none; none at all for the table that is offered."""
    colours: tuple[Colour, ...] = ()
    levels: tuple[int, ...] = ()
    """How strongly the box plays in each place, 0 for people; none if it plays in none."""
    writes: int = -1
    """The seat whose name is being written, or -1."""
    text: str = ""


def players_draft(stack: Stack, table: PageContext) -> str:
    """What was entered on the page with the table, to store it; empty while it is not there."""
    draft = ""
    for page in stack:
        match page:
            case PlayersPage():
                draft = _encode(page.settle(table))
            case WhoPage(page=below):
                draft = _encode(below)
            case KeyboardPage(then=NameWritten(page=below), text=text):
                draft = _encode(below, below.stop.seat if below.stop else 0, text)
    return draft


def _encode(page: PlayersPage, writes: int = -1, text: str = "") -> str:
    colours = tuple(person.colour for person in page.people if person.colour)
    names = tuple(person.name for person in page.people)
    levels = tuple(person.level for person in page.people)
    entered = PlayersDraft(page.box.id, names, colours, levels if any(levels) else (), writes, text)
    return msgspec.json.encode(entered).decode()


def players_stack(draft: str) -> Stack:
    """The pages of a stored draft; none if it makes no sense."""
    try:
        entered = from_json(draft, PlayersDraft)
    except msgspec.DecodeError:
        return ()
    box = BOXES.get(entered.game)
    if box is None or box.id not in PAGES or not _is_possible(entered, box):
        return ()
    people = _people_of(entered)
    if entered.writes < 0:
        return (PlayersPage(box, people),)
    seat = entered.writes
    others = (person for at, person in enumerate(seats_of(people, box)) if person and at != seat)
    page = PlayersPage(box, people, Stop("name", seat))
    return (keyboard_page(page, tuple(person.name for person in others if person.name), entered.text),)


def _people_of(entered: PlayersDraft) -> People:
    levels = entered.levels or (0,) * len(entered.players)
    return tuple(map(Person, entered.players, entered.colours, levels))


def _is_possible(entered: PlayersDraft, box: GameBox) -> bool:
    if len(entered.players) != len(entered.colours) or (entered.text and entered.writes < 0):
        return False
    if len(entered.levels) not in (0, len(entered.players)) or not set(entered.levels) <= {0, *LEVELS}:
        return False
    people = _people_of(entered)
    if not people:
        return entered.writes == -1
    return (
        _can_play(people, box)
        and -1 <= entered.writes < len(seats_of(people, box))
        and len(entered.text) <= LONGEST_NAME
        and is_printable(entered.text)
    )


def _can_play(people: People, box: GameBox) -> bool:
    """Whether these people can play this game, each in a colour of their seat."""
    is_many = box.fewest <= len(people) <= box.most
    said = [person.name for person in people if person.name]
    return is_many and why_no_table(said) is None and assign_colours(people, box) == people
