"""What comes before a game: the set-up as a checklist, and the lesson that teaches it."""

import pytest
from pressed_lines import choose

from display.draw import layout
from display.draw.marks import Label
from display.draw.text import fit
from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.maudite_momie.state import guardians, hauls
from firmware_py.games.or_du_pharaon.events import Fled
from firmware_py.games.or_du_pharaon.legality import cost_now
from firmware_py.games.registry import BOXES
from firmware_py.pages.interface import PageContext, SavedGame
from firmware_py.pages.maudite_momie.pictures import slot
from firmware_py.pages.page import LongPress, NoMenu, Press
from firmware_py.pages.registry import PAGES
from firmware_py.pages.start_page import ChecklistPage, LessonEnd, LessonPage, checklist_choice, game_at
from firmware_py.pages.texts import signs
from firmware_py.words import LANGUAGES, NOTHING, plain, speak

TEXTS = {game_id: pages.explained.texts for game_id, pages in PAGES.items() if pages.explained}
PLAYERS = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")
TABLE = PageContext(say=speak("en"))
THEN = NoMenu()


def checklist(game_id, count, table=TABLE):
    """The checklist of a game for so many players."""
    line = checklist_choice(TEXTS[game_id], BOXES[game_id].title, PLAYERS[:count], table, THEN)
    page = line.reply.reply()
    assert isinstance(page, ChecklistPage)
    return page


# --- the set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", TEXTS)
def test_every_number_of_players_has_each_step_once(game_id):
    """Steps that differ by the number of players stand in for each other."""
    counts = range(BOXES[game_id].fewest, BOXES[game_id].most + 1)
    lengths = {len(checklist(game_id, count).steps) for count in counts}
    assert len(lengths) == 1
    assert all(any(count in step.players for count in counts) for step in TEXTS[game_id].set_up if step.players)


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
        assert page.press(LongPress("ok"), TABLE) == THEN
    assert page.press(Press("ok"), TABLE) == THEN


COUNTS = [(game_id, count) for game_id in TEXTS for count in range(BOXES[game_id].fewest, BOXES[game_id].most + 1)]


@pytest.mark.parametrize(("game_id", "count"), COUNTS)
def test_who_has_played_a_game_here_before_gets_a_short_checklist(game_id, count):
    """Only if everybody has, and only for that game."""
    full = len(checklist(game_id, count).steps)

    def steps(title, *known):
        saved = SavedGame(1, title, known, NOTHING, NOTHING)
        return len(checklist(game_id, count, PageContext(say=speak("en"), saved_games=lambda: (saved,))).steps)

    assert 0 < steps(BOXES[game_id].title, *PLAYERS[:count]) < full
    assert steps(BOXES[game_id].title, *PLAYERS[1:count]) == full
    assert steps(plain("Nim"), *PLAYERS[:count]) == full


ADVICE = {"look", "look_away", "repair", "card", "screen", "players"}
"""What stands for a piece of advice, not for a piece."""


def laid_out(device, game_id, count=None):
    """Set up step by step, by presses, as many players as last time or `count`; return presses, pages and pieces."""
    presses, pages, pieces = 0, 0, set()

    def press(button):
        nonlocal presses
        presses += 1
        device.press(button)

    def choose_line(label):
        while not any(line.startswith("> ") and label in line for line in as_text(device.app.view).splitlines()):
            press("down")
        press("ok")

    choose_line(speak("en")(BOXES[game_id].title))
    if count:
        press("left")
        while f"{count} player" not in as_text(device.app.view):
            press("up")
    press("ok")
    choose_line("Set up, step by step…")
    while isinstance(device.app.stack[-1], ChecklistPage):
        picture = device.app.view.body.picture
        icons = {icon for item in picture for icon in item.icons} if isinstance(picture, tuple) else {"pyramid"}
        pieces |= {"dice" if icon.startswith("die_") else icon for icon in icons}
        pages += 1
        press("ok")
    while device.app.table.session is None:
        press("ok")
    return presses, pages, pieces


