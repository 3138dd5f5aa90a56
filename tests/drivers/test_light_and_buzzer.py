"""The real drivers of light and buzzer, seen and heard at simulated pins."""

from itertools import pairwise
from math import pi, sin

import pytest
from gpiozero import LED

from hardware.controls.sound import DUTIES, HIGHEST_HZ, LOUDEST, LOWEST_HZ, Buzzer
from hardware.controls.turn_light import TurnLight
from hardware.errors import HardwareError
from hardware.simulated.pins import LEVELS_KEPT
from hardware.wiring import Wiring

WIRING = Wiring()


@pytest.fixture
def light(pins):
    with TurnLight(WIRING.light, pins.factory) as light:
        yield light


@pytest.fixture
def buzzer(pins):
    with Buzzer(WIRING.buzzer, pins.factory) as buzzer:
        yield buzzer


def test_the_light_is_dark_when_opened_and_shows_what_it_is_told(light, pins):
    """Each channel shines with its part of the colour until the next call."""
    assert pins.light() == (0.0, 0.0, 0.0)
    light.show((1.0, 0.5, 0.25))
    assert pins.light() == (1.0, 0.5, 0.25)
    light.off()
    assert pins.light() == (0.0, 0.0, 0.0)


def test_a_light_that_is_closed_stays_dark(light):
    """Whoever shows a colour after the end finds no pin, and no error."""
    light.show((1.0, 1.0, 1.0))
    light.close()
    light.off()
    light.show((1.0, 0.0, 0.0))


def test_brightness_can_be_given_at_the_start(pins):
    """A device in a bedroom opens its light dimmed."""
    with TurnLight(WIRING.light, pins.factory, brightness=0.25) as light:
        light.show((1.0, 1.0, 0.0))
        assert pins.light() == (0.25, 0.25, 0.0)


def test_only_a_channel_between_off_and_full_is_pulsed(light, pins):
    """Fully off and fully on are plain levels, which cost no wake-ups."""
    numbers = (WIRING.light.red, WIRING.light.green, WIRING.light.blue)
    light.show((1.0, 0.5, 0.0))
    assert [pins.factory.pin(n).frequency for n in numbers] == [None, 100.0, None]
    light.show((0.5, 1.0, 1.0))
    assert [pins.factory.pin(n).frequency for n in numbers] == [100.0, None, None]
    assert pins.light() == (0.5, 1.0, 1.0)


def test_showing_the_same_colour_again_touches_no_pin(light, pins):
    """A loop may show the colour of the turn as often as it likes."""
    light.show((0.3, 0.6, 0.9))
    written = [len(pins.factory.pin(number).states) for number in range(28)]
    light.show((0.3, 0.6, 0.9))
    assert [len(pins.factory.pin(number).states) for number in range(28)] == written


def test_a_light_that_shines_for_years_fills_no_memory(light, pins):
    """A device without pins shines at simulated ones, which remember their latest levels and not all of them."""
    for count in range(2 * LEVELS_KEPT):
        light.show((count % 2, 0.0, 0.0))
    assert len(pins.factory.pin(WIRING.light.red).states) == LEVELS_KEPT


def test_a_colour_out_of_range_is_refused(light):
    """More than full brightness is our mistake, not the device's."""
    with pytest.raises(ValueError, match="between 0 and 1"):
        light.show((1.5, 0.0, 0.0))


def test_a_light_that_cannot_open_keeps_no_pin(pins):
    """When one of its three pins is taken, the light gives back the others."""
    with LED(WIRING.light.blue, pin_factory=pins.factory):
        with pytest.raises(HardwareError, match="turn light on GPIO 21") as _kept:
            TurnLight(WIRING.light, pins.factory)
        LED(WIRING.light.red, pin_factory=pins.factory).close()
        LED(WIRING.light.green, pin_factory=pins.factory).close()


def test_a_tune_sounds_note_by_note_and_ends_in_silence(buzzer, pins):
    """Notes and rests follow their times; after the last one nothing is due."""
    buzzer.play(((440.0, 0.1), (None, 0.05), (880.0, 0.2)), 10.0)
    heard = []
    while (due_s := buzzer.next_deadline_s()) is not None:
        heard.append((pins.tone_hz(), due_s))
        buzzer.poll(due_s)
    assert heard == [
        (440.0, pytest.approx(10.1)),
        (None, pytest.approx(10.15)),
        (880.0, pytest.approx(10.35)),
    ]
    assert pins.tone_hz() is None


def test_polling_early_changes_nothing(buzzer, pins):
    """A note lasts its time however often the loop comes by."""
    buzzer.play(((440.0, 0.1),), 0.0)
    buzzer.poll(0.05)
    buzzer.poll(0.099)
    assert pins.tone_hz() == 440.0
    assert buzzer.next_deadline_s() == 0.1


