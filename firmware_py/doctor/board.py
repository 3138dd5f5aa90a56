"""The magnetic board: its bus and chips or its port, who may use them, and how fast frames arrive.

Why the real driver for two seconds and not questions of its own: what is told here is then what a game would meet.
Only the chips are asked one by one as well, and each must pull the interrupt wire once, without any magnet.
"""

from __future__ import annotations

import getpass
import grp
import pwd
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from firmware_py.doctor.patient import Finding, Patient
from hardware import HardwareError
from hardware.boards import SensorBoard, SwitchBoard, open_board
from hardware.frames import BoardFound, BoardLost, Fault, Frame, Loss, PartHealth
from hardware.i2c_board import ChipCheck, I2CBoard
from hardware.sensor_map import straps
from hardware.wiring import HEADER

WATCHED_S = 2.0
STEP_S = 0.01
LEAST_RATE_HZ = {"i2c": 8.0, "serial": 25.0}
"""Fewer frames a second are a fault; the boards mean to give 10 and 50."""
LONGEST_SCAN_S = 0.05
GUIDE = "see hardware/WIRING.md"
LOST_EDGE = "changes are then seen by the slower safety scan"

PICOS = {
    "0003": "a Pico waits for its MicroPython (its button was held while plugging in): copy MicroPython on it",
    "000f": "a Pico 2 waits for its MicroPython (its button was held while plugging in): copy MicroPython on it",
    "0005": "a Pico with MicroPython is plugged in",
}
"""What the product numbers of Raspberry Pi's own USB devices (vendor 2e8a) mean."""


@dataclass(frozen=True)
class Watched:
    """What the driver told while it was watched."""

    news: BoardFound | BoardLost | None
    """The last of them."""
    frames: tuple[Frame, ...]
    scan_s: float
    """The longest that one poll with a frame took."""
    health: tuple[PartHealth, ...]

    @property
    def rate_hz(self) -> float:
        """How many frames arrive in a second."""
        lasted_s = self.frames[-1].at_s - self.frames[0].at_s if self.frames else 0.0
        return (len(self.frames) - 1) / lasted_s if lasted_s else 0.0

    def count(self, name: str) -> int:
        """What was counted under this name, over all parts."""
        return sum(number for part in self.health for counted, number in part.counts if counted.startswith(name))

    def has(self, fault: Fault) -> bool:
        """Whether any part has this fault."""
        return any(part.fault is fault for part in self.health)


def board(box: Patient, pins: Any) -> Iterator[Finding]:
    """Yield what there is to say of the board in the settings; `pins` is gpiozero's factory, None without pins."""
    settings = box.config.board.settings()
    match settings:
        case None:
            yield Finding("board", "good", "the settings name none")
            return
        case SwitchBoard() if pins is None:
            settings = replace(settings, interrupt="none", reset="none")
    try:
        with open_board(settings, lambda: None, box.clock, pins=pins, threaded=False) as opened:
            opened.watch(True)
            watched = _watched(box, opened)
            chips = opened.check() if isinstance(opened, I2CBoard) else ()
            strangers = opened.strangers() if isinstance(opened, I2CBoard) else ()
    except HardwareError as error:
        yield Finding("board", "FAULT", str(error), "free that pin, or name another one in the table [board]")
        return
    match settings:
        case SwitchBoard():
            yield from _switches(box, settings, watched, chips, strangers)
        case SensorBoard():
            yield from _sensors(box, settings, watched)


def _watched(box: Patient, opened: Any) -> Watched:
    news: BoardFound | BoardLost | None = None
    frames: list[Frame] = []
    scan_s, end_s = 0.0, box.clock() + WATCHED_S
    while (now_s := box.clock()) < end_s:
        for event in opened.poll(now_s):
            if isinstance(event, Frame):
                frames.append(event)
                scan_s = max(scan_s, box.clock() - now_s)
            else:
                news = event
        box.wait(STEP_S)
    return Watched(news, tuple(frames), scan_s, opened.health())


# --- hall switches on I2C --------------------------------------------------------------------------------------------


def _switches(
    box: Patient,
    settings: SwitchBoard,
    watched: Watched,
    chips: tuple[ChipCheck, ...],
    strangers: tuple[int, ...],
) -> Iterator[Finding]:
    if not chips:
        yield _closed_bus(box, settings, watched)
        return
    yield Finding("bus", "good", f"{settings.bus} opens ({_rights(Path(settings.bus))})")
    if not any(chip.answers for chip in chips):
        yield _no_chip(settings, chips, strangers)
        return
    for chip in chips:
        yield from _chip(settings, chip, strangers)
    for address in strangers:
        told = f"something answers at {address:#04x}, where the settings have no chip"
        yield Finding("chips", "note", told, f"{_strapped(address)} there; compare with board.sensors")
    yield from _interrupt(settings, watched, chips)
    yield from _rate(watched, "i2c", "shorter wires, or dtparam=i2c_arm_baudrate=400000 in config.txt")
    failed = watched.count("errno")
    if failed and all(chip.answers for chip in chips):
        remedy = "shorter wires, one pull-up a line, 100 nF at each chip, dtparam=i2c_arm_baudrate=100000"
        yield Finding("bus", "note", f"{failed} transfer{'s' * (failed != 1)} failed in {WATCHED_S:.0f} s", remedy)


def _closed_bus(box: Patient, settings: SwitchBoard, watched: Watched) -> Finding:
    told = watched.news.detail if isinstance(watched.news, BoardLost) else f"{settings.bus} does not open"
    match watched.news:
        case BoardLost(reason=Loss.FORBIDDEN):
            return Finding("bus", "FAULT", told, _admission(Path(settings.bus), "i2c"))
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


