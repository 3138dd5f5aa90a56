"""Teaching a map by hand: somebody slides the mummy through every corridor, then puts it on every mission.

Why only the drawing is stored: it starts as solid rock, and every slide opens a passage. So it is saved, taken back,
shown and corrected like any other drawing, and cells that nobody visited are rock already.

Why a time separates sliding from lifting: half-way between two cells there are some millimetres where neither sensor
senses the piece. So being sensed nowhere for a moment belongs to sliding. A piece sensed nowhere for longer was in the
air, and nothing is inferred from where it comes down.

Why fields below zero count as well, on a board that measures: wherever the piece is on the board, the field of a cell
beside it goes below zero. A centimetre above the board it does so nowhere. That separates a quick hop over a wall from
a slide, once the board is calibrated. Over switches nothing does.

Why a cell that sensed the piece only for a moment counts too: a piece slid too fast is believed on none of the cells in
between. A path round a wall then ends beside where it began.

Why there are no times of its own: `SLIDE_S` is how long the dead zone between two cells takes, so a shorter gap has
passed no cell, and for no longer do two cells sense one piece. After `SETTLE_S` without a frame, or sensed nowhere, the
path of a piece is unknown; once it has rested for twice as long it was put down. It counts as in the air only for
longer than a spike lasts.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Hint, Item, MazePiece, MazePlan, Menu, View
from firmware_py.games.malediction.maze import COLOUR_WORDS, COLOURS, is_mission
from firmware_py.grid import cell_name
from firmware_py.pages.board_care.care import refusal
from firmware_py.pages.board_care.cell_test import MOST_NAMED, cell_words
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.map_editor.canvas import (
    content_at,
    open_passage,
    size_of,
    squares_of,
    toggle_mission,
)
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.offers import Keys, Offer
from firmware_py.pages.page import GO_BACK, MENU, Choice, Later, ListPage, Page, Reply, Stack, hints
from firmware_py.pages.registry import Sound
from firmware_py.sensing import (
    AIR_PART,
    RING_MT,
    SENSOR_S,
    SETTLE_S,
    SLIDE_S,
    TICK_S,
    WINDOW,
    BoardProfile,
    Calibration,
    CellReadings,
    Cells,
    Sensed,
    around,
    begin_cells,
    beside,
    feed_cells,
)
from firmware_py.words import Words, plain, words, words_n

How: TypeAlias = Literal["slid", "rushed", "lifted", "put"]


class Arrival(msgspec.Struct, frozen=True):
    """Where the piece has come to.

    `slid` from the neighbour `before`; `rushed` from there, but not surely through cells that sensed it; `lifted`
    between the two; or `put`: it rests where it was put down, and `before` is that very cell.
    """

    how: How
    before: int
    cell: int


class Sliding(msgspec.Struct, frozen=True):
    """The piece over time."""

    calibration: Calibration
    cells: Cells | None = None
    at: int | None = None
    """The last cell that sensed it alone; None while it may be anywhere."""
    came_s: float = 0.0
    gone_s: float | None = None
    """Since when it is sensed nowhere."""
    gap_s: float = 0.0
    """How long it was sensed nowhere after it left that cell."""
    range_mt: tuple[float, float] = (0.0, 0.0)
    """The weakest and the strongest field on and beside that cell since it came, if the board measures."""
    aired_s: float | None = None
    """Since when it seems to be in the air by these fields."""
    air_s: float = 0.0
    """How long it seemed so after it left that cell."""
    crowded_s: float | None = None
    """Since when several cells sense something."""
    was_crowded: bool = False
    """Several cells did for longer than it takes to slide across, since it was at rest."""
    brushed: frozenset[int] = frozenset()
    """The cells that have sensed it, if only for a moment, since it was at rest."""
    is_put: bool = False
    """It was in the air, and has not been at rest since."""

    @property
    def is_lifted(self) -> bool:
        """Whether it has been in the air since it was at rest."""
        return self.gap_s > SETTLE_S

    @property
    def has_hopped(self) -> bool:
        """Whether it was in the air since it left its last cell, for however short a time."""
        return self.is_lifted or self.air_s > WINDOW * TICK_S

    @property
    def now(self) -> frozenset[int]:
        """The cells that sense something at this very moment."""
        return _sensing(self.cells, self.cells.now) if self.cells else frozenset()

    @property
    def sensed(self) -> frozenset[int]:
        """The cells that are believed to sense something."""
        return _sensing(self.cells, self.cells.sensed) if self.cells else frozenset()

    @property
    def blind(self) -> frozenset[int]:
        """The cells that are left out, or that the board cannot read now."""
        return _blind(self.cells) if self.cells else self.calibration.masked

    @property
    def crowd(self) -> tuple[int, ...]:
        """The cells that sense something at once, for longer than a piece takes to slide across."""
        if self.cells is None or self.crowded_s is None or self.cells.ticked_s - self.crowded_s < SENSOR_S:
            return ()
        return tuple(sorted(self.sensed))


def feed(sliding: Sliding, frame: CellReadings) -> tuple[Sliding, Arrival | None]:
    """Take in a frame; return the piece, and where it has come to, if anywhere."""
    before = sliding.cells
    if before is None or frame.at_s - before.ticked_s > SETTLE_S:
        return _begin(sliding, begin_cells(frame, before.calibration if before else sliding.calibration)), None
    cells = feed_cells(before, frame)
    if cells.unread != before.unread:
        return _begin(sliding, cells), None
    there, found = _move(_note_time(replace(sliding, cells=cells), frame.at_s), frame.at_s)
    return _note_contact(there), found


def settle(sliding: Sliding) -> Sliding:
    """Let the piece rest, so that `feed` does not report it as `put`."""
    return replace(sliding, is_put=False)


def _begin(sliding: Sliding, cells: Cells) -> Sliding:
    there = Sliding(sliding.calibration, cells)
    return replace(there, at=next(iter(there.sensed))) if len(there.sensed) == 1 else there


def _note_time(sliding: Sliding, now_s: float) -> Sliding:
    """Note how long the piece was sensed nowhere, or in the air, and since when on several cells."""
    crowded_s = _since(sliding.crowded_s, now_s, lasts=len(sliding.sensed) > 1)
    is_crowd = crowded_s is not None and now_s - crowded_s > SLIDE_S
    low_mt, high_mt = _range_mt(sliding)
    lowest_mt, highest_mt = min(sliding.range_mt[0], low_mt), max(sliding.range_mt[1], high_mt)
    is_aired = lowest_mt <= -RING_MT / 2 and low_mt > AIR_PART * lowest_mt and high_mt < AIR_PART * highest_mt
    aired_s = _since(sliding.aired_s, now_s, lasts=is_aired)
    return replace(
        sliding,
        gone_s=_since(sliding.gone_s, now_s, lasts=not sliding.now),
        gap_s=max(sliding.gap_s, 0.0 if sliding.gone_s is None else now_s - sliding.gone_s),
        range_mt=(lowest_mt, highest_mt),
        aired_s=aired_s,
        air_s=max(sliding.air_s, 0.0 if aired_s is None else now_s - aired_s),
        crowded_s=crowded_s,
        was_crowded=sliding.was_crowded or is_crowd,
    )


def _since(before_s: float | None, now_s: float, *, lasts: bool) -> float | None:
    """Since when something lasts, given since when it did before; None if it does not."""
    if not lasts:
        return None
    return now_s if before_s is None else before_s


def _range_mt(sliding: Sliding) -> tuple[float, float]:
    """The weakest and strongest fields on and beside the cell that sensed it last, if the board measures."""
    cells, at = sliding.cells, sliding.at
    if cells is None or at is None or not cells.tells_mummy:
        return 0.0, 0.0
    zeros = cells.calibration.offsets_mt
    fields = [cells.values[cell] - zeros[cell] for cell in (at, *around(at, cells)) if cell not in sliding.blind]
    return min(fields, default=0.0), max(fields, default=0.0)


def _note_contact(sliding: Sliding) -> Sliding:
    """Note the cells that sense the piece now, unless it rests."""
    if sliding.now == sliding.sensed == {sliding.at}:
        return replace(sliding, brushed=frozenset(), gap_s=0.0, air_s=0.0, was_crowded=False)
    return replace(sliding, brushed=sliding.brushed | sliding.now)


def _move(sliding: Sliding, now_s: float) -> tuple[Sliding, Arrival | None]:
    """The piece where it alone is sensed, if it is, and what that means."""
    before = sliding.at
    if len(sliding.sensed) != 1:
        return sliding, None
    (cell,) = sliding.sensed
    if cell == before and not sliding.is_lifted:
        is_steady = sliding.now == sliding.sensed and now_s - sliding.came_s >= 2 * SETTLE_S
        return (settle(sliding), Arrival("put", cell, cell)) if sliding.is_put and is_steady else (sliding, None)
    is_put = sliding.is_put or sliding.has_hopped
    there = replace(sliding, at=cell, came_s=now_s, gap_s=0.0, brushed=frozenset(), is_put=is_put)
    there = replace(there, range_mt=(0.0, 0.0), aired_s=None, air_s=0.0, was_crowded=False)
    if before is None or before == cell:
        return there, None
    return there, Arrival(_how(sliding, before, cell), before, cell)


def _how(sliding: Sliding, before: int, cell: int) -> How:
    assert sliding.cells is not None
    if sliding.has_hopped or sliding.was_crowded:
        return "lifted"
    is_next = beside(before, cell, sliding.cells.columns) and sliding.brushed <= {before, cell}
    is_sure = sliding.gap_s < SLIDE_S or not _may_go_round(sliding, before, cell)
    return "slid" if is_next and is_sure else "rushed"


def _may_go_round(sliding: Sliding, cell: int, other: int) -> bool:
    """Whether the path between two neighbours may have gone round over two cells that cannot sense."""
    assert sliding.cells is not None
    columns, blind = sliding.cells.columns, sliding.blind
    return any(
        beside(cell, first, columns) and beside(other, second, columns) and beside(first, second, columns)
        for first in blind
        for second in blind
    )


def _sensing(cells: Cells, what: tuple[Sensed, ...]) -> frozenset[int]:
    blind = _blind(cells)
    return frozenset(cell for cell, sensed in enumerate(what) if sensed is not Sensed.NOTHING and cell not in blind)


def _blind(cells: Cells) -> frozenset[int]:
    return cells.calibration.masked | cells.unread


MOST_RUSHED = 16
"""How many slides that were too fast are kept in mind."""
DETOUR = 2
"""By how many steps the way round the end of a wall is longer."""
FEW = 10
"""Ask before going on while fewer than one cell in this many is open."""

STEPS = ("corridors", *COLOURS)
"""The steps of teaching: the corridors, then the missions colour by colour."""


def teach_choices(page: EditorPage, table: PageContext) -> tuple[Choice, ...]:
    """The choice to teach on the magnetic board, if one of the drawing's size is plugged in."""
    board = table.board
    if board is None or not is_as_large(page, board):
        return ()
    size = plain(f"{board.rows} × {board.columns}")
    teaching = refusal(table) or teach_page(page, board)
    return (Choice(words("Teach the map by hand…"), teaching, icons=("sensors",), detail=size),)


