"""A mummy that is not where the game has it, or that the board cannot tell from a pawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from board_hands import Hands, only, silent
from hands_on_device import DeviceHands, hands_at, played
from malediction_device import TWO, begin, press
from malediction_table import CORRIDOR, GRID, HALL, HUNTERS_AWAY, game, maze, moving, prowling
from msgspec.structs import replace
from sampling import crossed, every
from turns_by_hand import MAPS

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.legality import MUMMY, reachable
from firmware_py.games.malediction.maze import mummy_paths
from firmware_py.games.malediction.state import Move, Roll
from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.tracking.position import Fix, Mismatch, Waiting, ignored_cells
from firmware_py.tracking.tracker import set_game_state

LARGEST = max(MAPS)
"""A map with several ways."""
LOOK_S = 0.05


@contextmanager
def sat_down(kind: str, folder: Path, *phases: str, dim_after_s: float = 300.0) -> Iterator[DeviceHands]:
    """Yield hands at a device on which a pawn in a corridor may move, or in one of other phases."""
    header, actions, _ = next(game for game in games(phases or ("move",)) if phases or is_apart(game[2]))
    with hands_at(kind, folder, header, actions, dim_after_s=dim_after_s) as hands:
        yield hands


def games(phases: tuple[str, ...]) -> Iterator[Any]:
    return (played(LARGEST, seed, 20, phases) for seed in range(99))


def is_apart(state: Any) -> bool:
    """Whether the pawn that may move stands in a corridor, and can go elsewhere."""
    start = state.cell(state.turn)
    return start in state.in_corridors and reachable(state, state.face) - {start} != frozenset()


def read_by_everybody(hands: DeviceHands, seconds: float) -> list[tuple[float, str | None, bool]]:
    """Let time pass; return each message that everybody could read and whether the screen was at rest, and when."""
    began_s, read = hands.now_s, []
    while hands.now_s < began_s + seconds:
        hands.device.wait(LOOK_S)
        shown = hands.device.app.shown
        assert shown.audience != "hunters"
        news = (shown.notice.text if shown.notice else None, hands.device.app.idle.is_dimmed)
        if not read or read[-1][1:] != news:
            read.append((round(hands.now_s - began_s, 2), *news))
    return read


def readings(hands: DeviceHands, *, moves: bool) -> list[tuple[float, str | None, bool]]:
    """What everybody reads while the mummy is lifted in a hunter's turn; the hunter's pawn is moved or not."""
    press(hands.device, "back")
    state = hands.state
    pawn, start = state.hunter.pawn, state.cell(state.turn)
    hands.lift("mummy")
    read = read_by_everybody(hands, 2.0)
    if moves:
        hands.lift(pawn)
    read += read_by_everybody(hands, 4.0)
    if moves:
        hands.place(pawn, min(reachable(state, state.face) - {start}))
    return read + read_by_everybody(hands, 5.0)


@crossed
@pytest.mark.parametrize("dim_after_s", [300.0, 1.0])
def test_a_missed_mummy_is_announced_at_the_same_moment_if_a_pawn_moves(kind, dim_after_s, tmp_path):
    """On the curtain in a hunter's turn, also while the screen rests: the mummy's player could watch for it."""
    read = []
    for moves in (False, True):
        with sat_down(kind, tmp_path / str(moves), dim_after_s=dim_after_s) as hands:
            read.append(readings(hands, moves=moves))
    still, moved = read
    assert [text for _, text, _ in still if text] != []
    assert moved == still


def test_a_question_about_pieces_goes_with_the_cable(kind, tmp_path):
    """What it asks about may be put right meanwhile, and an answer would tell otherwise."""
    with sat_down(kind, tmp_path) as hands:
        state = hands.state
        pawn, start = state.hunter.pawn, state.cell(state.turn)
        hands.plug(is_in=False)
        hands.device.wait(1.5)
        hands.place(pawn, min(reachable(state, state.face) - {start}))
        hands.plug(is_in=True)
        hands.device.wait(2.5)
        assert isinstance(hands.page, AskPage)
        hands.plug(is_in=False)
        hands.device.wait(1.5)
        assert not isinstance(hands.page, AskPage)
        hands.place(pawn, start)
        hands.plug(is_in=True)
        hands.device.wait(4.0)
        assert not isinstance(hands.page, AskPage)


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_the_mummy_may_be_asked_for_again_once_its_path_was_to_be_entered(kind, tmp_path):
    """Yes leads to the path by button; the mummy is put back and carried away again, and the board asks again."""
    with sat_down(kind, tmp_path, "mummy_move") as hands:
        home = hands.state.mummy
        for _ in range(2):
            hands.lift("mummy")
            hands.device.wait(4.0)
            assert isinstance(hands.page, AskPage)
            press(hands.device, "down", "ok")
            assert isinstance(hands.page, MummyPage)
            assert hands.device.app.view.notice.text.startswith("Now enter the mummy's path")
            hands.place("mummy", home)
            hands.device.wait(2.0)
            assert hands.device.app.view.notice is None


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_the_question_goes_once_the_mummy_is_home_again(kind, tmp_path):
    """It is answered then: nothing has happened."""
    with sat_down(kind, tmp_path, "mummy_move") as hands:
        hands.lift("mummy")
        hands.device.wait(4.0)
        assert isinstance(hands.page, AskPage)
        hands.place("mummy", hands.state.mummy)
        hands.device.wait(2.0)
        assert isinstance(hands.page, MummyPage)


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_mummy_who_has_not_moved_is_to_be_put_back(kind, tmp_path):
    """No is an answer: then everybody reads where the mummy belongs."""
    with sat_down(kind, tmp_path, "mummy_move") as hands:
        hands.lift("mummy")
        hands.device.wait(4.0)
        press(hands.device, "ok")
        notice = hands.device.app.view.notice
        assert notice is not None
        assert f"mummy belongs on {hands.state.mummy}" in notice.text


def test_a_mummy_never_put_on_the_board_is_asked_for_after_the_dice_too(kind, tmp_path):
    """Dice are entered by button on any board: that says nothing of the mummy, and its cell is still believed."""
    config = replace(Config(), language="en", board=BoardConfig(kind=kind))
    with SimulatedDevice(config, tmp_path / "data") as device:
        press(device, "ok")
        device.wait(1.0)
        press(device, "ok")
        begin(device, TWO)
        device.wait(1.0)
        wanted = f"mummy belongs on {device.app.table.playing.state.mummy}"
        assert wanted in str(device.app.view.notice)
        press(device, "ok")  # none of the dice shows the mummy
        device.wait(1.0)
        assert wanted in str(device.app.view.notice)
        press(device, "back")  # the curtain
        device.wait(1.0)
        assert device.app.view.audience == "table"
        assert wanted in str(device.app.view.notice)
        device.place("mummy", device.app.table.playing.state.mummy)
        device.wait(1.0)
        assert device.app.view.notice is None


@pytest.mark.parametrize("puts_away", [False, True])
def test_a_mummy_that_went_on_past_its_catch_is_missed_beside_the_pawn(puts_away, tmp_path):
    """The catch is final (P34), so the mummy belongs on that cell, whether the captive is taken off it or not."""
    header, actions, state, path = next(
        (*game, past_a_pawn(game[2])) for game in games(("mummy_move",)) if past_a_pawn(game[2])
    )
    with hands_at("serial", tmp_path, header, actions) as hands:
        captive = next(hunter.pawn for index, hunter in enumerate(state.hunters) if state.cell(index) == path[-2])
        arrives_s = hands.magnets.slide("mummy", [hands.number(cell) for cell in path], hands.now_s)
        hands.device.wait(arrives_s - hands.now_s + 1.7)
        assert hands.state.mummy == path[-2]
        if puts_away:
            hands.lift(captive)
        (_, said, _), *others = read_by_everybody(hands, 4.0)[1:]
        assert f"mummy belongs on {path[-2]}" in said
        assert others == []


def past_a_pawn(state: Any) -> tuple[str, ...]:
    """A path of the mummy over a first pawn to a free cell behind it."""
    steps = {path for path in mummy_paths(state.maze, state.mummy, state.steps, ()).values() if path}
    for path in steps:
        met = [cell for cell in path if cell in state.in_corridors]
        if met == [*path[-1:]] and (behind := behind_it(state, path)):
            return (*path, min(behind))
    return ()


def behind_it(state: Any, path: tuple[str, ...]) -> set[str]:
    return {*state.maze.steps(path[-1]).values()} - {state.mummy, *path, *state.in_corridors, *ignored_cells(state)}


HOME = "c2"
ROOM = maze(HALL)
FREE = [cell for cell in ROOM.cells if ROOM.is_floor(cell) and cell != HOME]
PATH = ("d2", "d1")


def carry(hands: Hands, cell: str) -> None:
    """Lift the mummy and put it down on a cell."""
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("mummy", cell)


def put_back(hands: Hands, how: str, cell: str) -> None:
    """Bring the mummy home from a cell: in the hand, or slid from cell to cell."""
    if how == "lifted":
        carry(hands, HOME)
    else:
        hands.slide("mummy", *mummy_paths(ROOM, cell, len(ROOM.cells), ())[HOME])


@pytest.mark.parametrize(("how", "after_s"), [("lifted", 3.2), ("slid", 0.4)])
def test_a_mummy_put_back_has_not_moved_and_may_go_anywhere(how, after_s):
    """P35: from every cell, whether it may have gone there or was refused; then a slide counts as ever."""
    with Hands("serial", game(HALL, 3, **prowling(2, at=HUNTERS_AWAY, mummy=HOME))) as hands:
        for cell in every(3, tuple(FREE)):
            carry(hands, cell)
            hands.run(after_s)
            put_back(hands, how, cell)
            hands.run(3.2)
            assert (hands.played, hands.state.phase, hands.tracker.path) == ([], "mummy_move", ()), cell
            hands.slide("mummy", *PATH)
            hands.run(0.4)
            assert hands.played == [Move("Mo", path=PATH)], cell
            hands.slide("mummy", "d2", HOME)
            hands.run(2.0)


@pytest.mark.parametrize("cell", ["a1", "d1", "e3"])
def test_a_mummy_put_back_need_not_rest_before_it_goes(cell):
    """Nor does it stay at home long enough for anything to be announced before it is slid on."""
    with Hands("serial", game(HALL, 3, **prowling(2, at=HUNTERS_AWAY, mummy=HOME))) as hands:
        carry(hands, cell)
        hands.run(0.4)
        carry(hands, HOME)
        hands.run(0.1)
        hands.slide("mummy", *PATH)
        hands.run(0.4)
        assert hands.played == [Move("Mo", path=PATH)]


@pytest.mark.parametrize("how", ["lifted", "slid"])
def test_a_hunter_whom_it_met_on_a_slide_is_caught_all_the_same(how):
    """P34: what was sensed from cell to cell has happened, wherever the mummy is carried from there."""
    with Hands("serial", game(HALL, 3, **prowling(2, at=("c1", "stairs", "stairs"), mummy=HOME))) as hands:
        hands.slide("mummy", "c1", "b1")
        carry(hands, "e3")
        hands.run(1.0)
        put_back(hands, how, "e3")
        hands.run(3.2)
        assert hands.played == [Move("Mo", path=("c1",))]


AWAY = ("stairs", "stairs")


@pytest.fixture
def switches() -> Iterator[Any]:
    """What opens a board with a corridor from b1 to f1; the mummy goes from c1, red hides on e1."""
    opened: list[Hands] = []

    def table(text: str = CORRIDOR, hunters: int = 2, **changes: Any) -> Hands:
        opened.append(Hands("i2c", game(text, hunters, **prowling(4, at=("e1", "stairs"), mummy="c1") | changes)))
        return opened[-1]

    yield table
    for hands in opened:
        hands.close()


def slid(hands: Hands) -> None:
    """Slide the mummy onto a hunter's cell."""
    hands.slide("mummy", "d1", "e1")


