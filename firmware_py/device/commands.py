"""What a press does: the page on top answers, and the command that it gives is carried out.

Whatever needs the disk, a stick or chance is an effect; its result is an event, and what that does stands beside the
command.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from display.inputs import LONG_TOUCH
from display.view import Notice, NoticeKind
from firmware_py.config.settings import WIRING, WIRING_DRAFT
from firmware_py.device import board_watch, effects
from firmware_py.device.effects import (
    AboutRead,
    Answered,
    BeginTransfer,
    BoxAnswered,
    CloseJournal,
    CodeDrawn,
    DateRead,
    DrawCode,
    DrawSeed,
    Effect,
    FindSticks,
    ForgetPerson,
    GameHandedOver,
    GameLoaded,
    GamesListed,
    InvitationOver,
    LoadGame,
    LookedThrough,
    LookThrough,
    MapWritten,
    MergeHouses,
    PhoneAsked,
    PhonePaired,
    PhonePlayed,
    ReadAbout,
    ReadDate,
    Refused,
    SaveGame,
    SeedDrawn,
    StepTransfer,
    SticksFound,
    TransferStepped,
    WriteDate,
    WriteMap,
)
from firmware_py.device.playing import (
    ask_board_question,
    begin_game,
    choose,
    enter_game,
    keep_board_in_step,
    leave_game,
    offer_calibration,
    play,
    resume_game,
    store_actions,
    store_ply,
    sync_board,
    without_phones,
)
from firmware_py.device.state import (
    ChosenSettings,
    DeviceState,
    alter,
    asked_of_box,
    choose_setting,
    start_again,
    try_setting,
    want,
    with_confirmation,
    with_notice,
    with_warning,
)
from firmware_py.evenings.results import (
    FACES,
    NAMES,
    numbered_players,
    read_names,
    with_name,
    without_name,
    write_names,
)
from firmware_py.evenings.statistics import AskEvenings, AskPerson, Question
from firmware_py.games.restoring import with_names
from firmware_py.games.seats import Seat
from firmware_py.games.session import (
    Session,
    apply_edits,
    changes_secret_seats,
    first_taken_back,
    is_by_box,
    is_kept_by_box,
    is_secret_to_take_back,
    play_on,
    redo,
    same_actions,
    undo,
    undo_label,
    undo_openly,
    why_not_undo,
    with_edits,
    with_mark,
    with_seats_of,
)
from firmware_py.pages.box_seat import return_pages
from firmware_py.pages.evenings import with_answer
from firmware_py.pages.game_draft import below_drafted, tells_pieces, with_drafted
from firmware_py.pages.game_menu import SOMETHING_TAKEN_BACK, game_menu, history_page
from firmware_py.pages.home_page import welcome
from firmware_py.pages.interface import (
    Ask,
    AskAbout,
    AskDate,
    Begin,
    ChangeSetting,
    Command,
    CopyEverything,
    CopyGames,
    CopyReport,
    Correct,
    Discard,
    Forget,
    Invite,
    Leave,
    ListGames,
    Play,
    PutAside,
    Redo,
    Rename,
    Restart,
    Resume,
    SaveBoard,
    SaveMap,
    SaveWiring,
    Separate,
    SetDate,
    ShareEnding,
    StopTransfer,
    SwitchOff,
    TakeBack,
    TakeEverything,
    TakeGames,
    Try,
    Undo,
    Wear,
)
from firmware_py.pages.moved_pieces import moved_page, page_not_confirmed, pages_about
from firmware_py.pages.page import Input, LivePage, LongPress, Page, Stack, Touch, holds_past
from firmware_py.pages.page import press as answer
from firmware_py.pages.phones import KEY as PHONES
from firmware_py.pages.phones import InvitePage, read_pairings, write_pairings
from firmware_py.pages.registry import PAGES, PressMade, map_pages
from firmware_py.pages.saved_games import (
    TAKING_BACK,
    TAKING_EVERYTHING,
    WITH_STICK,
    TransferPage,
    earlier_games,
    lists_saved_games,
    resumed_line,
    resumed_page,
    which_stick,
)
from firmware_py.pages.settings_menu import CrossPage, about_page, date_page
from firmware_py.sensing import BOARD_KEY, write_profile
from firmware_py.storage import changes
from firmware_py.words import Words, plain, words, words_n

FORGETTING = TransferPage(words("Forget a person"), "erase")
ONLY_BOX_KNOWS = words("Only the box knows where its hunters are: nothing is undone.")
NOT_CORRECTED = words("Only the box knows where its hunters are: a correction may not lead back there.")
SEATS_STAY = words("A correction cannot change who plays: nothing was corrected.")
IS_KEPT = words("As it was stored it stays among the saved games.")


def take_press(state: DeviceState, event: effects.Pressed) -> DeviceState:
    """Take an input at the device; one that comes too early changes no page."""
    done, audience = event.done, event.audience
    state = alter(state, audience=audience)
    was_past = holds_past(state.stack)
    after, command = _press_page(state, done)
    press = PressMade(done, state.stack, after, audience, plays=isinstance(command, Play))
    follower, stack, notice = state.board.follower.after_press(press, state.say)
    if stack is None:
        return with_notice(state, notice) if notice else state
    is_opened = command is None and done == LongPress("ok")
    board = replace(state.board, follower=follower)
    state = alter(state, notice=None, refused=None, stack=stack, board=board)
    state = alter(state, input_source=event.finger, is_opened=is_opened)
    if notice:
        state = with_notice(state, notice)
    if command is not None:
        state = _CARRY_OUT[type(command)](state, command)
    has_left_past = was_past and not holds_past(state.stack)
    state = sync_board(state) if has_left_past else keep_board_in_step(state)  # pieces may have been moved meanwhile
    return offer_calibration(ask_board_question(state))


def _press_page(state: DeviceState, done: Input) -> tuple[Stack, Command | None]:
    """The stack after an input, and the command that it gives, if any; holding `up` opens the help.

    A finger that stays opens the page that corrects touches: whoever hits nothing gets there by nothing else.
    """
    if done == LongPress("up"):
        return (*state.stack, state.help) if state.help else state.stack, None
    if done == Touch(LONG_TOUCH):
        return state.stack if isinstance(state.stack[-1], CrossPage) else (*state.stack, CrossPage()), None
    return answer(state.stack, done, state.table)


def take_answer(state: DeviceState, event: effects.Event) -> DeviceState:
    """Take what came of a command."""
    return offer_calibration(ask_board_question(keep_board_in_step(_ANSWERED[type(event)](state, event))))


def _show_refusal(state: DeviceState, event: Refused) -> DeviceState:
    """Say why nothing came of a command; what was to begin is no longer shown."""
    return with_warning(alter(state, stack=_without_transfer(state.stack)), event.why)


# --- phones ----------------------------------------------------------------------------------------------------------


def take_phone(state: DeviceState, event: PhonePlayed) -> DeviceState:
    """Play what a phone asks for; whoever is in the menu at the device stays there."""
    before = state.stack[1:]
    state = alter(state, audience=event.audience, notice=None, refused=None, input_source="phone", is_opened=False)
    state = play(state, event.actions, by_button=True)
    others = (page for page in before if page not in state.stack)
    over = tuple(takewhile(lambda page: isinstance(page, LivePage), others))
    return ask_board_question(alter(state, stack=(*state.stack, *over)) if over else state)


def take_phones_wish(state: DeviceState, event: PhoneAsked) -> DeviceState:
    """Undo, begin or leave a game for a phone, as somebody at the device would."""
    state = alter(state, audience=event.audience, notice=None, refused=None, input_source="phone", is_opened=False)
    state = _CARRY_OUT[type(event.command)](state, event.command)
    return offer_calibration(ask_board_question(keep_board_in_step(state)))


def pair_phone(state: DeviceState, event: PhonePaired) -> DeviceState:
    """Give a phone its seat and no other, and leave the page that invited it."""
    others = (one for one in read_pairings(state.stored.chosen) if one.digest != event.before)
    state = choose(state, PHONES, write_pairings((*others, event.pairing)))
    state = alter(state, stack=tuple(page for page in state.stack if not isinstance(page, InvitePage)))
    return with_confirmation(state, words("The phone is connected."))


def end_invitation(state: DeviceState, event: InvitationOver) -> DeviceState:  # noqa: ARG001 - as every event
    """Stop showing an invitation's code."""
    stack = (page.end() if isinstance(page, InvitePage) else page for page in state.stack)
    return alter(state, stack=tuple(stack))


