"""Settings on the device: what is in force, what is tried out first, and how new games begin in this house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pygame
import pytest
from looking_screen import QUICK_EYES, LookingScreen
from msgspec.structs import replace
from places import PROJECT
from touched_lines import choose

from display.icons import icon_names
from display.inputs import CloseRequested, Touched, WindowEvent
from display.view import as_text
from firmware_py.config.schema import (
    BoardConfig,
    ButtonsConfig,
    Config,
    ScreenConfig,
    key_paths,
    settings_in_force,
    usual_settings,
)
from firmware_py.config.settings import SETTINGS, TRIAL_S, Setting, Settings, read_settings, stored_text
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from firmware_py.device.app import App
from firmware_py.device.running import run
from firmware_py.pages.texts import GENERAL
from firmware_py.storage.changes import Choose
from firmware_py.words import LANGUAGES, speak
from hardware import Devices
from hardware.wiring import EncoderPins, Wiring

ENGLISH = Config(language="en")
HOME = "Which game will you play?"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device at its list of games, in English."""
    with SimulatedDevice(ENGLISH, tmp_path / "data") as switched_on:
        choose(switched_on, "English")
        yield switched_on


def shown(device: SimulatedDevice) -> str:
    return as_text(device.app.view)


# --- the table -------------------------------------------------------------------------------------------------------


def test_everything_that_can_be_chosen_is_a_row_of_the_table() -> None:
    """But for what the board teaches, what follows from the panel, and house rules, of which each game has its own."""
    fields = {field.name for field in msgspec.structs.fields(Settings)}
    assert {setting.field for setting in SETTINGS} == fields - {"wiring", "has_keys", "house_rules"}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_row_has_all_that_a_setting_needs(setting: Setting) -> None:
    """A label and names in every language, pictures, an explanation, and a default; each value is read as stored."""
    for language in LANGUAGES:
        labels = [speak(language)(words) for words in (setting.label, *setting.names.values())]
        assert all(labels) and len(set(labels[1:])) == len(setting.names)
    pictures = {setting.icon or setting.icons[value] for value in setting.names} | set(setting.icons.values())
    assert pictures <= icon_names()
    assert not setting.about or setting.about in GENERAL.topics
    assert setting.value(Settings()) in setting.names
    assert all(setting.read(stored_text(value), None) == value for value in setting.names)
    assert setting.notes.keys() <= setting.names.keys()


def test_what_the_owner_may_write_of_a_setting_is_a_key_of_the_file() -> None:
    """Its default is that of the table."""
    assert {key for setting in SETTINGS for key in setting.owners} <= set(key_paths())
    assert usual_settings(Config()) == Settings()


