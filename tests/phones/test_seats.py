"""Phones at the table of a simulated device: what each seat sees, and what it may do."""

import random
import re

import pytest
from box_table import BOX_GAMES, People, begin_box_game, begin_with
from held_disk import HeldDisk
from malediction_device import THREE, record
from msgspec.structs import replace
from phone_players import KEYS, shown, wishes
from phone_table import table_with_phones
from pressed_lines import choose
from random_play import SAMPLERS, random_game

from display.view import COLOURS, as_text
from firmware_py.device.effects import PhonePlayed
from firmware_py.device.phones import Phones
from firmware_py.games.malediction.state import UNTOLD, Choose, Move, Roll
from firmware_py.games.maudite_momie.state import Header
from firmware_py.games.records import read_header, write_line
from firmware_py.games.restoring import read_record
from firmware_py.games.seats import VERSION, BoxSeat, Seat, box_of
from firmware_py.games.session import play
from firmware_py.pages.as_html import escape
from firmware_py.pages.box_seat import HandsPage, TellPage, ThinkingPage
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import Begin, Forget, PageContext
from firmware_py.pages.malediction.dice_page import MummyDiePage
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.or_du_pharaon.card_page import TurnedPage
from firmware_py.pages.page import Choice, ListPage, LivePage
from firmware_py.pages.phones import ALL, MAY, people_in, phones_page, read_pairings
from firmware_py.pages.registry import PAGES
from firmware_py.pages.seats import SeatScreen, follow, seat_view, table_of, touch, undo_words
from firmware_py.words import LANGUAGES, NOTHING, plain, speak, words

MOMIE = Header(1, "maudite_momie", ("Ada", "Bo", "Cléo"))


@pytest.fixture
def table(tmp_path):
    """A table without a game."""
    with table_with_phones(tmp_path) as opened:
        yield opened


def players(table, header):
    """Begin a game, and return a phone for each player and one that looks on."""
    table.device.load(record(header))
    return {player: table.seat(player) for player in (*header.players, "")}


@pytest.mark.parametrize(("header", "least"), [(MOMIE, 30), (THREE, 12)], ids=["momie", "malediction"])
def test_a_game_is_played_from_phones_alone(table, header, least):
    """Whatever is offered to whoever must act leads on, and is in the journal once it is answered."""
    phones, chance = players(table, header), random.Random(7)
    for _ in range(900):
        session = table.device.app.table.playing
        if session.is_over or session.ply >= least:
            break
        phone = phones[session.game.rules.to_act(session.state)[0]]
        targets = [target for target in phone.targets() if target != "help"]
        assert phone.touch(chance.choice(targets)) in (200, 422)
    assert table.device.app.table.playing.ply >= min(least, session.ply)
    game = table.device.journal.load(table.device.app.state.game_id)
    assert game.ply == table.device.app.table.playing.ply > 5


def test_the_mummys_phone_shows_no_pawn_and_the_hunters_phones_show_all(table):
    """A view is cut before it leaves: the map of the mummy and of whoever looks on has no pawn in the corridors."""
    phones = players(table, THREE)
    shown = {player: phone.html.count("#p-") for player, phone in phones.items()}
    assert shown == {"Ada": 2, "Bo": 2, "Mo": 0, "": 0}


@pytest.mark.parametrize("header", [MOMIE, THREE], ids=["momie", "malediction"])
def test_whoever_acts_has_one_colour_on_all_phones(table, header):
    """Hunters in that of their pawn, the mummy in white, on each page alike: also where others only wait."""
    phones, chance, bands = players(table, header), random.Random(3), {}
    for _ in range(40):
        session = table.device.app.table.playing
        if session.is_over:
            break
        for phone in phones.values():
            for colour, name in re.findall(r'class="band c-(\w+)">.*?<h1>([^<]*)</h1>', phone.html):
                bands.setdefault(name, set()).add(colour)
        phone = phones[session.game.rules.to_act(session.state)[0]]
        phone.touch(chance.choice([target for target in phone.targets() if target != "help"]))
    assert set(bands) == set(header.players)
    assert {name: len(colours) for name, colours in bands.items()} == dict.fromkeys(header.players, 1)


