"""Compiles the translations when the package is built; everything else stands in pyproject.toml.

Why: only the readable .po files are kept under version control, so each build makes its own .mo files.

Why not Babel's `write_mo`: it writes the time of the build and its own version into the file. The same source must
give the same wheel, byte for byte, if `SOURCE_DATE_EPOCH` is the same.
"""

import shutil
import struct
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

MAGIC = 0x950412DE
HEADER = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")


def compiled(source: Path) -> bytes:
    """Return the .mo file of a .po file: GNU gettext's format, little-endian, sorted, without a hash table."""
    from babel.messages.pofile import read_po

    with source.open("rb") as text:
        catalogue = read_po(text)
    header = "".join(f"{name}: {value}\n" for name, value in catalogue.mime_headers if name in HEADER)
    texts = {b"": header.encode()}
    for message in catalogue:
        sentence, translated = _forms(message.id), _forms(message.string)
        if all(sentence) and all(translated) and not message.fuzzy:
            texts["\0".join(sentence).encode()] = "\0".join(translated).encode()
    keys = sorted(texts)
    count = len(keys)
    first = 7 * 4  # after the seven numbers of the head
    place = first + 2 * count * 8  # after both tables of lengths and places
    tables = b""
    strings = [*keys, *(texts[key] for key in keys)]
    for string in strings:
        tables += struct.pack("<II", len(string), place)
        place += len(string) + 1
    head = struct.pack("<7I", MAGIC, 0, count, first, first + count * 8, 0, 0)
    return head + tables + b"".join(string + b"\0" for string in strings)


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


class BuildWithTranslations(build_py):
    """The ordinary build of a clean folder, after the message catalogues have been compiled in place."""

    def run(self) -> None:
        for source in Path("firmware_py/locale").glob("*/LC_MESSAGES/*.po"):
            source.with_suffix(".mo").write_bytes(compiled(source))
        if not self.editable_mode:  # what an earlier build left behind must not go into the wheel
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build_py": BuildWithTranslations})
