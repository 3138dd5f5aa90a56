"""Animations between two views: tokens move on the score track, a path lights up on a map, tiles fall from it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from display.view import Map, Race, Seat, View

STEP_S = 0.12
"""How long a token stays on each square it passes..."""
LONGEST_S = 1.2
"""...unless the whole move would take longer than this."""
MOST_STEPS = 36

LAYER_S = 0.3
"""How long each step of a path is shown."""
FALL_S = 0.09
"""How long each frame of falling tiles is shown."""
FALL_STEPS = 9

MOVING = (Race, Map)
"""The kinds of body with animations."""


def between(before: View, after: View) -> tuple[tuple[float, View], ...]:
    """Return the views that lead from `before` to `after`, each with its duration in seconds; none if nothing moves.

    `before` must show the same race or the same map as `after`. All tokens start together and move square by square. On
    a map the path lights up step by step first, then the tiles fall; everything else stays as before until the end.
    `after` itself follows the last view and is not among them.
    """
    match before.body, after.body:
        case Race() as start, Race() as end if _same_table(start, end):
            distances = [to.score - from_.score for from_, to in zip(start.seats, end.seats, strict=True)]
        case Map() as start, Map() as end if _same_places(start, end):
            return tuple((stay_s, replace(after, body=body)) for stay_s, body in _map_frames(start, end))
        case _:
            return ()
    steps = min(MOST_STEPS, max((abs(distance) for distance in distances), default=0))
    stay_s = min(STEP_S, LONGEST_S / max(1, steps))
    frames = []
    for step in range(steps):
        seats = tuple(_moved(from_, to, step, steps) for from_, to in zip(start.seats, end.seats, strict=True))
        frames.append((stay_s, replace(after, body=replace(end, seats=seats))))
    return tuple(frames)


def _same_table(start: Race, end: Race) -> bool:
    names = [(seat.name, seat.colour) for seat in start.seats]
    return start.finish == end.finish and names == [(seat.name, seat.colour) for seat in end.seats]


def _moved(start: Seat, end: Seat, step: int, steps: int) -> Seat:
    """Return the seat after `step` of `steps` steps; a token with a shorter distance arrives earlier."""
    distance = end.score - start.score
    gone = min(abs(distance), step if steps < MOST_STEPS else abs(distance) * step // steps)
    return replace(end, score=start.score + (gone if distance > 0 else -gone))


def _same_places(start: Map, end: Map) -> bool:
    return [(tile.name, tile.column, tile.row) for tile in start.tiles] == [
        (tile.name, tile.column, tile.row) for tile in end.tiles
    ]


def _map_frames(start: Map, end: Map) -> Iterator[tuple[float, Map]]:
    """Yield the frames from one map to another, with the tiles as they were before."""
    before = replace(end, tiles=start.tiles, falling=())
    path, had = end.path, start.path
    if path and not path.is_preview and (had is None or had.is_preview or had.layers != path.layers):
        for lit in range(1, len(path.layers) + 1):
            yield LAYER_S, replace(before, path=replace(path, lit=lit))
    if end.falling and end.falling != start.falling:
        for step in range(FALL_STEPS):
            yield FALL_S, replace(before, falling=end.falling, sunk=step / FALL_STEPS)
