"""Every page, in every language and with all controls: whole, large enough, with the keys that the device has."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, get_args
from zlib import crc32

import msgspec
import pygame
import pytest
from kept_layouts import fitted, layout, words_below_keys
from msgspec.structs import replace
from sample_views import CHECK, CONFIRM, IS_WHOLE, RACE, RACE_FULL, RANKING_FULL, SAMPLES, SIZES, TOUCHED, panels
from sampling import every
from shown_pages import NAMES, explanations, shown_pages, walked_views

from display.draw import draw, lay_out
from display.draw.announcement import LEAST_POSTER
from display.draw.marks import Drawing, Label, Picture, Plate, Rect, TouchArea
from display.draw.paint import sprites_of
from display.draw.picker import _cells
from display.draw.race import PILE_SVG, SIDES
from display.draw.text import short_form
from display.theme import (
    FINGER_MM,
    LEAST_FINGER,
    MAIN_MM,
    NOTE_MM,
    THEMES,
    for_touch,
    needs_keys,
    pixels_per_mm,
    sizes_for,
    usual_inches,
)
from display.view import (
    COLOURS,
    NO_CHOICES,
    Actor,
    Announcement,
    Button,
    Hint,
    Item,
    MazePlan,
    Menu,
    Notice,
    Picker,
    PictureMenu,
    PyramidPlan,
    Race,
    Ranking,
    Seat,
    TablePlan,
    View,
    as_text,
    scoreboard_of,
)
from display.window import Window
from firmware_py import pages
from firmware_py.config.settings import Controls
from firmware_py.games.records import LONGEST_NAME
from firmware_py.words import LANGUAGES
from hardware.screens import load_screens

NEWS = Notice(("Maximilienne (pion rouge) ne peut pas bouger maintenant : jouez la mission de cette case.",), "warning")
CLAUSE = re.compile(r"\b[LGP]\d\d\b")


def loud(view: View) -> set[str]:
    """What must be read at arm's length: question, choices, names, scores."""
    return {view.prompt, view.actor.name if view.actor else "", *_loud_parts(view.body)} - {""}


def _loud_parts(body: Any) -> Iterator[str]:
    match body:
        case Race(seats=seats):
            yield from (part for seat in seats for part in (seat.name, str(seat.score)))
        case Ranking(places=places):
            yield from (part for place in places for part in (place.name, str(place.score)))
        case TablePlan(seats=places, go=go, number=number, first=first):
            yield from (place.name for place in places)
            yield from (item.label for item in (go, number, first))
        case Picker(rows=rows):
            yield from (item.label for row in rows for item in row)
        case MazePlan(standings=standings):
            yield from (standing.name for standing in standings)
    if isinstance(body, Race | Ranking | PyramidPlan | MazePlan):
        body = body.choices
    yield from (item.label for item in getattr(body, "items", ()) if isinstance(item, Item))


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_whole_and_large_enough(language: str, controls: Controls) -> None:
    """No text ends in dots; questions, choices, names and scores have capitals of 2.8 mm, all else of 2.0 mm."""
    explained = explanations(language) if controls == "six" else {}
    for name, view in {**shown_pages(language, controls), **explained}.items():
        view = replace(view, is_touched=controls == "touch")
        heard = loud(view) - {hint.label for hint in view.hints}
        for size in panels(name, language, controls):
            per_mm = pixels_per_mm(*size, usual_inches(*size))
            largest: dict[str, int] = {}
            for label in layout(view, *size):
                if isinstance(label, Label) and label.text:
                    assert fitted(label).unbroken, (name, size, label)
                    largest[label.text] = max(largest.get(label.text, 0), label.type.capitals)
            for text, capitals in largest.items():
                assert capitals / per_mm >= (MAIN_MM if text in heard else NOTE_MM), (name, size, text)


def marks_on(maze: MazePlan) -> set[str]:
    """What is written on the squares of a maze."""
    return {square.mark for square in maze.squares}


