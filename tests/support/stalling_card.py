"""A memory card that stalls: a tracer beneath the program delays what it syncs."""

from __future__ import annotations

import shutil

import pytest

STRACE = shutil.which("strace")
SYNCS = "fsync,fdatasync,sync,syncfs"
needs_strace = pytest.mark.skipif(STRACE is None, reason="needs strace (package strace)")


def stalling(seconds: float, syncs: str) -> tuple[str, ...]:
    """The command that runs a program on a card that stalls for `seconds` at these syncs.

    `syncs` is as strace counts calls: "4" for the fourth, "4+" from the fourth on.
    """
    delay = f"inject={SYNCS}:delay_enter={round(seconds * 1e6)}:when={syncs}"
    only_syncs = ("-f", "--seccomp-bpf", "-e", f"trace={SYNCS}")
    return ("strace", "-D", *only_syncs, "-e", delay, "-qq", "-o", "/dev/null")
