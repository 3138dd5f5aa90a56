"""Nothing that the mummy's side sees or hears depends on what the hunters hide (P48, P49)."""

import random

import pytest
from malediction_table import HALL, events, game, play
from random_maps import random_drawing

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import HunterMoved, Rolled
from firmware_py.games.malediction.legality import (
    is_stuck,
    mission_here,
    mummy_steps,
    playable_faces,
    reachable,
    start_and_others,
)
from firmware_py.games.malediction.maze import FACES
from firmware_py.games.malediction.state import (
    HIDDEN,
    AnyAction,
    Choose,
    EndTurn,
    Header,
    Hunter,
    Move,
    Pass,
    PlayMission,
    Reset,
    Roll,
    Setup,
    State,
)
from firmware_py.games.registry import TABLE, Event
from firmware_py.words import speak

SAY = speak("en")
MUMMYS_SIDE = (TABLE, "Mo", "a stranger")


class Witness:
    """Follows one game and writes down everything that reaches the mummy's side."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.noticed: list[object] = []
        self._seen: object = None
        self._look()

    def play(self, action: AnyAction) -> None:
        self.state, events = rules.apply(self.state, action)
        for event in events:
            heard = [rules.heard_by(self.state, event, viewer) for viewer in MUMMYS_SIDE]
            assert len(set(heard)) == 1, "the mummy's player, the table and strangers hear the same"
            if heard[0]:
                self.noticed.append((event, SAY(event.words())))
        self._look()

    def _look(self) -> None:
        """Write down what is seen, if it changed: a view that stays as it is shows nothing."""
        seen, *others = (rules.seen_by(self.state, viewer) for viewer in MUMMYS_SIDE)
        assert all(other == seen for other in others)
        if seen != self._seen:
            self.noticed.append((seen, rules.legal_actions(seen), rules.record_state(seen)))
            self._seen = seen


def a_start(chance: random.Random) -> State:
    hunters = [("Ada", "red"), ("Bo", "turquoise"), ("Cy", "blue")][: chance.choice((2, 2, 3))]
    players = ("Mo", *(player for player, _ in hunters))
    if len(hunters) == 2 and chance.random() < 0.5:
        players, hunters = ("Mo", "Ada"), [("Ada", "red"), ("Ada", "turquoise")]
    setup = Setup("Mo", tuple(Hunter(*hunter) for hunter in hunters), random_drawing(chance))
    return rules.initial_state(Header(1, "malediction", players, setup))


def roll_alike(chance: random.Random, pair: tuple[Witness, Witness]) -> None:
    """Roll the same number of mummies in both games, and whatever else in each."""
    free = 5 - pair[0].state.locked
    mummies = sum(chance.random() < 0.2 for _ in range(free))
    for witness in pair:
        others = chance.choices(FACES, k=free - mummies)
        witness.play(Roll(witness.state.hunter.player, faces=(*others, *("mummy",) * mummies)))


def finish_turn(chance: random.Random, pair: tuple[Witness, Witness]) -> None:
    """Move to different cells where possible, and play a mission only if both games can play the same one."""
    for witness in pair:
        player, face = witness.state.hunter.player, witness.state.face
        witness.play(Move(player, to=chance.choice(sorted(reachable(witness.state, face)))))
    missions = {mission_here(w.state) if w.state.phase == "mission" else None for w in pair}
    together = len(missions) == 1 and chance.random() < 0.5
    for witness in pair:
        if witness.state.phase == "mission":
            player = witness.state.hunter.player
            witness.play(PlayMission(player) if together else EndTurn(player))


def move_mummy_alike(chance: random.Random, pair: tuple[Witness, Witness]) -> None:
    """Move along the same path in both games, catching the same pawn or none."""
    known = rules.legal_actions(rules.seen_by(pair[0].state, "Mo"))
    fair = []
    for move in known:
        end = move.path[-1] if move.path else ""
        caught = {witness.state.in_corridors.get(end) for witness in pair}
        if len(caught) == 1 and all(rules.broken_rule(witness.state, move) is None for witness in pair):
            fair.append(move)
    move = chance.choice(fair)
    for witness in pair:
        witness.play(move)


def play_alike(seed: int, most_actions: int = 400) -> tuple[Witness, Witness, int]:
    """Play two games with the same public course and different secrets, until they must part in public."""
    chance = random.Random(seed)
    start = a_start(chance)
    pair = (Witness(start), Witness(start))
    differing = 0
    for _ in range(most_actions):
        first, second = (witness.state for witness in pair)
        differing += first.at != second.at or first.faces != second.faces
        assert first.phase == second.phase
        match first.phase:
            case "over":
                break
            case "begin" if is_stuck(first) != is_stuck(second):
                break
            case "begin" if is_stuck(first):
                for witness in pair:
                    witness.play(Pass(first.hunter.player))
            case "begin" if first.locked and (first.locked == 5 or chance.random() < 0.3):
                for witness in pair:
                    witness.play(Reset(first.hunter.player))
            case "begin":
                roll_alike(chance, pair)
            case "choose":
                both = [face for face in playable_faces(first) if face in playable_faces(second)]
                if both and chance.random() < 0.8:
                    face = chance.choice(both)
                    for witness in pair:
                        witness.play(Choose(first.hunter.player, face))
                else:
                    roll_alike(chance, pair)
            case "move":
                finish_turn(chance, pair)
            case "mummy_roll":
                for witness in pair:
                    witness.play(Roll("Mo", face=chance.choice(first.maze.mummy_die[:1])))
            case _:
                move_mummy_alike(chance, pair)
    return (*pair, differing)


@pytest.mark.parametrize("seed", range(20))
def test_games_that_differ_in_secrets_only_are_alike_for_the_mummy(seed):
    """P48: states, possibilities and announcements are identical while positions, faces and offers differ."""
    first, second, _ = play_alike(seed)
    assert first.noticed == second.noticed


def test_the_twin_games_do_differ_in_their_secrets():
    """The property above is about something: most of the time the two games are not the same game."""
    assert sum(play_alike(seed)[2] for seed in range(10)) > 300


def test_only_the_dungeon_and_the_eliminated_are_seen_by_the_mummy():
    """P48: who is in the dungeon may be known, and who is out; neither the stairs nor a cell."""
    state = game(hunters=4, at=("stairs", "b2", "dungeon", "out"))
    assert rules.seen_by(state, "Mo").at == (HIDDEN, HIDDEN, "dungeon", "out")
    assert rules.seen_by(state, TABLE).at == (HIDDEN, HIDDEN, "dungeon", "out")
    assert rules.seen_by(state, "Bo") == state


def test_a_captive_who_has_announced_a_face_counts_as_gone():
    """P49: a pawn that leaves the dungeon onto a mission must not look different from one that reaches none."""
    before = game(phase="move", face="1", at=("dungeon", "stairs"), mummy="a1")
    after = play(before, Move("Ada", to="e2"))
    assert after.phase == "mission"
    assert rules.seen_by(before, "Mo").at[0] == HIDDEN
    assert rules.seen_by(after, "Mo") == rules.seen_by(before, "Mo")


def test_announced_face_locked_dice_missions_and_tokens_are_public():
    """P48: these the mummy may know."""
    state = game(phase="move", face="3", locked=2, missions=(("R1",), ()), ankhs=(2, 3), tokens=1)
    seen = rules.seen_by(state, "Mo")
    assert (seen.face, seen.locked, seen.missions, seen.ankhs, seen.tokens) == ("3", 2, (("R1",), ()), (2, 3), 1)


def test_the_faces_that_show_are_not_public():
    """P48: faces not chosen stay with the hunters."""
    state = play(game(), Roll("Ada", faces=("1", "2", "3", "mummy", "arrow")))
    assert rules.seen_by(state, "Mo").faces == ()
    assert rules.legal_actions(rules.seen_by(state, "Mo")) == ()


def test_reaching_a_mission_looks_like_still_moving():
    """P49: whether a card could be played is a secret until it is."""
    before = game(phase="move", face="1", at=("b1", "stairs"))
    after = play(before, Move("Ada", to="a1"))
    assert after.phase == "mission"
    assert rules.seen_by(after, "Mo") == rules.seen_by(before, "Mo")


def test_declining_a_mission_sounds_like_reaching_none():
    """P49: what is said at the end of a turn is the same."""
    offered = play(game(phase="move", face="1", at=("b1", "stairs")), Move("Ada", to="a1"))
    declined = events(offered, EndTurn("Ada"))
    straight = events(game(phase="move", face="1", at=("a2", "stairs")), Move("Ada", to="b2"))
    plain_end = events(game(phase="move", face="1", at=("a2", "stairs"), missions=(("B1",), ())), Move("Ada", to="b2"))
    assert plain_end[1:] == declined
    assert len(straight) == 1, "here a mission was reached, and nothing public was said yet"


def test_rolled_faces_and_moves_are_announced_to_hunters_only():
    """P48: the kinds of event for one side, and nobody else's."""
    state = game()
    kinds = {kind for kind in Event.__subclasses__() if kind.__module__ == Rolled.__module__}
    assert {kind for kind in kinds if not kind.is_public} == {Rolled, HunterMoved}
    for event in (Rolled("Ada", "red", ("1",)), HunterMoved("Ada", "red", "stairs", "a2")):
        assert [rules.heard_by(state, event, viewer) for viewer in ("Mo", TABLE, "Zoe", "Ada", "Bo")] == [
            False,
            False,
            False,
            True,
            True,
        ]


