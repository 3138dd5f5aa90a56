"""The panel of the device: one window as large as the screen, with touch or a mouse.

Why a missing screen is no error: a game must not end because of it. The view is then drawn in memory, `fault` says what
is missing, and the device works on with light and sound. Only the video part of pygame is opened, so that a missing
sound card does no harm.

Why the late imports: the first picture needs only an open window, and must not wait for the modules that draw views.

Why page flips are looked at: through KMSDRM a picture is shown by a page flip, whose end the kernel reports as an event
in the device file. Before it draws the next picture, SDL waits for this event: `KMSDRM_WaitPageflip` in
`SDL_kmsdrmvideo.c` (SDL 2.32.10, line 455) polls with a timeout of -1, and again after each signal. If the event never
comes, because the display was unplugged or the driver lost an interrupt, the program hangs. But the event stays in the
file until SDL reads it, so it can be seen. Other video drivers have no such file; then nothing is waited for.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import pygame

from display.fonts import font
from display.icons import fast_surface, icon
from display.theme import Look, palette
from display.touch import STRAIGHT, Correction, Point, correct

if TYPE_CHECKING:
    from display.draw import Drawn
    from display.draw.marks import TouchArea
    from display.inputs import WindowEvent
    from display.theme import RGB
    from display.view import Button, View


PATIENCE_MS = 50
"""How long the end of a flip is waited for; a panel with 25 pictures a second needs 40 ms."""
OUTPUT = "/dev/dri/card"
"""The device files that report the ends of flips begin like this."""
OPEN_FILES = Path("/proc/self/fd")


class PageFlips:
    """Looks for the ends of page flips in the device files of a panel that was just opened."""

    def __init__(self, descriptors: Iterable[int]) -> None:
        """Look at these open files; at none, every picture may be drawn."""
        self._events = select.poll()
        for descriptor in descriptors:
            self._events.register(descriptor, select.POLLIN)
        self._were_seen = False

    def are_done(self) -> bool:
        """Whether SDL can draw the next picture without waiting for the last one.

        Before the first event it always says yes: the first pictures come without a flip, and a driver that
        refuses flips reports none.
        """
        if self._events.poll(PATIENCE_MS if self._were_seen else 0):
            self._were_seen = True
            return True
        return not self._were_seen


def outputs(open_files: Path = OPEN_FILES) -> tuple[int, ...]:
    """The descriptors of this process's open device files that lead to a screen."""
    found = []
    with suppress(OSError):
        for link in open_files.iterdir():
            with suppress(OSError):  # it was closed meanwhile
                if str(link.readlink()).startswith(OUTPUT):
                    found.append(int(link.name))
    return tuple(found)


KEYS: dict[int, Button] = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "ok",
    pygame.K_KP_ENTER: "ok",
    pygame.K_SPACE: "ok",
    pygame.K_BACKSPACE: "back",
    pygame.K_ESCAPE: "back",
}
"""The button for each key."""


LONG_TOUCH_S = 5.0
"""A finger that stays for so long anywhere but on a key has found nothing that it hits: see `LONG_TOUCH`."""

LOST_S = 3.0
"""Without the end of a page flip for this long, the panel is opened again."""

UNSEEN = frozenset({"dummy", "offscreen"})
"""Video drivers that show nothing; SDL falls back to one of them silently."""


