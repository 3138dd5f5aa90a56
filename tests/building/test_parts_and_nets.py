"""Parts, circuits and the map of a strip: what is drawn, listed and programmed is one thing."""

import csv
import re
import warnings
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from places import PROJECT
from sampling import before_a_release

from hardware import build
from hardware.boards.settings import SwitchBoard
from hardware.build.nets import (
    CABLE_12,
    CABLE_WIRES,
    CIRCUITS,
    COPIES,
    EXPANDER,
    PI_CABLE,
    PICO,
    SUPPLY_MA,
    Circuit,
    carrier,
    complaints,
    console,
    expanders,
    free_pins,
    kicad_netlist,
    strip,
    switch_strip,
)
from hardware.build.parts import OTHERS, PARTS, bill, bill_csv, totals_eur
from hardware.build.stripboard import (
    BOARDS,
    CARRIER_HOLES,
    HOLES,
    PIECE,
    Hole,
    StripboardMap,
    carrier_map,
    faults,
    numbered_wires,
    rails,
    sensor_track,
    strip_map,
    switch_strip_map,
    wire_m,
)
from hardware.guide import GUIDE
from hardware.guide.circuit_pictures import PADS
from hardware.guide.drawing import Dot, SvgLabel, SvgPicture, Wire
from hardware.guide.stripboard_picture import stripboard, switch_stripboard
from hardware.pico import pins
from hardware.wiring import HEADER, Wiring, pins_by_key

FOLDER = Path(build.__file__).parent
STANDARD = re.compile(r"(ISO|GB/T|SJ/T) \d+")


@pytest.fixture(params=CIRCUITS)
def board(request: pytest.FixtureRequest) -> Circuit:
    return CIRCUITS[request.param]()


def test_a_circuit_is_whole(board: Circuit) -> None:
    """Each pin is in one net or free on purpose; each net has at most one driver; supplies and currents fit."""
    assert complaints(board, free_pins(board), SUPPLY_MA[board.name]) == []


def test_each_fault_of_a_circuit_is_found() -> None:
    """A wire left out, one to a second net, a short, and a supply too weak are each found."""
    good = strip()
    out, column = good.nets["OUT"], good.nets["COLUMN3"]

    def found(**nets: tuple[tuple[str, str], ...]) -> str:
        wired = good.nets | nets
        every = {pin for pins_of in good.nets.values() for pin in pins_of}
        free = good.unused | (every - {pin for pins_of in wired.values() for pin in pins_of})
        return " ".join(complaints(replace(good, nets=wired, unused=free), free_pins(good), 250.0))

    assert "U3.OUT is free" in found(COLUMN3=column[1:]) and "has one pin" in found(COLUMN3=column[1:])
    assert "in 2 nets" in found(OUT=(*out, column[0]))
    assert "2 drivers" in found(COLUMN3=(*column, ("U4", "3")), COLUMN4=())
    assert "ground" in found(OUT=(*out, ("U4", "2")))
    whole = carrier()
    kinds = {kind: (part.ref, pin) for part in whole.components for pin, (_, kind) in part.symbol.pins.items()}
    supply = next(name for name, pins in whole.nets.items() if kinds["power_out"] in pins)
    sensor = next(part for part in good.components if part.ref == "U4")
    shorted = replace(
        whole,
        components=(*whole.components, sensor),
        nets=whole.nets | {supply: (*whole.nets[supply], ("U4", "3"))},
    )
    assert f"{supply} has 2 drivers" in " ".join(complaints(shorted, free_pins(whole), 1000.0))
    assert "100.1 mA" in " ".join(complaints(good, free_pins(good), 100.0))


