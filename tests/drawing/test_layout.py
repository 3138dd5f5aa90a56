"""Every screen at every size: what is written fits, and what can be touched can be hit."""

import re
from itertools import combinations, pairwise, product
from typing import Any

import msgspec
import pygame
import pytest
from kept_layouts import fitted, layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES
from sampling import IS_WHOLE, crossed

from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token, TouchArea
from display.draw.paint import paint
from display.draw.text import NARROW, Fitted, line_height, width, wrap
from display.theme import Type, needs_keys
from display.view import Announcement, Hint, Hold, MazePlan, Menu, Notice, PyramidPlan, View

EXTREME = {"map_full", "longest"}
LEAST_FINGER = 24
"""Pixels a finger needs at the very least, on the smallest screen."""
LONG_WORDS = (
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
    "Sauvegarde impossible\u00a0: la carte mémoire est pleine ou protégée en écriture, débranchez-la",
    "ÀÉÎÕÜ " * 20,
    "|",
    "no\0letter \ud800",
)
NEWS = Notice(("Le pion rouge ne peut pas bouger. Ada (pion rouge) a bougé : jouez la mission de cette case.",), "news")
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def marks_of(view: View, size: tuple[int, int], kind: type[Mark]) -> list[Any]:
    return [mark for mark in layout(view, *size) if isinstance(mark, kind)]


def worded(thing: Any, text: str) -> Any:
    """A view in which every sentence is `text`, and every name and score stays what it was."""
    if isinstance(thing, tuple):
        return tuple(worded(part, text) for part in thing)
    if not isinstance(thing, msgspec.Struct):
        return thing
    sentences = {"title", "prompt", "label", "detail", "text", "source", "summary", "remark", "name"}
    changes = {}
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        if field in sentences and isinstance(value, str):
            changes[field] = text if value else ""
        elif field in sentences:
            changes[field] = tuple(text for _ in value)
        elif isinstance(value, msgspec.Struct | tuple):
            changes[field] = worded(value, text)
    return replace(thing, **changes)


def letters(text: str) -> str:
    """A text without what breaking it into lines may add or take."""
    return re.sub(r"[\s\-…]", "", text)


def assert_fits(label: Label) -> None:
    fit = fitted(label)
    cut = fit.share
    assert all(width(line, label.type) * cut <= label.box.w + 1 for line in fit.lines if line != ""), label
    texts = (text[: label.lines * label.box.w] for text in (label.text, *label.briefer))
    assert letters("".join(fit.lines)) in map(letters, texts), "letters are left out"
    high = label.type.capitals + (len(fit.lines) - 1) * line_height(label.type)
    assert high <= max(label.box.h, label.type.capitals) + 1, label


