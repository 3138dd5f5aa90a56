"""What is known of a game of Maudite Momie: header, actions, events and the state between two actions.

Why no card is ever in the state: faces are entered only when they are turned over at the table, and scored at once,
so the device never knows a hidden card and cannot leak one (L30). What it counts is public.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from firmware_py.games.maudite_momie.cards import Card, CardBack, Guardian, Haul
from firmware_py.games.records import check_players
from firmware_py.games.rules import Event
from firmware_py.words import Words, plain, words, words_n

Pile: TypeAlias = Literal["left", "right"]
Phase: TypeAlias = Literal["turn", "reveal", "keep", "final_reveal", "over"]

PILES: tuple[Pile, ...] = get_args(Pile)
PILE_WORDS: dict[Pile, Words] = {"left": words("left"), "right": words("right")}

DECK_SIZE = 54
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a table plays otherwise than printed."""

    final_reveal: Literal["all", "others"] = "all"
    """Who reveals at the end: all players, or all but the one who ended the game (L27)."""
    self_awaken: bool = False
    """Whether a player may awaken the guardians of his own cards (L04)."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This game needs to know nothing of the table."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 6 players in seating order, first to act first."""

    record: Literal[1]
    game: Literal["maudite_momie"]
    players: tuple[str, ...]
    rules: HouseRules = HouseRules()
    setup: Setup = Setup()

    def __post_init__(self) -> None:
        check_players(self.players, FEWEST_PLAYERS, MOST_PLAYERS)


# --- actions ---------------------------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action says: who does it."""

    by: str


class Explore(Action, frozen=True, tag="explore"):
    """Take the top card of a pile, face down (L06)."""

    pile: Pile
    back: CardBack | msgspec.UnsetType = msgspec.UNSET


class Secure(Action, frozen=True, tag="secure"):
    """Turn over all own cards to score them (L07)."""


class Awaken(Action, frozen=True, tag="awaken"):
    """Turn over all cards of another explorer to set the guardians on him (L12)."""

    target: str


class Reveal(Action, frozen=True, tag="reveal"):
    """Tell the faces of all cards that lie before `by`."""

    cards: tuple[Card, ...]


