"""Steps the Pico's firmware and reads its messages with the other end's framing."""

from __future__ import annotations

import struct

from hardware.boards.serial_framing import Message, Receiver, framed
from hardware.boards.serial_protocol import Kind, Mode
from hardware.simulated.serial_port import CLIMATE, Program, SimulatedWires

SET_CHANGES = framed(Message(Kind.MODE, 0, struct.pack("<BH", Mode.CHANGES, 20)))
SET_FRAMES = framed(Message(Kind.MODE, 0, struct.pack("<BH", Mode.FRAMES, 20)))


class Talk:
    """A firmware and the messages that it sends."""

    def __init__(self, firmware: Program, wires: SimulatedWires) -> None:
        self._firmware, self._wires, self._receiver = firmware, wires, Receiver()

    def at(self, now_ms: int, received: bytes = b"") -> list[Message]:
        """Return the messages that follow `received` at this time."""
        self._wires.tick(now_ms / 1000)
        sent = self._firmware.step(now_ms, received, self._wires, lambda: CLIMATE)
        return self._receiver.messages(sent)

    def kinds(self, now_ms: int, received: bytes = b"") -> list[int]:
        """Return the kinds of these messages."""
        return [message.kind for message in self.at(now_ms, received)]
