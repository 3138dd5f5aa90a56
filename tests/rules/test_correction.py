"""Corrections: entries exchanged, and the pieces that then lie elsewhere."""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from pressed_lines import choose
from random_corrections import corrected_at_random
from random_play import random_record
from stored_journal import begin_game
from table_reckoning import Moves, listed, reckoned, reversed_moves

from display.view import COLOURS, Button, as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.or_du_pharaon.state import EndTurn, Header, Move, Reveal, Setup, StartCard
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES, IllegalAction
from firmware_py.games.restoring import read_record, replay
from firmware_py.games.session import (
    MOST_KEPT,
    Edit,
    Session,
    apply_edits,
    begin,
    first_taken_back,
    play,
    redo,
    redo_label,
    undo,
    undo_label,
    with_edits,
    with_versions,
    write_versions,
)
from firmware_py.pages.interface import PageContext
from firmware_py.pages.moved_pieces import MovedDraft, MovedPage, moved_page, stored_page
from firmware_py.storage import changes
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak

HEADER = Header(1, "or_du_pharaon", ("Ada", "Bo"), Setup(StartCard(at="c6")))
PLAYED = (
    Reveal("Ada", "c5", "NES"),
    Reveal("Ada", "d6", "NW"),
    Move("Ada", "archaeologist", "c5"),
    EndTurn("Ada"),
)
CROSSING = (Edit(1, 1, (Reveal("Ada", "c5", "NESW"),)),)
AS_CROSSING = (*CROSSING[0].actions, *PLAYED[1:])
DEAD_END = Reveal("Ada", "c5", "N")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path / "journal.db", lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        yield journal


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device on which these actions have been played."""
    with SimulatedDevice(Config(language="en"), tmp_path) as device:
        device.press("ok")
        device.app.load(played(), device.now_s)
        yield device


def test_a_tail_is_replaced_as_one(journal: Journal) -> None:
    """What stood after the kept actions is gone, taken-back ones included, and the game goes on from the new end."""
    game = begin_game(journal, "{}", ("red", "blue"))
    for ply in (1, 2, 3):
        journal.commit(changes.Play(game, ply - 1, (f"action {ply}",), (f"sum {ply}",), over=ply == 3))
    journal.commit(changes.Move(game, 2))
    journal.commit(changes.Draft(game, "half"))
    journal.commit(changes.Play(game, 1, ("other 2", "other 3"), ("other sum 2", "other sum 3")))
    stored = journal.load(game)
    assert stored.lines == ("action 1", "other 2", "other 3")
    assert stored.checksums == ("sum 1", "other sum 2", "other sum 3")
    assert (stored.ply, stored.end_ply, stored.draft) == (3, None, None)
    with pytest.raises(ValueError, match="no action 9"):
        journal.commit(changes.Play(game, 9, (), ()))


def test_a_tail_can_end_the_game(journal: Journal) -> None:
    """A game whose replayed history ends is finished."""
    game = begin_game(journal, "{}", ("red", "blue"))
    journal.commit(changes.Play(game, 0, ("action 1",), ("sum 1",), over=True))
    assert journal.load(game).end_ply == 1


def correct(device: SimulatedDevice, entry: str, *buttons: Button) -> None:
    """Choose an entry in the menu, and press these buttons on its page."""
    device.press("back")
    choose(device, "Correct an entry…", entry)
    for button in buttons:
        device.press(button)


def actions_of(device: SimulatedDevice) -> tuple[object, ...]:
    return actions(device.app.table.playing)


TO_CROSSING: tuple[Button, ...] = ("down", "ok")
TO_DEAD_END: tuple[Button, ...] = ("down", "down", "down", "left", "left", "ok")


def test_a_correction_is_on_disk_before_it_is_shown(device: SimulatedDevice) -> None:
    """Cut right after it, the power takes nothing away; and undo and redo know it still."""
    correct(device, "reveals c5", *TO_CROSSING)
    assert "Corrected, and everything after it replayed." in as_text(device.app.view)
    for expected in (AS_CROSSING, PLAYED, AS_CROSSING):
        device.cut()
        device.press("ok")
        assert actions_of(device) == expected
        if expected == AS_CROSSING:
            device.hold("back", 1.2)
        else:
            device.press("back")
            choose(device, "Redo")
    assert actions_of(device) == PLAYED


def test_a_correction_under_way_survives_a_power_cut(device: SimulatedDevice) -> None:
    """At the entry, at the question that follows, and at the entry after that; the game is as it was meanwhile."""
    correct(device, "reveals c5", *TO_DEAD_END)
    for text in ("Entry 3 is no longer possible", "Where does the archaeologist go?", "Correcting 3 of 4"):
        assert text in as_text(device.app.view)
        device.cut()
        device.press("ok")
        assert actions_of(device) == PLAYED
        assert text in as_text(device.app.view)
        if "Entry 3" in text:
            choose(device, "Enter another in its place")
    device.press("ok")
    assert actions_of(device) == (DEAD_END, PLAYED[1], Move("Ada", "archaeologist", "d6"), PLAYED[3])


def test_a_correction_can_stop_at_a_refused_entry(device: SimulatedDevice) -> None:
    """The game goes on before it; undo brings back all that was dropped."""
    correct(device, "reveals c5", *TO_DEAD_END)
    choose(device, "Stop here: 2 entries are undone")
    assert actions_of(device) == (DEAD_END, PLAYED[1])
    assert "2 later entries are undone" in as_text(device.app.view)
    device.hold("back", 1.2)
    assert actions_of(device) == PLAYED


def test_a_refused_entry_can_be_left_out(device: SimulatedDevice) -> None:
    """What comes after it is played again."""
    correct(device, "reveals c5", *TO_DEAD_END)
    choose(device, "Leave it out")
    assert actions_of(device) == (DEAD_END, PLAYED[1], PLAYED[3])


def test_whatever_is_entered_in_the_place_of_a_refused_entry_replaces_it(device: SimulatedDevice) -> None:
    """Also another kind of entry: the refused one is not played once more, even if it could be."""
    correct(device, "reveals c5", *TO_DEAD_END)
    choose(device, "Enter another in its place")
    device.press("back")
    choose(device, "End the turn")
    assert "Entry 4 is no longer possible" in as_text(device.app.view)
    choose(device, "Leave it out")
    assert actions_of(device) == (DEAD_END, PLAYED[1], PLAYED[3])


def test_what_was_missing_comes_before_the_refused_entry_which_is_tried_again(device: SimulatedDevice) -> None:
    """The page says so, after a power cut as well; and nothing of the refused entry stands ready there."""
    correct(device, "reveals c5", *TO_DEAD_END)
    choose(device, "Enter what was missing before it")
    for _ in range(2):
        assert "[Before 3 of 4]" in as_text(device.app.view)
        assert "What was missing: " in as_text(device.app.view)
        device.cut()
        device.press("ok")
    choose(device, "Archaeologist")
    assert "Entry 3 is no longer possible" in as_text(device.app.view)
    choose(device, "Leave it out")
    assert actions_of(device) == (DEAD_END, PLAYED[1], Move("Ada", "archaeologist", "d6"), PLAYED[3])


def test_a_game_that_waits_for_something_else_takes_no_other_entry_in_its_place(device: SimulatedDevice) -> None:
    """The card was a chamber: its photo is missing, and after it what followed is still true."""
    correct(device, "reveals c5", "down", "down", "down", "down", "ok", "up", "up", "ok")
    shown = as_text(device.app.view)
    assert "Entry 2 is no longer possible" in shown
    assert "Enter another in its place" not in shown
    choose(device, "Enter what was missing before it", "Nothing at all")
    assert [type(action).__name__ for action in actions_of(device)] == ["Reveal", "Photo", "Reveal", "Move", "EndTurn"]


@pytest.mark.parametrize("leaving", ["Give up the correction", "hold", "back"])
def test_a_correction_that_is_given_up_changes_nothing(device: SimulatedDevice, leaving: str) -> None:
    """Back to the list of entries, or by holding back, or step by step."""
    correct(device, "reveals c5", *TO_DEAD_END)
    if leaving == "back":
        for _ in range(3):
            device.press("back")
    elif leaving == "hold":
        device.press("back")
        device.hold("back", 1.2)
    else:
        choose(device, leaving)
    assert "Which entry is wrong?" in as_text(device.app.view)
    assert actions_of(device) == PLAYED


def test_a_correction_that_is_itself_illegal_is_refused() -> None:
    """What the rules forbid at that step raises, and its clause says why."""
    with pytest.raises(IllegalAction, match="G04"):
        apply_edits(played(), (Edit(1, 1, (Reveal("Ada", "f1", "N"),)),))


def test_undo_walks_through_actions_and_corrections_in_order() -> None:
    """What was played after a correction goes first, then the correction, then what was played before it."""
    once = with_edits(played(), CROSSING)
    later = play(once, EndTurn("Bo"))
    states = [later]
    while states[-1].ply:
        states.append(undo(states[-1]))
    assert [actions(session) for session in states] == [
        actions(later),
        actions(once),
        *(PLAYED[:ply] for ply in (4, 3, 2, 1, 0)),
    ]
    for expected in states[-2::-1]:
        assert actions(redo(states.pop())) == actions(expected)


def test_before_the_first_entry_nothing_can_be_undone() -> None:
    """There are no words for it."""
    assert undo_label(begin(HEADER)) is None
    assert undo_label(play(begin(HEADER), PLAYED[0])) is not None


def test_of_several_announcements_undone_the_first_is_named() -> None:
    """What everybody heard first goes first; what is kept is not named."""
    session, twice = played(), undo(undo(played()))
    third = [event for event in session.steps[2].events if event.is_public]
    assert first_taken_back(twice, session) == third[0]
    assert first_taken_back(session, session) is None


def test_what_is_played_after_an_undone_correction_drops_it() -> None:
    """As with any undo, there is then nothing to redo."""
    session = undo(with_edits(played(), CROSSING))
    assert redo_label(session)
    assert redo_label(play(session, EndTurn("Bo"))) is None


def test_only_the_newest_corrections_are_kept() -> None:
    """So that a game corrected again and again stays small."""
    session = played()
    for turn in range(MOST_KEPT + 3):
        sides = ("NESW", "NES")[turn % 2]
        session = with_edits(session, (Edit(1, 1, (Reveal("Ada", "c5", sides),)),))
    assert len(session.versions_before) == MOST_KEPT
    assert with_versions(replace(session, versions_before=()), write_versions(session)) == session


@pytest.mark.parametrize("text", ["{", "[]", '{"before":[{"at":1,"since":0,"ply":1,"actions":[{"do":"fly"}]}]}'])
def test_versions_that_cannot_be_read_are_left_out(text: str) -> None:
    """The game itself goes on; only the undo of its corrections is lost."""
    assert with_versions(played(), text) == played()


def played() -> Session:
    session = begin(HEADER)
    for action in PLAYED:
        session = play(session, action)
    return session


def actions(session: Session) -> tuple[object, ...]:
    return tuple(step.action for step in session.steps)


def test_a_version_that_the_rules_now_forbid_is_forgotten_by_undo() -> None:
    """It was stored by another version of the program; undo then removes the last action."""
    session = with_edits(played(), CROSSING)
    broken = replace(session.versions_before[0], actions=(EndTurn("Bo"),))
    undone = undo(replace(session, versions_before=(broken,)))
    assert actions(undone) == AS_CROSSING[:-1]
    assert undone.versions_before == ()
    back = undo(session)
    broken = replace(back.versions_after[0], actions=(EndTurn("Bo"),))
    assert redo(replace(back, versions_after=(broken,))).steps == back.steps


def test_a_new_game_has_no_versions_of_a_discarded_one(journal: Journal) -> None:
    """What is stored of a game's versions goes with its actions; and its number is never given again."""
    game = begin_game(journal, "{}", ("red", "blue"))
    journal.commit(changes.Play(game, 0, ("action 1", "action 2"), ("sum 1", "sum 2"), taken_back=1, versions="others"))
    assert (journal.load(game).ply, journal.load(game).versions) == (1, "others")
    journal.commit(changes.Play(game, 1, ("action 3",), ("sum 3",)))
    assert journal.load(game).versions == "others"
    journal.commit(changes.Discard(game))
    another = begin_game(journal, "{}", ("red", "blue"))
    assert another != game
    assert journal.load(another).versions == ""


