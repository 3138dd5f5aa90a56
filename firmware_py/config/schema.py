"""The owner's settings: every key with its default and range, the file they are read from, and what is in force.

Every mistake in the file is named at once, and which keys contradict each other.

`default.toml` explains every key to the owner. Mistakes are sentences for people, with the keys of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from math import isnan
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, structs

from display.theme import needs_keys
from firmware_py.config.settings import (
    SETTINGS,
    BoardWiring,
    Settings,
    Source,
    read_settings,
    read_wiring,
    rows_of_text,
    with_values,
)
from firmware_py.driver_reports import report_words
from firmware_py.foreign_text import parse_toml
from firmware_py.regular_files import LONGEST_SETTINGS, read_regular
from firmware_py.syntax_errors import why_no_toml
from firmware_py.words import MOST_REPORTED, Language, Words, first_reported, plain, reason_and_remedy, speak, words
from hardware.boards.settings import NO_SENSOR, BoardSettings, SensorBoard, SwitchBoard
from hardware.controls.gestures import GestureTimes
from hardware.wiring import LAST_PIN, Clash, SoundOutput, Wiring, WiringLayout, pin_clashes

Pixels: TypeAlias = Annotated[int, Meta(ge=200, le=4096)]
Share: TypeAlias = Annotated[float, Meta(ge=-10, le=10)]
"""A number of a correction."""
Place: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]
"""A path; no system has a path with a zero byte."""
Country: TypeAlias = Annotated[str, Meta(pattern=r"^([A-Z]{2})?\Z")]
NetworkName: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{0,32}\Z")]
Password: TypeAlias = Annotated[str, Meta(pattern=r"^([ -~]{8,63})?\Z")]
"""Of a Wi-Fi, as WPA has it. It is shown nowhere but where phones are invited."""


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
    """Clockwise turn of the picture, in degrees."""
    dim_after_s: Annotated[float, Meta(ge=10, le=86_400)] = 300.0
    """Seconds without a touch until it is dimmed."""
    inches: Annotated[float, Meta(ge=0, le=30)] = 0.0
    """The diagonal; 0 for what is usual for so many pixels."""
    theme: Literal["night", "day", "contrast"] = "night"
    """The colours."""
    across_after_s: Annotated[float, Meta(ge=1, le=86_400)] = 3.0
    """Seconds without a touch until a turn is shown as it is read from across the table."""
    touch: tuple[Share, Share, Share, Share, Share, Share] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    """How a touch is corrected, as `display.touch` says."""


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
        """The times of button gestures, as `hardware` takes them."""
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
    card: Place = ""
    """The sound card, as its player names it; empty for that of the system."""
    lead_in_s: Annotated[float, Meta(ge=0, le=5)] = 0.0
    """Seconds of silence before each spoken text."""


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
        """The settings for opening the board, or None without a board.

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
        """The BCM pins that the board needs, by name."""
        if self.kind != "i2c":
            return {}
        wired = {"board.interrupt": self.interrupt, "board.reset": self.reset}
        data = {"board.bus (SDA)": 2, "board.bus (SCL)": 3} if self.bus == SwitchBoard().bus else {}
        return data | {key: pin for key, pin in wired.items() if pin != "none"}


class WifiConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The radio of a card that was written from the image; elsewhere the system has its own settings for it."""

    country: Country = ""
    """By which rules it sends (ISO 3166), empty for those that hold everywhere."""
    network: NetworkName = ""
    """The network that the device joins; empty for none."""
    password: Password = ""
    """That of the network, or of the device's own; empty for one without, and for one that the device makes up."""
    hotspot: bool = False
    """Whether the device has a network of its own from its start, and not only for phones that are invited."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of the owner; `Config()` is what `default.toml` says."""

    language: Language = "fr"
    """The language until another is chosen on the device."""
    data_directory: Place = ""
    """The folder of the games; empty for the usual one (`data_directory`)."""
    screen: ScreenConfig = ScreenConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    sound: SoundConfig = SoundConfig()
    light: Light = Light()
    pins: Wiring = Wiring()
    board: BoardConfig = BoardConfig()
    wifi: WifiConfig = WifiConfig()


