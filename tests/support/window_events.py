"""Events of a real window: touches, clicks and keys, and what a window makes of them."""

from __future__ import annotations

import pygame

from display.desk.window import Desk
from display.inputs import WindowEvent
from display.window import Window


def after(device: Window | Desk, *events: pygame.event.Event) -> list[WindowEvent]:
    """What a window makes of these events."""
    device.poll()
    for event in events:
        pygame.event.post(event)
    return list(device.poll())


def click(point: tuple[int, int], touch: bool = False) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=point, touch=touch)


def release(point: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=point)


def key(code: int, down: bool = True) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=code)
