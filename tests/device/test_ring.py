"""A turn with nothing left to do ends by itself, once a ring is full that everybody sees and any press stops."""

from pathlib import Path

import pytest

from display.view import Button, Hold, Scoreboard
from firmware_py.config.schema import Config, SoundConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.idle import RING_S, STEPS

SPENT = b"""{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo"], "setup": {"start": {"at": "c6"}}}
{"by": "Ada", "do": "reveal", "at": "c5", "open": "NESW"}
{"by": "Ada", "do": "reveal", "at": "b6", "open": "NES"}
{"by": "Ada", "do": "place_lantern"}
"""
"""Ada has spent all actions."""


@pytest.fixture
def spent(device: SimulatedDevice) -> SimulatedDevice:
    device.press("ok")
    device.load(SPENT)
    return device


def whose(device: SimulatedDevice) -> str:
    return device.app.table.playing.state.active


def test_the_ring_fills_and_then_the_turn_has_ended(spent: SimulatedDevice) -> None:
    """Step by step, over the page and not the view across the table; the end of the turn can be taken back."""
    seen = []
    for _ in range(STEPS - 1):
        spent.wait(RING_S / STEPS)
        seen.append(spent.app.shown.hold)
    assert seen == [Hold("ok", step / STEPS, is_held=False) for step in range(1, STEPS)]
    assert whose(spent) == "Ada"
    spent.wait(RING_S / STEPS)
    assert whose(spent) == "Bo"
    assert spent.app.shown.hold is None
    spent.hold("back", 1.2)
    assert whose(spent) == "Ada"
    spent.wait(3 * RING_S)
    assert whose(spent) == "Ada"
    assert isinstance(spent.app.shown.body, Scoreboard)


@pytest.mark.parametrize("button", ["up", "down", "left", "right", "back"])
def test_any_press_stops_the_ring(spent: SimulatedDevice, button: str) -> None:
    """While the button is down already; `ok` does what it is on, and ends the turn."""
    spent.wait(RING_S - 0.3)
    spent.hold(button, 0.5)
    assert spent.app.shown.hold is None
    spent.wait(3 * RING_S)
    assert whose(spent) == "Ada"


@pytest.mark.parametrize("opened", [("back", 0.1), ("up", 1.2)], ids=["menu", "help"])
def test_a_ring_that_was_stopped_stays_so(spent: SimulatedDevice, opened: tuple[Button, float]) -> None:
    """Also when what the press opened over the page is closed again."""
    page = spent.app.stack
    spent.hold(*opened)
    assert spent.app.stack != page
    spent.press("back")
    assert spent.app.stack == page
    spent.wait(3 * RING_S)
    assert whose(spent) == "Ada"


def test_a_turn_that_ends_by_itself_does_not_sound_like_a_button(tmp_path: Path) -> None:
    """Where only buttons are to be heard, nothing is, because nobody pressed one."""
    keys_only = Config(language="en", sound=SoundConfig(turns=False, events=False, errors=False))
    with SimulatedDevice(keys_only, tmp_path) as device:
        device.load(SPENT)
        device.wait(RING_S - 0.01)
        assert whose(device) == "Ada"
        assert not is_heard(device)
        assert whose(device) == "Bo"
        device.wait(1.0)
        device.pins.press("down")
        assert is_heard(device)


def is_heard(device: SimulatedDevice) -> bool:
    """Whether the buzzer sounds within a fifth of a second."""
    for _ in range(50):
        device.wait(0.004)
        if device.pins.tone_hz() is not None:
            return True
    return False


def test_a_press_that_comes_as_the_ring_is_full_is_not_the_next_player_s(spent: SimulatedDevice) -> None:
    """The turn has just passed on, so the press is dropped."""
    spent.wait(RING_S + 0.01)
    spent.pins.press("ok")
    spent.wait(0.1)
    spent.pins.release("ok")
    spent.wait(0.1)
    assert spent.app.table.playing.ply == 4


def test_a_cut_before_the_ring_is_full_takes_nothing_away(spent: SimulatedDevice) -> None:
    """The turn is where it was, and ends by itself once somebody goes on with the game."""
    spent.wait(RING_S - 0.3)
    spent.cut()
    spent.wait(3 * RING_S)
    spent.press("ok")
    spent.wait(RING_S - 0.5)
    assert whose(spent) == "Ada"
    spent.wait(1.0)
    assert whose(spent) == "Bo"
