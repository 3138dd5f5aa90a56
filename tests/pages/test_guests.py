"""Guests: they play as everybody does, and no list keeps who they were."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from stick_slot import home, shown
from touched_lines import choose

from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.evenings.results import GameResult, Moment, PlayerResult, is_guest
from firmware_py.evenings.statistics import game_statistics, people_of, person_statistics, tally
from firmware_py.games.session import begin, play
from firmware_py.host.clock import UNSET
from firmware_py.storage.journal import save_session


def test_a_guest_is_in_no_list_of_people_and_the_game_counts() -> None:
    """Nobody has a record against a guest either; the evening tells who won."""
    players = (PlayerResult("Ada", "red", won=False, score=3), PlayerResult("Joueur 2", "blue", won=True, score=30))
    began, ended = Moment(UNSET, 0), Moment(UNSET, 60_000)
    result = GameResult(game="maudite_momie", players=players, began=began, ended=ended, played_ms=60_000)
    assert people_of([result]) == {"Ada": (1, "red")}
    assert person_statistics([(1, result)], "Ada").against == {}
    assert person_statistics([(1, result)], "Ada").games == 1
    assert tally([result]) == {"Joueur 2": 1, "Ada": 0}
    found = game_statistics([(1, result)], "maudite_momie")
    assert (found.games, found.best_score) == (1, (30, "Joueur 2", 1))


@pytest.mark.parametrize("name", ["Player 1", "Joueur 12", "Spieler 3"])
def test_the_names_of_seats_are_nobody_s(name: str) -> None:
    """In every language, for a table may have been set up in another one."""
    assert is_guest(name)
    assert not is_guest(f"{name}5")


@pytest.mark.parametrize("name", ["Box", "Box 2", "Gerät", "Appareil"])
def test_whoever_is_called_like_the_box_is_remembered_and_the_box_is_not(name: str) -> None:
    """A seat is the box's because the box has played in it, whatever it is called."""
    for level in (0, 3):
        players = (PlayerResult("Ada", "red", won=True), PlayerResult(name, "blue", level=level))
        result = GameResult(
            game="malediction", players=players, began=Moment(UNSET, 0), ended=Moment(UNSET, 60_000), played_ms=60_000
        )
        assert (name in people_of([result])) is (level == 0)
        assert (name in person_statistics([(1, result)], "Ada").against) is (level == 0)


@pytest.mark.parametrize("layout", ["four", "six"])
def test_a_person_with_buttons_seats_a_guest(layout: str, tmp_path: Path) -> None:
    """In the seat of somebody whose name is offered; afterwards only the name of the other one is known."""
    config = Config(language="en", buttons=replace(Config().buttons, layout=layout))
    with SimulatedDevice(config, tmp_path) as box:
        box.touch("1")
        session = begin(SAMPLERS["maudite_momie"].header(random.Random(3)))
        for _, action, _ in random_game("maudite_momie", 3):
            session = play(session, action)
        save_session(box.journal, session)
        box.cut()
        box.touch("0")
        names = session.header.players
        for button in ("down", "ok", "up") if layout == "four" else ("right",):
            box.press(button)
        for _ in range(20):
            if "A guest" in shown(box):
                break
            box.press("down")
        assert "A guest: no list remembers who it was." in shown(box)
        assert "Player 1" in shown(box)
        for button in ("ok", "ok", "ok", "ok") if layout == "four" else ("ok", "ok", "ok"):
            box.press(button)
        playing = box.app.table.playing.header.players
        assert playing == ("Player 1", *names[1:])
        box.press("back")
        choose(box, "Stop for today")
        home(box)
        assert not any(map(is_guest, people_remembered(box)))


def people_remembered(box: SimulatedDevice) -> list[str]:
    """The names that are offered at the next table."""
    from firmware_py.pages.people import names_met

    return list(names_met(box.app.table))
