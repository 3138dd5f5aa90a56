"""The settings that can be chosen on the device, read from the texts that the journal stores.

Why nothing here fails: a stored choice may come from another version of the program or from a damaged disk. A choice
that makes no sense is ignored, and the owner's file applies.

Why with bus and size: what was learnt holds for the board it was learnt on, whose chips it names. If the owner writes
another bus or another size into the settings file, it is another board, and the file holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.touch import STRAIGHT, Correction, correction_of, numbers_of
from display.view import ThemeName
from firmware_py.foreign_text import from_json
from firmware_py.games.seats import LEVELS
from firmware_py.words import LANGUAGES, NOTHING, Words, decimal, plain, words, words_n
from hardware.boards.settings import NO_SENSOR, read_places

PLAYERS_DRAFT: Final = "seating.draft"
"""The setting that stores the players entered so far."""
WIRING: Final = "board.wiring"
"""The setting that stores the learnt wiring; empty if it is forgotten."""
LESSON: Final = "lesson."
"""Before the game whose lesson was left: the settings key of the step to go on with."""
WIRING_DRAFT: Final = "board.wiring.draft"
"""The setting that stores a wiring that is being learnt."""

UNKNOWN: Final = ""
"""The text for a cell whose input is not known yet."""

SensorWiring: TypeAlias = tuple[str, ...]
"""One text a cell, row by row: `20A3`, `NO_SENSOR` or `UNKNOWN`."""
Source: TypeAlias = Literal["learnt", "file", "order"]
"""The source of the wiring in force: learnt on the device, the owner's file, or neither, and so in order."""


class StoredWiring(msgspec.Struct, frozen=True):
    """A wiring with the board it belongs to."""

    bus: str
    """Device file of the bus."""
    rows: int
    columns: int
    sensors: SensorWiring


class BoardWiring(msgspec.Struct, frozen=True):
    """The wiring in force of the board of switches in this device."""

    bus: str
    rows: int
    columns: int
    sensors: SensorWiring
    source: Source
    draft: SensorWiring = ()
    """What has been learnt so far of another wiring; empty if nothing."""

    def stored_text(self, sensors: SensorWiring) -> str:
        return msgspec.json.encode(StoredWiring(self.bus, self.rows, self.columns, sensors)).decode()


def read_wiring(text: str, bus: str, rows: int, columns: int) -> SensorWiring:
    """The stored wiring of this board; empty if there is none, or it is of another board or makes no sense."""
    try:
        wiring = from_json(text, StoredWiring)
    except msgspec.DecodeError:
        return ()
    if (wiring.bus, wiring.rows, wiring.columns) != (bus, rows, columns) or len(wiring.sensors) != rows * columns:
        return ()
    try:
        read_places(tuple(sensor or NO_SENSOR for sensor in wiring.sensors))
    except ValueError:
        return ()
    return wiring.sensors


def rows_of_text(sensors: SensorWiring, columns: int) -> tuple[str, ...]:
    """One text for each row of cells, as in the owner's file."""
    known = tuple(sensor or NO_SENSOR for sensor in sensors)
    return tuple(" ".join(known[start : start + columns]) for start in range(0, len(known), columns))


def is_wired(sensor: str) -> bool:
    """Whether a cell's text names the input of its switch."""
    return sensor not in (UNKNOWN, NO_SENSOR)


def wiring_in(sensors: SensorWiring) -> SensorWiring:
    """The inputs that are known, in the order of their cells."""
    return tuple(filter(is_wired, sensors))


def chips_of(sensors: SensorWiring) -> tuple[int, ...]:
    """The addresses of the chips that a wiring names, lowest first."""
    return tuple(sorted({int(sensor[:2], 16) for sensor in wiring_in(sensors)}))


Controls: TypeAlias = Literal["four", "six", "encoder", "touch"]
"""Four buttons, six with left and right, an encoder and back, or nothing but the screen."""
ButtonLayout: TypeAlias = Literal["four", "six"]
"""The buttons that pages can use: up, down, ok and back, or left and right as well."""
Rotation: TypeAlias = Literal[0, 90, 180, 270]
BoardKind: TypeAlias = Literal["none", "i2c", "serial"]