def contradictions(config: Config, faulty: frozenset[str] = frozenset()) -> Iterator[Words]:
    """Yield the contradictions between keys that are valid by themselves; `faulty` keys are reported already."""
    for clash in pin_clashes(config.pins, config.board.pins(), config.buttons.layout):
        if faulty.isdisjoint({f"pins.{clash.part}", f"pins.{clash.other}"}):  # nobody chose its default
            yield _clash_words(clash)
    try:
        config.board.settings()
    except ValueError as error:
        yield words("{key}: {why}", key="board.sensors", why=report_words(str(error)))
    for name in ("left", "right"):
        if config.buttons.layout == "six" and getattr(config.pins.buttons, name) == "none":
            yield words('pins.buttons.{name}: "none" needs buttons.layout = "four"', name=name)
    if config.wifi.network and config.wifi.hotspot:
        yield words("{key} and {other} exclude each other", key="wifi.network", other="wifi.hotspot")


def _clash_words(clash: Clash) -> Words:
    named: dict[str, str | int] = {"part": clash.part, "pin": clash.pin}
    if clash.other:
        return words("pins: {part} and {other} are both GPIO {pin}", other=clash.other, **named)
    return words("pins: {part} is GPIO {pin}, but the header has GPIO 0 to {last}", last=LAST_PIN, **named)


