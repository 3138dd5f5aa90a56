"""Moves in the malediction: pawn and mummy on the map, the hand-over, and what a power cut leaves."""

import re
from datetime import datetime

import msgspec
import pytest
from malediction_device import (
    ENGLISH,
    FOUR,
    THREE,
    game,
    hold,
    play,
    press,
    reach,
    state,
    take_back,
    text,
    with_board,
)
from malediction_table import GRID, prowling
from malediction_table import game as board_state
from msgspec.structs import replace

from display.view import Scoreboard, as_text
from firmware_py.config.schema import ScreenConfig
from firmware_py.config.settings import Settings, house_rule_key
from firmware_py.games.malediction.state import Choose, Move, Roll
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session
from firmware_py.grid import cell_name, cell_position
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.dice_page import EVERY_DIE, DicePage
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.offers import every
from firmware_py.pages.page import Press
from firmware_py.pages.registry import PAGES
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak

CLEAN = ("1", "2", "3", "4", "arrow")


@pytest.mark.parametrize("config", [ENGLISH, FOUR], ids=["six", "four"])
def test_one_press_moves_the_pawn_to_the_cell_under_the_cursor(config, tmp_path):
    """The cursor moves over cells in reach only, and the same press hands the turn over."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "2"), config=config) as device:
        ends = {line for line in text(device).split("\n") if line.startswith("lit: ")}
        press(device, "right" if config is ENGLISH else "down")
        body = device.app.view.body
        assert body.cursor in body.lit
        assert ends
        press(device, "ok")
        assert device.app.view.body.pieces[1].at == body.cursor
        assert "Bo" in device.app.view.actor.name


@pytest.mark.parametrize("square", [15, 11], ids=["with a mission", "without"])
def test_the_same_press_ends_the_turn_on_a_mission_and_elsewhere(square, tmp_path):
    """P49: nobody can notice that a mission was in reach; held, the press plays it, and it is shown to all."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3")) as device:
        reach(device, lambda stack, _: stack[-1].view(device.app.table).body.cursor == square)
        assert ("hold ok" in text(device) or "play the mission" in text(device)) == (square == 15)
        press(device, "ok")
        assert (state(device).turn, state(device).phase, state(device).missions[0]) == (1, "begin", ())
        take_back(device)
        assert device.app.view.body.cursor == square
        if square == 15:
            hold(device, "ok")
            assert (state(device).turn, state(device).missions[0]) == (1, ("W1",))


def test_a_finger_asks_before_every_turn_is_handed_over(tmp_path):
    """Until then nothing is played: the pawn may go to another cell (P49)."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3")) as device:
        device.touch("square 15")
        assert "Ada (red pawn) moves to a4." in text(device)
        assert "> <ok> End the turn" in text(device)
        assert "Play mission W1 (scroll)" in text(device)
        press(device, "up", "ok")
        assert "Where does the red pawn go? To a4." in text(device)
        device.touch("square 11")
        assert "> <ok> End the turn" in text(device)
        assert "Play mission" not in text(device)
        assert state(device).at == ("stairs", "stairs")
        press(device, "ok")
        assert state(device).at == ("b3", "stairs")
        take_back(device)
        assert "Where does the red pawn go? To b3." in text(device)


@pytest.mark.parametrize("config", [ENGLISH, FOUR], ids=["six", "four"])
def test_the_map_is_hidden_while_back_is_on_its_way_down(config, tmp_path):
    """Whether it is held shows later: held, it asks whether to take an action back. Either way a curtain stays."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), config=config) as device:
        for seconds, asked in ((0.1, "Nothing to see here"), (1.2, "Undo or correct?")):
            assert device.app.shown.audience == "hunters"
            device.pins.press("back")
            device.wait(0.05)
            assert "The map is hidden." in device.app.shown.prompt
            device.wait(seconds)
            device.pins.release("back")
            device.wait(0.5)
            assert asked in text(device)
            assert state(device).phase == "choose"
            hold(device, "ok")


def test_a_screen_at_rest_hides_the_map(tmp_path):
    """The first press only wakes it, so it must not find the map in view of whom it is to be hidden from."""
    with game(tmp_path, config=msgspec.structs.replace(ENGLISH, screen=ScreenConfig(dim_after_s=10.0))) as device:
        assert device.app.shown.audience == "hunters"
        device.wait(11.0)
        assert device.app.idle.is_dimmed
        assert isinstance(device.app.shown.body, Scoreboard)
        device.press("back")
        assert "The map is hidden." in device.app.shown.prompt


