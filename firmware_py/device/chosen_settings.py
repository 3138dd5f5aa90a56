"""What was chosen on the device, in force over the owner's file, and over that what is tried out.

Why some choices are tried out: with a wrong size, rotation or kind of buttons nobody could take the choice back. So the
device starts again with them, and starts again without them unless somebody confirms in time that it is still usable.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from firmware_py.config.schema import Config, config_in_force, contradictions, settings_in_force, usual_settings
from firmware_py.config.settings import TRIAL_S, Settings, Trial, read_settings
from firmware_py.words import Words, words


class ChosenSettings(msgspec.Struct, frozen=True):
    """The settings, what is tried out now, and whether the device is to start again."""

    settings: Settings
    trial: Trial | None = None
    """What is tried out now."""
    restarts: bool = False
    """Whether the device is to start again on what is stored."""
    tries: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The setting that it then tries out, if any."""


def begin(config: Config, chosen: Mapping[str, str], tries: Mapping[str, str], now_s: float) -> ChosenSettings:
    """Return the settings at the start: `chosen` on the device, and the setting to try out, if any."""
    trial = next((Trial(key, value, now_s + TRIAL_S) for key, value in tries.items()), None)
    return ChosenSettings(_read(config, chosen, trial), trial)


def after_choice(before: ChosenSettings, config: Config, chosen: Mapping[str, str], key: str) -> ChosenSettings:
    """The settings after the choice of `key` was stored in `chosen`; a trial of this key is confirmed by it."""
    trial = None if before.trial is not None and before.trial.key == key else before.trial
    return replace(before, settings=_read(config, chosen, trial), trial=trial)


def attempt(
    before: ChosenSettings, config: Config, chosen: Mapping[str, str], key: str, value: str
) -> ChosenSettings | Words:
    """The settings by which the device starts again to try a choice, or why the wiring does not allow it."""
    wanted = read_settings({**chosen, key: value}, usual_settings(config))
    problem = next(contradictions(config_in_force(config, wanted)), None)
    if problem:
        return words("The wiring does not allow it: {why}", why=problem)
    return start_again(before, {key: value})


def start_again(before: ChosenSettings, tries: Mapping[str, str] | None = None) -> ChosenSettings:
    """Return the settings by which the device starts again on what is stored, to try out `tries`, if any."""
    return replace(before, restarts=True, tries=tries or {})


def tick(before: ChosenSettings, now_s: float) -> ChosenSettings:
    """The settings at `now_s`: a trial that nobody confirmed in time ends, and the device starts again."""
    if before.trial is None:
        return before
    trial = before.trial.at(now_s)
    if not trial.left_s:
        return start_again(replace(before, trial=trial))
    return replace(before, trial=trial) if trial != before.trial else before


def _read(config: Config, chosen: Mapping[str, str], trial: Trial | None) -> Settings:
    tried = {trial.key: trial.value} if trial else {}
    return settings_in_force(config, {**chosen, **tried})
