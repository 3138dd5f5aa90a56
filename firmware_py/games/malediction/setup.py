"""What a game of La malédiction de la momie is played with: who plays which pawn, and on which map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from firmware_py.games.malediction.map_drawing import MapDrawing, read_maze
from firmware_py.games.malediction.map_files import SHIPPED, shipped_maze
from firmware_py.games.malediction.maze import FEWEST_HUNTERS, MOST_HUNTERS, Maze
from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.words import Words, words

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This game is played as printed."""


class Hunter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pawn and who plays it."""

    player: str
    pawn: str


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays the mummy, the hunters in the order of their turns, and the board."""

    mummy: str
    hunters: tuple[Hunter, ...]
    board: str | MapDrawing
    """A shipped board's name, or a whole board."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 5 players; with two players one of them plays two pawns (P45)."""

    record: Literal[1]
    game: Literal["malediction"]
    players: tuple[str, ...]
    setup: Setup
    rules: HouseRules = HouseRules()

    def __post_init__(self) -> None:
        check_players(self.players, FEWEST_PLAYERS, MOST_PLAYERS)
        board = maze_of(self.setup)
        if unfitting := next(_unfitting(self.players, self.setup, board), None):
            raise UnreadableLine(unfitting)


def maze_of(setup: Setup) -> Maze:
    """Return the board that a game is played on.

    :raises UnreadableLine: when no board of that name is shipped, or the drawing has problems; it names all of them.
    """
    if isinstance(setup.board, str):
        if setup.board not in SHIPPED:
            raise UnreadableLine(
                words('no board is called "{board}"; there are: {boards}', board=setup.board, boards=SHIPPED)
            )
        return shipped_maze(setup.board)
    board, problems = read_maze(setup.board)
    if board is None:
        told, *others = (problem.words for problem in problems)
        for other in others:
            told = words("{one}; {other}", one=told, other=other)
        raise UnreadableLine(words("the board cannot be used: {problems}", problems=told))
    return board


def _unfitting(players: tuple[str, ...], setup: Setup, board: Maze) -> Iterator[Words]:
    """Yield what does not fit in who plays what."""
    pawns = [hunter.pawn for hunter in setup.hunters]
    roles = [setup.mummy, *(hunter.player for hunter in setup.hunters)]
    if not FEWEST_HUNTERS <= len(setup.hunters) <= MOST_HUNTERS:
        yield words(
            "there are {fewest} to {most} hunters, not {count}",
            fewest=FEWEST_HUNTERS,
            most=MOST_HUNTERS,
            count=len(setup.hunters),
        )
    if len(set(pawns)) < len(pawns):
        yield words("a pawn is given twice")
    if unknown := sorted(set(pawns) - set(board.pawns)):
        yield words('this board has no pawn "{pawn}"; it has: {pawns}', pawn=unknown[0], pawns=board.pawns)
    if unknown := sorted(set(roles) - set(players)):
        yield words('"{player}" has a part but is no player', player=unknown[0])
    if unknown := sorted(set(players) - set(roles)):
        yield words('"{player}" is a player without a part', player=unknown[0])
    if setup.mummy in roles[1:]:
        yield words('"{player}" plays the mummy and cannot be a hunter', player=setup.mummy)
    if len(players) > 2 and len(set(roles)) < len(roles):
        yield words("only in the two-player game does one person play two pawns")
    if len(players) == 2 and len(setup.hunters) != 2:
        yield words("in the two-player game the hunter plays exactly two pawns")
