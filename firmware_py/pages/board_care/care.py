"""What the settings offer for the magnetic board that is plugged in, and which pages it feeds while they lie on top.

Why none of it is offered during a game with hidden pieces: what a cell senses shows where somebody stands. The pieces
of such a game may still stand on the board once it is put aside. What the board senses is then for the hunters' eyes.

Why pages that the board feeds are for the hunters' eyes as long as a game with secrets is unfinished: its pieces may
stand on the board, and what is sensed shows where.

Why they are no protocols: each round asks for them of the page on top, and Python 3.11 looks through all of a protocol
each time. An abstract class remembers the answer for each class of pages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

from display.view import View
from firmware_py.pages.board_care.calibration_page import Calibrating, CalibrationPage
from firmware_py.pages.board_care.cell_test import UNPLUGGED, CellTestPage, MaskPage
from firmware_py.pages.board_care.wiring import InputLevels, wiring_choices
from firmware_py.pages.interface import Command, PageContext
from firmware_py.pages.page import Back, Choice, HuntersOnly, ListPage, LivePage, Page, Push, reading_page
from firmware_py.pages.registry import PAGES
from firmware_py.sensing import BoardProfile, CellReadings
from firmware_py.words import words, words_n


def calibration_question() -> Page:
    """The page that asks for a calibration; the settings offer it, too."""
    return LivePage(_question_lines)


def _question_lines(table: PageContext) -> ListPage:
    """The page opens by itself, so the cursor stands on the harmless answer."""
    board = table.board
    later = Choice(words("Later"), Back(), icons=("back",))
    if board is None:
        return ListPage(words("Magnetic board"), UNPLUGGED, (later,), icon="unplugged")
    lasts = words("Calibrating shows it your sensors and magnets. It takes a minute; the settings offer it too.")
    now = Choice(words("Calibrate now"), CalibrationPage(Calibrating(board)), icons=("sensors",))
    return ListPage(
        title=words("Magnetic board"),
        prompt=words("This board is not calibrated yet."),
        choices=(later, now),
        about=("board_care",),
        text=(lasts,),
        icon="sensors",
    )


def is_for_another_board(page: Page | Command, name: str) -> bool:
    """Whether a page cares for a board of another name."""
    match page:
        case HuntersOnly(then=covered):
            return is_for_another_board(covered, name)
        case CalibrationPage(Calibrating(board)) | CellTestPage(board) | MaskPage(board):
            return board.name != name
    return False


def refusal(table: PageContext) -> Push | None:
    """The page that refuses board care while the cells' readings are a secret, or None."""
    session = table.session
    secrets = PAGES[session.game.id].secrets if session and not session.is_over else None
    if secrets is None:
        return None
    return Push(
        reading_page(
            words("Magnetic board"),
            secrets.on_board,
            (words("Finish the game or keep it for later first."),),
        )
    )


def care_choices(table: PageContext) -> tuple[Choice, ...]:
    """The lines for the board that is plugged in, and for its wiring; none without a board."""
    if table.board is None and table.wiring is None:
        return ()
    if refused := refusal(table):
        return (Choice(words("Board care…"), refused, icons=("sensors",)),)
    return (*_board_choices(table.board), *wiring_choices(table))


def _board_choices(board: BoardProfile | None) -> tuple[Choice, ...]:
    if board is None:
        return ()
    done = words("calibrated") if board.is_calibrated else words("not calibrated yet")
    out = words_n("{count} cell", "{count} cells", len(board.silent)) if board.silent else words("none")
    return (
        Choice(
            words("Calibrate"),
            Push(CalibrationPage(Calibrating(board))),
            icons=("sensors",),
            detail=done,
            about=("board_care",),
        ),
        Choice(words("See and test every cell"), Push(CellTestPage(board)), icons=("sensors",), about=("board_care",)),
        Choice(words("Cells left out"), Push(MaskPage(board)), icons=("sensors",), detail=out, about=("board_care",)),
    )


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
