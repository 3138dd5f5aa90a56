"""What the program reads once after its start, because a card that stalls does not read either."""

from __future__ import annotations

from places import PROJECT

from firmware_py.host.read_ahead import read_ahead


def test_every_picture_font_catalogue_and_module_is_read() -> None:
    """At least as many bytes as the files have that a page may need for the first time."""
    kinds = ("display/**/*.svg", "display/**/*.ttf", "firmware_py/**/*.mo", "firmware_py/**/*.py", "hardware/**/*.py")
    needed = [path for kind in kinds for path in PROJECT.glob(kind)]
    assert {path.suffix for path in needed} == {".svg", ".ttf", ".mo", ".py"}
    assert read_ahead() >= sum(path.stat().st_size for path in needed)