def _invite(state: DeviceState, command: Invite) -> DeviceState:
    return want(state, DrawCode(command.player, state.phones_at or ""))


def _show_code(state: DeviceState, event: CodeDrawn) -> DeviceState:
    below = tuple(page for page in state.stack if not isinstance(page, InvitePage))
    return alter(state, stack=(*below, InvitePage(event.invitation)))


# --- the game under way ----------------------------------------------------------------------------------------------


def _play(state: DeviceState, command: Play) -> DeviceState:
    actions = (command.action, command.then) if command.then else (command.action,)
    after = play(state, (*actions, *command.more), by_button=True)
    is_in_midst = isinstance(command.action, Seat | state.playing.game.leave) and _may_lie_elsewhere(state)
    return _with_moved_pieces(state, after) if is_in_midst and not after.playing.is_over else after


def _undo(state: DeviceState, command: Undo) -> DeviceState:
    before = state.playing
    if unplayed := state.table.unplayed:
        return with_confirmation(alter(state, stack=(unplayed.page,)), words("Undone: {what}", what=unplayed.what))
    if is_secret_to_take_back(before) and is_kept_by_box(before):
        return with_warning(state, ONLY_BOX_KNOWS)
    if is_secret_to_take_back(before) and not command.is_sure:
        moves = filter(None, (page_not_confirmed(state.stack),))
        return alter(state, stack=(*_game_pages(state), *moves, history_page(state.table)))
    may_know = command.is_sure or not before.has_secrets
    session, label = before, None
    for _ in range(command.count):
        if kept := why_not_undo(session, secrets=may_know):
            return with_warning(state, kept)
        label = undo_label(session, secrets=may_know)
        session = undo(session) if may_know else undo_openly(session)
    state = _move_in_history(state, session)
    return _announce_change(state, before, words("Undone: {what}", what=label)) if label else state


