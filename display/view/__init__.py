"""What a screen can show: frozen values of worded text and placed things, and their plain-text form.

Why: code that decides what to show needs neither pixels nor pygame, and code that draws needs no game. A view is the
whole screen. Equal views look the same, so a screen is redrawn only when its view changed. Whatever can be chosen has a
`target`, the name that touching or clicking it returns.

`parts` and `maps` are what views consist of, `values` the views, `across` what of one is read from across the table,
`text` writes a view as plain lines.
"""

from display.view.across import seen_across
from display.view.maps import Alarm, DrawnPath, Figure, Ground, MazePiece, MazePlan, PyramidPlan, Square, Tile
from display.view.parts import (
    COLOURS,
    NO_CHOICES,
    AcrossSeat,
    Audience,
    Button,
    Colour,
    Item,
    Menu,
    Standing,
    ThemeName,
    World,
)
from display.view.text import as_text
from display.view.values import (
    Across,
    Actor,
    Announcement,
    Area,
    Body,
    Course,
    CoursePlayer,
    Gallery,
    Hint,
    Hold,
    Moment,
    MomentKind,
    Notice,
    NoticeKind,
    Picker,
    PlanSeat,
    Race,
    RankedPlayer,
    Ranking,
    Seat,
    TablePlan,
    View,
)

__all__ = [
    "COLOURS",
    "NO_CHOICES",
    "Across",
    "AcrossSeat",
    "Actor",
    "Alarm",
    "Announcement",
    "Area",
    "Audience",
    "Body",
    "Button",
    "Colour",
    "Course",
    "CoursePlayer",
    "DrawnPath",
    "Figure",
    "Gallery",
    "Ground",
    "Hint",
    "Hold",
    "Item",
    "MazePiece",
    "MazePlan",
    "Menu",
    "Moment",
    "MomentKind",
    "Notice",
    "NoticeKind",
    "Picker",
    "PlanSeat",
    "PyramidPlan",
    "Race",
    "RankedPlayer",
    "Ranking",
    "Seat",
    "Square",
    "Standing",
    "TablePlan",
    "ThemeName",
    "Tile",
    "View",
    "World",
    "as_text",
    "seen_across",
]
