"""The Pico's firmware under CPython and under MicroPython itself, below the real driver.

MicroPython is the official interpreter as WebAssembly; `npm ci` in tests/micropython fetches it. Without
it (or without Node.js) the tests that need it are skipped, and say so.
"""

import json
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from pico_main import PICO, PICO_2
from pico_talk import SET_CHANGES, SET_FRAMES, Talk
from places import TESTS

from hardware.boards.frames import BoardEvent, BoardFound, BoardLost, Frame
from hardware.boards.serial_board import SerialBoard
from hardware.boards.serial_protocol import Kind, Message, Receiver, encode
from hardware.pico import firmware as pico
from hardware.pico.firmware import Firmware
from hardware.simulated.boards import CLIMATE, SCALE_NT, Program, SimulatedSerialBoard, SimulatedWires
from hardware.simulated.magnets import HUNTER, MUMMY, BoardGrid, SimulatedMagnets

HERE = TESTS / "micropython"
FIRMWARE = Path(pico.__file__).parent
MISSING = (
    "Node.js is not installed"
    if shutil.which("node") is None
    else "run `npm ci` in tests/micropython"
    if not (HERE / "node_modules").exists()
    else ""
)


class MicroPython:
    """The firmware in MicroPython's own interpreter, in a process of its own; a line in, a line out.

    :param computer: which Pico's registers and converter lie below it
    """

    def __init__(self, computer: str) -> None:
        self._process = subprocess.Popen(
            ["node", "board.mjs", str(HERE), str(FIRMWARE)],
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.ask("become", computer)

    def boot(self, start: int) -> Program:
        """Start the firmware again."""
        self.ask("boot", start)
        return self

    def step(
        self,
        now_ms: int,
        received: bytes,
        wires: SimulatedWires,
        climate: Callable[[], tuple[int, int]],
    ) -> bytes:
        assert climate() == CLIMATE
        counts = " ".join(str(count) for count in wires.counts)
        return bytes.fromhex(self.ask("step", now_ms, received.hex(), counts))

    def ask(self, *call: str | int) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(call) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"MicroPython died: {self._process.communicate()[1]}"
        return answer.strip()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Callable[[str], MicroPython]]:
    """What starts MicroPython once for each Pico."""
    started: dict[str, MicroPython] = {}

    def start(computer: str) -> MicroPython:
        if MISSING:
            pytest.skip(f"MicroPython is not here: {MISSING}")
        return started.get(computer) or started.setdefault(computer, MicroPython(computer))

    yield start
    for each in started.values():
        each.close()


@pytest.fixture(params=[PICO, PICO_2], ids=["Pico", "Pico 2"])
def micropython(interpreter: Callable[[str], MicroPython], request: pytest.FixtureRequest) -> MicroPython:
    return interpreter(request.param)


@pytest.fixture(params=["cpython", PICO, PICO_2], ids=["CPython", "Pico", "Pico 2"])
def boots(interpreter: Callable[[str], MicroPython], request: pytest.FixtureRequest) -> Callable[[int], Program] | None:
    """What a simulated board starts: the firmware here, or in MicroPython."""
    return None if request.param == "cpython" else interpreter(request.param).boot


@pytest.fixture
def magnets() -> SimulatedMagnets:
    return SimulatedMagnets(BoardGrid(10, 10), {"mummy": MUMMY, "red": HUNTER})


@pytest.fixture
def wires(magnets: SimulatedMagnets) -> SimulatedWires:
    return SimulatedWires(magnets)


def frames(events: list[BoardEvent]) -> list[Frame]:
    return [event for event in events if isinstance(event, Frame)]


