"""The program killed at any moment of its work, a few times; `make kills` does it a thousand times."""

from __future__ import annotations

import os
import subprocess
import sys

import kills
import pytest
from kills import Report, compare, digest
from msgspec.structs import replace

KILLS = 6
SEEN = Report("playing", 2, digest(("a", "b")), digest(("a", "b", "c")), "half", "", "whole")
KEPT = Report("playing", 2, SEEN.played, SEEN.known, "half", lines=("a", "b", "c"))
GONE = Report("gone")
PRESS_TAKEN = "with the press on its way"


def test_whatever_was_seen_is_there_after_kill_9() -> None:
    """Random presses, the real loop, random games; no life of the device loses what it had shown."""
    command = [sys.executable, kills.__file__, str(KILLS)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{KILLS} kills" in done.stdout


def test_the_press_on_its_way_may_be_there_or_not() -> None:
    """What nobody had seen yet counts as done or as not done, never as half done."""
    assert compare(SEEN, KEPT) == "as seen"
    assert compare(SEEN, replace(KEPT, draft="whole")) == "as seen"
    played = Report("playing", 3, digest("abx"), digest("abx"), lines=("a", "b", "x"))
    assert compare(replace(SEEN, command="Play"), played) == PRESS_TAKEN
    assert compare(replace(SEEN, command="Play"), replace(played, place="kept")) == PRESS_TAKEN
    undone = replace(KEPT, ply=1, played=digest("a"))
    assert compare(replace(SEEN, command="Undo", corrected=SEEN.known), undone) == PRESS_TAKEN
    corrected = Report("playing", 2, digest("xb"), digest("xb"), lines=("x", "b"))
    assert compare(replace(SEEN, command="Correct", corrected=digest("xb")), corrected) == PRESS_TAKEN


def test_a_kill_leaves_a_game_where_it_was_or_where_it_was_to_go() -> None:
    """To leave a game changes nothing of it; to put it aside keeps all of it; one thrown away may be gone."""
    assert compare(replace(SEEN, command="Leave"), KEPT) == "as seen"
    for command, now in (("PutAside", replace(KEPT, place="kept")), ("Discard", GONE)):
        assert compare(replace(SEEN, command=command), KEPT) == "as seen"
        assert compare(replace(SEEN, command=command), now) == PRESS_TAKEN
    assert compare(replace(SEEN, place="kept", command="Resume"), KEPT) == PRESS_TAKEN
    assert compare(GONE, GONE) == "as seen"


@pytest.mark.parametrize(
    "lost",
    [
        replace(KEPT, draft=None),
        replace(KEPT, ply=1, played=digest("a"), known=digest("a"), lines=("a",)),
        replace(KEPT, ply=3, known=digest("abx"), lines=("a", "b", "x")),
        replace(KEPT, known=digest("ab"), lines=("a", "b")),
        replace(KEPT, place="kept"),
        GONE,
    ],
)
def test_a_loss_would_be_found_out(lost: Report) -> None:
    """A draft, an action, an action taken back or a game that is gone, and what nobody did."""
    for command in ("", "Leave"):
        with pytest.raises(AssertionError):
            compare(replace(SEEN, command=command), lost)


def test_a_game_that_was_thrown_away_does_not_come_back() -> None:
    """Nor one with another correction than the players entered."""
    for last, now in ((replace(GONE, command="Resume"), KEPT), (replace(SEEN, command="Correct", corrected="?"), GONE)):
        with pytest.raises(AssertionError):
            compare(last, now)
