"""The real button driver and the opened device, over simulated pins."""

import subprocess
import sys
import threading
from queue import Queue

import pytest
from gpiozero import LED
from waiting import PATIENCE_S

from hardware import Devices, HardwareError, open_devices
from hardware.boards.settings import SwitchBoard
from hardware.controls.buttons import Buttons
from hardware.controls.gestures import Edge, Pressed, feed, keys_down, start, tick
from hardware.pins import OVERDUE_S
from hardware.simulated.pins import SimulatedPins
from hardware.wiring import ButtonPins, Wiring

WIRING = Wiring()
NAMES = frozenset(WIRING.buttons.fitted_pins())


class Clock:
    """A clock that stands still until it is set."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pins(clock):
    pins = SimulatedPins(WIRING, clock=clock)
    yield pins
    pins.factory.close()


@pytest.fixture
def edges():
    return []


@pytest.fixture
def buttons(pins, edges):
    with Buttons(WIRING.buttons.fitted_pins(), edges.append, pins.factory) as buttons:
        yield buttons


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_press_and_its_release_are_two_edges_with_their_times(buttons, pins, edges, clock, name):
    """Each edge carries the button's name, its level and the moment it came."""
    clock.now_s = 1.0
    pins.press(name)
    assert buttons.pressed_now() == {name}
    clock.now_s = 1.25
    pins.release(name)
    assert edges == [Edge(name, True, 1.0), Edge(name, False, 1.25)]
    assert buttons.pressed_now() == frozenset()


def test_every_edge_of_a_storm_arrives_in_order(buttons, pins, edges, clock):
    """The driver filters nothing: that is the business of the gestures."""
    for index in range(1000):
        clock.now_s = index * 0.001
        (pins.press if index % 2 == 0 else pins.release)("ok")
    assert buttons.faults == ()
    assert edges == [Edge("ok", index % 2 == 0, index * 0.001) for index in range(1000)]


def test_a_button_down_at_power_up_is_seen_and_sends_no_edge(pins, edges):
    """A contact closed before the driver opens is in pressed_now and nowhere else."""
    pins.press("back")
    with Buttons(WIRING.buttons.fitted_pins(), edges.append, pins.factory) as buttons:
        assert buttons.pressed_now() == {"back"}
        buttons.poll(1.0)
        assert edges == []
        pins.release("back")
        assert edges == [Edge("back", False, 0.0)]


@pytest.mark.parametrize("is_down_late", [False, True])
def test_edges_that_come_late_keep_their_times(buttons, pins, edges, is_down_late):
    """A program without a processor for the whole of a press counts it: neither as a bounce nor as held.

    At the end of that time the loop may look at the contacts before the edges arrive.
    """
    pin = pins.factory.pin(WIRING.buttons.ok)
    deliver, pin.edges = pin.when_changed, "none"
    pins.press("ok")
    if is_down_late:
        buttons.poll(1.19)
    pins.release("ok")
    buttons.poll(1.195)
    assert edges == []
    deliver(1.0, 0)
    deliver(1.2, 1)
    state, made = start(), ()
    for edge in edges:
        state, gestures = feed(state, edge)
        made += gestures
    assert made == (Pressed("ok"),)
    assert tick(state, 5.0)[1] == ()


def test_a_device_with_four_buttons_opens_four(pins, edges):
    """Left and right may be missing; their pins stay free for something else."""
    four = ButtonPins(left="none", right="none")
    with (
        Buttons(four.fitted_pins(), edges.append, pins.factory) as buttons,
        LED(WIRING.buttons.left, pin_factory=pins.factory),
    ):
        pins.press("up")
        assert buttons.pressed_now() == {"up"}
        assert buttons.faults == ()


def test_an_edge_never_raises_into_the_pins_thread_and_is_not_lost(pins):
    """A queue that fails cannot stop the edges; the next poll brings what was missed."""
    taken: list[Edge] = []
    full = [True]

    def put(edge: Edge) -> None:
        if full[0]:
            raise RuntimeError("queue full")
        taken.append(edge)

    with Buttons(WIRING.buttons.fitted_pins(), put, pins.factory) as buttons:
        pins.press("ok")
        full[0] = False
        pins.press("up")
        assert taken == [Edge("up", True, 0.0)]
        buttons.poll(2.0)
        buttons.poll(3.0)
        assert taken == [Edge("up", True, 0.0), Edge("ok", True, 3.0)]