def there_and_back(hands: Hands) -> None:
    """Slide the mummy over a hunter's cell, and home."""
    hands.slide("mummy", "d1", "e1", "d1", "c1")


def carried(hands: Hands) -> None:
    """Put the mummy down elsewhere."""
    hands.lift("mummy")
    hands.run(0.5)
    hands.place("mummy", "f1")


def lifted(hands: Hands) -> None:
    """Take the mummy off the board."""
    hands.lift("mummy")


def helped(hands: Hands) -> None:
    """Take a pawn up amid the mummy's slide, and lay another one where the mummy was."""
    hands.slide("mummy", "d1")
    hands.lift("red")
    hands.place("turquoise", "c1")


@pytest.mark.parametrize("act", [slid, there_and_back, carried, lifted, helped])
@pytest.mark.parametrize("at", [("e1", "stairs"), ("f1", "stairs"), AWAY])
def test_whatever_is_done_with_the_mummy_in_its_turn_says_nothing(switches, act, at):
    """P48: a move, a question or a message would follow from where a pawn holds its switch down."""
    hands = switches(at=at)
    act(hands)
    assert silent(hands.run(6.0))
    assert (hands.played, hands.tracker.path, hands.tracker.public_inference) == ([], (), Waiting())


def test_once_its_path_is_entered_the_mummy_may_stand_there(switches):
    """Nothing is to be put right, whether it was slid before the path was entered or after."""
    hands = switches(GRID, 3, **prowling(3))
    hands.slide("mummy", "e2")
    hands.act(Move("Mo", path=("e2",)), by_button=True)
    assert silent(hands.run(6.0))


