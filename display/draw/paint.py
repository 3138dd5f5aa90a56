"""Puts marks on a surface, over the background of a world: here alone drawings become pixels, and roles tones."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import pygame

from display.draw.faces import FACES
from display.draw.marks import (
    FIELD,
    Drawing,
    Frieze,
    Label,
    Mark,
    Painted,
    Picture,
    Plate,
    Rect,
    Ring,
    Sign,
    Token,
    TouchArea,
)
from display.draw.text import fit, line_height, runs
from display.fonts import font
from display.icons import document, fade, fast_surface, icon, raster, tone
from display.theme import RGB, SHAPES, WHITE, Look, Shape, Type, lit, mix, palette, tone_of
from display.view import Colour, Face, World


@lru_cache(maxsize=4)
def background(width: int, height: int, look: Look) -> pygame.Surface:
    """The background for a screen of `width` x `height` pixels."""
    tones = palette(look)
    top, foot = tones["top"], tones["foot"]
    drawing = f'<defs>{fade("sky", top, foot)}</defs><rect width="{width}" height="{height}" fill="url(#sky)"/>'
    if look.has_motif:
        drawing += "".join(MOTIFS[look.world](width, height, mix(top, tones["edge"], 0.09)))
    surface = fast_surface(width, height)
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


RING_STEPS = 48
"""A ring is drawn in this many different states at most."""

LEAST_BETWEEN = 8
"""Least height of a plate, in thicknesses of its edge."""

LARGE = 60_000
"""A drawing of so many pixels is drawn whenever it is shown, because keeping it would cost half a megabyte."""

OUTLINES: dict[Shape | Face, str] = {
    "circle": '<circle cx="16" cy="16" r="12.5" {style}/>',
    "square": '<rect x="5" y="5" width="22" height="22" rx="2.5" {style}/>',
    "triangle": '<path d="M16 3.5 L29 27 H3 Z" {style}/>',
    "diamond": '<path d="M16 2 L30 16 L16 30 L2 16 Z" {style}/>',
    "star": '<path d="M16 1.8 L20.2 11.4 L30.6 12.4 L22.8 19.4 L25.1 29.6 L16 24.3 L6.9 29.6 L9.2 19.4 L1.4 12.4 '
    'L11.8 11.4 Z" {style}/>',
    "cross": '<path d="M11 3 H21 V11 H29 V21 H21 V29 H11 V21 H3 V11 H11 Z" {style}/>',
    "hexagon": '<path d="M9 3.9 H23 L30 16 L23 28.1 H9 L2 16 Z" {style}/>',
}
"""The outline of a token's shape, or of a face, on a field of 32x32."""
OUTLINES |= {face: f'<path d="{outline}" {{style}}/>' for face, (outline, _) in FACES.items()}

LEAST_CORNER = 26
"""A face has the shape of its colour in its corner if it is at least so many pixels large."""


USUAL = Look()


class Sprite(NamedTuple):
    """A picture, and the pixels that it covers."""

    picture: pygame.Surface
    place: Rect


def paint(marks: Iterable[Mark], surface: pygame.Surface, look: Look = USUAL) -> None:
    """Put `marks` on `surface` one over another."""
    for mark in marks:
        surface.fblits(sprites_of(mark, look))


@lru_cache(maxsize=1024)
def sprites_of(mark: Mark, look: Look = USUAL) -> tuple[Sprite, ...]:
    """What a mark puts on a surface; nothing if its box is empty, or if it is only a place to touch.

    Marks are values: those of the pages between which players go to and fro are not drawn again.
    """
    match mark:
        case TouchArea():
            return ()
        case Label():
            return tuple(_write(mark, look))
    box = _pixels_of(mark)
    return (Sprite(_paint(mark, box, look), box),) if box.w > 0 and box.h > 0 else ()


def _pixels_of(mark: Painted) -> Rect:
    """The pixels that a mark covers: its whole box, or the largest square in the middle of it."""
    if isinstance(mark, Plate | Frieze | Drawing):
        return mark.box
    size = min(mark.box.w, mark.box.h)
    return mark.box.middle(size, size)