def test_the_mummys_moves_as_shown_to_all_pass_through_hidden_hunters():
    """P49: a list of only the possible steps would reveal where the hunters are."""
    state = game(HALL, phase="mummy_move", turn=None, steps=9, mummy="a1", at=("b1", "a2"))
    seen = rules.seen_by(state, "Mo")
    assert rules.legal_actions(state) == (Move("Mo", path=()), Move("Mo", path=("b1",)), Move("Mo", path=("a2",)))
    assert len(rules.legal_actions(seen)) == 13
    assert mummy_steps(seen, ("b1",)) == {"E": "c1", "S": "b2", "W": "a1"}


@pytest.mark.parametrize("phase", ["begin", "choose", "move", "mission"])
def test_a_state_without_the_secrets_can_still_be_asked_everything(phase):
    """Views of the mummy's side are made from it with the same functions."""
    state = game(phase=phase, faces=("1", "2") if phase == "choose" else (), face="1", at=("a2", "b2"))
    seen = rules.seen_by(state, "Mo")
    assert rules.to_act(seen) == ("Ada",)
    assert (rules.legal_actions(seen), playable_faces(seen), is_stuck(seen)) == ((), (), False)
    assert (mission_here(seen), rules.outcome(seen), reachable(seen, "1")) == (None, None, frozenset())
    assert rules.seen_by(seen, "Mo") == seen


@pytest.mark.parametrize("phase", ["begin", "choose", "mummy_roll"])
def test_of_a_pawn_seen_in_the_dungeon_nothing_is_said_while_another_is_hidden(phase):
    """P48: whether it could move, and where to, depends on pawns that the mummy's side does not see."""
    turn = None if phase == "mummy_roll" else 0
    state = game(phase=phase, turn=turn, locked=1, faces=("1",), at=("dungeon", "b2"))
    seen = rules.seen_by(state, "Mo")
    assert seen.at == ("dungeon", HIDDEN)
    assert (rules.legal_actions(seen), playable_faces(seen), is_stuck(seen)) == ((), (), False)
    assert start_and_others(seen) == (None, frozenset())
    assert reachable(seen, "1") == frozenset()
    assert bool(reachable(state, "1")) == (turn is not None)
