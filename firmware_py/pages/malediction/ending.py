"""The last page: who has won and why, and a replay of the hidden game; and what stands elsewhere after a correction.

Why it knows no audience: of two states from which `seen_by` has cut the secrets, it can tell none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from display.view import Actor, Colour, MazePlan, Menu
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.maze import pawn_words
from firmware_py.games.malediction.state import AT_STAIRS, HIDDEN, IN_DUNGEON, OUT, UNTOLD, State
from firmware_py.pages.interface import Begin, PageContext
from firmware_py.pages.malediction.pictures import MUMMY, actor, history, maze_of, mission_icon, pawn_colours, places
from firmware_py.pages.page import ListPage
from firmware_py.pages.registry import Difference, move_of, recount_of
from firmware_py.pages.result import end_page as result_page
from firmware_py.pages.result import replay, replay_choice
from firmware_py.words import Words, list_words, plain, words


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
