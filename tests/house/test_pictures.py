"""The pictures of the papers show today's program; `make papers` draws them again."""

from pathlib import Path

import pygame
import pytest
from pictures_alike import look_alike
from shown.paper_pictures import FOLDER, GUIDE, draw_guide, drawing_of_house, floors


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draw the guide's pictures."""
    folder = tmp_path_factory.mktemp("guide")
    draw_guide(folder)
    return folder


@pytest.mark.parametrize("name", GUIDE)
def test_the_guide_shows_pages_of_this_program(drawn: Path, name: str) -> None:
    """Each page of the guide for players looks as the device shows it now; else `make papers`."""
    picture = f"guide-{name}.png"
    assert look_alike(pygame.image.load(drawn / picture), pygame.image.load(FOLDER / picture))


def test_the_guide_has_no_picture_that_nothing_draws() -> None:
    """A picture that has lost its flow goes."""
    assert {path.name for path in FOLDER.glob("guide-*")} == {f"guide-{name}.png" for name in GUIDE}


def test_the_drawing_of_the_house_has_each_room() -> None:
    """The floors are those of the contract that forbids imports upward; else `make papers`."""
    text = (FOLDER / "house.svg").read_text(encoding="utf-8")
    rooms = [room for floor in floors() for room in floor]
    assert len(rooms) > 10
    assert [f"<title>{room}</title>" in text for room in rooms] == [True] * len(rooms)
    assert text.count("<title>") == len(rooms)
    assert drawing_of_house().count("<title>") == len(rooms)
