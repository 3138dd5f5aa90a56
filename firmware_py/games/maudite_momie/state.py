"""The values of Maudite Momie: what it is played with, what players enter, and what is known between two actions.

Why no card is in the state: players enter faces only when they turn cards over, and these are scored at once. So
the device never knows a hidden card and cannot leak one (L30). The numbers of cards are public.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.games.registry import BOXES
from firmware_py.games.seats import Boxes, BoxSeat, Seat, boxes_in
from firmware_py.words import Words, words

if TYPE_CHECKING:
    from fractions import Fraction

Treasure: TypeAlias = Literal["chest", "vase", "cup", "crown", "scarab", "mask"]
Guardian: TypeAlias = Literal["mummy", "werewolf", "frank"]
Centre: TypeAlias = Literal["empty", "amulet", "mummy", "werewolf", "frank"]
CardBack: TypeAlias = Literal["green", "yellow", "red"]

TREASURES: tuple[Treasure, ...] = get_args(Treasure)
GUARDIANS: tuple[Guardian, ...] = get_args(Guardian)
"""In the order of their benefits (L14)."""
CENTRES: tuple[Centre, ...] = get_args(Centre)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The face of one room card: 1 to 3 symbols of one treasure, and what its centre shows."""

    treasure: Treasure
    count: Literal[1, 2, 3]
    centre: Centre = "empty"


class Haul(msgspec.Struct, frozen=True):
    """What a hand scores with one treasure type: its symbols, and whether they count twice (L08)."""

    treasure: Treasure
    symbols: int
    doubled: bool

    @property
    def points(self) -> int:
        """One point for each symbol, two if doubled, never more (L08, L09)."""
        return self.symbols * 2 if self.doubled else self.symbols


def hauls(cards: Iterable[Card]) -> tuple[Haul, ...]:
    """The haul of each treasure type in a hand; a type on two or more cards is doubled once (L08, L09)."""
    hand = tuple(cards)
    found = []
    for treasure in TREASURES:
        counts = [card.count for card in hand if card.treasure == treasure]
        if counts:
            found.append(Haul(treasure, sum(counts), doubled=len(counts) >= 2))
    return tuple(found)


def points(cards: Iterable[Card]) -> int:
    """The points of a secured hand; guardians and amulets are ignored (L07, L08)."""
    return sum(haul.points for haul in hauls(cards))


def guardians(cards: Iterable[Card]) -> tuple[Guardian, ...]:
    """The guardian types of a hand, each once, in the order of their benefits (L14)."""
    centres = {card.centre for card in cards}
    return tuple(guardian for guardian in GUARDIANS if guardian in centres)


def is_caught(cards: Iterable[Card]) -> bool:
    """Whether an awakened hand is caught: more guardians than amulets; equal numbers escape (L12)."""
    hand = tuple(cards)
    amulets = sum(card.centre == "amulet" for card in hand)
    return sum(card.centre in GUARDIANS for card in hand) > amulets


