"""The pages of Maudite Momie.

`dialogue` chooses the page for each phase, `hand_page` is where cards are entered, `pictures` makes what is seen.
"""

from firmware_py.pages.maudite_momie import dialogue
from firmware_py.pages.registry import GamePages

PAGES = GamePages(dialogue, house_rules=dialogue.OPTIONS)
