"""A sensor board on a USB port of the machine: a device made by its kernel, whose own side is the Pico's program.

The kernel's `dummy_hcd` is a USB port and the device in it at once. Everything between the driver's `open` and the
board's `main.py` is the kernel's own, as with a real Pico, but for the wires.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lines import BOARD_SIDE
from machine import Machine, wait_until
from pair import UNIT
from program import BOARD

MICROPYTHON, OTHER_PROGRAM = "0x0005", "0x000a"
"""What a Pico calls itself over USB: with MicroPython, and with another program that has a serial port."""
GADGETS = "/sys/kernel/config/usb_gadget"
PORTS = (
    "modprobe dummy_hcd num=3",
    "modprobe -a libcomposite usb_f_acm cdc_acm",
    "{ mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config; }",
)
NAME = "/dev/referee-board"
"""The name that the udev rule gives to a board's port."""
RAW = "raw -echo"
"""How a board's end of the cable is set, for `stty`: all bytes pass as they are."""
PLUG_S = 20.0
PRIORITY = -10
"""A board has a processor of its own: after the emulator has stood still on a busy PC, the board must speak before the
referee notes that it was silent.
"""


class UsbBoard:
    """A board that is not plugged in yet; the machine has three USB ports for one, from 0."""

    def __init__(
        self, machine: Machine, port: int = 0, unique_id: str = "SIMULATE", product: str = MICROPYTHON
    ) -> None:
        """Make it. `unique_id` has eight letters."""
        self._machine = machine
        self._port = port
        self._unit = f"board{port}"
        self._gadget = f"{GADGETS}/{self._unit}"
        self._script = f"/run/{self._unit}.script"
        self._tty = f"/dev/ttyGS{port}"
        self._command = f"/usr/bin/python3 {BOARD}/board_side.py {self._script} {unique_id} {BOARD_SIDE}"
        self._do(
            *PORTS,
            f"mkdir {self._gadget}",
            f"cd {self._gadget}",
            "echo 0x2e8a > idVendor",
            f"echo {product} > idProduct",
            "mkdir strings/0x409 configs/c.1 functions/acm.usb0",
            "echo MicroPython > strings/0x409/manufacturer",
            "echo 'Board in FS mode' > strings/0x409/product",
            f"echo {unique_id} > strings/0x409/serialnumber",
            "ln -s functions/acm.usb0 configs/c.1/",
            f"touch {self._script}",
        )

    def plug(self, mode: str = RAW) -> None:
        """Plug it in: its program starts."""
        self._do(f"stty -F {self._tty} sane", f"stty -F {self._tty} {mode}")
        self._start()
        self._do(f"echo dummy_udc.{self._port} > {self._gadget}/UDC")

    def unplug(self) -> None:
        """Pull the cable: its program ends."""
        self._do(f"echo > {self._gadget}/UDC", self._kill("KILL"))

    def hang(self) -> None:
        """Let its program stand still; the port stays."""
        self._do(self._kill("STOP"))

    def restart(self) -> None:
        """Start its program again, as the Pico's watchdog would do."""
        self._do(self._kill("KILL"))
        self._start()

    def send_garbage(self, number: int) -> None:
        """Put so many bytes on the line that are no message."""
        self._do(f"head -c {number} /dev/urandom > {self._tty}")

    def read(self, readings: Iterable[tuple[float, Mapping[int, int]]]) -> None:
        """Let sensors read this from now on, each after a pause in seconds."""
        lines = [
            " ".join((str(round(pause_s * 1000)), *(f"{cell}:{count}" for cell, count in changed.items())))
            for pause_s, changed in readings
        ]
        if lines:
            self._do("\n".join((f"cat >> {self._script} <<'END'", *lines, "END")))

    def _start(self) -> None:
        shell = f"exec {self._command} < {self._tty} > {self._tty}"
        self._do(f"systemd-run --quiet --collect --unit={self._unit} --nice={PRIORITY} sh -c '{shell}'")

    def _kill(self, signal: str) -> str:
        end = f"until ! systemctl --quiet is-active {self._unit}; do sleep 0.1; done" if signal == "KILL" else "true"
        return f"systemctl kill --signal={signal} {self._unit}; {end}"

    def _do(self, *steps: str) -> None:
        self._machine.run(" && ".join(steps[:-1]) + (" && " if steps[1:] else "") + steps[-1])


def port_of_board(machine: Machine) -> str:
    """Return to which port the udev rule's name leads, once it is there. :raises Late: when it does not come"""
    link = f"udevadm settle; readlink -e {NAME}"
    return wait_until("a port", PLUG_S, lambda: machine.try_to_run(link)[1].strip() or None)


def port_in_use(machine: Machine) -> str:
    """Return the port that the service has open. :raises Late: when there is none"""
    files = f"readlink /proc/$(systemctl show {UNIT} --property MainPID --value)/fd/* | grep ^/dev/ttyACM"
    return wait_until("an open port", PLUG_S, lambda: machine.try_to_run(files)[1].strip() or None)
