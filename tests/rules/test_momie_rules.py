"""The clauses of Maudite Momie, each by its number, and the examples of the leaflets."""

import pytest
from loot_table import announced, events, game, hand, play, refused, reveal
from msgspec.structs import replace

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.cards import Card, hauls, points
from firmware_py.games.maudite_momie.events import Reshuffled
from firmware_py.games.maudite_momie.state import Awaken, Explore, HouseRules, Keep, ReportEmpty, Reveal, Secure

LEFT, RIGHT = Explore("Ada", "left"), Explore("Ada", "right")
SELF = HouseRules(self_awaken=True)


# --- what may be done ------------------------------------------------------------------------------------------------


def test_l01_without_a_card_one_can_only_explore():
    """With three players or more."""
    state = game((0, 2, 2))
    assert rules.legal_actions(state) == (LEFT, RIGHT)
    assert refused(state, Secure("Ada")) == "L01"
    assert refused(state, Awaken("Ada", "Bo")) == "L03"


def test_l01_one_action_a_turn_and_then_the_next_player():
    """Clockwise, the last before the first; nobody else acts."""
    state = play(game((0, 0, 0)), LEFT)
    assert rules.to_act(state) == ("Bo",)
    assert refused(state, LEFT) == "L01"
    state = play(state, Explore("Bo", "left"), Explore("Cy", "left"))
    assert rules.to_act(state) == ("Ada",)


def test_l02_two_players_awaken_without_a_card_of_their_own():
    """T19: the active has none, the other two: explore or awaken; securing still needs a card."""
    state = game((0, 2))
    assert rules.legal_actions(state) == (LEFT, RIGHT, Awaken("Ada", "Bo"))
    assert refused(state, Secure("Ada")) == "L02"


def test_l03_own_cards_are_neither_shown_nor_spent_by_awakening():
    """One face-down card is enough, and it stays."""
    state = reveal(play(game((1, 2, 0)), Awaken("Ada", "Bo")), "vase 1, cup 1")
    assert state.cards == (1, 0, 0)


def test_l04_the_target_is_another_player():
    """Neither oneself nor somebody who does not play."""
    state = game((1, 1, 1))
    assert refused(state, Awaken("Ada", "Ada")) == "L04"
    assert refused(state, Awaken("Ada", "Zoé")) == "L04"


def test_l04_a_table_may_let_players_awaken_themselves():
    """House option `self_awaken`: then a mummy of one's own scores one's own cards."""
    state = game((1, 1, 1), house=SELF)
    assert Awaken("Ada", "Ada") in rules.legal_actions(state)
    after = reveal(play(state, Awaken("Ada", "Ada")), "vase 3 mummy")
    assert after.scores == (3, 0, 0)
    assert after.cards == (0, 1, 1)
    assert refused(game((0, 1), house=SELF), Awaken("Ada", "Ada")) == "L05"
    assert refused(game((0, 1, 1), house=SELF), Awaken("Ada", "Ada")) == "L03"


def test_l05_the_target_has_a_card():
    """Else the action would be a pass."""
    assert refused(game((1, 0, 1)), Awaken("Ada", "Bo")) == "L05"


def test_l06_exploring_takes_one_card_from_the_chosen_pile():
    """The count before each player and of each pile is public."""
    state = play(game((0, 0, 0)), RIGHT)
    assert (state.cards, state.left, state.right) == ((1, 0, 0), 27, 26)


def test_l06_an_empty_pile_cannot_be_explored():
    """The other can."""
    state = game((53, 0, 0), left=1, right=0)
    assert refused(state, RIGHT) == "L06"
    assert LEFT in rules.legal_actions(state)


def test_l06_there_is_no_hand_limit():
    """Fifty cards before one player are no reason to stop."""
    assert play(game((50, 0, 0)), LEFT).cards[0] == 51


# --- securing --------------------------------------------------------------------------------------------------------


def test_l07_securing_discards_all_own_cards_and_ignores_their_middle():
    """Guardians do nothing to whoever secures."""
    state = play(game((2, 1, 0)), Secure("Ada"))
    assert (state.phase, rules.to_act(state)) == ("reveal", ("Ada",))
    after = reveal(state, "vase 3 mummy, cup 1 werewolf")
    assert (after.scores, after.cards, after.discard) == ((4, 0, 0), (0, 1, 0), 2)
    assert rules.to_act(after) == ("Bo",)


