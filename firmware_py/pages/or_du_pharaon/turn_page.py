"""The page of a turn: which pawn does what, chosen from the legal actions, and where.

Why the cursor does not start at the top: it stands on the act and the place that follow from the aim of the game, so
most acts take one press; left and right lead to another place. Holding `ok` ends the turn from anywhere, and a turn
with nothing left to do ends by itself.

Why it follows the aim of the game: an archaeologist walks to the start card with a treasure, to a treasure without one,
and else to where a card can be revealed. Whoever plans otherwise moves the cursor, as from any other place.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, View
from firmware_py.games.or_du_pharaon.consequences import count_turn, next_wave
from firmware_py.games.or_du_pharaon.legality import legal_actions, reveal_targets, rotate_targets, targets, why_no_end
from firmware_py.games.or_du_pharaon.rules import is_turn_spent
from firmware_py.games.or_du_pharaon.state import (
    ACTIONS_A_TURN,
    LOST,
    START,
    Cell,
    EndTurn,
    Move,
    Pawn,
    PickUp,
    PlaceLantern,
    PutDown,
    State,
    Steal,
    TakeLantern,
    layers_from,
    neighbours_of,
    treasure_words,
    where,
)
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.offers import Lines, Offer, arrow_hints, clamp_cursor, has_two_directions
from firmware_py.pages.or_du_pharaon.card_page import (
    Purpose,
    TargetPage,
    chosen,
    costs,
    missing_page,
    next_place,
    target_page,
)
from firmware_py.pages.or_du_pharaon.pictures import DISCS, TITLE, pyramid, spots
from firmware_py.pages.page import MENU, WHERE, Choice, Later, ListedPage, ListPage, Page, Push, Reply
from firmware_py.words import NOTHING, Words, plain, words, words_n


def towards(state: State, goals: Iterable[Cell], pawn: Pawn = "archaeologist") -> Cell | None:
    """The place where the pawn comes nearest to one of `goals`, or None if it comes no nearer."""
    pyramid = state.pyramid
    layers = list(layers_from(pyramid.corridors, pyramid.bitboard(set(goals))))

    def steps(cell: Cell) -> int:
        return next((far for far, cards in enumerate(layers) if cards & pyramid.bits[cell]), len(pyramid.bits))

    costs = targets(state, pawn)
    best = min(costs, key=lambda cell: (steps(cell), cell in next_wave(state), costs[cell]), default=None)
    return best if best is not None and steps(best) < steps(where(state.team, pawn)) else None


def frontier(state: State) -> list[Cell]:
    """The cards from which a face-down card could be revealed."""
    openings = state.pyramid.openings
    touching = neighbours_of(state.setup.start)
    return [
        cell
        for cell, sides in openings.items()
        if any(side in sides and other not in openings and state.card(other) for side, other in touching[cell].items())
    ]


def wish(state: State) -> Cell | None:
    """Where the archaeologist wants to go: home with a treasure, to a treasure, or to a face-down card.

    None where the archaeologist wants to reveal a card instead, or can come no nearer to anything.
    """
    if state.team.archaeologist == LOST:
        return None
    if state.team.carrying is not None:
        return towards(state, (START,))
    return towards(state, [item.cell for item in state.loose]) or (
        None if reveal_targets(state) else towards(state, frontier(state))
    )


def likely_place(state: State, pawn: Pawn) -> Cell:
    """Where the pawn most likely goes: the porter follows the archaeologist."""
    ahead = () if state.team.archaeologist == LOST else (state.team.archaeologist,)
    wanted = wish(state) if pawn == "archaeologist" else towards(state, ahead, "porter")
    costs = targets(state, pawn)
    return wanted or min(costs, key=lambda cell: (costs[cell], cell == START, cell))


class Act(msgspec.Struct, frozen=True):
    """One line of the page."""

    name: str
    choice: Choice
    purpose: Purpose | None = None
    """What the places of this act are asked for; None for an act without a place."""
    at: Cell = ""
    """The place where it is done unless the cursor moves to another."""


class TurnPage(ListedPage, frozen=True):
    """Asks what to do next."""

    menu: Page

    def view(self, table: PageContext) -> View:
        """The pyramid and the legal acts."""
        acts, cursor = self._acts(table)
        shown = replace(_page(table.playing.state, acts, cursor, self.menu), pending=self.pending).view(table)
        ends = Hint("ok", table.say(ENDS), held=True, short=table.say(words("end")))
        aims = arrow_hints(table, WHERE) if _has_other_places(acts[cursor], acts, table.playing.state) else ()
        # the ring that loses its words comes last, not beside the one that ends the turn
        here, held = ([hint for hint in shown.hints if hint.held is held] for held in (False, True))
        heard = _heard(table.playing.state, acts[cursor])
        return replace(shown, hints=(*aims, *here, ends, *held), heard=table.say(heard))

    def listed(self, table: PageContext) -> ListPage:
        """The acts as a list beside the pyramid, which shows the places of the act under the cursor."""
        acts, cursor = self._acts(table)
        return _page(table.playing.state, acts, cursor, self.menu)

    def offers(self, table: PageContext) -> Lines:
        """The acts, other places for the one under the cursor, and the end of the turn.

        The places of an act are shown before a finger chooses it.
        """
        state: State = table.playing.state
        acts, cursor = self._acts(table)
        lines, purpose = _page(state, acts, cursor, self.menu).offers(table), acts[cursor].purpose
        shown = tuple(
            replace(offer, touched=self.with_cursor(at)) if act.purpose and at != cursor else offer
            for at, (offer, act) in enumerate(zip(lines.offers, acts, strict=True))
        )
        held = Offer(Item(table.say(ENDS), target="end"), Play(EndTurn(state.active)))
        if purpose is None:
            return replace(lines, offers=shown, held=held)
        open_now, at = costs(state, purpose), acts[cursor].at

        def aimed(button: Button) -> Reply:
            return Push(TargetPage(purpose, next_place(open_now, spots(state.setup.start), at, button)))

        across: tuple[Button, ...] = ("left", "right")
        aims = (Offer(Item(table.say(WHERE), target=f"aim {key}"), Later(partial(aimed, key))) for key in across)
        cells = (Offer(Item(to, target=f"cell {to}"), Later(partial(chosen, state, purpose, to))) for to in open_now)
        return replace(
            lines, offers=shown, held=held, across=tuple(zip(across, aims, strict=True)), beside=tuple(cells)
        )

    def own_answer(self, table: PageContext) -> Play | None:
        """The end of the turn, if nothing is left to do and nobody has moved the cursor."""
        state: State = table.playing.state
        is_new = self.pending.cursor is None and not table.playing.undone and not table.is_past
        is_spent = is_new and is_turn_spent(state) and why_no_end(state) is None
        return Play(EndTurn(state.active)) if is_spent else None

    def pointed_at(self, table: PageContext) -> str:
        """The name of the act under the cursor."""
        acts, cursor = self._acts(table)
        return acts[cursor].name

    def _acts(self, table: PageContext) -> tuple[tuple[Act, ...], int]:
        """The acts, and the index of the one under the cursor."""
        state: State = table.playing.state
        acts = (*_acts(state, table), *_missing_line(state, table))
        names = [act.name for act in acts]
        usual = next((names.index(name) for name in _usual(table) if name in names), len(names) - 1)
        return acts, usual if self.pending.cursor is None else clamp_cursor(self.pending.cursor, len(acts))


def _page(state: State, acts: tuple[Act, ...], cursor: int, menu: Page) -> ListPage:
    """The acts as a list beside the pyramid, which shows the places of the act under the cursor."""
    aimed = acts[cursor]
    notes = {cell: str(cost) for cell, cost in costs(state, aimed.purpose).items()} if aimed.purpose else {}
    return ListPage(
        title=TITLE,
        prompt=_prompt(state),
        choices=tuple(act.choice for act in acts),
        start=cursor,
        actor=state.active,
        on_back=Push(menu),
        back_label=MENU,
        around=lambda choices, table: pyramid(table, choices, targets=notes, aim=aimed.at),
    )


def _has_other_places(act: Act, acts: tuple[Act, ...], state: State) -> bool:
    """Whether only left and right lead to another place for this act."""
    lines = sum(other.name == act.name for other in acts)
    return act.purpose is not None and lines == 1 and len(costs(state, act.purpose)) > 1


def _prompt(state: State) -> Words:
    if not state.actions_left:
        return words("No actions left.")
    return words_n("{count} action left.", "{count} actions left.", state.actions_left)


def _heard(state: State, act: Act) -> Words:
    """Return how many actions are left as a voice says it: nothing where the turn begins, or where it can only end."""
    if not state.actions_left:
        return NOTHING if act.name == "end_turn" else words("No actions left.")
    return (
        NOTHING
        if state.actions_left == ACTIONS_A_TURN
        else words_n("{count} left.", "{count} left.", state.actions_left)
    )


def _usual(table: PageContext) -> tuple[str, ...]:
    """The usual next acts, the most likely first."""
    state: State = table.playing.state
    last = table.playing.steps[-1].action if table.playing.steps else None
    mine = last if last is not None and last.by == state.active else None
    taken = () if isinstance(mine, PutDown) else ("pick_up", "steal")
    if not state.actions_left:
        return (*taken, "end_turn")
    if why_no_end(state):
        return ("missing",)
    if isinstance(mine, Move) and mine.pawn == "porter":
        return ("place_lantern", "porter")
    lantern = ("place_lantern",) if state.actions_left == 1 else ()
    return (*taken, *lantern, "archaeologist" if wish(state) else "reveal", "end_turn")


def _acts(state: State, table: PageContext) -> tuple[Act, ...]:
    """The legal acts: the archaeologist's, then the porter's, then the end of the turn."""
    legal = legal_actions(state)
    acts: list[Act] = []
    acts += _line_at(state, table, "archaeologist")
    acts += _line_at(state, table, "reveal")
    for action in legal:
        match action:
            case PickUp(treasure=treasure):
                spoken = words("Pick up {treasure}", treasure=treasure_words(treasure))
                line = Choice(PICK_UP, Play(action), (DISCS[treasure],), spoken=spoken, brief=words("Pick up"))
                acts.append(Act("pick_up", line))
            case PutDown():
                line = Choice(PUT_DOWN, Play(action), ("put_down",), brief=words("Drop"))
                acts.append(Act("put_down", line))
            case Steal(victim=victim):
                label = words("Steal from {player} (free)", player=victim)
                colour = table.actor(victim).colour
                spoken = words("Steal from {player}", player=victim)
                steal = Choice(label, Play(action), colour=colour, spoken=spoken, brief=words("Steal"))
                acts.append(Act("steal", steal))
    acts += _line_at(state, table, "porter")
    for action in legal:
        match action:
            case PlaceLantern():
                line = Choice(words("Place a lantern"), Play(action), ("lantern",), brief=words("Place"))
                acts.append(Act("place_lantern", line))
            case TakeLantern():
                line = Choice(words("Lift the lantern"), Play(action), ("lantern_up",), brief=words("Lift"))
                acts.append(Act("take_lantern", line))
    if rotate_targets(state):
        turn = Choice(words("Rotate…"), Push(target_page(state, "rotate")), ("rotate",), brief=words("Rotate one"))
        acts.append(Act("rotate", turn))
    label = _end_words(state)
    spoken = words("Done") if label == END_TURN else label
    end = Choice(label, Play(EndTurn(state.active)), ("end_turn",), spoken=spoken, brief=words("End"))
    acts.append(Act("end_turn", end))
    return tuple(acts)


def _missing_line(state: State, table: PageContext) -> tuple[Act, ...]:
    """The line that leads to the wrong entry, if the game could never end."""
    why = why_no_end(state)
    if not why:
        return ()
    missing = words("Something is missing…")
    return (Act("missing", Choice(missing, Push(missing_page(why, table)), ("warning",), brief=words("Missing…"))),)


def _line_at(state: State, table: PageContext, purpose: Purpose) -> tuple[Act, ...]:
    """The line of an act at a place; with four buttons a second one leads to the other places."""
    open_now = costs(state, purpose)
    if not open_now:
        return ()
    at = likely_place(state, purpose) if purpose in ("archaeologist", "porter") else next(iter(open_now))
    label = _place_words(purpose, at)
    cost = open_now[at]
    spoken = words_n("{what}, {count} action", "{what}, {count} actions", cost, what=label) if cost > 1 else label
    line = Choice(label, chosen(state, purpose, at), (purpose,), spoken=spoken, brief=_brief_words(purpose, at))
    if len(open_now) == 1 or not has_two_directions(table):
        return (Act(purpose, line, purpose, at),)
    others = Choice(OTHERS[purpose], Push(TargetPage(purpose, at)), (purpose,), brief=words("where?"))
    return Act(purpose, line, purpose, at), Act(purpose, others)


ENDS = words("end the turn")
END_TURN = words("End the turn")
PICK_UP, PUT_DOWN = words("Pick up (free)"), words("Put down (free)")

OTHERS: dict[Purpose, Words] = {
    "archaeologist": words("Archaeologist…"),
    "porter": words("Porter…"),
    "reveal": words("Reveal…"),
}


def _place_words(purpose: Purpose, cell: Cell) -> Words:
    """The label of an act at a place."""
    place = _named(cell)
    match purpose:
        case "archaeologist":
            return words("Archaeologist: {place}", place=place)
        case "porter":
            return words("Porter: {place}", place=place)
        case _:
            return words("Reveal {place}", place=place)


def _brief_words(purpose: Purpose, cell: Cell) -> Words:
    """The label of an act at a place, where there is little room: the picture beside it says who goes there."""
    if purpose == "reveal":
        return plain(cell)
    return words("to the start") if cell == START else words("to {place}", place=cell)


def _named(cell: Cell) -> Words:
    return words("start") if cell == START else plain(cell)


def _end_words(state: State) -> Words:
    """The label that ends the turn, with the number of cards that fall then."""
    fallen = len(state.cards) - len(count_turn(state)[0].cards)
    if not fallen:
        return END_TURN
    return words_n("End the turn: {count} card falls", "End the turn: {count} cards fall", fallen)
