"""What decides is given values and returns values: nothing in them reaches a disk, a stick, a wire or a thread."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum
from gettext import NullTranslations
from pathlib import Path
from types import FunctionType, GenericAlias, MethodType, ModuleType, UnionType
from typing import Any

import msgspec
import pytest
from random_play import random_record
from sampling import many
from stick_slot import PLACE, Slot

from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device import disk
from firmware_py.games.registry import GAMES, NotLoaded, nothing_loads
from firmware_py.pages.page import LongPress, Press

INERT = (
    str
    | int
    | float
    | bool
    | bytes
    | datetime
    | Enum
    | type
    | None
    | msgspec.UnsetType
    | UnionType
    | GenericAlias
    | NullTranslations
)
"""What holds nothing else."""
PRESSES = many(25, whole=250)


def held_by(value: object) -> Iterator[object]:
    """Yield what a value holds. :raises TypeError: for what is no value"""
    match value:
        case type() | ModuleType():
            return
        case msgspec.Struct():
            yield from (getattr(value, name) for name in value.__struct_fields__)
            yield from getattr(value, "__dict__", {}).values()  # what was derived from it
        case Mapping():
            yield from (part for pair in value.items() for part in pair)
        case tuple() | list() | frozenset() | set() | range():
            yield from value
        case functools.partial():
            yield from (value.func, *value.args, *value.keywords.values())
        case MethodType():
            yield from (value.__self__, value.__func__)
        case FunctionType():
            yield from (cell.cell_contents for cell in value.__closure__ or ())
            yield from value.__defaults__ or ()
        case _ if not isinstance(value, INERT) and not hasattr(value, "cache_info"):
            raise TypeError(f"{type(value).__module__}.{type(value).__qualname__} is no value")


class Searched:
    """Looks into whatever it is shown, once."""

    def __init__(self) -> None:
        self.kept: dict[int, object] = {}
        self.kinds: set[str] = set()

    def look(self, *values: object) -> None:
        """Look into values. :raises TypeError: as soon as something is found that is none"""
        waiting = list(values)
        while waiting:
            value = waiting.pop()
            if id(value) not in self.kept:
                self.kept[id(value)] = value
                self.kinds.add(type(value).__name__)
                waiting += held_by(value)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Searched:
    """What has looked into everything that `update` was given and has returned."""
    search, decide = Searched(), disk.update

    def update(state: Any, event: Any, *, shows_secrets: bool) -> Any:
        search.look(state, event)
        after, effects = decide(state, event, shows_secrets=shows_secrets)
        search.look(after, effects)
        return after, effects

    monkeypatch.setattr(disk, "update", update)
    return search


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_is_pressed_is_decided_with_values_alone(game_id: str, searched: Searched, tmp_path: Path) -> None:
    """From any page of a game and around it, with a board, a stick and a disk that examines old games."""
    chance = random.Random(game_id)
    slot = Slot(tmp_path / "system", tmp_path / "system" / PLACE.lstrip("/"))
    slot.plug()
    config = Config(language="en", board=BoardConfig(kind="serial"), buttons=ButtonsConfig(layout="six"))
    with SimulatedDevice(config, tmp_path / "data", system=slot.system) as device:
        device.load(random_record(game_id, chance, most=12))
        for _ in range(PRESSES):
            button = chance.choice(("up", "down", "left", "right", "ok", "ok", "ok", "back"))
            device.do(LongPress(button) if chance.random() < 0.1 and button != "ok" else Press(button))
            device.wait(chance.choice((0.0, 0.5, 3.0)))
            searched.look(device.app.state, device.app.view)
    assert {"Pressed", "BoardReported", "TimePassed", "Play", "DeviceState", "PageContext", "View"} <= searched.kinds


def test_what_must_be_loaded_first_is_told_apart_from_a_fault() -> None:
    """Where nothing may wait, a game is asked for instead of being loaded, and elsewhere it is loaded."""
    game_id = next(iter(GAMES))
    loaded = dict(GAMES._loaded)
    GAMES._loaded.clear()
    try:
        with nothing_loads(), pytest.raises(NotLoaded) as asked:
            GAMES[game_id]
        assert (asked.value.kind, asked.value.game) == ("rules", game_id)
        assert GAMES[game_id].id == game_id
    finally:
        GAMES._loaded.update(loaded)
