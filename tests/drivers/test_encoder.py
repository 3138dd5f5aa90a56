"""The rotary encoder: clicks from quarters of a turn, bounces and all, over simulated pins."""

from __future__ import annotations

import random

import pytest
from gpiozero import LED

from hardware import Edge, HardwareError, open_devices
from hardware.controls.buttons import CIRCLE, Encoder, Knob, turn
from hardware.controls.gestures import Pressed, feed, start, tick
from hardware.pins import OVERDUE_S
from hardware.simulated.pins import SimulatedPins
from hardware.wiring import Clash, EncoderPins, Wiring, pin_clashes

CLOCKWISE = (*CIRCLE[1:], CIRCLE[0])
BACKWARDS = tuple(reversed(CIRCLE))


def clicks(*positions: tuple[bool, bool], knob: Knob = Knob()) -> list[str]:  # noqa: B008 - a frozen value
    """The clicks of a knob that goes through these positions."""
    made = []
    for a, b in positions:
        knob, click = turn(knob, a, b)
        if click:
            made.append(click)
    return made


# --- quarters --------------------------------------------------------------------------------------------------------


def test_four_quarters_are_one_click() -> None:
    """Clockwise is down the list, the other way up."""
    assert clicks(*CLOCKWISE) == ["down"]
    assert clicks(*BACKWARDS) == ["up"]
    assert clicks(*CLOCKWISE, *CLOCKWISE, *BACKWARDS) == ["down", "down", "up"]


def test_bounces_change_nothing() -> None:
    """Each edge may be made and unmade any number of times, and it is still one click."""
    chance = random.Random(3)
    for positions, click in ((CLOCKWISE, "down"), (BACKWARDS, "up")):
        bouncing: list[tuple[bool, bool]] = []
        before = CIRCLE[0]
        for position in positions:
            bouncing += [position, before] * chance.randrange(6)
            bouncing.append(position)
            before = position
        assert clicks(*bouncing) == [click]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_knob_that_falls_back_has_not_clicked(quarters: int) -> None:
    """Half a step there and back, in either direction."""
    for positions in (CLOCKWISE, BACKWARDS):
        there = positions[:quarters]
        assert clicks(*there, *reversed(there[:-1]), CIRCLE[0]) == []


def test_a_jump_invents_no_click() -> None:
    """Two contacts that change at once show no direction: neither a click nor a wrong start for the next one."""
    assert clicks((True, True), (False, False)) == []
    assert clicks((True, False), (True, True), (False, False)) == []
    assert clicks((True, True), (False, False), *CLOCKWISE) == ["down"]


def test_a_knob_between_two_clicks_at_the_start_does_not_click_by_itself() -> None:
    """Switched on half-way: falling back into its rest is nothing, the next whole click counts."""
    assert clicks((False, True), (False, False), *CLOCKWISE, knob=Knob(True, True)) == ["down"]


# --- pins ------------------------------------------------------------------------------------------------------------


def test_turning_presses_up_and_down_and_pushing_presses_ok() -> None:
    """Over the real driver: a press and a release for each click; back is a button of its own."""
    edges: list[Edge] = []
    with open_devices(Wiring(), edges.append, lambda: 1.0, simulate=True, layout="encoder") as devices:
        pins = devices.simulated
        assert pins
        assert devices.faults == ()
        pins.turn(2)
        pins.turn(-1)
        for name in ("ok", "back", "left"):
            pins.press(name)
            pins.release(name)
        devices.poll(2.0)
    names = ("down", "down", "up", "ok", "back")
    assert edges == [Edge(name, pressed, 1.0) for name in names for pressed in (True, False)]


def test_an_edge_that_was_lost_is_found_by_looking() -> None:
    """The driver's own look at the contacts tells what the kernel dropped."""
    edges: list[Edge] = []
    pins = SimulatedPins(Wiring(), "encoder")
    with Encoder(Wiring().encoder, edges.append, pins.factory) as encoder:
        for quarter, (a, b) in enumerate(CLOCKWISE):
            contacts = [pins.factory.pin(number) for number in (Wiring().encoder.a, Wiring().encoder.b)]
            deaf = quarter == 1
            callbacks = [contact.when_changed for contact in contacts]
            if deaf:
                for contact in contacts:
                    contact.when_changed = None
            pins.set_encoder(a, b)
            if deaf:
                for contact, callback in zip(contacts, callbacks, strict=True):
                    contact.when_changed = callback
            encoder.poll(quarter)
            encoder.poll(quarter + OVERDUE_S)
    pins.factory.close()
    assert [edge.name for edge in edges] == ["down", "down"]


def test_fast_clicks_are_presses_of_their_own() -> None:
    """Forty clicks a second, each one press and none a long one."""
    state, pressed = start(), 0
    for number in range(40):
        for closed in (True, False):
            state, made = feed(state, Edge("down", closed, number * 0.025))
            pressed += made.count(Pressed("down"))
    state, made = tick(state, 5.0)
    assert pressed == 40
    assert made == ()


def test_an_encoder_that_fails_later_is_given_up() -> None:
    """The pins refuse in the midst of a game: the fault is named, nothing is raised, the push button goes on."""
    edges: list[Edge] = []
    with open_devices(Wiring(), edges.append, lambda: 1.0, simulate=True, layout="encoder") as devices:
        pins = devices.simulated
        assert pins
        pins.breaks("encoder")
        for now_s in (2.0, 2.1):
            devices.poll(now_s)
        (fault,) = devices.faults
        assert fault.startswith("The encoder has failed (")
        pins.press("ok")
        assert edges == [Edge("ok", True, 1.0)]
        pins.breaks("encoder", is_broken=False)


def test_a_taken_pin_is_told_and_costs_nothing_else() -> None:
    """The pins that were had are given back; the push button and the rest of the device work."""
    pins = SimulatedPins(Wiring(), "encoder")
    with LED(23, pin_factory=pins.factory):
        with pytest.raises(HardwareError, match='contact "b" of the encoder on GPIO 23'):
            Encoder(Wiring().encoder, [].append, pins.factory)
        LED(22, pin_factory=pins.factory).close()
    pins.factory.close()


def test_an_encoder_takes_the_place_of_left_and_right() -> None:
    """Its pins are theirs; what else is wired there clashes."""
    assert pin_clashes(Wiring(), layout="encoder") == ()
    assert pin_clashes(Wiring(encoder=EncoderPins(push=13)), layout="encoder") == (Clash(13, "encoder.push", "buzzer"),)
    assert pin_clashes(Wiring(encoder=EncoderPins(push=13))) == ()


def test_a_device_with_nothing_but_a_screen_claims_no_pin_for_buttons() -> None:
    """They are free for something else."""
    assert Wiring().buttons_of("touch") == {}
    with open_devices(Wiring(), [].append, lambda: 0.0, simulate=True, layout="touch") as devices:
        assert devices.simulated
        LED(5, pin_factory=devices.simulated.factory).close()


@pytest.mark.parametrize("name", ["up", "down"])
def test_a_press_of_up_or_down_is_a_click_where_there_is_a_knob(name: str) -> None:
    """Down is clockwise."""
    pins, came = SimulatedPins(Wiring(), "encoder"), []
    encoder = Encoder(Wiring().encoder, came.append, pins.factory)
    pins.press(name)
    pins.release(name)
    assert [edge.name for edge in came] == [name, name]  # pressed, and let go
    encoder.close()
