"""The settings in force: what was chosen on the device takes precedence over the owner's file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import structs

from firmware_py.config.schema import Config, contradictions
from firmware_py.config.settings import (
    NO_SENSOR,
    SOUNDS,
    BoardWiring,
    Settings,
    Source,
    read_settings,
    read_wiring,
    rows_of_text,
)
from hardware.boards.settings import SwitchBoard


def usual_settings(config: Config) -> Settings:
    """The settings of the owner's file, before anything is chosen on the device."""
    return Settings(
        language=config.language,
        sounds=frozenset(name for name in SOUNDS if getattr(config.sound, name)),
        volume=config.sound.volume,
        controls=config.buttons.layout,
        size=(config.screen.width, config.screen.height),
        inches=config.screen.inches,
        theme=config.screen.theme,
        rotation=config.screen.rotation,
        sensors=config.board.kind,
    )


def settings_in_force(config: Config, stored: Mapping[str, str]) -> Settings:
    """The choices made on the device, and the owner's file for the rest.

    A choice that contradicts the wiring is ignored: it was made before the owner changed the wiring.
    """
    usual = usual_settings(config)
    chosen = read_settings(stored, usual)
    if any(contradictions(config_in_force(config, chosen))):
        return structs.replace(chosen, controls=usual.controls, sensors=usual.sensors)
    return chosen


def config_in_force(config: Config, settings: Settings) -> Config:
    """The configuration with what was chosen on the device, and with the wiring that it learnt there."""
    board = config.board
    learnt = rows_of_text(read_wiring(settings.wiring, board.bus, board.rows, board.columns), board.columns)
    (width, height), replaced = settings.size, msgspec.structs.replace
    return replaced(
        config,
        screen=replaced(config.screen, width=width, height=height, rotation=settings.rotation),
        buttons=replaced(config.buttons, layout=settings.controls),
        board=replaced(board, kind=settings.sensors, sensors=learnt or board.sensors),
    )


def simulated_config(config: Config, settings: Settings) -> Config:
    """The same for the simulated board, which is wired as the owner's file says, whatever was learnt."""
    return config_in_force(config, structs.replace(settings, wiring=""))


@lru_cache(maxsize=2)
def board_wiring(config: Config, settings: Settings, draft: str = "") -> BoardWiring | None:
    """How the board of switches is wired, and the source of that; None without such a board.

    The learnt wiring goes before the owner's file, and that before the default order. `draft` is another wiring,
    as stored. The cache helps because this is asked after every change, and the answer is nearly always the same.
    """
    board = config_in_force(config, settings).board.settings()
    if not isinstance(board, SwitchBoard):
        return None
    place = board.bus, board.rows, board.columns
    is_learnt = bool(read_wiring(settings.wiring, *place))
    source: Source = "learnt" if is_learnt else "file" if config.board.sensors else "order"
    sensors = tuple(NO_SENSOR if sensor is None else str(sensor) for sensor in board.sensor_map())
    return BoardWiring(*place, sensors, source, read_wiring(draft, *place))
