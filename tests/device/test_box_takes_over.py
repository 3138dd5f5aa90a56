"""The box takes seats of La malédiction in mid-game: the mummy's, and the map is open to all, or all the hunters'."""

import random
import re

import pytest
from box_table import BOX_GAMES, MOMIE_BOX, People, begin_box_game, begin_with
from malediction_device import THREE, TWO, hold, press, record, switched_on
from msgspec.structs import replace

from display.view import Menu, View, as_text
from firmware_py.bots.levels import win_rate
from firmware_py.bots.malediction.hunters import hand
from firmware_py.config.schema import Config
from firmware_py.desk.demo import DEMOS, shortest_presses
from firmware_py.device import commands
from firmware_py.device.commands import take_phone, take_press
from firmware_py.device.effects import PhonePlayed, Pressed
from firmware_py.device.state import alter, hide_secrets
from firmware_py.evenings.results import result_of
from firmware_py.evenings.statistics import people_of, person_statistics
from firmware_py.games.malediction.state import Header, Hunter, Setup
from firmware_py.games.records import read_header, write_line
from firmware_py.games.restoring import read_record
from firmware_py.games.seats import BoxSeat, Seat, box_of
from firmware_py.games.session import Edit, apply_edits, begin, is_by_box, is_entry, play, play_on, with_edits
from firmware_py.host.clock import UNSET
from firmware_py.pages.box_seat import HandsPage, TellPage, ThinkingPage, _levels_lines, _seats_lines
from firmware_py.pages.correction import RefusedPage, correction_page
from firmware_py.pages.game_menu import _standing_lines, _story_lines, game_menu
from firmware_py.pages.interface import Begin, Correct, Play, Undo
from firmware_py.pages.malediction.curtain import Announced, Curtain, Secret, page_behind
from firmware_py.pages.malediction.turn_pages import MummyPage, ReturnPage
from firmware_py.pages.moved_pieces import MovedPage
from firmware_py.pages.or_du_pharaon.card_page import TurnedPage
from firmware_py.pages.or_du_pharaon.turn_page import EventsPage
from firmware_py.pages.page import HuntersOnly, LivePage, LongPress, Page, Press
from firmware_py.pages.page import press as run_through
from firmware_py.pages.people import faces_after
from firmware_py.pages.phones import people_in
from firmware_py.pages.registry import PAGES
from firmware_py.pages.spoken import utterance
from firmware_py.words import NOTHING, speak


@pytest.fixture
def asked(tmp_path):
    """Yield a device that asks whether the box plays the mummy from now on."""
    with switched_on(tmp_path) as device:
        device.load(record(THREE))
        goal = Play(Seat("Mo", BoxSeat("mummy", 3, 1)))
        *presses, last = shortest_presses(device.app.stack, device.app.table, lambda _, command: command == goal)
        assert last == LongPress("ok")
        for done in presses:
            device.app.press(done, device.now_s)
            device.wait(0.5)
        yield device


def test_only_a_held_button_opens_the_map_to_all(asked):
    """A press by the mummy's player shows nothing."""
    assert isinstance(asked.app.stack[-1], HuntersOnly)
    assert "goes home first" in as_text(asked.app.view)
    press(asked, "ok")
    assert box_of(asked.app.table.playing.state, "Mo") is None
    assert asked.app.view.audience == "table"


def test_nothing_is_hidden_from_then_on_and_undo_leads_back_to_no_secret(asked):
    """The map lies open; giving the seat back hides it again, and that is not undone either."""
    hold(asked, "ok")
    assert box_of(asked.app.table.playing.state, "Mo")
    press(asked, "ok")
    assert not isinstance(asked.app.stack[-1], Secret | Curtain)
    asked.app.press(LongPress("back"), asked.now_s)
    assert box_of(asked.app.table.playing.state, "Mo")
    back = Play(Seat("Mo", None))
    presses = shortest_presses(asked.app.stack, asked.app.table, lambda _, command: command == back)
    assert presses[-1] == LongPress("ok")
    for done in presses:
        asked.app.press(done, asked.now_s)
        asked.wait(0.5)
    assert box_of(asked.app.table.playing.state, "Mo") is None
    assert asked.app.view.audience == "table"
    assert asked.app.state.session.has_secrets


