"""The pictures of the device itself: controls, light and buzzer as circuits, and the header pin by pin."""

from collections.abc import Iterator
from typing import Final

from hardware.boards.settings import SwitchBoard
from hardware.build.nets import ENCODER, LIGHT, SCREEN, console, values_between
from hardware.guide.drawing import Dot, SvgBox, SvgLabel, SvgPicture, SvgShape, Wire, diode, push_button, resistor
from hardware.wiring import HEADER, Wiring, pins_by_key

RESISTORS: Final = {
    net: value
    for net in console().nets
    for end in ("anode", "piezo")
    if f"{net} {end}" in console().nets
    for value in values_between(console(), net, f"{net} {end}")
}
"""The value of the resistor behind each pin that has one."""
SHINES: Final = {"light.red": "#e5484d", "light.green": "#46a758", "light.blue": "#3e63dd"}
POWER: Final = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUNDS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
MEASURE: Final = "measure first, the order is inferred"
LEFT: Final = 250.0  # where the Pi ends
RAIL: Final = 650.0  # ground


def screen_supply() -> tuple[tuple[int, str, str], ...]:
    """Return the wires that feed the 5″ screen: position on the header, the one in its socket, and what it carries."""
    circuit, found = console(), []
    for number, (name, _) in SCREEN.pins.items():
        on_header = [int(pin) for ref, pin in circuit.nets[circuit.net_of(("DS1", number))] if ref == "A1"]
        position = int(number) if int(number) in on_header else on_header[0]
        found.append((position, number, {"GND": "ground", "5V": "5 V"}[name]))
    return tuple(found)


def device_circuit(wiring: Wiring) -> SvgPicture:
    """Return the circuit of each pin: its part, and the other end at ground."""
    keys = pins_by_key(wiring)
    rows = {key: 100.0 + 44 * row for row, key in enumerate(keys)}
    bottom = max(rows.values()) + 52
    shapes: list[SvgShape] = [
        SvgLabel(20, 24, "Buttons, light, buzzer, and the 5″ screen's supply", size=17, is_bold=True),
        SvgBox(20, 48, LEFT - 20, bottom + 76, "#f6f8fa"),
        SvgLabel(36, 66, "Raspberry Pi", is_bold=True),
    ]
    for key, pin in keys.items():
        shapes += _part(key, pin, rows[key])
    lights = [y for key, y in rows.items() if key.startswith("light")]
    shapes += [
        SvgBox(470, min(lights) - 22, 120, max(lights) - min(lights) + 44, is_dashed=True),
        SvgLabel(RAIL + 20, (min(lights) + max(lights)) / 2 - 9, "one RGB diode,"),
        SvgLabel(RAIL + 20, (min(lights) + max(lights)) / 2 + 9, f"common cathode: {LIGHT.number('CATHODE')}"),
        *_ground(bottom, min(rows.values())),
        *_screen(bottom + 56),
    ]
    title = "Buttons, light, buzzer and the 5″ screen's supply on the header of the Raspberry Pi"
    return SvgPicture(title, 800, round(bottom) + 144, tuple(shapes))


def _screen(y: float) -> Iterator[SvgShape]:
    """Yield the two wires that feed the 5″ screen."""
    for count, (position, number, text) in enumerate(screen_supply()):
        at, net = y + 36 * count, "ground" if text == "ground" else "five"
        yield SvgLabel(36, at, text)
        yield SvgLabel(LEFT - 12, at, f"position {position}", "end", "quiet")
        yield Wire(((LEFT, at), (470, at)), net)
        yield SvgLabel(482, at, number)
    yield SvgBox(470, y - 22, 120, 80, is_dashed=True)
    for count, text in enumerate(("socket of the", "5″ screen:", *MEASURE.split(", "))):
        yield SvgLabel(RAIL - 40, y - 9 + 18 * count, text)


def encoder_pins(wiring: Wiring) -> dict[str, int]:
    """Return the pins of the controls of a device with an encoder, by their keys."""
    return {key: pin for key, pin in pins_by_key(wiring, "encoder").items() if key.startswith(("encoder", "buttons"))}


def encoder_circuit(wiring: Wiring) -> SvgPicture:
    """Return the circuit of the encoder's contacts, its push button, and the button back."""
    keys = encoder_pins(wiring)
    rows = {key: 100.0 + 56 * row for row, key in enumerate(keys)}
    first, second, push, bottom = rows["encoder.a"], rows["encoder.b"], rows["encoder.push"], max(rows.values()) + 52
    common = (first + second) / 2
    shapes: list[SvgShape] = [
        SvgLabel(20, 24, "A rotary encoder in place of five buttons", size=17, is_bold=True),
        SvgBox(20, 48, LEFT - 20, bottom - 20, "#f6f8fa"),
        SvgLabel(36, 66, "Raspberry Pi", is_bold=True),
    ]
    for key, pin in keys.items():
        shapes += _pin(key, pin, rows[key])
        if key in ("encoder.a", "encoder.b"):
            shapes += [Wire(((LEFT, rows[key]), (490, rows[key])))]
        else:
            shapes += _button(rows[key])
    a, common_pin, b, *of_push = (name for name, _ in ENCODER.pins.values())
    shapes += [
        *(SvgLabel(x, push + 12, name, "middle") for x, name in zip((484, 556), of_push, strict=True)),
        SvgBox(470, first - 34, 120, push - first + 60, is_dashed=True),
        SvgBox(490, first - 16, 60, second - first + 32),
        SvgLabel(498, first, a),
        SvgLabel(498, second, b),
        SvgLabel(542, common, common_pin, "end"),
        Wire(((550, common), (RAIL, common)), "ground"),
        Dot(RAIL, common, "ground"),
        SvgLabel(RAIL + 20, (first + push) / 2 - 9, ENCODER.name, size=11),
        SvgLabel(RAIL + 20, (first + push) / 2 + 9, "with its push"),
        *_ground(bottom, common),
    ]
    title = "A rotary encoder and the button back on the header of the Raspberry Pi"
    return SvgPicture(title, 800, round(bottom) + 48, tuple(shapes))


