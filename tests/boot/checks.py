"""What is checked, in the order of one evening; each check returns its figures and raises when something is wrong."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from evening import SWITCH_OFF_S, UNIT, Evening
from machine import Refusal, Wrong, wait_until

from firmware_py.config.file import JOURNAL_NAME
from firmware_py.games.session import read_record
from firmware_py.storage.journal import UNSAVED
from firmware_py.words import speak, words

OPT = "/opt/pyramid-referee"
SETTINGS = "/etc/pyramid-referee/config.toml"
STATE = "/var/lib/pyramid-referee"
INSTALL = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/mnt/wheels /mnt/{checkout}/systemd/install"
INSTALL_S = 900.0
WATCHDOG_S = 20 + 10
"""After so many silent seconds the service is told to end, and so much later it is killed."""
RESTART_S = 60.0
POWER_CUT_S = 800.0
STICK = "/run/pyramid-referee-stick"
STICK_S = 60.0
CUT_AFTER_ACTIONS = range(4)
CUT_WITHIN_S = 0.1, 3.0
"""So many actions after a game goes on, and between these seconds after the last of them, the power is cut."""
MOST_ACTIONS_ON_FULL_DISK = 40
"""The journal has some room of its own that it uses up first."""


@dataclass(frozen=True)
class Check:
    """One line of the transcript."""

    name: str
    at_most_s: float
    run: Callable[[Evening], str]


def all_checks(cuts: int, seed: int) -> tuple[Check, ...]:
    """Return all checks, with so many power cuts at moments that follow from the seed."""
    run_cut = partial(power_cut, chance=random.Random(seed))
    return (
        Check("systemd/install brings the service to READY", INSTALL_S + 300, install),
        Check("the panel shows the first page (KMSDRM, seen from outside)", 120, see_first_page),
        Check("power off, power on, start again", 600, start_times),
        Check("the drivers speak to a real I2C bus (smbus2, i2c-stub)", 120, i2c),
        Check("a USB stick is mounted for the locked-up service as long as it is plugged in", 300, stick),
        Check("a game is begun and played by keys on simulated pins", 900, begin_game),
        Check("a stopped process is ended by the watchdog, and the game goes on", 240, watchdog),
        Check("read-only system, games on a partition of their own", 900, read_only),
        Check("the disk of the games is full", 900, full_disk),
        Check("update from a newer checkout", INSTALL_S + 300, update),
        Check("a broken update is rolled back", INSTALL_S + 300, roll_back),
        Check("a plug pulled while a broken update starts brings the version before", INSTALL_S + 600, cut_update),
        *(
            Check(f"power cut {number} of {cuts}: nothing that was acknowledged is lost", POWER_CUT_S, run_cut)
            for number in range(1, cuts + 1)
        ),
        Check("the game is played to its end and exported; the record is right", 1800, export),
        Check("a held key counts down and switches the machine off", 240, switch_off_by_hand),
    )


# --- starting --------------------------------------------------------------------------------------------------------


def install(evening: Evening) -> str:
    """Install on a fresh system; the installer itself waits for READY."""
    evening.switch_on()
    began_s = time.monotonic()
    evening.machine.run(INSTALL.format(checkout="this"), INSTALL_S)
    took_s = time.monotonic() - began_s
    allow_slow_fingers(evening)
    memory_mb = int(shown(evening, "MemoryCurrent")) / 1e6
    return f"installed in {took_s:.0f} s, service active, {memory_mb:.0f} MB with the emulated graphics"


def allow_slow_fingers(evening: Evening) -> None:
    """Set in the settings file, as an owner would, that only long presses repeat or count as held.

    An emulated picture may take half a second, and a key's release is seen only after it.
    """
    longer = "s/^# repeat_delay_s = .*/repeat_delay_s = 5.0/; s/^# hold_s = .*/hold_s = 5.0/"
    evening.machine.run(f"sed -i '{longer}' {SETTINGS} && grep -c '^[a-z].* = 5.0' {SETTINGS} | grep -x 2")
    evening.machine.run(f"systemctl restart {UNIT}")


def see_first_page(evening: Evening) -> str:
    """Compare what comes out of the graphics card with what the twin draws."""
    evening.see_welcome()
    return difference_so_far(evening)


def start_times(evening: Evening) -> str:
    """Switch off and on; then start the service three times more."""
    evening.switch_off()
    evening.switch_on()
    heard_s = evening.wait_until_ready()
    evening.see_welcome()
    booted_s = int(shown(evening, "ActiveEnterTimestampMonotonic")) / 1e6
    restarts_s = []
    for _ in range(3):
        evening.machine.run(f"systemctl restart {UNIT}")
        began, ready = (int(shown(evening, f"{end}TimestampMonotonic")) for end in ("InactiveExit", "ActiveEnter"))
        restarts_s.append((ready - began) / 1e6)
    evening.see_welcome()
    return (
        f"boot to READY {booted_s:.1f} s after the kernel began, {heard_s:.1f} s after the plug went in; "
        f"restart to READY {statistics.median(restarts_s):.1f} s"
    )


def i2c(evening: Evening) -> str:
    """Run the drivers as the user of the service, on the kernel's bus without wires."""
    evening.machine.run("modprobe i2c-stub chip_addr=0x20,0x21 && udevadm settle")
    python = f"{OPT}/current/bin/python"
    return evening.machine.run(f"cd / && runuser -u referee -- {python} /mnt/in_the_machine.py").strip()