@pytest.mark.parametrize(("game_id", "count"), COUNTS)
def test_the_second_game_begins_sooner_and_leaves_out_no_piece(tmp_path, game_id, count):
    """With the same people fewer pages and presses; with somebody new every page again."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        first_presses, first_pages, needed = laid_out(device, game_id, count)
        device.cut()
        choose(device, "Keep it for later")
        presses, pages, pieces = laid_out(device, game_id)
        assert presses < first_presses
        assert pages < first_pages
        assert needed - ADVICE <= pieces
        if count < BOXES[game_id].most:
            device.cut()
            choose(device, "Keep it for later")
            _, pages, _ = laid_out(device, game_id, count + 1)
            assert pages == first_pages


# --- the lessons -----------------------------------------------------------------------------------------------------


def asked_on(page, table):
    """The view of a step, on which its question is read, after a wrong answer as well."""
    view = page.view(table)
    assert table.say(page.lesson.steps[page.at].question) in view.body.lines[-1]
    return view


def lesson_views(game_id, table):
    """Yield every page of a lesson played with all wrong answers before the right ones, to its end."""
    page = LessonPage(TEXTS[game_id].lesson, THEN)
    while isinstance(page, LessonPage):
        yield asked_on(page, table)
        answers = page.lesson.steps[page.at].answers
        right = [index for index, answer in enumerate(answers) if answer.why_not == NOTHING]
        assert len(right) == 1 < len(answers)
        for index in range(len(answers)):
            if index != right[0]:
                wrong = page.press(Press("down"), table) if (page.pending.cursor or 0) != index else page
                while (wrong.pending.cursor or 0) != index:
                    wrong = wrong.press(Press("down"), table)
                explained = wrong.press(Press("ok"), table)
                assert (explained.at, explained.wrong) == (page.at, index)
                yield asked_on(explained, table)
        while (page.pending.cursor or 0) != right[0]:
            page = page.press(Press("down"), table)
        page = page.press(Press("ok"), table)
    assert page == LessonEnd(game_id, THEN)
    yield page.view(table)
    assert page.press(Press("ok"), table) == THEN, "where the set-up is under the cursor"


@pytest.mark.parametrize("game_id", TEXTS)
def test_each_step_of_the_set_up_says_which_of_how_many_it_is(game_id):
    """The first is number 1."""
    steps = TEXTS[game_id].set_up
    titles = [ChecklistPage(steps, THEN, at).view(PageContext(say=speak("en"))).title for at in range(len(steps))]
    assert titles == [f"Set-up: {number} of {len(steps)}" for number in range(1, len(steps) + 1)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", TEXTS)
def test_set_up_and_lesson_are_whole_on_the_smallest_panel(game_id, language):
    """Every lesson can be played to its end; no word of it, of its reasons or of the set-up is cut off."""
    table = PageContext(say=speak(language), language=language)
    steps = TEXTS[game_id].set_up
    views = [ChecklistPage(steps, THEN, at).view(table) for at in range(len(steps))]
    for view in (*views, *lesson_views(game_id, table)):
        cut = [mark.text for mark in layout(view, 320, 240) if isinstance(mark, Label) and not fit(mark).whole]
        assert cut == [], view.title


@pytest.mark.parametrize("game_id", TEXTS)
def test_every_lesson_is_played_by_the_rules(game_id):
    """Its actions are legal; an answer that would be an action is wrong if the rules forbid it, and only then."""
    lesson = TEXTS[game_id].lesson
    for at, step in enumerate(lesson.steps):
        session = game_at(lesson, at)
        for answer in step.answers:
            if answer.wish is not None:
                is_forbidden = session.game.rules.broken_rule(session.state, answer.wish) is not None
                assert is_forbidden == (answer.why_not != NOTHING), answer.label


def test_what_the_lessons_say_is_what_happens_in_them():
    """L10, L12, L14, L24, L26; G15, G18, G33, G40; P07, P11, P19, P37."""
    momie = [game_at(TEXTS["maudite_momie"].lesson, at).state for at in range(8)]
    assert (momie[3].scores[0], momie[5].phase, momie[5].cards[1], momie[5].extra_turn) == (10, "keep", 0, True)
    assert (momie[7].scores[1], momie[7].phase) == (36, "final_reveal")
    pharaon = [game_at(TEXTS["or_du_pharaon"].lesson, at) for at in range(8)]
    assert cost_now(pharaon[3].state, "porter", "d3") == 1
    assert cost_now(pharaon[4].state, "archaeologist", "start") == 3
    fled = pharaon[6].steps[pharaon[5].ply].events
    assert {event.player for event in fled if isinstance(event, Fled)} == {"You", "Bo"}
    assert pharaon[6].state.team.carrying == "bust"
    assert (pharaon[7].state.card("a5"), pharaon[7].state.collapse.status) == (None, "falling")
    pyramid = [game_at(TEXTS["malediction"].lesson, at).state for at in range(8)]
    assert [state.locked for state in pyramid[1:3]] == [3, 3]
    assert pyramid[5].steps == 3
    assert (pyramid[7].at[1], pyramid[7].ankhs[1], pyramid[7].tokens) == ("dungeon", 2, 1)


def signs_of(game_id, at):
    """The labels and icons of a step's picture."""
    return [(item.label, item.icons) for item in TEXTS[game_id].lesson.steps[at].picture]


