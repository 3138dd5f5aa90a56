"""What follows from a photo, from the end of a turn and from the collapse, and what it all is worth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec
from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.events import (
    BustLeaves,
    ClockChanges,
    CountdownBegins,
    CountdownGoesOn,
    CurseBlows,
    Fell,
    FigureLost,
    Fled,
    GameOver,
    LanternLost,
    LanternOut,
    LastOneWins,
    Layers,
    MummyWalks,
    NoPath,
    PassedOver,
    PhotoKept,
    PhotoTaken,
    Tie,
    TreasureLost,
    TurnBegins,
    TurnCut,
    WentHome,
)
from firmware_py.games.or_du_pharaon.state import (
    ACTIONS_A_TURN,
    FIGURES,
    LOST,
    POINTS,
    ROWS,
    START,
    Card,
    Cards,
    Cell,
    Collapse,
    HouseRules,
    LedgerEntry,
    Photo,
    Sides,
    State,
    Team,
    shortest_paths,
    where,
    with_figure,
    with_loose,
    with_own_team,
    with_team,
)
from firmware_py.games.registry import TABLE, Event, Events, Outcome
from firmware_py.words import NOTHING, Words, plain, words

PHOTO_POINTS = 1
ARCHAEOLOGIST_LOST, PORTER_LOST = -2, -1


class Rank(msgspec.Struct, frozen=True):
    """One line of the final ranking; `tie` says what separates this player from others with the same total."""

    place: int
    player: str
    total: int
    tie: Tie
    why: Words


def total(team: Team) -> int:
    """The points of a team, penalties included; a closed disc counts 0."""
    penalty = ARCHAEOLOGIST_LOST * (team.archaeologist == LOST) + PORTER_LOST * (team.porter == LOST)
    penalty = 0 if team.is_home else penalty
    return team.photos * PHOTO_POINTS + sum(POINTS[disc] for disc in team.treasures) + penalty


def totals(state: State) -> tuple[int, ...]:
    """The running totals in seating order."""
    return tuple(total(team) for team in state.teams)


def book_totals(before: State, after: State) -> State:
    """Enter every total that changed since `before` in the ledger, all at the same moment (G52)."""
    moment = after.ledger[-1].moment + 1 if after.ledger else 1
    old_and_new = enumerate(zip(totals(before), totals(after), strict=True))
    changes = tuple(LedgerEntry(moment, seat, new) for seat, (old, new) in old_and_new if old != new)
    return replace(after, ledger=(*after.ledger, *changes))


def total_reached_at(state: State, seat: int) -> int:
    """The moment at which a player reached their total: 0 if it never changed (G52)."""
    return max((entry.moment for entry in state.ledger if entry.seat == seat), default=0)


def without_secrets(state: State, viewer: str) -> State:
    """Close the delivered treasures of everybody but `viewer`, until the end (G28).

    Where a house rule opens the scores, nothing is closed.
    """
    if state.phase == "over" or state.rules.open_scores:
        return state
    seen = state.players.index(viewer) if viewer != TABLE else None
    teams = tuple(
        team if seat == seen else replace(team, treasures=("closed",) * len(team.treasures))
        for seat, team in enumerate(state.teams)
    )
    return replace(state, teams=teams, ledger=tuple(entry for entry in state.ledger if entry.seat == seen))


# --- the end ---------------------------------------------------------------------------------------------------------


def _has_both(state: State, seat: int) -> bool:
    return LOST not in (state.teams[seat].archaeologist, state.teams[seat].porter)


def _sort_key(state: State, seat: int) -> tuple[bool, int, bool, int]:
    """The key that sorts players, the best first: total, both figures left, moment (G52).

    Whoever has gone home comes after all others (G54).
    """
    team = state.teams[seat]
    return team.is_home, -total(team), not _has_both(state, seat), total_reached_at(state, seat)


def ranking(state: State) -> tuple[Rank, ...]:
    """The players from first to last, each with what decided a tie; equal players share a place."""
    keys = [_sort_key(state, seat) for seat in range(len(state.players))]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks: list[Rank] = []
    for _, level in groupby(order, key=lambda seat: keys[seat][:2]):
        seats = list(level)
        for index, seat in enumerate(seats):
            rival = _rival(state, seats, index)
            tie = _tie(state, seat, rival)
            ahead = sum(key < keys[seat] for key in keys)
            points = total(state.teams[seat])
            ranks.append(Rank(ahead + 1, state.players[seat], points, tie, _why(state, seats, seat, rival, tie)))
    return tuple(ranks)


def _rival(state: State, seats: list[int], index: int) -> int | None:
    """The player to compare with: one on the same place, else the one above, else the one below."""
    others = [*seats[:index][::-1], *seats[index + 1 :]]
    shared = [other for other in others if _sort_key(state, other) == _sort_key(state, seats[index])]
    return next(iter(shared + others), None)


def _tie(state: State, seat: int, rival: int | None) -> Tie:
    if rival is None:
        return "none"
    if _sort_key(state, seat) == _sort_key(state, rival):
        return "shared"
    return "first" if _has_both(state, seat) == _has_both(state, rival) else "pawns"


def _why(state: State, seats: list[int], seat: int, rival: int | None, tie: Tie) -> Words:
    if rival is None:
        return NOTHING
    points = total(state.teams[seat])
    name = state.players[rival]
    leads = _sort_key(state, seat) < _sort_key(state, rival)
    match tie, leads:
        case "shared", _:
            level = [other for other in seats if _sort_key(state, other) == _sort_key(state, seat) and other != seat]
            names = tuple(plain(state.players[other]) for other in level)
            return words("Complete tie with {players}.", players=names)
        case "pawns", True:
            return words("Ahead of {player}: still has both figures.", player=name)
        case "pawns", False:
            return words("Behind {player}, who still has both figures.", player=name)
        case _, True:
            return words("Ahead of {player}: reached {total} earlier.", player=name, total=points)
        case _:
            return words("Behind {player}, who reached {total} earlier.", player=name, total=points)


def _game_over(state: State) -> GameOver | LastOneWins:
    """The announcement of the end."""
    if len(state.present) == 1:
        return LastOneWins(state.present[0])
    ranks = ranking(state)
    winners = {rank.player for rank in ranks if rank.place == 1}
    return GameOver(tuple(name for name in state.players if name in winners), ranks[0].total, ranks[0].tie)


def outcome(state: State) -> Outcome | None:
    """The winners once the game is over, and what decided (G52)."""
    if state.phase != "over":
        return None
    over = _game_over(state)
    return Outcome(over.winners if isinstance(over, GameOver) else (over.player,), over.words())


COUNTDOWN_TURNS = 3


def next_wave(state: State) -> tuple[Cell, ...]:
    """The cards that fall next, sorted as text: the bust's chamber, later the neighbours of the last wave.

    Empty before the bust is found, and after the last card fell (G41, G45).
    """
    collapse = state.collapse
    match collapse.status:
        case "countdown":
            assert collapse.chamber is not None
            return (collapse.chamber,)
        case "falling":
            return _cards_touching(state, collapse.front)
        case _:
            return ()


def waves(state: State) -> Iterator[tuple[Cell, ...]]:
    """Yield the cards that fall together, from the next wave to the last (G41, G42)."""
    wave, fallen = next_wave(state), frozenset[Cell]()
    while wave:
        yield wave
        fallen |= {*wave}
        wave = tuple(cell for cell in _cards_touching(state, wave) if cell not in fallen)


def _cards_touching(state: State, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    pyramid = state.pyramid
    touched = _places_touching(pyramid.bitboard(cells), state.rules)
    return tuple(card.cell for card in state.cards if pyramid.bits[card.cell] & touched)


def _places_touching(cards: Cards, rules: HouseRules) -> Cards:
    """The places that touch any of `cards` at a side, or by a house rule at a corner (G42)."""
    down = cards >> 1 | cards << 1
    column = cards if rules.collapse_spread == "orthogonal" else cards | down
    return down | column >> ROWS | column << ROWS


def _find_bust(state: State, chamber: Cell) -> tuple[State, Events]:
    """Find the bust: the countdown of its discoverer begins (G45)."""
    collapse = Collapse("countdown", state.turn, COUNTDOWN_TURNS, chamber, is_discovery_turn=True)
    return replace(state, collapse=collapse), (CountdownBegins(state.active, chamber, COUNTDOWN_TURNS),)


def carry_out_bust(state: State) -> tuple[State, Events]:
    """Let the active player carry the bust out of its chamber, which falls (G39, G40)."""
    chamber = state.collapse.chamber
    assert chamber is not None
    fallen, events = _fall(replace(state, collapse=Collapse("falling", state.turn)), (chamber,))
    return fallen, (BustLeaves(state.active, chamber), *events, ClockChanges(state.active))


def take_treasure(state: State) -> tuple[State, Events]:
    """Make the active player the clock if what they took is the bust (G43).

    During the countdown, while the bust is in its chamber, its discoverer stays the clock.
    """
    collapse = state.collapse
    if state.team.carrying != "bust" or collapse.status != "falling" or collapse.clock == state.turn:
        return state, ()
    return replace(state, collapse=replace(collapse, clock=state.turn)), (ClockChanges(state.active),)


def count_turn(state: State) -> tuple[State, Events]:
    """Count the active player's turn: nothing follows, one turn fewer is left, or a wave comes (G41, G45)."""
    collapse = state.collapse
    if collapse.clock != state.turn:
        return state, ()
    if collapse.status == "falling":
        return _fall(state, next_wave(state))
    if collapse.is_discovery_turn and not state.rules.count_discovery_turn:
        return replace(state, collapse=replace(collapse, is_discovery_turn=False)), ()
    assert collapse.chamber is not None
    assert collapse.turns is not None
    turns = collapse.turns - 1
    if turns == 0:
        fallen, events = _fall(replace(state, collapse=Collapse("falling", collapse.clock)), (collapse.chamber,))
        return fallen, (*events, ClockChanges(state.active))
    going_on = replace(collapse, turns=turns, is_discovery_turn=False)
    return replace(state, collapse=going_on), (CountdownGoesOn(state.active, collapse.chamber, turns),)


