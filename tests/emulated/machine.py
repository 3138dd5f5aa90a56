"""An emulated computer that is switched on, watched, pressed and unplugged from outside.

Why an agent in the machine (qemu-guest-agent) and no console: its commands and answers are JSON on a channel of their
own, so no output of the system can be mistaken for an answer. Presses and pictures go through what players use: a USB
keyboard, and the picture that the graphics card sends to a screen (both by QMP).
"""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from computers import Computer

T = TypeVar("T")


CARD = "card"
"""The name of the graphics card in commands to the emulator."""
STICK = "stick"
"""The name of a USB stick."""
PORTS = ("monitor", "agent")

KEYS = {"ok": "ret", "back": "backspace", "up": "up", "down": "down", "left": "left", "right": "right"}
"""The key of each button, as the emulator names it."""

LOOK_S, ASK_S = 0.05, 1.0
"""How often is looked whether a command has told its end on the console, and how often the agent is asked otherwise.
The agent logs each answer, which costs an emulated processor much; a look at the console's file costs it nothing."""
ANSWER_S = 180.0
"""How long an answer may take at most, and the start of a service; the host may be busy."""


class Late(Exception):  # noqa: N818 - it is not the test that erred
    """Something did not happen within its limit."""


class Refusal(Exception):  # noqa: N818
    """The emulator, its agent or a command in the machine refused."""


class Wrong(Exception):  # noqa: N818
    """The machine did something wrong."""


def wait_until(what: str, seconds: float, found: Callable[[], T | None], every_s: float = 0.25) -> T:
    """The first answer that is not None or False.

    :raises Late: when there is none within `seconds`
    """
    ends_s = time.monotonic() + seconds
    while True:
        answer = found()
        if answer is not None and answer is not False:
            return answer
        if time.monotonic() >= ends_s:
            raise Late(f"{what}: not within {seconds:.0f} s")
        time.sleep(every_s)


class Channel:
    """Questions and answers as lines of JSON on a socket."""

    def __init__(self, address: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(address))
        self._rest = b""

    def ask(self, command: str, seconds: float = ANSWER_S, **arguments: Any) -> Any:
        """The answer; events that are reported meanwhile are skipped.

        :raises Refusal: when the command is refused
        :raises Late: when no answer comes
        """
        question = {"execute": command, "arguments": {name.replace("_", "-"): it for name, it in arguments.items()}}
        self._socket.settimeout(seconds)
        try:
            self._socket.sendall(json.dumps(question).encode() + b"\n")
            while True:
                answer = json.loads(self._line())
                if "error" in answer:
                    raise Refusal(f"{command}: {answer['error']['desc']}")
                if "return" in answer:
                    return answer["return"]
        except TimeoutError:
            raise Late(f"{command}: no answer within {seconds:.0f} s") from None
        except OSError as error:
            raise Refusal(f"{command}: {error}") from None

    def _line(self) -> bytes:
        while b"\n" not in self._rest:
            more = self._socket.recv(65536)
            if not more:
                raise ConnectionResetError("the machine is gone")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


@dataclass(frozen=True)
class Disk:
    """A disk of the machine, by its file."""

    file: Path
    kind: str = "raw"
    read_only: bool = False
    cache: str = "writeback"
    """How the emulator writes to the file. With `unsafe`, what the machine flushes need not reach the disk of this PC,
    which does not matter where only the emulator is killed."""

    def options(self) -> tuple[str, ...]:
        """The emulator's options for it: a disk with a write cache that the machine must flush itself."""
        lock = ",readonly=on" if self.read_only else ""
        return "-drive", f"file={self.file},format={self.kind},if=virtio,cache={self.cache}{lock}"


