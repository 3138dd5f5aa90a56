"""Corrections in every game: each entry can be reached and entered again, and no secret is shown on the way there."""

import random
from collections import deque
from pathlib import Path

import malediction_device
import pytest
from malediction_device import game, hold, state, text
from msgspec.structs import replace
from pressed_lines import choose
from random_play import random_record

from display.view import COLOURS, as_text
from firmware_py.games.malediction.state import Choose, Move, Roll
from firmware_py.games.maudite_momie.state import Explore, Header
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import read_record
from firmware_py.games.session import (
    Edit,
    Session,
    apply_edits,
    back_to,
    begin,
    entry_around,
    redo,
    undo,
    with_edits,
    with_versions,
    write_versions,
)
from firmware_py.games.session import play as played_on
from firmware_py.pages.correction import EnterAgainPage, EntriesPage, RefusedPage, after_edits, correction_page
from firmware_py.pages.game_draft import draft_of, with_drafted
from firmware_py.pages.game_menu import game_menu, history_page
from firmware_py.pages.interface import Correct, PageContext
from firmware_py.pages.malediction.curtain import Secret, page_behind
from firmware_py.pages.page import LongPress, NoMenu, Press, Push, Stack, Touch, offered, press
from firmware_py.pages.result import ReplayPage
from firmware_py.words import speak


def table_of(session: Session, **changes: object) -> PageContext:
    colours = COLOURS[: len(session.header.players)]
    return replace(PageContext(speak("en"), session=session, colours=colours), **changes)


def random_session(name: str, seed: int = 1) -> Session:
    return read_record(random_record(name, random.Random(seed), most=60))


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_of_every_game_is_entered_again_on_a_page(name: str) -> None:
    """Its page can be shown, and going back from it step by step leaves the correction."""
    session = random_session(name)
    table = table_of(session)
    for number in range(1, session.ply + 1):
        stack: Stack = (game_menu(), correction_page(table, number))
        for _ in range(40):
            view = stack[-1].view(table)
            assert view.title.startswith("Correcting") or view.prompt == "The map is hidden."
            stack, command = press(stack, Press("back"), table)
            assert command is None
            if len(stack) == 1:
                break
        else:
            raise AssertionError(number)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_entry_gives_the_same_game_and_undo_the_old_one(name: str) -> None:
    """In every game, at every entry, with what is stored of it read again."""
    session = random_session(name, 2)
    for number in range(1, session.ply + 1, 7):
        first, last = entry_around(session, number)
        actions = tuple(step.action for step in session.steps[first - 1 : last])
        changed = with_edits(session, (Edit(first, last - first + 1, actions),))
        assert changed.steps == session.steps
        stored = with_versions(replace(changed, versions_before=()), write_versions(changed))
        assert undo(stored).steps == session.steps
        assert redo(undo(stored)) == changed


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_left_out_the_game_goes_on_by_its_rules(name: str) -> None:
    """Left out entry by entry, every game can be played again as far as its rules allow, and asks about the rest."""
    session = random_session(name, 3)
    table = table_of(session)
    for number in range(1, session.ply + 1, 5):
        edits = (Edit(number, 1),)
        reply = after_edits(edits, table, depth=1)
        if isinstance(reply, Push):
            secrets_page = page_behind(reply.page)
            assert isinstance(secrets_page, RefusedPage)
            assert secrets_page.view(table).prompt
            for line in ("Enter what was missing before it", "Stop here", "Give up"):
                assert line in str(secrets_page.view(table)) or apply_edits(session, edits).session.is_over
        else:
            assert reply == Correct(edits)


@pytest.mark.parametrize("name", ["maudite_momie", "or_du_pharaon"])
def test_every_entry_is_found_in_the_lists(name: str) -> None:
    """The newest in the list itself, older ones in lists of their kind, however many there are."""
    session = read_record(random_record(name, random.Random(6), most=400))
    table = table_of(session)
    waiting, found = [EntriesPage()], set()
    while waiting:
        page = waiting.pop()
        for line in range(len(page.view(table).body.items)):
            match page.press(Touch(str(line)), table):
                case Push(EntriesPage() as longer):
                    waiting.append(longer)
                case Push(EnterAgainPage(number=number)):
                    found.add(number)
    assert found == set(range(1, session.ply + 1))