def test_a_mummy_that_is_not_where_it_was_entered_is_missed_by_everybody(switches):
    """By its own cell alone, three seconds after its path was entered."""
    hands = switches(GRID, 3, **prowling(3))
    hands.act(Move("Mo", path=("d1",)), by_button=True)
    hands.run(2.8)
    assert not isinstance(hands.tracker.public_inference, Mismatch)
    hands.run(0.4)
    assert hands.tracker.public_inference.fixes == (Fix("d1", MUMMY),)
    hands.slide("mummy", "d1")
    hands.run(0.4)
    assert hands.tracker.public_inference == Waiting()


def test_the_hunters_turn_after_the_mummy_s_is_followed(switches):
    """The mummy went by button, and its piece by hand; then red moves."""
    hands = switches(GRID, 3, **prowling(3))
    hands.slide("mummy", "e2", "e3")
    hands.act(Move("Mo", path=("e2", "e3")), by_button=True)
    hands.run(1.0)
    hands.act(Roll("Ada", faces=("1", "1", "1", "1", "2")))
    hands.become(game(GRID, 3, **moving(mummy="e3")))
    hands.slide("red", "c1")
    hands.run(0.4)
    assert hands.played == [Move("Ada", to="c1")]


def test_a_pawn_that_strayed_in_the_mummy_s_turn_is_named_later(switches):
    """Positions are checked again as soon as it is their turn."""
    hands = switches(GRID, 3, **prowling(3))
    hands.place("turquoise", "d4")
    assert silent(hands.run(4.0))
    hands.become(game(GRID, 3, **moving()))
    assert only(Mismatch, hands.run(4.0)).fixes == (Fix("c4", 1), Fix("d4", None))