def test_a_power_cut_never_comes_between_a_move_and_its_hand_over(tmp_path):
    """Wherever the journal's log is cut off, both are saved or neither: the move alone would reveal a mission."""
    kept, cut = tmp_path / "data" / "games.sqlite", tmp_path / "cut.db"
    log = kept.with_name(f"{kept.name}-wal")
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3")) as device:
        device.touch("square 15")
        before = log.stat().st_size
        press(device, "ok")
        content, entries = kept.read_bytes(), log.read_bytes()
    plies = []
    for length in range(before, len(entries) + 1, 1030):  # a quarter of a frame
        cut.write_bytes(content)
        cut.with_name("cut.db-wal").write_bytes(entries[:length])
        with open_journal(cut, datetime.now).journal as journal:
            plies.append(journal.unfinished_game().ply)
    assert set(plies) == {2, 4}


@pytest.mark.parametrize("config", [ENGLISH, FOUR], ids=["six", "four"])
def test_the_mummys_path_ends_on_the_first_hunter(config, tmp_path):
    """The step onto a hunter is booked at once and read aloud: nobody can search for hunters (P34)."""
    actions = (
        Roll("Ada", faces=CLEAN),
        Choose("Ada", "1"),
        Move("Ada", to="c4"),
        Roll("Bo", faces=CLEAN),
        Choose("Bo", "2"),
        Move("Bo", to="d4"),
        Roll("Mo", face=3),
        Move("Mo", path=("d3", "d4")),
    )
    with game(tmp_path, *actions[:-1], config=config) as device:
        assert device.app.view.audience == "table"
        assert "d4" not in text(device)
        play(device, actions[-1])
        assert "*** <dungeon> Bo (blue pawn) is caught and goes to the dungeon." in text(device)
        assert state(device).tokens == 1


def test_the_mummys_steps_can_be_taken_back_before_it_meets_anybody(tmp_path):
    """Back undoes one step, and the path survives a power cut."""
    with game(tmp_path, header=THREE) as device:
        to_the_mummys_turn(device)
        play(device, Roll("Mo", face=2))
        press(device, "left")
        assert "1 step left" in text(device)
        device.cut()
        press(device, "ok")
        assert "1 step left" in text(device)
        press(device, "back")
        assert "2 steps left" in text(device)


@pytest.mark.parametrize("config", [ENGLISH, FOUR], ids=["six", "four"])
def test_a_double_press_on_the_mummy_die_does_not_end_the_turn(config, tmp_path):
    """If no step was entered, six buttons ask whether the mummy stays, and with four it walks, which can be undone."""
    with game(tmp_path, config=config) as device:
        to_the_mummys_turn(device)
        before = state(device).mummy
        press(device, "up" if config is ENGLISH else "ok", "ok")
        assert state(device).phase == "mummy_move"
        asked = "Does the mummy stay where it is? Then press ✓ again." in text(device)
        assert asked == (config is ENGLISH)
        press(device, "back")
        assert "Where does the mummy go?" in text(device)
        press(device, "ok", "down" if config is ENGLISH else "back")
        assert "Does the mummy stay" not in text(device)
        play(device, Move("Mo", path=()))
        assert state(device).mummy == before


def test_a_press_lets_the_mummy_walk_to_where_the_corridor_branches(tmp_path):
    """Round corners, too, but never farther than its steps; back takes one cell back."""
    with game(tmp_path, header=with_board(THREE, "practice")) as device:
        to_the_mummys_turn(device, "3")
        play(device, Roll("Mo", face=4))
        steps, longest = state(device).maze.steps, ()
        for button in ("right", "left", "down", "right", "up", "left"):
            before = device.app.stack[-1].path
            press(device, button)
            path = device.app.stack[-1].path
            passed = path[len(before) : -1]
            assert all(len(steps(cell)) == 2 for cell in passed)
            assert path == before or len(path) == 4 or len(steps(path[-1])) != 2
            longest = max(longest, passed, key=len)
        assert longest
        assert len(path) == 4
        press(device, "back")
        assert device.app.stack[-1].path == path[:-1]


