"""The findings as text, and as an archive to send to whoever helps."""

from __future__ import annotations

import io
import subprocess
import tarfile
import time
from contextlib import suppress
from pathlib import Path

from firmware_py.doctor.findings import PARTS, UNIT, Finding, Installation, Verdict
from firmware_py.regular_files import check_no_other, read_regular, write_whole
from firmware_py.words import NOTHING, Say, Words, words, words_n

LOG_LINES = 500


VERDICT_WORDS: dict[Verdict, Words] = {"good": words("good"), "note": words("note"), "FAULT": words("FAULT")}


def as_text(found: tuple[Finding, ...], say: Say) -> str:
    """Return one line for each finding, with its remedy below it."""
    lines = []
    wide = max(len(say(verdict)) for verdict in VERDICT_WORDS.values())
    for finding in found:
        name, blank, which = finding.part.partition(" ")
        text = words("{part}: {told}", part=f"{say(PARTS[name])}{blank}{which}", told=finding.text)
        lines.append(f"{say(VERDICT_WORDS[finding.verdict]):{wide}}  {say(text)}")
        if finding.remedy is not NOTHING:
            lines.append(f"{'':{wide}}  -> {say(finding.remedy)}")
    faults = sum(finding.verdict == "FAULT" for finding in found)
    return "\n".join((*lines, "", say(words_n("{count} fault", "{count} faults", faults))))


def write_bundle(path: Path, installation: Installation, report: str) -> None:
    """Write the report, the settings and the newest lines of the log to a compressed archive, and nothing of any game.

    :raises OSError: when it cannot be written; then no part of it stays.
    """
    parts = {"doctor.txt": report, "log.txt": _log()}
    if installation.settings:
        with suppress(OSError):
            parts["config.toml"] = read_regular(installation.settings).decode(errors="replace")
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for name, text in parts.items():
            content = text.encode()
            entry = tarfile.TarInfo(f"pyramid-referee/{name}")
            entry.size, entry.mtime = len(content), int(time.time())
            archive.addfile(entry, io.BytesIO(content))
    check_no_other(path)
    write_whole(path, written.getvalue())


def _log() -> str:
    command = ["journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--output", "short-iso"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"The log cannot be read: {error}\n"
