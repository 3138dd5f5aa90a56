"""A view as semantic HTML: what a phone shows, a screen reader reads, and a finger may touch.

Why here, and not on the phone: every name is escaped in one place, the words are those of the voice, and a phone needs
nothing but a page of script. What may not be touched is no button; what only the box may choose is left out.

Why maps are one SVG each: it is read at every size, and of a large map only what lies on it costs bytes. Its colours
are classes, as the page's own rules allow no style within the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise, repeat

from display.view import (
    Announcement,
    Body,
    Colour,
    Face,
    Item,
    MazePiece,
    MazePlan,
    Menu,
    Notice,
    Picker,
    PlayerHistory,
    Poster,
    PosterKind,
    PyramidPlan,
    Race,
    Ranking,
    ScoreHistory,
    Standing,
    Tile,
    View,
)
from firmware_py.grid import cell_name
from firmware_py.pages.interface import PageContext
from firmware_py.pages.people import COLOUR_WORDS
from firmware_py.pages.seats import TITLE, FootOffer, SeatScreen, foot, inputs, poster_for
from firmware_py.pages.spoken import GROUNDS, coloured_words, figure_words, icon_words, item_words, sides_words
from firmware_py.words import NOTHING, Say, Words, speak, words

MAP = words("Map")
_MARKS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escape(text: str) -> str:
    """Text as HTML. Why not by `html`: it loads every named character, a third of a megabyte of the device's memory."""
    return text.translate(_MARKS)


