"""Sentences as values, independent of the language; and foreign text, made harmless.

Why values: rules and pages are pure, so they do not know which language the table reads. They return `Words`, and the
view is worded at the very end with the `Say` of the chosen language.

Why foreign text is made harmless here: names of files, keys, players and maps come from anywhere. A terminal obeys
control characters, marks of writing direction turn a whole line around, and a long text pushes away what the message
says. `words.speak` passes every value of a sentence through here, so that no caller has to remember it.
"""

from __future__ import annotations

import errno
import gettext
import hashlib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

# --- foreign text ----------------------------------------------------------------------------------------------------

LONGEST_VALUE: Final = 300
"""The most characters of one value in a sentence: room for a path that is met in practice, or a sentence of ours."""
LONGEST_FILE_NAME: Final = 150
"""Every file system takes 255 bytes, with an ending and a number."""


def printable(text: str, most: int = LONGEST_VALUE) -> str:
    """Return `text` in at most `most` characters, its middle left out; a replacement character is what has no picture.

    That are controls, line ends, marks of writing direction, characters without width, and bytes that are no UTF-8.
    """
    if len(text) > most:
        half = most // 2
        text = f"{text[: most - half - 1]}…{text[len(text) - half :]}"
    return text if text.isprintable() else "".join(map(_replace_unseen, text))


def is_printable(text: str) -> bool:
    """Whether every character of a text has a picture or is a space."""
    return text.isprintable() or all(_replace_unseen(letter) == letter for letter in text)


def _replace_unseen(letter: str) -> str:
    return letter if letter.isprintable() or unicodedata.category(letter) == "Zs" else "\N{REPLACEMENT CHARACTER}"


def file_name(name: str) -> str:
    """The name of a map or a game as a file name for every file system: of plain letters, and not too long."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain)[:LONGEST_FILE_NAME].strip("-").lower() or "board"


# --- sentences -------------------------------------------------------------------------------------------------------

Value: TypeAlias = "str | int | Words | tuple[str | Words, ...]"


class Words(msgspec.Struct, frozen=True):
    """One sentence or label in English, with the values for its braces.

    `plural` is the English plural form, or empty if there is none; `count` chooses the form. A tuple as a value becomes
    a list ("Ada, Bo and Cy"; after a colon "Ada, Bo, Cy"). A line of its own begins with a capital, whatever the
    sentence begins with.
    """

    message: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int = 0
    is_line: bool = False


NOTHING = Words("")
"""No words at all."""

Say: TypeAlias = Callable[[Words], str]
"""A function that turns words into text of one language."""


def words(message: str, /, **values: Value) -> Words:
    """The sentence `message`; every literal passed here is collected for the translators."""
    return Words(message, tuple(values.items()))


def words_n(message: str, plural: str, count: int, /, **values: Value) -> Words:
    """A sentence with a singular and a plural form; `count` also fills the brace `{count}`."""
    return Words(message, (*values.items(), ("count", count)), plural, count)


def plain(text: str) -> Words:
    """Text that is the same in every language, such as a player's name."""
    return Words("{text}", (("text", text),))


def decimal(number: str) -> Words:
    """A decimal number, given with a point, as each language writes it."""
    whole, _, tenths = number.partition(".")
    return words("{whole}.{tenths}", whole=whole, tenths=tenths) if tenths else plain(number)


def list_words(*parts: Words) -> Words:
    """Several sentences or labels as one, separated by commas alone: what stands there is not said as one."""
    names = tuple(f"part_{number}" for number in range(len(parts)))
    return Words(", ".join(f"{{{name}}}" for name in names), tuple(zip(names, parts, strict=True)))


def own_line(sentence: Words) -> Words:
    """A sentence that usually follows a colon, as a line of its own: with a capital."""
    return msgspec.structs.replace(sentence, is_line=True)


MOST_REPORTED = 20
"""The most problems of one file that are reported at once."""
MORE = words("and more of the same kind")
"""Ends a list of problems that was cut."""


def first_reported(problems: Sequence[Words]) -> tuple[Words, ...]:
    """The first problems of many, with `MORE` if some are left out."""
    if len(problems) <= MOST_REPORTED:
        return tuple(problems)
    return (*problems[:MOST_REPORTED], MORE)


