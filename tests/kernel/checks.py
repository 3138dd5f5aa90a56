"""The checks of a whole game by the pins, in order; each returns its figures and raises when something is wrong."""

from __future__ import annotations

import statistics
import threading
import time
from functools import partial
from itertools import pairwise
from typing import cast

import pygame
from at_rest import load_at_rest, wakeups
from check_run import Check
from fault_checks import busy_pin, let_pin_be_taken, vanishing_chip
from game_checks import (
    AS_REFEREE,
    OPT,
    STATE,
    difference_so_far,
    play_to_the_end,
    unit_property,
    watchdog,
    whole_record,
)
from lines import BUZZER, LIGHT, PRESS_S
from machine import Wrong, wait_until
from pair import PICTURE_S, SIZE, UNIT, Pair
from power import ArmMachine, Power
from twin import ALLOWED, difference, drawn

from firmware_py.device.output import RESTS_AFTER_S

START_S = 300.0
GAME_S = 900.0
PINS = "pins"
"""What the state is called from which the pins' game begins: at rest, without games."""
REST_S = 5.0
"""How long wake-ups are counted."""
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
MOST_WAKEUPS = 15.0
"""A second at rest: the window is polled six times."""
PRESSES = 3
"""How many presses of each button are timed."""


def checks_of_pins(power: Power) -> tuple[Check, ...]:
    """The checks of one whole game by the pins."""
    return (
        Check("the service is READY on gpiod and KMSDRM, and rests", START_S, partial(start, power=power)),
        Check("a game is begun by bouncing contacts at the pins", GAME_S, begin_game),
        Check("a press at the pin leads to its page", START_S, reaction),
        Check("a press counts though the program gets no processor meanwhile", START_S, starved),
        Check("the light shines in the colour of whose turn it is", START_S, light),
        Check("a tune sounds at its pitch", GAME_S, pitch),
        Check("a stopped process is ended by the watchdog, and the game goes on", START_S, interrupted),
        Check("a busy pin is named, and the others work", START_S, busy_pin),
        Check("the game is played to its end by the pins", GAME_S, whole_game),
        Check("after all pulses of light and tunes the service rests", GAME_S, rests),
        Check("a chip that vanishes costs the pins only", START_S, vanishing_chip),
        Check("the exported record is right, letter by letter", GAME_S, export),
    )


def arm(pair: Pair) -> ArmMachine:
    """The machine that is on."""
    return cast(ArmMachine, pair.machine)


# --- the service -----------------------------------------------------------------------------------------------------


def start(pair: Pair, *, power: Power) -> str:
    """Switch on with the service at rest; look at memory, wake-ups and exposure."""
    pair.switch_on_with(partial(power.ready, PINS))
    memory_mb = int(unit_property(pair, "MemoryCurrent")) / 1e6
    pss = pair.machine.run(f"grep ^Pss: /proc/{unit_property(pair, 'MainPID')}/smaps_rollup")
    pss_mb = int(pss.split()[1]) * 1024 / 1e6
    exposure = pair.machine.run(f"systemd-analyze --no-pager security {UNIT} | grep -o 'level for .*'").split()[3]
    load_at_rest(pair.machine)
    awake, most = wakeups(pair, REST_S)
    if awake > MOST_WAKEUPS:
        raise Wrong(f"{awake:.0f} wake-ups a second at rest")
    return (
        f"{pss_mb:.0f} MB with the emulated graphics, {memory_mb:.0f} MB as systemd counts; exposure {exposure}; "
        f"{awake:.0f} wake-ups a second at rest, {most:.0f} of them of one thread"
    )


# --- the pins --------------------------------------------------------------------------------------------------------


def begin_game(pair: Pair) -> str:
    """Choose language and game, enter the names, and play a few actions, all by bouncing contacts."""
    began_s = time.monotonic()
    pair.begin_game()
    pair.play(2)
    each_s = (time.monotonic() - began_s) / pair.presses
    return f"{pair.presses} presses and as many expected pictures, {each_s:.2f} s each; {difference_so_far(pair)}"


