"""Two games on two devices that differ in hidden facts only: what reaches the table, and when, is the same (P48)."""

import random
from functools import partial

import pytest
import twin_deeds as deeds
from malediction_device import ENGLISH, THREE, TWO
from msgspec.structs import replace
from sampling import every
from twin_boards import carried
from twin_play import browse, step
from twins import FOUR_PLAYERS, PACE_S, TO_THE_MUMMY, gives, points_at, twins

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.games.malediction.state import Choose, EndTurn, Move, Pass, Reset, Roll
from firmware_py.games.seats import VERSION, BoxSeat
from firmware_py.pages.interface import Redo, Undo
from firmware_py.pages.moved_pieces import MovedPage
from firmware_py.pages.page import LongPress, Press


@pytest.mark.parametrize(
    ("header", "seed"), [(THREE, 1), (TWO, 2), (FOUR_PLAYERS, 1)], ids=["three", "two", "practice"]
)
def test_what_reaches_the_table_and_when_does_not_depend_on_what_is_hidden(header, seed, tmp_path):
    """The same announced faces, other dice and cells: the same screens, sounds and light at the same presses."""
    chance = random.Random(seed)
    with twins(tmp_path, header) as pair:
        steps, differing = 0, 0
        while steps < 14 and step(pair, chance):
            steps += 1
            differing += pair.one.state.at != pair.other.state.at
        assert steps >= 5
        assert differing >= 3, "the hidden facts do differ"


@pytest.mark.parametrize("seed", every(2, [1, 6]))
def test_the_devices_dice_do_not_depend_on_what_is_hidden(seed, tmp_path):
    """A mission that was within reach on one side only, an action more, moves no later roll."""
    chance = random.Random(seed)
    with twins(tmp_path, None) as pair:
        steps, differing = 0, 0
        while steps < 30 and step(pair, chance):
            steps += 1
            differing += pair.one.app.table.playing.ply != pair.other.app.table.playing.ply
        assert steps >= 12
        assert differing >= 3, "the numbers of actions do differ"


@pytest.mark.parametrize("header", every(2, [TWO, THREE]))
def test_history_and_power_cuts_do_not_tell_either(header, tmp_path):
    """However many entries hunters take back and play again, and after a power cut, the same pages come."""
    chance = random.Random(1)
    with twins(tmp_path, header) as pair:
        for done in (deeds.let_take_back, deeds.let_play_again, deeds.take_back):
            for _ in range(chance.randint(3, 5)):
                step(pair, chance)
            done(pair, chance)
            pair.go_back_to_game()
            pair.cut()
            pair.listen()


@pytest.mark.parametrize(("header", "seed"), every(2, [(THREE, 1), (TWO, 3)]))
def test_nothing_that_can_be_asked_and_taken_back_tells(header, seed, tmp_path):
    """The mummy's side undoes, corrects, plays again, watches, resumes and looks at what cells sense, as far as it can.

    Hunters take back, correct and roll again, each side what is there: a search like `make twins`, one game long.
    """
    chance = random.Random(seed)
    config = Config(language="en", board=BoardConfig(kind="serial", rows=5, columns=5))
    with twins(tmp_path, header, config) as pair:
        for deed in deeds.DEEDS:
            for _ in range(chance.randint(1, 3)):
                step(pair, chance)
            deed(pair, chance)
            pair.go_back_to_game()


@pytest.mark.parametrize(("header", "seed"), every(2, [(FOUR_PLAYERS, 3), (THREE, 2)]))
def test_what_was_said_to_the_hunters_does_not_outlast_their_page(header, seed, tmp_path):
    """Neither on the curtain that a resting screen draws by itself, nor on that of a finger which hides the map."""
    chance = random.Random(seed)
    with twins(tmp_path, header) as pair:
        for _ in range(10):
            if not step(pair, chance):
                break
            if chance.random() < 0.5:
                pair.push(LongPress("back"))
            chance.choice((pair.rest, pair.begin_to_hide))()
            pair.go_back_to_game()