def _game_pages(state: DeviceState) -> Stack:
    """The stack without menus and what they led to."""
    return state.stack[0], *return_pages(state.table, game_menu(), state.stack)


def _redo(state: DeviceState, command: Redo) -> DeviceState:  # noqa: ARG001 - as every command is carried out
    before = state.playing
    session = redo(before)
    state = _move_in_history(state, session)
    label = undo_label(session, secrets=True)
    return _announce_change(state, before, words("Redone: {what}", what=label)) if label else state


def _move_in_history(state: DeviceState, session: Session) -> DeviceState:
    before = state.playing
    session = with_mark(session, before)
    is_corrected = session.versions_before != before.versions_before
    since = same_actions(before, session)
    state = store_actions(state, session, since) if is_corrected else store_ply(state, session)
    after = _as_it_is_now(state, session, _draft_again(state, session))
    shorter, longer = sorted((before, session), key=lambda one: one.ply)
    moves_pieces = PAGES[session.game.id].moves_pieces
    has_moved = any(isinstance(event, moves_pieces) for step in longer.steps[shorter.ply :] for event in step.events)
    is_boxes = any(is_by_box(longer, ply) for ply in range(shorter.ply, longer.ply))
    by_hunters = session.has_secrets and state.table.board is None  # how many entries it was must not decide
    is_listed = is_corrected or has_moved or is_boxes or by_hunters or _may_lie_elsewhere(state)
    return _with_moved_pieces(state, after) if is_listed else after


