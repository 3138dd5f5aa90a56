"""Whole random games of L'or du pharaon: what may be done is listed in full, and nothing gets lost or invented."""

from itertools import product

import pytest
from pharaon_table import AT_C6, table
from random_play import random_game

from firmware_py.games.or_du_pharaon.cells import GRID, START
from firmware_py.games.or_du_pharaon.effects import next_wave, ranking, reached_at, totals
from firmware_py.games.or_du_pharaon.events import Fled
from firmware_py.games.or_du_pharaon.legality import broken_rule, legal_actions, reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.rules import apply, outcome, record_state, seen_by
from firmware_py.games.or_du_pharaon.state import (
    LOST,
    PAWNS,
    TREASURES,
    TURNS,
    EndTurn,
    Move,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    Steal,
    TakeLantern,
)
from firmware_py.games.rules import TABLE
from firmware_py.words import speak

SEEDS = range(100, 112)


def everything(state):
    """Every decision that can be entered at all."""
    player, places = state.active, (*GRID, START)
    yield from (Move(player, pawn, cell) for pawn, cell in product(PAWNS, places))
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
        legal = [action for action in everything(state) if broken_rule(state, action) is None]
        assert set(legal_actions(state)) == set(legal)
        reveals = [cell for cell in (*GRID, START) if broken_rule(state, Reveal(state.active, cell, "N")) is None]
        assert list(reveal_targets(state)) == reveals
        assert list(rotate_targets(state)) == sorted({action.at for action in legal if isinstance(action, Rotate)})


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_gets_lost_or_invented(seed):
    """Lanterns, treasures, cards and pawns are always somewhere; totals and ledger agree."""
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
            assert reached_at(after, seat) == (entries[-1].moment if entries else 0)
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
        rules = (broken_rule(state, other) for other in list(everything(state))[seed::9])
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
