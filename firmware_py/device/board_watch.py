"""The magnetic board: whether it is there, what is known of it, and the follower of the game that is played on it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from display.view import Audience, Notice
from firmware_py.config.settings import SensorWiring, is_wired
from firmware_py.games.session import Session
from firmware_py.pages.board_care.care import (
    BoardAware,
    FrameFed,
    InputsFed,
    calibration_question,
    is_for_another_board,
)
from firmware_py.pages.interface import BoardHealth
from firmware_py.pages.page import Stack
from firmware_py.pages.registry import FOLLOWERS, BoardNews, Follower
from firmware_py.sensing import BoardProfile, is_calibrated, read_profile, write_profile
from firmware_py.words import Say, words
from hardware.boards.frames import (
    BoardEvent,
    BoardFound,
    BoardLost,
    Frame,
    Identity,
    Inputs,
    PartHealth,
    Reading,
)

READ_S = 0.09
"""How long numbers that live on frames stay, so that an eye can read them, and a slow computer draw them."""

NEW_BOARD = words("This is another magnetic board, not calibrated yet: see the settings.")

LOSSES = {
    "not_found": words("The magnetic board is not plugged in."),
    "unplugged": words("The magnetic board is unplugged."),
    "silent": words("The magnetic board does not answer."),
    "forbidden": words("This program is not allowed to use the magnetic board."),
    "busy": words("Another program is using the magnetic board."),
    "incompatible": words("The program on the magnetic board does not fit this device."),
}
"""What is announced when there is no board (any more), by the reason that its driver gives."""


class BoardWatch(msgspec.Struct, frozen=True):
    """The board, and who follows its pieces."""

    follows: str | None
    """The id of the game whose pieces are followed: the last one that was played on the board; None without a board."""
    follower: Follower
    """Follows the pieces of that game, under way or not."""
    is_there: bool | None = None
    """None until the board has answered, or failed to, for the first time."""
    is_close: bool = False
    """Every frame is asked for, and not only what changes."""
    senses: bool = False
    """The inputs of all chips are asked for as well."""
    stored: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The profiles of the boards that were plugged in before, as stored, by the board's name."""
    known: BoardProfile | None = None
    """What is known of the board that was plugged in last."""
    reconnections: int = 0
    """How often a board came back."""
    offered: str = ""
    """The name of the board whose calibration was asked for, as long as no other one is plugged in."""
    parts: tuple[PartHealth, ...] = ()
    """What its driver has counted, as of the last look; nothing without a board."""

    @property
    def health(self) -> BoardHealth | None:
        """What is counted of the board since the program started; None without a board."""
        return BoardHealth(self.parts, self.reconnections) if self.parts else None


def begin(stored: Mapping[str, str], *, has_board: bool) -> BoardWatch:
    """The watch at power-up, with the stored profiles; before any game, one of the board's games is followed.

    A device without a board follows nothing, and so it need not load a game for that.
    """
    if not has_board:
        return BoardWatch(None, Follower(), stored=stored)
    game, *_ = FOLLOWERS
    return BoardWatch(game, FOLLOWERS[game](), stored=stored)


def feed(
    watch: BoardWatch, events: tuple[BoardEvent, ...], now_s: float, say: Say, audience: Audience
) -> tuple[BoardWatch, BoardNews]:
    """The watch after what the board reported by `now_s`, with what is new to those who look at the screen."""
    before, notice = watch.follower, None
    for event in events:
        match event:
            case Frame():
                watch = replace(watch, follower=watch.follower.feed(event))
            case BoardFound(identity):
                notice = _welcome(watch, say) or notice
                watch = _note_board(watch, identity)
                if watch.follower.is_played and _is_unlike_another(watch):
                    notice = Notice((say(NEW_BOARD),), "warning")
            case BoardLost(reason):
                notice = _loss(watch, reason, say) or notice
                watch = replace(watch, is_there=False, follower=watch.follower.feed(None))
    follower, news = watch.follower.tick(now_s, before, say, audience)
    if follower is not watch.follower:
        watch = replace(watch, follower=follower)
    return watch, replace(news, notice=notice) if notice and not news.notice else news


def _welcome(watch: BoardWatch, say: Say) -> Notice | None:
    return Notice((say(words("The magnetic board is back.")),), "good") if watch.is_there is False else None


def _loss(watch: BoardWatch, reason: str, say: Say) -> Notice | None:
    """What is announced when the board is gone; in a game that is played on it, also how that goes on."""
    if watch.is_there is False:
        return None
    loss = LOSSES[reason]
    if watch.follower.is_played:
        loss = words("{loss} The game goes on by hand.", loss=loss)
    return Notice((say(loss),), "warning")