def stairs_blocked(to, *ends):
    """How Ada leaves the stairs, Bo locks five dice, and the mummy comes to stand before the only exit."""
    adas = (Roll("Ada", faces=("1", "2", "3", "4", "arrow")), Choose("Ada", "3"), Move("Ada", to=to), *ends)
    mummys = (Roll("Mo", face=1), Move("Mo", path=("d3", "d4", "c4")))
    return (*adas, Roll("Bo", faces=("mummy",) * 5), *mummys)


BLOCKED = stairs_blocked("a4", EndTurn("Ada")), stairs_blocked("b3")
"""Up to Ada's forced reset, in the game of three; Bo is stuck as long as the mummy stays."""


def test_a_hunter_who_is_stuck_says_so_and_nothing_else_is_told(tmp_path):
    """P26, P28: also when it is taken back, over a power cut, and behind the curtain."""
    with twins(tmp_path, THREE, played=BLOCKED) as pair:
        pair.listen()
        pair.play(*(Reset("Ada"),) * 2)
        pair.play(*(Move("Mo", path=()),) * 2)
        pair.play(*(Roll("Ada", faces=("1", "2", "3", "4", "arrow")),) * 2)
        pair.play(*(Choose("Ada", "1"),) * 2)
        pair.listen()
        pair.move("a3", "b2")
        pair.listen()
        pair.play(*(Pass("Bo"),) * 2)
        assert [side.state.phase for side in pair.sides] == ["mummy_roll"] * 2
        deeds.open_history(pair)
        pair.reach(*((gives(Undo(is_sure=True)),),) * 2)
        pair.cut()
        pair.listen()
        pair.push(Press("back"))
        pair.listen()
        assert [side.state.phase for side in pair.sides] == ["begin"] * 2
        assert [side.state.at[0] for side in pair.sides] == ["a3", "b2"]


@pytest.mark.parametrize(("header", "seed"), every(2, [(THREE, 2), (TWO, 1)]))
def test_menus_curtain_captures_and_a_game_put_aside_do_not_tell_either(header, seed, tmp_path):
    """Whatever everybody can open in between, settings, kept games and the story among it, is the same."""
    chance = random.Random(seed)
    with twins(tmp_path, header) as pair:
        for _ in range(12):
            if not step(pair, chance) or pair.one.state.phase == "over":
                break
            match chance.choice(("browse", "curtain", "history", "nothing")):
                case "browse":
                    browse(pair, chance)
                case "curtain" if pair.one.is_secret:
                    pair.push(Press("back"))
                case "history":
                    deeds.take_back(pair, chance)
            pair.go_back_to_game()


def moved(pair, *cells):
    """Let Ada announce a 3 and point at a cell on each side."""
    pair.play(*(Roll("Ada", faces=("1", "2", "3", "4", "arrow")),) * 2)
    pair.play(*(Choose("Ada", "3"),) * 2)
    pair.listen()
    pair.reach(*((points_at(side, cell),) for side, cell in zip(pair.sides, cells, strict=True)))


def touch_cell(device, cell):
    """Touch a cell of the map."""
    device.touch(f"square {device.app.table.playing.state.maze.index_of(cell)}")


def test_a_move_that_is_not_handed_over_shows_nothing_to_the_table(tmp_path):
    """Not after a power cut either: a finger enters a cell, and until the turn is handed over it is still known."""
    with twins(tmp_path, THREE) as pair:
        moved(pair, "a4", "b3")
        pair.handle(*(partial(touch_cell, cell=cell) for cell in ("a4", "b3")))
        pair.cut()
        pair.listen()
        assert [side.state.phase for side in pair.sides] == ["move", "move"]
        pair.push(Press("ok"))
        assert [side.state.at[0] for side in pair.sides] == ["a4", "b3"]


@pytest.mark.parametrize("header", [THREE, TWO], ids=["three", "two"])
def test_undo_and_redo_do_not_show_whether_a_mission_was_in_reach(header, tmp_path):
    """Keeping a card is an action of its own in the record, but not at the table."""
    with twins(tmp_path, header) as pair:
        moved(pair, "a4", "b3")
        pair.push(Press("ok"))
        assert [side.app.table.playing.ply for side in pair.sides] == [4, 3]
        for phase in ("move", "choose"):
            deeds.open_history(pair)
            pair.reach(*((gives(Undo(is_sure=True)),),) * 2)
            assert [side.state.phase for side in pair.sides] == [phase, phase]
        deeds.open_history(pair)
        pair.reach(*((gives(Redo()),),) * 2)
        assert [side.state.turn for side in pair.sides] == [1, 1]


