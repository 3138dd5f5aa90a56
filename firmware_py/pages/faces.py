"""The faces of people: which each has, and the page where somebody chooses another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, get_args

from msgspec.structs import replace

from display.view import Colour, Face, Faces, Item, Picker, View
from firmware_py.evenings.results import FACES, NAMES, is_guest, read_names, with_faces
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext, Wear
from firmware_py.pages.offers import Offer, Places, cells_of_board
from firmware_py.pages.page import CHOOSE, GO_BACK, Page, hints
from firmware_py.pages.phones import people_of
from firmware_py.pages.registry import PAGES
from firmware_py.words import Words, words

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
    return by_colour(seats, faces_of(people_of(session), table))


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
        laid = self.laid(table)
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
