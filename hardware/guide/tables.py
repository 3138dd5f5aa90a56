"""The tables of the wiring guide: pins, chips and parts, with the numbers that the program uses.

Prices stand in BUILD.md.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from hardware.boards.mcp23017 import Sensor, straps
from hardware.boards.settings import SwitchBoard
from hardware.build.nets import ENCODER, PI_CABLE, Circuit, carrier, expanders, strip, switch_strip, values_between
from hardware.build.parts import ESTIMATE, bill, totals_eur
from hardware.build.published import comparisons
from hardware.build.section import (
    FRICTION,
    HUNTER,
    HUNTER_GAP_MM,
    INDICATOR,
    MOVER,
    MUMMY_GAP_MM,
    PAWN_G,
    drag,
    held_g,
    hold_n,
    neighbours_n,
)
from hardware.build.stripboard import (
    Hole,
    StripboardMap,
    carrier_map,
    expander_map,
    expanders_without_pi,
    named_wires,
    numbered_wires,
    rails,
    strip_map,
    switch_strip_map,
)
from hardware.guide.circuit_pictures import (
    GROUND_PAD,
    GROUNDS,
    MEASURE,
    PADS,
    REFERENCE_PAD,
    RESISTORS,
    SUPPLY_PAD,
    encoder_pins,
    screen_supply,
)
from hardware.pico.pins import COLUMNS, GATES, OUTPUT, ROWS, SENSOR_SELECT, SERVICE, STRIP_SELECT
from hardware.screens import COMPUTERS, Screen, load_screens, load_systems, moves, verdict
from hardware.simulated.magnets import field_mt
from hardware.wiring import HEADER, Wiring, pins_by_key

PI_PULL_UP_OHM: Final = 1800.0  # soldered to SDA and SCL on every Pi
MODULE_PULL_UP_OHM: Final = 10_000.0
HUNTERS: Final = 4
ENCODER_GOALS: Final = {
    "a": f"pin A of the encoder ({ENCODER.name}), on modules CLK; its common pin C to ground",
    "b": "pin B, on modules DT; exchange the two if it turns the wrong way",
    "push": "pin 1 of its push button, pin 2 to ground; it is ✓",
}

_Value = TypeVar("_Value")

_BLOCK = re.compile(r"(<!-- made by make wiring: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def renew(guide: str) -> str:
    """The guide with each table made again.

    :raises KeyError: when it names a table that does not exist.
    """
    return _BLOCK.sub(lambda block: f"{block[1]}\n{TABLES[block[2]]()}\n\n{block[3]}", guide)


def _table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


# --- the device ------------------------------------------------------------------------------------------------------


def _device_pins() -> str:
    supply = (
        (f"5″ screen, {text}", "", position, f"position {number} of its socket: {MEASURE}")
        for position, number, text in screen_supply()
    )
    return _pins(pins_by_key(Wiring()), supply)


def _encoder_pins() -> str:
    return _pins(encoder_pins(Wiring()))


def _pins(keys: Mapping[str, int], more: Iterable[tuple[object, ...]] = ()) -> str:
    rows = ((f"`{key}`", pin, HEADER[pin], _goal(key)) for key, pin in keys.items())
    return _table(("key", "GPIO", "position", "goes to"), (*rows, *more))


def _goal(key: str) -> str:
    kind, _, name = key.partition(".")
    if kind == "encoder":
        return ENCODER_GOALS[name]
    if kind == "buttons":
        spare = '; `"none"` if the device has four buttons' if name in ("left", "right") else ""
        return f"button, other side to ground{spare}"
    if kind == "light":
        return f"{RESISTORS[key]}, then the {name} anode"
    return f"{RESISTORS[key]}, then the piezo, other side to ground"


def _screens() -> str:
    return _table(
        (
            "`NAME`",
            "screen",
            "pixels",
            "inches",
            "about €",
            "Raspberry Pi",
            "takes GPIO",
            "must move",
            "printed case",
            "what to know",
        ),
        (
            (
                f"`{screen.name}`",
                f"[{screen.model}]({screen.sources[0]})",
                f"{screen.width} × {screen.height}",
                screen.inches,
                screen.euros,
                ", ".join(screen.pis),
                ", ".join(map(str, screen.pins)) or "none",
                _moves(screen),
                f"`console-{screen.panel['name']}`" if screen.panel else "none",
                " ".join(filter(None, (f"Touch {screen.touch}.", screen.note))),
            )
            for screen in load_screens()
        ),
    )


def _moves(screen: Screen) -> str:
    """What must move for a screen, and where to; of what shares a pin a device has one or the other."""
    keys = _alike((f"`{move.key}`", move.to) for move in moves(screen, _all_pins()))
    return "; ".join(f"{' or '.join(names)} to {to}" for to, names in keys.items()) or "nothing"


def _all_pins() -> dict[str, int]:
    """The pins of six buttons, of a knob, and of a board of switches."""
    board, wiring = SwitchBoard(), Wiring()
    controls = {**pins_by_key(wiring), **pins_by_key(wiring, "encoder")}
    return {**controls, "board.interrupt": int(board.interrupt), "board.reset": int(board.reset)}


def _screen_lines() -> str:
    return _table(
        ("`NAME`", "line in `config.txt`"),
        (
            (f"`{screen.name}`", line)
            for screen in load_screens()
            for line in [f"`{line}`" for line in screen.config]
            or [f"nothing to write: `--screen {screen.name}` leaves the file as it is"]
        ),
    )


def _systems() -> str:
    """What is known of each computer, system and screen; those of which the same is known stand together."""
    screens = load_screens()
    cases = [(computer, system) for computer in COMPUTERS for system in load_systems()]
    columns = _alike((f"`{screen.name}`", tuple(verdict(*case, screen) for case in cases)) for screen in screens)
    known = zip(cases, zip(*columns, strict=True), strict=True)
    systems = _alike((system.name, (computer, verdicts)) for (computer, system), verdicts in known)
    rows = _alike((computer, ("; ".join(names), *verdicts)) for (computer, verdicts), names in systems.items())
    return _table(
        ("Raspberry Pi", "system", *(", ".join(names) for names in columns.values())),
        (("; ".join(computers), *row) for row, computers in rows.items()),
    )


def _alike(named: Iterable[tuple[str, _Value]]) -> dict[_Value, list[str]]:
    """The names of what has the same value, by that value."""
    found: dict[_Value, list[str]] = {}
    for name, value in named:
        found.setdefault(value, []).append(name)
    return found


# --- the board of switches -------------------------------------------------------------------------------------------


def _switch_pins() -> str:
    board = SwitchBoard()
    keyed = (
        ("`board.interrupt`", board.interrupt, f"INTA of every chip, {_value('INT')} to 3.3 V"),
        ("`board.reset`", board.reset, f"RESET of every chip, {_value('RESET')} to 3.3 V"),
    )
    bus = f"`board.bus` {board.bus}"
    return _table(
        ("key", "GPIO", "position", "goes to"),
        (
            (bus, 2, HEADER[2], "SDA of every chip"),
            (bus, 3, HEADER[3], "SCL of every chip"),
            *((key, pin, HEADER[int(pin)], goal) for key, pin, goal in keyed if pin != "none"),
            ("3.3 V", "", 1, "VDD of every chip, and the straps that are 1"),
            ("5 V", "", 2, "supply of the switches (3.3 V for those whose output is not an open collector or drain)"),
            ("ground", "", GROUNDS[1], "VSS of every chip, the straps that are 0, the switches"),
        ),
    )


def _value(net: str) -> str:
    """The value of what lies between the chips' supply and a net of theirs."""
    (value,) = values_between(expanders(), "+3V3", net)
    return value


