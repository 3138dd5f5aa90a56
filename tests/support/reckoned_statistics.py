"""Statistics reckoned a second time, from exported records alone: nothing of `firmware_py.evenings` stands here.

A game is read from the text of `export --times` and from what `replay --json` says of its record.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

PAUSE_MS = 600_000
EVENING_MS = 18_000_000
BUST = 5


@dataclass(frozen=True)
class Reckoned:
    """A game that ended, as its exported record tells it."""

    number: int
    game: str
    players: tuple[str, ...]
    won: frozenset[str]
    roles: dict[str, str]
    scores: dict[str, int]
    is_eased: bool
    length_ms: int
    began: datetime
    ended: datetime
    first_ms: int
    last_ms: int
    best: dict[str, dict[str, int]]
    """By kind of moment and by player."""
    boxes: frozenset[str] = frozenset()
    """The seats that the program plays at the end; it counts as nobody, under an empty name."""


def read_exported(number: int, exported: str, replayed: str) -> Reckoned | None:
    """A game, or None if it did not end."""
    columns = [line.split("\t", 2) for line in exported.splitlines()]
    header, *actions = [json.loads(line) for _, _, line in columns]
    states = [json.loads(line)["state"] for line in replayed.splitlines()]
    assert len(states) == len(columns), "every line of a record is accepted"
    end = states[-1]
    if not end["winners"]:
        return None
    uptimes = [int(uptime) for _, uptime, _ in columns[1:]]
    waits = [after - before for before, after in pairwise(uptimes)]
    players = tuple(header["players"])
    roles = {}
    won = frozenset(end["winners"])
    if header["game"] == "malediction":
        mummy = header["setup"]["mummy"]
        roles = {player: "mummy" if player == mummy else "hunter" for player in players}
        sides = {roles[player] for player in won}
        won = frozenset(player for player in players if roles[player] in sides)
    return Reckoned(
        number,
        header["game"],
        players,
        won,
        roles,
        end.get("scores", {}),
        _is_eased(header),
        sum(wait for wait in waits if 0 <= wait <= PAUSE_MS),
        _began([datetime.fromisoformat(at) for at, _, _ in columns], uptimes),
        datetime.fromisoformat(columns[-1][0]),
        uptimes[0],
        uptimes[-1],
        _moments(header, actions, states),
        _boxes(header, actions),
    )


def _boxes(header: dict[str, Any], actions: list[Any]) -> frozenset[str]:
    seats = dict.fromkeys(header.get("box", {}), True)
    seats |= {action["by"]: action.get("box") is not None for action in actions if action["do"] == "seat"}
    return frozenset(player for player, is_box in seats.items() if is_box)


def _began(dates: list[datetime], uptimes: list[int]) -> datetime:
    """When a game began; a clock that was set during the game tells it afterwards."""
    if is_dated(dates[0]):
        return dates[0]
    for at, uptime in zip(dates[1:], uptimes, strict=True):
        if is_dated(at):
            return at - timedelta(milliseconds=max(uptime - uptimes[0], 0))
    return dates[0]


def _is_eased(header: dict[str, Any]) -> bool:
    rules = header.get("rules", {})
    printed = 30 if len(header["players"]) == 6 else 35
    return rules.get("track", printed) != printed or any(rules.get("head_start", {}).values())


def _moments(header: dict[str, Any], actions: list[Any], states: list[Any]) -> dict[str, dict[str, int]]:
    match header["game"]:
        case "maudite_momie":
            gains: dict[str, int] = {}
            for before, after in pairwise(states):
                for player, score in after["scores"].items():
                    gains[player] = max(gains.get(player, 0), score - before["scores"][player])
            return {"haul": gains}
        case "or_du_pharaon":
            collected = states[-1]["collected"].items()
            return {"haul": {player: sum(map(_worth, own["treasures"])) for player, own in collected}}
    runs = [len(action["path"]) for action in actions if action["do"] == "move" and "path" in action]
    missions: Counter[str] = Counter()
    for hunter in sorted(header["setup"]["hunters"], key=lambda one: header["players"].index(one["player"])):
        missions[hunter["player"]] += len(states[-1]["missions"][hunter["pawn"]])
    return {"chase": {header["setup"]["mummy"]: sum(runs)}, "missions": missions}


def _worth(treasure: int | str) -> int:
    return BUST if treasure == "bust" else int(treasure)


def is_dated(at: datetime) -> bool:
    """Whether the clock of the device was set; before, it counts from 1970."""
    return at.year > 2000


def in_order(games: Iterable[Reckoned]) -> list[Reckoned]:
    """Games as they were played: by date, and one without a date behind the one that was stored before it."""
    keys: list[tuple[float, int]] = []
    found = sorted(games, key=lambda one: one.number)
    for game in found:
        before = keys[-1][0] if keys else 0.0
        keys.append((game.began.timestamp() if is_dated(game.began) else before, game.number))
    return [game for _, game in sorted(zip(keys, found, strict=True), key=lambda pair: pair[0])]


def evenings(played: Sequence[Reckoned]) -> list[list[Reckoned]]:
    """The games of each evening: those less than five hours apart."""
    found: list[list[Reckoned]] = []
    for game in played:
        if found and _gap_ms(found[-1][-1], game) < EVENING_MS:
            found[-1].append(game)
        else:
            found.append([game])
    return found


def _gap_ms(before: Reckoned, after: Reckoned) -> float:
    if is_dated(before.ended) and is_dated(after.began):
        return (after.began - before.ended).total_seconds() * 1000
    gap = after.first_ms - before.last_ms
    return gap if gap >= 0 else float("inf")


def day(evening: Sequence[Reckoned]) -> date | None:
    """The day on which an evening began, if its clock was set."""
    return next((game.began.date() for game in evening if is_dated(game.began)), None)


def tally(games: Iterable[Reckoned]) -> dict[str, int]:
    """How many victories each player had; 0 for none."""
    found: dict[str, int] = {}
    for game in games:
        for player in game.players:
            called = "" if player in game.boxes else player
            found[called] = found.get(called, 0) + (player in game.won)
    return found


def of_person(played: Sequence[Reckoned], name: str) -> dict[str, Any]:
    """What a person has played, by the names of the product's answer."""
    own = [game for game in played if name in game.players and name not in game.boxes]
    victories = [name in game.won for game in own]
    rows = "".join("x" if victory else " " for victory in victories)
    narrow = [
        (margin, order, game.number) for order, game in enumerate(own) if (margin := _margin(game, name)) is not None
    ]
    scored = [game for game in own if game.scores and not game.is_eased]
    return {
        "games": len(own),
        "won": sum(victories),
        "best_scores": {
            game: max(one.scores[name] for one in scored if one.game == game) for game in {one.game for one in scored}
        },
        "longest_streak": max(map(len, rows.split(" "))),
        "streak": len(rows) - len(rows.rstrip("x")),
        "by_game": _counts((game.game, name in game.won) for game in own),
        "by_role": _counts((game.roles[name], name in game.won) for game in own if game.roles),
        "against": _against(own, name),
        "moments": _best((game, {k: {name: v[name]} for k, v in game.best.items() if name in v}) for game in own),
        "narrowest": next(((number, margin) for margin, _, number in sorted(narrow)), None),
    }


