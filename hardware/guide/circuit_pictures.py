"""The pictures of circuits: controls, light and buzzer, the header pin by pin, and both kinds of board.

Of a board one chip or strip is drawn in full, with its switch or sensor; the others are alike.
"""

from collections.abc import Iterator
from typing import Final

from hardware.boards.mcp23017 import PINS, Sensor, straps
from hardware.boards.settings import SwitchBoard
from hardware.build.nets import (
    CABLE_WIRES,
    ENCODER,
    EXPANDER,
    LIGHT,
    MULTIPLEXER,
    PICO,
    SCREEN,
    SENSOR,
    SWITCH,
    TRANSISTOR,
    carrier,
    console,
    expanders,
    strip,
    switch_strip,
    values_between,
)
from hardware.guide.drawing import (
    Dot,
    SvgBox,
    SvgLabel,
    SvgPicture,
    SvgShape,
    Wire,
    arrow,
    diode,
    ground,
    pull_up,
    push_button,
    resistor,
)
from hardware.pico.pins import COLUMNS, GATES, OUTPUT, ROWS, SENSOR_SELECT, SERVICE, STRIP_SELECT
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
    """The wires that feed the 5″ screen: position on the header, the one in its socket, and what it carries."""
    circuit, found = console(), []
    for number, (name, _) in SCREEN.pins.items():
        on_header = [int(pin) for ref, pin in circuit.nets[circuit.net_of(("DS1", number))] if ref == "A1"]
        position = int(number) if int(number) in on_header else on_header[0]
        found.append((position, number, {"GND": "ground", "5V": "5 V"}[name]))
    return tuple(found)


def device_circuit(wiring: Wiring) -> SvgPicture:
    """The circuit of each pin: its part, and the other end at ground."""
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
    """The pins of the controls of a device with an encoder, by their keys."""
    return {key: pin for key, pin in pins_by_key(wiring, "encoder").items() if key.startswith(("encoder", "buttons"))}


def encoder_circuit(wiring: Wiring) -> SvgPicture:
    """The circuit of the encoder's contacts, its push button, and the button back."""
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
    """The forty positions as on the Pi, with what a device and a board of switches connect there."""
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
    """The colour of a position, and the text beside it."""
    if pin is None:
        power = POWER.get(position)
        net = {"3.3 V": "plus", "5 V": "five"}.get(power or "", "ground")
        return net, power or "ground"
    if pin in names:
        return "signal", f"{names[pin]} · GPIO {pin}"
    if pin in board_names:
        return "bundle", f"{board_names[pin]} · GPIO {pin}"
    return "quiet", f"GPIO {pin}"


LINES: Final = {
    "interrupt": 96.0,
    "plus": 148.0,
    "reset": 200.0,
    "SDA": 236.0,
    "SCL": 266.0,
    "ground": 296.0,
    "five": 326.0,
}
"""The height of each wire that leaves the Pi."""
NETS: Final = {"plus": "plus", "ground": "ground", "five": "five"}
PI_EDGE: Final = 230.0
END: Final = 860.0
CHIP: Final = (340.0, 392.0, 350.0, 76.0)
TAPS: Final = {"interrupt": "INTA", "plus": "VDD", "reset": "RESET", "SDA": "SDA", "SCL": "SCL", "ground": "VSS"}


def switch_circuit(board: SwitchBoard) -> SvgPicture:
    """The circuit from the header over one chip to one switch."""
    sensors = [sensor for sensor in board.sensor_map() if sensor]
    addresses = sorted({sensor.address for sensor in sensors})
    shapes = (
        SvgLabel(20, 24, "Board of hall switches on MCP23017 chips", size=17, is_bold=True),
        *_pi(board),
        *_lines(len(addresses)),
        *_chip(addresses[0]),
        *_switch(sensors[0]),
        *_others(sensors[0]),
    )
    return SvgPicture("Hall switches on MCP23017 chips, on the I2C bus of the Raspberry Pi", 900, 660, shapes)


