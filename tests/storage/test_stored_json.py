"""What was stored as JSON: whatever a disk has made of it, it is read or it is none, and nothing ends the program."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.config.board_profile import is_calibrated
from firmware_py.config.settings import read_wiring
from firmware_py.host.sd_notify import NAME, RUNTIME, published
from firmware_py.pages.malediction.map_editor.files import UnreadableDraft, read_draft
from firmware_py.pages.players import players_stack
from firmware_py.stored_json import from_json

DEEP = 100_000
HOSTILE = [
    "[" * DEEP,
    '{"a":' * DEEP,
    '{"past":' + "[" * DEEP,
    '"\ud800"',
    '{"wanted":' + "9" * 5000 + "}",
    "",
    "\0",
    "nul",
]


def assert_nothing_is_read(text: str) -> None:
    """No reader of stored texts takes it for something, and none fails."""
    assert read_wiring(text, "/dev/i2c-1", 2, 2) == ()
    assert not is_calibrated(text)
    assert players_stack(text) == ()
    with pytest.raises(UnreadableDraft):
        read_draft(text)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_stored_text_that_is_none_is_nothing(text: str) -> None:
    """Nested without end, of endless numbers, half characters or no JSON at all."""
    assert_nothing_is_read(text)
    with pytest.raises(msgspec.DecodeError):
        from_json(text, dict[str, int])


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=5)


@settings(max_examples=30)
@given(st.lists(SCALARS, max_size=5) | st.dictionaries(st.text(max_size=8), SCALARS, max_size=5) | SCALARS)
def test_any_other_json_is_nothing(value: Any) -> None:
    """It is JSON, but of another version or of something else."""
    assert_nothing_is_read(msgspec.json.encode(value).decode())


def test_a_status_file_that_is_none_is_no_status(tmp_path: Path) -> None:
    """The doctor says that no referee runs, instead of failing."""
    file = tmp_path / RUNTIME / NAME
    file.parent.mkdir(parents=True)
    for text in HOSTILE:
        file.write_bytes(text.encode(errors="surrogatepass"))
        assert published(tmp_path) is None
