"""The odds, if a table asks for them: it enters the backs that everybody sees, and reads what a fresh deck tells.

Why nothing more exact later: the device knows no card that lies face down, nor the backs of those that were discarded.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Announcement, Item, Menu, View
from firmware_py.games.maudite_momie.actions import Reveal
from firmware_py.games.maudite_momie.odds import BACKS, Back, chance_of_a_guardian
from firmware_py.pages.hints import GO_BACK, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.people import COLOUR_WORDS
from firmware_py.pages.stack import Back as GoBack
from firmware_py.pages.stack import Input, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Say, Words, words, words_n

MOST = 9
"""The most cards of one colour that can be entered."""


def _line(back: Back, count: int, say: Say) -> Item:
    """Return how many cards have this back, and what share of all such hide a guardian, as printed (L31)."""
    chance = chance_of_a_guardian({back: 1})
    part, whole = chance.numerator, chance.denominator
    shown = words_n(
        "{count} card; {part} in {whole} hides a guardian",
        "{count} cards; {part} in {whole} hides a guardian",
        count,
        part=part,
        whole=whole,
    )
    name = COLOUR_WORDS[back]
    said = words("{back}: {count}; {part} in {whole} hides a guardian", back=name, count=count, part=part, whole=whole)
    return Item(say(shown), (f"card_{back}",), target=str(BACKS.index(back)), spoken=say(said))


class OddsPage(msgspec.Struct, frozen=True):
    """Asks how many cards of each back lie there; `ok` adds one, and after the most begins at none."""

    counts: tuple[int, ...] = (0,) * len(BACKS)
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the counts, and what they tell."""
        say = table.say
        items = tuple(_line(back, count, say) for back, count in zip(BACKS, self.counts, strict=True))
        body = Announcement(
            say(self._chance()), (say(self._caveat(table)),), choices=Menu(items, self.cursor), is_read=False
        )
        return View(
            title=say(words("Odds of a guardian")),
            prompt="",
            body=body,
            hints=hints(table, ok=words("one more"), back=GO_BACK),
        )

    def _chance(self) -> Words:
        if not any(self.counts):
            return words("How many cards with each back?")
        cards: dict[Back, int] = dict(zip(BACKS, self.counts, strict=True))
        return words("A guardian among them: about {percent}%", percent=round(100 * chance_of_a_guardian(cards)))

    def _caveat(self, table: Table) -> Words:
        if any(isinstance(step.action, Reveal) for step in table.playing.steps):
            return words("This is true of a fresh deck. Cards have been revealed since: only a rough guide.")
        return words("No card has been revealed yet: this is true of a fresh deck.")

    def press(self, done: Input, table: Table) -> Reply:  # noqa: ARG002 - as every page
        """Choose a back, change its count, or leave."""
        match done:
            case Press("back"):
                return GoBack()
            case Press("ok" | "right"):
                return self._changed(self.cursor, 1)
            case Press("left"):
                return self._changed(self.cursor, -1)
            case Touch(target) if target.isdigit() and int(target) < len(BACKS):
                return replace(self._changed(int(target), 1), cursor=int(target))
            case Press(button):
                return replace(self, cursor=moved(self.cursor, len(BACKS), button))
        return self

    def _changed(self, index: int, by: int) -> OddsPage:
        count = (self.counts[index] + by) % (MOST + 1)
        return replace(self, counts=(*self.counts[:index], count, *self.counts[index + 1 :]))
