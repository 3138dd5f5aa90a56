"""What undo, redo and marks make of every short history: with entries of people and of the box, dice, and secrets.

The game here has no rules of its own: whoever it is does something that everybody hears, or nobody, or rolls, or does
half of something. So all histories of a few entries can be tried, and what becomes of them be counted by hand.
"""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from firmware_py.games.records import MOST_ACTIONS
from firmware_py.games.registry import Event, Game, Outcome
from firmware_py.games.seats import Boxes, BoxSeat, Seat
from firmware_py.games.session import (
    Edit,
    Session,
    back_to,
    changes_secret_seats,
    entry_around,
    first_taken_back,
    is_by_box,
    is_entry,
    is_kept_by_box,
    is_secret_to_take_back,
    last_entered,
    play,
    play_on,
    redo,
    redo_label,
    same_actions,
    undo,
    undo_label,
    undo_openly,
    why_not_undo,
    with_all_played,
    with_edits,
    with_mark,
    with_seats_of,
    without_last,
)
from firmware_py.words import Words, plain, speak

SAY = speak("en")
What = Literal["aloud", "hush", "roll", "half", "end"]


class Do(msgspec.Struct, frozen=True, tag_field="do", tag="do"):
    """Do something."""

    by: str
    what: What


class GoHome(msgspec.Struct, frozen=True, tag_field="do", tag="go_home"):
    """Go home; people say so of whoever it is."""

    by: str
    what: What = "aloud"


class State(msgspec.Struct, frozen=True):
    """What was done last, and how many things there were."""

    players: tuple[str, ...] = ("Ada", "Bo")
    boxes: Boxes = ()
    done: int = 0
    last: str = ""

    @property
    def present(self) -> tuple[str, ...]:
        return self.players


class Heard(Event, frozen=True):
    """Everybody hears what was done."""

    what: str

    def words(self) -> Words:
        return plain(f"{self.what}.")


class Whispered(Event, frozen=True):
    """One side hears it."""

    is_public = False
    what: str

    def words(self) -> Words:
        return plain(f"psst {self.what}.")


def _apply(state: State, action: Do | GoHome) -> tuple[State, tuple[Event, ...]]:
    events: tuple[Event, ...] = (Whispered(action.what),)
    if action.what != "hush":
        events = (*events, Heard(f"{action.what} {state.done}"))
    return replace(state, done=state.done + 1, last=action.what), events


RULES = SimpleNamespace(
    apply=_apply,
    outcome=lambda state: Outcome(("Ada",), plain("over")) if state.last == "end" else None,
    record_state=msgspec.to_builtins,
)
GAME = Game(
    "toy",
    RULES,  # type: ignore[arg-type]
    None,
    Do,
    is_roll=lambda action: action.what == "roll",
    is_observed=lambda action: action.what == "roll",
    is_mid_action=lambda state: state.last == "half",
    leave=GoHome,
)
SECRET = replace(
    GAME,
    has_secrets=True,
    is_open=lambda action: isinstance(action, Do) and action.what == "roll",
    is_kept_from_nobody=lambda state: "Ada" in dict(state.boxes),
    is_known_to_nobody=lambda state: "Bo" in dict(state.boxes) and "Ada" not in dict(state.boxes),
)
BOX = BoxSeat("player", 1, 1)
ADA_ALOUD, ADA_HUSH, ADA_ROLL, ADA_HALF = (Do("Ada", what) for what in ("aloud", "hush", "roll", "half"))
BO_ALOUD, BO_ROLL = Do("Bo", "aloud"), Do("Bo", "roll")
TAKES, LEAVES, BO_HOME = Seat("Bo", BOX), Seat("Bo", None), GoHome("Bo")
ENTRIES: tuple[Any, ...] = (ADA_ALOUD, ADA_HUSH, ADA_ROLL, ADA_HALF, BO_ALOUD, BO_ROLL, TAKES, LEAVES, BO_HOME)