def test_a_late_poll_skips_notes_and_keeps_the_tunes_length(buzzer, pins):
    """A stalled loop does not stretch the tune."""
    buzzer.play(((440.0, 0.1), (550.0, 0.1), (660.0, 0.1)), 0.0)
    buzzer.poll(0.25)
    assert pins.tone_hz() == 660.0
    assert buzzer.next_deadline_s() == pytest.approx(0.3)
    buzzer.poll(7.0)
    assert pins.tone_hz() is None
    assert buzzer.next_deadline_s() is None


def test_a_newer_tune_replaces_the_older(buzzer, pins):
    """Nothing of the older tune is heard after the newer has begun."""
    buzzer.play(((440.0, 1.0), (500.0, 1.0)), 0.0)
    buzzer.play(((880.0, 0.1),), 0.5)
    assert pins.tone_hz() == 880.0
    buzzer.poll(0.6)
    assert (pins.tone_hz(), buzzer.next_deadline_s()) == (None, None)


def test_silence_ends_a_tune_at_once(buzzer, pins):
    """After silence nothing sounds, nothing is due, and the pin is low."""
    buzzer.play(((440.0, 1.0), (500.0, 1.0)), 0.0)
    buzzer.silence()
    buzzer.poll(1.5)
    assert (pins.tone_hz(), buzzer.next_deadline_s()) == (None, None)
    assert not pins.factory.pin(WIRING.buzzer).state


def test_an_empty_tune_is_silence(buzzer, pins):
    """Playing nothing ends what plays."""
    buzzer.play(((440.0, 1.0),), 0.0)
    buzzer.play((), 0.5)
    assert (pins.tone_hz(), buzzer.next_deadline_s()) == (None, None)


@pytest.mark.parametrize(
    ("asked_hz", "heard_hz"),
    [(1.0, LOWEST_HZ), (27.5, 27.5), (7040.0, 7040.0), (20000.0, HIGHEST_HZ)],
)
def test_a_tone_beyond_the_buzzers_range_is_brought_to_its_edge(buzzer, pins, asked_hz, heard_hz):
    """A wrong tone is a wrong tone and no reason to stop a game."""
    buzzer.play(((asked_hz, 1.0),), 0.0)
    assert pins.tone_hz() == heard_hz


def test_each_step_of_volume_doubles_the_tones_amplitude(buzzer, pins):
    """At the pin: pulses of the same tone, the louder the wider, at most half of the period, which is the loudest."""
    duties = []
    for volume in range(1, LOUDEST + 1):
        buzzer.play(((440.0, 1.0),), 0.0, volume)
        assert pins.tone_hz() == 440.0
        duties.append(pins.duty())
    amplitudes = [sin(pi * duty) for duty in duties]
    assert [louder / softer for softer, louder in pairwise(amplitudes)] == pytest.approx([2, 2, 2], rel=0.05)
    assert duties[-1] == 0.5


def test_no_note_of_a_soft_tune_is_louder_even_for_a_moment(buzzer, pins):
    """From silence and from note to note the pulses never are wider than the step of volume."""
    number = WIRING.buzzer
    pins.factory.pin(number).clear_states()
    buzzer.play(((440.0, 0.1), (880.0, 0.1)), 0.0, 1)
    buzzer.poll(0.1)
    assert {state.state for state in pins.factory.pin(number).states} == {0.0, DUTIES[1]}


def test_a_buzzer_on_a_taken_pin_says_which_and_what_to_do(pins):
    """The message names the part, the pin and the remedy."""
    with (
        Buzzer(WIRING.buzzer, pins.factory),
        pytest.raises(HardwareError, match=r"buzzer on GPIO 13 .* configure another pin"),
    ):
        Buzzer(WIRING.buzzer, pins.factory)


def test_closing_in_the_middle_of_a_tune_is_silent_and_may_be_repeated(pins):
    """Nothing drones on after the program has gone."""
    buzzer = Buzzer(WIRING.buzzer, pins.factory)
    buzzer.play(((440.0, 1.0),), 0.0)
    buzzer.close()
    buzzer.close()
    assert pins.tone_hz() is None
    Buzzer(WIRING.buzzer, pins.factory).close()


def test_a_light_that_fails_later_is_given_up(light, pins):
    """The pins refuse in the midst of a game: the fault is named, and nothing is raised."""
    light.show((1.0, 0.0, 0.0))
    pins.breaks("light")
    light.show((0.0, 0.5, 1.0))
    light.show((0.0, 1.0, 0.0))
    assert light.fault.startswith("The turn light has failed (")
    pins.breaks("light", is_broken=False)


def test_a_buzzer_that_fails_later_is_given_up(buzzer, pins):
    """The pin refuses in the midst of a tune: the fault is named, nothing is due any more, nothing is raised."""
    buzzer.play(((440.0, 0.1), (880.0, 0.1)), 0.0)
    pins.breaks("buzzer")
    buzzer.poll(0.1)
    assert buzzer.fault.startswith("The buzzer has failed (")
    assert buzzer.next_deadline_s() is None
    buzzer.play(((440.0, 0.1),), 1.0)
    assert buzzer.next_deadline_s() is None
    pins.breaks("buzzer", is_broken=False)
