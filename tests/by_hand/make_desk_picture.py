"""Draw the desk in the middle of a game, alone and with the magnetic board: `make goldens`."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from malediction_device import hold, read, record
from places import PROJECT
from random_play import random_record

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.self_play.malediction import SeededTable
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from firmware_py.games.malediction.setup import Header, Hunter, Setup
from firmware_py.games.session import Session
from firmware_py.games.session import begin as session_of
from firmware_py.games.session import play as played

PICTURE = PROJECT / "display" / "desk-board.png"
ALONE = PROJECT / "display" / "desk.png"
PLAYERS = ("Ada", "Bo", "Cleo", "Mo")
PAWNS = ("red", "turquoise", "blue")
HEADER = Header(1, "malediction", PLAYERS, Setup("Mo", tuple(map(Hunter, PLAYERS, PAWNS)), "practice"))
SEED, ACTIONS = 4, 60
ALONE_SEED, ALONE_MOST = 21, 60


def in_the_midst() -> Session:
    """Return a game after some actions, at the next choice of a hunter who stands in the corridors."""
    session, table = session_of(HEADER), SeededTable(PLAYERS, SEED)
    while session.ply < ACTIONS or session.state.phase != "move" or session.state.turn is None:
        session = played(session, table.next_action(session.state))
    return session


def make(path: Path) -> None:
    """Write the picture."""
    session = in_the_midst()
    config = Config(language="en", board=BoardConfig(kind="serial"))
    with (
        DeskDisplay(config, headless=True) as face,
        tempfile.TemporaryDirectory() as data,
        SimulatedDevice(config, Path(data), face) as box,
    ):
        box.press("ok")
        box.load(record(HEADER, *(step.action for step in session.steps)))
        state = session.state
        box.place("mummy", state.mummy)
        for hunter, cell in zip(state.hunters, state.at, strict=True):
            if state.maze.has(cell):
                box.place(hunter.pawn, cell)
        box.wait(2.0)
        hold(box, "ok")
        read(box)
        box.wait(2.0)
        face.save_device(path)


def make_alone(path: Path) -> None:
    """Write the picture of a turn of Maudite Momie."""
    config = Config(language="fr")
    with (
        DeskDisplay(config, headless=True) as face,
        tempfile.TemporaryDirectory() as data,
        SimulatedDevice(config, Path(data), face) as box,
    ):
        box.press("ok")
        box.load(random_record("maudite_momie", random.Random(ALONE_SEED), most=ALONE_MOST))
        box.wait(1.0)
        face.save_device(path)


if __name__ == "__main__":
    make(PICTURE)
    make_alone(ALONE)
