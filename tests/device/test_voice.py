"""The voice: it says what is new and public, never on a page for the hunters' eyes, and ends with a press."""

import os
import shutil
import stat
import wave
from array import array
from signal import SIGKILL

import pytest
from malediction_device import THREE, game, hold, play, press, record, state, text
from msgspec.structs import replace
from recording_screen import RecordingScreen

from display.inputs import Touched
from display.view import Actor, Item, MazePlan, Menu, Notice, RankedPlayer, Ranking, ScoreHistory, Square, View
from firmware_py.device.loop import Inbox, run_app
from firmware_py.games.malediction.state import Choose, Move, Roll
from firmware_py.pages.malediction.turn_pages import move_ends
from firmware_py.pages.maudite_momie.turn_pages import OddsPage
from firmware_py.pages.spoken import learnt, utterance
from firmware_py.words import LANGUAGES, speak
from hardware import Edge
from hardware.controls.voice import Voice

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


def test_who_must_act_is_said_once():
    """A notice that ends with the turn has said it; one that only names somebody has not."""
    say, asked = speak("en"), View("", "What do you do?", Menu(()), actor=Actor("Bo", "blue"))
    passed = replace(asked, notice=Notice(("Ada loots.", "Bo's turn."), "news", turn_of="Bo"))
    assert utterance(None, passed, say) == "Ada loots. Bo's turn. What do you do?"
    for announced in ("Bo scores 3.", "Al Bo scores 3."):
        scored = replace(asked, notice=Notice((announced,), "news"))
        assert utterance(None, scored, say) == f"{announced} Bo. What do you do?"
    passed = replace(asked, notice=Notice(("Ada loots.", "Al Bo's turn."), "news", turn_of="Al Bo"))
    assert utterance(None, passed, say) == "Ada loots. Al Bo's turn. Bo. What do you do?"


@pytest.mark.parametrize(("name", "is_named"), [("A", False), ("Al", True), ("pile", False), ("piles", True)])
def test_a_name_is_no_part_of_a_word(name, is_named):
    """Who must act is left unsaid only where the question names them."""
    said = utterance(None, View("", "All piles are empty, Al?", Menu(()), Actor(name, "red")), speak("en"))
    assert said.startswith("All piles") == is_named


def test_a_place_without_a_remark_is_said_without_a_gap():
    """Names, points, and a remark where there is one."""
    places = (RankedPlayer(1, "Bo", "blue", 12), RankedPlayer(2, "Ada", "red", 7, "one figure."))
    assert (
        utterance(None, View("", "", Ranking(places, Menu(()), ScoreHistory(()))), speak("en"))
        == "1: Bo, 12. 2: Ada, 7, one figure."
    )


def test_what_hunters_announce_is_said_and_nothing_else_of_their_page(listener):
    """The announced die and who begins are for all ears; where a pawn went, and what else was thrown, are not."""
    listener.device.load(record(THREE))
    hold(listener.device, "ok")
    said = listener.voice.transcript
    before = len(said)
    play(listener.device, Roll("Ada", faces=("1", "2", "3", "4", "mummy")))
    assert said[before:] == []
    play(listener.device, Choose("Ada", "4"))
    assert said[before:] == ["Ada announces: 4."]
    play(listener.device, Move("Ada", to=move_ends(state(listener.device))[0]))
    assert said[before + 1 :] == ["Bo to play."]


def test_the_curtain_says_what_was_announced(tmp_path):
    """Whoever plays the mummy and did not hear it reads it there, in words that tell nothing of the pawn."""
    with game(tmp_path, Roll("Ada", faces=("1", "2", "3", "4", "mummy")), Choose("Ada", "4")) as device:
        press(device, "back")
        assert "Ada (red pawn) announces: 4." in text(device)


def test_the_sign_of_a_key_is_said_by_its_name():
    """A synthesizer leaves the sign out: "hold" alone tells nobody what to hold."""
    assert utterance(None, View("", "Hunters: hold ✓", Menu(())), speak("en")) == "Hunters: hold ok."
    assert utterance(None, View("", "Chasseurs : tenez ✓", Menu(())), speak("fr")) == "Chasseurs : tenez OK."


def test_a_line_that_begins_with_its_key_names_it_once():
    """A word that only begins like the key is another one."""
    lines = Menu((Item("Links plündern", key="left"), Item("Rechtsanwalt", key="right"), Item("Abhauen", key="ok")))
    said = utterance(None, View("", "", lines), speak("de"))
    assert said == "Links plündern. rechts: Rechtsanwalt. OK: Abhauen."


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "5 vases times 2: 10 points."), ("fr", "5 vases fois 2 : 10 points."), ("de", "5 Vasen mal 2: 10 Punkte.")],
)
def test_the_signs_of_a_reckoning_are_words(language, said):
    """In French a synthesizer leaves out the sign of equality."""
    counted = said.split()[1]
    page = View("", "", Menu((), text=(f"5 {counted} × 2 = 10",)))
    assert utterance(None, page, speak(language)) == said


