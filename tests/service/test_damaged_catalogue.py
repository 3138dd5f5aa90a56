"""A damaged catalogue of translations: the device speaks English, and says so."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from places import PROJECT
from running_service import service
from sampling import every

from firmware_py.host import failed_starts
from firmware_py.words import catalogue_file, read_compiled

WHOLE = catalogue_file("fr").read_bytes()


def zeroed(content: bytes, start: int, length: int) -> bytes:
    """The content as a worn card gives it, with a block of zeros."""
    return content[:start] + bytes(len(content[start : start + length])) + content[start + length :]


def flipped(content: bytes, bit: int) -> bytes:
    """The content with one bit turned."""
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_every_damage_of_a_catalogue_is_noticed(tmp_path: Path) -> None:
    """Whatever bit was turned, wherever it was cut or zeroed: it is not taken for whole."""
    chance = random.Random(1)
    size = len(WHOLE)
    damages = [
        *(WHOLE[:length] for length in (*range(64), *range(size - 64, size), *chance.sample(range(size), 200))),
        *(flipped(WHOLE, bit) for bit in chance.sample(range(size * 8), 300)),
        *(zeroed(WHOLE, start, length) for length in (1 << 12, 1 << 16, size) for start in range(0, size, length)),
        *(bytes(length) for length in range(64)),
        WHOLE + b"\0",
        WHOLE * 2,
    ]
    file = tmp_path / "referee.mo"
    for damaged in damages:
        file.write_bytes(damaged)
        assert damaged == WHOLE or read_compiled(file) is None
    file.write_bytes(WHOLE)
    assert read_compiled(file) == WHOLE[:-32]


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "cut in its head": lambda file: file.write_bytes(WHOLE[:10]),
    "missing": Path.unlink,
    "cut in its texts": lambda file: file.write_bytes(WHOLE[: len(WHOLE) // 2]),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
    "no catalogue": lambda file: file.write_bytes(b"<html>not found</html>" * 5),
    "zeros in its texts": lambda file: file.write_bytes(zeroed(WHOLE, len(WHOLE) * 3 // 4, 4096)),
    "a brace lost": lambda file: file.write_bytes(WHOLE.replace(b"}", b"]")),
}
SAFE_MODE = every(8, (*DAMAGES,))
"""With which of them safe mode is tried."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program, whose modules are compiled once."""
    copy = tmp_path_factory.mktemp("program")
    for name in ("firmware_py", "hardware", "display"):
        shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def catalogue(program: Path) -> Iterator[Path]:
    """The French catalogue of that copy, which may be damaged: its words are those of the default language."""
    file = program / "firmware_py/locale/fr/LC_MESSAGES/referee.mo"
    yield file
    if file.is_dir():
        file.rmdir()
    file.write_bytes(WHOLE)


def environment(program: Path) -> dict[str, str]:
    """The environment in which Python finds that copy, and nothing in the current folder."""
    return {"PYTHONPATH": str(program), "PYTHONSAFEPATH": "1"}


@pytest.mark.parametrize("damage", every(4, (*DAMAGES,)))
def test_the_device_starts_in_english_with_a_damaged_catalogue(
    tmp_path: Path, program: Path, catalogue: Path, damage: str
) -> None:
    """Normal start, safe mode and the log."""
    DAMAGES[damage](catalogue)
    said = "Français is replaced by English, because "
    for failed in (0, failed_starts.FAILED_STARTS) if damage in SAFE_MODE else (0,):
        (tmp_path / failed_starts.MARKER).write_text(str(failed))
        with service(tmp_path, **environment(program)) as running:
            running.wait_for("READY=1")
            status, written = running.end()
        assert status == 0
        assert said in written
        assert "sudo ./systemd/install" in written
        assert ("Safe mode" in written) == bool(failed)


@pytest.mark.parametrize("damage", every(2, ["empty", "cut in its texts", "missing"]))
def test_the_command_line_and_the_doctor_speak_english_then(
    tmp_path: Path, program: Path, catalogue: Path, damage: str
) -> None:
    """In a French terminal the doctor names the file and the remedy; a wrong option is refused in English."""
    DAMAGES[damage](catalogue)

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        french = {"LC_ALL": "fr_FR.UTF-8", "SDL_VIDEODRIVER": "dummy", **environment(program)}
        command = [sys.executable, "-m", "firmware_py", *arguments]
        return subprocess.run(command, env={**os.environ, **french}, capture_output=True, text=True, check=False)

    examined = call("doctor", "--data", str(tmp_path))
    assert examined.returncode == 1, examined.stderr
    assert "Français is replaced by English, because " in examined.stdout
    assert "sudo ./systemd/install" in examined.stdout
    assert "the following arguments are required" in call("replay").stderr
