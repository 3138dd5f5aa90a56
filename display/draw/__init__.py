"""Draws a view on a surface.

Why: one module for each kind of body lays it out as marks, `frame` lays out what every screen has, `paint` turns
marks into pixels, and `canvas` keeps them. A new kind of body is one more module here and one more case below.

The bodies: `menu`, `picker`, `announcement` and `ranking`; `race`, a score track; `map` with its `tiles`; `maze` with
`maze_grid` on the left and `maze_panel` beside it. `strip` and `dice` show counts and dice. All of them put `marks`
into boxes and fit `text`; `background` lies behind them. `illustration` is the picture above an explanation.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from display.draw import announcement, frame, maze, menu, picker, race, ranking
from display.draw import map as tile_map
from display.draw.canvas import Canvas
from display.draw.marks import Box, Mark, TouchArea
from display.theme import Sizes, for_touch, sizes_for
from display.view import Announcement, Body, Map, MazePlan, Menu, Picker, Race, Ranking, View

__all__ = ["Canvas", "TouchArea", "draw", "layout"]


def draw(view: View, surface: pygame.Surface) -> tuple[TouchArea, ...]:
    """Draw `view` over the whole of `surface`; return the places to touch, the topmost first."""
    canvas = Canvas(surface)
    canvas.show(layout(view, *surface.get_size()))
    return canvas.touches


def layout(view: View, width: int, height: int) -> Iterator[Mark]:
    """Yield what `view` puts on a screen of `width` x `height` pixels, from the ground up."""
    sizes = for_touch(sizes_for(width, height)) if view.is_touched else sizes_for(width, height)
    if isinstance(view.body, Map):
        yield from tile_map.screen(view, view.body, sizes)
        return
    if isinstance(view.body, MazePlan):
        yield from maze.screen(view, view.body, sizes)
        return
    header, prompt, body, footer = frame.parts(view, sizes)
    yield from frame.header(view, header, sizes)
    yield from frame.prompt(view, prompt, sizes)
    yield from _body(view.body, frame.above_notice(view, header, body, sizes), sizes)
    yield from frame.footer(view, footer, sizes)
    yield from frame.notice(view, header, body, sizes)
    yield from frame.hold(view, body, sizes)


def _body(body: Body, box: Box, sizes: Sizes) -> Iterator[Mark]:
    match body:
        case Menu():
            return menu.layout(body, box, sizes)
        case Race():
            return race.layout(body, box, sizes)
        case Picker():
            return picker.layout(body, box, sizes)
        case Ranking():
            return ranking.layout(body, box, sizes)
        case Announcement():
            return announcement.layout(body, box, sizes)
        case Map() | MazePlan():
            raise ValueError("a map takes the whole screen")
