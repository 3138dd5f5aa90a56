"""The values of La malédiction de la momie: set-up, what players enter, and what is known between two actions, by whom.

Why the mission cards in hand are not here: each hunter draws in secret (P04). So the device knows only the cards that
were played, and from these the colours that a hunter may still hold.

Why the phase is cut too: whether a pawn ended its move on a mission is a secret. So for the mummy's side a move
lasts until the turn ends, at once or after the choice to play the card. For the same reason a pawn in the dungeon
is hidden as soon as its face is announced: no move can end there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction.map_files import SHIPPED, MapDrawing, load_shipped, read_maze
from firmware_py.games.malediction.maze import FEWEST_HUNTERS, MOST_HUNTERS, Face, Maze
from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.games.registry import BOXES, Event
from firmware_py.games.seats import Boxes, BoxSeat, Seat, box_of, boxes_in
from firmware_py.grid import Cell
from firmware_py.words import Words, first_reported, words


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Empty: this game has no house rules."""


class Hunter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pawn and who plays it."""

    player: str
    pawn: str


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays the mummy, the hunters in the order of their turns, and the map."""

    mummy: str
    hunters: tuple[Hunter, ...]
    board: str | MapDrawing
    """A shipped map's name, or a whole map; `board` is the record's word."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 5 players; with two players one of them plays two pawns (P45)."""

    record: Literal[1]
    game: Literal["malediction"]
    players: tuple[str, ...]
    setup: Setup
    rules: HouseRules = HouseRules()
    box: dict[str, BoxSeat] = {}
    """Who is played by the program."""

    def __hash__(self) -> int:
        return hash((self.players, self.setup, self.boxes))

    @property
    def boxes(self) -> Boxes:
        """Who is played by the program at the beginning."""
        return boxes_in(self.players, self.box, self.setup.mummy)

    def __post_init__(self) -> None:
        check_players(self.players, BOXES[self.game])
        boxes_in(self.players, self.box, self.setup.mummy)
        maze = maze_of(self.setup)
        if unfitting := next(_misfits(self.players, self.setup, maze), None):
            raise UnreadableLine(unfitting)


def maze_of(setup: Setup) -> Maze:
    """The map that a game is played on.

    :raises UnreadableLine: when no map of that name is shipped, or the drawing has problems; it names the first ones.
    """
    if isinstance(setup.board, str):
        if setup.board not in SHIPPED:
            raise UnreadableLine(
                words('no map is called "{board}"; there are: {boards}', board=setup.board, boards=SHIPPED)
            )
        return load_shipped(setup.board)
    maze, problems = read_maze(setup.board)
    if maze is None:
        why, *others = first_reported([problem.words for problem in problems])
        for other in others:
            why = words("{one}; {other}", one=why, other=other)
        raise UnreadableLine(words("the map cannot be used: {problems}", problems=why))
    return maze


def _misfits(players: tuple[str, ...], setup: Setup, maze: Maze) -> Iterator[Words]:
    """Yield why these players cannot play these parts on this map."""
    yield from _unfitting_pawns(setup, maze)
    yield from _unfitting_roles(players, setup)


def _unfitting_pawns(setup: Setup, maze: Maze) -> Iterator[Words]:
    pawns = [hunter.pawn for hunter in setup.hunters]
    if not FEWEST_HUNTERS <= len(setup.hunters) <= MOST_HUNTERS:
        yield words(
            "there are {fewest} to {most} hunters, not {count}",
            fewest=FEWEST_HUNTERS,
            most=MOST_HUNTERS,
            count=len(setup.hunters),
        )
    if len(set(pawns)) < len(pawns):
        yield words("a pawn is given twice")
    if unknown := sorted(set(pawns) - set(maze.pawns)):
        yield words('this map has no pawn "{pawn}"; it has: {pawns}', pawn=unknown[0], pawns=maze.pawns)


def _unfitting_roles(players: tuple[str, ...], setup: Setup) -> Iterator[Words]:
    roles = [setup.mummy, *(hunter.player for hunter in setup.hunters)]
    if unknown := sorted(set(roles) - set(players)):
        yield words('"{player}" has a part but does not play', player=unknown[0])
    if unknown := sorted(set(players) - set(roles)):
        yield words('"{player}" is a player without a part', player=unknown[0])
    if setup.mummy in roles[1:]:
        yield words('"{player}" plays the mummy and cannot be a hunter', player=setup.mummy)
    if len(players) > 2 and len(set(roles)) < len(roles):
        yield words("only in the two-player game does one person play two pawns")
    if len(players) == 2 and len(setup.hunters) != 2:
        yield words("in the two-player game the hunter plays exactly two pawns")


