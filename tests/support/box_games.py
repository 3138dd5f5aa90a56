"""Games in which every seat is the box's; as a program it plays one and prints its actions: GAME SEED MOST_ACTIONS."""

import random
import sys
from functools import cache
from pathlib import Path

from msgspec.structs import replace

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2])]

from firmware_py.bots.seat import TurnCard, TurnedCard, decide
from firmware_py.desk.self_play import SeatedTable, malediction, maudite_momie, or_du_pharaon
from firmware_py.games.malediction import state as malediction_setup
from firmware_py.games.maudite_momie import state as momie_setup
from firmware_py.games.or_du_pharaon import state as pharaon_setup
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.seats import BoxSeat, kind_of
from firmware_py.games.session import begin, play

HEADERS = {
    "malediction": malediction_setup.Header(
        1,
        "malediction",
        ("Ada", "Bo", "Cy", "Mo"),
        malediction_setup.Setup(
            "Mo", tuple(map(malediction_setup.Hunter, ("Ada", "Bo", "Cy"), ("red", "blue", "purple"))), "practice"
        ),
    ),
    "maudite_momie": momie_setup.Header(1, "maudite_momie", ("Ada", "Bo", "Cy")),
    "or_du_pharaon": pharaon_setup.Header(
        1, "or_du_pharaon", ("Ada", "Bo"), pharaon_setup.Setup(pharaon_setup.StartCard(at="c6"))
    ),
}
PROPS = {
    "malediction": lambda _, chance: malediction.Dice(chance),
    "maudite_momie": lambda players, chance: maudite_momie.Cards(players, chance, are_backs_announced=True),
    "or_du_pharaon": lambda _, chance: or_du_pharaon.Cards(chance),
}
"""Cards and dice by the game's id, from its players and chance."""
MOST_ACTIONS = 3000


def seats_of(players, seed, level=5):
    """The box in every seat."""
    return dict.fromkeys(players, lambda seen: decide(seen, level, seed))


def awaits_decision(state):
    """Whether a state waits for a decision, and not for what the table shows."""
    return getattr(state, "phase", "") not in ("photo", "reveal", "final_reveal", "over")


def completed(seen, state, wish, level, seed):
    """The action that a wish becomes with some dice, or a card with two sides open."""
    if isinstance(wish, TurnCard):
        return decide(replace(seen, turned=TurnedCard(wish.at, "NE", chamber=False)), level, seed)
    if seen.game == "malediction":
        return malediction.Dice(random.Random(seed)).fulfil(state, wish)
    return wish


def box_game(game, seed, level=5, most=MOST_ACTIONS):
    """Yield (state before, action, state after, what happened before) of a game, at most so many actions."""
    rules, header = GAMES[game].rules, HEADERS[game]
    props = PROPS[game](header.players, random.Random(seed))
    table = SeatedTable(game, props, seats_of(header.players, str(seed), level))
    state, events = rules.initial_state(header), ()
    for _ in range(most):
        if rules.outcome(state):
            return
        action = table.next_action(state)
        after, announced = rules.apply(state, action)
        yield state, action, after, events
        state, events = after, events + announced


@cache
def left_early(game, most=45):
    """A game in which the box plays every seat, over after some actions: all go home but one."""
    header = HEADERS[game]
    mummy = "Mo" if game == "malediction" else None
    session = begin(replace(header, box={player: BoxSeat(kind_of(player, mummy), 5, 1) for player in header.players}))
    session = replace(session, chance="3")
    for _, action, _, _ in box_game(game, 3, most=most):
        session = play(session, action)
    for player in header.players[1:]:
        session = session if session.is_over else play(session, session.game.leave(player))
    assert session.is_over
    return session


if __name__ == "__main__":
    number, limit, *names = sys.argv[1:]
    for name in names:
        for _, played, _, _ in box_game(name, int(number), most=int(limit)):
            print(write_line(played))
