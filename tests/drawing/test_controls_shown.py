"""Every page with every kind of controls: no sign and no word of a key that the device does not have."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SIZES
from shown_pages import shown_pages

from display.draw.marks import Picture, TouchArea
from display.view import Button, Hint, View, as_text
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

DIRECTIONS = frozenset(("up", "down", "left", "right"))
KEYS: dict[Controls, frozenset[Button]] = {
    "six": frozenset(get_args(Button)),
    "four": frozenset(("up", "down", "ok", "back")),
    "encoder": frozenset(("ok", "back")),
    "touch": frozenset(),
}
"""The keys that may stand beside a choice; in a foot all have ✓ and back, which a finger touches there."""
FOOT: frozenset[Button] = frozenset(("ok", "back"))
CALLED = "button_lines"
"""The page on which the owner says which controls the device has: it names them all."""
ICON = re.compile("<[^>]*>")
OF_DIRECTIONS = r"\bup (and|or) down\b|\bleft and right\b|[Hh]aut et bas|haut, bas|gauche et droite|hoch(/| und )runter"
OF_BUTTONS = r"\bbuttons?\b|\bknob\b|\bboutons?\b|[Mm]olette|\bTasten?\b|Drehknopf"
FOREIGN: dict[Controls, str] = {
    "encoder": OF_DIRECTIONS,
    "touch": f"{OF_DIRECTIONS}|{OF_BUTTONS}",
}
"""Words of keys that a device does not have."""


def keys_on(thing: Any) -> Iterator[Button]:
    """Yield the keys that stand on a page, beside what they choose."""
    match thing:
        case tuple():
            for part in thing:
                yield from keys_on(part)
        case msgspec.Struct():
            for field in thing.__struct_fields__:
                value = getattr(thing, field)
                if field == "key" and value:
                    yield value
                elif field == "keys":
                    yield from (button for _, button in value)
                elif field == "arrows":
                    yield from value
                else:
                    yield from keys_on(value)


def signs_of(hints: tuple[Hint, ...]) -> set[str]:
    """Return the signs by which a foot names what is pressed, turned or touched; what is held has a ring."""
    return {hint.icon or hint.button for hint in hints if not hint.held}


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_only_keys_that_the_device_has(language: str, controls: Controls) -> None:
    """Four buttons have no left and right, a knob is turned instead, and a finger touches what it sees."""
    for name, view in shown_pages(language, controls).items():
        assert set(keys_on(view.body)) <= KEYS[controls], (name, view.body)
        assert signs_of(view.hints) & DIRECTIONS <= KEYS[controls] | FOOT, (name, view.hints)


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_foot_shows_each_sign_once(language: str, controls: Controls) -> None:
    """A knob that turns both ways has one meaning and one sign; what is held has a ring besides."""
    for name, view in shown_pages(language, controls).items():
        signs = [(hint.icon or hint.button, hint.held) for hint in view.hints]
        assert len(signs) == len(set(signs)), (name, signs)


def arrows_beside_fields(view: View, size: tuple[int, int]) -> list[Picture]:
    """Return the arrows on a page that a finger cannot touch."""
    marks = tuple(layout(view, *size))
    touched = [mark.box for mark in marks if isinstance(mark, TouchArea)]
    arrows = [mark for mark in marks if isinstance(mark, Picture) and mark.name in DIRECTIONS]
    return [
        arrow
        for arrow in arrows
        for x, y in ((arrow.box.x + arrow.box.w // 2, arrow.box.y + arrow.box.h // 2),)
        if not any(box.x <= x < box.right and box.y <= y < box.bottom for box in touched)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_arrow_on_a_touch_screen_is_a_field(language: str) -> None:
    """As at both ends of a list that is longer than the page."""
    for name, view in shown_pages(language, "touch").items():
        for size in SIZES:
            assert not arrows_beside_fields(replace(view, is_touched=True), size), (name, size)


@pytest.mark.parametrize("controls", FOREIGN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_ask_for_no_key_that_the_device_lacks(language: str, controls: Controls) -> None:
    """A knob goes neither up nor down, and a screen has no buttons."""
    for name, view in shown_pages(language, controls).items():
        if CALLED not in name:
            found = re.search(FOREIGN[controls], ICON.sub("", as_text(view)))
            assert found is None, (name, found)
