"""What is read aloud after an action, made of what everybody may hear."""

from __future__ import annotations

from firmware_py.games.malediction.actions import Choose
from firmware_py.games.malediction.events import (
    FACE_WORDS,
    Caught,
    DiceReset,
    FaceChosen,
    HunterWins,
    MissionPlayed,
    MummyMoved,
    MummyTurnBegins,
    MummyWins,
    Stuck,
    TurnBegins,
    TurnLost,
)
from firmware_py.games.malediction.maze import pawn_words
from firmware_py.games.malediction.state import State
from firmware_py.games.rules import Event
from firmware_py.games.session import Session
from firmware_py.pages.malediction.curtain import Announced
from firmware_py.pages.malediction.pictures import DIE_ICONS, mission_icon
from firmware_py.pages.stack import Page
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

ICONS: dict[type[Event], str] = {
    MummyWins: "mummy",
    HunterWins: "trophy",
    Caught: "dungeon",
    MissionPlayed: "",  # it has its colour's
    DiceReset: "dice",
    TurnLost: "die_mummy",
    Stuck: "wall",
    MummyMoved: "mummy",
}
"""What must be read aloud, the weightiest first, and its sign. The announced face has the die's own."""


def announced(table: Table, then: Page, menu: Page) -> Page:
    """Return the page that reads the last action aloud before `then`, or `then` where nothing need be said.

    What has been taken back was read aloud before.
    """
    session = table.playing
    if session.undone:
        return then
    state: State = session.state
    if not session.steps:
        begins = TurnBegins(state.hunter.player, state.hunter.pawn, 0)
        return Announced(begins.words(), (), "stairs", then, menu)
    told = [event for event in session.steps[-1].events if event.is_public]
    certified = _certificate(session)
    for event in told:
        if isinstance(event, FaceChosen):
            return Announced(event.words(), (), DIE_ICONS[event.face], then, menu)
    for kind, icon in ICONS.items():
        for event in told:
            if isinstance(event, kind):
                others = tuple(other.words() for other in told if other is not event)
                shown = mission_icon(event.mission) if isinstance(event, MissionPlayed) else icon
                return Announced(event.words(), (*certified, *others), shown, then, menu)
    if certified:
        return Announced(certified[0], tuple(event.words() for event in told), "good", then, menu)
    return then


def _certificate(session: Session) -> tuple[Words, ...]:
    """Return, in the two-player game, that the move told of the unseen pawn is by the rules (P47).

    It is said when the turn is handed over, so that it does not tell whether a mission was within reach.
    """
    before: State = session.steps[-2].state if len(session.steps) > 1 else session.start
    handed_over = any(isinstance(event, (TurnBegins, MummyTurnBegins)) for event in session.steps[-1].events)
    if not before.is_two_player or before.phase not in ("move", "mission") or not handed_over:
        return ()
    choice = next(step.action for step in reversed(session.steps) if isinstance(step.action, Choose))
    pawn, face = pawn_words(before.hunter.pawn), FACE_WORDS[choice.face]
    return (words("The device has checked: the {pawn}'s move with {face} is allowed.", pawn=pawn, face=face),)
