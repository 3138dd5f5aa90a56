"""How the drivers report a part that does not work."""

import errno


class HardwareError(Exception):
    """A part of the device cannot be used.

    The message is one line. It names the part, its pin, bus or port, and what the owner can do.
    """


class LineInUseError(OSError):
    """Another program, or a driver of the kernel, has a line."""

    def __init__(self, user: str) -> None:
        super().__init__(errno.EBUSY, "in use")
        self.user = "".join(letter if letter.isprintable() and letter not in '"()' else "?" for letter in user)
        """Who has it, as the kernel lists it; foreign text, with nothing in it that could steer a screen."""
