"""Who sits at a table, and who could: people with colours and faces, the names of earlier games, the last table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import ClassVar, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.view import COLOURS, Colour, Face, Faces, Item, Picker, View
from firmware_py.evenings.results import (
    FACES,
    NAMES,
    is_guest,
    numbered_boxes,
    numbered_players,
    read_names,
    with_faces,
)
from firmware_py.games.records import tidy_name, why_no_name, why_no_table
from firmware_py.games.registry import GameBox
from firmware_py.games.seats import VERSION, Boxes, BoxSeat, kind_of
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext, SavedGame, Wear
from firmware_py.pages.offers import Offer, Places, cells_of_board
from firmware_py.pages.page import CHOOSE, GO_BACK, Page, hints
from firmware_py.pages.phones import people_in
from firmware_py.pages.registry import PAGES
from firmware_py.words import NOTHING, Words, plain, words

COLOUR_WORDS: dict[Colour, Words] = {
    "red": words("red"),
    "blue": words("blue"),
    "green": words("green"),
    "yellow": words("yellow"),
    "purple": words("purple"),
    "white": words("white"),
    "turquoise": words("turquoise"),
}


class Person(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    name: str = ""
    """Empty for whoever has given none: the number of the place stands in for it."""
    colour: Colour | None = None
    level: int = 0
    """How strongly the box plays here; 0 for a person."""


People: TypeAlias = tuple[Person, ...]
"""Who sits at the table, clockwise, first to act first."""

Seats: TypeAlias = tuple[Person | None, ...]
"""People and the free seats between them."""


def people_on(seats: Seats) -> People:
    return tuple(person for person in seats if person is not None)


def seats_of(people: People, box: GameBox) -> Seats:
    """The seats of a table: one is free while the game takes another player, before one with a role."""
    if len(people) >= box.most:
        return people
    at = len(people) - (PAGES[box.id].last_place is not None)
    return (*people[:at], None, *people[at:])


def names_of(people: People, table: PageContext) -> tuple[str, ...]:
    """People's names, "Player 2" for whoever has none."""
    said = [person.name for person in people if person.name]
    names: list[str] = []
    for seat, person in enumerate(people):
        free = numbered_boxes(table.say) if person.level else numbered_players(table.say)[seat:]
        names.append(person.name or next(name for name in free if why_no_name(name, (*said, *names)) is None))
    return tuple(names)


# --- from earlier games ----------------------------------------------------------------------------------------------


def names_met(table: PageContext) -> dict[str, Colour | None]:
    """The names of earlier games, the latest first, each with the colour that it had last, if known; none of guests."""
    worn = _colours_worn(table)
    return {name: worn[name] for name in worn if not is_guest(name) and why_no_name(name) is None}


def _colours_worn(table: PageContext) -> dict[str, Colour | None]:
    """The people of earlier games, the latest first, each with the colour that they had last, if known.

    Whoever had a role was shown in its colour and not in their own: for that, earlier games count.
    """
    worn: dict[str, Colour | None] = {}
    for saved in table.saved_games():
        names = _names_today(saved, table)
        has_role = saved.game in PAGES and PAGES[saved.game].last_place is not None
        own = saved.colours[: len(names) - has_role]
        for name, colour in zip_longest(names, own):
            if name not in dict(saved.levels):
                worn[name] = worn.get(name) or colour
    return worn


def _names_today(saved: SavedGame, table: PageContext) -> tuple[str, ...]:
    """What the players of a saved game are called today."""
    names = read_names(table.chosen.get(NAMES, ""))
    return tuple(names.get(name, tidy_name(name)) for name in saved.players)


def names_to_seat(people: People, table: PageContext) -> tuple[str, ...]:
    """The names of earlier games that could still sit down at this table, the latest first."""
    names = names_of(people, table)
    return tuple(name for name in names_met(table) if why_no_name(name, names) is None)


def suggest_people(box: GameBox, table: PageContext) -> People:
    """The last table that fits this game, as it sat; else as few people as it takes."""
    for saved in table.saved_games():
        names = _names_today(saved, table)
        if saved.levels and saved.game != box.id:
            continue
        if box.fewest <= len(names) <= box.most and why_no_table(names) is None:
            levels = dict(saved.levels)
            worn = _colours_worn(table) | {
                name: colour for name, colour in zip(names, saved.colours, strict=False) if name in levels
            }
            people = (
                Person("" if name in levels or is_guest(name) else name, worn.get(name), levels.get(name, 0))
                for name in names
            )
            return assign_colours(tuple(people), box)
    return resize_table((), box.fewest, box, table)


