"""What the device tells of evenings, people and games agrees with what somebody else reckons from exported records."""

from __future__ import annotations

import io
import json
import random
from collections import deque
from collections.abc import Iterator
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from box_games import HEADERS, box_game
from msgspec.structs import replace
from random_play import SAMPLERS, RandomTable
from reckoned_statistics import (
    Reckoned,
    day,
    evenings,
    in_order,
    of_game,
    of_person,
    read_exported,
    tally,
)
from sampling import many

from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.evenings import statistics
from firmware_py.evenings.results import Moment
from firmware_py.games.records import read_action, read_header, write_line
from firmware_py.games.registry import BOXES, GAMES
from firmware_py.games.session import begin, checksums, play_on
from firmware_py.storage.changes import StoredGame
from firmware_py.storage.opening import open_journal

PEOPLE = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo", "Guy", "Zoë")
FRIDAY = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
UNSET = datetime(1970, 1, 1, tzinfo=UTC)
NOW = Moment(FRIDAY + timedelta(days=400), 0)
GAMES_OF_A_TABLE = many(10, whole=40)


def played_lines(game: str, chance: random.Random) -> list[str]:
    """The lines of a game that is played to its end, at random or by the box, by some of the people."""
    if chance.random() < 0.1:
        seed = chance.randrange(1_000_000)
        written = [HEADERS[game], *(action for _, action, _, _ in box_game(game, seed, level=1))]
    else:
        written = list(random_lines(game, chance))
    header = written[0]
    called = dict(zip(header.players, chance.sample(PEOPLE, len(header.players)), strict=True))
    return [json.dumps(with_people(json.loads(write_line(one)), called), ensure_ascii=False) for one in written]


def with_people(value: Any, called: dict[str, str]) -> Any:
    """A line of a record with other players."""
    match value:
        case dict():
            return {called.get(key, key): with_people(one, called) for key, one in value.items()}
        case list():
            return [with_people(one, called) for one in value]
        case str():
            return called.get(value, value)
    return value


def random_lines(game: str, chance: random.Random) -> Iterator[Any]:
    """Yield a header and the actions of a game in which some go home, and some seats are the box's."""
    header = SAMPLERS[game].header(chance)
    if game == "maudite_momie" and chance.random() < 0.3:
        ahead = {player: chance.choice((0, 5)) for player in header.players[: chance.randint(0, 2)]}
        rules = replace(header.rules, track=chance.choice((10, 20, 30, 35, 50)), head_start=ahead)
        header = replace(header, rules=rules)
    if chance.random() < 0.2:
        header = read_header(json.dumps({**json.loads(write_line(header)), "box": box_of(game, header)}).encode())
    yield header
    rules, table, goes_home = GAMES[game].rules, RandomTable(game, chance), chance.random() < 0.3
    state = rules.initial_state(header)
    while not rules.outcome(state):
        action = table.next_action(state)
        if goes_home and chance.random() < 0.02 and getattr(state, "phase", "") != "photo":
            action = GAMES[game].leave(chance.choice(state.present))
        state, _ = rules.apply(state, action)
        yield action


def box_of(game: str, header: Any) -> dict[str, Any]:
    """The seat of somebody, played by the box."""
    player = header.players[0]
    return {player: {"kind": "mummy" if game == "malediction" else "player", "level": 1, "version": 1}}


