"""Teaching a map on the device: where it is offered, what is heard, and what a power cut or a pulled cable leaves."""

from __future__ import annotations

import msgspec
import pytest
from board_care_device import replug
from malediction_device import TWO, begin, text
from msgspec.structs import replace
from pressed_lines import choose

from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.pages.malediction.map_editor.canvas import solid_rock
from firmware_py.pages.malediction.map_editor.editor import edit
from firmware_py.pages.malediction.map_editor.teaching import teach_choices
from firmware_py.pages.page import Push

SMALL = Config(language="en", board=BoardConfig(kind="i2c", rows=3, columns=4))
FOUR = msgspec.structs.replace(SMALL, buttons=ButtonsConfig(layout="four"))


def at_home(folder, config: Config = SMALL) -> SimulatedDevice:
    """A device with the language chosen and the calibration put off."""
    device = SimulatedDevice(config, folder / "data")
    choose(device, "English")
    device.wait(1.0)
    choose(device, "Later")
    return device


def go_on_until(label: str, device: SimulatedDevice) -> None:
    """Go on from page to page until a line is there; with four buttons the page of the players asks for "Play"."""
    for _ in range(20):
        if label in text(device):
            return
        device.press("up" if "ok change" in text(device) else "ok")
    raise AssertionError(text(device))


def open_drawing(device: SimulatedDevice, label: str) -> None:
    """Sit down to a game, and choose a line of the page on which drawing begins."""
    choose(device, "Pyramid")
    go_on_until("Draw a map", device)
    choose(device, "Draw a map…", label)
    device.wait(0.5)


def go_on_drawing(device: SimulatedDevice) -> None:
    """After a power cut, go back to the board that was drawn."""
    device.wait(1.0)
    go_on_until("Go on drawing a map", device)
    choose(device, "Go on drawing a map…")
    device.wait(0.5)


@pytest.mark.parametrize("config", [SMALL, FOUR], ids=["six", "four"])
def test_a_map_is_taught_kept_over_a_power_cut_and_looked_over(tmp_path, config):
    """The step is kept, too; after the last one comes the editor, whose menu leads back."""
    with at_home(tmp_path, config) as device:
        open_drawing(device, "Teach the map by hand…")
        device.place("mummy", "a1")
        device.wait(0.5)
        device.slide("mummy", ["b1", "c1", "c2"])
        device.wait(0.2)
        assert "4 of 12 cells visited" in text(device)
        device.press("ok")
        device.lift("mummy")
        device.wait(0.6)
        device.place("mummy", "b1")
        device.wait(1.0)
        assert "1 mission" in text(device)
        device.cut()
        go_on_drawing(device)
        assert "Teach the map: 2 of 6" in text(device)
        assert "1 mission" in text(device)
        assert "undo" in text(device)
        device.wait(1.0)
        assert "1 mission" in text(device)  # the mummy was there before
        for _ in range(5):
            device.press("ok")
        assert "A map of your own" in text(device)
        assert "Still missing: the stairs" in text(device)
        device.press("back")
        choose(device, "Teach the map by hand…")
        assert "4 of 12 cells visited" in text(device)
        device.press("back")
        assert "Your drawing is safe" in text(device)


def test_going_on_without_corridors_is_asked_and_survives_a_power_cut(tmp_path):
    """In the midst of the question, too."""
    with at_home(tmp_path) as device:
        open_drawing(device, "Teach the map by hand…")
        device.press("ok")
        assert "Go on without corridors?" in text(device)
        device.cut()
        go_on_drawing(device)
        assert "Teach the map: 1 of 6" in text(device)
        device.press("ok")
        choose(device, "Yes, go on to the missions")
        assert "Teach the map: 2 of 6" in text(device)


