"""Where the cursor of the page with the table can be, and in what order it gets there."""

from __future__ import annotations

from itertools import chain
from typing import Literal

import msgspec

from firmware_py.games.registry import Box
from firmware_py.pages.people import Seats, people_on
from firmware_py.pages.registry import PAGES
from firmware_py.pages.table import Table
from firmware_py.words import Words, words


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


def stops_of(box: Box, seats: Seats, table: Table) -> tuple[Stop, ...]:
    """Return the places of the cursor in their order; the free seat comes last, next to what goes on.

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
    if table.layout == "four":
        return (GO, *names, *chain(*tokens), *free, Stop("number"))
    return (GO, *chain(*((name, *token) for name, token in zip(names, tokens, strict=True))), *free)


def target_of(stops: tuple[Stop, ...], stop: Stop) -> str:
    """Return the name that touching a stop returns; empty if the cursor cannot get there."""
    return str(stops.index(stop)) if stop in stops else ""


def person_at(seat: int, seats: Seats) -> int:
    """Return which of the people sits on a seat."""
    return len(people_on(seats[:seat]))
