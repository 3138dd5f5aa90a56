"""A person is forgotten: the name goes from every stored game, and the games stay, with a number in its place."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware_py.config.settings import PLAYERS_DRAFT
from firmware_py.evenings.results import FACES, NAMES, PEOPLE, read_names, write_names
from firmware_py.games.records import UnreadableLine, fold_name, is_alike, read_action, read_header, write_line
from firmware_py.games.restoring import rename, restore
from firmware_py.games.session import Step, begin, checksums, next_step
from firmware_py.storage.changes import Choose, Rewrite, StoredGame
from firmware_py.storage.journal import Journal
from firmware_py.stored_json import from_json
from firmware_py.transfers.games import Transfer
from firmware_py.words import words_n


def forget(journal: Journal, names: tuple[str, ...], instead: tuple[str, ...]) -> Transfer:
    """Replace a person's names by others in every stored game, a game a step; settings that hold one are cleared.

    `instead` begins with what the first seat is called, such as "Player 1"; a name that is taken is left out. What was
    copied to a stick, or set aside by safe mode, stays as it is.
    """
    numbers = [game.id for game in journal.games() if any(name in game.header_line for name in names)]
    changed = 0
    for done, number in enumerate(numbers):
        yield words_n("{done} of {count} game", "{done} of {count} games", len(numbers), done=done)
        before = game = journal.load(number)
        for name in names:
            game = without_name(game, name, instead)
        if game != before:
            journal.commit(Rewrite(number, game))
            changed += 1
    journal.commit(*_without_names(journal.settings, names), _remember(journal.settings, names))
    journal.erase_past()
    return (
        words_n(
            "{player} is forgotten in {count} game.",
            "{player} is forgotten in {count} games.",
            changed,
            player=names[0],
        ),
    )


FORGOTTEN = f"{PEOPLE}forgotten"
"""The setting that keeps forgotten names away: for each a digest, and what it was salted with."""


def _remember(settings: Mapping[str, str], names: tuple[str, ...]) -> Choose:
    """Remember that names are forgotten, without the names."""
    salt = os.urandom(8).hex()
    known = {**read_forgotten(settings.get(FORGOTTEN, "")), **{_digest(name, salt): salt for name in names}}
    return Choose(FORGOTTEN, msgspec.json.encode(dict(sorted(known.items()))).decode())


def read_forgotten(text: str) -> dict[str, str]:
    """The salt of each digest, from the setting; nothing if that cannot be read."""
    try:
        return from_json(text, dict[str, str]) if text else {}
    except msgspec.DecodeError:
        return {}


def is_forgotten(name: str, forgotten: Mapping[str, str]) -> bool:
    """Whether a name is among those that were forgotten, in whatever capitals and spaces."""
    return any(_digest(name, salt) == digest for digest, salt in forgotten.items())


def without_known(forgotten: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Those of the forgotten that are none of these names: somebody may play under one again."""
    known = {_digest(name, salt) for salt in set(forgotten.values()) for name in names}
    return {digest: salt for digest, salt in forgotten.items() if digest not in known}


def _digest(name: str, salt: str) -> str:
    return blake2b(fold_name(name).encode(), digest_size=8, salt=bytes.fromhex(salt)).hexdigest()


def _without_names(settings: Mapping[str, str], names: tuple[str, ...]) -> Iterator[Choose]:
    """Yield how the settings become that may hold a name: who is called how, their faces, and who was entered."""
    known = read_names(settings.get(NAMES, ""))
    others = {old: new for old, new in known.items() if old not in names and new not in names}
    if others != known:
        yield Choose(NAMES, write_names(others))
    faces = read_names(settings.get(FACES, ""))
    kept = {name: face for name, face in faces.items() if name not in names}
    if kept != faces:
        yield Choose(FACES, write_names(kept))
    if settings.get(PLAYERS_DRAFT):
        yield Choose(PLAYERS_DRAFT, "")


def without_name(game: StoredGame, name: str, instead: tuple[str, ...]) -> StoredGame:
    """A game in which a player is called by the number of the seat; unchanged if nobody of this name plays."""
    try:
        players = read_header(game.header_line.encode()).players
    except UnreadableLine:
        return game
    if name not in players:
        return game
    others = [player for player in players if player != name]
    seat = players.index(name)
    names = {name: next(free for free in instead[seat:] if not is_alike(free, others))}
    return with_names(game, names)


def with_names(game: StoredGame, names: Mapping[str, str]) -> StoredGame:
    """A game in which players have other names, with the digests that follow from them.

    What cannot be played again keeps its digests: it is as unproven as before.

    :raises UnreadableLine: when its header cannot be used.
    """
    proven = restore(game.header_line, game.lines, game.checksums, len(game.lines), game.damaged)[0].ply
    lines = tuple(_rename_text(line, names) for line in game.lines)
    header = read_header(_rename_text(game.header_line, names).encode())
    session = begin(header)
    steps: list[Step] = []
    for line in lines[:proven]:
        action = read_action(line.encode(), session.game.action)
        steps.append(next_step(session.game, steps[-1].state if steps else session.state, action))
    session = replace(session, steps=tuple(steps))
    return replace(
        game,
        header_line=write_line(header),
        lines=(*(write_line(step.action) for step in steps), *lines[proven:]),
        checksums=(*checksums(session), *game.checksums[proven:]),
        versions=_rename_text(game.versions, names),
        draft=None if game.draft is None else _rename_text(game.draft, names),
    )


def _rename_text(text: str, names: Mapping[str, str]) -> str:
    """A text with other names if it is JSON; what is no JSON names nobody."""
    try:
        value: Any = json.loads(text)
    except ValueError:
        return text
    return json.dumps(rename(value, names), ensure_ascii=False)
