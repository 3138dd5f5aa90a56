"""Help on the spot: every clause is explained somewhere, whole on the smallest panel, and no secret is given away."""

import ast
import random
import re
from itertools import chain, product
from zlib import crc32

import pytest
from box_table import MUMMY_BOX, begin_with
from kept_layouts import fitted, layout
from malediction_device import game as malediction_game
from malediction_device import hold, press, text
from msgspec.structs import replace
from places import PROJECT, TESTS
from pressed_lines import choose
from random_play import random_game
from sample_views import panels
from sampling import IS_WHOLE
from shown_pages import explanations, found_pages

from display.draw.marks import Label
from display.theme import needs_keys
from display.view import COLOURS, Announcement, as_text
from firmware_py.config.schema import Config
from firmware_py.config.settings import SETTINGS, Settings
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction import rules as malediction
from firmware_py.games.malediction.legality import reachable, why_no_mummy, why_not_end
from firmware_py.games.malediction.maze import FACES, mummy_paths
from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.games.registry import GAMES, TABLE
from firmware_py.games.session import Session
from firmware_py.pages.box_seat import seats_choice
from firmware_py.pages.help import CONTROLS, Fixed, HelpPage, help_page
from firmware_py.pages.interface import Begin, PageContext
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.dialogue import MummyGoes
from firmware_py.pages.malediction.dialogue import WhyNotPage as MazeWhyNotPage
from firmware_py.pages.malediction.dice_page import MummyDiePage
from firmware_py.pages.malediction.setup_page import set_up
from firmware_py.pages.or_du_pharaon.card_page import WhyNotPage, costs
from firmware_py.pages.page import Back, NoMenu, Press
from firmware_py.pages.registry import PAGES, explained_on
from firmware_py.pages.texts import GENERAL
from firmware_py.words import LANGUAGES, speak

CLAUSE = re.compile(r"\b[LGP]\d\d\b")


def clauses_of(game_id):
    """Every clause that the list of the leaflets or the rules of a game cite."""
    leaflets = (TESTS / "rules" / "LEAFLETS.md").read_text(encoding="utf-8")
    letter = {"maudite_momie": "L", "or_du_pharaon": "G", "malediction": "P"}[game_id]
    return {clause for clause in CLAUSE.findall(leaflets) if clause[0] == letter}


def states(game_id, seed):
    """The states of a random game."""
    return [now for now, _, _ in random_game(game_id, seed)]


# --- the clauses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", PAGES)
def test_every_clause_is_explained_in_some_situation(game_id):
    """A clause without a topic, or whose topic no situation opens, is one that players cannot ask about."""
    texts = PAGES[game_id].explained.texts
    opened = {topic for topics in texts.situations.values() for topic in topics}
    reached = set(chain.from_iterable(texts.topics[topic].clauses for topic in opened))
    assert clauses_of(game_id) - reached == set()
    assert set(texts.topics) == opened


