"""Which pins the device uses, as an owner writes them, and what is said of a mistake."""

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.wiring import HEADER, ButtonPins, Clash, LightPins, Wiring, pin_clashes

KEPT_FREE = {
    "I2C": {2, 3},
    "the sensor board's interrupt and reset": {4, 17},
    "an SPI screen": {8, 9, 10, 11, 12, 24, 25},
    "the serial port": {14, 15},
    "the shutdown button": {26},
}


def used(wiring: Wiring) -> set[int]:
    light = wiring.light
    return {*wiring.buttons.fitted_pins().values(), light.red, light.green, light.blue, wiring.buzzer}


def test_the_documented_wiring_has_no_clash():
    """Ten parts on ten different pins."""
    assert pin_clashes(Wiring()) == ()
    assert len(used(Wiring())) == 10


@pytest.mark.parametrize("option", KEPT_FREE)
def test_the_documented_wiring_leaves_room_for_the_options(option):
    """A screen, a sensor board and a shutdown button can all be added."""
    assert not used(Wiring()) & KEPT_FREE[option]


def test_the_positions_on_the_header_are_those_of_every_pi():
    """As gpiozero knows them, too."""
    (pins,) = (header.pins for name, header in MockFactory().board_info.headers.items() if name == "J8")
    known = {int(pin.name.removeprefix("GPIO")): place for place, pin in pins.items() if pin.name.startswith("GPIO")}
    assert known == HEADER


def test_an_empty_file_is_the_documented_wiring():
    """An owner writes down only what differs."""
    assert msgspec.toml.decode(b"", type=Wiring) == Wiring()


def test_a_device_with_four_buttons_says_none():
    """Left and right are switched off in words, not by a magic number."""
    text = b'buzzer = 12\n[buttons]\nleft = "none"\nright = "none"\nup = 7\n[light]\nred = 15\n'
    wiring = msgspec.toml.decode(text, type=Wiring)
    assert wiring == Wiring(
        buzzer=12,
        buttons=ButtonPins(left="none", right="none", up=7),
        light=LightPins(red=15),
    )
    assert wiring.buttons.fitted_pins() == {"up": 7, "down": 20, "ok": 5, "back": 6}


@pytest.mark.parametrize(
    "text",
    [b"buzer = 13", b'buzzer = "13"', b'[buttons]\nok = "none"', b'[buttons]\nleft = "off"'],
)
def test_misspelt_keys_and_wrong_types_are_refused(text):
    """A typing mistake is found when the file is read."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode(text, type=Wiring)


def test_every_clash_is_named_with_both_keys_and_the_pin():
    """All mistakes are reported at once."""
    wiring = Wiring(buttons=ButtonPins(up=13, left=5, right="none"), light=LightPins(blue=13), buzzer=13)
    assert pin_clashes(wiring) == (
        Clash(5, "buttons.left", "buttons.ok"),
        Clash(13, "buttons.up", "light.blue"),
        Clash(13, "buttons.up", "buzzer"),
    )


def test_pins_that_are_not_on_the_header_are_named():
    """GPIO 28 and up, and numbers below 0, lead nowhere."""
    assert pin_clashes(Wiring(buttons=ButtonPins(ok=28), buzzer=-1)) == (
        Clash(-1, "buzzer"),
        Clash(28, "buttons.ok"),
    )
    assert pin_clashes(Wiring(buttons=ButtonPins(ok=27), buzzer=0)) == ()
