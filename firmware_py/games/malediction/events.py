"""What the device announces in La malédiction de la momie, and to whom.

Why some events are for the hunters only: the mummy's player must not learn where a pawn stands, what the dice offered,
or whether a mission could be played (P48). Each kind of event has one audience, and nothing in an event for the whole
table depends on a secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from firmware_py.games.malediction.maze import Face, mission_words, pawn_words
from firmware_py.games.malediction.state import UNTOLD, DieFace, RolledFace, State
from firmware_py.games.registry import Event, Highlight
from firmware_py.grid import Cell
from firmware_py.words import Value, Words, plain, words, words_n

FACE_WORDS: dict[DieFace, Words] = {
    "1": plain("1"),
    "2": plain("2"),
    "3": plain("3"),
    "4": plain("4"),
    "arrow": words("arrow"),
    "mummy": words("mummy"),
}


def who(player: str, pawn: str) -> Words:
    """The name of a hunter in a sentence: the player and the pawn."""
    return words("{player} ({pawn})", player=player, pawn=pawn_words(pawn))


def by_name(sentence: Words, state: State) -> Words:
    """The sentence with each hunter's name alone, unless somebody plays two pawns."""
    if state.is_two_player:
        return sentence
    return replace(sentence, values=tuple((name, _name_alone(value)) for name, value in sentence.values))


def _name_alone(value: Value) -> Value:
    if isinstance(value, Words) and value.message == "{player} ({pawn})":
        return replace(value, message="{player}")
    return value


class TurnBegins(Event, frozen=True):
    """A hunter's turn begins; `locked` dice show the mummy.

    Five must be reset (P14), but a stuck pawn passes instead (P27), which is a secret until it says so.
    """

    announces_turn = True

    player: str
    pawn: str
    locked: int

    def words(self) -> Words:
        if self.locked == 5:
            return words("{hunter} to play. All five dice are locked.", hunter=who(self.player, self.pawn))
        return words("{hunter} to play.", hunter=who(self.player, self.pawn))


class MummyTurnBegins(Event, frozen=True):
    """The mummy's turn begins: its player rolls the mummy die and adds the locked dice (P16)."""

    announces_turn = True

    player: str
    locked: int

    def words(self) -> Words:
        return words("The mummy's turn.")


class Stuck(Event, frozen=True):
    """A hunter can move with no face at all and skips the turn (P26)."""

    player: str
    pawn: str

    def words(self) -> Words:
        return words("{hunter} cannot move at all and passes.", hunter=who(self.player, self.pawn))


class DiceReset(Event, frozen=True):
    """A hunter resets the locked dice: the mummy may move first (P09, P10)."""

    player: str
    pawn: str
    mummy_player: str
    steps: int

    def words(self) -> Words:
        return words_n(
            "{hunter} resets the dice: the mummy ({player}) may move {count} cell first.",
            "{hunter} resets the dice: the mummy ({player}) may move up to {count} cells first.",
            self.steps,
            hunter=who(self.player, self.pawn),
            player=self.mummy_player,
        )


class DiceFree(Event, frozen=True):
    """After the reset the same hunter rolls all five dice (P11)."""

    player: str
    pawn: str

    def words(self) -> Words:
        return words("All five dice are free again for {hunter}.", hunter=who(self.player, self.pawn))


class Rolled(Event, frozen=True):
    """A hunter rolled the white dice; for the hunters only."""

    is_public = False

    player: str
    pawn: str
    faces: tuple[RolledFace, ...]

    def words(self) -> Words:
        if UNTOLD in self.faces and {*self.faces} <= {UNTOLD, "mummy"}:
            return words_n(
                "{hunter} rolls: {count} mummy.",
                "{hunter} rolls: {count} mummies.",
                self.faces.count("mummy"),
                hunter=who(self.player, self.pawn),
            )
        faces = tuple(plain(UNTOLD) if face == UNTOLD else FACE_WORDS[face] for face in self.faces)
        return words("{hunter} rolls: {faces}.", hunter=who(self.player, self.pawn), faces=faces)


class DiceLocked(Event, frozen=True):
    """Some of the dice just rolled show the mummy and are locked (P07, P12)."""

    is_shown_anyway = True

    newly: int
    locked: int

    def words(self) -> Words:
        return words_n(
            "{count} more die shows the mummy; locked: {locked} of 5.",
            "{count} more dice show the mummy; locked: {locked} of 5.",
            self.newly,
            locked=self.locked,
        )


class TurnLost(Event, frozen=True):
    """All five dice show the mummy (P14)."""

    player: str
    pawn: str

    def words(self) -> Words:
        return words("All five dice show the mummy: {hunter} loses the turn.", hunter=who(self.player, self.pawn))


class FaceChosen(Event, frozen=True):
    """A hunter announced a face; the pawn moves afterwards (P17)."""

    is_shown_anyway = True

    player: str
    pawn: str
    face: Face

    def words(self) -> Words:
        if self.face == "arrow":
            return words("{hunter} announces: arrow.", hunter=who(self.player, self.pawn))
        return words("{hunter} announces: {number}.", hunter=who(self.player, self.pawn), number=int(self.face))


