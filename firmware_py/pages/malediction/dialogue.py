"""From presses to actions in La malédiction de la momie: the page for each phase, and who may see it.

Why two kinds of page: the device stands on the hunters' side. A page with a secret is wrapped in `Secret`; the mummy's
path, announcements and menus are for everybody. Between a page for everybody and a secret page there is always an
announcement to read aloud, or the curtain; both open for a held `ok` only.
"""

from __future__ import annotations

import msgspec

from display.view import PosterKind, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import (
    Caught,
    DiceReset,
    FaceChosen,
    HunterWins,
    MissionPlayed,
    MummyMoved,
    MummyTurnBegins,
    MummyWins,
    TurnBegins,
    TurnLost,
)
from firmware_py.games.malediction.maze import pawn_words
from firmware_py.games.malediction.state import DICE, Move, State
from firmware_py.games.rules import TABLE, Event
from firmware_py.grid import Cell
from firmware_py.pages.box_seat import ThinkingPage, acts_for
from firmware_py.pages.interface import Decision, PageContext, Play
from firmware_py.pages.malediction.curtain import Curtain, Open, Secret, announced, opened
from firmware_py.pages.malediction.dice_page import SIDES, DicePage, MummyDiePage, choose_page, dice_page, roll
from firmware_py.pages.malediction.ending import end_page
from firmware_py.pages.malediction.hunter_pages import (
    HandOverPage,
    MovePage,
    begin_page,
    move_ends,
    move_page,
)
from firmware_py.pages.malediction.mummy_page import MummyPage
from firmware_py.pages.malediction.pictures import actor, maze, pawn_colours, title
from firmware_py.pages.malediction.setup_page import OPTIONS, set_up
from firmware_py.pages.page import Choice, Page, Reply, line_to_read
from firmware_py.pages.registry import Sound
from firmware_py.stored_json import from_json
from firmware_py.words import Words, plain, words, words_n

__all__ = ["OPTIONS", "draft_of", "page", "set_up", "sound", "standing", "summary"]


class DialogueDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an action that is entered: some dice, the mummy's path, or the cell a pawn has gone to."""

    dice: tuple[int, ...] = ()
    path: tuple[Cell, ...] = ()
    to: Cell = ""


def page(table: PageContext, draft: str | None, menu: Page) -> Page:
    """The page for the state now; `menu` opens on `back`, through the curtain where there are secrets."""
    state: State = table.playing.state
    entered = _entered(state, draft)
    match state.phase:
        case "over":
            return announced(table, end_page(table), menu)
        case "mummy_roll":
            return announced(table, MummyDiePage(menu), menu)
        case "interrupt" | "mummy_move" if acts_for(table, state.mummy_player):
            return announced(table, ThinkingPage(state.mummy_player, menu, drawn), menu)
        case "interrupt" | "mummy_move":
            return announced(table, _mummy_page(table, entered, menu), menu)
        case _ if acts_for(table, state.hunter.player):
            return announced(table, ThinkingPage(state.hunter.player, menu, drawn), menu)
        case _ if not table.playing.has_secrets:
            return announced(table, Open(_hunters_page(table, entered), menu), menu)
        case _:
            secret = Secret(_hunters_page(table, entered), menu)
            return Curtain(secret, menu) if table.covered else announced(table, secret, menu)


def drawn(table: PageContext) -> View:
    """The table while the box acts, as those may see it who sit at it."""
    state: State = table.playing.state
    return View(table.say(title(state)), "", maze(table, secrets=not table.playing.has_secrets), actor=actor(state))


def follow_decision(table: PageContext, decision: Decision, page: ThinkingPage) -> Reply:
    """How people move the mummy for the box; its hunters have no pawns, so what they do is played at once."""
    match decision.actions:
        case (Move(path=tuple(path)),):
            return MummyPage(page.menu, given=path)
        case (first, *others):
            return Play(first, more=tuple(others))
    return roll(table)


def _entered(state: State, draft: str | None) -> DialogueDraft:
    """What a stored draft holds of the next action; nothing if it is unreadable or starts no legal one."""
    try:
        entered = from_json(draft or "{}", DialogueDraft)
    except msgspec.DecodeError:
        return DialogueDraft()
    match state.phase:
        case "begin" | "choose" if len(entered.dice) < DICE - state.locked and set(entered.dice) <= set(SIDES):
            return DialogueDraft(dice=entered.dice)
        case "interrupt" | "mummy_move":
            return DialogueDraft(path=entered.path) if _is_possible(state, entered.path) else DialogueDraft()
        case "move" if entered.to in move_ends(state):
            return DialogueDraft(to=entered.to)
    return DialogueDraft()


