"""The magnetic board beside the game: whether it is there, what its pieces mean, and what of that has been told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec
from msgspec import UNSET

from display.view import Audience, MazePlan, Notice, View
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.state import State
from firmware_py.games.session import Session
from firmware_py.grid import Cell
from firmware_py.pages.board_care.care import calibration_question, is_for_another_board
from firmware_py.pages.board_care.fed_pages import FrameFed, InputsFed
from firmware_py.pages.malediction import on_board
from firmware_py.pages.malediction.map_editor.teaching import TeachMapPage
from firmware_py.pages.stack import Page, Stack
from firmware_py.pages.table import BoardHealth, Table
from firmware_py.sensing.board_profile import BoardProfile, is_calibrated, read_profile, write_profile
from firmware_py.sensing.wiring.stored import NO_SENSOR, OPEN, SensorWiring
from firmware_py.tracking import evaluation
from firmware_py.tracking import tracker as tracking
from firmware_py.tracking.inferences import Ambiguous, Inference, Matched, Waiting
from firmware_py.words import Say, words
from hardware.boards.frames import BoardDriver, BoardEvent, BoardFound, BoardLost, Frame, Identity, Inputs, Reading

NEW_BOARD = words("This magnetic board is not calibrated yet, unlike another one: see the settings.")

READ_S = 0.09
"""How long numbers that live on frames stay, so that an eye can read them, and a slow computer draw them."""


@dataclass(frozen=True)
class BoardWatch:
    """The board, and what was said of it."""

    tracker: tracking.Tracker = field(default_factory=tracking.Tracker)
    is_there: bool | None = None
    """None until the board has answered, or failed to, for the first time."""
    heard: tuple[Inference, Audience] | None = None
    """What was told last, and to whom, once somebody has pressed a button after it."""
    is_close: bool = False
    """Every frame is asked for, and not only what changes."""
    senses: bool = False
    """The inputs of all chips are asked for as well."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """What was learnt of boards before, as it is kept."""
    known: BoardProfile | None = None
    """What is known of the board that was plugged in last."""
    reconnections: int = 0
    """How often a board came back."""
    named: frozenset[Cell] = frozenset()
    """The cells of which was told that they feel nothing sensible."""
    asked: Inference | None = None
    """The question that lies before the players, or that they have answered."""
    asked_s: float = float("-inf")
    """When it came up."""
    is_told: bool = False
    """Yes was the answer, and where the piece went is told by button: it is asked for no more."""
    offered: str = ""
    """The name of the board whose calibration was asked for, as long as no other one is plugged in."""


@dataclass(frozen=True)
class News:
    """What the board has told: words for the screen, and what its pieces mean, each None if that is nothing new."""

    notice: Notice | None = None
    inference: Inference | None = None
    is_new_to_everybody: bool = False
    """Whether what everybody may read is another thing than before."""


def feel(
    watch: BoardWatch, events: tuple[BoardEvent, ...], now_s: float, say: Say, audience: Audience
) -> tuple[BoardWatch, News]:
    """Return the watch after what the board told, and after time, with what is new for those who look at the screen."""
    before, notice = watch.tracker, None
    for event in events:
        match event:
            case Frame():
                watch = replace(watch, tracker=tracking.feed(watch.tracker, event))
            case BoardFound(identity):
                if watch.is_there is False:
                    notice = Notice(say(words("The magnetic board is back.")), "good")
                again = watch.reconnections + (watch.known is not None)
                watch = _found(replace(watch, is_there=True, reconnections=again), identity)
                if watch.tracker.state and _is_unlike_another(watch):
                    notice = Notice(say(NEW_BOARD), "warning")
            case BoardLost():
                if watch.is_there is not False:
                    is_played = watch.tracker.state is not None
                    notice = Notice(say(on_board.loss(event.reason, is_played=is_played)), "warning")
                watch = replace(watch, is_there=False, tracker=tracking.disconnect(watch.tracker), asked=None)
    tracker, inference = evaluation.evaluate(tracking.tick(watch.tracker, now_s))
    senseless, otherwise = frozenset(tracker.unread), frozenset[Cell]()
    if audience == "hunters":  # often it is a pawn in somebody's hand that makes a cell unsteady
        senseless, otherwise = senseless | frozenset(tracker.unsteady), tracker.disbelieved
        watch = replace(watch, named=watch.named & (senseless | otherwise))  # in the mummy's turn no cell is unsteady
    if senseless - watch.named and before.settling is not None:
        notice = Notice(say(on_board.senseless(senseless - watch.named)), "warning")
    if otherwise - watch.named:
        notice = Notice(say(on_board.disbelieved(otherwise)), "warning")
    is_new = tracker.public_inference != before.public_inference
    return replace(watch, tracker=tracker, named=watch.named | senseless | otherwise), News(notice, inference, is_new)


def _found(watch: BoardWatch, identity: Identity) -> BoardWatch:
    """Return the watch with what is known of the board that answers."""
    tells_mummy = identity.reading is Reading.MILLITESLA
    new = BoardProfile(identity.name, identity.rows, identity.columns, tells_mummy, bare=identity.bare)
    known = read_profile(watch.kept.get(identity.name, ""), new)
    offered = watch.offered if watch.offered == known.name else ""
    tracker = replace(watch.tracker, calibration=known.calibration)
    return replace(watch, known=known, offered=offered, tracker=tracker)


def _is_unlike_another(watch: BoardWatch) -> bool:
    """Return whether the board is not calibrated although another one is."""
    return not (watch.known and watch.known.is_calibrated) and any(map(is_calibrated, watch.kept.values()))


def learn(watch: BoardWatch, board: BoardProfile) -> BoardWatch:
    """Return the watch with what was learnt of a board; if it is this one, its cells are believed anew."""
    watch = replace(watch, kept={**watch.kept, board.name: write_profile(board)})
    if watch.known is None or watch.known.name != board.name:
        return watch
    tracker = replace(watch.tracker, calibration=board.calibration)
    return replace(watch, known=board, tracker=tracking.disconnect(tracker))


def taken_in(watch: BoardWatch, sensors: SensorWiring) -> BoardProfile | None:
    """Return the board without those cells left out that have answered while this wiring was taught; None if none."""
    board = watch.known
    answered = frozenset(cell for cell, sensor in enumerate(sensors) if sensor not in (OPEN, NO_SENSOR))
    if board is None or not board.masked & answered:
        return None
    return msgspec.structs.replace(board, masked=board.masked - answered)


def feel_page(stack: Stack, events: tuple[BoardEvent, ...]) -> Stack:
    """Return the stack with its top page having felt every frame and look at the inputs, if it looks at them.

    What looks after one board ends when another one is plugged in; who teaches a map is asked whether to go on with it.
    """
    for event in events:
        match event, stack[-1]:
            case BoardFound(identity), _:
                stack = tuple(_met(page, identity) for page in stack if not is_for_another_board(page, identity.name))
            case Frame(), FrameFed() as page:
                stack = (*stack[:-1], page.feed(event))
            case Inputs(), InputsFed() as page:
                stack = (*stack[:-1], page.feed_inputs(event))
    return stack


def _met(page: Page, identity: Identity) -> Page:
    return page.plugged_in(identity.name) if isinstance(page, TeachMapPage) else page


def only_feels(before: Stack, after: Stack) -> bool:
    """Return whether a page lies on top that has done nothing but feel frames."""
    return len(before) == len(after) and isinstance(after[-1], FrameFed)


def health(watch: BoardWatch, board: BoardDriver | None) -> BoardHealth | None:
    """Return what the board's driver has counted; None without a board."""
    return BoardHealth(board.health(), watch.reconnections) if board else None


