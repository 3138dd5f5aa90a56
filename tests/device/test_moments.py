"""Great moments of a game are posters for a moment, and nobody has to wait for them."""

from pathlib import Path
from typing import get_args

import pygame
import pytest
from sample_views import SIZES

from display.draw import layout
from display.draw.marks import Drawing, Label, Rect, Sign, TouchArea
from display.draw.paint import paint
from display.draw.poster import poster_svg
from display.draw.text import fit
from display.theme import Look, sizes_for
from display.view import Actor, Menu, Poster, PosterKind, View, World
from firmware_py.config.schema import Config
from firmware_py.config.settings import Settings, read_settings
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.output import POSTER_S, Animation
from firmware_py.games.malediction.events import Caught as HunterCaught
from firmware_py.games.malediction.events import MummyWins
from firmware_py.games.maudite_momie.events import Caught
from firmware_py.games.maudite_momie.state import Awaken, Explore, Header
from firmware_py.games.records import write_line
from firmware_py.pages.registry import PAGES, TITLES
from firmware_py.words import LANGUAGES, speak

PAGE = View("Maudite Momie", "Que faites-vous ?", Menu(()))
LONG = Actor("Maximilienne-Charlotte", "yellow")
POSTER = View("", "", Poster("caught", "Attrapé !", LONG), world="crypt")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_poster_is_read_across_the_table(language: str, size: tuple[int, int]) -> None:
    """One or two words and a name with its shape and colour, all great and whole, below a picture of half the height.

    The words are larger than great; nothing on it can be touched.
    """
    great = sizes_for(*size).great
    for kind, title in TITLES.items():
        said = speak(language)(title)
        assert len(said.replace("\N{NARROW NO-BREAK SPACE}", "").split()) <= 2
        marks = list(layout(View("", "", Poster(kind, said, LONG)), *size))
        labels = {mark.text: mark for mark in marks if isinstance(mark, Label)}
        assert all(fit(label).whole and len(fit(label).lines) == 1 for label in labels.values())
        assert labels[said].type.capitals >= great.times(1.5).capitals
        assert labels[LONG.name].type.capitals >= great.capitals
        assert {LONG.colour} == {mark.colour for mark in marks if isinstance(mark, Sign)}
        assert next(mark.box.h for mark in marks if isinstance(mark, Drawing)) >= size[1] // 2
        assert not any(isinstance(mark, TouchArea) for mark in marks)


@pytest.mark.parametrize("world", get_args(World))
@pytest.mark.parametrize("width", [52, 96, 128])
def test_every_moment_has_a_picture_of_its_own(world: World, width: int) -> None:
    """It fills any shape, in every world, and the token of whoever it happened to can be seen in it."""
    found = set()
    for kind in get_args(PosterKind):
        plain, owned = (
            pixels(Drawing(Rect(0, 0, width, 48), poster_svg(kind, width, who)), world) for who in (None, "red")
        )
        found.add(plain)
        assert plain != owned
        assert 0 not in plain[3::4]
    assert len(found) == len(get_args(PosterKind))


def pixels(drawing: Drawing, world: World) -> bytes:
    """The pixels of a drawing with their opacity."""
    surface = pygame.Surface((drawing.box.w, drawing.box.h), pygame.SRCALPHA)
    paint([drawing], surface, Look("night", world))
    return pygame.image.tobytes(surface, "RGBA")


def test_a_poster_stays_for_a_moment_before_the_page() -> None:
    """Then the page is shown, without anybody's press."""
    shown = Animation(PAGE, (PAGE,)).show_poster(POSTER, POSTER_S, PAGE, 10.0)
    assert shown.shown == POSTER
    assert shown.at(10 + POSTER_S - 0.01).shown == POSTER
    assert shown.at(10 + POSTER_S).shown == PAGE


def test_a_press_ends_the_poster() -> None:
    """What the press leads to is shown at once."""
    shown = Animation(PAGE, (PAGE,)).show_poster(POSTER, POSTER_S, PAGE, 10.0)
    assert shown.move_to(PAGE, 10.2).shown == PAGE


def test_a_catch_is_a_poster_and_what_is_read_aloud_is_none() -> None:
    """A catch in La malédiction is read aloud by whoever may know it; only the end of that game is a poster."""
    assert PAGES["maudite_momie"].poster_of(Caught("Bo", "Ada", 0, 1, ("mummy",))) == ("caught", "Bo")
    hunters = PAGES["malediction"]
    assert hunters.poster_of(HunterCaught("Ada", "red", 2, 1, 4)) is None
    assert hunters.poster_of(MummyWins("Mo", 4)) == ("win", "Mo")


@pytest.mark.parametrize("choice", ["on", "off"])
def test_posters_can_be_switched_off(choice: str) -> None:
    """The choice is read from what is stored, and the usual is on."""
    assert read_settings({"screen.moments": choice}, Settings()).is_moving == (choice == "on")
    assert read_settings({}, Settings()).is_moving


def test_a_catch_is_shown_on_the_device(tmp_path: Path) -> None:
    """Bo has one card with the Mummy: it is a poster, then the page with the news."""
    played = (Explore("Ada", "left"), Explore("Bo", "left"), Awaken("Ada", "Bo"))
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), *map(write_line, played)]
    with SimulatedDevice(Config(), tmp_path) as box:
        box.load("\n".join(lines).encode())
        for button in ("left", "up", "left"):
            box.press(button)
        shown = box.app.shown.body
        assert isinstance(shown, Poster)
        assert shown.kind == "caught"
        assert shown.actor
        assert shown.actor.name == "Bo"
        box.wait(POSTER_S + 0.5)
        assert box.app.shown.notice
        assert box.app.shown.notice.kind == "loss"