def test_what_is_below_zero_is_said_so():
    """In French a synthesizer reads -2 as 2; a hyphen within a name stays."""
    places = (RankedPlayer(1, "Bo-3", "blue", -2), RankedPlayer(2, "Ada", "red", -4))
    said = utterance(None, View("", "", Ranking(places, Menu(()), ScoreHistory(()))), speak("fr"))
    assert said == "1: Bo-3, moins 2. 2: Ada, moins 4."


def test_the_odds_are_said_in_words_with_the_back_that_they_belong_to(listener):
    """A synthesizer reads the stroke of 1/3 as a slash; elsewhere a stroke means no odds."""
    listener.device.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}')
    odds = OddsPage((0, 2, 0)).with_cursor(1).view(listener.device.app.table)
    assert utterance(None, odds, speak("en")).endswith("yellow: 2; 1 in 3 hides a guardian.")
    page = View("", "", Menu((), text=("Page 1/2, 3/2/2026",)))
    assert utterance(None, page, speak("en")) == "Page 1/2, 3/2/2026."


def test_what_a_notice_has_announced_is_not_said_again():
    """It is left out of the page, as is what stood above the last question already."""
    say = speak("en")
    asked = View("Bo", "Which one?", Menu((Item("First"),), text=("The bust lies on a2.",)))
    announced = replace(asked, notice=Notice(("Bo finds a chamber.", "The bust lies on a2."), "news"))
    assert utterance(None, announced, say) == "Bo finds a chamber. The bust lies on a2. Bo. Which one? First."
    assert utterance(announced, replace(announced, prompt="And then?"), say) == "And then? First."


def test_what_was_announced_of_another_player_is_said_of_this_one():
    """A longer sentence holds a shorter one, and a name may hold another: neither was said with it."""
    asked = View("", "Go on?", Menu((), text=("Bo scores 3 points.",)))
    for announced in ("Al Bo scores 3 points.", "Al. Bo scores 3 points."):
        heard = utterance(None, replace(asked, notice=Notice((announced,), "news")), speak("en"))
        assert heard == f"{announced} Go on? Bo scores 3 points."


@pytest.mark.parametrize("names", [("Ada", "Bo"), ("A.", "B."), ("Ada Jr.", "Bo Jr."), ("Ah!", "Oh!")])
def test_what_is_true_of_two_players_is_heard_of_both(names):
    """Whatever their names end with: in a notice, in the text of a page, and at the end of a game."""
    scores = tuple(f"{name} scores 3 points." for name in names)
    heard = " ".join(scores)
    assert utterance(None, View("", "", Menu((), text=scores)), speak("en")) == heard
    assert utterance(None, View("", "", Menu(()), notice=Notice((heard,), "news")), speak("en")) == heard
    places = tuple(
        RankedPlayer(1, name, colour, 3, "wins") for name, colour in zip(names, ("red", "blue"), strict=True)
    )
    said = utterance(None, View("", "", Ranking(places, Menu(()), ScoreHistory(()))), speak("en"))
    assert said == f"1: {names[0]}, 3, wins. 1: {names[1]}, 3, wins."


def test_dots_that_promise_a_page_are_not_spoken():
    """They end a line of a list, and would be read as a pause or as "dot dot dot"."""
    page = View("", "", Menu((Item("Awaken…", key="up"), Item("Run", key="down"))))
    assert utterance(None, page, speak("en")) == "up: Awaken. down: Run."


def test_what_keys_do_is_said_once_and_then_what_has_changed():
    """Also that a key does nothing now; a count beside its label is not worth words."""
    say = speak("en")

    def page(name, *items):
        return View("", "What do you do?", Menu(items), actor=Actor(name, "red"))

    left, run = Item("Loot", key="left", detail="27 cards"), Item("Run with 1 card", key="down")
    first = page("Ada", left)
    assert utterance(None, first, say) == "Ada. What do you do? left: Loot: 27 cards."
    known = learnt({}, first, say)
    second = page("Bo", replace(left, detail="26 cards"), run)
    assert utterance(first, second, say, known) == "Bo. What do you do? down: Run with 1 card."
    known = learnt(known, second, say)
    assert utterance(second, page("Ada", left), say, known) == "Ada. What do you do? down: not now."


