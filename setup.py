"""Compiles the translations when the package is built; everything else stands in pyproject.toml.

Why: only the readable .po files are kept under version control, so each build makes its own .mo files.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTranslations(build_py):
    """The ordinary build, after the message catalogues have been compiled in place."""

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in Path("firmware_py/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
        super().run()


setup(cmdclass={"build_py": BuildWithTranslations})