class Backs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The backs of the cards that a werewolf drew."""

    left: CardBack | msgspec.UnsetType = msgspec.UNSET
    right: CardBack | msgspec.UnsetType = msgspec.UNSET


class Keep(Action, frozen=True, tag="keep"):
    """Choose which of the cards that a werewolf drew are kept, named by their piles (L17)."""

    kept: tuple[Pile, ...]
    backs: Backs = Backs()


AnyAction: TypeAlias = Explore | Secure | Awaken | Reveal | Keep


# --- events ----------------------------------------------------------------------------------------------------------


class Explored(Event, frozen=True):
    """A card was taken unseen."""

    player: str
    pile: Pile
    cards: int

    def words(self) -> Words:
        return words(
            "{player} loots: a card from the {pile} pile.",
            player=self.player,
            pile=PILE_WORDS[self.pile],
        )


class Securing(Event, frozen=True):
    """A player is about to turn over his own cards."""

    player: str
    cards: int

    def words(self) -> Words:
        return words_n(
            "{player} runs with {count} card.",
            "{player} runs with {count} cards.",
            self.cards,
            player=self.player,
        )


class Awakened(Event, frozen=True):
    """A player set the guardians on a target."""

    player: str
    target: str
    cards: int

    def words(self) -> Words:
        return words("{player} awakens {target}'s guardians.", player=self.player, target=self.target)


class Escaped(Event, frozen=True):
    """The awakened player had amulets enough (L12)."""

    player: str
    amulets: int
    guardians: int

    def words(self) -> Words:
        return words(
            "{player} escapes: {amulets} against {guardians}.",
            player=self.player,
            amulets=words_n("{count} amulet", "{count} amulets", self.amulets),
            guardians=words_n("{count} guardian", "{count} guardians", self.guardians),
        )


class Caught(Event, frozen=True):
    """The awakened player had more guardians than amulets; `benefits` go to the awakener in this order (L13, L14)."""

    player: str
    awakener: str
    amulets: int
    guardians: int
    benefits: tuple[Guardian, ...]

    def words(self) -> Words:
        return words(
            "{player} is caught: {guardians} against {amulets}.",
            player=self.player,
            amulets=words_n("{count} amulet", "{count} amulets", self.amulets),
            guardians=words_n("{count} guardian", "{count} guardians", self.guardians),
        )


class Scored(Event, frozen=True):
    """Points were booked: `hauls` is the reckoning, `total` the new score."""

    player: str
    points: int
    total: int
    hauls: tuple[Haul, ...]

    def words(self) -> Words:
        return words_n(
            "{player} scores {count} point and stands at {total}.",
            "{player} scores {count} points and stands at {total}.",
            self.points,
            player=self.player,
            total=self.total,
        )


class WerewolfDraws(Event, frozen=True):
    """The awakener takes a card from each pile that has one (L17)."""

    player: str
    piles: tuple[Pile, ...]

    def words(self) -> Words:
        return words_n(
            "Werewolf: {player} draws {count} card and keeps any.",
            "Werewolf: {player} draws {count} cards and keeps any.",
            len(self.piles),
            player=self.player,
        )


class KeptCards(Event, frozen=True):
    """The awakener kept some of the drawn cards, the others are discarded."""

    player: str
    kept: tuple[Pile, ...]
    cards: int

    def words(self) -> Words:
        return words_n(
            "{player} keeps {count} card.",
            "{player} keeps {count} cards.",
            len(self.kept),
            player=self.player,
        )


class ExtraTurn(Event, frozen=True):
    """Frank: the awakener plays another full turn (L18)."""

    player: str

    def words(self) -> Words:
        return words("Frank: {player} plays another turn.", player=self.player)


class Reshuffled(Event, frozen=True):
    """A pile had run out: everything but the cards before the players makes two new piles (L20, L22)."""

    left: int
    right: int

    def words(self) -> Words:
        return words(
            "A pile is empty: shuffle everything into two piles of {left} and {right}.",
            left=self.left,
            right=self.right,
        )


class PassedOver(Event, frozen=True):
    """A player could do nothing at all (L22)."""

    player: str

    def words(self) -> Words:
        return words("{player} can do nothing and is passed over.", player=self.player)


class TurnBegins(Event, frozen=True):
    """The next player's turn."""

    player: str

    def words(self) -> Words:
        return words("{player} to play.", player=self.player)


class EndReached(Event, frozen=True):
    """Somebody reached the end of the score track: the end is immediate (L24, L25)."""

    player: str
    total: int
    to_reveal: tuple[str, ...]

    def words(self) -> Words:
        return words("{player} reaches {total}: the game ends.", player=self.player, total=self.total)


class GameOver(Event, frozen=True):
    """The highest total wins; ties share (L26)."""

    winners: tuple[str, ...]
    total: int

    def words(self) -> Words:
        if len(self.winners) == 1:
            return words("{player} wins with {total}.", player=self.winners[0], total=self.total)
        return words(
            "{players} share the victory with {total}.",
            players=tuple(plain(name) for name in self.winners),
            total=self.total,
        )


# --- state -----------------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True):
    """The table between two actions; tuples run along `players`."""

    players: tuple[str, ...]
    rules: HouseRules
    scores: tuple[int, ...]
    cards: tuple[int, ...]
    """Face-down cards before each player."""
    left: int
    right: int
    discard: int
    phase: Phase = "turn"
    turn: int = 0
    """Index of the player whose turn it is."""
    revealing: tuple[int, ...] = ()
    """Indices of the players who must turn over their cards now."""
    awakened: bool = False
    """Whether those cards are turned over by an awakening, not to secure them."""
    extra_turn: bool = False
    """Frank is waiting: after this the same player has another turn."""

    def index(self, player: str) -> int:
        """Return the seat of a player, counted from 0.

        :raises ValueError: when nobody of that name plays.
        """
        return self.players.index(player)

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def finish(self) -> int:
        """The score that ends the game: 35, or 30 with six players (L24)."""
        return 30 if len(self.players) == 6 else 35

    def pile(self, pile: Pile) -> int:
        """Return how many cards a pile has."""
        return self.left if pile == "left" else self.right
