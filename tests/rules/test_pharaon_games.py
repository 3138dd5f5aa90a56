"""L'or du pharaon: whole games at random, and when a turn is spent."""

import random
from itertools import product

import pytest
from pharaon_table import ALL_OPEN, AT_C6, play, table
from random_play import random_game
from sampling import many
from spent_turns import everything, is_spent_by_search

from firmware_py.games.or_du_pharaon.consequences import next_wave, ranking, total_reached_at, totals
from firmware_py.games.or_du_pharaon.events import Fled
from firmware_py.games.or_du_pharaon.legality import broken_rule, legal_actions, reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.rules import apply, is_turn_spent, outcome, record_state, seen_by
from firmware_py.games.or_du_pharaon.state import (
    FIGURES,
    GRID,
    LOST,
    START,
    TREASURES,
    TURNS,
    Collapse,
    EndTurn,
    HouseRules,
    Move,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    Steal,
    TakeLantern,
)
from firmware_py.games.registry import TABLE
from firmware_py.words import speak

SEEDS = range(100, 112)


def decisions(state):
    """Every decision that can be entered at all."""
    player, places = state.active, (*GRID, START)
    yield from (Move(player, figure, cell) for figure, cell in product(FIGURES, places))
    yield from (Rotate(player, cell, turns) for cell, turns in product(places, TURNS))
    yield from (PickUp(player, treasure) for treasure in TREASURES)
    yield from (Steal(player, victim) for victim in state.players)
    yield from (PlaceLantern(player), TakeLantern(player), PutDown(player), EndTurn(player))


@pytest.mark.parametrize("seed", range(3))
def test_the_decisions_listed_are_exactly_those_that_no_clause_forbids(seed):
    """The list is complete, and so are the targets for revealing and rotating and the kinds of act."""
    for number, (state, _, _) in enumerate(random_game("or_du_pharaon", seed)):
        if number % 7:
            continue
        legal = [action for action in decisions(state) if broken_rule(state, action) is None]
        assert set(legal_actions(state)) == set(legal)
        reveals = [cell for cell in (*GRID, START) if broken_rule(state, Reveal(state.active, cell, "N")) is None]
        assert list(reveal_targets(state)) == reveals
        assert list(rotate_targets(state)) == sorted({action.at for action in legal if isinstance(action, Rotate)})


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_gets_lost_or_invented(seed):
    """Lanterns, treasures, cards and figures are always somewhere; totals and ledger agree."""
    for before, action, after in random_game("or_du_pharaon", seed):
        shown = record_state(after)
        in_play = sum(card.cell in GRID for card in after.cards)
        assert in_play + len(shown["fallen"]) + (after.setup.start.at in GRID) == 36
        assert set(shown["fallen"]) >= set(record_state(before)["fallen"])
        out = [*(loose.treasure for loose in after.loose), *(team.carrying for team in after.teams if team.carrying)]
        out += [disc for team in after.teams for disc in team.treasures]
        assert sum(disc != "bust" for disc in out) <= after.found <= after.setup.treasures
        assert out.count("bust") <= (after.collapse.status != "idle")
        for seat, team in enumerate(after.teams):
            assert team.supply + len(team.lanterns) <= after.setup.lanterns
            assert team.carrying is None or team.archaeologist not in (START, LOST)
            entries = [entry for entry in after.ledger if entry.seat == seat]
            assert (entries[-1].total if entries else 0) == totals(after)[seat]
            assert total_reached_at(after, seat) == (entries[-1].moment if entries else 0)
        face_up = {START, *shown["cards"]}
        assert {place for team in after.teams for place in (team.archaeologist, team.porter)} <= {*face_up, LOST}
        assert {cell for team in after.teams for cell in team.lanterns} <= face_up
        assert set(shown["loose"]) <= face_up - {START}
        assert after.phase == "over" or not after.team.is_lost
        if after.collapse.status in ("countdown", "falling"):
            assert next_wave(after)
        assert action.by == before.active


@pytest.mark.parametrize("seed", SEEDS)
def test_every_random_game_ends_with_the_last_card_and_a_ranking(seed):
    """G50: only the start card remains; places begin at 1 and follow the totals."""
    *_, (_, _, last) = random_game("or_du_pharaon", seed)
    assert last.cards == ()
    ranks = ranking(last)
    assert [rank.total for rank in ranks] == sorted((rank.total for rank in ranks), reverse=True)
    assert ranks[0].place == 1
    assert {rank.player for rank in ranks if rank.place == 1} == set(record_state(last)["winners"])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_table_sees_reveals_no_closed_treasures(seed):
    """G28: states that differ only in which treasures were delivered look the same to the table."""
    for _, _, state in random_game("or_du_pharaon", seed):
        if state.phase == "over" or state.rules.open_scores:
            assert seen_by(state, TABLE) == state
            continue
        seen = seen_by(state, TABLE)
        assert not seen.ledger
        assert all(disc == "closed" for team in seen.teams for disc in team.treasures)
        assert [len(team.treasures) for team in seen.teams] == [len(team.treasures) for team in state.teams]
        assert seen.loose == state.loose


@pytest.mark.parametrize("seed", range(4))
def test_everything_can_be_said(seed):
    """Every announcement, every refusal and every reason in the ranking becomes one sentence, all braces filled."""
    say = speak("en")
    for state, action, after in random_game("or_du_pharaon", seed):
        sentences = [event.words() for event in apply(state, action)[1]]
        rules = (broken_rule(state, other) for other in list(decisions(state))[seed::9])
        sentences += [rule.why for rule in rules if rule]
        if after.phase == "over":
            sentences += [rank.why for rank in ranking(after) if rank.tie != "none"] + [outcome(after).reason]
        for text in map(say, sentences):
            assert text.endswith(".")
            assert not set("{}") & set(text)


def test_what_a_carrier_drops_in_flight_is_named():
    """G34: the table must know what to leave on which card."""
    fled = speak("en")(Fled("Ada", "archaeologist", "c5", "bust").words())
    assert fled == "Ada: the archaeologist flees from c5 to the start card and leaves the bust behind."


def test_a_table_laid_out_by_hand_is_the_table_of_a_header():
    """The layout that the other tests use is no other than the real beginning."""
    assert table(start=AT_C6).cards == table().cards
    assert len(table().cards) == 35


# --- turns that are spent ---------------------------------------------------------------------------------------------

CROWDED = ("c4", "c5", "b5")
"""So few cards that figures and treasures meet on them."""


def crowded_table(chance):
    """A table at which nearly everybody and everything is on the same few cards."""
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
    for seed in range(many(80, whole=200)):
        state = crowded_table(random.Random(seed))
        spent = is_spent_by_search(state)
        assert is_turn_spent(state) == spent, f"seed {seed}"
        at_once = [act for act in everything(state) if broken_rule(state, act) is None]
        if spent:
            kinds["spent with a treasure" if at_once else "spent"] += 1
        else:
            kinds["only behind a putting-down" if at_once == [PutDown(state.active)] else "not spent"] += 1
    assert min(kinds.values()) >= 4, kinds


@pytest.mark.parametrize("seed", range(3))
def test_the_same_holds_in_random_games(seed):
    """From the first turn to the last, in every phase."""
    for number, (state, _, after) in enumerate(random_game("or_du_pharaon", seed)):
        if state.phase == "turn" and (not state.actions_left or number % 9 == 0):
            assert is_turn_spent(state) == is_spent_by_search(state)
        if after.phase != "turn":
            assert not is_turn_spent(after)


def crossing(**changes):
    """A table at which Ada has no action left; the archaeologist is on c4."""
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
