"""What a game of La malédiction looks like: the map for one side's eyes, and what is read aloud.

Why each picture needs to know who sees it: `seen_by` cuts the secrets out of the state before anything is drawn. So no
page for everybody can show a secret.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

import msgspec
from msgspec import UNSET

from display.view import (
    Actor,
    Announcement,
    Button,
    Colour,
    Item,
    MazePiece,
    MazePlan,
    Menu,
    PlayerHistory,
    RankedPlayer,
    ScoreHistory,
    Square,
    Standing,
)
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import MissionPlayed
from firmware_py.games.malediction.legality import open_missions, reachable
from firmware_py.games.malediction.maze import Maze, mission_words, pawn_words
from firmware_py.games.malediction.state import (
    DICE,
    OUT,
    Choose,
    Leave,
    Move,
    Pass,
    PlayMission,
    Reset,
    Roll,
    RolledFace,
    State,
)
from firmware_py.games.registry import TABLE
from firmware_py.games.session import Step
from firmware_py.grid import Cell
from firmware_py.pages.interface import PageContext
from firmware_py.pages.texts import MARK_COLOURS, Texts
from firmware_py.words import Words, printable, words, words_n

SPARE_COLOURS: tuple[Colour, ...] = ("red", "turquoise", "blue", "purple", "green", "yellow")
"""The colours of pawns whose names are no colours of ours."""
MUMMY_COLOURS: tuple[Colour, ...] = ("white", "yellow", "green", "purple", "turquoise")
"""The mummy's player: white like the bandages, or the next colour that no pawn has."""

BUILT = {
    "ST": "stairs",
    "DU": "dungeon",
    "DS": "dungeon",
    "SA": "sarcophagus",
}
"""The icon of what stands in a cell."""

DIE_ICONS: dict[RolledFace, str] = {
    "1": "die_1",
    "2": "die_2",
    "3": "die_3",
    "4": "die_4",
    "arrow": "die_arrow",
    "mummy": "die_mummy",
    "?": "die_blank",
}
MUMMY = words("The mummy")


def pawn_colours(pawns: tuple[str, ...]) -> dict[str, Colour]:
    """Each pawn's colour: the one it is named after, or a free one."""
    known: dict[str, Colour] = {pawn: colour for pawn in pawns for colour in get_args(Colour) if colour == pawn.lower()}
    free = [colour for colour in SPARE_COLOURS if colour not in known.values()]
    for pawn in pawns:
        if pawn not in known:
            known[pawn] = free.pop(0) if free else SPARE_COLOURS[len(known) % len(SPARE_COLOURS)]
    return known


def mission_icon(code: str) -> str:
    """The icon of a mission: its letter on its colour, as printed on the map."""
    return f"mission_{MARK_COLOURS[code[0]]}"


def mummy_colour(taken: tuple[Colour, ...]) -> Colour:
    """The mummy's colour: one that is not taken, so that nobody has the same light."""
    return next(colour for colour in MUMMY_COLOURS if colour not in taken)


def wearers(state: State) -> tuple[tuple[str, Colour], ...]:
    """Each hunter with the colour of every pawn of theirs, and the mummy's player."""
    colours = pawn_colours(tuple(hunter.pawn for hunter in state.hunters))
    hunters = ((hunter.player, colours[hunter.pawn]) for hunter in state.hunters)
    return (*hunters, (state.mummy_player, mummy_colour(tuple(colours.values()))))


def actor(state: State) -> Actor | None:
    """Who must act: a hunter in the colour of the pawn, or the mummy."""
    if state.phase == "over":
        return None
    colours = pawn_colours(tuple(hunter.pawn for hunter in state.hunters))
    if state.phase in ("interrupt", "mummy_roll", "mummy_move") or state.turn is None:
        return Actor(printable(state.mummy_player), mummy_colour(tuple(colours.values())))
    return Actor(printable(state.hunter.player), colours[state.hunter.pawn])


def maze(table: PageContext, *, secrets: bool, choices: Menu | None = None, **shown: Any) -> MazePlan:
    """The map of the game now; `shown` are further parts of the picture, with cells by name.

    Without `secrets` the map shows what the whole table may know.
    """
    state: State = table.playing.state
    return maze_of(state if secrets else rules.seen_by(state, TABLE), choices or Menu(()), **shown)


