"""Opens the editor: on a blank map, on one of the owner's maps, on the magnetic board's map, or on a draft.

The draft is stored among the journal's settings (`DRAFT_KEY`) after every change. A finished map becomes a file among
the owner's maps.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction.map_files import MapDrawing, blank, drawing_of
from firmware_py.games.malediction.maze import MOST_COLUMNS
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.map_editor.canvas import (
    Point,
    solid_rock,
)
from firmware_py.pages.malediction.map_editor.editor_page import (
    DieFacesPage,
    EditorPage,
    OnePawnLines,
    PawnLines,
    die_page,
    name_page,
    palette,
    pawns_page,
)
from firmware_py.pages.malediction.map_editor.files import (
    MapChoice,
    Past,
    UnreadableDraft,
    changed_file,
    map_choices,
    read_draft,
    save_choice,
    taught_step,
    unreadable_maps,
    write_draft,
)
from firmware_py.pages.malediction.map_editor.teaching import TeachMapPage, is_as_large, teach_choices, teach_page
from firmware_py.pages.page import Back, Choice, ListedPage, ListPage, LivePage, Page, Push, Reply, Stack
from firmware_py.sensing import BoardProfile
from firmware_py.words import NOTHING, Words, list_words, own_line, plain, words, words_n


def editor_menu(page: EditorPage, table: PageContext, first: Page, start: int = 0) -> ListPage:
    """What can be done with the map; `first` is the page to go to if it is discarded."""
    drawing, problems = page.drawing, page.problems

    def with_name(name: str) -> EditorPage:
        return page.change(msgspec.structs.replace(drawing, name=name))

    def rename(name: str) -> Reply:
        return editor_menu(with_name(name), table, first, start=1)

    save: tuple[Choice, ...] = ()
    put_right: tuple[Choice, ...] = ()
    if problems:
        label = words_n("{count} thing to put right…", "{count} things to put right…", len(problems))
        put_right = (Choice(label, _problems_page(page), icons=("warning",)),)
    else:
        saving = save_choice(drawing, table, name_page(page, rename), on_back=page, changed=page.file)
        save = (_ask_first(page, saving) if page.oddities else saving,)

    faces = list_words(*(plain(str(face)) for face in drawing.mummy_die))
    return ListPage(
        title=words("A map of your own"),
        prompt=words("Your drawing is safe, even if the power fails."),
        choices=(
            Choice(words("Go on drawing"), page, icons=("resume",)),
            *save,
            *put_right,
            *teach_choices(page, table),
            *((Choice(words("Undo"), page.undo(), icons=("undo",)),) if page.past else ()),
            Choice(words("Name…"), name_page(page, with_name), ("letters",), plain(drawing.name)),
            Choice(words("Mummy die: {faces}", faces=faces), die_page(page), icons=("dice",)),
            Choice(words("Pawns…"), pawns_page(page), ("player",), plain(str(len(drawing.pawns)))),
            Choice(words("Stop for now"), Back(), icons=("back",)),
            Choice(words("Delete it…"), _ask_to_discard(page, first), icons=("discard",)),
        ),
        start=start,
        on_back=page,
        about=("problems",),
    )


def _problems_page(page: EditorPage) -> ListPage:
    """All problems; choosing one goes to its cell."""
    return ListPage(
        title=words("What is still wrong"),
        prompt=words("Choose a line to go there."),
        choices=tuple(Choice(own_line(problem.why), page.go_to(problem)) for problem in page.problems),
        on_back=page,
        about=("problems",),
    )


def _ask_first(page: EditorPage, save: Choice) -> Choice:
    """The line that saves the map once its oddities have been listed."""
    asking = ListPage(
        title=words("Save the map"),
        prompt=words("It can be played, though this is odd."),
        choices=(
            replace(save, label=words("Save it all the same")),
            *(Choice(own_line(odd), page) for odd in page.oddities),
        ),
        on_back=page,
    )
    return replace(save, label=words("Save the map…"), reply=asking)


def _ask_to_discard(page: EditorPage, first: Page) -> ListPage:
    return ListPage(
        title=NOTHING,
        prompt=words("Delete the map?"),
        text=(words("It cannot be brought back."),),
        choices=(
            Choice(words("No, go back"), page, icons=("back",)),
            Choice(words("Delete it"), first, icons=("discard",)),
        ),
        icon="discard",
        on_back=page,
    )


LEAST, MOST_ROWS = 3, 26
USUAL = 10
"""Rows and columns of the printed map."""
NO_GAME = words("No game can begin on this map.")


class SizePage(ListedPage, frozen=True):
    """Asks for the size of the new map."""

    rows: int = 0
    """0 until they are chosen."""

    def fresh_list(self, table: PageContext) -> ListPage:
        """The numbers to choose from, first of rows, then of columns."""
        numbers = range(LEAST, (MOST_COLUMNS if self.rows else MOST_ROWS) + 1)
        if self.rows:
            choices = tuple(
                Choice(words_n("{count} column", "{count} columns", count), _blank_page(self.rows, count))
                for count in numbers
            )
            prompt = words("How many columns does your map have?")
        else:
            choices = tuple(Choice(words_n("{count} row", "{count} rows", count), SizePage(count)) for count in numbers)
            prompt = words("How many rows does your map have?")
        on_back: Reply = SizePage() if self.rows else first_page() if _others(table) else Back()
        return ListPage(
            words("A map of your own"),
            prompt,
            choices,
            USUAL - LEAST,
            icon="wall",
            on_back=on_back,
            about=("drawing",),
        )


def first_page() -> Page:
    """The page that asks which map to draw."""
    return LivePage(_first_lines)


def _first_lines(table: PageContext) -> ListPage:
    """Offer a new map and the others; if there are no others, ask for the size of a new map."""
    others = _others(table)
    if not others:
        return SizePage().fresh_list(table)
    new = Choice(words("A new map"), SizePage(), icons=("wall",))
    return ListPage(
        words("A map of your own"), words("Which map do you want to draw?"), (new, *others), about=("drawing",)
    )


def _others(table: PageContext) -> tuple[Choice, ...]:
    """What to start from instead of a blank: the magnetic board, and the owner's maps."""
    return (*_teach_choices(table), *_own_choices(table))


