"""A disk that does not answer for a while: the device goes on, says so, and loses and doubles nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import malediction_device
import pytest
from held_disk import HeldDisk
from malediction_device import THREE, record
from running_service import notify_socket_at

from display.view import View, as_text
from firmware_py.config.schema import Config, ScreenConfig
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.disk import MOST_WAITING, Disk, Resources
from firmware_py.device.panel import DISK_PATIENCE_S, Watchdog
from firmware_py.games.malediction.state import Roll
from firmware_py.host.failed_starts import Start
from firmware_py.pages.page import Press
from firmware_py.pages.registry import PAGES


@pytest.fixture
def disk() -> HeldDisk:
    """A disk that answers until it is held."""
    return HeldDisk()


@pytest.fixture
def game(tmp_path: Path, disk: HeldDisk) -> Iterator[SimulatedDevice]:
    """A device in the first turn of a game of two, in English."""
    with SimulatedDevice(Config(), tmp_path / "data", disk=disk) as device:
        for button in ("down", *["ok"] * 4):
            device.press(button)
        assert device.app.table.session
        yield device


def played(game: SimulatedDevice) -> tuple[int, int]:
    """How many actions are shown, and how many are stored."""
    return game.app.table.playing.ply, game.journal.load(1).ply


def notice_of(game: SimulatedDevice) -> str:
    """The kind of the notice that is shown, empty without one."""
    return game.app.shown.notice.kind if game.app.shown.notice else ""


def test_what_is_not_stored_is_not_shown_as_done(game: SimulatedDevice, disk: HeldDisk) -> None:
    """The page stays as it was; soon it says that it is being saved, and after long that the card is slow."""
    before = game.app.shown
    disk.is_held = True
    game.press("ok")
    game.wait(0.2)
    assert game.app.shown == before
    game.wait(0.5)
    assert (played(game), game.app.shown.body, notice_of(game)) == ((0, 0), before.body, "saving")
    assert "Saving…" in as_text(game.app.shown)
    game.wait(20)
    assert notice_of(game) == "warning"
    disk.let_go()
    game.wait(1)
    assert (played(game), notice_of(game)) == ((1, 1), "news")


def test_the_next_page_is_prepared_while_its_action_is_stored(game: SimulatedDevice, disk: HeldDisk) -> None:
    """It is the very page that follows, and nothing of it is shown, in force or stored before the action is."""
    prepared: list[View] = []
    app = App(Resources(Config(), game.devices, Disk(game.journal, None), disk, prepare=prepared.append), game.now_s)
    app.press(Press("ok"), game.now_s)
    before, ply = app.shown, app.table.playing.ply
    app.tick(game.now_s)
    disk.is_held = True
    prepared.clear()
    app.press(Press("ok"), game.now_s + 1)
    app.tick(game.now_s + 1)
    assert (app.shown, app.table.playing.ply) == (before, ply)
    assert len(prepared) == 1
    disk.let_go()
    app.tick(game.now_s + 1)
    assert (app.view, app.table.playing.ply) == (prepared[0], ply + 1)


def test_presses_wait_in_their_order_and_count_once(game: SimulatedDevice, disk: HeldDisk) -> None:
    """The menu is opened, the cursor moved, the menu left, a card taken; presses after it were nobody's turn."""
    disk.is_held = True
    for button in ("back", "down", "back", "right", "ok", "ok", "ok"):
        game.press(button)
    game.hold("back", 1.2)
    game.wait(30)
    assert played(game) == (0, 0)
    disk.let_go()
    game.wait(0.1)
    assert game.app.shown.sign == game.app.shown.actor
    game.wait(1)
    assert played(game) == (1, 1)
    assert game.app.table.playing.steps[0].action.pile == "right"


def test_a_held_button_moves_the_cursor_only_where_it_is_seen(game: SimulatedDevice, disk: HeldDisk) -> None:
    """The repeats of half a minute do not follow all at once."""
    for button in ("back", "down"):
        game.press(button)
    disk.stall(game.app, game.now_s)
    game.press("up")
    game.hold("down", 30)
    disk.let_go()
    game.wait(1)
    cursor = game.app.shown.body.cursor
    game.press("down")
    assert game.app.shown.body.cursor != cursor == 1


def test_a_touch_is_not_taken_for_one_of_another_page(game: SimulatedDevice, disk: HeldDisk) -> None:
    """What was touched on the old page says nothing about the page that follows."""
    disk.stall(game.app, game.now_s)
    game.press("back")
    game.touch("1")
    disk.let_go()
    game.wait(1)
    assert "Game menu" in as_text(game.app.shown)
    assert played(game) == (0, 0)


def test_light_and_sound_go_on(game: SimulatedDevice, disk: HeldDisk) -> None:
    """A tune that has begun ends, and the light keeps the colour of whoever must act."""
    game.press("ok")
    light = game.pins.light()
    assert game.devices.buzzer
    assert game.devices.buzzer.next_deadline_s() is not None
    disk.is_held = True
    game.press("ok")
    game.wait(1)
    assert game.devices.buzzer.next_deadline_s() is None
    share = max(game.pins.light()) / max(light)  # it breathes
    assert game.pins.light() == pytest.approx(tuple(part * share for part in light))


