"""What is in force: what the owner's file says, what was chosen on the device, and what is tried out for some seconds.

Why some choices are tried: a wrong size, rotation or kind of buttons would leave nobody able to take it back. So the
evening is begun anew with them, and as it was before, unless somebody confirms in time that it can still be used.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_py.config.file import Config, adjusted, contradictions, in_force, usual_settings
from firmware_py.config.settings import TRIAL_S, Settings, Trial, read_settings
from firmware_py.device.autosave import Autosave
from firmware_py.words import Words, words


class SettingsInForce:
    """The one owner of the settings. `restarts` tells that the evening is to be begun anew, with what it `tries`."""

    def __init__(self, config: Config, keeper: Autosave, trial: Mapping[str, str], now_s: float) -> None:
        """Read what was kept; `trial` holds the setting that is tried out, if there is one."""
        self.restarts = False
        self.tries: Mapping[str, str] = {}
        self._config = config
        self._keeper = keeper
        self.trial = next((Trial(key, value, now_s + TRIAL_S) for key, value in trial.items()), None)
        """What is tried out now."""
        self.settings: Settings = self._read()
        """What is in force now."""

    def change(self, key: str, value: str) -> bool:
        """Keep a choice; return whether it is the one that was tried out."""
        self._keeper.choose(key, value)
        is_confirmed = self.trial is not None and key == self.trial.key
        if is_confirmed:
            self.trial = None
        self.settings = self._read()
        return is_confirmed

    def attempt(self, key: str, value: str) -> Words | None:
        """Begin anew with another setting, or return why the wiring does not allow it."""
        wanted = read_settings({**self._keeper.chosen, key: value}, usual_settings(self._config))
        problem = next(contradictions(adjusted(self._config, wanted)), None)
        if problem:
            return words("The wiring does not allow it: {why}", why=problem)
        self.begin_anew({key: value})
        return None

    def begin_anew(self, tries: Mapping[str, str] | None = None) -> None:
        """Have the evening begun anew on what is kept."""
        self.tries = tries or {}
        self.restarts = True

    def elapse(self, now_s: float) -> bool:
        """Count what is tried out, at the end of which all is as before; return whether another second is told."""
        if self.trial is None:
            return False
        before, self.trial = self.trial, self.trial.at(now_s)
        if not self.trial.left_s:
            self.begin_anew()
            return False
        return self.trial != before

    def _read(self) -> Settings:
        tried = {self.trial.key: self.trial.value} if self.trial else {}
        return in_force(self._config, {**self._keeper.chosen, **tried})
