"""Copy and move house: everything of a device in one file on a stick, and merged into another device.

A house file is text. Each line begins with a digest over it and all lines before, so whatever is changed, missing or
exchanged shows at its place; the last line says that it is the last. Settings come first, then what was deleted, maps,
and the games.

Two devices are merged game by game, by the random id of each: the copy that was changed later counts. What is here and
not in the file stays. A name that was forgotten here stays forgotten, whatever a stick brings.

Why a file is read twice: first it is examined to its end, which takes a while and can be stopped. Only then is all of
it taken, in one transaction; a line that has become another one meanwhile ends that, and nothing is taken.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.view import Colour
from firmware_py.config.schema import wrong_value
from firmware_py.config.settings import HOUSE, LESSON, SETTING, WIRING, StoredWiring, read_wiring, stored_text
from firmware_py.evenings.results import NAMES, PEOPLE, read_names, with_name, write_names
from firmware_py.foreign_text import from_json
from firmware_py.games.records import MOST_ACTIONS, UnreadableLine, read_header, tidy_name, why_no_name, why_no_table
from firmware_py.games.registry import BOXES
from firmware_py.regular_files import LONGEST_TEXT, open_regular
from firmware_py.sensing import BOARD_KEY, BoardProfile
from firmware_py.storage.changes import NEVER, TICK, Choose, Contents, StoredGame, holds_secrets, is_kept_back
from firmware_py.storage.files import UNSAVED
from firmware_py.storage.journal import Journal
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.storage.rows import digest
from firmware_py.transfers.games import (
    FORGOTTEN,
    MOST_BYTES,
    PULL_OUT,
    STOPPED,
    Stopped,
    Transfer,
    forget_player,
    is_forgotten,
    progress_words,
    read_summaries,
    record_of,
    without_known,
)
from firmware_py.transfers.stick import FOLDER, Stick, StickError, explain_stick_fault, new_file
from firmware_py.words import WordedError, Words, file_name, is_printable, reason, words, words_n

VERSION = 1
ENDING = ".house"
MOST_FILES = 20
LONGEST_LINE = 3 * LONGEST_TEXT
"""In bytes: of a game that is as long as a record may be, with the times of its actions."""
LONGEST_MAP = 200_000
MOST_LINES = 100_000
LINES_A_STEP = 20
UID = "[0-9a-f]{8,32}"
MAPS_WAITING = "moving.maps"
"""The setting that stores the maps that were taken and are not in their files yet."""
LARGEST_NUMBER = 1 << 53
LAST_YEAR = 2999
"""A later date is none: the change after it could not be later still."""

Maps: TypeAlias = "tuple[tuple[str, str], ...]"
"""The owner's maps: name and text of each file."""
HouseRules: TypeAlias = Mapping[str, "tuple[str, ...]"]
"""What each house rule can be, by its settings key."""


class House(msgspec.Struct, frozen=True, tag="house"):
    """The first line."""

    version: int
    games: int


class ChosenSetting(msgspec.Struct, frozen=True, tag="setting", forbid_unknown_fields=True):
    """What was chosen, and when."""

    key: str
    value: str
    at: datetime


class DeletedGame(msgspec.Struct, frozen=True, tag="deleted", forbid_unknown_fields=True):
    """Which game was deleted, and when."""

    uid: str
    at: datetime


class OwnersMap(msgspec.Struct, frozen=True, tag="map", forbid_unknown_fields=True):
    """A map's file."""

    name: str
    text: str


class WholeGame(msgspec.Struct, frozen=True, tag="game", forbid_unknown_fields=True):
    """A game with everything that is stored of it."""

    whole: StoredGame