def _pi(board: SwitchBoard) -> Iterator[SvgShape]:
    yield SvgBox(20, 48, PI_EDGE - 20, LINES["five"] - 24, "#f6f8fa")
    yield SvgLabel(36, 66, "Raspberry Pi", is_bold=True)
    pins = {"interrupt": board.interrupt, "reset": board.reset, "SDA": 2, "SCL": 3}
    supplies = {"plus": ("3.3 V", 1), "ground": ("ground", 9), "five": ("5 V", 2)}
    for line, y in LINES.items():
        if line in supplies:
            name, position = supplies[line]
        else:
            pin = pins[line]
            name, position = f"GPIO {pin}", HEADER[int(pin)]
        yield SvgLabel(36, y, name)
        yield SvgLabel(PI_EDGE - 12, y, f"position {position}", "end", "quiet")


def _lines(chips: int) -> Iterator[SvgShape]:
    for line, y in LINES.items():
        net = NETS.get(line, "signal")
        yield Wire(((PI_EDGE, y), (END, y)), net)
        yield from arrow(END, y, net)
        if line not in NETS:
            yield SvgLabel(PI_EDGE + 12, y - 11, {"interrupt": "INT", "reset": "RESET"}.get(line, line), net="signal")
    yield SvgLabel(END + 11, 66, f"to all {chips} chips", "end", "quiet")
    yield from pull_up(294, LINES["plus"], LINES["interrupt"], *values_between(expanders(), "+3V3", "INT"))
    yield from pull_up(294, LINES["plus"], LINES["reset"], *values_between(expanders(), "+3V3", "RESET"))


def _chip(address: int) -> Iterator[SvgShape]:
    x, y, width, height = CHIP
    yield SvgBox(x, y, width, height, "#eef4ff")
    yield SvgLabel(x + 12, y + 40, f"MCP23017, {address:#04x}", is_bold=True)
    strapped = " ".join(f"{name}:{EXPANDER.number(name)} = {level}" for name, level in straps(address).items())
    yield SvgLabel(x + width - 12, y + 40, strapped, "end")
    for tap, (line, name) in enumerate(TAPS.items()):
        at = x + 30 + tap * 58
        net = NETS.get(line, "signal")
        yield Wire(((at, LINES[line]), (at, y)), net)
        yield Dot(at, LINES[line], net)
        yield SvgLabel(at, y + 14, f"{name}:{EXPANDER.number(name)}", "middle", size=10)


def _switch(sensor: Sensor) -> Iterator[SvgShape]:
    """Yield the switch at the bottom, its supply from the left, its output up to the chip."""
    x, y, _, height = CHIP
    yield SvgBox(x + 10, 540, 130, 64, "#fff8e6")
    yield SvgLabel(x + 75, 562, "hall switch", "middle", is_bold=True)
    yield SvgLabel(x + 75, 582, "open collector", "middle", "quiet")
    numbers = SWITCH.number("VCC"), SWITCH.number("GND")
    for line, left, at, name in (("five", 290.0, 558.0, numbers[0]), ("ground", 262.0, 590.0, numbers[1])):
        yield Wire(((left, LINES[line]), (left, at), (x + 10, at)), NETS[line])
        yield Dot(left, LINES[line], NETS[line])
        yield SvgLabel(x + 4, at - 10, name, "end", NETS[line], 11)
    pin = f"GP{'AB'[sensor.pin // 8]}{sensor.pin % 8}"
    yield Wire(((x + 75, y + height), (x + 75, 540)))
    yield SvgLabel(x + 75, y + height - 12, f"{pin}:{EXPANDER.number(pin)}", "middle")
    yield SvgLabel(x + 85, 528, SWITCH.number("OUT"), net="signal", size=11)
    yield SvgLabel(x + 85, 505, "row 1, column 1", net="signal")


