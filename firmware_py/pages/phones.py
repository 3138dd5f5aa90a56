"""Phones at the table: who may join, the code by which a phone takes a seat, and the phones that have one.

Why the device hands out the seats: whoever stands at it is trusted by all. A phone that could choose would be the
mummy's player who takes a hunter's seat, and reads where the hunters stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

import msgspec

from display.view import Announcement, Code, Colour, Hint, Item, View
from firmware_py.foreign_text import from_json
from firmware_py.games.seats import box_of
from firmware_py.games.session import Session
from firmware_py.pages.interface import ChangeSetting, Invite, PageContext
from firmware_py.pages.offers import Keys, Offer
from firmware_py.pages.page import GO_BACK, Choice, ListPage, LivePage, Page, Push, confirm, hints
from firmware_py.words import plain, printable, words, words_n

KEY = "phones"
"""The settings key of the phones that have a seat."""
MAY, ALL = "phones.may", "all"
"""The settings key that lets phones undo, begin and leave as well, and its value if they may."""
CODE_S = 60
"""How long a code is valid, in seconds."""
ONLOOKER = words("Somebody watching")


class Pairing(msgspec.Struct, frozen=True):
    """A phone, and the seat that it was given."""

    digest: str
    """SHA-256 of what the phone shows to be let in; the thing itself is on the phone alone."""
    player: str
    """The player whose seat it is; empty for somebody who looks on."""
    name: str
    """The kind of phone, as it says itself."""


class Invitation(msgspec.Struct, frozen=True):
    """A code by which one phone takes a seat, soon."""

    player: str
    code: str
    address: str
    """Where the phone finds the device; empty if it is in no network."""
    squares: tuple[str, ...] = ()
    """Address and code as a QR code, row by row: `#` is dark."""
    wifi: tuple[str, str] | None = None
    """Name and password of the network that the device makes; None if it is in another one, or makes none."""


def read_pairings(chosen: Mapping[str, str]) -> tuple[Pairing, ...]:
    """The phones that are stored; none if what is stored makes no sense."""
    try:
        return from_json(chosen.get(KEY) or "[]", tuple[Pairing, ...])
    except msgspec.DecodeError:
        return ()


def write_pairings(pairings: tuple[Pairing, ...]) -> str:
    """Phones as they are stored."""
    return msgspec.json.encode(pairings[-MOST_PHONES:]).decode() if pairings else ""


MOST_PHONES = 24
"""More phones than any table has; the oldest goes."""


def phones_page(players: tuple[str, ...] = (), colours: tuple[Colour, ...] = ()) -> Page:
    """The page of the phones: `players` are those of the game that is to begin."""
    return LivePage(PhoneLines(players, colours))


def phones_line(
    players: tuple[str, ...], colours: tuple[Colour, ...], boxes: tuple[tuple[str, object], ...], table: PageContext
) -> tuple[Choice, ...]:
    """The line to that page before a game, for the people who play; none where no phone can join in."""
    people = tuple(player for player in players if player not in dict(boxes))
    page = phones_page(people, colours if people == players else ())
    return (Choice(words("Phones…"), Push(page), ("phone",)),) if table.has_phones else ()


class PhoneLines(msgspec.Struct, frozen=True):
    """The seats to be handed out, and the phones that have one."""

    players: tuple[str, ...]
    colours: tuple[Colour, ...]

    def __call__(self, table: PageContext) -> ListPage:
        pairings = read_pairings(table.chosen)
        session = table.session
        players, colours = (session.header.players, table.colours) if session else (self.players, self.colours)
        coloured = zip_longest(players, colours[: len(players)])
        people = people_in(session) if session else players
        seats = (
            *(_seat(player, pairings, colour) for player, colour in coloured if player in people),
            _seat("", pairings),
        )
        return ListPage(
            title=words("Phones"),
            prompt=words("Who is the phone for?"),
            choices=(*seats, _may(table), *(_phone_choice(pairing, pairings) for pairing in pairings)),
        )


def _may(table: PageContext) -> Choice:
    may_all = table.chosen.get(MAY) == ALL
    label = words("Phones may also undo, begin and stop") if may_all else words("Phones only play")
    return Choice(label, ChangeSetting(MAY, "" if may_all else ALL), ("undo",), words("change"))


def people_in(session: Session) -> tuple[str, ...]:
    """The players for whom no program plays: what a program knows in its seat, nobody may look at."""
    return tuple(player for player in session.header.players if box_of(session.state, player) is None)


def _seat(player: str, pairings: tuple[Pairing, ...], colour: Colour | None = None) -> Choice:
    count = sum(pairing.player == player for pairing in pairings)
    detail = words_n("{count} phone", "{count} phones", count) if count else words("connect")
    label = plain(player) if player else ONLOOKER
    return Choice(label, Invite(player), () if player else ("look",), detail, colour, is_name=bool(player))


def _phone_choice(pairing: Pairing, all_of_them: tuple[Pairing, ...]) -> Choice:
    others = tuple(other for other in all_of_them if other != pairing)
    whose = plain(pairing.player) if pairing.player else ONLOOKER
    phone = words("{whose}: {phone}", whose=whose, phone=plain(printable(pairing.name)))
    question = confirm(
        words("Disconnect this phone?"),
        (words("It shows nothing more until it gets a new code."),),
        words("Disconnect it"),
        ChangeSetting(KEY, write_pairings(others)),
        "phone",
    )
    return Choice(phone, Push(question), ("phone",), words("disconnect"))


class InvitePage(Page, frozen=True):
    """Shows the code for one phone, as a picture for its camera and in words."""

    invitation: Invitation

    @property
    def is_over(self) -> bool:
        """Whether no phone can take the seat by it any more."""
        return not self.invitation.code

    def end(self) -> InvitePage:
        """The page whose code is not valid any more."""
        return InvitePage(msgspec.structs.replace(self.invitation, code="", squares=()))

    def view(self, table: PageContext) -> View:
        """The code, or why there is none."""
        say, invitation = table.say, self.invitation
        whose = plain(invitation.player) if invitation.player else ONLOOKER
        title = say(words("Phone: {whose}", whose=whose))
        if not invitation.address and invitation.wifi:
            body = Announcement(
                say(words("Wi-Fi of the device")), _to_join(table, *invitation.wifi), "phone", is_read=False
            )
            return View(
                title, say(words("Join it with the phone, then ask for a code.")), body, hints=self._hints(table)
            )
        if not invitation.address:
            return View(title, say(words("The device is in no network.")), _alone(table), hints=self._hints(table))
        if self.is_over:
            body = Announcement(say(words("This code has expired.")), (), "phone", is_read=False)
            return View(
                title, say(words("Each code works for one phone, for one minute.")), body, hints=self._hints(table)
            )
        wifi = _to_join(table, *invitation.wifi) if invitation.wifi else ()
        lines = (*wifi, invitation.address, say(words("Code: {code}", code=" ".join(_in_fives(invitation.code)))))
        prompt = say(words("Point the phone's camera here."))
        return View(title, prompt, Code(invitation.squares, lines), hints=self._hints(table))

    def _hints(self, table: PageContext) -> tuple[Hint, ...]:
        return hints(table, ok=AGAIN, back=GO_BACK)

    def offers(self, table: PageContext) -> Keys:
        """Another code."""
        again = Offer(Item(table.say(AGAIN), target="ok"), Invite(self.invitation.player))
        return Keys(again)


AGAIN = words("another code")


def _in_fives(code: str) -> tuple[str, ...]:
    return tuple(code[at : at + 5] for at in range(0, len(code), 5))


def _to_join(table: PageContext, name: str, password: str) -> tuple[str, ...]:
    """What somebody types into a phone to join the device's own network."""
    say = table.say
    return (
        say(words("Wi-Fi: {name}", name=plain(name))),
        say(words("Password: {password}", password=plain(password))),
    )


def _alone(table: PageContext) -> Announcement:
    """How the device gets a network of its own."""
    say = table.say
    lines = (
        say(words("Connect the device to the Wi-Fi of the phones, or let it make one of its own, by this command:")),
        "nmcli device wifi hotspot",
        say(words("A phone may warn that this Wi-Fi has no internet: stay connected all the same.")),
    )
    return Announcement(say(words("Phones need a Wi-Fi")), lines, "phone", is_read=False)
