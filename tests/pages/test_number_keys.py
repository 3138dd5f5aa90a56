"""Numbers are chosen by keys: each has one, or shares the last key with all that are left, or has a held one."""

import pytest

from firmware_py.config.settings import Settings
from firmware_py.pages.malediction.dice_page import NumberKeys
from firmware_py.pages.stack import LongPress, Press
from firmware_py.pages.table import Table
from firmware_py.words import speak

FACES = (1, 2, 3, 4, 5, 6)


def table_of(layout, controls="six"):
    return Table(say=speak("en"), layout=layout, settings=Settings(controls=controls))


def shown(number, numbers, table, **may):
    """Return each number as it is shown, with its key."""
    items = number.items(numbers, table, **may)
    return [f"{item.label} {item.key}{' held' if item.is_held else ''}" for item in items]


def chosen(numbers, table, presses, **may):
    """Return what presses choose, one after the other."""
    number = NumberKeys()
    for done in presses:
        number = number.press(done, numbers, table, **may)
    return number


def test_a_number_more_than_keys_is_a_held_button_where_it_may_be_held():
    """So the highest of six faces takes one press; elsewhere it shares a key."""
    table = table_of("six")
    assert shown(NumberKeys(), FACES, table, may_hold=True)[-2:] == ["5 ok", "6 ok held"]
    assert shown(NumberKeys(), FACES, table)[-1] == "5+ ok"
    assert chosen(FACES, table, [LongPress("ok")], may_hold=True) == 6
    assert chosen(FACES, table, [LongPress("ok")]) == NumberKeys()


@pytest.mark.parametrize("may_hold", [False, True])
@pytest.mark.parametrize("layout", ["six", "four"])
@pytest.mark.parametrize("most", range(1, 9))
def test_each_number_has_keys_of_its_own(layout, most, may_hold):
    """Whatever is shown at once, every number is reached, and what an item says is what its key chooses."""
    table, numbers = table_of(layout), tuple(range(1, most + 1))
    reached, waiting = set(), [NumberKeys()]
    while waiting:
        at = waiting.pop()
        for item in at.items(numbers, table, may_hold=may_hold):
            done = LongPress(item.key) if item.is_held else Press(item.key)
            after = at.press(done, numbers, table, may_hold=may_hold)
            if isinstance(after, NumberKeys):
                assert item.label.endswith("+")
                waiting.append(after)
            else:
                assert item.label == str(after)
                reached.add(after)
    assert reached == set(numbers)


def test_an_encoder_holds_nothing():
    """It turns to every number."""
    table = table_of("four", "encoder")
    assert len(shown(NumberKeys(), FACES, table, may_hold=True)) == len(FACES)
    assert NumberKeys().held(FACES, table) is None
