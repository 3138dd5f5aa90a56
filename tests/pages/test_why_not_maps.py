"""The maps that answer for every cell: each answer is a sentence, agrees with the rules, and says what is the case."""

import random

import networkx as nx
import pytest
from drawn_pyramid import Pyramid, drawn_pyramid
from msgspec import structs
from random_play import random_game
from sampling import every, many

from display.view import COLOURS
from firmware_py.games.malediction.legality import reachable, start_and_others, why_no_mummy, why_not_end
from firmware_py.games.malediction.maze import FACES
from firmware_py.games.malediction.state import AT_STAIRS
from firmware_py.games.or_du_pharaon.state import Header, HouseRules
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.dialogue import MummyGoes, PawnEnds
from firmware_py.pages.malediction.dialogue import WhyNotPage as MazeWhyNotPage
from firmware_py.pages.or_du_pharaon.card_page import WhyNotPage, costs
from firmware_py.pages.or_du_pharaon.pictures import spots
from firmware_py.words import LANGUAGES, speak, words

FAR = 99


def tables(state, game_id, header=None):
    """A table in each language."""
    session = Session(GAMES[game_id], header, state)
    colours = COLOURS[: len(state.players)]
    return [PageContext(say=speak(one), language=one, session=session, colours=colours) for one in LANGUAGES]


# --- L'or du pharaon -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["archaeologist", "porter", "reveal", "rotate"])
def test_every_place_of_the_pyramid_has_a_true_answer_in_every_language(purpose):
    """Fallen cards and the start card too; with a treasure, along lanterns, and with no action left."""
    clauses = set()
    for seed in every(6, range(60)):
        state = drawn_pyramid(seed)
        drawn, allowed = Pyramid(state, purpose), costs(state, purpose)
        spoken = tables(state, "or_du_pharaon", Header(1, "or_du_pharaon", state.players, state.setup, HouseRules()))
        for cell in spots(state.setup.start):
            page = WhyNotPage(purpose, cell)
            rule = page.forbidden_by(spoken[0])
            assert (rule is None) == (cell in allowed), (seed, cell, rule)
            if rule is not None:
                clauses.add(rule.clause)
                assert drawn.is_true(rule.clause, cell), (seed, cell, drawn.here, rule)
                assert all(page.view(table).body.choices.text == (table.say(rule.why),) for table in spoken)
    assert clauses >= SEEN[purpose]


SEEN = {
    "archaeologist": {"G01", "G03", "G10", "G13", "G18", "G24", "G48"},
    "porter": {"G01", "G03", "G10", "G13", "G48"},
    "reveal": {"G01", "G04", "G11", "G13", "G48"},
    "rotate": {"G01", "G05", "G10", "G11", "G13", "G48"},
}
"""The clauses that the drawn tables at least ask for."""


# --- La malédiction --------------------------------------------------------------------------------------------------


def maze_states(phases, seeds):
    """States of random games in one of these phases."""
    found = [now for seed in seeds for now, _, _ in random_game("malediction", seed) if now.phase in phases]
    return random.Random(7).sample(found, many(12, whole=25))


def corridors(maze):
    """The cells that touch each other, as networkx sees them: stairs and dungeon are left only."""
    graph = nx.DiGraph([(cell, to) for cell in maze.cells for to in maze.steps(cell).values()])
    graph.add_nodes_from(maze.cells)
    return graph


def away(graph, start):
    return nx.single_source_shortest_path_length(graph, start)