def test_a_lost_edge_is_healed_by_polling(buttons, pins, edges):
    """A level that has differed from the last edge for a while is reported once, with the time of the poll."""
    pin = pins.factory.pin(WIRING.buttons.ok)
    pin.edges = "none"
    pins.press("ok")
    buttons.poll(3.0)
    buttons.poll(3.0 + OVERDUE_S / 2)
    assert edges == []
    buttons.poll(3.0 + OVERDUE_S)
    buttons.poll(4.0)
    assert edges == [Edge("ok", True, 3.0 + OVERDUE_S)]


def test_poll_adds_nothing_to_edges_that_arrived(buttons, pins, edges):
    """As long as no edge is lost, poll is silent."""
    pins.press("ok")
    pins.press("left")
    pins.release("ok")
    buttons.poll(1.0)
    assert len(edges) == 3


def test_no_edge_comes_after_close_and_the_pins_are_free(pins, edges):
    """Closing stops the edges and gives back every pin; closing again is harmless."""
    buttons = Buttons(WIRING.buttons.fitted_pins(), edges.append, pins.factory)
    buttons.close()
    buttons.close()
    pins.press("ok")
    buttons.poll(1.0)
    assert edges == []
    for pin in WIRING.buttons.fitted_pins().values():
        LED(pin, pin_factory=pins.factory).close()


def test_the_device_starts_no_thread(edges, clock):
    """Buttons, light and buzzer cost no wake-up while nobody touches them."""
    before = set(threading.enumerate())
    with open_devices(WIRING, edges.append, clock, simulate=True) as devices:
        devices.light.show((0.2, 0.2, 0.2))
        devices.buzzer.play(((440.0, 1.0),), 0.0)
        assert set(threading.enumerate()) <= before  # one of another test may have ended


def test_edges_from_another_thread_reach_the_loops_queue(pins):
    """As on the Pi: one thread sees the contacts, another waits on the queue."""
    queue: Queue[Edge] = Queue()
    with Buttons(WIRING.buttons.fitted_pins(), queue.put, pins.factory):
        thread = threading.Thread(target=lambda: (pins.press("ok"), pins.release("ok")))
        thread.start()
        assert queue.get(timeout=PATIENCE_S) == Edge("ok", True, 0.0)
        assert queue.get(timeout=PATIENCE_S) == Edge("ok", False, 0.0)
        thread.join()


def test_a_button_whose_pin_is_taken_is_a_fault_and_the_others_work(pins, edges):
    """The fault names the button, its pin and what to do."""
    with (
        LED(WIRING.buttons.back, pin_factory=pins.factory),
        Buttons(WIRING.buttons.fitted_pins(), edges.append, pins.factory) as buttons,
    ):
        (fault,) = buttons.faults
        assert '"back" on GPIO 6' in fault
        assert "wire and configure another pin" in fault
        pins.press("back")
        pins.press("ok")
        assert edges == [Edge("ok", True, 0.0)]


def test_a_button_that_fails_later_is_given_up_and_let_go(buttons, pins, edges):
    """Its pin refuses while it is held: a fault names it, it counts as released, and the others go on."""
    pins.press("ok")
    pins.breaks("ok")
    buttons.poll(1.0)
    buttons.poll(1.1)
    assert edges == [Edge("ok", True, 0.0), Edge("ok", False, 1.0)]
    (fault,) = buttons.faults
    assert fault.startswith('The button "ok" has failed (')
    assert buttons.pressed_now() == frozenset()
    pins.press("up")
    assert edges[-1] == Edge("up", True, 0.0)
    pins.breaks("ok", is_broken=False)


def test_fingers_on_the_pins_become_gestures(clock):
    """From the contact through the real driver to a press, as the loop does it."""
    queue: Queue[Edge] = Queue()
    with open_devices(WIRING, queue.put, clock, simulate=True) as devices:
        state = start(devices.buttons.pressed_now())
        for at_s, name in ((0.0, "press"), (0.002, "release"), (0.004, "press"), (0.2, "release")):
            clock.now_s = at_s
            getattr(devices.simulated, name)("ok")
        seen = []
        while not queue.empty():
            state, gestures = feed(state, queue.get())
            seen += gestures
        state, gestures = tick(state, 1.0)
        assert [*seen, *gestures] == [Pressed("ok")]
        assert keys_down(state) == frozenset()


