"""Whatever hands do at the device: what was done is kept, and nothing else, and everybody reads what everybody may."""

from __future__ import annotations

from typing import Any

import pytest
from hands_judged import judged
from hands_on_device import hands_at, has_arrived, presses_of_ok, unfinished_games
from hypothesis import given, settings
from hypothesis import strategies as st
from malediction_device import press
from msgspec import UNSET
from sampling import many
from turns_by_hand import PATIENT, pulls_of_the_cable

from firmware_py.pages.malediction.board import AskPage
from firmware_py.pages.malediction.turn_pages import HandOverPage
from hardware.simulated import boards

EXAMPLES = pytest.mark.parametrize(("kind", "examples"), [("i2c", many(3, whole=5)), ("serial", many(1, whole=2))])
"""Fewer on the board whose wire takes longer to simulate."""
REST_S = 4.0


@EXAMPLES
def test_a_turn_by_hand_is_kept_as_it_was(kind, examples, tmp_path_factory):
    """Pieces that stand right in the end are taken so, or asked about, whoever else was nudged meanwhile."""

    @settings(PATIENT, max_examples=examples)
    @given(unfinished_games(kind))
    def stored(drawn: Any) -> None:
        *game, turn = drawn
        if turn is not None:
            with hands_at(kind, tmp_path_factory.mktemp("device"), *game) as hands:
                hands.perform(turn.deeds, 4.2)
                assert has_arrived(hands, turn) or turn.is_carried, f"{hands.page}: {hands.deeds}"

    stored()


@EXAMPLES
def test_ok_pressed_as_soon_as_a_pawn_is_down_ends_its_turn_there_or_nowhere(kind, examples, tmp_path_factory):
    """Once, or twice; and then the screen goes to rest."""

    @settings(PATIENT, max_examples=examples)
    @given(st.data())
    def ended(data: Any) -> None:
        *game, turn = data.draw(
            unfinished_games(kind).filter(lambda drawn: drawn[2] is not None and drawn[2].move.to is not UNSET)
        )
        deeds = data.draw(presses_of_ok(turn))
        with hands_at(kind, tmp_path_factory.mktemp("device"), *game, dim_after_s=REST_S) as hands:
            hands.perform(deeds, 4.2)
            assert has_arrived(hands, turn), f"{hands.page}: {hands.deeds}"

    ended()


@EXAMPLES
def test_a_turn_with_a_pulled_cable_is_taken_as_it_was_or_asked_about(kind, examples, tmp_path_factory):
    """Yes is where the pawn stands; no asks for it back, and then the turn is played again."""

    @settings(PATIENT, max_examples=examples)
    @given(st.data())
    def settled(data: Any) -> None:
        *game, turn = data.draw(unfinished_games(kind).filter(lambda drawn: drawn[2] is not None))
        deeds, is_yes = data.draw(pulls_of_the_cable(turn)), data.draw(st.booleans())
        with hands_at(kind, tmp_path_factory.mktemp("device"), *game) as hands:
            hands.perform(deeds, 4.2)
            arrived = has_arrived(hands, turn, was_away=True)
            assert arrived or turn.is_carried, f"{hands.page}: {hands.deeds}"
            if turn.move.to is UNSET or not isinstance(hands.page, AskPage):
                return
            for button in ("down", "ok") if is_yes else ("ok",):
                press(hands.device, button)
            if not is_yes:
                hands.put_all_right()
                hands.device.wait(1.5)
                hands.place(hands.state.hunter.pawn, turn.move.to)
                hands.device.wait(1.0)
            assert hands.page == HandOverPage(turn.move.to), f"{hands.page}: {hands.deeds}"

    settled()


@pytest.mark.parametrize("kind", ["i2c", "serial"])
def test_a_case_of_hands_is_judged_by_its_name(kind, monkeypatch):
    """What `make hands` counts ten thousand times: a plain move is accepted."""
    monkeypatch.setattr(boards, "SimulatedSerialBoard", boards.SimulatedSerialBoard)  # judging changes it
    assert judged(f"{kind}.hunter.plain.1").verdict == "accepted"
