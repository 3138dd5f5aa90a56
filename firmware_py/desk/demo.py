"""The demonstration: a whole game on the simulated device, entered by the fewest presses, with account and pictures."""

from __future__ import annotations

import random
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec

from display.view import Button, Ranking, View
from firmware_py.bots.seat import decide
from firmware_py.config.schema import Config
from firmware_py.desk.self_play import Props, SeatedTable, malediction, maudite_momie, or_du_pharaon
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from firmware_py.device.app import App
from firmware_py.device.idle import RING_S
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session
from firmware_py.pages.interface import Begin, ChangeSetting, Command, PageContext, Play
from firmware_py.pages.keyboard import KeyboardPage
from firmware_py.pages.page import LongPress, Page, Press, Stack, press
from firmware_py.pages.players import NameWritten, PlayersPage
from firmware_py.regular_files import check_no_other
from firmware_py.words import Say, words, words_n

ByButton: TypeAlias = Press | LongPress

Reached: TypeAlias = Callable[[Stack, Command | None], bool]
"""Whether a goal is reached: by the stack, or by the command that led to it."""

MOST_STACKS = 20_000
"""Most stacks searched before a goal counts as out of reach."""


def shortest_presses(
    stack: Stack, table: PageContext, reached: Reached, most: int = MOST_STACKS
) -> tuple[ByButton, ...]:
    """The fewest presses that lead from `stack` to a goal, none if it is reached there.

    :raises LookupError: when no presses lead there, within so many stacks.
    """
    if reached(stack, None):
        return ()
    seen = {stack}
    waiting: deque[tuple[Stack, tuple[ByButton, ...]]] = deque([(stack, ())])
    while waiting and len(seen) < most:
        shown, presses = waiting.popleft()
        for done, after, command in _answers(shown, table):
            if reached(after, command):
                return (*presses, done)
            if command is None and after not in seen:
                seen.add(after)
                waiting.append((after, (*presses, done)))
    raise LookupError("no presses lead there")


def auto_confirms(stack: Stack, table: PageContext, wanted: Command) -> bool:
    """Whether the page on top gives this command by itself, without a press."""
    return stack[-1].own_answer(table) == wanted


def _answers(shown: Stack, table: PageContext) -> Iterator[tuple[ByButton, Stack, Command | None]]:
    """Yield each press that may lead on, and what follows from it."""
    others: tuple[Button, ...] = (
        ("down", "up", "back", "right", "left") if table.layout == "six" else ("down", "up", "back")
    )
    yield Press("ok"), *press(shown, Press("ok"), table)
    yield LongPress("ok"), *press(shown, LongPress("ok"), table)
    for button in others:
        yield Press(button), *press(shown, Press(button), table)


PICTURE_EVERY = 10
"""Actions between two pictures; the first pages and the end have pictures, too."""


class SelfPlayingTable(Protocol):
    """A table that plays by itself."""

    def next_action(self, state: Any, /) -> Any:
        """What whoever must act does in this state."""


class Demo(msgspec.Struct, frozen=True):
    """What the demonstration needs of a game: players, a table that plays by itself, and how actions are entered."""

    players: tuple[str, ...]
    table: Callable[[tuple[str, ...], int], SelfPlayingTable]
    milestones: Callable[[Any], tuple[Callable[[Page], bool], ...]]


LEVEL = 4
"""How strong the players of the demonstration are; the strongest can watch each other for hundreds of turns."""


def _table_of_boxes(game: str, props: Props, players: tuple[str, ...], seed: int) -> SeatedTable:
    """A table at which each seat decides as the box would in it."""
    return SeatedTable(game, props, dict.fromkeys(players, lambda seen: decide(seen, LEVEL, str(seed))))


def _momie_table(players: tuple[str, ...], seed: int) -> SeatedTable:
    return _table_of_boxes("maudite_momie", maudite_momie.Cards(players, random.Random(seed)), players, seed)


