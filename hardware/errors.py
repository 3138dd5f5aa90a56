"""The one exception by which the drivers report a part that does not work."""


class HardwareError(Exception):
    """A part of the device cannot be used.

    The message is one line. It names the part, its pin, bus or port, and what the owner can do.
    """
