"""Evenings, people and games follow from results alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from firmware_py.evenings.results import GameResult, Moment, PlayerResult, Span, in_order
from firmware_py.evenings.statistics import (
    Evening,
    Share,
    evenings,
    game_statistics,
    people_of,
    person_statistics,
    tally,
)
from firmware_py.games.registry import Highlight
from firmware_py.storage.changes import Clocks

FRIDAY = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
HOUR_MS = 3_600_000

UNSET = datetime(1970, 1, 1, tzinfo=UTC)


def moment(hours: float, since_power_on: float | None = None, *, known: bool = True) -> Moment:
    """A moment some hours after Friday evening; a device without a clock says 1970."""
    start = FRIDAY if known else datetime(1970, 1, 1, tzinfo=UTC)
    uptime = hours if since_power_on is None else since_power_on
    return Moment(start + timedelta(hours=hours), round(HOUR_MS * uptime))


def span(number: int, began: Moment, ended: Moment) -> tuple[int, Span]:
    """A numbered game as evenings see it."""
    return number, Span(began=began, ended=ended)


def momie(scores: dict[str, int], *, won: str, haul: tuple[str, int] = ("Ada", 5), eased: bool = False) -> GameResult:
    """A game with points."""
    players = tuple(PlayerResult(name, "red", won=name in won.split(), score=score) for name, score in scores.items())
    return GameResult(
        game="maudite_momie",
        players=players,
        began=moment(0),
        ended=moment(1),
        played_ms=HOUR_MS,
        highlights=(Highlight("haul", *haul),),
        has_house_rules=eased,
    )


def hunt(mummy: str, hunters: str, *, mummy_won: bool) -> GameResult:
    """A game with sides."""
    players = (
        PlayerResult(mummy, "white", won=mummy_won, role="mummy"),
        *(PlayerResult(name, "red", won=not mummy_won, role="hunter") for name in hunters.split()),
    )
    return GameResult(game="malediction", players=players, began=moment(0), ended=moment(0.5), played_ms=HOUR_MS // 2)


def test_games_less_than_five_hours_apart_are_one_evening() -> None:
    """The gap counts from the end of one game to the beginning of the next."""
    close = [span(1, moment(0), moment(2)), span(2, moment(6.9), moment(7)), span(3, moment(12), moment(13))]
    assert evenings(close) == [Evening((1, 2), FRIDAY.date()), Evening((3,), FRIDAY.date() + timedelta(days=1))]


def test_without_a_clock_the_time_since_power_on_tells_evenings_apart() -> None:
    """A device that starts counting again was switched off: that is another evening."""
    lost = [
        span(1, moment(0, 0.1, known=False), moment(0, 1, known=False)),
        span(2, moment(0, 2, known=False), moment(0, 3, known=False)),
        span(3, moment(0, 9, known=False), moment(0, 10, known=False)),
        span(4, moment(0, 0.1, known=False), moment(0, 1, known=False)),
    ]
    assert evenings(lost) == [Evening((1, 2), None), Evening((3,), None), Evening((4,), None)]


def test_two_evenings_without_a_clock_are_not_one_because_they_began_alike_after_switching_on() -> None:
    """Each power-on counts from another year on, so nobody takes one for the other."""
    once, again = Clocks(lambda: UNSET, lambda: 60.0, "a", 3), Clocks(lambda: UNSET, lambda: 120.0, "b", 4)
    before, after = (Moment(stamp.at, stamp.uptime_ms) for stamp in (once.stamp(), again.stamp()))
    same = Moment(UNSET, before.uptime_ms + 1000)
    assert evenings([span(1, before, before), span(2, same, same)]) == [Evening((1, 2), None)]
    assert evenings([span(1, before, before), span(2, after, after)]) == [Evening((1,), None), Evening((2,), None)]


def test_games_that_were_played_by_turns_are_one_evening() -> None:
    """A long game in which others were played does not split the evening, nor does its late end begin another."""
    long = [span(1, moment(0), moment(9)), span(2, moment(0.5), moment(1)), span(3, moment(13), moment(14))]
    assert evenings(long) == [Evening((1, 2, 3), FRIDAY.date())]
    by_turns = [span(1, moment(0), moment(2)), span(2, moment(0.5), moment(1)), span(3, moment(6.5), moment(8))]
    assert evenings(by_turns) == [Evening((1, 2, 3), FRIDAY.date())]


def test_a_game_brought_from_another_device_comes_to_the_evening_of_its_date() -> None:
    """The journal's order is that of arriving, the evenings' order that of playing."""
    assert in_order([(1, moment(48)), (2, moment(0)), (3, moment(50))]) == [2, 1, 3]


def test_a_game_without_a_date_stays_behind_the_one_before_it() -> None:
    """The journal's order is all that is known of it."""
    assert in_order([(1, moment(48)), (2, moment(0, known=False)), (3, moment(0)), (4, moment(1))]) == [3, 4, 1, 2]


