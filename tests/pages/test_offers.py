"""What pages offer: everything has a name by which a phone plays it, and a new kind of control is one function."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS
from shots import Shot
from shown_pages import all_pages, equipped_starts, walked

from display.view import COLOURS, Button, Item
from firmware_py.config.settings import SETTING, Controls, Settings
from firmware_py.desk.demo import DEMOS, Reached, next_play
from firmware_py.games.session import begin, play
from firmware_py.pages.board_care.care import FrameFed
from firmware_py.pages.box_seat import ThinkingPage
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.curtain import Announced, Curtain, page_behind
from firmware_py.pages.offers import LAID_BY, UNTOUCHED, Block, Cross, Offer, Shape, Spot, Spots, every
from firmware_py.pages.page import (
    HuntersOnly,
    Input,
    ListedPage,
    ListPage,
    LongPress,
    Page,
    Press,
    Stack,
    Touch,
    offered,
    press,
)
from firmware_py.pages.registry import PAGES
from firmware_py.pages.saved_games import TransferPage
from firmware_py.pages.settings_menu import CrossPage
from firmware_py.words import plain, speak

MOST_STACKS = 3000
ACTIONS = 40
LETTERS = "abcdefghijklmnopqrstuvwxyz"
BY_HAND = (Announced, CrossPage, Curtain, HuntersOnly, ThinkingPage, TransferPage)
"""Pages that offer nothing: what hides a secret opens for a held button alone, a transfer only ends, the box thinks,
and every touch is meant for the cross."""


def by_letters(shape: Shape) -> Spots:
    """A letter for each offer, whatever it is and wherever it lies; those left over share the last one."""
    return lettered(tuple(replace(offer, value=offer.touched or offer.value) for offer in every(shape)))


def lettered(offers: tuple[Offer, ...]) -> Spots:
    spots = tuple(Spot((offer,), letter) for offer, letter in zip(offers, LETTERS, strict=False))
    if len(offers) > len(LETTERS):
        rest = offers[len(LETTERS) - 1 :]
        spots = (*spots[:-1], Spot(rest, LETTERS[-1], then=lettered(rest)))
    return Spots((offers,), spots)


@pytest.fixture(autouse=True)
def with_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device with a keyboard: one function, and what it is called."""
    monkeypatch.setitem(LAID_BY, "letters", by_letters)
    monkeypatch.setitem(SETTING["layout"].names, "letters", plain("Letters"))
    monkeypatch.setitem(SETTING["layout"].icons, "letters", "letters")


def keys_on(page: Page, table: PageContext) -> tuple[Button, ...]:
    return tuple(spot.key for spot in page.arrange(table).now.spots if spot.key)


def presses_on(page: Page, table: PageContext) -> tuple[Input, ...]:
    """What can be pressed: each letter that chooses something, and what opens and closes a curtain."""
    return (*map(Press, keys_on(page, table)), LongPress("ok"), Press("back"))


def kind(page: Page) -> str:
    return f"{type(page).__name__} {type(page_behind(page)).__name__}"


def is_alike(stack: Stack, table: PageContext, one: Input, other: Input) -> bool:
    """Whether people see the same after either input; pages that hold a new function are no equal values."""
    (after, command), (then, asked) = press(stack, one, table), press(stack, other, table)
    is_same = after == then or (len(after) == len(then) and after[-1].view(table) == then[-1].view(table))
    return is_same and command == asked


def subclasses(kind: type[Page]) -> Iterator[type[Page]]:
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def test_every_page_that_offers_anything_is_among_those_that_are_tried() -> None:
    """Whoever writes a new one is told to show it here, so that a new kind of control is tried on it."""
    own = {page for page in subclasses(Page) if page.__module__.startswith("firmware_py.")}
    offering = {page for page in own if page.offers is not Page.offers}
    tried = {type(page) for stack, _ in all_pages("touch").values() for page in (stack[-1], page_behind(stack[-1]))}
    assert {page.__name__ for page in offering - tried} == {"Around", "ListedPage"}  # what others are kinds of


def test_every_page_is_a_value() -> None:
    """A search for presses remembers the pages it has seen, those of the map editor and what a board tells them too."""
    fed = set()
    for start in equipped_starts("en", "six"):
        for stack, table, _ in walked(start, share=3):
            hash(stack)
            page = page_behind(stack[-1])
            if isinstance(page, FrameFed):
                fed.add(type(page))
                hash(page.feed(Shot((0.0,) * table.board.count, 1.0, table.board.columns)))
    assert {page.__name__ for page in fed} == {"CalibrationPage", "CellTestPage", "TeachMapPage"}


def test_every_page_says_what_can_be_done_by_name() -> None:
    """A phone lists it, and a touch of a name chooses it; no two offers of a page have the same name."""
    named: Counter[str] = Counter()
    for stack, table in all_pages("touch").values():
        page = stack[-1]
        offers = [offer for offer in offered(stack, table, "hunters") if offer.name]
        names = [offer.name for offer in offers]
        assert all(item.label or item.icons or item.spoken for item in (offer.item for offer in offers)), page
        assert len(set(names)) == len(names), (page, names)
        lines = page.fresh_list(table) if isinstance(page, ListedPage) else page
        is_read = isinstance(lines, ListPage) and all(choice.is_read for choice in lines.choices)
        if not (isinstance(page, BY_HAND) or is_read):
            named[kind(page)] += len(names)
    assert len(named) > 35
    assert [name for name, count in named.items() if not count] == []


