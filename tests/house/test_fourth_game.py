"""A game is a plug-in: one that no file of the product knows is offered, played, taken back, killed and resumed."""

import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import nim
import pytest
from msgspec.structs import replace
from places import PROJECT
from waiting import child

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.registry import BOXES, GAMES
from firmware_py.pages.registry import PAGES, WORLDS

OWN_PAGES = {"set_up", "own"}
"""What a game says with pages of its own, which stand in the module of these."""


def test_what_all_games_say_stands_in_the_same_module_of_each() -> None:
    """Whoever knows one game finds the others."""
    places: dict[str, set[str]] = {}
    for games in (GAMES, PAGES):
        for name in BOXES.keys() - {"nim"}:
            game = games[name]
            for field in game.__struct_fields__:
                room, _, module = str(getattr(getattr(game, field), "__module__", "")).rpartition(".")
                if room.endswith(f".{name}"):
                    places.setdefault(field, set()).add(module)
    assert len(places) > 10
    assert [field for field, modules in places.items() if len(modules) > 1 and field not in OWN_PAGES] == []


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Register the game for one test."""
    nim.register()
    yield
    del BOXES["nim"], WORLDS["nim"]
    GAMES.forget("nim")
    PAGES.forget("nim")


LANGUAGE, NIM, TWO_PLAYERS, BEGIN = ("ok",), ("down", "down", "down", "ok"), *[("ok",)] * 2
BEGINNING = (*LANGUAGE, *NIM, *TWO_PLAYERS, *BEGIN)
"""The presses that begin a game of two players."""


def begun(device: SimulatedDevice) -> None:
    """Begin a game."""
    for button in BEGINNING:
        device.press(button)


def test_a_game_that_the_core_does_not_know_is_played_to_its_end(tmp_path: Path) -> None:
    """It stands in the list of games, is played by buttons, announced, and stored as finished."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        begun(device)
        device.press("ok")
        assert "takes 1." in as_text(device.app.view)
        for _ in range(2):
            device.press("down")
            device.press("ok")
        assert device.app.table.playing.is_over
        assert "The last stone is taken." in as_text(device.app.view)


def test_its_actions_are_taken_back_and_played_again(tmp_path: Path) -> None:
    """Holding back takes back an action, and a power cut keeps what was taken back."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        begun(device)
        device.press("ok")
        device.hold("back", 1.5)
        assert device.app.table.playing.state.stones == nim.STONES
        device.cut()
        assert "Nim" in as_text(device.app.view)
        device.press("ok")
        assert [take.stones for take in device.app.table.playing.undone] == [1]


def test_killed_with_signal_9_it_is_resumed_with_every_action_that_was_shown(tmp_path: Path) -> None:
    """A process of its own plays it and is killed; this process takes it up."""
    program = [sys.executable, nim.__file__, str(tmp_path / "data")]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with child(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdin is not None and process.stdout is not None
        for button in (*BEGINNING, "ok", "ok"):
            process.stdin.write(f"{button}\n")
            process.stdin.flush()
            shown = process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert "3 stones" in shown
    with SimulatedDevice(Config(language="en"), tmp_path / "data") as device:
        device.press("ok")
        assert device.app.table.playing.game.id == "nim"
        assert device.app.table.playing.state.stones == 3


def test_on_the_board_a_game_without_pieces_is_played_by_buttons(tmp_path: Path) -> None:
    """A board that is plugged in expects nothing of a game that declares no follower."""
    with SimulatedDevice(Config(language="en", board=BoardConfig(kind="i2c")), tmp_path / "data") as device:
        device.press("ok")
        device.wait(3.0)
        device.press("back")  # the board is not calibrated, and stays so
        for button in BEGINNING[1:]:
            device.press(button)
        device.wait(3.0)
        device.press("ok")
        assert device.app.table.playing.state.stones == nim.STONES - 1
        assert not device.app.view.notice or "board" not in device.app.view.notice.text


def test_a_game_with_secrets_must_say_how_to_guard_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without such a declaration are refused, so nothing is shown by omission."""
    monkeypatch.setattr(nim, "GAME", replace(nim.GAME, has_secrets=True))
    with pytest.raises(ValueError, match="nim has secrets"):
        PAGES["nim"]


def test_every_room_without_a_game_of_its_own_is_under_the_contract() -> None:
    """A new module of pages or games cannot be forgotten in the contract that lets it name no game."""
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    named = next(set(one["source_modules"]) for one in contracts if one["name"].startswith("the generic rooms"))
    rooms = {
        f"firmware_py.{folder}.{path.stem}"
        for folder in ("games", "pages")
        for path in (PROJECT / "firmware_py" / folder).iterdir()
        if not path.stem.startswith("__") and path.stem not in GAMES
    }
    assert rooms - named == set()
