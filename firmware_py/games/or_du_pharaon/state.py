"""The values of L'or du pharaon: the pyramid of cards, what players enter, and what is known between two actions.

Why positions are coordinates: the start card lies in the square, or just outside it beside one card. As one more
position it needs no special case.

Why bitboards for the shortest paths between two cards (G32) and what lanterns light: a card lies on some shortest path
if and only if its distances from both ends add up to the distance between the ends. So paths need not be listed (an
open square has hundreds). One integer holds a whole set of cards, a bit for each, and four shifts take all of them one
step further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.games.registry import BOXES
from firmware_py.games.seats import Boxes, BoxSeat, Seat, boxes_in
from firmware_py.grid import SIDES as SIDES
from firmware_py.grid import Side as Side
from firmware_py.words import Words, plain, words

Sides: TypeAlias = Annotated[str, Meta(pattern=r"\A(?=[NESW])N?E?S?W?\Z", examples=["NS", "ESW"])]
"""Open sides as letters in the order of `SIDES`; at least one is open."""
Cell: TypeAlias = Annotated[str, Meta(pattern=r"\A(?:[a-f][1-6]|start)\Z", examples=["a1", "f6", "start"])]
"""A card's name: column `a` to `f` from west to east, row `1` to `6` from north to south; or the start card."""
GridCell: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-f][1-6]\Z", examples=["a1", "f6"])]
"""A cell of the square, by its column and row."""
GridPlace: TypeAlias = tuple[int, int]
"""Column (west to east) and row (north to south), counted from 1; the start card may lie at 0 or 7."""

STEPS: dict[Side, GridPlace] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: dict[Side, Side] = {"N": "S", "E": "W", "S": "N", "W": "E"}

SIZE = 6
START = "start"
GRID = tuple(column + row for column in "abcdef" for row in "123456")
"""The cells of the square, sorted as text."""


def grid_place(cell: GridCell) -> GridPlace:
    """The column and row of a cell of the square, counted from 1."""
    return ord(cell[0]) - ord("a") + 1, int(cell[1])


def beyond(place: GridPlace, side: Side) -> GridPlace:
    """The place that touches `place` on `side`."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def outward_sides(cell: GridCell) -> tuple[Side, ...]:
    """The sides of a cell that point out of the square; none unless it is in the outer row."""
    places = {side: beyond(grid_place(cell), side) for side in SIDES}
    return tuple(side for side, (column, row) in places.items() if not (1 <= column <= SIZE and 1 <= row <= SIZE))


@cache
def turn_sides(open_sides: str, turns: int) -> str:
    """The open sides of a card after that many quarter turns clockwise."""
    after = {SIDES[(SIDES.index(side) + turns) % 4] for side in SIDES if side in open_sides}
    return "".join(side for side in SIDES if side in after)


def place_words(cell: str) -> Words:
    """The name of a card in a sentence."""
    return words("the start card") if cell == START else plain(cell)


def where_words(cell: str) -> Words:
    """Where something lies or stands: on which card."""
    return words("on the start card") if cell == START else words("on {place}", place=cell)


Cards: TypeAlias = int
"""A set of cards as a bitboard: the bit of a card is its place in the grid, counted down one column after another."""


class Corridors(msgspec.Struct, frozen=True):
    """The cards from which a step leads to each side, on a grid with so many `rows`."""

    north: Cards
    east: Cards
    south: Cards
    west: Cards
    rows: int

    def without_exits_of(self, cards: Cards) -> Corridors:
        """The corridors that lead no further from `cards`."""
        others = ~cards
        return Corridors(self.north & others, self.east & others, self.south & others, self.west & others, self.rows)

    def ahead(self, cards: Cards) -> Cards:
        """The cards one step away from any of `cards`."""
        return (
            (cards & self.north) >> 1
            | (cards & self.east) << self.rows
            | (cards & self.south) << 1
            | (cards & self.west) >> self.rows
        )


def layers_from(corridors: Corridors, origin: Cards) -> Iterator[Cards]:
    """Yield the cards no step, one step, two steps … away from the nearest card of `origin`, while there are any."""
    layer = seen = origin
    while layer:
        yield layer
        layer = corridors.ahead(layer) & ~seen
        seen |= layer


def shortest_paths(corridors: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Every card on any shortest path from one card to another, both included; empty when there is no path.

    Every step must be possible in both directions, so the corridors to the south and the east tell of all. The cards
    come in layers: first `origin` alone, then the cards one step from it, at last `goal` alone.

    Why each step is written out: the square is so small that a call of `ahead` takes as long as half a step. Why the
    way there keeps what it has passed: the way back meets no card that is nearer than its layer, for that would make a
    path shorter than the shortest.
    """
    south, east, rows = corridors.south, corridors.east, corridors.rows
    reached, nears = origin, []
    while not reached & goal:
        nears.append(near := reached)
        reached |= near >> 1 & south | (near & south) << 1 | near >> rows & east | (near & east) << rows
        if reached == near:
            return []
    path = [layer := goal]
    for near in reversed(nears):
        layer = (layer >> 1 & south | (layer & south) << 1 | layer >> rows & east | (layer & east) << rows) & near
        path.append(layer)
    return path[::-1]


