"""The box at the table: it thinks, tells people what to do, and plays it once they have done it."""

import subprocess
import sys
from concurrent.futures import Executor, Future

import pytest
from box_table import BOX_GAMES, People, begin_box_game, begin_with
from malediction_device import THREE, record, switched_on
from msgspec.structs import replace
from sampling import every, many

from display.view import COLOURS, as_text
from firmware_py.desk.demo import shortest_presses
from firmware_py.device.commands import _undo as undo_at_device
from firmware_py.device.commands import take_press
from firmware_py.device.effects import Asked, BoxAnswered, Pressed
from firmware_py.device.playing import play as device_play
from firmware_py.device.thinking import SHOWN_S, decide, thread_to_think
from firmware_py.device.update import update
from firmware_py.games.maudite_momie.rules import legal_actions
from firmware_py.games.maudite_momie.state import Header as Momie
from firmware_py.games.maudite_momie.state import Keep
from firmware_py.games.records import write_line
from firmware_py.games.restoring import read_record
from firmware_py.games.seats import BoxSeat, Seat, box_of
from firmware_py.games.session import is_by_box, redo
from firmware_py.pages.box_seat import HandsPage, TellPage, ThinkingPage, _seats_lines
from firmware_py.pages.game_menu import _leaving_lines, game_menu
from firmware_py.pages.help import help_page
from firmware_py.pages.interface import Begin, ChangeSetting, Decide, Decision, Play, Redo, Undo
from firmware_py.pages.malediction.curtain import Curtain, Secret, page_behind
from firmware_py.pages.malediction.dice_page import MummyDiePage
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.maudite_momie.dialogue import follow_decision, view_for_box
from firmware_py.pages.moved_pieces import MovedPage, moved_page
from firmware_py.pages.or_du_pharaon.card_page import TurnedPage
from firmware_py.pages.page import Back, Choice, ListPage, LivePage, LongPress, Press
from firmware_py.pages.registry import PAGES
from firmware_py.pages.texts import GENERAL
from firmware_py.pages.thoughts import CoachPage
from firmware_py.words import plain

KINDS = tuple(BOX_GAMES)
EVERY = many(17, whole=1)
"""How often the power is cut: at one moment in so many, before a release at each."""
MOST = many(40, whole=10_000)
"""Actions that are played where the whole game would take long."""
MOST_STEPS = 20
"""No action takes so many things that people do."""


def lines(device):
    """The actions of the game under way."""
    return [write_line(step.action) for step in device.app.table.playing.steps]


@pytest.fixture(params=KINDS)
def at_table(request, tmp_path):
    """People at a table with the box, before its first page."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, request.param)
        yield People(device)


def thinking(people):
    """Play on until the box thinks."""
    people.play_on(until=lambda _: isinstance(page_behind(people.device.app.stack[-1]), ThinkingPage) or False)
    return people.device.app.stack[-1]


def test_a_whole_game_against_the_box_by_buttons(at_table):
    """Each kind of seat; whoever helps it reads first that they do."""
    assert isinstance(at_table.device.app.stack[-1], HandsPage)
    at_table.play_on()
    session = at_table.session
    assert session.is_over
    assert any(is_by_box(session, ply) for ply in range(session.ply))


def test_no_page_hides_anything_while_the_box_plays_the_mummy(tmp_path):
    """Nobody must look away, and no button has to be held."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "mummy")
        people = People(device)
        while not people.session.is_over:
            assert not any(isinstance(page, Secret | Curtain) for page in device.app.stack)
            assert device.app.view.audience == "table"
            people.step()


