"""Makes the tables and pictures of WIRING.md, BUILD.md and SWITCHES.md from the program's own defaults.

Why they are generated: a guide that names another pin than the program costs somebody an evening with a soldering iron.
`make wiring` writes them, and a test compares them with the files in the repository.

`tables` makes the tables. `circuit_pictures`, `section_picture` and `stripboard_picture` make the pictures from
the shapes in `drawing`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.boards.settings import SwitchBoard
from hardware.guide.circuit_pictures import device_circuit, encoder_circuit, header, sensor_circuit, switch_circuit
from hardware.guide.drawing import SvgPicture
from hardware.guide.section_picture import section
from hardware.guide.stripboard_picture import carrier_board, expander_board, stripboard, switch_stripboard
from hardware.wiring import Wiring

GUIDE: Final = Path(__file__).parent.parent / "WIRING.md"
PAPERS: Final = (GUIDE, GUIDE.with_name("BUILD.md"), GUIDE.with_name("SWITCHES.md"))

PICTURES: Final[dict[str, Callable[[], SvgPicture]]] = {
    "header": lambda: header(Wiring(), SwitchBoard()),
    "device": lambda: device_circuit(Wiring()),
    "encoder": lambda: encoder_circuit(Wiring()),
    "section": section,
    "switches": lambda: switch_circuit(SwitchBoard()),
    "sensors": sensor_circuit,
    "stripboard": stripboard,
    "carrier": carrier_board,
    "switch_strip": switch_stripboard,
    "expanders": expander_board,
}
"""Each picture by the name of its file."""


def picture_file(name: str) -> Path:
    """Where a picture lies that the papers show."""
    return Path(__file__).parent / f"{name}.svg"
