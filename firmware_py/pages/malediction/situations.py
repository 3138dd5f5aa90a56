"""Which explanations of La malédiction belong to which page, for whose eyes, and the map that answers for every cell.

Why a page for everybody never asks the state: its topics depend on what it shows to everybody anyway.
"""

from __future__ import annotations

from firmware_py.games.malediction.legality import is_stuck, showing_faces
from firmware_py.games.malediction.state import State
from firmware_py.pages.help import Explain, Explained
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.curtain import Announced, Curtain, Secret
from firmware_py.pages.malediction.dice_page import ChoosePage, DicePage, FacePage, MummyDiePage
from firmware_py.pages.malediction.hunter_pages import ActsPage, HandOverPage, MovePage, move_ends
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.pages.malediction.pictures import TEXTS
from firmware_py.pages.malediction.setup_page import SetUpPage
from firmware_py.pages.malediction.why_not_page import MummyGoes, PawnEnds, WhyNotPage
from firmware_py.pages.page import ListPage, Page


def situation(page: Page, table: PageContext) -> str:
    """The situation in which a page is shown; empty for a page of something else."""
    match page:
        case SetUpPage(players=players):
            return "before the game for two" if len(players) == 2 else "before the game"
        case Curtain():
            return "hidden map"
        case Announced():
            return "read aloud"
        case MummyDiePage():
            return f"mummy die{_of_the_device(table)}"
        case MummyPage() | WhyNotPage(asked=MummyGoes()):
            return "interrupt" if table.playing.state.phase == "interrupt" else "mummy"
        case ListPage(around=around) if around is not None and table.session is not None and table.playing.is_over:
            return "the end for two" if table.playing.state.is_two_player else "the end"
    return _hunters(page, table)


def _hunters(page: Page, table: PageContext) -> str:
    """The situation in which a page for the hunters is shown, or nothing."""
    match page:
        case ActsPage():
            return "stuck" if is_stuck(table.playing.state) else "begin"
        case DicePage():
            return f"dice{_of_the_device(table)}"
        case FacePage():
            return "choose a face"
        case ChoosePage():
            return "choose the arrow" if _pointed_at(page, table.playing.state) == "arrow" else "choose"
        case MovePage():
            return "arrow" if table.playing.state.face == "arrow" else "number"
        case WhyNotPage(asked=PawnEnds(face=face)):
            return "arrow" if face == "arrow" else "number"
        case HandOverPage():
            return "hand over"
    return ""


def _of_the_device(table: PageContext) -> str:
    """The ending for a device that throws the dice itself, or nothing."""
    return " of the device" if table.playing.seed else ""


def _pointed_at(page: ChoosePage, state: State) -> str:
    faces = showing_faces(state)
    at = page.at(state)
    return faces[at] if at < len(faces) else ""


def why_not(page: Page, table: PageContext) -> Page | None:
    """The map that says why not, cell by cell, for a page about a path."""
    match page:
        case MovePage():
            state: State = table.playing.state
            return WhyNotPage(PawnEnds(state.face or "arrow"), move_ends(state)[page.at(table)])
        case MummyPage(path=path):
            return WhyNotPage(MummyGoes(path), path[-1] if path else table.playing.state.mummy)
    return None


def same_eyes(page: Page, explain: Explain) -> Page | None:
    """The explanation of a page for the same eyes, behind what hides the page itself."""
    if isinstance(page, Secret):
        made = explain(page.page)
        return made and Secret(made, page.menu)
    return explain(page)


EXPLAINED = Explained(TEXTS, situation, why_not=why_not, same_eyes=same_eyes)
