"""Stored games and records on their way back to a game: what is proven, what is damaged, and how far it is."""

import random
from itertools import product

import pytest
from msgspec.structs import replace
from random_play import random_record

from firmware_py.games.maudite_momie.state import Explore, Header
from firmware_py.games.records import (
    MOST_ACTIONS,
    RefusedRecord,
    UnreadableLine,
    UnusableRecord,
    read_lines,
    write_line,
)
from firmware_py.games.registry import GAMES, IllegalAction
from firmware_py.games.restoring import (
    ACTIONS_A_STEP,
    HEADER,
    LONGEST_HEADER,
    checksums_in_steps,
    normalise_in_steps,
    read_record,
    record_in_steps,
    rename,
    rename_text,
    restore,
    with_names,
)
from firmware_py.games.session import Edit, apply_edits, back_to, begin, checksums, play, with_edits
from firmware_py.words import speak

SAY = speak("en")
TABLE = Header(1, "maudite_momie", ("Ada", "Bo"))
TURNS = tuple(Explore(player, pile) for player, pile in zip(("Ada", "Bo") * 20, ("left", "right") * 20, strict=True))
HEADER_LINE = write_line(TABLE)


def played(count):
    session = begin(TABLE)
    for action in TURNS[:count]:
        session = play(session, action)
    return session


def result_of(work):
    """How far each pause of some work was, and its result."""
    far = []
    while True:
        try:
            far.append(next(work))
        except StopIteration as done:
            return far, done.value


def test_a_stored_game_goes_on_before_the_first_action_that_is_not_proven():
    """An action is proven by a stored digest that fits it or a later one; in between only damaged ones may differ."""
    session = played(3)
    lines, digests = tuple(map(write_line, TURNS[:3])), tuple(checksums(session))
    for fits, damaged, ply in product(product((True, False), repeat=3), product((True, False), repeat=4), range(4)):
        expected = [digest if fit else "0" * 16 for digest, fit in zip(digests, fits, strict=True)]
        at = {number for number, is_damaged in enumerate(damaged) if is_damaged}
        proven = max(
            (n for n in (1, 2, 3) if fits[n - 1] and all(fits[k - 1] or k in at for k in range(1, n))), default=0
        )
        if proven < ply and not proven and HEADER in at:
            with pytest.raises(UnreadableLine, match="header"):
                restore(HEADER_LINE, lines, expected, ply, at)
            continue
        found, warning = restore(HEADER_LINE, lines, expected, ply, at)
        if proven >= ply:
            assert (found.steps, found.undone) == (session.steps[:ply], TURNS[ply:proven])
            assert warning is None
            continue
        assert (found.steps, found.undone) == (session.steps[:proven], ())
        assert SAY(warning).endswith(f"it goes on before action {proven + 1}.")
        assert ("disk" in SAY(warning)) == (HEADER in at or proven + 1 in at)


def test_of_fewer_lines_than_were_played_all_are_played():
    """More than there are cannot be asked for."""
    session = played(2)
    found, warning = restore(HEADER_LINE, tuple(map(write_line, TURNS[:2])), tuple(checksums(session)), 5)
    assert (found.ply, warning) == (2, None)


def test_a_stored_line_that_cannot_be_read_or_played_ends_the_game_before_it():
    """The disk, or another version of the program, wrote it; what comes before it is kept."""
    session = played(2)
    for line in ("{", '{"by": "Ada", "do": "secure", "more": 1}', write_line(TURNS[0])):
        lines = (*map(write_line, TURNS[:1]), line)
        found, warning = restore(HEADER_LINE, lines, tuple(checksums(session)), 2)
        assert (found.steps, bool(warning)) == (session.steps[:1], True)


def test_a_game_has_ten_thousand_entries_at_most_however_it_is_read():
    """Stored, as a record, or played; one more is refused before anything is played."""
    many = ["x"] * MOST_ACTIONS
    assert restore(HEADER_LINE, many, many, 1)[0].ply == 0
    with pytest.raises(UnreadableLine, match="10000"):
        restore(HEADER_LINE, [*many, "x"], [*many, "x"], 1)
    text = HEADER_LINE.encode() + b"\n" * (MOST_ACTIONS + 1)
    assert len(read_lines(text)[1]) == MOST_ACTIONS
    with pytest.raises(UnusableRecord, match=f"line {MOST_ACTIONS + 2}: ") as refused:
        read_lines(text + b"\n")
    assert refused.value.line == MOST_ACTIONS + 2
    last = played(1)
    almost = replace(last, steps=last.steps * (MOST_ACTIONS - 1))
    with pytest.raises(IllegalAction):
        play(play(almost, TURNS[1]), TURNS[2])
    full = replace(last, steps=last.steps * MOST_ACTIONS)
    with pytest.raises(IllegalAction):
        apply_edits(full, (Edit(MOST_ACTIONS, 0, TURNS[1:3]),))


