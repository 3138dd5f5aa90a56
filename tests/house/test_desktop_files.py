"""What a desktop and a terminal show of the program: manual page, completion, menu entry, software centre."""

import shutil
import subprocess

import pytest
from places import PROJECT
from shown import command_line
from shown.command_line import COMPLETION, MANUAL, SHARE, commands, options

CHECKS = {
    "manual": ["mandoc", "-T", "lint", "-W", "warning", str(MANUAL)],
    "menu": ["desktop-file-validate", str(SHARE / "pyramid-referee.desktop")],
    "centre": ["appstreamcli", "validate", "--no-net", str(SHARE / "pyramid-referee.metainfo.xml")],
    "completion": ["bash", "-n", str(COMPLETION)],
}


@pytest.mark.parametrize("name", CHECKS)
def test_the_tool_for_it_finds_nothing_wrong(name: str) -> None:
    """Debian's packages mandoc, desktop-file-utils and appstream have them."""
    command = CHECKS[name]
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


def test_manual_and_completion_are_those_of_the_parser() -> None:
    """Each command and each option; else `make papers`."""
    assert MANUAL.read_text(encoding="utf-8") == command_line.manual()
    assert COMPLETION.read_text(encoding="utf-8") == command_line.completion()


def completed(*words: str) -> set[str]:
    """What the shell offers for the last of these words."""
    script = (
        f'source {COMPLETION}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pyramid_referee; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(
        ["bash", "-c", script, "bash", "pyramid-referee", *words], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_shell_completes_commands_options_and_their_values() -> None:
    """In bash itself."""
    assert completed("") == {*commands(), "--help"}
    assert completed("des") == {"desk"}
    for name, (command, _) in commands().items():
        flags = {flag for action in options(command) for flag in action.option_strings}
        assert completed(name, "--") == {*flags, "--help"}
    assert completed("desk", "--board", "s") == {"serial"}
    assert "check" in completed("board", "")


def test_the_icon_is_one_of_the_program() -> None:
    """A copy, because its name must be the program's."""
    icon = (SHARE / "pyramid-referee.svg").read_bytes()
    assert icon == (PROJECT / "display/icons/malediction.svg").read_bytes()
