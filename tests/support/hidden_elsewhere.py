"""Games of La malédiction that differ in what is hidden only."""

from msgspec.structs import replace

from firmware_py.games.malediction.state import AT_STAIRS, IN_DUNGEON, OUT


def hidden_otherwise(state, chance):
    """A state in which every hidden pawn stands elsewhere."""
    cells = [cell for cell in state.maze.cells if state.maze.is_floor(cell) and cell != state.mummy]
    elsewhere = chance.sample(cells, len(state.at))
    return replace(
        state,
        at=tuple(
            at if at in (IN_DUNGEON, OUT) else chance.choice([cell, AT_STAIRS])
            for at, cell in zip(state.at, elsewhere, strict=True)
        ),
    )