# --- moved pieces -----------------------------------------------------------------------------------------------------

CORRECTIONS = 15


def json_state(session: Session) -> dict:
    """The state to which the record of a session leads, as `replay --json` prints it."""
    lines = [write_line(session.header), *(write_line(step.action) for step in session.steps)]
    *_, last = replay("\n".join(lines).encode())
    assert last.line == len(lines), last
    assert last.refusal is None
    return json.loads(json.dumps(last.state))


def on_pages(before: Session, after: Session, *, hidden: bool) -> Moves:
    """What the page lists; it is the same one after a power cut."""
    page = moved_page(before, after)
    again = stored_page(msgspec.json.decode(msgspec.json.encode(page.draft), type=MovedDraft), after)
    assert again == page
    assert again.before.state == before.state
    table = PageContext(speak("en"), session=after, colours=COLOURS[: len(after.header.players)])
    return listed(msgspec.structs.replace(page, hidden=hidden).view(table))


@pytest.mark.parametrize("name", GAMES)
def test_a_correction_lists_all_that_lies_elsewhere_and_undo_the_reverse(name: str) -> None:
    """Its record gives the same state; undo gives the game before with every piece back, and redo the game after."""
    judge(name, 0)


def judge(name: str, seed: int, count: int = CORRECTIONS) -> tuple[int, int, int]:
    """Correct random games at random; return how many pieces were listed, entries refused, and pages empty."""
    chance = random.Random(f"{name} {seed}")
    pieces = refusals = empty = done = 0
    while done < count:
        before = read_record(random_record(name, chance, most=150))
        if not before.steps:
            continue
        after, refused = corrected_at_random(before, chance)
        then, now, header = json_state(before), json_state(after), json.loads(write_line(before.header))
        assert now == json.loads(json.dumps(after.game.rules.record_state(after.state)))
        for hidden in (False, True):
            if hidden and not (after.game.has_secrets and not after.is_over):
                continue
            moves = on_pages(before, after, hidden=hidden)
            assert moves == reckoned(header, then, now, hidden=hidden)
            pieces += sum(origins.total() for origins, _ in moves.values())
            empty += not moves
        back = undo(after) if after is not before else before
        assert (back.steps, back.undone) == (before.steps, before.undone)
        if not after.game.has_secrets:
            assert on_pages(after, back, hidden=False) == reversed_moves(on_pages(before, after, hidden=False))
        for hidden in (False, True) if after.game.has_secrets and not back.is_over else (False,):
            assert on_pages(after, back, hidden=hidden) == reckoned(header, now, then, hidden=hidden)
        if after is not before:
            assert redo(back).steps == after.steps
        refusals, done = refusals + refused, done + 1
    return pieces, refusals, empty


def test_pages_are_alike_only_if_the_pieces_lie_alike() -> None:
    """So that a search by presses meets each page once, and no page is taken for another."""
    chance = random.Random(3)
    session = read_record(random_record("or_du_pharaon", chance, most=60))
    pages = {moved_page(session, undo(session)), moved_page(session, undo(session)), moved_page(undo(session), session)}
    assert len(pages) == 2
    assert all(isinstance(page, MovedPage) for page in pages)
