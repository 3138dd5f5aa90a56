"""The pages of a turn: the hunters', secret as they are, and the mummy's path, which everybody may see.

Why the same press ends every turn, with a mission on the pawn's cell or without: light and sound show everybody when
the next turn begins. If only a cell with a mission asked a question, the delay would reveal that a mission was in reach
(P49). Whoever plays the mission holds `ok` instead, and shows the card to everybody anyway.

Why a finger, or a pawn on the magnetic board, has a page to hand over, and every move of theirs: both may come down
beside the cell that was meant. A cursor does not, and holding `back` takes its move back.

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

from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from display.view import Button, Hint, Item, Menu, Notice, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import FACE_WORDS, HunterMoved
from firmware_py.games.malediction.legality import (
    has_cards_for,
    is_stuck,
    mission_here,
    mummy_run,
    mummy_steps,
    open_missions,
    reachable,
    until_catch,
    why_no_step,
)
from firmware_py.games.malediction.maze import distances, mission_words, pawn_words
from firmware_py.games.malediction.state import (
    DICE,
    EndTurn,
    Hunter,
    Move,
    Pass,
    PlayMission,
    Reset,
    State,
    is_known_to_nobody,
)
from firmware_py.games.registry import TABLE
from firmware_py.grid import SIDES, Cell, Side, cell_position
from firmware_py.pages.box_seat import TellPage
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.malediction.dice_page import dice_page, reset_words, roll
from firmware_py.pages.malediction.pictures import DIE_ICONS, actor, maze, maze_of, mission_icon, title
from firmware_py.pages.offers import (
    SIDE_KEYS,
    Directions,
    Keys,
    Laid,
    Lines,
    Offer,
    Pending,
    Places,
    Spot,
    clamp_cursor,
    direction_hint,
    likeliest_start,
    move_cursor,
)
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    MENU,
    Back,
    Input,
    Later,
    LongPress,
    Page,
    Press,
    Push,
    Reply,
    Touch,
    hints,
)
from firmware_py.words import Words, plain, words, words_n


class ActsPage(Page, frozen=True):
    """A hunter's choice between a few acts, beside the map."""

    def view(self, table: PageContext) -> View:
        """The acts and the map."""
        state: State = table.playing.state
        say, laid = table.say, self.arrange(table)
        return View(
            title=say(title(state)),
            prompt=say(_prompt(state)),
            body=maze(table, secrets=True, choices=Menu(laid.items(), laid.cursor or 0)),
            actor=actor(state),
            hints=hints(table, ok=CHOOSE),
        )

    def offers(self, table: PageContext) -> Lines:
        """The acts that are legal now, at least one."""
        state: State = table.playing.state
        player, free = state.hunter.player, DICE - state.locked
        if is_stuck(state):
            passing = words("Say so and pass") if table.playing.has_secrets else words("Pass")
            return _lines(table, (passing, "wall", Play(Pass(player))))
        rolling = words_n("Roll {count} die", "Roll {count} dice", free), "dice", Later(lambda: roll(table, below=self))
        resetting = reset_words(state), "redo", Play(Reset(player))
        return _lines(table, *((rolling,) if free else ()), *((resetting,) if state.locked else ()))


Line: TypeAlias = "tuple[Words, str, Reply | Later]"
"""The label of a line, its icon and its reply."""


def _lines(table: PageContext, *lines: Line, held: Offer | None = None) -> Lines:
    offers = (
        Offer(Item(table.say(label), (icon,), target=str(at)), reply) for at, (label, icon, reply) in enumerate(lines)
    )
    return Lines(tuple(offers), held=held)


def _prompt(state: State) -> Words:
    if is_stuck(state):
        return words("The {pawn} cannot move at all.", pawn=title(state))
    if state.locked == DICE:
        return words("All dice are locked.")
    return words("Roll, or reset the dice first?") if state.locked else words("Roll the dice.")


def begin_page(table: PageContext) -> Page:
    """The first page of a hunter's turn: the dice at once if they were thrown at the table."""
    state: State = table.playing.state
    return ActsPage() if table.playing.seed or state.locked == DICE or is_stuck(state) else dice_page(table)


