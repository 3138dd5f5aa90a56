"""The picture of the serial board: the Pico, the multiplexer beside it, and one strip of sensors in full."""

from collections.abc import Iterator
from typing import Final

from hardware.build.nets import (
    CABLE_WIRES,
    MULTIPLEXER,
    PICO,
    SENSOR,
    TRANSISTOR,
    carrier,
    strip,
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
    ground,
    pull_up,
    push_button,
)
from hardware.pico.pins import COLUMNS, GATES, OUTPUT, ROWS, SENSOR_SELECT, SERVICE, STRIP_SELECT

PADS: Final = {int(name[2:]): int(pad) for pad, (name, _) in PICO.pins.items() if name.startswith("GP")}
"""The pad of the Pico for each GP pin (pin-out of its data sheet)."""
SUPPLY_PAD: Final = int(PICO.number("3V3"))
REFERENCE_PAD: Final = int(PICO.number("ADC_VREF"))
GROUND_PAD: Final = 38
EDGE: Final = 230.0
MUX: Final = (500.0, 276.0, 350.0, 70.0)
ROW_MUX: Final = (500.0, 440.0, 200.0, 100.0)


def sensor_circuit() -> SvgPicture:
    """Return the circuit from the Pico over the multiplexers to the sensors of one strip."""
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
        yield SvgLabel(at, y + 14, _pin(f"Y{number}"), "middle")
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
    yield SvgLabel(x + 100, y + height - 12, _pin("Z"), "middle")
    yield Wire(((x + 100, y + height), (x + 100, ROW_MUX[1])))
    yield SvgLabel(x + 112, 408, "one wire from each strip", net="signal")
    yield SvgLabel(x + width - 60, y + height - 12, f"{_pin('E')}, {_pin('GND')}", "middle")
    yield Wire(((x + width - 40, y + height), (x + width - 40, y + height + 10)), "ground")
    yield from ground(x + width - 40, y + height + 10)


def _row_multiplexer() -> Iterator[SvgShape]:
    x, y, width, height = ROW_MUX
    yield SvgBox(x, y, width, height, "#eef4ff")
    yield SvgLabel(x + 90, y + 14, _pin("Y0"), "middle")
    yield SvgLabel(x + 160, y + 14, f"…{_pin(f'Y{ROWS - 1}')}", "middle")
    yield SvgLabel(x + 12, 470, _selects())
    yield SvgLabel(x + 12, 510, _pin("Z"))
    yield SvgLabel(x + 122, 490, "74HC4067", "middle", is_bold=True)
    yield Wire(((EDGE, 470), (x, 470)), "bundle")
    yield Wire(((EDGE, 510), (x, 510)))
    yield SvgLabel(EDGE + 12, 454, "which strip", net="bundle", size=11)
    yield SvgLabel(EDGE + 12, 498, "to the converter", net="signal", size=11)
    yield SvgLabel(x + 130, y + height - 12, f"{_pin('E')}, {_pin('GND')}", "middle")
    yield Wire(((x + 160, y + height), (x + 160, y + height + 10)), "ground")
    yield from ground(x + 160, y + height + 10)
    (value,) = {value for board in (strip(), carrier()) for value in values_between(board, "+3V3", "GND")}
    yield SvgLabel(x + width + 12, 470, "on the Pico's board")
    yield SvgLabel(x + width + 12, 490, f"{_pin('VCC')} of both kinds")
    yield SvgLabel(x + width + 12, 510, f"to 3V3(OUT), {value} each")


def _service() -> Iterator[SvgShape]:
    yield Wire(((EDGE, 570), (260, 570)))
    yield from push_button(260, 570)
    yield Wire(((320, 570), (350, 570), (350, 620), (EDGE, 620)), "ground")
    yield Wire(((350, 620), (350, 634)), "ground")
    yield Dot(350, 620, "ground")
    yield from ground(350, 634)
    yield SvgLabel(366, 570, "jumper or button: closed while plugging in, the program does not start")


def _pin(name: str) -> str:
    """Return a pin of the multiplexer by its name and number."""
    return f"{name}:{MULTIPLEXER.number(name)}"


def _cable(wire: str) -> int:
    """Return the number of a wire of the cable."""
    return CABLE_WIRES.index(wire) + 1


def _selects() -> str:
    return "S0…S3:" + ",".join(MULTIPLEXER.number(f"S{bit}") for bit in range(4))


def _span(pins: tuple[int, ...]) -> str:
    return f"GP{pins[0]}…GP{pins[-1]}"


def _pads(pins: tuple[int, ...]) -> str:
    pads = [PADS[pin] for pin in pins]
    return f"pads {' '.join(map(str, pads))}" if len(pads) <= 4 else f"pads {pads[0]} to {pads[-1]}"
