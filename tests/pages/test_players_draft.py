"""Who plays is asked only once: a power cut in the midst of it takes nothing that was shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pressed_lines import choose

from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.pages.players import players_stack


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device at its home page, in English."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as switched_on:
        switched_on.touch("1")
        yield switched_on


def shown(device: SimulatedDevice) -> str:
    return as_text(device.app.view)


def write(device: SimulatedDevice, *cells: str) -> None:
    """Touch letters, given by row and column."""
    for cell in cells:
        device.touch(f"letter {cell}")


def test_a_name_that_is_being_written_is_there_after_a_power_cut(device: SimulatedDevice) -> None:
    """With whoever sits already, and back leads through the same pages as before."""
    for target in ("0", "1", "0", "0"):  # the first game, three players, the offered name, red
        device.touch(target)
    device.touch("1")
    write(device, "0 1", "1 6")
    assert "\nBo\n" in shown(device)
    device.cut()
    assert "Another name" in shown(device)
    assert "\nBo\n" in shown(device)
    for left in ("B", ""):
        device.press("back")
        assert device.app.stack[-1].text == left
    device.press("back")
    assert "Who sits in place 2?" in shown(device)
    device.press("back")
    assert "Which colour does Player 1 take?" in shown(device)
    for _ in range(3):
        device.press("back")
    assert "Which game do you play?" in shown(device)
    device.cut()
    assert "Which game do you play?" in shown(device)


def test_a_colour_that_is_not_chosen_yet_costs_no_letters(device: SimulatedDevice) -> None:
    """The name stands there, and its check mark leads on."""
    for target in ("0", "0", "1"):
        device.touch(target)
    write(device, "0 1", "1 6", "4 7")
    assert "Which colour does Bo take?" in shown(device)
    device.cut()
    write(device, "4 7")
    assert "Which colour does Bo take?" in shown(device)


def test_a_game_that_has_begun_is_offered_and_not_its_seating(device: SimulatedDevice) -> None:
    """The draft of the players is deleted when the game starts."""
    for _ in range(7):
        device.press("ok")
    assert device.app.table.session
    device.cut()
    assert "Go on playing?" in shown(device)


@pytest.mark.parametrize(
    "draft",
    [
        "",
        "{",
        "[]",
        '{"game": "chess", "wanted": 2, "players": [], "colours": []}',
        '{"game": "maudite_momie", "wanted": 99, "players": [], "colours": []}',
        '{"game": "maudite_momie", "wanted": 2, "players": ["A"], "colours": []}',
        '{"game": "maudite_momie", "wanted": 2, "players": ["A"], "colours": ["pink"]}',
        '{"game": "maudite_momie", "wanted": 2, "players": ["A"], "colours": ["turquoise"]}',
        '{"game": "maudite_momie", "wanted": 3, "players": ["A", "A"], "colours": ["red", "blue"]}',
        '{"game": "maudite_momie", "wanted": 2, "players": ["A", "B"], "colours": ["red", "blue"]}',
    ],
)
def test_a_draft_that_makes_no_sense_is_passed_over(draft: str) -> None:
    """Of another version, or from a damaged disk."""
    assert players_stack(draft) == ()


def test_a_name_that_is_offered_and_known_from_before_stands_there_once(device: SimulatedDevice) -> None:
    """After a game with the offered names, each is offered once for the next."""
    for target in ("0", "0", "0", "0", "0", "0", "0"):  # the first game, two players as they are offered, begin
        device.touch(target)
    device.press("back")
    choose(device, "Stop for today")
    choose(device, "Loot N Run - 2 to 6")
    choose(device, "2 players")
    assert "Who plays first?" in shown(device)
    assert shown(device).count("Player 1") == 1
