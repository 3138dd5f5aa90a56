"""Records of every game: lines at random, hostile lines, names of players, and the published schema."""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from judged_records import records_of
from msgspec.structs import replace
from random_corrections import corrected_at_random
from random_play import SAMPLERS, RandomTable, random_game, random_record
from shown.record_schema import SCHEMA, written

from firmware_py.games.records import (
    LONGEST_NAME,
    RefusedRecord,
    UnreadableLine,
    UnusableRecord,
    is_alike,
    read_action,
    read_header,
    tidy_name,
    why_no_name,
    why_no_table,
    write_line,
)
from firmware_py.games.registry import GAMES, LazyMapping, NotLoaded, nothing_loads
from firmware_py.games.restoring import as_text, read_record, replay, restore
from firmware_py.games.session import Session, play, redo, undo, with_versions, write_versions
from firmware_py.words import is_printable, plain, speak

# --- every game -------------------------------------------------------------------------------------------------------

SEEDS = range(8)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_every_game_has_a_sampler_here():
    """No game is left out of this suite."""
    assert SAMPLERS.keys() == GAMES.keys()


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_listed_decision_is_legal_and_an_accepted_action_broke_no_rule(game, seed):
    """An action is legal if and only if no clause forbids it."""
    for state, action, _ in random_game(game.id, seed):
        assert game.rules.broken_rule(state, action) is None
        for decision in game.rules.legal_actions(state):
            assert game.rules.broken_rule(state, decision) is None


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_somebody_may_act_exactly_while_the_game_goes_on(game, seed):
    """The game is over if and only if nobody is to act; then there are winners."""
    for state, _, after in random_game(game.id, seed):
        assert game.rules.to_act(state)
        outcome = game.rules.outcome(after)
        assert bool(game.rules.to_act(after)) == (outcome is None)
        assert game.rules.record_state(after)["winners"] == list(outcome.winners if outcome else [])


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_apply_leaves_its_argument_unchanged(game, seed):
    """A state that was played from is still the same state."""
    for state, action, _ in random_game(game.id, seed):
        before = msgspec.json.encode(state)
        game.rules.apply(state, action)
        assert msgspec.json.encode(state) == before


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_written_record_is_read_back_and_replays_to_the_same_state(game, seed):
    """Header and actions survive being written, and the replayed game ends where the played one did."""
    header = SAMPLERS[game.id].header(random.Random(seed))
    written = [write_line(header)]
    assert read_header(written[0].encode()) == header
    last = game.rules.initial_state(header)
    for _, action, after in random_game(game.id, seed):
        line = write_line(action)
        assert read_action(line.encode(), game.action) == action
        written.append(line)
        last = after
    *_, played = replay("\n".join(written).encode())
    assert played.refusal is None
    assert played.state == game.rules.record_state(last)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_header_is_written_alike_with_defaults_or_without(game, seed):
    """One game has one record: what is read with `"rules": {}` or an explicit default is written without."""
    header = SAMPLERS[game.id].header(random.Random(seed))
    explicit = json.dumps(with_defaults(header))
    assert read_header(explicit.encode()) == header
    bare = write_line(read_header(write_line(header).encode()))
    assert write_line(read_header(explicit.encode())) == write_line(header) == bare
    assert "{}" not in bare and len(bare) < len(explicit)


def with_defaults(value: Any) -> Any:
    """Return a header with every default explicit."""
    if not isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    parts = {field.encode_name: getattr(value, field.name) for field in msgspec.structs.fields(value)}
    return {name: with_defaults(part) for name, part in parts.items() if part is not None and part is not msgspec.UNSET}


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_every_event_has_a_sentence_and_a_name(game, seed):
    """What is announced can be said, and can be written with its name."""
    for state, action, _ in random_game(game.id, seed):
        for event in game.rules.apply(state, action)[1]:
            assert event.words().message
            assert msgspec.to_builtins(event)["event"]


def test_nothing_is_loaded_where_nothing_may_be_and_what_is_loaded_is_given() -> None:
    """A page that waits for no disk learns what it lacks; in another thread, and afterwards, all is loaded."""
    values: LazyMapping[str] = LazyMapping("rules", lambda game, module: f"{game} of {module}")
    values.register("chess", "boards")
    values.register("go", "boards")
    assert ([*values], len(values), "go" in values, "nim" in values) == (["chess", "go"], 2, True, False)
    assert values["chess"] == "chess of boards"
    with nothing_loads():
        assert values["chess"] == "chess of boards"
        with pytest.raises(NotLoaded) as lacking:
            values["go"]
        with ThreadPoolExecutor() as pool:
            assert pool.submit(lambda: values["go"]).result() == "go of boards"
        assert values["go"] == "go of boards"
    assert (lacking.value.kind, lacking.value.game) == ("rules", "go")
    values.register("go", "other boards")
    assert values.loaded_values() == ("chess of boards",)
    assert values["go"] == "go of other boards"
    values.forget("go")
    assert [*values] == ["chess"]


