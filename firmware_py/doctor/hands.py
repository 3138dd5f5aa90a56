"""What hands, eyes and ears use: the buttons, the light and the buzzer.

Why the light shines and the buzzer sounds: no wire tells whether a diode or a disc at its end is whole. Each is driven
for a moment, so that whoever stands before the box can tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.patient import GUIDE, Finding, Patient
from hardware import Devices
from hardware.wiring import HEADER

COLOURS = {"red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0), "blue": (0.0, 0.0, 1.0)}
TONES_HZ = (440.0, 880.0, 1760.0)
SHOWN_S = 0.4
LOOK_S = 0.01
PATIENCE_S = 15.0
"""How long to wait for the next button."""


def hands(box: Patient, devices: Devices) -> Iterator[Finding]:
    """Yield what is wrong with buttons, light and buzzer; drive the two, and wait for presses if somebody is asked."""
    for fault in devices.faults:
        yield Finding("pins", "FAULT", fault, GUIDE)
    closed = sorted(devices.buttons.pressed_now())
    for button in closed:
        remedy = "let go of it; if nobody pressed it, look for a short circuit to ground"
        yield Finding("buttons", "FAULT", f'the button "{button}" is closed now', remedy)
    yield from _buttons(box, devices, frozenset(closed))
    yield from _light_and_buzzer(box, devices)


def _light_and_buzzer(box: Patient, devices: Devices) -> Iterator[Finding]:
    """Show each colour with a tone of its own."""
    if devices.light is None and devices.buzzer is None:
        return
    for colour, tone_hz in zip(COLOURS.values(), TONES_HZ, strict=True):
        if devices.light is not None:
            devices.light.show(colour)
        if devices.buzzer is not None:
            devices.buzzer.play(((tone_hz, SHOWN_S),), box.clock())
        box.wait(SHOWN_S)
        devices.poll(box.clock())
    if devices.light is not None:
        devices.light.off()
        remedy = "if a colour was missing or another came: its pin, its resistor, a diode with common cathode"
        yield Finding("light", "note", f"it was driven {', '.join(COLOURS)}, {SHOWN_S} s each", remedy)
    if devices.buzzer is not None:
        devices.buzzer.silence()
        remedy = "if it was silent or only clicked: it must be a passive one, between its pin and ground"
        yield Finding("buzzer", "note", "it was driven with three rising tones", remedy)


def _buttons(box: Patient, devices: Devices, closed: frozenset[str]) -> Iterator[Finding]:
    """Wait until each button was pressed once, if there is somebody to ask."""
    config = box.config
    spared = {"left", "right"} if config.buttons.layout == "four" else set()
    pins = {name: pin for name, pin in config.pins.buttons_of(config.buttons.layout).items() if name not in spared}
    if not pins:
        return
    if box.ask is None:
        told = f"{', '.join(pins)}: open, as they should be; that they close is tried by doctor --press"
        if not closed and not devices.buttons.faults:
            yield Finding("buttons", "good", told)
        return
    box.ask(f"Press each button once: {', '.join(pins)}.")
    missing, until_s = set(pins) - closed, box.clock() + PATIENCE_S
    while missing and box.clock() < until_s:
        felt = devices.buttons.pressed_now() & missing
        for button in sorted(felt):
            box.ask(f"{button} was felt.")
            until_s = box.clock() + PATIENCE_S
        missing -= felt
        box.wait(LOOK_S)
    for button in sorted(missing):
        remedy = f"wire it from GPIO {pins[button]} (position {HEADER[pins[button]]}) to ground; {GUIDE}"
        yield Finding("buttons", "FAULT", f'the button "{button}" was not felt', remedy)
    if not missing and not closed:
        yield Finding("buttons", "good", f"all were felt: {', '.join(pins)}")
