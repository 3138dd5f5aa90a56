"""The box in every game: it plays by the rules, alike everywhere, and costs nothing where it does not play."""

import hashlib
import os
import random
import subprocess
import sys
from itertools import islice
from typing import Any

import box_games
import pytest
from box_games import awaits_decision, box_game, completed
from pharaon_table import BELOW_C6
from pharaon_table import table as pyramid
from places import PROJECT
from random_play import random_game
from sampling import many
from tournament import FAIR, GOALS, LABELS, Result, chases, digs, faults, loots
from waiting import PATIENCE_S

from firmware_py.bots.levels import MEASURED_ON
from firmware_py.bots.or_du_pharaon import FALLS_TOO_FAR, STEPS_A_WAVE, Fall
from firmware_py.bots.seat import PLAYERS, Seen, decide, seen_of
from firmware_py.evenings.statistics import interval
from firmware_py.games.or_du_pharaon.state import Collapse, HouseRules, neighbours_of
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.seats import LEVELS

GAME_IDS = tuple(PLAYERS)
FEW_ACTIONS = many(20, whole=50)


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("level", LEVELS)
def test_in_every_state_of_random_games_its_action_is_legal(game: str, level: int) -> None:
    """Also on odd maps and at odd tables, in positions to which it would never have come."""
    rules, asked = GAMES[game].rules, 0
    for seed in range(100 * level, 100 * level + many(3, whole=8)):
        chance, heard = random.Random(seed), ()
        for state, played, _ in random_game(game, seed):
            if awaits_decision(state) and chance.random() < 0.1:
                seen = seen_of(game, rules.to_act(state)[0], state, heard)
                action = completed(seen, state, decide(seen, level, str(seed)), level, str(seed))
                assert rules.broken_rule(state, action) is None, (seed, action)
                asked += 1
            heard += rules.apply(state, played)[1]
    assert asked > 5


@pytest.mark.parametrize("game", GAME_IDS)
def test_games_of_boxes_alone_come_to_an_end(game: str) -> None:
    """Nobody passes for ever, and nobody walks in circles."""
    for seed in range(many(1, whole=3)):
        *_, (_, _, after, _) = box_game(game, seed)
        assert GAMES[game].rules.outcome(after), seed


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    """Whatever Python's hashes are; and another seed gives another game."""
    played = [
        subprocess.run(
            [sys.executable, box_games.__file__, "1", str(FEW_ACTIONS), *GAME_IDS],
            env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": str(PROJECT)},
            capture_output=True,
            check=True,
            timeout=PATIENCE_S,
        ).stdout
        for hashes in ("0", "1")
    ]
    assert len(played[0].splitlines()) == FEW_ACTIONS * len(GAME_IDS)
    assert played[0] == played[1]
    for game in GAME_IDS:
        assert [*islice(box_game(game, 1), 20)] != [*islice(box_game(game, 2), 20)]


@pytest.mark.parametrize("game", GAME_IDS)
def test_asked_again_after_an_undo_it_wishes_the_same(game: str) -> None:
    """Taking back and asking again brings no better luck, whatever it was asked in between."""
    rules, asked = GAMES[game].rules, []
    for state, _, _, heard in box_game(game, seed=4, level=2, most=60):
        if awaits_decision(state):
            seen = seen_of(game, rules.to_act(state)[0], state, heard)
            asked.append((seen, decide(seen, 2, "4")))
    assert len(asked) > 20
    for seen, wish in reversed(asked):
        assert decide(seen, 2, "4") == wish


def test_what_a_seat_knows_has_no_private_event() -> None:
    """Of the events of a game only those are heard that are for everybody."""
    *_, (_, _, after, heard) = box_game("malediction", seed=1, most=40)
    seen = seen_of("malediction", "Mo", after, heard)
    assert any(not event.is_public for event in heard)
    assert seen.heard == tuple(event for event in heard if event.is_public)
    assert isinstance(seen, Seen)


