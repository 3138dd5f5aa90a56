"""The checks, in the order of the run; each returns its figures and raises when something is wrong."""

from __future__ import annotations

import random
import statistics
import time
from functools import partial
from pathlib import Path

import pygame
from check_run import Check
from game_checks import OPT, STATE, difference_so_far, export, memory_at_rest, power_cut, unit_property, watchdog
from i2c_adapter import I2cAdapter
from in_the_machine import CHIPS
from machine import Wrong, wait_until
from pair import ACROSS_AFTER_S, SWITCH_OFF_S, UNIT, Pair
from power import Power

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.storage.files import UNSAVED
from firmware_py.words import speak, words

SETTINGS = "/etc/pyramid-referee/config.toml"
PAGES_STAY = f"s/^# across_after_s = .*/across_after_s = {ACROSS_AFTER_S}/"
LONG_S = 5.0
"""How long a press is that repeats or counts as held. An emulated picture may take half a second, and a key's release
is noticed only after it."""
SLOWER = f"s/^# repeat_delay_s = .*/repeat_delay_s = {LONG_S}/; s/^# hold_s = .*/hold_s = {LONG_S}/; {PAGES_STAY}"
"""What sed does to a settings file, so that only presses of `LONG_S` repeat or count as held, and pages stay."""
HELD_S = LONG_S + 1.0
"""How long a key is held that is meant to count as held."""
BACKUPS = "/var/backups/pyramid-referee"
INSTALL = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/mnt/wheels /mnt/{checkout}/systemd/install"
INSTALL_S = 1800.0
GAME_S = 900.0
SHORT_S = 600.0
POWER_CUT_S = 800.0
STICKS = "/run/pyramid-referee-sticks/sda1", "/run/pyramid-referee-sticks/sda2"
STICK_S = 120.0
I2C_S = 60.0
FROZEN_S = 25
"""Longer than the watchdog's 20 seconds, and shorter than a picture may take to come."""
LETTERS = (170, 170, 170), (60, 60, 60)
"""The grey in which the kernel's console writes, and how far a pixel's colour may be from it."""
LEAST_LIT = 1000
"""The fewest pixels of the text in `systemd/tell-why`."""
MOST_ACTIONS_ON_FULL_DISK = 40
"""The journal has free room in its own file and uses it up first."""


def all_checks(cuts: int, seed: int, folder: Path, usb_stick: Path, power: Power) -> tuple[Check, ...]:
    """All checks, among them this many power cuts; the seed decides their moments.

    `folder` is that of the run, `usb_stick` a file.
    """
    use_no_games_disk = partial(no_games_disk, power=power)
    run_cut = partial(power_cut, chance=random.Random(seed))
    use_stick = partial(stick, usb_stick=usb_stick)
    use_i2c = partial(i2c, folder=folder)
    return (
        Check("systemd/install brings the service to READY", INSTALL_S + 300, install),
        Check("the panel shows the first page (KMSDRM, seen from outside)", SHORT_S, first_page),
        Check("power off, power on, start again", GAME_S, start_times),
        Check("the drivers speak to a real I2C bus (smbus2, i2c-tiny-usb)", SHORT_S, use_i2c),
        Check("a USB stick of two partitions is mounted for the locked-up service", GAME_S, use_stick),
        Check("a game is begun and played by keys on simulated pins", GAME_S, begin_game),
        Check("a stopped process is ended by the watchdog, and the game goes on", SHORT_S, watchdog),
        Check("read-only system, games on a partition of their own", GAME_S, read_only),
        Check("read-only system, no partition of the games", GAME_S, use_no_games_disk),
        Check("a Python that is gone is told on the screen", GAME_S, no_python),
        Check("the disk of the games stands still for 25 seconds", SHORT_S, stalled_disk),
        Check("the disk of the games is full", GAME_S, full_disk),
        Check("update from a newer checkout", INSTALL_S + 300, update),
        Check("a broken update is rolled back", INSTALL_S + 300, roll_back),
        Check("a plug pulled while a broken update starts brings the version before", INSTALL_S + 600, cut_update),
        *(
            Check(f"power cut {number} of {cuts}: nothing that was acknowledged is lost", POWER_CUT_S, run_cut)
            for number in range(1, cuts + 1)
        ),
        Check("the game is played to its end and exported; the record is right", 1800, export),
        Check("a held key counts down and switches the machine off", SHORT_S, switch_off_by_key),
    )


