"""An owner's configuration: every key documented, every problem told at once, the usual places for games."""

from __future__ import annotations

import inspect
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings, strategies
from places import PROJECT
from sampling import many

from firmware_py.config.schema import Config, ConfigError, contradictions, data_directory, key_paths, load_config
from firmware_py.words import LANGUAGES, speak
from hardware.controls.gestures import GestureTimes
from hardware.wiring import Wiring

SAY = speak("en")
DEFAULTS = (resources.files("firmware_py") / "default.toml").read_text("utf-8")

VALUES = ("1", "-1", "0.5", "inf", "nan", "true", "'six'", "''", "[]", "{}", "{a=1}", "07:32:00")

PLAIN_TEXT = "a text in quotes without control characters"


def problems(path: Path, text: str | bytes) -> list[str]:
    """What is wrong with a configuration, without the file's name, which must begin each line."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        load_config(path)
    except ConfigError as error:
        reported = [SAY(problem) for problem in error.problems]
        assert all(problem.startswith(f"{path}: ") for problem in reported)
        return [problem.removeprefix(f"{path}: ") for problem in reported]
    return []


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def test_default_toml_says_what_the_program_does_without_a_file(file: Path) -> None:
    """The documented defaults are those of the program, to the last key."""
    file.write_text(DEFAULTS, "utf-8")
    assert load_config(file) == Config() == load_config(None)


def test_every_key_is_read_by_somebody() -> None:
    """A key that is checked and then forgotten is a dead switch; nor do texts and comments read it."""
    product = [file for room in ("firmware_py", "hardware", "display") for file in (PROJECT / room).rglob("*.py")]
    checking = inspect.getsource(contradictions)  # it reads keys without following them
    code = "".join(file.read_text("utf-8") for file in product).replace(checking, "")
    code = re.sub(r'"""[\s\S]*?"""|"[^"\n]*"|#.*', "", code)
    tables, read = {*re.findall(r"\bconfig\.(\w+)", code)}, {*re.findall(r"\.(\w+)", code)}
    for path in key_paths():
        table, _, key = path.rpartition(".")
        assert table.split(".")[0] in {"", *tables}, path
        assert key in read, path


def test_default_toml_has_every_key() -> None:
    """Each key stands in the file, and none is only implied."""
    table = tomllib.loads(DEFAULTS)
    for path in key_paths():
        value: object = table
        for key in path.split("."):
            assert isinstance(value, dict)
            value = value[key]
        assert not isinstance(value, dict)
    assert msgspec.convert(table, Config) == Config()


def test_the_languages_are_those_the_program_speaks() -> None:
    """A language that is added to the program can be configured."""
    assert set(get_args(get_type_hints(Config)["language"])) == set(LANGUAGES)


def test_the_gestures_and_pins_are_the_drivers_own_by_default() -> None:
    """The configuration repeats the drivers' defaults and changes none."""
    assert Config().buttons.times() == GestureTimes()
    assert Config().pins == Wiring()


def test_a_file_needs_only_what_differs(file: Path) -> None:
    """All other keys keep their defaults, those beside the changed one too."""
    file.write_text("[screen]\nwidth = 800\n[pins.light]\nred = 27\n[buttons]\nhold_s = 2\n", "utf-8")
    config = load_config(file)
    assert (config.screen.width, config.screen.height) == (800, 320)
    assert (config.pins.light.red, config.pins.light.green) == (27, 19)
    assert config.buttons.times() == GestureTimes(hold_s=2.0)


def test_every_problem_is_told_at_once(file: Path) -> None:
    """Unknown keys, wrong types, values out of range and pin clashes come in one list, with the path of each key."""
    text = """
        langage = "fr"
        width = 480
        [screen]
        height = "tall"
        [sound]
        keys = 1
        [buttons]
        hold_s = 60
        repeat_every_s = nan
        layuot = "four"
        [pins.buttons]
        left = "none"
        up = 3.5
        ok = 21
        back = 99
        [light]
        brightness = inf
    """
    assert problems(file, text) == [
        "langage: no such key; did you mean language?",
        "width: no such key; did you mean screen.width?",
        'screen.height: must be a whole number from 200 to 4096, not "tall"',
        "sound.keys: must be true or false, not 1",
        "buttons.hold_s: must be a number from 0.3 to 5, not 60",
        "buttons.repeat_every_s: must be a number from 0.03 to 2, not nan",
        "buttons.layuot: no such key; did you mean buttons.layout?",
        "pins.buttons.up: must be a whole number, not 3.5",
        "light.brightness: must be a number from 0.0 to 1.0, not inf",
        "pins: buttons.ok and light.blue are both GPIO 21",
        "pins: buttons.back is GPIO 99, but the header has GPIO 0 to 27",
        'pins.buttons.left: "none" needs buttons.layout = "four"',
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sound = true", "sound: must be a table [sound], not true"),
        ("[screen]\nrotation = 45", "screen.rotation: must be 0 or 90 or 180 or 270, not 45"),
        ('[screen]\nrotation = "90"', 'screen.rotation: must be 0 or 90 or 180 or 270, not "90"'),
        ("language = ['fr']", 'language: must be "fr" or "en" or "de", not a list'),
        ("[language]", 'language: must be "fr" or "en" or "de", not a table'),
        ("language = 'eo'", 'language: must be "fr" or "en" or "de", not "eo"'),
        ("data_directory = 1979-05-27", f"data_directory: must be {PLAIN_TEXT}, not 1979-05-27"),
        (r'data_directory = "a\u0000b"', rf'data_directory: must be {PLAIN_TEXT}, not "a\u0000b"'),
        ('[board]\nbus = "/dev/i2c\\n"', rf'board.bus: must be {PLAIN_TEXT}, not "/dev/i2c\n"'),
        ("[screen]\nwidth = true", "screen.width: must be a whole number from 200 to 4096, not true"),
        ("[screen]\nwidth = 199", "screen.width: must be a whole number from 200 to 4096, not 199"),
        ("[pins.buttons]\nleft = 'no'", 'pins.buttons.left: must be a whole number or "none", not "no"'),
        ("[bluetooth]\nname = 'x'", "bluetooth: no such key"),
        ("[wi-fi]\nname = 'x'", "wi-fi: no such key; did you mean wifi?"),
        ("[wifi]\ncountry = 'fr'", 'wifi.country: must be two capital letters in quotes, not "fr"'),
        ("[wifi]\npassword = 'secret'", "wifi.password: must be 8 to 63 letters, digits and signs in quotes"),
        ("[wifi]\nnetwork = 'x'\nhotspot = true", "wifi.network and wifi.hotspot exclude each other"),
        ("[wiring]\nbuzzer = 12", "wiring: no such key; did you mean pins?"),
        ("[wiring.buttons]\nup = 16", "wiring: no such key; did you mean pins?"),
        ("[pins.knobs]\nup = 16\ndown = 20", "pins.knobs: no such key; did you mean pins.buttons?"),
    ],
)
def test_a_problem_names_the_key_what_it_takes_and_what_it_got(file: Path, text: str, problem: str) -> None:
    """The sentence is enough to put the line right."""
    assert problems(file, text) == [problem]


