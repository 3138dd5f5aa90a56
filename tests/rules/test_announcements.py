"""What is announced, where a number, a place or a name decides between two sentences."""

import msgspec
import pytest
from malediction_table import GRID, game, maze, prowling

from firmware_py.games.malediction import events as malediction
from firmware_py.games.malediction.events import MummyMoved, by_name
from firmware_py.games.malediction.legality import why_no_step, why_not_by
from firmware_py.games.maudite_momie import events as momie
from firmware_py.games.or_du_pharaon import events as pharaon
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import Highlight
from firmware_py.games.seats import SeatTaken
from firmware_py.games.session import Step
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
    (pharaon.GameOver(("Ada",), 9, "pawns"), "Ada wins: others have 9 too, but have lost a figure."),
    (pharaon.GameOver(("Ada", "Bo"), 9, "shared"), "Ada and Bo share the victory with 9."),
    (pharaon.GameOver(("Ada",), 9, "first"), "Ada wins: others have 9 too, but reached it later."),
    (pharaon.GameOver(("Ada",), 9, "none"), "Ada wins with 9."),
    (pharaon.CurseBlows("c3", (("c3",), ("c6",))), "The curse sweeps to the start card: 1 step."),
    (pharaon.CurseBlows("c3", (("c3",), ("c4", "d3"), ("c6",))), "The curse sweeps to the start card: 2 steps."),
    (pharaon.Fled("Ada", "porter", "c3"), "Ada: the porter flees from c3 to the start card."),
    (
        pharaon.Fled("Ada", "archaeologist", "c3", 3),
        "Ada: the archaeologist flees from c3 to the start card and leaves a treasure worth 3 behind.",
    ),
    (pharaon.Revealed("Ada", "c3", "NS", chamber=True), "Ada discovers a burial chamber at c3."),
    (pharaon.Revealed("Ada", "c3", "NS", chamber=False), "Ada reveals c3."),
    (momie.Escaped("Ada", 2, 0), "Ada escapes: no guardian."),
    (momie.Escaped("Ada", 2, 1), "Ada escapes: 2 amulets against 1 guardian."),
    (momie.Caught("Ada", "Bo", 0, 2, ("mummy",)), "Ada is caught: 2 guardians against no amulet."),
    (momie.WentHome("Ada", 0), "Ada goes home."),
    (momie.WentHome("Ada", 1), "Ada goes home: 1 card goes to the discards unseen."),
    (momie.WentHome("Ada", 2), "Ada goes home: 2 cards go to the discards unseen."),
    (momie.EndReached("Ada", 36, ()), "Ada reaches 36: the game ends."),
    (momie.EndReached("Ada", 36, ("Bo",)), "Ada reaches 36: the game ends. Now reveal: Bo."),
    (malediction.TurnBegins("Ada", "red", 4), "Ada (red pawn) to play."),
    (malediction.TurnBegins("Ada", "red", 5), "Ada (red pawn) to play. All five dice are locked."),
    (malediction.Rolled("Ada", "red", ("mummy", "?")), "Ada (red pawn) rolls: 1 mummy."),
    (malediction.Rolled("Ada", "red", ("?", "?")), "Ada (red pawn) rolls: 0 mummies."),
    (malediction.Rolled("Ada", "red", ("?", "2", "mummy")), "Ada (red pawn) rolls: ?, 2, mummy."),
    (malediction.Rolled("Ada", "red", ("mummy", "mummy")), "Ada (red pawn) rolls: mummy, mummy."),
    (malediction.FaceChosen("Ada", "red", "arrow"), "Ada (red pawn) announces: arrow."),
    (malediction.FaceChosen("Ada", "red", "3"), "Ada (red pawn) announces: 3."),
    (malediction.MissionPlayed("Ada", "red", "R1", "", 1, 5), "Ada (red pawn) plays mission R1: 1 of 5."),
    (malediction.MissionPlayed("Ada", "red", "R1", "harp", 1, 5), "Ada (red pawn) plays mission R1 (harp): 1 of 5."),
    (malediction.Caught("Ada", "red", 0, 3, 4), "Ada (red pawn) is caught. The mummy has 3 of 4 tokens."),
    (
        malediction.Caught("Ada", "red", 1, 3, 4),
        "Ada (red pawn) is caught and goes to the dungeon. The mummy has 3 of 4 tokens.",
    ),
    (malediction.WentHome("Mo", (), 4), "The mummy (Mo) goes home."),
    (
        malediction.WentHome("Ada", ("red",), 1),
        "Ada goes home: pawn and tokens leave the board, the cards are put aside unseen. The mummy needs 1 token.",
    ),
    (malediction.OnesLeftWin(("Ada",)), "The other side has gone home: Ada wins."),
    (malediction.OnesLeftWin(("Ada", "Bo")), "The other side has gone home: Ada and Bo share the victory."),
    (SeatTaken("Mo", None), "A person plays for Mo from now on."),
    (SeatTaken("Player 2", None, was="Box"), "Player 2 takes the seat of the box."),
    (SeatTaken("Mo", 2), "The box plays for Mo from now on, at level 2."),
    (SeatTaken("Ada", None, hunts=True), "The hunters play again."),
    (SeatTaken("Ada", 2, hunts=True), "The box plays the hunters from now on, at level 2."),
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
    assert SAY(MummyMoved("Mo", ("b1", "c1")).voice_words()) == "The mummy is on c1."
    assert SAY(MummyMoved("Mo", ()).voice_words()) == "The mummy stays where it is."


