"""Explanations as data: each names its clauses, its words and its picture; sketches draw small maps from text.

Those of a game stand with its texts; here stand those of all other pages: menus, settings, care of the board, the map
editor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, get_args

import msgspec

from display.view import Colour, DrawnPath, Figure, Ground, Item, MazePiece, MazePlan, PyramidPlan, Square, Tile
from display.view.text import OPENINGS
from firmware_py.config.settings import TRIAL_S, Controls
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

SIDES_OF = {sign: sides for sides, sign in OPENINGS.items()}
"""The open sides of a tile or a square by their character, such as "NE" for `┗`."""

Illustration: TypeAlias = tuple[Item, ...] | PyramidPlan | MazePlan


BUTTON_CONTROLS: tuple[Controls, ...] = ("four", "six")
"""The controls with a button for each thing on a page."""


class Topic(msgspec.Struct, frozen=True):
    """One thing that is explained. The clauses are never shown; a test finds each of them in some topic."""

    clauses: tuple[str, ...]
    title: Words
    text: tuple[Words, ...]
    picture: Illustration
    controls: tuple[Controls, ...] = get_args(Controls)
    """The controls of the devices on which it is true."""


def signs(*parts: str) -> tuple[Item, ...]:
    """Return icons and labels side by side: "amulet amulet" are icons, "=10" is a label, "mummy =1" is both."""
    items = []
    for part in parts:
        icons, _, label = part.partition("=")
        items.append(Item(label, tuple(icons.split())))
    return tuple(items)


def sketch(
    *rows: str,
    figures: Mapping[str, tuple[Figure, ...]] | None = None,
    lanterns: Mapping[str, tuple[Colour, ...]] | None = None,
    discs: Mapping[str, tuple[str, ...]] | None = None,
    badges: Mapping[str, str] | None = None,
    doomed: str = "",
    path: DrawnPath | None = None,
) -> PyramidPlan:
    """Return a small pyramid; each row holds signs such as `┗`, `(╸)` start, `[╺]` chamber, `?` hidden, `.` fallen.

    Places are named `0.0` for the upper left one, column before row.
    """
    tiles = []
    for row, line in enumerate(rows):
        for column, sign in enumerate(line.split()):
            name = f"{column}.{row}"
            ground, sides = _ground(sign)
            tiles.append(
                Tile(
                    name,
                    column,
                    row,
                    ground,
                    sides,
                    (figures or {}).get(name, ()),
                    (lanterns or {}).get(name, ()),
                    (discs or {}).get(name, ()),
                    badge=(badges or {}).get(name, ""),
                    doomed=name in doomed.split(),
                )
            )
    return PyramidPlan(tuple(tiles), path=path)


def _ground(sign: str) -> tuple[Ground, str]:
    match sign:
        case "?":
            return "hidden", ""
        case ".":
            return "gone", ""
    sides = SIDES_OF[sign.strip("()[]")]
    return ("start" if sign[0] == "(" else "chamber" if sign[0] == "[" else "path"), sides


BUILT = {"S": "stairs", "D": "dungeon", "A": "sarcophagus"}
MARKS: dict[str, Colour] = {"R": "red", "B": "blue", "W": "white", "G": "green", "Y": "yellow"}


def maze_sketch(
    *rows: str,
    pawns: Mapping[int, Colour] | None = None,
    mummy: int | None = None,
    lit: tuple[int, ...] = (),
    path: tuple[int, ...] = (),
) -> MazePlan:
    """Return a small maze; each row holds signs such as `╺`, `S╺` stairs, `D╸` dungeon, `R1━` mission, `#` rock.

    Squares are numbered from 0 in reading order.
    """
    found = [sign for row in rows for sign in row.split()]
    pieces = tuple(MazePiece(at, colour, active=True) for at, colour in (pawns or {}).items())
    if mummy is not None:
        pieces = (*pieces, MazePiece(mummy, icon="mummy"))
    squares = tuple(map(_square, found))
    return MazePlan(len(rows[0].split()), squares, pieces, lit=lit, path=path)


def _square(sign: str) -> Square:
    if sign == "#":
        return Square(solid=True)
    code, opening = sign[:-1], sign[-1]
    colour = MARKS.get(code[:1])
    return Square(SIDES_OF[opening], icon=BUILT.get(code, ""), mark=code if colour else "", colour=colour)


# --- the controls ----------------------------------------------------------------------------------------------------

BUTTONS = Topic(
    (),
    words("The buttons"),
    (
        words("Up and down choose, ✓ confirms, the last button goes back."),
        words("In a game, hold the back button to undo the last entry. Hold the up button on any page for help."),
    ),
    signs("up down", "ok", "back"),
)
KNOB = Topic(
    (),
    words("The knob"),
    (
        words("Turn it to choose, push it to confirm. The button beside it goes back."),
        words("In a game, hold that button to undo the last entry. Turn the knob while you push it for help."),
    ),
    signs("turn_knob", "ok", "back", "knob"),
)
TOUCH = Topic(
    (),
    words("By touch"),
    (
        words("Touch what you want. The words at the foot of the page can be touched as well."),
        words("In a game, one of them undoes the last entry. 'Help', or a question mark, explains the page."),
    ),
    signs("ok", "back", "undo", "why"),
)
CONTROLS = {"encoder": KNOB, "touch": TOUCH}


def controls(table: Table) -> Topic:
    """Return how this device is worked."""
    return CONTROLS.get(table.settings.controls, BUTTONS)


def how_to_ask(table: Table) -> Words:
    """Return how this device is asked for help."""
    match table.settings.controls:
        case "encoder":
            return words("Turn the knob while you push it, on any page, for help.")
        case "touch":
            return words("Touch 'help' or the question mark at the foot of any page for an explanation.")
    return words("Hold the up button on any page for help.")


# --- around a game ---------------------------------------------------------------------------------------------------

BEGINNING = Topic(
    (),
    words("Begin a game"),
    (
        words(
            "Choose a game. The next page asks who plays; the last one before the game offers a lesson for newcomers."
        ),
    ),
    signs("maudite_momie", "or_du_pharaon", "malediction"),
)
PLAYERS = Topic(
    (),
    words("Who plays"),
    (
        words("Players sit here as at your table, clockwise. Those of the last game are here already: just play."),
        words("Go to a name, a colour or a free seat to change it. Names from earlier games are offered first."),
    ),
    signs("player player player", "plus", "letters"),
)
SETTING_UP = Topic(
    (),
    words("Step by step"),
    (
        words("Lay out at the table what the page says, then press ✓: the next step comes. Hold ✓ to skip all others."),
        words("If all of you have played the game here, there are fewer steps."),
    ),
    signs("story", "ok"),
)
LEARNING = Topic(
    (),
    words("The lesson"),
    (
        words(
            "A little game is played here, by the rules. Choose an answer; if it is wrong, you read why, and try again."
        ),
        words("Leave it whenever you like. It goes on where you were."),
    ),
    signs("info", "=›", "trophy"),
)
SAVED = Topic(
    (),
    words("Saved games"),
    (
        words(
            "Every game is kept, with all its entries. You can go on with an unfinished game where it "
            "stopped, and watch or correct a finished one step by step."
        ),
    ),
    signs("kept", "resume", "trophy", "history"),
)
STICK = Topic(
    (),
    words("The USB stick"),
    (words("Another device can take over games from a stick, with all their entries. Here they stay as they are."),),
    signs("kept", "=›", "stick"),
)
GAME_MENU = Topic(
    (),
    words("The game menu"),
    (
        words(
            "Undo entries one by one, as far as the beginning, and redo them. Or correct "
            "just one older mistake: what came after it stays."
        ),
    ),
    signs("undo", "redo", "repair"),
)
CORRECTION = Topic(
    (),
    words("Correct an entry"),
    (
        words(
            "Choose the entry that is wrong and enter what really happened. Everything after it is "
            "replayed; where the rules no longer allow it, the device asks."
        ),
    ),
    signs("repair", "=›", "redo"),
)
MOVED_PIECES = Topic(
    (),
    words("Everybody moves pieces"),
    (
        words(
            "The list says where each piece was and where it belongs now. What was entered wrongly may stand right "
            "already; what followed from it must be moved by hand."
        ),
    ),
    signs("repair", "=›", "players"),
)
REPLAY = Topic(
    (),
    words("Watch a game"),
    (words("Go through the game step by step, forwards or backwards. Hold ✓ to correct the step that is shown."),),
    signs("history", "up down"),
)
OFF = Topic(
    (),
    words("Switch off"),
    (words("Every press is saved at once, so a power cut loses nothing. Switching off here is gentler all the same."),),
    signs("power", "kept"),
)

# --- settings --------------------------------------------------------------------------------------------------------

SOUND = Topic(
    (),
    words("Sound"),
    (
        words(
            "The volume changes all sounds. 'Quiet for the night' makes them softer and the buttons "
            "silent. Each kind of sound can be switched off separately."
        ),
    ),
    signs("sound", "muted"),
)
VOICE = Topic(
    (),
    words("The voice"),
    (
        words(
            "It says whose turn it is, what has happened and what the cursor is on, but never what only "
            "hunters may know. Any press stops it."
        ),
    ),
    signs("sound", "player"),
)
LIGHT_AND_COLOURS = Topic(
    (),
    words("Light and colours"),
    (words("Night is for dim rooms, day for bright ones, high contrast for anyone who sees poorly."),),
    signs("brightness", "colours"),
)
SCREEN = Topic(
    (),
    words("The screen"),
    (
        words(
            "Size and rotation are tried first: if you see nothing, wait {count} seconds, and the old "
            "picture comes back. The diagonal decides how large the letters are.",
            count=TRIAL_S,
        ),
    ),
    signs("screen", "turned"),
)
ACROSS = Topic(
    (),
    words("View from across the table"),
    (
        words(
            "When nobody has pressed anything for a few seconds, the scores and whose turn it is fill "
            "the screen. The next press brings the page back, and does nothing else."
        ),
    ),
    signs("players", "trophy"),
)
POSTERS = Topic(
    (),
    words("Posters and moving pictures"),
    (words("A catch, an escape or a collapse fills the screen for a moment. You need not wait for it to end."),),
    signs("mummy", "collapse"),
)
BUTTON_KINDS = Topic(
    (),
    words("Which buttons"),
    (
        words(
            "Say which buttons this device has. They are tried first: if none works, wait {count} "
            "seconds, and all is as before.",
            count=TRIAL_S,
        ),
    ),
    signs("buttons", "knob", "screen"),
)
TRIAL = Topic(
    (),
    words("Keep it like this?"),
    (words("Only what you confirm stays. If nobody does, the old setting comes back by itself."),),
    signs("settings", "undo"),
)
HOUSE_RULES = Topic(
    (),
    words("House rules"),
    (
        words(
            "They say where you play differently from the printed rules. Each new game begins with them; there "
            "you can still change them."
        ),
    ),
    signs("story", "settings"),
)
ABOUT = Topic(
    (),
    words("About this device"),
    (words("What is built in, and whether it works. The report on a stick helps whoever repairs it."),),
    signs("info", "stick"),
)

# --- the magnetic board ----------------------------------------------------------------------------------------------

BOARD = Topic(
    (),
    words("The magnetic board"),
    (
        words(
            "It stands between the two faces of the map, senses where the pieces are and enters their moves. "
            "Without it, everything is entered by hand."
        ),
    ),
    signs("sensors", "pawn", "mummy"),
)
BOARD_CARE = Topic(
    (),
    words("Care of the board"),
    (
        words(
            "Calibrate it once, and again when pieces are not noticed. A cell that is often wrong can "
            "be left out: its moves are entered by hand."
        ),
    ),
    signs("sensors", "repair"),
)
WIRING = Topic(
    (),
    words("Wiring"),
    (words("The switches may be soldered in any order: just lay a magnet on each cell the device asks for."),),
    signs("sensors", "=1 2 3"),
)

# --- the map editor --------------------------------------------------------------------------------------------------

DRAWING = Topic(
    (),
    words("Draw a map"),
    (
        words(
            "The cursor moves over the cells and over the edges between them. ✓ on an edge builds a wall or takes it "
            "away, on a cell it asks what is there."
        ),
    ),
    maze_sketch("╺ ┳ R1╸", "# ┃ #", "S╺ ┻ D╸"),
)
PROBLEMS = Topic(
    (),
    words("Not right yet"),
    (
        words(
            "What is still wrong is listed beside the map, first what concerns the cell of the cursor. "
            "Once nothing is wrong, save the map from the menu."
        ),
    ),
    signs("warning", "=›", "kept"),
)
CELLS = Topic(
    (),
    words("What is in a cell"),
    (
        words(
            "Missions have a colour and a number, as on your cards. Rock is not part of any corridor: nobody "
            "can go there."
        ),
    ),
    signs("mission_red mission_blue", "stairs", "dungeon", "sarcophagus", "wall"),
)
TEACHING = Topic(
    (),
    words("Teach by hand"),
    (
        words(
            "Slide the mummy slowly through every corridor, then put it on each mission. Where it went "
            "is open; the rest is rock."
        ),
    ),
    signs("mummy", "=›", "wall"),
)
PAWNS_AND_DIE = Topic(
    (),
    words("Pawns and die"),
    (words("Name the pawns in your box, and say what the faces of the mummy die show."),),
    signs("pawn pawn", "die_blank"),
)
