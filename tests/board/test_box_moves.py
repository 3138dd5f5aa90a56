"""The mummy of the box on the magnetic board: people slide it, the board confirms it, and names another path."""

from pathlib import Path

import pytest
from box_table import People, begin_box_game
from msgspec.structs import replace

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.pages.malediction.turn_pages import MummyPage
from hardware.simulated.magnets import BoardGrid

CONFIG = replace(Config(language="en"), board=BoardConfig(kind="serial", rows=5, columns=5))
SETTLED_S = 2.5


@pytest.fixture
def sliding(tmp_path: Path):
    """Yield people whose mummy stands on a board, and whom the box asks for a path of two cells at least."""
    with SimulatedDevice(CONFIG, tmp_path / "data", sensors=BoardGrid(5, 5)) as device:
        device.press("ok")
        device.wait(2)
        device.press("back")
        begin_box_game(device, "mummy")
        people = People(device)
        people.play_on(200, until=lambda _: len(given(device) or ()) > 1)
        device.place("mummy", people.session.state.mummy)
        for hunter, at in zip(people.session.state.hunters, people.session.state.at, strict=True):
            if at not in ("stairs", "dungeon", "out"):
                device.place(hunter.pawn, at)
        device.wait(SETTLED_S)
        yield people


def given(device):
    """Return the path that people are asked for, if they are."""
    page = device.app.stack[-1]
    return page.given if isinstance(page, MummyPage) else None


def test_the_board_confirms_the_path_that_the_box_has_chosen(sliding):
    """Nobody presses a button; on the way nothing is played."""
    device, path, ply = sliding.device, given(sliding.device), sliding.session.ply
    device.slide("mummy", list(path[:1]))
    device.wait(SETTLED_S)
    assert sliding.session.ply == ply
    device.slide("mummy", list(path[1:]))
    device.wait(SETTLED_S)
    assert sliding.session.ply == ply + 1
    assert sliding.session.steps[-1].action.path == path


def test_another_path_is_named_and_not_played(sliding):
    """The figure may come to rest elsewhere; the box keeps to what it has decided."""
    device, path, state = sliding.device, given(sliding.device), sliding.session.state
    other = next(cell for cell in state.maze.steps(state.mummy).values() if cell != path[0])
    device.slide("mummy", [other])
    device.wait(SETTLED_S)
    assert given(device) == path
    assert f"Not by {other}: the mummy goes {', '.join(path)}." in as_text(device.app.view)
