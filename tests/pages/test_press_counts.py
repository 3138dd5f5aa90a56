"""How many presses the frequent tasks take: the figures in the README, by the shortest sequence.

`.venv/bin/python tests/pages/test_press_counts.py` prints them.
"""

from functools import cache
from itertools import permutations, product
from statistics import mean

import pytest
from loot_table import hand

from display.view import COLOURS
from firmware_py.desk.press_search import shortest_presses
from firmware_py.desk.self_play.maudite_momie import milestones
from firmware_py.games.maudite_momie.actions import Awaken, Explore, Reveal, Secure
from firmware_py.games.maudite_momie.cards import CENTRES, TREASURES, Card
from firmware_py.games.maudite_momie.setup import Header
from firmware_py.games.session import begin, play, undo
from firmware_py.pages.commands import Play, Undo
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.registry import dialogue_of
from firmware_py.pages.stack import LongPress, Press, press
from firmware_py.pages.table import Table
from firmware_py.words import speak

HEADER = Header(1, "maudite_momie", ("Ada", "Bo", "Cy"))
L10 = "vase 3, vase 1, chest 2"
CAUGHT = "vase 1 mummy, vase 2, cup 1 amulet"


def table_of(session, layout="six"):
    return Table(say=speak("en"), layout=layout, session=session, colours=COLOURS[: len(session.header.players)])


def stack_of(table):
    return (dialogue_of("maudite_momie").page(table, None, game_menu()),)


def presses(table, action, goals=()):
    """Return the fewest presses that play `action` and reach each of the goals before it."""
    stack, count = stack_of(table), 0
    for reached in (*goals, lambda _, command: command == Play(action)):
        path = shortest_presses(stack, table, reached)
        for done in path:
            stack, _ = press(stack, done, table)
        count += len(path)
    return count


def entered(action):
    return tuple(lambda stack, _, reached=reached: reached(stack[-1]) for reached in milestones(action))


def with_cards(count):
    """Return a session in which that many cards lie before everybody, and Ada is to act."""
    session = begin(HEADER)
    for _ in range(count):
        for player in HEADER.players:
            session = play(session, Explore(player, "left"))
    return session


def played(session, action, layout):
    """Return the session after an action, and what it cost."""
    return play(session, action), presses(table_of(session, layout), action, entered(action))


def secure(cards, layout="six"):
    """Return the presses from the turn to the booked points."""
    session, asked = played(with_cards(len(cards)), Secure("Ada"), layout)
    _, booked = played(session, Reveal("Ada", cards), layout)
    return asked + booked


def awaken(cards, layout="six"):
    """Return the presses from the turn until the caught or escaped hand is booked."""
    session, asked = played(with_cards(len(cards)), Awaken("Ada", "Bo"), layout)
    _, booked = played(session, Reveal("Bo", cards), layout)
    return asked + booked


def figures(layout):
    """Return what the README says, by task."""
    fresh = table_of(begin(HEADER), layout)
    return {
        "explore left": presses(fresh, Explore("Ada", "left")),
        "explore right": presses(fresh, Explore("Ada", "right")),
        "secure 1 card (vase 2)": secure(hand("vase 2"), layout),
        "secure 2 cards (vase 2, vase 1)": secure(hand("vase 2, vase 1"), layout),
        "secure 3 cards (leaflet)": min(secure(cards, layout) for cards in permutations(hand(L10))),
        "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": secure(hand("vase 2, vase 1, cup 1, cup 3"), layout),
        "awaken 3 cards (vase 1 mummy, vase 2, cup 1 amulet)": awaken(
            hand("vase 1 mummy, vase 2, cup 1 amulet"), layout
        ),
        "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": awaken(hand("vase 1 werewolf, vase 2, cup 1"), layout),
        "secure 3 cards, mean of all with a pair": mean(costs_of_pairs(layout)),
    }


# --- every hand with a pair ------------------------------------------------------------------------------------------

