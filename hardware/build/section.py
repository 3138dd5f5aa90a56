"""The board cut through, layer by layer, with the washers and magnets that go with it; all lengths in mm.

Why small washers and wide magnets: a washer must hold a pawn, and must not keep the mummy's counter-magnet from
following its figure through the board. Large washers do: they carry the figure's flux around the counter-magnet
(`margins` computes it; 8.4 × 16 mm hold it back for good). Small ones do not, and a counter-magnet wider than the
washer hardly feels them.
"""

from typing import Final

import msgspec

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
