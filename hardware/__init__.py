"""Everything that reaches a wire: it speaks pins, levels and hertz, and knows no game.

`open_devices` is the one place that chooses between the Raspberry Pi's pins and simulated ones. Read `wiring` for what
is where, `gestures` for what fingers mean, then the drivers over `pins`: `buttons`, `encoder`, `lights`, `buzzer`;
`errors` is how they say what does not work.

Of magnetic boards, read `frames` for what they tell and `boards` for which there are. Switches on chips: `sensor_map`
(which input is which cell), `mcp23017` (one chip), `chip_bus` (all of them), `interrupt_line`, `i2c_board`. Sensors
behind a Pico: `serial_framing` (bytes to messages), `serial_protocol` (the talk), `serial_board` (the port), and the
program on the other end, `pico`.

`devices` holds all of them together and `simulated` plays the world beneath them. `guide` draws WIRING.md from the same
numbers.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.devices import Devices
from hardware.errors import HardwareError
from hardware.gestures import Edge
from hardware.wiring import Wiring, WiringLayout

if TYPE_CHECKING:
    from hardware.boards import BoardSettings
    from hardware.sensor_map import SensorMap
    from hardware.simulated.magnets import SimulatedMagnets

__all__ = ["Devices", "Edge", "HardwareError", "Wiring", "open_devices"]


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
) -> Devices:
    """Return the parts of the box, opened; the caller closes them.

    ``put`` takes every edge of a button at once, stamped by ``clock`` (monotonic seconds), perhaps
    from another thread. A part that fails alone is listed in ``faults`` and leaves the others. ``wake``
    is called, also perhaps from another thread, when the ``board`` has something to tell. A simulated
    board feels the ``magnets``, which then lie on a grid of its size, and may be ``soldered`` otherwise than ``board``
    says. A ``real_board`` is what it says even with
    simulated pins, in a box that cannot reach its own; wires to these pins are then left out.

    :raises HardwareError: when the pins as a whole cannot be reached.
    """
    if simulate:
        from hardware.simulated.pins import SimulatedPins

        pins = SimulatedPins(wiring, layout)
        if board is None:
            return Devices(wiring, put, clock, pins.factory, pins, layout=layout)
        if real_board:
            from hardware.boards import without_pins

            return Devices(wiring, put, clock, pins.factory, pins, without_pins(board), wake=wake, layout=layout)
        from hardware.simulated.boards import BoardBelow, magnets_for

        below = BoardBelow(board, magnets or magnets_for(board), pins.factory, soldered)
        return Devices(wiring, put, clock, pins.factory, pins, below.settings, below, wake, layout)
    from hardware.pins import open_pi_pins

    return Devices(wiring, put, clock, open_pi_pins(), board=board, wake=wake, layout=layout)