def looks_closely(watch: BoardWatch, stack: Stack) -> bool:
    """Return whether every frame is wanted, and not only what changes."""
    return isinstance(stack[-1], FrameFed | InputsFed) or (watch.is_there is True and watch.tracker.settling is None)


def senses(stack: Stack) -> bool:
    """Return whether the inputs of all chips are wanted, cell or no cell."""
    return isinstance(stack[-1], InputsFed)


def standing(session: Session | None, stack: Stack) -> State | None:
    """Return how the pieces of the game should stand, as its page tells; None if it is played without a board."""
    return on_board.standing(stack, session.state) if session and session.game.id == "malediction" else None


def follow(watch: BoardWatch, session: Session | None, stack: Stack, *, insists: bool = False) -> BoardWatch:
    """Return the watch with the pieces as they should stand now; who `insists` is believed, and not the cells."""
    state = standing(session, stack)
    told = on_board.told_move(stack, session.state) if session and state else None
    before = (session.state, told) if session and told else None
    tracker = tracking.follow(watch.tracker, state, before=before, insists=insists)
    return replace(watch, tracker=tracker, is_told=False, heard=None)  # what stands wrong still is said anew


def accept(watch: BoardWatch, before: State, action: Move) -> BoardWatch:
    """Return the watch after `follow`, once a move that the board felt was played from the state `before`."""
    return replace(watch, tracker=tracking.accept(watch.tracker, before, action))