def test_a_resting_screen_hides_what_lies_below_a_list_for_the_hunters(tmp_path):
    """They have put the device down while it lists which pawns to move: it shows neither the list nor the map."""
    with twins(tmp_path, THREE) as pair:
        moved(pair, "a4", "b3")
        pair.push(Press("ok"))
        deeds.open_history(pair)
        pair.reach(*((gives(Undo(is_sure=True)),),) * 2)
        assert all(isinstance(side.app.stack[-1], MovedPage) and side.is_secret for side in pair.sides)
        for side in pair.sides:
            side.device.wait(ENGLISH.screen.dim_after_s + 1)
        assert not any(side.is_secret for side in pair.sides)


@pytest.mark.parametrize("early", [False, True], ids=["after the announcement", "while it is read aloud"])
def test_a_pawn_on_the_board_does_not_show_whether_a_mission_is_there(early, tmp_path):
    """The board waits longer where a way could go on; all the same the turn is handed over by the same presses."""
    config = Config(language="en", board=BoardConfig(kind="serial", rows=5, columns=5))
    with twins(tmp_path, THREE, config) as pair:
        for side in pair.sides:
            side.device.place("mummy", side.state.mummy)
            side.device.wait(PACE_S)
        pair.play(*(Roll("Ada", faces=("1", "2", "3", "4", "arrow")),) * 2)
        pair.play(*(Choose("Ada", "3"),) * 2)
        if not early:
            pair.listen()
        for side, cell in zip(pair.sides, ("a4", "b3"), strict=True):
            side.device.place("red", cell)
            side.device.wait(2 * PACE_S)
        pair.compare()
        pair.listen()
        assert ["Play mission" in as_text(side.app.view) for side in pair.sides] == [True, False]
        pair.push(Press("ok"), Press("back"))
        assert [side.state.turn for side in pair.sides] == [1, 1]
        assert [side.state.at[0] for side in pair.sides] == ["a4", "b3"]


BOX_HUNTS = replace(THREE, box={player: BoxSeat("hunter", 5, VERSION) for player in ("Ada", "Bo")})


def test_nothing_that_can_be_asked_tells_where_the_hunters_of_the_box_are(tmp_path):
    """The mummy's player holds `back`, goes through menus, cuts the power, and slides the mummy over cells and back.

    On one side a hunter stands beside the mummy. A path that meets nobody on either side is played in the end.
    """
    chance, home = random.Random(5), "c3"
    config = Config(language="en", board=BoardConfig(kind="serial", rows=5, columns=5))
    played = tuple((*actions, Roll("Mo", face=3)) for actions in TO_THE_MUMMY)
    with twins(tmp_path, BOX_HUNTS, config, played) as pair:
        assert "b3" in pair.other.state.in_corridors
        assert "b3" not in pair.one.state.in_corridors
        pair.handle(*(lambda device: device.place("mummy", home),) * 2)
        for path in (("b3", "b4"), ("d3",), ("b3", home)):
            pair.handle(*(lambda device, path=path: device.slide("mummy", list(path)),) * 2, seconds=2.5)
            pair.handle(*(lambda device, path=path: device.slide("mummy", [*path[-2::-1], home]),) * 2, seconds=2.5)
        pair.handle(*(carried("red", "b3", 1.0),) * 2, seconds=2.5)
        pair.handle(*(lambda device: device.lift("red"),) * 2, seconds=1)
        browse(pair, chance)
        pair.cut()
        pair.handle(*(lambda device: device.wait(1),) * 2)
        pair.push(LongPress("back"))
        assert [side.state.phase for side in pair.sides] == ["mummy_roll"] * 2
        assert not any("Redo" in text for text in pair.one.menus())
        pair.play(*(Roll("Mo", face=3),) * 2)
        pair.handle(*(lambda device: device.slide("mummy", ["d3"]),) * 2)
        pair.push(Press("ok"))
        assert [side.state.mummy for side in pair.sides] == ["d3"] * 2
