"""A game that the disk has damaged is named, goes on as far as it can be proven, and is never taken for another."""

from __future__ import annotations

import pytest

from display.view import as_text
from firmware_py.cli.main import main
from firmware_py.config.data_directory import JOURNAL_NAME
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.doctor.findings import Installation
from firmware_py.doctor.journal import journal as examined
from firmware_py.storage.saved_games import player_colours
from firmware_py.words import speak

ACTIONS = 6


@pytest.fixture
def played(game: SimulatedDevice) -> SimulatedDevice:
    """A device with a game of six actions."""
    for _ in range(ACTIONS):
        game.press("ok")
    assert game.app.table.playing.ply == ACTIONS
    return game


def after(device: SimulatedDevice, *damages: str) -> str:
    """Return the first page after the disk has changed what is stored, and leave it."""
    with device.journal._writing():
        for damage in damages:
            device.journal._db.execute(damage)
    device.cut()
    first = as_text(device.app.view)
    device.press("ok")
    return first


def test_a_damaged_game_is_named_at_the_start(played: SimulatedDevice) -> None:
    """With its players; the damaged file is kept beside the new one."""
    first = after(played, "UPDATE actions SET line = 'nothing' WHERE ply = 3")
    assert "Damaged: Loot N Run with " in first
    assert f"{JOURNAL_NAME}.damaged-" in first
    assert "goes on before action 3" in as_text(played.app.view)


@pytest.mark.parametrize(
    ("column", "ply"),
    [("checksum", 1), ("checksum", 3), ("at", 1), ("at", ACTIONS), ("digest", 3), ("digest", ACTIONS)],
)
def test_an_action_whose_line_is_true_is_proven_by_playing(played: SimulatedDevice, column: str, ply: int) -> None:
    """Where it leads to a state that was stored; then nothing of the game is damaged any more."""
    value = "2001-01-01T00:00:00+00:00" if column == "at" else "nonsense"
    lines = played.journal.load(1).lines
    assert "Damaged: " in after(played, f"UPDATE actions SET {column} = '{value}' WHERE ply = {ply}")
    assert played.journal.load(1).damaged
    played.press("ok")
    assert played.app.table.playing.ply == ACTIONS
    assert (played.journal.load(1).lines, played.journal.load(1).damaged) == (lines, ())
    assert len(played.journal.games()) == 1


def test_a_damaged_game_goes_on_before_what_is_not_proven(played: SimulatedDevice) -> None:
    """It says so and not that the rules have changed; as it was it stays in the list, marked."""
    whole = played.journal.load(1).lines
    after(played, "UPDATE actions SET line = 'nothing' WHERE ply = 3")
    played.press("ok")
    assert played.app.table.playing.ply == 2
    assert "The disk has damaged this game: it goes on before action 3." in as_text(played.app.view)
    assert "rules have changed" not in as_text(played.app.view)
    played.press("ok")
    kept = played.journal.load(2)
    assert (kept.lines, kept.damaged) == ((*whole[:2], "nothing", *whole[3:]), (3,))
    played.cut()
    assert "damaged" not in as_text(played.app.view)
    line = next(game for game in played.app.table.saved_games() if game.game_id == 2)
    assert speak("en")(line.summary).endswith("(damaged)")


def test_a_game_without_its_header_stays_in_the_list(played: SimulatedDevice) -> None:
    """Nobody can play it, but its actions are not lost; the page says why it cannot be opened."""
    after(played, "UPDATE games SET header_line = 'nothing'")
    assert played.app.table.unfinished is None
    (line,) = played.app.table.saved_games()
    assert speak("en")(line.summary).startswith("The disk has damaged this game")
    assert len(played.journal.load(1).lines) == ACTIONS


@pytest.mark.parametrize("colours", ["red", "", "red red", "reb blue", "red blue green white purple", "redblue"])
def test_colours_that_are_none_never_stop_a_game(played: SimulatedDevice, colours: str) -> None:
    """Each player has one, and no two players the same."""
    after(played, f"UPDATE games SET colours = '{colours}'")
    played.press("ok")
    assert played.app.table.playing.ply == ACTIONS
    seats = played.app.table.colours
    assert len(set(seats)) == len(seats) == len(played.app.table.playing.header.players)


def test_known_colours_are_kept_beside_unknown_ones() -> None:
    """Only the unknown one is replaced."""
    found = player_colours(("blue", "nonsense", "red"), 3)
    assert (found[0], found[2]) == ("blue", "red")
    assert len({*found}) == 3


def test_the_record_of_a_damaged_game_is_printed_with_a_warning(
    played: SimulatedDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is stored, on the standard output; the warning is on the other one."""
    after(played, "UPDATE actions SET line = 'nothing' WHERE ply = 3")
    assert main(["export", "1", "--data", str(played._data)]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1 + ACTIONS
    assert said.out.splitlines()[3] == "nothing"
    assert "The disk has damaged this game" in said.err


def test_the_doctor_names_a_damaged_game_and_touches_nothing(played: SimulatedDevice) -> None:
    """By its number and nothing else, for the report may be passed on."""
    data, say = played._data, speak("en")
    with played.journal._writing():
        played.journal._db.execute("UPDATE actions SET line = 'nothing' WHERE ply = 3")
    played.close()
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    now = [(finding.verdict, say(finding.text)) for finding in examined(Installation(None, data))]
    assert before == {path.name: path.read_bytes() for path in data.iterdir()}
    (fault,) = (text for verdict, text in now if verdict == "FAULT")
    assert fault.endswith("Games with these numbers are damaged: 1.")
    SimulatedDevice(Config(language="en"), data).close()
    later = [(finding.verdict, say(finding.text)) for finding in examined(Installation(None, data))]
    assert ("note", "Games with these numbers are damaged: 1.") in later
