"""Cells, faces and steps that are refused, on maps at random: what the refusal says is true of the drawn lines."""

import random
from functools import cache
from itertools import product

import pytest
from drawn_referee import CLOSED, SIDES, DrawnReferee
from malediction_table import CORRIDOR, drawing, game, refused
from msgspec.structs import replace
from random_maps import random_drawing

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import (
    MUMMY,
    end_of,
    end_words,
    mover_of,
    moves,
    mummy_run,
    mummy_steps,
    piece_words,
    start_of,
    until_catch,
    why_no_mummy,
    why_no_step,
    why_not_by,
    why_not_end,
    why_not_now,
    why_not_put,
)
from firmware_py.games.malediction.map_files import drawing_of, read_maze
from firmware_py.games.malediction.maze import FACES, distances
from firmware_py.games.malediction.state import (
    Header,
    Hunter,
    Move,
    Roll,
    Setup,
    is_kept_from_nobody,
    is_known_to_nobody,
    is_open,
)
from firmware_py.games.registry import TABLE
from firmware_py.games.seats import BoxSeat
from firmware_py.words import speak

SAY = speak("en")
PAWNS = ("red", "turquoise", "blue")
SEEDS = range(12)
SHUT_IN = """
    +---+---+---+---+
    |R1     |ST     |
    +---+   +---+   +
    |DS             |
    +---+---+---+---+
"""
"""The mummy in b1 shuts a1 in."""
ALONE = """
    +---+---+---+
    |ST      DS |
    +---+---+---+
"""
"""From b1 no step leads anywhere."""
PARTED = """
    +---+---+---+
    |R1  ST  R2 |
    +   +---+   +
    |    DS     |
    +---+---+---+
"""
"""Only stairs and dungeon lie between the left and the right, and nobody enters them."""


@cache
def tables():
    """A state a map, each with its drawn referee: pawns and mummy anywhere they can be, the first pawn to act."""
    found = []
    for text, at, mummy in (
        (CORRIDOR, ("b1", "d1", "stairs"), "e1"),
        (CORRIDOR, ("c1", "d1", "b1"), "g1"),
        (SHUT_IN, ("a1", "stairs", "dungeon"), "b1"),
        (SHUT_IN, ("c2", "b1", "d1"), "b2"),
        (PARTED, ("a1", "c1", "stairs"), "c2"),
        (ALONE, ("b1", "stairs", "stairs"), "c1"),
    ):
        found.append(table(drawing(text), at, mummy))
    for seed in SEEDS:
        chance = random.Random(seed)
        drawn = random_drawing(chance)
        maze, _ = read_maze(drawn)
        places = [cell for cell in maze.cells if maze.is_floor(cell)]
        chance.shuffle(places)
        at = (places[0] if seed % 4 else "stairs", "dungeon" if seed % 3 else places[1], places[2])
        found.append(table(drawn, at, maze.sarcophagus if seed % 5 == 0 else places[3]))
    return found


def table(drawn, at, mummy):
    maze, _ = read_maze(drawn)
    setup = Setup("Mo", tuple(map(Hunter, ("Ada", "Bo", "Cy"), PAWNS)), replace(drawn, pawns=PAWNS))
    state = rules.initial_state(Header(1, "malediction", ("Mo", "Ada", "Bo", "Cy"), setup))
    at = tuple(place if place != mummy else "stairs" for place in at)
    return replace(state, at=at, mummy=mummy, turn=0), DrawnReferee(drawing_of(maze).map)


def others_of(state):
    return {cell for cell in state.at[1:] if cell not in ("stairs", "dungeon")}


def away(referee, start, to, *closed):
    """How many steps one cell is from another, or None."""
    path = referee.shortest(start, to, closed)
    return None if path is None else len(path)


def between(referee, start, to):
    """The cells of the straight corridor from one cell to another, the last included; nothing if there is none."""
    for side in SIDES:
        here, line = start, []
        while here := referee.neighbours(here).get(side):
            line.append(here)
            if here == to:
                return line
    return []


