"""Turns by hand, each under one disturbance.

A case is named by board, mover, disturbance and number, and its name is its seed: it can be drawn again alone.
"""

from __future__ import annotations

from collections.abc import Callable

from hand_disturbances import (
    at_rest,
    blind_ok,
    cable,
    dead,
    dead_on_path,
    drift,
    knocked,
    lifted,
    mummy_touched,
    noise,
    stuck,
    two_at_once,
    weak,
)
from hand_evidence import undecided
from hand_turns import Turn, laid
from hunter_hands import (
    hunter_askew,
    hunter_cuts_corners,
    hunter_goes,
    hunter_hovers,
    hunter_overshoots,
    hunter_reconsiders,
    hunter_retraces,
    hunter_there_and_back,
)
from mummy_hands import (
    mummy_askew,
    mummy_before_its_die,
    mummy_catches,
    mummy_cuts_corners,
    mummy_goes,
    mummy_goes_on_as_the_next_rolls,
    mummy_goes_on_to_a_dead_sensor,
    mummy_has_second_thoughts,
    mummy_is_entered_otherwise,
    mummy_overshoots,
    mummy_passes,
    mummy_reconsiders,
    mummy_retraces,
    mummy_there_and_back,
)


def drawn_turn(name: str) -> Turn:
    """The case of this name."""
    _, mover, disturbance, _ = name.split(".")
    draw = (HUNTERS if mover == "hunter" else MUMMYS)[disturbance.replace("_", " ")]
    for turn in laid(name):
        if draw(turn):
            turn.undecidable = turn.undecidable or undecided(turn)
            return turn
    raise AssertionError


def also(move: Callable[[Turn], bool], *others: Callable[[Turn], bool]) -> Callable[[Turn], bool]:
    """A draw of a plain move to which something else happens."""
    return lambda turn: move(turn) and all(other(turn) for other in others)


SWITCHES_ONLY = ("entered otherwise",)
"""Only over switches is the mummy's path entered by button."""
SENSORS_ONLY = ("before its die", "goes on as the next rolls", "goes on to a dead sensor")
"""Only over sensors is the mummy's path read."""
COMMON = {
    "knocked": knocked,
    "lifted": lifted,
    "two at once": two_at_once,
    "noise": noise,
    "drift": drift,
    "weak": weak,
    "dead": dead,
    "stuck": stuck,
    "cable": cable,
    "blind ok": blind_ok,
}
HUNTERS: dict[str, Callable[[Turn], bool]] = {
    "plain": hunter_goes,
    "fast": hunter_goes,
    "corners": hunter_cuts_corners,
    "askew": hunter_askew,
    "hover": hunter_hovers,
    "reconsider": hunter_reconsiders,
    "there and back": hunter_there_and_back,
    "overshoot": hunter_overshoots,
    "retraced": hunter_retraces,
    "mummy touched": also(hunter_goes, mummy_touched),
    **{name: also(hunter_goes, other) for name, other in COMMON.items()},
    "rest": at_rest,
}
MUMMYS: dict[str, Callable[[Turn], bool]] = {
    "plain": mummy_goes,
    "fast": mummy_goes,
    "corners": mummy_cuts_corners,
    "askew": mummy_askew,
    "catch": mummy_catches,
    "fast catch": mummy_catches,
    "entered otherwise": mummy_is_entered_otherwise,
    "past a hunter": mummy_passes,
    "reconsider": mummy_reconsiders,
    "second thoughts": mummy_has_second_thoughts,
    "before its die": mummy_before_its_die,
    "goes on as the next rolls": mummy_goes_on_as_the_next_rolls,
    "goes on to a dead sensor": mummy_goes_on_to_a_dead_sensor,
    "there and back": mummy_there_and_back,
    "overshoot": mummy_overshoots,
    "retraced": mummy_retraces,
    **{name: also(mummy_goes, other) for name, other in COMMON.items()},
    "dead on path": also(mummy_goes, dead_on_path),
    "fast dead on path": also(mummy_goes, dead_on_path),
    "rest": at_rest,
}