def _note_board(watch: BoardWatch, identity: Identity) -> BoardWatch:
    """The watch with what is known of the board that answers."""
    tells_mummy = identity.reading is Reading.MILLITESLA
    new = BoardProfile(identity.name, identity.rows, identity.columns, tells_mummy, bare=identity.bare)
    known = read_profile(watch.stored.get(identity.name, ""), new)
    return replace(
        watch,
        is_there=True,
        reconnections=watch.reconnections + (watch.known is not None),
        known=known,
        offered=watch.offered if watch.offered == known.name else "",
        follower=watch.follower.feed(known),
    )


def _is_unlike_another(watch: BoardWatch) -> bool:
    """Whether the board is not calibrated although another one is."""
    return not (watch.known and watch.known.is_calibrated) and any(map(is_calibrated, watch.stored.values()))


def learn(watch: BoardWatch, board: BoardProfile) -> BoardWatch:
    """The watch with what was learnt of a board; if it is this one, its cells are believed again."""
    watch = replace(watch, stored={**watch.stored, board.name: write_profile(board)})
    if watch.known is None or watch.known.name != board.name:
        return watch
    return replace(watch, known=board, follower=watch.follower.feed(board).feed(None))


def with_answering_cells(watch: BoardWatch, sensors: SensorWiring) -> BoardProfile | None:
    """The profile that believes left-out cells again if they answered during teaching; None if none did."""
    board = watch.known
    answered = frozenset(cell for cell, sensor in enumerate(sensors) if is_wired(sensor))
    if board is None or not board.masked & answered:
        return None
    return msgspec.structs.replace(board, masked=board.masked - answered)


def feed_page(stack: Stack, events: tuple[BoardEvent, ...]) -> Stack:
    """The stack after its top page was fed every frame or look at the inputs that it wants.

    What looks after one board ends when another one is plugged in; whoever teaches a map is asked whether to go on.
    """
    for event in events:
        match event, stack[-1]:
            case BoardFound(identity), _:
                pages = (page for page in stack if not is_for_another_board(page, identity.name))
                stack = tuple(
                    page.plugged_in(identity.name) if isinstance(page, BoardAware) else page for page in pages
                )
            case Frame(), FrameFed() as page:
                stack = (*stack[:-1], page.feed(event))
            case Inputs(), InputsFed() as page:
                stack = (*stack[:-1], page.feed_inputs(event))
    return stack


def is_only_fed(before: Stack, after: Stack) -> bool:
    """Whether a page lies on top that has done nothing but take frames."""
    return len(before) == len(after) and isinstance(after[-1], FrameFed)


def looks_closely(watch: BoardWatch, stack: Stack) -> bool:
    """Whether every frame is wanted, and not only what changes."""
    return isinstance(stack[-1], FrameFed | InputsFed) or (watch.is_there is True and not watch.follower.is_settled)


def senses(stack: Stack) -> bool:
    """Whether the inputs of all chips are wanted, cell or no cell."""
    return isinstance(stack[-1], InputsFed)


def expects(watch: BoardWatch, session: Session | None, stack: Stack) -> bool:
    """Whether the board expects the pieces where session and pages have them."""
    return watch.follower.expects(_session_on_board(watch, session), stack)


def expect(watch: BoardWatch, session: Session | None, stack: Stack, *, by_button: bool = False) -> BoardWatch:
    """The watch that expects the pieces where session and pages have them, with this game's own follower.

    `by_button`: the players entered it by button; trust them over the sensors.
    """
    if watch.follows and session and session.game.id in FOLLOWERS and session.game.id != watch.follows:
        follower = FOLLOWERS[session.game.id]()
        follower = follower.feed(watch.known) if watch.known else follower
        watch = replace(watch, follows=session.game.id, follower=follower)
    follower = watch.follower.expect(_session_on_board(watch, session), stack, by_button=by_button)
    return replace(watch, follower=follower)


def _session_on_board(watch: BoardWatch, session: Session | None) -> Session | None:
    return session if session and session.game.id == watch.follows else None


def offer(watch: BoardWatch, stack: Stack) -> tuple[BoardWatch, Stack]:
    """The stack with the question whether to calibrate the board, asked once, and the watch."""
    board = watch.known
    if board is None or not watch.is_there or board.is_calibrated or board.name == watch.offered:
        return watch, stack
    return replace(watch, offered=board.name), (*stack, calibration_question())
