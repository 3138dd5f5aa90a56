"""Flow scripts: the desk simulator driven by a text file, one command a line."""

from __future__ import annotations

import errno
import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TypeAlias, get_args

from display.view import Button, as_text
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.session import RefusedRecord
from firmware_py.words import Say

ERRNOS = {name: number for number, name in errno.errorcode.items()}

AS_TYPED = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'"})
"""The signs of good printing as a keyboard has them: a script may be typed either way."""
FORMS = {
    "press": "press NAME [TIMES]",
    "hold": "hold NAME SECONDS",
    "wait": "wait SECONDS",
    "cut": "cut",
    "view": "view",
    "expect": "expect TEXT",
    "refuse": "refuse TEXT",
    "shot": "shot NAME",
    "load": "load RECORD",
    "lift": "lift PIECE",
    "place": "place PIECE CELL [DX DY]",
    "slide": "slide PIECE CELL…",
    "swap": "swap PIECE PIECE",
    "fault": "fault i2c ADDRESS ERRNO|none",
    "unplug": "unplug board",
    "plug": "plug board",
}
"""What a line can be, by its first word."""


class ScriptError(Exception):
    """A line of a script that cannot be understood; nothing of the script has been played."""


class ScriptFailure(Exception):  # noqa: N818 - an expectation that was not met is no error of the script
    """A script that did not find what it expected, or could not go on; the message names the line."""


@dataclass(frozen=True)
class Stage:
    """What a script plays on: the box, where its pictures go, and where it prints."""

    box: SimulatedDevice
    picture: Callable[[Path], None] | None
    """What writes a picture of the screen, if anything does."""
    shots: Path
    here: Path
    """The folder of the script, where it looks for records."""
    say: Say
    tell: Callable[[str], None] = print


ScriptStep: TypeAlias = Callable[[Stage], None]


def read_script(text: str) -> tuple[tuple[int, ScriptStep], ...]:
    """Return the steps of a script with their line numbers.

    :raises ScriptError: when any line cannot be understood; the message names every such line.
    """
    steps: list[tuple[int, ScriptStep]] = []
    problems: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            parts = _parts(line)
            if parts:
                steps.append((number, _step(parts)))
        except ValueError as error:
            problems.append(f"line {number}: {error}")
    if problems:
        raise ScriptError("\n".join(problems))
    return tuple(steps)


def run_script(steps: Iterable[tuple[int, ScriptStep]], stage: Stage) -> None:
    """Play the steps of a script.

    :raises ScriptFailure: at the first line that does not find what it expects.
    """
    for number, step in steps:
        try:
            step(stage)
        except ScriptFailure as failure:
            raise ScriptFailure(f"line {number}: {failure}") from None


def boards_for(text: str) -> tuple[str, ...]:
    """Return the kinds of magnetic board that a script's comments name, as `--board KIND`; none if any will do."""
    comments = (line for line in text.splitlines() if line.lstrip().startswith("#"))
    return tuple(kind for line in comments for kind in re.findall(r"--board (\w+)", line))


def _parts(line: str) -> list[str]:
    """Split a line into words; the text of `expect` and `refuse` runs to the end of the line, or to a comment."""
    command, _, rest = line.strip().partition(" ")
    if command in ("expect", "refuse"):
        wanted = rest.partition(" # ")[0].strip()
        return [command, wanted] if wanted else [command]
    return shlex.split(line, comments=True)


