"""Who was chosen to play, and the letters of the next name, as text: a power cut takes nothing that was shown."""

from __future__ import annotations

import msgspec

from display.view import Colour
from firmware_py.games.player_names import why_no_table
from firmware_py.games.registry import BOXES, Box
from firmware_py.pages.keyboard import LONGEST_NAME, KeyboardPage
from firmware_py.pages.people import People, Person, dressed, seats_of
from firmware_py.pages.players import NameWritten, PlayersPage, keyboard_page
from firmware_py.pages.players_cursor import Stop
from firmware_py.pages.registry import PAGES
from firmware_py.pages.stack import Stack
from firmware_py.pages.table import Table
from firmware_py.printable import is_printable
from firmware_py.stored_json import from_json


class PlayersDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The people at the table in their order, and the letters of a name that is being written."""

    game: str
    players: tuple[str, ...] = ()
    """Their names; empty for who has none. Nobody for the table that is offered."""
    colours: tuple[Colour, ...] = ()
    writes: int = -1
    """The seat whose name is being written, or -1."""
    text: str = ""


def players_draft(stack: Stack, table: Table) -> str:
    """Return what was entered on the page with the table, to store it; empty while it is not there."""
    draft = ""
    for page in stack:
        match page:
            case PlayersPage():
                draft = _written(page.settled(table))
            case KeyboardPage(then=NameWritten(page=below), text=text):
                draft = _written(below, below.stop.seat if below.stop else 0, text)
    return draft


def _written(page: PlayersPage, writes: int = -1, text: str = "") -> str:
    colours = tuple(person.colour for person in page.people if person.colour)
    names = tuple(person.name for person in page.people)
    return msgspec.json.encode(PlayersDraft(page.box.id, names, colours, writes, text)).decode()


def players_stack(draft: str) -> Stack:
    """Return the pages of a stored draft; none if it makes no sense."""
    try:
        entered = from_json(draft, PlayersDraft)
    except msgspec.DecodeError:
        return ()
    box = BOXES.get(entered.game)
    if box is None or box.id not in PAGES or not _is_possible(entered, box):
        return ()
    people = tuple(map(Person, entered.players, entered.colours))
    if entered.writes < 0:
        return (PlayersPage(box, people),)
    seat = entered.writes
    others = (person for at, person in enumerate(seats_of(people, box)) if person and at != seat)
    page = PlayersPage(box, people, Stop("name", seat))
    return (keyboard_page(page, tuple(person.name for person in others if person.name), entered.text),)


def _is_possible(entered: PlayersDraft, box: Box) -> bool:
    if len(entered.players) != len(entered.colours) or (entered.text and entered.writes < 0):
        return False
    people = tuple(map(Person, entered.players, entered.colours))
    if not people:
        return entered.writes == -1
    return (
        _can_play(people, box)
        and -1 <= entered.writes < len(seats_of(people, box))
        and len(entered.text) <= LONGEST_NAME
        and is_printable(entered.text)
    )


def _can_play(people: People, box: Box) -> bool:
    """Return whether these people can sit at a table of this game, each in a colour of the seat."""
    is_many = box.fewest <= len(people) <= box.most
    said = [person.name for person in people if person.name]
    return is_many and why_no_table(said) is None and dressed(people, box) == people
