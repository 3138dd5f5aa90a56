"""Circuits as plain values, what is checked of them and how KiCad reads them; and the circuits of the device.

Those are sensor strip and Pico's carrier, the console, and switch strip and expanders' board. Pin numbers are those of
the data sheets: DRV5055 (SBAS640, TO-92), 74HC4067 (SCHS209), AO3401A (SOT-23), MCP23017 (DS20001952), Raspberry Pi
Pico and the 40-pin header of a Raspberry Pi.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from hardware.boards.mcp23017 import straps
from hardware.boards.settings import SwitchBoard
from hardware.pico.pins import COLUMNS, GATES, OUTPUT, ROWS, SENSOR_SELECT, SERVICE, STRIP_SELECT
from hardware.wiring import HEADER, Wiring, pins_by_key

PinKind: TypeAlias = Literal["input", "output", "bidirectional", "passive", "power_in", "power_out", "no_connect"]
"""KiCad's kinds of pins, as far as they are used here."""
Pin: TypeAlias = tuple[str, str]
"""A component's reference and the number of one of its pins."""
SUPPLIES: Final = ("+3V3", "+3V3_PICO", "GND", "VS", "+5V")


class Symbol(msgspec.Struct, frozen=True):
    """A kind of component: its footprint, and the name and kind of each pin by its number."""

    name: str
    footprint: str
    pins: Mapping[str, tuple[str, PinKind]]

    def number(self, name: str) -> str:
        """The number of the first pin of this name. :raises StopIteration: there is none"""
        return next(number for number, (called, _) in self.pins.items() if called == name)


class Component(msgspec.Struct, frozen=True):
    """A component of a circuit; `part` is its key in the list of parts."""

    ref: str
    symbol: Symbol
    part: str
    takes_ma: float = 0.0
    """What it draws from its supply at most, by its data sheet."""


class Circuit(msgspec.Struct, frozen=True):
    """A board: components, nets by their names, and the pins that stay free on purpose."""

    name: str
    components: tuple[Component, ...]
    nets: Mapping[str, tuple[Pin, ...]]
    unused: frozenset[Pin] = frozenset()

    def net_of(self, pin: Pin) -> str:
        """The net of a pin. :raises KeyError: it has none"""
        for name, pins in self.nets.items():
            if pin in pins:
                return name
        raise KeyError(pin)

    def current_ma(self) -> float:
        """What all its components draw together."""
        return sum(component.takes_ma for component in self.components)


def circuit(name: str, components: tuple[Component, ...], nets: Mapping[str, str]) -> Circuit:
    """A circuit whose nets name their pins as "U1.VCC U1.24"; pins that no net names are free.

    :raises KeyError: a net names a component or pin that does not exist
    """
    by_ref = {component.ref: component for component in components}
    wired = {net: tuple(pin for text in texts.split() for pin in _pins(by_ref, text)) for net, texts in nets.items()}
    known = {pin for pins in wired.values() for pin in pins}
    every = {(component.ref, number) for component in components for number in component.symbol.pins}
    return Circuit(name, components, wired, frozenset(every - known))


def _pins(by_ref: Mapping[str, Component], text: str) -> Iterator[Pin]:
    """Yield the pins of a name; several may share one, as the grounds of a Pico do."""
    ref, _, name = text.partition(".")
    numbers = [number for number, (called, _) in by_ref[ref].symbol.pins.items() if name in (number, called)]
    if not numbers:
        raise KeyError(text)
    yield from ((ref, number) for number in numbers)


