"""Draw contact sheets of every page in every size, language and theme: `make sheets` (build/sheets).

Words after the command choose sheets by their names: `make sheets ONLY="480x320 fr touch"`. The colours of four buttons
and of a knob are those of six, so both are drawn by night alone. A sheet is cut into pictures on which all can be read;
pages that differ in numbers and names alone are drawn once. `build/sheets/drawn.json` remembers what is drawn: the next
call draws only what looks otherwise by now, and everything once that file is removed.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import get_args

import pygame
import sample_evenings
import shown_pages
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES

from display.draw import draw
from display.draw.marks import Label
from display.fonts import font
from display.theme import THEMES, needs_keys
from display.view import ThemeName, View
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

FOLDER = Path("build/sheets")
CAPTION = 12
CUT: dict[tuple[int, int], tuple[float, int, int]] = {
    (320, 240): (0.66, 5, 6),
    (480, 320): (0.55, 4, 6),
    (800, 480): (0.443, 3, 5),
}
"""By the size of a panel: how much smaller its pages are drawn, and how many lie across and down a picture."""
NAMES = re.compile("|".join((*shown_pages.NAMES, *sample_evenings.NAMES, r"(?:Player|Joueur|Spieler) \d")))


def sheets(
    views: Mapping[str, View], size: tuple[int, int], theme: ThemeName, drawn: dict[str, str]
) -> Iterator[pygame.Surface]:
    """Yield pictures of all views that are not drawn yet, each below its name."""
    scale, across, down = CUT[size]
    small = round(size[0] * scale), round(size[1] * scale)
    width, height = small[0] + 6, small[1] + CAPTION
    pages = _new(views, size, theme, drawn)
    while part := tuple(islice(pages, across * down)):
        paper = pygame.Surface((across * width, math.ceil(len(part) / across) * height))
        paper.fill((110, 110, 110))
        for number, (name, page) in enumerate(part):
            x, y = number % across * width + 3, number // across * height + CAPTION
            paper.blit(pygame.transform.smoothscale(page, small), (x, y))
            paper.blit(font("note", 8).render(name, True, "white"), (x, y - CAPTION))
        yield paper


def _new(
    views: Mapping[str, View], size: tuple[int, int], theme: ThemeName, drawn: dict[str, str]
) -> Iterator[tuple[str, pygame.Surface]]:
    """Yield the pages that look like none that is drawn."""
    said = set()
    for name, view in views.items():
        page = pygame.Surface(size)
        draw(replace(view, theme=theme), page)
        digest = hashlib.sha256(pygame.image.tobytes(page, "RGB")).hexdigest()
        words = _words_on(view, size)
        if words not in said and digest not in drawn:
            yield name, page
        said.add(words)
        drawn.setdefault(digest, name)


def _words_on(view: View, size: tuple[int, int]) -> tuple[object, ...]:
    """What is written on a page, with a 0 for each number and a name for each name; and a sand-glass."""
    texts = {mark.text for mark in layout(view, *size) if isinstance(mark, Label)}
    return type(view.body), view.glass, frozenset(re.sub(r"\d+", "0", NAMES.sub("Ada", text)) for text in texts)


def _pages(language: str, controls: Controls, size: tuple[int, int]) -> Mapping[str, View]:
    """Every page, and what the device makes of it: across the table, with a sand-glass, and the posters."""
    has_keys = controls == "touch" and needs_keys(*size)
    if language == "samples":
        return {
            name: replace(view, is_touched=controls == "touch", has_keys=has_keys) for name, view in SAMPLES.items()
        }
    worked: Controls = "six" if has_keys else controls
    shown = shown_pages.shown_pages(language, worked)
    across = shown_pages.shown_across(language, worked)
    found = {**shown, **{f"{name}, across": view for name, view in across.items()}}
    found |= {f"{name}, sand-glass": replace(view, glass=0.4) for name, view in found.items() if "TurnPage 1" in name}
    if controls == "six":
        found |= {**shown_pages.shown_posters(language), **shown_pages.explanations(language)}
    return {name: replace(view, is_touched=controls == "touch", has_keys=has_keys) for name, view in found.items()}


def make(only: Sequence[str], folder: Path = FOLDER) -> None:
    """Write the sheets whose names hold all words of `only`."""
    folder.mkdir(parents=True, exist_ok=True)
    memory = folder / "drawn.json"
    drawn: dict[str, str] = json.loads(memory.read_text()) if memory.exists() else {}
    for language, controls in product(("samples", *LANGUAGES), get_args(Controls)):
        for theme, size in product(THEMES if controls in ("six", "touch") else ("night",), SIZES):
            name = f"{size[0]}x{size[1]}-{language}-{theme}-{controls}"
            if all(word in name for word in only):
                pages = _pages(language, controls, size)
                number = 0
                for number, paper in enumerate(sheets(pages, size, theme, drawn), 1):
                    pygame.image.save(paper, folder / f"{name}-{number}.png")
                print(name, len(pages), "pages, new ones on", number, "pictures")
    memory.write_text(json.dumps(drawn))
