"""The paper that lists every sentence of the leaflets: what it names exists, and no clause is missing in it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from places import TESTS

import firmware_py
from firmware_py.games.registry import GAMES

PAPER = TESTS / "rules" / "LEAFLETS.md"
SOURCE = Path(firmware_py.__file__).parent
CLAUSE = re.compile(r"\b[LGP]\d\d\b")
ONLY_A_NOTE = {"G02"}
"""What is no rule: how two words of a leaflet are to be understood."""


class Row(NamedTuple):
    """One sentence of a leaflet."""

    place: str
    sentence: str
    clauses: str
    refereed: str
    said: str
    left: str


def rows(game: str) -> Iterator[Row]:
    """Yield the sentences of one leaflet."""
    section = PAPER.read_text(encoding="utf-8").split(f"## {game}\n")[1].split("\n## ")[0]
    for line in section.splitlines()[3:]:
        if line.startswith("| "):
            yield Row(*(part.strip() for part in line.strip("|").split("|")))


def modules(game: str, folders: tuple[str, ...]) -> set[str]:
    return {file.stem for folder in folders for file in files_in(SOURCE / folder / game)}


@pytest.mark.parametrize("game", GAMES)
def test_every_module_named_beside_a_sentence_exists(game: str) -> None:
    """Rules referee; rules and pages say."""
    for row in rows(game):
        assert set(re.findall("`(.+?)`", row.refereed)) <= modules(game, ("games",)), row
        assert set(re.findall("`(.+?)`", row.said)) <= modules(game, ("games", "pages")), row


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_refereed_said_or_left_to_the_table(game: str) -> None:
    """None is forgotten, and none stands there twice."""
    found = list(rows(game))
    assert len(found) > 30
    assert len({row.place for row in found}) == len(found)
    assert all(row.refereed or row.said or row.left for row in found)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_code_stands_beside_a_sentence(game: str) -> None:
    """And every clause that stands there is one of the code or of a test."""
    in_code = {clause for folder in ("games", "pages") for clause in clauses_in(SOURCE / folder / game)}
    in_paper = {clause for row in rows(game) for clause in CLAUSE.findall(row.clauses)}
    assert in_code - in_paper == set()
    assert in_paper - in_code - clauses_in(TESTS) - ONLY_A_NOTE == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_beside_a_sentence_is_named_by_a_test(game: str) -> None:
    """In its name or in its docstring."""
    in_paper = {clause for row in rows(game) for clause in CLAUSE.findall(row.clauses)}
    assert in_paper - clauses_in(TESTS) - ONLY_A_NOTE == set()


def files_in(folder: Path) -> list[Path]:
    """The modules in a folder, and the texts beside them."""
    return [*folder.rglob("*.py"), *folder.rglob("texts.toml")]


def clauses_in(folder: Path) -> set[str]:
    """The clauses that the files of a folder name, in any case; names of tests join them by underscores."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in files_in(folder)).replace("_", " ").upper()
    return set(CLAUSE.findall(text))
