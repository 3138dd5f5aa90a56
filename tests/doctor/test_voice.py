"""The doctor and the voice: which player opens the sound card, and why none does."""

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from english_findings import EnglishFinding, in_english

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.doctor import Installation
from firmware_py.doctor.system import voice
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal

ALSA_524 = "echo 'aplay: main:834: audio open error: Unknown error 524' >&2; exit 1"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs, but for a shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def install(programs: Path, name: str, line: str = "exit 0") -> None:
    path = programs / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def found(folder: Path, *, is_wanted: bool = True, settings: str = "") -> list[EnglishFinding]:
    """What the doctor finds where somebody has switched the voice on, or nobody has."""
    with open_journal(folder / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("voice", "on" if is_wanted else "off"))
    file = folder / "config.toml"
    file.write_text(settings)
    return list(in_english(voice(Installation(file, folder))))


def test_a_player_that_opens_no_card_is_named_with_what_it_says(programs: Path, tmp_path: Path) -> None:
    """As on a system without a desktop whose first card is a screen that is off; the remedy names the setting."""
    install(programs, "espeak-ng")
    install(programs, "aplay", ALSA_524)
    (fault,) = found(tmp_path)
    assert (fault.part, fault.verdict) == ("voice", "FAULT")
    assert fault.text == "it cannot be heard: aplay: main:834: audio open error: Unknown error 524"
    assert "sound.card" in fault.remedy


def test_another_player_that_opens_one_is_enough(programs: Path, tmp_path: Path) -> None:
    """The voice goes on to it by itself."""
    install(programs, "espeak-ng")
    install(programs, "aplay", ALSA_524)
    install(programs, "paplay", "exec /bin/cat > /dev/null")
    assert found(tmp_path) == [("voice", "good", "paplay plays on the sound card", "")]


def test_the_card_of_the_settings_is_tried(programs: Path, tmp_path: Path) -> None:
    """As the voice will use it."""
    install(programs, "espeak-ng")
    install(programs, "aplay", 'test "$3" = plughw:CARD=Headphones')
    assert found(tmp_path, settings='[sound]\ncard = "plughw:CARD=Headphones"\n')[0].verdict == "good"
    assert found(tmp_path)[0].verdict == "FAULT"


def test_programs_that_are_missing_are_named_if_a_voice_is_wanted(programs: Path, tmp_path: Path) -> None:
    """Who wants none is told nothing of a synthesizer."""
    assert found(tmp_path, is_wanted=False) == []
    assert [(one.verdict, one.remedy) for one in found(tmp_path)] == [
        ("FAULT", "sudo apt install espeak-ng alsa-utils")
    ]
    install(programs, "espeak-ng")
    assert [one.verdict for one in found(tmp_path)] == ["FAULT"]
    assert [one.verdict for one in found(tmp_path, is_wanted=False)] == ["note"]