def stick(evening: Evening) -> str:
    """Plug a stick in twice; from where the service stands a game's file is put on it, and found again."""
    machine, games = evening.machine, f"{STICK}/pyramid-referee/games"
    uses = "from pathlib import Path; from firmware_py.storage.usb_stick import find_stick, write_file"
    inside = f"nsenter --mount --target {shown(evening, 'MainPID')} runuser -u referee -- {OPT}/current/bin/python -c"

    def does(what: str) -> str:
        return machine.run(f'cd / && {inside} "{uses}; {what}"').strip()

    def finds(place: str) -> bool:
        return does("print(find_stick(Path('/')))") == place

    if not finds("None"):
        raise Wrong("there is a stick before one is plugged in")
    machine.plug_in(evening.stick)
    wait_until("the stick is found", STICK_S, lambda: finds(STICK))
    does(f"write_file(Path('{games}'), 'game.jsonl', b'whole')")
    machine.pull_out()
    wait_until("the stick is missed", STICK_S, lambda: finds("None"))
    machine.plug_in(evening.stick)
    wait_until("the stick is found again", STICK_S, lambda: finds(STICK))
    kept = machine.run(f"findmnt --noheadings --output FSTYPE {STICK}; cat {games}/*").split()
    machine.pull_out()
    wait_until("the stick is missed again", STICK_S, lambda: finds("None"))
    if kept != ["vfat", "whole"]:
        raise Wrong(f"on the stick was {kept}")
    return f"FAT, found at {STICK} while it is plugged in; a file written to it was whole after it had been pulled out"


# --- playing ---------------------------------------------------------------------------------------------------------


def begin_game(evening: Evening) -> str:
    """Choose language and game, write the names, and play a few actions."""
    began_s = time.monotonic()
    evening.begin_game()
    evening.play(10)
    each_s = (time.monotonic() - began_s) / evening.presses
    return f"{evening.presses} presses and as many expected pictures, {each_s:.2f} s each; {difference_so_far(evening)}"


def watchdog(evening: Evening) -> str:
    """Stop the process and wait until the system has noticed."""
    before = int(shown(evening, "NRestarts"))
    began_s = time.monotonic()
    evening.machine.run(f"systemctl kill --kill-whom=main --signal=STOP {UNIT}")
    wait_until(
        "an end by the watchdog", WATCHDOG_S + RESTART_S, lambda: int(shown(evening, "NRestarts")) > before, every_s=1
    )
    noticed_s = time.monotonic() - began_s
    evening.wait_until_ready()
    ready_s = time.monotonic() - began_s
    why = evening.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'Watchdog timeout' --lines 1")
    evening.resume()
    return f"{why.strip()}; ended after {noticed_s:.0f} s, READY after {ready_s:.0f} s, the game as it was"


def power_cut(evening: Evening, *, chance: random.Random) -> str:
    """Kill the emulator at a random moment while the game is played, and take the game up again."""
    before, after_s = evening.app.table.playing.ply, chance.uniform(*CUT_WITHIN_S)
    evening.play(chance.choice(CUT_AFTER_ACTIONS))
    plug = threading.Timer(after_s, evening.machine.cut)
    plug.start()
    try:
        while not evening.app.table.playing.is_over:
            evening.play()
        raise Wrong("the game is too short for so many cuts")
    except Refusal:
        wait_until("the cut", 10, lambda: not evening.machine.is_on())
    finally:
        plug.cancel()
        plug.join()
    actions = evening.app.table.playing.ply - before
    evening.unplug()
    evening.switch_on()
    ready_s = evening.wait_until_ready()
    under_way = evening.resume()
    return f"after {actions} actions, the press under way {under_way}; {ready_s:.0f} s from plug to READY"


# --- the disk --------------------------------------------------------------------------------------------------------


def read_only(evening: Evening) -> str:
    """Play on a system that cannot be written at all, and find the game again afterwards."""
    evening.switch_off()
    evening.switch_on(read_only=True)
    evening.wait_until_ready()
    evening.resume()
    status, told = evening.machine.try_to_run("touch /written")
    if status == 0:
        raise Wrong("the system could be written")
    failed = evening.machine.run("systemctl --failed --plain --no-legend | cut -d' ' -f1").split()
    evening.play(3)
    evening.switch_off()
    evening.switch_on()
    evening.wait_until_ready()
    evening.resume()
    return f'"{told.strip()}"; failed units: {" ".join(failed) or "none"}; 3 actions played and found again'


