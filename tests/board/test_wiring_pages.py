"""Teaching the wiring on the device: a magnet from cell to cell, every fault on the way, and what is in force then."""

from __future__ import annotations

import errno
import random
from pathlib import Path

from games_by_hand import SHORT_GAME, by_hand, by_rules
from malediction_device import TWO, begin, text
from msgspec.structs import replace
from pressed_lines import choose

from firmware_py.config.file import BoardConfig, Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from hardware.boards.sensor_map import Sensor, SensorMap, default_map

SMALL = replace(Config(), language="en", board=BoardConfig(kind="i2c", rows=2, columns=3))
CELLS = ("a1", "b1", "c1", "a2", "b2", "c2")
CROOKED = tuple(Sensor(0x20, pin) for pin in (9, 0, 6, 14, 2, 1))
"""Six cells, wired as somebody who read no guide would."""


def crooked(folder: Path, config: Config = SMALL, wires: SensorMap = CROOKED) -> SimulatedDevice:
    """Return a box whose board is wired otherwise than it believes."""
    box = SimulatedDevice(config, folder / "data")
    box.solder(wires)
    return box


def open_wiring(box: SimulatedDevice, *labels: str) -> None:
    """Choose the language, if it is asked for, put the calibration off, and go to the wiring's page."""
    if "Français" in text(box):
        choose(box, "English")
    box.wait(1.0)
    if "not calibrated yet" in text(box):
        choose(box, "Later")
    choose(box, "Settings", "agnetic board", "Wiring", *labels)


def open_teaching(box: SimulatedDevice) -> None:
    open_wiring(box, "Teach it with a magnet")
    box.wait(0.6)


def touch_with_magnet(box: SimulatedDevice, *cells: str) -> None:
    for cell in cells:
        box.place("mummy", cell)
        box.wait(0.6)
    box.lift("mummy")
    box.wait(0.1)


def keep(box: SimulatedDevice) -> None:
    """Keep what is being looked over; the device begins anew."""
    box.press("ok")
    choose(box, "Save it")
    box.wait(1.0)


def in_force(box: SimulatedDevice) -> tuple[str, ...]:
    wiring = box.app.table.wiring
    assert wiring is not None
    return wiring.sensors


def assert_is_learnt_to_its_end(box: SimulatedDevice, *cells: str) -> None:
    """Touch what is asked for yet and keep it: then the crooked wiring is in force, as it was soldered."""
    touch_with_magnet(box, *cells)
    keep(box)
    assert in_force(box) == written(CROOKED)


def written(wires: SensorMap) -> tuple[str, ...]:
    return tuple(map(str, wires))


def test_a_crooked_board_is_taught_cell_by_cell_and_kept_over_a_power_cut(tmp_path: Path) -> None:
    """The page goes on by itself and ends at the review; what was learnt is told as such."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        assert "Put a magnet on a1." in text(box)
        touch_with_magnet(box, *CELLS)
        assert "a1: input GPB1 of the chip 0x20" in text(box)
        keep(box)
        box.cut()
        open_wiring(box)
        assert "What was learnt here applies" in text(box)
        assert in_force(box) == written(CROOKED)


def test_what_was_learnt_is_forgotten_on_request(tmp_path: Path) -> None:
    """After a question; then the owner's file counts again."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, *CELLS)
        keep(box)
        open_wiring(box, "Forget what was learnt", "Yes, forget")
        box.wait(1.0)
        assert in_force(box) == written(default_map(6))


