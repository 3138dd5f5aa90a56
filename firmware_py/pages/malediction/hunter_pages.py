"""The hunters' pages: how a turn begins, where a pawn may go, and how the turn is handed over.

Why the same press ends every turn, with a mission on the pawn's cell or without: light and sound show everybody when
the next turn begins. If only a cell with a mission asked a question, the delay would reveal that a mission was in reach
(P49). Whoever plays the mission holds `ok` instead, and shows the card to everybody anyway.

Why a finger, or a pawn on the magnetic board, has a page to hand over, and every move of theirs: both may come down
beside the cell that was meant. A cursor does not, and holding `back` takes its move back.
"""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from display.view import Button, Item, Menu, View
from firmware_py.games.malediction.events import FACE_WORDS, HunterMoved
from firmware_py.games.malediction.legality import is_stuck, mission_here, open_missions, reachable
from firmware_py.games.malediction.maze import distances, mission_words
from firmware_py.games.malediction.state import DICE, EndTurn, Move, Pass, PlayMission, Reset, State
from firmware_py.grid import Cell, cell_position
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.malediction.dice_page import dice_page, reset_words, roll
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, index_of, maze, maze_of, mission_icon, title
from firmware_py.pages.offers import Lines, Offer, Places, clamp_cursor, likeliest_start, move_cursor
from firmware_py.pages.page import CHOOSE, Input, Later, Page, Reply, Touch, hints
from firmware_py.words import Words, words, words_n


class ActsPage(Page, frozen=True):
    """A hunter's choice between a few acts, beside the map."""

    def view(self, table: PageContext) -> View:
        """The acts and the map."""
        state: State = table.playing.state
        say, laid = table.say, self.laid(table)
        return View(
            title=say(title(state)),
            prompt=say(_prompt(state)),
            body=maze(table, secrets=True, choices=Menu(laid.items(), laid.cursor or 0)),
            actor=actor(state),
            hints=hints(table, ok=CHOOSE),
        )

    def offers(self, table: PageContext) -> Lines:
        """The acts that are legal now, at least one."""
        state: State = table.playing.state
        player, free = state.hunter.player, DICE - state.locked
        if is_stuck(state):
            return _lines(table, (words("Say so and pass"), "wall", Play(Pass(player))))
        rolling = words_n("Roll {count} die", "Roll {count} dice", free), "dice", Later(lambda: roll(table, below=self))
        resetting = reset_words(state), "redo", Play(Reset(player))
        return _lines(table, *((rolling,) if free else ()), *((resetting,) if state.locked else ()))


Line: TypeAlias = "tuple[Words, str, Reply | Later]"
"""The label of a line, its icon and its reply."""


def _lines(table: PageContext, *lines: Line, held: Offer | None = None) -> Lines:
    offers = (
        Offer(Item(table.say(label), (icon,), target=str(at)), reply) for at, (label, icon, reply) in enumerate(lines)
    )
    return Lines(tuple(offers), held=held)


def _prompt(state: State) -> Words:
    if is_stuck(state):
        return words("The {pawn} cannot move at all.", pawn=title(state))
    if state.locked == DICE:
        return words("All dice are locked.")
    return words("Roll, or reset the dice first?") if state.locked else words("Roll the dice.")


def begin_page(table: PageContext) -> Page:
    """The first page of a hunter's turn: the dice at once if they were thrown at the table."""
    state: State = table.playing.state
    return ActsPage() if table.playing.seed or state.locked == DICE or is_stuck(state) else dice_page(table)


class MovePage(Page, frozen=True):
    """Says which face is read aloud, and asks where the pawn goes: the cursor moves over the cells in reach."""

    def view(self, table: PageContext) -> View:
        """The map with the cells in reach."""
        state: State = table.playing.state
        say = table.say
        ends, at = move_ends(state), self.at(table)
        announced = (Item("", (DIE_ICONS[state.face or "arrow"],)),)
        prompt = words(
            "Say aloud: {face}! Where does the {pawn} go? To {cell}.",
            face=FACE_WORDS[state.face or "arrow"],
            pawn=title(state),
            cell=ends[at],
        )
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            body=maze(table, secrets=True, lit=ends, cursor=ends[at], dice=announced, die=-1),
            actor=actor(state),
            hints=(*hints(table, ok=words("move here")), *self.laid(table).held_hint()),
        )

    def offers(self, table: PageContext) -> Places:
        """The cells in reach: the pawn goes there and its turn is handed over, for a finger in two steps.

        Holding `ok` plays the mission of the cell under the cursor.
        """
        state: State = table.playing.state
        ends, at = move_ends(state), self.at(table)
        return Places(
            tuple(
                Offer(
                    Item(cell, target=f"square {index_of(state.maze, cell)}"),
                    HandOverPage(cell) if table.board else HandOverPage(cell).ends_turn(state),
                    touched=HandOverPage(cell),
                )
                for cell in ends
            ),
            at,
            partial(_stepped, ends),
            partial(_next_in_turns, ends),
            HandOverPage(ends[at]).mission(table),
        )

    def press(self, done: Input, table: PageContext) -> Reply:
        """Move the pawn; a cell out of reach is none of the offers, but the rules say why if it is touched."""
        state: State = table.playing.state
        match done:
            case Touch(target) if (cell := _touched_cell(state, target)) and cell not in move_ends(state):
                return Play(Move(state.hunter.player, to=cell))
        return Page.press(self, done, table)

    def at(self, table: PageContext) -> int:
        """The index of the cell under the cursor.

        Each step away from the nearest mission that the hunter may still hold makes a cell half as likely: the best of
        ten rules tried on 60 simulated games.
        """
        state: State = table.playing.state
        ends = move_ends(state)
        if self.pending.cursor is not None:
            return clamp_cursor(self.pending.cursor, len(ends))
        far = distances(state.maze, (state.maze.missions[code] for code in open_missions(state, state.active)))
        odds = tuple(0.5 ** far.get(end, len(far)) for end in ends)
        return likeliest_start(odds, partial(_stepped, ends), partial(_next_in_turns, ends), table)


