"""What a game of L'or du pharaon looks like: the pyramid with everything on it, the alarm, the final ranking.

Why the totals are left out: delivered treasures lie face down before their owners (G28). So a view shows how many there
are, but not their value, unless a house rule opens the scores or the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from display.view import (
    NO_CHOICES,
    Alarm,
    Colour,
    DrawnPath,
    Figure,
    Ground,
    Item,
    Menu,
    PlayerHistory,
    PyramidPlan,
    RankedPlayer,
    ScoreboardSeat,
    ScoreHistory,
    Tile,
)
from firmware_py.games.or_du_pharaon.consequences import (
    PHOTO_POINTS,
    Rank,
    escape_path,
    next_wave,
    ranking,
    total,
    totals,
)
from firmware_py.games.or_du_pharaon.events import Layers
from firmware_py.games.or_du_pharaon.state import (
    ACTIONS_A_TURN,
    FIGURES,
    POINTS,
    START,
    Card,
    Cell,
    EndTurn,
    GridPlace,
    Leave,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    Sides,
    StartCard,
    State,
    Steal,
    TakeLantern,
    Team,
    Treasure,
    places_of,
    turn_sides,
    where,
)
from firmware_py.games.session import Step
from firmware_py.pages.interface import PageContext
from firmware_py.pages.texts import Texts
from firmware_py.words import Words, words, words_n

T = TypeVar("T")

TITLE = words("L'or du pharaon")

DISCS: dict[Treasure, str] = {2: "disc2", 3: "disc3", "bust": "bust"}
"""The picture of each treasure."""

CardShape: TypeAlias = Literal["straight", "bend", "tee", "cross", "dead_end"]
SHAPES: dict[CardShape, Sides] = {"bend": "NE", "tee": "NES", "cross": "NESW", "straight": "NS", "dead_end": "N"}
"""The open sides of each shape before it is turned."""
NAMES: tuple[CardShape, ...] = tuple(SHAPES)


def shape_of(open_sides: Sides) -> tuple[int, int]:
    """The index of the shape with these open sides, and by how many quarter turns it is turned."""
    return next(
        (index, turns)
        for index, name in enumerate(NAMES)
        for turns in range(4)
        if turn_sides(SHAPES[name], turns) == open_sides
    )


def spots(start: StartCard) -> dict[Cell, GridPlace]:
    """Column and row of every place, from 0; a start card beside the square makes the map larger."""
    places = places_of(start)
    west = min(column for column, _ in places.values())
    north = min(row for _, row in places.values())
    return {cell: (column - west, row - north) for cell, (column, row) in places.items()}


def pyramid(
    table: PageContext,
    choices: Menu = NO_CHOICES,
    *,
    targets: Mapping[Cell, str] | None = None,
    cursor: Cell = "",
    aim: Cell = "",
    laid: Card | None = None,
    path: DrawnPath | None = None,
    falling: tuple[Cell, ...] = (),
) -> PyramidPlan:
    """The pyramid as everybody at the table sees it.

    `targets` are the cells that can be chosen, each with a short note such as its cost; `aim` is where the choice under
    the cursor leads; `laid` is a card on trial.
    """
    state: State = table.playing.state
    start, doomed = state.setup.start, frozenset(next_wave(state))
    cards = {card.cell: card for card in (*state.cards, *((laid,) if laid else ()))}
    sides = {START: start.open} | {card.cell: card.open for card in cards.values()}
    figures, lanterns = _by_cell(_figures(table)), _by_cell(_lanterns(table))
    discs = _by_cell((loose.cell, DISCS[loose.treasure]) for loose in state.loose)
    notes = targets or {}
    return PyramidPlan(
        tiles=tuple(
            Tile(
                name=cell,
                column=column,
                row=row,
                ground=_ground(cell, cards.get(cell)),
                open=sides.get(cell, ""),
                figures=figures.get(cell, ()),
                lanterns=lanterns.get(cell, ()),
                discs=discs.get(cell, ()),
                target=f"cell {cell}" if cell in notes else "",
                badge=notes.get(cell, ""),
                doomed=cell in doomed,
            )
            for cell, (column, row) in spots(start).items()
        ),
        choices=choices,
        cursor=cursor,
        aim=aim,
        pips=(state.actions_left, ACTIONS_A_TURN),
        alarm=_alarm(table),
        facts=_facts(table),
        path=path,
        falling=falling,
        seats=_seats(table),
    )


def drawn_path(layers: Layers, icon: str, *, is_preview: bool = False) -> DrawnPath | None:
    """A path with all its layers lit, or None without a path."""
    return DrawnPath(layers, icon, len(layers), is_preview) if layers else None


def _by_cell(things: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Things by their place, in their order."""
    there: dict[str, tuple[T, ...]] = {}
    for place, thing in things:
        there[place] = (*there.get(place, ()), thing)
    return there


