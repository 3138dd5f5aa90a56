"""Play as people who open a box for the first time, in French: language, players, lesson, set-up, three turns.

They read every line that is new, think for two to twenty seconds, answer the lesson rightly, and then take what the
cursor offers. Prints for each game the pages, the presses, those of them that only brought a page back, the minutes of
reading and pressing, and those by the clock, and with `--pages` every page. What they do with cards and pieces
meanwhile, and what they say to each other, comes on top; so does the drawing of the map of La malédiction.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from display.view import View, as_text
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.pages.start_page import LessonPage
from firmware_py.words import NOTHING

WORDS_A_MINUTE = 180
"""How fast somebody reads aloud to a table."""
PRESS_S = 1.5
"""How long somebody looks for the next button."""
THINKS_S = 2.0, 20.0
"""How long somebody thinks about a page at least, and at most."""
TURNS = 3
ONWARD = {"six": "right", "four": "down", "encoder": "down"}
"""What leads to the next game."""
TO_NUMBER = {"six": ("left",), "four": ("up", "up", "ok"), "encoder": ("up", "up", "ok")}
"""What leads from the players to their number."""
GAMES = ("maudite_momie", "or_du_pharaon", "malediction")


class Newcomers:
    """Three people at a device that was never used, and what they have read so far."""

    def __init__(self, layout: str, folder: Path, *, is_printed: bool) -> None:
        """Switch on, with `layout` of buttons, or a knob."""
        self.device = SimulatedDevice(Config(buttons=ButtonsConfig(layout=layout)), folder / "data")
        self.pages = self.presses = self.words = self.turns = 0
        self._chance = Random(1)
        self._is_printed = is_printed
        self._read: View | None = None
        self._known: set[str] = set()
        self._look()

    def _look(self) -> None:
        """Read what is new on the page."""
        view, before = self.device.app.view, self._read
        lines = {line.lstrip("> ") for line in as_text(view).splitlines()}
        new = len(re.findall(r"[^\W\d_]{2,}", re.sub(r"<[^>]*>", "", " ".join(lines - self._known))))
        self.words += new
        self.device.wait(new * 60 / WORDS_A_MINUTE)
        self._known, self._read = lines, view
        if before is None or _question(view) != _question(before):
            self.pages += 1
            self._is_new = True
        if before and before.actor and view.actor and view.actor.name != before.actor.name:
            self.turns += 1
        if self._is_printed:
            print(f"--- page {self.pages}, press {self.presses}\n{as_text(view)}")

    def press(self, *buttons: str) -> None:
        """Press buttons, and read what comes."""
        for button in buttons:
            self._think()
            self.device.press(button)
            self._after()

    def hold(self) -> None:
        """Hold `ok`, and read what comes."""
        self._think()
        self.device.hold("ok", 1.2)
        self._after()

    def _think(self) -> None:
        """Let time pass: about what to do on a page, and about where its next button is."""
        self.device.wait(self._chance.uniform(*THINKS_S) if self._is_new else PRESS_S)
        self._is_new = False

    def _after(self) -> None:
        self.presses += 1
        self.device.wait(0.5)
        self._look()

    @property
    def wasted(self) -> int:
        """How many presses only brought back a page that was shown for everybody."""
        return self.device.presses_for_page

    def sit_down(self, game: int) -> None:
        """Choose the language, the game, and three players."""
        layout = self.device.app.table.layout
        self.press("ok", *(ONWARD[layout],) * game, "ok", *TO_NUMBER[layout])
        while "3 joueurs" not in as_text(self.device.app.view):
            self.press("up")
        self.press("ok")

    def learn(self) -> None:
        """Take the lesson, with no wrong answer."""
        while "<info>" not in next(line for line in as_text(self.device.app.view).splitlines() if line.startswith(">")):
            self.press("down")
        self.press("ok")
        while isinstance(page := self.device.app.stack[-1], LessonPage):
            answers = page.lesson.steps[page.at].answers
            right = next(index for index, answer in enumerate(answers) if answer.why_not == NOTHING)
            self.press("ok" if (page.pending.cursor or 0) == right else "down")
        self.press("ok")

    def play(self) -> None:
        """Set up and begin, then play as the cursor says, until three turns are over."""
        while self.turns < TURNS:
            view = self.device.app.view
            held = [hint.held for hint in view.hints if hint.button == "ok"]
            if False in held:
                self.press("ok")
            elif held and view.audience == "table":  # a curtain
                self.hold()
            else:  # each choice has a key of its own
                self.press("up")


def _question(view: View) -> tuple[object, ...]:
    """What makes a page another one: its title, and its question without numbers and cells."""
    headline = getattr(view.body, "headline", "")
    return view.title, re.sub(r"\w*\d\w*", "", view.prompt), headline, type(view.body)


def play_all(*, is_printed: bool) -> None:
    """Play each game with each kind of buttons, and print what it took."""
    for game, name in enumerate(GAMES):
        for layout in ONWARD:
            with TemporaryDirectory() as folder:
                people = Newcomers(layout, Path(folder), is_printed=is_printed)
                people.sit_down(game)
                people.learn()
                people.play()
                minutes, wasted = people.words / WORDS_A_MINUTE + people.presses * PRESS_S / 60, people.wasted
                pressed = f"{people.pages} pages, {people.presses} presses, {wasted} of them for a page"
                print(
                    f"{name}, {layout}: {pressed}, {minutes:.1f} minutes, {people.device.now_s / 60:.1f} by the clock"
                )
