"""A box whose referee runs: what it says of its own parts, and what systemd says of it.

Why not the line that systemd shows for it: that names a game and a player, and a report holds nothing of any game.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping

from firmware_py.bulletin import published
from firmware_py.doctor.patient import GUIDE, UNIT, Finding, Patient, Verdict
from firmware_py.doctor.wiring import wiring

HELD = "not tried, because they are the running referee's: buttons, light, buzzer, magnetic board and screen"
MORE = f"to have them tried: sudo systemctl stop {UNIT}, ask again, and start it"
UNSAVED = "Until then games are kept in memory only."
COPY_FIRST = f"copy the newest games to a stick, then: sudo systemctl restart {UNIT}"
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
        yield Finding("parts", "note", f"{HELD}; it tells nothing of them itself", "close it, and ask again")
        return
    yield Finding("parts", "note", f"{HELD}; what follows is what it says of them itself", MORE)
    if bulletin.journal:
        yield Finding("journal", "FAULT", f"{bulletin.journal} {UNSAVED}", COPY_FIRST)
    for fault in bulletin.faults:
        yield Finding("pins", "FAULT", fault, GUIDE)
    if not bulletin.has_pins:
        verdict: Verdict = "FAULT" if box.is_pi else "note"
        yield Finding("pins", verdict, "none are reached; keyboard and touch work", f"why: journalctl -u {UNIT}")
    elif not bulletin.faults:
        yield Finding("pins", "good", "nothing wrong with buttons, light and buzzer")
    if bulletin.screen:
        yield Finding("screen", "FAULT", bulletin.screen, MORE)
    else:
        yield Finding("screen", "good", "pages are shown")
    match bulletin.board:
        case "lost":
            yield Finding("board", "FAULT", "it is looked for and not found", f"look at its cable; {MORE}")
        case "there":
            yield Finding("board", "good", "it is there")
    for line in bulletin.counted:
        yield Finding("counts", "note", line)
    yield from wiring(box)


def _service(told: Mapping[str, str]) -> Finding:
    restarts = int(told.get("NRestarts", "0"))
    memory = told.get("MemoryCurrent", "")
    used = f", {int(memory) // 1_000_000} MB" if memory.isdigit() and int(memory) < 1 << 62 else ""
    often = f"started again by systemd {restarts} time{'s' * (restarts != 1)}"
    since = told.get("ActiveEnterTimestamp") or "now"
    remedy = f"why: journalctl -u {UNIT}" if restarts else ""
    return Finding("referee", "note" if restarts else "good", f"runs since {since}, {often}{used}", remedy)


def _by_systemd() -> dict[str, str]:
    """Return what systemd says of the service; nothing where it cannot be asked."""
    command = ["systemctl", "show", UNIT, f"--property={','.join(ASKED)}"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