def test_the_real_driver_plays_with_the_firmware(
    boots: Callable[[int], Program] | None, magnets: SimulatedMagnets
) -> None:
    """Over a real pseudo-terminal: found, slid, unplugged, plugged, restarted; every field is right."""
    now_s = 0.0
    magnets.place("mummy", 0)
    magnets.place("red", 55)
    with (
        SimulatedSerialBoard(magnets, boots=boots) as simulated,
        SerialBoard(str(simulated.path), wake=lambda: None, clock=lambda: 0.0, threaded=False) as board,
    ):

        def run(seconds: float) -> list[BoardEvent]:
            nonlocal now_s
            reported: list[BoardEvent] = []
            for _ in range(round(seconds * 100)):
                now_s += 0.01
                simulated.advance(now_s)
                reported += board.poll(now_s)
            return reported

        found, *rest = run(0.2)
        assert isinstance(found, BoardFound)
        assert found.identity.name == b"SIMULATE".hex()
        assert frames(rest)[-1].cells[0] == pytest.approx(125, abs=2)
        assert frames(rest)[-1].cells[55] == pytest.approx(36, abs=6)
        magnets.slide("red", [56, 66], now_s)
        passed = {cell for frame in frames(run(0.5)) for cell in range(50, 70) if frame.cells[cell] > 15}
        assert passed == {55, 56, 66}
        simulated.unplug()
        assert any(isinstance(event, BoardLost) for event in run(0.3))
        simulated.plug()
        events = run(0.5)
        assert isinstance(events[0], BoardFound)
        assert frames(events)[0].cells[66] > 25
        simulated.restart()
        assert all(isinstance(event, Frame) for event in run(0.5))
        link, figures = board.health()
        assert dict(link.counts)["damaged"] == dict(link.counts)["unreadable"] == 0
        assert dict(figures.counts)["supply_mv"] == CLIMATE[1]


def test_both_interpreters_say_the_same_bytes(
    micropython: MicroPython, magnets: SimulatedMagnets, wires: SimulatedWires
) -> None:
    """A second and a half of commands, garbage and moving pieces: not one byte differs."""
    here, there = Firmware(b"SIMULATE", 5, 10, 10, SCALE_NT), micropython.boot(5)
    random, said = Random(3), 0
    commands = [
        b"",
        SET_CHANGES,
        SET_FRAMES,
        encode(Message(Kind.ASK_FRAME, 9)),
        encode(Message(Kind.ASK_IDENTITY, 10, b"\x01\x00")),
        encode(Message(0x7F, 11, bytes(range(256)))),
        bytes(range(256)),
        SET_CHANGES[:4],
        SET_CHANGES[4:],
    ]
    for now_ms in range(0, 1500, 10):
        if now_ms % 100 == 0:
            magnets.put("red", random.uniform(0, 250), random.uniform(0, 250))
        wires.tick(now_ms / 1000)
        received = random.choice(commands) if now_ms % 50 == 0 else b""
        ours = here.step(now_ms, received, wires, lambda: CLIMATE)
        assert there.step(now_ms, received, wires, lambda: CLIMATE) == ours
        said += len(ours)
    assert said > 5000


def test_the_pins_of_the_pico_are_driven_as_planned(micropython: MicroPython) -> None:
    """With `machine` and sensors simulated, main's own wires power one strip at a time and read 27 °C."""
    micropython.boot(1)
    magnets = SimulatedMagnets(BoardGrid(10, 10), {"red": HUNTER}, noise_mt=0.0)
    magnets.place("red", 37)
    talk = Talk(micropython, SimulatedWires(magnets))
    _, frame = talk.at(0, encode(Message(Kind.ASK_FRAME, 0)))
    values = struct.unpack("<100h", frame.payload[4:])
    assert max(range(100), key=values.__getitem__) == 37
    strips, temperature_c10, supply_mv = map(int, micropython.ask("report").split())
    assert strips == 1
    assert temperature_c10 == pytest.approx(270, abs=2)
    assert supply_mv == pytest.approx(5000, abs=2)


def test_a_scan_writes_pins_once_and_allocates_nothing(micropython: MicroPython) -> None:
    """A hundred selections by a register write each, twenty switches of strips, the regulator there and back."""
    calls, samples, allocated = map(int, micropython.ask("costs").split())
    assert calls == 100 + 2 * 10 + 2
    assert samples == 8 * 100
    assert allocated == 0


def test_the_main_loop_runs(micropython: MicroPython) -> None:
    """From power-up to its first message on USB, in MicroPython, with `machine` simulated."""
    (message,) = Receiver().messages(bytes.fromhex(micropython.ask("run_main")))
    assert message.kind == Kind.IDENTITY
    assert message.payload[2:10] == b"SIMULATE"
