"""The pages of the malediction: dice, moves, announcements, the end."""

import pytest
from icons_named import icons_named
from malediction_device import (
    ENGLISH,
    FOUR,
    THREE,
    TWO,
    begin,
    game,
    hold,
    play,
    play_to_the_end,
    press,
    read,
    record,
    sit_down,
    state,
    switched_on,
    take_back,
    text,
    with_board,
)
from msgspec.structs import replace
from random_play import whole_game
from simple_chase import SeededTable

from display.draw import TouchArea as TouchMark
from display.draw import layout
from display.draw.marks import Picture
from display.icons import icon_names
from display.view import COLOURS, Notice
from firmware_py.config.schema import ButtonsConfig, Config, ScreenConfig
from firmware_py.config.settings import Settings
from firmware_py.device.panel import status
from firmware_py.games.malediction.legality import reachable
from firmware_py.games.malediction.state import UNTOLD, Choose, Move, PlayMission, Roll
from firmware_py.games.records import write_line
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.malediction.dice_page import MummyDiePage
from firmware_py.pages.page import NoMenu, Touch
from firmware_py.pages.page import press as answer
from firmware_py.words import speak

CLEAN = ("1", "2", "3", "4", "arrow")


# --- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("controls", ["four", "six", "encoder", "touch"])
@pytest.mark.parametrize("size", [(320, 240), (480, 320)])
def test_what_lets_the_device_roll_is_seen_while_news_covers_the_foot(controls, size):
    """The mummy die waits for people: the key stands above the dice, or a finger touches them."""
    whole = whole_game("malediction", 1)
    turn = next(at for at, step in enumerate(whole.steps, 1) if step.state.phase == "mummy_roll")
    session = replace(whole, steps=whole.steps[:turn], seed="1")
    table = PageContext(say=speak("en"), session=session, colours=COLOURS, settings=Settings(controls=controls))
    view = MummyDiePage(NoMenu()).view(table)
    view = replace(view, is_touched=controls == "touch", notice=Notice(("News.",), "good"))
    marks = list(layout(view, *size))
    dice = next(mark for mark in marks if isinstance(mark, Picture) and mark.name == "dice")
    if controls == "touch":
        assert [mark for mark in marks if isinstance(mark, TouchMark) and mark.target == "roll"]
        assert isinstance(answer((MummyDiePage(NoMenu()),), Touch("roll"), table)[1], Play)
    else:
        keys = [mark.box for mark in marks if isinstance(mark, Picture) and mark.name == "ok"]
        assert any(key.y < dice.box.y and abs(key.x + key.w / 2 - dice.box.x - dice.box.w / 2) < 4 for key in keys)


@pytest.mark.parametrize(
    ("config", "mummies", "face"), [(ENGLISH, ("right",), ("left",)), (FOUR, ("down", "up"), ("down", "ok"))]
)
def test_a_roll_costs_the_number_of_mummies_and_the_face_that_is_announced(config, mummies, face, tmp_path):
    """Two mummies and a 4; the other dice are not asked for, and stand in the record as untold."""
    with game(tmp_path, config=config) as device:
        assert "Roll 5 dice: how many mummies?" in text(device)
        press(device, *mummies)
        assert (state(device).locked, state(device).faces) == (2, (UNTOLD,) * 3)
        assert "Which die do you announce?" in text(device)
        press(device, *face)
        assert (state(device).phase, state(device).face) == ("move", "4")
        faces = device.app.table.playing.steps[0].action.faces
        assert write_line(Roll("Ada", faces=faces)).endswith('"faces": ["?", "?", "?", "mummy", "mummy"]}')


def test_a_finger_tells_how_many_mummies_and_touches_the_face(tmp_path):
    """A held ✓ rolls again, also by touch."""
    with game(
        tmp_path, config=Config(language="en", buttons=ButtonsConfig(layout="touch"), screen=ScreenConfig(inches=7.0))
    ) as device:
        device.touch("number 1")
        device.touch("hold:ok")
        assert "Roll 4 dice: how many mummies?" in text(device)
        device.touch("number 0")
        device.touch("die 4")
        assert (state(device).locked, state(device).face) == (1, "arrow")


