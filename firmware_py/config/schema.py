"""The owner's settings as values: every key with its default and its range, and which of them contradict each other.

`default.toml` explains every key to the owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from firmware_py.driver_reports import report_words
from firmware_py.words import Words, speak, words
from hardware import SoundOutput
from hardware.boards.settings import BoardSettings, SensorBoard, SwitchBoard
from hardware.controls.gestures import GestureTimes
from hardware.wiring import LAST_PIN, Clash, Wiring, WiringLayout, pin_clashes

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
    """How far the picture is turned clockwise, in degrees."""
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
