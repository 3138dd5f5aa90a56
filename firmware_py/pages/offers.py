"""What a page offers, and how that lies on what there is to choose by: four buttons, six, a knob, a finger.

A page says once what can be done (`Offer`), and in which shape it lies (`Lines`, `Row`, `Cross`, `Block`, `Places`,
`Directions`, `Dialled`, `Keys`). For each kind of control one function lays every shape: as spots, each of which is one
offer, or several among which the next press chooses. What a press means, where the cursor goes, what is drawn with
which key, and what a finger finds all follow from that. A new kind of control is one more function in `LAID_BY`.

By hand stay what hides a secret, which a held button alone may open (`Curtain`, `Announced`, `HuntersOnly`), and a cell
of a map that is touched out of reach, for the rules to say why (`MovePage`). Pages whose directions lead a cursor of
their own (the table with its players, the letters, the map that is drawn) offer where it goes: see `steer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from display.inputs import point_of
from display.touch import Point
from display.view import PICTURES_ACROSS, Area, Button, Hint, Item
from firmware_py.config.settings import Controls
from firmware_py.grid import Side
from firmware_py.pages.interface import PageContext
from firmware_py.words import Words, words

HELP = words("help")
BUTTON_CONTROLS: tuple[Controls, ...] = ("four", "six")
"""The controls with a button for each thing on a page."""

# --- what people do --------------------------------------------------------------------------------------------------


class Press(msgspec.Struct, frozen=True):
    """A short press of a button, or a repeat while it is held.

    A repeat moves a cursor, or does nothing: whoever holds a key a little too long has chosen nothing twice.
    """

    button: Button
    is_repeated: bool = False


class LongPress(msgspec.Struct, frozen=True):
    """A button held until it takes effect."""

    button: Button


class Touch(msgspec.Struct, frozen=True):
    """A finger or the mouse chose a target on the screen."""

    target: str


class Timeout(msgspec.Struct, frozen=True):
    """Nobody touched anything until the ring of the page was full."""


Input: TypeAlias = Press | LongPress | Touch | Timeout


def place_touched(done: Input) -> Point | None:
    """Where the panel reports a touch while a cross is shown; None for every other input."""
    return point_of(done.target) if isinstance(done, Touch) else None


# --- what can be done, and in which shape it lies --------------------------------------------------------------------

Steer: TypeAlias = Callable[[int, Button], int]
"""Where a direction button moves a cursor, by the index of what is under it."""


class Offer(msgspec.Struct, frozen=True):
    """What can be chosen: how it is shown, with the name by which it is touched, and what the page makes of it."""

    item: Item
    value: Any
    """What follows, or what the page's `choose` answers."""
    touched: Any = None
    """What a touch chooses instead: it shows first what a cursor would have shown on its way."""

    @property
    def name(self) -> str:
        """The name by which it is chosen wherever it lies; empty if only a cursor gets there."""
        return self.item.target


class Pending(msgspec.Struct, frozen=True):
    """How far a choice has come: the keys that have begun it, and where the cursor is, once somebody has moved it."""

    keys: tuple[Button, ...] = ()
    cursor: int | None = None


UNTOUCHED = Pending()


class Lines(msgspec.Struct, frozen=True):
    """Lines below each other, with a cursor."""

    offers: tuple[Offer, ...]
    start: int | None = 0
    """The line on which the cursor begins; None if it is on none until somebody moves it."""
    held: Offer | None = None
    """What holding `ok` chooses."""
    keys: tuple[tuple[Button, int], ...] = ()
    """Lines that have keys of their own, on a device that has all of these; then no key moves the cursor."""
    sideways: tuple[tuple[Button, Offer], ...] = ()
    """What left and right choose."""
    beside: tuple[Offer, ...] = ()
    """What lies elsewhere on the page, within reach of a finger."""
    is_keyed: bool = False
    """Buttons choose the first lines at once, each with a key, and the last key leads to all that are left."""
    rest: str = ""
    """What that key says."""
    is_pictured: bool = False
    """They lie as large pictures in columns: across, a direction leads along a row."""


class Row(msgspec.Struct, frozen=True):
    """Numbers side by side, each with a key; the last key leads to all that are left."""

    offers: tuple[Offer, ...]
    starts_at_zero: bool = False
    may_hold: bool = False
    """If one more is left than there are keys, holding `ok` chooses it."""
    held: Offer | None = None
    """What holding `ok` chooses otherwise."""
    rest: str = ""
    """What the key says that leads to all that are left; empty for the number that comes first, with a sign."""
    beside: tuple[Offer, ...] = ()
    """What lies elsewhere on the page, within reach of a finger."""