def teach_page(page: EditorPage, board: BoardProfile, step: int = 0) -> TeachMapPage:
    """The page on which a map is taught; the drawing on `page` stays."""
    return TeachMapPage(page, board, Sliding(board.calibration), step if 0 <= step < len(STEPS) else 0)


def teaching_sound(before: Stack, after: Stack) -> Sound | None:
    """The sound of teaching a map: it has changed, or something went wrong."""
    match before[-1], after[-1]:
        case TeachMapPage(page=old), TeachMapPage(page=new) if old is not new:
            return "key"
        case TeachMapPage(remark=old_remark), TeachMapPage(remark=remark) if remark and remark != old_remark:
            return "refusal"
        case TeachMapPage(rushed=old_rushed), TeachMapPage(rushed=rushed) if len(rushed) > len(old_rushed):
            return "refusal"
    return None


def is_as_large(page: EditorPage, board: BoardProfile) -> bool:
    """Whether a drawing has as many rows and columns as the magnetic board."""
    return size_of(page.drawing) == (board.rows, board.columns)


class TeachMapPage(Page, frozen=True):
    """The map as far as it is taught."""

    TOPICS: ClassVar = ("teaching",)
    page: EditorPage
    board: BoardProfile
    sliding: Sliding
    step: int = 0
    remark: Words | None = None
    """What went wrong last."""
    rushed: tuple[tuple[int, int], ...] = ()
    """From which cell to which it was slid too fast; said until a passage joins them."""
    stroke: tuple[int, int] | None = None
    """The cell where the last straight slide ended, and what one step of it adds to a cell's number."""
    is_other_board: bool = False
    """Another board is plugged in: the calibration of this one says nothing about its sensors."""

    def plugged_in(self, name: str) -> TeachMapPage:
        """The page once a board of this name is plugged in."""
        return replace(self, is_other_board=name != self.board.name)

    def feed(self, frame: CellReadings) -> TeachMapPage:
        """The page after a frame; frames of another board are ignored."""
        if self.is_other_board or (frame.columns, len(frame.cells)) != (self.board.columns, self.board.count):
            return self
        sliding, found = feed(self.sliding, frame)
        page = replace(self, sliding=sliding)
        match found:
            case Arrival("slid", before, cell) if self.step == 0:
                return page._with_passage(before, cell)
            case Arrival("rushed" | "lifted") if self.step == 0:
                return page._without_passage(found)
            case Arrival("put", cell=cell) if self.step > 0:
                return page._with_mission(cell)
        return page

    def _with_passage(self, before: int, cell: int) -> TeachMapPage:
        """Open a passage; a whole straight slide is one change."""
        opened = open_passage(self.page.drawing, self._place(before), self._place(cell))
        if opened == self.page.drawing:
            return replace(self, remark=None)
        goes_on = self.stroke == (before, cell - before)
        page = replace(self.page, drawing=opened) if goes_on else self.page.change(opened)
        return replace(self, page=page, remark=None, stroke=(cell, cell - before))

    def _with_mission(self, cell: int) -> TeachMapPage:
        """Add a mission of this step's colour to a cell, or remove it."""
        turned = toggle_mission(self.page.drawing, self._place(cell), STEPS[self.step])
        if turned == self.page.drawing:
            return self
        if is_mission(content_at(turned, *self._place(cell))) and not squares_of(turned)[cell].open:
            remark = words("No passage leads to {cell} yet: no mission there.", cell=self._name(cell))
            return replace(self, remark=remark)
        return replace(self, page=self.page.change(turned, STEPS[self.step]), remark=None)

    def _without_passage(self, found: Arrival) -> TeachMapPage:
        """Note why no passage was opened, if that needs an explanation."""
        columns, before, cell = self.board.columns, self._name(found.before), self._name(found.cell)
        blind = self.sliding.blind
        if all(any(beside(cell, end, columns) for cell in blind) for end in (found.before, found.cell)):
            remark = words("Near {before} and {cell} a cell is left out: draw by hand there.", before=before, cell=cell)
        elif found.how == "rushed":
            return replace(self, rushed=(*self.rushed, (found.before, found.cell))[-MOST_RUSHED:], remark=None)
        elif beside(found.before, found.cell, columns):
            remark = words("Lifted between {before} and {cell}: no passage.", before=before, cell=cell)
        else:
            remark = None
        return replace(self, remark=remark)

    def _too_fast(self) -> Words | None:
        """The last slide that was too fast, if no way as short has been opened since, but for one detour."""
        for before, cell in reversed(self.rushed):
            down, right = (abs(one - other) for one, other in zip(self._place(before), self._place(cell), strict=True))
            if cell not in self._within_steps(before, down + right + DETOUR):
                return words(
                    "From {before} to {cell} too fast: slide more slowly.",
                    before=self._name(before),
                    cell=self._name(cell),
                )
        return None

    def _within_steps(self, cell: int, steps: int) -> frozenset[int]:
        """The cells that can be reached in at most `steps` steps through open passages."""
        squares, offsets = (
            squares_of(self.page.drawing),
            {"N": -self.board.columns, "E": 1, "S": self.board.columns, "W": -1},
        )
        found = frozenset({cell})
        for _ in range(steps):
            found |= {at + offsets[side] for at in found if not squares[at].solid for side in squares[at].open}
        return found

    def view(self, table: PageContext) -> View:
        """The map so far, the mummy on it, and what is still missing."""
        say, blind = table.say, tuple(sorted(self.sliding.blind))
        by_hand = (
            words("Left out, to be drawn by hand: {cells}", cells=cell_words(self.board, *blind)) if blind else None
        )
        text = (self.remark or (None if self.step else self._too_fast()), *self._so_far(), by_hand)
        at = None if self.sliding.is_lifted else self.sliding.at
        return View(
            title=say(words("Teach the map: {number} of {count}", number=self.step + 1, count=len(STEPS))),
            prompt=say(self._prompt(table.board)),
            body=MazePlan(
                columns=self.board.columns,
                squares=squares_of(self.page.drawing),
                pieces=() if at is None else (MazePiece(at, icon="mummy", active=True),),
                wrong=self.sliding.crowd or blind,
                choices=Menu((), text=tuple(say(line) for line in text if line)),
            ),
            hints=(
                *hints(table, ok=self._ok(), back=GO_BACK if self.step else MENU),
                *((Hint("back", say(words("undo")), held=True),) if self.page.past else ()),
            ),
        )

    def _prompt(self, board: BoardProfile | None) -> Words:
        if board is None:
            return words("Plug the magnetic board in to go on.")
        if not is_as_large(self.page, board):
            return words("The board that is plugged in has another size.")
        if self.is_other_board:
            return words("Another magnetic board is plugged in. Press ✓ to go on with it.")
        if self.sliding.crowd:
            cells = cell_words(self.board, *self.sliding.crowd)
            return words("The board senses several pieces: {cells}. The mummy must be alone on it.", cells=cells)
        if self.step == 0:
            return words("Slide the mummy through every corridor.")
        return words("Lift the mummy and put it on each in turn: {missions}.", missions=COLOUR_WORDS[STEPS[self.step]])

    def _so_far(self) -> tuple[Words, ...]:
        """What is known: the open cells, or the missions of this step's colour."""
        squares = squares_of(self.page.drawing)
        if self.step:
            count = sum(square.mark.startswith(STEPS[self.step]) for square in squares)
            return (words_n("{count} mission", "{count} missions", count),)
        rock = tuple(cell for cell, square in enumerate(squares) if square.solid)
        few = 0 < len(rock) <= MOST_NAMED
        left = (words("Not visited yet: {cells}", cells=cell_words(self.board, *rock)),) if few else ()
        return (self._open_words(), *left)

    @property
    def _open_cells(self) -> int:
        return sum(not square.solid for square in squares_of(self.page.drawing))

    def _open_words(self) -> Words:
        return words("{done} of {count} cells visited", done=self._open_cells, count=self.board.count)

    def _ok(self) -> Words:
        return words("go on") if self.is_other_board or self.step + 1 < len(STEPS) else words("look it over")

    def offers(self, table: PageContext) -> Keys:
        """The next step; the editor follows the last one."""
        return Keys(Offer(Item(table.say(self._ok()), target="ok"), Later(lambda: self._next_step(table))))

    def _next_step(self, table: PageContext) -> Reply:
        if self.is_other_board and table.board is not None and is_as_large(self.page, table.board):
            return teach_page(self.page, table.board, self.step)
        if self.step == 0 and self._open_cells * FEW < self.board.count:
            return self._few_corridors()
        return self._at(self.step + 1) if self.step + 1 < len(STEPS) else self.page

    def go_back(self, table: PageContext) -> Reply:
        """Go back a step; before the first one lies the menu of the editor."""
        return self._at(self.step - 1) if self.step else self.page.go_back(table)

    def give_up(self, table: PageContext) -> Reply:
        """Take back the last change."""
        return replace(self, page=self.page.undo(), remark=None, stroke=None)

    def _few_corridors(self) -> ListPage:
        """The page that asks whether to go on with hardly a corridor known."""
        return ListPage(
            title=words("Go on with so few corridors?") if self._open_cells else words("Go on without corridors?"),
            prompt=words("A mission can only stand where the mummy was slid."),
            choices=(
                Choice(words("No, go back"), self, icons=("back",)),
                Choice(words("Yes, go on to the missions"), self._at(1), icons=("end_turn",)),
            ),
            text=(self._open_words(),),
            icon="warning",
            on_back=self,
        )

    def _at(self, step: int) -> TeachMapPage:
        return replace(self, step=step, sliding=settle(self.sliding), remark=None, stroke=None)

    def _place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.board.columns)

    def _name(self, cell: int) -> str:
        return cell_name(*self._place(cell))
