"""The box in Maudite Momie and L'or du pharaon decides by what lies open, whatever lies face down."""

import random

import pytest
from box_games import HEADERS, PROPS, awaits_decision, box_game, completed
from msgspec.structs import replace
from sampling import every, many
from simple_dig import Planner

from firmware_py.bots.maudite_momie import hands_of, odds
from firmware_py.bots.or_du_pharaon import weigh_laying
from firmware_py.bots.seat import TurnCard, TurnedCard, decide, seen_of
from firmware_py.desk.self_play import SeatedTable, or_du_pharaon
from firmware_py.games.maudite_momie.state import BACKS, Awaken, Card, Explore, Reveal, Secure, chance_of_a_guardian
from firmware_py.games.or_du_pharaon.legality import is_walled_in
from firmware_py.games.or_du_pharaon.state import EndTurn, turn_sides
from firmware_py.games.registry import GAMES


def test_hands_that_differ_in_their_faces_only_get_the_same_action() -> None:
    """Two decks with the same backs, in the same order, are alike until cards are turned over."""
    rules, header = GAMES["maudite_momie"].rules, HEADERS["maudite_momie"]
    for seed in range(20):
        chance, asked = random.Random(seed), 0
        tables = [PROPS["maudite_momie"](header.players, random.Random(seed)) for _ in range(2)]
        for pile in tables[1]._piles.values():
            pile[:] = [
                (back, Card("mask", chance.choice((1, 2, 3)), chance.choice(("frank", "empty")))) for back, _ in pile
            ]
        state, heard = rules.initial_state(header), ()
        while not state.revealing:
            seen = seen_of("maudite_momie", state.active, state, heard)
            wish = decide(seen, 3, str(seed))
            one, other = (table.fulfil(state, wish) for table in tables)
            assert one == other
            asked += 1
            state, events = rules.apply(state, one)
            heard += events
        assert tables[0].hand(state.players[state.revealing[0]]) != tables[1].hand(state.players[state.revealing[0]])
        assert asked > 3


def test_a_card_not_yet_turned_over_decides_nothing() -> None:
    """Which card lies there, and what the photos show, is in no argument: pyramids are alike until a card is turned."""
    wishes = 0
    for seed in range(many(1, whole=2)):
        for state, _, _, heard in box_game("or_du_pharaon", seed, most=60):
            if awaits_decision(state):
                seen = seen_of("or_du_pharaon", state.active, state, heard)
                others = [replace(team, treasures=tuple(3 for _ in team.treasures)) for team in state.teams]
                others[state.turn] = state.team
                twin = seen_of("or_du_pharaon", state.active, replace(state, teams=tuple(others)), heard)
                assert twin.state == seen.state
                assert decide(seen, 5, "1") == decide(twin, 5, "1")
                wishes += isinstance(decide(seen, 5, "1"), TurnCard)
    assert wishes > 2


@pytest.mark.parametrize("shape", ["NS", "NE", "NESW"])
def test_a_card_is_laid_in_each_different_direction(shape: str) -> None:
    """And the best of them lets the archaeologist in who turned it over."""
    state = GAMES["or_du_pharaon"].rules.initial_state(HEADERS["or_du_pharaon"])
    options = weigh_laying(state, TurnedCard("c5", shape, chamber=False))
    assert {act.open for _, act in options} == {turn_sides(shape, turns) for turns in range(4)}
    assert "S" in max(options, key=lambda option: option[0])[1].open


def test_it_does_not_pass_twice_while_it_can_do_anything_else() -> None:
    """After a turn without headway, it ends the next one only when nothing else is left."""
    rules, passed = GAMES["or_du_pharaon"].rules, 0
    for seed in range(2):
        state = rules.initial_state(HEADERS["or_du_pharaon"])
        _, ended = rules.apply(state, EndTurn(state.active))
        heard = ended * 6
        for level in (1, 5):
            seen = seen_of("or_du_pharaon", state.active, state, heard)
            wish = completed(seen, state, decide(seen, level, str(seed)), level, str(seed))
            assert not isinstance(wish, EndTurn)
            passed += 1
    assert passed == 4


@pytest.mark.parametrize("seed", every(86, range(4, 100)))
def test_against_plain_diggers_no_game_goes_round_for_ever(seed: int) -> None:
    """Not with walls between a carrier and the start card, nor by stealing the same treasure in turns."""
    rules, header = GAMES["or_du_pharaon"].rules, HEADERS["or_du_pharaon"]
    players, own = header.players, header.players[seed % 2]
    digger = Planner(random.Random(f"{seed}/planner")).wish
    seats = {**dict.fromkeys(players, digger), own: lambda seen: decide(seen, 5, str(seed))}
    table = SeatedTable("or_du_pharaon", or_du_pharaon.Cards(random.Random(str(seed))), seats)
    state = rules.initial_state(header)
    for _ in range(1200):
        if rules.outcome(state):
            break
        state, _ = rules.apply(state, table.next_action(state))
    assert rules.outcome(state)


def test_no_card_is_laid_so_that_all_are_walled_in() -> None:
    """Else nobody could ever turn over another one."""
    for seed in range(many(1, whole=3)):
        for _, _, after, _ in box_game("or_du_pharaon", seed, most=120):
            hidden = any(not card.open for card in after.cards)
            assert after.collapse.status != "idle" or not hidden or not is_walled_in(after)


def test_the_chance_of_guardians_is_that_of_a_fresh_deck() -> None:
    """For one card, exactly; the plan treats more of them as if each came from a whole deck."""
    for place, back in enumerate(BACKS):
        hand = tuple(int(other == place) for other in range(3))
        assert odds(hand).caught == pytest.approx(float(chance_of_a_guardian({back: 1})))


def test_it_ends_the_game_when_that_wins() -> None:
    """Far ahead, with cards that are likely to reach the finish, it secures them."""
    rules, header = GAMES["maudite_momie"].rules, HEADERS["maudite_momie"]
    state = rules.initial_state(header)
    state = replace(state, scores=(33, 0, 0), cards=(2, 0, 0))
    heard = ()
    for _ in range(2):
        heard += rules.apply(rules.initial_state(header), Explore("Ada", "left", "yellow"))[1]
    assert decide(seen_of("maudite_momie", "Ada", state, heard), 5, "1") == Secure("Ada")


def test_it_knows_the_backs_that_were_told() -> None:
    """Those of the cards before each player, until they are turned over."""
    rules, header = GAMES["maudite_momie"].rules, HEADERS["maudite_momie"]
    state, heard = rules.initial_state(header), ()
    for player, back in (("Ada", "green"), ("Bo", "red"), ("Cy", "green")) * 2:
        state, events = rules.apply(state, Explore(player, "left", back))
        heard += events
    seen = seen_of("maudite_momie", "Ada", state, heard)
    assert hands_of(seen) == [[0, 0], [2, 2], [0, 0]]
    for act in (Awaken("Ada", "Bo"), Reveal("Bo", (Card("vase", 1), Card("cup", 1)))):
        state, events = rules.apply(state, act)
        heard += events
    assert hands_of(seen_of("maudite_momie", "Bo", state, heard)) == [[0, 0], [], [0, 0]]
