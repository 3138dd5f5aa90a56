"""What the sensor board says of itself: how fast it scans, why it started, and what it tells the log."""

import struct

import pytest

from hardware.boards.frames import BoardFound
from hardware.boards.serial_protocol import Kind, Message, SerialLink, encode

POWER, WATCHDOG = 1, 3


def identity(*, boot: int = 7, minor: int = 1, cause: int = POWER) -> bytes:
    fields = struct.pack("<BB8sIBBH", 1, minor, b"SIMULATE", boot, 10, 10, 13428)
    return encode(Message(Kind.IDENTITY, 0, fields + bytes([cause] if minor else []) + b"1.0"))


@pytest.fixture
def link() -> SerialLink:
    """A link to a board that has answered."""
    fresh = SerialLink()
    fresh.note_opened(0.0)
    fresh.receive(identity(), 0.1)
    return fresh


def counted(link: SerialLink, name: str) -> int:
    _, board = link.health()
    return dict(board.counts)[name]


def test_the_board_itself_says_how_fast_it_scans(link: SerialLink) -> None:
    """By its own clock and its own count, over a second or more; its clock may start again."""
    for at_ms, scans, expected in ((1000, 400, 0), (1250, 412, 0), (2000, 448, 48), (3000, 499, 51), (9, 500, 51)):
        link.receive(encode(Message(Kind.HEARTBEAT, 1, struct.pack("<IIIHhH", at_ms, 7, scans, 0, 215, 5010))), 1.0)
        assert counted(link, "scans_a_second") == expected


def test_a_start_by_the_watchdog_is_counted(link: SerialLink) -> None:
    """Each start once, however often the board says who it is."""
    for _ in range(2):
        link.receive(identity(boot=8, cause=WATCHDOG), 1.0)
    assert counted(link, "watchdog") == 1
    link.receive(identity(boot=9), 2.0)
    assert counted(link, "watchdog") == 1


def test_firmware_that_tells_no_cause_is_understood() -> None:
    """As of minor version 0: the rest of the message is its version."""
    (found,) = SerialLink().receive(identity(minor=0), 0.1)
    assert isinstance(found, BoardFound)
    assert found.identity.version == "1.0"


def test_what_the_board_tells_the_log_is_kept(link: SerialLink) -> None:
    """The last of it, cut to a length that a log can bear; it is no frame and no fault."""
    for said in (b"OSError(5)", b"x" * 400):
        assert link.receive(encode(Message(Kind.LOG, 1, said)), 1.0) == ()
        _, board = link.health()
        assert board.said == said[:200].decode()
    assert link.counts.unknown == 0
