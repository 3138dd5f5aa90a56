"""A board of linear sensors behind a Pico: its port, its identity, its link, and how many sensors are dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median

from firmware_py.doctor.driver_sample import WATCHED_S, Watched, admission, rate, rights
from firmware_py.doctor.findings import Finding, Installation
from firmware_py.printable import printable
from firmware_py.sensing.constants import MOST_NOISE_MT
from firmware_py.words import Words, decimal, listed, plain, words, words_n
from hardware.boards.frames import BoardFound, BoardLost, Fault, Loss, Reading
from hardware.boards.settings import SensorBoard

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
"""What the product numbers of Raspberry Pi's own USB devices (vendor 2e8a) mean."""


def sensors(installation: Installation, settings: SensorBoard, watched: Watched) -> Iterator[Finding]:
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
            yield Finding("port", "FAULT", plain(detail), admission(Path(settings.port), "dialout"))
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
    text = words("{file} opens ({rights})", file=settings.port, rights=rights(path))
    if path.name.startswith("tty"):
        remedy = plain('board.port = "/dev/referee-board"')
        return Finding("port", "note", words("{told}, but that name may change", told=text), remedy)
    return Finding("port", "good", text)


def _silence(settings: SensorBoard, watched: Watched) -> Finding:
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
    """Return why there is no such port: no board at all, one without its program, or one under another name."""
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
        return Finding("port", "FAULT", text, listed(*products))
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


def _link(watched: Watched) -> Iterator[Finding]:
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
    yield rate(watched, Reading.MILLITESLA, remedy)


def _scanning(watched: Watched) -> Iterator[Finding]:
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


def _dead(watched: Watched) -> Iterator[Finding]:
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
        remedy = words("take all pieces off and ask again: it is dead, or a magnet upside down")
        yield Finding("sensors", "FAULT", text, remedy)


def _is_dark(row: Sequence[tuple[float, ...]]) -> bool:
    """Return whether each reading of each sensor of a row is implausible, as without power."""
    return all(abs(value) > FAR_MT for track in row for value in track)


def _noise(watched: Watched) -> Iterator[Finding]:
    """Yield the finding about noise, without naming sensors: where pieces stand is the players' secret."""
    noise_mt = watched.measured.noise_mt
    if not noise_mt:
        return
    usual, most = decimal(f"{median(noise_mt):.1f}"), decimal(f"{max(noise_mt):.1f}")
    text = words("{usual} mT usually, {most} mT at most", usual=usual, most=most)
    if noisy := sum(noise > MOST_NOISE_MT for noise in noise_mt):
        text = words_n("{count} sensor is too noisy: {told}", "{count} sensors are too noisy: {told}", noisy, told=text)
        remedy = words("hands off the board, and ask again; 100 nF at each multiplexer and strip")
        yield Finding("noise", "FAULT", text, remedy)
    else:
        yield Finding("noise", "good", text)