def test_short_presses_never_lead_to_the_entries_of_a_game_with_secrets() -> None:
    """Only holding ✓ does, on the curtain that asks for the hunters."""
    for seed in (4, 5):
        table = table_of(random_session("malediction", seed))
        start: Stack = (game_menu(), history_page(table))
        seen, waiting = {start}, deque([start])
        while waiting:
            stack = waiting.popleft()
            assert stack[-1].view(table).audience != "hunters"
            for button in ("ok", "down", "back"):
                after, command = press(stack, Press(button), table)
                assert command is None
                if after not in seen and len(after) > 1:
                    seen.add(after)
                    waiting.append(after)


def test_every_line_of_the_entries_of_a_game_with_secrets_is_for_the_hunters_eyes() -> None:
    """Also where the mummy's own path is entered again: whether it meets somebody then is a secret."""
    session = random_session("malediction", 4)
    table = table_of(session)
    entries = Secret(EntriesPage(), NoMenu())
    lines = entries.view(table).body.items
    assert len(lines) > 8
    for line in range(len(lines)):
        stack, _ = press((game_menu(), entries), Touch(str(line)), table)
        assert stack[-1] != entries
        assert stack[-1].view(table).audience == "hunters"


def test_the_menu_of_a_game_with_secrets_is_the_same_however_much_was_entered_or_taken_back() -> None:
    """The line that leads to taking back and correcting stands there in any case."""
    session = random_session("malediction", 4)
    shown = {as_text(game_menu().view(table_of(back_to(session, ply)))) for ply in range(session.ply + 1)}
    free = {text for text in shown if "The mummy rolls" in text}
    assert len(shown - free) == 1
    assert "Undo or correct…" in (shown - free).pop()
    assert all("Undo or correct…" in text for text in free)


def test_leaving_an_entry_covers_the_entries_of_a_game_with_secrets() -> None:
    """Whoever pressed on the curtain may be the mummy's player."""
    session = random_session("malediction", 4)
    table = table_of(session)
    number = next(n for n, step in enumerate(session.steps, start=1) if isinstance(step.action, Choose))
    entries = Secret(EntriesPage(), NoMenu())  # as hunters have opened it
    stack: Stack = (game_menu(), entries, correction_page(table, number))
    assert stack[-1].view(table).audience == "hunters"
    for button in ("back", "back"):
        stack, _ = press(stack, Press(button), table)
        assert stack[-1].view(table).audience != "hunters"
    assert len(stack) == 2


@pytest.mark.parametrize("kind", [Choose, Roll, Move])
def test_a_covered_correction_does_not_tell_what_is_corrected(kind: type) -> None:
    """The curtain shows the game as it is now, not as it was then."""
    session = random_session("malediction", 4)
    table = table_of(session)
    shown = {
        as_text(correction_page(table, number).cover().view(table))
        for number, step in enumerate(session.steps, start=1)
        if isinstance(step.action, kind)
    }
    assert len(shown) == 1
    assert "The map is hidden." in shown.pop()


def test_hunters_correct_their_dice_behind_the_curtain(tmp_path: Path) -> None:
    """The refused face is asked about there, too, and what follows is played again: all behind the same curtain."""
    ada_rolls, ada_announces = Roll("Ada", faces=("1", "2", "3", "4", "mummy")), Choose("Ada", "2")
    with game(
        tmp_path, ada_rolls, ada_announces, Move("Ada", to="b4"), Roll("Bo", faces=("1", "2", "3", "4")), every_die=True
    ) as device:
        malediction_device.press(device, "back", "back")
        choose(device, "Undo or correct…")
        assert "Undo or correct?" in text(device)
        hold(device, "ok")
        choose(device, "Correct an entry…", "Ada (red pawn) rolls: 1, 2, 3, 4, mummy.")
        for _ in range(2):
            hold(device, "ok")
        malediction_device.press(device, "up", "down", "left")
        assert "Entry 2 is no longer possible: Ada (red pawn) announces: 2." in text(device)
        choose(device, "Stop here")
        assert "they show 1, 1, 3, 4" in text(device)
        assert device.app.view.audience == "hunters"
        malediction_device.press(device, "ok")
        assert device.app.view.audience == "hunters"
        assert state(device).faces == ("1", "1", "3", "4")


