"""The page of a turn: loot, run or awaken.

Why keys: nearly every press of a turn is one of three acts, so each has a key, and the piles lie there like the
buttons. Who is awakened is asked next; most often it is the largest hand, so a held `ok` awakens that at once. Pressed,
`ok` loots, as most turns do. Four buttons have no key left for running, which is asked with whom to awaken. An encoder
and a finger choose from a list of everything that is allowed, because turning must not play.

Why nothing more exact later: the device knows no card that lies face down, nor the backs of those that were discarded.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Announcement, Button, Item, Menu, View
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.cards import BACKS, Back, chance_of_a_guardian
from firmware_py.games.maudite_momie.state import Action, Awaken, Explore, Pile, Reveal, Secure, State
from firmware_py.pages.commands import Play
from firmware_py.pages.lists import GO_BACK, MENU, Choice, ListPage, hints, moved, with_cursor_of, with_cursor_on
from firmware_py.pages.maudite_momie.pictures import card_count, race
from firmware_py.pages.people import COLOUR_WORDS
from firmware_py.pages.stack import Back as GoBack
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import NOTHING, Say, Words, plain, words, words_n

TITLE = words("Loot N Run")

PILE_LABELS: dict[Pile, Words] = {"left": words("Loot: left pile"), "right": words("Loot: right pile")}
PILE_KEYS: dict[Pile, Button] = {"left": "left", "right": "right"}
PILE_KEYS_OF_FOUR: tuple[Button, ...] = ("ok", "down")
Legal: TypeAlias = tuple[Action, ...]
"""The actions that the turn allows."""
Keyed: TypeAlias = tuple[Button | None, Choice]
"""A line, and the key that chooses it at once."""
ROW_KEYS: dict[int, tuple[Button | None, ...]] = {
    2: ("up", "down"),
    3: ("up", "ok", "down"),
    4: ("up", "left", "right", "down"),
    5: ("up", "left", "ok", "right", "down"),
}
"""The keys of so many rows from top to bottom."""
MOST_ROWS_OF_FOUR = 3
"""For how many of those rows four buttons have the keys."""


class TurnPage(msgspec.Struct, frozen=True):
    """Asks what the player does, as the buttons of the device allow."""

    menu: Page
    """What `back` opens."""
    cursor: int | None = None
    """None until somebody moves the cursor."""

    def view(self, table: Table) -> View:
        """Return the choices beside the score track."""
        return self.shown(table).view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Return the reply of the list that is shown."""
        return with_cursor_of(self.shown(table).press(done, table), self)

    def shown(self, table: Table) -> ListPage:
        """Return the page as a list; what was taken back last is under the cursor where that can be moved."""
        state: State = table.playing.state
        legal = rules.legal_actions(state)
        undone = Play(table.playing.undone[0]) if table.playing.undone else None
        if table.settings.controls in ("encoder", "touch"):
            page = with_cursor_on(self._listed(state, legal), undone)
        elif table.layout == "six":
            page = with_cursor_on(self._by_six(table, legal), undone)
        else:
            page = self._by_four(table, legal)
        return page if self.cursor is None else replace(page, cursor=self.cursor)

    def _listed(self, state: State, legal: Legal) -> ListPage:
        """Return everything that is allowed; the cursor is on looting, the largest hand to awaken next above it."""
        awakenings = _awakenings(_by_size(state, legal))
        choices = (*awakenings, *(choice for _, choice in _piles(state, legal)), *_running(state, legal))
        return self._page(state, tuple((None, choice) for choice in choices), len(awakenings))

    def _by_six(self, table: Table, legal: Legal) -> ListPage:
        """Return the acts, each with its key; the cursor is on looting."""
        state: State = table.playing.state
        whom = _whom(table, _targets(state, legal))
        above = _one_or_page(words("Awaken…"), NOTHING, ("awaken",), whom)
        above = _with_largest(above, table, legal)
        keyed: tuple[Keyed, ...] = (
            *(("up", choice) for choice in above),
            *((PILE_KEYS[pile], choice) for pile, choice in _piles(state, legal)),
            *(("down", choice) for choice in _running(state, legal)),
        )
        return self._page(state, keyed, len(above))

    def _by_four(self, table: Table, legal: Legal) -> ListPage:
        """Return the piles and all else, each with its key; `ok` loots the first pile."""
        state: State = table.playing.state
        running = _running(state, legal)
        if running:
            others = _others(table, legal, running)
            above = _one_or_page(words("Another action…"), words("Other…"), (), others)
        else:
            above = _one_or_page(words("Awaken…"), NOTHING, ("awaken",), _whom(table, _targets(state, legal)))
        above = _with_largest(above, table, legal)
        keyed: tuple[Keyed, ...] = (
            *(("up", choice) for choice in above),
            *zip(PILE_KEYS_OF_FOUR, (choice for _, choice in _piles(state, legal)), strict=False),
        )
        return self._page(state, keyed, len(above))

    def _page(self, state: State, keyed: tuple[Keyed, ...], cursor: int) -> ListPage:
        page = _page(state, words("What do you do?"), keyed, cursor)
        return replace(page, on_back=Push(self.menu), back_label=MENU)


