"""What was entered in a game and is no action yet, as text: on the page of the game, and in a correction under way."""

from __future__ import annotations

import msgspec

from firmware_py.games.correction import Edit, before_action, corrected
from firmware_py.games.records import UnreadableLine, read_action
from firmware_py.games.rules import IllegalAction
from firmware_py.games.session import Session
from firmware_py.pages.correction import EnterAgainPage, RefusedPage, entering, refused_page
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.stack import Page, Stack
from firmware_py.pages.table import Table
from firmware_py.stored_json import from_json


class EditDraft(msgspec.Struct, frozen=True):
    """An edit of a correction; its actions are written as in a record."""

    number: int
    replaces: int
    actions: tuple[msgspec.Raw, ...] = ()


class CorrectionDraft(msgspec.Struct, frozen=True):
    """A correction under way; on the page about a refused entry, `number` is 0."""

    edits: tuple[EditDraft, ...] = ()
    number: int = 0
    draft: str | None = None
    """What is entered on the page of the game as it was then."""


class GameDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A correction, and the draft of the game's page below. Without a correction that draft is stored alone."""

    correcting: CorrectionDraft
    page: str | None = None


def draft_of(stack: Stack, game_id: str) -> str | None:
    """Return what was entered on the pages of a game and is no action yet, or None."""
    below = dialogue_of(game_id).draft_of(stack[0])
    secrets = PAGES[game_id].secrets
    for page in reversed(stack):
        match secrets.opened(page) if secrets else page:
            case EnterAgainPage() as entered:
                draft = CorrectionDraft(tuple(map(_written, entered.edits)), entered.number, entered.draft)
                return msgspec.json.encode(GameDraft(draft, below)).decode()
            case RefusedPage(edits=edits):
                return msgspec.json.encode(GameDraft(CorrectionDraft(tuple(map(_written, edits))), below)).decode()
    return below


def below_correction(draft: str | None) -> str | None:
    """Return the draft of the game's own page."""
    stored = _read(draft)
    return stored.page if stored else draft


def with_correction(stack: Stack, draft: str | None, table: Table) -> Stack:
    """Return the pages of a game with the correction on top that its draft holds, covered; unchanged without one."""
    stored = _read(draft)
    if stored is None:
        return stack
    try:
        return (*stack, _page_of(stored.correcting, table))
    except (UnreadableLine, IllegalAction, ValueError, LookupError):  # another version wrote it
        return stack


def _page_of(stored: CorrectionDraft, table: Table) -> Page:
    session = table.playing
    edits = tuple(_edit(edit, session) for edit in stored.edits)
    result = corrected(session, edits) if edits else None
    number = stored.number or (result.number if result else 0)
    if not 1 <= number <= session.ply:
        raise ValueError(number)
    if result is not None and not stored.number:
        return refused_page(edits, result, table, depth=0)
    work = result.session if result else before_action(session, number)
    return entering(table, edits, number, work, draft=stored.draft)


def _read(draft: str | None) -> GameDraft | None:
    try:
        return from_json(draft or "", GameDraft)
    except msgspec.DecodeError:
        return None


def _written(edit: Edit) -> EditDraft:
    actions = (msgspec.Raw(msgspec.json.encode(action)) for action in edit.actions)
    return EditDraft(edit.number, edit.replaces, tuple(actions))


def _edit(stored: EditDraft, session: Session) -> Edit:
    actions = tuple(read_action(bytes(action), session.game.action) for action in stored.actions)
    if not 1 <= stored.number <= session.ply or stored.replaces < 0:
        raise ValueError(stored.number)
    return Edit(stored.number, stored.replaces, actions)
