"""L'or du pharaon: why a card is no target, on pyramids at random, and what keeps a game from ending."""

import pytest
from drawn_pyramid import Pyramid, drawn_pyramid
from msgspec.structs import replace
from pharaon_table import AT_C6, announced, table

from firmware_py.games.or_du_pharaon.events import LanternTaken
from firmware_py.games.or_du_pharaon.legality import broken_rule, discs_left, is_bust_hidden, photos_left, why_no_end
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    LOST,
    START,
    Collapse,
    HouseRules,
    Move,
    Photo,
    Reveal,
    Rotate,
    TakeLantern,
    where_words,
)
from firmware_py.words import speak

SAY = speak("en")
ACTIONS = {
    "archaeologist": lambda cell: Move("Ada", "archaeologist", cell),
    "porter": lambda cell: Move("Ada", "porter", cell),
    "reveal": lambda cell: Reveal("Ada", cell, "NESW"),
    "rotate": lambda cell: Rotate("Ada", cell, 1),
}
"""What an action of each purpose is that takes place on a card."""


def is_allowed(drawn, cell):
    """Whether the figure can do it, by the graphs of the drawn pyramid."""
    state, left = drawn.state, drawn.state.actions_left
    if drawn.here == LOST or not left:
        return False
    if drawn.purpose == "rotate":
        return cell != START and (cell == drawn.here or cell in drawn.graph[drawn.here])
    if drawn.purpose == "reveal":
        card = state.card(cell)
        return card is not None and not card.open and drawn.is_open_to(cell)
    costs = drawn.delivering if drawn.carries else drawn.gliding
    return 0 < costs.get(cell, 0) <= left


def sentence_of(drawn, cell, clause, said):
    """What is said where a number or a name is in it; else what was said."""
    state, left, place = drawn.state, drawn.state.actions_left, "the start card" if cell == START else cell
    is_or_are = "is" if left == 1 else "are"
    if "takes" in said:
        cost = (drawn.delivering if drawn.carries else drawn.gliding)[cell]
        if clause == "G18":
            return f"With a treasure every step costs an action: {place} takes {cost}, and {left} {is_or_are} left."
        return f"The path to {place} takes {cost} actions, and {left} {is_or_are} left."
    if "has fallen" in said:
        assert state.card(cell) is None
        return f"{cell} has fallen."
    if clause == "G48":
        other = "porter" if drawn.purpose in ("archaeologist", "reveal") else "archaeologist"
        lost = "archaeologist" if other == "porter" else "porter"
        return f"The {lost} fell with a card; only the {other} can still act."
    if "goes" in said or "next to" in said:
        assert cell != drawn.here
    if "is there already" in said:
        assert cell == drawn.here
    if "wall between" in said and drawn.purpose in ("archaeologist", "porter"):
        here = "the start card" if drawn.here == START else drawn.here
        return f"There is a wall between {here} and {place}; both touching edges must be open."
    return said


@pytest.mark.parametrize("purpose", ACTIONS)
def test_a_card_is_refused_exactly_where_the_graphs_forbid_it_and_the_reason_is_true(purpose):
    """G01 to G24, G48: whatever lies there, with a treasure, along lanterns, with no action left, and a lost figure."""
    clauses = set()
    for seed in range(14):
        state = drawn_pyramid(seed)
        drawn = Pyramid(state, purpose)
        for cell in (*GRID, START):
            refusal = broken_rule(state, ACTIONS[purpose](cell))
            assert (refusal is None) == is_allowed(drawn, cell), (seed, cell, refusal)
            if refusal is None:
                continue
            said = SAY(refusal.why)
            clauses.add(refusal.clause)
            if cell == state.setup.start.at:
                assert (refusal.clause, said) in {
                    ("G11", f"The start card lies on {cell}; call it by its own name."),
                    ("G01", "No actions left: only free acts, or the end of the turn."),
                    ("G48", sentence_of(drawn, cell, "G48", "")),
                }
                continue
            assert drawn.is_true(refusal.clause, cell), (seed, cell, drawn.here, refusal)
            assert said == sentence_of(drawn, cell, refusal.clause, said)
    assert len(clauses) >= 5


def test_g18_lanterns_would_help_whoever_carries_nothing():
    """G01, G18, G24: of a path too long it is told whether the treasure makes it so, or the start card on the way."""
    row = dict.fromkeys(("c5", "c4", "c3", "c2", "c1"), "NS") | {"b6": "NE", "d6": "NW", "d5": "S"}

    def why(to, **team):
        state = table(row, teams={"Ada": team}, actions_left=1)
        refusal = broken_rule(state, Move("Ada", "archaeologist", to))
        return refusal.clause, SAY(refusal.why)

    lit = ("c4", "c3")
    carried = {"archaeologist": "c5", "carrying": 2}
    assert why("c2", lanterns=lit, **carried)[0] == "G18"
    assert why("c2", lanterns=(), **carried) == ("G01", "The path to c2 takes 3 actions, and 1 is left.")
    assert why("c2", lanterns=lit[1:], **carried)[0] == "G01"
    assert why("d6", lanterns=(), **carried)[0] == "G24"
    assert why("c2", archaeologist="c5", lanterns=()) == ("G01", "The path to c2 takes 3 actions, and 1 is left.")


@pytest.mark.parametrize(
    ("left", "clause", "why"),
    [
        (1, "G01", "The path to d6 takes 4 actions, and 1 is left."),
        (2, "G24", "With a treasure the path ends on the start card, where it is delivered."),
        (3, "G24", "With a treasure the path ends on the start card, where it is delivered."),
    ],
)
def test_g24_a_shorter_way_through_the_start_card_is_none_with_a_treasure(left, clause, why):
    """It is named where it would suffice; where it would not either, the way is simply too long."""
    ring = {"b6": "NE", "b5": "SE", "c5": "WE", "d5": "WS", "d6": "NW"}
    state = table(ring, teams={"Ada": {"archaeologist": "b6", "carrying": 3}}, actions_left=left)
    refusal = broken_rule(state, Move("Ada", "archaeologist", "d6"))
    assert (refusal.clause, SAY(refusal.why)) == (clause, why)


