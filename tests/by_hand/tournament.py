"""Measure how strong the box plays: `make bots`, or `N=400 ROWS="mummy 3, pharaoh" make bots`.

Each row is a seat of the box against named opponents, over N games with the seeds 1 to N. It prints how many games the
box won, between which rates the true one lies with 95 % certainty, how long a decision takes here, and what is wrong. A
row is named by its kind, its table, and its level or its opponents; `ROWS` takes beginnings of names, between commas.

What is wrong, and makes it end with status 1: a level wins more than seven points more or less often than its label
says, which also lies outside the interval, so that a few games alone prove nothing; the strongest level misses its goal
(`GOALS`); or a game did not end.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import opponents
from simple_dig import Planner

from firmware_py.bots.levels import MEASURED_ON, ONE_PERSON, PRACTICE, SMALL
from firmware_py.bots.seat import decide
from firmware_py.desk.self_play import Decider, SeatedTable, malediction, maudite_momie, or_du_pharaon
from firmware_py.evenings.statistics import interval
from firmware_py.games.malediction.state import Header, Hunter, Setup
from firmware_py.games.maudite_momie import state as momie_setup
from firmware_py.games.or_du_pharaon import state as pharaon_setup
from firmware_py.games.registry import GAMES
from firmware_py.games.seats import LEVELS

MOST_ACTIONS = 6000
Maker = Callable[[str], Decider]
"""From a game's seed to a seat."""


@dataclass
class Timed:
    """The box in a seat, its decisions timed."""

    seat: Decider
    spent_s: list[float] = field(default_factory=list)

    def __call__(self, seen):
        begun_s = time.process_time()
        wish = self.seat(seen)
        self.spent_s.append(time.process_time() - begun_s)
        return wish


@dataclass
class Result:
    """Whose share of victories is measured, and what else was seen."""

    games: int = 0
    wins: float = 0.0
    unfinished: int = 0
    spent_s: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    play: Callable[[int, Result], None]


def box(level: int, seed: str) -> Timed:
    """The box in a seat."""
    return Timed(lambda seen: decide(seen, level, seed))


def play(game: str, header, props, seats, measured, result: Result) -> None:
    """Play one game, and add whether those measured won."""
    rules, table = GAMES[game].rules, SeatedTable(game, props, seats)
    state = rules.initial_state(header)
    for _ in range(MOST_ACTIONS):
        if rules.outcome(state):
            break
        state, _ = rules.apply(state, table.next_action(state))
    ended = rules.outcome(state)
    result.games += 1
    result.unfinished += ended is None
    winners = ended.winners if ended else ()
    result.wins += sum(player in winners for player in measured) / max(1, len(winners)) if winners else 0
    for player in measured:
        result.spent_s += getattr(seats[player], "spent_s", [])


# --- La malédiction --------------------------------------------------------------------------------------------------

ON = {PRACTICE: "", SMALL: "small "}
"""How the rows on each map begin."""
NAMES, PAWNS = ("Ada", "Bo", "Cy", "Dee"), ("red", "turquoise", "blue", "purple")
TABLES = {"2": 2, "3": 3, "4": 4, ONE_PERSON: 2}
"""How many pawns hunt; at the last table one person plays both."""


def chase(maze: str, table: str, mummy: Maker, hunters: Maker, measured: str, number: int, result: Result) -> None:
    """Play La malédiction on a map; `measured` is "mummy" or "hunters"."""
    seed, count = str(number), TABLES[table]
    people = (NAMES[0],) * count if table == ONE_PERSON else NAMES[:count]
    players = (*dict.fromkeys(people), "Mo")
    pairs = tuple(Hunter(name, pawn) for name, pawn in zip(people, PAWNS, strict=False))
    header = Header(1, "malediction", players, Setup("Mo", pairs, maze))
    hunting = hunters(seed)
    seats = {**dict.fromkeys(people, hunting), "Mo": mummy(seed)}
    who = ("Mo",) if measured == "mummy" else players[:-1]
    play("malediction", header, malediction.Dice(random.Random(seed)), seats, who, result)


def chases() -> Iterator[Row]:
    strong, remembering = opponents.strong_hunters, opponents.remembering_mummy
    for table in TABLES:
        play_at = partial(chase, PRACTICE, table)
        yield Row(f"mummy {table} reading", partial(play_at, partial(box, 5), opponents.reading_hunters, "mummy"))
        yield Row(f"random-mummy {table}", partial(play_at, opponents.random_mummy, strong, "mummy"))
    for maze, measured in MEASURED_ON.items():
        for table in (str(table) for kind, table in measured if kind == "mummy"):
            play_at, on = partial(chase, maze, table), ON[maze]
            for level in LEVELS:
                yield Row(f"{on}mummy {table} {level}", partial(play_at, partial(box, level), strong, "mummy"))
                hunters = partial(play_at, remembering, partial(box, level), "hunters")
                yield Row(f"{on}hunters {table} {level}", hunters)


# --- L'or du pharaon -------------------------------------------------------------------------------------------------