class Cross(msgspec.Struct, frozen=True):
    """Five offers that lie like the keys of six buttons; three keys choose the two likelier ones, up and `ok`."""

    up: Offer
    left: Offer
    ok: Offer
    right: Offer
    down: Offer


class Block(msgspec.Struct, frozen=True):
    """Three rows of six: six buttons choose a row and then in it, three keys a half, a row and a cell."""

    rows: tuple[tuple[Offer, ...], ...]
    free: tuple[Offer, ...] = ()
    """One more answer, on the key that leads to no cell: a picture of it for each row."""
    free_row: int | None = None
    """The row in which it lies; None if it fills a column."""


class Places(msgspec.Struct, frozen=True):
    """Places of a map, over which a cursor goes."""

    offers: tuple[Offer, ...]
    start: int
    steer: Steer
    """Where the four directions lead."""
    steer_by_two: Steer | None = None
    """Where up and down lead if there is no left and right; None if they reach everything as it is."""
    held: Offer | None = None


class Directions(msgspec.Struct, frozen=True):
    """Directions in which a piece goes on, clockwise from straight on, and the end of its path."""

    sides: tuple[tuple[Side, Offer], ...]
    ends: Offer
    """Holding `ok` chooses it as well."""
    is_asked: bool = False
    """The page asks whether it ends here: where keys are few, `ok` answers that first."""


class Dialled(msgspec.Struct, frozen=True):
    """Lines, and something that is turned until it is right: across the lines, or in a step after the line."""

    lines: Lines
    less: Offer
    more: Offer
    is_step: bool = False
    """Where keys across are missing, it is turned before the line under the cursor is chosen."""


class Keys(msgspec.Struct, frozen=True):
    """Offers that are meant by the names of keys: leafing, walking, drawing."""

    ok: Offer | None = None
    up: Offer | None = None
    down: Offer | None = None
    left: Offer | None = None
    right: Offer | None = None
    held: Offer | None = None
    beside: tuple[Offer, ...] = ()
    """What lies on the page, within reach of a finger."""
    by_two: Keys | None = None
    """Meaning of the keys where up and down are the only directions."""
    shows_keys: bool = False
    """They are drawn beside what they choose."""


Shape: TypeAlias = Lines | Row | Cross | Block | Places | Directions | Dialled | Keys


def cells_of_board(offers: tuple[Offer, ...], columns: int) -> Places:
    """The cells of a board row by row; the cursor wraps at the edges."""

    def by_rows(at: int, button: Button) -> int:
        step = {"up": -columns, "down": columns, "left": -1, "right": 1}.get(button, 0)
        return (at + step) % len(offers)

    return Places(offers, 0, by_rows, lambda at, button: move_cursor(at, len(offers), button))


ARROWS: tuple[tuple[Button, str], ...] = (("up", "↑"), ("down", "↓"), ("left", "←"), ("right", "→"))


def steer(
    ok: Offer | None, to: Callable[[Button], Any], beside: tuple[Offer, ...] = (), by_two: Keys | None = None
) -> Keys:
    """The shape of a page whose four directions move a cursor of its own."""
    up, down, left, right = (Offer(Item(sign, target=button), to(button)) for button, sign in ARROWS)
    return Keys(ok, up, down, left, right, beside=beside, by_two=by_two)


def leaves(ok: Offer | None, before: Offer, after: Offer, held: Offer | None = None) -> Keys:
    """The shape for looking at one thing after the other."""
    return Keys(ok, before, after, before, after, held)


def every(shape: Shape) -> tuple[Offer, ...]:
    """All offers, each once, however they lie: what a phone lists and the box's seat plays."""
    return tuple({id(offer): offer for offer in _every(shape) if offer}.values())


