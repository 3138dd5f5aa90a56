"""Two games on two devices that differ in hidden facts only: what reaches the table, and when, is the same (P48)."""

import random

import pytest
from malediction_desk import THREE, TWO
from twins import FOUR_PLAYERS, PACE_S, gives, points_at, step, twins

from display.view import as_text
from firmware_py.config import Board, Config
from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.screens import LongPress, Press, Redo


@pytest.mark.parametrize("header", [THREE, TWO, FOUR_PLAYERS], ids=["three", "two", "practice"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_reaches_the_table_and_when_does_not_depend_on_what_is_hidden(seed, header, tmp_path):
    """The same announced faces, other dice and cells: the same screens, sounds and light at the same presses."""
    chance = random.Random(seed)
    with twins(tmp_path, header) as pair:
        steps = 0
        while steps < 14 and step(pair, chance):
            steps += 1
        assert steps >= 5
        assert pair.one.state.at != pair.other.state.at, "the hidden facts do differ"


@pytest.mark.parametrize("header", [THREE, TWO], ids=["three", "two"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_history_and_power_cuts_do_not_tell_either(seed, header, tmp_path):
    """As many undos lead back as far, redo goes as far again, and after a power cut the same pages come."""
    chance = random.Random(seed)
    with twins(tmp_path, header) as pair:
        for _ in range(3):
            for _ in range(chance.randint(3, 5)):
                step(pair, chance)
            match chance.choice(("undo", "redo", "cut")):
                case "undo":
                    pair.push(*(LongPress("back"),) * chance.randint(1, 4))
                case "redo":
                    pair.push(*(LongPress("back"),) * chance.randint(1, 3))
                    pair.reach(*((gives(Redo()),),) * 2)
                case "cut":
                    pair.cut()
            pair.listen()


def moved(pair, *cells):
    """Let Ada announce a 3 and point at a cell on each side."""
    pair.play(*(Roll("Ada", faces=("1", "2", "3", "4", "arrow")),) * 2)
    pair.play(*(Choose("Ada", "3"),) * 2)
    pair.listen()
    pair.reach(*((points_at(side, cell),) for side, cell in zip(pair.sides, cells, strict=True)))


def test_a_pawn_that_has_moved_has_done_nothing_yet_that_anybody_could_notice(tmp_path):
    """Not after a power cut either: the turn is handed over later, and then the cell is still known."""
    with twins(tmp_path, THREE) as pair:
        moved(pair, "a4", "b3")
        pair.push(Press("ok"))
        pair.cut()
        pair.listen()
        assert [side.state.phase for side in pair.sides] == ["move", "move"]
        pair.push(Press("ok"))
        assert [side.state.at[0] for side in pair.sides] == ["a4", "b3"]


@pytest.mark.parametrize("header", [THREE, TWO], ids=["three", "two"])
def test_a_turn_with_a_mission_in_reach_is_taken_back_and_played_again_like_any_other(header, tmp_path):
    """Keeping a card is an action of its own in the record, but not at the table."""
    with twins(tmp_path, header) as pair:
        moved(pair, "a4", "b3")
        pair.push(Press("ok"), Press("ok"))
        assert [side.app.table.playing.ply for side in pair.sides] == [4, 3]
        for phase in ("move", "choose"):
            pair.push(LongPress("back"))
            assert [side.state.phase for side in pair.sides] == [phase, phase]
        for turn in (0, 1):
            pair.listen()
            pair.reach(*((gives(Redo()),),) * 2)
            assert [side.state.turn for side in pair.sides] == [turn, turn]


@pytest.mark.parametrize("early", [False, True], ids=["after the announcement", "while it is read aloud"])
def test_a_pawn_put_down_on_the_magnetic_board_tells_nobody_whether_a_mission_lies_there(early, tmp_path):
    """The board waits longer where a way could go on; all the same the turn is handed over by the same presses."""
    config = Config(language="en", board=Board(kind="serial", rows=10, columns=5))
    with twins(tmp_path, THREE, config) as pair:
        for side in pair.sides:
            side.box.place("mummy", side.state.mummy)
            side.box.wait(PACE_S)
        pair.play(*(Roll("Ada", faces=("1", "2", "3", "4", "arrow")),) * 2)
        pair.play(*(Choose("Ada", "3"),) * 2)
        if not early:
            pair.listen()
        for side, cell in zip(pair.sides, ("a4", "b3"), strict=True):
            side.box.place("red", cell)
            side.box.wait(2 * PACE_S)
        pair.compare()
        pair.listen()
        assert ["Play mission" in as_text(side.app.view) for side in pair.sides] == [True, False]
        pair.push(Press("ok"), Press("back"))
        assert [side.state.turn for side in pair.sides] == [1, 1]
        assert [side.state.at[0] for side in pair.sides] == ["a4", "b3"]
