"""Why an action is forbidden in L'or du pharaon: the nearest clause, and what would be allowed instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firmware_py.games.or_du_pharaon.actions import (
    PAID,
    AnyAction,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    Steal,
    TakeLantern,
    treasure_words,
)
from firmware_py.games.or_du_pharaon.card_legality import broken_by_photo, broken_by_reveal, broken_by_rotate
from firmware_py.games.or_du_pharaon.cells import START
from firmware_py.games.or_du_pharaon.move_legality import broken_by_move
from firmware_py.games.or_du_pharaon.refusals import archaeologist_lost, porter_lost
from firmware_py.games.or_du_pharaon.state import LOST, State
from firmware_py.games.rules import Rule
from firmware_py.words import words


def broken_rule(state: State, action: AnyAction) -> Rule | None:
    """Return the clause that forbids `action` now, or None if it is legal."""
    return _broken_order(state, action) or broken_in_turn(state, action)


def broken_in_turn(state: State, action: AnyAction) -> Rule | None:
    """Return the clause that forbids an action of the player whose turn it is, and for which one is left."""
    broken_by = _BROKEN_BY.get(type(action))
    return broken_by(state, action) if broken_by else None


def _broken_order(state: State, action: AnyAction) -> Rule | None:
    """Return the clause for acting out of turn, out of phase or without an action left."""
    if state.phase == "over":
        return Rule("G50", words("Only the start card remains: the game is over, nothing more can be played."))
    if action.by != state.active:
        if action.by not in state.players:
            return Rule("G01", words("Nobody called {name} plays here.", name=action.by))
        return Rule("G01", words("It is {player}'s turn.", player=state.active))
    if state.photographed is not None and not isinstance(action, Photo):
        why = words(
            "First {player} draws a photo and tells what it shows of {place}.",
            player=state.active,
            place=state.photographed,
        )
        return Rule("G29", why)
    if state.photographed is None and isinstance(action, Photo):
        return Rule("G29", words("A photo is drawn right after a chamber is revealed, and only then."))
    if state.actions_left == 0 and isinstance(action, PAID):
        return Rule("G01", words("No actions left: only free acts, or the end of the turn."))
    return None


# --- lanterns and treasures ------------------------------------------------------------------------------------------


def _broken_by_placing(state: State, _: PlaceLantern) -> Rule | None:
    team = state.team
    if team.porter == LOST:
        return porter_lost()
    if team.porter in team.lanterns:
        return Rule("G20", words("A lantern of this colour is here already; another colour may join it."))
    if team.supply == 0:
        return Rule("G19", words("You have no lantern left; lift one first."))
    return None


def _broken_by_taking(state: State, _: TakeLantern) -> Rule | None:
    team = state.team
    if team.porter == LOST:
        return porter_lost()
    if team.porter not in team.lanterns:
        return Rule("G19", words("None of your lanterns lies where the porter stands."))
    return None


def _broken_by_picking_up(state: State, action: PickUp) -> Rule | None:
    team = state.team
    if team.archaeologist == LOST:
        return archaeologist_lost()
    if team.carrying is not None:
        return Rule(
            "G23",
            words(
                "Only one treasure can be carried: first put down {treasure}.", treasure=treasure_words(team.carrying)
            ),
        )
    if action.treasure in state.lying(team.archaeologist):
        return None
    for player, other in zip(state.players, state.teams, strict=True):
        if other.archaeologist == team.archaeologist and other.carrying == action.treasure:
            return Rule("G25", words("{player} carries it: it can be stolen, not picked up.", player=player))
    return Rule("G23", words("No such treasure lies on the archaeologist's card."))


def _broken_by_putting_down(state: State, _: PutDown) -> Rule | None:
    if state.team.archaeologist == LOST:
        return archaeologist_lost()
    if state.team.carrying is None:
        return Rule("G23", words("The archaeologist carries nothing."))
    return None


def _broken_by_stealing(state: State, action: Steal) -> Rule | None:
    if action.victim not in state.players:
        return Rule("G25", words("Nobody called {name} plays here.", name=action.victim))
    team, victim = state.team, state.teams[state.players.index(action.victim)]
    if team.archaeologist == LOST:
        return archaeologist_lost()
    if action.victim == action.by:
        return Rule("G25", words("You can only steal from another player."))
    if team.archaeologist == START and victim.archaeologist == START:
        return Rule("G11", words("Nothing is stolen on the start card."))
    if victim.archaeologist != team.archaeologist:
        return Rule("G25", words("The archaeologist must stand on the same card as {player}'s.", player=action.victim))
    if victim.carrying is None:
        return Rule(
            "G25", words("{player} carries nothing; what lies on the card can be picked up.", player=action.victim)
        )
    if team.carrying is not None:
        why = words(
            "Only one treasure can be carried: first put down {treasure}.", treasure=treasure_words(team.carrying)
        )
        return Rule("G26", why)
    return None


_BROKEN_BY: Mapping[type[AnyAction], Callable[[State, Any], Rule | None]] = {
    Move: broken_by_move,
    Reveal: broken_by_reveal,
    Photo: broken_by_photo,
    Rotate: broken_by_rotate,
    PlaceLantern: _broken_by_placing,
    TakeLantern: _broken_by_taking,
    PickUp: _broken_by_picking_up,
    PutDown: _broken_by_putting_down,
    Steal: _broken_by_stealing,
}
"""What checks each kind of action in its turn; the end of a turn is always legal."""
