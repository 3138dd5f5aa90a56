"""A Python or a library that is gone: screen, log and doctor say what to run, without a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from installed_pi import PROJECT
from running_service import service
from sampling import every
from waiting import PATIENCE_S

from firmware_py.cli.main import WITHOUT_LIBRARY
from firmware_py.doctor.system import LIBRARIES

REMEDY = "sudo ./systemd/install"
FAILED = {"SERVICE_RESULT": "exit-code", "EXIT_CODE": "exited", "EXIT_STATUS": "1"}


@pytest.fixture
def without(tmp_path: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    """An environment in which one library cannot be imported, as where it is missing."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{LIBRARIES[request.param]!r}] = None\n")
    return {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(PROJECT))), "SDL_VIDEODRIVER": "dummy"}


# --- the screen ------------------------------------------------------------------------------------------------------


def announced(opt: Path, **ended: str) -> tuple[str, str]:
    """What the screen and the log say after the service has ended so."""
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


@pytest.mark.parametrize("without", every(3, [*LIBRARIES]), indirect=True)
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


@pytest.mark.parametrize("without", every(2, ["pygame-ce", "gpiozero", "msgspec"]), indirect=True)
def test_the_device_names_a_library_that_it_cannot_do_without(tmp_path: Path, without: dict[str, str]) -> None:
    """It ends with a sentence that says what to run, and without a traceback."""
    with service(tmp_path, **without) as running:
        assert running.process.stderr is not None
        log = running.process.stderr.read()
        assert running.process.wait(PATIENCE_S) == WITHOUT_LIBRARY
    assert REMEDY in log
    assert "Traceback" not in log


@pytest.mark.parametrize("without", every(3, ["gpiod", "smbus2", "pyserial"]), indirect=True)
def test_the_device_starts_without_a_library_for_pins_or_boards(tmp_path: Path, without: dict[str, str]) -> None:
    """Keyboard and touch work."""
    with service(tmp_path, **without) as running:
        running.wait_for("READY=1")
        status, log = running.end()
    assert status == 0
    assert "Traceback" not in log


@pytest.mark.parametrize("without", every(3, [*LIBRARIES]), indirect=True)
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


def test_the_program_sees_no_package_of_the_system() -> None:
    """So no package of the system can take a library away, and none that has no known hash is loaded."""
    assert "--system-site-packages" not in (PROJECT / "systemd/parts/program.sh").read_text()
