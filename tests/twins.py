"""Twins: two devices, on each a game that differs from the other in hidden facts only, and a witness at each table.

Why the two sides press in step: how long a hunter thinks, and how often he presses to tell his dice and to find his
cell, depends on what he hides and is silent; so whoever needs fewer such presses taps the glass meanwhile. From there
on both do the very same, and whatever anybody at the table sees or hears must come at the same press, in the same
moment.
"""

from contextlib import contextmanager
from dataclasses import dataclass, field

from malediction_desk import ENGLISH, record
from msgspec.structs import replace

from display.view import as_text
from firmware_py.box import SimulatedBox
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.curtain import opened
from firmware_py.games.malediction.demo import milestones
from firmware_py.games.malediction.dice import DIE
from firmware_py.games.malediction.hunter import HandOverPage, MovePage, move_ends
from firmware_py.games.malediction.legality import is_stuck, reachable
from firmware_py.games.malediction.state import DICE, Choose, Header, Hunter, Move, Roll, Setup
from firmware_py.games.malediction.walks import FACES
from firmware_py.menus import game_menu
from firmware_py.panel import status
from firmware_py.presses import shortest_presses
from firmware_py.screens import LongPress, Play, Press, Push, Touch, press

PACE_S = 1.0
"""From one press to the next, on both sides."""
NOTHING = Touch("where nothing is")
FOUR_PLAYERS = Header(
    1,
    "malediction",
    ("Ada", "Bo", "Cy", "Mo"),
    Setup("Mo", (Hunter("Ada", "red"), Hunter("Bo", "blue"), Hunter("Cy", "purple")), "practice"),
)


@dataclass
class Witness:
    """Somebody at the table who writes down whatever changes before his eyes and ears: the press, the moment, what."""

    box: SimulatedBox | None = None
    presses: int = 0
    noticed: list = field(default_factory=list)

    def show(self, app, devices):
        """Look and listen; the map is for the hunters' eyes, but everybody sees the light of the screen."""
        if self.box is None:
            return
        text = as_text(app.shown) if app.shown.audience != "hunters" else "hidden"
        pins = devices.simulated
        now = (text, app.shown.brightness, pins.light(), pins.tone_hz(), status(app))
        if not self.noticed or self.noticed[-1][2] != now:
            self.noticed.append((self.presses, round(self.box.now_s, 6), now))

    def poll(self):
        """Touch nothing."""
        return ()


class Side:
    """One of the two games."""

    def __init__(self, folder, header, config, actions):
        self.witness = Witness()
        self.box = SimulatedBox(config, folder / "data", self.witness)
        self.witness.box = self.box
        self.box.press("ok")
        self.box.load(record(header, *actions))
        self.push(LongPress("ok"))

    @property
    def app(self):
        return self.box.app

    @property
    def state(self):
        return self.app.table.playing.state

    @property
    def is_secret(self):
        return self.app.view.audience == "hunters"

    def push(self, done):
        """Press or hold a button, or touch the glass, in everybody's pace."""
        self.witness.presses += 1
        self.app.press(done, self.box.now_s)
        self.box.wait(PACE_S)

    def way(self, goals):
        """Return the fewest presses that reach these goals one after the other."""
        stack, way = self.app.stack, ()
        for goal in goals:
            found = shortest_presses(stack, self.app.table, goal)
            for button in found:
                stack, _ = press(stack, Press(button), self.app.table)
            way += found
        return way

    def menus(self):
        """Return all pages to which the menu of the game leads, as text."""
        page, table = game_menu(), self.app.table
        texts = [as_text(page.view(table))]
        for _ in range(6):
            page = page.press(Press("down"), table)
            reply = page.press(Press("ok"), table)
            if isinstance(reply, Push):
                texts.append(as_text(reply.screen.view(table)))
        return texts


