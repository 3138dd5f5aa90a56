"""The magnetic board: its bus and chips or its port, who may use them, and how fast frames arrive.

Why the real driver runs for two seconds: what the doctor finds is then what a game would meet. In addition each chip is
read by itself, and must pull the interrupt wire once, without any magnet.
"""

from __future__ import annotations

import grp
import os
import pwd
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware_py.doctor.controls import pin_words, wiring
from firmware_py.doctor.findings import GUIDE, Finding, Installation
from firmware_py.driver_reports import report_words
from firmware_py.sensing import LEAST_RATE_HZ, MOST_NOISE_MT, Measured, measure
from firmware_py.words import Words, decimal, list_words, plain, printable, words, words_n
from hardware import HardwareError
from hardware.boards import open_board
from hardware.boards.frames import BoardDriver, BoardFound, BoardLost, Fault, Frame, Loss, PartHealth, Reading
from hardware.boards.i2c_board import ChipCheck, I2CBoard
from hardware.boards.mcp23017 import straps
from hardware.boards.settings import SensorBoard, SwitchBoard
from hardware.wiring import HEADER

WATCHED_S = 2.0
STEP_S = 0.01
LONGEST_SCAN_S = 0.05


class _Watched(msgspec.Struct, frozen=True, dict=True):
    """What the driver reported while it was watched."""

    news: BoardFound | BoardLost | None
    """The last of these events."""
    frames: tuple[Frame, ...]
    scan_s: float
    """The longest duration of a poll that returned a frame."""
    health: tuple[PartHealth, ...]

    @cached_property
    def measured(self) -> Measured:
        """The rate and the noise of the frames."""
        return measure(self.frames)

    def count(self, name: str) -> int:
        """The sum of the counts that begin with this name, over all parts."""
        return sum(number for part in self.health for counted, number in part.counts if counted.startswith(name))

    def has(self, fault: Fault) -> bool:
        """Whether any part has this fault."""
        return any(part.fault is fault for part in self.health)


def _watch(installation: Installation, opened: BoardDriver) -> _Watched:
    """Have the board send every frame for `WATCHED_S`, and return what came."""
    opened.watch(True)
    news: BoardFound | BoardLost | None = None
    frames: list[Frame] = []
    scan_s, end_s = 0.0, installation.clock() + WATCHED_S
    while (now_s := installation.clock()) < end_s:
        for event in opened.poll(now_s):
            match event:
                case Frame():
                    frames.append(event)
                    scan_s = max(scan_s, installation.clock() - now_s)
                case BoardFound() | BoardLost():
                    news = event
        installation.wait(STEP_S)
    return _Watched(news, tuple(frames), scan_s, opened.health())


def _rate(watched: _Watched, reading: Reading, remedy: Words) -> Finding:
    """The finding on how fast frames arrive, and on a bus how long a scan takes."""
    on_bus = reading is Reading.LEVEL
    rate_hz = watched.measured.rate_hz
    text = words("{rate} frames a second", rate=f"{rate_hz:.0f}")
    if on_bus:
        scan_ms = decimal(f"{watched.scan_s * 1000:.1f}")
        text = words("{rate}, a scan takes {milliseconds} ms at most", rate=text, milliseconds=scan_ms)
    if rate_hz < LEAST_RATE_HZ[reading] or (on_bus and watched.scan_s > LONGEST_SCAN_S):
        return Finding("frames", "FAULT", text, remedy)
    return Finding("frames", "good", text)


def _rights(path: Path) -> str:
    """The target, the owner and the access rights of a device file."""
    try:
        status = path.stat()
    except OSError:
        return "no file"
    leads = f"{path.resolve().name}, " if path.is_symlink() else ""
    return f"{leads}{_owner(status.st_uid)}:{_group(status.st_gid)}, {stat.filemode(status.st_mode)}"


def _admission(path: Path, usual: str) -> Words:
    """How to get access to a device file; `usual` is the group it should belong to."""
    group = usual
    with suppress(OSError):
        group = _group(path.stat().st_gid)
    if group in (usual, "plugdev", "uucp"):
        command = f"sudo adduser {_owner(os.geteuid())} {group}"
        return words("{command}, and log in again", command=command)
    return words(
        "it belongs to the group {group}: install the rules with systemd/install, so that {usual} may use it",
        group=group,
        usual=usual,
    )


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


