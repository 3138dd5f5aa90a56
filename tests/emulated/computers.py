"""The kinds of computer that are emulated, and the Debians that run on them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Computer:
    """A kind of computer that can be emulated."""

    name: str
    architecture: str
    """Debian's word for its processor."""
    processor: str
    """The word of Python's wheels for it."""
    emulator: str
    package: str
    """The Debian package of the emulator."""
    options: tuple[str, ...]
    card: str
    """The emulator's name for its graphics card."""
    console: str
    """The kernel's name for its serial console."""


PC = Computer(
    "a PC",
    "amd64",
    "x86_64",
    "qemu-system-x86_64",
    "qemu-system-x86",
    ("-machine", "q35,accel=tcg", "-cpu", "max", "-smp", "2", "-m", "1024"),
    "virtio-vga",
    "ttyS0",
)
ARM = Computer(
    "an arm64 computer",
    "arm64",
    "aarch64",
    "qemu-system-aarch64",
    "qemu-system-arm",
    ("-machine", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a53", "-smp", "2", "-m", "1024"),
    "virtio-gpu-pci",
    "ttyAMA0",
)
COMPUTERS = {computer.architecture: computer for computer in (PC, ARM)}


@dataclass(frozen=True)
class Release:
    """A release of Debian."""

    suite: str
    python: str
    """The version of its Python."""


BOOKWORM = Release("bookworm", "3.11")
TRIXIE = Release("trixie", "3.13")
RELEASES = {release.suite: release for release in (BOOKWORM, TRIXIE)}
