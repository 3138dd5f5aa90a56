"""A board of linear sensors behind a Pico: its port, what answers there, how well, and which sensors are dead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

from firmware_py.doctor.patient import Finding, Patient
from firmware_py.doctor.watching import WATCHED_S, Watched, admission, rate, rights
from firmware_py.tracking.cells import MOST_NOISE_MT
from hardware.boards import SensorBoard
from hardware.frames import BoardFound, BoardLost, Fault, Loss, Reading

FAR_MT = 40.0
"""No magnet the right way round makes less than -23 mT at any sensor, and no row of pieces more than this at each."""
PICOS = {
    "0003": "a Pico waits for its MicroPython (its button was held while plugging in): copy MicroPython on it",
    "000f": "a Pico 2 waits for its MicroPython (its button was held while plugging in): copy MicroPython on it",
    "0005": "a Pico with MicroPython is plugged in",
}
"""What the product numbers of Raspberry Pi's own USB devices (vendor 2e8a) mean."""


def sensors(box: Patient, settings: SensorBoard, watched: Watched) -> Iterator[Finding]:
    """Yield what is wrong with port, link and sensors, who the board is, and how fast frames arrive."""
    match watched.news:
        case BoardFound(identity=board):
            yield _port(settings)
            told = f"{board.rows} x {board.columns} sensors, firmware {board.version}, identity {board.name}"
            yield Finding("board", "good", told)
            yield from _link(watched)
            yield from _dead(watched)
            yield from _noise(watched)
        case BoardLost(reason=Loss.NOT_FOUND, detail=told):
            is_there = "://" in settings.port or Path(settings.port).exists()
            remedy = "is board.port a serial port, written as pyserial wants it?"
            yield (
                Finding("port", "FAULT", f"{settings.port} does not open: {told}", remedy)
                if is_there
                else _no_port(box, settings)
            )
        case BoardLost(reason=Loss.FORBIDDEN, detail=told):
            yield Finding("port", "FAULT", told, admission(Path(settings.port), "dialout"))
        case BoardLost(reason=Loss.BUSY, detail=told):
            remedy = f"stop the program that has it (sudo fuser -v {settings.port}); sudo apt remove modemmanager"
            yield Finding("port", "FAULT", told, remedy)
        case BoardLost(reason=Loss.INCOMPATIBLE, detail=told):
            yield Finding("board", "FAULT", told, "copy this program's hardware/pico to the board, as told in it")
        case BoardLost(reason=Loss.UNPLUGGED, detail=told):
            yield Finding("port", "FAULT", f"it went away: {told}", "a loose plug, a weak cable or too little power")
        case _:
            yield _silence(settings, watched)


def _port(settings: SensorBoard) -> Finding:
    path = Path(settings.port)
    told = f"{settings.port} opens ({rights(path)})"
    if path.name.startswith("tty"):
        return Finding("port", "note", f"{told}, but that name may change", 'board.port = "/dev/referee-board"')
    return Finding("port", "good", told)


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
    yield rate(watched, Reading.MILLITESLA, "replug it; no hub; the Pi may be too busy: look at its load")


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
            told = f"row {number} reads nonsense at every sensor"
            yield Finding("strips", "FAULT", told, "its transistor: source at 3.3 V, gate low while it is read")
    lit = [track for row, is_dark in zip(rows, dark, strict=True) if not is_dark for track in row]
    if dead := sum(max(track) < -FAR_MT for track in lit):
        told = f"{dead} sensor{'s read' if dead > 1 else ' reads'} what no magnet makes"
        yield Finding(
            "sensors", "FAULT", told, "take all pieces off and ask again: it is dead, or a magnet upside down"
        )


def _noise(watched: Watched) -> Iterator[Finding]:
    """Tell how much the sensors tremble, and not which: places are the players' secret."""
    noise_mt = watched.measured.noise_mt
    if not noise_mt:
        return
    told = f"{median(noise_mt):.1f} mT usually, {max(noise_mt):.1f} mT at most"
    if noisy := sum(noise > MOST_NOISE_MT for noise in noise_mt):
        told = f"{noisy} sensor{'s tremble' if noisy > 1 else ' trembles'} too much: {told}"
        yield Finding(
            "noise", "FAULT", told, "hands off the board, and ask again; 100 nF at each multiplexer and strip"
        )
    else:
        yield Finding("noise", "good", told)
