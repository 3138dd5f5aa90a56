"""How many presses whole games take, played by a seeded table through the fewest presses.

`make by-hand RUN=tests/bench/whole_games.py` prints them by page, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.rows import TITLES, Row, Sample, Sampler, Topic, at_most
from display.view import COLOURS
from firmware_py.config.settings import ButtonLayout
from firmware_py.desk.demo import DEMOS, next_play
from firmware_py.desk.press_search import Reached, answers_itself, shortest_presses
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.commands import Begin, Play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.malediction.curtain import opened
from firmware_py.pages.registry import dialogue_of
from firmware_py.pages.stack import Page, Stack, press
from firmware_py.pages.table import Table
from firmware_py.words import speak

PLAYERS = ("Ada", "Bo", "Chloé", "Dédé", "Eve", "Flo")
SEED = 11
TABLES = {"maudite_momie": 6, "or_du_pharaon": 4, "malediction": 3}
"""The number of players by game. Of this seed the games have 136, 221 and 67 actions."""


def of_a_game(game: str, layout: ButtonLayout) -> Counter[str]:
    """Return the presses of a whole game by page, from the first turn to the last."""
    players = PLAYERS[: TABLES[game]]
    session = begin(_header(game, players))
    seeded = DEMOS[game].table(players, SEED)
    counts: Counter[str] = Counter()
    while not session.is_over:
        wanted = next_play(session, seeded)
        counts.update(_of_an_action(session, layout, wanted))
        for action in (wanted.action, wanted.then):
            session = play(session, action) if action else session
    return counts


def _header(game: str, players: tuple[str, ...]) -> Any:
    """Return the header of a game that is begun by pressing `ok` only."""
    table = Table(say=speak("en"), colours=COLOURS[: len(players)])
    stack: Stack = (dialogue_of(game).set_up(players, table.colours),)
    begun: list[Begin] = []

    def reached(_: Stack, command: object) -> bool:
        begun.extend([command] if isinstance(command, Begin) else [])
        return bool(begun)

    shortest_presses(stack, table, reached)
    return begun[0].header


def _of_an_action(session: Session, layout: ButtonLayout, wanted: Play) -> Iterator[str]:
    """Yield the page of each press that enters an action; none if the page gives it by itself."""
    game = session.game.id
    colours = COLOURS[: len(session.header.players)]
    table = Table(say=speak("en"), layout=layout, session=session, colours=colours)
    stack: Stack = (dialogue_of(game).page(table, None, game_menu()),)
    for reached in _goals(game, wanted):
        if answers_itself(stack, table, wanted):
            return
        for done in shortest_presses(stack, table, reached):
            yield _kind(stack[-1])
            stack, _ = press(stack, done, table)


def _goals(game: str, wanted: Play) -> Iterator[Reached]:
    """Yield what is reached one after the other while an action is entered."""
    for milestone in DEMOS[game].milestones(wanted.action):
        yield lambda stack, _, milestone=milestone: milestone(stack[-1])
    yield lambda _, command: command == wanted


def _kind(page: Page) -> str:
    """Return what kind of page it is; of a page that hides another, both."""
    hidden = opened(page)
    names = dict.fromkeys((type(page).__name__, type(hidden).__name__))
    return " ".join(names)


@contextmanager
def _counted() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        samples = {}
        for game in TABLES:
            six, four = (of_a_game(game, layout).total() for layout in ("six", "four"))
            samples |= {f"{game}-six": Sample(six), f"{game}-four": Sample(four, None, six)}
        return samples

    yield sample


CARDS_BY_FOUR = "Three keys for what six do: most of the presses are the cards of a hand"


def _rows(game: str, work: str, most: int, why_four: str = "") -> tuple[Row, Row]:
    """Return the rows of a game, that with six buttons and that with four, and why that misses its goal."""
    six = Row(
        f"{game}-six",
        f"{TITLES[game]}: {work}, six buttons",
        "presses",
        goals=(at_most(most),),
        unfair="no other program does the same work",
        counts=True,
        on_zero="same",
    )
    four = Row(
        f"{game}-four",
        f"{TITLES[game]}: {work}, four buttons",
        "presses",
        limit="the same game with six buttons",
        goals=(at_most(1.15, "limit"),),
        missed_because=why_four,
        counts=True,
        on_zero="same",
    )
    return six, four


WHOLE_GAMES = Topic(
    "games",
    (
        *_rows("maudite_momie", "a whole game of six players, 136 actions", 285, CARDS_BY_FOUR),
        *_rows("or_du_pharaon", "a whole game of four players, 221 actions", 303),
        *_rows("malediction", "a whole game of three players, 67 actions", 148),
    ),
    _counted,
    repeats=1,
)

if __name__ == "__main__":
    for game in TABLES:
        for layout in ("six", "four"):
            counts = of_a_game(game, layout)
            print(f"{game}, {layout} buttons: {counts.total()} presses")
            for kind, count in counts.most_common():
                print(f"{count:6}  {kind}")