def test_the_mummys_phone_cannot_press_what_hunters_press(table):
    """Every target of a hunter's page is refused to the mummy and to whoever looks on, and nothing changes."""
    phones = players(table, THREE)
    before = table.device.app.state
    for target in (*phones["Ada"].targets(), "square 0", "button:ok", "curtain", "mission", "hold:ok"):
        for intruder in ("Mo", "", "Bo"):
            assert phones[intruder].touch(target) == 400
    assert table.device.app.state is before


def test_what_is_half_entered_shows_nowhere_else(table):
    """A cell that is touched on a phone is no page of the box, and no other phone is sent anything."""
    phones = players(table, THREE)
    for target in ("number 0", "die 0"):
        assert phones["Ada"].touch(target) == 200
    ply = table.device.app.table.playing.ply
    page = as_text(table.device.app.view)
    others = {player: len(phone.pages) for player, phone in phones.items() if player != "Ada"}
    assert phones["Ada"].touch(phones["Ada"].targets()[0]) == 200
    assert table.device.app.table.playing.ply == ply
    assert as_text(table.device.app.view) == page
    assert {player: len(phones[player].pages) for player in others} == others


def test_a_hidden_act_reaches_no_phone_that_must_not_hear_of_it(table):
    """A hunter throws dice: the other hunter's page is sent, the mummy's and the onlooker's are not."""
    phones = players(table, THREE)
    counts = {player: len(phone.pages) for player, phone in phones.items()}
    ply = table.device.app.table.playing.ply
    assert phones["Ada"].touch("number 0") == 200
    assert table.device.app.table.playing.ply == ply + 1
    sent = {player for player, phone in phones.items() if len(phone.pages) > counts[player]}
    assert "Ada" in sent
    assert not sent & {"Mo", ""}


def test_pages_are_counted_by_seat(table):
    """The name of a page says how many pages this seat has seen, and nothing about the game."""
    phones = players(table, THREE)
    for phone in phones.values():
        assert phone.shown.page.endswith(f".{len(phone.pages)}")


def test_a_stale_page_answers_nothing(table):
    """A press on a page that is not shown any more is refused, and the next one counts."""
    phones = players(table, MOMIE)
    stale = phones["Ada"].shown.page
    target = phones["Ada"].targets()[0]
    assert phones["Ada"].touch(target) == 200
    ply = table.device.app.table.playing.ply
    assert phones["Ada"].touch(target, page=stale) == 409
    assert table.device.app.table.playing.ply == ply


def test_a_press_that_comes_twice_is_played_once(table):
    """The same key gets the same answer."""
    ada = players(table, MOMIE)["Ada"]
    page, target = ada.shown.page, ada.targets()[0]
    assert [ada.touch(target, page=page, key="the same key") for _ in range(3)] == [200] * 3
    assert table.device.app.table.playing.ply == 1


def test_several_touches_count_all_or_not_at_all(table):
    """If the last one is not offered, nothing of it was entered."""
    ada = players(table, THREE)["Ada"]
    before = ada.html
    assert ada.touch("number 0", "die 9") == 400
    assert (ada.html, ada.touch("number 0")) == (before, 200)


def test_an_answer_comes_after_the_commit(tmp_path):
    """While the disk does not answer, the phone does not either, and no phone shows what was played."""
    disk = HeldDisk()
    with table_with_phones(tmp_path, disk=disk) as table:
        ada = players(table, MOMIE)["Ada"]
        pages = len(ada.pages)
        disk.stall(table.device.app, table.device.now_s)
        assert ada.touch(ada.targets()[0]) is None
        assert (len(ada.pages), len(table.answers)) == (pages, 0)
        disk.let_go()
        table.device.wait(0.2)
        assert len(ada.pages) == pages + 1
        assert [said.status for said in table.answers.values()] == [200]