def test_each_sensor_is_read_where_the_pico_s_program_selects_it() -> None:
    """Row and column, through cable and both multiplexers, over the pins that the program drives."""
    of_strip, of_pico = strip(), carrier()
    wires = {wire: ("J1", str(number)) for number, wire in enumerate(CABLE_WIRES, start=1)}

    def joined(circuit: Circuit, one: tuple[str, str], other: tuple[str, str]) -> bool:
        return circuit.net_of(one) == circuit.net_of(other)

    def pad(pin: int) -> tuple[str, str]:
        return "A1", PICO.number(f"GP{pin}")

    def chip(name: str) -> str:
        return next(part.symbol for part in of_pico.components if part.ref == "U1").number(name)

    for column in range(pins.COLUMNS):
        assert joined(of_strip, (f"U{column + 1}", "3"), ("U11", chip(f"Y{column}")))
    assert joined(of_strip, ("U11", chip("Z")), wires["OUT"]) and joined(of_strip, ("Q1", "1"), wires["GATE"])
    for bit in range(4):
        assert joined(of_strip, ("U11", chip(f"S{bit}")), wires[f"S{bit}"])
        assert joined(of_pico, pad(pins.STRIP_SELECT[bit]), ("U1", chip(f"S{bit}")))
    for row in range(pins.ROWS):
        cable = {wire: (f"J{row + 1}", number) for wire, (_, number) in wires.items()}
        assert joined(of_pico, cable["OUT"], ("U1", chip(f"Y{row}")))
        assert joined(of_pico, cable["GATE"], pad(pins.GATES[row]))
        assert all(joined(of_pico, cable[f"S{bit}"], pad(pins.SENSOR_SELECT[bit])) for bit in range(4))
    assert joined(of_pico, ("U1", chip("Z")), pad(pins.OUTPUT))
    assert of_pico.net_of(pad(pins.SERVICE)) == "SERVICE"


def test_the_pads_are_those_of_the_pico_s_data_sheet() -> None:
    """GP0 is pad 1, GP15 pad 20, GP16 pad 21, GP22 pad 29, GP26 pad 31 and GP28 pad 34."""
    assert [PADS[pin] for pin in (0, 2, 15, 16, 22, 26, 28)] == [1, 4, 20, 21, 29, 31, 34]
    assert len(PICO.pins) == 40


def test_the_console_is_wired_as_the_device_is_configured() -> None:
    """Each key's net begins at its position on the header."""
    circuit = console()
    for key, pin in pins_by_key(Wiring()).items():
        assert ("A1", str(HEADER[pin])) in circuit.nets[key], key


def test_what_hangs_in_wires_has_legs() -> None:
    """The console has no circuit board, so none of its parts is made for one's surface."""
    assert not [part.ref for part in console().components if "SMD" in part.symbol.footprint]
    assert not [line.key for line in bill() if line.where.startswith("console") and line.part.package == "1206"]


def test_the_board_of_switches_has_each_cell_where_its_driver_reads_it() -> None:
    """A hundred cells, each on its own input, and no input that is an output only."""
    board, circuit, of_strip = SwitchBoard(), expanders(), switch_strip()
    sensors = [sensor for sensor in board.sensor_map() if sensor]
    chips = {at: f"U{count}" for count, at in enumerate(sorted({sensor.address for sensor in sensors}), start=1)}
    ports = set()
    for cell, sensor in enumerate(sensors):
        row, column = cell // board.columns + 1, cell % board.columns + 1
        wire = CABLE_12.number(f"COL{column}")
        assert of_strip.net_of((f"H{column}", "3")) == of_strip.net_of(("J1", wire))
        port = chips[sensor.address], EXPANDER.number(f"GP{'AB'[sensor.pin // 8]}{sensor.pin % 8}")
        assert circuit.net_of((f"J{row}", wire)) == circuit.net_of(port)
        ports.add(port)
    assert len(ports) == 100
    assert not {number for _, number in ports} & {"8", "28"}


