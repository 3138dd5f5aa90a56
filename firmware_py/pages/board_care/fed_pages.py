"""Pages that the magnetic board feeds while they lie on top.

Why no protocols: each round asks this of the page on top, and Python 3.11 looks through all of a protocol each time.
An abstract class remembers the answer for each class of pages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from firmware_py.pages.board_care.wiring_learning import InputLevels
from firmware_py.pages.stack import Page
from firmware_py.sensing.cells import CellReadings


class FrameFed(ABC):
    """A page that gets every frame of the board."""

    @abstractmethod
    def feed(self, frame: CellReadings, /) -> Page:
        """Return the page after a frame."""

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "feed")


class InputsFed(ABC):
    """A page that gets the levels of all inputs of all chips."""

    @abstractmethod
    def feed_inputs(self, inputs: InputLevels, /) -> Page:
        """Return the page after a reading of the inputs."""

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "feed_inputs")


class BoardAware(ABC):
    """A page that must know which board is plugged in."""

    @abstractmethod
    def plugged_in(self, name: str, /) -> Page:
        """Return the page after a board of this name was plugged in."""

    @classmethod
    def __subclasshook__(cls, page: type) -> bool:
        return hasattr(page, "plugged_in")
