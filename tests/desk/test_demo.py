"""The demonstration: every game is set up and played by presses, pictured on the way, and its end is announced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_py.cli.main import main
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.desk.demo import DEMOS, Presenter, enter, next_play, set_up
from firmware_py.desk.self_play.malediction import PLAYERS
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay


def test_the_demonstration_tells_how_everybody_stood_at_the_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Behind the announcement lies the last page: who has won, and how far each came."""
    shots = tmp_path / "shots"
    arguments = ["demo", "--game", "malediction", "--seed", "2", "--data", str(tmp_path), "--shots", str(shots)]
    assert main([*arguments, "--verbose"]) == 0
    output = capsys.readouterr().out.strip().splitlines()
    numbers = [int(line.split()[0]) for line in output if re.match(r" {0,3}\d+  ", line)]
    assert numbers == list(range(1, len(numbers) + 1))  # also where a move and its mission are entered in one go
    end = output[output.index("The end") :]
    assert re.search(r"\bwins\.$", end[1])
    standings = [re.fullmatch(r"  \d\. (\w+) \d of \d (?:tokens|missions)", line) for line in end[2:]]
    assert {standing[1] for standing in standings if standing} <= set(PLAYERS)
    assert len(standings) >= 2
    assert all(standings)
    names = [re.sub(r"^\d+-", "", picture.stem) for picture in sorted(shots.rglob("*.png"))]
    assert names[:5] == ["language", "games", "players", "name", "begin"]
    assert {"play", "last"} <= set(names)
    assert names[-1] == "end"


@pytest.mark.parametrize("game", DEMOS)
def test_every_game_is_set_up_and_begun_by_presses(game: str, tmp_path: Path) -> None:
    """Two players sit down under their names, and the first action of its table is played."""
    demo = replace(DEMOS[game], players=DEMOS[game].players[:2])
    with DeskDisplay(Config(), headless=True) as face, SimulatedDevice(Config(), tmp_path / "data", face) as device:
        presenter = Presenter(device, face, None)
        set_up(presenter, demo, game)
        begun = device.app.table.playing
        assert (begun.game.id, begun.header.players, begun.ply) == (game, demo.players, 0)
        wanted = next_play(begun, demo.table(demo.players, 1))
        enter(presenter, demo, wanted.action, 1, wanted.then)
        assert device.app.table.playing.steps[0].action == wanted.action
        assert presenter.presses > 0


def test_with_four_buttons_more_than_two_are_set_up_under_their_names(tmp_path: Path) -> None:
    """The number that was chosen stays while the names are written."""
    config, demo = Config(buttons=ButtonsConfig(layout="four")), DEMOS["malediction"]
    with DeskDisplay(config, headless=True) as face, SimulatedDevice(config, tmp_path / "data", face) as device:
        set_up(Presenter(device, face, None), demo, "malediction")
        assert device.app.table.playing.header.players == demo.players
