"""What a press leads to: the page on top answers, and what it commands is carried out.

Whatever the disk or a stick refuses is said, and the evening goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from display.view import Audience
from firmware_py.device import board_watch
from firmware_py.device.autosave import BOARD_DRAFT
from firmware_py.device.board_moves import ask, offer_calibration, say_by_button
from firmware_py.device.early_presses import is_too_early
from firmware_py.device.state import Evening
from firmware_py.games.records import UnreadableLine
from firmware_py.games.session import Session, redo, repaired, restore, undo, undo_label, why_not_undo
from firmware_py.pages.commands import (
    Begin,
    Change,
    Command,
    CopyGames,
    CopyReport,
    Discard,
    KeepBoard,
    LearnBoard,
    LearnWiring,
    Leave,
    Play,
    PutAside,
    Redo,
    Repair,
    Restart,
    Resume,
    SwitchOff,
    TakeBack,
    TakeGames,
    Try,
    Undo,
)
from firmware_py.pages.malediction import on_board
from firmware_py.pages.malediction.setup_page import with_board
from firmware_py.pages.menus import TAKING_BACK, WITH_STICK, UnderWay, back_from_the_end, welcome
from firmware_py.pages.replay_viewer import ReplayPage
from firmware_py.pages.stack import Input, Page
from firmware_py.pages.stack import press as answer
from firmware_py.sensing.board_profile import KEY as BOARD_KEY
from firmware_py.sensing.board_profile import BoardProfile, write_profile
from firmware_py.sensing.wiring.stored import WIRING, WIRING_DRAFT, SensorWiring
from firmware_py.storage.journal import JournalError, StoredGame
from firmware_py.storage.usb_stick import StickError, needed_stick
from firmware_py.storage.usb_transfer import Transfer, copy_games, copy_report, take_back, take_games
from firmware_py.words import reason, words


def press(evening: Evening, done: Input, audience: Audience) -> None:
    """Take an input of those who look at the screen: the pages answer, and what they command is carried out."""
    evening.audience = audience
    if is_too_early(evening.watch, evening.stack, done):
        return
    evening.notice = None
    evening.watch = board_watch.hear(evening.watch, audience)
    after, command = answer(evening.stack, done, evening.table)
    was_told = evening.watch.is_told
    evening.watch, evening.stack = board_watch.answer(evening.watch, evening.stack, after)
    if evening.watch.is_told and not was_told and on_board.shows_way(evening.stack):
        say_by_button(evening)
    if command is not None:
        _carry_out(evening, command)
    elif board_watch.standing(evening.session, evening.stack) != evening.watch.tracker.state:
        evening.follow(insists=True)
    evening.keep_draft()
    ask(evening)
    offer_calibration(evening)


def load(evening: Evening, session: Session) -> None:
    """Take up a game that was played elsewhere and keep it."""
    _resume(evening, evening.keeper.add(session))


def _carry_out(evening: Evening, command: Command) -> None:
    keeper = evening.keeper
    try:
        match command:
            case Play(action, then):
                evening.play((action, then) if then else (action,), insists=True)
            case Undo() | Redo():
                _move_in_history(evening, command)
            case Repair(ply, action):
                _repair(evening, ply, action)
            case Begin():
                evening.take_up(keeper.begin(command, evening.chance() if command.device_dice else ""))
            case KeepBoard():
                _keep_board(evening, command)
            case LearnBoard(board):
                _learn_board(evening, board)
            case LearnWiring(sensors):
                _learn_wiring(evening, sensors)
            case Resume(game_id):
                _resume(evening, keeper.journal.load(game_id))
            case PutAside(game_id):
                keeper.put_aside(game_id)
                evening.leave()
            case Discard(game_id):
                keeper.discard(game_id)
                evening.leave()
            case Leave():
                evening.leave()
            case Change(key, value):
                _change(evening, key, value)
            case Try(key, value):
                if problem := evening.choices.attempt(key, value):
                    evening.warn(problem)
            case Restart():
                evening.choices.begin_anew()
            case CopyGames(numbers):
                _send(evening, copy_games(keeper.journal, needed_stick(evening.around.system), numbers), WITH_STICK)
            case TakeGames():
                _send(evening, take_games(keeper.journal, needed_stick(evening.around.system)), WITH_STICK)
            case TakeBack():
                _send(evening, take_back(keeper.journal, keeper.set_aside), TAKING_BACK)
            case CopyReport():
                report = copy_report(needed_stick(evening.around.system), keeper.data, keeper.journal.today())
                _send(evening, report, WITH_STICK)
            case SwitchOff():
                evening.switch_off()
    except (JournalError, StickError) as error:
        evening.warn(error.why)


# --- the game that is played -----------------------------------------------------------------------------------------


def _move_in_history(evening: Evening, command: Undo | Redo) -> None:
    if isinstance(evening.stack[-1], ReplayPage):
        return  # who goes back there wants to see an earlier step
    before, is_undo = evening.table.playing, isinstance(command, Undo)
    kept = why_not_undo(before) if is_undo else None
    if kept:
        evening.warn(kept)
        return
    if command == Undo() and before.is_over and before.game.has_secrets:
        evening.stack = (evening.stack[0], back_from_the_end())
        return
    session = undo(before) if is_undo else redo(before)
    evening.keeper.move_to(session.ply)
    evening.take_up(session, covered=evening.audience != "hunters")
    label = undo_label(before if is_undo else session, secrets=evening.lies_open())
    if label:
        told = words("Taken back: {what}", what=label) if is_undo else words("Again: {what}", what=label)
        evening.tell(told)


def _repair(evening: Evening, ply: int, action: Any) -> None:
    session, refused_at = repaired(evening.table.playing, ply, action)
    evening.keeper.actions(session, ply - 1)
    evening.take_up(session)
    if refused_at is None:
        evening.tell(words("Corrected, and everything after it played again."))
    else:
        evening.warn(words("Corrected; the game goes on before action {number}.", number=refused_at))


def _resume(evening: Evening, stored: StoredGame) -> None:
    try:
        session, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply)
    except UnreadableLine as error:
        evening.warn(words("This game cannot be opened: {why}", why=error.why))
        return
    was_cut_back = session.ply < stored.ply  # so what was entered of the next action is none of this one
    draft = None if was_cut_back else stored.draft
    evening.take_up(evening.keeper.resume(stored, session), draft, covered=True)
    if warning:
        evening.warn(warning)


# --- what was chosen, drawn and learnt -------------------------------------------------------------------------------


def _change(evening: Evening, key: str, value: str) -> None:
    first_language = key == "language" and key not in evening.keeper.chosen
    if evening.choices.change(key, value):
        evening.stack = evening.stack[:-1]  # off the page that asked whether to keep what was tried
    evening.lay_table()
    if first_language:
        evening.stack = welcome(evening.table, language_is_chosen=True)
    elif key == "language":
        evening.stack = evening.stack[:-1]


def _keep_board(evening: Evening, kept: KeepBoard) -> None:
    """Keep the owner's board and go back to where its editor was opened."""
    try:
        evening.keeper.board(kept.file, kept.text)
    except OSError as error:
        evening.warn(words("The board cannot be kept: {why}", why=reason(error)))
        return
    evening.keeper.choose(BOARD_DRAFT, "")
    evening.lay_table()
    evening.stack = with_board(evening.stack[:-1], kept.file)
    evening.tell(words("The board {name} is kept.", name=kept.name))


