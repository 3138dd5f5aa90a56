"""The settings pages: everything that can be chosen, the date, and what the device reports about itself.

Why quiet for the night is switched by hand and has no hours: the device has no clock that goes on without power or
network, and a family knows better than a clock who sleeps next door.

Why some are tried: a picture upside down, or buttons that are not there, would lock people out of the page on which
they could change it back. Such a choice holds for `TRIAL_S` seconds. Then the old value returns, and nobody needs to
read or press anything.

Why nobody is asked for the date before a game: without a date games are played and remembered as well, and evenings are
told apart by the time since power-on.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.touch import CROSSES, Point, fit_touches, turn_point
from display.view import Button, Item, Menu, Picker, View
from firmware_py.config.settings import SETTING, SETTINGS, TRIAL_S, Setting, house_rule_key, stored_text
from firmware_py.evenings.results import FIRST_YEAR
from firmware_py.games.registry import BOXES
from firmware_py.pages.board_care.care import care_choices
from firmware_py.pages.board_care.cell_test import UNPLUGGED
from firmware_py.pages.evenings import day_words
from firmware_py.pages.interface import (
    AskAbout,
    AskDate,
    ChangeSetting,
    CopyEverything,
    CopyReport,
    PageContext,
    Restart,
    SetDate,
    TakeEverything,
    Try,
)
from firmware_py.pages.offers import Keys, Offer, arrow_hints, help_hint, place_touched, steer
from firmware_py.pages.page import (
    GO_BACK,
    NEXT,
    Back,
    Choice,
    HuntersOnly,
    Input,
    Later,
    ListPage,
    LivePage,
    Page,
    Push,
    Reply,
    hints,
    reading_page,
)
from firmware_py.pages.phones import phones_page
from firmware_py.pages.registry import PAGES
from firmware_py.pages.start_page import Option, option_text
from firmware_py.words import LANGUAGES, NOTHING, Words, own_line, plain, speak, words, words_n

TOUCH = "screen.touch"
MOST_IN_TURN = 5
"""The most values that a setting takes one after the other, each time its line is chosen; others have a page."""


def setting_line(setting: Setting, table: PageContext, page: Page | None = None) -> Choice:
    """The line of a setting: it changes it, or opens its `page` or one of all its values."""
    now = setting.value(table.settings)
    if page is None and (setting.is_tried or len(setting.names) > MOST_IN_TURN):
        page = LivePage(ValueLines(setting.key))
    values = tuple(setting.names)
    return Choice(
        setting.name(now) if setting.names_itself else setting.label,
        Push(page) if page else ChangeSetting(setting.key, stored_text(values[(values.index(now) + 1) % len(values)])),
        (setting.icon or setting.icons[now],),
        NOTHING if setting.names_itself else setting.name(now),
        about=(setting.about,) if setting.about else (),
    )


class ValueLines(msgspec.Struct, frozen=True):
    """All values of one setting. One that is tried first is as now if its line is chosen again."""

    key: str

    def __call__(self, table: PageContext) -> ListPage:
        setting = SETTING[self.key]
        now = setting.value(table.settings)
        values = tuple(dict.fromkeys((*setting.names, now)))
        tried = words_n(
            "The device starts again and tries it for {count} second.",
            "The device starts again and tries it for {count} seconds.",
            TRIAL_S,
        )
        return ListPage(
            title=setting.label,
            prompt=tried if setting.is_tried else setting.question,
            choices=tuple(_value_line(setting, value, is_now=value == now) for value in values),
            start=values.index(now),
            about=(setting.about,),
        )


def _value_line(setting: Setting, value: Any, *, is_now: bool) -> Choice:
    name, icons, text = setting.name(value), (setting.icons.get(value, setting.icon),), stored_text(value)
    if not setting.is_tried:
        return Choice(name, ChangeSetting(setting.key, text), icons)
    if is_now:
        return Choice(name, Back(), icons, words("as now"))
    return Choice(name, Try(setting.key, text), icons, setting.notes.get(value, NOTHING))


def sound_lines(table: PageContext) -> ListPage:
    """All settings of what is heard."""
    heard = (setting for setting in SETTINGS if setting.page == "sound.volume")
    return ListPage(
        title=words("Sound"),
        prompt=words("Choose a line to change it."),
        choices=tuple(setting_line(one, table) for one in heard if one.key != "voice" or table.has_voice),
        about=("sound",),
    )


def sensors_lines(table: PageContext) -> ListPage:
    """The page of the magnetic board. Its kind is one page further, because it is rarely changed."""
    kind = ValueLines("board.kind")
    if table.settings.sensors == "none":
        return kind(table)
    more = Choice(words("Which board…"), Push(LivePage(kind)), icons=("settings",))
    prompt = words("What do you want to do?") if table.board else UNPLUGGED
    return ListPage(words("Magnetic board"), prompt, (*care_choices(table), more), about=("board",))


def house_rule_lines(table: PageContext) -> ListPage:
    """The games, each with the number of its changed house rules."""
    return ListPage(
        title=words("House rules"),
        prompt=words("How do new games begin?"),
        choices=tuple(
            Choice(
                BOXES[game].title,
                Push(LivePage(HouseRuleLines(game))),
                (game,),
                _changed_words(sum(option.usual(table.settings, game) != option.values[0][0] for option in options)),
            )
            for game, options in ((game, pages.house_rules) for game, pages in PAGES.items())
        ),
        about=("house_rules",),
    )


def _changed_words(count: int) -> Words:
    if not count:
        return words("unchanged")
    return words_n("{count} rule changed", "{count} rules changed", count)


class HouseRuleLines(msgspec.Struct, frozen=True):
    """The house rules of one game."""

    game: str

    def __call__(self, table: PageContext) -> ListPage:
        return ListPage(
            title=BOXES[self.game].title,
            prompt=words("For new games; you can still change it in each."),
            choices=tuple(
                option.choice(option.usual(table.settings, self.game), partial(self._choose, option))
                for option in PAGES[self.game].house_rules
            ),
            about=("house_rules",),
        )

    def _choose(self, option: Option, value: Any) -> ChangeSetting:
        return ChangeSetting(house_rule_key(self.game, option.key), option_text(value))


class CrossPage(Page, frozen=True):
    """Asks for a touch of one cross after the other: wherever the panel reports it, the cross is meant."""

    TOPICS: ClassVar[tuple[str, ...]] = ("touch_correction",)
    touched: tuple[Point, ...] = ()
    is_again: bool = False
    """Whether touches before made no sense."""

    def view(self, table: PageContext) -> View:
        say, number = table.say, len(self.touched) + 1
        prompt = words("Touch the middle of cross {number} of {count}.", number=number, count=len(CROSSES))
        if self.is_again and not self.touched:
            prompt = words("These touches lie almost in a line: touch the middle of each cross, once.")
        cross = turn_point(CROSSES[len(self.touched)], table.settings.rotation)
        kept = say(words("It is tried first: nothing stays unless you keep it."))
        back = hints(table, ok=None, back=GO_BACK)
        if table.settings.controls == "touch":  # every touch is one of a cross, so the foot must not lead back
            back = ()
        return View(say(SETTING[TOUCH].label), say(prompt), Menu((), text=(kept,)), cross=cross, hints=back)

    def press(self, done: Input, table: PageContext) -> Reply:
        """After the last cross, what they say of the panel is tried."""
        point = place_touched(done)
        if point is None:
            return Page.press(self, done, table)
        match (*self.touched, point):
            case (first, second, third):
                found = fit_touches((first, second, third))
                return Try(TOUCH, stored_text(found)) if found else CrossPage(is_again=True)
            case touched:
                return replace(self, touched=touched)


def known_house_rules() -> dict[str, tuple[str, ...]]:
    """What each house rule can be, by its settings key, as stored."""
    return {
        house_rule_key(game, option.key): tuple(option_text(value) for value, _ in option.values)
        for game, pages in PAGES.items()
        for option in pages.house_rules
    }


# --- moving house ----------------------------------------------------------------------------------------------------

MOVE_HOUSE = words("Move to another device")


def moving_lines(table: PageContext) -> ListPage:
    """Copy everything, and take everything; unfinished games with secrets are asked about."""
    copy: Page | CopyEverything = LivePage(_secrets_lines) if table.has_secret_games else CopyEverything()
    return ListPage(
        title=MOVE_HOUSE,
        prompt=words("Games, people, settings and maps, to another device"),
        choices=(
            Choice(
                words("Copy everything to the stick"), Push(copy) if isinstance(copy, Page) else copy, icons=("stick",)
            ),
            Choice(
                words("Take everything from the stick"),
                TakeEverything(),
                icons=("kept",),
                detail=words("It is added to what is here."),
            ),
        ),
        about=("moving",),
    )


def _secrets_lines(table: PageContext) -> ListPage:  # noqa: ARG001 - as every list
    why = words("The file tells where the hunters stand. Whoever reads it on a computer knows it too.")
    hunters = HuntersOnly(MOVE_HOUSE, words("Copy a file with secrets?"), why, CopyEverything(with_secrets=True))
    return ListPage(
        title=MOVE_HOUSE,
        prompt=words("An unfinished game has secrets. Copy it too?"),
        choices=(
            Choice(words("No, everything else"), CopyEverything(), icons=("stick",)),
            Choice(words("Yes, with its secrets"), Push(hunters), icons=("warning",)),
        ),
        about=("moving",),
    )


def settings_page() -> Page:
    return LivePage(_settings_lines)


def language_page(*, is_first: bool = False) -> Page:
    """The page that asks for the language; if it is the first page, `back` does nothing."""
    return LanguagePage(LanguageLines(is_first))


def trial_page() -> Page:
    return LivePage(_trial_lines)


class LanguagePage(LivePage, frozen=True):
    """The question for the language; its foot speaks the one under the cursor."""

    def view(self, table: PageContext) -> View:
        """The page in the language under the cursor."""
        code = list(LANGUAGES)[self.current_list(table).at]
        spoken = replace(table, say=speak(code))
        view = super().view(spoken)
        return replace(view, hints=(*view.hints, help_hint(spoken)))


class LanguageLines(msgspec.Struct, frozen=True):
    """The languages, each in its own words, because this page comes before anybody has chosen one."""

    is_first: bool

    def __call__(self, table: PageContext) -> ListPage:
        page = ListPage(
            title=plain("Langue · Language · Sprache"),
            prompt=NOTHING,
            choices=tuple(
                Choice(plain(name), ChangeSetting("language", code), icons=(f"language_{code}",))
                for code, name in LANGUAGES.items()
            ),
            start=list(LANGUAGES).index(table.language),
            around=_with_pictures,
        )
        return replace(page, back_label=None) if self.is_first else page


def _with_pictures(choices: Menu, table: PageContext) -> Menu:  # noqa: ARG001 - as every body is made
    return replace(choices, is_pictured=True)


def _settings_lines(table: PageContext) -> ListPage:
    pages = {"language": language_page(), "board.kind": LivePage(sensors_lines), TOUCH: CrossPage()}
    language, *others = (setting_line(one, table, pages.get(one.key)) for one in SETTINGS if not one.page)
    volume = setting_line(SETTING["sound.volume"], table)
    sound = replace(volume, label=words("Sound"), reply=Push(LivePage(sound_lines)), about=("sound",))
    return ListPage(
        title=words("Settings"),
        prompt=words("Choose a line to change it."),
        choices=(
            replace(language, label=plain(LANGUAGES[table.language])),
            sound,
            *others,
            Choice(words("House rules"), Push(LivePage(house_rule_lines)), icons=("story",), about=("house_rules",)),
            *((Choice(words("Phones"), Push(phones_page()), icons=("phone",)),) if table.has_phones else ()),
            *(
                ()
                if table.session
                else (Choice(MOVE_HOUSE, Push(LivePage(moving_lines)), icons=("stick",), about=("moving",)),)
            ),
            Choice(words("Date and time"), AskDate(), icons=("history",), about=("date",)),
            Choice(words("About this device"), AskAbout(), icons=("info",), about=("about",)),
        ),
    )


def _trial_lines(table: PageContext) -> ListPage:
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
            Choice(words("Yes, keep it"), ChangeSetting(trial.key, trial.value), icons=("ok",)),
        ),
        icon="settings",
        on_back=Restart(),
        about=("trial",),
    )


def about_page(lines: tuple[Words, ...]) -> ListPage:
    """The device's report about itself, and the line that copies the whole to a stick."""
    page = reading_page(words("About this device"), words("Its parts, and how they are doing."), lines)
    report = Choice(words("Copy a report to the stick"), CopyReport(), icons=("stick",))
    return replace(page, choices=(report, *page.choices), about=("about",))


