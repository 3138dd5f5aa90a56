"""Whole games from three phones at once, in Chromium: `make phones`."""

import os
import random

import pytest
from malediction_device import THREE, record
from phone_players import next_touches
from phone_tabs import complaints, seat, tap
from phones_running import running_with_screens

from firmware_py.games.malediction.state import IN_DUNGEON
from firmware_py.games.maudite_momie.state import Header as MomieHeader
from firmware_py.games.or_du_pharaon.state import Header as PharaonHeader
from firmware_py.games.or_du_pharaon.state import Setup, StartCard

pytestmark = pytest.mark.skipif(not os.environ.get("PHONES"), reason="tried by make phones")
NAMES = ("Ada", "Bo", "Cléo")
HEADERS = {
    "maudite_momie": MomieHeader(1, "maudite_momie", NAMES),
    "or_du_pharaon": PharaonHeader(1, "or_du_pharaon", NAMES, Setup(StartCard(at="c6"))),
    "malediction": THREE,
}


@pytest.mark.parametrize("game", HEADERS)
def test_three_phones_play_a_whole_game(browser, game, tmp_path):
    """Every action is tapped on the phone of whoever acts; it is stored, and no console complains.

    Until the end the mummy's phone shows no pawn outside the dungeon. Then all look at ranking, curve and replay.
    """
    complaints(browser)
    header, chance = HEADERS[game], random.Random(1)
    languages = dict(zip(header.players, ("fr", "en", "de"), strict=True))
    with running_with_screens(tmp_path, load=record(header)) as (running, _):
        tabs = {player: seat(browser, running, player, language) for player, language in languages.items()}
        device, taps = running.device, 0
        while not running.session.is_over:
            player, targets = running.do(lambda: next_touches(device.app.table, chance))
            ply = running.session.ply
            for target in targets:
                tap(tabs[player], target)
                taps += 1
            assert running.session.ply > ply
            if game == "malediction" and not running.session.is_over:
                caught = running.session.state.at.count(IN_DUNGEON)
                tabs["Mo"].until(f"document.querySelectorAll('.piece use[href^=\"#p-\"]').length <= {caught}")
        assert taps >= 40
        stored = running.do(lambda: device.journal.load(device.app.state.game_id))
        assert stored.ply == running.session.ply
        for tab in tabs.values():
            if game == "or_du_pharaon":
                tap(tab, "0")  # the last cards fall
            tab.until("!!document.querySelector('.score [aria-current]')")
            tap(tab, "1")  # where the points came from, or the curve
            tap(tab, "0" if game == "malediction" else "2")  # back
            tap(tab, "2")  # watch it again, hidden moves included
            tap(tab, "button:up")
            assert tab.run("document.querySelectorAll('[data-t=correct]').length") == 0
        assert complaints(browser) == []
        for tab in tabs.values():
            tab.close()
