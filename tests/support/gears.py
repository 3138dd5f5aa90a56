"""How finely the house is cut, and what a page must know; `make lint` guards both.

Measured are import edges for 1,000 lines, what one press runs through, how often a page tells inputs apart, and how
often it asks which controls there are: what a page offers is laid on them in one module (`pages/offers.py`).

Why no lines: a cap on them cuts topics into pieces. These grow when pieces do not belong together, and whoever lowers
one lowers its ceiling here.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

PROJECT = Path(__file__).parents[2]
PACKAGES = ("firmware_py", "hardware", "display")
PAGES = PROJECT / "firmware_py/pages"
CEILINGS = {"edges": 22.7, "files": 55, "functions": 416, "inputs": 19, "controls": 10, "without a reason": 0}
"""They only fall."""


def main() -> int:
    """Print the measures, and return 1 if one is above its ceiling."""
    functions = pressed_functions()
    found = {
        "edges": round(edges_per_1000_lines(), 1),
        "files": len({file for file, _ in functions}),
        "functions": len(functions),
        "inputs": tell_inputs(),
        "controls": len(asks := ask_controls()),
        "without a reason": sum("  # " not in line for line in asks.values()),
    }
    for name, value in found.items():
        print(f"{name}: {value} (ceiling {CEILINGS[name]})")
    return int(any(value > CEILINGS[name] for name, value in found.items()))


LAYING = "offers.py", "interface.py"
"""The modules of pages that lay offers on controls, and that hold which there are."""


def tell_inputs() -> int:
    """How often pages tell one kind of input from another: in a case, or in a comparison."""
    trees = _pages()
    pattern = next(
        node.value
        for node in trees["offers.py"].body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "Input"
    )
    kinds = {node.id for node in ast.walk(pattern) if isinstance(node, ast.Name)}
    count = 0
    for place, tree in trees.items():
        for node in ast.walk(tree) if place not in LAYING else ():
            match node:
                case ast.match_case(pattern=other) | ast.Compare(comparators=[other, *_]):
                    count += any(isinstance(one, ast.Name) and one.id in kinds for one in ast.walk(other))
    return count


def ask_controls() -> dict[str, str]:
    """Where pages ask which controls there are, each with its line.

    A function that answers with yes or no passes the question on: it is asked wherever that is called.
    """
    trees = _pages()
    helpers = {"has_two_directions"}
    while (
        more := {
            node.name
            for tree in trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            and _passes_on(node)
            and any(_asks(one, helpers) for one in ast.walk(node))
        }
        - helpers
    ):
        helpers |= more
    passed_on = {
        inner
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in helpers
        for inner in ast.walk(node)
    }
    lines = {place: (PAGES / place).read_text(encoding="utf-8").splitlines() for place in trees}
    return {
        f"{place}:{node.lineno}": lines[place][node.lineno - 1]
        for place, tree in trees.items()
        if place not in LAYING
        for node in ast.walk(tree)
        if node not in passed_on and _asks(node, helpers)
    }


def _passes_on(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "bool"


def _asks(node: ast.AST, helpers: Set[str]) -> bool:
    match node:
        case ast.Attribute(value=ast.Attribute(attr="settings"), attr="controls" | "layout"):
            return True
        case ast.Attribute(attr="worked_by" | "is_touched"):
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in helpers
    return False


def _pages() -> dict[str, ast.Module]:
    """What stands in each module of pages."""
    return {
        str(path.relative_to(PAGES)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PAGES.rglob("*.py"))
    }


def edges_per_1000_lines() -> float:
    """How many modules of the product each module imports, summed up, for 1,000 lines."""
    modules = {
        ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in (PROJECT / package).rglob("*.py")
    }
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules.values())
    return 1000 * sum(len({*_imported(path, modules)} - {name}) for name, path in modules.items()) / lines


def _imported(path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from (name for name in (inner if inner in modules else node.module,) if name in modules)


class Panel:
    """Draws what is shown, as the panel of a device does."""

    def __init__(self) -> None:
        """Be dark."""
        import pygame

        self._surface = pygame.Surface(SIZE)

    def show(self, app: Any, _: Any) -> None:
        """Draw the view."""
        from display.draw import lay_out

        lay_out(app.shown, *SIZE).paint(self._surface)


def pressed_functions() -> set[tuple[str, str]]:
    """The functions that run from the pin to the picture when somebody presses *Loot*, each with its file."""
    from firmware_py.config.schema import Config
    from firmware_py.desk.simulated_device import SimulatedDevice

    run: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and not code.co_name.startswith("<"):
            run.add((code.co_filename, code.co_qualname))

    with TemporaryDirectory() as data, SimulatedDevice(Config(language="en"), Path(data), Panel()) as device:
        device.load((PROJECT / "tests/flows/six_players.jsonl").read_bytes())
        for _ in range(2):  # all is loaded, and laid out once, before the second one
            device.wait(2)
            run.clear()
            sys.setprofile(note)
            device.pins.press("left")
            device.wait(0.06)
            sys.setprofile(None)
            device.pins.release("left")
    return run


SIZE = 480, 320
OURS = tuple(f"{PROJECT / package}{os.sep}" for package in PACKAGES)

if __name__ == "__main__":
    sys.path[:0] = [str(PROJECT)]
    sys.exit(main())
