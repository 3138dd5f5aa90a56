"""The rules of La malédiction de la momie: how a game begins, and what follows from an action (clauses P01 to P52)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.malediction.events import (
    Caught,
    DiceFree,
    DiceLocked,
    DiceReset,
    Eliminated,
    FaceChosen,
    HunterMoved,
    HunterWins,
    MissionPlayed,
    MummyMoved,
    MummyRolled,
    MummyTurnBegins,
    MummyWins,
    OnesLeftWin,
    Rolled,
    Stuck,
    TurnBegins,
    TurnLost,
    WentHome,
)
from firmware_py.games.malediction.legality import broken_rule, legal_actions, mission_here, until_catch
from firmware_py.games.malediction.maze import Face
from firmware_py.games.malediction.state import (
    ANKHS,
    AT_STAIRS,
    DICE,
    IN_DUNGEON,
    OUT,
    AnyAction,
    Choose,
    Header,
    Leave,
    Move,
    Pass,
    PlayMission,
    Reset,
    Roll,
    RolledFace,
    State,
    heard_by,
    is_one_side_gone,
    maze_of,
    seen_by,
    to_act,
)
from firmware_py.games.registry import Events, IllegalAction, Outcome

__all__ = [
    "apply",
    "broken_rule",
    "heard_by",
    "initial_state",
    "legal_actions",
    "outcome",
    "record_state",
    "seen_by",
    "to_act",
]


def initial_state(header: Header) -> State:
    """The table at the start: every pawn on the stairs with its tokens, the mummy on the sarcophagus (P40)."""
    maze, hunters = maze_of(header.setup), header.setup.hunters
    return State(
        header.players,
        header.setup.mummy,
        hunters,
        maze,
        maze.sarcophagus,
        at=(AT_STAIRS,) * len(hunters),
        ankhs=(ANKHS,) * len(hunters),
        missions=((),) * len(hunters),
        boxes=header.boxes,
    )


def as_played(state: State, action: AnyAction) -> AnyAction:
    """An action as far as it goes: the mummy's walk ends on the first hunter whom it meets (P34)."""
    if isinstance(action, Move) and action.path is not UNSET:
        return Move(action.by, path=until_catch(state, action.path))
    return action


def outcome(state: State) -> Outcome | None:
    """The winner once the game is over: the mummy (P39), or the hunter who played the last card (P43)."""
    if state.phase != "over":
        return None
    if left := _ones_left(state):
        return Outcome(left, OnesLeftWin(left).words())
    if state.tokens >= state.target:
        return Outcome((state.mummy_player,), MummyWins(state.mummy_player, state.tokens).words())
    winner = next(hunter.player for index, hunter in enumerate(state.hunters) if _has_won(state, index))
    return Outcome((winner,), HunterWins(winner, state.missions_to_win).words())


def _ones_left(state: State) -> tuple[str, ...]:
    """Who wins because the other side has gone home: nobody as long as both sides play (P51)."""
    if not is_one_side_gone(state):
        return ()
    hunters = tuple(player for player in state.present if player != state.mummy_player)
    if not hunters:
        return (state.mummy_player,)
    played = {hunter.player: state.missions_played(index) for index, hunter in enumerate(state.hunters)}
    most = max(played[player] for player in hunters)
    return tuple(player for player in hunters if played[player] == most)


def _has_won(state: State, index: int) -> bool:
    return state.missions_played(index) == state.missions_to_win


def apply(state: State, action: AnyAction) -> tuple[State, Events]:
    """The state after `action`, and what to announce.

    :raises IllegalAction: when `broken_rule` refuses it.
    """
    refusal = broken_rule(state, action)
    if refusal is not None:
        raise IllegalAction(refusal, action)
    match action:
        case Pass():
            return _after((Stuck(action.by, state.hunter.pawn),), _next_turn(state))
        case Reset():
            reset = DiceReset(action.by, state.hunter.pawn, state.mummy_player, state.locked)
            return replace(state, phase="interrupt", steps=state.locked), (reset,)
        case Roll(faces=faces) if faces is not UNSET:
            return _roll(state, faces)
        case Roll(face=face) if face is not UNSET:
            steps = face + state.locked
            rolled = MummyRolled(action.by, face, state.locked, steps)
            return replace(state, phase="mummy_move", steps=steps), (rolled,)
        case Choose(face=face):
            chosen = cast(Face, face)  # never "mummy": no free die shows it
            announced = FaceChosen(action.by, state.hunter.pawn, chosen)
            return replace(state, phase="move", faces=(), face=chosen), (announced,)
        case Move(to=to) if to is not UNSET:
            return _move_hunter(state, to)
        case Move(path=path) if path is not UNSET:
            return _move_mummy(state, path)
        case PlayMission():
            return _play_mission(state)
        case Leave():
            return _leave(state, action.by)
        case _:  # the card stays in hand
            return _next_turn(state)


def _after(earlier: Events, then: tuple[State, Events]) -> tuple[State, Events]:
    """A state and its events, with earlier events before these."""
    return then[0], (*earlier, *then[1])


# --- the hunters -----------------------------------------------------------------------------------------------------


def _roll(state: State, faces: tuple[RolledFace, ...]) -> tuple[State, Events]:
    """Lock the mummies first; five locked dice lose the turn (P12, P14)."""
    player, pawn = state.hunter.player, state.hunter.pawn
    showing = tuple(face for face in faces if face != "mummy")
    newly = len(faces) - len(showing)
    rolled = replace(state, phase="choose", locked=state.locked + newly, faces=showing)
    announced: Events = (Rolled(player, pawn, faces),)
    if newly:
        announced = (*announced, DiceLocked(newly, rolled.locked))
    if rolled.locked == DICE:
        return _after((*announced, TurnLost(player, pawn)), _next_turn(rolled))
    return rolled, announced


