"""How the turn light moves: it breathes for a new turn, beats for an alarm, falls for a loss, rises for a gain.

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
BEAT_S, PAUSE_S, BEATS = 0.17, 1.0, 2
"""An alarm is two beats and a pause, so often: never more than three flashes a second."""
FALL_S, RISE_S = 1.2, 0.6

ALARM: Rgb = (1.0, 0.2, 0.0)
ALARMS: tuple[MomentKind, ...] = ("bust", "collapse", "wave", "fall")
GAINS: tuple[MomentKind, ...] = ("mission", "win")


class Glow(msgspec.Struct, frozen=True):
    """The light of a turn, and before it that of a moment."""

    rgb: Rgb = DARK
    """The colour of whose turn it is."""
    since_s: float = -math.inf
    """When it began to shine."""
    moment: Moment | None = None
    """What is shown before..."""
    moment_s: float = -math.inf
    """...from then on."""

    def at(self, now_s: float) -> Rgb:
        """Return the light at `now_s`."""
        if self.moment and now_s < self.since_s:
            passed_s = _steps(now_s, self.moment_s) * STEP_S
            return _scaled(_colour_of(self.moment), _flash(self.moment.kind, passed_s))
        if now_s >= self.since_s + RESTS_AFTER_S:
            return self.rgb
        return _scaled(self.rgb, _breath(_steps(now_s, self.since_s) * STEP_S))

    def deadline_s(self, now_s: float) -> float | None:
        """Return when the light changes next; None once it rests."""
        ends_s = self.since_s + RESTS_AFTER_S
        if self.rgb == DARK:
            ends_s = self.since_s
        if now_s >= ends_s:
            return None
        if self.since_s <= now_s < self.since_s + QUIET_S:
            return self.since_s + QUIET_S
        began_s = self.moment_s if self.moment and now_s < self.since_s else self.since_s
        next_s = began_s + (_steps(now_s, began_s) + 1) * STEP_S
        return min(next_s, self.since_s if now_s < self.since_s else ends_s)


def _steps(now_s: float, since_s: float) -> int:
    """Return how many steps of the light are over at `now_s`: at the very moment of a step it is, however rounded.

    Why they count from `since_s` and not from whenever something is shown: everybody sees the light, and what hunters
    do on their page must not move its steps.
    """
    steps = int((now_s - since_s) / STEP_S)
    return steps + (since_s + (steps + 1) * STEP_S <= now_s)


def turned_to(glow: Glow, rgb: Rgb, now_s: float, moment: Moment | None, *, moves: bool) -> Glow:
    """Return the light of whoever acts now, after that of a moment; the same one as long as neither is new."""
    if not moves:
        return Glow(rgb)
    if moment:
        return Glow(rgb, now_s + _length_s(moment.kind), moment, now_s)
    return glow if rgb == glow.rgb else Glow(rgb, now_s)


def _colour_of(moment: Moment) -> Rgb:
    if moment.kind in GAINS:
        return LIGHTS[moment.colour or "white"]
    return ALARM


def _length_s(kind: MomentKind) -> float:
    if kind in ALARMS:
        return BEATS * (4 * BEAT_S + PAUSE_S)
    return RISE_S if kind in GAINS else FALL_S


def _flash(kind: MomentKind, passed_s: float) -> float:
    """Return the share of its light that a moment has after so many seconds."""
    if kind in ALARMS:
        beat = int(passed_s % (4 * BEAT_S + PAUSE_S) / BEAT_S)
        return 1.0 if beat in (0, 2) else 0.0
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
