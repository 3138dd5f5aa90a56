"""Records of L'or du pharaon: hand-written games with mistakes, what is unreadable, what is illegal, the header."""

import json

import pytest
from judged_records import assert_as_reckoned, records_of, verdict

from firmware_py.cli.main import main
from firmware_py.games.records import UnreadableLine, read_header, write_line
from firmware_py.games.restoring import replay

RECORDS = records_of("or_du_pharaon")
KEYS = {
    *("phase", "to_act", "scores", "winners", "actions_left", "cards", "chambers", "fallen", "pawns", "carrying"),
    *("loose", "lanterns", "supply", "collected", "collapse"),
}


def header(**changes):
    fields = {
        "record": 1,
        "game": "or_du_pharaon",
        "players": ["Ada", "Bo"],
        "setup": {"start": {"at": "c6"}},
        **changes,
    }
    return json.dumps({key: value for key, value in fields.items() if value is not ...})


def answer(line, *before):
    """Replay a line after others and return what its refusal says: a clause, `unreadable`, or `accepted`."""
    lines = [header(), *before, line if isinstance(line, str) else json.dumps(line)]
    *_, last = replay("\n".join(lines).encode(), keep_going=True)
    return verdict(last)


@pytest.mark.parametrize("record", RECORDS, ids=[record.stem for record in RECORDS])
def test_a_hand_written_game_replays_with_exactly_these_refusals_and_states(record):
    """Which lines are refused, by which clause, and what the state says after the telling ones."""
    assert_as_reckoned(record)


@pytest.mark.parametrize("record", RECORDS, ids=[record.stem for record in RECORDS])
def test_every_state_has_these_keys_and_no_others(record):
    """All keys are always present, whatever the phase; the scores and the collection agree."""
    for played in replay(record.read_bytes(), keep_going=True):
        assert played.state.keys() == KEYS
        assert played.state["collapse"].keys() == {"status", "clock", "turns"}
        for key in ("chambers", "fallen"):
            assert played.state[key] == sorted(played.state[key])


def test_the_state_at_the_start_is_whole():
    """Line 1 of the answer: everything at its beginning."""
    first = next(iter(replay(header().encode())))
    assert first.state == {
        "phase": "turn",
        "to_act": ["Ada"],
        "scores": {"Ada": 0, "Bo": 0},
        "winners": [],
        "actions_left": 3,
        "cards": {},
        "chambers": [],
        "fallen": [],
        "pawns": {name: {"archaeologist": "start", "porter": "start"} for name in ("Ada", "Bo")},
        "carrying": {"Ada": None, "Bo": None},
        "loose": {},
        "lanterns": {"Ada": [], "Bo": []},
        "supply": {"Ada": 5, "Bo": 5},
        "collected": {name: {"photos": 0, "treasures": []} for name in ("Ada", "Bo")},
        "collapse": {"status": "idle", "clock": None, "turns": None},
    }


@pytest.mark.parametrize(
    "line",
    [
        {"by": "Ada", "do": "reveal", "at": "c5", "open": "N\n"},
        {"by": "Ada", "do": "reveal", "at": "c5\n", "open": "N"},
        '{"by": "Ada", "do": "rotate", "at": "c5", "turns": 1.0}',
    ],
)
def test_what_can_be_judged_from_the_line_alone_is_unreadable(line):
    """Also what a schema takes: the end of a line within a word, and a number with a point."""
    assert answer(line) == "unreadable"


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ({"by": "Eve", "do": "end_turn"}, "G01"),
        ({"by": "Bo", "do": "end_turn"}, "G01"),
        ({"by": "Ada", "do": "steal", "from": "Eve"}, "G25"),
        ({"by": "Ada", "do": "move", "pawn": "porter", "to": "c6"}, "G11"),
        ({"by": "Ada", "do": "move", "pawn": "porter", "to": "start"}, "G01"),
        ({"by": "Ada", "do": "move", "pawn": "porter", "to": "c5"}, "G10"),
        ({"by": "Ada", "do": "reveal", "at": "start", "open": "N"}, "G11"),
        ({"by": "Ada", "do": "reveal", "at": "c6", "open": "N"}, "G11"),
        ({"by": "Ada", "do": "rotate", "at": "start", "turns": 1}, "G11"),
        ({"by": "Ada", "do": "photo", "treasures": [2, "bust", "bust"]}, "G29"),
        ({"by": "Ada", "do": "pick_up", "treasure": "bust"}, "G23"),
    ],
)
def test_what_needs_header_or_state_is_illegal(line, clause):
    """Names of nobody, cells that are not there, and acts against the rules, with the nearest clause."""
    assert answer(line) == clause


