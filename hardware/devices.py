"""All parts of the box, opened together so that no part's failure costs another."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, TypeVar

from hardware.buttons import Buttons
from hardware.buzzer import Buzzer
from hardware.errors import HardwareError
from hardware.gestures import Edge
from hardware.lights import TurnLight
from hardware.wiring import Wiring

if TYPE_CHECKING:
    from hardware.simulated.pins import SimulatedPins

Part = TypeVar("Part")


class Devices:
    """The opened parts; a part that could not be opened is None and has a line in ``faults``."""

    buttons: Buttons
    light: TurnLight | None
    buzzer: Buzzer | None
    simulated: "SimulatedPins | None"
    """The hands and eyes of a simulated box; None on real pins."""
    faults: tuple[str, ...]
    """One line for each part that does not work: which, where, and what to do."""

    def __init__(
        self,
        wiring: Wiring,
        put: Callable[[Edge], None],
        clock: Callable[[], float],
        factory: Any,
        simulated: "SimulatedPins | None" = None,
    ) -> None:
        """Open every part with gpiozero's pin ``factory``, which `close` closes as well."""
        faults: list[str] = []
        self._factory = factory
        self.simulated = simulated
        self.buttons = Buttons(wiring.buttons.fitted(), put, clock, factory)
        faults.extend(self.buttons.faults)
        self.light = _opened(lambda: TurnLight(wiring.light, factory), faults)
        self.buzzer = _opened(lambda: Buzzer(wiring.buzzer, factory), faults)
        self.faults = tuple(faults)

    def poll(self, now_s: float) -> None:
        """Give every part its turn; never waits."""
        self.buttons.poll(now_s)
        if self.buzzer is not None:
            self.buzzer.poll(now_s)

    def next_deadline_s(self) -> float | None:
        """Return when `poll` must be called next for a part's sake, or None."""
        return None if self.buzzer is None else self.buzzer.next_deadline_s()

    def close(self) -> None:
        """Stop the edges, silence and darken everything, give back all pins; may be repeated."""
        self.buttons.close()
        for part in (self.buzzer, self.light):
            if part is not None:
                part.close()
        self._factory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opened(open_part: Callable[[], Part], faults: list[str]) -> Part | None:
    """Return the part, or None after adding why not to ``faults``."""
    try:
        return open_part()
    except HardwareError as fault:
        faults.append(str(fault))
        return None
