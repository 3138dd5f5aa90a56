"""Totals, the ledger and the ranking of L'or du pharaon (G51, G52, T14)."""

import pytest
from msgspec.structs import replace
from pharaon_table import ALL_OPEN, BELOW_C6, play, shown, table

from firmware_py.games.or_du_pharaon.cells import GRID
from firmware_py.games.or_du_pharaon.effects import ranking, reached_at, total
from firmware_py.games.or_du_pharaon.rules import outcome
from firmware_py.games.or_du_pharaon.state import Collapse, EndTurn, Entry, Move, Photo, Reveal, Team

NO_PORTER = {"porter": "lost"}


def ended(*entries, **teams):
    """A finished game with these belongings and this ledger of (moment, seat, total)."""
    return table(
        {},
        players=tuple(teams),
        fallen=GRID,
        teams=teams,
        ledger=tuple(Entry(*entry) for entry in entries),
        collapse=Collapse("done"),
        phase="over",
        actions_left=0,
    )


def ties(state):
    return [(rank.place, rank.player, rank.total, rank.tie) for rank in ranking(state)]


@pytest.mark.parametrize(
    ("team", "points"),
    [
        (Team(5), 0),
        (Team(5, photos=2), 2),
        (Team(5, treasures=(2, 3, "bust")), 10),
        (Team(5, archaeologist="lost", photos=1), -1),
        (Team(5, porter="lost"), -1),
        (Team(5, archaeologist="lost", porter="lost", treasures=(3,)), 0),
        (Team(5, archaeologist="c3", carrying="bust"), 0),
    ],
)
def test_g51_photos_and_delivered_treasures_count_and_lost_pawns_cost(team, points):
    """G51: photo 1, treasure as printed, bust 5, archaeologist -2, porter -1; what is carried counts nothing."""
    assert total(team) == points


def test_g51_what_lies_loose_counts_nothing():
    """G51: only the collection counts."""
    assert shown(table(ALL_OPEN, loose={"c5": (2, 3, "bust")}))["scores"] == {"Ada": 0, "Bo": 0}


def test_t14_who_reached_the_total_first_wins_and_regaining_counts_again():
    """T14: P1 had 7, lost a porter (6), photo (7) at 9; P2 has 7 since 8; both lack a pawn: P2 wins."""
    state = ended(
        (3, 0, 7),
        (5, 1, 6),
        (6, 0, 6),
        (8, 1, 7),
        (9, 0, 7),
        Ada={"photos": 3, "treasures": (2, 3), **NO_PORTER},
        Bo={"photos": 3, "treasures": (2, 3), **NO_PORTER},
    )
    assert shown(state)["scores"] == {"Ada": 7, "Bo": 7}
    assert shown(state)["winners"] == ["Bo"]
    assert ties(state) == [(1, "Bo", 7, "first"), (2, "Ada", 7, "first")]


def test_g52_first_who_still_has_both_pawns():
    """G52: having reached the total earlier does not help against both pawns."""
    state = ended((1, 0, 3), (2, 1, 2), Ada={"photos": 3, **NO_PORTER}, Bo={"photos": 2}, Cy={"archaeologist": "lost"})
    assert shown(state)["winners"] == ["Bo"]
    assert ties(state) == [(1, "Bo", 2, "figures"), (2, "Ada", 2, "figures"), (3, "Cy", -2, "none")]
    assert "lost a figure" in outcome(state).reason.message


def test_g52_both_pawns_count_only_if_somebody_has_both():
    """G52: one lost pawn or two is the same; then the moment decides."""
    state = ended(
        (1, 0, 1),
        (2, 1, 1),
        Ada={"photos": 2, **NO_PORTER},
        Bo={"photos": 4, "archaeologist": "lost", "porter": "lost"},
    )
    assert shown(state)["winners"] == ["Ada"]
    assert ties(state)[0][3] == "first"


def test_g52_a_total_that_never_changed_was_reached_at_the_start():
    """G52: 0 from the start beats 0 regained."""
    state = ended((1, 0, -1), (2, 0, 0), Ada={"photos": 1, **NO_PORTER}, Bo={**NO_PORTER, "photos": 1}, Cy={})
    assert reached_at(state, 2) == 0
    state = replace(state, teams=(*state.teams[:2], replace(state.teams[2], porter="lost", photos=1)))
    assert shown(state)["winners"] == ["Bo", "Cy"]


def test_g52_one_fall_changes_all_at_once_and_a_full_tie_is_shared():
    """G52: both lose a porter in the same wave."""
    state = table(
        {"a2": "N", "b1": "N"},
        fallen=("a1",),
        teams={"Ada": {"porter": "a2"}, "Bo": {"porter": "b1"}},
        collapse=Collapse("falling", 0, None, "a1", front=("a1",)),
    )
    state = play(state, EndTurn("Ada"))
    assert [(entry.seat, entry.total) for entry in state.ledger] == [(0, -1), (1, -1)]
    assert len({entry.moment for entry in state.ledger}) == 1
    while state.phase != "over":
        state = play(state, EndTurn(state.active))
    assert shown(state)["winners"] == ["Ada", "Bo"]
    assert ties(state) == [(1, "Ada", -1, "shared"), (1, "Bo", -1, "shared")]


def test_g52_each_photo_and_each_delivery_is_a_moment_of_its_own():
    """G52: the ledger grows with every change, in the order in which they happened."""
    state = table({"c5": "NESW"}, teams={"Ada": {"archaeologist": "c5", "carrying": 2}})
    state = play(state, Reveal("Ada", "b5", "E", chamber=True), Photo("Ada", ()), Move("Ada", "archaeologist", "start"))
    assert state.ledger == (Entry(1, 0, 1), Entry(2, 0, 3))
    state = play(state, EndTurn("Ada"), Move("Bo", "archaeologist", "c5"), Reveal("Bo", "d5", "W", chamber=True))
    state = play(state, Photo("Bo", (2,)))
    assert state.ledger[-1] == Entry(3, 1, 1)


def test_the_ranking_says_for_each_player_what_decided_the_tie():
    """G52: four players with the same total: both pawns first, then the moment, then nothing."""
    state = ended(
        (1, 2, 1),
        (2, 0, 1),
        (3, 1, 1),
        (3, 3, 1),
        Ada={"photos": 1},
        Bo={"photos": 2, **NO_PORTER},
        Cy={"photos": 1},
        Dee={"photos": 2, **NO_PORTER},
    )
    assert ties(state) == [
        (1, "Cy", 1, "first"),
        (2, "Ada", 1, "first"),
        (3, "Bo", 1, "shared"),
        (3, "Dee", 1, "shared"),
    ]
    assert all(rank.why.message for rank in ranking(state))
    assert shown(state)["winners"] == ["Cy"]


def test_a_clear_victory_needs_no_tie_break():
    """The reason names the winner and the total."""
    state = ended((1, 1, 3), Ada={}, Bo={"treasures": (3,)})
    assert ties(state) == [(1, "Bo", 3, "none"), (2, "Ada", 0, "none")]
    assert dict(outcome(state).reason.values) == {"player": "Bo", "total": 3}


def test_nobody_has_won_while_the_game_goes_on():
    """There is no outcome before the last card fell."""
    assert outcome(table(start=BELOW_C6)) is None