def complaints(board: Circuit, may_be_free: frozenset[Pin], most_ma: float) -> list[str]:
    """What is wrong with a circuit, one sentence each.

    :param may_be_free: the pins that its maker says stay free
    :param most_ma: what its supply can give
    """
    kinds = {(part.ref, number): pin for part in board.components for number, pin in part.symbol.pins.items()}
    counts = Counter(pin for pins in board.nets.values() for pin in pins)
    found = [f"{ref}.{pin} is in {count} nets" for (ref, pin), count in counts.items() if count > 1]
    found += [
        f"{ref} is there twice" for ref, count in Counter(part.ref for part in board.components).items() if count > 1
    ]
    found += [f"{ref}.{kinds[ref, pin][0]} is free" for ref, pin in sorted(board.unused - may_be_free)]
    found += [f"{ref}.{pin} is not free" for ref, pin in sorted(may_be_free - board.unused)]
    for name, pins in board.nets.items():
        of_net = Counter(kinds[pin][1] for pin in pins)
        drivers = of_net["output"] + of_net["power_out"]
        if len(pins) < 2:
            found.append(f"{name} has one pin")
        if drivers > 1:
            found.append(f"{name} has {drivers} drivers")
        if of_net["input"] and not drivers + of_net["passive"] + of_net["bidirectional"]:
            found.append(f"{name} has no driver")
        if of_net["power_in"] and name not in SUPPLIES:
            found.append(f"{name} supplies {of_net['power_in']} pins")
        if any("GND" in kinds[pin][0] or kinds[pin][0] == "VSS" for pin in pins) and name != "GND":
            found.append(f"{name} has a pin of the ground")
    if board.current_ma() > most_ma:
        found.append(f"{board.current_ma():g} mA are drawn, and {most_ma:g} mA may be")
    return found


def kicad_netlist(board: Circuit, values: Mapping[str, str]) -> str:
    """A circuit as KiCad's netlist (version E).

    :param values: what stands beside each part, by its key
    """
    symbols = {part.symbol.name: part.symbol for part in board.components}
    kinds = {(part.ref, number): pin for part in board.components for number, pin in part.symbol.pins.items()}
    lines = ['(export (version "E")', f'  (design (source "{board.name}") (tool "Pyramid Referee"))', "  (components"]
    for part in board.components:
        lines += [
            f'    (comp (ref "{part.ref}") (value "{values[part.part]}") (footprint "{part.symbol.footprint}")',
            f'      (libsource (lib "referee") (part "{part.symbol.name}") (description "{part.part}")))',
        ]
    lines += ["  )", "  (libparts"]
    for symbol in symbols.values():
        lines.append(f'    (libpart (lib "referee") (part "{symbol.name}") (pins')
        lines += [
            f'      (pin (num "{number}") (name "{name}") (type "{kind}"))'
            for number, (name, kind) in symbol.pins.items()
        ]
        lines.append("    ))")
    lines += ["  )", "  (libraries", '    (library (logical "referee") (uri "")))', "  (nets"]
    for code, (net, pins) in enumerate(board.nets.items(), start=1):
        lines.append(f'    (net (code "{code}") (name "{net}")')
        for ref, number in pins:
            name, kind = kinds[ref, number]
            lines.append(f'      (node (ref "{ref}") (pin "{number}") (pinfunction "{name}") (pintype "{kind}"))')
        lines.append("    )")
    return "\n".join([*lines, "  )", ")"]) + "\n"


def _name_pins(names: str, kinds: dict[str, PinKind], other: PinKind) -> dict[str, tuple[str, PinKind]]:
    """Pins by number from their names in order; `kinds` tells those that are not like all others."""
    return {str(number): (name, kinds.get(name, other)) for number, name in enumerate(names.split(), start=1)}


