"""A pile of Maudite Momie that is empty on the table, though the device counts cards in it, is told (L33)."""

from pressed_lines import choose

from display.view import as_text
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.maudite_momie.state import ReportEmpty
from firmware_py.games.records import write_line
from firmware_py.games.restoring import replay

SHARED_OUT = b"""{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Bo", "do": "explore", "pile": "left"}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Bo", "do": "explore", "pile": "left"}
"""
"""The piles were not equal: on the table no card is left in the left one."""


def piles(device: SimulatedDevice) -> tuple[int, int, int]:
    state = device.app.table.playing.state
    return state.left, state.right, state.discard


def test_the_menu_takes_it_and_the_device_says_what_to_shuffle(device: SimulatedDevice) -> None:
    """It survives a power cut, is taken back like every entry, played again, and stands in the record."""
    choose(device, "English")
    device.load(SHARED_OUT)
    assert piles(device) == (23, 27, 0)
    device.press("back")
    choose(device, "A pile is empty on the table - 23 and 27 are counted")
    assert piles(device) == (25, 25, 0)
    assert "shuffle the other one and the discards into piles of 25 and 25" in as_text(device.app.view)
    assert device.app.table.playing.state.active == "Ada"
    device.cut()
    device.press("ok")
    assert piles(device) == (25, 25, 0)
    device.hold("back", 1.2)
    assert piles(device) == (23, 27, 0)
    device.press("back")
    choose(device, "Redo")
    assert piles(device) == (25, 25, 0)
    session = device.app.table.playing
    record = [session.header, *(step.action for step in session.steps)]
    assert session.steps[-1].action == ReportEmpty("Ada")
    *_, last = replay("\n".join(map(write_line, record)).encode())
    assert (last.refusal, last.state["piles"]) == (None, {"left": 25, "right": 25})


def test_it_is_not_offered_amid_an_action(device: SimulatedDevice) -> None:
    """The cards before a player are turned over first."""
    choose(device, "English")
    device.load(SHARED_OUT + b'{"by": "Ada", "do": "secure"}\n')
    device.press("back")
    assert "A pile is empty" not in as_text(device.app.view)
