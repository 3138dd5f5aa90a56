"""How a game of L'or du pharaon went: what each player scored for, and every total from moment to moment (G51, G52)."""

from __future__ import annotations

from display.view import Course, CoursePlayer
from firmware_py.games.or_du_pharaon.scoring import PHOTO_POINTS, POINTS, ranking, total
from firmware_py.games.or_du_pharaon.state import State, Team
from firmware_py.pages.table import Table
from firmware_py.words import words

KINDS = (words("treasures"), words("photos"), words("the bust"), words("lost figures"))


def course(table: Table) -> Course:
    """Return how the finished game went, the best first."""
    state: State = table.playing.state
    ranks = ranking(state)
    best = max(1, *(rank.total for rank in ranks))
    players = []
    for rank in ranks:
        seat = state.players.index(rank.player)
        actor = table.actor(rank.player)
        totals = _totals(state, seat)
        players.append(CoursePlayer(actor.name, actor.colour, rank.total, best, totals, _parts(state.teams[seat])))
    return Course(tuple(players), tuple(map(table.say, KINDS)))


def _parts(team: Team) -> tuple[int, ...]:
    photos, bust = team.photos * PHOTO_POINTS, POINTS["bust"] * team.treasures.count("bust")
    treasures = sum(POINTS[disc] for disc in team.treasures) - bust
    return treasures, photos, bust, total(team) - treasures - photos - bust


def _totals(state: State, seat: int) -> tuple[int, ...]:
    """Return a player's total at the beginning and after each moment of the ledger."""
    booked = {entry.moment: entry.total for entry in state.ledger if entry.seat == seat}
    totals = [0]
    for moment in range(1, 1 + max((entry.moment for entry in state.ledger), default=0)):
        totals.append(booked.get(moment, totals[-1]))
    return tuple(totals)