@pytest.mark.parametrize(
    "line",
    [
        {"by": "Ada", "do": "reveal", "at": "c5", "open": "NESW", "chamber": False},
        {"by": "Ada", "do": "reveal", "at": "c5", "open": "ESW", "chamber": True},
        '{"by": "Bo", "do": "end_turn", "by": "Ada"}',
        {"by": "Ada", "do": "place_lantern"},
    ],
)
def test_a_readable_and_legal_line_is_accepted(line):
    """Optional keys at their default; of a key given twice the last counts."""
    assert answer(line) == "accepted"


def test_open_scores_are_a_house_rule_that_is_written_only_where_it_is_used():
    """It is read with either value, left out at its default, and no state of the game depends on it (G28)."""
    states = []
    for is_open in (True, False):
        line = header(rules={"open_scores": is_open})
        written = write_line(read_header(line.encode()))
        assert ("open_scores" in written) == is_open
        assert read_header(written.encode()).rules.open_scores is is_open
        lines = (line, '{"by": "Ada", "do": "reveal", "at": "c5", "open": "N"}')
        states.append([played.state for played in replay("\n".join(lines).encode())])
    assert states[0] == states[1]


@pytest.mark.parametrize("game", ["maudite_momie", "malediction"])
def test_no_other_game_has_the_rule_of_open_scores(game):
    """There it is an unknown key."""
    record = next(record for record in records_of(game))
    fields = json.loads(record.read_bytes().split(b"\n")[0])
    with pytest.raises(UnreadableLine, match="open_scores"):
        read_header(json.dumps({**fields, "rules": {**fields.get("rules", {}), "open_scores": True}}).encode())


def test_a_thousand_treasures_in_a_photo_are_illegal_not_unreadable():
    """Every single one is a known word; how many there are is for the state to say."""
    chamber = '{"by": "Ada", "do": "reveal", "at": "c5", "open": "N", "chamber": true}'
    assert answer({"by": "Ada", "do": "photo", "treasures": [2, 3] * 500}, chamber) == "G31"


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ["Ada"]},
        {"players": ["Ada", "Bo", "Cy", "Dee", "Eve"]},
        {"players": ["Ada", "Ada"]},
        {"players": ["Ada", ""]},
        {"setup": {"start": {}}},
        {"setup": {"start": {"at": "c3"}}},
        {"setup": {"start": {"at": "c6", "side": "S"}}},
        {"setup": {"start": {"at": "c6", "beside": "c6", "side": "S"}}},
        {"setup": {"start": {"beside": "c6"}}},
        {"setup": {"start": {"side": "S"}}},
        {"setup": {"start": {"beside": "c6", "side": "N"}}},
        {"setup": {"start": {"beside": "c3", "side": "S"}}},
        {"setup": {"start": {"at": "c6"}, "treasures": 8.0}},
    ],
)
def test_a_header_that_cannot_be_used_ends_with_status_2_and_one_message(changes, tmp_path, capsys):
    """Nothing on standard output, no traceback."""
    record = tmp_path / "game.jsonl"
    record.write_text(header(**changes) + "\n", encoding="utf-8")
    assert main(["replay", str(record), "--json"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1


@pytest.mark.parametrize(
    "setup",
    [
        {"start": {"at": "a1"}},
        {"start": {"at": "f3", "open": "E"}},
        {"start": {"beside": "a1", "side": "N"}, "lanterns": 0, "treasures": 0, "photos": 0},
        {"start": {"beside": "a1", "side": "W", "open": "NS"}, "lanterns": 10**30},
    ],
)
def test_a_start_card_may_lie_anywhere_on_or_beside_the_rim(setup):
    """In a corner, on either outward side, with any open side; counts may be nought."""
    first = next(iter(replay(header(setup=setup).encode())))
    assert first.state["supply"]["Bo"] == setup.get("lanterns", 5)


def test_a_refused_line_is_reported_with_its_clause_and_the_state_unchanged(tmp_path, capsys):
    """One JSON object a line, status 1, and the readable account names the clause too."""
    record = tmp_path / "game.jsonl"
    lines = [header(), '{"by": "Bo", "do": "end_turn"}', '{"by": "Ada", "do": "end_turn"}']
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["replay", str(record), "--json", "--keep-going"]) == 1
    first, refused, ended = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert refused["error"] == "illegal"
    assert refused["rule"] == "G01"
    assert refused["state"] == first["state"]
    assert [event["event"] for event in ended["events"]] == ["turn_ended", "turn_begins"]
    assert main(["replay", str(record)]) == 1
    assert "G01: It is Ada's turn." in capsys.readouterr().out
