"""Maudite Momie: turns, what an awakening does, the end, and whole games at random."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loot_table import all_cards, announced, events, game, hand, play, refused, reveal
from msgspec.structs import replace
from sampling import many

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.events import (
    Caught,
    Escaped,
    Explored,
    KeptCards,
    Reshuffled,
    Scored,
    WerewolfDraws,
)
from firmware_py.games.maudite_momie.state import (
    CENTRES,
    TREASURES,
    Awaken,
    Backs,
    Card,
    Explore,
    Header,
    HouseRules,
    Keep,
    ReportEmpty,
    Reveal,
    Secure,
    chance_of_a_guardian,
    guardians,
    hauls,
    is_caught,
    is_handicapped,
    points,
)
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.restoring import read_record
from firmware_py.words import speak

LEFT, RIGHT = Explore("Ada", "left"), Explore("Ada", "right")
SELF = HouseRules(self_awaken=True)
SAY = speak("en")


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


def test_l01_to_l06_what_may_be_done_follows_from_what_lies_there():
    """Every table of up to four with no cards or two before each, with one who has gone home, and with small piles."""
    for count, is_one_gone, own_too in product((2, 3, 4), (False, True), (False, True)):
        for cards, (left, right) in product(product((0, 2), repeat=count), product((0, 1), repeat=2)):
            names = ("Ada", "Bo", "Cy", "Dée")[:count]
            gone = names[-1:] if is_one_gone and count > 2 else ()
            cards = (*cards[: count - len(gone)], *(0,) * len(gone))
            house = HouseRules(self_awaken=own_too)
            state = game(cards, house=house, left=left, right=right, gone=gone)
            present, own = count - len(gone), cards[0]
            targets = [
                name
                for name, lying in zip(names, cards, strict=True)
                if lying and (own_too or name != "Ada") and (own or present == 2)
            ]
            expected = [Explore("Ada", pile) for pile, lying in (("left", left), ("right", right)) if lying]
            expected += [Secure("Ada")] if own else []
            expected += [Awaken("Ada", target) for target in targets]
            assert rules.legal_actions(state) == tuple(expected)
            if not own:
                refusal = rules.broken_rule(state, Secure("Ada"))
                assert refusal.clause == ("L02" if present == 2 else "L01")
                assert ("awaken" in SAY(refusal.why)) == bool(targets)
            for target in set(names) - set(targets) if own or present == 2 else ():
                refusal = rules.broken_rule(state, Awaken("Ada", target))
                said = SAY(refusal.why)
                assert refusal.clause == ("L04" if target == "Ada" and not own_too else "L05")
                assert said.endswith("choose a player who has one.") == (refusal.clause == "L05" and bool(targets))


def test_l06_l17_backs_are_told_as_far_as_they_were_seen():
    """Of what was taken from a pile, and of what is kept; and a pile of one card gives it."""
    state = game((1, 2, 0))
    assert events(state, Explore("Ada", "left", "red"))[0] == Explored("Ada", "left", 2, "red")
    assert events(state, LEFT)[0] == Explored("Ada", "left", 2, None)
    drawing = game((1, 0, 0), phase="keep")
    keeping = Keep("Ada", ("left", "right"), Backs(left="red", right="green"))
    assert events(drawing, keeping)[0] == KeptCards("Ada", ("left", "right"), 3, ("red", "green"))
    assert events(drawing, Keep("Ada", ("right",), Backs(left="red")))[0] == KeptCards("Ada", ("right",), 2, (None,))
    small = play(game((1, 1, 50), left=1, right=1), Awaken("Ada", "Bo"))
    assert events(small, Reveal("Bo", hand("vase 1 werewolf")))[-1] == WerewolfDraws("Ada", ("left", "right"))


def test_l12_what_was_counted_is_told():
    """Amulets, guardians and what they pay; whoever escapes is told the same numbers."""
    state = play(game((1, 3, 0)), Awaken("Ada", "Bo"))
    assert events(state, Reveal("Bo", hand("vase 1 amulet, cup 1 frank, cup 2 mummy")))[0] == Caught(
        "Bo", "Ada", 1, 2, ("mummy", "frank")
    )
    assert events(state, Reveal("Bo", hand("vase 1 amulet, cup 1 amulet, cup 2 mummy")))[0] == Escaped("Bo", 2, 1)


@pytest.mark.parametrize(
    ("players", "house", "eased"),
    [
        (2, HouseRules(), False),
        (2, HouseRules(track=35), False),
        (2, HouseRules(track=30), True),
        (6, HouseRules(track=30), False),
        (6, HouseRules(track=35), True),
        (2, HouseRules(head_start={"Bo": 0}), False),
        (2, HouseRules(head_start={"Bo": 1}), True),
        (2, HouseRules(track=40, head_start={"Bo": 1}), True),
        (2, HouseRules(final_reveal="others", self_awaken=True), False),
    ],
)
def test_points_of_a_game_that_was_made_easier_are_no_records(players, house, eased):
    """A head start, or another last square than the printed one for so many players (L24)."""
    header = Header(1, "maudite_momie", ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")[:players], house)
    assert is_handicapped(header) is eased


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


def test_a_table_may_play_to_another_score_and_give_a_head_start():
    """House rules for children: the track ends at 12, and Bo begins with ten points."""
    header = Header(1, "maudite_momie", ("Ada", "Bo"), HouseRules(track=12, head_start={"Bo": 10}))
    state = rules.initial_state(header)
    assert (state.scores, state.finish) == ((0, 10), 12)
    state = reveal(play(replace(state, cards=(0, 1), turn=1), Secure("Bo")), "vase 2")
    assert (rules.outcome(state).winners, state.scores) == (("Bo",), (0, 12))


def test_a_head_start_goes_to_somebody_who_plays():
    """A stranger in it is refused with the name, a number below 0 as well."""
    for start, why in (('{"Zoe": 3}', "Zoe"), ('{"Bo": -1}', "0")):
        line = f'{{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"], "rules": {{"head_start": {start}}}}}'
        with pytest.raises(UnreadableLine) as refusal:
            read_header(line.encode())
        assert why in speak("en")(refusal.value.why)


def test_a_head_start_follows_a_name_that_is_tidied():
    """Two spaces in a name become one, in the head start too."""
    line = '{"record": 1, "game": "maudite_momie", "players": ["Ada  B", "Bo"], "rules": {"head_start": {"Ada  B": 3}}}'
    session = read_record(line.encode())
    assert session.header.rules.head_start == {"Ada B": 3}
    assert session.state.scores == (3, 0)


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


# --- awakening guardians ----------------------------------------------------------------------------------------------

LEFT = Explore("Ada", "left")


@pytest.mark.parametrize(
    ("cards", "caught"),
    [
        ("vase 1", False),
        ("vase 1 amulet", False),
        ("vase 1 mummy", True),
        ("vase 1 amulet, vase 1 frank", False),
        ("vase 1 amulet, vase 1 amulet, cup 1 frank, cup 1 mummy", False),
        ("vase 1 amulet, vase 1 werewolf, cup 1 frank, cup 1 frank", True),
    ],
)
def test_l12_more_guardians_than_amulets_catch(cards, caught):
    """T16: equal numbers escape, none against none as well."""
    assert is_caught(hand(cards)) == caught


def test_l12_whoever_escapes_scores_as_if_they_had_secured():
    """L15: the awakener gets nothing and the turn is over."""
    state = play(game((1, 2, 0)), Awaken("Ada", "Bo"))
    assert rules.to_act(state) == ("Bo",)
    assert refused(state, Reveal("Ada", hand("vase 1"))) == "L12"
    after = reveal(state, "vase 3 amulet, vase 1 mummy")
    assert (after.scores, after.cards, after.discard) == ((0, 8, 0), (1, 0, 0), 2)
    assert rules.to_act(after) == ("Bo",)


def test_l12_whoever_is_caught_scores_nothing():
    """The cards are discarded all the same."""
    after = reveal(play(game((1, 2, 0)), Awaken("Ada", "Bo")), "vase 3 frank, vase 1")
    assert (after.scores, after.cards, after.discard) == ((0, 0, 0), (1, 0, 0), 2)


def test_l13_the_leaflet_s_example_pays_every_type_not_only_the_surplus():
    """T16: one amulet, a werewolf and two Franks: two cards drawn, then one extra turn, not two."""
    state = play(game((1, 4, 0)), Awaken("Ada", "Bo"))
    state = reveal(state, "vase 1 amulet, cup 1 werewolf, mask 1 frank, crown 1 frank")
    assert state.phase == "keep"
    state = play(state, Keep("Ada", ("left", "right")))
    assert (state.cards[0], rules.to_act(state)) == (3, ("Ada",))
    assert rules.to_act(play(state, LEFT)) == ("Bo",)


def test_l14_benefits_come_in_the_order_mummy_werewolf_frank_each_once():
    """Whatever the order and number of the cards."""
    cards = hand("vase 1 frank, cup 1 werewolf, mask 1 mummy, crown 1 mummy")
    assert guardians(cards) == ("mummy", "werewolf", "frank")
    state = play(game((1, 4, 0)), Awaken("Ada", "Bo"))
    assert announced(state, Reveal("Bo", cards)) == ["Caught", "Scored", "WerewolfDraws"]
    kept = play(state, Reveal("Bo", cards))
    assert kept.scores[0] == 4
    assert announced(kept, Keep("Ada", ())) == ["KeptCards", "ExtraTurn"]


def test_l11_a_mummy_scores_the_victim_s_cards_by_themselves():
    """They are never merged with the awakener's, which stay face down."""
    state = reveal(play(game((3, 1, 0)), Awaken("Ada", "Bo")), "vase 3 mummy")
    assert (state.scores, state.cards) == ((3, 0, 0), (3, 0, 0))
    scored = events(play(game((3, 2, 0)), Awaken("Ada", "Bo")), Reveal("Bo", hand("vase 3 mummy, vase 1")))[1]
    assert isinstance(scored, Scored)
    assert (scored.player, scored.points) == ("Ada", 8)


