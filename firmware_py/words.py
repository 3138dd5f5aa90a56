"""Sentences as values, independent of the language.

Why: rules and pages are pure, so they do not know which language the table reads. They return `Words`, and the view
is worded at the very end with the `Say` of the chosen language.
"""

from __future__ import annotations

import errno
import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import TypeAlias

import msgspec

Value: TypeAlias = "str | int | Words | tuple[str | Words, ...]"


class Words(msgspec.Struct, frozen=True):
    """One sentence or label in English, with the values for its braces.

    `plural` is the English plural form, or empty if there is none; `count` chooses the form. A tuple as a value becomes
    a list ("Ada, Bo, Cy").
    """

    message: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int = 0


NOTHING = Words("")
"""No words at all."""

Say: TypeAlias = Callable[[Words], str]
"""A function that turns words into text of one language."""


def words(message: str, /, **values: Value) -> Words:
    """Return the sentence `message`; every literal passed here is collected for the translators."""
    return Words(message, tuple(values.items()))


def words_n(message: str, plural: str, count: int, /, **values: Value) -> Words:
    """Return a sentence with a singular and a plural form; `count` also fills the brace `{count}`."""
    return Words(message, (*values.items(), ("count", count)), plural, count)


def plain(text: str) -> Words:
    """Return text that is the same in every language, such as a player's name."""
    return Words("{text}", (("text", text),))


def listed(*parts: Words) -> Words:
    """Return several sentences or labels as one, separated by commas."""
    return Words("{text}", (("text", parts),))


SYSTEM_WORDS: dict[int, Words] = {
    errno.EACCES: words("Permission denied"),
    errno.EPERM: words("Operation not permitted"),
    errno.ENOENT: words("No such file or directory"),
    errno.EISDIR: words("Is a directory"),
    errno.ENOTDIR: words("Not a directory"),
    errno.ENOSPC: words("No space left on device"),
    errno.EROFS: words("Read-only file system"),
    errno.EIO: words("Input/output error"),
}
"""The system errors that people meet, for translation: the system reports them in English."""


def reason(error: OSError) -> Words:
    """Return why the system refused, or nothing if it gave no reason."""
    return SYSTEM_WORDS.get(error.errno or 0, plain(error.strerror) if error.strerror else NOTHING)


LANGUAGES = {"fr": "Français", "en": "English", "de": "Deutsch"}
"""The languages offered, each by its own name; the code itself contains the English sentences."""


def language_asked_for(environ: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, English if it is none of `LANGUAGES`.

    The variables are read as gettext reads them; the system need not have the locale installed.
    """
    locale = next((name for key in ("LC_ALL", "LC_MESSAGES", "LANG") if (name := environ.get(key))), "C")
    if re.split("[.@]", locale)[0] in ("C", "POSIX"):
        return "en"
    wished = (environ.get("LANGUAGE") or locale).split(":")
    return next((known for name in wished if (known := re.split("[_.@]", name)[0]) in LANGUAGES), "en")


@cache
def speak(language: str) -> Say:
    """Return the `Say` of `language`, a key of `LANGUAGES`.

    A sentence without a translation stays English: an untranslated sentence is better than a missing one.
    """
    catalogue = _catalogue(language)

    def say(sentence: Words) -> str:
        if not sentence.message:
            return ""
        if sentence.plural:
            text = catalogue.ngettext(sentence.message, sentence.plural, sentence.count)
        else:
            text = catalogue.gettext(sentence.message)
        if not sentence.values:
            return text
        return text.format(**{name: _worded(value, say) for name, value in sentence.values})

    return say


def _worded(value: Value, say: Say) -> str | int:
    match value:
        case Words():
            return say(value)
        case tuple():
            return ", ".join(part if isinstance(part, str) else say(part) for part in value)
        case _:
            return value


def _catalogue(language: str) -> gettext.NullTranslations:
    compiled = resources.files(__package__) / "locale" / language / "LC_MESSAGES" / "referee.mo"
    if not compiled.is_file():
        return gettext.NullTranslations()
    with compiled.open("rb") as stream:
        return gettext.GNUTranslations(stream)