def _chips() -> str:
    board = SwitchBoard()
    sensors = board.sensor_map()
    rows = []
    for address in _addresses(sensors):
        cells = [cell for cell, sensor in enumerate(sensors) if sensor and sensor.address == address]
        first, last = (
            f"row {cell // board.columns + 1} column {cell % board.columns + 1}" for cell in (cells[0], cells[-1])
        )
        rows.append((f"{address:#04x}", *straps(address).values(), len(cells), f"{first} to {last}"))
    return _table(
        (
            "address",
            *straps(_addresses(sensors)[0]),
            "switches",
            "cells, if they are to lie in order on GPA0 to GPA6, then GPB0 to GPB6",
        ),
        rows,
    )


def _addresses(sensors: Iterable[Sensor | None]) -> list[int]:
    return sorted({sensor.address for sensor in sensors if sensor})


def _switch_parts() -> str:
    sensors = [sensor for sensor in SwitchBoard().sensor_map() if sensor]
    chips = len(_addresses(sensors))
    together_ohm = 1 / (1 / PI_PULL_UP_OHM + chips / MODULE_PULL_UP_OHM)
    return _table(
        ("part", "how many", "look for"),
        (
            (
                "MCP23017, chip or module",
                chips,
                f"take the pull-ups of SDA and SCL off the modules: {chips} × 10 kΩ beside the Pi's own 1.8 kΩ make "
                f"{together_ohm:.0f} Ω and {3300 / together_ohm:.1f} mA, and the bus is made for 3 mA; two modules may "
                "keep theirs",
            ),
            (
                "hall switch",
                len(sensors),
                "**unipolar**, open collector or open drain, best one that closes at 10 mT or less: DRV5023AJ; A1104 "
                "and A3144 close anywhere up to 35 mT. Never omnipolar: beside the mummy they close by themselves",
            ),
            (
                f"capacitor {values_between(switch_strip(), '+5V', 'GND')[0]}",
                len(sensors),
                "one from supply to ground at each switch, as its maker asks",
            ),
            (f"capacitor {_value('GND')}", chips, "one from VDD to VSS at each chip"),
            (f"resistor {_value('INT')}", 1, "interrupt line to 3.3 V"),
            (
                f"resistor {_value('RESET')}",
                1,
                "RESET to 3.3 V; less than 10 kΩ, because the Pi pulls that pin down itself",
            ),
            *_magnets("neodymium N35, 8 × 3 mm: 70 mT at its switch, so that every switch closes"),
            ("wire, board, plugs", "", "keep the bus shorter than half a metre"),
        ),
    )