# --- linear sensors behind a Pico ------------------------------------------------------------------------------------


def _sensors(box: Patient, settings: SensorBoard, watched: Watched) -> Iterator[Finding]:
    match watched.news:
        case BoardFound(identity=board):
            yield Finding("port", "good", f"{settings.port} opens ({_rights(Path(settings.port))})")
            told = f"{board.rows} x {board.columns} sensors, firmware {board.version}, identity {board.name}"
            yield Finding("board", "good", told)
            yield from _link(watched)
        case BoardLost(reason=Loss.NOT_FOUND):
            yield _no_port(box, settings)
        case BoardLost(reason=Loss.FORBIDDEN, detail=told):
            yield Finding("port", "FAULT", told, _admission(Path(settings.port), "dialout"))
        case BoardLost(reason=Loss.BUSY, detail=told):
            remedy = f"stop the program that has it (sudo fuser -v {settings.port}); sudo apt remove modemmanager"
            yield Finding("port", "FAULT", told, remedy)
        case BoardLost(reason=Loss.INCOMPATIBLE, detail=told):
            yield Finding("board", "FAULT", told, "copy this program's hardware/pico to the board, as told in it")
        case BoardLost(reason=Loss.UNPLUGGED, detail=told):
            yield Finding("port", "FAULT", f"it went away: {told}", "a loose plug, a weak cable or too little power")
        case _:
            yield _silence(settings, watched)


def _silence(settings: SensorBoard, watched: Watched) -> Finding:
    damaged = watched.count("damaged")
    heard = f"{damaged} damaged messages" if damaged else "nothing"
    remedy = (
        "replug it; if that does not help, its program does not run: GP22 must not be at ground; copy hardware/pico "
        "to it, as told there"
    )
    return Finding("board", "FAULT", f"{settings.port} opens, but {heard} came within {WATCHED_S:.0f} s", remedy)


def _no_port(box: Patient, settings: SensorBoard) -> Finding:
    """Say why there is no port of that name: no board at all, one without its program, or one without its name."""
    if "://" in settings.port:
        return Finding("port", "FAULT", f"{settings.port} does not open", "is board.port written as pyserial wants it?")
    seen = tuple(_usb_products(box.system))
    ports = sorted(str(path) for path in (*box.system.glob("dev/serial/by-id/*"), *box.system.glob("dev/ttyACM*")))
    told = f"there is no {settings.port}"
    if ports:
        remedy = "lay the rules with systemd/install and replug it, or write that port into board.port"
        return Finding("port", "FAULT", f"{told}, but {', '.join(ports)}", remedy)
    if seen:
        return Finding("port", "FAULT", told, "; ".join(seen))
    if not box.is_pi:
        return Finding("board", "note", f"not here: {told}")
    return Finding("port", "FAULT", f"{told}, nor any Pico", "plug it in; a cable that only charges has no data wires")


def _usb_products(system: Path) -> Iterator[str]:
    """Yield what is known of each device of Raspberry Pi's own that is plugged in."""
    for vendor in sorted(system.glob("sys/bus/usb/devices/*/idVendor")):
        with suppress(OSError):
            if vendor.read_text(encoding="ascii").strip() == "2e8a":
                product = vendor.with_name("idProduct").read_text(encoding="ascii").strip()
                yield PICOS.get(product, f"a device 2e8a:{product} is plugged in")


def _link(watched: Watched) -> Iterator[Finding]:
    damaged, lost = watched.count("damaged"), watched.count("lost")
    if watched.has(Fault.NOISY) or lost:
        told = f"{damaged} messages came damaged, {lost} not at all, of {watched.count('messages')}"
        yield Finding("link", "FAULT", told, "another cable, no hub, and away from motors and mains")
    if supply_mv := watched.count("supply_mv"):
        told = f"{supply_mv / 1000:.2f} V at the board, {watched.count('temperature_c10') / 10:.1f} °C"
        yield Finding("board", "good", told)
    yield from _rate(watched, "serial", "replug it; no hub; the Pi may be too busy: look at its load")


# --- both ------------------------------------------------------------------------------------------------------------


def _rate(watched: Watched, kind: str, remedy: str) -> Iterator[Finding]:
    scan = f", a scan takes {watched.scan_s * 1000:.1f} ms at most" if kind == "i2c" else ""
    told = f"{watched.rate_hz:.0f} frames a second{scan}"
    is_slow = watched.rate_hz < LEAST_RATE_HZ[kind] or (kind == "i2c" and watched.scan_s > LONGEST_SCAN_S)
    yield Finding("frames", "FAULT" if is_slow else "good", told, remedy if is_slow else "")


def _rights(path: Path) -> str:
    """Return where a device file leads, whose it is and who may use it."""
    try:
        status = path.stat()
    except OSError:
        return "no file"
    leads = f"{path.resolve().name}, " if path.is_symlink() else ""
    return f"{leads}{_owner(status.st_uid)}:{_group(status.st_gid)}, {stat.filemode(status.st_mode)}"


def _admission(path: Path, usual: str) -> str:
    """Return how to become one of those who may use a device file; `usual` is the group it should belong to."""
    group = usual
    with suppress(OSError):
        group = _group(path.stat().st_gid)
    if group in (usual, "plugdev", "uucp"):
        return f"sudo adduser {getpass.getuser()} {group}, and log in again"
    return f"it belongs to the group {group}: lay the rules with systemd/install, so that {usual} may use it"


def _owner(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