def _every(shape: Shape) -> Iterator[Offer | None]:
    match shape:
        case Lines(offers, _, held, _, sideways, beside):
            yield from (*offers, *(offer for _, offer in sideways), *beside, held)
        case Row(offers, held=held, beside=beside):
            yield from (*offers, *beside, held)
        case Cross(up, left, ok, right, down):
            yield from (up, left, ok, right, down)
        case Block(rows, free):
            yield from (offer for row in rows for offer in row)
            yield from free[:1]
        case Places(offers=offers, held=held):
            yield from (*offers, held)
        case Directions(sides, ends):
            yield from (*(offer for _, offer in sides), ends)
        case Dialled(lines, less, more):
            yield from (*_every(lines), less, more)
        case Keys(ok, up, down, left, right, held, beside):
            yield from (ok, up, down, left, right, *beside, held)


# --- how it lies on each kind of control -----------------------------------------------------------------------------

RowColumn: TypeAlias = tuple[int, int]
ROW_KEYS: tuple[Button, ...] = ("up", "ok", "down")
"""The keys that lie above each other."""
CROSS_KEYS: tuple[tuple[Button, RowColumn], ...] = (
    ("ok", (1, 1)),
    ("up", (0, 1)),
    ("left", (1, 0)),
    ("right", (1, 2)),
    ("down", (2, 1)),
)
"""The keys of six buttons, as they lie."""
NUMBER_KEYS: tuple[Button, ...] = ("up", "right", "down", "left", "ok")
"""The keys of numbers from 1 on: clockwise, as on a die. With a 0 the last one comes first."""
SIDE_KEYS: tuple[tuple[Button, Side], ...] = (("up", "N"), ("down", "S"), ("left", "W"), ("right", "E"))
LEVEL: tuple[Side, ...] = ("E", "W")
PATH_KEYS: tuple[Button, ...] = ("ok", "up", "down")
"""The three keys that choose a direction; those that lie level take the first free ones."""


class Spot(msgspec.Struct, frozen=True):
    """Offers that are chosen together: a rectangle of cells, both corners included."""

    offers: tuple[Offer, ...]
    key: Button | None = None
    first: RowColumn = (0, 0)
    last: RowColumn = (0, 0)
    then: Spots | None = None
    """How they lie once they are chosen; None for a single offer."""
    is_held: bool = False
    """Its key has to be held."""


class Spots(msgspec.Struct, frozen=True):
    """How offers lie, and which of them are chosen together."""

    rows: tuple[tuple[Offer | None, ...], ...]
    spots: tuple[Spot, ...]
    start: int | None = None
    """The spot on which a cursor begins, if it begins on one."""
    has_cursor: bool = False
    """`ok` chooses what is under the cursor."""
    steer: Steer | None = None
    """Where a direction button moves the cursor, if it does."""
    shows_keys: bool = True
    is_touched: bool = False
    """A finger chooses: it needs neither keys nor a cursor to be shown."""
    held: Offer | None = None
    """What holding `ok` chooses."""
    other_keys: tuple[tuple[Button, Offer], ...] = ()
    """What other keys choose."""
    beside: tuple[Offer, ...] = ()
    """What else a finger reaches."""
    turns: bool = False
    """Keys turn something until it is right."""
    rest: str = ""
    """What is said of those that are chosen together, if not the first of them with a sign."""
    starts_over: bool = False
    """One step back leads to the beginning, however many keys have begun the choice."""


def by_six(shape: Shape) -> Spots:
    """Lay a shape on six buttons."""
    match shape:
        case Lines(offers, is_keyed=True, rest=said):
            return _numbers(Row(offers, rest=said), NUMBER_KEYS)
        case Row(starts_at_zero=starts_at_zero):
            return _numbers(shape, (*NUMBER_KEYS[-1:], *NUMBER_KEYS[:-1]) if starts_at_zero else NUMBER_KEYS)
        case Cross(up, left, ok, right, down):
            return _cross({"up": up, "left": left, "ok": ok, "right": right, "down": down})
        case Block(rows):
            return _with_free(Spots(rows, _rows_of_crosses(rows)), shape, "left", 0)
        case Directions(sides, ends):
            by_side = dict(sides)
            keyed = (Spot((by_side[side],), key) for key, side in SIDE_KEYS if side in by_side)
            return Spots((_touchable(shape),), (*keyed, Spot((ends,), "ok")), shows_keys=False, held=ends)
        case Places(steer=steer):
            return _places(shape, steer)
        case Dialled(lines, less, more):
            return replace(_lines(replace(lines, sideways=(("left", less), ("right", more)))), turns=True)
    return _lines(shape) if isinstance(shape, Lines) else _keys(shape)