def _others(sensor: Sensor) -> Iterator[SvgShape]:
    x, y, _, height = CHIP
    rest = [pin for pin in PINS if pin != sensor.pin]
    first, last = (f"GP{'AB'[pin // 8]}{pin % 8}" for pin in (rest[0], rest[-1]))
    span = " … ".join(f"{name}:{EXPANDER.number(name)}" for name in (first, last))
    yield SvgLabel(x + 130, y + height - 12, span)
    (at_chip,), (at_switch,) = (
        values_between(board, supply, "GND") for board, supply in ((expanders(), "+3V3"), (switch_strip(), "+5V"))
    )
    for text, at in (
        (f"{len(rest)} more switches, alike, on {first} to {last}", 546.0),
        ("GPA7, GPB7: outputs, nothing there", 566.0),
        ("A0, A1, A2: 0 to ground, 1 to 3.3 V", 586.0),
        (f"{at_chip} from VDD to VSS at each chip", 606.0),
        (f"{at_switch} from 1 to 2 at each switch", 626.0),
        ("pull-ups once for all chips", 646.0),
    ):
        yield SvgLabel(x + 170, at, text)


PADS: Final = {int(name[2:]): int(pad) for pad, (name, _) in PICO.pins.items() if name.startswith("GP")}
"""The pad of the Pico for each GP pin (pin-out of its data sheet)."""
SUPPLY_PAD: Final = int(PICO.number("3V3"))
REFERENCE_PAD: Final = int(PICO.number("ADC_VREF"))
GROUND_PAD: Final = 38
EDGE: Final = 230.0
MUX: Final = (500.0, 276.0, 350.0, 70.0)
ROW_MUX: Final = (500.0, 440.0, 200.0, 100.0)


def sensor_circuit() -> SvgPicture:
    """The circuit from the Pico over the multiplexers to the sensors of one strip."""
    shapes = (
        SvgLabel(20, 24, "Board of linear hall sensors behind a Pico", size=17, is_bold=True),
        *_pico(),
        *_power(),
        *_strip_multiplexer(),
        *_sensors(),
        *_row_multiplexer(),
        *_service(),
    )
    return SvgPicture("Linear hall sensors behind multiplexers on a Raspberry Pi Pico", 900, 690, shapes)


def _pico() -> Iterator[SvgShape]:
    yield SvgBox(20, 48, EDGE - 20, 600, "#f6f8fa")
    yield SvgLabel(36, 66, "Raspberry Pi Pico", is_bold=True)
    yield SvgLabel(36, 86, "USB to the Raspberry Pi", net="quiet")
    rows = (
        ("3V3(OUT)", f"pad {SUPPLY_PAD}", 116.0),
        ("ADC_VREF", f"pad {REFERENCE_PAD}", 142.0),
        (f"GP{GATES[0]}", f"pad {PADS[GATES[0]]}", 186.0),
        (_span(SENSOR_SELECT), _pads(SENSOR_SELECT), 310.0),
        (_span(GATES[1:]), _pads(GATES[1:]), 408.0),
        (_span(STRIP_SELECT), _pads(STRIP_SELECT), 470.0),
        (f"GP{OUTPUT}", f"pad {PADS[OUTPUT]}", 510.0),
        (f"GP{SERVICE}", f"pad {PADS[SERVICE]}", 570.0),
        ("ground", f"pad {GROUND_PAD}", 620.0),
    )
    for name, pads, y in rows:
        yield SvgLabel(36, y, name)
        yield SvgLabel(EDGE - 12, y, pads, "end", "quiet")


