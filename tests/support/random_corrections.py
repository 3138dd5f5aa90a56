"""Corrections at random: an entry is entered again, left out or preceded by another; so is what is refused then."""

from __future__ import annotations

import random

from random_play import RandomTable

from firmware_py.games.registry import IllegalAction
from firmware_py.games.session import Edit, Session, apply_edits, before_action, entry_around, with_edits


def corrected_at_random(session: Session, chance: random.Random) -> tuple[Session, int]:
    """A game of one action at least after a correction, and how many entries were refused on the way."""
    first, last = entry_around(session, chance.randint(1, session.ply))
    edits = [_edit(before_action(session, first), first, last, chance)]
    refused = 0
    while True:
        try:
            result = apply_edits(session, edits)
        except IllegalAction:  # the last entry fits where it was drawn, and not after the ones before
            edits.pop()
            return (with_edits(session, edits), refused) if edits else (session, refused)
        if result.why is None or result.session.is_over or chance.random() < 0.1:
            return with_edits(session, edits), refused
        refused += 1
        last = entry_around(session, result.number)[1]
        edits.append(_edit(result.session, result.number, last, chance))


def _edit(work: Session, first: int, last: int, chance: random.Random) -> Edit:
    kind = chance.choice(("instead", "instead", "leave out", "before"))
    table = RandomTable(work.game.id, random.Random(chance.random()))
    actions = () if kind == "leave out" or work.is_over else (table.next_action(work.state),)
    return Edit(first, 0 if kind == "before" and actions else last - first + 1, actions)