Phase: TypeAlias = Literal["begin", "interrupt", "choose", "move", "mission", "mummy_roll", "mummy_move", "over"]

DICE = 5
ANKHS = 3
"""Tokens of each pawn at the start."""
TARGETS = {2: 4, 3: 6, 4: 7}
"""Tokens with which the mummy wins, by the number of hunters (P01)."""
TWO_PLAYER_TARGET = 3
MISSIONS_TO_WIN = 5
TWO_PLAYER_MISSIONS_TO_WIN = 10

AT_STAIRS, IN_DUNGEON, OUT, HIDDEN = "stairs", "dungeon", "out", "?"
PawnPlace: TypeAlias = str
"""A cell, or one of the words above: on the stairs, in the dungeon, eliminated, or hidden from this viewer."""


# --- state -----------------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True):
    """The table between two actions; tuples have one entry for each of `hunters`, in the order of their turns."""

    players: tuple[str, ...]
    mummy_player: str
    hunters: tuple[Hunter, ...]
    maze: Maze
    mummy: Cell
    at: tuple[PawnPlace, ...]
    ankhs: tuple[int, ...]
    missions: tuple[tuple[str, ...], ...]
    """The mission codes that each pawn has played, in that order."""
    tokens: int = 0
    """The tokens that the mummy has won."""
    locked: int = 0
    """How many white dice show the mummy; they stay locked until a reset (P07)."""
    phase: Phase = "begin"
    turn: int | None = 0
    """Index of the pawn whose turn it is; None in the mummy's own turn. In `interrupt`, the pawn that reset."""
    faces: tuple[Face | Literal["?"], ...] = ()
    """What the unlocked dice show, in phase `choose`; `UNTOLD` for those that nobody told."""
    face: Face | None = None
    """The face announced, in the phases `move` and `mission`."""
    steps: int = 0
    """How far the mummy may go, in the phases `interrupt` and `mummy_move`; elsewhere 0."""
    boxes: Boxes = ()
    """Who is played by the program now."""
    gone: tuple[str, ...] = ()
    """Who has gone home (P50)."""

    @property
    def is_two_player(self) -> bool:
        """Whether one person plays both pawns (P45)."""
        return len(self.players) == 2

    @property
    def target(self) -> int:
        """The tokens with which the mummy wins; eliminations do not lower it (P01, P02, P46).

        It is never more than the mummy can still get: those whom a hunter takes home are missing (P52).
        """
        printed = TWO_PLAYER_TARGET if self.is_two_player else TARGETS[len(self.hunters)]
        return min(printed, self.tokens + sum(self.ankhs))

    @property
    def present(self) -> tuple[str, ...]:
        """Those who still play, in seating order."""
        return tuple(player for player in self.players if player not in self.gone)

    @property
    def missions_to_win(self) -> int:
        """Missions that a hunter must have played (P42, P43)."""
        return TWO_PLAYER_MISSIONS_TO_WIN if self.is_two_player else MISSIONS_TO_WIN

    def missions_played(self, index: int) -> int:
        """How many missions the hunter of a pawn has played; two pawns of one person share theirs (P43)."""
        return sum(map(len, self.missions)) if self.is_two_player else len(self.missions[index])

    @property
    def active(self) -> int:
        """Index of the pawn whose turn it is.

        :raises ValueError: in the mummy's own turn.
        """
        if self.turn is None:
            raise ValueError("it is the mummy's turn")
        return self.turn

    @property
    def hunter(self) -> Hunter:
        """The pawn whose turn it is, and its player.

        :raises ValueError: in the mummy's own turn.
        """
        return self.hunters[self.active]

    def cell(self, index: int) -> Cell | None:
        """The cell of a pawn, that of stairs or dungeon included; None if the pawn is out or hidden."""
        match self.at[index]:
            case "stairs":
                return self.maze.stairs
            case "dungeon":
                return self.maze.dungeon
            case "out" | "?":
                return None
            case cell:
                return cell

    @property
    def in_corridors(self) -> dict[Cell, int]:
        """The index of each pawn in the corridors, by its cell; pawns on stairs and in the dungeon are left out."""
        elsewhere = (AT_STAIRS, IN_DUNGEON, OUT, HIDDEN)
        return {position: index for index, position in enumerate(self.at) if position not in elsewhere}


def is_one_side_gone(state: State) -> bool:
    """Whether the mummy's player, or every hunter, has gone home (P51)."""
    return state.mummy_player in state.gone or len(state.present) == 1


def is_mid_action(state: State) -> bool:
    """Whether a pawn has moved and its turn has not ended; for the table both are one act (P49)."""
    return state.phase == "mission"