# --- the hunters go home ---------------------------------------------------------------------------------------------

LEVEL = BoxSeat("hunter", 4, 1)


@pytest.fixture(params=[TWO, THREE], ids=["one person", "two people"])
def hunted(request, tmp_path):
    """Yield people in mid-game whose hunters must go home; the device rolls the dice."""
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(request.param, ("red", "blue", "white")[: len(request.param.players)], True))
        people = People(device)
        people.play_on(until=lambda session: any(session.state.missions) and session.state.phase == "begin")
        yield people


def choose(device, command):
    """Press until a command is given."""
    for done in shortest_presses(device.app.stack, device.app.table, lambda _, found: found == command):
        device.app.press(done, device.now_s)
        device.wait(0.5)


def test_the_box_hunts_on_for_those_who_go_home_and_they_come_back(hunted):
    """Nobody sees a pawn meanwhile; then the hunters alone read where pawns stand, and which cards they take."""
    device = hunted.device
    choose(device, Play(Seat("Ada", LEVEL)))
    ply, cards = hunted.session.ply, hands(hunted.session)
    assert isinstance(device.app.stack[-1], HandsPage)
    for cut in (False, True):
        if cut:
            device.cut()
            device.press("ok")
        hunted.play_on(12, until=lambda session: session.is_over)
        assert not any(isinstance(page, Secret | Curtain) for page in device.app.stack)
        assert device.app.view.audience == "table"
    assert any(is_by_box(hunted.session, at) for at in range(ply, hunted.session.ply))
    if hunted.session.is_over:
        return
    assert all(set(now) <= set(before) for now, before in zip(hands(hunted.session), cards, strict=True))
    choose(device, Play(Seat("Ada", None)))
    assert isinstance(device.app.stack[-1], Curtain)
    device.cut()
    press(device, "ok", "back", "back")
    assert isinstance(device.app.stack[-1], Curtain), "what they must read was lost"
    hold(device, "ok")
    shown = as_text(device.app.view)
    assert device.app.view.audience == "hunters"
    assert all(", ".join(codes) in shown for codes in hands(hunted.session))
    press(device, "ok")
    assert reasons(device)["The box plays the hunters…"] == "hunts no more", "it could hunt on after a look"
    hunted.play_on(until=lambda session: session.is_over or session.state.phase == "begin")
    assert hunted.session.is_over or isinstance(device.app.stack[-1], Secret | Curtain | Announced)


def hands(session):
    """The cards of each hunter who plays."""
    state = session.state
    pawns = range(1 if state.is_two_player else len(state.hunters))
    return [hand(state, pawn, session.chance) for pawn in pawns]


def test_the_box_does_not_hunt_with_dice_from_the_table_or_against_itself(tmp_path):
    """It has no hands, and somebody must play."""
    with switched_on(tmp_path) as device:
        device.load(record(THREE))
        assert reasons(device) == {"The box plays the hunters…": "also rolls the dice", "The box plays for Mo…": ""}
        begin_box_game(device, "hunters")
        assert reasons(device) == {
            "The hunters play again": "only it knows its cards",
            "The box plays for Mo…": "does not play against itself",
        }


WHY = ("also rolls the dice", "only it knows its cards", "does not play against itself", "hunts no more", "too few")
"""What tells the reasons apart for which a seat stays as it is."""


def reasons(device):
    """The lines by which seats change hands, each with the reason that it gives; empty if it leads on."""
    table, say, found = device.app.table, device.app.table.say, {}
    assert "Who plays" in as_text(game_menu().view(table))
    for choice in _seats_lines(table).choices:
        text = as_text(choice.reply.page.view(table))
        why = "".join(reason for reason in WHY if reason in text)
        assert choice.is_dimmed is bool(why) and (choice.detail != NOTHING) is bool(why)
        found[say(choice.label)] = why
    return found


