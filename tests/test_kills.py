"""The program killed at any moment of its work, a few times; `make kills` does it a thousand times."""

from __future__ import annotations

import os
import subprocess
import sys

import kills
import pytest
from kills import Told, compare, digest
from msgspec.structs import replace

KILLS = 8
SEEN = Told(2, digest(("a", "b")), digest(("a", "b", "c")), "half", "", "whole")
KEPT = Told(2, SEEN.played, SEEN.known, "half", "", None, ("a", "b", "c"))


def test_whatever_was_seen_is_there_after_kill_9() -> None:
    """Random hands, the real loop, random games; none of the lives loses what it had shown."""
    command = [sys.executable, kills.__file__, str(KILLS)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{KILLS} kills" in done.stdout


def test_the_press_on_its_way_may_be_there_or_not() -> None:
    """What nobody had seen yet counts as done or as not done, never as half done."""
    assert compare(SEEN, KEPT) == "as seen"
    assert compare(SEEN, replace(KEPT, draft="whole")) == "as seen"
    played = Told(3, digest("abx"), digest("abx"), None, "", None, ("a", "b", "x"))
    assert compare(replace(SEEN, command="Play"), played) == "with the press on its way"
    undone = replace(KEPT, ply=1, played=digest("a"))
    assert compare(replace(SEEN, command="Undo"), undone) == "with the press on its way"


@pytest.mark.parametrize(
    "lost",
    [
        replace(KEPT, draft=None),
        replace(KEPT, ply=1, played=digest("a"), known=digest("a"), lines=("a",)),
        replace(KEPT, ply=3, known=digest("abx"), lines=("a", "b", "x")),
        replace(KEPT, known=digest("ab"), lines=("a", "b")),
    ],
)
def test_a_loss_would_be_found_out(lost: Told) -> None:
    """A draft, an action, or an action taken back that is gone, and one that nobody played."""
    with pytest.raises(AssertionError):
        compare(SEEN, lost)
