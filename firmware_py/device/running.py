"""A run of the device from its start to its end: what it needs is opened, and closed again.

Why every game is loaded in a thread of its own after a start (`begin`): whoever chooses one then need not wait for it,
which would be half a second on the slowest Pi, and Python lets the loop go on after 5 ms at the latest, in the middle
of a module. A game that is chosen before its turn has come is loaded at once, by whoever needs it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TypeVar

from display.view import View
from firmware_py.config.schema import JOURNAL_NAME, Config, config_in_force, settings_in_force, simulated_config
from firmware_py.device.app import App
from firmware_py.device.disk import Disk, Resources
from firmware_py.device.loop import LONGEST_WAIT_S, Display, FromPhones, Inbox, LoopObserver, Phones, run_app
from firmware_py.device.output import TUNES
from firmware_py.device.state import SWITCHED_ON
from firmware_py.device.thinking import thread_to_think
from firmware_py.driver_reports import report_words
from firmware_py.host import clock
from firmware_py.host.log import Priority, log, log_warnings
from firmware_py.pages.registry import PAGES
from firmware_py.storage.opening import open_journal
from firmware_py.words import Words, words
from hardware import Devices, HardwareError, open_devices
from hardware.boards.mcp23017 import SensorMap
from hardware.boards.settings import sensor_map_of
from hardware.controls.voice import open_voice

T = TypeVar("T")


def run(
    config: Config,
    data: Path,
    display: Display,
    *,
    simulate: bool,
    real_board: bool = False,
    warnings: tuple[Words, ...] = (),
    observer: LoopObserver | None = None,
    prepare: Callable[[View], None] = lambda _: None,
    phones_at: str | None = None,
    phones: Callable[[Callable[[FromPhones], None]], Phones | None] = lambda _: None,
) -> bool:
    """Run the device until it is switched off or its window is closed; return whether it was switched off by hand.

    `simulate` and `real_board` are as for `open_devices`. Without pins, the device runs by keyboard and touch. When a
    setting needs other devices, it starts again on the same journal. `prepare` is told which view will follow. `phones`
    opens the link to the phones, which find the device `phones_at`.
    """
    inbox = Inbox(display.poll, time.monotonic)
    before = SWITCHED_ON
    linked = phones(inbox.put)
    with (
        ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk") as thread,
        thread_to_think() as thinker,
    ):
        job = partial(open_journal, data / JOURNAL_NAME, clock.now, boot=clock.boot_id())
        opened = _wait_for(thread.submit(job), observer)
        if opened.warning:
            log_warnings(opened.warning)
            warnings = (*warnings, *opened.warnings)
        try:
            while True:
                disk = _wait_for(thread.submit(Disk, opened.journal, data), observer)
                settings = settings_in_force(config, {**disk.at_start.chosen, **before.tries})
                soldered = sensor_map_of(simulated_config(config, settings).board.settings())
                devices, fault = _open(config_in_force(config, settings), soldered, inbox, simulate, real_board)
                devices.voice = open_voice(config.sound.card, config.sound.lead_in_s)
                devices.open_audio(config.sound.output, TUNES.values(), config.sound.card)
                with devices:
                    resources = Resources(
                        config, devices, disk, thread, thinker, inbox.wake, prepare, phones_at if linked else None
                    )
                    app = App(resources, time.monotonic(), (*fault, *warnings), before)
                    run_app(app, devices, display, inbox, observer, linked)
                    if not app.state.chosen.restarts:
                        display.show(app, devices)
                        return app.state.is_switched_off
                before, warnings = app.state.chosen, ()
        finally:
            _wait_for(thread.submit(opened.journal.close), observer)


def _wait_for(job: Future[T], observer: LoopObserver | None) -> T:
    """What a job of the disk's thread returns; meanwhile the observer hears how long it takes."""
    began_s = time.monotonic()
    while not wait((job,), LONGEST_WAIT_S).done:
        if observer:
            observer.waits(time.monotonic() - began_s, time.monotonic())
    return job.result()


def _open(
    config: Config, soldered: SensorMap | None, inbox: Inbox, simulate: bool, real_board: bool
) -> tuple[Devices, tuple[Words, ...]]:
    """The devices, and a warning if there are no pins."""

    def open_with(*, simulate: bool, real_board: bool) -> Devices:
        return open_devices(
            config.pins,
            inbox.put,
            inbox.edge_clock,
            simulate=simulate,
            board=config.board.settings(),
            wake=inbox.wake,
            soldered=soldered,
            real_board=real_board,
            layout=config.buttons.layout,
            brightness=config.light.brightness,
        )

    try:
        return open_with(simulate=simulate, real_board=real_board), ()
    except HardwareError as error:
        log(Priority.ERROR, f"{error} The game goes on by keyboard and touch.")
        fault = words("{fault} The game goes on by keyboard and touch.", fault=report_words(str(error)))
        return open_with(simulate=True, real_board=True), (fault,)


NAME = "preloading"
"""The name of the thread."""


def begin(app: App) -> None:
    """Begin to load every game and its texts in a thread, which then reads the saved games after a start."""
    Thread(target=_preload, args=(app.state.stored.saved_games,), name=NAME, daemon=True).start()


def _preload(read_saved_games: Callable[[], object]) -> None:
    try:
        for pages in PAGES.values():
            if pages.explained:
                pages.explained.texts.read()
        read_saved_games()
    finally:
        gc.freeze()  # a search through all that is loaded would make a press wait
        gc.enable()
