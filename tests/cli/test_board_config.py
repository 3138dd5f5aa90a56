"""The settings file says which magnetic board the device has; mistakes in it are reported."""

from pathlib import Path

import pytest

from firmware_py.config.schema import BoardConfig, Config, ConfigError, load_config
from firmware_py.words import speak
from hardware.boards.settings import SensorBoard, SwitchBoard

SAY = speak("en")


def problems(tmp_path: Path, text: str) -> tuple[str, ...]:
    """What is wrong with a settings file, without the file's name."""
    file = tmp_path / "config.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as error:
        load_config(file)
    return tuple(SAY(problem).removeprefix(f"{file}: ") for problem in error.value.problems)


def test_a_device_has_no_board_unless_the_settings_name_one():
    """Without a board nothing is looked for, and no pin is taken for it."""
    assert Config().board.settings() is None
    assert Config().board.pins() == {}


def test_the_settings_of_a_board_are_the_driver_s_own_by_default():
    """The configuration repeats the drivers' defaults and changes none."""
    assert BoardConfig(kind="i2c").settings() == SwitchBoard()
    assert BoardConfig(kind="serial").settings() == SensorBoard()


def test_a_pin_of_the_board_may_not_be_a_button_s(tmp_path):
    """Interrupt, reset and the bus itself are taken while the board is on I2C."""
    found = problems(tmp_path, '[board]\nkind = "i2c"\ninterrupt = 16\n[pins.buttons]\ndown = 2')
    assert found == (
        "pins: buttons.down and board.bus (SDA) are both GPIO 2",
        "pins: buttons.up and board.interrupt are both GPIO 16",
    )


def test_the_same_pins_are_free_with_a_board_on_usb(tmp_path):
    """A serial board needs no pin at all."""
    file = tmp_path / "config.toml"
    file.write_text('[board]\nkind = "serial"\ninterrupt = 16', "utf-8")
    assert load_config(file).board.settings() == SensorBoard()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('kind = "usb"', 'board.kind: must be "none" or "i2c" or "serial", not "usb"'),
        ("rows = 0", "board.rows: must be a whole number from 1 to 26, not 0"),
        ('sensors = "20A0"', 'board.sensors: must be a list of texts, not "20A0"'),
        (
            'kind = "i2c"\nrows = 1\ncolumns = 2\nsensors = ["20A0 20A0"]',
            "board.sensors: wired to two cells: 20A0",
        ),
        ('kind = "i2c"\nrows = 20', "board.sensors: eight chips have 112 inputs, too few for 200 cells"),
    ],
)
def test_an_impossible_setting_is_reported(tmp_path, line, problem):
    """Each with its name in the file."""
    assert problems(tmp_path, f"[board]\n{line}") == (problem,)
