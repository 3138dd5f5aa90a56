"""The first state of the device, and what time alone changes in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from firmware_py.config.board_profile import KEY as BOARD_KEY
from firmware_py.device import board_watch, chosen_settings
from firmware_py.device.autosave import PLAYERS_DRAFT
from firmware_py.device.resources import Resources
from firmware_py.device.state import DeviceState, changed, warned
from firmware_py.device.system_monitor import SystemState, poll
from firmware_py.driver_reports import report_words
from firmware_py.host.health import SYSTEM, WEAK_POWER
from firmware_py.pages.home_page import home, troubles, welcome
from firmware_py.pages.players import players_stack
from firmware_py.pages.settings_menu import trial_page
from firmware_py.words import Words


def first_state(
    resources: Resources,
    now_s: float,
    warnings: tuple[Words, ...] = (),
    tries: Mapping[str, str] | None = None,
    system: Path = SYSTEM,
) -> DeviceState:
    """Return the state after switching on, with what is announced at once.

    `tries` is the setting that is tried out: it is stored only if somebody confirms it. `system` is where the system's
    files are.
    """
    stored, faults = resources.store.stored, resources.devices.faults
    profiles = {key.removeprefix(BOARD_KEY): text for key, text in stored.chosen.items() if key.startswith(BOARD_KEY)}
    state = DeviceState(
        resources,
        chosen_settings.begin(resources.config, stored.chosen, tries or {}, now_s),
        (),
        board_watch.begin(profiles, has_board=resources.devices.board is not None),
        SystemState(system),
        stored,
        faults=faults,
    )
    state = changed(state, stack=welcome(state.table, language_is_chosen="language" in stored.chosen))
    to_announce = (*warnings, *resources.store.take_warnings(), *map(report_words, faults))
    if len(to_announce) > 1:
        state = changed(state, stack=(*state.stack, troubles(to_announce)))
    else:
        state = warned(state, *to_announce)
    if players := players_stack(stored.chosen.get(PLAYERS_DRAFT, "")):
        state = changed(state, stack=(home(), *players))
    return changed(state, stack=(*state.stack, trial_page())) if tries else state


def tick(state: DeviceState, now_s: float) -> tuple[DeviceState, bool]:
    """Return the state at `now_s`, and whether its page looks different."""
    changes = []
    for change in (_trial_counted, _system_watched, _faults_announced):
        state, is_news = change(state, now_s)
        changes.append(is_news)
    return state, any(changes)


def deadline_s(state: DeviceState) -> float:
    """Return when time alone may change the state; infinity if never."""
    board_s = state.board.follower.deadline_s()
    trial = state.chosen.trial
    return min(board_s, trial.deadline_s()) if trial else board_s


def _trial_counted(state: DeviceState, now_s: float) -> tuple[DeviceState, bool]:
    chosen = chosen_settings.tick(state.chosen, now_s)
    if chosen is state.chosen:
        return state, False
    return changed(state, chosen=chosen), not chosen.restarts


def _system_watched(state: DeviceState, now_s: float) -> tuple[DeviceState, bool]:
    before, system = state.system, poll(state.system, now_s)
    if system is before:
        return state, False
    state = changed(state, system=system)
    if system.power_was_weak and not before.power_was_weak and not state.chosen.trial:
        state = warned(state, WEAK_POWER)
    return state, system != replace(before, polled_s=system.polled_s)


def _faults_announced(state: DeviceState, now_s: float) -> tuple[DeviceState, bool]:  # noqa: ARG001 - as its siblings
    """Return the state that names the parts that have failed since."""
    new = tuple(fault for fault in state.resources.devices.faults if fault not in state.faults)
    if not new:
        return state, False
    return warned(changed(state, faults=(*state.faults, *new)), *map(report_words, new)), True
