"""The settings pages: the list of everything that can be chosen, and what the device reports about itself."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Menu, ThemeName, View
from firmware_py.config.settings import BRIGHTNESS
from firmware_py.pages.commands import Change, CopyReport, Restart
from firmware_py.pages.equipment_settings import (
    BUTTON_LAYOUTS,
    SENSORS,
    button_lines,
    degrees_words,
    diagonal_lines,
    diagonal_words,
    rotation_lines,
    sensors_lines,
    size_lines,
    size_words,
)
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
from firmware_py.pages.help import help_hint
from firmware_py.pages.house_rule_settings import house_rule_lines
from firmware_py.pages.lists import Choice, ListPage, LivePage, reading
from firmware_py.pages.sound_settings import sound_lines, volume_words
from firmware_py.pages.stack import Page, Push
from firmware_py.pages.table import Table
from firmware_py.words import LANGUAGES, NOTHING, Words, plain, speak, words, words_n

LEVELS = {"full": words("bright"), "half": words("medium"), "low": words("dark")}
THEMES: dict[ThemeName, Words] = {
    "night": words("night"),
    "day": words("day"),
    "contrast": words("high contrast"),
}


def settings_page() -> Page:
    """Return the list of all settings."""
    return LivePage(_settings_lines)


def language_page(*, is_first: bool = False) -> Page:
    """Return the page that asks for the language; if it is the first page, `back` does nothing."""
    return LanguagePage(LanguageLines(is_first))


def trial_page() -> Page:
    """Return the page that asks whether to keep the setting that is tried."""
    return LivePage(_trial_lines)


class LanguagePage(LivePage, frozen=True):
    """The question for the language; its foot speaks the one under the cursor."""

    def view(self, table: Table) -> View:
        """Return the page, whose words are those of the language that would be chosen."""
        code = list(LANGUAGES)[self._page(table).at]
        spoken = replace(table, say=speak(code))
        view = super().view(spoken)
        return replace(view, hints=(*view.hints, help_hint(spoken)))


class LanguageLines(msgspec.Struct, frozen=True):
    """The languages, each in its own words, because this page comes before anybody has chosen one."""

    is_first: bool

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        page = ListPage(
            title=plain("Langue · Language · Sprache"),
            prompt=NOTHING,
            choices=tuple(
                Choice(plain(name), Change("language", code), icons=(f"language_{code}",))
                for code, name in LANGUAGES.items()
            ),
            cursor=list(LANGUAGES).index(table.language),
            around=_pictured,
        )
        return replace(page, back_label=None) if self.is_first else page


def _pictured(choices: Menu, table: Table) -> Menu:  # noqa: ARG001 - as every body is made
    """Return choices as large pictures side by side."""
    return replace(choices, is_pictured=True)


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
                Push(LivePage(button_lines)),
                icons=("buttons",),
                about=(BUTTON_KINDS,),
            ),
            Choice(
                words("Size of the screen"),
                Push(LivePage(size_lines)),
                icons=("screen",),
                detail=size_words(settings.size),
                about=(SCREEN,),
            ),
            Choice(
                words("Rotation of the picture"),
                Push(LivePage(rotation_lines)),
                icons=("turned",),
                detail=degrees_words(settings.rotation),
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
                Push(LivePage(diagonal_lines)),
                icons=("screen",),
                detail=diagonal_words(settings.inches),
                about=(SCREEN,),
            ),
            Choice(SENSORS[settings.sensors], Push(LivePage(sensors_lines)), icons=("sensors",), about=(BOARD,)),
            Choice(words("House rules"), Push(LivePage(house_rule_lines)), icons=("story",), about=(HOUSE_RULES,)),
            Choice(words("About this device"), Push(LivePage(_about_lines)), icons=("info",), about=(ABOUT,)),
        ),
    )


def _trial_lines(table: Table) -> ListPage:
    trial = table.trial
    if trial is None:
        return _settings_lines(table)
    return ListPage(
        title=NOTHING,
        prompt=words("Keep it like this?"),
        text=(
            words_n("Otherwise as before in {count} second.", "Otherwise as before in {count} seconds.", trial.left_s),
        ),
        choices=(
            Choice(words("No, as before"), Restart(), icons=("back",)),
            Choice(words("Yes, keep it"), Change(trial.key, trial.value), icons=("ok",)),
        ),
        icon="settings",
        on_back=Restart(),
        about=(TRIAL,),
    )


def _about_lines(table: Table) -> ListPage:
    page = reading(words("About this device"), words("Its parts, and how they are doing."), table.about())
    report = Choice(words("Copy a report to the stick"), CopyReport(), icons=("stick",))
    return replace(page, choices=(report, *page.choices), about=(ABOUT,))
