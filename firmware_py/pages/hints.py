"""What the footer of a page says about the buttons."""

from __future__ import annotations

from display.view import Button, Hint
from firmware_py.games.session import undo_label
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

CHOOSE = words("choose")
GO_BACK = words("back")
MENU = words("menu")
NEXT = words("next")
WHERE = words("where")
"""Where on the map something is done."""
TURN = words("turn")
"""A card, as it lies."""
GIVE_UP = words("give up")
"""To leave a correction."""


def hints(table: Table, *, ok: Words | None, back: Words | None = None, secrets: bool = False) -> tuple[Hint, ...]:
    """Return what the buttons do on a page of choices; in a game, also what holding `back` takes back.

    The latter names only what everybody may know, unless `secrets` may be read on this page.
    """
    meanings: tuple[tuple[Button, Words | None], ...] = (("ok", ok), ("back", back))
    shown = (Hint(button, table.say(meaning)) for button, meaning in meanings if meaning)
    return (*shown, *undo_hint(table, secrets=secrets))


def arrow_hints(table: Table, meaning: Words) -> tuple[Hint, ...]:
    """Return what a pair of direction buttons does: left and right of six buttons, otherwise up and down."""
    pair: tuple[Button, ...] = ("left", "right") if table.layout == "six" else ("up", "down")
    return tuple(Hint(button, table.say(meaning)) for button in pair)


def undo_hint(table: Table, *, secrets: bool) -> tuple[Hint, ...]:
    """Return what holding `back` takes back, if anything; in full only if `secrets` may be read on this page."""
    label = undo_label(table.session, secrets=secrets) if table.session else None
    if not label:
        return ()
    whole, short = table.say(words("take back: {what}", what=label)), table.say(words("take back"))
    return (Hint("back", whole, held=True, short=short),)