class Window:
    """The panel; `fault` says why nothing can be seen, and is empty if all is well."""

    def __init__(
        self, size: tuple[int, int] = (480, 320), *, rotation: int = 0, caption: str = "", left_out: str = ""
    ) -> None:
        """Open the panel.

        :param size: width and height in pixels, as the reader sees them; a panel of another size is filled as well
        :param rotation: degrees by which the picture is turned clockwise, 0 to 270
        :param left_out: why the panel is not opened at all; empty to open it
        """
        self._caption, self._left_out = caption, left_out
        self.touch = STRAIGHT
        """How the panel's touch is corrected."""
        self.reopened = 0
        """How often the panel was opened again because it no longer took pictures."""
        self._open(size, rotation)

    def _open(self, size: tuple[int, int], rotation: int) -> None:
        self.size, self.rotation = size, rotation
        self._view: View | None = None
        self._page: Drawn | None = None
        self._prepared: tuple[View, Drawn] | None = None
        self._is_holding = False
        self._touched_s: float | None = None  # since when a finger is on the screen, where nothing is held
        self._keys: dict[int, Button] = {}  # on the screen, by the finger that is on each
        self._late_since_s: float | None = None  # since when a picture waits for the one before it
        self._panel = Panel(turn_size(size, rotation), self._caption, left_out=self._left_out)
        self._picture = fast_surface(*turn_size(self._panel.size, rotation))
        self.fault = self._panel.fault

    def remount(self, size: tuple[int, int], rotation: int) -> bool:
        """Open the panel again if size or rotation changed; return whether they did."""
        if (size, rotation) == (self.size, self.rotation):
            return False
        self._open(size, rotation)
        return True

    def show_splash(self, title: str, *, is_waiting: bool = False) -> None:
        """Show the first picture, until there is a view; with an hourglass if it `is_waiting` for a slow disk."""
        self._view = self._page = None
        draw_splash(title, self._picture, is_waiting=is_waiting)
        self._present()

    def prepare(self, view: View) -> None:
        """Lay out a view and draw its pictures, so that `show` only has to put them together; nothing of it is seen."""
        from display.draw import lay_out

        self._prepared = view, lay_out(view, *self._picture.get_size())

    def show(self, view: View) -> None:
        """Show `view`; do nothing if it is shown already.

        A panel that cannot take a picture now gets it with a later call.
        """
        is_shown, self._view = view == self._view, view
        if is_shown:
            if self._late_since_s is not None:
                self._present()
            return
        from display.draw import lay_out

        prepared, self._prepared = self._prepared, None
        self._page = prepared[1] if prepared and prepared[0] == view else lay_out(view, *self._picture.get_size())
        self._page.paint(self._picture)
        self._present()

    def _present(self) -> None:
        """Put the picture on the panel."""
        panel = self._panel.surface
        if panel is None or not self._is_ready():
            return
        self._late_since_s = None
        panel.blit(pygame.transform.rotate(self._picture, -self.rotation) if self.rotation else self._picture, (0, 0))
        shade(panel, self._view.brightness if self._view else 1.0)
        pygame.display.flip()

    def _is_ready(self) -> bool:
        """Whether the panel takes a picture; one that has not for `LOST_S` is opened again for the next call."""
        if self._panel.flips.are_done():
            return True
        now_s = time.monotonic()
        if self._late_since_s is None:
            self._late_since_s = now_s
        elif now_s > self._late_since_s + LOST_S:
            self.reopened += 1
            self._panel.close()
            self._open(self.size, self.rotation)
        return False

    def poll(self) -> tuple[WindowEvent, ...]:
        """What touch, mouse and keys (`KEYS`) did since the last call."""
        made = tuple(made for event in self._panel.events() if (made := self._event_of(event)))
        if self._touched_s is not None and time.monotonic() >= self._touched_s + LONG_TOUCH_S:
            from display.inputs import LONG_TOUCH, Touched

            self._touched_s = None
            return (*made, Touched(LONG_TOUCH))
        return made

    def _event_of(self, event: pygame.event.Event) -> WindowEvent | None:
        """What one event of pygame did; None if it means nothing here."""
        from display.inputs import ButtonDown, ButtonUp, CloseRequested, HoldTouched, Touched, target_of

        if event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
            self._touched_s = None
        match event.type:
            case pygame.FINGERDOWN if self._view and self._view.cross:
                return Touched(target_of((event.x, event.y)))
            case pygame.QUIT:
                return CloseRequested()
            case pygame.WINDOWEXPOSED:
                self._present()
            case pygame.KEYDOWN if event.key in KEYS:
                return ButtonDown(KEYS[event.key])
            case pygame.KEYUP if event.key in KEYS:
                return ButtonUp(KEYS[event.key])
            case pygame.FINGERUP | pygame.MOUSEBUTTONUP if key := self._keys.pop(finger_of(event), None):
                return ButtonUp(key)
            case pygame.FINGERUP | pygame.MOUSEBUTTONUP if self._is_holding:
                self._is_holding = False
                return HoldTouched(False)
        point = pressed_point(event, self._panel.size, self.touch)
        return self._touch_at(point, finger_of(event)) if point else None

    def _touch_at(self, point: tuple[int, int], finger: int) -> WindowEvent:
        """What a touch of a point of the panel means."""
        from display.inputs import HOLD_OK, ButtonDown, HoldTouched, Touched, key_of

        touches = self._page.touches if self._page else ()
        target = target_at(touches, unturn_point(point, self._picture.get_size(), self.rotation))
        if key := key_of(target):
            self._keys[finger] = key
            return ButtonDown(key)
        self._is_holding = target == HOLD_OK
        self._touched_s = None if finger == MOUSE or self._is_holding else time.monotonic()
        return HoldTouched(True) if self._is_holding else Touched(target)

    def ask_touch(self, cross: Point, patience_s: float) -> Point | None:
        """Show a cross, and return where a finger is reported next; None if nobody touches the panel for so long."""
        panel = self._panel.surface
        if panel is None:
            return None
        width, height = panel.get_size()
        x, y, arm = round(cross[0] * width), round(cross[1] * height), min(width, height) // 12
        panel.fill((255, 255, 255))
        pygame.draw.line(panel, (0, 0, 0), (x - arm, y), (x + arm, y), 3)
        pygame.draw.line(panel, (0, 0, 0), (x, y - arm), (x, y + arm), 3)
        pygame.display.flip()
        pygame.event.clear()
        until_s = time.monotonic() + patience_s
        while (left_s := until_s - time.monotonic()) > 0:
            event = pygame.event.wait(max(1, round(1000 * left_s)))
            if event.type == pygame.FINGERDOWN:
                return event.x, event.y
        return None

    def save(self, path: Path) -> None:
        """Write what is shown as a PNG, upright and at full brightness."""
        pygame.image.save(self._picture, path)

    def close(self) -> None:
        """Give the panel back."""
        self._panel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def turn_size(size: tuple[int, int], rotation: int) -> tuple[int, int]:
    """The size of a picture after turning it by 0 to 270 degrees."""
    return size if rotation % 180 == 0 else (size[1], size[0])


