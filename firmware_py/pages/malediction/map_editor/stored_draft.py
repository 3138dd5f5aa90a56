"""The stored draft of a map: the drawing, the cursor, and what the latest changes replaced.

Why only what was replaced: the draft is written at every press, and a change touches one or two lines of the map.
Earlier versions stored no changes; on such a draft nothing can be taken back. If the changes cannot be read, the map
itself still can.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import msgspec

from firmware_py.games.malediction.map_drawing import MapDrawing
from firmware_py.pages.malediction.map_editor.canvas import Spot, is_even, is_on
from firmware_py.stored_json import from_json

DRAFT_KEY = "board.draft"
"""The settings key of the draft. (Older journals use the same key.)"""
MOST_UNDONE = 60
"""So many changes can be taken back at most."""

Past = tuple[MapDrawing, ...]
"""The drawing before each change, the newest last."""


class UnreadableDraft(ValueError):  # noqa: N818 - says what the draft is
    """A draft in which no map can be found."""


class Replaced(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one change replaced."""

    lines: dict[int, str] = {}
    """Lines of the map by their number, counted from 0."""
    beside: MapDrawing | None = None
    """Everything but the map, with an empty map, if the change was outside the map."""


class MapDraft(msgspec.Struct, frozen=True):
    """The draft as it is written."""

    drawing: MapDrawing
    row: int
    column: int
    past: msgspec.Raw = msgspec.Raw(b"[]")
    """What each change replaced, the newest last. It is decoded apart, so that damage to it does not lose the map."""
    taught: int | None = None
    """The step of teaching by hand, if the map is being taught."""
    file: str = ""
    """The file of the owner's map that is being changed; empty for a new map."""


def write_draft(drawing: MapDrawing, at: Spot, past: Past, taught: int | None = None, file: str = "") -> str:
    """Return a draft as stored; `taught` is the step of teaching, `file` that of an owner's map."""
    steps = (*past, drawing)[-MOST_UNDONE - 1 :]
    replaced = [_replaced(before, after) for before, after in pairwise(steps)]
    return msgspec.json.encode(
        MapDraft(drawing, *at, msgspec.Raw(msgspec.json.encode(replaced)), taught, file)
    ).decode()


def read_draft(stored: str) -> tuple[MapDrawing, Spot, Past | None]:
    """Return the drawing, the cursor, and the changes that can be taken back, or None if these are lost.

    :raises UnreadableDraft: when there is no map in it.
    """
    try:
        draft = from_json(stored, MapDraft)
    except msgspec.DecodeError as error:
        raise UnreadableDraft(str(error)) from error
    if not is_even(draft.drawing):
        raise UnreadableDraft("the lines of the map are not of one length")
    at = (draft.row, draft.column)
    return draft.drawing, at if is_on(draft.drawing, at) else (1, 1), _past(draft)


def taught_step(stored: str) -> int | None:
    """Return the step of teaching in a readable draft, or None."""
    return from_json(stored, MapDraft).taught


def changed_file(stored: str) -> str:
    """Return the file of the owner's map that a readable draft changes, or "" for a new map."""
    return from_json(stored, MapDraft).file


def _past(draft: MapDraft) -> Past | None:
    past = [draft.drawing]
    with suppress(msgspec.DecodeError):
        for replaced in reversed(from_json(draft.past, tuple[Replaced, ...])):
            past.append(_before(past[-1], replaced))
        if all(map(is_even, past)) and len({len(drawing.lines[0]) for drawing in past}) == 1:
            return tuple(reversed(past[1:]))
    return None


def _replaced(before: MapDrawing, after: MapDrawing) -> Replaced:
    lines = {number: old for number, old in enumerate(before.lines) if after.lines[number] != old}
    beside = msgspec.structs.replace(before, map=())
    return Replaced(lines, None if beside == msgspec.structs.replace(after, map=()) else beside)


def _before(after: MapDrawing, replaced: Replaced) -> MapDrawing:
    lines = tuple(replaced.lines.get(number, line) for number, line in enumerate(after.lines))
    return msgspec.structs.replace(replaced.beside or after, map=lines)