def _paint(mark: Painted, box: Rect, look: Look) -> pygame.Surface:
    """A mark as a picture of the size of `box`."""
    match mark:
        case Plate():
            fill, edge = (None if tint is None else tone_of(tint, look) for tint in (mark.fill, mark.edge))
            return _plate(box.w, box.h, fill, edge, mark.radius, _thickness(mark, box, look))
        case Picture():
            return icon(mark.name, box.w, tone_of(mark.colour, look), look.rim)
        case Token():
            return _token(box.w, mark.colour, mark.halo, mark.face, look)
        case Sign():
            return _sign(box.w, OUTLINES[mark.face or SHAPES[mark.colour]], tone_of(mark.tint, look))
        case Ring():
            return _ring(box.w, round(mark.fraction * RING_STEPS), tone_of(mark.colour, look), tone_of("well", look))
        case Frieze():
            return _frieze(box.w, box.h, tone_of(mark.colour, look), tone_of("ink", look))
        case Drawing():
            drawn = _drawing if box.w * box.h < LARGE else _drawing.__wrapped__
            return drawn(mark.svg, box.w, box.h, look)


def _thickness(plate: Plate, box: Rect, look: Look) -> float:
    """Thickness of an edge: never so thick that nothing of a low plate is seen between its edges."""
    return max(plate.thickness, min(look.edge_px, min(box.w, box.h) / LEAST_BETWEEN))


def _write(label: Label, look: Look) -> Iterator[Sprite]:
    """Yield the lines of a label so that its capitals stand in the middle of its box."""
    if not label.text:
        return
    fitting = fit(label)
    box = label.box
    pitch = line_height(label.type)
    middle = box.y + box.h / 2 - pitch * (len(fitting.lines) - 1) / 2
    baseline = round(middle + label.type.capitals / 2)
    colour = tone_of(label.colour, look)
    for number, line in enumerate(fitting.lines):
        picture, ascent = _line(line, label.type, colour, fitting.share)
        match label.align:
            case "left":
                x = box.x
            case "centre":
                x = box.x + (box.w - picture.get_width()) // 2
            case "right":
                x = box.right - picture.get_width()
        yield Sprite(picture, Rect(x, baseline - ascent + number * pitch, *picture.get_size()))


@lru_cache(maxsize=512)
def _line(text: str, size: Type, colour: RGB, share: float) -> tuple[pygame.Surface, int]:
    """A line of text, and how far below its upper edge the letters stand.

    Accents on capitals rise above the typeface's ascent; the letters then stand lower by as much.
    """
    parts = []
    for run in runs(text, size.face):
        if run.face is None:
            parts.append((icon(run.text, size.capitals, colour), size.capitals))
            continue
        face = font(run.face, size.capitals)
        highest = max((letter[3] for letter in face.metrics(run.text) if letter), default=0)
        parts.append((face.render(run.text, True, colour), max(face.get_ascent(), highest)))
    ascent = max((rise for _, rise in parts), default=0)
    wide = sum(picture.get_width() for picture, _ in parts)
    high = max((picture.get_height() + ascent - rise for picture, rise in parts), default=0)
    line, x = pygame.Surface((wide, high), pygame.SRCALPHA), 0
    for picture, rise in parts:
        line.blit(picture, (x, ascent - rise))
        x += picture.get_width()
    return (pygame.transform.smoothscale(line, (round(wide * share), high)) if share < 1 else line), ascent


