"""People are called otherwise, counted as one, and separated again, and no stored game changes."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from firmware_py.evenings.results import (
    GameResult,
    Moment,
    PlayerResult,
    read_names,
    rename_players,
    with_faces,
    with_name,
    without_name,
    write_names,
)
from firmware_py.games.registry import Highlight

LETTERS = st.sampled_from("ABCD")
THEN = Moment(datetime(2026, 11, 27, 20, 0, tzinfo=UTC), 0)


def played_by(*names: str) -> GameResult:
    """A game that the first of these people won, with the largest haul of the last one."""
    players = tuple(PlayerResult(name, "red", won=name == names[0]) for name in names)
    highlights = (Highlight("haul", names[-1], 9),)
    return GameResult(game="maudite_momie", players=players, began=THEN, ended=THEN, played_ms=0, highlights=highlights)


@given(st.lists(st.tuples(LETTERS, LETTERS), max_size=8))
def test_names_never_lead_in_a_circle(steps: list[tuple[str, str]]) -> None:
    """However often people are renamed: what somebody is called now is called nothing else."""
    names: dict[str, str] = {}
    for old, new in steps:
        before, names = names, with_name(names, old, new)
        assert names.keys() & set(names.values()) == set()
        assert names.get(old, old) in (new, before.get(new))
        assert read_names(write_names(names)) == names


def test_two_who_are_one_are_separated_again() -> None:
    """Bob and Bo are one person, then two as before."""
    names = with_name({}, "Bob", "Bo")
    result = played_by("Ada", "Bob")
    assert [player.name for player in rename_players(result, names).players] == ["Ada", "Bo"]
    assert [one.player for one in rename_players(result, names).highlights] == ["Bo"]
    assert rename_players(result, without_name(names, "Bob")) == result


def test_two_in_one_game_stay_two() -> None:
    """Nobody plays against themselves."""
    result = played_by("Bo", "Bob")
    assert rename_players(result, {"Bob": "Bo"}) == result


def test_names_that_cannot_be_read_are_none() -> None:
    """Another version may have written them."""
    assert read_names("[1]") == {}
    assert read_names("") == {}


def test_faces_are_all_worn_before_one_is_worn_twice() -> None:
    """Who has one keeps it, and nobody is told apart by chance."""
    every = tuple("abcdef")
    names = tuple(f"name {number}" for number in range(6))
    faces = with_faces({}, names, every)
    assert sorted(faces.values()) == sorted(every)
    more = with_faces(faces, (*names, "one more"), every)
    assert faces.items() <= more.items()
    assert more["one more"] in every
