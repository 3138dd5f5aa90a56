"""A wiring learnt from the inputs, step by step, and what of it is kept: the pure parts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from firmware_py.config.schema import BoardConfig, Config, board_wiring, config_in_force
from firmware_py.config.settings import UNKNOWN, BoardWiring, Settings, StoredWiring, read_wiring
from firmware_py.pages.board_care import wiring as learning
from firmware_py.pages.board_care.wiring import LOST_S, PATIENCE_S, Teaching
from hardware.boards.mcp23017 import default_map
from hardware.boards.settings import NO_SENSOR

BOARD = ("/dev/i2c-1", 2, 2)
KNOWN = BoardWiring(*BOARD, ("20A3", NO_SENSOR, "21B6", "20A0"), "learnt")


@dataclass(frozen=True)
class Look:
    """A look at the inputs as the driver would give it."""

    closed: frozenset[str]
    at_s: float
    chips: frozenset[int] = frozenset({0x20})


def sensed(teaching: Teaching, *inputs: str, seconds: float = 0.5) -> Teaching:
    """Let exactly these inputs be closed for so long."""
    for step in range(round(seconds * 10) + 1):
        teaching = learning.feed(teaching, Look(frozenset(inputs), teaching.now_s + (0.1 if step else 0.01)))
    return teaching


def begun(cells: int = 4) -> Teaching:
    """A teaching that has seen the empty board."""
    return sensed(learning.begin(2, (UNKNOWN,) * cells))


def test_each_cell_gets_the_input_that_answers_when_it_is_asked_for() -> None:
    """In any order, with the magnet lifted or pushed from cell to cell; at the end all is done."""
    teaching = begun()
    teaching = sensed(sensed(teaching, "20A3"))
    for sensor in ("20B1", "20A0", "20B6"):
        teaching = sensed(teaching, sensor)
    assert teaching.sensors == ("20A3", "20B1", "20A0", "20B6")
    assert teaching.is_done


def test_a_magnet_in_passing_is_no_answer() -> None:
    """Only what stays closed for a moment counts, and what opens again does not."""
    teaching = sensed(sensed(begun(), "20A3", seconds=0.1), "20A4")
    assert teaching.sensors[0] == "20A4"


def test_the_magnet_may_stay_on_the_cell_that_was_learnt_last() -> None:
    """A second magnet answers for the next one all the same."""
    teaching = sensed(sensed(begun(), "20A3", seconds=5.0), "20A3", "20A4")
    assert teaching.sensors[:2] == ("20A3", "20A4")


def test_nothing_is_learnt_before_the_board_was_empty() -> None:
    """What is closed at the beginning is named, and counts for nothing once it is left out."""
    teaching = sensed(learning.begin(2, (UNKNOWN,) * 4), "20B0")
    assert (teaching.trouble, teaching.fresh, teaching.has_begun) == ("not_empty", {"20B0"}, False)
    assert sensed(teaching).has_begun
    teaching = sensed(learning.leave_out_broken(teaching), "20B0")
    assert teaching.trouble is None
    assert sensed(teaching, "20B0", "20A1").sensors[0] == "20A1"


def test_two_inputs_at_once_are_no_answer_until_one_of_them_opens() -> None:
    """A magnet between two cells, or wires that touch: nobody guesses which."""
    teaching = sensed(begun(), "20A0", "20A1")
    assert (teaching.trouble, teaching.learnt) == ("several", 0)
    assert sensed(teaching, "20A1").sensors[0] == "20A1"


def test_an_input_that_answers_for_two_cells_can_be_given_to_the_later_one() -> None:
    """The earlier cell is then asked for again."""
    teaching = sensed(sensed(sensed(begun(), "20A0")), "20A0")
    assert (teaching.trouble, teaching.twin, teaching.cell) == ("double", 0, 1)
    teaching = learning.assign(teaching)
    assert teaching.sensors == (UNKNOWN, "20A0", UNKNOWN, UNKNOWN)
    assert teaching.cell == 2
    for sensor in ("20A2", "20A3", "20A4"):
        teaching = sensed(teaching, sensor)
    assert teaching.sensors == ("20A4", "20A0", "20A2", "20A3")


def test_a_cell_that_never_answers_is_told_after_a_while_and_can_be_left_out() -> None:
    """Until then nobody is hurried."""
    teaching = sensed(begun(), seconds=PATIENCE_S - 1)
    assert teaching.trouble is None
    teaching = sensed(teaching, seconds=2.0)
    assert teaching.trouble == "nothing"
    teaching = learning.leave_out(teaching)
    assert (teaching.sensors[0], teaching.cell, teaching.trouble) == (NO_SENSOR, 1, None)


def test_an_input_that_comes_and_goes_is_told() -> None:
    """A weak magnet or a loose wire is never steady."""
    teaching = begun()
    for _ in range(6):
        teaching = sensed(sensed(teaching, "20A0", seconds=0.1), seconds=0.1)
    assert teaching.trouble == "flutters"


def test_without_a_chip_the_cable_is_suspected_and_nothing_else() -> None:
    """Whatever was closed before."""
    teaching = learning.feed(sensed(begun(), "20A0", "20A1"), Look(frozenset(), 99.0, frozenset()))
    assert teaching.trouble == "no_chip"


def test_inputs_closed_under_another_page_count_only_once_they_have_opened() -> None:
    """The magnet may have been put anywhere meanwhile."""
    teaching = sensed(learning.pause(begun()), "20A3", seconds=3.0)
    assert (teaching.trouble, teaching.stray, teaching.learnt) == ("resting", {"20A3"}, 0)
    assert sensed(sensed(teaching), "20A3").sensors[0] == "20A3"
    assert sensed(teaching, "20A3", "20A4").sensors[0] == "20A4"


def test_looking_away_before_the_board_was_empty_lets_nothing_rest() -> None:
    """What lies there must be taken off all the same."""
    teaching = sensed(learning.pause(sensed(learning.begin(2, (UNKNOWN,) * 4), "20A3")), "20A3")
    assert teaching.trouble == "not_empty"


def test_what_has_closed_while_nobody_looked_counts_only_once_it_has_opened() -> None:
    """Whatever kept the device from looking, and also if the input was closed before."""
    for before in ((), ("20A3",)):
        teaching = learning.feed(begun(), Look(frozenset(before), 10.0))
        teaching = sensed(learning.feed(teaching, Look(frozenset({"20A3"}), 10.0 + LOST_S + 0.1)), "20A3")
        assert (teaching.trouble, teaching.learnt) == ("resting", 0)


def test_inputs_closed_under_a_silent_chip_count_only_once_they_have_opened() -> None:
    """Also of one that is found after the teaching has begun: a piece may have lain there all the time."""
    both = frozenset({0x20, 0x21})
    teaching = begun()
    for step in range(1, 10):
        teaching = learning.feed(teaching, Look(frozenset({"21A0"}), teaching.now_s + 0.1, both))
        assert (teaching.trouble, teaching.learnt) == ("resting", 0), step
    teaching = learning.feed(teaching, Look(frozenset(), teaching.now_s + 0.1, both))
    for _ in range(6):
        teaching = learning.feed(teaching, Look(frozenset({"21A0"}), teaching.now_s + 0.1, both))
    assert teaching.sensors[0] == "21A0"


def test_a_step_back_asks_for_the_cell_before_once_more() -> None:
    """The magnet that lies there must be lifted first."""
    teaching = learning.step_back(sensed(begun(), "20A0"))
    assert (teaching.cell, teaching.learnt) == (0, 0)
    assert sensed(teaching, "20A0", seconds=3.0).learnt == 0
    assert sensed(sensed(teaching), "20A5").sensors[0] == "20A5"


def test_one_cell_of_a_known_wiring_is_learnt_again() -> None:
    """All others stay what they were."""
    teaching = learning.ask_again(learning.finish(sensed(begun(), "20A0")), 2)
    teaching = sensed(sensed(teaching), "20B5")
    assert teaching.sensors == ("20A0", NO_SENSOR, "20B5", NO_SENSOR)
    assert teaching.is_done


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_what_was_learnt_goes_before_what_the_owner_wrote() -> None:
    """The source of the wiring in force is named; once it is forgotten, that of the owner counts again."""
    config = Config(board=BoardConfig(kind="i2c", rows=2, columns=2, sensors=("20A0 20A1", "20A2 --")))
    usual = Settings(sensors="i2c")
    owned = board_wiring(config, usual)
    assert owned is not None
    assert (owned.source, owned.sensors) == ("file", ("20A0", "20A1", "20A2", NO_SENSOR))
    learnt = Settings(sensors="i2c", wiring=KNOWN.stored_text(KNOWN.sensors))
    assert board_wiring(config, learnt) == KNOWN
    assert config_in_force(config, learnt).board.sensors == ("20A3 --", "21B6 20A0")


def test_a_device_without_switches_has_no_wiring_to_learn() -> None:
    """A board whose firmware knows its order, or none at all."""
    assert board_wiring(Config(), Settings(sensors="serial")) is None
    assert board_wiring(Config(), Settings()) is None


def test_in_order_is_what_nobody_has_said_otherwise() -> None:
    """Cells row by row on one chip after the other."""
    wiring = board_wiring(Config(), Settings(sensors="i2c"))
    assert wiring is not None
    assert (wiring.source, wiring.sensors) == ("order", tuple(map(str, default_map(100))))


@pytest.mark.parametrize(
    "kept",
    [
        StoredWiring("/dev/i2c-0", 2, 2, KNOWN.sensors),
        StoredWiring("/dev/i2c-1", 4, 1, KNOWN.sensors),
        StoredWiring(*BOARD, KNOWN.sensors[:3]),
        StoredWiring(*BOARD, ("20A0", "20A0", "20A1", "20A2")),
        StoredWiring(*BOARD, ("20A7", "20A0", "20A1", "20A2")),
        StoredWiring(*BOARD, ("28A0", "20A0", "20A1", "20A2")),
        StoredWiring(*BOARD, (NO_SENSOR,) * 4),
        StoredWiring(*BOARD, ("20A0 20A1", " ", "20A2", "20A3")),
        StoredWiring(*BOARD, ("20A0\n", "20A1", "20A2", "20A3")),
    ],
    ids=["another bus", "another size", "too few", "twice", "an output", "no such chip", "nothing", "two", "a line"],
)
def test_what_is_kept_of_another_board_or_makes_no_sense_counts_for_nothing(kept: StoredWiring) -> None:
    """The owner's file then does."""
    text = BoardWiring(kept.bus, kept.rows, kept.columns, (), "learnt").stored_text(kept.sensors)
    assert read_wiring(text, *BOARD) == ()
    board = BoardConfig(kind="i2c", rows=2, columns=2)
    assert config_in_force(Config(board=board), Settings(sensors="i2c", wiring=text)).board == board


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null"])
def test_a_damaged_text_counts_for_nothing(text: str) -> None:
    """A choice may come from a damaged disk."""
    assert read_wiring(text, *BOARD) == ()
