"""The game under way: actions played by buttons or pieces, a game taken up or left, and what is stored of it.

These functions only note what is to be stored; the owner of the state commits all changes of one update in one
transaction. Why one: for the players a move and the hand-over after it are one, and a power cut between the two would
show that they are not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from display.view import Announcement, Notice, NoticeKind, Poster, PosterKind
from firmware_py.config.settings import LESSON, PLAYERS_DRAFT, WIRING_DRAFT
from firmware_py.device import board_watch
from firmware_py.device.effects import BoardReported, LookThrough
from firmware_py.device.state import DeviceState, alter, want, with_notice, with_sound
from firmware_py.evenings.results import FACES, is_box_name, is_guest, numbered_players, write_names
from firmware_py.games.records import is_alike, write_line
from firmware_py.games.registry import Event, IllegalAction
from firmware_py.games.restoring import with_names
from firmware_py.games.seats import Seat, SeatTaken, box_of, team_of
from firmware_py.games.session import Session, checksums, with_all_played, with_versions, without_last, write_versions
from firmware_py.games.session import begin as begin_session
from firmware_py.games.session import play as play_action
from firmware_py.pages import interface
from firmware_py.pages.board_care.wiring import is_taught, wiring_draft_of
from firmware_py.pages.box_seat import introduce, return_pages
from firmware_py.pages.game_draft import draft_of
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.home_page import home, is_at_home
from firmware_py.pages.page import Stack, holds_past
from firmware_py.pages.people import faces_after, faces_at
from firmware_py.pages.phones import KEY as PHONES
from firmware_py.pages.phones import people_in, read_pairings, write_pairings
from firmware_py.pages.players import players_draft
from firmware_py.pages.registry import PAGES, BoardNews, Sound, map_pages, poster, seat_colours
from firmware_py.pages.saved_games import player_colours
from firmware_py.pages.start_page import lesson_left
from firmware_py.storage.changes import Begin, Choose, Draft, Move, Play, Resume, Rewrite, StoredGame, is_cut_back
from hardware.boards.frames import BoardEvent, BoardFound, BoardLost


def choose(state: DeviceState, key: str, value: str) -> DeviceState:
    """Store a choice, unless it is stored already; an empty text means nothing chosen."""
    stored = state.stored
    if stored.chosen.get(key, "") == value:
        return state
    state = alter(state, stored=replace(stored, chosen={**stored.chosen, key: value}))
    return want(state, Choose(key, value))


def begin_game(state: DeviceState, command: interface.Begin, seed: str) -> tuple[DeviceState, Session]:
    """Store a new game, and return its session; `seed` is that of the box, and of dice that the device rolls."""
    dice, chance = (seed, "") if command.device_dice else ("", seed)
    state = want(state, Begin(write_line(command.header), command.colours, dice, chance))
    state = alter(state, game_id=state.next_id, next_id=state.next_id + 1, draft=None)
    session = replace(begin_session(command.header), seed=dice, chance=seed or write_line(command.header))
    return _seat(choose(state, PLAYERS_DRAFT, ""), session, command.colours), session


def _seat(state: DeviceState, session: Session, colours: tuple[str, ...]) -> DeviceState:
    """Give the players colours and faces, which stay theirs from now on."""
    colours = seat_colours(session, player_colours(colours, len(session.header.players)))
    state = choose(state, FACES, write_names(faces_after(people_in(session), state.table)))
    faces = faces_at(session, colours, state.table)
    return alter(state, stored=replace(state.stored, colours=colours, faces=faces))


def resume_game(state: DeviceState, stored: StoredGame, session: Session) -> tuple[DeviceState, Session]:
    """Store that a loaded game is the one under way; return its session with the seed of its dice.

    If only a part of it could be restored, the whole is kept as another game.
    """
    proven = session.ply + len(session.undone)
    change = Resume(stored.id, proven)
    state = alter(
        want(state, change),
        game_id=stored.id,
        next_id=state.next_id + is_cut_back(stored, change),
        draft=stored.draft if proven >= stored.ply else None,
    )
    state = _seat(state, session, stored.colours)
    session = replace(session, seed=stored.seed, chance=stored.chance or stored.seed or stored.header_line)
    return state, with_versions(session, stored.versions) if session.ply == stored.ply else session


def store_actions(state: DeviceState, session: Session, since: int) -> DeviceState:
    """Store all actions after action `since` in place of what stood there; the draft ends.

    Those that were taken back are stored as well, and the other versions of a corrected game.
    """
    whole = with_all_played(session)
    lines = tuple(write_line(step.action) for step in whole.steps[since:])
    digests, versions = tuple(checksums(whole, since)), _new_versions(state, session)
    change = Play(state.game_id, since, lines, digests, whole.is_over, len(session.undone), versions)
    return alter(want(state, change), draft=None)


def store_ply(state: DeviceState, session: Session) -> DeviceState:
    """Store how many of the actions are played (undo and redo); the draft ends."""
    change = Move(state.game_id, session.ply, _new_versions(state, session))
    return alter(want(state, change), draft=None)


def _new_versions(state: DeviceState, session: Session) -> str | None:
    """The text of a game's other versions and marks; None if they are stored, as they mostly are."""
    before = state.playing
    is_known = (
        session.versions_before is before.versions_before
        and session.versions_after is before.versions_after
        and session.marks is before.marks
    )
    return None if is_known else write_versions(session)


