"""Whatever waits for another process, a thread or a device waits for so long at most."""

import ast
from collections.abc import Iterator
from pathlib import Path

from places import PROJECT

WAITING = {"wait", "join", "acquire", "result", "exception", "communicate", "recv", "accept"}
"""Methods that wait for ever unless they are told how long."""
RUNNING = {"run", "call", "check_call", "check_output"}
"""Functions of `subprocess` that do."""
ENDLESS = {
    "firmware_py/device/loop.py acquire": "the loop sleeps until something happens, and wakes for the watchdog",
    "firmware_py/device/running.py result": "it is done: `wait` above has waited in steps, and told the watchdog",
    "firmware_py/device/saving.py exception": "it is done",
    "firmware_py/device/saving.py result": "it is done, or belongs to the disk's thread, which alone waits for a disk",
    "hardware/kernel_edges.py join": "the thread waits for nothing but the event that ends it",
}
"""Where it is meant, and why that cannot hang the device."""


def endless_waits(module: Path) -> Iterator[str]:
    """Yield the calls in a module that may wait for ever, by file and name."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, limits = node.func.attr, {keyword.arg for keyword in node.keywords} & {"timeout", "timeout_s"}
        is_run = isinstance(node.func.value, ast.Name) and node.func.value.id == "subprocess" and name in RUNNING
        if not limits and (is_run or (name in WAITING and not node.args)):
            yield f"{module.relative_to(PROJECT)} {name}"


def test_nothing_waits_without_a_limit() -> None:
    """A program that hangs, a player that does not end, a board that is silent: the device goes on."""
    modules = [path for package in ("firmware_py", "display", "hardware") for path in (PROJECT / package).rglob("*.py")]
    found = {call for module in modules if "pico" not in module.parts for call in endless_waits(module)}
    assert found - ENDLESS.keys() == set()
