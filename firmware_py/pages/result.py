"""The last pages of every game: winner, places, points and curve on one, and from there points and curve larger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from display.view import Course, Menu, RankedPlayer, Ranking
from firmware_py.games.session import redo_label
from firmware_py.pages.commands import Begin, Leave, Redo
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.replay_viewer import ReplayPage
from firmware_py.pages.stack import Back, Push
from firmware_py.pages.table import Table
from firmware_py.words import Words, words


class Ended(msgspec.Struct, frozen=True):
    """Draws the places and how the points came around the choices of a page."""

    places: Callable[[Table], tuple[RankedPlayer, ...]]
    course: Callable[[Table], Course]

    def __call__(self, choices: Menu, table: Table) -> Ranking:
        """Return the ranking with these choices."""
        return Ranking(self.places(table), choices, self.course(table))


class Picture(msgspec.Struct, frozen=True):
    """Draws the course of a game around the choices of a page."""

    course: Callable[[Table], Course]
    shows: Literal["parts", "curve"]

    def __call__(self, choices: Menu, table: Table) -> Course:
        """Return the course with these choices."""
        return replace(self.course(table), shows=self.shows, choices=choices)


def end_page(
    table: Table,
    reason: Words,
    places: Callable[[Table], tuple[RankedPlayer, ...]],
    course: Callable[[Table], Course],
    watch: Choice,
    again: Begin,
    *,
    has_parts: bool = True,
) -> ListPage:
    """Return the last page of a game: who has won and why, and what to do next.

    `has_parts`: points are of several kinds, which a page of their own shows before the curve.
    """
    undone = redo_label(table.playing, secrets=True)
    redo = Choice(words("Redo"), Redo(), icons=("redo",), brief=words("Redo"))
    curve = Choice(words("The curve"), Push(_curve_page(course)), icons=("curve",), brief=words("Curve"))
    parts = Choice(words("The points"), Push(_parts_page(course, curve)), icons=("parts",), brief=words("Points"))
    return ListPage(
        title=words("The end"),
        prompt=reason,
        choices=(
            Choice(words("Play again"), again, icons=("new",)),
            parts if has_parts else curve,
            watch,
            *((redo,) if undone else ()),
            Choice(words("Done"), Leave(), icons=("ok",)),
        ),
        on_back=Leave(),
        around=Ended(places, course),
    )


def watching(page: ReplayPage, label: Words) -> Choice:
    """Return the line that leads through the game again, step by step."""
    return Choice(label, Push(page), icons=("history",), brief=words("Replay"))


def _parts_page(course: Callable[[Table], Course], curve: Choice) -> ListPage:
    return ListPage(
        title=words("The points"),
        prompt=words("Where the points came from"),
        choices=(curve, Choice(words("Back to the ranking"), Back(), icons=("trophy",))),
        around=Picture(course, "parts"),
    )


def _curve_page(course: Callable[[Table], Course]) -> ListPage:
    return ListPage(
        title=words("The curve"),
        prompt=words("How the game went"),
        choices=(Choice(words("Back"), Back(), icons=("back",)),),
        around=Picture(course, "curve"),
    )