def _pin(key: str, pin: int, y: float) -> Iterator[SvgShape]:
    """Yield the start of one line of the circuit, at the Pi."""
    yield SvgLabel(36, y, f"GPIO {pin}")
    yield SvgLabel(LEFT - 12, y, f"position {HEADER[pin]}", "end", "quiet")
    yield SvgLabel(LEFT + 12, y - 10, key, net="signal")


def _button(y: float) -> Iterator[SvgShape]:
    yield Wire(((LEFT, y), (490, y)))
    yield from push_button(490, y)
    yield Wire(((550, y), (RAIL, y)), "ground")
    yield Dot(RAIL, y, "ground")


def _ground(bottom: float, top: float) -> Iterator[SvgShape]:
    """Yield the rail that all other ends go to."""
    yield SvgLabel(36, bottom, "ground")
    yield SvgLabel(LEFT - 12, bottom, f"position {GROUNDS[0]} or any", "end", "quiet")
    yield Wire(((LEFT, bottom), (RAIL, bottom), (RAIL, top)), "ground")


def _part(key: str, pin: int, y: float) -> Iterator[SvgShape]:
    """Yield one line of the circuit, from its pin to ground."""
    yield from _pin(key, pin, y)
    if key.startswith("buttons"):
        yield from _button(y)
        return
    yield Wire(((LEFT, y), (390, y)))
    yield from resistor(390, y, RESISTORS[key])
    yield Wire(((450, y), (490, y)))
    yield from diode(490, y, SHINES[key]) if key in SHINES else _piezo(490, y)
    if key in SHINES:
        yield SvgLabel(474, y - 11, f"leg {LIGHT.number(key.partition('.')[2].upper())}", net="quiet", size=10)
    yield Wire(((550, y), (RAIL, y)), "ground")
    yield Dot(RAIL, y, "ground")


def _piezo(x: float, y: float) -> Iterator[SvgShape]:
    yield Wire(((x, y), (x + 15, y)))
    yield SvgBox(x + 15, y - 11, 30, 22)
    yield Wire(((x + 45, y), (x + 60, y)), "ground")
    yield SvgLabel(RAIL + 20, y, "passive piezo")


def header(wiring: Wiring, board: SwitchBoard) -> SvgPicture:
    """Return the forty positions as on the Pi, with what a device and a board of switches connect there."""
    names = {pin: key for key, pin in pins_by_key(wiring).items()}
    for key, pin in encoder_pins(wiring).items():
        names[pin] = " or ".join(dict.fromkeys((names.get(pin, key), key)))
    board_names = {2: "SDA of the board", 3: "SCL of the board"}
    for name, wired in (("interrupt", board.interrupt), ("reset", board.reset)):
        if wired != "none":
            board_names[wired] = f"board.{name}"
    at = {position: pin for pin, position in HEADER.items()}
    feeds = {position: f"{text}, also the 5″ screen's" for position, _, text in screen_supply()}
    shapes: list[SvgShape] = [
        SvgLabel(20, 24, "The header from above; even positions lie along the edge of the Pi", size=17, is_bold=True),
        SvgBox(362, 52, 76, 20 * 26 + 12, "#f6f8fa"),
    ]
    for position in range(1, 41):
        is_left = position % 2 == 1
        x, y = 382.0 if is_left else 418.0, 71.0 + (position - 1) // 2 * 26
        net, text = _at_position(position, at.get(position), names, board_names)
        text = feeds.get(position, text)
        shapes += [
            Dot(x, y, net, 11),
            SvgLabel(x, y, str(position), "middle", "paper", 10),
            SvgLabel(350 if is_left else 450, y, text, "end" if is_left else "start", net, is_bold=net == "signal"),
        ]
    legend = (
        ("signal", "device"),
        ("bundle", "board of switches"),
        ("plus", "3.3 V"),
        ("five", "5 V"),
        ("quiet", "free"),
    )
    x, y = 20.0, 71.0 + 20 * 26 + 14
    for net, text in (*legend, ("ground", "ground")):
        shapes += [Dot(x + 6, y, net, 6), SvgLabel(x + 18, y, text)]
        x += 18 + 7.4 * len(text) + 22
    return SvgPicture("The header of the Raspberry Pi and what each position is for", 800, 640, tuple(shapes))


def _at_position(position: int, pin: int | None, names: dict[int, str], board_names: dict[int, str]) -> tuple[str, str]:
    """Return the colour of a position, and the text beside it."""
    if pin is None:
        power = POWER.get(position)
        net = {"3.3 V": "plus", "5 V": "five"}.get(power or "", "ground")
        return net, power or "ground"
    if pin in names:
        return "signal", f"{names[pin]} · GPIO {pin}"
    if pin in board_names:
        return "bundle", f"{board_names[pin]} · GPIO {pin}"
    return "quiet", f"GPIO {pin}"
