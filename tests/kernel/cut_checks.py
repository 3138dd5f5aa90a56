"""Power cuts in mid-game, at random moments. The panel is mounted upside down meanwhile: no other check needs that.

After the last two the service starts again without pins, by a fault on purpose, and the game goes on by keyboard.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from check_run import Check
from checks import arm
from disks import replay_journal
from fault_checks import FAULTS, Fault, named
from game_checks import difference_so_far, play_until_cut, resumed
from image import GAMES
from lines import settings
from log_flood import FLOOD_S, LogFlood
from machine import Machine, Wrong
from pair import GAME, UNIT, Pair
from power import ArmMachine, Power

from firmware_py.desk.demo import Presenter, set_up
from firmware_py.device.app import App
from firmware_py.pages.page import LongPress, Press

CUT_S = 300.0
FLOODED = 6, 9
"""Before which cuts the log is flooded, and looked at: journald counts for half a minute."""
AFTER_ACTIONS = range(2)
"""After how many actions of a resumed game the power is cut."""
UPSIDE_DOWN = settings(screen="rotation = 180")


class Beforehand:
    """The twin alone, on which a game is begun before the machine is switched on."""

    def __init__(self, pair: Pair) -> None:
        self._twin = pair.twin

    @property
    def app(self) -> App:
        """The referee on it."""
        return self._twin.app

    def do(self, done: Press | LongPress) -> None:
        """Press or hold a button."""
        self._twin.do(done)


def cut_checks(power: Power, cuts: int, seed: int) -> tuple[Check, ...]:
    """The checks with this many power cuts; the seed decides their moments."""
    chance, flood = random.Random(seed), LogFlood()
    flooded = (
        (FLOODED[0], Check("a process of the service floods the system's log", FLOOD_S, flood.write)),
        (FLOODED[1], Check("a flood of the service is bounded in the system's log", FLOOD_S, flood.bounded)),
    )

    def cut(number: int) -> Check:
        return Check(
            f"power cut {number} of {cuts}: nothing that was acknowledged is lost",
            CUT_S,
            partial(kind_of_cut(number, cuts), power=power, chance=chance),
        )

    checks = [
        Check(
            "the service starts on a panel turned by 180 degrees, and a game goes on",
            CUT_S,
            partial(turned, power=power),
        )
    ]
    for number in range(1, cuts + 1):
        checks += [check for before, check in flooded if min(before, cuts) == number]
        checks.append(cut(number))
    last = "after the cuts, the record on the disk is right, letter by letter"
    return (*checks, Check(last, CUT_S, partial(record, power=power)))


def kind_of_cut(number: int, cuts: int) -> Callable[..., str]:
    """What is done at this cut of so many: the disks of most are read, and the service starts after two.

    Why the last one ends the emulator: after the one before it the keyboard stands for the pins, and while a disk is
    copied a key would stay down. It ends only one, as a new one translates the whole program again, half of each start.
    """
    without_group, revision = FAULTS
    if number == cuts:
        return partial(emulator_ended, fault=revision)
    return partial(started_again, fault=without_group) if number == cuts - 1 else disk_read


def turned(pair: Pair, *, power: Power) -> str:
    """Start on a panel that is mounted upside down, with a game that has just begun; go on with it.

    Return how long the first picture and READY took.
    """
    set_up(Presenter(cast(Any, Beforehand(pair)), cast(Any, None), shots=None), pair.demo, GAME)
    power.replace_games(pair.twin.data)
    pair.switch_on()
    pair.expect_splash()
    first_s = time.monotonic() - arm(pair).began_s
    pair.wait_until_ready()
    ready_s = time.monotonic() - arm(pair).began_s
    pair.resume()
    return f"first picture after {first_s:.1f} s, READY after {ready_s:.1f} s; {difference_so_far(pair)}"


def emulator_ended(pair: Pair, *, power: Power, chance: random.Random, fault: Fault) -> str:
    """Kill the emulator at a random moment of the game, and resume the game in a new one, with a fault."""
    actions = play_until_cut(pair, pair.machine.cut, chance, AFTER_ACTIONS)
    pair.unplug()
    pair.switch_on_with(power.switched_on)
    return f"the emulator ended; {_resumed_with(fault, pair, power.start, actions)}"


def started_again(pair: Pair, *, power: Power, chance: random.Random, fault: Fault) -> str:
    """Keep the disk at a random moment of the game, start the service again with it and a fault, and resume."""
    actions = play_until_cut(pair, arm(pair).freeze_disk, chance, AFTER_ACTIONS)
    return f"the disk as it was; {_resumed_with(fault, pair, power.put_disk_back, actions)}"


def _resumed_with(fault: Fault, pair: Pair, start: Callable[[ArmMachine], None], actions: int) -> str:
    """Make a fault, start the service and resume the game; the keyboard stands for the pins."""
    machine = arm(pair)
    since = machine.run(f"{fault.make}; date +@%s.%N").strip()
    machine.has_pins = False
    start(machine)
    if fault.has_page:
        pair.wait_until_ready()
        machine.press("ok")
    else:
        pair.fault = fault.says[0]
    figures, pair.fault = resumed(pair, actions), ""
    return f"{figures}; then, {fault.name}: {named(machine, fault, since)}"


def disk_read(pair: Pair, *, power: Power, chance: random.Random) -> str:
    """Keep the disk at a random moment of the game, and compare the record on it with the twin's; the game goes on."""
    machine = arm(pair)
    play_until_cut(pair, machine.freeze_disk, chance, AFTER_ACTIONS)
    replay_journal(machine.frozen)
    found, possible = power.record(machine.frozen), pair.possible_records()
    if found not in possible:
        raise Wrong(f"this record is not the twin's:\n{found}")
    machine.thaw()
    pair.catch_up()
    acts = len(set(possible)) > 1
    last = ("counted" if found == possible[0] else "did not count") if acts else "was none that is recorded"
    return f"the record on the disk as it was, {len(found.splitlines()) - 1} actions; the press under way {last}"


def record(pair: Pair, *, power: Power) -> str:
    """Compare the record of the game so far with the twin's; the games are mounted again afterwards."""
    actions = recorded(pair.machine, power, pair.twin.record())
    pair.machine.run(f"mount {GAMES}")
    return f"{actions} actions"


def recorded(machine: Machine, power: Power, wanted: str) -> int:
    """How many actions the game on the disk has, after a look whether its record is the wanted one."""
    machine.run(f"systemctl stop {UNIT} && umount {GAMES}")
    found = power.record()
    if found != wanted:
        raise Wrong(f"this record is not the twin's:\n{found}")
    return len(found.splitlines()) - 1
