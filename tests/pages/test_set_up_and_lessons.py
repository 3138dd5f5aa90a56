"""What comes before a game: the set-up as a checklist, and the lesson that teaches it."""

import pytest
from pressed_lines import choose

from display.draw import layout
from display.draw.marks import Label
from display.draw.text import fitted
from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.maudite_momie.cards import Card, is_caught, points
from firmware_py.games.registry import GAMES
from firmware_py.pages.checklist import ChecklistPage, checklist_choice
from firmware_py.pages.lesson import LessonEnd, LessonPage
from firmware_py.pages.malediction.set_up_steps import SET_UP as MALEDICTION
from firmware_py.pages.maudite_momie.set_up_steps import SET_UP as MOMIE
from firmware_py.pages.or_du_pharaon.set_up_steps import SET_UP as PHARAON
from firmware_py.pages.registry import PAGES
from firmware_py.pages.stack import Back, LongPress, Press, Push
from firmware_py.pages.table import SavedGame, Table
from firmware_py.words import LANGUAGES, NOTHING, plain, speak

SET_UPS = {"maudite_momie": MOMIE, "or_du_pharaon": PHARAON, "malediction": MALEDICTION}
PLAYERS = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")
TABLE = Table(say=speak("en"))


def checklist(game_id, count, table=TABLE):
    """Return the checklist of a game for so many players."""
    line = checklist_choice(SET_UPS[game_id], GAMES[game_id].title, PLAYERS[:count], table)
    assert isinstance(line.reply, Push)
    return line.reply.page


# --- the set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", SET_UPS)
def test_every_number_of_players_has_each_step_once(game_id):
    """Steps that differ by the number of players stand in for each other."""
    counts = range(GAMES[game_id].fewest, GAMES[game_id].most + 1)
    lengths = {len(checklist(game_id, count).steps) for count in counts}
    assert len(lengths) == 1
    assert all(any(count in step.players for count in counts) for step in SET_UPS[game_id])


def test_two_players_of_the_mummy_draw_ten_missions():
    """P45: and any other number five each."""
    titles = {count: [step.title.message for step in checklist("malediction", count).steps] for count in (2, 3)}
    assert "Ten missions" in titles[2]
    assert "Ten missions" not in titles[3]


def test_each_step_is_ticked_off_or_all_are_skipped():
    """`ok` goes from step to step and out at the end, `back` one step back, a held `ok` out at once."""
    page = checklist("or_du_pharaon", 3)
    for _ in range(len(page.steps) - 1):
        before, page = page, page.press(Press("ok"), TABLE)
        assert page.press(Press("back"), TABLE) == before
        assert page.press(LongPress("ok"), TABLE) == Back()
    assert page.press(Press("ok"), TABLE) == Back()


def test_who_has_played_a_game_here_before_gets_a_short_checklist():
    """Only if everybody has, and only for that game."""
    title = GAMES["maudite_momie"].title
    saved = SavedGame(1, title, PLAYERS[:3], NOTHING, NOTHING)
    table = Table(say=speak("en"), saved_games=(saved,))
    full = len(checklist("maudite_momie", 3).steps)
    assert 0 < len(checklist("maudite_momie", 3, table).steps) < full
    assert len(checklist("maudite_momie", 4, table).steps) == full
    other = Table(say=speak("en"), saved_games=(SavedGame(1, plain("Nim"), PLAYERS[:3], NOTHING, NOTHING),))
    assert len(checklist("maudite_momie", 3, other).steps) == full


# --- the lessons -----------------------------------------------------------------------------------------------------


def lesson_views(game_id, table):
    """Yield every page of a lesson played with all wrong answers before the right ones, to its end."""
    page = LessonPage(game_id, PAGES[game_id].lesson)
    while isinstance(page, LessonPage):
        yield page.view(table)
        answers = page.steps[page.at].answers
        right = [index for index, answer in enumerate(answers) if answer.why_not == NOTHING]
        assert len(right) == 1 < len(answers)
        for index in range(len(answers)):
            if index != right[0]:
                wrong = page.press(Press("down"), table) if page.cursor != index else page
                while wrong.cursor != index:
                    wrong = wrong.press(Press("down"), table)
                explained = wrong.press(Press("ok"), table)
                assert (explained.at, explained.wrong) == (page.at, index)
                yield explained.view(table)
        while page.cursor != right[0]:
            page = page.press(Press("down"), table)
        page = page.press(Press("ok"), table)
    assert page == LessonEnd(game_id)
    yield page.view(table)
    assert page.press(Press("ok"), table) == Back()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", SET_UPS)
def test_set_up_and_lesson_are_whole_on_the_smallest_panel(game_id, language):
    """Every lesson can be played to its end; no word of it, of its reasons or of the set-up is cut off."""
    table = Table(say=speak(language), language=language)
    steps = SET_UPS[game_id]
    views = [ChecklistPage(steps, at).view(table) for at in range(len(steps))]
    for view in (*views, *lesson_views(game_id, table)):
        cut = [mark.text for mark in layout(view, 320, 240) if isinstance(mark, Label) and not fitted(mark).whole]
        assert cut == [], view.title


def test_the_numbers_of_the_lesson_are_those_of_the_rules():
    """L10: ten points. L12: three guardians against one amulet catch, one against one does not."""
    assert points((Card("vase", 3, "empty"), Card("vase", 1, "empty"), Card("chest", 2, "empty"))) == 10
    bos = [Card("cup", 1, centre) for centre in ("amulet", "werewolf", "frank", "frank")]
    assert is_caught(tuple(bos))
    assert not is_caught((Card("cup", 1, "amulet"), Card("mask", 1, "mummy")))


def test_a_lesson_is_taken_up_where_it_was_left(tmp_path):
    """After a power cut as well; at its end it begins again."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.press("ok")
        choose(device, "Learn the game in three minutes…")
        device.press("ok")
        assert "[Learn: 2 of 8]" in as_text(device.app.view)
        device.press("back")
        device.cut()
        device.press("ok")
        choose(device, "Go on learning the game…")
        assert "[Learn: 2 of 8]" in as_text(device.app.view)
