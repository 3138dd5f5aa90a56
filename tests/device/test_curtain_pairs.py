"""No page for everybody is followed by what only hunters may see, but by the held `ok` of the curtain."""

import pytest
from curtain_walk import walking
from malediction_device import THREE, TWO

from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config, ScreenConfig


@pytest.mark.parametrize(
    ("layout", "board", "header", "steps"),
    [("six", "none", TWO, 30), ("four", "serial", THREE, 10), ("touch", "none", THREE, 40)],
    ids=["two players", "beside a board", "by touch"],
)
def test_secrets_come_into_view_only_by_a_held_ok_on_the_curtain(layout, board, header, steps, tmp_path):
    """Whatever is pressed, held, touched or moved on any page, also over a power cut, at rest and in the menus."""
    config = Config(
        language="en",
        buttons=ButtonsConfig(layout=layout),
        screen=ScreenConfig(dim_after_s=10.0),
        board=BoardConfig(kind=board, rows=5, columns=5),
    )
    with walking(config, header, tmp_path, seed=1) as walk:
        for _ in range(steps):
            walk.step()
        assert walk.opened, "the hunters did open their pages"
