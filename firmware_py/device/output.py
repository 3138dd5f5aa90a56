"""Output: what is seen and heard of the device, from its state, sounds and the colour of whoever must act."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from display.view import Across, Actor, Hold, Moment, Notice, View, seen_across
from firmware_py.config.settings import BRIGHTNESS, Settings
from firmware_py.device import animation
from firmware_py.device.button_gestures import SWITCH_OFF_S, ButtonGestures
from firmware_py.device.light_and_sound import TUNES, light_of, volume_of
from firmware_py.device.notice_pages import NoticeRead
from firmware_py.device.resting import Rest
from firmware_py.device.state import DeviceState, hidden
from firmware_py.device.turn_glow import Flash, Glow, flash_of
from firmware_py.pages.sounds import Sound
from firmware_py.pages.spoken import utterance
from firmware_py.pages.switch_off import countdown, farewell
from firmware_py.pages.world import world_behind
from hardware import Devices
from hardware.controls.turn_light import Rgb
from hardware.controls.voice import Speaker

DIMMED = 0.15
"""The share of its brightness that an idle screen has."""


def view_of(
    state: DeviceState,
    gestures: ButtonGestures,
    sign: Actor | None,
    rest: Rest,
    filled: float | None,
    is_hiding: bool,
) -> View:
    """Return what the screen is to show of a state once nothing moves any more; `is_hiding`: no secrets.

    `sign` is the player whose turn it is, if a press of the player before was dropped; `filled` is how full the ring of
    a page is that answers by itself. While the device rests, a page is shown as it is read from across the table, if it
    can be.
    """
    if state.is_switched_off:
        return replace(farewell(state.table), badges=state.badges)
    if gestures.switching_off_since_s is not None:
        fraction = gestures.switching_off
        return replace(countdown(state.table, fraction, SWITCH_OFF_S), badges=state.badges)
    settings = state.chosen.settings
    page = (hidden(state) if is_hiding else state).page
    hold = gestures.hold
    if hold is None and filled is not None:
        hold = Hold("ok", filled, is_held=False)
    if rest.is_across and settings.is_across and hold is None and sign is None:
        page = seen_across(page) or page
    return replace(
        page,
        hold=hold,
        sign=sign,
        brightness=BRIGHTNESS[settings.brightness] * (DIMMED if rest.is_dimmed else 1.0),
        is_touched=settings.controls == "touch",
        world=world_behind(state.session, state.stack),
        theme=settings.theme,
        inches=settings.inches,
    )


MOMENT_S = 1.4
"""How long a moment is shown; any press ends it."""


def unturned(view: View) -> View:
    """Return a view at the first page of its notice: a page that was turned is no news."""
    return view if view.notice is None else replace(view, notice=replace(view.notice, turned=0))


class Output:
    """The screen's moving pictures, the turn light and the buzzer."""

    def __init__(self, devices: Devices, view: View) -> None:
        """Begin with a first view."""
        self._devices = devices
        self._animation = animation.begin(view)
        self._game: object = None
        self._spoken: View | None = None  # the last view that was spoken of
        self.overlay: Notice | None = None
        """A notice that lies over whatever is shown; None without one."""
        self._glow = Glow()
        self._flash: Flash | None = None  # that of the last moment
        self._light_due_s = float("inf")
        self._read = NoticeRead()

    @property
    def shown(self) -> View:
        """What the screen shows at this moment, and of a long notice the page that is due."""
        notice = self._notice
        return replace(self.unturned, notice=self._read.page_of(notice)) if notice else self.unturned

    @property
    def unturned(self) -> View:
        """What is shown, whichever page of a long notice is due: what can be compared with the view that is due."""
        shown = self._animation.shown
        return replace(shown, notice=self.overlay) if self.overlay else shown

    @property
    def is_moving(self) -> bool:
        """Whether other pictures follow of themselves."""
        return animation.deadline_s(self._animation) is not None

    @property
    def _notice(self) -> Notice | None:
        return self.overlay or self._animation.shown.notice

    def show(self, view: View, state: DeviceState, now_s: float) -> None:
        """Show and say the view of a state, by way of a moment and of pictures in which things move.

        Nothing moves from where it was in another game, and nothing at all where people want it so.
        """
        if state.beginning is not self._game:
            self._animation, self._game = animation.forgetting(self._animation), state.beginning
        moves, moment = state.chosen.settings.is_moving, state.moment if view.audience == "table" else None
        rgb = self._light_of(view)
        if not moves:
            self._animation, self._glow = animation.begin(view), Glow(rgb)
        elif moment:
            poster = replace(view, title="", prompt="", body=moment, hints=(), notice=None)
            self._animation = animation.after(poster, MOMENT_S, self._animation, view, now_s)
            self._flash, self._glow = flash_of(moment, now_s), Glow(rgb, now_s + MOMENT_S)
        else:
            self._animation = animation.animate_to(self._animation, view, now_s)
            self._glow = self._glow if rgb == self._glow.rgb else Glow(rgb, now_s)
        self._shine(now_s)
        if voice := self._devices.voice:
            if state.chosen.settings.voice:
                self._speak(voice, view, state)
            else:
                voice.close()

    def show_sign(self, view: View) -> None:
        """Show a view at once, and the light that belongs to it, at rest."""
        self.cut(view)
        self._glow = Glow(self._light_of(view))
        self._shine(0.0)

    def _light_of(self, view: View) -> Rgb:
        """Return the colour of whoever must act, dimmed while it is shown that a press was dropped."""
        return light_of(view.actor, is_dimmed=view.sign is not None)

    def _shine(self, now_s: float) -> None:
        """Let the light shine as it is due: that of a moment as long as its poster is shown, or else of the turn."""
        if self._devices.light:
            light = self._flash if self._flash and self._is_poster else self._glow
            self._devices.light.show(light.at(now_s))
            due_s = light.deadline_s(now_s)
            self._light_due_s = float("inf") if due_s is None else due_s

    @property
    def _is_poster(self) -> bool:
        return isinstance(self._animation.shown.body, Moment)

    def cut(self, view: View) -> None:
        """Show a view at once; if it takes the place of a poster, its light is due."""
        if self._is_poster:
            self._light_due_s = -float("inf")
        self._animation = animation.cut_to(self._animation, view)

    def tick(self, now_s: float) -> None:
        """Show the picture that is due, turn the page of a long notice, and let the light move."""
        was_poster = self._is_poster
        self._animation = animation.tick(self._animation, now_s)
        if now_s >= self._light_due_s or self._is_poster != was_poster:
            self._shine(now_s)
        self._read = self._read.at(self._notice, now_s)

    def deadline_s(self) -> float:
        """Return when the next picture or light is due; infinity if none is."""
        due = self._light_due_s, animation.deadline_s(self._animation), self._read.deadline_s(self._notice)
        return min(due_s for due_s in due if due_s is not None)

    def _speak(self, voice: Speaker, view: View, state: DeviceState) -> None:
        """Say what is new in a view that everybody may see; before hunters' eyes only what was announced to all."""
        is_secret = view.audience == "hunters"
        if text := state.public_news if is_secret else utterance(self._spoken, view, state.say):
            voice.say(text, state.chosen.settings.language)
        if not (is_secret or isinstance(view.body, Across | Moment)):
            self._spoken = view

    def hush(self) -> None:
        """Let the voice fall silent."""
        if self._devices.voice:
            self._devices.voice.hush()

    def play(self, sounds: Iterable[Sound], settings: Settings, now_s: float) -> bool:
        """Play the sounds that these settings let be heard; return whether there is anything to hear."""
        sounders = self._devices.sounders
        if not sounders:
            return False
        heard = [(sound, volume) for sound in sounds if (volume := volume_of(sound, settings))]
        for sound, volume in heard:
            for part in sounders:
                part.play(TUNES[sound], now_s, volume)
        return bool(heard)