def reach_by_actions(corridors: Corridors, lit: Cards, origin: Cards, actions: int) -> list[Cards]:
    """The cards that a figure on `origin` reaches: for no action, for one at the fewest, and so on.

    At most `actions` are spent, and fewer if more lead nowhere. One action leads from a card to another across any
    number of cards that are all `lit`, or none; the two ends need no lantern (G15, G16).

    Why each step is written out: a call of `ahead` takes as long as the step.
    """
    north, east, south, west, rows = corridors.north, corridors.east, corridors.south, corridors.west, corridors.rows
    layers, reached = [origin], origin
    for _ in range(actions):
        passing, before = layers[-1], reached
        while passing:
            near = reached
            reached |= (
                (passing & north) >> 1 | (passing & east) << rows | (passing & south) << 1 | (passing & west) >> rows
            )
            passing = (reached ^ near) & lit  # the same action may continue from here
        if reached == before:
            break
        layers.append(reached ^ before)
    return layers


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules: where a table plays otherwise than printed."""

    collapse_spread: Literal["orthogonal", "diagonal"] = "orthogonal"
    """Whether a wave takes the four or the eight neighbours of a fallen card (G42)."""
    no_path_ends_turn: bool = False
    """Whether a mummy or curse without a path ends the turn too (G36)."""
    count_discovery_turn: bool = False
    """Whether the turn of the discovery is the first of the three until the chamber falls (G45)."""
    glide_with_treasure: bool = False
    """Whether lanterns help a carrier too (G18)."""
    open_scores: bool = False
    """Whether everybody's running total is shown (G28); no score depends on it."""


class StartCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the start card lies: at `at` in the outer row, or outside it, touching `beside` on its `side`."""

    at: GridCell | UnsetType = UNSET
    beside: GridCell | UnsetType = UNSET
    side: Side | UnsetType = UNSET
    open: Sides = "NESW"

    def __post_init__(self) -> None:
        if self.at is not UNSET:
            if self.beside is not UNSET or self.side is not UNSET:
                raise UnreadableLine(
                    words(
                        'the start card lies either "at" a cell of the outer row or "beside" one on a "side", not both'
                    )
                )
            if not outward_sides(self.at):
                raise UnreadableLine(
                    words("the start card lies in the outer row of the square, and {cell} does not", cell=self.at)
                )
        elif self.beside is UNSET or self.side is UNSET:
            raise UnreadableLine(words('the start card lies "at" a cell of the outer row, or "beside" one on a "side"'))
        elif self.side not in outward_sides(self.beside):
            raise UnreadableLine(
                words("the {side} side of {cell} does not point out of the square", side=self.side, cell=self.beside)
            )

    @property
    def place(self) -> GridPlace:
        """Its column and row; one of them is 0 or 7 if the card lies beside the square."""
        if self.at is not UNSET:
            return grid_place(self.at)
        assert self.beside is not UNSET
        assert self.side is not UNSET
        return beyond(grid_place(self.beside), self.side)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the game needs to know of the table; the bust is not counted among the treasures."""

    start: StartCard
    lanterns: Count = 5
    treasures: Count = 8
    photos: Count = 5


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 4 players in seating order, first to act first."""

    record: Literal[1]
    game: Literal["or_du_pharaon"]
    players: tuple[str, ...]
    setup: Setup
    rules: HouseRules = HouseRules()
    box: dict[str, BoxSeat] = {}
    """Who is played by the program."""

    def __hash__(self) -> int:
        return hash((self.players, self.setup, self.boxes))

    @property
    def boxes(self) -> Boxes:
        """Who is played by the program at the beginning."""
        return boxes_in(self.players, self.box)

    def __post_init__(self) -> None:
        check_players(self.players, BOXES[self.game])
        boxes_in(self.players, self.box)


@lru_cache(maxsize=64)
def places_of(start: StartCard) -> dict[Cell, GridPlace]:
    """The position of every card, the start card first; the cell that it takes has no other name."""
    square = {cell: grid_place(cell) for cell in GRID if cell != start.at}
    return {START: start.place, **square}


ROWS = SIZE + 2
"""Of the pyramid's grid: the start card may lie above or below the square."""


@lru_cache(maxsize=64)
def _bits_of(start: StartCard) -> dict[Cell, Cards]:
    """The bit of every card in the pyramid's bitboards."""
    return {cell: 1 << (column * ROWS + row) for cell, (column, row) in places_of(start).items()}


@lru_cache(maxsize=64)
def _names_of(start: StartCard) -> dict[Cards, Cell]:
    """Every card by its bit."""
    return {bit: cell for cell, bit in _bits_of(start).items()}


@lru_cache(maxsize=64)
def neighbours_of(start: StartCard) -> dict[Cell, dict[Side, Cell]]:
    """The neighbours of every card, by side; there is no diagonal neighbour (G13)."""
    places = places_of(start)
    lying = {place: cell for cell, place in places.items()}
    return {
        cell: {side: lying[beyond(place, side)] for side in STEPS if beyond(place, side) in lying}
        for cell, place in places.items()
    }


Figure: TypeAlias = Literal["archaeologist", "porter"]
Treasure: TypeAlias = Literal[2, 3, "bust"]
Turns: TypeAlias = Literal[1, 2, 3]

FIGURES: tuple[Figure, ...] = get_args(Figure)
TREASURES: tuple[Treasure, ...] = get_args(Treasure)
"""In the order in which they are listed and sorted."""
TURNS: tuple[Turns, ...] = get_args(Turns)
"""Quarter turns of a rotation, clockwise (G09)."""

FIGURE_WORDS: dict[Figure, Words] = {"archaeologist": words("the archaeologist"), "porter": words("the porter")}


def treasure_words(treasure: Treasure) -> Words:
    """The name of a treasure in a sentence."""
    return words("the bust") if treasure == "bust" else words("a treasure worth {points}", points=treasure)


