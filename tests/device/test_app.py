"""The referee at simulated pins: storms of presses, refusals, the light, the sleep, what a finger touches."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icons_named import icons_named
from msgspec.structs import replace
from sampling import many

from display.icons import icon_names
from display.view import Race, as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.disk import Disk, Resources
from firmware_py.device.output import LIGHTS
from firmware_py.device.playing import play
from firmware_py.games.maudite_momie.state import Explore, Secure
from firmware_py.pages.page import LongPress, Press

SIX = ("up", "down", "left", "right", "ok", "back")
BEGUN = b'{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo"], "setup": {"start": {"at": "c6"}}}'


def played(device):
    return device.app.table.playing.ply


# --- contacts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bounces", [1, 4, 9])
def test_a_bouncing_contact_is_one_press(game, bounces):
    """Closing and opening again and again within the debounce time, at the press and at the release."""
    for change in (game.pins.press, game.pins.release):
        for _ in range(bounces):
            game.pins.press("ok")
            game.wait(0.0008)
            game.pins.release("ok")
            game.wait(0.0008)
        change("ok")
        game.wait(0.06)
    assert played(game) == 1


def test_a_key_that_is_held_enters_nothing_on_the_next_page(game):
    """A held button repeats in order to move a cursor; where keys choose, it chooses once."""
    for _ in range(2):
        game.press("ok")
        game.wait(0.5)
    game.hold("down", 2.0)
    assert "Card 1 of 1: which treasures?" in game.app.view.prompt
    assert played(game) == 3
    for button in ("up", "left"):
        game.press(button)
    assert played(game) == 4


def test_a_key_that_is_held_moves_nothing_on_the_next_page(device):
    """It repeats on the page on which it was pressed: a longer hold chooses the same place as a tap."""
    pointed_at = []
    for hold_s in (0.1, 2.0):
        device.load(BEGUN)
        device.wait(0.5)
        below = device.app.stack[-1]
        device.hold("right", hold_s)
        assert type(device.app.stack[-1]) is not type(below)
        pointed_at.append(device.app.view.body.cursor)
    assert pointed_at[0] == pointed_at[1]


def test_two_buttons_at_once_are_two_presses_at_most(game):
    """A chord invents nothing: here one card, and the other press came before the next player could mean it."""
    game.pins.press("right")
    game.pins.press("ok")
    game.wait(0.06)
    game.pins.release("ok")
    game.pins.release("right")
    game.wait(0.06)
    assert played(game) == 1
    assert game.app.table.playing.steps[0].action.pile == "right"


def test_every_press_of_a_fast_finger_counts(device):
    """Ten presses a second, none lost, none doubled."""
    device.press("ok")
    lines = len(device.app.view.body.items)
    for number in range(1, 21):
        device.hold("down", 0.04)
        assert device.app.view.body.cursor == number % lines


def test_presses_during_a_moving_picture_are_not_lost(game):
    """Tokens on their way do not hold anybody up, and are where they belong in the end."""
    for button in (*["ok"] * 6, "down", *("down", "left") * 3):
        game.press(button)
    assert played(game) == 8
    assert game.app.shown != game.app.view
    game.press("ok")
    assert played(game) == 9
    game.wait(2)
    assert game.app.shown == game.app.view


def test_a_button_that_is_down_at_the_start_is_ignored_until_it_is_released(device):
    """A device stuffed into a bag does nothing by itself."""
    device.pins.press("down")
    app = App(Resources(Config(), device.devices, Disk(device.journal, None)), 0.0)
    before = as_text(app.view)
    app.tick(10.0)
    assert as_text(app.view) == before


STORM = st.lists(
    st.tuples(st.sampled_from(SIX), st.booleans(), st.sampled_from([0.0, 0.004, 0.03, 0.3, 1.2])), max_size=60
)


@given(STORM)
@settings(max_examples=many(8, whole=15))
def test_no_storm_of_contacts_breaks_anything(tmp_path_factory, storm):
    """Whatever closes and opens: no exception, no icon without picture, and every action kept is one that was legal."""
    data = tmp_path_factory.mktemp("storm")
    with SimulatedDevice(Config(), data) as device:
        for button in ("down", *["ok"] * 4):
            device.press(button)
        for button, pressed, wait_s in storm:
            (device.pins.press if pressed else device.pins.release)(button)
            device.wait(wait_s)
            if device.app.finished:
                return
        for button in SIX:
            device.pins.release(button)
        device.wait(0.1)
        session = device.app.table.session
        if session and not device.app.finished:
            assert device.journal.load(1).ply == session.ply
            assert set(icons_named(device.app.view)) <= icon_names()


def test_a_long_random_evening_never_ends_in_a_traceback(tmp_path):
    """Six hundred presses of whatever button, on every page there is; each icon shown has a picture."""
    chance = random.Random(5)
    names = icon_names()
    with SimulatedDevice(Config(), tmp_path) as device:
        for _ in range(600):
            button = chance.choice(("ok", "ok", *SIX))
            device.app.press(press_of(button, chance), device.now_s)
            assert set(icons_named(device.app.view)) <= names
            if device.app.finished:
                device.cut()


def press_of(button, chance):
    return LongPress("back") if chance.random() < 0.02 else Press(button)


# --- rest ------------------------------------------------------------------------------------------------------------


def test_nothing_is_due_when_nothing_happens(game):
    """Once a tune has ended and the screen has dimmed, only an input wakes the loop."""
    game.press("ok")
    assert game.app.next_deadline_s() < math.inf
    game.wait(3600)
    assert game.app.next_deadline_s() == math.inf


def test_the_press_that_wakes_a_dimmed_screen_does_nothing_else(game):
    """The next one counts."""
    game.wait(3600)
    dimmed = game.app.view.brightness
    game.press("ok")
    assert played(game) == 0
    assert game.app.view.brightness > dimmed
    game.press("ok")
    assert played(game) == 1


def test_the_light_has_the_colour_of_whoever_must_act(game):
    """And is dark where nobody must."""
    assert game.pins.light() == pytest.approx(LIGHTS["red"], abs=0.01)
    game.press("ok")
    assert game.pins.light() == pytest.approx(LIGHTS["blue"], abs=0.01)
    for button in ("back", "up", "ok"):
        game.press(button)
    assert game.pins.light() == (0, 0, 0)


def test_a_held_back_shows_how_far_it_is_and_then_takes_back(game):
    """A short press shows no progress; holding it where there is nothing to take back does not either."""
    game.pins.press("back")
    game.wait(0.6)
    assert game.app.shown.hold is None
    game.pins.release("back")
    game.wait(0.1)
    game.press("ok")
    game.press("ok")
    game.wait(0.5)
    game.pins.press("back")
    game.wait(0.1)
    assert game.app.shown.hold is None
    game.wait(0.5)
    assert game.app.shown.hold
    assert 0.4 < game.app.shown.hold.fraction < 0.8
    game.wait(0.6)
    assert game.app.shown.hold is None
    game.pins.release("back")
    game.wait(0.1)
    assert "Undone" in as_text(game.app.view)


def test_a_notice_stays_until_the_next_press(game):
    """However long that takes; the touch that only brings the page back is none."""
    game.press("ok")
    assert game.app.view.notice
    game.wait(60)
    game.app.touch("", game.now_s)
    assert game.app.view.notice
    game.press("down")
    assert game.app.view.notice is None


# --- fingers ---------------------------------------------------------------------------------------------------------


def test_touching_a_line_is_choosing_it(game):
    """The same as moving the cursor there and pressing ok."""
    assert isinstance(game.app.view.body, Race)
    game.touch(game.app.view.body.choices.items[1].target)
    assert game.app.table.playing.steps[0].action == Explore("Player 1", "right")


def test_touching_the_footer_is_pressing_the_button_it_names(game):
    """Also holding it."""
    game.touch("button:ok")
    assert played(game) == 1
    game.touch("hold:back")
    assert played(game) == 0
    game.touch("button:back")
    assert "Game menu" in as_text(game.app.view)


def test_touching_cells_tells_a_hand(game):
    """A touch chooses at once: no cursor to be moved first."""
    for _ in range(4):
        game.press("ok")
    game.touch("3")
    game.touch("cell 3 1")
    assert "3 vases = 3" in as_text(game.app.view)
    game.touch("cell 3 1")
    assert game.app.table.playing.state.scores == (12, 0)


@pytest.mark.parametrize("target", ["", "99", "-1", "cell 9", "book", "nothing here"])
def test_touching_what_is_no_target_does_nothing(game, target):
    """Beside everything, or what belongs to another page."""
    before = as_text(game.app.view)
    game.touch(target)
    assert as_text(game.app.view) == before


def test_switching_off_asks_first(device):
    """The cursor stands on the harmless answer."""
    for button in ("down", "ok", "up", "ok", "ok"):
        device.press(button)
    assert not device.app.finished
    for button in ("ok", "down", "ok"):
        device.press(button)
    assert device.app.finished
    assert device.app.state.is_switched_off


# --- what the rules refuse -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("audience", "sounds"), [("table", ("refusal",)), ("hunters", ())])
def test_a_refused_action_is_explained_and_stores_nothing(game, audience, sounds):
    """Whatever a page asks for, the rules decide: the reason is shown, and no sound reveals a secret refusal."""
    game.press("ok")
    before = replace(game.app.state, audience=audience, sounds=())
    legal = game.app.table.playing.game.rules.legal_actions(before.session.state)[0]
    refused = play(before, (legal, Secure(legal.by)))
    assert (refused.notice.kind, refused.refused.clause) == ("error", "L01")
    assert refused.notice.text
    assert refused.sounds == sounds
    assert (refused.session, refused.stack) == (before.session, before.stack)
    assert game.journal.load(1).ply == 1
