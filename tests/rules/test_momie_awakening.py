"""Awakening in Maudite Momie: who is caught, what it pays, and the guardians' benefits (L11 to L18)."""

import pytest
from loot_table import announced, events, game, hand, play, refused, reveal

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.cards import guardians, is_caught
from firmware_py.games.maudite_momie.events import Scored, WerewolfDraws
from firmware_py.games.maudite_momie.state import Awaken, Backs, Explore, Keep, Reveal

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