def is_true(said, clause, state, referee, face, cell):
    """Whether that is the reason why the first pawn cannot end on a cell."""
    start, mummy, others = start_of(state), state.mummy, others_of(state)
    line = between(referee, start, cell)
    is_stopped = any(one in (mummy, *others) for one in line)
    distance = away(referee, start, cell, mummy)
    if cell == start:
        distance = None
    is_cut_off = bool(referee.neighbours(start)) if cell == start else away(referee, start, cell) is not None
    number, length = ("cell" if distance == 1 else "cells"), None if face == "arrow" else int(face)
    match said, clause:
        case "Solid rock: nobody goes there.", _:
            return referee.cells[cell] == "##" and clause == ("P22" if face == "arrow" else "P18")
        case "Stairs and dungeon are never entered, only left.", "P20":
            return referee.cells[cell] in ("ST", "DU", "DS")
        case "The mummy stands there.", "P24":
            return cell == mummy
        case "The arrow must leave its cell.", "P23":
            return face == "arrow" and cell == start
        case "A pawn stands there, and the arrow stops before it.", "P22":
            return face == "arrow" and cell in others
        case "The arrow is stopped on the way there.", "P22":
            return face == "arrow" and is_stopped
        case "The arrow slides on: it cannot stop there.", "P23":
            return face == "arrow" and bool(line) and not is_stopped
        case "The arrow goes straight on from its cell, and no straight path leads there.", "P23":
            return face == "arrow" and cell != start and not line
        case "A pawn stands there: you may pass it, but not end on it.", "P21":
            return face != "arrow" and cell in others
        case "Only a 2 or a 4 can lead back to the cell it left.", "P19":
            return face in ("1", "3") and cell == start
        case "The mummy stands in the way.", "P24":
            return face != "arrow" and distance is None and is_cut_off
        case "No path leads there.", "P18":
            return face != "arrow" and distance is None and not is_cut_off
        case _, "P18" if length is not None and distance is not None and distance > length:
            return said == f"It is {distance} {number} away."
        case _, "P18" if length is not None and distance is not None:
            return said == f"It is {distance} {number} away: no path there is exactly {length} long."
    return False


def test_every_cell_refused_to_a_pawn_has_a_reason_that_is_true():
    """P18 to P24: for every face and every cell; what is not refused is an end of some walk, tried one by one."""
    said = set()
    for state, referee in tables():
        for face, cell in product(FACES, referee.cells):
            refusal = why_not_end(state, face, cell)
            ends = referee.hunter_ends(start_of(state), face, state.mummy, others_of(state))
            assert (refusal is None) == (cell in ends), (face, cell)
            if refusal is not None:
                assert is_true(SAY(refusal.why), refusal.clause, state, referee, face, cell), (face, cell, refusal)
                said.add(refusal.why.message)
            assert why_not_end(rules.seen_by(state, TABLE), face, cell) is None, "nothing is said of a hidden pawn"
    assert len(said) == 14, "and every sentence is said somewhere"


def test_every_cell_refused_to_the_mummy_has_a_reason_that_is_true():
    """P10, P16, P32, P33: only what everybody knows decides, so hunters are in nobody's way here."""
    said = set()
    for (state, referee), steps, phase in product(tables(), range(4), ("interrupt", "mummy_move")):
        for cell, drawn in referee.cells.items():
            refusal = why_no_mummy(replace(state, phase=phase), state.mummy, steps, cell)
            distance = away(referee, state.mummy, cell)
            if distance is not None and distance <= steps:
                assert refusal is None
                continue
            too_far = "P10" if phase == "interrupt" else "P16"
            cells_away = f"It is {distance} cells away, and {steps} step{' is' if steps == 1 else 's are'} left."
            expected = ("P32", "No path leads there.") if distance is None else (too_far, cells_away)
            if distance and not steps:
                expected = (too_far, "No steps left.")
            if drawn in CLOSED:
                expected = ("P33", "The mummy enters neither stairs nor dungeon.")
            if drawn == "##":
                expected = ("P32", "Solid rock: nobody goes there.")
            assert (refusal.clause, SAY(refusal.why)) == expected
            said.add(refusal.why.message)
    assert len(said) == 5


def test_every_side_without_a_step_has_the_reason_that_is_drawn_there():
    """P32, P33: a wall if one is drawn, else what lies behind it."""
    names = {"N": "north", "E": "east", "S": "south", "W": "west"}
    for state, referee in tables():
        cells = [cell for cell, drawn in referee.cells.items() if drawn not in ("##", "ST", "DU")]
        for here, side in product(cells, SIDES):
            if side in referee.neighbours(here):
                continue
            refusal = why_no_step(state.maze, here, side)
            to = referee.beyond(here, side)
            if to is None:
                assert (refusal.clause, SAY(refusal.why)) == ("P32", f"There is a wall to the {names[side]}.")
            elif referee.cells[to] == "##":
                assert (refusal.clause, SAY(refusal.why)) == ("P32", "Solid rock: nobody goes there.")
            else:
                assert refusal.clause == "P33"


def mummys_ends(state, referee, steps):
    """Where the mummy can end in so many steps: not beyond a hunter (P34)."""
    hunters = {cell for cell in state.at if cell in referee.cells}
    found = {cell: away(referee, state.mummy, cell, *hunters) for cell in referee.cells if cell != state.mummy}
    return {cell for cell, far in found.items() if far is not None and far <= steps}