def _page(state: State, prompt: Words, keyed: tuple[Keyed, ...], cursor: int) -> ListPage:
    """Return a page of choices beside the score track; the cursor is where `ok` is the key."""
    keys = tuple(map(itemgetter(0), keyed))
    return ListPage(
        title=TITLE,
        prompt=prompt,
        choices=tuple(map(itemgetter(1), keyed)),
        cursor=keys.index("ok") if "ok" in keys else cursor,
        actor=state.active,
        around=race,
        at_once=tuple((key, index) for index, (key, _) in enumerate(keyed) if key),
    )


def _others(table: Table, legal: Legal, running: tuple[Choice, ...]) -> ListPage:
    """Return the page that asks with four buttons whether the player runs or awakens; `ok` awakens the largest hand."""
    state: State = table.playing.state
    largest = _by_size(state, legal)[-1:]
    more = tuple(act for act in _targets(state, legal) if act not in largest)
    above = _one_or_page(words("Awaken another…"), words("Another…"), ("awaken",), _whom(table, more))
    keyed: tuple[Keyed, ...] = (
        *(("up", choice) for choice in above),
        *(("ok", choice) for choice in _awakenings(largest)),
        *(("down", choice) for choice in running),
    )
    return _page(state, words("Run, or awaken whom?"), keyed, len(above))


def _whom(table: Table, targets: tuple[Awaken, ...]) -> ListPage:
    """Return the page that asks which of them the player awakens: clockwise, each with a key if there are enough.

    The cursor is on the largest hand, unless `ok` is somebody's key.
    """
    state: State = table.playing.state
    enough = table.layout == "six" or len(targets) <= MOST_ROWS_OF_FOUR
    keys = ROW_KEYS.get(len(targets)) if enough else None
    sizes = [state.cards[state.seat(act.target)] for act in targets]
    cursor = sizes.index(max(sizes)) if sizes else 0
    keyed = tuple(zip(keys or (None,) * len(targets), _tokens(targets, table), strict=True))
    return _page(state, words("Whose guardians do you awaken?"), keyed, cursor)


def _one_or_page(label: Words, brief: Words, icons: tuple[str, ...], page: ListPage) -> tuple[Choice, ...]:
    """Return a line for what a page offers: its only choice if it has but one; nothing if it offers nothing."""
    match page.choices:
        case ():
            return ()
        case (Choice(reply=Play(action=Awaken() as only)),):
            return _awakenings((only,))
        case (_,):
            return page.choices
    return (Choice(label, Push(page), icons, brief=brief),)


def _with_largest(above: tuple[Choice, ...], table: Table, legal: Legal) -> tuple[Choice, ...]:
    """Return the line that leads to a page, and at its end the largest hand, which holding `ok` awakens at once."""
    if not (above and isinstance(above[0].reply, Push)):
        return above
    act = _by_size(table.playing.state, legal)[-1]
    icons = tuple(icon for icon in ("awaken",) if icon not in above[0].icons)
    (token,) = _tokens((act,), table)
    return (replace(above[0], held=replace(token, icons=icons, brief=words("Awaken"))),)


def _piles(state: State, legal: Legal) -> tuple[tuple[Pile, Choice], ...]:
    return tuple(
        (
            act.pile,
            Choice(
                PILE_LABELS[act.pile],
                Play(act),
                ("explore", act.pile),
                card_count(state.pile(act.pile)),
                brief=words("Loot"),
            ),
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
    """Return a line for each player to awaken, which says so."""
    return tuple(
        Choice(plain(act.target), Play(act), ("awaken",), words("Awaken"), spoken=_spoken(act)) for act in targets
    )


def _tokens(targets: tuple[Awaken, ...], table: Table) -> tuple[Choice, ...]:
    """Return a line for each player to awaken, on a page that asks for nothing else: the token and the name."""
    return tuple(
        Choice(
            plain(act.target),
            Play(act),
            colour=table.colours[table.playing.state.seat(act.target)],
            spoken=_spoken(act),
            is_name=True,
        )
        for act in targets
    )


def _spoken(act: Awaken) -> Words:
    return words("Awaken {target}", target=act.target)


def _targets(state: State, legal: Legal) -> tuple[Awaken, ...]:
    """Return whom the player may awaken, clockwise from the next player."""
    found = (act for act in legal if isinstance(act, Awaken))
    return tuple(sorted(found, key=lambda act: (state.seat(act.target) - state.turn) % len(state.players)))


def _by_size(state: State, legal: Legal) -> tuple[Awaken, ...]:
    """Return whom the player may awaken, the largest hand last; of equal hands that of the next player."""
    largest_first = sorted(_targets(state, legal), key=lambda act: -state.cards[state.seat(act.target)])
    return tuple(largest_first[::-1])


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
