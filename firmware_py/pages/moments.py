"""Great moments of a game as posters: what each of them is called."""

from __future__ import annotations

from display.view import Moment, MomentKind
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

TITLES: dict[MomentKind, Words] = {
    "caught": words("Caught!"),
    "mummy": words("The mummy!"),
    "curse": words("A curse!"),
    "bust": words("The bust!"),
    "collapse": words("Collapse!"),
    "wave": words("Cards fall!"),
    "fall": words("The chamber!"),
    "mission": words("Missions done!"),
    "win": words("Victory!"),
}
"""One or two words, which are read across the table; the page after the poster says the rest."""


def poster(kind: MomentKind, player: str, table: Table) -> Moment:
    """Return a moment that happened to a player; to nobody in particular if the name is empty."""
    return Moment(kind, table.say(TITLES[kind]), table.actor(player) if player else None)
