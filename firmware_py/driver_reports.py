"""What `hardware` reports, in words: it knows no languages, and what it quotes of a library is for the log only."""

from __future__ import annotations

import re
from typing import Final

from firmware_py.words import Words, plain, words

PARTS: Final = {
    "The turn light": words("The turn light"),
    "The buzzer": words("The buzzer"),
    "The encoder": words("The encoder"),
    "The reset line of the magnetic board": words("The reset line of the magnetic board"),
    "The interrupt line of the magnetic board": words("The interrupt line of the magnetic board"),
}
"""The parts by their names in reports; buttons and contacts have names of their own."""

REPORTS: Final = {
    r"The pins \(GPIO\) cannot be used because gpiod does not load \(.*\): .*": words(
        "The pins (GPIO) cannot be used because gpiod does not load: install the program again."
    ),
    r"The pins \(GPIO, /dev/gpiochip\*\) cannot be opened \(.*\): .*": words(
        "The pins (GPIO, /dev/gpiochip*) cannot be opened: use a Raspberry Pi, and a user in the group gpio "
        "(sudo adduser USER gpio)."
    ),
    r'(?P<part>The .+) on GPIO (?P<pins>[\d, ]+) is in use by "(?P<user>.*)": .*': words(
        '{part} on GPIO {pins} is in use by "{user}": stop the program or take out the overlay that uses the pin, '
        "or wire and configure another pin."
    ),
    r"(?P<part>The .+) on GPIO (?P<pins>[\d, ]+) cannot be opened \(.*\): .*": words(
        "{part} on GPIO {pins} cannot be opened: stop the program that uses the pin, or wire and configure another pin."
    ),
    r"There is no sound card: .*": words("There is no sound card: connect one, or set sound.output to piezo."),
    r"The sound card cannot be opened \(.*\): .*": words(
        "The sound card cannot be opened: connect it, and start again."
    ),
    r"The sound card has failed \(.*\): .*": words("The sound card has failed: connect it, and start again."),
    r"The voice has failed \(.*\): .*": words(
        "The voice cannot be heard: set sound.card to another card, as `aplay -L` names it."
    ),
    r"(?P<part>The .+) has failed \(.*\): .*": words("{part} has failed: switch the device off and on."),
    r"write a sensor as .+, not (?P<text>.+)": words("write a sensor as chip, port and pin, such as 20A3, not {text}"),
    r"an MCP23017 has an address from 0x20 to 0x27, not (?P<address>.+)": words(
        "an MCP23017 has an address from 0x20 to 0x27, not {address}"
    ),
    r"(?P<text>.+) cannot be an input: .*": words(
        "{text} cannot be an input: pin 7 of both ports can only be an output"
    ),
    r"eight chips have (?P<inputs>\d+) inputs, too few for (?P<cells>\d+) cells": words(
        "eight chips have {inputs} inputs, too few for {cells} cells"
    ),
    r"sensors must be (?P<rows>\d+) texts of (?P<columns>\d+) places each": words(
        "sensors must be {rows} texts of {columns} places each"
    ),
    r"no cell has a sensor": words("no cell has a sensor"),
    r"wired to two cells: (?P<sensors>.+)": words("wired to two cells: {sensors}"),
    r"this board has no I2C bus": words("this board has no I2C bus"),
    r"no chip of this board has the address (?P<address>.+)": words("no chip of this board has the address {address}"),
    r"(?P<piece>.+) is not on the board": words("{piece} is not on the board"),
}
"""Our sentence for each report; its braces are the names in the pattern."""


def report_words(report: str) -> Words:
    """A report of a driver in words; one that is not known stays as it is."""
    for pattern, sentence in REPORTS.items():
        if found := re.fullmatch(pattern, report, re.DOTALL):
            values = (
                (name, _part_words(value) if name == "part" else value) for name, value in found.groupdict().items()
            )
            return Words(sentence.message, tuple(values))
    return plain(report)


def _part_words(part: str) -> Words:
    if found := re.fullmatch(r'The button "(\w+)"', part):
        return words('The button "{name}"', name=found[1])
    if found := re.fullmatch(r'The contact "(\w+)" of the encoder', part):
        return words('The contact "{name}" of the encoder', name=found[1])
    return PARTS.get(part, plain(part))
