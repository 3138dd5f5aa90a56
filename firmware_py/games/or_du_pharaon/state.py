"""What is known of a game of L'or du pharaon between two actions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.games.or_du_pharaon.actions import TREASURES, Pawn, Treasure
from firmware_py.games.or_du_pharaon.cells import GRID, SIDES, START, Cell, Sides
from firmware_py.games.or_du_pharaon.paths import Cards, Corridors
from firmware_py.games.or_du_pharaon.setup import ROWS, HouseRules, Setup, StartCard, bits_of, names_of


def to_act(state: State) -> tuple[str, ...]:
    """Return who may act now: the player whose turn it is."""
    return () if state.phase == "over" else (state.active,)


Phase: TypeAlias = Literal["turn", "photo", "over"]
Disc: TypeAlias = Literal[2, 3, "bust", "closed"]
"""A delivered treasure; `closed` if it is hidden from the viewer (G28)."""

LOST = "lost"
"""Where a pawn is that fell with a card (G48)."""
ACTIONS_A_TURN = 3


class Card(msgspec.Struct, frozen=True):
    """A card of the pyramid that has not fallen; it lies face down while `open` is empty."""

    cell: Cell
    open: str = ""
    chamber: bool = False


class Pyramid(msgspec.Struct, frozen=True, dict=True):
    """The cards that have not fallen, and what follows from how they lie.

    It changes only when a card does. So the corridors are computed once, however many pawns walk there before that.
    """

    start: StartCard
    cards: tuple[Card, ...]
    """Without the start card, sorted by cell."""

    @property
    def openings(self) -> dict[Cell, Sides]:
        """The open sides of every card that lies face up, the start card included."""
        return {START: self.start.open, **{card.cell: card.open for card in self.cards if card.open}}

    @property
    def fallen(self) -> tuple[Cell, ...]:
        """The cells whose cards have fallen, sorted as text."""
        standing = {card.cell for card in self.cards}
        return tuple(cell for cell in GRID if cell not in standing and cell != self.start.at)

    @cached_property
    def bits(self) -> dict[Cell, Cards]:
        """The bit of every card in a bitboard, fallen or not."""
        return bits_of(self.start)

    @cached_property
    def names(self) -> dict[Cards, Cell]:
        """Every card by its bit."""
        return names_of(self.start)

    @cached_property
    def corridors(self) -> Corridors:
        """Where a step leads: between neighbours with both touching edges open (G03)."""
        bits = self.bits
        laid = [(bits[START], self.start.open), *[(bits[card.cell], card.open) for card in self.cards if card.open]]
        north, east, south, west = (sum([bit for bit, sides in laid if side in sides]) for side in SIDES)
        return Corridors(
            north=north & south << 1,
            east=east & west >> ROWS,
            south=south & north >> 1,
            west=west & east << ROWS,
            rows=ROWS,
        )

    def with_card(self, card: Card) -> Pyramid:
        """Return the pyramid with one card revealed or rotated."""
        return Pyramid(self.start, tuple([card if other.cell == card.cell else other for other in self.cards]))

    def bitboard(self, cells: Iterable[Cell]) -> Cards:
        """Return some cards, each of them named once, as a bitboard."""
        return sum(map(self.bits.__getitem__, cells))

    def cells(self, cards: Cards) -> list[Cell]:
        """Return the names of the cards of a bitboard, sorted as text."""
        names, found = self.names, []
        while cards:
            bit = cards & -cards
            found.append(names[bit])
            cards ^= bit
        return sorted(found)

    def card(self, cell: Cell) -> Card | None:
        """Return the card on a cell of the square, or None if there is none or it has fallen."""
        return next((card for card in self.cards if card.cell == cell), None)

    def open_sides(self, cell: Cell) -> str:
        """Return the open sides of a card: none if it lies face down or has fallen."""
        if cell == START:
            return self.start.open
        card = self.card(cell)
        return card.open if card else ""

    def beside(self, cell: Cell) -> list[Cell]:
        """Return the cards one step away from a card."""
        return self.cells(self.corridors.ahead(self.bits[cell]))


class Loose(msgspec.Struct, frozen=True):
    """A treasure that lies on a card."""

    cell: Cell
    treasure: Treasure


class Team(msgspec.Struct, frozen=True):
    """What belongs to one player; a pawn stands on a card, on `start`, or is `lost`."""

    supply: int
    archaeologist: str = START
    porter: str = START
    carrying: Treasure | None = None
    lanterns: tuple[Cell, ...] = ()
    """Where the player's lanterns lie, sorted as text."""
    photos: int = 0
    treasures: tuple[Disc, ...] = ()
    """In the order of their delivery."""

    @property
    def is_lost(self) -> bool:
        """Whether no pawn is left (G49)."""
        return self.archaeologist == LOST and self.porter == LOST


