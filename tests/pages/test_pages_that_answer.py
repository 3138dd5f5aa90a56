"""Pages that answer by themselves: wherever restless players leave one, nothing else is left to be done there."""

import random
from collections import Counter

import pytest
from page_walks import INPUTS, Walk
from random_play import SAMPLERS, random_game
from sampling import many
from spent_turns import is_spent_by_search

from firmware_py.games.malediction.state import Move
from firmware_py.games.or_du_pharaon.state import EndTurn
from firmware_py.games.session import begin, play
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.or_du_pharaon.turn_page import TurnPage
from firmware_py.pages.page import Timeout, press

GAMES_EACH, PRESSES_EACH = many(16, whole=40), 50


def has_nothing_left(page, state, action):
    """Whether what the page gives is all that is left: the end of a spent turn, or a path of all steps."""
    match page:
        case TurnPage():
            return action == EndTurn(state.active) and is_spent_by_search(state)
        case MummyPage(path=path):
            is_entered = action == Move(state.mummy_player, path=path[: len(action.path)])
            return is_entered and len(path) == state.steps
    return False


def walks(game):
    """Yield random games, each taken up by restless players somewhere, that of hunters in a turn of the mummy."""
    for seed in range(GAMES_EACH):
        chance, session = random.Random(seed), begin(SAMPLERS[game].header(random.Random(seed)))
        played = list(random_game(game, seed))
        plies = [ply for ply, (state, _, _) in enumerate(played) if state.phase in ("turn", "mummy_move", "interrupt")]
        for _, action, _ in played[: chance.choice(plies or [0])]:
            session = play(session, action)
        yield chance, Walk(session)


@pytest.mark.parametrize(("game", "fewest"), [("maudite_momie", 0), ("or_du_pharaon", 5), ("malediction", 5)])
def test_a_page_answers_by_itself_only_if_nothing_is_left_to_do(game, fewest):
    """No act of a turn, also behind free acts, and no cell of a path. Loot N Run has no such page."""
    found = Counter()
    for chance, walk in walks(game):
        for _ in range(PRESSES_EACH):
            page, table = walk.stack[-1], walk.table
            _, command = press(walk.stack, Timeout(), table)
            assert command == page.own_answer(table)
            if command is not None:
                assert has_nothing_left(page, walk.session.state, command.action), (page, walk.session.state)
                found[type(page)] += 1
            walk.press(chance.choice(INPUTS))
    assert found.total() >= fewest
    assert bool(found) == bool(fewest)
