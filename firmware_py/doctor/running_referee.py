"""A box whose referee runs: what it says of its own parts, and what systemd says of it.

Why not the line that systemd shows for it: that names a game and a player, and a report holds nothing of any game.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping

from firmware_py.doctor.findings import GUIDE, UNIT, Finding, Patient, Verdict
from firmware_py.doctor.wiring import wiring
from firmware_py.host.status_file import published
from firmware_py.words import plain, words, words_n

HELD = words("not tried, because they are the running referee's: buttons, light, buzzer, magnetic board and screen")
MORE = words("to have them tried: {command}, ask again, and start it", command=f"sudo systemctl stop {UNIT}")
COPY_FIRST = words("copy the newest games to a stick, then: {command}", command=f"sudo systemctl restart {UNIT}")
WHY = words("why: {command}", command=f"journalctl -u {UNIT}")
ASKED = ("ActiveState", "ActiveEnterTimestamp", "NRestarts", "MemoryCurrent")
PATIENCE_S = 10.0


def plays_in_memory(box: Patient) -> bool:
    """Return whether a referee runs that has no journal open by which one could tell."""
    bulletin = published(box.system)
    return bulletin is not None and bool(bulletin.journal)


def running(box: Patient) -> Iterator[Finding]:
    """Yield what there is to say of a running referee without disturbing it."""
    told, bulletin = _by_systemd(), published(box.system)
    if told.get("ActiveState") == "active":
        yield _service(told)
    if bulletin is None:
        told_not = words("{held}; it tells nothing of them itself", held=HELD)
        yield Finding("parts", "note", told_not, words("close it, and ask again"))
        return
    yield Finding("parts", "note", words("{held}; what follows is what it says of them itself", held=HELD), MORE)
    if bulletin.journal:
        unsaved = words("{why} Until then games are kept in memory only.", why=bulletin.journal)
        yield Finding("journal", "FAULT", unsaved, COPY_FIRST)
    for fault in bulletin.faults:
        yield Finding("pins", "FAULT", plain(fault), GUIDE)
    if not bulletin.has_pins:
        verdict: Verdict = "FAULT" if box.is_pi else "note"
        yield Finding("pins", verdict, words("none are reached; keyboard and touch work"), WHY)
    elif not bulletin.faults:
        yield Finding("pins", "good", words("nothing wrong with buttons, light and buzzer"))
    if bulletin.screen:
        yield Finding("screen", "FAULT", plain(bulletin.screen), MORE)
    else:
        yield Finding("screen", "good", words("pages are shown"))
    match bulletin.board:
        case "lost":
            remedy = words("look at its cable; {more}", more=MORE)
            yield Finding("board", "FAULT", words("it is looked for and not found"), remedy)
        case "there":
            yield Finding("board", "good", words("it is there"))
    for line in bulletin.counted:
        yield Finding("counts", "note", plain(line))
    yield from wiring(box)


def _service(told: Mapping[str, str]) -> Finding:
    restarts = int(told.get("NRestarts", "0"))
    memory = told.get("MemoryCurrent", "")
    used = f", {int(memory) // 1_000_000} MB" if memory.isdigit() and int(memory) < 1 << 62 else ""
    since = told.get("ActiveEnterTimestamp")
    runs = words_n(
        "runs since {since}, started again by systemd {count} time{used}",
        "runs since {since}, started again by systemd {count} times{used}",
        restarts,
        since=since or words("now"),
        used=used,
    )
    return Finding("referee", "note", runs, WHY) if restarts else Finding("referee", "good", runs)


def _by_systemd() -> dict[str, str]:
    """Return what systemd says of the service; nothing where it cannot be asked."""
    command = ["systemctl", "show", UNIT, f"--property={','.join(ASKED)}"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
