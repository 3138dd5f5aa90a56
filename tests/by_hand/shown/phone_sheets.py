"""Photograph every page of a phone in Chromium, on contact sheets like the device's pages: `make sheets ONLY=phone`."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pygame
from chromium import CHROMIUM, Browser, Tab
from malediction_device import THREE, record
from phone_tabs import seat, show
from phones_running import running_with_screens
from shown_phones import as_sent, shown_phones

from display.fonts import font
from firmware_py.words import LANGUAGES
from shown.contact_sheets import CAPTION, FOLDER

SIZES = {"360x740": 0.5, "740x360": 0.5, "768x1024": 0.4, "1024x768": 0.4}
"""The pages of phones and tablets, upright and turned, and how large a sheet shows them."""
DRAWN = (
    *product(SIZES, LANGUAGES, ("night",), ("normal",)),
    *product(("360x740", "1024x768"), ("de",), ("day", "contrast"), ("normal",)),
    *product(("360x740", "740x360"), LANGUAGES, ("night",), ("huge",)),
)
"""Every size in every language; colours do not differ with the language, and large letters do with the size."""
ACROSS = 8
TALLEST = 2.2
"""Of a longer page this many heights are shown."""


def make(only: Sequence[str], folder: Path = FOLDER) -> None:
    """Write the sheets whose names hold all words of `only`; none where there is no Chromium."""
    named = {f"phone-{'-'.join(parts)}": parts for parts in DRAWN}
    wanted = {name: parts for name, parts in named.items() if all(word in name for word in only)}
    if not wanted:
        return
    if CHROMIUM is None:
        print("no sheets of phones: they need Chromium")
        return
    browser = Browser()
    try:
        with (
            tempfile.TemporaryDirectory() as data,
            running_with_screens(Path(data), load=record(THREE)) as (running, _),
        ):
            tab = seat(browser, running, "Bo", prefers_reduced_motion="reduce")
            for name, parts in wanted.items():
                pygame.image.save(_sheet(tab, *parts), folder / f"{name}.png")
                print(folder / f"{name}.png", len(shown_phones()), "pages")
    finally:
        browser.close()


def _sheet(tab: Tab, size: str, language: str, theme: str, letters: str) -> pygame.Surface:
    width, height = map(int, size.split("x"))
    scale = SIZES[size]
    tab.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
    tab.run(f"keep('theme', {theme!r}); keep('size', {letters!r}); dress(); 1")
    pictures = [(name, _picture(picture, scale)) for name, picture in _photographed(tab, language, width, height)]
    rows = [pictures[at : at + ACROSS] for at in range(0, len(pictures), ACROSS)]
    tall = [CAPTION + 8 + max(picture.get_height() for _, picture in row) for row in rows]
    paper = pygame.Surface((ACROSS * (int(width * scale) + 8), sum(tall)))
    paper.fill((110, 110, 110))
    for at, row in enumerate(rows):
        top = sum(tall[:at])
        for column, (name, picture) in enumerate(row):
            left = column * (int(width * scale) + 8) + 4
            paper.blit(font("note", 9).render(name, True, "white"), (left, top), (0, 0, picture.get_width(), CAPTION))
            paper.blit(picture, (left, top + CAPTION))
    return paper


def _photographed(tab: Tab, language: str, width: int, height: int) -> Iterator[tuple[str, bytes]]:
    for name, (at, table) in shown_phones().items():
        show(tab, as_sent(at, table, language))
        tall = min(tab.run("document.documentElement.scrollHeight"), int(TALLEST * height))
        clip = {"x": 0, "y": 0, "width": width, "height": max(height, tall), "scale": 1}
        yield name, tab.shot(whole=True, clip=clip)


def _picture(data: bytes, scale: float) -> pygame.Surface:
    return pygame.transform.smoothscale_by(pygame.image.load(io.BytesIO(data)), scale)