# --- at the table ----------------------------------------------------------------------------------------------------


def resize_table(people: People, count: int, box: GameBox, table: PageContext) -> People:
    """`count` people at the table: the last to sit down leave, or others join, names of earlier games first."""
    while len(people) < count:
        at = seats_of(people, box).index(None) if people else 0
        level = people[0].level if people and PAGES[box.id].last_place else 0
        name = "" if level else next(iter(names_to_seat(people, table)), "")
        joins = Person(name, _free(people, names_met(table).get(name)), level)
        people = assign_colours((*people[:at], joins, *people[at:]), box)
    while len(people) > count:
        at = len(people) - 1 - (PAGES[box.id].last_place is not None)
        people = (*people[:at], *people[at + 1 :])
    return people


def seat_name(seats: Seats, seat: int, name: str, table: PageContext) -> Seats:
    """Seats with a name on one of them; whoever already sits at the table swaps places."""
    people = people_on(seats)
    names = names_of(people, table)
    if name and name in names:
        person = people[names.index(name)]
        return tuple(seats[seat] if one is person else person if at == seat else one for at, one in enumerate(seats))
    others = people_on((*seats[:seat], *seats[seat + 1 :]))
    had = seats[seat]
    colour = _free(others, names_met(table).get(name)) or (had.colour if had else None)
    return (*seats[:seat], Person(name, colour), *seats[seat + 1 :])


def swap_colour(people: People, person: Person, colour: Colour) -> People:
    """People with another colour for one of them, swapped with whoever had it."""
    swapped: dict[Colour | None, Colour | None] = {person.colour: colour, colour: person.colour}
    return tuple(replace(one, colour=swapped.get(one.colour, one.colour)) for one in people)


def _free(others: People, colour: Colour | None) -> Colour | None:
    return None if colour in [person.colour for person in others] else colour


def colours_at(seat: int, people: People, box: GameBox) -> tuple[Colour, ...]:
    """The colours that somebody in a seat may have: any for whoever has a role, and the game's last of all."""
    pages = PAGES[box.id]
    if pages.last_place is None or seat < len(people) - 1:
        return pages.colours
    return (*(colour for colour in COLOURS if colour not in pages.colours), *pages.colours)


def assign_colours(people: People, box: GameBox) -> People:
    """People as they can play: each in a colour of the seat, their own or the first that nobody has.

    Whoever has a role keeps their own for other games while the others find enough.

    Where one plays against all others, these are all people or all the box, people if one of them is; and the box plays
    one side only.
    """
    if PAGES[box.id].last_place:
        *others, last = people
        if len({person.level for person in others}) > 1:
            others = [_with_level(person, 0) for person in others]
        people = (*others, _with_level(last, 0) if any(person.level for person in others) else last)
    allowed = [colours_at(seat, people, box) for seat in range(len(people))]
    kept: list[Colour | None] = []
    for person, colours in zip(people, allowed, strict=True):
        kept.append(person.colour if person.colour in colours and person.colour not in kept else None)
    for seat, colours in enumerate(allowed):
        free = next((colour for colour in colours if colour not in kept), None)
        if not (free or kept[seat]):  # all are worn: whoever has a role gives theirs up
            free, kept[-1] = kept[-1], None
        kept[seat] = kept[seat] or free
    return tuple(replace(person, colour=colour) for person, colour in zip(people, kept, strict=True))


# --- seats of the box ------------------------------------------------------------------------------------------------


def with_box(seats: Seats, seat: int, level: int, box: GameBox) -> Seats:
    """Seats with the box on one of them, or with `level` 0 a person.

    Where one plays against all others, the box plays all of these or none, and never both sides: a person must play.
    """
    at = seats[seat]
    colour = at.colour if at else None
    seats = (*seats[:seat], Person("" if level else at.name if at else "", colour, level), *seats[seat + 1 :])
    if PAGES[box.id].last_place is None:
        return seats
    is_last = seat == len(seats) - 1
    return tuple(
        person
        if person is None or number == seat
        else _with_level(person, 0 if is_last or number == len(seats) - 1 else level)
        for number, person in enumerate(seats)
    )


def _with_level(person: Person, level: int) -> Person:
    return person if person.level == level else Person("" if level else person.name, person.colour, level)