def test_l16_the_victim_s_cards_are_discarded_before_the_werewolf_draws():
    """While the cards are looked at they still count in their piles."""
    state = reveal(play(game((1, 2, 0)), Awaken("Ada", "Bo")), "vase 3 werewolf, cup 1")
    assert (state.phase, state.left, state.right, state.discard) == ("keep", 26, 25, 2)


@pytest.mark.parametrize(
    ("kept", "cards", "discard"),
    [((), 1, 4), (("left",), 2, 3), (("right",), 2, 3), (("left", "right"), 3, 2), (("right", "left"), 3, 2)],
)
def test_l17_a_werewolf_draws_one_card_from_each_pile_and_any_are_kept(kept, cards, discard):
    """The others are discarded."""
    state = reveal(play(game((1, 2, 0)), Awaken("Ada", "Bo")), "vase 3 werewolf, cup 1")
    after = play(state, Keep("Ada", kept, Backs(left="red")))
    assert (after.cards[0], after.left, after.right, after.discard) == (cards, 25, 24, discard)
    assert rules.to_act(after) == ("Bo",)


def test_l17_only_a_pile_that_gave_a_card_can_be_kept_from_and_only_once():
    """Backs are entered for drawn cards only."""
    state = game((1, 0, 52), left=1, right=0, phase="keep")
    assert refused(state, Keep("Ada", ("right",))) == "L17"
    assert refused(state, Keep("Ada", ("left", "left"))) == "L17"
    assert refused(state, Keep("Ada", (), Backs(right="green"))) == "L17"
    assert refused(state, Keep("Bo", ())) == "L17"
    assert refused(state, LEFT) == "L17"
    assert rules.legal_actions(state) == (Keep("Ada", ()), Keep("Ada", ("left",)))


