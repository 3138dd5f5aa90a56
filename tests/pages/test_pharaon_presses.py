"""Presses in L'or du pharaon: a typical turn takes few, four buttons reach everything, a finger reaches the same."""

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from msgspec.structs import replace as replaced
from pharaon_table import table as laid
from sampling import every

from display.view import COLOURS, Button, PyramidPlan, Tile
from firmware_py.config.settings import Settings
from firmware_py.desk.demo import ByButton, shortest_presses
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.legality import legal_actions, reveal_targets
from firmware_py.games.or_du_pharaon.state import (
    START,
    EndTurn,
    Header,
    Move,
    Photo,
    PlaceLantern,
    Reveal,
    StartCard,
    State,
    neighbours_of,
)
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, play, undo
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import Begin, Command, PageContext, Play
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.card_page import card_page, target_page
from firmware_py.pages.or_du_pharaon.pictures import NAMES, SHAPES
from firmware_py.pages.or_du_pharaon.setup_page import BESIDE, INSIDE, StartLaid, StartWallsPage, set_up
from firmware_py.pages.page import LivePage, LongPress, Page, Press, Stack, Timeout, Touch, press
from firmware_py.pages.start_page import StartPage
from firmware_py.words import speak

EXPLORED = {"c5": "NESW", "c4": "NES", "b5": "NEW", "d5": "SW", "d4": "NSW", "b4": "ES"}
BUSY = {"archaeologist": "c5", "porter": "c5"}


def table_of(state: State, layout: str = "six") -> PageContext:
    """A table that looks at a game in this state."""
    header = Header(1, "or_du_pharaon", state.players, state.setup, state.rules)
    session = Session(GAMES["or_du_pharaon"], header, state)
    colours = COLOURS[: len(state.players)]
    return PageContext(speak("en"), settings=Settings(controls=layout), session=session, colours=colours)


def stack_of(table: PageContext) -> Stack:
    return (dialogue.page(table, None, game_menu()),)


def presses_to(table: PageContext, action: Any) -> tuple[ByButton, ...]:
    """The fewest presses that play `action`."""
    return shortest_presses(stack_of(table), table, lambda _, command: command == Play(action))


def is_begin(command: Command) -> bool:
    return isinstance(command, Begin)


def commands(stack: Stack, table: PageContext, *, still: tuple[type, ...] = ()) -> set[Command]:
    """Every command that can be given from here by short presses, without opening the menu of the game.

    Pages of the kinds in `still` stay as they open.
    """
    buttons: tuple[Button, ...] = ("up", "down", "ok", "back") + (("left", "right") if table.layout == "six" else ())
    seen, waiting, found = {stack}, [stack], set()
    while waiting:
        now = waiting.pop()
        for button in buttons:
            after, command = press(now, Press(button), table)
            if command is not None:
                found.add(command)
            elif after not in seen and not (len(after) > len(stack) and isinstance(after[-1], LivePage)):
                if type(now[-1]) is type(after[-1]) and isinstance(after[-1], still):
                    continue
                seen.add(after)
                waiting.append(after)
    return found


def played(table: PageContext, action: Any) -> PageContext:
    return replace(table, session=play(table.playing, action))


def turn(state: State, layout: str, *actions: Any) -> int:
    """How many presses these actions take, one after the other."""
    table, presses = table_of(state, layout), 0
    for action in actions:
        presses += len(presses_to(table, action))
        table = played(table, action)
    return presses


def test_a_typical_turn_takes_six_to_eight_presses() -> None:
    """Moving, revealing a fork that lies in any of its four ways, and laying a lantern; the turn ends by itself."""
    state = laid(EXPLORED, teams={"Ada": {"archaeologist": "c5", "porter": "c4"}})
    there, done = Move("Ada", "archaeologist", "c4"), PlaceLantern("Ada")
    forks = [Reveal("Ada", "c3", open_sides) for open_sides in ("NES", "ESW", "NSW", "NEW")]
    six, four = ([turn(state, layout, there, fork, done) for fork in forks] for layout in ("six", "four"))
    assert (min(six), max(six)) == (6, 8)
    assert (min(four), max(four)) == (8, 10)


