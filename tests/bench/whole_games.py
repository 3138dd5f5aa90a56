"""How many presses whole games take, played by a seeded table through the fewest presses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bench.rows import Row, Sample, Sampler, Topic, at_most
from display.view import COLOURS
from firmware_py.config.settings import ButtonLayout
from firmware_py.desk.demo import DEMOS, next_play
from firmware_py.desk.press_search import Reached, shortest_presses
from firmware_py.games.maudite_momie.setup import Header
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.commands import Play
from firmware_py.pages.menus import game_menu
from firmware_py.pages.registry import dialogue_of
from firmware_py.pages.stack import Stack, press
from firmware_py.pages.table import Table
from firmware_py.words import speak

PLAYERS = ("Ada", "Bo", "Chloé", "Dédé", "Eve", "Flo")
SEED = 11
"""Of a game with 136 actions, which took 571 presses at first, and 644 without ◀ and ▶."""


def of_a_game(layout: ButtonLayout) -> int:
    """Return the presses of the game of Maudite Momie of six players, from the first turn to the last reveal."""
    session = begin(Header(1, "maudite_momie", PLAYERS))
    seeded = DEMOS["maudite_momie"].table(PLAYERS, SEED)
    count = 0
    while not session.is_over:
        wanted = next_play(session, seeded)
        count += _of_an_action(session, layout, wanted)
        session = play(session, wanted.action)
    return count


def _of_an_action(session: Session, layout: ButtonLayout, wanted: Play) -> int:
    table = Table(say=speak("en"), layout=layout, session=session, colours=COLOURS[: len(PLAYERS)])
    stack: Stack = (dialogue_of("maudite_momie").page(table, None, game_menu()),)
    count = 0
    for reached in _goals(wanted):
        for done in shortest_presses(stack, table, reached):
            stack, _ = press(stack, done, table)
            count += 1
    return count


def _goals(wanted: Play) -> Iterator[Reached]:
    """Yield what is reached one after the other while an action is entered."""
    for milestone in DEMOS["maudite_momie"].milestones(wanted.action):
        yield lambda stack, _, milestone=milestone: milestone(stack[-1])
    yield lambda _, command: command == wanted


@contextmanager
def _counted() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        six, four = of_a_game("six"), of_a_game("four")
        return {"game-six": Sample(six), "game-four": Sample(four, None, six)}

    yield sample


WHOLE_GAMES = Topic(
    "games",
    (
        Row(
            "game-six",
            "Maudite Momie: a whole game of six players, 136 actions, six buttons",
            "presses",
            goals=(at_most(286),),
            unfair="no other program does the same work",
            counts=True,
            on_zero="same",
        ),
        Row(
            "game-four",
            "the same game with four buttons",
            "presses",
            limit="the same game with six buttons",
            goals=(at_most(1.15, "limit"),),
            counts=True,
            on_zero="same",
        ),
    ),
    _counted,
    repeats=1,
)