def test_the_plug_of_the_board_of_switches_goes_where_the_guide_says() -> None:
    """Each of its seven wires is at its position on the Raspberry Pi's header."""
    board, circuit = SwitchBoard(), expanders()
    at = {"SDA": 3, "SCL": 5, "INT": HEADER[int(board.interrupt)], "RESET": HEADER[int(board.reset)], "3V3": 1, "5V": 2}
    assert len(at) + 1 == len(PI_CABLE.pins)
    for name, position in (*at.items(), ("GND", 9)):
        assert circuit.net_of(("J0", PI_CABLE.number(name))) == circuit.net_of(("A1", str(position))), name


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=before_a_release if name != "console" else ()) for name in CIRCUITS],
)
def test_kicad_s_netlist_is_read_by_a_parser_that_is_not_ours(name: str) -> None:
    """kinparse finds the same components and nets, pin by pin."""
    board = CIRCUITS[name]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own old grammar
        from kinparse import parse_netlist

        read = parse_netlist(netlist(board))
        assert {part.ref: part.value for part in read.parts} == {
            part.ref: PARTS[part.part].number for part in board.components
        }
        assert {net.name: {(pin.ref, pin.num) for pin in net.pins} for net in read.nets} == {
            name: set(of_net) for name, of_net in board.nets.items()
        }


def test_the_netlists_in_the_repository_are_those_of_the_circuits(board: Circuit) -> None:
    """`make wiring` writes them."""
    assert (FOLDER / f"{board.name}.net").read_text(encoding="utf-8") == netlist(board)


def netlist(board: Circuit) -> str:
    return kicad_netlist(board, {key: part.number for key, part in PARTS.items()})


def test_the_bill_lists_what_the_circuits_have() -> None:
    """Quantities are those of the nets, and a few of them as a person counts them."""
    counted: Counter[str] = Counter()
    for name, drawn in CIRCUITS.items():
        for component in drawn().components:
            is_cable = component.part == "jumper wires"
            counted[component.part] += COPIES[name] * (len(component.symbol.pins) if is_cable else 1)
    listed: Counter[str] = Counter()
    for line in bill():
        if line.where:
            listed[line.key] += int(line.quantity)
    counted["pi"] -= 1  # the same one carries console and switches
    assert listed == counted
    assert [counted[key] for key in ("hall", "mux", "pmos", "switch", "expander", "button")] == [100, 11, 10, 100, 8, 6]
    assert counted["jumper wires"] == 10 * 8 + 10 * 12 + 7
    assert counted["C10n"] == counted["hall"] + counted["switch"]


def test_no_part_is_without_number_and_none_is_left_over() -> None:
    """Each part that is used has a maker's or shop's number that was seen, or a standard's; a price with its source;
    and each that is listed is used."""
    used = {line.key for line in bill()}
    assert used == PARTS.keys()
    for key in used:
        part = PARTS[key]
        assert part.number and part.package and part.price_eur > 0 and part.price_source and part.source, key
        assert part.seen_at or STANDARD.match(part.number), f"{key}: seen nowhere, and of no standard"
        assert any(letter.isdigit() for letter in part.number), key
    assert {key for others in OTHERS.values() for key in others} <= used


def test_the_bill_in_the_repository_is_made_from_the_parts() -> None:
    """`make wiring` writes it; its totals are the sums of its lines."""
    text = (FOLDER / "bill.csv").read_text(encoding="utf-8")
    assert text == bill_csv()
    rows = list(csv.DictReader(text.splitlines()))
    sums: Counter[str] = Counter()
    for row in rows:
        sums[row["build"]] += round(100 * float(row["EUR"]))
    totals = [round(100 * total) for total in totals_eur().values()]
    assert totals == pytest.approx([sums["box"], sums["box"] + sums["sensors"], sums["box"] + sums["switches"]], abs=5)