class Device:
    """The clocks of a device: it is switched off at times, and does not always know the date."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.now, self._uptime_ms, self._knows_date = FRIDAY, 5_000, True

    def pass_time(self, wait_ms: int) -> None:
        """Let time pass."""
        self.now += timedelta(milliseconds=wait_ms)
        self._uptime_ms += wait_ms

    def restart(self, *, knows_date: bool) -> None:
        """Switch it off and on again."""
        self._uptime_ms, self._knows_date = self._chance.randint(1_000, 60_000), knows_date

    def stamp(self) -> tuple[datetime, int]:
        """What an entry is stamped with."""
        uptime = timedelta(milliseconds=self._uptime_ms)
        return (self.now if self._knows_date else UNSET + uptime), self._uptime_ms

    def between_games(self) -> None:
        """Let some minutes or days pass, often about five hours; it may be switched off."""
        hours = self._chance.choice((0.1, 0.2, 4.999, 5, 5.001, 24, 50))
        self.pass_time(round(hours * 3_600_000) + self._chance.randint(-1, 1))
        if self._chance.random() < 0.3:
            self.restart(knows_date=self._chance.random() < 0.7)

    def play(self, lines: list[str]) -> StoredGame:
        """A game as it is stored after it was played on this device."""
        started, _ = self.stamp()
        stamps = []
        for _ in lines[1:]:
            self.pass_time(self._chance.choice((10, 3_000, 20_000, 600_000, 600_001)))
            if self._chance.random() < 0.005:
                self.restart(knows_date=self._chance.random() < 0.7)
            stamps.append(self.stamp())
        return stored(lines, started, stamps)


def stored(lines: list[str], started: datetime, stamps: list[tuple[datetime, int]]) -> StoredGame:
    """A game as the journal keeps it."""
    header = read_header(lines[0].encode())
    game = GAMES[header.game]
    session = play_on(begin(header), (read_action(line.encode(), game.action) for line in lines[1:]))
    ply, times, uptimes = session.ply, tuple(at for at, _ in stamps), tuple(uptime for _, uptime in stamps)
    colours = ("red", "blue", "yellow", "green", "purple", "white")[: len(header.players)]
    return StoredGame(
        *(0, lines[0], colours, tuple(lines[1:]), tuple(checksums(session)), times, ply),
        *(ply if session.is_over else None, not session.is_over, 0, None, started, times[-1]),
        uptimes_ms=uptimes,
    )


def some_games(chance: random.Random, count: int) -> Iterator[StoredGame]:
    """Yield games as they are stored: a few were put aside, and some come later, from a stick."""
    device, later = Device(chance), []
    for _ in range(count):
        lines = played_lines(chance.choice(sorted(BOXES)), chance)
        if chance.random() < 0.1:
            lines = lines[: max(2, len(lines) // 2)]
        game = device.play(lines)
        device.between_games()
        if chance.random() < 0.1:
            later.append(game)
        else:
            yield game
        if later and chance.random() < 0.2:
            yield later.pop()
    yield from later


def said(*words: str) -> str:
    """What a command prints."""
    with redirect_stdout(io.StringIO()) as printed:
        assert main(list(words)) == 0
    return printed.getvalue()


def reckon(folder: Path, numbers: list[int]) -> Iterator[Reckoned]:
    """Yield the games of a journal, from what the command line exports of them."""
    record = folder / "record.jsonl"
    for number in numbers:
        exported = said("export", "--data", str(folder), str(number), "--times")
        record.write_text("".join(line.split("\t", 2)[2] + "\n" for line in exported.splitlines()), "utf-8")
        if game := read_exported(number, exported, said("replay", "--json", str(record))):
            yield game


def reported(found: msgspec.Struct, reckoned: dict[str, Any]) -> dict[str, Any]:
    """An answer in the form in which it is reckoned."""
    answer = {key: getattr(found, key) for key in reckoned}
    answer["moments"] = {one.kind: (number, one.player, one.value) for number, one in answer["moments"]}
    if isinstance(found, statistics.GameStatistics):
        answer["roles"] = {role: (share.won, share.games) for role, share in found.roles.items()}
        first = found.first_player
        answer["first_player"] = (first.won, first.games) if first else None
    return answer


def differing(about: str, reported: dict[str, Any], reckoned: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield what two answers do not say alike."""
    yield from (
        (f"{about} {key}", reported.get(key), reckoned.get(key))
        for key in {**reported, **reckoned}
        if reported.get(key) != reckoned.get(key)
    )


def all_evenings(results: statistics.Results) -> Iterator[statistics.EveningGames]:
    """Yield the evenings of all answers, the latest first."""
    skip, has_more = 0, True
    while has_more:
        found = statistics.answer(statistics.AskEvenings(skip), results, NOW)
        assert isinstance(found, statistics.EveningsAnswer)
        yield from found.evenings
        skip, has_more = skip + len(found.evenings), found.has_more


def differences(results: statistics.Results, played: list[Reckoned]) -> Iterator[tuple[str, Any, Any]]:
    """Yield every difference between the answers of the device and the reckoning."""
    shown = [(one.day, [number for number, _ in one.games]) for one in all_evenings(results)]
    reckoned = [(day(evening), [game.number for game in evening]) for evening in reversed(evenings(played))]
    yield from differing("evening", dict(enumerate(shown)), dict(enumerate(reckoned)))
    tallies = [statistics.tally(result for _, result in one.games) for one in all_evenings(results)]
    expected = [tally(evening) for evening in reversed(evenings(played))]
    yield from differing("tally", dict(enumerate(tallies)), dict(enumerate(expected)))
    for name in PEOPLE:
        person = statistics.answer(statistics.AskPerson(name), results, NOW)
        assert isinstance(person, statistics.PersonAnswer)
        own = of_person(played, name)
        yield from differing(name, reported(person.statistics, own), own)
    for game in BOXES:
        table = statistics.answer(statistics.AskGame(game), results, NOW)
        assert isinstance(table, statistics.GameAnswer)
        all_of_it = of_game(played, game)
        yield from differing(game, reported(table.statistics, all_of_it), all_of_it)


@pytest.mark.parametrize("seed", range(many(1, whole=50)))
def test_statistics_agree_with_an_independent_reckoning(seed: int, tmp_path: Path) -> None:
    """Evenings, people and games are what follows from the exported records, reckoned a second time."""
    path = tmp_path / JOURNAL_NAME
    with open_journal(path, lambda: FRIDAY).journal as journal:
        numbers = [journal.add(game) for game in some_games(random.Random(seed), GAMES_OF_A_TABLE)]
        deque(journal.make_results(), maxlen=0)
    played = in_order(reckon(tmp_path, numbers))
    with open_journal(path, lambda: FRIDAY).journal as journal:
        assert not list(differences(journal, played))
