"""After a correction a page lists exactly what lies elsewhere on the table, judged by the states of a replay."""

import json
import random

import msgspec
import pytest
from random_corrections import corrected_at_random
from random_play import random_record
from table_reckoning import Moves, listed, reckoned, reversed_moves

from display.view import COLOURS
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import read_record, replay
from firmware_py.games.session import Session, redo, undo
from firmware_py.pages.moved_pieces import MovedDraft, MovedPage, moved_page, stored_page
from firmware_py.pages.table import Table
from firmware_py.words import speak

CORRECTIONS = 15


def json_state(session: Session) -> dict:
    """Return the state to which the record of a session leads, as `replay --json` prints it."""
    lines = [write_line(session.header), *(write_line(step.action) for step in session.steps)]
    *_, last = replay("\n".join(lines).encode())
    assert last.line == len(lines), last
    assert last.refusal is None
    return json.loads(json.dumps(last.state))


def on_pages(before: Session, after: Session, *, hidden: bool) -> Moves:
    """Return what the page lists; it is the same one after a power cut."""
    page = moved_page(before, after)
    again = stored_page(msgspec.json.decode(msgspec.json.encode(page.draft), type=MovedDraft), after)
    assert again == page
    assert again.before.state == before.state
    table = Table(speak("en"), session=after, colours=COLOURS[: len(after.header.players)])
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