def moving_states():
    """Every table with a pawn, and with the mummy, to move, and with nobody."""
    for state, referee in tables():
        for face in FACES:
            yield replace(state, phase="move", face=face), referee
        for phase, turn, steps in (("mummy_move", None, 2), ("interrupt", 0, 3), ("mummy_move", None, 0)):
            yield replace(state, phase=phase, turn=turn, steps=steps), referee
        yield replace(state, phase="begin"), referee
        yield replace(state, phase="mummy_roll", turn=None), referee


def ends_of(state, referee):
    """Where the piece that moves may end, its own cell included."""
    if state.phase == "move":
        return referee.hunter_ends(start_of(state), state.face, state.mummy, others_of(state))
    if state.phase in ("interrupt", "mummy_move"):
        return {state.mummy, *mummys_ends(state, referee, state.steps)}
    return set()


def test_the_moves_are_those_to_another_cell_and_one_for_each():
    """P18 to P24, P32 to P34: of the piece that moves, and of none where nothing moves."""
    for state, referee in moving_states():
        ends = ends_of(state, referee)
        here = start_of(state) if state.phase == "move" else state.mummy
        found = [end_of(state, move) for move in moves(state)]
        assert sorted(found) == sorted(ends - {here})
        assert list(map(SAY, end_words(state))) == sorted(ends)
        mover = {"move": 0, "interrupt": MUMMY, "mummy_move": MUMMY}.get(state.phase)
        assert mover_of(state) == mover


def test_a_piece_put_on_a_wrong_cell_is_refused_with_its_name_and_where_it_may_end():
    """A pawn that stands there is named before anything else; P19 to P24 and P34."""
    for state, referee in moving_states():
        mover, ends = mover_of(state), ends_of(state, referee)
        for cell in referee.cells if mover is not None else ():
            refusal = why_not_put(state, mover, cell)
            assert (refusal is None) == (cell in ends), (state.phase, state.face, cell)
            if refusal is None:
                continue
            said = SAY(refusal.why)
            assert said.startswith(f"The {SAY(piece_words(state, mover))} may not end on {cell}. ")
            if mover == MUMMY:
                continue
            if cell in others_of(state):
                pawn = PAWNS[state.at.index(cell)]
                assert (refusal.clause, said.endswith(f" The {pawn} pawn stands there.")) == (
                    "P22" if state.face == "arrow" else "P21",
                    True,
                )
            else:
                assert said.endswith(f"it may end on: {', '.join(sorted(ends))}.")


def test_a_piece_that_may_not_move_is_told_what_the_game_waits_for():
    """P06, P16, P17 and P26: with the piece's name, and why."""
    for state, _ in moving_states():
        for piece in {MUMMY, 0, 1} - {mover_of(state)}:
            refusal = why_not_now(state, piece)
            said = SAY(refusal.why)
            begins = f"The {SAY(piece_words(state, piece))} may not move now. "
            assert said.startswith(begins)
            assert len(said) > len(begins)
            assert refusal.clause


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"phase": "begin"}, "Ada (red pawn) to play: roll all five dice."),
        ({"phase": "begin", "locked": 1}, "Ada (red pawn) to play: reset the locked dice, or roll the others."),
        ({"phase": "begin", "locked": 5}, "All five dice are locked: Ada (red pawn) must reset them first."),
        (
            {"phase": "begin", "locked": 5, "at": ("a1", "stairs"), "mummy": "b1"},
            "Ada (red pawn) cannot move with any face: the turn is passed, without reset or roll.",
        ),
        ({"phase": "choose"}, "Ada (red pawn) chooses a face that shows now, or rolls again."),
        ({"phase": "move", "face": "1"}, "Ada (red pawn) has announced a face and moves the pawn now."),
        ({"phase": "mission"}, "Ada (red pawn) has moved: play the mission of this cell, or end the turn."),
        ({"phase": "interrupt", "steps": 1}, "The dice are reset: first the mummy (Mo) moves 1 cell, or stays."),
        ({"phase": "interrupt", "steps": 2}, "The dice are reset: first the mummy (Mo) moves up to 2 cells, or stays."),
        ({"phase": "mummy_roll", "turn": None}, "The mummy's turn: the mummy die is rolled first."),
        ({"phase": "mummy_move", "turn": None, "steps": 1}, "The mummy (Mo) moves 1 cell, or stays."),
        ({"phase": "mummy_move", "turn": None, "steps": 0}, "The mummy (Mo) moves up to 0 cells, or stays."),
    ],
)
def test_whoever_acts_out_of_turn_is_told_what_the_game_waits_for(changes, said):
    """P06: whoever it is, and whatever they wanted to do."""
    state = replace(game(SHUT_IN), **changes)
    refusal = rules.broken_rule(state, Roll("Bo", faces=("1",) * 5))
    assert (refusal.clause, SAY(refusal.why)) == ("P06", said)