@pytest.mark.parametrize("name", BOARDS)
def test_a_map_on_stripboard_makes_its_circuit(name: str) -> None:
    """Tracks, cuts and wires join the pins as the nets do; no hole is used twice, and parts fit between tracks."""
    made, circuit, tracks, letters = BOARDS[name]
    assert faults(made(), circuit(), tracks, letters) == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=before_a_release if name == "expanders" else ()) for name in BOARDS]
)
def test_each_wire_and_each_cut_of_a_map_is_needed(name: str) -> None:
    """Without any of them the map makes another circuit, but for cuts between two grounds."""
    made, drawn, tracks, letters = BOARDS[name]
    whole, circuit = made(), drawn()
    for wire in whole.wires:
        rest = replace(whole, wires=tuple(other for other in whole.wires if other != wire))
        assert faults(rest, circuit, tracks, letters), wire
    spared = {
        cut for cut in whole.cuts if not faults(replace(whole, cuts=whole.cuts - {cut}), circuit, tracks, letters)
    }
    for track, letter in spared:
        beside = {whole.piece((track, chr(ord(letter) - 1))), whole.piece((track, letter))}
        assert {circuit.net_of(pin) for pin, hole in whole.pins.items() if whole.piece(hole) in beside} == {"GND"}


@pytest.mark.parametrize("name", BOARDS)
def test_a_small_part_lies_on_two_tracks_side_by_side_of_one_board(name: str) -> None:
    """It is bent to the pitch of the holes; over a joint of two boards it would break."""
    made, circuit, tracks, letters = BOARDS[name]
    whole = made()
    for ref in {ref for ref, _ in whole.pins if ref[0] in "CR"}:
        _, letter = whole.pins[ref, "1"]
        for one, other, is_right in ((1, 2, True), (2, 1, True), (1, 3, False), (39, 40, False), (38, 39, True)):
            moved = replace(whole, pins={**whole.pins, (ref, "1"): (one, letter), (ref, "2"): (other, letter)})
            found = f"{ref} does not lie on two tracks side by side" in faults(moved, circuit(), tracks, letters)
            assert found is not is_right, (ref, one, other)


@pytest.mark.parametrize(("at", "is_bare"), [(1, True), (2, False), (3, False), (4, True)])
def test_a_wire_along_a_rail_is_bare_unless_it_passes_a_taken_hole(at: int, is_bare: bool) -> None:
    """Its own two ends are its own; a pin and another wire take a hole alike."""
    wire = ((1, "A"), (4, "A"))
    with_a_pin = StripboardMap({("J1", "1"): (at, "A")}, (wire,), frozenset())
    with_a_wire = StripboardMap({}, (wire, ((at, "A"), (9, "C"))), frozenset())
    assert (wire in rails(with_a_pin)) is (wire in rails(with_a_wire)) is is_bare


@pytest.mark.parametrize("name", BOARDS)
def test_only_small_parts_share_a_hole_with_a_wire(name: str) -> None:
    """Their leads are thin, and lie on the tracks."""
    made, circuit, tracks, letters = BOARDS[name]
    whole = made()
    end = next(one for one, other in whole.wires if one != other)
    for pin in {pin[0][0]: pin for pin in whole.pins}.values():  # one of each kind of part
        shared = f"two in {end}" in faults(replace(whole, pins={**whole.pins, pin: end}), circuit(), tracks, letters)
        assert shared is (pin[0][0] not in "CR"), pin


def test_the_carrier_s_parts_lie_as_they_do_in_the_hand() -> None:
    """Seen from above: the Pico's rows 17.78 mm apart with its USB end at the last track, the chip's 15.24 mm; each
    pad follows the one before; and headers leave room for a plug."""
    pins_at = carrier_map().pins
    letters = CARRIER_HOLES.index
    pico = {pad: pins_at["A1", str(pad)] for pad in range(1, 41)}
    chip = {pin: pins_at["U1", str(pin)] for pin in range(1, 25)}
    assert letters(pico[21][1]) - letters(pico[20][1]) == 7 and pico[1][0] == pico[40][0] == 39
    assert letters(chip[1][1]) - letters(chip[24][1]) == 6 and chip[1][0] == chip[24][0] < chip[12][0]
    assert all(abs(pico[pad][0] - pico[pad + 1][0]) == 1 for pad in (*range(1, 20), *range(21, 40)))
    columns = sorted({letters(hole[1]) for (ref, _), hole in pins_at.items() if ref[0] == "J" and ref != "JP1"})
    assert all(later - one >= 3 for one, later in pairwise(columns))


