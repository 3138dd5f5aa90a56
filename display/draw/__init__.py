"""Draws a view on a surface.

Why: one module for each kind of body lays it out as marks, `frame` and `foot` lay out what every screen has, `paint`
turns marks into pixels, and `canvas` keeps them. A new kind of body is one more module here and one more case below.

The bodies: `menu`, or its `pictures`, `picker`, `announcement` with its `headline`, `ranking` and `course`; `race`, a
turn with every player's lane; `pyramid` with its `tiles`, what is `on_tile`, and `pyramid_panel` beside it; `maze` with
`maze_grid`, the `maze_pieces` on it, and `maze_panel` beside it; `table_plan`, who sits where. `strip` and `dice` show
counts and dice. All of them put `marks` into boxes and fit `text` in even lines (`line_breaks`), or one of its `names`;
a `choice` lies on a plate, perhaps with its key; every `cell` of a grid is filled alike; `bars` say how far a list or
work is. `background` lies behind them. `illustration` is an explanation: its picture and its words. `across` is a turn
as it is read from across the table, with a `portrait` of whoever acts. `gallery` is a page of pictures, which `scenes`
draws, and `cover` a list beside one of them. `moment` is a poster of what has just happened, with a picture from
`posters`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from display.draw import (
    across,
    announcement,
    course,
    cover,
    frame,
    gallery,
    maze,
    menu,
    moment,
    picker,
    pyramid,
    race,
    ranking,
    table_plan,
)
from display.draw.canvas import Canvas, Drawn, drawn
from display.draw.marks import Box, Mark, TouchArea
from display.sizes import Sizes, for_touch, sizes_for
from display.theme import Look
from display.view import (
    Across,
    Announcement,
    Body,
    Course,
    Cover,
    Gallery,
    MazePlan,
    Menu,
    Moment,
    Picker,
    PyramidPlan,
    Race,
    Ranking,
    TablePlan,
    View,
)

__all__ = ["Canvas", "Drawn", "TouchArea", "draw", "drawn", "laid_out", "layout", "look_of"]


def draw(view: View, surface: pygame.Surface) -> tuple[TouchArea, ...]:
    """Draw `view` over the whole of `surface`; return the places to touch, the topmost first."""
    canvas = Canvas(surface)
    canvas.show(laid_out(view, *surface.get_size()))
    return canvas.touches


def laid_out(view: View, width: int, height: int) -> Drawn:
    """Return what `view` puts on a screen, with its pictures; no surface is touched."""
    return drawn(layout(view, width, height), look_of(view))


def look_of(view: View) -> Look:
    """Return what decides about the colours of `view`."""
    return Look(view.theme, view.world)


def layout(view: View, width: int, height: int) -> Iterator[Mark]:
    """Yield what `view` puts on a screen of `width` x `height` pixels, from the ground up."""
    sizes = sizes_for(width, height, view.inches)
    if view.is_touched:
        sizes = for_touch(sizes)
    if isinstance(view.body, Across):
        yield from across.layout(view, view.body, Box(0, 0, width, height), sizes)
        return
    if isinstance(view.body, Moment):
        yield from moment.layout(view.body, Box(0, 0, width, height), sizes)
        return
    where = frame.parts(view, sizes)
    if isinstance(view.body, PyramidPlan):
        yield from pyramid.page(view, view.body, where.page, sizes)
    elif isinstance(view.body, MazePlan):
        yield from maze.page(view, view.body, where.page, sizes)
    elif isinstance(view.body, Gallery):
        yield from gallery.page(view, view.body, where.page, sizes)
    elif isinstance(view.body, Cover):
        yield from cover.page(view, view.body, where.page, sizes)
    elif isinstance(view.body, Ranking):
        yield from ranking.page(view, view.body, where.page, sizes)
    else:
        head, body = frame.head(view, where.page, sizes)
        yield from head
        yield from _body(view.body, body, sizes)
    yield from frame.around(view, where, sizes)
    yield from frame.hold(view, where, sizes)


def _body(body: Body, box: Box, sizes: Sizes) -> Iterator[Mark]:
    match body:
        case TablePlan():
            return table_plan.layout(body, box, sizes)
        case Race():
            return race.layout(body, box, sizes)
        case Picker():
            return picker.layout(body, box, sizes)
        case Course():
            return course.layout(body, box, sizes)
        case Announcement():
            return announcement.layout(body, box, sizes)
        case Gallery() | Cover() | Ranking() | PyramidPlan() | MazePlan() | Across() | Moment():
            raise ValueError("it takes the whole page")
        case Menu():
            return menu.layout(body, box, sizes)
