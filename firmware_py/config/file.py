"""The owner's settings in a TOML file, and every mistake in such a file at once.

`default.toml` explains every key. Mistakes are sentences for people, with the keys of the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from firmware_py.foreign_toml import parse_toml
from firmware_py.regular_files import LONGEST_SETTINGS, read_regular
from firmware_py.words import MOST_REPORTED, Words, first_reported, plain, reason, speak, words
from hardware import SoundOutput
from hardware.boards.settings import BoardSettings, SensorBoard, SwitchBoard
from hardware.controls.gestures import GestureTimes
from hardware.wiring import LAST_PIN, Clash, Wiring, WiringLayout, pin_clashes

S = TypeVar("S", bound=msgspec.Struct)

PROGRAM = "pyramid-referee"

JOURNAL_NAME = "games.sqlite"
"""The journal's file in the data directory."""

Pixels: TypeAlias = Annotated[int, Meta(ge=200, le=4096)]
Place: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]
"""A path; no system has a path with a zero byte."""


class ConfigError(Exception):
    """A configuration that the owner must correct; `problems` has one line for each mistake."""

    def __init__(self, *problems: Words) -> None:
        super().__init__("\n".join(map(speak("en"), problems)))
        self.problems = problems


class ScreenConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The panel."""

    width: Pixels = 480
    """In pixels, as it is mounted."""
    height: Pixels = 320
    rotation: Literal[0, 90, 180, 270] = 0
    """How far the picture is turned clockwise, in degrees."""
    dim_after_s: Annotated[float, Meta(ge=10, le=86_400)] = 300.0
    """Seconds without a touch until it is dimmed."""
    inches: Annotated[float, Meta(ge=0, le=30)] = 0.0
    """The diagonal; 0 for what is usual for so many pixels."""
    theme: Literal["night", "day", "contrast"] = "night"
    """The colours."""
    across_after_s: Annotated[float, Meta(ge=1, le=86_400)] = 3.0
    """Seconds without a touch until a turn is shown for everybody at the table."""


class ButtonsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The controls of the device, and the times of button gestures."""

    layout: WiringLayout = "six"
    """Buttons without or with left and right, a rotary encoder, or nothing but the screen."""
    debounce_s: Annotated[float, Meta(ge=0.001, le=0.2)] = 0.02
    hold_s: Annotated[float, Meta(ge=0.3, le=5)] = 1.0
    repeat_delay_s: Annotated[float, Meta(ge=0.1, le=5)] = 0.5
    repeat_every_s: Annotated[float, Meta(ge=0.03, le=2)] = 0.12
    early_s: Annotated[float, Meta(ge=0, le=2)] = 0.4
    """Seconds after the turn has passed on in which a press still belongs to the player before."""

    def times(self) -> GestureTimes:
        """Return the times of button gestures, as `hardware` takes them."""
        return GestureTimes(
            debounce_s=self.debounce_s,
            hold_s=self.hold_s,
            repeat_delay_s=self.repeat_delay_s,
            repeat_every_s=self.repeat_every_s,
        )


class SoundConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The classes of sound that are on, how loud they are, and where they come from."""

    keys: bool = True
    turns: bool = True
    events: bool = True
    errors: bool = True
    volume: Annotated[int, Meta(ge=0, le=4)] = 4
    """The step of volume, from 0 (silence)."""
    output: SoundOutput = "auto"


class Light(msgspec.Struct, frozen=True, kw_only=True):
    """The turn light."""

    brightness: Annotated[float, Meta(ge=0.0, le=1.0)] = 1.0


class BoardConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The magnetic board."""

    kind: Literal["none", "i2c", "serial"] = "none"
    rows: Annotated[int, Meta(ge=1, le=26)] = 10
    columns: Annotated[int, Meta(ge=1, le=26)] = 10
    bus: Place = SwitchBoard().bus
    interrupt: int | Literal["none"] = SwitchBoard().interrupt
    reset: int | Literal["none"] = SwitchBoard().reset
    sensors: tuple[str, ...] = ()
    port: Place = SensorBoard().port

    def settings(self) -> BoardSettings | None:
        """Return the settings for opening the board, or None without a board.

        :raises ValueError: when the sensors cannot be wired like this.
        """
        match self.kind:
            case "i2c":
                return SwitchBoard(
                    rows=self.rows,
                    columns=self.columns,
                    bus=self.bus,
                    interrupt=self.interrupt,
                    reset=self.reset,
                    sensors=self.sensors,
                )
            case "serial":
                return SensorBoard(port=self.port)
        return None

    def pins(self) -> dict[str, int]:
        """Return the BCM pins that the board needs, by name."""
        if self.kind != "i2c":
            return {}
        wired = {"board.interrupt": self.interrupt, "board.reset": self.reset}
        data = {"board.bus (SDA)": 2, "board.bus (SCL)": 3} if self.bus == SwitchBoard().bus else {}
        return data | {key: pin for key, pin in wired.items() if pin != "none"}


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of the owner; `Config()` is what `default.toml` says."""

    language: Literal["fr", "en", "de"] = "fr"
    """The language until another is chosen on the device."""
    data_directory: Place = ""
    """The folder of the games; empty for the usual one (`data_directory`)."""
    screen: ScreenConfig = ScreenConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    sound: SoundConfig = SoundConfig()
    light: Light = Light()
    pins: Wiring = Wiring()
    board: BoardConfig = BoardConfig()


def load_config(path: Path | None) -> Config:
    """Return the configuration in the file `path`, or the defaults if it is None.

    :raises ConfigError: with every problem there is: unknown keys, wrong types, values out of range, pin clashes.
    """
    if path is None:
        return Config()
    try:
        table = _read_table(path)
    except ConfigError as error:
        raise ConfigError(*_in_file(path, error.problems)) from None
    config, faults = _read_keys(Config, table, "")
    problems = (*faults.values(), *contradictions(config, frozenset(faults)))
    if problems:
        raise ConfigError(*_in_file(path, first_reported(problems)))
    return config


def _in_file(path: Path, problems: tuple[Words, ...]) -> Iterator[Words]:
    return (words("{file}: {why}", file=str(path), why=problem) for problem in problems)


def data_directory(config: Config, environ: Mapping[str, str]) -> Path:
    """Return the folder of the games: as configured, else as systemd says, else among the user's data.

    :raises ConfigError: when none of them names one.
    """
    if config.data_directory:
        return _expanded(config.data_directory)
    if states := environ.get("STATE_DIRECTORY"):
        return Path(states.split(":")[0])
    if (own := environ.get("XDG_DATA_HOME", "")).startswith("/"):
        return Path(own) / PROGRAM
    return _expanded(f"~/.local/share/{PROGRAM}")


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ConfigError(
            words("data_directory: {folder} cannot be used, because there is no such home directory", folder=path)
        ) from None


def _read_table(path: Path) -> dict[str, Any]:
    try:
        text = read_regular(path, LONGEST_SETTINGS).decode("utf-8")
    except OSError as error:
        raise ConfigError(words("cannot be read: {why}", why=reason(error))) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8").split("\n")
        line, column = len(before), len(before[-1]) + 1
        problem = words("not valid UTF-8 text (at line {line}, column {column})", line=line, column=column)
        raise ConfigError(problem) from None
    try:
        return parse_toml(text + "\n")  # so that a mistake in the last line has a position, too
    except RecursionError:
        raise ConfigError(words("not valid TOML: nested too deeply")) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(words("not valid TOML: {why}", why=str(error))) from None
    except ValueError:  # Python refuses to read thousands of digits
        raise ConfigError(words("not valid TOML: a number is too long")) from None


def _read_keys(kind: type[S], table: dict[str, Any], within: str) -> tuple[S, dict[str, Words]]:
    """Return a struct of the valid keys of `table`, and a sentence on each other key, by its path."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    faults: dict[str, Words] = {}
    # No more than these: to look for what was meant takes long.
    unknown = islice((key for key in table if key not in types), MOST_REPORTED + 1)
    reported = {*types, *unknown}
    for key in filter(reported.__contains__, table):
        path, value = f"{within}{key}", table[key]
        if key not in types:
            faults[path] = _no_such_key(key, value, tuple(types), within)
        elif not _is_table(types[key]):
            try:
                values[key] = _convert(value, types[key])
            except msgspec.ValidationError:
                faults[path] = _wrong(path, _expected(types[key]), value)
        elif not isinstance(value, dict):
            faults[path] = _wrong(path, words("a table {table}", table=f"[{path}]"), value)
        else:
            values[key], more = _read_keys(types[key], value, f"{path}.")
            faults |= more
    return kind(**values), faults


