"""The picture of the board of switches: one chip and one switch in full; the others are alike."""

from collections.abc import Iterator
from typing import Final

from hardware.boards.mcp23017 import PINS, Sensor, straps
from hardware.boards.settings import SwitchBoard
from hardware.build.nets import EXPANDER, SWITCH, expanders, switch_strip, values_between
from hardware.guide.drawing import Dot, SvgBox, SvgLabel, SvgPicture, SvgShape, Wire, arrow, pull_up
from hardware.wiring import HEADER

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
    """Return the circuit from the header over one chip to one switch."""
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