def test_no_page_shows_where_the_hunters_of_the_box_are(tmp_path):
    """Neither on the map, nor by a page for eyes that nobody has."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "hunters")
        people = People(device)
        while not people.session.is_over:
            view = device.app.view
            assert view.audience == "table"
            if hasattr(view.body, "pieces"):
                assert sum(piece.icon != "mummy" for piece in view.body.pieces) <= in_dungeon(people.session.state)
            people.step()
        nothing_is_taken_back(device)


def in_dungeon(state):
    """How many pawns everybody sees, in the dungeon."""
    return sum(at == "dungeon" for at in state.at)


def nothing_is_taken_back(device):
    """Hold `back`, and look for what undoes in the menu: nothing is undone, and no page for hunters comes up."""
    before = lines(device)
    device.app.press(LongPress("back"), device.now_s)
    assert device.app.view.audience == "table"
    assert "nothing is undone" in as_text(device.app.view)
    assert lines(device) == before
    assert "Undo" not in as_text(game_menu().view(device.app.table))


def test_undo_shows_no_hunter_of_the_box(tmp_path):
    """Nobody at the table may decide what is taken back: it is refused."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "hunters")
        people = People(device)
        people.play_on(until=lambda session: session.ply > 8)
        nothing_is_taken_back(device)


@pytest.mark.parametrize("gone", ["Mo", "Ada Bo"], ids=["the mummy", "the hunters"])
def test_whoever_goes_home_and_has_seen_the_hidden_game_does_not_come_back(tmp_path, gone):
    """The end shows where the hunters of the box are; the game does not go on after that."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "hunters")
        people = People(device)
        people.play_on(until=lambda session: session.ply > 8)
        for player in gone.split():
            goal = Play(people.session.game.leave(player))
            for done in shortest_presses(device.app.stack, device.app.table, lambda _, found, goal=goal: found == goal):
                device.app.press(done, device.now_s)
                device.wait(0.5)
        assert people.session.is_over
        nothing_is_taken_back(device)


# --- thinking --------------------------------------------------------------------------------------------------------


def test_what_it_decides_is_shown_after_a_fixed_time_and_a_ring_fills_meanwhile(at_table):
    """However fast it is: how long it thinks could tell what its hunters hide."""
    while not isinstance(at_table.device.app.stack[-1], ThinkingPage):
        at_table.step()
    device = at_table.device
    page, ply = device.app.stack[-1], at_table.session.ply
    device.wait(SHOWN_S * 0.6)
    assert device.app.view.hold is not None
    assert device.app.stack[-1] == page and at_table.session.ply == ply
    device.wait(SHOWN_S * 0.5)
    assert device.app.stack[-1] != page or at_table.session.ply > ply


class Slow(Executor):
    """Thinks only once it is let."""

    def __init__(self):
        self.jobs = []

    def submit(self, job, /, *arguments, **_):
        """Keep a job."""
        future = Future()
        self.jobs.append((future, job, arguments))
        return future

    def think(self):
        """Do all jobs."""
        while self.jobs:
            future, job, arguments = self.jobs.pop(0)
            future.set_result(job(*arguments))


def slowed(device):
    """Let the box of a device think only once it is let."""
    slow, resources = Slow(), device.app._resources
    device.app._thinking = None
    fields = {name: getattr(resources, name) for name in resources.__struct_fields__}
    device.app._resources = type(resources)(**{**fields, "thinker": slow})
    return slow


def test_the_table_goes_on_while_it_thinks_long(at_table):
    """Its menu opens, and what it decides about an earlier moment is dropped."""
    while not isinstance(at_table.device.app.stack[-1], ThinkingPage):
        at_table.step()
    device = at_table.device
    slow = slowed(device)
    device.wait(5)
    assert isinstance(device.app.stack[-1], ThinkingPage)
    device.press("back")
    assert len(device.app.stack) == 2
    slow.think()
    device.wait(1)
    assert len(device.app.stack) == 2
    device.press("back")
    device.wait(0.1)
    slow.think()
    device.wait(2)
    assert not isinstance(device.app.stack[-1], ThinkingPage) or at_table.session.ply > 0


def test_a_decision_about_another_moment_is_dropped(at_table):
    """The game has gone on since it was asked."""
    while not isinstance(at_table.device.app.stack[-1], ThinkingPage):
        at_table.step()
    state, page = at_table.device.app.state, at_table.device.app.stack[-1]
    question = Decide(page.player)
    asked = Asked(state.session, question)
    stale = Asked(type(state.session)(state.session.game, state.session.header, state.session.start), question)
    decision = decide(state.session, question)
    assert decision.actions or decision.rolls or decision.turns
    assert update(state, BoxAnswered(stale, decision), shows_secrets=False)[0].stack == state.stack
    after = update(state, BoxAnswered(asked, decision), shows_secrets=False)[0]
    assert after.stack != state.stack or after.session is not state.session


@pytest.mark.parametrize("game", ["mummy", "pharaon", "momie"])
def test_a_coach_thinks_beside_the_loop_too(tmp_path, game):
    """The page shows a ring until it knows, and whoever goes back before that waits for nothing."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, game)
        People(device).play_on(
            until=lambda session: box_of(session.state, session.game.rules.to_act(session.state)[0]) is None
        )
        begin_with(device, ChangeSetting("coach", "5"))
        slow, ply = slowed(device), device.app.table.playing.ply
        for waits in (False, True):
            for done in shortest_presses(device.app.stack, device.app.table, lambda stack, _: _is_coach(stack[-1])):
                device.app.press(done, device.now_s)
                device.wait(0.1)
            device.wait(5)
            assert page_behind(device.app.stack[-1]).advice is None
            assert "The box is thinking" in as_text(device.app.view)
            assert device.app.view.hold is not None
            if waits:
                slow.think()
                device.wait(0.1)
                assert page_behind(device.app.stack[-1]).advice
                assert "thinking" not in as_text(device.app.view)
                assert device.app.view.hold is None
            device.press("back")
            slow.think()
            device.wait(0.1)
            assert not _is_coach(device.app.stack[-1])
        assert device.app.table.playing.ply == ply


