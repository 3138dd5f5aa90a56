"""The page of a turn: which figure does what, chosen from the legal actions, and where.

Why the cursor does not start at the top: it stands on the act and the place that follow from the aim of the game, so
most acts take one press; left and right lead to another place. Holding `ok` ends the turn from anywhere, and a turn
with nothing left to do ends by itself.

Why it follows the aim of the game: an archaeologist walks to the start card with a treasure, to a treasure without one,
and else to where a card can be revealed. Whoever plans otherwise moves the cursor, as from any other place.

Two pages more belong to a turn: that of a photo, and that of what mummy, curse and collapse have done.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec
from msgspec.structs import replace

from display.view import Button, DrawnPath, Hint, Item, Menu, PyramidPlan, View
from firmware_py.foreign_text import from_json
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.consequences import count_turn, escape_path, lanterns_out, next_wave, who_flees
from firmware_py.games.or_du_pharaon.events import (
    CountdownBegins,
    CurseBlows,
    Fell,
    FigureLost,
    Fled,
    LanternLost,
    LanternOut,
    MummyWalks,
    NoPath,
    TreasureLost,
)
from firmware_py.games.or_du_pharaon.legality import (
    discs_left,
    is_bust_hidden,
    legal_actions,
    photos_left,
    reveal_targets,
    rotate_targets,
    targets,
    why_no_end,
)
from firmware_py.games.or_du_pharaon.rules import is_turn_spent
from firmware_py.games.or_du_pharaon.state import (
    ACTIONS_A_TURN,
    LOST,
    START,
    TREASURES,
    Cell,
    EndTurn,
    Figure,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    State,
    Steal,
    TakeLantern,
    Treasure,
    layers_from,
    neighbours_of,
    treasure_words,
    where,
)
from firmware_py.games.registry import Event, Refusal
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.offers import Lines, Offer, arrow_hints, clamp_cursor, has_two_directions
from firmware_py.pages.or_du_pharaon.card_page import (
    Purpose,
    TargetPage,
    costs,
    follow_choice,
    missing_page,
    next_place,
    target_page,
)
from firmware_py.pages.or_du_pharaon.pictures import DISCS, TITLE, drawn_path, pyramid, spots
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    MENU,
    WHERE,
    Choice,
    Later,
    ListedPage,
    ListPage,
    Page,
    Push,
    Reply,
    hints,
)
from firmware_py.words import NOTHING, Words, plain, words, words_n


def towards(state: State, goals: Iterable[Cell], figure: Figure = "archaeologist") -> Cell | None:
    """The place where the figure comes nearest to one of `goals`, or None if it comes no nearer."""
    pyramid = state.pyramid
    layers = list(layers_from(pyramid.corridors, pyramid.bitboard(set(goals))))

    def steps(cell: Cell) -> int:
        return next((far for far, cards in enumerate(layers) if cards & pyramid.bits[cell]), len(pyramid.bits))

    within = targets(state, figure)
    best = min(within, key=lambda cell: (steps(cell), cell in next_wave(state), within[cell]), default=None)
    return best if best is not None and steps(best) < steps(where(state.team, figure)) else None


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


def likely_target(state: State, figure: Figure) -> Cell:
    """Where a figure most likely goes: the porter follows the archaeologist."""
    ahead = () if state.team.archaeologist == LOST else (state.team.archaeologist,)
    wanted = wish(state) if figure == "archaeologist" else towards(state, ahead, "porter")
    within = targets(state, figure)
    return wanted or min(within, key=lambda cell: (within[cell], cell == START, cell))


class ActLine(msgspec.Struct, frozen=True):
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
        heard = _actions_left_words(table.playing.state, acts[cursor])
        return replace(shown, hints=(*aims, *here, ends, *held), heard=table.say(heard))

    def asks_only_whose_turn(self, table: PageContext) -> bool:
        return True

    def fresh_list(self, table: PageContext) -> ListPage:
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

        sideways: tuple[Button, ...] = ("left", "right")
        aims = (Offer(Item(table.say(WHERE), target=f"aim {key}"), Later(partial(aimed, key))) for key in sideways)
        cells = (
            Offer(Item(to, target=f"cell {to}"), Later(partial(follow_choice, state, purpose, to))) for to in open_now
        )
        return replace(
            lines, offers=shown, held=held, sideways=tuple(zip(sideways, aims, strict=True)), beside=tuple(cells)
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

    def _acts(self, table: PageContext) -> tuple[tuple[ActLine, ...], int]:
        """The acts, and the index of the one under the cursor."""
        state: State = table.playing.state
        acts = (*_acts(state, table), *_missing_line(state, table))
        names = [act.name for act in acts]
        usual = next((names.index(name) for name in _usual(table) if name in names), len(names) - 1)
        return acts, usual if self.pending.cursor is None else clamp_cursor(self.pending.cursor, len(acts))


def _page(state: State, acts: tuple[ActLine, ...], cursor: int, menu: Page) -> ListPage:
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


def _has_other_places(act: ActLine, acts: tuple[ActLine, ...], state: State) -> bool:
    """Whether only left and right lead to another place for this act."""
    lines = sum(other.name == act.name for other in acts)
    return act.purpose is not None and lines == 1 and len(costs(state, act.purpose)) > 1


def _prompt(state: State) -> Words:
    if not state.actions_left:
        return words("No actions left.")
    return words_n("{count} action left.", "{count} actions left.", state.actions_left)


def _actions_left_words(state: State, act: ActLine) -> Words:
    """How many actions are left as a voice says it: nothing where the turn begins, or where it can only end."""
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


def _acts(state: State, table: PageContext) -> tuple[ActLine, ...]:
    """The legal acts: the archaeologist's, then the porter's, then the end of the turn."""
    legal = legal_actions(state)
    acts: list[ActLine] = []
    acts += _line_at(state, table, "archaeologist")
    acts += _line_at(state, table, "reveal")
    for action in legal:
        match action:
            case PickUp(treasure=treasure):
                spoken = words("Pick up {treasure}", treasure=treasure_words(treasure))
                line = Choice(PICK_UP, Play(action), (DISCS[treasure],), spoken=spoken, brief=words("Pick up"))
                acts.append(ActLine("pick_up", line))
            case PutDown():
                line = Choice(PUT_DOWN, Play(action), ("put_down",), brief=words("Drop"))
                acts.append(ActLine("put_down", line))
            case Steal(victim=victim):
                label = words("Steal from {player} (free)", player=victim)
                colour = table.actor(victim).colour
                spoken = words("Steal from {player}", player=victim)
                steal = Choice(label, Play(action), colour=colour, spoken=spoken, brief=words("Steal"))
                acts.append(ActLine("steal", steal))
    acts += _line_at(state, table, "porter")
    for action in legal:
        match action:
            case PlaceLantern():
                line = Choice(words("Place a lantern"), Play(action), ("lantern",), brief=words("Place"))
                acts.append(ActLine("place_lantern", line))
            case TakeLantern():
                line = Choice(words("Lift the lantern"), Play(action), ("lantern_up",), brief=words("Lift"))
                acts.append(ActLine("take_lantern", line))
    if rotate_targets(state):
        turn = Choice(words("Rotate…"), Push(target_page(state, "rotate")), ("rotate",), brief=words("Rotate one"))
        acts.append(ActLine("rotate", turn))
    label = _end_words(state)
    spoken = words("Done") if label == END_TURN else label
    end = Choice(label, Play(EndTurn(state.active)), ("end_turn",), spoken=spoken, brief=words("End"))
    acts.append(ActLine("end_turn", end))
    return tuple(acts)


def _missing_line(state: State, table: PageContext) -> tuple[ActLine, ...]:
    """The line that leads to the wrong entry, if the game could never end."""
    why = why_no_end(state)
    if not why:
        return ()
    missing = words("Something is missing…")
    return (ActLine("missing", Choice(missing, Push(missing_page(why, table)), ("warning",), brief=words("Missing…"))),)


def _line_at(state: State, table: PageContext, purpose: Purpose) -> tuple[ActLine, ...]:
    """The line of an act at a place; with four buttons a second one leads to the other places."""
    open_now = costs(state, purpose)
    if not open_now:
        return ()
    at = likely_target(state, purpose) if purpose in ("archaeologist", "porter") else next(iter(open_now))
    label = _place_words(purpose, at)
    cost = open_now[at]
    spoken = words_n("{what}, {count} action", "{what}, {count} actions", cost, what=label) if cost > 1 else label
    line = Choice(label, follow_choice(state, purpose, at), (purpose,), spoken=spoken, brief=_brief_words(purpose, at))
    if len(open_now) == 1 or not has_two_directions(table):  # with left and right the line itself leads to the others
        return (ActLine(purpose, line, purpose, at),)
    others = Choice(OTHERS[purpose], Push(TargetPage(purpose, at)), (purpose,), brief=words("where?"))
    return ActLine(purpose, line, purpose, at), ActLine(purpose, others)


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
    place = _cell_words(cell)
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


def _cell_words(cell: Cell) -> Words:
    return words("start") if cell == START else plain(cell)


def _end_words(state: State) -> Words:
    """The label that ends the turn, with the number of cards that fall then."""
    fallen = len(state.cards) - len(count_turn(state)[0].cards)
    if not fallen:
        return END_TURN
    return words_n("End the turn: {count} card falls", "End the turn: {count} cards fall", fallen)


# --- a photo, and what has happened -----------------------------------------------------------------------------------


TREASURE_LABELS: dict[Treasure, Words] = {
    2: words("Treasure worth 2"),
    3: words("Treasure worth 3"),
    "bust": words("The bust"),
}
DONE = "done"


class PhotoPage(Page, frozen=True):
    """Asks what the photo shows; `back` removes what was entered last."""

    menu: Page
    """What `back` opens when nothing is entered."""
    treasures: tuple[Treasure, ...] = ()
    mummy: bool = False
    curse: bool = False

    def view(self, table: PageContext) -> View:
        """The pyramid with the effect of the photo, and what can be entered."""
        say, state = table.say, table.playing.state
        options, laid = self._options(state), self.arrange(table)
        cursor = laid.cursor
        choices = Menu(laid.items(), -1 if cursor is None else cursor, is_pictured=True)
        chamber = state.photographed
        mover = self._mover("" if cursor is None else options[cursor])
        layers = escape_path(state, chamber) if mover else ()
        body = pyramid(table, choices, cursor=chamber, path=drawn_path(layers, mover, is_preview=True))
        found = tuple(DISCS[treasure] for treasure in self.treasures)
        tiles = tuple(
            replace(tile, discs=(*tile.discs, *found)) if tile.name == chamber else tile for tile in body.tiles
        )
        buttons = hints(table, ok=None if cursor is None else CHOOSE, back=GO_BACK if self._is_begun() else MENU)
        arrows = arrow_hints(table, CHOOSE, is_upright=True) if cursor is None else ()
        return View(
            title=table.say(TITLE),
            prompt=say(self._prompt(state, mover)),
            body=replace(body, tiles=tiles, pips=None, facts=self._facts(state)),
            actor=table.actor(state.active),
            hints=(*arrows, *buttons),
        )

    def _mover(self, option: str) -> str:
        """Whose path the map shows: the one under the cursor, or else one that is entered."""
        if option in ("mummy", "curse"):
            return option
        return "mummy" if self.mummy else "curse" if self.curse else ""

    def _facts(self, state: State) -> tuple[Item, ...]:
        """What is still to be found, treasures and bust, besides what is entered here."""
        entered = len(self.treasures) - self.treasures.count("bust")
        bust = is_bust_hidden(state) and "bust" not in self.treasures
        return (
            Item(str(discs_left(state) - entered), ("disc2",)),
            Item(str(int(bust)), ("bust",)),
            Item(str(photos_left(state)), ("photo",)),
        )

    def _prompt(self, state: State, mover: str) -> Words:
        if mover:
            return _preview(state, mover)
        if is_bust_hidden(state) and photos_left(state) == 1:
            return words_n(
                "The last photo: {count} treasure and the bust must be on it.",
                "The last photo: {count} treasures and the bust must be on it.",
                discs_left(state),
            )
        return words("What does the photo of {place} show?", place=state.photographed or "")

    def _options(self, state: State) -> tuple[str, ...]:
        """What can be entered now: treasures that may still be there (G31), mummy, curse, and the end."""
        possible = tuple(
            str(treasure)
            for treasure in TREASURES
            if rules.broken_rule(state, replace(self, treasures=(*self.treasures, treasure)).photo(state)) is None
        )
        return (*possible, "mummy", "curse", DONE)

    def _item(self, option: str, table: PageContext) -> Item:
        say = table.say
        if option == DONE:
            shown = (
                *(DISCS[treasure] for treasure in self.treasures),
                *("mummy",) * self.mummy,
                *("curse",) * self.curse,
            )
            if self._why_not(table.playing.state):
                return Item(say(words("Something is missing…")), ("warning",), target=f"photo {option}")
            label = words("That is all") if shown else words("Nothing at all")
            return Item(say(label), ("ok" if shown else "empty",), target=f"photo {option}")
        if option in ("mummy", "curse"):
            is_entered = self.mummy if option == "mummy" else self.curse
            label = words("Mummy") if option == "mummy" else words("Curse")
            spoken = say(words("{what}: entered", what=label)) if is_entered else ""
            signs = (option, "ok") if is_entered else (option,)
            return Item(say(label), signs, target=f"photo {option}", spoken=spoken)
        treasure = _treasure(option)
        count = self.treasures.count(treasure)
        label, icons = TREASURE_LABELS[treasure], (DISCS[treasure],) * max(1, count + 1)
        spoken = say(words("{what}: {count} entered", what=label, count=count)) if count else ""
        return Item(say(label), icons, target=f"photo {option}", spoken=spoken)

    def photo(self, state: State) -> Photo:
        """The action for what is entered."""
        return Photo(state.active, self.treasures, self.mummy, self.curse)

    def _is_begun(self) -> bool:
        return bool(self.treasures or self.mummy or self.curse)

    def offers(self, table: PageContext) -> Lines:
        """What can be entered; the cursor is on nothing yet, because one press too many must not enter a photo."""
        options = self._options(table.playing.state)
        offers = tuple(Offer(self._item(option, table), option) for option in options)
        return Lines(offers, start=None, is_pictured=True)

    def go_back(self, table: PageContext) -> Reply:
        """Take back what was entered last, or open the menu."""
        return self._take_back() if self._is_begun() else Push(self.menu)

    def _why_not(self, state: State) -> Refusal | None:
        """Why the photo must show more than is entered: the game could never end."""
        photo = self.photo(state)
        return None if rules.broken_rule(state, photo) else why_no_end(rules.apply(state, photo)[0])

    def choose(self, value: str, table: PageContext) -> Reply:
        state: State = table.playing.state
        match value:
            case "done":
                why = self._why_not(state)
                return Push(missing_page(why, table)) if why else Play(self.photo(state))
            case "mummy":
                return replace(self, mummy=not self.mummy)
            case "curse":
                return replace(self, curse=not self.curse)
            case _:
                page = replace(self, treasures=(*self.treasures, _treasure(value)))
                left = page._options(state)
                return page.with_cursor(left.index(value) if value in left else 0)

    def _take_back(self) -> PhotoPage:
        if self.curse:
            return replace(self, curse=False)
        if self.mummy:
            return replace(self, mummy=False)
        return replace(self, treasures=self.treasures[:-1])


def _preview(state: State, mover: str) -> Words:
    """What a mummy or a curse would do."""
    layers = escape_path(state, state.photographed or "")
    if not layers and state.rules.no_path_ends_turn:
        return words("No way out: only the turn would end.")
    if not layers:
        return words("No way out: nothing would happen.")
    if mover == "mummy":
        names = tuple(dict.fromkeys(fled.player for fled in who_flees(state, layers)))
        return words("Would flee: {players}", players=names) if names else words("No figure would flee.")
    names = tuple(dict.fromkeys(lantern.player for lantern in lanterns_out(state, layers)))
    return words("Lanterns would go out: {players}", players=names) if names else words("No lantern would go out.")


def _treasure(option: str) -> Treasure:
    return next(treasure for treasure in TREASURES if str(treasure) == option)


def photo_page(table: PageContext, draft: str | None, menu: Page) -> PhotoPage:
    """The page for the next photo, with what was entered before a power cut or an undo, if it still fits."""
    entered = _entered_before(table, draft)
    page = PhotoPage(menu, entered.treasures, entered.mummy, entered.curse)
    state: State = table.playing.state
    return page if rules.broken_rule(state, page.photo(state)) is None else PhotoPage(menu)


def _entered_before(table: PageContext, stored: str | None) -> Photo:
    if stored is not None:
        try:
            return from_json(stored, Photo)
        except msgspec.DecodeError:  # another version wrote it; players can enter the photo again
            return Photo("", ())
    match table.playing.undone:
        case (Photo() as photo, *_):
            return photo
    return Photo("", ())


def draft(page: PhotoPage) -> str | None:
    """What is entered so far, to survive a power cut; None if nothing is."""
    if not page._is_begun():
        return None
    return msgspec.json.encode(Photo("", page.treasures, page.mummy, page.curse)).decode()


CONSEQUENCES = (MummyWalks, CurseBlows, NoPath, CountdownBegins, Fell)
"""Events after which the players must move real pieces, or should look at the pyramid."""


def has_consequences(table: PageContext) -> bool:
    """Whether the last action has consequences that players do not know yet; False after an undo."""
    session = table.playing
    if table.is_announced or session.undone or not session.steps:
        return False
    return any(isinstance(event, CONSEQUENCES) for event in session.steps[-1].events)


class EventsPage(Page, frozen=True):
    """Shows the pyramid with paths and fallen cards, and lists the pieces to move."""

    after: Page
    """The page that follows."""
    menu: Page

    def view(self, table: PageContext) -> View:
        """The pyramid as it is now, with paths and fallen cards marked."""
        say, laid = table.say, self.arrange(table)
        events = table.playing.steps[-1].events
        items = laid.items()
        return View(
            title=say(
                words("Everybody moves pieces") if len(items) > 1 or _cells_to_fall(events) else words("Everybody")
            ),
            prompt=say(_headline(events)),
            body=_body(table, events, Menu(items, laid.cursor or 0)),
            hints=hints(table, ok=words("go on")),
        )

    def offers(self, table: PageContext) -> Lines:
        """What leads on, and the pieces to be moved for a cursor to go over."""
        lines = [item for event in table.playing.steps[-1].events if (item := _line(event, table))]
        go_on = table.say(words("Go on"))
        said = " ".join((*(line.spoken for line in lines), go_on))
        items = (Item(go_on, ("ok",), target="0", spoken=said, brief=go_on), *lines)  # its picture stays
        return Lines(tuple(Offer(item, self.after) for item in items))

    def go_back(self, table: PageContext) -> Reply:
        """Open the menu."""
        return Push(self.menu)


def _body(table: PageContext, events: tuple[Event, ...], choices: Menu) -> PyramidPlan:
    return replace(pyramid(table, choices, path=_path(events), falling=_cells_to_fall(events)), pips=None, facts=())


def _cells_to_fall(events: tuple[Event, ...]) -> tuple[str, ...]:
    return tuple(cell for event in events if isinstance(event, Fell) for cell in event.cells)


def _path(events: tuple[Event, ...]) -> DrawnPath | None:
    for event in events:
        match event:
            case MummyWalks(layers=layers):
                return drawn_path(layers, "mummy")
            case CurseBlows(layers=layers):
                return drawn_path(layers, "curse")
    return None


def _headline(events: tuple[Event, ...]) -> Words:
    """The most important event as one sentence."""
    for kind in (Fell, MummyWalks, CurseBlows, NoPath, CountdownBegins):
        for event in events:
            if isinstance(event, kind):
                return _fall_words(event) if isinstance(event, Fell) else event.words()
    return words("Go on")


def _fall_words(event: Fell) -> Words:
    if not event.left:
        return words("The last cards fall: the pyramid is gone.")
    return words_n("{count} card falls.", "{count} cards fall.", len(event.cells))


def _line(event: Event, table: PageContext) -> Item | None:
    """The line about a piece that must be moved; None for other events."""
    say = table.say

    def of(player: str, icon: str, label: Words) -> Item:
        return Item(say(label), (icon,), colour=table.actor(player).colour, spoken=say(event.words()))

    match event:
        case Fled(player, figure, origin, dropped):
            to_start = words("{place} → start card", place=origin)
            leaves = words("{place} → start card, leaves its treasure", place=origin)
            brief = words("start") if dropped is None else words("start, leaves its treasure")
            return replace(of(player, figure, to_start if dropped is None else leaves), brief=say(brief))
        case LanternOut(player, cell):
            place = words("start") if cell == START else plain(cell)
            return replace(of(player, "lantern_out", words("{place}: out", place=place)), brief=say(place))
        case FigureLost(player, figure, cell):
            points = 2 if figure == "archaeologist" else 1
            return of(player, figure, words("{place}: lost, −{points}", place=cell, points=points))
        case LanternLost(player, cell):
            return of(player, "lantern", words("{place}: lost", place=cell))
        case TreasureLost(cell, treasure):
            return Item(say(words("{place}: lost", place=cell)), (DISCS[treasure],), spoken=say(event.words()))
        case _:
            return None
