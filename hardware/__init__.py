"""Everything that reaches a wire. It speaks pins, levels and hertz, and knows no game.

`open_devices` opens all parts together, so that none fails because of another. It is the one place that chooses between
the Raspberry Pi's pins and simulated ones. Packages and modules:

- `wiring`: which part is on which pin; `pins`: how drivers reach the pins; `gpiod_pins`: the Raspberry Pi's;
  `errors`: how they report a failure
- `controls`: buttons, rotary encoder, turn light, buzzer and voice, and the gestures made with the buttons
- `boards`: the drivers of the two magnetic boards, hall switches on I2C and linear sensors behind a Pico
- `pico`: the MicroPython program on that Pico
- `screens`: which screen needs which lines in config.txt, and which pins it takes
- `simulated`: simulated pins, chips, ports and magnets beneath the real drivers
- `guide`: draws the tables and pictures of WIRING.md from the same numbers
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

from hardware.boards.frames import BoardDriver, BoardEvent
from hardware.controls.buttons import Buttons, Encoder
from hardware.controls.gestures import Edge
from hardware.controls.sound import Audio, Buzzer, Tune
from hardware.controls.turn_light import TurnLight
from hardware.controls.voice import Speaker
from hardware.errors import HardwareError
from hardware.wiring import SoundOutput, Wiring, WiringLayout

if TYPE_CHECKING:
    from hardware.boards.mcp23017 import SensorMap
    from hardware.boards.settings import BoardSettings
    from hardware.simulated.boards import BoardSimulation
    from hardware.simulated.magnets import SimulatedMagnets
    from hardware.simulated.pins import SimulatedPins

__all__ = ["Devices", "Edge", "HardwareError", "SoundOutput", "Wiring", "open_devices"]

Part = TypeVar("Part")


class Devices:
    """The opened parts. A part that could not be opened is None and has a line in ``faults``."""

    buttons: Buttons
    encoder: Encoder | None
    """The rotary encoder; None in a device without one."""
    light: TurnLight | None
    buzzer: Buzzer | None
    audio: Audio | None = None
    """The computer's audio output; None unless it was opened."""
    voice: Speaker | None = None
    """What speaks, where there is a voice; who opens the devices sets it."""
    simulated: "SimulatedPins | None"
    """The simulated pins, to press buttons and read outputs; None on real pins."""
    board: BoardDriver | None
    """The driver of the magnetic board, plugged in or not; None in a device without one."""
    simulated_board: "BoardSimulation | None"
    """The simulated board beneath that driver; None for a real one."""

    def __init__(
        self,
        wiring: Wiring,
        put: Callable[[Edge], None],
        clock: Callable[[], float],
        factory: Any,
        simulated: "SimulatedPins | None" = None,
        board: "BoardSettings | None" = None,
        simulated_board: "BoardSimulation | None" = None,
        wake: Callable[[], object] = lambda: None,
        layout: WiringLayout = "six",
        brightness: float = 1.0,
    ) -> None:
        """Open every part with gpiozero's pin ``factory``; `close` closes it and the ``simulated_board`` too."""
        faults: list[str] = []
        self._factory = factory
        self.simulated = simulated
        self.buttons = Buttons(wiring.buttons_of(layout), put, factory)
        self.encoder = None
        if layout == "encoder":
            self.encoder = _open(lambda: Encoder(wiring.encoder, put, factory), faults)
        self.light = _open(lambda: TurnLight(wiring.light, factory, brightness), faults)
        self.buzzer = _open(lambda: Buzzer(wiring.buzzer, factory), faults)
        self.simulated_board = simulated_board
        self.board = None
        if board is not None:
            from hardware.boards import open_board

            opened = board  # for the type checker: not None inside the lambda
            self.board = _open(
                lambda: open_board(opened, wake, clock, pins=factory, threaded=simulated_board is None), faults
            )
        self._faults = tuple(faults)

    @property
    def faults(self) -> tuple[str, ...]:
        """One line for each part that does not work: which, where, and what to do."""
        failed = (part.fault for part in (self.encoder, self.light, self.buzzer, self.audio, self.voice) if part)
        return (*self.buttons.faults, *self._faults, *filter(None, failed))

    @property
    def sounders(self) -> tuple[Audio | Buzzer, ...]:
        """What plays tunes: the audio output as long as it works, else the buzzer. A simulated one shows them, too."""
        audio = self.audio if self.audio is not None and not self.audio.fault else None
        buzzer = self.buzzer if audio is None or self.simulated is not None else None
        return tuple(part for part in (audio, buzzer) if part is not None)

    def open_audio(self, output: SoundOutput, tunes: Iterable[Tune], card: str = "") -> None:
        """Open the audio output for these tunes, on a ``card`` or that of the system, where sound is to come from it.

        "auto" means the audio output where no real piezo can sound, and silence if there is no card. Nobody can sense
        whether a piezo or a loudspeaker is connected, and many computers have a jack with nothing in it.
        """
        faults: list[str] = []
        if output == "audio" or (output == "auto" and (self.simulated is not None or self.buzzer is None)):
            self.audio = _open(lambda: Audio(tunes, card), faults)
        if output == "audio":
            self._faults += tuple(faults)

    def poll(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Let every part work, and return what the magnetic board reports; never waits."""
        self.buttons.poll(now_s)
        if self.encoder is not None:
            self.encoder.poll(now_s)
        if self.buzzer is not None:
            self.buzzer.poll(now_s)
        if self.simulated_board is not None:
            self.simulated_board.advance(now_s)
        return self.board.poll(now_s) if self.board is not None else ()

    def get_ready(self) -> None:
        """Let the voice do what can wait until the page is shown."""
        if self.voice is not None:
            self.voice.get_ready()

    def next_deadline_s(self) -> float | None:
        """When a part needs the next `poll`, or None."""
        deadlines = (part.next_deadline_s() for part in (self.buzzer, self.board) if part is not None)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def next_step_s(self) -> float:
        """When the simulated board needs the next `poll`; infinity without one."""
        return self.simulated_board.next_deadline_s() if self.simulated_board is not None else float("inf")

    def close(self) -> None:
        """Stop the edges, the sound and the light, give back all pins; safe to call twice."""
        self.buttons.close()
        if self.voice is not None:
            self.voice.close()
        for part in (self.encoder, self.buzzer, self.audio, self.light):
            if part is not None:
                part.close()
        if self.board is not None:
            self.board.close()
        if self.simulated_board is not None:
            self.simulated_board.close()
        self._factory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_devices(
    wiring: Wiring,
    put: Callable[[Edge], None],
    clock: Callable[[], float],
    *,
    simulate: bool,
    board: "BoardSettings | None" = None,
    wake: Callable[[], object] = lambda: None,
    magnets: "SimulatedMagnets | None" = None,
    soldered: "SensorMap | None" = None,
    real_board: bool = False,
    layout: WiringLayout = "six",
    brightness: float = 1.0,
) -> Devices:
    """The parts of the device, opened; the caller closes them.

    A part that fails is listed in ``faults``; the others work without it.

    :param wiring: the BCM pin of each part
    :param put: called with every edge of a button, perhaps from another thread
    :param clock: returns monotonic seconds; it stamps the edges of simulated pins, the kernel those of real ones
    :param simulate: open simulated pins instead of the Raspberry Pi's
    :param board: the magnetic board of the owner; None for a device without one
    :param wake: called, perhaps from another thread, when the board has events for `poll`
    :param magnets: what stands on a simulated board; their grid has its size
    :param soldered: how a simulated board is really wired, where that differs from ``board``
    :param real_board: open the real board even with simulated pins, without its wires to GPIO
    :param layout: which controls the device has
    :param brightness: how bright the turn light is, from 0.0 to 1.0
    :raises HardwareError: when the pins as a whole cannot be reached.
    """
    opened = partial(Devices, wiring, put, clock, wake=wake, layout=layout, brightness=brightness)
    if simulate:
        from hardware.simulated.pins import SimulatedPins

        pins = SimulatedPins(wiring, layout, clock)
        if board is None:
            return opened(pins.factory, pins)
        if real_board:
            from hardware.boards.settings import without_pins

            return opened(pins.factory, pins, without_pins(board))
        from hardware.simulated.boards import BoardSimulation, magnets_for

        simulated_board = BoardSimulation(board, magnets or magnets_for(board), pins.factory, soldered)
        return opened(pins.factory, pins, simulated_board.settings, simulated_board)
    from hardware.pins import open_pi_pins

    return opened(open_pi_pins(), board=board)


def _open(open_part: Callable[[], Part], faults: list[str]) -> Part | None:
    """The part, or None after adding the reason to ``faults``."""
    try:
        return open_part()
    except HardwareError as fault:
        faults.append(str(fault))
        return None