def _power() -> Iterator[SvgShape]:
    """Yield the strip's power switch: a P-channel transistor between 3.3 V and its sensors."""
    yield SvgBox(300, 60, 580, 316, is_dashed=True)
    yield SvgLabel(868, 78, f"strip of row 1, one of {ROWS} alike", "end", "quiet")
    yield Wire(((EDGE, 116), (390, 116)), "plus")
    yield Wire(((EDGE, 142), (262, 142), (262, 116)), "plus")
    yield Dot(262, 116, "plus")
    yield Wire(((EDGE, 186), (390, 186)))
    yield from pull_up(318, 116, 186, *values_between(strip(), "+3V3", "GATE"))
    yield SvgBox(390, 98, 84, 106, "#fff8e6")
    yield SvgLabel(402, 116, f"source {TRANSISTOR.number('S')}")
    yield SvgLabel(402, 151, "P-MOSFET", is_bold=True)
    yield SvgLabel(402, 186, f"gate {TRANSISTOR.number('G')}")
    yield SvgLabel(EDGE + 8, 174, "low = on", net="signal", size=11)
    yield Wire(((EDGE, 408), (274, 408)), "bundle")
    yield from arrow(274, 408, "bundle")
    yield SvgLabel(294, 408, f"gates of rows 2 to {ROWS}", net="bundle")
    for wire, at in (("+3V3", 102.0), ("GATE", 200.0), ("S0", 324.0)):
        last = f"…{_cable('S3')}" if wire == "S0" else ""
        yield SvgLabel(308, at, f"wire {_cable(wire)}{last}", net="quiet", size=11)
    yield SvgLabel(MUX[0] + 92, 364, f"wire {_cable('OUT')}", "end", "quiet", 11)
    yield SvgLabel(MUX[0] + MUX[2] - 66, 364, f"wire {_cable('GND')}", "end", "quiet", 11)


def _sensors() -> Iterator[SvgShape]:
    """Yield sensors side by side, each output wired to its own input of the multiplexer."""
    x, y, _, _ = MUX
    rail = 116.0
    places = ((x + 50, "0"), (x + 150, "1"), (x + 290, str(COLUMNS - 1)))
    yield Wire(((474, rail), (places[-1][0], rail)), "plus")
    yield SvgLabel(
        486, rail - 12, f"drain {TRANSISTOR.number('D')}: 3.3 V while this strip is read", net="plus", size=11
    )
    for at, number in places:
        yield Wire(((at, rail), (at, 150)), "plus")
        yield Dot(at, rail, "plus")
        yield SvgBox(at - 36, 150, 72, 56, "#fff8e6")
        yield SvgLabel(at, 162, SENSOR.number("VCC"), "middle", "plus", 11)
        yield SvgLabel(at, 177, f"column {int(number) + 1}", "middle", size=11)
        yield SvgLabel(at, 195, SENSOR.number("OUT"), "middle", "signal", 11)
        yield SvgLabel(at + 24, 195, SENSOR.number("GND"), "middle", "ground", 11)
        yield Wire(((at, 206), (at, y)))
        yield SvgLabel(at, y + 14, _pin_named(f"Y{number}"), "middle")
        yield Wire(((at + 24, 206), (at + 24, 246)), "ground")
        yield from ground(at + 24, 246)
        yield from _capacitor(at - 50, rail)
    yield SvgLabel(x + 200, 178, "…", "middle", size=18)
    small, large = values_between(strip(), "VS", "GND")
    yield SvgLabel(x - 28, 240, f"{small} at each sensor,", "end", "quiet", 11)
    yield SvgLabel(x - 28, 255, f"{large} at the drain", "end", "quiet", 11)
    yield SvgLabel(x + 220, y + 14, "…", "middle")


def _capacitor(x: float, rail: float) -> Iterator[SvgShape]:
    """Yield a capacitor from the supply to ground, beside its sensor."""
    yield Wire(((x, rail), (x, 172)), "plus")
    yield Wire(((x - 9, 172), (x + 9, 172)), "plus")
    yield Wire(((x - 9, 179), (x + 9, 179)), "ground")
    yield Wire(((x, 179), (x, 222)), "ground")
    yield from ground(x, 222)
    yield Dot(x, rail, "plus")