def _fall(state: State, cells: tuple[Cell, ...]) -> tuple[State, Events]:
    """Take cards out of the game with everything on them; all losses share one moment (G48, G52)."""
    gone = frozenset(cells)
    losses = [_losses(player, team, gone) for player, team in zip(state.players, state.teams, strict=True)]
    buried = tuple(TreasureLost(loose.cell, loose.treasure) for loose in state.loose if loose.cell in gone)
    cards = tuple(card for card in state.cards if card.cell not in gone)
    after = replace(
        state,
        pyramid=replace(state.pyramid, cards=cards),
        teams=tuple(team for team, _ in losses),
        loose=tuple(loose for loose in state.loose if loose.cell not in gone),
        collapse=replace(state.collapse, front=cells) if cards else Collapse("done"),
    )
    lost = tuple(event for _, events in losses for event in events)
    return book_totals(state, after), (Fell(cells, len(cards)), *lost, *buried)


def _losses(player: str, team: Team, cells: frozenset[Cell]) -> tuple[Team, Events]:
    """The team that a player has left after these cards fell, and what is lost."""
    if cells.isdisjoint((team.archaeologist, team.porter, *team.lanterns)):
        return team, ()
    lost: list[Event] = []
    after = replace(team, lanterns=tuple(cell for cell in team.lanterns if cell not in cells))
    for figure in FIGURES:
        if where(team, figure) in cells:
            after = with_figure(after, figure, LOST)
            lost.append(FigureLost(player, figure, where(team, figure)))
    if after.archaeologist == LOST and team.carrying is not None:
        after = replace(after, carrying=None)
        lost.append(TreasureLost(team.archaeologist, team.carrying, player))
    lost.extend(LanternLost(player, cell) for cell in team.lanterns if cell in cells)
    return after, tuple(lost)