def full_disk(evening: Evening) -> str:
    """Fill the disk of the games, play until the box says so and beyond, make room, and start again."""
    path = f"{STATE}/{JOURNAL_NAME}"
    full = words("The disk that holds {place} is full: make room on it, then start again.", place=path)
    evening.machine.run(f"cat /dev/zero > {STATE}/ballast; sync; test -s {STATE}/ballast")
    evening.expect_full_disk(words("{fault} {more}", fault=full, more=UNSAVED))
    before = evening.app.table.playing.ply
    while not evening.is_in_memory:
        if evening.app.table.playing.ply >= before + MOST_ACTIONS_ON_FULL_DISK:
            raise Wrong("nothing was said of a full disk")
        evening.play()
    noticed = evening.app.table.playing.ply - before
    evening.play(2)
    if int(shown(evening, "NRestarts")):
        raise Wrong("the service did not survive it")
    evening.machine.run(f"rm {STATE}/ballast && systemctl restart {UNIT}")
    evening.forget_what_was_in_memory()
    evening.resume()
    told = speak("en")(full)
    return f'told with action {noticed} ("{told}"), 2 more played in memory; room made: all before is kept'


# --- updates ---------------------------------------------------------------------------------------------------------


def update(evening: Evening) -> str:
    """Install a checkout with a higher version over the running one."""
    began_s = time.monotonic()
    evening.machine.run(INSTALL.format(checkout="newer"), INSTALL_S)
    took_s = time.monotonic() - began_s
    expect_version(evening, "99.0")
    copies = evening.machine.run(f"ls {STATE}/backup/*/{JOURNAL_NAME}").split()
    evening.resume()
    evening.play(1)
    return f"version 99.0 in {took_s:.0f} s, {len(copies)} copy of the games, the game goes on"


def roll_back(evening: Evening) -> str:
    """Install a checkout that ends with an error right after its start."""
    began_s = time.monotonic()
    status, told = evening.machine.try_to_run(INSTALL.format(checkout="broken"), INSTALL_S)
    took_s = time.monotonic() - began_s
    if status != 1 or "the version before runs again" not in told:
        raise Wrong(f"the installer ended with {status} and said:\n{told}")
    evening.wait_until_ready()
    expect_version(evening, "99.0")
    evening.resume()
    evening.play(1)
    return f"refused after {took_s:.0f} s, version 99.0 runs again, the game goes on"


def cut_update(evening: Evening) -> str:
    """Pull the plug while a version that cannot start is started for the first time, before the installer knows."""
    evening.machine.run(f"({INSTALL.format(checkout='broken')}) > /dev/null 2>&1 &")
    is_starting = f"test -e {OPT}/unfinished && systemctl is-active {UNIT} | grep -x activating"
    wait_until("the new version's start", INSTALL_S, lambda: evening.machine.try_to_run(is_starting)[0] == 0)
    evening.unplug()
    evening.switch_on()
    ready_s = evening.wait_until_ready()
    told = evening.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'The power went' --lines 1")
    expect_version(evening, "99.0")
    evening.resume()
    evening.play(1)
    return f"{told.strip()} {ready_s:.0f} s from plug to READY, the game goes on"


# --- the record ------------------------------------------------------------------------------------------------------


def export(evening: Evening) -> str:
    """Play on to the end, and compare the exported record with the twin's."""
    while not evening.app.table.playing.is_over:
        evening.play()
    evening.machine.run(f"systemctl stop {UNIT}")
    program = f"runuser -u referee -- {OPT}/current/bin/pyramid-referee"
    number = evening.machine.run(f"cd / && {program} games --data {STATE}").split()[0]
    record = evening.machine.run(f"cd / && {program} export {number} --data {STATE}")
    if record != evening.twin.record():
        raise Wrong(f"this record is not the twin's:\n{record}")
    evening.machine.run(f"cd / && {program} export {number} --data {STATE} | {program} replay -")
    session = read_record(record.encode())
    if not session.is_over:
        raise Wrong("the record does not lead to the end of the game")
    return f"{session.ply} actions, {evening.presses} presses; {difference_so_far(evening)}"


def switch_off_by_hand(evening: Evening) -> str:
    """Hold the key of "ok" through the hold, the countdown and the farewell."""
    evening.machine.run(f"systemctl start {UNIT}")
    began_s = time.monotonic()
    evening.machine.hold("ok", 15)
    wait_until("switched off by itself", SWITCH_OFF_S, lambda: not evening.machine.is_on())
    return f"off {time.monotonic() - began_s:.0f} s after the key went down"


# --- what several checks need ----------------------------------------------------------------------------------------


def shown(evening: Evening, what: str) -> str:
    """Return what systemd shows of the service."""
    return evening.machine.run(f"systemctl show {UNIT} --property {what} --value").strip()


def expect_version(evening: Evening, version: str) -> None:
    """Check which version is installed. :raises Wrong: when it is another"""
    code = "from importlib.metadata import version; print(version('pyramid-referee'))"
    found = evening.machine.run(f'cd / && {OPT}/current/bin/python -c "{code}"').strip()
    if found != version:
        raise Wrong(f"version {found} is installed, not {version}")


def difference_so_far(evening: Evening) -> str:
    """Return how far the pictures were off at most."""
    return f"at most {evening.largest_difference:.3%} of the pixels differed"
