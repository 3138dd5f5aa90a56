"""Transfers: games and reports to a stick, games from sticks and from journals that were set aside, a name from all.

A transfer is a generator, so that the device goes on meanwhile. Each step does a part of the work, as that for one
file, and yields what to show; at the end the transfer returns its result, line by line. A stick that is pulled out
early loses only the rest. No game is stored twice.

Why an unfinished game with secrets is not copied with all the others: its record says where the hunters stand. It is
copied only when somebody chooses this game.

A person who is forgotten leaves every stored game; the games stay, with a number in place of the name.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from firmware_py.config.settings import PLAYERS_DRAFT, WIRING
from firmware_py.evenings.results import FACES, NAMES, PEOPLE, read_names, write_names
from firmware_py.games.records import (
    RefusedRecord,
    UnreadableLine,
    fold_name,
    is_alike,
    read_header,
    write_line,
)
from firmware_py.games.restoring import (
    InSteps,
    checksums_in_steps,
    normalise_in_steps,
    record_in_steps,
    rename_text,
    restore,
    with_names,
)
from firmware_py.games.session import checksums
from firmware_py.host.failed_starts import runtime_folder
from firmware_py.regular_files import read_regular
from firmware_py.sensing import BOARD_KEY
from firmware_py.storage.changes import Choose, GameSummary, Rewrite, StoredGame, holds_secrets, is_kept_back, is_known
from firmware_py.storage.files import UNSAVED, mark_taken_back
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.rescue import rescue
from firmware_py.transfers.stick import FOLDER, Stick, StickError, explain_stick_fault, write_to
from firmware_py.words import Words, file_name, plain, reason, words, words_n

T = TypeVar("T")

RECORDS, PICTURES = f"{FOLDER}/games", f"{FOLDER}/pictures"
"""The folders for games on a stick, and for pictures of how they ended."""
SEARCHED = (RECORDS, FOLDER, ".")
"""The folders of a stick that are searched for records."""
ENDING = ".jsonl"
ENTRIES_A_STEP = 200
GAMES_A_STEP = 10
LISTED_A_STEP = 200
MOST_RECORDS = 20
MOST_BYTES = 5_000_000
"""Most new records taken at a time, and most bytes of them; they take a minute or two at most."""
MOST_PROBLEMS = 20
"""How many files that are no games are named one by one."""
STEP_S = 0.1
REPORT_S = 60.0
"""How long the doctor may take."""

PULL_OUT = words("The stick can be pulled out now.")
Transfer: TypeAlias = Generator[Words, None, tuple[Words, ...]]
"""Each step does a part of the work and yields what to show; the result is shown line by line in the end."""
Work: TypeAlias = Generator[Words, None, None]
Problem: TypeAlias = "tuple[Words, ...]"
"""What is wrong with one file, as lines."""


# --- the stored games ------------------------------------------------------------------------------------------------


def record_of(game: StoredGame) -> bytes:
    """A stored game as the text of a record: the actions played, without those undone."""
    return ("\n".join((game.header_line, *game.lines[: game.ply])) + "\n").encode()


class Stopped(Exception):  # noqa: N818 - no error: somebody wants no more of it
    """Thrown into a transfer that is to end with its next step; what it has done stays."""


STOPPED = words("Stopped; what was done before stays.")


class _Collection:
    """The games of the journal while others are added to them; a game that is stored already is not added.

    Why the stored games are read one by one when they are compared: all of them together need not fit into memory.
    """

    def __init__(self, journal: Journal) -> None:
        """Begin with none of them; `_collect` makes one with all."""
        self._journal = journal
        self._numbers: dict[str, list[int]] = {}
        self.added = 0
        self._already = 0

    def know(self, game: GameSummary) -> None:
        """Know a stored game."""
        self._numbers.setdefault(game.header_line, []).append(game.id)

    def has(self, record: bytes, progress: Words) -> Generator[Words, None, bool]:
        """Whether the record of a stored game begins with this one, reading a few games in each step."""
        header = record.partition(b"\n")[0].decode()
        for read, number in enumerate(self._numbers.get(header, ()), 1):
            if record_of(self._journal.load(number)).startswith(record):
                self._already += 1
                return True
            if read % GAMES_A_STEP == 0:
                yield progress
        return False

    def add(self, record: bytes, save: Callable[[], int]) -> None:
        """Save the game with this record, which is not among the stored ones."""
        self._numbers.setdefault(record.partition(b"\n")[0].decode(), []).append(save())
        self.added += 1

    def summary(self) -> tuple[Words, ...]:
        """How many games were added, and how many were stored already."""
        added, already = self.added, self._already
        return (
            *_if_any(added, words_n("{count} game saved.", "{count} games saved.", added)),
            *_if_any(already, words_n("{count} game was saved already.", "{count} games were saved already.", already)),
        )


def _if_any(count: int, sentence: Words) -> tuple[Words, ...]:
    return (sentence,) if count else ()


def _collect(journal: Journal) -> Generator[Words, None, _Collection]:
    """The games that the journal has now."""
    collection, done = _Collection(journal), 0
    for games in read_summaries(journal):
        for game in games:
            collection.know(game)
        done += len(games)
        if done < journal.count:
            yield words_n("{done} of {count} game", "{done} of {count} games", journal.count, done=done)
    return collection


def read_summaries(journal: Journal) -> Iterator[tuple[GameSummary, ...]]:
    """Yield the stored games a few at a time, newest first."""
    games = journal.games(most=LISTED_A_STEP)
    while games:
        yield games
        games = journal.games(games[-1].id, LISTED_A_STEP)


# --- to and from a stick ---------------------------------------------------------------------------------------------


def progress_words(done: int, count: int) -> Words:
    """How many of the games have been copied, while the stick must stay."""
    return words_n(
        "{done} of {count} game; leave the stick where it is.",
        "{done} of {count} games; leave the stick where it is.",
        count,
        done=done,
    )


def _record_name(game: StoredGame) -> str:
    """The name of a game's file: the same for the same content, on every device."""
    header = read_header(game.header_line.encode())
    digest = hashlib.sha256(record_of(game)).hexdigest()[:8]
    day = f"{game.started_at:%Y-%m-%d} " if is_known(game.started_at) else ""
    name = f"{day}{header.game} {' '.join(header.players)}"
    return f"{file_name(name)}-{digest}{ENDING}"


