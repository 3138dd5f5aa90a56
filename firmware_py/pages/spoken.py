"""What a voice says of a view: who must act, what was announced, and what the cursor is on, as far as it is new.

Why what keys do is said once: whoever plays by ear knows it by the second turn. Afterwards only what has changed since
that question was asked last is said, so that what was heard is always true of each key; help says all of it again.

Why some questions are asked once, too: where one chooses a place, what lies there says what is asked.

Why nothing on a page for the hunters' eyes, not even that there is one: the mummy's player has ears.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain, groupby
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from display.view import (
    NO_CHOICES,
    Announcement,
    Area,
    Body,
    Button,
    Calendar,
    Code,
    Colour,
    Figure,
    Item,
    MazePlan,
    Menu,
    Notice,
    Picker,
    Poster,
    PyramidPlan,
    Race,
    RankedPlayer,
    Ranking,
    Scoreboard,
    ScoreHistory,
    TablePlan,
    View,
)
from firmware_py.grid import SIDE_WORDS, cell_name
from firmware_py.pages.people import COLOUR_WORDS
from firmware_py.words import Say, Words, list_words, words, words_n

ICONS: dict[str, Words] = {
    "chest": words("chest"),
    "vase": words("vase"),
    "cup": words("cup"),
    "crown": words("crown"),
    "scarab": words("scarab"),
    "mask": words("mask"),
    "amulet": words("amulet"),
    "mummy": words("mummy"),
    "werewolf": words("werewolf"),
    "frank": words("Frank"),
    "disc2": words("treasure worth 2"),
    "disc3": words("treasure worth 3"),
    "bust": words("bust"),
    "archaeologist": words("archaeologist"),
    "porter": words("porter"),
    "lantern": words("lantern"),
    "stairs": words("stairs"),
    "dungeon": words("dungeon"),
    "sarcophagus": words("sarcophagus"),
    "die_arrow": words("arrow"),
    "die_mummy": words("mummy"),
    "die_blank": words("another side"),
    "dice": words("Mummy die"),
    "card_green": words("green"),
    "card_yellow": words("yellow"),
    "card_red": words("red"),
    "space": words("space"),
    "erase": words("erase"),
    "ok": words("done"),
}
"""What pictures without a label show."""


Part: TypeAlias = tuple[str, ...]
"""What belongs together on a page, line by line."""

Known: TypeAlias = Mapping[str, Mapping[str, str]]
"""What each key does, as it was said last, by the question that was asked; and what is said once, without keys."""


def utterance(before: View | None, after: View, say: Say, known: Known = MappingProxyType({})) -> str:
    """What is new in a view since the one before, the last that everybody could see; empty if nothing is."""
    if is_silent(after):
        return ""
    old, new = (Spoken() if before is None else _spoken(before, say)), _spoken(after, say)
    return _without_signs(" ".join(map(_sentence, filter(None, new.since(old, known, say)))), say)


def learnt(known: Known, view: View, say: Say) -> Known:
    """What is known of the keys once a view was spoken of."""
    if is_silent(view):
        return known
    spoken = _spoken(view, say)
    said: dict[str, Mapping[str, str]] = {line: {} for line in spoken.once}
    if spoken.keys or spoken.is_asked_once:
        said[spoken.asked] = {key: one.label for key, one in spoken.keys.items()}
    return {**known, **said}


def is_silent(view: View) -> bool:
    """Whether nothing is said of a view itself."""
    return view.audience == "hunters" or isinstance(view.body, Scoreboard | Poster)


class Keyed(NamedTuple):
    """What a key does."""

    label: str
    whole: str
    """With what may have changed about it, such as how many cards are left."""


class Spoken(NamedTuple):
    """What there is to say of a view."""

    notice: tuple[str, ...] = ()
    """What is announced, one thing after another."""
    turn_of: str = ""
    """Who has the turn after the notice."""
    who: str = ""
    prompt: str = ""
    alarm: str = ""
    body: tuple[Part, ...] = ()
    """Its parts; the last one is what the cursor chooses."""
    keys: Mapping[str, Keyed] = MappingProxyType({})
    """What each key chooses at once, where there is no cursor."""
    asked: str = ""
    """What the keys answer, whatever is counted in the question."""
    is_asked_once: bool = False
    """Where a turn begins or the body says what is asked, only what is counted in the question is said again."""
    once: tuple[str, ...] = ()
    """What else is said once."""
    announced: Part = ()
    """What the body announces."""

    def since(self, old: Spoken, known: Known, say: Say) -> tuple[str, ...]:
        """What is new since `old`; another question is asked with all that belongs to it.

        Who must act is not said again where a new notice has just ended with it.
        """
        notice = () if self.notice == old.notice else self.notice
        named = (old.who, self.turn_of) if notice else (old.who,)
        who = "" if self.who in named else self.who
        alarm = "" if self.alarm == old.alarm else self.alarm
        if (self.who, self.prompt, len(self.body)) == (old.who, old.prompt, len(old.body)):
            changed = (part for part, part_known in zip(self.body, old.body, strict=True) if part != part_known)
            new = *notice, who, alarm, *chain.from_iterable(changed)
            return (*new, *self._by_key(old, known, say, is_alone=not any(new)))
        above = (*(line for line in notice if line != self.prompt), "" if self._names(who) else who)
        once = (line for line in self.once if line not in known)
        new = *above, self._question(old, known), alarm, *self._new_lines(old, notice)
        return *new, *once, *self._by_key(old, known, say)

    def _question(self, old: Spoken, known: Known) -> str:
        """The question; of one that was asked before, only what is counted or new in it."""
        if self.prompt in old.announced:
            return ""
        begins = bool(self.turn_of) and self.notice != old.notice
        if self.is_asked_once and self.asked in known and (begins or any(map(any, self.body))):
            return ", ".join(_COUNTED.findall(self.prompt))
        if self.who != old.who or len(self.body) != len(old.body):
            return self.prompt
        if _COUNTED.sub("", self.prompt) == _COUNTED.sub("", old.prompt):
            return ", ".join(_COUNTED.findall(self.prompt)) or self.prompt
        before = _SENTENCES.findall(old.prompt)
        return "".join(part for part in _SENTENCES.findall(self.prompt) if part not in before).strip() or self.prompt

    def _by_key(self, old: Spoken, known: Known, say: Say, *, is_alone: bool = False) -> tuple[str, ...]:
        """What keys do that nobody has heard yet; all of it where nothing is new but a count."""
        here = known.get(self.asked, {})
        new = tuple(_by(key, one.whole) for key, one in self.keys.items() if here.get(key) != one.label)
        gone = tuple(say(words("{key}: not now", key=key)) for key in here if key not in self.keys)
        if self.keys == old.keys:
            return ()
        if is_alone and not (new or gone):
            return tuple(_by(key, one.whole) for key, one in self.keys.items())
        return *new, *gone

    def _names(self, name: str) -> bool:
        """Whether the question or the announcement names somebody: "Al" is not named by "All"."""
        return any(_is_named(name, line) for line in (self.prompt, *self.announced))

    def _new_lines(self, old: Spoken, notice: tuple[str, ...]) -> tuple[str, ...]:
        """The body, without what stood above its last part before or is in the new notice."""
        heading = () if self.who == old.who and self.body[:-1] == old.body[:-1] else self.body[:-1]
        heard = set(map(_sentence, notice))
        unheard = (line for line in chain.from_iterable(heading) if _sentence(line) not in heard)
        return *unheard, *chain.from_iterable(self.body[-1:])


_COUNTED = re.compile(r"\b\d+\s\w+")
"""A number and what it counts."""

_SENTENCES = re.compile(r"[^.?!]+[.?!]*")
"""The sentences of a question."""


def _is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _spoken(view: View, say: Say) -> Spoken:
    who = view.actor.name if view.actor else view.title
    notice = view.notice or Notice((), "news")
    prompt = view.prompt if view.heard is None else view.heard
    keys = _keys(view.body, say)
    asked = re.sub(r"\w*\d\w*", "0", prompt)
    if isinstance(view.body, Picker) and keys:
        step = _step_of(view.body, say)
        prompt, asked = step or prompt, step or ("" if view.body.areas else asked)
    body = _body(view.body, prompt, say)
    said = notice.heard or notice.announced
    spoken = Spoken(said, notice.turn_of, who, prompt, _alarm(view.body), body, keys, asked, view.is_asked_once)
    if isinstance(view.body, Announcement):
        held = (item.label for item in view.body.guard[1:])
        return spoken._replace(announced=_announcement(view.body), once=tuple(held))
    return spoken


def _keys(body: Body, say: Say) -> Mapping[str, Keyed]:
    """What each key chooses; nothing where a cursor does."""
    match body:
        case Picker():
            return _keys_of_grid(body, say)
        case Menu():
            return _keys_in(body.items, say)
        case MazePlan():
            return {} if body.keys else _keys_in((*body.dice, *body.faces, *body.choices.items), say)
    return _keys_in(getattr(body, "choices", NO_CHOICES).items, say)


def _step_of(body: Picker, say: Say) -> str:
    """What is asked after a first key: which of as many pictures, or how many of one; else nothing."""
    cells = [item for items in body.rows for item in items if item.key]
    counts = {len(item.icons) for item in cells}
    if body.areas or any(item.label for item in cells):
        return ""
    return say(words("{count} of which treasure?", count=counts.pop()) if len(counts) == 1 else words("How many?"))


def _sentence(line: str) -> str:
    return line if line[-1:] in ".!?:…" else f"{line}."


def _body(body: Body, prompt: str, say: Say) -> tuple[Part, ...]:
    match body:
        case Menu():
            return _menu(body, say)
        case TablePlan(number=number, spoken=spoken):
            return (number.label,), (spoken,)
        case Race(choices=choices):
            return _menu(choices, say)
        case Announcement():
            return _announcement(body), *_menu(body.choices, say)
        case Code(lines=lines):
            return (lines,)
        case Ranking():
            return (_ranking(body),), *_menu(body.choices, say)
        case ScoreHistory() | Calendar():
            return (_history(body),), *_menu(body.choices, say)
        case Picker():
            return (", ".join(body.summary),), ("" if _keys_of_grid(body, say) else _under_cursor(body, say),)
        case PyramidPlan():
            return _pyramid(body, prompt, say)
        case MazePlan():
            return *_maze(body, say), *_menu(body.choices, say)
        case Scoreboard() | Poster():
            return ()


def _pyramid(body: PyramidPlan, prompt: str, say: Say) -> tuple[Part, ...]:
    """How the tile under the cursor lies, what is on it, the text, and the line under the cursor."""
    text, (line,) = _menu(body.choices, say)
    lies, there = _tile(body, say)
    if _is_named(body.cursor, prompt):  # it is being entered, line by line
        lies, there = lies.removeprefix(f"{body.cursor}: "), ""
    return (lies,), (there,), text, (line.removeprefix(f"{body.cursor}: "),)


KEYS: dict[Button, Words] = {
    "left": words("left"),
    "up": words("up"),
    "ok": words("ok"),
    "right": words("right"),
    "down": words("down"),
}
"""What the keys are called."""

SIGNS: dict[str, Words] = {
    "◀": KEYS["left"],
    "▲": KEYS["up"],
    "✓": KEYS["ok"],
    "▶": KEYS["right"],
    "▼": KEYS["down"],
    "=": words("equals"),
    "×": words("times"),
}
"""Signs of texts: in some languages a synthesizer leaves them out, or names their shapes."""

_SIGN = f"[{''.join(SIGNS)}]"
_MINUS = r"(?<!\w)[-−](\d+)"
_SUM = r"([^.!?]+?) = (\d+)"


def _without_signs(text: str, say: Say) -> str:
    text = re.sub(_MINUS, lambda found: say(words("minus {number}", number=found[1])), text)
    text = re.sub(_SUM, lambda found: say(_points(found[1], int(found[2]))), text)
    return re.sub(_SIGN, lambda found: say(SIGNS[found.group()]), text)


def _points(treasures: str, count: int) -> Words:
    return words_n("{sum}: {count} point", "{sum}: {count} points", count, sum=treasures)


def _keys_of_grid(body: Picker, say: Say) -> Mapping[str, Keyed]:
    """What each key chooses; names that were said with another key are not said again."""
    areas = ((area.key, _items_of(area, body)) for area in body.areas)
    cells = ((item.key, (item,)) for items in body.rows for item in items)
    keyed = {key: items for key, items in (*areas, *cells) if key}
    found: dict[str, Keyed] = {}
    known: set[str] = set()
    for key, word in KEYS.items():
        if key in keyed:
            number, names = _name_cells(keyed[key], say)
            line = number if number and names in known else f"{number} {names}".strip()
            found[say(word)] = Keyed(line, line)
            known.add(names)
    return found


def _under_cursor(body: Picker, say: Say) -> str:
    area = next((area for area in body.areas if area.is_chosen), None)
    if area:
        return " ".join(filter(None, _name_cells(_items_of(area, body), say)))
    return item_words(body.rows[body.cursor[0]][body.cursor[1]], say) if body.cursor else ""


def _items_of(area: Area, body: Picker) -> tuple[Item, ...]:
    (top, left), (bottom, right) = area.first, area.last
    return tuple(item for row in body.rows[top : bottom + 1] for item in row[left : right + 1])


def _name_cells(items: tuple[Item, ...], say: Say) -> tuple[str, str]:
    """What several cells show: how many pictures, if that is all they have in common, and of what."""
    if len({item.spoken or item for item in items}) == 1:
        return "", item_words(items[0], say)
    names = tuple(dict.fromkeys(item.label or icon_words(item.icons[0], say) for item in items))
    numbers = {len(item.icons) for item in items if not item.label}
    return str(*numbers) if len(numbers) == 1 else "", ", ".join(names)


def _announcement(body: Announcement) -> Part:
    return *(body.heard or (body.headline, *body.lines)), *(item.label for item in body.guard[:1])


def _ranking(body: Ranking) -> str:
    return ". ".join(map(_place, body.places))


def _place(place: RankedPlayer) -> str:
    remark = place.remark.rstrip(".")
    score = (f"{place.score} {remark}",) if place.is_share else (str(place.score), remark)
    return ", ".join(filter(None, (f"{place.place}: {place.name}", *score)))


def _history(body: ScoreHistory | Calendar) -> str:
    """How the points came; of a curve only where it ends, of a calendar how much was played in each month."""
    if isinstance(body, Calendar):
        return ". ".join(month.spoken for month in reversed(body.months) if month.spoken)
    return ". ".join(
        ", ".join((f"{player.name} {player.score}", *map(_part, body.kinds, player.parts))) for player in body.players
    )


def _part(kind: str, points: int) -> str:
    return f"{kind} {points}"


def _alarm(body: Body) -> str:
    """What threatens on a map; it is said once, and again when it changes."""
    alarm = body.alarm if isinstance(body, PyramidPlan) else None
    return f"{alarm.count or ''} {alarm.text}".strip() if alarm else ""


GROUNDS = {
    "hidden": words("face down"),
    "gone": words("fallen"),
    "start": words("start card"),
    "chamber": words("burial chamber"),
}


def _tile(body: PyramidPlan, say: Say) -> tuple[str, str]:
    """The tile under the cursor with its open sides, and what is on it."""
    tile = next((tile for tile in body.tiles if tile.name == body.cursor), None)
    if tile is None:
        return body.cursor, ""
    name = () if tile.ground == "start" else (f"{tile.name}:",)
    what = (
        say(GROUNDS[tile.ground]) if tile.ground in GROUNDS else "",
        sides_words(tile.open, say),
        say(words("falls next")) if tile.doomed else "",
    )
    there = (
        *(icon_words(disc, say) for disc in tile.discs),
        *(coloured_words("lantern", colour, say) for colour in tile.lanterns),
        *(figure_words(figure, say) for figure in tile.figures),
    )
    return " ".join((*name, ", ".join(filter(None, what)))), ", ".join(there)


def sides_words(sides: str, say: Say) -> str:
    if len(sides) == len(SIDE_WORDS):
        return say(words("open on all sides"))
    return say(words("open {sides}", sides=list_words(*(SIDE_WORDS[side] for side in sides)))) if sides else ""


def figure_words(figure: Figure, say: Say) -> str:
    piece = coloured_words(figure.kind, figure.colour, say)
    return say(words("{piece} with {burden}", piece=piece, burden=ICONS[figure.burden])) if figure.burden else piece


def coloured_words(icon: str, colour: Colour, say: Say) -> str:
    return say(words("{colour} {piece}", colour=COLOUR_WORDS[colour], piece=ICONS[icon]))


def _menu(menu: Menu, say: Say) -> tuple[Part, Part]:
    """The text above the lines, and the line under the cursor; nothing where keys choose."""
    here = menu.items[menu.cursor] if 0 <= menu.cursor < len(menu.items) else None
    return menu.text, (item_words(here, say) if here and not _keys_in(menu.items, say) else "",)


def _keys_in(items: tuple[Item, ...], say: Say) -> dict[str, Keyed]:
    """What each key chooses; nothing where no keys choose."""
    keyed = (one for item in items for one in (item, item.end) if one and one.key)
    return {
        _key(one.key, say, is_held=one.is_held): Keyed(item_words(replace(one, detail=""), say), item_words(one, say))
        for one in keyed
        if one.key
    }


def _by(key: str, line: str) -> str:
    """What a key chooses; a line that begins with the name of its key has said it."""
    return line if line.casefold().startswith(f"{key.casefold()} ") else f"{key}: {line}"


def _key(key: Button, say: Say, *, is_held: bool) -> str:
    return say(words("hold {key}", key=KEYS[key])) if is_held else say(KEYS[key])


def _maze(plan: MazePlan, say: Say) -> tuple[Part, Part]:
    """The square under the cursor with its open sides and what is there, and the die under the cursor."""
    led_to = "; ".join(f"{say(KEYS[key])}: {cell_name(*divmod(index, plan.columns))}" for index, key in plan.keys)
    has_keys = _keys_in((*plan.dice, *plan.faces), say)
    die = led_to or ("" if has_keys or not plan.dice else item_words(plan.dice[plan.die], say))
    if plan.cursor is None:
        return (), (die,)
    square = plan.squares[plan.cursor]
    sides = sides_words(square.open, say) if plan.lit or not plan.path else ""  # a path that has ended
    what = (sides, square.mark, icon_words(square.icon, say) if square.icon else "")
    here = cell_name(*divmod(plan.cursor, plan.columns)), ", ".join(filter(None, what))
    return (": ".join(filter(None, here)),), (die,)


def item_words(item: Item, say: Say) -> str:
    """A line as spoken: its label, or else what its pictures show, and its detail.

    Dots after a label say that a page follows; they are not spoken.
    """
    pictures = ", ".join(_count_words(name, len(tuple(group)), say) for name, group in groupby(item.icons))
    shown = item.spoken or item.label.removesuffix("…").rstrip() or pictures
    return f"{shown}: {item.detail}" if item.detail and item.detail not in shown else shown


def _count_words(icon: str, count: int, say: Say) -> str:
    name = icon_words(icon, say)
    return f"{count} {name}" if count > 1 else name


def icon_words(icon: str, say: Say) -> str:
    return say(ICONS[icon]) if icon in ICONS else icon.removeprefix("die_")