def test_letters_choose_every_offer_of_every_page() -> None:
    """A new kind of control is one function: each letter chooses what a touch of that name does."""
    letters = Settings(controls="letters")  # type: ignore[arg-type]
    compared = 0
    for stack, by_touch in all_pages("touch").values():
        table = replace(by_touch, settings=letters)
        stack = (*stack[:-1], replace(stack[-1], pending=UNTOUCHED))
        offers = every(stack[-1].offers(table))
        for letter, offer in zip(keys_on(stack[-1], table)[: len(LETTERS) - 1], offers, strict=False):
            if offer.name:
                assert is_alike(stack, table, Touch(offer.name), Press(letter)), offer
                compared += 1
    assert compared > 500


def test_nobody_is_offered_what_only_hunters_may_know() -> None:
    """A page says for whom it is where it says what it offers, so it cannot be asked past what wraps it."""
    secret = 0
    for stack, table in all_pages("touch").values():
        view = stack[-1].view(table)
        assert view.audience == stack[-1].audience(table), stack[-1]
        if view.audience == "hunters":
            assert offered(stack, table, "table") == offered(stack, table, "mummy") == ()
            secret += bool(offered(stack, table, "hunters"))
    assert secret > 5


@pytest.mark.parametrize("game", SAMPLERS)
def test_letters_enter_every_action_of_a_demonstrated_game(game: str) -> None:
    """Cards, dice, paths and photos, with nothing but letters and the held button that opens a curtain."""
    header = SAMPLERS[game].header(random.Random(3))
    session, seeded = begin(header), DEMOS[game].table(header.players, 3)
    settings = Settings(controls="letters")  # type: ignore[arg-type]
    for _ in range(ACTIONS):
        if session.is_over:
            break
        table = PageContext(say=speak("en"), settings=settings, session=session, colours=COLOURS[: len(header.players)])
        wanted = next_play(session, seeded)
        stack: Stack = (PAGES[game].page(table, None, game_menu()),)
        for met in DEMOS[game].milestones(wanted.action):
            stack = find_stack(stack, table, lambda stack, _, met=met: met(stack[-1]))
        if stack[-1].own_answer(table) != wanted:
            find_stack(stack, table, lambda _, command, wanted=wanted: command == wanted)
        for action in (wanted.action, wanted.then):
            session = play(session, action) if action else session


def find_stack(stack: Stack, table: PageContext, reached: Reached) -> Stack:
    """The pages to which the fewest letters lead.

    :raises LookupError: when none do.
    """
    if reached(stack, None):
        return stack
    seen, waiting = {stack}, deque([stack])
    while waiting and len(seen) < MOST_STACKS:
        here = waiting.popleft()
        for done in presses_on(here[-1], table):
            after, command = press(here, done, table)
            if reached(after, command):
                return after
            if command is None and after not in seen:
                seen.add(after)
                waiting.append(after)
    raise LookupError(stack[-1])


def numbered(rows: int, columns: int) -> tuple[tuple[Offer, ...], ...]:
    return tuple(tuple(Offer(Item(f"{row} {at}"), (row, at)) for at in range(columns)) for row in range(rows))


SHAPES: tuple[Shape, ...] = (
    Block(numbered(3, 6)),
    Block(numbered(3, 6), free=tuple(Offer(Item("free"), at) for at in range(3))),
    Block(numbered(3, 6), free=(Offer(Item("free"), 0),), free_row=1),
    Cross(*(Offer(Item(key), key) for key in ("up", "left", "ok", "right", "down"))),
)


def parts(laid: Spots) -> Iterator[Spots]:
    """Yield what lies there, and all that it leads to."""
    yield laid
    for spot in laid.spots:
        if spot.then:
            yield from parts(spot.then)


@pytest.mark.parametrize("controls", ["six", "four", "encoder", "touch"])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_frame_is_drawn_around_exactly_what_its_key_leads_to(controls: Controls, shape: Shape) -> None:
    """Whoever looks for a card sees which key comes closer to it; no card lies in two frames, and none outside."""
    for laid in parts(LAID_BY[controls](shape)):
        framed: list[Offer] = []
        for spot in laid.spots:
            (top, left), (bottom, right) = spot.first, spot.last
            inside = [cell for row in laid.rows[top : bottom + 1] for cell in row[left : right + 1] if cell]
            assert len(laid.rows) > bottom
            assert all(len(row) > right for row in laid.rows)
            assert {cell.value for cell in inside} >= {offer.value for offer in spot.offers}
            assert {cell.item for cell in inside} == {offer.item for offer in spot.offers}
            framed += inside
        assert len(framed) == sum(cell is not None for row in laid.rows for cell in row)
