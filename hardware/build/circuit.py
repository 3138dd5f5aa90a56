"""Circuits as plain values, what is checked of them, and how KiCad reads them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

PinKind: TypeAlias = Literal["input", "output", "bidirectional", "passive", "power_in", "power_out", "no_connect"]
"""KiCad's kinds of pins, as far as they are used here."""
Pin: TypeAlias = tuple[str, str]
"""A component's reference and the number of one of its pins."""
SUPPLIES: Final = ("+3V3", "+3V3_PICO", "GND", "VS", "+5V")


class Symbol(msgspec.Struct, frozen=True):
    """A kind of component: its footprint, and the name and kind of each pin by its number."""

    name: str
    footprint: str
    pins: Mapping[str, tuple[str, PinKind]]

    def number(self, name: str) -> str:
        """Return the number of the first pin of this name. :raises StopIteration: there is none"""
        return next(number for number, (called, _) in self.pins.items() if called == name)


class Component(msgspec.Struct, frozen=True):
    """A component of a circuit; `part` is its key in the list of parts."""

    ref: str
    symbol: Symbol
    part: str
    takes_ma: float = 0.0
    """What it draws from its supply at most, by its data sheet."""


class Circuit(msgspec.Struct, frozen=True):
    """A board: components, nets by their names, and the pins that stay free on purpose."""

    name: str
    components: tuple[Component, ...]
    nets: Mapping[str, tuple[Pin, ...]]
    unused: frozenset[Pin] = frozenset()

    def net_of(self, pin: Pin) -> str:
        """Return the net of a pin. :raises KeyError: it has none"""
        for name, pins in self.nets.items():
            if pin in pins:
                return name
        raise KeyError(pin)

    def current_ma(self) -> float:
        """Return what all its components draw together."""
        return sum(component.takes_ma for component in self.components)


def circuit(name: str, components: tuple[Component, ...], nets: Mapping[str, str]) -> Circuit:
    """Return a circuit whose nets name their pins as "U1.VCC U1.24"; pins that no net names are free.

    :raises KeyError: a net names a component or pin that does not exist
    """
    by_ref = {component.ref: component for component in components}
    wired = {net: tuple(pin for text in texts.split() for pin in _pins(by_ref, text)) for net, texts in nets.items()}
    known = {pin for pins in wired.values() for pin in pins}
    every = {(component.ref, number) for component in components for number in component.symbol.pins}
    return Circuit(name, components, wired, frozenset(every - known))


def _pins(by_ref: Mapping[str, Component], text: str) -> Iterator[Pin]:
    """Yield the pins of a name; several may share one, as the grounds of a Pico do."""
    ref, _, name = text.partition(".")
    numbers = [number for number, (called, _) in by_ref[ref].symbol.pins.items() if name in (number, called)]
    if not numbers:
        raise KeyError(text)
    yield from ((ref, number) for number in numbers)


def complaints(board: Circuit, may_be_free: frozenset[Pin], most_ma: float) -> list[str]:
    """Return what is wrong with a circuit, one sentence each.

    :param may_be_free: the pins that its maker says stay free
    :param most_ma: what its supply can give
    """
    kinds = {(part.ref, number): pin for part in board.components for number, pin in part.symbol.pins.items()}
    counts = Counter(pin for pins in board.nets.values() for pin in pins)
    found = [f"{ref}.{pin} is in {count} nets" for (ref, pin), count in counts.items() if count > 1]
    found += [
        f"{ref} is there twice" for ref, count in Counter(part.ref for part in board.components).items() if count > 1
    ]
    found += [f"{ref}.{kinds[ref, pin][0]} is free" for ref, pin in sorted(board.unused - may_be_free)]
    found += [f"{ref}.{pin} is not free" for ref, pin in sorted(may_be_free - board.unused)]
    for name, pins in board.nets.items():
        of_net = Counter(kinds[pin][1] for pin in pins)
        drivers = of_net["output"] + of_net["power_out"]
        if len(pins) < 2:
            found.append(f"{name} has one pin")
        if drivers > 1:
            found.append(f"{name} has {drivers} drivers")
        if of_net["input"] and not drivers + of_net["passive"] + of_net["bidirectional"]:
            found.append(f"{name} has no driver")
        if of_net["power_in"] and name not in SUPPLIES:
            found.append(f"{name} supplies {of_net['power_in']} pins")
        if any("GND" in kinds[pin][0] or kinds[pin][0] == "VSS" for pin in pins) and name != "GND":
            found.append(f"{name} has a pin of the ground")
    if board.current_ma() > most_ma:
        found.append(f"{board.current_ma():g} mA are drawn, and {most_ma:g} mA may be")
    return found


def kicad_netlist(board: Circuit, values: Mapping[str, str]) -> str:
    """Return a circuit as KiCad's netlist (version E).

    :param values: what stands beside each part, by its key
    """
    symbols = {part.symbol.name: part.symbol for part in board.components}
    kinds = {(part.ref, number): pin for part in board.components for number, pin in part.symbol.pins.items()}
    lines = ['(export (version "E")', f'  (design (source "{board.name}") (tool "Pyramid Referee"))', "  (components"]
    for part in board.components:
        lines += [
            f'    (comp (ref "{part.ref}") (value "{values[part.part]}") (footprint "{part.symbol.footprint}")',
            f'      (libsource (lib "referee") (part "{part.symbol.name}") (description "{part.part}")))',
        ]
    lines += ["  )", "  (libparts"]
    for symbol in symbols.values():
        lines.append(f'    (libpart (lib "referee") (part "{symbol.name}") (pins')
        lines += [
            f'      (pin (num "{number}") (name "{name}") (type "{kind}"))'
            for number, (name, kind) in symbol.pins.items()
        ]
        lines.append("    ))")
    lines += ["  )", "  (libraries", '    (library (logical "referee") (uri "")))', "  (nets"]
    for code, (net, pins) in enumerate(board.nets.items(), start=1):
        lines.append(f'    (net (code "{code}") (name "{net}")')
        for ref, number in pins:
            name, kind = kinds[ref, number]
            lines.append(f'      (node (ref "{ref}") (pin "{number}") (pinfunction "{name}") (pintype "{kind}"))')
        lines.append("    )")
    return "\n".join([*lines, "  )", ")"]) + "\n"