def test_cells_of_the_strip_are_as_far_apart_as_the_section_says() -> None:
    """Ten tracks of 2.54 mm, and no sensor over a joint of two pieces."""
    assert [sensor_track(column + 1) - sensor_track(column) for column in range(1, 10)] == [10] * 9
    assert not {(sensor_track(column) + off) // 39 for column in range(1, 11) for off in (-1, 1)} - {0, 1, 2}
    assert all((sensor_track(column) - 2) // 39 == sensor_track(column) // 39 for column in range(1, 11))


@pytest.mark.parametrize("board_of", ["sensors", "switches"])
def test_whole_packs_hold_what_a_device_needs(board_of: str) -> None:
    """Box and board together: all that is needed is bought, no pack too many, and none is shared with a stranger."""
    bought: Counter[str] = Counter()
    needed: Counter[str] = Counter()
    for line in bill():
        if line.build in ("box", board_of):
            bought[line.key] += line.packs
            needed[line.key] += line.quantity  # type: ignore[assignment]
    for key, packs in bought.items():
        pack = PARTS[key].pack
        assert packs * pack >= needed[key] > (packs - 1) * pack, key
    assert bought["jumper wires"] == {"sensors": 2, "switches": 4}[board_of]


def test_the_bill_s_wire_is_as_long_as_the_maps_say() -> None:
    """Ten signals of a strip cross up to 103 tracks each; and no bare rail passes a hole that is taken."""
    lengths = {(line.build, line.key): line.quantity for line in bill() if line.part.unit == "m"}
    signals_m = sum(abs(103 - 11 * column) for column in range(10)) * 2.54e-3
    board = strip_map()
    rails_m, wires_m = wire_m(board)
    assert signals_m < wires_m < 2 * signals_m and rails_m == pytest.approx((95 + 95) * 2.54e-3)
    assert lengths["sensors", "hook-up"] == pytest.approx(10 * rails_m, abs=0.1)
    assert lengths["sensors", "wire"] == pytest.approx(10 * wires_m + wire_m(carrier_map())[1], abs=0.1)
    assert lengths["box", "hook-up"] == pytest.approx(20 * 0.15)
    assert {hole for rail in rails(board) for hole in rail} <= {(at, row) for at in range(101) for row in "AH"}


@pytest.mark.parametrize(("drawn", "made"), [(stripboard, strip_map), (switch_stripboard, switch_strip_map)])
def test_a_strip_s_drawing_shows_each_wire_of_its_table(
    drawn: Callable[[], SvgPicture], made: Callable[[], StripboardMap]
) -> None:
    """Each insulated wire by its number at both ends; bare rails as lines, which stop where insulated wires begin."""
    shapes = drawn().shapes
    numbers = Counter(shape.text for shape in shapes if isinstance(shape, SvgLabel) and shape.net == "paper")
    insulated = dict(numbered_wires(made()))
    assert numbers == {str(number): 2 for number in insulated} and len(insulated) >= 10
    dots = {(shape.x, shape.y) for shape in shapes if isinstance(shape, Dot) and shape.net not in ("paper", "signal")}
    lines = [shape.points for shape in shapes if isinstance(shape, Wire) and len({y for _, y in shape.points}) == 1]
    for (left, y), (right, _) in lines:
        assert not [x for x, at in dots if at == y and left < x < right], "a rail runs over a pin"


def test_the_screen_is_fed_from_the_header_and_the_papers_say_to_measure_first() -> None:
    """5 V from position 4, ground at 14, and nothing of it on a pin of 3.3 V."""
    nets = console().nets
    assert set(nets["+5V"]) == {("A1", "4"), ("DS1", "4")}
    assert {("A1", "14"), ("DS1", "14")} <= set(nets["GND"])
    build_step = (GUIDE.parent / "BUILD.md").read_text(encoding="utf-8").split("## 2.")[0]
    assert "inferred" in build_step and "Measure" in build_step.split("inferred")[1]
    rows = [row for row in GUIDE.read_text(encoding="utf-8").splitlines() if row.startswith("| 5″ screen")]
    assert [row.split("|")[3].strip() for row in rows] == ["4", "14"] and all("measure first" in row for row in rows)


def test_the_papers_name_the_costs_of_the_bill() -> None:
    """To ten euros, what each board costs without the box; on the first page, each row of its table to five."""
    box, sensors, of_switches = totals_eur().values()
    (line,) = (row for row in GUIDE.read_text(encoding="utf-8").splitlines() if row.startswith("| cost, about"))
    assert line == f"| cost, about | {round(of_switches - box, -1):.0f} € | {round(sensors - box, -1):.0f} € |"
    first = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert f"about {round(box, -1):.0f} €, or {round(sensors, -1):.0f} € with the board" in first
    assert f"**≈ {round(sensors, -1):.0f} €**" in first
    shown = {
        cells[1].strip(): cells[2].strip() for cells in (row.split("|") for row in first.splitlines()) if cells[3:]
    }

    def shown_for(start: str) -> str:
        (found,) = (cost for row, cost in shown.items() if row.startswith(start))
        return found.removesuffix(" €")

    cost = {line.key: line.cost_eur for line in bill() if line.build == "box"}
    least, most = map(int, shown_for("a screen").split("–"))
    assert least <= cost.pop("screen") <= most
    for start, keys in FIRST_PAGE.items():
        in_row = sum(cost.pop(key) for key in keys)
        assert int(shown_for(start)) == 5 * round(in_row / 5), start
        least, most = least + int(shown_for(start)), most + int(shown_for(start))
    assert not cost, "the first page leaves parts out"
    assert shown_for("**altogether**") == f"**≈ {least}–{most} €**"
    assert shown_for("Raspberry Pi Pico") == f"{round(sensors - box, -1):.0f}"


FIRST_PAGE = {
    "Raspberry Pi Zero": ("pi", "header"),
    "power supply": ("supply", "card", "hdmi", "hdmi plug", "mini-HDMI plug"),
    "six push buttons": ("button", "led", "piezo", "R270", "R100", "R220", "hook-up"),
    "case": ("filament", "screw", "small screw", "feet"),
}
"""The rows of the first page's table, by how they begin, and the parts in each."""


def test_a_short_strip_for_the_trial_is_one_piece() -> None:
    """Cells 1 and 2 where they are, and tracks 99 to 117 on tracks 21 to 39, make the circuit of two sensors."""
    whole, drawn = strip_map(), strip()
    gone = {f"{kind}{column}" for kind in "UC" for column in range(3, pins.COLUMNS + 1)}

    def short(hole: Hole) -> Hole:
        return hole if hole[0] <= 20 else (hole[0] - 78, hole[1])

    holes = {pin: short(hole) for pin, hole in whole.pins.items() if pin[0] not in gone}
    wires = [(short(one), short(other)) for one, other in whole.wires if not {one[0], other[0]} & {*range(21, 99)}]
    wires += [((14, "A"), (21, "A")), ((15, "H"), (22, "H"))]  # the two rails over the gap
    nets = {name: tuple(pin for pin in of if pin[0] not in gone) for name, of in drawn.nets.items()}
    free = {pin for count in range(3, pins.COLUMNS + 1) for pin in nets.pop(f"COLUMN{count}")}
    two = replace(
        drawn,
        components=tuple(part for part in drawn.components if part.ref not in gone),
        nets=nets,
        unused=frozenset({pin for pin in drawn.unused | free if pin[0] not in gone}),
    )
    made = replace(whole, pins=holes, wires=tuple(wires), cuts=frozenset(map(short, whole.cuts)))
    assert faults(made, two, PIECE, HOLES) == []
