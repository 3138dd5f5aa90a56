"""Every screen at every size: what is written fits, and what can be touched can be hit."""

from dataclasses import fields, is_dataclass, replace
from itertools import combinations, pairwise
from typing import Any

import pygame
import pytest
from sample_views import SAMPLES, SIZES

from display.draw import layout
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token, TouchArea
from display.draw.paint import paint
from display.draw.text import fitted, width, wrap
from display.theme import NOTICES, sizes_for
from display.view import Announcement, Map, MazePlan, Notice, Race, View

EXTREME = {
    "map_full",
    "longest",
    "longest_notice",
    "race_full",
    "ranking_full",
    "maze_vast",
    "maze",
    "blocked_dice",
    "maze_mission",
    "maze_hand_over",
    "maze_mummy",
    "maze_wrong",
}
LEAST_FINGER = 24
"""Pixels a finger needs at the very least, on the smallest screen."""
LONG_WORDS = (
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
    "Sauvegarde impossible\u00a0: la carte mémoire est pleine ou protégée en écriture, débranchez-la",
    "ÀÉÎÕÜ " * 40,
    "|",
    "no\0letter \ud800",
)
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def marks_of(view: View, size: tuple[int, int], kind: type[Mark]) -> list[Any]:
    return [mark for mark in layout(view, *size) if isinstance(mark, kind)]


def worded(thing: Any, text: str) -> Any:
    """Return a view in which every sentence is `text`, and every name and score stays what it was."""
    if isinstance(thing, tuple):
        return tuple(worded(part, text) for part in thing)
    if not is_dataclass(thing):
        return thing
    sentences = {"title", "prompt", "label", "detail", "text", "source", "summary", "remark", "name"}
    changes = {}
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name in sentences and isinstance(value, str):
            changes[field.name] = text if value else ""
        elif field.name in sentences:
            changes[field.name] = tuple(text for _ in value)
        elif is_dataclass(value) or isinstance(value, tuple):
            changes[field.name] = worded(value, text)
    return replace(thing, **changes)


def assert_fits(label: Label) -> None:
    fit = fitted(label)
    assert all(width(line, fit.size, label.bold) <= label.box.w for line in fit.lines if line != ""), label
    assert fit.size * (1 + 1.2 * (len(fit.lines) - 1)) <= max(label.box.h, fit.size) + 1, label


@EVERY_SIZE
def test_text_stays_within_its_box(size: tuple[int, int]) -> None:
    """No letter of a label is painted outside the label's box, but for the tail of a g or the accent of an É."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    empty = surface.get_buffer().raw
    labels = {label: name for name, view in SAMPLES.items() for label in marks_of(view, size, Label)}
    for label, name in labels.items():
        paint((label,), surface)
        slack = label.size // 3
        surface.fill((0, 0, 0, 0), pygame.Rect(label.box).inflate(2, 2 * slack))
        assert surface.get_buffer().raw == empty, (name, label)


@pytest.mark.parametrize("text", LONG_WORDS)
def test_long_words_shrink_or_are_cut_but_never_overflow(text: str) -> None:
    """Whatever the words are, in every place of every screen they keep to their box."""
    for view in (worded(view, text) for view in SAMPLES.values()):
        for size in SIZES:
            for label in marks_of(view, size, Label):
                assert_fits(label)


def test_a_number_stays_with_the_name_it_belongs_to() -> None:
    """A line does not end between "Player" and "1", unless both have no room in one."""
    across = width("Awaken at Player", 16)
    assert wrap("Awaken at Player 1", across, 16) == ("Awaken at", "Player 1")
    assert wrap("Awaken at Player 1", width("Player", 16), 16) == ("Awaken", "at", "Player", "1")


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - EXTREME))
def test_ordinary_words_are_shown_whole(name: str) -> None:
    """On the usual screen nothing of an ordinary sentence is cut off."""
    for label in marks_of(SAMPLES[name], (480, 320), Label):
        assert fitted(label).whole, label


@EVERY_SIZE
def test_everything_lies_on_the_screen(size: tuple[int, int]) -> None:
    """No mark leaves the screen."""
    screen = pygame.Rect((0, 0), size)
    for name, view in SAMPLES.items():
        for mark in layout(view, *size):
            assert screen.contains(pygame.Rect(mark.box)), (name, mark)


@EVERY_SIZE
def test_touch_targets_are_large_and_apart(size: tuple[int, int]) -> None:
    """Each place to touch is large enough for a finger and shares no pixel with another."""
    for name, view in SAMPLES.items():
        touches = marks_of(view, size, TouchArea)
        for touch in touches:
            assert touch.box.w >= LEAST_FINGER, (name, touch)
            assert touch.box.h >= LEAST_FINGER, (name, touch)
        for one, other in combinations(touches, 2):
            assert not pygame.Rect(one.box).colliderect(pygame.Rect(other.box)), (name, one, other)


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_can_be_touched(size: tuple[int, int]) -> None:
    """What can be chosen with the buttons can be chosen with a finger, and so can the buttons' own meanings."""
    targets = [touch.target for touch in marks_of(SAMPLES["race"], size, TouchArea)]
    assert sorted(targets) == [
        "awaken", "button:back", "button:down", "button:ok", "button:up", "explore", "hold:back", "secure",
    ]  # fmt: skip


