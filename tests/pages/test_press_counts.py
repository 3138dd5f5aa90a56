"""How many presses the frequent tasks take: the figures in the guide for players, by the shortest sequence.

`make by-hand RUN=tests/pages/test_press_counts.py` prints them.
"""

from functools import cache
from itertools import permutations, product
from random import Random

import pytest
from loot_table import hand
from msgspec.structs import replace

from display.view import COLOURS
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.config.settings import Settings
from firmware_py.desk.demo import shortest_presses
from firmware_py.desk.self_play.maudite_momie import milestones
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.maudite_momie.state import TREASURES, Awaken, Card, Explore, Header, Reveal, Secure
from firmware_py.games.records import write_line
from firmware_py.games.session import begin, play, undo
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext, Play, Undo
from firmware_py.pages.maudite_momie.turn_pages import ALL_CARDS, ROW_KEYS
from firmware_py.pages.page import LongPress, Press, press
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak

HEADER = Header(1, "maudite_momie", ("Ada", "Bo", "Cy"))
L10 = "vase 3, vase 1, chest 2"
CAUGHT = "vase 1 mummy, cup 1 amulet, vase 2"


def table_of(session, layout="six"):
    return PageContext(
        say=speak("en"),
        settings=Settings(controls=layout),
        session=session,
        colours=COLOURS[: len(session.header.players)],
    )


def stack_of(table):
    return (PAGES["maudite_momie"].page(table, None, game_menu()),)


def presses(table, action, goals=()):
    """The fewest presses that play `action` and reach each of the goals before it."""
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
    """A session in which that many cards lie before everybody, and Ada is to act."""
    session = begin(HEADER)
    for _ in range(count):
        for player in HEADER.players:
            session = play(session, Explore(player, "left"))
    return session


def played(session, action, layout):
    """The session after an action, and what it cost."""
    return play(session, action), presses(table_of(session, layout), action, entered(action))


def secure(cards, layout="six"):
    """The presses from the turn to the booked points."""
    session, asked = played(with_cards(len(cards)), Secure("Ada"), layout)
    _, booked = played(session, Reveal("Ada", cards), layout)
    return asked + booked


def awaken(cards, layout="six"):
    """The presses from the turn until the caught or escaped hand is booked."""
    session, asked = played(with_cards(len(cards)), Awaken("Ada", "Bo"), layout)
    _, booked = played(session, Reveal("Bo", cards), layout)
    return asked + booked


def figures(layout):
    """What the guide says, by task."""
    fresh = table_of(begin(HEADER), layout)
    return {
        "explore left": presses(fresh, Explore("Ada", "left")),
        "explore right": presses(fresh, Explore("Ada", "right")),
        "secure 1 card (vase 2)": secure(hand("vase 2"), layout),
        "secure 2 cards (vase 2, vase 1)": secure(hand("vase 2, vase 1"), layout),
        "secure 3 cards (leaflet)": min(secure(cards, layout) for cards in permutations(hand(L10))),
        "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": secure(hand("vase 2, vase 1, cup 1, cup 3"), layout),
        "awaken 3 cards (vase 1 mummy, cup 1 amulet, vase 2)": awaken(
            hand("vase 1 mummy, cup 1 amulet, vase 2"), layout
        ),
        "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": awaken(hand("vase 1 werewolf, vase 2, cup 1"), layout),
    }


# --- every card -------------------------------------------------------------------------------------------------------

CELLS = tuple(Card(treasure, number) for treasure, number in product(TREASURES, (1, 2, 3)))


@cache
def keys_of(card, layout, before):
    """The presses that enter a card, after one before."""
    session = play(with_cards(3), Secure("Ada"))
    table = table_of(session, layout)
    first, second = entered(Reveal("Ada", (before, card, Card("chest", 1))))
    stack = stack_of(table)
    for done in shortest_presses(stack, table, first):
        stack, _ = press(stack, done, table)
    return shortest_presses(stack, table, second)


