"""The final reveal of Maudite Momie on its pages: it is marked, and who turns over and who need not is named."""

import pytest
from loot_table import game, hand

from display.view import COLOURS, as_text
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import Awaken, Header, HouseRules, Reveal
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext
from firmware_py.pages.maudite_momie.dialogue import page
from firmware_py.pages.page import Press
from firmware_py.words import speak

OTHERS = HouseRules(final_reveal="others")


def ended(house):
    """The table at which Ada, who still has cards, has just ended the game by a mummy."""
    start = game((2, 1, 1), house=house, scores=(32, 0, 0))
    header = Header(1, "maudite_momie", start.players, house)
    session = Session(GAMES["maudite_momie"], header, start)
    session = play(play(session, Awaken("Ada", "Bo")), Reveal("Bo", hand("vase 3 mummy")))
    assert rules.to_act(session.state)
    return PageContext(say=speak("en"), session=session, colours=COLOURS[:3])


@pytest.mark.parametrize(
    ("house", "lines"),
    [
        (HouseRules(), ("[Final reveal]", "Ada (red)", "Then: Cy")),
        (OTHERS, ("[Final reveal]", "Cy (green)", "Ada ended the game and keeps the cards hidden.")),
    ],
)
def test_the_final_reveal_says_that_it_is_and_who_takes_part(house, lines):
    """L26, L27: nobody takes it for a turn, and the house rule is named where it is in force."""
    table = ended(house)
    shown = as_text(page(table, None, game_menu()).view(table))
    assert all(line in shown for line in lines)


def test_the_points_take_the_place_of_the_names_once_a_card_is_entered():
    """The reckoning needs the room."""
    table = ended(HouseRules())
    first = page(table, None, game_menu())
    begun = first.press(Press("up"), table)
    assert "Then: Cy" in as_text(begun.view(table))
    assert "Then: Cy" not in as_text(begun.press(Press("ok"), table).view(table))
