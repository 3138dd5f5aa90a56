"""What no board can know: paths that hands have left undecided, by the physics of magnets and sensors alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, inf

from hand_motions import Hand, Point
from hand_turns import SENSED_MM, Turn, number

from firmware_py.grid import Cell
from hardware.simulated.magnets import Waypoint

LOOK_S = 0.005
SURE_S = 0.025
"""A piece that is so long above a sensor is there in one frame of fifty a second at least."""
RESTED_S = 0.15
"""No shorter stop is an end: whoever takes it for one is wrong, whatever is pressed."""
ANSWERS_S = 0.3
"""A press answers what was to be seen so long before."""


def undecided(turn: Turn) -> str:
    """Return why the mummy's path is left open; "" if it is not, if it is entered by button, or if a pawn moves."""
    if turn.mover != "mummy" or not turn.meant or turn.kind == "i2c":
        return ""
    dead = {cell for cell in turn.meant if turn.spoilt.get(number(cell)) == 0.0}
    if turn.meant[-1] in dead:
        return "the mummy stops above a dead sensor"
    hand = turn.hands["mummy"]
    sure = [cell for cell in turn.meant if cell not in dead and _is_sensed(turn, hand, cell)]
    if len(sure) < len(turn.meant) and any(_contains(path, sure) for path in _others(turn)):
        return "another path fits as well: a cell was passed too fast, too far aside, unwatched or over a dead sensor"
    return ""


def rested_on(turn: Turn, at_s: float) -> set[Cell]:
    """The cells on which the mover rested then, or just before: who presses ✓ there says that it ends there."""
    hand, path = turn.hands[turn.mover], turn.hands[turn.mover].path
    rests = [(from_s, to_s, one[:2]) for (from_s, one), (to_s, other) in pairwise(path) if one == other and not one[2]]
    rests.append((path[-1][0], inf, path[-1][1][:2]))
    places = [at for from_s, to_s, at in rests if from_s + RESTED_S <= at_s <= to_s + ANSWERS_S]
    return {cell for cell in turn.referee.cells for at_mm in places if dist(hand.middle(cell), at_mm) < SENSED_MM}


def _is_sensed(turn: Turn, hand: Hand, cell: Cell) -> bool:
    since_s: float | None = None
    out_s, in_s = turn.cable_s or (0.0, 0.0)
    for now_s, at_mm in moments(hand.path):
        if dist(at_mm, hand.middle(cell)) > SENSED_MM or out_s <= now_s < in_s:
            since_s = None
        elif since_s is None:
            since_s = now_s
        elif now_s - since_s >= SURE_S:
            return True
    return since_s is not None  # it stays there


def moments(path: Sequence[Waypoint]) -> Iterator[tuple[float, Point]]:
    """Yield where a piece is, every 5 ms while it moves."""
    yield path[0][0], path[0][1][:2]
    for (from_s, before), (to_s, after) in zip(path, path[1:], strict=False):  # noqa: RUF007
        count = 1 if before == after else max(1, round((to_s - from_s) / LOOK_S))
        for step in range(1, count + 1):
            part = step / count
            x, y = (was + part * (then - was) for was, then in zip(before[:2], after[:2], strict=True))
            yield from_s + part * (to_s - from_s), (x, y)


def _others(turn: Turn) -> Iterator[tuple[Cell, ...]]:
    """Yield the other paths to the same cell that are no longer."""
    end = turn.meant[-1]
    for length in range(1, len(turn.meant) + 1):
        for path in turn.referee.paths(turn.state.mummy, length, set(turn.standing) - {end}):
            if path[-1] == end and path != turn.meant:
                yield path


def _contains(path: Sequence[Cell], part: Sequence[Cell]) -> bool:
    rest = iter(path)
    return all(cell in rest for cell in part)
