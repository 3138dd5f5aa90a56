"""Which part of the device is soldered to which pin of the Raspberry Pi.

Why these defaults: the header has fewer free pins than there are options. They avoid I2C (2, 3), the interrupt and
reset of the magnetic board (4, 17), an SPI screen (8 to 12, 24, 25), the serial port (14, 15) and the shutdown button
(26). Left and right share the pins of the rotary encoder, since a device has one or the other. The light takes the pins
of I2S sound, since this device has a buzzer.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

WiringLayout: TypeAlias = Literal["four", "six", "encoder", "touch"]
"""The controls: four or six buttons; a rotary encoder and the button back; a touch screen alone."""
SoundOutput: TypeAlias = Literal["auto", "piezo", "audio"]
"""Where sound comes from; see `Devices.open_audio`."""

LAST_PIN: Final = 27
"""The 40-pin header carries GPIO 0 to 27; all numbers here are BCM numbers, not header positions."""

_BY_POSITION = "- - 2 - 3 - 4 14 - 15 17 18 27 - 22 23 - 24 10 - 9 25 11 8 - 7 0 1 5 - 6 12 13 - 19 16 26 20 - 21"

HEADER: Final[Mapping[int, int]] = {
    int(pin): position for position, pin in enumerate(_BY_POSITION.split(), start=1) if pin != "-"
}
"""The position on the 40-pin header of each BCM pin; the others are 3.3 V (1, 17), 5 V (2, 4) and ground."""


HEADER_CHIPS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The labels of the chip that has the 40-pin header: of a Raspberry Pi 5, of a 4, and of all before."""


class ButtonPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The BCM pin of each button; every button connects its pin to ground."""

    up: int = 16
    """BCM pin of the button "up"."""
    down: int = 20
    """BCM pin of the button "down"; 7 where a sound overlay claims 20."""
    left: int | Literal["none"] = 22
    """BCM pin of the button "left", or "none" for a device with four buttons."""
    right: int | Literal["none"] = 23
    """BCM pin of the button "right", or "none" for a device with four buttons."""
    ok: int = 5
    """BCM pin of the button "ok"."""
    back: int = 6
    """BCM pin of the button "back"."""

    def fitted_pins(self) -> dict[str, int]:
        """The pin of each fitted button, by the button's name."""
        pins = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: pin for name, pin in pins.items() if pin != "none"}


class EncoderPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The BCM pins of a rotary encoder with a push button; its common contact connects to ground."""

    a: int = 22
    """BCM pin of the contact that closes first when the knob is turned clockwise (down)."""
    b: int = 23
    """BCM pin of the other contact; exchange the two if the knob turns the wrong way."""
    push: int = 27
    """BCM pin of its push button, which is "ok"."""


class LightPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The BCM pins of the turn light, an RGB light-emitting diode with a common cathode."""

    red: int = 18
    """BCM pin of the red anode."""
    green: int = 19
    """BCM pin of the green anode."""
    blue: int = 21
    """BCM pin of the blue anode."""


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every pin that an owner may choose, with the documented defaults."""

    buttons: ButtonPins = ButtonPins()
    """The buttons."""
    encoder: EncoderPins = EncoderPins()
    """The rotary encoder, in a device that has one in place of the buttons."""
    light: LightPins = LightPins()
    """The light that shows whose turn it is."""
    buzzer: int = 13
    """BCM pin of the passive buzzer."""

    def buttons_of(self, layout: WiringLayout) -> dict[str, int]:
        """The pin of each button of a device with this layout, by the button's name."""
        match layout:
            case "encoder":
                return {"ok": self.encoder.push, "back": self.buttons.back}
            case "touch":
                return {}
        return self.buttons.fitted_pins()


class Clash(NamedTuple):
    """A pin that a part cannot have: ``other`` has it, or the header lacks it and ``other`` is empty."""

    pin: int
    part: str
    other: str = ""


def pin_clashes(
    wiring: Wiring, others: Mapping[str, int] | None = None, layout: WiringLayout = "six"
) -> tuple[Clash, ...]:
    """Each pin that does not exist or is assigned twice.

    ``others`` are further assigned pins by name.
    """
    keys_by_pin: dict[int, list[str]] = defaultdict(list)
    for key, pin in (pins_by_key(wiring, layout) | dict(others or {})).items():
        keys_by_pin[pin].append(key)
    return tuple(clash for pin, keys in sorted(keys_by_pin.items()) for clash in _clashes(pin, keys))


def pins_by_key(wiring: Wiring, layout: WiringLayout = "six") -> dict[str, int]:
    """The pin of each part of a device with this layout, by its key in the configuration."""
    light = msgspec.structs.asdict(wiring.light)
    return {
        **_controls_by_key(wiring, layout),
        **{f"light.{name}": pin for name, pin in light.items()},
        "buzzer": wiring.buzzer,
    }


def _controls_by_key(wiring: Wiring, layout: WiringLayout) -> dict[str, int]:
    if layout == "encoder":
        encoder = msgspec.structs.asdict(wiring.encoder)
        return {**{f"encoder.{name}": pin for name, pin in encoder.items()}, "buttons.back": wiring.buttons.back}
    return {f"buttons.{name}": pin for name, pin in wiring.buttons_of(layout).items()}


def _clashes(pin: int, keys: list[str]) -> list[Clash]:
    if not 0 <= pin <= LAST_PIN:
        return [Clash(pin, key) for key in keys]
    first, *others = keys
    return [Clash(pin, first, other) for other in others]
