"""The lines of the emulated pin chip, driven and watched from outside (the emulator's qtest socket).

QEMU's `virt` computer has a PL061 of eight lines. `set_irq_in` sets an input, `irq_intercept_out` reports each change
of an output.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from pathlib import Path

from machine import ANSWER_S, Late, Machine, Refusal
from pair import ACROSS_AFTER_S

BUTTONS = {"up": 0, "down": 1, "ok": 2, "back": 3}
LIGHT = (4, 5, 6)
BUZZER = 7


def settings(first: str = "", screen: str = "", board: str = "none", **pins: int) -> str:
    """Return the settings file for these lines, with a first line and one about the panel.

    `pins` wires some buttons otherwise.
    """
    wired = {"left": '"none"', "right": '"none"'} | BUTTONS | pins
    buttons = "\n".join(f"{name} = {pin}" for name, pin in wired.items())
    return f"""{first}
[screen]
across_after_s = {ACROSS_AFTER_S}
{screen}
[buttons]
layout = "four"
[board]
kind = "{board}"
[pins]
buzzer = {BUZZER}
[pins.buttons]
{buttons}
[pins.light]
red = {LIGHT[0]}
green = {LIGHT[1]}
blue = {LIGHT[2]}
"""


BOUNCES = 4
"""A contact that closes or opens does both several times at first. All are sent at once: a busy host must not stretch
them into presses of their own."""
MOST_COMMANDS = 100
"""More than wait for their answers at once."""
PRESS_S = 0.12
"""A quick press, and a quick finger's pause after it."""


class Lines:
    """The lines of one machine."""

    def __init__(self, qtest: Path, machine: Machine) -> None:
        """Watch the outputs; let no button be pressed."""
        tree = machine.ask("human-monitor-command", command_line="info qom-tree")
        found = re.search(r"/(device\[\d+\]) \(pl061\)", tree)
        assert found, "this emulator has no PL061"
        self._chip = f"/machine/unattached/{found[1]}"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(qtest))
        self._answered = threading.Semaphore(0)
        self._has_ended = False
        self._edges: list[tuple[float, int, bool]] = []
        self._levels = dict.fromkeys((*LIGHT, BUZZER), False)
        threading.Thread(target=self._watch, daemon=True).start()
        self._ask(f"irq_intercept_out {self._chip}")
        for line in BUTTONS.values():
            self._set(line, True)

    def press(self, button: str, seconds: float = PRESS_S) -> None:
        """Close the contact of a button to ground for so long, with bounces, and open it again."""
        for high, wait_s in ((False, seconds), (True, PRESS_S)):
            self._set(BUTTONS[button], *(high, not high) * BOUNCES, high)
            time.sleep(wait_s)

    def forget(self) -> None:
        """Forget all edges so far."""
        self._edges.clear()

    def edges(self, line: int) -> list[tuple[float, bool]]:
        """Return when, in seconds, this output rose or fell since the last `forget`."""
        return [(at_s, high) for at_s, its_line, high in tuple(self._edges) if its_line == line]

    def share_high(self, line: int, seconds: float) -> float:
        """Watch an output for so long; return the share of the time in which it was high."""
        began_s, level, high_s = time.monotonic(), self._levels[line], 0.0
        since_s = began_s
        self.forget()
        time.sleep(seconds)
        for at_s, high in [*self.edges(line), (time.monotonic(), self._levels[line])]:
            high_s += (at_s - since_s) * level
            since_s, level = at_s, high
        return high_s / (since_s - began_s)

    def _set(self, line: int, *levels: bool) -> None:
        """Let an input have these levels, one right after the other."""
        self._ask(*(f"set_irq_in {self._chip} unnamed-gpio-in {line} {level:d}" for level in levels))

    def _ask(self, *commands: str) -> None:
        """Give commands. :raises Refusal: when the emulator has ended"""
        try:
            self._socket.sendall("".join(f"{command}\n" for command in commands).encode())
        except OSError as error:
            raise Refusal(f"{commands[0]}: {error}") from None
        for command in commands:
            if not self._answered.acquire(timeout=ANSWER_S):
                raise Late(f"{command}: no answer within {ANSWER_S:.0f} s")
        if self._has_ended:
            raise Refusal(f"{commands[0]}: the emulator has ended")

    def _watch(self) -> None:
        """Read answers and edges until the emulator ends; whoever waits for an answer then is told."""
        self._read()
        self._has_ended = True
        self._answered.release(MOST_COMMANDS)

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                more = self._socket.recv(65536)
            except OSError:
                return
            if not more:
                return
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                words = line.split()
                if words[:1] == [b"IRQ"]:
                    self._levels[int(words[2])] = words[1] == b"raise"
                    self._edges.append((time.monotonic(), int(words[2]), words[1] == b"raise"))
                else:
                    self._answered.release()
