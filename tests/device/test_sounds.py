"""How loud each sound is: nothing but the settings decides."""

from typing import get_args

import pytest

from firmware_py.config.settings import VOLUMES, Settings
from firmware_py.device.output import SOUND_CLASSES, TUNES, volume_of
from firmware_py.pages.registry import Sound
from hardware.controls.sound import DUTIES

ALL = get_args(Sound)
SOUNDS = sorted(Settings().sounds)


def test_every_sound_has_a_tune_and_every_step_of_volume_a_width_of_pulse():
    """What a page may ask for can be heard, on every step that can be chosen."""
    assert set(TUNES) == set(ALL)
    assert list(VOLUMES) == list(range(len(DUTIES)))
    assert set(SOUND_CLASSES.values()) <= set(SOUNDS)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_class_that_is_off_silences_its_sounds_and_no_others(name):
    """Each sound belongs to one class; without that class it is silent, and all others are as loud as before."""
    without = Settings(sounds=frozenset(SOUNDS) - {name})
    silent = {sound for sound in ALL if volume_of(sound, without) == 0}
    assert silent == {sound for sound in ALL if SOUND_CLASSES.get(sound, "events") == name}
    assert silent


@pytest.mark.parametrize("volume", VOLUMES)
def test_in_the_night_keys_are_silent_and_the_rest_softer(volume):
    """The night is never louder than the day, never silences an alarm that the day lets be heard, and keys always."""
    day, night = Settings(volume=volume), Settings(volume=volume, is_quiet=True)
    assert volume_of("refusal", day) == volume
    assert bool(volume_of("refusal", night)) == bool(volume)
    assert volume_of("refusal", night) <= volume
    assert volume_of("key", night) == 0


def test_in_the_night_the_loudest_is_two_steps_softer():
    """A quarter of the amplitude."""
    assert volume_of("end", Settings(volume=4, is_quiet=True)) == 2