def _move_hunter(state: State, to: str) -> tuple[State, Events]:
    index = state.active
    moved = replace(state, phase="mission", at=_at(state.at, index, to))
    announced = (HunterMoved(state.hunter.player, state.hunter.pawn, state.at[index], to),)
    if mission_here(moved) is None:
        return _after(announced, _next_turn(moved))
    return moved, announced


def _play_mission(state: State) -> tuple[State, Events]:
    index = state.active
    code = mission_here(state)
    assert code is not None
    played = replace(state, missions=_at(state.missions, index, (*state.missions[index], code)))
    announced = MissionPlayed(
        state.hunter.player,
        state.hunter.pawn,
        code,
        state.maze.objects.get(code, ""),
        played.missions_played(index),
        state.missions_to_win,
    )
    if not _has_won(played, index):
        return _after((announced,), _next_turn(played))
    over = replace(played, phase="over", turn=None, face=None)
    return over, (announced, HunterWins(state.hunter.player, state.missions_to_win))


def _leave(state: State, player: str) -> tuple[State, Events]:
    """Take the pawns of a player who goes home off the board, with their tokens; their turn ends (P50, P52)."""
    own = [index for index, hunter in enumerate(state.hunters) if hunter.player == player]
    left = replace(state, gone=(*state.gone, player))
    for index in own:
        left = replace(left, at=_at(left.at, index, OUT), ankhs=_at(left.ankhs, index, 0))
    home = WentHome(player, tuple(state.hunters[index].pawn for index in own), left.target)
    if winners := _ones_left(left):
        over = replace(left, phase="over", turn=None, faces=(), face=None, steps=0)
        return over, (home, OnesLeftWin(winners))
    if state.turn in own and state.phase != "interrupt":
        return _after((home,), _next_turn(left))
    return left, (home,)


# --- the mummy -------------------------------------------------------------------------------------------------------


def _move_mummy(state: State, path: tuple[str, ...]) -> tuple[State, Events]:
    """Move the mummy; it catches a hunter on its last cell (P34), and an interrupt frees the dice (P09)."""
    end = path[-1] if path else state.mummy
    caught = state.in_corridors.get(end)
    moved = replace(state, mummy=end, steps=0)
    announced: Events = (MummyMoved(state.mummy_player, path),)
    if caught is not None:
        moved, events = _catch(moved, caught)
        announced = (*announced, *events)
        if moved.tokens >= moved.target:
            over = replace(moved, phase="over", turn=None)
            return over, (*announced, MummyWins(moved.mummy_player, moved.tokens))
    if moved.phase == "mummy_move":
        return _after(announced, _begin_first(moved, range(len(moved.hunters))))
    freed = replace(moved, phase="begin", locked=0)
    index = state.active
    if freed.at[index] == OUT:
        return _after(announced, _next_turn(freed))
    return freed, (*announced, DiceFree(state.hunter.player, state.hunter.pawn))


def _catch(state: State, index: int) -> tuple[State, Events]:
    """Let the captive pay a token and send it to the dungeon, or out of the game after its last token (P37, P38)."""
    player, pawn = state.hunters[index].player, state.hunters[index].pawn
    ankhs, tokens = state.ankhs[index] - 1, state.tokens + 1
    position = IN_DUNGEON if ankhs else OUT
    after = replace(state, at=_at(state.at, index, position), ankhs=_at(state.ankhs, index, ankhs), tokens=tokens)
    caught = Caught(player, pawn, ankhs, tokens, state.target)
    return after, ((caught,) if ankhs else (caught, Eliminated(player, pawn)))


# --- whose turn ------------------------------------------------------------------------------------------------------


def _next_turn(state: State) -> tuple[State, Events]:
    """Begin the turn of the next pawn in the game, or the mummy's after the last pawn (P06, P38)."""
    return _begin_first(state, range(state.active + 1, len(state.hunters)))


def _begin_first(state: State, candidates: Sequence[int]) -> tuple[State, Events]:
    cleared = replace(state, faces=(), face=None, steps=0)
    for index in candidates:
        if state.at[index] != OUT:
            hunter = state.hunters[index]
            begun = replace(cleared, phase="begin", turn=index)
            return begun, (TurnBegins(hunter.player, hunter.pawn, state.locked),)
    return replace(cleared, phase="mummy_roll", turn=None), (MummyTurnBegins(state.mummy_player, state.locked),)


V = TypeVar("V")


def _at(values: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    return (*values[:index], value, *values[index + 1 :])


# --- records ---------------------------------------------------------------------------------------------------------


def record_state(state: State) -> dict[str, Any]:
    ended = outcome(state)
    pawns = [hunter.pawn for hunter in state.hunters]
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "winners": list(ended.winners) if ended else [],
        "pawn": None if state.turn is None else state.hunter.pawn,
        "mummy": state.mummy,
        "hunters": dict(zip(pawns, state.at, strict=True)),
        "ankhs": dict(zip(pawns, state.ankhs, strict=True)),
        "tokens": state.tokens,
        "target": state.target,
        "locked": state.locked,
        "faces": list(state.faces),
        "face": state.face if state.phase == "move" else None,
        "steps": state.steps if state.phase in ("interrupt", "mummy_move") else None,
        "missions": dict(zip(pawns, map(list, state.missions), strict=True)),
    }
