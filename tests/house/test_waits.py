"""Whatever waits for another process, a thread or a device waits for so long at most; no test waits too little."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from places import PROJECT, TESTS
from waiting import PATIENCE_S

WAITING = {"wait", "join", "acquire", "result", "exception", "communicate", "recv", "accept"}
"""Methods that wait for ever unless they are told how long."""
RUNNING = {"run", "call", "check_call", "check_output"}
"""Functions of `subprocess` that do."""
ENDLESS = {
    "firmware_py/device/loop.py acquire": "the loop sleeps until something happens, and wakes for the watchdog",
    "firmware_py/device/running.py result": "it is done: `wait` above has waited in steps, and told the watchdog",
    "firmware_py/device/saving.py exception": "it waits for so long at most as it is told",
    "firmware_py/device/saving.py result": "it is done",
    "firmware_py/device/screens_link.py accept": "a thread of its own waits for the process of the phones",
    "firmware_py/device/screens_link.py acquire": "that thread again: the loop has not taken what was said before",
    "firmware_py/screens/server.py accept": "somebody is there: the selector has said so",
    "hardware/gpiod_pins.py join": "the thread waits for nothing but the event that ends it",
}
"""Where it is meant, and why that cannot hang the device."""
BY_HAND = {"bench", "boot", "by_hand", "emulated", "kernel"}
"""What no commit waits for may measure time."""
A_STEP_S = 0.1
"""What waits for no longer does so again and again, until its patience ends."""
STOPWATCHES = {"perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "thread_time", "timeit"}
MAY_WAIT = re.compile(rf"subprocess|\.({'|'.join(WAITING)})\(\s*(\)|\w+=)")
MAY_HURRY = re.compile(rf"timeout|alarm|\b(join|acquire)\([^)]*\d|\b(join|acquire)\([A-Z]|{'|'.join(STOPWATCHES)}")
"""Where one of these may be found: to parse every module takes seconds."""


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of methods and of functions of a module, with their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node


def endless_waits(module: Path) -> Iterator[str]:
    """Yield the calls in a module that may wait for ever, by file and name."""
    text = module.read_text(encoding="utf-8")
    if not MAY_WAIT.search(text):
        return
    for name, node in calls(ast.parse(text)):
        if not isinstance(node.func, ast.Attribute):
            continue
        limits = {keyword.arg for keyword in node.keywords} & {"timeout", "timeout_s"}
        is_run = isinstance(node.func.value, ast.Name) and node.func.value.id == "subprocess" and name in RUNNING
        if not limits and (is_run or (name in WAITING and not node.args)):
            yield f"{module.relative_to(PROJECT)} {name}"


def test_nothing_waits_without_a_limit() -> None:
    """A program that hangs, a player that does not end, a board that is silent: the device goes on."""
    modules = [path for package in ("firmware_py", "display", "hardware") for path in (PROJECT / package).rglob("*.py")]
    found = {call for module in modules if "pico" not in module.parts for call in endless_waits(module)}
    assert found - ENDLESS.keys() == set()


def hasty_waits(module: Path) -> Iterator[str]:
    """Yield where a test gives another thread or process less time than a busy machine takes, or measures time."""
    text = module.read_text(encoding="utf-8")
    if not MAY_HURRY.search(text):
        return
    tree = ast.parse(text)
    values = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for name, node in calls(tree):
        limits = [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
        limits += node.args if name in {"settimeout", "alarm", "join", "acquire"} else []
        known = [values.get(limit.id) if isinstance(limit, ast.Name) else limit for limit in limits]
        seconds = [one.value for one in known if isinstance(one, ast.Constant) and isinstance(one.value, int | float)]
        if name in STOPWATCHES or any(A_STEP_S < limit < PATIENCE_S for limit in seconds):
            yield f"{module.relative_to(PROJECT)}:{node.lineno} {name}"


def test_no_test_fails_because_the_machine_is_busy() -> None:
    """Each wait lasts as long as `PATIENCE_S` says if it must, and no test asserts how long anything took."""
    modules = [path for path in TESTS.rglob("*.py") if path.relative_to(TESTS).parts[0] not in BY_HAND]
    assert [wait for module in modules for wait in hasty_waits(module)] == []
