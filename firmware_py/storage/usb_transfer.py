"""Errands of the journal, done step by step so that the device goes on living meanwhile.

They lead to a USB stick and back, and to what safe mode has set aside.

An errand is a generator: each step does one file's worth of work and yields what to show meanwhile; at the end it
returns what there is to say, line by line. What is done is done: a stick pulled out in the midst loses only the rest.

Why an unfinished game with secrets is not copied with all the others: its record tells where the hunters stand. It
leaves the box only when somebody wants this one.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Generator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from firmware_py.games.records import UnreadableLine, read_header, write_line
from firmware_py.games.session import RefusedRecord, Session, read_record
from firmware_py.host.status_file import runtime_folder
from firmware_py.sensing.board_profile import KEY as BOARD_KEY
from firmware_py.sensing.wiring.stored import WIRING
from firmware_py.storage.journal import UNSAVED, Journal, StoredGame, seed_key
from firmware_py.storage.journal.damage import rescued, taken_back
from firmware_py.storage.owner_maps import file_name
from firmware_py.storage.saved_games import holds_secrets, save_session
from firmware_py.storage.usb_stick import FOLDER, StickError, fault, write_file
from firmware_py.words import Words, plain, reason, words, words_n

Transfer: TypeAlias = Generator[Words, None, tuple[Words, ...]]

RECORDS = f"{FOLDER}/games"
"""Where games are put on a stick."""
LOOKED_THROUGH = (RECORDS, FOLDER, ".")
"""The folders of a stick in which records are looked for."""
ENDING = ".jsonl"
LONGEST_RECORD = 2_000_000
"""In bytes; the longest games take a twentieth of that."""
STEP_S = 0.1
REPORT_S = 60.0
"""How long the doctor may take."""

PULL_OUT = words("The stick can be pulled out now.")


def record_of(game: StoredGame) -> bytes:
    """Return a kept game as the text of a record: what is played, without what was taken back."""
    return ("\n".join((game.header_line, *game.lines[: game.ply])) + "\n").encode()


def record_name(game: StoredGame) -> str:
    """Return the name of a game's file: the same for the same content, on every box."""
    header = read_header(game.header_line.encode())
    digest = hashlib.sha256(record_of(game)).hexdigest()[:8]
    told = f"{game.started_at:%Y-%m-%d} {header.game} {' '.join(header.players)} {digest}"
    return f"{file_name(told)}{ENDING}"


def copy_games(journal: Journal, stick: Path, numbers: tuple[int, ...]) -> Transfer:
    """Copy these games, or all but the unfinished ones with secrets if there are none given."""
    summaries = [game for game in journal.games() if not numbers or game.id in numbers]
    wanted = [game.id for game in summaries if numbers or not holds_secrets(game)]
    copied = already = 0
    trouble: tuple[Words, ...] = ()
    for done, number in enumerate(wanted):
        yield words("{done} of {count} games; leave the stick where it is.", done=done, count=len(wanted))
        game = journal.load(number)
        try:
            is_new = write_file(stick / RECORDS, record_name(game), record_of(game))
        except UnreadableLine:
            continue  # its header is of another version; it stays where it is
        except StickError as error:
            trouble = (error.why,)
            break
        copied, already = copied + is_new, already + (not is_new)
    secret = len(summaries) - len(wanted)
    return (
        *trouble,
        *_counted(copied, words_n("{count} game copied.", "{count} games copied.", copied)),
        *_counted(already, words_n("{count} game was there already.", "{count} games were there already.", already)),
        *_counted(
            secret,
            words_n(
                "{count} unfinished game with secrets is left out: copy it by itself.",
                "{count} unfinished games with secrets are left out: copy them one by one.",
                secret,
            ),
        ),
        *(() if trouble else (PULL_OUT,)),
    )


def take_games(journal: Journal, stick: Path) -> Transfer:
    """Keep every game on the stick that is not kept already; the stick is only read."""
    yield words("Looking for games on the stick…")
    try:
        files = sorted({path for folder in LOOKED_THROUGH for path in _records_in(stick / folder)})
    except OSError as error:
        return (fault(error),)
    kept = [_lines(record_of(journal.load(game.id))) for game in journal.games()] if files else []
    taken = already = 0
    refused: list[Words] = []
    for done, path in enumerate(files):
        yield words("{done} of {count} files; leave the stick where it is.", done=done, count=len(files))
        try:
            session = read_record(_content(path))
        except OSError as error:
            refused += [plain(_told(path)), fault(error)]
        except RefusedRecord as error:
            refused += [words("{file}, line {line}:", file=_told(path), line=error.line), error.why]
        else:
            lines = _written(session)
            if any(other[: len(lines)] == lines for other in kept):
                already += 1
            else:
                save_session(journal, session, aside=True)
                kept.append(lines)
                taken += 1
    return (
        *(() if files else (words("There are no games on the stick: their files end in .jsonl."),)),
        *_taken(taken, already),
        *((UNSAVED,) if taken and not journal.is_durable else ()),
        *refused,
        *(
            (words("What is named here stays on the stick: put that line right on a computer and take it again."),)
            if refused
            else ()
        ),
        PULL_OUT,
    )