# --- the board of sensors --------------------------------------------------------------------------------------------


def _pico_pins() -> str:
    (at_gate,) = values_between(strip(), "+3V3", "GATE")
    rows: list[tuple[object, ...]] = [
        *(
            (f"GP{pin}", PADS[pin], f"S{bit} of all {ROWS} strips' multiplexers")
            for bit, pin in enumerate(SENSOR_SELECT)
        ),
        *(
            (f"GP{pin}", PADS[pin], f"S{bit} of the multiplexer beside the Pico")
            for bit, pin in enumerate(STRIP_SELECT)
        ),
        *((f"GP{pin}", PADS[pin], f"gate of row {row + 1}, {at_gate} to 3.3 V") for row, pin in enumerate(GATES)),
        (f"GP{SERVICE}", PADS[SERVICE], "jumper to ground, open: closed while plugging in, the program does not start"),
        (f"GP{OUTPUT}", PADS[OUTPUT], "Z of the multiplexer beside the Pico"),
        ("3V3(OUT)", SUPPLY_PAD, "sources of all transistors, VCC of all multiplexers"),
        ("ADC_VREF", REFERENCE_PAD, "the same 3.3 V, at the transistors"),
        ("ground", GROUND_PAD, "everything"),
    ]
    return _table(("pin", "pad", "goes to"), rows)


