"""Output: screen, turn light, tunes and voice, from the state and the colour of whoever must act.

Why the light rests after a few breaths: software makes the pulses of a colour that is neither dark nor full, and an
idle device is to sleep. It begins full and ends full, so whoever looks up later sees whose turn it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from display.motion import MOVING, between
from display.view import Actor, Colour, Hold, Notice, Poster, PosterKind, View, scoreboard_of
from firmware_py.config.settings import BRIGHTNESS, Settings
from firmware_py.device.button_gestures import SWITCH_OFF_S, ButtonGestures
from firmware_py.device.idle import IdleState, NoticeRead
from firmware_py.device.state import DeviceState, hide_secrets
from firmware_py.pages.correction import icons_taken_back
from firmware_py.pages.help import HelpPage
from firmware_py.pages.page import holds_past
from firmware_py.pages.registry import Sound, world_behind
from firmware_py.pages.spoken import Known, is_silent, learnt, utterance
from firmware_py.pages.switch_off import countdown, farewell
from hardware import Devices
from hardware.controls.sound import Tune
from hardware.controls.turn_light import Rgb
from hardware.controls.voice import Speaker


class Animation(msgspec.Struct, frozen=True):
    """The picture that is shown now, and those that follow."""

    shown: View
    moved: tuple[View, ...] = ()
    """The last view of each kind of body in which something could move; the next movement starts from it."""
    coming: tuple[tuple[float, View], ...] = ()
    """The pictures that follow, each with the moment from which it is shown."""

    def cut_to(self, view: View) -> Animation:
        """Show a view at once, without the pictures that were to follow."""
        return replace(self, shown=view, coming=())

    def move_to(self, view: View, now_s: float) -> Animation:
        """Move things until the view is shown."""
        coming, due_s = [], now_s
        for before in self.moved:
            for duration_s, picture in between(before, view):
                coming.append((due_s, picture))
                due_s += duration_s
        moved = self.moved
        if isinstance(view.body, MOVING):
            moved = (view, *(other for other in moved if type(other.body) is not type(view.body)))
        return replace(self, moved=moved, coming=(*coming, (due_s, view))).at(now_s)

    def show_poster(self, poster: View, stay_s: float, view: View, now_s: float) -> Animation:
        """Show a poster at once, and only then move things until the view is shown."""
        moving = self.move_to(view, now_s + stay_s)
        return replace(moving, shown=poster, coming=moving.coming or ((now_s + stay_s, view),))

    def at(self, now_s: float) -> Animation:
        """Show the picture that is due."""
        due = sum(due_s <= now_s for due_s, _ in self.coming)
        return replace(self, shown=self.coming[due - 1][1], coming=self.coming[due:]) if due else self

    @property
    def deadline_s(self) -> float | None:
        """When the next picture is due, or None if the last one is shown."""
        return self.coming[0][0] if self.coming else None


DARK: Rgb = (0.0, 0.0, 0.0)

LIGHTS: dict[Colour, Rgb] = {
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.15, 1.0),
    "green": (0.0, 1.0, 0.1),
    "yellow": (1.0, 0.6, 0.0),
    "purple": (0.7, 0.0, 0.8),
    "white": (0.9, 0.9, 0.9),
    "turquoise": (0.0, 0.8, 0.6),
}

TUNES: dict[Sound, Tune] = {
    "key": ((1760.0, 0.02),),
    "turn": ((880.0, 0.07), (1175.0, 0.09)),
    "score": ((1047.0, 0.06), (1319.0, 0.06), (1568.0, 0.10)),
    "caught": ((392.0, 0.12), (311.0, 0.20)),
    "curse": ((466.0, 0.10), (440.0, 0.10), (415.0, 0.10), (392.0, 0.26)),
    "bust": ((587.0, 0.08), (880.0, 0.08), (None, 0.05), (587.0, 0.08), (880.0, 0.20)),
    "fall": ((330.0, 0.07), (294.0, 0.07), (247.0, 0.07), (208.0, 0.07), (165.0, 0.30)),
    "attention": ((988.0, 0.08), (None, 0.05), (988.0, 0.08)),
    "end": ((784.0, 0.12), (988.0, 0.12), (1175.0, 0.12), (1568.0, 0.30)),
    "refusal": ((220.0, 0.18),),
}

SOUND_CLASSES: dict[Sound, str] = {"key": "keys", "turn": "turns", "refusal": "errors", "attention": "errors"}
"""The class by which a sound is switched on and off; all other sounds are "events"."""

QUIET_STEPS = 2
"""How many steps of volume softer a device is that is quiet for the night."""

RUN_OUT = 0.3
"""The share of its light that a turn has whose sand-glass has run out."""

DROPPED = 0.25
"""The share of its light that is left where a press was dropped."""


def light_of(actor: Actor | None, *, is_dimmed: bool) -> Rgb:
    """The light of the player whose turn it is."""
    red, green, blue = LIGHTS[actor.colour] if actor else DARK
    share = DROPPED if is_dimmed else 1.0
    return red * share, green * share, blue * share


def volume_of(sound: Sound, settings: Settings) -> int:
    """The step of volume at which `sound` is heard, of `VOLUMES`; 0 if its class is off.

    In the night keys are silent, and the rest is softer but never silent. Nothing but the settings decides.
    """
    kind = SOUND_CLASSES.get(sound, "events")
    if kind not in settings.sounds or (settings.is_quiet and kind == "keys"):
        return 0
    softest = min(settings.volume, 1)
    return max(softest, settings.volume - QUIET_STEPS) if settings.is_quiet else settings.volume


STEP_S = 0.1
"""How long each level lasts while the light moves."""
QUIET_S, BREATH_S, BREATHS = 1.0, 4.0, 2
"""The light of a new turn is full for the first of these times; then it breathes, as often as the last says."""
RESTS_AFTER_S = QUIET_S + BREATHS * BREATH_S
"""How long after the beginning of a turn its light rests."""
LEAST = 0.2
"""The share of the light that is left between two breaths."""
BEAT_S, BEATS = 0.2, 3
"""The length of a beat of an alarm, and of the pause after it, and their number: at most three flashes a second."""
FALL_S, RISE_S = 1.2, 0.6

ALARM: Rgb = (1.0, 0.2, 0.0)
ALARMS: tuple[PosterKind, ...] = ("bust", "collapse", "wave", "fall")
GAINS: tuple[PosterKind, ...] = ("mission", "win")


class Flash(msgspec.Struct, frozen=True):
    """The light of a poster; it shines no longer than its poster is shown."""

    kind: PosterKind
    rgb: Rgb
    since_s: float

    def at(self, now_s: float) -> Rgb:
        """The light at `now_s`."""
        return _scale(self.rgb, _flash(self.kind, _steps(now_s, self.since_s) * STEP_S))

    def deadline_s(self, now_s: float) -> float | None:
        """When the light changes next; None once it changes no more."""
        if now_s >= self.since_s + _length_s(self.kind):
            return None
        return self.since_s + (_steps(now_s, self.since_s) + 1) * STEP_S


class Glow(msgspec.Struct, frozen=True):
    """The light of a turn."""

    rgb: Rgb = DARK
    """The colour of whose turn it is."""
    since_s: float = -math.inf
    """When it begins to breathe: a press may end the poster before, but moves no breath."""

    def at(self, now_s: float) -> Rgb:
        """The light at `now_s`."""
        if now_s >= self.since_s + RESTS_AFTER_S:
            return self.rgb
        return _scale(self.rgb, _breath(_steps(now_s, self.since_s) * STEP_S))

    def deadline_s(self, now_s: float) -> float | None:
        """When the light changes next; None once it rests."""
        if self.rgb == DARK or now_s >= self.since_s + RESTS_AFTER_S:
            return None
        if now_s < self.since_s + QUIET_S:
            return self.since_s + QUIET_S
        next_s = self.since_s + (_steps(now_s, self.since_s) + 1) * STEP_S
        return min(next_s, self.since_s + RESTS_AFTER_S)


def _steps(now_s: float, since_s: float) -> int:
    """How many steps of the light are over at `now_s`: at the very moment of a step it is, however rounded.

    Why they count from `since_s` and not from whenever something is shown: everybody sees the light, and what hunters
    do on their page must not move its steps.
    """
    steps = int((now_s - since_s) / STEP_S)
    return steps + (since_s + (steps + 1) * STEP_S <= now_s)


def flash_of(poster: Poster, now_s: float) -> Flash:
    """The light of a poster that is shown from now on."""
    rgb = LIGHTS[poster.actor.colour if poster.actor else "white"] if poster.kind in GAINS else ALARM
    return Flash(poster.kind, rgb, now_s)


def _length_s(kind: PosterKind) -> float:
    if kind in ALARMS:
        return BEATS * 2 * BEAT_S
    return RISE_S if kind in GAINS else FALL_S


def _flash(kind: PosterKind, passed_s: float) -> float:
    """The share of its light that a poster has after `passed_s`."""
    passed_s = min(passed_s, _length_s(kind))
    if kind in ALARMS:
        return float(int(passed_s / BEAT_S) % 2 == 0 and passed_s < _length_s(kind))
    return passed_s / RISE_S if kind in GAINS else 1 - passed_s / FALL_S


def _breath(passed_s: float) -> float:
    """The share of its light that a turn has after `passed_s`."""
    breathing_s = passed_s - QUIET_S
    if not 0 <= breathing_s < BREATHS * BREATH_S:
        return 1.0
    return LEAST + (1 - LEAST) * (1 + math.cos(2 * math.pi * breathing_s / BREATH_S)) / 2


def _scale(rgb: Rgb, share: float) -> Rgb:
    red, green, blue = rgb
    return red * share, green * share, blue * share


DIMMED = 0.15
"""The share of its brightness that an idle screen has."""


def view_of(
    state: DeviceState,
    gestures: ButtonGestures,
    sign: Actor | None,
    idle: IdleState,
    filled: float | None,
    is_hiding: bool,
    glass: float | None = None,
) -> View:
    """What the screen is to show of a state once nothing moves any more; `is_hiding`: no secrets.

    `sign` is the player whose turn it is, if a press of the player before was dropped; `filled` is how full the ring of
    a page is that answers by itself, `glass` how much sand is above in the sand-glass of the turn. While the device
    rests, a page is shown as it is read from across the table, if it can be.
    """
    if state.is_switched_off:
        return replace(farewell(state.table), badges=state.badges)
    if gestures.switching_off_since_s is not None:
        fraction = gestures.switching_off
        return replace(countdown(state.table, fraction, SWITCH_OFF_S), badges=state.badges)
    settings = state.chosen.settings
    shown = hide_secrets(state) if is_hiding else state
    page, top = shown.page, shown.stack[-1]
    hold = gestures.hold
    if hold is None and filled is not None:
        hold = Hold("ok", filled, is_held=False)
    if hold is not None and hold.button == "back" and not holds_past(state.stack):
        hold = replace(hold, pictures=icons_taken_back(state.table))
    is_watched = idle.shows_scoreboard and settings.scoreboard_delay != "off" and hold is None and sign is None
    if is_watched and top.asks_only_whose_turn(shown.table):
        page = scoreboard_of(page, top.arrange(shown.table).acts()) or page
    return replace(
        page,
        hold=hold,
        sign=sign,
        brightness=BRIGHTNESS[settings.brightness] * (DIMMED if idle.is_dimmed else 1.0),
        is_touched=settings.controls == "touch",
        has_keys=settings.has_keys,
        world=world_behind(state.session, state.stack),
        theme=settings.theme,
        inches=settings.inches,
        glass=glass if page.actor else None,
        people=state.session.header.players if state.session else (),
        faces=page.faces or (state.stored.faces if state.session else ()),
    )


POSTER_S = 1.4
"""How long a poster is shown; any press ends it."""


def turn_back(view: View) -> View:
    """A view at the first page of its notice: a page that was turned is no news."""
    return view if view.notice is None else replace(view, notice=replace(view.notice, turned=0))


class Output:
    """The screen's moving pictures, the turn light and the buzzer."""

    def __init__(self, devices: Devices, view: View) -> None:
        """Begin with a first view."""
        self._devices = devices
        self._animation = Animation(view, (view,))
        self._game: object = None
        self._spoken: View | None = None  # the last view that was spoken of
        self._known: Known = {}  # what each key does, as far as it was said
        self._known_in: object = None  # in which game it was said
        self.overlay: Notice | None = None
        """A notice that lies over whatever is shown; None without one."""
        self._glow = Glow()
        self._flash: Flash | None = None  # that of the last poster
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
        """Whether more pictures follow on their own."""
        return self._animation.deadline_s is not None

    @property
    def _notice(self) -> Notice | None:
        return self.overlay or self._animation.shown.notice

    def show(self, view: View, state: DeviceState, now_s: float) -> None:
        """Show and say the view of a state, by way of a poster and of pictures in which things move.

        Nothing moves from where it was in another game, and nothing at all where people want it so.
        """
        if state.beginning is not self._game:
            self._animation, self._game = replace(self._animation, moved=()), state.beginning
        moves, poster = state.chosen.settings.is_moving, state.poster if view.audience == "table" else None
        rgb = self._light_of(view)
        if not moves:
            self._animation, self._glow = Animation(view, (view,)), Glow(rgb)
        elif poster:
            alone = replace(view, title="", prompt="", body=poster, hints=(), notice=None)
            self._animation = self._animation.show_poster(alone, POSTER_S, view, now_s)
            self._flash, self._glow = flash_of(poster, now_s), Glow(rgb, now_s + POSTER_S)
        else:
            self._animation = self._animation.move_to(view, now_s)
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
        """The colour of whoever must act, dimmed while it is shown that a press was dropped."""
        light = light_of(view.actor, is_dimmed=view.sign is not None)
        return light if view.glass is None else _scale(light, RUN_OUT + (1 - RUN_OUT) * view.glass)

    def _shine(self, now_s: float) -> None:
        """Let the light shine as it is due: that of a poster as long as it is shown, or else of the turn."""
        if self._devices.light:
            light = self._flash if self._flash and self._is_poster else self._glow
            self._devices.light.show(light.at(now_s))
            due_s = light.deadline_s(now_s)
            self._light_due_s = float("inf") if due_s is None else due_s

    @property
    def _is_poster(self) -> bool:
        return isinstance(self._animation.shown.body, Poster)

    def cut(self, view: View) -> None:
        """Show a view at once; if it takes the place of a poster, its light is due."""
        if self._is_poster:
            self._light_due_s = -float("inf")
        self._animation = self._animation.cut_to(view)

    def tick(self, now_s: float) -> None:
        """Show the picture that is due, turn the page of a long notice, and let the light move."""
        was_poster = self._is_poster
        self._animation = self._animation.at(now_s)
        if now_s >= self._light_due_s or self._is_poster != was_poster:
            self._shine(now_s)
        self._read = self._read.at(self._notice, now_s)

    def deadline_s(self) -> float:
        """When the next picture or light is due; infinity if none is."""
        due = self._light_due_s, self._animation.deadline_s, self._read.deadline_s(self._notice)
        return min(due_s for due_s in due if due_s is not None)

    def _speak(self, voice: Speaker, view: View, state: DeviceState) -> None:
        """Say what is new in a view that everybody may see; before hunters' eyes only what was announced to all."""
        is_secret = view.audience == "hunters"
        if self._known_in is not state.beginning or isinstance(state.stack[-1], HelpPage):
            self._known, self._known_in = {}, state.beginning
        if text := state.public_news if is_secret else utterance(self._spoken, view, state.say, self._known):
            voice.say(text, state.chosen.settings.language)
        if not is_silent(view):
            self._spoken, self._known = view, learnt(self._known, view, state.say)

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