def hear(watch: BoardWatch, audience: Audience) -> BoardWatch:
    """Return the watch after a press by those who look at the screen: what it said they have heard."""
    return replace(watch, heard=(_told(watch, audience), audience))


def _told(watch: BoardWatch, audience: Audience) -> Inference:
    """Return what is told to those who look at the screen."""
    return watch.tracker.inference if audience == "hunters" else watch.tracker.public_inference


def knows_home(watch: BoardWatch) -> bool:
    """Return whether what is felt where the mummy began is no captive, as one in the dungeon may be over switches."""
    state, settling = watch.tracker.state, watch.tracker.settling
    return settling is None or state is None or settling.cells.tells_mummy or state.mummy != state.maze.dungeon


def ask(watch: BoardWatch, stack: Stack, table: Table) -> tuple[BoardWatch, Stack]:
    """Return the stack with the board's question laid before those whom it concerns, once they look, and the watch."""
    told = watch.tracker.inference
    if not isinstance(told, Ambiguous):
        return replace(watch, asked=None, is_told=watch.is_told and told != Waiting()), stack
    page = on_board.AskPage(told, stack[-1])
    is_busy = told == watch.asked or watch.is_told or len(stack) > 1
    if is_busy or page.is_for(table.playing.state) != stack[-1].view(table).audience:
        return watch, stack
    now_s = watch.tracker.settling.now_s if watch.tracker.settling else 0.0
    return replace(watch, asked=told, asked_s=now_s), (*stack, page)


def answer(watch: BoardWatch, before: Stack, after: Stack) -> tuple[BoardWatch, Stack]:
    """Return the stack after a press, and the watch, if that press has answered the board's question."""
    if on_board.is_denied(before, after):
        return replace(watch, tracker=tracking.decline(watch.tracker)), after
    confirmed = on_board.confirmed(after)
    return replace(watch, is_told=watch.is_told or confirmed != after), confirmed


def offer(watch: BoardWatch, stack: Stack) -> tuple[BoardWatch, Stack]:
    """Return the stack with the question whether to calibrate the board, asked once, and the watch."""
    board = watch.known
    if board is None or not watch.is_there or board.is_calibrated or board.name == watch.offered:
        return watch, stack
    return replace(watch, offered=board.name), (*stack, calibration_question())


def tell(watch: BoardWatch, stack: Stack, state: State, match: Matched) -> tuple[BoardWatch, Stack]:
    """Return the stack with a pawn where the board feels it, and the watch: it is played when the turn is handed over.

    `state` is the state before the move.
    """
    assert match.action.to is not UNSET
    if match.instead:
        watch = replace(watch, tracker=tracking.follow(watch.tracker, state))
    stack = on_board.moved_by_hand(stack, match.action.to)
    watch = replace(watch, tracker=tracking.follow(watch.tracker, on_board.standing(stack, state)))
    return accept(watch, state, match.action), stack


def untell(watch: BoardWatch, stack: Stack) -> tuple[BoardWatch, Stack]:
    """Return the stack without the move that was told last, and the watch: nothing of it has been played."""
    return replace(watch, tracker=tracking.retract(watch.tracker)), on_board.unmoved(stack)


def walked(before: BoardWatch, after: BoardWatch, stack: Stack) -> Stack:
    """Return the stack with the mummy's page showing the way of her figure, unless a way is being told by button."""
    if before.tracker.settling is after.tracker.settling or not on_board.shows_way(stack):
        return stack
    return on_board.walked(stack, before.tracker.path, after.tracker.path)


def beside(watch: BoardWatch, view: View, say: Say) -> View:
    """Return a page with what the board has to say: words until the next press, squares until all is right."""
    state, told = watch.tracker.state, _told(watch, view.audience)
    if state is None or watch.tracker.settling is None:
        return view
    secrets = view.audience == "hunters"
    if watch.heard != (told, view.audience):
        view = replace(view, notice=on_board.notice(state, told, say, secrets=secrets))
    if isinstance(view.body, MazePlan):
        wrong = on_board.wrong_squares(state, told, watch.tracker.disbelieved, secrets=secrets)
        view = replace(view, body=replace(view.body, wrong=wrong))
    return view


def look_at_s(watch: BoardWatch) -> float:
    """Return when the board must be looked at even if it tells nothing; infinity if never."""
    return evaluation.look_at_s(watch.tracker)


def deadline_s(watch: BoardWatch) -> float:
    """Return when `feel` may have something new without an event; infinity if never."""
    return evaluation.deadline_s(watch.tracker)
