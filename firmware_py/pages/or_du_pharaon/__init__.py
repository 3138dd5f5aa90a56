"""The pages of L'or du pharaon.

`dialogue` chooses the page for each phase. `setup_page` comes before a game, `turn_page` begins a turn. Cards are
pointed at on `target_page`, with a `cursor`, and told on `card_page`; `photo_page` takes a photo. `events_page` says
what mummy, curse and collapse have done, `correction` corrects a card that was entered wrongly, `pictures` makes what
is seen.
"""

from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.registry import GamePages

PAGES = GamePages(dialogue, house_rules=dialogue.OPTIONS, menu_choices=dialogue.menu_choices)
