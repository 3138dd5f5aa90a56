"""What the pieces on the magnetic board do: moves are played, notices shown, and questions asked.

Why a pawn's move is only entered at first: its turn goes on until it is handed over, and then the two are one action.
"""

from __future__ import annotations

from dataclasses import replace

from display.view import Audience, Notice
from firmware_py.device import board_watch
from firmware_py.device.playing import followed, play
from firmware_py.device.state import DeviceState, noticed, sounding, warned
from firmware_py.games.malediction.actions import Move
from firmware_py.games.session import undo
from firmware_py.pages.board_care.wiring import draft_of
from firmware_py.pages.malediction import on_board
from firmware_py.pages.malediction.map_editor.teaching import teaching_sound
from firmware_py.pages.menus import is_quiet
from firmware_py.sensing.wiring.stored import WIRING_DRAFT
from firmware_py.storage.journal import JournalError
from firmware_py.tracking.inferences import Inference, Matched, Unmoved
from hardware.boards.frames import BoardEvent


def sensed(
    state: DeviceState, events: tuple[BoardEvent, ...], now_s: float, audience: Audience
) -> tuple[DeviceState, bool]:
    """Return the state after what the board reports by `now_s`, and whether that is news to `audience`."""
    before = state.board
    board, news = board_watch.feel(before, events, now_s, state.table.say, audience)
    state = replace(state, audience=audience, board=board)
    state = _without_stale_notice(state, before)
    if news.notice:
        state = noticed(state, news.notice)
    stack = board_watch.feel_page(board_watch.walked(before, board, state.stack), events)
    state = sounding(replace(state, stack=stack), teaching_sound(state.stack, stack))
    if (board.known, board.is_there) != (before.known, before.is_there):
        if not board.is_there:
            state = replace(state, stack=on_board.unasked(state.stack))  # the pieces can answer it no more
        state = offering_calibration(state, instead_of=news.notice)
    state = _wiring_stored(state)
    if news.inference is not None:
        state = _concluded(state, news.inference)
    is_news = news != board_watch.News() or state.board.is_there != before.is_there
    return _with_board_asked(state), is_news


def asked(state: DeviceState) -> DeviceState:
    """Return the state with the board's question laid before those whom it concerns.

    With its answer the notice ends that the mummy's path is to be entered.
    """
    before = state.board
    board, stack = board_watch.ask(before, state.stack, state.table)
    state = replace(state, board=board, stack=stack)
    if before.is_told and not board.is_told and state.notice == _by_button(state):
        return replace(state, notice=None)
    return state


def way_by_button(state: DeviceState) -> DeviceState:
    """Return the state with the notice that the mummy's path is to be entered, where the board did not sense it."""
    return noticed(state, _by_button(state))


def offering_calibration(state: DeviceState, instead_of: Notice | None = None) -> DeviceState:
    """Return the state that offers a missing calibration while nobody does anything and nothing else is announced."""
    if not is_quiet(state.stack) or state.notice not in (None, instead_of):
        return state
    board, stack = board_watch.offer(state.board, state.stack)
    return replace(state, board=board, stack=stack, notice=None if stack != state.stack else state.notice)


def _without_stale_notice(state: DeviceState, before: board_watch.BoardWatch) -> DeviceState:
    """Return the state whose notice of cells that are not believed names no cell that was put right since."""
    if not before.named - state.board.named or not state.notice or state.notice != _disbelieved(state, before):
        return state
    rest = state.board.tracker.disbelieved
    return replace(state, notice=_disbelieved(state, state.board) if rest else None)


def _disbelieved(state: DeviceState, board: board_watch.BoardWatch) -> Notice:
    return Notice(state.table.say(on_board.disbelieved(board.tracker.disbelieved)), "warning")


def _by_button(state: DeviceState) -> Notice:
    return Notice(state.table.say(on_board.BY_BUTTON), "good")


def _wiring_stored(state: DeviceState) -> DeviceState:
    """Return the state with what was taught of the wiring stored so far, and each cell to be heard."""
    wiring = state.table.wiring
    draft = draft_of(state.stack, wiring)
    if wiring is None or draft is None or draft == wiring.draft:
        return state
    state.resources.store.choose(WIRING_DRAFT, wiring.stored_text(draft))
    return sounding(state, "turn")


def _concluded(state: DeviceState, inference: Inference) -> DeviceState:
    """Return the state after what the pieces mean: a pawn's move is only entered until its turn is handed over."""
    is_sure = board_watch.knows_home(state.board)
    state = replace(state, stack=on_board.answered(state.stack, inference, is_sure=is_sure))
    if (
        on_board.is_about_pawn(state.stack)
        and state.notice
        and state.notice.kind == "good"
        and isinstance(inference, Matched | Unmoved)
    ):
        # "Taken back" is not to be read beside the same move. On a page for everybody it stays: who sees it vanish
        # knows that a pawn has moved.
        state = replace(state, notice=None)
    match inference:
        case Matched(Move(to=str())):
            board, stack = board_watch.tell(state.board, state.stack, state.table.playing.state, inference)
            state = replace(state, board=board, stack=stack)
        case Unmoved():
            board, stack = board_watch.untell(state.board, state.stack)
            state = replace(state, board=board, stack=stack)
        case Matched():
            state = _matched(state, inference)
    return asked(state)


def _matched(state: DeviceState, match: Matched) -> DeviceState:
    """Return the state after the move that the pieces mean; a longer one takes the place of the shorter one before."""
    state = replace(state, notice=None)
    try:
        if match.instead:
            shorter = undo(state.table.playing)
            state.resources.store.move_to(shorter.ply)
            state = followed(replace(state, session=shorter))
        before = state.table.playing
        state = play(state, (match.action,))
    except JournalError as error:
        return warned(state, error.why)
    if state.table.playing.ply != before.ply + 1:
        return state
    return replace(state, board=board_watch.accept(state.board, before.state, match.action))


def _with_board_asked(state: DeviceState) -> DeviceState:
    """Return the state in which the board reports what the page on top wants: changes, every frame, or every input.

    The board looks once more when something follows from nothing having changed.
    """
    board, driver = state.board, state.resources.devices.board
    if driver is None:
        return state
    closely, senses = board_watch.looks_closely(board, state.stack), board_watch.senses(state.stack)
    if (closely, senses) != (board.is_close, board.senses):
        state = replace(state, board=replace(board, is_close=closely, senses=senses))
        driver.watch(closely, inputs=senses)
    driver.scan_at(board_watch.look_at_s(state.board))
    return state
