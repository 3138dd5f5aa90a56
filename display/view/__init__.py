"""What a screen can show: frozen values of worded text and placed things, and their plain-text form.

Why: whoever decides what to show needs neither pixels nor pygame, and whoever draws needs no game. A view is the whole
screen; two equal views look the same, so a screen is redrawn only when its view changed. Whatever can be chosen
carries a `target`, a name that a press on it with finger or mouse hands back.

`values` are what can be shown, `text` is how that reads in plain lines.
"""

from display.view.text import as_text
from display.view.values import (
    COLOURS,
    Actor,
    Alarm,
    Announcement,
    Audience,
    Body,
    Button,
    Colour,
    DrawnPath,
    Figure,
    Ground,
    Hint,
    Hold,
    Item,
    Map,
    MazePiece,
    MazePlan,
    Menu,
    Notice,
    Picker,
    Race,
    RankedPlayer,
    Ranking,
    Seat,
    Square,
    Standing,
    Tile,
    View,
)

__all__ = [
    "COLOURS",
    "Actor",
    "Alarm",
    "Announcement",
    "Audience",
    "Body",
    "Button",
    "Colour",
    "DrawnPath",
    "Figure",
    "Ground",
    "Hint",
    "Hold",
    "Item",
    "Map",
    "MazePiece",
    "MazePlan",
    "Menu",
    "Notice",
    "Picker",
    "Race",
    "RankedPlayer",
    "Ranking",
    "Seat",
    "Square",
    "Standing",
    "Tile",
    "View",
    "as_text",
]
