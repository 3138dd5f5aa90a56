"""Layouts of pages, each made once for all tests of a worker: many look at the same pages for something else each."""

from collections.abc import Iterable
from functools import lru_cache
from typing import get_args

from display import draw
from display.draw import text
from display.draw.marks import Label, Mark, Picture
from display.draw.paint import sprites_of
from display.view import Button, View

for name in ("runs", "wrap", "_fit_first", "_width"):
    # The device keeps what a few pages need; here hundreds of pages are looked at again and again.
    setattr(text, name, lru_cache(maxsize=1 << 15)(getattr(text, name).__wrapped__))


@lru_cache(maxsize=4096)
def layout(view: View, width: int, height: int) -> tuple[Mark, ...]:
    """What `draw.layout` puts on a screen of `width` x `height` pixels."""
    return tuple(draw.layout(view, width, height))


@lru_cache(maxsize=1 << 15)
def fitted(label: Label) -> text.Fitted:
    """How `text.fit` fits a label into its box, kept."""
    return text.fit(label)


def words_below_keys(marks: Iterable[Mark]) -> list[str]:
    """The words of which the picture of a button covers a part."""
    shown = tuple(marks)
    keys = [mark.box for mark in shown if isinstance(mark, Picture) and mark.name in get_args(Button)]
    return [
        mark.text
        for mark in shown
        if isinstance(mark, Label) and mark.text
        for picture, place in sprites_of(mark)
        if picture.get_bounding_rect(96).move(place[:2]).collidelist(keys) != -1
    ]
