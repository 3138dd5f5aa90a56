"""What may be done now in L'or du pharaon, and why all else may not: the nearest clause, and what is allowed instead.

Why no rule here forbids a photo: a photo shows what it shows. If the photos that were entered leave no place
for the bust, one of them, or a card, was entered wrongly; players must learn that while they remember. Nor does a
record break a rule in which all are walled in: no leaflet forbids it. At the table the pages refuse such a card (G55).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from firmware_py.games.or_du_pharaon.state import (
    FIGURE_WORDS,
    FIGURES,
    LOST,
    OPPOSITE,
    PAID,
    SIDES,
    START,
    TREASURES,
    TURNS,
    AnyAction,
    Cards,
    Cell,
    EndTurn,
    Figure,
    Leave,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Pyramid,
    Reveal,
    Rotate,
    State,
    Steal,
    TakeLantern,
    Team,
    neighbours_of,
    place_words,
    places_of,
    reach_by_actions,
    treasure_words,
    where,
)
from firmware_py.games.registry import Refusal
from firmware_py.words import Words, words, words_n


def _not_face_up(state: State, cell: Cell) -> Refusal | None:
    """Why a card cannot be entered or rotated: it fell, lies face down, or is not there."""
    card = state.card(cell)
    if cell == START or (card is not None and card.open):
        return None
    if card is None:
        return _no_such_card(state, cell)
    return Refusal("G10", words("{place} lies face down: it can be neither entered nor rotated.", place=cell))


def _no_such_card(state: State, cell: Cell) -> Refusal:
    if cell == START:
        return Refusal("G11", words("The start card lies face up and stays as it is."))
    if cell not in places_of(state.setup.start):
        return Refusal("G11", words("The start card lies on {place}; call it by its own name.", place=cell))
    return Refusal("G48", words("{place} has fallen.", place=cell))


def _figure_lost(action: Move | Reveal | Rotate) -> Refusal:
    is_archaeologist = isinstance(action, Reveal) or (isinstance(action, Move) and action.pawn == "archaeologist")
    return _archaeologist_lost() if is_archaeologist else _porter_lost()


def _archaeologist_lost() -> Refusal:
    return Refusal("G48", words("The archaeologist fell with a card; only the porter can still act."))


def _porter_lost() -> Refusal:
    return Refusal("G48", words("The porter fell with a card; only the archaeologist can still act."))


def _wall_between(here: Cell, to: Cell) -> Refusal:
    why = words(
        "There is a wall between {here} and {place}; both touching edges must be open.",
        here=place_words(here),
        place=place_words(to),
    )
    return Refusal("G03", why)


def _touch_at_a_corner(state: State, cell: Cell, other: Cell) -> bool:
    places = places_of(state.setup.start)
    (column, row), (other_column, other_row) = places[cell], places[other]
    return abs(column - other_column) == 1 and abs(row - other_row) == 1


def _destinations(state: State, figure: Figure) -> list[Cell]:
    """The cards to which the active player's figure may move now, sorted as text."""
    return state.pyramid.cells(sum(_reach_now(state, figure)[1:]))


def targets(state: State, figure: Figure) -> dict[Cell, int]:
    """The cards to which the active player's figure may move now, sorted as text, and how many actions each costs."""
    reached = _reach_now(state, figure)
    costs = {cell: cost for cost, cards in enumerate(reached) if cost for cell in state.pyramid.cells(cards)}
    return dict(sorted(costs.items()))


def is_burdened(state: State, figure: Figure) -> bool:
    """Whether this figure of the active player carries a treasure."""
    return figure == "archaeologist" and state.team.carrying is not None


def takes_bust_out(state: State, figure: Figure) -> bool:
    """Whether this figure's next move takes the bust out of its chamber, so that it is a single step (G40)."""
    return is_burdened(state, figure) and state.team.carrying == "bust" and state.collapse.status == "countdown"


def _may_glide(state: State, figure: Figure) -> bool:
    """Whether lanterns help this figure of the active player now (G18)."""
    return not is_burdened(state, figure) or (state.rules.glide_with_treasure and not takes_bust_out(state, figure))


def cost_now(state: State, figure: Figure, to: Cell) -> int | None:
    """How many actions a move of the active player's figure costs; None unless it is legal."""
    return _cost(state, _reach_now(state, figure), to) or None


