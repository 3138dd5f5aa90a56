"""Evenings on the device: after a game, and from the first page, people find who won."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from pressed_lines import choose
from random_play import SAMPLERS, whole_record
from stored_journal import add_game, open_at_noon

from display.view import NO_CHOICES, Bar, as_text
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.evenings.results import GameResult, Moment, PlayerResult
from firmware_py.evenings.statistics import (
    Answer,
    AskEvenings,
    EveningGames,
    EveningsAnswer,
    GameAnswer,
    PersonAnswer,
    game_statistics,
    person_statistics,
)
from firmware_py.games.restoring import read_record
from firmware_py.host.clock import UNSET
from firmware_py.pages.evenings import ThinkingBars, with_answer
from firmware_py.pages.interface import Ask, PageContext
from firmware_py.pages.saved_games import MOST_LISTED
from firmware_py.words import speak

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'


def shown(device: SimulatedDevice) -> str:
    """What the screen shows."""
    return as_text(device.app.view)


@pytest.mark.parametrize("game", SAMPLERS)
def test_the_end_of_a_game_leads_to_this_evening(game: str, tmp_path: Path) -> None:
    """Its winners lead, the game is in the list with its length, and its people have pages."""
    record = whole_record(game, 4)
    session = read_record(record)
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(record)
        for _ in range(3):  # what has happened last is read aloud first
            if "Done" not in shown(device):
                device.press("ok")
        choose(device, "Done")
        assert "This evening" in shown(device)
        outcome = session.game.rules.outcome(session.state)
        assert outcome is not None
        assert all(winner in shown(device) for winner in outcome.winners)
        choose(device, "1 game")
        assert "minute" in shown(device)
        device.press("back")
        choose(device, "People", session.header.players[0])
        assert "games won:" in shown(device)
        for _ in range(3):
            device.press("back")
        assert "Which game will you play?" in shown(device)


def test_evenings_survive_a_power_cut_and_are_found_on_the_first_page(tmp_path: Path) -> None:
    """Two games, one of them no longer the newest: both count, and the one that goes on does not."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        assert "Evenings" not in shown(device)  # before there is anything to remember
        for seed in (4, 5):
            device.load(whole_record("maudite_momie", seed))
            choose(device, "Done", "Go on")
        device.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}')
        device.cut()
        device.press("back")
        choose(device, "Evenings")
        assert "2 games" in shown(device)


def test_evenings_are_offered_however_many_games_were_begun_since(tmp_path: Path) -> None:
    """No page lists the finished one any more: fifty others are newer."""
    with open_at_noon(tmp_path / "data" / JOURNAL_NAME).journal as journal:
        finished = add_game(journal, HEADER, ("red", "blue"), (), (), "finished")
        assert journal.has_finished_games
        for _ in range(MOST_LISTED):
            add_game(journal, HEADER, ("red", "blue"), (), (), "aside")
        assert finished not in (game.id for game in journal.games(most=MOST_LISTED))
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        assert "Evenings" in shown(device)


def test_the_page_of_a_game_names_its_best_score_and_whose_it_is(tmp_path: Path) -> None:
    """It is found from a person's page, and says how often the game was played."""
    record = whole_record("maudite_momie", 4)
    session = read_record(record)
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(record)
        choose(device, "Done", "People", session.header.players[0], "Loot N Run:")
        outcome = session.game.rules.outcome(session.state)
        assert outcome is not None
        assert "Played 1 time" in shown(device)
        assert any("best score:" in line and outcome.winners[0] in line for line in shown(device).splitlines())


