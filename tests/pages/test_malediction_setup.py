"""Setting up La malediction: map, mummy, pawns, and who rolls the dice."""

import pytest
from malediction_device import (
    press,
    sit_down,
    state,
    switched_on,
    text,
)

from firmware_py.pages.malediction.pictures import mummy_colour, pawn_colours


def test_most_tables_begin_with_one_press(tmp_path):
    """The last player is the mummy, everybody has the pawn of their own colour, the dice are thrown at the table."""
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        press(device, "ok")
        setup = device.app.table.playing.header.setup
        assert setup.mummy == "Player 3"
        assert [(hunter.player, hunter.pawn) for hunter in setup.hunters] == [("Player 1", "red"), ("Player 2", "blue")]
        assert setup.board == "practice"
        assert device.app.table.playing.seed == ""


def test_mummy_board_pawns_and_dice_are_turned_with_ok(tmp_path):
    """Each line of the set-up turns to its next answer; a pawn that is taken is exchanged."""
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        press(device, "down", "down", "ok", "down", "ok", "down", "ok", "ok")
        assert "Map: small map" in text(device)
        assert "The mummy: Player 1" in text(device)
        assert "Player 2: red pawn" in text(device)
        assert "Player 3: purple pawn" in text(device)
        press(device, "down", "down", "ok", *("up",) * 6, "ok")
        header = device.app.table.playing.header
        assert header.setup.mummy == "Player 1"
        assert header.setup.board == "small"
        assert device.app.table.playing.seed


@pytest.mark.parametrize(("presses", "mummy", "order"), [(0, 4, "123"), (1, 1, "234"), (2, 2, "341"), (3, 3, "412")])
def test_whoever_sits_at_the_mummys_left_begins_and_the_turns_go_clockwise(presses, mummy, order, tmp_path):
    """P06: whichever seat the mummy has; a player with the colour of a pawn gets that pawn."""
    with switched_on(tmp_path) as device:
        sit_down(device, 4)
        press(device, *("down",) * 3, *("ok",) * presses, *("up",) * 3, "ok")
        setup = device.app.table.playing.header.setup
        assert setup.mummy == f"Player {mummy}"
        assert [hunter.player for hunter in setup.hunters] == [f"Player {seat}" for seat in order]
        assert state(device).hunter.player == f"Player {order[0]}"
        own = {"red": "Player 1", "blue": "Player 2"}
        assert all(own.get(hunter.pawn) in (hunter.player, setup.mummy, None) for hunter in setup.hunters)


@pytest.mark.parametrize(("presses", "mummy", "hunter"), [(0, "Player 2", "Player 1"), (1, "Player 1", "Player 2")])
def test_of_two_players_the_other_one_plays_both_pawns_whoever_is_the_mummy(presses, mummy, hunter, tmp_path):
    """P45: the order of the pawns is fixed, the player's own colour first."""
    with switched_on(tmp_path) as device:
        sit_down(device, 2)
        press(device, *("down",) * 3, *("ok",) * presses, *("up",) * 3, "ok")
        setup = device.app.table.playing.header.setup
        assert setup.mummy == mummy
        assert [each.player for each in setup.hunters] == [hunter, hunter]
        assert setup.hunters[0].pawn == dict(zip(("Player 1", "Player 2"), ("red", "blue"), strict=True))[hunter]


def test_two_players_play_three_pawns(tmp_path):
    """With two players one of them plays two pawns, and the mummy needs three tokens (P45, P46)."""
    with switched_on(tmp_path) as device:
        sit_down(device, 2)
        assert "Player 1 begins; the mummy needs 3 tokens." in text(device)
        press(device, "ok")
        assert [hunter.player for hunter in device.app.table.playing.header.setup.hunters] == ["Player 1", "Player 1"]


@pytest.mark.parametrize(
    ("players", "questions"),
    [
        (2, ("Who plays the hunters?", "Who plays the mummy?")),
        (3, ("Who sits at the mummy's left, and begins?", "Who sits next, clockwise?", "Who plays the mummy?")),
    ],
)
def test_the_seats_are_asked_for_from_the_mummys_seat(players, questions, tmp_path):
    """P06: who begins is not chosen, it follows from the mummy's seat."""
    with switched_on(tmp_path) as device:
        press(device, "down", "down", "ok", *("down",) * (players - 2), "ok")
        for question in questions:
            assert question in text(device)
            press(device, "ok")
        assert "The mummy: Player" in text(device)


def test_the_page_before_the_game_names_who_begins_for_any_mummy(tmp_path):
    """P06: another mummy is another first hunter."""
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        assert "Player 1 begins; the mummy needs 4 tokens." in text(device)
        press(device, *("down",) * 3, "ok")
        assert "Player 2 begins; the mummy needs 4 tokens." in text(device)


def test_a_pawn_without_a_colour_of_ours_gets_a_token_of_its_own():
    """Later editions have other pawns: none shares its token with another."""
    tokens = pawn_colours(("red", "orange", "black", "blue"))
    assert tokens["red"] == "red"
    assert tokens["blue"] == "blue"
    assert len(set(tokens.values())) == 4


def test_a_white_pawn_has_its_light_for_itself():
    """The mummy is white unless a pawn is."""
    assert mummy_colour(("red", "blue")) == "white"
    assert mummy_colour(("white", "yellow", "blue")) == "green"
    assert pawn_colours(("White", "red"))["White"] == "white"