BRIGHTNESS = {"full": 1.0, "half": 0.6, "low": 0.3}
"""The levels of the screen's brightness, from 0 (dark) to 1."""
VOLUMES = (0, 1, 2, 3, 4)
"""The steps of volume, from silence to the loudest."""

TRIAL_S = 15
"""How long a choice is tried out before it must be confirmed, in seconds."""

ScoreboardDelay: TypeAlias = Literal["on", "later", "off"]
"""When a turn that nobody touches is shown as it is read from across the table."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be chosen on the device."""

    language: str = "fr"
    sounds: frozenset[str] = frozenset({"keys", "turns", "events", "errors"})
    """The classes of sound that are on."""
    volume: int = VOLUMES[-1]
    is_quiet: bool = False
    """Late in the evening: softer sounds, silent keys."""
    brightness: str = "full"
    controls: Controls = "six"
    has_keys: bool = False
    """Whether a touch screen that is too small for fingers shows six keys, by which all can be chosen."""
    size: tuple[int, int] = (480, 320)
    """The size of the panel in pixels, as it is mounted."""
    inches: float = 0.0
    """The panel's diagonal; 0 for what is usual for so many pixels."""
    theme: ThemeName = "night"
    """The colours of the screen."""
    is_moving: bool = True
    """Whether posters and moving pictures are shown."""
    scoreboard_delay: ScoreboardDelay = "on"
    """Whether a turn is shown, after a while, as it is read from across the table: soon ("on"), later or never."""
    glass_s: int = 0
    """How long the sand-glass of a turn runs, in seconds; 0 without one."""
    rotation: Rotation = 0
    """Clockwise turn of the picture, in degrees."""
    touch: Correction = STRAIGHT
    """How a touch of the panel is corrected."""
    sensors: BoardKind = "none"
    """The magnetic board."""
    wiring: str = ""
    """The learnt wiring of a board of switches, as stored."""
    voice: bool = False
    """Whether a voice says what everybody may see."""
    coach: int = 0
    """At which level the box says, if asked, what it would do; 0 for never."""
    house_rules: tuple[tuple[str, str], ...] = ()
    """The rules of new games that differ from the printed ones: keys by `house_rule_key`, and the value as text."""

    @property
    def layout(self) -> ButtonLayout:
        """The buttons that pages can use. An encoder gives up and down; touch needs no direction."""
        return "four" if self.controls in ("four", "encoder") else "six"


class Trial(msgspec.Struct, frozen=True):
    """A choice that is tried out until `until_s`, unless somebody confirms it before."""

    key: str
    value: str
    until_s: float
    left_s: int = TRIAL_S
    """The whole seconds left, as the screen shows them."""

    def at(self, now_s: float) -> Trial:
        """The trial with the seconds left at `now_s`; 0 when it is over."""
        return replace(self, left_s=max(0, ceil(self.until_s - now_s)))

    def deadline_s(self) -> float:
        """When the next second is over."""
        return self.until_s - self.left_s + 1


# --- the table -------------------------------------------------------------------------------------------------------


class Setting(msgspec.Struct, frozen=True, eq=False):
    """One thing that can be chosen: where it is stored, what it can be, and how it is offered."""

    key: str
    """Under which a choice is stored."""
    field: str
    """Of `Settings`."""
    label: Words
    names: dict[Any, Words]
    """The name of each value, in the order in which they are offered."""
    icon: str = ""
    """Its picture; if it is empty, that of its value."""
    icons: dict[Any, str] = {}
    """The pictures of its values, if they have some."""
    notes: dict[Any, Words] = {}
    """What there is to know of some values before they are chosen."""
    member: str = ""
    """If the field is a set, what is in it while this is on."""
    owners: tuple[str, ...] = ()
    """The keys of the owner's file that hold until something is chosen; several are parts of one value."""
    about: str = ""
    """The name of what explains it, if that is more than what explains its page."""
    page: str = ""
    """The setting on whose page it stands; empty for the page of all."""
    question: Words = NOTHING
    """What its own page asks, if it has one and nothing is tried."""
    is_tried: bool = False
    """Whether it is tried for `TRIAL_S`: a wrong one could lock people out of the page to change it back."""
    names_itself: bool = False
    """Whether the name of its value says what it is about."""
    other_name: Callable[[Any], Words] = lambda value: plain(str(value))
    """Returns what a value is called that has no name: only the owner's file, or the finger, can have chosen it."""
    other_value: Callable[[str], Any] = lambda text: None  # noqa: ARG005 - as every one is called
    """Reads such a value that was chosen on the device; None if it makes no sense."""

    def value(self, settings: Settings) -> Any:
        """Its present value."""
        value = getattr(settings, self.field)
        return self.member in value if self.member else value

    def read(self, text: str | None, usual: Any) -> Any:
        """The value that is stored as this text; the usual one if it is none of its values."""
        named = (value for value in self.names if stored_text(value) == text)
        other = None if text is None else self.other_value(text)
        return next(named, usual if other is None else other)

    def name(self, value: Any) -> Words:
        """The name of a value."""
        return self.names.get(value) or self.other_name(value)