def test_the_signs_of_the_lessons_are_how_their_games_stand():
    """What stands beside a question is what was revealed, scored, rolled, locked or paid in the game that is played."""
    steps, states = TEXTS["maudite_momie"].lesson.steps, [game_at(TEXTS["maudite_momie"].lesson, at) for at in range(8)]
    scores, finish = states[0].state.scores, states[0].state.finish
    assert signs_of("maudite_momie", 0) == [*((f"{score}", ()) for score in scores), (f"{finish}", ("trophy",))]
    (yours,), (bos,), (chloes, *_) = (steps[at].played for at in (3, 5, 7))
    slots = [("", slot(card).icons) for card in yours.cards]
    assert signs_of("maudite_momie", 2)[::2] == slots
    counted = {haul.treasure: (f"{haul.points}", (haul.treasure,) * haul.symbols) for haul in hauls(yours.cards)}
    assert signs_of("maudite_momie", 3)[::2] == [counted["vase"], counted["chest"]]
    for at, cards in ((4, bos.cards), (6, chloes.cards)):
        centres = [card.centre for card in cards if card.centre != "empty"]
        (_, amulets), _, (_, attackers) = signs_of("maudite_momie", at)
        assert [*amulets, *attackers] == centres
    assert [icons for _, icons in signs_of("maudite_momie", 5)][::2] == [(one,) for one in guardians(bos.cards)]
    end = states[7].state
    stands = [pair for seat in range(3) for pair in ((f"{end.scores[seat]}", ()), (f"{end.cards[seat]}", ("card",)))]
    assert signs_of("maudite_momie", 7) == stands
    pyramid = [game_at(TEXTS["malediction"].lesson, at) for at in range(8)]
    for at in (1, 2):
        faces = [f"die_{face}" for face in pyramid[at].steps[-1].action.faces]
        (_, locked), _, (_, rolled) = signs_of("malediction", at)
        assert list(rolled) == faces
        assert len(locked) + faces.count("die_mummy") == pyramid[at].state.locked
    (_, locked), _, (reach, _) = signs_of("malediction", 5)
    assert (len(locked), reach) == (pyramid[5].state.steps, f"{pyramid[5].state.steps}")
    (_, tokens), _, (won, _) = signs_of("malediction", 7)[1:]
    assert (len(tokens), won) == (pyramid[7].state.ankhs[1], f"{pyramid[7].state.tokens}")


def test_a_lesson_is_taken_up_where_it_was_left(tmp_path):
    """After a power cut as well; at its end it begins again."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        for _ in range(3):
            device.press("ok")
        choose(device, "Learn the game in three minutes…")
        device.press("ok")
        assert "[Lesson: 2 of 8]" in as_text(device.app.view)
        device.press("back")
        device.cut()
        device.press("ok")
        choose(device, "Go on learning the game…")
        assert "[Lesson: 2 of 8]" in as_text(device.app.view)


def test_a_sign_wears_the_colour_that_is_written_before_it():
    """A picture in a text names icons, a colour or none, and a label or none."""
    found = [
        (item.icons, item.colour, item.label) for item in signs("red:dungeon", "ankh ankh", "=›", "blue:hunter =2")
    ]
    assert found == [
        (("dungeon",), "red", ""),
        (("ankh", "ankh"), None, ""),
        ((), None, "›"),
        (("hunter",), "blue", "2"),
    ]
