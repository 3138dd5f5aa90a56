"""Games whose players see nothing: what they do next follows from what the voice has said, and from nothing else."""

import random
import re

import pytest
from blind_players import BlindMummy, BlindTeam
from malediction_device import THREE, play
from sampling import every

from firmware_py.desk.demo import DEMOS, next_play
from firmware_py.games.malediction.events import DiceLocked, by_name
from firmware_py.games.malediction.state import PlayMission
from firmware_py.games.or_du_pharaon import rules as pharaon
from firmware_py.games.or_du_pharaon.events import Delivered
from firmware_py.games.records import write_line
from firmware_py.words import speak


@pytest.mark.parametrize("seed", every(2, [1, 2]))
def test_the_pharaohs_treasures_are_sought_and_brought_home_by_ear(listener, seed):
    """A whole game: what lies where, whose turn it is, what is carried and stolen, and how the pyramid falls."""
    listener.press("right")
    listener.choose("L'or du pharaon", "right")
    listener.until("Begin the game")
    listener.press("ok")
    team = BlindTeam(listener, random.Random(seed))
    for _ in range(400):
        if "The end." in listener.heard:
            break
        assert team.active == listener.device.app.table.playing.state.active
        team.act()
    session = listener.device.app.table.playing
    assert session.is_over
    done = [type(step.action).__name__ for step in session.steps]
    assert {"Move", "Reveal", "Photo", "PickUp", "EndTurn"} <= set(done)
    assert team.brought == sum(isinstance(event, Delivered) for step in session.steps for event in step.events)
    winners = pharaon.outcome(session.state).winners
    assert any(f"{winner} wins" in listener.heard for winner in winners)


@pytest.mark.parametrize("seed", every(2, [1, 2, 3]))
def test_the_mummy_hunts_by_ear_and_hears_all_that_is_public(listener, seed):
    """Each way, what is left of its steps and each catch; locked dice once they count. Hunters play hidden pages."""
    device, said = listener.device, listener.voice.transcript
    device.load(write_line(THREE).encode())
    mummy, table = BlindMummy(listener, random.Random(seed)), DEMOS["malediction"].table(("Ada", "Bo", "Mo"), seed)
    for _ in range(400):
        session = device.app.table.playing
        if session.is_over:
            break
        phase = session.state.phase
        if phase == "mummy_roll":
            mummy.roll()
        elif phase in ("mummy_move", "interrupt"):
            mummy.move()
        else:
            wanted = next_play(session, table)
            play(device, wanted.action, wanted.then if isinstance(wanted.then, PlayMission) else None)
        listener.heard = said[-1]
    session = device.app.table.playing
    assert session.is_over
    heard, say = " ".join(said), speak("en")
    events = [event for step in session.steps for event in step.events if event.is_public]
    public = {say(by_name(event.voice_words(), session.state)) for event in events if not isinstance(event, DiceLocked)}
    assert [sentence for sentence in public if sentence not in heard] == []
    assert re.search(r"\bwins\.", listener.heard)
