"""Reads the owner's settings from a TOML file, and names every mistake in it at once.

Mistakes are sentences for people, with the keys of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from firmware_py.config.schema import (
    Config,
    ConfigError,
    Country,
    NetworkName,
    Password,
    contradictions,
    is_table,
    key_paths,
    names_in_tables,
)
from firmware_py.foreign_toml import parse_toml
from firmware_py.regular_files import LONGEST_SETTINGS, read_regular
from firmware_py.syntax_errors import why_no_toml
from firmware_py.words import MOST_REPORTED, Words, first_reported, plain, reason_and_remedy, words

S = TypeVar("S", bound=msgspec.Struct)


class ConfigFileError(ConfigError):
    """A settings file that is missing, or cannot be read."""


def load_config(path: Path | None) -> Config:
    """Return the configuration in the file `path`, or the defaults if it is None.

    :raises ConfigError: with every problem there is: unknown keys, wrong types, values out of range, pin clashes.
    """
    if path is None:
        return Config()
    try:
        table = _read_table(path)
    except ConfigError as error:
        raise type(error)(*_in_file(path, error.problems)) from None
    config, faults = _read_keys(Config, table, "")
    problems = (*faults.values(), *contradictions(config, frozenset(faults)))
    if problems:
        raise ConfigError(*_in_file(path, first_reported(problems)))
    return config


def _in_file(path: Path, problems: tuple[Words, ...]) -> Iterator[Words]:
    return (words("{file}: {why}", file=str(path), why=problem) for problem in problems)


def _read_table(path: Path) -> dict[str, Any]:
    try:
        text = read_regular(path, LONGEST_SETTINGS).decode("utf-8")
    except OSError as error:
        raise ConfigFileError(words("cannot be read: {why}", why=reason_and_remedy(error))) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8").split("\n")
        line, column = len(before), len(before[-1]) + 1
        problem = words("not valid UTF-8 text (at line {line}, column {column})", line=line, column=column)
        raise ConfigError(problem) from None
    try:
        return parse_toml(text)
    except (RecursionError, ValueError) as error:
        raise ConfigError(words("not valid TOML: {why}", why=why_no_toml(error))) from None


def _read_keys(kind: type[S], table: dict[str, Any], within: str) -> tuple[S, dict[str, Words]]:
    """Return a struct of the valid keys of `table`, and a sentence on each other key, by its path."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    faults: dict[str, Words] = {}
    # No more than these: to look for what was meant takes long.
    unknown = islice((key for key in table if key not in types), MOST_REPORTED + 1)
    reported = {*types, *unknown}
    for key in filter(reported.__contains__, table):
        path, value = f"{within}{key}", table[key]
        if key not in types:
            faults[path] = _no_such_key(key, value, tuple(types), within)
        elif not is_table(types[key]):
            try:
                values[key] = _convert(value, types[key])
            except msgspec.ValidationError:
                wanted = _value_words(types[key])
                is_secret = types[key] == Password
                faults[path] = _secret_wrong(path, wanted) if is_secret else _wrong(path, wanted, value)
        elif not isinstance(value, dict):
            faults[path] = _wrong(path, words("a table {table}", table=f"[{path}]"), value)
        else:
            values[key], more = _read_keys(types[key], value, f"{path}.")
            faults |= more
    return kind(**values), faults


def _wrong(key: str, wanted: Words, value: Any) -> Words:
    return words("{key}: must be {wanted}, not {found}", key=key, wanted=wanted, found=_as_written(value))


def wrong_value(key: str, known: Iterable[str], value: str) -> Words:
    """What is wrong with a value that is none of those that are known."""
    return _wrong(key, _any_of(map(_as_written, known)), value)


def _secret_wrong(key: str, wanted: Words) -> Words:
    """The same, without what is written there."""
    return words("{key}: must be {wanted}", key=key, wanted=wanted)


def _convert(value: Any, kind: Any) -> Any:
    if isinstance(value, float) and isnan(value):  # no comparison excludes it
        raise msgspec.ValidationError
    return msgspec.convert(value, kind)