def test_a_revealed_passage_needs_no_name_and_a_chamber_does():
    """Who reveals a card looks at it; what a chamber asks for is said."""
    assert SAY(pharaon.Revealed("Ada", "c3", "NS", chamber=False).voice_words()) == "Entered."
    assert (
        SAY(pharaon.Revealed("Ada", "c3", "NS", chamber=True).voice_words()) == "Ada discovers a burial chamber at c3."
    )


def test_a_hunter_is_called_by_name_alone_unless_one_person_plays_two_pawns():
    """P45: only there the name does not say which pawn it is; nothing else in the sentence is shortened."""
    free = malediction.DiceReset("Ada", "red", "Mo", 2).words()
    assert SAY(by_name(free, game(hunters=3))) == "Ada resets the dice: the mummy (Mo) may move up to 2 cells first."
    assert SAY(by_name(free, game(alone=True))) == SAY(free)
    mission = malediction.MissionPlayed("Ada", "red", "R1", "harp", 1, 5).words()
    assert SAY(by_name(mission, game(hunters=3))) == "Ada plays mission R1 (harp): 1 of 5."


def test_what_is_worth_remembering_is_added_up_by_player():
    """The cells that a mummy ran, the missions of each hunter, each haul, and what came out of the pyramid."""

    def found(of, *events):
        return [*of.highlights([Step(None, None, events[:2]), Step(None, None, events[2:])])]

    assert found(
        malediction,
        MummyMoved("Mo", ("b1", "c1")),
        malediction.MissionPlayed("Ada", "red", "R1", "", 1, 5),
        malediction.MissionPlayed("Ada", "red", "B1", "", 2, 5),
        MummyMoved("Mo", ("b1",)),
    ) == [Highlight("missions", "Ada", 1), Highlight("missions", "Ada", 2), Highlight("chase", "Mo", 3)]
    assert found(momie, momie.Securing("Ada", 2), momie.Scored("Ada", 7, 9, ()), momie.Scored("Bo", 2, 2, ())) == [
        Highlight("haul", "Ada", 7),
        Highlight("haul", "Bo", 2),
    ]
    delivered = (pharaon.Delivered("Ada", 2), pharaon.Delivered("Bo", "bust"), pharaon.Delivered("Ada", 3))
    assert found(pharaon, *delivered, pharaon.TurnEnded("Bo")) == [
        Highlight("haul", "Ada", 5),
        Highlight("haul", "Bo", 5),
    ]


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


@pytest.mark.parametrize("kind", [pharaon.Moved, pharaon.Fled, pharaon.FigureLost])
def test_other_programs_find_a_figure_by_the_key_they_know(kind) -> None:
    """Whatever the product calls it: `replay --json` has always said "pawn"."""
    keys = {field.encode_name for field in msgspec.structs.fields(kind)}
    assert "pawn" in keys
    assert "figure" not in keys