def test_only_a_drawing_as_large_as_the_board_is_taught(tmp_path):
    """Another one has no such line; nor has any while the cable is out."""
    with at_home(tmp_path) as device:
        board = device.app.table.board
        assert board is not None
        assert teach_choices(edit(solid_rock(3, 4)), device.app.table)
        assert not teach_choices(edit(solid_rock(4, 3)), device.app.table)
        assert not teach_choices(edit(solid_rock(3, 4)), replace(device.app.table, board=None))
        open_drawing(device, "A new map")
        device.press("ok")
        device.press("ok")
        device.press("back")
        assert "Teach the map" not in text(device)


def test_nothing_is_taught_during_a_game_with_hidden_hunters(tmp_path):
    """What a cell senses is where somebody stands."""
    with at_home(tmp_path) as device:
        begin(device, TWO)
        (choice,) = teach_choices(edit(solid_rock(3, 4)), device.app.table)
        assert isinstance(choice.reply, Push)
        assert "Not during a game" in choice.reply.page.view(device.app.table).prompt


def test_the_cable_may_be_pulled_while_a_map_is_taught(tmp_path):
    """It is said; plugged in again, teaching goes on, and the way in between opens nothing."""
    with at_home(tmp_path) as device:
        open_drawing(device, "Teach the map by hand…")
        device.place("mummy", "a1")
        device.wait(0.5)
        device.slide("mummy", ["b1"])
        device.wait(0.2)
        device.simulated_board().board.unplug()
        device.wait(1.5)
        assert "Plug the magnetic board in to go on." in text(device)
        assert "The magnetic board is unplugged." in text(device)
        assert "goes on by hand" not in text(device)
        device.slide("mummy", ["c1"])
        device.simulated_board().board.plug()
        device.wait(1.5)
        assert "Slide the mummy through every corridor." in text(device)
        assert "2 of 12 cells visited" in text(device)
        device.slide("mummy", ["d1"])
        device.wait(0.2)
        assert "4 of 12 cells visited" in text(device)


def test_another_board_of_the_same_size_teaches_nothing_until_confirmed(tmp_path):
    """Its readings are not compared with what is known of the first, which may come back."""
    with at_home(tmp_path, Config(language="en", board=BoardConfig(kind="serial"))) as device:
        open_drawing(device, "Teach the map by hand…")
        device.place("mummy", "a1")
        device.wait(0.5)
        device.slide("mummy", ["b1"])
        replug(device, b"ANOTHER1")
        assert "Another magnetic board is plugged in. Press ✓ to go on with it." in text(device)
        device.slide("mummy", ["c1"])
        device.wait(0.5)
        replug(device)
        device.slide("mummy", ["c2"])
        device.wait(0.2)
        assert "4 of 100 cells visited" in text(device)
        replug(device, b"ANOTHER1")
        device.press("ok")
        device.slide("mummy", ["c3", "c4"])
        device.wait(0.2)
        assert "6 of 100 cells visited" in text(device)


def test_a_cell_left_out_is_marked_and_named(tmp_path):
    """Its passages are drawn by hand."""
    with at_home(tmp_path) as device:
        choose(device, "Settings", "agnetic board", "Cells left out")
        device.press("ok")
        device.press("back")
        device.press("back")
        device.press("back")
        open_drawing(device, "Teach the map by hand…")
        assert "Left out, to be drawn by hand: a1" in text(device)
        assert device.app.view.body.wrong == (0,)


def test_a_hand_on_the_board_is_heard_and_keeps_the_screen_awake(tmp_path):
    """Nobody presses a button for minutes, and who slides looks at the board."""
    config = msgspec.structs.replace(SMALL, screen=ScreenConfig(dim_after_s=10.0))
    with at_home(tmp_path, config) as device:
        open_drawing(device, "Teach the map by hand…")
        device.place("mummy", "a1")
        device.wait(12.0)
        assert device.app.idle.is_dimmed
        heard = []
        for cell in ("b1", "c1", "d1"):  # a tune may end before the slide does
            device.slide("mummy", [cell])
            for _ in range(20):
                device.wait(0.01)
                heard.append(device.pins.tone_hz())
        assert not device.app.idle.is_dimmed
        assert any(heard)