def reaction(pair: Pair) -> str:
    """Time presses in the menu, from the contact to the expected picture on the graphics card."""
    took_s = []
    pair.press("back")
    pair.press("down")
    pair.press("up")
    time.sleep(PRESS_S)  # or the next press waits for the end of this one
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
    wait_until("the page", PICTURE_S, lambda: shows(pair, wanted), every_s=0.0)


def shows(pair: Pair, wanted: pygame.Surface) -> bool:
    """Whether the machine shows this picture."""
    return difference(pair.machine.picture(), wanted) <= ALLOWED


def light(pair: Pair) -> str:
    """Watch the three lines of the light at rest, and compare how long each shines with the twin's light."""
    time.sleep(RESTS_AFTER_S)
    wanted = pair.twin.light()
    seen = arm(pair).lines.shares_high(LIGHT, LIGHT_S)
    if any(abs(one - other) > ALLOWED_SHARE for one, other in zip(seen, wanted, strict=True)):
        raise Wrong(f"red, green and blue shine {seen} of the time, not {wanted}")
    shares = " ".join(f"{one:.2f}/{other:.2f}" for one, other in zip(seen, wanted, strict=True))
    return f"shares of the time, seen/wanted: {shares}"


def pitch(pair: Pair) -> str:
    """Play until a tune is heard at the twin's pitches, among the edges of the buzzer's line.

    On a busy PC the emulated processor stands still in the midst of a tune; then the next deep one is listened to.
    """
    while True:
        rises, found = deep_tune(pair)
        poor = [wanted for wanted, near in found.items() if len(near) < LEAST_PULSES]
        if not poor:
            break
        if pair.app.table.playing.is_over:
            raise Wrong(f"{rises} pulses in the last deep tune, but hardly one at {poor} Hz")
    pitches = ", ".join(f"{len(near)} at {statistics.median(near):.0f}/{one:.0f}" for one, near in found.items())
    return f"{rises} pulses; in Hz, seen/wanted: {pitches}"


def deep_tune(pair: Pair) -> tuple[int, dict[float, list[float]]]:
    """Play on to a deep tune, or the game's end; return its pulses, and of each tone the frequencies near it, in Hz."""
    lines = arm(pair).lines
    is_deep = False
    while not is_deep and not pair.app.table.playing.is_over:
        lines.forget()
        pair.play()
        is_deep = bool(pair.twin.heard_hz) and pair.twin.heard_hz[0] <= HIGH_HZ
    time.sleep(TUNE_S)
    rises = [at_s for at_s, high in lines.edges(BUZZER) if high]
    seen_hz = [1 / max(later - earlier, 1e-6) for earlier, later in pairwise(rises)]
    return len(rises), {
        wanted: [one for one in seen_hz if abs(one / wanted - 1) <= ALLOWED_PITCH] for wanted in pair.twin.heard_hz
    }


def interrupted(pair: Pair) -> str:
    """Let the watchdog end the service, and another program take one of its pins before it starts again."""
    let_pin_be_taken(pair)
    figures, pair.fault = watchdog(pair), ""
    return figures


def whole_game(pair: Pair) -> str:
    """Play to the end of the game."""
    began_s, before = time.monotonic(), pair.presses
    play_to_the_end(pair)
    each_s = (time.monotonic() - began_s) / (pair.presses - before)
    return (
        f"{pair.app.table.playing.ply} actions, {pair.presses} presses, {each_s:.2f} s each; {difference_so_far(pair)}"
    )


def rests(pair: Pair) -> str:
    """Look whether the thread for pulses goes on without any: it could take a whole processor."""
    return f"{load_at_rest(pair.machine):.0%} of a processor"


def export(pair: Pair) -> str:
    """Compare the record that the program exports there with the twin's; the service has ended."""
    program = f"{AS_REFEREE} {OPT}/current/bin/pyramid-referee"
    record = pair.machine.run(f"cd / && {program} export 1 --data {STATE}")
    if record != pair.twin.record():
        raise Wrong(f"this record is not the twin's:\n{record}")
    return whole_record(pair, record)
