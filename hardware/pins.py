"""How the drivers reach the pins of the Raspberry Pi."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from hardware.errors import HardwareError, LineInUseError

OVERDUE_S: Final = 0.1
"""How long the level of a contact may differ from its last edge before an edge counts as lost: edges come later than
levels, with times of their own."""


def open_pi_pins() -> Any:
    """gpiozero's factory for the pins of this Raspberry Pi; the caller closes it.

    Why not gpiozero's own choice: that falls back silently to libraries that miss edges or do not know the Pi 5.

    :raises HardwareError: when gpiod is missing or the pins cannot be opened.
    """
    try:
        from hardware.gpiod_pins import GpiodPins
    except ImportError as reason:
        raise HardwareError(
            f"The pins (GPIO) cannot be used because gpiod does not load ({reason}): install the program again."
        ) from reason
    try:
        return GpiodPins()
    except OSError as reason:
        raise HardwareError(
            f"The pins (GPIO, /dev/gpiochip*) cannot be opened ({reason}): use a Raspberry Pi, "
            "and a user in the group gpio (sudo adduser USER gpio)."
        ) from reason


@contextmanager
def claiming(part: str, *pins: int) -> Iterator[None]:
    """Turn every error inside, while ``part`` claims its ``pins``, into one kind of error.

    :raises HardwareError: naming part, pins and remedy, when anything was raised inside.
    """
    place = ", ".join(str(pin) for pin in pins)
    try:
        yield
    except Exception as reason:  # gpiozero's and the system's errors share no root
        from traceback import clear_frames  # here, because it takes long to load

        clear_frames(reason.__traceback__)  # or Python 3.13 keeps the half-made device, and that the pin
        if isinstance(reason, LineInUseError):
            raise HardwareError(
                f'The {part} on GPIO {place} is in use by "{reason.user}": '
                "stop the program or take out the overlay that uses the pin, or wire and configure another pin."
            ) from reason
        raise HardwareError(
            f"The {part} on GPIO {place} cannot be opened ({reason}): "
            "stop the program that uses the pin, or wire and configure another pin."
        ) from reason


class Contact:
    """A contact between a pin and ground, open while the Pi's own pull-up holds the pin high.

    Why not gpiozero's DigitalInputDevice: it reports an edge without its time. A program that gets no processor for the
    length of a press would then take the press for a bounce.

    :param moved: called with each edge, perhaps from another thread: whether the contact is closed now, and when it
        moved, in seconds of the monotonic clock. What it raises is dropped: it would stop the edges of all contacts
    """

    def __init__(self, pin: int, factory: Any, moved: Callable[[bool, float], None]) -> None:
        """Claim the pin; gpiozero's and the system's errors share no root."""
        from gpiozero import InputDevice  # here, because it takes long to import

        self._moved = moved
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        try:
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._on_edge  # gpiozero keeps it only as long as this object lives
        except BaseException:
            self._device.close()
            raise

    def is_closed(self) -> bool:
        """Whether the contact is closed now. Raises whatever a pin that fails raises."""
        return not self._device.pin.state  # `is_active` asks the same by four calls more

    def _on_edge(self, at_s: float, level: float) -> None:
        with suppress(Exception):
            self._moved(not level, at_s)

    def release(self) -> None:
        """Stop the edges and give the pin back; errors of a broken pin are ignored."""
        with suppress(Exception):
            self._device.pin.when_changed = None
        with suppress(Exception):
            self._device.close()