# --- starting --------------------------------------------------------------------------------------------------------


def install(pair: Pair) -> str:
    """Install on a fresh system; the installer itself waits for READY."""
    pair.switch_on()
    began_s = time.monotonic()
    pair.machine.run(INSTALL.format(checkout="this"), INSTALL_S)
    took_s = time.monotonic() - began_s
    allow_slow_presses(pair)
    memory_mb = int(unit_property(pair, "MemoryCurrent")) / 1e6
    return f"installed in {took_s:.0f} s, service active, {memory_mb:.0f} MB with the emulated graphics"


def allow_slow_presses(pair: Pair) -> None:
    """Set in the settings file that only presses of `LONG_S` repeat or count as held, and that pages stay."""
    pair.machine.run(f"sed -i '{SLOWER}' {SETTINGS} && grep -c '^[a-z].* = [58].*0' {SETTINGS} | grep -x 3")
    pair.machine.run(f"systemctl restart {UNIT}")


def first_page(pair: Pair) -> str:
    """Compare the picture from the graphics card with the one that the twin draws."""
    pair.expect_welcome()
    return difference_so_far(pair)


def start_times(pair: Pair) -> str:
    """Switch off and on; then start the service three times more."""
    pair.switch_off()
    pair.switch_on()
    heard_s = pair.wait_until_ready()
    pair.expect_welcome()
    booted_s = int(unit_property(pair, "ActiveEnterTimestampMonotonic")) / 1e6
    restarts_s = []
    for _ in range(3):
        pair.machine.run(f"systemctl restart {UNIT}")
        began, ready = (int(unit_property(pair, f"{end}TimestampMonotonic")) for end in ("InactiveExit", "ActiveEnter"))
        restarts_s.append((ready - began) / 1e6)
    pair.expect_welcome()
    return (
        f"boot to READY {booted_s:.1f} s after the kernel began, {heard_s:.1f} s after the plug went in; "
        f"restart to READY {statistics.median(restarts_s):.1f} s; {memory_at_rest(pair)}"
    )


def i2c(pair: Pair, *, folder: Path) -> str:
    """Run the drivers as the service's user, on the bus of an adapter on USB."""
    adapter = I2cAdapter(pair.machine, folder, CHIPS)
    bus = "grep i2c-tiny-usb /sys/class/i2c-dev/*/name && udevadm settle"
    wait_until("the I2C bus", I2C_S, lambda: pair.machine.try_to_run(bus)[0] == 0)
    python = f"{OPT}/current/bin/python"
    printed = pair.machine.run(f"cd / && runuser -u referee -- {python} /mnt/in_the_machine.py").strip()
    adapter.pull_out()
    return printed


def stick(pair: Pair, *, usb_stick: Path) -> str:
    """Plug a stick of two partitions in twice; in the service's own view write to both, and find the files again."""
    machine = pair.machine
    uses = "from pathlib import Path; from firmware_py.transfers.stick import find_sticks, write_file"
    inside = (
        f"nsenter --mount --target {unit_property(pair, 'MainPID')} runuser -u referee -- {OPT}/current/bin/python -c"
    )

    def does(what: str) -> str:
        return machine.run(f'cd / && {inside} "{uses}; {what}"').strip()

    def finds(*places: str) -> bool:
        return does("print(*(stick.folder for stick in find_sticks(Path('/'))))") == " ".join(places)

    if not finds():
        raise Wrong("there is a stick before one is plugged in")
    machine.plug_in(usb_stick)
    wait_until("both partitions are found", STICK_S, lambda: finds(*STICKS), every_s=2)
    for place in STICKS:
        does(f"write_file(Path('{place}'), 'pyramid-referee/games/game.jsonl', b'{place[-4:]} ')")
    machine.pull_out()
    wait_until("the stick is missed", STICK_S, finds, every_s=2)
    machine.plug_in(usb_stick)
    wait_until("the stick is found again", STICK_S, lambda: finds(*STICKS), every_s=2)
    found = [
        machine.run(f"findmnt -no FSTYPE {place}; cat {place}/pyramid-referee/games/*").split() for place in STICKS
    ]
    machine.pull_out()
    wait_until("the stick is missed again", STICK_S, finds, every_s=2)
    if found != [["vfat", "sda1"], ["vfat", "sda2"]]:
        raise Wrong(f"on the stick was {found}")
    return f"FAT, found at {' and '.join(STICKS)}; what was written to each was whole after it had been pulled out"