COUNT = re.compile(r"[×+−-]?\d+(/\d+)?")
"""What is counted: scores, ankhs, cards, lanterns."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_counts_are_large_wherever_they_stand(language: str) -> None:
    """Every number but coordinates, codes on squares and that of a page has capitals of 2.8 mm, also beside a map."""
    for name, view in {**SAMPLES, **shown_pages(language, "six")}.items():
        for size in panels(name, language):
            main = sizes_for(*size).main.capitals
            for label in layout(replace(view, notice=None), *size):
                if isinstance(label, Label) and COUNT.fullmatch(label.text):
                    is_coordinate = isinstance(view.body, MazePlan | PyramidPlan) and label.colour == "lesser"
                    is_coordinate |= isinstance(view.body, MazePlan) and label.text in marks_on(view.body)
                    assert is_coordinate or label.type.capitals >= main, (name, size, label)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_have_three_sizes_of_type(language: str) -> None:
    """Notes, main and great type, also half as large again or twice; only a headline without a picture has its own."""
    for name, view in {**shown_pages(language, "six"), **explanations(language)}.items():
        is_headed = isinstance(view.body, Announcement) and not view.body.picture
        for size in panels(name, language):
            sizes = sizes_for(*size)
            known = {sizes.note, sizes.main, *map(sizes.great.times, (1.0, 1.5, 2.0))}
            known |= {sizes.main.times(LEAST_POSTER)} if is_headed else set()
            used = {mark.type for mark in layout(view, *size) if isinstance(mark, Label) and mark.text}
            assert used <= known, (name, size, used - known)


@pytest.mark.parametrize("controls", get_args(Controls))
def test_piles_keep_their_counts(controls: Controls) -> None:
    """However high rows for fingers are, and in every set of colours: how many cards a pile has decides a turn."""
    for name, view in shown_pages("en", controls).items():
        choices = view.body.choices.items if isinstance(view.body, Race) else ()
        counts = {item.detail for item in choices if {*item.icons[-1:]} & {*SIDES}} - {""}
        for at, size in enumerate(SIZES if counts else ()):
            theme = THEMES[(crc32(name.encode()) + at) % len(THEMES)]
            page = replace(view, is_touched=controls == "touch", theme=theme)
            drawn = " ".join(label.text for label in layout(page, *size) if isinstance(label, Label))
            assert all(count.split()[0] in drawn.split() for count in counts), (name, size, theme)


@pytest.mark.parametrize("notice", [None, Notice(("Bo loots a card from the right pile. Chloé to play.",), "news")])
@pytest.mark.parametrize("controls", ["six", "four"])
def test_no_key_covers_words_on_a_picture(controls: Controls, notice: Notice | None) -> None:
    """Also where a notice leaves the piles little height, and where much is told below a game as it stands."""
    for name, view in shown_pages("de", controls).items():
        for size in SIZES if isinstance(view.body, Race | PictureMenu) else ():
            assert not words_below_keys(layout(replace(view, notice=notice or view.notice), *size)), (name, size)


@pytest.mark.parametrize("language", ["samples", *LANGUAGES])
def test_no_page_names_a_clause(language: str) -> None:
    """Nobody at the table knows how the rules are numbered here; the samples are no exception."""
    views = SAMPLES if language == "samples" else {**shown_pages(language, "six"), **explanations(language)}
    for name, view in views.items():
        size = min(SIZES) if language == "samples" else panels(name, language)[0]
        texts = [mark.text for mark in layout(view, *size) if isinstance(mark, Label)]
        assert not CLAUSE.search("\n".join((*texts, as_text(view)))), name


@pytest.mark.parametrize("controls", ["six", "four", "touch"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_three_hints_of_a_foot_have_words_and_the_way_back(language: str, controls: Controls) -> None:
    """With a finger, which needs a word for what a sign tells of a button, four.

    The way back has its word on all but the smallest panel: nobody should have to guess what a bent arrow does. The
    others are their buttons alone, perhaps with a digit or a sign; on a touch screen each can be touched."""
    for name, view in shown_pages(language, controls).items():
        is_touched = controls == "touch"
        for size in panels(name, language, controls):
            marks = tuple(layout(replace(view, is_touched=is_touched, notice=None), *size))
            sizes = for_touch(sizes_for(*size)) if is_touched else sizes_for(*size)
            foot = size[1] - sizes.footer if view.hints else size[1]
            words = [mark.text for mark in marks if isinstance(mark, Label) and mark.box.y >= foot]
            leads = [hint for hint in view.hints if hint.button == "back" and not hint.held]
            back = {text for hint in leads for text in (hint.label, hint.short) if text}
            others = [text for text in words if len(text) > 1 and text not in back]
            assert len(others) <= (4 if is_touched else 3), (name, size, words)
            assert not (leads and words) or back & {*words} or size == min(SIZES), (name, size, words)
            targets = {mark.target for mark in marks if isinstance(mark, TouchArea)}
            meant = {f"{'hold' if hint.held else 'button'}:{hint.button}" for hint in view.hints}
            assert meant <= targets, (name, size)


@pytest.mark.parametrize("controls", ["six", "four", "touch"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_has_its_word_and_help_its_question_mark(language: str, controls: Controls) -> None:
    """A ring alone tells nobody that it takes a mistake back; with buttons it may, beside four things to do."""
    for name, view in shown_pages(language, controls).items():
        undo = [hint for hint in view.hints if hint.button == "back" and hint.held and hint.short]
        if undo and (controls == "touch" or len(view.hints) <= 4):
            size = (800, 480)
            marks = layout(replace(view, is_touched=controls == "touch", notice=None), *size)
            assert {undo[0].label, undo[0].short} & {mark.text for mark in marks if isinstance(mark, Label)}, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_said_once(language: str) -> None:
    """Below "Bo", in great letters, stands "is thinking…": nobody reads "Bo Bo is thinking…"."""
    for name, view in shown_pages(language, "six").items():
        for size in panels(name, language) if view.actor else ():
            texts = [mark.text for mark in layout(view, *size) if isinstance(mark, Label)]
            who = view.actor.name if view.actor else ""
            assert who not in texts[:1] or f"{who} " not in texts[1][: len(who) + 1], (name, size)


@pytest.mark.parametrize("controls", ["six", "four", "encoder"])
def test_no_area_of_a_grid_covers_another(controls: Controls) -> None:
    """Also where one row has a cell more than the others, for a card just like the last one."""
    for name, view in shown_pages("en", controls).items():
        for size in SIZES if isinstance(view.body, Picker) and view.body.areas else ():
            cells = _cells(view.body, Rect(0, 0, size[0] * 9 // 10, size[1] // 2), sizes_for(*size))
            boxes = [pygame.Rect(cells.union(area)) for area in view.body.areas]
            assert not any(box.collidelist(boxes[at + 1 :]) != -1 for at, box in enumerate(boxes)), (name, size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_day_and_the_hour_are_great(language: str) -> None:
    """They are read from where everybody sits, and set with a finger."""
    view = shown_pages(language, "six")["equipped DatePage 1"]
    for size in SIZES:
        great = [
            mark.text for mark in layout(view, *size) if isinstance(mark, Label) and mark.type == sizes_for(*size).great
        ]
        assert {"28", "11", "2026", "18", "05"} <= {*great}, size


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_crosses_name_the_way_back(language: str) -> None:
    """Who has come there by mistake has a button, or touches on: nothing stays unless somebody says so."""
    for controls, can_go_back in (("six", True), ("four", True), ("encoder", True), ("touch", False)):
        view = shown_pages(language, controls)["equipped CrossPage 1"]
        assert bool(view.hints) == can_go_back
        drawn = {mark.text for mark in layout(view, *min(SIZES)) if isinstance(mark, Label)}
        assert {*view.body.text} | {hint.label for hint in view.hints if hint.button == "back"} <= drawn


@pytest.mark.parametrize("controls", ["six", "four", "encoder"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_has_its_key_beside_it(language: str, controls: Controls) -> None:
    """News covers the foot: what a press enters stands on the page, as a number or a picture with a cap."""
    for name, view in shown_pages(language, controls).items():
        entered = [hint for hint in view.hints if len(hint.label) == 1 and not hint.held]
        assert entered == [], name


@pytest.mark.parametrize("notice", [None, NEWS], ids=["foot", "notice"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_fingers_hit_what_every_page_offers(language: str, notice: Notice | None) -> None:
    """Below a notice too, all places to touch are as large as a finger needs."""
    for name, view in shown_pages(language, "touch").items():
        for size in panels(name, language, "touch"):
            for mark in layout(replace(view, is_touched=True, notice=notice), *size):
                assert not isinstance(mark, TouchArea) or min(mark.box.w, mark.box.h) >= LEAST_FINGER, (name, mark)


def touch_panels() -> Iterator[tuple[tuple[int, int], float]]:
    """Yield pixels and inches of all panels of `hardware/screens.toml`, and of smaller ones that are sold."""
    for screen in load_screens():
        for inches in screen.inches.split(" to "):
            yield (max(screen.width, screen.height), min(screen.width, screen.height)), float(inches)
    yield from (((320, 240), 3.5), ((320, 240), 2.4))


TOUCH_PANELS = sorted(set(touch_panels()))
GLANCES = 1 if IS_WHOLE else 8
"""One in so many pages is looked at on each panel with each notice, another one each time; all before a release."""


def by_touch_alone(language: str, size: tuple[int, int], inches: float, notice: Notice | None) -> Iterator[Any]:
    """Yield pages by name, as a panel shows them that is worked by nothing else."""
    has_keys = needs_keys(*size, inches)
    pages = shown_pages(language, "six" if has_keys else "touch")
    turn = TOUCH_PANELS.index((size, inches)) + 3 * (notice is None) + [*LANGUAGES].index(language)
    for name, view in {**pages, **explanations(language)}.items():
        if (crc32(name.encode()) + turn) % GLANCES == 0:
            yield name, replace(view, is_touched=True, has_keys=has_keys, inches=inches, notice=notice)


@pytest.mark.parametrize("notice", [None, NEWS], ids=["foot", "notice"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "inches"), TOUCH_PANELS)
def test_all_that_is_touched_is_as_wide_as_a_fingertip(
    size: tuple[int, int], inches: float, language: str, notice: Notice | None
) -> None:
    """Seven millimetres: on large panels as they are, on small ones by keys. Words are whole, pawns have names.

    Keys have the same places on every page, with and without a notice, or a second press would meet another one.
    """
    per_mm, pages = pixels_per_mm(*size, inches), dict(by_touch_alone(language, size, inches, notice))
    for name, view in pages.items():
        marks = layout(view, *size)
        touched = [mark for mark in marks if isinstance(mark, TouchArea)]
        assert all(min(mark.box.w, mark.box.h) >= FINGER_MM * per_mm for mark in touched), (name, touched)
        assert all(fitted(mark).unbroken for mark in marks if isinstance(mark, Label)), name
        said = {mark.text for mark in marks if isinstance(mark, Label)}
        standings = view.body.standings if isinstance(view.body, MazePlan) and not notice else ()
        assert {standing.name for standing in standings} <= said, name
        targets = {mark.target for mark in touched}
        assert not view.has_keys or view.cross or {f"key:{button}" for button in get_args(Button)} <= targets, name
    with_keys = [view for view in pages.values() if not view.cross]
    below_another = replace(with_keys[0], notice=None if notice else NEWS)
    assert len({places_of_keys(layout(view, *size)) for view in (below_another, *with_keys)}) == 1


def places_of_keys(marks: Iterable[Any]) -> tuple[tuple[str, int, int], ...]:
    """Return target, left end and width of each key."""
    keys = [mark for mark in marks if isinstance(mark, TouchArea) and mark.target.startswith("key:")]
    return tuple((key.target, key.box.x, key.box.w) for key in keys)


@pytest.mark.parametrize("controls", ["six", "four", "encoder"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_broken_on_the_smallest_panel(language: str, controls: Controls) -> None:
    """On any page, and whatever can be chosen there: there is a briefer text, a sign, or another line.

    German has the longest words; of other languages a third of what can be chosen is looked at, all before a release.
    """
    for view in every(1 if language == "de" else 3, walked_views(language, controls)):
        for label in layout(view, *min(SIZES)):
            assert not isinstance(label, Label) or fitted(label).unbroken, (view.prompt, label)


@pytest.mark.parametrize("controls", ["six", "four"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dots_stand_for_no_words(language: str, controls: Controls) -> None:
    """They follow the words of a line that leads on, and never what a button does."""
    for view in walked_views(language, controls):
        menu = view.body if isinstance(view.body, Menu) else getattr(view.body, "choices", NO_CHOICES)
        assert not any(text.strip() == "…" for item in menu.items for text in (item.label, item.brief)), view.prompt
        assert not any(text.endswith("…") for hint in view.hints for text in (hint.label, hint.short)), view.hints


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lines_of_a_list_are_brief_or_none_is(language: str, controls: Controls) -> None:
    """On the smallest panel "to b6" stands above "where?" and not above "Porter…", and "d1" above "start"."""
    for view in (*every(3, walked_views(language, controls)), *shown_pages(language, controls).values()):
        menu = view.body if isinstance(view.body, Menu) else getattr(view.body, "choices", NO_CHOICES)
        if menu.is_pictured or not isinstance(view.body, Menu | PyramidPlan | MazePlan):
            continue
        marks = layout(replace(view, is_touched=controls == "touch"), *min(SIZES))
        texts = {label.text for label in marks if isinstance(label, Label)} - {hint.label for hint in view.hints}
        drawn: dict[tuple[str, ...], set[bool]] = {}
        for item in menu.items:
            if item.brief and item.icons and (item.label in texts) != (item.brief in texts):
                drawn.setdefault(() if item.target else item.icons, set()).add(item.label in texts)
        assert all(len(forms) == 1 for forms in drawn.values()), view.prompt


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_and_what_is_now_stand_on_one_line(language: str, controls: Controls) -> None:
    """ "17 →" above "11" would look like two things: icons are smaller instead, on any panel."""
    for name, view in shown_pages(language, controls).items():
        for size in panels(name, language, controls):
            for label in layout(replace(view, is_touched=controls == "touch"), *size):
                if isinstance(label, Label) and "→" in label.text:
                    assert not any(line.endswith("→") for line in fitted(label).lines[:-1]), (name, size, label)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_beside_a_name_is_in_the_usual_cut(language: str) -> None:
    """Two lines have room beside a name; the smallest panel alone may need narrow type."""
    for name, view in shown_pages(language, "six").items():
        if view.actor and not isinstance(view.body, MazePlan | PyramidPlan):
            for size in SIZES[1:]:
                asked = [mark for mark in layout(view, *size) if isinstance(mark, Label) and mark.text == view.prompt]
                assert not any(fitted(label).is_narrow for label in asked), (name, size)


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_must_act_is_named_and_everybody_beside_the_maze(language: str, controls: Controls) -> None:
    """However long the question is; each pawn that is shown has its player's name, or a short form of it."""
    for name, view in shown_pages(language, controls).items():
        view = replace(view, is_touched=controls == "touch")
        for size in panels(name, language, controls):
            said = {mark.text for mark in layout(view, *size) if isinstance(mark, Label)}
            assert view.actor is None or any(text.startswith(view.actor.name) for text in said), (name, size)
            if isinstance(view.body, MazePlan):
                assert {standing.name for standing in view.body.standings} <= said, (name, size)