class MovePage(Page, frozen=True):
    """Says which face is read aloud, and asks where the pawn goes: the cursor moves over the cells in reach."""

    def view(self, table: PageContext) -> View:
        """The map with the cells in reach."""
        state: State = table.playing.state
        say = table.say
        ends, at = move_ends(state), self.at(table)
        announced = (Item("", (DIE_ICONS[state.face or "arrow"],)),)
        prompt = words("Where does the {pawn} go? To {cell}.", pawn=title(state), cell=ends[at])
        if table.playing.has_secrets:  # else nobody at the table has to hear it
            face = FACE_WORDS[state.face or "arrow"]
            prompt = words("Say aloud: {face}! {question}", face=face, question=prompt)
        return View(
            title=say(title(state)),
            prompt=say(prompt),
            body=maze(table, secrets=True, lit=ends, cursor=ends[at], dice=announced, die=-1),
            actor=actor(state),
            hints=(*hints(table, ok=words("move here")), *self.arrange(table).held_hint()),
        )

    def offers(self, table: PageContext) -> Places:
        """The cells in reach: the pawn goes there and its turn is handed over, for a finger in two steps.

        Holding `ok` plays the mission of the cell under the cursor.
        """
        state: State = table.playing.state
        ends, at = move_ends(state), self.at(table)
        return Places(
            tuple(
                Offer(
                    Item(cell, target=f"square {state.maze.index_of(cell)}"),
                    HandOverPage(cell) if table.board else HandOverPage(cell).ends_turn(state),
                    touched=HandOverPage(cell),
                )
                for cell in ends
            ),
            at,
            partial(_step_beside, ends),
            partial(_next_in_turns, ends),
            HandOverPage(ends[at]).mission(table),
        )

    def press(self, done: Input, table: PageContext) -> Reply:
        """Move the pawn; a cell out of reach is none of the offers, but the rules say why if it is touched."""
        state: State = table.playing.state
        match done:
            case Touch(target) if (cell := _touched_cell(state, target)) and cell not in move_ends(state):
                return Play(Move(state.hunter.player, to=cell))
        return Page.press(self, done, table)

    def at(self, table: PageContext) -> int:
        """The index of the cell under the cursor.

        Each step away from the nearest mission that the hunter may still hold makes a cell half as likely: the best of
        ten rules tried on 60 simulated games.
        """
        state: State = table.playing.state
        ends = move_ends(state)
        if self.pending.cursor is not None:
            return clamp_cursor(self.pending.cursor, len(ends))
        far = distances(state.maze, (state.maze.missions[code] for code in open_missions(state, state.active)))
        odds = tuple(0.5 ** far.get(end, len(far)) for end in ends)
        return likeliest_start(odds, partial(_step_beside, ends), partial(_next_in_turns, ends), table)


def move_page(state: State, to: Cell) -> MovePage:
    """The page of the pawn's move with the cursor on `to`, a cell in reach."""
    return MovePage().with_cursor(move_ends(state).index(to))


class HandOverPage(Page, frozen=True):
    """Hands the turn over once the pawn stands on its new cell, with the mission of that cell or without.

    It is shown before the move is played, and also in a state in which the pawn has moved already.
    """

    to: Cell

    def view(self, table: PageContext) -> View:
        """The map with the pawn on its new cell, and what can be done there."""
        state: State = table.playing.state
        say, laid = table.say, self.arrange(table)
        hunter = state.hunter
        return View(
            title=say(title(state)),
            prompt=say(HunterMoved(hunter.player, hunter.pawn, state.at[state.active], self.to).words()),
            body=maze_of(self.arrive(state), Menu(laid.items(), laid.cursor or 0), cursor=self.to),
            actor=actor(state),
            hints=(*hints(table, ok=CHOOSE), *laid.held_hint()),
        )

    def offers(self, table: PageContext) -> Lines:
        """The end of the turn, the mission of the cell, and another cell if the pawn has not moved yet."""
        state: State = table.playing.state
        lines: tuple[Line, ...] = ((words("End the turn"), "ok", self.ends_turn(state)),)
        if code := mission_here(self.arrive(state)):
            mission = mission_words(code, state.maze.objects.get(code, ""))
            shown = self._play(state, PlayMission(state.hunter.player))
            lines = (*lines, (words("Play mission {mission}", mission=mission), mission_icon(code), shown))
        if state.phase == "move":
            lines = (*lines, (words("To another cell"), "back", move_page(state, self.to)))
        return _lines(table, *lines, held=self.mission(table))

    def ends_turn(self, state: State) -> Play:
        """The command that hands the turn over without a mission."""
        is_asked = mission_here(self.arrive(state)) is not None
        return self._play(state, EndTurn(state.hunter.player) if is_asked else None)

    def mission(self, table: PageContext) -> Offer | None:
        """What plays the mission of the cell, if it can be played."""
        state: State = table.playing.state
        if mission_here(self.arrive(state)) is None:
            return None
        item = Item(table.say(words("play the mission")), target="mission", brief=table.say(words("mission")))
        return Offer(item, self._play(state, PlayMission(state.hunter.player)))

    def _play(self, state: State, act: PlayMission | EndTurn | None) -> Play:
        """The move and the act that ends the turn; without a mission the move itself ends it."""
        return Play(act) if state.phase == "mission" else Play(Move(state.hunter.player, to=self.to), then=act)

    def arrive(self, state: State) -> State:
        """Put the pawn on its new cell, before the turn is handed over."""
        at = tuple(self.to if index == state.turn else position for index, position in enumerate(state.at))
        return replace(state, phase="mission", at=at)


