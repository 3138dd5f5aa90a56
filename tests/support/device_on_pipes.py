"""The real program on simulated pins, pressed and read through pipes, and switched on again after every kill.

`device_on_pipes.py DATA` reads lines: "on" switches on, the name of a button presses it. It prints a line of JSON for
each: its process number and what is shown now. Each start is a new process, which can be killed; then the number
is 0, and presses that it did not receive are forgotten.

Why fork: importing the program takes longer than playing, and there are a hundred power cuts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from display.inputs import WindowEvent
from display.view import View, as_text
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.device.app import App
from firmware_py.device.running import run
from hardware import Devices
from hardware.simulated.pins import SimulatedPins  # loads gpiozero once, and not after each fork

DEBOUNCE_S = 0.001
PRESS_S = 0.002
CONFIG = Config(buttons=ButtonsConfig(debounce_s=DEBOUNCE_S, early_s=0, hold_s=5, repeat_delay_s=5))
"""Whoever presses here has read what is shown, and holds nothing, however busy the machine is."""


class PipedScreen:
    """Prints what is shown in each round of the loop, and then presses the button that it reads."""

    def show(self, app: App, devices: Devices) -> None:
        assert isinstance(devices.simulated, SimulatedPins)
        if app.saving_since_s is not None:
            return  # this page is not the answer to the last press yet
        report(os.getpid(), seen(app.shown))
        button = read_line()
        devices.simulated.press(button)
        time.sleep(PRESS_S)
        devices.simulated.release(button)
        time.sleep(PRESS_S)

    def poll(self) -> tuple[WindowEvent, ...]:
        return ()


def seen(view: View) -> str:
    """What is on a page, but for a passing notice, and for the help that the device adds to it."""
    return as_text(replace(view, notice=None, hints=tuple(hint for hint in view.hints if hint.button != "up")))


def report(process: int, shown: str) -> None:
    os.write(1, (json.dumps({"process": process, "shown": shown}) + "\n").encode())


def read_line() -> str:
    """The next line without reading ahead: the rest is for the next process."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            os._exit(0)
        line += byte
    return line.decode().strip()


def main(data: Path) -> None:
    while True:
        while read_line() != "on":
            pass
        process = os.fork()
        if process == 0:
            run(CONFIG, data, PipedScreen(), simulate=True)
            os._exit(0)
        os.waitpid(process, 0)
        report(0, "")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