WIDEST = ("WWWWWWWWWWWW", "WWWWWWWWWWWM", "WWWWWWMWWWWW", "MWWWWWWWWWWW", "ŴWWWWWWWWWWW", "WWWWWWWWWWWŴ")
"""Names of twelve wide letters that are hard to shorten."""


def named(thing: Any, names: dict[str, str]) -> Any:
    """A view in which every name is replaced."""
    if isinstance(thing, tuple):
        return tuple(named(part, names) for part in thing)
    if not isinstance(thing, msgspec.Struct):
        return names.get(thing, thing) if isinstance(thing, str) else thing
    return replace(thing, **{field: named(getattr(thing, field), names) for field in thing.__struct_fields__})


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("view", [RACE_FULL, RANKING_FULL], ids=["race", "ranking"])
def test_the_widest_names_are_told_apart(view: View, size: tuple[int, int]) -> None:
    """Six names of twelve wide letters: each is whole or shortened, and no two of them look the same."""
    body = view.body
    assert isinstance(body, Race | Ranking)
    people = body.seats if isinstance(body, Race) else body.places
    wide = named(view, dict(zip((person.name for person in people), WIDEST, strict=True)))
    drawn = [label for label in layout(wide, *size) if isinstance(label, Label) and label.text in WIDEST]
    assert all(fitted(label).whole for label in drawn)
    said = {label.text: " ".join(fitted(label).lines) for label in drawn}
    assert len(set(said.values())) == len(WIDEST)
    assert not any("…" in text for text in said.values())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_whoever_acts_is_named_whole(size: tuple[int, int]) -> None:
    """A name of twelve wide letters stands whole at the head of every page."""
    view = replace(RACE_FULL, actor=Actor(WIDEST[0], "red"), hold=None)
    assert isinstance(view.body, Race)
    view = replace(view, body=replace(view.body, seats=(Seat("Bo", "blue", 3), Seat("Al", "red", 4))))
    head = next(label for label in layout(view, *size) if isinstance(label, Label) and label.text == WIDEST[0])
    assert fitted(head).whole
    assert "".join(fitted(head).lines) == WIDEST[0]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_short_list_of_people_has_a_line_a_name(size: tuple[int, int]) -> None:
    """A name that fits beside a smaller token is not broken for the sake of a larger one."""
    names = {"Chloé": "up", "Maximilienne": "ok", "Wilhelmine W": "down"}
    assert isinstance(RACE_FULL.body, Race)
    seats = tuple(Seat(name, colour, 3, cards=4) for name, colour in zip((*names, "Bo"), COLOURS, strict=False))
    items = tuple(
        Item(name, colour=colour, target=name, key=key, is_name=True)
        for (name, key), colour in zip(names.items(), COLOURS, strict=False)
    )
    view = replace(RACE_FULL, body=replace(RACE_FULL.body, choices=Menu(items), seats=seats))
    labels = [mark for mark in layout(view, *size) if isinstance(mark, Label) and mark.text in names]
    assert len(labels) == 2 * len(names)
    assert all(len(fitted(label).lines) == 1 for label in labels)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_a_card_ends_with_its_pile(size: tuple[int, int], players: int) -> None:
    """The plate of a pile is no higher than the pile with its words, but for some air."""
    assert isinstance(RACE_FULL.body, Race)
    sides = tuple(Item("Explore", ("explore", side), target=side, detail="27 cards") for side in ("left", "right"))
    body = replace(RACE_FULL.body, choices=Menu(sides), seats=RACE_FULL.body.seats[:players])
    marks = tuple(layout(replace(RACE_FULL, body=body), *size))
    sizes = sizes_for(*size)
    places = [mark.box for mark in marks if isinstance(mark, TouchArea) and mark.target in ("left", "right")]
    piles = [mark.box for mark in marks if isinstance(mark, Drawing) and mark.svg == PILE_SVG]
    assert len(places) == len(piles) == 2
    for place, pile in zip(places, piles, strict=True):
        assert pile.y - place.y <= sizes.gap + sizes.pad + 1
        assert place.bottom - pile.bottom <= 2 * sizes.main.capitals * 1.5 + sizes.gap + sizes.pad + 1


