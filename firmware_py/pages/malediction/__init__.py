"""The pages of La malédiction de la momie.

`dialogue` chooses the page for each phase: `dice_page` (with `device_dice` for dice that the device rolls, and
`number_keys` for numbers that have keys), `hunter_pages`, `mummy_die_page` or `mummy_page`. `curtain` hides secrets,
`announcements` are read aloud, `ending` replays the hidden game, `course` says how it went, `pictures` draws the map
for one side's eyes, `difference` says what stands elsewhere after a correction. `setup_page` comes before a game,
`map_choice` lists its maps, `map_editor` draws new ones. `maps` is what the device asks of them. `board_follower`
follows the pieces on the magnetic board and says what they mean: `board_notices` announces, `board_question` asks,
`entered_moves` are moves that are on the pages and not played yet. `situations` says which `topics` explain a page, and
`why_not_page` answers for every cell. `set_up_steps` and `lesson` are what comes before a game.
"""

from firmware_py.pages.malediction import dialogue, maps
from firmware_py.pages.malediction.curtain import Curtain, Secret, opened
from firmware_py.pages.malediction.difference import difference
from firmware_py.pages.malediction.lesson import LESSON
from firmware_py.pages.malediction.pictures import hunters_maze, icons_of, public_maze
from firmware_py.pages.malediction.set_up_steps import SET_UP
from firmware_py.pages.malediction.situations import EXPLAINED
from firmware_py.pages.registry import GamePages, LastPlace, Secrets
from firmware_py.words import words

PAGES = GamePages(
    dialogue,
    standing=dialogue.standing,
    picture=public_maze,
    difference=difference,
    moment_of=dialogue.moment_of,
    house_rules=dialogue.OPTIONS,
    colours=("red", "blue", "turquoise", "purple"),
    last_place=LastPlace("mummy", words("mummy")),
    one_colour_each=False,
    secrets=Secrets(
        in_record=words("It tells where the hunters stand: the mummy must not read it before the end."),
        on_board=words("Not during a game: it would show where the hunters stand."),
        only_for=Secret,
        curtain=Curtain,
        opened=opened,
        draft_again=dialogue.draft_again,
        picture=hunters_maze,
    ),
    maps=maps,
    icons_of=icons_of,
    explained=EXPLAINED,
    set_up=SET_UP,
    lesson=LESSON,
)
