"""Compiles the translations when the package is built; everything else stands in pyproject.toml.

Why: only the readable .po files are kept under version control, so each build makes its own .mo files.

Why the dates are set: Babel writes the time of the build into each file. The same source must give the same wheel,
byte for byte, if `SOURCE_DATE_EPOCH` is the same.

Why each file ends with the SHA-256 of all before: gettext reads a damaged one as far as it goes. It skips the end.
"""

import hashlib
import io
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PACKAGES = ("firmware_py", "hardware", "display")


def compile_catalogue(source: Path) -> None:
    """Write the .mo file beside a .po file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as text:
        catalogue = read_po(text)
    epoch = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    catalogue.creation_date = catalogue.revision_date = epoch
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    source.with_suffix(".mo").write_bytes(compiled.getvalue() + hashlib.sha256(compiled.getvalue()).digest())


class BuildWithTranslations(build_py):
    """The ordinary build of a clean folder, after the message catalogues have been compiled in place."""

    def run(self) -> None:
        for source in Path("firmware_py/locale").glob("*/LC_MESSAGES/*.po"):
            compile_catalogue(source)
        if not self.editable_mode:  # what an earlier build left behind must not go into the wheel
            for package in PACKAGES:
                shutil.rmtree(Path(self.build_lib) / package, ignore_errors=True)
        super().run()


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithTranslations})