SIX = {
    "explore left": 1,
    "explore right": 1,
    "secure 1 card (vase 2)": 3,
    "secure 2 cards (vase 2, vase 1)": 5,
    "secure 3 cards (leaflet)": 7,
    "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": 9,
    "awaken 3 cards (vase 1 mummy, cup 1 amulet, vase 2)": 10,
    "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": 8,
}
FOUR = {
    "explore left": 1,
    "explore right": 1,
    "secure 1 card (vase 2)": 5,
    "secure 2 cards (vase 2, vase 1)": 8,
    "secure 3 cards (leaflet)": 11,
    "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": 14,
    "awaken 3 cards (vase 1 mummy, cup 1 amulet, vase 2)": 14,
    "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": 12,
}

# --- the promises ----------------------------------------------------------------------------------------------------


def test_the_guide_s_figures_for_six_buttons():
    """What is printed by this module, and what the guide says."""
    assert figures("six") == pytest.approx(SIX, abs=0.01)


def test_the_guide_s_figures_for_four_buttons():
    """The same tasks without left and right."""
    assert figures("four") == pytest.approx(FOUR, abs=0.01)


AT_PACE = {
    "explore left": ("", Explore("Ada", "left")),
    "explore right": ("", Explore("Ada", "right")),
    "secure 1 card (vase 2)": ("vase 2", Secure("Ada")),
    "secure 2 cards (vase 2, vase 1)": ("vase 2, vase 1", Secure("Ada")),
    "secure 4 cards (vase 2, vase 1, cup 1, cup 3)": ("vase 2, vase 1, cup 1, cup 3", Secure("Ada")),
    "awaken 3 cards (vase 1 mummy, cup 1 amulet, vase 2)": (CAUGHT, Awaken("Ada", "Bo")),
    "awaken 3 cards (vase 1 werewolf, vase 2, cup 1)": ("vase 1 werewolf, vase 2, cup 1", Awaken("Ada", "Bo")),
}
"""For each task but the leaflet's, which has many orders, the cards that are entered, and what they begin with."""


@pytest.mark.parametrize(("layout", "figures"), [("six", SIX), ("four", FOUR)])
@pytest.mark.parametrize("task", AT_PACE)
def test_a_task_takes_no_press_more_while_people_think(task, layout, figures, tmp_path):
    """Two to twenty seconds before each press, on the device: the scoreboard comes, and costs nothing."""
    cards, first = AT_PACE[task]
    shown = hand(cards) if cards else ()
    begun, chance, presses = with_cards(len(shown)), Random(2), 0
    config = Config(language="en", buttons=ButtonsConfig(layout=layout))
    lines = (HEADER, *(step.action for step in begun.steps))
    with SimulatedDevice(config, tmp_path / "data") as box:
        box.load("\n".join(map(write_line, lines)).encode())
        for action in (first, *((Reveal(getattr(first, "target", "Ada"), shown),) if shown else ())):
            for reached in (*entered(action), lambda _, command, action=action: command == Play(action)):
                for done in shortest_presses(box.app.stack, box.app.table, reached):
                    box.wait(chance.uniform(2, 20))
                    box.do(done)
                    presses += 1
        assert box.app.table.playing.ply == begun.ply + 1 + bool(shown)
    assert presses + box.presses_for_page == figures[task]


@pytest.mark.parametrize(("layout", "count"), [("six", 2), ("four", 3)])
def test_every_card_takes_the_same_few_keys(layout, count):
    """No two cards have the same keys, and none is dearer than another; the same one again has a key of its own."""
    again, *others = CELLS
    keys = [keys_of(again, layout, others[-1]), *(keys_of(card, layout, again) for card in others)]
    assert {len(one) for one in keys} == {count}
    assert len(set(keys)) == len(CELLS)
    for card in CELLS:
        assert keys_of(card, layout, card) == (Press({"six": "left", "four": "ok"}[layout]),)