def test_a_refusal_is_said_to_that_seat_only(table):
    """What the rules forbid is explained on the phone that asked; the box, which everybody sees, stays as it is."""
    phones, chance = players(table, THREE), random.Random(4)
    device, refused = table.device, 0
    while not refused:
        session = device.app.table.playing
        assert not session.is_over, "no seed for this test"
        phone = phones[session.game.rules.to_act(session.state)[0]]
        before, pages = as_text(device.app.view), len(phone.pages)
        if phone.touch(chance.choice([target for target in phone.targets() if target != "help"])) == 422:
            refused += 1
            assert as_text(device.app.view) == before
            assert 'class="note n-error"' in phone.html
            assert len(phone.pages) == pages + 1


def test_whoever_is_in_the_menu_of_the_box_stays_there(table):
    """A phone plays: the menu lies where it lay, over the new page of the game."""
    ada = players(table, MOMIE)["Ada"]
    table.device.press("back")
    assert isinstance(table.device.app.stack[-1], LivePage)
    assert table.device.app.stack[-1] == game_menu()
    assert ada.touch(ada.targets()[0]) == 200
    assert table.device.app.stack[-1] == game_menu()
    assert table.device.app.table.playing.ply == 1


def test_a_finger_at_the_box_does_not_answer_what_a_phone_has_just_asked(table):
    """50 ms after a phone's act a press at the box plays nothing; half a second later it counts."""
    phones = players(table, MOMIE)
    device = table.device
    assert phones["Ada"].touch(phones["Ada"].targets()[0]) == 200
    for pause, plies in ((0.05, 1), (0.6, 2)):
        device.wait(pause)
        device.pins.press("ok")
        device.wait(0.06)
        device.pins.release("ok")
        device.wait(0.06)
        assert device.app.table.playing.ply == plies


def test_in_the_final_reveal_each_phone_gets_its_own_hand(table):
    """All must reveal at once: whoever touches reveals their own cards, in any order. Then all see how it went."""
    phones, chance = players(table, MOMIE), random.Random(5)
    device = table.device
    while device.app.table.playing.state.phase != "final_reveal" and not device.app.table.playing.is_over:
        session = device.app.table.playing
        phone = phones[session.game.rules.to_act(session.state)[0]]
        phone.touch(chance.choice([target for target in phone.targets() if target != "help"]))
        assert session.ply < 600
    revealing = [MOMIE.players[seat] for seat in device.app.table.playing.state.revealing]
    for player in reversed(revealing):
        assert f"{player}" in phones[player].html
        while player in device.app.table.playing.game.rules.to_act(device.app.table.playing.state):
            phone = phones[player]
            assert phone.touch(chance.choice([target for target in phone.targets() if target != "help"])) == 200
    assert [step.action.by for step in device.app.table.playing.steps[-len(revealing) :]] == revealing[::-1]

    for phone in phones.values():  # each may look on, and only the box corrects or begins again
        assert [phone.touch(target) for target in ("1", "2", "2", "next")] == [200] * 4
        assert not {"0", "correct"} & set(phone.targets())
        assert device.app.table.playing.is_over


def test_names_are_text_and_nothing_else(table):
    """A player whose name is HTML is shown by it, and nothing of it is an element."""
    header = Header(1, "maudite_momie", ('<b onclick="x">', "Bo&", "'\"<script>"))
    phones = players(table, header)
    for phone in phones.values():
        assert "<script" not in phone.html
        assert "<b onclick" not in phone.html
        assert "&lt;b onclick" in phone.html


def test_nobody_looks_into_a_seat_that_the_program_plays(table):
    """A phone that has such a seat sees what everybody may see, and plays nothing; the device offers it to nobody."""
    header = replace(THREE, box={player: BoxSeat("hunter", 1, VERSION) for player in ("Ada", "Bo")})
    phones = players(table, header)
    assert [phones[player].html.count("#p-") for player in ("Ada", "Bo")] == [0, 0]
    before = table.device.app.table.playing
    for target in ("number 0", "side 0", "square 3", "0"):
        assert phones["Ada"].touch(target) == 400
    assert table.device.app.table.playing is before
    lines = phones_page().view(table.device.app.table).body.items
    assert [item.label for item in lines][:2] == ["Mo", "Somebody watching"]