def test_l17_without_any_pile_nothing_is_drawn_and_none_is_kept():
    """The question is asked all the same: only "none" answers it."""
    state = play(game((1, 1, 52), left=0, right=0), Awaken("Ada", "Bo"))
    wolf = Reveal("Bo", hand("vase 1 werewolf"))
    assert events(state, wolf)[-1] == WerewolfDraws("Ada", ())
    asked = play(state, wolf)
    assert (asked.phase, rules.legal_actions(asked)) == ("keep", (Keep("Ada", ()),))
    after = play(asked, Keep("Ada", ()))
    assert (after.left, after.right, after.discard) == (1, 0, 0)


def test_l18_frank_gives_one_full_turn_at_once_and_a_new_frank_another():
    """Once a hand: two Franks give one turn; a Frank met in that turn gives the next."""
    state = reveal(play(game((1, 2, 1)), Awaken("Ada", "Bo")), "vase 1 frank, cup 1 frank")
    assert rules.to_act(state) == ("Ada",)
    state = reveal(play(state, Awaken("Ada", "Cy")), "cup 1 frank")
    assert rules.to_act(state) == ("Ada",)
    assert rules.to_act(play(state, LEFT)) == ("Bo",)


# --- the end ----------------------------------------------------------------------------------------------------------

OTHERS = HouseRules(final_reveal="others")


