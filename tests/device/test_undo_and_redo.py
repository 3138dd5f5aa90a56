"""Whatever is taken back on any page of a game can be played again from the page that follows."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from box_table import BOX_GAMES, People, begin_box_game
from malediction_device import THREE, do
from msgspec.structs import replace
from random_corrections import corrected_at_random
from sampling import many
from simple_tables import SIMPLE_DEMOS

from display.view import COLOURS
from firmware_py.config.schema import Config
from firmware_py.desk.demo import shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.commands import take_phones_wish, take_press
from firmware_py.device.effects import PhoneAsked, Pressed
from firmware_py.device.state import DeviceState, alter
from firmware_py.games.malediction.state import Choose, Move, Roll
from firmware_py.games.maudite_momie import state as momie
from firmware_py.games.or_du_pharaon import state as pharaon
from firmware_py.games.registry import GAMES
from firmware_py.games.seats import BoxSeat
from firmware_py.games.session import Session, back_to, begin, play, redo, undo, undo_label
from firmware_py.pages.game_menu import TAKE_BACK, game_menu, history_choices
from firmware_py.pages.interface import Command, PageContext, Redo, Undo
from firmware_py.pages.page import LongPress, NoMenu, Press, Touch, offered, press
from firmware_py.pages.phones import ALL, MAY
from firmware_py.pages.registry import PAGES
from firmware_py.pages.seats import UNDO_TARGET, SeatScreen, follow, foot, seat_view, touch
from firmware_py.words import speak

HEADERS = {
    "maudite_momie": momie.Header(1, "maudite_momie", SIMPLE_DEMOS["maudite_momie"].players),
    "or_du_pharaon": pharaon.Header(
        1, "or_du_pharaon", SIMPLE_DEMOS["or_du_pharaon"].players, pharaon.Setup(pharaon.StartCard(at="c6"))
    ),
    "malediction": THREE,
}
LAST = 12
"""Actions before its end at which a game is taken up."""


def finished(name: str, seed: int) -> Session:
    session = begin(HEADERS[name])
    table = SIMPLE_DEMOS[name].table(session.header.players, seed)
    while not session.is_over:
        session = play(session, table.next_action(session.state))
    return session


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    with SimulatedDevice(Config(language="en"), tmp_path) as device:
        device.press("ok")
        yield device


def reach(device: SimulatedDevice, command: type[Command], most: int = 4000) -> None:
    """Press what leads to a command; :raises LookupError: when nothing does."""
    for done in shortest_presses(device.app.stack, device.app.table, lambda _, one: isinstance(one, command), most):
        do(device, done)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_back_on_any_page_is_played_again_from_the_next(name: str, device: SimulatedDevice) -> None:
    """On the game's pages, on menus and help above them, while pieces are moved, and on the last page."""
    chance = random.Random(name)
    taken_back = 0
    for seed in (2, 3):
        session = finished(name, seed)
        device.app.load(back_to(session, session.ply - chance.randint(0, LAST)), device.now_s)
        for _ in range(many(10, whole=20)):
            for _ in range(chance.randint(0, 3)):
                do(device, chance.choice((Press("ok"), Press("down"), Press("up"), Press("back"), LongPress("ok"))))
            before = device.app.table.session
            if before is None:
                break
            do(device, LongPress("back"))
            if before.game.has_secrets:  # hunters decide
                do(device, LongPress("ok"))
                do(device, Press("ok"))
            after = device.app.table.session
            if after is not None and after.ply < before.ply:
                taken_back += 1
                reach(device, Redo)
                assert device.app.table.session.steps == before.steps
    assert taken_back > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_correction_taken_back_on_the_last_page_is_put_in_force_again(name: str) -> None:
    """There is no menu there: the page itself offers it, as long as there is something to play again."""
    chance, first = random.Random(4), finished(name, 1)
    corrected = first
    while not corrected.is_over or corrected.steps == first.steps:
        corrected, _ = corrected_at_random(first, chance)
    for session, expected in ((first, None), (corrected, None), (undo(corrected), corrected.steps)):
        table = PageContext(speak("en"), session=session, colours=COLOURS[: len(session.header.players)])
        stack = (PAGES[name].page(table, None, NoMenu()),)
        try:
            for done in shortest_presses(stack, table, lambda _, one: isinstance(one, Redo), 500):
                stack, command = press(stack, done, table)
        except LookupError:
            assert expected is None
        else:
            assert command == Redo()
            assert redo(session).steps == expected


def test_an_entry_has_one_name_on_the_foot_in_the_menu_and_once_it_is_taken_back() -> None:
    """Where nothing is hidden from anybody: the box plays the mummy, and all read what a hunter did."""
    session = begin(replace(THREE, box={"Mo": BoxSeat("mummy", 5, 1)}))
    for action in (Roll("Ada", faces=("1",) * 5), Choose("Ada", "1"), Move("Ada", to="c4")):
        session = play(session, action)
        table = PageContext(say=speak("en"), session=session, colours=COLOURS)
        entry = undo_label(session, secrets=True)
        back = replace(table, session=undo(session))
        details = [choice.detail for choice in history_choices(table) if isinstance(choice.reply, Undo)]
        again = [choice.detail for choice in history_choices(back) if isinstance(choice.reply, Redo)]
        assert details == again == [entry]


@pytest.mark.parametrize("kind", BOX_GAMES)
def test_undo_takes_back_what_is_said_wherever_it_is_offered(device: SimulatedDevice, kind: str) -> None:
    """Foot, held button, line of the menu and phone name one entry, and that goes: also one that is no action yet."""
    begin_box_game(device, kind)
    people, unplayed, offers = People(device), 0, 0
    for _ in range(60):
        people.step()
        if people.session.is_over:
            break
        state = device.app.state
        chosen = {**state.stored.chosen, MAY: ALL}
        state = alter(state, stored=replace(state.stored, chosen=chosen), notice=None)
        for shown in (state, alter(state, stack=(*state.stack, game_menu()))):
            for said, after in undone_by_offers(shown):
                assert after.notice
                assert after.notice.announced[0] == said
                assert game_menu() not in after.stack
                assert not after.table.unplayed
                offers += 1
                unplayed += after.session is state.session
    assert bool(offers) == (kind != "hunters")  # there only the box knows what followed
    assert bool(unplayed) == (kind == "pharaon")


def undone_by_offers(state: DeviceState) -> Iterator[tuple[str, DeviceState]]:
    """Yield what is announced if each offer to undo does what it says, and the device once it is taken."""
    for hint in state.page.hints:
        if hint.held and hint.button == "back" and hint.label.startswith("undo: "):
            yield hint.label.replace("undo", "Undone", 1), take_press(state, Pressed(LongPress("back"), "table"))
    for offer in offered(state.stack, state.table, "table"):
        if offer.item.label == state.say(TAKE_BACK):
            yield f"Undone: {offer.item.detail}", take_press(state, Pressed(Touch(offer.name), "table"))
    for player in state.playing.header.players:
        seat = follow(SeatScreen(player, "en"), state.table)
        for act in foot(seat, state.table, seat_view(seat, state.table)):
            if act.target == UNDO_TARGET:
                answer = touch(seat, state.table, (UNDO_TARGET,))
                assert answer
                assert isinstance(answer.command, Undo)
                after = take_phones_wish(state, PhoneAsked(answer.command, "table"))
                assert state.playing.steps[after.playing.ply].action.by == player  # nothing of others
                yield act.label.replace("undo", "Undone", 1), after