def _touched_cell(state: State, target: str) -> Cell | None:
    """The cell of the map that was touched, or None if something else was."""
    return next((cell for index, cell in enumerate(state.maze.cells) if target == f"square {index}"), None)


def move_ends(state: State) -> tuple[Cell, ...]:
    """Where the active pawn may end with the announced face, in reading order."""
    return tuple(sorted(reachable(state, state.face), key=cell_position)) if state.face else ()


def _next_in_turns(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """The index of the next cell: row by row in turns, so that it is seldom far."""
    places = [cell_position(cell) for cell in ends]
    order = sorted(range(len(ends)), key=lambda index: (places[index][0], places[index][1] * (-1) ** places[index][0]))
    return order[move_cursor(order.index(cursor), len(order), button)]


def _step_beside(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """The index of the cell to which an arrow of six buttons leads."""
    if button in ("up", "down"):
        return _above_or_below(ends, cursor, button)
    return move_cursor(cursor, len(ends), button)


def _above_or_below(ends: tuple[Cell, ...], cursor: int, button: Button) -> int:
    """The index of the nearest cell in a row above or below; the cursor if there is none."""
    row, column = cell_position(ends[cursor])
    towards = -1 if button == "up" else 1
    found = [
        (abs(cell_position(cell)[0] - row) + 2 * abs(cell_position(cell)[1] - column), index)
        for index, cell in enumerate(ends)
        if (cell_position(cell)[0] - row) * towards > 0
    ]
    return min(found)[1] if found else cursor


SIDE_OF: dict[Button, Side] = dict(SIDE_KEYS)
ENDS = "end"
"""The name of what ends the path."""


def why_box_cannot_hunt(state: State) -> Words | None:
    """Why the box cannot hunt on: a hunter of it would have no card of some colour; None if each has one (P03)."""
    gone = (codes for hunter, codes in zip(state.hunters, state.missions, strict=True) if hunter.player in state.gone)
    played = tuple(code for codes in gone for code in codes)
    present = sum(hunter.player not in state.gone for hunter in state.hunters)
    if has_cards_for(state.maze, present, played):
        return None
    return words("Each of its hunters needs a mission of each colour; the map has too few.")


class ReturnPage(Page, frozen=True):
    """Says where the pawns are put that the box has moved, and which cards are taken, to hunters who play again."""

    def view(self, table: PageContext) -> View:
        """The map as hunters see it, and the cards of each."""
        from firmware_py.bots.malediction.hunters import hand  # loaded where the box has hunted only

        session, state = table.playing, table.playing.state
        each = state.hunters[:1] if state.is_two_player else state.hunters

        def whose(hunter: Hunter) -> Words:
            return plain(hunter.player) if state.is_two_player else pawn_words(hunter.pawn)

        cards = (
            words("{pawn}: {cards}", pawn=whose(hunter), cards=", ".join(hand(state, pawn, session.chance)))
            for pawn, hunter in enumerate(each)
            if hunter.player in session.present
        )
        body = maze(table, secrets=True, choices=Menu((), text=tuple(map(table.say, cards))))
        body = replace(body, standings=(), tokens=None, tray=None, dice=(), faces=())
        asked = words("Put the pawns where the map shows them, and take these cards.")
        return View(table.say(title(state)), table.say(asked), body, hints=hints(table, ok=words("done")))

    def offers(self, table: PageContext) -> Keys:
        """That it is done."""
        return Keys(Offer(Item(table.say(words("done")), ("ok",), target="done"), Back()))

    def go_back(self, table: PageContext) -> Reply:
        """Stay: only what is done leads on."""
        return self


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
    sensed: tuple[Cell, ...] = ()
    """As far as the page has followed the board; `path` is another one once a button has entered it."""
    is_offered: bool = False
    """The path stood there before anybody pressed a button, as after an undo: it is not played by itself."""
    given: tuple[Cell, ...] | None = None
    """The path on which people move the mummy for the box, if they do; then `path` is what a board has sensed."""

    def topics(self, table: PageContext) -> tuple[str, ...]:
        """Who moves the mummy for the box, if people do."""
        return () if self.given is None else TellPage.TOPICS

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
        steps, laid = mummy_steps(state, self.path), self.arrange(table)
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
            dice=_die_items(state) if table.playing.seed else (),
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
            prompt = words(
                "Not by {cells}: the mummy goes {given}.", cells=", ".join(self.path), given=", ".join(there)
            )
        return View(
            title=table.say(title(state)),
            prompt=table.say(prompt),
            body=maze(table, secrets=not table.playing.has_secrets, path=walk[:-1], mummy=walk[-1], cursor=walk[-1]),
            actor=actor(state),
            hints=hints(table, ok=words("done"), back=MENU),
        )

    def asked_for(self, table: PageContext) -> tuple[Move, ...]:
        return () if self.given is None else (Move(table.playing.state.mummy_player, path=self.given),)

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
        ends = replace(self, stays=True) if self._asks(steps) else Later(lambda: self._confirm(table))
        return Directions(
            tuple((side, self._step(side, steps[side], state)) for side in _onward(state, self.path)),
            Offer(Item(table.say(self._ends()), target=ENDS), ends),
            is_asked=self.stays,
        )

    def _step(self, side: Side, cell: Cell, state: State) -> Offer:
        """A way on: a press walks along the corridor, a touch goes one step."""
        return Offer(
            Item(cell, target=f"square {state.maze.index_of(cell)}"),
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
            state.steps - len(self.path),
        )

    def _has_arrived(self, state: State) -> bool:
        """Whether the path has used up all steps."""
        return bool(self.path) and len(self.path) == state.steps and not self.stays

    def own_answer(self, table: PageContext) -> Play | None:
        """The end of the path, once somebody has entered it and all steps are used up.

        With a magnetic board the figure may still be on its way, and against hunters of the box no path is taken back.
        """
        is_final = is_known_to_nobody(table.playing.state)
        is_entered = bool(self.path) and not (self.is_offered or table.is_past or table.board or self.given or is_final)
        has_steps = mummy_steps(rules.seen_by(table.playing.state, TABLE), self.path)
        return self._confirm(table) if is_entered and not has_steps else None

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

    def proceed(self, pending: Pending, table: PageContext) -> MummyPage:
        """The page once a choice between branches has come so far."""
        return replace(self, pending=pending, stays=False, is_sensed=False)

    def go_back(self, table: PageContext) -> Reply:
        """Go on asking, take back a cell, or open the menu."""
        if self.stays:
            return replace(self, stays=False, is_sensed=False)
        if self.given is not None:
            return Push(self.menu)
        return self.on_path(self.path[:-1]) if self.path else Push(self.menu)

    def _confirm(self, table: PageContext) -> Play:
        state: State = table.playing.state
        return Play(Move(state.mummy_player, path=until_catch(state, self.path)))

    def on_path(self, path: tuple[Cell, ...]) -> MummyPage:
        """The page with another path."""
        return MummyPage(self.menu, path, sensed=self.sensed, given=self.given)

    def follow(self, sensed: tuple[Cell, ...]) -> MummyPage:
        """The page with the path that the board senses now, unless a button has entered another one."""
        if sensed == self.sensed or self.path not in (self.sensed, sensed):
            return self
        page = self if self.path == sensed else replace(self.on_path(sensed), is_sensed=bool(sensed))
        return replace(page, sensed=sensed)


def _cells(spot: Spot) -> tuple[Cell, ...]:
    """Where the choices of a spot lead."""
    return tuple(offer.item.label for offer in spot.offers if offer.name != ENDS)


def _die_items(state: State) -> tuple[Item, ...]:
    """The mummy die as the device has rolled it; nothing in an interrupt, for which nobody rolls (P10)."""
    return (Item(str(state.steps - state.locked)),) if state.phase == "mummy_move" else ()


def _onward(state: State, path: tuple[Cell, ...]) -> tuple[Side, ...]:
    """Where the mummy may walk on, clockwise from straight on, or from the north before the first step."""
    steps = mummy_steps(state, path)
    before, here = (state.mummy, *path)[-2:] if path else ("", "")
    ahead = next((at for at, side in enumerate(SIDES) if state.maze.steps(before).get(side) == here), 0) if path else 0
    return tuple(side for side in (*SIDES[ahead:], *SIDES[:ahead]) if side in steps)
