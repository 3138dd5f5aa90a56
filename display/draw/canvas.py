"""A surface that shows one view after the other, and is painted again only where they differ.

Why: most presses move a cursor or change a number. What two views show is compared by pictures and places: of a text
that changes, the lines that stay are not painted again. Less is computed, and less goes to a panel: a whole picture of
480x320 takes 77 ms on a serial bus of 32 MHz.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import pygame

from display.draw.marks import Box, Mark, TouchArea
from display.draw.paint import USUAL, Sprite, sprites_of
from display.svg import copied_in_parts, document, fade, raster, tone
from display.theme import RGB, Look, mix, palette
from display.view import World


@lru_cache(maxsize=4)
def background(width: int, height: int, look: Look) -> pygame.Surface:
    """Return the background for a screen of `width` x `height` pixels."""
    tones = palette(look)
    top, foot = tones["top"], tones["foot"]
    drawing = f'<defs>{fade("sky", top, foot)}</defs><rect width="{width}" height="{height}" fill="url(#sky)"/>'
    if look.has_motif:
        drawing += "".join(MOTIFS[look.world](width, height, mix(top, tones["edge"], 0.09)))
    surface = copied_in_parts(width, height)
    surface.blit(raster(document(drawing, width, height), width, height), (0, 0))
    return surface


def _no_motif(width: int, height: int, colour: RGB) -> Iterator[str]:  # noqa: ARG001 - as every motif is drawn
    return iter(())


def _bandages(width: int, height: int, colour: RGB) -> Iterator[str]:
    """Yield slanting bands, as a mummy is wrapped."""
    wide = height / 9
    for number in range(-4, int(width / wide / 3) + 2):
        x = number * 3 * wide
        yield (
            f'<path d="M{x} {height} L{x + height * 0.5} 0 h{wide} L{x + wide} {height} Z" fill="{tone(colour)}" '
            'fill-opacity="0.8"/>'
        )


def _steps(width: int, height: int, colour: RGB) -> Iterator[str]:
    """Yield a pyramid's steps at the foot."""
    step = height / 12
    for level in range(5):
        inset = (level + 1) * width / 14
        yield (
            f'<rect x="{inset}" y="{height - (level + 1) * step}" width="{width - 2 * inset}" height="{step - 2}" '
            f'fill="{tone(colour)}" fill-opacity="0.55"/>'
        )


def _meander(width: int, height: int, colour: RGB) -> Iterator[str]:
    """Yield a meander along the foot and the head."""
    side = height / 24
    for y in (height - 5.5 * side, side / 2):
        path = "".join(
            f"M{x} {y + 4 * side} v{-4 * side} h{4 * side} v{3 * side} h{-2 * side} v{-side}"
            for x in (number * 6 * side for number in range(int(width / side / 6) + 1))
        )
        yield f'<path d="{path}" fill="none" stroke="{tone(colour)}" stroke-width="{side * 0.7}"/>'


MOTIFS: dict[World, Callable[[int, int, RGB], Iterator[str]]] = {
    "home": _no_motif,
    "crypt": _bandages,
    "desert": _steps,
    "maze": _meander,
}


class Drawn(NamedTuple):
    """What a page puts on a surface, from the ground up, with its pictures."""

    marks: tuple[Mark, ...]
    sprites: tuple[Sprite, ...]
    there: frozenset[Sprite]
    """The same pictures, to look for one."""
    look: Look


def drawn(marks: Iterable[Mark], look: Look = USUAL) -> Drawn:
    """Return marks with their pictures; no surface is touched."""
    marks = tuple(marks)
    sprites = tuple(sprite for mark in marks for sprite in sprites_of(mark, look))
    return Drawn(marks, sprites, frozenset(sprites), look)


NOTHING = drawn(())
"""What lies on a surface of which nothing is known."""


class Canvas:
    """Owns what a surface shows."""

    def __init__(self, surface: pygame.Surface) -> None:
        """Begin with a surface that shows anything."""
        self._surface = surface
        self._drawn = NOTHING

    @property
    def touches(self) -> tuple[TouchArea, ...]:
        """The places to touch, the topmost first."""
        return tuple(mark for mark in reversed(self._drawn.marks) if isinstance(mark, TouchArea))

    def show(self, page: Drawn) -> tuple[pygame.Rect, ...]:
        """Show this page and nothing else; return the areas that changed, lying apart."""
        before, self._drawn = self._drawn, page
        areas = self._changed_since(before if page.look == before.look else NOTHING)
        self._paint(areas)
        return areas

    def _changed_since(self, before: Drawn) -> tuple[pygame.Rect, ...]:
        """Return the areas in which the page and the one before differ."""
        whole = self._surface.get_rect()
        page = self._drawn
        stayed = [sprite for sprite in page.sprites if sprite in before.there]
        if not stayed or stayed != [sprite for sprite in before.sprites if sprite in page.there]:
            return (whole,)  # what lies over what may have changed
        places = (sprite.place for sprite in page.there ^ before.there)
        return tuple(filter(None, (area.clip(whole) for area in lying_apart(places))))

    def _paint(self, areas: tuple[pygame.Rect, ...]) -> None:
        """Paint what lies in these areas."""
        sprites = self._drawn.sprites
        places = [sprite.place for sprite in sprites]
        ground = background(*self._surface.get_size(), self._drawn.look)
        for area in areas:
            self._surface.set_clip(area)
            self._surface.blit(ground, area, area)
            self._surface.fblits([sprites[number] for number in area.collidelistall(places)])
        self._surface.set_clip(None)


def lying_apart(boxes: Iterable[Box]) -> tuple[pygame.Rect, ...]:
    """Return rectangles that cover these boxes and do not overlap; none of them is empty."""
    apart: list[pygame.Rect] = []
    for rect in filter(None, map(pygame.Rect, boxes)):
        while (overlapped := rect.collidelist(apart)) >= 0:
            rect = rect.union(apart.pop(overlapped))
        apart.append(rect)
    return tuple(apart)