def test_a_correction_keeps_what_there_is_room_for():
    """With one entry more than before, the last one of a full game is refused, and those before it are kept."""
    session = played(4)
    full = replace(session, steps=(*played(2).steps * (MOST_ACTIONS // 2 - 2), *session.steps))
    assert full.ply == MOST_ACTIONS
    longer = apply_edits(full, (Edit(MOST_ACTIONS - 1, 0, (TURNS[0], TURNS[1])),))
    assert (longer.session.ply, longer.number, longer.why is None) == (MOST_ACTIONS, MOST_ACTIONS - 1, False)
    assert longer.session.undone == TURNS[2:4]
    as_long = apply_edits(full, (Edit(MOST_ACTIONS - 1, 2, (TURNS[0], TURNS[1])),))
    assert (as_long.session.ply, as_long.why) == (MOST_ACTIONS, None)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_and_its_digests_come_in_steps_and_whole(game):
    """The pauses tell how many actions are done; the result is that of all at once."""
    text = random_record(game, random.Random(f"restoring {game}"), most=80)
    far, session = result_of(record_in_steps(text))
    assert session == read_record(text)
    assert far == [*range(ACTIONS_A_STEP, session.ply + 1, ACTIONS_A_STEP)]
    far, digests = result_of(checksums_in_steps(session))
    assert digests == tuple(checksums(session))
    assert far == [*range(ACTIONS_A_STEP, session.ply + 1, ACTIONS_A_STEP)]
    assert result_of(normalise_in_steps(text))[1] == text


def test_two_records_of_one_game_are_the_same_in_one_spelling():
    """Whatever the order of keys and blanks, and with names tidied; of a line that cannot be read, nothing."""
    one = f"{HEADER_LINE}\n{write_line(TURNS[0])}\n".encode()
    other = (
        b'{"players":["Ada ","Bo"],"game":"maudite_momie","record":1,"box":{}}\n'
        b'{"pile":"left","do":"explore","by":"Ada "}'
    )
    assert result_of(normalise_in_steps(one))[1] == result_of(normalise_in_steps(other))[1] == one
    assert result_of(normalise_in_steps(one + b"[]\n"))[1] == b""


def test_a_header_is_as_long_as_its_largest_map_needs():
    """Longer ones are refused before anything is read."""
    line = HEADER_LINE.encode()
    padded = line + b" " * (LONGEST_HEADER - len(line))
    assert read_record(padded).header == TABLE
    with pytest.raises(UnusableRecord, match="too long") as refused:
        read_record(padded + b" ")
    assert refused.value.line == 1


def test_names_are_tidied_and_those_too_much_alike_are_refused_in_line_1():
    """Whether one of them is untidy or all are."""
    for names in (("Ada ", "Bo"), (" Ada", "Bo  ")):
        text = write_line(Header(1, "maudite_momie", names)).encode()
        assert read_record(text).header.players == ("Ada", "Bo")
    with pytest.raises(RefusedRecord, match="too much like another") as refused:
        read_record(write_line(Header(1, "maudite_momie", ("Ada", "ADA "))).encode())
    assert refused.value.line == 1


def test_a_digest_is_sixteen_hexadecimal_digits():
    """Stored games have them from every version of the program."""
    assert [*checksums(played(1))] == ["2e53737c0594b4e4"]


def test_a_refused_record_names_its_line():
    """The header is line 1; whether a line cannot be read, or not be played."""
    text = f"{HEADER_LINE}\n{write_line(TURNS[0])}\n"
    for line in ("{}", write_line(TURNS[0])):
        with pytest.raises(RefusedRecord) as refused:
            read_record(f"{text}{line}\n".encode())
        assert refused.value.line == 3


def test_players_are_renamed_only_where_players_stand():
    """A word that is somebody's name is anywhere else only a word; keys are names where seats and starts are told."""
    line = {"by": "left", "do": "explore", "pile": "left", "players": ["left", "Bo"], "box": {"left": {"kind": "left"}}}
    assert rename(line, {"left": "Lea"}) == {
        "by": "Lea",
        "do": "explore",
        "pile": "left",
        "players": ["Lea", "Bo"],
        "box": {"Lea": {"kind": "left"}},
    }
    assert rename({"head_start": {"left": 3, "Bo": 1}}, {"left": "Lea"}) == {"head_start": {"Lea": 3, "Bo": 1}}


def test_a_session_is_renamed_in_every_version_of_its_game():
    """What was played, undone and corrected; its state is the same but for the name, and so is where chance begins."""
    session = back_to(with_edits(played(4), (Edit(2, 1, (Explore("Bo", "left"),)),)), 3)
    session = replace(session, seed="dice", chance=HEADER_LINE, marks=(1,))
    again = with_names(session, {"Bo": "Lea"})
    assert again.header == replace(TABLE, players=("Ada", "Lea"))
    names = {"Ada": "Ada", "Bo": "Lea"}
    for mine, theirs in zip((session, session.versions_before[0]), (again, again.versions_before[0]), strict=True):
        before = [step.action for step in mine.steps] if mine is session else mine.actions
        after = [step.action for step in theirs.steps] if theirs is again else theirs.actions
        assert [replace(action, by=names[action.by]) for action in before] == list(after)
    assert again.undone == (replace(session.undone[0], by="Lea"),)
    assert replace(again.state, players=session.state.players) == session.state
    assert (again.seed, again.chance, again.marks) == ("dice", write_line(again.header), (1,))
    assert with_names(replace(session, chance="its own"), {"Bo": "Lea"}).chance == "its own"
    assert with_names(session, {}) == session
    assert rename_text("no JSON", {"no": "yes"}) == "no JSON"
