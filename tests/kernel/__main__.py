"""The kernel test: the program on emulated arm64 computers, over the kernel's own drivers (`make kernel-test`).

In reading order: `image` makes the disk of the system and the kernel, `program` the disk with this checkout, `power`
makes the states from which a computer is switched on, `at_rest` looks at a service that nobody uses, `lines` drives and
watches the pins from outside. `checks` are those of a whole game by the pins (`short_game`), `cut_checks` those with
power cuts and a `log_flood`, and `fault_checks` make faults on purpose among both; `board_checks` play `board_game`
over a `usb_board`: a `usb_device` behind which `board_side` runs.
`tests/emulated` has what every emulated computer needs.
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
from board_checks import BoardChecks, board_checks
from check_run import Check
from checks import PINS, checks_of_pins
from computers import ARM
from cut_checks import UPSIDE_DOWN, cut_checks
from lines import HELD_S
from pair import GAME, Pair
from power import Power
from short_game import SHORT_GAME
from simple_tables import SIMPLE_DEMOS
from stages import Stage
from whole_run import Begun, EmulatedTest

from firmware_py.config.schema import load_config
from firmware_py.desk.demo import Demo

LONG_GAME = 191
"""The seed of a game of 64 actions, enough for ten power cuts."""
AT_ONCE = 3
"""How many computers are emulated at the same time: while one waits, the others have its processor."""


def begin(debian: image.Image, folder: Path, cuts: int) -> Begun:
    """Make what all machines of a run start from."""
    moment = time.time_ns() % 1_000_000
    power, began_s = Power(folder / "kept", debian), time.monotonic()
    kept = power.prepare()
    power.keep_ready(PINS)
    BoardChecks(power, folder / "kept").keep_ready()
    made_s = time.monotonic() - began_s

    def stage(
        name: str,
        checks: Callable[[Power, Path], Sequence[Check]],
        settings: str = "",
        demo: Demo = SIMPLE_DEMOS[GAME],
    ) -> Stage:
        def begun() -> tuple[Pair, Sequence[Check]]:
            power = Power(folder / name, debian)
            power.settings = settings or power.settings
            file = folder / name / "config.toml"
            file.write_text(power.settings)
            pair = Pair(
                folder / name,
                power,
                load_config(file),
                seed=LONG_GAME,
                has_pins=True,
                phones_at="",
                demo=demo,
                hold_s=HELD_S,
            )
            return pair, checks(power, folder / name)

        return Stage(name, begun)

    return Begun(
        [
            stage("pins", lambda power, _: checks_of_pins(power), demo=SHORT_GAME),
            stage("cuts", lambda power, _: cut_checks(power, cuts, moment), UPSIDE_DOWN),
            stage("board", board_checks),
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
