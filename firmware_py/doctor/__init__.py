"""`pyramid-referee doctor`: what the box is made of, what is wrong with it, and what to do about each fault.

Read `findings` for what is looked at and found, then the rooms that it walks through: `system`, `journal`, `controls`
(buttons, light and buzzer), `board` (`driver_sample`, then `switches` with their `wiring`, or `sensors`) and `screen`.
Beside a running referee it walks through `running_referee` instead. `report` writes it all down.

Why the rest while the referee runs: its pins, board and screen belong to it, and only it can tell how they are. What it
tells is in the status file; the doctor reads that (`running_referee`), and the journal from a copy.

Why what drivers and the system say of a fault stays English: whoever helps looks for those words, and so does the
report that is sent to him, beside the log and the settings file, which are English too.

Why nothing of any game stands in it, not a card, not a place, not a name: it is sent away. Of a magnetic board it tells
wires and rates, and never where anything stands.

Why a desk has no faults: on a computer that is no Raspberry Pi, pins, panel and a board on I2C are not broken but not
here. Nor is a board on USB that was chosen on the desk; one that the settings file names belongs to any computer.
"""

from collections import deque
from collections.abc import Iterator

from firmware_py.config.file import JOURNAL_NAME
from firmware_py.doctor.findings import Finding, Patient, patient
from firmware_py.doctor.journal import journal
from firmware_py.doctor.report import as_text, write_bundle
from firmware_py.doctor.running_referee import plays_in_memory, running
from firmware_py.doctor.system import power, settings, starts, versions
from firmware_py.storage.journal.file import is_in_use
from firmware_py.words import plain, words

__all__ = ["Finding", "Patient", "as_text", "findings", "patient", "write_bundle"]


def findings(box: Patient) -> Iterator[Finding]:
    """Yield everything there is to say about a box.

    Pins, board and screen are tried only if no referee runs: they belong to one program at a time. Of a running one is
    told what it says of itself.
    """
    yield from versions(box)
    yield from settings(box)
    yield from journal(box)
    if is_in_use(box.data / JOURNAL_NAME) or plays_in_memory(box):
        yield from running(box)
    else:
        yield from _parts(box)
    yield from power(box)
    yield from starts()


def _parts(box: Patient) -> Iterator[Finding]:
    """Look at what belongs to one program at a time."""
    from firmware_py.doctor.board import board
    from firmware_py.doctor.controls import Inbox, hands
    from firmware_py.doctor.screen import screen
    from hardware import Devices, HardwareError

    try:
        pins = box.open_pins()
    except HardwareError as error:
        yield _without_pins(box, error)
        yield from board(box, None)
    else:
        inbox: Inbox = deque()
        layout = box.config.buttons.layout
        with Devices(box.config.pins, inbox.append, box.clock, pins, layout=layout) as devices:
            yield from hands(box, devices, inbox)
            yield from board(box, pins)
    yield from screen(box)


def _without_pins(box: Patient, error: Exception) -> Finding:
    if box.is_pi:
        return Finding("pins", "FAULT", plain(str(error)), words("keyboard and touch work meanwhile"))
    told = words("not here: this computer is no Raspberry Pi; buttons, light and buzzer are not tried")
    return Finding("pins", "note", told)
