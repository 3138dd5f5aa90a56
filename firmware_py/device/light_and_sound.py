"""Light and sound: a tune for each sound, and a colour of light for each player."""

from __future__ import annotations

from collections.abc import Iterable

from display.view import Actor, Colour
from firmware_py.config.settings import Settings
from firmware_py.pages.sounds import Sound
from hardware.controls.buzzer import Tune
from hardware.controls.turn_light import Rgb

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
"""By so many steps of volume a device that is quiet for the night is softer."""

_BY_WEIGHT: tuple[Sound, ...] = ("end", "fall", "curse", "caught", "bust", "score", "attention", "turn")


DIMMED = 0.25
"""The share of its light that is left where a press was dropped."""


def light_of(actor: Actor | None, *, is_dimmed: bool) -> Rgb:
    """Return the light of the player whose turn it is."""
    red, green, blue = LIGHTS[actor.colour] if actor else DARK
    share = DIMMED if is_dimmed else 1.0
    return red * share, green * share, blue * share


def loudest(sounds: Iterable[Sound | None]) -> Sound | None:
    """Return the one sound to play for several announcements at once."""
    heard = set(sounds)
    return next((sound for sound in _BY_WEIGHT if sound in heard), None)


def volume_of(sound: Sound, settings: Settings) -> int:
    """Return the step of volume at which `sound` is heard, of `VOLUMES`; 0 if its class is off.

    In the night keys are silent, and the rest is softer but never silent. Nothing but the settings decides.
    """
    kind = SOUND_CLASSES.get(sound, "events")
    if kind not in settings.sounds or (settings.is_quiet and kind == "keys"):
        return 0
    softest = min(settings.volume, 1)
    return max(softest, settings.volume - QUIET_STEPS) if settings.is_quiet else settings.volume
