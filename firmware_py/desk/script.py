"""Flow scripts: text files that drive the simulated device, one command a line."""

from __future__ import annotations

import errno
import re
import shlex
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import TypeAlias, get_args

import msgspec

from display.view import Button, as_text
from firmware_py.desk.simulated_device import MisreadError, SimulatedDevice
from firmware_py.driver_reports import report_words
from firmware_py.games.records import RefusedRecord
from firmware_py.regular_files import check_no_other, read_regular
from firmware_py.words import NOTHING, WordedError, Words, reason_and_remedy, speak, words

ERRNOS = {name: number for number, name in errno.errorcode.items()}

AS_TYPED = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'"})
"""Typographic characters and their plain forms: a script may use either."""
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
"""The forms of a line, by its first word."""


class ScriptError(Exception):
    """A script that cannot be read; `problems` has a sentence for each line. Nothing of it has been played."""

    def __init__(self, *problems: Words) -> None:
        super().__init__("\n".join(map(speak("en"), problems)))
        self.problems = problems


class ScriptFailure(WordedError):  # noqa: N818 - a failed expectation is no error of the script
    """An expectation that failed, or a step that could not be done: the line and why, and what the screen shows."""

    def __init__(self, why: Words, screen: str = "", advice: Words = NOTHING) -> None:
        super().__init__(why)
        self.screen = screen
        self.advice = advice


class Stage(msgspec.Struct, frozen=True):
    """What a script plays on: the device, the folder of its pictures, and its output."""

    device: SimulatedDevice
    picture: Callable[[Path], None] | None
    """Writes a picture of the screen; None to write none."""
    shots: Path
    here: Path
    """The folder of the script, in which records are searched."""
    output: Callable[[str], None] = print


ScriptStep: TypeAlias = Callable[[Stage], None]


def read_script(text: str) -> tuple[tuple[int, ScriptStep], ...]:
    """The steps of a script with their line numbers.

    :raises ScriptError: when any line cannot be read; the message names every such line.
    """
    steps: list[tuple[int, ScriptStep]] = []
    problems: list[Words] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            parts = _parts(line)
            if parts:
                steps.append((number, _step(parts)))
        except MisreadError as error:
            problems.append(words("line {line}: {why}", line=number, why=error.why))
    if problems:
        raise ScriptError(*problems)
    return tuple(steps)


def run_script(steps: Iterable[tuple[int, ScriptStep]], stage: Stage) -> None:
    """Play the steps of a script.

    :raises ScriptFailure: at the first failed expectation.
    """
    for number, step in steps:
        try:
            step(stage)
        except ScriptFailure as failure:
            raise ScriptFailure(words("line {line}: {why}", line=number, why=failure.why), failure.screen) from None


def boards_for(text: str) -> tuple[str, ...]:
    """The kinds of board that the script's comments name as `--board KIND`; nothing if any kind will do."""
    comments = (line for line in text.splitlines() if line.lstrip().startswith("#"))
    return tuple(kind for line in comments for kind in re.findall(r"--board (\w+)", line))


LONGEST_LINE = 1000
"""In characters; no command, and no sentence on a screen, is a tenth as long."""


def _parts(line: str) -> list[str]:
    """Split a line into words; the text of `expect` and `refuse` runs to the end of the line, or to a comment."""
    if len(line) > LONGEST_LINE:
        raise MisreadError(words("the line is longer than {most} characters", most=LONGEST_LINE))
    command, _, rest = line.strip().partition(" ")
    if command in ("expect", "refuse"):
        wanted = rest.partition(" # ")[0].strip()
        return [command, wanted] if wanted else [command]
    try:
        return shlex.split(line, comments=True)
    except ValueError:
        raise MisreadError(words("a quotation mark is never closed, or the line ends with a backslash")) from None


def _step(parts: list[str]) -> ScriptStep:
    step = _device_step(parts) or _screen_step(parts) or _board_step(parts)
    if step is not None:
        return step
    if parts[0] in FORMS:
        form = FORMS[parts[0]]
        raise MisreadError(words('"{line}" is not understood; it should be: {form}', line=" ".join(parts), form=form))
    known = tuple(FORMS)
    raise MisreadError(words('no command is called "{word}"; there are: {known}', word=parts[0], known=known))


def _device_step(parts: list[str]) -> ScriptStep | None:
    match parts:
        case ["press", name]:
            return _press(name, "1")
        case ["press", name, times]:
            return _press(name, times)
        case ["hold", name, seconds]:
            button, duration_s = _button(name), _seconds(seconds)
            return lambda stage: stage.device.hold(button, duration_s)
        case ["wait", seconds]:
            duration_s = _seconds(seconds)
            return lambda stage: stage.device.wait(duration_s)
        case ["cut"]:
            return lambda stage: stage.device.cut()
        case ["load", record]:
            return lambda stage: _load(record, stage)
    return None