def test_l07_every_card_is_revealed():
    """Neither fewer nor more, and by nobody else; nothing else is done meanwhile."""
    state = play(game((2, 1, 0)), Secure("Ada"))
    assert refused(state, Reveal("Ada", hand("vase 1"))) == "L07"
    assert refused(state, Reveal("Ada", hand("vase 1, vase 1, vase 1"))) == "L07"
    assert refused(state, Reveal("Bo", hand("vase 1"))) == "L07"
    assert refused(state, LEFT) == "L07"


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("vase 3", 3),
        ("vase 3, vase 1", 8),
        ("vase 1, vase 1, vase 1", 6),
        ("vase 2, vase 1, chest 1, chest 3", 14),
        ("vase 3, chest 2, vase 1", 10),
        ("vase 1, vase 1, vase 1, vase 1", 8),
        ("vase 3, cup 3, crown 3, mask 3, chest 3, scarab 3", 18),
        ("vase 2 amulet, vase 2 frank", 8),
    ],
)
def test_l08_l09_l10_a_treasure_on_two_cards_is_doubled_once(cards, worth):
    """T15 and the leaflet's example: symbols, doubled for each type that stands on two cards or more."""
    assert points(hand(cards)) == worth
    assert sum(haul.points for haul in hauls(hand(cards))) == worth


@pytest.mark.parametrize(
    ("cards", "action", "clause", "says"),
    [
        ((0, 1), Secure("Ada"), "L02", "you may loot or awaken"),
        ((0, 0), Secure("Ada"), "L02", "you can only loot"),
        ((1, 0, 1), Awaken("Ada", "Bo"), "L05", "choose a player who has one"),
        ((1, 0, 0), Awaken("Ada", "Bo"), "L05", "no other player has one"),
    ],
)
def test_a_refusal_offers_only_what_is_allowed(cards, action, clause, says):
    """Nobody is sent to awaken guardians where nobody has a card."""
    rule = rules.broken_rule(game(cards), action)
    assert rule.clause == clause
    assert says in rule.why.message


# --- the piles -------------------------------------------------------------------------------------------------------


def test_l20_a_pile_that_becomes_empty_is_rebuilt_at_once():
    """T18: before the next player chooses; cards before players stay."""
    state = game((0, 3, 2), left=1, right=20, discard=28)
    assert announced(state, LEFT) == ["Explored", "Reshuffled", "TurnBegins"]
    after = play(state, LEFT)
    assert (after.left, after.right, after.discard, after.cards) == (24, 24, 0, (1, 3, 2))


def test_l20_the_announcement_names_what_is_shuffled_and_what_stays():
    """A table that shuffled everything would destroy the hands."""
    (said,) = (event.words() for event in events(game((0, 3, 2), left=1, right=20), LEFT) if type(event) is Reshuffled)
    assert "the other one and the discards" in said.message
    assert "Players keep their cards" in said.message


def test_l20_the_cards_just_secured_are_shuffled_in_as_well():
    """A single card lay left; what is revealed reaches the discard first."""
    state = reveal(play(game((3, 50, 0), left=1, right=0), Secure("Ada")), "vase 1, vase 1, cup 1")
    assert (state.left, state.right, state.discard) == (2, 2, 0)


def test_l21_a_werewolf_finishes_before_the_piles_are_rebuilt():
    """The last card of a pile is drawn, the rest discarded; only then everything is shuffled."""
    state = reveal(play(game((1, 2, 0), left=1, right=30, discard=20), Awaken("Ada", "Bo")), "vase 3 werewolf, cup 1")
    assert (state.left, state.right, state.discard) == (1, 30, 22)
    after = play(state, Keep("Ada", ("left",)))
    assert (after.left, after.right, after.discard, after.cards[0]) == (26, 26, 0, 2)


def test_l22_an_odd_total_leaves_the_larger_pile_left():
    """One more card in the left one."""
    state = play(game((0, 3, 2), left=21, right=1, discard=27), RIGHT)
    assert (state.left, state.right) == (24, 24)
    state = play(game((0, 3, 1), left=21, right=1, discard=28), RIGHT)
    assert (state.left, state.right) == (25, 24)


def test_l22_a_single_last_card_lies_left_and_nothing_loops():
    """It is not shuffled over and over, and is announced once."""
    state = game((50, 1, 1), left=1, right=1)
    assert announced(state, LEFT) == ["Explored", "Reshuffled", "TurnBegins"]
    after = play(state, LEFT)
    assert (after.left, after.right, after.discard) == (1, 0, 0)
    assert announced(after, Awaken("Bo", "Ada")) == ["Awakened"]