POWER: Final[dict[str, PinKind]] = dict.fromkeys(("VCC", "GND", "VDD", "VSS", "AGND"), "power_in")
TWO: Final = _name_pins("1 2", {}, "passive")
SENSOR: Final = Symbol(
    "hall", "Package_TO_SOT_THT:TO-92_Inline_Wide", _name_pins("VCC GND OUT", {**POWER, "OUT": "output"}, "passive")
)
SWITCH: Final = Symbol(
    "hall-switch",
    "Package_TO_SOT_THT:TO-92_Inline_Wide",
    _name_pins("VCC GND OUT", {**POWER, "OUT": "output"}, "passive"),
)
MULTIPLEXER: Final = Symbol(
    "74HC4067",
    "Package_DIP:DIP-24_W15.24mm",
    _name_pins(
        "Z Y7 Y6 Y5 Y4 Y3 Y2 Y1 Y0 S0 S1 GND S3 S2 E Y15 Y14 Y13 Y12 Y11 Y10 Y9 Y8 VCC",
        {**POWER, **dict.fromkeys(("S0", "S1", "S2", "S3", "E"), "input")},
        "passive",
    ),
)
TRANSISTOR: Final = Symbol("P-MOSFET", "Package_TO_SOT_SMD:SOT-23", _name_pins("G S D", {"G": "input"}, "passive"))
RESISTOR: Final = Symbol("R", "Resistor_SMD:R_1206_3216Metric", TWO)
LEGGED: Final = Symbol("R-axial", "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal", TWO)
"""A resistor between two wires: the console has no board."""
CAPACITOR: Final = Symbol("C", "Capacitor_SMD:C_1206_3216Metric", TWO)
CABLE: Final = Symbol(
    "cable-8",
    "Connector_PinHeader_2.54mm:PinHeader_1x08_P2.54mm_Vertical",
    _name_pins("1 2 3 4 5 6 7 8", {}, "passive"),
)
CABLE_12: Final = Symbol(
    "cable-12",
    "Connector_PinHeader_2.54mm:PinHeader_1x12_P2.54mm_Vertical",
    _name_pins("+5V GND COL1 COL2 COL3 COL4 COL5 COL6 COL7 COL8 COL9 COL10", {}, "passive"),
)
"""The cable of a strip of switches: supply, ground, and the columns' outputs."""
PI_CABLE: Final = Symbol(
    "pi-cable",
    "Connector_PinHeader_2.54mm:PinHeader_1x07_P2.54mm_Vertical",
    _name_pins("INT 3V3 RESET SDA SCL GND 5V", {}, "passive"),
)
"""Seven single wires with a socket each, plugged onto the header of the Raspberry Pi."""
PICO: Final = Symbol(
    "Pico",
    "Module:RaspberryPi_Pico_Common_THT",
    _name_pins(
        "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
        "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS",
        {**POWER, "3V3": "power_out", "ADC_VREF": "power_in", "RUN": "input", "3V3_EN": "input", "VSYS": "passive"},
        "bidirectional",
    ),
)
JUMPER: Final = Symbol("jumper", "Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical", TWO)
_AT: Final = {position: f"GPIO{pin}" for pin, position in HEADER.items()}
_SUPPLY_AT: Final = {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"}
PI: Final = Symbol(
    "Raspberry-Pi",
    "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical",
    _name_pins(
        " ".join(_AT.get(position) or _SUPPLY_AT.get(position, "GND") for position in range(1, 41)),
        {"3V3": "power_out", "5V": "power_out", "GND": "power_in"},
        "bidirectional",
    ),
)
SCREEN: Final = Symbol(
    "screen-5",
    "Connector_PinSocket_2.54mm:PinSocket_2x13_P2.54mm_Vertical",
    {"4": ("5V", "power_in"), "14": ("GND", "power_in")},
)
"""The socket of the 5″ screen, of whose 26 positions two are used. It is made to sit on the header of a Raspberry Pi;
that its positions are numbered like those is inferred, nowhere documented: a builder measures first."""
BUTTON: Final = Symbol("button", "Button_Switch_THT:SW_PUSH-12mm", TWO)
LIGHT: Final = Symbol("RGB-LED", "LED_THT:LED_D5.0mm-4_RGB", _name_pins("RED CATHODE GREEN BLUE", {}, "passive"))
PIEZO: Final = Symbol("piezo", "Buzzer_Beeper:Buzzer_12x9.5RM7.6", TWO)
ENCODER: Final = Symbol("PEC11R-4220F-S0024", "Bourns, twelve millimetres", _name_pins("A C B 1 2", {}, "passive"))
"""The rotary encoder of a device with a knob: channels A and B, common C, and the two ends of its push switch."""
EXPANDER: Final = Symbol(
    "MCP23017",
    "Package_DIP:DIP-28_W7.62mm",
    _name_pins(
        "GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6 GPB7 VDD VSS NC1 SCL SDA NC2 A0 A1 A2 RESET INTB INTA "
        "GPA0 GPA1 GPA2 GPA3 GPA4 GPA5 GPA6 GPA7",
        {
            **POWER,
            **dict.fromkeys(("A0", "A1", "A2", "RESET", "SCL"), "input"),
            **dict.fromkeys(("NC1", "NC2"), "no_connect"),
        },
        "bidirectional",
    ),
)

CABLE_WIRES: Final = ("+3V3", "GND", "S0", "S1", "S2", "S3", "GATE", "OUT")
"""The wires of the cable from a strip to the carrier, in order."""
SENSOR_MA: Final = 10.0  # DRV5055, at most; 6 mA are usual
SWITCH_MA: Final = 4.0  # DRV5023, at most; 2.7 mA are usual
CONSOLE_WIRE_M: Final = 0.15
LED_RESISTORS: Final = {"light.red": "R270", "light.green": "R100", "light.blue": "R100"}


def strip() -> Circuit:
    """One of the ten strips: sensors, multiplexer, and the transistor that powers the sensors."""
    sensors = range(1, COLUMNS + 1)
    parts = (
        *(Component(f"U{count}", SENSOR, "hall", SENSOR_MA) for count in sensors),
        *(Component(f"C{count}", CAPACITOR, "C10n") for count in sensors),
        Component("U11", MULTIPLEXER, "mux", 0.1),
        Component("C11", CAPACITOR, "C100n"),
        Component("C12", CAPACITOR, "C100n"),
        Component("Q1", TRANSISTOR, "pmos"),
        Component("R1", RESISTOR, "R4k7"),
        Component("J1", CABLE, "jumper wires"),
    )
    wires = {wire: f"J1.{number}" for number, wire in enumerate(CABLE_WIRES, start=1)}
    return circuit(
        "strip",
        parts,
        {
            "+3V3": f"{wires['+3V3']} U11.VCC C11.1 Q1.S R1.1",
            "GND": f"{wires['GND']} U11.GND U11.E C11.2 C12.2 " + _each("U{0}.GND C{0}.2", sensors),
            "VS": "Q1.D C12.1 " + _each("U{0}.VCC C{0}.1", sensors),
            "GATE": f"{wires['GATE']} Q1.G R1.2",
            "OUT": f"{wires['OUT']} U11.Z",
            **{f"S{bit}": f"{wires[f'S{bit}']} U11.S{bit}" for bit in range(4)},
            **{f"COLUMN{count}": f"U{count}.OUT U11.Y{count - 1}" for count in sensors},
        },
    )


def carrier() -> Circuit:
    """The Pico's board: the cables of ten strips, and the multiplexer that selects one."""
    rows = range(1, ROWS + 1)
    pin = {wire: number for number, wire in enumerate(CABLE_WIRES, start=1)}
    parts = (
        Component("A1", PICO, "pico", 50.0),
        Component("U1", MULTIPLEXER, "mux", 0.1),
        Component("C1", CAPACITOR, "C100n"),
        Component("JP1", JUMPER, "jumper"),
        *(Component(f"J{row}", CABLE, "plug") for row in rows),
    )
    return circuit(
        "carrier",
        parts,
        {
            "+3V3": "A1.3V3 A1.ADC_VREF U1.VCC C1.1 " + _each(f"J{{0}}.{pin['+3V3']}", rows),
            "GND": "A1.GND A1.AGND U1.GND U1.E C1.2 JP1.2 " + _each(f"J{{0}}.{pin['GND']}", rows),
            "SERVICE": f"A1.GP{SERVICE} JP1.1",
            "ADC": f"A1.GP{OUTPUT} U1.Z",
            **{
                f"S{bit}": f"A1.GP{gp} " + _each(f"J{{0}}.{pin[f'S{bit}']}", rows)
                for bit, gp in enumerate(SENSOR_SELECT)
            },
            **{f"ROW_S{bit}": f"A1.GP{gp} U1.S{bit}" for bit, gp in enumerate(STRIP_SELECT)},
            **{f"GATE{row}": f"A1.GP{GATES[row - 1]} J{row}.{pin['GATE']}" for row in rows},
            **{f"OUT{row}": f"U1.Y{row - 1} J{row}.{pin['OUT']}" for row in rows},
        },
    )


def console() -> Circuit:
    """What is soldered to the header of the Raspberry Pi: buttons, light, buzzer, and the screen's supply."""
    keys = pins_by_key(Wiring())
    buttons = [key for key in keys if key.startswith("buttons.")]
    lights = [key for key in keys if key.startswith("light.")]
    parts = (
        Component("A1", PI, "pi"),
        *(Component(f"SW{count}", BUTTON, "button") for count, _ in enumerate(buttons, start=1)),
        Component("D1", LIGHT, "led"),
        *(Component(f"R{count}", LEGGED, LED_RESISTORS[key]) for count, key in enumerate(lights, start=1)),
        Component("R4", LEGGED, "R220"),
        Component("BZ1", PIEZO, "piezo"),
        Component("DS1", SCREEN, "screen"),
    )
    nets = {key: f"A1.{HEADER[keys[key]]} SW{count}.1" for count, key in enumerate(buttons, start=1)}
    for count, key in enumerate(lights, start=1):
        nets[key] = f"A1.{HEADER[keys[key]]} R{count}.1"
        nets[f"{key} anode"] = f"R{count}.2 D1.{key.partition('.')[2].upper()}"
    grounds = "A1.GND D1.CATHODE BZ1.2 DS1.GND " + _each("SW{0}.2", range(1, len(buttons) + 1))
    nets |= {"+5V": "A1.4 DS1.5V"}
    nets |= {"buzzer": f"A1.{HEADER[keys['buzzer']]} R4.1", "buzzer piezo": "R4.2 BZ1.1", "GND": grounds}
    return circuit("console", parts, nets)


def console_wires() -> int:
    """How many wires the console has: one to each leg of its parts; resistors sit in them."""
    return sum(len(part.symbol.pins) for part in console().components if part.symbol not in (PI, LEGGED))


def switch_strip() -> Circuit:
    """One of the ten strips of the board of switches: a row of switches and the header of its cable."""
    columns = range(1, SwitchBoard().columns + 1)
    parts = (
        *(Component(f"H{column}", SWITCH, "switch", SWITCH_MA) for column in columns),
        *(Component(f"C{column}", CAPACITOR, "C10n") for column in columns),
        Component("J1", CABLE_12, "plug 12"),
    )
    return circuit(
        "switch_strip",
        parts,
        {
            "+5V": "J1.+5V " + _each("H{0}.VCC C{0}.1", columns),
            "GND": "J1.GND " + _each("H{0}.GND C{0}.2", columns),
            **{f"COLUMN{column}": f"H{column}.OUT J1.COL{column}" for column in columns},
        },
    )


def expanders() -> Circuit:
    """The board of MCP23017 chips between the cables of ten strips and the header of the Raspberry Pi."""
    board = SwitchBoard()
    cells = {cell: sensor for cell, sensor in enumerate(board.sensor_map()) if sensor}
    chips = {at: f"U{count}" for count, at in enumerate(sorted({s.address for s in cells.values()}), start=1)}
    numbers, rows = range(1, len(chips) + 1), range(1, board.rows + 1)
    parts = (
        Component("A1", PI, "pi"),
        Component("J0", PI_CABLE, "jumper wires"),
        *(Component(f"J{row}", CABLE_12, "jumper wires") for row in rows),
        *(Component(ref, EXPANDER, "expander", 1.0) for ref in chips.values()),
        *(Component(f"C{count}", CAPACITOR, "C100n") for count in numbers),
        Component("R1", RESISTOR, "R10k"),
        Component("R2", RESISTOR, "R4k7"),
    )
    high, low = (
        " ".join(
            f"{ref}.{name}" for address, ref in chips.items() for name, is_on in straps(address).items() if is_on == on
        )
        for on in (1, 0)
    )
    cables = {
        f"CELL{cell + 1}": f"J{cell // board.columns + 1}.COL{cell % board.columns + 1} "
        f"{chips[sensor.address]}.GP{'AB'[sensor.pin // 8]}{sensor.pin % 8}"
        for cell, sensor in cells.items()
    }
    nets = {
        "+3V3": f"A1.1 J0.3V3 R1.1 R2.1 {high} " + _each("U{0}.VDD C{0}.1", numbers),
        "+5V": "A1.2 J0.5V " + _each("J{0}.+5V", rows),
        "GND": f"A1.GND J0.GND {low} " + _each("U{0}.VSS C{0}.2", numbers) + " " + _each("J{0}.GND", rows),
        "SDA": f"A1.{HEADER[2]} J0.SDA " + _each("U{0}.SDA", numbers),
        "SCL": f"A1.{HEADER[3]} J0.SCL " + _each("U{0}.SCL", numbers),
        "INT": f"A1.{HEADER[int(board.interrupt)]} J0.INT R1.2 " + _each("U{0}.INTA", numbers),
        "RESET": f"A1.{HEADER[int(board.reset)]} J0.RESET R2.2 " + _each("U{0}.RESET", numbers),
    }
    return circuit("expanders", parts, nets | cables)


VALUES: Final = {
    "C10n": "10 nF",
    "C100n": "100 nF",
    "R100": "100 Ω",
    "R220": "220 Ω",
    "R270": "270 Ω",
    "R4k7": "4.7 kΩ",
    "R10k": "10 kΩ",
}
"""What stands beside each resistor and capacitor, by its key in the list of parts."""


def values_between(board: Circuit, one: str, other: str) -> tuple[str, ...]:
    """The values of what lies between two nets, those that are there most often first."""
    ends = set(board.nets[one]), set(board.nets[other])
    found = Counter(
        VALUES[part.part]
        for part in board.components
        if part.part in VALUES and all({(part.ref, "1"), (part.ref, "2")} & pins for pins in ends)
    )
    return tuple(value for value, _ in found.most_common())


def _each(pattern: str, counts: Iterable[int]) -> str:
    return " ".join(pattern.format(count) for count in counts)


def free_pins(board: Circuit) -> frozenset[Pin]:
    """The pins that stay free on purpose, each kind with its reason."""
    found: set[Pin] = set()
    wired = {pin for pins in board.nets.values() for pin in pins}
    for part in board.components:
        for number, (name, kind) in part.symbol.pins.items():
            is_channel = part.symbol is MULTIPLEXER and name[:1] == "Y" and int(name[1:]) >= max(ROWS, COLUMNS)
            is_module = part.symbol in (PICO, PI) and name[:2] in ("GP", "RU", "VS", "VB", "3V", "5V")
            is_chip = part.symbol is EXPANDER and (name in ("GPA7", "GPB7", "INTB") or kind == "no_connect")
            is_last = part.symbol is EXPANDER and name.startswith("GP")  # the last chip has two cells
            if (is_channel or is_module or is_chip or is_last) and (part.ref, number) not in wired:
                found.add((part.ref, number))
    return frozenset(found)


CIRCUITS: Final = {
    "strip": strip,
    "carrier": carrier,
    "console": console,
    "switch_strip": switch_strip,
    "expanders": expanders,
}
COPIES: Final = {"strip": ROWS, "carrier": 1, "console": 1, "switch_strip": SwitchBoard().rows, "expanders": 1}
"""How many of each circuit a device has that has it at all."""
SUPPLY_MA: Final = {"strip": 250.0, "carrier": 250.0, "console": 50.0, "switch_strip": 60.0, "expanders": 50.0}
"""What each may draw: the Pico's 3.3 V gives 300 mA, less its own 50; the header's 3.3 V pins 50 mA, and its 5 V 600 mA
for ten strips of switches."""
