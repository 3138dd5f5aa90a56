"""What a game of La malédiction de la momie is played with: who plays which pawn, and on which map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from firmware_py.games.malediction.map_drawing import MapDrawing, read_maze
from firmware_py.games.malediction.map_files import SHIPPED, shipped_maze
from firmware_py.games.malediction.maze import FEWEST_HUNTERS, MOST_HUNTERS, Maze
from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.games.registry import BOXES
from firmware_py.words import Words, first_reported, words


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Empty: this game has no house rules."""


class Hunter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pawn and who plays it."""

    player: str
    pawn: str


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays the mummy, the hunters in the order of their turns, and the map."""

    mummy: str
    hunters: tuple[Hunter, ...]
    board: str | MapDrawing
    """A shipped map's name, or a whole map; `board` is the record's word."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 5 players; with two players one of them plays two pawns (P45)."""

    record: Literal[1]
    game: Literal["malediction"]
    players: tuple[str, ...]
    setup: Setup
    rules: HouseRules = HouseRules()

    def __post_init__(self) -> None:
        check_players(self.players, BOXES[self.game])
        maze = maze_of(self.setup)
        if unfitting := next(_unfitting(self.players, self.setup, maze), None):
            raise UnreadableLine(unfitting)


def maze_of(setup: Setup) -> Maze:
    """Return the map that a game is played on.

    :raises UnreadableLine: when no map of that name is shipped, or the drawing has problems; it names the first ones.
    """
    if isinstance(setup.board, str):
        if setup.board not in SHIPPED:
            raise UnreadableLine(
                words('no map is called "{board}"; there are: {boards}', board=setup.board, boards=SHIPPED)
            )
        return shipped_maze(setup.board)
    maze, problems = read_maze(setup.board)
    if maze is None:
        why, *others = first_reported([problem.words for problem in problems])
        for other in others:
            why = words("{one}; {other}", one=why, other=other)
        raise UnreadableLine(words("the map cannot be used: {problems}", problems=why))
    return maze


def _unfitting(players: tuple[str, ...], setup: Setup, maze: Maze) -> Iterator[Words]:
    """Yield why these players cannot play these parts on this map."""
    yield from _unfitting_pawns(setup, maze)
    yield from _unfitting_roles(players, setup)


def _unfitting_pawns(setup: Setup, maze: Maze) -> Iterator[Words]:
    pawns = [hunter.pawn for hunter in setup.hunters]
    if not FEWEST_HUNTERS <= len(setup.hunters) <= MOST_HUNTERS:
        yield words(
            "there are {fewest} to {most} hunters, not {count}",
            fewest=FEWEST_HUNTERS,
            most=MOST_HUNTERS,
            count=len(setup.hunters),
        )
    if len(set(pawns)) < len(pawns):
        yield words("a pawn is given twice")
    if unknown := sorted(set(pawns) - set(maze.pawns)):
        yield words('this map has no pawn "{pawn}"; it has: {pawns}', pawn=unknown[0], pawns=maze.pawns)


def _unfitting_roles(players: tuple[str, ...], setup: Setup) -> Iterator[Words]:
    roles = [setup.mummy, *(hunter.player for hunter in setup.hunters)]
    if unknown := sorted(set(roles) - set(players)):
        yield words('"{player}" has a part but does not play', player=unknown[0])
    if unknown := sorted(set(players) - set(roles)):
        yield words('"{player}" is a player without a part', player=unknown[0])
    if setup.mummy in roles[1:]:
        yield words('"{player}" plays the mummy and cannot be a hunter', player=setup.mummy)
    if len(players) > 2 and len(set(roles)) < len(roles):
        yield words("only in the two-player game does one person play two pawns")
    if len(players) == 2 and len(setup.hunters) != 2:
        yield words("in the two-player game the hunter plays exactly two pawns")
