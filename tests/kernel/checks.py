"""The checks, in the order of the run; each returns its figures and raises when something is wrong."""

from __future__ import annotations

import random
import statistics
import time
from functools import partial
from itertools import pairwise
from typing import cast

import pygame
from check_run import Check
from game_checks import difference_so_far, export, power_cut, unit_property, watchdog
from lines import BUTTONS, BUZZER, LIGHT
from machine import Wrong, wait_until
from msgspec.structs import replace
from pair import SIZE, UNIT, Pair
from power import ArmMachine, Power
from twin import ALLOWED, difference, drawn

from firmware_py.device.turn_glow import RESTS_AFTER_S

START_S = 300.0
GAME_S = 900.0
POWER_CUT_S = 300.0
LIGHT_S = 3.0
"""How long the light is watched."""
ALLOWED_SHARE = 0.15
"""How far the share of time in which a channel shines may be from the wanted one: an emulator's clock is uneven."""
ALLOWED_PITCH = 0.25
"""The same for the frequency of a tone, as a share of it."""
LOW_HZ = 500.0
"""Tones above this are beyond an emulated processor, which makes each pulse by itself."""
BUSY = BUTTONS["ok"]


def all_checks(power: Power, cuts: int, seed: int) -> tuple[Check, ...]:
    """Return all checks, among them this many power cuts; the seed decides their moments."""
    run_cut = partial(power_cut, chance=random.Random(seed))
    return (
        Check("the service starts on lgpio and KMSDRM and says READY", START_S, start),
        Check("the panel shows the first page", START_S, first_page),
        Check("a game is begun by buttons at the pins", GAME_S, begin_game),
        Check("the light shines in the colour of whose turn it is", START_S, light),
        Check("a catch sounds at its pitch", GAME_S, pitch),
        Check("a stopped process is ended by the watchdog, and the game goes on", START_S, watchdog),
        *(
            Check(f"power cut {number} of {cuts}: nothing that was acknowledged is lost", POWER_CUT_S, run_cut)
            for number in range(1, cuts + 1)
        ),
        Check("the game is played to its end by the pins; the record is right", GAME_S, export),
        Check("a busy pin is named, and the others work", START_S, busy_pin),
        Check("the panel is turned by 180 degrees", START_S, partial(rotated, power=power)),
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
    pair.play(10)
    each_s = (time.monotonic() - began_s) / pair.presses
    return f"{pair.presses} presses and as many expected pictures, {each_s:.2f} s each; {difference_so_far(pair)}"


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
    """Play until somebody is caught, and compare the edges of the buzzer's line with the twin's tones."""
    lines = arm(pair).lines
    while not pair.twin.heard_hz or pair.twin.heard_hz[0] > LOW_HZ:
        lines.forget()
        pair.play()
    rises = [at_s for at_s, high in lines.edges(BUZZER) if high]
    gaps_s = [later - earlier for earlier, later in pairwise(rises)]
    wanted_hz = pair.twin.heard_hz
    if not gaps_s:
        raise Wrong("the buzzer's line does not move")
    seen_hz = 1 / statistics.median(gaps_s)
    if min(abs(seen_hz / one - 1) for one in wanted_hz) > ALLOWED_PITCH:
        raise Wrong(f"{seen_hz:.0f} Hz from {len(rises)} edges, not one of {wanted_hz}")
    return f"{len(rises)} edges, mostly {seen_hz:.0f} Hz apart; the twin sounds {wanted_hz} Hz"


def busy_pin(pair: Pair) -> str:
    """Let another program hold the pin of "ok", and start again: the log names the pin."""
    claim = "import lgpio, time; chip = lgpio.gpiochip_open(0)"
    hold = f"{claim}; lgpio.gpio_claim_input(chip, {BUSY}); time.sleep(600)"
    libraries = "/opt/pyramid-referee/current/lib/python3.11/site-packages"
    pair.machine.run(f"systemctl stop {UNIT}")
    setting = f"--setenv=PYTHONPATH={libraries} --property=WorkingDirectory=/tmp"
    pair.machine.run(f"systemd-run --collect --unit=holder {setting} /usr/bin/python3 -c '{hold}'; sleep 3")
    pair.machine.run(f"systemctl start {UNIT}", START_S)
    logged = pair.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'pin' --lines 1").strip()
    pair.machine.run("systemctl stop holder")
    if str(BUSY) not in logged:
        raise Wrong(f'the log says: "{logged}"')
    return f'"{logged}"'


def rotated(pair: Pair, *, power: Power) -> str:
    """Start with a panel that is mounted upside down."""
    pair.unplug()
    power.turn_panel(180)
    pair.switch_on()
    pair.wait_until_ready()
    wanted = pygame.transform.rotate(drawn(replace(pair.app.view, notice=None), SIZE), 180)
    shares: list[float] = []

    def is_shown() -> bool:
        shares.append(difference(pair.machine.picture(), wanted))
        return shares[-1] <= ALLOWED

    wait_until("the turned page", START_S, is_shown)
    return f"{shares[-1]:.3%} of the pixels differed"
