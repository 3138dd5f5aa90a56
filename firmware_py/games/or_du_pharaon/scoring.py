"""What each player scores, the ledger of all totals, and who wins (G51, G52)."""

from __future__ import annotations

from itertools import groupby

import msgspec
from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.events import GameOver, Tie
from firmware_py.games.or_du_pharaon.state import LOST, Disc, Entry, State, Team
from firmware_py.games.rules import TABLE, Outcome
from firmware_py.words import NOTHING, Words, plain, words

PHOTO_POINTS = 1
POINTS: dict[Disc, int] = {2: 2, 3: 3, "bust": 5, "closed": 0}
ARCHAEOLOGIST_LOST, PORTER_LOST = -2, -1


class Rank(msgspec.Struct, frozen=True):
    """One line of the final ranking; `tie` says what separates this player from others with the same total."""

    place: int
    player: str
    total: int
    tie: Tie
    why: Words


def total(team: Team) -> int:
    """Return the points of a team, penalties included; a closed disc counts 0."""
    penalty = ARCHAEOLOGIST_LOST * (team.archaeologist == LOST) + PORTER_LOST * (team.porter == LOST)
    return team.photos * PHOTO_POINTS + sum(POINTS[disc] for disc in team.treasures) + penalty


def totals(state: State) -> tuple[int, ...]:
    """Return the running totals in seating order."""
    return tuple(total(team) for team in state.teams)


def booked(before: State, after: State) -> State:
    """Return `after` with every total that changed since `before` in the ledger, all at the same moment (G52)."""
    moment = after.ledger[-1].moment + 1 if after.ledger else 1
    old_and_new = enumerate(zip(totals(before), totals(after), strict=True))
    changes = tuple(Entry(moment, seat, new) for seat, (old, new) in old_and_new if old != new)
    return replace(after, ledger=(*after.ledger, *changes))


def reached_at(state: State, seat: int) -> int:
    """Return the moment at which a player reached their total: 0 if it never changed (G52)."""
    return max((entry.moment for entry in state.ledger if entry.seat == seat), default=0)


def without_secrets(state: State, viewer: str) -> State:
    """Return the state with the delivered treasures of everybody but `viewer` closed, until the end (G28).

    Where a house rule opens the scores, nothing is closed.
    """
    if state.phase == "over" or state.rules.open_scores:
        return state
    seen = state.players.index(viewer) if viewer != TABLE else None
    teams = tuple(
        team if seat == seen else replace(team, treasures=("closed",) * len(team.treasures))
        for seat, team in enumerate(state.teams)
    )
    return replace(state, teams=teams, ledger=tuple(entry for entry in state.ledger if entry.seat == seen))


# --- the end ---------------------------------------------------------------------------------------------------------


def _has_both(state: State, seat: int) -> bool:
    return LOST not in (state.teams[seat].archaeologist, state.teams[seat].porter)


def _sort_key(state: State, seat: int) -> tuple[int, bool, int]:
    """Return the key that sorts players, the best first: total, both pawns left, moment (G52)."""
    return -total(state.teams[seat]), not _has_both(state, seat), reached_at(state, seat)


def ranking(state: State) -> tuple[Rank, ...]:
    """Return the players from first to last, each with what decided a tie; equal players share a place."""
    keys = [_sort_key(state, seat) for seat in range(len(state.players))]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks: list[Rank] = []
    for _, level in groupby(order, key=lambda seat: total(state.teams[seat])):
        seats = list(level)
        for index, seat in enumerate(seats):
            rival = _rival(state, seats, index)
            tie = _tie(state, seat, rival)
            ahead = sum(key < keys[seat] for key in keys)
            points = total(state.teams[seat])
            ranks.append(Rank(ahead + 1, state.players[seat], points, tie, _why(state, seats, seat, rival, tie)))
    return tuple(ranks)


def _rival(state: State, seats: list[int], index: int) -> int | None:
    """Return the player to compare with: one on the same place, else the one above, else the one below."""
    others = [*seats[:index][::-1], *seats[index + 1 :]]
    shared = [other for other in others if _sort_key(state, other) == _sort_key(state, seats[index])]
    return next(iter(shared + others), None)


def _tie(state: State, seat: int, rival: int | None) -> Tie:
    if rival is None:
        return "none"
    if _sort_key(state, seat) == _sort_key(state, rival):
        return "shared"
    return "first" if _has_both(state, seat) == _has_both(state, rival) else "figures"


def _why(state: State, seats: list[int], seat: int, rival: int | None, tie: Tie) -> Words:
    if rival is None or tie == "none":
        return NOTHING
    points = total(state.teams[seat])
    name = state.players[rival]
    leads = _sort_key(state, seat) < _sort_key(state, rival)
    match tie, leads:
        case "shared", _:
            level = [other for other in seats if _sort_key(state, other) == _sort_key(state, seat) and other != seat]
            names = tuple(plain(state.players[other]) for other in level)
            return words("Complete tie with {players}.", players=names)
        case "figures", True:
            return words("Ahead of {player}: still has both figures.", player=name)
        case "figures", False:
            return words("Behind {player}, who still has both figures.", player=name)
        case _, True:
            return words("Ahead of {player}: reached {total} earlier.", player=name, total=points)
        case _:
            return words("Behind {player}, who reached {total} earlier.", player=name, total=points)


def game_over(state: State) -> GameOver:
    """Return the announcement of the end."""
    ranks = ranking(state)
    winners = {rank.player for rank in ranks if rank.place == 1}
    return GameOver(tuple(name for name in state.players if name in winners), ranks[0].total, ranks[0].tie)


def outcome(state: State) -> Outcome | None:
    """Return the winners once the game is over, and what decided (G52)."""
    if state.phase != "over":
        return None
    over = game_over(state)
    return Outcome(over.winners, over.words())
