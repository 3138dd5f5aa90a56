"""What the hunters read aloud after an action: only what everybody may hear.

Why an announced face and a mission have no page of their own: the hunter says the face, and shows the card. The pages
that follow tell them to, and until then the map need not be hidden. Why only a page for the hunters has an announcement
before it: any other page shows the news itself.
"""

from __future__ import annotations

from typing import TypeAlias

from firmware_py.games.malediction.actions import Choose
from firmware_py.games.malediction.events import (
    FACE_WORDS,
    Caught,
    DiceReset,
    HunterWins,
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
from firmware_py.pages.malediction.curtain import Announced, Secret
from firmware_py.pages.stack import Page
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

ICONS: dict[type[Event], str] = {
    MummyWins: "mummy",
    HunterWins: "trophy",
    Caught: "dungeon",
    DiceReset: "dice",
    TurnLost: "die_mummy",
    Stuck: "wall",
    MummyMoved: "mummy",
}
"""What must be read aloud, the most important first, and its icon."""

Spoken: TypeAlias = tuple[Words, tuple[Words, ...], str]
"""A headline, the lines below it, and an icon."""


def announced(table: Table, then: Page, menu: Page) -> Page:
    """Return the page that announces the last action before `then`, or `then` if there is nothing to announce.

    After an undo there is nothing: the action was announced before. Nor is there when a game is taken up: whether an
    action was taken back there may be a secret.
    """
    session = table.playing
    if session.undone or (table.covered and not session.is_over):
        return then
    shown = _last_action(session) if session.steps else _beginning(session.state)
    is_shown = isinstance(then, Secret) or session.is_over or (session.steps and _certificate(session))
    return Announced(*shown, then, menu) if shown and is_shown else then


def _beginning(state: State) -> Spoken:
    return TurnBegins(state.hunter.player, state.hunter.pawn, 0).words(), (), "stairs"


def _last_action(session: Session) -> Spoken | None:
    public = [event for event in session.steps[-1].events if event.is_public]
    certified = _certificate(session)
    headline = next((event for kind in ICONS for event in public if isinstance(event, kind)), None)
    others = tuple(event.words() for event in public if event is not headline)
    if headline:
        return headline.words(), (*certified, *others), _icon(headline)
    return (certified[0], others, "good") if certified else None


def _icon(event: Event) -> str:
    match event:
        case Caught(ankhs=0):
            return "mummy"  # that pawn goes to no dungeon
    return ICONS[type(event)]


def _certificate(session: Session) -> tuple[Words, ...]:
    """Return, in the two-player game, the sentence that the unseen pawn's move is by the rules (P47).

    It comes when the turn is handed over, so that it does not reveal whether a mission was in reach.
    """
    before: State = session.steps[-2].state if len(session.steps) > 1 else session.start
    handed_over = any(isinstance(event, (TurnBegins, MummyTurnBegins)) for event in session.steps[-1].events)
    if not before.is_two_player or before.phase not in ("move", "mission") or not handed_over:
        return ()
    choice = next(step.action for step in reversed(session.steps) if isinstance(step.action, Choose))
    pawn, face = pawn_words(before.hunter.pawn), FACE_WORDS[choice.face]
    return (words("The device has checked: the {pawn}'s move with {face} is allowed.", pawn=pawn, face=face),)