def public_maze(choices: Menu, table: PageContext) -> MazePlan:
    """The map of the game now, as the whole table may know it."""
    return maze(table, secrets=False, choices=choices)


def hunters_maze(choices: Menu, table: PageContext) -> MazePlan:
    """The map of the game now, as only hunters may see it."""
    return maze(table, secrets=True, choices=choices)


def maze_of(
    seen: State,
    choices: Menu,
    *,
    cursor: Cell | None = None,
    lit: tuple[Cell, ...] = (),
    keys: tuple[tuple[Cell, Button], ...] = (),
    path: tuple[Cell, ...] = (),
    mummy: Cell | None = None,
    locked: int | None = None,
    dice: tuple[Item, ...] = (),
    die: int = 0,
    faces: tuple[Item, ...] = (),
    thrown: int = 0,
) -> MazePlan:
    """The map of a state from which `seen_by` has cut the secrets."""
    plan = seen.maze
    colours = pawn_colours(tuple(hunter.pawn for hunter in seen.hunters))
    played = {code for codes in seen.missions for code in codes}
    pawns = tuple(
        MazePiece(plan.index_of(cell), colours[hunter.pawn], active=index == seen.turn)
        for index, hunter in enumerate(seen.hunters)
        if (cell := seen.cell(index)) is not None
    )
    return MazePlan(
        columns=plan.columns,
        squares=squares(plan, played),
        pieces=(MazePiece(plan.index_of(mummy or seen.mummy), icon="mummy", active=seen.turn is None), *pawns),
        cursor=None if cursor is None else plan.index_of(cursor),
        lit=tuple(plan.index_of(cell) for cell in lit),
        keys=tuple((plan.index_of(cell), button) for cell, button in keys),
        path=tuple(plan.index_of(cell) for cell in path),
        standings=_standings(seen, colours),
        tokens=(seen.tokens, seen.target),
        tray=(seen.locked if locked is None else locked, DICE),
        dice=dice,
        die=die,
        faces=faces,
        thrown=thrown,
        choices=choices,
    )


def announcement(state: State, headline: str, lines: tuple[str, ...], icon: str) -> Announcement:
    """An announcement in large type, with the public standings."""
    seen = rules.seen_by(state, TABLE)
    colours = pawn_colours(tuple(hunter.pawn for hunter in seen.hunters))
    standings = _standings(seen, colours)
    return Announcement(headline, lines, icon, standings, (seen.tokens, seen.target), (seen.locked, DICE))


def squares(board: Maze, played: set[str]) -> tuple[Square, ...]:
    """A maze's cells as squares; played missions are ticked off."""
    cells = zip(board.contents, board.open_sides, strict=True)
    return tuple(_square(content, sides, content in played) for content, sides in cells)


@lru_cache(maxsize=512)
def _square(content: str, sides: str, done: bool) -> Square:
    """One square, cached: every page of a game has a hundred, mostly the same."""
    return Square(
        open=sides,
        solid=content == "##",
        icon=BUILT.get(content, ""),
        mark=content if content[:1] in MARK_COLOURS and content not in BUILT else "",
        colour=MARK_COLOURS.get(content[:1]) if content not in BUILT else None,
        done=done,
    )


def _standings(seen: State, colours: dict[str, Colour]) -> tuple[Standing, ...]:
    """The standing of each pawn whose player is there; two pawns of one person share their missions (P43)."""
    shared = tuple(code for codes in seen.missions for code in codes) if seen.is_two_player else ()
    return tuple(
        Standing(
            name=printable(hunter.player),
            colour=colours[hunter.pawn],
            ankhs=seen.ankhs[index],
            marks=tuple((code, MARK_COLOURS[code[0]]) for code in shared or seen.missions[index]),
            wanted=seen.missions_to_win,
            active=index == seen.turn and seen.phase != "interrupt",
            out=seen.at[index] == OUT,
        )
        for index, hunter in enumerate(seen.hunters)
        if hunter.player in seen.present
    )


def title(state: State) -> Words:
    """Whose turn it is, for the title: the pawn, or the mummy."""
    shown = actor(state)
    if shown is None:
        return words("The end")
    if state.turn is None or state.phase == "interrupt":
        return MUMMY
    return pawn_words(state.hunter.pawn)


