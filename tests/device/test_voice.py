"""The voice: it says what is new and public, never on a page for the hunters' eyes, and ends with a press."""

import os
import stat

import pytest
from listening import Listener
from malediction_device import THREE, game, hold, play, press, record, state, text

from display.view import Item, Menu, View
from firmware_py.games.malediction.actions import Choose, Move, Roll
from firmware_py.pages.malediction.hunter_pages import move_ends
from firmware_py.pages.spoken import utterance
from firmware_py.words import speak
from hardware import Edge
from hardware.controls.voice import Voice


@pytest.fixture
def listener(tmp_path):
    found = Listener(tmp_path)
    yield found
    found.device.close()


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


def test_what_hunters_announce_is_said_and_nothing_else_of_their_page(listener):
    """The announced die and who begins are for all ears; where a pawn went, and what else was thrown, are not."""
    listener.device.load(record(THREE))
    hold(listener.device, "ok")
    said = listener.voice.transcript
    before = len(said)
    play(listener.device, Roll("Ada", faces=("1", "2", "3", "4", "mummy")))
    assert said[before:] == []
    play(listener.device, Choose("Ada", "4"))
    assert said[before:] == ["Ada (red pawn) announces: 4."]
    play(listener.device, Move("Ada", to=move_ends(state(listener.device))[0]))
    assert said[before + 1 :] == ["Bo (blue pawn) begins."]


def test_the_curtain_says_what_was_announced(tmp_path):
    """Whoever plays the mummy and did not hear it reads it there, in words that tell nothing of the pawn."""
    with game(tmp_path, Roll("Ada", faces=("1", "2", "3", "4", "mummy")), Choose("Ada", "4")) as device:
        press(device, "back")
        assert "Ada (red pawn) announces: 4." in text(device)


def test_the_sign_of_a_key_is_said_by_its_name():
    """A synthesizer leaves the sign out: "hold" alone tells nobody what to hold."""
    assert utterance(None, View("", "Hunters: hold ✓", Menu(())), speak("en")) == "Hunters: hold ok."
    assert utterance(None, View("", "Chasseurs : tenez ✓", Menu(())), speak("fr")) == "Chasseurs : tenez OK."


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
    """Then nobody holds the pipe any more; and a synthesizer that is missing is silence."""
    os.mkfifo(tmp_path / "held")
    holds = f"exec 3> {tmp_path / 'held'}; echo >&3; exec tail -f /dev/null"
    voice = Voice((program(tmp_path, "player", holds),), program(tmp_path, "s", holds))
    voice.say("Ada", "en")
    with (tmp_path / "held").open("rb", buffering=0) as held:
        assert held.read(1) + held.read(1) == b"\n\n"
        os.set_blocking(held.fileno(), False)
        voice.hush()
        assert held.read() == b""
    Voice(("true",), "/nonexistent").say("Ada", "en")
