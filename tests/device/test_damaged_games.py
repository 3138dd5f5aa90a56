"""A game that the disk has damaged is named, goes on as far as it can be proven, and is never taken for another."""

from __future__ import annotations

import json
import sqlite3

import pytest
from touched_lines import choose

from display.view import as_text
from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.doctor.findings import Installation
from firmware_py.doctor.system import journal as examined
from firmware_py.pages.saved_games import MOST_LISTED, player_colours
from firmware_py.storage.journal import save_session
from firmware_py.words import speak

ACTIONS = 6


@pytest.fixture
def played(game: SimulatedDevice) -> SimulatedDevice:
    """A device with a game of six actions."""
    for _ in range(ACTIONS):
        game.press("ok")
    assert game.app.table.playing.ply == ACTIONS
    return game


def damage(device: SimulatedDevice, kind: str, ply: int = 0) -> None:
    """Let the disk change the line, the checksum or the time of an action, or the digest of its row."""
    game = device.journal.load(1)
    number = next(
        number
        for number, text in device.journal._db.execute("SELECT number, change FROM changes")
        if json.dumps(game.checksums[ply - 1]) in text
    )
    if kind == "digest":
        device.journal._db.execute("UPDATE changes SET digest = 'nonsense' WHERE number = ?", (number,))
        return
    old = {
        "line": json.dumps(game.lines[ply - 1]),
        "checksum": json.dumps(game.checksums[ply - 1]),
        "at": f'"at":"{game.times[ply - 1].isoformat().replace("+00:00", "Z")}"',
    }[kind]
    new = {"line": '"nothing"', "checksum": '"nonsense"', "at": '"at":"2001-01-01T00:00:00Z"'}[kind]
    changed = "UPDATE changes SET change = replace(change, ?, ?) WHERE number = ? AND instr(change, ?)"
    assert device.journal._db.execute(changed, (old, new, number, old)).rowcount == 1


def damage_beginning(device: SimulatedDevice, old: str, new: str) -> None:
    """Let the disk change what is stored of the game's beginning."""
    changed = "UPDATE changes SET change = replace(change, ?, ?) WHERE instr(change, ?)"
    assert device.journal._db.execute(changed, (old, new, old)).rowcount == 1


def after(device: SimulatedDevice) -> str:
    """Return the first page after a power cut, and leave it."""
    device.cut()
    first = as_text(device.app.view)
    device.press("ok")
    return first


def test_a_damaged_game_is_named_at_the_start(played: SimulatedDevice) -> None:
    """With its players; the damaged file is kept beside the new one."""
    damage(played, "line", 3)
    first = after(played)
    assert "Damaged: Loot N Run with " in first
    assert f"{JOURNAL_NAME}.damaged-" in first
    assert "goes on before action 3" in as_text(played.app.view)


@pytest.mark.parametrize(
    ("column", "ply"),
    [("checksum", 1), ("checksum", 3), ("at", 1), ("at", ACTIONS), ("digest", 3), ("digest", ACTIONS)],
)
def test_an_action_whose_line_is_true_is_proven_by_playing(played: SimulatedDevice, column: str, ply: int) -> None:
    """Where it leads to a state that was stored; then nothing of the game is damaged any more."""
    lines = played.journal.load(1).lines
    damage(played, column, ply)
    assert "Damaged: " in after(played)
    assert played.journal.load(1).damaged
    played.press("ok")
    assert played.app.table.playing.ply == ACTIONS
    assert (played.journal.load(1).lines, played.journal.load(1).damaged) == (lines, ())
    assert len(played.journal.games()) == 1


def test_a_damaged_game_goes_on_before_what_is_not_proven(played: SimulatedDevice) -> None:
    """It says so and not that the rules have changed; as it was it stays in the list, marked."""
    whole = played.journal.load(1).lines
    damage(played, "line", 3)
    after(played)
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
    damage_beginning(played, json.dumps(played.journal.load(1).header_line), '"nothing"')
    after(played)
    assert played.app.table.unfinished is None
    (line,) = played.app.table.saved_games()
    assert speak("en")(line.summary).startswith("The disk has damaged this game")
    assert len(played.journal.load(1).lines) == ACTIONS