@dataclass(frozen=True)
class Pair:
    """Both sides."""

    one: Side
    other: Side

    @property
    def sides(self):
        return self.one, self.other

    def compare(self):
        """Both tables have noticed the same, at the same presses and moments, and may read the same."""
        mine, yours = (side.witness.noticed for side in self.sides)
        assert mine == yours
        assert self.one.menus() == self.other.menus()

    def push(self, *inputs):
        """Do the same on both sides."""
        for done in inputs:
            for side in self.sides:
                side.push(done)
            self.compare()

    def listen(self):
        """Go on to the page of the state: what is announced is read aloud, a curtain lifted."""
        for _ in range(3):
            if "A hunter reads this aloud." in self.one.app.view.prompt:
                self.push(Press("ok"))
            elif "The map is hidden." in self.one.app.view.prompt:
                self.push(LongPress("ok"))

    def reach(self, *goals):
        """Press what reaches each side's goals; where nobody looks, the shorter way waits for the longer one."""
        self.listen()
        ways = [side.way(wanted) for side, wanted in zip(self.sides, goals, strict=True)]
        for side, way in zip(self.sides, ways, strict=True):
            idle = max(map(len, ways)) - len(way)
            assert side.is_secret or not idle
            for done in (*(NOTHING,) * idle, *map(Press, way)):
                side.push(done)
        self.compare()

    def play(self, *actions):
        """Play an action on each side."""
        self.reach(*((*map(_passed, milestones(action)), _plays(action)) for action in actions))

    def move(self, *cells):
        """Find a cell on each side, and from there press the same: go there, and hand the turn over."""
        self.reach(*((points_at(side, cell),) for side, cell in zip(self.sides, cells, strict=True)))
        self.push(Press("ok"), Press("ok"))

    def handle(self, *hands, seconds=6.0):
        """Let each side's hands do their thing with the pieces in their own time, and both wait for the same moment."""
        until_s = self.one.box.now_s + seconds
        for side, move in zip(self.sides, hands, strict=True):
            move(side.box)
            assert side.box.now_s <= until_s
            side.box.wait(until_s - side.box.now_s)
        self.compare()

    def hand_over(self, *cells):
        """Tell where the pawns are, where the board has not felt it, and end the turn."""
        self.listen()
        goals = zip(self.sides, map(_stands, cells), strict=True)
        self.reach(*(() if stands(side.app.stack, None) else (stands,) for side, stands in goals))
        self.push(Press("ok"))

    def cut(self):
        """Cut the power of both, and take both games up again."""
        for side in self.sides:
            side.box.cut()
        self.push(Press("ok"))


def _stands(cell):
    def reached(stack, command):
        page = opened(stack[-1])
        return command is None and isinstance(page, HandOverPage) and page.to == cell

    return reached


def _passed(milestone):
    return lambda stack, _: milestone(stack[-1])


def _plays(action):
    return lambda _, command: command == Play(action)


def gives(command):
    return lambda _, given: given == command


def points_at(side, cell):
    def reached(stack, command):
        page = opened(stack[-1])
        return command is None and isinstance(page, MovePage) and move_ends(side.state)[page.cursor] == cell

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
            side.box.close()


def step(pair, chance):
    """Play what can be played on both sides with the same public course; return whether there was anything."""
    pair.listen()
    one, other = (side.state for side in pair.sides)
    assert one.phase == other.phase
    match one.phase:
        case "over":
            return False
        case "begin" if is_stuck(one) or is_stuck(other):
            return False
        case "begin" if one.locked >= 3:
            pair.play(*(rules.legal_actions(one)[:1] * 2))
        case "begin":
            return throw(pair, chance)
        case "choose":
            common = [face for face in FACES if face in one.faces and reachable(one, face) and reachable(other, face)]
            pair.play(*(Choose(one.hunter.player, common[0]),) * 2)
        case "move":
            pair.move(*(cell_to_go_to(side.state, chance) for side in pair.sides))
        case "mummy_roll":
            pair.play(*(Roll("Mo", face=chance.choice(one.board.mummy_die)),) * 2)
        case _:
            pair.play(*(Move("Mo", path=a_free_way(one, other, chance)),) * 2)
    return True


def throw(pair, chance):
    """Throw dice that share one face with which both sides can move, and as many mummies; return whether there is one.

    What they share is announced at once, as after an undo somebody could choose otherwise.
    """
    one, other = (side.state for side in pair.sides)
    common = [face for face in FACES if reachable(one, face) and reachable(other, face)]
    if not common:
        return False
    mummies = min(chance.randrange(3), DICE - one.locked - 1)
    face, fill = chance.choice(common), DICE - one.locked - mummies - 1
    pair.play(
        *(
            Roll(one.hunter.player, faces=(face, *chance.choices(DIE[:5], k=fill), *("mummy",) * mummies))
            for _ in pair.sides
        )
    )
    pair.play(*(Choose(one.hunter.player, face),) * 2)
    return True


def cell_to_go_to(state, chance):
    """Return a cell with a mission, or one without, as chance has it."""
    ends = sorted(reachable(state, state.face))
    missions = [cell for cell in ends if state.board.mission(cell)]
    others = [cell for cell in ends if not state.board.mission(cell)]
    return chance.choice((missions if chance.random() < 0.5 else others) or ends)


def a_free_way(one, other, chance):
    """Return a way of the mummy that meets nobody on either side."""
    met = {*one.in_corridors, *other.in_corridors}
    here, path = one.mummy, ()
    for _ in range(chance.randint(0, one.steps)):
        free = [cell for cell in one.board.steps(here).values() if cell not in met]
        if not free:
            break
        here = chance.choice(free)
        path = (*path, here)
    return path