def test_a_long_list_always_shows_its_cursor() -> None:
    """Wherever the cursor stands in a list that scrolls, its item is among those that are seen."""
    view = SAMPLES["long_list"]
    for cursor in range(len(view.body.items)):
        moved = replace(view, body=replace(view.body, cursor=cursor))
        for size in SIZES:
            assert str(cursor) in [touch.target for touch in marks_of(moved, size, TouchArea)]


def test_boxes_split_to_the_pixel() -> None:
    """Parts of a box lie side by side with their gaps, and end where the box ends."""
    box = Box(3, 5, 101, 47)
    columns = box.columns(7, 2)
    assert columns[0].x == box.x
    assert columns[-1].right == box.right
    assert all(right.x - left.right == 2 for left, right in pairwise(columns))
    left, right = box.split_left(30, 4)
    assert (left.w, right.x, right.right) == (30, left.right + 4, box.right)
    assert box.split_top(1000)[1].h == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_player_on_a_mission_sees_every_choice(size: tuple[int, int]) -> None:
    """Ending the turn, the mission, and another cell, beside four hunters; their ankhs and missions are still shown."""
    view = SAMPLES["maze_hand_over"]
    assert {touch.target for touch in marks_of(view, size, TouchArea)} >= {"0", "1", "2"}
    assert isinstance(view.body, MazePlan)
    written = [label.text for label in marks_of(view, size, Label)]
    for standing in view.body.standings:
        count = f"{len(standing.marks)}/{standing.wanted}"
        assert count in written or all(mark in written for mark, _ in standing.marks)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["maze_hand_over", "maze_mission"])
