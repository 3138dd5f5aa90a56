"""The wiring in force in this box: what was learnt goes before what the owner wrote, and that before order."""

from __future__ import annotations

from functools import lru_cache

from firmware_py.config.file import Config, adjusted
from firmware_py.config.settings import Settings
from firmware_py.sensing.wiring.stored import NO_SENSOR, BoardWiring, Source, read_wiring
from hardware.boards.settings import SwitchBoard


@lru_cache(maxsize=2)
def board_wiring(config: Config, settings: Settings, draft: str = "") -> BoardWiring | None:
    """Return how the board of switches is wired, and whence; None without one. `draft` is another wiring, as kept.

    It is asked for whenever anything has changed, and is nearly always what it was.
    """
    board = adjusted(config, settings).board.settings()
    if not isinstance(board, SwitchBoard):
        return None
    place = board.bus, board.rows, board.columns
    is_learnt = bool(read_wiring(settings.wiring, *place))
    source: Source = "learnt" if is_learnt else "file" if config.board.sensors else "order"
    sensors = tuple(NO_SENSOR if sensor is None else str(sensor) for sensor in board.sensor_map())
    return BoardWiring(*place, sensors, source, read_wiring(draft, *place))
