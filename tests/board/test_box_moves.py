"""The mummy of the box on the magnetic board: people slide it, the board confirms it, and names another path."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from box_table import People, begin_box_game
from games_by_hand import Players
from malediction_device import switched_on
from msgspec.structs import replace
from sampling import before_a_release
from shown_pages import Start, walked

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.state import alter
from firmware_py.games.malediction.legality import mummy_steps
from firmware_py.games.malediction.state import Move
from firmware_py.pages.malediction.curtain import Announced
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.page import LongPress, Press
from firmware_py.tracking.mummy import without_loops
from hardware.simulated.magnets import BoardGrid

CONFIG = replace(Config(language="en"), board=BoardConfig(kind="serial", rows=5, columns=5))
SETTLED_S = 2.5


@contextmanager
def on_board(tmp_path: Path, kind: str) -> Iterator[SimulatedDevice]:
    """Yield a device with a board that needs no calibration, at the beginning of a game with this seat of the box."""
    with SimulatedDevice(CONFIG, tmp_path / "data", sensors=BoardGrid(5, 5)) as device:
        device.press("ok")
        device.wait(2)
        device.press("back")
        begin_box_game(device, kind)
        yield device


@pytest.fixture
def sliding(tmp_path: Path):
    """Yield people whose mummy stands on a board, and whom the box asks for a path of two cells at least."""
    with on_board(tmp_path, "mummy") as device:
        people = People(device)
        people.play_on(200, until=lambda _: len(given(device) or ()) > 1)
        device.place("mummy", people.session.state.mummy)
        for hunter, at in zip(people.session.state.hunters, people.session.state.at, strict=True):
            if at not in ("stairs", "dungeon", "out"):
                device.place(hunter.pawn, at)
        device.wait(SETTLED_S)
        yield people


def given(device):
    """The path that people are asked for, if they are."""
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
    with on_board(tmp_path, "hunters") as device:
        people = People(device)
        people.play_on(200, until=lambda session: all(neighbours(session.state)))
        device.place("mummy", people.session.state.mummy)
        device.wait(SETTLED_S)
        assert all(neighbours(people.session.state))
        yield people


def neighbours(state):
    """The cells without a hunter of the box one step from the mummy if it is to go, and those with one."""
    cells = mummy_steps(state, ()).values() if state.phase == "mummy_move" and state.steps > 1 else ()
    hunters = state.in_corridors
    return [cell for cell in cells if cell not in hunters], [cell for cell in cells if cell in hunters]


@pytest.mark.parametrize("is_met", [False, True], ids=["free", "met"])
def test_a_mummy_that_rests_or_comes_back_searches_no_cell_where_the_box_hunts(hunted, is_met):
    """However long it rests nothing is played, and the same is shown whoever stands there."""
    device, ply, state = hunted.device, hunted.session.ply, hunted.session.state
    shown = as_text(device.app.view)
    for _ in range(2):
        cell = neighbours(state)[is_met][0]
        device.slide("mummy", [cell])
        device.wait(30)
        assert hunted.session.ply == ply
        assert device.app.stack[-1].path == (cell,)
        assert "it stops here" in as_text(device.app.view)
        device.slide("mummy", [state.mummy])
        device.wait(SETTLED_S)
        assert as_text(device.app.view) == shown


@pytest.mark.parametrize("is_met", [False, True], ids=["free", "met"])
def test_only_a_press_ends_the_move_of_the_mummy_where_the_box_hunts(hunted, is_met):
    """As long as it is on its way it may rest and be corrected; then it goes as far as the first hunter, for good."""
    device, ply, state = hunted.device, hunted.session.ply, hunted.session.state
    cell = neighbours(state)[is_met][0]
    device.slide("mummy", [cell])
    device.wait(SETTLED_S)
    beyond = next((to for to in state.maze.steps(cell).values() if to not in (state.mummy, *state.in_corridors)), cell)
    device.slide("mummy", [beyond] if beyond != cell else [])
    device.wait(SETTLED_S)
    assert hunted.session.ply == ply
    path = device.app.stack[-1].path
    assert path in ((cell, beyond), (cell,))
    device.press("ok")
    device.wait(0.5)
    assert hunted.session.steps[ply].action.path == (path[:1] if is_met else path)
    device.slide("mummy", [*reversed(path[:-1]), state.mummy])
    device.wait(30)
    assert hunted.session.steps[ply].action.path == (path[:1] if is_met else path)
    assert "The mummy is not where it is in the game. To do" in as_text(device.app.view)


@pytest.mark.parametrize("is_met", [False, True], ids=["free", "met"])
@pytest.mark.parametrize("above", [Press("back"), LongPress("up")], ids=["menu", "why not"])
def test_what_is_played_is_where_the_mummy_went_while_another_page_lay_open(hunted, above, is_met):
    """Nothing of it can be taken back, so that nobody may end a move of which nothing is shown."""
    device, ply, state = hunted.device, hunted.session.ply, hunted.session.state
    cell = neighbours(state)[is_met][0]
    device.app.press(above, device.now_s)
    assert len(device.app.stack) > 1
    device.slide("mummy", [cell])
    device.wait(SETTLED_S)
    while len(device.app.stack) > 1:
        device.press("back")
    assert "it stops here" in as_text(device.app.view)
    device.press("ok")
    device.wait(0.5)
    assert hunted.session.steps[ply].action.path == (cell,)


def test_the_sensed_path_reaches_the_page_of_the_mummy_below_every_page(hunted):
    """Whatever people look at meanwhile, and however far it has gone before."""
    device, state = hunted.device, hunted.session.state
    cell = neighbours(state)[False][0]
    (page,) = device.app.stack
    start = Start("malediction", (page, page.menu), page, device.app.table, 15)
    walks = (walked(start, seed, going_back=0) for seed in range(12))
    seen = (stack for walk in walks for stack, _, _ in walk if stack[0] == page)
    above = {tuple(one.identity for one in stack): stack for stack in seen}
    assert len(above) > 6
    for stack in above.values():
        device.app._become(alter(device.app.state, stack=stack))
        device.slide("mummy", [cell])
        device.wait(0.1)
        assert device.app.stack[0].path == (cell,), stack[-1]
        device.slide("mummy", [state.mummy])
        device.wait(0.1)
        assert device.app.stack[0].path == (), stack[-1]


def test_the_mummy_may_go_while_it_is_read_aloud_that_it_does(tmp_path):
    """What is announced lies before the page of its path."""
    with on_board(tmp_path, "hunters") as device:
        people = People(device)
        people.play_on(300, until=lambda _: reads_before_mummy_goes(device))
        assert reads_before_mummy_goes(device)
        state, ply = people.session.state, people.session.ply
        device.place("mummy", state.mummy)
        device.wait(SETTLED_S)
        cell = next(iter(mummy_steps(state, ()).values()))
        device.slide("mummy", [cell])
        device.wait(SETTLED_S)
        assert reads_before_mummy_goes(device)
        device.press("ok")
        device.press("ok")
        device.wait(0.5)
        assert people.session.steps[ply].action.path == (cell,)


def reads_before_mummy_goes(device):
    """Whether something is to be read aloud before the mummy goes."""
    top = device.app.stack[-1]
    return isinstance(top, Announced) and isinstance(top.then, MummyPage)


def test_no_question_of_the_board_speaks_of_pawns_where_the_hunters_have_none(hunted):
    """After a power cut it only asks whether the mummy has moved."""
    device, cell = hunted.device, neighbours(hunted.session.state)[False][0]
    device.slide("mummy", [cell])
    device.wait(SETTLED_S)
    device.cut()
    device.press("ok")
    device.press("ok")
    device.wait(4 * SETTLED_S)
    assert "Has the mummy moved?" in as_text(device.app.view)


def test_no_move_of_the_mummy_ends_by_itself_where_the_box_hunts(tmp_path):
    """Nor one by buttons whose steps are used up: what is played there cannot be taken back."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "hunters")
        people = People(device)
        people.play_on(200, until=lambda session: session.state.phase == "mummy_move")
        state, ply = people.session.state, people.session.ply
        while mummy_steps(state, device.app.stack[-1].path):
            page = device.app.stack[-1]
            cell = next(iter(mummy_steps(state, page.path).values()))
            device.app._become(alter(device.app.state, stack=(page.on_path((*page.path, cell)),)))
        assert device.app.stack[-1].own_answer(device.app.table) is None
        device.wait(30)
        assert people.session.ply == ply
        device.press("ok")
        device.wait(0.5)
        assert people.session.ply == ply + 1


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
    """A path over so many different cells, if there is one."""
    if len(path) > steps:
        return path
    found = (longest(maze, (*path, cell), steps) for cell in maze.steps(path[-1]).values() if cell not in path)
    return next(filter(None, found), ())


