"""Whether the translations are compiled: without them all pages would be drawn in English, and nobody would see why."""

from pathlib import Path

import firmware_py

LOCALE = Path(firmware_py.__file__).parent / "locale"


def require_compiled(locale: Path = LOCALE) -> None:
    """Return if every catalogue is compiled.

    :raises SystemExit: if one is not, or has changed since; it says what to call.
    """
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            language = source.relative_to(locale).parts[0]
            raise SystemExit(f"The translations of {language!r} are not compiled: call `make sheets`.")
