"""Game after game on one simulated box, with random hands and pulled plugs: `make soak`.

Each round a random game is played by its rules up to a random point and taken up by the box, which then gets random
presses, touches and power cuts. Afterwards every kept game must follow its rules again with the states as stored, and
memory, threads and files must be what they were once everything had been loaded.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from random_play import SAMPLERS, random_game

from display.view import Button
from firmware_py.box import SimulatedBox
from firmware_py.config import Config
from firmware_py.dialogues import DIALOGUES
from firmware_py.games import GAMES
from firmware_py.journal import Journal
from firmware_py.records import write_line
from firmware_py.session import restore

BUTTONS: tuple[Button, ...] = ("up", "down", "left", "right", "ok", "back")
WEIGHTS = (2, 3, 1, 1, 6, 2)
PRESSES = 40
KEPT_GAMES = 20
"""So many games lie in the journal before it is emptied, as by an owner who tidies up."""
WARM_ROUNDS = 60
"""Rounds after which everything that is loaded once has been loaded."""
ALLOWED_GROWTH_MB = 8.0


def main(seconds: float) -> int:
    """Play for so long, print what was done, and return 1 if anything leaked."""
    done: Counter[str] = Counter()
    before: tuple[float, int, int] | None = None
    ends_s = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, SimulatedBox(Config(language="en"), Path(folder) / "data") as box:
        while time.monotonic() < ends_s:
            play_round(box, random.Random(done["rounds"]), done)
            done["rounds"] += 1
            if done["rounds"] % KEPT_GAMES == 0:
                done["kept games checked"] += check(box.journal)
                tidy_up(box)
            if done["rounds"] == WARM_ROUNDS:
                before = held()
        after = held()
    print(", ".join(f"{count} {what}" for what, count in sorted(done.items())))
    if before is None:
        print(f"too short to tell a leak: fewer than {WARM_ROUNDS} rounds")
        return 1
    growth_mb, threads, files = (now - then for now, then in zip(after, before, strict=True))
    print(
        f"memory {after[0]:.1f} MB ({growth_mb:+.1f}), threads {after[1]} ({threads:+}), files {after[2]} ({files:+})"
    )
    return 1 if growth_mb > ALLOWED_GROWTH_MB or threads > 0 or files > 0 else 0


def play_round(box: SimulatedBox, chance: random.Random, done: Counter[str]) -> None:
    """Let the box take up a random game, and let random hands at it."""
    game = chance.choice([name for name in SAMPLERS if name in DIALOGUES])
    box.load(random_record(game, chance))
    done[f"of {game}"] += 1
    for _ in range(PRESSES):
        hand = chance.random()
        if hand < 0.02:
            box.cut()
            done["power cuts"] += 1
        elif hand < 0.06:
            box.hold(chance.choice(("ok", "back")), chance.choice((1.1, 3.0)))
        elif hand < 0.10:
            box.touch(chance.choice(("0", "1", "2", "button:ok", "button:back", "hold:back", "")))
        else:
            box.press(chance.choices(BUTTONS, WEIGHTS)[0])
        done["presses"] += 1
        if box.app.finished:
            box.cut()
            done["switched off by hand"] += 1


def random_record(game: str, chance: random.Random) -> bytes:
    """Return the record of a random game up to a random action."""
    seed = chance.randrange(1_000_000)
    played = list(random_game(game, seed))
    header = SAMPLERS[game].header(random.Random(seed))
    actions = [action for _, action, _ in played[: chance.randint(0, min(len(played), 120))]]
    assert not actions or GAMES[game].rules.broken_rule(GAMES[game].rules.initial_state(header), actions[0]) is None
    return "\n".join(map(write_line, (header, *actions))).encode() + b"\n"


def check(journal: Journal) -> int:
    """Check that every kept game can be played again with the states as they were stored; return their number."""
    games = journal.games()
    for game in games:
        stored = journal.load(game.id)
        _, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply)
        assert warning is None, f"game {game.id}: {warning}"
    return len(games)


def tidy_up(box: SimulatedBox) -> None:
    """Throw all kept games away, and switch off and on."""
    for game in box.journal.games():
        box.journal.discard(game.id)
    box.cut()


def held() -> tuple[float, int, int]:
    """Return the memory in MB, the threads and the open files of this process."""
    gc.collect()
    status = Path("/proc/self/status").read_text().splitlines()
    memory_kb = next(float(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return memory_kb / 1024, threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))