def test_a_face_without_a_move_is_dimmed_and_says_why(tmp_path):
    """P25: in a dead end of one cell the 1 is blocked by another pawn; the hunters read it, and choose another."""
    moves = (Roll("Ada", faces=CLEAN), Choose("Ada", "1"), Move("Ada", to="c4"))
    with game(tmp_path, *moves) as device:
        press(device, "ok")
        blocked = [face for face in ("1", "2", "3", "4", "arrow") if not reachable(state(device), face)]
        assert blocked
        assert all(item.is_dimmed == (item.label in blocked) for item in device.app.view.body.dice if item.label)
        press(device, ("up", "right", "down", "left")[int(blocked[0]) - 1])
        assert state(device).phase == "choose"
        assert f"cannot move with {blocked[0]}" in text(device)


def test_rolling_again_asks_only_for_the_new_mummies(tmp_path):
    """P13: holding ✓ leads to the next roll, and from there back to the faces."""
    with game(tmp_path) as device:
        press(device, "up")
        hold(device, "ok")
        assert "Roll 4 dice: how many mummies?" in text(device)
        hold(device, "ok")
        assert "Which die do you announce?" in text(device)
        hold(device, "ok")
        press(device, "up")
        assert (state(device).locked, state(device).faces) == (2, (UNTOLD,) * 3)


def test_an_untold_roll_that_is_taken_back_is_asked_again(tmp_path):
    """And the other way of telling dice holds at once, also for a game under way."""
    with game(tmp_path, Roll("Ada", faces=CLEAN)) as device:
        take_back(device)
        assert "Roll 5 dice: how many mummies?" in text(device)


def test_a_die_without_a_mummy_costs_one_press(tmp_path):
    """With six buttons each face has a key once the mummies are counted: the numbers clockwise, and the arrow."""
    with game(tmp_path, every_die=True) as device:
        assert "0 [ok]  1 [up]  2 [right]  3 [down]  4+ [left]" in text(device)
        press(device, "ok", "up", "right", "down", "left", "ok")
        assert state(device).phase == "choose"
        assert state(device).faces == CLEAN


def test_mummies_go_to_the_tray_while_the_roll_is_entered(tmp_path):
    """Their number is told first, and they lie in the tray at once; all five end the entry."""
    with game(tmp_path, every_die=True) as device:
        press(device, "right")
        assert "locked 2/5" in text(device)
        assert "><die_blank>  <die_blank>  <die_blank>" in text(device)
        hold(device, "ok")
        press(device, "left")
        assert "4 [ok]  5 [up]" in text(device)
        press(device, "up")
        assert state(device).locked == 5
        assert "All five dice show the mummy: Ada (red pawn) loses the turn." in text(device)


def test_four_mummies_and_another_face(tmp_path):
    """The fifth die shows no mummy, and its face is told."""
    with game(tmp_path, every_die=True) as device:
        press(device, "left", "ok", "right")
        assert (state(device).locked, state(device).faces) == (4, ("2",))


def test_who_holds_a_key_too_long_enters_one_die(tmp_path):
    """A held button repeats in order to move a cursor; a key that stands for a face means one die."""
    with game(tmp_path, every_die=True) as device:
        press(device, "ok")
        device.hold("down", 2.0)
        assert "<die_3> ><die_blank>  <die_blank>  <die_blank>" in text(device)


