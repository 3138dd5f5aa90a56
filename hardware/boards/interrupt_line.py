"""The wire by which all chips ask to be read, and whether what it says can be believed."""

from collections.abc import Callable
from typing import Any, Final

from gpiozero import DigitalInputDevice

from hardware.boards.frames import Fault
from hardware.pins import claiming

CONTRADICTIONS: Final = 3  # scans in a row that contradict the line, before it is not believed


class InterruptLine:
    """The wire all chips share, and whether what it says can be believed."""

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
        """Whether there is a line, and nothing holds it down."""
        return self._device is not None and not self.is_low

    @property
    def is_low(self) -> bool:
        """Whether a chip pulls it, or a fault."""
        return self._device is not None and bool(self._device.is_active)

    @property
    def is_asking(self) -> bool:
        """Whether a chip wants to be read."""
        return self.is_low and self.fault is not Fault.STUCK

    @property
    def is_reliable(self) -> bool:
        """Whether a change would be heard of."""
        return self._device is not None and self.fault is None

    def judge(self, *, asked: bool, changed: bool) -> None:
        """After a scan of healthy chips: compare what the line said with what they showed."""
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
        """No edge from now on; may be called twice."""
        if self._device is not None:
            self._device.when_activated = None
            self._device.close()
            self._device = None

    def _fell(self) -> None:
        self._has_fallen = True
        self._wake()