def _strip_multiplexer() -> Iterator[SvgShape]:
    x, y, width, height = MUX
    yield SvgBox(x, y, width, height, "#eef4ff")
    yield SvgLabel(x + 12, 310, _selects())
    yield SvgLabel(x + width / 2 + 60, 310, "74HC4067", "middle", is_bold=True)
    yield Wire(((EDGE, 310), (x, 310)), "bundle")
    yield SvgLabel(312, 294, "same wires to each strip", net="bundle", size=11)
    yield SvgLabel(x + 100, y + height - 12, _pin_named("Z"), "middle")
    yield Wire(((x + 100, y + height), (x + 100, ROW_MUX[1])))
    yield SvgLabel(x + 112, 408, "one wire from each strip", net="signal")
    yield SvgLabel(x + width - 60, y + height - 12, f"{_pin_named('E')}, {_pin_named('GND')}", "middle")
    yield Wire(((x + width - 40, y + height), (x + width - 40, y + height + 10)), "ground")
    yield from ground(x + width - 40, y + height + 10)


def _row_multiplexer() -> Iterator[SvgShape]:
    x, y, width, height = ROW_MUX
    yield SvgBox(x, y, width, height, "#eef4ff")
    yield SvgLabel(x + 90, y + 14, _pin_named("Y0"), "middle")
    yield SvgLabel(x + 160, y + 14, f"…{_pin_named(f'Y{ROWS - 1}')}", "middle")
    yield SvgLabel(x + 12, 470, _selects())
    yield SvgLabel(x + 12, 510, _pin_named("Z"))
    yield SvgLabel(x + 122, 490, "74HC4067", "middle", is_bold=True)
    yield Wire(((EDGE, 470), (x, 470)), "bundle")
    yield Wire(((EDGE, 510), (x, 510)))
    yield SvgLabel(EDGE + 12, 454, "which strip", net="bundle", size=11)
    yield SvgLabel(EDGE + 12, 498, "to the converter", net="signal", size=11)
    yield SvgLabel(x + 130, y + height - 12, f"{_pin_named('E')}, {_pin_named('GND')}", "middle")
    yield Wire(((x + 160, y + height), (x + 160, y + height + 10)), "ground")
    yield from ground(x + 160, y + height + 10)
    (value,) = {value for board in (strip(), carrier()) for value in values_between(board, "+3V3", "GND")}
    yield SvgLabel(x + width + 12, 470, "on the Pico's board")
    yield SvgLabel(x + width + 12, 490, f"{_pin_named('VCC')} of both kinds")
    yield SvgLabel(x + width + 12, 510, f"to 3V3(OUT), {value} each")


def _service() -> Iterator[SvgShape]:
    yield Wire(((EDGE, 570), (260, 570)))
    yield from push_button(260, 570)
    yield Wire(((320, 570), (350, 570), (350, 620), (EDGE, 620)), "ground")
    yield Wire(((350, 620), (350, 634)), "ground")
    yield Dot(350, 620, "ground")
    yield from ground(350, 634)
    yield SvgLabel(366, 570, "jumper or button: closed while plugging in, the program does not start")


def _pin_named(name: str) -> str:
    """A pin of the multiplexer by its name and number."""
    return f"{name}:{MULTIPLEXER.number(name)}"


def _cable(wire: str) -> int:
    """The number of a wire of the cable."""
    return CABLE_WIRES.index(wire) + 1


def _selects() -> str:
    return "S0…S3:" + ",".join(MULTIPLEXER.number(f"S{bit}") for bit in range(4))


def _span(pins: tuple[int, ...]) -> str:
    return f"GP{pins[0]}…GP{pins[-1]}"


def _pads(pins: tuple[int, ...]) -> str:
    pads = [PADS[pin] for pin in pins]
    return f"pads {' '.join(map(str, pads))}" if len(pads) <= 4 else f"pads {pads[0]} to {pads[-1]}"