def hunters_truth(state, rule, face, cell):
    """Whether what a sentence says is the case for the active pawn."""
    start, others = start_and_others(state)
    graph = corridors(state.maze)
    past_mummy = away(graph, start)
    graph.remove_nodes_from({state.mummy} - {start})
    distance = away(graph, start).get(cell)
    said = speak("en")(rule.why)
    match rule.clause:
        case "P18" if "away" in said:
            numbers = [int(part) for part in said.replace(":", "").split() if part.isdigit()]
            return numbers[0] == distance and (distance > int(face) or numbers[1:] == [int(face)])
        case "P18" | "P22" if "rock" in said:
            return not state.maze.is_floor(cell)
        case "P18":
            return distance is None and cell not in past_mummy
        case "P19":
            return cell == start and int(face) % 2 == 1
        case "P20":
            return cell in (state.maze.stairs, state.maze.dungeon)
        case "P21":
            return cell in others
        case "P22":
            return cell in others or "stopped" in said
        case "P23":
            return cell == start or cell not in (state.mummy, *others)
        case "P24":
            is_shut_in = cell == start and set(graph.successors(start)) == set() != set(state.maze.steps(start))
            return cell == state.mummy or (distance is None and cell in past_mummy) or is_shut_in
    return False


def test_every_cell_of_the_hunters_map_has_a_true_answer_in_every_language():
    """Whatever face is chosen: distances are right, and who is said to stand in the way does."""
    clauses = set()
    for state in maze_states(("move",), range(6)):
        spoken = tables(state, "malediction")
        for face in FACES:
            ends = reachable(state, face)
            for cell in state.maze.cells:
                rule = why_not_end(state, face, cell)
                assert (rule is None) == (cell in ends)
                page = MazeWhyNotPage(PawnEnds(face), cell)
                answers = [page.view(table).prompt for table in spoken]
                assert all(answer.strip(" .") not in ("", cell) for answer in answers)
                if rule is not None:
                    clauses.add(rule.clause)
                    assert hunters_truth(state, rule, face, cell), (face, cell, rule)
    assert clauses >= {"P18", "P19", "P20", "P21", "P22", "P23", "P24"}


def test_a_pawn_is_answered_that_the_mummy_shuts_it_in():
    """At the end of a corridor with the mummy before it, neither a 2 nor a 4 leads out and back (P19, P24)."""
    state = maze_states(("move",), range(6))[0]
    exits = {cell: tuple(state.maze.steps(cell).values()) for cell in state.maze.cells if state.maze.is_floor(cell)}
    answered = {face: set() for face in ("1", "2", "3", "4")}
    for cell, before in exits.items():
        if len(before) == 1 and cell not in (state.maze.stairs, state.maze.dungeon):
            at = tuple(cell if pawn == state.turn else AT_STAIRS for pawn in range(len(state.at)))
            shut_in = structs.replace(state, at=at, mummy=before[0])
            for face, clauses in answered.items():
                clauses.add(why_not_end(shut_in, face, cell).clause)
    assert answered == {"1": {"P19"}, "2": {"P24"}, "3": {"P19"}, "4": {"P24"}}


def test_every_cell_of_the_mummys_map_has_a_true_answer_in_every_language():
    """How many steps it is, or that no path or no step is left, or that it is here; on an entered path too."""
    clauses = set()
    for state in maze_states(("mummy_move", "interrupt"), range(6)):
        spoken = tables(state, "malediction")
        graph = corridors(state.maze)
        here, steps = state.mummy, state.steps
        for path in ((), *((to,) for to in sorted(graph[here])[:1] if steps)):
            at = path[-1] if path else here
            distances = away(graph, at)
            for cell in state.maze.cells:
                page = MazeWhyNotPage(MummyGoes(path), cell)
                rule = why_no_mummy(state, at, steps - len(path), cell)
                assert (rule is None) == (distances.get(cell, FAR) <= steps - len(path))
                answers = [page.view(table).prompt for table in spoken]
                assert all(answer.strip(" .") not in ("", cell) for answer in answers)
                if cell == at:
                    is_here = words("{cell}: the mummy is here.", cell=cell)
                    assert answers == [table.say(is_here) for table in spoken]
                elif rule is None or "away" in speak("en")(rule.why):
                    assert all(str(distances[cell]) in answer for answer in answers)
                clauses |= {rule.clause} if rule else set()
    assert clauses == {"P10", "P16", "P32", "P33"}