def test_nobody_moves_in_another_phase_or_as_another_piece():
    """P17: a pawn moves once, after its face; P06, P16: a path is the mummy's, after its die."""
    assert refused(game(phase="mission", face="1", at=("b1", "stairs")), Move("Ada", to="a1")) == "P17"
    assert refused(game(), Move("Ada", path=())) == "P06"
    assert refused(game(phase="mummy_roll", turn=None), Move("Mo", path=())) == "P16"


@pytest.mark.parametrize(
    ("by_box", "gone", "kept_from_nobody", "known_to_nobody"),
    [
        ((), (), False, False),
        (("Mo",), (), True, False),
        (("Ada", "Bo"), (), False, True),
        (("Ada",), (), False, False),
        (("Ada",), ("Bo",), False, True),
        (("Ada", "Bo", "Mo"), (), True, False),
        ((), ("Ada", "Bo"), False, False),
    ],
)
def test_who_may_know_what_is_hidden_follows_from_the_seats(by_box, gone, kept_from_nobody, known_to_nobody):
    """P48: with the program as the mummy everybody may; with it as all hunters who are left, nobody at the table."""
    boxes = tuple((player, BoxSeat("hunter", 1, 1)) for player in by_box)
    state = replace(game(), boxes=boxes, gone=gone)
    assert is_kept_from_nobody(state) == kept_from_nobody
    assert is_known_to_nobody(state) == known_to_nobody


def test_only_the_mummys_die_falls_before_everybodys_eyes():
    """P16: nothing hidden decides about it; where the mummy goes, its path does tell."""
    opened = {
        action: is_open(action) for action in (Roll("Mo", face=3), Roll("Ada", faces=("1",)), Move("Mo", path=()))
    }
    assert [*opened.values()] == [True, False, False]


def test_a_run_ends_where_the_corridor_branches_or_ends_and_at_the_last_step():
    """In between there is no other way; and nothing hidden decides (P49)."""
    longest = 0
    for state, referee in tables():
        walking = rules.seen_by(replace(state, phase="mummy_move", turn=None, steps=4), TABLE)
        for side, to in referee.neighbours(state.mummy).items():
            assert mummy_steps(walking, ()) == referee.neighbours(state.mummy)
            for before in ((), (to,)):
                path = mummy_run(walking, before, side)
                came = (state.mummy, *path)
                assert path[: len(before)] == before
                if path == before:
                    assert side not in referee.neighbours(came[-1])
                    continue
                for last, here in zip(came[len(before) :], path[len(before) : -1], strict=False):
                    assert {*referee.neighbours(here).values()} - {last} == {path[path.index(here, len(before)) + 1]}
                onward = {*referee.neighbours(path[-1]).values()} - {came[-2]}
                assert len(path) == 4 or len(onward) != 1
                longest = max(longest, len(path))
        assert mummy_steps(replace(walking, steps=0), ()) == {}
    assert longest == 4


def test_a_walk_ends_on_the_first_hunter():
    """P34: entered or passed; those on the stairs and in the dungeon are met by nobody."""
    state, _ = tables()[0]
    assert until_catch(state, ("d1", "c1", "b1")) == ("d1",)
    assert until_catch(state, ("c1", "b1", "c1")) == ("c1", "b1")
    assert until_catch(state, ("c1", "g1")) == ("c1", "g1")
    assert rules.as_played(state, Move("Mo", path=("d1", "c1"))) == Move("Mo", path=("d1",))
    assert rules.as_played(state, Move("Ada", to="c1")) == Move("Ada", to="c1")


def test_distances_are_those_of_the_drawn_lines_around_a_closed_cell():
    """From one cell or the nearest of several; what cannot be reached is left out."""
    for state, referee in tables():
        starts = [cell for cell in referee.cells if referee.cells[cell] != "##"][:3]
        for closed in ("", state.mummy):
            near = distances(state.maze, starts, closed)
            for cell in referee.cells:
                paths = [referee.shortest(start, cell, {closed}) for start in starts if cell != closed]
                lengths = [len(path) for path in paths if path is not None]
                if cell in starts:
                    lengths = [0]
                assert near.get(cell) == min(lengths, default=None), (cell, closed)


@pytest.mark.parametrize("mummy", ["b1", "d1"])
def test_a_way_that_the_map_allows_is_not_refused(mummy):
    """P32: whatever was sensed on the way, as long as its steps suffice (P16)."""
    state, _ = table(drawing(CORRIDOR), ("stairs", "stairs", "dungeon"), mummy)
    state = replace(state, phase="mummy_move", turn=None, steps=2)
    assert why_not_by(state, ("c1",)) is None
    refusal = why_not_by(state, ("f1",))
    assert (refusal is None) == (mummy == "d1")
    assert refusal is None or refusal.clause == "P16"