def test_a_pin_that_cannot_be_read_is_not_said_to_clash_as_well(file: Path) -> None:
    """The default of a faulty key is nobody's wish: moving another part to that pin is no second problem."""
    assert problems(file, "[pins.buttons]\nup = 'x'\ndown = 16") == [
        'pins.buttons.up: must be a whole number, not "x"',
    ]


def test_a_device_with_four_buttons_frees_two_pins(file: Path) -> None:
    """Left and right may be left out, and their pins given to other parts."""
    text = "buttons.layout = 'four'\n[pins]\nbuzzer = 22\n[pins.buttons]\nleft = 'none'\nright = 'none'"
    assert problems(file, text) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("language = 'fr'\n[screen\n", "(at line 2, column 8)"),
        ("language = 'fr'\nlanguage = 'en'", "(at line 2, column 16)"),
        ("language = ", "(at line 1, column 12)"),
        ("# é\nlanguage = 'é".encode("latin-1"), "(at line 1, column 3)"),
        (b"# fine\nlanguage = '\xff'", "(at line 2, column 13)"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_line_and_column(file: Path, text: str | bytes, place: str) -> None:
    """The owner finds the place even if it is the end of the file."""
    (problem,) = problems(file, text)
    assert problem.endswith(place)


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = " + "9" * 5_000])
def test_a_monstrous_file_is_refused_in_one_line(file: Path, text: str) -> None:
    """Neither depth nor length brings a traceback."""
    (problem,) = problems(file, text)
    assert problem.startswith("not valid TOML: ")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A missing file and a directory are the owner's problem, too."""
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ConfigError) as refusal:
            load_config(path)
        (problem,) = refusal.value.problems
        assert SAY(problem).startswith(f"{path}: cannot be read: ")


@settings(max_examples=many(30, whole=80))
@given(
    path=strategies.sampled_from(tuple(key_paths())),
    value=strategies.sampled_from(
        ("1", "-1", "0.5", "inf", "nan", "true", "'six'", "''", "[]", "{}", "{a=1}", "07:32:00")
    ),
)
def test_any_value_in_any_place_is_taken_or_explained(file: Path, path: str, value: str) -> None:
    """No value gets past the types, and none brings a traceback."""
    found = problems(file, f"{path} = {value}")
    if found:
        assert all(path in problem or problem.startswith("pins: ") for problem in found)
    else:
        config = load_config(file)
        assert msgspec.convert(msgspec.to_builtins(config), Config) == config


@pytest.mark.parametrize(
    ("configured", "environ", "place"),
    [
        ("/srv/games", {"STATE_DIRECTORY": "/var/lib/pyramid-referee"}, "/srv/games"),
        ("", {"STATE_DIRECTORY": "/var/lib/pyramid-referee", "XDG_DATA_HOME": "/xdg"}, "/var/lib/pyramid-referee"),
        ("", {"STATE_DIRECTORY": "/var/lib/one:/var/lib/two"}, "/var/lib/one"),
        ("", {"XDG_DATA_HOME": "/xdg"}, "/xdg/pyramid-referee"),
        ("", {"XDG_DATA_HOME": "relative"}, "~/.local/share/pyramid-referee"),
        ("", {}, "~/.local/share/pyramid-referee"),
        ("~/games", {}, "~/games"),
    ],
)
def test_games_are_stored_where_they_are_expected(configured: str, environ: dict[str, str], place: str) -> None:
    """The owner's word first, then systemd's, then the user's own data."""
    assert data_directory(Config(data_directory=configured), environ) == Path(place).expanduser()


def test_a_home_that_does_not_exist_is_told() -> None:
    """A directory of an unknown user is the owner's problem."""
    with pytest.raises(ConfigError, match="no such home"):
        data_directory(Config(data_directory="~nobody-of-this-name/games"), {})
