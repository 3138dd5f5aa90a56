"""A panel shows its view and nothing of what it showed before."""

import pygame
import pytest
from msgspec.structs import replace
from sample_views import CHECK, CONFIRM, RACE, SAMPLES, SIZES

from display.draw import draw, laid_out
from display.draw.paint import sprites_of
from display.view import Notice, View
from display.window import Window

SIZE = (320, 240)
MOVED = replace(RACE, body=replace(RACE.body, choices=replace(RACE.body.choices, cursor=2)))
"""The cursor stands one line lower than in `RACE`."""
SAVING = replace(RACE, notice=Notice(("Enregistrement en cours… un instant",), "saving"))


KINDS = ("cards", "column", "race_signed", "check", "saving", "ranking", "longest_notice", "emptiest")


def pixels(surface: pygame.Surface) -> bytes:
    return bytes(surface.get_buffer().raw)


def drawn_whole(view: View) -> bytes:
    surface = pygame.Surface(SIZE)
    draw(view, surface)
    return pixels(surface)


def test_whatever_was_shown_before_the_picture_is_the_same() -> None:
    """One page after the other of every kind, in pixels."""
    surface = pygame.Surface(SIZE)
    for view in (RACE, MOVED, SAVING, *(SAMPLES[name] for name in KINDS), RACE):
        draw(view, surface)
        assert pixels(surface) == drawn_whole(view)


def test_between_two_maps_no_picture_is_made_again() -> None:
    """Players go to and fro between pages with the most marks there are, and a short one."""
    pages = [SAMPLES[name] for name in ("maze_taught", "maze_signed", "confirm")]
    for view in pages:
        laid_out(view, *SIZES[1])
    made = sprites_of.cache_info().misses
    for view in pages:
        laid_out(view, *SIZES[1])
    assert sprites_of.cache_info().misses == made


@pytest.mark.usefixtures("unseen_screen")
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_panel_shows_its_picture_however_it_was_reached(rotation: int) -> None:
    """However it is mounted, and also dimmed: the panel is the same as if it had never shown anything else."""
    views = (RACE, MOVED, replace(MOVED, brightness=0.5), replace(RACE, brightness=0.5), CHECK)
    reached = []
    with Window(SIZE, rotation=rotation) as window:
        for view in views:
            window.show(view)
            reached.append(pixels(pygame.display.get_surface()))
    for view, panel in zip(views, reached, strict=True):
        with Window(SIZE, rotation=rotation) as window:
            window.show(view)
            assert pixels(pygame.display.get_surface()) == panel


@pytest.mark.usefixtures("unseen_screen")
def test_a_panel_that_was_covered_is_shown_again() -> None:
    """Another window may have lain over it: all of it is shown once more."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        panel = pygame.display.get_surface()
        before = pixels(panel)
        panel.fill((1, 2, 3))
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        window.poll()
        assert pixels(panel) == before