def stored_text(value: Any) -> str:
    """A value as stored: `on`, `480x320`, `3.5`."""
    match value:
        case bool():
            return "on" if value else "off"
        case (width, height):
            return f"{width}x{height}"
        case (_, _, _, _, _, _):
            return numbers_of(value)
    return str(value)


def size_words(size: tuple[int, int]) -> Words:
    """A screen size as people read it: "480 × 320"."""
    return plain(f"{size[0]} × {size[1]}")


def inches_words(inches: float) -> Words:
    """A diagonal in words."""
    return words("{number} inches", number=decimal(f"{inches:g}")) if inches else words("as usual")


SIZES = ((320, 240), (480, 320), (800, 480))
"""The panels for which the pages are made, in pixels."""
DIAGONALS = (0.0, 2.4, 2.8, 3.2, 3.5, 4.0, 4.3, 5.0, 7.0, 10.1)
"""The diagonals of panels that are sold, in inches; 0 for what is usual for so many pixels."""
GLASSES = (1, 2, 3, 5)
"""Minutes that a sand-glass can run."""
ON_OFF = {True: words("on"), False: words("off")}
LOUD = {True: "sound", False: "muted"}


def _sound(name: str, label: Words) -> Setting:
    """The switch of one class of sound."""
    key = f"sound.{name}"
    return Setting(key, "sounds", label, ON_OFF, icons=LOUD, member=name, owners=(key,), page="sound.volume")


