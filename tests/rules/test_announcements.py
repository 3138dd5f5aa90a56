"""What is announced, where a number, a place or a name decides between two sentences."""

import pytest
from malediction_table import GRID, game, maze, prowling

from firmware_py.games.malediction.events import MummyMoved
from firmware_py.games.malediction.legality import why_no_step, why_not_by
from firmware_py.games.maudite_momie import events as momie
from firmware_py.games.or_du_pharaon import events as pharaon
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.words import speak

SAY = speak("en")
SENTENCES = (
    (momie.GameOver(("Ada",), 36), "Ada wins with 36."),
    (momie.GameOver(("Ada", "Bo"), 36), "Ada and Bo share the victory with 36."),
    (pharaon.MummyWalks("c3", (("c3",), ("c6",))), "The mummy runs to the start card: 1 step."),
    (pharaon.MummyWalks("c3", (("c3",), ("c4", "d3"), ("c6",))), "The mummy runs to the start card: 2 steps."),
    (pharaon.WentHome("Ada"), "Ada goes home: figures and lanterns leave the pyramid."),
    (
        pharaon.WentHome("Ada", "c3", "bust"),
        "Ada goes home: figures and lanterns leave the pyramid, the bust stays on c3.",
    ),
    (pharaon.Moved("Ada", "porter", "c5", "c4", 1), "Ada: the porter goes to c4."),
    (pharaon.Moved("Ada", "porter", "c5", "c3", 2), "Ada: the porter goes to c3 (2 actions)."),
    (pharaon.PhotoTaken("Ada", "c3", (), False, False), "The photo of c3 shows: nothing."),
    (pharaon.PhotoTaken("Ada", "c3", ("bust",), True, True), "The photo of c3 shows: the bust, a mummy, a curse."),
    (pharaon.GameOver(("Ada",), 9, "figures"), "Ada wins: others have 9 too, but have lost a figure."),
    (pharaon.GameOver(("Ada", "Bo"), 9, "shared"), "Ada and Bo share the victory with 9."),
    (MummyMoved("Mo", ()), "The mummy stays where it is."),
    (MummyMoved("Mo", ("b1",)), "The mummy goes 1 cell, to b1."),
    (MummyMoved("Mo", ("b1", "c1")), "The mummy goes 2 cells, to c1."),
)


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_an_event_says_what_came_to_pass(event, sentence):
    """One and many, with and without, each in its own sentence."""
    assert SAY(event.words()) == sentence


def test_everybody_hears_where_the_mummy_ends_and_not_its_way():
    """P35: the last cell; where it stays, that it does."""
    assert SAY(MummyMoved("Mo", ("b1", "c1")).heard()) == "The mummy is on c1."
    assert SAY(MummyMoved("Mo", ()).heard()) == "The mummy stays where it is."


@pytest.mark.parametrize(
    ("here", "side", "clause"),
    [("f3", "S", "P32"), ("f5", "N", "P32"), ("d4", "S", "P32"), ("b5", "W", "P33"), ("e4", "E", "P32")],
)
def test_why_no_step_leads_by_a_side(here, side, clause):
    """A wall or rock (P32), or stairs and dungeon, which the mummy does not enter (P33)."""
    refusal = why_no_step(maze(GRID), here, side)
    assert refusal.clause == clause
    wall = {("d4", "S")}
    assert ("wall" in SAY(refusal.why)) == ((here, side) in wall)


@pytest.mark.parametrize(
    ("mummy", "sensed", "is_refused"),
    [("d4", ("d5",), True), ("e4", ("f4",), True), ("e4", ("d4", "f4"), True), ("c3", ("c5",), False)],
)
def test_a_slide_through_a_wall_is_told_from_one_over_cells_that_were_not_sensed(mummy, sensed, is_refused):
    """P32: from a cell to the one beside it, or onto rock; a cell farther away may have been come to by another way."""
    refusal = why_not_by(game(GRID, 3, **prowling(3, mummy=mummy)), sensed)
    assert (refusal is not None and refusal.clause == "P32") == is_refused


@pytest.mark.parametrize("line", [b'{"record":1,"game":"chess","players":["Ada"]}', b'{"record":1,"game":["x"]}'])
def test_a_record_of_an_unknown_game_names_those_that_are_known(line):
    """Whether its key is a name or no text at all."""
    with pytest.raises(UnreadableLine, match="maudite_momie"):
        read_header(line)
