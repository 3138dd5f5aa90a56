"""Play pairs of games that differ in hidden facts only, GAMES of each kind, at random: `make twins`.

In between, everything is done that players do beside playing: take back and play again, cut the power, look through the
menus, hide the map, let the screen rest. The program ends at the first press after which one table has noticed what the
other has not, and names the seed; `make by-hand RUN="tests/by_hand/twin_games.py 1 17"` plays the games of seed 17
again.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import twin_deeds as deeds
from malediction_device import ENGLISH, THREE, TWO
from twin_play import step
from twins import FOUR_PLAYERS, Pair, twins

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.pages.page import Press

BESIDE_BOARD = Config(language="en", board=BoardConfig(kind="serial", rows=5, columns=5))
KINDS = {
    "two": (TWO, ENGLISH),
    "three": (THREE, ENGLISH),
    "four": (FOUR_PLAYERS, ENGLISH),
    "the device's dice": (None, ENGLISH),
    "beside a board": (THREE, BESIDE_BOARD),
}
"""The kinds of games; without a header the device rolls the dice of a game of three."""
MOST_STEPS = 40
"""Most turns, throws and moves of a game."""


def hide(pair: Pair, chance: random.Random) -> None:
    """Hide the map by a press, or as slowly as a finger does."""
    if pair.one.is_secret:
        chance.choice((lambda: pair.push(Press("back")), pair.begin_to_hide))()


def rest(pair: Pair, chance: random.Random) -> None:  # noqa: ARG001 - as everything that is done
    """Touch nothing until the screen is dimmed."""
    pair.rest()


def cut(pair: Pair, chance: random.Random) -> None:  # noqa: ARG001
    """Cut the power of both."""
    pair.cut()


DEEDS: tuple[Callable[[Pair, random.Random], None], ...] = (
    *deeds.DEEDS,
    hide,
    rest,
    cut,
)


def play(kind: str, seed: int) -> Counter[str]:
    """Play a pair of games, and return what was done; an assertion fails where the tables differ."""
    chance = random.Random(seed)
    done: Counter[str] = Counter(games=1)
    with tempfile.TemporaryDirectory() as folder, twins(Path(folder), *KINDS[kind]) as pair:
        for _ in range(MOST_STEPS):
            if pair.one.state.phase == "over" or not step(pair, chance):
                break
            done["steps"] += 1
            done["steps with other cells"] += pair.one.state.at != pair.other.state.at
            if chance.random() < 0.5 and pair.one.state.phase != "over":  # whose power is cut then is not taken up
                deed = chance.choice(DEEDS)
                deed(pair, chance)
                done[deed.__name__.replace("_", " ")] += 1
                pair.go_back_to_game()
    return done


def main(games: int, first: int) -> None:
    """Play so many pairs of each kind from a first seed on, and print what was done."""
    for kind in KINDS:
        total: Counter[str] = Counter()
        for seed in range(first, first + games):
            try:
                total += play(kind, seed)
            except BaseException:
                print(f"{kind}, seed {seed}, after {total['games']} games that were alike:", file=sys.stderr)
                raise
        print(f"{kind}: {', '.join(f'{count} {what}' for what, count in total.items())}; all alike", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