@pytest.mark.parametrize(
    ("players", "score", "ends"),
    [(2, 34, False), (2, 35, True), (5, 30, False), (5, 35, True), (6, 29, False), (6, 30, True), (6, 36, True)],
)
def test_l24_reaching_or_passing_35_ends_the_game_and_30_with_six(players, score, ends):
    """T20: six players end at 30, five do not."""
    state = game((1,) * players, scores=(score - 3,) + (0,) * (players - 1))
    after = reveal(play(state, Secure("Ada")), "vase 3")
    assert (after.phase == "final_reveal") == ends


def test_l25_the_awakened_player_who_escapes_may_end_the_game():
    """On another's turn."""
    state = reveal(play(game((1, 1, 1), scores=(0, 33, 0)), Awaken("Ada", "Bo")), "vase 3")
    assert (state.phase, rules.to_act(state)) == ("final_reveal", ("Ada", "Cy"))


def test_l25_pending_werewolf_and_frank_are_not_played():
    """T17: the awakener at 30 gets a mummy worth 6: 36, and the end is immediate."""
    state = play(game((1, 3, 0), scores=(30, 0, 0)), Awaken("Ada", "Bo"))
    shown = Reveal("Bo", hand("vase 2 mummy, vase 1 werewolf, cup 1 frank"))
    assert announced(state, shown) == ["Caught", "Scored", "EndReached"]
    after = play(state, shown)
    assert (after.phase, after.scores[0], rules.to_act(after)) == ("final_reveal", 37, ("Ada",))
    over = reveal(after, "cup 1")
    assert (over.phase, over.scores) == ("over", (38, 0, 0))


@pytest.mark.parametrize(("score", "ends"), [(29, False), (30, True)])
def test_l25_a_mummy_that_reaches_the_last_square_ends_the_game(score, ends):
    """Exactly there is enough; a werewolf shown too is drawn only before it."""
    state = play(game((1, 2, 0), scores=(score, 0, 0)), Awaken("Ada", "Bo"))
    assert reveal(state, "vase 2 mummy, cup 3 werewolf").phase == ("final_reveal" if ends else "keep")


def test_t17_exactly_36():
    """The same with the very numbers of the example."""
    state = reveal(play(game((1, 2, 0), scores=(30, 0, 0)), Awaken("Ada", "Bo")), "vase 2 mummy, vase 1 werewolf")
    assert (state.scores[0], state.phase) == (36, "final_reveal")


def test_l26_cards_that_still_lie_are_scored_as_secured():
    """Doubling yes, guardians ignored, in any order, everybody once; then the highest total wins."""
    state = reveal(play(game((1, 2, 2), scores=(33, 30, 31)), Secure("Ada")), "vase 3")
    assert rules.to_act(state) == ("Bo", "Cy")
    state = play(state, Reveal("Cy", hand("cup 1 mummy, cup 1 mummy")))
    assert (state.scores[2], rules.to_act(state)) == (35, ("Bo",))
    assert refused(state, Reveal("Cy", ())) == "L28"
    assert refused(state, Reveal("Bo", hand("cup 1"))) == "L26"
    over = play(state, Reveal("Bo", hand("mask 3, mask 1 frank")))
    assert over.scores == (36, 38, 35)
    outcome = rules.outcome(over)
    assert outcome
    assert outcome.winners == ("Bo",)
    assert all_cards(over) == 54


