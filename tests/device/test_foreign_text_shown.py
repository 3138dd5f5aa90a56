"""Names, pawns and objects from an older version or a foreign map: no page shows what steers or cannot be seen."""

import json
from pathlib import Path

from stored_journal import add_game
from touched_lines import choose

from display.view import TablePlan, as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.storage.changes import Choose
from firmware_py.words import is_printable

WILD = "\x1b[31mZo\u202e\u200be\n"
MAP = ["+---+---+---+", "|R1      B2 |", "+   +   +   +", "|ST       DS|", "+---+---+---+"]
MOMIE = {"record": 1, "game": "maudite_momie", "players": [WILD, "Bo"]}
PYRAMID = {
    "record": 1,
    "game": "malediction",
    "players": [WILD, "Bo"],
    "setup": {
        "mummy": WILD,
        "hunters": [{"player": "Bo", "pawn": pawn} for pawn in (WILD, "\u2066" * 300)],
        "board": {
            "map": MAP,
            "mummy_die": [10**4000],
            "name": WILD * 50,
            "pawns": [WILD, "\u2066" * 300],
            "objects": {"R1": WILD},
        },
    },
}


def assert_harmless(box: SimulatedDevice) -> None:
    """Every line of the page is one that a screen, a log and a terminal may show."""
    for line in as_text(box.app.view).split("\n"):
        assert is_printable(line), line
        assert len(line) < 5000


def test_no_page_of_a_game_shows_foreign_text_raw(tmp_path: Path) -> None:
    """From the list of games through the game itself; every line of every menu is looked at."""
    for number, header in enumerate((MOMIE, PYRAMID)):
        with SimulatedDevice(Config(language="en"), tmp_path / str(number)) as box:
            box.journal.commit(Choose("language", "en"))
            add_game(box.journal, json.dumps(header, ensure_ascii=False), ("red", "blue"), (), (), "playing")
            box.cut()
            assert_harmless(box)
            choose(box, "Go on with the game")
            for _ in range(12):
                assert_harmless(box)
                box.press("ok")
            box.press("back")
            assert_harmless(box)


def test_names_that_are_none_are_not_offered_again(tmp_path: Path) -> None:
    """The players of an older game are offered as a table only if they could sit at one; others one by one."""
    with SimulatedDevice(Config(language="en"), tmp_path) as box:
        box.journal.commit(Choose("language", "en"))
        for players in (["Ada", "Cy "], [WILD, "Bo"]):
            header = {**MOMIE, "players": players}
            add_game(box.journal, json.dumps(header, ensure_ascii=False), ("red", "blue"), (), (), "finished")
        box.cut()
        box.touch("1")
        offered = []
        for _ in range(6):
            body = box.app.view.body
            assert isinstance(body, TablePlan)
            offered += [seat.name for seat in body.seats]
            box.press("up")
        assert {"Ada", "Cy", "Bo"} < set(offered)
        assert not any("Zo" in name for name in offered)