def _lanterns(table: PageContext) -> Iterator[tuple[Cell, Colour]]:
    """Yield the place and owner of every lantern."""
    for colour, team in zip(table.colours, table.playing.state.teams, strict=True):
        for cell in team.lanterns:
            yield cell, colour


def _figures(table: PageContext) -> Iterator[tuple[str, Figure]]:
    """Yield every figure with its place."""
    state: State = table.playing.state
    for seat, team in enumerate(state.teams):
        is_active = seat == state.turn and state.phase != "over"
        for figure in FIGURES:
            burden = DISCS[team.carrying] if figure == "archaeologist" and team.carrying is not None else ""
            yield where(team, figure), Figure(figure, table.colours[seat], burden, is_active)


def _ground(cell: Cell, card: Card | None) -> Ground:
    if cell == START:
        return "start"
    if card is None:
        return "gone"
    if not card.open:
        return "hidden"
    return "chamber" if card.chamber else "path"


def _alarm(table: PageContext) -> Alarm | None:
    """The countdown or the collapse: whose turns count, and how many are left (G41, G45)."""
    state: State = table.playing.state
    collapse = state.collapse
    if collapse.clock is None or collapse.status == "done":
        return None
    player, colour = state.players[collapse.clock], table.colours[collapse.clock]
    if collapse.status == "falling":
        return Alarm(
            table.say(words("Cards fall after each of {player}'s turns", player=player)), "collapse", None, colour
        )
    assert collapse.turns is not None
    text = words_n(
        "of {player}'s turns until the chamber falls",
        "of {player}'s turns until the chamber falls",
        collapse.turns,
        player=player,
    )
    return Alarm(table.say(text), "collapse", collapse.turns, colour)


def _are_scores_open(table: PageContext) -> bool:
    """Whether running totals are shown: by a house rule (G28), or in the replay viewer."""
    return table.is_watched or table.playing.state.rules.open_scores


def _facts(table: PageContext) -> tuple[Item, ...]:
    """What the active player has; with open scores, the lanterns left to them and everybody's total."""
    state: State = table.playing.state
    team = state.team
    supply = Item(str(team.supply), ("lantern",))
    if _are_scores_open(table):
        scores = zip(table.colours, totals(state), state.teams, strict=True)
        return (supply, *(Item(str(points), colour=colour) for colour, points, team in scores if not team.is_home))
    return (supply, Item(str(team.photos), ("photo",)), Item(str(len(team.treasures)), ("chest",)))


def _seats(table: PageContext) -> tuple[ScoreboardSeat, ...]:
    """What lies openly before each player: the number of treasures but not their worth (G28), or scores."""
    state: State = table.playing.state
    scores = tuple(map(str, totals(state))) if _are_scores_open(table) else ("",) * len(state.teams)
    return tuple(
        ScoreboardSeat(colour, score, seat == state.turn, () if score else _before(team))
        for seat, (colour, score, team) in enumerate(zip(table.colours, scores, state.teams, strict=True))
        if not team.is_home
    )