@before_a_release
def test_a_whole_game_against_the_box_by_magnets(tmp_path: Path) -> None:
    """Every pawn and the mummy are moved by hand, and the box plays as it does by buttons."""
    with on_board(tmp_path, "mummy") as device:
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


class Hunted(People):
    """People whose mummy is slid on the board against hunters of the box, sometimes while something else lies open."""

    def enter(self, wanted):
        """Slide the mummy as far as it goes, and say that it stops there; put it back to where it caught somebody."""
        if not isinstance(wanted.action, Move):
            super().enter(wanted)
            return
        ply, path = self.session.ply, without_loops(self.session.state.mummy, wanted.action.path)
        if ply % 2:
            self.press(Press("back"))
        self.device.slide("mummy", list(path))
        self.device.wait(SETTLED_S)
        while not isinstance(self.device.app.stack[-1], MummyPage):
            self.press(Press("back"))
        assert self.session.ply == ply, "the board alone ended a move that nobody can take back"
        assert self.device.app.stack[-1].path == path
        for _ in range(1 if path else 2):
            self.press(Press("ok"))
        played = self.session.steps[ply].action.path
        assert played == path[: len(played)]
        self.device.slide("mummy", list(reversed(path[len(played) - 1 : -1])) if played else [])
        self.device.wait(SETTLED_S)


@before_a_release
def test_a_whole_game_against_hunters_of_the_box_by_magnets(tmp_path: Path) -> None:
    """The mummy goes by hand, and what is played is where it went."""
    with on_board(tmp_path, "hunters") as device:
        people = Hunted(device)
        device.place("mummy", people.session.state.mummy)
        device.wait(SETTLED_S)
        people.play_on(1000)
        assert people.session.is_over
