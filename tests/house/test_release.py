"""A release depends on the source alone: source archive, wheel made of it, and what an index of packages shows."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from places import FLOWS, PROJECT
from readme_renderer.markdown import render
from sampling import IS_WHOLE, before_a_release
from waiting import PATIENCE_S

SOURCES = ("firmware_py", "hardware", "display")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "CHANGELOG.md", "LICENSE")
LEFT_OVER = "firmware_py/gone.py"
"""A module of an earlier build that the source has no more."""
ADDRESS = "https://example.org/referee"
BUILD = """
import os, sys, tarfile
import setuptools.build_meta as hooks  # PEP 517
archive = os.path.abspath("dist/" + hooks.build_sdist("dist"))
tarfile.open(archive).extractall("unpacked", filter="data")
wheels = os.path.abspath("dist")
os.chdir(os.path.join("unpacked", os.listdir("unpacked")[0]))
os.makedirs("build/lib/firmware_py")
open("build/lib/firmware_py/gone.py", "w").close()
hooks.build_wheel(wheels)
"""


def copied(copy: Path) -> Path:
    """A copy of what a release is made of, without translations that were compiled."""
    for name in SOURCES:
        shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for name in FILES:
        shutil.copyfile(PROJECT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build a wheel from the archive in a folder of its own; before a release also in a time zone a day away."""
    folder = tmp_path_factory.mktemp("releases")
    zones = ("Pacific/Kiritimati", "Pacific/Pago_Pago")[: 1 + IS_WHOLE]
    copies = [copied(folder / zone) for zone in zones]
    (copies[-1] / "pyproject.toml").touch()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", BUILD],
            cwd=copy,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "TZ": zone},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for zone, copy in zip(zones, copies, strict=True)
    ]
    for process in processes:
        said, _ = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, said.decode()
    return [copy / "dist" for copy in copies]


@pytest.fixture(scope="module")
def wheel(releases: list[Path]) -> zipfile.ZipFile:
    """Open the wheel of the first build."""
    return zipfile.ZipFile(next(releases[0].glob("*.whl")))


@before_a_release
def test_two_builds_of_one_source_are_the_same_bytes(releases: list[Path]) -> None:
    """With one `SOURCE_DATE_EPOCH`, archive and wheel are the same, whenever and wherever they are built."""
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in releases)
    assert len(first) == 2
    assert first == second


def test_a_wheel_from_the_source_archive_speaks_french(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """The archive holds the catalogues, so a device that was installed from it shows French pages."""
    wheel.extractall(tmp_path / "installed")
    command = [sys.executable, "-m", "firmware_py", "desk", "--headless", "--script", str(FLOWS / "en_francais.txt")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "HOME": str(tmp_path)}
    shown = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr


def test_the_wheel_holds_nothing_that_is_left_over(wheel: zipfile.ZipFile) -> None:
    """A module of an earlier build in the same folder is not packed."""
    assert LEFT_OVER not in wheel.namelist()


def test_the_wheel_holds_the_wiring_guide(wheel: zipfile.ZipFile) -> None:
    """The guide that the doctor names, its pictures, and the program of the sensor board."""
    names = set(wheel.namelist())
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", wheel.read("hardware/WIRING.md").decode())
    assert len(pictures) > 4
    assert {f"hardware/{picture}" for picture in pictures} <= names
    assert "hardware/pico/main.py" in names


def test_the_wheel_holds_all_that_the_program_reads(wheel: zipfile.ZipFile) -> None:
    """Texts, maps, settings, pictures and fonts lie beside the code in the package, too."""
    names = set(wheel.namelist())
    lying = (path for package in ("firmware_py", "display") for path in (PROJECT / package).rglob("*.*"))
    data = {str(path.relative_to(PROJECT)) for path in lying if path.suffix not in (".py", ".pyc", ".po")}
    assert "firmware_py/pages/malediction/texts.toml" in data
    assert data - names == set()


def test_the_wheel_holds_what_a_desktop_and_a_terminal_show(wheel: zipfile.ZipFile) -> None:
    """Where pip and pipx put them: below `share` of the environment."""
    kept = {name.partition(".data/data/share/")[2] for name in wheel.namelist() if ".data/data/share/" in name}
    assert kept == {
        "applications/pyramid-referee.desktop",
        "bash-completion/completions/pyramid-referee.bash",
        "icons/hicolor/scalable/apps/pyramid-referee.svg",
        "man/man1/pyramid-referee.1",
        "metainfo/pyramid-referee.metainfo.xml",
    }


def described(wheel: zipfile.ZipFile) -> str:
    """The page that an index of packages shows."""
    name = next(name for name in wheel.namelist() if name.endswith("METADATA"))
    return wheel.read(name).decode().partition("\n\n")[2]


def targets(text: str) -> list[str]:
    """Where links and pictures of a page lead to, as the index renders it."""
    page = render(text)
    assert page
    return re.findall(r'(?:href|src)="([^"#]+)', page)


def test_no_link_of_the_package_page_is_broken(wheel: zipfile.ZipFile) -> None:
    """Nothing leads to a file beside the README, because there is none where packages are listed."""
    page = described(wheel)
    assert "# Pyramid Referee" in page
    assert [target for target in targets(page) if not target.startswith("https://")] == []


def test_links_lead_to_the_public_address_once_it_is_known(tmp_path: Path) -> None:
    """One constant turns each link and picture of the README into a whole address, of this version."""
    copy = copied(tmp_path)
    project = copy / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^address = ".*?"', f'address = "{ADDRESS}"', project.read_text()))
    (copy / "meta").mkdir()
    build = "import setuptools.build_meta as hooks; hooks.prepare_metadata_for_build_wheel('meta')"
    subprocess.run([sys.executable, "-c", build], cwd=copy, check=True, capture_output=True)
    metadata = next((copy / "meta").rglob("METADATA")).read_text(encoding="utf-8")
    assert f"Project-URL: Homepage, {ADDRESS}\n" in metadata
    relative = [target for target in targets((PROJECT / "README.md").read_text("utf-8")) if "://" not in target]
    assert relative
    whole = targets(metadata.partition("\n\n")[2])
    for target in relative:
        assert any(re.fullmatch(rf"{ADDRESS}/(blob|raw)/v[\d.]+/{re.escape(target)}", one) for one in whole), target
