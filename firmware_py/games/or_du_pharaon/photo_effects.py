"""What follows from a photo: treasures on the chamber, a mummy, a curse, and a point (G29 to G38)."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.actions import PAWNS, Photo
from firmware_py.games.or_du_pharaon.cells import START, Cell, Sides
from firmware_py.games.or_du_pharaon.collapse import found_bust
from firmware_py.games.or_du_pharaon.events import TurnCut
from firmware_py.games.or_du_pharaon.paths import shortest_paths
from firmware_py.games.or_du_pharaon.photo_events import (
    CurseBlows,
    Fled,
    LanternOut,
    Layers,
    MummyWalks,
    NoPath,
    PhotoKept,
    PhotoTaken,
)
from firmware_py.games.or_du_pharaon.scoring import booked
from firmware_py.games.or_du_pharaon.state import Card, State, where, with_loose, with_own_team, with_pawn, with_team
from firmware_py.games.or_du_pharaon.turn_end import end_turn
from firmware_py.games.rules import Event

Events = tuple[Event, ...]


# --- where mummy and curse would go ----------------------------------------------------------------------------------


def escape_path(state: State, chamber: Cell, open_sides: Sides | None = None) -> Layers:
    """Return the cards on which a mummy or curse leaves `chamber`, in layers from there to the start card (G32).

    Empty when no path leads out. `open_sides` asks for a chamber that lies with these sides open, revealed or not
    (G08).
    """
    pyramid = state.pyramid
    if open_sides is not None:
        pyramid = pyramid.with_card(Card(chamber, open_sides, chamber=True))
    layers = shortest_paths(pyramid.corridors, pyramid.bits[chamber], pyramid.bits[START])
    return tuple(tuple(pyramid.cells(layer)) for layer in layers)


def frightened(state: State, layers: Layers) -> tuple[Fled, ...]:
    """Return which pawns would flee from a mummy on this path; those on the start card stay there (G33)."""
    return tuple(
        Fled(player, pawn, cell, team.carrying if pawn == "archaeologist" else None)
        for cell in _on(layers)
        for player, team in zip(state.players, state.teams, strict=True)
        for pawn in PAWNS
        if cell != START and where(team, pawn) == cell
    )


def blown_out(state: State, layers: Layers) -> tuple[LanternOut, ...]:
    """Return which lanterns a curse on this path would blow out, those on the start card included (G35)."""
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
    """Return the state after a legal photo: treasures, mummy, curse, the point, perhaps the turn's end (G29, G30)."""
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
    return found_bust(laid, chamber) if "bust" in photo.treasures else (laid, ())


def _let_out(state: State, chamber: Cell, photo: Photo) -> tuple[State, Events, bool]:
    """Let the mummy, then the curse, out of the chamber; the third value is whether the turn ends (G33 to G36)."""
    if not (photo.mummy or photo.curse):
        return state, (), False
    path = escape_path(state, chamber)
    if not path:
        return state, (NoPath(chamber, photo.mummy, photo.curse),), state.rules.no_path_ends_turn
    events: list[Event] = []
    if photo.mummy:
        fled = frightened(state, path)
        events += [MummyWalks(chamber, path), *fled]
        for flight in fled:
            state = _flee(state, flight)
    if photo.curse:
        out = blown_out(state, path)
        events += [CurseBlows(chamber, path), *out]
        for lantern in out:
            state = _blow_out(state, lantern)
    return state, tuple(events), True


def _flee(state: State, flight: Fled) -> State:
    seat = state.players.index(flight.player)
    team = state.teams[seat]
    fled = with_team(state, seat, with_pawn(team, flight.pawn, START))
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
    return booked(state, with_own_team(state, team)), PhotoKept(state.active, team.photos)
