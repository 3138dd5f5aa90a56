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
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

PROJECT = Path(__file__).parents[2]
PACKAGES = ("firmware_py", "hardware", "display")
CEILINGS = {"edges": 22.7, "files": 55, "functions": 416, "inputs": 18, "controls": 10}
"""They only fall."""


def main() -> int:
    """Print the measures, and return 1 if one is above its ceiling."""
    functions = pressed_functions()
    found = {
        "edges": round(edges_per_1000_lines(), 1),
        "files": len({file for file, _ in functions}),
        "functions": len(functions),
        "inputs": sum(map(_tells_inputs, _pages())),
        "controls": sum(map(_asks_controls, _pages())),
    }
    for name, value in found.items():
        print(f"{name}: {value} (ceiling {CEILINGS[name]})")
    return int(any(value > CEILINGS[name] for name, value in found.items()))


def _pages() -> Iterator[ast.AST]:
    """Yield what stands in the modules of pages, but for that which lays offers and those that hold the setting."""
    for path in sorted((PROJECT / "firmware_py/pages").rglob("*.py")):
        if path.name not in ("offers.py", "settings_menu.py", "interface.py"):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def _tells_inputs(node: ast.AST) -> bool:
    """Return whether a case, or a comparison, tells one input from another."""
    kinds = {"Press", "LongPress", "Touch", "Elapsed"}
    match node:
        case ast.match_case(pattern=other) | ast.Compare(comparators=[other, *_]):
            return any(isinstance(one, ast.Name) and one.id in kinds for one in ast.walk(other))
    return False


def _asks_controls(node: ast.AST) -> bool:
    """Return whether a page asks which controls there are."""
    match node:
        case ast.Attribute(value=ast.Attribute(attr="settings"), attr="controls" | "layout"):
            return True
        case ast.Attribute(attr="worked_by") | ast.Call(func=ast.Name(id="has_two_directions")):
            return True
    return False


def edges_per_1000_lines() -> float:
    """Return how many modules of the product each module imports, summed up, for 1,000 lines."""
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
    """Return the functions that run from the pin to the picture when somebody presses *Loot*, each with its file."""
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
