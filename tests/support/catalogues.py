"""Whether the translations are compiled: without them all pages would be drawn in English, and nobody would see why."""

from pathlib import Path

import firmware_py
from firmware_py.words import read_compiled

LOCALE = Path(firmware_py.__file__).parent / "locale"


def require_compiled(locale: Path = LOCALE) -> None:
    """Return if every catalogue is compiled.

    :raises SystemExit: if one is not, or has changed since; it says what to call.
    """
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        file = source.with_suffix(".mo")
        if read_compiled(file) is None or file.stat().st_mtime < source.stat().st_mtime:
            language = source.relative_to(locale).parts[0]
            raise SystemExit(f"The translations of {language!r} are not compiled: call `make lint`.")