FAR_MT = 40.0
"""The limit of plausible readings. A magnet the right way round makes at least -23 mT at any sensor, and no row of
pieces makes more than this at each."""
LEAST_SCANS_HZ = 40
"""Fewer scans a second than this miss quick slides; the firmware makes fifty."""
PICOS = {
    "0003": words("a Pico waits for its MicroPython (its button was held while plugging in): copy MicroPython onto it"),
    "000f": words(
        "a Pico 2 waits for its MicroPython (its button was held while plugging in): copy MicroPython onto it"
    ),
    "0005": words("a Pico with MicroPython is plugged in"),
}
"""Raspberry Pi's own USB devices (vendor 2e8a), by product number."""


def _sensors(installation: Installation, settings: SensorBoard, watched: _Watched) -> Iterator[Finding]:
    """Yield the findings about port, link and sensors, the board's identity, and the rate of frames."""
    match watched.news:
        case BoardFound(identity=board):
            yield _port(settings)
            text = words(
                "{rows} x {columns} sensors, firmware {version}, identity {identity}",
                rows=board.rows,
                columns=board.columns,
                version=str(board.version),
                identity=board.name,
            )
            yield Finding("board", "good", text)
            yield from _link(watched)
            yield from _dead(watched)
            yield from _noise(watched)
        case BoardLost(reason=Loss.NOT_FOUND, detail=detail):
            is_there = "://" in settings.port or Path(settings.port).exists()
            text = words("{file} does not open: {why}", file=settings.port, why=detail)
            remedy = words("is board.port a serial port, written as pyserial expects it?")
            yield Finding("port", "FAULT", text, remedy) if is_there else _no_port(installation, settings)
        case BoardLost(reason=Loss.FORBIDDEN, detail=detail):
            yield Finding("port", "FAULT", plain(detail), _admission(Path(settings.port), "dialout"))
        case BoardLost(reason=Loss.BUSY, detail=detail):
            remedy = words(
                "stop the program that has it ({command}); {removal}",
                command=f"sudo fuser -v {settings.port}",
                removal="sudo apt remove modemmanager",
            )
            yield Finding("port", "FAULT", plain(detail), remedy)
        case BoardLost(reason=Loss.INCOMPATIBLE, detail=detail):
            remedy = words("copy this program's hardware/pico to the board, as explained there")
            yield Finding("board", "FAULT", plain(detail), remedy)
        case BoardLost(reason=Loss.UNPLUGGED, detail=detail):
            remedy = words("a loose plug, a weak cable or too little power")
            yield Finding("port", "FAULT", words("it went away: {why}", why=detail), remedy)
        case _:
            yield _silence(settings, watched)


def _port(settings: SensorBoard) -> Finding:
    path = Path(settings.port)
    text = words("{file} opens ({rights})", file=settings.port, rights=_rights(path))
    if path.name.startswith("tty"):
        remedy = plain('board.port = "/dev/referee-board"')
        return Finding("port", "note", words("{told}, but that name may change", told=text), remedy)
    return Finding("port", "good", text)


def _silence(settings: SensorBoard, watched: _Watched) -> Finding:
    text = words("{file} opens, but nothing came within {seconds} s", file=settings.port, seconds=round(WATCHED_S))
    if damaged := watched.count("damaged"):
        text = words_n(
            "{file} opens, but {count} damaged message came within {seconds} s",
            "{file} opens, but {count} damaged messages came within {seconds} s",
            damaged,
            file=settings.port,
            seconds=round(WATCHED_S),
        )
    remedy = words(
        "replug it; if that does not help, its program does not run: GP22 must not be at ground;"
        " copy hardware/pico to it, as explained there"
    )
    return Finding("board", "FAULT", text, remedy)