@pytest.mark.parametrize("people", [WIDEST, tuple(f"Joueur {seat}" for seat in range(1, 7))], ids=["wide", "numbered"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_short_forms_are_unique_at_the_table(people: tuple[str, ...], size: tuple[int, int]) -> None:
    """Each could be nobody else's."""
    forms = {name: short_form(name, people, sizes_for(*size)) for name in people}
    assert len(set(forms.values())) == len(people)
    for name, form in forms.items():
        begun, dot, end = form.partition(".")
        if dot:
            assert [other for other in people if other.startswith(begun) and other.endswith(end)] == [name]


def test_short_names_stay_readable() -> None:
    """A form is as long a beginning as has room on every page, with its end if it needs that to be unique."""
    wide, small = sizes_for(800, 480), sizes_for(320, 240)
    assert short_form("Maximilienne", {"Max", "Bo"}, wide) == "Maxim."
    assert short_form("Wilhelmine W", {"Wilhelmine V"}, wide) == "Wilh.W"
    assert short_form("Maximilienne", {"Max", "Bo"}, small) == "Maxi."
    assert short_form("Wilhelmine W", {"Wilhelmine V"}, small) == "Wi.W"


def test_a_short_form_is_that_of_the_whole_table() -> None:
    """Whoever stands alone on a page is still told from those who do not."""
    sizes = sizes_for(320, 240)._replace(people=("Wilhelmine W", "Wilhelmine V"))
    assert short_form("Wilhelmine W", (), sizes) == "Wi.W"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_list_of_what_people_did_keeps_its_words(size: tuple[int, int]) -> None:
    """Entries have their players' colours, too."""
    entry = "The photo of c5 shows: the bust, a treasure worth 3, a mummy."
    items = tuple(Item(f"{number}. {entry}", colour=COLOURS[number], target="x") for number in range(3))
    labels = [label for label in layout(View("", "?", Menu(items)), *size) if isinstance(label, Label)]
    drawn = [" ".join(fitted(label).lines) for label in labels if entry in label.text]
    assert drawn and all(entry in words for words in drawn)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_list_of_people_shortens_names_from_a_record(size: tuple[int, int]) -> None:
    """Names as long as a record allows are shortened so that no two look the same, and none is pressed together."""
    people = tuple(letter * LONGEST_NAME for letter in "WMÄQ")
    items = tuple(
        Item(name, colour=colour, target=name, is_name=True) for name, colour in zip(people, COLOURS, strict=False)
    )
    labels = [label for label in layout(View("", "?", Menu(items)), *size) if isinstance(label, Label)]
    drawn = [fitted(label) for label in labels if label.text in people]
    assert len({fit.lines for fit in drawn}) == len(drawn) > 1
    assert all(fit.whole for fit in drawn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_maps_of_explanations_can_be_read(language: str) -> None:
    """Their cards and cells are higher than the letters beside them by 40 % at least, or else the page is too wordy."""
    pages = ((name, view, size) for name, view in explanations(language).items() for size in panels(name, language))
    for name, view, size in pages:
        picture = view.body.picture if isinstance(view.body, Announcement) else ()
        marks = layout(view, *size)
        match picture:
            case PyramidPlan():
                side = max(mark.box.w for mark in marks if isinstance(mark, Drawing))
            case MazePlan(columns=columns):
                side = next(mark.box.w for mark in marks if isinstance(mark, Plate) and mark.fill == "floor") // columns
            case _:
                continue
        assert side >= 1.4 * sizes_for(*size).main.capitals, (name, size)


# --- no kind of page is missed ----------------------------------------------------------------------------------------

AROUND = {"Page", "ListedPage", "LivePage", "HistoryPage", "NoMenu", "Around", "Open", "Secret"}
"""These are found by what they show, or stand for a menu that a test leaves out."""
WITH_A_BOARD = {"AskPage", "HandOverPage", "HuntersOnly"}
"""Only a board leads to these; samples are like them: announced_question, maze_hand_over, announced_curtain."""

WITH_PHONES = {"InvitePage", "WaitingPage"}
"""Only a phone leads to these; `tests/phones` look at them."""

WITH_THE_BOX = {"HandsPage", "TellPage", "TurnedPage"}
"""Only a seat that the box plays leads to these; `test_box_seat` looks at them."""

FIRST = {"LanguagePage"}
"""Only a device on which no language was chosen shows it; `test_first_pages` looks at it."""

WITHOUT_KEYS = {"CrossPage"}
"""It takes a touch anywhere; tests of the panel's touch look at it."""


def test_no_kind_of_page_is_missed() -> None:
    """Some kind of buttons leads to every page of the program."""
    usual = (("fr", "touch"), ("fr", "encoder"), ("en", "four"), ("de", "six"))
    names = {*explanations("de"), *(name for shown in usual for name in shown_pages(*shown))}
    shown = {word for name in names for word in name.split()}
    shown |= {"LessonPage"} if "lesson" in shown else set()
    shown |= {"LessonEnd"} if any(name.endswith("lesson end") for name in names) else set()
    assert page_classes() - AROUND - WITH_A_BOARD - WITH_PHONES - WITH_THE_BOX - FIRST - WITHOUT_KEYS - shown == set()


def page_classes() -> set[str]:
    """The names of all classes of the pages that can be shown and pressed."""
    found = pkgutil.walk_packages(pages.__path__, f"{pages.__name__}.")
    return {
        name
        for module in (importlib.import_module(one.name) for one in found)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
        if hasattr(kind, "view") and hasattr(kind, "press")
    }


# --- pages as they are found ------------------------------------------------------------------------------------------

SIZE = (320, 240)
MOVED = replace(RACE, body=replace(RACE.body, choices=replace(RACE.body.choices, cursor=2)))
"""The cursor stands one line lower than in `RACE`."""
SAVING = replace(RACE, notice=Notice(("Enregistrement en cours… un instant",), "saving"))


KINDS = ("cards", "column", "race_signed", "check", "saving", "ranking", "longest_notice", "emptiest")


def pixels(surface: pygame.Surface) -> bytes:
    return bytes(surface.get_buffer().raw)


def drawn_whole(view: View) -> bytes:
    surface = pygame.Surface(SIZE)
    draw(view, surface)
    return pixels(surface)


def test_whatever_was_shown_before_the_picture_is_the_same() -> None:
    """One page after the other of every kind, in pixels."""
    surface = pygame.Surface(SIZE)
    for view in (RACE, MOVED, SAVING, *(SAMPLES[name] for name in KINDS), RACE):
        draw(view, surface)
        assert pixels(surface) == drawn_whole(view)


def test_between_two_maps_no_picture_is_made_again() -> None:
    """Players go to and fro between pages with the most marks there are, and a short one."""
    pages = [SAMPLES[name] for name in ("maze_taught", "maze_signed", "confirm")]
    for view in pages:
        lay_out(view, *SIZES[1])
    made = sprites_of.cache_info().misses
    for view in pages:
        lay_out(view, *SIZES[1])
    assert sprites_of.cache_info().misses == made


@pytest.mark.usefixtures("unseen_screen")
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_panel_shows_its_picture_however_it_was_reached(rotation: int) -> None:
    """However it is mounted, and also dimmed: the panel is the same as if it had never shown anything else."""
    views = (RACE, MOVED, replace(MOVED, brightness=0.5), replace(RACE, brightness=0.5), CHECK)
    reached = []
    with Window(SIZE, rotation=rotation) as window:
        for view in views:
            window.show(view)
            reached.append(pixels(pygame.display.get_surface()))
    for view, panel in zip(views, reached, strict=True):
        with Window(SIZE, rotation=rotation) as window:
            window.show(view)
            assert pixels(pygame.display.get_surface()) == panel


@pytest.mark.usefixtures("unseen_screen")
def test_a_panel_that_was_covered_is_shown_again() -> None:
    """Another window may have lain over it: all of it is shown once more."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        panel = pygame.display.get_surface()
        before = pixels(panel)
        panel.fill((1, 2, 3))
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        window.poll()
        assert pixels(panel) == before


# --- the controls that a page shows -----------------------------------------------------------------------------------

DIRECTIONS = frozenset(("up", "down", "left", "right"))
KEYS: dict[Controls, frozenset[Button]] = {
    "six": frozenset(get_args(Button)),
    "four": frozenset(("up", "down", "ok", "back")),
    "encoder": frozenset(("ok", "back")),
    "touch": frozenset(),
}
"""The keys that may stand beside a choice; in a foot all have ✓ and back, which a finger touches there."""
FOOT: frozenset[Button] = frozenset(("ok", "back"))
CALLED = "ValueLines layout"
"""The page on which the owner says which controls the device has: it names them all."""
ICON = re.compile("<[^>]*>")
OF_DIRECTIONS = r"\bup (and|or) down\b|\bleft and right\b|[Hh]aut et bas|haut, bas|gauche et droite|hoch(/| und )runter"
OF_BUTTONS = r"\bbuttons?\b|\bknob\b|\bboutons?\b|[Mm]olette|\bTasten?\b|Drehknopf"
FOREIGN: dict[Controls, str] = {
    "encoder": OF_DIRECTIONS,
    "touch": f"{OF_DIRECTIONS}|{OF_BUTTONS}",
}
"""Words of keys that a device does not have."""


def keys_on(thing: Any) -> Iterator[Button]:
    """Yield the keys that stand on a page, beside what they choose."""
    match thing:
        case tuple():
            for part in thing:
                yield from keys_on(part)
        case msgspec.Struct():
            for field in thing.__struct_fields__:
                value = getattr(thing, field)
                if field == "key" and value:
                    yield value
                elif field == "keys":
                    yield from (button for _, button in value)
                elif field == "arrows":
                    yield from value
                else:
                    yield from keys_on(value)


def signs_of(hints: tuple[Hint, ...]) -> set[str]:
    """The signs by which a foot names what is pressed, turned or touched; what is held has a ring."""
    return {hint.icon or hint.button for hint in hints if not hint.held}


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_only_keys_that_the_device_has(language: str, controls: Controls) -> None:
    """Four buttons have no left and right, a knob is turned instead, and a finger touches what it sees."""
    for name, view in shown_pages(language, controls).items():
        assert set(keys_on(view.body)) <= KEYS[controls], (name, view.body)
        assert signs_of(view.hints) & DIRECTIONS <= KEYS[controls] | FOOT, (name, view.hints)


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_foot_shows_each_sign_once(language: str, controls: Controls) -> None:
    """A knob that turns both ways has one meaning and one sign; what is held has a ring besides."""
    for name, view in shown_pages(language, controls).items():
        signs = [(hint.icon or hint.button, hint.held) for hint in view.hints]
        assert len(signs) == len(set(signs)), (name, signs)


def arrows_beside_fields(view: View, size: tuple[int, int]) -> list[Picture]:
    """The arrows on a page that a finger cannot touch."""
    marks = tuple(layout(view, *size))
    touched = [mark.box for mark in marks if isinstance(mark, TouchArea)]
    arrows = [mark for mark in marks if isinstance(mark, Picture) and mark.name in DIRECTIONS]
    return [
        arrow
        for arrow in arrows
        for x, y in ((arrow.box.x + arrow.box.w // 2, arrow.box.y + arrow.box.h // 2),)
        if not any(box.x <= x < box.right and box.y <= y < box.bottom for box in touched)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_arrow_on_a_touch_screen_is_a_field(language: str) -> None:
    """As at both ends of a list that is longer than the page."""
    for name, view in shown_pages(language, "touch").items():
        for size in panels(name, language, "touch"):
            assert not arrows_beside_fields(replace(view, is_touched=True), size), (name, size)


@pytest.mark.parametrize("controls", FOREIGN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_ask_for_no_key_that_the_device_lacks(language: str, controls: Controls) -> None:
    """A knob goes neither up nor down, and a screen has no buttons."""
    for name, view in shown_pages(language, controls).items():
        if CALLED not in name:
            found = re.search(FOREIGN[controls], ICON.sub("", as_text(view)))
            assert found is None, (name, found)


# --- short forms of names ---------------------------------------------------------------------------------------------


def people_of(language: str) -> Iterator[tuple[str, ...]]:
    """Yield who plays on the pages: with long names, and without any."""
    word = {"fr": "Joueur", "en": "Player", "de": "Spieler"}[language]
    yield NAMES
    yield tuple(f"{word} {seat}" for seat in range(1, len(NAMES) + 1))


def written(view: View, people: tuple[str, ...], size: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """Yield each name on a page as it is written there."""
    for label in layout(view, *size):
        if isinstance(label, Label) and label.text in people:
            yield label.text, "".join(fitted(label).lines)


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_has_one_short_form(language: str, controls: Controls) -> None:
    """Whoever is "Wilh." on one page is not "Wilhel." on the next one of the same game and screen."""
    found: dict[tuple[int, int], set[tuple[str, str]]] = {size: set() for size in SIZES}
    for name, view in shown_pages(language, controls).items():
        page = replace(view, is_touched=controls == "touch")
        for people, size in product(people_of(language), panels(name, language, controls)):
            for shown in filter(None, (page, scoreboard_of(page))):
                here = named(shown, dict(zip(NAMES, people, strict=True)))
                if here != shown:
                    found[size] |= set(written(replace(here, people=people), people, size))
    for size, pairs in found.items():
        short = {(name, form) for name, form in pairs if form not in (name, name.replace(" ", ""))}
        assert len(short) == len({name for name, _ in short}), (size, short)


# --- pages for fingers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_each_direction_of_a_maze_has_an_arrow(size: tuple[int, int]) -> None:
    """Where squares are too small to be touched, its four parts lead on, and each shows where; buttons need none.

    No part of any other map means a button, or a touch beside the dice would enter one of them.
    """
    counted = 0
    for controls in ("touch", "six"):
        for name, view in shown_pages("en", controls).items():
            if isinstance(view.body, MazePlan):
                marks = tuple(layout(replace(view, is_touched=controls == "touch"), *size))
                zones = {mark.target for mark in marks if isinstance(mark, TouchArea)} & {"button:left", "button:right"}
                arrows = [mark for mark in marks if isinstance(mark, Drawing) and mark.svg.startswith("<polygon")]
                assert len(arrows) == (2 * len(zones) if controls == "touch" else 0), name
                assert not zones or view.body.cursor is not None, name
                counted += len(arrows)
    assert counted


@pytest.mark.parametrize("size", SIZES)
def test_only_dice_that_can_be_chosen_lie_on_a_plate(size: tuple[int, int]) -> None:
    """A die that only says what is asked lies bare, or it would look like one of the answers."""
    bare = 0
    for view in shown_pages("en", "touch").values():
        dice = view.body.dice if isinstance(view.body, MazePlan) else ()
        if any(die.target for die in dice):
            marks = tuple(layout(replace(view, is_touched=True), *size))
            plates = [mark.box for mark in marks if isinstance(mark, Plate)]
            for die in dice:
                if not die.target:
                    (place,) = (mark.box for mark in marks if isinstance(mark, Picture) and mark.name == die.icons[0])
                    assert not any(
                        plate.w < 2 * place.w and plate.middle(1, 1) == place.middle(1, 1) for plate in plates
                    )
                    bare += 1
    assert bare


@pytest.mark.parametrize("size", TOUCHED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_face_of_the_largest_mummy_die_can_be_touched(language: str, size: tuple[int, int]) -> None:
    """Twelve faces have room for fingers, too."""
    view = next(view for name, view in shown_pages(language, "touch").items() if "DieFacesPage" in name)
    faces = tuple(Item("9", ("die_9",), target=f"face {at}") for at in range(12))
    marks = layout(replace(view, body=replace(view.body, dice=faces), is_touched=True), *size)
    assert {face.target for face in faces} <= {mark.target for mark in marks if isinstance(mark, TouchArea)}
