"""Copy and move house: everything goes to another device, is merged there, and nothing is taken by half."""

from __future__ import annotations

import json
import random
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from box_games import HEADERS
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from sampling import many
from stick_slot import Slot, add_secret_game, home, shown
from touched_lines import choose

from firmware_py.cli.main import main
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.evenings.results import NAMES, read_names, write_names
from firmware_py.games.records import write_line
from firmware_py.games.seats import VERSION, BoxSeat, Seat
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.settings_menu import known_house_rules
from firmware_py.sensing import BoardProfile, write_profile
from firmware_py.storage.changes import Begin, Choose, Discard, Draft, Move, Resume, StoredGame, is_kept_back
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import open_journal
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.storage.rows import digest
from firmware_py.transfers.games import FORGOTTEN, forget, is_forgotten
from firmware_py.transfers.moving import MAPS_WAITING, copy_everything, finish_moving, take_everything
from firmware_py.transfers.stick import Stick
from firmware_py.words import speak

FRIDAY = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
SEATS = tuple(f"Player {number}" for number in range(1, 13))
BOARD = write_profile(BoardProfile("pico-1", 2, 2, True, True, (0.5, 0.25, 0.0, 1.0)))


class Home:
    """A device with a journal and maps, and a clock that can be set."""

    def __init__(self, folder: Path, now: datetime = FRIDAY) -> None:
        self.folder = folder
        self.now = now
        self.journal = open_journal(folder / JOURNAL_NAME, lambda: self.now).journal

    @property
    def maps(self) -> Path:
        return self.folder / "boards"

    def copy(self, stick: Path, *, with_secrets: bool = True) -> str:
        """Copy everything, and return what is said in the end."""
        stick.mkdir(exist_ok=True)
        maps, to = read_maps(self.maps), Stick(stick, "stick")
        return done(copy_everything(self.journal, maps, to, known_house_rules(), with_secrets=with_secrets))

    def take(self, stick: Path) -> str:
        """Take everything, and return what is said in the end."""
        sticks = (Stick(stick, "stick"),)
        return done(take_everything(self.journal, self.maps, sticks, known_house_rules(), SEATS))

    def games(self) -> dict[str, StoredGame]:
        """Every game by its own id, without what is this device's."""
        stored = (self.journal.load(game.id) for game in self.journal.games())
        return {game.uid: replace(game, id=0, opened=0) for game in stored}

    def everything(self) -> tuple[Any, ...]:
        """All that is stored."""
        assert list(self.journal.examine()) is not None
        return self.games(), self.journal.settings, self.journal.contents.deleted, read_maps(self.maps)


def done(transfer: Iterator[object]) -> str:
    """What a transfer says in the end, in English."""
    while True:
        try:
            next(transfer)
        except StopIteration as end:
            return "\n".join(map(speak("en"), end.value))


def played(game: str, seed: int, steps: int = 1000) -> Session:
    """A random game, or its beginning."""
    session = begin(SAMPLERS[game].header(random.Random(seed)))
    for _, action, _ in list(random_game(game, seed))[:steps]:
        session = play(session, action)
    return session


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    one, other = Home(tmp_path / "one"), Home(tmp_path / "other", FRIDAY + timedelta(days=1))
    with closing(one.journal), closing(other.journal):
        yield one, other


def furnish(one: Home) -> None:
    """Let a device have some of everything."""
    for game in SAMPLERS:
        save_session(one.journal, played(game, 3, 12))
    save_session(one.journal, played("maudite_momie", 4, 3))
    one.journal.commit(
        Choose("sound.volume", "2"),
        Choose("screen.size", "320x240"),
        Choose("known_board.pico-1", BOARD),
        Choose(NAMES, write_names({"Bob": "Bo"})),
        Choose("lesson.maudite_momie", "3"),
        Choose("seating.draft", "half a table"),
    )
    save_map(one.maps, "garden", 'name = "Garden"\n')


# --- everything goes -------------------------------------------------------------------------------------------------


