"""Windows: what they show and report, on the panel and on the desk, flips of pages, and what moves."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from sample_views import CARDS, CONFIRM, FAMILY, RACE
from window_events import after, click, key, release

from display import window as windows
from display.desk.board import BoardLook, PieceLook, fit_board
from display.desk.device_drawing import fit_device
from display.desk.window import Desk, DeviceLook
from display.draw.marks import Rect
from display.inputs import (
    ButtonDown,
    ButtonUp,
    CableToggled,
    CellFaultChanged,
    CloseRequested,
    HoldTouched,
    PieceMoved,
    Touched,
)
from display.motion import LONGEST_S, between
from display.view import (
    Announcement,
    Audience,
    Figure,
    Hint,
    Item,
    MazePiece,
    MazePlan,
    Picker,
    PyramidPlan,
    Race,
    Square,
    Tile,
    View,
)
from display.window import PageFlips, Window, outputs, pass_over_wayland
from firmware_py.config.schema import Config
from firmware_py.desk.script import ScriptFailure
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay, play_by_hand, play_script
from firmware_py.device.panel import PanelDisplay
from firmware_py.storage.changes import Choose

pytestmark = pytest.mark.usefixtures("unseen_screen")

SIZE = (480, 320)
YES = (240, 245)
"""Where the second answer of the question lies."""


def test_a_touch_hands_back_what_lies_under_it() -> None:
    """A click on a choice is its target; beside everything it is a touch of nothing."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        assert after(window, click(YES), click((240, 60))) == [Touched("yes"), Touched("")]


@pytest.mark.parametrize(
    ("rotation", "point"), [(0, YES), (90, (319 - 245, 240)), (180, (479 - 240, 319 - 245)), (270, (245, 479 - 240))]
)
def test_a_turned_panel_is_touched_where_one_sees_it(rotation: int, point: tuple[int, int]) -> None:
    """However the panel is mounted, a finger on the picture means the picture."""
    with Window(SIZE, rotation=rotation) as window:
        window.show(CONFIRM)
        assert after(window, click(point)) == [Touched("yes")]


def test_a_turned_panel_shows_a_turned_picture(tmp_path: Path) -> None:
    """A quarter turn clockwise: what is at the upper left of the picture stands at the upper right of the panel."""
    with Window(SIZE, rotation=90) as window:
        window.show(CONFIRM)
        window.save(tmp_path / "upright.png")
        panel = pygame.display.get_surface()
        picture = pygame.image.load(tmp_path / "upright.png")
        assert picture.get_size() == SIZE
        assert panel.get_size() == (320, 480)
        assert all(panel.get_at((319 - y, x))[:3] == picture.get_at((x, y))[:3] for x in (36, 240) for y in (20, 245))


def test_a_finger_counts_once() -> None:
    """SDL tells of a finger twice, as a finger and as a mouse; it is one touch."""
    finger = pygame.event.Event(pygame.FINGERDOWN, x=YES[0] / 480, y=YES[1] / 320)
    with Window(SIZE) as window:
        window.show(CONFIRM)
        assert after(window, finger, click(YES, touch=True)) == [Touched("yes")]


def test_each_finger_holds_its_key() -> None:
    """A key goes down and up like a button, however many fingers are on the glass; a mouse is one more."""
    keys = replace(RACE, is_touched=True, has_keys=True)

    def finger(kind: int, number: int, x: float) -> pygame.event.Event:
        return pygame.event.Event(kind, x=x, y=0.97, finger_id=number)

    with Window(SIZE) as window:
        window.show(keys)
        downs = [finger(pygame.FINGERDOWN, 1, 0.03), finger(pygame.FINGERDOWN, 2, 0.95), click((300, 310))]
        assert after(window, *downs) == [ButtonDown("left"), ButtonDown("back"), ButtonDown("ok")]
        ups = [finger(pygame.FINGERUP, 2, 0.5), release((10, 10)), finger(pygame.FINGERUP, 1, 0.5)]
        assert after(window, *ups) == [ButtonUp("back"), ButtonUp("ok"), ButtonUp("left")]
        assert after(window, finger(pygame.FINGERUP, 2, 0.5)) == []


