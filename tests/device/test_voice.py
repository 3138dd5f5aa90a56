"""The voice: what it says is enough to play from, never on a page for the hunters' eyes, and ends with a press."""

import os
import re
import stat

import pytest
from malediction_device import THREE, play, read, record

from display.view import Item, Menu, View
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.actions import Choose, Move, Roll
from firmware_py.pages.spoken import utterance
from firmware_py.words import speak
from hardware import Edge
from hardware.controls.voice import Voice
from hardware.simulated.voice import SimulatedVoice


class Listener:
    """Somebody who presses by what they hear, and sees nothing."""

    def __init__(self, folder) -> None:
        """Switch the voice on, in English; until then nothing is heard."""
        self.voice = SimulatedVoice()
        self.device = SimulatedDevice(Config(language="en"), folder / "data", voice=self.voice)
        self.heard = ""
        self.press("ok", "up", "up", "ok", "down", "ok", "up")
        assert self.voice.transcript == []
        assert "A voice reads the pages: on." in self.press("ok")
        self.press("back", "back")

    def press(self, *buttons: str) -> str:
        """Press buttons, and return what is heard after the last one."""
        for button in buttons:
            before = len(self.voice.transcript)
            self.device.press(button)
            self.heard = " ".join(self.voice.transcript[before:])
            assert self.heard == "" or self.device.app.view.audience != "hunters"
        return self.heard

    def choose(self, wanted: str, button: str = "down") -> str:
        """Press a direction until a line is heard, then `ok`; return what is heard then."""
        for _ in range(20):
            if wanted in self.heard:
                return self.press("ok")
            self.press(button)
        raise AssertionError(f"{wanted!r} is never heard")

    def until(self, wanted: str) -> None:
        """Press `ok` until something is heard."""
        for _ in range(12):
            if wanted in self.heard:
                return
            self.press("ok")
        raise AssertionError(f"{wanted!r} is never heard")


@pytest.fixture
def listener(tmp_path):
    found = Listener(tmp_path)
    yield found
    found.device.close()


# --- by ear ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_of_maudite_momie_is_played_by_ear(listener):
    """Who must act, what can be done, each treasure, the score and the winner: all of it is heard."""
    listener.choose("Loot N Run")
    listener.choose("2 players")
    listener.until("Begin the game")
    listener.press("ok")
    for _ in range(60):
        if "which treasure" in listener.heard:
            listener.choose("3 chest")
        elif "Book" in listener.heard:
            listener.press("ok")
        elif "The end." in listener.heard:
            break
        else:
            assert "What does Player" in listener.heard
            listener.press("up")
            listener.choose("Run with 2 cards" if "Run with 2" in listener.heard else "Loot: left pile")
    assert re.search(r"(wins|share the victory) with 3\d\.", listener.heard)
    assert listener.device.app.table.playing.is_over


def test_a_turn_of_the_pharaoh_is_played_by_ear(listener):
    """Which card is meant, how it lies, what a step costs, and whose turn it is then."""
    listener.choose("L'or du pharaon")
    listener.choose("2 players")
    listener.until("Begin the game")
    listener.press("ok")
    assert "Reveal b6." in listener.heard
    listener.press("ok")
    assert "b6: open" in listener.heard
    listener.choose("Straight")
    assert "Player 1 reveals b6. 2 actions are left." in listener.heard
    listener.choose("Archaeologist: b6")
    listener.choose("End the turn")
    assert "Player 2 to play." in listener.heard
    assert listener.device.app.table.playing.state.teams[0].archaeologist == "b6"


def test_the_mummys_turn_is_played_by_ear_and_no_hunter_is_heard(listener):
    """The die, each step and where the mummy stands; while hunters look at their map the voice is silent."""
    device, said = listener.device, listener.voice.transcript
    device.load(record(THREE))
    read(device)
    for action in (Roll("Ada", faces=("1",) * 5), Choose("Ada", "1"), Move("Ada", to="c4")):
        play(device, action)
    for action in (Roll("Bo", faces=("2",) * 5), Choose("Bo", "2")):
        play(device, action)
    ends = device.app.table.playing.game.rules.legal_actions(device.app.table.playing.state)
    play(device, next(action for action in ends if isinstance(action, Move)))
    assert not re.search(r"\b[a-e][1-5]\b", " ".join(said))
    assert "What does the mummy die show? 1." in said[-1]
    listener.press("down", "down")
    assert listener.heard == "3."
    listener.press("ok")
    assert "The mummy's path, cell by cell" in listener.heard
    start = device.app.table.playing.state.mummy
    assert "2 steps left." in listener.press("left")
    assert "The mummy goes 1 cell" in listener.press("ok")
    assert device.app.table.playing.state.mummy != start


# --- what is said ----------------------------------------------------------------------------------------------------


def test_only_what_is_new_is_said():
    """A cursor says its line alone; a page for the hunters' eyes says nothing."""
    say = speak("en")
    page = View("Saved games", "Which one?", Menu((Item("First"), Item("Second", detail="finished"))))
    moved = View("Saved games", "Which one?", Menu(page.body.items, 1))
    assert utterance(None, page, say) == "Saved games. Which one? First."
    assert utterance(page, moved, say) == "Second: finished."
    assert utterance(moved, moved, say) == ""
    assert utterance(None, View("Red", "Where?", page.body, audience="hunters"), say) == ""


def test_a_press_ends_what_is_being_said(listener):
    """As soon as a button goes down, before it means anything; its release ends nothing."""
    listener.press("down")
    assert listener.voice.saying
    listener.device.app.edge(Edge("back", True, listener.device.now_s))
    assert listener.voice.saying == ""


# --- the programs ----------------------------------------------------------------------------------------------------


def program(folder, name, line):
    """Return a program of one line of shell."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_text_goes_through_the_synthesizer_into_the_player(tmp_path):
    """Through pipes, whatever the text begins with."""
    os.mkfifo(tmp_path / "ear")
    player = program(tmp_path, "player", f"exec cat > {tmp_path / 'ear'}")
    voice = Voice((player,), program(tmp_path, "synthesizer", 'echo "$@"; exec cat'))
    voice.say("-v Ada", "fr")
    assert (tmp_path / "ear").read_text() == "--stdin --stdout -v fr\n-v Ada"
    voice.hush()


def test_hushing_ends_both_programs(tmp_path):
    """And a synthesizer that is missing is silence."""
    voice = Voice((program(tmp_path, "player", "exec tail -f /dev/null"),), program(tmp_path, "s", "exec cat"))
    voice.say("Ada", "en")
    assert voice.is_speaking()
    voice.hush()
    assert not voice.is_speaking()
    Voice(("true",), "/nonexistent").say("Ada", "en")