def test_the_box_does_not_hunt_on_where_one_of_its_hunters_would_have_no_cards(tmp_path):
    """Three hunters play on the small map with whatever cards they have; the box needs one of each colour for each."""
    hunters = tuple(
        Hunter(name, pawn) for name, pawn in zip(("Ada", "Bo", "Cy"), ("red", "turquoise", "blue"), strict=True)
    )
    players = ("Ada", "Bo", "Cy", "Mo")
    for board, is_offered in (("small", False), ("practice", True)):
        with switched_on(tmp_path / board) as device:
            header = Header(1, "malediction", players, Setup("Mo", hunters, board))
            begin_with(device, Begin(header, ("red", "blue", "white", "green"), True))
            lines = _seats_lines(device.app.table)
            line = next(choice for choice in lines.choices if "hunters" in choice.label.message)
            assert line.is_dimmed is not is_offered
            page = line.reply.page
            text = as_text(page.view(device.app.table))
            assert ("too few" in text) is not is_offered
            assert ("Level 3" in text) is is_offered


class Corrects(Page, frozen=True):
    """A page on which any press corrects."""

    command: Correct

    def view(self, table):  # noqa: ARG002 - as every page
        """Nothing."""
        return View("", "", Menu((), 0))

    def press(self, done, table):  # noqa: ARG002 - as every page
        """Correct."""
        return self.command


def test_no_correction_leads_back_to_hunters_of_the_box_whom_everybody_has_seen(tmp_path):
    """The hunters came back and the game is over; without an entry from before that the box would hunt on."""
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(THREE, ("red", "blue", "white"), True))
        people = People(device)
        people.play_on(until=lambda session: session.ply > 4 and session.state.phase == "begin")
        choose(device, Play(Seat("Ada", LEVEL)))
        since = people.session.ply
        people.play_on(until=lambda session: any(is_entry(session, ply) for ply in range(since, session.ply)))
        people.play_on(4)
        choose(device, Play(Seat("Ada", None)))
        hold(device, "ok")
        press(device, "ok")
        choose(device, Play(people.session.game.leave("Mo")))
        session = people.session
        number = 1 + next(ply for ply in range(since, session.ply) if is_entry(session, ply))
        edits = (Edit(number, 1),)
        assert not with_edits(session, edits).is_over
        after = corrected(device, edits)
        assert after.session == session
        assert "may not lead back there" in after.notice.text


def corrected(device, edits):
    """The state after a page has corrected the game."""
    state, page = device.app.state, Corrects(Correct(edits))
    return take_press(replace(state, stack=(*state.stack, page)), Pressed(Press("ok"), "hunters", "ok"))


def test_after_the_end_against_the_box_an_entry_is_corrected_if_the_game_stays_over(tmp_path):
    """By then everybody has seen where its hunters were, and nobody plays on who did."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "hunters")
        people = People(device)
        people.play_on()
        session = people.session
        kinds = set()
        for number in (ply + 1 for ply in range(session.ply) if is_entry(session, ply)):
            edits = (Edit(number, 1, (replace(session.steps[number - 1].action, path=()),)),)
            expected = with_edits(session, edits)
            kinds.add(expected.is_over)
            after = corrected(device, edits).session
            assert after == (replace(expected, marks=after.marks) if expected.is_over else session)
        assert kinds == {False, True}


def test_what_returning_hunters_must_read_outlasts_what_others_play(hunted):
    """A phone may play meanwhile, and the power may be cut after that: the page lies there until it is done."""
    device = hunted.device
    choose(device, Play(Seat("Ada", LEVEL)))
    hunted.play_on(4, until=lambda session: session.is_over)
    choose(device, Play(Seat("Ada", None)))
    assert isinstance(device.app.stack[-1], Curtain)
    device.app.press(LongPress("back"), device.now_s)
    assert is_to_be_read(device)
    for at_the_box in ((), (Press("back"),), (LongPress("ok"),), (LongPress("back"),)):
        for done in at_the_box:
            device.app.press(done, device.now_s)
        by_phone(hunted)
        assert is_to_be_read(device)
    device.cut()
    press(device, "ok")
    assert is_to_be_read(device)
    while not isinstance(device.app.stack[-1], Curtain):
        press(device, "back")
    hold(device, "ok")
    press(device, "ok")
    by_phone(hunted)
    assert not is_to_be_read(device)


def is_to_be_read(device):
    """Whether what returning hunters read lies there, covered."""
    return any(isinstance(page_behind(page), ReturnPage) and isinstance(page, Curtain) for page in device.app.stack)


def by_phone(people):
    """Play what comes next as from a phone, or from the device while its dice are rolled there."""
    action = people.next_play().action
    people.device.app._become(take_phone(people.device.app.state, PhonePlayed((action,), "table")))


# --- what is asked, and what a correction may not decide --------------------------------------------------------------


def plays_by_short_presses(device):
    """What short presses lead to from the lines by which a seat changes hands."""
    table = device.app.table
    page = LivePage(_seats_lines)
    found = []
    for line in range(len(page.current_list(table).choices)):
        stack = (*device.app.stack, page.with_cursor(line))
        for _ in range(6):
            stack, command = run_through(stack, Press("ok"), table)
            found += [command] if command else []
    return found


@pytest.mark.parametrize("kind", BOX_GAMES)
def test_every_change_of_seats_is_asked_once_more(tmp_path, kind):
    """No undo takes it back, so that no row of short presses leads to one."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, kind)
        assert kind == "hunters" or _seats_lines(device.app.table).choices
        assert plays_by_short_presses(device) == []


