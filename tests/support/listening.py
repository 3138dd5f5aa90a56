"""Somebody who plays by what the voice says, and sees nothing."""

import re
from pathlib import Path

from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.words import speak
from hardware.simulated.pins import SimulatedVoice


def switch_on_voice(device: SimulatedDevice) -> None:
    """Go from the first page to the settings of sound, switch the voice on, and come back."""
    for button in ("up", "up", "ok", "down", "ok", "up", "ok", "back", "back", "down", "down"):
        device.press(button)


def public_news(device: SimulatedDevice) -> str:
    """Return in words what everybody may hear of what was played last."""
    session = device.app.table.session
    steps = session.steps[-2:] if session else ()
    return " ".join(speak("en")(event.words()) for step in steps for event in step.events if event.is_public)


DIE_QUESTION = "Roll the mummy die: what does it show?"
"""Asked once; after that the turn says it."""


class Listener:
    """A device with a voice, and the buttons of somebody who hears it."""

    def __init__(self, folder: Path) -> None:
        """Switch the voice on, in English; until then nothing is heard."""
        self.voice = SimulatedVoice()
        self.device = SimulatedDevice(Config(language="en"), folder / "data", voice=self.voice)
        self.heard = self.question = ""
        self._learnt = 0
        self.known: dict[str, dict[str, str]] = {}
        """What each key does, by the question: it is said once, and then only what has changed."""
        self.press("ok", "up", "up", "ok", "down", "ok", "up")
        assert self.voice.transcript == []
        assert "A voice reads the pages: on." in self.press("ok")
        self.press("back", "back")

    def press(self, *buttons: str) -> str:
        """Press buttons, and return what is heard after the last one."""
        for button in buttons:
            before = len(self.voice.transcript)
            self.device.press(button)
            self.heard = " ".join(self.voice.transcript[before:])
            if self.heard and self.device.app.view.audience == "hunters":
                assert self.heard in public_news(self.device)
        return self.heard

    def seek(self, wanted: str, button: str = "down") -> None:
        """Press a direction until something is heard."""
        for _ in range(20):
            if wanted in self.heard:
                return
            self.press(button)
        raise AssertionError(f"{wanted!r} is never heard")

    def choose(self, wanted: str, button: str = "down") -> str:
        """Press a direction until a line is heard, then `ok`; return what is heard then."""
        self.seek(wanted, button)
        return self.press("ok")

    def _learn(self, heard: str) -> None:
        """Remember what is asked, and what has changed about the keys."""
        for sentence in re.split(r"(?<=[.?!]) ", heard):
            if sentence == "The mummy's turn.":
                self.question = DIE_QUESTION
            elif sentence.endswith("?"):
                self.question = re.sub(r".*: which treasures\?", "Which treasures?", sentence)
            elif found := re.fullmatch(r"(hold ok|left|up|ok|right|down): (.*)\.", sentence):
                keys = self.known.setdefault(self.question, {})
                keys[found[1]] = "" if found[2] == "not now" else found[2]

    @property
    def keys(self) -> dict[str, str]:
        """What each key does now, as far as it was heard."""
        for text in self.voice.transcript[self._learnt :]:
            self._learn(text)
        self._learnt = len(self.voice.transcript)
        return {key: line for key, line in self.known.get(self.question, {}).items() if line}

    def by_key(self, wanted: str) -> str:
        """Press the key that was said to choose something; return what is heard then."""
        keys = [key for key, line in self.keys.items() if line.startswith(wanted)]
        assert keys, (wanted, self.question, self.keys, self.heard)
        return self.press(keys[0])

    def until(self, wanted: str) -> str:
        """Press `ok` until something is heard; return what is heard with it."""
        for _ in range(12):
            if wanted in self.heard:
                return self.heard
            self.press("ok")
        raise AssertionError(f"{wanted!r} is never heard")