def is_boxes_turn(session):
    """Whether the box acts next."""
    return box_of(session.state, session.game.rules.to_act(session.state)[0]) is not None


def _is_coach(page):
    return isinstance(page_behind(page), CoachPage)


# --- power cuts and undo ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_power_cut_at_any_moment_leads_to_the_same_game(tmp_path, kind):
    """In the middle of its thinking, before people have said that all is done, and before they decide: once in each."""
    played = []
    for cuts in (False, True):
        with switched_on(tmp_path / str(cuts)) as device:
            begin_box_game(device, kind)
            people, moments, steps = People(device), set(), 0
            while not people.session.is_over and people.session.ply < MOST:
                moment = people.session.ply, device.app.stack[-1].identity
                if (
                    moment not in moments
                ):  # it thinks again after each cut: who cuts the same moment twice never gets on
                    moments.add(moment)
                    if cuts and len(moments) % EVERY == 0:
                        cut_power(device)
                people.step()
                steps += 1
                assert steps < MOST_STEPS * (people.session.ply + 1)
            played.append(lines(device)[:MOST])
    assert played[0] == played[1]


def cut_power(device):
    """Cut the power, halfway if the box thinks, and take the game up again."""
    if isinstance(device.app.stack[-1], ThinkingPage):
        device.wait(0.5)
    ply = device.app.table.playing.ply
    device.cut()
    device.press("ok")
    assert device.app.table.playing.ply == ply


@pytest.mark.parametrize("kind", every(2, ["mummy", "momie", "pharaon"]))
def test_undo_from_any_moment_ends_where_a_person_decides(tmp_path, kind):
    """The box does not think before play goes on, and redo plays all of it again.

    What it has done since goes along: that is said, and the pieces that lie elsewhere are listed.
    """
    counted, moments = [], set()
    with switched_on(tmp_path) as device:
        begin_box_game(device, kind)
        people = People(device)
        for _ in range(40 if kind == "pharaon" else 20):
            people.step()
            session = people.session
            moment = session.ply, type(page_behind(device.app.stack[-1]))
            if session.is_over or not session.ply or moment in moments or moment[1] is HandsPage:
                continue
            moments.add(moment)  # it thinks again after each: who undoes at the same moment twice never gets on
            before = lines(device)
            device.do(LongPress("back"))
            shorter = people.session
            if shorter.ply == len(before):
                continue
            assert not is_by_box(session, shorter.ply)
            goes_along = sum(is_by_box(session, ply) for ply in range(shorter.ply + 1, session.ply))
            assert device.app.view.notice.text.startswith("Undone: ")
            assert (f" {goes_along} later entr" in device.app.view.notice.text) == bool(goes_along)
            lies_elsewhere = bool(goes_along and moved_page(session, shorter).lines(device.app.table))
            assert isinstance(device.app.stack[-1], MovedPage) >= lies_elsewhere
            counted.append((goes_along, lies_elsewhere))
            device.wait(3)
            assert lines(device) == before[: shorter.ply]
            break_up(device)
            assert lines(device) == before
            if isinstance(device.app.stack[-1], MovedPage):
                device.press("ok")
        assert all(map(any, zip(*counted, strict=True)))


