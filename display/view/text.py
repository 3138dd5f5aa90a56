"""Writes a view as plain lines, for scripts, tests and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from display.view.parts import Button, DrawnPath, Item, MazePlan, Menu, PyramidPlan, ScoreboardSeat, Tile
from display.view.values import (
    Announcement,
    Body,
    Calendar,
    Code,
    Picker,
    Poster,
    Race,
    Ranking,
    Scoreboard,
    ScoreHistory,
    TablePlan,
    View,
)


def as_text(view: View) -> str:
    """The view as plain lines, the cursor as `>`."""
    lines = [f"[{view.title}]" + "".join(f" ({badge})" for badge in view.badges)]
    if view.actor:
        lines.append(f"{view.actor.name} ({view.actor.colour})")
    if view.glass is not None:
        lines.append(f"<hourglass> {view.glass:.0%}")
    lines.append(view.prompt)
    lines += _body_lines(view.body)
    if view.notice:
        lines.append(f"! {view.notice.text}")
    if view.sign:
        lines.append(f"~ {view.sign.name} ({view.sign.colour})")
    if view.hints:
        hints = (f"{hint.icon or hint.button}{' (held)' if hint.held else ''} {hint.label}" for hint in view.hints)
        lines.append(" | ".join(hints))
    return "\n".join(line for line in lines if line)


def _body_lines(body: Body) -> list[str]:
    match body:
        case Poster():
            return _poster_lines(body)
        case Scoreboard():
            return _scoreboard_lines(body)
        case Menu():
            return _menu_lines(body)
        case TablePlan():
            return _plan_lines(body)
        case Race():
            return _race_lines(body)
        case Picker():
            return _picker_lines(body)
        case Ranking():
            return _ranking_lines(body)
        case ScoreHistory() | Calendar():
            return _history_lines(body)
        case PyramidPlan():
            return _map_lines(body)
        case MazePlan():
            return _maze_lines(body)
        case Announcement() | Code():
            return _announcement_lines(body)


def _poster_lines(body: Poster) -> list[str]:
    return [f"*** {body.title} ***", *([body.actor.name] if body.actor else [])]


def _scoreboard_lines(body: Scoreboard) -> list[str]:
    return ["  ".join(map(_scoreboard_seat, body.seats))]


def _scoreboard_seat(seat: ScoreboardSeat) -> str:
    things = (f"<{picture}> {count}" for picture, count in seat.things)
    return " ".join(filter(None, (seat.colour or f"<{seat.icon}>", seat.score, *things, "*" if seat.active else "")))


def _announcement_lines(body: Announcement | Code) -> list[str]:
    if isinstance(body, Code):
        return [f"<code of {len(body.squares)} x {len(body.squares)}>", *body.lines]
    icon = f"<{body.icon}> " if body.icon else ""
    said = [f"*** {icon}{body.headline} ***", *_picture_lines(body), *body.lines, *_standing_lines(body)]
    guard = [" | ".join(map(_item_text, body.guard))] if body.guard else []
    return [*said, *_menu_lines(body.choices), *guard]


def _picture_lines(body: Announcement) -> list[str]:
    match body.picture:
        case PyramidPlan() as tiles:
            return _map_lines(tiles)
        case MazePlan() as plan:
            return _maze_lines(plan)
        case items:
            return ["  ".join(map(_item_text, items))] if items else []


def _race_lines(body: Race) -> list[str]:
    seats = (
        f"  {seat.name} ({seat.colour}) {seat.score}/{body.finish}, {seat.cards} card"
        + ("s" if seat.cards != 1 else "")
        + (" *" if seat.active else "")
        + (" <house>" if seat.is_gone else "")
        for seat in body.seats
    )
    return [*seats, *_menu_lines(body.choices)]


def _plan_lines(body: TablePlan) -> list[str]:
    """The seats, the sign of whoever begins, and what lies in the middle of the table."""
    here = (body.part, body.at)
    seats = (
        f"{'>' if here == ('name', at) else ' '} {seat.name} {'> ' if here == ('colour', at) else ''}"
        f"({seat.colour or seat.icon})"
        for at, seat in enumerate(body.seats)
    )
    middle = (("first", body.first), ("number", body.number), ("go", body.go))
    return [*seats, *(f"{'>' if body.part == part else ' '} {_item_text(item)}" for part, item in middle)]


def _picker_lines(body: Picker) -> list[str]:
    slots = [_item_text(slot) or "_" for slot in body.slots]
    chosen = {body.cursor, *(area.first for area in body.areas if area.is_chosen)}
    keys = {area.first: area.key for area in body.areas}
    rows = (
        "  ".join(
            ">" * ((row, column) in chosen) + _item_text(cell) + _key_text(keys.get((row, column)))
            for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(body.rows)
    )
    return [" | ".join(slots), *rows, *body.summary]


def _calendar_lines(body: Calendar) -> list[str]:
    """A month a line, a character a day: how many games, up to 9."""
    months = (
        f"  {month.name} " + "".join(str(min(count, 9)) if count else "." for count in month.games)
        for month in body.months
    )
    return [*months, *_menu_lines(body.choices)]


def _history_lines(body: ScoreHistory | Calendar) -> list[str]:
    """Each player's score in its parts, or as it was at a few moments."""
    if isinstance(body, Calendar):
        return _calendar_lines(body)
    if body.shows == "curve":
        said = (" ".join(map(str, player.totals[:: max(1, len(player.totals) // 6)])) for player in body.players)
    else:
        said = (
            ", ".join(f"{kind} {part}" for kind, part in zip(body.kinds, player.parts, strict=True))
            for player in body.players
        )
    lines = (
        f"  {player.name} ({player.colour}) {player.score}: {how}"
        for player, how in zip(body.players, said, strict=True)
    )
    return [*lines, *_menu_lines(body.choices)]


def _ranking_lines(body: Ranking) -> list[str]:
    places = (
        f"  {place.place}. {place.name} ({place.colour}) {place.score} {place.remark}".rstrip() for place in body.places
    )
    return [*places, *_menu_lines(body.choices)]


def _standing_lines(body: MazePlan | Announcement) -> list[str]:
    """Each player's standing, the pursuer's tokens and the locked dice."""
    lines = []
    for one in body.standings:
        marks = " ".join(mark for mark, _ in one.marks)
        state = "out" if one.out else "+" * one.ankhs
        line = f"{'*' if one.active else ' '} {one.name} ({one.colour}) {state} {len(one.marks)}/{one.wanted} {marks}"
        lines.append(line.rstrip())
    counts = [] if body.tokens is None else [f"tokens {body.tokens[0]}/{body.tokens[1]}"]
    counts += [] if body.tray is None else [f"locked {body.tray[0]}/{body.tray[1]}"]
    return [*lines, *([" ".join(counts)] if counts else [])]


def _menu_lines(menu: Menu) -> list[str]:
    lines = list(menu.text)
    for index, item in enumerate(menu.items):
        lines.append(f"{'>' if index == menu.cursor else ' '} {_item_text(item)}")
    return lines


def _key_text(key: Button | None) -> str:
    return f" [{key}]" if key else ""


def _item_text(item: Item) -> str:
    face = (item.face,) if item.face else ()
    named = " ".join((*(f"<{icon}>" for icon in (*face, *item.icons)), item.label)).strip()
    if item.is_dimmed:
        named = f"({named})"
    detailed = f"{named} - {item.detail}" if item.detail else named
    held = " (held)" if item.is_held else ""
    return detailed + _key_text(item.key) + held + (f" / {_item_text(item.end)}" if item.end else "")


OPENINGS = {
    "": "·", "N": "╹", "E": "╺", "S": "╻", "W": "╸", "NS": "┃", "EW": "━", "NE": "┗", "ES": "┏", "SW": "┓", "NW": "┛",
    "NES": "┣", "ESW": "┳", "NSW": "┫", "NEW": "┻", "NESW": "╋",
}  # fmt: skip
"""A tile's open sides as one character."""


def _map_lines(body: PyramidPlan) -> list[str]:
    doomed = " ".join(tile.name for tile in body.tiles if tile.doomed)
    return [
        *_tile_lines(body.tiles),
        *(f"  {tile.name}: {', '.join(things)}" for tile in body.tiles if (things := _things_on(tile))),
        *(
            f"{'>' if tile.name in (body.cursor, body.aim) else ' '} {tile.name} {tile.badge}".rstrip()
            for tile in body.tiles
            if tile.target
        ),
        *([_path_line(body.path)] if body.path else ()),
        *([f"next to fall: {doomed}"] if doomed else ()),
        *_heat_line((tile.name, tile.heat) for tile in body.tiles if tile.heat),
        *([f"fallen: {' '.join(body.falling)}"] if body.falling else ()),
        *_fact_lines(body),
        *_menu_lines(body.choices),
    ]


def _tile_lines(tiles: tuple[Tile, ...]) -> Iterator[str]:
    """Yield the map row by row, three characters a tile."""
    for row in range(max((tile.row for tile in tiles), default=-1) + 1):
        across = {tile.column: tile for tile in tiles if tile.row == row}
        yield "  " + " ".join(_tile_sign(across.get(column)) for column in range(max(across, default=-1) + 1))


def _path_line(path: DrawnPath) -> str:
    cells = " > ".join(" ".join(layer) for layer in path.layers[: path.lit])
    return f"<{path.icon}>{' would go' if path.is_preview else ''}: {cells}"


def _fact_lines(body: PyramidPlan) -> Iterator[str]:
    """Yield the alarm, what is left of the pips, and the facts."""
    if body.alarm:
        count = "" if body.alarm.count is None else f" {body.alarm.count}"
        yield f"!!{count} {body.alarm.text}"
    if body.pips:
        yield "●" * body.pips[0] + "○" * (body.pips[1] - body.pips[0])
    if body.facts:
        yield " | ".join(_item_text(fact) for fact in body.facts)


def _tile_sign(tile: Tile | None) -> str:
    if tile is None:
        return "   "
    match tile.ground:
        case "hidden":
            return " ? "
        case "gone" | "beside":
            return " . "
        case "chamber":
            return f"[{OPENINGS[tile.open]}]"
        case "start":
            return f"({OPENINGS[tile.open]})"
        case "path":
            return f" {OPENINGS[tile.open]} "


def _things_on(tile: Tile) -> list[str]:
    figures = [
        f"{figure.colour} {figure.kind}{f' with {figure.burden}' if figure.burden else ''}" for figure in tile.figures
    ]
    return [*figures, *(f"{colour} lantern" for colour in tile.lanterns), *(f"disc {disc}" for disc in tile.discs)]


def _heat_line(places: Iterable[tuple[object, float]]) -> list[str]:
    shares = [f"{place} {share:.2f}" for place, share in places]
    return [f"heat: {', '.join(shares)}"] if shares else []


def _maze_lines(body: MazePlan) -> list[str]:
    lists = (("lit", body.lit), ("path", body.path), ("wrong", body.wrong))
    dice = (f"{'>' if i == body.die else ' '}{_item_text(item)}" for i, item in enumerate(body.dice))
    return [
        *_wall_lines(body),
        *([] if body.cursor is None else [f"> {_square_name(body, body.cursor)} {body.side}".rstrip()]),
        *(f"{kind}: {' '.join(_square_name(body, i) for i in squares)}" for kind, squares in lists if squares),
        *(f"{key}: {_square_name(body, index)}" for index, key in body.keys),
        *_heat_line((_square_name(body, index), share) for index, share in body.heat),
        *_standing_lines(body),
        *([" ".join(dice)] if body.dice else ()),
        *([" ".join(map(_item_text, body.faces))] if body.faces else ()),
        *_menu_lines(body.choices),
    ]


def _wall_lines(body: MazePlan) -> Iterator[str]:
    """Yield the maze row by row: the walls above the squares, then the squares with the walls on their left."""
    across = body.columns
    for row in range(len(body.squares) // across):
        here = range(row * across, (row + 1) * across)
        yield "  +" + "".join(("   " if "N" in body.squares[i].open else "---") + "+" for i in here)
        cells = ((" " if "W" in body.squares[i].open else "|") + _square_sign(body, i) for i in here)
        yield "  " + "".join(cells) + "|"
    yield "  +" + "---+" * across


def _square_name(body: MazePlan, index: int) -> str:
    return f"{chr(ord('a') + index % body.columns)}{index // body.columns + 1}"


def _square_sign(body: MazePlan, index: int) -> str:
    """Three characters: the pieces on a square, or else what is drawn on it."""
    here = [piece for piece in body.pieces if piece.at == index]
    if here:
        return "".join((piece.colour or piece.icon)[0].upper() for piece in here)[:3].center(3)
    square = body.squares[index]
    if square.solid:
        return "###"
    if square.mark:
        return f"{square.mark}{'x' if square.done else ' '}"
    return square.icon[:3].ljust(3)