@pytest.mark.parametrize("before_s", [0.5, 2.0])
def test_who_plays_on_before_a_missed_mummy_was_announced_silences_nobody(before_s):
    """Only what was read can be ignored: by its own time everybody reads that the mummy is missed."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        hands.run(1.0)
        hands.lift("mummy")
        hands.run(before_s)
        hands.tracker = set_game_state(hands.tracker, hands.state, by_button=True)
        hands.run(4.0)
        assert hands.tracker.public_inference.fixes == (Fix(hands.state.mummy, MUMMY),)


def public_inferences(*, astray: bool) -> list[Any]:
    """What everybody may read, each half second, of a mummy nobody has put back; a pawn is astray or not."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        with hands.unplugged():
            hands.lift("mummy")
        hands.run(4.0)
        if astray:
            hands.lift("turquoise")
        hands.run(0.3)
        hands.tracker = set_game_state(hands.tracker, hands.state, by_button=True)
        hands.run(4.0)
        read = [hands.tracker.public_inference]
        hands.become(game(GRID, 3, **prowling()))
        for _ in range(8):
            hands.run(0.5)
            read.append(hands.tracker.public_inference)
    return read


def test_what_the_board_makes_of_a_missed_mummy_does_not_depend_on_pawns():
    """Players went on without it; in its turn everybody reads the same, whether all pawns stand right or not."""
    assert public_inferences(astray=True) == public_inferences(astray=False)
