"""The installer's own language: what shellcheck knows to go wrong, and failures that the shell itself overlooks."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from places import PROJECT

SCRIPTS = [PROJECT / "systemd" / name for name in ("install", "uninstall", "tell-why")]
OF_THE_IMAGE = [PROJECT / "systemd/image" / name for name in ("make", "card", "initrd-init")]
FILES = [*SCRIPTS, *sorted((PROJECT / "systemd/parts").glob("*.sh"))]
HARMLESS = re.compile(
    r"(if|elif|while|for|case|else|then|do|done|fi|esac|shift|set --|\}|#|\S+\)( return 1)? ;;$|[a-z_]+=(?!.*\$\())"
)
"""What begins a line that cannot fail by itself: words of the shell, a pattern of `case`, an assignment of words."""
HANDLED = re.compile(r"\|\||^!|^(return|exit|say)\b|; return; fi$")
"""What a line has whose failure is handled, or is the answer."""
CLOSING = re.compile(r"(elif|else|fi|esac|done|;;|\})\b|;;")

needs_shellcheck = pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")


@needs_shellcheck
def test_the_scripts_are_clean() -> None:
    """What shellcheck knows to go wrong does not stand in them, nor in their parts."""
    checked = subprocess.run(
        ["shellcheck", "-x", "-a", *SCRIPTS, *OF_THE_IMAGE], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


@needs_shellcheck
def test_no_failure_is_overlooked_where_set_e_is_off() -> None:
    """In a condition `set -e` is off within a function: each line of it must say itself what follows when it fails."""
    bodies = {name: body for file in FILES for name, body in functions(file).items()}
    pending = called_in_conditions() | {"undo"}  # `leave` switches `set -e` off
    assert {"restore", "write", "start"} < pending
    seen: set[str] = set()
    while pending:
        name = pending.pop()
        seen.add(name)
        pending |= {called for called in bodies if re.search(rf"\b{called}\b", bodies[name])} - seen
    tolerant = {"undo"}  # whatever fails, it goes on
    assert {name: lines for name in seen - tolerant if (lines := overlooked(bodies[name]))} == {}


def called_in_conditions() -> set[str]:
    """The functions that are called in a condition."""
    command = ["shellcheck", "-x", "-a", "-o", "check-set-e-suppressed", "-f", "json", *SCRIPTS]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    calls = set()
    for note in json.loads(found):
        line = Path(note["file"]).read_text(encoding="utf-8").splitlines()[note["line"] - 1]
        name = re.match(r"\w+", line[note["column"] - 1 :])
        assert name, line
        calls.add(name[0])
    return calls


def functions(file: Path) -> dict[str, str]:
    """The body of each function in a script."""
    text = file.read_text(encoding="utf-8")
    found = re.findall(r"(?ms)^(\w+)\(\) \{\n(.*?)^\}", text) + re.findall(r"(?m)^(\w+)\(\) \{ (.*) \}$", text)
    return dict(found)


def overlooked(body: str) -> list[str]:
    """The lines of a function after whose failure it goes on as if nothing had happened; the last may fail."""
    lines = [line for line in re.sub(r"\\\n\s*", "", body).splitlines() if line.strip()]
    return [
        line.strip()
        for index, line in enumerate(lines)
        if not HARMLESS.match(line.strip()) and not HANDLED.search(line.strip())
        if not is_answer(line, lines[index + 1 :])
    ]


def is_answer(line: str, later: list[str]) -> bool:
    """Whether a function ends with this line, or with a failure after it."""
    if later and later[0].strip() == "return 1":
        return True
    outside = [other for other in later if indent(other) < indent(line)]
    is_last = not later or indent(later[0]) < indent(line)
    return is_last and all(CLOSING.match(other.strip()) for other in outside)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())
