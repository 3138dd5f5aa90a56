"""Animations: the pictures in which things move, until a view stands still."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.motion import MOVING, between
from display.view import View


class Animation(msgspec.Struct, frozen=True):
    """The picture that is shown now, and those that follow."""

    shown: View
    moved: tuple[View, ...] = ()
    """The last view of each kind of body in which something could move; the next movement starts from it."""
    coming: tuple[tuple[float, View], ...] = ()
    """The pictures that follow, each with the moment from which it is shown."""


def begin(view: View) -> Animation:
    """Return an animation that shows its first view."""
    return Animation(view, (view,))


def cut_to(animation: Animation, view: View) -> Animation:
    """Return the animation that shows a view at once, without the pictures that were to follow."""
    return replace(animation, shown=view, coming=())


def forgetting(animation: Animation) -> Animation:
    """Return the animation in which nothing moves from where it was: what is shown next is another game."""
    return replace(animation, moved=())


def animate_to(animation: Animation, view: View, now_s: float) -> Animation:
    """Return the animation that moves things until it shows `view`."""
    coming, due_s = [], now_s
    for before in animation.moved:
        for duration_s, picture in between(before, view):
            coming.append((due_s, picture))
            due_s += duration_s
    moved = animation.moved
    if isinstance(view.body, MOVING):
        moved = (view, *(other for other in moved if type(other.body) is not type(view.body)))
    return tick(replace(animation, moved=moved, coming=(*coming, (due_s, view))), now_s)


def after(poster: View, stay_s: float, animation: Animation, view: View, now_s: float) -> Animation:
    """Return the animation that shows a poster at once, and only then moves things until it shows `view`."""
    moving = animate_to(animation, view, now_s + stay_s)
    return replace(moving, shown=poster, coming=moving.coming or ((now_s + stay_s, view),))


def tick(animation: Animation, now_s: float) -> Animation:
    """Return the animation that shows the picture due at `now_s`."""
    due = sum(due_s <= now_s for due_s, _ in animation.coming)
    return replace(animation, shown=animation.coming[due - 1][1], coming=animation.coming[due:]) if due else animation


def deadline_s(animation: Animation) -> float | None:
    """Return when the next picture is due, or None if the last one is shown."""
    return animation.coming[0][0] if animation.coming else None
