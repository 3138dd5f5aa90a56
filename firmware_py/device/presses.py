"""What a press does: the page on top answers, and the command that it gives is carried out.

What the disk or a USB stick refuses is announced, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from display.view import Audience, Notice, NoticeKind
from firmware_py.config.board_profile import KEY as BOARD_KEY
from firmware_py.config.board_profile import write_profile
from firmware_py.config.settings import WIRING, WIRING_DRAFT
from firmware_py.device import board_watch, chosen_settings, transfers
from firmware_py.device.board_moves import asked, offering_calibration
from firmware_py.device.playing import board_in_step, expecting, left, play, taken_up
from firmware_py.device.state import DeviceState, Finger, changed, confirmed, noted, noticed, warned
from firmware_py.games.correction import corrected, same_actions, with_edits
from firmware_py.games.records import UnreadableLine
from firmware_py.games.restoring import restore
from firmware_py.games.session import (
    Session,
    first_taken_back,
    is_secret_to_take_back,
    redo,
    undo,
    undo_label,
    undo_openly,
    why_not_undo,
    with_mark,
)
from firmware_py.pages.board_follower import Pressed
from firmware_py.pages.commands import (
    Begin,
    Change,
    Command,
    CopyGames,
    CopyReport,
    Correct,
    Discard,
    Leave,
    ListGames,
    Play,
    PutAside,
    Redo,
    Restart,
    Resume,
    SaveBoard,
    SaveMap,
    SaveWiring,
    StopTransfer,
    SwitchOff,
    TakeBack,
    TakeGames,
    Try,
    Undo,
)
from firmware_py.pages.game_draft import below_drafted, tells_pieces, with_drafted
from firmware_py.pages.game_menu import SOMETHING_TAKEN_BACK, history_page
from firmware_py.pages.home_page import welcome
from firmware_py.pages.moved_pieces import moved_page, pages_about, waiting
from firmware_py.pages.registry import PAGES, dialogue_of, map_pages
from firmware_py.pages.saved_games import earlier_games
from firmware_py.pages.stack import Input, LongPress, Stack, holds_past
from firmware_py.pages.stack import press as answer
from firmware_py.storage.changes import StoredGame
from firmware_py.storage.files import JournalError
from firmware_py.storage.usb_stick import StickError
from firmware_py.words import Words, reason, words, words_n

IS_KEPT = words("As it was stored it stays among the saved games.")


def pressed(state: DeviceState, done: Input, audience: Audience, finger: Finger | None) -> DeviceState:
    """Return the state after an input of those who look at the screen; one that comes too early changes no page."""
    state = changed(state, audience=audience)
    was_past = holds_past(state.stack)
    after, command = _answered(state, done)
    press = Pressed(done, state.stack, after, audience, plays=isinstance(command, Play))
    follower, stack, notice = state.board.follower.pressed(press, state.say)
    if stack is None:
        return noticed(state, notice) if notice else state
    is_opened = command is None and done == LongPress("ok")
    board = replace(state.board, follower=follower)
    state = changed(state, notice=None, refused=None, stack=stack, led_by=finger, is_opened=is_opened, board=board)
    if notice:
        state = noticed(state, notice)
    if command is not None:
        state = _carried_out(state, command)
    has_left_past = was_past and not holds_past(state.stack)
    state = expecting(state) if has_left_past else board_in_step(state)  # pieces may have been moved meanwhile
    return offering_calibration(asked(state))


def _answered(state: DeviceState, done: Input) -> tuple[Stack, Command | None]:
    """Return the stack after an input, and the command that it gives, if any; holding `up` opens the help."""
    if done == LongPress("up"):
        return (*state.stack, state.help) if state.help else state.stack, None
    return answer(state.stack, done, state.table)


def loaded(state: DeviceState, session: Session) -> DeviceState:
    """Return the state with a game that was played elsewhere taken up and stored."""
    return _resumed(state, state.resources.store.add(session))


def switched_off(state: DeviceState) -> DeviceState:
    """Return the state after which the power may go."""
    return changed(state, is_switched_off=True)


def _carried_out(state: DeviceState, command: Command) -> DeviceState:
    try:
        return noted(_CARRY_OUT[type(command)](state, command))
    except (JournalError, StickError) as error:
        return warned(noted(state), error.why)


# --- the game under way ----------------------------------------------------------------------------------------------


def _play(state: DeviceState, command: Play) -> DeviceState:
    actions = (command.action, command.then) if command.then else (command.action,)
    return play(state, actions, insists=True)


def _undo(state: DeviceState, command: Undo) -> DeviceState:
    before = state.playing
    if is_secret_to_take_back(before) and not command.is_sure:
        moves = filter(None, (waiting(state.stack),))
        return changed(state, stack=(state.stack[0], *moves, history_page(state.table)))
    may_know = command.is_sure or not before.game.has_secrets
    session, label = before, None
    for _ in range(command.count):
        if kept := why_not_undo(session, secrets=may_know):
            return warned(state, kept)
        label = undo_label(session, secrets=may_know)
        session = undo(session) if may_know else undo_openly(session)
    state = _moved_in_history(state, session)
    return _announced(state, before, words("Undone: {what}", what=label)) if label else state


def _redo(state: DeviceState, command: Redo) -> DeviceState:  # noqa: ARG001 - as every command is carried out
    before = state.playing
    session = redo(before)
    state = _moved_in_history(state, session)
    label = undo_label(session, secrets=True)
    return _announced(state, before, words("Redone: {what}", what=label)) if label else state


def _moved_in_history(state: DeviceState, session: Session) -> DeviceState:
    before = state.playing
    session = with_mark(session, before)
    is_corrected = session.uncorrected != before.uncorrected
    if is_corrected:
        state.resources.store.actions(session, same_actions(before, session))
    else:
        state.resources.store.move_to(session)
    after = _as_it_is_now(state, session, _draft_again(state, session))
    steps = (*before.steps[session.ply :], *session.steps[before.ply :])
    moves_pieces = PAGES[session.game.id].moves_pieces
    has_moved = any(isinstance(event, moves_pieces) for step in steps for event in step.events)
    by_hunters = session.game.has_secrets and state.table.board is None  # how many entries it was must not decide
    is_listed = is_corrected or has_moved or by_hunters or waiting(state.stack)
    return _with_moved_pieces(state, after) if is_listed else after


def _draft_again(state: DeviceState, session: Session) -> str | None:
    """Return what stands ready on the page of a game with secrets: what stood there if nobody has heard of a change.

    What was taken back stands there again; but beside a board its pieces are put back first.
    """
    before, page, secrets = state.playing, state.stack[0], PAGES[session.game.id].secrets
    if secrets is None:
        return None
    if taken_back := first_taken_back(session, before):
        return secrets.draft_again(taken_back) if state.table.board is None else None
    is_kept = first_taken_back(before, session) is None and page is page.covered() is page.uncovered()
    return dialogue_of(session.game.id).draft_of(page) if is_kept else None


def _as_it_is_now(state: DeviceState, session: Session, draft: str | None = None) -> DeviceState:
    """Return the state with another history of the game, on its page, open if hunters alone look at the screen."""
    after = taken_up(state, session, draft, covered=True, is_announced=True)
    page = after.stack[0]
    return changed(after, stack=(page.uncovered(),)) if state.is_for_hunters else after


def _announced(state: DeviceState, before: Session, done: Words, kind: NoticeKind = "good") -> DeviceState:
    """Return the state that says what has become of the game.

    Everybody reads of a game with secrets that something was taken back which they had heard, and nothing else.
    """
    if not before.game.has_secrets or state.is_for_hunters:
        return noticed(state, Notice((state.say(done),), kind))
    return confirmed(state, SOMETHING_TAKEN_BACK) if first_taken_back(state.playing, before) else state


def _with_moved_pieces(before: DeviceState, after: DeviceState) -> DeviceState:
    """Return the state with what lies elsewhere than the pieces do listed on top, if anything does."""
    page = waiting(before.stack)
    page = moved_page(page.before if page else before.playing, after.playing)
    pages = pages_about(page, after.table, is_for_hunters=before.is_for_hunters)
    below = tuple(page.covered() for page in after.stack)
    return changed(after, stack=(*below, *pages)) if pages else after


def _correct(state: DeviceState, command: Correct) -> DeviceState:
    before = state.playing
    session = with_mark(with_edits(before, command.edits), before)
    left_out = corrected(before, command.edits).session.undone
    entered = None if left_out else dialogue_of(before.game.id).draft_of(state.stack[0])
    draft = _draft_again(state, session) or entered
    state.resources.store.actions(session, command.edits[0].number - 1)
    state = _with_moved_pieces(state, _as_it_is_now(state, session, draft))
    if not left_out:
        return _announced(state, before, words("Corrected, and everything after it replayed."))
    taken_back = words_n(
        "Corrected; {count} later entry is undone.",
        "Corrected; {count} later entries are undone.",
        len(left_out),
    )
    return _announced(state, before, taken_back, "warning")


def _begin(state: DeviceState, command: Begin) -> DeviceState:
    seed = state.resources.draw_seed() if command.device_dice else ""
    return taken_up(state, state.resources.store.begin(command, seed))


def _resume(state: DeviceState, command: Resume) -> DeviceState:
    return _resumed(state, state.resources.store.load(command.game_id))


def _resumed(state: DeviceState, stored: StoredGame) -> DeviceState:
    try:
        session, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply, stored.damaged)
    except UnreadableLine as error:
        return warned(state, words("This game cannot be opened: {why}", why=error.why))
    was_cut_back = session.ply < stored.ply  # then the draft belongs to an action that is gone
    draft = None if was_cut_back else stored.draft
    session = state.resources.store.resume(stored, session)
    state = taken_up(state, session, below_drafted(draft), covered=True, is_announced=tells_pieces(draft))
    state = changed(state, stack=with_drafted(state.stack, draft, state.table))
    return warned(state, warning, IS_KEPT) if warning else state


def _put_aside(state: DeviceState, command: PutAside) -> DeviceState:
    state.resources.store.put_aside(command.game_id)
    return left(state)


def _discard(state: DeviceState, command: Discard) -> DeviceState:
    state.resources.store.discard(command.game_id)
    return left(state)


def _list_games(state: DeviceState, command: ListGames) -> DeviceState:
    games, has_more = state.resources.store.earlier(command.below)
    return changed(state, stack=(*state.stack, earlier_games(games, has_more=has_more)))


def _leave(state: DeviceState, command: Leave) -> DeviceState:  # noqa: ARG001
    return left(state)


# --- what was chosen, drawn and learnt -------------------------------------------------------------------------------


def _change(state: DeviceState, command: Change) -> DeviceState:
    store, key = state.resources.store, command.key
    is_first_language = key == "language" and key not in state.stored.chosen
    store.choose(key, command.value)
    state = noted(state)
    chosen = chosen_settings.after_choice(state.chosen, state.resources.config, state.stored.chosen, key)
    was_tried = state.chosen.trial is not None and chosen.trial is None
    state = changed(state, chosen=chosen)
    if was_tried:
        state = changed(state, stack=state.stack[:-1])  # off the page that asked whether to keep it
    if is_first_language:
        return changed(state, stack=welcome(state.table, language_is_chosen=True))
    return changed(state, stack=state.stack[:-1]) if key == "language" else state


def _try(state: DeviceState, command: Try) -> DeviceState:
    config, chosen = state.resources.config, state.stored.chosen
    attempted = chosen_settings.attempt(state.chosen, config, chosen, command.key, command.value)
    if isinstance(attempted, chosen_settings.ChosenSettings):
        return changed(state, chosen=attempted)
    return warned(state, attempted)


def _restart(state: DeviceState, command: Restart) -> DeviceState:  # noqa: ARG001
    return changed(state, chosen=chosen_settings.start_again(state.chosen))


def _save_map(state: DeviceState, command: SaveMap) -> DeviceState:
    """Return the state with the owner's map stored, back where its editor was opened."""
    try:
        state.resources.store.save_map(command.file, command.text)
    except OSError as error:
        return warned(state, words("The map cannot be saved: {why}", why=reason(error)))
    state.resources.store.choose(command.draft_key, "")
    state = changed(state, stack=state.stack[:-1])
    for maps in map_pages():
        state = changed(state, stack=maps.with_map(state.stack, command.file))
    return confirmed(state, words("The map {name} is saved.", name=command.name))


