"""Taking a game up again, going home by the menu, and what a held back will take back."""

import json
import re
from collections import deque
from functools import reduce
from pathlib import Path
from random import Random

import pytest
from kept_layouts import layout, words_below_keys
from random_play import SAMPLERS, RandomTable, random_game, random_record
from sample_views import SIZES

from display.view import COLOURS, PictureMenu, Scoreboard, as_text, scoreboard_of
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.config.settings import Settings
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.as_html import PageWriter
from firmware_py.pages.box_seat import hands_for
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.page import LongPress, Press, press
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak, words

MOMIE = b"""{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Cy"]}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Bo", "do": "explore", "pile": "right"}
{"by": "Cy", "do": "explore", "pile": "left"}
{"by": "Ada", "do": "explore", "pile": "right"}
"""


@pytest.fixture
def box(tmp_path: Path):
    """A device on which four cards were taken."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(MOMIE)
        device.wait(1.0)
        yield device


def test_a_game_taken_up_again_tells_on_one_page_where_it_was_left(box: SimulatedDevice) -> None:
    """Who is next, when it was played last, what lies before everybody, the last three things; one press goes on."""
    box.cut()
    shown = as_text(box.app.view)
    for line in (
        "Bo to play next.",
        "last played: 2026-01-01 18:00",
        "Ada: 0; 2 cards · Bo: 0; 1 card · Cy: 0; 1 card",
    ):
        assert line in shown
    lines = shown.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Ada loots"))
    assert lines[at : at + 3] == [
        "Ada loots a card from the right pile.",
        "Cy loots a card from the left pile.",
        "Bo loots a card from the right pile.",
    ]
    box.press("ok")
    assert box.app.table.playing.state.active == "Bo"
    assert len(box.app.stack) == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game_id", GAMES)
def test_no_key_covers_what_is_said_of_a_game_taken_up_again(
    game_id: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """Its picture gives way to the words, and the keys lie on the picture."""
    config = Config(language="de", buttons=ButtonsConfig(layout="four"))
    with SimulatedDevice(config, tmp_path / "data") as device:
        device.press("ok")
        device.load(random_record(game_id, Random(3), most=40))
        device.cut()
        assert isinstance(device.app.view.body, PictureMenu)
        assert not words_below_keys(layout(device.app.view, *size))


def test_no_date_is_shown_while_the_clock_is_not_set(tmp_path: Path) -> None:
    """A device without a network does not know what day it is."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.first_day = device.first_day.replace(year=1970)
        device.press("ok")
        device.load(MOMIE)
        device.wait(1.0)
        device.cut()
        assert "last played: no date" in as_text(device.app.view)


def test_somebody_goes_home_by_the_menu_in_two_presses_more(box: SimulatedDevice) -> None:
    """The line, and the name; undo brings them back with their cards."""
    box.press("back")
    while "> <house> Somebody must go home…" not in as_text(box.app.view):
        box.press("up")
    box.press("ok")
    assert "The cards before them go to the discards, unseen." in as_text(box.app.view)
    box.press("down")
    box.press("ok")
    state = box.app.table.playing.state
    assert (state.present, state.cards, state.active) == (("Ada", "Cy"), (2, 0, 1), "Cy")
    assert "Bo goes home: 1 card goes to the discards unseen." in as_text(box.app.view)
    box.hold("back", 1.2)
    assert box.app.table.playing.state.cards == (2, 1, 1)


def test_the_track_shows_a_house_and_the_score_of_who_has_gone_home(box: SimulatedDevice) -> None:
    """Greyed on the phones, too; the scoreboard shows only those who play."""
    box.load(MOMIE + b'{"by": "Bo", "do": "leave"}\n')
    view = box.app.view
    assert "  Bo (blue) 0/35, 0 cards <house>" in as_text(view)
    assert "<span class=dim>Bo</span>" in "".join(PageWriter(speak("en"), "").body(view.body))
    scores = scoreboard_of(view)
    assert scores is not None
    assert isinstance(scores.body, Scoreboard)
    assert [seat.colour for seat in scores.body.seats] == ["red", "green"]


def left_early(game_id: str) -> tuple[Session, str]:
    """A game that the last player has left, and who that was."""
    chance = Random(3)
    headers = iter(lambda: SAMPLERS[game_id].header(chance), None)
    session, players = begin(next(one for one in headers if len(one.players) > 2)), RandomTable(game_id, chance)
    leave, broken_rule = GAMES[game_id].leave, GAMES[game_id].rules.broken_rule
    name = session.header.players[-1]
    while session.ply < 12 or broken_rule(session.state, leave(name)):
        session = play(session, players.next_action(session.state))
    return play(session, leave(name)), name


