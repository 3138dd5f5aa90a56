"""Setting up: which map, who plays which pawn, and who rolls the dice.

Why one page: everything has a good default, so most tables only press `ok`. Choosing a line changes it to its next
value.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from display.view import Colour
from firmware_py.config.settings import house_rule_key
from firmware_py.games.malediction.legality import has_cards_for
from firmware_py.games.malediction.maze import Maze, pawn_words
from firmware_py.games.malediction.state import TARGETS, TWO_PLAYER_TARGET, Header, Hunter, Setup
from firmware_py.pages.interface import Begin, ChangeSetting, PageContext
from firmware_py.pages.malediction.dice_page import EVERY_DIE, asks_every_die
from firmware_py.pages.malediction.map_editor.editor import start_editing, unusable_lines
from firmware_py.pages.malediction.map_editor.files import DRAFT_KEY, MapChoice, map_choices
from firmware_py.pages.malediction.pictures import TEXTS, pawn_colours
from firmware_py.pages.page import Choice, ListedPage, ListPage, Page, Push, Stack
from firmware_py.pages.people import strength
from firmware_py.pages.phones import phones_line
from firmware_py.pages.start_page import OnTitlePage, Option, checklist_choice, lesson_choice, option_text
from firmware_py.words import NOTHING, Words, words, words_n

TITLE = words("Pyramid")
DICE = Option(
    "device_dice",
    ((False, words("Dice: thrown at the table")), (True, words("Dice: rolled by the device"))),
    "dice",
    (NOTHING, NOTHING),
)
OPTIONS = (DICE, EVERY_DIE)


MAP_LINE = 3
"""Where the map is chosen."""


def _fitting_maps(table: PageContext, players: int, *, box_hunts: bool = False) -> list[MapChoice]:
    """The maps for that many players; the box's hunters need missions of each colour, one for each pawn."""
    enough = max(2, players - 1)
    found = [one for one in map_choices(table) if not one.unfit and len(one.maze.pawns) >= enough]
    return [one for one in found if has_cards_for(one.maze, enough)] if box_hunts else found


def place_of(header: Header) -> str:
    """The name of the program's map on which a game is played; of an owner's map, only that it is one."""
    return header.setup.board if isinstance(header.setup.board, str) else "an owner's"


def likely_place(table: PageContext, players: int) -> str:
    """The map on which that many play if nobody chooses another."""
    found = _fitting_maps(table, players)
    return next((one for one in found if one.file), found[0]).key


def set_up(players: tuple[str, ...], colours: tuple[Colour, ...], boxes: tuple[tuple[str, Any], ...] = ()) -> Page:
    """The page that starts a game; the last player is the mummy."""
    return SetUpPage(players, colours, boxes=boxes)


