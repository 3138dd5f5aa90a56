"""The draft of a map survives a power cut with its changes, and damage to it harms nothing else."""

import json
import random

import msgspec
import pytest
from malediction_device import hold, open_editor, press, switched_on, text

from firmware_py.games.malediction.map_files import MapDrawing, blank, drawing_of
from firmware_py.pages.malediction.map_editor.canvas import MOST_UNDONE, put_content, toggle_wall
from firmware_py.pages.malediction.map_editor.editor import edit, start_editing
from firmware_py.pages.malediction.map_editor.files import UnreadableDraft, read_draft, write_draft
from firmware_py.storage.changes import Choose

HALL = drawing_of(blank(3, 3))
OLD_DRAFT = msgspec.json.encode({"drawing": HALL, "row": 3, "column": 2}).decode()
"""A draft of an earlier version, which stored no changes."""
ONE_CHANGE = write_draft(toggle_wall(HALL, (1, 2)), (1, 2), (HALL,))


def changed(drawing: MapDrawing, count: int) -> list[MapDrawing]:
    """A drawing and what random changes of every kind make of it."""
    chance, found = random.Random(7), [drawing]
    for number in range(count):
        now = found[-1]
        kind = number % 4
        if kind == 0:
            now = toggle_wall(now, chance.choice([(1, 2), (2, 1), (3, 4), (4, 5)]))
        elif kind == 1:
            now = put_content(now, chance.randrange(3), chance.randrange(3), chance.choice(["R1", "ST", "DU", "##"]))
        elif kind == 2:
            now = msgspec.structs.replace(now, mummy_die=(number, 1), objects={"R1": f"jug {number}"})
        else:
            now = msgspec.structs.replace(now, name=f"Hall {number}", pawns=("red", f"pawn {number}"))
        found.append(now)
    return found


def test_a_half_drawn_board_outlives_a_power_cut_with_its_changes(tmp_path):
    """It is offered again, the cursor where it was; what could be taken back before can be taken back after."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        blank_map = device.app.view.body.squares
        press(device, "right", "ok")
        one_wall = device.app.view.body.squares
        press(device, "right", "ok", "ok")
        device.cut()
        press(device, "ok")
        assert "Go on drawing a map" in text(device)
        press(device, "up", "ok")
        assert "b1: R1" in text(device)
        hold(device, "back")
        assert device.app.view.body.squares == one_wall
        hold(device, "back")
        assert device.app.view.body.squares == blank_map
        assert "undo" not in text(device)


def test_which_board_is_changed_outlives_a_power_cut():
    """Otherwise saving would ask whether the map may replace itself; an older draft is a new map."""
    assert start_editing(write_draft(HALL, (1, 1), (), file="hall")).file == "hall"
    assert start_editing(OLD_DRAFT).file == ""


def test_every_kind_of_change_is_kept_up_to_a_sensible_number():
    """Walls, cells, names, pawns and dice, each drawing exactly as it was; and a draft stays small."""
    steps = changed(HALL, MOST_UNDONE + 20)
    *past, now = steps
    kept = write_draft(now, (3, 2), tuple(past))
    assert read_draft(kept) == (now, (3, 2), tuple(past[-MOST_UNDONE:]))
    assert len(kept) < 200 * MOST_UNDONE


def test_a_draft_of_an_earlier_version_still_opens():
    """Nothing can be taken back on it."""
    assert start_editing(OLD_DRAFT) == edit(HALL, (3, 2))


@pytest.mark.parametrize("damage", ["{", '{"drawing": 1}', "\ud800", OLD_DRAFT.replace("+---+", "+--+", 1)])
def test_a_draft_without_a_board_is_refused(damage):
    """Cut off, of a wrong kind, no text at all, or with a map whose lines are of two lengths."""
    with pytest.raises(UnreadableDraft):
        read_draft(damage)


def test_damage_takes_neither_the_device_nor_what_is_kept_along(tmp_path):
    """A page says what is lost and what is not; only a new map replaces the draft."""
    with switched_on(tmp_path) as device:
        open_editor(device)
        device.journal.commit(Choose("board.draft", "{"))
        device.cut()
        press(device, "ok", "up", "ok")
        assert "The draft is damaged." in text(device)
        assert "All saved maps are still there." in text(device)
        press(device, "back")
        assert "Go on drawing a map" in text(device)
        press(device, "ok", "ok")
        assert "How many rows" in text(device)
        press(device, "back")
        assert "> <wall> Draw a map" in text(device)


@pytest.mark.parametrize("past", [7, [{"lines": 7}], [{"lines": {"0": "+"}}], [{"beside": {"map": []}}]])
def test_of_damaged_changes_the_board_is_not_lost(past):
    """It opens as it was drawn last, after a word that nothing can be taken back."""
    damaged = json.dumps(json.loads(ONE_CHANGE) | {"past": past})
    assert read_draft(damaged) == (toggle_wall(HALL, (1, 2)), (1, 2), None)
    page = start_editing(damaged)
    assert page.choices[0].reply == edit(toggle_wall(HALL, (1, 2)), (1, 2))


@pytest.mark.parametrize("at", [(0, 1), (2, 2), (99, 1), (-1, 1)])
def test_a_cursor_beside_the_board_goes_to_its_first_cell(at):
    """A smaller damage than any of the others."""
    assert read_draft(write_draft(HALL, at, ()))[1] == (1, 1)
