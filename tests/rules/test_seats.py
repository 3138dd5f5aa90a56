"""Seats that the program plays, in a record: who sits there, who takes over, and what undo makes of it."""

import json

import pytest
from box_table import BOX_GAMES

from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES, IllegalAction
from firmware_py.games.restoring import read_record, replay
from firmware_py.games.seats import BoxSeat, Seat
from firmware_py.games.session import begin, last_entered, play, redo, undo, why_not_undo
from firmware_py.words import speak

MOMIE = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Mo"]%s}'
SEAT = {"kind": "player", "level": 3, "version": 1}


def record(*lines, box=None):
    """A record with these lines, and with the box in its header."""
    header = MOMIE % (f', "box": {json.dumps(box)}' if box else "")
    return "\n".join((header, *(json.dumps(line) for line in lines))).encode()


def why(text):
    """What is wrong with the last line of a record, and by which rule; None if nothing is."""
    refusal = list(replay(text))[-1].refusal
    return refusal and (getattr(refusal, "clause", "unreadable"), speak("en")(refusal.why))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_the_box_is_written_as_before(game):
    """No key, not even an empty one: an older program reads it."""
    header = next(header for header, _ in BOX_GAMES.values() if header.game == game)
    assert '"box"' in write_line(header)
    assert '"box"' not in write_line(type(header)(1, game, header.players, setup=header.setup))


def test_a_seat_changes_hands_and_nothing_else():
    """Whoever was to act is still to act, and the state has no key for it."""
    before, after, back = list(
        replay(record({"by": "Mo", "do": "seat", "box": SEAT}, {"by": "Mo", "do": "seat", "box": None}))
    )
    assert before.state == after.state == back.state
    assert [speak("en")(one.events[0].words()) for one in (after, back)] == [
        "The box plays for Mo from now on, at level 3.",
        "A person plays for Mo from now on.",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"by": "Mo", "do": "seat"}, "unreadable"),
        ({"by": "Mo", "do": "seat", "box": {**SEAT, "level": 6}}, "unreadable"),
        ({"by": "Mo", "do": "seat", "box": {"kind": "player", "level": 3}}, "unreadable"),
        ({"by": "Mo", "do": "seat", "box": {**SEAT, "kind": "mummy"}}, ""),
        ({"by": "Zoé", "do": "seat", "box": SEAT}, ""),
    ],
)
def test_a_seat_that_makes_no_sense_is_refused(line, expected):
    """In the words of the record format: the line alone, or only the game, shows it."""
    assert why(record(line))[0] == expected


def test_nobody_takes_the_seat_of_who_has_gone_home():
    """What lay there is gone; the menu does not offer it either."""
    header = MOMIE.replace('"Ada", ', '"Ada", "Bo", ') % ""
    lines = [{"by": "Bo", "do": "leave"}, {"by": "Bo", "do": "seat", "box": SEAT}]
    text = "\n".join((header, *map(json.dumps, lines))).encode()
    assert why(text) == ("", "Bo has gone home.")


HUNTER = {**SEAT, "kind": "hunter"}


def test_the_box_plays_all_hunters_or_none_and_they_change_hands_together():
    """Its hunters have cards that follow from the seed, and no pawns, so nobody else may hunt beside them."""
    header = json.loads(write_line(BOX_GAMES["hunters"][0]))
    with pytest.raises(Exception, match="all hunters or none"):
        read_record(json.dumps({**header, "box": {"Ada": HUNTER}}).encode())
    people = {name: value for name, value in header.items() if name != "box"}
    taken = "\n".join(map(json.dumps, (people, {"by": "Ada", "do": "seat", "box": HUNTER}))).encode()
    given = "\n".join(map(json.dumps, (header, {"by": "Ada", "do": "seat", "box": None}))).encode()
    assert [player for player, _ in read_record(taken).state.boxes] == ["Ada", "Bo"]
    assert read_record(given).state.boxes == ()
    gone = json.dumps({"by": "Bo", "do": "leave"}).encode()
    assert [player for player, _ in read_record(taken.replace(b"\n", b"\n" + gone + b"\n")).state.boxes] == ["Ada"]


@pytest.mark.parametrize("box", [{"Zoé": SEAT}, {"Mo": {**SEAT, "kind": "hunter"}}, {"Mo": {**SEAT, "level": 0}}])
def test_a_header_with_a_seat_that_nobody_has_is_refused(box):
    """Somebody who does not play, a part that this game has not, a level that there is not."""
    with pytest.raises(Exception, match="line 1"):
        read_record(record(box=box))


def test_no_seat_changes_hands_after_the_end():
    """The game is over then."""
    game = GAMES["maudite_momie"]
    session = begin(game.header(1, "maudite_momie", ("Ada", "Mo")))
    over = type(session.state).__struct_fields__
    assert "phase" in over
    ended = session.start.__class__(**{**{name: getattr(session.start, name) for name in over}, "phase": "over"})
    session = type(session)(session.game, session.header, ended)
    with pytest.raises(IllegalAction, match="over"):
        play(session, Seat("Mo", BoxSeat("player", 1, 1)))


# --- undo ------------------------------------------------------------------------------------------------------------


def momie(*actions, box=("Mo",)):
    """A game of Ada and Mo after these actions."""
    seats = dict.fromkeys(box, SEAT)
    return read_record(record(*actions, box=seats))


EXPLORE = [{"by": player, "do": "explore", "pile": "left"} for player in ("Ada", "Mo")]


def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_forward_again():
    """What the box has decided since goes with it, and comes back with it."""
    session = momie(*EXPLORE)
    assert last_entered(session) == 0
    shorter = undo(session)
    assert (shorter.ply, len(shorter.undone)) == (0, 2)
    assert redo(shorter).ply == 2
    assert undo(shorter) == shorter


def test_what_only_the_box_has_done_cannot_be_undone():
    """There is no decision of a person to go back to."""
    session = momie({"by": "Ada", "do": "explore", "pile": "left"}, box=("Ada",))
    assert undo(session) == session


def test_undo_does_not_cross_a_change_of_seats():
    """It is changed in the menu."""
    session = play(momie(*EXPLORE), Seat("Mo", None))
    assert "menu" in speak("en")(why_not_undo(session))
