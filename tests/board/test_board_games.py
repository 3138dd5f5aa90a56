"""Whole games of La malédiction de la momie, every piece moved by hand: on either board, with noise and drift."""

from __future__ import annotations

from games_by_hand import SHORT_GAME, by_hand, by_rules


def test_a_game_by_magnets_has_the_same_record_on_either_board(tmp_path):
    """Every move is slid or put down; none that can be sensed goes by button; noise and drift change nothing."""
    on_switches = by_hand("i2c", tmp_path, SHORT_GAME)
    assert on_switches[1:] == by_rules(SHORT_GAME)
    assert on_switches == by_hand("serial", tmp_path, SHORT_GAME)
