"""What hands do with the pawn whose turn it is."""

from __future__ import annotations

from typing import Any

from hand_motions import Hand, Point
from hand_turns import BEGINS_S, Turn, free_beside, overshot, retraced, slides

from firmware_py.grid import Cell


def ends(turn: Turn) -> list[Cell]:
    """Where the pawn may end, its own cell left out: no magnet moves for that."""
    state = turn.state
    start = state.cell(state.active)
    assert start is not None
    others = {cell for cell, index in state.in_corridors.items() if index != state.active}
    found = turn.referee.hunter_ends(start, state.face or "", state.mummy, others)
    return sorted(found - {start})


def goes(turn: Turn, hand: Hand, to: Cell, *, cut_mm: float = 0.0, end: Point | None = None) -> None:
    """Slide a pawn to a cell where nothing is on its path, with rests; else lift it there."""
    blocked = {cell for cell, pawn in turn.standing.items() if pawn != hand.piece} | {turn.state.mummy}
    path = turn.referee.shortest(hand.cell, to, blocked) if hand.cell else None
    if path and (cut_mm or turn.chance.random() < 0.6):
        slides(turn, hand, path, cut_mm=cut_mm, end=end)
    else:
        if hand.cell:
            hand.lift()
        hand.rest(turn.chance.uniform(0.05, 1.5))
        hand.put(to, end)


def hunter_goes(turn: Turn, **how: Any) -> bool:
    """Let the pawn go to a cell in reach, and nothing else happen."""
    found = ends(turn)
    if not found:
        return False
    hand = turn.hand(turn.mover, BEGINS_S)
    turn.meant = turn.chance.choice(found)
    end = how.pop("end", None)
    goes(turn, hand, turn.meant, end=end(hand, turn.meant) if end else None, **how)
    turn.arrival_s = hand.now_s
    return True


def hunter_cuts_corners(turn: Turn) -> bool:
    """Cut the corners of a slide by 4 to 12 mm."""
    return hunter_goes(turn, cut_mm=turn.chance.uniform(4.0, 12.0))


def hunter_askew(turn: Turn) -> bool:
    """Stop 5 mm beside the middle."""
    return hunter_goes(turn, end=lambda hand, cell: hand.askew(cell, 5.0))


def hunter_hovers(turn: Turn) -> bool:
    """Hold the pawn over one or two cells before it is put down."""
    found = ends(turn)
    if not found:
        return False
    hand = turn.hand(turn.mover, BEGINS_S)
    turn.meant = turn.chance.choice(found)
    if hand.cell:
        hand.lift()
    free = [cell for cell in turn.referee.floor if cell not in turn.standing and cell != turn.state.mummy]
    for _ in range(turn.chance.choice((1, 1, 2))):
        over = turn.chance.choice([*found, *free])
        hand.hover(over, turn.chance.uniform(6.0, 20.0), turn.chance.uniform(0.2, 1.0))
    hand.put(turn.meant)
    turn.arrival_s = hand.now_s
    return True


def hunter_reconsiders(turn: Turn) -> bool:
    """Stand on one cell for a while, then go to another one in reach."""
    found = ends(turn)
    if len(found) < 2:
        return False
    first, turn.meant = turn.chance.sample(found, 2)
    hand = turn.hand(turn.mover, BEGINS_S)
    goes(turn, hand, first)
    hand.rest(turn.chance.choice((0.1, 0.25, 0.25, 0.6, 1.5, 2.5)))
    goes(turn, hand, turn.meant)
    turn.arrival_s = hand.now_s
    return True


def hunter_there_and_back(turn: Turn) -> bool:
    """Go to a cell in reach and back home, where the pawn stays."""
    found, home = ends(turn), turn.state.at[turn.state.active]
    if not found or home not in turn.standing:
        return False
    hand = turn.hand(turn.mover, BEGINS_S)
    goes(turn, hand, turn.chance.choice(found))
    hand.rest(turn.chance.choice((0.1, 0.25, 0.6, 1.5)))
    goes(turn, hand, home)
    turn.arrival_s = hand.now_s
    if turn.state.face in ("2", "4"):
        turn.undecidable = "the walk may end at home (P19), so a question is right"
    return True


def slid_path(turn: Turn) -> tuple[Cell, ...] | None:
    """Return a free path of the pawn to a cell in reach, and set what it means."""
    found, home = ends(turn), turn.state.at[turn.state.active]
    if not found or home not in turn.standing:
        return None
    turn.meant = turn.chance.choice(found)
    blocked = {cell for cell in turn.standing if cell != home} | {turn.state.mummy}
    return turn.referee.shortest(home, turn.meant, blocked)


def hunter_overshoots(turn: Turn) -> bool:
    """Slide one cell too far, and back."""
    path = slid_path(turn)
    if not path:
        return False
    return overshot(turn, path, free_beside(turn, path[-1], path))


def hunter_retraces(turn: Turn) -> bool:
    """Take a step back on its path."""
    path = slid_path(turn)
    return retraced(turn, path) if path and len(path) > 1 else False
