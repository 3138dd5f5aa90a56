"""`pyramid-referee doctor`: what works, what does not, and what to do.

`findings` has the installation that is examined, what a finding is, and the report. The other modules examine one part
each: `system` (with voice and journal), `screen`, `controls` (buttons, light, buzzer) and `board` (switches or
sensors). While a referee runs, `system.running` takes the place of those that need its pins, board and screen.

Why a running referee is examined differently: pins, board and screen belong to one program at a time. The referee
reports their state in the status file, which the doctor reads. It reads the journal from a copy.

Why what the boards' drivers report stays English: whoever helps searches for these words, and the log and the settings
file beside them are English too.

Why a report holds nothing of any game, no card, no place, no name, and of a damaged one only its number: it is sent
away. Of a magnetic board it names wires and rates, and never where anything stands.

Why a desk has no faults: on a computer that is no Raspberry Pi, pins, panel and a board on I2C are absent and not
broken. The same holds for a board on USB that was chosen on the desk. One that the settings file names is expected on
any computer.
"""

from collections import deque
from collections.abc import Iterator

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.doctor.findings import Finding, Installation, as_text, find_installation, write_bundle
from firmware_py.doctor.system import journal, plays_in_memory, power, running, settings, starts, versions
from firmware_py.driver_reports import report_words
from firmware_py.host.libraries import not_loading
from firmware_py.storage.files import is_in_use
from firmware_py.words import words

__all__ = ["Finding", "Installation", "as_text", "find_installation", "findings", "write_bundle"]


def findings(installation: Installation) -> Iterator[Finding]:
    """Yield all findings about an installation.

    Pins, board and screen are tried only if no referee runs; otherwise its own status file is read. Without a library
    nothing else is tried.
    """
    yield from versions(installation)
    if any(not_loading()):
        return
    yield from settings(installation)
    from firmware_py.doctor.screen import screen_lines

    yield from screen_lines(installation)
    yield from journal(installation)
    if is_in_use(installation.data / JOURNAL_NAME) or plays_in_memory(installation):
        yield from running(installation)
    else:
        yield from _parts(installation)
    yield from power(installation)
    yield from starts()


def _parts(installation: Installation) -> Iterator[Finding]:
    """Examine what belongs to one program at a time."""
    from firmware_py.doctor.board import board
    from firmware_py.doctor.controls import Edges, controls
    from firmware_py.doctor.screen import screen
    from firmware_py.doctor.system import voice
    from hardware import Devices, HardwareError

    try:
        pins = installation.open_pins()
    except HardwareError as error:
        yield _without_pins(installation, error)
        yield from board(installation, None)
    else:
        edges: Edges = deque()
        config = installation.config
        with Devices(
            config.pins,
            edges.append,
            installation.clock,
            pins,
            layout=config.buttons.layout,
            brightness=config.light.brightness,
        ) as devices:
            yield from controls(installation, devices, edges)
            yield from board(installation, pins)
    yield from screen(installation)
    yield from voice(installation)


def _without_pins(installation: Installation, error: Exception) -> Finding:
    if installation.is_pi:
        return Finding("pins", "FAULT", report_words(str(error)), words("keyboard and touch work meanwhile"))
    text = words("not here: this computer is no Raspberry Pi; buttons, light and buzzer are not tried")
    return Finding("pins", "note", text)