def _wrong(key: str, wanted: Words, value: Any) -> Words:
    return words("{key}: must be {wanted}, not {found}", key=key, wanted=wanted, found=_as_written(value))


def _convert(value: Any, kind: Any) -> Any:
    if isinstance(value, float) and isnan(value):  # no comparison excludes it
        raise msgspec.ValidationError
    return msgspec.convert(value, kind)


def contradictions(config: Config, faulty: frozenset[str] = frozenset()) -> Iterator[Words]:
    """Yield the contradictions between keys that are valid by themselves; `faulty` keys are reported already."""
    for clash in pin_clashes(config.pins, config.board.pins(), config.buttons.layout):
        if faulty.isdisjoint({f"pins.{clash.part}", f"pins.{clash.other}"}):  # nobody chose its default
            yield _clash_words(clash)
    try:
        config.board.settings()
    except ValueError as error:
        yield words("{key}: {why}", key="board.sensors", why=str(error))
    for name in ("left", "right"):
        if config.buttons.layout == "six" and getattr(config.pins.buttons, name) == "none":
            yield words('pins.buttons.{name}: "none" needs buttons.layout = "four"', name=name)


def _clash_words(clash: Clash) -> Words:
    named: dict[str, str | int] = {"part": clash.part, "pin": clash.pin}
    if clash.other:
        return words("pins: {part} and {other} are both GPIO {pin}", other=clash.other, **named)
    return words("pins: {part} is GPIO {pin}, but the header has GPIO 0 to {last}", last=LAST_PIN, **named)


def _no_such_key(key: str, value: Any, known: tuple[str, ...], within: str) -> Words:
    near = [f"{within}{name}" for name in get_close_matches(key, known, n=1)]
    elsewhere = [path for path in key_paths() if path.rpartition(".")[2] == key]
    inside = frozenset(value) if isinstance(value, dict) else frozenset()
    tables = [path for path, names in _tables() if inside and inside <= names]
    suggestions = near or elsewhere or tables
    problem = words("{key}: no such key", key=f"{within}{key}")
    return words("{told}; did you mean {key}?", told=problem, key=suggestions[0]) if suggestions else problem


def _tables(kind: Any = Config, within: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the path of every table, with the names of its keys."""
    for field in msgspec.structs.fields(kind):
        if _is_table(field.type):
            path = f"{within}{field.name}"
            yield path, frozenset(inner.name for inner in msgspec.structs.fields(field.type))
            yield from _tables(field.type, f"{path}.")


def key_paths(kind: Any = Config, within: str = "") -> Iterator[str]:
    """Yield the path of every key, tables excepted."""
    for field in msgspec.structs.fields(kind):
        if _is_table(field.type):
            yield from key_paths(field.type, f"{within}{field.name}.")
        else:
            yield f"{within}{field.name}"


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _expected(kind: Any) -> Words:
    """Return what values a key takes, in the words of a TOML file."""
    if get_origin(kind) is Annotated:
        bare, meta = get_args(kind)
        if bare is str:
            return words("a text in quotes without control characters")
        return words("{number} from {least} to {most}", number=_expected(bare), least=str(meta.ge), most=str(meta.le))
    if get_origin(kind) is Literal:
        return _any_of(map(_as_written, get_args(kind)))
    if get_origin(kind) is tuple:
        return words("a list of texts")
    if parts := get_args(kind):
        return _any_of(map(_expected, parts))
    return {bool: words("true or false"), int: words("a whole number"), float: words("a number")}[kind]


def _any_of(choices: Iterable[Words]) -> Words:
    first, *others = choices
    for other in others:
        first = words("{one} or {other}", one=first, other=other)
    return first


def _as_written(value: Any) -> Words:
    match value:
        case bool():
            return plain("true" if value else "false")
        case str():
            return plain(msgspec.json.encode(value).decode())
        case dict():
            return words("a table")
        case list():
            return words("a list")
        case int() if value.bit_length() > 200:
            return words("a number of many digits")
        case _:
            return plain(str(value))
