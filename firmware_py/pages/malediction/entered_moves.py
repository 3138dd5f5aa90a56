"""Moves that are on the pages and not played yet: what the magnetic board must expect, and what it enters."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.pages.malediction.curtain import Secret, opened, turned
from firmware_py.pages.malediction.hunter_pages import HandOverPage, MovePage
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.pages.stack import Stack


def expected_state(stack: Stack, state: State) -> State:
    """Return where the pieces are expected: a pawn whose turn is not handed over stands where its move was entered."""
    for page in reversed(stack):
        match opened(page):
            case HandOverPage() as hand_over:
                return hand_over.arrived(state)
    return state


def entered_move(stack: Stack, state: State) -> Move | None:
    """Return the pawn's move that is entered and not played: until its turn is handed over it may go elsewhere."""
    for page in reversed(stack):
        match opened(page):
            case HandOverPage(to) if state.phase == "move":
                return Move(state.hunter.player, to=to)
    return None


def is_about_pawn(stack: Stack) -> bool:
    """Return whether the page on top lies open and is about where the active pawn goes, or has gone."""
    return isinstance(stack[-1], Secret) and isinstance(opened(stack[-1]), MovePage | HandOverPage)


def is_untouched(stack: Stack) -> bool:
    """Return whether nobody has moved the cursor on the page that asks where the active pawn goes."""
    page = opened(stack[-1])
    return isinstance(page, MovePage) and page.cursor is None


def entered_cell(stack: Stack) -> Cell | None:
    """Return the cell entered for the active pawn, if the page on top lies open and shows it; else None."""
    page = opened(stack[-1])
    return page.to if isinstance(page, HandOverPage) and isinstance(stack[-1], Secret) else None


def with_move(stack: Stack, to: Cell) -> Stack:
    """Return the stack with the active pawn's move to a cell entered, behind curtain and announcement too."""
    return tuple(
        turned(page, HandOverPage(to)) if isinstance(opened(page), MovePage | HandOverPage) else page for page in stack
    )


def without_move(stack: Stack) -> Stack:
    """Return the stack without the active pawn's entered move."""
    return tuple(turned(page, MovePage()) if isinstance(opened(page), HandOverPage) else page for page in stack)


def shows_path(stack: Stack) -> bool:
    """Return whether the page on top shows the mummy's path."""
    return isinstance(stack[-1], MummyPage)


def shows_sensed_path(stack: Stack) -> bool:
    """Return whether the page on top shows the mummy's path as the board sensed it, and no button was pressed since."""
    return isinstance(stack[-1], MummyPage) and stack[-1].is_sensed


def confirms_stay(stack: Stack) -> bool:
    """Return whether the next `ok` ends the mummy's turn where it began."""
    return isinstance(stack[-1], MummyPage) and stack[-1].stays


def with_sensed_path(stack: Stack, before: tuple[Cell, ...], after: tuple[Cell, ...]) -> Stack:
    """Return the stack with the mummy's page following the sensed path, unless another path was entered."""
    match stack[-1]:
        case MummyPage(path=path) as page if path == before != after:
            return (*stack[:-1], replace(page.on_path(after), is_sensed=bool(after)))
    return stack
