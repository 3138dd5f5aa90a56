"""A calibration that is missing is asked for by the device: once for each board, and while nobody does anything."""

from __future__ import annotations

from board_care_device import device_with_board, learn, open_care, replug
from malediction_device import TWO, begin, text
from pressed_lines import choose

ASKED = "This board is not calibrated yet."


def test_a_new_board_is_asked_to_be_calibrated_until_somebody_puts_it_off(tmp_path, kind):
    """On the first screen, with the cursor on "later"; then no more, until the device is switched on again."""
    with device_with_board(tmp_path, kind) as device:
        device.press("ok")
        device.wait(1.0)
        assert ASKED in text(device)
        device.press("ok")
        assert "Which game will you play?" in text(device)
        replug(device)
        assert ASKED not in text(device)
        device.cut()
        device.wait(1.0)
        assert ASKED in text(device)


def test_a_board_that_was_calibrated_is_not_asked_for(tmp_path, kind):
    """The question leads to the calibration; what was learnt outlives a power cut, and is asked for no more."""
    with device_with_board(tmp_path, kind) as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Calibrate now")
        learn(device, kind)
        assert "Which game will you play?" in text(device)
        device.cut()
        device.wait(1.0)
        assert ASKED not in text(device)


def test_a_board_is_not_asked_for_while_somebody_does_something(tmp_path, kind):
    """Plugged in while the settings are open, or a game is, it waits for the first screen, or for what that asks."""
    with device_with_board(tmp_path, kind) as device:
        device.simulated_board().board.unplug()
        device.press("ok")
        device.wait(1.0)
        choose(device, "Settings")
        device.simulated_board().board.plug()
        device.wait(1.5)
        assert "Choose a line to change it." in text(device)
        device.press("back")
        assert ASKED in text(device)
        device.press("ok")
        begin(device, TWO)
        replug(device)
        assert ASKED not in text(device)
        device.cut()
        device.wait(1.0)
        assert ASKED in text(device)
        device.press("ok")
        assert "to play next." in text(device)


def test_another_board_is_asked_about_again_and_ends_work_with_the_first(tmp_path):
    """It says itself which one it is; nothing of one board is learnt from the frames of another."""
    with device_with_board(tmp_path, "serial") as device:
        open_care(device, "Calibrate")
        device.press("ok")
        replug(device, b"ANOTHER1")
        assert "Take every piece off" not in text(device)
        device.press("back")
        device.press("back")
        assert ASKED in text(device)
        device.press("ok")
        replug(device)
        assert ASKED in text(device)


def test_another_board_during_a_game_is_announced_and_asked_about_later(tmp_path):
    """What one board was measured by does not hold for another; the game goes on with what usually holds."""
    with device_with_board(tmp_path, "serial") as device:
        device.press("ok")
        device.wait(1.0)
        choose(device, "Calibrate now")
        learn(device)
        begin(device, TWO)
        device.place("mummy", "c3")
        replug(device, b"ANOTHER1")
        assert "This is another magnetic board, not calibrated yet" in text(device)
        device.press("back")
        device.press("back")
        choose(device, "Stop for today")
        assert ASKED in text(device)
