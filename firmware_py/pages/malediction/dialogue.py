"""From presses to actions in La malédiction de la momie: the page for each phase, and who may see it.

Why two kinds of page: the device stands on the hunters' side. A page with a secret is wrapped in `Secret`; the mummy's
path, announcements and menus are for everybody. Between a page for everybody and a secret page there is always an
announcement to read aloud, or the curtain; both open for a held `ok` only.

Why the explanations of a page for everybody never ask the state: its topics depend on what it shows to everybody
anyway.

Why the last page and the list of differences know no audience: of two states from which `seen_by` has cut the secrets,
it can tell none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from display.view import Actor, Button, Colour, Item, MazePlan, Menu, PosterKind, View
from firmware_py.foreign_text import from_json
from firmware_py.games.malediction import rules
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
    TurnBegins,
    TurnLost,
)
from firmware_py.games.malediction.legality import is_stuck, reachable, showing_faces, why_no_mummy, why_not_end
from firmware_py.games.malediction.maze import Face, distances, pawn_words
from firmware_py.games.malediction.state import AT_STAIRS, DICE, HIDDEN, IN_DUNGEON, OUT, UNTOLD, Move, State
from firmware_py.games.registry import TABLE, Event, Refusal
from firmware_py.grid import Cell
from firmware_py.pages.box_seat import ThinkingPage, acts_for
from firmware_py.pages.help import Explain, Explained
from firmware_py.pages.interface import Begin, Decision, PageContext, Play
from firmware_py.pages.malediction.curtain import Announced, Curtain, Open, Secret, announce_before, page_behind
from firmware_py.pages.malediction.dice_page import (
    SIDES,
    ChoosePage,
    DicePage,
    FacePage,
    MummyDiePage,
    choose_page,
    dice_page,
    roll,
)
from firmware_py.pages.malediction.pictures import (
    MUMMY,
    TEXTS,
    actor,
    history,
    maze,
    maze_of,
    mission_icon,
    pawn_colours,
    places,
    title,
)
from firmware_py.pages.malediction.setup_page import SetUpPage
from firmware_py.pages.malediction.turn_pages import (
    ActsPage,
    HandOverPage,
    MovePage,
    MummyPage,
    begin_page,
    move_ends,
    move_page,
)
from firmware_py.pages.offers import Offer, Places, arrow_hints, move_cursor
from firmware_py.pages.page import GO_BACK, Back, Choice, ListPage, Page, Reply, hints, line_to_read
from firmware_py.pages.registry import Difference, Sound, move_of, recount_of
from firmware_py.pages.result import end_page as result_page
from firmware_py.pages.result import replay, replay_choice
from firmware_py.words import Words, list_words, plain, words, words_n


def end_page(table: PageContext) -> ListPage:
    """The last page, on which nothing is a secret any more."""
    session = table.playing
    return result_page(
        table,
        rules.outcome(session.state).reason,  # type: ignore[union-attr]  # the phase is `over`
        places,
        history,
        replay_choice(replay(_map, _who), words("Watch the hidden game")),
        Begin(session.header, table.colours, bool(session.seed)),
        has_parts=False,
    )


def _map(choices: Menu, table: PageContext) -> MazePlan:
    return maze_of(table.playing.state, choices)


def _who(table: PageContext) -> Actor | None:
    """Who was to act before the last action."""
    session = table.playing
    return actor(replace(session, steps=session.steps[:-1]).state) if session.steps else None


PLACES: dict[str, Words] = {
    AT_STAIRS: words("stairs"),
    IN_DUNGEON: words("dungeon"),
    OUT: words("out"),
    HIDDEN: words("hidden"),
}
"""Where a pawn can be besides the cells, as far as the viewer knows."""


def difference(before: State, after: State, colours: tuple[Colour, ...]) -> tuple[Difference, ...]:  # noqa: ARG001
    """Pieces that stand elsewhere, tokens and missions that others have, and dice that lie otherwise."""
    return (*_mummy(before, after), *_pawns(before, after), *_missions(before, after), *_dice(before, after))


def _mummy(before: State, after: State) -> Iterator[Difference]:
    if before.mummy != after.mummy:
        mummy = move_of(MUMMY, plain(before.mummy), plain(after.mummy), ("mummy",), None, after.mummy)
        yield replace(mummy, sensed="if told apart")
    yield from recount_of(words("Tokens of the mummy"), before.tokens, after.tokens, ("mummy", "ankh"))


def _pawns(before: State, after: State) -> Iterator[Difference]:
    colours = pawn_colours(tuple(hunter.pawn for hunter in after.hunters))
    for index, hunter in enumerate(after.hunters):
        pawn, colour = pawn_words(hunter.pawn), colours[hunter.pawn]
        was, now = before.at[index], after.at[index]
        if was != now:
            gone = move_of(pawn, _place(was), _place(now), ("pawn",), colour, after.cell(index) or "")
            yield replace(gone, sensed="always")
        tokens = words("Tokens of the {pawn}", pawn=pawn)
        yield from recount_of(tokens, before.ankhs[index], after.ankhs[index], ("ankh",), colour)


def _place(position: str) -> Words:
    return PLACES.get(position) or plain(position)


def _missions(before: State, after: State) -> Iterator[Difference]:
    """Yield each mission card that lies before a pawn and did not, or the other way round."""
    on_table, in_hand = words("table"), words("hand")
    colours = pawn_colours(tuple(hunter.pawn for hunter in after.hunters))
    for hunter, was, now in zip(after.hunters, before.missions, after.missions, strict=True):
        for code in sorted({*was} ^ {*now}):
            origin, to = (in_hand, on_table) if code in now else (on_table, in_hand)
            card = words("{pawn}, mission {code}", pawn=pawn_words(hunter.pawn), code=code)
            label = words("{before} → {after}", before=code, after=to)
            yield move_of(card, origin, to, (mission_icon(code),), colours[hunter.pawn], label=label, brief=label)


def _dice(before: State, after: State) -> Iterator[Difference]:
    yield from recount_of(words("Locked dice"), before.locked, after.locked, ("die_mummy",))
    if after.faces and UNTOLD not in after.faces and Counter(before.faces) != Counter(after.faces):
        was, now = (
            list_words(*(FACE_WORDS[face] for face in sorted(faces) if face != UNTOLD)) if faces else words("nothing")
            for faces in (before.faces, after.faces)
        )
        yield move_of(words("The dice"), was, now, ("dice",), label=words("they show {faces}", faces=now))


class DialogueDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an action that is entered: some dice, the mummy's path, or the cell a pawn has gone to."""

    dice: tuple[int, ...] = ()
    path: tuple[Cell, ...] = ()
    to: Cell = ""