def move_page(state: State, to: Cell) -> MovePage:
    """The page of the pawn's move with the cursor on `to`, a cell in reach."""
    return MovePage().with_cursor(move_ends(state).index(to))


class HandOverPage(Page, frozen=True):
    """Hands the turn over once the pawn stands on its new cell, with the mission of that cell or without.

    It is shown before the move is played, and also in a state in which the pawn has moved already.
    """

    to: Cell

    def view(self, table: PageContext) -> View:
        """The map with the pawn on its new cell, and what can be done there."""
        state: State = table.playing.state
        say, laid = table.say, self.laid(table)
        hunter = state.hunter
        return View(
            title=say(title(state)),
            prompt=say(HunterMoved(hunter.player, hunter.pawn, state.at[state.active], self.to).words()),
            body=maze_of(self.arrived(state), Menu(laid.items(), laid.cursor or 0), cursor=self.to),
            actor=actor(state),
            hints=(*hints(table, ok=CHOOSE), *laid.held_hint()),
        )

    def offers(self, table: PageContext) -> Lines:
        """The end of the turn, the mission of the cell, and another cell if the pawn has not moved yet."""
        state: State = table.playing.state
        lines: tuple[Line, ...] = ((words("End the turn"), "ok", self.ends_turn(state)),)
        if code := mission_here(self.arrived(state)):
            mission = mission_words(code, state.maze.objects.get(code, ""))
            shown = self._played(state, PlayMission(state.hunter.player))
            lines = (*lines, (words("Play mission {mission}", mission=mission), mission_icon(code), shown))
        if state.phase == "move":
            lines = (*lines, (words("To another cell"), "back", move_page(state, self.to)))
        return _lines(table, *lines, held=self.mission(table))

    def ends_turn(self, state: State) -> Play:
        """The command that hands the turn over without a mission."""
        is_asked = mission_here(self.arrived(state)) is not None
        return self._played(state, EndTurn(state.hunter.player) if is_asked else None)

    def mission(self, table: PageContext) -> Offer | None:
        """What plays the mission of the cell, if it can be played."""
        state: State = table.playing.state
        if mission_here(self.arrived(state)) is None:
            return None
        item = Item(table.say(words("play the mission")), target="mission")
        return Offer(item, self._played(state, PlayMission(state.hunter.player)))

    def _played(self, state: State, act: PlayMission | EndTurn | None) -> Play:
        """The move and the act that ends the turn; without a mission the move itself ends it."""
        return Play(act) if state.phase == "mission" else Play(Move(state.hunter.player, to=self.to), then=act)

    def arrived(self, state: State) -> State:
        """The state with the pawn on its new cell and the turn not handed over."""
        at = tuple(self.to if index == state.turn else position for index, position in enumerate(state.at))
        return replace(state, phase="mission", at=at)


def _touched_cell(state: State, target: str) -> Cell | None:
    """The cell of the map that was touched, or None if something else was."""
    return next((cell for index, cell in enumerate(state.maze.cells) if target == f"square {index}"), None)


def move_ends(state: State) -> tuple[Cell, ...]:
    """Where the active pawn may end with the announced face, in reading order."""
    return tuple(sorted(reachable(state, state.face), key=cell_position)) if state.face else ()


def _next_in_turns(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """The index of the next cell: row by row in turns, so that it is seldom far."""
    places = [cell_position(cell) for cell in ends]
    order = sorted(range(len(ends)), key=lambda index: (places[index][0], places[index][1] * (-1) ** places[index][0]))
    return order[move_cursor(order.index(cursor), len(order), button)]


def _stepped(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """The index of the cell to which an arrow of six buttons leads."""
    if button in ("up", "down"):
        return _above_or_below(ends, cursor, button)
    return move_cursor(cursor, len(ends), button)


def _above_or_below(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """The index of the nearest cell in a row above or below; the cursor if there is none."""
    row, column = cell_position(ends[cursor])
    towards = -1 if button == "up" else 1
    found = [
        (abs(cell_position(cell)[0] - row) + 2 * abs(cell_position(cell)[1] - column), index)
        for index, cell in enumerate(ends)
        if (cell_position(cell)[0] - row) * towards > 0
    ]
    return min(found)[1] if found else cursor
