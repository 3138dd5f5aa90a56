"""The pages of Maudite Momie.

`dialogue` chooses the page for each phase, says which explanations belong to it and what lies elsewhere after a
correction. `setup_page` comes before a game. `turn_pages` are those of a turn, with what backs tell, and of a hand of
cards. `pictures` draws the score track, the cards and the ranking, and says how the game went. `texts.toml` has
explanations, the lesson and the set-up.
"""

from firmware_py.pages.maudite_momie import dialogue
from firmware_py.pages.maudite_momie.dialogue import EXPLAINED, difference
from firmware_py.pages.maudite_momie.pictures import icons_of, race
from firmware_py.pages.maudite_momie.setup_page import OPTIONS, set_up
from firmware_py.pages.maudite_momie.turn_pages import own_cards
from firmware_py.pages.registry import GamePages
from firmware_py.words import words

PAGES = GamePages(
    set_up,
    dialogue.page,
    dialogue.summary,
    dialogue.draft_of,
    dialogue.sound,
    leaving=words("The cards before them go to the discards, unseen. Whoever goes home cannot win."),
    standing=dialogue.standing,
    opponents={"player": words("people who play by the best rule of thumb")},
    follow_decision=dialogue.follow_decision,
    picture=race,
    difference=difference,
    poster_of=dialogue.poster_of,
    house_rules=OPTIONS,
    menu_choices=dialogue.menu_choices,
    icons_of=icons_of,
    explained=EXPLAINED,
    own=own_cards,
)