def test_a_tally_counts_the_victories_of_everybody_who_played() -> None:
    """A victory that is shared counts for each; who won nothing stands there too."""
    results = [
        momie({"Ada": 35, "Bo": 20, "Cy": 1}, won="Ada"),
        momie({"Ada": 36, "Bo": 36, "Cy": 2}, won="Ada Bo"),
        hunt("Bo", "Ada Cy", mummy_won=True),
    ]
    assert list(tally(results).items()) == [("Ada", 2), ("Bo", 2), ("Cy", 0)]


def test_a_person_is_told_games_victories_streaks_and_scores() -> None:
    """The longest streak may be over; a best score is none of a game that was made easier."""
    results = list(
        enumerate(
            (
                momie({"Ada": 35, "Bo": 20}, won="Ada"),
                momie({"Ada": 36, "Bo": 35}, won="Ada"),
                momie({"Ada": 10, "Bo": 35}, won="Bo"),
                momie({"Ada": 99, "Bo": 35}, won="Ada", eased=True),
            ),
            start=1,
        )
    )
    found = person_statistics(results, "Ada")
    assert (found.games, found.won, found.longest_streak, found.streak) == (4, 3, 2, 1)
    assert found.best_scores == {"maudite_momie": 36}
    assert found.narrowest == (2, 1)
    assert found.against == {"Bo": (3, 1)}


def test_a_person_is_told_what_they_did_as_mummy_and_as_hunter() -> None:
    """Hunters win together, and beat only the mummy."""
    results = [
        (1, hunt("Ada", "Bo Cy", mummy_won=True)),
        (2, hunt("Bo", "Ada Cy", mummy_won=False)),
        (3, hunt("Bo", "Ada Cy", mummy_won=True)),
    ]
    found = person_statistics(results, "Ada")
    assert found.by_role == {"hunter": (2, 1), "mummy": (1, 1)}
    assert found.against == {"Bo": (2, 1), "Cy": (1, 0)}


def test_somebody_who_never_played_has_nothing() -> None:
    """No game, no streak, no moment."""
    found = person_statistics([(1, momie({"Ada": 35, "Bo": 20}, won="Ada"))], "Zoé")
    assert (found.games, found.won, found.by_game, found.moments, found.narrowest) == (0, 0, {}, (), None)


def test_the_nicest_moment_of_a_person_is_their_own() -> None:
    """Of equal moments the first one counts."""
    results = [
        (1, momie({"Ada": 35, "Bo": 20}, won="Ada", haul=("Ada", 7))),
        (2, momie({"Ada": 35, "Bo": 20}, won="Ada", haul=("Ada", 7))),
        (3, momie({"Ada": 35, "Bo": 20}, won="Ada", haul=("Bo", 12))),
    ]
    assert person_statistics(results, "Ada").moments == ((1, Highlight("haul", "Ada", 7)),)
    assert game_statistics(results, "maudite_momie").moments == ((3, Highlight("haul", "Bo", 12)),)


def test_a_game_that_was_made_easier_makes_no_record() -> None:
    """Neither its hauls nor its narrow victories count, for a person or for the game."""
    results = [
        (1, momie({"Ada": 35, "Bo": 20}, won="Ada", haul=("Ada", 7))),
        (2, momie({"Ada": 35, "Bo": 34}, won="Ada", haul=("Ada", 30), eased=True)),
    ]
    found = person_statistics(results, "Ada")
    assert (found.moments, found.narrowest) == (((1, Highlight("haul", "Ada", 7)),), (1, 15))
    assert game_statistics(results, "maudite_momie").moments == found.moments


