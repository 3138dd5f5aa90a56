"""What an event leads to: `update(state, event) -> (state, effects)`, the first state, and when time alone has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from firmware_py.config.schema import Config
from firmware_py.config.settings import PLAYERS_DRAFT
from firmware_py.device import board_watch, commands
from firmware_py.device.effects import (
    BoardReported,
    BoxAnswered,
    DateHeard,
    DiskFailed,
    Effect,
    Event,
    GameHandedOver,
    Hid,
    InvitationOver,
    LoadCode,
    OkHeldToTheEnd,
    PhoneAsked,
    PhonePaired,
    PhonePlayed,
    Pressed,
    StepDue,
    StepTransfer,
    TimePassed,
    TransferStepped,
    WindowClosed,
    WriteDate,
)
from firmware_py.device.playing import keep_board_in_step, store_drafts, take_report
from firmware_py.device.state import (
    SWITCHED_ON,
    ChosenSettings,
    DeviceState,
    Stored,
    alter,
    begin_settings,
    hide_secrets,
    hide_unless_opened,
    tick_trial,
    want,
    with_warning,
)
from firmware_py.driver_reports import report_words
from firmware_py.games.registry import NotLoaded, nothing_loads
from firmware_py.pages.home_page import home, troubles, welcome
from firmware_py.pages.players import players_stack
from firmware_py.pages.settings_menu import trial_page
from firmware_py.sensing import BOARD_KEY
from firmware_py.words import Words, words

WEAK_POWER = words("The power supply is too weak: the device may stop. Use one for a Raspberry Pi, with a short cable.")


def update(state: DeviceState, event: Event, *, shows_secrets: bool) -> tuple[DeviceState, tuple[Effect, ...]]:
    """The state after an event, and what is to be carried out before anything of it is shown.

    Whatever led to it: no secret follows a page for everybody unless the hunters opened it, what was entered and is no
    action yet is stored as well, and the board expects its pieces where the pages have them. `shows_secrets`: the
    screen shows a page for the hunters' eyes already.
    """
    try:
        with nothing_loads():
            after = _LEADS_TO.get(type(event), commands.take_answer)(state, event)
            if after.stack is not state.stack or after.session is not state.session:
                after = store_drafts(keep_board_in_step(hide_unless_opened(after, shows_secrets=shows_secrets)))
    except NotLoaded as missing:
        return state, (LoadCode(missing.game, missing.kind, event),)
    return alter(after, effects=()), after.effects


def _begin_step(state: DeviceState, event: StepDue) -> DeviceState:  # noqa: ARG001 - as every event
    return want(state, StepTransfer())


def _take_failure(state: DeviceState, event: DiskFailed) -> DeviceState:
    stored = replace(state.stored, is_durable=event.is_durable, fault=event.fault)
    return with_warning(alter(state, stored=stored, next_id=max(state.next_id, event.next_id)), *event.warnings)


def _pass_time(state: DeviceState, event: TimePassed) -> DeviceState:
    """Look at the time and the parts: a trial may be over, the power weak, a stick plugged in, a part broken."""
    chosen, before, faults = tick_trial(state.chosen, event.now_s), state.computer, state.faults
    is_news = (chosen is not state.chosen and not chosen.restarts) or event.computer != before
    state = alter(state, chosen=chosen)
    if event.computer != before:
        state = alter(state, computer=event.computer)
    if event.computer.power_is_weak and not state.power_was_weak:
        state = alter(state, power_was_weak=True)
        state = state if state.chosen.trial else with_warning(state, WEAK_POWER)
    if new := tuple(fault for fault in event.faults if fault not in faults):
        state = with_warning(alter(state, faults=(*faults, *new)), *map(report_words, new))
    return alter(state, is_news=is_news or bool(new))


_LEADS_TO: dict[type[Event], Callable[[DeviceState, Any], DeviceState]] = {
    Pressed: commands.take_press,
    PhonePlayed: commands.take_phone,
    PhoneAsked: commands.take_phones_wish,
    PhonePaired: commands.pair_phone,
    InvitationOver: commands.end_invitation,
    DateHeard: lambda state, event: want(state, WriteDate(event.at, is_sure=False)),
    BoardReported: take_report,
    TimePassed: _pass_time,
    Hid: lambda state, _: hide_secrets(state),
    StepDue: _begin_step,
    TransferStepped: commands.take_step,
    GameHandedOver: commands.take_game,
    BoxAnswered: commands.follow_box,
    OkHeldToTheEnd: lambda state, _: commands.switch_off(state),
    WindowClosed: lambda state, _: commands.close_journal(state),
    DiskFailed: _take_failure,
}
"""What each event leads to that does not follow from a command."""


# --- power-up, and time alone ----------------------------------------------------------------------------------------


def first_state(
    config: Config,
    stored: Stored,
    next_id: int,
    now_s: float,
    warnings: tuple[Words, ...] = (),
    before: ChosenSettings = SWITCHED_ON,
    *,
    faults: tuple[str, ...] = (),
    has_board: bool = False,
    has_voice: bool = False,
    phones_at: str | None = None,
) -> DeviceState:
    """The state after switching on, with what is announced at once.

    `before` are the settings that made it start again: one may be tried out, stored only if somebody confirms it;
    `faults` are those of the parts.
    """
    chosen = stored.chosen
    profiles = {key.removeprefix(BOARD_KEY): text for key, text in chosen.items() if key.startswith(BOARD_KEY)}
    state = DeviceState(
        config,
        begin_settings(config, chosen, before, now_s),
        (),
        board_watch.begin(profiles, has_board=has_board),
        stored,
        next_id,
        faults=faults,
        has_voice=has_voice,
        phones_at=phones_at,
    )
    players = players_stack(chosen.get(PLAYERS_DRAFT, ""))
    first = (home(), *players) if players else welcome(state.table, language_is_chosen="language" in chosen)
    state = alter(state, stack=first)
    to_announce = (*warnings, *before.outcome, *map(report_words, faults))
    if len(to_announce) > 1:
        state = alter(state, stack=(*state.stack, troubles(to_announce)))
    else:
        state = with_warning(state, *to_announce)
    return alter(state, stack=(*state.stack, trial_page())) if state.chosen.trial else state


def deadline_s(state: DeviceState) -> float:
    """When time alone may change the state; infinity if never."""
    board_s = state.board.follower.deadline_s()
    trial = state.chosen.trial
    return min(board_s, trial.deadline_s()) if trial else board_s
