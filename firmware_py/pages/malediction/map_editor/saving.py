"""How a finished map is saved: under a name of its own, or in place of the map with this name if the owner agrees.

Why names are compared and not files: the list of maps shows names. Two names that would make the same file get two
files. The names of the maps that come with the program cannot be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count

import msgspec

from firmware_py.games.malediction.map_drawing import MapDrawing
from firmware_py.games.malediction.map_text import as_toml
from firmware_py.pages.commands import SaveMap
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.malediction.map_choice import SHIPPED_WORDS, Offer, offers
from firmware_py.pages.malediction.map_editor.stored_draft import DRAFT_KEY
from firmware_py.pages.stack import Page
from firmware_py.pages.table import Table
from firmware_py.storage.owner_maps import file_name
from firmware_py.words import LANGUAGES, plain, speak, words

REPLACED = words("The older map is then lost for good. Games that use it keep it.")


def save_choice(drawing: MapDrawing, table: Table, renaming: Page, on_back: Page, changed: str = "") -> Choice:
    """Return the line that saves a map; it asks first if the name is taken. The map was opened from `changed`."""
    name = drawing.name or _free_name(lambda number: table.say(words("Map {number}", number=number)), 1, table)
    namesakes = [offer for offer in _owned(table) if offer.name.casefold() == name.casefold()]
    own = next((offer for offer in namesakes if offer.file == changed), None)
    if not namesakes and name.casefold() not in _names_of_shipped():
        return Choice(words("Save the map"), _save(drawing, name, table), icons=("kept",), detail=plain(name))
    named = msgspec.structs.replace(drawing, name=name)
    if own:
        return Choice(words("Save the map…"), _replacing(named, own, table, renaming, on_back), ("kept",), plain(name))
    question = _name_taken(named, namesakes, table, renaming, on_back)
    return Choice(words("Save the map…"), question, icons=("kept",), detail=plain(name))


def _replacing(drawing: MapDrawing, older: Offer, table: Table, renaming: Page, on_back: Page) -> ListPage:
    """Return the page that asks whether a changed map replaces its older version, which is the first answer."""
    return ListPage(
        title=words("Save the map"),
        prompt=words("{name} has been changed.", name=drawing.name),
        choices=(
            Choice(words("Replace the older one"), _save(drawing, drawing.name, table, older.file), icons=("kept",)),
            *_keep_both(drawing, table, renaming),
            Choice(words("No, go back"), on_back, icons=("back",)),
        ),
        text=(REPLACED,),
        on_back=on_back,
    )


def _keep_both(drawing: MapDrawing, table: Table, renaming: Page) -> tuple[Choice, Choice]:
    """Return the choices that keep the older map."""
    stem = drawing.name.rstrip("0123456789 ") or drawing.name
    other = _free_name(lambda number: f"{stem} {number}", 2, table)
    return (
        Choice(words("Keep both, this one as {name}", name=other), _save(drawing, other, table), icons=("kept",)),
        Choice(words("Another name…"), renaming, icons=("letters",)),
    )


def _name_taken(drawing: MapDrawing, namesakes: list[Offer], table: Table, renaming: Page, on_back: Page) -> ListPage:
    """Return the page that asks what to do with two maps of one name; a map of the program cannot be replaced."""
    name = drawing.name
    replaced = tuple(
        Choice(words("Replace the older one"), _save(drawing, name, table, offer.file), icons=("discard",))
        for offer in namesakes[:1]
    )
    return ListPage(
        title=words("The name is taken"),
        prompt=words("There is already a map called {name}.", name=name),
        choices=(
            Choice(words("No, go back"), on_back, icons=("back",)),
            *_keep_both(drawing, table, renaming),
            *replaced,
        ),
        text=(REPLACED if namesakes else words("It comes with the device and stays as it is."),),
        icon="warning",
        on_back=on_back,
    )


def _save(drawing: MapDrawing, name: str, table: Table, file: str = "") -> SaveMap:
    """Return the command that saves a map under a name, in a file of its own unless it replaces the one in `file`."""
    taken = {stem.casefold() for stem, _ in table.maps}
    stems = (file_name(name if number == 1 else f"{name} {number}") for number in count(1))
    stem = file or next(stem for stem in stems if stem not in taken)
    return SaveMap(name, stem, as_toml(msgspec.structs.replace(drawing, name=name)), DRAFT_KEY)


def _free_name(numbered: Callable[[int], str], first: int, table: Table) -> str:
    """Return the first of the numbered names that no map has."""
    taken = _names_of_shipped() | {offer.name.casefold() for offer in _owned(table)}
    return next(name for number in count(first) if (name := numbered(number)).casefold() not in taken)


def _owned(table: Table) -> list[Offer]:
    return [offer for offer in offers(table) if offer.file]


@cache
def _names_of_shipped() -> frozenset[str]:
    """Return the names of the maps that come with the program, in every language."""
    says = [speak(language) for language in LANGUAGES]
    names = (name for key, label in SHIPPED_WORDS.items() for name in (key, *(say(label) for say in says)))
    return frozenset(name.casefold() for name in names)
