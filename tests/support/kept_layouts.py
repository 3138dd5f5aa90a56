"""Layouts of pages, each made once for all tests of a worker: many look at the same pages for something else each."""

from functools import lru_cache

from display import draw
from display.draw import text
from display.draw.marks import Label, Mark
from display.view import View


@lru_cache(maxsize=4096)
def layout(view: View, width: int, height: int) -> tuple[Mark, ...]:
    """Return what `draw.layout` puts on a screen of `width` x `height` pixels."""
    return tuple(draw.layout(view, width, height))


@lru_cache(maxsize=1 << 15)
def fitted(label: Label) -> text.Fitted:
    """Return how `text.fitted` fits a label into its box."""
    return text.fit(label)