def test_the_owner_reads_the_table() -> None:
    """The paper has a row for each setting: its label, its values, and the keys of the file."""
    say = speak("en")
    rows = [
        f"| {say(one.label)}{' *' if one.is_tried else ''} | {', '.join(map(say, one.names.values()))} | "
        f"{', '.join(f'`{key}`' for key in one.owners)} |"
        for one in SETTINGS
    ]
    paper = (PROJECT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert [row for row in rows if row not in paper] == []


# --- what is in force ------------------------------------------------------------------------------------------------


def test_a_choice_on_the_device_wins_over_the_file() -> None:
    """Everything else is as the owner wrote it."""
    config = Config(
        language="de", screen=ScreenConfig(width=800, height=480, rotation=90), board=BoardConfig(kind="serial")
    )
    stored = {"language": "fr", "screen.rotation": "180", "sound.keys": "off", "layout": "touch"}
    settings = settings_in_force(config, stored)
    assert (settings.language, settings.rotation, settings.size) == ("fr", 180, (800, 480))
    assert (settings.controls, settings.sensors) == ("touch", "serial")
    assert settings.sounds == {"turns", "events", "errors"}


def test_choices_that_make_no_sense_are_passed_over() -> None:
    """Texts of another version or of a damaged disk change nothing."""
    nonsense = ("", "x", "45", "320", "0x0", "99999x99999", "None", "true", "{}")
    keys = ("language", "brightness", "layout", "screen.size", "screen.rotation", "board.kind", "sound.keys")
    usual = usual_settings(ENGLISH)
    for value in nonsense:
        settings = read_settings(dict.fromkeys(keys, value), usual)
        assert settings.sounds <= usual.sounds
        assert settings == Settings(language="en", sounds=settings.sounds)


def test_a_choice_that_contradicts_the_wiring_is_passed_over() -> None:
    """The owner has moved the buzzer to the encoder's pin since: the device has its buttons back."""
    config = Config(pins=Wiring(buzzer=22, encoder=EncoderPins()), buttons=ButtonsConfig(layout="four"))
    assert settings_in_force(config, {"layout": "encoder", "language": "de"}).controls == "four"
    assert settings_in_force(config, {"layout": "encoder", "language": "de"}).language == "de"


# --- what is tried ---------------------------------------------------------------------------------------------------


def test_what_is_tried_goes_back_by_itself(device: SimulatedDevice) -> None:
    """The seconds are counted on the page; whoever can do nothing has to do nothing."""
    choose(device, "Settings", "Rotation of the picture", "180°")
    assert device.app.settings.rotation == 180
    counted = []
    for _ in range(TRIAL_S):
        counted.append(shown(device))
        device.wait(1)
    assert "Otherwise as before in 15 seconds." in counted[0]
    assert "Otherwise as before in 1 second." in counted[-1]
    assert device.app.settings.rotation == 0
    assert HOME in shown(device)
    assert "Nobody confirmed it: the setting is as before." in shown(device)
    assert "screen.rotation" not in device.journal.settings


def test_what_is_confirmed_stays_also_after_a_power_cut(device: SimulatedDevice) -> None:
    """And time does nothing to it any more."""
    choose(device, "Settings", "Size of the screen", "320 × 240", "Yes, keep it")
    device.wait(TRIAL_S + 5)
    assert device.app.settings.size == (320, 240)
    device.cut()
    assert device.app.settings.size == (320, 240)
    assert HOME in shown(device)


def test_a_power_cut_ends_what_is_tried(device: SimulatedDevice) -> None:
    """Nothing of it was on disk."""
    choose(device, "Settings", "Rotation of the picture", "90°")
    device.cut()
    assert device.app.settings.rotation == 0


@pytest.mark.parametrize("how", ["the answer", "back"])
def test_saying_no_is_as_before_at_once(device: SimulatedDevice, how: str) -> None:
    """By the line on which the cursor stands, or by back."""
    choose(device, "Settings", "Rotation of the picture", "270°")
    device.press("ok" if how == "the answer" else "back")
    assert device.app.settings.rotation == 0
    assert HOME in shown(device)
    assert "as before" not in shown(device)


def test_a_game_outlives_trying_something(device: SimulatedDevice) -> None:
    """It is offered again, and is where it was."""
    for _ in range(4):
        device.press("ok")
    before = device.app.table.playing
    device.press("back")
    choose(device, "Settings", "No magnetic board", "Magnetic board with switches (I2C)", "Yes, keep it")
    assert device.app.settings.sensors == "i2c"
    assert device.devices.board is not None
    device.wait(0.5)
    choose(device, "Later", "Go on with the game")  # the board wants to be calibrated first
    assert device.app.table.playing.steps == before.steps


def test_what_the_wiring_does_not_allow_is_said(tmp_path: Path) -> None:
    """Nothing is tried then."""
    with SimulatedDevice(Config(language="en", pins=Wiring(encoder=EncoderPins(push=13))), tmp_path) as device:
        choose(device, "English", "Settings", "Six buttons", "Knob and back button")
        assert "encoder.push and buzzer are both GPIO 13" in shown(device)
        assert device.app.settings.controls == "six"


def test_a_device_with_an_encoder_is_turned_and_pushed(device: SimulatedDevice) -> None:
    """From the trial on: clicks move the cursor, pushing chooses, both at once is help, back goes back."""
    choose(device, "Settings", "Six buttons", "Knob and back button")
    assert device.devices.encoder is not None
    device.pins.turn(1)
    device.wait(0.1)
    assert "> <ok> Yes, keep it" in shown(device)
    device.press("ok")
    for _ in range(2):
        device.pins.turn(-1)
        device.wait(0.1)
    assert "> <settings> Settings" in shown(device)
    device.press("ok")
    assert "Knob and back button" in shown(device)
    assert "knob (held) help" in shown(device)
    device.pins.press("ok")
    device.wait(0.1)
    device.pins.turn(-1)
    device.wait(0.1)
    assert shown(device).startswith("[Help")
    device.pins.release("ok")
    device.wait(0.1)
    assert shown(device).startswith("[Help")
    device.press("back")
    device.press("back")
    assert HOME in shown(device)


def test_who_tries_an_encoder_that_is_not_there_has_the_buttons_back(device: SimulatedDevice) -> None:
    """Up, down and ok do nothing meanwhile, back does at once."""
    choose(device, "Settings", "Six buttons", "Knob and back button")
    device.press("back")
    assert device.app.settings.controls == "six"
    device.press("down")
    assert "> <or_du_pharaon>" in shown(device)


# --- house rules -----------------------------------------------------------------------------------------------------


def test_a_house_rule_holds_for_new_games(device: SimulatedDevice) -> None:
    """It is marked where the game begins, can be turned back there, and is in the game's record."""
    choose(device, "Settings", "House rules", "Loot N Run", "Own guardians: may not be awakened")
    assert "Own guardians: may be awakened - house rule" in shown(device)
    device.cut()
    for _ in range(2):
        device.press("ok")
    assert "Own guardians: may be awakened - house rule" in shown(device)
    device.press("ok")
    assert device.app.table.playing.header.rules.self_awaken is True


def test_a_game_can_begin_otherwise_than_the_house(device: SimulatedDevice) -> None:
    """What is turned over on the game's first page holds for that game alone."""
    choose(device, "Settings", "House rules", "Loot N Run", "Own guardians: may not be awakened")
    device.cut()
    for _ in range(2):
        device.press("ok")
    choose(device, "Own guardians: may be awakened", "Begin the game")
    assert device.app.table.playing.header.rules.self_awaken is False
    assert device.journal.settings["house.maudite_momie.self_awaken"] == "true"


def test_every_game_has_its_house_rules(device: SimulatedDevice) -> None:
    """Where the dice roll is one, too."""
    choose(device, "Settings", "House rules")
    assert shown(device).count("unchanged") == 3
    choose(device, "Pyramid", "Dice: thrown at the table")
    assert "Dice: rolled by the device" in shown(device)
    device.press("back")
    assert "Pyramid - 1 rule changed" in shown(device)


def test_scores_are_opened_before_a_game_and_never_in_one(device: SimulatedDevice) -> None:
    """G28: the page before the game asks; in the game no line switches it, and an old choice of the device is none."""
    device.journal.commit(Choose("open_scores", "on"))
    device.cut()
    choose(device, "L'or du pharaon")
    device.press("ok")
    for _ in range(3):
        device.press("ok")
    assert "Scores stay secret until the end - as printed" in shown(device)
    choose(device, "Begin the game")
    assert device.app.table.playing.header.rules.open_scores is False
    assert "<photo>" in shown(device)
    device.press("back")
    assert "cores" not in shown(device)


# --- the loop --------------------------------------------------------------------------------------------------------


class TouchingFace(LookingScreen):
    """A screen on which somebody touches one target after the other, and then pulls the plug."""

    def __init__(self, *targets: str) -> None:
        super().__init__()
        self._targets = list(targets)
        self.seen: list[tuple[str, int, bool]] = []
        self.devices: list[Devices] = []

    def show(self, app: App, devices: Devices) -> None:
        """Keep what is shown, how it is turned, and whether there is an encoder; and the devices."""
        super().show(app, devices)
        self.seen.append((app.shown.title or app.shown.prompt, app.settings.rotation, devices.encoder is not None))
        if devices not in self.devices:
            self.devices.append(devices)

    def touched(self) -> tuple[WindowEvent, ...]:
        """Touch the next target, as soon as the last one is answered."""
        return (Touched(self._targets.pop(0)),) if self._targets else (CloseRequested(),)


def test_the_loop_begins_again_with_other_devices_on_the_same_journal(tmp_path: Path) -> None:
    """An encoder is there only while it is tried; the devices before have given all their pins back."""
    settings = ("1", "3", "3")
    face = TouchingFace(*settings, "2", "0")
    config = replace(ENGLISH, buttons=QUICK_EYES)
    run(config, tmp_path, face, simulate=True)
    assert ("Keep it like this?", 0, True) in face.seen
    assert face.seen[-1] == ("Pyramid Referee", 0, False)
    assert len(face.devices) == 3
    face = TouchingFace("3", "5", "2", "1")
    run(config, tmp_path, face, simulate=True)
    assert ("Keep it like this?", 180, False) in face.seen
    assert face.seen[-1] == ("Pyramid Referee", 180, False)


def test_the_desk_lays_the_device_that_was_chosen(tmp_path: Path) -> None:
    """With its screen's size, its keys, and the magnetic board beside it."""

    def width() -> int:
        face.save_device(tmp_path / "desk.png")
        return pygame.image.load(tmp_path / "desk.png").get_width()

    with DeskDisplay(ENGLISH, headless=True) as face, SimulatedDevice(ENGLISH, tmp_path / "data", face) as device:
        usual = width()
        choose(device, "English", "Settings", "Size of the screen", "800 × 480")
        assert width() == usual + 320
        choose(device, "No, as before", "Settings", "No magnetic board", "Magnetic board with sensors (USB)")
        assert width() > usual + 320
        choose(device, "No, as before")
        assert width() == usual
