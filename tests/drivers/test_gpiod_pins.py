"""The pins of a Raspberry Pi, above a simulated gpiod: which chip, whose lines, edges, pulses, and what fails."""

from __future__ import annotations

import gc
import inspect
import random
import sys
import threading
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from queue import Queue
from typing import Any

import gpiod
import pytest
import simulated_gpiod
from gpiozero import LED
from simulated_gpiod import SimulatedChip, SimulatedGpiod, SteppedTime
from waiting import PATIENCE_S

from hardware.controls.buttons import Buttons, Encoder
from hardware.controls.gestures import Edge
from hardware.controls.sound import Buzzer
from hardware.controls.turn_light import TurnLight
from hardware.errors import HardwareError
from hardware.gpiod_pins import GpiodPins, Pulses, open_header
from hardware.pins import Contact, claiming
from hardware.simulated.pins import PI_3B
from hardware.wiring import HEADER_CHIPS, Wiring

WIRING = Wiring()
LIGHT = WIRING.light.red, WIRING.light.green, WIRING.light.blue
OTHER_CHIPS = ("raspberrypi-exp-gpio", "gpio-brcmstb@107d508500")
SETTLED_S = 0.03
CLICK_HZ, CLICK_S = 1760.0, 0.02
ROUNDS = 100


class Stepped(Pulses):
    """Pulses in simulated time, which need no thread."""

    def _begin(self) -> None:
        pass


@pytest.fixture
def clock() -> SteppedTime:
    return SteppedTime()


@pytest.fixture
def computer(tmp_path: Path, clock: SteppedTime, monkeypatch: pytest.MonkeyPatch) -> SimulatedGpiod:
    computer = SimulatedGpiod(tmp_path, clock)
    monkeypatch.setattr(gpiod, "Chip", computer.Chip)
    monkeypatch.setattr(GpiodPins, "_get_revision", lambda _: int(PI_3B, 16))
    return computer


@pytest.fixture
def chip(computer: SimulatedGpiod) -> SimulatedChip:
    computer.add(0, OTHER_CHIPS[0])
    return computer.add(1, HEADER_CHIPS[-1])


@pytest.fixture
def factory(computer: SimulatedGpiod, chip: SimulatedChip, clock: SteppedTime) -> Iterator[Any]:
    assert chip in computer.chips.values()
    pins = GpiodPins(computer.folder)
    pins.pulses = Stepped(pins.lock, clock)
    clock.pulses.append(pins.pulses.advance)
    yield pins
    pins.close()
    pins.close()  # safe to call twice


def levels(chip: SimulatedChip, lines: tuple[int, ...]) -> list[bool]:
    return [chip.lines[line].is_high() for line in lines]


# --- which chip ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", HEADER_CHIPS)
@pytest.mark.parametrize("numbers", [*permutations((0, 1, 4)), (11, 0, 15), (15, 13, 2)])
def test_the_header_is_found_by_its_label(computer: SimulatedGpiod, label: str, numbers: tuple[int, ...]) -> None:
    """Whatever number it has, and in every order; of the other chips no line is requested, not even of number 0."""
    header, *others = (computer.add(*each) for each in zip(numbers, (label, *OTHER_CHIPS), strict=True))
    factory = GpiodPins(computer.folder)
    with LED(17, pin_factory=factory):
        assert header.requested() == {17}
        assert not any(other.requested() or other.opened for other in others)
    factory.close()
    assert not header.opened


def test_without_a_header_the_labels_that_are_looked_for_are_named(computer: SimulatedGpiod) -> None:
    """As on a PC: chip 0 is there, and is none of ours."""
    computer.add(0, "INT34C6:00")
    with pytest.raises(OSError, match=r"pinctrl-rp1.*pinctrl-bcm2711.*pinctrl-bcm2835"):
        open_header(computer.folder)