class Collapse(msgspec.Struct, frozen=True):
    """How far the collapse has come: first the countdown of the bust's chamber, then waves of falling cards."""

    status: Literal["idle", "countdown", "falling", "done"] = "idle"
    clock: int | None = None
    """The seat of the player whose turns count."""
    turns: int | None = None
    """In the countdown: how many turns of the clock must end until the chamber falls."""
    chamber: Cell | None = None
    """Where the bust was found."""
    is_discovery_turn: bool = False
    """Whether this is still the turn in which the bust was found."""
    front: tuple[Cell, ...] = ()
    """The cards that fell last; the next wave takes their neighbours (G41)."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the ledger: at this moment the player at `seat` came to `total` (G52)."""

    moment: int
    seat: int
    total: int


class State(msgspec.Struct, frozen=True):
    """The table between two actions; `teams` has one entry for each of `players`."""

    players: tuple[str, ...]
    rules: HouseRules
    setup: Setup
    pyramid: Pyramid
    teams: tuple[Team, ...]
    loose: tuple[Loose, ...] = ()
    """Sorted by cell, then 2s, 3s and the bust."""
    found: int = 0
    """How many treasures have appeared so far, without the bust (G31)."""
    collapse: Collapse = Collapse()
    ledger: tuple[Entry, ...] = ()
    """Every change of a total; changes of the same moment are simultaneous (G52)."""
    phase: Phase = "turn"
    turn: int = 0
    """The seat of the player whose turn it is."""
    actions_left: int = ACTIONS_A_TURN
    photographed: Cell | None = None
    """In phase `photo`: the chamber whose photo is drawn next."""

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def team(self) -> Team:
        """What belongs to the player whose turn it is."""
        return self.teams[self.turn]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that have not fallen, without the start card, sorted by cell."""
        return self.pyramid.cards

    def card(self, cell: Cell) -> Card | None:
        """Return the card on a cell of the square, or None if there is none or it has fallen."""
        return self.pyramid.card(cell)

    def lying(self, cell: Cell) -> tuple[Treasure, ...]:
        """Return the treasures that lie on a card: 2s, 3s, then the bust."""
        return tuple([loose.treasure for loose in self.loose if loose.cell == cell])


def with_team(state: State, seat: int, team: Team) -> State:
    """Return the state with the team of one player changed."""
    return replace(state, teams=(*state.teams[:seat], team, *state.teams[seat + 1 :]))


def with_own_team(state: State, team: Team, actions: int = 0) -> State:
    """Return the state with the active player's team changed, and that many actions fewer."""
    teams = (*state.teams[: state.turn], team, *state.teams[state.turn + 1 :])
    return replace(state, teams=teams, actions_left=state.actions_left - actions)


def with_pawn(team: Team, pawn: Pawn, place: str) -> Team:
    """Return a team with one pawn on another card."""
    return replace(team, archaeologist=place) if pawn == "archaeologist" else replace(team, porter=place)


def where(team: Team, pawn: Pawn) -> str:
    """Return the card on which a pawn stands, or `LOST`."""
    return team.archaeologist if pawn == "archaeologist" else team.porter


def with_card(state: State, card: Card, actions: int = 0) -> State:
    """Return the state with one card of the pyramid revealed or rotated, and that many actions fewer."""
    return replace(state, pyramid=state.pyramid.with_card(card), actions_left=state.actions_left - actions)


def with_loose(state: State, cell: Cell, treasures: Iterable[Treasure]) -> State:
    """Return the state with more treasures lying on a card."""
    lying = (*state.loose, *(Loose(cell, treasure) for treasure in treasures))
    return replace(state, loose=tuple(sorted(lying, key=lambda loose: (loose.cell, TREASURES.index(loose.treasure)))))


def without_loose(state: State, cell: Cell, treasure: Treasure) -> State:
    """Return the state with one such treasure less on a card; one must lie there."""
    index = state.loose.index(Loose(cell, treasure))
    return replace(state, loose=(*state.loose[:index], *state.loose[index + 1 :]))
