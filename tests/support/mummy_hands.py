"""What hands do with the mummy in its turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hand_turns import BEGINS_S, Turn, free_beside, number, overshot, retraced, slides
from malediction_device import hold, read

from firmware_py.desk.demo import shortest_presses
from firmware_py.grid import Cell
from firmware_py.pages.interface import Play


def mummy_path(turn: Turn, length: int | None = None) -> tuple[Cell, ...] | None:
    """A path of the mummy on which it meets nobody; None if there is none."""
    most = turn.state.steps
    length = length or turn.chance.choice((most, most, turn.chance.randint(1, most) if most else 0))
    for count in range(min(length, 9), 0, -1):
        found = list(turn.referee.paths(turn.state.mummy, count, set(turn.standing)))
        if found:
            return turn.chance.choice(found)
    return None


def mummy_meant(turn: Turn) -> bool:
    """Set what the mummy's path means, and return whether it is legal."""
    turn.meant = turn.referee.mummy_path(turn.state.mummy, turn.path, turn.standing)
    return len(turn.meant) <= turn.state.steps


def mummy_slides(turn: Turn, path: tuple[Cell, ...] | None, **how: Any) -> bool:
    """Slide the mummy along a path."""
    if not path:
        return False
    hand = turn.hand("mummy", BEGINS_S)
    end = how.pop("end", None)
    slides(turn, hand, path, end=end(hand, path[-1]) if end else None, **how)
    turn.path, turn.arrival_s = path, hand.now_s
    return mummy_meant(turn)


def mummy_goes(turn: Turn) -> bool:
    """Slide the mummy, and nothing else happens."""
    return mummy_slides(turn, mummy_path(turn))


def mummy_is_entered_otherwise(turn: Turn) -> bool:
    """Slide the mummy to one cell, and enter the path to another one by button: the board has to say so."""
    turn.entered = mummy_path(turn, 1)
    return turn.entered is not None and mummy_goes(turn) and turn.entered[-1] != turn.meant[-1]


def mummy_cuts_corners(turn: Turn) -> bool:
    """Cut the corners by 4 to 12 mm."""
    return mummy_slides(turn, mummy_path(turn), cut_mm=turn.chance.uniform(4.0, 12.0))


def mummy_askew(turn: Turn) -> bool:
    """Stop 5 mm beside the middle."""
    return mummy_slides(turn, mummy_path(turn), end=lambda hand, cell: hand.askew(cell, 5.0))


def mummy_reconsiders(turn: Turn) -> bool:
    """Take the last step, hesitate, and go elsewhere."""
    path = mummy_path(turn)
    if not path:
        return False
    before = path[-2] if len(path) > 1 else turn.state.mummy
    other = free_beside(turn, before, path)
    if not other:
        return False
    hand = turn.hand("mummy", BEGINS_S)
    slides(turn, hand, path)
    hand.rest(turn.chance.choice((0.1, 0.25, 0.25, 0.25, 0.6, 1.5)))
    to = turn.chance.choice(other)
    slides(turn, hand, (before, to), rests=0.1)
    turn.path, turn.arrival_s = (*path, before, to), hand.now_s
    return mummy_meant(turn)


def mummy_before_its_die(turn: Turn) -> bool:
    """Roll and move at once, and enter the die meanwhile or afterwards."""
    if turn.state.phase != "mummy_move" or not mummy_goes(turn):
        return False
    turn.is_rolled_late = True
    at_s = turn.chance.uniform(BEGINS_S, turn.arrival_s + turn.chance.choice((0.0, 0.5, 4.0)))
    rolled = Play(turn.session.steps[-1].action)
    turn.arrival_s = max(turn.arrival_s, at_s)  # until then nothing can follow
    turn.deeds.append((at_s, "the die is entered", partial(enters, wanted=lambda command: command == rolled)))
    return True


def mummy_goes_on_as_the_next_rolls(turn: Turn) -> bool:
    """Rest until the path is read and the next player looks, then go on, while that player rolls."""
    path = mummy_path(turn)
    if not path or turn.kind == "i2c":
        return False
    beyond = free_beside(turn, path[-1], path)
    before = path[-2] if len(path) > 1 else turn.state.mummy
    more = [(cell,) for cell in beyond] + [(before, cell) for cell in free_beside(turn, before, path)]
    if not more:
        return False
    hand = turn.hand("mummy", BEGINS_S)
    slides(turn, hand, path)
    hand.rest(turn.chance.uniform(3.2, 4.5))
    goes_on_s, then = hand.now_s, turn.chance.choice(more)
    slides(turn, hand, then, rests=0.0)
    turn.path, turn.arrival_s = (*path, *then), hand.now_s
    turn.deeds.append((goes_on_s - 1.2, "the next player looks", looks))
    turn.deeds.append((turn.chance.uniform(goes_on_s + 0.2, turn.arrival_s + 0.15), "a roll is entered", enters))
    return mummy_meant(turn)


