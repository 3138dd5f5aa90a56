"""Steps the Pico's firmware and reads its messages with the other end's framing."""

from __future__ import annotations

import struct

from hardware.boards.serial_protocol import Kind, Message, Mode, Receiver, encode
from hardware.pico.firmware import Firmware
from hardware.simulated.boards import CLIMATE, SCALE_NT, Program, SimulatedWires
from hardware.simulated.magnets import HUNTER, BoardGrid, SimulatedMagnets

SET_CHANGES = encode(Message(Kind.MODE, 0, struct.pack("<BH", Mode.CHANGES, 20)))
SET_FRAMES = encode(Message(Kind.MODE, 0, struct.pack("<BH", Mode.FRAMES, 20)))


class Talk:
    """A firmware and the messages that it sends."""

    def __init__(self, firmware: Program, wires: SimulatedWires) -> None:
        self._firmware, self._wires, self._receiver = firmware, wires, Receiver()

    def at(self, now_ms: int, received: bytes = b"") -> list[Message]:
        """The messages that follow `received` at this time."""
        self._wires.tick(now_ms / 1000)
        sent = self._firmware.step(now_ms, received, self._wires, lambda: CLIMATE)
        return self._receiver.messages(sent)

    def kinds(self, now_ms: int, received: bytes = b"") -> list[int]:
        """The kinds of these messages."""
        return [message.kind for message in self.at(now_ms, received)]


SETTLED_MS = 3000


def serial_bytes_a_second(
    noise_mt: float, *, seconds: int = 20, slides: bool = False, every_frame: bool = False
) -> float:
    """What the firmware sends a second, once it knows the noise; a pawn `slides` to and fro along a row."""
    magnets = SimulatedMagnets(BoardGrid(10, 10), {"red": HUNTER}, noise_mt=noise_mt, seed=1)
    magnets.place("red", 0)
    wires = SimulatedWires(magnets)
    firmware = Firmware(b"SIMULATE", 1, 10, 10, SCALE_NT)
    firmware.step(0, SET_FRAMES if every_frame else SET_CHANGES, wires, lambda: CLIMATE)
    sent = 0
    for now_ms in range(20, SETTLED_MS + 1000 * seconds, 20):
        if slides and now_ms % 1000 == 0:
            there = now_ms // 1000 % 2
            magnets.slide("red", range(1, 10) if there else range(8, -1, -1), now_ms / 1000, 0.1)
        wires.tick(now_ms / 1000)
        data = firmware.step(now_ms, b"", wires, lambda: CLIMATE)
        if now_ms >= SETTLED_MS:
            sent += len(data)
    return sent / seconds