def test_undo_is_one_long_press_on_every_page_of_a_game():
    """Also in the midst of a hand, and in the menu."""
    session = play(with_cards(2), Secure("Ada"))
    table = table_of(session)
    for stack in (stack_of(table), (*stack_of(table), game_menu())):
        assert press(stack, LongPress("back"), table) == (stack, Undo())


def test_the_middle_of_a_card_is_only_asked_for_when_guardians_were_awakened():
    """Securing ignores guardians and amulets."""
    assert all(card.centre == "empty" for card in CELLS)
    assert not stack_of(table_of(play(with_cards(1), Secure("Ada"))))[0].asks_centre
    assert stack_of(table_of(play(with_cards(1), Awaken("Ada", "Bo"))))[0].asks_centre


@pytest.mark.parametrize(
    ("cards", "keys"),
    [
        ("vase 1, cup 1, cup 2", ("ok",)),
        ("vase 1 frank, cup 1, cup 2", ("down",)),
        ("vase 1 amulet, cup 1 mummy, cup 2", ("up", "left", "left")),
        ("vase 1 amulet, cup 1 mummy, cup 2 mummy", ("up", "left", "left", "left", "left")),
        ("vase 1 amulet, cup 1 mummy, cup 2", ("up", "left", "left", "left", "ok")),
    ],
)
def test_guardians_and_amulets_are_told_first(cards, keys):
    """A hand has no order. After each, treasures are asked for, and a key leads to another; the rest has none."""
    table = table_of(play(with_cards(3), Awaken("Ada", "Bo")))
    stack = stack_of(table)
    for number, key in enumerate(keys):
        assert stack[0].asks_centre == (number % 2 == 0)
        stack, _ = press(stack, Press(key), table)
    assert not stack[0].asks_centre
    back, _ = press(stack, Press("back"), table)
    assert press(back, Press(keys[-1]), table)[0] == stack
    faces = hand(cards)
    for count in range(1, len(faces)):
        for done in shortest_presses(stack, table, lambda stack, _, count=count: len(stack[0].cards) == count):
            stack, _ = press(stack, done, table)
        assert stack[0].another == "same"
        stack = (replace(stack[0], cards=tuple(Card(card.treasure, card.count) for card in faces[:count])),)
    assert shortest_presses(stack, table, lambda _, command: command == Play(Reveal("Bo", faces)))


@pytest.mark.parametrize("cards", ["vase 2 frank, cup 1", "vase 2 mummy, cup 1", "vase 2 amulet, cup 1"])
def test_every_treasure_of_an_awakened_hand_is_asked_for(cards):
    """Also if nobody scores them (L13, L14): a record has no word for a card that nobody told."""
    table = table_of(play(with_cards(2), Awaken("Ada", "Bo")))
    stack, command = stack_of(table), None
    for key in (MIDDLE_KEYS[hand(cards)[0].centre], "ok", "up", "up"):
        stack, command = press(stack, Press(key), table)
        assert command is None
    assert press(stack, Press("ok"), table)[1] == Play(Reveal("Bo", hand(cards)))


MIDDLE_KEYS = {"amulet": "up", "mummy": "left", "frank": "down"}