DatePart: TypeAlias = Literal["day", "month", "year", "hour", "minute"]
PARTS: tuple[DatePart, ...] = get_args(DatePart)
"""The parts of a date, in the order in which they are set."""
PART_WORDS: dict[DatePart, Words] = {
    "day": words("Day"),
    "month": words("Month"),
    "year": words("Year"),
    "hour": words("Hour"),
    "minute": words("Minute"),
}
LAST_YEAR = 2099
FIRST_DATE = datetime(FIRST_YEAR, 1, 1, 18)
"""Where setting begins on a computer that shows none of these years."""


class DatePage(Page, frozen=True):
    """The date and the time, of which one part after the other is changed."""

    TOPICS: ClassVar = ("date",)
    at: datetime
    """The time of the place, without a zone."""
    part: DatePart = "day"

    def view(self, table: PageContext) -> View:
        """The parts, the one to change marked, and which day of the week that is."""
        say, at = table.say, self.at
        parts = f"{at.day:02}", f"{at.month:02}", f"{at.year}", f"{at.hour:02}", f"{at.minute:02}"
        less, more = self._steps(table)
        choices = less.item, more.item, self._next(table).item
        return View(
            title=say(PART_WORDS[self.part]),
            prompt=say(own_line(day_words(at.date()))),
            body=Picker(tuple(map(Item, parts)), PARTS.index(self.part), (choices,), None),
            hints=(
                *arrow_hints(table, PART_WORDS[self.part], is_upright=True),
                *hints(table, ok=words("set") if self.part == PARTS[-1] else NEXT, back=GO_BACK),
            ),
        )

    def offers(self, table: PageContext) -> Keys:
        """More and less of the part, the next part, and in the end the whole."""
        return steer(self._next(table), lambda button: Later(lambda: self._steer(button)), self._steps(table))

    def _next(self, table: PageContext) -> Offer:
        done = self.part == PARTS[-1]
        reply = SetDate(self.at) if done else self._beside(1)
        return Offer(Item(table.say(words("set") if done else NEXT), ("ok",), target="ok"), reply)

    def _steps(self, table: PageContext) -> tuple[Offer, Offer]:
        less, more = words("less"), words("more")
        return (
            Offer(Item("", ("minus",), spoken=table.say(less), target="less"), self._change(-1)),
            Offer(Item("", ("plus",), spoken=table.say(more), target="more"), self._change(1)),
        )

    def _steer(self, button: Button) -> DatePage:
        match button:
            case "up":
                return self._change(1)
            case "down":
                return self._change(-1)
            case "left":
                return self._beside(-1)
        return self._beside(1)

    def _beside(self, step: int) -> DatePage:
        """The page with the part before or after, if there is one."""
        at = PARTS.index(self.part) + step
        return replace(self, part=PARTS[max(0, min(at, len(PARTS) - 1))])

    def _change(self, by: int) -> DatePage:
        """The page with more or less of the part; after the last comes the first."""
        at = self.at
        days = monthrange(at.year, at.month)[1]
        match self.part:
            case "day":
                at = at.replace(day=(at.day - 1 + by) % days + 1)
            case "month":
                at = _on(at.year, (at.month - 1 + by) % 12 + 1, at)
            case "year":
                at = _on(FIRST_YEAR + (at.year - FIRST_YEAR + by) % (LAST_YEAR - FIRST_YEAR + 1), at.month, at)
            case "hour":
                at = at.replace(hour=(at.hour + by) % 24)
            case "minute":
                at = at.replace(minute=(at.minute + by) % 60)
        return replace(self, at=at)

    def go_back(self, table: PageContext) -> Reply:
        """The part before, or the page before."""
        return Back() if self.part == PARTS[0] else self._beside(-1)


def _on(year: int, month: int, at: datetime) -> datetime:
    """The same time in another month, on its last day where it is shorter."""
    return at.replace(year=year, month=month, day=min(at.day, monthrange(year, month)[1]))


def date_page(at: datetime) -> DatePage:
    """The page that begins with this time, or with the first one that it can set."""
    at = at.replace(tzinfo=None, second=0, microsecond=0)
    return DatePage(at if FIRST_YEAR <= at.year <= LAST_YEAR else FIRST_DATE)