def test_it_is_asked_once_more_whether_hunters_play_again(hunted):
    """The box would not hunt any more, and whoever plays alone would play against nobody."""
    choose(hunted.device, Play(Seat("Ada", LEVEL)))
    assert _seats_lines(hunted.device.app.table).choices
    assert plays_by_short_presses(hunted.device) == []


def changing_seats(seed):
    """A random game in which the box takes the mummy's seat, and gives it back, every few entries."""
    chance = random.Random(seed)
    session, table = begin(THREE), DEMOS["malediction"].table(THREE.players, seed)
    for _ in range(120):
        if session.is_over:
            break
        if chance.random() < 0.08 and session.state.phase == "begin":
            box = None if box_of(session.state, "Mo") else BoxSeat("mummy", chance.randint(1, 5), 1)
            session = play(session, Seat("Mo", box))
        else:
            session = play(session, table.next_action(session.state))
    return session


def test_no_correction_changes_who_plays(tmp_path):
    """Whoever has seen the open map gets no seat back, and no map opens; it is left as it was, in words."""
    answers = set()
    with switched_on(tmp_path) as device:
        device.load(record(THREE))
        for seed in range(12):
            session, chance = changing_seats(seed), random.Random(seed)
            entries = [ply + 1 for ply in range(session.ply) if is_entry(session, ply)]
            for number in chance.sample(entries, min(5, len(entries))):
                device.app._become(alter(device.app.state, session=session))
                after = corrected(device, (Edit(number, 1),))
                is_out = session.is_over and after.session.is_over
                assert is_out or after.session.state.boxes == session.state.boxes
                refused = after.session == session and "cannot change who plays" in after.notice.text
                answers.add(refused)
                assert refused or after.session != session
                assert not (refused and "Stop here" in lines_once_refused(device, (Edit(number, 1),)))
    assert answers == {False, True}


def lines_once_refused(device, edits):
    """The lines of the page about the first entry that is refused after edits; empty if none is."""
    table = device.app.table
    result = apply_edits(table.playing, edits)
    return "" if result.why is None else as_text(RefusedPage(edits, result.number, 1, result).view(table))


def test_no_curtain_hides_a_correction_while_the_box_plays_the_mummy(hunted):
    """Entries from before it sat down are entered again on open pages too, which no rest hides."""
    device = hunted.device
    choose(device, Play(Seat("Mo", BoxSeat("mummy", 3, 1))))
    table = device.app.table
    for ply in (ply for ply in range(hunted.session.ply) if is_entry(hunted.session, ply)):
        page = correction_page(table, ply + 1)
        assert page.view(table).audience == page.audience(table) == "table"
        assert not any(isinstance(inner, Secret | Curtain) for inner in page.inner)
        state = alter(device.app.state, stack=(*device.app.stack, page))
        assert hide_secrets(state).stack == state.stack


