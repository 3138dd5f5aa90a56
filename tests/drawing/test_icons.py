"""Our icons: all there, all visible, and a missing one is no disaster."""

import pygame
import pytest
from icons_named import icons_named
from sample_views import SAMPLES

from display.icons import icon, icon_names

SAND, INK = (250, 234, 204), (32, 20, 12)
TREASURES = {"chest", "vase", "cup", "crown", "scarab", "mask"}
CENTRES = {"empty", "amulet", "mummy", "werewolf", "frank"}
GAMES = {"maudite_momie", "or_du_pharaon", "malediction"}
BUTTONS = {"up", "down", "left", "right", "ok", "back"}
NOTICES = {"good", "gain", "news", "loss", "saving", "warning", "error"}
BADGES = {"unsaved", "muted"}


@pytest.mark.parametrize("names", [TREASURES, CENTRES, GAMES, BUTTONS, NOTICES, BADGES])
def test_every_icon_that_the_device_lives_by_exists(names: set[str]) -> None:
    """Treasures, guardians, games, buttons, notices and badges have their pictures."""
    assert names <= icon_names()


@pytest.mark.parametrize("size", [16, 96])
def test_an_icon_is_seen_at_every_size(size: int) -> None:
    """Small or large, an icon covers a fair part of its field, and never reaches its very corners."""
    for name in sorted(icon_names()):
        picture = icon(name, size)
        assert picture.get_size() == (size, size), name
        covered = pygame.mask.from_surface(picture).count()
        assert 0.05 * size * size < covered < 0.95 * size * size, name
        assert all(picture.get_at((x, y)).a == 0 for x in (0, size - 1) for y in (0, size - 1)), name


def test_an_icon_takes_the_colour_of_its_text() -> None:
    """The same icon is dark on a bright plate and bright on a dark one."""
    bright, dark = icon("ok", 48, SAND), icon("ok", 48, INK)
    assert tuple(bright.get_at((19, 36)))[:3] == SAND
    assert tuple(dark.get_at((19, 36)))[:3] == INK


def test_a_missing_icon_is_a_question_mark() -> None:
    """An unknown name draws a sign instead of ending the evening."""
    unknown = icon("no_such_icon", 48)
    assert pygame.mask.from_surface(unknown).count() > 200


def test_the_sample_views_name_only_icons_that_exist() -> None:
    """No sample would show a question mark."""
    for view in SAMPLES.values():
        assert set(icons_named(view)) <= icon_names()
