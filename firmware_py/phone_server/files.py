"""What every phone gets, whoever it is: the page, its script, colours and letters, and all pictures as one file."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
DISPLAY = HERE.parent.parent / "display"
FONTS = {
    "voice.otf": "YanoneKaffeesatz-Bold.otf",
    "digits.otf": "BebasNeue-Bold.otf",
    "note.ttf": "RobotoCondensed-Bold.ttf",
}
KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "otf": "font/otf",
    "ttf": "font/ttf",
}


class File(NamedTuple):
    """A file as it is sent."""

    kind: str
    data: bytes
    is_kept: bool
    """A phone may keep it: its address changes with it."""
    packed: bytes = b""
    """The same, packed by gzip; empty if that saves nothing."""


def read_files() -> dict[str, File]:
    """All files by their paths."""
    raw = {
        "page.js": (HERE / "page.js").read_bytes(),
        "page.css": (HERE / "page.css").read_bytes(),
        "icons.svg": pictures(DISPLAY / "icons"),
        **{file.name: file.read_bytes() for file in sorted(HERE.glob("*.svg"))},
        **{name: (DISPLAY / "fonts" / file).read_bytes() for name, file in FONTS.items()},
    }
    version = hashlib.sha256(b"".join(raw.values())).hexdigest()[:12]
    files = {f"/{name}": _file(name, data, is_kept=True) for name, data in raw.items()}
    page = (HERE / "page.html").read_bytes().replace(b"VERSION", version.encode())
    return {"/": _file("page.html", page, is_kept=False), **files}


def _file(name: str, data: bytes, *, is_kept: bool) -> File:
    kind = KINDS[name.rpartition(".")[2]]
    packed = gzip.compress(data, mtime=0) if kind.startswith(("text/", "image/")) else b""
    return File(kind, data, is_kept, packed)


def pictures(folder: Path) -> bytes:
    """Every picture of a folder as a symbol of one file; what is open in it has the colour of the text."""
    symbols = []
    for file in sorted(folder.glob("*.svg")):
        text = file.read_text(encoding="utf-8")
        body = text[text.index(">") + 1 : text.rindex("</svg>")]
        symbols.append(f'<symbol id="{file.stem}" viewBox="0 0 48 48">{body}</symbol>')
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'.encode()
