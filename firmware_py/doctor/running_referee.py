"""A running referee: what its status file says of its parts, and what systemd says of the service.

Why systemd's status line is left out: it names a game and a player, and a report holds nothing of any game.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping

from firmware_py.doctor.controls import wiring
from firmware_py.doctor.findings import GUIDE, UNIT, Finding, Installation, Verdict
from firmware_py.driver_reports import report_words
from firmware_py.host.sd_notify import StatusFile, published
from firmware_py.words import plain, words, words_n

HELD = words("not tried, because they are the running referee's: buttons, light, buzzer, magnetic board and screen")
MORE = words(
    "to have them tried: {command}, run the doctor again, and start the referee", command=f"sudo systemctl stop {UNIT}"
)
COPY_FIRST = words("copy the newest games to a stick, then: {command}", command=f"sudo systemctl restart {UNIT}")
LEAVE_OUT = words("look at the live readings on the device, and leave out the cells that make no sense")
WHY = words("why: {command}", command=f"journalctl -u {UNIT}")
PROPERTIES = ("ActiveState", "ActiveEnterTimestamp", "NRestarts", "MemoryCurrent")
PATIENCE_S = 10.0


def plays_in_memory(installation: Installation) -> bool:
    """Return whether a referee runs that has no journal open: the lock on the file does not show it then."""
    status = published(installation.system)
    return status is not None and bool(status.journal)


def running(installation: Installation) -> Iterator[Finding]:
    """Yield the findings about a running referee, without disturbing it."""
    service, status = _by_systemd(), published(installation.system)
    if service.get("ActiveState") == "active":
        yield _service(service)
    if status is None:
        text = words("{held}; it reports nothing about them", held=HELD)
        yield Finding("parts", "note", text, words("end the referee, and run the doctor again"))
        return
    yield Finding("parts", "note", words("{held}; below is what it reports about them", held=HELD), MORE)
    if status.journal:
        text = words("{why} Until then games are in memory only.", why=status.journal)
        yield Finding("journal", "FAULT", text, COPY_FIRST)
    yield from _pins(installation, status)
    if status.screen:
        yield Finding("screen", "FAULT", plain(status.screen), MORE)
    else:
        yield Finding("screen", "good", words("pages are shown"))
    match status.board:
        case "lost":
            remedy = words("look at its cable; {more}", more=MORE)
            yield Finding("board", "FAULT", words("it is missing; the referee keeps looking for it"), remedy)
        case "there":
            yield Finding("board", "good", words("it is there"))
    if status.why_nothing_follows:
        yield Finding("board", "FAULT", plain(status.why_nothing_follows), LEAVE_OUT)
    for line in status.counted:
        yield Finding("counts", "note", plain(line))
    yield from wiring(installation)


def _pins(installation: Installation, status: StatusFile) -> Iterator[Finding]:
    for fault in status.faults:
        yield Finding("pins", "FAULT", report_words(fault), GUIDE)
    if not status.has_pins:
        verdict: Verdict = "FAULT" if installation.is_pi else "note"
        yield Finding("pins", verdict, words("none are reached; keyboard and touch work"), WHY)
    elif not status.faults:
        yield Finding("pins", "good", words("nothing wrong with buttons, light and buzzer"))


def _service(shown: Mapping[str, str]) -> Finding:
    restarts = int(shown.get("NRestarts", "0"))
    memory = shown.get("MemoryCurrent", "")
    used = f", {int(memory) // 1_000_000} MB" if memory.isdigit() and int(memory) < 1 << 62 else ""
    since = shown.get("ActiveEnterTimestamp")
    runs = words_n(
        "running since {since}, restarted by systemd {count} time{used}",
        "running since {since}, restarted by systemd {count} times{used}",
        restarts,
        since=since or words("now"),
        used=used,
    )
    return Finding("referee", "note", runs, WHY) if restarts else Finding("referee", "good", runs)


def _by_systemd() -> dict[str, str]:
    """Return the properties that systemd shows of the service; none where systemctl does not work."""
    command = ["systemctl", "show", UNIT, f"--property={','.join(PROPERTIES)}"]
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
