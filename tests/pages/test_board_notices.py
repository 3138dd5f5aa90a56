"""The notices of the magnetic board on the screen: the mummy's player learns no secret from them."""

from __future__ import annotations

import pytest
from box_table import MUMMY_BOX
from malediction_table import GRID, game, moving, prowling
from msgspec.structs import replace
from shots import Shot

from display.view import as_text
from firmware_py.device.board_watch import LOSSES
from firmware_py.games.malediction.legality import MUMMY
from firmware_py.games.malediction.state import Move
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, begin
from firmware_py.grid import cell_name
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.home_page import home
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.board import (
    AskPage,
    MaledictionFollower,
    drop_question,
    has_left,
    notice,
    replace_question,
    why_nothing_follows,
    without_move,
    wrong_squares,
)
from firmware_py.pages.malediction.curtain import Announced, Curtain, Secret
from firmware_py.pages.malediction.pictures import actor
from firmware_py.pages.malediction.turn_pages import HandOverPage, MovePage, MummyPage
from firmware_py.pages.offers import Pending
from firmware_py.pages.page import Back, LongPress, Press, Touch
from firmware_py.pages.registry import NO_NEWS, PressMade
from firmware_py.sensing import Calibration, begin_settling
from firmware_py.tracking.hunters import HAND, Place, Placements
from firmware_py.tracking.position import SURE, Ambiguous, Confidence, Fix, Matched, Mismatch, Reminder, Waiting
from firmware_py.tracking.tracker import Tracker
from firmware_py.words import speak, words
from hardware.boards.frames import Loss

SAY = speak("en")
BUMPED = Mismatch((Fix("c4", 1), Fix("d4", None)), words("Not to be moved now."), "P06")
ASTRAY = Mismatch((Fix("e1", MUMMY), Fix("f3", None)), words("mummy may not end on f3."), "P16", is_public=True)
PAGE = Secret(MovePage(), home())
CAUGHT = Ambiguous(
    (Move("Mo", path=("d1", "d2")), Move("Mo", path=("d1", "c1"))), words("Has the mummy caught a pawn?"), ("d1",)
)
MUMMY_PAGE = MummyPage(home())
MUMMY_ASTRAY = "The mummy is not where it is in the game. Hunters: check your pawns, too. To do: mummy belongs on e1."


def table(state) -> PageContext:
    """A table at which this state is played."""
    session = Session(GAMES["malediction"], None, state)
    return PageContext(SAY, session=session)


def test_hunters_read_what_is_wrong_why_and_what_to_do():
    """In words, and the squares are marked."""
    state = game(GRID, 3, **moving())
    inference = notice(state, BUMPED, SAY, secrets=True)
    assert inference is not None
    assert inference.text == "Not to be moved now. To do: turquoise pawn belongs on c4, d4 must be empty."
    assert wrong_squares(state, BUMPED, secrets=True) == (20, 21)


@pytest.mark.parametrize("inference", [BUMPED, Reminder(words("red pawn: c2, turquoise pawn: c4"))])
@pytest.mark.parametrize("turn", [moving(), prowling()])
def test_a_page_for_everybody_tells_nothing_of_pawns(turn, inference):
    """P49: not even that a pawn is lifted or must be moved, because its player may have stayed."""
    state = game(GRID, 3, **turn)
    assert notice(state, inference, SAY, secrets=False) is None
    assert wrong_squares(state, inference, secrets=False) == ()


def test_what_concerns_the_mummy_alone_is_asked_to_everybody():
    """The mummy's cell is no secret."""
    state = game(GRID, 3, **prowling())
    shown = notice(state, ASTRAY, SAY, secrets=False)
    assert shown is not None
    assert shown.text == "mummy may not end on f3. To do: mummy belongs on e1, f3 must be empty."
    assert wrong_squares(state, ASTRAY, secrets=False) == (4, 17)


@pytest.mark.parametrize("turn", [moving(), prowling()])
def test_all_read_only_where_the_mummy_belongs_when_a_pawn_may_be_meant(turn):
    """A piece sensed elsewhere is surely the mummy only in the mummy's turn, on a board that can tell."""
    state = game(GRID, 3, **turn)
    astray = replace(ASTRAY, is_public=False)
    shown = notice(state, astray, SAY, secrets=False)
    assert shown is not None
    assert shown.text == MUMMY_ASTRAY
    assert wrong_squares(state, astray, secrets=False) == (4,)
    assert "f3 must be empty" in notice(state, astray, SAY, secrets=True).text