class Action(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action has: the player who acts.

    Why without `gc`: it holds words and numbers, never itself, and a list of legal ones is made for each page.
    """

    by: str


class Move(Action, frozen=True, tag="move"):
    """Move a figure to another card for the fewest possible actions (G03, G15)."""

    pawn: Figure
    to: Cell


class Reveal(Action, frozen=True, tag="reveal"):
    """Turn a card face up and lay it with the sides in `open` open (G04, G07)."""

    at: Cell
    open: Sides
    chamber: bool = False


class Photo(Action, frozen=True, tag="photo"):
    """Enter what the photo of the chamber just revealed shows (G29)."""

    treasures: tuple[Treasure, ...]
    mummy: bool = False
    curse: bool = False


class Rotate(Action, frozen=True, tag="rotate"):
    """Let the porter rotate the card under it or one next to it (G05, G09)."""

    at: Cell
    turns: Turns


class PlaceLantern(Action, frozen=True, tag="place_lantern"):
    """Lay a lantern where the porter stands (G19)."""


class TakeLantern(Action, frozen=True, tag="take_lantern"):
    """Lift your own lantern where the porter stands (G19)."""


class PickUp(Action, frozen=True, tag="pick_up"):
    """Let the archaeologist pick up a treasure on the same card (G23)."""

    treasure: Treasure


class PutDown(Action, frozen=True, tag="put_down"):
    """Lay down what the archaeologist carries (G23)."""


class Steal(Action, frozen=True, tag="steal"):
    """Take what another archaeologist on the same card carries (G25)."""

    victim: str = msgspec.field(name="from")


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn; also used to pass."""


class Leave(Action, frozen=True, tag="leave"):
    """Go home before the game is over, at any time but between a chamber and its photo (G54)."""


AnyAction: TypeAlias = (
    Move | Reveal | Photo | Rotate | PlaceLantern | TakeLantern | PickUp | PutDown | Steal | EndTurn | Leave
)
Written: TypeAlias = AnyAction | Seat
"""What a line of a record can say."""
PAID = (Move, Reveal, Rotate, PlaceLantern, TakeLantern)
"""The acts that cost actions; all others are free (G01, G23)."""


def to_act(state: State) -> tuple[str, ...]:
    """Who may act now: the player whose turn it is."""
    return () if state.phase == "over" else (state.active,)


Phase: TypeAlias = Literal["turn", "photo", "over"]
Disc: TypeAlias = Literal[2, 3, "bust", "closed"]
"""A delivered treasure; `closed` if it is hidden from the viewer (G28)."""
POINTS: dict[Disc, int] = {2: 2, 3: 3, "bust": 5, "closed": 0}
"""What each is worth outside; closed ones are seen by nobody (G28)."""

LOST = "lost"
"""Where a figure is that fell with a card (G48)."""
ACTIONS_A_TURN = 3


class Card(msgspec.Struct, frozen=True):
    """A card of the pyramid that has not fallen; it lies face down while `open` is empty."""

    cell: Cell
    open: str = ""
    chamber: bool = False


class Pyramid(msgspec.Struct, frozen=True, dict=True):
    """The cards that have not fallen, and what follows from how they lie.

    It changes only when a card does. So the corridors are computed once, however many figures walk there before that.
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
        return _bits_of(self.start)

    @cached_property
    def names(self) -> dict[Cards, Cell]:
        """Every card by its bit."""
        return _names_of(self.start)

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
        """The pyramid with one card revealed or rotated."""
        return Pyramid(self.start, tuple([card if other.cell == card.cell else other for other in self.cards]))

    def bitboard(self, cells: Iterable[Cell]) -> Cards:
        """Some cards, each of them named once, as a bitboard."""
        return sum(map(self.bits.__getitem__, cells))

    def cells(self, cards: Cards) -> list[Cell]:
        """The names of the cards of a bitboard, sorted as text."""
        names, found = self.names, []
        while cards:
            bit = cards & -cards
            found.append(names[bit])
            cards ^= bit
        return sorted(found)

    def card(self, cell: Cell) -> Card | None:
        """The card on a cell of the square, or None if there is none or it has fallen."""
        return next((card for card in self.cards if card.cell == cell), None)

    def open_sides(self, cell: Cell) -> str:
        """The open sides of a card: none if it lies face down or has fallen."""
        if cell == START:
            return self.start.open
        card = self.card(cell)
        return card.open if card else ""

    def beside(self, cell: Cell) -> list[Cell]:
        """The cards one step away from a card."""
        return self.cells(self.corridors.ahead(self.bits[cell]))


class Loose(msgspec.Struct, frozen=True):
    """A treasure that lies on a card."""

    cell: Cell
    treasure: Treasure


class Team(msgspec.Struct, frozen=True):
    """What belongs to one player; a figure stands on a card, on `start`, or is `lost`."""

    supply: int
    archaeologist: str = START
    porter: str = START
    carrying: Treasure | None = None
    lanterns: tuple[Cell, ...] = ()
    """Where the player's lanterns lie, sorted as text."""
    photos: int = 0
    treasures: tuple[Disc, ...] = ()
    """In the order of their delivery."""
    is_home: bool = False
    """Whether the player has gone home: the figures left the pyramid, and cost nothing (G54)."""

    @property
    def is_lost(self) -> bool:
        """Whether no figure is left (G49)."""
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


class LedgerEntry(msgspec.Struct, frozen=True):
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
    """How many treasures have appeared so far, the bust excepted (G31)."""
    collapse: Collapse = Collapse()
    ledger: tuple[LedgerEntry, ...] = ()
    """Every change of a total; changes of the same moment are simultaneous (G52)."""
    phase: Phase = "turn"
    turn: int = 0
    """The seat of the player whose turn it is."""
    actions_left: int = ACTIONS_A_TURN
    photographed: Cell | None = None
    """In phase `photo`: the chamber whose photo is drawn next."""
    boxes: Boxes = ()
    """Who is played by the program now."""

    @property
    def present(self) -> tuple[str, ...]:
        """Those who still play, in seating order."""
        return tuple(player for player, team in zip(self.players, self.teams, strict=True) if not team.is_home)

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
        """The card on a cell of the square, or None if there is none or it has fallen."""
        return self.pyramid.card(cell)

    def treasures_on(self, cell: Cell) -> tuple[Treasure, ...]:
        """The treasures that lie on a card: 2s, 3s, then the bust."""
        return tuple([loose.treasure for loose in self.loose if loose.cell == cell])


def with_team(state: State, seat: int, team: Team) -> State:
    """Replace a player's team."""
    return replace(state, teams=(*state.teams[:seat], team, *state.teams[seat + 1 :]))


def with_own_team(state: State, team: Team, actions: int = 0) -> State:
    """Replace the active player's team, and take these actions off."""
    teams = (*state.teams[: state.turn], team, *state.teams[state.turn + 1 :])
    return replace(state, teams=teams, actions_left=state.actions_left - actions)


def with_figure(team: Team, figure: Figure, place: str) -> Team:
    """Move a figure to another card."""
    return replace(team, archaeologist=place) if figure == "archaeologist" else replace(team, porter=place)


def where(team: Team, figure: Figure) -> str:
    """The card on which a figure stands, or `LOST`."""
    return team.archaeologist if figure == "archaeologist" else team.porter


def with_card(state: State, card: Card, actions: int = 0) -> State:
    """Reveal or rotate a card of the pyramid, and take these actions off."""
    return replace(state, pyramid=state.pyramid.with_card(card), actions_left=state.actions_left - actions)


def with_loose(state: State, cell: Cell, treasures: Iterable[Treasure]) -> State:
    """Lay more treasures on a card."""
    lying = (*state.loose, *(Loose(cell, treasure) for treasure in treasures))
    return replace(state, loose=tuple(sorted(lying, key=lambda loose: (loose.cell, TREASURES.index(loose.treasure)))))


def without_loose(state: State, cell: Cell, treasure: Treasure) -> State:
    """Take a treasure off a card; it must lie there."""
    index = state.loose.index(Loose(cell, treasure))
    return replace(state, loose=(*state.loose[:index], *state.loose[index + 1 :]))