def copy_games(
    journal: Journal, stick: Stick, numbers: tuple[int, ...], picture: Callable[[], bytes] | None = None
) -> Transfer:
    """Copy the games with these `numbers`; if there are none, all games but the unfinished ones with secrets.

    `picture` draws how the first of them ended; it is copied beside it.
    """
    wanted, secret = [number for number in numbers if not is_kept_back(journal.load(number))], 0
    for games in () if numbers else read_summaries(journal):
        secrets = [game.id for game in games if holds_secrets(game)]
        wanted += (game.id for game in games if game.id not in secrets)
        secret += len(secrets)
    copied = already = damaged = 0
    trouble: tuple[Words, ...] = ()
    for done, number in enumerate(wanted):
        try:
            yield progress_words(done, len(wanted))
            game = journal.load(number)
            is_new = write_to(stick, f"{RECORDS}/{_record_name(game)}", record_of(game))
            if picture and done == 0:
                write_to(stick, f"{PICTURES}/{_record_name(game).removesuffix(ENDING)}.png", picture())
        except UnreadableLine:
            continue  # its header is of another version; it stays where it is
        except Stopped:
            trouble = (STOPPED,)
            break
        except StickError as error:
            trouble = (error.why,)
            break
        copied, already, damaged = copied + is_new, already + (not is_new), damaged + bool(game.damaged)
    return (
        *trouble,
        *_if_any(copied, words_n("{count} game copied.", "{count} games copied.", copied)),
        *_if_any(already, words_n("{count} game was there already.", "{count} games were there already.", already)),
        *((words("The picture is in the folder {folder}.", folder=PICTURES),) if picture and not trouble else ()),
        *_if_any(
            damaged,
            words("The disk has damaged {count} of them: not every line is as it was.", count=damaged),
        ),
        *_if_any(
            secret,
            words_n(
                "{count} unfinished game with secrets is left out: copy it by itself.",
                "{count} unfinished games with secrets are left out: copy them one by one.",
                secret,
            ),
        ),
        *(() if trouble else (PULL_OUT,)),
    )


