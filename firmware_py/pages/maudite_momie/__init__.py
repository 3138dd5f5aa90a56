"""The pages of Maudite Momie.

`dialogue` chooses the page for each phase: `turn_page` for a turn, `hand_page` for cards, by the keys of `key_grids`;
`hand_draft` is the part of a hand that is entered. `pictures` draws the score track, the cards and the ranking.
`course` says how the game went, `difference` what lies elsewhere after a correction, `odds_page` what backs tell.
`situations` says which `topics` explain a page. `set_up_steps` and `lesson` are what comes before a game.
"""

from firmware_py.pages.maudite_momie import dialogue
from firmware_py.pages.maudite_momie.difference import difference
from firmware_py.pages.maudite_momie.lesson import LESSON
from firmware_py.pages.maudite_momie.pictures import icons_of, race
from firmware_py.pages.maudite_momie.set_up_steps import SET_UP
from firmware_py.pages.maudite_momie.situations import EXPLAINED
from firmware_py.pages.registry import GamePages

PAGES = GamePages(
    dialogue,
    standing=dialogue.standing,
    picture=race,
    difference=difference,
    moment_of=dialogue.moment_of,
    house_rules=dialogue.OPTIONS,
    menu_choices=dialogue.menu_choices,
    icons_of=icons_of,
    explained=EXPLAINED,
    set_up=SET_UP,
    lesson=LESSON,
)