def by_four(shape: Shape) -> Spots:
    """Lay a shape on four buttons, of which three choose."""
    match shape:
        case Lines(offers, is_keyed=True, rest=said):
            return _numbers(Row(offers, rest=said), ROW_KEYS)
        case Row():
            return _numbers(shape, ROW_KEYS)
        case Cross(up, left, ok, right, down):
            rest = (left, right, down)
            keyed = Spot((up,), "up", (0, 1), (0, 1)), Spot((ok,), "ok", (1, 1), (1, 1))
            rows = ((None, up, None), (None, ok, None), rest)
            return Spots(rows, (*keyed, Spot(rest, "down", (2, 0), (2, 2), _column(rest))))
        case Block(rows):
            middle = len(rows[0]) // 2
            halves = _half(rows, "up", 0), _half(rows, "down", middle)
            return _with_free(Spots(rows, halves), shape, "ok", middle)
        case Directions(sides, ends, is_asked):
            chosen = () if is_asked else _by_three(dict(sides), may_go_north=True)
            ending = () if any(spot.key == "ok" for spot in chosen) else (Spot((ends,), "ok"),)
            return Spots((_touchable(shape),), (*chosen, *ending), held=ends)
        case Lines(keys=keys) if any(key in ("left", "right") for key, _ in keys):
            return _lines(replace(shape, keys=()))
        case Places(steer=steer, steer_by_two=steer_by_two):
            return _places(shape, steer_by_two or steer)
        case Dialled():
            return _lay_dialled_in_a_step(shape)
        case Keys(by_two=Keys() as by_two):
            return _keys(by_two)
    return by_six(shape)


def by_knob(shape: Shape) -> Spots:
    """Lay a shape for a knob: a cursor goes over what keys would choose."""
    match shape:
        case Row(offers):
            spots = tuple(Spot((offer,)) for offer in offers)
            return _lay_dialled(Spots((offers,), spots, held=shape.held, beside=shape.beside))
        case Directions(sides, ends, is_asked):
            spots = tuple(Spot((offer,)) for _, offer in sides)
            turned = replace(_lay_dialled(Spots((_touchable(shape),), spots)), held=ends)
            if is_asked or not spots:
                return replace(turned, spots=(*spots, Spot((ends,), "ok")), has_cursor=False)
            return turned
        case Cross() | Block():
            return _lay_dialled(by_four(shape))
        case Lines():
            return _lines(replace(shape, keys=()))
    return by_four(shape)


def by_finger(shape: Shape) -> Spots:
    """Lay a shape for a finger: everything is within reach, so nothing lies there twice."""
    match shape:
        case Block(rows, free) if free and any(free[0].value == offer.value for row in rows for offer in row):
            shape = Block(rows)
        case Lines():
            shape = replace(shape, keys=(), is_keyed=False)
    return _for_a_finger(by_six(shape))


LAID_BY: dict[Controls, Callable[[Shape], Spots]] = {
    "six": by_six,
    "four": by_four,
    "encoder": by_knob,
    "touch": by_finger,
}
"""How shapes lie on each kind of control."""


