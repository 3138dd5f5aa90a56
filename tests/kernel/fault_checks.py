"""Faults made on purpose, one in each layer: each is found, and named in words that lead to it.

Why none has a start of its own: a start costs more than all else here. Those at a start of the service belong to one
that another check needs, and the game goes on in spite of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from at_rest import load_at_rest
from game_checks import AS_REFEREE, OPT, STATE, unit_property
from lines import BUTTONS, CHIP
from machine import Machine, Wrong, wait_until
from pair import UNIT, Pair
from program import LIBRARIES

from display.view import Button

FAULT_S = 300.0
DOCTOR_S = 120.0
CONFIG = "/etc/pyramid-referee/config.toml"
REVISION = "/sys/firmware/devicetree/base/system/linux,revision"
DRIVER = "/sys/bus/amba/drivers/pl061_gpio"
"""The driver of the chip."""
LOG = "/tmp/log"
BUSY_PIN = "is in use by"
"""What the service says of it, and of nothing else meanwhile."""
BUSY: Button = "back"
"""The button whose pin is busy: no other is needed to play on."""
HOLDER = "somebody else"
CLAIM = f"""
import errno, time, gpiod
while True:
    try:
        line = gpiod.request_lines("/dev/gpiochip0", {{{BUTTONS[BUSY]}: None}}, "{HOLDER}")
        break
    except OSError as reason:
        if reason.errno != errno.EBUSY:
            raise
        time.sleep(0.2)
time.sleep(600)
"""
"""Another program, which takes the pin as soon as nobody has it."""
OF_SERVICE = f"--output cat _SYSTEMD_UNIT={UNIT}.service"
"""What the service has logged, for journalctl."""


@dataclass(frozen=True)
class Fault:
    """What takes all pins from a service that starts."""

    name: str
    make: str
    mend: str
    says: tuple[str, ...]
    """Parts of a line that names it, the first of them in no other line."""
    has_page: bool
    """Whether the first page comes after one with what is wrong with each pin, instead of warning of one line."""


FAULTS = (
    Fault(
        "a service without the group of the pins is told which",
        "sed 's/^gpio:x:[0-9]*:/gpio:x:4999:/' /etc/group > /tmp/group && mount --bind /tmp/group /etc/group",
        "umount /etc/group",
        ("group gpio", "keyboard and touch"),
        has_page=False,
    ),
    Fault(
        "a revision that no Raspberry Pi has is named",
        f"printf '\\0\\0\\0\\0' > /tmp/revision && mount --bind /tmp/revision {REVISION}",
        f"umount {REVISION}",
        ("unknown old-style revision", "cannot be opened"),
        has_page=True,
    ),
)
"""The group's number is then another one than the chip's; the device tree has a revision of no Raspberry Pi."""


def named(machine: Machine, fault: Fault, since: str) -> str:
    """Return the line by which the service has named a fault since then, and mend the fault."""
    machine.run(fault.mend)
    said = machine.run(f"journalctl {OF_SERVICE} --since {since} | grep --max-count=1 '{fault.says[0]}'").strip()
    expect(said, *fault.says)
    return f'"{said}"'


def let_pin_be_taken(pair: Pair) -> None:
    """Let another program take a pin as soon as the service ends, so that the next start warns of it."""
    setting = f"--setenv=PYTHONPATH={LIBRARIES} --property=WorkingDirectory=/run"
    pair.fault = BUSY_PIN
    pair.machine.run(f"systemd-run --collect --unit=holder {setting} /usr/bin/python3 -c '{CLAIM}'")


def busy_pin(pair: Pair) -> str:
    """Look what the service has said of its pins, one of which another program had taken when it started again."""
    said = pair.machine.run(f"journalctl {OF_SERVICE} | grep '{BUSY_PIN}'").strip()
    if len(said.splitlines()) != 1:
        raise Wrong(f"other pins are told, too: {said}")
    expect(said, f'button "{BUSY}" on GPIO {BUTTONS[BUSY]} is in use by "{HOLDER}"', "stop the program")
    return f'"{said}"; no other pin is named, and the game was resumed by its button'


def examined(machine: Machine, with_settings: str, pressed: Iterable[Button]) -> str:
    """What the doctor reports with these settings, after it has asked for presses and got these.

    The service does not run.
    """
    machine.run(f"cat > {CONFIG} <<'END'\n{with_settings}END")
    doctor = f"{AS_REFEREE} {OPT}/current/bin/pyramid-referee doctor --press --config {CONFIG} --data {STATE}"
    machine.run(f"cd /tmp; (LC_ALL=C.UTF-8 {doctor}; echo ended) > /tmp/doctor 2>&1 &")
    wait_until("the doctor asks", DOCTOR_S, lambda: "Press each" in machine.run("cat /tmp/doctor"))
    for button in pressed:
        machine.press(button)
    return wait_until("the doctor ends", DOCTOR_S, lambda: ended(machine.run("cat /tmp/doctor")))


def vanishing_chip(pair: Pair) -> str:
    """Take the chip away under the running service."""
    machine = pair.machine
    restarts = unit_property(pair, "NRestarts")
    machine.run(f"echo {CHIP} > {DRIVER}/unbind")
    said = logged(machine, "has failed")
    load = load_at_rest(machine)
    if unit_property(pair, "NRestarts") != restarts:
        raise Wrong("the service did not survive it")
    machine.run(f"systemctl stop {UNIT}")
    ended_with = unit_property(pair, "Result")
    if ended_with != "success":
        raise Wrong(f"the service ended with {ended_with}")
    return f'"{said}"; no restart, {load:.0%} of a processor, and an end without a fault'


def ended(report: str) -> str | None:
    """What a program has printed, once it has ended."""
    return report if report.rstrip().endswith("ended") else None


def logged(machine: Machine, about: str, since: str = "@0") -> str:
    """Wait until the service logs something about this, and return that line. :raises Late: when it does not"""
    show = f"journalctl --boot --unit {UNIT} --output cat --since {since} --lines all --follow"
    follow = (
        f"rm -f {LOG}; mkfifo {LOG}; {show} > {LOG} 2> /dev/null & grep --max-count=1 --extended-regexp '{about}' {LOG}"
    )
    return machine.run(f"{follow}; found=$?; kill $! 2> /dev/null; exit $found", FAULT_S).strip()


def expect(said: str, *parts: str) -> None:
    """Check that all of this was said. :raises Wrong: if not"""
    if missing := [part for part in parts if part not in said]:
        raise Wrong(f'nothing of {missing}, but: "{said}"')
