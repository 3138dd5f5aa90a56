"""Names are written letter by letter: those of French and German players too, and no slower for it."""

from __future__ import annotations

from statistics import mean

import pytest
from msgspec.structs import replace

from display.view import Button, Picker, View
from firmware_py.config.settings import ButtonLayout, Settings
from firmware_py.pages.interface import PageContext
from firmware_py.pages.keyboard import ACCENTED, LETTERS, KeyboardPage, next_accent
from firmware_py.pages.page import Back, Press, Stack, press
from firmware_py.words import speak

NAMES = ("Ada", "Anna", "Paul", "Léa", "Zoé", "François", "Jürgen", "Björn", "Käthe", "Emma", "Jean-Luc", "Max")
BUTTONS: tuple[Button, ...] = ("ok", "down", "up", "right", "left")
BEFORE: dict[ButtonLayout, float] = {"six": 20.2, "four": 24.9}
"""What these names cost on average before letters had accents added to them."""


def letters_page(text: str = "") -> KeyboardPage:
    """The page on which so much is written."""
    return KeyboardPage(then=lambda _: Back(), text=text)


def steps(name: str) -> tuple[str, ...]:
    """The texts while a name is written; a letter without a key of its own follows from others."""
    texts = [""]
    for letter in name:
        if any(letter.upper() in row for row in LETTERS):
            texts.append(texts[-1] + letter)
            continue
        (plain_letter,) = (letters[0] for letters in ACCENTED if letter.lower() in letters)
        texts.append(texts[-1] + (plain_letter.upper() if letter.isupper() else plain_letter))
        while not texts[-1].endswith(letter):
            texts.append(next_accent(texts[-1]))
    return tuple(texts[1:])


def cost(name: str, layout: ButtonLayout) -> int:
    """The fewest presses that write a name, letter by letter."""
    table = PageContext(speak("en"), settings=Settings(controls=layout))
    stack: Stack = (letters_page(),)
    count = 0
    for wanted in steps(name):
        stack, presses = written_next(stack, wanted, table)
        count += presses
    assert written(stack) == name
    return count


def written_next(start: Stack, wanted: str, table: PageContext) -> tuple[Stack, int]:
    """The page after the fewest presses that write this text and nothing else before it, and their number."""
    near, seen, presses = [start], {start}, 0
    while near:
        presses += 1
        after = dict.fromkeys(press(stack, Press(button), table)[0] for stack in near for button in BUTTONS)
        for stack in after:
            if written(stack) == wanted:
                return stack, presses
        near = [stack for stack in after if written(stack) == written(start) and stack not in seen]
        seen |= set(near)
    raise LookupError(wanted)


def written(stack: Stack) -> str:
    page = stack[-1]
    return page.text if isinstance(page, KeyboardPage) else ""


@pytest.mark.parametrize("name", ["Benoît", "Jérôme", "Noël", "Anaïs", "Weiß", "Œdipe"])
def test_every_letter_of_a_name_can_be_written(name: str) -> None:
    """An accent is added to the letter before it, and pressed again it is the next one."""
    assert cost(name, "six") <= 8 * len(name)


@pytest.mark.parametrize("layout", ["six", "four"])
def test_usual_names_take_no_more_presses_than_ever(layout: ButtonLayout) -> None:
    """The grid has as many rows as before."""
    assert mean(cost(name, layout) for name in NAMES) <= BEFORE[layout]


def test_accents_go_round() -> None:
    """The letter comes back in the end, a capital stays one, and what has no accents stays as it is."""
    for letters in ACCENTED:
        text = "x" + letters[0]
        for expected in (*letters[1:], letters[0]):
            text = next_accent(text)
            assert text == "x" + expected
    assert next_accent("E") == "Ë"
    assert next_accent("S") == "ß"
    assert next_accent("") == ""
    assert next_accent("Bob") == "Bob"


def test_the_cell_of_accents_shows_what_it_makes_of_the_last_letter() -> None:
    """Nobody needs to guess."""
    (row,) = (row for row, letters in enumerate(LETTERS) if "^" in letters)
    assert corner(letters_page("Gae"), row) == "ë"
    assert corner(letters_page("Gaë"), row) == "ê"
    assert corner(letters_page("Bob"), row) == "´ ^ ¨"


def corner(page: KeyboardPage, row: int) -> str:
    body = page.view(PageContext(speak("en"))).body
    assert isinstance(body, Picker)
    return body.rows[row][0].label


def test_with_four_buttons_the_column_is_shown_until_it_is_chosen() -> None:
    """Then its letters are walked, as they are with six buttons from the beginning."""
    for layout, shown in (("four", [True, False]), ("six", [False])):
        table = PageContext(speak("en"), settings=Settings(controls=layout))
        stack: Stack = (letters_page(),)
        for is_wide in shown:
            assert stack[-1].view(table).body.column_wide == is_wide
            stack, _ = press(stack, Press("ok"), table)
        assert len(written(stack)) == 1


def test_the_sign_for_erasing_takes_one_letter() -> None:
    """As `back` does, for whoever looks among the letters."""
    ((row, column),) = ((row, letters.index("⌫")) for row, letters in enumerate(LETTERS) if "⌫" in letters)
    table = PageContext(speak("en"))
    stack, _ = press((replace(letters_page("Zoé"), row=row, column=column, in_column=True),), Press("ok"), table)
    assert written(stack) == "Zo"


def test_back_deletes_the_last_letter_and_leaves_only_an_empty_name() -> None:
    """The footer says which of the two it does."""
    table = PageContext(speak("en"))
    below = letters_page()
    stack: Stack = (below, letters_page("Bo"))
    for left, meaning in (("B", "erase"), ("", "erase")):
        assert back_of(stack[-1].view(table)) == meaning
        stack, _ = press(stack, Press("back"), table)
        assert written(stack) == left
        assert len(stack) == 2
    assert back_of(stack[-1].view(table)) == "back"
    stack, _ = press(stack, Press("back"), table)
    assert stack == (below,)


def back_of(view: View) -> str:
    (label,) = (hint.label for hint in view.hints if hint.button == "back")
    return label
