"""The hunters' pages: how a turn begins, where a pawn may go, and the mission that lies there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Button, Item, Menu, View
from firmware_py.games.malediction.board import Cell, mission_words, place
from firmware_py.games.malediction.dice_page import dice_page, roll
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legality import is_stuck, offered_mission, reachable
from firmware_py.games.malediction.pictures import actor, index_of, maze, title
from firmware_py.games.malediction.state import DICE, EndTurn, Move, Pass, PlayMission, Reset, State
from firmware_py.screens import (
    CHOOSE,
    Input,
    Play,
    Press,
    Reply,
    Screen,
    Table,
    Touch,
    hints,
    moved,
)
from firmware_py.words import Words, words, words_n


@dataclass(frozen=True)
class Line:
    """One thing a hunter can do, and how it is entered."""

    label: Words
    icon: str
    act: Pass | Reset | PlayMission | EndTurn | None
    """None is rolling."""


@dataclass(frozen=True)
class ActsPage:
    """A hunter's choice between a few acts, beside the board."""

    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the acts and the board."""
        state: State = table.playing.state
        say = table.say
        lines = _lines(state)
        items = tuple(Item(say(line.label), (line.icon,), target=str(index)) for index, line in enumerate(lines))
        return View(
            title=say(title(state)),
            prompt=say(_prompt(state)),
            body=maze(
                table,
                secrets=True,
                choices=Menu(items, self.cursor),
                cursor=state.cell(state.active) if state.phase == "mission" else None,
            ),
            actor=actor(state),
            hints=hints(table, ok=CHOOSE),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Move along the acts, or do the one under the cursor."""
        lines = _lines(table.playing.state)
        match done:
            case Press("ok"):
                return self._done(lines[self.cursor], table)
            case Press("up" | "down" | "left" | "right" as button):
                return replace(self, cursor=moved(self.cursor, len(lines), button))
            case Touch(target) if target.isdigit() and int(target) < len(lines):
                return self._done(lines[int(target)], table)
        return self

    def _done(self, line: Line, table: Table) -> Reply:
        return roll(table, below=self) if line.act is None else Play(line.act)


def _prompt(state: State) -> Words:
    if state.phase == "mission":
        return words("Play the mission of this cell?")
    if is_stuck(state):
        return words("The {pawn} cannot move at all.", pawn=title(state))
    if state.locked == DICE:
        return words("All dice are locked: they must be reset.")
    return words("Roll, or reset the dice first?") if state.locked else words("Roll the dice.")


def _lines(state: State) -> tuple[Line, ...]:
    """Return the acts that are open; never called where there is none."""
    player = state.hunter.player
    if state.phase == "mission":
        code = offered_mission(state) or ""
        mission = mission_words(code, state.board.objects.get(code, ""))
        return (
            Line(words("Play mission {mission}", mission=mission), "scarab", PlayMission(player)),
            Line(words("Keep the card, end the turn"), "ok", EndTurn(player)),
        )
    if is_stuck(state):
        return (Line(words("Say so and pass"), "wall", Pass(player)),)
    free = DICE - state.locked
    rolling = Line(words_n("Roll {count} die", "Roll {count} dice", free), "dice", None)
    if state.locked == 0:
        return (rolling,)
    label = words_n(
        "Reset: the mummy may move {count} cell",
        "Reset: the mummy may move {count} cells",
        state.locked,
    )
    resetting = Line(label, "redo", Reset(player))
    return (rolling, resetting) if free else (resetting,)


def begin_page(table: Table) -> Screen:
    """Return how a hunter's turn begins: at once with the dice where nothing else can be done."""
    state: State = table.playing.state
    if state.locked == 0 and not is_stuck(state) and not table.playing.seed:
        return dice_page(table)
    return ActsPage()


@dataclass(frozen=True)
class MovePage:
    """Where the pawn goes: the cursor walks over the cells that the announced face reaches."""

    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the board with the cells in reach."""
        state: State = table.playing.state
        say = table.say
        ends = move_ends(state)
        prompt = words(
            "{face}: where does the {pawn} go? To {cell}.",
            face=FACE_WORDS[state.face or "arrow"],
            pawn=title(state),
            cell=ends[self.cursor],
        )
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            body=maze(table, secrets=True, lit=ends, cursor=ends[self.cursor]),
            actor=actor(state),
            hints=hints(table, ok=words("move here")),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or the pawn."""
        state: State = table.playing.state
        ends = move_ends(state)
        match done:
            case Press("ok"):
                return Play(Move(state.hunter.player, to=ends[self.cursor]))
            case Press("up" | "down" as button) if table.layout == "six":
                return replace(self, cursor=_above_or_below(ends, self.cursor, button))
            case Press("up" | "down" | "left" | "right" as button):
                return replace(self, cursor=moved(self.cursor, len(ends), button))
            case Touch(target) if target.startswith("square "):
                touched = [cell for cell in ends if index_of(state.board, cell) == int(target.split()[1])]
                return Play(Move(state.hunter.player, to=touched[0])) if touched else self
        return self


def move_ends(state: State) -> tuple[Cell, ...]:
    """Return where the active pawn may end with the announced face, in reading order."""
    return tuple(sorted(reachable(state, state.face), key=place)) if state.face else ()


def _above_or_below(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """Return the nearest cell in a row above or below; the cursor itself when there is none."""
    row, column = place(ends[cursor])
    towards = -1 if button == "up" else 1
    found = [
        (abs(place(cell)[0] - row) + 2 * abs(place(cell)[1] - column), index)
        for index, cell in enumerate(ends)
        if (place(cell)[0] - row) * towards > 0
    ]
    return min(found)[1] if found else cursor