def test_the_end_of_a_turn_is_one_press_at_most() -> None:
    """With nothing left to do the turn ends by itself or by one press; before that, `ok` is held."""
    spent = table_of(laid(EXPLORED, teams={"Ada": BUSY}, actions_left=0))
    assert presses_to(spent, EndTurn("Ada")) == (Press("ok"),)
    assert press(stack_of(spent), Timeout(), spent)[1] == Play(EndTurn("Ada"))
    swapping = laid(EXPLORED, teams={"Ada": {**BUSY, "carrying": 2}}, actions_left=0, loose={"c5": (3,)})
    assert presses_to(table_of(swapping), EndTurn("Ada")) == (
        Press("ok"),
    )  # three times in the whole game of docs/speed.md
    fresh = table_of(laid(EXPLORED, teams={"Ada": BUSY}))
    assert press(stack_of(fresh), LongPress("ok"), fresh)[1] == Play(EndTurn("Ada"))


def test_a_turn_ends_by_itself_only_if_nothing_else_can_be_wanted() -> None:
    """Not with an action left, a treasure at hand, a button pressed, or when the end of the turn was taken back.

    Nor if a free act leads to another: a treasure is put down for a better one, or for a theft (G23, G26).
    """
    spent = laid(EXPLORED, teams={"Ada": BUSY}, actions_left=0)
    at_hand = laid(EXPLORED, teams={"Ada": BUSY}, actions_left=0, loose={"c5": (2,)})
    carrier = {"Ada": {**BUSY, "carrying": 2}}
    to_swap = laid(EXPLORED, teams=carrier, actions_left=0, loose={"c5": (3,)})
    to_steal = laid(EXPLORED, teams={**carrier, "Bo": {"archaeologist": "c5", "carrying": 2}}, actions_left=0)
    table = table_of(spent)
    back = replace(table, session=undo(play(table.playing, EndTurn("Ada"))))
    pressed, _ = press(stack_of(table), Press("down"), table)
    fresh = laid(EXPLORED, teams={"Ada": BUSY})
    others = (*map(table_of, (fresh, at_hand, to_swap, to_steal)), back)
    waiting = [(stack_of(of), of) for of in others]
    alone = table_of(laid(EXPLORED, teams=carrier, actions_left=0))
    assert stack_of(alone)[-1].own_answer(alone)
    for stack, looked_at in (*waiting, (pressed, table)):
        assert stack[-1].own_answer(looked_at) is None
        assert press(stack, Timeout(), looked_at) == (stack, None)


@pytest.mark.parametrize(("carrying", "place"), [(None, "c4"), (2, "start")])
def test_the_usual_next_act_is_one_press(carrying: Any, place: str) -> None:
    """To where a card can be revealed, then the card; with a treasure home. Another place is one press away."""
    table = table_of(laid({"c5": "NS", "c4": "NS"}, teams={"Ada": {"archaeologist": "c5", "carrying": carrying}}))
    move = Move("Ada", "archaeologist", place)
    assert presses_to(table, move) == (Press("ok"),)
    if carrying is None:
        table = played(table, move)
        stack, _ = press(stack_of(table), Press("ok"), table)
        assert press(stack, Press("ok"), table)[1] == Play(Reveal("Ada", "c3", "NES"))
    else:
        assert len(presses_to(table, Move("Ada", "archaeologist", "c4"))) == 2