def _cost_if(state: State, figure: Figure, to: Cell, *, burdened: bool, lanterns: bool) -> int | None:
    """The cost of a move, however many actions are left; None without a path.

    The path of a burdened figure does not cross the start card (G24); without `lanterns` every step costs one.
    """
    enough = len(state.pyramid.bits)
    reached = _reach(state.pyramid, state.team, figure, enough, burdened=burdened, lanterns=lanterns)
    return _cost(state, reached, to)


def _cost(state: State, reached: list[Cards], to: Cell) -> int | None:
    goal = state.pyramid.bits.get(to)
    return next((cost for cost, cards in enumerate(reached) if goal and cards & goal), None)


def _reach_now(state: State, figure: Figure) -> list[Cards]:
    """The cards that a figure reaches for no action, for one, and so on, with the actions that are left."""
    team, actions = state.team, state.actions_left
    if state.phase != "turn" or where(team, figure) == LOST:
        return []
    if figure == "porter" or team.carrying is None:
        return _reach(state.pyramid, team, figure, actions)
    if takes_bust_out(state, figure):
        actions = min(1, actions)
    return _reach(state.pyramid, team, figure, actions, burdened=True, lanterns=_may_glide(state, figure))


def _reach(
    pyramid: Pyramid, team: Team, figure: Figure, actions: int, *, burdened: bool = False, lanterns: bool = True
) -> list[Cards]:
    corridors = pyramid.corridors
    if burdened:
        corridors = corridors.without_exits_of(pyramid.bits[START])
    lit = pyramid.bitboard(team.lanterns if lanterns else ())
    return reach_by_actions(corridors, lit, pyramid.bits[where(team, figure)], actions)


def _broken_by_move(state: State, action: Move) -> Refusal | None:
    if cost_now(state, action.pawn, action.to):
        return None
    here = where(state.team, action.pawn)
    if here == LOST:
        return _figure_lost(action)
    if action.to == here:
        return Refusal(
            "G01", words("A move leads to another card: {pawn} is there already.", pawn=FIGURE_WORDS[action.pawn])
        )
    closed = _not_face_up(state, action.to)
    if closed is not None:
        return closed
    if takes_bust_out(state, action.pawn) and action.to not in state.pyramid.beside(here):
        return _no_single_step(state, here, action.to)
    cost = _cost_if(
        state,
        action.pawn,
        action.to,
        burdened=is_burdened(state, action.pawn),
        lanterns=_may_glide(state, action.pawn),
    )
    return _no_path(state, action, here) if cost is None else _too_far(state, action, cost)


def _no_single_step(state: State, here: Cell, to: Cell) -> Refusal:
    if to in neighbours_of(state.setup.start)[here].values():
        return _wall_between(here, to)
    return Refusal("G40", words("The bust leaves its chamber by a single step to a card next to it."))


def _no_path(state: State, action: Move, here: Cell) -> Refusal:
    if is_burdened(state, action.pawn) and _unburdened_cost(state, action) is not None:
        return _through_start()
    if action.to in neighbours_of(state.setup.start)[here].values():
        return _wall_between(here, action.to)
    if _touch_at_a_corner(state, here, action.to):
        return Refusal("G13", words("There is no diagonal step, and no open path leads round the corner."))
    return Refusal(
        "G03", words("No open path leads to {place}: both touching edges must be open.", place=place_words(action.to))
    )


def _too_far(state: State, action: Move, cost: int) -> Refusal:
    left = state.actions_left
    if is_burdened(state, action.pawn):
        on_foot = _cost_if(state, action.pawn, action.to, burdened=False, lanterns=_may_glide(state, action.pawn))
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
            return Refusal("G18", why)
    why = words_n(
        "The path to {place} takes {cost} actions, and {count} is left.",
        "The path to {place} takes {cost} actions, and {count} are left.",
        left,
        place=place_words(action.to),
        cost=cost,
    )
    return Refusal("G01", why)


def _unburdened_cost(state: State, action: Move) -> int | None:
    return _cost_if(state, action.pawn, action.to, burdened=False, lanterns=True)


def _through_start() -> Refusal:
    return Refusal("G24", words("With a treasure the path ends on the start card, where it is delivered."))


