"""Whole games of La malédiction de la momie, every piece moved by hand: on either board, with noise and drift."""

from __future__ import annotations

from games_by_hand import by_hand, by_rules

SEED = 53
"""Of a short game with two walks back to where they began, about which the board asks, and a round of the mummy's."""


def test_a_game_by_magnets_has_the_same_record_on_either_board(tmp_path):
    """Every move is slid or put down, none is pressed that can be felt; noise and drift change nothing."""
    on_switches = by_hand("i2c", tmp_path, SEED)
    assert on_switches[1:] == by_rules(SEED)
    assert on_switches == by_hand("serial", tmp_path, SEED)
