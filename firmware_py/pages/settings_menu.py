"""The settings pages: what can be chosen, how it is tried, and what the device reports about itself.

Why some choices are tried: a picture upside down, or buttons that are not there, would lock people out of the page on
which they could change it back. Such a choice holds for `TRIAL_S` seconds. Then the old value returns, and nobody needs
to read or press anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import ThemeName
from firmware_py.config.settings import BRIGHTNESS, DIAGONALS, SIZES, TRIAL_S, house_rule_key, size_text
from firmware_py.games.registry import GAMES
from firmware_py.pages.board_care.care import care_choices
from firmware_py.pages.board_care.cell_test import UNPLUGGED
from firmware_py.pages.commands import Change, CopyReport, Restart, Try
from firmware_py.pages.general_topics import (
    ABOUT,
    ACROSS,
    BOARD,
    BUTTON_KINDS,
    HOUSE_RULES,
    LIGHT_AND_COLOURS,
    POSTERS,
    SCREEN,
    SOUND,
    TRIAL,
)
from firmware_py.pages.lists import Choice, ListPage, LivePage, reading
from firmware_py.pages.registry import PAGES
from firmware_py.pages.sound_settings import sound_lines, volume_words
from firmware_py.pages.stack import Back, Page, Push
from firmware_py.pages.start_page import Option, option_text
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic
from firmware_py.words import LANGUAGES, NOTHING, Words, decimal, plain, words, words_n

LEVELS = {"full": words("bright"), "half": words("medium"), "low": words("dark")}
THEMES: dict[ThemeName, Words] = {
    "night": words("night"),
    "day": words("day"),
    "contrast": words("high contrast"),
}
BUTTON_LAYOUTS = {
    "six": words("Six buttons"),
    "four": words("Four buttons"),
    "encoder": words("Rotary encoder and back"),
    "touch": words("Touch screen only"),
}
SENSORS = {
    "none": words("No magnetic board"),
    "i2c": words("Magnetic board with switches (I2C)"),
    "serial": words("Magnetic board with sensors (USB)"),
}
FOLLOWS = {
    "i2c": words("follows the pawns; the mummy by button"),
    "serial": words("follows all pieces; recommended"),
}
"""What each kind of magnetic board can do."""
NO_NOTES: Mapping[str, Words] = {}


def settings_page() -> Page:
    """Return the list of all settings."""
    return LivePage(_settings_lines)


def language_page(*, is_first: bool = False) -> Page:
    """Return the page that asks for the language; if it is the first page, `back` does nothing."""
    return LivePage(LanguageLines(is_first))


def trial_page() -> Page:
    """Return the page that asks whether to keep the setting that is tried."""
    return LivePage(_trial_lines)


class LanguageLines(msgspec.Struct, frozen=True):
    """The languages, each in its own words, because this page comes before anybody has chosen one."""

    is_first: bool

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        page = ListPage(
            title=plain("Français · English · Deutsch"),
            prompt=plain("Langue · Language · Sprache"),
            choices=tuple(
                Choice(plain(name), Change("language", code), icons=("language",)) for code, name in LANGUAGES.items()
            ),
            cursor=list(LANGUAGES).index(table.language),
            icon="language",
        )
        return replace(page, back_label=None) if self.is_first else page


def _settings_lines(table: Table) -> ListPage:
    settings = table.settings
    levels, themes = list(BRIGHTNESS), list(THEMES)
    return ListPage(
        title=words("Settings"),
        prompt=words("Choose a line to change it."),
        choices=(
            Choice(plain(LANGUAGES[table.language]), Push(language_page()), icons=("language",)),
            Choice(
                words("Sound"),
                Push(LivePage(sound_lines)),
                icons=("sound" if settings.volume else "muted",),
                detail=volume_words(settings.volume),
                about=(SOUND,),
            ),
            Choice(
                words("Brightness of the screen"),
                Change("brightness", levels[(levels.index(settings.brightness) + 1) % len(levels)]),
                icons=("brightness",),
                detail=LEVELS[settings.brightness],
                about=(LIGHT_AND_COLOURS,),
            ),
            Choice(
                BUTTON_LAYOUTS[settings.controls],
                Push(LivePage(_button_lines)),
                icons=("buttons",),
                about=(BUTTON_KINDS,),
            ),
            Choice(
                words("Size of the screen"),
                Push(LivePage(_size_lines)),
                icons=("screen",),
                detail=_size_words(settings.size),
                about=(SCREEN,),
            ),
            Choice(
                words("Rotation of the picture"),
                Push(LivePage(_rotation_lines)),
                icons=("turned",),
                detail=_degrees(settings.rotation),
                about=(SCREEN,),
            ),
            Choice(
                words("Colours of the screen"),
                Change("screen.theme", themes[(themes.index(settings.theme) + 1) % len(themes)]),
                icons=("colours",),
                detail=THEMES[settings.theme],
                about=(LIGHT_AND_COLOURS,),
            ),
            Choice(
                words("View from across the table"),
                Change("screen.across", "off" if settings.is_across else "on"),
                icons=("players",),
                detail=words("on") if settings.is_across else words("off"),
                about=(ACROSS,),
            ),
            Choice(
                words("Posters and moving pictures"),
                Change("screen.moments", "off" if settings.is_moving else "on"),
                icons=("mummy",),
                detail=words("on") if settings.is_moving else words("off"),
                about=(POSTERS,),
            ),
            Choice(
                words("Diagonal of the screen"),
                Push(LivePage(_diagonal_lines)),
                icons=("screen",),
                detail=_diagonal_words(settings.inches),
                about=(SCREEN,),
            ),
            Choice(SENSORS[settings.sensors], Push(LivePage(_sensors_lines)), icons=("sensors",), about=(BOARD,)),
            Choice(words("House rules"), Push(LivePage(_house_lines)), icons=("story",), about=(HOUSE_RULES,)),
            Choice(words("About this device"), Push(LivePage(_about_lines)), icons=("info",), about=(ABOUT,)),
        ),
    )


# --- settings on trial -----------------------------------------------------------------------------------------------


def _button_lines(table: Table) -> ListPage:
    return _tried(words("Buttons"), "layout", table.settings.controls, BUTTON_LAYOUTS, "buttons", about=BUTTON_KINDS)


def _sensors_lines(table: Table) -> ListPage:
    """Return the page of the magnetic board. Its kind is one page further, because it is rarely changed."""
    if table.settings.sensors == "none":
        return _kind_lines(table)
    kind = Choice(words("Which board…"), Push(LivePage(_kind_lines)), icons=("settings",))
    prompt = words("What do you want to do?") if table.board else UNPLUGGED
    return ListPage(words("Magnetic board"), prompt, (*care_choices(table), kind), about=(BOARD,))


def _kind_lines(table: Table) -> ListPage:
    return _tried(
        words("Magnetic board"), "board.kind", table.settings.sensors, SENSORS, "sensors", FOLLOWS, about=BOARD
    )


def _size_lines(table: Table) -> ListPage:
    sizes = dict.fromkeys((*SIZES, table.settings.size))
    labels = {size_text(size): _size_words(size) for size in sizes}
    return _tried(
        words("Size of the screen"), "screen.size", size_text(table.settings.size), labels, "screen", about=SCREEN
    )


def _rotation_lines(table: Table) -> ListPage:
    labels = {str(degrees): _degrees(degrees) for degrees in (0, 90, 180, 270)}
    return _tried(
        words("Rotation of the picture"),
        "screen.rotation",
        str(table.settings.rotation),
        labels,
        "turned",
        about=SCREEN,
    )


def _tried(
    title: Words,
    key: str,
    now: str,
    labels: dict[str, Words],
    icon: str,
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
            Choice(label, Back(), (icon,), words("as now"))
            if value == now
            else Choice(label, Try(key, value), (icon,), notes.get(value, NOTHING))
            for value, label in labels.items()
        ),
        cursor=list(labels).index(now),
        about=(about,),
    )


def _trial_lines(table: Table) -> ListPage:
    trial = table.trial
    if trial is None:
        return _settings_lines(table)
    return ListPage(
        title=words("Keep it like this?"),
        prompt=words_n(
            "Otherwise as before in {count} second.", "Otherwise as before in {count} seconds.", trial.left_s
        ),
        choices=(
            Choice(words("No, as before"), Restart(), icons=("back",)),
            Choice(words("Yes, keep it"), Change(trial.key, trial.value), icons=("ok",)),
        ),
        icon="settings",
        on_back=Restart(),
        about=(TRIAL,),
    )


def _size_words(size: tuple[int, int]) -> Words:
    return plain(f"{size[0]} × {size[1]}")


def _diagonal_lines(table: Table) -> ListPage:
    return ListPage(
        title=words("Diagonal of the screen"),
        prompt=words("How large is the panel? Letters are as large as can be read."),
        choices=tuple(
            Choice(_diagonal_words(inches), Change("screen.inches", str(inches)), icons=("screen",))
            for inches in dict.fromkeys((*DIAGONALS, table.settings.inches))
        ),
        cursor=DIAGONALS.index(table.settings.inches) if table.settings.inches in DIAGONALS else len(DIAGONALS),
        about=(SCREEN,),
    )


def _diagonal_words(inches: float) -> Words:
    return words("{number}″", number=decimal(f"{inches:g}")) if inches else words("as usual")


def _degrees(degrees: int) -> Words:
    return plain(f"{degrees}°")


# --- house rules -----------------------------------------------------------------------------------------------------


def _house_lines(table: Table) -> ListPage:
    return ListPage(
        title=words("House rules"),
        prompt=words("How do new games begin?"),
        choices=tuple(
            Choice(
                GAMES[game].title,
                Push(LivePage(HouseRuleLines(game))),
                (game,),
                _otherwise(sum(option.usual(table.settings, game) != option.values[0][0] for option in options)),
            )
            for game, options in ((game, pages.house_rules) for game, pages in PAGES.items())
        ),
        about=(HOUSE_RULES,),
    )


def _otherwise(count: int) -> Words:
    if not count:
        return words("unchanged")
    return words_n("{count} line otherwise", "{count} lines otherwise", count)


class HouseRuleLines(msgspec.Struct, frozen=True):
    """The house rules of one game."""

    game: str

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        return ListPage(
            title=GAMES[self.game].title,
            prompt=words("It applies to new games; each one can still differ."),
            choices=tuple(
                option.choice(option.usual(table.settings, self.game), partial(self._chosen, option))
                for option in PAGES[self.game].house_rules
            ),
            about=(HOUSE_RULES,),
        )

    def _chosen(self, option: Option, value: Any) -> Change:
        return Change(house_rule_key(self.game, option.key), option_text(value))


# --- the device ------------------------------------------------------------------------------------------------------


def _about_lines(table: Table) -> ListPage:
    page = reading(words("About this device"), words("What it consists of, and its state."), table.about())
    report = Choice(words("Copy a report to the stick"), CopyReport(), icons=("stick",))
    return replace(page, choices=(*page.choices, report), about=(ABOUT,))
