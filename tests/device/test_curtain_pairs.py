"""No page for everybody is followed by what only hunters may see, but by the held `ok` of the curtain."""

from itertools import product

import pytest
from curtain_walk import walking
from malediction_device import THREE, TWO
from sampling import IS_WHOLE

from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config, ScreenConfig

SOME = (("six", "none", TWO, 30), ("four", "serial", THREE, 10), ("touch", "none", THREE, 40))
"""Controls, board and players at the tables of each commit, and the steps through their pages."""
ALL = tuple(product(("six", "four", "touch"), ("none", "serial", "i2c"), (TWO, THREE), (300,)))


@pytest.mark.parametrize(("layout", "board", "header", "steps"), ALL if IS_WHOLE else SOME)
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