def names_in_tables(kind: Any = Config, within: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the path of every table, with the names of its keys."""
    for field in msgspec.structs.fields(kind):
        if is_table(field.type):
            path = f"{within}{field.name}"
            yield path, frozenset(inner.name for inner in msgspec.structs.fields(field.type))
            yield from names_in_tables(field.type, f"{path}.")


def key_paths(kind: Any = Config, within: str = "") -> Iterator[str]:
    """Yield the path of every key, tables excepted."""
    for field in msgspec.structs.fields(kind):
        if is_table(field.type):
            yield from key_paths(field.type, f"{within}{field.name}.")
        else:
            yield f"{within}{field.name}"


def is_table(kind: Any) -> bool:
    """Whether a key of this type is a table with keys of its own."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


S = TypeVar("S", bound=msgspec.Struct)


class ConfigFileError(ConfigError):
    """A settings file that is missing, or cannot be read."""


def load_config(path: Path | None) -> Config:
    """The configuration in the file `path`, or the defaults if it is None.

    :raises ConfigError: with every problem there is: unknown keys, wrong types, values out of range, pin clashes.
    """
    if path is None:
        return Config()
    try:
        table = _read_table(path)
    except ConfigError as error:
        raise type(error)(*_in_file(path, error.problems)) from None
    config, faults = _read_keys(Config, table, "")
    problems = (*faults.values(), *contradictions(config, frozenset(faults)))
    if problems:
        raise ConfigError(*_in_file(path, first_reported(problems)))
    return config


def _in_file(path: Path, problems: tuple[Words, ...]) -> Iterator[Words]:
    return (words("{file}: {why}", file=str(path), why=problem) for problem in problems)


def _read_table(path: Path) -> dict[str, Any]:
    try:
        text = read_regular(path, LONGEST_SETTINGS).decode("utf-8")
    except OSError as error:
        raise ConfigFileError(words("cannot be read: {why}", why=reason_and_remedy(error))) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8").split("\n")
        line, column = len(before), len(before[-1]) + 1
        problem = words("not valid UTF-8 text (at line {line}, column {column})", line=line, column=column)
        raise ConfigError(problem) from None
    try:
        return parse_toml(text)
    except (RecursionError, ValueError) as error:
        raise ConfigError(words("not valid TOML: {why}", why=why_no_toml(error))) from None


def _read_keys(kind: type[S], table: dict[str, Any], within: str) -> tuple[S, dict[str, Words]]:
    """A struct of the valid keys of `table`, and a sentence on each other key, by its path."""
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
        elif not is_table(types[key]):
            try:
                values[key] = _convert(value, types[key])
            except msgspec.ValidationError:
                wanted = _value_words(types[key])
                is_secret = types[key] == Password
                faults[path] = _secret_wrong(path, wanted) if is_secret else _wrong(path, wanted, value)
        elif not isinstance(value, dict):
            faults[path] = _wrong(path, words("a table {table}", table=f"[{path}]"), value)
        else:
            values[key], more = _read_keys(types[key], value, f"{path}.")
            faults |= more
    return kind(**values), faults


def _wrong(key: str, wanted: Words, value: Any) -> Words:
    return words("{key}: must be {wanted}, not {found}", key=key, wanted=wanted, found=_as_written(value))


def wrong_value(key: str, known: Iterable[str], value: str) -> Words:
    """The problem of a value that is not known."""
    return _wrong(key, _any_of(map(_as_written, known)), value)


def _secret_wrong(key: str, wanted: Words) -> Words:
    """The same, without what is written there."""
    return words("{key}: must be {wanted}", key=key, wanted=wanted)


def _convert(value: Any, kind: Any) -> Any:
    if isinstance(value, float) and isnan(value):  # no comparison excludes it
        raise msgspec.ValidationError
    return msgspec.convert(value, kind)


def _no_such_key(key: str, value: Any, known: tuple[str, ...], within: str) -> Words:
    near = [f"{within}{name}" for name in get_close_matches(key, known, n=1)]
    elsewhere = [path for path in key_paths() if path.rpartition(".")[2] == key]
    inside = frozenset(value) if isinstance(value, dict) else frozenset()
    tables = [path for path, names in names_in_tables() if inside and inside <= names]
    suggestions = tables or near or elsewhere
    problem = words("{key}: no such key", key=f"{within}{key}")
    return words("{told}; did you mean {key}?", told=problem, key=suggestions[0]) if suggestions else problem


TEXTS: dict[Any, Words] = {
    Country: words("two capital letters in quotes"),
    NetworkName: words("up to 32 letters, digits and signs in quotes"),
    Password: words("8 to 63 letters, digits and signs in quotes"),
}
"""The words for texts that have a form of their own."""


def _value_words(kind: Any) -> Words:
    """The values that a key takes, in the words of a TOML file."""
    if kind in TEXTS:
        return TEXTS[kind]
    if get_origin(kind) is Annotated:
        bare, meta = get_args(kind)
        if bare is str:
            return words("a text in quotes without control characters")
        return words(
            "{number} from {least} to {most}", number=_value_words(bare), least=str(meta.ge), most=str(meta.le)
        )
    if get_origin(kind) is Literal:
        return _any_of(map(_as_written, get_args(kind)))
    if get_origin(kind) is tuple:
        return words("a list of texts")
    if parts := get_args(kind):
        return _any_of(map(_value_words, parts))
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


PROGRAM = "pyramid-referee"

OWNERS_FILE = Path("/etc/pyramid-referee/config.toml")
"""The settings file of an installed device."""

JOURNAL_NAME = "games.sqlite"
"""The journal's file in the data directory."""

FSTAB = Path("/etc/fstab")
"""The owner's list of file systems: device, place, type and options a line (fstab(5))."""


def data_directory(config: Config, environ: Mapping[str, str]) -> Path:
    """The folder of the games: as configured, else as systemd says, else among the user's data.

    :raises ConfigError: when none of them names one.
    """
    if config.data_directory:
        return _expand(config.data_directory)
    if states := environ.get("STATE_DIRECTORY"):
        return Path(states.split(":")[0])
    if (own := environ.get("XDG_DATA_HOME", "")).startswith("/"):
        return Path(own) / PROGRAM
    return _expand(f"~/.local/share/{PROGRAM}")


def missing_mount(folder: Path, fstab: Path = FSTAB) -> Path | None:
    """The place of a file system that holds this folder according to fstab but is not mounted, or None.

    What is written there now would lie hidden beneath it later. Numbers of devices are compared, because the service
    sees its folder bound onto itself. So lines that bind a folder of the same file system are passed over.
    """
    with suppress(OSError):
        for line in fstab.read_text(encoding="utf-8", errors="replace").splitlines():
            _, place, _, options, *_ = (*line.split(), "", "", "", "")
            there = Path(place.replace("\\040", " "))
            is_bound = {"bind", "rbind"}.intersection(options.split(","))
            is_named = there in (folder, *folder.parents[:-1]) and not line.startswith("#") and not is_bound
            if is_named and not (there.exists() and there.stat().st_dev != there.parent.stat().st_dev):
                return there
    return None


def _expand(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ConfigError(
            words("data_directory: {folder} cannot be used, because there is no such home directory", folder=path)
        ) from None


def usual_settings(config: Config) -> Settings:
    """The settings of the owner's file, before anything is chosen on the device."""
    owned = (setting for setting in SETTINGS if setting.owners)
    return with_values(Settings(), ((setting, _owners_value(config, setting.owners)) for setting in owned))


def _owners_value(config: Config, keys: tuple[str, ...]) -> Any:
    parts = tuple(attrgetter(key)(config) for key in keys)
    return parts if len(keys) > 1 else parts[0]


def settings_in_force(config: Config, stored: Mapping[str, str]) -> Settings:
    """The choices made on the device, and the owner's file for the rest.

    A choice that contradicts the wiring is ignored: it was made before the owner changed the wiring.
    """
    usual = usual_settings(config)
    chosen = read_settings(stored, usual)
    if any(contradictions(config_in_force(config, chosen))):
        chosen = structs.replace(chosen, controls=usual.controls, sensors=usual.sensors)
    has_keys = chosen.controls == "touch" and needs_keys(*chosen.size, chosen.inches)
    return structs.replace(chosen, has_keys=has_keys) if has_keys else chosen


def config_in_force(config: Config, settings: Settings) -> Config:
    """The configuration with what was chosen on the device, and with the wiring that it learnt there."""
    for setting in SETTINGS:
        if setting.is_tried:
            value = setting.value(settings)
            for key, part in zip(setting.owners, value if len(setting.owners) > 1 else (value,), strict=True):
                table, _, name = key.partition(".")
                config = structs.replace(config, **{table: structs.replace(getattr(config, table), **{name: part})})
    board = config.board
    learnt = rows_of_text(read_wiring(settings.wiring, board.bus, board.rows, board.columns), board.columns)
    return structs.replace(config, board=structs.replace(board, sensors=learnt or board.sensors))


def simulated_config(config: Config, settings: Settings) -> Config:
    """The same for the simulated board, which is wired as the owner's file says, whatever was learnt."""
    return config_in_force(config, structs.replace(settings, wiring=""))


@lru_cache(maxsize=2)
def board_wiring(config: Config, settings: Settings, draft: str = "") -> BoardWiring | None:
    """How the board of switches is wired, and the source of that; None without such a board.

    The learnt wiring goes before the owner's file, and that before the default order. `draft` is another wiring,
    as stored. The cache helps because this is asked after every change, and the answer is nearly always the same.
    """
    board = config_in_force(config, settings).board.settings()
    if not isinstance(board, SwitchBoard):
        return None
    place = board.bus, board.rows, board.columns
    is_learnt = bool(read_wiring(settings.wiring, *place))
    source: Source = "learnt" if is_learnt else "file" if config.board.sensors else "order"
    sensors = tuple(NO_SENSOR if sensor is None else str(sensor) for sensor in board.sensor_map())
    return BoardWiring(*place, sensors, source, read_wiring(draft, *place))