def take_games(journal: Journal, sticks: tuple[Stick, ...]) -> Transfer:
    """Store the games on the sticks that are not stored already, at most `MOST_RECORDS`; the sticks are only read."""
    taking = _Taking()
    collection = yield from _collect(journal)
    try:
        for stick in sticks:
            try:
                files = yield from _records_on(stick)
                taking.found += len(files)
                yield from _take(files, journal, collection, taking)
                stick.check()
            except StickError as error:
                taking.trouble.append(error.why)
    except Stopped:
        taking.trouble.append(STOPPED)
    if not taking.found and not taking.trouble:
        return words("There are no games on the stick: their files end in .jsonl."), PULL_OUT
    left = taking.found - taking.looked_at
    left_out = words_n(
        "{count} more file was left on the stick: take games again for the next ones.",
        "{count} more files were left on the stick: take games again for the next ones.",
        left,
    )
    return (
        *collection.summary(),
        *((UNSAVED,) if collection.added and not journal.is_durable else ()),
        *_problem_lines(taking.problems),
        *_if_any(left, left_out),
        *taking.trouble,
        *(() if taking.trouble else (PULL_OUT,)),
    )


class _Taking:
    """How far the taking of games has come."""

    def __init__(self) -> None:
        self.found = self.looked_at = 0
        """Files."""
        self.records_left, self.bytes_left = MOST_RECORDS, MOST_BYTES
        """How much more may be played, which takes the time."""
        self.problems: list[Problem] = []
        self.trouble: list[Words] = []


def _take(files: tuple[Path, ...], journal: Journal, collection: _Collection, taking: _Taking) -> Work:
    """Store the games in these files until enough was played; note what is wrong with the others."""
    for done, path in enumerate(files):
        progress = words_n(
            "{done} of {count} file; leave the stick where it is.",
            "{done} of {count} files; leave the stick where it is.",
            len(files),
            done=done,
        )
        yield progress
        try:
            content = _content(path)
            record = yield from _show_while(progress, normalise_in_steps(content))
            if not (record and (yield from collection.has(record, progress))):
                if not taking.records_left or len(content) > taking.bytes_left:
                    return
                taking.records_left, taking.bytes_left = taking.records_left - 1, taking.bytes_left - len(content)
                session = yield from _show_while(progress, record_in_steps(content))
                sums = yield from _show_while(progress, checksums_in_steps(session))
                collection.add(record, partial(save_session, journal, session, aside=True, sums=sums))
        except OSError as error:
            taking.problems.append((plain(path.name), explain_stick_fault(error)))
        except RefusedRecord as error:
            taking.problems.append((words("{file}, line {line}:", file=path.name, line=error.line), error.why))
        taking.looked_at += 1


def _problem_lines(problems: list[Problem]) -> tuple[Words, ...]:
    """The lines about files that are no games: the first ones by name, how many more, and what to do."""
    if not problems:
        return ()
    more = len(problems) - MOST_PROBLEMS
    return (
        *(line for problem in problems[:MOST_PROBLEMS] for line in problem),
        *(
            ()
            if more <= 0
            else (words_n("{count} more file is not a game.", "{count} more files are not games.", more),)
        ),
        words("What is named here stays on the stick: put that line right on a computer and take it again."),
    )


def copy_report(stick: Stick, data: Path | None, today: datetime) -> Transfer:
    """Run the doctor, and copy its report."""
    import tempfile  # here, because the first picture must not wait for it

    try:
        with tempfile.TemporaryDirectory(dir=runtime_folder()) as folder:  # in memory: the card may be full
            report = yield from _bundle(Path(folder), data)
        write_to(stick, f"{FOLDER}/report-{today:%Y-%m-%d}.tar.gz", report)
    except StickError as error:
        return (error.why,)
    except OSError as error:
        return (words("The report could not be made."), *((reason(error),) if error.strerror else ()))
    return (words("The report is on the stick. It says nothing of what was played, nor by whom."), PULL_OUT)