def _pharaoh_table(players: tuple[str, ...], seed: int) -> SeatedTable:
    return _table_of_boxes("or_du_pharaon", or_du_pharaon.Cards(random.Random(seed)), players, seed)


def _mummy_table(players: tuple[str, ...], seed: int) -> SeatedTable:
    dice = malediction.Dice(random.Random(seed), are_faces_entered=False)
    return _table_of_boxes("malediction", dice, players, seed)


DEMOS = {
    "maudite_momie": Demo(maudite_momie.PLAYERS, _momie_table, maudite_momie.milestones),
    "or_du_pharaon": Demo(or_du_pharaon.PLAYERS, _pharaoh_table, or_du_pharaon.milestones),
    "malediction": Demo(malediction.PLAYERS, _mummy_table, malediction.milestones),
}
"""The demonstration of each game by the game's id."""


class Presenter:
    """Presses buttons until goals are reached, and writes pictures meanwhile."""

    def __init__(self, device: SimulatedDevice, display: DeskDisplay, shots: Path | None) -> None:
        """Play on a running device; pictures go to `shots`, if given."""
        self.device = device
        self.presses = 0
        self._display = display
        self._shots = shots
        self.pictures: list[Path] = []

    def reach(self, reached: Reached) -> None:
        """Reach a goal by the fewest presses."""
        for done in shortest_presses(self.device.app.stack, self.device.app.table, reached):
            self.device.do(done)
            self.presses += 1

    def picture(self, name: str, *, device: bool = False) -> None:
        """Write a picture of the screen, or of the whole device, once nothing moves."""
        if self._shots is None:
            return
        self._shots.mkdir(parents=True, exist_ok=True)
        path = self._shots / f"{len(self.pictures) + 1:02}-{name}.png"
        check_no_other(path)
        self.pictures.append(path)
        self.device.wait(2.0)
        (self._display.save_device if device else self._display.save)(path)

    def picture_sometimes(self, number: int, name: str) -> None:
        """Write a picture after every `PICTURE_EVERY` actions; this is action `number`."""
        if number % PICTURE_EVERY == 0:
            self.picture(name)


def play_demo(
    config: Config, game: str, seed: int, shots: Path | None, say: Say, *, is_verbose: bool
) -> tuple[Path, ...]:
    """Play a whole game of `game` and print how it ended; if `is_verbose`, all of its account before.

    Returns the pictures, which go to the folder `shots`, if any.
    """
    demo = DEMOS[game]
    with (
        DeskDisplay(config, headless=True) as display,
        tempfile.TemporaryDirectory() as empty,
        SimulatedDevice(config, Path(empty) / "data", display) as device,
    ):
        presenter = Presenter(device, display, shots)
        set_up(presenter, demo, game)
        table, set_up_by = demo.table(demo.players, seed), presenter.presses
        print(say(words("{game}: {about}", game=GAMES[game].title, about=demo.players)))
        print(say(words_n("Set up with {count} press.", "Set up with {count} presses.", set_up_by)))
        if is_verbose:
            about = words(
                "One line per action: its number, what the device says about it, and its presses in brackets."
            )
            print(say(about))
        for lines in _play_through(presenter, demo, table, say):
            if is_verbose:
                print(*lines, sep="\n")
        played_by = presenter.presses - set_up_by
        print(say(words_n("Played with {count} press.", "Played with {count} presses.", played_by)))
        print("\n".join(_last_page_lines(device.app.view)), end="\n\n")
        return tuple(presenter.pictures)


def _last_page_lines(view: View) -> tuple[str, ...]:
    """The lines of the last page: who has won and why, and the places."""
    places = view.body.places if isinstance(view.body, Ranking) else ()
    ranked = (f"  {place.place}. {place.name} {place.score} {place.remark}".rstrip() for place in places)
    return view.title, view.prompt, *ranked