def _broken_by_reveal(state: State, action: Reveal) -> Refusal | None:
    here = state.team.archaeologist
    if here == LOST:
        return _figure_lost(action)
    card = state.card(action.at)
    if card is None:
        return _no_such_card(state, action.at)
    if card.open:
        return Refusal("G04", words("{place} lies face up already.", place=action.at))
    touching = neighbours_of(state.setup.start)[here]
    if action.at not in touching.values():
        clause = "G13" if _touch_at_a_corner(state, here, action.at) else "G04"
        return Refusal(clause, words("The archaeologist reveals a card next to its own, not diagonally."))
    if not any(touching[side] == action.at for side in touching if side in state.pyramid.open_sides(here)):
        return Refusal(
            "G04", words("On the archaeologist's own card, a wall bars the way to {place}.", place=action.at)
        )
    if action.chamber and sum(team.photos for team in state.teams) >= state.setup.photos:
        why = words_n(
            "There is {count} chamber, and it has been found.",
            "There are {count} chambers, and all have been found.",
            state.setup.photos,
        )
        return Refusal("G29", why)
    return None


def _broken_by_photo(state: State, action: Photo) -> Refusal | None:
    busts = action.treasures.count("bust")
    found = state.found + len(action.treasures) - busts
    if found > state.setup.treasures:
        left = state.setup.treasures - state.found
        why = words_n(
            "Only {count} treasure besides the bust is still to be found.",
            "Only {count} treasures besides the bust are still to be found.",
            left,
        )
        return Refusal("G31", why)
    if busts and state.collapse.status != "idle":
        return Refusal("G31", words("The bust has been found already."))
    if busts > 1:
        return Refusal("G31", words("There is only one bust."))
    if busts and found < state.setup.treasures:
        why = words_n(
            "The bust comes last: {count} other treasure is still to be found.",
            "The bust comes last: {count} other treasures are still to be found.",
            state.setup.treasures - found,
        )
        return Refusal("G31", why)
    return None


def _before_porter(state: State) -> tuple[Cell, ...]:
    """The cards that the active player's porter can rotate, sorted as text.

    They are its own and those a step away (G05), without the start card (G11).
    """
    pyramid, here = state.pyramid, state.team.porter
    if here == LOST:
        return ()
    own = pyramid.bits[here]
    return tuple(pyramid.cells((own | pyramid.corridors.ahead(own)) & ~pyramid.bits[START]))


def _broken_by_rotate(state: State, action: Rotate) -> Refusal | None:
    if action.at in _before_porter(state):
        return None
    here = state.team.porter
    if here == LOST:
        return _figure_lost(action)
    if action.at == START:
        return Refusal("G11", words("The start card is never rotated."))
    closed = _not_face_up(state, action.at)
    if closed is not None:
        return closed
    if action.at in neighbours_of(state.setup.start)[here].values():
        why = words(
            "There is a wall between the porter and {place}; both touching edges must be open.", place=action.at
        )
        return Refusal("G05", why)
    clause = "G13" if _touch_at_a_corner(state, here, action.at) else "G05"
    return Refusal(clause, words("The porter rotates its own card or one next to it, not diagonally."))


def broken_rule(state: State, action: AnyAction) -> Refusal | None:
    """Why `action` is refused now, with its clause; None if it is legal."""
    return _broken_order(state, action) or _broken_in_turn(state, action)


def _broken_in_turn(state: State, action: AnyAction) -> Refusal | None:
    """Why an action is refused to the player whose turn it is, while one is left; None if it is legal."""
    broken_by = _BROKEN_BY.get(type(action))
    return broken_by(state, action) if broken_by else None


def _broken_order(state: State, action: AnyAction) -> Refusal | None:
    """Why somebody may not act now: out of turn, out of phase, or no action left; None if they may."""
    if state.phase == "over" and state.cards:
        return Refusal("G54", words("The game is over; nothing more can be played."))
    if state.phase == "over":
        return Refusal("G50", words("Only the start card remains: the game is over, nothing more can be played."))
    if action.by not in state.players:
        return Refusal("G01", words("Nobody called {name} plays here.", name=action.by))
    if action.by not in state.present:
        return Refusal("G54", words("{player} has gone home.", player=action.by))
    if action.by != state.active:
        if isinstance(action, Leave):
            return None
        return Refusal("G01", words("It is {player}'s turn.", player=state.active))
    if state.photographed is not None and not isinstance(action, Photo):
        why = words(
            "First {player} draws a photo and tells what it shows of {place}.",
            player=state.active,
            place=state.photographed,
        )
        return Refusal("G29", why)
    if state.photographed is None and isinstance(action, Photo):
        return Refusal("G29", words("A photo is drawn right after a chamber is revealed, and only then."))
    if state.actions_left == 0 and isinstance(action, PAID):
        return Refusal("G01", words("No actions left: only free acts, or the end of the turn."))
    return None