def test_a_question_of_a_page_that_explains_itself_is_asked_once():
    """Another count is said, and a page with nothing else to say asks again."""
    say = speak("en")
    square = Square(open="NS")

    def page(name, prompt, cursor, **of_page):
        return View("", prompt, MazePlan(1, (square,), cursor=cursor), Actor(name, "red"), **of_page)

    first = page("Mo", "Where does the mummy go? 3 steps left.", 0, is_asked_once=True)
    assert utterance(None, first, say) == "Mo. Where does the mummy go? 3 steps left. a1: open north, south."
    known = learnt({}, first, say)
    again = replace(first, prompt="Where does the mummy go? 2 steps left.")
    other = View("", "", Menu(()), Actor("Bo", "red"))
    assert utterance(other, again, say, known) == "Mo. 2 steps. a1: open north, south."
    die = page("Mo", "What does it show?", None, is_asked_once=True)
    known = learnt({}, die, say)
    assert utterance(other, die, say, known) == "Mo. What does it show?"
    turn = replace(die, notice=Notice(("Mo rolls.",), "news", turn_of="Mo"))
    assert utterance(other, turn, say, known) == "Mo rolls."


def test_help_says_all_of_it_again(listener):
    """Whoever has forgotten a key asks for help, and hears the whole page after it."""
    listener.device.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}')
    assert "left: Loot" in listener.voice.transcript[-1]
    assert "left: " not in listener.press("right")
    hold(listener.device, "up")
    heard = listener.press("back")
    assert "left: Loot: left pile: 27 cards" in heard
    assert "right: Loot: right pile: 26 cards" in heard


def test_a_curtain_says_once_what_hunters_hold(tmp_path):
    """And once it stands on the page, beside its picture."""
    with game(tmp_path) as device:
        press(device, "back")
        assert utterance(None, device.app.view, speak("en")).count("hold ok") == 1


def test_a_press_ends_what_is_being_said(listener):
    """As soon as a button goes down, before it means anything; its release ends nothing."""
    listener.press("down")
    assert listener.voice.saying
    listener.device.app.edge(Edge("back", True, listener.device.now_s))
    assert listener.voice.saying == ""


# --- the programs ----------------------------------------------------------------------------------------------------


