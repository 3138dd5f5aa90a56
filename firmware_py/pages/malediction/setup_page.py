"""Setting up: which board, who is the mummy, who plays which pawn, and where the dice are rolled.

Why one page: all of it has a good answer before anybody asks, so most tables only press `ok`; a line under the cursor
turns to its next answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Colour, View
from firmware_py.games.malediction.maze import Maze, pawn_words
from firmware_py.games.malediction.setup import Header, Hunter, Setup
from firmware_py.games.malediction.state import TARGETS, TWO_PLAYER_TARGET
from firmware_py.pages.commands import Begin
from firmware_py.pages.lists import Choice, ListPage, with_cursor_of
from firmware_py.pages.malediction.map_choice import Offer, offers
from firmware_py.pages.malediction.map_editor.editor import start_editing
from firmware_py.pages.malediction.pictures import pawn_colours
from firmware_py.pages.stack import Input, Page, Push, Reply, Stack
from firmware_py.pages.start_page import Option
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

DICE = Option(
    "device_dice", "", ((False, words("Dice: thrown at the table")), (True, words("Dice: rolled by the device")))
)
OPTIONS = (DICE,)


def set_up(players: tuple[str, ...], colours: tuple[Colour, ...]) -> Page:
    """Return the page on which a table begins; the last player is the mummy until somebody else wants to be."""
    return SetUpPage(players, colours, mummy=len(players) - 1)


@dataclass(frozen=True)
class SetUpPage:
    """The last page before a game."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    mummy: int
    board: str = ""
    """The key of what is played on; empty, or a board that does not fit, is the first."""
    pawns: tuple[str, ...] = ()
    """The pawns along the hunters; empty as long as nobody chose one."""
    device_dice: bool | None = None
    """None as long as it is as this house plays."""
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the lines with their answers."""
        return self._page(table).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Begin, or turn the line under the cursor to its next answer."""
        reply = self._page(table).press(done, table)
        return with_cursor_of(reply, self)

    def _page(self, table: Table) -> ListPage:
        found = [offer for offer in offers(table) if len(offer.maze.pawns) >= max(2, len(self.players) - 1)]
        place = next((at for at, offer in enumerate(found) if offer.key == self.board), 0)
        offer, after = found[place], found[(place + 1) % len(found)]
        hunters = self._hunters(offer.maze)
        device_dice = DICE.usual(table.settings, "malediction") if self.device_dice is None else self.device_dice
        lines = (
            self._begin(offer, hunters, device_dice),
            Choice(
                words("Board: {name}", name=offer.label),
                replace(self, board=after.key, pawns=(), cursor=1),
                icons=("malediction",),
                detail=_size(offer.maze),
            ),
            Choice(
                words("The mummy: {player}", player=self.players[self.mummy]),
                replace(self, mummy=(self.mummy + 1) % len(self.players), pawns=(), cursor=2),
                icons=("mummy",),
            ),
            *(self._pawn_line(index, hunters, offer.maze) for index in range(len(hunters))),
            Choice(
                dict(DICE.values)[device_dice],
                replace(self, device_dice=not device_dice, cursor=3 + len(hunters)),
                icons=("dice",),
            ),
            self._drawing_line(table),
        )
        target = TWO_PLAYER_TARGET if len(self.players) == 2 else TARGETS[len(hunters)]
        return ListPage(
            title=words("Pyramid"),
            prompt=words_n("The mummy needs {count} token.", "The mummy needs {count} tokens.", target),
            choices=lines,
            cursor=min(self.cursor, len(lines) - 1),
        )

    def _begin(self, offer: Offer, hunters: tuple[Hunter, ...], device_dice: bool) -> Choice:
        header = Header(1, "malediction", self.players, Setup(self.players[self.mummy], hunters, offer.setup))
        return Choice(words("Begin the game"), Begin(header, self.colours, device_dice), icons=("ok",))

    def _drawing_line(self, table: Table) -> Choice:
        label = words("Go on drawing a board…") if table.board_draft else words("Draw a board…")
        return Choice(label, Push(start_editing(table.board_draft, table.board)), icons=("wall",))

    def _hunters(self, board: Maze) -> tuple[Hunter, ...]:
        """Return the hunters clockwise from the mummy's left (P06); with two players one plays two pawns (P45)."""
        names = [self.players[seat] for seat in self._hunters_seats()]
        names = names * 2 if len(names) == 1 else names
        pawns = self.pawns or self._likely_pawns(board, len(names))
        return tuple(Hunter(name, pawn) for name, pawn in zip(names, pawns, strict=False))

    def _hunters_seats(self) -> tuple[int, ...]:
        """Return all seats but the mummy's, the one after hers first."""
        return tuple((self.mummy + place) % len(self.players) for place in range(1, len(self.players)))

    def _likely_pawns(self, board: Maze, count: int) -> tuple[str, ...]:
        """Return for each hunter the pawn of his own colour if there is one, else one that nobody would want."""
        own = [self.colours[seat] for seat in self._hunters_seats()]
        wanted: list[str] = [colour if colour in board.pawns else "" for colour in own]
        wanted = (wanted + [""] * count)[:count]
        free = [pawn for pawn in board.pawns if pawn not in wanted]
        return tuple(pawn or free.pop(0) for pawn in wanted)

    def _pawn_line(self, index: int, hunters: tuple[Hunter, ...], board: Maze) -> Choice:
        """Return the line that gives a hunter the next pawn; whoever had it takes his in exchange."""
        pawns = [hunter.pawn for hunter in hunters]
        after = board.pawns[(board.pawns.index(pawns[index]) + 1) % len(board.pawns)]
        turned = [after if i == index else pawns[index] if pawn == after else pawn for i, pawn in enumerate(pawns)]
        hunter = hunters[index]
        return Choice(
            words("{player}: {pawn}", player=hunter.player, pawn=pawn_words(hunter.pawn)),
            replace(self, pawns=tuple(turned), cursor=3 + index),
            colour=pawn_colours(tuple(pawns))[hunter.pawn],
        )


def with_board(stack: Stack, file: str) -> Stack:
    """Return the stack with the owner's board in `file` chosen, if the page before a game lies on top."""
    match stack[-1]:
        case SetUpPage() as page:
            return (*stack[:-1], replace(page, board=f"{file}.toml", pawns=()))
    return stack


def _size(board: Maze) -> Words:
    missions = words_n("{count} mission", "{count} missions", len(board.missions))
    return words("{rows} × {columns}, {missions}", rows=board.rows, columns=board.columns, missions=missions)
