"""Everything that reaches a wire: it speaks pins, levels and hertz, and knows no game.

`open_devices` is the one place that chooses between the Raspberry Pi's pins and simulated ones. Read
`wiring` for what is where, `gestures` for what fingers mean, then the drivers: `buttons`, `lights`,
`buzzer`; `devices` holds them together and `simulated` plays the world beneath them.
"""

from collections.abc import Callable

from hardware.devices import Devices
from hardware.errors import HardwareError
from hardware.gestures import Edge
from hardware.wiring import Wiring

__all__ = ["Devices", "Edge", "HardwareError", "Wiring", "open_devices"]


def open_devices(
    wiring: Wiring,
    put: Callable[[Edge], None],
    clock: Callable[[], float],
    *,
    simulate: bool,
) -> Devices:
    """Return the parts of the box, opened; the caller closes them.

    ``put`` takes every edge of a button at once, stamped by ``clock`` (monotonic seconds), perhaps
    from another thread. A part that fails alone is listed in ``faults`` and leaves the others.

    :raises HardwareError: when the pins as a whole cannot be reached.
    """
    if simulate:
        from hardware.simulated.pins import SimulatedPins

        pins = SimulatedPins(wiring)
        return Devices(wiring, put, clock, pins.factory, pins)
    from hardware.pins import open_pi_pins

    return Devices(wiring, put, clock, open_pi_pins())
