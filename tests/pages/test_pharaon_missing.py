"""What a photo or a card leaves out in L'or du pharaon: the page says so before the game can no longer end (G31)."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pharaon_table import ALL_OPEN
from pharaon_table import table as laid
from pressed_lines import choose
from sampling import many

from display.view import as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.legality import is_walled_in, reveal_targets, why_no_end
from firmware_py.games.or_du_pharaon.state import (
    LOST,
    START,
    EndTurn,
    Header,
    HouseRules,
    Move,
    Photo,
    Reveal,
    Rotate,
    Setup,
    StartCard,
    State,
)
from firmware_py.games.registry import GAMES, Refusal
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.card_page import RotatePage, card_page
from firmware_py.pages.or_du_pharaon.turn_page import PhotoPage
from firmware_py.pages.page import Input, Press, Stack, Touch, press
from firmware_py.words import speak, words

HEADER = Header(1, "or_du_pharaon", ("Ada", "Bo"), Setup(StartCard(at="c6"), treasures=2, photos=2))
PLAYED = (
    Reveal("Ada", "c5", "NESW", chamber=True),
    Photo("Ada", ()),
    Move("Ada", "archaeologist", "c5"),
    EndTurn("Ada"),
    EndTurn("Bo"),
    Reveal("Ada", "c4", "NESW", chamber=True),
)
"""The first of two photos showed a treasure that nobody entered; the second shows a treasure and the bust."""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    session = begin(HEADER)
    for action in PLAYED:
        session = play(session, action)
    with SimulatedDevice(Config(language="en"), tmp_path) as device:
        device.press("ok")
        device.app.load(session, device.now_s)
        yield device


def test_a_photo_that_lacked_a_treasure_is_corrected_at_the_last_one(device: SimulatedDevice) -> None:
    """The page says what is missing and leads to the earlier photo; what is entered here waits for it."""
    assert "The last photo: 2 treasures and the bust must be on it." in as_text(device.app.view)
    choose(device, "Treasure worth 3", "Something is missing…")
    assert "1 treasure and the bust are missing" in as_text(device.app.view)
    choose(device, "Correct a photo…", "The photo of c5 shows", "Treasure worth 2", "That is all")
    assert device.app.table.playing.steps[1].action == Photo("Ada", (2,))
    assert "<disc2> box → c5" in as_text(device.app.view)
    device.press("ok")
    assert "<disc2> 0 | <bust> 1 | <photo> 1" in as_text(device.app.view)
    choose(device, "The bust", "That is all")
    assert device.app.table.playing.state.collapse.status == "countdown"


def test_a_photo_begins_on_nothing(device: SimulatedDevice) -> None:
    """One press too many after the card enters nothing; the pictures say how many treasures are left."""
    device.press("ok")
    device.press("ok")
    text = as_text(device.app.view)
    assert device.app.table.playing.ply == len(PLAYED)
    assert "<disc2> 2 | <bust> 1 | <photo> 1" in text
    assert "> <" not in text
    device.press("up")
    assert "> <warning> Something is missing…" in as_text(device.app.view)


def table_of(state: State) -> PageContext:
    header = Header(1, "or_du_pharaon", state.players, state.setup, state.rules)
    session = Session(GAMES["or_du_pharaon"], header, state)
    return PageContext(speak("en"), session=session, colours=("red", "blue"))


def shown(stack: Stack, table: PageContext) -> str:
    return as_text(stack[-1].view(table))


def pressed(stack: Stack, table: PageContext, *inputs: Input) -> Stack:
    for done in inputs:
        stack, _ = press(stack, done, table)
    return stack


ONE_HIDDEN = {cell: sides for cell, sides in ALL_OPEN.items() if cell != "c5"}


def one_hidden(**changes: Any) -> PageContext:
    """A table at which one card lies face down, and one burial chamber was not found."""
    return table_of(laid(ONE_HIDDEN, setup={"photos": 1, "treasures": 0}, **changes))


def test_the_last_card_cannot_be_a_passage_while_a_chamber_is_missing() -> None:
    """The page says that a chamber was entered as a passage; as a chamber the card is played."""
    table = one_hidden()
    state = table.playing.state
    stack: Stack = (card_page(state, "c5"),)
    stack = pressed(stack, table, Press("ok"))
    assert "1 burial chamber was entered as a passage" in shown(stack, table)
    stack = pressed(stack, table, Press("back"))
    _, command = press(pressed(stack, table, Touch("chamber")), Press("ok"), table)
    assert isinstance(command, Play)
    assert command.action.chamber


def test_a_game_that_cannot_end_any_more_says_so_on_every_turn() -> None:
    """A game that an older version let go wrong can be continued, too."""
    state = laid(ALL_OPEN, setup={"photos": 1, "treasures": 0})
    table = table_of(state)
    assert why_no_end(state)
    assert "> <warning> Something is missing…" in shown((dialogue.page(table, None, game_menu()),), table)


WALLED_IN = "A way through is missing: no card may lie so that nobody could ever reveal one again."


def test_a_card_that_locks_everybody_in_is_not_laid_like_that() -> None:
    """G55: its wall faces the start card, on which all figures stand; turned otherwise it is played."""
    table = table_of(laid({"b6": "EW", "d6": "SW"}, start=StartCard(at="c6")))
    locked = table_of(laid({"b6": "NW", "d6": "NS", "c5": "NE"}))
    assert why_no_end(table.playing.state) is None
    assert why_no_end(locked.playing.state) == Refusal("G55", words(WALLED_IN))
    table = table_of(laid({"b6": "NW", "d6": "NS"}))
    stack: Stack = (card_page(table.playing.state, "c5"),)
    refused = played = 0
    for _ in range(4):
        stack = pressed(stack, table, Press("right"))
        after, command = press(stack, Press("ok"), table)
        refused += WALLED_IN in shown(after, table)
        played += isinstance(command, Play)
    assert refused
    assert played


def test_a_porter_cannot_lock_everybody_in_by_turning_a_card() -> None:
    """G55: the card next to the start card is the only way in."""
    table = table_of(laid({"b6": "NW", "d6": "NS", "c5": "S"}))
    stack: Stack = (RotatePage("c5"),)
    assert WALLED_IN in shown(pressed(stack, table, Press("ok")), table)


def can_reveal(state: State) -> bool:
    """Whether some moves and rotations of this player lead to a position in which a card can be revealed."""
    seen, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        if reveal_targets(here):
            return True
        for act in rules.legal_actions(here):
            if isinstance(act, Move | Rotate):
                after = replace(rules.apply(here, act)[0], actions_left=3)
                if (after.pyramid.cards, after.teams) not in seen:
                    seen.add((after.pyramid.cards, after.teams))
                    waiting.append(after)
    return False


@pytest.mark.parametrize("seed", range(many(3, whole=60)))
def test_nobody_is_called_walled_in_who_can_get_out(seed: int) -> None:
    """G55: some cards and figures at random; an exhaustive search over all moves and rotations says the same."""
    chance = random.Random(seed)
    cards = {cell: chance.choice(["N", "NE", "NS", "SW", "EW"]) for cell in chance.sample(["b6", "c5", "d6", "b5"], 2)}
    places = [START, *cards]
    figures = {"archaeologist": chance.choice(places), "porter": chance.choice(places)}
    home = {"archaeologist": LOST, "porter": LOST}
    state = laid(cards, teams={"Ada": figures, "Bo": home})
    assert is_walled_in(state) != can_reveal(state)


def test_a_game_can_end_once_the_bust_is_found() -> None:
    """However few cards are left."""
    state = rules.apply(
        laid(ALL_OPEN, setup={"photos": 1, "treasures": 0}, phase="photo", photographed="c5"), Photo("Ada", ("bust",))
    )[0]
    assert why_no_end(state) is None


@pytest.mark.parametrize("ends", [False, True])
def test_the_look_ahead_knows_the_house_rule_about_no_path(ends: bool) -> None:
    """Without a path nothing would happen, or the turn would end (G36)."""
    house = HouseRules(no_path_ends_turn=ends)
    table = table_of(laid({"c5": "NS"}, house=house, phase="photo", photographed="c4"))
    page = dialogue.page(table, None, game_menu())
    assert isinstance(page, PhotoPage)
    view = replace(page, mummy=True).view(table)
    assert view.prompt == ("No way out: only the turn would end." if ends else "No way out: nothing would happen.")