@pytest.mark.parametrize(
    "colours", [["red"], [], ["red", "red"], ["reb", "blue"], ["red", "blue", "green", "white"], ["redblue"]]
)
def test_colours_that_are_none_never_stop_a_game(played: SimulatedDevice, colours: list[str]) -> None:
    """Each player has one, and no two players the same."""
    stored = json.dumps(played.journal.load(1).colours, separators=(",", ":"))
    damage_beginning(played, stored, json.dumps(colours))
    after(played)
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
    damage(played, "line", 3)
    after(played)
    assert main(["export", "1", "--data", str(played._data)]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1 + ACTIONS
    assert said.out.splitlines()[3] == "nothing"
    assert "The disk has damaged this game" in said.err


def test_the_doctor_names_a_damaged_game_and_touches_nothing(played: SimulatedDevice) -> None:
    """By its number and nothing else, for the report may be passed on."""
    data, say = played._data, speak("en")
    damage(played, "line", 3)
    played.close()
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    now = [(finding.verdict, say(finding.text)) for finding in examined(Installation(None, data))]
    assert before == {path.name: path.read_bytes() for path in data.iterdir()}
    (fault,) = (text for verdict, text in now if verdict == "FAULT")
    assert fault.endswith("Games with these numbers are damaged: 1.")
    SimulatedDevice(Config(language="en"), data).close()
    later = [(finding.verdict, say(finding.text)) for finding in examined(Installation(None, data))]
    assert ("note", "Games with these numbers are damaged: 1.") in later


def test_a_closed_game_that_is_damaged_is_named_after_the_first_page(played: SimulatedDevice) -> None:
    """The start does not wait until all are examined; the file is set aside, and the game goes on as far as proven."""
    number = save_session(played.journal, played.app.table.playing, aside=True)
    changed = "UPDATE games SET record = replace(record, 'left', 'leFt') WHERE id = ?"
    assert played.journal._db.execute(changed, (number,)).rowcount == 1
    played.cut()
    played.wait(1)
    notice = played.app.view.notice
    assert notice and notice.kind == "warning"
    assert "Damaged: Loot N Run with " in notice.text
    assert "unsaved" not in played.app.view.badges
    assert list(played._data.glob(f"{JOURNAL_NAME}.damaged-*"))
    assert played.journal.load(number).damaged
    played.press("ok")
    assert played.app.table.playing.ply == ACTIONS


def test_a_game_that_went_with_the_disk_is_said_to_be_gone(played: SimulatedDevice) -> None:
    """The list was read before the disk failed; opening what cannot be read any more ends nothing."""
    save_session(played.journal, played.app.table.playing, aside=True)
    played.cut()
    played.press("back")
    (played._data / JOURNAL_NAME).rename(played._data / "elsewhere")
    played.journal._db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
    choose(played, "Saved games")
    played.press("ok")
    played.press("ok")
    assert played.app.table.session is None or played.app.table.playing.ply == ACTIONS
    assert "unsaved" in played.app.view.badges
    assert played.app.view.notice


def test_saved_games_are_listed_a_page_at_a_time(game: SimulatedDevice) -> None:
    """However many there are, the last line leads to those before, and each can be opened."""
    session = game.app.table.playing
    for _ in range(2 * MOST_LISTED + 10):
        save_session(game.journal, session, aside=True)
    game.cut()
    game.press("back")
    choose(game, "Saved games")
    seen = []
    while True:
        labels = [item.label for item in game.app.view.body.items]
        seen.append(sum(label == "Loot N Run" for label in labels))
        if "Earlier games…" not in labels:
            break
        choose(game, "Earlier games…")
    assert sum(seen) == 2 * MOST_LISTED + 11
    assert max(seen) == MOST_LISTED
    game.press("ok")
    game.press("ok")
    assert game.app.table.session