def _no_such_key(key: str, value: Any, known: tuple[str, ...], within: str) -> Words:
    near = [f"{within}{name}" for name in get_close_matches(key, known, n=1)]
    elsewhere = [path for path in key_paths() if path.rpartition(".")[2] == key]
    inside = frozenset(value) if isinstance(value, dict) else frozenset()
    tables = [path for path, names in names_in_tables() if inside and inside <= names]
    suggestions = tables or near or elsewhere
    problem = words("{key}: no such key", key=f"{within}{key}")
    return words("{told}; did you mean {key}?", told=problem, key=suggestions[0]) if suggestions else problem


TEXTS: dict[Any, Words] = {
    Country: words("two capital letters in quotes"),
    NetworkName: words("up to 32 letters, digits and signs in quotes"),
    Password: words("8 to 63 letters, digits and signs in quotes"),
}
"""The words for texts that have a form of their own."""


def _value_words(kind: Any) -> Words:
    """What values a key takes, in the words of a TOML file."""
    if kind in TEXTS:
        return TEXTS[kind]
    if get_origin(kind) is Annotated:
        bare, meta = get_args(kind)
        if bare is str:
            return words("a text in quotes without control characters")
        return words(
            "{number} from {least} to {most}", number=_value_words(bare), least=str(meta.ge), most=str(meta.le)
        )
    if get_origin(kind) is Literal:
        return _any_of(map(_as_written, get_args(kind)))
    if get_origin(kind) is tuple:
        return words("a list of texts")
    if parts := get_args(kind):
        return _any_of(map(_value_words, parts))
    return {bool: words("true or false"), int: words("a whole number"), float: words("a number")}[kind]


def _any_of(choices: Iterable[Words]) -> Words:
    first, *others = choices
    for other in others:
        first = words("{one} or {other}", one=first, other=other)
    return first


def _as_written(value: Any) -> Words:
    match value:
        case bool():
            return plain("true" if value else "false")
        case str():
            return plain(msgspec.json.encode(value).decode())
        case dict():
            return words("a table")
        case list():
            return words("a list")
        case int() if value.bit_length() > 200:
            return words("a number of many digits")
        case _:
            return plain(str(value))


PROGRAM = "pyramid-referee"

JOURNAL_NAME = "games.sqlite"
"""The journal's file in the data directory."""

FSTAB = Path("/etc/fstab")
"""The owner's list of file systems: device, place, type and options a line (fstab(5))."""


def data_directory(config: Config, environ: Mapping[str, str]) -> Path:
    """The folder of the games: as configured, else as systemd says, else among the user's data.

    :raises ConfigError: when none of them names one.
    """
    if config.data_directory:
        return _expand(config.data_directory)
    if states := environ.get("STATE_DIRECTORY"):
        return Path(states.split(":")[0])
    if (own := environ.get("XDG_DATA_HOME", "")).startswith("/"):
        return Path(own) / PROGRAM
    return _expand(f"~/.local/share/{PROGRAM}")


def missing_mount(folder: Path, fstab: Path = FSTAB) -> Path | None:
    """The place of a file system that holds this folder according to fstab but is not mounted, or None.

    What is written there now would lie hidden beneath it later. Numbers of devices are compared, because the service
    sees its folder bound onto itself. So lines that bind a folder of the same file system are passed over.
    """
    with suppress(OSError):
        for line in fstab.read_text(encoding="utf-8", errors="replace").splitlines():
            _, place, _, options, *_ = (*line.split(), "", "", "", "")
            there = Path(place.replace("\\040", " "))
            is_bound = {"bind", "rbind"}.intersection(options.split(","))
            is_named = there in (folder, *folder.parents[:-1]) and not line.startswith("#") and not is_bound
            if is_named and not (there.exists() and there.stat().st_dev != there.parent.stat().st_dev):
                return there
    return None


def _expand(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ConfigError(
            words("data_directory: {folder} cannot be used, because there is no such home directory", folder=path)
        ) from None
