"""Switches the emulated arm64 computer on: from a kept state, with its lines.

States are kept. One is from after booting, before any disk but the system's was mounted. One is from later: the
disk with the program is mounted, the service has run once, so that its files are in the machine's memory, and the
system's log is full. The disk of the games is not mounted in it: each start and each power cut begins there, with the
disk as it was left. In the others the service rests at its first page, with settings and games of a check's own; its
disk is kept, too.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import image
from at_rest import load_at_rest
from check_run import version_of
from computers import ARM
from disks import PROJECT, STEP_S, copy_from, file_system, recipe
from lines import Lines, settings
from log_flood import fill
from machine import Disk, Machine, Refusal, wait_until
from pair import SIZE, UNIT
from program import program

BOOT_S = 600.0
STATE_S = 120.0
SMALL = "-smp", "1", "-m", "512"
"""One processor is emulated faster than two: its instructions need not be safe from another's."""
LEAN = "nokaslr init_on_alloc=0 lsm=capability audit=0 mitigations=off psi=0 nowatchdog"
"""What Debian's kernel leaves out here, as Raspberry Pi OS's mostly does: it costs an emulated processor much.

With KASLR the kernel has page tables of its own, whatever `mitigations` says, and at each call of the kernel the
emulator forgets where all memory lies.
"""
REVISION = "902120"
"""What a Raspberry Pi Zero 2 W calls itself; gpiozero refuses a computer without a revision."""
MACHINE = (
    Path(__file__),
    Path(__file__).with_name("log_flood.py"),
    *(PROJECT / "tests/emulated" / name for name in ("machine.py", "computers.py")),
)
"""What describes the machine: a state is of use to no other, nor to another version of the emulator."""
GAMES_MB = 16
SAME_ADDRESSES = "echo 0 > /proc/sys/kernel/randomize_va_space"
"""A program that runs again then lies where it lay before, and the emulator need not translate it again."""
DISK = "/dev/vdb"
"""The disk of the games, as the machine calls it."""
SHADERS = ".cache"
"""Where the graphics driver keeps what it has compiled, among the games: without it, each first start takes longer."""


class ArmMachine(Machine):
    """An arm64 computer whose buttons are pressed at the pins, or by the keyboard where there are none."""

    lines: Lines
    began_s: float
    """When the service was started."""
    games: Path
    """The disk of the games."""
    has_pins = True
    """Whether the service can use the pins."""
    _is_frozen = False

    def press(self, button: str) -> None:
        """Press a button at its pin, or its key."""
        if self.has_pins:
            self.lines.press(button)
        else:
            super().press(button)
        self._refuse_if_frozen()

    def picture(self, name: str = "screen") -> Path:
        """A file with what the graphics card sends to the screen now. :raises Refusal: after a power cut"""
        file = super().picture(name)
        self._refuse_if_frozen()
        return file

    def is_on(self) -> bool:
        """Whether the machine runs, and its power is not cut."""
        return super().is_on() and not self._is_frozen

    def freeze_disk(self) -> None:
        """Keep the disk of the games as a power cut would leave it now; what comes later does not count.

        The emulator stands still for so long (SIGSTOP). What the machine has not written by then is not in the copy.
        """
        self._is_frozen = True
        self._process.send_signal(signal.SIGSTOP)
        os.waitpid(self._process.pid, os.WUNTRACED)
        shutil.copyfile(self.games, self.frozen)
        self._process.send_signal(signal.SIGCONT)

    def thaw(self) -> None:
        """Let what the machine does count again, as if no disk had been kept."""
        self._is_frozen = False

    def put_disk_back(self) -> None:
        """Write the kept disk over that of the games, which is not mounted; the machine counts as switched on now."""
        with self.games.open("r+b") as disk:
            disk.write(self.frozen.read_bytes())
        self.thaw()
        self.switched_on_s = time.monotonic()

    @property
    def frozen(self) -> Path:
        """The disk of the games as it was kept."""
        return self.games.with_suffix(".frozen")

    def _refuse_if_frozen(self) -> None:
        if self._is_frozen:
            raise Refusal("the power is cut")

    def hold(self, button: str, seconds: float) -> None:
        """Hold a button for so long; where there are no pins, begin to hold its key."""
        if self.has_pins:
            self.lines.press(button, seconds)
        else:
            super().hold(button, seconds)

    def wait_for_unit(self, unit: str, seconds: float) -> int:
        """Wait until a unit that is being started is active, without asking again and again while it starts.

        Return how many starts failed meanwhile: on a busy PC one may miss the unit's limit.
        """
        start = f"until systemctl start {unit} 2> /dev/null; do echo failed; sleep 1; done"
        return self.run(start, seconds).count("failed")