def end_turn(state: State) -> tuple[State, Events]:
    """End the active player's turn: it is the next player's, or the game is over."""
    after, fell = count_turn(state)
    after, events = hand_over(after)
    return after, (*fell, *events)


def hand_over(state: State) -> tuple[State, Events]:
    """Pass the turn to the next player who has a figure, or end the game (G49, G50).

    Players without figures have empty turns before that, one after another; a clock's empty turn still brings its wave.
    """
    if not state.cards or len(state.present) == 1:
        over = replace(state, phase="over", actions_left=0, photographed=None)
        return over, (_game_over(over),)
    following = (state.turn + 1) % len(state.players)
    state = replace(state, phase="turn", turn=following, actions_left=ACTIONS_A_TURN, photographed=None)
    if not state.team.is_lost:
        return state, (TurnBegins(state.active),)
    after, events = end_turn(state)
    return after, (*(() if state.team.is_home else (PassedOver(state.active),)), *events)


def leave(state: State, player: str) -> tuple[State, Events]:
    """Let a player go home: their turn ends like any other (G54).

    Figures and lanterns leave the pyramid, and what was carried stays on its card. If the player's turns are the clock
    of the collapse, they go on counting, though nobody plays them (G43, G49).
    """
    seat = state.players.index(player)
    team = state.teams[seat]
    home = Team(team.supply + len(team.lanterns), LOST, LOST, None, (), team.photos, team.treasures, is_home=True)
    left = with_team(state, seat, home)
    if team.carrying is not None:
        left = with_loose(left, team.archaeologist, (team.carrying,))
    went: Events = (WentHome(player, team.archaeologist if team.carrying else "", team.carrying),)
    left = book_totals(state, left)
    if len(left.present) == 1:
        after, events = hand_over(left)
    else:
        after, events = end_turn(left) if seat == state.turn else (left, ())
    return after, (*went, *events)


