"""The wheel depends on the source alone, and holds all that the program needs."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from places import PROJECT

SOURCES = ("firmware_py", "hardware", "display")
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
LEFT_OVER = "firmware_py/gone.py"
"""A module of an earlier build that the source has no more."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build the wheel twice: in two folders, in two time zones a day apart, once over the rest of an older build."""
    folder = tmp_path_factory.mktemp("wheels")
    builds = []
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        copy = folder / zone
        for name in SOURCES:
            shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        for name in FILES:
            shutil.copyfile(PROJECT / name, copy / name)
        builds.append((zone, copy))
    left_over = builds[1][1] / "build/lib" / LEFT_OVER
    left_over.parent.mkdir(parents=True)
    left_over.touch()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", "import setuptools.build_meta as hooks; hooks.build_wheel('dist')"],  # PEP 517
            cwd=copy,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "TZ": zone},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for zone, copy in builds
    ]
    for process in processes:
        said, _ = process.communicate()
        assert process.returncode == 0, said.decode()
    return [next((copy / "dist").glob("*.whl")) for _, copy in builds]


def test_two_builds_of_one_source_are_the_same_wheel(wheels: list[Path]) -> None:
    """With one `SOURCE_DATE_EPOCH` each byte is the same, whenever and wherever it is built."""
    first, second = wheels
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_the_wheel_holds_the_translations_and_nothing_left_over(wheels: list[Path]) -> None:
    """Each catalogue is compiled; a module of an earlier build is not packed."""
    with zipfile.ZipFile(wheels[1]) as wheel:
        names = set(wheel.namelist())
    assert LEFT_OVER not in names
    compiled = {str(po.relative_to(PROJECT).with_suffix(".mo")) for po in PROJECT.glob("firmware_py/locale/**/*.po")}
    assert compiled
    assert compiled <= names


def test_the_wheel_holds_the_wiring_guide(wheels: list[Path]) -> None:
    """The guide that the doctor names, its pictures, and the program of the sensor board."""
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = set(wheel.namelist())
        guide = wheel.read("hardware/WIRING.md").decode()
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", guide)
    assert len(pictures) > 4
    assert {f"hardware/{picture}" for picture in pictures} <= names
    assert "hardware/pico/main.py" in names
