"""When a turn of L'or du pharaon is spent: nothing is left but to end it, also behind free acts (G01, G23 to G26)."""

import random

import pytest
from pharaon_table import ALL_OPEN, play, table
from random_play import random_game
from spent_turns import everything, is_spent_by_search

from firmware_py.games.or_du_pharaon.cells import START
from firmware_py.games.or_du_pharaon.rules import broken_rule, is_turn_spent, record_state
from firmware_py.games.or_du_pharaon.state import Collapse, EndTurn, HouseRules, PickUp, PutDown, Reveal, Steal

CROWDED = ("c4", "c5", "b5")
"""So few cards that figures and treasures meet on them."""


def crowded_table(chance):
    """Return a table at which nearly everybody and everything is on the same few cards."""
    players = ("Ada", "Bo", "Cy", "Dée")[: chance.randint(2, 4)]
    teams = {}
    for player in players:
        at = chance.choice((*CROWDED, START))
        carrying = chance.choice((None, None, 2, 3)) if at != START else None
        teams[player] = {
            "archaeologist": at,
            "porter": chance.choice((*CROWDED, START)),
            "carrying": carrying,
            "supply": chance.choice((0, 4)),
        }
    loose = {cell: tuple(chance.choices((2, 3), k=chance.choice((0, 0, 1, 2)))) for cell in CROWDED}
    loose = {cell: tuple(sorted(discs)) for cell, discs in loose.items()}
    clock, collapse = chance.randrange(len(players)), {}
    match chance.choice(("none", "loose", "carried")):
        case "loose":
            cell = chance.choice(CROWDED)
            loose[cell] = (*loose[cell], "bust")
            collapse = {"collapse": Collapse("falling", clock, front=("f1",))}
        case "carried" if teams[players[clock]]["carrying"]:
            teams[players[clock]]["carrying"] = "bust"
            collapse = {"collapse": Collapse("falling", clock, front=("f1",))}
    cards = ALL_OPEN if chance.random() < 0.8 else {cell: ALL_OPEN[cell] for cell in CROWDED}
    return table(
        cards,
        players=players,
        house=HouseRules(glide_with_treasure=chance.random() < 0.5),
        teams=teams,
        loose=loose,
        turn=chance.randrange(len(players)),
        actions_left=chance.choice((0, 0, 0, 1)),
        **collapse,
    )


def test_a_turn_is_spent_if_a_search_through_all_acts_finds_nothing():
    """Whatever can be entered is tried from everywhere that it leads to; free acts may follow free acts."""
    kinds = {"spent": 0, "spent with a treasure": 0, "only behind a putting-down": 0, "not spent": 0}
    for seed in range(200):
        state = crowded_table(random.Random(seed))
        spent = is_spent_by_search(state)
        assert is_turn_spent(state) == spent, f"seed {seed}"
        at_once = [act for act in everything(state) if broken_rule(state, act) is None]
        if spent:
            kinds["spent with a treasure" if at_once else "spent"] += 1
        else:
            kinds["only behind a putting-down" if at_once == [PutDown(state.active)] else "not spent"] += 1
    assert min(kinds.values()) >= 10, kinds


@pytest.mark.parametrize("seed", range(3))
def test_the_same_holds_in_random_games(seed):
    """From the first turn to the last, in every phase."""
    for number, (state, _, after) in enumerate(random_game("or_du_pharaon", seed)):
        if state.phase == "turn" and (not state.actions_left or number % 9 == 0):
            assert is_turn_spent(state) == is_spent_by_search(state)
        if after.phase != "turn":
            assert not is_turn_spent(after)


def crossing(**changes):
    """Return a table at which Ada has no action left; the archaeologist is on c4."""
    teams = {"Ada": {"archaeologist": "c4", **changes.pop("ada", {})}, "Bo": changes.pop("bo", {})}
    return table(ALL_OPEN, teams=teams, actions_left=0, **changes)


def test_a_treasure_may_be_changed_for_another_that_lies_there():
    """G23: a 2 is put down and a loose 3 picked up, both for free; for another 2 it would be the same."""
    assert not is_turn_spent(crossing(ada={"carrying": 2}, loose={"c4": (3,)}))
    assert is_turn_spent(crossing(ada={"carrying": 2}, loose={"c4": (2,)}))


def test_a_carrier_may_put_down_and_steal():
    """G26: who carries must put down first, which is free, and then the theft is, too."""
    assert not is_turn_spent(crossing(ada={"carrying": 2}, bo={"archaeologist": "c4", "carrying": 2}))
    assert is_turn_spent(crossing(ada={"carrying": 2}, bo={"archaeologist": "c5", "carrying": 3}))


def test_whoever_could_pick_it_up_could_steal_it():
    """G25, G34, G43: that a treasure is carried or lies there makes no difference to anybody until the carrier's turn.

    So putting it down alone keeps no turn open. Random games go on from both tables by the same acts, a theft from the
    carrier being a picking-up.
    """
    compared = thefts = 0
    for seed in range(200):
        chance = random.Random(seed)
        carried = crowded_table(chance)
        if carried.team.carrying is None or carried.actions_left:
            continue
        owner, held = carried.active, carried.team.carrying
        lying = play(carried, PutDown(owner), EndTurn(owner))
        carried = play(carried, EndTurn(owner))
        while carried.active != owner and carried.phase == "turn":
            acts = (*everything(carried), *[EndTurn(carried.active)] * 8)
            legal = [act for act in acts if not isinstance(act, Reveal) and broken_rule(carried, act) is None]
            theft = Steal(carried.active, owner)
            action = theft if theft in legal else chance.choice(legal)
            is_theft = action == theft
            lying = play(lying, PickUp(lying.active, held) if is_theft else action)
            carried = play(carried, action)
            thefts += is_theft
        if carried.phase == "turn" and carried.team.carrying is not None:
            lying = play(lying, PickUp(owner, held))
        assert record_state(lying) == record_state(carried)
        compared += 1
    assert compared >= 20
    assert thefts >= 5
