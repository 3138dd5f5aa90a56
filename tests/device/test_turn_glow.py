"""The turn light breathes for a new turn, beats for an alarm, falls for a loss, rises for a gain, and then rests."""

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from display.view import Actor, Poster, PosterKind
from firmware_py.config.schema import JOURNAL_NAME, Config, Light
from firmware_py.desk.simulated_device import PRESS_S, SimulatedDevice
from firmware_py.device.output import BREATH_S, BREATHS, LIGHTS, POSTER_S, QUIET_S, Flash, Glow, flash_of
from firmware_py.games.maudite_momie.state import Awaken, Explore, Header
from firmware_py.games.records import write_line
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal

BLUE = LIGHTS["blue"]


def levels(light: Glow | Flash, from_s: float) -> list[tuple[float, float]]:
    """When the light changes and how bright it then is, until it rests."""
    now_s: float | None = from_s
    found = []
    while now_s is not None:
        found.append((now_s, max(light.at(now_s))))
        now_s = light.deadline_s(now_s)
    return found


def test_a_new_turn_breathes_and_then_rests_full() -> None:
    """It is never dark, and nothing wakes the device for it any more."""
    seen = levels(Glow(BLUE, 100.0), 100.0)
    assert seen[0] == (100.0, 1.0)
    assert seen[-1][1] == pytest.approx(1.0)
    assert seen[-1][0] == pytest.approx(100 + QUIET_S + BREATHS * BREATH_S, abs=0.2)
    assert min(level for _, level in seen) == pytest.approx(0.2, abs=0.02)


@pytest.mark.parametrize("kind", ["bust", "collapse", "wave", "fall"])
def test_an_alarm_beats_at_most_three_times_a_second(kind: PosterKind) -> None:
    """Faster flashes may hurt."""
    seen = levels(flash_of(Poster(kind, ""), 0.0), 0.0)
    rises = [now for (_, before), (now, after) in pairwise(((-1.0, 0.0), *seen)) if before == 0 and after == 1]
    assert len(rises) >= 2
    assert all(later - earlier >= 1 / 3 for earlier, later in pairwise(rises))


def test_a_loss_falls_and_a_gain_rises() -> None:
    """However long their posters stay."""
    loss, gain = flash_of(Poster("caught", ""), 0.0), flash_of(Poster("win", "", Actor("Ada", "red")), 0.0)
    assert max(loss.at(0.0)) > max(loss.at(0.6)) > max(loss.at(1.1)) > max(loss.at(POSTER_S)) == 0
    assert max(gain.at(0.1)) < max(gain.at(0.3)) < max(gain.at(0.5)) < max(gain.at(POSTER_S)) == 1


@pytest.mark.parametrize("kind", get_args(PosterKind))
def test_no_light_of_a_moment_moves_longer_than_its_poster_stays(kind: PosterKind) -> None:
    """What it shows is over with the poster."""
    assert levels(flash_of(Poster(kind, ""), 0.0), 0.0)[-1][0] <= POSTER_S


@pytest.mark.parametrize(
    ("waits_s", "presses"), [(POSTER_S + 0.05, False), (0.3, True)], ids=["by itself", "by a press"]
)
def test_the_light_of_a_moment_ends_with_its_poster(tmp_path: Path, waits_s: float, presses: bool) -> None:
    """From then on it is that of whoever acts, and breathes at the same time whenever the poster was pressed away."""
    with SimulatedDevice(Config(), tmp_path) as box:
        played = (Explore("Ada", "left"), Explore("Bo", "left"), Awaken("Ada", "Bo"))
        lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), *map(write_line, played)]
        box.load("\n".join(lines).encode())
        for button in ("left", "up", "left"):
            box.press(button)
        began_s = box.now_s - PRESS_S  # it is caught as soon as the button is released
        box.wait(waits_s)
        if presses:
            assert isinstance(box.app.shown.body, Poster)
            assert box.pins.light() != BLUE
            box.press("down")
        assert not isinstance(box.app.shown.body, Poster)
        assert box.pins.light() == BLUE
        box.wait(began_s + POSTER_S + QUIET_S + BREATH_S / 2 - box.now_s)
        assert max(box.pins.light()) == pytest.approx(0.2, abs=0.05)


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


