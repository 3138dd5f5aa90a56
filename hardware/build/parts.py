"""Every part of the recommended device: number, package, alternative and price; quantities follow from the circuits.

Prices are **estimates** of November 2026 in euros, for small quantities with tax. No shop was asked; where a public
list of parts names a shop's price, `price_source` says so. Put your own into `price_eur` and run `make wiring`.
What is sold by the pack, spool or sheet of several is bought whole: `pack` says how much is in one.
`seen_at` tells where a maker's or shop's number was found in use on that day; where it is empty, the number is that of
a standard, with the size. A magnet's grade is defined by such a one: N35 by GB/T 13560, Y30 by SJ/T 10410.
"""

import csv
import io
import math
from collections import Counter
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from hardware.build.nets import CIRCUITS, CONSOLE_WIRE_M, COPIES, Component, console_wires
from hardware.build.stripboard import BOARDS, wire_m
from hardware.pico.pins import COLUMNS, ROWS

Build: TypeAlias = Literal["box", "sensors", "switches"]
"""The box alone, the board of sensors, and the board of switches."""
ESTIMATE: Final = "estimate, 2026-11-29"
HUNTERS: Final = 4
CELLS: Final = ROWS * COLUMNS
STRIPS_A_BOARD: Final = 7
"""Pieces of eight holes that are sawn from the 160 mm of a Eurocard."""
PIECES_A_STRIP: Final = 3


class Part(msgspec.Struct, frozen=True):
    """A part that is bought: maker's number, package, what may be taken instead, price, and what the facts stand on."""

    name: str
    number: str
    package: str
    alternative: str
    price_eur: float
    source: str
    seen_at: str = ""
    price_source: str = ESTIMATE
    pack: float = 1
    """How many, or how much, the price buys: less is not sold."""
    unit: str = ""
    """What is counted, where it is not pieces."""


