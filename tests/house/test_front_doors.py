"""Whoever enters a folder is told at its door which rooms there are."""

import re
from pathlib import Path

import pytest
from places import PROJECT

HOUSES = ("firmware_py", "hardware", "display")
FOLDERS = sorted(door.parent for house in HOUSES for door in (PROJECT / house).rglob("__init__.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(PROJECT)))
def test_every_room_is_named_at_the_door_of_its_folder(folder: Path) -> None:
    """The first words of a folder name each module and each folder in it."""
    introduction = re.match(r'"""(.*?)"""', (folder / "__init__.py").read_text(encoding="utf-8"), re.DOTALL)
    assert introduction
    rooms = {room.stem for room in folder.glob("[!_]*.py")} | {
        room.parent.name for room in folder.glob("*/__init__.py")
    }
    assert rooms - set(re.findall(r"`(\w+)`", introduction[1])) == set()


@pytest.mark.parametrize("house", HOUSES)
def test_no_room_is_too_large_to_be_read_at_one_sitting(house: str) -> None:
    """A file of the product has at most 350 lines."""
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (PROJECT / house).rglob("*.py")}
    assert {str(path.relative_to(PROJECT)): count for path, count in lines.items() if count > 350} == {}