def icons_of(step: Step) -> tuple[str, ...]:
    """The pictures of an action: dice for a roll, the face that was announced, or who moved."""
    match step.action:
        case Roll():
            return ("dice",)
        case Choose(face=face):
            return (DIE_ICONS[face],)
        case Move(path=path):
            return ("player",) if path is UNSET else ("mummy",)
        case PlayMission():
            return tuple(mission_icon(event.mission) for event in step.events if isinstance(event, MissionPlayed))
        case Reset():
            return ("redo",)
        case Pass():
            return ("wall",)
        case Leave():
            return ("house",)
    return ("ok",)


def places(table: PageContext) -> tuple[RankedPlayer, ...]:
    """Who has won, and how far the others came."""
    state: State = table.playing.state
    winners = _winners(state)

    def place(player: PlayerHistory) -> RankedPlayer:
        is_mummy = player.name == printable(state.mummy_player)
        counted = (
            words_n("of {count} token", "of {count} tokens", player.goal)
            if is_mummy
            else words_n("of {count} mission", "of {count} missions", player.goal)
        )
        rank = 1 if player.name in winners else 2
        return RankedPlayer(rank, player.name, player.colour, player.score, table.say(counted), is_mummy, is_share=True)

    return tuple(map(place, history(table).players))


def history(table: PageContext) -> ScoreHistory:
    """How the game went: the winner first, then whoever came closest to winning."""
    session = table.playing
    states: list[State] = [session.start, *(step.state for step in session.steps)]
    first = states[0]
    colours = pawn_colours(tuple(hunter.pawn for hunter in first.hunters))
    tokens = tuple(state.tokens for state in states)
    players = [_player(first.mummy_player, mummy_colour(tuple(colours.values())), first.target, tokens)]
    for index, hunter in enumerate(first.hunters[:1] if first.is_two_player else first.hunters):
        missions = tuple(state.missions_played(index) for state in states)
        players.append(_player(hunter.player, colours[hunter.pawn], first.missions_to_win, missions))
    winners = _winners(states[-1])
    ahead = sorted(players, key=lambda player: (player.name not in winners, -player.score / player.goal))
    return ScoreHistory(tuple(ahead))


def _winners(state: State) -> frozenset[str]:
    """Who has won; nobody before the end. Where the others went home, they may be behind."""
    outcome = rules.outcome(state)
    return frozenset(map(printable, outcome.winners)) if outcome else frozenset()


def _player(name: str, colour: Colour, goal: int, totals: tuple[int, ...]) -> PlayerHistory:
    return PlayerHistory(printable(name), colour, totals[-1], goal, totals)


def own_missions(table: PageContext, page: object) -> dict[str, Any] | None:  # noqa: ARG001 - as every game is asked
    """What a hunter's phone may note: the missions that nobody has played, of which they hold some cards."""
    state: State = table.playing.state
    index = next((at for at, hunter in enumerate(state.hunters) if hunter.player == table.seat), None)
    if index is None or state.phase == "over":
        return None
    say, own = table.say, state.missions if state.is_two_player else (state.missions[index],)
    colours = {code[0] for code in state.maze.missions}
    done = tuple(code for codes in state.missions for code in codes)
    kinds = tuple(
        {
            "t": code,
            "i": (mission_icon(code),),
            "s": code,
            "n": say(mission_words(code, state.maze.objects.get(code, ""))),
        }
        for code in open_missions(state, index)
    )
    return {
        "form": "missions",
        "hand": table.seat,
        "title": say(words("My missions, on this phone only")),
        "add": say(words("Note a mission")),
        "remove": say(words("Take away:")),
        "reveal": "",
        "most": len(colours) * (2 if state.is_two_player else 1) - sum(map(len, own)),
        "wanted": 0,
        "awakened": False,
        "done": done,
        "kinds": kinds,
        "middles": (),
    }


class LessonMap(msgspec.Struct, frozen=True):
    """Draws the map of the lesson, what can be reached with the die that was announced, and a path of the mummy."""

    path: tuple[Cell, ...] = ()

    def __call__(self, table: PageContext) -> MazePlan:
        """The map, hunters and all: nobody plays here."""
        state: State = table.playing.state
        lit = tuple(sorted(reachable(state, state.face))) if state.phase == "move" and state.face else ()
        return maze_of(state, Menu(()), lit=lit, path=self.path)


TEXTS = Texts("malediction", LessonMap)