def _before(team: Team) -> tuple[tuple[str, int], ...]:
    return ("lantern", team.supply), ("photo", team.photos), ("chest", len(team.treasures))


def places(table: PageContext) -> tuple[RankedPlayer, ...]:
    """The players from first to last, each with the reason that decided a tie (G52)."""
    state: State = table.playing.state
    return tuple(
        RankedPlayer(rank.place, actor.name, actor.colour, rank.total, table.say(_why(state, rank)))
        for rank in ranking(state)
        for actor in (table.actor(rank.player),)
    )


def _why(state: State, rank: Rank) -> Words:
    return rank.why if rank.player in state.present else words("has gone home")


KINDS = (words("treasures"), words("photos"), words("the bust"), words("lost figures"))


def history(table: PageContext) -> ScoreHistory:
    """How the finished game went, the best first."""
    state: State = table.playing.state
    ranks = ranking(state)
    best = max(1, *(rank.total for rank in ranks))
    players = []
    for rank in ranks:
        seat = state.players.index(rank.player)
        actor = table.actor(rank.player)
        parts = _parts(state.teams[seat])
        players.append(PlayerHistory(actor.name, actor.colour, rank.total, best, _totals(state, seat), parts))
    return ScoreHistory(tuple(players), tuple(map(table.say, KINDS)))


def _parts(team: Team) -> tuple[int, ...]:
    photos, bust = team.photos * PHOTO_POINTS, POINTS["bust"] * team.treasures.count("bust")
    treasures = sum(POINTS[disc] for disc in team.treasures) - bust
    return treasures, photos, bust, total(team) - treasures - photos - bust


def _totals(state: State, seat: int) -> tuple[int, ...]:
    """A player's total at the beginning and after each moment of the ledger."""
    booked = {entry.moment: entry.total for entry in state.ledger if entry.seat == seat}
    found = [0]
    for moment in range(1, 1 + max((entry.moment for entry in state.ledger), default=0)):
        found.append(booked.get(moment, found[-1]))
    return tuple(found)


class LessonPart(msgspec.Struct, frozen=True):
    """Draws a part of the lesson's pyramid: the first `columns` from the left, and these rows, counted from 0."""

    columns: int
    rows: tuple[int, ...]
    mummy: bool = False
    """Draw the path of the mummy, too, which the photo of the chamber just found shows."""

    def __call__(self, table: PageContext) -> PyramidPlan:
        state: State = table.playing.state
        layers = escape_path(state, state.photographed) if self.mummy and state.photographed else ()
        whole = pyramid(table, path=drawn_path(layers, "mummy"))
        tiles = (tile for tile in whole.tiles if tile.column < self.columns and tile.row in self.rows)
        return PyramidPlan(tuple(replace(tile, row=tile.row - self.rows[0]) for tile in tiles), path=whole.path)


TEXTS = Texts("or_du_pharaon", LessonPart)


def picture(choices: Menu, table: PageContext) -> PyramidPlan:
    """The pyramid as it is, without anything to choose on it."""
    return pyramid(table, choices)


def icons_of(step: Step) -> tuple[str, ...]:
    """The pictures of an action: the figure that moved, the shape of the card, what was picked up."""
    match step.action:
        case Move(pawn=figure):
            return (figure,)
        case Reveal(chamber=True):
            return ("chamber",)
        case Reveal(open=open_sides):
            return (NAMES[shape_of(open_sides)[0]],)
        case PickUp(treasure=treasure):
            return (DISCS[treasure],)
    return (_ICONS[type(step.action)],)


_ICONS: dict[type, str] = {
    Rotate: "rotate",
    PlaceLantern: "lantern",
    TakeLantern: "lantern_up",
    PutDown: "put_down",
    Steal: "steal",
    EndTurn: "end_turn",
    Photo: "photo",
    Leave: "house",
}