@pytest.mark.parametrize("turn", [moving(), prowling()])
@pytest.mark.parametrize("pawns", [(), BUMPED.fixes])
def test_a_missing_mummy_is_named_in_the_same_words_whatever_pawns_do(pawns, turn):
    """At the start of a game only the mummy may be missing from the board; later pawns may be, too."""
    state = game(GRID, 3, **turn)
    missing = Mismatch((Fix("e1", MUMMY), *pawns), words("The pieces do not stand as they do in the game."))
    shown = notice(state, missing, SAY, secrets=False)
    assert shown is not None
    assert shown.text == MUMMY_ASTRAY
    assert wrong_squares(state, missing, secrets=False) == (4,)


@pytest.mark.parametrize("below", [MUMMY_PAGE, Announced(words("Four!"), (), "mummy", (), MUMMY_PAGE, home())])
@pytest.mark.parametrize("near", [2, 1, 0])
def test_the_question_about_the_mummy_is_the_same_whoever_is_near(near, below):
    """P49: players enter the mummy's last step by button, from the cell where it was sensed last; nobody is named."""
    state = game(GRID, 3, **prowling())
    asked = AskPage(replace(CAUGHT, actions=CAUGHT.actions[:near]), below)
    assert asked.audience(table(state)) == "table"
    assert asked.view(table(state)) == AskPage(CAUGHT, below).view(table(state))
    assert asked.press(Touch("1"), table(state)) == MummyPage(MUMMY_PAGE.menu, ("d1",))


def test_yes_goes_on_and_no_goes_back():
    """The cursor stands on no, since the page may come up under a finger; a touch does as well as ok."""
    state = game(GRID, 3, **prowling())
    asked = AskPage(CAUGHT, MUMMY_PAGE)
    assert asked.press(Press("ok"), table(state)) == Back()
    assert asked.press(Touch("1"), table(state)) == MummyPage(MUMMY_PAGE.menu, ("d1",))
    moved = asked.press(Press("down"), table(state))
    assert isinstance(moved, AskPage)
    assert moved.press(Press("ok"), table(state)) == MummyPage(MUMMY_PAGE.menu, ("d1",))


def test_a_question_about_a_pawn_is_for_the_hunters():
    """The question names the cell; a yes enters the move, which is played when the turn is handed over."""
    assert AskPage(CAUGHT, PAGE).audience(table(game(GRID, 3, **moving()))) == "hunters"
    moved = Ambiguous((Move("Ada", to="c3"), Move("Ada", to="d2")), words("Has the piece moved?"))
    state = game(GRID, 3, **moving())
    one = AskPage(Ambiguous(moved.actions[:1], moved.question), PAGE).press(Touch("1"), table(state))
    several = AskPage(moved, PAGE).press(Touch("1"), table(state))
    assert one == Secret(HandOverPage("c3"), PAGE.menu)
    assert several.view(table(state)).audience == "hunters"
    assert several.press(Touch("1"), table(state)) == Secret(HandOverPage("d2"), PAGE.menu)


def test_a_question_stands_above_its_answers_with_how_the_game_stands():
    """Ankhs, tokens and their target are to be seen on every page of a game. No answer wears the sign of a key."""
    state = game(GRID, 3, **prowling())
    shown = as_text(AskPage(CAUGHT, MUMMY_PAGE).view(table(state)))
    assert SAY(CAUGHT.question) in shown
    assert f"tokens {state.tokens}/{state.target}" in shown
    assert "> No: nothing has happened yet" in shown
    assert "  Yes" in shown


def test_every_loss_of_the_board_has_its_sentence():
    """Whatever the driver gives as the reason."""
    assert set(LOSSES) == set(Loss)


def test_a_question_leaves_the_light_as_it_is():
    """P49: a pawn that has come back to its cell is asked for, one that went elsewhere is not; nobody sees that."""
    state = game(GRID, 3, **moving())
    several = Ambiguous((Move("Ada", to="c3"), Move("Ada", to="d2")), words("Has the piece moved?"))
    asked = AskPage(several, PAGE)
    shown = [page.view(table(state)).actor for page in (PAGE, asked, asked.press(Touch("1"), table(state)))]
    assert shown == [actor(state)] * 3