# --- where mummy and curse would go ----------------------------------------------------------------------------------


def escape_path(state: State, chamber: Cell, open_sides: Sides | None = None) -> Layers:
    """The cards on which a mummy or curse leaves `chamber`, in layers from there to the start card (G32).

    Empty when no path leads out. `open_sides` asks for a chamber that lies with these sides open, revealed or not
    (G08).
    """
    pyramid = state.pyramid
    if open_sides is not None:
        pyramid = pyramid.with_card(Card(chamber, open_sides, chamber=True))
    layers = shortest_paths(pyramid.corridors, pyramid.bits[chamber], pyramid.bits[START])
    return tuple(tuple(pyramid.cells(layer)) for layer in layers)


def who_flees(state: State, layers: Layers) -> tuple[Fled, ...]:
    """Which figures would flee from a mummy on this path; those on the start card stay there (G33)."""
    return tuple(
        Fled(player, figure, cell, team.carrying if figure == "archaeologist" else None)
        for cell in _on(layers)
        for player, team in zip(state.players, state.teams, strict=True)
        for figure in FIGURES
        if cell != START and where(team, figure) == cell
    )


def lanterns_out(state: State, layers: Layers) -> tuple[LanternOut, ...]:
    """Which lanterns a curse on this path would blow out, those on the start card included (G35)."""
    return tuple(
        LanternOut(player, cell)
        for cell in _on(layers)
        for player, team in zip(state.players, state.teams, strict=True)
        if cell in team.lanterns
    )


def _on(layers: Layers) -> tuple[Cell, ...]:
    return tuple(cell for layer in layers for cell in layer)


# --- what follows from a photo ---------------------------------------------------------------------------------------


def take_photo(state: State, photo: Photo) -> tuple[State, Events]:
    """Take a legal photo: treasures, mummy, curse, the point, perhaps the turn's end (G29, G30)."""
    chamber = state.photographed
    assert chamber is not None
    taken = PhotoTaken(photo.by, chamber, photo.treasures, photo.mummy, photo.curse)
    after, found = _lay_treasures(replace(state, phase="turn", photographed=None), chamber, photo)
    after, escape, is_turn_over = _let_out(after, chamber, photo)
    after, point = _keep_photo(after)
    events: Events = (taken, *found, *escape, point)
    if not is_turn_over:
        return after, events
    after, ended = end_turn(after)
    return after, (*events, TurnCut(photo.by), *ended)


def _lay_treasures(state: State, chamber: Cell, photo: Photo) -> tuple[State, Events]:
    """Lay the treasures of a photo on its chamber; the bust begins the countdown (G31, G45)."""
    laid = with_loose(state, chamber, photo.treasures)
    laid = replace(laid, found=laid.found + len(photo.treasures) - photo.treasures.count("bust"))
    return _find_bust(laid, chamber) if "bust" in photo.treasures else (laid, ())


def _let_out(state: State, chamber: Cell, photo: Photo) -> tuple[State, Events, bool]:
    """Let the mummy, then the curse, out of the chamber; the third value is whether the turn ends (G33 to G36)."""
    if not (photo.mummy or photo.curse):
        return state, (), False
    path = escape_path(state, chamber)
    if not path:
        return state, (NoPath(chamber, photo.mummy, photo.curse),), state.rules.no_path_ends_turn
    events: list[Event] = []
    if photo.mummy:
        fled = who_flees(state, path)
        events += [MummyWalks(chamber, path), *fled]
        for flight in fled:
            state = _flee(state, flight)
    if photo.curse:
        out = lanterns_out(state, path)
        events += [CurseBlows(chamber, path), *out]
        for lantern in out:
            state = _blow_out(state, lantern)
    return state, tuple(events), True


def _flee(state: State, flight: Fled) -> State:
    seat = state.players.index(flight.player)
    team = state.teams[seat]
    fled = with_team(state, seat, with_figure(team, flight.figure, START))
    if flight.dropped is None:
        return fled
    fled = with_team(fled, seat, replace(fled.teams[seat], carrying=None))
    return with_loose(fled, flight.origin, (flight.dropped,))


def _blow_out(state: State, lantern: LanternOut) -> State:
    seat = state.players.index(lantern.player)
    team = state.teams[seat]
    left = tuple(cell for cell in team.lanterns if cell != lantern.cell)
    return with_team(state, seat, replace(team, lanterns=left, supply=team.supply + 1))


def _keep_photo(state: State) -> tuple[State, PhotoKept]:
    team = replace(state.team, photos=state.team.photos + 1)
    return book_totals(state, with_own_team(state, team)), PhotoKept(state.active, team.photos)
