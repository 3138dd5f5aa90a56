"""Twins: two devices whose games differ in hidden facts only, and a witness at each table.

Why the two sides press in step: how long hunters think, and how often they press to enter dice and to find a cell,
depends on what they hide, and nobody hears it. So the side with fewer such presses taps the glass meanwhile. From there
on both sides do the same, and everything that people at the table see or hear must come at the same press and moment.
"""

from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from itertools import zip_longest

from malediction_device import ENGLISH, as_entered, begin_with_device_dice, go_on, record
from msgspec.structs import replace

from display.view import View, as_text
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.desk.demo import shortest_presses
from firmware_py.desk.self_play.malediction import milestones
from firmware_py.desk.simulated_device import FIRST_DAY, SimulatedDevice
from firmware_py.device.panel import status
from firmware_py.games.malediction.state import Choose, EndTurn, Header, Hunter, Move, Roll, Setup
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import Begin, ChangeSetting, Discard, Play, Restart, Resume, SwitchOff, Try
from firmware_py.pages.malediction.curtain import page_behind
from firmware_py.pages.malediction.dice_page import DicePage
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage, move_ends
from firmware_py.pages.moved_pieces import MovedPage
from firmware_py.pages.page import LongPress, Press, Push, Touch, press
from firmware_py.storage import changes
from firmware_py.storage.opening import open_journal
from hardware.simulated.magnets import BoardGrid
from hardware.simulated.pins import SimulatedVoice

PACE_S = 0.6
"""From one press to the next, on both sides."""
HASTE_S = 0.06
"""How long a hasty press takes, and the pause after it."""
NOTHING = Touch("where nothing is")
FOUR_PLAYERS = Header(
    1,
    "malediction",
    ("Ada", "Bo", "Cy", "Mo"),
    Setup("Mo", (Hunter("Ada", "red"), Hunter("Bo", "blue"), Hunter("Cy", "purple")), "practice"),
)


@dataclass
class Witness:
    """Notes every change that people at the table see or hear: the press, the moment, what."""

    device: SimulatedDevice | None = None
    voice: SimulatedVoice = field(default_factory=SimulatedVoice)
    presses: int = 0
    noticed: list = field(default_factory=list)
    log: StringIO = field(default_factory=StringIO)
    read: View | None = None
    """The view at the last look, and its text."""
    text: str = ""
    is_over: bool = False

    def show(self, app, devices):
        """Note what has changed; the map is for the hunters, but everybody sees the light of the screen."""
        if self.device is None:
            return
        if app.shown is not self.read:
            self.read = app.shown
            self.text = as_text(app.shown) if app.shown.audience != "hunters" else "hidden"
        pins = devices.simulated
        said = tuple(self.voice.transcript)
        now = (self.text, app.shown.brightness, pins.light(), pins.tone_hz(), pins.duty(), status(app), said)
        self.is_over |= app.table.session is not None and app.table.session.is_over
        if self.is_over:
            now = ("the game is over, and nothing is a secret any more",)  # also how many actions it took
        if not self.noticed or self.noticed[-1][2] != now:
            self.noticed.append((self.presses, round(self.device.now_s, 6), now))

    def poll(self):
        """No input."""
        return ()


def choose_voice(data):
    """Store in a new data directory that a device speaks English: choosing it on the pages takes as long as a turn."""
    with open_journal(data / JOURNAL_NAME, lambda: FIRST_DAY).journal as journal:
        journal.commit(changes.Choose("language", "en"))
        journal.commit(changes.Choose("voice", "on"))


