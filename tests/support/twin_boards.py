"""Twins with a magnetic board each, and what players do with the pieces on it."""

from contextlib import ExitStack, contextmanager

from malediction_device import THREE, stand
from twins import twins

from firmware_py.config.schema import BoardConfig, Config, ScreenConfig

DIM_S = 10.0


@contextmanager
def boards_of_twins(kind, folder):
    """Yield how twins begin who have played so far, with a magnetic board each on which all pieces stand."""
    board = BoardConfig(kind=kind, rows=5, columns=5)
    config = Config(language="en", board=board, screen=ScreenConfig(dim_after_s=DIM_S))
    with ExitStack() as stack:

        def begin(played):
            pair = stack.enter_context(twins(folder, THREE, config, played))
            pair.handle(*(stand,) * 2, seconds=1.5)
            return pair

        yield begin


def leave(device):
    """Leave the pieces alone."""
    device.wait(0.0)


def carried(piece, to, air_s):
    """What lifts a piece, holds it for a while and puts it down."""

    def move(device):
        device.lift(piece)
        device.wait(air_s)
        device.place(piece, to)

    return move


def dabbed(piece, cell, seconds=0.3, askew_mm=0.0):
    """What holds a piece against a cell for a moment, or beside its middle."""

    def move(device):
        device.place(piece, cell, askew_mm)
        device.wait(seconds)
        device.lift(piece)

    return move


def placed(piece, cell, askew_mm=0.0):
    """What puts a piece down, or holds it beside the middle of a cell."""
    return lambda device: device.place(piece, cell, askew_mm)


def lifted(piece):
    """What takes a piece off the board."""
    return lambda device: device.lift(piece)


def slid(piece, *cells):
    """What slides a piece."""
    return lambda device: device.slide(piece, cells)


def stepped(piece, *cells):
    """What puts a piece from cell to cell, so that no magnet draws it there earlier."""

    def move(device):
        for cell in cells:
            device.place(piece, cell)
            device.wait(0.2)

    return move
