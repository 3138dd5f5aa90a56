"""The pages of L'or du pharaon.

`dialogue` chooses the page for each phase. `setup_page`, with `start_walls_page`, comes before a game, `turn_page`
starts a turn, with the cursor on what is `likely`. Players choose another card on `target_page`, moving a `cursor`,
enter it on `card_page`, and enter a photo on `photo_page`. `events_page` shows what mummy, curse and collapse have
done. `entered_again` shows the page of a wrong entry again, and its picture in lists; `missing_page` says what must
have been entered wrongly. `pictures` draws the pyramid, `course` says how the game went, `difference` what lies
elsewhere after a correction. `situations` says which `topics` explain a page; `why_not_page` answers for every card.
`set_up_steps` and `lesson` are what comes before a game.
"""

from firmware_py.games.or_du_pharaon.collapse_events import Fell
from firmware_py.games.or_du_pharaon.photo_events import Fled, LanternOut
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.difference import difference
from firmware_py.pages.or_du_pharaon.entered_again import icons_of, pages_again
from firmware_py.pages.or_du_pharaon.lesson import LESSON
from firmware_py.pages.or_du_pharaon.set_up_steps import SET_UP
from firmware_py.pages.or_du_pharaon.situations import EXPLAINED
from firmware_py.pages.registry import GamePages

PAGES = GamePages(
    dialogue,
    standing=dialogue.standing,
    picture=dialogue.picture,
    difference=difference,
    moves_pieces=(Fled, LanternOut, Fell),
    moment_of=dialogue.moment_of,
    house_rules=dialogue.OPTIONS,
    icons_of=icons_of,
    explained=EXPLAINED,
    set_up=SET_UP,
    lesson=LESSON,
    pages_again=pages_again,
)
