"""The lines of the emulated pin chip, driven and watched from outside (the emulator's qtest socket).

QEMU's `virt` computer has a PL061 of eight lines. `set_irq_in` sets an input, `irq_intercept_out` reports each change
of an output.
"""

from __future__ import annotations

import queue
import re
import socket
import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from machine import ANSWER_S, Late, Machine, Refusal, wait_until
from pair import ACROSS_AFTER_S

CHIP = "9030000.pl061"
"""How the kernel calls the chip, and labels it."""
BUTTONS = {"up": 0, "down": 1, "ok": 2, "back": 3}
LIGHT = (4, 5, 6)
BUZZER = 7
BOARD_SIDE = 5
"""How many rows and columns the sensor board has: as many as the practice map. The twin computes what they read in a
quarter of the time that a hundred sensors would take."""
LONG_S = 2.0
"""How long a press is that repeats or counts as held: an emulated processor may stand still while a press ends."""
HELD_S = LONG_S + 0.3
"""How long a button is held that is meant to count as held."""


def settings(first: str = "", screen: str = "", board: str = "none", **pins: int) -> str:
    """The settings file for these lines, with a first line and one about the panel.

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
repeat_delay_s = {LONG_S}
hold_s = {LONG_S}
[board]
kind = "{board}"
rows = {BOARD_SIDE}
columns = {BOARD_SIDE}
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
PRESS_S = 0.12
"""A quick press, and a quick finger's pause after it."""
LOOK_S = 0.005
"""How often is looked whether the kernel has taken an edge."""
WAITING = 0x0903_0418
"""The chip's register of the edges that the kernel has not taken yet, a bit a line (GPIOMIS)."""


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
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._has_ended = False
        self._paused_s = 0.0
        """Until when the finger pauses after its last press."""
        self._edges: list[tuple[float, int, bool]] = []
        self._levels = dict.fromkeys((*LIGHT, BUZZER), False)
        threading.Thread(target=self._watch, daemon=True).start()
        self._ask(f"irq_intercept_out {self._chip}")
        for line in BUTTONS.values():
            self._set(line, True)

    def press(self, button: str, seconds: float = PRESS_S) -> None:
        """Close the contact of a button to ground for so long, with bounces, and open it again.

        It stays as it is until the kernel has taken the edge: the chip keeps one edge of a line, and on a busy PC an
        emulated processor may stand still for longer than a quick press.
        """
        time.sleep(max(0.0, self._paused_s - time.monotonic()))
        line = BUTTONS[button]
        self._set(line, *(False, True) * BOUNCES, False)
        time.sleep(seconds)
        self._wait_until_taken(line)
        self._set(line, *(True, False) * BOUNCES, True)
        self._paused_s = time.monotonic() + PRESS_S
        self._wait_until_taken(line)

    def forget(self) -> None:
        """Forget all edges so far."""
        self._edges.clear()

    def edges(self, line: int) -> list[tuple[float, bool]]:
        """When, in seconds, this output rose or fell since the last `forget`."""
        return [(at_s, high) for at_s, its_line, high in tuple(self._edges) if its_line == line]

    def shares_high(self, lines: Sequence[int], seconds: float) -> tuple[float, ...]:
        """Watch outputs for so long; return the share of a pulse in which each is high, 0 or 1 without pulses.

        It is that of the usual pulse, by medians: on a busy PC an emulated processor stands still in the midst of some.
        """
        self.forget()
        time.sleep(seconds)
        return tuple(self._share_high(line) for line in lines)

    def _share_high(self, line: int) -> float:
        lasted_s: dict[bool, list[float]] = {True: [], False: []}
        for (began_s, high), (ended_s, _) in pairwise(self.edges(line)):
            lasted_s[high].append(ended_s - began_s)
        if not all(lasted_s.values()):
            return float(self._levels[line])
        high_s, low_s = median(lasted_s[True]), median(lasted_s[False])
        return high_s / (high_s + low_s)

    def _set(self, line: int, *levels: bool) -> None:
        """Let an input have these levels, one right after the other."""
        self._ask(*(f"set_irq_in {self._chip} unnamed-gpio-in {line} {level:d}" for level in levels))

    def _wait_until_taken(self, line: int) -> None:
        """Wait until the kernel has read the edge of an input; it reads none of an input that nobody watches."""
        wait_until("the edge", ANSWER_S, lambda: not int(self._ask(f"readl {WAITING}")[-1], 16) >> line & 1, LOOK_S)

    def _ask(self, *commands: str) -> list[bytes]:
        """Give commands; return the last words of their answers. :raises Refusal: when the emulator has ended"""
        try:
            self._socket.sendall("".join(f"{command}\n" for command in commands).encode())
        except OSError as error:
            raise Refusal(f"{commands[0]}: {error}") from None
        answers = []
        for command in commands:
            try:
                answer = None if self._has_ended else self._answers.get(timeout=ANSWER_S)
            except queue.Empty:
                raise Late(f"{command}: no answer within {ANSWER_S:.0f} s") from None
            if answer is None:
                raise Refusal(f"{commands[0]}: the emulator has ended")
            answers.append(answer)
        return answers

    def _watch(self) -> None:
        """Read answers and edges until the emulator ends; whoever waits for an answer then is told."""
        self._read()
        self._has_ended = True
        self._answers.put(None)

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
                    self._answers.put(words[-1])
