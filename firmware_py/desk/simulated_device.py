"""The whole device on simulated pins, in simulated time, for scripts, the demonstration and tests.

The program above the pins is the real one, the journal included. The caller lets time pass: `wait` goes from one
deadline to the next, at which the loop of the real device would wake.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Self

from display.inputs import HOLD_OK, key_of
from display.view import Button, Scoreboard
from firmware_py.config.schema import JOURNAL_NAME, Config, config_in_force, settings_in_force, simulated_config
from firmware_py.desk.board import add_piece, pieces_of
from firmware_py.device import button_gestures, press_guard
from firmware_py.device.app import App
from firmware_py.device.disk import AtOnce, Disk, Resources
from firmware_py.device.effects import Finger
from firmware_py.device.loop import Display
from firmware_py.device.state import SWITCHED_ON, ChosenSettings
from firmware_py.games.restoring import read_record
from firmware_py.grid import cell_position
from firmware_py.pages.page import Input, LongPress, Press
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal
from firmware_py.words import WordedError, Words, words
from hardware import Devices, Edge, open_devices
from hardware.boards.mcp23017 import SensorMap
from hardware.boards.settings import BoardSettings, sensor_map_of
from hardware.controls.voice import Speaker
from hardware.simulated.boards import SENSOR_BOARD, BoardSimulation, advance_to_call, magnets_for
from hardware.simulated.magnets import BoardGrid, SimulatedMagnets

FIRST_DAY = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)
"""The day on which simulated time begins, for the labels of stored games."""
NOWHERE = Path("/nonexistent")
"""The root of a computer without any system files."""
GLANCE_S = 0.01
"""Delay of a simulated press after the moment from which presses count."""
PRESS_S = 0.06
"""How long a simulated press takes, and the pause after it."""


class MisreadError(WordedError, ValueError):
    """Raised for words of a script that mean nothing here; `why` says what would."""


class SimulatedDevice:
    """The device without anybody at it: the caller presses its buttons and reads its screen."""

    def __init__(
        self,
        config: Config,
        data: Path,
        display: Display | None = None,
        system: Path = NOWHERE,
        sensors: BoardGrid = SENSOR_BOARD,
        disk: Executor | None = None,
        board_seed: int = 0,
        voice: Speaker | None = None,
        phones_at: str | None = None,
        boot: str = "",
    ) -> None:
        """Switch the device on, with its data directory, on a computer with these `system` files.

        `sensors` is the size of its board of sensors; a smaller one is simulated faster. `disk` carries out what may be
        stored; everything is stored at once without it. No two boards are alike: `board_seed` says which one this is.
        `voice` is what speaks, if anything does; phones find the device `phones_at`, if they can join in. `boot` names
        its power-ons, if they are told apart.
        """
        self._config = config
        self._data = data
        self._display = display
        self._system = system
        self._sensors = sensors
        self._board_seed = board_seed
        self._voice = voice
        self._phones_at = phones_at
        self._boot = boot
        self._disk = disk or AtOnce()
        self.presses_for_page = 0
        """How many presses only brought a page back that was shown for everybody."""
        self._inbox: deque[Edge] = deque()
        self._chance = Random(0)
        self._board_settings: BoardSettings | None = None
        self.soldered: SensorMap | None = None
        """How the board of switches is really wired, whatever the device assumes."""
        self.magnets: SimulatedMagnets | None = None
        """The magnets on the board; None without a board. A power cut does not move them."""
        self.now_s = 0.0
        self.first_day = FIRST_DAY
        """The date at `now_s` 0. Assigning it makes the calendar jump, as when a clock is set."""
        self._switch_on()

    def _switch_on(self) -> None:
        path, boot = self._data / JOURNAL_NAME, self._boot and f"{self._boot}{self.now_s}"
        uptime_s = (lambda: self.now_s) if boot else time.monotonic
        opened = open_journal(path, self._today, uptime_s=uptime_s, boot=boot)
        self.journal: Journal = opened.journal
        self._begin(opened.warnings, SWITCHED_ON)

    def _begin(self, warnings: tuple[Words, ...], before: ChosenSettings) -> None:
        """Open the devices that the settings name, and start the app on the journal."""
        settings = settings_in_force(self._config, {**self.journal.settings, **before.tries})
        config, board_settings = (
            config_in_force(self._config, settings),
            simulated_config(self._config, settings).board.settings(),
        )
        if board_settings != self._board_settings:
            self._board_settings = board_settings
            self.magnets = magnets_for(board_settings, self._sensors, self._board_seed) if board_settings else None
            self.soldered = sensor_map_of(board_settings)
        self.devices: Devices = open_devices(
            config.pins,
            self._inbox.append,
            lambda: self.now_s,
            simulate=True,
            board=config.board.settings(),
            magnets=self.magnets,
            soldered=self.soldered,
            layout=config.buttons.layout,
            brightness=config.light.brightness,
        )
        self.devices.voice = self._voice
        disk = Disk(self.journal, self._data, self._draw_seed, self._system)
        self.app = App(self._resources(disk), self.now_s, warnings, before)
        self._show()

    def _resources(self, disk: Disk) -> Resources:
        return Resources(self._config, self.devices, disk, self._disk, phones_at=self._phones_at)

    def _draw_seed(self) -> str:
        """The seed for the dice of the next game: the same seeds in the same order on every device."""
        return f"{self._chance.getrandbits(128):032x}"

    def _today(self) -> datetime:
        return self.first_day + timedelta(seconds=self.now_s)

    @property
    def pins(self) -> Any:
        """The simulated pins: they press buttons and read light and buzzer."""
        assert self.devices.simulated is not None
        return self.devices.simulated

    # --- buttons, touch and pieces -------------------------------------------------------------------------------

    def press(self, button: Button) -> None:
        """Press a button briefly, as soon as a press counts."""
        self.hold(button, PRESS_S)

    def hold(self, button: Button, seconds: float) -> None:
        """Press a button and hold it down for `seconds`, as soon as a press counts."""
        self._look(Press(button), button)
        self.pins.press(button)
        self.wait(seconds)
        self.pins.release(button)
        self.wait(PRESS_S)

    def _look(self, done: Input, finger: Finger) -> None:
        """Wait until an input counts: whoever is asked something new looks, and brings the page back if need be."""
        is_awake = not self.app.idle.is_dimmed
        if is_awake and isinstance(self.app.shown.body, Scoreboard) and not self.app.may_be_done_unseen(done):
            self.app.touch("", self.now_s)
            self.presses_for_page += 1
        if inf in (self.app.guard.counts_from_s, self.app.guard.answers_from_s):
            self.wait(0.0)
        turn = self.app.guard
        is_unseen = press_guard.is_accidental_repeat(turn, self.app.state, done, finger, self.now_s)
        counts_from_s = turn.answers_from_s if is_unseen else turn.counts_from_s
        if counts_from_s > self.now_s:
            self.wait(counts_from_s - self.now_s + GLANCE_S)

    def do(self, done: Press | LongPress) -> None:
        """Press a button briefly, or hold it until the long press takes effect."""
        self.hold(done.button, PRESS_S if isinstance(done, Press) else self._config.buttons.hold_s)

    def touch(self, target: str, seconds: float = PRESS_S) -> None:
        """Touch a target on the screen, as soon as a touch counts.

        A key stays down for `seconds`; "hold:ok" is touched for as long as a long press takes.
        """
        if key := key_of(target):
            self._look(Press(key), key)
            self.app.edge(Edge(key, True, self.now_s))
            self.wait(seconds)
            self.app.edge(Edge(key, False, self.now_s))
            self.wait(PRESS_S)
            return
        self._look(button_gestures.meant_by(target), "screen")
        if target == HOLD_OK:
            self.app.hold_ok(True, self.now_s)
            self.wait(self._config.buttons.hold_s)
            self.app.hold_ok(False, self.now_s)
            self.wait(PRESS_S)
            return
        self.app.touch(target, self.now_s)
        self._restart_if_asked()
        self._show()

    def lift(self, piece: str) -> None:
        """Take a piece off the magnetic board. :raises ValueError: without a board, or no such piece"""
        self._magnets_with(piece).lift(piece)
        self.wait(0.0)

    def place(self, piece: str, cell: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Put a piece on a cell, at this distance from its centre.

        :raises ValueError: without a board, or no such piece or cell
        """
        self._magnets_with(piece).place(piece, self._number(cell), dx_mm, dy_mm)
        self.wait(0.0)

    def slide(self, piece: str, cells: Sequence[str]) -> None:
        """Slide a piece from cell to cell, and let that time pass.

        :raises ValueError: without a board, no such piece or cell, or a piece that is not on the board
        """
        arrival_s = self._magnets_with(piece).slide(piece, [self._number(cell) for cell in cells], self.now_s)
        self.wait(arrival_s - self.now_s)

    def solder(self, sensors: SensorMap) -> None:
        """Rewire the board of switches. :raises ValueError: without one"""
        self.simulated_board().solder(sensors)
        self.soldered = sensors

    def swap(self, one: str, other: str) -> None:
        """Exchange the wires of two cells. :raises ValueError: without a board of switches, or no such cell"""
        wired = list(self.soldered or ())
        a, b = self._number(one), self._number(other)
        if wired:
            wired[a], wired[b] = wired[b], wired[a]
        self.solder(tuple(wired))

    def simulated_board(self) -> BoardSimulation:
        """The simulation beneath the board's driver. :raises ValueError: without a board"""
        if self.devices.simulated_board is None:
            raise MisreadError(words("there is no magnetic board; give desk one with --board i2c or --board serial"))
        return self.devices.simulated_board

    def _magnets_with(self, piece: str) -> SimulatedMagnets:
        """The magnets, with a magnet for this piece among them."""
        magnets = self.simulated_board().magnets
        pieces = pieces_of(self.app.table.session)
        if piece not in pieces:
            raise MisreadError(
                words('no piece is called "{piece}"; there are: {pieces}', piece=piece, pieces=tuple(pieces))
            )
        add_piece(magnets, piece)
        return magnets

    def _number(self, cell: str) -> int:
        grid = self.simulated_board().magnets.grid
        if re.fullmatch(r"[a-z][1-9][0-9]?", cell):
            row, column = cell_position(cell)
            if row < grid.rows and column < grid.columns:
                return row * grid.columns + column
        size = {"rows": grid.rows, "columns": grid.columns}
        raise MisreadError(words('no cell is called "{cell}" on a board of {rows} × {columns}', cell=cell, **size))

    def load(self, record: bytes) -> None:
        """Load the game of a record, played to its last line.

        :raises RefusedRecord: when the record cannot be loaded whole.
        """
        self.app.load(read_record(record), self.now_s)
        self._show()

    def wait(self, seconds: float) -> None:
        """Let simulated time pass."""
        end_s = self.now_s + seconds
        while True:
            while self._inbox:
                self.app.edge(self._inbox.popleft())
            self.app.tick(self.now_s)
            self._restart_if_asked()
            self._show()
            if self.now_s >= end_s or self.app.finished:
                return
            deadline_s = min(end_s, max(self.now_s, self.app.next_deadline_s()))
            board = self.devices.simulated_board
            self.now_s = advance_to_call(board, self.now_s, deadline_s) if board else deadline_s

    def _restart_if_asked(self) -> None:
        if self.app.state.chosen.restarts:
            self.devices.close()
            self._begin((), self.app.state.chosen)

    def _show(self) -> None:
        if self._display:
            self._display.show(self.app, self.devices)
        self.devices.get_ready()

    # --- power ---------------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Cut the power and switch on again: what is not on disk at this moment is lost."""
        with tempfile.TemporaryDirectory() as folder:
            on_disk = Path(folder) / "data"
            shutil.copytree(self._data, on_disk)
            self.close()
            shutil.rmtree(self._data)
            shutil.copytree(on_disk, self._data)
        self._inbox.clear()
        self._switch_on()

    def close(self) -> None:
        """Switch the device off."""
        self.devices.close()
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