@pytest.mark.parametrize("kind", BOX_GAMES)
def test_phones_show_what_people_do_for_the_box(table, kind):
    """Whoever waits reads what the device says and the last news, and touches nothing."""
    begin_box_game(table.device, kind)
    people = People(table.device)
    phone = table.seat("")
    shown_once, news = set(), set()

    def is_read(session):
        page, view = table.device.app.stack[0], table.device.app.view
        if isinstance(page, TellPage | TurnedPage | MummyPage | MummyDiePage | ThinkingPage) and acts(session):
            assert escape(view.prompt) in phone.html
            assert phone.targets() in ([], ["help"])
            if notice := seat_view(follow(SeatScreen("", "en"), table.device.app.table), table.device.app.table).notice:
                assert all(escape(sentence) in phone.html for sentence in notice.announced)
                news.update(notice.announced)
            assert not isinstance(page, MummyDiePage) or "Roll the mummy die for Mo" in phone.html
            shown_once.add(type(page))
        return False

    def acts(session):
        return any(box_of(session.state, player) for player in session.game.rules.to_act(session.state))

    people.play_on(60, until=is_read)
    assert shown_once >= SHOWN_ONCE[kind]
    assert news


SHOWN_ONCE = {
    "mummy": {MummyDiePage, MummyPage, ThinkingPage},
    "hunters": {ThinkingPage},
    "pharaon": {TellPage, TurnedPage, ThinkingPage},
    "momie": {TellPage, ThinkingPage},
}


def test_no_page_of_a_phone_names_keys_of_the_box(table):
    """A phone has none: whatever the mummy's player touches, nothing says to press one. A random walk, and staying."""
    moves = (Roll("Ada", faces=(UNTOLD,) * 5), Choose("Ada", "3"), Move("Ada", to="b3"))
    others = (Roll("Bo", faces=(UNTOLD,) * 5), Choose("Bo", "3"), Move("Bo", to="d3"), Roll("Mo", face=3))
    table.device.load(record(THREE, *moves, *others))
    mo, chance = table.seat("Mo"), random.Random(1)
    assert mo.touch("button:ok") == 200
    assert "stay where it is" in mo.html
    for _ in range(20):
        targets = [target for target in mo.targets() if target != "help"]
        if not targets:
            break
        mo.touch(chance.choice(targets))
    for page in mo.pages:
        assert not KEYS.search(re.sub("<[^>]*>", " ", page.html)), page.html


# --- what the box allows ---------------------------------------------------------------------------------------------


def allow_all(table):
    """Let phones undo, begin and leave, by the switch at the box."""
    table.device.press("back")
    choose(table.device, "Settings", "Phones", "Phones only play")
    for _ in range(3):
        table.device.press("back")


def test_undoing_beginning_and_leaving_stay_at_the_box_unless_it_allows_them(table):
    """Nothing of it is offered or taken, by any name it has."""
    ada = players(table, MOMIE)["Ada"]
    assert ada.touch(ada.targets()[0]) == 200
    assert not {"undo", "leave", "resume"} & set(ada.targets())
    assert [ada.touch(target) for target in ("undo", "leave", "resume", "button:back")] == [400] * 4


def test_a_player_takes_back_what_they_did_last_themselves(table):
    """Where the box allows it, Ada's phone undoes Ada's card as long as nobody has played since; Bo's never does."""
    phones = players(table, MOMIE)
    allow_all(table)
    assert phones["Ada"].touch("0") == 200
    assert {player for player, phone in phones.items() if "undo" in phone.targets()} == {"Ada"}
    assert phones["Bo"].touch("undo") == 400
    assert phones["Ada"].touch("undo") == 200
    assert table.device.app.table.playing.ply == 0
    assert [phones[player].touch("0") for player in ("Ada", "Bo")] == [200, 200]
    assert phones["Ada"].touch("undo") == 400
    assert table.device.app.table.playing.ply == 2


