"""Write the JSON Schema of a record's lines, made from the types that read them: `make papers`."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from places import PROJECT

from firmware_py.games.registry import BOXES, GAMES

SCHEMA = PROJECT / "docs" / "records.schema.json"


def schema() -> dict[str, Any]:
    """The schema of one line: the header or an action of any game.

    In `$defs` stand `<game>.header` and `<game>.action`, so that a program can ask for a line of one game.
    """
    defs: dict[str, Any] = {}
    for name, game in GAMES.items():
        template = f"#/$defs/{name}.{{name}}"
        (header, action), parts = msgspec.json.schema_components((game.header, game.action), ref_template=template)
        action.pop("discriminator", None)  # of OpenAPI, and no word of JSON Schema
        box, header = BOXES[name], parts.pop("Header")
        header["properties"]["players"] |= {"minItems": box.fewest, "maxItems": box.most, "uniqueItems": True}
        parts = {"header": header, "action": action, **parts}
        defs |= {f"{name}.{part}": _with_plain_patterns(found) for part, found in parts.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a record of Pyramid Referee",
        "anyOf": [{"$ref": f"#/$defs/{name}.{kind}"} for name in GAMES for kind in ("header", "action")],
        "$defs": defs,
    }


def _with_plain_patterns(part: Any) -> Any:
    r"""A part whose patterns every validator understands: `\A` and `\Z` are Python's."""
    match part:
        case dict():
            return {
                key: value.replace(r"\A", "^").replace(r"\Z", "$") if key == "pattern" else _with_plain_patterns(value)
                for key, value in part.items()
            }
        case list() | tuple():
            return [_with_plain_patterns(value) for value in part]
    return part


def written() -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def make() -> None:
    """Write it there."""
    SCHEMA.write_text(written(), encoding="utf-8")