@pytest.mark.parametrize("other_is_forbidden", [False, True])
def test_a_header_that_may_not_be_opened_is_told_as_that(computer: SimulatedGpiod, other_is_forbidden: bool) -> None:
    """Whoever is not in the group of the pins is told so, though other chips open."""
    computer.add(0, OTHER_CHIPS[0]).is_forbidden = other_is_forbidden
    computer.add(4, HEADER_CHIPS[0]).is_forbidden = True
    with pytest.raises(PermissionError):
        open_header(computer.folder)


def test_another_chip_that_fails_does_not_hide_the_header(computer: SimulatedGpiod) -> None:
    """One that is forbidden, and one that vanishes while it is looked at."""
    computer.add(0, OTHER_CHIPS[0]).is_forbidden = True
    computer.add(1, OTHER_CHIPS[1]).vanish()
    computer.add(2, HEADER_CHIPS[1])
    assert open_header(computer.folder).get_info().label == HEADER_CHIPS[1]


# --- whose lines -----------------------------------------------------------------------------------------------------


def test_a_busy_line_is_told_with_who_has_it(factory: Any, chip: SimulatedChip) -> None:
    """Its button names the user, in letters that cannot steer a screen; the other buttons work."""
    chip.lines[WIRING.buttons.ok].consumer = 'lcd\x1b[2J "reset"'
    with Buttons(WIRING.buttons.fitted_pins(), lambda _: None, factory) as buttons:
        (fault,) = buttons.faults
        assert fault.startswith('The button "ok" on GPIO 5 is in use by "lcd?[2J ?reset?": stop the program')
        assert len(chip.requested()) == len(WIRING.buttons.fitted_pins())


def test_a_pin_that_could_not_be_opened_can_be_later(factory: Any, chip: SimulatedChip) -> None:
    """As soon as nobody else has it, even while Python tidies up nothing."""
    chip.lines[13].consumer = "somebody"
    gc.disable()
    try:
        with pytest.raises(HardwareError, match="somebody"):
            Buzzer(13, factory)
        chip.lines[13].consumer = ""
        Buzzer(13, factory).close()
    finally:
        gc.enable()


def test_a_closed_pin_is_free_and_floats(factory: Any, chip: SimulatedChip) -> None:
    """Another program may have it at once, and so may we again; an output that was high drives nothing any more."""
    led = LED(17, pin_factory=factory)
    led.on()
    assert chip.lines[17].is_high()
    led.close()
    assert (chip.requested(), chip.lines[17].is_high()) == (set(), False)
    assert chip.lines[17].settings.direction is gpiod.line.Direction.INPUT
    with LED(17, pin_factory=factory):
        assert chip.requested() == {17}


def test_an_output_begins_with_its_level(factory: Any, chip: SimulatedChip) -> None:
    """A reset line that rests high is never low, not even for a moment."""
    factory.pin(17).output_with_state(True)
    assert chip.lines[17].driven == [True]


# --- edges -----------------------------------------------------------------------------------------------------------


def test_edges_have_the_kernels_times_and_order(factory: Any, chip: SimulatedChip, clock: SteppedTime) -> None:
    """Two turns of a knob while the thread got no processor: each click is counted, at the time of its last edge."""
    came: Queue[Edge] = Queue()
    encoder = Encoder(WIRING.encoder, came.put, factory)
    a, b = (chip.lines[pin] for pin in (WIRING.encoder.a, WIRING.encoder.b))
    with factory.lock:  # the thread waits for it
        for line, closed in ((a, True), (b, True), (a, False), (b, False)) * 2:
            clock.wait(0.01)
            line.ground(closed=closed)
    clicks = [came.get(timeout=PATIENCE_S) for _ in range(4)]
    encoder.close()
    assert [(edge.name, round(edge.at_s - 1000, 9)) for edge in clicks[::2]] == [("down", 0.04), ("down", 0.08)]


