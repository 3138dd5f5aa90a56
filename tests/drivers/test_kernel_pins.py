"""Light and buzzer on the pins of a Raspberry Pi, above a simulated lgpio with the fault of the real one."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from simulated_lgpio import SECOND_US, SimulatedLgpio

from hardware.controls.sound import Buzzer
from hardware.controls.turn_light import TurnLight
from hardware.simulated.pins import PI_3B
from hardware.wiring import Wiring

WIRING = Wiring()
LIGHT = WIRING.light.red, WIRING.light.green, WIRING.light.blue
MILLI_US = 1000
SETTLED_US = 30 * MILLI_US
CLICK_HZ, CLICK_S = 1760.0, 0.02
CLICK_HEARD_S = 0.015
"""The least that is heard of a click: it may begin 5 ms late."""
ROUNDS = 300


class Table:
    """The drivers of light and buzzer over pins of a kind, and the time."""

    def __init__(self, lgpio: SimulatedLgpio, factory: Any) -> None:
        self.lgpio = lgpio
        self.light, self.buzzer = TurnLight(WIRING.light, factory), Buzzer(WIRING.buzzer, factory)

    def wait(self, microseconds: int) -> None:
        """Let time pass as the loop does: the buzzer is polled when it wants it."""
        end_us = self.lgpio.now_us + microseconds
        while (due_s := self.buzzer.next_deadline_s()) is not None and due_s * SECOND_US <= end_us:
            self.lgpio.wait(max(self.lgpio.now_us, round(due_s * SECOND_US)))
            self.buzzer.poll(max(due_s, self.lgpio.now_us / SECOND_US))
        self.lgpio.wait(end_us)

    def play(self, hz: float, seconds: float) -> None:
        """Begin a tune of one tone."""
        self.buzzer.play(((hz, seconds),), self.lgpio.now_us / SECOND_US)

    def shine_and_sound(self, dice: random.Random) -> None:
        """Shine and sound as in a game, until much has happened or the pulses hang."""
        for _ in range(ROUNDS):
            self.light.show(tuple(dice.choice((0.0, 0.2, 0.6, 1.0)) for _ in LIGHT))
            for _ in range(dice.randrange(4)):
                self.play(dice.choice((220.0, 880.0, CLICK_HZ)), dice.choice((CLICK_S, 0.2)))
                self.wait(dice.randrange(SECOND_US))
            self.wait(dice.randrange(SECOND_US))


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedLgpio]:
    """Put a simulated lgpio in the place of the library, and forget what was imported above it."""
    simulated = SimulatedLgpio(12_345_678)
    monkeypatch.setitem(sys.modules, "lgpio", simulated)
    for name in ("gpiozero.pins.lgpio", "hardware.kernel_pins"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield simulated
    for name in ("gpiozero.pins.lgpio", "hardware.kernel_pins"):
        sys.modules.pop(name, None)


@pytest.fixture
def factory(lgpio: SimulatedLgpio, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from hardware.kernel_pins import KernelPins
    from hardware.kernel_pins import lgpio as beneath

    assert beneath is lgpio
    monkeypatch.setattr(KernelPins, "_get_revision", lambda _: int(PI_3B, 16))
    pins = KernelPins()
    yield pins
    pins.close()


@pytest.mark.parametrize("seed", range(3))
def test_pulses_never_hang(lgpio: SimulatedLgpio, factory: Any, seed: int) -> None:
    """Whatever shines and sounds; and once nothing does, there are no pulses at all."""
    table = Table(lgpio, factory)
    table.shine_and_sound(random.Random(seed))
    assert not lgpio.hangs
    table.light.show((0.0, 1.0, 0.0))
    table.wait(SECOND_US)
    assert not lgpio.pulsing


def test_the_library_alone_would_hang(lgpio: SimulatedLgpio, factory: Any) -> None:
    """If it does no more, `KernelPin` need not stop pulses in an order of its own."""
    from gpiozero.pins.lgpio import LGPIOPin

    factory.pin_class = LGPIOPin
    table = Table(lgpio, factory)
    table.shine_and_sound(random.Random(0))
    assert lgpio.hangs


def test_each_line_shows_what_it_is_told_while_others_pulse(lgpio: SimulatedLgpio, factory: Any) -> None:
    """Plain levels are steady, and mixed ones are pulses, whatever was before."""
    dice = random.Random(1)
    table = Table(lgpio, factory)
    for _ in range(ROUNDS):
        wanted = tuple(dice.choice((0.0, 0.4, 1.0)) for _ in LIGHT)
        table.light.show(wanted)
        if dice.random() < 0.5:
            table.play(CLICK_HZ, CLICK_S)
        table.wait(SETTLED_US)
        lgpio.rises.clear()
        high_us = dict.fromkeys(LIGHT, 0)
        for _ in range(200):
            table.wait(100)
            for line in LIGHT:
                high_us[line] += 100 * lgpio.levels[line]
        assert [high_us[line] / 20_000 for line in LIGHT] == pytest.approx(wanted, abs=0.03)
        table.wait(dice.randrange(SETTLED_US))


def test_a_click_is_heard_while_a_mixed_colour_shines(lgpio: SimulatedLgpio, factory: Any) -> None:
    """It begins a little late and ends in time, and then the buzzer's line stays low."""
    table = Table(lgpio, factory)
    table.light.show((1.0, 0.6, 0.0))
    for _ in range(50):
        table.wait(SETTLED_US)
        lgpio.rises.clear()
        table.play(CLICK_HZ, CLICK_S)
        table.wait(SETTLED_US)
        rises_us = lgpio.rises[WIRING.buzzer]
        assert CLICK_HZ * CLICK_HEARD_S <= len(rises_us) <= CLICK_HZ * CLICK_S + 1
        assert lgpio.levels[WIRING.buzzer] == 0


def test_what_is_closed_meanwhile_is_let_alone(lgpio: SimulatedLgpio, factory: Any) -> None:
    """The buzzer closes while the light shines on, as when the device is switched off."""
    table = Table(lgpio, factory)
    table.light.show((0.5, 0.5, 0.5))
    table.play(440.0, 1.0)
    table.wait(SETTLED_US)
    table.buzzer.close()
    table.wait(SETTLED_US)
    table.light.close()
    assert not lgpio.pulsing
    assert [lgpio.modes[line] for line in (*LIGHT, WIRING.buzzer)] == [0] * 4
