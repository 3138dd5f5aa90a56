"""Teaching the wiring on the device: a magnet from cell to cell, every fault on the way, and what is in force then."""

from __future__ import annotations

import errno
import random
from pathlib import Path

import pytest
from games_by_hand import SHORT_GAME, by_hand, by_rules
from malediction_device import TWO, begin, text
from msgspec.structs import replace
from pressed_lines import choose

from firmware_py.config.schema import BoardConfig, Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from hardware.boards.mcp23017 import Sensor, SensorMap, default_map

SMALL = replace(Config(), language="en", board=BoardConfig(kind="i2c", rows=2, columns=3))
CELLS = ("a1", "b1", "c1", "a2", "b2", "c2")
CROOKED = tuple(Sensor(0x20, pin) for pin in (9, 0, 6, 14, 2, 1))
"""Six cells, wired as somebody who read no guide would."""


def crooked(folder: Path, config: Config = SMALL, wires: SensorMap = CROOKED) -> SimulatedDevice:
    """A device whose board is wired otherwise than it believes."""
    device = SimulatedDevice(config, folder / "data")
    device.solder(wires)
    return device


def open_wiring(device: SimulatedDevice, *labels: str) -> None:
    """Choose the language, if it is asked for, put the calibration off, and go to the wiring's page."""
    if "Français" in text(device):
        choose(device, "English")
    device.wait(1.0)
    if "not calibrated yet" in text(device):
        choose(device, "Later")
    choose(device, "Settings", "agnetic board", "Wiring", *labels)


def open_teaching(device: SimulatedDevice) -> None:
    open_wiring(device, "Teach it with a magnet")
    device.wait(0.6)


def touch_with_magnet(device: SimulatedDevice, *cells: str) -> None:
    for cell in cells:
        device.place("mummy", cell)
        device.wait(0.6)
    device.lift("mummy")
    device.wait(0.1)


def keep(device: SimulatedDevice) -> None:
    """Keep the lesson under review; the device starts again."""
    device.press("ok")
    choose(device, "Save it")
    device.wait(1.0)


def in_force(device: SimulatedDevice) -> tuple[str, ...]:
    wiring = device.app.table.wiring
    assert wiring is not None
    return wiring.sensors


def assert_is_learnt_to_its_end(device: SimulatedDevice, *cells: str) -> None:
    """Touch what is asked for yet and keep it: then the crooked wiring is in force, as it was soldered."""
    touch_with_magnet(device, *cells)
    keep(device)
    assert in_force(device) == written(CROOKED)


def written(wires: SensorMap) -> tuple[str, ...]:
    return tuple(map(str, wires))


def test_a_crooked_board_is_taught_cell_by_cell_and_kept_over_a_power_cut(tmp_path: Path) -> None:
    """The page goes on by itself and ends at the review; what was learnt is told as such."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        assert "Put a magnet on a1." in text(device)
        touch_with_magnet(device, *CELLS)
        assert "a1: input GPB1 of the chip 0x20" in text(device)
        keep(device)
        device.cut()
        open_wiring(device)
        assert "What was learnt here applies" in text(device)
        assert in_force(device) == written(CROOKED)


def test_what_was_learnt_is_forgotten_on_request(tmp_path: Path) -> None:
    """After a question; then the owner's file counts again."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, *CELLS)
        keep(device)
        open_wiring(device, "Forget what was learnt", "Yes, forget")
        device.wait(1.0)
        assert in_force(device) == written(default_map(6))


