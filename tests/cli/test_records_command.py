"""`games`, `export` and `import`: what the journal keeps, as records."""

import csv
import io
import json
import random
from datetime import UTC, datetime

import pygame
import pytest
from box_table import HUNTER_BOX
from malediction_device import THREE
from random_play import SAMPLERS, whole_record
from stored_journal import add_game

from display.draw import draw, layout
from display.draw.marks import Label
from display.view import Hint, Item, Menu, View
from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.games.restoring import read_record
from firmware_py.pages.saved_games import saved_game_line
from firmware_py.storage.changes import Choose, GameSummary
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak

RECORD = (
    '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n'
    '{"do": "explore", "by": "Zoé", "pile": "left"}\n'
    '{"do": "explore", "by": "Bo", "pile": "right", "back": "red"}\n'
)


@pytest.fixture
def run(tmp_path, capsys):
    """A function that runs a command on a folder of data and returns exit status, output and errors."""

    def command(*arguments):
        status = main([*arguments, "--data", str(tmp_path / "data")])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return status, said.out, said.err

    return command


def test_an_imported_record_is_listed_and_exported_as_it_was(run, tmp_path):
    """Its number is printed, and is what `export` takes."""
    record = tmp_path / "game.jsonl"
    record.write_text(RECORD, encoding="utf-8")
    assert run("import", str(record))[:2] == (0, "Saved as game 1.\n")
    status, listed, _ = run("games")
    assert status == 0
    assert "Zoé and Bo" in listed
    assert run("export", "1")[:2] == (0, RECORD)
    assert run("import", str(record))[:2] == (0, "Saved as game 2.\n")


def test_where_the_hunters_of_the_box_are_is_not_exported_before_the_end(run, tmp_path):
    """From the first move on, and also if it took over in mid-game."""
    hunter = '{"by": "Ada", "do": "seat", "box": {"kind": "hunter", "level": 3, "version": 1}}'
    header = write_line(THREE)
    for number, lines in enumerate(((write_line(HUNTER_BOX),), (header, hunter)), start=1):
        record = tmp_path / "game.jsonl"
        record.write_text("\n".join(lines), encoding="utf-8")
        assert run("import", str(record))[0] == 0
        status, out, err = run("export", str(number))
        assert (status, out) == (2, "")
        assert "once it is over" in err


def test_an_imported_game_takes_no_other_ones_place(run, tmp_path):
    """The game under way is offered at the next start as before; who wants the imported one finds it on the list."""
    record = tmp_path / "game.jsonl"
    for players in ("Zoé, Bo", "Ada, Cy"):
        first, second = players.split(", ")
        record.write_text(RECORD.replace("Zoé", first).replace("Bo", second), encoding="utf-8")
        assert run("import", str(record))[0] == 0
    with SimulatedDevice(Config(), tmp_path / "data") as box:
        offered = box.app.table.unfinished
    assert offered is not None
    assert offered.players == ("Zoé", "Bo")


def test_a_record_with_a_refused_line_is_not_kept(run, tmp_path):
    """The line is named."""
    record = tmp_path / "game.jsonl"
    record.write_text(RECORD + RECORD.splitlines()[2], encoding="utf-8")
    status, out, err = run("import", str(record))
    assert (status, out) == (1, "")
    assert "line 4" in err
    assert run("games")[1] == ""


@pytest.mark.parametrize("name", ["Zo\\u0000", "Zo\\ne", "\\u0085", "Z\\u2028", "Z" * 41])
def test_a_name_that_no_screen_can_show_is_refused(run, tmp_path, name):
    """It is a record all the same, which the rules can play; but nothing of it is stored."""
    record = tmp_path / "game.jsonl"
    record.write_text(RECORD.replace("Zoé", name), encoding="utf-8")
    status, out, err = run("import", str(record))
    assert (status, out) == (1, "")
    assert "line 1: a player's name" in err
    assert run("games")[1] == ""
    assert main(["replay", str(record)]) == 0