@pytest.mark.parametrize("wrong", [(84,), ()], ids=["wrong", "news"])
def test_what_the_magnetic_board_says_hides_no_answer(name: str, size: tuple[int, int], wrong: tuple[int, ...]) -> None:
    """The button ok gives the answer under the cursor, also while a pawn is waited for, or news has come by itself."""
    view = SAMPLES[name]
    assert isinstance(view.body, MazePlan)
    message = "Les figurines ne sont pas à leur place. À faire\u202f: pion turquoise en e9."
    spoken = replace(view, body=replace(view.body, wrong=wrong), notice=Notice(message, "warning"))
    answers = {item.target for item in view.body.choices.items}
    assert {touch.target for touch in marks_of(spoken, size, TouchArea)} >= answers
    plates = [mark for mark in marks_of(spoken, size, Plate) if mark.fill == NOTICES["warning"]]
    messages = [plate.box for plate in plates if plate.box.w > size[0] // 4]
    assert len(messages) == 1
    assert all(
        touch.box.y >= messages[0].bottom for touch in marks_of(spoken, size, TouchArea) if touch.target in answers
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_letters_of_ten_columns_are_as_large_as_the_words_beside_them(size: tuple[int, int]) -> None:
    """Rows and columns are read across a table; they are smaller only where the squares are."""
    names = [
        mark for mark in layout(SAMPLES["maze_mission"], *size) if isinstance(mark, Label) and mark.text in "abcdefghij"
    ]
    assert len(names) == 10
    assert all(fitted(name).whole and fitted(name).size >= sizes_for(*size).small for name in names)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["announced_capture", "announced_long", "announced_full", "curtain"])
def test_a_headline_is_clearly_larger_than_what_goes_with_it(name: str, size: tuple[int, int]) -> None:
    """Also with long names on the smallest screen: it is what everybody must hear."""
    body = SAMPLES[name].body
    assert isinstance(body, Announcement)
    labels = {mark.text: fitted(mark) for mark in marks_of(SAMPLES[name], size, Label)}
    headline, lines = labels[body.headline], labels["\n".join(body.lines)]
    assert headline.whole
    assert lines.whole
    assert headline.size >= 1.2 * lines.size


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["announced", "announced_capture", "announced_question", "curtain"])
def test_charms_tokens_and_tray_are_always_seen(name: str, size: tuple[int, int]) -> None:
    """Whoever looks from across the table knows how near the end is, though the map is hidden."""
    view = SAMPLES[name]
    assert isinstance(view.body, Announcement)
    assert {"ankh", "mummy"} <= {mark.name for mark in marks_of(view, size, Picture)}
    assert len(marks_of(view, size, Token)) >= len(view.body.standings)
    count, target = view.body.tokens or (0, 0)
    assert f"{count}/{target}" in {mark.text for mark in marks_of(view, size, Label)}


FILLED = ("race", "race_full", "cards", "column", "letters", "ranking_full", "map_turn", "map_tile", "map_full")
"""Pages that need the whole screen."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", FILLED)
@pytest.mark.parametrize("message", ["No button answers.", "The light cannot be used: another program has it. " * 2])
def test_a_message_hides_nothing_that_could_be_chosen(name: str, size: tuple[int, int], message: str) -> None:
    """Neither `ok` nor a finger does what cannot be seen, and all that is written or drawn beside it is seen, too."""
    view = replace(SAMPLES[name], notice=Notice(message.strip(), "warning", "L05"), hold=None)
    marks = list(layout(view, *size))
    start = max(i for i, mark in enumerate(marks) if isinstance(mark, Plate) and mark.fill == NOTICES["warning"])
    plate = pygame.Rect(marks[start].box)
    beside = [
        mark for mark in marks if isinstance(mark, TouchArea | Picture | Token | Label) and mark.box.w and mark.box.h
    ]
    others = [mark for mark in beside if not plate.contains(pygame.Rect(mark.box))]
    assert len(others) > 10
    assert not [mark for mark in others if plate.colliderect(pygame.Rect(mark.box))]
    assert not [mark for mark in beside if isinstance(mark, TouchArea) and plate.contains(pygame.Rect(mark.box))]
    body = SAMPLES[name].body
    if isinstance(body, Map | Race):
        assert body.choices.items[body.choices.cursor].target in {m.target for m in marks if isinstance(m, TouchArea)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["long_list", "curtain"])
def test_a_message_hides_neither_a_list_nor_what_is_read_aloud(name: str, size: tuple[int, int]) -> None:
    """What it speaks about stands above it, whole, the line under the cursor included."""
    notice = Notice("There is no USB stick: plug in one that is formatted as FAT32 or exFAT, and wait.", "warning")
    marks = list(layout(replace(SAMPLES[name], notice=notice), *size))
    start = next(i for i, mark in enumerate(marks) if isinstance(mark, Plate) and mark.fill == NOTICES["warning"])
    plate = pygame.Rect(marks[start].box)
    written = [mark for mark in marks[:start] if isinstance(mark, Label) and mark.text]
    assert written
    for label in written:
        assert fitted(label).whole, label
        footer = label.box.y >= plate.bottom
        assert footer or not plate.colliderect(pygame.Rect(label.box)), label
