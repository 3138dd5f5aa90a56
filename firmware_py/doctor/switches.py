"""A board of hall switches: the bus, each chip at its address, the interrupt wire."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware_py.doctor.driver_sample import WATCHED_S, Watched, admission, rate, rights
from firmware_py.doctor.findings import GUIDE, Finding, Installation
from firmware_py.doctor.wiring import pin_words, wiring
from firmware_py.words import plain, words, words_n
from hardware.boards.frames import BoardLost, Fault, Loss, Reading
from hardware.boards.i2c_board import ChipCheck
from hardware.boards.mcp23017 import straps
from hardware.boards.settings import SwitchBoard
from hardware.wiring import HEADER

LOST_EDGE = words("changes are then seen by the slower safety scan")


def switches(
    installation: Installation,
    settings: SwitchBoard,
    watched: Watched,
    chips: tuple[ChipCheck, ...],
    strangers: tuple[int, ...],
) -> Iterator[Finding]:
    """Yield the findings about bus, chips and interrupt wire, and the rate of frames."""
    yield from wiring(installation)
    if not chips:
        yield _closed_bus(installation, settings, watched)
        return
    opens = words("{file} opens ({rights})", file=settings.bus, rights=rights(Path(settings.bus)))
    yield Finding("bus", "good", opens)
    if not any(chip.answers or _is_held(chip) for chip in chips):
        yield _no_chip(settings, chips, strangers)
        return
    for chip in chips:
        yield from _chip(settings, chip, strangers)
    if not any(chip.answers for chip in chips):
        return
    for address in strangers:
        text = words("something answers at {address}, where the settings have no chip", address=f"{address:#04x}")
        remedy = words(
            "{straps} there; compare with board.sensors, or teach the wiring on the device", straps=_strapped(address)
        )
        yield Finding("chips", "note", text, remedy)
    yield _interrupt(settings, watched, chips)
    yield rate(watched, Reading.LEVEL, words("shorter wires, or dtparam=i2c_arm_baudrate=400000 in config.txt"))
    failed = watched.count("errno")
    if failed and all(chip.answers for chip in chips):
        text = words_n(
            "{count} transfer failed in {seconds} s",
            "{count} transfers failed in {seconds} s",
            failed,
            seconds=round(WATCHED_S),
        )
        remedy = words("shorter wires, one pull-up a line, 100 nF at each chip, dtparam=i2c_arm_baudrate=100000")
        yield Finding("bus", "note", text, remedy)


def _closed_bus(installation: Installation, settings: SwitchBoard, watched: Watched) -> Finding:
    news = watched.news
    text = plain(news.detail) if isinstance(news, BoardLost) else words("{file} does not open", file=settings.bus)
    match news:
        case BoardLost(reason=Loss.FORBIDDEN):
            return Finding("bus", "FAULT", text, admission(Path(settings.bus), "i2c"))
        case BoardLost(reason=Loss.BUSY):
            remedy = words("stop the other program; remove an overlay for these chips from config.txt")
            return Finding("bus", "FAULT", text, remedy)
    if not installation.is_pi:
        remedy = words("run the doctor on the Raspberry Pi that this bus belongs to")
        return Finding("board", "note", words("not here. {why}", why=text), remedy)
    if others := tuple(sorted(str(path) for path in installation.system.glob("dev/i2c-*"))):
        text = words("{told}; there are {files}", told=text, files=others)
    remedy = words("{command}, Interface Options, I2C; then start the Pi again", command="sudo raspi-config")
    return Finding("bus", "FAULT", text, remedy)


def _no_chip(settings: SwitchBoard, chips: tuple[ChipCheck, ...], strangers: tuple[int, ...]) -> Finding:
    errors = tuple(sorted({error for chip in chips for error in chip.errors}))
    text = words("none of the {number} chips answers ({errors})", number=len(chips), errors=errors)
    if strangers:
        found = tuple(f"{address:#04x} ({_strapped(address)})" for address in strangers)
        text = words("{told}, but {chips} does", told=text, chips=found)
        return Finding("chips", "FAULT", text, words("set the straps as in the settings"))
    if "ETIMEDOUT" in errors:
        remedy = words("SDA or SCL is held low: look for a short circuit, unplug chip by chip")
        return Finding("chips", "FAULT", text, remedy)
    reset = words("RESET to 3.3 V")
    if settings.reset != "none":
        reset = words("RESET ({pin}) must be high", pin=f"GPIO {settings.reset}")
    remedy = words(
        "look at the cable: 3.3 V and ground, SDA at position {sda} and SCL at position {scl}; {reset}",
        sda=HEADER[2],
        scl=HEADER[3],
        reset=reset,
    )
    return Finding("chips", "FAULT", text, remedy)


def _chip(settings: SwitchBoard, chip: ChipCheck, strangers: tuple[int, ...]) -> Iterator[Finding]:
    part = f"chip {chip.address:#04x}"
    cells = sum(sensor is not None and sensor.address == chip.address for sensor in settings.sensor_map())
    if _is_held(chip):
        text = words("a driver of the kernel has this address (EBUSY)")
        yield Finding(part, "FAULT", text, words("remove the overlay for these chips from config.txt, and start again"))
    elif not chip.answers:
        text = words_n(
            "no answer ({errors}); {count} cell is dead",
            "no answer ({errors}); {count} cells are dead",
            cells,
            errors=chip.errors,
        )
        strapped = words("its straps must be {straps}", straps=_strapped(chip.address))
        if strangers:
            strapped = words("{told}, and {chips} answers instead", told=strapped, chips=_addresses(strangers))
        remedy = words("{straps}; then its 3.3 V, ground, SDA and SCL", straps=strapped)
        yield Finding(part, "FAULT", text, remedy)
    elif not chip.keeps_settings:
        text = words("it does not read back what was written to it")
        remedy = words("100 nF at its supply, a shorter cable; is it an MCP23017 at all?")
        yield Finding(part, "FAULT", text, remedy)
    else:
        text = words_n(
            "answers and keeps its configuration; {count} cell",
            "answers and keeps its configuration; {count} cells",
            cells,
        )
        yield Finding(part, "good", text)


def _is_held(chip: ChipCheck) -> bool:
    """Return whether the kernel gives this address to nobody, because an overlay has brought a driver for it."""
    return not chip.answers and "EBUSY" in chip.errors


def _interrupt(settings: SwitchBoard, watched: Watched, chips: tuple[ChipCheck, ...]) -> Finding:
    if settings.interrupt == "none":
        return Finding(
            "interrupt", "note", words("the settings name no interrupt line, or there are no pins for it here")
        )
    pin = pin_words(settings.interrupt)
    answering = [chip for chip in chips if chip.answers]
    if _stays_low(watched, answering):
        text = words("{pin} stays low although nothing changes; {then}", pin=pin, then=LOST_EDGE)
        remedy = words("look for a short circuit to ground, or for a switch that flutters")
        return Finding("interrupt", "FAULT", text, remedy)
    mute = [chip.address for chip in answering if chip.interrupts is False]
    if mute and len(answering) < len(chips):
        return Finding("interrupt", "note", words("{pin} cannot be judged until every chip answers", pin=pin))
    if len(mute) == len(answering):
        text = words("no chip's interrupt arrives at {pin}; {then}", pin=pin, then=LOST_EDGE)
        remedy = words("connect that pin with INTA of every chip; {guide}", guide=GUIDE)
        return Finding("interrupt", "FAULT", text, remedy)
    if mute:
        text = words("{chips} pulled the line, but it did not fall; {then}", chips=_addresses(mute), then=LOST_EDGE)
        remedy = words("connect INTA of this chip with the line to {pin}", pin=pin)
        return Finding("interrupt", "FAULT", text, remedy)
    return Finding("interrupt", "good", words("{pin} is free, and every chip can pull it", pin=pin))


def _stays_low(watched: Watched, chips: list[ChipCheck]) -> bool:
    return watched.has(Fault.STUCK) or any(chip.interrupts is None for chip in chips)


def _addresses(addresses: list[int] | tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{address:#04x}" for address in addresses)


def _strapped(address: int) -> str:
    return " ".join(f"{name}={level}" for name, level in straps(address).items())
