"""The state of the magnetic board's parts, one line each: what answers, and what was counted since the program started.

Why no remedies: the doctor names them. It asks every part by itself while no game runs. If the doctor runs beside the
device, it reads plain counts from here.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping

import msgspec

from firmware_py.pages.lists import Choice
from firmware_py.pages.stack import Back
from firmware_py.pages.table import BoardHealth
from firmware_py.printable import printable
from firmware_py.words import NOTHING, Words, listed, words, words_n
from hardware.boards.frames import BoardDriver, Fault, PartHealth


def health_lines(health: BoardHealth) -> tuple[Choice, ...]:
    """Return a line for the connection and one for each part; each has a mark, good or bad."""
    again = words("Connected again: {count} ×", count=health.reconnections)
    return (_line(again, is_good=not health.reconnections), *map(_part, health.parts))


def _part(part: PartHealth) -> Choice:
    counts = dict(part.counts)
    match part.part.split():
        case ["chip", address]:
            return _chip(address, counts, answers=part.fault is not Fault.ABSENT)
        case ["interrupt", _]:
            return _line(INTERRUPTS[part.fault], is_good=part.fault is None)
        case ["serial", _]:
            damaged, lost = counts["damaged"] + counts["unreadable"], counts["lost"]
            detail = words("damaged: {damaged}, lost: {lost}", damaged=damaged, lost=lost)
            return _line(words("Messages: {count}", count=counts["messages"]), detail, is_good=not damaged + lost)
    return _board(counts)


INTERRUPTS: Mapping[Fault | None, Words] = {
    None: words("Interrupt line: good"),
    Fault.STUCK: words("Interrupt line: always low"),
    Fault.MUTE: words("Interrupt line: says nothing"),
}


def _chip(address: str, counts: Mapping[str, int], *, answers: bool) -> Choice:
    """Return whether a chip answers, and its errors by the names that the kernel gives them."""
    errors = {name.split()[1]: number for name, number in counts.items() if name.startswith("errno ")}
    label = words("Chip {address}: answers", address=address)
    if not answers:
        label = words("Chip {address}: no answer", address=address)
    names = tuple(errno.errorcode.get(int(number), number) for number in errors)
    detail = words("no errors")
    if errors:
        detail = words_n("{count} error ({names})", "{count} errors ({names})", sum(errors.values()), names=names)
    if counts["resets"]:
        detail = listed(detail, words_n("{count} restart", "{count} restarts", counts["resets"]))
    return _line(label, detail, is_good=answers and not errors)


def _board(counts: Mapping[str, int]) -> Choice:
    """Return what the sensor board reports; it reports its supply with its first sign of life."""
    restarts, errors = counts["restarts"], counts["errors"]
    label = words("Board: no message yet")
    if counts["supply_mv"]:
        volts, hundredths = divmod(round(counts["supply_mv"] / 10), 100)
        warmth = counts["temperature_c10"] // 10
        label = words("Board: {volts}.{rest} V, {warmth} °C", volts=volts, rest=f"{hundredths:02}", warmth=warmth)
    detail = words("errors: {errors}, restarts: {restarts}", errors=errors, restarts=restarts)
    return _line(label, detail, is_good=not errors + restarts)


def _line(label: Words, detail: Words = NOTHING, *, is_good: bool) -> Choice:
    return Choice(label, Back(), ("good" if is_good else "warning",), detail)


class Tally(msgspec.Struct, frozen=True):
    """What a board's driver has counted at one moment."""

    at_s: float
    turns: int
    messages: int
    lines: tuple[str, ...]
    """The rates since the tally before, if there was one, then a line for each part; in English."""


def tally(board: BoardDriver, before: Tally | None, now_s: float) -> Tally:
    """Return what the driver has counted, and how fast since `before`."""
    parts = board.health()
    messages = sum(count for part in parts for name, count in part.counts if name == "messages")
    lines = tuple(map(_counts, parts))
    if before:
        span_s = now_s - before.at_s
        turns_hz, messages_hz = (board.cycles - before.turns) / span_s, (messages - before.messages) / span_s
        heard = f", {messages_hz:.1f} messages" if messages else ""
        lines = (f"{turns_hz:.1f} turns of the driver{heard} a second, over {span_s:.0f} s", *lines)
    return Tally(now_s, board.cycles, messages, lines)


def _counts(part: PartHealth) -> str:
    counts = ", ".join(f"{name} {count}" for name, count in part.counts) or "nothing counted"
    said = f', said: "{printable(part.said)}"' if part.said else ""
    return f"{part.part}: {part.fault or 'good'}, {counts}{said}"