# --- playing ---------------------------------------------------------------------------------------------------------


def begin_game(pair: Pair) -> str:
    """Choose language and game, enter the names, and play a few actions."""
    began_s = time.monotonic()
    pair.begin_game()
    pair.play(10)
    each_s = (time.monotonic() - began_s) / pair.presses
    return f"{pair.presses} presses and as many expected pictures, {each_s:.2f} s each; {difference_so_far(pair)}"


# --- the disk --------------------------------------------------------------------------------------------------------


def read_only(pair: Pair) -> str:
    """Play on a system that cannot be written at all, and find the game again afterwards."""
    pair.switch_off()
    pair.switch_on(read_only=True)
    pair.wait_until_ready()
    pair.resume()
    status, printed = pair.machine.try_to_run("touch /written")
    if status == 0:
        raise Wrong("the system could be written")
    failed = pair.machine.run("systemctl --failed --plain --no-legend | cut -d' ' -f1").split()
    pair.play(3)
    pair.switch_off()
    pair.switch_on()
    pair.wait_until_ready()
    pair.resume()
    return f'"{printed.strip()}"; failed units: {" ".join(failed) or "none"}; 3 actions played and found again'


def no_games_disk(pair: Pair, *, power: Power) -> str:
    """Start where the partition that fstab names is missing: people can play in memory; then find the game again."""
    pair.switch_off()
    pair.switch_on_with(partial(power, read_only=True, has_games_disk=False))
    ready_s = pair.wait_until_ready()
    logged = pair.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'is not mounted' --lines 1")
    left = pair.machine.run(f"ls {STATE}").split()
    if left:
        raise Wrong(f"beneath the place of the partition was written: {left}")
    pair.switch_off()
    pair.switch_on()
    pair.wait_until_ready()
    pair.resume()
    return f'"{logged.strip()}" {ready_s:.0f} s from plug to READY; with the partition the game goes on'


def no_python(pair: Pair) -> str:
    """Take the program's Python away, as an upgrade of the system does: screen and log say what to do."""
    lib = f"{OPT}/current/lib"
    pair.machine.run(f"mv {lib} {lib}.gone; systemctl restart --no-block {UNIT}")
    said = f"journalctl --boot --unit {UNIT} --output cat --grep 'Pyramid Referee cannot start' --lines 1"
    wait_until("the log says it", SHORT_S, lambda: pair.machine.try_to_run(said)[0] == 0, every_s=2)
    wait_until("it stands on the text console", SHORT_S, lambda: "sudo ./systemd/install" in console(pair), every_s=2)
    lit = pygame.mask.from_threshold(pygame.image.load(pair.machine.picture("console")), *LETTERS).count()
    if lit < LEAST_LIT:
        raise Wrong(f"the screen is dark: {lit} pixels are lit")
    why = next(line for line in console(pair).splitlines() if "Error" in line)
    pair.machine.run(f"mv {lib}.gone {lib}")
    pair.wait_until_ready()
    pair.resume()
    return f'"{why.strip()}" on the text console, {lit} pixels lit; put back, the game goes on'


def console(pair: Pair) -> str:
    """What stands on the text console of the screen (vcs(4))."""
    return pair.machine.run("fold --width=$(stty --file=/dev/tty1 size | cut -d' ' -f2) /dev/vcs1")


def stalled_disk(pair: Pair) -> str:
    """Let the disk of the games stand still for longer than the watchdog waits, and play on meanwhile."""
    restarts = unit_property(pair, "NRestarts")
    still = f"fsfreeze --freeze {STATE}; sleep {FROZEN_S}; fsfreeze --unfreeze {STATE}"
    pair.machine.run(f"systemd-run --collect sh -c '{still}' && sleep 1")
    pair.play(2)
    if unit_property(pair, "NRestarts") != restarts:
        raise Wrong("the service did not survive it")
    logged = pair.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'to store something' --lines 1")
    return f'"{logged.strip()}"; 2 actions played, no restart'


