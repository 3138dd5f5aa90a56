"""What tests of the installer share."""

from __future__ import annotations

from pathlib import Path

import pytest
from installed_pi import Pi, copied, pi_in


@pytest.fixture(scope="session")
def box_played_on(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    """The device that `played` is a copy of: installing takes longer than all that is tried after it."""
    pi = pi_in(tmp_path_factory.mktemp("played"))
    assert pi.call("install").returncode == 0
    pi.age()
    pi.games.write_text("played games")
    pi.games.with_name("games.sqlite-wal").write_text("its last action")
    return pi


@pytest.fixture
def played(tmp_path: Path, box_played_on: Pi) -> Pi:
    """A device on which games were played with an older version."""
    return copied(pi_in(tmp_path), box_played_on)
