"""A board of linear sensors behind a Pico: its port, what answers there, how well, and which sensors are dead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

from firmware_py.doctor.driver_sample import WATCHED_S, Watched, admission, rate, rights
from firmware_py.doctor.findings import Finding, Patient
from firmware_py.sensing.cells import MOST_NOISE_MT
from firmware_py.words import Words, listed, plain, words, words_n
from hardware.boards.frames import BoardFound, BoardLost, Fault, Loss, Reading
from hardware.boards.settings import SensorBoard

FAR_MT = 40.0
"""No magnet the right way round makes less than -23 mT at any sensor, and no row of pieces more than this at each."""
PICOS = {
    "0003": words("a Pico waits for its MicroPython (its button was held while plugging in): copy MicroPython on it"),
    "000f": words("a Pico 2 waits for its MicroPython (its button was held while plugging in): copy MicroPython on it"),
    "0005": words("a Pico with MicroPython is plugged in"),
}
"""What the product numbers of Raspberry Pi's own USB devices (vendor 2e8a) mean."""


def sensors(box: Patient, settings: SensorBoard, watched: Watched) -> Iterator[Finding]:
    """Yield what is wrong with port, link and sensors, who the board is, and how fast frames arrive."""
    match watched.news:
        case BoardFound(identity=board):
            yield _port(settings)
            told = words(
                "{rows} x {columns} sensors, firmware {version}, identity {identity}",
                rows=board.rows,
                columns=board.columns,
                version=str(board.version),
                identity=board.name,
            )
            yield Finding("board", "good", told)
            yield from _link(watched)
            yield from _dead(watched)
            yield from _noise(watched)
        case BoardLost(reason=Loss.NOT_FOUND, detail=detail):
            is_there = "://" in settings.port or Path(settings.port).exists()
            told = words("{file} does not open: {why}", file=settings.port, why=detail)
            remedy = words("is board.port a serial port, written as pyserial wants it?")
            yield Finding("port", "FAULT", told, remedy) if is_there else _no_port(box, settings)
        case BoardLost(reason=Loss.FORBIDDEN, detail=detail):
            yield Finding("port", "FAULT", plain(detail), admission(Path(settings.port), "dialout"))
        case BoardLost(reason=Loss.BUSY, detail=detail):
            remedy = words(
                "stop the program that has it ({command}); {removal}",
                command=f"sudo fuser -v {settings.port}",
                removal="sudo apt remove modemmanager",
            )
            yield Finding("port", "FAULT", plain(detail), remedy)
        case BoardLost(reason=Loss.INCOMPATIBLE, detail=detail):
            remedy = words("copy this program's hardware/pico to the board, as told in it")
            yield Finding("board", "FAULT", plain(detail), remedy)
        case BoardLost(reason=Loss.UNPLUGGED, detail=detail):
            remedy = words("a loose plug, a weak cable or too little power")
            yield Finding("port", "FAULT", words("it went away: {why}", why=detail), remedy)
        case _:
            yield _silence(settings, watched)


def _port(settings: SensorBoard) -> Finding:
    path = Path(settings.port)
    told = words("{file} opens ({rights})", file=settings.port, rights=rights(path))
    if path.name.startswith("tty"):
        remedy = plain('board.port = "/dev/referee-board"')
        return Finding("port", "note", words("{told}, but that name may change", told=told), remedy)
    return Finding("port", "good", told)


def _silence(settings: SensorBoard, watched: Watched) -> Finding:
    told = words("{file} opens, but nothing came within {seconds} s", file=settings.port, seconds=round(WATCHED_S))
    if damaged := watched.count("damaged"):
        told = words_n(
            "{file} opens, but {count} damaged message came within {seconds} s",
            "{file} opens, but {count} damaged messages came within {seconds} s",
            damaged,
            file=settings.port,
            seconds=round(WATCHED_S),
        )
    remedy = words(
        "replug it; if that does not help, its program does not run: GP22 must not be at ground; copy hardware/pico "
        "to it, as told there"
    )
    return Finding("board", "FAULT", told, remedy)


