"""Every page of an evening says and looks what it did when somebody last looked at it.

After a wanted change: `.venv/bin/python tests/make_flow_goldens.py`, look at the difference, commit it.
"""

import pygame
import pytest
from make_flow_goldens import FLOWS, PICTURED, SIZES, TEXTS, pages_folder, pictures, screens

NOTICEABLE = 40
"""A difference in a channel, of 255, that an eye would notice."""
ALLOWED = 0.004
"""Share of the pixels that may differ noticeably between versions of the libraries."""


@pytest.mark.parametrize("flow", FLOWS)
def test_every_screen_of_a_flow_says_the_same(flow):
    """The text of the screen after every step."""
    assert screens(FLOWS[flow]) == (TEXTS / f"{flow}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("flow", PICTURED)
def test_every_pictured_page_looks_the_same(flow, size, tmp_path):
    """Each `shot` of a flow, on each size of panel."""
    pictures(flow, size, tmp_path)
    golden_folder = pages_folder(flow, size)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in golden_folder.iterdir()}
    for golden in golden_folder.iterdir():
        drawn, wanted = pygame.image.load(tmp_path / golden.name), pygame.image.load(golden)
        assert wanted.get_size() == size
        same = pygame.transform.threshold(
            None, drawn, None, threshold=(NOTICEABLE,) * 3, set_behavior=0, search_surf=wanted
        )
        assert same >= (1 - ALLOWED) * size[0] * size[1], f"{golden.name}: see {tmp_path}"
