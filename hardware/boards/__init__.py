"""The drivers of the two magnetic boards: hall switches on I2C chips, and linear sensors behind a Pico.

`open_board` opens one. `frames` is what every board reports, `settings` which boards there are.

- Switches on chips: `mcp23017` (one chip and its inputs), `i2c_board` (the driver of them all).
- Sensors behind a Pico: `serial_protocol` (bytes to messages), `serial_board` (the driver). `hardware.pico` is the
  program on the other end.
"""

from collections.abc import Callable
from typing import Any

from hardware.boards.frames import BoardDriver
from hardware.boards.settings import BoardSettings, SensorBoard, SwitchBoard, pin_or_none


def open_board(
    settings: BoardSettings,
    wake: Callable[[], object],
    clock: Callable[[], float],
    *,
    pins: Any,
    threaded: bool = True,
) -> BoardDriver:
    """The driver of this board, opened; the caller closes it.

    An absent board is no error: the driver looks for it until it is closed.

    :param wake: called, perhaps from another thread, when `poll` has events
    :param clock: returns monotonic seconds
    :param pins: gpiozero's pin factory
    :param threaded: False for a simulated clock: the driver then works in `poll` only
    :raises HardwareError: when a GPIO pin cannot be claimed.
    """
    match settings:
        case SwitchBoard():
            from hardware.boards.i2c_board import I2CBoard

            return I2CBoard(
                rows=settings.rows,
                columns=settings.columns,
                sensors=settings.sensor_map(),
                wake=wake,
                pin_factory=pins,
                path=settings.bus,
                interrupt_pin=pin_or_none(settings.interrupt),
                reset_pin=pin_or_none(settings.reset),
            )
        case SensorBoard():
            from hardware.boards.serial_board import SerialBoard

            return SerialBoard(settings.port, wake=wake, clock=clock, threaded=threaded)
