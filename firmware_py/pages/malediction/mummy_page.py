"""The mummy's path on a page that everybody may see.

Why a press walks on along the corridor: only where it branches is there anything to tell. `back` takes back a cell.
Whoever has used up all steps need not say that the mummy stops.

Why the map shows a key on each way with four buttons: three keys are mostly as many as there are ways, and a press
takes one at once. Up goes north and down south where a way leads there; else they lead to a side, as `ok` does. On a
crossing `ok` leads to east and west: up then leads to one of them, and each key still leads somewhere.

Why a step shows no catch before the path is confirmed: if it did, the mummy's player could search for hunters by
stepping forward and back. On a hunter's cell the mummy catches (P34); the rest of the path is dropped.

Why a step taken back catches nobody here, but catches on the magnetic board: a button reveals nothing before `ok`,
while a hunter's pawn clicks to the mummy's magnet at once.
"""

from __future__ import annotations

from msgspec.structs import replace

from display.view import Button, Hint, Item, Notice, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import mummy_run, mummy_steps, until_catch, why_no_step
from firmware_py.games.malediction.maze import SIDES, Side
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.registry import TABLE
from firmware_py.grid import Cell
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.malediction.pictures import actor, index_of, maze, title
from firmware_py.pages.offers import SIDE_KEYS, Directions, Keys, Laid, Offer, Pending, Spot, direction_hint
from firmware_py.pages.page import GO_BACK, MENU, Input, Later, LongPress, Page, Press, Push, Reply, hints
from firmware_py.words import Words, words, words_n

SIDE_OF: dict[Button, Side] = dict(SIDE_KEYS)
ENDS = "end"
"""The name of what ends the path."""


