"""The pages of La malédiction de la momie.

`dialogue` chooses the page for each phase: `dice_page` (with `device_dice` for dice that the device rolls),
`hunter_pages` or `mummy_page`. `curtain` hides secrets, `announcements` are read aloud, `ending` replays the hidden
game, `pictures` draws the map for one side's eyes. `setup_page` comes before a game, `map_choice` lists its maps,
`map_editor` draws new ones. `on_board` shows what the magnetic board infers.
"""

from firmware_py.pages.malediction import dialogue
from firmware_py.pages.registry import GamePages

PAGES = GamePages(dialogue, house_rules=dialogue.OPTIONS, players_choose_colours=False)