def test_a_phone_stops_the_game_and_goes_on_with_it(table):
    """Where the box allows it, after a question; whoever looks on is never asked."""
    phones = players(table, MOMIE)
    allow_all(table)
    assert phones[""].touch("leave") == 400
    assert phones["Bo"].touch("leave") == 200
    assert table.device.app.table.session is not None
    assert phones["Bo"].touch("1") == 200
    assert table.device.app.table.session is None
    assert "resume" in phones["Cléo"].targets()
    assert "resume" not in phones[""].targets()
    assert phones["Cléo"].touch("resume") == 200
    assert table.device.app.table.playing.header == MOMIE


def test_a_phone_begins_the_next_game(table):
    """Where the box allows it, *Play again* on a player's phone begins the same people's next game."""
    header = replace(MOMIE, players=MOMIE.players[:2])
    session, chance = read_record(record(header)), random.Random(1)
    while not session.is_over:
        session = play(session, next(wish for wish, _ in wishes(session, chance)))
    phones = players(table, header)
    allow_all(table)
    table.device.load(record(header, *(step.action for step in session.steps)))
    assert phones[""].touch("0") == 400
    assert phones["Bo"].touch("0") == 200
    begun = table.device.app.table.playing
    assert (begun.header, begun.ply, phones["Ada"].touch("0")) == (header, 0, 200)


def test_only_those_who_know_all_undo_in_a_game_with_secrets(table):
    """A hunter's phone takes back the hunter's own throw. The mummy's and an onlooker's are sent nothing of it.

    Whether anything could be undone would tell them that nothing hidden has followed.
    """
    phones = players(table, THREE)
    allow_all(table)
    pages = {player: len(phone.pages) for player, phone in phones.items()}
    assert phones["Ada"].touch("number 0") == 200
    assert {player for player, phone in phones.items() if "undo" in phone.targets()} == {"Ada"}
    assert [phones[player].touch("undo") for player in ("Bo", "Mo", "")] == [400] * 3
    assert phones["Ada"].touch("undo") == 200
    assert table.device.app.table.playing.ply == 0
    assert {player: len(phones[player].pages) for player in ("Mo", "")} == {
        player: pages[player] for player in ("Mo", "")
    }


@pytest.mark.parametrize("header", [MOMIE, THREE], ids=["momie", "malediction"])
def test_what_a_phone_shows_after_a_game_can_be_touched(header):
    """Nothing that only the box can do lies there: every target leads on, as far as pages follow one another."""
    session, chance = read_record(record(header)), random.Random(1)
    while not session.is_over:
        session = play(session, next(wish for wish, _ in wishes(session, chance)))
    table = PageContext(speak("en"), session=session, colours=COLOURS[:3])
    waiting = [follow(SeatScreen(header.players[1], "en"), table)]
    seen = {seat.stack[-1].view(table_of(seat, table)) for seat in waiting}
    while waiting and len(seen) < 12:
        seat = waiting.pop(0)
        for target in shown(seat, table):
            touched = touch(seat, table, (target,))
            assert touched, target
            view = touched.seat.stack[-1].view(table_of(touched.seat, table))
            if view not in seen:
                seen.add(view)
                waiting.append(touched.seat)
    assert len(seen) >= 4


def test_the_mummy_does_not_undo_the_move_that_has_ended_the_game():
    """All is shown then: after an undo the mummy's player would play on knowing it."""
    session, chance = read_record(record(THREE)), random.Random(1)
    while not session.is_over:
        session = play(session, next(wish for wish, _ in wishes(session, chance)))
    table = PageContext(speak("en"), session=session, colours=COLOURS[:3], chosen={MAY: ALL})
    seat = follow(SeatScreen("Mo", "en"), table)
    assert session.steps[-1].action.by == "Mo"
    assert undo_words(seat, table_of(seat, table)) is None


# --- who has a seat --------------------------------------------------------------------------------------------------


def test_a_code_is_for_one_phone(table):
    """The second phone that knows it gets no seat."""
    code = table.invite("Ada")
    assert table.knock(code).token
    assert not table.knock(code).token


def test_a_phone_has_one_seat(table):
    """One that takes another seat gives up its own: the box lists it once. With a wrong code it keeps what it has."""
    ada = table.seat("Ada")
    for code, seat in (("WRONG", "Ada"), (table.invite("Bo"), "Bo")):
        table.knock(code, phone=ada)
        assert [one.player for one in read_pairings(table.device.app.state.stored.chosen)] == [seat]


