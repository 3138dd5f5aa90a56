"""What is odd about a map on which the game can be played all the same."""

from __future__ import annotations

from collections import Counter

from firmware_py.games.malediction.maze import COLOUR_WORDS, COLOURS, MOST_HUNTERS, Maze
from firmware_py.words import Words, words, words_n


def warnings(maze: Maze) -> tuple[Words, ...]:
    """Return what is odd about a map, although the game can be played on it."""
    hunters = min(MOST_HUNTERS, len(maze.pawns))
    counts = Counter(code[0] for code in maze.missions)
    few = (
        words_n(
            "{colour}: only {count}, but each of {hunters} hunters draws one.",
            "{colour}: only {count}, but each of {hunters} hunters draws one.",
            counts[colour],
            colour=COLOUR_WORDS[colour],
            hunters=hunters,
        )
        for colour in COLOURS
        if counts[colour] < hunters
    )
    unused = (words("objects: no cell holds {code}.", code=code) for code in maze.objects if code not in maze.missions)
    lacking = [words("without a mission of every colour no hunter can win.")] if len(counts) < len(COLOURS) else []
    return (*lacking, *few, *unused)