@pytest.mark.parametrize("game_id", PAGES)
def test_no_line_is_said_twice(game_id):
    """No line of a game's topics repeats another."""
    lines = [line for topic in PAGES[game_id].explained.texts.topics.values() for line in (topic.title, *topic.text)]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_is_whole_on_the_smallest_panel(language):
    """No word of any topic is cut off, and no clause number is shown."""
    table = PageContext(say=speak(language), language=language)
    for explained in (pages.explained for pages in PAGES.values()):
        for name, topic in explained.texts.topics.items():
            view = HelpPage(Fixed((topic,))).view(table)
            labels = [mark for mark in layout(view, 320, 240) if isinstance(mark, Label)]
            assert all(fitted(label).whole for label in labels), (language, name)
            assert not any(CLAUSE.search(label.text) for label in labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_explanation_needs_the_condensed_cut(language):
    """In no size of screen, by touch or not: texts of the help, of set-ups and of lessons change their type nowhere."""
    for name, view in explanations(language).items():
        is_about_others = name in ("help buttons", "help knob")
        both = enumerate(product(panels(name, language), (False, True)), crc32(name.encode()))
        for size, is_touched in (case for at, case in both if IS_WHOLE or at % 2):
            if not (is_touched and is_about_others):
                drawn = layout(replace(view, is_touched=is_touched, has_keys=is_touched and needs_keys(*size)), *size)
                on_keys = {words for hint in view.hints for words in (hint.label, hint.short)}
                labels = [mark for mark in drawn if isinstance(mark, Label) and not mark.is_name]
                narrow = {label.text for label in labels if fitted(label).is_narrow} - on_keys
                assert not narrow, (name, size, is_touched)


# --- the situations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("buttons", ["four", "six"])
@pytest.mark.parametrize("game_id", PAGES)
def test_help_is_about_the_line_under_the_cursor(game_id, buttons):
    """Wherever the cursor of a page is, holding `up` finds topics of the game, and not just the buttons."""
    pages, explained, secrets = PAGES[game_id], PAGES[game_id].explained, PAGES[game_id].secrets
    settings = Settings(controls=buttons)
    for now in random.Random(8).sample(states(game_id, 3), 16):
        session = Session(GAMES[game_id], None, now, undone=(None,))
        table = PageContext(say=speak("en"), session=session, colours=COLOURS, settings=settings)
        page = pages.page(table, None, HelpPage(Fixed(())))
        lines = [secrets.opened(page) if secrets else page]
        while (below := lines[-1].press(Press("down"), table)) not in lines and type(below) is type(lines[0]):
            lines.append(below)
        names = [explained.situation(line, table) for line in lines]
        assert [name for name in names if name not in explained.texts.situations] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", PAGES)
def test_no_reason_why_something_is_not_offered_repeats_another(game_id, language):
    """Reasons stand on one page: in no language do two of them have a clause in common."""
    pages, explained = PAGES[game_id], PAGES[game_id].explained
    for now in chain.from_iterable(states(game_id, seed)[:12] for seed in range(1, 5)):
        session = Session(GAMES[game_id], None, now, undone=(None,))
        table = PageContext(say=speak(language), session=session, colours=COLOURS)
        page = pages.page(table, None, HelpPage(Fixed(())))
        reasons = {table.say(rule.why) for rule in explained.reasons(page, table)}
        clauses = [clause.strip() for reason in reasons for clause in re.split("[,;:.]", reason) if clause.strip()]
        assert len(set(clauses)) == len(clauses), reasons


@pytest.mark.parametrize("game_id", PAGES)
def test_every_page_of_a_game_is_in_a_known_situation(game_id):
    """Whatever is pressed there, holding `up` finds topics of the game."""
    pages, explained = PAGES[game_id], PAGES[game_id].explained
    for now in random.Random(5).sample(states(game_id, 2), 12):
        table = PageContext(
            say=speak("en"), session=Session(GAMES[game_id], None, now, undone=(None,)), colours=COLOURS
        )
        page = pages.page(table, None, HelpPage(Fixed(())))
        secrets = PAGES[game_id].secrets
        names = {explained.situation(one, table) for one in (page, secrets.opened(page) if secrets else page)}
        assert names & explained.texts.situations.keys()
        found = help_page(page, table, explained)
        assert found.view(table).body
        assert help_page(HelpPage(Fixed(())), table, explained) is None


def test_pages_before_a_game_explain_what_they_ask(tmp_path):
    """Where the start card lies is no question about actions; lesson, set-up and odds explain themselves."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        choose(device, "L'or du pharaon")
        device.press("ok")
        for seen in ("The start card", "Step by step", "The lesson"):
            hold(device, "up")
            assert f"*** {seen} ***" in text(device)
            device.press("back")
            if seen == "The start card":
                choose(device, "Set up, step by step…")
            elif seen == "Step by step":
                hold(device, "ok")
                choose(device, "Learn the game in three minutes…")
    with SimulatedDevice(Config(language="en"), tmp_path / "other") as device:
        device.press("ok")
        choose(device, "Loot N Run")
        for button in ("ok", "ok", "ok", "back"):
            device.press(button)
        choose(device, "Odds of a guardian…")
        hold(device, "up")
        assert "*** The backs warn you ***" in text(device)


def test_a_game_for_two_is_explained_as_such_before_it_begins():
    """P45: one person plays two pawns, which nobody has to know who plays with more."""
    table = PageContext(say=speak("en"), language="en")
    for players, is_for_two in ((("Ada", "Bo"), True), (("Ada", "Bo", "Cy"), False)):
        page = set_up(players, COLOURS[: len(players)])
        explained = help_page(page, table, PAGES["malediction"].explained)
        assert ("With two players" in as_text(explained.view(table))) == is_for_two


# --- the maps that answer --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_a_hunters_map_refuses_exactly_the_cells_out_of_reach(seed):
    """P18 to P24: each cell has an answer, and the answer is that of the rules."""
    now = random.Random(seed).choice([state for state in states("malediction", seed) if state.phase == "move"])
    for face in FACES:
        allowed = {cell for cell in now.maze.cells if why_not_end(now, face, cell) is None}
        assert allowed == reachable(now, face)


def test_the_mummys_map_refuses_what_it_cannot_reach_and_knows_no_hunter():
    """P16, P32, P33; P48: hunters change no answer."""
    now = next(state for state in states("malediction", 1) if state.phase == "mummy_move")
    allowed = {cell for cell in now.maze.cells if why_no_mummy(now, now.mummy, now.steps, cell) is None}
    assert allowed == set(mummy_paths(now.maze, now.mummy, now.steps, ()))
    shown = [
        [MazeWhyNotPage(MummyGoes(()), cell).view(table).prompt for cell in now.maze.cells]
        for state in (now, malediction.seen_by(now, TABLE))
        for table in (PageContext(say=speak("en"), session=Session(GAMES["malediction"], None, state)),)
    ]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("purpose", ["archaeologist", "porter", "reveal", "rotate"])
def test_the_pyramid_answers_for_every_card(purpose):
    """A card without a clause against it is one that can be chosen, and no other is."""
    found = [state for state in states("or_du_pharaon", 3) if state.phase == "turn"]
    now = found[len(found) // 2]
    table = PageContext(say=speak("en"), session=Session(GAMES["or_du_pharaon"], None, now))
    cells = [*(card.cell for card in now.cards), "start"]
    assert {cell for cell in cells if WhyNotPage(purpose, cell).forbidden_by(table) is None} == set(costs(now, purpose))


# --- on the device ---------------------------------------------------------------------------------------------------


def test_after_a_refusal_help_is_about_what_was_tried(tmp_path):
    """One hold away, for the same eyes; a second look at the same page asks the map again."""
    with malediction_game(tmp_path, Roll("Ada", faces=("1",) * 5), Choose("Ada", "1")) as device:
        device.touch("square 0")
        assert "may end on" in device.app.view.notice.text
        hold(device, "up")
        assert "*** With 1, Ada (red pawn) may end on: c4. ***" in text(device)
        assert device.app.view.audience == "hunters"
        press(device, "ok")
        hold(device, "up")
        assert "c4: yes, with 1." in text(device)
        press(device, "up")
        assert "not with 1" in text(device)
        hold(device, "up")
        assert device.app.view.audience == "hunters"
        press(device, "back")
        assert device.app.view.audience == "table"


def test_help_tells_of_held_keys_where_there_are_some(tmp_path):
    """Of the largest hand, of the last face of the mummy die; not where the device rolls."""
    table = PageContext(say=speak("en"), session=Session(GAMES["malediction"], None, states("malediction", 1)[0]))
    explained = PAGES["malediction"].explained
    assert explained.situation(MummyDiePage(NoMenu()), table) == "mummy die"
    rolled = replace(table, session=replace(table.session, seed="1"))
    assert explained.situation(MummyDiePage(NoMenu()), rolled) == "mummy die of the device"
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        device.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Cy"]}')
        for button in ("left",) * 3:
            device.press(button)
        assert "(held)" in text(device)
        hold(device, "up")
        for _ in range(4):
            device.press("ok")
        assert "If ✓ stands in a ring, hold it: it awakens the largest hand at once." in text(device)


def test_help_over_the_curtain_is_for_everybody(tmp_path):
    """It explains the curtain, and opening or closing it lifts nothing."""
    with malediction_game(tmp_path) as device:
        press(device, "back")
        hold(device, "up")
        assert "What the mummy may know" in text(device)
        press(device, "back")
        assert device.app.view.audience == "table"
        assert "Nothing to see here" in text(device)


def test_hunters_have_the_same_help_where_the_box_plays_the_mummy(tmp_path):
    """Nothing is hidden there, and their pages are for everybody's eyes: help tells what is asked all the same."""
    helped = []
    with malediction_game(tmp_path) as device:
        hold(device, "ok")
        hold(device, "up")
        helped.append(text(device))
    with SimulatedDevice(Config(language="en"), tmp_path / "box") as device:
        begin_with(device, Begin(MUMMY_BOX, ("red", "blue", "white")))
        press(device, "ok")
        hold(device, "up")
        helped.append(text(device))
    among_people, with_box = ([line for line in page.splitlines() if "***" in line] for page in helped)
    assert among_people == with_box != []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_picture_of_an_explanation_leads_on_to_nothing(language):
    """Behind a sign that leads on comes what it leads to."""
    for name, view in explanations(language).items():
        match view.body:
            case Announcement(picture=tuple(signs)) if signs:
                assert signs[-1].icons or signs[-1].colour or signs[-1].label not in ("›", "+", "="), name


# --- around the games ------------------------------------------------------------------------------------------------


def test_the_pages_name_every_general_explanation_and_no_other():
    """`about=`, `TOPICS` and the kinds of control name them; a name that is wrong would end the program."""
    named = {*CONTROLS, "buttons"} | {setting.about for setting in SETTINGS if setting.about}
    for file in (PROJECT / "firmware_py" / "pages").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "about=" in text or "TOPICS" in text else ():
            match node:
                case (
                    ast.keyword(arg="about", value=value)
                    | ast.AnnAssign(target=ast.Name(id="TOPICS"), value=ast.Tuple() as value)
                ):
                    found = (one.value for one in ast.walk(value) if isinstance(one, ast.Constant))
                    named |= {name for name in found if isinstance(name, str)}
    assert named == set(GENERAL.topics)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_general_explanation_is_whole_on_the_smallest_panel(language):
    """No word is cut off, and each speaks of the controls that there are."""
    table = PageContext(say=speak(language), language=language)
    for topic in GENERAL.topics.values():
        labels = [mark for mark in layout(HelpPage(Fixed((topic,))).view(table), 320, 240) if isinstance(mark, Label)]
        assert all(fitted(label).whole for label in labels), topic.title


def test_help_on_the_settings_is_about_the_line_under_the_cursor(tmp_path):
    """Then come the controls, by which this device is worked."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        press(device, "ok")
        choose(device, "Settings")
        press(device, "down")
        hold(device, "up")
        assert "*** Sound ***" in text(device)
        press(device, "ok")
        assert "*** The buttons ***" in text(device)


def test_help_on_who_plays_is_about_the_seats(tmp_path):
    """The list of the seats in mid-game is explained before the buttons."""
    with malediction_game(tmp_path) as device:
        table = device.app.table
        seats = seats_choice(table)[0].reply.page
        assert help_page(seats, table, None).found(table)[0] == GENERAL.topics["seats"]


def test_held_once_more_over_a_map_that_answers_for_each_place_help_explains_the_page() -> None:
    """As on any other page: the map only comes first, and back leads from it to the choice."""
    mapped = set()
    for stack, table in found_pages("six").values():
        page = page_behind(stack[-1])
        explained = explained_on(page, table)
        answers = explained and explained.why_not(page, table)
        if answers:
            mapped.add(type(page).__name__)
            assert isinstance(help_page(answers, table, explained), HelpPage)
            assert answers.press(Press("back"), table) == Back()
    assert mapped == {"TargetPage", "MovePage", "MummyPage"}