def _step(parts: list[str]) -> ScriptStep:
    match parts:
        case ["press", name]:
            return _pressed(name, "1")
        case ["press", name, times]:
            return _pressed(name, times)
        case ["hold", name, seconds]:
            button, duration_s = _button(name), _seconds(seconds)
            return lambda stage: stage.box.hold(button, duration_s)
        case ["wait", seconds]:
            duration_s = _seconds(seconds)
            return lambda stage: stage.box.wait(duration_s)
        case ["cut"]:
            return lambda stage: stage.box.cut()
        case ["view"]:
            return lambda stage: stage.tell(as_text(stage.box.app.view))
        case ["expect", text]:
            return lambda stage: _look_for(text, stage, wanted=True)
        case ["refuse", text]:
            return lambda stage: _look_for(text, stage, wanted=False)
        case ["shot", name]:
            return _pictured(name)
        case ["load", record]:
            return lambda stage: _load(record, stage)
        case ["lift", piece]:
            return _by_hand(lambda box: box.lift(piece))
        case ["place", piece, cell]:
            return _by_hand(lambda box: box.place(piece, cell))
        case ["place", piece, cell, dx, dy]:
            dx_mm, dy_mm = _millimetres(dx), _millimetres(dy)
            return _by_hand(lambda box: box.place(piece, cell, dx_mm, dy_mm))
        case ["slide", piece, *cells] if cells:
            return _by_hand(lambda box: box.slide(piece, cells))
        case ["swap", one, other]:
            return _by_hand(lambda box: box.swap(one, other))
        case ["unplug", "board"]:
            return _by_hand(lambda box: box.simulated_board().board.unplug())
        case ["plug", "board"]:
            return _by_hand(lambda box: box.simulated_board().board.plug())
        case ["fault", "i2c", address, error]:
            chip, number = _address(address), _errno(error)
            return _by_hand(lambda box: box.simulated_board().fault(chip, number))
        case [command, *_] if command in FORMS:
            raise ValueError(f'"{" ".join(parts)}" is not understood; it should be: {FORMS[command]}')
        case [command, *_]:
            raise ValueError(f'"{command}" is no command of a script; there are {", ".join(FORMS)}')
    raise ValueError("the line is empty")


def _by_hand(act: Callable[[SimulatedDevice], None]) -> ScriptStep:
    """Return the step of hands on the magnetic board; it fails when there is none, or no such piece or cell."""

    def step(stage: Stage) -> None:
        try:
            act(stage.box)
        except ValueError as error:
            raise ScriptFailure(str(error)) from None

    return step


def _millimetres(text: str) -> float:
    try:
        distance_mm = float(text)
    except ValueError:
        distance_mm = inf
    if not -100 <= distance_mm <= 100:
        raise ValueError(f'"{text}" is no number of millimetres between -100 and 100')
    return distance_mm


def _address(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise ValueError(f'"{text}" is no address of a chip such as 0x20') from None


def _errno(text: str) -> int | None:
    """Return the number of an error, given by number or name; None for "none"."""
    if text == "none":
        return None
    number = int(text) if text.isdecimal() else ERRNOS.get(text, 0)
    if number not in errno.errorcode:
        raise ValueError(f'"{text}" is no errno; write a number such as 121, a name such as EREMOTEIO, or none')
    return number


def _pressed(name: str, times: str) -> ScriptStep:
    button = _button(name)
    if not times.isdecimal() or int(times) < 1:
        raise ValueError(f'"{times}" is no number of presses, from 1 on')

    def step(stage: Stage) -> None:
        for _ in range(int(times)):
            stage.box.press(button)

    return step


def _button(name: str) -> Button:
    buttons: tuple[Button, ...] = get_args(Button)
    for button in buttons:
        if button == name:
            return button
    raise ValueError(f'"{name}" is no button; there are {", ".join(buttons)}')


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise ValueError(f'"{text}" is no number of seconds between 0 and 86400')
    return seconds


def _look_for(text: str, stage: Stage, *, wanted: bool) -> None:
    shown = as_text(stage.box.app.view)
    if (text.translate(AS_TYPED) in shown.translate(AS_TYPED)) != wanted:
        missing = "is not on the screen" if wanted else "is on the screen"
        raise ScriptFailure(f'"{text}" {missing}, which shows:\n{shown}')


def _pictured(name: str) -> ScriptStep:
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise ValueError(f'"{name}" lies outside the folder of the pictures; write a name such as start')

    def step(stage: Stage) -> None:
        if stage.picture is None:
            return
        path = stage.shots / f"{name}.png"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            stage.picture(path)
        except OSError as error:
            raise ScriptFailure(f"{path}: cannot be written: {error.strerror}") from None

    return step


def _load(record: str, stage: Stage) -> None:
    path = Path(record) if Path(record).is_file() else stage.here / record
    try:
        stage.box.load(path.read_bytes())
    except OSError as error:
        raise ScriptFailure(f"{path}: cannot be read: {error.strerror}") from None
    except RefusedRecord as error:
        raise ScriptFailure(f"{path}: line {error.line}: {stage.say(error.why)}") from None
