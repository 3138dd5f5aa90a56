"""The twin of the machine: a simulated device that gets the same presses and draws what the machine must show."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pygame

from display.draw import draw
from display.view import Button, View
from display.window import shade
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.output import RESTS_AFTER_S
from firmware_py.games.records import write_line
from firmware_py.games.session import Session
from firmware_py.pages.page import LongPress, Press

NOTICEABLE = 40
"""A difference in a channel, of 255, that an eye would notice."""
ALLOWED = 0.0001
"""Share of the pixels that may differ noticeably: fifteen of a small screen."""
ALLOWED_WITH_TIME = 0.02
"""The same for a page that offers an unfinished game and says when it was played: the twin has another clock."""
NOTICE = 0.2
"""The share of the height that a message may cover at the bottom; a long one turns its pages there."""
TUNE_S, LISTEN_S = 0.5, 0.02
"""How long a tune is listened for after a press, and how long each look at the buzzer's pin lasts."""
AT_REST_S = 3.0
"""How long after a press nothing moves on the screen any more."""


class Twin:
    """A simulated device that can go back to before its last press."""

    def __init__(self, folder: Path, config: Config, data: Path | None = None, *, phones_at: str | None = None) -> None:
        """Switch it on with these settings and a copy of `data`, or without data; its own data lie in `folder`.

        `phones_at` is where phones find it, and None if they cannot join in.
        """
        self._folder = folder
        self._config = config
        self._data = Path(tempfile.mkdtemp(dir=folder))
        self._before = self._data.with_suffix(".before")
        self.heard_hz: tuple[float, ...] = ()
        """The tones of the last press but for the click of its button, lowest first."""
        self._session_before: Session | None = None
        if data:
            shutil.copytree(data, self._data, dirs_exist_ok=True)
        self._phones_at = phones_at
        self._device = SimulatedDevice(config, self._data, phones_at=phones_at)

    @property
    def app(self) -> App:
        """The referee on this device."""
        return self._device.app

    def press(self, button: Button) -> None:
        """Press a button shortly."""
        self.do(Press(button))

    def do(self, done: Press | LongPress) -> None:
        """Copy what is on disk, press or hold a button, and wait until nothing moves any more."""
        shutil.rmtree(self._before, ignore_errors=True)
        shutil.copytree(self._data, self._before)
        self._session_before = self.app.table.session
        self._device.do(done)
        heard = set()
        for _ in range(round(TUNE_S / LISTEN_S)):
            heard.add(self._device.pins.tone_hz())
            self._device.wait(LISTEN_S)
        self.heard_hz = tuple(sorted(heard - {None}))
        self._device.wait(AT_REST_S)

    @property
    def data(self) -> Path:
        """The folder with its games."""
        return self._data

    def after_cut(self, *, counted: bool = True) -> Twin:
        """The twin as it starts after a power cut; `counted`: the last press had reached the disk."""
        data = self._data if counted else self._before
        return Twin(self._folder, self._config, data, phones_at=self._phones_at)

    def light(self) -> tuple[float, float, float]:
        """How bright red, green and blue in its turn light rest, each from 0.0 to 1.0."""
        self._device.wait(RESTS_AFTER_S)
        brightness: tuple[float, float, float] = self._device.pins.light()
        return brightness

    def record(self) -> str:
        """The game on the table as a record."""
        return record_of(self.app.table.playing)

    def record_before(self) -> str:
        """The record as it was before the last press."""
        assert self._session_before is not None, "there was no game before the last press"
        return record_of(self._session_before)

    def close(self) -> None:
        """Switch it off."""
        self._device.close()


def record_of(session: Session) -> str:
    """A game as a record."""
    lines = (session.header, *(step.action for step in session.steps[: session.ply]))
    return "".join(f"{write_line(line)}\n" for line in lines)


def drawn(view: View, size: tuple[int, int]) -> pygame.Surface:
    """A picture of a view as the screen shows it."""
    surface = pygame.Surface(size)
    draw(view, surface)
    shade(surface, view.brightness)
    return surface


def difference(seen: Path, wanted: pygame.Surface, rotation: int = 0, *, above_notice: bool = False) -> float:
    """The share of pixels in a picture file that differ noticeably from the wanted picture.

    `rotation` is by how many degrees the panel of the picture file is turned clockwise.
    """
    picture = pygame.image.load(seen)
    if rotation:
        picture = pygame.transform.rotate(picture, rotation)
    if picture.get_size() != wanted.get_size():
        return 1.0
    width, height = wanted.get_size()
    if above_notice:
        height = round(height * (1 - NOTICE))
        picture, wanted = (one.subsurface((0, 0, width, height)) for one in (picture, wanted))
    limit = (NOTICEABLE,) * 3
    same = pygame.transform.threshold(None, picture, None, threshold=limit, set_behavior=0, search_surf=wanted)
    return 1 - same / (width * height)