SETTINGS = (
    Setting(
        "language",
        "language",
        plain("Langue · Language · Sprache"),
        {code: plain(name) for code, name in LANGUAGES.items()},
        "language",
        {code: f"language_{code}" for code in LANGUAGES},
        owners=("language",),
        names_itself=True,
    ),
    Setting(
        "sound.volume",
        "volume",
        words("Volume"),
        {step: plain(f"{step} / {VOLUMES[-1]}") if step else words("off") for step in VOLUMES},
        icons={step: LOUD[step > 0] for step in VOLUMES},
        owners=("sound.volume",),
        page="sound.volume",
    ),
    Setting("sound.quiet", "is_quiet", words("Quiet for the night"), ON_OFF, icons=LOUD, page="sound.volume"),
    _sound("keys", words("Sound of each press")),
    _sound("turns", words("Sound of a new turn")),
    _sound("events", words("Sounds of the game")),
    _sound("errors", words("Alarms and forbidden moves")),
    Setting(
        "voice",
        "voice",
        words("A voice reads the pages"),
        ON_OFF,
        icons=LOUD,
        about="voice",
        page="sound.volume",
    ),
    Setting(
        "brightness",
        "brightness",
        words("Brightness of the screen"),
        {"full": words("bright"), "half": words("medium"), "low": words("dark")},
        "brightness",
        about="light_and_colours",
    ),
    Setting(
        "layout",
        "controls",
        words("Buttons"),
        {
            "six": words("Six buttons"),
            "four": words("Four buttons"),
            "encoder": words("Knob and back button"),
            "touch": words("Touch screen only"),
        },
        "buttons",
        {"six": "six_buttons", "four": "buttons", "encoder": "knob", "touch": "touch"},
        owners=("buttons.layout",),
        about="button_kinds",
        is_tried=True,
        names_itself=True,
    ),
    Setting(
        "screen.size",
        "size",
        words("Size of the screen"),
        {size: size_words(size) for size in SIZES},
        "screen",
        owners=("screen.width", "screen.height"),
        about="screen",
        is_tried=True,
        other_name=size_words,
    ),
    Setting(
        "screen.rotation",
        "rotation",
        words("Rotation of the picture"),
        {degrees: plain(f"{degrees}°") for degrees in get_args(Rotation)},
        "turned",
        owners=("screen.rotation",),
        about="screen",
        is_tried=True,
    ),
    Setting(
        "screen.theme",
        "theme",
        words("Colours of the screen"),
        {"night": words("night"), "day": words("day"), "contrast": words("high contrast")},
        "colours",
        owners=("screen.theme",),
        about="light_and_colours",
    ),
    Setting(
        "screen.across",
        "scoreboard_delay",
        words("View from across the table"),
        {"on": words("soon"), "later": words("later"), "off": words("never")},
        "players",
        about="across",
    ),
    Setting(
        "screen.moments",
        "is_moving",
        words("Posters and moving pictures"),
        ON_OFF,
        "mummy",
        about="posters",
    ),
    Setting(
        "screen.inches",
        "inches",
        words("Diagonal of the screen"),
        {inches: inches_words(inches) for inches in DIAGONALS},
        "screen",
        owners=("screen.inches",),
        about="screen",
        question=words("How large is the screen? The size of the letters depends on it."),
        other_name=inches_words,
    ),
    Setting(
        "screen.touch",
        "touch",
        words("Touch of the screen"),
        {STRAIGHT: words("as the panel reports it")},
        "touch",
        owners=("screen.touch",),
        about="touch_correction",
        is_tried=True,
        other_name=lambda _: words("corrected"),
        other_value=correction_of,
    ),
    Setting(
        "turn.glass",
        "glass_s",
        words("A sand-glass for each turn"),
        {0: words("off"), **{60 * count: words_n("{count} minute", "{count} minutes", count) for count in GLASSES}},
        "hourglass",
    ),
    Setting(
        "board.kind",
        "sensors",
        words("Magnetic board"),
        {
            "none": words("No magnetic board"),
            "i2c": words("Magnetic board with switches (I2C)"),
            "serial": words("Magnetic board with sensors (USB)"),
        },
        "sensors",
        notes={
            "i2c": words("follows the pawns; the mummy by hand"),
            "serial": words("follows all pieces; recommended"),
        },
        owners=("board.kind",),
        about="board",
        is_tried=True,
        names_itself=True,
    ),
    Setting(
        "coach",
        "coach",
        words("A coach says what the box would do"),
        {0: words("off"), **{level: words("level {level}", level=level) for level in LEVELS}},
        "why",
        about="coach",
        question=words("How strongly does the coach play? It is in the menu of a game."),
    ),
)
"""Everything that can be chosen on the device, but for house rules, in the order of the pages."""
SETTING = {setting.key: setting for setting in SETTINGS}


def read_settings(stored: Mapping[str, str], usual: Settings) -> Settings:
    """The settings `stored` by key where they make sense, else the `usual` ones of this device."""
    values = ((setting, setting.read(stored.get(setting.key), setting.value(usual))) for setting in SETTINGS)
    house_rules = tuple(sorted((key, value) for key, value in stored.items() if key.startswith(HOUSE)))
    return with_values(usual, values, wiring=stored.get(WIRING, ""), house_rules=house_rules)


def with_values(settings: Settings, values: Iterable[tuple[Setting, Any]], **others: Any) -> Settings:
    """The settings with these values, and other fields."""
    for setting, value in values:
        if setting.member:
            others["sounds"] = others.get("sounds", frozenset()) | ({setting.member} if value else set())
        else:
            others[setting.field] = value
    return replace(settings, **others)


HOUSE = "house."


def house_rule_key(game: str, rule: str) -> str:
    """The key under which this rule of new games is stored."""
    return f"{HOUSE}{game}.{rule}"
