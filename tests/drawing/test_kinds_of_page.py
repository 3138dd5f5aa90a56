"""The pages that tests and contact sheets look at are all that there are."""

import importlib
import pkgutil

import msgspec
from shown_pages import explanations, shown_pages

from firmware_py import pages

AROUND = {"LivePage", "NoMenu", "Secret"}
"""These show another page, or a menu that a test leaves out."""
WITH_A_BOARD = {"AskPage", "HandOverPage", "HuntersOnly"}
"""Only a board leads to these; samples are like them: announced_question, maze_hand_over, announced_curtain."""

FIRST = {"LanguagePage"}
"""Only a device on which no language was chosen shows it; `test_first_pages` looks at it."""


def test_no_kind_of_page_is_missed() -> None:
    """Some kind of buttons leads to every page of the program."""
    names = {
        *explanations("fr"),
        *(name for controls in ("six", "four", "encoder") for name in shown_pages("fr", controls)),
    }
    shown = {word for name in names for word in name.split()}
    shown |= {"LessonPage"} if "lesson" in shown else set()
    shown |= {"LessonEnd"} if any(name.endswith("lesson end") for name in names) else set()
    assert page_classes() - AROUND - WITH_A_BOARD - FIRST - shown == set()


def page_classes() -> set[str]:
    """Return the names of all classes of the pages that can be shown and pressed."""
    found = pkgutil.walk_packages(pages.__path__, f"{pages.__name__}.")
    return {
        name
        for module in (importlib.import_module(one.name) for one in found)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
        if hasattr(kind, "view") and hasattr(kind, "press")
    }
