"""Somebody must go home in mid-game: what becomes of their things (L32, G54, P50 to P52), and how the game goes on."""

from random import Random

import pytest
from loot_table import all_cards, game, hand, play, refused
from malediction_table import game as maze_game
from malediction_table import moving, prowling
from malediction_table import play as hunt
from malediction_table import refused as refused_there
from msgspec.structs import replace
from pharaon_table import play as dig
from pharaon_table import refused as refused_below
from pharaon_table import shown, table
from random_play import SAMPLERS, RandomTable

from firmware_py.games.malediction import rules as malediction
from firmware_py.games.malediction import state as acts
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.events import LastOneWins, Reshuffled, TurnBegins, WentHome
from firmware_py.games.maudite_momie.state import Awaken, Explore, Keep, Leave, Reveal, Secure
from firmware_py.games.or_du_pharaon import rules as pharaon
from firmware_py.games.or_du_pharaon import state as deeds
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES, IllegalAction
from firmware_py.games.restoring import read_record
from firmware_py.games.session import begin, undo
from firmware_py.games.session import play as played_on

# --- every game ------------------------------------------------------------------------------------------------------


def games_with_leavers(game_id, count):
    """Yield sessions of random games in which people go home at any moment, step by step to the end."""
    rules_of = GAMES[game_id].rules
    for seed in range(count):
        chance = Random(seed)
        session, random_table = begin(SAMPLERS[game_id].header(chance)), RandomTable(game_id, chance)
        for _ in range(3000):
            if session.is_over:
                break
            leave = GAMES[game_id].leave(chance.choice(session.state.present))
            wants = chance.random() < 0.03 and rules_of.broken_rule(session.state, leave) is None
            before = session
            session = played_on(session, leave if wants else random_table.next_action(session.state))
            yield before, session
        assert session.is_over, "the game ends without them, too"


@pytest.mark.parametrize("game_id", GAMES)
def test_who_has_gone_home_never_acts_again_and_never_wins(game_id):
    """Whenever it happens; the game goes on with the others, and ends with one of them."""
    rules_of, leave, gone = GAMES[game_id].rules, GAMES[game_id].leave, 0
    for before, session in games_with_leavers(game_id, 25):
        state, action = session.state, session.steps[-1].action
        left = set(session.header.players) - set(state.present)
        assert left.isdisjoint(rules_of.to_act(state))
        assert all(rules_of.broken_rule(state, leave(name)) for name in (*left, "Nobody"))
        ended = rules_of.outcome(state)
        assert (ended is None) == bool(rules_of.to_act(state))
        assert ended is None or (ended.winners and left.isdisjoint(ended.winners))
        if isinstance(action, leave):
            gone += 1
            assert set(before.state.present) - set(state.present) == {action.by}
            assert type(session.steps[-1].events[0]).__name__ == "WentHome"
            assert set(rules_of.record_state(state)) == set(rules_of.record_state(before.state))
            assert undo(session).state == session.steps[undo(session).ply - 1].state if undo(session).ply else True
    assert gone > 15


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_with_leavers_is_replayed_exactly(game_id):
    """Line by line the same states."""
    for _, session in games_with_leavers(game_id, 8):
        if session.is_over:
            lines = (session.header, *(step.action for step in session.steps))
            again = read_record("\n".join(map(write_line, lines)).encode() + b"\n")
            assert again.steps == session.steps


# --- Maudite Momie ---------------------------------------------------------------------------------------------------


def test_l32_the_cards_of_who_goes_home_are_discarded_unseen_and_score_nothing():
    """Also in another player's turn, who goes on."""
    state = play(game((1, 3, 2)), Leave("Bo"))
    assert (state.cards, state.discard, state.scores) == ((1, 0, 2), 3, (0, 0, 0))
    assert rules.to_act(state) == ("Ada",)
    assert refused(state, Awaken("Ada", "Bo")) == "L05"
    assert play(state, Explore("Ada", "left")).active == "Cy"
    assert refused(state, Leave("Bo")) == "L32"


def test_l32_what_was_begun_lapses():
    """Who secures or awakens and goes home has not; whose target goes home acts again; drawn cards are discarded."""
    state = game((1, 3, 2))
    assert play(state, Secure("Ada"), Leave("Ada")).active == "Bo"
    assert play(state, Awaken("Ada", "Cy"), Leave("Ada")).cards == (0, 3, 2)
    again, events = rules.apply(play(state, Awaken("Ada", "Cy")), Leave("Cy"))
    assert (again.phase, again.active, events) == ("turn", "Ada", (WentHome("Cy", 2), TurnBegins("Ada")))
    drawing = play(state, Awaken("Ada", "Cy"), Reveal("Cy", hand("vase 1 werewolf, cup 1 frank")))
    assert refused(drawing, Keep("Bo", ())) == "L17"
    left = play(drawing, Leave("Ada"))
    assert (left.active, left.cards, left.discard) == ("Bo", (0, 3, 0), 2 + 1 + 2)
    assert (left.left, left.right) == (drawing.left - 1, drawing.right - 1)
    assert not left.extra_turn


