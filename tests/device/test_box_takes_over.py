"""The box takes the mummy's seat in mid-game: the hunters alone decide, since the map is open to all from then on."""

import pytest
from malediction_device import THREE, hold, press, record, switched_on

from display.view import as_text
from firmware_py.desk.demo import shortest_presses
from firmware_py.games.seats import BoxSeat, Seat, box_of
from firmware_py.pages.interface import Play
from firmware_py.pages.malediction.curtain import Curtain, Secret
from firmware_py.pages.page import HuntersOnly, LongPress


@pytest.fixture
def asked(tmp_path):
    """Yield a device that asks whether the box plays the mummy from now on."""
    with switched_on(tmp_path) as device:
        device.load(record(THREE))
        goal = Play(Seat("Mo", BoxSeat("mummy", 3, 1)))
        *presses, last = shortest_presses(device.app.stack, device.app.table, lambda _, command: command == goal)
        assert last == LongPress("ok")
        for done in presses:
            device.app.press(done, device.now_s)
            device.wait(0.5)
        yield device


def test_only_a_held_button_opens_the_map_to_all(asked):
    """A press by the mummy's player shows nothing."""
    assert isinstance(asked.app.stack[-1], HuntersOnly)
    assert "goes home first" in as_text(asked.app.view)
    press(asked, "ok")
    assert box_of(asked.app.table.playing.state, "Mo") is None
    assert asked.app.view.audience == "table"


def test_nothing_is_hidden_from_then_on_and_undo_leads_back_to_no_secret(asked):
    """The map lies open; giving the seat back hides it again, and that is not undone either."""
    hold(asked, "ok")
    assert box_of(asked.app.table.playing.state, "Mo")
    press(asked, "ok")
    assert not isinstance(asked.app.stack[-1], Secret | Curtain)
    asked.app.press(LongPress("back"), asked.now_s)
    assert box_of(asked.app.table.playing.state, "Mo")
    back = Play(Seat("Mo", None))
    for done in shortest_presses(asked.app.stack, asked.app.table, lambda _, command: command == back):
        asked.app.press(done, asked.now_s)
        asked.wait(0.5)
    assert box_of(asked.app.table.playing.state, "Mo") is None
    assert asked.app.view.audience == "table"
    assert asked.app.state.session.has_secrets
