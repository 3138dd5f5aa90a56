"""Shapes of a circuit diagram, as values and as SVG.

Why a font of equal widths: an SVG is shown with the reader's own fonts. With equal widths the room of a label is known
beforehand, so that a test can find overlaps.

Why a white ground: the guide is also read on dark pages.
"""

from collections.abc import Iterator
from typing import Final, Literal
from xml.sax.saxutils import escape

import msgspec

INK: Final = "#1f2328"
WIRES: Final = {
    "plus": "#b3261e",  # 3.3 V
    "five": "#b45309",  # 5 V
    "ground": INK,
    "signal": "#0b57a4",
    "bundle": "#1b7340",  # several wires drawn as one
    "quiet": "#6e7781",  # text beside the circuit
    "paper": "#ffffff",  # text on a dark ground
}
WIDE: Final = 5.0  # how thick a bundle is drawn
SMALL: Final = 12.0
FONTS: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Wire(msgspec.Struct, frozen=True):
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    net: str = "signal"


class SvgBox(msgspec.Struct, frozen=True):
    """A part, or, dashed, a group of parts."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "#ffffff"
    is_dashed: bool = False


class Dot(msgspec.Struct, frozen=True):
    """A joint of crossing wires, or a hole to solder into."""

    x: float
    y: float
    net: str = "signal"
    radius: float = 3.5


class Outline(msgspec.Struct, frozen=True):
    """A closed shape, such as the triangle of a diode."""

    points: tuple[Point, ...]
    fill: str = "#ffffff"


class SvgLabel(msgspec.Struct, frozen=True):
    """One line of text; `y` is the middle of its letters."""

    x: float
    y: float
    text: str
    anchor: Anchor = "start"
    net: str = "ground"
    size: float = SMALL
    is_bold: bool = False


SvgShape = Wire | SvgBox | Dot | Outline | SvgLabel


class SvgPicture(msgspec.Struct, frozen=True):
    """A drawing; screen readers read its title."""

    title: str
    width: int
    height: int
    shapes: tuple[SvgShape, ...]

    def svg(self) -> str:
        """The picture as an SVG document."""
        lines = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="{FONTS}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{self.width}" height="{self.height}" rx="8" fill="#ffffff"/>',
            *map(_element, self.shapes),
            "</svg>",
        )
        return "\n".join(lines) + "\n"


def _element(shape: SvgShape) -> str:
    match shape:
        case Wire(points, net):
            width = WIDE if net == "bundle" else 2
            return f'<polyline points="{_points(points)}" fill="none" stroke="{WIRES[net]}" stroke-width="{width}"/>'
        case SvgBox(x, y, width, height, fill, is_dashed):
            line = f'stroke="{WIRES["quiet"]}" stroke-dasharray="6 5"' if is_dashed else f'stroke="{INK}"'
            place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"'
            return f'<rect {place} fill="{"none" if is_dashed else fill}" {line} stroke-width="1.5"/>'
        case Dot(x, y, net, radius):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{WIRES[net]}"/>'
        case Outline(points, fill):
            return f'<polygon points="{_points(points)}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'
        case SvgLabel(x, y, text, anchor, net, size, is_bold):
            weight = ' font-weight="bold"' if is_bold else ""
            place = f'x="{x:g}" y="{y + size * 0.35:g}" text-anchor="{anchor}"'
            return f'<text {place} font-size="{size:g}" fill="{WIRES[net]}"{weight}>{escape(text)}</text>'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


# --- symbols ---------------------------------------------------------------------------------------------------------


def resistor(x: float, y: float, value: str, net: str = "signal") -> Iterator[SvgShape]:
    """Yield a resistor from `x` to `x` + 60, with its value above."""
    yield Wire(((x, y), (x + 10, y)), net)
    yield SvgBox(x + 10, y - 6, 40, 12)
    yield Wire(((x + 50, y), (x + 60, y)), net)
    yield SvgLabel(x + 30, y - 15, value, "middle")


def pull_up(x: float, plus: float, signal: float, value: str) -> Iterator[SvgShape]:
    """Yield a resistor from the wire of 3.3 V to one above or below it, with its value at the right."""
    middle = (plus + signal) / 2
    edge = 12 if plus > signal else -12
    yield Wire(((x, plus), (x, middle + edge)), "plus")
    yield Wire(((x, middle - edge), (x, signal)))
    yield SvgBox(x - 6, middle - 12, 12, 24)
    yield Dot(x, plus, "plus")
    yield Dot(x, signal)
    yield SvgLabel(x + 12, middle, value)


def push_button(x: float, y: float) -> Iterator[SvgShape]:
    """Yield a push button from `x` to `x` + 60: two contacts and the bridge above them."""
    yield Wire(((x, y), (x + 14, y)), "signal")
    yield Dot(x + 16, y, "ground")
    yield Dot(x + 44, y, "ground")
    yield Wire(((x + 10, y - 9), (x + 50, y - 9)), "ground")
    yield Wire(((x + 30, y - 9), (x + 30, y - 15)), "ground")
    yield Wire(((x + 46, y), (x + 60, y)), "ground")


def diode(x: float, y: float, colour: str) -> Iterator[SvgShape]:
    """Yield a diode from `x` to `x` + 60, anode first, filled with its colour."""
    yield Wire(((x, y), (x + 20, y)), "signal")
    yield Outline(((x + 20, y - 9), (x + 20, y + 9), (x + 38, y)), colour)
    yield Wire(((x + 38, y - 9), (x + 38, y + 9)), "ground")
    yield Wire(((x + 38, y), (x + 60, y)), "ground")


def ground(x: float, y: float) -> Iterator[SvgShape]:
    """Yield the sign of ground: three bars below the end of a wire."""
    for bar, half in enumerate((9, 6, 3)):
        yield Wire(((x - half, y + 4 * bar), (x + half, y + 4 * bar)), "ground")


def arrow(x: float, y: float, net: str) -> Iterator[SvgShape]:
    """Yield the arrow at the end of a wire that continues to the right."""
    yield Outline(((x, y - 6), (x, y + 6), (x + 11, y)), WIRES[net])