def test_leaving_keeps_nothing_but_the_place_to_go_on_from(tmp_path: Path) -> None:
    """Even the power may be cut in between."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, *CELLS[:4])
        device.cut()
        open_wiring(device)
        assert in_force(device) == written(default_map(6))
        assert "Go on teaching - 4 of 6 cells" in text(device)
        choose(device, "Go on teaching")
        device.wait(0.6)
        assert_is_learnt_to_its_end(device, *CELLS[4:])


def test_each_cell_is_heard_and_keeps_the_screen_awake(tmp_path: Path) -> None:
    """Whoever teaches a hundred cells touches no button for minutes."""
    with crooked(tmp_path, replace(SMALL, screen=ScreenConfig(dim_after_s=10.0))) as device:
        open_teaching(device)
        for cell in CELLS[:3]:
            device.place("mummy", cell)
            device.wait(0.42)
            assert device.pins.tone_hz() is not None
            device.wait(6.0)
            assert not device.app.idle.is_dimmed
        device.wait(18.0)
        assert device.app.idle.is_dimmed


def test_a_piece_on_the_board_is_told_before_the_first_cell_is_asked_for(tmp_path: Path) -> None:
    """With the input; once it is away the teaching begins."""
    with crooked(tmp_path) as device:
        device.place("mummy", "c2")
        open_teaching(device)
        assert "Take all pieces off. Still closed: 20A1" in text(device)
        device.lift("mummy")
        device.wait(0.6)
        assert "Put a magnet on a1." in text(device)


def test_an_input_that_is_closed_for_ever_is_left_out_with_its_cell(tmp_path: Path) -> None:
    """A switch that sticks is no magnet: its cell is taught nothing, and played by button."""
    with crooked(tmp_path) as device:
        assert device.magnets is not None
        device.magnets.stuck[4] = 30.0
        open_teaching(device)
        assert "Still closed: 20A2" in text(device)
        choose(device, "They are broken")
        touch_with_magnet(device, *CELLS[:5])
        choose(device, "Leave b2 out")
        touch_with_magnet(device, "c2")
        keep(device)
        assert in_force(device) == (*written(CROOKED[:4]), "--", str(CROOKED[5]))
        board = device.app.table.board
        assert board is not None
        assert board.bare == {4}
        assert board.calibration.masked == {4}


def test_a_cell_that_answers_while_it_is_taught_is_not_left_out_any_more(tmp_path: Path) -> None:
    """Its switch was mended; one that answers no magnet stays left out."""
    with crooked(tmp_path) as device:
        open_wiring(device)
        device.press("back")
        choose(device, "Cells left out")
        for button in ("ok", "right", "ok", "back"):
            device.press(button)
        choose(device, "Wiring", "Teach it with a magnet")
        device.wait(0.6)
        choose(device, "Leave a1 out")
        touch_with_magnet(device, *CELLS[1:])
        keep(device)
        board = device.app.table.board
        assert board is not None
        assert (board.masked, board.bare) == ({0}, {0})


def test_the_same_input_for_two_cells_is_told_with_both(tmp_path: Path) -> None:
    """The magnet was put back by mistake, or one of the two was learnt wrongly."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, "a1")
        device.place("mummy", "a1")
        device.wait(0.6)
        assert "Is it on b1? a1 answered like this." in text(device)
        assert "wrong: a1" in text(device)
        touch_with_magnet(device, "b1")
        assert "Put a magnet on c1." in text(device)


@pytest.mark.parametrize("at", [0, 1])
def test_a_cell_that_was_learnt_wrongly_is_asked_for_again(tmp_path: Path, at: int) -> None:
    """The hand was on the cell beside the one that was asked for."""
    wrong, beside = CELLS[at : at + 2]
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, *CELLS[:at], beside)
        device.place("mummy", beside)
        device.wait(0.6)
        choose(device, f"Yes: {wrong} again")
        assert_is_learnt_to_its_end(device, *CELLS[at + 2 :], wrong)


def test_two_inputs_at_once_are_told_with_their_names(tmp_path: Path) -> None:
    """Wires that touch: neither is learnt."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        device.place("mummy", "a1")
        device.place("red", "c2")
        device.wait(0.6)
        assert "20A1 20B1 answer together." in text(device)
        device.lift("red")
        device.wait(0.6)
        assert "Put a magnet on b1." in text(device)


def test_a_dead_cell_is_told_after_a_while_with_what_to_check(tmp_path: Path) -> None:
    """And the page beside shows chips and inputs as they are."""
    with crooked(tmp_path) as device:
        assert device.magnets is not None
        device.magnets.stuck[0] = 0.0
        open_teaching(device)
        device.place("mummy", "a1")
        device.wait(9.0)
        assert "Nothing answers on a1." in text(device)
        choose(device, "What to check")
        device.place("mummy", "b1")
        device.wait(0.6)
        assert "Chip 0x20: GPA0 closed" in text(device)
        assert "Turn the magnet over" in text(device)


def test_a_magnet_put_down_while_the_checks_were_read_teaches_nothing(tmp_path: Path) -> None:
    """It lies on any cell; it is told to lift it, and then the cell is learnt as ever. However short the look was."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        for pause_s in (2.0, 0.0):
            choose(device, "What to check")
            device.place("mummy", "c2")
            device.wait(pause_s)
            device.press("back")
            device.wait(2.0)
            assert "0 of 6 cells" in text(device)
            assert "Closed already: 20A1. Lift the magnet, then put it on a1." in text(device)
            device.lift("mummy")
            device.wait(0.6)
        assert_is_learnt_to_its_end(device, *CELLS)


def test_a_magnet_moved_while_the_cable_was_out_teaches_nothing(tmp_path: Path) -> None:
    """Nobody saw whether it was put where it was asked for."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, "a1")
        device.simulated_board().fault(0x20, errno.EREMOTEIO)
        device.wait(1.0)
        device.place("mummy", "c2")
        device.simulated_board().fault(0x20, None)
        device.wait(2.0)
        assert "1 of 6 cells" in text(device)
        assert "Closed already: 20A1. Lift the magnet, then put it on b1." in text(device)


def test_a_step_back_tells_that_the_magnet_lies_there_still(tmp_path: Path) -> None:
    """The cell is asked for again; the magnet need not have been on it."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        device.place("mummy", "b1")
        device.wait(0.6)
        choose(device, "One cell back")
        device.wait(1.0)
        assert "Closed already: 20A0. Lift the magnet, then put it on a1." in text(device)
        assert_is_learnt_to_its_end(device, *CELLS)


