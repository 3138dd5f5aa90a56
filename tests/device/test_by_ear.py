"""Whole games played by what the voice says: nothing that a player needs is on the screen alone."""

import re

import pytest
from malediction_device import play
from places import RECORDS
from sampling import every
from shown import spoken_games

from firmware_py.games.malediction import state as malediction
from firmware_py.games.or_du_pharaon import state as pharaon
from firmware_py.games.or_du_pharaon.events import FigureLost, Fled, LanternLost, LanternOut
from firmware_py.games.records import read_action
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import replay
from firmware_py.pages.spoken import learnt
from firmware_py.words import speak


def recorded(game_id, name):
    """The first line of a recorded game, and its legal actions."""
    text = (RECORDS / game_id / f"{name}.jsonl").read_bytes()
    lines = text.splitlines()
    played = [one.line for one in replay(text, keep_going=True) if one.refusal is None]
    return lines[0], [read_action(lines[line - 1], GAMES[game_id].action) for line in played[1:]]


def test_a_whole_game_of_maudite_momie_is_played_by_ear(listener):
    """Who must act, each treasure, score and winner are heard, and what each key does is true of each page."""
    listener.choose("Loot N Run")
    assert "2 players" in listener.heard
    assert "seat 1: Player 1" in listener.heard
    listener.until("Begin the game")
    listener.press("ok")
    for _ in range(60):
        known = learnt({}, listener.device.app.view, speak("en"))
        for keys in known.values():
            assert keys.keys() == listener.keys.keys()
            assert all(listener.keys[key].startswith(line) for key, line in keys.items())
        if "which treasure" in listener.heard:
            listener.by_key("2")
            listener.by_key("2 chest")
        elif "The end." in listener.heard:
            break
        else:
            assert "What do you do?" in listener.heard
            run = "Run with 2 cards"
            listener.by_key(run if run in listener.keys.values() else "Loot: left pile")
    assert re.search(r"(wins|share the victory) with (3\d|40)\.", listener.heard)
    assert listener.device.app.table.playing.is_over


# --- L'or du pharaon -------------------------------------------------------------------------------------------------

SHAPES = {4: "Crossing", 3: "Fork"}
SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def aim(listener, act, cell):
    """Choose an act, at the place that is heard with it or at another one."""
    listener.seek(act)
    if f"{act}{cell}, " not in listener.heard:
        listener.press("right")
        listener.seek(f"{cell}: ", "right")
    listener.press("ok")


def reveal(listener, action):
    """Enter a card: which one, whether it is a chamber, its shape and how it lies."""
    aim(listener, "Reveal ", action.at)
    if action.chamber:
        listener.choose("Burial chamber")
    listener.seek(SHAPES[len(action.open)])
    sides = ", ".join(SIDES[side] for side in action.open)
    listener.seek("open on all sides" if len(action.open) == len(SIDES) else f"open {sides}", "right")
    listener.press("ok")


def enter(listener, action):
    """Enter an action by what is heard."""
    match action:
        case pharaon.Move(pawn=pawn, to=to):
            aim(listener, f"{pawn.capitalize()}: ", to)
        case pharaon.Reveal():
            reveal(listener, action)
        case pharaon.Photo():
            listener.choose("The bust")
            listener.choose("Curse")
            assert "Curse: entered" in listener.heard
            listener.choose("That is all")
        case pharaon.PickUp():
            listener.choose("Pick up the bust")
        case pharaon.Steal(victim=victim):
            listener.choose(f"Steal from {victim}")
        case pharaon.EndTurn():
            while not re.search(r"Done|End the turn", listener.heard):
                listener.press("down")
            listener.press("ok")
    while "Go on" in listener.heard:
        listener.press("ok")


def test_a_whole_game_of_the_pharaoh_is_played_by_ear(listener):
    """Which card is meant, how it lies, who stands there, what a step costs; a theft, the fall, and who has won."""
    first, actions = recorded("or_du_pharaon", "stolen_bust")
    listener.device.load(first)
    listener.press("back", "back")
    for action in actions:
        enter(listener, action)
        assert listener.device.app.table.playing.steps[-1].action == action
        if isinstance(action, pharaon.Steal):
            listener.press("back")
            listener.choose("Standings")
            assert "Ada: archaeologist on d5 with the bust, porter on the start card." in listener.heard
            listener.press("back", "back")
    assert "1: Ada, minus 2" in listener.heard


