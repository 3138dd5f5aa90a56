"""What the page about odds tells of the backs of cards, and never more than that (L31)."""

from loot_table import hand

from display.view import as_text
from firmware_py.games.maudite_momie.state import Explore, Header, Reveal, Secure
from firmware_py.games.session import begin, play
from firmware_py.pages.interface import PageContext
from firmware_py.pages.maudite_momie.dialogue import menu_choices
from firmware_py.pages.maudite_momie.turn_pages import OddsPage
from firmware_py.pages.page import Back, Press, Push
from firmware_py.words import speak


def test_the_page_counts_backs_and_says_how_far_to_trust_it():
    """L31: once cards were turned up, the figure is called a rough guide."""
    table = table_with(Explore("Ada", "left"), Explore("Bo", "left"))
    page = OddsPage()
    for button in ("down", "down", "ok"):
        page = page.press(Press(button), table)
    assert page.counts == (0, 0, 1)
    assert "A guardian among them: about 50%" in as_text(page.view(table))
    assert "this is true of a fresh deck" in as_text(page.view(table))
    for line in ("0 cards; 1 in 4 hides", "0 cards; 1 in 3 hides", "1 card; 1 in 2 hides"):
        assert line in as_text(page.view(table))
    seen = table_with(Explore("Ada", "left"), Explore("Bo", "left"), Secure("Ada"), Reveal("Ada", hand("vase 1")))
    assert "a rough guide only" in as_text(page.view(seen))
    assert page.press(Press("left"), table).counts == (0, 0, 0)
    assert page.press(Press("back"), table) == Back()


def test_the_menu_offers_it_only_while_cards_lie_there():
    """Nobody asks about backs where there are none."""
    for actions in ((), (Explore("Ada", "left"),)):
        offered = [choice for choice in menu_choices(table_with(*actions)) if choice.reply == Push(OddsPage())]
        assert len(offered) == len(actions)


def test_a_pile_can_be_empty_only_once_a_card_was_drawn():
    """Nobody is asked about an empty pile before; then the menu says how many cards are counted."""
    say = speak("en")
    for actions, counted in (((), []), ((Explore("Ada", "left"),), ["26 and 27 are counted"])):
        offered = menu_choices(table_with(*actions))
        found = [say(one.detail) for one in offered if say(one.label) == "A pile is empty on the table"]
        assert found == counted


def table_with(*actions):
    """The table of a game of two after these actions."""
    session = begin(Header(1, "maudite_momie", ("Ada", "Bo")))
    for action in actions:
        session = play(session, action)
    return PageContext(say=speak("en"), session=session, colours=("red", "blue"))
