"""A view in plain lines: what a person reads on it, for scripts, tests and the command line."""

from __future__ import annotations

from display.view.values import Announcement, Body, Item, Map, MazePlan, Menu, Picker, Race, Ranking, Tile, View


def as_text(view: View) -> str:
    """Return the view as plain lines: what a person reads on it, the cursor as `>`."""
    lines = [f"[{view.title}]" + "".join(f" ({badge})" for badge in view.badges)]
    if view.actor:
        lines.append(f"{view.actor.name} ({view.actor.colour})")
    lines.append(view.prompt)
    lines += _body_lines(view.body)
    if view.notice:
        source = f"{view.notice.source}: " if view.notice.source else ""
        lines.append(f"! {source}{view.notice.text}")
    if view.hints:
        hints = (f"{hint.button}{' (held)' if hint.held else ''} {hint.label}" for hint in view.hints)
        lines.append(" | ".join(hints))
    return "\n".join(line for line in lines if line)


def _body_lines(body: Body) -> list[str]:
    match body:
        case Menu():
            return _menu_lines(body)
        case Race():
            seats = [
                f"  {seat.name} ({seat.colour}) {seat.score}/{body.finish}, {seat.cards} cards"
                + (" *" if seat.active else "")
                for seat in body.seats
            ]
            return [*seats, *_menu_lines(body.choices)]
        case Picker():
            slots = [_item_text(slot) or "_" for slot in body.slots]
            rows = [
                "  ".join(
                    f">{_item_text(cell)}" if (row, column) == body.cursor else _item_text(cell)
                    for column, cell in enumerate(cells)
                )
                for row, cells in enumerate(body.rows)
            ]
            return [" | ".join(slots), *rows, *body.summary]
        case Ranking():
            places = [
                f"  {place.place}. {place.name} ({place.colour}) {place.score} {place.remark}".rstrip()
                for place in body.places
            ]
            return [*places, *_menu_lines(body.choices)]
        case Map():
            return _map_lines(body)
        case MazePlan():
            return _maze_lines(body)
        case Announcement():
            icon = f"<{body.icon}> " if body.icon else ""
            return [f"*** {icon}{body.headline} ***", *body.lines, *_standing_lines(body), *_menu_lines(body.choices)]


def _standing_lines(body: MazePlan | Announcement) -> list[str]:
    """Return how every figure stands, the pursuer's tokens and the locked dice."""
    lines = []
    for one in body.standings:
        marks = " ".join(mark for mark, _ in one.marks)
        state = "out" if one.out else "+" * one.charms
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


def _item_text(item: Item) -> str:
    named = " ".join((*(f"<{icon}>" for icon in item.icons), item.label)).strip()
    return f"{named} - {item.detail}" if item.detail else named


WAYS = {
    "": "·", "N": "╹", "E": "╺", "S": "╻", "W": "╸", "NS": "┃", "EW": "━", "NE": "┗", "ES": "┏", "SW": "┓", "NW": "┛",
    "NES": "┣", "ESW": "┳", "NSW": "┫", "NEW": "┻", "NESW": "╋",
}  # fmt: skip
"""A tile's open sides as one character."""


def _map_lines(body: Map) -> list[str]:
    lines = []
    for row in range(max((tile.row for tile in body.tiles), default=-1) + 1):
        across = {tile.column: tile for tile in body.tiles if tile.row == row}
        lines.append("  " + " ".join(_tile_sign(across.get(column)) for column in range(max(across, default=-1) + 1)))
    lines += [f"  {tile.name}: {', '.join(things)}" for tile in body.tiles if (things := _things_on(tile))]
    lines += [f"{'>' if tile.name == body.cursor else ' '} {tile.name} {tile.badge}".rstrip()
              for tile in body.tiles if tile.target]  # fmt: skip
    if body.route:
        way = " > ".join(" ".join(layer) for layer in body.route.layers[: body.route.lit])
        lines.append(f"<{body.route.icon}>{' would go' if body.route.is_preview else ''}: {way}")
    doomed = [tile.name for tile in body.tiles if tile.doomed]
    lines += [f"next to fall: {' '.join(doomed)}"] if doomed else []
    lines += [f"fallen: {' '.join(body.falling)}"] if body.falling else []
    if body.alarm:
        count = "" if body.alarm.count is None else f" {body.alarm.count}"
        lines.append(f"!!{count} {body.alarm.text}")
    if body.pips:
        lines.append("●" * body.pips[0] + "○" * (body.pips[1] - body.pips[0]))
    lines += [" | ".join(_item_text(fact) for fact in body.facts)] if body.facts else []
    return [*lines, *_menu_lines(body.choices)]


def _tile_sign(tile: Tile | None) -> str:
    if tile is None:
        return "   "
    match tile.ground:
        case "hidden":
            return " ? "
        case "gone" | "beside":
            return " . "
        case "chamber":
            return f"[{WAYS[tile.open]}]"
        case "start":
            return f"({WAYS[tile.open]})"
        case "path":
            return f" {WAYS[tile.open]} "


def _things_on(tile: Tile) -> list[str]:
    pawns = [f"{pawn.colour} {pawn.kind}{f' with {pawn.burden}' if pawn.burden else ''}" for pawn in tile.pawns]
    return [*pawns, *(f"{colour} lantern" for colour in tile.lanterns), *(f"disc {disc}" for disc in tile.discs)]


def _maze_lines(body: MazePlan) -> list[str]:
    lines = []
    across = body.columns
    for row in range(len(body.squares) // across):
        here = range(row * across, (row + 1) * across)
        lines.append("  +" + "".join(("   " if "N" in body.squares[i].open else "---") + "+" for i in here))
        cells = ((" " if "W" in body.squares[i].open else "|") + _square_sign(body, i) for i in here)
        lines.append("  " + "".join(cells) + "|")
    lines.append("  +" + "---+" * across)
    if body.side and body.cursor is not None:
        lines.append(f"> {_square_name(body, body.cursor)} {body.side}")
    elif body.cursor is not None:
        lines.append(f"> {_square_name(body, body.cursor)}")
    for kind, squares in (("lit", body.lit), ("path", body.path), ("wrong", body.wrong)):
        lines += [f"{kind}: {' '.join(_square_name(body, i) for i in squares)}"] if squares else []
    lines += _standing_lines(body)
    if body.dice:
        dice = (f"{'>' if i == body.die else ' '}{_item_text(item)}" for i, item in enumerate(body.dice))
        lines.append(" ".join(dice))
    return [*lines, *_menu_lines(body.choices)]


def _square_name(body: MazePlan, index: int) -> str:
    return f"{chr(ord('a') + index % body.columns)}{index // body.columns + 1}"


def _square_sign(body: MazePlan, index: int) -> str:
    """Return three characters: the figures on a square, or else what is drawn on it."""
    here = [piece for piece in body.pieces if piece.at == index]
    if here:
        return "".join((piece.colour or piece.icon)[0].upper() for piece in here)[:3].center(3)
    square = body.squares[index]
    if square.solid:
        return "###"
    if square.mark:
        return f"{square.mark}{'x' if square.done else ' '}"
    return square.icon[:3].ljust(3)
