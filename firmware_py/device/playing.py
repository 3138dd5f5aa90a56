"""The game under way: actions played, a game taken up or left, and what is announced of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from display.view import Announcement, Notice, NoticeKind, Poster, PosterKind
from firmware_py.device import board_watch
from firmware_py.device.effects import LookThrough
from firmware_py.device.state import DeviceState, changed, want, with_notice, with_sound
from firmware_py.device.storing import store_actions
from firmware_py.games.rules import Event, IllegalAction
from firmware_py.games.session import Session
from firmware_py.games.session import play as played_on
from firmware_py.pages.box_seat import introduced
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.home_page import home
from firmware_py.pages.registry import PAGES, Sound, dialogue_of, poster

GREATEST: tuple[PosterKind, ...] = (
    "mission",
    "win",
    "fall",
    "wave",
    "curse",
    "caught",
    "mummy",
    "collapse",
    "bust",
)
"""Of several posters at once the first of these is shown."""

LOUDEST: tuple[Sound, ...] = ("end", "fall", "curse", "caught", "bust", "score", "attention", "turn")
"""Of several sounds at once the first of these is heard."""

NEWS: dict[Sound | None, NoticeKind] = {"caught": "loss", "curse": "loss", "fall": "loss", "score": "gain"}
"""What kind of news is heard like this; all else is neither good nor bad."""


def play(state: DeviceState, actions: tuple[Any, ...], *, by_button: bool = False) -> DeviceState:
    """Return the state after actions, or with the reason why they are refused.

    `by_button`: the players entered them by button; trust them over the board.
    """
    before = session = state.playing
    try:
        for action in actions:
            session = played_on(session, action)
    except IllegalAction as error:
        notice = Notice((state.say(error.refusal.why),), "error")
        refused = replace(with_notice(state, notice), refused=error.refusal)
        return with_sound(refused, "refusal" if state.audience != "hunters" else None)
    state = store_actions(state, session, before.ply)
    events = tuple(event for step in session.steps[before.ply :] for event in step.events)
    return _announced(enter_game(state, session, by_button=by_button), events)


def enter_game(
    state: DeviceState,
    session: Session,
    draft: str | None = None,
    *,
    by_button: bool = False,
    covered: bool = False,
    is_announced: bool = False,
) -> DeviceState:
    """The state with a game as it is now, on its own page; `covered` if its secrets wait for the right eyes.

    `is_announced`: what followed from its last action is known, or is listed on another page.
    """
    before, state = state.session, changed(state, session=session)
    table = replace(state.table, covered=covered, is_announced=is_announced) if covered or is_announced else state.table
    menu = game_menu()
    page = dialogue_of(session.game.id).page(table, draft, menu)
    if not (covered or is_announced) and getattr(session.state, "boxes", ()) != getattr(
        before and before.state, "boxes", ()
    ):
        page = introduced(table, page, menu)
    return sync_board(changed(state, stack=(page,)), by_button=by_button)


def leave_game(state: DeviceState) -> DeviceState:
    """Return the state on the first page, without a game under way."""
    return sync_board(changed(want(state, LookThrough()), session=None, stack=(home(),)))


def keep_board_in_step(state: DeviceState) -> DeviceState:
    """Return the state in which the board expects the pieces where the pages have them; entered by button if not."""
    if board_watch.expects(state.board, state.session, state.stack):
        return state
    return sync_board(state, by_button=True)


def sync_board(state: DeviceState, *, by_button: bool = False) -> DeviceState:
    """The state with the board expecting its pieces where the page on top has them."""
    return changed(state, board=board_watch.expect(state.board, state.session, state.stack, by_button=by_button))


def _announced(state: DeviceState, events: tuple[Event, ...]) -> DeviceState:
    """The state that announces events: on the screen to those who look at it, by sound to everybody."""
    public = [event for event in events if event.is_public]
    heard = {dialogue_of(state.playing.game.id).sound(event) for event in public}
    sound = next((one for one in LOUDEST if one in heard), None)
    page = state.top_view
    is_for_hunters = page.audience == "hunters"
    news = _news(state, events if is_for_hunters else public, NEWS.get(sound, "news"))
    if news and not isinstance(page.body, Announcement):  # an announcement says it larger
        state = changed(state, notice=state.notice or news, notice_is_secret=is_for_hunters)
    if is_for_hunters:
        state = changed(state, public_news=_public_news(state, public))
    if page.audience == "table" and state.chosen.settings.is_moving:
        state = changed(state, poster=_poster_in(state, public))
    return with_sound(state, sound)


def _public_news(state: DeviceState, public: list[Event]) -> str:
    """Return in words what everybody hears by a sound anyway; on any other page the voice reads the page itself."""
    sound_of = dialogue_of(state.playing.game.id).sound
    return " ".join(_heard(state, event) for event in public if sound_of(event))


def _heard(state: DeviceState, event: Event) -> str:
    """An event as the voice says it."""
    session = state.playing
    return state.say(PAGES[session.game.id].heard(event, session.state))


def _news(state: DeviceState, events: Iterable[Event], kind: NoticeKind) -> Notice | None:
    """Return events in words, except those that the next page shows anyway; None if it shows them all."""
    shown = [event for event in events if not event.is_shown_anyway]
    if not shown:
        return None
    turn_of = getattr(shown[-1], "player", "") if shown[-1].announces_turn else ""
    heard = tuple(_heard(state, event) for event in shown) if state.chosen.settings.voice else ()
    return Notice(tuple(state.say(event.words()) for event in shown), kind, turn_of, heard=heard)


def _poster_in(state: DeviceState, events: list[Event]) -> Poster | None:
    """The greatest of these events as a poster, or None if all are ordinary."""
    kind_of = PAGES[state.playing.game.id].poster_of
    found = [happened for event in events if (happened := kind_of(event))]
    if not found:
        return None
    kind, player = min(found, key=lambda one: GREATEST.index(one[0]))
    return poster(kind, player, state.table)
