"""Work without a press: actions a second by the rules, and how long the longest game takes to open."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import chess
from long_records import long_record
from random_play import SAMPLERS, random_game

from bench.rows import Row, Sample, Sampler, Topic, at_least, at_most
from firmware_py.games.records import MOST_ACTIONS
from firmware_py.games.registry import BOXES, GAMES
from firmware_py.games.restoring import read_record, restore_in_steps
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal

GAMES_EACH, MOST_PLAYED, MOST_MOVES = 6, 300, 150
ROUNDS = 8


def chess_games() -> list[list[chess.Move]]:
    """Games of chess played at random."""
    games = []
    for seed in range(3):
        chance, board, moves = random.Random(seed), chess.Board(), []
        while not board.is_game_over() and len(moves) < MOST_MOVES:
            moves.append(chance.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append(moves)
    return games


def _of_chess(games: list[list[chess.Move]]) -> Callable[[], int]:
    def play() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                list(board.legal_moves)
                board.push(move)
        return sum(map(len, games))

    return play


def _games(name: str) -> list[tuple[Any, list[Any]]]:
    """The first state and the actions of games at random."""
    games = []
    for seed in range(GAMES_EACH):
        start = GAMES[name].rules.initial_state(SAMPLERS[name].header(random.Random(seed)))
        games.append((start, [action for _, action, _ in random_game(name, seed)][:MOST_PLAYED]))
    return games


def _of(name: str) -> Callable[[], int]:
    rules, games = GAMES[name].rules, _games(name)

    def play() -> int:
        for start, actions in games:
            state = start
            for action in actions:
                rules.legal_actions(state)
                state, _ = rules.apply(state, action)
        return sum(len(actions) for _, actions in games)

    return play


@contextmanager
def _rates() -> Iterator[Sampler]:
    plays = {"chess": _of_chess(chess_games()), **{name: _of(name) for name in GAMES}}

    def sample() -> Mapping[str, Sample]:
        best = dict.fromkeys(plays, 0.0)
        for _ in range(ROUNDS):
            for name, play in plays.items():
                begun_s = time.process_time()
                actions = play()
                best[name] = max(best[name], actions / (time.process_time() - begun_s) / 1000)
        return {f"rules-{name}": Sample(best[name], best["chess"]) for name in GAMES}

    yield sample


RATES = Topic(
    "rules",
    tuple(
        Row(
            f"rules-{name}",
            f"{BOXES[name].title.message}: an action and all legal actions before it, in random games",
            "k/s",
            "python-chess, a move and all legal moves before it",
            goals=(at_least(1.5, "peer"),),
            more_is_better=True,
            owner_can_run=True,
            missed_because="a run differs from the next by 5 %, and this game stands that near its goal",
            unfair="another game: 27 moves of chess are legal on average, 3 to 10 actions of ours; ours also makes "
            "the announcements",
        )
        for name in GAMES
    ),
    _rates,
)

# --- the longest game -------------------------------------------------------------------------------------------------


@contextmanager
def _resuming() -> Iterator[Sampler]:
    record = long_record(MOST_ACTIONS)
    with open_journal(None, lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        number = save_session(journal, read_record(record))

        def sample() -> Mapping[str, Sample]:
            begun_s = time.process_time()
            game = journal.load(number)
            for _ in restore_in_steps(game.header_line, game.lines, game.checksums, game.ply):
                pass
            resumed_s = time.process_time() - begun_s
            begun_s = time.process_time()
            read_record(record)
            return {"resume": Sample(resumed_s, None, time.process_time() - begun_s)}

        yield sample


RESUMED = Topic(
    "journal",
    (
        Row(
            "resume",
            f"resume of a game in which players ended {MOST_ACTIONS:,} turns and did nothing else, processor time",
            "s",
            limit="the same record read and played, with no digest checked",
            goals=(at_most(3.0, "limit"),),
            unfair="the limit is our own program without its digests: no other one plays these games",
        ),
    ),
    _resuming,
)
