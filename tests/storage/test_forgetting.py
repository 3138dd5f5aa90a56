"""A forgotten person's name goes from every stored game, and the games stay as they were played."""

from __future__ import annotations

import json
import random
from collections import deque
from pathlib import Path

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from stored_journal import open_at_noon

from firmware_py.evenings.results import FACES, NAMES, write_names
from firmware_py.games.records import read_header, write_line
from firmware_py.games.restoring import rename, restore
from firmware_py.games.session import Session, begin, play
from firmware_py.storage.changes import Choose, Draft, Move
from firmware_py.storage.journal import Journal, save_session
from firmware_py.transfers.games import FORGOTTEN, forget, forget_player

SECRET = "Xyzzy"
"""A name that stands nowhere else."""
NUMBERED = tuple(f"Player {number}" for number in range(1, 13))


def whole(game: str, seed: int, name: str = SECRET) -> Session:
    """A random game in which the first player has this name, played to its end."""
    drawn = SAMPLERS[game].header(random.Random(seed))
    first = drawn.players[0]
    text = write_line(drawn)
    header = read_header(json.dumps(rename(json.loads(text), {first: name})).encode())
    session = begin(header)
    for _, action, _ in random_game(game, seed):
        fields = {key: name for key in ("by", "target", "victim") if getattr(action, key, None) == first}
        if getattr(action, "from_", None) == first:
            fields["from_"] = name
        session = play(session, replace(action, **fields))
    return session


def forget_now(journal: Journal, name: str = SECRET) -> None:
    """Forget a person at once."""
    deque(forget(journal, (name,), NUMBERED), maxlen=0)


@pytest.mark.parametrize("game", SAMPLERS)
def test_a_game_without_a_name_is_played_again_move_by_move(game: str, tmp_path: Path) -> None:
    """Every action is proven by its digest, and ends in the same points for the same seats."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        number = save_session(journal, whole(game, 3))
        before = journal.load(number)
        after = forget_player(before, SECRET, NUMBERED)
    assert SECRET not in repr(after)
    session, warning = restore(after.header_line, after.lines, after.checksums, after.ply, after.damaged)
    old, _ = restore(before.header_line, before.lines, before.checksums, before.ply, before.damaged)
    assert warning is None
    assert session.ply == old.ply
    assert repr(session.state).replace(session.header.players[0], SECRET) == repr(old.state)


def test_no_byte_of_a_forgotten_name_stays_on_the_disk(tmp_path: Path) -> None:
    """Not in the games, the drafts, the settings, the log or on free pages; all other games are as they were."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        numbers = [save_session(journal, whole(game, 3)) for game in SAMPLERS]
        other = save_session(journal, whole("maudite_momie", 3, "Bea"))
        journal.commit(Choose("seating.draft", f'[{{"name": "{SECRET}"}}]'), Choose("language", "fr"))
        journal.commit(Draft(numbers[0], f'{{"by": "{SECRET}"}}'))
        journal.commit(Move(numbers[1], journal.load(numbers[1]).ply - 1))
        kept = journal.load(other)
        forget_now(journal)
        assert journal.load(other) == kept
        assert journal.settings["language"] == "fr"
        assert list(journal.examine())
        on_disk = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert SECRET.encode() not in on_disk
    with open_at_noon(path).journal as journal:
        assert journal.count == len(numbers) + 1
        assert all(SECRET not in game.header_line for game in journal.games())


@pytest.mark.parametrize("name", ["left", "right", "red", "a", "by", "mummy"])
def test_a_name_that_is_a_word_of_the_record_is_only_a_name(name: str, tmp_path: Path) -> None:
    """Whoever is called "left" goes, and the left pile stays."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        number = save_session(journal, whole("maudite_momie", 3, name))
        forget_now(journal, name)
        game = journal.load(number)
        _, warning = restore(game.header_line, game.lines, game.checksums, game.ply, game.damaged)
        assert warning is None
        assert any('"pile":"left"' in line.replace(" ", "") for line in game.lines)


def test_forgetting_somebody_called_off_changes_no_setting(tmp_path: Path) -> None:
    """What looks like a name in the settings of the device is none; of who is called how only their own goes."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        save_session(journal, whole("maudite_momie", 3, "off"))
        kept = {"sound.keys": "off", "language": "fr"}
        journal.commit(*(Choose(key, value) for key, value in kept.items()))
        journal.commit(Choose(NAMES, write_names({"Bob": "Bo", "Off": "off"})))
        journal.commit(Choose(FACES, write_names({"Bo": "owl", "off": "cat"})))
        forget_now(journal, "off")
        others = {key: value for key, value in journal.settings.items() if key != FORGOTTEN}
        assert others == {
            **kept,
            NAMES: write_names({"Bob": "Bo"}),
            FACES: write_names({"Bo": "owl"}),
        }


def test_a_forgotten_person_has_no_statistics(tmp_path: Path) -> None:
    """The results follow, without anybody making them again by hand."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        save_session(journal, whole("maudite_momie", 3))
        deque(journal.make_results(), maxlen=0)
        assert any(SECRET in repr(result) for _, result in journal.results())
        forget_now(journal)
        deque(journal.make_results(), maxlen=0)
        assert len(list(journal.results())) == 1
        assert SECRET not in repr(list(journal.results()))
