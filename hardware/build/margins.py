"""What holds and what follows: the section's magnets and washers, with margins.

A pawn on an upright face is held by friction: its weight must stay below friction times the pull of its washer. The
counter-magnet of the mummy slides once the pull sideways exceeds its friction.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from hardware.build.section import BOARD_MM, HUNTER, INDICATOR, MOVER, PITCH_MM, WASHER, WASHER_MM, Washer
from hardware.build.steel import Charges, Steel, force_n, joined, magnet, washer
from hardware.simulated.magnets import MagnetDisc

GRAVITY: Final = 9.81
PAWN_G: Final = 8.0
FRICTION: Final = 0.3
"""Felt or paper on printed card or polystyrene; 0.2 to 0.5 are usual, so measure it (a step of BUILD.md)."""
SLIDE_FRICTION: Final = 0.25
STEP_MM: Final = 0.5


@cache
def steel(cells: tuple[float, ...] = (0.0,), *, of: Washer = WASHER, fine: int = 4) -> Steel:
    """Return the washers whose cells are at these places along a row."""
    return Steel([washer(of.hole_mm, of.outer_mm, of.thick_mm, x, -WASHER_MM, fine=fine) for x in cells])


def hold_n(disc: MagnetDisc = HUNTER, aside_mm: float = 0.0, *, of: Washer = WASHER) -> float:
    """Return how strongly a washer pulls a pawn that stands so far beside the middle of its cell."""
    pawn = magnet(disc, aside_mm)
    return float(-force_n(pawn, steel(of=of).induced(pawn))[2])


def held_g(disc: MagnetDisc = HUNTER, *, of: Washer = WASHER, friction: float = FRICTION) -> float:
    """Return the heaviest pawn that friction keeps from sliding down, in grams."""
    return hold_n(disc, of=of) * friction / GRAVITY * 1000


def neighbours_n() -> dict[str, float]:
    """Return the force sideways on a pawn from each magnet that may stand one cell away."""
    pawn = magnet(HUNTER)
    others = {
        "another hunter": magnet(HUNTER, PITCH_MM),
        "the mummy": _pair(PITCH_MM, PITCH_MM),
    }
    return {name: float(abs(force_n(pawn, other)[0])) for name, other in others.items()}


class Drag(NamedTuple):
    """How the counter-magnet follows the figure from one cell to the next."""

    lag_mm: float
    """The greatest distance by which it is behind."""
    push_n: float
    """The strongest push that the hand needs."""
    hold_n: float
    """The least force that keeps the counter-magnet on its face."""


def drag(indicator: MagnetDisc = INDICATOR, mover: MagnetDisc = MOVER, *, of: Washer = WASHER) -> Drag:
    """Return how the counter-magnet follows while the figure is slid from one cell to the next.

    It moves whenever the pull along the board exceeds its friction. A lag of more than 18 mm: it has stayed behind.
    """
    washers, behind = steel((0.0, PITCH_MM), of=of, fine=3), 0.0
    lag = push = 0.0
    hold = float("inf")
    for ahead in np.arange(0.0, PITCH_MM + 6 * STEP_MM, STEP_MM):
        at_mm = min(float(ahead), PITCH_MM)
        while True:
            low, high = _indicator(behind, indicator), _mover(at_mm, mover)
            steel_charges = washers.induced(joined(low, high))
            pull = force_n(low, joined(high, steel_charges))
            hold = min(hold, float(-pull[2]))
            if abs(pull[0]) <= SLIDE_FRICTION * abs(pull[2]):
                break
            behind += 0.3 * float(np.sign(pull[0]))
        hand = force_n(high, joined(low, steel_charges))
        push = max(push, float(-hand[0] + SLIDE_FRICTION * abs(hand[2])))
        lag = max(lag, at_mm - behind)
        if lag > 18.0:
            break
    return Drag(round(lag, 1), round(push, 2), round(hold, 2))


def _indicator(x_mm: float, disc: MagnetDisc) -> Charges:
    return magnet(disc, x_mm, rings=5)


def _mover(x_mm: float, disc: MagnetDisc) -> Charges:
    return magnet(disc, x_mm, -BOARD_MM - disc.thickness_mm, rings=5)


def _pair(ahead_mm: float, behind_mm: float) -> Charges:
    return joined(_indicator(behind_mm, INDICATOR), _mover(ahead_mm, MOVER))
