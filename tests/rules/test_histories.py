"""In any history of actions, corrections, undo and redo, undo and redo are each other's inverse."""

import random

import pytest
from msgspec.structs import replace
from random_corrections import corrected_at_random
from random_play import RandomTable, random_record

from firmware_py.games.correction import with_versions, write_versions
from firmware_py.games.restoring import read_record
from firmware_py.games.session import Session, play, redo, undo

STEPS = 40


def is_other(one: Session, other: Session) -> bool:
    return (one.steps, one.undone) != (other.steps, other.undone)


@pytest.mark.parametrize("name", ["maudite_momie", "or_du_pharaon"])
@pytest.mark.parametrize("seed", range(4))
def test_undo_and_redo_are_each_others_inverse_in_every_history(name: str, seed: int) -> None:
    """Whatever was played, corrected, undone and played again before; and all of it is read again as stored."""
    chance = random.Random(f"{name} {seed}")
    session, compared = read_record(random_record(name, chance, most=60)), 0
    for _ in range(STEPS):
        match chance.choice(("play", "correct", "undo", "undo", "redo", "redo")):
            case "play" if not session.is_over:
                table = RandomTable(name, random.Random(chance.random()))
                session = play(session, table.next_action(session.state))
            case "correct" if session.steps:
                session, _ = corrected_at_random(session, chance)
            case "undo":
                session = undo(session)
            case "redo":
                session = redo(session)
        bare = replace(session, uncorrected=(), recorrected=())
        assert with_versions(bare, write_versions(session)) == session
        for there, back in ((undo, redo), (redo, undo)):
            if is_other(there(session), session):
                assert not is_other(back(there(session)), session)
                compared += 1
    assert compared > STEPS // 2
