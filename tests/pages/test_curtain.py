"""Secrets of the malediction on the device: what the curtain hides, and how it is lifted."""

from itertools import product

import pytest
from curtain_walk import walking
from malediction_device import THREE, TWO, begin, game, hold, play, press, read, switched_on, text
from sampling import IS_WHOLE

from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config, ScreenConfig
from firmware_py.games.malediction.state import Choose, Move, Roll
from firmware_py.pages.page import Press

ROLLED = Roll("Ada", faces=("1", "2", "3", "4", "arrow"))


def test_one_press_hides_the_map_and_only_a_held_button_shows_it_again(tmp_path):
    """The mummy's player comes by: `back` hides everything at once, and no short press shows it again."""
    with game(tmp_path, ROLLED) as device:
        assert "+---+" in text(device)
        press(device, "back")
        for button in ("ok", "up", "down", "left", "right"):
            press(device, button)
            assert "+---+" not in text(device)
            assert device.app.view.audience == "table"
        hold(device, "ok")
        assert "+---+" in text(device)
        assert device.app.view.audience == "hunters"


def test_on_the_curtain_stands_what_everybody_may_know_of_the_game(tmp_path):
    """Ankhs, tokens with their target, and locked dice; no pawn's cell."""
    with game(tmp_path, ROLLED) as device:
        press(device, "back")
        assert "* Ada (red) +++ 0/5" in text(device)
        assert "tokens 0/4 locked 0/5" in text(device)


def test_behind_the_curtain_a_half_told_roll_waits(tmp_path):
    """Hiding the map loses nothing of what was being entered."""
    with game(tmp_path, every_die=True) as device:
        press(device, "ok", "right", "back")
        assert "+---+" not in text(device)
        hold(device, "ok")
        assert "<die_2> ><die_blank>" in text(device)


def test_menus_are_reached_through_the_curtain(tmp_path):
    """What everybody may read never lies on top of the map."""
    with game(tmp_path, ROLLED) as device:
        press(device, "back", "back")
        assert "Game menu" in text(device)
        assert "Undo or correct…" in text(device), "neither what was rolled is told, nor that it was"
        press(device, "ok")
        assert "Nothing to see here" in text(device)


def test_a_game_is_taken_up_behind_the_curtain(tmp_path):
    """After a power cut nobody knows who is looking at the screen."""
    with game(tmp_path, ROLLED, every_die=True) as device:
        device.cut()
        press(device, "ok")
        assert "Nothing to see here" in text(device)
        hold(device, "ok")
        assert "Announce" in text(device)


def test_undo_from_a_page_for_everybody_leads_behind_the_curtain(tmp_path):
    """The mummy's player may hold `back` on the mummy's page and still does not see the map of the turn before."""
    actions = (ROLLED, Choose("Ada", "1"), Move("Ada", to="b5"))
    with switched_on(tmp_path) as device:
        begin(device, THREE)
        for action in actions[:2]:
            play(device, action)
        read(device)
        press(device, "back")
        hold(device, "back")
        assert "Undo or correct?" in text(device)
        press(device, "ok")
        assert "Undo or correct?" in text(device)
        assert device.app.view.audience == "table"


def test_presses_on_secret_pages_are_silent(tmp_path):
    """The number of presses would reveal how far a hunter moves the cursor."""
    with game(tmp_path, ROLLED, every_die=True) as device:
        device.app.press(Press("down"), device.now_s)
        assert device.pins.tone_hz() is None
        press(device, "back")
        device.app.press(Press("up"), device.now_s)
        assert device.pins.tone_hz() is not None


def test_a_half_told_roll_outlives_a_power_cut_behind_the_curtain(tmp_path):
    """The dice entered so far are there again once the curtain opens."""
    with game(tmp_path, every_die=True) as device:
        press(device, "up", "right", "down")
        device.cut()
        press(device, "ok")
        assert "die_" not in text(device)
        hold(device, "ok")
        assert "<die_2>  <die_3> ><die_blank>  <die_blank>" in text(device)
        assert "locked 1/5" in text(device)


def test_an_entered_cell_outlives_a_power_cut_behind_the_curtain(tmp_path):
    """A finger has put the pawn there; it stands there again once the curtain opens."""
    with game(tmp_path, ROLLED, Choose("Ada", "2")) as device:
        device.touch(f"square {device.app.view.body.lit[1]}")
        shown = text(device)
        device.cut()
        press(device, "ok")
        assert "+---+" not in text(device)
        hold(device, "ok")
        assert "End the turn" in text(device)
        assert next(line for line in shown.split("\n") if line.startswith(">")) in text(device)


def test_an_announced_face_is_told_to_the_hunters_who_say_it_aloud(tmp_path):
    """P17: no page for everybody comes between, so the map need not be hidden; the cells wait until it is said."""
    with game(tmp_path, ROLLED, every_die=True) as device:
        press(device, "ok")
        assert device.app.view.audience == "hunters"
        assert "Say aloud: 4! Where does the red pawn go?" in text(device)
        assert "<die_4>" in text(device)


# --- every page that follows another ----------------------------------------------------------------------------------

SOME = (("six", "none", TWO, 30), ("four", "serial", THREE, 10), ("touch", "none", THREE, 40))
"""Controls, board and players at the tables of each commit, and the steps through their pages."""
ALL = tuple(product(("six", "four", "touch"), ("none", "serial", "i2c"), (TWO, THREE), (300,)))


@pytest.mark.parametrize(("layout", "board", "header", "steps"), ALL if IS_WHOLE else SOME)
def test_secrets_come_into_view_only_by_a_held_ok_on_the_curtain(layout, board, header, steps, tmp_path):
    """Whatever is pressed, held, touched or moved on any page, also over a power cut, at rest and in the menus."""
    config = Config(
        language="en",
        buttons=ButtonsConfig(layout=layout),
        screen=ScreenConfig(dim_after_s=10.0, inches=7.0),
        board=BoardConfig(kind=board, rows=5, columns=5),
    )
    with walking(config, header, tmp_path, seed=1) as walk:
        for _ in range(steps):
            walk.step()
        assert walk.opened, "the hunters did open their pages"