def _bundle(folder: Path, data: Path | None) -> Generator[Words, None, bytes]:
    """The bundle that the doctor writes. It is another process, because this one locks the journal.

    :raises OSError: when there is no space for it, or the doctor does not finish.
    """
    import subprocess  # here, because the first picture must not wait for it

    bundle = folder / "report.tar.gz"
    command = [sys.executable, "-m", "firmware_py", "doctor", "--bundle", str(bundle)]
    command += ["--data", str(data)] if data else []
    environ = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environ) as doctor:
        try:
            for _ in range(round(REPORT_S / STEP_S)):
                yield words("The report is being written; leave the stick where it is.")
                with suppress(subprocess.TimeoutExpired):
                    doctor.wait(STEP_S)
                    break
        finally:
            doctor.kill()
    if doctor.returncode not in (0, 1):  # nothing wrong, or faults found
        raise OSError
    return bundle.read_bytes()


def _records_on(stick: Stick) -> Generator[Words, None, tuple[Path, ...]]:
    """The records on a stick, looking at a few files in each step; a link is followed.

    Hidden files of other systems are left out, and whatever is no file: a link to itself, a pipe without a writer.

    :raises StickError: when it was pulled out or cannot be read.
    """
    looking = words("Looking for games on the stick…")
    yield looking
    found = set()
    try:
        for folder in SEARCHED:
            for number, path in enumerate(_entries(stick.folder / folder)):
                if number % ENTRIES_A_STEP == ENTRIES_A_STEP - 1:
                    yield looking
                if path.suffix == ENDING and not path.name.startswith(".") and path.is_file():
                    found.add(path.resolve())
    except OSError as error:
        raise StickError(explain_stick_fault(error)) from error
    stick.check()
    return tuple(sorted(found))