@pytest.mark.parametrize("purpose", ACTIONS)
def test_g48_a_fallen_figure_does_nothing_and_is_named(purpose):
    """Only the other one can still act."""
    lost, other = ("archaeologist", "porter") if purpose in ("archaeologist", "reveal") else ("porter", "archaeologist")
    state = table({"c5": "NESW"}, teams={"Ada": {lost: LOST}})
    refusal = broken_rule(state, ACTIONS[purpose]("c5"))
    assert (refusal.clause, SAY(refusal.why)) == (
        "G48",
        f"The {lost} fell with a card; only the {other} can still act.",
    )
    whole = table({"c5": "NESW"}, teams={"Ada": {other: LOST}})
    refusal = broken_rule(whole, ACTIONS[purpose]("b5"))
    assert refusal is None or refusal.clause != "G48"


# --- what keeps a game from ending ------------------------------------------------------------------------------------


def wrong_entry(**changes):
    """The clause and the sentence of a wrong entry; None if there is none."""
    refusal = why_no_end(table(**changes))
    return refusal and (refusal.clause, SAY(refusal.why))


def test_g31_with_the_last_photo_the_bust_must_have_been_found():
    """And all treasures before it: how many are missing is told."""
    drawn = {"teams": {"Ada": {"photos": 3}, "Bo": {"photos": 2}}, "setup": {"treasures": 4}}
    assert wrong_entry(found=4, **drawn) == ("G31", "The last photo: the bust is missing.")
    assert wrong_entry(found=3, **drawn) == (
        "G31",
        "The last photo: 1 treasure and the bust are missing. Was it on an earlier photo?",
    )
    assert wrong_entry(found=2, **drawn) == (
        "G31",
        "The last photo: 2 treasures and the bust are missing. Were some on an earlier photo?",
    )
    one_left = {**drawn, "teams": {"Ada": {"photos": 2}, "Bo": {"photos": 2}}}
    assert wrong_entry(found=2, **one_left) is None
    for status in ("countdown", "falling", "done"):
        assert wrong_entry(found=4, collapse=Collapse(status, 0, 1, "c5"), **drawn) is None
    state = table(found=3, **drawn)
    assert (discs_left(state), photos_left(state), is_bust_hidden(state)) == (1, 0, True)
    assert not is_bust_hidden(replace(state, collapse=Collapse("countdown", 0, 1, "c5")))


def test_g29_so_many_cards_are_face_down_as_chambers_are_still_to_be_found():
    """The chamber whose photo is drawn now counts as found; one too many was entered as a passage."""
    faces = {cell: "NESW" for cell in GRID if cell not in ("a1", "b1")}
    assert wrong_entry(openings=faces, setup={"photos": 2}) is None
    assert wrong_entry(openings=faces, setup={"photos": 3}) == (
        "G29",
        "Too few cards are face down: 1 burial chamber was entered as a passage.",
    )
    assert wrong_entry(openings=faces, setup={"photos": 4}) == (
        "G29",
        "Too few cards are face down: 2 burial chambers were entered as passages.",
    )
    drawing = {"openings": faces, "phase": "photo", "photographed": "c5"}
    assert wrong_entry(setup={"photos": 3}, **drawing) is None
    assert wrong_entry(setup={"photos": 4}, **drawing) == (
        "G29",
        "Too few cards are face down: 1 burial chamber was entered as a passage.",
    )


def test_g55_whoever_is_walled_in_learns_it_in_a_turn():
    """And not before the photo of a chamber just revealed, which may still change everything."""
    walled = {"openings": {"b6": "NW", "d6": "NS", "c5": "NE"}}
    assert wrong_entry(**walled)[0] == "G55"
    assert wrong_entry(phase="photo", photographed="c5", **walled) is None
    assert wrong_entry(openings={"c5": "NS"}) is None


@pytest.mark.parametrize(
    ("found", "treasures", "clause", "why"),
    [
        (3, (2, 2), "G31", "Only 1 treasure besides the bust is still to be found."),
        (2, (2, 2, 2), "G31", "Only 2 treasures besides the bust are still to be found."),
        (3, ("bust",), "G31", "The bust comes last: 1 other treasure is still to be found."),
        (1, (2, "bust"), "G31", "The bust comes last: 2 other treasures are still to be found."),
        (4, ("bust", "bust"), "G31", "There is only one bust."),
        (3, (3, "bust"), None, None),
        (3, (3,), None, None),
    ],
)
def test_g31_a_photo_shows_no_more_than_there_is(found, treasures, clause, why):
    """The bust is one, and comes when all others have been found."""
    state = table({"c5": "NESW"}, chambers=("c5",), found=found, setup={"treasures": 4})
    refusal = broken_rule(replace(state, phase="photo", photographed="c5"), Photo("Ada", treasures))
    assert (refusal and refusal.clause, refusal and SAY(refusal.why)) == (clause, why)


def test_a_lantern_on_the_start_card_is_called_so():
    """G22: the start card has a name of its own, wherever it lies."""
    assert SAY(where_words(START)) == "on the start card"
    assert SAY(where_words("c5")) == "on c5"
    state = table(start=AT_C6, teams={"Ada": {"lanterns": (START,), "supply": 4}}, house=HouseRules())
    assert announced(state, TakeLantern("Ada"))[0] == LanternTaken("Ada", START)