def break_up(device):
    """Choose to play again what was undone."""

    while device.app.table.playing.undone:
        for done in shortest_presses(device.app.stack, device.app.table, lambda _, command: isinstance(command, Redo)):
            device.app.press(done, device.now_s)
            device.wait(0.5)


# --- who sits there --------------------------------------------------------------------------------------------------


def test_the_box_takes_a_seat_in_mid_game_and_gives_it_back(tmp_path):
    """By the menu; what it does in between is played like anybody's acts."""

    with switched_on(tmp_path) as device:
        begin_box_game(device, "momie")
        people = People(device)
        people.play_on(until=lambda session: session.ply > 4)

        def choose(action):
            for done in shortest_presses(
                device.app.stack, device.app.table, lambda _, command: command == Play(action)
            ):
                device.app.press(done, device.now_s)
                device.wait(0.5)

        people.step()
        choose(Seat("Mo", None))
        assert box_of(people.session.state, "Mo") is None
        assert isinstance(device.app.stack[-1], MovedPage)  # what it had asked for may have been done
        device.press("ok")
        choose(Seat("Mo", BoxSeat("player", 2, 1)))
        assert isinstance(device.app.stack[-1], HandsPage)
        ply = people.session.ply
        people.play_on(until=lambda session: session.ply > ply + 4)
        assert any(is_by_box(people.session, number) for number in range(ply, people.session.ply))


def test_somebody_goes_home_and_the_box_plays_for_another_who_comes_back(tmp_path):
    """All of it in one game, over a power cut; the seat of who has gone home is offered to nobody."""
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(Momie(1, "maudite_momie", ("Ada", "Bo", "Mo")), ("red", "blue", "white"), False))
        people = People(device)

        def choose(command):
            for done in shortest_presses(device.app.stack, device.app.table, lambda _, found: found == command):
                device.app.press(done, device.now_s)
                device.wait(0.5)

        people.play_on(until=lambda session: session.ply > 5 and session.state.phase == "turn")
        choose(Play(people.session.game.leave("Bo")))
        taken = Seat("Mo", BoxSeat("player", 4, 1))
        choose(Play(taken))
        assert "Bo" not in as_text(LivePage(_seats_lines).view(device.app.table))
        people.play_on(until=lambda session: any(is_by_box(session, ply) for ply in range(session.ply)))
        device.cut()
        device.press("ok")
        people.play_on(6)
        while isinstance(device.app.stack[-1], TellPage | ThinkingPage):
            people.step()
        choose(Play(Seat("Mo", None)))
        people.play_on()
        session = people.session
        assert session.is_over
        by_box = [ply for ply in range(session.ply) if is_by_box(session, ply)]
        assert by_box and all(session.steps[ply].action.by == "Mo" for ply in by_box)
        assert not any(step.action.by == "Bo" for step in session.steps[session.steps.index(taken_in(session)) :])
        again = read_record(record(session.header, *(step.action for step in session.steps)))
        assert again.state == session.state


def taken_in(session):
    """The step in which the box took a seat."""
    return next(step for step in session.steps if isinstance(step.action, Seat) and step.action.box)


