"""Checks of the sensor board on USB: a whole game by magnets, and what happens to cable and board meanwhile."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from board_game import SLOWER, Both, journal_of
from check_run import Check
from cut_checks import recorded
from disks import recipe
from fault_checks import examined, expect
from games_by_hand import Players
from image import GAMES
from lines import BUTTONS, settings
from machine import Wrong
from malediction_device import THREE, hold, record
from pair import Pair
from power import Power
from simple_chase import SeededTable
from twin import record_of
from usb_board import OTHER_PROGRAM, UsbBoard, port_in_use, port_of_board

from firmware_py.config.schema import load_config
from firmware_py.desk.demo import next_play
from firmware_py.games.malediction.state import AnyAction, Move, State
from firmware_py.games.restoring import read_record
from firmware_py.grid import Cell, cell_position

CHECK_S = 600.0
SHORT_GAME, PLAYED = 560, 13
"""The seed of a game that ends early, with no question asked, and how many actions were played beforehand."""
IN_MIDST_S = 0.2
"""When the cable is pulled after the mummy has begun to slide."""
NOTICED_S = 3.0
"""How long the twin waits for its board to be missed or found."""
GARBAGE = 3000
SECOND = "ANOTHER!"


def mummy_moves(state: State) -> bool:
    """Whether the mummy may move now."""
    return state.phase in ("interrupt", "mummy_move")


def begun(table: SeededTable) -> bytes:
    """The record of a game of which so much was played at this table."""
    actions: list[AnyAction] = []
    while len(actions) < PLAYED:
        actions.append(table.next_action(read_record(record(THREE, *actions)).state))
    return record(THREE, *actions)


class CablePuller(Players):
    """Players; the one with the mummy may pull the cable while it slides."""

    pull: Callable[[], object] | None = None

    def mummy_goes(self, action: Move, path: tuple[Cell, ...]) -> None:
        """Slide the mummy; what was not sensed is asked, and then entered."""
        if self.pull is not None:
            pull, self.pull = self.pull, None
            device = self.box.device
            places = (cell_position(cell) for cell in path)
            cells = [row * device.magnets.grid.columns + column for row, column in places]
            device.magnets.slide("mummy", cells, device.now_s)
            device.wait(IN_MIDST_S)
            self.box.send()
            pull()
            path = path[-1:]
        super().mummy_goes(action, path)


class BoardChecks:
    """The checks share one game, on the machine's board and on its twin's."""

    def __init__(self, power: Power, folder: Path) -> None:
        self._power = power
        self._folder = folder
        self._power.settings = settings('language = "en"', board="serial")
        file = folder / "board.toml"
        file.write_text(power.settings)
        self._config = load_config(file)
        self._table = SeededTable(THREE.players, SHORT_GAME)
        self._record = begun(self._table)
        self._both: Both
        self._board: UsbBoard
        self._second: UsbBoard
        self._players: CablePuller

    def keep_ready(self) -> None:
        """Keep the state from which the game goes on, unless it is kept: the service rests, with the game begun."""
        self._power.keep_ready(self._name, self._begun())

    @property
    def _name(self) -> str:
        """What that state is called: other settings, or another game, have another one."""
        return f"board-{recipe(self._power.settings, self._record.decode())}"

    def _begun(self) -> Path:
        """A folder with the game begun."""
        return journal_of(self._folder, self._config, self._record)

    def all(self) -> tuple[Check, ...]:
        """The checks in the order of the game."""
        return (
            Check("a board on USB gets its name by the udev rule, and the game goes on", CHECK_S, self.plug_in),
            Check("whole turns by magnets through cdc_acm", CHECK_S, self.turns),
            Check("a board that hangs is missed, and found when it starts again", CHECK_S, self.hang),
            Check("garbage on the line, a second board and another device do no harm", CHECK_S, self.garbage),
            Check("the second board takes over from the first", CHECK_S, self.second),
            Check("the cable is pulled in mid-slide; the board comes back at another port", CHECK_S, self.pull),
            Check("the record of the game by magnets is right, letter by letter", CHECK_S, self.end),
            Check("the doctor names a line that changes bytes, and a wrong pin", CHECK_S, self.faults),
        )

    def plug_in(self, pair: Pair) -> str:
        """Resume the game that was begun once the board is plugged in."""
        pair.switch_on_with(partial(self._power.ready, self._name))
        self._both = Both(self._folder, self._config, self._begun())
        self._board = UsbBoard(pair.machine, self._folder)
        self._both.connect(pair.machine, self._board)
        self._board.plug()
        port = port_of_board(pair.machine)
        rights = pair.machine.run(f"stat --format '%A %G' {port}").strip()
        self._both.resume()
        if "The map is hidden" in self._both.app.view.prompt:
            hold(self._both, "ok")  # type: ignore[arg-type]  # it is used as a device
        self._players = CablePuller(self._both, random.Random(SHORT_GAME))  # type: ignore[arg-type]
        self._players.lay_out()
        self._both.expect_same()
        return f"{port}, {rights}; {self._both.compared} expected pictures"

    def turns(self, pair: Pair) -> str:  # noqa: ARG002 - all checks have it
        """Play two turns: a pawn, and the mummy, who catches it."""
        began_s, compared = time.monotonic(), self._both.compared
        actions = self._play(mummy_moves)
        actions += self._play(lambda state: not mummy_moves(state))
        return (
            f"{actions} actions, each slide {SLOWER:.0f} times slower than a quick hand's; "
            f"{self._both.compared - compared} expected pictures in {time.monotonic() - began_s:.0f} s"
        )

    def pull(self, pair: Pair) -> str:
        """Pull the cable while the mummy slides, and plug it in when its old port is free or another's."""
        before = port_in_use(pair.machine)
        said: list[str] = []

        def pull() -> None:
            self._board.unplug()
            self._both.board.unplug()
            self._both.device.wait(NOTICED_S)
            self._both.expect_same()
            said.append(self._notice())
            self._board.plug()
            self._both.board.plug()
            self._both.device.wait(NOTICED_S)
            self._both.expect_same()

        self._players.pull = pull
        self._play()
        after = port_in_use(pair.machine)
        if after == before:
            raise Wrong(f"the port is {after} again")
        return f'"{said[0]}"; {before}, then {after}; the device asked, and the last turn was entered'

    def hang(self, pair: Pair) -> str:  # noqa: ARG002
        """Let the board's program stand still, and start again."""
        self._board.hang()
        self._both.board.hangs = True
        self._both.device.wait(NOTICED_S)
        self._both.expect_same()
        said = self._notice()
        self._board.restart()
        self._both.board.hangs = False
        self._both.board.restart()
        self._both.device.wait(NOTICED_S)
        self._both.expect_same()
        return f'"{said}", then "{self._notice()}"'

    def garbage(self, pair: Pair) -> str:
        """Send bytes that are no messages, plug two more devices in, and play on."""
        self._board.send_garbage(GARBAGE)
        UsbBoard(pair.machine, self._folder, 1, product=OTHER_PROGRAM).plug()
        self._second = UsbBoard(pair.machine, self._folder, 2, SECOND)
        self._second.plug()
        time.sleep(NOTICED_S)
        self._both.expect_same()
        actions = self._play(lambda state: state.phase == "begin")
        return f"{GARBAGE} random bytes, a Pico with another program, a board, and {actions} actions as expected"

    def second(self, pair: Pair) -> str:
        """Pull the first board, and play on with the second, until the mummy moves."""
        first = port_in_use(pair.machine)
        self._both.connect(pair.machine, self._second)
        self._board.unplug()
        self._both.board.unplug()
        self._both.board.unique_id = SECOND.encode()
        self._both.board.plug()
        self._both.device.wait(NOTICED_S)
        self._both.expect_same()
        self._board = self._second
        actions, second = self._play(mummy_moves), port_in_use(pair.machine)
        if second == first:
            raise Wrong(f"the port in use is {first} again")
        return f"{first} was in use, then {second}; {actions} actions"

    def end(self, pair: Pair) -> str:
        """Compare the records."""
        actions = recorded(pair.machine, self._power, record_of(self._both.device.app.table.playing))
        pair.machine.run(f"mount {GAMES}")
        self._both.close()
        return f"{actions} actions; in all {self._both.compared} expected pictures"

    def faults(self, pair: Pair) -> str:
        """Let the board's end of the cable translate and echo, as a terminal does, and exchange two pins."""
        self._board.unplug()
        self._board.plug(translates=True)
        exchanged = settings('language = "en"', board="serial", ok=BUTTONS["back"], back=BUTTONS["ok"])
        report = examined(pair.machine, exchanged, ("up", "down", "ok"))
        lines = [" ".join(line.split()) for line in report.splitlines() if line.startswith("FAULT")]
        said = "; ".join(line for line in lines if "disk" not in line)
        expect(said, "/dev/referee-board opens, but", 'the button "ok" did not respond')
        return f'"ok" was pressed, "back" is read: "{said}"'

    def _play(self, until: Callable[[State], bool] = lambda _: False) -> int:
        """Play on until the game has come there, or is over; return how many actions were played."""
        count = 0
        while not (session := self._both.app.table.playing).is_over and not (count and until(session.state)):
            self._players.act(next_play(session, self._table))
            count += 1
        self._both.expect_same()
        return count

    def _notice(self) -> str:
        notice = self._both.app.view.notice
        return notice.text if notice else ""


def board_checks(power: Power, folder: Path) -> tuple[Check, ...]:
    """The checks of the board."""
    return BoardChecks(power, folder).all()