PARTS: Final[dict[str, Part]] = {
    # electronics, by the keys of the circuits
    "pi": Part(
        "Raspberry Pi Zero 2 W",
        "SC1176",
        "65 × 30 mm",
        "3A+, 3B+, 4, 5",
        18.0,
        "its product brief",
        seen_at="microcenter.com; public lists of parts",
    ),
    "pico": Part(
        "Raspberry Pi Pico with headers",
        "SC0917 (Raspberry Pi Pico H)",
        "40 pads, 21 × 51 mm",
        "Pico 2 with headers",
        6.0,
        "its data sheet",
        seen_at="TME SC0917",
        price_source="5.48 € at TME, in a public list of 2026; read 2026-11-29",
    ),
    "hall": Part(
        "linear hall sensor",
        "DRV5055A4QLPG",
        "TO-92",
        "SS49E: set SENSOR in pico/pins.py; reaches about 80 mT at 3.3 V, so the mummy is at its end",
        0.75,
        "SBAS640: pins 5, sensitivity 7.5 mV/mT at 3.3 V, capacitor 0.01 µF",
        seen_at="Digi-Key 9371283",
    ),
    "mux": Part(
        "multiplexer 74HC4067",
        "CD74HC4067E",
        "DIP-24, 15.24 mm",
        "any 74HC4067 on an adapter to DIP-24",
        1.9,
        "SCHS209",
        seen_at="snapeda.com; several public lists of parts",
    ),
    "pmos": Part(
        "P-channel MOSFET",
        "AO3401A",
        "SOT-23",
        "DMG2301L",
        0.15,
        "its data sheet: 85 mΩ at 2.5 V",
        seen_at="LCSC C15127",
    ),
    "adapter": Part(
        "adapter SOT-23 to six pins",
        "SparkFun BOB-00717",
        "two rows of three, 7.62 mm apart",
        "solder the transistor to three wires",
        1.3,
        "so that it fits a stripboard; three of its pins are used",
        seen_at="sparkfun.com; Digi-Key 5318740",
        price_source="2.50 $ for two, in a public list; read 2026-11-29",
    ),
    "C10n": Part(
        "capacitor 10 nF X7R 50 V",
        "C1206C103K5RACTU",
        "1206",
        "any ceramic one of 10 nF to 100 nF",
        0.05,
        "SBAS640, pin 1; SLIS150 for the switches",
        seen_at="Farnell 1414713",
    ),
    "C100n": Part(
        "capacitor 100 nF X7R 50 V",
        "C1206C104K5RACTU",
        "1206",
        "any ceramic one",
        0.06,
        "one at each chip",
        seen_at="Digi-Key 411248",
    ),
    "R4k7": Part(
        "resistor 4.7 kΩ",
        "RC1206FR-074K7L",
        "1206",
        "any of 4.7 kΩ",
        0.03,
        "keeps the strips dark while the Pico starts",
        seen_at="Digi-Key 728887",
    ),
    "R10k": Part(
        "resistor 10 kΩ",
        "RC1206FR-0710KL",
        "1206",
        "any of 10 kΩ",
        0.03,
        "DS20001952, open drain",
        seen_at="public lists of parts",
    ),
    "R270": Part(
        "resistor 270 Ω",
        "CFR-25JB-52-270R",
        "6.3 mm, two legs",
        "any of 270 Ω",
        0.03,
        "about 5 mA for red",
        seen_at="Mouser 603-CFR-25JB-52-270R",
    ),
    "R100": Part(
        "resistor 100 Ω",
        "CFR-25JB-52-100R",
        "6.3 mm, two legs",
        "any of 100 Ω",
        0.03,
        "1 to 3 mA for green and blue",
        seen_at="Digi-Key 100QBK-ND",
    ),
    "R220": Part(
        "resistor 220 Ω",
        "CFR-25JB-52-220R",
        "6.3 mm, two legs",
        "any of 220 Ω",
        0.03,
        "limits the current into the piezo",
        seen_at="Digi-Key 220QBK-ND",
    ),
    "jumper wires": Part(
        "jumper wires, socket to socket, 30 cm, one socket cut off",
        "Adafruit 793",
        "pack of 40",
        "any ribbon of 0.1 mm² with sockets of 2.54 mm",
        8.0,
        "a wire for each pin of a cable",
        seen_at="adafruit.com/product/793",
        price_source="7.95 $ for forty, in a public list; read 2026-11-29",
        pack=40,
    ),
    "plug": Part(
        "pin header 1 × 8",
        "M20-9990846",
        "2.54 mm",
        "any 2.54 mm header",
        0.25,
        "on the carrier",
        seen_at="Farnell 1022257",
    ),
    "plug 12": Part(
        "pin header 1 × 12",
        "M20-9991246",
        "2.54 mm",
        "any 2.54 mm header",
        0.35,
        "on each strip of switches",
        seen_at="harwin.com, M20-9991246",
    ),
    "jumper": Part(
        "pin header 1 × 2 with jumper",
        "M20-9990246",
        "2.54 mm",
        "any",
        0.15,
        "closed to update the Pico",
        seen_at="harwin.com, M20-9990246",
    ),
    "button": Part(
        "push button, panel, 12 mm hole",
        "PBS-33B",
        "12 mm, panel",
        "any that closes while pressed",
        0.7,
        "measure it: the console has 12.2 mm holes",
        seen_at="public lists of parts: thread M12, measured; one says 7 to 8 mm",
    ),
    "led": Part(
        "RGB diode, 5 mm, diffuse, common cathode",
        "L-154A4SURKQBDZGC",
        "5 mm, 4 legs",
        "any with a common cathode",
        6.4,
        "its data sheet: legs red, cathode, green, blue",
        seen_at="kingbright-europe.de; RS 861-4304",
        price_source="5.52 £ for five at RS, in a public list; read 2026-11-29",
        pack=5,
    ),
    "piezo": Part(
        "passive piezo buzzer, 12 mm",
        "PS1240P02BT",
        "12.2 mm",
        "any passive one",
        0.7,
        "its data sheet",
        seen_at="Digi-Key 935924",
    ),
    "expander": Part(
        "MCP23017",
        "MCP23017-E/SP",
        "DIP-28, 7.62 mm",
        "a module, its pull-ups taken off",
        1.9,
        "DS20001952",
        seen_at="Digi-Key MCP23017-E/SP-ND",
        price_source="1.76 €, in a public list of 2026; read 2026-11-29",
    ),
    "switch": Part(
        "hall switch, unipolar",
        "DRV5023AJQLPG",
        "TO-92",
        "A1104 with stronger pawns",
        0.65,
        "SLIS150: closes at 6.9 mT, capacitor 0.01 µF",
        seen_at="Digi-Key 5181319",
    ),
    # the rest of the box
    "screen": Part(
        "screen 5″, 800 × 480, HDMI",
        "Waveshare 5inch HDMI LCD",
        "121.1 × 77.9 mm",
        "Raspberry Pi Touch Display, 7″ (with a Pi 3 or later): print the wider console",
        38.0,
        "measure it: the console is cut for these sizes",
        seen_at="waveshare.com/wiki/5inch_HDMI_LCD",
    ),
    "card": Part(
        "memory card 32 GB",
        "SanDisk SDSQUA4-032G-GN6MA",
        "microSD",
        "any of class A1",
        7.0,
        "for the operating system",
        seen_at="sandisk.com",
        price_source="7.99 $, in a public list; read 2026-11-29",
    ),
    "supply": Part(
        "power supply 5.1 V, 2.5 A",
        "Adafruit 1995",
        "micro-USB",
        "any of 2.5 A with a short cable",
        8.0,
        "feeds Pi and screen",
        seen_at="adafruit.com/product/1995",
        price_source="7.50 $, in a public list; read 2026-11-29",
    ),
    "hdmi": Part(
        "flat HDMI cable, 20 cm, without plugs",
        "Adafruit 3561",
        "ribbon",
        "a whole cable, mini HDMI (C) to HDMI (A)",
        1.5,
        "a Pi 4 has micro HDMI",
        seen_at="adafruit.com/product/3561",
    ),
    "hdmi plug": Part(
        "HDMI plug for it",
        "Adafruit 3548",
        "HDMI (A)",
        "as above",
        6.0,
        "to the screen",
        seen_at="adafruit.com/product/3548",
        price_source="6.50 $, in a public list; read 2026-11-29",
    ),
    "mini-HDMI plug": Part(
        "mini-HDMI plug for it",
        "Adafruit 3552",
        "mini HDMI (C)",
        "as above; micro HDMI for a Pi 4",
        6.0,
        "to the Raspberry Pi",
        seen_at="adafruit.com/product/3552",
        price_source="6.50 $, in a public list; read 2026-11-29",
    ),
    "otg": Part(
        "micro-USB OTG adapter",
        "Adafruit 1099",
        "cable",
        "none on a Pi 3 or 4",
        2.5,
        "for the board of sensors on a Zero",
        seen_at="adafruit.com/product/1099",
        price_source="2.50 $, in a public list; read 2026-11-29",
    ),
    "hook-up": Part(
        "solid hook-up wire 22 AWG (0.64 mm)",
        "Adafruit 290",
        "spool of 7.6 m",
        "tinned copper 0.6 mm in thin sleeves for rails; any of 0.25 mm² or more for the console",
        3.0,
        "console, and two rails a strip",
        seen_at="adafruit.com/product/290",
        price_source="3 $, in a public list; read 2026-11-29",
        pack=7.6,
        unit="m",
    ),
    "header": Part(
        "pin header 2 × 20",
        "Adafruit 2822",
        "2.54 mm",
        "a Raspberry Pi Zero 2 WH has it",
        1.0,
        "to solder into the Raspberry Pi",
        seen_at="adafruit.com/product/2822",
        price_source="0.95 $, in a public list; read 2026-11-29",
    ),
    "feet": Part(
        "rubber feet, 8 mm",
        "3M SJ-5302",
        "self-adhesive",
        "any",
        0.1,
        "four",
        seen_at="Conrad: 3M SJ-5302, 7.9 × 2.2 mm",
    ),
    "screw": Part("screw M3 × 8", "ISO 7380-1 M3 × 8", "M3", "any M3 × 8", 0.05, "console and screen"),
    "small screw": Part("screw M2.5 × 8", "ISO 7045 M2.5 × 8", "M2.5", "any M2.5 × 8", 0.05, "Raspberry Pi, and frame"),
    "filament": Part(
        "filament for printing, PETG 1.75 mm",
        "Overture OVPETG175",
        "spool of 1 kg",
        "PLA",
        20.0,
        "volumes of the bodies",
        seen_at="public lists of parts",
        unit="kg",
    ),
    # the rest of the boards
    "stripboard": Part(
        "stripboard 100 × 160 mm, tracks along 160 mm",
        "Reichelt H25SR160",
        "39 tracks (count them)",
        "board with single pads: more wire",
        4.5,
        "sawn into pieces of 39 tracks by 8 holes",
        seen_at="reichelt.de, in a public list",
    ),
    "wire": Part(
        "insulated wire 30 AWG",
        "Adafruit 1446",
        "spool of 200 m",
        "any thin one",
        7.0,
        "as long as the maps' wires, and 2 cm more each",
        seen_at="adafruit.com/product/1446",
        pack=200,
        unit="m",
    ),
    "washer": Part(
        "steel washer M6, zinc",
        "ISO 7089 M6",
        "6.4 × 12 × 1.6 mm",
        "none: not larger, not stainless",
        0.03,
        "section.py, margins.py",
    ),
    "figure": Part(
        "magnet of the mummy, figure",
        "GB/T 13560 N35, disc 20 × 3 mm",
        "axial",
        "N42 reaches farther, not better",
        1.0,
        "margins.py",
    ),
    "counter": Part(
        "magnet of the mummy, counter-magnet",
        "SJ/T 10410 Y30, ferrite disc 15 × 3 mm",
        "axial",
        "neodymium N35, 15 × 1 mm",
        0.4,
        "margins.py",
    ),
    "pawn": Part(
        "magnet of a hunter",
        "supermagnete S-10-01-N",
        "disc 10 × 1 mm, N35, axial",
        "two of 0.5 mm",
        0.3,
        "margins.py",
        seen_at="supermagnete.de: N35, 5.3 N on steel",
    ),
    "pawn for switches": Part(
        "magnet of a hunter, for switches",
        "GB/T 13560 N35, disc 8 × 3 mm",
        "axial",
        "supermagnete S-08-03-N: N45, a little stronger; 10 × 1 mm with switches below 10 mT",
        0.4,
        "margins.py",
    ),
    "face": Part(
        "face, polystyrene sheet 1 mm, 320 × 280 mm",
        "ISO 14631 PS-I, 1 mm",
        "sheet",
        "PETG or card of 1 mm",
        4.0,
        "cut from any larger sheet; your map is glued on",
    ),
    "felt": Part(
        "card 0.3 mm, a sheet",
        "ISO 216 A4",
        "sheet",
        "adhesive felt that slides well",
        0.5,
        "under each magnet",
    ),
    "usb": Part(
        "USB cable, micro-B, with data wires",
        "Adafruit 592",
        "1 m",
        "the Pico's own kind",
        3.0,
        "some only charge",
        seen_at="adafruit.com/product/592",
        price_source="2.95 $, in a public list; read 2026-11-29",
    ),
}