def test_l32_of_a_turn_that_goes_on_nothing_is_said():
    """Unless the discards fill an empty pile; who chooses or reveals goes on, and the same turn is not begun again."""
    state = game((1, 3, 2))

    def heard(state):
        after, events = rules.apply(state, Leave("Cy"))
        return after.phase, after.active, events[1:]

    assert heard(state) == ("turn", "Ada", ())
    assert heard(play(state, Secure("Ada"))) == ("reveal", "Ada", ())
    assert heard(replace(state, phase="keep")) == ("keep", "Ada", ())
    assert heard(game((1, 0, 1), left=1, right=0)) == ("turn", "Ada", (Reshuffled(1, 1),))
    assert heard(play(state, Awaken("Ada", "Cy"))) == ("turn", "Ada", (TurnBegins("Ada"),))


def test_l32_drawn_cards_go_to_the_discards_as_far_as_there_were_any():
    """One from each pile that had one; and who comes next has no extra turn."""
    for left, right in ((1, 0), (0, 1), (2, 2)):
        state = game((1, 0, 2), phase="keep", left=left, right=right, discard=3, extra_turn=True)
        after = play(state, Leave("Ada"))
        drawn = (left > 0) + (right > 0)
        assert after.left + after.right + after.discard == left + right + 3 + 1
        if left > 1:
            assert (after.left, after.right, after.discard) == (left - 1, right - 1, 3 + 1 + drawn)
        assert (after.active, after.extra_turn) == ("Bo", False)


def test_l32_two_who_are_left_play_by_the_rule_for_two():
    """L02: they awaken without a card of their own. The last square stays as it was."""
    state = play(game((0, 2, 0, 0, 0, 0)), *map(Leave, ("Cy", "Dée", "Eve", "Flo")))
    assert Awaken("Ada", "Bo") in rules.legal_actions(state)
    assert state.finish == 30


def test_l32_the_last_one_wins():
    """Whatever the score."""
    over, events = rules.apply(game((0, 2), scores=(3, 20)), Leave("Bo"))
    assert (over.phase, rules.outcome(over).winners, events[-1]) == ("over", ("Ada",), LastOneWins("Ada"))


def test_l32_in_the_final_reveal_the_highest_of_those_who_are_left_wins():
    """Also if the one who ended the game goes home."""
    state = game((0, 2, 1), scores=(34, 0, 10), phase="final_reveal", revealing=(1, 2))
    state = play(state, Leave("Ada"), Leave("Bo"))
    assert rules.outcome(state).winners == ("Cy",)


def test_l32_turns_and_cards_are_those_of_a_small_model():
    """Who follows is the next name of those who are left, and no card is lost: by a model of five lines."""
    for seed in range(200):
        chance = Random(seed)
        state = game((0,) * 5)
        names, lying = list(state.players), dict.fromkeys(state.players, 0)
        turn = 0
        for _ in range(30):
            if len(names) == 1:
                break
            if chance.random() < 0.15:
                name = chance.choice(names)
                state = play(state, Leave(name))
                turn -= names.index(name) < turn
                names.remove(name)
                lying[name], turn = 0, turn % len(names)
            else:
                pile = "left" if state.left else "right"
                state = play(state, Explore(names[turn], pile))
                lying[names[turn]] += 1
                turn = (turn + 1) % len(names)
            if len(names) > 1:
                assert rules.to_act(state) == (names[turn],)
            assert state.cards == tuple(lying[name] for name in state.players)
            assert all_cards(state) == 54


# --- L'or du pharaon -------------------------------------------------------------------------------------------------


def test_g54_figures_and_lanterns_leave_and_what_was_carried_stays():
    """No penalty; photos and delivered treasures go along, and somebody else's turn goes on."""
    team = {"archaeologist": "c3", "porter": "c4", "carrying": 3, "lanterns": ("c4",), "supply": 4, "treasures": (2,)}
    state = table({"c3": "NESW", "c4": "NESW"}, players=("Ada", "Bo", "Cy"), teams={"Bo": team})
    after = dig(state, deeds.Leave("Bo"))
    assert shown(after)["pawns"]["Bo"] == {"archaeologist": "lost", "porter": "lost"}
    assert (shown(after)["loose"], shown(after)["lanterns"]["Bo"], shown(after)["supply"]["Bo"]) == ({"c3": [3]}, [], 5)
    assert (shown(after)["scores"]["Bo"], shown(after)["to_act"]) == (2, ["Ada"])
    assert dig(after, deeds.EndTurn("Ada")).active == "Cy"
    assert refused_below(after, deeds.Leave("Bo")) == "G54"


def test_g54_a_photo_that_is_drawn_is_entered_first():
    """Its treasures would be missing; others may go meanwhile."""
    state = table({"c3": "NESW"}, players=("Ada", "Bo", "Cy"), chambers=("c3",), phase="photo", photographed="c3")
    assert refused_below(state, deeds.Leave("Ada")) == "G29"
    assert dig(state, deeds.Leave("Bo")).phase == "photo"


