"""The pages of La malédiction de la momie.

`dialogue` chooses the page for each phase: `dice_page` (with `device_dice`, which the device rolls), `hunter_pages` and
`mummy_page`. `curtain` keeps secrets behind them, `announcements` says what is read aloud, `ending` shows the hidden
game, `pictures` makes what is seen. `setup_page` comes before a game, on one of the maps of `map_choice`; `map_editor`
draws new ones. `on_board` is what the magnetic board has to say.
"""

from firmware_py.pages.malediction import dialogue
from firmware_py.pages.registry import GamePages

PAGES = GamePages(dialogue, house_rules=dialogue.OPTIONS, players_choose_colours=False)