def to_act(state: State) -> tuple[str, ...]:
    """Who may act now: the active pawn's player, or the mummy's."""
    match state.phase:
        case "over":
            return ()
        case "interrupt" | "mummy_roll" | "mummy_move":
            return (state.mummy_player,)
        case _:
            return (state.hunter.player,)


DieFace: TypeAlias = Literal["1", "2", "3", "4", "arrow", "mummy"]
"""What a white die can show."""
UNTOLD: Final = "?"
"""A die that shows no mummy, and that nobody told: it shows what its hunter says (P12)."""
RolledFace: TypeAlias = Literal["1", "2", "3", "4", "arrow", "mummy", "?"]
"""What is told of a white die."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action has: the player who acts."""

    by: str


class Pass(Action, frozen=True, tag="pass"):
    """Announce that the pawn is stuck, and skip its turn (P26)."""


class Reset(Action, frozen=True, tag="reset"):
    """Free the locked dice; the mummy may move first (P08, P09)."""


class Roll(Action, frozen=True, tag="roll"):
    """Enter what the white dice show (`faces`) or the mummy die shows (`face`): exactly one of the two."""

    faces: tuple[RolledFace, ...] | msgspec.UnsetType = msgspec.UNSET
    face: int | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if (self.faces is msgspec.UNSET) == (self.face is msgspec.UNSET):
            raise UnreadableLine(words("a roll has either `faces` (the white dice) or `face` (the mummy die)"))


class Choose(Action, frozen=True, tag="choose"):
    """Announce the face with which the pawn will move (P17)."""

    face: DieFace


class Move(Action, frozen=True, tag="move"):
    """Move a hunter's pawn (`to`), or the mummy cell by cell (`path`, may be empty): exactly one of the two."""

    to: Cell | msgspec.UnsetType = msgspec.UNSET
    path: tuple[Cell, ...] | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if (self.to is msgspec.UNSET) == (self.path is msgspec.UNSET):
            raise UnreadableLine(words("a move has either `to` (a hunter) or `path` (the mummy)"))


class PlayMission(Action, frozen=True, tag="play_mission"):
    """Show the mission card of the cell the pawn has reached (P41)."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Leave the cell's mission unplayed (P41)."""


class Leave(Action, frozen=True, tag="leave"):
    """Go home before the game is over, at any time (P50)."""


AnyAction: TypeAlias = Pass | Reset | Roll | Choose | Move | PlayMission | EndTurn | Leave
Written: TypeAlias = AnyAction | Seat
"""What a line of a record can say."""


def is_roll(action: AnyAction) -> bool:
    """Whether an action enters what dice show."""
    return isinstance(action, Roll)


def is_open(action: AnyAction) -> bool:
    """Whether nothing hidden decides about an action: only the mummy die falls before everybody's eyes (P16).

    A path of the mummy is known to everybody, but whether it catches tells where the hunters stand.
    """
    return isinstance(action, Roll) and action.face is not msgspec.UNSET


def is_kept_from_nobody(state: State) -> bool:
    """Whether the program plays the mummy: everybody at the table is a hunter, and nobody looks away."""
    return box_of(state, state.mummy_player) is not None


def is_known_to_nobody(state: State) -> bool:
    """Whether the program plays all hunters against a person: nobody at the table may know where they are."""
    hunting = {hunter.player for hunter in state.hunters} - set(state.gone)
    return not is_kept_from_nobody(state) and bool(hunting) and all(box_of(state, player) for player in hunting)


def _is_hunter(state: State, viewer: str) -> bool:
    """Whether a viewer plays a hunter; the mummy's player, the table and strangers do not."""
    return any(hunter.player == viewer for hunter in state.hunters)


def role(header: Header, player: str) -> str:
    """The side that a player is on."""
    return "mummy" if player == header.setup.mummy else "hunter"


def seen_by(state: State, viewer: str) -> State:
    """The state without what `viewer` must not know; hunters see everything.

    Hidden from all others: where a pawn is (unless in the dungeon or eliminated), the faces that show, and whether a
    mission can be played. The announced face, locked dice, tokens and played missions stay.
    """
    if _is_hunter(state, viewer):
        return state
    moving = state.turn if state.phase in ("move", "mission") else None
    return replace(
        state,
        at=tuple(
            position if position in (IN_DUNGEON, OUT) and index != moving else HIDDEN
            for index, position in enumerate(state.at)
        ),
        faces=(),
        phase="move" if state.phase == "mission" else state.phase,
    )


def heard_by(state: State, event: Event, viewer: str) -> bool:
    """Whether `viewer` may hear an event."""
    return _is_hunter(state, viewer) or event.is_public
