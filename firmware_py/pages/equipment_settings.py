"""The settings of what the device is made of: its buttons, its screen and its magnetic board; most are tried first.

Why they are tried: a picture upside down, or buttons that are not there, would lock people out of the page on which
they could change it back. Such a choice holds for `TRIAL_S` seconds. Then the old value returns, and nobody needs to
read or press anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_py.config.settings import DIAGONALS, SIZES, TRIAL_S, size_text
from firmware_py.pages.board_care.care import care_choices
from firmware_py.pages.board_care.cell_test import UNPLUGGED
from firmware_py.pages.commands import Change, Try
from firmware_py.pages.general_topics import BOARD, BUTTON_KINDS, SCREEN
from firmware_py.pages.lists import Choice, ListPage, LivePage
from firmware_py.pages.stack import Back, Push
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import NOTHING, Words, decimal, plain, words, words_n

BUTTON_LAYOUTS = {
    "six": words("Six buttons"),
    "four": words("Four buttons"),
    "encoder": words("Knob and back button"),
    "touch": words("Touch screen only"),
}
SENSORS = {
    "none": words("No magnetic board"),
    "i2c": words("Magnetic board with switches (I2C)"),
    "serial": words("Magnetic board with sensors (USB)"),
}
FOLLOWS = {
    "i2c": words("follows the pawns; the mummy by hand"),
    "serial": words("follows all pieces; recommended"),
}
"""What each kind of magnetic board can do."""
BUTTON_ICONS = {"six": "six_buttons", "four": "buttons", "encoder": "knob", "touch": "touch"}
NO_NOTES: Mapping[str, Words] = {}


def button_lines(table: Table) -> ListPage:
    """Return the page of the buttons."""
    return _tried(words("Buttons"), "layout", table.settings.controls, BUTTON_LAYOUTS, BUTTON_ICONS, about=BUTTON_KINDS)


def sensors_lines(table: Table) -> ListPage:
    """Return the page of the magnetic board. Its kind is one page further, because it is rarely changed."""
    if table.settings.sensors == "none":
        return _kind_lines(table)
    kind = Choice(words("Which board…"), Push(LivePage(_kind_lines)), icons=("settings",))
    prompt = words("What do you want to do?") if table.board else UNPLUGGED
    return ListPage(words("Magnetic board"), prompt, (*care_choices(table), kind), about=(BOARD,))


def _kind_lines(table: Table) -> ListPage:
    return _tried(
        words("Magnetic board"),
        "board.kind",
        table.settings.sensors,
        SENSORS,
        dict.fromkeys(SENSORS, "sensors"),
        FOLLOWS,
        about=BOARD,
    )


def size_lines(table: Table) -> ListPage:
    """Return the page of the screen's size in pixels."""
    sizes = dict.fromkeys((*SIZES, table.settings.size))
    labels = {size_text(size): size_words(size) for size in sizes}
    return _tried(
        words("Size of the screen"),
        "screen.size",
        size_text(table.settings.size),
        labels,
        dict.fromkeys(labels, "screen"),
        about=SCREEN,
    )


def rotation_lines(table: Table) -> ListPage:
    """Return the page of the picture's rotation."""
    labels = {str(degrees): degrees_words(degrees) for degrees in (0, 90, 180, 270)}
    return _tried(
        words("Rotation of the picture"),
        "screen.rotation",
        str(table.settings.rotation),
        labels,
        dict.fromkeys(labels, "turned"),
        about=SCREEN,
    )


def _tried(
    title: Words,
    key: str,
    now: str,
    labels: dict[str, Words],
    icons: Mapping[str, str],
    notes: Mapping[str, Words] = NO_NOTES,
    *,
    about: Topic,
) -> ListPage:
    """Return the page of choices for a setting that is tried first, with what is to be known of some of them."""
    return ListPage(
        title=title,
        prompt=words_n(
            "The device starts again and tries it for {count} second.",
            "The device starts again and tries it for {count} seconds.",
            TRIAL_S,
        ),
        choices=tuple(
            Choice(label, Back(), (icons[value],), words("as now"))
            if value == now
            else Choice(label, Try(key, value), (icons[value],), notes.get(value, NOTHING))
            for value, label in labels.items()
        ),
        cursor=list(labels).index(now),
        about=(about,),
    )


def diagonal_lines(table: Table) -> ListPage:
    """Return the page of the screen's diagonal; it is not tried, because no choice locks anybody out."""
    return ListPage(
        title=words("Diagonal of the screen"),
        prompt=words("How large is the screen? The size of the letters depends on it."),
        choices=tuple(
            Choice(diagonal_words(inches), Change("screen.inches", str(inches)), icons=("screen",))
            for inches in dict.fromkeys((*DIAGONALS, table.settings.inches))
        ),
        cursor=DIAGONALS.index(table.settings.inches) if table.settings.inches in DIAGONALS else len(DIAGONALS),
        about=(SCREEN,),
    )


def diagonal_words(inches: float) -> Words:
    """Return a diagonal in words."""
    return words("{number} inches", number=decimal(f"{inches:g}")) if inches else words("as usual")


def size_words(size: tuple[int, int]) -> Words:
    """Return a size in words."""
    return plain(f"{size[0]} × {size[1]}")


def degrees_words(degrees: int) -> Words:
    """Return a rotation in words."""
    return plain(f"{degrees}°")