MOVED = Fled, LanternOut, FigureLost, LanternLost
"""What happens to pieces that lie on the table."""


@pytest.mark.parametrize("name", ["mummy_and_curse", "countdown"])
def test_what_flees_goes_out_and_is_lost_is_heard_at_once(listener, name):
    """Whoever hears no page would not know that it has lines to go through."""
    text = (RECORDS / "or_du_pharaon" / f"{name}.jsonl").read_bytes()
    lines, legal = text.splitlines(), [one for one in replay(text, keep_going=True) if one.refusal is None]
    found = 0
    for at, one in enumerate(legal, start=1):
        moved = [event for event in one.events if isinstance(event, MOVED)]
        if moved:
            listener.device.load(b"\n".join(lines[before.line - 1] for before in legal[:at]))
            heard = " ".join(listener.voice.transcript)
            assert all(speak("en")(event.words()) in heard for event in moved), (moved, heard)
            found += len(moved)
    assert found


# --- La malédiction --------------------------------------------------------------------------------------------------


BUTTONS = {(0, -1): ("north", "up"), (1, 0): ("east", "right"), (0, 1): ("south", "down"), (-1, 0): ("west", "left")}


def walk(listener, path):
    """Walk along a path by the sides that were heard to be open; where a press leads too far, take back a cell."""
    entered = 0
    while entered < len(path):
        here, sides = heard_cell(listener)
        to = path[entered]
        side, button = BUTTONS[ord(to[0]) - ord(here[0]), int(to[1]) - int(here[1])]
        assert side in sides or sides.startswith("on all sides")
        listener.press(button)
        while (end := heard_cell(listener)[0]) not in path[entered:]:
            listener.press("back")
        entered = path.index(end, entered) + 1


def heard_cell(listener):
    """The cell that was heard last, and the sides to which it is open; none where the path has ended."""
    return re.findall(r"\b([a-e][1-5])(?:: open ([a-z, ]+)|: \w\d\.|\.)", listener.heard)[-1]


def test_a_whole_game_of_the_mummy_is_played_by_ear_and_no_hunter_is_heard(listener):
    """The die, where each step leads, and each catch; on the hunters' pages the voice is silent."""
    first, actions = recorded("malediction", "two_players_third_catch")
    device, said = listener.device, listener.voice.transcript
    device.load(first)
    for number, action in enumerate(actions):
        match action:
            case malediction.Roll(by="Mo", face=face):
                if "has checked" in listener.until("The mummy's turn."):
                    listener.press("ok")
                listener.by_key(str(face))
            case malediction.Move(by="Mo", path=path):
                listener.until(" step")
                walk(listener, path)
                listener.press("ok")
            case malediction.PlayMission() | malediction.EndTurn():
                pass
            case _:
                then = actions[number + 1]
                play(device, action, then if isinstance(then, malediction.PlayMission) else None)
        listener.heard = said[-1]
    assert device.app.table.playing.is_over
    assert "The mummy (Mo) has 3 tokens and wins." in listener.heard
    chosen = [action.face for action in actions if isinstance(action, malediction.Choose)]
    assert sum("Where does the mummy go?" in text for text in said) == 1
    assert [face for text in said for face in re.findall(r"announces: (\w+)\.", text)] == chosen


# --- how much is said ------------------------------------------------------------------------------------------------

WORDS = {("maudite_momie", "de"): 4719, ("or_du_pharaon", "fr"): 5446, ("malediction", "de"): 703}
"""The words of a whole game when everything was said at every turn."""


@pytest.mark.parametrize(("game", "language"), every(2, [*WORDS]))
def test_a_voice_says_what_is_new_and_no_more(game, language, capsys, tmp_path):
    """Whoever listens to a whole game is told nothing twice that has not changed."""
    spoken_games.play(language, game, tmp_path)
    lines = re.findall(r"^(?:\(hunters\) )?\[[^]]*\] (.*)$", capsys.readouterr().out, re.MULTILINE)
    said = re.findall(r"\w+", " ".join(lines))
    assert 0.5 < len(said) / WORDS[game, language] < 0.6
