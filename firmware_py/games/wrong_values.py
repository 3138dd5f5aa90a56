"""Why a value on a line of a record is refused, in plain words: what stands there, and what may stand there."""

from __future__ import annotations

import re
from typing import Any

from firmware_py.words import Words, plain, words

TYPE_WORDS = {
    "str": words("text"),
    "int": words("an integer"),
    "bool": words("true or false"),
    "array": words("a list"),
    "object": words("an object"),
    "list": words("a list"),
    "dict": words("an object"),
    "NoneType": plain("null"),
}
"""The types of JSON, by the names that msgspec gives them, and those that it sometimes gives instead."""


def wrong_value(report: str, path: str, line: Any, kind: Any) -> Words:
    """Return the report of msgspec in our own words; `path` leads to the value on a `line` that should be a `kind`."""
    if found := re.fullmatch(r"Object missing required field `(.+?)`", report):
        return words('the key "{key}" is missing', key=found[1])
    if found := re.fullmatch(r"Object contains unknown field `(.+?)`", report):
        return words('the key "{key}" is not known', key=found[1])
    if found := re.fullmatch(r"Invalid (?:enum )?value (.+)", report, re.DOTALL):
        return words("{value} is none of these: {values}", value=found[1], values=_choices(path, line, kind))
    if found := re.fullmatch(r"Expected `(.+?)`, got `(.+?)`", report):
        return words("{wanted} is expected, not {found}", wanted=_types(found[1]), found=_types(found[2]))
    if found := re.fullmatch(r"Expected `(.+?)` ([<>]=?) (.+)", report):
        return words("{wanted} {limit} is expected", wanted=_types(found[1]), limit=f"{found[2]} {found[3]}")
    if re.match(r"Expected `.+?` matching regex ", report):
        return words("text such as {examples} is expected", examples=_choices(path, line, kind))
    return words("this value cannot be used here")


def _types(names: str) -> Words:
    """Return words for types of JSON; `names` is the list that msgspec reports."""
    first, *others = (TYPE_WORDS.get(name, plain(name)) for name in names.split(" | "))
    for other in others:
        first = words("{one} or {other}", one=first, other=other)
    return first


def _choices(path: str, line: Any, kind: Any) -> tuple[str, ...]:
    """Return the values that may stand at a place, or examples of them."""
    from msgspec import inspect  # here, because it loads slowly, and few records are wrong

    here: Any = inspect.type_info(kind)
    for key, number in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        here = here.item_type if number else _field_type(key, line, here)
        line = line[int(number) if number else key]
    if isinstance(here, inspect.Metadata):
        return tuple((here.extra_json_schema or {})["examples"])
    return tuple(str(value) for choice in getattr(here, "types", (here,)) for value in getattr(choice, "values", ()))


def _field_type(key: str, line: Any, kind: Any) -> Any:
    """Return the type of a field of `line`, which is of one of several structs; their names are values of the tag."""
    from msgspec import inspect

    structs = [one for one in getattr(kind, "types", (kind,)) if isinstance(one, inspect.StructType)]
    if key == structs[0].tag_field:
        return inspect.LiteralType(tuple(struct.tag for struct in structs))
    struct = next(struct for struct in structs if struct.tag is None or struct.tag == line[struct.tag_field])
    return next(field.type for field in struct.fields if field.encode_name == key)