def test_a_table_that_never_finished_a_game_is_offered_no_evening(tmp_path: Path) -> None:
    """No line leads to an empty page."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}')
        device.cut()
        device.press("back")
        assert "Which game will you play?" in shown(device)
        assert "Evenings" not in shown(device)


def test_a_person_is_forgotten_after_a_question(tmp_path: Path) -> None:
    """The question says what stays; the name is gone from the lists, the game is still there."""
    record = whole_record("maudite_momie", 4)
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(record)
        choose(device, "Done", "People", "Ada", "Forget Ada")
        assert "What was copied to a stick keeps the name." in shown(device)
        choose(device, "Yes, forget the name")
        device.wait(5)
        assert "Ada is forgotten in 1 game." in shown(device)
        device.press("back")
        choose(device, "Evenings", "People")
        assert "Ada" not in shown(device)
        assert "Player 1" not in shown(device)


def test_a_child_gets_a_head_start_on_a_shorter_track(tmp_path: Path) -> None:
    """Both are chosen on the last page before the game, which says where it ends then, and are off in the next one."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        for is_eased in (True, False):
            choose(device, "Loot N Run - 2 to 6 players")
            device.press("ok")
            if is_eased:
                choose(device, "The track is as long as printed", "Nobody has a head start")
                assert "at 25 points the game ends" in shown(device)
                assert "Player 1 has a head start of 5" in shown(device)
            choose(device, "Begin the game")
            state = device.app.state.playing.state
            assert (state.scores[0], state.finish) == ((5, 25) if is_eased else (0, 35))
            device.press("back")
            choose(device, "Stop for today")


def test_a_person_gets_another_name_and_the_old_one_back(tmp_path: Path) -> None:
    """The lists and the players of the next game have the new name, the stored game keeps the old one."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(whole_record("maudite_momie", 4))
        choose(device, "Done", "People", "Ada", "Rename Ada")
        device.press("ok")  # the first letter is A
        device.press("up")
        device.press("left")
        device.press("ok")
        assert "Ada is somebody else" in shown(device)
        device.press("back")
        assert "Which game will you play?" in shown(device)
        choose(device, "Evenings", "People")
        assert "Ada" not in shown(device)
        choose(device, "A", "Ada is somebody else")
        assert "games won:" in shown(device)
        assert "is somebody else" not in shown(device)


def test_everybody_has_a_face_and_may_choose_another(tmp_path: Path) -> None:
    """It comes with the first game, in which the tokens wear it; a number is nobody's name."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        choose(device, "Loot N Run - 2 to 6 players")
        device.press("ok")
        choose(device, "Begin the game")
        assert device.app.view.faces == ()  # players 1 and 2
        device.press("back")
        choose(device, "Stop for today")
        device.load(whole_record("maudite_momie", 4))
        before = dict(device.app.view.faces)
        assert len(set(before.values())) == len(device.app.view.people)
        choose(device, "Done", "People", "Ada")
        choose(device, "Another face")
        assert "which face is yours?" in shown(device)
        device.press("right")
        device.press("ok")
        after = dict(device.app.view.faces)
        assert "games won:" in shown(device)
        assert not set(after.items()) <= set(before.items())


def test_whoever_is_called_otherwise_keeps_the_face(tmp_path: Path) -> None:
    """The name changes, and the person stays."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(whole_record("maudite_momie", 4))
        choose(device, "Done", "People", "Ada")
        before = device.app.view.faces
        choose(device, "Rename Ada")
        device.press("ok")  # the first letter is A
        device.press("up")
        device.press("left")
        device.press("ok")
        assert "Ada is somebody else" in shown(device)
        assert device.app.view.faces == before


def test_hunters_wear_their_faces_in_the_colours_of_their_pawns(tmp_path: Path) -> None:
    """Where pieces decide a player's colour, a face is never on another's pawn."""
    record = whole_record("malediction", 4)
    session = read_record(record)
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(record)
        faces = dict(device.app.view.faces)
        of_hunters = [hunter.pawn for hunter in session.start.hunters]
        device.press("ok")  # what has happened last is read aloud first
        assert len(faces) == len(session.header.players)
        choose(device, "Done", "People", session.start.hunters[0].player)
        ((_, face),) = device.app.view.faces
        assert faces[of_hunters[0]] == face


def test_somebody_beside_whom_another_has_the_same_colour_is_shown_in_another_one() -> None:
    """The bar between two has two colours, whatever they chose; a colour of one's own stays."""
    colours = {"Bo": "red", "Cy": "blue"}
    players = (PlayerResult("Ada", "red", won=True), *(PlayerResult(name, at) for name, at in colours.items()))
    begun, ended = Moment(UNSET, 0), Moment(UNSET, 60_000)
    result = GameResult(game="maudite_momie", players=players, began=begun, ended=ended, played_ms=60_000)
    asked = PersonAnswer("Ada", (), person_statistics([(1, result)], "Ada"), {1: result})
    table = PageContext(speak("en"))
    page = with_answer((), asked, 0, table)[-1]
    lines = [one for one in page.choices if isinstance(one.bar, Bar) and table.say(one.label).startswith("against")]
    found = {table.say(one.label).split()[1].rstrip(":"): (one.colour, one.bar.colour, one.bar.rest) for one in lines}
    assert found["Cy"] == ("blue", "red", "blue")
    assert found["Bo"][0] == found["Bo"][2] not in (None, "red")


