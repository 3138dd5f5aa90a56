"""People who play against the box on a simulated device: they press what its pages ask, and play their own turns."""

from collections.abc import Callable
from dataclasses import dataclass, field

from simple_tables import SIMPLE_DEMOS

from firmware_py.bots.seat import TurnCard
from firmware_py.desk.demo import shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.state import alter
from firmware_py.games.malediction.state import Header as Malediction
from firmware_py.games.malediction.state import Hunter, Setup
from firmware_py.games.maudite_momie.state import Header as Momie
from firmware_py.games.or_du_pharaon.state import Header as Pharaon
from firmware_py.games.or_du_pharaon.state import Setup as Start
from firmware_py.games.or_du_pharaon.state import StartCard
from firmware_py.games.seats import BoxSeat
from firmware_py.pages.box_seat import HandsPage, TellPage, ThinkingPage
from firmware_py.pages.interface import Begin, Play
from firmware_py.pages.malediction.curtain import Announced, page_behind
from firmware_py.pages.malediction.dice_page import MummyDiePage
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.or_du_pharaon.card_page import TurnedPage
from firmware_py.pages.or_du_pharaon.pictures import shape_of
from firmware_py.pages.or_du_pharaon.turn_page import EventsPage
from firmware_py.pages.page import Choice, ListPage
from firmware_py.words import plain

BY = BoxSeat("player", 5, 1)
MUMMY_BOX = Malediction(
    1,
    "malediction",
    ("Ada", "Bo", "Mo"),
    Setup("Mo", (Hunter("Ada", "red"), Hunter("Bo", "blue")), "small"),
    box={"Mo": BoxSeat("mummy", 5, 1)},
)
HUNTER_BOX = Malediction(
    1,
    "malediction",
    ("Ada", "Bo", "Mo"),
    Setup("Mo", (Hunter("Ada", "red"), Hunter("Bo", "blue")), "small"),
    box={"Ada": BoxSeat("hunter", 5, 1), "Bo": BoxSeat("hunter", 5, 1)},
)
PHARAON_BOX = Pharaon(1, "or_du_pharaon", ("Ada", "Mo"), Start(StartCard(at="c6")), box={"Mo": BY})
MOMIE_BOX = Momie(1, "maudite_momie", ("Ada", "Mo"), box={"Mo": BY})
BOX_GAMES = {
    "mummy": (MUMMY_BOX, False),
    "hunters": (HUNTER_BOX, True),
    "pharaon": (PHARAON_BOX, False),
    "momie": (MOMIE_BOX, False),
}
"""A game with each kind of seat, and whether the device rolls its dice."""


@dataclass
class People:
    """Whoever sits at a table with the box; they move its pieces, turn its cards and throw dice at the table."""

    device: SimulatedDevice
    seed: int = 1
    presses: int = 0
    press: Callable[..., None] | None = None
    """Presses a button, long or short, and waits."""
    seen: list = field(default_factory=list)
    """Every page on which the box told people what to do, and its view."""
    turned: dict = field(default_factory=dict)
    """The cards that were turned over for the box, by their cell."""

    def __post_init__(self):
        """Shuffle the cards."""
        session = self.device.app.table.session
        self.press = self.press or self._press
        self.demo = SIMPLE_DEMOS[session.game.id]
        self.table = self.demo.table(session.header.players, self.seed)

    def _press(self, done):
        self.device.app.press(done, self.device.now_s)
        self.device.wait(0.5)

    @property
    def session(self):
        """The game under way."""
        return self.device.app.table.playing

    def play_on(self, most=10_000, *, until=lambda _: False):
        """Play until the game is over, so much was done, or the session is as wanted."""
        for _ in range(most):
            if self.session.is_over or until(self.session):
                return
            self.step()

    def step(self):
        """Do one thing that the page asks."""
        top = self.device.app.stack[-1]
        page = top if isinstance(top, Announced) else page_behind(top)
        match page:
            case ThinkingPage():
                self.device.wait(1.6)
            case HandsPage() | Announced() | EventsPage():
                self.press_to(lambda stack, _: stack[-1] is not self.device.app.stack[-1])
            case TellPage(actions=actions):
                self.seen.append((page, self.device.app.view))
                if self.session.game.id == "maudite_momie":
                    self.table._cards.fulfil(self.session.state, actions[0])
                self.press_to(lambda _, command: command == Play(actions[0], more=actions[1:]))
            case MummyPage(given=tuple()):
                self.seen.append((page, self.device.app.view))
                self.press_to(lambda _, command: isinstance(command, Play))
            case TurnedPage(cell=cell):
                self.seen.append((page, self.device.app.view))
                if cell not in self.turned:
                    wish = TurnCard(self.session.state.active, cell)
                    self.turned[cell] = self.table._cards.fulfil(self.session.state, wish)
                card = self.turned[cell]
                self.press_to(lambda stack, _: _is_asked(stack[-1], card))
            case MummyDiePage() if self.session.seed:
                self.press_to(lambda _, command: isinstance(command, Play))
            case _:
                self.act()

    def act(self):
        """Enter what a person decides, or what the table shows."""
        self.enter(self.next_play())

    def enter(self, wanted):
        """Enter what comes next."""
        session = self.session
        if session.seed and session.game.is_roll(wanted.action):
            self.press_to(lambda _, command: isinstance(command, Play) and session.game.is_roll(command.action))
            return
        for milestone in self.demo.milestones(wanted.action):
            self.press_to(lambda stack, _, milestone=milestone: milestone(stack[-1]))
        before = self.session.ply
        self.press_to(lambda _, command: command == wanted)
        assert self.session.ply > before

    def next_play(self):
        """What a person enters next."""
        action = self.table.next_action(self.session.state)
        after, _ = self.session.game.rules.apply(self.session.state, action)
        return Play(action, then=self.table.next_action(after) if self.session.game.is_mid_action(after) else None)

    def press_to(self, goal):
        """Press the fewest buttons that reach a goal."""
        for done in shortest_presses(self.device.app.stack, self.device.app.table, goal):
            self.press(done)
            self.presses += 1


def _is_asked(page, card):
    if not isinstance(page, ThinkingPage) or page.turned is None:
        return False
    return page.turned.chamber == card.chamber and shape_of(page.turned.open)[0] == shape_of(card.open)[0]


def begin_box_game(device, kind):
    """Begin a game of this kind, as its set-up page does."""
    header, device_dice = BOX_GAMES[kind]
    colours = ("red", "blue", "white", "green")[: len(header.players)]
    begin_with(device, Begin(header, colours, device_dice))


def begin_with(device, command):
    """Begin a game as a page with this command does."""
    page = ListPage(plain("Box"), plain("?"), (Choice(plain("Begin"), command),))
    device.app._become(alter(device.app.state, stack=(*device.app.stack, page)))
    device.press("ok")
