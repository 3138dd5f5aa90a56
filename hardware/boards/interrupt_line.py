"""The interrupt line that all chips share, and whether it is reliable."""

from collections.abc import Callable
from typing import Any, Final

from gpiozero import DigitalInputDevice

from hardware.boards.frames import Fault
from hardware.pins import claiming

CONTRADICTIONS: Final = 3  # scans in a row that contradict the line before it counts as faulty


class InterruptLine:
    """The interrupt line: open drain, pulled up by the Pi, low while a chip wants to be read.

    :param pin: BCM pin; None where the wire is missing
    :param wake: called from gpiozero's thread when the line falls
    :raises HardwareError: when the pin cannot be claimed
    """

    def __init__(self, pin: int | None, wake: Callable[[], object], pin_factory: Any) -> None:
        self.fault: Fault | None = None
        self._wake = wake
        self._has_fallen = False
        self._contradictions = 0
        self._device: DigitalInputDevice | None = None
        if pin is None:
            return
        with claiming("interrupt line of the magnetic board", pin):
            self._device = DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory)
        self._device.when_activated = self._fell

    @property
    def is_free(self) -> bool:
        """Whether there is a line, and nothing pulls it low."""
        return self._device is not None and not self.is_low

    @property
    def is_low(self) -> bool:
        """Whether a chip or a fault pulls the line low."""
        return self._device is not None and bool(self._device.is_active)

    @property
    def is_asking(self) -> bool:
        """Whether a chip wants to be read."""
        return self.is_low and self.fault is not Fault.STUCK

    @property
    def is_reliable(self) -> bool:
        """Whether a change of a cell pulls the line low."""
        return self._device is not None and self.fault is None

    def judge(self, *, asked: bool, changed: bool) -> None:
        """Compare the line with a scan of healthy chips, and set `fault` if they contradict each other.

        :param asked: the line was low when the scan began
        :param changed: the scan found a cell changed
        """
        fell, self._has_fallen = self._has_fallen or asked, False
        if self.is_low and (not changed or self.fault is Fault.STUCK):
            fault = Fault.STUCK
        elif changed and not fell:
            fault = Fault.MUTE
        elif changed or self.fault is Fault.STUCK:
            fault = None
        else:
            return
        self._contradictions = self._contradictions + 1 if fault is not None else 0
        self.fault = fault if self._contradictions >= CONTRADICTIONS else None

    def close(self) -> None:
        """Stop the edges and give the pin back; may be called twice."""
        if self._device is not None:
            self._device.when_activated = None
            self._device.close()
            self._device = None

    def _fell(self) -> None:
        self._has_fallen = True
        self._wake()
