"""Maudite Momie: players take cards unseen, awaken guardians, and score up to 35.

Read in this order: `cards` (what a hand is worth), `setup`, `actions` and `state` (values), `legality` (why an action
is forbidden), `legal_actions` (what may be done now), `events` (what is announced), and `rules` (what follows from an
action). `odds` is what the backs tell of a fresh deck.
"""

from firmware_py.games.maudite_momie import actions, rules, setup
from firmware_py.games.registry import Game

GAME = Game(
    id="maudite_momie",
    rules=rules,
    header=setup.Header,
    action=actions.AnyAction,
)
