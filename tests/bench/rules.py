"""The rules: how many actions a second, each with the list of all legal actions before it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import chess
from random_play import SAMPLERS, random_game

from bench.rows import TITLES, Row, Sample, Sampler, Topic, at_least
from firmware_py.games.registry import GAMES

GAMES_EACH, MOST_ACTIONS, MOST_MOVES = 6, 300, 150
ROUNDS = 8


def chess_games() -> list[list[chess.Move]]:
    """Return games of chess played at random."""
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
    """Return the first state and the actions of games at random."""
    games = []
    for seed in range(GAMES_EACH):
        start = GAMES[name].rules.initial_state(SAMPLERS[name].header(random.Random(seed)))
        games.append((start, [action for _, action, _ in random_game(name, seed)][:MOST_ACTIONS]))
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
            f"{TITLES[name]}: an action and all legal actions before it, in random games",
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
