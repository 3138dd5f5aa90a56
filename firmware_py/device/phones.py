"""The phones that have a seat: what each is sent, and what comes from them, in the loop's thread.

Each seat counts its own pages. A count of actions would tell how often hunters act, and a page that has not changed is
not sent: that something happened is a secret too.

Why a press names the page that it answers: whoever touched it saw that page and no other. Why it has a key: a phone
whose answer was lost asks again with the same key, and what was played is not played twice.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from msgspec.structs import replace

from display.view import View
from firmware_py.device.app import App
from firmware_py.device.effects import DateHeard, InvitationOver, PhoneAsked, PhonePaired, PhonePlayed
from firmware_py.device.phone_messages import (
    Come,
    FromScreens,
    Gone,
    HangUp,
    Knock,
    Lost,
    Paired,
    Replied,
    Said,
    Seated,
    Tap,
    Viewed,
)
from firmware_py.games.registry import IllegalAction
from firmware_py.games.session import play
from firmware_py.pages.as_html import write_page
from firmware_py.pages.box_seat import HandsPage, acts_for
from firmware_py.pages.interface import Play
from firmware_py.pages.page import ListPage, Page, holds_past
from firmware_py.pages.phones import CODE_S, KEY, MAY, InvitePage, Pairing, read_pairings
from firmware_py.pages.registry import PAGES, world_behind
from firmware_py.pages.seats import SeatAnswer, SeatScreen, WaitingPage, follow, seat_view, table_of, touch
from firmware_py.pages.spoken import utterance
from firmware_py.words import LANGUAGES, NOTHING, Words, speak

MOST_GUESSES = 5
"""Number of wrong codes that end an invitation."""
MOST_ANSWERS = 32
"""Most answers of a seat that are remembered, for a phone that asks again."""

COMMITTED, FORBIDDEN, STALE, REFUSED, BUSY, NOT_OFFERED = 200, 403, 409, 422, 423, 400


class _Shown:
    """A seat, and what was last sent to its phones."""

    def __init__(self, seat: SeatScreen, tag: str) -> None:
        self.seat = seat
        self.tag = tag
        self.number = 0
        self.view: View | None = None
        self.sent: Viewed | None = None
        self.answers: OrderedDict[str, Replied] = OrderedDict()

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return f"{self.tag}.{self.number}"


class Phones:
    """All seats with phones. `send` sends to the process that speaks to them."""

    def __init__(self, send: Callable[[Said], None], tag: str = "") -> None:
        """Begin without a phone; `tag` tells the pages of this run from those of others."""
        self._send = send
        self._tag = tag or secrets.token_hex(4)
        self._seats: dict[str, _Shown] = {}
        self._at: dict[int, Pairing] = {}  # the phone of each open stream
        self._follows: tuple[object, ...] = ()
        self._stored = ""
        self._invited: InvitePage | None = None
        self._invited_until_s = 0.0
        self._guesses_left = 0

    # --- what is shown -----------------------------------------------------------------------------------------------

    def after_round(self, app: App, now_s: float) -> None:
        """Send each seat what has changed for it; let go whoever was disconnected, and a code that is too old."""
        if all(page is not self._invited for page in app.stack):  # help may lie over it
            self._watch_invitation(app, now_s)
        elif now_s >= self._invited_until_s:
            self._end_invitation(app, now_s)
        if (stored := app.state.stored.chosen.get(KEY, "")) != self._stored:
            self._stored = stored
            self._let_go(read_pairings(app.state.stored.chosen))
        session, follows = app.state.session, (app.state.stored.chosen.get(MAY), _shown_to_all(app))
        if self._at and not (self._follows and session is self._follows[0] and follows == self._follows[1]):
            self._follows = session, follows
            for shown in self._seats.values():
                self._show(shown, app)

    def _show(self, shown: _Shown, app: App, note: Words = NOTHING) -> None:
        """Send a seat its page, if that looks otherwise than before."""
        table, say = app.table, speak(shown.seat.language)
        seat = shown.seat = follow(shown.seat, table)
        view = seat_view(seat, table)
        page = _shown_to_all(app)
        if page and (not app.state.session or isinstance(seat.stack[-1], WaitingPage)):
            view = replace(page.view(table_of(seat, table)), hints=(), notice=view.notice)
        view = replace(view, faces=view.faces or (app.state.stored.faces if app.state.session else ()))
        html = write_page(seat, table, view, note)
        own, world = self._own(seat, app), world_behind(app.state.session, seat.stack)
        if shown.sent and (shown.sent.html, shown.sent.own) == (html, own):
            return
        said = utterance(shown.view, replace(view, audience="table"), say)
        shown.number, shown.view = shown.number + 1, view
        shown.sent = Viewed(seat.player, shown.page, html, said, world, seat.language, own)
        self._send(shown.sent)

    def _own(self, seat: SeatScreen, app: App) -> dict[str, Any] | None:
        """What this player may note on the phone, which nobody else knows; None if there is nothing."""
        session = app.state.session
        own = PAGES[session.game.id].own if session else None
        table = table_of(seat, app.table)
        noted = own(table, seat.stack[-1]) if own and table.seat else None
        return {"game": app.state.game_id, **noted} if noted else None

    # --- who may join ------------------------------------------------------------------------------------------------

    def _watch_invitation(self, app: App, now_s: float) -> None:
        top = app.stack[-1]
        self._invited = top if isinstance(top, InvitePage) and not top.is_over else None
        self._invited_until_s, self._guesses_left = now_s + CODE_S, MOST_GUESSES

    def _end_invitation(self, app: App, now_s: float) -> None:
        self._invited = None
        app.do_in_turn(partial(app.take_from_phone, InvitationOver(), lambda _: None), now_s)

    def _let_go(self, pairings: tuple[Pairing, ...]) -> None:
        for to, pairing in tuple(self._at.items()):
            if pairing not in pairings:
                del self._at[to]
                self._send(Gone(to))

    def _knock(self, knock: Knock, app: App, now_s: float) -> None:
        """Give a phone the seat for which the code on the device is, and end that code."""
        self.after_round(app, now_s)
        page = self._invited
        right = page.invitation.code if page else ""
        if not (page and secrets.compare_digest(right.encode(), knock.code.upper().replace(" ", "").encode())):
            self._guesses_left -= 1
            if page and not self._guesses_left:
                self._end_invitation(app, now_s)
            self._send(Replied(knock.to, "", FORBIDDEN))
            return
        token = secrets.token_urlsafe(32)
        pairing = Pairing(hashlib.sha256(token.encode()).hexdigest(), page.invitation.player, knock.name)
        self._invited = None
        event = PhonePaired(pairing, knock.digest)
        app.do_in_turn(partial(app.take_from_phone, event, lambda _: self._send(Paired(knock.to, token))), now_s)

    def _come(self, come: Come, app: App, now_s: float) -> None:
        pairing = _pairing_of(come.digest, app)
        if pairing is None:
            self._send(Gone(come.to))
            return
        language = come.language if come.language in LANGUAGES else app.settings.language
        shown = self._seats.get(pairing.player)
        if shown is None:
            tag = f"{self._tag}{len(self._seats)}"
            shown = self._seats[pairing.player] = _Shown(SeatScreen(pairing.player, language), tag)
        shown.seat = shown.seat._replace(language=language)
        self._at[come.to] = pairing
        with suppress(ValueError):  # of a browser that says none
            heard = DateHeard(datetime.fromisoformat(come.now))
            app.do_in_turn(partial(app.take_from_phone, heard, lambda _: None), now_s)
        self._send(Seated(come.to, pairing.player))
        before = shown.number
        self._show(shown, app)
        if shown.sent and shown.number == before:
            self._send(shown.sent)  # as it was: this phone has not seen it

    # --- what comes from them ----------------------------------------------------------------------------------------

    def take(self, came: Any, app: App, now_s: float) -> None:
        """Take what the process of the phones says."""
        message: FromScreens = came.message
        match message:
            case Knock():
                self._knock(message, app, now_s)
            case Come():
                self._come(message, app, now_s)
            case HangUp(to):
                self._at.pop(to, None)
            case Tap():
                app.do_in_turn(partial(self._take_taps, message, app), now_s)
            case Lost():
                self._at.clear()

    def _take_taps(self, message: Tap, app: App, now_s: float) -> None:
        """Do what was touched, after whatever was being stored: all of it or nothing."""
        pairing = _pairing_of(message.digest, app)
        shown = self._seats.get(pairing.player) if pairing else None
        if shown is None:  # it has no seat, or has not seen its page since the device started
            self._send(Replied(message.to, message.key, STALE if pairing else FORBIDDEN))
            return
        if before := shown.answers.get(message.key):
            self._send(replace(before, to=message.to))  # it came twice
            return

        def answer(status: int, why: Words = NOTHING) -> None:
            said = Replied(message.to, message.key, status, speak(shown.seat.language)(why))
            shown.answers[message.key] = said
            if len(shown.answers) > MOST_ANSWERS:
                shown.answers.popitem(last=False)
            self._send(said)

        if app.state.session is not shown.seat.session or message.page != shown.page:
            answer(STALE)
        elif app.state.is_transferring or holds_past(app.stack):
            answer(BUSY)
        elif (touched := touch(shown.seat, app.table, message.touched)) is None:
            answer(NOT_OFFERED)
        else:
            self._do(touched, shown, app, answer, now_s)

    def _do(self, touched: SeatAnswer, shown: _Shown, app: App, answer: Callable[..., None], now_s: float) -> None:
        why = touched.why_not
        if touched.actions:
            try:
                session = app.state.playing
                for action in touched.actions:
                    session = play(session, action)
            except IllegalAction as error:
                why = error.refusal.why  # for this seat only: at the device it could be a secret
        if why != NOTHING:
            self._show(shown, app, why)
            answer(REFUSED, why)
            return
        if touched.command is None:
            shown.seat = touched.seat
            self._show(shown, app)
            answer(COMMITTED)
            return

        def confirm_stored(now_s: float) -> None:
            self.after_round(app, now_s)
            answer(COMMITTED)

        audience, command = app.shown.audience, touched.command
        played = PhonePlayed(touched.actions, audience)
        app.take_from_phone(
            played if isinstance(command, Play) else PhoneAsked(command, audience), confirm_stored, now_s
        )


def _shown_to_all(app: App) -> Page | None:
    """What phones show of the device: after a game the evening, and while the box acts what people do for it."""
    if session := app.state.session:
        page, acting = app.stack[0], session.game.rules.to_act(session.state)
        is_boxes = any(acts_for(app.table, player) for player in acting) and not isinstance(page, HandsPage)
        return page if is_boxes and page.audience(app.table) == "table" else None
    return next((page.on_phones for page in app.stack[::-1] if isinstance(page, ListPage) and page.on_phones), None)


def _pairing_of(digest: str, app: App) -> Pairing | None:
    """The phone whose secret has this digest."""
    return next((one for one in read_pairings(app.state.stored.chosen) if one.digest == digest), None)
