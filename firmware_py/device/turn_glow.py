"""How the light moves: it breathes for a new turn; while a poster is shown it beats, falls or rises.

Why it rests after a few breaths: software makes the pulses of a colour that is neither dark nor full, and an idle
device shall sleep. It begins full and ends full, so whoever looks up later sees whose turn it is.
"""

from __future__ import annotations

import math

import msgspec

from display.view import Moment, MomentKind
from firmware_py.device.light_and_sound import DARK, LIGHTS
from hardware.controls.turn_light import Rgb

STEP_S = 0.1
"""How long each level lasts while the light moves."""
QUIET_S, BREATH_S, BREATHS = 1.0, 4.0, 2
"""A new turn is full at first; then come so many breaths."""
RESTS_AFTER_S = QUIET_S + BREATHS * BREATH_S
"""So long after a turn has begun its light moves no more."""
LEAST = 0.2
"""The share of the light that is left between two breaths."""
BEAT_S, BEATS = 0.2, 3
"""An alarm is so many beats and as many pauses of this length: never more than three flashes a second."""
FALL_S, RISE_S = 1.2, 0.6

ALARM: Rgb = (1.0, 0.2, 0.0)
ALARMS: tuple[MomentKind, ...] = ("bust", "collapse", "wave", "fall")
GAINS: tuple[MomentKind, ...] = ("mission", "win")


class Flash(msgspec.Struct, frozen=True):
    """The light of a moment; it belongs to the moment's poster, and shines no longer than that."""

    kind: MomentKind
    rgb: Rgb
    since_s: float

    def at(self, now_s: float) -> Rgb:
        """Return the light at `now_s`."""
        return _scaled(self.rgb, _flash(self.kind, _steps(now_s, self.since_s) * STEP_S))

    def deadline_s(self, now_s: float) -> float | None:
        """Return when the light changes next; None once it changes no more."""
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
        """Return the light at `now_s`."""
        if now_s >= self.since_s + RESTS_AFTER_S:
            return self.rgb
        return _scaled(self.rgb, _breath(_steps(now_s, self.since_s) * STEP_S))

    def deadline_s(self, now_s: float) -> float | None:
        """Return when the light changes next; None once it rests."""
        if self.rgb == DARK or now_s >= self.since_s + RESTS_AFTER_S:
            return None
        if now_s < self.since_s + QUIET_S:
            return self.since_s + QUIET_S
        next_s = self.since_s + (_steps(now_s, self.since_s) + 1) * STEP_S
        return min(next_s, self.since_s + RESTS_AFTER_S)


def _steps(now_s: float, since_s: float) -> int:
    """Return how many steps of the light are over at `now_s`: at the very moment of a step it is, however rounded.

    Why they count from `since_s` and not from whenever something is shown: everybody sees the light, and what hunters
    do on their page must not move its steps.
    """
    steps = int((now_s - since_s) / STEP_S)
    return steps + (since_s + (steps + 1) * STEP_S <= now_s)


def flash_of(moment: Moment, now_s: float) -> Flash:
    """Return the light of a moment that is shown from now on."""
    rgb = LIGHTS[moment.actor.colour if moment.actor else "white"] if moment.kind in GAINS else ALARM
    return Flash(moment.kind, rgb, now_s)


def _length_s(kind: MomentKind) -> float:
    if kind in ALARMS:
        return BEATS * 2 * BEAT_S
    return RISE_S if kind in GAINS else FALL_S


def _flash(kind: MomentKind, passed_s: float) -> float:
    """Return the share of its light that a moment has after so many seconds."""
    passed_s = min(passed_s, _length_s(kind))
    if kind in ALARMS:
        return float(int(passed_s / BEAT_S) % 2 == 0 and passed_s < _length_s(kind))
    return passed_s / RISE_S if kind in GAINS else 1 - passed_s / FALL_S


def _breath(passed_s: float) -> float:
    """Return the share of its light that a turn has after so many seconds."""
    breathing_s = passed_s - QUIET_S
    if not 0 <= breathing_s < BREATHS * BREATH_S:
        return 1.0
    return LEAST + (1 - LEAST) * (1 + math.cos(2 * math.pi * breathing_s / BREATH_S)) / 2


def _scaled(rgb: Rgb, share: float) -> Rgb:
    red, green, blue = rgb
    return red * share, green * share, blue * share