def _sensor_parts() -> str:
    small, large = values_between(strip(), "VS", "GND")
    (at_gate,) = values_between(strip(), "+3V3", "GATE")
    return _table(
        ("part", "how many", "look for"),
        (
            ("Raspberry Pi Pico or Pico 2", 1, "with MicroPython on it"),
            (
                "linear hall sensor",
                ROWS * COLUMNS,
                "DRV5055A4 at 3.3 V (7.5 mV/mT, to 190 mT); SS49E is cheaper and less exact, and needs its own "
                "`SENSOR` in `hardware/pico/pins.py`",
            ),
            ("74HC4067", ROWS + 1, "sixteen channels; one a strip, one beside the Pico"),
            (
                "P-channel MOSFET",
                ROWS,
                "fully on at 2.5 V between gate and source, such as AO3401A or DMG2301L; one a strip",
            ),
            (f"resistor {at_gate}", ROWS, "from each gate to 3.3 V: strips stay dark while the Pico starts"),
            (
                f"capacitor {small}",
                ROWS * COLUMNS,
                "one from supply to ground at each sensor, as its maker asks",
            ),
            (f"capacitor {large}", 2 * ROWS + 1, "one at each multiplexer, one at each strip's switched supply"),
            *_magnets("neodymium N35, 10 × 1 mm: 35 mT at its sensor"),
            ("boards for the strips", ROWS, "stripboard or perforated board"),
            ("USB cable", 1, "with data wires; some only charge"),
        ),
    )


def _magnets(hunter: str) -> tuple[tuple[object, ...], ...]:
    return (
        ("magnet of the mummy, figure", 1, "neodymium N35, 20 × 3 mm"),
        (
            "magnet of the mummy, counter-magnet",
            1,
            "**ferrite**, 15 × 3 mm, on the other face, attracted by the figure; neodymium would cling to the washers",
        ),
        ("magnet of a hunter", HUNTERS, hunter),
        (
            "steel washer M6",
            100,
            "6.4 × 12 × 1.6 mm (ISO 7089), not stainless; in the carriers, right under the face",
        ),
    )


# --- building --------------------------------------------------------------------------------------------------------


def _totals() -> str:
    return _table(("what", f"about € ({ESTIMATE})"), ((name, f"{total:.0f}") for name, total in totals_eur().items()))


def _bill() -> str:
    return _table(
        ("build", "needed", "buy", "part", "number", "package", "where", "instead", "about €"),
        (
            (
                line.build,
                f"{line.quantity:g} {line.part.unit}".strip(),
                line.packs or "the box's leaves enough",
                line.part.name,
                line.part.number,
                line.part.package,
                line.where,
                line.part.alternative,
                f"{line.cost_eur:.2f}",
            )
            for line in bill()
        ),
    )


def _strip_wires() -> str:
    return _wires_of_strip(strip_map())


def _switch_strip_wires() -> str:
    return _wires_of_strip(switch_strip_map())


def _wires_of_strip(board: StripboardMap) -> str:
    bare = rails(board)
    rows: list[tuple[object, ...]] = []
    for letter, name in (("A", "rail, supply"), ("H", "rail, ground")):
        rail = [wire for wire in bare if wire[0][1] == letter]
        rows.append((name, " ".join((_at(rail[0][0]), *(_at(end) for _, end in rail)))))
    rows += [(f"wire {number}", f"{_at(one)} to {_at(other)}") for number, (one, other) in numbered_wires(board)]
    if board.cuts:
        rows.append(("cuts", " ".join(sorted(map(_at, board.cuts), key=lambda at: int(at[:-1])))))
    return _table(("what", "holes"), rows)


def _at(hole: Hole) -> str:
    return f"{hole[0]}{hole[1]}"


def _carrier_wires() -> str:
    return _wires_of_board(carrier_map(), carrier())


def _carrier_cuts() -> str:
    tracks: dict[str, list[int]] = {}
    for track, letter in sorted(carrier_map().cuts):
        tracks.setdefault(letter, []).append(track)
    return _table(("row", "cut at tracks"), ((letter, _ranges(tracks[letter])) for letter in sorted(tracks)))


