"""Twelve faces that people choose from: each is known by its outline alone, in one colour and small.

A face is drawn in its player's colour, on a field of 32x32, as a token is. Features are strokes and spots of ink and
linen, so that neither colour nor theme matters to them.
"""

from __future__ import annotations

from display.view import Face


def _eyes(left: float, right: float, y: float, size: float = 1.7) -> str:
    """Two eyes of linen with pupils."""
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{size * 1.6:.2f}" fill="@linen" stroke="@ink" stroke-width="0.9"/>'
        f'<circle cx="{x}" cy="{y}" r="{size * 0.75:.2f}" fill="@ink"/>'
        for x in (left, right)
    )


def _strokes(path: str, width: float = 1.7) -> str:
    """Lines of ink."""
    return f'<path d="{path}" fill="none" stroke="@ink" stroke-width="{width}" stroke-linecap="round"/>'


FACES: dict[Face, tuple[str, str]] = {
    "explorer": (
        "M1 13.4 C6 10.4 9 11 9.6 8 C10.2 3 13 1.8 16 3.6 C19 1.8 21.8 3 22.4 8 C23 11 26 10.4 31 13.4 C28 16.4 25 17 "
        "23.6 17 C24 24 21 29.6 16 29.6 C11 29.6 8 24 8.4 17 C7 17 4 16.4 1 13.4 Z",
        '<path d="M9.4 9.4 Q16 11.6 22.6 9.4 L22.8 12 Q16 14 9.2 12 Z" fill="@ink"/>'
        + _eyes(12.7, 19.3, 18.4, 1.2)
        + '<path d="M10.6 24.4 Q13 21.4 16 23 Q19 21.4 21.4 24.4 Q18.6 25.6 16 24.4 Q13.4 25.6 10.6 24.4 Z" '
        'fill="@ink"/>',
    ),
    "pharaoh": (
        "M16 1.6 C22 1.6 24.6 5 25.4 10 L30.6 27.6 L21.6 30.4 L20.4 25.6 L16 30.4 L11.6 25.6 L10.4 30.4 L1.4 27.6 "
        "L6.6 10 C7.4 5 10 1.6 16 1.6 Z",
        _strokes("M16 2.6 V6.6 M9.2 10 Q16 6.4 22.8 10 M8 16 L6.4 27.6 M24 16 L25.6 27.6", 1.8)
        + _eyes(12.6, 19.4, 14.2, 1.3)
        + _strokes("M13.4 20.4 Q16 22 18.6 20.4"),
    ),
    "cat": (
        "M5 1.4 L12.2 7.4 Q16 6.6 19.8 7.4 L27 1.4 L28 14 C28 19 25 22 21 23.4 L22.4 31 H9.6 L11 23.4 C7 22 4 "
        "19 4 14 Z",
        _eyes(11.4, 20.6, 13.6, 1.4)
        + '<path d="M14.4 17 H17.6 L16 19 Z" fill="@ink"/>'
        + _strokes("M6.4 18.4 L11 18 M25.6 18.4 L21 18 M11.4 25 Q16 27 20.6 25 M11 28.4 Q16 30 21 28.4", 1.4),
    ),
    "scarab": (
        "M16 6 C23 6 26 12 26 18.4 C26 26 21.4 30.6 16 30.6 C10.6 30.6 6 26 6 18.4 C6 12 9 6 16 6 Z M11 7.6 C10 "
        "3 13 0.8 "
        "16 0.8 C19 0.8 22 3 21 7.6 Z M8.6 13.6 L3.6 9.4 L4.4 4 L1.6 3.6 L0.6 10.6 L7 16 Z M6.4 18.2 H0.6 V21.4 H6.4 Z "
        "M7.4 23.4 L1.6 28 L3.6 30.6 L10 26.6 Z M23.4 13.6 L28.4 9.4 L27.6 4 L30.4 3.6 L31.4 10.6 L25 16 Z M25.6 18.2 "
        "H31.4 V21.4 H25.6 Z M24.6 23.4 L30.4 28 L28.4 30.6 L22 26.6 Z",
        _strokes("M7.4 13.6 Q16 17.4 24.6 13.6 M16 15.6 V30", 1.9)
        + '<circle cx="13.6" cy="5" r="1.3" fill="@ink"/><circle cx="18.4" cy="5" r="1.3" fill="@ink"/>',
    ),
    "owl": (
        "M2.6 2 C7 4.8 12 6 16 6 C20 6 25 4.8 29.4 2 C30.4 8 30.6 11 29.6 15 C30.4 24 24 28 20 28.4 L19 31 H13 "
        "L12 28.4 "
        "C8 28 1.6 24 2.4 15 C1.4 11 1.6 8 2.6 2 Z",
        _eyes(10.4, 21.6, 13, 2.7)
        + '<path d="M14 16.4 H18 L16 20.6 Z" fill="@ink"/>'
        + _strokes("M10 23 l2 2 l2 -2 M18 23 l2 2 l2 -2", 1.5),
    ),
    "jackal": (
        "M5 31 C4.6 23 6 17 7.6 13.6 L8.4 0.8 L13.6 8 L17.4 0.8 L19.4 10.6 L31.2 17 L30.6 21 L21 22.4 L20 31 Z",
        '<path d="M27.6 15.6 L31 17 L30.6 19 Q28.4 18.6 27.6 15.6 Z" fill="@ink"/>'
        + '<circle cx="17" cy="14" r="2" fill="@linen"/><circle cx="17.4" cy="14" r="1.1" fill="@ink"/>'
        + _strokes("M10.4 5.6 L10.8 10.4 M20.6 20 L28.6 19.8 M7 26 L19.6 24.6 M6.6 29 L19.6 27.8", 1.4),
    ),
    "cobra": (
        "M16 1 C19 1 20.6 3 20.8 5.6 C27 5.6 30.6 11 27 16.6 C24.6 20.4 19.8 20.4 19.8 24 C24 24.6 30.6 24.6 30.6 28 "
        "C30.6 31 24 31 16 31 C8 31 1.4 31 1.4 28 C1.4 24.6 8 24.6 12.2 24 C12.2 20.4 7.4 20.4 5 16.6 C1.4 11 5 5.6 "
        "11.2 5.6 C11.4 3 13 1 16 1 Z",
        '<circle cx="14" cy="4.6" r="1.2" fill="@ink"/><circle cx="18" cy="4.6" r="1.2" fill="@ink"/>'
        + _strokes("M16 8 V10.4 L14.8 12 M16 10.4 L17.2 12", 1.1)
        + _strokes("M8.6 9.6 Q7 13 9.4 15.4 M23.4 9.6 Q25 13 22.6 15.4 M13.4 15 H18.6 M14 18 H18 M14 21.4 H18", 1.7)
        + _strokes("M5 27.8 Q16 30 27 27.8", 1.4),
    ),
    "crocodile": (
        "M0.8 14.4 L3 11.8 L13 13.2 C13.4 8.6 18.6 7.4 20.4 11.2 L24 8.6 L26 11 L29.4 9.6 L31.4 13.4 V24.6 L22 25 L3.6 "
        "26.4 L2 23.6 L17 20.8 L2 18.2 Z",
        '<circle cx="17" cy="12" r="2.1" fill="@linen"/><circle cx="17" cy="12" r="1.1" fill="@ink"/>'
        + '<path d="M4.4 18.6 l1.4 2.6 l1.4 -2 Z M8.4 19.4 l1.4 2.2 l1.4 -1.8 Z M12.4 20 l1 1.6 l1.4 -1.2 Z" '
        'fill="@linen"/><circle cx="3.6" cy="14.4" r="0.9" fill="@ink"/>'
        + _strokes("M22.6 14 l2 2.4 M26.4 14 l2 2.4 M23 19 l2 2.4", 1.4),
    ),
    "camel": (
        "M1.4 8 C1.4 4.6 5 3 8.4 4 L9.4 1.6 L11.6 4.8 C13 9 11.4 13 12.8 16.4 C15 16.4 15.6 7.6 20 7.6 C24.6 "
        "7.6 24.6 14 "
        "27.4 16 C31 18.6 30.2 24 30 30.8 H26 L25 24.2 H14 L13 30.8 H9 C8.6 24 6.4 19 6.6 10.8 L3 11.4 C1.4 11 1.4 9.4 "
        "1.4 8 Z",
        '<circle cx="7.4" cy="7" r="1.3" fill="@ink"/>'
        + _strokes("M13.6 18.6 Q20 21.6 26.4 18 M17 13.4 Q20 15 23 13", 1.5),
    ),
    "ibis": (
        "M20.4 2 C26 2 28.6 6.4 27.4 11 C26.4 15 26 18.6 27.6 22 L31.4 31 H14 C17.6 25 19.4 19 18 13.4 C12 12.6 6.6 18 "
        "4 28.6 C2 29.6 0.6 28.4 0.8 26.4 C2.4 14 8.6 8 14.6 6.6 C15.8 3.6 17.6 2 20.4 2 Z",
        '<circle cx="20.8" cy="7.4" r="2.2" fill="@linen"/><circle cx="20.6" cy="7.4" r="1.2" fill="@ink"/>'
        + _strokes("M15.6 7.4 Q16.4 10.6 18.6 12.6 M20.6 24 L26.6 22.6 M19 27.4 L28.4 26", 1.5),
    ),
    "bat": (
        "M16 10 L12.4 4.6 L11.6 10 C8.6 5.8 4 5.4 0.6 8.6 C3 10.4 3.6 14 2.6 19.6 C5.6 17.6 8.6 18.4 10 22.6 "
        "C12.4 21 14.4 "
        "23.4 16 28 C17.6 23.4 19.6 21 22 22.6 C23.4 18.4 26.4 17.6 29.4 19.6 C28.4 14 29 10.4 31.4 8.6 C28 5.4 "
        "23.4 5.8 "
        "20.4 10 L19.6 4.6 Z",
        _eyes(13.6, 18.4, 13.4, 1.1)
        + _strokes("M9.6 11.6 L9.4 18 M5.8 10.6 L5.6 15.6 M22.4 11.6 L22.6 18 M26.2 10.6 L26.4 15.6", 1.2)
        + '<path d="M14.4 17 l1 2 l0.6 -1.4 l0.6 1.4 l1 -2 Z" fill="@linen"/>',
    ),
    "monkey": (
        "M16 3.6 L18.6 1 L18.8 4.2 C23 5 25.6 8 26 11 C28.6 9.4 31.8 11.4 31.8 15.4 C31.8 19.4 28.6 21.6 25.8 20.2 C25 "
        "26.4 21 30.4 16 30.4 C11 30.4 7 26.4 6.2 20.2 C3.4 21.6 0.2 19.4 0.2 15.4 C0.2 11.4 3.4 9.4 6 11 C6.4 "
        "7.4 10 4 "
        "16 3.6 Z",
        '<path d="M16 12.6 C12 8.6 8 11.4 9 15.6 C9.4 18 8.6 19 9 22 C9.8 26.4 12.6 28 16 28 C19.4 28 22.2 26.4 23 22 '
        'C23.4 19 22.6 18 23 15.6 C24 11.4 20 8.6 16 12.6 Z" fill="@linen" stroke="@ink" stroke-width="1"/>'
        '<circle cx="12.8" cy="15.6" r="1.5" fill="@ink"/><circle cx="19.2" cy="15.6" r="1.5" fill="@ink"/>'
        + _strokes("M12 22.6 Q16 26 20 22.6 M15 19.4 v0.4 M17 19.4 v0.4", 1.5),
    ),
}
"""The outline of each face, and what is drawn on it; `@role` is a role's tone."""


def faces_svg(ink: str, linen: str) -> str:
    """All faces as symbols of one file, for a page that draws them in the colour of its text."""
    symbols = (
        f'<symbol id="{face}" viewBox="-2 -2 36 36"><g stroke-linejoin="round">'
        f'<path d="{outline}" fill="{linen}" stroke="{linen}" stroke-width="7"/>'
        f'<path d="{outline}" fill="{ink}" stroke="{ink}" stroke-width="4.4"/>'
        f'<path d="{outline}" fill="currentColor"/>{drawn.replace("@ink", ink).replace("@linen", linen)}</g></symbol>'
        for face, (outline, drawn) in FACES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>\n'
