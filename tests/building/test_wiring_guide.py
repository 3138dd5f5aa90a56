"""The wiring guide: its tables and pictures are those of the program's own defaults, and can be read."""

from __future__ import annotations

import errno
import os
import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

import firmware_py.doctor
import firmware_py.pages.board_care
from hardware.guide import GUIDE, PAPERS, PICTURES, picture_file
from hardware.guide.drawing import Dot, Outline, SvgBox, SvgLabel, SvgPicture, Wire
from hardware.guide.tables import TABLES, renew
from hardware.wiring import HEADER, Wiring, WiringLayout, pins_by_key

LETTER = 0.61
"""The width of a letter in the widest of the fonts, as a part of its size."""
Room = tuple[float, float, float, float]


REFUSALS = {os.strerror(number) for number in (errno.ENOENT, errno.EACCES)}


def test_the_guide_s_tables_are_those_of_the_program() -> None:
    """Pins, chips and quantities in the repository are what the defaults make now; else `make wiring`."""
    guide = "".join(paper.read_text(encoding="utf-8") for paper in PAPERS)
    assert renew(guide) == guide
    assert all(guide.count(f"<!-- made by make wiring: {name} -->") == 1 for name in TABLES)


def test_the_guide_quotes_what_the_device_says_while_it_is_taught() -> None:
    """Each quoted word, and each line to choose, stands in the pages' own text."""
    folder = Path(firmware_py.pages.board_care.__file__).parent
    pages = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    part = GUIDE.read_text(encoding="utf-8").split("### Teaching the wiring")[1].partition("\n### ")[0]
    marked = re.findall(r"\*(\w[^*]+)\*", " ".join(part.split()))
    chosen = [line for line in marked if not line.startswith(("Settings", "Magnetic", "What can"))]
    said = [phrase for line in part.splitlines() if line.startswith("| ") for phrase in re.findall(r'"([^"]+)"', line)]
    assert len(chosen) > 6 and len(said) > 5
    assert not [words for words in (*chosen, *said) if words.replace("b1", "{cell}") not in pages]


@pytest.mark.parametrize("layout", get_args(WiringLayout))
def test_the_guide_names_each_pin_with_its_place(layout: WiringLayout) -> None:
    """Every key of the configuration stands beside its default and its position on the header, whatever hands have."""
    guide = GUIDE.read_text(encoding="utf-8")
    assert all(f"| `{key}` | {pin} | {HEADER[pin]} |" in guide for key, pin in pins_by_key(Wiring(), layout).items())


@pytest.mark.parametrize("name", PICTURES)
def test_the_guide_s_pictures_are_those_of_the_program(name: str) -> None:
    """The committed drawing is what the defaults make now, and the guide shows it; else `make wiring`."""
    assert picture_file(name).read_text(encoding="utf-8") == PICTURES[name]().svg()
    assert any(f"](guide/{name}.svg)" in paper.read_text(encoding="utf-8") for paper in PAPERS)


def test_the_guide_quotes_the_doctor_word_for_word() -> None:
    """Each quoted word of the boards' tables of trouble stands in the doctor's own text, or is the system's refusal."""
    doctor = "".join(path.read_text(encoding="utf-8") for path in Path(firmware_py.doctor.__file__).parent.glob("*.py"))
    quoted = [
        phrase
        for part in GUIDE.read_text(encoding="utf-8").split("Text in quotes is what the doctor says.")[1:]
        for line in part.partition("\n## ")[0].splitlines()
        if line.startswith("| ")
        for phrase in re.findall(r'"([^"`]+)"', line)
    ]
    assert len(quoted) > 20
    assert not [phrase for phrase in quoted if phrase not in doctor and phrase not in REFUSALS]


@pytest.fixture(params=PICTURES)
def picture(request: pytest.FixtureRequest) -> SvgPicture:
    return PICTURES[request.param]()


def labels(picture: SvgPicture) -> list[SvgLabel]:
    return [shape for shape in picture.shapes if isinstance(shape, SvgLabel)]


def touch(one: Room, other: Room) -> bool:
    """Whether two rectangles (left, top, right, bottom) have any point in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(outer: Room, inner: Room) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def corners(label: SvgLabel) -> Room:
    """The room that a label takes in the widest of the fonts."""
    width = len(label.text) * label.size * LETTER
    left = label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    return left, label.y - label.size * 0.6, left + width, label.y + label.size * 0.6


def room(box: SvgBox) -> Room:
    return box.x, box.y, box.x + box.width, box.y + box.height


def spans(wire: Wire) -> list[Room]:
    """The room each straight piece takes."""
    half = 2.5 if wire.net == "bundle" else 1.0
    return [
        (min(x, u) - half, min(y, v) - half, max(x, u) + half, max(y, v) + half)
        for (x, y), (u, v) in pairwise(wire.points)
    ]


def test_all_words_lie_on_the_picture(picture: SvgPicture) -> None:
    """Nothing is cut off, in the widest of the fonts."""
    outside = [
        label.text for label in labels(picture) if not holds((0, 0, picture.width, picture.height), corners(label))
    ]
    assert not outside


def test_no_words_lie_on_others(picture: SvgPicture) -> None:
    """Each label has its own room."""
    pairs = combinations(labels(picture), 2)
    assert not [(one.text, other.text) for one, other in pairs if touch(corners(one), corners(other))]


def test_no_wire_runs_through_words(picture: SvgPicture) -> None:
    """Wires run straight across or down, and beside the words."""
    wires = [span for shape in picture.shapes if isinstance(shape, Wire) for span in spans(shape)]
    assert not [label.text for label in labels(picture) for span in wires if touch(corners(label), span)]


def test_no_edge_of_a_part_runs_through_words(picture: SvgPicture) -> None:
    """A label lies in a part or beside it."""
    boxes = [room(shape) for shape in picture.shapes if isinstance(shape, SvgBox)]
    assert not [
        label.text
        for label in labels(picture)
        for box in boxes
        if touch(corners(label), box) and not holds(box, corners(label))
    ]


def test_no_dot_and_no_arrow_lies_on_words(picture: SvgPicture) -> None:
    """Only the numbers of the header's positions stand in their dots."""
    marks: list[Room] = []
    for shape in picture.shapes:
        match shape:
            case Dot(x, y, _, radius):
                marks.append((x - radius, y - radius, x + radius, y + radius))
            case Outline(points):
                across, down = zip(*points, strict=True)
                marks.append((min(across), min(down), max(across), max(down)))
    assert not [
        label.text
        for label in labels(picture)
        for mark in marks
        if touch(corners(label), mark) and not (label.net == "paper" and holds(mark, corners(label)))
    ]


def test_a_picture_is_a_document_with_a_title(picture: SvgPicture) -> None:
    """Any reader of XML can take it, and who cannot see it is told what it is."""
    root = ElementTree.fromstring(picture.svg())
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == picture.title
