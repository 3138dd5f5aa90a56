"""The settings in force: what was chosen on the device takes precedence over the owner's file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec import structs

from display.sizes import needs_keys
from firmware_py.config.schema import Config, contradictions
from firmware_py.config.settings import (
    NO_SENSOR,
    SETTINGS,
    BoardWiring,
    Settings,
    Source,
    read_settings,
    read_wiring,
    rows_of_text,
    with_values,
)
from hardware.boards.settings import SwitchBoard


def usual_settings(config: Config) -> Settings:
    """The settings of the owner's file, before anything is chosen on the device."""
    owned = (setting for setting in SETTINGS if setting.owners)
    return with_values(Settings(), ((setting, _owners_value(config, setting.owners)) for setting in owned))


def _owners_value(config: Config, keys: tuple[str, ...]) -> Any:
    parts = tuple(attrgetter(key)(config) for key in keys)
    return parts if len(keys) > 1 else parts[0]


def settings_in_force(config: Config, stored: Mapping[str, str]) -> Settings:
    """The choices made on the device, and the owner's file for the rest.

    A choice that contradicts the wiring is ignored: it was made before the owner changed the wiring.
    """
    usual = usual_settings(config)
    chosen = read_settings(stored, usual)
    if any(contradictions(config_in_force(config, chosen))):
        chosen = structs.replace(chosen, controls=usual.controls, sensors=usual.sensors)
    has_keys = chosen.controls == "touch" and needs_keys(*chosen.size, chosen.inches)
    return structs.replace(chosen, has_keys=has_keys) if has_keys else chosen


def config_in_force(config: Config, settings: Settings) -> Config:
    """The configuration with what was chosen on the device, and with the wiring that it learnt there."""
    for setting in SETTINGS:
        if setting.is_tried:
            value = setting.value(settings)
            for key, part in zip(setting.owners, value if len(setting.owners) > 1 else (value,), strict=True):
                table, _, name = key.partition(".")
                config = structs.replace(config, **{table: structs.replace(getattr(config, table), **{name: part})})
    board = config.board
    learnt = rows_of_text(read_wiring(settings.wiring, board.bus, board.rows, board.columns), board.columns)
    return structs.replace(config, board=structs.replace(board, sensors=learnt or board.sensors))


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
