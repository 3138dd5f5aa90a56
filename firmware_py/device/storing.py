"""What is stored of the game under way, of what is entered, and of what was chosen: functions from state to state.

They only note what is to be stored; the owner of the state commits all changes of one update in one transaction.

Why one: for the players a move and the hand-over after it are one, and a power cut between the two would show that they
are not.
"""

from __future__ import annotations

from msgspec.structs import replace

from display.view import Colour
from firmware_py.config.settings import LESSON, PLAYERS_DRAFT
from firmware_py.device.state import DeviceState, changed, want
from firmware_py.evenings.results import FACES, write_names
from firmware_py.games.correction import with_versions, write_versions
from firmware_py.games.records import write_line
from firmware_py.games.session import Session, checksums, with_all_played
from firmware_py.games.session import begin as begun
from firmware_py.pages import interface
from firmware_py.pages.faces import faces_after, faces_at
from firmware_py.pages.game_draft import draft_of
from firmware_py.pages.lesson import lesson_left
from firmware_py.pages.phones import people_of
from firmware_py.pages.players import players_draft
from firmware_py.pages.registry import map_pages
from firmware_py.pages.saved_games import player_colours
from firmware_py.storage.changes import Begin, Choose, Draft, Move, Play, Resume, StoredGame, is_cut_back


def choose(state: DeviceState, key: str, value: str) -> DeviceState:
    """Store a choice, unless it is stored already; an empty text means nothing chosen."""
    stored = state.stored
    if stored.chosen.get(key, "") == value:
        return state
    state = changed(state, stored=replace(stored, chosen={**stored.chosen, key: value}))
    return want(state, Choose(key, value))


def begin_game(state: DeviceState, command: interface.Begin, seed: str) -> tuple[DeviceState, Session]:
    """Store a new game, and return its session; `seed` is that of the box, and of dice that the device rolls."""
    dice, chance = (seed, "") if command.device_dice else ("", seed)
    state = want(state, Begin(write_line(command.header), command.colours, dice, chance))
    state = changed(state, game_id=state.next_id, next_id=state.next_id + 1, draft=None)
    session = replace(begun(command.header), seed=dice, chance=seed or write_line(command.header))
    return _seat(choose(state, PLAYERS_DRAFT, ""), session, command.colours), session


def _seat(state: DeviceState, session: Session, colours: tuple[Colour, ...]) -> DeviceState:
    """The state with the colours and faces of those who play, which stay theirs from now on."""
    state = choose(state, FACES, write_names(faces_after(people_of(session), state.table)))
    faces = faces_at(session, colours, state.table)
    return changed(state, stored=replace(state.stored, colours=colours, faces=faces))


def resume_game(state: DeviceState, stored: StoredGame, session: Session) -> tuple[DeviceState, Session]:
    """Store that a loaded game is the one under way; return its session with the seed of its dice.

    If it could be restored in part only, as it was it is kept as another game.
    """
    proven = session.ply + len(session.undone)
    change = Resume(stored.id, proven)
    state = changed(
        want(state, change),
        game_id=stored.id,
        next_id=state.next_id + is_cut_back(stored, change),
        draft=stored.draft if proven >= stored.ply else None,
    )
    state = _seat(state, session, player_colours(stored.colours, len(session.header.players)))
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
    return changed(want(state, change), draft=None)


def store_ply(state: DeviceState, session: Session) -> DeviceState:
    """Store how many of the actions are played (undo and redo); the draft ends."""
    change = Move(state.game_id, session.ply, _new_versions(state, session))
    return changed(want(state, change), draft=None)


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
        return state if draft == state.draft else changed(want(state, Draft(state.game_id, draft)), draft=draft)
    state = choose(state, PLAYERS_DRAFT, players_draft(state.stack, state.table))
    if left := lesson_left(state.stack):
        state = choose(state, f"{LESSON}{left[0]}", str(left[1]))
    for maps in map_pages():
        draft = maps.map_draft(state.stack)
        if draft is not None:
            state = choose(state, maps.DRAFT_KEY, draft)
    return state