def test_a_code_is_valid_for_a_minute(table):
    """After 60 s the box shows none any more, and the old one opens nothing."""
    code = table.invite("Ada")
    table.device.wait(61)
    assert table.device.app.stack[-1].is_over
    assert not table.knock(code).token


def test_help_over_a_code_buys_no_time(table):
    """Its minute goes on while help lies over it."""
    code = table.invite("Ada")
    table.device.wait(40)
    look_up(table.device)
    table.device.wait(25)
    assert not table.knock(code).token


def test_help_over_a_code_buys_no_guesses(table):
    """The fifth wrong code ends it, whenever that comes."""
    code = table.invite("Ada")
    for number in range(4):
        table.knock(f"WRONG{number}")
    look_up(table.device)
    table.knock("WRONG4")
    assert not table.knock(code).token


def look_up(device):
    """Open help over the page, and leave it."""
    below = len(device.app.stack)
    device.hold("up", 1.0)
    assert len(device.app.stack) == below + 1
    device.press("back")
    assert len(device.app.stack) == below


def test_a_code_cannot_be_guessed(table):
    """After five wrong codes the right one opens nothing either."""
    code = table.invite("Ada")
    for number in range(5):
        assert not table.knock(f"WRONG{number}").token
    assert not table.knock(code).token


def test_a_code_is_gone_with_its_page(table):
    """Whoever leaves the page takes the invitation back."""
    code = table.invite("Ada")
    table.device.press("back")
    assert not table.knock(code).token


def test_no_seat_without_the_secret_of_a_phone(table):
    """A made-up secret sees nothing and plays nothing."""
    ada = players(table, MOMIE)["Ada"]
    page, target = ada.shown.page, ada.targets()[0]
    stranger = table.knock("NO CODE")
    stranger.token = "made up"
    assert stranger.come().is_gone
    assert not stranger.pages
    assert stranger.touch(target, page=page) == 403


def test_a_seat_outlives_the_power(table):
    """After a power cut and with a new process, the same phone sees its seat again."""
    ada = players(table, MOMIE)["Ada"]
    table.device.cut()
    table.lose()
    table.seats["Ada"] = [ada]
    pages = len(ada.pages)
    ada.come()
    assert (len(ada.pages), ada.shown.seat) == (pages + 1, "Ada")


def test_a_phone_that_is_disconnected_at_the_box_is_gone(table):
    """Its stream ends at once, and its presses are refused; the others stay."""
    phones = players(table, MOMIE)
    page, target = phones["Ada"].shown.page, phones["Ada"].targets()[0]
    table.device.press("back")
    choose(table.device, "Settings", "Phones", "Ada: Android", "Disconnect")
    assert phones["Ada"].is_gone
    assert not phones["Bo"].is_gone
    assert phones["Ada"].touch(target, page=page) == 403


def test_the_box_hands_out_seats_before_a_game_and_in_it(table):
    """The page of the phones names everybody who plays, and who watches; choosing one shows a code for that seat."""
    table.device.load(record(MOMIE))
    table.device.press("back")
    choose(table.device, "Settings", "Phones")
    for name in (*MOMIE.players, "watching"):
        assert name in as_text(table.device.app.view)
    choose(table.device, "Bo")
    phone = table.knock(table.device.app.stack[-1].invitation.code)
    table.seats["Bo"] = [phone]
    assert phone.come().shown.seat == "Bo"
    assert "The phone is connected." in as_text(table.device.app.view)


def test_a_phone_that_presses_before_it_has_seen_its_page_again_keeps_its_seat(table):
    """The device has started again: the press answers a page that is gone, and is no reason to ask for a code."""
    ada = players(table, MOMIE)["Ada"]
    page, target = ada.shown.page, ada.targets()[0]
    table.phones = Phones(table.send, "another run")
    assert ada.touch(target, page=page) == 409