def test_g54_the_clock_of_who_has_gone_home_goes_on():
    """G43, G49: after the bust's possessor has gone, a wave falls where the turn would have ended."""
    collapse = deeds.Collapse("falling", clock=0, front=("c3",))
    state = table({"c4": "NESW"}, players=("Ada", "Bo", "Cy"), fallen=("c3",), collapse=collapse)
    left = dig(state, deeds.Leave("Ada"))
    assert left.active == "Bo"
    assert "c4" in shown(left)["fallen"]
    later = dig(left, deeds.EndTurn("Bo"), deeds.EndTurn("Cy"))
    assert later.active == "Bo"
    assert len(shown(later)["fallen"]) > len(shown(left)["fallen"])


def test_g54_who_has_gone_home_cannot_win():
    """And the last one wins, with the pyramid still standing."""
    state = table({}, players=("Ada", "Bo", "Cy"), teams={"Cy": {"treasures": (3, 3)}})
    state = dig(state, deeds.Leave("Cy"))
    assert pharaon.outcome(state) is None
    over = dig(state, deeds.Leave("Ada"))
    assert (pharaon.outcome(over).winners, shown(over)["actions_left"]) == (("Bo",), 0)
    assert refused_below(over, deeds.EndTurn("Bo")) == "G54"


# --- La malédiction --------------------------------------------------------------------------------------------------


def test_p50_a_hunter_goes_home_with_pawn_and_tokens():
    """The turn passes on if it was theirs; locked dice stay locked."""
    state = maze_game(locked=2, **moving("2", at=("a1", "a3"), ankhs=(2, 3), tokens=1))
    after = hunt(state, acts.Leave("Ada"))
    assert (after.at, after.ankhs, after.locked, after.phase) == (("out", "a3"), (0, 3), 2, "begin")
    assert malediction.to_act(after) == ("Bo",)
    assert refused_there(after, acts.Leave("Ada")) == "P50"
    assert malediction.to_act(hunt(state, acts.Leave("Bo"))) == ("Ada",)


def test_p50_an_interrupt_turn_goes_on_without_the_hunter_who_reset():
    """Then the next hunter's turn begins."""
    state = maze_game(locked=3, **(prowling(3) | {"phase": "interrupt", "turn": 0, "at": ("a1", "a3")}))
    after = hunt(state, acts.Leave("Ada"), acts.Move("Mo", path=()))
    assert (after.phase, after.locked, malediction.to_act(after)) == ("begin", 0, ("Bo",))


def test_p51_the_mummy_or_the_last_hunter_ends_the_game():
    """The mummy wins alone; otherwise the hunters who have played most missions."""
    state = maze_game(missions=(("R1",), ("R2", "B1")))
    over = hunt(state, acts.Leave("Mo"))
    assert malediction.outcome(over).winners == ("Bo",)
    assert refused_there(over, acts.Leave("Bo")) == "P51"
    assert malediction.outcome(hunt(state, acts.Leave("Ada"), acts.Leave("Bo"))).winners == ("Mo",)
    level = maze_game(missions=(("R1",), ("R2",)))
    assert malediction.outcome(hunt(level, acts.Leave("Mo"))).winners == ("Ada", "Bo")


def test_p52_the_mummy_never_needs_more_tokens_than_there_are():
    """Two hunters: 4 tokens; one has gone with three, so the other's three are all there is."""
    state = hunt(maze_game(), acts.Leave("Ada"))
    assert (state.target, malediction.outcome(state)) == (3, None)
    assert hunt(maze_game(hunters=4), acts.Leave("Ada")).target == 7


def test_p50_what_the_mummy_hears_of_it_is_the_same_wherever_the_pawns_stood():
    """In any phase of the hunters' turn: neither positions nor whether a mission was in reach."""
    compared = 0
    for seed in range(30):
        chance = Random(seed)
        session, random_table = begin(SAMPLERS["malediction"].header(chance)), RandomTable("malediction", chance)
        for _ in range(60):
            if session.is_over:
                break
            session = played_on(session, random_table.next_action(session.state))
            state, mummy = session.state, session.state.mummy_player
            free = [c for c in state.maze.cells if state.maze.is_floor(c) and c != state.mummy]
            moved = chance.sample(free, len(state.at))
            hidden = tuple(
                there if place not in ("dungeon", "out") or index == state.turn else place
                for index, (place, there) in enumerate(zip(state.at, moved, strict=True))
            )
            other = replace(state, at=hidden)
            if state.phase == "over" or malediction.seen_by(state, mummy) != malediction.seen_by(other, mummy):
                continue
            for name in state.present:
                try:
                    (one, heard), (two, also_heard) = (malediction.apply(s, acts.Leave(name)) for s in (state, other))
                except IllegalAction:
                    continue
                assert heard == also_heard
                ended = malediction.outcome(one) is not None  # then all is shown
                assert ended or malediction.seen_by(one, mummy) == malediction.seen_by(two, mummy)
                compared += 1
    assert compared > 500
