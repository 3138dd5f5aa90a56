"""Transfers under way: between the journal and a USB stick, or from journals that safe mode has set aside."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from firmware_py.device.playing import expecting
from firmware_py.device.state import DeviceState, changed, noted
from firmware_py.pages.commands import CopyGames, CopyReport, StopTransfer, TakeBack, TakeGames
from firmware_py.pages.saved_games import TAKING_BACK, WITH_STICK, OfferedStick, TransferPage, which_stick
from firmware_py.pages.stack import Page
from firmware_py.storage.files import JournalError
from firmware_py.storage.transfers import STOPPED, Stopped, Transfer, copy_games, copy_report, take_back, take_games
from firmware_py.storage.usb_stick import PULLED_OUT, Stick, StickError, needed_sticks
from firmware_py.words import Words, plain


def copy_some_games(state: DeviceState, command: CopyGames) -> DeviceState:
    """Begin to copy games to a stick. :raises StickError: without one"""
    journal = state.resources.store.journal
    return _to_one_stick(state, command, lambda stick: copy_games(journal, stick, command.game_ids))


def take_all_games(state: DeviceState, command: TakeGames) -> DeviceState:  # noqa: ARG001 - as every command
    """Begin to take games from all sticks. :raises StickError: without one"""
    journal, sticks = state.resources.store.journal, needed_sticks(state.system.system)
    return _begun(state, take_games(journal, sticks), WITH_STICK)


def take_set_aside(state: DeviceState, command: TakeBack) -> DeviceState:  # noqa: ARG001 - as every command
    """Begin to take back the games that safe mode has set aside."""
    store = state.resources.store
    return _begun(state, take_back(store.journal, state.stored.set_aside), TAKING_BACK)


def copy_a_report(state: DeviceState, command: CopyReport) -> DeviceState:
    """Begin to copy the doctor's report to a stick. :raises StickError: without one"""
    store = state.resources.store
    return _to_one_stick(state, command, lambda stick: copy_report(stick, store.data, store.journal.today()))


def _to_one_stick(
    state: DeviceState, command: CopyGames | CopyReport, copy: Callable[[Stick], Transfer]
) -> DeviceState:
    """Begin to copy to the stick; if there are several and none is chosen yet, ask first."""
    sticks = needed_sticks(state.system.system)
    if len(sticks) == 1 and not command.stick:
        return _begun(state, copy(sticks[0]), WITH_STICK)
    if not command.stick:
        offered = (OfferedStick(stick.label, str(stick.folder), stick.free_mb()) for stick in sticks)
        return changed(state, stack=(*state.stack, which_stick(offered, command)))
    for stick in sticks:
        if str(stick.folder) == command.stick:
            return _begun(state, copy(stick), replace(WITH_STICK, title=plain(stick.label)))
    raise StickError(PULLED_OUT)


def _begun(state: DeviceState, transfer: Transfer, page: TransferPage) -> DeviceState:
    return changed(state, transfer=transfer, stack=(*state.stack, page))


def step(state: DeviceState) -> DeviceState:
    """Return the state after one step of the transfer: its page says how far it is, or what the result is."""
    return _gone_on(state, next)


def stop(state: DeviceState, command: StopTransfer) -> DeviceState:  # noqa: ARG001 - as every command
    """Return the state once the transfer has ended early."""
    return _gone_on(state, lambda transfer: transfer.throw(Stopped()))


def _gone_on(state: DeviceState, go_on: Callable[[Transfer], Words]) -> DeviceState:
    assert state.transfer is not None
    waiting = next(page for page in state.stack if isinstance(page, TransferPage))
    try:
        page: Page = replace(waiting, progress=go_on(state.transfer))
    except StopIteration as done:
        page = waiting.finished(done.value)
    except Stopped:
        page = waiting.finished((STOPPED,))
    except JournalError as error:
        page = waiting.finished((error.why,))
    if not isinstance(page, TransferPage):
        state.resources.store.look_through()
        state = expecting(replace(noted(state), transfer=None))  # pieces may have been moved meanwhile
    return changed(state, stack=(*(lower for lower in state.stack if not isinstance(lower, TransferPage)), page))
