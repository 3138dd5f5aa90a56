"""A sensor board on a USB port of the machine: the Pico's program on this PC, behind a USB device with its identity."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tty
from collections.abc import Iterable, Mapping
from pathlib import Path

from disks import PROJECT
from lines import BOARD_SIDE
from machine import Machine, wait_until
from pair import UNIT
from usb_device import PLUG_S, Identity, UsbDevice

PICO = 0x2E8A
MICROPYTHON, OTHER_PROGRAM = 0x0005, 0x000A
"""What a Pico calls itself over USB: with MicroPython, and with another program that has a serial port."""
NAME = "/dev/referee-board"
"""The name that the udev rule gives to a board's port."""
PROGRAM = Path(__file__).with_name("board_side.py")
FOUND_IN = PROJECT / "hardware", PROJECT / "tests/micropython"
"""Where the board's program and the simulated `machine` lie."""
FIRST_PORT = 2
"""The first one has the keyboard."""


class UsbBoard:
    """A board that is not plugged in yet; the machine has three USB ports for one, from 0."""

    def __init__(
        self, machine: Machine, folder: Path, port: int = 0, unique_id: str = "SIMULATE", product: int = MICROPYTHON
    ) -> None:
        """Make it; its files go to a folder. `unique_id` has eight letters."""
        name = f"board{port}"
        self._socket = folder / name
        self._script = folder / f"{name}.script"
        self._log = folder / f"{name}.log"
        self._script.write_text("")
        self._unique_id = unique_id
        self._identity = Identity(PICO, product, ("MicroPython", "Board in FS mode", unique_id))
        self._program: subprocess.Popen[bytes]
        self._device: UsbDevice
        self._ends: tuple[int, int]
        """Of the terminal between the USB device and the board's program."""
        address = {"type": "unix", "data": {"path": str(self._socket)}}
        listens = {"type": "socket", "data": {"addr": address, "server": True, "wait": False}}
        machine.ask("chardev-add", id=name, backend=listens)
        where = {"bus": "usb-bus.0", "port": str(FIRST_PORT + port)}
        machine.ask("device_add", driver="usb-redir", id=name, chardev=name, **where)

    def plug(self, *, translates: bool = False) -> None:
        """Plug it in: its program starts.

        `translates`: line ends change on the way, and all that the board gets comes back, as at a terminal.
        """
        self._ends = os.openpty()
        if not translates:
            tty.setraw(self._ends[1])
        self._start()
        self._device = UsbDevice(self._socket, self._identity, self._ends[0])

    def unplug(self) -> None:
        """Pull the cable: its program ends."""
        self._device.unplug()
        self._end()
        for end in self._ends:
            os.close(end)

    def hang(self) -> None:
        """Let its program stand still; the port stays."""
        self._program.send_signal(signal.SIGSTOP)

    def restart(self) -> None:
        """Start its program again, as the Pico's watchdog would do."""
        self._end()
        self._start()

    def send_garbage(self, number: int) -> None:
        """Put so many bytes on the line that are no message."""
        os.write(self._ends[1], os.urandom(number))

    def read(self, readings: Iterable[tuple[float, Mapping[int, int]]]) -> None:
        """Let sensors read this from now on, each after a pause in seconds."""
        with self._script.open("a") as script:
            script.writelines(
                " ".join((str(round(pause_s * 1000)), *(f"{cell}:{count}" for cell, count in changed.items()))) + "\n"
                for pause_s, changed in readings
            )

    def _start(self) -> None:
        command = sys.executable, PROGRAM, self._script, self._unique_id, str(BOARD_SIDE)
        found = os.pathsep.join(map(str, FOUND_IN))
        terminal = self._ends[1]
        with self._log.open("ab") as log:
            environment = {"PYTHONPATH": found}
            self._program = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=log, env=environment)

    def _end(self) -> None:
        self._program.kill()
        self._program.wait()


def port_of_board(machine: Machine) -> str:
    """Return to which port the udev rule's name leads, once it is there. :raises Late: when it does not come"""
    link = f"udevadm settle; readlink -e {NAME}"
    return wait_until("a port", PLUG_S, lambda: machine.try_to_run(link)[1].strip() or None)


def port_in_use(machine: Machine) -> str:
    """The port that the service has open. :raises Late: when there is none"""
    files = f"readlink /proc/$(systemctl show {UNIT} --property MainPID --value)/fd/* | grep ^/dev/ttyACM"
    return wait_until("an open port", PLUG_S, lambda: machine.try_to_run(files)[1].strip() or None)
