"""Play a whole game of each kind by presses, and print what the voice says after each: `make spoken ONLY=fr`.

After them comes one against the box in each kind of seat: `make spoken ONLY="en box"` prints these alone.

A line is a press and what is heard then; "-" is silence, and [] stands for no press. A press on a page for the hunters'
eyes is marked: whatever is heard there was announced to all. Words after the command choose languages; all three
without any.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from box_table import BOX_GAMES, People, begin_box_game
from listening import switch_on_voice
from malediction_device import THREE
from simple_tables import SIMPLE_DEMOS

from firmware_py.config.schema import Config
from firmware_py.desk.demo import Presenter, enter, next_play
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from firmware_py.games.records import write_line
from firmware_py.pages.page import LongPress, Press
from firmware_py.words import LANGUAGES
from hardware.simulated.pins import SimulatedVoice

BEGINNINGS = {
    "maudite_momie": b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Cy"]}',
    "or_du_pharaon": b'{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo", "Cy"], '
    b'"setup": {"start": {"at": "c6"}}}',
    "malediction": write_line(THREE).encode(),
}
PLAYERS = ("Ada", "Bo", "Cy"), ("Ada", "Bo", "Mo")
SEED = 5
LISTEN_S = 1.5
"""Seconds between presses: a poster is over by then."""


class HeardDevice(SimulatedDevice):
    """Prints what is heard after each press."""

    def __init__(self, language: str, data: Path, display: DeskDisplay) -> None:
        self.heard = SimulatedVoice()
        self._printed = 0
        config = Config(language=language)  # type: ignore[arg-type]  # one of LANGUAGES
        super().__init__(config, data, display, voice=self.heard)

    def do(self, done: Press | LongPress) -> None:
        """Press, listen, and print."""
        if meanwhile := self._newly_heard():
            print(f"[] {meanwhile}")
        is_hidden = self.app.view.audience == "hunters"
        super().do(done)
        self.wait(LISTEN_S)
        hold = "hold " if isinstance(done, LongPress) else ""
        print(f"{'(hunters) ' if is_hidden else ''}[{hold}{done.button}] {self._newly_heard() or '-'}")

    def _newly_heard(self) -> str:
        said, self._printed = self.heard.transcript[self._printed :], len(self.heard.transcript)
        return " ".join(said)


def play(language: str, game: str, folder: Path) -> None:
    """Play a whole game, and print it."""
    print(f"\n=== {game}, {language}\n")
    demo = SIMPLE_DEMOS[game]
    with (
        DeskDisplay(Config(), headless=True) as display,
        HeardDevice(language, folder / "data", display) as device,
    ):
        device.press("ok")
        switch_on_voice(device)
        device.heard.transcript.clear()  # the game alone counts
        device.load(BEGINNINGS[game])
        presenter = Presenter(device, display, None)
        table = demo.table(PLAYERS[game == "malediction"], SEED)
        while not (session := device.app.table.playing).is_over:
            wanted = next_play(session, table)
            enter(presenter, demo, wanted.action, session.ply + 1, wanted.then)
        device.do(Press("ok"))


def play_box(language: str, kind: str, folder: Path) -> None:
    """Play a whole game against the box, and print it."""
    print(f"\n=== against the box: {kind}, {language}\n")
    with (
        DeskDisplay(Config(), headless=True) as display,
        HeardDevice(language, folder / "data", display) as device,
    ):
        device.press("ok")
        switch_on_voice(device)
        begin_box_game(device, kind)
        device.heard.transcript.clear()
        People(device, press=device.do).play_on()
        device.do(Press("ok"))


def play_all(chosen: Sequence[str]) -> None:
    """Print a game of each kind, and one against each seat of the box, in each language."""
    for language in [one for one in chosen if one in LANGUAGES] or LANGUAGES:
        for game in () if BOX in chosen else BEGINNINGS:
            with TemporaryDirectory() as folder:
                play(language, game, Path(folder))
        for kind in BOX_GAMES:
            with TemporaryDirectory() as folder:
                play_box(language, kind, Path(folder))


BOX = "box"
"""Chooses games against the box alone."""
