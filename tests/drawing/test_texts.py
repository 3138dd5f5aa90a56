"""Texts on a page: fonts, ends of lines, announcements, lists and notices."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pygame
import pytest
from kept_layouts import fitted, layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES, panels
from shown_pages import explanations, shown_across, shown_pages, shown_posters

import display.fonts
import firmware_py
from display.draw.frame import notice_pages, parts
from display.draw.marks import Label, Picture, Plate, TouchArea
from display.draw.menu import AIR
from display.draw.paint import _line, sprites_of
from display.draw.text import runs, width
from display.fonts import FILES, Face, font
from display.theme import Type, for_touch, sizes_for
from display.view import Announcement, Item, MazePlan, Menu, Notice, PyramidPlan, Race, View
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

# --- fonts ------------------------------------------------------------------------------------------------------------

LETTERS = {
    "French": "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ",
    "German": "ÄÖÜẞäöüß",
    "punctuation": "’‘“”„«»‹›–—…·•!?.,:;()[]/&@#%+-=_'\"\u00a0\u202f",
    "signs": "0123456789×÷±≤≥€→←↑↓",
}
FOLDER = Path(display.fonts.__file__).parent
CATALOGUES = sorted((Path(firmware_py.__file__).parent / "locale").glob("*/LC_MESSAGES/*.po"))


NO_LETTER = "\uf8fe"
"""A code point that no typeface of letters has."""
FACES: tuple[Face, ...] = ("main", "note")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("kind", LETTERS)
def test_every_letter_has_its_shape(kind: str, face: Face) -> None:
    """Nothing that French, German or English is written with comes out as an empty box."""
    missing = pixels(NO_LETTER, face)
    assert [letter for letter in LETTERS[kind] if pixels(letter, face) == missing] == []


def test_a_missing_letter_would_be_noticed() -> None:
    """A letter of another script comes out as the box that the test above looks for."""
    assert pixels("漢", "note") == pixels(NO_LETTER, "note")


@pytest.mark.parametrize("face", FACES)
def test_every_letter_of_every_sentence_leaves_ink(face: Face) -> None:
    """No typeface has a blank in the place of a sign that a sentence is written with."""
    letters = {letter for path in CATALOGUES for letter in path.read_text(encoding="utf-8") if letter.isprintable()}
    assert len(letters) > 100
    drawn = {letter: _line(letter, Type(30, face), (255, 255, 255), 1.0)[0] for letter in letters - {" "}}
    blank = {letter for letter, picture in drawn.items() if not picture.get_bounding_rect(min_alpha=96).w}
    assert blank == set()


def pixels(letter: str, face: Face) -> bytes:
    return pygame.image.tobytes(_line(letter, Type(15, face), (255, 255, 255), 1.0)[0], "RGBA")


@pytest.mark.parametrize("face", FILES)
@pytest.mark.parametrize("capitals", [9, 13, 19, 31, 70])
def test_capitals_are_drawn_as_high_as_asked_for(face: Face, capitals: int) -> None:
    """Whatever a face calls its size, an H is drawn that many pixels high, or one more."""
    letter = font(face, capitals).render("H", True, "white")
    assert capitals <= letter.get_bounding_rect(min_alpha=100).height <= capitals + 1


@pytest.mark.parametrize(
    ("licence", "says"),
    [
        ("YanoneKaffeesatz-OFL.txt", "SIL OPEN FONT LICENSE Version 1.1"),
        ("BebasNeue-OFL.txt", "SIL OPEN FONT LICENSE Version 1.1"),
        ("RobotoCondensed-Apache.txt", "Apache License"),
    ],
)
def test_the_licences_lie_beside_the_fonts(licence: str, says: str) -> None:
    """The fonts may be passed on only together with their licences."""
    assert says in (FOLDER / licence).read_text(encoding="utf-8")
    assert all((FOLDER / name).is_file() for name in FILES.values())


# --- ends of lines ----------------------------------------------------------------------------------------------------

APART = (
    re.compile(r".+ / [^\w\s]+( .*)?"),  # a sign or dots
    re.compile(r"\W*\d+ / [^\W\d].*"),  # a number and what it counts
    re.compile(r"\W*[^\W\dA-ZÀ-Ý] / \w.*"),  # "à" and what follows
    re.compile(r"[A-ZÀ-Ý]\w* / ([A-ZÀ-Ý]|\d+)(\W.*)?"),  # a name and what ends it
    re.compile(r"\(\w+ / \w+\).*"),  # two words in brackets
    re.compile(r".*[\w:] / ([a-z]?\d+(?!-\d)(\s?[^\w\s].*)?|[a-z]\d+\W.*)"),  # what a number or a cell ends, no date
)
"""The last word of a line and the next line, where both words have room in one."""


def pages(language: str) -> dict[str, View]:
    """Every page with buttons and by touch, also as seen from across the table, every poster and explanation."""
    found = {**shown_posters(language), **explanations(language)}
    for controls in ("six", "touch"):
        for name, view in shown_pages(language, controls).items():
            found[f"{controls} {name}"] = replace(view, is_touched=controls == "touch")
        for name, view in shown_across(language, controls).items():
            found[f"{controls} {name} across"] = replace(view, is_touched=controls == "touch")
    return found


def parted(label: Label) -> Iterator[str]:
    """Yield every break of a label that parts what belongs together; what was written on lines of its own does not."""
    fit, own = fitted(label), label.text.split("\n")[:-1]
    for line, following in zip(fit.lines, fit.lines[1:], strict=False):
        if any(ended.endswith(line) for ended in own):
            continue
        end, start = line.rpartition(" ")[2], following.partition(" ")[0]
        has_room = width(f"{end} {start}", label.type) * fit.share <= label.box.w
        if has_room and any(pattern.fullmatch(f"{end} / {following}") for pattern in APART):
            yield f"{line} / {following}"


def lone_ends(label: Label) -> Iterator[str]:
    """Yield the last line of a label that is shorter than the one before, even if it had a word more of that."""
    fit = fitted(label)
    if len(fit.lines) < 2 or "\n" in label.text or fit.is_broken:
        return
    before, last = fit.lines[-2:]
    rest, _, word = before.rpartition(" ")
    is_tied = any(pattern.fullmatch(f"{rest.rpartition(' ')[2]} / {word}") for pattern in APART)
    if rest and not is_tied and width(f"{word} {last}", label.type) < width(rest, label.type):
        yield f"{before} / {last}"


def labels(language: str) -> dict[Label, str]:
    """Every text of every page, and a page where it stands."""
    marks = {
        mark: name
        for name, view in pages(language).items()
        for size in panels(name, language)
        for mark in layout(view, *size)
    }
    return {mark: name for mark, name in marks.items() if isinstance(mark, Label)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_parts_what_belongs_together(language: str) -> None:
    """Numbers stay with what they count, cells with "to", signs and letters with the word before them."""
    assert {(name, text) for label, name in labels(language).items() for text in parted(label)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_short_word_is_alone_on_a_last_line(language: str) -> None:
    """Lines of one text are about equally long: with a word more from above, the last one would be the longer."""
    assert {(name, text) for label, name in labels(language).items() for text in lone_ends(label)} == set()


# --- announcements ----------------------------------------------------------------------------------------------------

SEEN = 96
"""From this opacity on a pixel counts as ink."""


def ink_rows(label: Label) -> tuple[int, int]:
    """The first row of pixels of a label's letters, and the first one below them."""
    found = [(place.y, picture.get_bounding_rect(min_alpha=SEEN)) for picture, place in sprites_of(label)]
    return min(y + box.y for y, box in found), max(y + box.bottom for y, box in found)


