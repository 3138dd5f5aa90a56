"""What a voice says of a view: who must act, what was announced, and what the cursor is on, as far as it is new.

Why nothing on a page for the hunters' eyes, not even that there is one: the mummy's player has ears.
"""

from __future__ import annotations

import re
from itertools import chain, groupby
from typing import NamedTuple, TypeAlias

from display.view import (
    Announcement,
    Area,
    Body,
    Button,
    Code,
    Colour,
    Figure,
    Item,
    MazePlan,
    Menu,
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
from firmware_py.words import Say, Words, words, words_n

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


def utterance(before: View | None, after: View, say: Say) -> str:
    """Return what is new in a view since the one before, the last that everybody could see; empty if nothing is."""
    if after.audience == "hunters" or isinstance(after.body, Scoreboard | Poster):
        return ""
    old, new = (Spoken() if before is None else _spoken(before, say)), _spoken(after, say)
    return _without_signs(" ".join(map(_sentence, filter(None, new.since(old)))), say)


class Spoken(NamedTuple):
    """What there is to say of a view."""

    notice: tuple[str, ...] = ()
    """What is announced, one thing after another."""
    turn_of: str = ""
    """The player to whom the end of the notice gives the turn."""
    who: str = ""
    prompt: str = ""
    alarm: str = ""
    body: tuple[Part, ...] = ()
    """Its parts; the last one is what the cursor or a key chooses."""

    def since(self, old: Spoken) -> tuple[str, ...]:
        """Return what is new since `old`; another question is asked with all that belongs to it.

        Who must act is not said again where a new notice has just ended with it.
        """
        notice = () if self.notice == old.notice else self.notice
        named = (old.who, self.turn_of) if notice else (old.who,)
        who = "" if self.who in named else self.who
        alarm = "" if self.alarm == old.alarm else self.alarm
        if (self.who, self.prompt, len(self.body)) == (old.who, old.prompt, len(old.body)):
            changed = (part for part, known in zip(self.body, old.body, strict=True) if part != known)
            return *notice, who, alarm, *chain.from_iterable(changed)
        above = (*(line for line in notice if line != self.prompt), "" if self._asks(who) else who)
        return *above, self.prompt, alarm, *self._offered(old, notice)

    def _asks(self, name: str) -> bool:
        """Return whether the question names somebody: Al begins no "All"."""
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.prompt) is not None

    def _offered(self, old: Spoken, notice: tuple[str, ...]) -> tuple[str, ...]:
        """The body, without what stood above its last part before or is in the new notice."""
        heading = () if self.who == old.who and self.body[:-1] == old.body[:-1] else self.body[:-1]
        heard = set(map(_sentence, notice))
        unheard = (line for line in chain.from_iterable(heading) if _sentence(line) not in heard)
        return *unheard, *chain.from_iterable(self.body[-1:])


def _spoken(view: View, say: Say) -> Spoken:
    who = view.actor.name if view.actor else view.title
    announced, turn_of = (view.notice.announced, view.notice.turn_of) if view.notice else ((), "")
    return Spoken(announced, turn_of, who, view.prompt, _alarm(view.body), _body(view.body, say))


def _sentence(line: str) -> str:
    return line if line[-1:] in ".!?:…" else f"{line}."


def _body(body: Body, say: Say) -> tuple[Part, ...]:
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
        case ScoreHistory():
            return (_history(body),), *_menu(body.choices, say)
        case Picker():
            return ("; ".join(body.summary),), (_picked(body, say),)
        case PyramidPlan():
            text, (line,) = _menu(body.choices, say)
            return (_tile(body, say),), text, (line.removeprefix(f"{body.cursor}: "),)
        case MazePlan():
            return *_maze(body, say), *_menu(body.choices, say)
        case Scoreboard() | Poster():
            return ()


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


def _picked(body: Picker, say: Say) -> str:
    """Return what is under the cursor; where keys choose, what each of them does."""
    areas = ((area.key, _items_of(area, body)) for area in body.areas)
    cells = ((item.key, (item,)) for items in body.rows for item in items)
    keyed = {key: items for key, items in (*areas, *cells) if key}
    return _said_by_key(keyed, say) if keyed else _under_cursor(body, say)


def _under_cursor(body: Picker, say: Say) -> str:
    area = next((area for area in body.areas if area.is_chosen), None)
    if area:
        return " ".join(filter(None, _named(_items_of(area, body), say)))
    return item_words(body.rows[body.cursor[0]][body.cursor[1]], say) if body.cursor else ""


def _said_by_key(keyed: dict[Button, tuple[Item, ...]], say: Say) -> str:
    """Return what each key chooses; names that were said with another key are not said again."""
    said: list[str] = []
    known: set[str] = set()
    for key, word in KEYS.items():
        if key in keyed:
            number, names = _named(keyed[key], say)
            said.append(f"{say(word)}: {number if number and names in known else f'{number} {names}'.strip()}")
            known.add(names)
    return ". ".join(said)


def _items_of(area: Area, body: Picker) -> tuple[Item, ...]:
    (top, left), (bottom, right) = area.first, area.last
    return tuple(item for row in body.rows[top : bottom + 1] for item in row[left : right + 1])