def store_drafts(state: DeviceState) -> DeviceState:
    """Store what was entered of something that is not finished, so that a power cut resumes in its midst."""
    if state.session is not None:
        draft = draft_of(state.stack, state.session.game.id)
        return state if draft == state.draft else alter(want(state, Draft(state.game_id, draft)), draft=draft)
    state = choose(state, PLAYERS_DRAFT, players_draft(state.stack, state.table))
    if left := lesson_left(state.stack):
        state = choose(state, f"{LESSON}{left[0]}", str(left[1]))
    for maps in map_pages():
        draft = maps.draft(state.stack)
        if draft is not None:
            state = choose(state, maps.draft_key, draft)
    return state


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
    """Play actions, or say why they are refused.

    `by_button`: the players entered them by button; trust them over the board.
    """
    before = session = state.playing
    try:
        for action in actions:
            session = play_action(session, action)
    except IllegalAction as error:
        notice = Notice((state.say(error.refusal.why),), "error")
        refused = replace(with_notice(state, notice), refused=error.refusal)
        return with_sound(refused, "refusal" if state.audience != "hunters" else None)
    state = store_actions(state, session, before.ply)
    if isinstance(actions[-1], Seat):
        state, session = _call_by_seat(state, session)
        seat = session.steps[-1].action
        if seat.box is None:  # whose phone was at this seat, or at one of its new name, need not be who sits there now
            state = without_phones(state, team_of(session.state, seat.by))
    events = tuple(event for step in session.steps[before.ply :] for event in step.events)
    return _announce(enter_game(state, session, by_button=by_button), events)


def without_phones(state: DeviceState, players: Collection[str]) -> DeviceState:
    """Take the phones of these seats away until the device hands out new codes."""
    phones = read_pairings(state.stored.chosen)
    kept = tuple(phone for phone in phones if phone.player not in players)
    return state if kept == phones else choose(state, PHONES, write_pairings(kept))


def _call_by_seat(state: DeviceState, session: Session) -> tuple[DeviceState, Session]:
    """A game in which a person whose seat began as the box's is called like anybody who has given no name."""
    begun, names = getattr(session.header, "box", {}), session.header.players
    for seat, player in enumerate(names):
        if player in begun and is_box_name(player) and box_of(session.state, player) is None:
            free = next(name for name in numbered_players(state.say)[seat:] if not is_alike(name, names))
            session = _announced_with(with_names(session, {player: free}), was=player)
            lines, digests = (write_line(step.action) for step in session.steps), checksums(session)
            named = Rewrite(
                state.game_id, write_line(session.header), tuple(lines), tuple(digests), write_versions(session)
            )
            state = want(state, named)
    return state, session


def _announced_with(session: Session, was: str) -> Session:
    """The session whose last announcement, that a person takes a seat, says what that was called until now."""
    *steps, last = session.steps
    events = tuple(replace(event, was=was) if isinstance(event, SeatTaken) else event for event in last.events)
    return replace(session, steps=(*steps, replace(last, events=events)))


def enter_game(
    state: DeviceState,
    session: Session,
    draft: str | None = None,
    *,
    by_button: bool = False,
    covered: bool = False,
    is_announced: bool = False,
) -> DeviceState:
    """Show a game as it is now, on its own page; `covered` if its secrets wait for the right eyes.

    `is_announced`: what followed from its last action is known, or is listed on another page.
    """
    before, below, state = state.session, state.stack, alter(state, session=session)
    table = replace(state.table, covered=covered, is_announced=is_announced) if covered or is_announced else state.table
    menu = game_menu()
    page = PAGES[session.game.id].page(table, draft, menu)
    has_new_seats = getattr(session.state, "boxes", ()) != getattr(before and before.state, "boxes", ())
    if has_new_seats and not (covered or is_announced):
        page = introduce(table, page, menu)
    stack: Stack = (page,)
    if session.game.has_secrets:
        stack = (page, *return_pages(table, menu, below if before else ()))
    return sync_board(alter(state, stack=stack), by_button=by_button)


