"""The page that says what must have been entered wrongly, because the game could never end, and leads there."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import Photo, Reveal
from firmware_py.games.rules import Rule
from firmware_py.pages.entries import EntriesPage
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.stack import Back, Push
from firmware_py.pages.table import Table
from firmware_py.words import words

MISSING = words("Something is missing")


def missing_page(rule: Rule, table: Table) -> ListPage:
    """Return the page about what is missing; in a correction under way it only leads back."""
    entered = {type(step.action) for step in table.playing.steps}
    photos = Choice(words("Correct a photo…"), Push(EntriesPage(kind=Photo.__name__)), ("photo",))
    cards = Choice(words("Correct a card…"), Push(EntriesPage(kind=Reveal.__name__)), ("reveal",))
    return ListPage(
        title=MISSING,
        prompt=rule.why,
        choices=(
            *((photos,) if Photo in entered and not table.is_past else ()),
            *((cards,) if Reveal in entered and not table.is_past else ()),
            Choice(words("Go back"), Back(), ("back",)),
        ),
        icon="warning",
    )