def without_middles(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as it is entered when nobody awakened its guardians: middles are ignored then (L07)."""
    return tuple(replace(card, centre="empty") for card in cards)


BACKS: tuple[CardBack, ...] = get_args(CardBack)

IN_DECK: dict[CardBack, int] = {"green": 24, "yellow": 18, "red": 12}
"""How many cards of each back a deck has..."""
GUARDIANS_OF_A_COLOUR = 6
"""...and how many of these hide a guardian."""


def chance_of_a_guardian(cards: dict[CardBack, int]) -> Fraction:
    """The chance that at least one of so many cards of each back, dealt from a fresh deck, hides a guardian."""
    from fractions import Fraction  # here, because the first press needs none

    none = Fraction(1)
    for back, count in cards.items():
        harmless = IN_DECK[back] - GUARDIANS_OF_A_COLOUR
        none *= Fraction(comb(harmless, count), comb(IN_DECK[back], count))
    return 1 - none


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules: where a table plays otherwise than printed."""

    final_reveal: Literal["all", "others"] = "all"
    """Who reveals at the end: all players, or all but the one who ended the game (L27)."""
    self_awaken: bool = False
    """Whether players may awaken the guardians of their own cards (L04)."""
    track: Annotated[int, msgspec.Meta(ge=10)] | None = None
    """The score that ends the game, where the table plays to another than the printed one."""
    head_start: dict[str, Annotated[int, msgspec.Meta(ge=0)]] = {}
    """Points that players have at the start, for the youngest at the table."""

    def __hash__(self) -> int:
        return hash((self.final_reveal, self.self_awaken, self.track, frozenset(self.head_start.items())))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Empty: this game needs to know nothing of the table."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 6 players in seating order, first to act first."""

    record: Literal[1]
    game: Literal["maudite_momie"]
    players: tuple[str, ...]
    rules: HouseRules = HouseRules()
    setup: Setup = Setup()
    box: dict[str, BoxSeat] = {}
    """Who is played by the program."""

    def __hash__(self) -> int:
        return hash((self.players, self.setup, self.boxes))

    @property
    def boxes(self) -> Boxes:
        """Who is played by the program at the beginning."""
        return boxes_in(self.players, self.box)

    def __post_init__(self) -> None:
        check_players(self.players, BOXES[self.game])
        if strangers := sorted(set(self.rules.head_start) - set(self.players)):
            raise UnreadableLine(words('"{player}" has a head start but does not play', player=strangers[0]))
        boxes_in(self.players, self.box)


def finish_of(players: tuple[str, ...], rules: HouseRules) -> int:
    """The score that ends the game: 35, or 30 with six players (L24), or what a house rule says."""
    return rules.track or (30 if len(players) == 6 else 35)


def is_handicapped(header: Header) -> bool:
    """Whether a house rule gives points at the start, or another score than the printed one ends the game."""
    printed = finish_of(header.players, HouseRules())
    return finish_of(header.players, header.rules) != printed or any(header.rules.head_start.values())


Pile: TypeAlias = Literal["left", "right"]

PILES: tuple[Pile, ...] = get_args(Pile)
PILE_WORDS: dict[Pile, Words] = {"left": words("left"), "right": words("right")}


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action has: the player who acts."""

    by: str


class Explore(Action, frozen=True, tag="explore"):
    """Take the top card of a pile, face down (L06)."""

    pile: Pile
    back: CardBack | msgspec.UnsetType = msgspec.UNSET


class Secure(Action, frozen=True, tag="secure"):
    """Turn over all your own cards to score them (L07)."""


class Awaken(Action, frozen=True, tag="awaken"):
    """Turn over all cards of another player, whom the guardians then attack (L12)."""

    target: str


class Reveal(Action, frozen=True, tag="reveal"):
    """Enter the faces of all cards that lie before `by`."""

    cards: tuple[Card, ...]


class Backs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The backs of the cards that a werewolf drew."""

    left: CardBack | msgspec.UnsetType = msgspec.UNSET
    right: CardBack | msgspec.UnsetType = msgspec.UNSET


class Keep(Action, frozen=True, tag="keep"):
    """Choose which cards drawn by a werewolf stay with the player; each is named by its pile (L17)."""

    kept: tuple[Pile, ...]
    backs: Backs = Backs()


class ReportEmpty(Action, frozen=True, tag="report_empty"):
    """Report a pile that is empty on the table though cards are counted in it: two new ones are made (L33)."""


class Leave(Action, frozen=True, tag="leave"):
    """Go home before the game is over, at any time (L32)."""


AnyAction: TypeAlias = Explore | Secure | Awaken | Reveal | Keep | ReportEmpty | Leave
Written: TypeAlias = AnyAction | Seat
"""What a line of a record can say."""


Phase: TypeAlias = Literal["turn", "reveal", "keep", "final_reveal", "over"]

DECK_SIZE = 54


class State(msgspec.Struct, frozen=True):
    """The table between two actions; each tuple has one entry for each of `players`."""

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
    """The seat of the player whose turn it is, counted from 0."""
    revealing: tuple[int, ...] = ()
    """The seats of the players who must turn over their cards now."""
    awakened: bool = False
    """Whether they turn them over because of an awakening, not to secure them."""
    extra_turn: bool = False
    """Whether the same player has another turn afterwards, by Frank (L18)."""
    boxes: Boxes = ()
    """Who is played by the program now."""
    gone: tuple[str, ...] = ()
    """Who has gone home (L32)."""

    @property
    def present(self) -> tuple[str, ...]:
        """Those who still play, in seating order."""
        return tuple(player for player in self.players if player not in self.gone)

    def seat(self, player: str) -> int:
        """The seat of a player, counted from 0.

        :raises ValueError: when nobody of that name plays.
        """
        return self.players.index(player)

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def finish(self) -> int:
        """The score that ends the game (`finish_of`)."""
        return finish_of(self.players, self.rules)

    @property
    def excused(self) -> str | None:
        """The player who has cards in the final reveal and need not turn them over, by a house rule (L27)."""
        if self.phase != "final_reveal":
            return None
        holders = (seat for seat, cards in enumerate(self.cards) if cards and seat not in self.revealing)
        return next((self.players[seat] for seat in holders), None)

    def pile(self, pile: Pile) -> int:
        """Number of cards in a pile."""
        return self.left if pile == "left" else self.right


def reshuffle(state: State) -> State:
    """Make two new piles of all cards but those before players; an odd one goes left (L20, L22)."""
    total = state.left + state.right + state.discard
    return replace(state, left=(total + 1) // 2, right=total // 2, discard=0)


def to_act(state: State) -> tuple[str, ...]:
    """Who may act now: the active player, or those who must turn over their cards."""
    match state.phase:
        case "turn" | "keep":
            return (state.active,)
        case "reveal" | "final_reveal":
            return tuple(state.players[seat] for seat in state.revealing)
        case "over":
            return ()
