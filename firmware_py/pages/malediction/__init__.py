"""The pages of La malédiction de la momie.

`dialogue` chooses the page for each phase, `dice_page` or one of `turn_pages`. It says which explanations belong to a
page, answers for every cell why not, replays the hidden game, and says what stands elsewhere after a correction.
`curtain` hides secrets and reads announcements aloud, `pictures` draws the map for one side's eyes. `setup_page` comes
before a game, `map_editor` draws and lists its maps. `board` follows the pieces on the magnetic board: it says what
they mean, announces, and asks. `texts.toml` has explanations, the lesson and the set-up.
"""

from firmware_py.games.malediction.events import by_name
from firmware_py.pages.malediction import dialogue
from firmware_py.pages.malediction.curtain import Curtain, Secret, page_behind
from firmware_py.pages.malediction.dialogue import EXPLAINED, difference
from firmware_py.pages.malediction.map_editor.editor import map_draft
from firmware_py.pages.malediction.map_editor.files import DRAFT_KEY
from firmware_py.pages.malediction.map_editor.teaching import teaching_sound
from firmware_py.pages.malediction.pictures import hunters_maze, icons_of, own_missions, public_maze, wearers
from firmware_py.pages.malediction.setup_page import OPTIONS, likely_place, place_of, set_up, with_map
from firmware_py.pages.malediction.turn_pages import ReturnPage, why_box_cannot_hunt
from firmware_py.pages.registry import GamePages, LastPlace, MapPages, Secrets
from firmware_py.words import words

PAGES = GamePages(
    set_up,
    dialogue.page,
    dialogue.summary,
    dialogue.draft_of,
    dialogue.sound,
    leaving=words(
        "The pawn and its tokens leave the board, and the cards are put aside unseen. If the mummy goes home, or the "
        "last hunter, the game is over."
    ),
    standing=dialogue.standing,
    wearers=wearers,
    opponents={
        "mummy": words("the box's own hunters"),
        "hunter": words("a mummy that goes where a hunter may well be"),
    },
    place_of=place_of,
    likely_place=likely_place,
    follow_decision=dialogue.follow_decision,
    picture=public_maze,
    voice_words=lambda event, state: by_name(event.voice_words(), state),
    difference=difference,
    poster_of=dialogue.poster_of,
    house_rules=OPTIONS,
    colours=("red", "blue", "turquoise", "purple"),
    last_place=LastPlace("mummy", words("mummy")),
    one_colour_each=False,
    secrets=Secrets(
        in_record=words("It tells where the hunters stand: the mummy must not read it before the end."),
        on_board=words("Not during a game: it would show where the hunters stand."),
        only_for=Secret,
        curtain=Curtain,
        opened=page_behind,
        return_page=ReturnPage(),
        why_no_box=why_box_cannot_hunt,
        draft_again=dialogue.draft_again,
        picture=hunters_maze,
    ),
    maps=MapPages(DRAFT_KEY, map_draft, teaching_sound, with_map),
    icons_of=icons_of,
    explained=EXPLAINED,
    own=own_missions,
)