def _draft_again(state: DeviceState, session: Session) -> str | None:
    """What is entered already on the page of a game with secrets: what was there before, if nobody heard of a change.

    What was taken back stands there again; but beside a board its pieces are put back first.
    """
    before, page, secrets = state.playing, state.stack[0], PAGES[session.game.id].secrets
    if secrets is None:
        return None
    if taken_back := first_taken_back(session, before):
        return secrets.draft_again(taken_back) if state.table.board is None else None
    is_kept = first_taken_back(before, session) is None and page is page.cover() is page.uncover()
    return PAGES[session.game.id].draft_of(page) if is_kept else None


def _as_it_is_now(state: DeviceState, session: Session, draft: str | None = None) -> DeviceState:
    """Go to another history of the game, on its page, open if hunters alone look at the screen."""
    after = enter_game(state, session, draft, covered=True, is_announced=True)
    page, *over = after.stack
    return alter(after, stack=(page.uncover(), *over)) if state.is_for_hunters else after


def _announce_change(state: DeviceState, before: Session, done: Words, kind: NoticeKind = "good") -> DeviceState:
    """Say what has become of the game.

    In a game with secrets everybody reads only that something was undone that they had heard.
    """
    if not before.has_secrets or state.is_for_hunters:
        return with_notice(state, Notice((state.say(done),), kind))
    return with_confirmation(state, SOMETHING_TAKEN_BACK) if first_taken_back(state.playing, before) else state


def _with_moved_pieces(before: DeviceState, after: DeviceState) -> DeviceState:
    """Put a list of the pieces that must be moved on top, if any must."""
    page = moved_page(_as_pieces_lie(before, after.playing), after.playing)
    pages = pages_about(page, after.table, is_for_hunters=before.is_for_hunters)
    below = tuple(page.cover() for page in after.stack)
    return alter(after, stack=(*below, *pages)) if pages else after


def _may_lie_elsewhere(state: DeviceState) -> bool:
    """Whether people were asked to move pieces otherwise than the game has them, and have not yet confirmed it."""
    return bool(page_not_confirmed(state.stack) or state.stack[0].asked_for(state.table))


def _as_pieces_lie(before: DeviceState, now: Session) -> Session:
    """The game as the pieces lie, or will once the box's request is done, with the names and seats of now."""
    page = page_not_confirmed(before.stack)
    lying = page.before if page else play_on(before.playing, before.stack[0].asked_for(before.table))
    was, called = lying.header.players, now.header.players
    if was != called:
        lying = with_names(lying, dict(zip(was, called, strict=True)))
    return with_seats_of(lying, now.state)


def _correct(state: DeviceState, command: Correct) -> DeviceState:
    before = state.playing
    session = with_mark(with_edits(before, command.edits), before)
    is_out = before.is_over and session.is_over  # by then everybody has seen what was hidden
    if not is_out and (is_kept_by_box(before) or is_kept_by_box(session)):
        return with_warning(alter(state, stack=_game_pages(state)), NOT_CORRECTED)
    if changes_secret_seats(before, session):
        return with_warning(alter(state, stack=_game_pages(state)), SEATS_STAY)
    left_out = apply_edits(before, command.edits).session.undone
    entered = None if left_out else PAGES[before.game.id].draft_of(state.stack[0])
    draft = _draft_again(state, session) or entered
    state = store_actions(state, session, command.edits[0].number - 1)
    state = _with_moved_pieces(state, _as_it_is_now(state, session, draft))
    if not left_out:
        return _announce_change(state, before, words("Corrected, and everything after it replayed."))
    taken_back = words_n(
        "Corrected; {count} later entry is undone.",
        "Corrected; {count} later entries are undone.",
        len(left_out),
    )
    return _announce_change(state, before, taken_back, "warning")


def _begin(state: DeviceState, command: Begin) -> DeviceState:
    needs_seed = command.device_dice or getattr(command.header, "box", None)
    return want(state, DrawSeed(command)) if needs_seed else _begin_with_seed(state, SeedDrawn(command, ""))


