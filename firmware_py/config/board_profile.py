"""What is known of one magnetic board: its zeros, its levels, and the cells that are not believed."""

from __future__ import annotations

from typing import Final

import msgspec

from firmware_py.sensing import UNCALIBRATED, Calibration, Levels
from firmware_py.stored_json import from_json

KEY: Final = "known_board."
"""The prefix of the settings that store board profiles; the board's own name follows."""

LEAST_RATE_HZ: Final = {"level": 8.0, "millitesla": 25.0}
"""Fewer frames a second mean a faulty link: when asked for all, boards send 10 or 50."""


class BoardProfile(msgspec.Struct, frozen=True):
    """One board, by the name it gives itself; without offsets it has not been calibrated."""

    name: str
    rows: int
    columns: int
    tells_mummy: bool
    """Whether it measures fields and so knows the mummy, or has only switches."""
    is_calibrated: bool = False
    offsets_mt: tuple[float, ...] = ()
    levels: Levels = UNCALIBRATED
    masked: frozenset[int] = frozenset()
    """Cells that are left out until somebody includes them again, or learns their wiring again."""
    bare: frozenset[int] = frozenset()
    """Cells that have no sensor, as the board reports; the stored value is ignored."""

    @property
    def count(self) -> int:
        """How many cells it has."""
        return self.rows * self.columns

    @property
    def calibration(self) -> Calibration:
        """The zeros and levels for reading the cells."""
        return Calibration(self.offsets_mt, self.levels, self.silent)

    @property
    def silent(self) -> frozenset[int]:
        """Cells that are ignored: masked by hand, or bare."""
        return self.masked | self.bare


def write_profile(board: BoardProfile) -> str:
    """Return a board profile as stored."""
    return msgspec.json.encode(board).decode()


def is_calibrated(text: str) -> bool:
    """Whether a stored profile is one of a calibrated board."""
    try:
        return from_json(text, BoardProfile).is_calibrated
    except msgspec.DecodeError:
        return False


def read_profile(text: str, new: BoardProfile) -> BoardProfile:
    """Return the stored profile of a board; `new` if it makes no sense or is of another size."""
    try:
        board = from_json(text, BoardProfile)
    except msgspec.DecodeError:
        return new
    same = all(getattr(board, field) == getattr(new, field) for field in ("name", "rows", "columns", "tells_mummy"))
    fits = len(board.offsets_mt) in (0, new.count) and all(0 <= cell < new.count for cell in board.masked)
    return msgspec.structs.replace(board, bare=new.bare) if same and fits else new