# --- lanterns and treasures ------------------------------------------------------------------------------------------


def _broken_by_placing(state: State, _: PlaceLantern) -> Refusal | None:
    team = state.team
    if team.porter == LOST:
        return _porter_lost()
    if team.porter in team.lanterns:
        return Refusal("G20", words("A lantern of this colour is here already; another colour may join it."))
    if team.supply == 0:
        return Refusal("G19", words("You have no lantern left; lift one first."))
    return None


def _broken_by_taking(state: State, _: TakeLantern) -> Refusal | None:
    team = state.team
    if team.porter == LOST:
        return _porter_lost()
    if team.porter not in team.lanterns:
        return Refusal("G19", words("None of your lanterns lies where the porter stands."))
    return None


def _broken_by_picking_up(state: State, action: PickUp) -> Refusal | None:
    team = state.team
    if team.archaeologist == LOST:
        return _archaeologist_lost()
    if team.carrying is not None:
        return Refusal(
            "G23",
            words(
                "Only one treasure can be carried: first put down {treasure}.", treasure=treasure_words(team.carrying)
            ),
        )
    if action.treasure in state.treasures_on(team.archaeologist):
        return None
    for player, other in zip(state.players, state.teams, strict=True):
        if other.archaeologist == team.archaeologist and other.carrying == action.treasure:
            return Refusal("G25", words("{player} carries it: it can be stolen, not picked up.", player=player))
    return Refusal("G23", words("No such treasure lies on the archaeologist's card."))


def _broken_by_putting_down(state: State, _: PutDown) -> Refusal | None:
    if state.team.archaeologist == LOST:
        return _archaeologist_lost()
    if state.team.carrying is None:
        return Refusal("G23", words("The archaeologist carries nothing."))
    return None


def _broken_by_stealing(state: State, action: Steal) -> Refusal | None:
    if action.victim not in state.players:
        return Refusal("G25", words("Nobody called {name} plays here.", name=action.victim))
    team, victim = state.team, state.teams[state.players.index(action.victim)]
    if team.archaeologist == LOST:
        return _archaeologist_lost()
    if action.victim == action.by:
        return Refusal("G25", words("You can only steal from another player."))
    if team.archaeologist == START and victim.archaeologist == START:
        return Refusal("G11", words("Nothing is stolen on the start card."))
    if victim.archaeologist != team.archaeologist:
        return Refusal(
            "G25", words("The archaeologist must stand on the same card as {player}'s.", player=action.victim)
        )
    if victim.carrying is None:
        return Refusal(
            "G25", words("{player} carries nothing; what lies on the card can be picked up.", player=action.victim)
        )
    if team.carrying is not None:
        why = words(
            "Only one treasure can be carried: first put down {treasure}.", treasure=treasure_words(team.carrying)
        )
        return Refusal("G26", why)
    return None


