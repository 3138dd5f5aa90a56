"""A picture that is painted again only where its view has changed is the same picture."""

from itertools import combinations, pairwise

import pygame
import pytest
from msgspec.structs import replace
from sample_views import CHECK, CONFIRM, RACE, SAMPLES, SIZES

from display.draw import Canvas, draw, drawn, laid_out
from display.draw.canvas import lying_apart
from display.draw.marks import Box, Frieze, Mark, Plate, TouchArea
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
    canvas = Canvas(surface)
    for view in (RACE, MOVED, SAVING, *(SAMPLES[name] for name in KINDS), RACE):
        canvas.show(laid_out(view, *SIZE))
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


def test_nothing_changes_outside_the_areas_that_are_named() -> None:
    """What lies there is not painted, and what changes lies in them."""
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface)
    for before, after in pairwise((RACE, MOVED, SAVING, RACE)):
        canvas.show(laid_out(before, *SIZE))
        kept = surface.copy()
        areas = canvas.show(laid_out(after, *SIZE))
        assert sum(area.w * area.h for area in areas) < SIZE[0] * SIZE[1] / 2
        for area in areas:
            kept.blit(surface, area, area)
        assert pixels(kept) == pixels(surface)


def test_a_moved_cursor_changes_two_lines_of_a_list() -> None:
    """Their share of the bytes that a panel is sent is less than a fifth, whatever the size of the panel."""
    for width, height in SIZES:
        canvas = Canvas(pygame.Surface((width, height)))
        canvas.show(laid_out(RACE, width, height))
        areas = canvas.show(laid_out(MOVED, width, height))
        assert 0 < sum(area.w * area.h for area in areas) < width * height / 5


def test_the_same_marks_change_nothing() -> None:
    """No area is named."""
    canvas = Canvas(pygame.Surface(SIZE))
    canvas.show(laid_out(RACE, *SIZE))
    assert canvas.show(laid_out(RACE, *SIZE)) == ()


def test_marks_that_change_places_are_painted_again() -> None:
    """What lay below lies on top now, though every mark is still there."""
    below, above = Plate(Box(0, 0, 40, 40), (200, 0, 0)), Plate(Box(20, 20, 40, 40), (0, 200, 0))
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface)
    marks: tuple[Mark, ...] = (below, above)
    canvas.show(drawn(marks))
    assert surface.get_at((30, 30)).g > 150
    canvas.show(drawn(reversed(marks)))
    assert surface.get_at((30, 30)).r > 150


def test_a_place_to_touch_is_no_ornament() -> None:
    """Marks of two kinds differ, also where they have the same box and the same word."""
    canvas, box = Canvas(pygame.Surface(SIZE)), Box(0, 0, 40, 40)
    ground = Plate(Box(0, 0, 80, 80), "floor")
    canvas.show(drawn((ground, TouchArea(box, "line"))))
    assert canvas.show(drawn((ground, Frieze(box, "line")))) == (pygame.Rect(box),)


def test_areas_that_lie_apart_cover_what_was_given() -> None:
    """They do not overlap, and nothing is left out; an empty area is no area."""
    given = [pygame.Rect(*box) for box in ((0, 0, 9, 9), (50, 50, 9, 9), (8, 8, 50, 2), (100, 0, 4, 4), (7, 7, 0, 5))]
    areas = lying_apart(given)
    assert not any(one.colliderect(other) for one, other in combinations(areas, 2))
    assert all(any(area.contains(rect) for area in areas) for rect in given if rect)
    assert all(areas)


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