class MummyPage(Page, frozen=True):
    """Asks where the mummy goes."""

    menu: Page
    path: tuple[Cell, ...] = ()
    stays: bool = False
    """The page asks whether the mummy stays: one press too many after the mummy die must not end the turn."""
    blocked: Side | None = None
    """The side of the last key, where no step leads: the page says why."""
    is_sensed: bool = False
    """The board sensed the path and nobody has pressed a button since, so it is no draft to store yet."""
    is_offered: bool = False
    """The path stood there before anybody pressed a button, as after an undo: it is not played by itself."""
    given: tuple[Cell, ...] | None = None
    """The path on which people move the mummy for the box, if they do; then `path` is what a board has sensed."""

    @property
    def _is_asking(self) -> bool:
        """Whether the page asks for more than a side."""
        return self.stays or bool(self.pending.keys)

    @property
    def entered(self) -> tuple[Cell, ...]:
        """What is entered so far: a repeat walks on nowhere."""
        return self.path

    def view(self, table: PageContext) -> View:
        """The map with the path and the next cells."""
        if self.given is not None:
            return self._view_given(self.given, table)
        state: State = rules.seen_by(table.playing.state, TABLE)
        say = table.say
        here = self.path[-1] if self.path else state.mummy
        steps, laid = mummy_steps(state, self.path), self.laid(table)
        keyed = {cell: spot.key for spot in laid.now.spots if laid.now.shows_keys for cell in _cells(spot)}
        pointed = _cells(laid.chosen) if laid.chosen else ()
        body = maze(
            table,
            secrets=False,
            path=(state.mummy, *self.path[:-1]) if self.path else (),
            mummy=here,
            lit=tuple(keyed or steps.values()),
            cursor=pointed[0] if pointed and laid.cursor is not None else here,
            keys=tuple(keyed.items()),
            dice=_rolled(state) if table.playing.seed else (),
            die=-1,
            thrown=1,
        )
        return View(
            title=say(title(state)),
            prompt=say(self._prompt(state, table)),
            heard=say(words("No steps left.")) if self._has_arrived(state) else None,
            is_asked_once=not self.stays and not self._has_arrived(state),
            body=body,
            actor=actor(state),
            notice=Notice((say(why_no_step(state.maze, here, self.blocked).why),), "error") if self.blocked else None,
            hints=self._hints(steps, laid, table),
        )

    def _view_given(self, given: tuple[Cell, ...], table: PageContext) -> View:
        """The map with the path that the box has chosen, and how a board senses another one."""
        state: State = table.playing.state
        walk = (state.mummy, *given)
        prompt = words("Move the mummy: {cells}.", cells=given) if given else words("The mummy stays where it is.")
        if self.path != given[: len(self.path)]:
            there = given or (state.mummy,)
            prompt = words("Not by {cells}: the mummy goes {given}.", cells=self.path, given=there)
        return View(
            title=table.say(title(state)),
            prompt=table.say(prompt),
            body=maze(table, secrets=not table.playing.has_secrets, path=walk[:-1], mummy=walk[-1], cursor=walk[-1]),
            actor=actor(state),
            hints=hints(table, ok=words("done"), back=MENU),
        )

    def _hints(self, steps: dict[Side, Cell], laid: Laid, table: PageContext) -> tuple[Hint, ...]:
        """What the buttons do; where `ok` leads on, it has to be held for the path to end."""
        walk, back = words("walk"), GO_BACK if self.path or self._is_asking else MENU
        if laid.cursor is None and not laid.now.shows_keys:
            arrows = (spot.key for spot in laid.now.spots if spot.key and _cells(spot))
            walking = (hint for button in arrows for hint in direction_hint(table, button, walk))
            return (*walking, *hints(table, ok=self._ends(), back=back))
        if self.stays or not steps:
            return hints(table, ok=self._ends(), back=back)
        leads_on = laid.chosen and _cells(laid.chosen)
        return (*hints(table, ok=walk if leads_on else None, back=back), *laid.held_hint())

    def offers(self, table: PageContext) -> Directions | Keys:
        """The ways on, clockwise from straight on, and the end of the path."""
        if self.given is not None:
            done = Play(Move(table.playing.state.mummy_player, path=self.given))
            return Keys(Offer(Item(table.say(words("done")), ("ok",), target=ENDS), done))
        state: State = rules.seen_by(table.playing.state, TABLE)
        steps = mummy_steps(state, self.path)
        ends = replace(self, stays=True) if self._asks(steps) else Later(lambda: self._confirmed(table))
        return Directions(
            tuple((side, self._step(side, steps[side], state)) for side in _onward(state, self.path)),
            Offer(Item(table.say(self._ends()), target=ENDS), ends),
            is_asked=self.stays,
        )

    def _step(self, side: Side, cell: Cell, state: State) -> Offer:
        """A way on: a press walks along the corridor, a touch goes one step."""
        return Offer(
            Item(cell, target=f"square {index_of(state.maze, cell)}"),
            Later(lambda: self.on_path(mummy_run(state, self.path, side))),
            touched=self.on_path((*self.path, cell)),
        )

    def _ends(self) -> Words:
        """What ends the turn."""
        return words("it stops here") if self.path else words("it stays")

    def _asks(self, steps: dict[Side, Cell]) -> bool:
        """Whether `ok` first asks if the mummy stays: there are steps, but none was entered."""
        return bool(steps) and not self.path and not self.stays

    def _prompt(self, state: State, table: PageContext) -> Words:
        if self.stays:
            if table.seat:  # a phone has no keys
                return words("Does the mummy stay where it is? Then touch that again.")
            return words("Does the mummy stay where it is? Then press ✓ again.")
        if self._has_arrived(state):
            return words("No steps left: the mummy stops here.")
        return words_n(
            "Where does the mummy go? {count} step left.",
            "Where does the mummy go? {count} steps left.",
            (state.steps or 0) - len(self.path),
        )

    def _has_arrived(self, state: State) -> bool:
        """Whether the path has used up all steps."""
        return bool(self.path) and len(self.path) == (state.steps or 0) and not self.stays

    def own_answer(self, table: PageContext) -> Play | None:
        """The end of the path, once somebody has entered it and all steps are used up.

        With a magnetic board the figure may still be on its way.
        """
        is_entered = bool(self.path) and not (self.is_offered or table.is_past or table.board or self.given)
        has_steps = mummy_steps(rules.seen_by(table.playing.state, TABLE), self.path)
        return self._confirmed(table) if is_entered and not has_steps else None

    def press(self, done: Input, table: PageContext) -> Reply:
        """Walk on, take a step back, or confirm the path; else say why no step leads there."""
        if self.given is not None:
            return Page.press(self, done, table)
        page = replace(self, blocked=None) if self.blocked else self
        reply = Page.press(page, done, table)
        return page._led_nowhere(done, table) if reply is page else reply

    def _led_nowhere(self, done: Input, table: PageContext) -> MummyPage:
        """The page after an input without an effect; it says why a key for a side has none."""
        state: State = rules.seen_by(table.playing.state, TABLE)
        match done:
            case Press(button, is_repeated=False) if (
                button in SIDE_OF and not self.stays and mummy_steps(state, self.path)
            ):
                return replace(self, is_sensed=False, blocked=SIDE_OF[button])
            case Press() | LongPress():
                return replace(self, stays=False, is_sensed=False)
        return self

    def proceed(self, pending: Pending, table: PageContext) -> MummyPage:  # noqa: ARG002 - as every page
        """The page once a choice between branches has come so far."""
        return replace(self, pending=pending, stays=False, is_sensed=False)

    def go_back(self, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """Go on asking, take back a cell, or open the menu."""
        if self.stays:
            return replace(self, stays=False, is_sensed=False)
        if self.given is not None:
            return Push(self.menu)
        return self.on_path(self.path[:-1]) if self.path else Push(self.menu)

    def _confirmed(self, table: PageContext) -> Play:
        state: State = table.playing.state
        return Play(Move(state.mummy_player, path=until_catch(state, self.path)))

    def on_path(self, path: tuple[Cell, ...]) -> MummyPage:
        """The page with another path."""
        return MummyPage(self.menu, path, given=self.given)


def _cells(spot: Spot) -> tuple[Cell, ...]:
    """Where the choices of a spot lead."""
    return tuple(offer.item.label for offer in spot.offers if offer.name != ENDS)


def _rolled(state: State) -> tuple[Item, ...]:
    """The mummy die as the device has rolled it; nothing in an interrupt, for which nobody rolls (P10)."""
    return (Item(str((state.steps or 0) - state.locked)),) if state.phase == "mummy_move" else ()


def _onward(state: State, path: tuple[Cell, ...]) -> tuple[Side, ...]:
    """Where the mummy may walk on, clockwise from straight on, or from the north before the first step."""
    steps = mummy_steps(state, path)
    before, here = (state.mummy, *path)[-2:] if path else ("", "")
    ahead = next((at for at, side in enumerate(SIDES) if state.maze.steps(before).get(side) == here), 0) if path else 0
    return tuple(side for side in (*SIDES[ahead:], *SIDES[:ahead]) if side in steps)
