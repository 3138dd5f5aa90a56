"""The pages of Maudite Momie.

`dialogue` chooses the page for each phase. Players enter their cards on `hand_page`. `pictures` draws the score track,
the cards and the ranking.
"""

from firmware_py.pages.maudite_momie import dialogue
from firmware_py.pages.maudite_momie.pictures import icons_of
from firmware_py.pages.registry import GamePages

PAGES = GamePages(dialogue, house_rules=dialogue.OPTIONS, icons_of=icons_of)
