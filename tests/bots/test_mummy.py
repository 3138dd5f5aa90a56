"""The box as the mummy knows no more than a person on that side of the board; its hunters hold what is left."""

import random
import sys

from box_games import box_game
from hidden_elsewhere import hidden_otherwise
from msgspec.structs import replace

from firmware_py.bots.malediction import mummy
from firmware_py.bots.malediction.board import board_of
from firmware_py.bots.malediction.hunters import hand
from firmware_py.bots.malediction.mummy import first_belief, fold
from firmware_py.bots.seat import decide, seen_of
from firmware_py.games.malediction.events import MummyTurnBegins
from firmware_py.games.malediction.legality import open_missions
from firmware_py.games.malediction.map_files import load_shipped
from firmware_py.games.records import MOST_ACTIONS


def test_pairs_of_games_that_differ_in_secrets_only_get_the_same_path() -> None:
    """Wherever the pawns stand, and whatever hunters alone heard: the argument is equal, and so is the decision."""
    chance, pairs = random.Random(1), 0
    for seed in range(3):
        for state, _, _, heard in box_game("malediction", seed):
            if state.phase not in ("interrupt", "mummy_move"):
                continue
            one = seen_of("malediction", "Mo", state, heard)
            other = hidden_otherwise(state, chance)
            twin = seen_of("malediction", "Mo", other, [event for event in heard if event.is_public])
            assert one == twin
            for level in (1, 5):
                assert decide(one, level, "7") == decide(twin, level, "7")
            pairs += other != state
    assert pairs > 20


def test_the_belief_never_rules_out_where_a_pawn_is() -> None:
    """In games against its own hunters it never loses one; then it would search everywhere."""
    for seed in range(4):
        for state, _, _, heard in box_game("malediction", seed):
            if state.phase not in ("interrupt", "mummy_move"):
                continue
            board = board_of(state.maze)
            seen = seen_of("malediction", "Mo", state, heard)
            belief = mummy.believe(board, state, seen.heard)
            for pawn in range(len(state.hunters)):
                cell = state.cell(pawn)
                assert cell is None or belief.cells(pawn).get(board.number[cell], 0) > 0


def test_the_longest_game_is_believed_from_its_start_and_then_a_block_at_a_time() -> None:
    """Also after a restart, when nothing is remembered; each later event is not the whole game again."""
    *_, (state, _, _, heard) = box_game("malediction", seed=2)
    board, turn = board_of(state.maze), next(event for event in heard if isinstance(event, MummyTurnBegins))
    longest = (turn,) * 3 * MOST_ACTIONS
    first = first_belief(board, tuple(hunter.pawn for hunter in state.hunters), is_two_player=False)
    assert mummy.believe(board, state, longest) == fold(board, first, longest)
    folded: list[str] = []
    sys.setprofile(lambda frame, event, argument: folded.append(frame.f_code.co_name) if event == "call" else None)  # noqa: ARG005 - as Python calls it
    try:
        mummy.believe(board, state, (*longest, turn))
    finally:
        sys.setprofile(None)
    assert 0 < folded.count("_hear") <= 16


def test_chances_add_up() -> None:
    """For each pawn in the game, after every event."""
    *_, (state, _, _, heard) = box_game("malediction", seed=2)
    board = board_of(state.maze)
    belief = first_belief(board, tuple(hunter.pawn for hunter in state.hunters), is_two_player=False)
    for event in heard:
        belief = fold(board, belief, [event])
        for pawn, is_out in enumerate(belief.is_out):
            assert is_out or abs(sum(belief.cells(pawn).values()) - 1) < 0.01


def test_hunters_who_take_over_hold_what_each_lacks_and_lose_only_what_they_play():
    """Whatever people have shown before: no card twice, and none changes when another is played."""
    chance, played = random.Random(4), 0
    for seed in range(3):
        for state, _, _, _ in box_game("malediction", seed):
            hands = [set(hand(state, pawn, "taken over")) for pawn in range(len(state.hunters))]
            assert sum(map(len, hands)) == len(set().union(*hands))
            for pawn, cards in enumerate(hands):
                possible = open_missions(state, pawn)
                assert cards <= set(possible)
                assert len(cards) == len({code[0] for code in possible})
            pawn = chance.randrange(len(hands))
            if hands[pawn]:
                code = chance.choice(sorted(hands[pawn]))
                missions = (*state.missions[:pawn], (*state.missions[pawn], code), *state.missions[pawn + 1 :])
                after = replace(state, missions=missions)
                assert [set(hand(after, one, "taken over")) for one in range(len(hands))] == [
                    cards - {code} for cards in hands
                ]
                played += 1
    assert played > 100


def test_who_went_home_keeps_no_card_from_the_others():
    """On the small map there are two cards of each colour: two hunters who are left have five each."""
    state, *_ = next(iter(box_game("malediction", 0)))
    left = replace(state, gone=(state.hunters[0].player,), maze=load_shipped("small"))
    assert [len(hand(left, pawn, "taken over")) for pawn in range(3)] == [0, 5, 5]