def test_l26_ties_share_the_victory():
    """Winners stand in seating order."""
    state = reveal(play(game((1, 0, 1), scores=(33, 20, 33)), Secure("Ada")), "vase 3")
    outcome = rules.outcome(reveal(state, "cup 3"))
    assert outcome
    assert outcome.winners == ("Ada", "Cy")


def test_l27_all_reveal_also_whoever_ended_the_game():
    """As the English leaflet says, and the default."""
    state = reveal(play(game((2, 1, 0), scores=(30, 0, 0)), Awaken("Ada", "Bo")), "vase 3 mummy")
    assert state.phase == "turn"
    state = reveal(play(game((2, 1, 0), scores=(32, 0, 0)), Awaken("Ada", "Bo")), "vase 3 mummy")
    assert rules.to_act(state) == ("Ada",)


def test_l27_a_table_may_excuse_whoever_ended_the_game():
    """House option `others`: the cards of the player who ended the game stay where they are and do not score."""
    state = play(game((2, 1, 1), house=OTHERS, scores=(32, 0, 0)), Awaken("Ada", "Bo"))
    state = reveal(state, "vase 3 mummy")
    assert rules.to_act(state) == ("Cy",)
    assert refused(state, Reveal("Ada", hand("cup 1, cup 1"))) == "L27"
    over = reveal(state, "cup 1")
    assert (over.phase, over.cards, over.scores) == ("over", (2, 0, 0), (35, 0, 1))
    assert all_cards(over) == 54


def test_l26_the_end_names_those_who_reveal_now():
    """In seating order, and without whoever is excused."""
    for house, names in ((HouseRules(), "Ada, Cy"), (OTHERS, "Cy")):
        state = play(game((2, 1, 1), house=house, scores=(32, 0, 0)), Awaken("Ada", "Bo"))
        end = events(state, Reveal("Bo", hand("vase 3 mummy")))[-1]
        assert SAY(end.words()) == f"Ada reaches 35: the game ends. Now reveal: {names}."


def test_l27_the_one_who_escapes_is_the_one_excused():
    """Who reached the end, not whose turn it is."""
    state = reveal(play(game((1, 1, 0), house=OTHERS, scores=(0, 33, 0)), Awaken("Ada", "Bo")), "vase 3")
    assert rules.to_act(state) == ("Ada",)


def test_l28_there_is_no_last_turn():
    """The round is not completed."""
    state = reveal(play(game((1, 1, 1), scores=(33, 0, 0)), Secure("Ada")), "vase 3")
    assert refused(state, Explore("Bo", "left")) == "L28"
    assert rules.legal_actions(state) == ()


def test_nobody_has_cards_at_the_end_so_it_is_over_at_once():
    """Straight from the last points to the winner."""
    state = play(game((1, 0, 0), scores=(33, 0, 0)), Secure("Ada"))
    shown = Reveal("Ada", hand("vase 3"))
    assert announced(state, shown) == ["Scored", "EndReached", "GameOver"]
    assert refused(play(state, shown), LEFT) == "L24"


def test_the_piles_are_not_rebuilt_once_the_end_is_reached():
    """A pile that is empty then stays so."""
    state = reveal(play(game((1, 52, 0), left=1, right=0, scores=(33, 0, 0)), Secure("Ada")), "vase 3")
    assert (state.left, state.right, state.discard) == (1, 0, 1)


# --- whole games at random --------------------------------------------------------------------------------------------

