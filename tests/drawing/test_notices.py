"""A notice has a place of its own, and is said whole."""

import pygame
import pytest
from kept_layouts import fitted, layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES
from shown_pages import shown_pages

from display.draw.frame import notice_pages, parts
from display.draw.marks import Label, Plate, TouchArea
from display.sizes import for_touch, sizes_for
from display.view import MazePlan, Notice, PyramidPlan, Race, View
from firmware_py.words import LANGUAGES

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
    """Return a curtain, which only a held button lifts, below a notice on a touch screen."""
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
        for size in SIZES:
            noticed = replace(view, notice=Notice((LONG,), "warning"), is_touched=is_touched)
            drawn = {mark.text for mark in layout(noticed, *size) if isinstance(mark, Label)}
            assert rim_names(view) <= drawn, (name, size)


def rim_names(view: View) -> set[str]:
    """Return the letters of the columns and the numbers of the rows of a map."""
    assert isinstance(view.body, MazePlan | PyramidPlan)
    if isinstance(view.body, PyramidPlan):
        return {sign for tile in view.body.tiles if len(tile.name) == 2 for sign in tile.name}
    columns, rows = view.body.columns, len(view.body.squares) // view.body.columns
    return {chr(ord("a") + column) for column in range(columns)} | {str(row + 1) for row in range(rows)}
