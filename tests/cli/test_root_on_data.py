"""Commands that root runs on the data of the service: they act as its user, whatever somebody has planted there."""

import argparse
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path

import pytest
from places import PROJECT
from readable_python import PATHS, PYTHON
from running_service import service
from sampling import IS_WHOLE, every

from firmware_py.cli.arguments import parser
from firmware_py.cli.main import COMMANDS
from firmware_py.config.schema import JOURNAL_NAME

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as somebody else"),
    pytest.mark.skipif(not Path(PYTHON).exists(), reason=f"another user can run no {Path(PYTHON).name}"),
]

OWNER = pwd.getpwnam("nobody")
RECORD = '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n'
ENDINGS = ("-count", ".draft", ".draft-wal", ".new", "-wal", "-shm", "-journal", ".aside")
ON_DATA = {
    "bench": (),
    "desk": ("--headless", "--script", "SCRIPT"),
    "doctor": (),
    "export": ("1",),
    "games": (),
    "import": ("RECORD",),
    "pack": ("PLACE",),
    "results": (),
    "unpack": ("PLACE",),
}
"""What else each command is given that works on stored games; `run` is started as systemd does."""
NO_DATA = {"replay", "board", "demo"}
"""These look at no stored game: the last one plays in an empty folder, whatever it is given."""


def run(*arguments: str, paths: str = PATHS) -> tuple[int, str]:
    """Run a command line; return its exit status, and what it complains of."""
    environ = {**os.environ, "PYTHONPATH": paths, "LC_ALL": "C"}
    command = [PYTHON, "-m", "firmware_py", *arguments]
    done = subprocess.run(command, cwd="/", env=environ, capture_output=True, text=True, timeout=100, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may reach, with a file of root in it and a folder of the service."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    (folder / "kept").mkdir()
    (folder / "kept" / "file").write_text("as it was")
    (folder / "game.jsonl").write_text(RECORD, encoding="utf-8")
    (folder / "game.jsonl").chmod(0o600)
    (folder / "script").write_text("press ok\n", encoding="utf-8")
    data = folder / "data"
    data.mkdir(mode=0o700)
    os.chown(data, OWNER.pw_uid, OWNER.pw_gid)
    yield folder
    shutil.rmtree(folder)


def plant(place: Path, *, is_damaged: bool) -> None:
    """Plant a link to the file of root wherever a journal and its companions may be; and a link to its folder."""
    journal = place / "data" / JOURNAL_NAME
    if is_damaged:
        journal.write_bytes(b"no journal" * 1000)
        os.chown(journal, OWNER.pw_uid, OWNER.pw_gid)
    else:
        journal.symlink_to(place / "kept" / "new")
    for ending in ENDINGS:
        Path(f"{journal}{ending}").symlink_to(place / "kept" / "file")
    (place / "data" / "boards").symlink_to(place / "kept")


def check(place: Path) -> None:
    """Check that nothing of root has changed, and that nothing in the service's folder is root's."""
    assert [path.name for path in (place / "kept").iterdir()] == ["file"]
    assert (place / "kept" / "file").read_text() == "as it was"
    links = set(map(Path, map(str, (place / "data").iterdir())))
    made = [path for path in links if not path.is_symlink()]
    assert {path.lstat().st_uid for path in made} <= {OWNER.pw_uid}


def test_each_command_is_known_to_work_on_stored_games_or_not() -> None:
    """One that is added is tried here, too, or is named among those that look at none."""
    (commands,) = (
        action for action in parser(COMMANDS, "en")._actions if isinstance(action, argparse._SubParsersAction)
    )
    takes_data = {name for name, sub in commands.choices.items() if "--data" in sub._option_string_actions}
    assert takes_data - {"demo"} == ON_DATA.keys() | {"run"}
    assert commands.choices.keys() - takes_data == NO_DATA - {"demo"}


BY_TURNS = tuple(zip([*ON_DATA][::2], cycle((False, True)), strict=False))


@pytest.mark.parametrize(("command", "is_damaged"), tuple(product(ON_DATA, (False, True))) if IS_WHOLE else BY_TURNS)
def test_no_command_of_root_follows_a_link_in_the_service_s_folder(command: str, is_damaged: bool, place: Path) -> None:
    """Nor does it leave a file behind that the service could not write."""
    plant(place, is_damaged=is_damaged)
    given = (
        argument.replace("RECORD", str(place / "game.jsonl"))
        .replace("SCRIPT", str(place / "script"))
        .replace("PLACE", str(place))
        for argument in ON_DATA[command]
    )
    run(command, *given, "--data", str(place / "data"))
    check(place)


@pytest.mark.parametrize("is_damaged", [False, True])
def test_the_device_itself_acts_as_the_owner_of_its_games(is_damaged: bool, place: Path) -> None:
    """Also where root starts it by hand."""
    plant(place, is_damaged=is_damaged)
    with service(place, "--data", str(place / "data"), python=PYTHON, PYTHONPATH=PATHS) as running:
        (place / "notify").chmod(0o777)  # as systemd's is
        running.wait_for("READY=1")
        running.end()
    check(place)


def test_root_stores_a_record_of_its_own_in_the_service_s_folder(place: Path) -> None:
    """The record is read as root, before it is stored as the service."""
    assert run("import", str(place / "game.jsonl"), "--data", str(place / "data" / "below")) == (0, "")
    journal = place / "data" / "below" / JOURNAL_NAME
    assert journal.stat().st_uid == OWNER.pw_uid


def test_a_program_that_only_root_can_read_leaves_the_service_s_games_alone(place: Path) -> None:
    """It could load nothing more of itself as the service; so it says so, and does nothing."""
    private = place / "private"
    private.mkdir(mode=0o700)
    for package in ("firmware_py", "display", "hardware"):
        shutil.copytree(PROJECT / package, private / package)
    paths = os.pathsep.join((str(private), *PATHS.split(os.pathsep)[1:]))
    for command, arguments in every(4, [*ON_DATA.items()]):
        given = (
            argument.replace("RECORD", str(place / "game.jsonl"))
            .replace("SCRIPT", str(place / "script"))
            .replace("PLACE", str(place))
            for argument in arguments
        )
        status, said = run(command, *given, "--data", str(place / "data"), paths=paths)
        assert (command, status) == (command, 2)
        assert "cannot read" in said
    assert list((place / "data").iterdir()) == []
