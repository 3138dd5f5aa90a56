"""Builds wheel and source archive: the same bytes from the same source; everything else stands in pyproject.toml.

Why the dates are set: Babel, tar and gzip write the time of the build into their files. The same source must give the
same bytes if `SOURCE_DATE_EPOCH` is the same.

Why the README is changed: an index of packages shows it far from our other files. Its links lead to the project's
public address, which stands in pyproject.toml; until there is one, they are plain words, and pictures are left out.

Why each .mo file ends with the SHA-256 of all before: gettext reads a damaged one as far as it goes. It skips the end.
"""

import gzip
import hashlib
import io
import os
import re
import shutil
import tarfile
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

PACKAGES = ("firmware_py", "hardware", "display")
HERE = Path(__file__).parent
PYPROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
ADDRESS = PYPROJECT["tool"]["referee"]["address"]
EPOCH_S = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))


def compile_catalogue(source: Path) -> None:
    """Write the .mo file beside a .po file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as text:
        catalogue = read_po(text)
    catalogue.creation_date = catalogue.revision_date = datetime.fromtimestamp(EPOCH_S, UTC)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    source.with_suffix(".mo").write_bytes(compiled.getvalue() + hashlib.sha256(compiled.getvalue()).digest())


SENTENCES = ("title", "text", "question", "label", "why_not")
"""The keys of a `texts.toml` under which sentences stand."""


def collect_sentences(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, None, str, tuple[()]]]:
    """Yield the sentences of a `texts.toml`, as Babel expects them of what reads a kind of file."""
    yield from ((1, None, sentence, ()) for sentence in _sentences(tomllib.load(file)))


def _sentences(part: Any) -> Iterator[str]:
    match part:
        case dict():
            for key, value in part.items():
                lines = [value] if isinstance(value, str) else value
                yield from lines if key in SENTENCES else _sentences(value)
        case list():
            for one in part:
                yield from _sentences(one)


class BuildWithTranslations(build_py):
    """The ordinary build of a clean folder, after the message catalogues have been compiled in place."""

    def run(self) -> None:
        for source in Path("firmware_py/locale").glob("*/LC_MESSAGES/*.po"):
            compile_catalogue(source)
        if not self.editable_mode:  # what an earlier build left behind must not go into the wheel
            for package in PACKAGES:
                shutil.rmtree(Path(self.build_lib) / package, ignore_errors=True)
        super().run()


class ReproducibleArchive(sdist):
    """The ordinary source archive, whose files have neither an owner nor a time of their own."""

    def make_archive(self, base_name: str, *_: object, base_dir: str, **__: object) -> str:
        name = f"{base_name}.tar.gz"
        with (
            Path(name).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=EPOCH_S) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            for path in sorted(Path(base_dir).rglob("*")):
                archive.add(path, recursive=False, filter=_anybodys)
        return name


def _anybodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mtime, member.mode = EPOCH_S, 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def readme_elsewhere(text: str, address: str, version: str) -> str:
    """Return the README with links that work far from the project's other files."""

    def link(found: re.Match[str]) -> str:
        picture, words, place = found.groups()
        if re.match(r"https?://", place):
            return found[0]
        if not address:
            return "" if picture else words
        return f"{picture}[{words}]({address}/{'raw' if picture else 'blob'}/v{version}/{place})"

    return re.sub(r"(!?)\[([^]]*)\]\(([^)\s]+)\)", link, text)


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithTranslations, "sdist": ReproducibleArchive},
        long_description=readme_elsewhere(
            (HERE / "README.md").read_text(encoding="utf-8"), ADDRESS, PYPROJECT["project"]["version"]
        ),
        long_description_content_type="text/markdown",
        project_urls={"Homepage": ADDRESS} if ADDRESS else {},
    )
