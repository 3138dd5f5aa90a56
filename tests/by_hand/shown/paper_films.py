"""Film a passage of each game, and what people do who err or come back: `make papers` writes animated PNG pictures.

Whoever plays presses the fewest buttons, or those of a scene's script, and the camera notes every view that the screen
shows, with those in which things move. A frame holds only the pixels that differ from the one before. Where films stand
still, in a mail or a preview, the picture is that of the event.
"""

from __future__ import annotations

import io
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pygame
from box_table import People, begin_box_game, begin_with
from malediction_device import THREE, TWO
from msgspec.structs import replace
from places import PROJECT
from random_play import whole_record

from display.draw import draw
from display.view import View
from firmware_py.config.schema import Config, ScreenConfig
from firmware_py.desk.demo import DEMOS, Presenter, Reached, enter, next_play, set_up, shortest_presses
from firmware_py.desk.script import Stage, read_script, run_script
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.games.records import write_line
from firmware_py.games.seats import BoxSeat, box_of
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.box_seat import TellPage, ThinkingPage
from firmware_py.pages.interface import Begin
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.or_du_pharaon.card_page import TurnedPage
from hardware import Devices
from shown.phone_films import FILMS
from shown.phone_films import filmed as filmed_phones

FOLDER = PROJECT / "docs" / "pictures"
SIZE = (480, 320)
PRESS_S = 0.7
"""How long after each press nothing is pressed, so that the eye follows..."""
LEAST_S, MOST_S, LAST_S = 0.06, 2.0, 3.0
"""...and how long a frame is shown at least, at most, and at the end."""
MOST_BYTES = 1_500_000

PASSAGES = {
    "maudite_momie": (5, "caught", 4),
    "or_du_pharaon": (4, "mummy_walks", 5),
    "malediction": (4, "caught", 5),
}
"""The seed of each game's table, the event that must not be missed, and how many actions before it the film begins."""

MOMIE = b"""{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Chlo\\u00e9"]}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Bo", "do": "explore", "pile": "right"}
{"by": "Chlo\\u00e9", "do": "explore", "pile": "left"}
{"by": "Ada", "do": "explore", "pile": "right"}
"""


SCENES = {
    # Bo takes a card from the left pile, and presses for the right one; the scoreboard has come by then
    "undo": (MOMIE, "wait 1\npress right\nwait 8\nhold back 1.2\nwait 2\npress left\nwait 2"),
    # the box was switched off, and a week later people go on
    "resume": (MOMIE, "wait 1\ncut\nwait 3\npress ok\nwait 2\npress left\nwait 2"),
    # one of five dice shows a mummy, and the hunter announces a 4
    "dice": (write_line(THREE).encode(), "wait 1\nhold ok 1.2\nwait 2\npress up\nwait 2\npress left\nwait 2"),
    # who has won this evening, how it went, and what is remembered of somebody who gets another face
    "evening": (
        whole_record("maudite_momie", 8),
        "wait 2\npress up\nwait 1\npress ok\nwait 2.5\npress right 2\nwait 1\npress ok\nwait 2\npress ok\nwait 1\n"
        "press right\nwait 1\npress ok\nwait 1.5\npress down 2\nwait 1\npress ok\nwait 2\npress up 3\nwait 1\n"
        "press ok\nwait 1\npress right\nwait 1\npress ok\nwait 2",
    ),
}
"""What lies on the table, and a script: a step a line."""

BEFORE = {
    "evening": (whole_record("maudite_momie", 1), whole_record("or_du_pharaon", 12), whole_record("maudite_momie", 4))
}
"""The games that were played before, the same evening."""


STEPS_AGAINST_BOX = {"mummy": 14, "hunters": 14, "pharaon": 12, "momie": 10}
"""How many things one person does at least in a film against a box of each kind; it ends as a person's turn begins."""
THINKING_S = 0.25
"""How long such a film shows at most each picture while the box thinks."""


class Camera:
    """Notes every view that the screen shows, and when."""

    def __init__(self) -> None:
        """Wait for the device."""
        self.device: SimulatedDevice | None = None
        self.seen: list[tuple[float, View]] = []

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as every display
        """Note what is new."""
        if self.device and (not self.seen or self.seen[-1][1] != app.shown):
            self.seen.append((self.device.now_s, app.shown))

    def poll(self) -> tuple[()]:
        """No input."""
        return ()

    def take(self, *_: object) -> None:
        """There is no board."""


