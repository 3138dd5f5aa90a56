"""The papers are short, lead somewhere, and what they tell people to type works."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from places import PROJECT

from firmware_py.cli.main import main
from firmware_py.config.schema import Config, data_directory

ALL = sorted(
    path
    for path in PROJECT.rglob("*.md")
    if not any(part.startswith(".") or part in ("build", "node_modules") for part in path.relative_to(PROJECT).parts)
)
INDEX = PROJECT / "docs/README.md"
FRONT = [path for path in ALL if path.parent in (PROJECT, PROJECT / "docs", PROJECT / "hardware", PROJECT / "systemd")]
"""The papers for players, owners, builders and newcomers."""
MOST_WORDS = {
    "README.md": 1300,
    "CONTRIBUTING.md": 900,
    "hardware/WIRING.md": 2500,
    "hardware/BUILD.md": 1800,
    "systemd/README.md": 800,
}
MOST_WORDS_A_PAPER = 1500
MOST_WORDS_A_VERSION = 400
MOST_BYTES_OF_README = 9000
MADE = re.compile(r"<!-- (?:made by|bench).*?<!-- end.*?-->", re.DOTALL)
"""A table that a program makes."""
PROGRAM = Path(sys.executable).with_name("pyramid-referee")
ON_A_PI = {"awk", "chown", "cp", "git", "journalctl", "mv", "nmcli", "raspi-config", "reboot", "sh", "systemctl"}


def name_of(paper: Path) -> str:
    return str(paper.relative_to(PROJECT))


def words_in(text: str) -> int:
    """How many words a person reads: without tables that a program makes, and without addresses."""
    shown = re.sub(r"\]\([^)]*\)", "]", MADE.sub("", text))
    return sum(any(letter.isalnum() for letter in word) for word in shown.split())


@pytest.mark.parametrize("paper", FRONT, ids=name_of)
def test_no_paper_is_long(paper: Path) -> None:
    """A reader gets to the end of it; what is longer belongs into another paper, or nowhere."""
    text = paper.read_text(encoding="utf-8")
    if paper.name == "CHANGELOG.md":
        assert all(words_in(part) <= MOST_WORDS_A_VERSION for part in text.split("\n## ")[1:])
    else:
        assert words_in(text) <= MOST_WORDS.get(name_of(paper), MOST_WORDS_A_PAPER)


def test_the_front_door_is_light() -> None:
    """The first page is no book."""
    assert (PROJECT / "README.md").stat().st_size <= MOST_BYTES_OF_README


def test_whoever_tries_it_reads_where_games_and_commands_are() -> None:
    """The folder is the one that the desk has by itself, and `make run` puts the commands where the paper says."""
    tried = (PROJECT / "README.md").read_text(encoding="utf-8").split("## Try it now")[1].split("\n## ")[0]
    (games,) = re.findall(r"games [^`]*`(~[^`]*)`", tried)
    assert Path(games).expanduser() == data_directory(Config(), {})
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"commands [^`]*`([^`]*)`", tried) == [
        re.search(r"^VENV [:?]?= (.*)$", makefile, re.MULTILINE)[1] + "/bin"
    ]


def headings(paper: Path) -> set[str]:
    """The anchors of a paper, as GitHub makes them of headings."""
    text = re.sub(r"^```.*?^```", "", paper.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


def links(text: str) -> list[str]:
    """Where links and pictures of a paper lead to."""
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text))


@pytest.mark.parametrize("paper", ALL, ids=name_of)
def test_every_link_and_picture_leads_somewhere(paper: Path) -> None:
    """Its file is there, and so is its heading."""
    lost = []
    for link in links(paper.read_text(encoding="utf-8")):
        place, _, heading = link.partition("#")
        if "://" in place:
            continue
        target = (paper.parent / place).resolve() if place else paper
        if not target.exists() or (heading and heading not in headings(target)):
            lost.append(link)
    assert lost == []


def test_every_paper_can_be_found() -> None:
    """One index leads to every paper, and the README to the index."""
    found = {(INDEX.parent / link.partition("#")[0]).resolve() for link in links(INDEX.read_text(encoding="utf-8"))}
    assert {name_of(paper) for paper in ALL if paper not in found and paper != INDEX} == set()
    assert "docs/README.md" in links((PROJECT / "README.md").read_text(encoding="utf-8"))


def test_every_picture_is_shown() -> None:
    """A picture that no paper leads to is not drawn, and not kept."""
    shown = {(paper.parent / link).resolve() for paper in ALL for link in links(paper.read_text(encoding="utf-8"))}
    drawn = {*(PROJECT / "docs/pictures").iterdir(), *(PROJECT / "hardware/guide").glob("*.svg")}
    assert {path.name for path in drawn - shown} == set()


ROOTS = [PROJECT / folder for folder in ("", "firmware_py", "systemd", "tests", "tests/bench", "tests/emulated")]


@pytest.mark.parametrize("paper", ALL, ids=name_of)
def test_every_file_that_is_named_is_there(paper: Path) -> None:
    """As a path from the project, from a room of it, or from the paper; what make builds is not there yet."""
    named = re.findall(r"`((?!build/)[a-z_.]+/[\w./-]*|\w+\.(?:py|md|toml|sh))`", paper.read_text(encoding="utf-8"))
    places = [*ROOTS, paper.parent]
    lost = [
        name for name in named if not any((place / end).exists() for place in places for end in (name, f"{name}.py"))
    ]
    assert lost == []


FAILURES = (PROJECT / "docs/hard-use.md").read_text(encoding="utf-8").partition("## What each failure looks like")[2]


@pytest.mark.parametrize("row", re.findall(r"^\| (?!fault|-)(.*) \|$", FAILURES, re.MULTILINE))
def test_each_failure_names_a_test_that_causes_it(row: str) -> None:
    """Its file is there, and so is the part of the test's name that is quoted."""
    text = ""
    for quoted in re.findall(r"`([^`]+)`", row.rpartition("|")[2]):
        file = PROJECT / f"tests/{quoted}.py"
        if "/" in quoted:
            text = file.read_text(encoding="utf-8")
        else:
            name = r"\w*".join(re.escape(part) for part in quoted.split("…") if part)
            assert re.search(rf"def test_\w*{name}", text), quoted
    assert text


