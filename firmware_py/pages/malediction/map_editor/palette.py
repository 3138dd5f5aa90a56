"""The page on which the owner chooses what a cell holds."""

from __future__ import annotations

import msgspec

from firmware_py.games.malediction.maze import OBJECTS, is_mission, object_words
from firmware_py.grid import cell_name
from firmware_py.pages.general_topics import CELLS
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.malediction.map_editor.canvas import content_at, free_missions, with_content
from firmware_py.pages.malediction.map_editor.contents import KINDS
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.malediction.map_editor.pawns_and_die import name_page
from firmware_py.pages.malediction.pictures import mission_icon
from firmware_py.pages.table import Table
from firmware_py.words import Words, plain, words

MISSION_WORDS = {
    "R": words("red mission"),
    "B": words("blue mission"),
    "W": words("white mission"),
    "G": words("green mission"),
    "Y": words("yellow mission"),
}


def palette(page: EditorPage, table: Table) -> ListPage:
    """Return what the cell under the cursor can hold; the list's cursor stands on what was drawn last."""
    row, column = page.cell
    here = content_at(page.drawing, row, column)
    codes = free_missions(page.drawing)
    kinds = tuple(kind for kind in KINDS if kind[0] != here)
    known = [*(code[0] for code in codes), *(kind for kind, _, _ in kinds)]

    def drawn(content: str, kind: str) -> EditorPage:
        return page.changed(with_content(page.drawing, row, column, content), kind)

    return ListPage(
        title=words("Cell {cell}", cell=cell_name(row, column)),
        prompt=words("What is in this cell?"),
        choices=(
            *(
                Choice(mission_label(code), drawn(code, code[0]), icons=(mission_icon(code),), brief=plain(code))
                for code in codes
            ),
            *(Choice(label, drawn(kind, kind), icons=(icon,)) for kind, label, icon in kinds),
            *((_naming(page, here, table),) if is_mission(here) else ()),
        ),
        cursor=known.index(page.kind) if page.kind in known else 0,
        on_back=page,
        around=page.beside,
        about=(CELLS,),
    )


def mission_label(code: str) -> Words:
    """Return the label of a mission: its code and its colour."""
    return words("{code}: {colour}", code=code, colour=MISSION_WORDS[code[0]])


def _naming(page: EditorPage, code: str, table: Table) -> Choice:
    """Return the line that names what is drawn on a mission, from a list or by keyboard; the list is quicker."""
    now = page.drawing.objects.get(code, "")

    def named(name: str) -> EditorPage:
        return page.changed(msgspec.structs.replace(page.drawing, objects={**page.drawing.objects, code: name}))

    free = [name for name in OBJECTS if name.message not in page.drawing.objects.values()]
    names = ListPage(
        title=mission_label(code),
        prompt=words("What is drawn here?"),
        choices=(
            *(
                Choice(name, named(name.message), icons=(mission_icon(code),))
                for name in sorted(free, key=lambda name: table.say(name).casefold())
            ),
            Choice(words("Another name…"), name_page(page, named), icons=("letters",)),
        ),
        on_back=page,
        around=page.beside,
        about=(CELLS,),
    )
    return Choice(words("Name what is drawn here…"), names, icons=("letters",), detail=object_words(now))