def test_four_buttons_count_the_dice_face_by_face(tmp_path):
    """0, 1, or more: 1, 2, 2, arrow and a mummy are five presses, and a last die shows what its key says."""
    with game(tmp_path, config=FOUR, every_die=True) as device:
        assert "<die_mummy>  0 [up]  1 [ok]  2+ [down]" in text(device)
        press(device, "ok", "ok")
        assert "3 dice left: how many show 2?" in text(device)
        assert "<die_2>  0 [up]  1 [ok]  2+ [down]" in text(device)
        assert "locked 1/5" in text(device)
        press(device, "down")
        assert "2 [up]  3 [ok]" in text(device)
        press(device, "up")
        assert "One die is left: what does it show?" in text(device)
        assert "<die_3> [up]  <die_4> [ok]  <die_arrow> [down]" in text(device)
        press(device, "down")
        assert state(device).faces == ("1", "2", "2", "arrow")


def test_four_buttons_go_back_face_by_face(tmp_path):
    """A held OK opens the last number again, also that of a roll that was taken back."""
    with game(tmp_path, config=FOUR, every_die=True) as device:
        press(device, "up", "ok", "down")
        hold(device, "ok")
        assert "4 dice left: how many show 2?" in text(device)
        hold(device, "ok")
        assert "5 dice left: how many show 1?" in text(device)
        press(device, "ok", "up", "up", "down", "ok")
        assert state(device).faces == ("1", "4", "4", "4", "arrow")
        take_back(device)
        assert "4 dice left: how many show 4?" in text(device)


def test_an_encoder_turns_to_the_number_of_dice(tmp_path):
    """It has no keys: a cursor goes along the numbers."""
    with game(
        tmp_path, config=Config(language="en", buttons=ButtonsConfig(layout="encoder")), every_die=True
    ) as device:
        assert ">0  1  2  3  4  5" in text(device)
        press(device, "down", "down", "ok")
        assert "locked 2/5" in text(device)
        assert "3 dice left: how many show 1?" in text(device)


@pytest.mark.parametrize("config", [ENGLISH, FOUR], ids=["six", "four"])
def test_holding_ok_resets_the_locked_dice_before_the_first_roll(config, tmp_path):
    """P08: the page says so, until a die is entered; after a roll there is nothing to reset, and it goes one back."""
    rolled = (Roll("Ada", faces=("1", "1", "1", "mummy", "mummy")), Choose("Ada", "1"), Move("Ada", to="c4"))
    with game(tmp_path, *rolled, config=config, every_die=True) as device:
        assert "Or hold ✓: reset." in text(device)
        press(device, "ok")
        assert "hold ✓" not in text(device)
        assert "ok (held) previous die" in text(device)
        hold(device, "ok")
        assert "Or hold ✓: reset." in text(device)
        play(device, Roll("Bo", faces=("2", "2", "2")))
        press(device, "down", "ok")
        assert "hold ✓" not in text(device)
        hold(device, "ok")
        assert "><redo> again" in text(device)
        take_back(device)
        while "Or hold ✓: reset." not in text(device):
            hold(device, "ok")
        hold(device, "ok")
        assert state(device).phase == "interrupt"
        assert device.app.view.audience == "table"


def test_what_the_tray_shows_is_not_repeated_beside_the_dice(tmp_path):
    """On a small screen so many words would cover the dice."""
    with game(tmp_path, every_die=True) as device:
        play(device, Roll("Ada", faces=("1", "2", "3", "4", "mummy")))
        assert "locked 1/5" in text(device)
        assert "! Ada (red pawn) rolls: 1, 2, 3, 4, mummy.\n" in text(device)


def test_a_slip_among_the_dice_is_mended_without_telling_all_again(tmp_path):
    """Holding OK steps back, die by die, and then to the mummies."""
    with game(tmp_path, every_die=True) as device:
        press(device, "ok", "up", "right")
        hold(device, "ok")
        press(device, "down")
        assert "<die_1>  <die_3> ><die_blank>" in text(device)
        for _ in range(3):
            hold(device, "ok")
        assert "0 [ok]  1 [up]" in text(device)
        assert "locked 0/5" in text(device)


