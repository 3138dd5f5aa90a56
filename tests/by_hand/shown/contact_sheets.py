"""Draw contact sheets of every page in every size, language and theme: `make sheets` (build/sheets).

Words after the command choose sheets by their names: `make sheets ONLY="480x320 fr touch"`. What differs with the
buttons is drawn by night only: its colours do not differ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import get_args

import pygame
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES
from shown_pages import explanations, shown_pages, shown_posters

from display.draw import draw
from display.fonts import font
from display.theme import THEMES, needs_keys
from display.view import ThemeName, View, scoreboard_of
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

FOLDER = Path("build/sheets")
ACROSS = 5
CAPTION = 16


def sheet(views: Mapping[str, View], size: tuple[int, int], theme: ThemeName) -> pygame.Surface:
    """Return all views on one picture, each below its name."""
    width, height = size[0] + 8, size[1] + CAPTION + 8
    paper = pygame.Surface((ACROSS * width, math.ceil(len(views) / ACROSS) * height))
    paper.fill((110, 110, 110))
    screen = pygame.Surface(size)
    for number, (name, view) in enumerate(views.items()):
        draw(replace(view, theme=theme), screen)
        x, y = number % ACROSS * width + 4, number // ACROSS * height + CAPTION
        paper.blit(screen, (x, y))
        paper.blit(font("note", 9).render(name, True, "white"), (x, y - CAPTION))
    return paper


def _pages(language: str, controls: Controls, size: tuple[int, int]) -> Mapping[str, View]:
    """Return every page, and what the device makes of it: how it is seen across, and the posters."""
    has_keys = controls == "touch" and needs_keys(*size)
    if language == "samples":
        return {
            name: replace(view, is_touched=controls == "touch", has_keys=has_keys) for name, view in SAMPLES.items()
        }
    shown = shown_pages(language, "six" if has_keys else controls)
    found = {**shown, **_across(shown)}
    if controls == "six":
        found |= {**shown_posters(language), **explanations(language)}
    return {name: replace(view, is_touched=controls == "touch", has_keys=has_keys) for name, view in found.items()}


def _across(pages: Mapping[str, View]) -> Mapping[str, View]:
    return {f"{name}, across": across for name, view in pages.items() if (across := scoreboard_of(view))}


def make(only: Sequence[str], folder: Path = FOLDER) -> None:
    """Write the sheets whose names hold all words of `only`."""
    folder.mkdir(parents=True, exist_ok=True)
    for language, controls in product(("samples", *LANGUAGES), get_args(Controls)):
        for theme, size in product(THEMES if controls == "six" else ("night",), SIZES):
            name = f"{size[0]}x{size[1]}-{language}-{theme}-{controls}"
            if all(word in name for word in only):
                pages = _pages(language, controls, size)
                pygame.image.save(sheet(pages, size, theme), folder / f"{name}.png")
                print(folder / f"{name}.png", len(pages), "pages")