def test_how_strongly_it_would_play_stands_beside_each_level(tmp_path):
    """As when the seats are taken; the cursor begins in the middle."""
    with switched_on(tmp_path) as device:
        device.load(record(THREE))
        page = _levels_lines("Mo", device.app.table)
        rates = [speak("en")(choice.detail) for choice in page.choices]
        assert rates == [
            f"{win_rate('malediction', 'mummy', 3, level, THREE.setup.board)}%" for level in (1, 2, 3, 4, 5)
        ]
        assert "the box's own hunters" in speak("en")(page.prompt)
        assert page.start == 2


# --- what a seat is called that a person takes -----------------------------------------------------------------------


TAKES = {
    "en": "Player 2 takes the seat of the box.",
    "fr": "Joueur 2 remplace l’appareil.",
    "de": "Spieler 3 übernimmt den Platz vom Gerät.",
}


@pytest.mark.parametrize(
    ("kind", "language", "box", "person"),
    [
        ("momie", "en", "Box", "Player 2"),
        ("pharaon", "fr", "Appareil", "Joueur 2"),
        ("mummy", "de", "Gerät", "Spieler 3"),
    ],
)
def test_whoever_takes_a_seat_of_the_box_is_called_like_anybody_without_a_name(tmp_path, kind, language, box, person):
    """On every page, in the record and after a power cut; nobody is remembered by the box's name."""
    header, _ = BOX_GAMES[kind]
    header = read_header(write_line(header).replace('"Mo"', f'"{box}"').encode())
    with switched_on(tmp_path, Config(language=language)) as device:
        begin_with(device, Begin(header, ("red", "blue", "white")[: len(header.players)], False))
        people = People(device)
        people.play_on(until=lambda session: any(is_by_box(session, ply) for ply in range(session.ply)))
        while any(isinstance(page, TellPage | MummyPage | ThinkingPage | EventsPage) for page in device.app.stack):
            people.step()
        before = people.session
        assert box in before.header.players
        choose(device, Play(Seat(box, None)))
        both = TAKES[language]
        assert both in as_text(device.app.view)
        assert both in utterance(None, device.app.view, speak(language))
        for is_cut in (False, True):
            if is_cut:
                device.cut()
                device.press("ok")
            session, table = people.session, device.app.table
            assert box not in session.header.players and person in session.header.players
            assert session.ply == before.ply + 1
            pages = (game_menu(), LivePage(_seats_lines), LivePage(_story_lines), LivePage(_standing_lines))
            shown = "\n".join((as_text(device.app.view), *(as_text(page.view(table)) for page in pages)))
            assert person in shown
            assert not re.search(rf"(?<!Das ){box}\b", shown.replace(both, "")), shown
        again = read_record(record(session.header, *(step.action for step in session.steps)))
        assert again.state == session.state
        device.app.press(LongPress("back"), device.now_s)
        assert [step.action for step in people.session.steps] == [step.action for step in session.steps]
        over = play(session, session.game.leave(person))
        result = result_of(
            over, ("red", "blue", "white")[: len(header.players)], UNSET, (UNSET,) * over.ply, range(over.ply)
        )
        met = person_statistics([(1, result)], "Ada").against
        remembered = {*people_of([result]), *faces_after(people_in(over), table), *met}
        assert box not in remembered and person not in remembered and "Ada" in remembered


def test_a_person_with_a_name_keeps_it_when_the_box_has_played_for_them(tmp_path):
    """Ada goes home for an hour: the seat is still Ada's."""
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(MOMIE_BOX, ("red", "blue"), False))
        for seat in (Seat("Mo", None), Seat("Ada", MOMIE_BOX.box["Mo"]), Seat("Ada", None)):
            device.app._become(commands.play(device.app.state, (seat,)))
        assert device.app.table.playing.header.players == ("Ada", "Mo")


