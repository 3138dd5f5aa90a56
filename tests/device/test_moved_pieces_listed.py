"""After corrections, and after undo and redo of what moved many pieces, the device lists what must be moved."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pressed_lines import choose

from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.or_du_pharaon.state import EndTurn as Pass
from firmware_py.games.or_du_pharaon.state import Header, Move, Photo, PickUp, PlaceLantern, Reveal, Setup, StartCard
from firmware_py.games.session import Session, begin
from firmware_py.games.session import play as played_on

HEADER = Header(1, "or_du_pharaon", ("Ada", "Bo"), Setup(StartCard(at="c6")))
FLIGHT = (
    Reveal("Ada", "c5", "NESW", chamber=True),
    Photo("Ada", (2,)),
    Move("Ada", "archaeologist", "c5"),
    PickUp("Ada", 2),
    Pass("Ada"),
    Move("Bo", "porter", "c5"),
    PlaceLantern("Bo"),
    Move("Bo", "archaeologist", "c5"),
    Pass("Bo"),
    Reveal("Ada", "c4", "NESW", chamber=True),
    Photo("Ada", (), mummy=True, curse=True),
)
"""Ada's second photo sends three figures to the start card, and a lantern back to its supply."""
TITLE = "Everybody moves pieces"


def played(*actions: object) -> Session:
    session = begin(HEADER)
    for action in actions:
        session = played_on(session, action)
    return session


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    with SimulatedDevice(Config(language="en"), tmp_path) as device:
        device.press("ok")
        device.app.load(played(*FLIGHT), device.now_s)
        yield device


def lines(device: SimulatedDevice) -> list[str]:
    """What the page lists: pictures and where from and to."""
    shown = (line.strip() for line in as_text(device.app.view).splitlines())
    return [line for line in shown if " → " in line or (line.startswith("<") and ":" in line)]


BACK = [
    "<archaeologist> start → c5",
    "<archaeologist> start → c5",
    "<porter> start → c5",
    "<lantern> supply → c5",
    "<disc2> c5 → Ada",
    "<photo> 2 → 1",
]


def test_a_taken_back_flight_lists_who_stands_where_again_and_redo_the_reverse(device: SimulatedDevice) -> None:
    """Nobody has entered where they stood: the mummy has sent them away."""
    device.press("ok")
    for _ in range(2):
        device.hold("back", 1.2)
        assert TITLE in as_text(device.app.view)
        assert sorted(lines(device)) == sorted(BACK)
        device.press("ok")
        assert TITLE not in as_text(device.app.view)
        for _ in range(3):
            device.press("back")  # what is entered of the photo is taken back first
        choose(device, "Redo")
        assert sorted(lines(device)) == sorted(" → ".join(_turned(line)) for line in BACK)
        device.press("ok")
        assert TITLE not in as_text(device.app.view)


def _turned(line: str) -> tuple[str, str]:
    icon, rest = line.split("> ", 1)
    origin, end = rest.split(" → ")
    return f"{icon}> {end}", origin


def test_what_several_undos_move_is_listed_together_until_somebody_goes_on(device: SimulatedDevice) -> None:
    """Nobody has moved a piece between them."""
    device.press("ok")
    device.hold("back", 1.2)
    device.hold("back", 1.2)
    assert "c4: face down" in as_text(device.app.view)
    assert set(BACK) <= set(lines(device))
    device.press("ok")
    device.hold("back", 1.2)
    assert TITLE not in as_text(device.app.view)


def test_the_list_survives_a_power_cut(device: SimulatedDevice) -> None:
    """With what several steps have moved in all; and nothing is listed twice."""
    device.press("ok")
    device.hold("back", 1.2)
    device.hold("back", 1.2)
    before = lines(device)
    device.cut()
    device.press("ok")
    assert lines(device) == before != []
    device.press("ok")
    assert TITLE not in as_text(device.app.view)


def test_a_correction_lists_the_pieces_that_it_moves_and_nothing_else(device: SimulatedDevice) -> None:
    """The photo had no mummy: all whom it sent away stand where they stood, with what they carried."""
    device.press("ok")
    device.press("back")
    choose(device, "Correct an entry…", "The photo of c4 shows", "Mummy", "That is all")
    assert sorted(lines(device)) == sorted(line for line in BACK if "photo" not in line and "lantern" not in line)
    device.hold("back", 1.2)
    assert TITLE not in as_text(device.app.view)


def test_an_undo_that_moves_one_piece_needs_no_list(device: SimulatedDevice) -> None:
    """Whoever takes a step back knows which."""
    device.app.load(played(*FLIGHT[:8]), device.now_s)
    for _ in range(7):
        device.hold("back", 1.2)
        assert TITLE not in as_text(device.app.view)
