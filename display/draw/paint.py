"""Puts marks on a surface: the one place where drawings become pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

import pygame

from display.draw.marks import Box, Drawing, Frieze, Label, Mark, Picture, Plate, Ring, Token, TouchArea
from display.draw.text import TICK, drawable, fitted, line_height
from display.fonts import font
from display.icons import icon
from display.svg import document, fade, raster, tone
from display.theme import BLOCK, GOLD, INK, PLAYERS, RGB, SHAPES, WHITE, Shape, lit, mix
from display.view import Colour

RING_STEPS = 48
"""A ring is drawn in this many different states at most."""

OUTLINES: dict[Shape, str] = {
    "circle": '<circle cx="16" cy="16" r="12.5" {style}/>',
    "square": '<rect x="5" y="5" width="22" height="22" rx="2.5" {style}/>',
    "triangle": '<path d="M16 3.5 L29 27 H3 Z" {style}/>',
    "diamond": '<path d="M16 2 L30 16 L16 30 L2 16 Z" {style}/>',
    "star": '<path d="M16 1.8 L20.2 11.4 L30.6 12.4 L22.8 19.4 L25.1 29.6 L16 24.3 L6.9 29.6 L9.2 19.4 L1.4 12.4 '
    'L11.8 11.4 Z" {style}/>',
    "cross": '<path d="M11 3 H21 V11 H29 V21 H21 V29 H11 V21 H3 V11 H11 Z" {style}/>',
    "hexagon": '<path d="M9 3.9 H23 L30 16 L23 28.1 H9 L2 16 Z" {style}/>',
}
"""A token's shape on a field of 32x32."""


Sprite: TypeAlias = tuple[pygame.Surface, pygame.Rect]
"""A picture, and the pixels that it covers."""


def paint(marks: Iterable[Mark], surface: pygame.Surface) -> None:
    """Put `marks` on `surface` one over another."""
    for mark in marks:
        surface.fblits(sprites_of(mark))


def sprites_of(mark: Mark) -> tuple[Sprite, ...]:
    """Return what a mark puts on a surface; nothing if its box is empty, or if it is only a place to touch."""
    match mark:
        case TouchArea():
            return ()
        case Label():
            return tuple(_written(mark))
    box = _painted_box(mark)
    return ((_painted(mark, box), pygame.Rect(box)),) if box.w > 0 and box.h > 0 else ()


def _painted_box(mark: Plate | Picture | Token | Ring | Frieze | Drawing) -> Box:
    """Return the pixels that a mark covers: its whole box, or the largest square in the middle of it."""
    if isinstance(mark, Plate | Frieze | Drawing):
        return mark.box
    size = min(mark.box.w, mark.box.h)
    return mark.box.middle(size, size)


def _painted(mark: Plate | Picture | Token | Ring | Frieze | Drawing, box: Box) -> pygame.Surface:
    """Return a mark as a picture of the size of `box`."""
    match mark:
        case Plate():
            return _plate(box.w, box.h, mark.fill, mark.edge, mark.radius, mark.thickness)
        case Picture():
            return icon(mark.name, box.w, mark.colour)
        case Token():
            return _token(box.w, mark.colour, mark.halo)
        case Ring():
            return _ring(box.w, round(mark.fraction * RING_STEPS), mark.colour)
        case Frieze():
            return _frieze(box.w, box.h, mark.colour)
        case Drawing():
            return _drawing(mark.svg, box.w, box.h)


def _written(label: Label) -> Iterator[Sprite]:
    """Yield the lines of a label so that its capitals stand in the middle of its box."""
    if not label.text:
        return
    fit = fitted(label)
    box = label.box
    pitch = line_height(fit.size)
    middle = box.y + box.h / 2 - pitch * (len(fit.lines) - 1) / 2
    baseline = round(middle + fit.size * 0.36)
    for number, line in enumerate(fit.lines):
        picture, ascent = _line(line, fit.size, label.bold, label.colour)
        match label.align:
            case "left":
                x = box.x
            case "centre":
                x = box.x + (box.w - picture.get_width()) // 2
            case "right":
                x = box.right - picture.get_width()
        yield picture, picture.get_rect(topleft=(x, baseline - ascent + number * pitch))


