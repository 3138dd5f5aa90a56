"""The pages of L'or du pharaon.

`dialogue` chooses the page for each phase and says which explanations belong to it. `setup_page` comes before a game,
`turn_page` starts a turn, with the cursor on what is likely. On `card_page` players choose another card, which also
answers for every card why not, and enter it. `turn_page` also has the pages of a photo, and of what mummy, curse and
collapse have done. After a correction `dialogue` shows the page of the wrong entry again. `pictures` draws the pyramid
and says how the game went. `texts.toml` has explanations, the lesson and the set-up.
"""

from firmware_py.games.or_du_pharaon.events import Fell, Fled, LanternOut
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.dialogue import EXPLAINED, difference, pages_again
from firmware_py.pages.or_du_pharaon.pictures import icons_of, picture
from firmware_py.pages.or_du_pharaon.setup_page import OPTIONS, set_up
from firmware_py.pages.registry import GamePages
from firmware_py.words import words

PAGES = GamePages(
    set_up,
    dialogue.page,
    dialogue.summary,
    dialogue.draft_of,
    dialogue.sound,
    leaving=words(
        "Figures and lanterns leave the pyramid, and what was carried stays on its card. Photos and delivered "
        "treasures go along. Whoever goes home cannot win."
    ),
    standing=dialogue.standing,
    in_brief=dialogue.in_brief,
    opponents={"player": words("players who go for the nearest treasure")},
    follow_decision=dialogue.follow_decision,
    picture=picture,
    difference=difference,
    moves_pieces=(Fled, LanternOut, Fell),
    poster_of=dialogue.poster_of,
    house_rules=OPTIONS,
    icons_of=icons_of,
    explained=EXPLAINED,
    pages_again=pages_again,
)