class SlowPresenter(Presenter):
    """Presses no faster than an eye follows."""

    def reach(self, reached: Reached) -> None:
        """Reach a goal by the fewest presses."""
        for done in shortest_presses(self.device.app.stack, self.device.app.table, reached):
            self.device.wait(PRESS_S)
            self.device.do(done)


def game_of(game: str, seed: int) -> Session:
    """A whole game that the demonstration's table plays."""
    demo = DEMOS[game]
    with tempfile.TemporaryDirectory() as data, SimulatedDevice(Config(language="en"), Path(data)) as device:
        presenter = Presenter(device, None, None)  # type: ignore[arg-type]  # it takes no pictures
        set_up(presenter, demo, game)
        session = begin(device.app.table.playing.header)
    table = demo.table(demo.players, seed)
    while not session.is_over:
        wanted = next_play(session, table)
        session = play(session, wanted.action)
        session = play(session, wanted.then) if wanted.then else session
    return session


def filmed(game: str) -> tuple[list[tuple[float, View]], View]:
    """What the screen shows during the passage, and the view that tells the event."""
    seed, event, before = PASSAGES[game]
    whole = game_of(game, seed)
    named = (number for number, step in enumerate(whole.steps) if any(_name(one) == event for one in step.events))
    at = next(named)
    first, last = max(0, at - before), at + 2
    config = Config(language="en", screen=ScreenConfig(across_after_s=3600.0))
    camera = Camera()
    with tempfile.TemporaryDirectory() as data, SimulatedDevice(config, Path(data), camera) as device:
        device.press("ok")
        lines = (whole.header, *(step.action for step in whole.steps[:first]))
        device.load("\n".join(map(write_line, lines)).encode())
        device.wait(5.0)
        camera.device = device
        camera.show(device.app, device.devices)
        presenter = SlowPresenter(device, None, None)  # type: ignore[arg-type]
        announced = camera.seen[-1][1]
        for number, step in enumerate(whole.steps[first:last], start=first + 1):
            if device.app.table.playing.ply < number:
                enter(presenter, DEMOS[game], step.action, number)
            if number == at + 1:
                announced = device.app.shown
            device.wait(2.5)
        return camera.seen, announced