class HunterMoved(Event, frozen=True):
    """A pawn moved; for the hunters only. `start` may be the stairs or the dungeon."""

    is_public = False

    player: str
    pawn: str
    start: str
    end: Cell

    def words(self) -> Words:
        return words("{hunter} moves to {cell}.", hunter=who(self.player, self.pawn), cell=self.end)


class MissionPlayed(Event, frozen=True):
    """A hunter showed a mission card to everybody (P42); `played` of `needed` cards lie on the table."""

    player: str
    pawn: str
    mission: str
    drawn: str
    played: int
    needed: int

    def words(self) -> Words:
        return words(
            "{hunter} plays mission {mission}: {played} of {needed}.",
            hunter=who(self.player, self.pawn),
            mission=mission_words(self.mission, self.drawn),
            played=self.played,
            needed=self.needed,
        )


class MummyRolled(Event, frozen=True):
    """The mummy die was rolled: `steps` is its face plus the locked dice (P16)."""

    player: str
    face: int
    locked: int
    steps: int

    def words(self) -> Words:
        return words(
            "The mummy rolls {face}; with {locked} locked it may move up to {steps}.",
            face=self.face,
            locked=self.locked,
            steps=self.steps,
        )

    def voice_words(self) -> Words:
        return words("{face}, and {locked} locked.", face=self.face, locked=self.locked)


class MummyMoved(Event, frozen=True):
    """The mummy moved along this path, cell by cell; an empty path means that it stayed (P32, P35)."""

    player: str
    path: tuple[Cell, ...]

    def words(self) -> Words:
        if not self.path:
            return words("The mummy stays where it is.")
        return words_n(
            "The mummy goes {count} cell, to {cell}.",
            "The mummy goes {count} cells, to {cell}.",
            len(self.path),
            cell=self.path[-1],
        )

    def voice_words(self) -> Words:
        return words("The mummy is on {cell}.", cell=self.path[-1]) if self.path else self.words()


class Caught(Event, frozen=True):
    """The mummy entered a hunter's cell: the pawn has `ankhs` left and goes to the dungeon (P34, P37).

    Without any left it goes nowhere: `Eliminated` follows (P38).
    """

    player: str
    pawn: str
    ankhs: int
    tokens: int
    target: int

    def words(self) -> Words:
        if self.ankhs == 0:
            return words_n(
                "{hunter} is caught. The mummy has {tokens} of {count} token.",
                "{hunter} is caught. The mummy has {tokens} of {count} tokens.",
                self.target,
                hunter=who(self.player, self.pawn),
                tokens=self.tokens,
            )
        return words_n(
            "{hunter} is caught and goes to the dungeon. The mummy has {tokens} of {count} token.",
            "{hunter} is caught and goes to the dungeon. The mummy has {tokens} of {count} tokens.",
            self.target,
            hunter=who(self.player, self.pawn),
            tokens=self.tokens,
        )


class Eliminated(Event, frozen=True):
    """A pawn paid its last token and leaves the game (P38)."""

    player: str
    pawn: str

    def words(self) -> Words:
        return words("{hunter} has no token left and is out.", hunter=who(self.player, self.pawn))


class WentHome(Event, frozen=True):
    """A hunter has gone home: pawn and tokens leave the game, the cards are put aside unseen (P50)."""

    player: str
    pawns: tuple[str, ...]
    target: int

    def words(self) -> Words:
        if not self.pawns:
            return words("The mummy ({player}) goes home.", player=self.player)
        return words_n(
            "{player} goes home: pawn and tokens leave the board, the cards are put aside unseen. The mummy needs "
            "{count} token.",
            "{player} goes home: pawn and tokens leave the board, the cards are put aside unseen. The mummy needs "
            "{count} tokens.",
            self.target,
            player=self.player,
        )


class OnesLeftWin(Event, frozen=True):
    """The other side has gone home: the mummy wins, or whichever hunters have played most missions (P51)."""

    players: tuple[str, ...]

    def words(self) -> Words:
        if len(self.players) > 1:
            return words(
                "The other side has gone home: {players} share the victory.", players=tuple(map(plain, self.players))
            )
        return words("The other side has gone home: {player} wins.", player=self.players[0])


class HunterWins(Event, frozen=True):
    """A hunter played the last mission card and wins (P43)."""

    player: str
    missions: int

    def words(self) -> Words:
        return words(
            "{player} has fulfilled all {missions} missions and wins.", player=self.player, missions=self.missions
        )


class MummyWins(Event, frozen=True):
    """The mummy has the tokens to win (P39)."""

    player: str
    tokens: int

    def words(self) -> Words:
        return words("The mummy ({player}) has {tokens} tokens and wins.", player=self.player, tokens=self.tokens)


def highlights(steps: Sequence[Any]) -> Iterator[Highlight]:
    """Yield how many cells the mummy has run, and how many missions each hunter has played."""
    cells: Counter[str] = Counter()
    for step in steps:
        for event in step.events:
            match event:
                case MummyMoved(player, path):
                    cells[player] += len(path)
                case MissionPlayed(player=player, played=played):
                    yield Highlight("missions", player, played)
    for player, run in cells.items():
        yield Highlight("chase", player, run)
