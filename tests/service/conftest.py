"""What tests of the installer share."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from installed_pi import Pi, copied, pi_in


@pytest.fixture(scope="session")
def device_played_on(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    """The device that `played` is a copy of: installing takes longer than all that is tried after it."""
    pi = pi_in(tmp_path_factory.mktemp("played"))
    assert pi.call("install").returncode == 0
    pi.age()
    pi.games.write_text("played games")
    pi.games.with_name("games.sqlite-wal").write_text("its last action")
    return pi


@pytest.fixture
def played(tmp_path: Path, device_played_on: Pi) -> Pi:
    """A device on which games were played with an older version."""
    return copied(pi_in(tmp_path), device_played_on)


@pytest.fixture(scope="session")
def device_cut_off(tmp_path_factory: pytest.TempPathFactory, device_played_on: Pi) -> Pi:
    """The device that `cut_off` is a copy of."""
    pi = copied(pi_in(tmp_path_factory.mktemp("cut_off")), device_played_on)
    pi.signal.write_text("KILL:systemctl restart")
    assert pi.call("install").returncode == -signal.SIGKILL
    assert pi.current.name != "20200101T000000Z"
    assert pi.games.read_text() == "written by the new version\n"
    pi.games.with_name("games.sqlite-wal").write_text("its log")
    return pi


@pytest.fixture
def cut_off(tmp_path: Path, device_cut_off: Pi) -> Pi:
    """The same device after its plug was pulled while an update started its new version, and wrote games of its own."""
    return copied(pi_in(tmp_path), device_cut_off)