def closest(view: View, size: tuple[int, int]) -> Iterator[float]:
    """Yield how far the lines of an announcement are from its headline, in heights of their capitals."""
    body = view.body
    assert isinstance(body, Announcement)
    labels = {mark.text: mark for mark in layout(view, *size) if isinstance(mark, Label)}
    lines = labels["\n".join(body.lines)]
    yield (ink_rows(lines)[0] - ink_rows(labels[body.headline])[1]) / lines.type.capitals


@pytest.mark.parametrize("is_touched", [False, True], ids=["buttons", "touch"])
@pytest.mark.parametrize("language", ["samples", *LANGUAGES])
def test_lines_stand_apart_from_their_headline(language: str, *, is_touched: bool) -> None:
    """Also in the fullest news on the smallest panel, in which the guard's words become low and counts give way."""
    pages = SAMPLES if language == "samples" else shown_pages(language, "touch" if is_touched else "six")
    for name, view in pages.items():
        if isinstance(view.body, Announcement) and view.body.lines and not view.body.picture:
            for size in SIZES:
                found = list(closest(replace(view, is_touched=is_touched), size))
                assert min(found) >= 0.3, (name, size, found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_has_a_shape(language: str) -> None:
    """A sign that a typeface lacks would leave a blank, such as after the inches of a screen."""
    letters = {
        (run.face, letter)
        for label in labels(language)
        for run in runs(label.text.replace("\n", " "), label.type.face)
        if run.face
        for letter in run.text
        if not letter.isspace()
    }
    shapes = {one: font(one[0], 19).metrics(one[1])[0] for one in letters}
    assert [one for one, shape in shapes.items() if not shape or shape[0] == shape[1]] == []


# --- lists ------------------------------------------------------------------------------------------------------------

EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def marks_of(menu: Menu, size: tuple[int, int], kind: type) -> list:
    return [mark for mark in layout(View("", "?", menu), *size) if isinstance(mark, kind)]


@EVERY_SIZE
def test_icons_give_way_to_a_long_label_step_by_step(size: tuple[int, int]) -> None:
    """One label that is a little too long does not make specks of the icons of a whole list."""
    sides = [
        picture.box.w
        for length in range(4, size[0] // 3)
        for picture in marks_of(Menu((Item("i" * length, ("ok",)), Item("no", ("back",)))), size, Picture)[:1]
    ]
    assert sides == sorted(sides, reverse=True)
    assert len(set(sides)) > 3


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_above_its_detail_stays_away_from_the_edge(language: str, controls: Controls) -> None:
    """With its accents and signs: the room below it is less tight."""
    for name, view in shown_pages(language, controls).items():
        if type(view.body) is not Menu:
            continue
        labels = {item.label for item in view.body.items if item.detail}
        for size in panels(name, language, controls):
            plates: list[Plate] = []
            for mark in layout(replace(view, is_touched=controls == "touch"), *size):
                if isinstance(mark, Plate) and mark.fill:
                    plates.append(mark)
                elif isinstance(mark, Label) and mark.text in labels:
                    row = next((plate.box for plate in reversed(plates) if plate.box.holds(mark.box.centre)), None)
                    if row is None:  # it is only read
                        continue
                    tops = [place.y + picture.get_bounding_rect(96).y for picture, place in sprites_of(mark)]
                    assert min(tops) >= row.y + AIR, (name, size, mark.text)


@EVERY_SIZE
def test_a_bar_is_as_full_as_the_work_is_done(size: tuple[int, int]) -> None:
    """It has no part that is full before anything is done, and is full at the end."""

    def done(share: float | None) -> list[int]:
        menu = Menu((), icon="stick", share=share)
        return [plate.box.w for plate in marks_of(menu, size, Plate) if plate.fill == "accent"]

    whole = next(plate.box.w for plate in marks_of(Menu((), icon="stick", share=1), size, Plate))
    assert whole > size[0] // 2 > sizes_for(*size).row
    assert [done(None), done(0), done(0.5), done(1)] == [[], [], [round(whole / 2)], [whole]]


# --- notices ----------------------------------------------------------------------------------------------------------

LONG = (
    "Das Spiel kann nicht gespeichert werden, weil der Datenträger voll ist oder schreibgeschützt wurde; es geht im "
    "Arbeitsspeicher weiter, solange der Strom nicht ausfällt."
)
FILLED = (
    "race", "race_full", "cards", "column", "letters", "ranking_full", "map_turn", "map_tile", "map_full", "long_list",
    "curtain", "maze_hand_over", "maze_mission", "maze_wrong",
)  # fmt: skip
"""Pages that need the whole screen."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", FILLED)
def test_a_notice_shares_no_pixel_with_the_page(name: str, size: tuple[int, int]) -> None:
    """It covers neither who must act nor what is asked nor what can be chosen; `ok` does nothing that is hidden."""
    for text in ("No button answers.", LONG):
        view = replace(SAMPLES[name], notice=Notice((text,), "warning"), hold=None, sign=None)
        strip = pygame.Rect(parts(view, sizes_for(*size)).strip)
        marks = list(layout(view, *size))
        start = next(i for i, mark in enumerate(marks) if isinstance(mark, Plate) and pygame.Rect(mark.box) == strip)
        assert [mark for mark in marks[:start] if strip.colliderect(pygame.Rect(mark.box))] == []
        if isinstance(view.body, PyramidPlan | Race | MazePlan) and view.body.choices.items:
            chosen = view.body.choices.items[view.body.choices.cursor].target
            assert chosen in {mark.target for mark in marks if isinstance(mark, TouchArea)}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_notice_is_said_whole_in_pages(size: tuple[int, int]) -> None:
    """Its pages together are its text; each is drawn whole in the usual type, and says which page it is."""
    notice, sizes = Notice((LONG,), "error"), sizes_for(*size)
    view = replace(SAMPLES["race"], notice=notice)
    pages = notice_pages(notice, parts(view, sizes).strip.w, sizes)
    assert " ".join(pages).replace("\n", " ") == LONG
    assert len(pages) > 1
    for turned in range(2 * len(pages)):
        drawn = layout(replace(view, notice=replace(notice, turned=turned)), *size)
        labels = {mark.text: mark for mark in drawn if isinstance(mark, Label)}
        page = labels[pages[turned % len(pages)]]
        assert fitted(page).whole
        assert page.type == sizes.main
        assert f"{turned % len(pages) + 1}/{len(pages)}" in labels


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_page_of_a_notice_ends_with_a_sentence(size: tuple[int, int]) -> None:
    """Sentences that have room on a page are not divided, and share one where they can."""
    sizes = sizes_for(*size)
    said = (
        "Bo est là. Le pion rouge ne peut pas bouger. Ada a bougé. Replacez-le en c4. Puis lancez les dés. À Bo. " * 2
    )
    said = said.strip()
    pages = notice_pages(Notice((said,), "error"), sizes.width, sizes)
    assert " ".join(pages).replace("\n", " ") == said
    assert 1 < len(pages) < said.count(".")
    assert all(page.endswith(".") for page in pages)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_finger_finds_the_ways_on_and_back_beside_a_notice(size: tuple[int, int]) -> None:
    """Without buttons the notice stands in place of the foot too, so that it takes less of the page; two keys stay."""
    view = replace(SAMPLES["race"], notice=Notice((LONG,), "warning"), is_touched=True)
    sizes = for_touch(sizes_for(*size))
    where = parts(view, sizes)
    assert where.foot.h == 0
    assert where.strip.bottom == where.keys.bottom == size[1]
    touched = {mark.target: pygame.Rect(mark.box) for mark in layout(view, *size) if isinstance(mark, TouchArea)}
    for key in ("button:ok", "button:back"):
        assert pygame.Rect(where.keys).contains(touched[key])
        assert not touched[key].colliderect(where.strip)
        assert min(touched[key].size) >= sizes.footer
    assert "hold:ok" in {mark.target for mark in layout(curtain(), *size) if isinstance(mark, TouchArea)}


def curtain() -> View:
    """A curtain, which only a held button lifts, below a notice on a touch screen."""
    return replace(SAMPLES["curtain"], notice=Notice(("Les pions ont bougé.",), "news"), is_touched=True)


@pytest.mark.parametrize("is_touched", [False, True], ids=["buttons", "touch"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notice_hides_no_row_of_a_map(language: str, is_touched: bool) -> None:
    """Beside every map, and however long the notice is, each row and each column has its name."""
    pages = {
        name: view
        for name, view in shown_pages(language, "six").items()
        if isinstance(view.body, MazePlan | PyramidPlan)
    }
    assert any(isinstance(view.body, MazePlan) for view in pages.values())
    for name, view in pages.items():
        for size in panels(name, language):
            noticed = replace(view, notice=Notice((LONG,), "warning"), is_touched=is_touched)
            drawn = {mark.text for mark in layout(noticed, *size) if isinstance(mark, Label)}
            assert rim_names(view) <= drawn, (name, size)


def rim_names(view: View) -> set[str]:
    """The letters of the columns and the numbers of the rows of a map."""
    assert isinstance(view.body, MazePlan | PyramidPlan)
    if isinstance(view.body, PyramidPlan):
        return {sign for tile in view.body.tiles if len(tile.name) == 2 for sign in tile.name}
    columns, rows = view.body.columns, len(view.body.squares) // view.body.columns
    return {chr(ord("a") + column) for column in range(columns)} | {str(row + 1) for row in range(rows)}