CURTAIN = replace(RACE, hints=(Hint("ok", "Lever le rideau", held=True),))
"""A page on which ok must be held."""
FOOTER = (240, 310)


def test_a_finger_that_stays_on_the_footer_holds_the_button() -> None:
    """From where it comes down until it is lifted; other fingers are touches, and lifting them is nothing."""
    with Window(SIZE) as window:
        window.show(CURTAIN)
        assert after(window, click(FOOTER)) == [HoldTouched(True)]
        assert after(window, release((10, 10))) == [HoldTouched(False)]
        assert after(window, release((10, 10))) == []
        down = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.97)
        up = pygame.event.Event(pygame.FINGERUP, x=0.5, y=0.5)
        assert after(window, down, up) == [HoldTouched(True), HoldTouched(False)]


def test_the_mouse_holds_the_drawn_footer_as_well() -> None:
    """On the desk, for a device without buttons."""
    with Desk(SIZE, buttons=()) as desk:
        desk.show(CURTAIN)
        glass = fit_device(SIZE, ()).screen
        spot = glass.x + FOOTER[0], glass.y + FOOTER[1]
        assert after(desk, click(spot)) == [HoldTouched(True)]
        assert after(desk, release((1, 1))) == [HoldTouched(False)]


def test_a_panel_that_is_mounted_otherwise_is_opened_again() -> None:
    """Its size and rotation change at once; the same again changes nothing."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        assert window.remount((320, 240), 90)
        assert not window.remount((320, 240), 90)
        window.show(CONFIRM)
        surface = pygame.display.get_surface()
        assert surface
        assert surface.get_size() == (240, 320)


def test_another_size_or_rotation_keeps_the_window_of_a_desktop() -> None:
    """An X server starts again when its last window is closed, and a window that is opened meanwhile does not come."""
    with Window(SIZE) as window, DeskDisplay(Config()) as face:
        before = pygame.display.get_surface()
        assert window.remount((320, 240), 90)
        assert pygame.display.get_surface() is before
        assert not face.fault


def test_a_panel_that_cannot_be_opened_again_is_missed_as_at_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The log says so once, and whoever asks for the fault hears it: the game goes on with light and sound."""
    with Window(SIZE) as window, SimulatedDevice(Config(), tmp_path / "data") as device:
        panel = PanelDisplay(window)
        panel.show(device.app, device.devices)
        assert panel.fault() == ""
        device.journal.commit(Choose("screen.rotation", "90"))
        device.cut()
        pygame.display.quit()
        monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
        for _ in range(2):
            panel.show(device.app, device.devices)
        assert "no_such_driver" in panel.fault()
        assert capfd.readouterr().err.count("no_such_driver") == 1


def test_a_keyboard_at_the_panel_stands_for_the_buttons() -> None:
    """Where no button can be reached, a keyboard plugged into the device will do."""
    with Window(SIZE) as window:
        made = after(window, key(pygame.K_RETURN), key(pygame.K_a), key(pygame.K_RETURN, down=False))
        assert made == [ButtonDown("ok"), ButtonUp("ok")]


def test_closing_the_window_is_told() -> None:
    """The window's cross is an input like any other."""
    with Window(SIZE) as window:
        assert after(window, pygame.event.Event(pygame.QUIT)) == [CloseRequested()]


def test_nothing_is_drawn_while_the_view_stays() -> None:
    """Showing the same view again leaves the panel alone; another view is drawn over all of it."""
    mark = (1, 2, 3)
    with Window(SIZE) as window:
        window.show(CONFIRM)
        panel = pygame.display.get_surface()
        panel.fill(mark)
        window.show(CONFIRM)
        assert panel.get_at((5, 5))[:3] == mark
        window.show(RACE)
        assert panel.get_at((5, 5))[:3] != mark


def test_a_dimmed_panel_is_darker(tmp_path: Path) -> None:
    """At half brightness every colour has half its value; the saved picture stays bright."""
    with Window(SIZE) as window:
        window.show(CONFIRM)
        bright = pygame.display.get_surface().get_at(YES)
        window.show(replace(CONFIRM, brightness=0.5))
        dark = pygame.display.get_surface().get_at(YES)
        assert [dark.r, dark.g, dark.b] == pytest.approx([bright.r / 2, bright.g / 2, bright.b / 2], abs=1)
        window.save(tmp_path / "bright.png")
        assert pygame.image.load(tmp_path / "bright.png").get_at(YES)[:3] == bright[:3]