def commands(paper: Path, kind: str) -> list[str]:
    """Each command of a paper's blocks of this kind, in order; comments are left out."""
    blocks = re.findall(r"^ *```([^\n]*)\n(.*?)^ *```$", paper.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = (line for of_kind, block in blocks if of_kind == kind for line in block.splitlines())
    return [command for line in lines if (command := re.sub(r"\s+#.*", "", line).strip())]


def is_right_for_make(command: str) -> bool:
    """Whether make knows the target and each variable."""
    text = (PROJECT / "Makefile").read_text(encoding="utf-8")
    tried = subprocess.run(["make", "-n", *shlex.split(command)[1:]], cwd=PROJECT, capture_output=True, check=False)
    return tried.returncode == 0 and all(f"$({name})" in text for name in re.findall(r"\b([A-Z_]+)=", command))


@pytest.mark.parametrize("paper", [paper for paper in FRONT if commands(paper, "")], ids=name_of)
def test_every_command_of_a_paper_works(paper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its order, by a newcomer; one that only a Raspberry Pi can run stands in a block that says so (`sh pi`)."""
    monkeypatch.chdir(PROJECT)
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    for command in commands(paper, ""):
        match shlex.split(command):
            case ["make", *_]:
                assert is_right_for_make(command), command
            case [".venv/bin/pyramid-referee", *arguments]:
                assert main(arguments) == 0, command
            case _:
                assert command.startswith("sudo apt install "), f"nobody can tell whether this runs: {command}"


@pytest.mark.parametrize("paper", [paper for paper in FRONT if commands(paper, "sh pi")], ids=name_of)
def test_every_command_for_a_pi_is_one_of_ours_or_the_systems(paper: Path) -> None:
    """Files and options are there; the rest is called by name."""
    for command in commands(paper, "sh pi"):
        for part in re.split(r" && ", command.partition(" > ")[0]):
            words = [word for word in part.split() if word != "sudo"]
            if words[0].startswith("./"):
                assert (PROJECT / words[0]).exists(), command
            elif words[0] == "REFEREE":
                usage = subprocess.run([PROGRAM, words[1], "--help"], capture_output=True, text=True, check=True).stdout
                assert all(word in usage for word in words if word.startswith("--")), command
            else:
                assert words[0] in ON_A_PI or re.match(r"[A-Z]=", words[0]), command