def test_it_is_safe_to_unplug_only_once_all_is_stored(game: SimulatedDevice, disk: HeldDisk) -> None:
    """Who holds ok during a stall sees the last page after it, with everything stored that was pressed before."""
    disk.is_held = True
    game.press("ok")
    game.hold("ok", 5)
    game.wait(10)
    assert not game.app.finished
    assert "safe to unplug" not in as_text(game.app.shown)
    disk.let_go()
    game.wait(1)
    assert game.app.state.is_switched_off
    assert "safe to unplug" in as_text(game.app.shown)
    game.cut()
    assert game.journal.load(1).ply == 1


def test_a_window_closed_during_a_stall_is_closed_after_it(game: SimulatedDevice, disk: HeldDisk) -> None:
    """Nothing that was pressed before is lost."""
    disk.is_held = True
    game.press("ok")
    game.app.close(game.now_s)
    game.wait(1)
    assert not game.app.finished
    disk.let_go()
    game.wait(1)
    assert game.app.finished
    game.cut()
    assert game.journal.load(1).ply == 1


def test_secrets_are_hidden_at_once_whether_that_is_stored_or_not(tmp_path: Path, disk: HeldDisk) -> None:
    """As soon as back goes down, and for as long as the stall lasts after it is released."""
    with malediction_device.game(tmp_path, disk=disk) as device:
        assert device.app.shown.audience == "hunters"
        disk.is_held = True
        device.press("ok")
        device.pins.press("back")
        device.wait(0.1)
        assert device.app.shown.audience != "hunters"
        device.pins.release("back")
        device.wait(5)
        assert device.app.view.audience != "hunters"
        disk.let_go()
        device.wait(1)
        assert device.app.shown.audience != "hunters"


def test_a_broken_contact_does_not_fill_the_memory(game: SimulatedDevice, disk: HeldDisk) -> None:
    """The queue of steps that wait has a limit."""
    disk.stall(game.app, game.now_s)
    for _ in range(MOST_WAITING + 20):
        game.touch("button:back")
    assert len(game.app._saving._waiting) == MOST_WAITING


def test_a_stall_of_minutes_is_no_reason_to_restart_an_endless_one_is(
    game: SimulatedDevice, disk: HeldDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signs of life are given as long as a card may take that still works; a card that never answers is reported."""
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    with notify_socket_at(address) as notify_socket:
        watchdog = Watchdog(Start(), game.now_s)
        notify_socket.setblocking(False)

        def signs_of_life(seconds: float) -> int:
            count, until_s = 0, game.now_s + seconds
            while game.now_s < until_s:
                game.wait(1)
                watchdog.after_round(game.app, game.devices, game.now_s)
                with suppress(BlockingIOError):
                    while message := notify_socket.recv(200):
                        count += message == b"WATCHDOG=1"
            return count

        disk.is_held = True
        game.press("ok")
        assert signs_of_life(DISK_PATIENCE_S - 5) > 40
        signs_of_life(10)
        assert signs_of_life(60) == 0
        disk.let_go()
        assert signs_of_life(60) >= 8


def test_a_countdown_closes_the_curtain_though_the_disk_stalls(tmp_path: Path, disk: HeldDisk) -> None:
    """Who lets go of ok in time stays on, and the map, which everybody might see now, does not come back."""
    config = Config(language="en", screen=ScreenConfig(across_after_s=60))
    with SimulatedDevice(config, tmp_path / "data", disk=disk) as device:
        device.press("ok")
        device.load(record(THREE, Roll("Ada", faces=("1", "2", "3", "4", "arrow"))))
        device.hold("ok", 1.1)
        assert device.app.shown.audience == "hunters"
        disk.is_held = True
        device.hold("ok", 2)
        device.wait(1)
        assert "The map is hidden." in device.app.shown.prompt
        disk.let_go()
        device.wait(1)
        assert "The map is hidden." in device.app.shown.prompt


def test_what_stores_nothing_waits_for_no_disk(game: SimulatedDevice, disk: HeldDisk) -> None:
    """The menu opens and its cursor moves while the disk answers nobody, as when it examines old games."""
    disk.is_held = True
    game.press("back")
    before = game.app.shown.body.cursor
    game.press("down")
    assert "Game menu" in as_text(game.app.shown)
    assert game.app.shown.body.cursor == before + 1


def test_a_game_is_loaded_while_the_device_goes_on(tmp_path: Path, disk: HeldDisk) -> None:
    """Whoever chooses one that was never asked for waits for the thread that reads the card, and the loop does not."""
    loaded = dict(PAGES._loaded)
    PAGES._loaded.clear()
    try:
        with SimulatedDevice(Config(), tmp_path / "data", disk=disk) as device:
            for button in ("down", "ok"):
                device.press(button)
            disk.is_held = True
            device.press("ok")
            device.wait(1)
            assert (notice_of(device), PAGES.loaded_values()) == ("saving", ())
            assert "Which game will you play?" in as_text(device.app.shown)
            disk.let_go()
            device.wait(1)
            assert len(PAGES.loaded_values()) == 1
            assert "Which game will you play?" not in as_text(device.app.shown)
    finally:
        PAGES._loaded.update(loaded)