def _teach_choices(table: PageContext) -> tuple[Choice, ...]:
    """The choice to teach a map on the magnetic board, if a map can be that large."""
    board = table.board
    if board is None or board.columns > MOST_COLUMNS:
        return ()
    return teach_choices(edit(solid_rock(board.rows, board.columns)), table)


def _own_choices(table: PageContext) -> tuple[Choice, ...]:
    return tuple(
        Choice(_change(one), _page_of(one), icons=("letters",), detail=one.unfit or NOTHING)
        for one in map_choices(table)
        if one.file
    )


def _change(one: MapChoice) -> Words:
    return words("Change {name}", name=one.label)


def unusable_lines(table: PageContext) -> tuple[Choice, ...]:
    """A dimmed line for each of the owner's maps that cannot be played; it leads to the remedy."""
    unfit = (
        (
            one.label,
            one.unfit,
            (Choice(_change(one), Push(_page_of(one)), icons=("letters",)),),
        )
        for one in map_choices(table)
        if one.unfit
    )
    broken = ((plain(f"{file}.toml"), why, ()) for file, why in unreadable_maps(table))
    return tuple(
        Choice(
            name,
            Push(_fault_page(name, why, remedy)),
            icons=("malediction",),
            detail=why if remedy else NO_GAME,
            is_dimmed=True,
        )
        for name, why, remedy in (*unfit, *broken)
    )


def _fault_page(name: Words, why: Words, remedy: tuple[Choice, ...]) -> ListPage:
    """The page that says why a map cannot be played; one that cannot be drawn is mended on a computer."""
    on_computer = words('Put its file right on a computer: "pyramid-referee board check" lists what is wrong.')
    return ListPage(
        title=name,
        prompt=NO_GAME,
        choices=(*remedy, Choice(words("No, go back") if remedy else words("Go back"), Back(), icons=("back",))),
        text=(why,) if remedy else (why, on_computer),
        icon="warning",
    )


def _page_of(one: MapChoice) -> EditorPage:
    """The editor for an owner's map, redrawn: its file may lack blanks at the ends of lines."""
    return edit(msgspec.structs.replace(drawing_of(one.maze), name=one.name), file=one.file)


def edit(drawing: MapDrawing, at: Point = (1, 1), past: Past = (), file: str = "") -> EditorPage:
    """The editor; `file` is that of an owner's map."""
    return EditorPage(drawing, palette, _menu, at, past, file=file)


def _menu(page: EditorPage, table: PageContext) -> ListPage:
    return editor_menu(page, table, first=first_page())


@lru_cache(maxsize=MOST_COLUMNS)
def _blank_page(rows: int, columns: int) -> EditorPage:
    return edit(drawing_of(blank(rows, columns)))


def start_editing(draft: str, board: BoardProfile | None = None) -> Page:
    """The page of a stored draft, or the first page without one."""
    if not draft:
        return first_page()
    try:
        drawing, at, past = read_draft(draft)
    except UnreadableDraft:
        lost = words("The unfinished map can no longer be read. All saved maps are still there.")
        return _damage_page(lost, Choice(words("Start a new map"), first_page(), icons=("wall",)))
    page = edit(drawing, at, past or (), file=changed_file(draft))
    if past is None:
        lost = words("The map is complete, but earlier changes can no longer be undone.")
        return _damage_page(lost, Choice(words("Go on drawing"), page, icons=("resume",)))
    step = taught_step(draft)
    if step is None or board is None or not is_as_large(page, board):
        return page
    return teach_page(page, board, step)


def _damage_page(lost: Words, onwards: Choice) -> ListPage:
    """The page that says what a damaged draft has lost; the draft stays stored until somebody goes on."""
    return ListPage(
        words("A map of your own"), words("The draft is damaged."), (onwards,), text=(lost,), icon="warning"
    )


def map_draft(stack: Stack) -> str | None:
    """The draft to store: "" at the start of a new map, None when nobody draws."""
    match stack[-1]:
        case EditorPage() as page:
            return _draft_of(page)
        case TeachMapPage(page=page, step=step):
            return _draft_of(page, step)
        case DieFacesPage(page=page) | LivePage(lines=PawnLines(page=page) | OnePawnLines(page=page)):
            return _draft_of(page)
        case SizePage():
            return ""
        case LivePage(lines=lines) if lines is _first_lines:
            return ""
    return None


def _draft_of(page: EditorPage, taught: int | None = None) -> str:
    return write_draft(page.drawing, page.at, page.past, taught, page.file)
