"""The settings pages: the list of everything that can be chosen, and what the device reports about itself.

Why quiet for the night is switched by hand and has no hours: the device has no clock that goes on without power or
network, and a family knows better than a clock who sleeps next door.

Why they are tried: a picture upside down, or buttons that are not there, would lock people out of the page on which
they could change it back. Such a choice holds for `TRIAL_S` seconds. Then the old value returns, and nobody needs to
read or press anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from display.view import Menu, ThemeName, View
from firmware_py.config.settings import (
    BRIGHTNESS,
    DIAGONALS,
    SIZES,
    TRIAL_S,
    VOLUMES,
    Across,
    house_rule_key,
    size_text,
)
from firmware_py.games.registry import BOXES
from firmware_py.pages.board_care.care import care_choices
from firmware_py.pages.board_care.cell_test import UNPLUGGED
from firmware_py.pages.commands import AskAbout, Change, CopyReport, Restart, Try
from firmware_py.pages.lists import Choice, ListPage, LivePage, reading
from firmware_py.pages.offers import help_hint
from firmware_py.pages.registry import PAGES
from firmware_py.pages.stack import Back, Page, Push
from firmware_py.pages.start_page import Option, option_text
from firmware_py.pages.table import Table
from firmware_py.words import LANGUAGES, NOTHING, Words, decimal, plain, speak, words, words_n

SOUND_LABELS = {
    "keys": words("Sound of each press"),
    "turns": words("Sound of a new turn"),
    "events": words("Sounds of the game"),
    "errors": words("Alarms and forbidden moves"),
}


def sound_lines(table: Table) -> ListPage:
    """Return the page of all that is heard, for this table."""
    settings = table.settings
    volume = settings.volume
    louder = VOLUMES[(VOLUMES.index(volume) + 1) % len(VOLUMES)]
    speaking = _switch(words("A voice reads the pages"), "voice", is_on=settings.voice, about=("voice",))
    return ListPage(
        title=words("Sound"),
        prompt=words("Choose a line to change it."),
        choices=(
            Choice(words("Volume"), Change("sound.volume", str(louder)), (_icon(volume > 0),), volume_words(volume)),
            _switch(words("Quiet for the night"), "sound.quiet", is_on=settings.is_quiet),
            *(_switch(label, f"sound.{name}", is_on=name in settings.sounds) for name, label in SOUND_LABELS.items()),
            *((speaking,) if table.has_voice else ()),
        ),
        about=("sound",),
    )


def volume_words(volume: int) -> Words:
    """Return a step of volume as it is shown."""
    return plain(f"{volume} / {VOLUMES[-1]}") if volume else words("off")


def _switch(label: Words, key: str, *, is_on: bool, about: tuple[str, ...] = ()) -> Choice:
    detail = words("on") if is_on else words("off")
    return Choice(label, Change(key, "off" if is_on else "on"), (_icon(is_on),), detail, about=about)


def _icon(is_on: bool) -> str:
    return "sound" if is_on else "muted"


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
    return _tried(
        words("Buttons"), "layout", table.settings.controls, BUTTON_LAYOUTS, BUTTON_ICONS, about="button_kinds"
    )


def sensors_lines(table: Table) -> ListPage:
    """Return the page of the magnetic board. Its kind is one page further, because it is rarely changed."""
    if table.settings.sensors == "none":
        return _kind_lines(table)
    kind = Choice(words("Which board…"), Push(LivePage(_kind_lines)), icons=("settings",))
    prompt = words("What do you want to do?") if table.board else UNPLUGGED
    return ListPage(words("Magnetic board"), prompt, (*care_choices(table), kind), about=("board",))


def _kind_lines(table: Table) -> ListPage:
    return _tried(
        words("Magnetic board"),
        "board.kind",
        table.settings.sensors,
        SENSORS,
        dict.fromkeys(SENSORS, "sensors"),
        FOLLOWS,
        about="board",
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
        about="screen",
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
        about="screen",
    )


def _tried(
    title: Words,
    key: str,
    now: str,
    labels: dict[str, Words],
    icons: Mapping[str, str],
    notes: Mapping[str, Words] = NO_NOTES,
    *,
    about: str,
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
        start=list(labels).index(now),
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
        start=DIAGONALS.index(table.settings.inches) if table.settings.inches in DIAGONALS else len(DIAGONALS),
        about=("screen",),
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


def house_rule_lines(table: Table) -> ListPage:
    """Return the games, with how many house rules of each are changed."""
    return ListPage(
        title=words("House rules"),
        prompt=words("How do new games begin?"),
        choices=tuple(
            Choice(
                BOXES[game].title,
                Push(LivePage(HouseRuleLines(game))),
                (game,),
                _changed(sum(option.usual(table.settings, game) != option.values[0][0] for option in options)),
            )
            for game, options in ((game, pages.house_rules) for game, pages in PAGES.items())
        ),
        about=("house_rules",),
    )


def _changed(count: int) -> Words:
    if not count:
        return words("unchanged")
    return words_n("{count} rule changed", "{count} rules changed", count)


class HouseRuleLines(msgspec.Struct, frozen=True):
    """The house rules of one game."""

    game: str

    def __call__(self, table: Table) -> ListPage:
        """Return the page for this table."""
        return ListPage(
            title=BOXES[self.game].title,
            prompt=words("For new games; you can still change it in each."),
            choices=tuple(
                option.choice(option.usual(table.settings, self.game), partial(self._chosen, option))
                for option in PAGES[self.game].house_rules
            ),
            about=("house_rules",),
        )

    def _chosen(self, option: Option, value: Any) -> Change:
        return Change(house_rule_key(self.game, option.key), option_text(value))


LEVELS = {"full": words("bright"), "half": words("medium"), "low": words("dark")}
WHEN_ACROSS: dict[Across, Words] = {"on": words("soon"), "later": words("later"), "off": words("never")}
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
        code = list(LANGUAGES)[self.shown(table).at]
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
            start=list(LANGUAGES).index(table.language),
            around=_pictured,
        )
        return replace(page, back_label=None) if self.is_first else page


def _pictured(choices: Menu, table: Table) -> Menu:  # noqa: ARG001 - as every body is made
    """Return choices as large pictures side by side."""
    return replace(choices, is_pictured=True)


def _settings_lines(table: Table) -> ListPage:
    settings = table.settings
    levels, themes, whens = list(BRIGHTNESS), list(THEMES), list(WHEN_ACROSS)
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
                about=("sound",),
            ),
            Choice(
                words("Brightness of the screen"),
                Change("brightness", levels[(levels.index(settings.brightness) + 1) % len(levels)]),
                icons=("brightness",),
                detail=LEVELS[settings.brightness],
                about=("light_and_colours",),
            ),
            Choice(
                BUTTON_LAYOUTS[settings.controls],
                Push(LivePage(button_lines)),
                icons=("buttons",),
                about=("button_kinds",),
            ),
            Choice(
                words("Size of the screen"),
                Push(LivePage(size_lines)),
                icons=("screen",),
                detail=size_words(settings.size),
                about=("screen",),
            ),
            Choice(
                words("Rotation of the picture"),
                Push(LivePage(rotation_lines)),
                icons=("turned",),
                detail=degrees_words(settings.rotation),
                about=("screen",),
            ),
            Choice(
                words("Colours of the screen"),
                Change("screen.theme", themes[(themes.index(settings.theme) + 1) % len(themes)]),
                icons=("colours",),
                detail=THEMES[settings.theme],
                about=("light_and_colours",),
            ),
            Choice(
                words("View from across the table"),
                Change("screen.across", whens[(whens.index(settings.across) + 1) % len(whens)]),
                icons=("players",),
                detail=WHEN_ACROSS[settings.across],
                about=("across",),
            ),
            Choice(
                words("Posters and moving pictures"),
                Change("screen.moments", "off" if settings.is_moving else "on"),
                icons=("mummy",),
                detail=words("on") if settings.is_moving else words("off"),
                about=("posters",),
            ),
            Choice(
                words("Diagonal of the screen"),
                Push(LivePage(diagonal_lines)),
                icons=("screen",),
                detail=diagonal_words(settings.inches),
                about=("screen",),
            ),
            Choice(SENSORS[settings.sensors], Push(LivePage(sensors_lines)), icons=("sensors",), about=("board",)),
            Choice(words("House rules"), Push(LivePage(house_rule_lines)), icons=("story",), about=("house_rules",)),
            Choice(words("About this device"), AskAbout(), icons=("info",), about=("about",)),
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
        about=("trial",),
    )


def about_page(lines: tuple[Words, ...]) -> ListPage:
    """Return the page of what the device reports about itself, from where it is copied with all the rest."""
    page = reading(words("About this device"), words("Its parts, and how they are doing."), lines)
    report = Choice(words("Copy a report to the stick"), CopyReport(), icons=("stick",))
    return replace(page, choices=(report, *page.choices), about=("about",))