class Side:
    """One of the two games, with a voice; without a header a game of three begins, and the device rolls its dice."""

    def __init__(self, folder, header, config, actions):
        self.witness = Witness()
        sensors = BoardGrid(config.board.rows, config.board.columns)
        choose_voice(folder / "data")
        self.device = SimulatedDevice(config, folder / "data", self.witness, sensors=sensors, voice=self.witness.voice)
        self.witness.device = self.device
        self._looked_through = None, []
        if header:
            self.device.load(record(header, *actions))
        else:
            begin_with_device_dice(self.device)
        self.push(LongPress("ok"))

    @property
    def app(self):
        return self.device.app

    @property
    def state(self):
        return self.app.table.playing.state

    @property
    def is_secret(self):
        return self.app.view.audience == "hunters"

    def push(self, done):
        """Press or hold a button, or touch the glass, and wait for the common pace."""
        self.witness.presses += 1
        with redirect_stderr(self.witness.log):
            self.app.press(done, self.device.now_s)
            self.device.wait(PACE_S)

    def presses_to(self, goals):
        """The fewest presses that reach these goals one after the other; a goal may be an input as well."""
        stack, presses = self.app.stack, ()
        for goal in goals:
            if not callable(goal):
                found = (goal,)
            else:
                found = () if goal(stack, None) else shortest_presses(stack, self.app.table, goal)
            for done in found:
                stack, _ = press(stack, done, self.app.table)
            presses += found
        return presses

    def menus(self):
        """All pages to which the game menu leads, as text; none once the game is over, when they may show all.

        They depend on the table alone, so they are made again only for another table.
        """
        if self._looked_through[0] is not self.app.table:
            self._looked_through = self.app.table, self._look_through(self.app.table)
        return self._looked_through[1]

    def _look_through(self, table):
        if table.session is None or table.session.is_over:
            return []
        page = game_menu()
        texts = [as_text(page.view(table))]
        for _ in range(6):
            page = page.press(Press("down"), table)
            reply = page.press(Press("ok"), table)
            if isinstance(reply, Push):
                texts.append(as_text(reply.page.view(table)))
        return texts


@dataclass(frozen=True)
class Pair:
    """Both sides, and what is done on both."""

    one: Side
    other: Side

    @property
    def sides(self):
        return self.one, self.other

    def compare(self):
        """Check that both tables noticed the same at the same presses and moments, and may read the same."""
        mine, yours = (side.witness.noticed for side in self.sides)
        assert mine == yours, next(both for both in zip_longest(mine, yours) if both[0] != both[1])
        assert self.one.witness.log.getvalue() == self.other.witness.log.getvalue(), "the logs differ"
        assert self.one.menus() == self.other.menus(), "the menus differ"

    def push(self, *inputs):
        """Do the same on both sides."""
        for done in inputs:
            for side in self.sides:
                side.push(done)
            self.compare()

    def listen(self):
        """Go on to the page of the state: dismiss announcements, lift the curtain."""
        for _ in range(3):
            if "A hunter reads this aloud." in self.one.app.view.prompt:
                self.push(go_on(self.one.app.view))
            elif "The map is hidden." in self.one.app.view.prompt:
                self.push(LongPress("ok"))

    def reach(self, *goals):
        """Press what reaches each side's goals; where nobody looks, the shorter sequence waits for the longer one."""
        self.listen()
        presses = [side.presses_to(wanted) for side, wanted in zip(self.sides, goals, strict=True)]
        for side, buttons in zip(self.sides, presses, strict=True):
            idle = max(map(len, presses)) - len(buttons)
            assert side.is_secret or not idle
            for done in (*(NOTHING,) * idle, *buttons):
                side.push(done)
        self.compare()

    def play(self, *actions, then=None):
        """Play an action on each side, as the pages make it."""
        actions = tuple(as_entered(action, side.device) for action, side in zip(actions, self.sides, strict=True))
        self.reach(*((*map(_passed, milestones(action)), _plays(action, then)) for action in actions))

    def move(self, *cells):
        """Find a cell on each side, and from there press the same: go there, and hand the turn over."""
        self.reach(*((points_at(side, cell),) for side, cell in zip(self.sides, cells, strict=True)))
        self.push(Press("ok"))

    def handle(self, *hands, seconds=4.5):
        """Move the pieces on each side, each at its own pace; both wait for the same moment."""
        until_s = self.one.device.now_s + seconds
        for side, move in zip(self.sides, hands, strict=True):
            with redirect_stderr(side.witness.log):
                move(side.device)
                assert side.device.now_s <= until_s
                side.device.wait(until_s - side.device.now_s)
        self.compare()

    def hand_over(self, *cells):
        """Enter where the pawns are, if the board has not sensed it, and end the turn."""
        self.listen()
        self.reach(*((stands(cell),) for cell in cells))
        self.push(Press("ok"))

    def reveal_nothing(self):
        """Hide the map, and open the menu of the game."""
        for _ in range(3):
            if len(self.one.app.stack) == 1:
                self.push(Press("back"))

    def try_out(self, done):
        """Press a button on both sides, unless it ends the game or begins another one, on either side."""
        given = [press(side.app.stack, done, side.app.table)[1] for side in self.sides]
        if not any(
            isinstance(command, (Play, Begin, Discard, SwitchOff, ChangeSetting, Try, Restart)) for command in given
        ):
            self.push(done)

    def go_back_to_game(self):
        """Leave all menus; open a game again that was put aside."""
        if self.one.app.table.session is None:
            self.reach(*((lambda _, command: isinstance(command, Resume),),) * 2)
        self.leave_pieces()
        while len(self.one.app.stack) > 1:  # the page of moved pieces goes on by `ok`, and its menu opens by `back`
            self.push(Press("ok" if isinstance(self.one.app.stack[-1], MovedPage) else "back"))
        self.listen()
        while any(is_half_entered(page_behind(side.app.stack[-1])) for side in self.sides):
            self.push(LongPress("ok"))

    def leave_pieces(self):
        """Go on from the page that tells hunters which pawns to move, on the side that has one."""
        listed = [isinstance(side.app.stack[-1], MovedPage) and side.is_secret for side in self.sides]
        if any(listed):
            for side, is_listed in zip(self.sides, listed, strict=True):
                side.push(Press("ok") if is_listed else NOTHING)
            self.compare()

    def rest(self):
        """Touch nothing until the screens rest; the first press only wakes them."""
        for side in self.sides:
            side.witness.presses += 1
            side.device.wait(ENGLISH.screen.dim_after_s + 1)
            side.device.press("ok")
        self.compare()

    def begin_to_hide(self):
        """Press what hides the map as slowly as a finger does."""
        for side in self.sides:
            side.witness.presses += 1
            side.device.hold("back", 0.3)
        self.compare()

    def hurry(self, *buttons):
        """Press on both sides as fast as fingers can, without a look at the screen."""
        for side in self.sides:
            side.witness.presses += 1
            for button in buttons:
                side.device.pins.press(button)
                side.device.wait(HASTE_S)
                side.device.pins.release(button)
                side.device.wait(HASTE_S)
            side.device.wait(PACE_S)
        self.compare()

    def cut(self):
        """Cut the power of both, and take both games up again."""
        for side in self.sides:
            side.device.cut()
        self.push(Press("ok"))