def leave_game(state: DeviceState) -> DeviceState:
    """Go to the first page, without a game under way.

    Whoever sits next at a seat without a name may be somebody else, whom its phone must not tell what it told.
    """
    phones = read_pairings(state.stored.chosen)
    state = without_phones(state, [phone.player for phone in phones if is_guest(phone.player)])
    return sync_board(alter(want(state, LookThrough()), session=None, stack=(home(),)))


def keep_board_in_step(state: DeviceState) -> DeviceState:
    """Keep the board expecting its pieces where the pages have them; if it did not, go on by button.

    A page that has just been made shows what was sensed before.
    """
    if not board_watch.expects(state.board, state.session, state.stack):
        state = sync_board(state, by_button=True)
    if not state.board.is_there:
        return state
    follower = state.board.follower
    return alter(state, stack=follower.trace(follower, state.stack))


def sync_board(state: DeviceState, *, by_button: bool = False) -> DeviceState:
    """Let the board expect its pieces where the page on top has them."""
    return alter(state, board=board_watch.expect(state.board, state.session, state.stack, by_button=by_button))


def _announce(state: DeviceState, events: tuple[Event, ...]) -> DeviceState:
    """Announce events: on the screen to those who look at it, by sound to everybody."""
    public = [event for event in events if event.is_public]
    heard = {PAGES[state.playing.game.id].sound(event) for event in public}
    sound = next((one for one in LOUDEST if one in heard), None)
    page = state.top_view
    is_for_hunters = page.audience == "hunters"
    news = _news(state, events if is_for_hunters else public, NEWS.get(sound, "news"))
    if news and not isinstance(page.body, Announcement):  # an announcement says it larger
        state = alter(state, notice=state.notice or news, notice_is_secret=is_for_hunters)
    if is_for_hunters:
        state = alter(state, public_news=_public_news(state, public))
    if page.audience == "table" and state.chosen.settings.is_moving:
        state = alter(state, poster=_poster_in(state, public))
    return with_sound(state, sound)


def _public_news(state: DeviceState, public: list[Event]) -> str:
    """In words, what everybody hears by a sound anyway; on any other page the voice reads the page itself."""
    sound_of = PAGES[state.playing.game.id].sound
    return " ".join(_spoken_words(state, event) for event in public if sound_of(event))


def _spoken_words(state: DeviceState, event: Event) -> str:
    """An event as the voice says it."""
    session = state.playing
    return state.say(PAGES[session.game.id].voice_words(event, session.state))


def _news(state: DeviceState, events: Iterable[Event], kind: NoticeKind) -> Notice | None:
    """Events in words, except those that the next page shows anyway; None if it shows them all."""
    shown = [event for event in events if not event.is_shown_anyway]
    if not shown:
        return None
    turn_of = getattr(shown[-1], "player", "") if shown[-1].announces_turn else ""
    heard = tuple(_spoken_words(state, event) for event in shown) if state.chosen.settings.voice else ()
    return Notice(tuple(state.say(event.words()) for event in shown), kind, turn_of, heard=heard)


def _poster_in(state: DeviceState, events: list[Event]) -> Poster | None:
    """The greatest of these events as a poster, or None if all are ordinary."""
    kind_of = PAGES[state.playing.game.id].poster_of
    found = [happened for event in events if (happened := kind_of(event))]
    if not found:
        return None
    kind, player = min(found, key=lambda one: GREATEST.index(one[0]))
    return poster(kind, player, state.table)


MOST_EVENTS = 500
"""Most events that wait for the disk: ten seconds of every frame."""


def take_report(state: DeviceState, event: BoardReported) -> DeviceState:
    """Take what the board reports, and what follows from it."""
    after, news = _sense(state, event)
    is_news = news != BoardNews() or after.board.is_there != state.board.is_there
    return _follow_news(alter(after, is_news=is_news), news)


