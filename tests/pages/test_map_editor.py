"""Drawing a map on the device: every change, taking back, power cuts, and a game on the new map."""

import msgspec
import pygame
import pytest
from malediction_device import ENGLISH, FOUR, hold, open_editor, press, read, switched_on, text

from display.view import as_text
from firmware_py.cli.main import main
from firmware_py.config.settings import Settings
from firmware_py.games.malediction.map_files import blank, drawing_of, load_shipped, read_maze
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.map_editor.canvas import (
    content_at,
    free_missions,
    has_wall,
    put_content,
    toggle_wall,
)
from firmware_py.pages.malediction.map_editor.editor import edit, editor_menu
from firmware_py.pages.malediction.map_editor.editor_page import DieFacesPage
from firmware_py.pages.page import Press, Touch
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.words import file_name, speak

SMALL = drawing_of(blank(3, 3))


def test_every_wall_of_a_board_can_be_turned_and_turned_back():
    """A wall drawn twice is no wall; the border stays."""
    board = drawing_of(load_shipped("practice"))
    spots = [(r, c) for r in range(1, 20) for c in range(1, 20) if (r + c) % 2]
    for spot in spots:
        turned = toggle_wall(board, spot)
        assert has_wall(turned, spot) != has_wall(board, spot)
        assert toggle_wall(turned, spot).lines == board.lines
    assert has_wall(board, (0, 1))
    assert has_wall(board, (1, 20))


def test_what_stands_only_once_leaves_its_old_cell():
    """The stairs are moved, not doubled; a dungeon takes the place of a dungeon with a sarcophagus."""
    moved = put_content(SMALL, 1, 1, "ST")
    assert content_at(moved, 1, 1) == "ST"
    assert content_at(moved, 2, 0) == ""
    assert read_maze(moved)[1] == ()
    parted = put_content(put_content(SMALL, 1, 1, "DU"), 0, 0, "SA")
    assert content_at(parted, 0, 2) == ""
    assert read_maze(parted)[1] == ()


def test_the_next_mission_of_each_colour_is_offered():
    """Nobody counts: R2 follows R1."""
    assert free_missions(SMALL) == ("R1", "B1", "W1", "G1", "Y1")
    assert free_missions(put_content(SMALL, 0, 0, "R1")) == ("R2", "B1", "W1", "G1", "Y1")


@pytest.mark.parametrize("layout", ["six", "four"])
def test_the_cursor_reaches_every_cell_and_wall(layout, tmp_path):
    """With four buttons in reading order, with six in every direction; never the corners between walls."""
    with switched_on(tmp_path, FOUR if layout == "four" else ENGLISH) as device:
        page = edit(SMALL)
        seen, waiting = {page.at}, [page]
        buttons = ("up", "down") if layout == "four" else ("up", "down", "left", "right")
        while waiting:
            now = waiting.pop()
            for button in buttons:
                after = now.press(Press(button), device.app.table)
                if after.at not in seen:
                    seen.add(after.at)
                    waiting.append(after)
    assert seen == {(r, c) for r in range(1, 6) for c in range(1, 6) if r % 2 or c % 2}


def test_changes_are_taken_back_one_by_one(tmp_path):
    """Holding back undoes the last change, wall or cell."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        blank_map = device.app.view.body.squares
        press(device, "right", "ok")
        one_wall = device.app.view.body.squares
        press(device, "right", "ok", "ok")
        assert "R1" in text(device)
        hold(device, "back")
        assert device.app.view.body.squares == one_wall != blank_map
        hold(device, "back")
        assert device.app.view.body.squares == blank_map
        assert "undo" not in text(device)


def test_what_is_wrong_is_told_as_one_draws_and_one_can_go_there(tmp_path):
    """The page reports a walled-in cell at once and names it; the menu leads to it."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "right", "ok", "left", "down", "ok")
        assert "2 things to put right" in text(device)
        assert "No path leads from the stairs to a1" in text(device)
        assert "wrong: a1" in text(device)
        press(device, "back", "down", "ok", "ok")
        assert "a1: corridor" in text(device)
        press(device, "back")
        assert "Save the map" not in text(device)