def test_a_mistyped_roll_is_taken_back_and_stands_there_again(tmp_path):
    """Players enter dice thrown at the table; a wrong entry can be corrected."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), every_die=True) as device:
        take_back(device)
        assert state(device).phase == "begin"
        assert "<die_1>  <die_2>  <die_3>  <die_4> ><die_blank>" in text(device)
        press(device, "ok")
        assert state(device).faces == CLEAN


def test_nobody_goes_back_behind_a_roll_of_the_device(tmp_path):
    """Undo and another choice would be fishing; the reason is shown."""
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        press(device, *("up",) * 2, "ok", *("down",) * 2, "ok")
        read(device)
        press(device, "ok")
        assert state(device).phase == "choose"
        first = state(device).faces
        hold(device, "back")
        hold(device, "ok")
        assert "The device has rolled the dice" in text(device)
        assert "<undo>" not in text(device)
        device.cut()
        press(device, "ok")
        take_back(device)
        assert state(device).faces == first, "not after a power cut either"


def test_each_face_that_shows_is_offered_once(tmp_path):
    """The cursor stands on the highest number that can be played, or else on the arrow."""
    with game(tmp_path, Roll("Ada", faces=("1", "1", "2", "2", "arrow")), every_die=True) as device:
        assert "<die_1> ><die_2>  <die_arrow>  <redo> again" in text(device)
    with game(tmp_path / "arrows", Roll("Ada", faces=("arrow",) * 5), every_die=True) as device:
        assert "><die_arrow>  <redo> again" in text(device)


# --- the end ---------------------------------------------------------------------------------------------------------


def test_a_whole_game_tells_its_end_and_can_be_watched_again(tmp_path):
    """The reason is read aloud; then every hidden step is shown, which was never offered before."""
    with game(tmp_path, header=with_board(TWO, "small")) as device:
        press(device, "back", "back")
        assert "hidden game" not in text(device)
        press(device, "ok")
        hold(device, "ok")
        play_to_the_end(device, SeededTable((), 3))
        assert "wins" in text(device)
        press(device, "ok")
        assert "> <new> Play again" in text(device)
        assert "<history> Watch the hidden game" in text(device)
        press(device, "up", "up", "ok")
        assert "The start of the game." in text(device)
        press(device, "ok")
        assert "rolls: " in text(device)
        press(device, "up", "back")
        assert "Play again" in text(device)


def test_a_game_whose_secrets_are_shown_goes_on_only_if_the_hunters_want_it(tmp_path):
    """Holding back on its last pages asks for them, however often; only there the last action is taken back."""
    with game(tmp_path, header=with_board(TWO, "small")) as device:
        play_to_the_end(device, SeededTable((), 3))
        ply = device.app.table.playing.ply
        hold(device, "back")
        assert "undo only what was entered wrongly" in text(device)
        press(device, "ok", "down", "ok")
        assert "undo only what was entered wrongly" in text(device)
        hold(device, "back")
        assert "entered wrongly" not in text(device)
        assert device.app.table.playing.ply == ply
        take_back(device)
        assert device.app.table.playing.ply < ply
        assert not device.app.table.playing.is_over
        device.cut()
        assert device.journal.unfinished_game().ply < ply


def test_in_the_two_player_game_both_pawns_show_the_missions_they_share(tmp_path):
    """P43: ten are wanted in all, so each pawn shows all that are played."""
    rolled = Roll("Ada", faces=CLEAN)
    with game(tmp_path, rolled, Choose("Ada", "4"), header=TWO) as device:
        play(device, Move("Ada", to="a5"), PlayMission("Ada"))
        assert text(device).count("1/10") == 2


def test_in_the_two_player_game_the_device_certifies_each_unseen_move(tmp_path):
    """P47: when the turn is handed over, the page names the face with which the entered move is allowed."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "2"), header=TWO) as device:
        press(device, "ok")
        assert "the red pawn's move with 2 is allowed." in text(device)
        assert device.app.view.audience == "table"