def full_disk(pair: Pair) -> str:
    """Fill the disk of the games, play until the device announces it and beyond, make room, and start again."""
    path = f"{STATE}/{JOURNAL_NAME}"
    full = words("The disk that holds {place} is full: make room on it, then start again.", place=path)
    restarts = unit_property(pair, "NRestarts")
    pair.machine.run(f"cat /dev/zero > {STATE}/ballast; sync; test -s {STATE}/ballast")
    pair.expect_full_disk(words("{fault} {more}", fault=full, more=UNSAVED))
    before = pair.app.table.playing.ply
    while not pair.is_in_memory:
        if pair.app.table.playing.ply >= before + MOST_ACTIONS_ON_FULL_DISK:
            raise Wrong("nothing was said of a full disk")
        pair.play()
    noticed = pair.app.table.playing.ply - before
    pair.play(2)
    if unit_property(pair, "NRestarts") != restarts:
        raise Wrong("the service did not survive it")
    pair.machine.run(f"rm {STATE}/ballast && systemctl restart {UNIT}")
    pair.forget_what_was_in_memory()
    pair.resume()
    announced = speak("en")(full)
    return f'told with action {noticed} ("{announced}"), 2 more played in memory; room made: all before is kept'


# --- updates ---------------------------------------------------------------------------------------------------------


def update(pair: Pair) -> str:
    """Install a checkout with a higher version over the running one."""
    began_s = time.monotonic()
    pair.machine.run(INSTALL.format(checkout="newer"), INSTALL_S)
    took_s = time.monotonic() - began_s
    expect_version(pair, "99.0")
    copies = pair.machine.run(f"ls {BACKUPS}/*/{JOURNAL_NAME}").split()
    pair.resume()
    pair.play(1)
    return f"version 99.0 in {took_s:.0f} s, {len(copies)} copy of the games, the game goes on"


def roll_back(pair: Pair) -> str:
    """Install a checkout that ends with an error right after its start."""
    began_s = time.monotonic()
    status, printed = pair.machine.try_to_run(INSTALL.format(checkout="broken"), INSTALL_S)
    took_s = time.monotonic() - began_s
    if status != 1 or "the version before runs again" not in printed:
        raise Wrong(f"the installer ended with {status} and said:\n{printed}")
    pair.wait_until_ready()
    expect_version(pair, "99.0")
    pair.resume()
    pair.play(1)
    return f"refused after {took_s:.0f} s, version 99.0 runs again, the game goes on"


def cut_update(pair: Pair) -> str:
    """Cut the power during the first start of a version that cannot start, before the installer notices.

    Until the computer starts again, each start takes long enough for the plug to be pulled in its midst.
    """
    slower = f"/run/systemd/system/{UNIT}.service.d/slower.conf"
    pair.machine.run(f"install -D /dev/null {slower} && printf '[Service]\\nExecStartPre=sleep 20\\n' > {slower}")
    pair.machine.run(f"({INSTALL.format(checkout='broken')}) > /dev/null 2>&1 &")
    is_starting = f"test -e {OPT}/unfinished && systemctl is-active {UNIT} | grep -x activating"
    wait_until("the new version's start", INSTALL_S, lambda: pair.machine.try_to_run(is_starting)[0] == 0)
    pair.unplug()
    pair.switch_on()
    ready_s = pair.wait_until_ready()
    logged = pair.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'was cut off' --lines 1")
    expect_version(pair, "99.0")
    pair.resume()
    pair.play(1)
    return f"{logged.strip()} {ready_s:.0f} s from plug to READY, the game goes on"


# --- the end ---------------------------------------------------------------------------------------------------------


def switch_off_by_key(pair: Pair) -> str:
    """Hold the key of "ok" through the countdown, until the machine is off."""
    pair.machine.run(f"systemctl start {UNIT}")
    began_s = time.monotonic()
    pair.machine.hold("ok", 15)
    wait_until("switched off by itself", SWITCH_OFF_S, lambda: not pair.machine.is_on())
    return f"off {time.monotonic() - began_s:.0f} s after the key went down"


# --- helpers of several checks ---------------------------------------------------------------------------------------


def expect_version(pair: Pair, version: str) -> None:
    """Check which version is installed. :raises Wrong: when it is another"""
    code = "from importlib.metadata import version; print(version('pyramid-referee'))"
    found = pair.machine.run(f'cd / && {OPT}/current/bin/python -c "{code}"').strip()
    if found != version:
        raise Wrong(f"version {found} is installed, not {version}")