def test_what_is_odd_is_told_beside_a_board_that_can_be_played(tmp_path):
    """Less loud than what is wrong: no cell is marked; once all is right nothing is said of it."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        assert "The map can be played; 6 things are odd." in text(device)
        assert "Without a mission of every colour no hunter can win." in text(device)
        assert "wrong:" not in text(device)
    shown_text = as_text(edit(drawing_of(load_shipped("practice"))).view(PageContext(say=speak("en"))))
    assert "The map is complete and can be played." in shown_text


def test_parts_that_nobody_walks_between_are_joined_before_saving():
    """Here stairs and dungeon lie between two halves, and a game might never end; the line leads to the place."""
    lines = ("+---+---+---+", "|SA |ST  R1 |", "+   +   +   +", "|        DU |", "+---+---+---+")
    page = edit(msgspec.structs.replace(SMALL, map=lines))
    table = PageContext(say=speak("en"))
    labels = [table.say(choice.label) for choice in editor_menu(page, table, page).choices]
    assert labels[1] == "1 thing to put right…"
    assert not any("Save" in label for label in labels)
    wrong = editor_menu(page, table, page).choices[1].reply
    assert table.say(wrong.choices[0].label) == "The corridors are not connected: nobody can cross."
    assert wrong.choices[0].reply.cell == (0, 2)


def test_the_footer_says_what_the_next_press_does(tmp_path):
    """A wall is opened, an opening walled up, a cell filled; the prompt says what is there."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        for where, there, next_step in (("", "a1: corridor", "fill"), ("right", "a1: open on the right", "wall up")):
            press(device, *([where] if where else []))
            assert there in text(device)
            assert f"ok {next_step} |" in text(device)
        press(device, "ok")
        assert "a1: wall on the right" in text(device)
        assert "ok open |" in text(device)


def test_every_cell_that_is_wrong_is_marked_and_told_where_the_cursor_is():
    """Two cells are walled in; on either cell the page names its problem, though the missing stairs come first."""
    walled = toggle_wall(toggle_wall(toggle_wall(SMALL, (1, 4)), (2, 1)), (2, 3))
    page = edit(put_content(walled, 2, 0, "##"), (1, 3))
    table = PageContext(say=speak("en"))
    view = page.view(table)
    assert view.body.wrong == (0, 1)
    assert "Still missing: the stairs" in as_text(edit(page.drawing, (5, 5)).view(table))
    assert "No path leads from the dungeon to a1 and b1" in as_text(view)


def test_what_is_drawn_on_a_mission_is_chosen_from_a_list_or_written(tmp_path):
    """What is taken is not offered twice; the name goes when another thing takes the mission's place."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "ok", "ok", "ok", "up", "ok")
        assert "What is drawn here?" in text(device)
        assert "> <mission_red> bracelet" in text(device)
        press(device, "ok")
        assert "a1: R1 (bracelet)" in text(device)
        press(device, "right", "right", "ok", "ok", "ok", "up", "ok")
        assert "bracelet" not in text(device)
        press(device, "up", "ok", "ok", "left", "up", "ok")
        assert "b1: R2 (A)" in text(device)
        press(device, "left", "left", "ok", "down", "ok")
        assert "a1: B1\n" in text(device)
        hold(device, "back")
        assert "a1: R1 (bracelet)" in text(device)


def test_a_board_thrown_away_is_not_offered_again(tmp_path):
    """It is asked for first; then a new one begins blank."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "right", "ok", "back", "up", "ok", "down", "ok")
        assert "How many rows" in text(device)
        press(device, "back")
        assert "> <wall> Draw a map" in text(device)


def test_a_finished_board_is_named_kept_and_played(tmp_path):
    """It is a file among the owner's maps and can be chosen for the next game; the game survives a power cut."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "ok", "ok")
        press(device, "back", "down", "ok")
        assert "> <kept> Save it all the same - Map 1" in text(device)
        assert "Blue missions: only 0" in text(device)
        press(device, "ok")
        assert "Dice: thrown at the table" in text(device)
        assert "The map Map 1 is saved." in text(device)
        ((name, kept),) = read_maps(tmp_path / "data" / "boards")
        assert name == "map-1"
        assert "|R1" in kept
        assert "Map: Map 1" in text(device)
        press(device, "down", "ok")
        read(device)
        assert len(device.app.view.body.squares) == 9
        device.cut()
        press(device, "ok")
        hold(device, "ok")
        assert len(device.app.view.body.squares) == 9


def test_the_faces_of_the_mummy_die_are_turned(tmp_path):
    """Each face goes up and down; back leaves them."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "back", "down", "down", "down", "ok")
        assert "How many faces does your mummy die have?" in text(device)
        assert "> 6 faces" in text(device)
        press(device, "ok")
        assert ">1  2  3  4  5  6" in text(device)
        press(device, "up", "ok", "down", "down", "ok", "back", "back", "back")
        press(device, "back")
        assert "Mummy die: 2, 0, 3, 4, 5, 6" in text(device)


