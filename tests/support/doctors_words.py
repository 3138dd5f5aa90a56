"""What the doctor finds, as it is read in English."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware_py.doctor import Finding
from firmware_py.words import speak

SAY = speak("en")


class Told(NamedTuple):
    """One finding in words."""

    part: str
    verdict: str
    told: str
    remedy: str


def in_english(found: Iterable[Finding]) -> tuple[Told, ...]:
    """Return findings in words."""
    return tuple(Told(one.part, one.verdict, SAY(one.told), SAY(one.remedy)) for one in found)
