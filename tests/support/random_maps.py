"""Random maps for La malédiction de la momie: small, always playable, with rock, loops and dead ends."""

from __future__ import annotations

import random

from firmware_py.games.malediction.map_files import MapDrawing, endless, read_maze
from firmware_py.games.malediction.maze import COLOURS


def random_drawing(chance: random.Random) -> MapDrawing:
    """A drawing on which a game can end: they are drawn blindly until one has no problems."""
    while True:
        drawing = blind_drawing(chance)
        board, _ = read_maze(drawing)
        if board is not None and not any(endless(board)):
            return drawing


def blind_drawing(chance: random.Random) -> MapDrawing:
    """A well-formed map on which some floor may be unreachable."""
    rows, columns = chance.randint(3, 5), chance.randint(3, 5)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    chance.shuffle(places)
    held = chance.choice((["ST", "DS"], ["ST", "DU", "SA"])) + ["##"] * chance.randint(0, 2)
    codes = [colour + str(number) for colour in COLOURS for number in range(chance.randint(1, 3))]
    held += chance.sample(codes, min(len(codes), len(places) - len(held)))
    content = dict(zip(places, held, strict=False))
    lines = []
    for row in range(rows):
        lines.append("+" + "".join(chance.choices(("   +", "---+"), (4, 1))[0] for _ in range(columns)))
        cells = (f"{chance.choices(' |', (4, 1))[0]}{content.get((row, column), ''):3}" for column in range(columns))
        lines.append("".join(cells) + "|")
    lines.append("+" + "---+" * columns)
    die = (*(chance.randint(0, 6) for _ in range(chance.randint(0, 5))), chance.randint(1, 6))
    text = chance.choice((tuple(lines), "\n".join(lines), "\n".join(line.rstrip() for line in lines)))
    return MapDrawing(text, die, name=chance.choice(("", "random")))
