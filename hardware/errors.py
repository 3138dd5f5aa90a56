"""The one exception with which the box reports a part that does not work."""


class HardwareError(Exception):
    """A part of the box cannot be used.

    The message is one line which names the part, where it is connected (pin, bus or port) and what
    the owner can do about it.
    """
