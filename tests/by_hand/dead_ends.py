"""Search for states from which no end can be reached.

`make by-hand RUN="tests/by_hand/dead_ends.py 0 100"` searches the games of a hundred seeds.

Restless players press at random through the pages of a game, so cards, dice and photos are entered wrongly. From where
they come, others try to end the game by what the pages offer. A state from which nobody succeeds is printed, with how
many actions must be taken back until somebody does.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence

from page_walks import Walk
from random_play import SAMPLERS
from seeking_an_end import reaches_an_end, steps_to_take_back

from firmware_py.games.records import write_line
from firmware_py.games.session import Session, begin

MOST_ACTIONS = 120
"""How far the restless players come at most."""
MOST_PRESSES = 600
"""After so many presses without an action, they do not find out of a page."""
TRIES = 3


def restless_session(game: str, chance: random.Random) -> tuple[Session, bool]:
    """Return a game after a random number of actions, and whether the players found out of every page."""
    walk = Walk(begin(SAMPLERS[game].header(chance)))
    for _ in range(chance.randint(0, MOST_ACTIONS)):
        if not walk.session.is_over and not walk.play_at_random(chance, MOST_PRESSES):
            return walk.session, False
    return walk.session, True


def search(game: str, seeds: Sequence[int]) -> Counter[str]:
    """Print every dead end that is found, and return how the tries came out."""
    found: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        session, is_out = restless_session(game, chance)
        found["states"] += 1
        found["already over"] += session.is_over
        found["no way out of a page"] += not is_out
        if any(reaches_an_end(session, chance) for _ in range(TRIES)):
            found["an end is reached"] += 1
            continue
        found["dead ends"] += 1
        back = steps_to_take_back(session, chance, TRIES)
        print(f"{game}, seed {seed}, action {session.ply}: no end; {back} actions must be taken back", flush=True)
        print(f"  header: {write_line(session.header)}")
        print("  last action:", write_line(session.steps[-1].action) if session.steps else "none")
    return found


if __name__ == "__main__":
    bounds = [int(word) for word in sys.argv[1:] if word.isdigit()] or [0, 20]
    for name in [word for word in sys.argv[1:] if word in SAMPLERS] or SAMPLERS:
        result = search(name, range(*bounds))
        print(f"{name}:", ", ".join(f"{count} {what}" for what, count in result.items()), flush=True)
