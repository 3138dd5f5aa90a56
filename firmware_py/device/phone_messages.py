"""What the referee and the process that speaks to phones say to each other: lines of JSON over a local socket.

Why lines, and so few words: whoever takes over the other process can send nothing else. What is no such line ends the
connection, and the game goes on.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

Short: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
MOST_TOUCHES = 60
"""A whole hand takes fewer."""


class _Line(msgspec.Struct, frozen=True, tag_field="do"):
    pass


class Heard(_Line, frozen=True, forbid_unknown_fields=True):
    """What phones say. `to` names the connection to which the answer goes."""

    to: Number


class Knock(Heard, frozen=True, tag="knock"):
    """A phone wants the seat for which this code is."""

    code: Short
    name: Annotated[str, msgspec.Meta(max_length=120)]
    """The kind of phone."""
    digest: Short = ""
    """Of the secret by which this phone has had a seat until now, if it had one."""


class Come(Heard, frozen=True, tag="come"):
    """A phone wants to see its seat's pages; its secret has this digest."""

    digest: Short
    language: Short
    now: Short = ""
    """Which time it is there, to the minute."""


class Tap(Heard, frozen=True, tag="touch"):
    """A phone has touched these targets on this page."""

    digest: Short
    key: Annotated[str, msgspec.Meta(min_length=8, max_length=64)]
    """The same for the same press, however often it is sent."""
    page: Short
    touched: Annotated[tuple[Short, ...], msgspec.Meta(max_length=MOST_TOUCHES)]


class HangUp(Heard, frozen=True, tag="leave"):
    """A connection has ended."""


class Lost(msgspec.Struct, frozen=True):
    """The process of the phones has ended."""


FromScreens: TypeAlias = Knock | Come | Tap | HangUp


class Viewed(_Line, frozen=True, tag="view"):
    """The page that this seat sees from now on."""

    seat: str
    page: str
    """Its name."""
    html: str
    said: str
    """What is new on it, for a voice."""
    world: str
    language: str
    own: dict[str, Any] | None = None
    """What the player may note on the phone; see `GamePages.own`."""


class Seated(_Line, frozen=True, tag="seated"):
    """This connection sees the pages of this seat."""

    to: int
    seat: str


class Replied(_Line, frozen=True, tag="answer"):
    """What came of a press, or of a code, as a status of HTTP."""

    to: int
    key: str
    status: int
    why: str = ""


class Paired(_Line, frozen=True, tag="paired"):
    """The phone has its seat; it shows this to be let in."""

    to: int
    token: str


class Gone(_Line, frozen=True, tag="gone"):
    """This phone has no seat, or has it no more."""

    to: int


Said: TypeAlias = Viewed | Seated | Replied | Paired | Gone