def _no_port(installation: Installation, settings: SensorBoard) -> Finding:
    """Why there is no such port: no board at all, one without its program, or one under another name."""
    products = tuple(_usb_products(installation.system))
    ports = sorted(
        str(path)
        for path in (*installation.system.glob("dev/serial/by-id/*"), *installation.system.glob("dev/ttyACM*"))
    )
    text = words("there is no {file}", file=settings.port)
    if ports:
        remedy = words("install the rules with systemd/install and replug it, or write that port into board.port")
        return Finding("port", "FAULT", words("{told}, but {ports}", told=text, ports=tuple(ports)), remedy)
    if products:
        return Finding("port", "FAULT", text, list_words(*products))
    remedy = words("plug it in; a cable that only charges has no data wires")
    if installation.is_pi or installation.owned.board.kind == "serial":
        return Finding("port", "FAULT", words("{told}, nor any Pico", told=text), remedy)
    on_desk = words("the command desk simulates one; to try a real one: {remedy}", remedy=remedy)
    return Finding("board", "note", words("not here. {why}", why=text), on_desk)


def _usb_products(system: Path) -> Iterator[Words]:
    """Yield a sentence on each plugged-in USB device with the vendor number of Raspberry Pi."""
    for vendor in sorted(system.glob("sys/bus/usb/devices/*/idVendor")):
        with suppress(OSError):
            if vendor.read_text(encoding="ascii").strip() == "2e8a":
                product = vendor.with_name("idProduct").read_text(encoding="ascii").strip()
                yield PICOS.get(product) or words("a device {number} is plugged in", number=f"2e8a:{product}")


def _link(watched: _Watched) -> Iterator[Finding]:
    damaged, lost = watched.count("damaged"), watched.count("lost")
    if watched.has(Fault.NOISY) or lost:
        text = words(
            "{damaged} messages came damaged, {lost} not at all, of {all}",
            damaged=damaged,
            lost=lost,
            all=watched.count("messages"),
        )
        yield Finding("link", "FAULT", text, words("another cable, no hub, and away from motors and mains"))
    supply_mv, temperature_c10 = watched.count("supply_mv"), watched.count("temperature_c10")
    if supply_mv and temperature_c10:  # 0: this Pico cannot tell
        text = words(
            "{volts} V at the board, {warmth} °C",
            volts=decimal(f"{supply_mv / 1000:.2f}"),
            warmth=decimal(f"{temperature_c10 / 10:.1f}"),
        )
        yield Finding("board", "good", text)
    yield from _scanning(watched)
    remedy = words("replug it; no hub; the Pi may be too busy: look at its load")
    yield _rate(watched, Reading.MILLITESLA, remedy)


def _scanning(watched: _Watched) -> Iterator[Finding]:
    """Yield how fast the board scans by its own count, how its last start came about, and what it reported last."""
    if scans := watched.count("scans_a_second"):
        text = words("the board scans itself {count} times a second", count=scans)
        remedy = words("copy this program's hardware/pico to the board, as explained there")
        yield Finding("board", "good", text) if scans >= LEAST_SCANS_HZ else Finding("board", "FAULT", text, remedy)
    if watched.count("watchdog"):
        text = words("the board hung, and its watchdog has started it again")
        yield Finding("board", "note", text, words("another cable, no hub; if it happens again, another Pico"))
    if said := next((part.said for part in watched.health if part.said), ""):
        yield Finding("board", "note", words("it says: {text}", text=printable(said)))


def _dead(watched: _Watched) -> Iterator[Finding]:
    """Yield rows without power by number, and dead sensors by count only: where pieces stand is the players' secret."""
    if not watched.frames:
        return
    columns = watched.frames[-1].columns
    tracks = tuple(zip(*(frame.cells for frame in watched.frames), strict=True))
    rows = [tracks[start : start + columns] for start in range(0, len(tracks), columns)]
    for number, row in enumerate(rows, start=1):
        if _is_dark(row):
            text = words("row {number} reads nonsense at every sensor", number=number)
            yield Finding("strips", "FAULT", text, words("its transistor: source at 3.3 V, gate low while it is read"))
    if dead := sum(max(track) < -FAR_MT for row in rows if not _is_dark(row) for track in row):
        text = words_n("{count} sensor reads an impossible value", "{count} sensors read an impossible value", dead)
        remedy = words("take all pieces off and run the doctor again: it is dead, or a magnet upside down")
        yield Finding("sensors", "FAULT", text, remedy)