@EVERY_SIZE
def test_text_stays_within_its_box(size: tuple[int, int]) -> None:
    """No letter of a label is painted outside the label's box, but for the tail of a g or the accent of an É."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    empty = surface.get_buffer().raw
    labels = {label: name for name, view in SAMPLES.items() for label in marks_of(view, size, Label)}
    for label, name in labels.items():
        paint((label,), surface)
        slack = label.type.capitals // 2
        surface.fill((0, 0, 0, 0), pygame.Rect(label.box).inflate(2, 2 * slack))
        assert surface.get_buffer().raw == empty, (name, label)


@pytest.mark.parametrize("text", LONG_WORDS)
def test_long_words_are_narrowed_or_broken_but_never_overflow(text: str) -> None:
    """Whatever the words are, in every place of every screen they keep to their box."""
    screens = tuple(product(SAMPLES.values(), SIZES))
    for view, size in screens if IS_WHOLE else screens[LONG_WORDS.index(text) :: len(LONG_WORDS)]:
        for label in marks_of(worded(view, text), size, Label):
            assert_fits(label)


def test_a_number_stays_with_the_name_it_belongs_to() -> None:
    """A line does not end between "Player" and "1", unless both have no room in one."""
    size = Type(12, "main")
    across = width("Awaken at Player", size)
    assert wrap("Awaken at Player 1", across, size) == ("Awaken at", "Player 1")
    assert wrap("Awaken at Player 1", width("Player", size), size) == ("Awaken", "at", "Player", "1")


def test_dots_stay_with_the_word_that_they_lead_on_from() -> None:
    """No line is dots alone, unless the word fills its own."""
    size = Type(12, "main")
    across = width("Das Spiel lernen", size)
    assert wrap("Das Spiel lernen …", across, size) == ("Das Spiel", "lernen …")
    assert wrap("Spiel lernen …", width("lernen", size), size) == ("Spiel", "lernen", "…")


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - EXTREME))
def test_ordinary_words_are_shown_whole(name: str) -> None:
    """On no screen anything of an ordinary sentence is cut off."""
    for size in SIZES:
        for label in marks_of(SAMPLES[name], size, Label):
            assert fitted(label).whole, label


@EVERY_SIZE
def test_an_explanation_is_never_pressed_together(size: tuple[int, int]) -> None:
    """However little room the longest question leaves: then fewer choices are shown at once."""
    menu = SAMPLES["longest"].body
    label = next(label for label in marks_of(SAMPLES["longest"], size, Label) if label.text == "\n".join(menu.text))
    assert fitted(label).unbroken


@EVERY_SIZE
def test_everything_lies_on_the_screen(size: tuple[int, int]) -> None:
    """No mark leaves the screen."""
    screen = pygame.Rect((0, 0), size)
    for name, view in SAMPLES.items():
        for mark in layout(view, *size):
            assert screen.contains(pygame.Rect(mark.box)), (name, mark)


@crossed
@EVERY_SIZE
@pytest.mark.parametrize(
    ("is_touched", "notice"), [(False, None), (True, None), (True, NEWS)], ids=["buttons", "touch", "touch-notice"]
)
def test_touch_targets_are_large_and_apart(is_touched: bool, notice: Notice | None, size: tuple[int, int]) -> None:
    """Each place to touch is large enough for a finger and shares no pixel with another, below a notice too."""
    for name, view in SAMPLES.items():
        page = replace(view, is_touched=is_touched, has_keys=is_touched and needs_keys(*size), notice=notice)
        touches = marks_of(page, size, TouchArea)
        for touch in touches:
            least = LEAST_FINGER - 2 if name == "map_beside" and is_touched else LEAST_FINGER  # it has eight rows
            assert touch.box.w >= least, (name, touch)
            assert touch.box.h >= least, (name, touch)
        for one, other in combinations(touches, 2):
            assert not pygame.Rect(one.box).colliderect(pygame.Rect(other.box)), (name, one, other)


@EVERY_SIZE
def test_a_held_button_covers_nothing_but_the_foot(size: tuple[int, int]) -> None:
    """Its ring stands where its hint is; what is asked, chosen and counted stays as it was, to the pixel."""
    for name, view in SAMPLES.items():
        page = replace(view, hold=None, sign=None)
        before, after = list(layout(page, *size)), list(layout(replace(page, hold=Hold("back", 0.6)), *size))
        assert after[: len(before)] == before, name
        choices = [mark.box for mark in before if isinstance(mark, TouchArea) and ":" not in mark.target]
        for mark in after[len(before) :]:
            assert not any(pygame.Rect(mark.box).colliderect(pygame.Rect(box)) for box in choices), (name, mark)


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_can_be_touched(size: tuple[int, int]) -> None:
    """What can be chosen with the buttons can be chosen with a finger, and so can the buttons' own meanings."""
    targets = [touch.target for touch in marks_of(SAMPLES["race"], size, TouchArea)]
    assert sorted(targets) == [
        "awaken", "button:back", "button:down", "button:ok", "button:up", "explore", "hold:back", "secure",
    ]  # fmt: skip


def test_the_sign_of_a_key_stays_with_the_word_before_it() -> None:
    """No line begins with a sign that would fit behind its word."""
    size = Type(12, "main")
    across = width("Chasseurs : tenez", size)
    assert wrap("Chasseurs : tenez ✓", across, size) == ("Chasseurs :", "tenez ✓")


def test_a_number_stays_with_what_it_counts() -> None:
    """A line does not end between "5" and "points", unless the number belongs to a name before it."""
    size = Type(12, "main")
    assert wrap("Ada marque 5 points", width("Ada marque 5", size), size) == ("Ada marque", "5 points")
    assert wrap("Ada, Bo: 5 cartes", width("Ada, Bo: 5", size), size) == ("Ada, Bo:", "5 cartes")
    assert wrap("À Joueur 2 de jouer", width("À Joueur 2", size), size) == ("À Joueur 2", "de jouer")


