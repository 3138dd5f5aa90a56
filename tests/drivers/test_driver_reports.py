"""Whatever the drivers report of a part is said in the language of the device, without the words of a library."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from places import PROJECT

from firmware_py.driver_reports import report_words
from firmware_py.words import speak

BEGINNINGS = ("cannot be opened (", "cannot be used because", "has failed (", "There is no sound card")
VALUES = {"part": "buzzer", "place": "17, 18", "reason": "[Errno 2] No such file (GPIO): tried"}
QUOTED = VALUES["reason"]


def reports() -> Iterator[str]:
    """Yield every report that a driver can make of a part, its braces filled."""
    for module in (PROJECT / "hardware").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (
                    ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else "" for part in node.values
                )
                text = "".join(
                    VALUES.get(name, "ok") if name else str(part.value)  # type: ignore[attr-defined]
                    for name, part in zip(parts, node.values, strict=True)
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            else:
                continue
            if "\n" not in text and text.endswith(".") and any(beginning in text for beginning in BEGINNINGS):
                yield text


def test_every_report_of_a_part_is_known() -> None:
    """Nine of them when this was written; a new one needs a sentence of its own."""
    found = list(reports())
    assert len(found) >= 9
    assert [report for report in found if report_words(report).message == "{text}"] == []
    assert not any(QUOTED in speak("en")(report_words(report)) for report in found)


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (
            'The button "left" has failed (x): switch the device off and on.',
            "Le bouton «\u202fleft\u202f»\u202f: en panne",
        ),
        ("The turn light on GPIO 18 cannot be opened (x): y", "La lumière, GPIO 18\u202f: ouverture impossible"),
        ("wired to two cells: 20A0", "branchés sur deux cases\u202f: 20A0"),
        ("nobody knows", "nobody knows"),
    ],
)
def test_a_report_is_said_with_its_part_and_pins(report: str, said: str) -> None:
    """What is not known is shown as it is."""
    assert speak("fr")(report_words(report)).startswith(said)
