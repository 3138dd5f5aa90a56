"""Why a text is no TOML or no JSON, in the reader's language. It names the place; the parsers know English only."""

from __future__ import annotations

import json
import re
import tomllib

from firmware_py.words import Words, words

TWICE = ("Cannot declare", "Cannot overwrite", "Cannot mutate", "Cannot redefine", "Duplicate")
"""How the reports of `tomllib` begin that are about a name given twice."""
TOO_DEEP = words("nested too deeply")
LONG_NUMBER = words("a number is too long")
"""The only other reason: Python refuses to read thousands of digits."""


def why_no_toml(error: ValueError | RecursionError) -> Words:
    """Why `parse_toml` has refused a text."""
    if isinstance(error, RecursionError):
        return TOO_DEEP
    if not isinstance(error, tomllib.TOMLDecodeError):
        return LONG_NUMBER
    at = re.search(r"\(at line (\d+), column (\d+)\)$", str(error))
    if not at:
        return words("a quotation mark or a bracket is never closed")
    place = {"line": int(at[1]), "column": int(at[2])}
    if str(error).startswith(TWICE):
        return words("a key or a table is given twice (at line {line}, column {column})", **place)
    return words(
        "a line is a comment, a [table] or key = value, and texts stand in quotation marks "
        "(at line {line}, column {column})",
        **place,
    )


def why_no_json(error: ValueError | RecursionError) -> Words:
    """Why the `json` of the standard library has refused a text."""
    if isinstance(error, RecursionError):
        return TOO_DEEP
    if not isinstance(error, json.JSONDecodeError):
        return LONG_NUMBER
    if "\n" not in error.doc:
        return words(
            "a comma, a bracket or a quotation mark is missing or too many (at column {column})", column=error.colno
        )
    return words(
        "a comma, a bracket or a quotation mark is missing or too many (at line {line}, column {column})",
        line=error.lineno,
        column=error.colno,
    )
