"""A new game of the same players: nothing of the old one is seen in it."""

from display.view import Race
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.maudite_momie.state import Card, Explore, Header, Reveal, Secure
from firmware_py.games.records import write_line

HEADER = Header(1, "maudite_momie", ("Ada", "Bo"))
SCORED = (Explore("Ada", "left"), Explore("Bo", "left"), Secure("Ada"), Reveal("Ada", (Card("vase", 3),)))


def record(*actions: object) -> bytes:
    return "\n".join(map(write_line, (HEADER, *actions))).encode()


def test_a_new_game_does_not_begin_with_the_old_tokens(device: SimulatedDevice) -> None:
    """They stood further along the track; in the first picture of the new game they stand at its start."""
    device.press("ok")
    device.load(record(*SCORED))
    assert scores(device) == [3, 0]
    device.load(record())
    assert scores(device) == [0, 0]


def scores(device: SimulatedDevice) -> list[int]:
    """Where the tokens stand in the picture that is shown now."""
    body = device.app.shown.body
    assert isinstance(body, Race)
    return [seat.score for seat in body.seats]
