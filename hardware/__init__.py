"""Everything that reaches a wire. It speaks pins, levels and hertz, and knows no game.

`open_devices` is the one place that chooses between the Raspberry Pi's pins and simulated ones. Packages and modules:

- `wiring`: which part is on which pin; `pins`: how drivers reach the pins; `gpiod_pins`: the Raspberry Pi's;
  `errors`: how they report a failure
- `controls`: buttons, rotary encoder, turn light, buzzer and voice, and the gestures made with the buttons
- `boards`: the drivers of the two magnetic boards, hall switches on I2C and linear sensors behind a Pico
- `pico`: the MicroPython program on that Pico
- `screens`: which screen needs which lines in config.txt, and which pins it takes
- `devices`: all of these parts, opened together
- `simulated`: simulated pins, chips, ports and magnets beneath the real drivers
- `guide`: draws the tables and pictures of WIRING.md from the same numbers
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from hardware.controls.gestures import Edge
from hardware.devices import Devices, SoundOutput
from hardware.errors import HardwareError
from hardware.wiring import Wiring, WiringLayout

if TYPE_CHECKING:
    from hardware.boards.mcp23017 import SensorMap
    from hardware.boards.settings import BoardSettings
    from hardware.simulated.magnets import SimulatedMagnets

__all__ = ["Devices", "Edge", "HardwareError", "SoundOutput", "Wiring", "open_devices"]


def open_devices(
    wiring: Wiring,
    put: Callable[[Edge], None],
    clock: Callable[[], float],
    *,
    simulate: bool,
    board: "BoardSettings | None" = None,
    wake: Callable[[], object] = lambda: None,
    magnets: "SimulatedMagnets | None" = None,
    soldered: "SensorMap | None" = None,
    real_board: bool = False,
    layout: WiringLayout = "six",
    brightness: float = 1.0,
) -> Devices:
    """The parts of the device, opened; the caller closes them.

    A part that fails is listed in ``faults``; the others work without it.

    :param wiring: the BCM pin of each part
    :param put: called with every edge of a button, perhaps from another thread
    :param clock: returns monotonic seconds; it stamps the edges of simulated pins, the kernel those of real ones
    :param simulate: open simulated pins instead of the Raspberry Pi's
    :param board: the magnetic board of the owner; None for a device without one
    :param wake: called, perhaps from another thread, when the board has events for `poll`
    :param magnets: what stands on a simulated board; their grid has its size
    :param soldered: how a simulated board is really wired, where that differs from ``board``
    :param real_board: open the real board even with simulated pins, without its wires to GPIO
    :param layout: which controls the device has
    :param brightness: how bright the turn light is, from 0.0 to 1.0
    :raises HardwareError: when the pins as a whole cannot be reached.
    """
    opened = partial(Devices, wiring, put, clock, wake=wake, layout=layout, brightness=brightness)
    if simulate:
        from hardware.simulated.pins import SimulatedPins

        pins = SimulatedPins(wiring, layout, clock)
        if board is None:
            return opened(pins.factory, pins)
        if real_board:
            from hardware.boards.settings import without_pins

            return opened(pins.factory, pins, without_pins(board))
        from hardware.simulated.boards import BoardSimulation, magnets_for

        simulated_board = BoardSimulation(board, magnets or magnets_for(board), pins.factory, soldered)
        return opened(pins.factory, pins, simulated_board.settings, simulated_board)
    from hardware.pins import open_pi_pins

    return opened(open_pi_pins(), board=board)
