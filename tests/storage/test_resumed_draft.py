"""What was entered of an action, and the game it belonged to: a game that goes on elsewhere goes on without it."""

import pytest
from malediction_device import THREE, game, hold, play, press, record, state, text

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.state import Choose, Move, Roll
from firmware_py.games.records import write_line
from firmware_py.games.restoring import read_record, restore
from firmware_py.games.session import digest_of
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.dialogue import page
from firmware_py.storage.changes import Draft, Play
from firmware_py.words import speak

ROLLED = Roll("Ada", faces=("1", "2", "3", "4", "arrow"))
CHOSEN = Choose("Ada", "1")
MOVED = Move("Ada", to="c4")


def under_other_rules(box, ply):
    """Let the stored game have been played under rules by which action `ply` led elsewhere."""
    stored = box.journal.unfinished_game()
    sums = (*stored.checksums[: ply - 1], "led elsewhere", *stored.checksums[ply:])
    box.journal.commit(Play(stored.id, 0, stored.lines, sums))
    box.journal.commit(Draft(stored.id, stored.draft))


def test_a_shortened_game_forgets_what_was_entered_of_its_next_action(tmp_path):
    """The cell to which the pawn was moved was reached by a later face."""
    with game(tmp_path) as box:
        play(box, ROLLED)
        play(box, CHOSEN)
        box.touch(f"square {box.app.view.body.cursor}")
        assert box.journal.unfinished_game().draft is not None
        under_other_rules(box, 1)
        box.cut()
        press(box, "ok")
        assert "it goes on before action 1" in text(box)
        hold(box, "ok")
        assert state(box).phase == "begin"
        assert "End the turn" not in text(box)
        assert box.journal.unfinished_game().draft is None


@pytest.mark.parametrize("ply", [1, 2])
def test_actions_behind_a_refused_one_are_not_offered_for_redo(ply):
    """The actions that other rules refuse lie behind the last one that counts."""
    session = read_record(record(THREE, ROLLED, CHOSEN, MOVED))
    sum_now = digest_of(session.game, session.state)
    sums = [sum_now, sum_now, "led elsewhere"]
    for number in (1, 2):
        before = read_record(record(THREE, *(ROLLED, CHOSEN)[:number]))
        sums[number - 1] = digest_of(before.game, before.state)
    restored, warning = restore(write_line(THREE), [write_line(a) for a in (ROLLED, CHOSEN, MOVED)], sums, ply)
    assert (restored.ply, warning) == (ply, None)
    assert restored.undone == ((CHOSEN,) if ply == 1 else ())


@pytest.mark.parametrize(
    ("actions", "draft"),
    [
        ((), '{"dice":[0,1,2,3,4,5]}'),
        ((), '{"dice":[9]}'),
        ((), '{"dice":'),
        ((), '{"to":"c4"}'),
        ((ROLLED, CHOSEN), '{"dice":[1]}'),
        ((ROLLED, CHOSEN), '{"to":"a1"}'),
        ((ROLLED, CHOSEN), '{"path":["c4"]}'),
    ],
)
def test_what_begins_no_legal_action_is_dropped(actions, draft):
    """Whatever a stored draft says, the page is the one of a game without it."""
    table = PageContext(speak("en"), session=read_record(record(THREE, *actions)))
    assert page(table, draft, home()) == page(table, None, home())


def test_a_stored_path_is_dropped_over_walls_but_not_over_a_hunter():
    """The mummy's path is entered blind: nobody may know whom the mummy meets before the players confirm it."""
    bo = (Roll("Bo", faces=("2", "2", "2", "2", "2")), Choose("Bo", "2"), Move("Bo", to="b4"))
    session = read_record(record(THREE, ROLLED, CHOSEN, MOVED, *bo, Roll("Mo", face=2)))
    table = PageContext(speak("en"), session=session)
    legal = next(iter(session.state.maze.steps(session.state.mummy).values()))
    none = page(table, None, home())
    assert page(table, '{"path":["a1"]}', home()) == none
    assert page(table, f'{{"path":["{legal}","{session.state.mummy}","{legal}"]}}', home()) == none
    assert page(table, f'{{"path":["{legal}"]}}', home()) != none


def test_after_a_power_cut_among_the_dice_a_reset_can_still_be_chosen(tmp_path):
    """P08: as before the cut, holding OK leads from the dice back to where a reset can be chosen."""
    with game(tmp_path, Roll("Ada", faces=("1", "1", "1", "1", "mummy")), Choose("Ada", "1"), every_die=True) as device:
        play(device, next(action for action in rules.legal_actions(state(device))))
        press(device, "ok", "right")
        device.cut()
        press(device, "ok")
        hold(device, "ok")
        assert "<die_2> ><die_blank>" in text(device)
        hold(device, "ok")
        hold(device, "ok")
        assert "Or hold ✓: reset." in text(device)
        hold(device, "ok")
        assert state(device).phase == "interrupt"