def _entries(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder, nothing if there is no such folder."""
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            yield Path(entry.path)


def _content(path: Path) -> bytes:
    """A file's content. :raises RefusedRecord: when it is far too long for a game"""
    try:
        return read_regular(path)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise RefusedRecord(1, words("the file is too long for a game")) from None
        raise


def _show_while(progress: Words, work: InSteps[T]) -> Generator[Words, None, T]:
    """Do work in steps while the same progress is shown, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result
        yield progress


# --- from journals that were set aside -------------------------------------------------------------------------------


def take_back(journal: Journal, asides: tuple[Path, ...]) -> Transfer:
    """Store every game of journals that were set aside, unless it is stored already, and mark each journal as done.

    What was taught of magnetic boards is stored as well, where nothing else was taught since. Other settings are not:
    they are quickly chosen again, and one of them may have caused safe mode.
    """
    collection = yield from _collect(journal)
    taught = 0
    trouble: list[Words] = []
    for aside in reversed(asides):  # what was taught last takes precedence
        found = rescue(aside)
        chosen = found.contents.settings
        for done, game in enumerate(found.games):
            progress = words_n("{done} of {count} game", "{done} of {count} games", len(found.games), done=done)
            yield progress
            record = record_of(game)
            if not (yield from collection.has(record, progress)):
                collection.add(record, partial(journal.add, replace(game, is_aside=game.status != "finished")))
        taught += _take_back_teaching(journal, chosen)
        trouble += _mark_as_done(aside) if found.games else [_no_games_in(aside)]
    again = words("What was learnt about the magnetic board applies again after the next start.")
    return (*collection.summary(), *((again,) if taught else ()), *trouble)


def _take_back_teaching(journal: Journal, chosen: Mapping[str, str]) -> int:
    """Store what was taught of magnetic boards, where the journal has nothing; return how many settings that are."""
    missing = {
        key: value
        for key, value in chosen.items()
        if (key == WIRING or key.startswith(BOARD_KEY)) and value and not journal.settings.get(key)
    }
    if missing:
        journal.commit(*(Choose(key, value) for key, value in missing.items()))
    return len(missing)


def _mark_as_done(aside: Path) -> list[Words]:
    """Rename a journal whose games were restored; return what went wrong."""
    try:
        mark_taken_back(aside)
    except OSError as error:
        return [words("{file}: {why}", file=aside.name, why=reason(error))]
    return []


def _no_games_in(aside: Path) -> Words:
    return words("No game can be read in {file}: it stays where it is.", file=aside.name)


# --- a person is forgotten --------------------------------------------------------------------------------------------


def forget(journal: Journal, names: tuple[str, ...], instead: tuple[str, ...]) -> Transfer:
    """Replace a person's names by others in every stored game, a game a step; settings that hold one are cleared.

    `instead` begins with what the first seat is called, such as "Player 1"; a name that is taken is left out. What was
    copied to a stick, or set aside by safe mode, stays as it is.
    """
    numbers = [game.id for game in journal.games() if any(name in game.header_line for name in names)]
    changed = 0
    for done, number in enumerate(numbers):
        yield words_n("{done} of {count} game", "{done} of {count} games", len(numbers), done=done)
        before = game = journal.load(number)
        for name in names:
            game = forget_player(game, name, instead)
        if game != before:
            journal.commit(Rewrite(number, game.header_line, game.lines, game.checksums, game.versions, game.draft))
            changed += 1
    journal.commit(*_without_names(journal.settings, names), _remember(journal.settings, names))
    journal.erase_past()
    return (
        words_n(
            "{player} is forgotten in {count} game.",
            "{player} is forgotten in {count} games.",
            changed,
            player=names[0],
        ),
    )


FORGOTTEN = f"{PEOPLE}forgotten"
"""The setting that keeps forgotten names away: for each a digest, and what it was salted with."""


def _remember(settings: Mapping[str, str], names: tuple[str, ...]) -> Choose:
    """Remember that names are forgotten, without the names."""
    salt = os.urandom(8).hex()
    known = {**read_names(settings.get(FORGOTTEN, "")), **{_digest(name, salt): salt for name in names}}
    return Choose(FORGOTTEN, write_names(known))


def is_forgotten(name: str, forgotten: Mapping[str, str]) -> bool:
    """Whether a name is among those that were forgotten, in whatever capitals and spaces."""
    return any(_digest(name, salt) == digest for digest, salt in forgotten.items())


def without_known(forgotten: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Those of the forgotten that are none of these names: somebody may play under one again."""
    known = {_digest(name, salt) for salt in set(forgotten.values()) for name in names}
    return {digest: salt for digest, salt in forgotten.items() if digest not in known}


def _digest(name: str, salt: str) -> str:
    return blake2b(fold_name(name).encode(), digest_size=8, salt=bytes.fromhex(salt)).hexdigest()


def _without_names(settings: Mapping[str, str], names: tuple[str, ...]) -> Iterator[Choose]:
    """Yield how the settings become that may hold a name: who is called how, their faces, and who was entered."""
    known = read_names(settings.get(NAMES, ""))
    others = {old: new for old, new in known.items() if old not in names and new not in names}
    if others != known:
        yield Choose(NAMES, write_names(others))
    faces = read_names(settings.get(FACES, ""))
    kept = {name: face for name, face in faces.items() if name not in names}
    if kept != faces:
        yield Choose(FACES, write_names(kept))
    if settings.get(PLAYERS_DRAFT):
        yield Choose(PLAYERS_DRAFT, "")


def forget_player(game: StoredGame, name: str, instead: tuple[str, ...]) -> StoredGame:
    """A game in which a player is called by the number of the seat; unchanged if nobody of this name plays."""
    try:
        players = read_header(game.header_line.encode()).players
    except UnreadableLine:
        return game
    if name not in players:
        return game
    others = [player for player in players if player != name]
    seat = players.index(name)
    names = {name: next(free for free in instead[seat:] if not is_alike(free, others))}
    return _with_names(game, names)


def _with_names(game: StoredGame, names: Mapping[str, str]) -> StoredGame:
    """A game in which players have other names, with the digests that follow from them.

    What cannot be played again keeps its digests: it is as unproven as before.

    :raises UnreadableLine: when its header cannot be used.
    """
    session, _ = restore(game.header_line, game.lines, game.checksums, len(game.lines), game.damaged)
    session = with_names(session, names)
    others = (rename_text(line, names) for line in game.lines[session.ply :])
    return replace(
        game,
        header_line=write_line(session.header),
        lines=(*(write_line(step.action) for step in session.steps), *others),
        checksums=(*checksums(session), *game.checksums[session.ply :]),
        versions=rename_text(game.versions, names),
        draft=None if game.draft is None else rename_text(game.draft, names),
    )
