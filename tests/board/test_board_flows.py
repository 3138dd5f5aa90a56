"""Flow scripts with the magnetic board beside the device: hands, faults and the cable, over both kinds of board."""

import pytest
from places import FLOWS
from sampling import IS_WHOLE
from shown.golden_flows import BOARD_PICTURED

from firmware_py.cli.main import main
from firmware_py.desk.script import boards_for

ON_BOTH = ("board_slow_slide", "board_bump", "board_unplug", "board_power_cut", "board_teaching")
ON_I2C = ("board_dead_cell", "board_every_cell", "board_game_switches", "board_wiring")
ON_SERIAL = (
    "board_calibration",
    "board_game_sensors",
    "board_left_out",
    "board_live",
    "board_mummy_slide",
    "board_undo",
)
ALONE = [(flow, "i2c") for flow in ON_I2C] + [(flow, "serial") for flow in ON_SERIAL]
EVERYWHERE = {(flow, kind) for kind in ("i2c", "serial") for flow in ON_BOTH}
BY_TURNS = {("board_teaching", "i2c"), ("board_bump", "i2c")}
"""Of those that are played beside both boards: the others are at a commit played where their pictures are looked at."""
PLAYED = ((EVERYWHERE if IS_WHOLE else BY_TURNS) | set(ALONE)) - set(BOARD_PICTURED.items())
"""Those that are not played where their pictures are looked at."""


def test_every_flow_with_a_board_is_played():
    """None is forgotten in its folder."""
    assert set(BOARD_PICTURED.items()) <= EVERYWHERE | set(ALONE)
    assert sorted((*ON_BOTH, *ON_I2C, *ON_SERIAL)) == sorted(flow.stem for flow in FLOWS.glob("board_*.txt"))


def test_every_flow_with_a_board_says_on_which_it_is_played():
    """Whoever reads it, or plays it on another desk, is told."""
    said = {(flow.stem, kind) for flow in FLOWS.glob("board_*.txt") for kind in boards_for(flow.read_text("utf-8"))}
    assert said == EVERYWHERE | set(ALONE)


@pytest.mark.parametrize("kind", ["none", "serial"])
def test_a_flow_on_a_desk_without_its_board_says_which_it_wants(kind, tmp_path, capsys):
    """Below the line that has failed; beside its own board nothing is added."""
    script = tmp_path / "script.txt"
    script.write_text("# Played with --board i2c.\npress ok\nexpect a hundred switches\n", "utf-8")
    options = ("desk", "--script", str(script), "--headless", "--board")
    assert main([*options, kind]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{script}: line 3: ")
    assert said.endswith("This script is for another desk: give it --board i2c.\n")
    assert main([*options, "i2c"]) == 1
    assert "another desk" not in capsys.readouterr().err


@pytest.mark.parametrize(("flow", "kind"), sorted(PLAYED))
def test_a_flow_with_a_board_finds_everything_it_expects(flow, kind, tmp_path, capsys):
    """The same script reads the same on either board."""
    script = FLOWS / f"{flow}.txt"
    options = ("--headless", "--board", kind, "--shots", str(tmp_path))
    assert main(["desk", "--script", str(script), *options]) == 0, capsys.readouterr().err
    assert list(tmp_path.glob("*.png"))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("lift", "it should be: lift PIECE"),
        ("slide red", "it should be: slide PIECE CELL…"),
        ("unplug mouse", "it should be: unplug board"),
        ("place red c4 far 0", "a number of millimetres"),
        ("place red c4 0 nan", "a number of millimetres"),
        ("fault i2c chip 121", "write the address of a chip"),
        ("swap a1", "it should be: swap PIECE PIECE"),
        ("fault i2c 0x20 9999", "write none, or an errno"),
    ],
)
def test_a_line_about_the_board_that_cannot_be_understood_ends_with_2(line, problem, tmp_path, capsys):
    """Before anything is played."""
    script = tmp_path / "script.txt"
    script.write_text(line, "utf-8")
    assert main(["desk", "--script", str(script), "--headless", "--board", "i2c"]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "line", "problem"),
    [
        ("none", "lift red", "there is no magnetic board"),
        ("i2c", "lift green", 'no piece is called "green"'),
        ("i2c", "place red z99", 'no cell is called "z99"'),
        ("i2c", "slide red c4", "red is not on the board"),
        ("i2c", "fault i2c 0x30 121", "no chip of this board"),
        ("serial", "fault i2c 0x20 121", "this board has no I2C bus"),
        ("serial", "swap a1 b1", "this board has no I2C bus"),
        ("i2c", "swap a1 z9", 'no cell is called "z9"'),
    ],
)
def test_what_no_hand_can_do_ends_with_1(kind, line, problem, tmp_path, capsys):
    """The line is named."""
    script = tmp_path / "script.txt"
    script.write_text(line, "utf-8")
    assert main(["desk", "--script", str(script), "--headless", "--board", kind]) == 1
    said = capsys.readouterr().err
    assert "line 1" in said
    assert problem in said
