"""Two devices on which the box plays, alike but for where hunters stand: nobody sees, hears or times a difference."""

from contextlib import contextmanager

from malediction_device import ENGLISH
from msgspec.structs import replace
from twins import FOUR_PLAYERS, Witness, choose_voice

from firmware_py.desk.demo import shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.thinking import SHOWN_S
from firmware_py.games.malediction.legality import reachable
from firmware_py.games.malediction.state import Choose, EndTurn, Move, Roll
from firmware_py.games.registry import IllegalAction
from firmware_py.games.seats import BoxSeat
from firmware_py.games.session import begin, play
from firmware_py.pages.box_seat import ThinkingPage
from firmware_py.pages.malediction.turn_pages import MummyPage

MOMENT_S = 0.05
SEATS = {
    "hunters": {name: BoxSeat("hunter", 4, 1) for name in FOUR_PLAYERS.players[:-1]},
    "mummy": {"Mo": BoxSeat("mummy", 4, 1)},
}


def game(seats, pick):
    """A game in which hunters have moved with the same faces, to cells that `pick` chooses; the box is next."""
    session = replace(begin(replace(FOUR_PLAYERS, box=SEATS[seats])), seed="5", chance="5")
    for hunter in FOUR_PLAYERS.setup.hunters[: 2 if seats == "hunters" else 3]:
        session = play(session, Roll(hunter.player, faces=("2", "2", "3", "3", "arrow")))
        session = play(session, Choose(hunter.player, "2" if hunter.pawn == "red" else "3"))
        ends = sorted(
            cell for cell in reachable(session.state, session.state.face) if not session.state.maze.mission(cell)
        )
        session = play(session, Move(hunter.player, to=ends[pick * (len(ends) - 1)]))
        try:
            session = play(session, EndTurn(hunter.player))
        except IllegalAction:
            assert session.state.phase != "mission"
    return session if seats == "hunters" else play(session, Roll("Mo", face=session.state.maze.mummy_die[0]))


@contextmanager
def witnessed(folder, session):
    """Yield a device with a voice on which this game is under way, and what is noticed of it."""
    witness = Witness()
    choose_voice(folder / "data")
    with SimulatedDevice(ENGLISH, folder / "data", witness, voice=witness.voice) as device:
        device.app.load(session, device.now_s)
        witness.device = device
        yield device, witness


def thinks(page):
    """Whether the box thinks on this page."""
    return isinstance(page, ThinkingPage)


def watched(folder, seats, pick):
    """What is noticed while the box thinks, then the page it leads to; announcements before it are read."""
    with witnessed(folder, game(seats, pick)) as (device, witness):
        for done in shortest_presses(device.app.stack, device.app.table, lambda stack, _: thinks(stack[-1])):
            device.app.press(done, device.now_s)
        assert thinks(device.app.stack[-1])
        thought = 0
        witness.noticed.clear()
        while thinks(device.app.stack[-1]):
            ply = device.app.table.playing.ply
            device.wait(MOMENT_S)
            thought += 1
            if device.app.table.playing.ply != ply or thought > 3 * SHOWN_S / MOMENT_S:
                break
        state = device.app.table.playing.steps[-1].state
        return witness.noticed[:-1], thought, device.app.stack[-1], state.at


def test_while_it_thinks_nothing_tells_where_its_hunters_stand(tmp_path):
    """Screen, light, voice and sounds come at the same moments, and its answer after the same time."""
    (one, first, _, at), (other, second, _, elsewhere) = (
        watched(tmp_path / str(pick), "hunters", pick) for pick in (0, 1)
    )
    assert at != elsewhere
    assert len(one) > 5
    assert one == other
    assert first == second


def test_its_mummy_is_told_the_same_path_wherever_the_hunters_stand(tmp_path):
    """At the same moment, although the open map shows them to everybody else."""
    (_, first, page, at), (_, second, twin, elsewhere) = (
        watched(tmp_path / str(pick), "mummy", pick) for pick in (0, 1)
    )
    assert at != elsewhere
    assert isinstance(page, MummyPage) == isinstance(twin, MummyPage)
    assert getattr(page, "given", None) == getattr(twin, "given", None)
    assert first == second
