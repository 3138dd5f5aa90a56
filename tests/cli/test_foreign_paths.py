"""Foreign paths and files: whatever a path leads to, it is read or refused at once, with the content or a reason."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from irregular_files import KINDS, irregular
from waiting import without_waiting

from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.regular_files import LONGEST_TEXT, check_no_other, read_regular
from firmware_py.words import SYSTEM_WORDS, reason

RECORD = '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n'
NO_FOLDER = ("pipe", "socket", "device", "circle", "huge")
NO_FILE = ("pipe", "socket", "device", "folder", "circle")


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """A function that runs a command line and returns exit status, output and errors."""
    (tmp_path / "game.jsonl").write_text(RECORD, encoding="utf-8")

    def command(*arguments: str) -> tuple[int, str, str]:
        with without_waiting():
            status = main([argument.replace("RECORD", str(tmp_path / "game.jsonl")) for argument in arguments])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return status, said.out, said.err

    return command


READERS = {
    "replay": ("replay", "PATH"),
    "import": ("import", "PATH", "--data", "DATA"),
    "check": ("board", "check", "PATH"),
    "show": ("board", "show", "PATH"),
    "script": ("desk", "--headless", "--script", "PATH", "--data", "DATA"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_read_ends_with_2(kind: str, run, tmp_path: Path) -> None:
    """Whichever command reads it; it is named, and nothing is printed as if it had been read."""
    path = irregular(kind, tmp_path / "it")
    for arguments in READERS.values():
        given = [argument.replace("PATH", str(path)).replace("DATA", str(tmp_path / "data")) for argument in arguments]
        status, out, err = run(*given)
        assert (arguments, status, out) == (arguments, 2, "")
        assert "/it: cannot be read: " in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
@pytest.mark.parametrize("command", ["replay", "import"])
def test_what_the_shell_has_opened_is_read_to_its_end(command: str, name: str, run, tmp_path: Path) -> None:
    """A pipe that somebody writes to, as with `producer |` and `<(producer)`; but never more than of a file."""
    given = ("--data", str(tmp_path)) if command == "import" else ()
    with as_standard_input(RECORD.encode()):
        status, out, err = run(command, name, *given)
    assert (status, err, bool(out)) == (0, "", True)
    right_one = "check that it is the right one"
    with as_standard_input(endless=True):
        status, out, err = run(command, name, *given)
    assert (status, out, err) == (2, "", f"{name}: cannot be read: File too large; {right_one}\n")


@contextmanager
def as_standard_input(content: bytes = b"", *, endless: bool = False) -> Iterator[None]:
    """Let this process read a pipe that holds these bytes, or zeros without end."""
    source, writer = (os.open("/dev/zero", os.O_RDONLY), None) if endless else os.pipe()
    if writer:
        os.write(writer, content)
        os.close(writer)
    kept = os.dup(0)
    os.dup2(source, 0)
    os.close(source)
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)


SETTLED = (
    ("desk", "--headless"),
    ("desk",),
    ("demo",),
    ("bench",),
    ("games",),
    ("export", "1"),
    ("import", "RECORD"),
)
"""The commands that take settings, but for the device itself, which goes on with the defaults."""


@pytest.mark.parametrize("kind", KINDS)
def test_settings_that_cannot_be_read_are_told(kind: str, run, tmp_path: Path) -> None:
    """By every command that takes them, and none goes on without; the doctor calls it a fault."""
    path = irregular(kind, tmp_path / "it")
    for arguments in SETTLED:
        status, out, err = run(*arguments, "--config", str(path), "--data", str(tmp_path / "data"))
        assert (arguments, status, out) == (arguments, 2, "")
        assert err.startswith(f"{path}: cannot be read: ")


@pytest.mark.parametrize("kind", NO_FOLDER)
def test_data_that_are_no_folder_are_told(kind: str, run, tmp_path: Path) -> None:
    """Nothing is stored, and nothing is listed as if there were no games."""
    path = str(irregular(kind, tmp_path / "it"))
    for arguments, expected in ((("games",), 2), (("export", "1"), 2), (("import", "RECORD"), 1)):
        status, out, err = run(*arguments, "--data", path)
        assert (status, out) == (expected, "")
        assert "/it" in err


@pytest.mark.parametrize("kind", NO_FILE)
def test_a_journal_that_is_no_file_is_told(kind: str, run, tmp_path: Path) -> None:
    """By every command that reads or writes it."""
    irregular(kind, tmp_path / JOURNAL_NAME)
    for arguments, expected in ((("games",), 2), (("export", "1"), 2), (("import", "RECORD"), 1)):
        status, out, err = run(*arguments, "--data", str(tmp_path))
        assert (arguments, status) == (arguments, expected)
        assert JOURNAL_NAME in out + err


@pytest.mark.parametrize("kind", NO_FILE)
def test_no_picture_is_written_over_what_is_no_file(kind: str, run, tmp_path: Path) -> None:
    """A pipe without a reader is not waited for."""
    path = str(irregular(kind, tmp_path / "it.png"))
    status, _, err = run("board", "show", "small", "--png", path)
    assert status == 2
    assert "it.png: cannot be written: " in err


@pytest.mark.parametrize("kind", ["pipe", "circle"])
def test_the_doctor_tells_of_what_is_no_file(kind: str, run, tmp_path: Path) -> None:
    """Settings, folder of the games, journal: each is a fault by itself; and a report needs a file."""
    path = irregular(kind, tmp_path / "it")
    irregular(kind, tmp_path / JOURNAL_NAME)
    for data, faulty in ((path, "/it: Not a directory"), (tmp_path, f"/{JOURNAL_NAME}: ")):
        status, out, err = run("doctor", "--config", str(path), "--data", str(data), "--bundle", str(path))
        assert status == 2
        assert "/it: cannot be written: " in err
        assert "FAULT  journal:" in out
        assert faulty in out
        assert "FAULT  settings:" in out


# --- regular files ----------------------------------------------------------------------------------------------------


def test_a_regular_file_is_read_whole_also_through_a_link(tmp_path: Path) -> None:
    """Its bytes as they are, up to the limit itself; files of the kernel that claim to be empty, too."""
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"x" * LONGEST_TEXT)
    link.symlink_to(file)
    assert read_regular(file) == read_regular(link) == b"x" * LONGEST_TEXT
    assert read_regular(Path("/proc/self/cmdline"))


REASONS = {
    "pipe": "Not a regular file",
    "socket": "Not a regular file",
    "device": "Not a regular file",
    "folder": "Is a directory",
    "link": "No such file or directory",
    "circle": "Too many levels of symbolic links",
    "missing": "No such file or directory",
    "huge": "File too large",
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_readable_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    """Nothing is waited for, nothing endless is begun; the reason is one that is translated."""
    path = irregular(kind, tmp_path / "it")
    with without_waiting(), pytest.raises(OSError, match=REASONS[kind]) as refused:
        read_regular(path)
    assert reason(refused.value) in SYSTEM_WORDS


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_regular_file_is_written_over(kind: str, tmp_path: Path) -> None:
    """A pipe without a reader would be waited for; a folder or a device is not replaced."""
    path = irregular(kind, tmp_path / "it")
    if kind in ("link", "missing", "huge"):
        check_no_other(path)
    else:
        with pytest.raises(OSError, match=REASONS[kind]):
            check_no_other(path)


def test_a_limit_of_the_caller_applies(tmp_path: Path) -> None:
    """Who needs less takes less."""
    file = tmp_path / "file"
    file.write_bytes(b"four")
    assert read_regular(file, 4) == b"four"
    with pytest.raises(OSError, match="too large"):
        read_regular(file, 3)