CELLS = tuple(Card(treasure, number) for treasure, number in product(TREASURES, (1, 2, 3)))


NEAR = 2_000
"""So many stacks are searched; a card is among the first twenty."""


@cache
def searched(before, after, layout):
    """Return the presses that enter the card `after` when `before` (None: nothing) was entered just now."""
    session = play(with_cards(3), Secure("Ada"))
    table = table_of(session, layout)
    cards = (before, after) if before else (after,)
    goals = entered(Reveal("Ada", (*cards, Card("chest", 1))))  # the last card of a hand would book it
    stack = stack_of(table)
    for reached in goals[:-1]:
        for done in shortest_presses(stack, table, reached):
            stack, _ = press(stack, done, table)
    return len(shortest_presses(stack, table, goals[-1], NEAR))


def path(before, after, layout):
    """Return the same without a search of its own: the cursor goes round, so only the distance counts."""
    if before is None:
        return searched(None, after, layout)
    right = TREASURES.index(after.treasure) - TREASURES.index(before.treasure)
    down = after.count - before.count
    return searched(Card("chest", 1), Card(TREASURES[right % 6], down % 3 + 1), layout)


def costs_of_pairs(layout):
    """Return the cost of securing each hand of three cards with exactly one pair, entered pair first."""
    for pair, other in product(TREASURES, TREASURES):
        if pair != other:
            for first, second, third in product((1, 2, 3), repeat=3):
                cards = Card(pair, first), Card(pair, second), Card(other, third)
                paths = zip((None, *cards), cards, strict=False)
                yield 2 + sum(path(before, after, layout) for before, after in paths)


SIX = {
    "explore left": 1,
    "explore right": 1,
    "secure 1 card (vase 2)": 5,
    "secure 2 cards (vase 2, vase 1)": 6,
    "secure 3 cards (leaflet)": 7,
    "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": 9,
    "awaken 3 cards (vase 1 mummy, vase 2, cup 1 amulet)": 11,
    "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": 11,
    "secure 3 cards, mean of all with a pair": 8.3,
}
FOUR = {
    "explore left": 1,
    "explore right": 2,
    "secure 1 card (vase 2)": 6,
    "secure 2 cards (vase 2, vase 1)": 8,
    "secure 3 cards (leaflet)": 10,
    "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": 13,
    "awaken 3 cards (vase 1 mummy, vase 2, cup 1 amulet)": 17,
    "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": 16,
    "secure 3 cards, mean of all with a pair": 11.3,
}

# --- the promises ----------------------------------------------------------------------------------------------------


def test_the_readme_s_figures_for_six_buttons():
    """What is printed by this module, and what the README says."""
    assert figures("six") == pytest.approx(SIX, abs=0.01)


def test_the_readme_s_figures_for_four_buttons():
    """The same tasks without left and right."""
    assert figures("four") == pytest.approx(FOUR, abs=0.01)


def test_a_typical_hand_of_three_takes_at_most_nine_presses():
    """A hand with a pair, from the turn to the booked points, on six buttons: the leaflet's, and the mean of all."""
    assert min(secure(cards) for cards in permutations(hand(L10))) <= 9
    assert mean(costs_of_pairs("six")) <= 9


def test_undo_is_one_long_press_on_every_page_of_a_game():
    """Also in the midst of a hand, and in the menu."""
    session = play(with_cards(2), Secure("Ada"))
    table = table_of(session)
    for stack in (stack_of(table), (*stack_of(table), game_menu())):
        assert press(stack, LongPress("back"), table) == (stack, Undo())


def test_the_middle_of_a_card_is_only_asked_for_when_guardians_were_awakened():
    """Securing ignores guardians and amulets, so telling a card is one cell and `ok`."""
    assert all(card.centre == "empty" for card in CELLS)
    assert searched(None, Card("chest", 1), "six") == 1
    with pytest.raises(LookupError):
        searched(None, Card("chest", 1, CENTRES[1]), "six")