def _begin_with_seed(state: DeviceState, event: SeedDrawn) -> DeviceState:
    return enter_game(*begin_game(state, event.command, event.seed))


def follow_box(state: DeviceState, event: BoxAnswered) -> DeviceState:
    """Take the box's answer, if it is still asked for."""
    asked = asked_of_box(state)
    if asked is None or not event.asked.is_still(asked):
        return state
    reply = state.stack[-1].take_answer(event.answer, state.table)
    state = alter(state, notice=None, is_news=True)
    if isinstance(reply, Page):
        return alter(state, stack=(*state.stack[:-1], reply))
    assert isinstance(reply, Play)
    return offer_calibration(ask_board_question(keep_board_in_step(_play(state, reply))))


def _resume(state: DeviceState, command: Resume) -> DeviceState:
    return want(state, LoadGame(command.game_id))


def take_game(state: DeviceState, event: GameHandedOver) -> DeviceState:
    """Store a game that was played elsewhere, to continue it."""
    return want(state, SaveGame(event.session))


def _take_up_game(state: DeviceState, event: GameLoaded) -> DeviceState:
    """Take up a stored game where it was left, or as far as it can be played again."""
    was_cut_back = event.session.ply < event.stored.ply  # then the draft belongs to an action that is gone
    draft = None if was_cut_back else event.stored.draft
    came_from_list = lists_saved_games(state.stack)
    state, session = resume_game(alter(state, next_id=event.next_id), event.stored, event.session)
    state = enter_game(state, session, below_drafted(draft), covered=True, is_announced=tells_pieces(draft))
    stack = with_drafted(state.stack, draft, state.table)
    if came_from_list and not session.is_over:
        stack = (*stack, resumed_page(resumed_line(event.stored, session, event.warning)))
    state = alter(state, stack=stack)
    return with_warning(state, event.warning, IS_KEPT) if event.warning else state


def _put_aside(state: DeviceState, command: PutAside) -> DeviceState:
    return leave_game(want(state, changes.PutAside(command.game_id)))


def _discard(state: DeviceState, command: Discard) -> DeviceState:
    return leave_game(want(state, changes.Discard(command.game_id)))


def _take_saved(state: DeviceState, event: LookedThrough) -> DeviceState:
    stored = replace(state.stored, saved=event.saved, chosen=event.chosen)
    return alter(state, stored=stored, next_id=event.next_id)


def _list_games(state: DeviceState, command: ListGames) -> DeviceState:
    return want(state, effects.FindGames(command.below))


def _show_games(state: DeviceState, event: GamesListed) -> DeviceState:
    return alter(state, stack=(*state.stack, earlier_games(event.games, has_more=event.has_more)))


def _ask(state: DeviceState, command: Ask) -> DeviceState:
    return want(state, effects.FindAnswer(command.question))


def _show_answer(state: DeviceState, event: Answered) -> DeviceState:
    return alter(state, stack=with_answer(state.stack, event.answer, event.left, state.table))


def _leave(state: DeviceState, command: Leave) -> DeviceState:
    state = leave_game(state)
    return want(state, effects.FindAnswer(AskEvenings())) if command.is_over else state


# --- what was chosen, drawn and learnt -------------------------------------------------------------------------------


def _change(state: DeviceState, command: ChangeSetting) -> DeviceState:
    key = command.key
    is_first_language = key == "language" and key not in state.stored.chosen
    state = choose(state, key, command.value)
    chosen = choose_setting(state.chosen, state.config, state.stored.chosen, key)
    was_tried = state.chosen.trial is not None and chosen.trial is None
    state = alter(state, chosen=chosen)
    if was_tried:
        state = alter(state, stack=state.stack[:-1])  # off the page that asked whether to keep it
    if is_first_language:
        return alter(state, stack=welcome(state.table, language_is_chosen=True))
    return alter(state, stack=state.stack[:-1]) if key == "language" else state