def test_everything_is_on_the_other_device(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Each game as it was stored, settings, people, board profiles and maps; but not what says which parts it has."""
    one, other = homes
    furnish(one)
    assert "Everything was copied, with 4 games." in one.copy(tmp_path / "stick")
    said = other.take(tmp_path / "stick")
    assert "4 games saved." in said
    assert "4 settings taken." in said
    assert "1 map taken." in said
    assert other.games() == one.games()
    kept = {key: value for key, value in one.journal.settings.items() if key not in ("screen.size", "seating.draft")}
    assert other.journal.settings == {**kept, MAPS_WAITING: ""}
    assert read_maps(other.maps) == read_maps(one.maps)
    assert list(other.journal.examine()) is not None


def test_what_was_taken_is_not_taken_twice(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Neither from the same copy, nor when it goes back; and an unchanged device copies nothing new."""
    one, other = homes
    furnish(one)
    one.copy(tmp_path / "stick")
    assert "was on the stick already" in one.copy(tmp_path / "stick")
    other.take(tmp_path / "stick")
    before = one.everything(), other.everything()
    assert "4 games were saved already." in other.take(tmp_path / "stick")
    other.copy(tmp_path / "back")
    assert "4 games were saved already." in one.take(tmp_path / "back")
    assert (one.everything(), other.everything()) == before


def test_a_game_that_came_by_its_record_is_not_doubled(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """It has an id of its own there, and is known by what was played."""
    one, other = homes
    for device in homes:
        save_session(device.journal, played("maudite_momie", 3))
    one.copy(tmp_path / "stick")
    assert "1 game was saved already." in other.take(tmp_path / "stick")
    assert other.journal.count == 1


def test_the_device_that_got_everything_goes_on_with_the_game(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """The unfinished game is offered there with its draft, and what is played there comes back as the newer one."""
    one, other = homes
    session = played("maudite_momie", 4, 3)
    header = write_line(session.header)
    number = one.journal.commit(Begin(header, ("red", "blue"))).next_id - 1
    one.journal.commit(Draft(number, "half a hand"))
    one.copy(tmp_path / "stick")
    other.take(tmp_path / "stick")
    unfinished = other.journal.unfinished_game()
    assert unfinished is not None
    assert unfinished.draft == "half a hand"
    other.now = datetime(1970, 1, 1, tzinfo=UTC)  # its clock is not set
    other.journal.commit(Resume(unfinished.id), Draft(unfinished.id, "another hand"))
    other.copy(tmp_path / "back")
    assert "1 game is as it was changed there." in one.take(tmp_path / "back")
    assert one.journal.load(number).draft == "another hand"
    assert one.journal.count == 1


def test_the_chosen_setting_is_the_later_one(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Whichever way it goes; whoever has chosen nothing takes what was chosen."""
    one, other = homes
    one.journal.commit(Choose("sound.volume", "1"), Choose("screen.theme", "day"))
    other.journal.commit(Choose("sound.volume", "3"), Choose("brightness", "low"))
    one.copy(tmp_path / "stick")
    other.copy(tmp_path / "back")
    other.take(tmp_path / "stick")
    one.take(tmp_path / "back")
    expected = {"sound.volume": "3", "screen.theme": "day", "brightness": "low"}
    assert one.journal.settings == other.journal.settings == expected


def test_a_map_of_the_same_name_is_another_map(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Both stay, on both devices, and neither is doubled however often it goes to and fro."""
    for device, text in zip(homes, ("one", "other"), strict=True):
        save_map(device.maps, "garden", f'name = "{text}"\n')
    for turn in range(3):
        for here, there in (homes, homes[::-1]):
            stick = tmp_path / f"stick-{turn}-{here.folder.name}"
            here.copy(stick)
            there.take(stick)
    for device in homes:
        assert sorted(text for _, text in read_maps(device.maps)) == ['name = "one"\n', 'name = "other"\n']


def test_a_deleted_game_does_not_come_back(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Unless it was changed elsewhere later; and a stick deletes nothing here."""
    one, other = homes
    numbers = [save_session(one.journal, played("maudite_momie", seed)) for seed in (3, 4)]
    one.copy(tmp_path / "stick")
    other.take(tmp_path / "stick")
    one.journal.commit(*map(Discard, numbers))
    changed = max(game.id for game in other.journal.games())
    other.journal.commit(Move(changed, 2))
    other.copy(tmp_path / "back")
    assert "1 game saved." in one.take(tmp_path / "back")
    assert one.games() == {uid: game for uid, game in other.games().items() if game.ply == 2}
    one.copy(tmp_path / "again")
    other.take(tmp_path / "again")
    assert other.journal.count == 2


@pytest.mark.parametrize("seed", range(many(4, whole=60)))
def test_two_devices_hold_the_same_after_both_ways(seed: int, tmp_path: Path) -> None:
    """Whatever each has added, changed and chosen, and however its clock jumps: of each game the later change."""
    chance = random.Random(seed)
    homes = Home(tmp_path / "one"), Home(tmp_path / "other")
    with closing(homes[0].journal), closing(homes[1].journal):
        for turn in range(3):
            for device in homes:
                for _ in range(chance.randrange(4)):
                    device.now = FRIDAY + timedelta(minutes=chance.randrange(-3000, 3000))
                    change_something(device.journal, chance)
            newest: dict[str, datetime] = {}
            for device in homes:
                for uid, game in device.games().items():
                    newest[uid] = max(newest.get(uid, game.changed_at), game.changed_at)
            for here, there in (homes, homes[::-1]):
                stick = tmp_path / f"stick-{turn}-{here.folder.name}"
                here.copy(stick)
                there.take(stick)
            assert homes[0].games() == homes[1].games()
            assert {uid: game.changed_at for uid, game in homes[0].games().items()} == newest
            assert homes[0].journal.settings == homes[1].journal.settings


def change_something(journal: Journal, chance: random.Random) -> None:
    games = journal.games()
    match chance.choice(("add", "move", "choose", "rename") if games else ("add",)):
        case "add":
            save_session(
                journal, played(chance.choice(tuple(SAMPLERS)), chance.randrange(1000), chance.randrange(2, 9))
            )
        case "move":
            game = journal.load(chance.choice(games).id)
            journal.commit(Move(game.id, chance.randrange(len(game.lines))))
        case "choose":
            journal.commit(Choose("sound.volume", str(chance.randrange(5))))
        case _:
            journal.commit(Choose(NAMES, write_names({chance.choice("abc"): chance.choice("xyz")})))


# --- forgotten names -------------------------------------------------------------------------------------------------

SECRET = "Xyzzy"


def with_secret_name(journal: Journal, seed: int) -> int:
    """Store a game in which somebody has a name that stands nowhere else; return its number."""
    number = save_session(journal, played("maudite_momie", seed))
    whole = journal.load(number)
    first = json.loads(whole.header_line)["players"][0]
    journal.commit(Discard(number))

    def named(text: str) -> str:
        return text.replace(f'"{first}"', f'"{SECRET}"')

    renamed = replace(whole, header_line=named(whole.header_line), lines=tuple(map(named, whole.lines)), uid="")
    return journal.add(renamed)


def test_a_forgotten_name_does_not_return(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Neither with the copies of before, nor with games that were never here, nor as what somebody was called."""
    one, other = homes
    with_secret_name(one.journal, 3)
    one.copy(tmp_path / "stick")
    other.take(tmp_path / "stick")
    with_secret_name(other.journal, 4)
    other.journal.commit(Choose(NAMES, write_names({"Ada": SECRET})))
    other.journal.commit(Move(1, 2))
    other.copy(tmp_path / "back")
    deque(forget(one.journal, (SECRET,), SEATS), maxlen=0)
    one.now += timedelta(days=7)
    one.take(tmp_path / "stick")
    one.take(tmp_path / "back")
    assert one.journal.count == 2
    assert SECRET not in repr(one.everything())
    one.journal.close()
    assert SECRET.encode() not in b"".join(file.read_bytes() for file in one.folder.iterdir() if file.is_file())


def test_a_moved_house_remembers_what_was_forgotten(tmp_path: Path) -> None:
    """On the new device an old copy does not bring the name back; but whoever plays there under it keeps it."""
    homes = {name: Home(tmp_path / name) for name in ("old", "friend", "new", "cousin")}
    with_secret_name(homes["friend"].journal, 4)
    with_secret_name(homes["cousin"].journal, 5)
    homes["friend"].copy(tmp_path / "friend's")
    deque(forget(homes["old"].journal, (SECRET.upper(),), SEATS), maxlen=0)
    homes["old"].copy(tmp_path / "old's")
    for name in ("new", "cousin"):
        homes[name].take(tmp_path / "old's")
        homes[name].take(tmp_path / "friend's")
    assert SECRET not in repr(homes["new"].everything())
    assert is_forgotten(SECRET, read_names(homes["new"].journal.settings[FORGOTTEN]))
    assert repr(homes["cousin"].games()).count(f'players\\":[\\"{SECRET}') in (0, 2)
    assert sum(SECRET in game.header_line for game in homes["cousin"].games().values()) == 2
    for device in homes.values():
        device.journal.close()


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_unfinished_games_with_secrets_stay_unless_they_are_wanted(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """And what only the box may know stays in any case."""
    one, _ = homes
    save_session(one.journal, played("malediction", 3, 4))
    hidden = begin(
        replace(HEADERS["malediction"], box=dict.fromkeys(("Ada", "Bo", "Cy"), BoxSeat("hunter", 1, VERSION)))
    )
    assert is_kept_back(one.journal.load(save_session(one.journal, hidden)))
    taken = play(begin(HEADERS["malediction"]), Seat("Ada", BoxSeat("hunter", 1, VERSION)))
    assert is_kept_back(one.journal.load(save_session(one.journal, taken)))
    assert all(game.is_kept_back == (game.id > 1) for game in one.journal.games())
    assert "3 unfinished games with secrets were left out." in one.copy(tmp_path / "stick", with_secrets=False)
    assert "with 1 game" in one.copy(tmp_path / "stick")


def left_behind(folder: Path, running: Session | None, capsys: pytest.CaptureFixture[str]) -> tuple[str, ...]:
    """Results in all forms, and what is copied without secrets, beside a game that runs."""
    one = Home(folder)
    with closing(one.journal):
        number = save_session(one.journal, played("malediction", 5))
        whole = one.journal.load(number)
        one.journal.commit(Discard(number))
        one.journal.add(replace(whole, id=0, uid="0123456789abcdef"))
        if running:
            save_session(one.journal, running)
        warning = one.copy(folder / "stick", with_secrets=False)
    capsys.readouterr()
    for form in ((), ("--csv",), ("--json",)):
        assert main(["results", *form, "--data", str(folder)]) == 0
    house = "\n".join(json.dumps(line) for line in lines_of(house_file(folder / "stick")) if line["type"] == "game")
    return capsys.readouterr().out, house, warning


@pytest.mark.parametrize("seed", range(many(1, whole=10)))
def test_nothing_of_a_running_game_with_secrets_is_in_results_or_copies(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are the same bytes without it, whatever is hidden in it; the warning says that there is one, and no more."""
    without = left_behind(tmp_path / "without", None, capsys)
    running = played("malediction", 40 + seed, 25)
    beside = left_behind(tmp_path / "beside", running, capsys)
    assert not running.is_over
    assert beside[:2] == without[:2]
    more = set(beside[2].splitlines()) - set(without[2].splitlines())
    assert more == {"1 unfinished game with secrets was left out."}


# --- hostile sticks --------------------------------------------------------------------------------------------------


def house_file(stick: Path) -> Path:
    (path,) = (stick / "pyramid-referee").glob("*.house")
    return path


def written(lines: list[Any]) -> bytes:
    """A house file with these lines, and digests that fit."""
    last, text = "", []
    for line in lines:
        content = line if isinstance(line, str) else json.dumps(line)
        last = digest(last, content)
        text.append(f"{last} {content}\n")
    return "".join(text).encode()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line.partition(" ")[2]) for line in path.read_text().splitlines()]


def test_no_flipped_bit_and_no_cut_end_is_taken(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Each is told with its line, and nothing of the file is taken."""
    one, other = homes
    furnish(one)
    one.copy(tmp_path / "stick")
    path, before, chance = house_file(tmp_path / "stick"), other.everything(), random.Random(1)
    whole = path.read_bytes()
    for case in range(40):
        at = chance.randrange(len(whole))
        flipped = whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]
        path.write_bytes(flipped if case % 3 else whole[:at])
        said = other.take(tmp_path / "stick")
        assert ", line " in said
        assert "Nothing of this file was taken." in said
        assert other.everything() == before


def changed_game(**fields: Any) -> Callable[[list[Any]], list[Any]]:
    def change(lines: list[Any]) -> list[Any]:
        at = next(at for at, line in enumerate(lines) if line["type"] == "game")
        return [*lines[:at], {"type": "game", "whole": lines[at]["whole"] | fields}, *lines[at + 1 :]]

    return change


def inserted(line: Any, at: int = 1) -> Callable[[list[Any]], list[Any]]:
    return lambda lines: [*lines[:at], line, *lines[at:]]


AT = "2026-01-01T00:00:00Z"
HOSTILE: dict[str, Callable[[list[Any]], list[Any]]] = {
    "a setting that there is not": inserted({"type": "setting", "key": "sound.colour", "value": "on", "at": AT}),
    "a value that there is not": inserted({"type": "setting", "key": "sound.keys", "value": "9", "at": AT}),
    "a part of the device": inserted({"type": "setting", "key": "layout", "value": "touch", "at": AT}),
    "a rule that there is not": inserted({"type": "setting", "key": "house.malediction.x", "value": "y", "at": AT}),
    "a board with another name": inserted({"type": "setting", "key": "known_board.x", "value": BOARD, "at": AT}),
    "a wiring of nothing": inserted({"type": "setting", "key": "board.wiring", "value": "{}", "at": AT}),
    "no names": inserted({"type": "setting", "key": NAMES, "value": "[1]", "at": AT}),
    "a name to be obeyed": inserted({"type": "setting", "key": NAMES, "value": '{"\\u001b[2J": "a"}', "at": AT}),
    "a salt that is none": inserted({"type": "setting", "key": FORGOTTEN, "value": '{"x": "y"}', "at": AT}),
    "a choice without a time zone": inserted({"type": "setting", "key": "voice", "value": "on", "at": AT[:-1]}),
    "a choice at the end of time": inserted({"type": "setting", "key": "voice", "value": "on", "at": "9999" + AT[4:]}),
    "a map without end": inserted({"type": "map", "name": "x", "text": "x" * 300_000}, -5),
    "a deleted game that is none": inserted({"type": "deleted", "uid": "'; --", "at": AT}, -5),
    "another order": lambda lines: [*lines[:1], *lines[:0:-1]],
    "two beginnings": lambda lines: [lines[0], *lines],
    "two ends": lambda lines: [*lines, lines[-1]],
    "no end": lambda lines: lines[:-1],
    "nothing": lambda _: [],
    "a newer version": lambda lines: [lines[0] | {"version": 2}, *lines[1:]],
    "something new": inserted({"type": "weather", "is": "fine"}),
    "no object": inserted("7"),
    "no JSON": inserted("{"),
    "a deep nest": inserted("[" * 100_000),
    "an unknown game": changed_game(header_line='{"record": 1, "game": "chess", "players": ["a", "b"]}'),
    "no header": changed_game(header_line=""),
    "a player to be obeyed": changed_game(
        header_line='{"record": 1, "game": "maudite_momie", "players": ["\\u001b[2J", "b"]}'
    ),
    "a game that is changed for ever": changed_game(changed_at="9999-12-31T23:59:59Z"),
    "a time without a zone": changed_game(started_at="2026-01-01T00:00:00"),
    "an id that is none": changed_game(uid="../../etc"),
    "more played than there is": changed_game(ply=10_000),
    "an end that was never": changed_game(end_ply=10_000),
    "a damage elsewhere": changed_game(damaged=[10_000]),
    "times that are missing": changed_game(times=[]),
    "a colour that there is not": changed_game(colours=["plaid", "blue"]),
    "a seed to be obeyed": changed_game(seed="\u001b[2J"),
}


def test_a_hostile_file_is_told_in_words_and_nothing_of_it_is_taken(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Its digests fit: whoever prepared it knows how they are made."""
    one, other = homes
    furnish(one)
    one.copy(tmp_path / "stick")
    path, before = house_file(tmp_path / "stick"), other.everything()
    sound = lines_of(path)
    for case, change in HOSTILE.items():
        path.write_bytes(written(change(sound)))
        said = other.take(tmp_path / "stick")
        assert f"{path.name}, line " in said, case
        assert "Nothing of this file was taken." in said, case
        assert "\x1b" not in said, case
        assert other.everything() == before, case
    path.write_bytes(written(sound))
    assert "4 games saved." in other.take(tmp_path / "stick")


def test_what_is_no_file_is_not_waited_for(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """A pipe, a folder and a link to nowhere are told by name; the file beside them is taken."""
    import os

    one, other = homes
    furnish(one)
    one.copy(tmp_path / "stick")
    place = tmp_path / "stick/pyramid-referee"
    os.mkfifo(place / "pipe.house")
    (place / "folder.house").mkdir()
    (place / "nowhere.house").symlink_to("/nonexistent")
    said = other.take(tmp_path / "stick")
    assert all(name in said for name in ("pipe.house", "folder.house", "nowhere.house"))
    assert "4 games saved." in said


def test_a_stick_that_deceives_is_found_out(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """A line that is another one when it is read again ends the taking, and nothing is taken."""
    one, other = homes
    furnish(one)
    one.copy(tmp_path / "stick")
    path, before = house_file(tmp_path / "stick"), other.everything()
    lines = lines_of(path)
    taking = take_everything(other.journal, other.maps, (Stick(tmp_path / "stick", "s"),), known_house_rules(), SEATS)
    said = ""
    while "at once" not in said:
        said = speak("en")(next(taking))
    path.write_bytes(written(changed_game(seed="ab")(lines)))
    assert "not as it was written" in done(taking)
    assert other.everything() == before


# --- a cut at any moment ---------------------------------------------------------------------------------------------


def test_a_cut_at_any_write_loses_nothing_and_takes_nothing_by_half(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """After each statement and each file: all is as before, or everything was taken, the maps after the next start."""
    one, other = homes
    furnish(one)
    one.copy(tmp_path / "stick")
    save_session(other.journal, played("maudite_momie", 9))
    before = other.everything()
    cuts: list[Path] = []

    def cut(_: object = None) -> None:
        cuts.append(tmp_path / f"cut-{len(cuts)}")
        shutil.copytree(other.folder, cuts[-1])

    other.journal._db.set_trace_callback(cut)
    other.take(tmp_path / "stick")
    cut()
    other.journal._db.set_trace_callback(None)
    after = other.everything()
    seen = []
    for folder in cuts:
        device = Home(folder)
        with closing(device.journal):
            finish_moving(device.journal, device.maps)
            found = device.everything()
            assert found in (before, after)
            seen.append(found == after)
    assert seen == sorted(seen)
    assert {True, False} == set(seen)
    assert len(cuts) > 12


# --- at the device ---------------------------------------------------------------------------------------------------


def test_a_person_with_four_buttons_moves_house(tmp_path: Path, slot: Slot) -> None:
    """Copied on one device and taken on the other, which starts again with all of it."""
    config = Config(language="en", buttons=replace(Config().buttons, layout="four"))
    with SimulatedDevice(config, tmp_path / "one", system=slot.system) as one:
        one.touch("1")
        save_session(one.journal, played("maudite_momie", 3))
        one.journal.commit(Choose("screen.theme", "day"))
        one.wait(3)
        add_secret_game(one)
        one.cut()
        one.wait(3)
        choose(one, "Settings", "Move to another device", "Copy everything to the stick")
        assert "has secrets" in shown(one)
        choose(one, "No, everything else")
        one.wait(1)
        assert "Everything was copied, with 1 game." in shown(one)
        assert "1 unfinished game with secrets was left out." in shown(one)
        home(one)
        choose(one, "Settings", "Move to another device", "Copy everything to the stick", "Yes, with its secrets")
        one.hold("ok", 2)
        one.wait(1)
        assert "Everything was copied, with 2 games." in shown(one)
    with SimulatedDevice(config, tmp_path / "other", system=slot.system) as other:
        other.touch("1")
        other.wait(3)
        choose(other, "Settings", "Move to another device", "Take everything from the stick")
        other.wait(1)
        assert "1 game saved." in shown(other) or "2 games saved." in shown(other)
        other.press("ok")
        assert "Which game will you play?" in shown(other) or "An unfinished game" in shown(other)
        assert other.app.table.settings.theme == "day"
        assert other.journal.count == 2
        assert other.app.table.saved_count == 2


def test_the_command_line_moves_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`pack` and `unpack`, also from a folder in which there is nothing to take."""
    with closing(Home(tmp_path / "one").journal) as journal:
        save_session(journal, played("maudite_momie", 3))
    stick = tmp_path / "stick"
    stick.mkdir()
    assert main(["unpack", str(stick), "--data", str(tmp_path / "other")]) == 1
    assert main(["pack", str(stick), "--data", str(tmp_path / "one")]) == 0
    assert main(["unpack", str(stick), "--data", str(tmp_path / "other")]) == 0
    said = capsys.readouterr()
    assert "There is nothing to take" in said.err
    assert "Everything was copied, with 1 game." in said.out
    assert "1 game saved." in said.out
    with closing(Home(tmp_path / "other").journal) as journal:
        assert journal.count == 1
