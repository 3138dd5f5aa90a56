"""A walk through every kind of page of a game with secrets.

At each step it does what it has done least on the kind of page that is shown, or plays on. Every picture in between is
looked at: what only hunters may see comes up after a held `ok` on a page that says who must look away, or not at all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from malediction_device import record
from simple_chase import SeededTable

from display.draw import layout
from display.draw.marks import TouchArea
from display.inputs import HOLD_OK
from display.view import Announcement, View
from firmware_py.config.schema import Config
from firmware_py.desk.demo import next_play, shortest_presses
from firmware_py.desk.self_play.malediction import milestones
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.games.malediction.state import Header, Move
from firmware_py.pages.board_care.care import is_fed
from firmware_py.pages.interface import Play, Resume
from firmware_py.pages.malediction.curtain import Announced, Curtain, Secret
from firmware_py.pages.page import ListPage, LivePage, LongPress, Page, Stack
from hardware import Devices
from hardware.simulated.magnets import BoardGrid

NEAR = 2_000
"""Most stacks searched for the next goal; what was entered wrongly before is taken back instead."""
HOLD_S = 1.0
SMALLEST = (320, 240)
BUTTONS = {"four": ("up", "down", "ok", "back"), "six": ("up", "down", "left", "right", "ok", "back"), "touch": ()}
PLAY, REST, CUT, PIECE = "play on", "rest", "power cut", "piece"


class Walk:
    """One device on which somebody walks about; it is its own screen."""

    def __init__(self, config: Config, header: Header, folder: Path, seed: int) -> None:
        """Begin a game."""
        self.opened = 0
        """How often what only hunters may see came after a page for everybody."""
        self._tried: Counter[tuple[str, str]] = Counter()
        """How often what was done on which kind of page."""
        self._chance = random.Random(seed)
        self._header = header
        self._layout = config.buttons.layout
        self._shown: View | None = None
        self._kind = self._done = ""
        self._held_s = 0.0
        board = BoardGrid(config.board.rows, config.board.columns)
        self.device = SimulatedDevice(config, folder / "data", self, sensors=board)
        self._players = SeededTable(header.players, seed)
        self.device.touch("1")
        self._begin()

    def _begin(self) -> None:
        self.device.load(record(self._header))

    # --- the screen --------------------------------------------------------------------------------------------------

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as every display is called
        """Look at a picture, and check that it may follow the one before."""
        view, before = app.shown, self._shown
        kind = kind_of(app.stack)
        if before is None:
            assert view.audience != "hunters", "switched on with secrets in view"
        elif view is not before:
            pair = f"{self._kind}, {self._done}, {kind}"
            if view.audience == "hunters" and before.audience != "hunters":
                self.opened += 1
                assert says_who_looks_away(before), f"{pair} opened without a curtain"
                assert self._done in ("hold ok", HOLD_OK), f"{pair} opened without a held button"
                assert self.device.now_s >= self._held_s + HOLD_S - 0.01, f"{pair} opened too early"
            assert view.audience != "hunters" or not app.idle.is_dimmed, f"{pair}: a screen at rest shows secrets"
        if is_fed(app.stack[-1]) and any(game.secrets for game in app.table.saved_games()):
            assert view.audience == "hunters", f"{kind} shows everybody where the pieces stand"
        self._shown, self._kind = view, kind

    # --- the walk ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Do one thing, and look at what follows."""
        if self.device.app.finished:
            self._do(CUT)
        elif (session := self.device.app.table.session) is None and self._chance.random() < 0.5:
            self._chance.choice((self._come_back, self._care_for_board))()
        elif session is not None and (session.is_over or session.game.id != "malediction"):
            self._begin()
        else:
            self._do(self._least_tried() if self._chance.random() < 0.6 else PLAY)

    def _least_tried(self) -> str:
        """What was done least on this kind of page."""
        kind = kind_of(self.device.app.stack)
        possible = list(self._possible())
        self._chance.shuffle(possible)
        return min(possible, key=lambda done: self._tried[kind, done])

    def _possible(self) -> Iterator[str]:
        yield from BUTTONS[self._layout]
        yield from ("hold ok", "hold back", "half ok") if self._layout != "touch" else ()
        yield from self._targets()
        yield from (REST, CUT)
        if self.device.magnets:
            yield PIECE

    def _targets(self) -> tuple[str, ...]:
        """What can be touched."""
        return tuple(mark.target for mark in layout(self.device.app.view, *SMALLEST) if isinstance(mark, TouchArea))

    def _do(self, done: str) -> None:
        self._done, self._held_s = done, self.device.now_s
        self._tried[kind_of(self.device.app.stack), done] += 1
        device = self.device
        match done.split():
            case ["play", _] if self._layout == "touch":
                self._touch_on()
            case ["play", _]:
                self._play_on()
            case ["hold", "ok" | "back" as button]:
                device.hold(button, HOLD_S + self._chance.choice((0.1, 0.1, 1.5)))
            case ["half", "ok"]:
                device.hold("ok", 0.6)
            case ["rest"]:
                device.wait(device._config.screen.dim_after_s + 1)
            case ["power", "cut"]:
                self._shown = None  # nothing is shown without power
                device.cut()
            case ["piece"]:
                self._move_piece()
            case [button] if button in BUTTONS["six"]:
                device.press(button)
            case _:
                device.touch(done)
        device.wait(0.5)

    def _come_back(self) -> None:
        """Resume the game from the first page, or begin another."""
        self._close_menus()
        app = self.device.app
        if self._layout == "touch":
            self._touch_on()
            return
        if app.table.unfinished is None or len(app.stack) > 1:
            self._begin()
            return
        for press in shortest_presses(app.stack, app.table, lambda _, command: isinstance(command, Resume)):
            self._done = press.button
            self.device.do(press)

    def _care_for_board(self) -> None:
        """Go by short presses to a page that shows what the board senses, and act there; a game is set aside."""
        app = self.device.app
        if not self.device.magnets or self._layout == "touch":
            return
        with suppress(LookupError):
            for press in shortest_presses(app.stack, app.table, lambda stack, _: is_fed(stack[-1]), NEAR):
                self._do(press.button)
            self._do(self._chance.choice(("hold ok", "half ok", "ok")))

    def _close_menus(self) -> None:
        """Leave whatever lies over the page of the game, or over the first page."""
        self._done = "back"
        for _ in range(8):
            if len(self.device.app.stack) > 1:
                self._do("button:back" if self._layout == "touch" else "back")

    def _touch_on(self) -> None:
        """Touch what leads on, or this and that."""
        forward = [target for target in self._targets() if not target.endswith(":back")]
        likely = [target for target in forward if target in ("button:ok", HOLD_OK)]
        if likely and self._chance.random() < 0.6:
            forward = likely
        if forward:
            self._do(self._chance.choice(forward))

    def _play_on(self) -> None:
        """Enter the next action of a game that plays itself, by the fewest presses."""
        self._close_menus()
        app = self.device.app
        if app.table.session is None or len(app.stack) > 1:
            return
        wanted = next_play(app.table.playing, self._players)
        goals = [lambda stack, _, goal=goal: goal(stack[-1]) for goal in milestones(wanted.action)]
        for goal in (*goals, lambda _, command: command == Play(wanted.action, wanted.then)):
            if app.table.playing.is_over:
                return
            try:
                found = shortest_presses(app.stack, app.table, goal, NEAR)
            except LookupError:  # a die that was entered wrongly is behind the cursor
                found = (LongPress("ok"),)
            for press in found:
                self._done = f"hold {press.button}" if isinstance(press, LongPress) else press.button
                self._held_s = self.device.now_s
                self.device.do(press)

    def _move_piece(self) -> None:
        """Put the pieces where the game has them; then move the one whose turn it is, or any."""
        session = self.device.app.table.session
        if session is None or session.game.id != "malediction":
            return
        state = session.state
        for cell, index in state.in_corridors.items():
            self.device.place(state.hunters[index].pawn, cell)
        self.device.place("mummy", state.mummy)
        self.device.wait(1.0)
        match self._players.next_action(state) if not session.is_over else None:
            case Move(path=tuple(path)) if path:
                self.device.slide("mummy", path)
            case Move(to=str(to)):
                self.device.place(state.hunter.pawn, to)
        self.device.wait(1.5)


def says_who_looks_away(view: View) -> bool:
    """Whether a page says who must look away, and that `ok` must be held."""
    return (
        isinstance(view.body, Announcement)
        and bool(view.body.guard)
        and any(hint.button == "ok" and hint.held for hint in view.hints)
    )


def kind_of(stack: Stack) -> str:
    """The kind of the page on top."""
    return _kind(stack[-1])


def _kind(page: Page) -> str:
    match page:
        case Secret(page=hidden):
            return f"hunters: {_kind(hidden)}"
        case Curtain():
            return "curtain"
        case Announced(then=Secret()):
            return "announced to hunters"
        case Announced(then=then):
            return f"announced before {_kind(then)}"
        case LivePage(lines=lines):
            return getattr(lines, "__name__", "lines").strip("_")
        case ListPage(title=title):
            return f"list: {title.message}"
    return type(page).__name__


@contextmanager
def walking(config: Config, header: Header, folder: Path, seed: int) -> Iterator[Walk]:
    """Yield a walk, and close its device at the end."""
    walk = Walk(config, header, folder, seed)
    try:
        yield walk
    finally:
        walk.device.close()
