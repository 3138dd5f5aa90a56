"""Play the flow scripts and write what they showed: `make goldens`.

A flow becomes a text with every page it met (tests/goldens/flows). Each of its `shot` lines becomes a PNG for every
panel size (tests/goldens/pages). Flows beside a magnetic board are pictured on the smallest panel only; of most of them
their scripts say what must be read there.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import places
from page_texts import Text, in_sections, written
from places import GOLDENS

from firmware_py.config.schema import BoardConfig, Config, ScreenConfig
from firmware_py.desk.script import Stage, read_script
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay, play_script

TEXTS, PAGES = GOLDENS / "flows", GOLDENS / "pages"
FOLDER = places.FLOWS
SMALLEST = (320, 240)
USUAL = (Config().screen.width, Config().screen.height)
OTHER_SIZES = (SMALLEST, (800, 480))
NAMES = ("whole_game", "why_not", "kept_games", "power_cuts", "six_players", "four_buttons", "en_francais", "settings")
"""The flows of the menus and of Maudite Momie."""
FLOWS = {name: FOLDER / f"{name}.txt" for name in NAMES}
PICTURED = ("whole_game", "why_not", "kept_games", "settings")
"""Those with `shot` lines."""
BOARD_PICTURED = {
    "board_bump": "serial",
    "board_calibration": "serial",
    "board_dead_cell": "i2c",
    "board_every_cell": "i2c",
    "board_game_switches": "i2c",
    "board_left_out": "serial",
    "board_live": "serial",
    "board_mummy_slide": "serial",
    "board_power_cut": "serial",
    "board_slow_slide": "serial",
    "board_undo": "serial",
    "board_unplug": "serial",
}
"""Flows beside a magnetic board, and beside which kind of it they are pictured."""


BOARD_READ = ("board_bump", "board_dead_cell", "board_game_switches", "board_slow_slide", "board_unplug")
"""Those of which every page is read: a game that is played by its pieces, well and badly."""


def screens(flow: Path, folder: Path, config: Config) -> str:
    """Every page of a flow as text, each below the line of the script that led there.

    Its pictures are written into `folder`.
    """
    text = flow.read_text(encoding="utf-8")
    texts: list[Text] = []
    lines, shown = text.splitlines(), None
    with (
        tempfile.TemporaryDirectory() as data,
        DeskDisplay(config, headless=True) as display,
        SimulatedDevice(config, Path(data), display) as box,
    ):
        stage = Stage(box, display.save, folder, flow.parent, lambda _: None)
        for number, step in read_script(text):
            step(stage)
            before, shown = shown, written(box.app.view)
            texts += [[f"--- {lines[number - 1]}", *shown]] if shown != before else []
    return in_sections({flow.stem: texts})


def pictures(flow: Path, size: tuple[int, int], folder: Path, board: str = "none") -> None:
    """Write a PNG for each `shot` of a flow into `folder`, played beside that kind of magnetic board."""
    play_script(config_of(size, board), flow, folder, None, headless=True)


def config_of(size: tuple[int, int] = USUAL, board: str = "none") -> Config:
    return Config(screen=ScreenConfig(width=size[0], height=size[1]), board=BoardConfig(kind=board))


def pages_folder(name: str, size: tuple[int, int], root: Path = PAGES) -> Path:
    return root / f"{name}-{size[0]}x{size[1]}"


def make() -> None:
    """Write all of them."""
    TEXTS.mkdir(parents=True, exist_ok=True)
    for name, flow in FLOWS.items():
        text = screens(flow, pages_folder(name, USUAL), config_of())
        (TEXTS / f"{name}.txt").write_text(text, encoding="utf-8")
    for name in PICTURED:
        for size in OTHER_SIZES:
            pictures(FLOWS[name], size, pages_folder(name, size))
    for name, board in BOARD_PICTURED.items():
        flow, folder = FOLDER / f"{name}.txt", pages_folder(name, SMALLEST)
        if name in BOARD_READ:
            (TEXTS / f"{name}.txt").write_text(screens(flow, folder, config_of(SMALLEST, board)), encoding="utf-8")
        else:
            pictures(flow, SMALLEST, folder, board)
