"""The part of a hand that is entered: stored over a power cut, and found again, as is a hand that was taken back."""

from __future__ import annotations

import msgspec

from display.view import Button
from firmware_py.games.maudite_momie.actions import Reveal
from firmware_py.games.maudite_momie.cards import Card, Centre, secured
from firmware_py.games.session import Session
from firmware_py.stored_json import from_json


class HandDraft(msgspec.Struct, frozen=True):
    """The middles and the treasures that are entered, and how far the next answer is begun."""

    cards: tuple[Card, ...] = ()
    keys: tuple[Button, ...] = ()
    centres: tuple[Centre, ...] = ()
    is_another: bool = False
    """Another guardian or amulet is asked for."""

    def stored(self) -> str | None:
        """Return the draft as it is stored; None if nothing is entered."""
        return None if self == HandDraft() else msgspec.json.encode(self).decode()


def entered_before(session: Session, player: str, count: int, stored: str | None) -> HandDraft:
    """Return what was entered of a hand of `count` cards: before a power cut, or before it was taken back."""
    if stored is not None:
        try:
            return from_json(stored, HandDraft)
        except msgspec.DecodeError:  # another version wrote it; players can enter the hand again
            return HandDraft()
    match session.undone:
        case (Reveal(by, faces), *_) if by == player and len(faces) == count:
            return HandDraft(secured(faces), centres=tuple(face.centre for face in faces))
    return HandDraft()
