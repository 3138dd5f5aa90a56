"""Output: what is seen and heard of the device, from its state, sounds and the colour of whoever must act."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from display.view import Actor, Notice, View
from firmware_py.config.settings import BRIGHTNESS
from firmware_py.device import animation
from firmware_py.device.button_gestures import SWITCH_OFF_S, ButtonGestures
from firmware_py.device.light_and_sound import TUNES, is_on, light_of
from firmware_py.device.state import DeviceState, hidden
from firmware_py.pages.menus import DIMMED, countdown, farewell
from firmware_py.pages.registry import world_of
from firmware_py.pages.sounds import Sound
from hardware import Devices


def view_of(
    state: DeviceState, gestures: ButtonGestures, sign: Actor | None, *, is_dimmed: bool, is_hiding: bool
) -> View:
    """Return what the screen is to show of a state once nothing moves any more; `is_hiding`: no secrets.

    `sign` is the player whose turn it is, if a press of the player before was dropped.
    """
    if state.is_switched_off:
        return replace(farewell(state.table), badges=state.badges)
    if gestures.switching_off_since_s is not None:
        fraction = gestures.switching_off
        return replace(countdown(state.table, fraction, SWITCH_OFF_S), badges=state.badges)
    settings = state.chosen.settings
    return replace(
        (hidden(state) if is_hiding else state).page,
        hold=gestures.hold,
        sign=sign,
        brightness=BRIGHTNESS[settings.brightness] * (DIMMED if is_dimmed else 1.0),
        is_touched=settings.controls == "touch",
        world=world_of(state.session),
    )


class Output:
    """The screen's moving pictures, the turn light and the buzzer."""

    def __init__(self, devices: Devices, view: View) -> None:
        """Begin with a first view."""
        self._devices = devices
        self._animation = animation.begin(view)
        self._game: object = None
        self.overlay: Notice | None = None
        """A notice that lies over whatever is shown; None without one."""

    @property
    def shown(self) -> View:
        """What the screen shows at this moment."""
        shown = self._animation.shown
        return replace(shown, notice=self.overlay) if self.overlay else shown

    def show(self, view: View, now_s: float, game: object) -> None:
        """Show a view, by way of the pictures in which things move, and the light of whoever must act.

        Nothing moves from where it was in another `game`, a value that is the same one as long as the game lasts.
        """
        if game is not self._game:
            self._animation, self._game = animation.forgetting(self._animation), game
        self._animation = animation.animate_to(self._animation, view, now_s)
        self.shine(view)

    def show_sign(self, view: View) -> None:
        """Show a view at once, and the light that belongs to it."""
        self.cut(view)
        self.shine(view)

    def shine(self, view: View) -> None:
        """Light up in the colour of whoever must act, dimmed while it is shown that a press was dropped."""
        if self._devices.light:
            self._devices.light.show(light_of(view.actor, is_dimmed=view.sign is not None))

    def cut(self, view: View) -> None:
        """Show a view at once."""
        self._animation = animation.cut_to(self._animation, view)

    def tick(self, now_s: float) -> None:
        """Show the picture that is due."""
        self._animation = animation.tick(self._animation, now_s)

    def deadline_s(self) -> float | None:
        """Return when the next picture is due; None if none is."""
        return animation.deadline_s(self._animation)

    def play(self, sounds: Iterable[Sound], classes: frozenset[str], now_s: float) -> bool:
        """Play the sounds that belong to one of these classes; return whether there is anything to hear."""
        buzzer = self._devices.buzzer
        if buzzer is None:
            return False
        heard = [sound for sound in sounds if is_on(sound, classes)]
        for sound in heard:
            buzzer.play(TUNES[sound], now_s)
        return bool(heard)