class End(msgspec.Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """The last line."""


Line: TypeAlias = House | ChosenSetting | DeletedGame | OwnersMap | WholeGame | End

_encode = msgspec.json.Encoder().encode


class RefusedHouse(WordedError):  # noqa: N818 - as RefusedRecord
    """A house file cannot be taken; `line` counts from 1."""

    def __init__(self, line: int, why: Words) -> None:
        super().__init__(why)
        self.line = line


# --- what may be in it -----------------------------------------------------------------------------------------------


def is_moved(key: str) -> bool:
    """Whether a setting goes with the house; what says which parts a device has stays with the device."""
    if key in SETTING:
        return not SETTING[key].is_tried and key != "screen.inches"
    return key == WIRING or key.startswith((HOUSE, LESSON, BOARD_KEY, PEOPLE))


def why_no_setting(key: str, value: str, house_rules: HouseRules) -> Words | None:
    """Why a setting of another device cannot be taken, or None if it can; an empty one is nothing chosen."""
    if not is_moved(key):
        return words("{key}: no such key", key=key)
    if not value:
        return None
    if key in SETTING or key in house_rules:
        known = tuple(map(stored_text, SETTING[key].names)) if key in SETTING else house_rules[key]
        return None if value in known else wrong_value(key, known, value)
    with suppress(msgspec.MsgspecError, ValueError):
        if _is_sound(key, value):
            return None
    return words("{key}: it makes no sense", key=key)


def _is_sound(key: str, value: str) -> bool:
    if key == WIRING:
        wiring = from_json(value, StoredWiring)
        return bool(read_wiring(value, wiring.bus, wiring.rows, wiring.columns))
    if key.startswith(BOARD_KEY):
        return from_json(value, BoardProfile).name == key.removeprefix(BOARD_KEY)
    if key.startswith(LESSON):
        return key.removeprefix(LESSON) in BOXES and value.isdecimal()
    if key == FORGOTTEN:
        return all(
            re.fullmatch("[0-9a-f]{16}", part) for pair in from_json(value, dict[str, str]).items() for part in pair
        )
    if key.startswith(PEOPLE):
        entries = from_json(value, dict[str, str | int])
        return all(why_no_name(name) is None for name in entries) and all(
            is_printable(str(one)) for one in entries.values()
        )
    return False


def why_no_game(game: StoredGame) -> Words | None:
    """Why a game of another device cannot be taken, or None if it can."""
    try:
        header = read_header(game.header_line.encode())
    except (UnreadableLine, UnicodeError) as error:
        return getattr(error, "why", words("its header cannot be read"))
    if why := why_no_table(tuple(map(tidy_name, header.players))):
        return why
    count = len(game.lines)
    dates = (game.started_at, game.changed_at, *game.times)
    is_sound = (
        re.fullmatch(UID, game.uid)
        and count <= MOST_ACTIONS
        and {len(game.checksums), len(game.times), len(game.uptimes_ms)} == {count}
        and 0 <= game.ply <= count
        and (game.end_ply is None or 0 < game.end_ply <= count)
        and all(0 <= number <= count for number in game.damaged)
        and all(0 <= uptime < LARGEST_NUMBER for uptime in game.uptimes_ms)
        and all(map(is_date, dates))
        and set(game.colours) <= set(get_args(Colour))
        and all(re.fullmatch("[0-9a-f]{0,64}", text) for text in (game.seed, *game.checksums))
        and sum(map(len, (game.header_line, *game.lines))) <= LONGEST_TEXT
    )
    return None if is_sound else words("the game does not fit together")


def is_date(at: datetime) -> bool:
    """Whether a date can be compared with others, and later ones are left."""
    return at.tzinfo is not None and NEVER.year <= at.year <= LAST_YEAR


# --- to a stick ------------------------------------------------------------------------------------------------------


def copy_everything(
    journal: Journal, maps: Maps, stick: Stick, house_rules: HouseRules, *, with_secrets: bool = False
) -> Transfer:
    """Copy everything to a stick; unfinished games with secrets only `with_secrets`, and never what the box hides."""
    counts = {"copied": 0, "secret": 0, "unreadable": 0}
    try:
        with new_file(stick, FOLDER) as file:
            last = ""
            for line in _lines(journal, maps, house_rules, counts, with_secrets=with_secrets):
                if isinstance(line, Words):
                    yield line
                    continue
                text = _encode(line).decode()
                last = digest(last, text)
                file.write(f"{last} {text}\n".encode())
            is_new = file.finish(f"everything-{last}{ENDING}")
    except Stopped:
        return (words("Stopped; nothing was copied."),)
    except StickError as error:
        return (error.why,)
    copied = words_n(
        "Everything was copied, with {count} game.", "Everything was copied, with {count} games.", counts["copied"]
    )
    left_out = (
        words_n(
            "{count} unfinished game with secrets was left out.",
            "{count} unfinished games with secrets were left out.",
            counts["secret"],
        ),
        words_n(
            "{count} unreadable game was left out.", "{count} unreadable games were left out.", counts["unreadable"]
        ),
    )
    return (
        copied if is_new else words("Everything was on the stick already."),
        *(one for one, count in zip(left_out, (counts["secret"], counts["unreadable"]), strict=True) if count),
        PULL_OUT,
    )


def _lines(
    journal: Journal, maps: Maps, house_rules: HouseRules, counts: dict[str, int], *, with_secrets: bool
) -> Iterator[Line | Words]:
    """Yield the lines of a house file, and between games how many are done; `counts` is counted up."""
    contents = journal.contents
    yield House(VERSION, contents.count)
    for key, value in sorted(contents.settings.items()):
        if is_moved(key) and why_no_setting(key, value, house_rules) is None:
            yield ChosenSetting(key, value, contents.chosen_at.get(key, NEVER))
    for uid, at in sorted(contents.deleted.items()):
        yield DeletedGame(uid, at)
    for name, text in maps:
        if text:
            yield OwnersMap(name, text)
    numbers = sorted(game.id for games in read_summaries(journal) for game in games)
    for done, number in enumerate(numbers):
        yield progress_words(done, len(numbers))
        game = journal.load(number)
        game = game if game.uid else replace(game, uid=_uid_of(game))
        if why_no_game(game):
            counts["unreadable"] += 1
        elif holds_secrets(game) and (not with_secrets or is_kept_back(game)):
            counts["secret"] += 1
        else:
            counts["copied"] += 1
            yield WholeGame(game)
    yield End()


def _uid_of(game: StoredGame) -> str:
    """An id for a game that has none, the same on every device."""
    return blake2b(record_of(game), digest_size=8).hexdigest()


# --- from a stick ----------------------------------------------------------------------------------------------------


def take_everything(
    journal: Journal, folder: Path | None, sticks: Iterable[Stick], house_rules: HouseRules, instead: tuple[str, ...]
) -> Transfer:
    """Merge all house files of the sticks into what is here, each as a whole or not at all.

    Maps go to files in `folder`, if any; `instead` is what forgotten players are called, as of `forget`.
    """
    results: list[Words] = []
    trouble: list[Words] = []
    found = 0
    try:
        for stick in sticks:
            try:
                paths = _houses_on(stick)
                for path in paths:
                    found += 1
                    try:
                        with open_regular(path) as file:
                            results += yield from _take(file, journal, read_maps(folder), house_rules, instead)
                    except OSError as error:
                        trouble.append(words("{file}: {why}", file=path.name, why=explain_stick_fault(error)))
                    except RefusedHouse as error:
                        trouble += [words("{file}, line {line}:", file=path.name, line=error.line), error.why]
                        trouble.append(words("Nothing of this file was taken. Copy everything once more."))
                    trouble += finish_moving(journal, folder)
                stick.check()
            except StickError as error:
                trouble.append(error.why)
    except Stopped:
        trouble.append(STOPPED)
    if not found and not trouble:
        return (words("There is nothing to take: copy everything to the stick on the other device first."),)
    return (*results, *trouble, *(() if journal.is_durable else (UNSAVED,)), *(() if trouble else (PULL_OUT,)))


def _houses_on(stick: Stick) -> tuple[Path, ...]:
    """The house files on a stick. :raises StickError: when it was pulled out, or has too many"""
    try:
        found = [
            path
            for folder in (stick.folder / FOLDER, stick.folder)
            if folder.is_dir()
            for path in folder.iterdir()
            if path.suffix == ENDING and not path.name.startswith(".")
        ]
    except OSError as error:
        raise StickError(explain_stick_fault(error)) from error
    stick.check()
    if len(found) > MOST_FILES:
        raise StickError(
            words("There are more than {most} copies on the stick: delete some on a computer.", most=MOST_FILES)
        )
    return tuple(sorted(found))


Age: TypeAlias = tuple[datetime, bytes]
"""When something was changed; of two changes at one time their content decides, on all devices alike."""


class _Plan(msgspec.Struct):
    """What a house file has, and what of its games is to be taken."""

    settings: dict[str, ChosenSetting]
    deleted: dict[str, datetime]
    maps: dict[str, str]
    games: list[tuple[int, int, bytes, int, int]]
    """Where the line of a game is, how long, its digest, and its number and `opened` here; 0 if it is new."""
    already: int = 0


class _Here(msgspec.Struct):
    """What this device has."""

    by_uid: dict[str, tuple[Age, int, int]]
    """How old each game is, its number, and its `opened`."""
    records: set[bytes]
    """Digests of all records: a game that came by its record has an id of its own."""
    names: set[str]
    """Who has played here."""


def _take(
    file: BinaryIO, journal: Journal, maps: Maps, house_rules: HouseRules, instead: tuple[str, ...]
) -> Generator[Words, None, list[Words]]:
    """Merge a house file into what is here, and say what was taken.

    :raises RefusedHouse: when it is damaged, or something in it cannot be.
    """
    here = yield from _look_round(journal)
    contents = journal.contents
    plan = yield from _examine(file, contents, here, house_rules, instead)
    forgotten = _forgotten(contents, plan.settings, here.names)
    settings = _merged_settings(contents, plan.settings, forgotten)
    new_maps = _new_maps(plan.maps, maps)
    changes = {**settings, **({MAPS_WAITING: (_encode(new_maps).decode(), NEVER)} if new_maps else {})}
    taken = {number for *_, number, _ in plan.games}
    new = sum(not number for *_, number, _ in plan.games)
    merged = replace(
        contents,
        settings={**contents.settings, **{key: value for key, (value, _) in changes.items()}},
        chosen_at={**contents.chosen_at, **{key: at for key, (_, at) in changes.items()}},
        deleted={**plan.deleted, **{uid: max(at, plan.deleted.get(uid, at)) for uid, at in contents.deleted.items()}},
        game=None if contents.game and contents.game.id in taken else contents.game,
        next_id=contents.next_id + new,
        next_opened=contents.next_opened + new,
    )
    yield words("One moment: everything is stored at once.")
    if plan.games or merged != contents:
        journal.merge(merged, _read_again(file, plan.games, contents, forgotten, instead))
    changed = len(plan.games) - new
    reported = (
        (new, words_n("{count} game saved.", "{count} games saved.", new)),
        (
            changed,
            words_n(
                "{count} game is as it was changed there.", "{count} games are as they were changed there.", changed
            ),
        ),
        (
            plan.already,
            words_n("{count} game was saved already.", "{count} games were saved already.", plan.already),
        ),
        (len(settings), words_n("{count} setting taken.", "{count} settings taken.", len(settings))),
        (len(new_maps), words_n("{count} map taken.", "{count} maps taken.", len(new_maps))),
    )
    return [line for count, line in reported if count]


def _look_round(journal: Journal) -> Generator[Words, None, _Here]:
    """What this device has, read game by game."""
    here, headers, done = _Here({}, set(), set()), set(), 0
    for games in read_summaries(journal):
        for summary in games:
            game = journal.load(summary.id)
            here.by_uid[game.uid or _uid_of(game)] = _age_of(game), game.id, game.opened
            here.records.add(_digest(record_of(game)))
            headers.add(game.header_line)
            done += 1
            if done % LINES_A_STEP == 0:
                yield words_n("{done} of {count} game", "{done} of {count} games", journal.count, done=done)
    for header_line in headers:
        with suppress(UnreadableLine, UnicodeError):
            here.names.update(read_header(header_line.encode()).players)
    return here


def _age_of(game: StoredGame) -> Age:
    return game.changed_at, _digest(_encode(replace(game, id=0, opened=0, uid="")))


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()


def _forgotten(contents: Contents, settings: Mapping[str, ChosenSetting], names: Iterable[str]) -> dict[str, str]:
    """What was forgotten here or there, but for names under which somebody plays here."""
    theirs = settings[FORGOTTEN].value if FORGOTTEN in settings else ""
    both = {**read_names(contents.settings.get(FORGOTTEN, "")), **read_names(theirs)}
    return without_known(both, names)


def _examine(
    file: BinaryIO, contents: Contents, here: _Here, house_rules: HouseRules, instead: tuple[str, ...]
) -> Generator[Words, None, _Plan]:
    """Examine a house file to its end, and find what of its games is to be taken.

    :raises RefusedHouse: at the first line that is not as it was written, or cannot be.
    """
    plan = _Plan({}, {}, {}, [])
    forgotten: dict[str, str] | None = None
    expected = 0
    for number, offset, raw, line in _read_lines(file):
        if isinstance(line, House):
            expected = line.games
        if not isinstance(line, WholeGame):
            _note(plan, number, line, house_rules)
            continue
        if why := why_no_game(line.whole):
            raise RefusedHouse(number, why)
        if forgotten is None:
            forgotten = _forgotten(contents, plan.settings, here.names)
        place = _place_of(_without_forgotten(line.whole, forgotten, instead), contents, here)
        if place is None:
            plan.already += 1
        else:
            plan.games.append((offset, len(raw), _digest(raw), *place))
        if number % LINES_A_STEP == 0:
            done = min(len(plan.games) + plan.already, expected)
            yield progress_words(done, expected)
    return plan


def _note(plan: _Plan, number: int, line: Line, house_rules: HouseRules) -> None:
    """Note what a line says that is no game. :raises RefusedHouse: when that cannot be"""
    is_sound = True
    match line:
        case ChosenSetting(key, value, at):
            if why := why_no_setting(key, value, house_rules):
                raise RefusedHouse(number, why)
            is_sound = is_date(at) and key not in plan.settings
            plan.settings[key] = line
        case DeletedGame(uid, at):
            is_sound = bool(re.fullmatch(UID, uid)) and is_date(at)
            plan.deleted[uid] = at
        case OwnersMap(name, text):
            is_sound = name not in plan.maps and len(text) <= LONGEST_MAP
            plan.maps[name] = text
    if not is_sound:
        raise RefusedHouse(number, words("it does not fit together"))


ORDER: tuple[type, ...] = (House, ChosenSetting, DeletedGame, OwnersMap, WholeGame, End)
"""The order of the lines."""


def _read_lines(file: BinaryIO) -> Iterator[tuple[int, int, bytes, Line]]:
    """Yield the number of each line, where it begins, the line as it is, and what it says.

    :raises RefusedHouse: when one is not as it was written, stands elsewhere, or is missing.
    """
    last, number, offset, others = "", 0, 0, 0
    kind: type = House
    while raw := file.readline(LONGEST_LINE + 1):
        number += 1
        last, line = _read_line(raw, last, number)
        before, kind, is_first = kind, type(line), isinstance(line, House)
        if is_first != (number == 1) or ORDER.index(kind) < ORDER.index(before) or before is End:
            raise RefusedHouse(number, words("this line does not belong here"))
        if isinstance(line, House) and line.version != VERSION:
            raise RefusedHouse(number, words("another version has written it: update this device first"))
        others += 0 if isinstance(line, WholeGame) else len(raw)
        if others > MOST_BYTES or number > MOST_LINES:
            raise RefusedHouse(number, words("the file is too long"))
        yield number, offset, raw, line
        offset += len(raw)
    if kind is not End:
        raise RefusedHouse(number + 1, words("its end is missing"))


_decode = msgspec.json.Decoder(Line).decode


def _read_line(raw: bytes, last: str, number: int) -> tuple[str, Line]:
    """The digest of a line, and what it says; `last` is the digest of the line before.

    :raises RefusedHouse: when it is not as it was written.
    """
    seen, _, text = raw.removesuffix(b"\n").partition(b" ")
    try:
        last = digest(last, text.decode())
        if len(raw) <= LONGEST_LINE and raw.endswith(b"\n") and seen.decode() == last:
            return last, _decode(text)
    except (UnicodeError, RecursionError, msgspec.MsgspecError):
        pass
    raise RefusedHouse(number, words("this line is not as it was written"))


def _without_forgotten(game: StoredGame, forgotten: Mapping[str, str], instead: tuple[str, ...]) -> StoredGame:
    """A game with numbers in the place of forgotten names, which is a change of it."""
    if not forgotten:
        return game
    names = [name for name in read_header(game.header_line.encode()).players if is_forgotten(name, forgotten)]
    for name in names:
        game = forget_player(game, name, instead)
    return replace(game, changed_at=game.changed_at + TICK) if names else game


def _place_of(game: StoredGame, contents: Contents, here: _Here) -> tuple[int, int] | None:
    """The number and the `opened` of the game here that this one replaces; 0 if it is new, None if it is not taken."""
    if known := here.by_uid.get(game.uid):
        age, number, opened = known
        return (number, opened) if _age_of(game) > age else None
    deleted = contents.deleted.get(game.uid)
    record = _digest(record_of(game))
    if record in here.records or (deleted and deleted >= game.changed_at):
        return None
    here.by_uid[game.uid] = (datetime.max.replace(tzinfo=UTC), b""), 0, 0  # it is not taken twice
    return 0, 0


def _read_again(
    file: BinaryIO,
    places: Iterable[tuple[int, int, bytes, int, int]],
    contents: Contents,
    forgotten: Mapping[str, str],
    instead: tuple[str, ...],
) -> Iterator[StoredGame]:
    """Yield the games at these places with their numbers here.

    :raises RefusedHouse: when a line is another one than it was: the stick fails, or deceives.
    """
    number, opened = contents.next_id, contents.next_opened
    for at, (offset, length, seen, known, opened_here) in enumerate(places, 1):
        file.seek(offset)
        raw = file.read(length)
        if _digest(raw) != seen:
            raise RefusedHouse(at, words("this line is not as it was written"))
        whole = _without_forgotten(from_json(raw.partition(b" ")[2], WholeGame).whole, forgotten, instead)
        if known:
            yield replace(whole, id=known, opened=opened_here)
        else:
            yield replace(whole, id=number, opened=opened)
            number, opened = number + 1, opened + 1


# --- settings and maps -----------------------------------------------------------------------------------------------


def _merged_settings(
    contents: Contents, theirs: Mapping[str, ChosenSetting], forgotten: Mapping[str, str]
) -> dict[str, tuple[str, datetime]]:
    """The settings that become others than they are here, and when they were chosen."""
    merged = {}
    for key, one in theirs.items():
        mine, at = contents.settings.get(key, ""), contents.chosen_at.get(key, NEVER)
        if key.startswith(PEOPLE):
            value = _merged_people(key, mine, one.value, forgotten, is_newer=(one.at, one.value) > (at, mine))
        elif mine and (key == WIRING or (one.at, one.value) <= (at, mine)):  # each device has soldered its own
            continue
        else:
            value = one.value
        if value != mine:
            merged[key] = value, max(one.at, at)
    return merged


def _merged_people(key: str, mine: str, theirs: str, forgotten: Mapping[str, str], *, is_newer: bool) -> str:
    """What is known of people here and there; where both know something of one name, the newer counts."""
    here, there = (from_json(text or "{}", dict[str, Any]) for text in (mine, theirs))
    if key == FORGOTTEN:
        there = {one: salt for one, salt in there.items() if forgotten.get(one) == salt}
    else:
        there = {
            name: value
            for name, value in there.items()
            if not is_forgotten(name, forgotten) and not is_forgotten(str(value), forgotten)
        }
    older, newer = (here, there) if is_newer else (there, here)
    if key == NAMES:
        names = older
        for old, new in newer.items():
            names = with_name(names, old, new)
        return write_names(names)
    return write_names({**older, **newer})


def _new_maps(theirs: Mapping[str, str], mine: Maps) -> dict[str, str]:
    """The maps that are not here yet, under names that are free here."""
    texts, taken, new = {text for _, text in mine}, {name for name, _ in mine}, {}
    for name, text in theirs.items():
        if text in texts:
            continue
        stem = file_name(name)
        names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
        free = next(one for one in names if one not in taken)
        new[free] = text
        taken.add(free)
    return new


def finish_moving(journal: Journal, folder: Path | None) -> tuple[Words, ...]:
    """Write the maps that were taken into their files, also after a power cut; return what went wrong.

    :raises JournalError: when the disk fails.
    """
    waiting = journal.settings.get(MAPS_WAITING)
    if not waiting:
        return ()
    try:
        for name, text in from_json(waiting, dict[str, str]).items():
            if folder and not (folder / f"{name}.toml").exists():
                save_map(folder, name, text)
    except OSError as error:
        return (words("The maps cannot be saved: {why}", why=reason(error)),)
    journal.commit(Choose(MAPS_WAITING, ""))
    return ()
