"""The page of a turn: which pawn does what, chosen from the legal actions.

Why the cursor does not start at the top: it stands on the usual next act, so most choices take one press. After a move
the player usually reveals; after the last action the turn ends. Holding `ok` ends the turn from anywhere.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Hint, View
from firmware_py.games.or_du_pharaon.actions import (
    EndTurn,
    Move,
    PickUp,
    PlaceLantern,
    PutDown,
    Steal,
    TakeLantern,
)
from firmware_py.games.or_du_pharaon.cells import Cell
from firmware_py.games.or_du_pharaon.collapse import turn_ended
from firmware_py.games.or_du_pharaon.endings import why_no_end
from firmware_py.games.or_du_pharaon.legal_actions import legal_actions, reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import MENU
from firmware_py.pages.lists import Choice, ListPage, with_cursor_of
from firmware_py.pages.or_du_pharaon.card_page import card_page
from firmware_py.pages.or_du_pharaon.missing_page import missing_page
from firmware_py.pages.or_du_pharaon.pictures import DISCS, TITLE, pyramid
from firmware_py.pages.or_du_pharaon.target_page import Purpose, costs, target_page
from firmware_py.pages.stack import Input, LongPress, Page, Push, Reply
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n


class TurnPage(msgspec.Struct, frozen=True):
    """Asks what to do next; `cursor` is None until somebody moves it."""

    menu: Page
    cursor: int | None = None

    def view(self, table: Table) -> View:
        """Return the pyramid and the legal acts."""
        shown = self._page(table).view(table)
        return replace(shown, hints=(*shown.hints, Hint("ok", table.say(words("end the turn")), held=True)))

    def press(self, done: Input, table: Table) -> Reply:
        """Choose an act, or end the turn by holding `ok`."""
        if done == LongPress("ok"):
            return Play(EndTurn(table.playing.state.active))
        reply = self._page(table).press(done, table)
        return with_cursor_of(reply, self)

    def pointed_at(self, table: Table) -> str:
        """Return the name of the act under the cursor."""
        acts, cursor = self._acts(table)
        return acts[cursor][0]

    def _acts(self, table: Table) -> tuple[tuple[tuple[str, Choice], ...], int]:
        """Return the acts by their names, and the index of the one under the cursor."""
        state: State = table.playing.state
        acts = (*_acts(state), *_missing(state, table))
        names = [name for name, _ in acts]
        usual = next((names.index(name) for name in _usual(table) if name in names), len(names) - 1)
        return acts, usual if self.cursor is None else min(self.cursor, len(acts) - 1)

    def _page(self, table: Table) -> ListPage:
        state: State = table.playing.state
        acts, cursor = self._acts(table)
        return ListPage(
            title=TITLE,
            prompt=_prompt(state),
            choices=tuple(choice for _, choice in acts),
            cursor=cursor,
            actor=state.active,
            on_back=Push(self.menu),
            back_label=MENU,
            around=lambda choices, table: pyramid(table, choices),
        )


def _prompt(state: State) -> Words:
    if not state.actions_left:
        return words("No action is left.")
    return words_n("{count} action is left.", "{count} actions are left.", state.actions_left)


def _usual(table: Table) -> tuple[str, ...]:
    """Return the usual next acts, the most likely first."""
    state: State = table.playing.state
    last = table.playing.steps[-1].action if table.playing.steps else None
    if not state.actions_left:
        return ("end_turn",)
    if why_no_end(state):
        return ("missing",)
    match last:
        case Move(by=by, pawn="archaeologist") if by == state.active:
            return ("pick_up", "reveal", "archaeologist")
        case Move(by=by, pawn="porter") if by == state.active:
            return ("place_lantern", "porter")
        case _:
            return ("archaeologist", "reveal", "porter")


def _acts(state: State) -> tuple[tuple[str, Choice], ...]:
    """Return the legal acts: the archaeologist's, then the porter's, then the end of the turn."""
    legal = legal_actions(state)
    acts: list[tuple[str, Choice]] = []
    if costs(state, "archaeologist"):
        acts.append(("archaeologist", _aimed(state, "archaeologist", words("Archaeologist"), "archaeologist")))
    hidden = reveal_targets(state)
    if hidden:
        acts.append(("reveal", _reveal(state, hidden)))
    for action in legal:
        match action:
            case PickUp(treasure=treasure):
                acts.append(("pick_up", Choice(words("Pick up (free)"), Play(action), (DISCS[treasure],))))
            case PutDown():
                acts.append(("put_down", Choice(words("Put down (free)"), Play(action), ("put_down",))))
            case Steal(victim=victim):
                label = words("Steal from {player} (free)", player=victim)
                acts.append(("steal", Choice(label, Play(action), ("steal",))))
    if costs(state, "porter"):
        acts.append(("porter", _aimed(state, "porter", words("Porter"), "porter")))
    for action in legal:
        match action:
            case PlaceLantern():
                acts.append(("place_lantern", Choice(words("Lay a lantern"), Play(action), ("lantern",))))
            case TakeLantern():
                acts.append(("take_lantern", Choice(words("Lift the lantern"), Play(action), ("lantern_up",))))
    if rotate_targets(state):
        acts.append(("rotate", _aimed(state, "rotate", words("Rotate…"), "rotate")))
    acts.append(("end_turn", Choice(_end_words(state), Play(EndTurn(state.active)), ("end_turn",))))
    return tuple(acts)


def _missing(state: State, table: Table) -> tuple[tuple[str, Choice], ...]:
    """Return the line that leads to what was entered wrongly, if the game could never end."""
    why = why_no_end(state)
    return (
        (("missing", Choice(words("Something is missing…"), Push(missing_page(why, table)), ("warning",))),)
        if why
        else ()
    )


def _aimed(state: State, purpose: Purpose, label: Words, icon: str) -> Choice:
    return Choice(label, Push(target_page(state, purpose)), (icon,))


def _reveal(state: State, hidden: tuple[Cell, ...]) -> Choice:
    """Return the choice to reveal a card; it asks which one only if there are several."""
    if len(hidden) == 1:
        return Choice(words("Reveal {place}", place=hidden[0]), Push(card_page(state, hidden[0])), ("reveal",))
    return _aimed(state, "reveal", words("Reveal…"), "reveal")


def _end_words(state: State) -> Words:
    """Return the label that ends the turn, with the number of cards that fall then."""
    fallen = len(state.cards) - len(turn_ended(state)[0].cards)
    if not fallen:
        return words("End the turn")
    return words_n("End the turn: {count} card falls", "End the turn: {count} cards fall", fallen)