def test_one_press_hides_a_question_for_the_hunters_and_shows_no_map():
    """The hunters close the curtain; if the pieces answer the question meanwhile, the curtain stays closed."""
    state = game(GRID, 3, **moving())
    asked = AskPage(Ambiguous((Move("Ada", to="c3"),), words("Has the piece moved?")), PAGE)
    hidden = asked.press(Press("back"), table(state))
    assert hidden.view(table(state)).audience == "table"
    assert hidden.press(LongPress("ok"), table(state)) == asked
    assert drop_question((PAGE, asked)) == (PAGE,)
    assert drop_question((PAGE, hidden, home())) == (Curtain(PAGE, PAGE.menu), home())


def test_a_pawn_lifted_from_its_new_cell_does_not_lift_the_curtain():
    """Whoever looks at the curtain sees nothing of it; behind it the page asks again where the pawn goes."""
    shown = Secret(HandOverPage("c3"), PAGE.menu)
    assert without_move((shown,)) == (PAGE,)
    assert without_move((Curtain(shown, PAGE.menu), home())) == (Curtain(PAGE, PAGE.menu), home())


@pytest.mark.parametrize("follows", [MummyPage(home(), ("d1",)), HandOverPage("c3")])
def test_a_yes_takes_the_place_of_the_page_that_asked_and_of_no_other(follows):
    """Whatever lies below stays there; a page that asked nothing stays as well."""
    below = (home(), game_menu())
    asked_on = MUMMY_PAGE if isinstance(follows, MummyPage) else PAGE
    assert replace_question((*below, asked_on, follows)) == (*below, follows)
    assert replace_question((*below, follows)) == (*below, follows)
    assert replace_question((follows,)) == (follows,)


def sensing(*occupied, confidence=SURE, **changes):
    """The board's tracker beside `GRID`, in a turn in which red moves from c2."""
    cells = tuple(float(cell_name(*divmod(at, 6)) in occupied) for at in range(30))
    settling = begin_settling(Shot(cells, 100.0, columns=6, reading="level"), Calibration())
    return replace(Tracker(), settling=settling, state=game(GRID, 3, **moving()), confidence=confidence, **changes)


def test_a_piece_has_left_only_where_the_board_is_sure_and_senses_nothing():
    """In doubt nobody is told to wait."""
    assert has_left(sensing("c4", "e1"), "c2")
    assert not has_left(sensing("c2", "c4", "e1"), "c2")
    assert not has_left(sensing("c4", "e1", confidence=Confidence()), "c2")
    assert not has_left(Tracker(), "c2")


def test_the_log_says_after_a_minute_why_nothing_follows_from_pieces():
    """It counts cells and names none; as long as it is short, or nothing is pending, it says nothing."""
    assert why_nothing_follows(sensing("c4", pending_s=40.1)) == ""
    assert why_nothing_follows(sensing("c4")) == ""
    assert why_nothing_follows(Tracker(pending_s=0.0)) == ""
    said = why_nothing_follows(sensing("c4", pending_s=40.0, disbelieved=frozenset({"c4"})))
    assert said.startswith("pieces move on the board and nothing follows: ")
    assert said.endswith("0 left out, 0 not read, 0 changing too often, 1 contradicted by button")


@pytest.mark.parametrize(
    ("left", "confidence", "is_asked"), [(True, SURE, True), (True, Confidence(), False), (False, SURE, False)]
)
def test_while_a_pawn_is_in_the_air_its_ok_waits_if_the_board_is_sure(left, confidence, is_asked):
    """Its player is asked to put it down; in doubt, or before it has left its cell, the button counts."""
    homes = {0: 13, 1: 15}
    places = {0: Place(HAND, 13) if left else Place(13), 1: Place(15)}
    seen = sensing("c4", "e1", confidence=confidence, placements=Placements(homes, 0, places))
    follower = MaledictionFollower(replace(seen, inference=Waiting(may_move=True)))
    stack = (home(), PAGE)
    _, after, said = follower.after_press(PressMade(Press("ok"), stack, stack, "hunters", plays=False), SAY)
    assert (after is None, said is not None) == (is_asked, is_asked)


SOON, NEVER = Waiting(until_s=200.0), Waiting()
SENSED = MummyPage(home(), ("d1",), sensed=("d1",), is_sensed=True)


