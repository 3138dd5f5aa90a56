"""A board of hall switches: the bus, each chip at its address, the interrupt wire."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware_py.doctor.patient import GUIDE, Finding, Patient
from firmware_py.doctor.watching import WATCHED_S, Watched, admission, rate, rights
from firmware_py.doctor.wiring import wiring
from hardware.boards import SwitchBoard
from hardware.chip_bus import ChipCheck
from hardware.frames import BoardLost, Fault, Loss, Reading
from hardware.sensor_map import straps
from hardware.wiring import HEADER

LOST_EDGE = "changes are then seen by the slower safety scan"


def switches(
    box: Patient,
    settings: SwitchBoard,
    watched: Watched,
    chips: tuple[ChipCheck, ...],
    strangers: tuple[int, ...],
) -> Iterator[Finding]:
    """Yield what is wrong with bus, chips and interrupt wire, and how fast frames arrive."""
    yield from wiring(box)
    if not chips:
        yield _closed_bus(box, settings, watched)
        return
    yield Finding("bus", "good", f"{settings.bus} opens ({rights(Path(settings.bus))})")
    if not any(chip.answers for chip in chips):
        yield _no_chip(settings, chips, strangers)
        return
    for chip in chips:
        yield from _chip(settings, chip, strangers)
    for address in strangers:
        told = f"something answers at {address:#04x}, where the settings have no chip"
        yield Finding(
            "chips",
            "note",
            told,
            f"{_strapped(address)} there; compare with board.sensors, or teach the wiring on the device",
        )
    yield from _interrupt(settings, watched, chips)
    yield rate(watched, Reading.LEVEL, "shorter wires, or dtparam=i2c_arm_baudrate=400000 in config.txt")
    failed = watched.count("errno")
    if failed and all(chip.answers for chip in chips):
        remedy = "shorter wires, one pull-up a line, 100 nF at each chip, dtparam=i2c_arm_baudrate=100000"
        yield Finding("bus", "note", f"{failed} transfer{'s' * (failed != 1)} failed in {WATCHED_S:.0f} s", remedy)


def _closed_bus(box: Patient, settings: SwitchBoard, watched: Watched) -> Finding:
    told = watched.news.detail if isinstance(watched.news, BoardLost) else f"{settings.bus} does not open"
    match watched.news:
        case BoardLost(reason=Loss.FORBIDDEN):
            return Finding("bus", "FAULT", told, admission(Path(settings.bus), "i2c"))
        case BoardLost(reason=Loss.BUSY):
            remedy = "stop the other program; remove an overlay for these chips from config.txt"
            return Finding("bus", "FAULT", told, remedy)
    if not box.is_pi:
        return Finding("board", "note", f"not here: {told}")
    others = sorted(str(path) for path in box.system.glob("dev/i2c-*"))
    there = f"; there are {', '.join(others)}" if others else ""
    return Finding("bus", "FAULT", told + there, "sudo raspi-config, Interface Options, I2C; then start the Pi again")


def _no_chip(settings: SwitchBoard, chips: tuple[ChipCheck, ...], strangers: tuple[int, ...]) -> Finding:
    errors = sorted({error for chip in chips for error in chip.errors})
    told = f"none of the {len(chips)} chips answers ({', '.join(errors)})"
    if strangers:
        found = ", ".join(f"{address:#04x} ({_strapped(address)})" for address in strangers)
        return Finding("chips", "FAULT", f"{told}, but {found} does", "set the straps as in the settings")
    if "ETIMEDOUT" in errors:
        return Finding("chips", "FAULT", told, "SDA or SCL is held low: look for a short circuit, unplug chip by chip")
    places = f"3.3 V and ground, SDA at position {HEADER[2]} and SCL at position {HEADER[3]}"
    reset = f"; RESET (GPIO {settings.reset}) must be high" if settings.reset != "none" else "; RESET to 3.3 V"
    return Finding("chips", "FAULT", told, f"look at the cable: {places}{reset}")


def _chip(settings: SwitchBoard, chip: ChipCheck, strangers: tuple[int, ...]) -> Iterator[Finding]:
    part = f"chip {chip.address:#04x}"
    cells = sum(sensor is not None and sensor.address == chip.address for sensor in settings.sensor_map())
    if not chip.answers:
        told = f"no answer ({', '.join(chip.errors)}); {cells} cells are dead"
        straps_at = f"its straps must be {_strapped(chip.address)}"
        wrong = f", and {_addresses(strangers)} answers instead" if strangers else ""
        yield Finding(part, "FAULT", told, f"{straps_at}{wrong}; then its 3.3 V, ground, SDA and SCL")
    elif not chip.remembers:
        told = "it does not read back what was written to it"
        yield Finding(part, "FAULT", told, "100 nF at its supply, a shorter cable; is it an MCP23017 at all?")
    else:
        yield Finding(part, "good", f"answers and keeps its configuration; {cells} cells")


def _interrupt(settings: SwitchBoard, watched: Watched, chips: tuple[ChipCheck, ...]) -> Iterator[Finding]:
    if settings.interrupt == "none":
        yield Finding("interrupt", "note", "the settings name no interrupt line, or there are no pins for it here")
        return
    place = f"GPIO {settings.interrupt} (position {HEADER[settings.interrupt]})"
    answering = [chip for chip in chips if chip.answers]
    mute = [chip.address for chip in answering if chip.rings is False]
    if watched.has(Fault.STUCK) or any(chip.rings is None for chip in answering):
        told = f"{place} stays low although nothing changes; {LOST_EDGE}"
        yield Finding("interrupt", "FAULT", told, "look for a short circuit to ground, or for a switch that flutters")
    elif mute and len(answering) < len(chips):
        yield Finding("interrupt", "note", f"{place} cannot be judged until every chip answers")
    elif len(mute) == len(answering):
        told = f"no chip's interrupt arrives at {place}; {LOST_EDGE}"
        yield Finding("interrupt", "FAULT", told, f"connect that pin with INTA of every chip; {GUIDE}")
    elif mute:
        told = f"{_addresses(mute)} pulled the line, but it did not fall; {LOST_EDGE}"
        yield Finding("interrupt", "FAULT", told, f"connect INTA of this chip with the line to {place}")
    else:
        yield Finding("interrupt", "good", f"{place} is free, and every chip can pull it")


def _addresses(addresses: list[int] | tuple[int, ...]) -> str:
    return ", ".join(f"{address:#04x}" for address in addresses)


def _strapped(address: int) -> str:
    return " ".join(f"{name}={level}" for name, level in straps(address).items())