def test_at_the_end_of_a_row_the_magnet_is_to_be_lifted(tmp_path: Path) -> None:
    """Slid back it would rest on cells that are not learnt yet."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, *CELLS[:3])
        assert "Lift the magnet over to a2." in text(device)


def test_the_cursor_stays_where_it_is_unless_the_lines_become_others(tmp_path: Path) -> None:
    """A hint comes while a player chooses; a new line must not come under the finger."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, "a1")
        device.press("down")
        device.wait(9.0)
        assert "Nothing answers on b1." in text(device)
        assert "> <minus> Leave b1 out" in text(device)
        device.place("mummy", "a1")
        device.wait(0.6)
        assert "> <info> What to check" in text(device)


def test_a_wiring_without_any_cell_is_not_kept(tmp_path: Path) -> None:
    """Whoever has left all out has taught nothing."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        for cell in CELLS:
            choose(device, f"Leave {cell} out")
        assert "0 of 6 cells" in text(device)
        device.press("ok")
        assert "Save it" not in text(device)


def test_a_chip_that_does_not_answer_is_told(tmp_path: Path) -> None:
    """Without any the cable is suspected; back again, the teaching goes on where it was."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, "a1")
        device.simulated_board().fault(0x20, errno.EREMOTEIO)
        device.wait(1.0)
        assert "No chip answers." in text(device)
        device.simulated_board().fault(0x20, None)
        device.wait(1.0)
        assert "Put a magnet on b1." in text(device)


def test_a_chip_at_an_address_where_no_cell_is_believed_is_felt_all_the_same(tmp_path: Path) -> None:
    """A small board believes in the first chip only; its straps were set otherwise."""
    wires = tuple(Sensor(0x25, pin) for pin in range(6))
    with SimulatedDevice(SMALL, tmp_path / "data") as device:
        device.soldered = wires
        device.cut()
        open_teaching(device)
        touch_with_magnet(device, *CELLS)
        keep(device)
        assert in_force(device) == written(wires)
        assert device.app.table.board is not None


def test_one_cell_is_taught_again_from_the_review(tmp_path: Path) -> None:
    """A switch that was moved to another input; the others need no magnet."""
    with crooked(tmp_path) as device:
        open_teaching(device)
        touch_with_magnet(device, *CELLS)
        keep(device)
        moved = (*CROOKED[:1], Sensor(0x20, 13), *CROOKED[2:])
        device.solder(moved)
        open_wiring(device, "Look at it, cell by cell")
        device.press("right")
        device.press("ok")
        choose(device, "Teach b1 again")
        device.wait(0.6)
        touch_with_magnet(device, "b1")
        keep(device)
        assert in_force(device) == written(moved)


def test_learning_is_not_offered_while_hunters_hide_or_the_firmware_knows(tmp_path: Path) -> None:
    """An input that closes is where somebody stands; and the serial board has no wiring of its owner's."""
    with crooked(
        tmp_path / "switches", replace(SMALL, board=BoardConfig(kind="i2c", rows=5, columns=5)), default_map(25)
    ) as device:
        device.press("ok")
        begin(device, TWO)
        device.wait(1.0)
        device.press("back")
        device.press("back")
        choose(device, "Settings", "agnetic board", "Board care")
        assert "Not during a game" in text(device)
        assert "Wiring" not in text(device)
    with SimulatedDevice(replace(SMALL, board=BoardConfig(kind="serial")), tmp_path / "sensors") as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Later", "Settings", "agnetic board")
        assert "Calibrate" in text(device)
        assert "Wiring" not in text(device)


def test_a_game_on_a_crooked_board_that_was_taught_has_the_same_record(tmp_path: Path) -> None:
    """Twenty-five cells wired by chance, taught by magnets, then a whole game by magnets."""
    wires = list(default_map(25))
    random.Random(SHORT_GAME).shuffle(wires)

    def taught(config: Config, folder: Path) -> SimulatedDevice:
        device = crooked(folder, config, tuple(wires))
        open_teaching(device)
        touch_with_magnet(device, *(f"{column}{row}" for row in range(1, 6) for column in "abcde"))
        keep(device)
        assert in_force(device) == written(tuple(wires))
        return device

    assert by_hand("i2c", tmp_path, SHORT_GAME, taught)[1:] == by_rules(SHORT_GAME)
