"""An update and the way back, with a power cut before each command of theirs, and with each failing once.

At each commit before every few commands, and with every few of them failing.

The device must start with one whole version and its games, nothing that was played may be lost, and what was said must
be true.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from failing_commands import OLDER, WatchedPi, watched_pi, with_older_units
from installed_pi import Pi, copied, pi_in
from sampling import before_a_release

MOST_STARTS = 3
SHARES = 4
"""Into so many tests the commands are dealt out, for several processes."""

pytestmark = [
    before_a_release,
    pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs dpkg: this is no Debian"),
]


@pytest.fixture(scope="module")
def played_root(tmp_path_factory: pytest.TempPathFactory, device_played_on: Pi) -> Path:
    """The disk of a device whose older version has units of its own."""
    pi = copied(pi_in(tmp_path_factory.mktemp("played")), device_played_on)
    with_older_units(pi)
    return pi.root


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory, played_root: Path) -> WatchedPi:
    """A device that was watched while it was updated."""
    return watched_update(tmp_path_factory.mktemp("updated"), played_root, is_broken=False)


@pytest.fixture(scope="module")
def undone(tmp_path_factory: pytest.TempPathFactory, played_root: Path) -> WatchedPi:
    """A device that was watched while its update was undone, because the new version did not start."""
    return watched_update(tmp_path_factory.mktemp("undone"), played_root, is_broken=True)


@pytest.fixture(scope="module")
def unproven_root(undone: WatchedPi) -> Path:
    """The disk when the power went during the first start of a version that does not start."""
    cuts = [cut for cut in undone.cuts if (cut / "opt/pyramid-referee/unfinished").is_symlink()]
    return next(cut for cut in cuts if "new" in (cut / "var/lib/pyramid-referee/games.sqlite").read_text())


@pytest.fixture(scope="module")
def put_back(tmp_path_factory: pytest.TempPathFactory, unproven_root: Path) -> WatchedPi:
    """A device that was watched while it was put back at the start after that."""
    device = watched_pi(tmp_path_factory.mktemp("back") / "device", unproven_root, is_broken=True)
    device.watch()
    assert device.put_back().returncode == 1
    return device


def watched_update(folder: Path, root: Path, *, is_broken: bool) -> WatchedPi:
    """A device that was watched during an update."""
    device = watched_pi(folder / "device", root, is_broken=is_broken)
    device.watch()
    done = device.install()
    assert (done.returncode == 0) != is_broken, done.stderr
    return device


def assert_it_starts(device: WatchedPi, when: str) -> None:
    """Whatever happened, after few starts of the computer one whole version runs."""
    for _ in range(MOST_STARTS):
        started = device.put_back()
        said = f"{when}: {started.stdout}{started.stderr}"
        assert device.has_older or "the version before runs" not in said, said
        if started.returncode == 0:
            break
    assert started.returncode == 0, said
    assert device.is_whole, said
    assert not [line for line in device.ran if line.startswith("wrong")], said


@pytest.mark.parametrize("story", ["updated", "undone", "put_back"])
def test_a_device_starts_after_a_cut_before_any_command(
    tmp_path: Path, story: str, request: pytest.FixtureRequest
) -> None:
    """One whole version runs, and nothing that was played is lost, whatever a pulled plug has left on the disk."""
    watched: WatchedPi = request.getfixturevalue(story)
    assert len(watched.cuts) > 15
    for cut in watched.cuts:
        device = watched_pi(tmp_path / cut.name, cut, is_broken=story != "updated")
        assert_it_starts(device, str(cut))
        shutil.rmtree(device.folder)


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("story", ["updated", "undone"])
def test_an_update_bears_any_command_that_fails(
    tmp_path: Path, story: str, share: int, played_root: Path, request: pytest.FixtureRequest
) -> None:
    """What is said is true: the new version runs, or the version before, again if it had been stopped."""
    watched: WatchedPi = request.getfixturevalue(story)
    calls = watched.calls
    if story == "undone":  # until the new version starts there is no difference, and that is the last of these calls
        before: WatchedPi = request.getfixturevalue("updated")
        calls = calls[calls.index(max(call for call in before.calls if call[0] == "system")) :]
    for name, number in calls[share::SHARES]:
        device = watched_pi(tmp_path / f"{name}-{number}", played_root, is_broken=story == "undone")
        device.fail_at(name, number)
        done = device.install()
        said = f"{name} {number}: {done.stdout}{done.stderr}"
        has_run = "nothing" not in device.ran
        if done.returncode == 0 or "\nDone." in said:
            assert device.ran[-1] == f"versions/{device.pi.current.name}" != f"versions/{OLDER}", said
        else:
            assert device.has_older, said
            assert ("the version before runs again, with the games as they were" in said) != has_run, said
            assert has_run or device.ran[-1] == f"versions/{OLDER}", said
        assert_it_starts(device, said)
        shutil.rmtree(device.folder)


@pytest.mark.parametrize("share", range(SHARES))
def test_the_way_back_bears_any_command_that_fails(
    tmp_path: Path, share: int, put_back: WatchedPi, unproven_root: Path
) -> None:
    """After the power went during the first start of a version."""
    for name, number in put_back.calls[share::SHARES]:
        device = watched_pi(tmp_path / f"{name}-{number}", unproven_root, is_broken=True)
        device.fail_at(name, number)
        assert_it_starts(device, f"{name} {number}")
        shutil.rmtree(device.folder)
