"""The pages of L'or du pharaon.

`dialogue` chooses the page for each phase. `setup_page` comes before a game, `turn_page` starts a turn. Players choose
a card on `target_page`, moving a `cursor`, enter it on `card_page`, and enter a photo on `photo_page`. `events_page`
shows what mummy, curse and collapse have done. `correction` corrects a card that was entered wrongly. `pictures` draws
the pyramid.
"""

from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.registry import GamePages

PAGES = GamePages(dialogue, house_rules=dialogue.OPTIONS, menu_choices=dialogue.menu_choices)