def strength(game: str, seat: BoxSeat, players: int, place: str) -> Words:
    """How often the box has won at a level, and against whom; about so often at a place where nobody measured it."""
    rate = won_of_100(game, seat, players, place)
    if rate == NOTHING:
        return words("Level {level}: nobody has measured it on this map with so many players.", level=seat.level)
    return words(
        "Level {level}: it wins {rate} of 100 games against {opponents}.",
        level=seat.level,
        rate=rate,
        opponents=PAGES[game].opponents[seat.kind],
    )


def won_of_100(game: str, seat: BoxSeat, players: int, place: str) -> Words:
    """How many of 100 games the box has won at a level; nothing if nobody has measured it."""
    from firmware_py.bots.levels import MEASURED_ON, PRACTICE, win_rate  # loaded for a seat of the box only

    measured = place if place in MEASURED_ON else PRACTICE
    rate = win_rate(game, seat.kind, players, seat.level, measured)
    if rate is None:
        return NOTHING
    return plain(str(rate)) if place in ("", measured) else words("about {rate}", rate=rate)


def boxes_of(people: People, names: tuple[str, ...], box: GameBox) -> Boxes:
    """The seats of the box among people with these names."""
    mummy = names[-1] if PAGES[box.id].last_place else None
    return tuple(
        (name, BoxSeat(kind_of(name, mummy), person.level, VERSION))
        for name, person in zip(names, people, strict=True)
        if person.level
    )


FACE_WORDS: dict[Face, Words] = {
    "explorer": words("explorer"),
    "pharaoh": words("pharaoh"),
    "cat": words("mummy cat"),
    "scarab": words("scarab"),
    "owl": words("owl"),
    "jackal": words("jackal"),
    "cobra": words("cobra"),
    "crocodile": words("crocodile"),
    "camel": words("camel"),
    "ibis": words("ibis"),
    "bat": words("bat"),
    "monkey": words("monkey"),
}
COLUMNS = 4


def faces_after(names: Iterable[str], table: PageContext) -> dict[str, str]:
    """All faces that are stored, and one for each of these people who has none; a number is nobody's name."""
    today = read_names(table.chosen.get(NAMES, ""))
    named = (today.get(name, name) for name in names if name and not is_guest(name))
    return with_faces(read_names(table.chosen.get(FACES, "")), named, get_args(Face))


def faces_of(names: Iterable[str], table: PageContext) -> dict[str, Face]:
    """The faces of these people, by any name that they have had."""
    names = tuple(names)
    today, faces = read_names(table.chosen.get(NAMES, "")), faces_after(names, table)
    worn = ((name, faces.get(today.get(name, name))) for name in names)
    return {name: face for name, given in worn for face in get_args(Face) if face == given}


def faces_at(session: Session, colours: tuple[Colour, ...], table: PageContext) -> Faces:
    """The faces of those who play a game, by the colours in which its pages show them."""
    wearers = PAGES[session.game.id].wearers
    seats = wearers(session.state) if wearers else zip(session.header.players, colours, strict=False)
    return by_colour(seats, faces_of(people_in(session), table))


def by_colour(people: Iterable[tuple[str, Colour | None]], faces: Mapping[str, Face]) -> Faces:
    """The faces of people who have names and colours."""
    return tuple((colour, faces[name]) for name, colour in people if colour and name in faces)


class FacesPage(Page, frozen=True):
    """Asks which face somebody has."""

    TOPICS: ClassVar = ("players",)
    name: str
    colour: Colour
    face: Face | None = None
    """The one that they have now, on which the cursor begins."""

    def view(self, table: PageContext) -> View:
        """All faces in rows."""
        laid = self.arrange(table)
        items = tuple(offer.item for offer in self._offers(table))
        at = divmod(laid.cursor, COLUMNS) if laid.cursor is not None else None
        return View(
            title=table.say(FACE_WORDS[get_args(Face)[laid.cursor]] if laid.cursor is not None else words("A face")),
            prompt=table.say(words("{player}, which face is yours?", player=self.name)),
            body=Picker((), 0, tuple(items[row : row + COLUMNS] for row in range(0, len(items), COLUMNS)), at),
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def offers(self, table: PageContext) -> Places:
        """Every face, the cursor on the one of today."""
        places = cells_of_board(self._offers(table), COLUMNS)
        return replace(places, start=get_args(Face).index(self.face) if self.face else 0)

    def _offers(self, table: PageContext) -> tuple[Offer, ...]:
        return tuple(
            Offer(Item("", colour=self.colour, target=face, face=face, spoken=table.say(name)), Wear(self.name, face))
            for face, name in FACE_WORDS.items()
        )