@lru_cache(maxsize=128)
def _plate(
    width: int, height: int, fill: RGB | None, edge: RGB | None, radius: int, thickness: float
) -> pygame.Surface:
    """A plate, slightly lighter at its top as if lit by a lamp."""
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
def _token(size: int, colour: Colour, halo: bool, face: Face | None, look: Look) -> pygame.Surface:
    """A token: its fill, a keyline of ink, and a rim of linen, so that it stands out from every ground."""
    tones = palette(look)
    fill, ink, linen = (tones[role] for role in (colour, "ink", "linen"))

    def layer(tint: RGB, width: float, outline: str = OUTLINES[face or SHAPES[colour]]) -> str:
        return outline.format(
            style=f'fill="{tone(tint)}" stroke="{tone(tint)}" stroke-width="{width}" stroke-linejoin="round"'
        )

    rim = 4.4 + 2 * 1.1 * 32 / size
    drawing = layer(tones["cursor"], rim + 7) if halo else ""
    drawing += layer(linen, rim + 2.2) + layer(ink, 4.4) + layer(fill, 0)
    if face is None:
        gleam = layer(mix(fill, WHITE, 0.3), 0)
        drawing += f'<g transform="translate(16 15) scale(0.5) translate(-16 -16)">{gleam}</g>'
    else:
        drawing += _with_tones(FACES[face][1], look)
        if size >= LEAST_CORNER:
            shape = OUTLINES[SHAPES[colour]]
            corner = layer(linen, 15, shape) + layer(ink, 9, shape) + layer(fill, 0, shape)
            drawing += f'<g transform="translate(21 21) scale(0.37)">{corner}</g>'
    margin = (rim + (7 if halo else 2.2)) / 2
    field = 32 + 2 * margin
    return raster(document(f'<g transform="translate({margin} {margin})">{drawing}</g>', field, field), size, size)


@lru_cache(maxsize=32)
def _sign(size: int, outline: str, colour: RGB) -> pygame.Surface:
    return raster(document(outline.format(style=f'fill="{tone(colour)}"'), 32, 32), size, size)


@lru_cache(maxsize=2 * RING_STEPS)
def _ring(size: int, step: int, colour: RGB, ground: RGB) -> pygame.Surface:
    middle, thickness = size / 2, max(2.5, size * 0.12)
    radius = middle - thickness / 2
    circle = f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="none" stroke-width="{thickness}" stroke='
    body = f'{circle}"{tone(ground)}"/>'
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
def _frieze(width: int, height: int, colour: RGB, ink: RGB) -> pygame.Surface:
    """Teeth with a line of ink along them, so that pale ones stand out from paper."""
    count = max(1, round(height / (2 * width)))
    pitch = height / count
    teeth = "".join(f"L{width - 1} {(i + 0.5) * pitch} L0 {(i + 1) * pitch} " for i in range(count))
    body = f'<path d="M0 0 {teeth}" fill="{tone(colour)}" stroke="{tone(ink)}" stroke-width="1.2"/>'
    return raster(document(body, width, height), width, height)


_ROLE = re.compile(r"@([a-z_]+)")


@lru_cache(maxsize=512)
def _drawing(svg: str, width: int, height: int, look: Look) -> pygame.Surface:
    return raster(document(_with_tones(svg, look), FIELD * width / height, FIELD), width, height)


def _with_tones(svg: str, look: Look) -> str:
    """A drawing with tones in place of roles."""
    return _ROLE.sub(lambda role: tone(tone_of(role[1], look)), svg)  # type: ignore[arg-type]


class Drawn(NamedTuple):
    """A page, ready to be put on a surface: its marks from the ground up, and their pictures."""

    marks: tuple[Mark, ...]
    sprites: tuple[Sprite, ...]
    look: Look

    @property
    def touches(self) -> tuple[TouchArea, ...]:
        """The places to touch, the topmost first."""
        return tuple(mark for mark in reversed(self.marks) if isinstance(mark, TouchArea))

    def paint(self, surface: pygame.Surface) -> None:
        """Show this page on the whole of a surface, and nothing else.

        Why all of it: putting a page together takes a tenth of a millisecond, and a panel on KMSDRM is given whole
        pictures anyway. What takes time is laying a page out and drawing its pictures, which are kept.
        """
        surface.blit(background(*surface.get_size(), self.look), (0, 0))
        surface.fblits(self.sprites)


def paint_marks(marks: Iterable[Mark], look: Look = USUAL) -> Drawn:
    """Marks with their pictures; no surface is touched."""
    marks = tuple(marks)
    return Drawn(marks, tuple(sprite for mark in marks for sprite in sprites_of(mark, look)), look)