def test_a_record_is_told_line_by_line() -> None:
    """That it begins, what happened, and why a line was refused."""
    text = """{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Ada", "do": "secure"}
{"by": "Ada"}"""
    assert [as_text(played, speak("en")) for played in replay(text.encode(), keep_going=True)] == [
        "   1  The game begins.",
        "   2  Ada loots a card from the left pile. Bo to play.",
        "   3  ✗ L01: It is Bo's turn.",
        '   4  ✗ the key "do" is missing',
    ]
    with pytest.raises(UnusableRecord) as empty:
        list(replay(b""))
    assert empty.value.line == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"], "rules": {"track": 9}}', "integer >= 10"),
        ('{"record": 1, "game": "maudite_momie", "players": ["Ada", 7]}', 'at "players[1]": text is expected'),
        (
            '{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo"], "setup": {"start": {"at": "z9"}}}',
            "such as",
        ),
        ('{"record": 2, "game": "maudite_momie", "players": ["Ada", "Bo"]}', 'at "record": 2 is none of these: 1'),
        ('{"record": 1, "game": "maudite_momie", "players": ["Ada"]}', "2 to 6 players, not 1"),
        ('{"record": 1, "game": "maudite_momie", "players": ["Ada", ""]}', "a player's name is empty"),
        ('{"record": 1, "game": "maudite_momie", "players": ["Ada", "Ada"]}', "is given twice"),
    ],
)
def test_a_header_that_cannot_be_used_says_which_value_is_wrong(line: str, why: str) -> None:
    """With its place and what belongs there; limits as they are."""
    with pytest.raises(UnreadableLine) as refused:
        read_header(line.encode())
    assert why in str(refused.value)


# --- histories --------------------------------------------------------------------------------------------------------

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
        bare = replace(session, versions_before=(), versions_after=())
        assert with_versions(bare, write_versions(session)) == session
        for there, back in ((undo, redo), (redo, undo)):
            if is_other(there(session), session):
                assert not is_other(back(there(session)), session)
                compared += 1
    assert compared > STEPS // 2


# --- hostile lines ----------------------------------------------------------------------------------------------------

MANY = 3000
LONGEST = 1000


def far_too_much(value: Any) -> Iterator[Any]:
    """Yield what a hostile writer could put in the place of a value."""
    yield [[]] * MANY
    yield ["a1", "a2"] * MANY
    yield 10**4000
    yield "\x1b\u202e" * MANY
    yield {str(number): 1 for number in range(MANY)}
    match value:
        case [first, *_]:
            yield [first] * MANY
        case str():
            yield value * MANY
            yield f"{value}{'9' * MANY}"


@pytest.mark.parametrize("game", SAMPLERS)
def test_a_line_of_any_size_is_answered_in_a_short_sentence(game: str) -> None:
    """In every place of one line of each kind, in the middle of a game."""
    chance = random.Random(5)
    header = SAMPLERS[game].header(chance)
    table, rules = RandomTable(game, chance), GAMES[game].rules
    state, met, lines = rules.initial_state(header), set(), [write_line(header)]
    for _ in range(80):
        if rules.outcome(state) is not None:
            break
        action = table.next_action(state)
        fields = json.loads(write_line(action))
        if fields["do"] not in met:
            met.add(fields["do"])
            for key in fields:
                hostile = [json.dumps({**fields, key: value}) for value in far_too_much(fields[key])]
                answers = list(replay("\n".join((*lines, *hostile)).encode(), keep_going=True))[len(lines) :]
                said = [as_text(answer, speak("en")) for answer in answers]
                assert len(said) == len(hostile)
                assert all(len(line) < LONGEST and is_printable(line) for line in said), said
        lines.append(write_line(action))
        state, _ = rules.apply(state, action)
    assert len(met) >= 3


# --- names of players -------------------------------------------------------------------------------------------------

INVISIBLE = ["\u200b", "\u200d", "\u00ad", "\u202e", "\u2066", "\ufeff", "\ufe0f", "\u3164", "\u2800", "\u034f", "\0"]
INVISIBLE += ["\x1b", "\x9b", "\n", "\t", "\u2028", "\ue000", "\U000e0041", "\uffff"]
BLANK = ["", " ", "\u00a0", "\u2003\u3000", "\u0301", " \u0301 "]


def record(first: str, second: str = "Bo") -> bytes:
    """A record of two players who each explore once."""
    header = {"record": 1, "game": "maudite_momie", "players": [first, second]}
    acts = [{"by": name, "do": "explore", "pile": "left"} for name in (first, second)]
    return "\n".join(map(json.dumps, (header, *acts))).encode()


