"""For 0.4 s after the turn has passed on, whatever is pressed belongs to the player before, and is dropped."""

import pytest
from malediction_device import THREE, record, stand, state, switched_on
from twins import EACH, TO_THE_MUMMY, points_at, twins

from display.view import Actor, as_text
from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.output import LIGHTS
from firmware_py.device.press_guard import SIGN_S
from firmware_py.games.malediction.state import Choose, Roll
from firmware_py.pages.page import Press

EARLY_S = ButtonsConfig().early_s
SECOND = Actor("Player 2", "blue")


def played(device):
    return device.app.table.playing.ply


def tap(device, button="ok", down_s=0.06, pause_s=0.115):
    """Press as fast as a finger can, without a look at the screen."""
    device.pins.press(button)
    device.wait(down_s)
    device.pins.release(button)
    device.wait(pause_s)


def test_four_presses_in_a_moment_do_not_book_four_turns(game):
    """The second and third belong to the player of the first; the fourth comes when the next one can have looked."""
    plies = []
    for _ in range(4):
        tap(game)
        plies.append(played(game))
    assert plies == [1, 1, 1, 2]


@pytest.mark.parametrize(("after_s", "plies"), [(EARLY_S - 0.02, 1), (EARLY_S + 0.02, 2)])
def test_what_counts_is_when_the_contact_closed(game, after_s, plies):
    """A press that begins too early is dropped, however late it is released; the next moment's press counts."""
    tap(game, pause_s=after_s)
    tap(game, down_s=0.3)
    assert played(game) == plies


def test_how_long_the_moment_lasts_is_the_owners_choice(tmp_path):
    """In their file; at 0, every press counts that follows on the page."""
    with SimulatedDevice(Config(buttons=ButtonsConfig(early_s=0)), tmp_path / "data") as device:
        for button in ("down", *["ok"] * 4):
            device.press(button)
        for _ in range(4):
            tap(device)
        assert played(device) == 4


def test_a_double_press_on_begin_does_not_play_the_first_turn(device):
    """Whoever begins the game is not yet the first player."""
    for button in ("down", *["ok"] * 3):
        device.press(button)
    device.wait(EARLY_S)
    assert device.app.table.session is None
    tap(device)
    tap(device)
    assert played(device) == 0


@pytest.mark.parametrize("button", ["ok", "back", "down"])
def test_neither_a_long_press_nor_a_repeat_outlasts_the_change_of_turns(game, button):
    """A button that closed too early means nothing until it is released, and its progress is not shown."""
    tap(game, pause_s=0.1)
    before = as_text(game.app.view)
    game.pins.press(button)
    game.wait(SIGN_S + 0.01)
    assert as_text(game.app.view) == before
    for _ in range(20):
        game.wait(0.1)
        assert as_text(game.app.shown) == before
    game.pins.release(button)
    game.wait(0.1)
    assert as_text(game.app.view) == before


def test_a_button_that_is_down_as_the_turn_passes_on_means_nothing_any_more(game):
    """The player before held it: the next player's cursor does not run away."""
    game.pins.press("down")
    game.wait(0.1)
    tap(game)
    assert played(game) == 1
    cursor = game.app.view.body.choices.cursor
    game.wait(2.0)
    assert game.app.view.body.choices.cursor == cursor


def test_a_dropped_press_shows_whose_turn_it_is_for_a_moment(game):
    """The next player's token and name lie over the page, the light is dimmed, nothing is heard."""
    tap(game, pause_s=0.3)
    assert game.pins.light() == LIGHTS["blue"]
    tap(game, pause_s=0.0)
    assert game.app.shown.sign == SECOND
    assert "~ Player 2 (blue)" in as_text(game.app.shown)
    assert game.pins.light() == tuple(part / 4 for part in LIGHTS["blue"])
    assert game.pins.tone_hz() is None
    game.wait(SIGN_S)
    assert game.app.shown.sign is None
    assert game.pins.light() == LIGHTS["blue"]


def test_a_touch_that_comes_too_early_is_dropped_too(tmp_path):
    """By when it can have begun: the window reports it only when it is polled."""
    config = Config(language="en", buttons=ButtonsConfig(layout="touch"), screen=ScreenConfig(inches=7.0))
    with SimulatedDevice(config, tmp_path / "data") as device:
        device.touch("1")
        while device.app.table.session is None:
            device.touch("button:ok")
        device.wait(0.5)
        assert played(device) == 0
        device.app.touch("button:ok", device.now_s)
        device.wait(0.2)
        device.app.touch("button:ok", device.now_s)
        assert played(device) == 1
        device.wait(0.25)
        device.app.touch("button:ok", device.now_s, device.now_s - 0.1)
        assert played(device) == 1
        device.wait(0.05)
        device.app.touch("button:ok", device.now_s)
        assert played(device) == 2


def test_menus_may_be_worked_as_fast_as_anybody_likes(game):
    """They lie over a page whose player has not changed."""
    tap(game, "back", pause_s=0.06)
    tap(game, "down", pause_s=0.06)
    assert game.app.view.body.cursor == 1
    tap(game, "back", pause_s=0.06)
    tap(game, pause_s=0.06)
    assert played(game) == 1


def test_twins_drop_the_same_presses_whatever_is_hidden(tmp_path):
    """From hunter to hunter, to the mummy and back: the same sign, the same light, no sound, and no map in view."""
    with twins(tmp_path, THREE) as pair:
        for player, cells in (("Ada", ("a4", "b3")), ("Bo", ("b4", "d4"))):
            pair.play(*(Roll(player, faces=EACH),) * 2)
            pair.play(*(Choose(player, "3" if player == "Ada" else "2"),) * 2)
            pair.listen()
            pair.reach(*((points_at(side, cell),) for side, cell in zip(pair.sides, cells, strict=True)))
            pair.hurry("ok", "ok", "down")
        assert [side.state.phase for side in pair.sides] == ["mummy_roll"] * 2
        assert any("~ Mo (white)" in text for _, _, (text, *_) in pair.one.witness.noticed)
        pair.play(*(Roll("Mo", face=2),) * 2)
        pair.listen()
        pair.push(Press("ok"))
        pair.hurry("ok", "ok")
        assert [side.state.phase for side in pair.sides] == ["begin"] * 2
        assert not any(side.is_secret for side in pair.sides)
        assert any("~ Ada (red)" in text for _, _, (text, *_) in pair.one.witness.noticed)


def test_what_follows_at_once_on_a_move_of_the_board_is_dropped(tmp_path):
    """The board has moved the mummy: an `ok` that was to confirm it by button comes too late, and means nothing."""
    board = BoardConfig(kind="serial", rows=5, columns=5)
    moved = (*TO_THE_MUMMY[0], Roll("Mo", face=2))
    with switched_on(tmp_path, Config(language="en", board=board)) as device:
        device.load(record(THREE, *moved))
        device.press("ok")
        stand(device)
        device.wait(2.0)
        device.slide("mummy", ("d3", "d2"))
        for _ in range(200):
            if state(device).phase == "begin":
                break
            device.wait(0.05)
        shown = as_text(device.app.view)
        tap(device, pause_s=0.0)
        assert device.app.shown.sign == Actor("Ada", "red")
        device.wait(1.0)
        assert as_text(device.app.view) == shown