def _is_possible(state: State, path: tuple[Cell, ...]) -> bool:
    """Whether the mummy may take this path, as far as people know who do not see the hunters."""
    return rules.broken_rule(rules.seen_by(state, TABLE), Move(state.mummy_player, path=path)) is None


def _hunters_page(table: PageContext, entered: DialogueDraft) -> Page:
    state: State = table.playing.state
    if entered.dice and not table.playing.seed:
        return dice_page(table, entered.dice, below=choose_page(table) if state.phase == "choose" else None)
    match state.phase:
        case "begin":
            return begin_page(table)
        case "choose":
            return choose_page(table)
        case "move" if entered.to:
            return HandOverPage(entered.to)
        case "move":
            return _move_page(table)
        case _:
            return HandOverPage(state.at[state.active])


def _move_page(table: PageContext) -> MovePage:
    """The page of a pawn's move, with the cursor on an undone move."""
    match table.playing.undone:
        case (Move(to=str(to)), *_) if to in move_ends(table.playing.state):
            return move_page(table.playing.state, to)
    return MovePage()


def _mummy_page(table: PageContext, entered: DialogueDraft, menu: Page) -> MummyPage:
    """The mummy's page with the path that was entered, or is corrected."""
    match table.playing.undone:
        case (Move(path=tuple(corrected)), *_) if table.is_past:
            return MummyPage(menu, corrected, is_offered=True)
    return MummyPage(menu, entered.path, is_offered=bool(entered.path))


def draft_again(event: Event) -> str | None:
    """What stands ready after an undo of what everybody had heard, this first: the mummy's path.

    Why it does not follow from the actions taken back: which those are may be a secret.
    """
    match event:
        case MummyMoved(path=path) if path:
            return msgspec.json.encode(DialogueDraft(path=path)).decode()
    return None


def draft_of(page: Page) -> str | None:
    """What was entered on a page and is no action yet, or None."""
    match opened(page):
        case DicePage(faces=faces) if faces:
            return msgspec.json.encode(DialogueDraft(dice=faces)).decode()
        case MummyPage(path=path, is_sensed=False) if path:
            return msgspec.json.encode(DialogueDraft(path=path)).decode()
        case HandOverPage(to=to):
            return msgspec.json.encode(DialogueDraft(to=to)).decode()
    return None


def summary(state: State) -> Words:
    """A game in one line that everybody may read."""
    return words(
        "the mummy {tokens} of {target}; missions {missions}",
        tokens=state.tokens,
        target=state.target,
        missions=sum(map(len, state.missions)),
    )


def standing(table: PageContext) -> tuple[Choice, ...]:
    """What everybody may know: each pawn's tokens and missions, the mummy's tokens, and the locked dice."""
    state: State = table.playing.state
    colours = pawn_colours(tuple(hunter.pawn for hunter in state.hunters))
    pawns = (
        line_to_read(
            words(
                "{pawn}: {tokens}; missions: {missions}",
                pawn=pawn_words(hunter.pawn),
                tokens=words_n("{count} token", "{count} tokens", tokens),
                missions=tuple(map(plain, played)) or words("none"),
            ),
            colours[hunter.pawn],
        )
        for hunter, tokens, played in zip(state.hunters, state.ankhs, state.missions, strict=True)
        if hunter.player in state.present
    )
    mummy = words(
        "The mummy on {cell}: {tokens} of {target} tokens", cell=state.mummy, tokens=state.tokens, target=state.target
    )
    dice = words_n("{count} die is locked", "{count} dice are locked", state.locked)
    return (*pawns, line_to_read(mummy, icons=("mummy",)), line_to_read(dice, icons=("dice",)))


def poster_of(event: Event) -> tuple[PosterKind, str] | None:
    """The poster that shows an announcement, or None: only the end has one, all else is read aloud."""
    match event:
        case HunterWins(player=player):
            return "mission", player
        case MummyWins(player=player):
            return "win", player
    return None


def sound(event: Event) -> Sound | None:
    """An announcement's sound; None for a silent one."""
    match event:
        case HunterWins() | MummyWins():
            return "end"
        case Caught():
            return "caught"
        case MissionPlayed():
            return "score"
        case FaceChosen() | DiceReset() | TurnLost():
            return "attention"
        case TurnBegins() | MummyTurnBegins():
            return "turn"
        case _:
            return None
