"""What is kept of a board that is being drawn: the drawing, the cursor, and what the latest changes replaced.

Why only what was replaced: the draft is written at every press, and a change touches a line or two of the map. A draft
without changes, as earlier versions kept it, is one on which nothing can be taken back; one whose changes make no
sense any more still has its board.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import msgspec

from firmware_py.games.malediction.map_drawing import MapDrawing
from firmware_py.pages.malediction.map_editor.canvas import Spot, is_even, is_on

KEPT_CHANGES = 60
"""How many changes can be taken back."""

Past = tuple[MapDrawing, ...]
"""The drawing before each change, the newest last."""


class UnreadableDraft(ValueError):  # noqa: N818 - says what the draft is
    """A draft in which no board can be found any more."""


class Replaced(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one change replaced."""

    lines: dict[int, str] = {}
    """Lines of the map by their number, counted from 0."""
    beside: MapDrawing | None = None
    """Everything but the map, with an empty map, if the change was there."""


class MapDraft(msgspec.Struct, frozen=True):
    """The draft as it is written."""

    drawing: MapDrawing
    row: int
    column: int
    past: msgspec.Raw = msgspec.Raw(b"[]")
    """What each change replaced, the newest last; read for itself, so that it takes no board down with it."""
    taught: int | None = None
    """At which step the board is taught by hand, if it is."""
    file: str = ""
    """The owner's board that is being changed, by its file; empty for a new one."""


def write_draft(drawing: MapDrawing, at: Spot, past: Past, taught: int | None = None, file: str = "") -> str:
    """Return a board that is being drawn, or taught, as it is kept; `file` is that of an owner's board."""
    steps = (*past, drawing)[-KEPT_CHANGES - 1 :]
    replaced = [_replaced(before, after) for before, after in pairwise(steps)]
    return msgspec.json.encode(
        MapDraft(drawing, *at, msgspec.Raw(msgspec.json.encode(replaced)), taught, file)
    ).decode()


def read_draft(kept: str) -> tuple[MapDrawing, Spot, Past | None]:
    """Return the drawing, the place of the cursor, and what can be taken back, or None where that is lost.

    :raises UnreadableDraft: when there is no board in it.
    """
    try:
        draft = msgspec.json.decode(kept, type=MapDraft)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableDraft(str(error)) from error
    if not is_even(draft.drawing):
        raise UnreadableDraft("the lines of the map are not of one length")
    at = (draft.row, draft.column)
    return draft.drawing, at if is_on(draft.drawing, at) else (1, 1), _past(draft)


def taught_step(kept: str) -> int | None:
    """Return at which step a board that can be read was being taught, or None."""
    return msgspec.json.decode(kept, type=MapDraft).taught


def changed_file(kept: str) -> str:
    """Return which of the owner's boards is changed in a draft that can be read, or "" for a new one."""
    return msgspec.json.decode(kept, type=MapDraft).file


def _past(draft: MapDraft) -> Past | None:
    past = [draft.drawing]
    with suppress(msgspec.DecodeError):
        for replaced in reversed(msgspec.json.decode(draft.past, type=tuple[Replaced, ...])):
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
