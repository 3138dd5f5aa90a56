"""What the pieces on the magnetic board do: moves are played, notices shown, and questions asked."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from display.view import Notice
from firmware_py.config.settings import WIRING_DRAFT
from firmware_py.device import board_watch
from firmware_py.device.effects import BoardReported
from firmware_py.device.playing import enter_game, play, sync_board
from firmware_py.device.state import DeviceState, changed, with_notice, with_sound
from firmware_py.device.storing import choose, store_ply
from firmware_py.games.session import without_last
from firmware_py.pages.board_care.wiring import draft_of, is_taught
from firmware_py.pages.board_follower import BoardNews
from firmware_py.pages.home_page import is_quiet
from firmware_py.pages.page import Stack, holds_past
from firmware_py.pages.registry import map_pages
from hardware.boards.frames import BoardEvent, BoardFound, BoardLost

MOST_EVENTS = 500
"""So many events wait for the disk: ten seconds of every frame."""


def take_report(state: DeviceState, event: BoardReported) -> DeviceState:
    """Return the state after what the board has reported, and after what follows from that."""
    after, news = _sensed(state, event)
    is_news = news != BoardNews() or after.board.is_there != state.board.is_there
    return _followed(changed(after, is_news=is_news), news)


def _sensed(state: DeviceState, event: BoardReported) -> tuple[DeviceState, BoardNews]:
    """The state after what the board has reported, and what of it is news."""
    before, say, audience = state.board, state.say, event.audience
    board, news = board_watch.feed(before, event.reports, event.now_s, say, audience)
    if event.parts and event.parts != board.parts:
        board = replace(board, parts=event.parts)
    notice = board.follower.still_true(state.notice, before.follower, say)
    state = changed(state, audience=audience, board=board, notice=notice)
    if news.notice:
        state = with_notice(state, news.notice)
    stack = board_watch.feed_page(board.follower.trace(before.follower, state.stack), event.reports)
    state = _map_sounding(changed(state, stack=stack), state.stack)
    if (board.known, board.is_there) != (before.known, before.is_there):
        state = offer_calibration(state, instead_of=news.notice)
    return state, news


def newest(events: tuple[BoardEvent, ...]) -> tuple[BoardEvent, ...]:
    """The newest events of a board that was not looked at for long, and of the older ones what became of it."""
    older = events[:-MOST_EVENTS]
    return (*(event for event in older if isinstance(event, BoardFound | BoardLost)), *events[-MOST_EVENTS:])


def _followed(state: DeviceState, news: BoardNews) -> DeviceState:
    """The state after what follows from news of the board, and from what its pages were fed.

    During a correction or a transfer no move follows: it would take their pages away. The pieces are looked at again
    afterwards.
    """
    state = _wiring_stored(state)
    waits = news.inference is None or holds_past(state.stack) or state.is_transferring
    return state if waits else _concluded(state, news.inference)


def ask_board_question(state: DeviceState) -> DeviceState:
    """Return the state with the board's question laid before those whom it concerns."""
    before = state.board.follower
    follower, stack = before.ask(state.stack, state.table)
    notice = follower.still_true(state.notice, before, state.say)
    return changed(state, board=replace(state.board, follower=follower), stack=stack, notice=notice)


def offer_calibration(state: DeviceState, instead_of: Notice | None = None) -> DeviceState:
    """The state that offers a missing calibration while nobody does anything and nothing else is announced."""
    if not is_quiet(state.stack) or state.notice not in (None, instead_of):
        return state
    board, stack = board_watch.offer(state.board, state.stack)
    return changed(state, board=board, stack=stack, notice=None if stack != state.stack else state.notice)


def _map_sounding(state: DeviceState, before: Stack) -> DeviceState:
    """The state with what is heard of a map that is taught."""
    if state.stack is before:
        return state
    for maps in map_pages():
        state = with_sound(state, maps.map_sound(before, state.stack))
    return state


def _wiring_stored(state: DeviceState) -> DeviceState:
    """The state with what was taught of the wiring stored so far, and each cell to be heard."""
    if not is_taught(state.stack):
        return state
    wiring = state.table.wiring
    draft = draft_of(state.stack, wiring)
    if wiring is None or draft is None or draft == wiring.draft:
        return state
    return with_sound(choose(state, WIRING_DRAFT, wiring.stored_text(draft)), "turn")


def _concluded(state: DeviceState, inference: Any) -> DeviceState:
    """The state after what the pieces mean."""
    follower, conclusion = state.board.follower.conclude(inference, state.stack, state.playing)
    state = changed(state, board=replace(state.board, follower=follower), stack=conclusion.stack)
    if conclusion.ends_notice and state.notice and state.notice.kind == "good":
        state = changed(state, notice=None)
    if conclusion.action is not None or conclusion.replaces_last:
        state = _played(state, conclusion.action, replaces_last=conclusion.replaces_last)
    return ask_board_question(state)


def _played(state: DeviceState, action: Any, *, replaces_last: bool) -> DeviceState:
    """The state after an action that the pieces mean, if any, which may take the place of the last one.

    What takes a place is written, and not heard: the table has heard already that the turn is over. Only what happens
    now for the first time sounds, as a catch does.
    """
    state = changed(state, notice=None)
    heard = state.sounds
    if replaces_last:
        shorter = without_last(state.playing)
        state = store_ply(state, shorter)
        state = enter_game(state, shorter) if action is None else sync_board(changed(state, session=shorter))
    if action is None:
        return state
    before = state.playing
    state = play(state, (action,))
    if state.playing.ply != before.ply + 1:
        return state
    if replaces_last and state.sounds[len(heard) :] == ("turn",):
        state = changed(state, sounds=heard)
    follower = state.board.follower.played(before.state, action)
    return changed(state, board=replace(state.board, follower=follower))


def watch_board(state: DeviceState) -> DeviceState:
    """Return the state in which the board is to report what the page wants: changes, every frame or every input."""
    closely, senses = board_watch.looks_closely(state.board, state.stack), board_watch.senses(state.stack)
    if (closely, senses) == (state.board.is_close, state.board.senses):
        return state
    return changed(state, board=replace(state.board, is_close=closely, senses=senses))
