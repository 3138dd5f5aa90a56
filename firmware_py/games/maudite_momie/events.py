"""What the device announces in Maudite Momie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from firmware_py.games.maudite_momie.state import PILE_WORDS, CardBack, Guardian, Haul, Pile
from firmware_py.games.registry import Event, Highlight
from firmware_py.words import Words, plain, words, words_n


def amulet_words(count: int) -> Words:
    """A number of amulets, as people say it."""
    return words_n("{count} amulet", "{count} amulets", count) if count else words("no amulet")


def guardian_words(count: int) -> Words:
    """A number of guardians, at least one, as people say it."""
    return words_n("{count} guardian", "{count} guardians", count)


class Explored(Event, frozen=True):
    """A player took a card unseen; everybody sees its back, and may have told it."""

    player: str
    pile: Pile
    cards: int
    back: CardBack | None = None

    def words(self) -> Words:
        return words(
            "{player} loots a card from the {pile} pile.",
            player=self.player,
            pile=PILE_WORDS[self.pile],
        )


class Securing(Event, frozen=True):
    """A player is about to turn over their own cards."""

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
    """A player awakened the guardians of a target."""

    player: str
    target: str
    cards: int

    def words(self) -> Words:
        return words("{player} awakens {target}'s guardians.", player=self.player, target=self.target)


class Escaped(Event, frozen=True):
    """The target had enough amulets (L12)."""

    player: str
    amulets: int
    guardians: int

    def words(self) -> Words:
        if not self.guardians:
            return words("{player} escapes: no guardian.", player=self.player)
        return words(
            "{player} escapes: {amulets} against {guardians}.",
            player=self.player,
            amulets=amulet_words(self.amulets),
            guardians=guardian_words(self.guardians),
        )


class Caught(Event, frozen=True):
    """The target had more guardians than amulets; `benefits` go to the awakener in this order (L13, L14)."""

    player: str
    awakener: str
    amulets: int
    guardians: int
    benefits: tuple[Guardian, ...]

    def words(self) -> Words:
        return words(
            "{player} is caught: {guardians} against {amulets}.",
            player=self.player,
            amulets=amulet_words(self.amulets),
            guardians=guardian_words(self.guardians),
        )


class Scored(Event, frozen=True):
    """A player scored: `hauls` are the parts of `points`, `total` is the new score."""

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
    """The awakener took some of the drawn cards; the others are discarded."""

    player: str
    kept: tuple[Pile, ...]
    cards: int
    backs: tuple[CardBack | None, ...] = ()
    """The backs of the kept cards, as far as they were told."""

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
    """A pile was empty: the other pile and the discards make two new piles; players keep their cards (L20, L22)."""

    left: int
    right: int

    def words(self) -> Words:
        return words(
            "A pile is empty: shuffle the other one and the discards into piles of {left} and {right}. "
            "Players keep their cards.",
            left=self.left,
            right=self.right,
        )


class PassedOver(Event, frozen=True):
    """A player can do nothing at all (L22)."""

    player: str

    def words(self) -> Words:
        return words("{player} can do nothing and is passed over.", player=self.player)


class WentHome(Event, frozen=True):
    """A player has gone home; their cards are discarded unseen (L32)."""

    player: str
    cards: int

    def words(self) -> Words:
        if not self.cards:
            return words("{player} goes home.", player=self.player)
        return words_n(
            "{player} goes home: {count} card goes to the discards unseen.",
            "{player} goes home: {count} cards go to the discards unseen.",
            self.cards,
            player=self.player,
        )


class LastOneWins(Event, frozen=True):
    """All others have gone home (L32)."""

    player: str

    def words(self) -> Words:
        return words("All others have gone home: {player} wins.", player=self.player)


class TurnBegins(Event, frozen=True):
    """The next player's turn begins."""

    announces_turn = True

    player: str

    def words(self) -> Words:
        return words("{player} to play.", player=self.player)

    def voice_words(self) -> Words:
        return words("{player}.", player=self.player)


class EndReached(Event, frozen=True):
    """A player reached the end of the score track: the game ends at once, and `to_reveal` turn over (L24 to L26)."""

    player: str
    total: int
    to_reveal: tuple[str, ...]

    def words(self) -> Words:
        if not self.to_reveal:
            return words("{player} reaches {total}: the game ends.", player=self.player, total=self.total)
        return words(
            "{player} reaches {total}: the game ends. Now reveal: {players}.",
            player=self.player,
            total=self.total,
            players=tuple(plain(name) for name in self.to_reveal),
        )


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


def highlights(steps: Sequence[Any]) -> Iterator[Highlight]:
    """Yield every haul: the points that were scored at once."""
    for step in steps:
        for event in step.events:
            if isinstance(event, Scored):
                yield Highlight("haul", event.player, event.points)
