"""What lies elsewhere on the table than before: one value a piece, which a game finds by comparing two of its states.

Why states are compared and no events told: a correction plays a whole game again, and what counts at the table is only
where each piece has ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from typing import Literal, TypeAlias, TypeVar

import msgspec

from display.view import Colour, Item
from firmware_py.words import Say, Words, plain, words

P = TypeVar("P")


Sensed: TypeAlias = Literal["never", "always", "if told apart"]
"""By no board, by every board of its game, or only by one that tells the mummy from a pawn."""


class Difference(msgspec.Struct, frozen=True):
    """One thing on the table that lies or stands elsewhere now, or of which there are more or fewer."""

    label: Words
    """Where it was and where it is, in few words beside its pictures."""
    brief: Words
    """What must be said even where the label has no room."""
    spoken: Words
    """The same in a sentence that needs no pictures."""
    icons: tuple[str, ...]
    colour: Colour | None = None
    """Whose it is."""
    cell: str = ""
    """The place on the map where it is now, if it is there."""
    sensed: Sensed = "never"
    """Whether a magnetic board senses it, and so says itself where it belongs."""

    def item(self, say: Say) -> Item:
        return Item(say(self.label), self.icons, colour=self.colour, spoken=say(self.spoken), brief=say(self.brief))


def move_of(
    thing: Words,
    before: Words,
    after: Words,
    icons: tuple[str, ...],
    colour: Colour | None = None,
    cell: str = "",
    label: Words | None = None,
    brief: Words | None = None,
) -> Difference:
    """A thing that has moved, or changed its number.

    The label names both if none is given, and in brief only the one where it is now.
    """
    return Difference(
        label or words("{before} → {after}", before=before, after=after),
        brief or after,
        words("{thing}: {before} before, {after} now.", thing=thing, before=before, after=after),
        icons,
        colour,
        cell,
    )


def recount_of(
    thing: Words,
    before: int,
    after: int,
    icons: tuple[str, ...],
    colour: Colour | None = None,
    *,
    is_named: bool = False,
) -> tuple[Difference, ...]:
    """The change in number of a thing, if any.

    `is_named`: the label names the thing, because its picture does not tell it from others.
    """
    if before == after:
        return ()
    label = words("{thing}: {before} → {after}", thing=thing, before=before, after=after) if is_named else None
    return (move_of(thing, plain(str(before)), plain(str(after)), icons, colour, label=label, brief=label),)


def places_changed(before: Iterable[P], after: Iterable[P], elsewhere: P) -> tuple[tuple[P, P], ...]:
    """The fewest moves, from and to, that explain where pieces that look alike stand now.

    Where there are fewer than on the other side, the rest is `elsewhere`.
    """
    was, now = Counter(before), Counter(after)
    left, come = (sorted((one - other).elements(), key=str) for one, other in ((was, now), (now, was)))
    return tuple(zip_longest(left, come, fillvalue=elsewhere))
