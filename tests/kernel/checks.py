"""The checks, in the order of the run; each returns its figures and raises when something is wrong."""

from __future__ import annotations

import random
import statistics
import threading
import time
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import cast

import pygame
from board_checks import board_checks
from check_run import Check
from fault_checks import fault_checks
from game_checks import difference_so_far, export, power_cut, unit_property, watchdog
from lines import BUZZER, LIGHT, PRESS_S, settings
from machine import Wrong, wait_until
from msgspec.structs import replace
from pair import PICTURE_S, SIZE, UNIT, Pair
from power import BOOT_S, ArmMachine, Power
from twin import ALLOWED, difference, drawn

from firmware_py.device.turn_glow import RESTS_AFTER_S

START_S = 300.0
GAME_S = 900.0
POWER_CUT_S = 300.0
LIGHT_S = 3.0
"""How long the light is watched."""
ALLOWED_SHARE = 0.15
"""How far the share of time in which a channel shines may be from the wanted one: an emulator's clock is uneven."""
ALLOWED_PITCH = 0.1
"""The same for the frequency of a tone, as a share of it."""
LEAST_PULSES = 5
"""How many pulses must have that frequency, of each tone: some come late here, and others then too early."""
HIGH_HZ = 1000.0
"""A tune that begins above this is beyond an emulated processor, which makes each pulse by itself."""
TUNE_S = 1.0
"""How long a tune may go on after its picture."""
MOST_WAKEUPS = 150.0
"""A second at rest: the pulses of lgpio wake it fifty times, the window is polled six times."""
PRESSES = 5
"""How many presses of each button are timed."""


def all_checks(power: Power, folder: Path, cuts: int, seed: int) -> tuple[Check, ...]:
    """Return all checks, among them this many power cuts; the seed decides their moments."""
    run_cut = partial(power_cut, chance=random.Random(seed))
    return (
        Check("the service starts on lgpio and KMSDRM and says READY", BOOT_S + START_S, start),
        Check("the panel shows the first page", START_S, first_page),
        Check("a game is begun by bouncing contacts at the pins", GAME_S, begin_game),
        Check("a press at the pin leads to its page", START_S, reaction),
        Check("a press counts though the program gets no processor meanwhile", START_S, starved),
        Check("the light shines in the colour of whose turn it is", START_S, light),
        Check("a tune sounds at its pitch", GAME_S, pitch),
        Check("a stopped process is ended by the watchdog, and the game goes on", START_S, watchdog),
        *(
            Check(f"power cut {number} of {cuts}: nothing that was acknowledged is lost", POWER_CUT_S, run_cut)
            for number in range(1, cuts + 1)
        ),
        Check("the game is played to its end by the pins; the record is right", GAME_S, export),
        *fault_checks(power),
        Check("the panel is turned by 180 degrees", START_S, partial(rotated, power=power)),
        *board_checks(power, folder),
    )


def arm(pair: Pair) -> ArmMachine:
    """Return the machine that is on."""
    return cast(ArmMachine, pair.machine)


# --- the service -----------------------------------------------------------------------------------------------------


def start(pair: Pair) -> str:
    """Switch on and wait for READY; look at memory, wake-ups and exposure."""
    pair.switch_on()
    pair.wait_until_ready()
    began, ready = (int(unit_property(pair, f"{end}TimestampMonotonic")) for end in ("InactiveExit", "ActiveEnter"))
    memory_mb = int(unit_property(pair, "MemoryCurrent")) / 1e6
    exposure = pair.machine.run(f"systemd-analyze --no-pager security {UNIT} | grep -o 'level for .*'").split()[3]
    awake = wakeups(pair, 10.0)
    if awake > MOST_WAKEUPS:
        raise Wrong(f"{awake:.0f} wake-ups a second at rest")
    return (
        f"{(ready - began) / 1e6:.1f} s to READY, {memory_mb:.0f} MB with the emulated graphics, exposure {exposure}; "
        f"{awake:.0f} wake-ups a second at rest"
    )


def wakeups(pair: Pair, seconds: float) -> float:
    """Return how often in a second some thread of the service gives up its processor and is woken again."""
    count = f"grep -h ^voluntary_ctxt_switches /proc/{unit_property(pair, 'MainPID')}/task/*/status"
    printed = pair.machine.run(f"{count}; echo; sleep {seconds}; {count}", seconds + 60)
    before, after = (sum(int(line.split()[1]) for line in part.splitlines()) for part in printed.split("\n\n"))
    return (after - before) / seconds