@pytest.mark.parametrize(("layout", "largest", "other"), [("six", 1, 2), ("four", 1, 2)])
def test_whoever_is_awakened_is_chosen_on_one_page(layout, largest, other):
    """Each hand has a key there; with four buttons it shares the page with running. A held `ok` awakens the largest."""
    session = play(play(with_cards(2), Explore("Ada", "left")), Secure("Bo"))
    session = play(session, Reveal("Bo", hand("vase 1, cup 1")))
    for player in ("Cy", "Ada", "Bo", "Cy"):
        session = play(session, Explore(player, "left"))
    assert session.state.cards == (4, 1, 4)
    table = table_of(session, layout)
    assert presses(table, Awaken("Ada", "Cy")) == largest
    assert presses(table, Awaken("Ada", "Bo")) == other


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_of_the_others_has_a_key(players):
    """Also among six: the five others are as many as the keys."""
    names = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")[:players]
    session = begin(Header(1, "maudite_momie", names))
    for player in names:
        session = play(session, Explore(player, "left"))
    table = table_of(session)
    assert [presses(table, Awaken("Ada", name)) for name in names[1:]] == [1] + [2] * (players - 2)
    stack = stack_of(table)
    assert press(stack, LongPress("ok"), table)[1] == Play(Awaken("Ada", "Bo"))  # of equal hands the next player's
    assert press(stack, Press("ok"), table)[1] == Play(Explore("Ada", "left"))
    page, _ = press(stack, Press("up"), table)
    for key, name in zip(ROW_KEYS[players - 1], names[1:], strict=True):
        assert press(page, Press(key), table)[1] == Play(Awaken("Ada", name))


def test_an_encoder_only_chooses_by_turning():
    """No click of the knob plays, and everything can be reached by clicks and pushes."""
    knob = replace(table_of(with_cards(2), "four"), settings=Settings(controls="encoder"))
    for table in (knob, replace(knob, session=play(with_cards(2), Awaken("Ada", "Bo")))):
        stack = stack_of(table)
        for _ in range(12):
            stack, command = press(stack, Press("down"), table)
            assert (command, len(stack)) == (None, 1)
    assert presses(knob, Awaken("Ada", "Bo")) == 2
    assert presses(knob, Secure("Ada")) == 3


@pytest.mark.parametrize(("layout", "right"), [("six", ("right",)), ("four", ("down",))])
def test_a_pile_is_taken_from_by_the_key_on_its_side(layout, right):
    """With six buttons they are left and right; with four `ok` takes from the left pile, and down from the right."""
    table = table_of(begin(HEADER), layout)
    stack, command = stack_of(table), None
    for key in right:
        stack, command = press(stack, Press(key), table)
    assert command == Play(Explore("Ada", "right"))
    left = {"six": "left", "four": "ok"}[layout]
    assert press(stack_of(table), Press(left), table)[1] == Play(Explore("Ada", "left"))


@pytest.mark.parametrize("cards", ["vase 2 frank, cup 1", "vase 2 mummy, cup 3", "vase 2 amulet, cup 3"])
def test_a_booked_hand_taken_back_opens_its_last_answer(cards):
    """Nothing asks whether these are the cards: holding back does, and one press books them again."""
    action = Reveal("Bo", hand(cards))
    booked = play(play(with_cards(2), Awaken("Ada", "Bo")), action)
    table = table_of(undo(booked))
    assert press(stack_of(table), Press("ok"), table)[1] == Play(action)  # the key of cups, however many


@pytest.mark.parametrize("layout", ["six", "four"])
@pytest.mark.parametrize("last", [card for row in ALL_CARDS for card in row])
def test_the_last_key_again_tells_the_same_card_again(layout, last):
    """After a hand was taken back, and after going back amid it: also the key of the same card once more."""
    for before, wanted in ((last, 2), (Card("mask", 2), 2), (last, 3)):
        table = table_of(play(with_cards(wanted), Secure("Ada")), layout)
        stack = stack_of(table)
        stack = (replace(stack[0], cards=(before,)),)
        path = shortest_presses(stack, table, lambda stack, command: command is not None or len(stack[0].cards) == 2)
        for done in path[:-1]:
            stack, _ = press(stack, done, table)
        after, command = press(stack, path[-1], table)
        if command is None:
            again, _ = press(after, Press("back"), table)
            assert press(again, path[-1], table)[0] == after
        else:
            taken_back = table_of(undo(play(table.session, command.action)), layout)
            assert press(stack_of(taken_back), path[-1], taken_back)[1] == command


if __name__ == "__main__":
    for layout in ("six", "four"):
        print(layout)
        for task, count in figures(layout).items():
            print(f"  {count:5.1f}  {task}")
