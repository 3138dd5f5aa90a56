"""What is true of every game's rules, whatever the game."""

import random

import msgspec
import pytest
from random_play import SAMPLERS, random_game

from firmware_py.games.records import read_action, read_header, write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import replay

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
def test_every_event_has_a_sentence_and_a_name(game, seed):
    """What is announced can be said, and can be written with its name."""
    for state, action, _ in random_game(game.id, seed):
        for event in game.rules.apply(state, action)[1]:
            assert event.words().message
            assert msgspec.to_builtins(event)["event"]
