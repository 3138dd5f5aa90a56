"""Pages that the magnetic board feeds while they lie on top.

Why they are for the hunters' eyes as long as a game with secrets is unfinished: its pieces may stand on the board, and
what is sensed shows where.

Why no protocols: each round asks this of the page on top, and Python 3.11 looks through all of a protocol each time.
An abstract class remembers the answer for each class of pages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

from display.view import View
from firmware_py.pages.board_care.wiring import InputLevels
from firmware_py.pages.hunters_only import HuntersOnly
from firmware_py.pages.interface import PageContext
from firmware_py.pages.page import Page
from firmware_py.sensing.cells import CellReadings
from firmware_py.words import words

ONLY_HUNTERS = words("A game with hidden pieces is not finished: only its hunters may look.")


class FrameFed(ABC):
    """A page that gets every frame of the board."""

    @abstractmethod
    def feed(self, frame: CellReadings, /) -> Page: ...

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "feed")


class InputsFed(ABC):
    """A page that gets the levels of all inputs of all chips."""

    @abstractmethod
    def feed_inputs(self, inputs: InputLevels, /) -> Page: ...

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "feed_inputs")


class BoardAware(ABC):
    """A page that must know which board is plugged in."""

    @abstractmethod
    def plugged_in(self, name: str, /) -> Page:
        """The page once a board of this name is plugged in."""

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "plugged_in")


def view_of_fed(page: Page, table: PageContext) -> View:
    """A page's view and its audience: readings may be for the hunters only."""
    view = page.view(table)
    is_secret = is_fed(page) and table.has_secret_games
    return replace(view, audience="hunters") if is_secret else view


def is_fed(page: Page) -> bool:
    """Whether a page shows live readings of the board."""
    return isinstance(page, FrameFed | InputsFed)


def only_hunters(page: Page) -> HuntersOnly:
    """The cover of a page that shows live readings."""
    return HuntersOnly(words("Magnetic board"), words("Only for the hunters"), ONLY_HUNTERS, page)
