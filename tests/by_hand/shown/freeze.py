"""Write down what the device shows and says while people press at random: `python -m shown freeze FILE [PRESSES]`.

Two trees that behave alike write the same file, so a rebuilding is judged by `cmp` alone: PRESSES (10,000 unless told)
presses a game, by four kinds of control, in three languages, from every stage of a game. A line is a press, the digest
of the view to which it led, what was said and heard, and enough words to find the page. At the head stand how many
presses whole games take. `make by-hand RUN="-m shown freeze before"` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TextIO

import msgspec
from listening import switch_on_voice
from simple_tables import SIMPLE_DEMOS

from display.view import COLOURS, View
from firmware_py.config.schema import ButtonsConfig, Config, ScreenConfig
from firmware_py.config.settings import ButtonLayout, Settings
from firmware_py.desk.demo import Reached, auto_confirms, next_play, shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import Begin, PageContext, Play
from firmware_py.pages.page import LongPress, Press, Stack
from firmware_py.pages.page import press as done_on
from firmware_py.pages.registry import PAGES
from firmware_py.words import speak
from hardware.simulated.pins import SimulatedVoice

PLAYERS = ("Ada", "Bo", "Chloé", "Dédé", "Eve", "Flo")
SEED = 11
TABLES = {"maudite_momie": 6, "or_du_pharaon": 4, "malediction": 3}
"""The number of players by game. Of this seed the games have 136, 221 and 67 actions."""
CONTROLS = ("six", "four", "encoder", "touch")
PRESSES_A_GAME = 10_000
PRESSES_A_WALK = 60
SPOKEN = ("fr", "en", "de")
KEYS = {
    "six": ("up", "down", "left", "right", "ok", "ok", "ok", "back"),
    "four": ("up", "down", "ok", "ok", "back"),
    "encoder": ("up", "down", "down", "ok", "ok", "back"),
    "touch": ("ok", "back"),
}
"""What is pressed on each kind of control, the likelier the oftener."""
PAUSES_S = (0.1, 0.5, 0.5, 2.0, 8.0)
"""How long a walker waits after a press."""


def write(arguments: Sequence[str]) -> None:
    """Write the file that the arguments name."""
    file, presses = Path(arguments[0]), int(arguments[1]) if len(arguments) > 1 else PRESSES_A_GAME
    with file.open("w", encoding="utf-8") as out, TemporaryDirectory() as folder:
        for game in TABLES:
            freeze_game(game, presses, out, Path(folder))


def freeze_game(game: str, presses: int, out: TextIO, folder: Path) -> None:
    """Write how many presses a whole game takes, and walks of that many presses in all."""
    layouts: tuple[ButtonLayout, ...] = ("six", "four")
    for layout in layouts:
        out.write(f"{game}: {presses_of(game, layout)} presses with {layout} buttons\n")
    lines = demonstrated(game)
    for number in range(-(-presses // PRESSES_A_WALK)):
        controls = CONTROLS[number % len(CONTROLS)]
        language = SPOKEN[number // len(CONTROLS) % len(SPOKEN)]
        chance = Random(f"{game} {number}")
        record = "\n".join(lines[: chance.randint(1, len(lines))]).encode()
        for line in walk(folder / f"{game}-{number}", record, controls, language, chance):
            out.write(f"{game} {number} {controls} {language} {line}\n")


def demonstrated(game: str) -> list[str]:
    """The record of a demonstrated game, line by line."""
    players = PLAYERS[: TABLES[game]]
    session, seeded = begin(_header(game, players)), SIMPLE_DEMOS[game].table(players, SEED)
    while not session.is_over:
        wanted = next_play(session, seeded)
        for action in (wanted.action, wanted.then):
            session = play(session, action) if action else session
    return [write_line(session.header), *(write_line(step.action) for step in session.steps)]


def walk(data: Path, record: bytes, controls: str, language: str, chance: Random) -> Iterator[str]:
    """Yield a line for each press at random on a device that has taken up a game."""
    voice = SimulatedVoice()
    screen = ScreenConfig(inches=7.0 if controls == "touch" else 0.0)  # large enough for fingers
    config = Config(language=language, buttons=ButtonsConfig(layout=controls), screen=screen)  # type: ignore[arg-type]
    with SimulatedDevice(config, data, voice=voice) as device:
        device.press("ok")
        switch_on_voice(device)
        device.load(record)
        for _ in range(PRESSES_A_WALK):
            heard = len(voice.transcript)
            done = press(device, controls, chance)
            device.wait(chance.choice(PAUSES_S))
            yield f"{done}: {frozen(device, voice.transcript[heard:])}"


def press(device: SimulatedDevice, controls: str, chance: Random) -> str:
    """Press, hold or touch something at random; return what."""
    targets = tuple(dict.fromkeys(touched(device.app.view)))
    if targets and chance.random() < (0.85 if controls == "touch" else 0.1):
        target = chance.choice(targets)
        device.touch(target)
        return target
    if chance.random() < 0.02:
        device.cut()
        return "power cut"
    if chance.random() < 0.12:
        button = chance.choice(("ok", "ok", "back"))
        device.do(LongPress(button))
        return f"hold {button}"
    button = chance.choice(KEYS[controls])
    device.do(Press(button))
    return button


def touched(part: Any) -> Iterator[str]:
    """Yield the targets of a view."""
    if isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if name.endswith("target"):
                yield from (value,) if value else ()
            elif not isinstance(value, str):
                yield from touched(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from touched(value)


def frozen(device: SimulatedDevice, said: list[str]) -> str:
    """The digest of what can be seen and heard, and words to find the page by."""
    view: View = device.app.shown
    pins = device.pins
    seen = msgspec.json.encode((view, said, pins.light(), pins.tone_hz()))
    kind = type(view.body).__name__
    return f"{blake2b(seen, digest_size=6).hexdigest()} {kind} {view.prompt[:50]!r} {' '.join(said)[:50]!r}"


# --- the presses of whole games ---------------------------------------------------------------------------------------


def presses_of(game: str, layout: ButtonLayout) -> int:
    """How many presses a whole game takes by the fewest, from the first turn to the last."""
    players = PLAYERS[: TABLES[game]]
    session = begin(_header(game, players))
    seeded = SIMPLE_DEMOS[game].table(players, SEED)
    count = 0
    while not session.is_over:
        wanted = next_play(session, seeded)
        count += _of_an_action(session, layout, wanted)
        for action in (wanted.action, wanted.then):
            session = play(session, action) if action else session
    return count


def _header(game: str, players: tuple[str, ...]) -> Any:
    """The header of a game that is begun by pressing `ok` only."""
    table = PageContext(say=speak("en"), colours=COLOURS[: len(players)])
    stack: Stack = (PAGES[game].set_up(players, table.colours),)
    begun: list[Begin] = []

    def reached(_: Stack, command: object) -> bool:
        begun.extend([command] if isinstance(command, Begin) else [])
        return bool(begun)

    shortest_presses(stack, table, reached)
    return begun[0].header


def _of_an_action(session: Session, layout: ButtonLayout, wanted: Play) -> int:
    """How many presses enter an action; none if the page gives it by itself."""
    game = session.game.id
    colours = COLOURS[: len(session.header.players)]
    table = PageContext(say=speak("en"), settings=Settings(controls=layout), session=session, colours=colours)
    stack: Stack = (PAGES[game].page(table, None, game_menu()),)
    count = 0
    for reached in _goals(game, wanted):
        if auto_confirms(stack, table, wanted):
            break
        for done in shortest_presses(stack, table, reached):
            stack, _ = done_on(stack, done, table)
            count += 1
    return count


def _goals(game: str, wanted: Play) -> Iterator[Reached]:
    """Yield what is reached one after the other while an action is entered."""
    for milestone in SIMPLE_DEMOS[game].milestones(wanted.action):
        yield lambda stack, _, milestone=milestone: milestone(stack[-1])
    yield lambda _, command: command == wanted
