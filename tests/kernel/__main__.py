"""The kernel test: the program on emulated arm64 computers, over the kernel's own drivers (`make kernel-test`).

In reading order: `image` makes the disk of the system and the kernel, `program` the disk with this checkout, `power`
makes the states from which a computer is switched on, `lines` drives and watches the pins from outside. `checks` are
those of a whole game by the pins, `cut_checks` those with power cuts, `fault_checks` make faults on purpose, and
`board_checks` play `board_game` over a `usb_board`, which runs `board_side`. `tests/emulated` has what every emulated
computer needs.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import image
from board_checks import board_checks
from check_run import Check
from checks import checks_of_pins
from computers import ARM
from cut_checks import UPSIDE_DOWN, cut_checks
from fault_checks import fault_checks
from pair import Pair
from power import Power
from stages import Stage
from whole_run import Begun, EmulatedTest

from firmware_py.config.file import load_config

PLAYERS = "A", "B", "C"
"""Those of the short game: each letter of a name is found by some presses."""
SHORT_GAME, LONG_GAME = 265, 191
"""The seeds of a game of 23 actions of all kinds, with a deep tune, and of one of 64, enough for ten power cuts."""
AT_ONCE = 2
"""How many computers are emulated at the same time."""


def begin(debian: image.Image, folder: Path, cuts: int) -> Begun:
    """Make what all machines of a run start from."""
    moment = time.time_ns() % 1_000_000
    began_s, kept = time.monotonic(), Power(folder, debian).prepare()
    made_s = time.monotonic() - began_s

    def stage(
        name: str,
        checks: Callable[[Power, Path], Sequence[Check]],
        seed: int = SHORT_GAME,
        settings: str = "",
        players: tuple[str, ...] = (),
    ) -> Stage:
        def begun() -> tuple[Pair, Sequence[Check]]:
            power = Power(folder / name, debian)
            power.settings = settings or power.settings
            file = folder / name / "config.toml"
            file.write_text(power.settings)
            pair = Pair(folder / name, power, load_config(file), seed=seed, has_pins=True, players=players)
            return pair, checks(power, folder / name)

        return Stage(name, begun)

    return Begun(
        [
            stage(
                "cuts",
                lambda power, _: (*cut_checks(power, cuts, moment), *fault_checks()),
                LONG_GAME,
                UPSIDE_DOWN,
            ),
            stage("board", board_checks),
            stage("pins", lambda *_: checks_of_pins(), players=PLAYERS),
        ],
        f"{AT_ONCE} arm64 computers at a time, each with one processor and 512 MB, emulated by software; "
        f"their state took {made_s:.0f} s ({kept})",
        lambda: "all is well",
        AT_ONCE,
    )


TEST = EmulatedTest(
    "make kernel-image", image.BUILD / "run", image.TOOLS, ARM.emulator, image.debian, begin, cuts=10, at_most_s=1800.0
)

if __name__ == "__main__":
    sys.exit(TEST.main(sys.argv[1:]))
