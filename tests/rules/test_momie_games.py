"""Whole games of Maudite Momie with shuffled cards: what is true of every one of them."""

from hypothesis import given, settings
from hypothesis import strategies as st
from loot_table import all_cards

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.cards import CENTRES, TREASURES, Card, points
from firmware_py.games.maudite_momie.state import Header, HouseRules, Keep, ReportEmpty, Reveal

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
@settings(max_examples=30)
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
