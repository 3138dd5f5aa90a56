"""How the drivers reach the pins of the Raspberry Pi."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hardware.errors import HardwareError


def open_pi_pins() -> Any:
    """Return gpiozero's factory for the pins of this Raspberry Pi; the caller closes it.

    Why lgpio by name and not gpiozero's own choice: that choice falls back silently to libraries
    that miss edges or do not know the Pi 5.

    :raises HardwareError: when lgpio is missing or the pins cannot be opened.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except Exception as reason:  # an import error, or any error of an empty stub of lgpio
        raise HardwareError(
            f"The pins (GPIO) cannot be used because lgpio does not load ({reason}): "
            "sudo apt install python3-lgpio, and let the virtual environment see it "
            "(python3 -m venv --system-site-packages)."
        ) from reason
    try:
        return LGPIOFactory()
    except Exception as reason:  # lgpio has its own error class, known only where lgpio is
        raise HardwareError(
            f"The pins (GPIO, /dev/gpiochip*) cannot be opened ({reason}): use a Raspberry Pi, "
            "and a user in the group gpio (sudo adduser USER gpio)."
        ) from reason


@contextmanager
def claiming(part: str, *pins: int) -> Iterator[None]:
    """Turn every error inside, while ``part`` claims its ``pins``, into one kind of error.

    :raises HardwareError: naming part, pins and remedy, when anything was raised inside.
    """
    try:
        yield
    except Exception as reason:  # gpiozero's, lgpio's and the system's errors share no root
        place = ", ".join(str(pin) for pin in pins)
        raise HardwareError(
            f"The {part} on GPIO {place} cannot be opened ({reason}): "
            "stop the program that uses the pin, or wire and configure another pin."
        ) from reason


def release(contact: Any) -> None:
    """Stop the edges of a contact and give its pin back; errors of a broken pin are ignored."""
    with suppress(Exception):
        contact.when_activated = None
        contact.when_deactivated = None
    with suppress(Exception):
        contact.close()
