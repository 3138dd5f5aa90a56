"""The doctor's findings in English."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware_py.doctor import Finding
from firmware_py.words import speak

SAY = speak("en")


class EnglishFinding(NamedTuple):
    """One finding in English."""

    part: str
    verdict: str
    text: str
    remedy: str


def in_english(found: Iterable[Finding]) -> tuple[EnglishFinding, ...]:
    """The findings in English."""
    return tuple(EnglishFinding(one.part, one.verdict, SAY(one.text), SAY(one.remedy)) for one in found)
