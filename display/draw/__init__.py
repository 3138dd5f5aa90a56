"""Draws a view on a surface.

Why: one module for each kind of body lays it out as marks, `frame` lays out what every screen has, and `paint` turns
marks into pixels. A new kind of body is one more module here and one more case below.

The bodies: `menu`, `picker`, `announcement` or explanation, and at the end of a game `result`; `race`, a turn with
every player's lane; `pyramid` with its `tiles`; `maze` with its `maze_grid`; `table_plan`, who sits where;
`picture_pages`, beside or made of pictures, which `scenes` draws; `calendar`, a year in dots. `choices` are what all of
them offer, `dice` and counts what some of them show. All put `marks` into boxes and fit `text`. `scoreboard` is a turn
as it is read from across the table, `poster` what has just happened, `faces` those of people, and `code` is for a
camera.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import pygame

from display.draw import (
    announcement,
    frame,
    maze,
    menu,
    picker,
    picture_pages,
    poster,
    pyramid,
    race,
    result,
    scoreboard,
    table_plan,
    text,
)
from display.draw.marks import Label, Mark, Rect, TouchArea
from display.draw.paint import Drawn, paint_marks
from display.theme import Look, Sizes, for_touch, sizes_for, with_keys
from display.view import (
    Announcement,
    Body,
    Calendar,
    Code,
    MazePlan,
    Menu,
    Picker,
    PictureMenu,
    Poster,
    PyramidPlan,
    Race,
    Ranking,
    Scoreboard,
    ScoreHistory,
    TablePlan,
    TitlePage,
    View,
)

__all__ = ["Drawn", "TouchArea", "as_png", "draw", "lay_out", "layout", "look_of", "paint_marks"]


def draw(view: View, surface: pygame.Surface) -> tuple[TouchArea, ...]:
    """Draw `view` over the whole of `surface`; return the places to touch, the topmost first."""
    page = lay_out(view, *surface.get_size())
    page.paint(surface)
    return page.touches


def as_png(view: View, width: int, height: int) -> bytes:
    """`view` as a file of a picture."""
    surface, file = pygame.Surface((width, height)), io.BytesIO()
    draw(view, surface)
    pygame.image.save(surface, file, "picture.png")
    return file.getvalue()


def lay_out(view: View, width: int, height: int) -> Drawn:
    """The marks of `view` with their pictures, ready to be painted."""
    return paint_marks(layout(view, width, height), look_of(view))


def look_of(view: View) -> Look:
    """The theme and the world of `view`."""
    return Look(view.theme, view.world)


def layout(view: View, width: int, height: int, sizes: Sizes | None = None) -> Iterator[Mark]:
    """Yield what `view` puts on a screen of `width` x `height` pixels, from the ground up."""
    if sizes is None:
        sizes = sizes_for(width, height, view.inches)._replace(people=view.people, faces=view.faces)
        if view.has_keys:
            yield from _beside_keys(view, sizes)
            return
        sizes = for_touch(sizes) if view.is_touched else sizes
    if view.cross is not None:
        yield from frame.cross(view, view.cross, sizes)
        return
    if isinstance(view.body, Scoreboard):
        yield from scoreboard.layout(view, view.body, Rect(0, 0, width, height), sizes)
        return
    if isinstance(view.body, Poster):
        yield from poster.layout(view.body, Rect(0, 0, width, height), sizes)
        return
    where = frame.parts(view, sizes)
    if isinstance(view.body, PyramidPlan):
        yield from pyramid.page(view, view.body, where.page, sizes)
    elif isinstance(view.body, MazePlan):
        yield from maze.page(view, view.body, where.page, sizes)
    elif isinstance(view.body, PictureMenu):
        yield from picture_pages.picture_menu(view, view.body, where.page, sizes)
    elif isinstance(view.body, TitlePage):
        yield from picture_pages.title_page(view, view.body, where.page, sizes)
    elif isinstance(view.body, Ranking):
        yield from result.page(view, view.body, where.page, sizes)
    else:
        head, body = frame.head(view, where.page, sizes)
        yield from head
        yield from _body(view.body, body, sizes)
    yield from frame.around(view, where, sizes)
    yield from frame.hold(view, where, sizes)


def _beside_keys(view: View, sizes: Sizes) -> Iterator[Mark]:
    """Yield a page with keys, on which nothing is touched that is smaller than a fingertip.

    Its rows are as high as a finger needs, unless words would be broken, or missing beside a map: the keys lead to
    them as well.
    """
    touched, plain = with_keys(sizes)
    marks = tuple(layout(view, sizes.width, sizes.height, plain if isinstance(view.body, MazePlan) else touched))
    is_broken = not all(text.fit(label).unbroken for label in _labels(marks))
    if is_broken or isinstance(view.body, PyramidPlan):
        others = tuple(layout(view, sizes.width, sizes.height, plain))
        marks = others if is_broken or len(_labels(others)) > len(_labels(marks)) else marks
    for mark in marks:
        if not isinstance(mark, TouchArea) or min(mark.box.w, mark.box.h) >= touched.fingertip:
            yield mark


def _labels(marks: tuple[Mark, ...]) -> tuple[Label, ...]:
    return tuple(mark for mark in marks if isinstance(mark, Label) and mark.text)


def _body(body: Body, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    match body:
        case TablePlan():
            return table_plan.layout(body, box, sizes)
        case Race():
            return race.layout(body, box, sizes)
        case Picker():
            return picker.layout(body, box, sizes)
        case ScoreHistory():
            return result.history_marks(body, box, sizes)
        case Calendar():
            return picture_pages.layout_calendar(body, box, sizes)
        case Announcement():
            return announcement.layout(body, box, sizes)
        case Code():
            return picture_pages.layout_code(body, box, sizes)
        case PictureMenu() | TitlePage() | Ranking() | PyramidPlan() | MazePlan() | Scoreboard() | Poster():
            raise ValueError("it takes the whole page")
        case Menu():
            return menu.layout(body, box, sizes)
