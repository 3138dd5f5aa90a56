"""A simulated device with a game of La malédiction de la momie, and how it is pressed."""

from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path

import msgspec

from display.view import View, as_text
from firmware_py.config.schema import JOURNAL_NAME, ButtonsConfig, Config
from firmware_py.config.settings import house_rule_key
from firmware_py.desk.demo import next_play, shortest_presses
from firmware_py.desk.self_play.malediction import milestones
from firmware_py.desk.simulated_device import FIRST_DAY, SimulatedDevice
from firmware_py.games.malediction.state import UNTOLD, EndTurn, Header, Hunter, Roll, Setup
from firmware_py.games.records import write_line
from firmware_py.pages.interface import Play
from firmware_py.pages.malediction.dice_page import EVERY_DIE, asks_every_die
from firmware_py.pages.page import LongPress, Press
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal
from hardware.simulated.magnets import BoardGrid

ENGLISH = Config(language="en")
FOUR = Config(language="en", buttons=ButtonsConfig(layout="four"))
THREE = Header(
    1, "malediction", ("Ada", "Bo", "Mo"), Setup("Mo", (Hunter("Ada", "red"), Hunter("Bo", "blue")), "small")
)
TWO = Header(1, "malediction", ("Ada", "Mo"), Setup("Mo", (Hunter("Ada", "red"), Hunter("Ada", "blue")), "small"))

DICE_AND_BEGIN = ("up", "up", "ok", *("up",) * 6, "ok")
"""On the first page of three players: the device rolls the dice, and the game begins."""


@contextmanager
def switched_on(folder: Path, config: Config = ENGLISH, disk: Executor | None = None, *, every_die: bool = False):
    """Yield a device that is on, with its language chosen; `disk` as for a simulated device.

    `every_die`: the house rule that every die is entered.
    """
    sensors = BoardGrid(config.board.rows, config.board.columns)
    if every_die:
        with open_journal(folder / "data" / JOURNAL_NAME, lambda: FIRST_DAY).journal as journal:
            journal.commit(Choose(house_rule_key("malediction", EVERY_DIE.key), "true"))
    with SimulatedDevice(config, folder / "data", sensors=sensors, disk=disk) as device:
        device.press("ok")
        yield device


@contextmanager
def game(
    folder: Path,
    *actions,
    header: Header = THREE,
    config: Config = ENGLISH,
    disk: Executor | None = None,
    every_die: bool = False,
):
    """Yield a device at a game after `actions`: the page of its state in front, without a curtain."""
    with switched_on(folder, config, disk, every_die=every_die) as device:
        begin(device, header)
        for action in actions:
            play(device, action)
        read(device)
        yield device


def open_editor(device: SimulatedDevice) -> None:
    """Go from the first page to a blank map of three by three."""
    press(device, "down", "down", "ok", "ok")
    press(device, "up", "ok", *("up",) * 7, "ok", *("up",) * 7, "ok")


def begin(device: SimulatedDevice, header: Header) -> None:
    """Begin a game with this header, and lift the curtain."""
    device.load(record(header))
    hold(device, "ok")


def sit_down(device: SimulatedDevice, players: int) -> None:
    """Go from the first page to the malediction's first page, without names."""
    press(device, "down", "down", "ok", "left", *("up",) * (players - 2), "ok")


def begin_with_device_dice(device: SimulatedDevice) -> None:
    """Begin a game of three on the practice map from the first page; the device rolls the dice."""
    sit_down(device, 3)
    press(device, *DICE_AND_BEGIN)


def play(device: SimulatedDevice, action, then=None) -> None:
    """Enter an action by the fewest presses; after a pawn's move hand its turn over, by `then` if given."""
    action = as_entered(action, device)
    for milestone in milestones(action):
        reach(device, lambda stack, _, milestone=milestone: milestone(stack[-1]))
    reach(device, lambda _, command: command in (Play(action, then), Play(action, then or EndTurn(action.by))))


def as_entered(action, device: SimulatedDevice):
    """An action as the pages make it: in a roll, dice with the mummy stand last, or are all that is told."""
    match action:
        case Roll(by, faces=tuple(faces)):
            if not asks_every_die(device.app.table):
                faces = tuple("mummy" if face == "mummy" else UNTOLD for face in faces)
            return Roll(by, faces=tuple(sorted(faces, key=lambda face: face == "mummy")))
    return action


def play_to_the_end(device: SimulatedDevice, table, *, after_each=lambda: None) -> None:
    """Let a self-playing table play to the end of the game."""
    while not device.app.table.playing.is_over:
        wanted = next_play(device.app.table.playing, table)
        play(device, wanted.action, wanted.then)
        after_each()


def reach(device: SimulatedDevice, goal) -> None:
    """Press the fewest buttons that reach a goal."""
    for done in shortest_presses(device.app.stack, device.app.table, goal):
        do(device, done)


def press(device: SimulatedDevice, *buttons: str) -> None:
    """Press buttons one after the other."""
    for button in buttons:
        do(device, Press(button))


def hold(device: SimulatedDevice, button: str) -> None:
    """Hold a button until the long press takes effect."""
    do(device, LongPress(button))


def do(device: SimulatedDevice, done: Press | LongPress) -> None:
    """Press or hold a button, and let the next page be looked at."""
    device.app.press(done, device.now_s)
    device.wait(0.5)


def take_back(device: SimulatedDevice) -> None:
    """Let the hunters take back the last entry, behind the curtain; a page for their eyes then lies open."""
    hold(device, "back")
    hold(device, "ok")
    press(device, "ok")
    put_back(device)


def put_back(device: SimulatedDevice) -> None:
    """Put back what was moved, and leave the page that lists it, if there is one."""
    while "Check the table." in text(device):
        press(device, "ok")


def read(device: SimulatedDevice) -> None:
    """Go on from the announcement in front of the page, if any."""
    if "A hunter reads this aloud." in text(device):
        do(device, go_on(device.app.view))


def go_on(view: View) -> Press | LongPress:
    """What leads on from an announcement: a held `ok` where it is a curtain."""
    return LongPress("ok") if any(hint.button == "ok" and hint.held for hint in view.hints) else Press("ok")


def text(device: SimulatedDevice) -> str:
    """The page as text."""
    return as_text(device.app.view)


def state(device: SimulatedDevice):
    """The state of the game."""
    return device.app.table.playing.state


def record(header: Header, *actions) -> bytes:
    """A game as a record."""
    return "\n".join(map(write_line, (header, *actions))).encode()


def with_board(header: Header, board: str) -> Header:
    """The header with another map."""
    return msgspec.structs.replace(header, setup=msgspec.structs.replace(header.setup, board=board))


def stand(device: SimulatedDevice) -> None:
    """Put every piece where the game has it."""
    state = device.app.table.playing.state
    for cell, index in state.in_corridors.items():
        device.place(state.hunters[index].pawn, cell)
    device.place("mummy", state.mummy)