def test_a_finger_changes_the_faces_of_the_mummy_die_in_any_order():
    """Each touch adds one to the face that is touched, after 9 comes none; the faces look like faces, not like keys."""
    table = PageContext(say=speak("en"), settings=Settings(controls="touch"))
    page = DieFacesPage(edit(drawing_of(blank(9, 9))))
    for target in ("face 3", "face 0", *("face 5",) * 4):
        page = page.press(Touch(target), table)
    view = page.view(table)
    assert "Touch each face until it is as on your die." in as_text(view)
    assert [item.icons for item in view.body.dice] == [(f"die_{face}",) for face in (2, 2, 3, 5, 5, 0)]
    assert view.body.cursor is None
    assert page.press(Press("ok"), table).drawing.mummy_die == (2, 2, 3, 5, 5, 0)


def test_a_face_of_a_map_file_that_has_no_pips_is_shown_in_digits():
    """Faces go up to 99 in a file: those above 9 stand as numbers, so that no two look alike."""
    table = PageContext(say=speak("en"), settings=Settings(controls="touch"))
    drawing = msgspec.structs.replace(drawing_of(blank(9, 9)), mummy_die=(9, 12, 13))
    dice = DieFacesPage(edit(drawing)).view(table).body.dice
    assert [(item.icons, item.label) for item in dice] == [(("die_9",), "9"), ((), "12"), ((), "13")]


def test_a_die_may_have_other_than_six_faces(tmp_path):
    """More of them go on counting; it outlives a power cut before one is back at the map."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "back", "down", "down", "down", "ok", "down", "down", "ok")
        assert ">1  2  3  4  5  6  7  8" in text(device)
        device.cut()
        press(device, "ok")
        press(device, "up", "ok", "back")
        assert "Mummy die: 1, 2, 3, 4, 5, 6, 7, 8" in text(device)


def test_pawns_are_renamed_added_and_left_out(tmp_path):
    """The pawns of the owner's box: at least two, and no two of one name."""
    write_b = ("right", "ok", "left", "left", "up", "ok")
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "back", *("down",) * 4, "ok")
        assert "> red pawn" in text(device)
        press(device, "down", "ok", "ok", *write_b)
        assert "  B\n" in text(device)
        press(device, "ok", "down", "ok", "down", "ok", "down", "ok")
        assert "> B\n  purple pawn" in text(device)
        press(device, "ok")
        assert "Not in my box" not in text(device), "two are needed"
        press(device, "back", "down", "ok", "ok", *write_b)
        assert "B is taken" in text(device)


def test_a_name_is_written_with_the_letters(tmp_path):
    """The first letter is a capital."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        press(device, "back", "down", "down", "ok", "ok", "left", "up", "ok")
        assert text(device).startswith("[A]")


def test_a_board_is_written_whole_or_not_at_all(tmp_path):
    """Its file has a plain name; what cannot be read is listed without a text, so that nothing takes its file."""
    stem = file_name("Crypte d’Été !")
    save_map(tmp_path / "boards", stem, "one")
    save_map(tmp_path / "boards", stem, "two")
    (tmp_path / "boards" / "broken.toml").write_bytes(b"\xff\xfe")
    assert read_maps(tmp_path / "boards") == (("broken", ""), ("crypte-dete", "two"))
    assert [path.name for path in sorted((tmp_path / "boards").iterdir())] == ["broken.toml", "crypte-dete.toml"]
    assert file_name("  ") == "board"


def test_a_folder_that_cannot_be_looked_into_has_no_boards(tmp_path):
    """Whatever the system reports: the device starts without the owner's maps."""
    assert read_maps(tmp_path / "nowhere") == ()
    assert read_maps(tmp_path / ("x" * 300)) == ()  # the system refuses even to look for such a name


def test_a_board_can_be_shown_as_a_picture(tmp_path):
    """`board show --png` draws the map as the device does, in the size of the map."""
    picture = tmp_path / "pictures" / "small.png"
    assert main(["board", "show", "small", "--png", str(picture)]) == 0
    assert pygame.image.load(picture).get_width() > 400


def test_a_picture_that_cannot_be_written_is_said(tmp_path, capsys):
    """With a sentence, and the exit status of a file that cannot be used."""
    (tmp_path / "file").touch()
    assert main(["board", "show", "small", "--png", str(tmp_path / "file" / "small.png")]) == 2
    assert "cannot be written" in capsys.readouterr().err
