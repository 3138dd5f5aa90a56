"""What hands, eyes and ears use: the buttons, the light and the buzzer.

Why the light shines and the buzzer sounds: no wire tells whether a diode or a disc at its end is whole. Each is driven
for a moment, so that whoever stands before the box can tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set
from typing import TypeAlias

from firmware_py.doctor.findings import GUIDE, Finding, Patient
from firmware_py.doctor.wiring import pin_words
from firmware_py.words import Words, plain, words
from hardware import Devices, Edge

Inbox: TypeAlias = deque[Edge]
"""Where the drivers put what fingers do."""

COLOURS = {"red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0), "blue": (0.0, 0.0, 1.0)}
TONES_HZ = (440.0, 880.0, 1760.0)
SHOWN_S = 0.4
LOOK_S = 0.01
PATIENCE_S = 15.0
"""How long to wait for the next button."""
QUIET_S = 0.5
"""After a click of the encoder so much is waited: fingers rarely turn it by one alone."""


def hands(box: Patient, devices: Devices, inbox: Inbox) -> Iterator[Finding]:
    """Yield what is wrong with buttons, encoder, light and buzzer.

    The last two are driven; for the others presses and turns are waited for, if somebody is there to be asked. The
    `inbox` is where the devices put their edges.
    """
    for fault in devices.faults:
        yield Finding("pins", "FAULT", plain(fault), GUIDE)
    closed = sorted(devices.buttons.pressed_now())
    for button in closed:
        remedy = words("let go of it; if nobody pressed it, look for a short circuit to ground")
        yield Finding("buttons", "FAULT", words('the button "{button}" is closed now', button=button), remedy)
    if devices.encoder is not None and box.ask is not None:
        yield _encoder(box, devices, inbox)
    yield from _buttons(box, devices, inbox, frozenset(closed))
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
        remedy = words("if a colour was missing or another came: its pin, its resistor, a diode with common cathode")
        yield Finding("light", "note", words("it was driven red, green and blue, one after the other"), remedy)
    if devices.buzzer is not None:
        devices.buzzer.silence()
        remedy = words("if it was silent or only clicked: it must be a passive one, between its pin and ground")
        yield Finding("buzzer", "note", words("it was driven with three rising tones"), remedy)


def _encoder(box: Patient, devices: Devices, inbox: Inbox) -> Finding:
    """Have the encoder turned to either side."""
    pins = box.config.pins.encoder
    ways = (words("Turn the encoder one click to the left."), words("Turn the encoder one click to the right."))
    match tuple(_turned(box, devices, inbox, way) for way in ways):
        case "up", "down":
            return Finding("encoder", "good", words("it was felt both ways, left for up and right for down"))
        case "down", "up":
            remedy = words(
                "exchange its outer wires, or the numbers of pins.encoder.a and pins.encoder.b; {guide}", guide=GUIDE
            )
            return Finding("encoder", "FAULT", words("it turns the wrong way round: left is down"), remedy)
    remedy = words(
        "its outer contacts: a on {a}, b on {b}; the middle one to ground; {guide}",
        a=pin_words(pins.a),
        b=pin_words(pins.b),
        guide=GUIDE,
    )
    return Finding("encoder", "FAULT", words("not every turn was felt as what it was"), remedy)


def _turned(box: Patient, devices: Devices, inbox: Inbox, asked: Words) -> str | None:
    """Return what is felt when the encoder is turned as it is asked for, None if it is nothing."""
    assert box.ask is not None
    inbox.clear()
    box.ask(asked)
    felt = next(iter(_felt(box, devices, inbox, {"up", "down"})), None)
    if felt:
        box.ask(words("{button} was felt.", button=felt))
        box.wait(QUIET_S)
    return felt


def _buttons(box: Patient, devices: Devices, inbox: Inbox, closed: Set[str]) -> Iterator[Finding]:
    """Wait until each button was pressed once, if there is somebody to ask."""
    config = box.config
    spared = {"left", "right"} if config.buttons.layout == "four" else set()
    pins = {name: pin for name, pin in config.pins.buttons_of(config.buttons.layout).items() if name not in spared}
    if not pins:
        return
    if box.ask is None:
        told = words(
            "{buttons}: open, as they should be; that they close is tried by doctor --press", buttons=tuple(pins)
        )
        if not closed and not devices.buttons.faults:
            yield Finding("buttons", "good", told)
        return
    inbox.clear()
    names = tuple(pins)
    if config.buttons.layout == "encoder":
        box.ask(words("Press each button once: {buttons} (ok is a push on the encoder).", buttons=names))
    else:
        box.ask(words("Press each button once: {buttons}.", buttons=names))
    missing = set(pins) - closed
    while missing and (felt := _felt(box, devices, inbox, missing)):
        for button in sorted(felt):
            box.ask(words("{button} was felt.", button=button))
        missing -= felt
    for button in sorted(missing):
        remedy = words("wire it from {pin} to ground; {guide}", pin=pin_words(pins[button]), guide=GUIDE)
        yield Finding("buttons", "FAULT", words('the button "{button}" was not felt', button=button), remedy)
    if not missing and not closed:
        yield Finding("buttons", "good", words("all were felt: {buttons}", buttons=names))


def _felt(box: Patient, devices: Devices, inbox: Inbox, wanted: Set[str]) -> set[str]:
    """Wait for presses, and return those among the `wanted` that came first; nothing if nobody presses for long."""
    until_s = box.clock() + PATIENCE_S
    while (now_s := box.clock()) < until_s:
        devices.poll(now_s)
        felt = {edge.name for edge in inbox if edge.pressed} & wanted
        inbox.clear()
        if felt:
            return felt
        box.wait(LOOK_S)
    return set()
