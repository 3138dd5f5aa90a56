"""A hand of Maudite Momie by each kind of controls: what is drawn together, and what the help says of its keys."""

import pytest

from display.view import COLOURS
from firmware_py.config.settings import Controls, Settings
from firmware_py.games.maudite_momie.state import Awaken, Explore, Header
from firmware_py.games.session import begin, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.help import Situation
from firmware_py.pages.interface import PageContext
from firmware_py.pages.maudite_momie.dialogue import EXPLAINED
from firmware_py.pages.maudite_momie.turn_pages import ALL_CARDS
from firmware_py.pages.page import Press, Touch, press
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak


def table_of(controls: Controls) -> PageContext:
    """A table at which Ada has awakened two cards of Bo's."""
    session = begin(Header(1, "maudite_momie", ("Ada", "Bo", "Cy")))
    for player in ("Ada", "Bo", "Cy") * 2:
        session = play(session, Explore(player, "left"))
    settings = Settings(controls=controls)
    session = play(session, Awaken("Ada", "Bo"))
    return PageContext(say=speak("en"), settings=settings, session=session, colours=COLOURS[:3])


def page_of(table: PageContext):
    """The page that asks for the hand."""
    return PAGES["maudite_momie"].page(table, None, game_menu())


def test_a_finger_finds_each_card_in_its_place_and_the_plus_in_one_area():
    """The same card again lies where it lay before; only what is one answer is drawn as one."""
    table = table_of("touch")
    page = page_of(table).press(Touch("centre frank"), table)
    plus, *cards = zip(*page.view(table).body.rows, strict=True)
    assert [(area.first, area.last, area.key) for area in page.view(table).body.areas] == [((0, 0), (2, 0), None)]
    assert {item.target for item in plus} == {"another middle"}
    card = page.press(Touch(cards[1][1].target), table)
    assert [[item.target for item in row] for row in card.view(table).body.rows] == [
        [f"cell {number} {column}" for column in range(6)] for number in (1, 2, 3)
    ]
    assert not card.view(table).body.areas
    assert card.cards == (ALL_CARDS[1][1],)
    assert press((card,), Press("back"), table)[0] == (page,), "no keys are begun where there are none"


@pytest.mark.parametrize(
    ("controls", "how"),
    [("six", "Buttons for cards"), ("four", "Buttons for cards"), ("encoder", "Cards by the knob"), ("touch", "")],
)
def test_the_help_on_a_hand_tells_of_the_keys_that_there_are(controls: Controls, how: str):
    """The free key and the plus; a finger needs no keys explained."""
    table = table_of(controls)
    titles = [table.say(topic.title) for topic in Situation(page_of(table), EXPLAINED)(table)]
    assert "Another guardian?" in titles
    assert [title for title in titles if title.startswith(("Buttons", "Cards by"))] == [how] * bool(how)
