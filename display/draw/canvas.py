"""A surface that shows one view after the other, and is painted again only where they differ.

Why: most presses move a cursor or change a number. Marks are values, so those of two views can be compared, and the
pictures of marks that stay are kept. Less is computed, and less goes to a panel: a whole picture of 480x320 takes 77 ms
on a serial bus of 32 MHz.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pygame

from display.draw.background import background
from display.draw.marks import Mark, TouchArea
from display.draw.paint import Sprite, sprites_of


class Canvas:
    """Owns what a surface shows."""

    def __init__(self, surface: pygame.Surface) -> None:
        """Begin with a surface that shows anything."""
        self._surface = surface
        self._marks: tuple[Mark, ...] = ()
        self._sprites: Mapping[Mark, tuple[Sprite, ...]] = {}

    @property
    def touches(self) -> tuple[TouchArea, ...]:
        """The places to touch, the topmost first."""
        return tuple(mark for mark in reversed(self._marks) if isinstance(mark, TouchArea))

    def show(self, marks: Iterable[Mark]) -> tuple[pygame.Rect, ...]:
        """Show these marks one over another, and nothing else; return the areas that changed, lying apart."""
        before, known = self._marks, self._sprites
        self._marks = tuple(marks)
        self._sprites = {mark: known[mark] if mark in known else sprites_of(mark) for mark in self._marks}
        whole = self._surface.get_rect()
        stayed = [mark for mark in self._marks if mark in known]
        if stayed and stayed == [mark for mark in before if mark in self._sprites]:
            gone = [sprites for mark, sprites in known.items() if mark not in self._sprites]
            come = [sprites for mark, sprites in self._sprites.items() if mark not in known]
            areas = lying_apart(place.clip(whole) for sprites in gone + come for _, place in sprites)
        else:  # what lies over what may have changed
            areas = (whole,)
        self._paint(areas)
        return areas

    def _paint(self, areas: tuple[pygame.Rect, ...]) -> None:
        """Paint what lies in these areas."""
        sprites = [sprite for mark in self._marks for sprite in self._sprites[mark]]
        places = [place for _, place in sprites]
        ground = background(*self._surface.get_size())
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