def mummy_goes_on_to_a_dead_sensor(turn: Turn) -> bool:
    """The same, and it stops where no sensor tells."""
    if not mummy_goes_on_as_the_next_rolls(turn) or turn.path[-1] == turn.state.mummy:
        return False
    turn.spoilt = {number(turn.path[-1]): 0.0}
    return True


def looks(device: Any) -> None:
    """Go to the page of the player whose turn it is."""
    read(device)
    if "The map is hidden" in device.app.view.prompt:
        hold(device, "ok")


def enters(device: Any, wanted: Callable[[Any], bool] = lambda command: isinstance(command, Play)) -> None:
    """Enter what is wanted by the fewest presses, all at once."""
    for done in shortest_presses(device.app.stack, device.app.table, lambda _, command: wanted(command)):
        device.app.press(done, device.now_s)


def mummy_has_second_thoughts(turn: Turn) -> bool:
    """Rest until the move is played, then go on, a step back or elsewhere: nobody else has acted yet."""
    path = mummy_path(turn)
    if not path:
        return False
    before = path[-2] if len(path) > 1 else turn.state.mummy
    back = [before] if len(path) > 1 else []
    more = [(cell,) for cell in free_beside(turn, path[-1], path)] + [(cell,) for cell in back]
    more += [(before, cell) for cell in free_beside(turn, before, path)]
    if not more:
        return False
    hand = turn.hand("mummy", BEGINS_S)
    slides(turn, hand, path)
    hand.rest(turn.chance.uniform(2.0, 3.5))
    then = turn.chance.choice(more)
    slides(turn, hand, then, rests=0.1)
    turn.path, turn.arrival_s = (*path, *then), hand.now_s
    return mummy_meant(turn)


def mummy_passes(turn: Turn) -> bool:
    """Slide over a hunter and one cell on, at once or after a rest: the catch stands (P34)."""
    if not mummy_catches(turn, fates=("stays",)):
        return False
    beyond = free_beside(turn, turn.meant[-1], turn.path)
    if not beyond:
        return False
    hand = turn.hands["mummy"]
    hand.rest(turn.chance.choice((0.0, 0.1, 0.3, 1.0)))
    slides(turn, hand, (turn.chance.choice(beyond),))
    turn.arrival_s = hand.now_s
    return True


def mummy_there_and_back(turn: Turn) -> bool:
    """Go some cells and back home."""
    path = mummy_path(turn, turn.chance.randint(1, 3))
    if not path:
        return False
    hand = turn.hand("mummy", BEGINS_S)
    slides(turn, hand, path)
    hand.rest(turn.chance.choice((0.1, 0.25, 0.6, 1.5)))
    back = (*path[-2::-1], turn.state.mummy)
    slides(turn, hand, back)
    turn.path, turn.arrival_s = (*path, *back), hand.now_s
    return True


def mummy_overshoots(turn: Turn) -> bool:
    """Slide one cell too far, and back."""
    path = mummy_path(turn)
    return bool(path) and overshot(turn, path, free_beside(turn, path[-1], path)) and mummy_meant(turn)


def mummy_retraces(turn: Turn) -> bool:
    """Take a step back on its path."""
    path = mummy_path(turn)
    return bool(path) and len(path) > 1 and retraced(turn, path) and mummy_meant(turn)


def mummy_catches(turn: Turn, fates: tuple[str, ...] = ("stays", "pushed", "taken", "taken")) -> bool:
    """Slide onto a hunter, whose pawn stays, is pushed aside or jumps to the mummy, and is taken away or not."""
    found = []
    for cell in turn.standing:
        path = turn.referee.shortest(turn.state.mummy, cell, set(turn.standing) - {cell})
        if path and len(path) <= turn.state.steps:
            found.append(path)
    if not found or not mummy_slides(turn, turn.chance.choice(found)):
        return False
    pawn = turn.hand(turn.standing[turn.meant[-1]], turn.arrival_s)
    fate = turn.chance.choice(fates)
    if fate == "pushed":
        pawn.push(pawn.askew(turn.meant[-1], turn.chance.uniform(3.0, 9.0)), 0.05)
    if fate != "stays":
        pawn.rest(turn.chance.uniform(0.1, 2.5))
        pawn.lift()
    return True