def _learn_board(evening: Evening, board: BoardProfile) -> None:
    """Keep what was learnt of a magnetic board, and go back to where the page was opened."""
    evening.keeper.choose(f"{BOARD_KEY}{board.name}", write_profile(board))
    evening.watch = board_watch.learn(evening.watch, board)
    evening.follow()
    evening.lay_table()
    evening.stack = evening.stack[:-1]
    evening.tell(words("Kept for this board."))


def _learn_wiring(evening: Evening, sensors: SensorWiring) -> None:
    """Keep what was learnt of the wiring, and open the board anew with it."""
    wiring, keeper = evening.table.wiring, evening.keeper
    if wiring is not None:
        keeper.choose(WIRING, wiring.stored_text(sensors) if sensors else "")
        keeper.choose(WIRING_DRAFT, "")
        if board := board_watch.taken_in(evening.watch, sensors):
            keeper.choose(f"{BOARD_KEY}{board.name}", write_profile(board))
        evening.choices.begin_anew()


# --- errands ---------------------------------------------------------------------------------------------------------


def _send(evening: Evening, errand: Transfer, page: UnderWay) -> None:
    evening.errand = errand
    evening.stack = (*evening.stack, page)


def run_errand(evening: Evening) -> None:
    """Do the next step of the errand that is under way, and show how far it is or what it came to."""
    assert evening.errand is not None
    waiting = next(page for page in evening.stack if isinstance(page, UnderWay))
    try:
        page: Page = replace(waiting, progress=next(evening.errand))
    except StopIteration as done:
        page = waiting.accomplished(done.value)
    except JournalError as error:
        page = waiting.accomplished((error.why,))
    if not isinstance(page, UnderWay):
        evening.errand = None
        evening.keeper.look_through()
        evening.lay_table()
    evening.stack = (*(lower for lower in evening.stack if not isinstance(lower, UnderWay)), page)
