"""The pictures in between, when tokens move on the score track."""

from __future__ import annotations

from dataclasses import replace

from display.view import Race, Seat, View

STEP_S = 0.12
"""How long a token stays on each square it passes..."""
LONGEST_S = 1.2
"""...unless it goes so far that the way would take longer than this."""
MOST_STEPS = 36


def between(before: View, after: View) -> tuple[tuple[float, View], ...]:
    """Return the views that lead from `before` to `after`, each with the seconds it stays; none if no token moves.

    `before` must show the same race as `after`. All tokens set out together and go square by square; the last of the
    views is followed by `after` itself, which is not among them.
    """
    match before.body, after.body:
        case Race() as start, Race() as end if _same_table(start, end):
            ways = [to.score - from_.score for from_, to in zip(start.seats, end.seats, strict=True)]
        case _:
            return ()
    steps = min(MOST_STEPS, max((abs(way) for way in ways), default=0))
    stay_s = min(STEP_S, LONGEST_S / max(1, steps))
    frames = []
    for step in range(steps):
        seats = tuple(_on_the_way(from_, to, step, steps) for from_, to in zip(start.seats, end.seats, strict=True))
        frames.append((stay_s, replace(after, body=replace(end, seats=seats))))
    return tuple(frames)


def _same_table(start: Race, end: Race) -> bool:
    names = [(seat.name, seat.colour) for seat in start.seats]
    return start.finish == end.finish and names == [(seat.name, seat.colour) for seat in end.seats]


def _on_the_way(start: Seat, end: Seat, step: int, steps: int) -> Seat:
    """Return the seat after `step` of `steps` steps; whoever has a shorter way arrives earlier."""
    way = end.score - start.score
    gone = min(abs(way), step if steps < MOST_STEPS else abs(way) * step // steps)
    return replace(end, score=start.score + (gone if way > 0 else -gone))