def _try(state: DeviceState, command: Try) -> DeviceState:
    chosen = state.stored.chosen
    attempted = try_setting(state.chosen, state.config, chosen, command.key, command.value)
    if isinstance(attempted, ChosenSettings):
        return alter(state, chosen=attempted)
    return with_warning(state, attempted)


def _take_map(state: DeviceState, event: MapWritten) -> DeviceState:
    """Store the owner's map, and go back to where its editor was opened."""
    if event.fault:
        return with_warning(state, words("The map cannot be saved: {why}", why=event.fault))
    file = event.command.file
    others = (other for other in state.stored.maps if other[0] != file)
    stored = replace(state.stored, maps=(*others, (file, event.command.text)))
    state = choose(alter(state, stored=stored, stack=state.stack[:-1]), event.command.draft_key, "")
    for maps in map_pages():
        state = alter(state, stack=maps.with_map(state.stack, file))
    return with_confirmation(state, words("The map {name} is saved.", name=event.command.name))


def _save_board(state: DeviceState, command: SaveBoard) -> DeviceState:
    """Store a board's profile, and go back to where the page was opened."""
    board = command.board
    state = choose(state, f"{BOARD_KEY}{board.name}", write_profile(board))
    state = sync_board(alter(state, board=board_watch.learn(state.board, board)))
    return with_confirmation(alter(state, stack=state.stack[:-1]), words("Saved for this board."))


def _save_wiring(state: DeviceState, command: SaveWiring) -> DeviceState:
    """Restart the device with the learnt wiring."""
    wiring = state.table.wiring
    if wiring is None:
        return state
    state = choose(state, WIRING, wiring.stored_text(command.sensors) if command.sensors else "")
    state = choose(state, WIRING_DRAFT, "")
    if board := board_watch.with_answering_cells(state.board, command.sensors):
        state = choose(state, f"{BOARD_KEY}{board.name}", write_profile(board))
    return alter(state, chosen=start_again(state.chosen))


def _show_date(state: DeviceState, event: DateRead) -> DeviceState:
    return alter(state, stack=(*state.stack, date_page(event.at)))


def _set_date(state: DeviceState, command: SetDate) -> DeviceState:
    state = alter(want(state, WriteDate(command.at)), stack=state.stack[:-1])
    return with_confirmation(state, words("The date is set until the device is switched off."))


def _show_about(state: DeviceState, event: AboutRead) -> DeviceState:
    return alter(state, stack=(*state.stack, about_page(event.lines)))


def switch_off(state: DeviceState) -> DeviceState:
    """Get ready to lose power."""
    return close_journal(alter(state, is_switched_off=True))


def close_journal(state: DeviceState) -> DeviceState:
    """Close the journal."""
    return alter(want(state, CloseJournal()), is_closed=True)


# --- what is copied and taken ----------------------------------------------------------------------------------------


def _copy(state: DeviceState, command: CopyGames | CopyReport | CopyEverything) -> DeviceState:
    return want(state, FindSticks(command))


def _share(state: DeviceState, command: ShareEnding) -> DeviceState:
    return _copy(state, CopyGames((state.game_id,), picture=command.picture()))


def _copy_to_stick(state: DeviceState, event: SticksFound) -> DeviceState:
    """Begin to copy to the stick; if there are several and none is chosen yet, ask first."""
    command, sticks = event.command, event.sticks
    if len(sticks) == 1 and not command.stick:
        return _transfer(state, BeginTransfer(replace(command, stick=sticks[0].folder)), WITH_STICK)
    if not command.stick:
        return alter(state, stack=(*state.stack, which_stick(sticks, command)))
    labels = {stick.folder: plain(stick.label) for stick in sticks}
    title = labels.get(command.stick, WITH_STICK.title)  # it may have been pulled out meanwhile
    return _transfer(state, BeginTransfer(command), replace(WITH_STICK, title=title))