def test_with_four_buttons_each_way_shows_its_key(tmp_path):
    """Up is north and down is south; where ok is left for both level ways it asks which, and back asks again."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), config=FOUR, header=with_board(THREE, "practice")) as device:
        table, playing = device.app.table, device.app.table.playing
        on_crossing = msgspec.structs.replace(playing.state, phase="mummy_move", turn=None, steps=1, mummy="e3")
        last = replace(playing.steps[-1], state=on_crossing)
        table = replace(table, session=replace(playing, steps=(*playing.steps[:-1], last)))
        page = MummyPage(game_menu())
        assert keys_shown(page, table) == {"up: e2", "ok: f3", "ok: d3", "down: e4"}
        level = page.press(Press("ok"), table)
        assert keys_shown(level, table) == {"ok: f3", "up: d3", "down: e4"}
        assert level.press(Press("back"), table) == page
        assert level.press(Press("up"), table).path == ("d3",)
        assert page.press(Press("down"), table).path == ("e4",)
        assert keys_shown(page.press(Press("down"), table), table) == set()


def test_ways_follow_clockwise_from_the_north_and_then_from_straight_on(tmp_path):
    """So a knob finds them, and the way back comes last of a corridor."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), header=with_board(THREE, "practice")) as device:
        playing = device.app.table.playing
        on_crossing = msgspec.structs.replace(playing.state, phase="mummy_move", turn=None, steps=4, mummy="e3")
        last = replace(playing.steps[-1], state=on_crossing)
        table = replace(device.app.table, session=replace(playing, steps=(*playing.steps[:-1], last)))
        page = MummyPage(game_menu())
        assert steps_offered(page, table) == ["e2", "f3", "e4", "d3"]
        assert steps_offered(replace(page, path=("e4",)), table) == ["d4", "e3"]


def steps_offered(page, table) -> list[str]:
    """Where the mummy may go on, in the order in which a knob finds it."""
    return [offer.item.label for offer in every(page.offers(table)) if offer.name.startswith("square")]


def keys_shown(page, table) -> set[str]:
    """The lines that say which key leads where."""
    return {line for line in as_text(page.view(table)).split("\n") if re.fullmatch(r"(up|ok|down): [a-z]\d+", line)}


@pytest.mark.parametrize(
    ("config", "keys"), [(FOUR, ("up", "down", "ok")), (ENGLISH, ("up", "right", "down", "left"))], ids=["four", "six"]
)
def test_no_key_of_the_mummy_is_silent(tmp_path, config, keys):
    """Wherever it stands, each key that stands for a way leads on, asks, or says why not."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), config=config, header=with_board(THREE, "practice")) as device:
        playing = device.app.table.playing
        maze, asked = playing.state.maze, 0
        for here in (cell for cell in maze.cells if maze.steps(cell)):
            now = msgspec.structs.replace(playing.state, phase="mummy_move", turn=None, steps=4, mummy=here)
            last = replace(playing.steps[-1], state=now)
            table = replace(device.app.table, session=replace(playing, steps=(*playing.steps[:-1], last)))
            page = MummyPage(game_menu())
            level = page.press(Press("ok"), table)
            on_crossing = (level,) if level.pending.keys else ()
            asked += len(on_crossing)
            for shown in (page, *on_crossing):
                assert [key for key in keys if shown.press(Press(key), table) == shown] == [], here
        assert (asked > 0) == (config is FOUR)


def test_a_key_that_leads_nowhere_says_why(tmp_path):
    """P32, P33: a wall, or the stairs; the next press counts, and a held key says nothing at a wall it has run to."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), header=with_board(THREE, "practice")) as device:
        playing = device.app.table.playing
        maze = playing.state.maze
        below = next(cell for cell in maze.cells if maze.stairs in beside(maze, cell).values())
        side = next(side for side, to in beside(maze, below).items() if to == maze.stairs)
        walled = next(cell for cell in maze.cells if maze.has_wall(cell, "N") and "E" in maze.steps(cell))
        for here, key, why in (
            (below, KEYS[side], "The mummy enters neither stairs nor dungeon."),
            (walled, "up", "There is a wall to the north."),
        ):
            now = msgspec.structs.replace(playing.state, phase="mummy_move", turn=None, steps=4, mummy=here)
            last = replace(playing.steps[-1], state=now)
            table = replace(device.app.table, session=replace(playing, steps=(*playing.steps[:-1], last)))
            page = MummyPage(game_menu())
            answer = page.press(Press(key), table)
            assert answer.view(table).notice.text == why
            assert page.press(Press(key, is_repeated=True), table) == page
            for button in ("left", "right", "back"):
                assert answer.press(Press(button), table) == page.press(Press(button), table)


KEYS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def beside(maze, cell):
    """The cells beyond the open sides of a cell, also those that nobody enters."""
    row, column = cell_position(cell)
    sides = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
    return {
        side: cell_name(row + down, column + right)
        for side, (down, right) in sides.items()
        if not maze.has_wall(cell, side) and cell not in (maze.stairs, maze.dungeon)
    }


