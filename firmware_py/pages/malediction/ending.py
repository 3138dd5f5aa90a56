"""The last page: who has won and why, and a replay of the hidden game."""

from __future__ import annotations

from msgspec.structs import replace

from display.view import Actor, MazePlan, Menu
from firmware_py.games.malediction import rules
from firmware_py.pages.commands import Begin, Leave
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.malediction.pictures import actor, maze_of
from firmware_py.pages.replay_viewer import ReplayPage
from firmware_py.pages.stack import Push
from firmware_py.pages.table import Table
from firmware_py.words import words


def end_page(table: Table) -> ListPage:
    """Return the last page, on which nothing is a secret any more."""
    session = table.playing
    again = Begin(session.header, table.colours, bool(session.seed))
    return ListPage(
        title=words("The end"),
        prompt=rules.outcome(session.state).reason,  # type: ignore[union-attr]  # the phase is `over`
        choices=(
            Choice(words("Watch the hidden game"), Push(ReplayPage(_map, _who)), icons=("history",)),
            Choice(words("Play again"), again, icons=("new",)),
            Choice(words("Done"), Leave(), icons=("ok",)),
        ),
        on_back=Leave(),
        around=_last_map,
    )


def _last_map(choices: Menu, table: Table) -> MazePlan:
    """Return the map without bag and tray: the choices need the room."""
    return replace(_map(choices, table), tokens=None, tray=None)


def _map(choices: Menu, table: Table) -> MazePlan:
    return maze_of(table.playing.state, choices)


def _who(table: Table) -> Actor | None:
    return actor(table.playing.state)
