"""The whole device with its magnetic board: pieces, buttons, the cable, and a check of every page.

A page for everybody never shows what was announced to the hunters, and every stored move was made.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from hands_at_once import has_gone, is_apart
from hypothesis import strategies as st
from malediction_device import hold, press, read, record
from malediction_table import NAMES, PAWNS, drawing
from msgspec import UNSET
from random_play import SAMPLERS
from turns_by_hand import MAPS, Deed, Turn, homes, hunters_turns, mummys_turns, seconds

from display.view import View
from firmware_py.config.schema import BoardConfig, Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import end_of
from firmware_py.games.malediction.state import AnyAction, Header, Hunter, Move, Setup, State
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.turn_pages import HandOverPage
from firmware_py.pages.page import Page, Press
from hardware.simulated.magnets import BoardGrid

NOTICED_S = 1.0
"""The device reports a pulled cable, and finds a board again, within this time."""
LATELY_S = 0.15
"""For how long the board and its page may still show a piece that has gone."""


class DeviceHands:
    """A device on which a piece is about to move; every piece stands where the game has it."""

    def __init__(self, device: SimulatedDevice, header: Header, actions: tuple[AnyAction, ...]) -> None:
        self.device = device
        device.load(record(header, *actions))
        self.put_all_right()
        self.look()
        device.wait(1.5)
        assert device.magnets is not None
        self.magnets = device.magnets
        self.magnets.noise_mt = 0.1
        self.before = self.state
        self.ply = device.app.table.playing.ply
        self.deeds: list[str] = []
        self.entered: tuple[Cell, ...] = ()
        """Where the mummy has been since then."""
        self.is_carried = False
        self.lately: list[tuple[float, dict[str, Cell]]] = []
        self.plugged_s = device.now_s
        """When the cable was pulled or plugged in last."""

    @property
    def state(self) -> State:
        state: State = self.device.app.table.playing.state
        return state

    @property
    def page(self) -> Page:
        """The page on top, whoever it is for."""
        return page_behind(self.device.app.stack[-1])

    @property
    def now_s(self) -> float:
        return self.device.now_s

    # --- what is done ------------------------------------------------------------------------------------------------

    def number(self, cell: Cell) -> int:
        """A cell's number on the board."""
        row, column = cell_position(cell)
        return row * self.magnets.grid.columns + column

    def place(self, piece: str, cell: Cell, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Put a piece down."""
        self.device.place(piece, cell, dx_mm, dy_mm)

    def lift(self, piece: str) -> None:
        """Take a piece up."""
        self.device.lift(piece)

    def press(self, button: Any) -> None:
        """Press a button."""
        self.device.app.press(Press(button), self.now_s)

    def plug(self, *, is_in: bool) -> None:
        """Pull the board's cable, or plug it in."""
        board = self.device.simulated_board().board
        (board.plug if is_in else board.unplug)()
        self.plugged_s = self.now_s

    def put_all_right(self) -> None:
        """Put every piece where the game has it; the others lie beside the board."""
        stand = homes(self.state)
        for hunter in self.state.hunters:
            if hunter.pawn not in stand:
                self.lift(hunter.pawn)
        for piece, cell in stand.items():
            self.place(piece, cell)

    def look(self) -> None:
        """Go to the page of the player whose turn it is: dismiss announcements and lift the curtain."""
        for _ in range(3):  # a press on a screen at rest only wakes it
            read(self.device)
            if "The map is hidden" in self.device.app.view.prompt:
                hold(self.device, "ok")

    def perform(self, deeds: list[Deed], rest_s: float) -> None:
        """Do all deeds in their order, and then let the pieces rest."""
        began_s = self.now_s
        for deed in sorted(deeds, key=lambda deed: deed.at_s):
            self.device.wait(max(0.0, began_s + deed.at_s - self.now_s))
            self.deeds.append(f"{self.now_s - began_s:.2f} {deed.says}")
            deed.do(self)
        self.device.wait(rest_s)

    # --- what is seen ------------------------------------------------------------------------------------------------

    def check(self, view: View, said_to_hunters: set[str]) -> None:
        """Check that every stored move is true, and that what everybody reads is no secret."""
        self._note_places()
        playing = self.device.app.table.playing
        for step in playing.steps[self.ply :]:
            if isinstance(step.action, Move):
                assert self._is_true(step.action), (
                    f"{self.lately[-1]}, {self.entered}: {step.action} stored: {self.deeds}"
                )
        is_new, self.ply = playing.ply > self.ply, playing.ply
        is_plugged = self.device.simulated_board().board.is_plugged
        if self.now_s > self.plugged_s + NOTICED_S + 0.02:
            assert ("unplugged" in view.badges) != is_plugged, f"plugged: {is_plugged}, not reported: {self.deeds}"
        text = view.notice.text if view.notice else ""
        if view.audience == "hunters":
            said_to_hunters.add(text)
        elif text and "magnetic board" not in text:
            assert text not in said_to_hunters, f"{text!r} read by everybody: {self.deeds}"
            names = [hunter.pawn for hunter in self.state.hunters if f"{hunter.pawn} pawn" in text]
            assert is_new or self.state != self.before or not names, f"{text!r} read by everybody: {self.deeds}"
        if view.audience != "hunters" and self.state == self.before:
            visited = {self.state.maze.index_of(cell) for cell in (*self.entered, self.state.mummy)}
            assert visited.issuperset(getattr(view.body, "wrong", ())), f"a pawn is marked for everybody: {self.deeds}"

    def _note_places(self) -> None:
        grid, places = self.magnets.grid, {}
        for piece in self.magnets.pieces:
            if at_mm := self.magnets.where_mm(piece, self.now_s):
                places[piece] = cell_name(int(at_mm[1] // grid.pitch_mm), int(at_mm[0] // grid.pitch_mm))
        self.lately = [(at_s, earlier) for at_s, earlier in self.lately if at_s > self.now_s - LATELY_S]
        self.lately.append((self.now_s, places))
        here, was = places.get("mummy"), self.entered[-1] if self.entered else self.before.mummy
        self.is_carried |= is_apart(self.before, was, here)
        if here is not None and here != was:
            self.entered += (here,)

    def _is_true(self, move: Move) -> bool:
        if move.to is not UNSET:
            return any(places.get(self.before.hunter.pawn) == move.to for _, places in self.lately)
        path = () if move.path is UNSET else tuple(move.path)
        return has_gone(self.before, self.entered, path, is_carried=self.is_carried)


class Onlooker:
    """A display that checks every page as soon as `hands` are set."""

    def __init__(self) -> None:
        self.hands: DeviceHands | None = None
        self.said_to_hunters: set[str] = set()

    def poll(self) -> tuple[()]:
        """No input."""
        return ()

    def show(self, app: Any, _: Any) -> None:
        """Check the page."""
        if self.hands is not None and app.table.session is not None:
            self.hands.check(app.shown, self.said_to_hunters)


@contextmanager
def hands_at(
    kind: str, folder: Path, header: Header, actions: tuple[AnyAction, ...], *, dim_after_s: float = 300.0
) -> Iterator[DeviceHands]:
    """Yield a device on which a game was played so far; its log is not written to the terminal."""
    board = BoardConfig(kind=kind, rows=6, columns=7)  # type: ignore[arg-type]
    config = Config(language="en", board=board, screen=ScreenConfig(dim_after_s=dim_after_s, across_after_s=300.0))
    onlooker = Onlooker()
    with (
        redirect_stderr(StringIO()),
        SimulatedDevice(config, folder / "data", onlooker, sensors=BoardGrid(6, 7)) as device,
    ):  # type: ignore[arg-type]
        press(device, "ok")
        onlooker.hands = DeviceHands(device, header, actions)
        yield onlooker.hands


def has_arrived(hands: DeviceHands, turn: Turn, *, was_away: bool = False) -> bool:
    """Whether a turn was entered as played; or asked about, unless it was plain and the board was there."""
    hands.look()
    if turn.move.to is UNSET and hands.lately[-1][1].get("mummy") != end_of(turn.state, turn.move):
        return True  # past a hunter: whatever is shown, no false move was stored
    match hands.page:
        case _ if hands.state != hands.before:
            return True  # the stored move is true
        case HandOverPage(to=to):
            return to == turn.move.to
        case AskPage(asked=asked):
            return (was_away or not turn.is_plain) and (turn.move in asked.actions or turn.move.to is UNSET)
    return False


# --- what is drawn ---------------------------------------------------------------------------------------------------


def played(text: str, seed: int, plies: int, phases: tuple[str, ...]) -> tuple[Header, tuple[AnyAction, ...], State]:
    """A game on a map, played at random for `plies` actions and on to one of these phases."""
    chance, count = random.Random(seed), MAPS[text]
    seats = tuple(Hunter(player, pawn) for player, pawn in zip(NAMES[:count], PAWNS, strict=False))
    header = Header(1, "malediction", ("Mo", *NAMES[:count]), Setup("Mo", seats, drawing(text)))
    state, actions = rules.initial_state(header), []
    while rules.outcome(state) is None:
        if len(actions) >= plies and state.phase in phases:
            return header, tuple(actions), state
        action = SAMPLERS["malediction"].observation(chance, state) or chance.choice(rules.legal_actions(state))
        state, _ = rules.apply(state, action)
        actions.append(action)
    return played(text, seed + 1, plies // 2, phases)


@st.composite
def unfinished_games(draw: Any, kind: str) -> tuple[Header, tuple[AnyAction, ...], Turn | None]:
    """A game up to a move that a kind of board can follow, and a turn that makes it; None if there is none."""
    phases = draw(st.sampled_from((("move",), ("mummy_move", "interrupt")) if kind == "serial" else (("move",),)))
    text, seed, plies = draw(st.sampled_from(sorted(MAPS))), draw(st.integers(0, 500)), draw(st.integers(0, 60))
    header, actions, state = played(text, seed, plies, phases)
    return header, actions, draw(hunters_turns(state) if state.phase == "move" else mummys_turns(state))


@st.composite
def presses_of_ok(draw: Any, turn: Turn) -> list[Deed]:
    """The deeds of the mover alone, and one or two presses of `ok` as soon as the pawn is down."""
    pawn = turn.state.hunter.pawn
    own = [deed for deed in turn.deeds if pawn in deed.says.split()]
    at_s = max(deed.at_s for deed in own) + draw(seconds(0.06, 0.6))
    again_s = at_s + draw(seconds(0.1, 0.5))
    times = (at_s, again_s)[: draw(st.sampled_from((2, 2, 1)))]
    return [*own, *(Deed(each_s, "press ok", lambda hands: hands.press("ok")) for each_s in times)]