def test_the_bars_of_waiting_begin_at_nought() -> None:
    """A minute is a minute long, and who thought for none has no bar."""
    players = tuple(PlayerResult(name, None, thought_ms=ms) for name, ms in (("Ada", 180_000), ("Bo", 0)))
    begun, ended = Moment(UNSET, 0), Moment(UNSET, 240_000)
    result = GameResult(game="maudite_momie", players=players, began=begun, ended=ended, played_ms=240_000)
    bars = ThinkingBars(result)(NO_CHOICES, PageContext(speak("en"))).players
    assert [(one.score, one.goal, one.totals) for one in bars] == [(3, 3, (0, 3)), (0, 3, (0, 0))]


def read(asked: Answer) -> str:
    """What the page with an answer says."""
    table = PageContext(speak("en"))
    return as_text(with_answer((), asked, 0, table)[-1].view(table))


def test_evenings_without_games_or_dates_have_words_too() -> None:
    """Before the first game, and after starts without a clock; the latest evening opens, earlier ones are listed."""
    nothing = EveningsAnswer((), 0, has_more=False, goes_on=False, calendar={})
    assert "Here you will find who won" in read(nothing)
    undated = replace(nothing, evenings=(EveningGames(None, ((1, won_by("Ada")),)),))
    assert "An evening without a date" in read(undated)
    assert "Which evening?" not in read(undated)
    assert "Which evening?" in read(replace(undated, skips=1))


def test_earlier_evenings_begin_behind_those_that_are_shown() -> None:
    """However many were left out before them: none is skipped, and none shown twice."""
    three = tuple(EveningGames(None, ((number, won_by("Ada")),)) for number in range(3))
    asked = EveningsAnswer(three, 4, has_more=True, goes_on=False, calendar={})
    *_, more = with_answer((), asked, 0, PageContext(speak("en")))[-1].choices
    assert more.reply == Ask(AskEvenings(7))


@pytest.mark.parametrize(
    ("won", "played", "said"), [(4, 4, "too few"), (5, 5, "not by chance"), (3, 6, "may be chance")]
)
def test_how_sure_it_is_that_beginners_win_is_said(won: int, played: int, said: str) -> None:
    """From five games on, and not by chance where half of them lies outside of where the share may lie."""
    games = [(number, won_by("Ada" if number < won else "Bo")) for number in range(played)]
    shown = read(GameAnswer("maudite_momie", game_statistics(games, "maudite_momie"), dict(games)))
    assert f"Whoever begins wins {won} of {played}" in shown
    assert said in shown


def won_by(name: str) -> GameResult:
    """A game of Ada, who begins, and Bo."""
    begun, ended = Moment(UNSET, 0), Moment(UNSET, 60_000)
    players = (PlayerResult("Ada", "red", won=name == "Ada"), PlayerResult("Bo", "blue", won=name == "Bo"))
    return GameResult(game="maudite_momie", players=players, began=begun, ended=ended, played_ms=60_000)