def is_half_entered(page):
    """Whether dice are being entered, and an earlier roll or die can be gone back to."""
    return isinstance(page, DicePage) and (page.is_begun or page.below is not None)


def stands(cell):
    def reached(stack, command):
        page = page_behind(stack[-1])
        return command is None and isinstance(page, HandOverPage) and page.to == cell

    return reached


def _passed(milestone):
    return lambda stack, _: milestone(stack[-1])


def _plays(action, then=None):
    return lambda _, command: command == Play(action, then)


def gives(command):
    return lambda _, given: given == command


def points_at(side, cell):
    def reached(stack, command):
        page = page_behind(stack[-1])
        return command is None and isinstance(page, MovePage) and move_ends(side.state)[page.at(side.app.table)] == cell

    return reached


@contextmanager
def twins(folder, header, config=ENGLISH, played=((), ())):
    """Yield a pair that has just begun, or on each side of which certain actions are played."""
    elsewhere = replace(config, board=replace(config.board, bus="/dev/i2c-2"))
    one, other = played
    pair = Pair(Side(folder / "one", header, config, one), Side(folder / "other", header, elsewhere, other))
    pair.compare()
    try:
        yield pair
    finally:
        for side in pair.sides:
            side.device.close()


EACH = ("1", "2", "3", "4", "arrow")
"""One die of each face."""


def turn(player, face, to, *, ends=False):
    """What a hunter plays; `ends` where a mission lies."""
    moved = (Roll(player, faces=EACH), Choose(player, face), Move(player, to=to))
    return (*moved, EndTurn(player)) if ends else moved


TO_THE_MUMMY = turn("Ada", "3", "a4", ends=True) + turn("Bo", "2", "b4"), turn("Ada", "3", "b3") + turn("Bo", "2", "d4")
"""Up to the mummy's turn: the mummy stands in the dungeon on c3."""

ADAS = tuple(
    (*played, Roll("Mo", face=2), Move("Mo", path=("d3", "d2")), Roll("Ada", faces=EACH)) for played in TO_THE_MUMMY
)
"""Up to the choice of a face by Ada, whose pawn stands on a4 or on b3."""