@pytest.mark.parametrize(
    ("page", "occupied", "inference", "is_early"),
    [
        (SENSED, ("d1",), SOON, True),
        (SENSED, ("d1",), NEVER, False),
        (replace(SENSED, is_sensed=False), ("d1",), SOON, False),
        (Secret(HandOverPage("c3"), home()), ("c4", "e1"), SOON, True),
        (Secret(HandOverPage("c3"), home()), ("c3", "c4", "e1"), SOON, False),
        (Secret(HandOverPage("c3"), home()), ("c4", "e1"), NEVER, False),
        (Curtain(Secret(HandOverPage("c3"), home()), home()), ("c4", "e1"), SOON, False),
        (home(), ("c4", "e1"), SOON, False),
    ],
)
def test_an_ok_waits_while_the_piece_that_it_would_book_moves(page, occupied, inference, is_early):
    """Not longer, and not on pages about something else."""
    follower = MaledictionFollower(sensing(*occupied, inference=inference))
    _, after, _ = follower.after_press(PressMade(Press("ok"), (page,), (page,), "table", plays=False), SAY)
    assert (after is None) == is_early


@pytest.mark.parametrize(
    ("page", "new_until_s", "is_early"),
    [
        (AskPage(CAUGHT, MUMMY_PAGE), 101.0, True),
        (AskPage(CAUGHT, MUMMY_PAGE), None, False),
        (AskPage(CAUGHT, MUMMY_PAGE, pending=Pending(cursor=1)), 101.0, False),
        (MUMMY_PAGE, 101.0, False),
    ],
)
def test_a_press_that_was_meant_for_the_page_before_answers_no_question(page, new_until_s, is_early):
    """Once the cursor was moved, the question has been read."""
    follower = MaledictionFollower(sensing("c2", "c4", "e1", inference=CAUGHT), new_until_s=new_until_s)
    stack = (MUMMY_PAGE, page)
    _, after, _ = follower.after_press(PressMade(Press("ok"), stack, stack, "table", plays=False), SAY)
    assert (after is None) == is_early


def test_the_board_asks_only_where_it_does_not_know_and_each_question_once():
    """Nor while something else lies there, or the answer is entered by button."""
    at = table(game(GRID, 3, **prowling()))
    asking = MaledictionFollower(sensing("c2", "c4", inference=CAUGHT))
    asked, stack = asking.ask((MUMMY_PAGE,), at)
    assert stack == (MUMMY_PAGE, AskPage(CAUGHT, MUMMY_PAGE))
    assert asked.ask((MUMMY_PAGE,), at)[1] == (MUMMY_PAGE,)
    assert asking.ask((MUMMY_PAGE, game_menu()), at)[1] == (MUMMY_PAGE, game_menu())
    assert replace(asking, is_by_button=True).ask((MUMMY_PAGE,), at)[1] == (MUMMY_PAGE,)
    assert asking.ask((PAGE,), at)[1] == (PAGE,)
    for knows in (SOON, NEVER):
        assert MaledictionFollower(sensing("c2", "c4", inference=knows)).ask((MUMMY_PAGE,), at)[1] == (MUMMY_PAGE,)


def test_a_moment_in_which_nothing_changes_is_no_news():
    """Else everything would be drawn and said again with each reading of the board."""
    follower, news = MaledictionFollower(sensing("c2", "c4", "e1")), None
    for now_s in (100.1, 100.2, 100.2):
        before = follower
        follower, news = follower.tick(now_s, before, SAY, "table")
    assert (follower is before, news) == (True, NO_NEWS)


@pytest.mark.parametrize(
    ("inference", "played"),
    [
        (Matched(Move("Mo", path=("d1", "d2", "e2"))), Move("Mo", path=("e2",))),
        (Matched(Move("Mo", path=("d1", "d2"))), None),
        (Waiting(), None),
        (Reminder(words("turquoise pawn: c4")), None),
    ],
)
def test_the_box_s_mummy_goes_as_the_box_decided_however_people_slide_it(inference, played):
    """It only matters where it ends; what else lies on the board plays nothing."""
    boxed = begin(MUMMY_BOX)
    stack = (MummyPage(home(), given=("e2",)),)
    _, concluded = MaledictionFollower(sensing("e1")).conclude(inference, stack, boxed)
    assert (concluded.stack, concluded.action) == (stack, played)
