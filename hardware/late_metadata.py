"""Stands in for `importlib_metadata`: gpiozero asks it for pin factories, but not if it is given one, as it is here.

Why: the standard library's `importlib.metadata` takes a fifteenth of a start, in counted instructions, as it loads all
that reads e-mail. gpiozero imports it for that question alone, and looks first for the package of this name.
"""

from importlib import import_module
from typing import Any

NAME = "importlib_metadata"


def entry_points(**wanted: str) -> Any:
    """Return what the standard library returns, which is loaded now."""
    return import_module("importlib.metadata").entry_points(**wanted)
