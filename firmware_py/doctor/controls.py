"""The controls: buttons, encoder, light and buzzer.

Why the light shines and the buzzer sounds: the program cannot measure whether they are whole. It drives each of them
for a moment, so that the person before the device can judge.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set
from typing import Final, TypeAlias

from firmware_py.config.settings import Source, chips_of, wiring_in
from firmware_py.doctor.findings import GUIDE, Finding, Installation
from firmware_py.driver_reports import report_words
from firmware_py.words import Words, words, words_n
from hardware import Devices, Edge
from hardware.wiring import HEADER

SOURCES: Final[dict[Source, Words]] = {
    "learnt": words("as learnt on the device, whatever board.sensors says"),
    "file": words("as board.sensors says"),
    "order": words("in order, as board.sensors is not set and nothing was learnt on the device"),
}


def wiring(installation: Installation) -> Iterator[Finding]:
    """Yield the wiring in force; nothing without a board of switches."""
    board = installation.wiring
    if board is not None:
        text = words_n(
            "{source}; {cells} of {all} cells on {count} chip",
            "{source}; {cells} of {all} cells on {count} chips",
            len(chips_of(board.sensors)),
            source=SOURCES[board.source],
            cells=len(wiring_in(board.sensors)),
            all=len(board.sensors),
        )
        yield Finding("wiring", "good", text)


def pin_words(gpio: int) -> Words:
    return words("GPIO {pin} (position {place})", pin=gpio, place=HEADER[gpio])


Edges: TypeAlias = deque[Edge]
"""Where the drivers put the edges of buttons and encoder."""

COLOURS = {"red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0), "blue": (0.0, 0.0, 1.0)}
TONES_HZ = (440.0, 880.0, 1760.0)
SHOWN_S = 0.4
POLL_S = 0.01
PATIENCE_S = 15.0
"""How long to wait for the next button."""
QUIET_S = 0.5
"""The pause after a click of the encoder: people rarely turn it by one click alone."""


def controls(installation: Installation, devices: Devices, edges: Edges) -> Iterator[Finding]:
    """Yield the findings about buttons, encoder, light and buzzer.

    Light and buzzer are driven. If somebody is there to press, the doctor asks for presses and turns. `edges` is where
    the devices put their edges.
    """
    for fault in devices.faults:
        yield Finding("pins", "FAULT", report_words(fault), GUIDE)
    closed = sorted(devices.buttons.pressed_now())
    for button in closed:
        remedy = words("let go of it; if nobody pressed it, look for a short circuit to ground")
        yield Finding("buttons", "FAULT", words('the button "{button}" is closed now', button=button), remedy)
    if devices.encoder is not None and installation.ask is not None:
        yield _encoder(installation, devices, edges)
    yield from _buttons(installation, devices, edges, frozenset(closed))
    yield from _light_and_buzzer(installation, devices)


def _light_and_buzzer(installation: Installation, devices: Devices) -> Iterator[Finding]:
    """Show each colour with a tone of its own."""
    if devices.light is None and devices.buzzer is None:
        return
    for colour, tone_hz in zip(COLOURS.values(), TONES_HZ, strict=True):
        if devices.light is not None:
            devices.light.show(colour)
        if devices.buzzer is not None:
            devices.buzzer.play(((tone_hz, SHOWN_S),), installation.clock())
        installation.wait(SHOWN_S)
        devices.poll(installation.clock())
    if devices.light is not None:
        devices.light.off()
        remedy = words("if a colour was missing or another came: its pin, its resistor, a diode with common cathode")
        yield Finding("light", "note", words("it was driven red, green and blue, one after the other"), remedy)
    if devices.buzzer is not None:
        devices.buzzer.silence()
        remedy = words("if it was silent or only clicked: it must be a passive one, between its pin and ground")
        yield Finding("buzzer", "note", words("it was driven with three rising tones"), remedy)


def _encoder(installation: Installation, devices: Devices, edges: Edges) -> Finding:
    """Ask for a turn of the encoder to each side."""
    pins = installation.config.pins.encoder
    requests = (words("Turn the encoder one click to the left."), words("Turn the encoder one click to the right."))
    match tuple(_wait_for_turn(installation, devices, edges, request) for request in requests):
        case "up", "down":
            return Finding("encoder", "good", words("it works both ways: left is up, right is down"))
        case "down", "up":
            remedy = words(
                "swap its outer wires, or the numbers of pins.encoder.a and pins.encoder.b; {guide}", guide=GUIDE
            )
            return Finding("encoder", "FAULT", words("it turns the wrong way round: left is down"), remedy)
    remedy = words(
        "its outer contacts: a on {a}, b on {b}; the middle one to ground; {guide}",
        a=pin_words(pins.a),
        b=pin_words(pins.b),
        guide=GUIDE,
    )
    return Finding("encoder", "FAULT", words("some clicks were not recognised"), remedy)


def _wait_for_turn(installation: Installation, devices: Devices, edges: Edges, request: Words) -> str | None:
    """What the encoder reports after the `request` for a turn; None for nothing."""
    assert installation.ask is not None
    edges.clear()
    installation.ask(request)
    turned = next(iter(_wait_for_presses(installation, devices, edges, {"up", "down"})), None)
    if turned:
        installation.ask(words("{button} responds.", button=turned))
        installation.wait(QUIET_S)
    return turned


def _buttons(installation: Installation, devices: Devices, edges: Edges, closed: Set[str]) -> Iterator[Finding]:
    """Wait until each button was pressed once, if there is somebody to ask."""
    buttons = installation.config.buttons
    absent = {"left", "right"} if buttons.layout == "four" else set()
    all_pins = installation.config.pins.buttons_of(buttons.layout)
    pins = {name: pin for name, pin in all_pins.items() if name not in absent}
    if not pins:
        return
    if installation.ask is None:
        if not closed and not devices.buttons.faults:
            yield _open_buttons(tuple(pins))
        return
    edges.clear()
    names = tuple(pins)
    if buttons.layout == "encoder":
        installation.ask(words("Press each button once: {buttons} (ok: push the encoder).", buttons=names))
    else:
        installation.ask(words("Press each button once: {buttons}.", buttons=names))
    missing, joined = _never_pressed(installation, devices, edges, set(pins) - closed)
    for group in sorted(map(sorted, joined)):
        where = tuple(pin_words(pins[button]) for button in group)
        remedy = words("look for solder or a wire that joins {pins}", pins=where)
        yield Finding("buttons", "FAULT", words("they close together: {buttons}", buttons=tuple(group)), remedy)
    for button in sorted(missing):
        remedy = words("wire it from {pin} to ground; {guide}", pin=pin_words(pins[button]), guide=GUIDE)
        yield Finding("buttons", "FAULT", words('the button "{button}" did not respond', button=button), remedy)
    if not missing and not joined and not closed:
        yield Finding("buttons", "good", words("all respond: {buttons}", buttons=names))


def _open_buttons(names: tuple[str, ...]) -> Finding:
    text = words("open, as they should be: {buttons}; that they close is tried by doctor --press", buttons=names)
    return Finding("buttons", "good", text)


def _never_pressed(
    installation: Installation, devices: Devices, edges: Edges, wanted: Set[str]
) -> tuple[Set[str], Set[frozenset[str]]]:
    """Confirm each press; return the buttons of which none came in time, and those that never closed alone.

    Those that close together are asked for once more: somebody may have pressed two.
    """
    assert installation.ask is not None
    missing = wanted
    together: set[frozenset[str]] = set()
    joined: set[frozenset[str]] = set()
    while missing and (pressed := _wait_for_presses(installation, devices, edges, missing)):
        group = frozenset(pressed | (devices.buttons.pressed_now() & wanted))
        if len(group) == 1:
            installation.ask(words("{button} responds.", button=next(iter(group))))
            missing -= group
        elif group in together:
            joined.add(group)
            missing -= group
        else:
            together.add(group)
            installation.ask(
                words("They closed together: {buttons}. Press one of them alone.", buttons=tuple(sorted(group)))
            )
    return missing, joined


def _wait_for_presses(installation: Installation, devices: Devices, edges: Edges, wanted: Set[str]) -> set[str]:
    """The buttons among the `wanted` that were pressed first; none if no press comes in time."""
    until_s = installation.clock() + PATIENCE_S
    while (now_s := installation.clock()) < until_s:
        devices.poll(now_s)
        pressed = {edge.name for edge in edges if edge.pressed} & wanted
        edges.clear()
        if pressed:
            return pressed
        installation.wait(POLL_S)
    return set()
