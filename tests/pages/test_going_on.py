"""Taking a game up again, going home by the menu, and what a held back will take back."""

from pathlib import Path

import pytest

from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice

MOMIE = b"""{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Cy"]}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Bo", "do": "explore", "pile": "right"}
{"by": "Cy", "do": "explore", "pile": "left"}
{"by": "Ada", "do": "explore", "pile": "right"}
"""


@pytest.fixture
def box(tmp_path: Path):
    """A device on which four cards were taken."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(MOMIE)
        device.wait(1.0)
        yield device


def test_a_game_taken_up_again_tells_on_one_page_where_it_was_left(box: SimulatedDevice) -> None:
    """Who is next, when it was played last, what lies before everybody, the last three things; one press goes on."""
    box.cut()
    shown = as_text(box.app.view)
    for line in (
        "Bo to play next.",
        "last played: 2026-01-01 18:00",
        "Ada: 0; 2 cards · Bo: 0; 1 card · Cy: 0; 1 card",
    ):
        assert line in shown
    lines = shown.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Ada loots"))
    assert lines[at : at + 3] == [
        "Ada loots a card from the right pile.",
        "Cy loots a card from the left pile.",
        "Bo loots a card from the right pile.",
    ]
    box.press("ok")
    assert box.app.table.playing.state.active == "Bo"
    assert len(box.app.stack) == 1


def test_no_date_is_shown_while_the_clock_is_not_set(tmp_path: Path) -> None:
    """A device without a network does not know what day it is."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.first_day = device.first_day.replace(year=1970)
        device.press("ok")
        device.load(MOMIE)
        device.wait(1.0)
        device.cut()
        assert "last played: no date" in as_text(device.app.view)


def test_somebody_goes_home_by_the_menu_in_two_presses_more(box: SimulatedDevice) -> None:
    """The line, and the name; undo brings them back with their cards."""
    box.press("back")
    while "> <player> Somebody must go home…" not in as_text(box.app.view):
        box.press("up")
    box.press("ok")
    assert "The cards before them go to the discards, unseen." in as_text(box.app.view)
    box.press("down")
    box.press("ok")
    state = box.app.table.playing.state
    assert (state.present, state.cards, state.active) == (("Ada", "Cy"), (2, 0, 1), "Cy")
    assert "Bo goes home: 1 card goes to the discards unseen." in as_text(box.app.view)
    box.hold("back", 1.2)
    assert box.app.table.playing.state.cards == (2, 1, 1)


def test_a_correction_is_among_the_first_lines_of_the_menu(box: SimulatedDevice) -> None:
    """Right below what can be undone."""
    box.press("back")
    lines = [line.strip("> ") for line in as_text(box.app.view).splitlines()]
    assert [line.split(" ")[0] for line in lines[2:5]] == ["<resume>", "<undo>", "<repair>"]


def test_a_held_back_says_in_words_and_pictures_what_it_will_take_back(box: SimulatedDevice) -> None:
    """While it is held, and before it does."""
    box.wait(2.0)
    box.pins.press("back")
    box.wait(0.5)
    hold = box.app.shown.hold
    assert hold is not None
    assert (hold.button, hold.pictures) == ("back", ("explore", "right"))
    assert "undo: Ada loots a card from the right pile." in as_text(box.app.shown)
    assert box.app.table.playing.ply == 4
    box.pins.release("back")