@lru_cache(maxsize=512)
def _line(text: str, size: int, bold: bool, colour: RGB) -> tuple[pygame.Surface, int]:
    """Return a line of text, and how far below its upper edge the letters stand.

    Accents on capitals rise above the typeface's ascent; the letters then stand lower by as much.
    """
    face, text = font(size, bold), drawable(text)
    highest = max((letter[3] for letter in face.metrics(text) if letter), default=0)
    ascent = max(face.get_ascent(), highest)
    picture = face.render(text.replace(*TICK), True, colour)
    for place, letter in enumerate(text):
        if letter == TICK[0]:
            x = face.size(text[:place].replace(*TICK))[0]
            picture.blit(icon("ok", face.size(TICK[1])[0], colour), (x, ascent - round(size * 0.76)))
    return picture, ascent


@lru_cache(maxsize=128)
def _plate(
    width: int, height: int, fill: RGB | None, edge: RGB | None, radius: int, thickness: float
) -> pygame.Surface:
    """Return a plate, slightly lighter at its top as if lit by a lamp."""
    inset = thickness / 2 if edge else 0.0
    body = f"<defs>{fade('g', lit(fill), fill)}</defs>" if fill else ""
    body += (
        f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" height="{height - 2 * inset}" rx="{radius}" '
        f'fill="{"url(#g)" if fill else "none"}"'
        + (f' stroke="{tone(edge)}" stroke-width="{thickness}"' if edge else "")
        + "/>"
    )
    return raster(document(body, width, height), width, height)


@lru_cache(maxsize=256)
def _token(size: int, colour: Colour, halo: bool) -> pygame.Surface:
    fill = PLAYERS[colour]
    outline = OUTLINES[SHAPES[colour]]

    def layer(style: str) -> str:
        return outline.format(style=f'{style} stroke-linejoin="round"')

    drawing = layer(f'fill="{tone(INK)}" stroke="{tone(INK)}" stroke-width="4"')
    if halo:
        drawing = layer(f'fill="{tone(GOLD)}" stroke="{tone(GOLD)}" stroke-width="8"') + drawing
    edge = tone(mix(fill, INK, 0.45))
    drawing += layer(f'fill="{tone(fill)}" stroke="{edge}" stroke-width="1.6"')
    drawing += f'<g transform="translate(16 15) scale(0.5) translate(-16 -16)">{layer(_glint(fill))}</g>'
    margin = 4 if halo else 2
    field = 32 + 2 * margin
    return raster(document(f'<g transform="translate({margin} {margin})">{drawing}</g>', field, field), size, size)


def _glint(fill: RGB) -> str:
    return f'fill="{tone(mix(fill, WHITE, 0.38))}" stroke="none"'


@lru_cache(maxsize=2 * RING_STEPS)
def _ring(size: int, step: int, colour: RGB) -> pygame.Surface:
    middle, thickness = size / 2, max(2.5, size * 0.12)
    radius = middle - thickness / 2
    circle = f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="none" stroke-width="{thickness}" stroke='
    body = f'{circle}"{tone(BLOCK)}"/>'
    if step >= RING_STEPS:
        body += f'{circle}"{tone(colour)}"/>'
    elif step > 0:
        angle = 2 * math.pi * step / RING_STEPS
        x, y = middle + radius * math.sin(angle), middle - radius * math.cos(angle)
        far = int(step > RING_STEPS / 2)
        body += (
            f'<path d="M{middle} {middle - radius} A{radius} {radius} 0 {far} 1 {x} {y}" fill="none" '
            f'stroke="{tone(colour)}" stroke-width="{thickness}" stroke-linecap="round"/>'
        )
    return raster(document(body, size, size), size, size)


@lru_cache(maxsize=16)
def _frieze(width: int, height: int, colour: RGB) -> pygame.Surface:
    count = round(width / (2.4 * height))
    pitch = width / count
    body = "".join(f"M{i * pitch} 0 L{(i + 0.5) * pitch} {height} L{(i + 1) * pitch} 0 Z " for i in range(count))
    return raster(document(f'<path d="{body}" fill="{tone(colour)}"/>', width, height), width, height)


@lru_cache(maxsize=512)
def _drawing(svg: str, width: int, height: int) -> pygame.Surface:
    return raster(document(svg, 48 * width / height, 48), width, height)