@pytest.mark.parametrize("kind", ["two", "four", *BOX_GAMES])
def test_whoever_goes_home_for_good_is_asked_once_more(tmp_path, kind):
    """Where it ends the game, or no undo brings them back, the cursor on the harmless line; else they go at once."""
    players = ("Ada", "Bo", "Cy", "Mo")[: {"two": 2, "four": 4}.get(kind)]
    header = BOX_GAMES[kind][0] if kind in BOX_GAMES else Momie(1, "maudite_momie", players)
    asks = {}
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(header, COLOURS[: len(header.players)], True))
        begun, table = device.app.state, device.app.table
        lines = _leaving_lines(table).choices
        assert len(lines) == len(header.players)
        for line, player in zip(lines, header.players, strict=True):
            going = Play(table.playing.game.leave(player))
            gone = device_play(begun, (going.action,))
            undone = undo_at_device(gone, Undo(is_sure=kind != "hunters")).playing
            is_over, comes_back = gone.playing.is_over, undone.ply == table.playing.ply
            asks[player] = is_over, comes_back
            if comes_back and not is_over:
                assert line.reply == going
                continue
            asked = line.reply.page
            shown = as_text(asked.view(table))
            assert ("That ends the game." in shown, "This cannot be undone." in shown) == (is_over, not is_over)
            assert asked.choices[asked.at].reply == Back()
            assert asked.choices[-1].reply == going
    assert (
        set(asks.values())
        == {
            "two": {(True, True)},
            "four": {(False, True)},
            "mummy": {(False, True), (True, True)},
            "hunters": {(False, False), (True, False)},
            "pharaon": {(True, True)},
            "momie": {(True, True)},
        }[kind]
    )


def test_the_thread_that_thinks_hands_over_every_millisecond():
    """So the loop wakes in time beside it; a device without a seat of the box has no such thread, and runs as ever."""
    usual = sys.getswitchinterval()
    with thread_to_think() as thread:
        assert sys.getswitchinterval() == usual
        thread.submit(int).result()
        assert sys.getswitchinterval() == pytest.approx(0.001)
    sys.setswitchinterval(usual)