# --- in the midst of what the box asks for ---------------------------------------------------------------------------


def until_asked(people, kind, steps=60):
    """Play on until the box asks people for something, on a page of this kind."""
    for _ in range(steps):
        people.step()
        page = page_behind(people.device.app.stack[0])
        if isinstance(page, kind) and page.asked_for(people.device.app.table):
            return page
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("game", "kind", "line"),
    [
        ("pharaon", TurnedPage, "d6: face down"),
        ("pharaon", TellPage, "d6: face down"),
        ("momie", TellPage, "<card> 1 → 0"),
        ("mummy", MummyPage, "mummy"),
    ],
)
@pytest.mark.parametrize("deed", ["seat", "undo", "home"])
def test_what_the_box_has_asked_for_is_listed_once_it_is_dropped(tmp_path, game, kind, line, deed):
    """A card may lie turned over and a figure moved: whoever takes the seat, undoes or goes home reads what belongs."""
    header, device_dice = BOX_GAMES[game]
    players = tuple(dict.fromkeys((*header.players, "Bo")))  # the game goes on without Ada
    with switched_on(tmp_path) as device:
        begin_with(device, Begin(replace(header, players=players), ("red", "blue", "white"), device_dice))
        people = People(device)
        page = until_asked(people, kind)
        if page.unplayed and deed == "undo":
            device.do(LongPress("back"))  # to the card that was turned over
            page = device.app.stack[0]
        lying = play_on(people.session, page.asked_for(device.app.table)).state
        goes = Play(people.session.game.leave("Ada"))
        command = {"seat": Play(Seat("Mo", None)), "undo": Undo(), "home": goes}[deed]
        state = device.app.state
        after = commands._CARRY_OUT[type(command)](state, command)
        listed = [page for page in after.stack if isinstance(page, MovedPage)]
        assert line in as_text(listed[0].view(after.table))
        assert listed[0].before.state.boxes == after.playing.state.boxes
        if not after.playing.has_secrets:
            expected = PAGES[after.playing.game.id].difference(lying, after.playing.state, after.table.colours)
            assert listed[0].lines(after.table) == expected


def test_what_was_asked_for_stays_listed_over_a_power_cut_and_another_name(tmp_path):
    """The seat is called otherwise as soon as a person takes it."""
    header, _ = BOX_GAMES["pharaon"]
    header = read_header(write_line(header).replace('"Mo"', '"Gerät"').encode())
    with switched_on(tmp_path, Config(language="de")) as device:
        begin_with(device, Begin(header, ("red", "blue"), False))
        until_asked(People(device), TurnedPage)
        choose(device, Play(Seat("Gerät", None)))
        for is_cut in (False, True):
            if is_cut:
                device.cut()
                device.press("ok")
            assert isinstance(device.app.stack[-1], MovedPage)
            assert "d6: verdeckt" in as_text(device.app.view)
        device.press("ok")
        assert len(device.app.stack) == 1
        assert device.app.table.playing.state.active == "Spieler 2"


def test_undo_beside_a_card_that_was_turned_over_leads_back_to_it(tmp_path):
    """What it shows was entered last: that is taken back first, as the foot and the ring say, and then the turn."""
    with switched_on(tmp_path) as device:
        begin_box_game(device, "pharaon")
        people = People(device)
        asked = until_asked(people, TurnedPage)
        ply = people.session.ply
        for seconds in (0.5, 3):
            device.do(Press("ok"))
            device.wait(seconds)
            assert isinstance(device.app.stack[-1], ThinkingPage if seconds < 1 else TellPage)
            assert "undo: Mo reveals d6." in as_text(device.app.view)
            device.pins.press("back")
            device.wait(0.5)
            assert device.app.shown.hold.pictures == ("tee",)
            device.wait(0.7)
            device.pins.release("back")
            device.wait(0.1)
            assert device.app.stack[-1] == asked
            assert "Undone: Mo reveals d6." in as_text(device.app.view)
            assert people.session.ply == ply
        device.hold("back", 1.2)
        assert people.session.ply < ply
        assert "d6: face down" in as_text(device.app.view)