def _against(own: Iterable[Reckoned], name: str) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for game in own:
        for other in game.players:
            if other != name:
                called = "" if other in game.boxes else other
                beaten, lost = found.get(called, (0, 0))
                one, two = name in game.won, other in game.won
                found[called] = beaten + (one and not two), lost + (two and not one)
    return found


def of_game(played: Sequence[Reckoned], kind: str) -> dict[str, Any]:
    """What a table has played of a game, by the names of the product's answer."""
    games = [game for game in played if game.game == kind]
    ranked = [
        (-score, order, game.players.index(player), game.number, player)
        for order, game in enumerate(games)
        if not game.is_eased
        for player, score in game.scores.items()
        if player not in game.boxes
    ]
    by_people = [game for game in games if not game.boxes]
    single = [game for game in by_people if len(game.won) == 1 and not game.roles]
    sides = {role for game in by_people for role in game.roles.values()}
    return {
        "games": len(games),
        "average_ms": round(sum(game.length_ms for game in games) / max(1, len(games))),
        "best_score": next(((-least, player, number) for least, _, _, number, player in sorted(ranked)), None),
        "first_player": (sum(game.players[0] in game.won for game in single), len(single)) if single else None,
        "roles": {
            role: (sum(any(game.roles[one] == role for one in game.won) for game in by_people), len(by_people))
            for role in sides
        },
        "moments": _best((game, game.best) for game in games),
    }


def _margin(game: Reckoned, name: str) -> int | None:
    """Return by how many points a single winner was ahead; None if nobody's points were beaten."""
    if game.won != {name} or not game.scores or game.is_eased:
        return None
    margin = game.scores[name] - max(score for player, score in game.scores.items() if player != name)
    return margin if margin >= 0 else None


def _counts(pairs: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for key, has_won in pairs:
        played, won = found.get(key, (0, 0))
        found[key] = played + 1, won + has_won
    return found


def _best(games: Iterable[tuple[Reckoned, Mapping[str, Mapping[str, int]]]]) -> dict[str, tuple[int, str, int]]:
    """The best of each kind, with number, player and value; nothing for 0.

    Of equal ones it is the first, and in one game whoever sits first.
    """
    found: dict[str, tuple[int, str, int]] = {}
    for game, kinds in games:
        for kind, values in () if game.is_eased else kinds.items():
            for player in (one for one in game.players if one not in game.boxes):
                value = values.get(player, 0)
                if value > (found[kind][2] if kind in found else 0):
                    found[kind] = game.number, player, value
    return found
