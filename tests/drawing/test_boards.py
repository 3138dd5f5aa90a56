"""Drawn boards: mazes, cells that several pieces share, covers, and rankings."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pygame
import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_homes import COVERS
from sample_rankings import RANKING_FULL, RANKING_SIX, RANKING_TWO
from sample_tables import TABLES
from sample_views import SAMPLES, SIZES, panels
from shown_pages import explanations, shown_pages

from display.desk.board import BoardLook, PieceLook, board_marks, fit_board
from display.desk.device_drawing import fit_device
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token, TouchArea
from display.draw.maze_grid import BODY, TAIL, MazeGrid, pawn_places, squares
from display.draw.paint import sprites_of
from display.draw.pyramid import stage
from display.draw.result import TONES
from display.draw.text import fit
from display.draw.tiles import CURSOR_SVG, HEADS, LEAST_FIGURE, TARGET_SVG, figure_svg
from display.theme import Look, Sizes, sizes_for
from display.view import (
    Announcement,
    Button,
    Colour,
    DrawnPath,
    Figure,
    MazePiece,
    MazePlan,
    Notice,
    PyramidPlan,
    Ranking,
    ScoreHistory,
    Square,
    TablePlan,
    Tile,
    TitlePage,
    View,
)
from firmware_py.pages.interface import PageContext
from firmware_py.pages.settings_menu import language_page
from firmware_py.words import LANGUAGES, speak

# --- mazes ------------------------------------------------------------------------------------------------------------

LONG = "Le pion rouge ne peut pas bouger maintenant, car la momie barre le chemin. Replacez-le donc en c4."


def maze_of(view: View) -> MazePlan:
    assert isinstance(view.body, MazePlan)
    return view.body


@pytest.mark.parametrize("is_touched", [False, True], ids=["buttons", "touch"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_codes_are_whole_on_the_smallest_squares(size: tuple[int, int], *, is_touched: bool) -> None:
    """A notice and high rows for a finger make a maze small; W1 and W5 still differ."""
    view = replace(SAMPLES["maze"], notice=Notice((LONG,), "warning"), is_touched=is_touched)
    marks = {square.mark for square in maze_of(view).squares if square.mark and not square.done}
    drawn = {mark.text: fit(mark) for mark in layout(view, *size) if isinstance(mark, Label)}
    taken = {maze_of(view).squares[piece.at].mark for piece in maze_of(view).pieces}
    for mark in marks - taken:
        assert drawn[mark].whole
        assert drawn[mark].lines == (mark,)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cursor_covers_nothing_of_its_square(size: tuple[int, int]) -> None:
    """Its ring lies around the square, so that code and piece under it can be read."""
    view = SAMPLES["maze_mission"]
    rings = [mark for mark in layout(view, *size) if isinstance(mark, Plate) and mark.edge == "cursor"]
    codes = [mark for mark in layout(view, *size) if isinstance(mark, Label) and mark.text == "G2"]
    assert len(rings) == len(codes) == 1
    inside = rings[0].box.inset(round(rings[0].thickness))
    assert inside.x <= codes[0].box.x
    assert codes[0].box.right <= inside.right
    assert codes[0].box.bottom <= inside.bottom


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_scroll_bars_say_that_a_maze_goes_on(size: tuple[int, int]) -> None:
    """One along each side on which squares are hidden, its thumb at an end that is seen; none covers a square."""
    for name, notice in product(("maze", "maze_vast"), (None, Notice((LONG,), "warning"))):
        view = replace(SAMPLES[name], notice=notice, hints=())
        maze, marks = maze_of(view), list(layout(view, *size))
        floor = next(mark.box for mark in marks if isinstance(mark, Plate) and mark.fill == "floor")
        named = {mark.text for mark in marks if isinstance(mark, Label) and mark.colour == "lesser"}
        thumbs = [mark.box for mark in marks if isinstance(mark, Plate) and mark.fill == "accent"]
        below = [box for box in thumbs if box.y >= floor.bottom and box.x < floor.right]
        close = floor.right + 3 * sizes_for(*size).gap  # beyond it, choices may scroll, too
        beside = [box for box in thumbs if floor.right <= box.x < close and box.y < floor.bottom]
        columns, rows = {chr(ord("a") + column) for column in range(maze.columns)}, len(maze.squares) // maze.columns
        assert len(below) == (not columns <= named)
        assert len(beside) == (not {str(row + 1) for row in range(rows)} <= named)
        for thumb in below:
            assert (thumb.x == floor.x, thumb.right == floor.right) == ("a" in named, max(columns) in named)
        for thumb in beside:
            assert (thumb.y == floor.y, thumb.bottom == floor.bottom) == ("1" in named, str(rows) in named)


def test_names_of_columns_on_the_desk_are_whole() -> None:
    """What hangs below the line in g and j ends above the frame of the map."""
    look = BoardLook(10, 10, 25.0, (0,) * 100, pieces=(PieceLook("red", "red pawn", "red"),))
    look = replace(look, squares=maze_of(SAMPLES["maze"]).squares, across=10)
    place = fit_board(look, fit_device((480, 320), with_board=True).board)
    marks = list(board_marks(look, place, None))
    over = min(
        mark.box.y for mark in marks if isinstance(mark, Plate) and mark.fill == "ink" and mark.box.w > place.cells.w
    )
    names = [mark for mark in marks if isinstance(mark, Label) and mark.box.bottom <= place.cells.y]
    assert names
    for name in names:
        assert name.box.centre[1] + name.type.capitals * (0.5 + TAIL) <= over


# --- cells that several pieces share ----------------------------------------------------------------------------------

COLOURS: tuple[Colour, ...] = ("purple", "white", "green", "blue")
SEEN = 0.65
"""The least share of a thing that nothing else covers."""
FRAME_SEEN = 0.2
"""The same for the frame around a cell, on whose edges things stand."""
MIDDLE = 4
"""The cell in the middle of a maze of nine."""
MARGIN = 16
"""The room around a cell in pixels, into which its pieces may reach."""


class Canvas:
    """The pixels that each mark makes its own, in a field around one cell."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._own: dict[Mark, pygame.Mask] = {}

    def own(self, mark: Mark) -> pygame.Mask:
        """The pixels of a mark alone."""
        if mark not in self._own:
            field = pygame.Surface((self.side, self.side), pygame.SRCALPHA)
            field.fblits([(picture, place[:2]) for picture, place in sprites_of(mark)])
            self._own[mark] = pygame.mask.from_surface(field, 127)
        return self._own[mark]

    def share_seen(self, mark: Mark, over: Sequence[Mark]) -> float:
        """The share of a mark's pixels that the marks over it leave uncovered."""
        left = self.own(mark).copy()
        for other in over:
            left.erase(self.own(other), (0, 0))
        return left.count() / max(1, self.own(mark).count())

    def least_seen(self, marks: Sequence[Mark]) -> float:
        """The share of the most covered mark that is seen; what lies on a plate is part of it."""
        shares = (
            self.share_seen(mark, [over for over in marks[number + 1 :] if not is_part(over, mark)])
            for number, mark in enumerate(marks)
            if not isinstance(mark, TouchArea)
        )
        return min(shares, default=1.0)


