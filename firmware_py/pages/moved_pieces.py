"""The page that lists what lies elsewhere after a correction, or after an undo or redo of what moved many pieces.

Why it remembers how the pieces lie, and not what was undone: several steps of undo, redo and correction may follow each
other before anybody has moved a piece. The page then lists what is to be moved in all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Audience, Item, MazePlan, Menu, PyramidPlan, Race, View
from firmware_py.games.records import read_action
from firmware_py.games.registry import TABLE
from firmware_py.games.session import Session, play_on, same_actions
from firmware_py.grid import cell_position
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import UNTOUCHED, Lines, Offer
from firmware_py.pages.page import GO_BACK, MENU, Back, ComparedByKey, Page, Push, Reply, Stack, hints
from firmware_py.pages.registry import PAGES, Difference
from firmware_py.sensing import BoardProfile
from firmware_py.words import words

Picture: TypeAlias = Race | PyramidPlan | MazePlan


class MovedPage(ComparedByKey, Page, frozen=True):
    """Shows the table as it is now, and lists what lies elsewhere than the pieces of the players do."""

    TOPICS: ClassVar = ("moved_pieces",)
    before: Session
    """The game as the pieces lie; compared by its actions."""
    since: int
    """How many of its first actions are also the first of the game now."""
    hidden: bool = False
    """It lists what not everybody may know, to those who may. When it is hidden it is gone, and leaves no trace."""

    @property
    def key(self) -> tuple[object, ...]:
        return self.tail, self.since, self.hidden, self.pending

    @property
    def tail(self) -> tuple[object, ...]:
        """The actions that led to how the pieces lie, from the first one on that is another in the game now."""
        return tuple(step.action for step in self.before.steps[self.since :])

    def view(self, table: PageContext) -> View:
        """The table as it is now, and one line for each piece to be moved."""
        lines, say, laid = self.lines(table), table.say, self.arrange(table)
        at = laid.cursor or 0
        return View(
            title=say(words("Everybody moves pieces")),
            prompt=say(words("Check the table.")),
            body=_mark(self._picture(table)(Menu(laid.items(), at), table), lines, lines[at - 1].cell if at else ""),
            hints=hints(table, ok=words("go on"), back=MENU if self._has_menu(table) else GO_BACK),
            audience=self.audience(table),
        )

    def offers(self, table: PageContext) -> Lines:
        """What leads on, and the pieces to be moved for a cursor to go over; the first line says it all."""
        lines, say = self.lines(table), table.say
        items, go_on = tuple(line.item(say) for line in lines), say(words("Go on"))
        said = " ".join((*(item.spoken for item in items), go_on))
        first = Item(go_on, ("ok",), target="0", spoken=said, brief=go_on)  # its picture stays
        return Lines(tuple(Offer(item, Back()) for item in (first, *items)))

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu, or go back."""
        return Push(game_menu()) if self._has_menu(table) else Back()

    def audience(self, table: PageContext) -> Audience:
        return "hunters" if self.hidden else "table"

    def _has_menu(self, table: PageContext) -> bool:
        """Whether the menu opens here: it is for everybody's eyes, and a game's last page has none."""
        return not self.hidden and not table.playing.is_over

    @property
    def draft(self) -> MovedDraft:
        """How the pieces lie, to be stored."""
        return MovedDraft(self.since, tuple(msgspec.Raw(msgspec.json.encode(action)) for action in self.tail))

    def lines(self, table: PageContext) -> tuple[Difference, ...]:
        """What lies elsewhere, as far as those who look may know."""
        game, before, after = table.playing.game, self.before.state, table.playing.state
        difference, seen_by = PAGES[game.id].difference, game.rules.seen_by
        lines = difference(before, after, table.colours)
        if _has_secrets(table.playing):
            public = difference(seen_by(before, TABLE), seen_by(after, TABLE), table.colours)
            lines = tuple(line for line in lines if line not in public) if self.hidden else public
        return tuple(line for line in lines if not _is_sensed(line, table.board))

    def _picture(self, table: PageContext) -> Callable[[Menu, PageContext], Picture]:
        pages = PAGES[table.playing.game.id]
        picture = pages.secrets.picture if self.hidden and pages.secrets else pages.picture
        assert picture is not None  # every game whose corrections move pieces shows its table
        return picture


def _is_sensed(line: Difference, board: BoardProfile | None) -> bool:
    """Whether the magnetic board itself says where the piece belongs."""
    if board is None or line.sensed == "never":
        return False
    return line.sensed == "always" or board.tells_mummy


def _has_secrets(session: Session) -> bool:
    """Whether not everybody may know all that lies on the table."""
    return session.has_secrets and not session.is_over


def _mark(picture: Picture, lines: tuple[Difference, ...], pointed_at: str) -> Picture:
    """A picture with fallen cards marked, and the place of the line under the cursor."""
    match picture:
        case PyramidPlan(tiles=tiles) as body:
            cells = {line.cell for line in lines}
            fallen = tuple(tile.name for tile in tiles if tile.ground == "gone" and tile.name in cells)
            return replace(body, pips=None, alarm=None, facts=(), aim=pointed_at, falling=fallen, is_listed=True)
        case MazePlan(columns=columns) as body:
            at = cell_position(pointed_at) if pointed_at else None
            cursor = at[0] * columns + at[1] if at else None
            return replace(body, cursor=cursor, standings=(), tokens=None, tray=None, is_listed=True)
    return picture


def moved_page(before: Session, after: Session) -> MovedPage:
    """The page for pieces that still lie as in `before`."""
    before = replace(before, undone=(), versions_before=(), versions_after=())
    return MovedPage(before, min(same_actions(before, after), before.ply, after.ply))


def pages_about(page: MovedPage, table: PageContext, *, is_for_hunters: bool) -> Stack:
    """The page for everybody, if it lists anything, and above it the hunters' own, if there is one.

    Whether there is a page for everybody depends on nothing but what everybody sees, and the other one always comes:
    that a pawn has moved is a secret as well.
    """
    public, secret = (replace(page, hidden=hidden, pending=UNTOUCHED) for hidden in (False, True))
    is_shown = is_for_hunters and _has_secrets(table.playing)
    return (*((public,) if public.lines(table) else ()), *((secret,) if is_shown else ()))


def page_not_confirmed(stack: Stack) -> MovedPage | None:
    """The page on the stack that lists pieces of which nobody has confirmed yet that they were moved, if any."""
    return next((page for page in stack if isinstance(page, MovedPage)), None)


class MovedDraft(msgspec.Struct, frozen=True):
    """How the pieces lie: after the first `since` actions of the game now and these others, written as in a record."""

    since: int
    actions: tuple[msgspec.Raw, ...]


def stored_page(stored: MovedDraft, session: Session) -> MovedPage:
    """The page that a draft holds.

    :raises UnreadableLine: when an action cannot be read.
    :raises IllegalAction: when the rules forbid one now.
    :raises ValueError: when the game is shorter.
    """
    if not 0 <= stored.since <= session.ply:
        raise ValueError(stored.since)
    actions = (read_action(bytes(action), session.game.action) for action in stored.actions)
    return moved_page(play_on(replace(session, steps=session.steps[: stored.since]), actions), session)
