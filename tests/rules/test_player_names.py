"""The names of players are judged alike, wherever they come from."""

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.games.player_names import LONGEST_NAME, is_alike, tidied, why_no_name, why_no_table
from firmware_py.games.records import RefusedRecord
from firmware_py.games.restoring import read_record, replay, restore
from firmware_py.words import plain, speak

INVISIBLE = ["\u200b", "\u200d", "\u00ad", "\u202e", "\u2066", "\ufeff", "\ufe0f", "\u3164", "\u2800", "\u034f", "\0"]
INVISIBLE += ["\x1b", "\x9b", "\n", "\t", "\u2028", "\ue000", "\U000e0041", "\uffff"]
BLANK = ["", " ", "\u00a0", "\u2003\u3000", "\u0301", " \u0301 "]


def record(first: str, second: str = "Bo") -> bytes:
    """Return a record of two players who each explore once."""
    header = {"record": 1, "game": "maudite_momie", "players": [first, second]}
    acts = [{"by": name, "do": "explore", "pile": "left"} for name in (first, second)]
    return "\n".join(map(json.dumps, (header, *acts))).encode()


@pytest.mark.parametrize("name", ["Zoé", "Jean-Luc", "O'Neil", "東", "🦊", "שרה", "Ada 2", "Ångström", "नीला"])
def test_what_people_are_called_is_a_name(name: str) -> None:
    """In any script, with the marks that belong to its letters."""
    assert why_no_name(tidied(name)) is None
    assert tidied(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("letter", INVISIBLE)
def test_what_cannot_be_seen_is_no_part_of_a_name(letter: str) -> None:
    """Wherever it stands; alone it would be a blank name."""
    for name in (letter, f"Zo{letter}e", f"{letter}Zoe", f"Zoe{letter}"):
        assert why_no_name(tidied(name)) is not None
        with pytest.raises(RefusedRecord, match="line 1: a player's name"):
            read_record(record(name))


@pytest.mark.parametrize("name", BLANK)
def test_a_blank_name_is_none(name: str) -> None:
    """Nor is a mark without a letter."""
    why = why_no_name(tidied(name))
    assert why is not None
    assert "blank" in speak("en")(why)


@pytest.mark.parametrize(
    "other", ["Ann Marie", "ANN MARIE", "AnnMarie", "Ann  Marie", "Ａnn Marie", " Ann\u00a0Marie "]
)
def test_names_that_look_alike_cannot_sit_at_one_table(other: str) -> None:
    """Spaces, capitals and the width of letters tell nobody apart."""
    assert is_alike(other, ["Ann Marie"])
    assert why_no_table(("Ann Marie", tidied(other))) is not None
    with pytest.raises(RefusedRecord, match=r"line 1: .* too much like another"):
        read_record(record(" Ann Marie", other))


def test_names_of_different_letters_are_not_alike() -> None:
    """Accents and digits tell people apart."""
    assert why_no_table(("Zoé", "Zoe", "Player 1", "Player 11")) is None


def test_a_name_is_short() -> None:
    """The limit is that of the tidied name."""
    assert why_no_name("Z" * LONGEST_NAME) is None
    assert why_no_name("Z" * (LONGEST_NAME + 1)) is not None


@given(st.text(st.characters(max_codepoint=sys.maxunicode), max_size=20))
def test_a_tidied_name_stays_as_it_is(name: str) -> None:
    """And what is taken as a name is shown as it is."""
    tidy = tidied(name)
    assert tidied(tidy) == tidy
    if why_no_name(tidy) is None:
        assert speak("en")(plain(tidy)) == tidy


@pytest.mark.parametrize("name", [" Zoé ", "Zoe\u0301", "\u00a0Zoé"])
def test_an_imported_record_has_tidy_names_in_every_line(name: str) -> None:
    """Other programs write accents in two ways, and older versions stored spaces around a name."""
    session = read_record(record(name))
    assert session.header.players == ("Zoé", "Bo")
    assert [step.action.by for step in session.steps] == ["Zoé", "Bo"]
    assert session == read_record(record("Zoé"))


@pytest.mark.parametrize("name", ["Zo\u200be", " ", "BO", "Z" * 500])
def test_records_and_stored_games_may_contain_any_names(name: str) -> None:
    """The format allows them: `replay` plays such a record, and a game that was stored earlier goes on."""
    assert [played.refusal for played in replay(record(name))] == [None, None, None]
    header, *lines = record(name).decode().split("\n")
    session, _ = restore(header, lines, [""] * len(lines), 0)
    assert session.header.players == (name, "Bo")