def test_a_mummy_with_no_steps_left_ends_its_turn_by_itself(tmp_path):
    """A ring fills; a press stops it, and what was taken back is not played again by itself."""
    with game(tmp_path) as device:
        to_the_mummys_turn(device)
        play(device, Roll("Mo", face=1))
        press(device, "left")
        assert state(device).phase == "mummy_move"
        device.wait(4.5)
        assert state(device).phase == "begin"
        ply = device.app.table.playing.ply
        take_back(device)
        assert "No steps left: the mummy stops here." in text(device)
        device.wait(6.0)
        assert device.app.table.playing.ply == ply - 1


def test_where_the_mummy_cannot_step_one_press_is_enough(tmp_path):
    """There is nothing else to choose."""
    with game(tmp_path, Roll("Ada", faces=CLEAN)) as device:
        playing = device.app.table.playing
        held = msgspec.structs.replace(playing.state, phase="mummy_move", turn=None, steps=0)
        session = replace(playing, steps=(*playing.steps[:-1], replace(playing.steps[-1], state=held)))
        assert MummyPage(game_menu()).press(Press("ok"), replace(device.app.table, session=session)) == Play(
            Move("Mo", path=())
        )


def to_the_mummys_turn(device, *faces: str) -> None:
    """Let both hunters move by a face, by 1 and 2 unless another is given."""
    for player, face in zip(("Ada", "Bo"), faces * 2 or "12", strict=True):
        play(device, Roll(player, faces=(face,) * 5))
        play(device, Choose(player, face))
        press(device, "ok")


def test_the_mummys_path_is_entered_blind_and_ends_at_the_first_hunter(tmp_path):
    """P34, P48: wherever the hunters stand, every step and every step back shows the same; `ok` cuts the path."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "2")) as device:
        device_table = device.app.table
        start = device_table.playing.state
        walking = msgspec.structs.replace(start, phase="mummy_move", turn=None, steps=3)
        step = next(iter(walking.maze.steps(walking.mummy).values()))
        beyond = next(iter(walking.maze.steps(step).values()))
        caught = msgspec.structs.replace(walking, at=(step, *walking.at[1:]))
        tables = []
        for shown in (walking, caught):
            last = replace(device_table.playing.steps[-1], state=shown)
            session = replace(device_table.playing, steps=(*device_table.playing.steps[:-1], last))
            tables.append(replace(device_table, session=session))
        for path in ((), (step,), (step, beyond)):
            page = MummyPage(game_menu(), path)
            assert page.view(tables[0]) == page.view(tables[1])
            assert page.press(Press("back"), tables[0]) == page.press(Press("back"), tables[1])
            for side in ("up", "right", "down", "left"):
                assert page.press(Press(side), tables[0]) == page.press(Press(side), tables[1])
        page = MummyPage(game_menu(), (step, beyond))
        assert page.press(Press("ok"), tables[0]) == Play(Move("Mo", path=(step, beyond)))
        assert page.press(Press("ok"), tables[1]) == Play(Move("Mo", path=(step,)))


def test_whoever_moves_the_mummy_otherwise_than_the_box_reads_where_it_goes():
    """Both ways are named, also where it stays; on the way there is nothing to say but where it goes."""
    session = Session(GAMES["malediction"], None, board_state(GRID, 3, **prowling()))
    at = PageContext(speak("en"), session=session)
    for path, given, said in (
        ((), ("e2", "e3"), "Move the mummy: e2, e3."),
        (("e2",), ("e2", "e3"), "Move the mummy: e2, e3."),
        (("d1", "c1"), ("e2", "e3"), "Not by d1, c1: the mummy goes e2, e3."),
        ((), (), "The mummy stays where it is."),
        (("d1",), (), "Not by d1: the mummy goes e1."),
    ):
        assert MummyPage(game_menu(), path, given=given).view(at).prompt == said


def test_a_roll_half_entered_before_a_power_cut_goes_back_to_where_it_was_begun():
    """Between rolls lies the choice of a face, which one back leads to; before the first roll there is none."""
    first = board_state(GRID, 3, phase="begin", turn=0)
    again = replace(first, phase="choose", faces=("1", "2", "3", "4", "arrow"), locked=0)
    each_die = Settings(house_rules=((house_rule_key("malediction", EVERY_DIE.key), "true"),))
    for state_then, is_back_at_choice in ((first, False), (again, True)):
        session = Session(GAMES["malediction"], None, state_then)
        at = PageContext(speak("en"), session=session, settings=each_die)
        resumed = page_behind(PAGES["malediction"].page(at, '{"dice":[1]}', game_menu()))
        assert isinstance(resumed, DicePage)
        assert (resumed.below is not None) == is_back_at_choice