def session_of(*actions: Any, game: Game = GAME, seed: str = "", boxes: Boxes = ()) -> Session:
    session = Session(game, None, State(boxes=boxes), seed=seed)
    for action in actions:
        session = play(session, action)
    return session


def actions(session: Session) -> tuple[Any, ...]:
    return tuple(step.action for step in session.steps)


def by_box(entries: tuple[Any, ...], seed: str) -> list[bool]:
    """Tell for each entry whether the box has decided on it, with Bo a person at first."""
    found, is_box = [], False
    for entry in entries:
        if isinstance(entry, Seat):
            is_box = entry.box is not None
            found.append(False)
        else:
            found.append(is_box and entry in (BO_ALOUD, BO_ROLL) and (entry.what != "roll" or bool(seed)))
    return found


def histories(longest: int = 3) -> Any:
    """Yield every history of so few entries, with dice rolled at the table and by the device."""
    for count, seed in product(range(longest + 1), ("", "seed")):
        for entries in product(ENTRIES, repeat=count):
            yield entries, seed, session_of(*entries, seed=seed)


def test_undo_goes_back_to_the_last_entry_of_a_person_and_redo_to_where_it_was() -> None:
    """What the box has decided since goes with it; of what counts as one at the table, nothing stays."""
    for entries, seed, session in histories():
        box = by_box(entries, seed)
        assert [is_by_box(session, ply) for ply in range(len(entries))] == box
        entered = [ply for ply, is_box in enumerate(box) if not is_box]
        assert last_entered(session) == (entered[-1] if entered else -1)
        left = entered[-1] if entered else len(entries)
        while entered and [entry for entry in entries[:left] if not isinstance(entry, Seat)][-1:] == [ADA_HALF]:
            left -= 1  # half of something is shown to nobody, whoever takes a seat then
        shorter = undo(session)
        assert (actions(shorter), shorter.undone) == (entries[:left], entries[left:])
        assert redo(shorter).steps == session.steps
        assert with_all_played(shorter) == session


def test_what_can_be_entered_again_was_entered_by_people() -> None:
    """No change of seats, no dice of the device, nothing that the box has decided."""
    for entries, seed, session in histories(2):
        for ply, (entry, is_box) in enumerate(zip(entries, by_box(entries, seed), strict=True)):
            is_dice = bool(seed) and entry in (ADA_ROLL, BO_ROLL)
            assert is_entry(session, ply) == (not is_box and not is_dice and not isinstance(entry, Seat))


def test_a_change_of_seats_and_dice_of_the_device_are_not_undone_and_say_so() -> None:
    """Whoever plays next was told of both; the label of anything else is what everybody heard first of it."""
    for entries, seed, session in histories():
        box, why = by_box(entries, seed), why_not_undo(session)
        last = next((ply for ply in reversed(range(len(entries))) if not box[ply]), None)
        if last is not None and isinstance(entries[last], Seat):
            assert "menu" in SAY(why)
        elif last is not None and seed and entries[last] in (ADA_ROLL, BO_ROLL):
            assert "rolled" in SAY(why)
        else:
            assert why is None
        label = undo_label(session)
        assert (label is None) == (last is None or why is not None)
        if label is not None:
            since = undo(session).ply
            heard = [event for step in session.steps[since:] for event in step.events if event.is_public]
            said = SAY(heard[0].words()) if heard else "the last entry"
            later = sum(box[since + 1 :])
            more = {0: "", 1: " 1 later entry goes with it."}.get(later, f" {later} later entries go with it.")
            assert SAY(label) == said + more
            assert SAY(undo_label(session, secrets=True)) == f"psst {entries[since].what}.{more}"


def test_redo_is_named_by_what_it_plays_again() -> None:
    """And by nothing where nothing was undone."""
    session = session_of(ADA_ALOUD, ADA_HUSH)
    assert redo_label(session) is None
    assert SAY(redo_label(undo(session))) == "the last entry"
    assert SAY(redo_label(undo(session), secrets=True)) == "psst hush."
    assert SAY(redo_label(undo(undo(session)))) == "aloud 0."
    corrected = with_edits(session, (Edit(1, 1, (ADA_ROLL,)),))
    assert SAY(undo_label(corrected)) == SAY(redo_label(undo(corrected))) == "the correction"


