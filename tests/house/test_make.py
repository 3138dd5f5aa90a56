"""What the papers and docstrings tell people to type is there, and runs."""

import re

from places import PROJECT

ELSEWHERE = {".venv", "node_modules", "build"}
TEXTS = sorted(
    path
    for kind in ("*.md", "*.py")
    for path in PROJECT.rglob(kind)
    if not ELSEWHERE & {*path.relative_to(PROJECT).parts}
)
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def commands(text: str) -> list[str]:
    """What stands in backquotes, and the lines of blocks of commands."""
    blocks = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [command.removeprefix("sudo ") for command in lines + re.findall(r"`([^`\n]+)`", text)]


def test_every_make_command_has_its_target() -> None:
    """In papers and in docstrings."""
    named = {
        (found[1], path.relative_to(PROJECT))
        for path in TEXTS
        for command in commands(path.read_text(encoding="utf-8"))
        if (found := re.match(r"make (?:[A-Z]+=\S* )*([a-z][a-z-]*)", command))
    }
    assert len(named) > 50
    assert {(target, path) for target, path in named if target not in TARGETS} == set()


def test_nobody_is_told_to_run_a_program_of_the_tests_without_make() -> None:
    """Only make says where the programs of the tests import from."""
    commanded = {
        (command, path.relative_to(PROJECT))
        for path in TEXTS
        for command in commands(path.read_text(encoding="utf-8"))
        if re.search(r"python\S* tests/", command)
    }
    assert commanded == set()
