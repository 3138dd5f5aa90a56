"""What the footer of a page says about the buttons."""

from __future__ import annotations

from display.view import Button, Hint
from firmware_py.games.session import is_secret_to_take_back, undo_label
from firmware_py.pages.table import Table
from firmware_py.pages.topics import BUTTONS
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


def arrow_hints(table: Table, meaning: Words, *, is_upright: bool = False, field: str = "") -> tuple[Hint, ...]:
    """Return what a pair of direction buttons does: left and right of six buttons, or up and down if `is_upright`.

    Four buttons have only up and down. A knob is turned both ways, and has one sign for both; see `direction_hint`.
    """
    pair: tuple[Button, Button] = ("left", "right") if table.layout == "six" and not is_upright else ("up", "down")
    shown = pair if table.settings.controls in BUTTONS else pair[1:]
    return tuple(hint for button in shown for hint in direction_hint(table, button, meaning, field))


def direction_hint(table: Table, button: Button, meaning: Words, field: str = "") -> tuple[Hint, ...]:
    """Return what a direction button does, by the sign of what this device has in its place.

    A finger touches what it sees, and needs no direction. What is seen nowhere, such as a turn of a card, is a field in
    the foot, with `field` as its icon.
    """
    match table.settings.controls:
        case "touch":
            return (Hint(button, table.say(meaning), icon=field),) if field else ()
        case "encoder":
            return (Hint(button, table.say(meaning), icon="turn_knob"),)
    return (Hint(button, table.say(meaning)),)


def undo_hint(table: Table, *, secrets: bool) -> tuple[Hint, ...]:
    """Return what holding `back` takes back, if anything; in full only if `secrets` may be read on this page.

    Everybody reads the same whatever is hidden, and whether there is anything to take back.
    """
    session = table.session
    if session and not secrets and is_secret_to_take_back(session):
        return (Hint("back", table.say(words("undo")), held=True),)
    label = undo_label(session, secrets=secrets) if session else None
    if not label:
        return ()
    whole, short = table.say(words("undo: {what}", what=label)), table.say(words("undo"))
    return (Hint("back", whole, held=True, short=short),)
