"""Why an action is forbidden: the nearest clause, and in plain words what would be allowed instead."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import (
    PAID,
    PAWN_WORDS,
    AnyAction,
    EndTurn,
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
from firmware_py.games.or_du_pharaon.cells import START, Cell, place_words
from firmware_py.games.or_du_pharaon.destinations import cost_if, is_burdened, may_glide, takes_bust_out
from firmware_py.games.or_du_pharaon.setup import neighbours_of, places_of
from firmware_py.games.or_du_pharaon.state import LOST, State, are_joined, where
from firmware_py.games.rules import Rule
from firmware_py.words import words, words_n


def broken_rule(state: State, action: AnyAction) -> Rule | None:
    """Return the clause that forbids `action` now, or None if it is legal."""
    rule = _broken_order(state, action)
    if rule is not None:
        return rule
    match action:
        case Move():
            return _broken_by_move(state, action)
        case Reveal():
            return _broken_by_reveal(state, action)
        case Photo():
            return _broken_by_photo(state, action)
        case Rotate():
            return _broken_by_rotate(state, action)
        case PlaceLantern():
            return _broken_by_placing(state)
        case TakeLantern():
            return _broken_by_taking(state)
        case PickUp():
            return _broken_by_picking_up(state, action)
        case PutDown():
            return _broken_by_putting_down(state)
        case Steal():
            return _broken_by_stealing(state, action)
        case EndTurn():
            return None


def _broken_order(state: State, action: AnyAction) -> Rule | None:
    """Return the clause for acting out of turn, out of phase or without an action left."""
    if state.phase == "over":
        return Rule("G50", words("Only the start card remains: the game is over, nothing more can be played."))
    if action.by not in state.players:
        return Rule("G01", words("Nobody called {name} plays here.", name=action.by))
    if action.by != state.active:
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
    if isinstance(action, PAID) and state.actions_left == 0:
        return Rule("G01", words("No action is left: only free acts, or the end of the turn."))
    return None


# --- moving ----------------------------------------------------------------------------------------------------------


def _broken_by_move(state: State, action: Move) -> Rule | None:
    here = where(state.team, action.pawn)
    if here == LOST:
        return _figure_lost(action)
    if action.to == here:
        return Rule(
            "G01", words("A move leads to another card: {pawn} is there already.", pawn=PAWN_WORDS[action.pawn])
        )
    closed = _not_face_up(state, action.to)
    if closed is not None:
        return closed
    if takes_bust_out(state, action.pawn) and not are_joined(state, here, action.to):
        return _no_single_step(state, here, action.to)
    cost = cost_if(
        state,
        action.pawn,
        action.to,
        burdened=is_burdened(state, action.pawn),
        lanterns=may_glide(state, action.pawn),
    )
    if cost is None:
        return _no_way(state, action, here)
    if cost > state.actions_left:
        return _too_far(state, action, cost)
    return None


def _no_single_step(state: State, here: Cell, to: Cell) -> Rule:
    if to in neighbours_of(state.setup.start)[here].values():
        return _wall(here, to)
    return Rule("G40", words("The bust leaves its chamber by a single step to a card next to it."))


def _no_way(state: State, action: Move, here: Cell) -> Rule:
    if is_burdened(state, action.pawn) and _unburdened_cost(state, action) is not None:
        return _through_start()
    if action.to in neighbours_of(state.setup.start)[here].values():
        return _wall(here, action.to)
    if _touch_at_a_corner(state, here, action.to):
        return Rule("G13", words("There is no diagonal step, and no open way leads round the corner."))
    return Rule(
        "G03", words("No open way leads to {place}: both facing edges must be open.", place=place_words(action.to))
    )


def _too_far(state: State, action: Move, cost: int) -> Rule:
    left = state.actions_left
    if is_burdened(state, action.pawn):
        on_foot = cost_if(state, action.pawn, action.to, burdened=False, lanterns=may_glide(state, action.pawn))
        if on_foot is not None and on_foot <= left:
            return _through_start()
        gliding = _unburdened_cost(state, action)
        if gliding is not None and gliding <= left:
            why = words_n(
                "With a treasure every step costs an action: {place} takes {cost}, and {count} is left.",
                "With a treasure every step costs an action: {place} takes {cost}, and {count} are left.",
                left,
                place=place_words(action.to),
                cost=cost,
            )
            return Rule("G18", why)
    why = words_n(
        "The way to {place} takes {cost} actions, and {count} is left.",
        "The way to {place} takes {cost} actions, and {count} are left.",
        left,
        place=place_words(action.to),
        cost=cost,
    )
    return Rule("G01", why)


def _unburdened_cost(state: State, action: Move) -> int | None:
    return cost_if(state, action.pawn, action.to, burdened=False, lanterns=True)


def _through_start() -> Rule:
    return Rule("G24", words("With a treasure the way ends on the start card, where it is delivered."))


# --- cards -----------------------------------------------------------------------------------------------------------


def _broken_by_reveal(state: State, action: Reveal) -> Rule | None:
    here = state.team.archaeologist
    if here == LOST:
        return _figure_lost(action)
    card = state.card(action.at)
    if card is None:
        return _no_such_card(state, action.at)
    if card.open:
        return Rule("G04", words("{place} lies face up already.", place=action.at))
    touching = neighbours_of(state.setup.start)[here]
    if action.at not in touching.values():
        clause = "G13" if _touch_at_a_corner(state, here, action.at) else "G04"
        return Rule(clause, words("The archaeologist reveals a card next to his own, not diagonally."))
    if not any(touching[side] == action.at for side in touching if side in state.openings[here]):
        return Rule("G04", words("On the archaeologist's own card a wall stands towards {place}.", place=action.at))
    if action.chamber and sum(team.photos for team in state.teams) >= state.setup.photos:
        why = words_n(
            "There is {count} chamber, and it has been found.",
            "There are {count} chambers, and all have been found.",
            state.setup.photos,
        )
        return Rule("G29", why)
    return None


def _broken_by_photo(state: State, action: Photo) -> Rule | None:
    busts = action.treasures.count("bust")
    found = state.found + len(action.treasures) - busts
    if found > state.setup.treasures:
        left = state.setup.treasures - state.found
        why = words_n(
            "Only {count} treasure besides the bust is still to be found.",
            "Only {count} treasures besides the bust are still to be found.",
            left,
        )
        return Rule("G31", why)
    if busts and state.collapse.status != "idle":
        return Rule("G31", words("The bust has been found already."))
    if busts > 1:
        return Rule("G31", words("There is only one bust."))
    if busts and found < state.setup.treasures:
        why = words_n(
            "The bust comes last: {count} other treasure is still to be found.",
            "The bust comes last: {count} other treasures are still to be found.",
            state.setup.treasures - found,
        )
        return Rule("G31", why)
    return None


def _broken_by_rotate(state: State, action: Rotate) -> Rule | None:
    here = state.team.porter
    if here == LOST:
        return _figure_lost(action)
    if action.at == START:
        return Rule("G11", words("The start card is never rotated."))
    closed = _not_face_up(state, action.at)
    if closed is not None:
        return closed
    if action.at == here or are_joined(state, here, action.at):
        return None
    if action.at in neighbours_of(state.setup.start)[here].values():
        why = words("A wall stands between the porter and {place}; both facing edges must be open.", place=action.at)
        return Rule("G05", why)
    clause = "G13" if _touch_at_a_corner(state, here, action.at) else "G05"
    return Rule(clause, words("The porter rotates his own card or one next to it, not diagonally."))


def _not_face_up(state: State, cell: Cell) -> Rule | None:
    """Return why a card cannot be entered or rotated: it fell, lies face down, or is not there."""
    card = state.card(cell)
    if cell == START or (card is not None and card.open):
        return None
    if card is None:
        return _no_such_card(state, cell)
    return Rule("G10", words("{place} lies face down: it can be neither entered nor rotated.", place=cell))


def _no_such_card(state: State, cell: Cell) -> Rule:
    if cell == START:
        return Rule("G11", words("The start card lies face up and stays as it is."))
    if cell not in places_of(state.setup.start):
        return Rule("G11", words("The start card lies on {place}; it is called by its own name.", place=cell))
    return Rule("G48", words("{place} has fallen.", place=cell))


# --- lanterns and treasures ------------------------------------------------------------------------------------------


def _broken_by_placing(state: State) -> Rule | None:
    team = state.team
    if team.porter == LOST:
        return _porter_lost()
    if team.porter in team.lanterns:
        return Rule("G20", words("A lantern of this colour is here already; another colour may join it."))
    if team.supply == 0:
        return Rule("G19", words("No lantern is left in the supply; one must be lifted first."))
    return None


def _broken_by_taking(state: State) -> Rule | None:
    team = state.team
    if team.porter == LOST:
        return _porter_lost()
    if team.porter not in team.lanterns:
        return Rule("G19", words("No lantern of one's own lies where the porter stands."))
    return None


def _broken_by_picking_up(state: State, action: PickUp) -> Rule | None:
    team = state.team
    if team.archaeologist == LOST:
        return _archaeologist_lost()
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


def _broken_by_putting_down(state: State) -> Rule | None:
    if state.team.archaeologist == LOST:
        return _archaeologist_lost()
    if state.team.carrying is None:
        return Rule("G23", words("The archaeologist carries nothing."))
    return None


def _broken_by_stealing(state: State, action: Steal) -> Rule | None:
    if action.victim not in state.players:
        return Rule("G25", words("Nobody called {name} plays here.", name=action.victim))
    team, victim = state.team, state.teams[state.players.index(action.victim)]
    if team.archaeologist == LOST:
        return _archaeologist_lost()
    if action.victim == action.by:
        return Rule("G25", words("One steals from another player."))
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


# --- said more than once ---------------------------------------------------------------------------------------------


def _figure_lost(action: Move | Reveal | Rotate) -> Rule:
    is_archaeologist = isinstance(action, Reveal) or (isinstance(action, Move) and action.pawn == "archaeologist")
    return _archaeologist_lost() if is_archaeologist else _porter_lost()


def _archaeologist_lost() -> Rule:
    return Rule("G48", words("The archaeologist fell with a card; only the porter can still act."))


def _porter_lost() -> Rule:
    return Rule("G48", words("The porter fell with a card; only the archaeologist can still act."))


def _wall(here: Cell, to: Cell) -> Rule:
    why = words(
        "A wall stands between {here} and {place}; both facing edges must be open.",
        here=place_words(here),
        place=place_words(to),
    )
    return Rule("G03", why)


def _touch_at_a_corner(state: State, cell: Cell, other: Cell) -> bool:
    places = places_of(state.setup.start)
    (column, row), (other_column, other_row) = places[cell], places[other]
    return abs(column - other_column) == 1 and abs(row - other_row) == 1