def test_the_light_is_as_bright_as_its_owner_wrote(tmp_path: Path) -> None:
    """`light.brightness` scales every colour, in each moment of a breath."""
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), write_line(Explore("Ada", "left"))]
    with SimulatedDevice(Config(light=Light(brightness=0.5)), tmp_path) as box:
        box.load("\n".join(lines).encode())
        assert box.pins.light() == tuple(0.5 * level for level in BLUE)


def test_the_same_turn_breathes_once(tmp_path: Path) -> None:
    """Whatever is pressed meanwhile: a light that told of presses would tell of hunters."""
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), write_line(Explore("Ada", "left"))]
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load("\n".join(lines).encode())
        box.wait(QUIET_S + BREATHS * BREATH_S)
        box.press("down")
        box.wait(BREATH_S / 2)
        assert box.pins.light() == BLUE


def test_where_nothing_moves_the_light_rests(tmp_path: Path) -> None:
    """At once, and full."""
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), write_line(Explore("Ada", "left"))]
    with open_journal(tmp_path / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("screen.moments", "off"))
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load("\n".join(lines).encode())
        for _ in range(20):
            assert box.pins.light() == BLUE
            box.wait(0.2)


def test_a_sand_glass_runs_with_the_turn_and_pauses_do_not_count(tmp_path: Path) -> None:
    """Picture and light say how far it is, nothing rings; whoever comes next has a whole one.

    Whoever comes back after a pause finds it as it was at the last touch.
    """
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), write_line(Explore("Ada", "left"))]
    with open_journal(tmp_path / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("turn.glass", "120"), Choose("screen.moments", "off"), Choose("screen.across", "off"))
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load("\n".join(lines).encode())
        assert box.app.view.glass == 1.0
        box.wait(61)
        assert box.app.view.glass == pytest.approx(0.5)
        assert max(box.pins.light()) == pytest.approx(max(BLUE) * (0.3 + 0.7 / 2), abs=0.02)
        box.press("down")
        assert box.app.view.glass == pytest.approx(0.5)
        box.wait(600)  # supper
        box.press("up")
        box.wait(1)
        assert box.app.view.glass == pytest.approx(0.5)
        box.wait(90)
        assert box.app.view.glass == 0.0
        box.press("ok")
        assert box.app.view.actor is not None
        assert box.app.view.actor.name == "Ada"
        assert box.app.view.glass == 1.0


def test_a_device_that_was_switched_off_turns_the_sand_glass_over(tmp_path: Path) -> None:
    """However long it was off: whoever must act has a whole one again, and none runs before the game goes on."""
    with open_journal(tmp_path / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("turn.glass", "120"), Choose("screen.moments", "off"), Choose("screen.across", "off"))
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load(write_line(Header(1, "maudite_momie", ("Ada", "Bo"))).encode())
        box.wait(91)
        assert box.app.view.glass == pytest.approx(0.25)
    with SimulatedDevice(Config(), tmp_path) as box:
        box.wait(3600)
        assert box.app.view.glass is None
        while box.app.state.session is None:  # it asks for a language, and whether to go on
            box.press("ok")
        assert (box.app.view.actor, box.app.view.glass) == (Actor("Ada", "red"), 1.0)
        box.wait(61)
        assert box.app.view.glass == pytest.approx(0.5)


def test_no_glass_runs_unless_it_is_wanted(tmp_path: Path) -> None:
    """Nothing wakes the device for it."""
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load(write_line(Header(1, "maudite_momie", ("Ada", "Bo"))).encode())
        box.wait(61)
        assert box.app.view.glass is None
