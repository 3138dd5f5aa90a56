"""The turn light breathes for a new turn, beats for an alarm, falls for a loss, rises for a gain, and then rests."""

from itertools import pairwise
from pathlib import Path

import pytest

from display.view import Moment, MomentKind
from firmware_py.config.file import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.light_and_sound import LIGHTS
from firmware_py.device.turn_glow import BREATH_S, BREATHS, QUIET_S, Glow, turned_to
from firmware_py.games.maudite_momie.actions import Explore
from firmware_py.games.maudite_momie.setup import Header
from firmware_py.games.records import write_line

RED, BLUE = LIGHTS["red"], LIGHTS["blue"]


def levels(glow: Glow, from_s: float) -> list[tuple[float, float]]:
    """Return when the light changes and how bright it then is, until it rests."""
    now_s: float | None = from_s
    found = []
    while now_s is not None:
        found.append((now_s, max(glow.at(now_s))))
        now_s = glow.deadline_s(now_s)
    return found


def test_a_new_turn_breathes_and_then_rests_full() -> None:
    """It is never dark, and nothing wakes the device for it any more."""
    seen = levels(turned_to(Glow(RED), BLUE, 100.0, None, moves=True), 100.0)
    assert seen[0] == (100.0, 1.0)
    assert seen[-1][1] == pytest.approx(1.0)
    assert seen[-1][0] == pytest.approx(100 + QUIET_S + BREATHS * BREATH_S, abs=0.2)
    assert min(level for _, level in seen) == pytest.approx(0.2, abs=0.02)


def test_the_same_turn_breathes_once() -> None:
    """Whatever is pressed meanwhile: a light that told of presses would tell of hunters."""
    glow = turned_to(Glow(RED), BLUE, 100.0, None, moves=True)
    assert turned_to(glow, BLUE, 105.0, None, moves=True) is glow


@pytest.mark.parametrize("kind", ["bust", "collapse", "wave", "fall"])
def test_an_alarm_beats_at_most_three_times_a_second(kind: MomentKind) -> None:
    """Faster flashes may hurt."""
    seen = levels(turned_to(Glow(RED), BLUE, 0.0, Moment(kind, ""), moves=True), 0.0)
    rises = [now for (_, before), (now, after) in pairwise(seen) if now < 3 and before == 0 and after == 1]
    assert len(rises) >= 2
    assert all(later - earlier >= 1 / 3 for earlier, later in pairwise(rises))


def test_a_loss_falls_and_a_gain_rises_before_the_turn() -> None:
    """Each ends in the light of whoever acts now."""
    loss = turned_to(Glow(RED), BLUE, 0.0, Moment("caught", ""), moves=True)
    gain = turned_to(Glow(RED), BLUE, 0.0, Moment("win", "", "red"), moves=True)
    assert max(loss.at(0.0)) > max(loss.at(0.6)) > max(loss.at(1.1))
    assert max(gain.at(0.1)) < max(gain.at(0.3)) < max(gain.at(0.5))
    assert loss.at(1.5) == gain.at(1.5) == BLUE


def test_where_nothing_moves_the_light_rests() -> None:
    """At once, and full."""
    glow = turned_to(Glow(RED), BLUE, 5.0, Moment("caught", ""), moves=False)
    assert levels(glow, 5.0) == [(5.0, 1.0)]


def test_the_light_of_the_device_breathes(tmp_path: Path) -> None:
    """It is weaker in the middle of a breath, full between two, and rests in the end."""
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), write_line(Explore("Ada", "left"))]
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load("\n".join(lines).encode())
        assert box.pins.light() == BLUE
        box.wait(QUIET_S + BREATH_S / 2)
        assert max(box.pins.light()) < 0.3
        box.wait(BREATH_S / 2)
        assert max(box.pins.light()) > 0.95
        box.wait(BREATHS * BREATH_S)
        assert box.pins.light() == BLUE