def test_l22_the_last_card_of_all_can_be_taken():
    """Then every card lies before somebody, and play goes on without piles."""
    state = play(game((51, 1, 1), left=1, right=0), LEFT)
    assert (state.left, state.right, state.discard) == (0, 0, 0)
    assert rules.to_act(state) == ("Bo",)
    assert Explore("Bo", "left") not in rules.legal_actions(state)


def test_l22_whoever_can_do_nothing_at_all_is_passed_over():
    """No card, no pile, three players or more: one after another, and each is announced."""
    state = game((53, 0, 0, 0), left=1, right=0)
    assert announced(state, LEFT) == ["Explored", "PassedOver", "PassedOver", "PassedOver", "TurnBegins"]
    assert rules.to_act(play(state, LEFT)) == ("Ada",)


def test_l22_two_players_are_never_passed_over():
    """Without card and pile there is still the other to awaken."""
    state = play(game((53, 0), left=1, right=0), LEFT)
    assert rules.to_act(state) == ("Bo",)
    assert rules.legal_actions(state) == (Awaken("Bo", "Ada"),)


def test_l33_a_pile_found_empty_on_the_table_is_rebuilt_as_if_counted_so():
    """The piles need not have been equal: all cards but those before the players are shared out, the turn goes on."""
    state = game((2, 3, 2), left=4, right=20, discard=23)
    assert announced(state, ReportEmpty("Ada")) == ["Reshuffled"]
    after = play(state, ReportEmpty("Ada"))
    assert after == replace(state, left=24, right=23, discard=0)
    assert rules.legal_actions(after) == rules.legal_actions(state)
    assert ReportEmpty("Ada") not in rules.legal_actions(state), "it is seen, not chosen"


def test_l33_after_a_werewolf_the_same_cards_are_shuffled():
    """A pile was empty before the draw, so a card less was drawn and discarded than is counted: the sum is right."""
    state = reveal(play(game((1, 2, 0), left=3, right=30, discard=18), Awaken("Ada", "Bo")), "vase 3 werewolf, cup 1")
    after = play(state, Keep("Ada", ("right",)), ReportEmpty("Bo"))
    assert (after.left, after.right, after.discard, after.cards) == (26, 26, 0, (2, 0, 0))


def test_l33_it_is_told_in_a_turn_by_whose_turn_it_is():
    """Nothing is shuffled amid an action, after the end, or where a pile is counted as empty anyway."""
    state = game((2, 3, 2))
    assert refused(state, ReportEmpty("Bo")) == "L01"
    assert refused(play(state, Secure("Ada")), ReportEmpty("Ada")) == "L07"
    assert refused(play(state, Awaken("Ada", "Bo")), ReportEmpty("Ada")) == "L12"
    assert refused(game((2, 3, 2), phase="keep"), ReportEmpty("Ada")) == "L17"
    assert refused(game((2, 3, 2), phase="over"), ReportEmpty("Ada")) == "L24"
    assert refused(game((52, 1), left=1, right=0), ReportEmpty("Ada")) == "L33"


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_l30_no_state_holds_a_card_that_was_not_revealed():
    """Exploring enters nothing: there is no secret to cut out, for any viewer."""
    state = play(game((0, 0, 0)), Explore("Ada", "left", "red"))
    assert rules.seen_by(state, "Bo") == rules.seen_by(state, "") == state
    assert "red" not in str(state)


def test_l31_the_backs_are_not_held_against_the_deck():
    """Twelve red cards are printed, but what players say of backs is only noted."""
    state = game((0, 0, 0))
    for turn in range(20):
        state = play(state, Explore(rules.to_act(state)[0], "left" if turn % 2 else "right", "red"))
    assert sum(state.cards) == 20


def test_a_refusal_says_in_words_what_would_be_allowed():
    """Every clause comes with a sentence of its own."""
    state = game((0, 2, 2))
    for action in (Secure("Ada"), Awaken("Ada", "Bo"), Keep("Ada", ()), Reveal("Ada", ()), Explore("Bo", "left")):
        rule = rules.broken_rule(state, action)
        assert rule
        assert rule.why.message.endswith(".")


def test_a_cards_centre_is_empty_unless_entered():
    """`centre` may be left out."""
    assert Card("vase", 1) == Card("vase", 1, "empty")