def page(table: PageContext, draft: str | None, menu: Page) -> Page:
    """The page for the state now; `menu` opens on `back`, through the curtain where there are secrets."""
    state: State = table.playing.state
    entered = _read_draft(state, draft)
    match state.phase:
        case "over":
            return announce_before(table, end_page(table), menu)
        case "mummy_roll":
            return announce_before(table, MummyDiePage(menu), menu)
        case "interrupt" | "mummy_move" if acts_for(table, state.mummy_player):
            return announce_before(table, ThinkingPage(state.mummy_player, menu, view_for_box), menu)
        case "interrupt" | "mummy_move":
            return announce_before(table, _mummy_page(table, entered, menu), menu)
        case _ if acts_for(table, state.hunter.player):
            return announce_before(table, ThinkingPage(state.hunter.player, menu, view_for_box), menu)
        case _ if not table.playing.has_secrets:
            return announce_before(table, Open(_hunters_page(table, entered), menu), menu)
        case _:
            secret = Secret(_hunters_page(table, entered), menu)
            return Curtain(secret, menu) if table.covered else announce_before(table, secret, menu)


def view_for_box(table: PageContext) -> View:
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


def _read_draft(state: State, draft: str | None) -> DialogueDraft:
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
    match page_behind(page):
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
    mummy = words_n(
        "The mummy on {cell}: {tokens} of {count} token",
        "The mummy on {cell}: {tokens} of {count} tokens",
        state.target,
        cell=state.mummy,
        tokens=state.tokens,
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


class PawnEnds(msgspec.Struct, frozen=True):
    """Asks whether the active pawn may end on a cell with a face; hunters ask."""

    face: Face

    def seen(self, table: PageContext) -> State:
        state: State = table.playing.state
        return state

    def map(self, table: PageContext, cursor: Cell) -> MazePlan:
        """The map as hunters see it, with the cells where the pawn may end."""
        lit = tuple(sorted(reachable(self.seen(table), self.face)))
        return maze(table, secrets=True, lit=lit, cursor=cursor)

    def refusal(self, state: State, cell: Cell) -> Refusal | None:
        return why_not_end(state, self.face, cell)

    def answer(self, state: State, cell: Cell) -> Words:
        refusal, face = self.refusal(state, cell), FACE_WORDS[self.face]
        if refusal is None:
            return words("{cell}: yes, with {face}.", cell=cell, face=face)
        return words("{cell}: not with {face}. {why}", cell=cell, face=face, why=refusal.why)


class MummyGoes(msgspec.Struct, frozen=True):
    """Asks how far it is to a cell for the mummy; everybody may."""

    path: tuple[Cell, ...]
    """What is entered of its path so far."""

    def seen(self, table: PageContext) -> State:
        state: State = rules.seen_by(table.playing.state, TABLE)
        return state

    def map(self, table: PageContext, cursor: Cell) -> MazePlan:
        """The map as everybody may see it, with the mummy at the end of its path."""
        state = self.seen(table)
        path = (state.mummy, *self.path[:-1]) if self.path else ()
        return maze(table, secrets=False, path=path, mummy=self._here(state), cursor=cursor)

    def refusal(self, state: State, cell: Cell) -> Refusal | None:
        return why_no_mummy(state, self._here(state), state.steps - len(self.path), cell)

    def answer(self, state: State, cell: Cell) -> Words:
        refusal = self.refusal(state, cell)
        if refusal is not None:
            return words("{cell}: no. {why}", cell=cell, why=refusal.why)
        steps = distances(state.maze, [self._here(state)])[cell]
        if not steps:
            return words("{cell}: the mummy is here.", cell=cell)
        return words_n("{cell}: {count} step.", "{cell}: {count} steps.", steps, cell=cell)

    def _here(self, state: State) -> Cell:
        return self.path[-1] if self.path else state.mummy


class WhyNotPage(Page, frozen=True):
    """Answers for the cell under the cursor."""

    asked: PawnEnds | MummyGoes
    at: Cell
    """The cell on which the cursor begins."""

    def view(self, table: PageContext) -> View:
        """The map, and the answer."""
        state, cell = self.asked.seen(table), self.cell(table)
        return View(
            title=table.say(title(state)),
            prompt=table.say(self.asked.answer(state, cell)),
            body=self.asked.map(table, cell),
            actor=actor(state),
            hints=(*arrow_hints(table, words("any cell")), *hints(table, ok=GO_BACK, back=GO_BACK)),
        )

    def forbidden_by(self, table: PageContext) -> Refusal | None:
        return self.asked.refusal(self.asked.seen(table), self.cell(table))

    def offers(self, table: PageContext) -> Places:
        """Every cell: the cursor wraps, a touch asks about a cell, `ok` leads back."""
        state: State = table.playing.state
        cells, columns = state.maze.cells, state.maze.columns
        return Places(
            tuple(
                Offer(Item(cell, target=f"square {at}"), Back(), touched=self.with_cursor(at))
                for at, cell in enumerate(cells)
            ),
            state.maze.index_of(self.at),
            lambda at, button: _beside(at, button, columns, len(cells)),
            lambda at, button: move_cursor(at, len(cells), button),
        )

    def cell(self, table: PageContext) -> Cell:
        """The cell under the cursor."""
        at, cells = self.pending.cursor, table.playing.state.maze.cells
        cell: Cell = self.at if at is None else cells[at]
        return cell


def _beside(at: int, button: Button, columns: int, count: int) -> int:
    """The next square in a direction, wrapping at the edges."""
    row = at - at % columns
    match button:
        case "left" | "right":
            return row + (at + (1 if button == "right" else -1)) % columns
        case "up":
            return (at - columns) % count
        case "down":
            return (at + columns) % count
    return at


def situation(page: Page, table: PageContext) -> str:
    """The situation in which a page is shown; empty for a page of something else."""
    match page:
        case SetUpPage(players=players):
            return "before the game for two" if len(players) == 2 else "before the game"
        case Curtain():
            return "hidden map"
        case Announced():
            return "read aloud"
        case MummyDiePage():
            return f"mummy die{_of_the_device(table)}"
        case MummyPage() | WhyNotPage(asked=MummyGoes()):
            return "interrupt" if table.playing.state.phase == "interrupt" else "mummy"
        case ListPage(around=around) if around is not None and table.session is not None and table.playing.is_over:
            return "the end for two" if table.playing.state.is_two_player else "the end"
    return _hunters(page, table)


def _hunters(page: Page, table: PageContext) -> str:
    """The situation in which a page for the hunters is shown, or nothing."""
    match page:
        case ActsPage():
            return "stuck" if is_stuck(table.playing.state) else "begin"
        case DicePage():
            return f"dice{_of_the_device(table)}"
        case FacePage():
            return "choose a face"
        case ChoosePage():
            return "choose the arrow" if _pointed_at(page, table.playing.state) == "arrow" else "choose"
        case MovePage():
            return "arrow" if table.playing.state.face == "arrow" else "number"
        case WhyNotPage(asked=PawnEnds(face=face)):
            return "arrow" if face == "arrow" else "number"
        case HandOverPage():
            return "hand over"
    return ""


def _of_the_device(table: PageContext) -> str:
    """The ending for a device that throws the dice itself, or nothing."""
    return " of the device" if table.playing.seed else ""


def _pointed_at(page: ChoosePage, state: State) -> str:
    faces = showing_faces(state)
    at = page.at(state)
    return faces[at] if at < len(faces) else ""


def why_not(page: Page, table: PageContext) -> Page | None:
    """The map that says why not, cell by cell, for a page about a path."""
    match page:
        case MovePage():
            state: State = table.playing.state
            return WhyNotPage(PawnEnds(state.face or "arrow"), move_ends(state)[page.at(table)])
        case MummyPage(path=path, given=None):
            return WhyNotPage(MummyGoes(path), path[-1] if path else table.playing.state.mummy)
    return None


def same_eyes(page: Page, explain: Explain) -> Page | None:
    """The explanation of a page for the same eyes: behind what hides the page itself, or open if nothing does."""
    match page:
        case Secret(page=hidden):
            made = explain(hidden)
            return made and replace(page, page=made)
        case Open(page=shown):
            return explain(shown)
    return explain(page)


EXPLAINED = Explained(TEXTS, situation, why_not=why_not, same_eyes=same_eyes)