@pytest.mark.parametrize("name", ["Zoé", "Jean-Luc", "O'Neil", "東", "🦊", "שרה", "Ada 2", "Ångström", "नीला"])
def test_what_people_are_called_is_a_name(name: str) -> None:
    """In any script, with the marks that belong to its letters."""
    assert why_no_name(tidy_name(name)) is None
    assert tidy_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("letter", INVISIBLE)
def test_what_cannot_be_seen_is_no_part_of_a_name(letter: str) -> None:
    """Wherever it stands; alone it would be a blank name."""
    for name in (letter, f"Zo{letter}e", f"{letter}Zoe", f"Zoe{letter}"):
        assert why_no_name(tidy_name(name)) is not None
        with pytest.raises(RefusedRecord, match="line 1: a player's name"):
            read_record(record(name))


@pytest.mark.parametrize("name", BLANK)
def test_a_blank_name_is_none(name: str) -> None:
    """Nor is a mark without a letter."""
    why = why_no_name(tidy_name(name))
    assert why is not None
    assert "blank" in speak("en")(why)


@pytest.mark.parametrize(
    "other", ["Ann Marie", "ANN MARIE", "AnnMarie", "Ann  Marie", "Ａnn Marie", " Ann\u00a0Marie "]
)
def test_names_that_look_alike_cannot_sit_at_one_table(other: str) -> None:
    """Spaces, capitals and the width of letters tell nobody apart."""
    assert is_alike(other, ["Ann Marie"])
    assert why_no_table(("Ann Marie", tidy_name(other))) is not None
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
    tidy = tidy_name(name)
    assert tidy_name(tidy) == tidy
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


# --- the schema -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """Read the published schema."""
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(found)
    return found


def validator(schema: dict[str, Any], part: str) -> Draft202012Validator:
    """The validator of one part, such as `malediction.action`."""
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]})


def lines(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every line that our reader takes, of records by hand and at random, and which part it is."""
    by_hand = [path.read_bytes() for path in records_of(game)]
    for record in (*by_hand, random_record(game, random.Random(0))):
        header, *actions = record.splitlines()
        yield f"{game}.header", json.loads(header)
        for line in actions:
            if is_readable(f"{game}.action", line):
                yield f"{game}.action", json.loads(line)


def is_readable(part: str, line: bytes) -> bool:
    """Whether our reader takes a line."""
    game, _, kind = part.partition(".")
    try:
        read_header(line) if kind == "header" else read_action(line, GAMES[game].action)
    except UnreadableLine:
        return False
    return True


def dumped(line: Any) -> bytes:
    return json.dumps(line).encode()


WRONG = (None, True, "north", "", "1", 1, -1, 99.5, [], [1.5], {})
"""Values of every kind, of which a key takes one or two; some are taken by whoever is not strict about kinds."""


def spoiled(part: Any) -> Iterator[Any]:
    """Yield a line, or a part of one, with a key too many, and with each of its parts missing or of another kind."""
    match part:
        case dict():
            yield {**part, "colour": "red"}
            for key, value in part.items():
                yield {other: part[other] for other in part if other != key}
                yield from ({**part, key: wrong} for wrong in (*WRONG, *spoiled(value)))
        case [first, *others]:
            yield from ([wrong, *others] for wrong in (*WRONG, *spoiled(first)))


SEAT = {"by": "Ada", "do": "seat", "box": {"kind": "player", "level": 3, "version": 1}}


def forms(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a line of each form: of each header and action the first that has just these keys."""
    doing = {one.__struct_config__.tag for one in get_args(GAMES[game].action)}
    plain = ({"by": "Ada", "do": act} for act in doing)
    seldom = ((f"{game}.action", line) for line in (SEAT, *plain) if is_readable(f"{game}.action", dumped(line)))
    known: dict[tuple[str, ...], tuple[str, dict[str, Any]]] = {}
    for part, line in (*lines(game), *seldom):
        known.setdefault((part, line.get("do", ""), *sorted(line)), (part, line))
    assert {line["do"] for part, line in known.values() if part.endswith("action")} == doing
    yield from known.values()


def test_the_published_schema_is_that_of_the_types() -> None:
    """`make papers` writes it again after a type has changed."""
    assert SCHEMA.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_is_read_is_valid(schema: dict[str, Any], game: str) -> None:
    """Whatever our reader takes, by hand and at random, the schema takes as well."""
    count = 0
    for part, line in lines(game):
        assert not list(validator(schema, part).iter_errors(line)), line
        count += 1
    assert count > 100


@pytest.mark.parametrize("game", GAMES)
def test_what_the_schema_refuses_is_unreadable(schema: dict[str, Any], game: str) -> None:
    """Unknown, missing and mistyped keys, words outside the lists: no valid record fails for its form alone."""
    refused = 0
    for part, line in forms(game):
        known = validator(schema, part)
        for wrong in spoiled(line):
            if not known.is_valid(wrong):
                assert not is_readable(part, dumped(wrong)), wrong
                refused += 1
    assert refused > 350