def test_in_a_game_with_secrets_all_that_was_undone_is_played_again_at_once() -> None:
    """How often it is done would tell how much that is; where nothing is hidden from a person, step by step."""
    entries = (ADA_ALOUD, ADA_HUSH, ADA_ROLL)
    for game, boxes, played in ((GAME, (), 1), (SECRET, (), 3), (SECRET, (("Ada", BOX),), 1)):
        undone = back_to(session_of(*entries, game=game, boxes=boxes), 0)
        if boxes:
            undone = replace(undone, undone=(BO_ALOUD, BO_ROLL))
        assert redo(undone).ply == played


def test_an_entry_is_corrected_as_a_whole() -> None:
    """Its first and its last action, whichever of them is asked for."""
    session = session_of(ADA_ALOUD, ADA_HALF, ADA_HALF, ADA_HUSH, ADA_ROLL)
    assert [entry_around(session, number) for number in range(1, 6)] == [(1, 1), (2, 4), (2, 4), (2, 4), (5, 5)]
    unfinished = session_of(ADA_ALOUD, ADA_HALF)
    assert entry_around(unfinished, 2) == (2, 2)
    assert entry_around(session_of(ADA_HALF), 1) == (1, 1)
    assert entry_around(session_of(ADA_HALF, ADA_HUSH), 2) == (1, 2)


def test_those_are_present_who_have_not_gone_home() -> None:
    """In a game that nobody can leave, all who sit at the table."""
    seated = replace(session_of(), header=SimpleNamespace(players=("Ada", "Bo", "Cy")))
    assert seated.present == ("Ada", "Bo")
    assert replace(seated, game=replace(GAME, leave=type(None))).present == ("Ada", "Bo", "Cy")


def test_two_histories_are_the_same_up_to_their_first_difference() -> None:
    """Those undone included."""
    longer = session_of(ADA_ALOUD, ADA_HUSH, ADA_ROLL)
    assert same_actions(longer, undo(undo(longer))) == 3
    assert same_actions(longer, session_of(ADA_ALOUD, ADA_ROLL, ADA_ROLL)) == 1
    assert same_actions(longer, session_of()) == 0