SYSTEM_WORDS = {
    words("Permission denied"): words("check the access rights"),
    words("Operation not permitted"): words("check the access rights"),
    words("No such file or directory"): words("check the name"),
    words("Is a directory"): words("name a file"),
    words("Not a directory"): words("check the name"),
    words("Not a regular file"): words("name a file"),
    words("File too large"): words("check that it is the right one"),
    words("Too many levels of symbolic links"): words("name the file itself"),
    words("No space left on device"): words("make room"),
    words("Read-only file system"): words("name another folder"),
    words("Input/output error"): words("check the disk or the stick"),
    words("File name too long"): words("choose a shorter name"),
    words("File exists"): words("choose another name"),
    words("Invalid argument"): words("choose another name"),
    words("Device or resource busy"): words("close the other program"),
    words("Disk quota exceeded"): words("make room"),
    words("there is no standard input"): words("name a file"),
}
"""The system's reasons that people meet, for translation, each with its remedy; the system gives them in English."""


def reason(error: OSError) -> Words:
    """Why the system refused, or the name of its error; nothing if it gave no reason."""
    if known := next((known for known in SYSTEM_WORDS if known.message == error.strerror), None):
        return known
    name = errno.errorcode.get(error.errno or 0, "")
    return words("error {name} of the system", name=name) if name else NOTHING


def reason_and_remedy(error: OSError) -> Words:
    """Why the system refused what somebody has named, and what to do about it."""
    why, another = reason(error), words("try another file or folder")
    return words("{why}; {remedy}", why=why, remedy=SYSTEM_WORDS.get(why, another))


REINSTALL = words("install the program again: {command}", command="sudo ./systemd/install")
"""What to do about a file of the program that is damaged or missing."""

Language: TypeAlias = Literal["fr", "en", "de"]
LANGUAGES = {"fr": "Français", "en": "English", "de": "Deutsch"}
"""The languages offered, each by its own name; the code itself contains the English sentences."""


def language_asked_for(environ: Mapping[str, str]) -> str:
    """The language that an environment asks for, English if it is none of `LANGUAGES`.

    The variables are read as gettext reads them; the system need not have the locale installed.
    """
    locale = next((name for key in ("LC_ALL", "LC_MESSAGES", "LANG") if (name := environ.get(key))), "C")
    if re.split("[.@]", locale)[0] in ("C", "POSIX"):
        return "en"
    wished = (environ.get("LANGUAGE") or locale).split(":")
    return next((known for name in wished if (known := re.split("[_.@]", name)[0]) in LANGUAGES), "en")


ELIDED = re.compile(r"\bde (?=[AÂÀEÉÈÊIÎOÔUÛ])")
"""What French shortens before a name: "les gardiens d’Ada"."""

MOST_SEATS: Final = 12
"""Twice as many as any table has: some of the names may be taken."""
BOX_SEATS = (words("Box"), *(words("Box {number}", number=number) for number in range(2, MOST_SEATS + 1)))
"""What the box is called in its seats, one after the other."""
IN_SENTENCES = (words("the box"), *(words("box {number}", number=number) for number in range(2, MOST_SEATS + 1)))
"""The same where it flows with other words: no person has an article."""
WHO = frozenset({"player", "players", "hunter", "target", "victim", "was"})
"""The values of sentences that are people."""
OPEN, CLOSE = "⟦", "⟧"
"""Stand around a seat of the box within a sentence; in what anybody wrote they become square brackets."""
BRACKETS = str.maketrans(OPEN + CLOSE, "[]")
MARKED = re.compile(rf"(?P<before>\w )?{OPEN}(?P<name>[^{CLOSE}]+){CLOSE}(?P<flows>(?= [^\W\d]|'s| \([^)]*\) \w))?")
"""A seat of the box within a sentence, as `_fill_in` marks it, and whether a word stands beside it."""
DATIVE = re.compile(r"\b(?:von|[Bb]ei|mit\b[^.:!?]*) $")
"""What German says before "dem"."""
CONTRACTED = re.compile(r"\b(vo|[Bb]ei)n? dem (?=Gerät)")
"""What German draws together: "vom Gerät"."""