@EVERY_SIZE
def test_a_title_does_not_read_as_the_end_of_the_question(size: tuple[int, int]) -> None:
    """It stands on another line, or as far from the question as two letters are high."""
    for name, view in SAMPLES.items():
        if view.title and view.prompt and not view.actor:
            written = {label.text: label for label in marks_of(view, size, Label)}
            title, question = written.get(view.title), written.get(view.prompt)
            if title and question and title.box.y >= question.box.y and title.box.x > question.box.x:
                end = title.box.right - width(title.text, title.type)
                assert end - question.box.right >= 2 * question.type.capitals - 1, name


@EVERY_SIZE
def test_a_number_and_its_key_are_not_pressed_together(size: tuple[int, int]) -> None:
    """Where many dice have no room side by side, each has its key beside it: digits keep the usual cut."""
    for name in ("entered_dice", "maze_hand_over"):
        body = SAMPLES[name].body
        assert isinstance(body, MazePlan)
        entered = {item.label for item in (*body.dice, *body.faces) if item.key and item.label}
        digits = [label for label in marks_of(SAMPLES[name], size, Label) if label.text in entered]
        assert len(digits) >= len(entered)
        assert not any(fitted(label).is_narrow for label in digits), name


def test_a_dot_between_two_parts_stands_at_no_end_of_a_line() -> None:
    """Where a line ends between them, nothing else need part them."""
    size = Type(12, "main")
    for across in ("Ada: 0 ·", "Ada: 0", "· Bo: 1"):
        assert wrap("Ada: 0 · Bo: 1", width(across, size), size) == ("Ada: 0", "Bo: 1")
    assert wrap("Ada: 0 · Bo: 1", width("Ada: 0 · Bo: 1", size), size) == ("Ada: 0 · Bo: 1",)
    assert wrap("·", 100, size) == ("·",)


def test_a_word_breaks_at_its_own_hyphens_first() -> None:
    """Where it is too wide for a line; elsewhere it stays whole."""
    size = Type(12, "main")
    assert wrap("Le Loup-garou", width("Loup-garou", size), size) == ("Le", "Loup-garou")
    assert wrap("Le Loup-garou", width("Le Loup-", size), size) == ("Le Loup-", "garou")
    assert wrap("Maximilienne-Charlotte", width("Maximilienne-", size), size) == ("Maximilienne-", "Charlotte")


def test_type_keeps_its_width_where_there_is_room_below() -> None:
    """A text takes a second line before it is condensed; a name is condensed first."""
    size = Type(12, "main")
    box = Rect(0, 0, width("Wilhelmine", size) + 1, 2 * line_height(size))
    label = Label(box, "Wilhelmine W", size, lines=2)
    assert fitted(label) == Fitted(("Wilhelmine", "W"), 1)
    assert fitted(replace(label, is_name=True)) == Fitted(("Wilhelmine W",), NARROW)
    assert fitted(replace(label, box=Rect(0, 0, box.w, size.capitals))) == Fitted(("Wilhelmine W",), NARROW)


def test_a_long_list_always_shows_its_cursor() -> None:
    """Wherever the cursor stands in a list that scrolls, its item is among those that are seen."""
    view = SAMPLES["long_list"]
    for cursor in range(len(view.body.items)):
        moved = replace(view, body=replace(view.body, cursor=cursor))
        for size in SIZES:
            assert str(cursor) in [touch.target for touch in marks_of(moved, size, TouchArea)]


def test_boxes_split_to_the_pixel() -> None:
    """Parts of a box lie side by side with their gaps, and end where the box ends."""
    box = Rect(3, 5, 101, 47)
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


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["announced_capture", "announced_long", "announced_full", "curtain"])
def test_a_headline_is_clearly_larger_than_what_goes_with_it(name: str, size: tuple[int, int]) -> None:
    """Also with long names on the smallest screen: it is what everybody must hear."""
    body = SAMPLES[name].body
    assert isinstance(body, Announcement)
    labels = {mark.text: fitted(mark) for mark in marks_of(SAMPLES[name], size, Label)}
    sizes = {mark.text: mark.type.capitals for mark in marks_of(SAMPLES[name], size, Label)}
    headline, lines = labels[body.headline], labels["\n".join(body.lines)]
    assert headline.whole
    assert lines.whole
    assert sizes[body.headline] >= 1.2 * sizes["\n".join(body.lines)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["announced", "announced_capture", "announced_question", "curtain"])