def test_every_icon_of_a_whole_game_exists(tmp_path):
    """No page of a game shows a question mark."""
    with switched_on(tmp_path) as device:
        begin(device, THREE)
        seen = set()
        play_to_the_end(device, SeededTable((), 5), after_each=lambda: seen.update(icons_named(device.app.view)))
        assert seen <= icon_names()
        assert {"die_1", "mummy", "stairs", "dungeon"} <= seen


def test_the_services_status_does_not_tell_that_a_mission_was_reached(tmp_path):
    """It is the same before and after the move that leads there."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3")) as device:
        entered = status(device.app)
        device.touch("square 15")
        assert "Play mission W1" in text(device)
        assert status(device.app) == entered


def test_a_game_kept_between_a_move_and_the_end_of_its_turn_goes_on_there(tmp_path):
    """The power may fail between the two, and records of such games exist."""
    with switched_on(tmp_path) as device:
        device.load(record(THREE, Roll("Ada", faces=CLEAN), Choose("Ada", "3"), Move("Ada", to="a4")))
        hold(device, "ok")
        assert "> <ok> End the turn" in text(device)
        assert "To another cell" not in text(device)
        press(device, "down", "ok")
        assert "Ada (red pawn) plays mission W1 (scroll): 1 of 5." in text(device)


def test_a_played_mission_is_told_where_the_game_goes_on(tmp_path):
    """Its card lies on the table; neither curtain nor announcement comes before the next hunter's dice (P42)."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3")) as device:
        play(device, Move("Ada", to="a4"), then=PlayMission("Ada"))
        assert "Ada (red pawn) plays mission W1 (scroll): 1 of 5." in text(device)
        assert device.app.view.audience == "hunters"
        play(device, Roll("Bo", faces=CLEAN))
        play(device, Choose("Bo", "3"))
        play(device, Move("Bo", to="d3"))
        assert device.app.view.audience == "table"
        assert "Roll the mummy die: what does it show?" in text(device)


def test_a_held_button_plays_the_mission(tmp_path):
    """A short press ends the turn and keeps the card."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3")) as device:
        device.touch("square 15")
        assert "ok (held) play the mission" in text(device)
        hold(device, "ok")
        assert state(device).missions == (("W1",), ())


# --- fingers ---------------------------------------------------------------------------------------------------------


def test_a_finger_tells_dice_and_chooses_among_them(tmp_path):
    """The number of mummies, then each face where it is seen; touching an earlier die goes back to it."""
    with game(tmp_path, every_die=True) as device:
        device.touch("number 0")
        for side in range(3):
            device.touch(f"side {side}")
        assert "<die_1>  <die_2>  <die_3> ><die_blank>  <die_blank>" in text(device)
        device.touch("die 1")
        assert "<die_1> ><die_blank>  <die_blank>" in text(device)
    with game(tmp_path / "other", Roll("Ada", faces=CLEAN), every_die=True) as device:
        device.touch("die 1")
        assert "Announce 2?" in text(device)
        device.touch("die 1")
        assert state(device).face == "2"


def test_a_finger_moves_pawn_and_mummy(tmp_path):
    """A square in reach is a target; any other is none."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "1")) as device:
        device.touch("square 0")
        assert state(device).phase == "move"
        device.touch("square 17")
        assert "Ada (red pawn) moves to c4." in text(device)
        device.touch("0")
        assert state(device).at[0] == "c4"


def test_cells_too_small_for_a_finger_become_a_cross_of_buttons(tmp_path):
    """Every size of screen can be played by touch alone."""
    with game(tmp_path, Roll("Ada", faces=CLEAN), Choose("Ada", "3"), header=with_board(THREE, "practice")) as device:
        for size, wanted in (((320, 240), "button:up"), ((480, 320), "square "), ((800, 480), "square ")):
            targets = [mark.target for mark in layout(device.app.view, *size) if isinstance(mark, TouchMark)]
            assert any(target.startswith(wanted) for target in targets)
            assert ("button:left" in targets) == (wanted == "button:up")
