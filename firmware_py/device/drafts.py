"""What was entered and is no action yet, stored so that a power cut loses nothing of it."""

from __future__ import annotations

from firmware_py.device.autosave import LESSON, PLAYERS_DRAFT
from firmware_py.device.state import DeviceState, noted
from firmware_py.pages.game_draft import draft_of
from firmware_py.pages.lesson import lesson_left
from firmware_py.pages.players_draft import players_draft
from firmware_py.pages.registry import map_pages


def drafts_stored(state: DeviceState) -> DeviceState:
    """Store what was entered of something that is not finished, so that a power cut resumes in its midst."""
    store = state.resources.store
    if state.session is not None:
        store.draft(draft_of(state.stack, state.session.game.id))
        return noted(state)
    store.choose(PLAYERS_DRAFT, players_draft(state.stack, state.table))
    if left := lesson_left(state.stack):
        store.choose(f"{LESSON}{left[0]}", str(left[1]))
    for maps in map_pages():
        draft = maps.map_draft(state.stack)
        if draft is not None:
            store.choose(maps.DRAFT_KEY, draft)
    return noted(state)
