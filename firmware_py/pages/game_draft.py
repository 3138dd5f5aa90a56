"""What is under way in a game and not done yet, as text: of its page, a correction, and moved pieces."""

from __future__ import annotations

import msgspec

from firmware_py.foreign_text import from_json
from firmware_py.games.records import UnreadableLine, read_action
from firmware_py.games.registry import IllegalAction
from firmware_py.games.session import Edit, Session, apply_edits, before_action
from firmware_py.pages.correction import EnterAgainPage, RefusedPage, enter_again_page, refused_page
from firmware_py.pages.interface import PageContext
from firmware_py.pages.moved_pieces import MovedDraft, page_not_confirmed, pages_about, stored_page
from firmware_py.pages.page import Page, Stack
from firmware_py.pages.registry import PAGES


class EditDraft(msgspec.Struct, frozen=True):
    """An edit of a correction; its actions are written as in a record."""

    number: int
    replaces: int
    actions: tuple[msgspec.Raw, ...] = ()


class CorrectionDraft(msgspec.Struct, frozen=True):
    """A correction under way; on the page about a refused entry, `number` is 0."""

    edits: tuple[EditDraft, ...] = ()
    number: int = 0
    is_before: bool = False
    """What is entered was missing before that action."""
    draft: str | None = None
    """What is entered on the page of the game as it was then."""


class GameDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies over the game's page, and the draft of that page. With nothing over it, that draft is stored alone."""

    correcting: CorrectionDraft | None = None
    page: str | None = None
    moved: MovedDraft | None = None
    """How the pieces lie that people must still move."""


def draft_of(stack: Stack, game_id: str) -> str | None:
    """What was entered on a game's pages and is no action yet, or None."""
    below, pieces, secrets = PAGES[game_id].draft_of(stack[0]), page_not_confirmed(stack), PAGES[game_id].secrets
    entered = (_correction_of(secrets.opened(page) if secrets else page) for page in reversed(stack))
    correcting, moved = next(filter(None, entered), None), pieces.draft if pieces else None
    if correcting is None and moved is None:
        return below
    return msgspec.json.encode(GameDraft(correcting, below, moved)).decode()


def _correction_of(page: Page) -> CorrectionDraft | None:
    match page:
        case EnterAgainPage() as entered:
            return CorrectionDraft(tuple(map(_write, entered.edits)), entered.number, entered.is_before, entered.draft)
        case RefusedPage(edits=edits):
            return CorrectionDraft(tuple(map(_write, edits)))
    return None


def below_drafted(draft: str | None) -> str | None:
    """The draft of the game's own page."""
    stored = _read(draft)
    return stored.page if stored else draft


def tells_pieces(draft: str | None) -> bool:
    """Whether a draft holds a page about pieces still to be moved."""
    stored = _read(draft)
    return stored is not None and stored.moved is not None


def with_drafted(stack: Stack, draft: str | None, table: PageContext) -> Stack:
    """A game's pages with those of its draft on top, covered."""
    stored = _read(draft)
    if stored is None:
        return stack
    try:
        moved = stored_page(stored.moved, table.playing) if stored.moved else None
        pieces = pages_about(moved, table, is_for_hunters=False) if moved else ()
        above = (_cover(_page_of(stored.correcting, table), table),) if stored.correcting else ()
    except (UnreadableLine, IllegalAction, ValueError, LookupError):  # another version wrote it
        return stack
    return (*stack, *pieces, *above)


def _cover(page: Page, table: PageContext) -> Page:
    """A page covered, unless nothing is secret any more."""
    return page if table.playing.is_over else page.cover()


def _page_of(stored: CorrectionDraft, table: PageContext) -> Page:
    session = table.playing
    edits = tuple(_edit(edit, session) for edit in stored.edits)
    result = apply_edits(session, edits) if edits else None
    number = stored.number or (result.number if result else 0)
    if not 1 <= number <= session.ply:
        raise ValueError(number)
    if result is not None and not stored.number:
        return refused_page(edits, result, table, depth=0)
    work = result.session if result else before_action(session, number)
    return enter_again_page(table, edits, number, work, is_before=stored.is_before, draft=stored.draft)


def _read(draft: str | None) -> GameDraft | None:
    try:
        stored = from_json(draft or "", GameDraft)
    except msgspec.DecodeError:
        return None
    return stored if stored.correcting or stored.moved else None


def _write(edit: Edit) -> EditDraft:
    actions = (msgspec.Raw(msgspec.json.encode(action)) for action in edit.actions)
    return EditDraft(edit.number, edit.replaces, tuple(actions))


def _edit(stored: EditDraft, session: Session) -> Edit:
    actions = tuple(read_action(bytes(action), session.game.action) for action in stored.actions)
    if not 1 <= stored.number <= session.ply or stored.replaces < 0:
        raise ValueError(stored.number)
    return Edit(stored.number, stored.replaces, actions)
