"""Film phones at the table, side by side, as Chromium shows them: `make papers` joins what is seen after each tap."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pygame
from chromium import CHROMIUM, Browser
from malediction_device import THREE, record
from phone_tabs import seat, tap
from phones_running import running_with_screens

from firmware_py.games.maudite_momie.state import Explore, Header, Secure

PAGE, SHOWN, GAP = (360, 720), (240, 480), 12
"""A phone's page, as large as it is in the film, and what lies between two phones."""
TAP_S, LOOK_S, LAST_S = 0.7, 1.3, 3.0
AROUND, RING = (24, 16, 12), (255, 191, 46)
ROUND = (
    ("Ada", "number 0", "die 2", "square 13", "0"),
    ("Bo", "number 0", "die 2", "square 11", "0"),
    ("Mo", "number 3", "square 11", "button:ok"),
)
"""What each touches where hunters and mummy play."""


class Phones:
    """Some phones of one device, and what a camera has seen of them."""

    def __init__(self, browser, running, players):
        self.tabs = {
            player: seat(browser, running, player, width=PAGE[0], height=PAGE[1], prefers_reduced_motion="reduce")
            for player in players
        }
        self.frames = []

    def look(self, stay_s=LOOK_S, finger=None):
        """Take a picture of all phones, `finger` the phone and the place that is touched."""
        width = len(self.tabs) * (SHOWN[0] + GAP) - GAP
        picture = pygame.Surface((width, SHOWN[1]))
        picture.fill(AROUND)
        for at, (player, tab) in enumerate(self.tabs.items()):
            left = at * (SHOWN[0] + GAP)
            picture.blit(pygame.transform.smoothscale(pygame.image.load(io.BytesIO(tab.shot())), SHOWN), (left, 0))
            if finger and finger[0] == player:
                x, y = (round(where * SHOWN[0] / PAGE[0]) for where in finger[1:])
                pygame.draw.circle(picture, RING, (left + x, y), 16, 4)
        self.frames.append((picture, stay_s))

    def point(self, player, selector):
        """Film the finger on what a selector finds on a phone."""
        found = f"document.querySelector({selector!r})"
        self.tabs[player].until(f"!!{found}")
        x, y = self.tabs[player].run(
            f"(() => {{ const at = {found}; at.scrollIntoView({{block: 'center'}}); const box = "
            "at.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        self.look(TAP_S, (player, x, y))


def _reveal(browser: Browser, folder: Path) -> Iterator[tuple[pygame.Surface, float]]:
    """Ada notes cards on a phone while Bo sees nothing of them, and reveals all by one tap."""
    players = ("Ada", "Bo", "Cléo")
    played = (*(Explore(by, "left") for by in players * 2), Secure("Ada"))
    with running_with_screens(folder, load=record(Header(1, "maudite_momie", players), *played)) as (running, _):
        phones = Phones(browser, running, players[:2])
        ada = phones.tabs["Ada"]
        phones.look()
        for card in ("cell 2 1", "cell 3 0"):
            for choice in ("[data-own=add]", f'[data-kind="{card}"]', '[data-then="centre empty"]'):
                phones.point("Ada", f"#own {choice}")
                ada.run(f"document.querySelector('#own {choice}').click()")
        phones.point("Ada", "#own [data-own=reveal]")
        pages = {player: tab.run("page") for player, tab in phones.tabs.items()}
        ada.run("document.querySelector('#own [data-own=reveal]').click()")
        for player, tab in phones.tabs.items():
            tab.until(f"page !== {pages[player]!r} && !isSending")
        phones.look()
        return phones.frames


def _sides(browser: Browser, folder: Path) -> Iterator[tuple[pygame.Surface, float]]:
    """Ada sees all pawns and what hunters do; the mummy's phone shows none of it, and then the mummy moves."""
    with running_with_screens(folder, load=record(THREE)) as (running, _):
        phones = Phones(browser, running, ("Ada", "Mo"))
        tabs = {**phones.tabs, "Bo": seat(browser, running, "Bo")}
        phones.look()
        for player, *targets in ROUND:
            for target in targets:
                if player in phones.tabs:
                    phones.point(player, f'[data-t="{target}"]')
                tap(tabs[player], target)
                if player not in phones.tabs:
                    phones.look(TAP_S)
            phones.look()
        return phones.frames


FILMS = {"phone-reveal": _reveal, "phone-sides": _sides}


def filmed(name: str) -> list[tuple[pygame.Surface, float]]:
    """The pictures of a film, and how long each is shown; none where there is no Chromium."""
    if CHROMIUM is None:
        print(f"no film-{name}.png: it needs Chromium")
        return []
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            *frames, (last, _) = FILMS[name](browser, Path(folder))
    finally:
        browser.close()
    return [*frames, (last, LAST_S)]
