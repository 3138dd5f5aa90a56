"""The Pico's `main.py` under CPython: pins, converter, USB, watchdog and jumper, with `machine` simulated."""

from __future__ import annotations

import struct
import subprocess
import sys

import pico_main
import pytest
from pico_main import PICO, PICO_2, PICO_2_W, PICO_W

from hardware.boards.serial_protocol import Kind, Message, Receiver, encode

CTRL_C = b"\x03"
EVERY_PICO = [(PICO, "1.21"), (PICO, "1.22"), (PICO, "1.27"), (PICO_W, "1.23"), (PICO_2, "1.24"), (PICO_2_W, "1.27")]


def run_main(usb: bytes, *arguments: str) -> tuple[list[Message], str]:
    """What the program sends and notes when these bytes wait on USB."""
    command = [sys.executable, pico_main.__file__, *arguments]
    done = subprocess.run(command, input=usb, capture_output=True, check=True)
    return Receiver().messages(done.stdout), done.stderr.decode()


def test_a_command_on_usb_is_answered() -> None:
    """The frame that is asked for shows the magnet where it is; only one strip has power at a time."""
    (identity, frame), notes = run_main(encode(Message(Kind.ASK_FRAME, 0)), "3")
    assert (identity.kind, identity.payload[2:10]) == (Kind.IDENTITY, b"SIMULATE")
    assert frame.kind == Kind.FRAME
    counts = struct.unpack("<100h", frame.payload[4:])
    assert [cell for cell, count in enumerate(counts) if count] == [pico_main.MAGNET]
    assert counts[pico_main.MAGNET] == 8 * 300
    assert notes.endswith("strips 1\n")


def test_a_long_command_is_read_in_several_rounds() -> None:
    """No round reads more than 64 bytes, so that none takes long; the command is obeyed once it is whole."""
    ask = encode(Message(Kind.ASK_FRAME, 0))
    for size, answered in ((128, [Kind.FRAME]), (129, [])):
        noise = bytes([1]) * (size - len(ask) - 1) + b"\x00"
        assert [message.kind for message in run_main(noise + ask, "2")[0]] == [Kind.IDENTITY, *answered]


def test_ctrl_c_is_a_byte_like_any_other() -> None:
    """It may be part of a message: MicroPython's interrupt character is switched off before anything is read."""
    sent, notes = run_main(CTRL_C + b"\x00" + encode(Message(Kind.ASK_FRAME, 0)), "3")
    assert notes.startswith("interrupt -1\n")
    assert [message.kind for message in sent] == [Kind.IDENTITY, Kind.FRAME]


def climate_of(*arguments: str, asked: bytes = b"") -> tuple[int, int, list[Message], str]:
    """The temperature and the supply of the first heartbeat, all that is sent, and what the program notes."""
    sent, notes = run_main(asked, "300", *arguments)
    beat = next(message for message in sent if message.kind == Kind.HEARTBEAT)
    *_, temperature_c10, supply_mv = struct.unpack("<IIIHhH", beat.payload)
    return temperature_c10, supply_mv, sent, notes


@pytest.mark.parametrize(("computer", "version"), EVERY_PICO)
def test_every_pico_with_every_micropython_reads_its_sensors_and_its_temperature(computer: str, version: str) -> None:
    """The converter's input is made an analogue one, whatever this version does with numbers.

    Full scale is 65535, so 14024 is 0.70617 V at the thermometer, which is 26.89 °C; a third of the supply is at its
    own input, unless the radio uses that.
    The regulator saves power until a scan wants it quiet.
    """
    ask = encode(Message(Kind.ASK_FRAME, 0))
    temperature_c10, supply_mv, sent, notes = climate_of("--computer", computer, "--version", version, asked=ask)
    assert [message.kind for message in sent[:2]] == [Kind.IDENTITY, Kind.FRAME]
    assert struct.unpack("<100h", sent[1].payload[4:])[pico_main.MAGNET] == 8 * 300
    assert temperature_c10 == 268
    assert supply_mv == (0 if " W " in computer else pytest.approx(5000, abs=2))
    assert "radio\n" in notes, "a pin of the radio was taken"
    assert f"regulator {None if ' W ' in computer else 0}\n" in notes


def test_a_pico_without_a_thermometer_plays() -> None:
    """A temperature that cannot be read is told as 0, and ends nothing."""
    temperature_c10, supply_mv, *_ = climate_of("cold")
    assert temperature_c10 == 0
    assert supply_mv == pytest.approx(5000, abs=2)


def test_the_service_jumper_keeps_the_program_from_starting() -> None:
    """With the jumper bridged the prompt of MicroPython is free for new firmware."""
    assert run_main(encode(Message(Kind.ASK_FRAME, 0)), "3", "bridged") == ([], "")