def test_of_long_games_fewer_corrections_are_kept_and_always_the_last_one() -> None:
    """All versions together hold no more actions than one game may have; a single one may hold as many as the game."""
    session = play_on(session_of(), [ADA_ALOUD] * (MOST_ACTIONS // 2))
    for count in (1, 2, 2):
        session = with_edits(session, (Edit(1, 1, (ADA_ALOUD,)),))
        assert len(session.versions_before) == count
    longer = with_edits(play(session, ADA_ALOUD), (Edit(1, 1, (ADA_ALOUD,)),))
    assert len(longer.versions_before) == 1
    full = play_on(session_of(), [ADA_ALOUD] * MOST_ACTIONS)
    assert len(with_edits(full, (Edit(1, 1, (ADA_ALOUD,)),)).versions_before) == 1


# --- secrets ---------------------------------------------------------------------------------------------------------


def marked(*entries: Any, undone: int, game: Game = SECRET, marks: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The marks after the last entries were undone."""
    before = replace(session_of(*entries, game=game), marks=marks)
    return with_mark(back_to(before, len(entries) - undone), before).marks


def test_a_mark_stands_before_the_first_announcement_that_was_undone() -> None:
    """How often it is done and what else is undone tells nothing; what nobody heard leaves no mark."""
    assert marked(ADA_ALOUD, ADA_ROLL, undone=1) == (1,)
    assert marked(ADA_ALOUD, ADA_ROLL, undone=2) == (0,)
    assert marked(ADA_ALOUD, ADA_HUSH, undone=1) == ()
    assert marked(ADA_HUSH, ADA_ALOUD, ADA_HUSH, undone=2) == marked(ADA_ALOUD, undone=1) == (0,)
    assert marked(ADA_ALOUD, ADA_ROLL, undone=1, marks=(0, 1)) == (0, 1)
    assert marked(ADA_ALOUD, ADA_ROLL, undone=1, marks=(0,)) == (0, 1)
    assert marked(ADA_ALOUD, ADA_ROLL, undone=2, marks=(0, 1)) == (0,)
    assert marked(ADA_ALOUD, ADA_ROLL, undone=0, marks=(0,)) == (0,)
    assert marked(ADA_ALOUD, ADA_ROLL, undone=1, game=GAME) == ()


def test_a_longer_history_takes_nothing_back() -> None:
    """Nor does one that goes on otherwise than nobody heard."""
    session = session_of(ADA_ALOUD, game=SECRET)
    assert first_taken_back(play(session, ADA_ALOUD), session) is None
    assert first_taken_back(session_of(ADA_ALOUD, ADA_HUSH), session_of(ADA_ALOUD, ADA_ALOUD)) == Heard("aloud 1")
    assert first_taken_back(session_of(ADA_ROLL), session) == Heard("aloud 0")


def test_what_nothing_hidden_decides_about_is_undone_freely() -> None:
    """In a game with secrets nothing else, and not the nothing at its beginning either."""
    secret = {action: is_secret_to_take_back(session_of(action, game=SECRET)) for action in ENTRIES}
    assert {action for action, is_secret in secret.items() if not is_secret} == {ADA_ROLL, BO_ROLL}
    assert is_secret_to_take_back(session_of(game=SECRET))
    assert not is_secret_to_take_back(session_of(ADA_HUSH))
    assert not is_secret_to_take_back(session_of(ADA_HUSH, game=SECRET, boxes=(("Ada", BOX),)))


def test_the_box_alone_knows_while_it_sits_where_the_secrets_are() -> None:
    """After the end, it is the state before the last action that decides: the game would go on from there."""
    bo, end = (("Bo", BOX),), Do("Ada", "end")
    assert is_kept_by_box(session_of(ADA_ALOUD, game=SECRET, boxes=bo))
    assert not is_kept_by_box(session_of(ADA_ALOUD, game=SECRET))
    assert is_kept_by_box(session_of(end, game=SECRET, boxes=bo))
    assert not is_kept_by_box(session_of(end, game=SECRET))
    assert is_kept_by_box(session_of(TAKES, end, game=SECRET))
    assert is_kept_by_box(session_of(ADA_ALOUD, TAKES, end, game=SECRET))
    assert not is_kept_by_box(session_of(TAKES, LEAVES, end, game=SECRET))
    ended = session_of(TAKES, ADA_ALOUD, end, game=SECRET)
    assert is_kept_by_box(replace(ended, steps=(*ended.steps[:-1], replace(ended.steps[-1], state=State(last="end")))))


def test_only_who_may_know_says_who_sits_where_the_secrets_are() -> None:
    """Until the end: then everybody has seen them."""
    plain_one, taken = session_of(ADA_ALOUD, game=SECRET), session_of(ADA_ALOUD, TAKES, game=SECRET)
    end = Do("Ada", "end")
    assert changes_secret_seats(plain_one, taken)
    assert not changes_secret_seats(taken, taken)
    assert not changes_secret_seats(session_of(ADA_ALOUD), session_of(TAKES))
    assert not changes_secret_seats(play(plain_one, end), play(taken, end))
    assert changes_secret_seats(play(plain_one, end), taken)
    assert changes_secret_seats(plain_one, play(taken, end))


def test_a_history_is_shown_with_those_in_the_seats_who_sit_there_now() -> None:
    """Whatever was played, and before the first entry too; nothing else changes."""
    taken = session_of(TAKES).state
    for session in (session_of(), session_of(ADA_ALOUD), session_of(ADA_ALOUD, ADA_HUSH)):
        seated = with_seats_of(session, taken)
        assert seated.state == replace(session.state, boxes=taken.boxes)
        assert actions(seated) == actions(session)
        assert with_seats_of(seated, State()).state == session.state
        assert with_seats_of(session, session.state) is session


def test_whoever_undoes_openly_learns_of_no_correction() -> None:
    """The last action goes and not the correction, which ends before it from now on; or is forgotten with its entry."""
    session = session_of(ADA_ALOUD, ADA_HUSH, ADA_ROLL, game=SECRET)
    corrected = with_edits(session, (Edit(2, 1, (ADA_ALOUD,)),))
    once = undo_openly(corrected)
    assert actions(once) == (ADA_ALOUD, ADA_ALOUD)
    assert [(version.since, version.at) for version in once.versions_before] == [(1, 2)]
    assert actions(undo(once)) == actions(session)
    twice = undo_openly(once)
    assert (actions(twice), [version.at for version in twice.versions_before]) == ((ADA_ALOUD,), [1])
    assert undo_openly(twice).versions_before == ()
    later = play(corrected, ADA_HUSH)
    assert undo_openly(later).versions_before == later.versions_before
    before = undo(corrected)
    assert undo_openly(before).versions_after == before.versions_after != ()


def test_a_correction_is_one_entry_for_those_who_may_know() -> None:
    """For everybody else it is none: the label and the reason are those of the last action."""
    corrected = with_edits(session_of(ADA_ALOUD, ADA_ROLL, game=SECRET, seed="seed"), (Edit(1, 1, (ADA_HUSH,)),))
    assert SAY(undo_label(corrected, secrets=True)) == "the correction"
    assert undo_label(corrected) is None
    assert why_not_undo(corrected) is None
    assert "rolled" in SAY(why_not_undo(corrected, secrets=False))
    open_game = with_edits(session_of(ADA_ALOUD, ADA_ROLL, seed="seed"), (Edit(1, 1, (ADA_HUSH,)),))
    assert why_not_undo(open_game, secrets=False) is None
    assert SAY(undo_label(open_game)) == "the correction"


def test_the_last_entry_can_be_left_out_whatever_was_corrected() -> None:
    """Nothing of a correction stands in the way where it has just ended, and where a game was restored in part."""
    corrected = with_edits(session_of(ADA_ALOUD, ADA_HUSH), (Edit(1, 1, (ADA_ROLL,)),))
    assert actions(without_last(corrected)) == (ADA_ROLL,)
    assert actions(without_last(back_to(corrected, 1))) == ()
    assert actions(without_last(session_of())) == ()


@pytest.mark.parametrize("count", [1, 2])
def test_undo_after_a_correction_stops_where_the_correction_ended(count: int) -> None:
    """Actions that count as one are undone together, but never past the correction, which is undone by itself."""
    corrected = with_edits(session_of(ADA_ALOUD, ADA_HUSH), (Edit(2, 1, (ADA_HALF,)),))
    later = play(corrected, ADA_HALF) if count == 2 else corrected
    later = play(later, ADA_HUSH)
    assert actions(undo(later)) == actions(corrected)
    assert actions(undo(undo(later))) == (ADA_ALOUD, ADA_HUSH)


def test_what_the_box_did_after_a_correction_is_not_undone_without_it() -> None:
    """Where no person has entered anything since, undo goes back to where the correction ended."""
    corrected = with_edits(session_of(ADA_ALOUD, TAKES, BO_ALOUD), (Edit(1, 1, (ADA_HUSH,)),))
    later = play(play(corrected, BO_ALOUD), BO_ALOUD)
    assert actions(undo(later)) == actions(corrected)
    all_box = Session(GAME, None, State(boxes=(("Bo", BOX),)))
    all_box = play(with_edits(play(all_box, BO_ALOUD), (Edit(1, 1, (BO_ROLL,)),)), BO_ALOUD)
    assert actions(undo(all_box)) == (BO_ROLL,)
