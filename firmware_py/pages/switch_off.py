"""Switching off: the question before it, the countdown of a held `ok`, and the last view."""

from __future__ import annotations

import math

from msgspec.structs import replace

from display.view import Hold, Menu, View
from firmware_py.pages.interface import PageContext, SwitchOff
from firmware_py.pages.page import Choice, ListPage, LivePage, Push, confirm
from firmware_py.words import words, words_n

UNSAVED = words("The newest games are not saved: they are lost when the device is off.")


def switch_off_choice() -> Choice:
    """The line that leads to the question."""
    return Choice(words("Switch off"), Push(LivePage(_switch_off_lines)), icons=("power",), about=("off",))


def _switch_off_lines(table: PageContext) -> ListPage:
    unsaved = (UNSAVED, words("To keep a game, first copy it to a USB stick."))
    then = (words("Everything is saved."),) if table.is_durable else unsaved
    return confirm(words("Switch off now?"), then, words("Switch off"), SwitchOff(), icon="power")


def countdown(table: PageContext, fraction: float, length_s: int) -> View:
    """The countdown to switching off while `ok` is held; `fraction` goes from 0 to 1."""
    left_s = max(1, math.ceil(length_s * (1 - fraction)))
    prompt = words_n("Off in {count} second: let go to stay on.", "Off in {count} seconds: let go to stay on.", left_s)
    return View(
        title=table.say(words("Switch off")),
        prompt=table.say(prompt),
        body=Menu((), text=() if table.is_durable else (table.say(UNSAVED),)),
        hold=Hold("ok", min(1.0, fraction), str(left_s)),
    )


def farewell(table: PageContext) -> View:
    """The last view; it promises nothing of a failing disk."""
    page = ListPage(
        title=words("Switched off"),
        prompt=words("Everything is saved.") if table.is_durable else words("The newest games are not saved."),
        choices=(),
        text=(
            *(() if table.is_durable else (words("Only games that were copied to a USB stick can be continued."),)),
            words("It is safe to unplug as soon as the green light on the computer has stopped blinking."),
        ),
        icon="good" if table.is_durable else "unsaved",
    )
    return replace(page.view(table), hints=())
