"""Every page of an evening says and looks what it did when somebody last looked at it.

After a wanted change: `make goldens`, look at the difference, commit it.
"""

from pathlib import Path

import pygame
import pytest
from pictures_alike import look_alike
from shown.golden_flows import (
    BOARD_PICTURED,
    BOARD_READ,
    FLOWS,
    FOLDER,
    OTHER_SIZES,
    PICTURED,
    SMALLEST,
    TEXTS,
    USUAL,
    config_of,
    pages_folder,
    pictures,
    screens,
)


@pytest.mark.parametrize("flow", FLOWS)
def test_every_screen_of_a_flow_says_and_looks_the_same(flow, tmp_path):
    """The text of the screen after every step, and each `shot` on the usual panel."""
    assert screens(FLOWS[flow], tmp_path, config_of()) == (TEXTS / f"{flow}.txt").read_text(encoding="utf-8")
    assert any(tmp_path.iterdir()) == (flow in PICTURED)
    if flow in PICTURED:
        assert_as_before(tmp_path, pages_folder(flow, USUAL))


@pytest.mark.parametrize("size", OTHER_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("flow", PICTURED)
def test_every_pictured_page_looks_the_same(flow, size, tmp_path):
    """Each `shot` of a flow, on the other panels."""
    pictures(FLOWS[flow], size, tmp_path)
    assert_as_before(tmp_path, pages_folder(flow, size))


@pytest.mark.parametrize(("flow", "kind"), BOARD_PICTURED.items())
def test_every_pictured_page_beside_a_board_looks_the_same(flow, kind, tmp_path):
    """On the smallest panel, over the board for which the flow was written; of some every text is compared, too."""
    script = FOLDER / f"{flow}.txt"
    if flow in BOARD_READ:
        wanted = (TEXTS / script.name).read_text(encoding="utf-8")
        assert screens(script, tmp_path, config_of(SMALLEST, kind)) == wanted
    else:
        pictures(script, SMALLEST, tmp_path, kind)
    assert_as_before(tmp_path, pages_folder(flow, SMALLEST))


def assert_as_before(drawn: Path, golden: Path) -> None:
    """Fail unless both folders have the same pictures."""
    assert {path.name for path in drawn.iterdir()} == {path.name for path in golden.iterdir()}
    for wanted in golden.iterdir():
        pair = [pygame.image.load(folder / wanted.name) for folder in (drawn, golden)]
        assert look_alike(*pair), f"{wanted.name}: see {drawn}"