def take_back(journal: Journal, asides: tuple[Path, ...]) -> Transfer:
    """Keep every game of journals that were set aside, unless it is kept already, and note of each that it is done.

    What was taught of magnetic boards is kept as well where nothing was since. Other settings are chosen in a minute,
    and one of them may be what made safe mode necessary.
    """
    yield words("Looking for the games…")
    kept = [_lines(record_of(journal.load(game.id))) for game in journal.games()]
    taken = already = taught = 0
    trouble: list[Words] = []
    for aside in reversed(asides):  # what was taught last counts
        contents = rescued(aside)
        chosen = dict(contents.settings)
        for done, game in enumerate(contents.games):
            yield words("{done} of {count} games", done=done, count=len(contents.games))
            lines = _lines(record_of(game))
            if any(other[: len(lines)] == lines for other in kept):
                already += 1
            else:
                journal.take_over(game, chosen.get(seed_key(game.id), ""))
                kept.append(lines)
                taken += 1
        for key, value in chosen.items():
            if (key == WIRING or key.startswith(BOARD_KEY)) and value and not journal.settings().get(key):
                journal.set_setting(key, value)
                taught += 1
        if contents.games:
            try:
                taken_back(aside)
            except OSError as error:
                trouble.append(words("{file}: {why}", file=_told(aside), why=reason(error)))
        else:
            trouble.append(words("No game can be read in {file}: it stays where it is.", file=_told(aside)))
    again = words("What was taught of the magnetic board holds again from the next switching on.")
    return (*_taken(taken, already), *((again,) if taught else ()), *trouble)


def copy_report(stick: Path, data: Path | None, today: datetime) -> Transfer:
    """Let the doctor look at the box and copy what he found."""
    import tempfile  # here, because the first picture must not wait for it

    try:
        with tempfile.TemporaryDirectory(dir=runtime_folder()) as folder:  # in memory: the card may be full
            report = yield from _doctors_report(Path(folder), data)
        write_file(stick / FOLDER, f"report-{today:%Y-%m-%d}.tar.gz", report)
    except StickError as error:
        return (error.why,)
    except OSError as error:
        return (words("The report could not be made."), *((reason(error),) if error.strerror else ()))
    return (words("The report is on the stick. It holds nothing of any game."), PULL_OUT)


def _doctors_report(folder: Path, data: Path | None) -> Generator[Words, None, bytes]:
    """Return what the doctor writes; another process, because this one holds the journal.

    :raises OSError: when there is no place for it, or it was not finished.
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


def _taken(taken: int, already: int) -> tuple[Words, ...]:
    return (
        *_counted(taken, words_n("{count} game is kept now.", "{count} games are kept now.", taken)),
        *_counted(already, words_n("{count} game was kept already.", "{count} games were kept already.", already)),
    )


def _counted(count: int, told: Words) -> tuple[Words, ...]:
    return (told,) if count else ()


def _records_in(folder: Path) -> list[Path]:
    """Return the records in a folder, none if there is no such folder.

    Other systems' hidden files are passed over, and whatever is no file: a link to itself, a pipe that nobody fills.
    """
    if not folder.is_dir():
        return []
    found = (path for path in folder.iterdir() if path.suffix == ENDING and not path.name.startswith("."))
    return [path.resolve() for path in found if path.is_file()]


def _told(path: Path) -> str:
    """Return a file's name as it can be written, also one of another system that is no UTF-8."""
    return os.fsencode(path.name).decode(errors="replace")


def _content(path: Path) -> bytes:
    """Return a file's content. :raises RefusedRecord: when it is far too long for a game"""
    if path.stat().st_size > LONGEST_RECORD:
        raise RefusedRecord(1, words("the file is too long for a game"))
    return path.read_bytes()


def _written(session: Session) -> tuple[str, ...]:
    return (write_line(session.header), *(write_line(step.action) for step in session.steps))


def _lines(record: bytes) -> tuple[str, ...]:
    return tuple(record.decode().splitlines())