def _ranges(numbers: list[int]) -> str:
    """Rising numbers as a reader counts them: 7, 8, 20 to 39. None stands alone."""
    first = [number for number in numbers if number - 1 not in numbers]
    last = [number for number in numbers if number + 1 not in numbers]
    pairs = zip(first, last, strict=True)
    return ", ".join(f"{one} to {other}" if other > one + 1 else f"{one}, {other}" for one, other in pairs)


def _expander_wires() -> str:
    return _wires_of_board(expander_map(), expanders_without_pi())


def _wires_of_board(board: StripboardMap, circuit: Circuit) -> str:
    wires = (
        (number, _at(one), _at(other), net)
        for number, ((one, other), net) in enumerate(named_wires(board, circuit), start=1)
    )
    return _table(("wire", "from", "to", "net"), wires)


def _plug() -> str:
    """Where each wire of the plug goes: on the board, and on the header of the Raspberry Pi."""
    board, circuit = expander_map(), expanders()
    rows = []
    for number, (name, _) in PI_CABLE.pins.items():
        positions = sorted(int(pin) for ref, pin in circuit.nets[circuit.net_of(("J0", number))] if ref == "A1")
        position = GROUNDS[1] if name == "GND" else positions[0]
        rows.append((name, _at(board.pins["J0", number]), position))
    return _table(("wire", "hole", "position on the header"), rows)


def _fields() -> str:
    pawn, mummy = field_mt(HUNTER, HUNTER_GAP_MM, 0.0) + HUNTER.steel_mt[0], 0.0
    for disc, gap_mm in ((MOVER, MUMMY_GAP_MM), (INDICATOR, HUNTER_GAP_MM)):
        mummy += field_mt(disc, gap_mm, 0.0) + disc.steel_mt[0]
    followed = drag()
    return _table(
        ("what", "computed"),
        (
            ("a pawn at its sensor", f"{pawn:.0f} mT"),
            ("the mummy at its sensor", f"{mummy:.0f} mT"),
            ("pull on a pawn in the middle of its cell", f"{hold_n():.2f} N"),
            ("pull 4 mm beside it", f"{hold_n(aside_mm=4.0):.2f} N"),
            (
                f"heaviest pawn at a friction of {FRICTION:g}",
                f"{held_g():.0f} g, {held_g() / PAWN_G:.1f} times {PAWN_G:.0f} g",
            ),
            ("push of a neighbour one cell away", f"{max(neighbours_n().values()):.3f} N at most"),
            ("the counter-magnet lags behind the figure", f"{followed.lag_mm:g} mm at most"),
            ("push that the figure needs", f"{followed.push_n:.1f} N at most"),
            ("what holds the counter-magnet", f"{followed.hold_n:.1f} N at least"),
        ),
    )


def _published_rows() -> str:
    rows = []
    for row in comparisons():
        published = f"{row.least:.2g}" if row.least == row.most else f"{row.least:.2g} to {row.most:.2g}"
        rows.append(
            (
                row.what,
                f"{published} {row.unit}".strip(),
                row.source,
                f"{row.computed:.2g} {row.unit}".strip(),
                row.method,
            )
        )
    return _table(("what", "published", "by", "computed", "how"), rows)


TABLES: Final[dict[str, Callable[[], str]]] = {
    "device-pins": _device_pins,
    "encoder-pins": _encoder_pins,
    "screens": _screens,
    "screen-lines": _screen_lines,
    "systems": _systems,
    "switch-pins": _switch_pins,
    "switch-chips": _chips,
    "switch-parts": _switch_parts,
    "pico-pins": _pico_pins,
    "sensor-parts": _sensor_parts,
    "build-totals": _totals,
    "build-bill": _bill,
    "build-strip": _strip_wires,
    "build-carrier": _carrier_wires,
    "build-carrier-cuts": _carrier_cuts,
    "build-switch-strip": _switch_strip_wires,
    "build-expanders": _expander_wires,
    "build-plug": _plug,
    "build-fields": _fields,
    "build-published": _published_rows,
}
"""Each table by the name that stands before it in the guide."""
