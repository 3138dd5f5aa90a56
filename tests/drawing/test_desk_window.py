"""The desk in a window: keys and mouse as buttons, light and sound, and the magnetic board beside the device."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from sample_views import CONFIRM, RACE
from window_events import after, click, key, release

from display.desk.board import BoardLook, PieceLook, placed
from display.desk.device_drawing import laid_out
from display.desk.window import Desk, DeviceLook
from display.draw.marks import Box
from display.inputs import (
    ButtonDown,
    ButtonUp,
    CableToggled,
    CellFaultChanged,
    PieceMoved,
    Touched,
)
from firmware_py.config.schema import Config
from firmware_py.desk.script import ScriptFailure
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay, play_script
from firmware_py.storage.changes import Choose

pytestmark = pytest.mark.usefixtures("unseen_screen")

SIZE = (480, 320)
YES = (240, 245)
"""Where the second answer of the question lies."""


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
    ok = dict(laid_out(SIZE).buttons)["ok"].centre
    with Desk(SIZE) as desk:
        desk.show(RACE)
        assert after(desk, click(ok)) == [ButtonDown("ok")]
        assert after(desk, release((0, 0))) == [ButtonUp("ok")]


def test_the_drawn_screen_can_be_touched() -> None:
    """A click on the screen in the case touches what is shown there; the table beside the case is nothing."""
    glass = laid_out(SIZE).screen
    with Desk(SIZE) as desk:
        desk.show(CONFIRM)
        assert after(desk, click((glass.x + YES[0], glass.y + YES[1])), click((3, 3))) == [Touched("yes")]


def test_a_turned_desk_shows_and_feels_a_turned_picture(tmp_path: Path) -> None:
    """A quarter turn clockwise: the case holds an upright panel, and a click means what is seen under it."""
    glass = laid_out((320, 480)).screen
    with Desk(SIZE, rotation=90) as desk:
        desk.show(CONFIRM)
        seen = pygame.display.get_surface()
        assert seen.get_size() == laid_out((320, 480))[:2]
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
            assert pygame.image.load(tmp_path / "desk.png").get_size() == laid_out(panel)[:2]


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
    assert pygame.image.load(tmp_path / "device.png").get_size() == laid_out(SIZE)[:2]


def test_a_script_that_fails_leaves_no_window_open(tmp_path: Path) -> None:
    """Whatever ends the script, the desk is cleared."""
    script = tmp_path / "wrong.txt"
    script.write_text("expect Nobody says this.\n")
    with pytest.raises(ScriptFailure):
        play_script(Config(), script, tmp_path, None, headless=False)
    assert not pygame.display.get_init()


def test_light_sound_and_pressed_buttons_are_seen(tmp_path: Path) -> None:
    """The lamp has the light's colour, a sound shows in the speaker, a pressed button looks different."""
    layout = laid_out(SIZE)
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
    layout = laid_out(size)
    places = [pygame.Rect(box) for box in (layout.screen, layout.lamp, layout.speaker, *dict(layout.buttons).values())]
    assert all(pygame.Rect(layout.case).contains(place) for place in places)
    assert all(place.collidelist(places[:index]) == -1 for index, place in enumerate(places))


def test_a_device_may_have_four_buttons() -> None:
    """A device without left and right is drawn without them."""
    assert {name for name, _ in laid_out(SIZE, ("up", "down", "ok", "back")).buttons} == {"up", "down", "ok", "back"}


# --- the magnetic board beside it ------------------------------------------------------------------------------------

BOARD = BoardLook(10, 10, 25.0, (0,) * 100, True, pieces=(PieceLook("red", "red pawn", "red", (12.5, 12.5)),))
LAYOUT = laid_out(SIZE, with_board=True)
PLACE = placed(BOARD, LAYOUT.board)
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
        layout = laid_out((800, 480), with_board=True)
        window = pygame.display.get_surface().get_size()
        assert window[0] <= 1280 and window[1] <= 720 < layout.width
        scale = window[0] / layout.width
        plug = placed(BOARD, layout.board).plug.centre
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


def changed(one: pygame.Surface, other: pygame.Surface, box: Box) -> bool:
    return pygame.image.tobytes(one.subsurface(box), "RGB") != pygame.image.tobytes(other.subsurface(box), "RGB")