class PageWriter:
    """Writes one page: in the language of its seat, with buttons for what may be touched."""

    def __init__(self, say: Say, allowed: Collection[str]) -> None:
        """Write in the words of `say`; `allowed` are the targets that may be touched."""
        self.say = say
        self.allowed = allowed
        self.faces: Mapping[Colour, Face] = {}
        """Those of the players, by their colours, on the page that is written."""

    def page(
        self, view: View, acts: tuple[FootOffer, ...], note: str = "", own: str = "", poster: Poster | None = None
    ) -> str:
        """The page; `note` says why the last touch was refused, `own` is the name of whoever reads it."""
        self.faces = dict(view.faces)
        actor = view.actor
        band = (
            f'<header class="band c-{actor.colour}">{self.token(actor.colour)}<h1>{escape(actor.name)}</h1>'
            if actor
            else f'<header class="band"><h1>{escape(view.title or self.say(TITLE))}</h1>'
        )
        beside = view.title if actor and (own == actor.name or not own) else own
        band += f"<small>{escape(beside)}</small></header>" if actor else "</header>"
        notice = Notice((note,), "error") if note else view.notice
        body = "".join(self.body(view.body))
        acts = tuple(act for act in acts if f"<b>{escape(act.label)}</b>" not in body)  # nothing lies there twice
        return "".join(
            (
                band,
                self.poster(poster) if poster else "",
                f'<p class="q">{escape(view.prompt)}</p>' if view.prompt else "",
                f'<p class="note n-{notice.kind}">{escape(notice.text)}</p>' if notice else "",
                body,
                '<nav class="foot">' if acts else "",
                *(_button(act.target, f"{_icon(act.icon)}<span>{escape(act.label)}</span>") for act in acts),
                "</nav>" if acts else "",
            )
        )

    def body(self, body: Body) -> Iterator[str]:
        """Yield what a page shows between question and foot."""
        match body:
            case Race():
                yield from self.menu(body.choices)
                yield _rows(self._seat(body, at) for at in range(len(body.seats)))
            case Picker():
                yield from self.picker(body)
            case MazePlan():
                yield self.dice(body)
                yield from self.maze(body)
                yield from self.menu(body.choices)
                yield self.facts((("mummy", body.tokens), ("dice", body.tray)))
                yield self.standings(body.standings)
            case PyramidPlan():
                yield from self.pyramid(body)
            case Announcement():
                yield from self.announcement(body)
            case Ranking():
                yield from self.ranking(body)
                yield SCENE
            case ScoreHistory():
                yield _curve(body) if body.shows == "curve" else ""
                yield _rows(map(self.score_row, body.players, repeat(body)))
                yield from self.menu(body.choices)
            case Menu(items=(), text=()):
                yield SCENE
            case Menu():
                yield from self.menu(body)

    # --- what is chosen ----------------------------------------------------------------------------------------------

    def item(self, item: Item, *, is_current: bool = False) -> str:
        """A thing to choose or to read; nothing for what only the box may choose."""
        if item.target and item.target not in self.allowed:
            return ""
        label = f"<b>{escape(item.label)}</b>" if item.label else ""
        detail = f" <small>{escape(item.detail)}</small>" if item.detail else ""
        pictures = "".join(map(_icon, item.icons)) + (self.token(item.colour, item.face) if item.colour else "")
        inner = f'<span class="p">{pictures}</span>' if pictures else ""
        inner += f"<span>{label}{detail}</span>" if label or detail else ""
        seen = " ".join(filter(None, (item.label, item.detail)))
        name = item.spoken or ("" if item.label else item_words(item, self.say))
        if seen and name and seen.casefold() not in name.casefold():
            name = f"{seen}, {name}"  # whoever speaks to the phone says what is to be read
        if not item.target:
            return inner + (f'<span class="said">{escape(name)}</span>' if name and not item.label else "")
        dimmed = " dim" if item.is_dimmed else ""
        return _button(item.target, inner, name, f"{'cur' if is_current else ''}{dimmed}".strip())

    def menu(self, menu: Menu) -> Iterator[str]:
        """Yield the text above lines, and the lines."""
        yield from (f'<p class="text">{escape(line)}</p>' for line in menu.text)
        lines = [line for item in menu.items if (line := self.item(item))]
        if lines:
            shape = "plates" if any(item.icons for item in menu.items) and len(lines) < MOST_PLATES else "lines"
            yield f'<ul class="{shape}">{"".join(f"<li>{line}</li>" for line in lines)}</ul>'

    def picker(self, body: Picker) -> Iterator[str]:
        """Yield the slots, the cells to pick from, and the sum so far."""
        slots = (
            f"<li{' class=now' if at == body.current else ''}>{self.item(slot) or '·'}</li>"
            for at, slot in enumerate(body.slots)
        )
        yield f'<ol class="slots">{"".join(slots)}</ol>'
        columns = max(map(len, body.rows), default=1)
        cells = (self.item(item) or "<i></i>" for row in body.rows for item in row)
        yield f'<div class="grid g{columns}">{"".join(cells)}</div>'
        yield from (f'<p class="text">{escape(line)}</p>' for line in body.summary)

    def dice(self, plan: MazePlan) -> str:
        """The dice that lie there, and what the next one may show."""
        dice = "".join(self.item(die, is_current=at == plan.die) for at, die in enumerate(plan.dice))
        faces = "".join(map(self.item, plan.faces))
        rows = (f'<div class="dice">{row}</div>' for row in (dice, faces) if row)
        return "".join(rows)

    def facts(self, facts: Iterable[tuple[str, tuple[int, int] | None]]) -> str:
        """Counts such as 3/8, each beside its picture."""
        shown = (
            f"<span>{_icon(icon)}<b>{of[0]}/{of[1]}</b>{_only_said(icon_words(icon, self.say))}</span>"
            for icon, of in facts
            if of
        )
        return f'<p class="facts">{"".join(shown)}</p>'

    # --- how it stands -----------------------------------------------------------------------------------------------

    def _seat(self, race: Race, at: int) -> str:
        seat = race.seats[at]
        held = f"{_icon('card')}{seat.cards}" if seat.cards else ""
        if seat.is_gone:
            held = f"{_icon('house')}{_only_said(self.say(words('has gone home')))}"
        return (
            f"<li{' aria-current=true' if seat.active else ''}>{self.token(seat.colour)}"
            f"<span{' class=dim' if seat.is_gone else ''}>{escape(seat.name)}</span>"
            f'<span class="n">{held}</span><b>{seat.score}</b>{_lane(seat.score, race.finish, seat.colour)}</li>'
        )

    def token(self, colour: Colour, face: Face | None = None) -> str:
        """A player's face with the shape of the colour beside it, or the token of whoever has none."""
        if face := face or self.faces.get(colour):
            drawn = f'<use href="/faces.svg#{face}"/><use href="#t-{colour}" x="21" y="21" width="15" height="15"/>'
            return f'<svg class="tok k-{colour}" viewBox="0 0 36 36" aria-hidden="true">{drawn}</svg>'
        return f'<svg class="tok" aria-hidden="true"><use href="#t-{colour}"/></svg>'

    def poster(self, poster: Poster) -> str:
        """What has just happened, large: as the poster on the device."""
        actor = poster.actor
        who = f"{self.token(actor.colour)}<span>{escape(actor.name)}</span>" if actor else ""
        title = f"<strong>{escape(poster.title)}</strong>"
        return f'<p class="moment m-{poster.kind}">{_icon(MOMENTS[poster.kind])}{title}{who}</p>'

    def score_row(self, player: PlayerHistory, body: ScoreHistory) -> str:
        """A player's score, and what its points were given for: a bar of as many parts, and their words."""
        parts = player.parts if body.shows == "parts" else ()
        most, at, bar = max(1, player.goal, sum(part for part in parts if part > 0)), 0.0, []
        for number, part in enumerate(part for part in parts if part > 0):
            bar.append(
                f'<rect class="f-{player.colour} part{number % 4}" x="{at:g}" '
                f'width="{100 * part / most:g}" height="4"/>'
            )
            at += 100 * part / most
        lane = f"{LANE}{''.join(bar)}</svg>" if bar else _lane(player.score, most, player.colour)
        named = [f"<i>{escape(kind)} {part}</i>" for kind, part in zip(body.kinds, parts, strict=False) if part]
        return (
            f"<li>{self.token(player.colour)}<span>{escape(player.name)}</span><span></span><b>{player.score}</b>{lane}"
            f"<span class=marks>{''.join(named)}</span></li>"
        )

    def standings(self, standings: tuple[Standing, ...]) -> str:
        """A row for each pawn: the ankhs left, and the missions played of those that win."""
        return _rows(
            f"<li{' aria-current=true' if one.active else ''}>{self.token(one.colour)}"
            f"<span{' class=dim' if one.out else ''}>{escape(one.name)}</span>"
            f'<span class="n">{_icon("ankh") * one.ankhs}{_only_said(str(one.ankhs))}</span>'
            f"<b>{len(one.marks)}/{one.wanted}</b>"
            f'<span class="marks">{"".join(map(_mark, one.marks))}</span></li>'
            for one in standings
        )

    def ranking(self, body: Ranking) -> Iterator[str]:
        """Yield the places, and how far everybody came."""
        most = max((player.goal for player in body.history.players), default=1)
        yield _rows(
            f"<li{' aria-current=true' if place.place == 1 else ''}>{self.token(place.colour)}"
            f"<span>{_icon('trophy') if place.place == 1 else f'{place.place}.'}&nbsp;{escape(place.name)}</span>"
            f"<span></span><b>{place.score}</b>{_lane(place.score, most, place.colour)}"
            f'<span class="remark">{escape(place.remark)}</span></li>'
            for place in body.places
        )
        yield from self.menu(body.choices)

    def announcement(self, body: Announcement) -> Iterator[str]:
        """Yield an announcement, large."""
        yield f'<section class="read">{_icon(body.icon)}<h2>{escape(body.headline)}</h2>'
        yield from (f"<p>{escape(line)}</p>" for line in body.lines)
        yield "</section>"
        match body.picture:
            case PyramidPlan() | MazePlan():
                yield from self.body(body.picture)
            case items:
                yield f'<p class="facts">{"".join(map(self.item, items))}</p>' if items else ""
        yield from self.menu(body.choices)
        yield self.facts((("mummy", body.tokens), ("dice", body.tray)))
        yield self.standings(body.standings)

    # --- maps --------------------------------------------------------------------------------------------------------

    def maze(self, plan: MazePlan) -> Iterator[str]:
        """Yield the map with its walls, what is built and lies there, and the squares that can be reached."""
        across, down = plan.columns, len(plan.squares) // plan.columns
        named = [cell_name(*divmod(at, across)) for at in range(len(plan.squares))]
        lit = [at for at in plan.lit if f"square {at}" in self.allowed]
        asked = [at for at in range(len(plan.squares)) if f"square {at}" in self.allowed and at not in plan.lit]
        yield _map(across * CELL, down * CELL, self.say(MAP))
        yield f'<rect class="floor" width="{across * CELL}" height="{down * CELL}"/>'
        joints = [f"M{x * CELL} 0V{down * CELL}" for x in range(1, across)]
        joints += [f"M0 {y * CELL}H{across * CELL}" for y in range(1, down)]
        yield f'<path class="joint" d="{"".join(joints)}"/>'
        rock = "".join(
            f"M{at % across * CELL} {at // across * CELL}h{CELL}v{CELL}h-{CELL}Z"
            for at, square in enumerate(plan.squares)
            if square.solid
        )
        yield f'<path class="rock" d="{rock}"/><path class="line" d="{_walls(plan, across)}"/>' if across else ""
        for at, square in enumerate(plan.squares):
            x, y = at % across * CELL, at // across * CELL
            if square.icon:
                yield _use(square.icon, x + 4, y + 4, CELL - 8)
            elif square.mark:
                yield f'<g class="mark{" done" * square.done}"><use href="#m-{square.colour}" x="{x + 6}" y="{y + 5}" '
                yield f'width="28" height="30"/><text x="{x + 20}" y="{y + 31}">{escape(square.mark)}</text></g>'
        if plan.path:
            points = " ".join(
                f"{at % across * CELL + 20},{at // across * CELL + 20}" for at in (*plan.path, *_head(plan))
            )
            yield f'<polyline class="walk" points="{points}"/><polyline class="steps" points="{points}"/>'
        for at in plan.wrong:
            yield _field("wrong", at % across * CELL, at // across * CELL)
        for at in (*lit, *asked):
            said = ", ".join(
                filter(None, (named[at], sides_words(plan.squares[at].open, self.say), plan.squares[at].mark))
            )
            yield _place(
                f"square {at}",
                said,
                _field("lit" if at in plan.lit else "ask", at % across * CELL, at // across * CELL),
            )
        for piece, (left, top, size) in _place_pieces(plan.pieces, across):
            used = f'<use href="#p-{piece.colour}" x="{left}" y="{top}" width="{size}" height="{size}"/>'
            inner = used if piece.colour else _use(piece.icon, left, top, size)
            yield f'<g class="piece{" active" * piece.active}">{inner}</g>'
        yield from (f'<text class="xy" x="{x * CELL + 20}" y="-6">{chr(ord("a") + x)}</text>' for x in range(across))
        yield from (f'<text class="xy" x="-11" y="{y * CELL + 27}">{y + 1}</text>' for y in range(down))
        yield "</svg></div>"
        spoken = (f"{named[piece.at]}: {self._piece(piece.colour, piece.icon)}" for piece in plan.pieces)
        yield f'<p class="said">{escape("; ".join(spoken))}</p>'
        chips = "".join(f"<li>{_button(f'square {at}', named[at], own='chip')}</li>" for at in lit)
        yield f'<ul class="chips">{chips}</ul>' if chips else ""

    def _piece(self, colour: Colour | None, icon: str) -> str:
        if colour is None:
            return icon_words(icon, self.say)
        return self.say(words("{colour} pawn", colour=COLOUR_WORDS[colour]))

    def pyramid(self, body: PyramidPlan) -> Iterator[str]:
        """Yield what threatens, the map of tiles, what can be chosen, and facts."""
        if body.alarm:
            count = f"<b>{body.alarm.count}</b> " if body.alarm.count is not None else ""
            yield f'<p class="note n-loss">{_icon(body.alarm.icon)} {count}{escape(body.alarm.text)}</p>'
        columns = 1 + max((tile.column for tile in body.tiles), default=0)
        rows = 1 + max((tile.row for tile in body.tiles), default=0)
        yield _map(columns * TILE, rows * TILE, self.say(MAP), margin=6)
        yield from (self._tile(tile, body) for tile in body.tiles)
        if body.path:
            yield _walk(body)
        yield "</svg></div>"
        if body.pips:
            left, most = body.pips
            yield f'<p class="pips" aria-hidden="true">{"●" * left}{"○" * (most - left)}</p>'
        yield from self.menu(body.choices)
        facts = "".join(f"<span>{self.item(fact)}</span>" for fact in body.facts)
        yield f'<p class="facts">{facts}</p>' if facts else ""

    def _tile(self, tile: Tile, body: PyramidPlan) -> str:
        say, x, y = self.say, tile.column * TILE, tile.row * TILE
        can = tile.target in self.allowed if tile.target else False
        if tile.ground == "beside" and not (can or tile.figures):
            return ""
        doomed = tile.doomed or tile.name in body.falling
        look = " doom" * doomed + " cur" * (tile.name in (body.cursor, body.aim)) + " can" * can
        parts = [f'<rect class="g-{tile.ground}{look}" x="{x + 1.5}" y="{y + 1.5}" width="57" height="57" rx="7"/>']
        if tile.open:
            opens = "".join(f"M{x + 30} {y + 30}{OPENINGS[side]}" for side in tile.open)
            parts.append(f'<path class="open-{"chamber" if tile.ground == "chamber" else "path"}" d="{opens}"/>')
        if tile.ground in ("chamber", "start"):
            parts.append(f'<rect class="room-{tile.ground}" x="{x + 15}" y="{y + 15}" width="30" height="30" rx="4"/>')
        parts += [
            _use(disc, x + 4 + round(min(17, 34 / len(tile.discs)) * at), y + 36, 20)
            for at, disc in enumerate(tile.discs)
        ]
        parts += [
            f'<g class="k-{colour}">{_use("lantern", x + 40, y + 3 + 17 * at, 17)}</g>'
            f'<use href="#t-{colour}" x="{x + 50}" y="{y + 12 + 17 * at}" width="9" height="9"/>'
            for at, colour in enumerate(tile.lanterns)
        ]
        across, apart, size = (2, 20, 26) if len(tile.figures) <= 4 else (3, 17, 20)
        for at, figure in enumerate(tile.figures):
            px, py = x + 3 + apart * (at % across), y + 3 + apart * (at // across)
            parts.append(
                f'<g class="piece{" active" * figure.active}"><use href="#t-{figure.colour}" x="{px}" y="{py}" '
            )
            within = _use(figure.kind, px + size // 5, py + size // 5, size * 5 // 8)
            parts.append(f'width="{size}" height="{size}"/>{within}</g>')
            if figure.burden:
                parts.append(_use(figure.burden, px + size * 3 // 5, py + size * 5 // 9, size // 2))
        if tile.badge:
            parts.append(f'<text class="badge" x="{x + 52}" y="{y + 55}">{escape(tile.badge)}</text>')
        things = (
            *(figure_words(figure, say) for figure in tile.figures),
            *(icon_words(disc, say) for disc in tile.discs),
            *(coloured_words("lantern", colour, say) for colour in tile.lanterns),
        )
        ground = say(GROUNDS[tile.ground]) if tile.ground in GROUNDS else ""
        said = ", ".join(filter(None, (tile.name, ground, sides_words(tile.open, say), tile.badge, *things)))
        inner = "".join(parts)
        if can:
            return _place(tile.target, said, inner)
        return f'<g role="img" aria-label="{escape(said)}">{inner}</g>' if things or ground else f"<g>{inner}</g>"


def write_page(seat: SeatScreen, table: PageContext, view: View, note: Words = NOTHING) -> str:
    """What a seat's phone shows, in the seat's language; `note` says why the last touch was refused."""
    say = speak(seat.language)
    writer = PageWriter(say, inputs(seat, table, view))
    return writer.page(view, foot(seat, table, view), say(note), seat.player, poster_for(seat, table))


SCENE = '<div class="scene" aria-hidden="true"></div>'
"""The world of the game, where nothing else is to be seen."""
LANE = '<svg class="lane" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
MOMENTS: dict[PosterKind, str] = {
    "caught": "mummy",
    "mummy": "mummy",
    "curse": "curse",
    "bust": "bust",
    "collapse": "collapse",
    "wave": "collapse",
    "fall": "collapse",
    "mission": "trophy",
    "win": "trophy",
}
"""The picture of each poster."""
CELL, TILE = 40, 60
"""The side of a square of a maze, and of a card of the pyramid, in units of their maps."""
MOST_PLATES = 8
"""More choices than these lie below each other."""
OPENINGS = {"N": "v-28.5", "S": "v28.5", "W": "h-28.5", "E": "h28.5"}


def _button(target: str, inner: str, name: str = "", own: str = "") -> str:
    more = (f' aria-label="{escape(name)}"' if name else "") + (f' class="{own}"' if own else "")
    twice = "c-" if own == "chip" else "t-"
    return f'<button data-t="{escape(target)}" id="{twice}{escape(target).replace(" ", "-")}"{more}>{inner}</button>'


def _place(target: str, name: str, inner: str) -> str:
    """A place of a map that can be chosen."""
    target = escape(target)
    means = f'data-t="{target}" id="t-{target.replace(" ", "-")}" aria-label="{escape(name)}"'
    return f'<g role="button" tabindex="0" {means}>{inner}</g>'


def _field(look: str, x: int, y: int) -> str:
    return f'<rect class="{look}" x="{x + 3}" y="{y + 3}" width="34" height="34" rx="9"/>'


def _only_said(text: str) -> str:
    """What only a screen reader reads."""
    return f'<span class="said">{escape(text)}</span>'


def _mark(mark: tuple[str, Colour]) -> str:
    return f"<i class=m-{mark[1]}>{escape(mark[0])}</i>"


def _icon(icon: str) -> str:
    return f'<svg class="i" aria-hidden="true"><use href="/icons.svg#{escape(icon)}"/></svg>' if icon else ""


def _use(icon: str, x: float, y: float, size: float) -> str:
    return f'<use href="/icons.svg#{escape(icon)}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def _rows(rows: Iterable[str]) -> str:
    lines = "".join(rows)
    return f'<ul class="score">{lines}</ul>' if lines else ""


def _lane(score: int, most: int, colour: Colour) -> str:
    """A bar: how far somebody has come."""
    share = round(100 * max(0, min(score, most)) / max(1, most))
    return f'{LANE}<rect class="f-{colour}" width="{share}" height="4"/></svg>'


def _curve(body: ScoreHistory) -> str:
    """How the scores grew, a line for each player; a screen reader reads the scores below it."""
    totals = [total for player in body.players for total in player.totals]
    most, least = max((1, *totals)), min((0, *totals))
    lines = []
    for player in body.players:
        steps = max(1, len(player.totals) - 1)
        points = [(300 * at / steps, 150 * (most - total) / (most - least)) for at, total in enumerate(player.totals)]
        drawn, (x, y) = " ".join(f"{x:.0f},{y:.0f}" for x, y in points), points[-1]
        lines.append(
            f'<polyline class="under" points="{drawn}"/><polyline class="s-{player.colour}" points="{drawn}"/>'
        )
        lines.append(f'<use href="#t-{player.colour}" x="{x - 9:.0f}" y="{y - 9:.0f}" width="18" height="18"/>')
    grid = "".join(f"M0 {150 * at // 4}H300" for at in range(5))
    return (
        f'<svg class="curve" viewBox="-6 -12 324 176" aria-hidden="true"><path class="joint" d="{grid}"/>'
        f"{''.join(lines)}</svg>"
    )


def _map(width: int, height: int, name: str, margin: int = 24) -> str:
    far = margin + 4
    return (
        f'<div class="map" tabindex="0" role="group" aria-label="{escape(name)}">'
        f'<svg viewBox="-{margin} -{margin} {width + far} {height + far}">'
    )


def _walls(plan: MazePlan, across: int) -> str:
    """The walls as one path: of each square those to the east and south, and the outer ones."""
    paths = []
    for at, square in enumerate(plan.squares):
        x, y = at % across * CELL, at // across * CELL
        after = {"E": at + 1 if (at + 1) % across else None, "S": at + across}
        for side, start, run in (("E", f"M{x + CELL} {y}", f"v{CELL}"), ("S", f"M{x} {y + CELL}", f"h{CELL}")):
            beside = after[side]
            both = square.solid and beside is not None and beside < len(plan.squares) and plan.squares[beside].solid
            if side not in square.open and not both:
                paths.append(start + run)
        paths += [f"M{x} {y}h{CELL}"] * (y == 0 and "N" not in square.open)
        paths += [f"M{x} {y}v{CELL}"] * (x == 0 and "W" not in square.open)
    return "".join(paths)


def _place_pieces(pieces: tuple[MazePiece, ...], across: int) -> Iterator[tuple[MazePiece, tuple[float, float, float]]]:
    """Yield each piece with its place and size; of several on one square each has a quarter."""
    lying: dict[int, int] = {}
    for piece in pieces:
        count = sum(other.at == piece.at for other in pieces)
        nth = lying[piece.at] = lying.get(piece.at, -1) + 1
        x, y = piece.at % across * CELL, piece.at // across * CELL
        yield piece, (x + 3, y + 3, 34) if count == 1 else (x + 1 + 19 * (nth % 2), y + 1 + 19 * (nth // 2), 19)


def _head(plan: MazePlan) -> tuple[int, ...]:
    """Where a path ends: its walker stands there."""
    walker = next((piece.at for piece in plan.pieces if piece.icon), None)
    return () if walker is None or walker == plan.path[-1] else (walker,)


def _walk(body: PyramidPlan) -> str:
    """The path across the map: lines between neighbouring cards of layers that follow each other."""
    assert body.path is not None
    at = {tile.name: (tile.column, tile.row) for tile in body.tiles}
    layers = [[at[name] for name in layer if name in at] for layer in body.path.layers[: body.path.lit]]
    lines = "".join(
        f"M{a * TILE + 30} {b * TILE + 30}L{c * TILE + 30} {d * TILE + 30}"
        for one, other in pairwise(layers)
        for a, b in one
        for c, d in other
        if abs(a - c) + abs(b - d) == 1
    )
    return f'<path class="walk" d="{lines}"/><path class="steps" d="{lines}"/>'
