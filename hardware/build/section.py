"""The board cut through, layer by layer, with the washers and magnets that go with it; all lengths in mm.

Why small washers and wide magnets: a washer must hold a pawn, and must not keep the mummy's counter-magnet from
following its figure through the board. Large washers do: they carry the figure's flux around the counter-magnet
(`drag` computes it; 8.4 × 16 mm hold it back for good). Small ones do not, and a counter-magnet wider than the
washer hardly feels them.

What holds and what follows, with margins: a pawn on an upright face is held by friction, so its weight must stay below
friction times the pull of its washer. The counter-magnet slides once the pull sideways exceeds its friction.
"""

from functools import cache
from typing import Final, NamedTuple

import msgspec
import numpy as np

from hardware.build.steel import Charges, Steel, force_n, join, magnet, washer
from hardware.simulated.magnets import FERRITE_D15X3, N35_D10X1, N35_D20X3, BoardGrid, MagnetDisc


class Layer(msgspec.Struct, frozen=True):
    """A layer of the board: its name on the drawing, and its thickness."""

    name: str
    thick_mm: float


class Washer(msgspec.Struct, frozen=True):
    """A washer by its diameters and thickness."""

    name: str
    hole_mm: float
    outer_mm: float
    thick_mm: float


WASHER: Final = Washer("M6, ISO 7089", 6.4, 12.0, 1.6)
LAYERS: Final = (
    Layer("felt or paper under the pawn", 0.3),
    Layer("hunters' face", 1.0),
    Layer("glue", 0.1),
    Layer("carrier, washers in its holes", 1.6),
    Layer("sensors, lying flat", 1.7),
    Layer("circuit board", 1.6),
    Layer("solder side", 2.0),
    Layer("mummy's face", 1.0),
    Layer("felt or paper under the mummy", 0.3),
)
"""From a pawn's magnet down to the mummy's."""
PITCH_MM: Final = BoardGrid(1, 1).pitch_mm
"""From cell to cell: ten holes of a stripboard."""
CARRIER, SENSORS = 3, 4
ELEMENT_MM: Final = 0.85
"""From the carrier down to the sensing element: 0.1 mm of air and half the 1.5 mm of a flat TO-92; ± 0.3 mm."""
BOARD_MM: Final = sum(layer.thick_mm for layer in LAYERS)
"""From the magnets on one face to those on the other."""
WASHER_MM: Final = sum(layer.thick_mm for layer in LAYERS[:CARRIER])
"""From a pawn's magnet to its washer."""
HUNTER_GAP_MM: Final = round(sum(layer.thick_mm for layer in LAYERS[:SENSORS]) + ELEMENT_MM, 2)
"""From a pawn's magnet to the sensing element."""
MUMMY_GAP_MM: Final = round(BOARD_MM - HUNTER_GAP_MM, 2)
"""From the mummy's magnet to the sensing element."""

HUNTER: Final[MagnetDisc] = N35_D10X1
MOVER: Final[MagnetDisc] = N35_D20X3
INDICATOR: Final[MagnetDisc] = FERRITE_D15X3


GRAVITY: Final = 9.81
PAWN_G: Final = 8.0
FRICTION: Final = 0.3
"""Felt or paper on printed card or polystyrene; 0.2 to 0.5 are usual, so measure it (a step of BUILD.md)."""
SLIDE_FRICTION: Final = 0.25
STEP_MM: Final = 0.5


@cache
def steel(cells: tuple[float, ...] = (0.0,), *, of: Washer = WASHER, fine: int = 4) -> Steel:
    """The washers whose cells are at these places along a row."""
    return Steel([washer(of.hole_mm, of.outer_mm, of.thick_mm, x, -WASHER_MM, fine=fine) for x in cells])


RINGS: Final = 5
"""Into so many rings a disc is cut that is moved step by step."""


def hold_n(disc: MagnetDisc = HUNTER, aside_mm: float = 0.0, *, of: Washer = WASHER) -> float:
    """How strongly a washer pulls a pawn that stands so far beside the middle of its cell."""
    pawn = magnet(disc, aside_mm)
    return float(-force_n(pawn, steel(of=of).charges_by(pawn))[2])


def held_g(disc: MagnetDisc = HUNTER, *, of: Washer = WASHER, friction: float = FRICTION) -> float:
    """The heaviest pawn that friction keeps from sliding down, in grams."""
    return hold_n(disc, of=of) * friction / GRAVITY * 1000


def neighbours_n() -> dict[str, float]:
    """The force sideways on a pawn from each magnet that may stand one cell away."""
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


@cache
def drag(indicator: MagnetDisc = INDICATOR, mover: MagnetDisc = MOVER, *, of: Washer = WASHER) -> Drag:
    """How the counter-magnet follows while the figure is slid from one cell to the next.

    It moves whenever the pull along the board exceeds its friction. A lag of more than 18 mm: it has stayed behind.
    """
    washers, behind = steel((0.0, PITCH_MM), of=of, fine=3), 0.0
    lag = push = 0.0
    hold = float("inf")
    for ahead in np.arange(0.0, PITCH_MM + STEP_MM, STEP_MM):
        at_mm = min(float(ahead), PITCH_MM)
        while True:
            low, high = _indicator(behind, indicator), _mover(at_mm, mover)
            steel_charges = washers.charges_by(join(low, high))
            pull = force_n(low, join(high, steel_charges))
            hold = min(hold, float(-pull[2]))
            if abs(pull[0]) <= SLIDE_FRICTION * abs(pull[2]):
                break
            behind += 0.3 * float(np.sign(pull[0]))
        hand = force_n(high, join(low, steel_charges))
        push = max(push, float(-hand[0] + SLIDE_FRICTION * abs(hand[2])))
        lag = max(lag, at_mm - behind)
        if lag > 18.0:
            break
    return Drag(round(lag, 1), round(push, 2), round(hold, 2))


def _indicator(x_mm: float, disc: MagnetDisc) -> Charges:
    return magnet(disc, x_mm, rings=RINGS)


def _mover(x_mm: float, disc: MagnetDisc) -> Charges:
    return magnet(disc, x_mm, -BOARD_MM - disc.thickness_mm, rings=RINGS)


def _pair(ahead_mm: float, behind_mm: float) -> Charges:
    return join(_indicator(behind_mm, INDICATOR), _mover(ahead_mm, MOVER))