def test_nothing_of_it_is_loaded_without_a_seat_of_the_box():
    """Neither at the start nor in a game of people."""
    code = (
        "import sys, tempfile; from pathlib import Path\n"
        "from firmware_py.config.schema import Config\n"
        "from firmware_py.desk.simulated_device import SimulatedDevice\n"
        "from firmware_py.pages.registry import PAGES\n"
        "from firmware_py.games.restoring import read_record\n"
        "with SimulatedDevice(Config(language='en'), Path(tempfile.mkdtemp()) / 'data') as device:\n"
        "    [PAGES[game] for game in PAGES]\n"
        "    device.load(Path('tests/flows/six_players.jsonl').read_bytes()); device.wait(2)\n"
        "    print(*sorted(name for name in sys.modules if name.startswith('firmware_py.bots')))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stdout.split()
    assert not [name for name in loaded if name != "firmware_py.bots"], loaded


def test_help_explains_what_is_done_for_the_box(at_table):
    """Not only the buttons; the buttons that it draws for the numbers of dice are those of the page."""
    explained, kinds = PAGES[at_table.session.game.id].explained, set()
    for _ in range(40):
        page, table = page_behind(at_table.device.app.stack[-1]), at_table.device.app.table
        is_for_box = not (isinstance(page, MummyPage) and page.given is None) and not table.playing.seed
        if isinstance(page, HandsPage | TellPage | ThinkingPage | TurnedPage) or (
            isinstance(page, MummyDiePage | MummyPage) and is_for_box
        ):
            topics = help_page(page, table, explained).found(table)
            assert topics[0] == GENERAL.topics["hands"], page
            assert len(topics) > 1
            keys = {
                item.label: item.icons for topic in topics if "dice" in topic.title.message for item in topic.picture
            }
            entered = page.arrange(table).items() if isinstance(page, MummyDiePage) else ()
            wanted = {item.label: ("hold_ok" if item.is_held else item.key,) for item in entered if item.key}
            assert wanted.items() <= keys.items() or table.playing.seed
            kinds.add(type(page))
        at_table.step()
    assert len(kinds) > 1


def test_each_task_says_what_hands_do(tmp_path):
    """Loot N Run: cards are taken, laid down, discarded or turned over; that the box awakens or runs moves none."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "momie")
        people = People(device, seed=2)  # by which its werewolf draws
        people.play_on()
        prompts = {type(page.actions[0]).__name__: view.prompt for page, view in people.seen}
        hands = {"Explore": "Take a card", "Keep": "Take a card", "Awaken": "turn over", "Secure": "turn over"}
        assert prompts.keys() == hands.keys()
        assert all(what in prompts[act] for act, what in hands.items()), prompts


@pytest.mark.parametrize(("left", "right"), [(3, 3), (3, 0), (0, 3)])
def test_a_werewolf_of_the_box_is_told_of_as_many_cards_as_there_are(tmp_path, left, right):
    """One from each pile that has one (L17): each is taken, and is laid before the box or discarded, by its pile."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "momie")
        table = device.app.table
        state = replace(table.playing.state, phase="keep", turn=1, left=left, right=right)
        table = replace(table, session=replace(table.playing, start=state))
        offered = [action for action in legal_actions(state) if isinstance(action, Keep)]
        assert len(offered) == 2 ** ((left > 0) + (right > 0))
        said = {}
        for keep in offered:
            page = follow_decision(table, Decision((keep,)), ThinkingPage("Mo", game_menu(), view_for_box))
            said[keep.kept] = prompt = page.view(table).prompt
            drawn_from = (left > 0) + (right > 0)
            assert prompt.startswith("Take a card from each pile" if drawn_from == 2 else "Take a card from the ")
            assert ("lay" in prompt) is bool(keep.kept)
            assert ("discard" in prompt) is (len(keep.kept) < drawn_from)
            assert ("both" in prompt) is (drawn_from == 2 and len(keep.kept) != 1)
            assert len(keep.kept) != 1 or keep.kept[0] in prompt
            assert "look" in prompt
        assert len({*said.values()}) == len(offered)


def test_who_plays_opens_on_a_seat_that_can_change_hands(at_table):
    """If there is one: a greyed line says only why that seat cannot, and whoever asks for that goes there."""
    page, table = LivePage(_seats_lines), at_table.device.app.table
    greyed = [line.is_dimmed for line in page.current_list(table).choices]
    assert True in greyed
    assert all(greyed) or not greyed[page.view(table).body.cursor]


def test_nobody_is_asked_to_say_aloud_what_the_box_knows(tmp_path):
    """It plays the mummy, and everybody else looks at the same page."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "mummy")
        people = People(device)
        while not people.session.is_over:
            assert "aloud" not in as_text(device.app.view)
            people.step()
        assert "aloud" not in as_text(device.app.view)


@pytest.mark.parametrize("kind", ["mummy", "hunters", "people"])
def test_one_sentence_says_who_rolls_the_mummy_die(tmp_path, kind):
    """People for the box, the device, or the mummy's player: what is announced beside it names nobody else."""
    with switched_on(tmp_path) as device:
        if kind == "people":
            begin_with(device, Begin(THREE, ("red", "blue", "white"), False))
        else:
            begin_box_game(device, kind)
        people = People(device)
        people.play_on(until=lambda session: session.state.phase == "mummy_roll")
        while not isinstance(device.app.stack[-1], MummyDiePage):
            people.step()
        said = {
            "mummy": "Roll the mummy die for Mo:",
            "hunters": "Let the device roll",
            "people": "Roll the mummy die:",
        }
        assert device.app.view.prompt.startswith(said[kind])
        assert device.app.view.actor.name == "Mo"
        assert device.app.view.notice is None or "roll" not in device.app.view.notice.text


def test_what_it_is_told_to_do_is_read_by_the_voice(at_table):
    """Each page has its question in words."""
    at_table.play_on(40)
    for page, view in at_table.seen:
        if isinstance(page, TellPage):
            assert view.prompt
        assert view.actor is not None


def test_nothing_is_undone_or_played_again_against_the_hunters_of_the_box(tmp_path):
    """At no moment, by whichever page it may be asked: the game stays as it is."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "hunters")
        people = People(device)
        while not people.session.is_over:
            for command in (Undo(), Undo(is_sure=True), Undo(is_sure=True, count=3), Redo()):
                state = device.app.state
                page = ListPage(plain(""), plain(""), (Choice(plain(""), command),))
                after = take_press(replace(state, stack=(*state.stack, page)), Pressed(Press("ok"), "table", "ok"))
                assert after.session == state.session
                assert redo(after.session) is after.session
            people.step()
