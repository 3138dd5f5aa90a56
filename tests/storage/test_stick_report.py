"""A report of the device to a USB stick: the doctor's, from a process of its own, or none."""

from __future__ import annotations

import resource
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest
from stick_slot import Slot, home, shown
from touched_lines import choose

from firmware_py.desk.simulated_device import SimulatedDevice


def test_a_report_of_the_device_is_copied(box: SimulatedDevice, slot: Slot) -> None:
    """The doctor's, from a process of its own; the journal stays locked and whole meanwhile."""
    choose(box, "Settings", "About this device", "Copy a report to the stick")
    while "being written" in shown(box):
        box.wait(0.1)
    assert "The report is on the stick." in shown(box)
    (path,) = (slot.folder / "pyramid-referee").glob("report-*.tar.gz")
    with tarfile.open(path) as archive:
        report = archive.extractfile("pyramid-referee/doctor.txt")
        assert report
        assert b"they are the running referee's" in report.read()
    assert box.journal.is_durable


def test_a_report_that_cannot_be_made_is_said_and_not_copied(
    box: SimulatedDevice, slot: Slot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a place that is no folder nor a disk that takes no byte ends the program or leaves an empty report."""
    no_folder, full = slot.system / "no folder", slot.system / "full"
    no_folder.touch()
    full.mkdir()
    for place in (no_folder, full):
        monkeypatch.setenv("RUNTIME_DIRECTORY", str(place))
        home(box)
        choose(box, "Settings", "About this device")
        with no_room() if place == full else nullcontext():
            choose(box, "Copy a report to the stick")
            while "being written" in shown(box):
                box.wait(0.1)
        assert "The report could not be made." in shown(box)
    assert not list(slot.folder.rglob("report*"))


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file get a single byte, neither here nor in other processes that are started."""
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, kept[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, kept)