def _rename(state: DeviceState, command: Rename) -> DeviceState:
    names = with_name(read_names(state.stored.chosen.get(NAMES, "")), command.name, command.to)
    faces = read_names(state.stored.chosen.get(FACES, ""))
    if command.name in faces:
        state = choose(state, FACES, write_names({command.to: faces[command.name], **faces}))
    return _ask_again(choose(state, NAMES, write_names(names)), AskPerson(command.to))


def _wear(state: DeviceState, command: Wear) -> DeviceState:
    faces = {**read_names(state.stored.chosen.get(FACES, "")), command.name: command.face}
    return _ask_again(choose(state, FACES, write_names(faces)), AskPerson(command.name))


def _separate(state: DeviceState, command: Separate) -> DeviceState:
    names = without_name(read_names(state.stored.chosen.get(NAMES, "")), command.name)
    return _ask_again(choose(state, NAMES, write_names(names)), AskPerson(command.name))


def _ask_again(state: DeviceState, question: Question) -> DeviceState:
    """Show another answer in place of those that still have the old names."""
    return want(alter(state, stack=state.stack[:1]), effects.FindAnswer(question))


def _forget(state: DeviceState, command: Forget) -> DeviceState:
    state = without_phones(state, (*command.names, *numbered_players(state.say)))  # one of the latter names is given
    state = alter(state, stack=state.stack[:1])  # the pages above name this person
    return _transfer(state, BeginTransfer(ForgetPerson(command.names, numbered_players(state.say))), FORGETTING)


def _transfer(state: DeviceState, effect: Effect, page: TransferPage) -> DeviceState:
    return alter(want(state, effect), stack=(*state.stack, page))


def take_step(state: DeviceState, event: TransferStepped) -> DeviceState:
    """Take a step of a transfer: its page says how far it is, or what the result is."""
    page = next(page for page in state.stack if isinstance(page, TransferPage))
    after: Page = replace(page, progress=event.progress) if event.progress else page.show_results(event.result)
    state = alter(state, stack=(*_without_transfer(state.stack), after))
    return state if event.progress else sync_board(want(state, LookThrough()))  # pieces may have been moved meanwhile


def _without_transfer(stack: Stack) -> Stack:
    return tuple(page for page in stack if not isinstance(page, TransferPage))


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
    Ask: _ask,
    Leave: _leave,
    ChangeSetting: _change,
    Try: _try,
    Restart: lambda state, _: alter(state, chosen=start_again(state.chosen)),
    SaveMap: lambda state, command: want(state, WriteMap(command)),
    SaveBoard: _save_board,
    SaveWiring: _save_wiring,
    SwitchOff: lambda state, _: switch_off(state),
    AskDate: lambda state, _: want(state, ReadDate()),
    SetDate: _set_date,
    AskAbout: lambda state, _: want(state, ReadAbout(state.faults)),
    Invite: _invite,
    CopyGames: _copy,
    ShareEnding: _share,
    CopyReport: _copy,
    CopyEverything: _copy,
    TakeEverything: lambda state, _: _transfer(
        state, BeginTransfer(MergeHouses(numbered_players(state.say))), TAKING_EVERYTHING
    ),
    TakeGames: lambda state, command: _transfer(state, BeginTransfer(command), WITH_STICK),
    TakeBack: lambda state, command: _transfer(state, BeginTransfer(command), TAKING_BACK),
    Forget: _forget,
    Rename: _rename,
    Wear: _wear,
    Separate: _separate,
    StopTransfer: lambda state, _: want(state, StepTransfer(stops=True)),
}
"""What each command does."""

_ANSWERED: dict[type[effects.Event], Callable[[DeviceState, Any], DeviceState]] = {
    GameLoaded: _take_up_game,
    GamesListed: _show_games,
    Answered: _show_answer,
    LookedThrough: _take_saved,
    SeedDrawn: _begin_with_seed,
    MapWritten: _take_map,
    SticksFound: _copy_to_stick,
    AboutRead: _show_about,
    DateRead: _show_date,
    CodeDrawn: _show_code,
    Refused: _show_refusal,
}
"""What each event does that follows from a command."""
