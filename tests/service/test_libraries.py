"""A Python or a library that is gone: screen, log and doctor say what to run, without a traceback."""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from installed_pi import PROJECT
from running_service import service
from waiting import PATIENCE_S

from firmware_py.cli.main import WITHOUT_LIBRARY
from firmware_py.host.libraries import LIBRARIES, foreign, not_loading

REMEDY = "sudo ./systemd/install"
FAILED = {"SERVICE_RESULT": "exit-code", "EXIT_CODE": "exited", "EXIT_STATUS": "1"}


@pytest.fixture
def without(tmp_path: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    """An environment in which one library cannot be imported, as where it is missing."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{LIBRARIES[request.param]!r}] = None\n")
    return {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(PROJECT))), "SDL_VIDEODRIVER": "dummy"}


# --- the screen ------------------------------------------------------------------------------------------------------


def announced(opt: Path, **ended: str) -> tuple[str, str]:
    """Return what the screen and the log say after the service has ended so."""
    screen = opt / "screen"
    screen.write_text("")
    done = subprocess.run(
        ["/bin/sh", PROJECT / "systemd/tell-why"],
        env={"PATH": os.environ["PATH"], "OPT": str(opt), "SCREEN": str(screen), **ended},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    return screen.read_text(), done.stderr


@pytest.mark.parametrize("loss", ["another Python", "no Python", "nothing"])
def test_a_python_that_is_gone_is_told_on_the_screen(tmp_path: Path, loss: str) -> None:
    """An upgrade of the system leaves an environment whose Python is another one, or none: what to run is said."""
    environment = tmp_path / "current"
    if loss != "nothing":
        venv.create(environment)
    if loss == "no Python":
        for link in (environment / "bin").glob("python*"):
            link.unlink()
            link.symlink_to("/usr/bin/python3.1")
    for text in announced(tmp_path, **FAILED):
        assert "Pyramid Referee cannot start." in text
        assert ("No module named 'firmware_py'" if loss == "another Python" else "bin/python: not found") in text
        assert REMEDY in text
        assert "Traceback" not in text


@pytest.mark.parametrize("without", LIBRARIES, indirect=True)
def test_a_library_that_is_gone_is_told_on_the_screen(tmp_path: Path, without: dict[str, str]) -> None:
    """It names the module and the remedy; letters that could steer the screen are none of it."""
    python = tmp_path / "current/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nshift\nPYTHONPATH={without["PYTHONPATH"]} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    screen, log = announced(tmp_path, **FAILED)
    (module,) = re.findall(r"modules\['(\w+)'\]", (tmp_path / "sitecustomize.py").read_text())
    assert f"import of {module} halted" in log
    assert REMEDY in screen
    assert screen.startswith("\033c")
    assert screen[2:].replace("\n", "").isprintable()


def test_nothing_is_told_where_python_and_libraries_are_there(tmp_path: Path) -> None:
    """Any other fault has its own words in the log; an end on purpose, or by the watchdog, asks Python nothing."""
    python = tmp_path / "current/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho >> {tmp_path}/asked\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for result in ("success", "watchdog", "signal", "timeout", "oom-kill"):
        assert announced(tmp_path, SERVICE_RESULT=result) == ("", "")
    assert not (tmp_path / "asked").exists()
    assert announced(tmp_path, **FAILED) == ("", "")
    assert (tmp_path / "asked").exists()


def test_the_unit_asks_after_each_end() -> None:
    """With the program of the version that runs; where there is none, the service goes on all the same."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    (called,) = re.findall(r"\nExecStopPost=-\+/bin/sh /opt/pyramid-referee/current/(systemd/\S+)\n", unit)
    assert (PROJECT / called).is_file()


# --- the commands ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("without", ["pygame-ce", "gpiozero", "msgspec"], indirect=True)
def test_the_device_names_a_library_that_it_cannot_do_without(tmp_path: Path, without: dict[str, str]) -> None:
    """It ends with a sentence that says what to run, and without a traceback."""
    with service(tmp_path, **without) as running:
        assert running.process.stderr is not None
        log = running.process.stderr.read()
        assert running.process.wait(PATIENCE_S) == WITHOUT_LIBRARY
    assert REMEDY in log
    assert "Traceback" not in log


@pytest.mark.parametrize("without", ["smbus2", "pyserial"], indirect=True)
def test_the_device_starts_without_a_library_for_boards(tmp_path: Path, without: dict[str, str]) -> None:
    """Keyboard and touch work."""
    with service(tmp_path, **without) as running:
        running.wait_for("READY=1")
        status, log = running.end()
    assert status == 0
    assert "Traceback" not in log


@pytest.mark.parametrize("without", LIBRARIES, indirect=True)
def test_the_doctor_names_a_missing_library(tmp_path: Path, without: dict[str, str]) -> None:
    """With the remedy, as a finding where it can examine anything without it."""
    done = subprocess.run(
        [sys.executable, "-m", "firmware_py", "doctor", "--data", str(tmp_path / "data")],
        env={**os.environ, **without},
        capture_output=True,
        text=True,
        check=False,
    )
    (module,) = re.findall(r"modules\['(\w+)'\]", (tmp_path / "sitecustomize.py").read_text())
    (name,) = (name for name, own in LIBRARIES.items() if own == module)
    said = done.stdout + done.stderr
    assert done.returncode in (1, 2)
    assert "Traceback" not in said
    assert REMEDY in said
    assert f"{name} is missing, or does not load" in said or f"import of {module} halted" in said


# --- whose libraries they are ----------------------------------------------------------------------------------------


def test_a_library_of_the_system_is_known_as_foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands outside the environment, so a package of the system may take it away; here all are our own."""
    assert list(not_loading()) == []
    if sys.prefix != sys.base_prefix:
        assert list(foreign()) == []
    system = tmp_path / "smbus2-9.dist-info"
    system.mkdir()
    (system / "METADATA").write_text("Metadata-Version: 2.1\nName: smbus2\nVersion: 9\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    monkeypatch.setattr(sys, "base_prefix", "/elsewhere")
    assert list(foreign()) == ["smbus2"]


def wheel(folder: Path) -> tuple[Path, str]:
    """Return a wheel of a library that is one empty module, and its hash."""
    file = folder / "lantern-1-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("lantern.py", "")
        packed.writestr("lantern-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: lantern\nVersion: 1\n")
        packed.writestr("lantern-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr("lantern-1.dist-info/RECORD", "")
    return file, hashlib.sha256(file.read_bytes()).hexdigest()


def test_what_the_system_has_already_is_installed_all_the_same(tmp_path: Path) -> None:
    """The installer's own call of pip, where the environment sees the same version of a library elsewhere."""
    environment, system, source = tmp_path / "environment", tmp_path / "system", tmp_path / "source"
    venv.create(environment, with_pip=True)
    (site,) = environment.glob("lib/python3*/site-packages")
    file, digest = wheel(tmp_path)
    with zipfile.ZipFile(file) as packed:
        packed.extractall(system)
    (site / "system.pth").write_text(f"{system}\n")
    (source / "systemd/locked").mkdir(parents=True)
    (source / "systemd/locked/program.txt").write_text(f"lantern==1 --hash=sha256:{digest}\n")
    part = PROJECT / "systemd/parts/program.sh"
    (call,) = re.findall(r"pip_install program\.txt[^&\n]*", part.read_text())
    script = f'run() {{ "$@"; }}; new={environment}; source_dir={source}; . {part}; {call}'
    environ = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    subprocess.run(["/bin/sh", "-euc", script], env=environ, check=True)
    assert (site / "lantern.py").exists()


@pytest.mark.xfail(strict=True, reason="lgpio comes from a package of the system until issue 48 replaces it")
def test_the_program_sees_no_package_of_the_system() -> None:
    """Then no package of the system can take a library away, and none that has no known hash is loaded."""
    assert "--system-site-packages" not in (PROJECT / "systemd/parts/program.sh").read_text()
