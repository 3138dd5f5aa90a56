"""The last page: who has won and why, and a replay of the hidden game."""

from __future__ import annotations

from msgspec.structs import replace

from display.view import Actor, MazePlan, Menu
from firmware_py.games.malediction import rules
from firmware_py.pages.commands import Begin
from firmware_py.pages.lists import ListPage
from firmware_py.pages.malediction.course import course, places
from firmware_py.pages.malediction.pictures import actor, maze_of
from firmware_py.pages.replay_viewer import replay
from firmware_py.pages.result import end_page as result_page
from firmware_py.pages.result import watching
from firmware_py.pages.table import Table
from firmware_py.words import words


def end_page(table: Table) -> ListPage:
    """Return the last page, on which nothing is a secret any more."""
    session = table.playing
    return result_page(
        table,
        rules.outcome(session.state).reason,  # type: ignore[union-attr]  # the phase is `over`
        places,
        course,
        watching(replay(_map, _who), words("Watch the hidden game")),
        Begin(session.header, table.colours, bool(session.seed)),
        has_parts=False,
    )


def _map(choices: Menu, table: Table) -> MazePlan:
    return maze_of(table.playing.state, choices)


def _who(table: Table) -> Actor | None:
    """Return who was to act before the last action."""
    session = table.playing
    return actor(replace(session, steps=session.steps[:-1]).state) if session.steps else None