@pytest.mark.parametrize("game", ["maudite_momie", "malediction"])
def test_before_a_game_a_line_leads_to_the_phones(game, table):
    """It stands below everything else, and only where phones can join in."""
    page = PAGES[game].set_up(("Ada", "Bo", "Cy"), ("red", "blue", "green"))
    open_to_phones = table.device.app.table
    assert page.offers(open_to_phones).offers[-1].item.label == "Phones…"
    alone = replace(open_to_phones, has_phones=False)
    assert "Phones…" not in [offer.item.label for offer in page.offers(alone).offers]


# --- faces and evenings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_game_every_phone_shows_this_evening_with_the_faces_of_those_who_played(language, table):
    """The tally, a bar for everybody and each game, to read, until the device goes on; the end shows its winner."""
    header, device = SAMPLERS["maudite_momie"].header(random.Random(0)), table.device
    actions = [action for _, action, _ in random_game("maudite_momie", 0)]
    phones = {player: table.seat(player, language) for player in ("", *header.players)}
    device.load(record(header, *actions))
    session = device.app.table.playing
    (winner,) = session.game.rules.outcome(session.state).winners
    for phone in phones.values():
        assert 'class="moment m-win"' in phone.html
        assert phone.html.count("/faces.svg#") > len(header.players)
    device.press("back")
    say = speak(language)
    for phone in phones.values():
        assert say(words("This evening")) in phone.html
        assert (
            escape(
                say(
                    words(
                        "{player} leads: {scores}",
                        player=winner,
                        scores=plain(" – ".join(["1", *["0"] * (len(header.players) - 1)])),
                    )
                )
            )
            in phone.html
        )
        assert phone.html.count("/faces.svg#") == len(header.players)
        assert phone.targets() == []
    device.press("ok")
    assert say(words("This evening")) not in phones[""].html


# --- seats that a person takes from the box --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["mummy", "momie", "pharaon"])
@pytest.mark.parametrize("called", ["Box", "Mo"])
def test_no_phone_has_a_seat_that_a_person_takes_from_the_box_before_it_is_handed_out(table, kind, called):
    """Neither one of an earlier game by the name that the seat gets now, nor one by the name that it keeps."""
    header = read_header(write_line(BOX_GAMES[kind][0]).replace('"Mo"', f'"{called}"').encode())
    now = {"Box": f"Player {len(header.players)}"}.get(called, called)
    begin_with(table.device, Begin(header, COLOURS[: len(header.players)], device_dice=False))
    old, ada = table.seat(now), table.seat("Ada")
    if isinstance(table.device.app.stack[-1], HandsPage):
        table.device.press("ok")
    taken, app = PhonePlayed((Seat(called, None),), "table"), table.device.app
    app.do_in_turn(lambda now_s: app.take_from_phone(taken, lambda _: None, now_s), table.device.now_s)
    table.device.wait(0.1)
    assert now in people_in(table.device.app.table.playing)
    assert old.is_gone and not ada.is_gone
    table.device.cut()
    assert [one.player for one in read_pairings(table.device.app.state.stored.chosen)] == ["Ada"]


def test_no_phone_gets_a_seat_by_the_number_that_a_forgotten_person_is_called_by(table):
    """A game that goes on later says Player 1 instead of Ada: the phones of that name were handed out for others."""
    phones = {player: table.seat(player) for player in ("Ada", "Bo", "Player 1", "")}
    page = ListPage(plain("Ada"), NOTHING, (Choice(plain("Forget"), Forget(("Ada",))),))
    table.device.app._become(replace(table.device.app.state, stack=(*table.device.app.stack, page)))
    table.device.press("ok")
    assert {player for player, phone in phones.items() if phone.is_gone} == {"Ada", "Player 1"}


def test_no_phone_of_a_seat_without_a_name_goes_on_in_another_game(table):
    """Once a game is left, Player 2 of the next one may be the mummy of this one; a phone of Bo is Bo's for good."""
    header = replace(MOMIE, players=("Player 1", "Bo", "Spieler 3"))
    phones = players(table, header)
    table.device.press("back")
    choose(table.device, "Stop for today")
    assert {player for player, phone in phones.items() if phone.is_gone} == {"Player 1", "Spieler 3"}
