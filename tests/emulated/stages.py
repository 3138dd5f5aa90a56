"""Stages of a run: each has a machine of its own, and some run at the same time, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait

from check_run import Check, CheckRun
from pair import Pair

_FORK = multiprocessing.get_context("fork")
AFTER_FIRST = 3
"""How much nicer than the first stage the others are: it takes the longest, and the whole run no less."""


@dataclass(frozen=True)
class Stage:
    """Checks that follow each other on one machine."""

    name: str
    """What the transcript calls it; empty if it is the only one."""
    begin: Callable[[], tuple[Pair, Sequence[Check]]]
    """Returns the machine, still switched off, and the checks."""


def all_well(stages: Sequence[Stage], run: CheckRun, at_once: int) -> bool:
    """Run the stages, so many at once, in this order; return False if one fails, after the others have ended, too.

    The first of them is served first.
    """
    if len(stages) == 1:
        return _is_well(stages[0], run)
    waiting, going, is_well = deque(stages), dict[int, multiprocessing.process.BaseProcess](), True
    try:
        while waiting or going:
            while waiting and len(going) < at_once:
                stage = waiting.popleft()
                nicer = 0 if stage is stages[0] else AFTER_FIRST
                process = _FORK.Process(target=_run_alone, args=(stage, run, nicer))
                process.start()
                going[process.sentinel] = process
            for sentinel in wait(list(going)):
                process = going.pop(sentinel)  # type: ignore[call-overload]  # on Linux, each is a number
                process.join()
                is_well &= process.exitcode == 0
    finally:
        for process in going.values():
            process.terminate()
            process.join()
    return is_well


def _run_alone(stage: Stage, run: CheckRun, nicer: int) -> None:
    """Run a stage in this process, and end it; whoever terminates it ends its machine as well."""
    os.nice(nicer)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(0 if _is_well(stage, run.of_stage(stage.name)) else 1)


def _is_well(stage: Stage, run: CheckRun) -> bool:
    pair, checks = stage.begin()
    try:
        return run.all_well(pair, checks)
    finally:
        pair.close()
