"""The demonstration tells a whole game, its end included."""

import re

from firmware_py.cli.main import main
from firmware_py.desk.self_play.malediction import PLAYERS


def test_the_demonstration_tells_how_everybody_stood_at_the_end(capsys, tmp_path):
    """Behind what is read aloud lies the last page: who has won, and how many missions each pawn had played."""
    assert main(["demo", "--game", "malediction", "--seed", "2", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().out.strip().splitlines()
    end = told[told.index("The end") :]
    assert re.search(r"\bwins\.$", end[1])
    standings = [re.fullmatch(r"  (\w+) (\d)/5", line) for line in end[2:]]
    assert {standing[1] for standing in standings if standing} <= set(PLAYERS)
    assert len(standings) >= 2
    assert all(standings)
