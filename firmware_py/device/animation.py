"""What the screen shows from one moment to the next: the pictures in which things move, until a view stands still."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.motion import MOVING, between
from display.view import View


@dataclass(frozen=True)
class Animation:
    """The picture that is shown, and those that follow."""

    shown: View
    moved: View
    """The last view in which something could move: the next movement begins there."""
    ahead: tuple[tuple[float, View], ...] = ()
    """The pictures still to come, each with the moment from which it is shown."""


def begin(view: View) -> Animation:
    """Return the reel that shows its first view."""
    return Animation(view, view)


def cut_to(reel: Animation, view: View) -> Animation:
    """Return the reel that shows a view at once; what was still to come is dropped."""
    return replace(reel, shown=view, ahead=())


def animate_to(reel: Animation, view: View, now_s: float) -> Animation:
    """Return the reel that shows a view by way of the pictures in which things move there."""
    ahead, due_s = [], now_s
    for duration_s, picture in between(reel.moved, view):
        ahead.append((due_s, picture))
        due_s += duration_s
    moved = view if isinstance(view.body, MOVING) else reel.moved
    return tick(replace(reel, moved=moved, ahead=(*ahead, (due_s, view))), now_s)


def tick(reel: Animation, now_s: float) -> Animation:
    """Return the reel that shows what is due."""
    due = sum(due_s <= now_s for due_s, _ in reel.ahead)
    return replace(reel, shown=reel.ahead[due - 1][1], ahead=reel.ahead[due:]) if due else reel


def deadline_s(reel: Animation) -> float | None:
    """Return when the next picture is due, or None if the last one is shown."""
    return reel.ahead[0][0] if reel.ahead else None
