"""The page of a turn: loot, run or awaken.

Why keys: nearly every press of a turn is one of three acts, so each has a key, and the piles lie there like the
buttons. Who is awakened is asked next; most often it is the largest hand, so a held `ok` awakens that at once. Pressed,
`ok` loots, as most turns do. Four buttons have no key left for running, which is asked with whom to awaken. An encoder
and a finger choose from a list of everything that is allowed, because turning must not play.

Why nothing more exact later: the device knows no card that lies face down, nor the backs of those that were discarded.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from display.view import Announcement, Button, Item, Menu, View
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import (
    BACKS,
    Action,
    Awaken,
    Back,
    Explore,
    Pile,
    Reveal,
    Secure,
    State,
    chance_of_a_guardian,
)
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.maudite_momie.pictures import card_count, race
from firmware_py.pages.offers import Dialled, Lines, Offer
from firmware_py.pages.page import GO_BACK, MENU, Choice, ListedPage, ListPage, Page, Push, Reply, hints, with_cursor_on
from firmware_py.pages.people import COLOUR_WORDS
from firmware_py.words import NOTHING, Say, Words, plain, words, words_n

TITLE = words("Loot N Run")
ASKED = words("What do you do?")

PILE_LABELS: dict[Pile, Words] = {"left": words("Loot: left pile"), "right": words("Loot: right pile")}
PILE_KEYS: dict[Pile, Button] = {"left": "left", "right": "right"}
PILE_KEYS_OF_FOUR: tuple[Button, ...] = ("ok", "down")
Legal: TypeAlias = tuple[Action, ...]
"""The actions that the turn allows."""
ROW_KEYS: dict[int, tuple[Button | None, ...]] = {
    2: ("up", "down"),
    3: ("up", "ok", "down"),
    4: ("up", "left", "right", "down"),
    5: ("up", "left", "ok", "right", "down"),
}
"""The keys of so many rows from top to bottom; four buttons have those of three."""


class TurnPage(ListedPage, frozen=True):
    """Asks what the player does, as the buttons of the device allow."""

    menu: Page
    """What `back` opens."""

    def listed(self, table: PageContext) -> ListPage:
        """The page as a list, with the last undone action under the cursor where there is one."""
        state: State = table.playing.state
        legal = rules.legal_actions(state)
        undone = table.playing.undone
        match table.worked_by:
            case "six":
                page = _by_six(table, legal)
            case "four":
                page = _by_four(table, legal)
            case _:
                page = _listed(state, legal)
        page = replace(page, on_back=Push(self.menu), back_label=MENU)
        return with_cursor_on(page, Play(undone[0])) if undone else page


def _listed(state: State, legal: Legal) -> ListPage:
    """Everything allowed; the cursor is on looting, the largest hand to awaken right above it."""
    awakenings = _awakenings(_by_size(state, legal))
    return _page(state, ASKED, (*awakenings, *_piles(state, legal), *_running(state, legal)), len(awakenings))


def _by_six(table: PageContext, legal: Legal) -> ListPage:
    """The acts, each with its key; the cursor is on looting."""
    state: State = table.playing.state
    whom = _whom(table, _targets(state, legal))
    above = _leading(words("Awaken…"), NOTHING, ("awaken",), whom, _tokens(_by_size(state, legal)[-1:], table))
    below = (replace(running, key="down") for running in _running(state, legal))
    return _page(state, ASKED, (*above, *_piles(state, legal), *below), len(above))


def _by_four(table: PageContext, legal: Legal) -> ListPage:
    """The piles and all else, each with its key; `ok` loots the first pile."""
    state: State = table.playing.state
    running, largest = _running(state, legal), _tokens(_by_size(state, legal)[-1:], table)
    if running:
        others = _others(table, legal, running)
        above = _leading(words("Another action…"), words("Other…"), (), others, largest)
    else:
        above = _leading(words("Awaken…"), NOTHING, ("awaken",), _whom(table, _targets(state, legal)), largest)
    piles = zip(PILE_KEYS_OF_FOUR, _piles(state, legal), strict=False)
    return _page(state, ASKED, (*above, *(replace(pile, key=key) for key, pile in piles)), len(above))


def _page(state: State, prompt: Words, choices: tuple[Choice, ...], start: int) -> ListPage:
    """A page of choices beside the score track."""
    return ListPage(TITLE, prompt, choices, start, actor=state.active, around=race)


def _others(table: PageContext, legal: Legal, running: tuple[Choice, ...]) -> ListPage:
    """The page that asks with four buttons whether the player runs or awakens; `ok` awakens the largest hand."""
    state: State = table.playing.state
    largest = _by_size(state, legal)[-1:]
    more = tuple(act for act in _targets(state, legal) if act not in largest)
    above = _leading(words("Awaken another…"), words("Another…"), ("awaken",), _whom(table, more))
    keyed = (
        *above,
        *(replace(awakening, key="ok") for awakening in _awakenings(largest)),
        *(replace(choice, key="down") for choice in running),
    )
    return _page(state, words("Run, or awaken whom?"), keyed, len(above))


def _whom(table: PageContext, targets: tuple[Awaken, ...]) -> ListPage:
    """The page that asks which of them the player awakens: clockwise, each with a key if there are enough.

    The cursor is on the largest hand, unless `ok` is somebody's key.
    """
    state: State = table.playing.state
    keys = ROW_KEYS.get(len(targets)) or (None,) * len(targets)
    sizes = [state.cards[state.seat(act.target)] for act in targets]
    choices = tuple(replace(token, key=key) for key, token in zip(keys, _tokens(targets, table), strict=True))
    start = sizes.index(max(sizes)) if sizes else 0
    return _page(state, words("Whose guardians do you awaken?"), choices, start)


def _leading(
    label: Words, brief: Words, icons: tuple[str, ...], page: ListPage, largest: tuple[Choice, ...] = ()
) -> tuple[Choice, ...]:
    """The line of `up` for what a page offers: its only choice if it has just one, nothing if none.

    A line that leads to a page has at its end the largest hand, which holding `ok` awakens at once.
    """
    match page.choices:
        case ():
            return ()
        case (Choice(reply=Play(action=Awaken() as only)),):
            return (replace(_awakenings((only,))[0], key="up"),)
        case (only,):
            return (replace(only, key="up"),)
    pictures = tuple(icon for icon in ("awaken",) if icon not in icons)
    held = next((replace(token, icons=pictures, brief=words("Awaken")) for token in largest), None)
    return (Choice(label, Push(page), icons, brief=brief, held=held, key="up"),)


def _piles(state: State, legal: Legal) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            PILE_LABELS[act.pile],
            Play(act),
            ("explore", act.pile),
            card_count(state.pile(act.pile)),
            brief=words("Loot"),
            key=PILE_KEYS[act.pile],
        )
        for act in legal
        if isinstance(act, Explore)
    )


def _running(state: State, legal: Legal) -> tuple[Choice, ...]:
    if Secure(state.active) not in legal:
        return ()
    label = words_n("Run with {count} card", "Run with {count} cards", state.cards[state.turn])
    return (Choice(label, Play(Secure(state.active)), icons=("secure",), brief=words("Run")),)


def _awakenings(targets: tuple[Awaken, ...]) -> tuple[Choice, ...]:
    """A line for each player to awaken, which says so."""
    return tuple(
        Choice(
            plain(act.target),
            Play(act),
            ("awaken",),
            words("Awaken"),
            spoken=words("Awaken {target}", target=act.target),
        )
        for act in targets
    )


def _tokens(targets: tuple[Awaken, ...], table: PageContext) -> tuple[Choice, ...]:
    """A line for each player to awaken, on a page that asks for nothing else: the token and the name."""
    return tuple(
        Choice(
            plain(act.target),
            Play(act),
            colour=table.colours[table.playing.state.seat(act.target)],
            spoken=words("Awaken {target}", target=act.target),
            is_name=True,
        )
        for act in targets
    )


def _targets(state: State, legal: Legal) -> tuple[Awaken, ...]:
    """Whom the player may awaken, clockwise from the next player."""
    found = (act for act in legal if isinstance(act, Awaken))
    return tuple(sorted(found, key=lambda act: (state.seat(act.target) - state.turn) % len(state.players)))


def _by_size(state: State, legal: Legal) -> tuple[Awaken, ...]:
    """Whom the player may awaken, the largest hand last; of equal hands that of the next player."""
    largest_first = sorted(_targets(state, legal), key=lambda act: -state.cards[state.seat(act.target)])
    return tuple(largest_first[::-1])


MOST = 9
"""The most cards of one colour that can be entered."""


def _line(back: Back, count: int, say: Say) -> Item:
    """How many cards have this back, and what share of all such hide a guardian, as printed (L31)."""
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


class OddsPage(Page, frozen=True):
    """Asks how many cards of each back lie there; `ok` adds one, and after the most begins at none."""

    counts: tuple[int, ...] = (0,) * len(BACKS)

    def view(self, table: PageContext) -> View:
        """The counts, and what they tell."""
        say, laid = table.say, self.laid(table)
        body = Announcement(
            say(self._chance()),
            (say(self._caveat(table)),),
            choices=Menu(laid.items(), laid.cursor or 0),
            is_read=False,
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

    def _caveat(self, table: PageContext) -> Words:
        if any(isinstance(step.action, Reveal) for step in table.playing.steps):
            return words("This is true of a fresh deck. Cards have been revealed since: only a rough guide.")
        return words("No card has been revealed yet: this is true of a fresh deck.")

    def offers(self, table: PageContext) -> Dialled:
        """One more of each back, and one more or less of the one under the cursor."""
        lines = enumerate(zip(BACKS, self.counts, strict=True))
        offers = tuple(Offer(_line(back, count, table.say), (at, 1)) for at, (back, count) in lines)
        at = self.pending.cursor or 0
        less, more = (
            Offer(replace(offers[at].item, target=name), (at, by)) for name, by in (("less", -1), ("more", 1))
        )
        return Dialled(Lines(offers), less, more)

    def choose(self, value: tuple[int, int], table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """The page with more or less of a back."""
        at, by = value
        return self._changed(at, by).with_cursor(at)

    def _changed(self, index: int, by: int) -> OddsPage:
        count = (self.counts[index] + by) % (MOST + 1)
        return replace(self, counts=(*self.counts[:index], count, *self.counts[index + 1 :]))