def test_a_missing_screen_is_said_and_survived(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no screen can be opened, the fault is worded, views are drawn in memory, and no input ever comes."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    with Window(SIZE) as window:
        assert "no_such_driver" in window.fault
        window.show(RACE)
        assert window.poll() == ()
        window.save(tmp_path / "race.png")
    assert pygame.image.load(tmp_path / "race.png").get_size() == SIZE


@pytest.mark.skipif(sys.platform != "linux", reason="only there Wayland is looked for")
def test_wayland_is_looked_for_only_where_it_can_be() -> None:
    """Its library writes an error to the terminal of whoever starts the program without a desktop."""
    for there in ({}, {"XDG_RUNTIME_DIR": ""}):
        environ = dict(there)
        pass_over_wayland(environ)
        assert environ["SDL_VIDEODRIVER"] == "x11,kmsdrm,offscreen"
    for there in ({"XDG_RUNTIME_DIR": "/run/user/1000"}, {"SDL_VIDEODRIVER": "wayland"}):
        environ = dict(there)
        pass_over_wayland(environ)
        assert environ == there


def test_a_panel_of_another_size_than_the_settings_say_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel that knows one size only: the page is laid out for it, and touched where one sees it."""
    real = pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_mode", lambda *_: real((800, 480)))
    with Window(SIZE) as window:
        window.show(CONFIRM)
        panel = pygame.display.get_surface()
        assert panel.get_size() == (800, 480)
        assert panel.get_at((400, 470)) != panel.get_at((400, 300))  # the footer stands at its lower edge
        points = [(400, y) for y in range(0, 480, 10)]
        assert Touched("yes") in after(window, *map(click, points))


def test_a_screen_that_is_there_has_no_fault() -> None:
    """The driver that was asked for is no fault, even if it shows nothing."""
    with Window(SIZE) as window:
        assert window.fault == ""


# --- the window of the desk -------------------------------------------------------------------------------------------


def test_keys_are_buttons() -> None:
    """Arrows, Enter and Backspace go down and up as the device's buttons; other keys are nothing."""
    with Desk(SIZE) as desk:
        desk.show(RACE)
        made = after(desk, key(pygame.K_LEFT), key(pygame.K_LEFT, down=False), key(pygame.K_a), key(pygame.K_RETURN))
        assert made == [ButtonDown("left"), ButtonUp("left"), ButtonDown("ok")]


def test_a_key_that_repeats_is_held() -> None:
    """A button goes down once, however often the desktop repeats its key or a second key means the same."""
    with Desk(SIZE) as desk:
        down = key(pygame.K_ESCAPE)
        assert after(desk, down, down, key(pygame.K_BACKSPACE)) == [ButtonDown("back")]


def test_keys_are_let_go_when_the_window_loses_them() -> None:
    """Whoever switches to another window while holding a key does not leave the button pressed."""
    with Desk(SIZE) as desk:
        made = after(desk, key(pygame.K_ESCAPE), key(pygame.K_UP), pygame.event.Event(pygame.WINDOWFOCUSLOST))
        assert made[2:] == [ButtonUp("back"), ButtonUp("up")]


def test_the_drawn_buttons_can_be_clicked() -> None:
    """A click on a button holds it until the mouse is let go, wherever that is."""
    ok = dict(fit_device(SIZE).buttons)["ok"].centre
    with Desk(SIZE) as desk:
        desk.show(RACE)
        assert after(desk, click(ok)) == [ButtonDown("ok")]
        assert after(desk, release((0, 0))) == [ButtonUp("ok")]


def test_the_drawn_screen_can_be_touched() -> None:
    """A click on the screen in the case touches what is shown there; the table beside the case is nothing."""
    glass = fit_device(SIZE).screen
    with Desk(SIZE) as desk:
        desk.show(CONFIRM)
        assert after(desk, click((glass.x + YES[0], glass.y + YES[1])), click((3, 3))) == [Touched("yes")]


def test_a_turned_desk_shows_and_feels_a_turned_picture(tmp_path: Path) -> None:
    """A quarter turn clockwise: the case holds an upright panel, and a click means what is seen under it."""
    glass = fit_device((320, 480)).screen
    with Desk(SIZE, rotation=90) as desk:
        desk.show(CONFIRM)
        seen = pygame.display.get_surface()
        assert seen.get_size() == fit_device((320, 480))[:2]
        desk.save_screen(tmp_path / "upright.png")
        picture = pygame.image.load(tmp_path / "upright.png")
        for x, y in ((36, 20), (36, 245), (240, 20), (240, 245)):
            assert seen.get_at((glass.x + 319 - y, glass.y + x))[:3] == picture.get_at((x, y))[:3]
        assert after(desk, click((glass.x + 319 - YES[1], glass.y + YES[0]))) == [Touched("yes")]


def test_size_and_rotation_chosen_on_the_device_are_drawn_on_the_desk(tmp_path: Path) -> None:
    """Also while they are only tried out: the desk is laid again for what is in force."""
    with DeskDisplay(Config(), headless=True) as face, SimulatedDevice(Config(), tmp_path / "data", face) as device:
        for key, value, panel in (("size", "800x480", (800, 480)), ("rotation", "90", (480, 800))):
            device.journal.commit(Choose(f"screen.{key}", value))
            device.cut()
            face.save_device(tmp_path / "desk.png")
            assert pygame.image.load(tmp_path / "desk.png").get_size() == fit_device(panel)[:2]


def test_a_desk_whose_window_cannot_be_opened_again_ends_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As where none can be opened at the start: it does not go on where nobody sees it. Here a setting turns it."""
    with SimulatedDevice(Config(), tmp_path) as device:
        device.journal.commit(Choose("screen.rotation", "90"))
    real, opened = pygame.display.set_mode, []

    def refuse_another(*asked: object) -> pygame.Surface:
        opened.append(asked)
        if len(opened) > 1:
            raise pygame.error("the display is gone")
        return real(*asked)

    monkeypatch.setattr(pygame.display, "set_mode", refuse_another)
    assert play_by_hand(Config(), tmp_path) == "No screen can be opened (the display is gone)."
    assert len(opened) == 2


def test_a_desk_without_a_desktop_draws_all_the_same(tmp_path: Path) -> None:
    """Headless, the device and its screen can be saved, and nothing comes in."""
    with Desk(SIZE, headless=True) as desk:
        desk.show(RACE)
        assert desk.poll() == ()
        assert desk.fault == ""
        assert not pygame.display.get_init()
        desk.save(tmp_path / "device.png")
        desk.save_screen(tmp_path / "screen.png")
    assert pygame.image.load(tmp_path / "screen.png").get_size() == SIZE
    assert pygame.image.load(tmp_path / "device.png").get_size() == fit_device(SIZE)[:2]


def test_a_script_that_fails_leaves_no_window_open(tmp_path: Path) -> None:
    """Whatever ends the script, the desk is cleared."""
    script = tmp_path / "wrong.txt"
    script.write_text("expect Nobody says this.\n")
    with pytest.raises(ScriptFailure):
        play_script(Config(), script, tmp_path, None, headless=False)
    assert not pygame.display.get_init()


def test_light_sound_and_pressed_buttons_are_seen(tmp_path: Path) -> None:
    """The lamp has the light's colour, a sound shows in the speaker, a pressed button looks different."""
    layout = fit_device(SIZE)
    pictures = []
    for look in (DeviceLook(), DeviceLook((0, 0, 255), True, frozenset({"up"}))):
        with Desk(SIZE, headless=True) as desk:
            desk.show(RACE, look)
            desk.save(tmp_path / "device.png")
        pictures.append(pygame.image.load(tmp_path / "device.png"))
    rest, busy = pictures
    lamp = busy.get_at(layout.lamp.centre)
    assert lamp.b > lamp.r + 50
    for box in (layout.speaker, layout.lamp, dict(layout.buttons)["up"]):
        assert changed(rest, busy, box)
    assert not changed(rest, busy, layout.screen)
    assert not changed(rest, busy, dict(layout.buttons)["down"])


@pytest.mark.parametrize("size", [(320, 240), (480, 320), (800, 480)])
def test_nothing_on_the_case_lies_over_another(size: tuple[int, int]) -> None:
    """Screen, lamp, speaker and six buttons have their own places, all on the case."""
    layout = fit_device(size)
    places = [pygame.Rect(box) for box in (layout.screen, layout.lamp, layout.speaker, *dict(layout.buttons).values())]
    assert all(pygame.Rect(layout.case).contains(place) for place in places)
    assert all(place.collidelist(places[:index]) == -1 for index, place in enumerate(places))


def test_a_device_may_have_four_buttons() -> None:
    """A device without left and right is drawn without them."""
    assert {name for name, _ in fit_device(SIZE, ("up", "down", "ok", "back")).buttons} == {"up", "down", "ok", "back"}


# --- the magnetic board beside it ------------------------------------------------------------------------------------

BOARD = BoardLook(10, 10, 25.0, (0,) * 100, True, pieces=(PieceLook("red", "red pawn", "red", (12.5, 12.5)),))
LAYOUT = fit_device(SIZE, with_board=True)
PLACE = fit_board(BOARD, LAYOUT.board)
PAWN = PLACE.middles(BOARD)[0]


def button(down: bool, point: tuple[int, int], number: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP, button=number, pos=point)


def move(point: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=point)


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A desk with a pawn on its board."""
    with Desk(SIZE, with_board=True) as opened:
        opened.show(RACE, board=BOARD)
        yield opened


def test_a_piece_is_dragged_by_the_mouse(desk: Desk) -> None:
    """From where it stands through every reported place to where it is let go, there into the hollow."""
    to = PLACE.cell(1).centre
    made = after(desk, button(True, PAWN), move((PAWN[0] + 9, PAWN[1])), move(to), button(False, (0, 0)), move((5, 5)))
    places = [one.at_mm for one in made if isinstance(one, PieceMoved)]
    assert places == [PLACE.place_mm((PAWN[0] + 9, PAWN[1])), PLACE.place_mm(to), (37.5, 12.5)]


@pytest.mark.parametrize(("number", "modifiers"), [(3, 0), (1, pygame.KMOD_LSHIFT)])
def test_the_right_button_and_shift_lift_a_piece(desk: Desk, number: int, modifiers: int) -> None:
    """It is gone at once, and comes down where the button is let go."""
    pygame.key.set_mods(modifiers)
    to = PLACE.cell(44).centre
    made = after(desk, button(True, PAWN, number), move(to), button(False, to, number))
    pygame.key.set_mods(0)
    assert made == [PieceMoved("red", None), PieceMoved("red", (112.5, 112.5))]


def test_ctrl_leaves_a_piece_askew(desk: Desk) -> None:
    """Exactly where it was let go."""
    to = PLACE.cells.x + 50, PLACE.cells.y + 41
    pygame.key.set_mods(pygame.KMOD_LCTRL)
    made = after(desk, button(True, PAWN), move(to), button(False, to))
    pygame.key.set_mods(0)
    assert made[-1] == PieceMoved("red", PLACE.place_mm(to))


def test_a_window_that_loses_the_mouse_lets_the_piece_go(desk: Desk) -> None:
    """A player who switches to another window while dragging does not drag on after coming back."""
    to = PLACE.cell(1).centre
    made = after(desk, button(True, PAWN), move(to), pygame.event.Event(pygame.WINDOWFOCUSLOST), move(PAWN))
    assert made[-1] == PieceMoved("red", (37.5, 12.5))


def test_the_plug_can_be_clicked_and_cells_broken(desk: Desk) -> None:
    """A click on the plug moves it, a right click on a bare cell spoils that; elsewhere nothing happens."""
    bare = PLACE.cell(55).centre
    assert after(desk, click(PLACE.plug.centre), button(True, bare, 3)) == [CableToggled(), CellFaultChanged(55)]
    assert after(desk, click(bare), button(True, PLACE.tray.centre, 3), click(PLACE.hint.centre)) == []


def test_one_hand_holds_one_piece(desk: Desk) -> None:
    """A second button of the mouse changes nothing for the piece that the first one has."""
    made = after(desk, button(True, PAWN, 3), button(True, PAWN, 1), button(False, PAWN, 1))
    assert made == [PieceMoved("red", None)]


def test_the_device_beside_the_board_is_clicked_as_without_it(desk: Desk) -> None:
    """Its buttons and its screen lie elsewhere on the table, and do what they do."""
    ok = dict(LAYOUT.buttons)["ok"].centre
    assert after(desk, click(ok), release(ok)) == [ButtonDown("ok"), ButtonUp("ok")]
    assert after(desk, click(LAYOUT.screen.centre)) != []


def test_a_window_of_another_size_is_clicked_where_one_sees_it() -> None:
    """The window is as large as the desktop allows, the picture scaled into it, and what is seen is what is met."""
    with Desk((800, 480), with_board=True) as desk:
        desk.show(RACE, board=BOARD)
        layout = fit_device((800, 480), with_board=True)
        window = pygame.display.get_surface().get_size()
        assert window[0] <= 1280 and window[1] <= 720 < layout.width
        scale = window[0] / layout.width
        plug = fit_board(BOARD, layout.board).plug.centre
        assert after(desk, click((round(plug[0] * scale), round(plug[1] * scale)))) == [CableToggled()]


def test_a_lifted_piece_is_seen_under_the_mouse(desk: Desk, tmp_path: Path) -> None:
    """It leaves its cell, and the picture follows the mouse though nothing else changes."""
    to = PLACE.cell(55)
    pictures = []
    for events in ((), (button(True, PAWN, 3), move(to.centre))):
        after(desk, *events)
        desk.show(RACE, board=BOARD)
        desk.save(tmp_path / "desk.png")
        pictures.append(pygame.image.load(tmp_path / "desk.png"))
    assert changed(*pictures, to) and changed(*pictures, PLACE.cell(0))
    assert not changed(*pictures, PLACE.cell(99))


def changed(one: pygame.Surface, other: pygame.Surface, box: Rect) -> bool:
    return pygame.image.tobytes(one.subsurface(box), "RGB") != pygame.image.tobytes(other.subsurface(box), "RGB")


# --- flips of pages ---------------------------------------------------------------------------------------------------

AN_EVENT = b"!"


@pytest.fixture
def flips() -> Iterator[tuple[int, int]]:
    """The end of a pipe that is read like the screen's device file, and the kernel's end."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_a_flip_is_over_once_the_kernel_reports_it(flips: tuple[int, int]) -> None:
    """The first pictures need none; SDL reads each event before the next flip begins."""
    device, kernel = flips
    panel = PageFlips([device])
    assert panel.are_done()
    assert panel.are_done()
    os.write(kernel, AN_EVENT)
    assert panel.are_done()
    assert panel.are_done()
    os.read(device, 1)
    assert not panel.are_done()


def test_only_files_of_screens_are_looked_at(tmp_path) -> None:
    """And none on a computer that shows its windows by other means."""
    for number, target in enumerate(("/dev/dri/card1", "/dev/dri/renderD128", "socket:[17]", "/dev/null")):
        (tmp_path / str(number)).symlink_to(target)
    assert outputs(tmp_path) == (0,)
    assert PageFlips(()).are_done()


def test_a_picture_waits_for_the_flip_before_it_and_is_shown_later(flips: tuple[int, int]) -> None:
    """The loop goes on meanwhile; whatever was shown last comes whole."""
    device, kernel = flips
    with Window((480, 320)) as window:
        window._panel.flips = PageFlips([device])
        os.write(kernel, AN_EVENT)
        window.show(CONFIRM)
        os.read(device, 1)
        before = shown()
        window.show(RACE)
        window.show(RACE)
        assert shown() == before
        os.write(kernel, AN_EVENT)
        window.show(RACE)
        after = shown()
    with Window((480, 320)) as window:
        window.show(RACE)
        assert shown() == after != before


def test_a_panel_whose_flip_never_ends_is_opened_again(flips, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown next is drawn on it; without it, the loop would have hung until the watchdog ended it."""
    device, kernel = flips
    monkeypatch.setattr(windows, "LOST_S", 0.0)
    with Window((480, 320)) as window:
        window._panel.flips = PageFlips([device])
        os.write(kernel, AN_EVENT)
        window.show(CONFIRM)
        os.read(device, 1)
        before = shown()
        for _ in range(3):
            window.show(RACE)
        assert window.reopened == 1
        assert shown() != before


def shown() -> bytes:
    """The pixels on the panel."""
    surface = pygame.display.get_surface()
    assert surface
    return pygame.image.tobytes(surface, "RGB")


# --- what moves -------------------------------------------------------------------------------------------------------


def scored(**scores: int) -> View:
    """The race with the scores of some players changed."""
    seats = tuple(replace(seat, score=scores.get(seat.name, seat.score)) for seat in FAMILY)
    return replace(RACE, prompt="Que faites-vous ?", body=replace(RACE.body, seats=seats))


def scores_of(view: View) -> list[int]:
    assert isinstance(view.body, Race)
    return [seat.score for seat in view.body.seats]


def test_a_token_goes_square_by_square() -> None:
    """Three points are three steps, beginning where the token stood; the last square is the new view itself."""
    frames = between(RACE, scored(Ada=15))
    assert [scores_of(view)[0] for _, view in frames] == [12, 13, 14]


def test_several_tokens_move_together() -> None:
    """Whoever has a shorter way is there earlier; nobody else moves."""
    frames = between(RACE, scored(Ada=14, Bo=15))
    assert [scores_of(view) for _, view in frames] == [[12, 12, 27, 4], [13, 13, 27, 4], [14, 14, 27, 4]]


def test_taking_back_moves_backwards() -> None:
    """An undone score walks home."""
    assert [scores_of(view)[3] for _, view in between(RACE, scored(Dédé=2))] == [4, 3]


@pytest.mark.parametrize("points", [1, 5, 23, 60])
def test_no_way_takes_longer_than_a_breath(points: int) -> None:
    """However far a token goes, all steps together stay below the longest time, and each is shown."""
    frames = between(RACE, scored(Ada=12 + points))
    assert 0 < sum(seconds for seconds, _ in frames) <= LONGEST_S + 1e-9
    assert len(frames) == min(points, 36)


def test_everything_but_the_tokens_is_already_new() -> None:
    """While tokens move, the prompt is that of the next step."""
    assert {view.prompt for _, view in between(RACE, scored(Ada=15))} == {"Que faites-vous ?"}


def test_nothing_moves_where_no_score_changes() -> None:
    """A new cursor, another kind of body, or other players make no pictures in between."""
    assert between(RACE, RACE) == ()
    assert between(RACE, scored()) == ()
    assert between(CARDS, RACE) == ()
    assert between(RACE, CARDS) == ()
    fewer = replace(RACE, body=replace(RACE.body, seats=FAMILY[:3]))
    assert between(RACE, fewer) == ()


def test_a_figure_walks_from_card_to_card() -> None:
    """Through open sides only, and of everything on the map nothing else moves."""
    near, far = walked("c4"), walked("b1")
    frames = [where(view, "archaeologist") for _, view in between(near, far)]
    assert frames
    assert "c4" not in frames
    assert "b1" not in frames
    assert between(far, far) == ()


def walked(cell: str) -> View:
    """A corridor of five cards with the red archaeologist on one of them."""
    names = ("b1", "c1", "c2", "c3", "c4")
    tiles = tuple(
        Tile(name, number, 0, "path", "EW", figures=(Figure("archaeologist", "red"),) if name == cell else ())
        for number, name in enumerate(names)
    )
    return View("", "", PyramidPlan(tiles))


def where(view: View, kind: str) -> str:
    assert isinstance(view.body, PyramidPlan)
    (found,) = (tile.name for tile in view.body.tiles for figure in tile.figures if figure.kind == kind)
    return found


def plan(mummy: int, pawn: int, audience: Audience = "table") -> View:
    """A corridor of six squares with the mummy and a pawn."""
    squares = (Square("E"), *(Square("EW") for _ in range(4)), Square("W"))
    pieces = (MazePiece(mummy, icon="mummy"), MazePiece(pawn, "red"))
    return View("", "", MazePlan(6, squares, pieces), audience=audience)


def test_the_mummy_walks_from_square_to_square() -> None:
    """A pawn beside it does not, whatever it did."""
    frames = [view.body for _, view in between(plan(0, 5), plan(4, 1))]
    assert [body.pieces[0].at for body in frames if isinstance(body, MazePlan)] == [1, 2, 3]
    assert {body.pieces[1].at for body in frames if isinstance(body, MazePlan)} == {1}


def test_nothing_moves_before_the_hunters() -> None:
    """How long it would take says how far somebody went."""
    assert between(plan(0, 5, "hunters"), plan(4, 1, "hunters")) == ()
    assert between(plan(0, 5, "hunters"), plan(4, 1)) == ()


def test_a_card_that_was_entered_is_turned_over() -> None:
    """Its back is seen for a moment, in its own slot; a slot that is empty again is not turned."""
    before = replace(CARDS, body=replace(CARDS.body, slots=(Item(""), Item(""), Item(""))))
    ((seconds, back),) = between(before, CARDS)
    assert seconds <= LONGEST_S
    assert isinstance(back.body, Picker)
    assert [slot.icons for slot in back.body.slots] == [("card",), (), ()]
    assert between(CARDS, before) == ()


FACES = (Item("", ("die_2",)), Item("", ("die_arrow",)), Item("again", ("redo",)))


def thrown(number: int, dice: tuple[Item, ...] = FACES, locked: int = 0, audience: Audience = "hunters") -> View:
    """A corridor with dice that the device has thrown, some of them locked."""
    there = plan(0, 5, audience)
    return replace(there, body=replace(there.body, dice=dice, thrown=number, tray=(locked, 5)))


def rolls(before: View, after: View) -> list[tuple[int, ...]]:
    """Which dice roll in each picture."""
    return [view.body.rolling for _, view in between(before, after) if isinstance(view.body, MazePlan)]


def test_dice_that_the_device_has_thrown_roll() -> None:
    """Also if they show the same again; rolling again is no die, and a cursor that moves rolls nothing."""
    assert set(rolls(plan(0, 5, "hunters"), thrown(3))) == {(0, 1)}
    assert set(rolls(thrown(3), thrown(5))) == {(0, 1)}
    assert rolls(thrown(3), replace(thrown(3), prompt="Announce 2?")) == []


def test_dice_roll_for_the_same_time_whatever_they_show() -> None:
    """The longest time is that of all that moves."""
    other = (Item("", ("die_4",)),) * 5
    lasting = {sum(seconds for seconds, _ in between(thrown(3), thrown(5, dice))) for dice in (FACES, other)}
    assert len(lasting) == 1
    assert lasting.pop() <= LONGEST_S


def test_a_die_that_is_entered_rolls_alone() -> None:
    """With four buttons the next one shows a face already, under the cursor, and keeps still."""
    blank, two = Item("", ("die_blank",)), Item("", ("die_2",))
    before = thrown(0, (two, blank, blank))
    assert set(rolls(before, thrown(0, (two, two, blank)))) == {(1,)}
    under = thrown(0, (two, two, blank))
    assert rolls(before, replace(under, body=replace(under.body, die=1))) == []
    assert rolls(before, thrown(0, (two, blank))) == []


def test_locked_dice_come_to_lie_in_the_tray_one_by_one() -> None:
    """First they roll; before everybody's eyes nothing begins from what only hunters saw."""
    frames = [view.body for _, view in between(thrown(3), thrown(5, locked=3))]
    assert [body.tray for body in frames if isinstance(body, MazePlan) and not body.rolling] == [(1, 5), (2, 5)]
    assert {body.tray for body in frames if isinstance(body, MazePlan) and body.rolling} == {(0, 5)}
    assert between(thrown(3, locked=1), thrown(0, (), locked=3, audience="table")) == ()
    public = replace(plan(0, 5), body=Announcement("", tray=(1, 5)))
    frames = [view.body for _, view in between(public, replace(public, body=Announcement("", tray=(3, 5))))]
    assert [body.tray for body in frames if isinstance(body, Announcement)] == [(1, 5), (2, 5)]