def test_a_game_is_told_its_records_and_how_long_it_takes() -> None:
    """Other games do not count, nor does a record of points that was made easier."""
    results = [
        (1, momie({"Ada": 35, "Bo": 20}, won="Ada")),
        (2, hunt("Bo", "Ada Cy", mummy_won=True)),
        (3, momie({"Ada": 30, "Bo": 41}, won="Bo")),
        (4, momie({"Ada": 90, "Bo": 41}, won="Ada", eased=True)),
    ]
    found = game_statistics(results, "maudite_momie")
    assert (found.games, found.average_ms, found.best_score) == (3, HOUR_MS, (41, "Bo", 3))
    assert found.roles == {}
    hunts = game_statistics(results, "malediction")
    assert (hunts.games, hunts.average_ms, hunts.first_player) == (1, HOUR_MS // 2, None)
    assert hunts.roles["mummy"] == Share(1, 1, 0.5)


def test_the_first_player_is_compared_with_chance() -> None:
    """Two of three victories at a table of two, one at a table of four: chance would give 1/2 and 1/4."""
    results = [(1, momie({"Ada": 35, "Bo": 20}, won="Ada")), (2, momie(dict.fromkeys("ABCD", 1), won="B"))]
    found = game_statistics(results, "maudite_momie").first_player
    assert found is not None
    assert (found.won, found.games, found.fair) == (1, 2, pytest.approx(0.375))


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (9, 10, 0.5958, 0.9821), (50, 100, 0.4038, 0.5962)],
)
def test_an_advantage_comes_with_wilsons_interval(won: int, games: int, low: float, high: float) -> None:
    """The bounds are those that tables of the interval print for 95 %."""
    assert Share(won, games, 0.5).interval == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_few_games_are_never_sure_of_an_advantage() -> None:
    """Four victories of four are luck, forty of forty are not."""
    assert not Share(4, 4, 0.5).is_sure
    assert Share(40, 40, 0.5).is_sure
    assert not Share(22, 40, 0.5).is_sure


def test_people_are_listed_by_how_much_they_have_played() -> None:
    """Everybody who finished a game is there."""
    assert people_of([hunt("Cy", "Ada", mummy_won=True), momie({"Ada": 1, "Bo": 2}, won="Bo")]) == {
        "Ada": (2, "red"),
        "Cy": (1, "white"),
        "Bo": (1, "red"),
    }


def with_box(result: GameResult, name: str) -> GameResult:
    """A game in which the box played in the seat of this name."""
    players = (replace(player, level=3 if player.name == name else 0) for player in result.players)
    return replace(result, players=tuple(players))


def test_the_box_is_nobody() -> None:
    """It has no page, no record and no share in who begins; whoever plays against it has played."""
    games = [
        (1, momie({"Ada": 20, "Bo": 18}, won="Ada")),
        (2, momie({"Ada": 21, "Box": 36}, won="Box", haul=("Box", 9))),
    ]
    games[1] = 2, with_box(games[1][1], "Box")
    results = [result for _, result in games]
    assert list(people_of(results)) == ["Ada", "Bo"]
    assert person_statistics(games, "Box").games == 0
    ada = person_statistics(games, "Ada")
    assert (ada.games, ada.won, ada.against[""]) == (2, 1, (0, 1))
    of_game = game_statistics(games, "maudite_momie")
    assert of_game.games == 2
    assert of_game.best_score == (21, "Ada", 2)
    assert [one.player for _, one in of_game.moments] == ["Ada"]
    assert of_game.first_player is not None
    assert of_game.first_player.games == 1
    assert tally(results) == {"Ada": 1, "": 1, "Bo": 0}


def test_a_record_has_beaten_something() -> None:
    """The first game sets none, an equal one neither; whoever is better then has one."""
    first, equal, better = (
        momie({"Ada": 20, "Bo": score}, won="Ada", haul=("Bo", haul)) for score, haul in ((9, 5), (8, 5), (24, 7))
    )
    for games, expected in (([first], set()), ([first, equal], set()), ([first, equal, better], {"score", "haul"})):
        numbered = list(enumerate(games, 1))
        assert game_statistics(numbered, "maudite_momie").records == expected
    numbered = list(enumerate((first, equal, better), 1))
    assert person_statistics(numbered, "Bo").records == {"maudite_momie", "haul"}
    assert person_statistics(numbered, "Ada").records == set()
