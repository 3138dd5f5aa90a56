"""A finished game becomes the facts that are remembered of it, from its steps and their times."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, random_game, whole_game

from display.view import COLOURS
from firmware_py.evenings.results import BOOT_MS, PAUSE_MS, GameResult, Moment, PlayerResult, result_of
from firmware_py.games.records import read_header
from firmware_py.games.registry import BOXES
from firmware_py.games.seats import VERSION, BoxSeat, kind_of
from firmware_py.games.session import Session, begin, play, without_last

START = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


def with_result(session: Session, times: tuple[datetime, list[datetime], list[int]]) -> GameResult | None:
    """The result of a game, everybody in a colour."""
    return result_of(session, COLOURS[: len(session.header.players)], *times)


def clocked(waits_ms: list[int]) -> tuple[datetime, list[datetime], list[int]]:
    """When a game began and its actions were entered, with these waits before each."""
    uptimes = list(accumulate(waits_ms))
    return START, [START + timedelta(milliseconds=uptime) for uptime in uptimes], uptimes


@pytest.mark.parametrize("game", BOXES)
@pytest.mark.parametrize("seed", range(4))
def test_a_result_agrees_with_the_end_of_its_game(game: str, seed: int) -> None:
    """Winners, points and seats are those of the rules; the waits of all players make up the length."""
    session = whole_game(game, seed)
    waits = [1000 * (number % 7) for number in range(session.ply)]
    result = with_result(session, clocked(waits))
    assert result is not None
    outcome = session.game.rules.outcome(session.state)
    assert outcome is not None
    assert tuple(player.name for player in result.players) == session.header.players
    assert set(outcome.winners) <= set(result.winners)
    scores = session.game.rules.record_state(session.state).get("scores", {})
    assert {player.name: player.score for player in result.players if player.score is not None} == scores
    assert result.played_ms == sum(waits[1:]) == sum(player.thought_ms for player in result.players)
    assert {one.player for one in result.highlights} <= set(session.header.players)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_a_game_stands_as_people_sit_and_nothing_is_no_moment(seed: int) -> None:
    """Of equal ones the page of a game names whoever sits first, and a mummy that never ran has no chase."""
    for game in BOXES:
        session = whole_game(game, seed)
        result = with_result(session, clocked([0] * session.ply))
        assert result
        seats = [session.header.players.index(one.player) for one in result.highlights]
        assert seats == sorted(seats)
        assert all(one.value > 0 for one in result.highlights)


@pytest.mark.parametrize("game", BOXES)
def test_a_game_that_goes_on_has_no_result(game: str) -> None:
    """Nothing of a game under way is found, and nothing of one whose end was undone."""
    session = without_last(whole_game(game, 1))
    assert with_result(session, clocked([0] * session.ply)) is None


def test_every_hunter_has_won_what_one_of_them_won() -> None:
    """Mummy and hunters never win together, and all hunters win or none."""
    seen = set()
    for seed in range(12):
        session = whole_game("malediction", seed)
        result = with_result(session, clocked([0] * session.ply))
        assert result is not None
        by_role = {(player.role, player.won) for player in result.players}
        assert by_role in ({("mummy", True), ("hunter", False)}, {("mummy", False), ("hunter", True)})
        seen.add(("mummy", True) in by_role)
    assert seen == {True, False}


def test_supper_and_a_night_without_power_are_no_thinking() -> None:
    """A wait of more than ten minutes does not count, nor one over which the device started counting again."""
    session = whole_game("maudite_momie", 3)
    waits = [0, 4000, PAUSE_MS + 1, *[0] * (session.ply - 3)]
    started_at, times, uptimes = clocked(waits)
    result = with_result(session, (started_at, times, uptimes))
    assert result is not None
    assert result.played_ms == 4000
    again = [*uptimes[:2], *(uptime - uptimes[2] for uptime in uptimes[2:])]
    restarted = with_result(session, (started_at, times, again))
    assert restarted is not None
    assert restarted.played_ms == 4000


def test_a_game_of_two_evenings_counts_in_the_one_in_which_it_ended() -> None:
    """Whether the date is known or not; a supper is no other evening, and after a start without a date nobody knows."""
    session = whole_game("maudite_momie", 3)
    waits = [0, 4000, 5 * 3_600_000, 4000, 5 * 3_600_000 - 1, *[0] * (session.ply - 5)]
    _, times, uptimes = clocked(waits)
    unset = [datetime(1970, 1, 1, tzinfo=UTC)] * session.ply
    for dates in (times, unset):
        result = with_result(session, (dates[0], dates, uptimes))
        assert result is not None
        assert result.sat_down == Moment(dates[2], uptimes[2])
    again = [*uptimes[:2], *(uptime + BOOT_MS for uptime in uptimes[2:])]
    restarted = with_result(session, (unset[0], unset, again))
    assert restarted is not None
    assert restarted.sat_down == restarted.began


def test_a_clock_that_is_set_during_a_game_tells_when_it_began() -> None:
    """The game began as long before its first dated entry as the device had been counting."""
    session = whole_game("maudite_momie", 0)
    started_at, times, uptimes = clocked([1000] * session.ply)
    undated = [datetime(1970, 1, 1, tzinfo=UTC)] * session.ply
    late = with_result(session, (undated[0], [*undated[:3], *times[3:]], uptimes))
    never = with_result(session, (undated[0], undated, uptimes))
    assert late is not None
    assert never is not None
    assert late.began == Moment(started_at + timedelta(seconds=1), uptimes[0])
    assert not never.began.is_dated


def test_who_is_ahead_of_nobody_has_no_narrow_victory() -> None:
    """Whoever went home with more points than the winner was not beaten by points."""
    began = Moment(START, 0)
    for others, margin in (((12, 5), 3), ((15, 5), 0), ((20, 5), None)):
        players = (
            PlayerResult("Ada", "red", won=True, score=15),
            *(PlayerResult("x", "blue", score=n) for n in others),
        )
        assert GameResult(game="or_du_pharaon", players=players, began=began, ended=began, played_ms=0).margin == margin


def test_a_shorter_track_and_a_head_start_make_no_records() -> None:
    """A game that was made easier says so; one as printed does not, though its record names the printed score."""
    eased_by = {'{"track": 20}': True, '{"head_start": {"Bo": 5}}': True}
    as_printed = {"{}": False, '{"track": 35}': False, '{"head_start": {"Bo": 0}}': False}
    for rules, eased in {**eased_by, **as_printed}.items():
        header = read_header(
            f'{{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"], "rules": {rules}}}'.encode()
        )
        assert begin(header).game.is_handicapped(header) is eased


def highlights(session: Session, kind: str) -> list[tuple[str, int]]:
    """All highlights of a kind."""
    return [(one.player, one.value) for one in session.game.highlights(session.steps) if one.kind == kind]


@pytest.mark.parametrize("seed", range(4))
def test_the_hauls_of_maudite_momie_make_up_the_points(seed: int) -> None:
    """Everybody's points were scored haul by haul."""
    session = whole_game("maudite_momie", seed)
    hauls = highlights(session, "haul")
    assert tuple(sum(points for by, points in hauls if by == name) for name in session.header.players) == (
        session.state.scores
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_haul_of_l_or_du_pharaon_is_what_came_out_of_the_pyramid(seed: int) -> None:
    """Two and three points a treasure, five for the bust."""
    session = whole_game("or_du_pharaon", seed)
    collected = session.game.rules.record_state(session.state)["collected"]
    worth = {2: 2, 3: 3, "bust": 5}
    treasures = {name: sum(worth[one] for one in found["treasures"]) for name, found in collected.items()}
    assert dict(highlights(session, "haul")) == {name: points for name, points in treasures.items() if points}


@pytest.mark.parametrize("seed", range(4))
def test_the_chase_of_the_malediction_is_as_long_as_the_mummys_way(seed: int) -> None:
    """Every cell of the mummy's way is counted, and every mission that a hunter played."""
    session = whole_game("malediction", seed)
    walked = sum(len(step.action.path) for step in session.steps if getattr(step.action, "path", None))
    mummy = session.header.setup.mummy
    assert highlights(session, "chase") == [(mummy, walked)]
    played = sum(map(len, session.state.missions))
    assert len(highlights(session, "missions")) == played


@pytest.mark.parametrize("game", BOXES)
def test_a_seat_of_the_box_is_marked(game: str) -> None:
    """With its level, and no other seat is."""
    header = SAMPLERS[game].header(random.Random(0))
    kind = kind_of(header.players[0], header.setup.mummy if game == "malediction" else None)
    session = begin(replace(header, box={header.players[0]: BoxSeat(kind, 2, VERSION)}))
    for _, action, _ in random_game(game, 0):
        session = play(session, action)
    result = with_result(session, clocked([1000] * session.ply))
    assert result is not None
    assert [player.level for player in result.players] == [2, *[0] * (len(result.players) - 1)]
    assert header.players[0] not in [player.name for player in result.people]
