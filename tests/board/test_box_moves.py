"""The mummy of the box on the magnetic board: people slide it, the board confirms it, and names another path."""

import random
from pathlib import Path

import pytest
from box_table import People, begin_box_game
from games_by_hand import Players
from msgspec.structs import replace
from sampling import before_a_release

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.legality import mummy_steps
from firmware_py.games.malediction.state import Move
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


class Sliding(People):
    """People who move all pieces on the board, the box's mummy too, and press buttons for dice."""

    def step(self):
        """Slide the mummy as the box says; put beside the board whoever is caught."""
        path, ply = given(self.device), self.session.ply
        if not path:
            super().step()
        else:
            self.device.slide("mummy", list(path))
            self.device.wait(SETTLED_S)
            assert self.session.steps[ply].action.path == path, self.device.app.view.notice
        for index, hunter in enumerate(self.session.state.hunters):
            if index not in self.session.state.in_corridors.values():
                self.device.lift(hunter.pawn)

    def enter(self, wanted):
        """Move the pawn first, wherever one moves."""
        if isinstance(wanted.action, Move):
            Players(self.device, random.Random(self.session.ply)).hunter_goes(wanted.action.to)
            self.device.wait(SETTLED_S)
            self.press_to(lambda _, command: command == wanted)
        else:
            super().enter(wanted)


# --- where only the box knows where its hunters are ------------------------------------------------------------------


@pytest.fixture
def hunted(tmp_path: Path):
    """Yield people whose mummy, on a board, is to go and can step to a hunter of the box and to nobody."""
    with SimulatedDevice(CONFIG, tmp_path / "data", sensors=BoardGrid(5, 5)) as device:
        device.press("ok")
        device.wait(2)
        device.press("back")
        begin_box_game(device, "hunters")
        people = People(device)
        people.play_on(200, until=lambda session: all(neighbours(session.state)))
        device.place("mummy", people.session.state.mummy)
        device.wait(SETTLED_S)
        assert all(neighbours(people.session.state))
        yield people


def neighbours(state):
    """Return the cells without a hunter of the box one step from the mummy if it is to go, and those with one."""
    cells = mummy_steps(state, ()).values() if state.phase == "mummy_move" and state.steps > 1 else ()
    hunters = state.in_corridors
    return [cell for cell in cells if cell not in hunters], [cell for cell in cells if cell in hunters]


def test_the_mummy_does_not_search_cells_and_come_back_where_the_box_hunts(hunted):
    """What a rest has told is played: slid back, the mummy only stands elsewhere than in the game."""
    device, ply = hunted.device, hunted.session.ply
    home, (free, *_) = hunted.session.state.mummy, neighbours(hunted.session.state)[0]
    device.slide("mummy", [free])
    device.wait(SETTLED_S)
    asked = hunted.session.steps[ply].action
    assert asked.path == (free,)
    device.slide("mummy", [home])
    device.wait(30)
    assert hunted.session.steps[ply].action == asked
    assert "The mummy is not where it is in the game." in as_text(device.app.view)
    device.slide("mummy", [free])
    device.wait(SETTLED_S)
    hunted.play_on(2)
    assert hunted.session.steps[ply].action == asked


@pytest.mark.parametrize("is_met", [False, True], ids=["free", "met"])
def test_what_the_mummy_slides_back_at_once_asks_nothing_where_the_box_hunts(hunted, is_met):
    """There and home again in one go is no move, and what is shown is the same whoever stood there."""
    device, ply, state = hunted.device, hunted.session.ply, hunted.session.state
    shown = as_text(device.app.view)
    device.slide("mummy", [neighbours(state)[is_met][0], state.mummy])
    device.wait(SETTLED_S)
    assert hunted.session.ply == ply
    assert as_text(device.app.view) == shown


def test_a_slide_too_long_asks_nothing_where_the_box_hunts(hunted):
    """It is refused as if no hunter of the box stood on the way."""
    device, ply, state = hunted.device, hunted.session.ply, hunted.session.state
    met = neighbours(state)[1][0]
    _, *path = longest(state.maze, (state.mummy, met), state.steps + 1)
    device.slide("mummy", path)
    device.wait(2 * SETTLED_S)
    assert hunted.session.ply == ply
    assert f"{path[-1]} must be empty" in as_text(device.app.view)


def longest(maze, path, steps):
    """Return a path over so many different cells, if there is one."""
    if len(path) > steps:
        return path
    found = (longest(maze, (*path, cell), steps) for cell in maze.steps(path[-1]).values() if cell not in path)
    return next(filter(None, found), ())


@before_a_release
def test_a_whole_game_against_the_box_by_magnets(tmp_path: Path) -> None:
    """Every pawn and the mummy are moved by hand, and the box plays as it does by buttons."""
    with SimulatedDevice(CONFIG, tmp_path / "data", sensors=BoardGrid(5, 5)) as device:
        device.press("ok")
        device.wait(2)
        device.press("back")
        begin_box_game(device, "mummy")
        people = Sliding(device)
        device.place("mummy", people.session.state.mummy)
        device.wait(SETTLED_S)
        people.play_on(400)
        assert people.session.is_over
        by_magnets = [step.action for step in people.session.steps]
    with SimulatedDevice(CONFIG, tmp_path / "other") as device:
        device.press("ok")
        begin_box_game(device, "mummy")
        people = People(device)
        people.play_on()
        assert by_magnets == [step.action for step in people.session.steps]