def test_leaving_keeps_nothing_but_the_place_to_go_on_from(tmp_path: Path) -> None:
    """Even the power may be cut in between."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, *CELLS[:4])
        box.cut()
        open_wiring(box)
        assert in_force(box) == written(default_map(6))
        assert "Go on teaching - 4 of 6 cells" in text(box)
        choose(box, "Go on teaching")
        box.wait(0.6)
        assert_is_learnt_to_its_end(box, *CELLS[4:])


def test_each_cell_is_heard_and_keeps_the_screen_awake(tmp_path: Path) -> None:
    """Whoever teaches a hundred cells touches no button for minutes."""
    with crooked(tmp_path, replace(SMALL, screen=ScreenConfig(dim_after_s=10.0))) as box:
        open_teaching(box)
        for cell in CELLS[:3]:
            box.place("mummy", cell)
            box.wait(0.42)
            assert box.pins.tone_hz() is not None
            box.wait(6.0)
            assert not box.app.is_dimmed
        box.wait(18.0)
        assert box.app.is_dimmed


def test_a_piece_on_the_board_is_told_before_the_first_cell_is_asked_for(tmp_path: Path) -> None:
    """With the input; once it is away the teaching begins."""
    with crooked(tmp_path) as box:
        box.place("mummy", "c2")
        open_teaching(box)
        assert "Take all pieces off. Still closed: 20A1" in text(box)
        box.lift("mummy")
        box.wait(0.6)
        assert "Put a magnet on a1." in text(box)


def test_an_input_that_is_closed_for_ever_is_left_out_with_its_cell(tmp_path: Path) -> None:
    """A switch that sticks is no magnet: its cell is taught nothing, and played by button."""
    with crooked(tmp_path) as box:
        assert box.magnets is not None
        box.magnets.stuck[4] = 30.0
        open_teaching(box)
        assert "Still closed: 20A2" in text(box)
        choose(box, "They are broken")
        touch_with_magnet(box, *CELLS[:5])
        choose(box, "Leave b2 out")
        touch_with_magnet(box, "c2")
        keep(box)
        assert in_force(box) == (*written(CROOKED[:4]), "--", str(CROOKED[5]))
        board = box.app.table.board
        assert board is not None
        assert board.bare == {4}
        assert board.calibration.masked == {4}


def test_a_cell_that_answers_while_it_is_taught_is_not_left_out_any_more(tmp_path: Path) -> None:
    """Its switch was mended; one that answers no magnet stays left out."""
    with crooked(tmp_path) as box:
        open_wiring(box)
        box.press("back")
        choose(box, "Cells left out")
        for button in ("ok", "right", "ok", "back"):
            box.press(button)
        choose(box, "Wiring", "Teach it with a magnet")
        box.wait(0.6)
        choose(box, "Leave a1 out")
        touch_with_magnet(box, *CELLS[1:])
        keep(box)
        board = box.app.table.board
        assert board is not None
        assert (board.masked, board.bare) == ({0}, {0})


def test_the_same_input_for_two_cells_is_told_with_both(tmp_path: Path) -> None:
    """The magnet was put back by mistake, or one of the two was learnt wrongly."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, "a1")
        box.place("mummy", "a1")
        box.wait(0.6)
        assert "Is it on b1? a1 answered like this." in text(box)
        assert "wrong: a1" in text(box)
        touch_with_magnet(box, "b1")
        assert "Put a magnet on c1." in text(box)


def test_a_cell_that_was_learnt_wrongly_is_asked_for_again(tmp_path: Path) -> None:
    """The hand was on b1 when a1 was asked for."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, "b1")
        box.place("mummy", "b1")
        box.wait(0.6)
        choose(box, "Yes: a1 again")
        assert_is_learnt_to_its_end(box, *CELLS[2:], "a1")


def test_two_inputs_at_once_are_told_with_their_names(tmp_path: Path) -> None:
    """Wires that touch: neither is learnt."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        box.place("mummy", "a1")
        box.place("red", "c2")
        box.wait(0.6)
        assert "20A1 20B1 answer together." in text(box)
        box.lift("red")
        box.wait(0.6)
        assert "Put a magnet on b1." in text(box)


def test_a_dead_cell_is_told_after_a_while_with_what_to_check(tmp_path: Path) -> None:
    """And the page beside shows chips and inputs as they are."""
    with crooked(tmp_path) as box:
        assert box.magnets is not None
        box.magnets.stuck[0] = 0.0
        open_teaching(box)
        box.place("mummy", "a1")
        box.wait(9.0)
        assert "Nothing answers on a1." in text(box)
        choose(box, "What to check")
        box.place("mummy", "b1")
        box.wait(0.6)
        assert "Chip 0x20: GPA0 closed" in text(box)
        assert "Turn the magnet over" in text(box)


def test_a_magnet_put_down_while_the_checks_were_read_teaches_nothing(tmp_path: Path) -> None:
    """It lies on any cell; it is told to lift it, and then the cell is learnt as ever. However short the look was."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        for pause_s in (2.0, 0.0):
            choose(box, "What to check")
            box.place("mummy", "c2")
            box.wait(pause_s)
            box.press("back")
            box.wait(2.0)
            assert "0 of 6 cells" in text(box)
            assert "Closed already: 20A1. Lift the magnet, then put it on a1." in text(box)
            box.lift("mummy")
            box.wait(0.6)
        assert_is_learnt_to_its_end(box, *CELLS)


def test_a_magnet_moved_while_the_cable_was_out_teaches_nothing(tmp_path: Path) -> None:
    """Nobody saw whether it was put where it was asked for."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, "a1")
        box.simulated_board().fault(0x20, errno.EREMOTEIO)
        box.wait(1.0)
        box.place("mummy", "c2")
        box.simulated_board().fault(0x20, None)
        box.wait(2.0)
        assert "1 of 6 cells" in text(box)
        assert "Closed already: 20A1. Lift the magnet, then put it on b1." in text(box)


