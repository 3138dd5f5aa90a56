"""The whole device under a case of `hand_cases`: what it concludes from the hands, and when.

Nothing of the tracker is looked at: recorded actions, the page that asks and the one that hands a turn over, notices
and the sign of a pulled cable are what the players see.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

import serial
from hand_cases import drawn_turn
from hand_evidence import rested_on
from hand_motions import AWAY
from hand_turns import BOARD, Turn
from malediction_device import hold, press, read
from memory_port.protocol_memory import MemoryBoard
from msgspec.structs import replace

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.state import Move
from firmware_py.games.session import without_last
from firmware_py.grid import Cell
from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.turn_pages import HandOverPage, MummyPage
from hardware.simulated import boards
from hardware.simulated.boards import SimulatedSerialBoard
from hardware.simulated.magnets import MUMMY

QUIET_S = 0.8
"""How long all pieces rest before a case begins."""
SETTLED_S = 2.6
"""How long they rest at its end."""
COMPLAINT_S = 5.0
"""Within this time a board complains about pieces that stand elsewhere than entered."""
SURE_S = 0.9
"""How long in three of four cases, if all is as it was meant by then."""
IN_TIME_S = 2.0
"""A move is accepted by itself within this time."""
serial.protocol_handler_packages.append("memory_port")
BUTTONS = {"N": "up", "E": "right", "S": "down", "W": "left"}


@dataclass
class Outcome:
    """What became of a case; times in seconds from the last arrival of the mover or, if later, of the last hand."""

    turn: Turn
    verdict: str = ""
    """accepted, late, asked, silent, wrong, inferred or disagrees (on switches), or resting (nothing was meant)."""
    why: str = ""
    latency_s: float | None = None
    questions: int = 0
    announced: int = 0
    """How many moves of the mummy were recorded, one in place of the other."""
    reported_s: float | None = None
    back_s: float | None = None
    trace: list[tuple[float, str]] = field(default_factory=list)


class Witness:
    """A display that notes what players can see whenever it changes."""

    def __init__(self) -> None:
        self.turn: Turn | None = None
        self.begun_s = 0.0
        self.ply = 0
        self.changes: list[tuple[float, Any, bool]] = []
        """When, what is accepted (a cell, a path, or None), and whether a question is asked."""
        self.trace: list[tuple[float, str]] = []
        self.recorded: list[Move] = []
        self.out: list[tuple[float, bool]] = []
        """When the screen began or ended to say that the board is unplugged."""
        self._seen: tuple[Any, ...] = ()
        self._page = ""

    def poll(self) -> tuple[()]:
        """No input."""
        return ()

    def begin(self, turn: Turn, device: SimulatedDevice) -> None:
        """Look from now on."""
        self.turn, self.begun_s, self.ply = turn, device.now_s, turn.session.ply
        self.now = lambda: device.now_s - self.begun_s

    def show(self, app: Any, _: Any) -> None:
        """Note what has changed."""
        if self.turn is None:
            return
        shown = app.shown
        seen = (app.table.session, app.stack, shown)
        if all(now is before for now, before in zip(seen, self._seen, strict=False)) and self._seen:
            return
        self._seen = seen
        now_s = self.now()
        accepted, asked = self._accepted(app), any(isinstance(page_behind(page), AskPage) for page in app.stack)
        if not self.changes or self.changes[-1][1:] != (accepted, asked):
            self.changes.append((now_s, accepted, asked))
            self.trace.append((now_s, f"=> accepted: {accepted or 'nothing'}" + (", asks" if asked else "")))
        page = f"{shown.audience} sees: {shown.prompt}"
        if page != self._page:
            self._page = page
            self.trace.append((now_s, page))
        notice = f"{shown.audience} reads: {shown.notice.text}" if shown.notice else ""
        if notice and (not self.trace or all(notice != says for _, says in self.trace[-3:])):
            self.trace.append((now_s, notice))
        is_out = "unplugged" in shown.badges
        if is_out != (bool(self.out) and self.out[-1][1]):
            self.out.append((now_s, is_out))

    def _accepted(self, app: Any) -> Any:
        playing = app.table.playing
        for step in playing.steps[self.ply : self.ply + 1]:
            if isinstance(step.action, Move):
                if not self.recorded or self.recorded[-1] != step.action:
                    self.recorded.append(step.action)
                return step.action.to or tuple(step.action.path or ())
        for page in reversed(app.stack):
            if isinstance(page_behind(page), HandOverPage):
                return page_behind(page).to
        return None


@cache
def prepared_folder() -> tempfile.TemporaryDirectory[str]:
    """The folder of all prepared data, which ends with the process."""
    return tempfile.TemporaryDirectory(prefix="judged-hands-", dir=RAM)


@cache
def prepared(kind: str, seed: int, *, is_calibrated: bool) -> Path:
    """The data of a device whose language is chosen and whose board is calibrated or not."""
    data = Path(prepared_folder().name) / f"{kind} {seed} {is_calibrated}"
    with SimulatedDevice(config_for(kind), data, sensors=BOARD, board_seed=seed) as device:
        press(device, "ok")
        device.wait(1.0)
        if kind == "serial":
            press(device, *(("down", "ok", "ok") if is_calibrated else ("ok",)))
        if kind == "serial" and is_calibrated:
            device.wait(3.0)
            for piece in ("red", "mummy"):
                for cell in ("c2", "e4"):
                    device.place(piece, cell)
                    device.wait(1.5)
                device.lift(piece)
                device.wait(0.5)
            press(device, "ok")
    return data


RAM = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
"""Where journals are fastest."""


def config_for(kind: str) -> Config:
    """The owner's file of a device with such a board."""
    board = BoardConfig(kind=kind, rows=BOARD.rows, columns=BOARD.columns)  # type: ignore[arg-type]
    return Config(language="en", board=board)