def _sense(state: DeviceState, event: BoardReported) -> tuple[DeviceState, BoardNews]:
    """Take what the board reports, and find out what of it is news."""
    before, say, audience = state.board, state.say, event.audience
    board, news = board_watch.feed(before, event.reports, event.now_s, say, audience)
    if event.parts and event.parts != board.parts:
        board = replace(board, parts=event.parts)
    notice = board.follower.still_true(state.notice, before.follower, say)
    state = alter(state, audience=audience, board=board, notice=notice)
    if news.notice:
        state = with_notice(state, news.notice)
    stack = board_watch.feed_page(board.follower.trace(before.follower, state.stack), event.reports)
    state = _sound_map(alter(state, stack=stack), state.stack)
    if (board.known, board.is_there) != (before.known, before.is_there):
        state = offer_calibration(state, instead_of=news.notice)
    return state, news


def newest(events: tuple[BoardEvent, ...]) -> tuple[BoardEvent, ...]:
    """The newest events of a board that was not read for long; of the older ones, whether it came or went."""
    older = events[:-MOST_EVENTS]
    return (*(event for event in older if isinstance(event, BoardFound | BoardLost)), *events[-MOST_EVENTS:])


def _follow_news(state: DeviceState, news: BoardNews) -> DeviceState:
    """Do what follows from news of the board, and from what its pages were fed.

    During a correction or a transfer no move follows: it would take their pages away. The pieces are looked at again
    afterwards.
    """
    state = _store_wiring(state)
    waits = news.inference is None or holds_past(state.stack) or state.is_transferring
    return state if waits else _conclude(state, news.inference)


def ask_board_question(state: DeviceState) -> DeviceState:
    """Put the board's question to those whom it concerns."""
    before = state.board.follower
    follower, stack = before.ask(state.stack, state.table)
    notice = follower.still_true(state.notice, before, state.say)
    return alter(state, board=replace(state.board, follower=follower), stack=stack, notice=notice)


def offer_calibration(state: DeviceState, instead_of: Notice | None = None) -> DeviceState:
    """Offer a missing calibration while nobody does anything and nothing else is announced."""
    if not is_at_home(state.stack) or state.notice not in (None, instead_of):
        return state
    board, stack = board_watch.offer(state.board, state.stack)
    return alter(state, board=board, stack=stack, notice=None if stack != state.stack else state.notice)


def _sound_map(state: DeviceState, before: Stack) -> DeviceState:
    """Queue the sound of what was just learnt of a map."""
    if state.stack is before:
        return state
    for maps in map_pages():
        state = with_sound(state, maps.sound(before, state.stack))
    return state


def _store_wiring(state: DeviceState) -> DeviceState:
    """Store the wiring as far as it is learnt, with a sound for each cell."""
    if not is_taught(state.stack):
        return state
    wiring = state.table.wiring
    draft = wiring_draft_of(state.stack, wiring)
    if wiring is None or draft is None or draft == wiring.draft:
        return state
    return with_sound(choose(state, WIRING_DRAFT, wiring.stored_text(draft)), "turn")


def _conclude(state: DeviceState, inference: Any) -> DeviceState:
    """Do what the pieces mean."""
    follower, conclusion = state.board.follower.conclude(inference, state.stack, state.playing)
    state = alter(state, board=replace(state.board, follower=follower), stack=conclusion.stack)
    if conclusion.ends_notice and state.notice and state.notice.kind == "good":
        state = alter(state, notice=None)
    if conclusion.action is not None or conclusion.replaces_last:
        state = _play_sensed(state, conclusion.action, replaces_last=conclusion.replaces_last)
    return ask_board_question(state)


def _play_sensed(state: DeviceState, action: Any, *, replaces_last: bool) -> DeviceState:
    """Play what the pieces mean, if anything; it may take the place of the last action.

    What takes a place is written, and not heard: the table has heard already that the turn is over. Only what happens
    now for the first time sounds, as a catch does.
    """
    state = alter(state, notice=None)
    heard = state.sounds
    if replaces_last:
        shorter = without_last(state.playing)
        state = store_ply(state, shorter)
        state = enter_game(state, shorter) if action is None else sync_board(alter(state, session=shorter))
    if action is None:
        return state
    before = state.playing
    state = play(state, (action,))
    if state.playing.ply != before.ply + 1:
        return state
    if replaces_last and state.sounds[len(heard) :] == ("turn",):
        state = alter(state, sounds=heard)
    follower = state.board.follower.after_play(before.state, action)
    return alter(state, board=replace(state.board, follower=follower))


def watch_board(state: DeviceState) -> DeviceState:
    """Tell the board what the page wants reported: changes, every frame, or every input."""
    closely, senses = board_watch.looks_closely(state.board, state.stack), board_watch.senses(state.stack)
    if (closely, senses) == (state.board.is_close, state.board.senses):
        return state
    return alter(state, board=replace(state.board, is_close=closely, senses=senses))