def move_cursor(cursor: int, count: int, button: Button, rows: int = 1) -> int:
    """The cursor in a list of `count` lines after a direction button; it wraps at both ends.

    Of columns with so many `rows`, left and right lead along a row.
    """
    step = {"up": -1, "left": -1, "down": 1, "right": 1}.get(button, 0)
    if rows > 1 and cursor >= 0 and button in ("left", "right"):
        row = range(cursor % rows, count, rows)
        return row[(cursor // rows + step) % len(row)]
    return (cursor + step) % count if count else 0


def likeliest_start(odds: tuple[float, ...], steer: Steer, steer_by_two: Steer, table: PageContext) -> int:
    """The place on which a cursor begins, so that the fewest presses are to be expected by these odds."""
    upright: tuple[Button, ...] = ("up", "down")
    is_upright = has_two_directions(table)
    by, buttons = (steer_by_two, upright) if is_upright else (steer, (*upright, "left", "right"))
    away = [_presses_from(start, by, buttons) for start in range(len(odds))]
    expected = [sum(odds[place] * presses for place, presses in found.items()) for found in away]
    return expected.index(min(expected)) if expected else 0


def _presses_from(start: int, steer: Steer, buttons: tuple[Button, ...]) -> dict[int, int]:
    """How many presses lead from a place to each that they reach."""
    away, waiting = {start: 0}, [start]
    for here in waiting:
        for place in (steer(here, button) for button in buttons):
            if place not in away:
                away[place] = away[here] + 1
                waiting.append(place)
    return away


def clamp_cursor(cursor: int, count: int) -> int:
    """A remembered cursor among the `count` things shown now, which may be fewer."""
    return max(0, min(cursor, count - 1))


def _lines(lines: Lines) -> Spots:
    """Lines with a cursor; where keys choose, it is on the line of `ok`."""
    count, by_line = len(lines.offers), {line: key for key, line in lines.keys}
    rows = -(-count // PICTURES_ACROSS) if lines.is_pictured else 1
    return Spots(
        tuple((offer,) for offer in lines.offers),
        tuple(Spot((offer,), by_line.get(at)) for at, offer in enumerate(lines.offers)),
        start=dict(lines.keys).get("ok", lines.start),
        has_cursor=True,
        steer=None if lines.keys else lambda at, button: move_cursor(at, count, button, rows),
        held=lines.held,
        other_keys=lines.sideways,
        beside=lines.beside,
    )


def _places(places: Places, steer: Steer) -> Spots:
    spots = tuple(Spot((offer,)) for offer in places.offers)
    return Spots((places.offers,), spots, places.start, has_cursor=True, steer=steer, held=places.held)


def _keys(keys: Keys) -> Spots:
    named: tuple[tuple[Button, Offer | None], ...] = (
        ("ok", keys.ok),
        ("up", keys.up),
        ("down", keys.down),
        ("left", keys.left),
        ("right", keys.right),
    )
    spots = tuple(Spot((offer,), key) for key, offer in named if offer)
    return Spots((), spots, shows_keys=keys.shows_keys, held=keys.held, beside=every(keys))


def _lay_dialled_in_a_step(shape: Dialled) -> Spots:
    """Lines of which the one under the cursor leads to a step where up and down turn."""
    laid = by_six(shape)
    if not shape.is_step or laid.start is None:
        return replace(laid, turns=False)
    here = laid.spots[laid.start]
    turning: tuple[tuple[Button, Offer], ...] = (("up", shape.less), ("down", shape.more), *laid.other_keys)
    then = Spots((), (Spot(here.offers, "ok"),), other_keys=turning, turns=True)
    spots = tuple(replace(spot, then=then) if spot is here else spot for spot in laid.spots)
    return replace(laid, spots=spots, turns=False)


def _numbers(row: Row, keys: tuple[Button, ...]) -> Spots:
    """Numbers with their keys; the last key shows the first of those left over."""
    left = row.offers
    each = tuple(Spot((offer,), key) for offer, key in zip(left, keys, strict=False))
    held = row.held
    if row.may_hold and len(left) == len(keys) + 1:
        held = left[-1]
        each = (*each, Spot((held,), "ok", is_held=True))
    elif len(left) > len(keys):
        rest = left[len(keys) - 1 :]
        each = (*each[:-1], Spot(rest, keys[-1], then=_numbers(replace(row, offers=rest), keys)))
    return Spots((left,), each, held=held, beside=row.beside, starts_over=True, rest=row.rest)


def _column(offers: tuple[Offer, ...]) -> Spots:
    """Three offers above each other, a key for each."""
    spots = (
        Spot((offer,), key, (at, 0), (at, 0)) for at, (key, offer) in enumerate(zip(ROW_KEYS, offers, strict=True))
    )
    return Spots(tuple((offer,) for offer in offers), tuple(spots))


def _cross(by_key: Mapping[Button, Offer]) -> Spots:
    """Five offers that lie like the keys."""
    rows = (
        (None, by_key["up"], None),
        (by_key["left"], by_key["ok"], by_key["right"]),
        (None, by_key["down"], None),
    )
    return Spots(rows, tuple(Spot((by_key[key],), key, at, at) for key, at in CROSS_KEYS))


def _rows_of_crosses(rows: tuple[tuple[Offer, ...], ...]) -> tuple[Spot, ...]:
    """An area for the first five of each row, which next lie like the keys, and one for the last column."""
    keys: tuple[Button, ...] = ("left", "up", "ok", "down", "right")
    width = len(keys)
    crosses = (
        Spot(row[:width], key, (at, 0), (at, width - 1), _cross(dict(zip(keys, row, strict=False))))
        for at, (key, row) in enumerate(zip(ROW_KEYS, rows, strict=True))
    )
    last = tuple(row[width] for row in rows)
    return (*crosses, Spot(last, "right", (0, width), (len(rows) - 1, width), _column(last)))


def _half(rows: tuple[tuple[Offer, ...], ...], key: Button, start: int) -> Spot:
    """Half of the columns; next each row has a key, and last each cell."""
    half = tuple(row[start : start + len(row) // 2] for row in rows)
    width = len(half[0])
    spots = tuple(
        Spot(row, by, (at, 0), (at, width - 1), _column(row))
        for at, (by, row) in enumerate(zip(ROW_KEYS, half, strict=True))
    )
    offers = tuple(offer for row in half for offer in row)
    return Spot(offers, key, (0, start), (len(rows) - 1, start + width - 1), Spots(half, spots))


def _with_free(laid: Spots, block: Block, key: Button, at: int) -> Spots:
    """A block with a column for the free key in place `at`."""
    if not block.free:
        return laid
    top, bottom = (0, len(laid.rows) - 1) if block.free_row is None else (block.free_row, block.free_row)
    pictures = (block.free[row % len(block.free)] if top <= row <= bottom else None for row in range(len(laid.rows)))
    rows = tuple((*row[:at], picture, *row[at:]) for row, picture in zip(laid.rows, pictures, strict=True))
    spots = (_right_of(spot) if spot.first[1] >= at else spot for spot in laid.spots)
    free = Spot(block.free[:1], key, (top, at), (bottom, at))
    return Spots(rows, tuple(sorted((*spots, free), key=lambda spot: spot.first[1])))


def _right_of(spot: Spot) -> Spot:
    """The spot one column further to the right."""
    (top, left), (bottom, right) = spot.first, spot.last
    return replace(spot, first=(top, left + 1), last=(bottom, right + 1))


def _touchable(shape: Directions) -> tuple[Offer, ...]:
    return tuple(offer for _, offer in shape.sides)


def _by_three(sides: Mapping[Side, Offer], *, may_go_north: bool) -> tuple[Spot, ...]:
    """Up for the north, down for the south, and the free keys for the others.

    On a crossing `ok` leads to east and west, of which up then chooses one: each key still leads somewhere.
    """
    upright = tuple(
        Spot((sides[side],), key) for key, side in SIDE_KEYS[:2] if side in sides and (may_go_north or side != "N")
    )
    taken = {spot.key for spot in upright}
    level = tuple(sides[side] for side in LEVEL if side in sides)
    free = tuple(key for key in PATH_KEYS if key not in taken)
    if len(level) > len(free):
        then = Spots((tuple(sides.values()),), _by_three(sides, may_go_north=False))
        return (*upright, Spot(level, free[0], then=then))
    return (*upright, *(Spot((offer,), key) for key, offer in zip(free, level, strict=False)))


def _lay_dialled(laid: Spots) -> Spots:
    """Offers with a cursor that goes from spot to spot, starting at the one of the middle key."""
    spots = tuple(replace(spot, then=_lay_dialled(spot.then)) if spot.then else spot for spot in laid.spots)
    start = next((at for at, spot in enumerate(spots) if spot.key == "ok"), 0)
    count = len(spots)
    return replace(
        laid,
        spots=spots,
        start=start,
        has_cursor=True,
        steer=lambda at, button: move_cursor(at, count, button),
        shows_keys=False,
    )


def _for_a_finger(laid: Spots) -> Spots:
    spots = tuple(replace(spot, then=_for_a_finger(spot.then)) if spot.then else spot for spot in laid.spots)
    return replace(laid, spots=spots, is_touched=True, shows_keys=False)


# --- what is shown and chosen ----------------------------------------------------------------------------------------


class Laid(msgspec.Struct, frozen=True):
    """Offers as they lie before a table now."""

    root: Spots
    now: Spots
    """Those among which the next press chooses."""
    pending: Pending

    @property
    def cursor(self) -> int | None:
        """The spot under the cursor, if there is one."""
        if not (self.now.has_cursor and self.now.spots):
            return None
        at = self.now.start if self.pending.cursor is None else self.pending.cursor
        return None if at is None else max(0, min(at, len(self.now.spots) - 1))

    @property
    def chosen(self) -> Spot | None:
        """What `ok` chooses."""
        own = self.of_key("ok")
        return own if own or self.cursor is None else self.now.spots[self.cursor]

    def of_key(self, key: Button) -> Spot | None:
        """What a key chooses by itself; nothing where a cursor is turned."""
        if self.now.has_cursor and not self.now.shows_keys:
            return None
        return next((spot for spot in self.now.spots if spot.key == key and not spot.is_held), None)

    def items(self) -> tuple[Item, ...]:
        """The spots in a line; what leads to all the rest has words of its own, or a number with a sign."""
        items = []
        for spot in self.now.spots:
            item = spot.offers[0].item
            if len(spot.offers) > 1:
                item = Item(self.now.rest) if self.now.rest else replace(item, label=f"{item.label}+")
            if spot.key and self.now.shows_keys:
                item = replace(item, key=spot.key, is_held=spot.is_held)
            items.append(item)
        return tuple(items)

    def acts(self) -> tuple[Hint, ...]:
        """What each key does at once, in a picture or few words, where the choices themselves are not shown."""
        acts: list[Hint] = []
        spots = () if self.root.is_touched else self.now.spots
        pictures = [(*spot.offers[0].item.icons, "")[0] for spot in spots]
        for spot, picture in zip(spots, pictures, strict=True):
            key: Button | None = spot.key if spot.key and self.of_key(spot.key) else None
            keys: tuple[Button | None, ...] = (key, "ok" if spot is self.chosen else None)
            item = spot.offers[0].item
            picture = picture if pictures.count(picture) == 1 else ""  # two alike say nothing: names tell them apart
            acts += [Hint(key, item.brief or item.label, picture=picture) for key in dict.fromkeys(keys) if key]
        if self.now.held and acts:
            item = self.now.held.item
            acts.append(Hint("ok", item.brief or item.label, held=True, picture=(*item.icons, "")[0]))
        return tuple(acts)

    def rows(self) -> tuple[tuple[Item, ...], ...]:
        """The cells as they lie, each with its key if it has one of its own."""
        alone = {spot.first: spot.key for spot in self.now.spots if spot.first == spot.last and self.now.shows_keys}
        return tuple(
            tuple(replace(cell.item, key=alone.get((row, at))) if cell else Item("") for at, cell in enumerate(cells))
            for row, cells in enumerate(self.now.rows)
        )

    def areas(self) -> tuple[Area, ...]:
        """What is drawn together; a finger touches the cells, unless an area is one answer."""
        drawn = (spot for spot in self.now.spots if spot.first != spot.last)
        if self.now.is_touched:
            return tuple(Area(spot.first, spot.last) for spot in drawn if spot.then is None)
        chosen, shows_keys = self.chosen, self.now.shows_keys
        return tuple(
            Area(spot.first, spot.last, spot.key if shows_keys else None, is_chosen=spot is chosen) for spot in drawn
        )

    def cell(self) -> RowColumn | None:
        """The cell that `ok` alone chooses, and a finger does not."""
        chosen = None if self.now.is_touched else self.chosen
        return chosen.first if chosen and chosen.first == chosen.last else None

    def held_hint(self) -> tuple[Hint, ...]:
        """What holding `ok` does, if anything, in the words of its offer."""
        held = self.now.held
        return (Hint("ok", held.item.label, held=True, short=held.item.brief),) if held else ()

    def keys_to(self, value: Any) -> tuple[Button, ...]:
        """The keys that lead to an offer; a finger needs none.

        :raises LookupError: when there is no such offer.
        """
        return () if self.root.is_touched else _keys_to(self.root, value)

    def answer(self, done: Input) -> Offer | Pending | None:
        """What an input chooses, or how far the choice has come; None if it means nothing here."""
        match done:
            case Touch(target):
                return self._touch(target)
            case LongPress("ok"):
                return self.now.held
            case Press("back") if keys := self.pending.keys:
                return Pending(() if self.root.starts_over else keys[:-1])
            case Press(button) if spot := self.chosen if button == "ok" else self.of_key(button):
                return spot.offers[0] if spot.then is None else self.among(spot)
            case Press(button) if offer := dict(self.now.other_keys).get(button):
                return offer
            case Press("up" | "down" | "left" | "right" as button) if self.now.steer:
                return replace(self.pending, cursor=self._steer(self.now.steer, button))
        return None

    def among(self, spot: Spot) -> Pending:
        """How far the choice has come after a spot of several offers, or one with a step of its own."""
        return Pending((*(() if self.now is self.root else self.pending.keys), spot.key or "ok"))

    def _steer(self, steer: Steer, button: Button) -> int:
        """Where a direction leads; to either end from nowhere."""
        at = self.now.start if self.pending.cursor is None else self.pending.cursor
        if at is None:
            at = -1 if button in ("down", "right") else 0
        return steer(min(at, len(self.now.spots) - 1), button)

    def _touch(self, target: str) -> Offer | Pending | None:
        rest = next((spot for spot in self.now.spots if spot.offers[0].name == target), None)
        if rest and rest.then and self.root.starts_over:
            return self.among(rest)
        offer = next((offer for offer in self._within_reach() if target and offer.name == target), None)
        return offer if offer is None or offer.touched is None else replace(offer, value=offer.touched)

    def _within_reach(self) -> Iterator[Offer]:
        for spots in (self.now, self.root):
            yield from (cell for row in spots.rows for cell in row if cell)
            yield from (offer for _, offer in spots.other_keys)
            yield from (*spots.beside, *((spots.held,) if spots.held else ()))


def has_two_directions(table: PageContext) -> bool:
    """Whether up and down are the only directions, so that left and right are reached otherwise."""
    return table.layout == "four"


def lay(shape: Shape, pending: Pending, table: PageContext) -> Laid:
    """Lay offers for this table, as far as a choice among them has come."""
    root = LAID_BY[table.worked_by](shape)
    now: Spots | None = root
    for key in pending.keys:
        leading = (spot.then for spot in now.spots if spot.then and (spot.key or "ok") == key) if now else ()
        now = next(iter(leading), None)
    return Laid(root, now or root, pending)  # keys of another question lead nowhere


def _keys_to(spots: Spots, value: Any) -> tuple[Button, ...]:
    for spot in spots.spots:
        if any(offer.value == value for offer in spot.offers):
            return (spot.key or "ok", *(_keys_to(spot.then, value) if spot.then else ()))
    raise LookupError(value)


# --- what the foot says of it ----------------------------------------------------------------------------------------


def arrow_keys(table: PageContext) -> tuple[Button, ...]:
    """The two direction buttons that go along a row, if any."""
    return _arrows(table, is_upright=False) if table.worked_by in BUTTON_CONTROLS else ()


def arrow_hints(table: PageContext, meaning: Words, *, is_upright: bool = False, field: str = "") -> tuple[Hint, ...]:
    """What a pair of direction buttons does: left and right of six, or up and down if `is_upright`.

    Four buttons have only up and down. A knob is turned both ways, and has one sign for both; see `direction_hint`.
    """
    pair = _arrows(table, is_upright=is_upright)
    shown = pair if table.worked_by in BUTTON_CONTROLS else pair[1:]
    return tuple(hint for button in shown for hint in direction_hint(table, button, meaning, field))


def _arrows(table: PageContext, *, is_upright: bool) -> tuple[Button, Button]:
    return ("up", "down") if is_upright or has_two_directions(table) else ("left", "right")


def direction_hint(table: PageContext, button: Button, meaning: Words, field: str = "") -> tuple[Hint, ...]:
    """What a direction button does, by the sign of what this device has in its place.

    A finger touches what it sees, and needs no direction. What is seen nowhere, such as a turn of a card, is a field in
    the foot, with `field` as its icon.
    """
    match table.worked_by:
        case "touch":
            return (Hint(button, table.say(meaning), icon=field),) if field else ()
        case "encoder":
            return (Hint(button, table.say(meaning), icon="turn_knob"),)
    return (Hint(button, table.say(meaning)),)


def leafing_hints(table: PageContext, before: Words, after: Words, both: Words) -> tuple[Hint, ...]:
    """How to leaf back and forth; a knob does `both`."""
    if table.worked_by == "encoder":
        return direction_hint(table, "up", both)
    return *direction_hint(table, "up", before, field="undo"), *direction_hint(table, "down", after)


def help_hint(table: PageContext) -> Hint:
    """The hint for holding `up`, or for turning a pushed knob."""
    icon = "knob" if table.worked_by == "encoder" else ""
    return Hint("up", table.say(HELP), held=True, short="?", icon=icon)


def how_to_ask(table: PageContext) -> Words:
    """How to ask this device for help."""
    match table.worked_by:
        case "encoder":
            return words("Turn the knob while you push it, on any page, for help.")
        case "touch":
            return words("Touch 'help' or the question mark at the foot of any page for an explanation.")
    return words("Hold the up button on any page for help.")