def _named(items: tuple[Item, ...], say: Say) -> tuple[str, str]:
    """What several cells show: how many pictures, if that is all they have in common, and of what."""
    if len({item.spoken or item for item in items}) == 1:
        return "", item_words(items[0], say)
    names = tuple(dict.fromkeys(item.label or icon_words(item.icons[0], say) for item in items))
    numbers = {len(item.icons) for item in items if not item.label}
    return str(*numbers) if len(numbers) == 1 else "", ", ".join(names)


def _announcement(body: Announcement) -> Part:
    return body.headline, *body.lines, *(item.label for item in body.guard)


def _ranking(body: Ranking) -> str:
    return ". ".join(map(_place, body.places))


def _place(place: RankedPlayer) -> str:
    said = f"{place.place}: {place.name}", str(place.score), place.remark.rstrip(".")
    return ", ".join(filter(None, said))


def _history(body: ScoreHistory) -> str:
    """How the points came; of a curve only where it ends."""
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


def _tile(body: PyramidPlan, say: Say) -> str:
    """Return the tile under the cursor and its open sides; in a sentence of its own what is on it."""
    tile = next((tile for tile in body.tiles if tile.name == body.cursor), None)
    if tile is None:
        return body.cursor
    name = () if tile.ground == "start" else (f"{tile.name}:",)
    what = (
        say(GROUNDS[tile.ground]) if tile.ground in GROUNDS else "",
        sides_words(tile.open, say),
        say(words("falls next")) if tile.doomed else "",
    )
    there = (
        *(icon_words(disc, say) for disc in tile.discs),
        *(coloured_words("lantern", colour, say) for colour in tile.lanterns),
        *(figure_words(figure, say) for figure in tile.pawns),
    )
    lies = " ".join((*name, ", ".join(filter(None, what))))
    return f"{lies}. {', '.join(there)}" if there else lies


def sides_words(sides: str, say: Say) -> str:
    if len(sides) == len(SIDE_WORDS):
        return say(words("open on all sides"))
    return say(words("open {sides}", sides=tuple(SIDE_WORDS[side] for side in sides))) if sides else ""


def figure_words(figure: Figure, say: Say) -> str:
    piece = coloured_words(figure.kind, figure.colour, say)
    return say(words("{piece} with {burden}", piece=piece, burden=ICONS[figure.burden])) if figure.burden else piece


def coloured_words(icon: str, colour: Colour, say: Say) -> str:
    return say(words("{colour} {piece}", colour=COLOUR_WORDS[colour], piece=ICONS[icon]))


def _menu(menu: Menu, say: Say) -> tuple[Part, Part]:
    """Return the text above the lines, and the line under the cursor; where keys choose, what each of them does."""
    here = menu.items[menu.cursor] if 0 <= menu.cursor < len(menu.items) else None
    under = item_words(here, say) if here else ""
    return menu.text, (_keyed(menu.items, say) or under,)


def _keyed(items: tuple[Item, ...], say: Say) -> str:
    """Return what each key chooses; nothing where no keys choose."""
    keyed = (one for item in items for one in (item, item.end) if one and one.key)
    return ". ".join(_by(_key(one.key, say, is_held=one.is_held), item_words(one, say)) for one in keyed if one.key)


def _by(key: str, line: str) -> str:
    """What a key chooses; a line that begins with the name of its key has said it."""
    return line if line.casefold().startswith(f"{key.casefold()} ") else f"{key}: {line}"


def _key(key: Button, say: Say, *, is_held: bool) -> str:
    return say(words("hold {key}", key=KEYS[key])) if is_held else say(KEYS[key])


def _maze(plan: MazePlan, say: Say) -> tuple[Part, Part]:
    """Return the square under the cursor with its open sides and what is there, and the die under the cursor or key."""
    led_to = "; ".join(f"{say(KEYS[key])}: {cell_name(*divmod(index, plan.columns))}" for index, key in plan.keys)
    die = (
        led_to or _keyed((*plan.dice, *plan.faces), say) or (item_words(plan.dice[plan.die], say) if plan.dice else "")
    )
    if plan.cursor is None:
        return (), (die,)
    square = plan.squares[plan.cursor]
    what = (sides_words(square.open, say), square.mark, icon_words(square.icon, say) if square.icon else "")
    return (f"{cell_name(*divmod(plan.cursor, plan.columns))}: {', '.join(filter(None, what))}",), (die,)


def item_words(item: Item, say: Say) -> str:
    """A line as spoken: its label, or else what its pictures show, and its detail.

    Dots after a label say that a page follows; they are not spoken.
    """
    pictures = ", ".join(_counted(name, len(tuple(group)), say) for name, group in groupby(item.icons))
    shown = item.spoken or item.label.removesuffix("…").rstrip() or pictures
    return f"{shown}: {item.detail}" if item.detail and item.detail not in shown else shown


def _counted(icon: str, count: int, say: Say) -> str:
    name = icon_words(icon, say)
    return f"{count} {name}" if count > 1 else name


def icon_words(icon: str, say: Say) -> str:
    return say(ICONS[icon]) if icon in ICONS else icon.removeprefix("die_")
