"""The menu of the map editor: problems, names, saving, and throwing the map away."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from firmware_py.pages.general_topics import PROBLEMS
from firmware_py.pages.lists import Choice, ListPage
from firmware_py.pages.malediction.map_editor.editor_page import EditorPage
from firmware_py.pages.malediction.map_editor.pawns_and_die import die_page, name_page, pawns_page
from firmware_py.pages.malediction.map_editor.saving import save_choice
from firmware_py.pages.malediction.map_editor.teaching import teach_choices
from firmware_py.pages.stack import Back, Page, Reply
from firmware_py.pages.table import Table
from firmware_py.words import NOTHING, own_line, plain, words, words_n


def editor_menu(page: EditorPage, table: Table, first: Page, cursor: int = 0) -> ListPage:
    """Return what can be done with the map; `first` is the page after it was thrown away."""
    drawing, problems = page.drawing, page.problems

    def named(name: str) -> EditorPage:
        return page.changed(msgspec.structs.replace(drawing, name=name))

    def renamed(name: str) -> Reply:
        return editor_menu(named(name), table, first, cursor=1)

    save: tuple[Choice, ...] = ()
    put_right: tuple[Choice, ...] = ()
    if problems:
        label = words_n("{count} thing to put right…", "{count} things to put right…", len(problems))
        put_right = (Choice(label, _problems_page(page), icons=("warning",)),)
    else:
        saving = save_choice(drawing, table, name_page(page, renamed), on_back=page, changed=page.file)
        save = (_asking_first(page, saving) if page.oddities else saving,)

    faces = tuple(plain(str(face)) for face in drawing.mummy_die)
    return ListPage(
        title=words("A map of your own"),
        prompt=words("Your drawing is safe, even if the power fails."),
        choices=(
            Choice(words("Go on drawing"), page, icons=("resume",)),
            *save,
            *put_right,
            *teach_choices(page, table),
            *((Choice(words("Undo"), page.taken_back(), icons=("undo",)),) if page.past else ()),
            Choice(words("Name…"), name_page(page, named), ("letters",), plain(drawing.name)),
            Choice(words("Mummy die: {faces}", faces=faces), die_page(page), icons=("dice",)),
            Choice(words("Pawns…"), pawns_page(page), ("player",), plain(str(len(drawing.pawns)))),
            Choice(words("Stop for now"), Back(), icons=("back",)),
            Choice(words("Delete it…"), _throwing_away(page, first), icons=("discard",)),
        ),
        cursor=cursor,
        on_back=page,
        about=(PROBLEMS,),
    )


def _problems_page(page: EditorPage) -> ListPage:
    """Return all problems; choosing one goes to its cell."""
    return ListPage(
        title=words("What is still wrong"),
        prompt=words("Choose a line to go there."),
        choices=tuple(Choice(own_line(problem.why), page.gone_to(problem)) for problem in page.problems),
        on_back=page,
        about=(PROBLEMS,),
    )


def _asking_first(page: EditorPage, save: Choice) -> Choice:
    """Return the line that saves the map after a page that lists what is odd about it."""
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


def _throwing_away(page: EditorPage, first: Page) -> ListPage:
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