def test_an_edge_that_comes_while_others_are_read_keeps_its_place(
    factory: Any, chip: SimulatedChip, clock: SteppedTime
) -> None:
    """Or a knob's contacts would close and open one after the other, and not in turn."""
    came: Queue[int] = Queue()
    contacts = [Contact(pin, factory, lambda _closed, _at_s, pin=pin: came.put(pin)) for pin in (16, 20)]

    def meanwhile() -> None:
        chip.on_edges_read = lambda: None
        for pin in (20, 16):
            clock.wait(0.01)
            chip.lines[pin].ground(closed=not chip.lines[pin].is_grounded)

    chip.on_edges_read = meanwhile
    chip.lines[16].ground(closed=True)
    assert [came.get(timeout=PATIENCE_S) for _ in range(3)] == [16, 20, 16]
    for contact in contacts:
        contact.release()


def test_a_watcher_that_raises_stops_no_other(factory: Any, chip: SimulatedChip) -> None:
    """The thread goes on, whatever somebody else's function does."""
    came: Queue[bool] = Queue()
    wrong = Contact(16, factory, lambda _closed, _at_s: 1 // 0)  # type: ignore[func-returns-value]
    factory.pin(16).when_changed = fails = Fails().fail
    well = Contact(20, factory, lambda closed, _at_s: came.put(closed))
    for line in (16, 20):
        chip.lines[line].ground(closed=True)
    assert came.get(timeout=PATIENCE_S)
    assert fails
    wrong.release()
    well.release()


def test_edges_that_nobody_watches_for_do_not_wake_the_kernel(factory: Any, chip: SimulatedChip) -> None:
    """And who chooses others while they are watched for has those from then on."""
    pin, line = factory.pin(16), chip.lines[16]
    pin.edges = "rising"
    assert line.settings.edge_detection is gpiod.line.Edge.NONE
    watcher = Fails()
    pin.when_changed = watcher.fail
    assert line.settings.edge_detection is gpiod.line.Edge.RISING
    pin.edges = "falling"
    assert line.settings.edge_detection is gpiod.line.Edge.FALLING
    pin.when_changed = None
    assert line.settings.edge_detection is gpiod.line.Edge.NONE
    assert pin.edges == "falling"


def test_faster_pulses_wake_the_thread_that_waits_for_slow_ones(factory: Any) -> None:
    """Or a sound would begin with the next change of a light that blinks once in an hour."""
    pulses = Pulses(factory.lock)
    slow, fast = factory.pin(16), factory.pin(20)
    fast_rose = threading.Event()
    write = fast.write
    fast.write = lambda is_high: (write(is_high), fast_rose.set() if is_high else None)
    for pin in (slow, fast):
        pin.output_with_state(False)
    pulses.drive(slow, 1 / 3600, 0.5)
    pulses.drive(fast, 100.0, 0.5)
    assert fast_rose.wait(PATIENCE_S)
    thread = pulses._thread
    pulses.stop(slow)
    pulses.stop(fast)
    assert thread is not None
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


class Fails:
    """Something that watches a pin, and raises."""

    def fail(self, _ticks: float, _state: float) -> None:
        raise ValueError


def test_edges_that_nobody_took_are_not_told_to_the_next(factory: Any, chip: SimulatedChip) -> None:
    """Whoever watches a pin hears only what comes from then on."""
    came: Queue[bool] = Queue()
    pin = factory.pin(16)
    pin.pull = "up"
    first = Fails()
    pin.when_changed = first.fail
    with factory.lock:
        chip.lines[16].ground(closed=True)
        chip.lines[16].ground(closed=False)
        pin.when_changed = None
    second = Contact(16, factory, lambda closed, _at_s: came.put(closed))
    chip.lines[16].ground(closed=True)
    assert came.get(timeout=PATIENCE_S)
    assert came.empty()
    second.release()


# --- a chip that vanishes --------------------------------------------------------------------------------------------


def test_a_chip_that_vanishes_costs_the_pins_and_nothing_else(factory: Any, chip: SimulatedChip, clock: Any) -> None:
    """Each part names its fault, no pulses are due any more, and everything closes without an error."""
    came: list[Edge] = []
    buttons = Buttons(WIRING.buttons.fitted_pins(), came.append, factory)
    light, buzzer = TurnLight(WIRING.light, factory), Buzzer(WIRING.buzzer, factory)
    light.show((0.5, 0.2, 0.0))
    buzzer.play(((440.0, 10.0),), clock())
    chip.vanish()
    clock.wait(SETTLED_S)
    assert factory.pulses.advance(clock()) is None
    buttons.poll(clock())
    light.show((0.0, 1.0, 0.0))
    buzzer.silence()
    faults = (*buttons.faults, light.fault, buzzer.fault)
    assert len(faults) == len(WIRING.buttons.fitted_pins()) + 2
    assert all("has failed ([Errno 19] No such device)" in fault for fault in faults)
    for part in (buttons, light, buzzer):
        part.close()


def test_a_pin_whose_chip_is_gone_is_read_no_more(factory: Any, chip: SimulatedChip) -> None:
    """Its file is ready for ever: a thread that went on would take a whole core, one that ended all buttons."""
    contact = Contact(16, factory, lambda _closed, _at_s: None)
    read = threading.Event()
    chip.on_edges_read = read.set
    chip.vanish()
    assert read.wait(PATIENCE_S)
    with factory.lock:  # the thread gives it back after it has looked
        assert factory.edges.watched == 0
    contact.release()
    assert "edges" in {thread.name for thread in threading.enumerate()}


# --- pulses ----------------------------------------------------------------------------------------------------------


class Table:
    """The drivers of light and buzzer, and the time."""

    def __init__(self, factory: Any, clock: SteppedTime) -> None:
        self.clock = clock
        self.light, self.buzzer = TurnLight(WIRING.light, factory), Buzzer(WIRING.buzzer, factory)

    def wait(self, seconds: float) -> None:
        """Let time pass as the loop does: the buzzer is polled when it wants it."""
        end_s = self.clock() + seconds
        while (due_s := self.buzzer.next_deadline_s()) is not None and due_s <= end_s:
            self.clock.wait(max(0.0, due_s - self.clock()))
            self.buzzer.poll(max(due_s, self.clock()))
        self.clock.wait(max(0.0, end_s - self.clock()))


def test_each_line_shows_what_it_is_told_while_others_pulse(factory: Any, chip: SimulatedChip, clock: Any) -> None:
    """Plain levels are steady, and mixed ones are pulses, whatever was before."""
    dice = random.Random(1)
    table = Table(factory, clock)
    for _ in range(ROUNDS):
        wanted = tuple(dice.choice((0.0, 0.4, 1.0)) for _ in LIGHT)
        table.light.show(wanted)
        if dice.random() < 0.5:
            table.buzzer.play(((CLICK_HZ, CLICK_S),), clock())
        table.wait(SETTLED_S)
        high = [0, 0, 0]
        for _ in range(200):
            table.wait(0.0001)
            high = [count + level for count, level in zip(high, levels(chip, LIGHT), strict=True)]
        assert [count / 200 for count in high] == pytest.approx(wanted, abs=0.03)
        table.wait(dice.random() * SETTLED_S)


def test_a_click_is_heard_while_a_mixed_colour_shines(factory: Any, chip: SimulatedChip, clock: Any) -> None:
    """Every period of it, and then the buzzer's line stays low."""
    table = Table(factory, clock)
    table.light.show((1.0, 0.6, 0.0))
    line = chip.lines[WIRING.buzzer]
    for _ in range(50):
        table.wait(SETTLED_S)
        line.rises.clear()
        table.buzzer.play(((CLICK_HZ, CLICK_S),), clock())
        table.wait(SETTLED_S)
        assert len(line.rises) == pytest.approx(CLICK_HZ * CLICK_S, abs=1)
        assert not line.is_high()


def test_a_pulse_that_comes_late_keeps_its_width(factory: Any, chip: SimulatedChip, clock: Any) -> None:
    """Or the softest tone, whose pulses are the shortest, would fall silent on a busy computer."""
    pin = factory.pin(17)
    pin.function, pin.frequency, pin.state = "output", 440.0, 0.04
    for _ in range(20):
        due_s = factory.pulses.advance(clock())
        clock.now_s = due_s + 0.0003  # three times as long as a pulse
        ends_s = factory.pulses.advance(clock())
        assert chip.lines[17].is_high()
        assert ends_s - clock() == pytest.approx(0.04 / 440)
        clock.now_s = ends_s
        factory.pulses.advance(clock())
        assert not chip.lines[17].is_high()


def test_channels_of_one_frequency_rise_together(factory: Any, clock: Any) -> None:
    """So a mixed colour costs one turn a period for all channels that begin, and one for each that ends."""
    light = TurnLight(WIRING.light, factory)
    for rgb in ((0.2, 0.0, 0.0), (0.2, 0.6, 0.0), (0.2, 0.6, 0.2)):
        light.show(rgb)
        clock.wait(0.0137)
    turns: set[float] = set()
    for _ in range(40):
        clock.now_s = factory.pulses.advance(clock())
        turns.add(round(clock() % 0.01, 6) % 0.01)
    assert turns == {0.0, 0.002, 0.006}


@pytest.mark.parametrize("end", ["closed", "an input"])
def test_a_pin_that_is_no_output_any_more_pulses_no_more(factory: Any, clock: Any, end: str) -> None:
    """Nothing is due, and nothing is written to a line that may be somebody else's."""
    pin = factory.pin(17)
    pin.function, pin.frequency, pin.state = "output", 440.0, 0.5
    assert factory.pulses.advance(clock()) is not None
    if end == "closed":
        pin.close()
    else:
        pin.function = "input"
    assert factory.pulses.advance(clock()) is None


def pulsing() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "pulses"]


