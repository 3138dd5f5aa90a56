"""Animations between two views: tokens move on the score track, figures over a map or a maze, a card is turned, dice
roll and are locked, a path lights up, tiles fall.

Why only dice move before the hunters' eyes: how long a pawn would move says how far it went. Dice roll for the same
time whatever they show, and how many are locked everybody may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from display.view import (
    Announcement,
    DrawnPath,
    Figure,
    Item,
    MazePlan,
    Picker,
    PyramidPlan,
    Race,
    Seat,
    Tile,
    View,
)

STEP_S = 0.12
"""How long a token stays on each square it passes..."""
LONGEST_S = 1.2
"""...unless the whole move would take longer than this."""
MOST_STEPS = 36

CARD_S, SQUARE_S = 0.18, 0.1
"""How long a figure stays on each card or square on its way..."""
MOST_PLACES = 14
"""...unless the way is longer than this: then it has not walked there."""

BACK_S = 0.12
"""How long an entered card shows its back before it is turned."""
CARD_BACK = Item("", ("card",))

ROLL_S, ROLL_STEPS = 0.05, 7
"""How long each picture of rolling dice is shown, and how many there are."""
LOCK_S = 0.15
"""Time between one die and the next being locked."""
BLANK_DIE = ("die_blank",)

LAYER_S = 0.3
"""How long each step of a path is shown."""
FALL_S = 0.09
"""How long each frame of falling tiles is shown."""
FALL_STEPS = 9

MOVING = (Race, PyramidPlan, MazePlan, Picker, Announcement)
"""The kinds of body with animations."""


def between(before: View, after: View) -> tuple[tuple[float, View], ...]:
    """The frames between `before` and `after`, each with its duration in seconds; none if nothing moves.

    `before` must show the same race or the same map as `after`. All tokens start together and move square by square. On
    a map the path lights up step by step first, then the tiles fall; without them, figures walk from card to card.
    Everything else stays as before until the end. `after` itself follows the last view and is not among them.
    """
    match before.body, after.body:
        case Race() as start, Race() as end if _same_table(start, end):
            return tuple((stay_s, replace(after, body=body)) for stay_s, body in _race_frames(start, end))
        case PyramidPlan() as start, PyramidPlan() as end if _same_places(start, end):
            return tuple((stay_s, replace(after, body=body)) for stay_s, body in _map_frames(start, end))
        case Picker() as start, Picker() as end if (slot := _filled_slot(start, end)) is not None:
            slots = (*end.slots[:slot], CARD_BACK, *end.slots[slot + 1 :])
            return ((BACK_S, replace(after, body=replace(end, slots=slots))),)
        case MazePlan() as start, MazePlan() as end if before.audience == after.audience:
            walks = () if after.audience == "hunters" else _maze_frames(start, end)
            return tuple((stay_s, replace(after, body=body)) for stay_s, body in (*_dice_frames(start, end), *walks))
        case Announcement() as start, Announcement() as end:
            return tuple(
                (LOCK_S, replace(after, body=replace(end, tray=tray))) for tray in _trays_while_locking(start, end)
            )
    return ()


def _race_frames(start: Race, end: Race) -> Iterator[tuple[float, Race]]:
    """Yield the score track with every token on the squares that it passes."""
    distances = [to.score - from_.score for from_, to in zip(start.seats, end.seats, strict=True)]
    steps = min(MOST_STEPS, max((abs(distance) for distance in distances), default=0))
    stay_s = min(STEP_S, LONGEST_S / max(1, steps))
    for step in range(steps):
        seats = tuple(_move_seat(from_, to, step, steps) for from_, to in zip(start.seats, end.seats, strict=True))
        yield stay_s, replace(end, seats=seats)


def _same_table(start: Race, end: Race) -> bool:
    names = [(seat.name, seat.colour) for seat in start.seats]
    return start.finish == end.finish and names == [(seat.name, seat.colour) for seat in end.seats]


def _move_seat(start: Seat, end: Seat, step: int, steps: int) -> Seat:
    """The seat after `step` of `steps` steps; a token with a shorter distance arrives earlier."""
    distance = end.score - start.score
    gone = min(abs(distance), step if steps < MOST_STEPS else abs(distance) * step // steps)
    return replace(end, score=start.score + (gone if distance > 0 else -gone))


def _filled_slot(start: Picker, end: Picker) -> int | None:
    """Which slot has just got the picture of a card; None if none or several have."""
    if len(start.slots) != len(end.slots):
        return None
    new = [at for at, slot in enumerate(end.slots) if slot.icons and slot != start.slots[at]]
    return new[0] if len(new) == 1 else None


def _same_places(start: PyramidPlan, end: PyramidPlan) -> bool:
    return [(tile.name, tile.column, tile.row) for tile in start.tiles] == [
        (tile.name, tile.column, tile.row) for tile in end.tiles
    ]


def _map_frames(start: PyramidPlan, end: PyramidPlan) -> Iterator[tuple[float, PyramidPlan]]:
    """Yield the frames from one map to another, with the tiles as they were before."""
    before = replace(end, tiles=start.tiles, falling=())
    if end.path and _is_gone_now(start.path, end.path):
        for lit in range(1, len(end.path.layers) + 1):
            yield LAYER_S, replace(before, path=replace(end.path, lit=lit))
    if end.falling and end.falling != start.falling:
        for step in range(FALL_STEPS):
            yield FALL_S, replace(before, falling=end.falling, sunk=step / FALL_STEPS)
    if not end.path and not end.falling:
        yield from ((CARD_S, body) for body in _walk(start, end))


def _is_gone_now(had: DrawnPath | None, path: DrawnPath) -> bool:
    """Whether this path has just been walked."""
    return not path.is_preview and (had is None or had.is_preview or had.layers != path.layers)


# --- dice ------------------------------------------------------------------------------------------------------------


def _dice_frames(start: MazePlan, end: MazePlan) -> Iterator[tuple[float, MazePlan]]:
    """Yield the maze while dice roll to what they show, and then while dice are locked one after another."""
    rolling = _rolling_dice(start, end)
    for step in range(ROLL_STEPS if rolling else 0):
        yield ROLL_S, replace(end, rolling=rolling, rolled=step / ROLL_STEPS, tray=start.tray)
    for tray in _trays_while_locking(start, end)[bool(rolling) :]:
        yield LOCK_S, replace(end, tray=tray)


def _rolling_dice(start: MazePlan, end: MazePlan) -> tuple[int, ...]:
    """Which dice roll: all if the device has thrown them, or one that was entered, but not under the cursor.

    What has a word beside its picture, such as rolling again, lies among the dice and is none.
    """
    if end.thrown:
        dice = (at for at, die in enumerate(end.dice) if not (die.icons and die.label))
        return tuple(dice) if end.thrown != start.thrown else ()
    if len(start.dice) != len(end.dice):
        return ()
    pairs = enumerate(zip(start.dice, end.dice, strict=True))
    return tuple(at for at, (was, now) in pairs if was.icons == BLANK_DIE != now.icons and at != end.die)


def _trays_while_locking(start: MazePlan | Announcement, end: MazePlan | Announcement) -> tuple[tuple[int, int], ...]:
    """The trays in which one die after another is locked, from the tray before; none if none is locked."""
    if start.tray is None or end.tray is None or start.tray[1] != end.tray[1]:
        return ()
    return tuple((locked, end.tray[1]) for locked in range(start.tray[0], end.tray[0]))


# --- figures on their way --------------------------------------------------------------------------------------------

Place = TypeVar("Place", str, int)


def _walk(start: PyramidPlan, end: PyramidPlan) -> Iterator[PyramidPlan]:
    """Yield the map with a figure on each card between where it stood and where it stands, if one figure has moved."""
    stood, stands = _figures(start), _figures(end)
    moved = [figure for figure, cell in stands.items() if stood.get(figure, cell) != cell]
    if len(moved) != 1:
        return
    (figure,) = moved
    tiles = {(tile.column, tile.row): tile for tile in end.tiles}
    named = {tile.name: tile for tile in end.tiles}
    for cell in _between(stood[figure], stands[figure], lambda name: _open_to(named[name], tiles)):
        yield replace(end, tiles=tuple(_with_figure(tile, figure, tile.name == cell) for tile in end.tiles))


def _figures(body: PyramidPlan) -> dict[tuple[str, str], str]:
    """Where each figure stands, by its kind and colour."""
    return {(figure.kind, figure.colour): tile.name for tile in body.tiles for figure in tile.figures}


def _with_figure(tile: Tile, moved: tuple[str, str], is_here: bool) -> Tile:
    others = tuple(figure for figure in tile.figures if (figure.kind, figure.colour) != moved)
    if is_here:
        kind, colour = moved
        return replace(tile, figures=(*others, Figure(kind, colour, active=True)))  # type: ignore[arg-type]  # a Colour
    return tile if len(others) == len(tile.figures) else replace(tile, figures=others)


SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def _open_to(tile: Tile, tiles: dict[tuple[int, int], Tile]) -> Iterator[str]:
    for side, opposite in zip("NESW", "SWNE", strict=True):
        across, down = SIDES[side]
        neighbour = tiles.get((tile.column + across, tile.row + down))
        if neighbour and side in tile.open and opposite in neighbour.open:
            yield neighbour.name


def _maze_frames(start: MazePlan, end: MazePlan) -> Iterator[tuple[float, MazePlan]]:
    """Yield the maze with the mummy on each square between where it stood and where it stands."""
    if start.columns != end.columns or len(start.squares) != len(end.squares):
        return
    stood, stands = _mummies(start), _mummies(end)
    steps = {side: across + down * end.columns for side, (across, down) in SIDES.items()}
    for icon, at in stands.items():
        for square in _between(stood.get(icon, at), at, lambda here: (here + steps[s] for s in end.squares[here].open)):
            pieces = (replace(piece, at=square) if piece.icon == icon else piece for piece in end.pieces)
            yield SQUARE_S, replace(end, pieces=tuple(pieces))


def _mummies(plan: MazePlan) -> dict[str, int]:
    """The squares of the pieces that everybody may see, by icon."""
    return {piece.icon: piece.at for piece in plan.pieces if piece.icon}


def _between(start: Place, end: Place, open_to: Callable[[Place], Iterable[Place]]) -> tuple[Place, ...]:
    """The places on a shortest path between two places; none if it is too long to have been walked."""
    came_from: dict[Place, Place] = {}
    front = [start]
    for _ in range(MOST_PLACES):
        reached = [(place, onward) for place in front for onward in open_to(place)]
        front = []
        for place, onward in reached:
            if onward not in came_from and onward != start:
                came_from[onward] = place
                front.append(onward)
        if end in came_from:
            break
    path = []
    place = came_from.get(end, start)
    while place != start:
        path.append(place)
        place = came_from[place]
    return tuple(reversed(path))
