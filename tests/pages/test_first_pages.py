"""The first pages speak the language of whoever looks at them."""

import pytest

from display.view import as_text
from firmware_py.pages.help import with_help
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import PageContext
from firmware_py.pages.page import Press
from firmware_py.pages.settings_menu import language_page
from firmware_py.words import speak


@pytest.mark.parametrize(
    ("downs", "chosen", "foot"),
    [
        (0, "Français", "ok choisir | up (held) aide"),
        (1, "English", "ok choose | up (held) help"),
        (2, "Deutsch", "ok wählen | up (held) Hilfe"),
    ],
)
def test_the_foot_of_the_language_page_speaks_what_the_cursor_is_on(downs: int, chosen: str, foot: str) -> None:
    """Whoever cannot read the language of the device finds the way in their own."""
    table = PageContext(say=speak("fr"), language="fr")
    page = language_page(is_first=True)
    for _ in range(downs):
        page = page.press(Press("down"), table)
    shown = as_text(with_help(page.view(table), page, table))
    assert f"> <language_{chosen[:2].lower()}> {chosen}" in shown
    assert shown.splitlines()[-1] == foot


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "L'or du pharaon - The Pharaoh's Gold – 2 to 4 players"),
        ("fr", "L'or du pharaon - 2 à 4 joueurs"),
        ("de", "Das Gold des Pharao - 2 bis 4 Spieler"),
    ],
)
def test_a_title_that_stays_as_printed_says_what_it_means(language: str, line: str) -> None:
    """English boxes have the French title; where the title is in the reader's language, nothing is added."""
    table = PageContext(say=speak(language), language=language)
    assert line in as_text(home().view(table)).replace("’", "'")