@contextmanager
def device_for(turn: Turn) -> Iterator[tuple[SimulatedDevice, Witness]]:
    """Yield a device at the turn's page, all pieces at rest where the game has them."""
    witness, seed = Witness(), turn.board_seed
    boards.SimulatedSerialBoard = MemoryBoard if turn.cable_s is None else SimulatedSerialBoard  # type: ignore[misc]
    with tempfile.TemporaryDirectory(dir=RAM) as folder, redirect_stderr(StringIO()):
        shutil.copytree(prepared(turn.kind, seed, is_calibrated=turn.is_calibrated), Path(folder) / "data")
        with SimulatedDevice(
            config_for(turn.kind),
            Path(folder) / "data",
            witness,
            sensors=BOARD,
            board_seed=seed,  # type: ignore[arg-type]
        ) as device:
            magnets = device.magnets
            assert magnets is not None
            magnets.noise_mt, magnets.noisy, magnets.stuck = turn.noise_mt, turn.noisy, dict(turn.spoilt)
            magnets.warmer_k = turn.warmer_k
            cells = range(BOARD.rows * BOARD.columns)
            magnets.drift_mt_per_s = (
                {cell: turn.drift_mt_per_s * ((cell * 7) % 11 - 5) / 5 for cell in cells} if turn.drift_mt_per_s else {}
            )
            device.app.load(without_last(turn.session) if turn.is_rolled_late else turn.session, device.now_s)
            device.wait(0.1)
            for piece in ("mummy", *(hunter.pawn for hunter in turn.state.hunters)):
                whole = MUMMY if piece == "mummy" else magnets.pawn
                magnets.pieces[piece] = replace(whole, strength=turn.strengths.get(piece, 1.0))
                if piece in turn.homes:
                    magnets.put(piece, *turn.homes[piece])
            for _ in range(3):
                read(device)
                if "The map is hidden" in device.app.view.prompt:
                    hold(device, "ok")
            device.wait(QUIET_S)
            witness.begin(turn, device)
            yield device, witness


def judged(name: str) -> Outcome:
    """What becomes of the case of this name."""
    turn = drawn_turn(name)
    with device_for(turn) as (device, witness):
        outcome = Outcome(turn, trace=witness.trace)
        _perform(turn, device, witness)
        is_entered = turn.kind == "i2c" and turn.mover == "mummy"
        device.wait(max(0.0, turn.ends_s + (1.0 if is_entered else SURE_S) - witness.now()))
        if not is_entered and (int(name.split(".")[-1]) % 4 == 0 or witness.changes[-1][1:] != (turn.meant, False)):
            device.wait(SETTLED_S - SURE_S)
        if is_entered:
            _enter(outcome, device, witness)
        else:
            _judge(outcome, device, witness)
        outcome.questions = sum(is_asked for is_asked, _ in groupby(asked for _, _, asked in witness.changes))
        outcome.announced = len(witness.recorded)
        _judge_cable(outcome, witness)
        deeds = [deed for hand in turn.hands.values() for deed in hand.deeds]
        outcome.trace = sorted([*deeds, *((at_s, says) for at_s, says, _ in turn.deeds), *witness.trace])
    return outcome


def _perform(turn: Turn, device: SimulatedDevice, witness: Witness) -> None:
    """Let the hands lead their pieces, and do all else at its time."""
    assert device.magnets is not None
    for piece, hand in turn.hands.items():
        path = [(at_s + witness.begun_s, pose) for at_s, pose in hand.path]
        if path[0][1] == AWAY:
            path = path[1:]
        device.magnets.lead(piece, path)
    for at_s, _, do in sorted(turn.deeds, key=lambda deed: deed[0]):
        device.wait(max(0.0, at_s - witness.now()))
        do(device)