def set_up(presenter: Presenter, demo: Demo, game: str) -> None:
    """Choose a language and the game, and write the players' names one after the other."""
    presenter.picture("language")
    presenter.reach(gives_command(ChangeSetting))
    presenter.picture("games")
    presenter.reach(_players_goal(game, len(demo.players), presenter.device.app))
    presenter.picture("players")
    for seat, player in enumerate(demo.players):
        for length in range(len(player) + 1):
            presenter.reach(_writes_goal(player[:length], demo.players[:seat]))
        if seat == 0:
            presenter.picture("name")
        presenter.reach(_names_goal(demo.players[: seat + 1]))
    presenter.reach(gives_command(Begin))
    presenter.picture("begin", device=True)


def gives_command(kind: type) -> Reached:
    """The goal of a page that gives a command of this kind."""
    return lambda _, command: isinstance(command, kind)


def _players_goal(game: str, count: int, app: App) -> Reached:
    """The goal of the page of players, with this many at the table."""

    def is_shown(stack: Stack, _: Command | None) -> bool:
        top = stack[-1]
        return isinstance(top, PlayersPage) and top.box.id == game and len(top.settle(app.table).people) == count

    return is_shown


def _writes_goal(text: str, others: tuple[str, ...]) -> Reached:
    """The goal of having written this much of a name, beside the `others`."""

    def is_written(stack: Stack, _: Command | None) -> bool:
        match stack[-1]:
            case KeyboardPage(then=NameWritten(page=page), text=written):
                return written == text and _page_lines(page) == others
        return False

    return is_written


def _names_goal(names: tuple[str, ...]) -> Reached:
    """The goal of having entered exactly these names."""
    return lambda stack, _: isinstance(stack[-1], PlayersPage) and _page_lines(stack[-1]) == names


def _page_lines(page: PlayersPage) -> tuple[str, ...]:
    return tuple(person.name for person in page.people if person.name)


def _play_through(presenter: Presenter, demo: Demo, table: SelfPlayingTable, say: Say) -> Iterator[Iterator[str]]:
    """Play to the end; yield what the device announces of each action, and how many presses it took."""
    app = presenter.device.app
    while not app.table.playing.is_over:
        session = app.table.playing
        number = session.ply + 1
        before = presenter.presses
        wanted = next_play(session, table)
        enter(presenter, demo, wanted.action, number, wanted.then)
        entered = app.table.playing.steps[session.ply :]
        announced = [" ".join(say(event.words()) for event in step.events) for step in entered]
        announced[-1] += f" [{presenter.presses - before}]"  # those of all that is entered in one go
        yield (f"{at:4}  {line}" for at, line in enumerate(announced, start=number))
        presenter.picture_sometimes(number, "play")
    if not isinstance(app.view.body, Ranking):  # the effect of the last action is shown first
        presenter.picture("last")
        presenter.reach(lambda stack, _: isinstance(stack[-1].view(app.table).body, Ranking))
    presenter.picture("end")


def next_play(session: Session, table: SelfPlayingTable) -> Play:
    """The next action, with the one that players enter together with it."""
    action = table.next_action(session.state)
    after, _ = session.game.rules.apply(session.state, action)
    return Play(action, then=table.next_action(after) if session.game.is_mid_action(after) else None)


def enter(presenter: Presenter, demo: Demo, action: Any, number: int, then: Any = None) -> None:
    """Press until an action is played, and `then` in one go with it; `number` counts the actions of the game.

    What the page answers by itself is only waited for.
    """
    app = presenter.device.app
    for milestone in demo.milestones(action):
        presenter.reach(_milestone_goal(milestone))
        presenter.picture_sometimes(number, "entering")
    if app.table.playing.ply < number and not auto_confirms(app.stack, app.table, Play(action, then)):
        presenter.reach(_plays(Play(action, then)))
    while app.table.playing.ply < number:
        presenter.device.wait(RING_S)


def _plays(wanted: Play) -> Reached:
    return lambda _, command: command == wanted


def _milestone_goal(milestone: Callable[[Page], bool]) -> Reached:
    return lambda stack, _: milestone(stack[-1])