def program(folder, name, line):
    """A program of one line of shell."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_text_goes_through_the_synthesizer_into_the_player(tmp_path):
    """Through pipes, whatever the text begins with."""
    os.mkfifo(tmp_path / "ear")
    player = program(tmp_path, "player", f"exec cat > {tmp_path / 'ear'}")
    voice = Voice([(player,)], program(tmp_path, "synthesizer", 'echo "$@"; exec cat'))
    voice.say("-v Ada", "fr")
    assert (tmp_path / "ear").read_text() == "--stdin --stdout -v fr\n-v Ada"
    voice.close()


def test_hushing_ends_both_programs(tmp_path):
    """Then nobody holds the pipe any more; and a synthesizer that is missing is silence."""
    os.mkfifo(tmp_path / "held")
    holds = f"exec 3> {tmp_path / 'held'}; echo >&3; exec tail -f /dev/null"
    voice = Voice([(program(tmp_path, "player", holds),)], program(tmp_path, "s", f"read text; {holds}"))
    voice.say("Ada", "en")
    with (tmp_path / "held").open("rb", buffering=0) as held:
        assert held.read(1) + held.read(1) == b"\n\n"
        os.set_blocking(held.fileno(), False)
        voice.hush()
        assert held.read() == b""
    voice.close()
    Voice([("true",)], "/nonexistent").say("Ada", "en")


# --- how soon it is heard --------------------------------------------------------------------------------------------


class Rehearsal:
    """A voice whose synthesizers tell their process and language as they start, and speak both process and text."""

    def __init__(self, folder):
        for name in ("started", "heard"):
            os.mkfifo(folder / name)
        self._heard = folder / "heard"
        self._started = (folder / "started").open("r+b", buffering=0)
        synthesizer = program(folder, "s", f"echo $$ $4 > {folder / 'started'}; read text; exec echo $$: $text")
        self.voice = Voice([(program(folder, "player", f"exec cat > {self._heard}"),)], synthesizer)

    def say(self, text, language):
        """Say a text, and return by which process it is heard."""
        self.voice.say(text, language)
        speaking, _, said = self._heard.read_text().partition(": ")
        assert said == f"{text}\n"
        self.voice.get_ready()
        return speaking

    def started(self, synthesizers):
        """The processes and languages of so many synthesizers, once they have started."""
        return dict(self._started.readline().decode().split() for _ in range(synthesizers))

    def close(self):
        self.voice.close()
        self._started.close()


@pytest.fixture
def rehearsal(tmp_path):
    found = Rehearsal(tmp_path)
    yield found
    found.close()


def is_running(process):
    """Whether a process has not ended, or was not waited for."""
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    return True


def test_who_speaks_a_text_was_started_with_the_text_before(rehearsal):
    """Once an action is stored, all that is left to do is to speak; one more synthesizer is started a text."""
    first = rehearsal.say("Ada", "fr")
    waiting = rehearsal.started(2)
    assert waiting.pop(first) == "fr"
    for name in ("Bo", "Cy"):
        assert [rehearsal.say(name, "fr")] == list(waiting)
        waiting = rehearsal.started(1)


def test_another_language_is_spoken_by_another_program(rehearsal):
    """Who waits knows one language, and is ended if another one is to be spoken, and once nothing is to be said."""
    waiting = rehearsal.started(2) if rehearsal.say("Ada", "fr") else {}
    speaking = rehearsal.say("Bo", "de")
    assert not any(map(is_running, waiting))
    waiting = rehearsal.started(2)
    assert waiting.pop(speaking) == "de"
    rehearsal.voice.close()
    assert not any(map(is_running, waiting))


def test_nothing_waits_once_the_voice_is_switched_off(listener):
    """What waits takes memory; while the voice is on, it stays."""
    listener.press("up", "up")
    assert not listener.voice.is_closed
    listener.choose("Settings")
    listener.choose("Sound")
    listener.choose("A voice reads the pages: on", "up")
    assert listener.voice.is_closed


def test_who_has_waited_in_vain_leaves_nothing_behind(rehearsal):
    """A synthesizer that ends while it waits is waited for as soon as the device has time; no other one follows it."""
    first = rehearsal.say("Ada", "fr")
    (waiting,) = rehearsal.started(2).keys() - {first}
    os.kill(int(waiting), SIGKILL)
    os.waitid(os.P_PID, int(waiting), os.WEXITED | os.WNOWAIT)
    rehearsal.voice.get_ready()
    assert not is_running(waiting)
    rehearsal.voice.get_ready()
    second = rehearsal.say("Bo", "fr")
    assert set(rehearsal.started(2)) > {second}


def test_a_synthesizer_that_starts_no_more_is_silence(tmp_path):
    """There may be no memory for it, or no program any more: the game goes on, and later so does the voice."""
    os.mkfifo(tmp_path / "ear")
    synthesizer = tmp_path / "synthesizer"
    program(tmp_path, synthesizer.name, "exec cat")
    voice = Voice([(program(tmp_path, "player", f"exec cat > {tmp_path / 'ear'}"),)], str(synthesizer))
    voice.say("Ada", "fr")
    assert (tmp_path / "ear").read_text() == "Ada"
    kept = synthesizer.rename(tmp_path / "kept")
    voice.get_ready()
    voice.say("Bo", "fr")
    kept.rename(synthesizer)
    voice.say("Cy", "fr")
    assert (tmp_path / "ear").read_text() == "Cy"
    voice.close()


class Eyes(RecordingScreen):
    """Moves the cursor once, and records how much was said, and whether the voice got ready, when a page was shown."""

    def __init__(self, voice):
        super().__init__()
        self._touches = [Touched("button:down")]
        self._voice = voice
        self.found = []

    def show(self, app, devices):  # noqa: ARG002 - as the loop calls it
        self.found.append((len(self._voice.transcript), self._voice.is_ready))

    def poll(self):
        return (self._touches.pop(),) if self._touches else super().poll()


def test_the_next_synthesizer_starts_once_the_page_is_shown(listener):
    """Whoever sees waits for no program that only the next text needs."""
    eyes, said = Eyes(listener.voice), len(listener.voice.transcript)
    run_app(listener.device.app, listener.device.devices, eyes, Inbox(eyes.poll, lambda: listener.device.now_s), None)
    assert eyes.found == [(said, True), (said + 1, False)]
    assert listener.voice.is_ready


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="hearing it takes espeak-ng: apt install espeak-ng")
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_silence_comes_before_the_first_word(tmp_path, language):
    """Of the sound that the player gets, the first 50 ms can be heard in every language."""
    os.mkfifo(tmp_path / "ear")
    voice = Voice([(program(tmp_path, "player", f"exec cat > {tmp_path / 'ear'}"),)])
    voice.say("Ada", language)
    with (tmp_path / "ear").open("rb") as ear, wave.open(ear) as sound:
        samples = array("h", sound.readframes(sound.getframerate() // 20))
    voice.close()
    assert max(samples) > LOUDEST // 100


LOUDEST = 2**15


@pytest.mark.parametrize(("language", "said"), [("en", "Mummy die."), ("fr", "Dé-Momie."), ("de", "Mumienwürfel.")])
def test_a_die_that_the_device_rolls_is_named(language, said):
    """Its picture has no label, and its question is asked once only."""
    view = View("", "?", MazePlan(1, (Square(),), dice=(Item("", ("dice",)),), die=0), is_asked_once=True)
    assert said in utterance(None, view, speak(language))