def is_part(mark: Mark, plate: Mark) -> bool:
    """Whether a mark is what a plate bears."""
    bears = isinstance(plate, Plate) and isinstance(mark, Label | Picture)
    return bears and plate.box.inset(-1).holds(mark.box[:2]) and plate.box.holds(mark.box.centre)


def is_frame(mark: Mark) -> bool:
    return isinstance(mark, Drawing) and mark.svg in (CURSOR_SVG, TARGET_SVG)


# --- tiles of L'or du pharaon ----------------------------------------------------------------------------------------


def on_a_tile(tile: Tile, box: Rect, sizes: Sizes, *, is_cursor: bool, walks: bool) -> list[Mark]:
    """The frame of a tile that can be chosen, and what is on the tile."""
    path = DrawnPath(((tile.name,),), "curse", 1) if walks else None
    plan = PyramidPlan((tile,), cursor=tile.name if is_cursor else "", path=path)
    marks = [mark for mark in stage(plan, box, sizes, is_named=False) if not isinstance(mark, TouchArea)]
    return marks[next(at for at, mark in enumerate(marks) if is_frame(mark)) :]


@pytest.mark.parametrize("walks", [False, True], ids=["nobody walks", "somebody walks"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_on_a_tile_hides_another(size: tuple[int, int], *, walks: bool) -> None:
    """Figures, lanterns, discs, note and walker are seen, the frame around them, and the shape of every player."""
    sizes = sizes_for(*size)
    side = next(mark.box.w for mark in layout(SAMPLES["map_targets"], *size) if is_frame(mark))
    box = Rect(0, 0, side + 2 * sizes.gap, side + 2 * sizes.gap)
    canvas = Canvas(box.w)
    figures = tuple(
        Figure(kind, colour, "disc2" if kind == "archaeologist" else "", colour == "purple")
        for colour in COLOURS
        for kind in HEADS
    )
    for count, first, note, is_cursor, lanterns, discs in product(
        range(len(figures) + 1), (0, 2), ("", "3"), (False, True), (0, 1, 4), (0, 1, 3)
    ):
        case = (count, first, note, is_cursor, lanterns, discs)
        stand = (*figures[first:], *figures[:first])[:count]
        tile = Tile("c3", 0, 0, "path", "NESW", stand, COLOURS[:lanterns], target="cell c3", badge=note)
        tile = replace(tile, discs=("disc2", "disc3", "bust")[:discs])
        frame, *things = on_a_tile(tile, box, sizes, is_cursor=is_cursor, walks=walks)
        assert canvas.least_seen(things) >= SEEN, case
        assert canvas.share_seen(frame, things) >= FRAME_SEEN, case
        known = {thing.colour for thing in things if isinstance(thing, Token)}
        known |= {one.colour for one in stand if any(is_figure(thing, one) for thing in things)}
        assert known == {one.colour for one in stand}, case


def is_figure(mark: Mark, one: Figure) -> bool:
    return isinstance(mark, Drawing) and mark.svg == figure_svg(one.kind, one.colour, one.active)


OUTLINES_APART = 0.05
"""The least share of its covered pixels by which the outline of a figure differs from another player's."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kind", HEADS)
def test_figures_are_told_from_another_players_without_their_colours(kind: str, size: tuple[int, int]) -> None:
    """By the outline of the body, in the smallest size in which they are drawn: a sign on the chest has five pixels."""
    side = round(sizes_for(*size).main.capitals * LEAST_FIGURE)
    outlines = {colour: outline(kind, colour, side) for colour in (*COLOURS, "turquoise")}
    for one, other in combinations(outlines.values(), 2):
        apart = sum(abs(a - b) for a, b in zip(one, other, strict=True))
        assert apart / max(sum(one), sum(other)) >= OUTLINES_APART


def outline(kind: str, colour: Colour, side: int) -> bytes:
    """How much of each pixel a figure covers within its white rim, from 0 to 255."""
    drawing = figure_svg(kind, colour, False).replace(f"@{colour}", "@ink")
    ((picture, _),) = sprites_of(Drawing(Rect(0, 0, side, side), drawing), Look("contrast", "desert"))
    dots = (picture.get_at((x, y)) for y in range(side) for x in range(side))
    return bytes((255 - dot.r) * dot.a // 255 for dot in dots)


# --- squares of La malédiction ---------------------------------------------------------------------------------------


def crowds() -> Iterator[tuple[MazePiece, ...]]:
    """Yield pieces on the middle square: up to five pawns, the first of which acts, with the mummy and without."""
    pawns = tuple(MazePiece(MIDDLE, colour, active=not at) for at, colour in enumerate((*COLOURS, "turquoise")))
    for count in range(len(pawns) + 1):
        yield pawns[:count]
        yield (*pawns[:count], MazePiece(MIDDLE, None, "mummy"))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_on_a_square_hides_another(size: tuple[int, int]) -> None:
    """Pieces, the key that leads there and the sign that it is wrong are seen, and the cursor around them."""
    sizes = sizes_for(*size)
    grids = {mark.box.w for mark in layout(SAMPLES["maze"], *size) if isinstance(mark, Plate) and mark.fill == "floor"}
    side = max(grids) // 10
    box = Rect(MARGIN, MARGIN, 3 * side, 3 * side)
    canvas = Canvas(box.w + 2 * MARGIN)
    keys: tuple[tuple[tuple[int, Button], ...], ...] = ((), ((MIDDLE, "up"),))
    for pieces, key, wrong, lit in product(crowds(), keys, ((), (MIDDLE,)), ((), (MIDDLE,))):
        if key and wrong:
            continue  # nobody moves before the board is put right
        case = (len(pieces), key, wrong, lit)
        plan = MazePlan(3, (Square("NESW"),) * 9, pieces, MIDDLE, lit=lit, keys=key, wrong=wrong)
        marks = [mark for mark in squares(MazeGrid(plan, box, side, 0, 0, 3, 3), sizes, False) if not is_touch(mark)]
        gold = next(at for at, mark in enumerate(marks) if isinstance(mark, Plate) and mark.edge == "cursor")
        things = marks[gold + 1 :]
        assert canvas.least_seen(things) >= SEEN, case
        assert canvas.share_seen(marks[gold], things) >= FRAME_SEEN, case
        known = {mark.colour for mark in things if isinstance(mark, Token)}
        drawn = " ".join(mark.svg for mark in things if isinstance(mark, Drawing))
        assert all(piece.colour is None or piece.colour in known or f"@{piece.colour}" in drawn for piece in pieces)


def is_touch(mark: Mark) -> bool:
    return isinstance(mark, TouchArea)


@pytest.mark.parametrize("side", [15, 23, 37])
def test_two_pawns_stand_side_by_side(side: int) -> None:
    """None stands before the body of the other, both are as high as their square, and neither reaches far beyond it."""
    places = pawn_places(2, Rect(100, 100, side, side))
    assert all(place.h >= side for place in places)
    for one, two in combinations(places, 2):
        body = round(one.h * BODY)
        assert abs(one.x - two.x) >= body - 1
        assert abs(one.centre[0] - two.centre[0]) + body <= side * 1.5


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_a_step_costs_is_as_large_as_its_card_allows(size: tuple[int, int]) -> None:
    """In an explanation of costs they are not the smallest thing of a large picture."""
    shown = 0
    for name, view in explanations("en").items():
        match view.body:
            case Announcement(picture=PyramidPlan(tiles=tiles)) if any(tile.badge for tile in tiles):
                marks = list(layout(view, *size))
                side = max(mark.box.w for mark in marks if isinstance(mark, Drawing) and mark.box.w == mark.box.h)
                badges = {tile.badge for tile in tiles if tile.badge}
                notes = [mark for mark in marks if isinstance(mark, Label) and mark.text in badges]
                assert notes, name
                assert all(6 * note.type.capitals >= side for note in notes), (name, side)
                shown += 1
    assert shown >= 4


# --- covers -----------------------------------------------------------------------------------------------------------

EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)


@EVERY_SIZE
@pytest.mark.parametrize("name", COVERS)
def test_a_cover_shows_the_scene_and_who_plays(name: str, size: tuple[int, int]) -> None:
    """The scene begins at the upper edge and takes a quarter of the page; beside it every choice keeps its words."""
    view = SAMPLES[name]
    assert isinstance(view.body, TitlePage)
    marks = tuple(layout(view, *size))
    scene = next(mark.box for mark in marks if isinstance(mark, Drawing))
    assert (scene.x, scene.y) == (0, 0)
    assert scene.w * size[1] >= size[0] * size[1] // 4
    assert [mark.colour for mark in marks if isinstance(mark, Token) and mark.box.x < scene.w] == [
        seat.colour for seat in view.body.seats if seat.colour
    ]
    assert all(fit(mark).unbroken for mark in marks if isinstance(mark, Label))


@EVERY_SIZE
def test_the_first_three_choices_of_a_cover_are_seen(size: tuple[int, int]) -> None:
    """Begin, set-up and lesson: whoever does not know the game need not scroll for its lesson."""
    for name in COVERS:
        assert {"0", "1", "2"} <= {mark.target for mark in layout(SAMPLES[name], *size) if isinstance(mark, TouchArea)}


@EVERY_SIZE
@pytest.mark.parametrize(("name", "count"), [("table", "3"), ("table_full", "6"), ("table_role", "3")])
def test_how_many_play_is_read_across_the_table(name: str, count: str, size: tuple[int, int]) -> None:
    """In digits as high as a name of the view from across; the free seat is not counted."""
    plan = TABLES[name].body
    assert isinstance(plan, TablePlan)
    assert str(plan.count) == count
    label = next(mark for mark in layout(TABLES[name], *size) if isinstance(mark, Label) and mark.text == count)
    assert label.type.capitals >= sizes_for(*size).great.capitals


@EVERY_SIZE
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_chosen_by_its_picture(language: str, size: tuple[int, int]) -> None:
    """Three large pictures side by side, each with its own name."""
    table = PageContext(speak(language), language=language)
    for is_touched in (False, True):
        view = replace(language_page(is_first=True).view(table), hints=(), is_touched=is_touched)
        marks = tuple(layout(view, *size))
        pictures = [mark.box for mark in marks if isinstance(mark, Picture)]
        assert len(pictures) == len(LANGUAGES)
        assert len({box.y for box in pictures}) == 1
        assert all(min(box.w, box.h) >= 3 * sizes_for(*size).main.capitals for box in pictures)
        assert set(LANGUAGES.values()) <= {mark.text for mark in marks if isinstance(mark, Label)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_before_a_game_keep_their_pictures(language: str) -> None:
    """However long the words of a language are, none of them pushes out the pictures beside all choices."""
    for name, view in shown_pages(language, "six").items():
        if isinstance(view.body, TitlePage):
            for size in panels(name, language):
                marks = tuple(layout(view, *size))
                words = {mark.text for mark in marks if isinstance(mark, Label)}
                pictures = {mark.name for mark in marks if isinstance(mark, Picture)}
                for item in view.body.items:
                    assert item.label not in words or pictures.issuperset(item.icons), (name, size, item.label)


# --- rankings ---------------------------------------------------------------------------------------------------------


def of(count: int, view: View = RANKING_SIX) -> View:
    """A last page with so many players."""
    assert isinstance(view.body, Ranking)
    history = replace(view.body.history, players=view.body.history.players[:count])
    return replace(view, body=replace(view.body, places=view.body.places[:count], history=history), badges=())


def marks_of(view: View, size: tuple[int, int]) -> tuple[Mark, ...]:
    return tuple(layout(view, *size))


def bars(marks: tuple[Mark, ...], size: tuple[int, int]) -> set[int]:
    """The lines on which parts of scores stand, right of the poster."""
    tones = {fill for fill, _ in TONES} | {"loss"}
    tall, swatch = sizes_for(*size).main.capitals, sizes_for(*size).note.capitals + 2
    found = (mark for mark in marks if isinstance(mark, Plate) and mark.fill in tones and mark.edge)
    return {mark.box.y for mark in found if 3 <= mark.box.h <= tall and mark.box[2:] != (swatch, swatch)}


@EVERY_SIZE
@pytest.mark.parametrize(("count", "is_touched"), [(2, False), (3, False), (4, False), (2, True), (3, True)])
def test_points_and_curve_are_seen_at_first_sight(count: int, size: tuple[int, int], is_touched: bool) -> None:
    """Nobody at a table of four has to press a key for them; where fingers need the room, nobody at one of three."""
    marks = marks_of(replace(of(count), is_touched=is_touched), size)
    tokens = [mark for mark in marks if isinstance(mark, Token)]
    assert len(tokens) == 2 * count, "in the rows, and at the end of each line of the curve"
    assert len(bars(marks, size)) >= count


@EVERY_SIZE
def test_a_legend_of_two_lines_leaves_the_curve_its_room(size: tuple[int, int]) -> None:
    """Four kinds of points with the longest words do not send a table of four to another page."""
    view = of(4)
    assert isinstance(view.body, Ranking)
    players = tuple(replace(player, parts=(20, 10, 3, 1)) for player in view.body.history.players)
    kinds = ("Schätze", "verdoppelt", "andere erwischt", "am Ende")
    history = replace(view.body.history, players=players, kinds=kinds)
    marks = marks_of(replace(view, body=replace(view.body, history=history)), size)
    assert len([mark for mark in marks if isinstance(mark, Token)]) == 2 * 4


@EVERY_SIZE
@pytest.mark.parametrize("count", [5, 6])
def test_the_points_of_many_are_seen_at_first_sight(count: int, size: tuple[int, int]) -> None:
    """Of five or six players too; their curve is a key away where it has no room."""
    assert len(bars(marks_of(of(count), size), size)) >= count


@EVERY_SIZE
@pytest.mark.parametrize("is_touched", [False, True])
def test_two_players_fill_the_page(size: tuple[int, int], is_touched: bool) -> None:
    """From the poster's upper edge to the choices no strip as high as two lines is empty."""
    marks = marks_of(replace(RANKING_TWO, is_touched=is_touched), size)
    left = next(mark.box.w for mark in marks if isinstance(mark, Plate) and mark.box.x == 0)
    inside = sorted((mark.box for mark in marks if mark.box.x > left and mark.box.h), key=lambda box: box.y)
    reached, most = 0, 2 * 1.45 * sizes_for(*size).main.capitals
    for box in inside:
        assert box.y - reached < most, box
        reached = max(reached, box.bottom)


@EVERY_SIZE
def test_whoever_has_won_stands_on_a_poster(size: tuple[int, int]) -> None:
    """The score of the only one is twice as high as others; several winners share the height."""
    marks = marks_of(of(4), size)
    scores = [mark.type.capitals for mark in marks if isinstance(mark, Label) and mark.text == "118"]
    assert max(scores) >= 2 * min(scores)
    colours = [mark.box for mark in marks_of(RANKING_FULL, size) if isinstance(mark, Plate) and mark.box.x == 0]
    assert len(colours) == 3
    assert max(box.h for box in colours) - min(box.h for box in colours) <= 1


@EVERY_SIZE
def test_every_line_of_the_last_page_can_be_touched(size: tuple[int, int]) -> None:
    """Beside the poster they are icons, all but the one under the cursor."""
    marks = marks_of(replace(RANKING_SIX, is_touched=True), size)
    assert {"again", "points", "watch", "done"} <= {mark.target for mark in marks if isinstance(mark, TouchArea)}


def test_a_score_without_parts_is_how_far_somebody_came() -> None:
    """The bar of three tokens of seven is three sevenths as long as that of all missions."""
    marks = marks_of(RANKING_TWO, SIZES[1])
    bars = (mark for mark in marks if isinstance(mark, Plate) and (mark.radius, mark.edge) == (2, "ink"))
    long, short = (mark.box.w for mark in bars)
    assert abs(short / long - 3 / 7) < 0.02


def test_kinds_are_told_for_points_that_somebody_has() -> None:
    """The legend names no kind that nobody scored."""
    assert isinstance(RANKING_SIX.body, Ranking)
    history = RANKING_SIX.body.history
    without = tuple(replace(player, parts=(player.score, 0, 0, 0)) for player in history.players)
    view = replace(RANKING_SIX, body=replace(RANKING_SIX.body, history=ScoreHistory(without, history.kinds)))
    said = {mark.text for mark in layout(view, 480, 320) if isinstance(mark, Label)}
    assert said & set(history.kinds) == {history.kinds[0]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_after_a_game_have_words(language: str) -> None:
    """Nobody guesses what a picture on the last page does: beside each other there is room for whole or brief words."""
    rankings = [view for view in shown_pages(language, "six").values() if isinstance(view.body, Ranking)]
    assert rankings
    for view, size in product(rankings, SIZES):
        assert isinstance(view.body, Ranking)
        words = {mark.text for mark in layout(view, *size) if isinstance(mark, Label)}
        assert all({item.label, item.brief or item.label} & words for item in view.body.choices.items), size


@EVERY_SIZE
@pytest.mark.parametrize("view", [RANKING_TWO, RANKING_FULL, RANKING_SIX], ids=["two", "full", "six"])
def test_no_bar_reaches_below_a_score(view: View, size: tuple[int, int]) -> None:
    """The end of the longest one would read as the line under a sum."""
    marks = marks_of(view, size)
    assert isinstance(view.body, Ranking)
    scores = {str(place.score) for place in view.body.places}
    numbers = [mark.box for mark in marks if isinstance(mark, Label) and mark.text in scores and mark.align == "right"]
    assert len(numbers) == len(view.body.places)
    tones = {fill for fill, _ in TONES} | {"loss"}
    low = [
        mark.box
        for mark in marks
        if isinstance(mark, Plate) and mark.fill in tones and mark.box.y <= numbers[-1].bottom
    ]
    assert all(box.right <= numbers[0].x for box in low if box.h <= sizes_for(*size).main.capitals)