class Power:
    """The computer's disks: its own, the one of the games, and the one with the program."""

    def __init__(self, folder: Path, debian: image.Image) -> None:
        """Make the disks in this folder."""
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._debian = debian
        self._games = folder / "games.img"
        self._program = program()
        machine = recipe(version_of(ARM.emulator), *(source.read_text() for source in MACHINE))
        self._booted = image.BUILD / f"booted-{debian.root.name}-{machine}"
        self._state = image.BUILD / f"state-{self._booted.name}-{self._program.name}"
        self._shaders = self._state.with_name(f"shaders-{self._state.name}")
        self.settings = settings()
        """The settings file from the next start on."""
        self.replace_games()

    def __call__(self, *, read_only: bool = False) -> Machine:  # noqa: ARG002 - it always is
        """Switch on, mount the games, and let the service start. :raises Late: when the machine hangs"""
        machine = self.switched_on()
        self.start(machine)
        return machine

    def switched_on(self) -> ArmMachine:
        """Switch on and mount the games; the service does not run."""
        machine = self._with_lines(self._state)
        machine.run(f"mount {image.GAMES} && {self._write_settings}")
        return machine

    def keep_ready(self, name: str, data: Path | None = None) -> None:
        """Keep a state by a name, unless it is kept: the service rests on its first page, with these games or none."""
        state, games = self._ready(name)
        if state.exists():
            return
        self.replace_games(data)
        with self._restored(self._state) as machine:
            machine.run(f"mount {image.GAMES} && {self._write_settings}")
            machine.wait_for_unit(UNIT, BOOT_S)
            load_at_rest(machine)  # first the other games are loaded
            machine.run("sync")
            _keep(machine, state, lambda: shutil.copyfile(self._games, games))

    def ready(self, name: str) -> ArmMachine:
        """Switch on in the state that was kept by this name."""
        state, games = self._ready(name)
        shutil.copyfile(games, self._games)
        return self._with_lines(state)

    def _ready(self, name: str) -> tuple[Path, Path]:
        """The files of such a state, and of its disk."""
        state = self._state.with_name(f"ready-{name}-{self._state.name}")
        return state, state.with_suffix(".games")

    def put_disk_back(self, machine: ArmMachine) -> None:
        """Let the machine go on with the disk that it had at the power cut; of the service, nothing is left."""
        kill = f"systemctl kill --kill-whom=all --signal=KILL {UNIT}; systemctl stop {UNIT}"
        machine.run(f"{kill}; umount {image.GAMES} && blockdev --flushbufs {DISK}")
        machine.put_disk_back()
        machine.run(f"mount {image.GAMES}")
        self.start(machine)

    def replace_games(self, data: Path | None = None) -> None:
        """Put in a disk with these games, or without games; the computer is off."""
        self._games.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as tree:
            for files in (self._shaders, data):
                if files and files.exists():
                    shutil.copytree(files, tree, dirs_exist_ok=True)
            if os.geteuid() == 0:  # whose files the service could not write
                for file in Path(tree).rglob("*"):
                    os.chown(file, image.GROUPS["referee"], image.GROUPS["referee"])
            file_system(self._games, GAMES_MB, "-d", tree)

    def record(self, disk: Path | None = None) -> str:
        """The record of the first game on a disk that is not mounted, as the program exports it here.

        It is the disk of the games, if no other is given.
        """
        with tempfile.TemporaryDirectory(dir=self._folder) as data:
            copy_from(disk or self._games, ("games.sqlite", "games.sqlite-wal", "games.sqlite-count"), Path(data))
            export = sys.executable, "-m", "firmware_py", "export", "1", "--data", data
            return subprocess.run(
                export, cwd=PROJECT, capture_output=True, text=True, check=True, timeout=STEP_S
            ).stdout

    def prepare(self) -> str:
        """Make what is kept, unless it is there; return how long the service took to start for the first time."""
        if self._state.exists():
            return "kept from an earlier run"
        if not self._booted.exists():
            self._boot()
        for old in image.BUILD.glob("shaders-*"):
            shutil.rmtree(old)
        for old in (*image.BUILD.glob("state-*"), *image.BUILD.glob("ready-*")):
            old.unlink()
        with self._restored(self._booted) as machine:
            machine.run(f"{SAME_ADDRESSES} && mount {image.OPT} && mount {image.GAMES} && {self._write_settings}")
            began_s = time.monotonic()
            machine.wait_for_unit(UNIT, BOOT_S)
            ready_s = time.monotonic() - began_s
            machine.run(f"systemctl stop {UNIT} && umount {image.GAMES}")
            machine.run("journalctl --rotate && journalctl --vacuum-time=1s")
            fill(machine)
            self._shaders.mkdir()
            copy_from(self._games, (SHADERS,), self._shaders)
            _keep(machine, self._state)
        return f"the service's first start after booting, nothing in memory: {ready_s:.1f} s to READY"

    def start(self, machine: ArmMachine) -> None:
        """Let the service start."""
        machine.began_s = time.monotonic()
        machine.run(f"systemctl start --no-block {UNIT}")

    def _boot(self) -> None:
        if not self._debian.tree.exists():
            _write_device_tree(self._debian.tree)
        machine = self._machine()
        try:
            machine.wait_for_agent(BOOT_S)
            for old in image.BUILD.glob("booted-*"):
                old.unlink()
            wait_until("the system", BOOT_S, lambda: not machine.run("systemctl list-jobs --no-legend").strip())
            _keep(machine, self._booted)
        finally:
            machine.unplug()

    def _with_lines(self, state: Path) -> ArmMachine:
        machine = self._restored(state)
        machine.lines = Lines(self._qtest, machine)
        machine.games = self._games
        return machine

    def _restored(self, state: Path) -> ArmMachine:
        machine = self._machine("-incoming", f"exec:cat {state}")
        try:
            wait_until("the state", STATE_S, lambda: machine.ask("query-status")["status"] == "paused", every_s=0.05)
            machine.ask("cont")
            machine.wait_for_agent(STATE_S)
        except BaseException:
            machine.unplug()
            raise
        return machine

    @property
    def _write_settings(self) -> str:
        return f"cat > {image.SETTINGS}/config.toml <<'END'\n{self.settings}END"

    @property
    def _qtest(self) -> Path:
        return self._folder / "qtest"

    def _machine(self, *further: str) -> ArmMachine:
        self._qtest.unlink(missing_ok=True)
        qtest = "-qtest", f"unix:{self._qtest},server=on,wait=off", "-qtest-log", "/dev/null"
        return ArmMachine(
            self._folder,
            self._debian.kernel,
            self._debian.initrd,
            (
                Disk(self._debian.root, read_only=True),
                Disk(self._games, cache="unsafe"),
                Disk(self._program, read_only=True),
            ),
            SIZE,
            f"ro {LEAN}",
            ARM,
            (*SMALL, "-dtb", self._debian.tree, *qtest, *further),
        )


def _keep(machine: Machine, state: Path, copy_disk: Callable[[], object] = lambda: None) -> None:
    """Stop a machine, copy its disk, and write its state to a file."""
    machine.ask("stop")
    copy_disk()
    new = state.with_suffix(".new")
    machine.ask("migrate", uri=f"exec:cat > {new}")
    wait_until("the state", STATE_S, lambda: machine.ask("query-migrate").get("status") == "completed")
    new.rename(state)


def _write_device_tree(tree: Path) -> None:
    """Write the emulator's device tree, as a Raspberry Pi's: a revision, and no power key on a pin."""
    command = ARM.emulator, *ARM.options, *SMALL, "-machine", f"dumpdtb={tree}"
    subprocess.run(command, check=True, capture_output=True)
    for change in (("-r", tree, "/gpio-keys"), ("-c", tree, "/system")):
        subprocess.run(("fdtput", *change), check=True)
    subprocess.run(("fdtput", "-t", "x", tree, "/system", "linux,revision", REVISION), check=True)