def _rails_m(*names: str) -> float:
    """How much wire the rails of some boards take, for all their copies."""
    return round(sum(COPIES[name] * wire_m(BOARDS[name][0]())[0] for name in names), 1)


def _wires_m(*names: str) -> float:
    """How much insulated wire some boards take, for all their copies."""
    return round(sum(COPIES[name] * wire_m(BOARDS[name][0]())[1] for name in names), 1)


OTHERS: Final[dict[Build, dict[str, float]]] = {
    "box": {
        "card": 1,
        "supply": 1,
        "hdmi": 1,
        "hdmi plug": 1,
        "mini-HDMI plug": 1,
        "header": 1,
        "hook-up": console_wires() * CONSOLE_WIRE_M,
        "feet": 4,
        "screw": 8,
        "small screw": 4,
        "filament": 0.35,
    },
    "sensors": {
        "adapter": ROWS,
        "stripboard": -(-ROWS * PIECES_A_STRIP // STRIPS_A_BOARD) + 1,
        "hook-up": _rails_m("strip"),
        "wire": _wires_m("strip", "carrier"),
        "washer": CELLS,
        "figure": 1,
        "counter": 1,
        "pawn": HUNTERS,
        "face": 2,
        "felt": 1,
        "usb": 1,
        "otg": 1,
        "small screw": 16,
        "filament": 0.55,
    },
    "switches": {
        "stripboard": 6,
        "hook-up": _rails_m("switch_strip"),
        "wire": _wires_m("switch_strip", "expanders"),
        "washer": CELLS,
        "figure": 1,
        "counter": 1,
        "pawn for switches": HUNTERS,
        "face": 2,
        "felt": 1,
        "small screw": 16,
        "filament": 0.55,
    },
}
"""What no circuit has."""
OF_BUILD: Final[dict[str, Build]] = {
    "console": "box",
    "strip": "sensors",
    "carrier": "sensors",
    "switch_strip": "switches",
    "expanders": "switches",
}


class Line(msgspec.Struct, frozen=True):
    """A line of the bill of materials: how much is needed, and how many whole packs are bought for it."""

    build: Build
    key: str
    quantity: float
    where: str
    packs: int = 0

    @property
    def part(self) -> Part:
        """The entry of `PARTS`."""
        return PARTS[self.key]

    @property
    def cost_eur(self) -> float:
        """The price of whole packs."""
        return self.packs * self.part.price_eur


def bill() -> tuple[Line, ...]:
    """Every line: the parts of the circuits by their references, then the others."""
    lines = []
    for name, drawn in CIRCUITS.items():
        board, copies, build = drawn(), COPIES[name], OF_BUILD[name]
        found: dict[str, list[Component]] = {}
        for component in board.components:
            if component.ref != "A1" or build != "switches":  # the Raspberry Pi is the box's own
                found.setdefault(component.part, []).append(component)
        for key, components in found.items():
            refs = [component.ref for component in components]
            shown = " ".join(refs) if len(refs) < 8 else f"{refs[0]} … {refs[-1]}"
            where = f"{name}: {shown}" + (f", {copies} times" if copies > 1 else "")
            lines.append(Line(build, key, copies * sum(map(_count_pieces, components)), where))
    for build, others in OTHERS.items():
        lines += [Line(build, key, quantity, "") for key, quantity in others.items()]
    order = ("box", "sensors", "switches")
    return _in_packs(sorted(lines, key=lambda line: order.index(line.build)))


def _count_pieces(component: Component) -> int:
    """How many pieces a component is: a cable is a wire for each pin."""
    return len(component.symbol.pins) if component.part == "jumper wires" else 1


def _in_packs(lines: list[Line]) -> tuple[Line, ...]:
    """The lines with the packs that each adds: a board first uses what the box leaves over."""
    found: list[Line] = []
    used: dict[Build, Counter[str]] = {}
    for line in lines:
        of = used.setdefault(line.build, Counter(used.get("box", {})))
        before, after = of[line.key], of[line.key] + line.quantity
        of[line.key] = after  # type: ignore[assignment]
        packs = math.ceil(after / line.part.pack) - math.ceil(before / line.part.pack)
        found.append(replace(line, packs=packs))
    return tuple(found)


def totals_eur() -> dict[str, float]:
    """The three totals: the box alone, with the board of sensors, with the board of switches."""
    costs: Counter[str] = Counter()
    for line in bill():
        costs[line.build] += line.cost_eur  # type: ignore[assignment]
    return {
        "the box alone": costs["box"],
        "with the board of sensors": costs["box"] + costs["sensors"],
        "with the board of switches": costs["box"] + costs["switches"],
    }


def bill_csv() -> str:
    """The bill of materials as CSV, the totals at its end."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(
        (
            "build",
            "quantity",
            "unit",
            "part",
            "number",
            "number seen at",
            "package",
            "where",
            "alternative",
            "in a pack",
            "packs",
            "pack EUR",
            "EUR",
            "price",
            "source",
        )
    )
    for line in bill():
        part = line.part
        rows.writerow(
            (
                line.build,
                f"{line.quantity:g}",
                part.unit,
                part.name,
                part.number,
                part.seen_at,
                part.package,
                line.where,
                part.alternative,
                f"{part.pack:g}",
                line.packs,
                f"{part.price_eur:.2f}",
                f"{line.cost_eur:.2f}",
                part.price_source,
                part.source,
            )
        )
    for name, total in totals_eur().items():
        rows.writerow(("total", "", "", name, *[""] * 8, f"{total:.2f}", ESTIMATE, "sum of the lines above"))
    return out.getvalue()