def test_a_step_back_tells_that_the_magnet_lies_there_still(tmp_path: Path) -> None:
    """The cell is asked for anew; the magnet need not have been on it."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        box.place("mummy", "b1")
        box.wait(0.6)
        choose(box, "One cell back")
        box.wait(1.0)
        assert "Closed already: 20A0. Lift the magnet, then put it on a1." in text(box)
        assert_is_learnt_to_its_end(box, *CELLS)


def test_at_the_end_of_a_row_the_magnet_is_to_be_lifted(tmp_path: Path) -> None:
    """Slid back it would rest on cells that are not learnt yet."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, *CELLS[:3])
        assert "Lift the magnet over to a2." in text(box)


def test_the_cursor_stays_where_it_is_unless_the_lines_become_others(tmp_path: Path) -> None:
    """A hint comes under the hand of whoever chooses; a new line must not come under his finger."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, "a1")
        box.press("down")
        box.wait(9.0)
        assert "Nothing answers on b1." in text(box)
        assert "> <minus> Leave b1 out" in text(box)
        box.place("mummy", "a1")
        box.wait(0.6)
        assert "> <info> What to check" in text(box)


def test_a_wiring_without_any_cell_is_not_kept(tmp_path: Path) -> None:
    """Whoever has left all out has taught nothing."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        for cell in CELLS:
            choose(box, f"Leave {cell} out")
        assert "0 of 6 cells" in text(box)
        box.press("ok")
        assert "Save it" not in text(box)


def test_a_chip_that_does_not_answer_is_told(tmp_path: Path) -> None:
    """Without any the cable is suspected; back again, the teaching goes on where it was."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, "a1")
        box.simulated_board().fault(0x20, errno.EREMOTEIO)
        box.wait(1.0)
        assert "No chip answers." in text(box)
        box.simulated_board().fault(0x20, None)
        box.wait(1.0)
        assert "Put a magnet on b1." in text(box)


def test_a_chip_at_an_address_where_no_cell_is_believed_is_felt_all_the_same(tmp_path: Path) -> None:
    """A small board believes in the first chip only; its straps were set otherwise."""
    wires = tuple(Sensor(0x25, pin) for pin in range(6))
    with SimulatedDevice(SMALL, tmp_path / "data") as box:
        box.soldered = wires
        box.cut()
        open_teaching(box)
        touch_with_magnet(box, *CELLS)
        keep(box)
        assert in_force(box) == written(wires)
        assert box.app.table.board is not None


def test_one_cell_is_taught_again_from_the_review(tmp_path: Path) -> None:
    """A switch that was moved to another input; the others need no magnet."""
    with crooked(tmp_path) as box:
        open_teaching(box)
        touch_with_magnet(box, *CELLS)
        keep(box)
        moved = (*CROOKED[:1], Sensor(0x20, 13), *CROOKED[2:])
        box.solder(moved)
        open_wiring(box, "Look at it, cell by cell")
        box.press("right")
        box.press("ok")
        choose(box, "Teach b1 again")
        box.wait(0.6)
        touch_with_magnet(box, "b1")
        keep(box)
        assert in_force(box) == written(moved)


def test_learning_is_not_offered_while_hunters_hide_or_the_firmware_knows(tmp_path: Path) -> None:
    """An input that closes is where somebody stands; and the serial board has no wiring of its owner's."""
    with crooked(
        tmp_path / "switches", replace(SMALL, board=BoardConfig(kind="i2c", rows=5, columns=5)), default_map(25)
    ) as box:
        box.press("ok")
        begin(box, TWO)
        box.wait(1.0)
        box.press("back")
        box.press("back")
        choose(box, "Settings", "agnetic board", "Board care")
        assert "Not during a game" in text(box)
        assert "Wiring" not in text(box)
    with SimulatedDevice(replace(SMALL, board=BoardConfig(kind="serial")), tmp_path / "sensors") as box:
        box.press("ok")
        box.wait(1.0)
        choose(box, "Later", "Settings", "agnetic board")
        assert "Calibrate" in text(box)
        assert "Wiring" not in text(box)


def test_a_game_on_a_crooked_board_that_was_taught_has_the_same_record(tmp_path: Path) -> None:
    """Twenty-five cells wired by chance, taught by magnets, then a whole game by magnets."""
    wires = list(default_map(25))
    random.Random(SHORT_GAME).shuffle(wires)

    def taught(config: Config, folder: Path) -> SimulatedDevice:
        box = crooked(folder, config, tuple(wires))
        open_teaching(box)
        touch_with_magnet(box, *(f"{column}{row}" for row in range(1, 6) for column in "abcde"))
        keep(box)
        assert in_force(box) == written(tuple(wires))
        return box

    assert by_hand("i2c", tmp_path, SHORT_GAME, taught)[1:] == by_rules(SHORT_GAME)