@pytest.mark.parametrize(("openings", "is_named"), [({"c5": "NS"}, False), ({"c5": "NS", "c4": "NS"}, True)])
def test_the_foot_names_the_arrows_where_they_lead_to_another_place(openings: dict[str, str], is_named: bool) -> None:
    """With the start card and one other place that is so; with the start card alone there is nothing to choose."""
    table = table_of(laid(openings, teams={"Ada": {"archaeologist": "c5", "porter": "c5"}}))
    (page,) = stack_of(table)
    named = {}
    for at, choice in enumerate(page.fresh_list(table).choices):
        view = page.with_cursor(at).view(table)
        named[table.say(choice.label)] = any(hint.button in ("left", "right") for hint in view.hints)
    assert {named[line] for line in named if line.startswith("Archaeologist")} == {is_named}


@pytest.mark.parametrize("layout", ["four", "six"])
def test_every_decision_can_be_entered(layout: str) -> None:
    """Whatever the rules allow is found by pressing, and nothing is offered that they forbid."""
    state = laid(
        EXPLORED,
        teams={"Ada": {**BUSY, "lanterns": ("c5",), "supply": 4}, "Bo": {"archaeologist": "c5", "carrying": 3}},
        loose={"c5": (2, "bust")},
    )
    carrying = laid(EXPLORED, teams={"Ada": {**BUSY, "carrying": 2}})
    for position in (state, carrying):
        table = table_of(position, layout)
        entered = {command.action for command in commands(stack_of(table), table) if isinstance(command, Play)}
        assert {action for action in entered if not isinstance(action, Reveal)} == set(legal_actions(position))


@pytest.mark.parametrize("layout", ["four", "six"])
def test_a_card_can_be_laid_in_every_way(layout: str) -> None:
    """Each shape, turned to each side, as a passage and as a chamber."""
    state = laid(EXPLORED, teams={"Ada": {"archaeologist": "c4", "porter": "c4"}})
    table = table_of(state, layout)
    assert reveal_targets(state) == ("c3",)
    entered = {command.action for command in commands(stack_of(table), table) if isinstance(command, Play)}
    paths = {"NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW", "N", "E", "S", "W"}
    assert {action for action in entered if isinstance(action, Reveal)} == {
        Reveal("Ada", "c3", open_sides, chamber) for open_sides in paths for chamber in (False, True)
    }


@pytest.mark.parametrize("layout", ["four", "six"])
def test_a_photo_can_show_anything(layout: str) -> None:
    """Several treasures, the bust at the end of them, mummy and curse."""
    state = laid(EXPLORED | {"c4": "NES"}, chambers=("c4",), phase="photo", photographed="c4", found=6)
    table = table_of(state, layout)
    for treasures, mummy, curse in (((), False, False), ((3, 3), True, True), ((2, 3, "bust"), False, True)):
        photo = Photo("Ada", treasures, mummy, curse)
        assert rules.broken_rule(state, photo) is None
        assert len(presses_to(table, photo)) <= 14


def test_a_finger_reaches_what_the_cursor_reaches() -> None:
    """Every target that is marked on the map can be touched, and touching it is choosing it."""
    table = table_of(laid(EXPLORED, teams={"Ada": BUSY}))
    stack = (*stack_of(table), target_page(table.playing.state, "archaeologist"))
    body = stack[-1].view(table).body
    assert isinstance(body, PyramidPlan)
    touched = {press(stack, Touch(tile.target), table)[1] for tile in body.tiles if tile.target}
    wanted = {
        Play(act) for act in legal_actions(table.playing.state) if isinstance(act, Move) and act.pawn == "archaeologist"
    }
    assert touched == wanted


def test_a_card_is_laid_by_fingers_alone() -> None:
    """The shape is touched, the card is touched to turn it, and the shape once more to lay it; a chamber is, too."""
    state = laid(EXPLORED, teams={"Ada": {"archaeologist": "c4", "porter": "c4"}})
    table = table_of(state)
    stack, command = stack_of(table), None
    for target in ("reveal", "shape 0", "shape 1", "turn", "chamber", "shape 1"):
        body = stack[-1].view(table).body
        if target == "reveal":
            target = next(item.target for item in body.choices.items if item.icons == ("reveal",))
        stack, command = press(stack, Touch(target), table)
    assert isinstance(command, Play)
    assert (command.action.at, len(command.action.open), command.action.chamber) == ("c3", 3, True)