@cache
def speak(language: str) -> Say:
    """The `Say` of `language`, a key of `LANGUAGES`.

    A sentence without a translation stays English: an untranslated sentence is better than a missing one.
    """
    catalogue = _catalogue(language)
    is_french = language == "fr"
    called: dict[str, str] = {}

    def say(sentence: Words, *, is_part: bool = False) -> str:
        if not sentence.message:
            return ""
        if sentence.plural:
            text = catalogue.ngettext(sentence.message, sentence.plural, sentence.count)
        else:
            text = catalogue.gettext(sentence.message)
        if sentence.values:
            names_owner = is_french and "de {" in text
            after_colon = {name for name, _ in sentence.values if f": {{{name}}}" in text}
            if "{players} " in text:  # they do something, and are not only counted up
                after_colon.discard("players")
            text = text.format(
                **{
                    name: _fill_in(value, part, called if name in WHO else {}, is_counted=name in after_colon)
                    for name, value in sentence.values
                }
            )
            text = ELIDED.sub("d’", text) if names_owner else text
            text = _with_articles(text, called, language) if OPEN in text and not is_part else text
        return text[:1].upper() + text[1:] if sentence.is_line else text

    part = partial(say, is_part=True)
    called.update(zip(map(say, BOX_SEATS), map(say, IN_SENTENCES), strict=True))
    return say


def _with_articles(text: str, called: Mapping[str, str], language: str) -> str:
    """A sentence in which the box's seats, marked, flow as the names of people do; alone they stay a name."""
    begins = re.compile(r"(?:^|[.!?:] )$" if language == "de" else r"(?:^|[.!?] )$")

    def place(found: re.Match[str]) -> str:
        before, name = found["before"] or "", found["name"]
        if not before and found["flows"] is None:
            return name
        said, leading = called.get(name, name), text[: found.start("name") - 1]
        if language == "de" and DATIVE.search(leading):
            said = said.replace("das ", "dem ")
        return before + (said[:1].upper() + said[1:] if begins.search(leading) else said)

    return CONTRACTED.sub(r"\1m ", MARKED.sub(place, text)) if language == "de" else MARKED.sub(place, text)


class WordedError(Exception):
    """An error whose reason people are told: `why`, in words."""

    def __init__(self, why: Words) -> None:
        super().__init__(speak("en")(why))
        self.why = why


LONGEST_LIST = 4000
"""The most characters of a list in a sentence."""

LONGEST_NUMBER = 100
"""In bits; a record may have a die with thousands of digits."""


def _fill_in(value: Value, say: Say, called: Mapping[str, str], *, is_counted: bool = False) -> str | int:
    """A value as text that is safe to show, whoever wrote it; a list is counted up, or part of a sentence.

    A seat of the box is marked.
    """
    match value:
        case Words():
            return say(value)
        case tuple():
            parts = [str(_fill_in(part, say, called)) for part in value]
            return printable(", ".join(parts) if is_counted else _list_names(parts, say), LONGEST_LIST)
        case str():
            return f"{OPEN}{value}{CLOSE}" if value in called else printable(value).translate(BRACKETS)
    return value if value.bit_length() <= LONGEST_NUMBER else "…"


def _list_names(parts: list[str], say: Say) -> str:
    """Several names as people say them."""
    *most, last = parts or [""]
    return say(AND).format(most=", ".join(most), last=last) if most else last


AND = words("{most} and {last}")
"""How the last of several names is told."""

DIGEST = 32
"""The length of a SHA-256 in bytes."""


def catalogue_faults() -> tuple[Words, ...]:
    """A sentence about each language that nobody can read here, because its file is damaged or missing."""
    return tuple(
        words("{language} is replaced by English, because {file} is damaged or missing", language=name, file=str(file))
        for language, name in LANGUAGES.items()
        if language != "en" and read_compiled(file := catalogue_file(language)) is None
    )


def catalogue_file(language: str) -> Path:
    """Where the translations into a language are."""
    return Path(__file__).parent / "locale" / language / "LC_MESSAGES" / "referee.mo"


def read_compiled(file: Path) -> bytes | None:
    """A catalogue as it was compiled, or None if the file is not whole (`setup.py` has written its digest)."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    content, digest = content[:-DIGEST], content[-DIGEST:]
    return content if hashlib.sha256(content).digest() == digest else None


def _catalogue(language: str) -> gettext.NullTranslations:
    content = read_compiled(catalogue_file(language))
    return gettext.NullTranslations() if content is None else gettext.GNUTranslations(BytesIO(content))
