"""The tests keep their own rules: a truth each, support in one place, everything in the README."""

from __future__ import annotations

import re
from pathlib import Path

from places import TESTS

FILES = sorted(file for file in TESTS.rglob("*.py") if "node_modules" not in file.parts)
TEST_FILES = [file for file in FILES if file.name.startswith("test_")]


def name_of(file: Path) -> str:
    return str(file.relative_to(TESTS))


def test_every_test_says_which_truth_it_holds() -> None:
    """Each test has a docstring."""
    opening = re.compile(r'^def (test_\w+)\(.*?\)(?: -> \w+)?:\n    (r?""")?', re.MULTILINE | re.DOTALL)
    silent = [
        f"{name_of(file)}: {name}"
        for file in TEST_FILES
        for name, quotes in opening.findall(file.read_text(encoding="utf-8"))
        if not quotes
    ]
    assert silent == []


def test_no_test_imports_another() -> None:
    """What several tests share lies in `support`."""
    imported = {
        f"{name_of(file)}: {line}"
        for file in FILES
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.match(r"\s*(from|import) (\w+\.)*test_", line)
    }
    assert imported == set()


def test_the_readme_names_all_there_is() -> None:
    """One page names each folder, each module of `support` and each program in `by_hand`."""
    page = (TESTS / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)/?`", page))
    folders = {folder.name for folder in TESTS.iterdir() if folder.is_dir() and not folder.name.startswith(("_", "."))}
    shared = {
        path.stem
        for place in ("support", "by_hand")
        for path in (TESTS / place).iterdir()
        if not path.name.startswith(("_", "."))
    }
    assert (folders | shared) - named == set()