@pytest.mark.parametrize("name", ["Zo\\u0000", "Zo\\ne", "Zo" * 20_000, "Zo " * 20_000])
def test_a_stored_game_with_a_wild_name_is_shown_and_can_be_thrown_away(tmp_path, name):
    """One of an older version: each page on the way to it is drawn, and at once."""
    with SimulatedDevice(Config(language="en"), tmp_path) as box:
        box.journal.commit(Choose("language", "en"))
        add_game(box.journal, RECORD.replace("Zoé", name).splitlines()[0], ("red", "blue"), (), (), "playing")
        box.cut()
        for label in ("Delete it…", "Delete it", "Settings"):
            draw(box.app.view, pygame.Surface((320, 240)))
            body = box.app.view.body
            assert isinstance(body, Menu)
            box.touch(next(item.target for item in body.items if item.label == label))
        assert box.journal.games() == ()


@pytest.mark.parametrize("header", ['{"record": 1, "game": "chess", "players": ["Ada"]}', "no record"])
@pytest.mark.parametrize("status", ["playing", "finished"])
def test_a_stored_game_that_cannot_be_read_can_be_thrown_away(tmp_path, header, status):
    """Nothing else can be done with it, and it is asked first; every page on the way is drawn."""
    with SimulatedDevice(Config(language="en"), tmp_path) as box:
        box.journal.commit(Choose("language", "en"))
        add_game(box.journal, header, ("red",), ("an action",), ("its checksum",), status)
        box.cut()
        offered = []
        for label in ("Saved games", "Unreadable game", "Delete it…", "Delete it", "Settings"):
            draw(box.app.view, pygame.Surface((320, 240)))
            assert len(box.journal.games()) == (label != "Settings")
            items = box.app.view.body.items
            offered.append(tuple(item.label for item in items))
            box.touch(next(item.target for item in items if item.label == label))
        assert offered[1:3] == [("Unreadable game", "Take games from the stick"), ("Delete it…",)]


def test_what_is_not_there_ends_with_2(run):
    """A game that is not stored, a file that does not exist."""
    for command in (("export", "7"), ("export", "99999999999999999999"), ("import", "/nonexistent.jsonl")):
        status, out, err = run(*command)
        assert (status, out) == (2, "")
        assert err