def filmed_scene(name: str) -> tuple[list[tuple[float, View]], View]:
    """What the screen shows while a script is played, and the view in the midst of it."""
    record, script = SCENES[name]
    camera = Camera()
    with tempfile.TemporaryDirectory() as data, SimulatedDevice(Config(language="en"), Path(data), camera) as device:
        device.press("ok")
        for earlier in BEFORE.get(name, ()):
            device.load(earlier)
            device.wait(20 * 60)
            device.press("up")  # the screen has gone dark
        device.load(record)
        device.wait(5.0)
        camera.device = device
        camera.show(device.app, device.devices)
        run_script(read_script(script), Stage(device, None, FOLDER, FOLDER))
        return camera.seen, camera.seen[len(camera.seen) // 2][1]


def filmed_box(kind: str) -> tuple[list[tuple[float, View]], View]:
    """What the screen shows as one person begins to play against the box, and the view that says what to do."""
    camera = Camera()
    config = Config(language="en", screen=ScreenConfig(across_after_s=3600.0))
    with tempfile.TemporaryDirectory() as data, SimulatedDevice(config, Path(data), camera) as device:
        device.press("ok")
        if kind == "mummy":
            begin_with(device, Begin(replace(TWO, box={"Mo": BoxSeat("mummy", 5, 1)}), ("red", "blue"), False))
        else:
            begin_box_game(device, kind)
        camera.device = device
        camera.show(device.app, device.devices)
        people = People(device)
        asked = camera.seen[-1][1]
        for _ in count_until(lambda: begins_turn(people.session), STEPS_AGAINST_BOX[kind]):
            is_asked = isinstance(device.app.stack[-1], TellPage | TurnedPage | MummyPage)
            if not isinstance(device.app.stack[-1], ThinkingPage):
                device.wait(MOST_S if is_asked else 1.2)
            asked = device.app.shown if is_asked else asked
            people.step()
        device.wait(1.2)
        return list(thinking_in_brief(camera.seen)), asked


def begins_turn(session: Session) -> bool:
    """Whether somebody's turn begins, and not the box's."""
    has_passed_on = bool(session.steps) and any(event.announces_turn for event in session.steps[-1].events)
    return has_passed_on and not any(
        box_of(session.state, player) for player in session.game.rules.to_act(session.state)
    )


def count_until(is_over: Callable[[], bool], least: int) -> Iterator[int]:
    """Yield numbers, so many at least, until something is so."""
    for number in count():
        if number >= least and is_over():
            return
        yield number


def thinking_in_brief(seen: list[tuple[float, View]]) -> Iterator[tuple[float, View]]:
    """Yield what is seen with every fourth picture of a ring that fills by itself, and each of them briefly."""
    gone_s, rings = 0.0, 0
    for (at_s, view), (next_s, _) in pairwise([*seen, (seen[-1][0] + LAST_S, seen[-1][1])]):
        is_ring = bool(view.hold and not view.hold.is_held)
        rings = rings + 1 if is_ring else 0
        if rings % 4 != 1 and is_ring:
            gone_s += next_s - at_s
            continue
        yield at_s - gone_s, view
        gone_s += max(0.0, next_s - at_s - THINKING_S) if is_ring else 0.0


def _name(event: Any) -> str:
    """The name of an event, as records have it."""
    return str(type(event).__struct_config__.tag)


# --- the file --------------------------------------------------------------------------------------------------------


def picture_of(view: View) -> pygame.Surface:
    """A view, drawn."""
    surface = pygame.Surface(SIZE)
    draw(view, surface)
    return surface


def frames(seen: list[tuple[float, View]]) -> Iterator[tuple[pygame.Surface, float]]:
    """Yield pictures, and how long each is shown."""
    for (at_s, view), (next_s, _) in pairwise([*seen, (seen[-1][0] + LAST_S, seen[-1][1])]):
        yield picture_of(view), min(max(next_s - at_s, LEAST_S), LAST_S if view is seen[-1][1] else MOST_S)


def animated(pictures: list[tuple[pygame.Surface, float]], still: pygame.Surface) -> bytes:
    """An animated PNG that is played again and again; `still` is seen only where it is not."""
    head = struct.pack(">IIBBBBB", *still.get_size(), 8, 6, 0, 0, 0)
    out = [b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", head), _chunk(b"acTL", struct.pack(">II", len(pictures), 0))]
    out.append(_chunk(b"IDAT", _pixels(still.convert_alpha())))
    number, before = 0, None
    for surface, stay_s in pictures:
        place, changed = _changes(before, surface)
        control = struct.pack(
            ">IIIIIHHBB", number, place.w, place.h, place.x, place.y, round(stay_s * 1000), 1000, 0, 1
        )
        out += _chunk(b"fcTL", control), _chunk(b"fdAT", struct.pack(">I", number + 1) + _pixels(changed))
        number += 2
        before = surface
    return b"".join((*out, _chunk(b"IEND", b"")))


def _changes(before: pygame.Surface | None, after: pygame.Surface) -> tuple[pygame.Rect, pygame.Surface]:
    """Where two pictures differ, and what is there now; what stays the same is transparent."""
    whole = after.get_rect()
    if before is None:
        return whole, after.convert_alpha()
    same = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1, 255), before)
    same.invert()
    rects = same.get_bounding_rects()
    place = rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 1, 1)
    changed = same.to_surface(setsurface=after.convert_alpha(), unsetcolor=(0, 0, 0, 0))
    return place, changed.subsurface(place).copy()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixels(surface: pygame.Surface) -> bytes:
    """The packed pixels of a picture, as PNG has them."""
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "frame.png")
    data, at, found = buffer.getvalue(), 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            found += data[at + 8 : at + 8 + length]
        at += 12 + length
    return found


def make(only: Sequence[str], folder: Path = FOLDER) -> None:
    """Write the films of these games and scenes, or all."""
    pygame.display.set_mode((1, 1))
    for game in only or (*PASSAGES, *SCENES, *(f"box-{kind}" for kind in STEPS_AGAINST_BOX), *FILMS):
        if game in FILMS:
            if not (pictures := filmed_phones(game)):
                continue
            still = pictures[-1][0]
        else:
            kind = game.partition("box-")[2]
            seen, announced = filmed_box(kind) if kind else filmed_scene(game) if game in SCENES else filmed(game)
            pictures, still = list(frames(seen)), picture_of(announced)
        film = animated(pictures, still)
        path = folder / f"film-{game}.png"
        path.write_bytes(film)
        print(path, len(pictures), "frames", round(sum(stay_s for _, stay_s in pictures)), "s", len(film), "bytes")
        assert len(film) <= MOST_BYTES, "too large for a paper: choose a shorter passage"