@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_is_offered_to_who_has_gone_home(game_id: str) -> None:
    """Neither an act, nor that the box plays for them, nor their hands for the box."""
    session, name = left_early(game_id)
    colours = COLOURS[: len(session.header.players)]
    table = PageContext(speak("en"), settings=Settings(controls="six"), session=session, colours=colours)
    stack = (PAGES[game_id].page(table, None, game_menu()), game_menu())
    seen, waiting, played = {stack}, deque([stack]), set()
    while waiting and len(seen) < 200:
        shown = waiting.popleft()
        for done in (Press("ok"), Press("down"), LongPress("ok")):
            after, command = press(shown, done, table)
            if isinstance(command, Play):
                played.add(str(command.action))
            elif command is None and after not in seen and len(after) < 5:
                seen.add(after)
                waiting.append(after)
    assert played
    assert not [action for action in played if name in action]
    assert hands_for(session, session.header.players[-2]) != name


@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_goes_home_once_the_game_is_over(game_id: str) -> None:
    """The menu offers it before, and no longer then."""
    label = words("Somebody must go home…")
    header = SAMPLERS[game_id].header(Random(1))
    begun = begin(header)
    over = reduce(play, (action for _, action, _ in random_game(game_id, 1)), begun)
    assert (begun.is_over, over.is_over) == (False, True)
    for session, is_offered in ((begun, True), (over, False)):
        table = PageContext(speak("en"), session=session, colours=COLOURS[: len(header.players)])
        lines = game_menu().lines(table).choices
        assert [choice.label for choice in lines].count(label) == is_offered


@pytest.mark.parametrize("game_id", GAMES)
def test_the_standings_say_who_has_gone_home_and_nothing_else_of_them(game_id: str, tmp_path: Path) -> None:
    """Figures that left the board stand nowhere: they are not lost, and count nothing."""
    session, name = left_early(game_id)
    lines = (session.header, *(step.action for step in session.steps))
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load("\n".join(map(write_line, lines)).encode())
        device.press("back")
        while "> <players> Standings" not in as_text(device.app.view):
            device.press("down")
        device.press("ok")
        shown = as_text(device.app.view)
    assert not session.is_over
    assert re.findall(rf"^[ >] .*\b{name}\b.*", shown, re.MULTILINE) == [f"  <house> {name} has gone home."]


def test_a_correction_is_among_the_first_lines_of_the_menu(box: SimulatedDevice) -> None:
    """Right below what can be undone."""
    box.press("back")
    lines = [line.strip("> ") for line in as_text(box.app.view).splitlines()]
    assert [line.split(" ")[0] for line in lines[2:5]] == ["<resume>", "<undo>", "<repair>"]


def test_a_held_back_says_in_words_and_pictures_what_it_will_take_back(box: SimulatedDevice) -> None:
    """While it is held, and before it does."""
    box.wait(2.0)
    box.pins.press("back")
    box.wait(0.5)
    hold = box.app.shown.hold
    assert hold is not None
    assert (hold.button, hold.pictures) == ("back", ("explore", "right"))
    assert "undo: Ada loots a card from the right pile." in as_text(box.app.shown)
    assert box.app.table.playing.ply == 4
    box.pins.release("back")


@pytest.mark.parametrize("entry", [{"do": "explore", "pile": "left"}, {"do": "leave"}], ids=["box", "people"])
def test_a_held_back_takes_back_nothing_before_people_have_entered_something(entry: dict, tmp_path: Path) -> None:
    """What the box began with stays; that its seat goes home is an entry of people."""
    seat = {"kind": "player", "level": 2, "version": 1}
    header = {"record": 1, "game": "maudite_momie", "players": ["Bo", "Ada", "Cy"], "box": {"Bo": seat}}
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(b"\n".join(json.dumps(line).encode() for line in (header, {"by": "Bo", **entry})))
        is_peoples = entry["do"] == "leave"
        assert ("undo" in as_text(device.app.view)) == is_peoples
        device.hold("back", 1.2)
        assert device.app.table.playing.ply == (0 if is_peoples else 1)
        assert ("Undone: Bo goes home." in as_text(device.app.view)) == is_peoples
