"""Drawing a board on the device: the cursor walks over cells and walls, so that an owner can copy his own box.

Why the cursor walks over walls too: then one button is enough, and four buttons go through the whole board in reading
order, just as one would copy it. What is drawn is kept among the journal's settings (`board.draft`) after every change
until the board is finished; then it becomes a file among the owner's boards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec

from display.view import Button, Hint, Item, Maze, Menu, Square, View
from firmware_py.boards import file_name
from firmware_py.games.malediction.board import COLOUR_WORDS, COLOURS, MOST_COLUMNS, cell_name, is_mission
from firmware_py.games.malediction.drawing import Drawing, Problem, read_board
from firmware_py.games.malediction.pictures import BUILT, MARK_COLOURS
from firmware_py.games.malediction.sketch import as_toml, blank, drawn
from firmware_py.screens import (
    CHOOSE,
    GO_BACK,
    MENU,
    Back,
    Choice,
    Input,
    KeepBoard,
    ListPage,
    LongPress,
    Press,
    Reply,
    Screen,
    Stack,
    Table,
)
from firmware_py.words import Words, plain, words, words_n

LEAST, MOST_ROWS = 3, 26
USUAL = 10
"""The printed board has so many rows and columns."""
KEPT_CHANGES = 200
"""How many changes can be taken back."""
HIGHEST_FACE = 9

KINDS: tuple[tuple[str, Words, str], ...] = (
    ("", words("nothing: a corridor"), "empty"),
    ("##", words("solid rock"), "wall"),
    ("ST", words("the stairs"), "stairs"),
    ("DU", words("the dungeon"), "dungeon"),
    ("SA", words("the sarcophagus"), "sarcophagus"),
    ("DS", words("dungeon and sarcophagus in one"), "dungeon"),
)


def mission_label(code: str) -> Words:
    """Return a mission as it is offered: its code and its colour."""
    return words("{code}: {colour}", code=code, colour=COLOUR_WORDS[code[0]])


REPLACED = {"ST": ("ST",), "DU": ("DU", "DS"), "SA": ("SA", "DS"), "DS": ("DU", "SA", "DS")}
"""What stands on a board only once gives way when it is put elsewhere."""


class Draft(msgspec.Struct, frozen=True):
    """What is kept of a board that is being drawn."""

    drawing: Drawing
    row: int
    column: int


@dataclass(frozen=True)
class SizePage:
    """How large the new board is, or which of the owner's boards is changed."""

    rows: int = 0
    """0: not yet told."""
    cursor: int = USUAL - LEAST

    def view(self, table: Table) -> View:
        """Return the numbers to choose from."""
        return self._page(table).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Choose rows, then columns."""
        reply = self._page(table).press(done, table)
        return replace(self, cursor=reply.cursor) if isinstance(reply, ListPage) else reply

    def _page(self, table: Table) -> ListPage:
        numbers = range(LEAST, (MOST_COLUMNS if self.rows else MOST_ROWS) + 1)
        if self.rows:
            choices = tuple(
                Choice(words_n("{count} column", "{count} columns", count), _blank_page(self.rows, count))
                for count in numbers
            )
            prompt = words("How many columns has your board?")
        else:
            choices = tuple(Choice(words_n("{count} row", "{count} rows", count), SizePage(count)) for count in numbers)
            choices = (*choices, *_owned_choices(table))
            prompt = words("How many rows has your board?")
        on_back: Reply = SizePage() if self.rows else Back()
        return ListPage(words("A board of your own"), prompt, choices, self.cursor, icon="wall", on_back=on_back)


def _owned_choices(table: Table) -> tuple[Choice, ...]:
    from firmware_py.games.malediction.setting_up import offers

    return tuple(
        Choice(words("Change {name}", name=offer.label), EditorPage(offer.setup), icons=("letters",))
        for offer in offers(table)
        if isinstance(offer.setup, Drawing)
    )


def _blank_page(rows: int, columns: int) -> EditorPage:
    return EditorPage(drawn(blank(rows, columns)))


def editor_page(kept: str) -> Screen:
    """Return the editor with the board that was kept, or the page on which a new one begins."""
    if not kept:
        return SizePage()
    try:
        draft = msgspec.json.decode(kept, type=Draft)
    except msgspec.DecodeError:
        return SizePage()
    return EditorPage(draft.drawing, (draft.row, draft.column))


def board_draft(stack: Stack) -> str | None:
    """Return the board that is being drawn, to be kept over a power cut, or None when nobody draws."""
    match stack[-1]:
        case EditorPage(drawing=drawing, at=(row, column)):
            return msgspec.json.encode(Draft(drawing, row, column)).decode()
        case SizePage():
            return ""
    return None


# --- the drawing -----------------------------------------------------------------------------------------------------

Spot = tuple[int, int]
"""A place of the drawing, counted from 0: odd row and odd column is a cell, one of them even is a wall."""


def size_of(drawing: Drawing) -> tuple[int, int]:
    """Return how many rows and columns a drawing has."""
    return (len(drawing.lines) - 1) // 2, (len(drawing.lines[0]) - 1) // 4


def content_at(drawing: Drawing, row: int, column: int) -> str:
    """Return what the cell in a row and a column holds."""
    return drawing.lines[2 * row + 1][4 * column + 1 : 4 * column + 4].strip()


def has_wall(drawing: Drawing, spot: Spot) -> bool:
    """Return whether a wall is drawn at a spot between two cells, or it is the border."""
    row, column = spot
    rows, columns = size_of(drawing)
    if row in (0, 2 * rows) or column in (0, 2 * columns):
        return True
    return drawing.lines[row][2 * column] != " "


def with_text(drawing: Drawing, row: int, start: int, text: str) -> Drawing:
    """Return the drawing with `text` written into a line of it."""
    lines = list(drawing.lines)
    lines[row] = lines[row][:start] + text + lines[row][start + len(text) :]
    return msgspec.structs.replace(drawing, map=tuple(lines))


def with_wall_turned(drawing: Drawing, spot: Spot) -> Drawing:
    """Return the drawing with a wall where there was none, or none where one was."""
    row, column = spot
    wall = has_wall(drawing, spot)
    if row % 2:
        return with_text(drawing, row, 2 * column, " " if wall else "|")
    return with_text(drawing, row, 2 * column - 1, "   " if wall else "---")


def with_content(drawing: Drawing, row: int, column: int, content: str) -> Drawing:
    """Return the drawing with `content` in a cell; what a board has only once leaves its old cell."""
    rows, columns = size_of(drawing)
    for other in range(rows * columns):
        where = divmod(other, columns)
        if content_at(drawing, *where) in REPLACED.get(content, ()):
            drawing = with_text(drawing, 2 * where[0] + 1, 4 * where[1] + 1, "   ")
    return with_text(drawing, 2 * row + 1, 4 * column + 1, f"{content:3}")


def free_missions(drawing: Drawing) -> tuple[str, ...]:
    """Return the next mission of each colour that is not drawn yet."""
    rows, columns = size_of(drawing)
    drawn_codes = {content_at(drawing, *divmod(index, columns)) for index in range(rows * columns)}
    free = ((f"{colour}{digit}" for digit in "1234567890") for colour in COLOURS)
    return tuple(code for codes in free if (code := next((c for c in codes if c not in drawn_codes), "")))


def _squares(drawing: Drawing) -> tuple[Square, ...]:
    rows, columns = size_of(drawing)
    found = []
    for index in range(rows * columns):
        row, column = divmod(index, columns)
        content = content_at(drawing, row, column)
        middle = (2 * row + 1, 2 * column + 1)
        sides = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
        walls = {
            side: has_wall(drawing, (middle[0] + down, middle[1] + right)) for side, (down, right) in sides.items()
        }
        mission = is_mission(content)
        found.append(
            Square(
                open="".join(side for side, wall in walls.items() if not wall),
                solid=content == "##",
                icon=BUILT.get(content, ""),
                mark=content if mission else "",
                colour=MARK_COLOURS[content[0]] if mission else None,
            )
        )
    return tuple(found)


@lru_cache(maxsize=4)
def _problems(lines: tuple[str, ...], mummy_die: tuple[int, ...], pawns: tuple[str, ...]) -> tuple[Problem, ...]:
    """Return what is not right in a drawing; looked for once, however often it is shown."""
    return read_board(Drawing(lines, mummy_die, pawns=pawns))[1]


# --- the pages -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EditorPage:
    """The board under the cursor."""

    drawing: Drawing
    at: Spot = (1, 1)
    past: tuple[Drawing, ...] = ()
    """The drawing before each change, the newest last."""
    kind: str = "R"
    """What was drawn last: a colour of missions, or one of `KINDS`."""

    def view(self, table: Table) -> View:
        """Return the board, and the first thing that is not right yet."""
        say = table.say
        problems = self.problems
        told: tuple[Words, ...] = (words("Everything is right: the board can be played."),)
        if problems:
            count = words_n("{count} thing to put right:", "{count} things to put right:", len(problems))
            told = (count, problems[0].why)
        undo = (Hint("back", say(words("take back")), held=True),) if self.past else ()
        return View(
            title=self.drawing.name or say(words("A board of your own")),
            prompt=say(self._prompt()),
            body=self.picture(Menu((), text=tuple(say(line) for line in told))),
            hints=(Hint("ok", say(words("draw"))), Hint("back", say(MENU)), *undo),
        )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is not right yet."""
        return _problems(self.drawing.lines, self.drawing.mummy_die, self.drawing.pawns)

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the cell at the cursor, or of the cell left of or above its wall."""
        return (self.at[0] - 1) // 2, (self.at[1] - 1) // 2

    def picture(self, choices: Menu, dice: tuple[Item, ...] = (), die: int = 0) -> Maze:
        """Return the board with the cursor."""
        columns = size_of(self.drawing)[1]
        row, column = self.cell
        side = "" if self.at[0] % 2 and self.at[1] % 2 else ("E" if self.at[0] % 2 else "S")
        wrong = {(p.line // 2 - 1) * columns + (p.column - 2) // 4 for p in self.problems if p.line and p.line % 2 == 0}
        return Maze(
            columns=columns,
            squares=_squares(self.drawing),
            cursor=row * columns + column,
            side=side,
            wrong=tuple(sorted(wrong)),
            dice=dice,
            die=die,
            choices=choices,
        )

    def _prompt(self) -> Words:
        name = cell_name(*self.cell)
        if self.at[0] % 2 and self.at[1] % 2:
            return words("Cell {cell}", cell=name)
        wall = has_wall(self.drawing, self.at)
        if self.at[0] % 2:
            return (
                words("{cell}: wall on the right", cell=name) if wall else words("{cell}: open on the right", cell=name)
            )
        return words("{cell}: wall below", cell=name) if wall else words("{cell}: open below", cell=name)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor; draw or open a wall, or choose what a cell holds."""
        match done:
            case Press("ok") if self.at[0] % 2 and self.at[1] % 2:
                return self._palette()
            case Press("ok"):
                return self.changed(with_wall_turned(self.drawing, self.at))
            case LongPress("back") if self.past:
                return replace(self, drawing=self.past[-1], past=self.past[:-1])
            case Press("back"):
                return self._menu(table)
            case Press(button):
                return self._moved(button, table.layout == "four")
        return self

    def changed(self, drawing: Drawing, kind: str | None = None) -> EditorPage:
        """Return the page with a changed board, which can be taken back."""
        past = (*self.past, self.drawing)[-KEPT_CHANGES:]
        return replace(self, drawing=drawing, past=past, kind=self.kind if kind is None else kind)

    def _moved(self, button: Button, in_reading_order: bool) -> EditorPage:
        rows, columns = size_of(self.drawing)
        if in_reading_order:
            spots = [(r, c) for r in range(1, 2 * rows) for c in range(1, 2 * columns) if r % 2 or c % 2]
            step = 1 if button in ("down", "right") else -1
            return replace(self, at=spots[(spots.index(self.at) + step) % len(spots)])
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.get(button, (0, 0))
        row, column = self.at[0] + down, self.at[1] + right
        if row % 2 == 0 and column % 2 == 0:  # a corner between four walls: on to the next wall
            row, column = row + down, column + right
        if not (1 <= row < 2 * rows and 1 <= column < 2 * columns):
            return self
        return replace(self, at=(row, column))

    # --- what a cell holds -------------------------------------------------------------------------------------------

    def _palette(self) -> ListPage:
        row, column = self.cell
        here = content_at(self.drawing, row, column)
        missions = tuple(
            Choice(
                mission_label(code),
                self.changed(with_content(self.drawing, row, column, code), code[0]),
                icons=("scarab",),
            )
            for code in free_missions(self.drawing)
        )
        kinds = tuple(
            Choice(label, self.changed(with_content(self.drawing, row, column, kind), kind), icons=(icon,))
            for kind, label, icon in KINDS
            if kind != here
        )
        naming = (self._naming(here),) if is_mission(here) else ()
        codes = [code[0] for code in free_missions(self.drawing)]
        known = [*codes, *(kind for kind, _, _ in KINDS if kind != here)]
        cursor = known.index(self.kind) if self.kind in known else 0
        return ListPage(
            title=words("Cell {cell}", cell=cell_name(row, column)),
            prompt=words("What is in this cell?"),
            choices=(*missions, *kinds, *naming),
            cursor=cursor,
            on_back=self,
            around=Beside(self),
        )

    def _naming(self, code: str) -> Choice:
        def named(name: str) -> Reply:
            objects = {**self.drawing.objects, code: name}
            return self.changed(msgspec.structs.replace(self.drawing, objects=objects))

        return Choice(words("Name what is drawn here…"), _letters(self, named), icons=("letters",))

    # --- the menu ----------------------------------------------------------------------------------------------------

    def _menu(self, table: Table) -> ListPage:
        problems = self.problems
        keep: tuple[Choice, ...] = ()
        if not problems:
            name = self.drawing.name or _free_name(table)
            text = as_toml(msgspec.structs.replace(self.drawing, name=name))
            keep = (Choice(words("Keep the board"), KeepBoard(name, text), icons=("kept",), detail=plain(name)),)
        put_right = (
            Choice(
                words_n("{count} thing to put right…", "{count} things to put right…", len(problems)),
                self._problems_page(),
                icons=("warning",),
            ),
        )
        taken_back = replace(self, drawing=self.past[-1], past=self.past[:-1]) if self.past else self
        faces = tuple(str(face) for face in self.drawing.mummy_die)
        return ListPage(
            title=words("A board of your own"),
            prompt=words("What you have drawn is kept, even if the power goes."),
            choices=(
                Choice(words("Go on drawing"), self, icons=("resume",)),
                *keep,
                *(put_right if problems else ()),
                *((Choice(words("Take back"), taken_back, icons=("undo",)),) if self.past else ()),
                Choice(words("Name…"), _letters(self, self._named), ("letters",), plain(self.drawing.name)),
                Choice(words("Mummy die: {faces}", faces=faces), DieFacesPage(self), icons=("dice",)),
                Choice(words("Stop for now"), Back(), icons=("back",)),
                Choice(words("Throw it away…"), self._throwing_away(), icons=("discard",)),
            ),
            on_back=self,
        )

    def _named(self, name: str) -> Reply:
        return self.changed(msgspec.structs.replace(self.drawing, name=name))

    def _problems_page(self) -> ListPage:
        """Return all that is not right yet; choosing a line goes there."""
        return ListPage(
            title=words("What is to be put right"),
            prompt=words("Choose a line to go there."),
            choices=tuple(Choice(problem.why, self._gone_to(problem)) for problem in self.problems),
            on_back=self,
        )

    def _gone_to(self, problem: Problem) -> EditorPage:
        if problem.line % 2 or not problem.line:
            return self
        return replace(self, at=(problem.line - 1, (problem.column - 2) // 2 + 1))

    def _throwing_away(self) -> ListPage:
        return ListPage(
            title=words("Throw the board away"),
            prompt=words("It cannot be brought back."),
            choices=(
                Choice(words("No, go back"), self, icons=("back",)),
                Choice(words("Throw it away"), SizePage(), icons=("discard",)),
            ),
            icon="discard",
            on_back=self,
        )


@dataclass(frozen=True)
class Beside:
    """Sets choices beside the board that is being drawn."""

    page: EditorPage

    def __call__(self, choices: Menu, table: Table) -> Maze:  # noqa: ARG002 - as every page asks
        """Return the board with the choices."""
        return self.page.picture(choices)


def _free_name(table: Table) -> str:
    """Return a name for a board that has none; no other board loses its file to it."""
    taken = {name for name, _ in table.boards}
    names = (table.say(words("Board {number}", number=number)) for number in range(1, len(taken) + 2))
    return next(name for name in names if file_name(name) not in taken)


def _letters(page: EditorPage, then: Callable[[str], Reply]) -> Screen:
    """Return the page on which a name is written."""
    from firmware_py.games import GAMES
    from firmware_py.seating import LettersPage, Seated

    return LettersPage(Seated(GAMES["malediction"], 0), then=then, on_back=page)


@dataclass(frozen=True)
class DieFacesPage:
    """The faces of the mummy die, one after the other."""

    page: EditorPage
    current: int = 0

    def view(self, table: Table) -> View:
        """Return the faces in a row."""
        say = table.say
        return View(
            title=say(words("Mummy die")),
            prompt=say(words("Turn each face with up and down.")),
            body=self.page.picture(
                Menu(()), tuple(Item(str(face)) for face in self.page.drawing.mummy_die), self.current
            ),
            hints=(
                Hint("ok", say(words("next face") if self.current < self._last else CHOOSE)),
                Hint("back", say(GO_BACK)),
            ),
        )

    @property
    def _last(self) -> int:
        return len(self.page.drawing.mummy_die) - 1

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - every screen may look at the table
        """Turn a face, or go to the next one."""
        match done:
            case Press("ok"):
                return replace(self, current=self.current + 1) if self.current < self._last else self.page
            case Press("back"):
                return replace(self, current=self.current - 1) if self.current else self.page
            case Press("up" | "down" as button):
                die = list(self.page.drawing.mummy_die)
                die[self.current] = (die[self.current] + (1 if button == "up" else -1)) % (HIGHEST_FACE + 1)
                drawing = msgspec.structs.replace(self.page.drawing, mummy_die=tuple(die))
                return replace(self, page=self.page.changed(drawing))
        return self