def dig(count: int, level: int, number: int, result: Result) -> None:
    """Play L'or du pharaon: one box, in another seat each time, among players who go for the nearest treasure."""
    seed, players = str(number), NAMES[:count]
    chance = random.Random(seed)
    planner = Planner(random.Random(f"{seed}/planner"))
    seats: dict[str, Decider] = dict.fromkeys(players, planner.wish)
    own = players[number % count]
    seats[own] = box(level, seed)
    header = pharaon_setup.Header(1, "or_du_pharaon", players, pharaon_setup.Setup(pharaon_setup.StartCard(at="c6")))
    play("or_du_pharaon", header, or_du_pharaon.Cards(chance), seats, (own,), result)


def digs() -> Iterator[Row]:
    for count in (2, 3, 4):
        for level in LEVELS:
            yield Row(f"pharaoh {count} {level}", partial(dig, count, level))


# --- Maudite Momie ---------------------------------------------------------------------------------------------------


def loot(count: int, level: int, are_backs_announced: bool, number: int, result: Result) -> None:
    """Play Maudite Momie: one box, in another seat each time, among people who play by the best rule of thumb."""
    seed, players = str(number), LOOTERS[:count]
    cards = maudite_momie.Cards(players, random.Random(seed), are_backs_announced=are_backs_announced)
    seats: dict[str, Decider] = dict.fromkeys(players, opponents.thumb(cards))
    own = players[number % count]
    seats[own] = box(level, seed)
    play("maudite_momie", momie_setup.Header(1, "maudite_momie", players), cards, seats, (own,), result)


LOOTERS = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo")


def loots() -> Iterator[Row]:
    for count in (2, 3, 4, 5, 6):
        for level in LEVELS:
            yield Row(f"momie {count} {level}", partial(loot, count, level, True))
        yield Row(f"momie-untold {count}", partial(loot, count, 5, False))


# --- the table -------------------------------------------------------------------------------------------------------

LABELS = {
    f"{ON[maze]}{kind} {table} {number}": level
    for maze, measured in MEASURED_ON.items()
    for (kind, table), levels in measured.items()
    for number, level in zip(LEVELS, levels, strict=True)
}
"""The level that each row measures."""
MOST_OFF = 7
"""Points that a level may be off its label."""
GOALS = {
    "mummy 2 5": 80,
    "mummy 3 5": 80,
    "mummy 4 5": 80,
    "mummy 3 reading": 50,
    "pharaoh 2 5": 70,
    "pharaoh 4 5": 45,
}
"""Fewest of 100 games that the box wins at full strength."""
FAIR = {f"momie {players} 5": 100 / players for players in range(2, 7)}
"""The share of games that lies within the interval: against the best rule of thumb nobody does better."""


def faults(row: Row, result: Result) -> Iterator[str]:
    """Yield what is wrong with a row."""
    low, high = (100 * rate for rate in interval(result.wins, result.games))
    rate, label = 100 * result.wins / result.games, LABELS.get(row.name)
    if label and abs(rate - label.rate) > MOST_OFF and not low <= label.rate <= high:
        yield f"its label says {label.rate} %"
    if rate < GOALS.get(row.name, 0):
        yield f"it should win {GOALS[row.name]} %"
    if not low <= FAIR.get(row.name, low) <= high:
        yield f"a fair share is {FAIR[row.name]:.0f} %"
    if result.unfinished:
        yield f"{result.unfinished} games did not end"


def line(row: Row, result: Result, spent_s: float) -> str:
    """What was measured in one row."""
    low, high = (100 * rate for rate in interval(result.wins, result.games))
    times = sorted(1000 * spent for spent in result.spent_s) or [0.0]
    middle, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    rate = 100 * result.wins / result.games
    wrong = "".join(f"   WRONG: {fault}" for fault in faults(row, result))
    return (
        f"{row.name:20} won {result.wins:g} of {result.games}: {rate:.0f} % ({low:.0f} to {high:.0f})"
        f"   a decision {middle:.1f} ms, the slowest hundredth {late:.1f} ms   [{spent_s:.0f} s]{wrong}"
    )


def main() -> int:
    """Play the rows, and print each as soon as it is measured; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="make bots")
    parser.add_argument("--games", type=int, default=400, help="how many games a row")
    parser.add_argument("--rows", default="", help="beginnings of names of rows, separated by commas; all if left out")
    options = parser.parse_args()
    rows = [*chases(), *digs(), *loots()]
    wanted = [name.strip() for name in options.rows.split(",") if name.strip()]
    chosen = [row for row in rows if not wanted or row.name.startswith(tuple(wanted))]
    if not chosen:
        parser.error("no such row; there are: " + ", ".join(row.name for row in rows))
    wrong = False
    for row in chosen:
        begun_s, result = time.process_time(), Result()
        for number in range(1, options.games + 1):
            row.play(number, result)
        print(line(row, result, time.process_time() - begun_s), flush=True)
        wrong |= any(faults(row, result))
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