def test_the_simulated_device_opens_whole(edges, clock):
    """With the documented wiring every part works and nothing is due."""
    with open_devices(WIRING, edges.append, clock, simulate=True) as devices:
        assert devices.faults == ()
        assert devices.simulated is not None
        assert devices.next_deadline_s() is None


def test_pins_given_out_twice_are_faults_and_cost_no_other_part(edges, clock):
    """A buzzer on the light's pin is silent; light and buttons work, and nothing is raised."""
    wiring = Wiring(buzzer=WIRING.light.green, buttons=ButtonPins(left=WIRING.buttons.ok))
    with open_devices(wiring, edges.append, clock, simulate=True) as devices:
        assert devices.buzzer is None
        button, buzzer = devices.faults
        assert '"ok" on GPIO 5' in button
        assert "buzzer on GPIO 19" in buzzer
        devices.light.show((0.0, 1.0, 0.0))
        devices.simulated.press("up")
        devices.poll(1.0)
        assert devices.simulated.light() == (0.0, 1.0, 0.0)
        assert devices.simulated.tone_hz() is None
        assert edges == [Edge("up", True, 0.0)]


def test_a_device_has_a_board_if_it_is_told_of_one(pins, edges, clock):
    """Plugged in or not; without one there is none."""
    with Devices(WIRING, edges.append, clock, pins.factory, pins, board=SwitchBoard(bus="/dev/i2c-99")) as devices:
        assert devices.board is not None
        assert devices.faults == ()
    with Devices(WIRING, edges.append, clock, pins.factory, pins) as devices:
        assert devices.board is None


def test_a_light_that_cannot_open_costs_no_other_part(pins, edges, clock):
    """One taken pin is one fault."""
    with (
        LED(WIRING.light.blue, pin_factory=pins.factory),
        Devices(WIRING, edges.append, clock, pins.factory, pins) as devices,
    ):
        assert devices.light is None
        assert "turn light on GPIO 21" in devices.faults[0]
        assert devices.buzzer is not None


def test_a_pin_that_does_not_exist_is_a_fault(edges, clock):
    """Even a wiring nobody checked opens what it can."""
    wiring = Wiring(buzzer=99, buttons=ButtonPins(right=-3))
    with open_devices(wiring, edges.append, clock, simulate=True) as devices:
        assert ["GPIO -3" in fault or "GPIO 99" in fault for fault in devices.faults] == [True] * 2
        devices.simulated.press("right")
        assert devices.simulated.tone_hz() is None
        assert edges == []


def test_a_missing_button_cannot_be_pressed_and_a_misspelt_one_is_an_error(edges, clock):
    """A four-button device ignores the key for left; a name that no device knows is a mistake."""
    wiring = Wiring(buttons=ButtonPins(left="none"))
    with open_devices(wiring, edges.append, clock, simulate=True) as devices:
        devices.simulated.press("left")
        devices.simulated.release("left")
        assert edges == []
        with pytest.raises(KeyError):
            devices.simulated.press("okay")


def test_closing_the_device_darkens_silences_and_frees_everything(pins, edges, clock):
    """After close no output is driven and every pin can be opened again."""
    devices = Devices(WIRING, edges.append, clock, pins.factory, pins)
    devices.light.show((1.0, 0.5, 0.2))
    devices.buzzer.play(((440.0, 5.0),), 0.0)
    devices.close()
    devices.close()
    assert pins.light() == (0.0, 0.0, 0.0)
    assert pins.tone_hz() is None
    assert not pins.factory.pins
    with Devices(WIRING, edges.append, clock, pins.factory, pins) as again:
        assert again.faults == ()


@pytest.mark.parametrize(("gone", "remedy"), [(True, "gpiod does not load .* install"), (False, "use a Raspberry Pi")])
def test_without_pins_the_remedy_is_told(edges, clock, monkeypatch, gone, remedy):
    """The message can be followed without knowing anything else: without gpiod, and on another computer."""
    monkeypatch.delitem(sys.modules, "hardware.gpiod_pins", raising=False)
    if gone:
        monkeypatch.setitem(sys.modules, "gpiod", None)
    with pytest.raises(HardwareError, match=remedy):
        open_devices(WIRING, edges.append, clock, simulate=False)


def test_importing_the_front_door_loads_no_pin_library():
    """The first picture need not wait for gpiozero."""
    check = "import sys, hardware; sys.exit('gpiozero' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
