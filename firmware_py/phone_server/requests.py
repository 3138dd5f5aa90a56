"""What a request may have: the checks that every one of them passes, and what it asks for. Nothing here waits.

Why the host is an address: a name of somebody else's that leads here would make a browser send its pages' requests to
us (DNS rebinding). The address at which a connection was accepted cannot be made up, and no name is ours.

Why a header of its own: a form of another page can post, but not with a header that only our script sets.
"""

from __future__ import annotations

import json
import re
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import parse_qs

MOST_BODY = 8192
LONGEST_KEY = 64
COOKIE = "seat"
DATE = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d")
"""The time of the place, as a phone says it."""
LANGUAGE = re.compile(r"[a-z]{2,3}")
"""Which languages the device speaks, it knows alone."""
SECURE = (
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)
"""On every answer."""


class Denied(NamedTuple):
    """No: this is why, as a status."""

    status: int


class Static(NamedTuple):
    """A file that everybody may have."""

    path: str


class Wanted(NamedTuple):
    """Something only the referee can answer: a stream of pages, a seat, a press."""

    what: Literal["come", "knock", "touch"]
    message: dict[str, Any]
    """The line to the referee, but for who asks."""


Meaning: TypeAlias = Denied | Static | Wanted


def meaning(method: str, target: str, headers: dict[str, str], body: bytes, own: tuple[str, int]) -> Meaning:
    """What a request gets at the address `own` of its connection."""
    host = headers.get("host", "")
    if host not in hosts(*own):
        return Denied(421)
    path, _, query = target.partition("?")
    if method == "GET":
        if path == "/events":
            asked = parse_qs(query[:80])
            language, now = (asked.get(key, [""])[0] for key in ("lang", "now"))
            said = (("language", language, LANGUAGE), ("now", now, DATE))
            return Wanted("come", {key: text if form.fullmatch(text) else "" for key, text, form in said})
        return Static(path)
    if method != "POST" or path not in ("/pair", "/press"):
        return Denied(404)
    if headers.get("origin") != f"http://{host}" or headers.get("x-screens") != "1":
        return Denied(403)
    return _read_post(path, _read(body), headers)


def hosts(address: str, port: int) -> frozenset[str]:
    """How a browser names the host at this address of ours; systemd's sockets write IPv4 as `::ffff:`."""
    address = address.removeprefix("::ffff:")
    named = f"[{address.partition('%')[0]}]" if ":" in address else address
    return frozenset((f"{named}:{port}", *((named,) if port == 80 else ())))


def cookie_of(headers: dict[str, str]) -> str:
    """What a phone shows to be let in; empty if it shows nothing."""
    parts = (part.strip().partition("=") for part in headers.get("cookie", "")[:1024].split(";"))
    return next((value[:LONGEST_KEY] for name, _, value in parts if name == COOKIE), "")


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _read_post(path: str, body: Any, headers: dict[str, str]) -> Meaning:
    match body:
        case {"code": str(code)} if path == "/pair" and len(code) <= LONGEST_KEY:
            return Wanted("knock", {"code": code, "name": phone_kind(headers.get("user-agent", ""))})
        case {"key": str(key), "page": str(page), "touched": [*touched]} if (
            path == "/press"
            and 8 <= len(key) <= LONGEST_KEY
            and len(page) <= LONGEST_KEY
            and len(touched) <= 60
            and all(isinstance(one, str) and len(one) <= LONGEST_KEY for one in touched)
        ):
            return Wanted("touch", {"key": key, "page": page, "touched": touched})
    return Denied(400)


def phone_kind(agent: str) -> str:
    """Which kind of phone this is, as the device lists it."""
    kinds = ("iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux")
    return next((kind for kind in kinds if kind in agent), "?")