HEADERS = st.builds(
    lambda count, reveal, own: Header(1, "maudite_momie", tuple("ABCDEF"[:count]), HouseRules(reveal, self_awaken=own)),
    st.integers(2, 6),
    st.sampled_from(["all", "others"]),
    st.booleans(),
)
CARDS = st.builds(Card, st.sampled_from(TREASURES), st.integers(1, 3), st.sampled_from(CENTRES))


def drawn_action(data, state):
    """Let Hypothesis choose among everything the table could do."""
    if not state.revealing:
        found = ReportEmpty(state.active)
        seen = () if rules.broken_rule(state, found) else (found,)
        return data.draw(st.sampled_from((*rules.legal_actions(state), *seen)))
    seat = data.draw(st.sampled_from(state.revealing))
    count = state.cards[seat]
    return Reveal(state.players[seat], tuple(data.draw(st.lists(CARDS, min_size=count, max_size=count))))


def check_step(state, action, after):
    """54 cards are always somewhere, nobody loses points, and only the cards that were shown are scored."""
    assert all_cards(after) == 54
    assert min(*after.cards, after.left, after.right, after.discard) >= 0
    gained = [new - old for old, new in zip(state.scores, after.scores, strict=True)]
    assert min(gained) >= 0
    worth = points(action.cards) if isinstance(action, Reveal) else 0
    assert sum(gained) in (0, worth)
    if after.phase == "turn":
        assert max(after.scores) < after.finish
        assert (after.left and after.right) or (after.left <= 1 and not after.right and not after.discard)
        assert rules.legal_actions(after)


def check_end(state):
    """The highest total wins, somebody reached the finish, and nobody who had to reveal still has a card."""
    outcome = rules.outcome(state)
    best = max(state.scores)
    assert best >= state.finish
    assert outcome.winners == tuple(
        name for name, score in zip(state.players, state.scores, strict=True) if score == best
    )
    assert sum(count > 0 for count in state.cards) <= (state.rules.final_reveal == "others")


@given(HEADERS, st.data())
@settings(max_examples=many(15, whole=30))
def test_whatever_is_played_the_cards_and_points_are_right(header, data):
    """54 cards are always somewhere, scores only grow, the end is right; a game may also be left unfinished."""
    state = rules.initial_state(header)
    for _ in range(60):
        action = drawn_action(data, state)
        after, _ = rules.apply(state, action)
        check_step(state, action, after)
        state = after
        if rules.outcome(state):
            check_end(state)
            return


@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_every_game_ends(count, chance):
    """Even when everybody chooses at random, and hoards cards until the piles run out."""
    state = rules.initial_state(Header(1, "maudite_momie", tuple("ABCDEF"[:count])))
    hoards = chance.random() < 0.5
    for _ in range(5000):
        if rules.outcome(state):
            check_end(state)
            return
        if state.revealing:
            seat = chance.choice(state.revealing)
            cards = tuple(
                Card(chance.choice(TREASURES), chance.choice((1, 2, 3)), chance.choice(CENTRES))
                for _ in range(state.cards[seat])
            )
            action = Reveal(state.players[seat], cards)
        else:
            legal = rules.legal_actions(state)
            action = legal[0] if hoards and state.left and not isinstance(legal[0], Keep) else chance.choice(legal)
        after, _ = rules.apply(state, action)
        check_step(state, action, after)
        state = after
    raise AssertionError("the game does not end")


# --- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("back", "printed"), [("green", (1, 4)), ("yellow", (1, 3)), ("red", (1, 2))])
def test_one_card_has_the_odds_of_the_leaflet(back, printed):
    """1 in 4 green, 1 in 3 yellow, 1 in 2 red."""
    assert chance_of_a_guardian({back: 1}) == Fraction(*printed)


def test_several_cards_are_counted_as_dealt():
    """Two red and one yellow card, by counting all deals."""
    red, yellow = [True] * 6 + [False] * 6, [True] * 6 + [False] * 12
    deals = [(*reds, one) for reds in combinations(red, 2) for one in yellow]
    wanted = Fraction(sum(any(deal) for deal in deals), len(deals))
    assert chance_of_a_guardian({"green": 0, "yellow": 1, "red": 2}) == wanted