def _save_board(state: DeviceState, command: SaveBoard) -> DeviceState:
    """Return the state with a board's profile stored, back where the page was opened."""
    board = command.board
    state.resources.store.choose(f"{BOARD_KEY}{board.name}", write_profile(board))
    state = expecting(changed(state, board=board_watch.learn(state.board, board)))
    return confirmed(changed(state, stack=state.stack[:-1]), words("Saved for this board."))


def _save_wiring(state: DeviceState, command: SaveWiring) -> DeviceState:
    """Return the state by which the device starts again with the wiring that was learnt."""
    wiring, store = state.table.wiring, state.resources.store
    if wiring is None:
        return state
    store.choose(WIRING, wiring.stored_text(command.sensors) if command.sensors else "")
    store.choose(WIRING_DRAFT, "")
    if board := board_watch.with_answering_cells(state.board, command.sensors):
        store.choose(f"{BOARD_KEY}{board.name}", write_profile(board))
    return changed(state, chosen=chosen_settings.start_again(state.chosen))


def _switch_off(state: DeviceState, command: SwitchOff) -> DeviceState:  # noqa: ARG001
    return switched_off(state)


_CARRY_OUT: dict[type[Command], Callable[[DeviceState, Any], DeviceState]] = {
    Play: _play,
    Undo: _undo,
    Redo: _redo,
    Correct: _correct,
    Begin: _begin,
    Resume: _resume,
    PutAside: _put_aside,
    Discard: _discard,
    ListGames: _list_games,
    Leave: _leave,
    Change: _change,
    Try: _try,
    Restart: _restart,
    SaveMap: _save_map,
    SaveBoard: _save_board,
    SaveWiring: _save_wiring,
    SwitchOff: _switch_off,
    CopyGames: transfers.copy_some_games,
    TakeGames: transfers.take_all_games,
    TakeBack: transfers.take_set_aside,
    CopyReport: transfers.copy_a_report,
    StopTransfer: transfers.stop,
}
"""What each command does."""