def test_hunters_correct_how_many_mummies_a_roll_showed(tmp_path: Path) -> None:
    """Told or untold, the roll is asked as it is asked now; the face that was announced still fits."""
    rolled = Roll("Ada", faces=("1", "2", "3", "4", "mummy"))
    with game(tmp_path, rolled, Choose("Ada", "2"), Move("Ada", to="b4")) as device:
        malediction_device.press(device, "back", "back")
        choose(device, "Undo or correct…")
        hold(device, "ok")
        choose(device, "Correct an entry…", "Ada (red pawn) rolls: 1 mummy.")
        malediction_device.press(device, "right")
        assert state(device).locked == 2
        assert [type(step.action).__name__ for step in device.app.table.playing.steps] == ["Roll", "Choose", "Move"]


def test_a_loot_that_was_another_pile_is_corrected_in_few_presses() -> None:
    """The cursor stands on what was entered."""
    session = begin(Header(1, "maudite_momie", ("Ada", "Bo")))
    for action in (Explore("Ada", "right"), Explore("Bo", "left")):
        session = played_on(session, action)
    table = table_of(session)
    stack: Stack = (game_menu(), EntriesPage())
    command = None
    for button in ("down", "ok", "left"):
        stack, command = press(stack, Press(button), table)
    assert command == Correct((Edit(1, 1, (Explore("Ada", "left"),)),))


def test_the_replay_viewer_corrects_the_entry_that_it_shows() -> None:
    """By a held ✓; what the device rolled cannot be corrected."""
    session = random_session("malediction", 4)
    page = ReplayPage(lambda menu, _: menu, who=lambda _: None, ply=1)
    stack, _ = press((page,), LongPress("ok"), table_of(session))
    assert isinstance(stack[-1], EnterAgainPage)
    assert stack[-1].number == 1
    named = offered(stack, table_of(session), "hunters")
    assert named
    assert all(press(stack, Touch(offer.name), table_of(session)) != (stack, None) for offer in named)
    rolled = replace(session, seed="seed")
    assert press((page,), LongPress("ok"), table_of(rolled))[0] == (page,)


def test_holding_back_in_the_replay_viewer_takes_nothing_back() -> None:
    """It shows the past."""
    page = ReplayPage(lambda menu, _: menu, who=lambda _: None, ply=1)
    assert press((page,), LongPress("back"), table_of(random_session("malediction", 4))) == ((page,), None)


@pytest.mark.parametrize("name", GAMES)
def test_random_presses_correct_games_and_show_no_secret_unasked(name: str) -> None:
    """Only a held ✓ opens one; every correction can be taken back; and every draft gives its page back, covered."""
    chance = random.Random(7)
    table = table_of(random_session(name, 7))
    start: Stack = (game_menu(), history_page(table) if GAMES[name].has_secrets else EntriesPage())
    stack = start
    for _ in range(400):
        done = chance.choice((*(Press("ok"),) * 4, Press("down"), Press("up"), Press("back"), LongPress("ok")))
        was_hidden = stack[-1].view(table).audience != "hunters"
        stack, command = press(stack, done, table)
        if isinstance(command, Correct):
            changed = with_edits(table.playing, command.edits)
            assert undo(changed).steps == table.playing.steps
            table, stack = replace(table, session=changed), start
        stack = stack if len(stack) > 1 else start
        if was_hidden and stack[-1].view(table).audience == "hunters":
            assert done == LongPress("ok")
        if isinstance(stack[-1], EnterAgainPage):
            again = with_drafted(start[:1], draft_of((game_menu(), *stack[1:]), name), table)
            assert again[-1].view(table).audience != "hunters"
            assert again[-1].number == stack[-1].number
