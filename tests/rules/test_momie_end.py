"""The end of Maudite Momie: when it comes, what still scores, and who has won (L24 to L28, T17)."""

import pytest
from loot_table import all_cards, announced, events, game, hand, play, refused, reveal

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import Awaken, Explore, HouseRules, Reveal, Secure
from firmware_py.words import speak

LEFT = Explore("Ada", "left")
SAY = speak("en")
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
