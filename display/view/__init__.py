"""What a screen can show: frozen values of worded text and placed things, and their plain-text form.

Why: code that decides what to show needs neither pixels nor pygame, and code that draws needs no game. A view is the
whole screen. Equal views look the same, so a screen is redrawn only when its view changed. Whatever can be chosen has a
`target`, the name that touching or clicking it returns.

`values` are the views and their parts, `text` writes a view as plain lines.
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