def test_a_journal_that_cannot_be_used_is_told(tmp_path, capsys):
    """A command that ends at once saves nothing in memory."""
    (tmp_path / "data").write_text("a file")
    (tmp_path / "game.jsonl").write_text(RECORD, encoding="utf-8")
    assert main(["import", str(tmp_path / "game.jsonl"), "--data", str(tmp_path / "data")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "games.sqlite cannot be opened" in said.err
    assert "memory" not in said.err  # it would have ended with the command


def test_a_damaged_journal_is_read_again_after_a_start(run, tmp_path):
    """The commands that only read say so; the start keeps the damaged file, and takes the game over."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as box:
        add_game(box.journal, RECORD.splitlines()[0], ("red", "blue"), (), (), "aside")
    journal = tmp_path / "data" / JOURNAL_NAME
    content = bytearray(journal.read_bytes())
    content[100:116] = bytes(16)
    journal.write_bytes(content)
    for command in (("games",), ("export", "1")):
        status, out, err = run(*command)
        assert (status, out) == (2, "")
        assert "is damaged: start the referee, which keeps the file" in err
    with SimulatedDevice(Config(language="en"), tmp_path / "data"):
        pass
    assert "Zoé and Bo" in run("games")[1]
    assert run("export", "1")[0] == 0


def test_an_unfinished_secret_game_is_listed_without_its_action_count():
    """One action more could reveal to the mummy's side that a pawn stands on a mission."""
    started = datetime(2026, 1, 1, tzinfo=UTC)
    for game, is_counted in (("malediction", False), ("maudite_momie", True)):
        header = write_line(SAMPLERS[game].header(random.Random(1)))
        kept = saved_game_line(GameSummary(1, header, ("red", "blue"), 7, "playing", started))
        assert ("7" in speak("en")(kept.summary)) is is_counted


def test_a_game_of_a_computer_without_a_clock_has_no_date():
    """It began in 1970; what no date says is not made up."""
    header = write_line(SAMPLERS["maudite_momie"].header(random.Random(1)))
    started = datetime(1970, 1, 1, 0, 2, tzinfo=UTC)
    assert speak("en")(saved_game_line(GameSummary(1, header, (), 7, "playing", started)).when) == "no date"


@pytest.mark.parametrize(("other", "is_detailed"), [("Maudite Momie", True), ("L’or du pharaon", False)])
def test_games_that_only_their_players_tell_apart_are_listed_with_them(other, is_detailed):
    """Where all lines would have room without details, two of the same game would look alike."""
    items = tuple(
        Item(name, ("kept",), f"2026-11-21 14:20, Zoé, Bo, Ada, Chloé, Dée, {number} actions")
        for number, name in enumerate(("Maudite Momie", other, "Copy all", "Take games", "Tidy up", "Stop"))
    )
    drawn = layout(View("Saved games", "Which one?", Menu(items), hints=(Hint("ok", "choose"),)), 480, 320)
    texts = [mark.text for mark in drawn if isinstance(mark, Label)]
    assert any("0 actions" in text for text in texts) == is_detailed


def test_a_game_without_its_header_is_not_exported(run, tmp_path):
    """A record that nothing could read would look like a copy."""
    with open_journal(tmp_path / "data" / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        add_game(journal, "", ("red",), ("{}",), ("a digest",), "aside")
    status, record, why = run("export", "1")
    assert (status, record) == (2, "")
    assert "header of game 1" in why


def finished_games(tmp_path, *records):
    """Store whole random games, and return their sessions."""
    folder = tmp_path / "data"
    folder.mkdir()
    sessions = [read_record(record) for record in records]
    with open_journal(folder / JOURNAL_NAME, lambda: datetime(2026, 11, 27, 20, 0, tzinfo=UTC)).journal as journal:
        for session in sessions:
            save_session(journal, session)
    return sessions


def test_results_say_who_won_in_three_forms(run, tmp_path):
    """Text for people, CSV with a line for each player, JSON with an object for each game; all of one evening."""
    sessions = finished_games(tmp_path, *(whole_record(game, 4) for game in SAMPLERS), RECORD.encode())[:-1]
    assert len(run("results")[1].splitlines()) == len(sessions)
    games = [json.loads(line) for line in run("results", "--json")[1].splitlines()]
    for game, session in zip(games, sessions, strict=True):
        assert game["game"] == session.game.id
        assert game["evening"] == 1
        assert [player["player"] for player in game["players"]] == list(session.header.players)
        assert {player["player"] for player in game["players"] if player["won"]} >= set(
            session.game.rules.outcome(session.state).winners
        )
    rows = list(csv.DictReader(io.StringIO(run("results", "--csv")[1])))
    assert [(row["number"], row["player"], row["won"]) for row in rows] == [
        (str(game["number"]), player["player"], str(int(player["won"]))) for game in games for player in game["players"]
    ]


def test_a_name_is_no_formula_in_a_spreadsheet(run, tmp_path):
    """What a program for tables would calculate begins with an apostrophe."""
    lines = whole_record("maudite_momie", 4).decode().replace('"Ada"', '"=1+1"')
    finished_games(tmp_path, lines.encode())
    names = {row["player"] for row in csv.DictReader(io.StringIO(run("results", "--csv")[1]))}
    assert "'=1+1" in names
    assert "=1+1" not in names


def test_without_a_finished_game_there_are_no_results(run):
    """A program that reads the list reads an empty one."""
    assert run("results", "--json")[:2] == (0, "")
    status, out, errors = run("results")
    assert (status, out) == (0, "")
    assert "played to its end" in errors


def test_a_record_can_be_exported_with_the_times_of_its_entries(run, tmp_path):
    """Two columns before each line; without them the record is as it was."""
    record = tmp_path / "game.jsonl"
    record.write_text(RECORD, encoding="utf-8")
    run("import", str(record))
    rows = [line.split("\t") for line in run("export", "1", "--times")[1].splitlines()]
    assert "\n".join(line for _, _, line in rows) + "\n" == RECORD
    assert all(datetime.fromisoformat(at).year >= 2026 for at, _, _ in rows)
    assert [uptime.isdigit() for _, uptime, _ in rows] == [False, True, True]
