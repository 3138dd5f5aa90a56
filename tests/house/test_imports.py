"""Importing the project's packages changes nothing in the process that imports them."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import FLOWS, PROJECT

CHECKS = {
    "OpenSSL's digests": "import hashlib; hashlib.scrypt(b'', salt=b'', n=2, r=1, p=1)",
    "installed packages": "from importlib.metadata import version; version('gpiozero')",
    "no package that is not installed": "import sys; assert 'importlib_metadata' not in sys.modules",
    "pygame's sound": "import pygame.mixer",
    "garbage collection": "import gc; assert gc.isenabled() and gc.get_freeze_count() == 0",
    "the environment": "assert dict(os.environ) == before",
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_importing_the_packages_changes_nothing_in_the_process(check: str) -> None:
    """Another program may use them: what they find in Python is there afterwards."""
    packages = "firmware_py, hardware, display, firmware_py.cli.main, firmware_py.device"
    program = f"import os; before = dict(os.environ); import {packages}; {check}"
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYGAME_")}
    subprocess.run([sys.executable, "-c", program], env=plain, check=True)


ELSEWHERE = ("fcntl", "gpiod", "grp", "pty", "pwd", "resource", "termios", "tty")
"""Modules that Windows lacks, or both Windows and macOS."""
PLAYED = """
import contextlib, io, sys
from firmware_py.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    status = main(["desk", "--headless", "--script", sys.argv[1]])
print(*(name for name in sys.modules if name.split(".")[0] in ("firmware_py", "hardware", "display")))
sys.exit(status)
"""


def test_the_desk_imports_nothing_that_another_system_lacks(tmp_path: Path) -> None:
    """All that is loaded while a game is played there loads without those modules of the system, too."""
    environ = {**os.environ, "HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"}
    play = [sys.executable, "-c", PLAYED, FLOWS / "en_francais.txt"]
    loaded = subprocess.run(play, env=environ, capture_output=True, text=True, check=True).stdout.split()
    assert len(loaded) > 100
    hidden = f"import sys; sys.modules.update(dict.fromkeys({ELSEWHERE}))"
    load = f"{hidden}; from importlib import import_module; [import_module(name) for name in {loaded}]"
    done = subprocess.run([sys.executable, "-c", load], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


REGISTERING = {"register", "nothing_loads"}
"""What fills the lists of games when the program is put together, and forbids it while it decides."""
CHANGES = {"append", "add", "clear", "extend", "insert", "pop", "popitem", "remove", "discard", "setdefault", "update"}


def changed_names(function: ast.AST) -> Iterator[str]:
    """The names whose items or attributes a function changes, and those that it declares global."""
    for node in ast.walk(function):
        match node:
            case ast.Global(names=names):
                yield from names
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in CHANGES:
                yield name


@pytest.mark.parametrize("room", ["bots", "device", "evenings", "games", "pages", "tracking"])
def test_no_function_remembers_anything_in_its_module(room: str) -> None:
    """What decides is a function of what it gets: it changes no value that stands in a module."""
    found = []
    for path in (PROJECT / "firmware_py" / room).rglob("*.py"):
        module = ast.parse(path.read_text(encoding="utf-8"))
        own = {
            target.id
            for node in module.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in ast.walk(node)
            if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
        }
        for function in ast.walk(module):
            if isinstance(function, ast.FunctionDef) and function.name not in REGISTERING:
                found += [f"{path.name}: {function.name} changes {name}" for name in {*changed_names(function)} & own]
        changing = {
            node.name
            for node in module.body
            if isinstance(node, ast.ClassDef)
            and any(
                "self" in changed_names(part) for part in node.body if getattr(part, "name", "__init__") != "__init__"
            )
        }
        found += [
            f"{path.name}: {name} changes"
            for node in module.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call)
            for name in [ast.unparse(node.value.func)]
            if name in changing
        ]
    assert found == []