def _is_dark(row: Sequence[tuple[float, ...]]) -> bool:
    """Whether each reading of each sensor of a row is implausible, as without power."""
    return all(abs(value) > FAR_MT for track in row for value in track)


def _noise(watched: _Watched) -> Iterator[Finding]:
    """Yield the finding about noise, without naming sensors: where pieces stand is the players' secret."""
    noise_mt = watched.measured.noise_mt
    if not noise_mt:
        return
    usual, most = decimal(f"{median(noise_mt):.1f}"), decimal(f"{max(noise_mt):.1f}")
    text = words("{usual} mT usually, {most} mT at most", usual=usual, most=most)
    if noisy := sum(noise > MOST_NOISE_MT for noise in noise_mt):
        text = words_n("{count} sensor is too noisy: {told}", "{count} sensors are too noisy: {told}", noisy, told=text)
        remedy = words("take your hands off the board and run the doctor again; 100 nF at each multiplexer and strip")
        yield Finding("noise", "FAULT", text, remedy)
    else:
        yield Finding("noise", "good", text)


LOST_EDGE = words("changes are then seen by the slower safety scan")


def _switches(
    installation: Installation,
    settings: SwitchBoard,
    watched: _Watched,
    chips: tuple[ChipCheck, ...],
    strangers: tuple[int, ...],
) -> Iterator[Finding]:
    """Yield the findings about bus, chips and interrupt wire, and the rate of frames."""
    yield from wiring(installation)
    if not chips:
        yield _bus_finding(installation, settings, watched)
        return
    opens = words("{file} opens ({rights})", file=settings.bus, rights=_rights(Path(settings.bus)))
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
            "{straps} there; compare with board.sensors, or teach the wiring on the device",
            straps=_strap_words(address),
        )
        yield Finding("chips", "note", text, remedy)
    yield _interrupt(settings, watched, chips)
    yield _rate(watched, Reading.LEVEL, words("shorter wires, or dtparam=i2c_arm_baudrate=400000 in config.txt"))
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


def _bus_finding(installation: Installation, settings: SwitchBoard, watched: _Watched) -> Finding:
    news = watched.news
    text = plain(news.detail) if isinstance(news, BoardLost) else words("{file} does not open", file=settings.bus)
    match news:
        case BoardLost(reason=Loss.FORBIDDEN):
            return Finding("bus", "FAULT", text, _admission(Path(settings.bus), "i2c"))
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
        found = tuple(f"{address:#04x} ({_strap_words(address)})" for address in strangers)
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
        strapped = words("its straps must be {straps}", straps=_strap_words(chip.address))
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
    """Whether the kernel gives this address to nobody, because an overlay has brought a driver for it."""
    return not chip.answers and "EBUSY" in chip.errors


def _interrupt(settings: SwitchBoard, watched: _Watched, chips: tuple[ChipCheck, ...]) -> Finding:
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


def _stays_low(watched: _Watched, chips: list[ChipCheck]) -> bool:
    return watched.has(Fault.STUCK) or any(chip.interrupts is None for chip in chips)


def _addresses(addresses: list[int] | tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{address:#04x}" for address in addresses)


def _strap_words(address: int) -> str:
    return " ".join(f"{name}={level}" for name, level in straps(address).items())


def board(installation: Installation, pins: Any) -> Iterator[Finding]:
    """Yield the findings about the board that the settings name; `pins` is gpiozero's factory, None without pins."""
    settings = installation.config.board.settings()
    match settings:
        case None:
            yield Finding("board", "good", words("the settings name none"))
            return
        case SwitchBoard() if pins is None:
            settings = replace(settings, interrupt="none", reset="none")
    try:
        with open_board(settings, lambda: None, installation.clock, pins=pins, threaded=False) as opened:
            watched = _watch(installation, opened)
            chips = opened.check() if isinstance(opened, I2CBoard) else ()
            strangers = opened.unwired_chips() if isinstance(opened, I2CBoard) else ()
    except HardwareError as error:
        remedy = words("free that pin, or name another one in the table [board]")
        yield Finding("board", "FAULT", report_words(str(error)), remedy)
        return
    match settings:
        case SwitchBoard():
            yield from _switches(installation, settings, watched, chips, strangers)
        case SensorBoard():
            yield from _sensors(installation, settings, watched)