def unturn_point(point: tuple[int, int], size: tuple[int, int], rotation: int) -> tuple[int, int]:
    """Where a point of a turned picture lies in the upright one of this `size`; `turn_size` backwards."""
    (x, y), (width, height) = point, size
    match rotation % 360:
        case 90:
            return y, height - 1 - x
        case 180:
            return width - 1 - x, height - 1 - y
        case 270:
            return width - 1 - y, x
    return x, y


class Panel:
    """Where pictures are shown: the whole screen of a device, or a window of a desktop.

    `surface` is None where nothing can be seen; `fault` says why.
    """

    def __init__(self, size: tuple[int, int], caption: str, *, resizable: bool = False, left_out: str = "") -> None:
        """Open it in this size if possible, unless `left_out` gives a reason not to."""
        self._wanted = size
        self.surface, self.fault = (None, left_out) if left_out else _open_window(size, caption, resizable=resizable)
        self.flips = PageFlips(outputs())

    @property
    def size(self) -> tuple[int, int]:
        """Its size; the wanted size while it is not open."""
        return self.surface.get_size() if self.surface else self._wanted

    def events(self) -> list[pygame.event.Event]:
        """pygame's events since the last call."""
        return pygame.event.get() if self.surface else []

    def close(self) -> None:
        """Give it back; safe to call twice."""
        if self.surface is not None:
            self.surface = None
            pygame.display.quit()