class SetUpPage(ListedPage, frozen=True):
    """The last page before a game."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    map_key: str = ""
    """The key of the map; if it is empty or does not fit the players, the owner's first map, or else our own."""
    pawns: tuple[str, ...] = ()
    """The hunters' pawns in order; empty until somebody chooses one."""
    device_dice: bool | None = None
    """None until it is chosen: then the house rule applies; the box's hunters need it."""
    boxes: tuple[tuple[str, Any], ...] = ()

    def fresh_list(self, table: PageContext) -> ListPage:
        """The lines with their values; choosing one takes the next value."""
        box_hunts = any(seat.kind == "hunter" for _, seat in self.boxes)
        found = _fitting_maps(table, len(self.players), box_hunts=box_hunts)
        one = self._chosen_map(found)
        after = found[(found.index(one) + 1) % len(found)]
        hunters = self._hunters(one.maze)
        device_dice = DICE.usual(table.settings, "malediction") if self.device_dice is None else self.device_dice
        device_dice = device_dice or box_hunts
        lines = (
            self._begin(one, hunters, device_dice),
            checklist_choice(TEXTS, TITLE, self.players, table, self.with_cursor(0), has_own_map=bool(one.file)),
            lesson_choice(TEXTS, table, self.with_cursor(1)),
            Choice(
                words("Map: {name}", name=one.label),
                replace(self, map_key=after.key, pawns=()).with_cursor(MAP_LINE),
                icons=("malediction",),
                detail=_size(one.maze),
            ),
            *(self._pawn_line(index, hunters, one.maze) for index in range(len(hunters))),
            *(() if device_dice else (self._telling_line(table),)),
            Choice(
                dict(DICE.values)[device_dice],
                replace(self, device_dice=box_hunts or not device_dice).with_cursor(4 + len(hunters) + device_dice),
                icons=("dice",),
            ),
            self._drawing_line(table),
            *unusable_lines(table),
            *phones_line(self.players, self.colours, self.boxes, table),
        )
        target = TWO_PLAYER_TARGET if len(self.players) == 2 else TARGETS[len(hunters)]
        prompt = words("{player} begins; the mummy needs {target} tokens.", player=hunters[0].player, target=target)
        if self.boxes and self.pending.cursor == MAP_LINE:
            prompt = strength("malediction", self.boxes[0][1], len(self.players), one.key)
        return ListPage(
            title=TITLE,
            prompt=prompt,
            choices=lines,
            around=OnTitlePage(tuple(pawn_colours(tuple(hunter.pawn for hunter in hunters)).values()), "mummy"),
        )

    def _telling_line(self, table: PageContext) -> Choice:
        """The line that says what is told of a roll at the table, for this game and all others."""
        key = house_rule_key("malediction", EVERY_DIE.key)
        return EVERY_DIE.choice(asks_every_die(table), lambda value: ChangeSetting(key, option_text(value)))

    def _chosen_map(self, found: list[MapChoice]) -> MapChoice:
        """The map that was chosen; else the owner's first one, or else our own."""
        known = [one for one in found if one.key == self.map_key] or [one for one in found if one.file]
        return (known or found)[0]

    def _begin(self, one: MapChoice, hunters: tuple[Hunter, ...], device_dice: bool) -> Choice:
        setup = Setup(self.players[-1], hunters, one.setup)
        header = Header(1, "malediction", self.players, setup, box=dict(self.boxes))
        made_up = words("on a made-up map") if not one.file else NOTHING
        return Choice(words("Begin the game"), Begin(header, self.colours, device_dice), icons=("ok",), detail=made_up)

    def _drawing_line(self, table: PageContext) -> Choice:
        draft = table.chosen.get(DRAFT_KEY, "")
        label = words("Go on drawing a map…") if draft else words("Draw a map…")
        return Choice(label, Push(start_editing(draft, table.board)), icons=("wall",))

    def _hunters(self, maze: Maze) -> tuple[Hunter, ...]:
        """The hunters clockwise from the mummy's left (P06); with two players one plays two pawns (P45)."""
        names = list(self.players[:-1])
        names = names * 2 if len(names) == 1 else names
        pawns = self.pawns or self._likely_pawns(maze, len(names))
        return tuple(Hunter(name, pawn) for name, pawn in zip(names, pawns, strict=False))

    def _likely_pawns(self, maze: Maze, count: int) -> tuple[str, ...]:
        """For each hunter the pawn of their own colour, or one in a colour that nobody has."""
        own = self.colours[: len(self.players) - 1]
        wanted: list[str] = [colour if colour in maze.pawns else "" for colour in own]
        wanted = (wanted + [""] * count)[:count]
        free = [pawn for pawn in maze.pawns if pawn not in wanted]
        return tuple(pawn or free.pop(0) for pawn in wanted)

    def _pawn_line(self, index: int, hunters: tuple[Hunter, ...], maze: Maze) -> Choice:
        """The line that gives a hunter the next pawn; the two hunters exchange pawns."""
        pawns = [hunter.pawn for hunter in hunters]
        after = maze.pawns[(maze.pawns.index(pawns[index]) + 1) % len(maze.pawns)]
        turned = [after if i == index else pawns[index] if pawn == after else pawn for i, pawn in enumerate(pawns)]
        hunter = hunters[index]
        return Choice(
            words("{player}: {pawn}", player=hunter.player, pawn=pawn_words(hunter.pawn)),
            replace(self, pawns=tuple(turned)).with_cursor(4 + index),
            colour=pawn_colours(tuple(pawns))[hunter.pawn],
        )


def with_map(stack: Stack, file: str) -> Stack:
    """The stack with the owner's map in `file` chosen, if the page before a game lies on top."""
    match stack[-1]:
        case SetUpPage() as page:
            return (*stack[:-1], replace(page, map_key=f"{file}.toml", pawns=()))
    return stack


def _size(maze: Maze) -> Words:
    missions = words_n("{count} mission", "{count} missions", len(maze.missions))
    return words("{rows} × {columns}, {missions}", rows=maze.rows, columns=maze.columns, missions=missions)
