"""What the pieces on the magnetic board lead to: moves are played, what is told is shown, and questions are asked.

Why a pawn's move is only told at first: its turn goes on until it is handed over, and then the two are one action.
"""

from __future__ import annotations

from dataclasses import replace

from display.view import Audience, Notice
from firmware_py.device import board_watch
from firmware_py.device.state import Evening
from firmware_py.games.malediction.actions import Move
from firmware_py.games.session import undo
from firmware_py.pages.board_care.wiring import draft_of
from firmware_py.pages.malediction import on_board
from firmware_py.pages.malediction.map_editor.teaching import heard
from firmware_py.pages.menus import is_quiet
from firmware_py.pages.stack import Stack
from firmware_py.sensing.wiring.stored import WIRING_DRAFT
from firmware_py.storage.journal import JournalError
from firmware_py.tracking.inferences import Inference, Matched, Unmoved
from hardware.boards.frames import BoardEvent


def feel(evening: Evening, events: tuple[BoardEvent, ...], now_s: float, audience: Audience) -> bool:
    """Take what the board tells, and carry out what its pieces mean; return whether that is news to `audience`."""
    evening.audience = audience
    before, stack = evening.watch, evening.stack
    evening.watch, news = board_watch.feel(evening.watch, events, now_s, evening.table.say, audience)
    if evening.notice and evening.notice == _disbelieved(evening, before) and before.named - evening.watch.named:
        rest = evening.watch.tracker.disbelieved  # what has been put right is named no more
        evening.notice = _disbelieved(evening, evening.watch) if rest else None
    if news.notice:
        evening.say(news.notice)
    evening.stack = board_watch.feel_page(board_watch.walked(before, evening.watch, stack), events)
    _hear_teaching(evening, stack)
    if (evening.watch.known, evening.watch.is_there) != (before.known, before.is_there):
        evening.lay_table()
        if not evening.watch.is_there:
            evening.stack = on_board.unasked(evening.stack)  # what is asked then, the pieces can answer no more
        offer_calibration(evening, instead_of=news.notice)
    _keep_wiring(evening)
    if news.inference is not None:
        _take_inference(evening, news.inference)
    _tell_board_how_to_look(evening)
    return news != board_watch.News() or evening.watch.is_there != before.is_there


def ask(evening: Evening) -> None:
    """Lay the board's question before those whom it concerns; that her way is to be told ends with its answer."""
    before = evening.watch
    evening.watch, evening.stack = board_watch.ask(before, evening.stack, evening.table)
    if before.is_told and not evening.watch.is_told and evening.notice == _by_button(evening):
        evening.notice = None


def say_by_button(evening: Evening) -> None:
    """Say that the mummy's way is to be told, where the board has not felt it."""
    evening.say(_by_button(evening))


def _disbelieved(evening: Evening, watch: board_watch.BoardWatch) -> Notice:
    return Notice(evening.table.say(on_board.disbelieved(watch.tracker.disbelieved)), "warning")


def _by_button(evening: Evening) -> Notice:
    return Notice(evening.table.say(on_board.BY_BUTTON), "good")


def offer_calibration(evening: Evening, instead_of: Notice | None = None) -> None:
    """Ask for a calibration that is missing while nobody does anything, and nothing else is to be read."""
    if is_quiet(evening.stack) and evening.notice in (None, instead_of):
        before = evening.stack
        evening.watch, evening.stack = board_watch.offer(evening.watch, evening.stack)
        evening.notice = None if evening.stack != before else evening.notice


def _hear_teaching(evening: Evening, before: Stack) -> None:
    """Let it be heard, and keep it, when a map that is taught has changed."""
    if sound := heard(before, evening.stack):
        evening.keep_draft()
        evening.sound(sound)


def _keep_wiring(evening: Evening) -> None:
    """Keep what was taught of the wiring so far, and let each cell be heard."""
    wiring = evening.table.wiring
    draft = draft_of(evening.stack, wiring)
    if wiring is not None and draft is not None and draft != wiring.draft:
        evening.keeper.choose(WIRING_DRAFT, wiring.stored_text(draft))
        evening.lay_table()
        evening.sound("turn")


def _take_inference(evening: Evening, inference: Inference) -> None:
    """Carry out what the pieces mean: a pawn's move is only told until its turn is handed over."""
    evening.stack = on_board.answered(evening.stack, inference, is_sure=board_watch.knows_home(evening.watch))
    if on_board.is_about_pawn(evening.stack) and evening.notice and evening.notice.kind == "good":
        # That a move was taken back is not to be read beside the same move. On a page for everybody it stays, as who
        # sees it vanish knows that a pawn has moved.
        evening.notice = None if isinstance(inference, Matched | Unmoved) else evening.notice
    match inference:
        case Matched(Move(to=str())):
            state = evening.table.playing.state
            evening.watch, evening.stack = board_watch.tell(evening.watch, evening.stack, state, inference)
            evening.keep_draft()
        case Unmoved():
            evening.watch, evening.stack = board_watch.untell(evening.watch, evening.stack)
            evening.keep_draft()
        case Matched():
            _play_match(evening, inference)
    ask(evening)


def _play_match(evening: Evening, match: Matched) -> None:
    """Play what the pieces mean, like a press; a longer move takes the place of the shorter one before it."""
    evening.notice = None
    try:
        if match.instead:
            evening.session = undo(evening.table.playing)
            evening.keeper.move_to(evening.session.ply)
            evening.lay_table()
            evening.follow()
        before = evening.table.playing
        evening.play((match.action,))
    except JournalError as error:
        evening.warn(error.why)
        return
    if evening.table.playing.ply == before.ply + 1:
        evening.watch = board_watch.accept(evening.watch, before.state, match.action)
    evening.keep_draft()


def _tell_board_how_to_look(evening: Evening) -> None:
    """Let the board tell what the page on top wants to know, changes alone, every frame or every input, and look once
    more when something follows from nothing having changed.
    """
    watch, board = evening.watch, evening.devices.board
    closely, senses = board_watch.looks_closely(watch, evening.stack), board_watch.senses(evening.stack)
    if (closely, senses) != (watch.is_close, watch.senses) and board is not None:
        evening.watch = replace(watch, is_close=closely, senses=senses)
        board.watch(closely, inputs=senses)
    if board is not None:
        board.look_at(board_watch.look_at_s(evening.watch))