def _screen_step(parts: list[str]) -> ScriptStep | None:
    match parts:
        case ["view"]:
            return lambda stage: stage.output(as_text(stage.device.app.view))
        case ["expect", text]:
            return lambda stage: _search(text, stage, wanted=True)
        case ["refuse", text]:
            return lambda stage: _search(text, stage, wanted=False)
        case ["shot", name]:
            return _take_picture(name)
    return None


def _board_step(parts: list[str]) -> ScriptStep | None:
    match parts:
        case ["lift", piece]:
            return _on_board(lambda device: device.lift(piece))
        case ["place", piece, cell]:
            return _on_board(lambda device: device.place(piece, cell))
        case ["place", piece, cell, dx, dy]:
            dx_mm, dy_mm = _millimetres(dx), _millimetres(dy)
            return _on_board(lambda device: device.place(piece, cell, dx_mm, dy_mm))
        case ["slide", piece, *cells] if cells:
            return _on_board(lambda device: device.slide(piece, cells))
        case ["swap", one, other]:
            return _on_board(lambda device: device.swap(one, other))
        case ["unplug", "board"]:
            return _on_board(lambda device: device.simulated_board().board.unplug())
        case ["plug", "board"]:
            return _on_board(lambda device: device.simulated_board().board.plug())
        case ["fault", "i2c", address, error]:
            chip, number = _address(address), _errno(error)
            return _on_board(lambda device: device.simulated_board().fault(chip, number))
    return None


def _on_board(act: Callable[[SimulatedDevice], None]) -> ScriptStep:
    """A step on the magnetic board; it fails when there is no board, or no such piece, cell or chip."""

    def step(stage: Stage) -> None:
        try:
            act(stage.device)
        except MisreadError as error:
            raise ScriptFailure(error.why) from None
        except ValueError as error:  # of the simulated board
            raise ScriptFailure(report_words(str(error))) from None

    return step


def _wrong(wanted: Words, found: str) -> MisreadError:
    return MisreadError(words('write {wanted}, not "{found}"', wanted=wanted, found=found))


def _millimetres(text: str) -> float:
    try:
        distance_mm = float(text)
    except ValueError:
        distance_mm = inf
    if not -100 <= distance_mm <= 100:
        raise _wrong(words("a number of millimetres from -100 to 100"), text)
    return distance_mm


def _address(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise _wrong(words("the address of a chip, such as 0x20"), text) from None


def _errno(text: str) -> int | None:
    """The errno that is given by number or name; None for "none"."""
    if text == "none":
        return None
    number = int(text) if text.isdecimal() else ERRNOS.get(text, 0)
    if number not in errno.errorcode:
        raise _wrong(words("none, or an errno such as 121 or EREMOTEIO"), text)
    return number


def _press(name: str, times: str) -> ScriptStep:
    button = _button(name)
    if not times.isdecimal() or int(times) < 1:
        raise _wrong(words("how many presses, 1 or more"), times)

    def step(stage: Stage) -> None:
        for _ in range(int(times)):
            stage.device.press(button)

    return step


def _button(name: str) -> Button:
    buttons: tuple[Button, ...] = get_args(Button)
    for button in buttons:
        if button == name:
            return button
    raise MisreadError(words('no button is called "{name}"; there are: {buttons}', name=name, buttons=buttons))


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise _wrong(words("a number of seconds from 0 to 86400"), text)
    return seconds


def _search(text: str, stage: Stage, *, wanted: bool) -> None:
    shown = as_text(stage.device.app.view)
    if (text.translate(AS_TYPED) in shown.translate(AS_TYPED)) != wanted:
        missing = words('"{text}" is not on the screen. The screen shows:', text=text)
        unwanted = words('"{text}" is on the screen, where it must not be. The screen shows:', text=text)
        raise ScriptFailure(missing if wanted else unwanted, shown)


def _take_picture(name: str) -> ScriptStep:
    if Path(name).is_absolute() or ".." in Path(name).parts:
        why = words('"{name}" lies outside the folder of the pictures; write a name such as start', name=name)
        raise MisreadError(why)

    def step(stage: Stage) -> None:
        if stage.picture is None:
            return
        path = stage.shots / f"{name}.png"
        try:
            check_no_other(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            stage.picture(path)
        except OSError as error:
            why = words("{file}: cannot be written: {why}", file=str(path), why=reason_and_remedy(error))
            raise ScriptFailure(why) from None

    return step


def _load(record: str, stage: Stage) -> None:
    path = Path(record) if Path(record).is_file() else stage.here / record
    try:
        stage.device.load(read_regular(path))
    except OSError as error:
        raise ScriptFailure(
            words("{file}: cannot be read: {why}", file=str(path), why=reason_and_remedy(error))
        ) from None
    except RefusedRecord as error:
        why = words("{file}: line {line}: {why}", file=str(path), line=error.line, why=error.why)
        raise ScriptFailure(why) from None
