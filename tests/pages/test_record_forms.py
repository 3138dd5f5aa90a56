"""Every action that a page gives is written with exactly the keys that a record has for it: other programs read them.

The forms stand here once more, as the record's specification prints them, as an independent model.
"""

import json
import random
from typing import get_args

import msgspec
import pytest
from page_walks import Walk
from random_play import SAMPLERS

from firmware_py.games.malediction.state import AnyAction as MaledictionAction
from firmware_py.games.maudite_momie.state import AnyAction as MomieAction
from firmware_py.games.or_du_pharaon.state import AnyAction as PharaonAction
from firmware_py.games.records import write_line
from firmware_py.games.session import begin

FORMS = {
    "maudite_momie": [
        "explore pile back?",
        "secure",
        "awaken target",
        "reveal cards",
        "keep kept backs?",
        "report_empty",
        "leave",
    ],
    "or_du_pharaon": [
        "move pawn to",
        "reveal at open chamber?",
        "photo treasures mummy? curse?",
        "rotate at turns",
        "place_lantern",
        "take_lantern",
        "pick_up treasure",
        "put_down",
        "steal from",
        "end_turn",
        "leave",
    ],
    "malediction": [
        "pass",
        "reset",
        "move path",
        "move to",
        "roll faces",
        "roll face",
        "choose face",
        "play_mission",
        "end_turn",
        "leave",
    ],
}
"""The forms of each game's actions: what is done, then its keys; one with a question mark may be left out."""
CARD_KEYS = {"treasure", "count", "centre"}
DICE, SIDES = 5, {"1", "2", "3", "4", "arrow", "mummy", "?"}


def forms_of(game, do):
    """The required and the possible keys of each form."""
    found = [form.split()[1:] for form in FORMS[game] if form.split()[0] == do]
    return [({key for key in keys if key[-1] != "?"}, {key.rstrip("?") for key in keys}) for keys in found]


def wrong_in(game, action, state=None):
    """What is wrong with the line of an action; nothing if it has one of the forms."""
    line = json.loads(write_line(action))
    keys = set(line) - {"by", "do"}
    fits = [required <= keys <= possible for required, possible in forms_of(game, line["do"])]
    wrong = [] if {"by", "do"} <= set(line) and fits.count(True) == 1 else [line]
    for card in line.get("cards", ()):
        wrong += [] if {"treasure", "count"} <= set(card) <= CARD_KEYS else [card]
    if "faces" in line and state is not None:
        wrong += [] if len(line["faces"]) == DICE - state.locked and set(line["faces"]) <= SIDES else [line]
    return wrong


class Recorded(Walk):
    """A walk that keeps what is wrong with the lines of all actions that its pages give, refused ones included."""

    def __init__(self, session):
        self.wrong, self.given = [], 0
        super().__init__(session)

    def play(self, wanted):
        """Judge the actions, and play them."""
        game, state = self.session.game.id, self.session.state
        for action in filter(None, (wanted.action, wanted.then)):
            self.wrong += wrong_in(game, action, state)
            self.given += 1
        return super().play(wanted)


@pytest.mark.parametrize("game", FORMS)
@pytest.mark.parametrize("seed", range(3))
def test_what_restless_players_enter_has_the_form_of_a_record(game, seed):
    """Whatever they press, also what is refused; corrections of earlier entries included."""
    chance = random.Random(seed)
    walk = Recorded(begin(SAMPLERS[game].header(chance)))
    for _ in range(60):
        if walk.session.is_over or not walk.play_at_random(chance, 200):
            break
    assert walk.wrong == []
    assert walk.given
    assert [bad for step in walk.session.steps for bad in wrong_in(game, step.action)] == []


@pytest.mark.parametrize(
    ("game", "actions"),
    [("maudite_momie", MomieAction), ("or_du_pharaon", PharaonAction), ("malediction", MaledictionAction)],
)
def test_no_action_knows_a_key_that_no_form_has(game, actions):
    """What is done, and its keys: as many as the forms have, and no others."""
    known = {}
    for kind in get_args(actions):
        fields = {field.encode_name for field in msgspec.structs.fields(kind)} - {"by"}
        known[kind.__struct_config__.tag] = fields
    printed = {form.split()[0] for form in FORMS[game]}
    assert known == {do: set().union(*(possible for _, possible in forms_of(game, do))) for do in printed}