_BROKEN_BY: Mapping[type[AnyAction], Callable[[State, Any], Refusal | None]] = {
    Move: _broken_by_move,
    Reveal: _broken_by_reveal,
    Photo: _broken_by_photo,
    Rotate: _broken_by_rotate,
    PlaceLantern: _broken_by_placing,
    TakeLantern: _broken_by_taking,
    PickUp: _broken_by_picking_up,
    PutDown: _broken_by_putting_down,
    Steal: _broken_by_stealing,
}
"""The check of each kind of action in its turn; the end of a turn is always legal."""


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Every legal decision, but nothing that a revealed card or a photo shows: nobody chooses that."""
    if state.phase != "turn":
        return ()
    player = state.active
    return (
        *[Move(player, figure, cell) for figure in FIGURES for cell in _destinations(state, figure)],
        *[Rotate(player, cell, turns) for cell in rotate_targets(state) for turns in TURNS],
        *[action for action in _with_lanterns_and_treasures(state) if _broken_in_turn(state, action) is None],
        EndTurn(player),
    )


def _with_lanterns_and_treasures(state: State) -> list[AnyAction]:
    """The acts with lanterns and treasures that are at hand; others lack a lantern, a treasure or a victim."""
    player, team = state.active, state.team
    acts: list[AnyAction] = []
    if state.actions_left:
        acts.append(TakeLantern(player) if team.porter in team.lanterns else PlaceLantern(player))
    if team.carrying is not None:
        return [*acts, PutDown(player)]
    if lying := state.treasures_on(team.archaeologist):
        acts += [PickUp(player, treasure) for treasure in TREASURES if treasure in lying]
    acts += [Steal(player, name) for name, other in zip(state.players, state.teams, strict=True) if other.carrying]
    return acts


def reveal_targets(state: State) -> tuple[Cell, ...]:
    """The face-down cards that the archaeologist may reveal now, sorted as text (G04)."""
    here = state.team.archaeologist
    cells = [] if here == LOST else sorted(neighbours_of(state.setup.start)[here].values())
    return tuple(cell for cell in cells if broken_rule(state, Reveal(state.active, cell, "".join(SIDES))) is None)


def rotate_targets(state: State) -> tuple[Cell, ...]:
    """The cards that the porter may rotate now, sorted as text."""
    return _before_porter(state) if state.phase == "turn" and state.actions_left else ()


def discs_left(state: State) -> int:
    """How many treasures are still to be found, without the bust."""
    return state.setup.treasures - state.found


def photos_left(state: State) -> int:
    """How many photos are still to be drawn, that of a chamber just revealed included."""
    return state.setup.photos - sum(team.photos for team in state.teams)


def is_bust_hidden(state: State) -> bool:
    """Whether the bust is still to be found."""
    return state.collapse.status == "idle"


def why_no_end(state: State) -> Refusal | None:
    """The wrong entry that keeps the game from ever ending; None if it can end."""
    left, hidden = photos_left(state), sum(not card.open for card in state.cards)
    if not is_bust_hidden(state):
        return None
    if left <= 0:
        return _discs_missing(discs_left(state))
    if hidden + (state.phase == "photo") < left:
        return Refusal("G29", _chambers_missing(left - (state.phase == "photo") - hidden))
    if state.phase == "turn" and is_walled_in(state):
        why = words("A way through is missing: no card may lie so that nobody could ever reveal one again.")
        return Refusal("G55", why)
    return None


def is_walled_in(state: State, teams: Iterable[Team] | None = None) -> bool:
    """Whether no card can ever be revealed again, whatever figures do and however they help each other (G55).

    With `teams`, whatever these do alone.
    """
    teams = state.teams if teams is None else tuple(teams)
    openings, touching = state.pyramid.openings, neighbours_of(state.setup.start)
    rotated = porters_reach(state.pyramid, (team.porter for team in teams if team.porter != LOST))
    reached = {team.archaeologist for team in teams if team.archaeologist != LOST}
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        for side, other in touching[cell].items():
            if side not in openings[cell] and cell not in rotated:
                continue
            if other not in openings:
                if state.card(other):  # face down: the archaeologist reveals it
                    return False
            elif other not in reached and (other in rotated or OPPOSITE[side] in openings[other]):
                reached.add(other)
                waiting.append(other)
    return True


def porters_reach(pyramid: Pyramid, porters: Iterable[Cell]) -> frozenset[Cell]:
    """The cards that porters can come to and rotate in the course of turns, while nobody else touches a card.

    A card on which a porter stands opens to all sides in turn; the next one must be open towards it (G05). The start
    card is never rotated (G11).
    """
    openings, touching = pyramid.openings, neighbours_of(pyramid.start)
    reached = set(porters)
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        for side, other in touching[cell].items():
            if other in reached or OPPOSITE[side] not in openings.get(other, ""):
                continue
            if cell != START or side in openings[START]:
                reached.add(other)
                waiting.append(other)
    return frozenset(reached - {START})


def _discs_missing(count: int) -> Refusal:
    if not count:
        return Refusal("G31", words("The last photo: the bust is missing."))
    why = words_n(
        "The last photo: {count} treasure and the bust are missing. Was it on an earlier photo?",
        "The last photo: {count} treasures and the bust are missing. Were some on an earlier photo?",
        count,
    )
    return Refusal("G31", why)


def _chambers_missing(count: int) -> Words:
    return words_n(
        "Too few cards are face down: {count} burial chamber was entered as a passage.",
        "Too few cards are face down: {count} burial chambers were entered as passages.",
        count,
    )