def shade(picture: pygame.Surface, brightness: float, box: pygame.Rect | None = None) -> None:
    """Darken a picture, or the box in it, to `brightness`, from 0 (dark) to 1."""
    if brightness < 1:
        level = round(255 * max(0.0, brightness))
        tint: RGB = (level, level, level)
        picture.fill(tint, box, special_flags=pygame.BLEND_RGB_MULT)


def _open_window(size: tuple[int, int], caption: str, *, resizable: bool) -> tuple[pygame.Surface | None, str]:
    """The surface of a window, or None and the reason.

    A window that is open on a desktop becomes this one: an X server starts again when its last client leaves, and takes
    no other meanwhile.
    """
    pass_over_wayland(os.environ)
    try:
        if pygame.display.get_init() and _fills_screen():
            pygame.display.quit()
        pygame.display.init()
        driver, fills = pygame.display.get_driver(), _fills_screen()
        panel = pygame.display.set_mode(size, pygame.FULLSCREEN if fills else pygame.RESIZABLE * resizable)
    except pygame.error as error:
        pygame.display.quit()
        return None, f"No screen can be opened ({error})."
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        return None, "No screen was found."
    pygame.display.set_caption(caption)
    pygame.mouse.set_visible(not fills)
    return panel, ""


def _fills_screen() -> bool:
    """Whether there is no desktop: the window is the whole screen."""
    return pygame.display.get_driver().lower() == "kmsdrm"


def pass_over_wayland(environ: MutableMapping[str, str]) -> None:
    """Keep SDL from trying Wayland where it cannot be: its library would write an error to the terminal."""
    if sys.platform == "linux" and not environ.get("XDG_RUNTIME_DIR"):
        environ.setdefault("SDL_VIDEODRIVER", "x11,kmsdrm,offscreen")


MOUSE: Final = -1


def finger_of(event: pygame.event.Event) -> int:
    """Which finger an event is of, or `MOUSE`."""
    return getattr(event, "finger_id", MOUSE)


def pressed_point(
    event: pygame.event.Event, size: tuple[int, int], touch: Correction = STRAIGHT
) -> tuple[int, int] | None:
    """Where a finger or the left mouse button went down, None for every other event.

    SDL reports a finger a second time as a mouse; that report is ignored.
    """
    if event.type == pygame.FINGERDOWN:
        (x, y), (width, height) = correct((event.x, event.y), touch), size
        return min(int(x * width), width - 1), min(int(y * height), height - 1)
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False):
        x, y = event.pos
        return x, y
    return None


def target_at(touches: tuple[TouchArea, ...], point: tuple[int, int]) -> str:
    """The target under `point`, empty where there is none."""
    return next((touch.target for touch in touches if touch.box.holds(point)), "")


# --- the first picture -----------------------------------------------------------------------------------------------

EMBLEM = "mummy"
WAITING = "saving"


def draw_splash(title: str, surface: pygame.Surface, *, is_waiting: bool = False) -> None:
    """Draw name and emblem over the whole of `surface`; with an hourglass if it `is_waiting` for a slow disk."""
    width, height = surface.get_size()
    tones = palette(Look())
    side = min(width, height) // 3
    emblem, name = icon(EMBLEM, side, tones["accent"]), font("main", side // 5).render(title, True, tones["text"])
    surface.fill(tones["top"])
    surface.blit(emblem, ((width - side) // 2, height // 2 - side))
    surface.blit(name, ((width - name.get_width()) // 2, height // 2 + side // 3))
    hourglass = icon(WAITING, side // 3, tones["text"])  # read now, because a card that stalls reads nothing either
    if is_waiting:
        surface.blit(hourglass, (width - side // 2, height - side // 2))