def test_ankhs_tokens_and_tray_are_always_seen(name: str, size: tuple[int, int]) -> None:
    """Whoever looks from across the table knows how near the end is, though the map is hidden."""
    view = SAMPLES[name]
    assert isinstance(view.body, Announcement)
    assert {"ankh", "mummy"} <= {mark.name for mark in marks_of(view, size, Picture)}
    assert len(marks_of(view, size, Token)) >= len(view.body.standings)
    count, target = view.body.tokens or (0, 0)
    assert f"{count}/{target}" in {mark.text for mark in marks_of(view, size, Label)}


@pytest.mark.parametrize("name", [name for name, view in SAMPLES.items() if isinstance(view.body, PyramidPlan)])
def test_gold_on_a_map_is_the_cursor_alone(name: str) -> None:
    """Places that can be chosen are not golden, so that the cursor among them is found at once."""
    plan = SAMPLES[name].body
    assert isinstance(plan, PyramidPlan)
    golden = [mark for mark in marks_of(SAMPLES[name], SIZES[0], Drawing) if "@cursor" in mark.svg]
    assert len(golden) == len({plan.cursor, plan.aim} & {tile.name for tile in plan.tiles})


GOLDEN = {"chest", "cup", "crown", "mask", "disc2", "disc3"}
"""Icons of golden things."""


@EVERY_SIZE
def test_nothing_golden_lies_on_gold(size: tuple[int, int]) -> None:
    """A treasure under the cursor has a golden frame around it, and its own ground below it."""
    for name, view in SAMPLES.items():
        marks = list(layout(view, *size))
        for number, mark in enumerate(marks):
            if isinstance(mark, Picture) and mark.name in GOLDEN:
                plates = [one for one in marks[:number] if isinstance(one, Plate) and one.box.holds(mark.box.centre)]
                assert not plates or plates[-1].fill != "cursor", (name, mark)


@EVERY_SIZE
@pytest.mark.parametrize("name", [name for name, view in SAMPLES.items() if isinstance(view.body, MazePlan)])
def test_ink_parts_the_outer_walls_from_the_ground(name: str, size: tuple[int, int]) -> None:
    """By day paper is as pale as the walls."""
    plates = marks_of(SAMPLES[name], size, Plate)
    casing = max((plate.box for plate in plates if plate.fill == "ink"), key=lambda box: box.w * box.h)
    inside = casing.inset(1)
    for wall in (plate.box for plate in plates if plate.fill == "line"):
        assert inside.x <= wall.x < wall.right <= inside.right
        assert inside.y <= wall.y < wall.bottom <= inside.bottom


@EVERY_SIZE
def test_the_bar_of_what_comes_by_itself_has_words_and_nothing_peeps_out_below(size: tuple[int, int]) -> None:
    """Those of the button that would bring it, or of the notice or the page; it covers the whole foot."""
    race = replace(SAMPLES["race"], notice=None, sign=None)
    page = replace(race, body=replace(race.body, choices=Menu(())))
    coming = Hold("ok", 0.5, is_held=False)
    without_ok = tuple(hint for hint in page.hints if hint.button != "ok")
    news = replace(page, hints=without_ok, notice=Notice(("Bo has 3.",), "news"))
    meant = replace(page, hints=(*without_ok, Hint("ok", "end the turn")))
    chosen = race.body.choices.items[race.body.choices.cursor].label
    cases = (
        (news, "Bo has 3."),
        (meant, "end the turn"),
        (replace(page, hints=without_ok), page.prompt),
        (race, chosen),
    )
    for view, label in cases:
        below, *bar = list(layout(replace(view, hold=coming), *size))[len(list(layout(view, *size))) :]
        assert label in {mark.text for mark in bar if isinstance(mark, Label)}
        assert below.fill == "foot"
        assert all(below.box.holds(mark.box.centre) for mark in bar)