@pytest.mark.parametrize(("spread", "last_wave"), [("orthogonal", 7), ("diagonal", 5)])
def test_the_archaeologist_of_the_box_knows_how_long_the_door_stays_open(spread: Any, last_wave: int) -> None:
    """The card before the start card falls with the wave in which the fall that began at a1 reaches it."""
    collapse = Collapse("falling", 0, None, "a1", front=("a1",))
    house = HouseRules(collapse_spread=spread)
    state = pyramid({}, start=BELOW_C6, house=house, fallen=("a1",), collapse=collapse)
    fall = Fall(state, neighbours_of(state.setup.start))
    in_time, too_late = (fall.risk("f1", STEPS_A_WAVE * last_wave + more, moves_first=True) for more in (0, 1))
    assert in_time < FALLS_TOO_FAR <= too_late


def test_a_device_without_a_box_in_a_seat_loads_nothing_of_it() -> None:
    """And who can play one game loads none of the others."""
    program = (
        "import sys, firmware_py.cli.main, firmware_py.device.app\n"
        "from firmware_py.games.registry import GAMES\n"
        "from firmware_py.pages.registry import PAGES\n"
        "[GAMES[game] for game in GAMES], [PAGES[game] for game in PAGES]\n"
        "assert not [name for name in sys.modules if name.startswith('firmware_py.bots')]\n"
        "import firmware_py.bots\n"
        "assert not [name for name in sys.modules if name.startswith('firmware_py.bots.m')]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_each_level_is_cooler_and_stronger_than_the_one_below() -> None:
    """Five of each kind on each map, by games enough to tell, and the strongest takes the best it finds."""
    for measured in MEASURED_ON.values():
        for (kind, table), levels in measured.items():
            heats, rates = [level.heat for level in levels], [level.wins / level.games for level in levels]
            assert len(levels) == len(LEVELS)
            assert heats == sorted(set(heats), reverse=True), (kind, table)
            assert rates == sorted(set(rates)), (kind, table)
            assert heats[-1] == 0
            assert min(level.games for level in levels) >= FEWEST_GAMES[kind], (kind, table)


FEWEST_GAMES = {"mummy": 400, "hunters": 400, "momie": 400, "pharaoh": 100}

PLAYED = {"malediction": "344fb384181356f6", "maudite_momie": "fda4bb283b786406", "or_du_pharaon": "1c09cbe8682b451d"}
"""How games begin of those players by whom the levels were measured, each level once."""


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_players_are_those_who_were_measured(game: str) -> None:
    """If one plays otherwise, its labels are out of date: `make bots` measures them, and then its games stand here."""
    lines = (
        write_line(action)
        for level in LEVELS
        for _, action, _, _ in box_game(game, seed=level, level=level, most=MOST_ACTIONS)
    )
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == PLAYED[game]


MOST_ACTIONS = 24


def test_the_tournament_says_which_level_is_off_its_label() -> None:
    """By more than seven points, and by games enough to tell; or if the strongest misses its goal."""
    rows = {row.name: row for row in (*chases(), *digs(), *loots())}
    assert rows.keys() >= LABELS.keys() | GOALS.keys() | FAIR.keys()
    for name, level in LABELS.items():
        assert not list(faults(rows[name], Result(level.games, level.wins))), name
        assert list(faults(rows[name], Result(1000, 10 * level.rate + (80 if level.rate < 50 else -80)))), name
        assert not list(faults(rows[name], Result(10, level.rate / 10))), name
    for name, goal in GOALS.items():
        assert list(faults(rows[name], Result(1000, 10 * goal - 1))), name
    for name, fair in FAIR.items():
        assert list(faults(rows[name], Result(1000, 10 * fair - 60))), name


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (81, 263, 0.2553, 0.3662)])
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """By the figures of Newcombe (1998), table I, method 3."""
    assert interval(wins, games) == pytest.approx((low, high), abs=5e-5)