def _judge(outcome: Outcome, device: SimulatedDevice, witness: Witness) -> None:
    """Compare what is accepted with what was meant."""
    turn = outcome.turn
    since_s, accepted, is_asked = witness.changes[-1]
    if is_asked and not witness.recorded:
        outcome.verdict = "asked"
        return
    if accepted is not None and turn.mover != "mummy" and not witness.recorded:
        device.press("ok")
        accepted = witness.changes[-1][1]
    if accepted == turn.meant or (turn.meant is None and accepted == ()):
        if turn.meant is None:
            outcome.verdict = "resting"
            return
        for at_s, was, _ in reversed(witness.changes):
            if was != turn.meant:
                break
            since_s = at_s
        outcome.latency_s = max(0.0, since_s - turn.arrival_s)
        outcome.verdict = "accepted" if since_s <= turn.ends_s + IN_TIME_S else "late"
    elif accepted is not None:
        outcome.verdict, outcome.why = "wrong", f"{accepted}, but {turn.meant} was meant"
        if turn.mover == "mummy" and turn.meant and accepted and accepted[-1] == turn.meant[-1]:
            outcome.why += " (another path to the same cell)"
        presses_s = [at_s for at_s, says, _ in turn.deeds if says == "✓"]
        end = accepted if isinstance(accepted, str) else "".join(accepted[-1:])
        if any(end in rested_on(turn, at_s) for at_s in presses_s):
            turn.undecidable = "✓ confirmed where the mover rested"
    else:
        outcome.verdict = "silent"


def _walk(turn: Turn, meant: tuple[str, ...], device: SimulatedDevice) -> None:
    """Enter a path: a press walks on to the next branch, and `back` takes back one cell."""
    for _ in range(100):
        page = page_behind(device.app.stack[-1])
        path = page.path if isinstance(page, MummyPage) else meant
        if path == meant:
            return
        if path != meant[: len(path)]:
            device.press("back")
            continue
        here = path[-1] if path else turn.state.mummy
        sides = turn.referee.neighbours(here).items()
        device.press(BUTTONS[next(side for side, to in sides if to == meant[len(path)])])  # type: ignore[arg-type]


def _enter(outcome: Outcome, device: SimulatedDevice, witness: Witness) -> None:
    """Enter the mummy's path by button, as on a board that senses no mummy, and see that the board agrees."""
    turn, meant = outcome.turn, outcome.turn.entered or outcome.turn.meant or ()
    if witness.recorded:
        outcome.verdict, outcome.why = "inferred", f"{witness.changes[-1][1]} before it was entered"
        return
    page = page_behind(device.app.stack[-1])
    if isinstance(page, AskPage):
        device.press("back")
        page = page_behind(device.app.stack[-1])
    if not isinstance(page, MummyPage):
        outcome.verdict, outcome.why = "silent", f"{type(page).__name__} where the path is entered"
        return
    _walk(turn, meant, device)
    if not meant:
        device.press("ok")
    asked_s = witness.now()
    device.press("ok")
    device.wait(COMPLAINT_S if turn.entered else SETTLED_S)
    entered = witness.recorded[0] if witness.recorded else None
    if entered is None or tuple(entered.path or ()) != meant:
        outcome.verdict, outcome.why = ("silent" if entered is None else "wrong"), f"{entered}, but {meant} was entered"
        return
    complaints = [says for at_s, says in witness.trace if at_s > asked_s and "reads: " in says]
    outcome.verdict = "accepted" if bool(complaints) == bool(turn.entered) else "disagrees"
    outcome.why = " | ".join(complaints)


def _judge_cable(outcome: Outcome, witness: Witness) -> None:
    """Note how soon a pulled cable was reported, and its return."""
    if outcome.turn.cable_s is None:
        return
    out_s, in_s = outcome.turn.cable_s
    if in_s - out_s < 1.0:
        return
    outcome.reported_s = next((at_s - out_s for at_s, is_out in witness.out if is_out and at_s >= out_s), None)
    outcome.back_s = next((at_s - in_s for at_s, is_out in witness.out if not is_out and at_s >= in_s), None)


def reported(outcome: Outcome) -> str:
    """A case as text: the table, the hands and the conclusions, in their order of time."""
    turn, state = outcome.turn, outcome.turn.state
    stand = ", ".join(f"{piece} {cell}" for cell, piece in {**turn.standing, state.mummy: "the mummy"}.items())
    goes = f"face {state.face}" if state.phase == "move" else f"{state.steps} steps"
    lines = [
        turn.name,
        *turn.referee.lines,
        f"{turn.mover} moves with {goes}; {stand}; board {turn.board_seed}"
        + (", calibrated" if turn.is_calibrated else ", not calibrated"),
        f"meant: {turn.meant}; went: {' '.join(turn.path)}; arrives at {turn.arrival_s:.2f} s",
    ]
    extra = {
        "noise": turn.noise_mt if turn.noise_mt != 0.1 else None,
        "strengths": turn.strengths or None,
        "spoilt": {cell_of(cell): mt for cell, mt in turn.spoilt.items()} or None,
        "warmer": turn.warmer_k or None,
    }
    lines += [f"{what}: {value}" for what, value in extra.items() if value is not None]
    lines += [f"{at_s:7.2f}  {says}" for at_s, says in outcome.trace]
    lines += [f"{outcome.verdict} {outcome.why}" + (f" ({turn.undecidable})" if turn.undecidable else "")]
    return "\n".join(lines)


def cell_of(count: int) -> Cell:
    """The name of a cell by its number on the board."""
    return f"{'abcdefg'[count % BOARD.columns]}{count // BOARD.columns + 1}"
