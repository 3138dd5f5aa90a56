"""Numbers on the command line: what is none is refused with the range, in the language of the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress

from firmware_py.words import Say, words


def whole_number(say: Say, least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the function that reads an argument as a whole number of a range; None: there is no highest.

    argparse puts the name of the argument before the message.
    """
    wanted = words("a whole number, {least} or more", least=least)
    if most is not None:
        wanted = words("a whole number from {least} to {most}", least=least, most=most)

    def number(text: str) -> int:
        with suppress(ValueError):  # also of thousands of digits
            given = int(text)
            if least <= given and (most is None or given <= most):
                return given
        raise argparse.ArgumentTypeError(say(words("must be {wanted}, not {found}", wanted=wanted, found=text)))

    return number
