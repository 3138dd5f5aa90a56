"""Lines of a record that hold far too much: each is accepted or refused in a short sentence."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from random_play import SAMPLERS, RandomTable

from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import as_text, replay
from firmware_py.printable import is_printable
from firmware_py.words import speak

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
