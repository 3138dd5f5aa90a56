"""What the settings offer for the wiring of a board with switches: what is in force, and how to teach another."""

from __future__ import annotations

from firmware_py.config.wiring import BoardWiring, SensorWiring, chips_of
from firmware_py.pages.board_care.chips_page import ChipsPage
from firmware_py.pages.board_care.wiring_learning import Teaching
from firmware_py.pages.board_care.wiring_pages import ReviewPage, TeachWiringPage, count_words
from firmware_py.pages.commands import SaveWiring
from firmware_py.pages.general_topics import WIRING
from firmware_py.pages.lists import Choice, ListPage, LivePage, confirm, reading
from firmware_py.pages.stack import Back, Push, Stack
from firmware_py.pages.table import Table
from firmware_py.words import words

SOURCES = {
    "learnt": words("learnt on this device"),
    "file": words("as in the settings file"),
    "order": words("in order"),
}


IN_FORCE = {
    "learnt": words("What was learnt here applies, whatever the settings file says."),
    "file": words("The settings file applies as long as nothing is learnt here."),
    "order": words("Nothing is learnt yet: the switches are assumed to be soldered row by row, as in the guide."),
}


def wiring_choices(table: Table) -> tuple[Choice, ...]:
    """Return the line that opens the wiring; none for a board whose wiring is fixed."""
    wiring = table.wiring
    if wiring is None:
        return ()
    detail = SOURCES[wiring.source]
    return (Choice(words("Wiring"), Push(LivePage(_wiring_lines)), icons=("sensors",), detail=detail, about=(WIRING,)),)


def is_taught(stack: Stack) -> bool:
    """Return whether a wiring is taught, or looked over, on the page on top."""
    return isinstance(stack[-1], TeachWiringPage | ReviewPage)


def draft_of(stack: Stack, wiring: BoardWiring | None) -> SensorWiring | None:
    """Return what was taught so far on the page on top; None on any other page, or if nothing is new."""
    page = stack[-1]
    if wiring is None or not isinstance(page, TeachWiringPage | ReviewPage):
        return None
    return page.teaching.sensors if page.teaching.learnt and page.teaching.sensors != wiring.sensors else None


def _wiring_lines(table: Table) -> ListPage:
    wiring = table.wiring
    if wiring is None:
        return reading(words("Wiring"), words("There is nothing to learn: this board knows its own wiring."), ())
    choices = [Choice(words("Teach it with a magnet"), Push(TeachWiringPage.of(wiring, ())), icons=("sensors",))]
    if wiring.draft:
        drafted = TeachWiringPage.of(wiring, wiring.draft)
        page = ReviewPage(drafted.teaching) if drafted.teaching.is_done else drafted
        detail = count_words(drafted.teaching)
        choices.insert(0, Choice(words("Go on teaching"), Push(page), icons=("resume",), detail=detail))
    now = Teaching(wiring.columns, wiring.sensors)
    choices += [
        Choice(words("Look at it, cell by cell"), Push(ReviewPage(now)), icons=("why",), detail=count_words(now)),
        Choice(words("Chips and inputs"), Push(ChipsPage(chips_of(wiring.sensors), Back())), icons=("info",)),
    ]
    if wiring.source == "learnt":
        forget = confirm(
            words("Forget it?"),
            (words("The wiring of the settings file applies again. The device starts again."),),
            words("Yes, forget what was learnt"),
            SaveWiring(()),
            "discard",
        )
        choices.append(Choice(words("Forget what was learnt"), Push(forget), icons=("discard",)))
    return ListPage(words("Wiring"), IN_FORCE[wiring.source], tuple(choices), about=(WIRING,))