def _no_port(box: Patient, settings: SensorBoard) -> Finding:
    """Say why there is no port of that name: no board at all, one without its program, or one without its name."""
    seen = tuple(_usb_products(box.system))
    ports = sorted(str(path) for path in (*box.system.glob("dev/serial/by-id/*"), *box.system.glob("dev/ttyACM*")))
    told = words("there is no {file}", file=settings.port)
    if ports:
        remedy = words("lay the rules with systemd/install and replug it, or write that port into board.port")
        return Finding("port", "FAULT", words("{told}, but {ports}", told=told, ports=tuple(ports)), remedy)
    if seen:
        return Finding("port", "FAULT", told, listed(*seen))
    remedy = words("plug it in; a cable that only charges has no data wires")
    if box.is_pi or box.owned.board.kind == "serial":
        return Finding("port", "FAULT", words("{told}, nor any Pico", told=told), remedy)
    on_desk = words("the command desk simulates one; to try a real one: {remedy}", remedy=remedy)
    return Finding("board", "note", words("not here. {why}", why=told), on_desk)


def _usb_products(system: Path) -> Iterator[Words]:
    """Yield what is known of each device of Raspberry Pi's own that is plugged in."""
    for vendor in sorted(system.glob("sys/bus/usb/devices/*/idVendor")):
        with suppress(OSError):
            if vendor.read_text(encoding="ascii").strip() == "2e8a":
                product = vendor.with_name("idProduct").read_text(encoding="ascii").strip()
                yield PICOS.get(product) or words("a device {number} is plugged in", number=f"2e8a:{product}")


def _link(watched: Watched) -> Iterator[Finding]:
    damaged, lost = watched.count("damaged"), watched.count("lost")
    if watched.has(Fault.NOISY) or lost:
        told = words(
            "{damaged} messages came damaged, {lost} not at all, of {all}",
            damaged=damaged,
            lost=lost,
            all=watched.count("messages"),
        )
        yield Finding("link", "FAULT", told, words("another cable, no hub, and away from motors and mains"))
    if supply_mv := watched.count("supply_mv"):
        told = words(
            "{volts} V at the board, {warmth} °C",
            volts=f"{supply_mv / 1000:.2f}",
            warmth=f"{watched.count('temperature_c10') / 10:.1f}",
        )
        yield Finding("board", "good", told)
    remedy = words("replug it; no hub; the Pi may be too busy: look at its load")
    yield rate(watched, Reading.MILLITESLA, remedy)


def _dead(watched: Watched) -> Iterator[Finding]:
    """Tell rows without power by number, and single sensors by how many they are: places are the players' secret."""
    if not watched.frames:
        return
    columns = watched.frames[-1].columns
    tracks = tuple(zip(*(frame.cells for frame in watched.frames), strict=True))
    rows = [tracks[start : start + columns] for start in range(0, len(tracks), columns)]
    dark = [all(abs(value) > FAR_MT for track in row for value in track) for row in rows]
    for number, is_dark in enumerate(dark, start=1):
        if is_dark:
            told = words("row {number} reads nonsense at every sensor", number=number)
            yield Finding("strips", "FAULT", told, words("its transistor: source at 3.3 V, gate low while it is read"))
    lit = [track for row, is_dark in zip(rows, dark, strict=True) if not is_dark for track in row]
    if dead := sum(max(track) < -FAR_MT for track in lit):
        told = words_n("{count} sensor reads what no magnet makes", "{count} sensors read what no magnet makes", dead)
        remedy = words("take all pieces off and ask again: it is dead, or a magnet upside down")
        yield Finding("sensors", "FAULT", told, remedy)


def _noise(watched: Watched) -> Iterator[Finding]:
    """Tell how much the sensors tremble, and not which: places are the players' secret."""
    noise_mt = watched.measured.noise_mt
    if not noise_mt:
        return
    usual, most = f"{median(noise_mt):.1f}", f"{max(noise_mt):.1f}"
    told = words("{usual} mT usually, {most} mT at most", usual=usual, most=most)
    if noisy := sum(noise > MOST_NOISE_MT for noise in noise_mt):
        told = words_n(
            "{count} sensor trembles too much: {told}", "{count} sensors tremble too much: {told}", noisy, told=told
        )
        remedy = words("hands off the board, and ask again; 100 nF at each multiplexer and strip")
        yield Finding("noise", "FAULT", told, remedy)
    else:
        yield Finding("noise", "good", told)