@pytest.mark.parametrize("layout", ["six", "four"])
@pytest.mark.parametrize("cards", ["vase 2, vase 1", "mask 3, chest 1", "crown 2, cup 3", "scarab 1, mask 1"])
def test_only_the_distance_between_two_cards_counts(cards, layout):
    """On four buttons the column is chosen from where it was, too."""
    assert path(*hand(cards), layout) == searched(*hand(cards), layout)


@pytest.mark.parametrize("cards", ["vase 2 frank, cup 1", "vase 2 mummy, cup 1", "vase 2 amulet, cup 1"])
def test_every_treasure_of_an_awakened_hand_is_asked_for(cards):
    """Also if nobody scores them (L13, L14): a record has no word for a card that nobody told."""
    table = table_of(play(with_cards(2), Awaken("Ada", "Bo")))
    stack, command = stack_of(table), None
    for key in (*(MIDDLE_KEYS[card.centre] for card in hand(cards)), "right", "ok", "right"):
        stack, command = press(stack, Press(key), table)
        assert command is None
    assert press(stack, Press("up"), table)[1] == Play(Reveal("Bo", hand(cards)))


MIDDLE_KEYS = {"empty": "ok", "amulet": "up", "mummy": "left", "werewolf": "right", "frank": "down"}


def test_the_largest_hand_is_the_nearest_to_awaken():
    """It pays most, so its player is awakened most often; each smaller hand is one step further."""
    session = play(play(with_cards(2), Explore("Ada", "left")), Secure("Bo"))
    session = play(session, Reveal("Bo", hand("vase 1, cup 1")))
    for player in ("Cy", "Ada", "Bo", "Cy"):
        session = play(session, Explore(player, "left"))
    assert session.state.cards == (4, 1, 4)
    table = table_of(session)
    assert presses(table, Awaken("Ada", "Cy")) == 2
    assert presses(table, Awaken("Ada", "Bo")) == 3


@pytest.mark.parametrize(("layout", "right"), [("six", ("right",)), ("four", ("down", "ok"))])
def test_a_pile_is_taken_from_by_the_key_on_its_side(layout, right):
    """With six buttons left and right take at once, wherever the cursor is; with four the cursor goes there."""
    table = table_of(begin(HEADER), layout)
    stack, command = stack_of(table), None
    for key in right:
        stack, command = press(stack, Press(key), table)
    assert command == Play(Explore("Ada", "right"))
    six = table_of(with_cards(1))
    stack, _ = press(stack_of(six), Press("up"), six)
    assert press(stack, Press("left"), six)[1] == Play(Explore("Ada", "left"))


@pytest.mark.parametrize("cards", ["vase 2 frank, cup 1", "vase 2 mummy, cup 3", "vase 2 amulet, cup 3"])
def test_a_booked_hand_taken_back_opens_its_last_answer(cards):
    """Nothing asks whether these are the cards: holding back does, and one press books them again."""
    action = Reveal("Bo", hand(cards))
    booked = play(play(with_cards(2), Awaken("Ada", "Bo")), action)
    table = table_of(undo(booked))
    key = {1: "up", 2: "ok", 3: "down"}[action.cards[-1].count]
    assert press(stack_of(table), Press(key), table)[1] == Play(action)


def test_no_card_is_further_than_three_steps_and_its_number():
    """The cursor goes round, and a second card of the same treasure is one press, whatever its number."""
    costs = {(before, after): path(before, after, "six") for before, after in product(CELLS, CELLS)}
    assert max(costs.values()) == 4
    assert all(cost == 1 for (before, after), cost in costs.items() if before.treasure == after.treasure)


if __name__ == "__main__":
    for layout in ("six", "four"):
        print(layout)
        for task, count in figures(layout).items():
            print(f"  {count:5.1f}  {task}")
