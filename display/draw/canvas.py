"""A surface that shows one view after the other, and is painted again only where they differ.

Why: most presses move a cursor or change a number. Marks are values, so those of two views can be compared, and the
pictures of marks that stay are kept. Less is computed, and less goes to a panel: a whole picture of 480x320 takes 77 ms
on a serial bus of 32 MHz.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import pygame

from display.draw.background import background
from display.draw.marks import Mark, TouchArea
from display.draw.paint import USUAL, Sprite, sprites_of
from display.theme import Look


class Layer(msgspec.Struct, frozen=True, eq=False):
    """What one mark puts on a surface; the same one as long as the mark stays."""

    sprites: tuple[Sprite, ...]


class Canvas:
    """Owns what a surface shows."""

    def __init__(self, surface: pygame.Surface) -> None:
        """Begin with a surface that shows anything."""
        self._surface = surface
        self._marks: tuple[Mark, ...] = ()
        self._layers: tuple[Layer, ...] = ()
        self._layer_of: Mapping[Mark, Layer] = {}
        self._look: Look = USUAL

    @property
    def touches(self) -> tuple[TouchArea, ...]:
        """The places to touch, the topmost first."""
        return tuple(mark for mark in reversed(self._marks) if isinstance(mark, TouchArea))

    def show(self, marks: Iterable[Mark], look: Look = USUAL) -> tuple[pygame.Rect, ...]:
        """Show these marks one over another, and nothing else; return the areas that changed, lying apart."""
        self._marks = tuple(marks)
        before, layer_of = (self._layers, self._layer_of) if look == self._look else ((), {})
        self._look = look
        self._layers = tuple(layer_of.get(mark) or Layer(sprites_of(mark, look)) for mark in self._marks)
        self._layer_of = dict(zip(self._marks, self._layers, strict=True))
        areas = self._changed_since(before)
        self._paint(areas)
        return areas

    def _changed_since(self, before: tuple[Layer, ...]) -> tuple[pygame.Rect, ...]:
        """Return the areas in which these layers and those before differ."""
        whole = self._surface.get_rect()
        there, was_there = set(self._layers), set(before)
        stayed = [layer for layer in self._layers if layer in was_there]
        if not stayed or stayed != [layer for layer in before if layer in there]:
            return (whole,)  # what lies over what may have changed
        changed = there ^ was_there
        places = (place for layer in (*before, *self._layers) if layer in changed for _, place in layer.sprites)
        return tuple(filter(None, (area.clip(whole) for area in lying_apart(places))))

    def _paint(self, areas: tuple[pygame.Rect, ...]) -> None:
        """Paint what lies in these areas."""
        sprites = [sprite for layer in self._layers for sprite in layer.sprites]
        places = [place for _, place in sprites]
        ground = background(*self._surface.get_size(), self._look)
        for area in areas:
            self._surface.set_clip(area)
            self._surface.blit(ground, area, area)
            self._surface.fblits([sprites[number] for number in area.collidelistall(places)])
        self._surface.set_clip(None)


def lying_apart(rects: Iterable[pygame.Rect]) -> tuple[pygame.Rect, ...]:
    """Return rectangles that cover these and do not overlap; none of them is empty."""
    apart: list[pygame.Rect] = []
    for rect in filter(None, rects):
        while (overlapped := rect.collidelist(apart)) >= 0:
            rect = rect.union(apart.pop(overlapped))
        apart.append(rect)
    return tuple(apart)