def first_page(pair: Pair) -> str:
    """Compare the picture from the graphics card with the one that the twin draws."""
    pair.expect_welcome()
    return difference_so_far(pair)


# --- the pins --------------------------------------------------------------------------------------------------------


def begin_game(pair: Pair) -> str:
    """Choose language and game, enter the names, and play a few actions, all by bouncing contacts."""
    began_s = time.monotonic()
    pair.begin_game()
    pair.play(5)
    each_s = (time.monotonic() - began_s) / pair.presses
    return f"{pair.presses} presses and as many expected pictures, {each_s:.2f} s each; {difference_so_far(pair)}"


def reaction(pair: Pair) -> str:
    """Time presses in the menu, from the contact to the expected picture on the graphics card."""
    took_s = []
    pair.press("back")
    pair.press("down")
    pair.press("up")
    for button in ("down", "up") * PRESSES:
        pair.twin.press(button)
        finger = threading.Thread(target=pair.machine.press, args=(button,))
        began_s = time.monotonic()
        finger.start()
        expect_page(pair)
        took_s.append(time.monotonic() - began_s)
        finger.join()
    pair.press("back")
    return f"{statistics.median(took_s):.2f} s (median of {len(took_s)}), at most {max(took_s):.2f} s"


def starved(pair: Pair) -> str:
    """Press and let go in the menu while the whole process stands still; both edges wait in the kernel."""
    pair.press("back")
    for button in ("down", "up"):
        pair.machine.run(f"systemctl kill --kill-whom=main --signal=STOP {UNIT}")
        pair.twin.press(button)
        pair.machine.press(button)
        pair.machine.run(f"systemctl kill --kill-whom=main --signal=CONT {UNIT}")
        expect_page(pair)
    pair.press("back")
    return f"presses of {PRESS_S} s counted once the process went on: one of a key that repeats, one of a holdable one"


def expect_page(pair: Pair) -> None:
    """Wait until the machine shows the twin's page. :raises Late: when it does not"""
    wanted = drawn(pair.app.view, SIZE)
    wait_until("the page", PICTURE_S, lambda: difference(pair.machine.picture(), wanted) <= ALLOWED, every_s=0.0)


def light(pair: Pair) -> str:
    """Watch the three lines of the light at rest, and compare how long each shines with the twin's light."""
    time.sleep(RESTS_AFTER_S)
    wanted = pair.twin.light()
    seen = tuple(arm(pair).lines.share_high(line, LIGHT_S) for line in LIGHT)
    if any(abs(one - other) > ALLOWED_SHARE for one, other in zip(seen, wanted, strict=True)):
        raise Wrong(f"red, green and blue shine {seen} of the time, not {wanted}")
    shares = " ".join(f"{one:.2f}/{other:.2f}" for one, other in zip(seen, wanted, strict=True))
    return f"shares of the time, seen/wanted: {shares}"


def pitch(pair: Pair) -> str:
    """Play until there is a tune, and look for pulses at the twin's pitches among the edges of the buzzer's line."""
    lines = arm(pair).lines
    while not pair.twin.heard_hz or pair.twin.heard_hz[0] > HIGH_HZ:
        lines.forget()
        pair.play()
    time.sleep(TUNE_S)
    rises = [at_s for at_s, high in lines.edges(BUZZER) if high]
    seen_hz = [1 / max(later - earlier, 1e-6) for earlier, later in pairwise(rises)]
    found = {
        wanted: [one for one in seen_hz if abs(one / wanted - 1) <= ALLOWED_PITCH] for wanted in pair.twin.heard_hz
    }
    if poor := [wanted for wanted, near in found.items() if len(near) < LEAST_PULSES]:
        raise Wrong(f"{len(rises)} pulses, but hardly one at {poor} Hz")
    pitches = ", ".join(f"{len(near)} at {statistics.median(near):.0f}/{one:.0f}" for one, near in found.items())
    return f"{len(rises)} pulses; in Hz, seen/wanted: {pitches}"


def rotated(pair: Pair, *, power: Power) -> str:
    """Start with a panel that is mounted upside down."""
    pair.unplug()
    power.settings = settings(screen="rotation = 180")
    pair.switch_on()
    pair.wait_until_ready()
    wanted = pygame.transform.rotate(drawn(replace(pair.app.view, notice=None), SIZE), 180)
    shares: list[float] = []

    def is_shown() -> bool:
        shares.append(difference(pair.machine.picture(), wanted))
        return shares[-1] <= ALLOWED

    wait_until("the turned page", START_S, is_shown)
    power.settings = settings()
    return f"{shares[-1]:.3%} of the pixels differed"
