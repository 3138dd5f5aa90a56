"""Repair in place: an action some steps ago is changed, what followed is played again, all of it on disk at once."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from display.view import as_text
from firmware_py.config.file import Config
from firmware_py.desk.press_search import shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.or_du_pharaon.actions import EndTurn, Move, Reveal
from firmware_py.games.or_du_pharaon.setup import Header, Setup, StartCard
from firmware_py.games.rules import IllegalAction
from firmware_py.games.session import begin, corrected, play
from firmware_py.pages.commands import Change, Command, Correct, Resume
from firmware_py.storage.journal import Journal, open_journal

HEADER = Header(1, "or_du_pharaon", ("Ada", "Bo"), Setup(StartCard(at="c6")))
PLAYED = (Reveal("Ada", "c5", "NES"), Move("Ada", "archaeologist", "c5"), EndTurn("Ada"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path / "journal.db", lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        yield journal


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """Return a device on which these actions have been played."""
    session = begin(HEADER)
    for action in PLAYED:
        session = play(session, action)
    with SimulatedDevice(Config(language="en"), tmp_path) as device:
        press_to(device, Change("language", "en"))
        device.app.load(session, device.now_s)
        yield device


def test_a_tail_is_replaced_as_one(journal: Journal) -> None:
    """What stood after the kept actions is gone, taken-back ones included, and the game goes on from the new end."""
    game = journal.begin("{}", ("red", "blue"))
    for ply in (1, 2, 3):
        journal.replace_tail(game, ply - 1, (f"action {ply}",), (f"sum {ply}",), over=ply == 3)
    journal.move_to(game, 2)
    journal.save_draft(game, "half")
    journal.replace_tail(game, 1, ("other 2", "other 3"), ("other sum 2", "other sum 3"))
    stored = journal.load(game)
    assert stored.lines == ("action 1", "other 2", "other 3")
    assert stored.checksums == ("sum 1", "other sum 2", "other sum 3")
    assert (stored.ply, stored.end_ply, stored.draft) == (3, None, None)
    with pytest.raises(ValueError, match="no action 9"):
        journal.replace_tail(game, 9, (), ())


def test_a_tail_can_end_the_game(journal: Journal) -> None:
    """A game whose replayed history ends is finished."""
    game = journal.begin("{}", ("red", "blue"))
    journal.replace_tail(game, 0, ("action 1",), ("sum 1",), over=True)
    assert journal.load(game).end_ply == 1


def press_to(device: SimulatedDevice, command: Command) -> None:
    """Press the fewest buttons that give this command."""
    for done in shortest_presses(device.app.stack, device.app.table, lambda _, given: given == command):
        device.do(done)


def actions_of(device: SimulatedDevice) -> tuple[object, ...]:
    return tuple(step.action for step in device.app.table.playing.steps)


def test_a_repair_is_on_disk_before_it_is_shown(device: SimulatedDevice) -> None:
    """Cut right after it, the power takes nothing away."""
    crossing = Reveal("Ada", "c5", "NESW")
    press_to(device, Correct(1, crossing))
    assert actions_of(device) == (crossing, *PLAYED[1:])
    device.cut()
    assert device.app.table.unfinished
    press_to(device, Resume(device.app.table.unfinished.game_id))
    assert actions_of(device) == (crossing, *PLAYED[1:])


def test_a_repair_that_stops_early_says_where(device: SimulatedDevice) -> None:
    """The game goes on before the first action that is no longer legal."""
    press_to(device, Correct(1, Reveal("Ada", "c5", "N")))
    assert actions_of(device) == (Reveal("Ada", "c5", "N"),)
    assert "the game goes on before action 2" in as_text(device.app.view)


def test_a_repair_that_is_itself_illegal_is_refused() -> None:
    """What the rules forbid at that step raises, and its clause says why."""
    session = begin(HEADER)
    for action in PLAYED:
        session = play(session, action)
    with pytest.raises(IllegalAction, match="G04"):
        corrected(session, 1, Reveal("Ada", "f1", "N"))