@pytest.mark.parametrize("layout", every(2, ["four", "six"]))
def test_the_start_card_can_lie_anywhere_on_the_rim_or_beside_it(layout: str) -> None:
    """Twenty places within the rim and twenty-four beside it, and each house rule can be turned over."""
    table = PageContext(speak("en"), settings=Settings(controls=layout))
    stack: Stack = (set_up(("Ada", "Bo"), ("red", "blue")),)
    assert (len(INSIDE), len(BESIDE)) == (20, 24)
    places = {
        command.header.setup.start
        for command in commands(stack, table, still=(StartPage, StartWallsPage))
        if is_begin(command)
    }
    assert places == {*INSIDE.values(), *BESIDE.values()}
    begin = shortest_presses(stack, table, lambda after, _: isinstance(after[-1], StartPage))
    for done in begin:
        stack, _ = press(stack, done, table)
    assert len({command.header.rules for command in commands(stack[-1:], table) if is_begin(command)}) == 2**5


def test_the_shapes_are_the_five_there_are() -> None:
    """Bend, fork, crossing, straight and dead end have two, three, four, two openings and one."""
    assert [len(SHAPES[name]) for name in NAMES] == [2, 3, 4, 2, 1]


WALLED = ["".join(chosen) for count in (1, 2, 3, 4) for chosen in combinations("NESW", count)]
"""Every set of open sides."""


@pytest.mark.parametrize("layout", ["four", "six"])
@pytest.mark.parametrize("start", [INSIDE["c6"], INSIDE["a1"], BESIDE["f3E"]])
def test_the_start_card_can_have_any_walls(start: StartCard, layout: str) -> None:
    """As long as one open side leads into the pyramid: without one no game could be played."""
    stack: Stack = (StartWallsPage(start, TILES, StartLaid(("Ada", "Bo"), ("red", "blue"), start)),)
    given = {
        command
        for command in commands(stack, PageContext(speak("en"), settings=Settings(controls=layout)), still=(StartPage,))
        if is_begin(command)
    }
    inward = neighbours_of(start)[START]
    assert {command.header.setup.start for command in given} == {
        replaced(start, open=sides) for sides in WALLED if any(side in inward for side in sides)
    }


TILES = (Tile("c6", 2, 5, "start"),)


def test_a_start_card_is_laid_by_fingers_alone() -> None:
    """The shape is touched, the card is touched to turn it, and the shape once more to go on."""
    table = PageContext(speak("en"))
    stack: Stack = (StartWallsPage(INSIDE["c6"], TILES, StartLaid(("Ada", "Bo"), ("red", "blue"), INSIDE["c6"])),)
    for target in ("shape 1", "turn", "shape 1"):
        assert target in str(stack[-1].view(table).body)
        stack, _ = press(stack, Touch(target), table)
    assert isinstance(stack[-1], StartPage)
    assert stack[-1].header.setup.start.open == "ES"


@pytest.mark.parametrize("controls", ["four", "encoder"])
@pytest.mark.parametrize("shape", range(len(NAMES)))
def test_the_foot_says_that_keys_turn_a_card_only_where_they_do(controls: str, shape: int) -> None:
    """With up and down alone that is a step of its own, which a crossing does not have."""
    table = table_of(laid({"c5": "NS"}), controls)
    page = replace(card_page(table.playing.state, "c4"), shape=shape)

    def names_turning(page: Page) -> bool:
        return any(hint.label == "turn" for hint in page.view(table).hints)

    assert not names_turning(page)
    chosen = page.press(Press("ok"), table)
    assert isinstance(chosen, Page) is (NAMES[shape] != "cross")
    assert not isinstance(chosen, Page) or names_turning(chosen)
