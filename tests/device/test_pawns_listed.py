"""In La malédiction what lies elsewhere is listed to those who may know it: tokens to all, pawns to the hunters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from malediction_device import ENGLISH, THREE, hold, press, record
from pressed_lines import choose
from simple_chase import SeededTable

from display.view import as_text
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.events import Caught
from firmware_py.games.session import Session, begin, play

TITLE = "Everybody moves pieces"


def caught() -> Session:
    """A game in which the mummy has just caught somebody who is still in play."""
    table, session = SeededTable(THREE.players, 1), begin(THREE)
    while not any(isinstance(event, Caught) and event.ankhs for step in session.steps[-1:] for event in step.events):
        session = play(session, table.next_action(session.state))
    return session


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    with SimulatedDevice(ENGLISH, tmp_path) as device:
        device.press("ok")
        device.load(record(THREE, *(step.action for step in caught().steps)))
        yield device


def take_back(device: SimulatedDevice) -> None:
    """Take back as the hunters do, who alone look at the screen."""
    hold(device, "back")
    hold(device, "ok")
    choose(device, "Undo")


def lines(device: SimulatedDevice) -> list[str]:
    return [item.label for item in device.app.view.body.choices.items if not item.target]


def test_a_taken_back_catch_lists_pawns_to_the_hunters_and_tokens_to_everybody(device: SimulatedDevice) -> None:
    """First the page that only hunters see, then the one that all see, which hides where the pawn stands again."""
    state, before = device.app.table.playing.state, device.app.table.playing.steps[-2].state
    (index,) = (index for index, at in enumerate(before.at) if at != state.at[index])
    take_back(device)
    assert (device.app.view.title, device.app.view.audience) == (TITLE, "hunters")
    assert lines(device) == [f"dungeon → {before.at[index]}"]
    press(device, "ok")
    assert (device.app.view.title, device.app.view.audience) == (TITLE, "table")
    assert "dungeon → hidden" in lines(device)
    assert f"{state.tokens} → {before.tokens}" in lines(device)
    assert before.at[index] not in " ".join(lines(device)).replace(before.mummy, "").replace(state.mummy, "")
    press(device, "ok")
    assert TITLE not in as_text(device.app.view)


@pytest.mark.parametrize("hiding", ["back", "cut"])
def test_what_only_hunters_see_leaves_no_trace_once_it_is_hidden(device: SimulatedDevice, hiding: str) -> None:
    """What everybody sees is listed all the same, and survives a power cut."""
    take_back(device)
    if hiding == "cut":
        device.cut()
        device.press("ok")
    else:
        press(device, "back")
    assert (device.app.view.title, device.app.view.audience) == (TITLE, "table")
    press(device, "ok")
    assert TITLE not in as_text(device.app.view)
    assert device.app.view.audience == "table"


def test_the_list_for_hunters_is_never_opened_by_a_short_press(device: SimulatedDevice) -> None:
    """Whoever asks to take back more from there, and goes back instead, is not necessarily a hunter."""
    take_back(device)
    device.hold("back", 1.2)
    assert device.app.view.audience == "table"
    for button in ("back", "ok", "back", "ok"):
        press(device, button)
        assert device.app.view.audience == "table"