class Machine:
    """A machine that is on; leaving the context ends it."""

    def __init__(
        self,
        folder: Path,
        kernel: Path,
        initrd: Path,
        disks: tuple[Disk, ...],
        size: tuple[int, int],
        words: str,
        computer: Computer,
        further: tuple[str | Path, ...] = (),
    ) -> None:
        """Switch it on with a screen of this size.

        `words` are added to the kernel's command line: `ro` or `rw` says whether the first disk, the root, may be
        written. `further` are options of the emulator.
        """
        self._folder = folder
        for port in PORTS:
            (folder / port).unlink(missing_ok=True)
        ports = [f"socket,id={port},path={folder / port},server=on,wait=off" for port in PORTS]
        boot = f"root=/dev/vda {words} console={computer.console} net.ifnames=0 systemd.show_status=0 quiet"
        self._terminal = computer.console
        self._commands = 0
        """How many commands were run in it."""
        self._console = folder / "console.log"
        self._console.unlink(missing_ok=True)
        self.switched_on_s = time.monotonic()
        self._process = subprocess.Popen(
            [
                *(computer.emulator, *computer.options),
                *("-nodefaults", "-no-user-config", "-display", "none", "-vga", "none", "-nic", "none", "-no-reboot"),
                *("-kernel", kernel, "-initrd", initrd, "-append", boot),
                *(option for disk in disks for option in disk.options()),
                *("-device", f"{computer.card},id={CARD},xres={size[0]},yres={size[1]}"),
                *("-device", "qemu-xhci", "-device", "usb-kbd"),
                *("-chardev", f"file,id=console,path={self._console}", "-serial", "chardev:console"),
                *("-chardev", ports[0], "-mon", "chardev=monitor,mode=control"),
                *("-chardev", ports[1], "-device", "virtio-serial"),
                *("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"),
                *further,
            ],
            stdin=subprocess.DEVNULL,
        )
        self._monitor = wait_until("the emulator", 20, lambda: self._connected("monitor"))
        self._monitor.ask("qmp_capabilities")
        self._agent: Channel | None = None

    def _connected(self, port: str) -> Channel | None:
        if self._process.poll() is not None:
            raise Refusal("the emulator ended; its message stands above")
        try:
            return Channel(self._folder / port)
        except OSError:
            return None

    def has_stalled(self) -> bool:
        """Whether the kernel has logged a lost processor timer, which is the emulator's fault."""
        return self._says("timer wakeup didn't happen")

    def _says(self, words: str) -> bool:
        """Whether the console has these words."""
        return words in self._console.read_text(errors="replace")

    # --- inside ------------------------------------------------------------------------------------------------------

    def wait_for_agent(self, seconds: float) -> None:
        """Wait until commands can be run in the machine. :raises Late: when they cannot be"""
        self._agent = wait_until("the agent", 20, lambda: self._connected("agent"))
        agent, ends_s = self._agent, time.monotonic() + seconds
        agent.ask("guest-sync", max(1.0, ends_s - time.monotonic()), id=1)

    def run(self, command: str, seconds: float = ANSWER_S) -> str:
        """Run a shell command in the machine as root and return what it printed.

        :raises Refusal: when it fails, with what it printed
        :raises Late: when it does not end within `seconds`
        """
        status, printed = self.try_to_run(command, seconds)
        if status:
            raise Refusal(f"{command}: status {status}\n{printed}")
        return printed

    def try_to_run(self, command: str, seconds: float = ANSWER_S) -> tuple[int, str]:
        """Run a shell command in the machine as root; return its exit status and what it printed."""
        assert self._agent is not None
        agent = self._agent
        self._commands += 1
        last = f"command {self._commands} has ended"
        shell = ["-c", f"trap 'echo {last} > /dev/{self._terminal}' EXIT; exec 2>&1; {command}"]
        pid = agent.ask("guest-exec", path="/bin/sh", arg=shell, capture_output=True)["pid"]
        ends_s = time.monotonic() + seconds
        while True:
            with suppress(Late):
                wait_until("the end", min(ASK_S, max(0.0, ends_s - time.monotonic())), lambda: self._says(last), LOOK_S)
            status = agent.ask("guest-exec-status", pid=pid)
            if status["exited"]:
                break
            if time.monotonic() >= ends_s:
                raise Late(f"{command}: not within {seconds:.0f} s")
            time.sleep(LOOK_S)
        printed = base64.b64decode(status.get("out-data", "")).decode(errors="replace")
        return status.get("exitcode", -status.get("signal", 1)), printed

    def wait_for_unit(self, unit: str, seconds: float) -> int:
        """Wait until a unit of systemd is active; return how many starts are known to have failed before.

        :raises Late: when it does not become active
        """
        wait_until(f"{unit} is active", seconds, lambda: self.try_to_run(f"systemctl is-active {unit}")[0] == 0)
        return 0

    # --- as a player -------------------------------------------------------------------------------------------------

    def ask(self, command: str, **arguments: Any) -> Any:
        """The emulator's answer to one of its commands (QMP). :raises Refusal: when it refuses"""
        return self._monitor.ask(command, **arguments)

    def press(self, button: str) -> None:
        """Press the key that stands for a button."""
        self._monitor.ask("send-key", keys=[{"type": "qcode", "data": KEYS[button]}], hold_time=60)

    def hold(self, button: str, seconds: float) -> None:
        """Begin to hold the key that stands for a button; it is released after `seconds`."""
        self._monitor.ask("send-key", keys=[{"type": "qcode", "data": KEYS[button]}], hold_time=round(seconds * 1000))

    def picture(self, name: str = "screen") -> Path:
        """A file with what the graphics card sends to the screen now."""
        file = self._folder / f"{name}.ppm"
        self._monitor.ask("screendump", filename=str(file), device=CARD)
        return file

    def plug_in(self, stick: Path) -> None:
        """Plug in a USB stick, by its file."""
        file = {"driver": "file", "filename": str(stick)}
        self._monitor.ask("blockdev-add", node_name=STICK, driver="raw", file=file)
        self._monitor.ask("device_add", driver="usb-storage", id=STICK, drive=STICK, removable=True)

    def pull_out(self) -> None:
        """Pull the stick out without a warning. :raises Late: when it does not come out"""
        self._monitor.ask("device_del", id=STICK)

        def is_out() -> bool:
            try:
                self._monitor.ask("blockdev-del", node_name=STICK)
            except Refusal:
                return False
            return True

        wait_until("the stick is out", ANSWER_S, is_out)

    # --- the plug ----------------------------------------------------------------------------------------------------

    def core_s(self) -> float:
        """How many seconds of a core of this PC the emulator has used."""
        with suppress(OSError, ValueError):
            numbers = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return sum(map(int, numbers[11:13])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def is_on(self) -> bool:
        """Whether the machine still runs."""
        return self._process.poll() is None

    def cut(self) -> None:
        """End it without a warning (SIGKILL); from then on every command is refused."""
        self._process.kill()

    def unplug(self) -> None:
        """End it without a warning, and tidy up."""
        self.cut()
        self._process.wait()
        self._monitor.close()
        if self._agent:
            self._agent.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
