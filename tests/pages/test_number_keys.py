"""Numbers are chosen by keys: each has one, or shares the last key with all that are left, or has a held one."""

import pytest

from display.view import Item
from firmware_py.config.settings import Settings
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import UNTOUCHED, LongPress, Offer, Pending, Press, Row, lay
from firmware_py.words import speak


def table_of(controls):
    settings = Settings(controls=controls)
    return PageContext(say=speak("en"), settings=settings)


def row_of(most, *, may_hold=False):
    return Row(tuple(Offer(Item(str(number)), number) for number in range(1, most + 1)), may_hold=may_hold)


def shown(laid):
    """Each number as it is shown, with its key."""
    return [f"{item.label} {item.key}{' held' if item.is_held else ''}" for item in laid.items()]


def test_a_number_more_than_keys_is_a_held_button_where_it_may_be_held():
    """So the highest of six faces takes one press; elsewhere it shares a key."""
    table = table_of("six")
    held = lay(row_of(6, may_hold=True), UNTOUCHED, table)
    assert shown(held)[-2:] == ["5 ok", "6 ok held"]
    assert held.answer(LongPress("ok")).value == 6
    shared = lay(row_of(6), UNTOUCHED, table)
    assert shown(shared)[-1] == "5+ ok"
    assert shared.answer(LongPress("ok")) is None


@pytest.mark.parametrize("may_hold", [False, True])
@pytest.mark.parametrize("controls", ["six", "four"])
@pytest.mark.parametrize("most", range(1, 9))
def test_each_number_has_keys_of_its_own(controls, most, may_hold):
    """Whatever is shown at once, every number is reached, and what an item says is what its key chooses."""
    table, row = table_of(controls), row_of(most, may_hold=may_hold)
    reached, waiting = set(), [UNTOUCHED]
    while waiting:
        laid = lay(row, waiting.pop(), table)
        for item in laid.items():
            match laid.answer(LongPress(item.key) if item.is_held else Press(item.key)):
                case Pending() as after:
                    assert item.label.endswith("+")
                    waiting.append(after)
                case Offer(value=number):
                    assert item.label == str(number)
                    reached.add(number)
    assert reached == set(range(1, most + 1))


def test_an_encoder_holds_nothing():
    """It turns to every number."""
    laid = lay(row_of(6, may_hold=True), UNTOUCHED, table_of("encoder"))
    assert shown(laid) == [f"{number} None" for number in range(1, 7)]
    assert laid.answer(LongPress("ok")) is None