def test_the_thread_lives_only_while_something_pulses(computer: SimulatedGpiod, chip: SimulatedChip) -> None:
    """Plain levels need none; with the last pulses it ends, and the interpreter shares its time as before."""
    shared_s = sys.getswitchinterval()
    factory = GpiodPins(computer.folder)
    rose = threading.Event()
    light = TurnLight(WIRING.light, factory)
    light.show((1.0, 0.0, 1.0))
    assert pulsing() == []
    green = chip.lines[WIRING.light.green]
    green.chip.clock = lambda: rose.set() or 0.0  # type: ignore[func-returns-value]
    for _ in range(2):
        rose.clear()
        light.show((1.0, 0.5, 1.0))
        assert rose.wait(PATIENCE_S)
        (thread,) = pulsing()
        light.show((1.0, 1.0, 1.0))
        thread.join(PATIENCE_S)
        assert (thread.is_alive(), pulsing(), sys.getswitchinterval()) == (False, [], shared_s)
        assert levels(chip, LIGHT) == [True] * 3
    factory.close()
    light.close()  # as when the interpreter tidies up


# --- the simulated library -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Chip", "LineRequest"])
def test_the_simulated_library_is_called_like_the_real_one(name: str) -> None:
    """Each of its calls takes what the library's takes."""
    ours, theirs = getattr(simulated_gpiod, name), getattr(gpiod, name)
    calls = [call for call in vars(ours) if not call.startswith("_") and callable(getattr(ours, call))]
    assert len(calls) >= 4
    for call in calls:
        wanted = inspect.signature(getattr(theirs, call)).parameters
        assert list(inspect.signature(getattr(ours, call)).parameters) == list(wanted)


def test_whatever_else_fails_names_part_and_pin() -> None:
    """As a chip that vanishes while a part is opened."""
    with pytest.raises(HardwareError, match=r"The buzzer on GPIO 13 cannot be opened"), claiming("buzzer", 13):
        raise OSError
