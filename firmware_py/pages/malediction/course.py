"""How a game of La malédiction went: the mummy's tokens and the hunters' missions, from action to action."""

from __future__ import annotations

from display.view import Colour, Course, CoursePlayer, RankedPlayer
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.state import State
from firmware_py.pages.malediction.pictures import mummy_colour, pawn_colours
from firmware_py.pages.table import Table
from firmware_py.printable import printable
from firmware_py.words import words


def places(table: Table) -> tuple[RankedPlayer, ...]:
    """Return who has won, and how far the others came."""
    state: State = table.playing.state
    winners = {printable(name) for name in rules.outcome(state).winners}  # type: ignore[union-attr]  # over

    def place(player: CoursePlayer) -> RankedPlayer:
        is_mummy = player.name == printable(state.mummy_player)
        counted = (
            words("of {most} tokens", most=player.goal) if is_mummy else words("of {most} missions", most=player.goal)
        )
        rank = 1 if player.name in winners else 2
        return RankedPlayer(rank, player.name, player.colour, player.score, table.say(counted), is_mummy)

    return tuple(map(place, course(table).players))


def course(table: Table) -> Course:
    """Return how the game went, the winner first, then whoever came closest to winning."""
    session = table.playing
    states: list[State] = [session.start, *(step.state for step in session.steps)]
    first = states[0]
    colours = pawn_colours(tuple(hunter.pawn for hunter in first.hunters))
    tokens = tuple(state.tokens for state in states)
    players = [_player(first.mummy_player, mummy_colour(tuple(colours.values())), first.target, tokens)]
    for index, hunter in enumerate(first.hunters[:1] if first.is_two_player else first.hunters):
        missions = tuple(state.played(index) for state in states)
        players.append(_player(hunter.player, colours[hunter.pawn], first.missions_to_win, missions))
    return Course(tuple(sorted(players, key=lambda player: -player.score / player.goal)))


def _player(name: str, colour: Colour, goal: int, totals: tuple[int, ...]) -> CoursePlayer:
    return CoursePlayer(printable(name), colour, totals[-1], goal, totals)
