"""Seats that the program plays: who sits there instead of a person, in the header of a record and by an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.games.records import UnreadableLine
from firmware_py.games.registry import Event, Refusal
from firmware_py.words import Words, words

Kind: TypeAlias = Literal["player", "mummy", "hunter"]

VERSION = 1
"""The version of the program's players; a record of any version can be replayed, for their moves are in it."""
LEVELS = (1, 2, 3, 4, 5)
"""The weakest first."""


class BoxSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the program plays in a seat, and how strongly."""

    kind: Kind
    level: Annotated[int, msgspec.Meta(ge=LEVELS[0], le=LEVELS[-1])]
    version: Annotated[int, msgspec.Meta(ge=1)]


Boxes: TypeAlias = tuple[tuple[str, BoxSeat], ...]
"""Who is played by the program, in seating order."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="seat"):
    """From now on the program plays for somebody, or, with `box` null, a person again."""

    by: str
    box: BoxSeat | None


class SeatTaken(Event, frozen=True):
    """From now on the program plays for somebody, or a person again."""

    player: str
    level: int | None
    hunts: bool = False
    """All hunters change hands together."""
    was: str = ""
    """What the seat was called until now, if it has got another name with this."""

    def words(self) -> Words:
        """Who plays."""
        if self.level is None and self.hunts:
            return words("The hunters play again.")
        if self.was:
            return words("{player} takes the seat of {was}.", player=self.player, was=self.was)
        if self.level is None:
            return words("A person plays for {player} from now on.", player=self.player)
        if self.hunts:
            return words("The box plays the hunters from now on, at level {level}.", level=self.level)
        return words("The box plays for {player} from now on, at level {level}.", player=self.player, level=self.level)


def box_of(state: Any, player: str) -> BoxSeat | None:
    """What the program plays in a seat; None if a person sits there."""
    return dict(getattr(state, "boxes", ())).get(player)


def kind_at(state: Any, player: str) -> Kind:
    """What somebody plays in a state: the mummy, a hunter, or simply a player."""
    return kind_of(player, getattr(state, "mummy_player", None))


def boxes_in(players: tuple[str, ...], box: Mapping[str, BoxSeat], mummy: str | None = None) -> Boxes:
    """The seats of a header in seating order; `mummy` plays against all others, if anybody does.

    :raises UnreadableLine: when somebody does not play, or plays something else, or only some of the hunters are the
        box's: their cards are dealt from the seed, and no pawn of theirs stands on the board.
    """
    for player, seat in box.items():
        if player not in players:
            raise UnreadableLine(words('"{player}" has a part but does not play', player=player))
        if seat.kind != (kind := kind_of(player, mummy)):
            raise UnreadableLine(words('"{player}" plays as "{kind}" in this game', player=player, kind=kind))
    hunters = {player for player in players if kind_of(player, mummy) == "hunter"}
    if hunters & box.keys() not in (set(), hunters):
        raise UnreadableLine(words("the box plays all hunters or none"))
    return tuple((player, box[player]) for player in players if player in box)


def kind_of(player: str, mummy: str | None) -> Kind:
    """What somebody plays; `mummy` plays against all others, if anybody does."""
    return "player" if mummy is None else "mummy" if player == mummy else "hunter"


def why_no_seat(state: Any, action: Seat) -> Refusal | None:
    """Why this seat cannot change hands while a game goes on; None if it can. No leaflet says anything of it."""
    if action.by not in state.players:
        return Refusal("", words("Nobody called {name} plays here.", name=action.by))
    if action.by not in state.present:
        return Refusal("", words("{player} has gone home.", player=action.by))
    kind = kind_at(state, action.by)
    if action.box is not None and action.box.kind != kind:
        return Refusal("", words('"{player}" plays as "{kind}" in this game', player=action.by, kind=kind))
    return None


def team_of(state: Any, player: str) -> tuple[str, ...]:
    """Whose seats change hands together: all hunters who are still there, since they know each other's, or one."""
    if kind_at(state, player) != "hunter":
        return (player,)
    return tuple(one for one in state.present if kind_at(state, one) == "hunter")


def with_seat(state: Any, action: Seat) -> tuple[Any, tuple[Event, ...]]:
    """Put somebody else in a seat, or a team's, and say what to announce; nothing else changes."""
    team = team_of(state, action.by)
    boxes = {player: seat for player, seat in state.boxes if player not in team}
    if action.box is not None:
        boxes |= dict.fromkeys(team, action.box)
    ordered = tuple((player, boxes[player]) for player in state.players if player in boxes)
    taken = SeatTaken(action.by, action.box.level if action.box else None, kind_at(state, action.by) == "hunter")
    return replace(state, boxes=ordered), (taken,)
