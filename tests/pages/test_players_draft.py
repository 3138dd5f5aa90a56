"""Who plays is asked only once: a power cut in the midst of it takes nothing that was shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pressed_lines import choose

from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.update import first_state
from firmware_py.pages.players import PlayersPage, players_stack
from firmware_py.words import plain


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device at its home page, in English."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as switched_on:
        switched_on.touch("1")
        yield switched_on


def shown(device: SimulatedDevice) -> str:
    return as_text(device.app.view)


def press(device: SimulatedDevice, *buttons: str) -> None:
    for button in buttons:
        device.press(button)  # type: ignore[arg-type]


def write(device: SimulatedDevice, *cells: str) -> None:
    """Touch letters, given by row and column."""
    for cell in cells:
        device.touch(f"letter {cell}")


def test_a_name_that_is_being_written_is_there_after_a_power_cut(device: SimulatedDevice) -> None:
    """With whoever sits already, and back leads to the table."""
    press(device, "ok", "left", "up", "right", "down", "ok")  # the first game, three players, letters
    write(device, "0 1", "1 6")
    assert "\nBo\n" in shown(device)
    device.cut()
    assert "Another name" in shown(device)
    assert "\nBo\n" in shown(device)
    for left in ("B", ""):
        press(device, "back")
        assert device.app.stack[-1].text == left  # type: ignore[attr-defined]
    press(device, "back")
    assert "Who is at the table?" in shown(device)
    assert "  3 players" in shown(device)
    press(device, "back", "back")
    assert "Which game will you play?" in shown(device)
    device.cut()
    assert "Which game will you play?" in shown(device)


def test_the_table_is_there_after_a_power_cut_as_it_sat(device: SimulatedDevice) -> None:
    """Names, colours, and what the cursor was turned to."""
    press(device, "ok", "down", "ok")
    write(device, "0 1", "1 6", "4 7")
    press(device, "left", "left", "down")
    people = device.app.stack[-1].settle(device.app.table).people  # type: ignore[attr-defined]
    assert [person.name for person in people] == ["Bo", ""]
    device.cut()
    assert device.app.stack[-1].people == people  # type: ignore[attr-defined]


def test_a_game_that_has_begun_is_offered_and_not_its_players(device: SimulatedDevice) -> None:
    """The draft of the players is deleted when the game starts."""
    press(device, "ok", "ok", "ok")
    assert device.app.table.session
    device.cut()
    assert "to play next." in shown(device)


@pytest.mark.parametrize(
    "draft",
    [
        "",
        "{",
        "[]",
        '{"game": "chess"}',
        '{"game": "maudite_momie", "players": ["A"], "colours": ["red"]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red"]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "red"]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "pink"]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "turquoise"]}',
        '{"game": "maudite_momie", "players": ["A", "A"], "colours": ["red", "blue"]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "blue"], "writes": 7}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "blue"], "text": "C"}',
        '{"game": "malediction", "players": ["A", "B"], "colours": ["green", "blue"]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "blue"], "levels": [3]}',
        '{"game": "maudite_momie", "players": ["A", "B"], "colours": ["red", "blue"], "levels": [0, 9]}',
        '{"game": "maudite_momie", "wanted": 2, "players": ["A"], "colours": ["red"], "text": ""}',
    ],
)
def test_a_draft_that_makes_no_sense_is_passed_over(draft: str) -> None:
    """Of another version, or from a damaged disk."""
    assert players_stack(draft) == ()


def test_a_name_that_is_offered_and_known_from_before_stands_there_once(device: SimulatedDevice) -> None:
    """After a game with the offered names, each is offered once for the next."""
    press(device, "ok", "ok", "ok", "back")  # the first game, two players as they are offered, begin
    choose(device, "Stop for today")
    choose(device, "Loot N Run - 2 to 6")
    assert "Who is at the table?" in shown(device)
    assert shown(device).count("Player 1") == 1


def test_what_is_wrong_at_the_start_lies_over_the_table(device: SimulatedDevice) -> None:
    """Several warnings have a page of their own, which is left to the table as it sat."""
    press(device, "down", "ok")
    state = device.app.state
    began = first_state(state.config, state.stored, state.next_id, 0.0, (plain("This."), plain("That.")))
    *_, below, top = began.stack
    assert isinstance(below, PlayersPage)
    text = as_text(top.view(began.table))
    assert "This." in text
    assert "That." in text
