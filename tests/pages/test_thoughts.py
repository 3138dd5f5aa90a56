"""Why the box did it, shown afterwards, and what it would do in somebody's place: no more than that seat knows."""

import random

import pytest
from box_games import HEADERS, box_game, left_early
from hidden_elsewhere import hidden_otherwise
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from sampling import many

from display.view import MazePlan, Menu, PyramidPlan, as_text
from firmware_py.bots.seat import decide, explain, seen_of
from firmware_py.config.settings import Settings
from firmware_py.games.maudite_momie.state import Explore, Secure
from firmware_py.games.seats import LEVELS, VERSION, BoxSeat, Seat
from firmware_py.games.session import Session, begin, play
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import Advise, PageContext
from firmware_py.pages.malediction.curtain import Curtain, Secret
from firmware_py.pages.malediction.dialogue import end_page
from firmware_py.pages.page import LongPress, Press, Push, press
from firmware_py.pages.registry import PAGES
from firmware_py.pages.result import ReplayPage
from firmware_py.pages.thoughts import CoachPage, advise, coach_choice, is_explained, thought_behind
from firmware_py.words import LANGUAGES, speak

every_game = pytest.mark.parametrize("game", HEADERS)


def table_of(session: Session, coach: int = 0, language: str = "en") -> PageContext:
    colours = ("red", "blue", "green", "yellow", "white", "purple")[: len(session.header.players)]
    return PageContext(speak(language), language, session, colours, settings=Settings(coach=coach))


@every_game
def test_afterwards_a_sentence_and_a_picture_say_why(game: str) -> None:
    """Of what the box has decided; places are warm up to 1, or else actions are listed with their worth."""
    session, shown = left_early(game), 0
    for ply in random.Random(1).sample(range(45), 20):
        thought = thought_behind(session, ply)
        if thought is None:
            continue
        shown += 1
        for language in LANGUAGES:
            assert "{" not in speak(language)(thought.why)
        shares = [share for _, share in thought.heat]
        assert all(0 <= share <= 1 for share in shares)
        assert bool(shares) != bool(thought.choices)
        assert not shares or max(shares) == 1
        pages = PAGES[game]
        view = ReplayPage(pages.secrets.picture if pages.secrets else pages.picture, ply=ply + 1).view(
            table_of(session)
        )
        assert speak("en")(thought.why) in (view.body if isinstance(view.body, Menu) else view.body.choices).text
        match view.body:
            case MazePlan(heat=heat):
                assert len(heat) == len(shares)
            case PyramidPlan(tiles=tiles):
                assert sum(tile.heat > 0 for tile in tiles) == len(shares)
            case Menu(items=items):
                assert len(items) == len(thought.choices)
    assert shown > 5


def test_the_last_page_leafs_through_what_the_box_has_decided() -> None:
    """And through nothing else."""
    session = left_early("malediction")
    table = table_of(session)
    (page,) = (
        choice.reply.page
        for choice in end_page(table).choices
        if isinstance(choice.reply, Push) and getattr(choice.reply.page, "plies", ())
    )
    assert all(is_explained(session, ply - 1) for ply in page.plies)
    (after,), _ = press((page,), Press("ok"), table)
    assert after.ply == page.plies[1]
    (back,), _ = press((page,), Press("left"), table)
    assert back.ply == page.plies[-1]


@every_game
def test_nothing_is_told_while_the_game_goes_on(game: str) -> None:
    """It would hand the box's mind to the others."""
    session = left_early(game)
    going_on = replace(session, steps=session.steps[:-1])
    assert thought_behind(session, 10) or thought_behind(session, 11) or thought_behind(session, 12)
    assert not any(thought_behind(going_on, ply) for ply in range(going_on.ply))


def test_what_it_believed_is_found_again_without_the_seed() -> None:
    """As of a record from elsewhere: the mummy's belief needs none, and the cards of its hunters are not shown."""
    session = left_early("malediction")
    elsewhere = replace(session, chance="")
    shown = dict.fromkeys((True, False), 0)
    for ply, step in enumerate(session.steps[:45]):
        by_mummy = step.action.by == "Mo"
        assert thought_behind(elsewhere, ply) == (thought_behind(session, ply) if by_mummy else None)
        shown[by_mummy] += thought_behind(session, ply) is not None
    assert all(shown.values())


def test_pairs_of_games_that_differ_in_secrets_only_get_the_same_thought() -> None:
    """Wherever the pawns stand: in the mummy's place nothing else is believed, advised or drawn."""
    chance, pairs = random.Random(2), 0
    for state, _, _, heard in box_game("malediction", 5):
        if state.phase not in ("interrupt", "mummy_move"):
            continue
        other = hidden_otherwise(state, chance)
        one, twin = (seen_of("malediction", "Mo", each, heard) for each in (state, other))
        wish = decide(one, 5, "7")
        assert explain(one, wish, "7") == explain(twin, wish, "7") is not None
        pairs += other != state
    assert pairs > 5


# --- a coach ---------------------------------------------------------------------------------------------------------


def in_play(game: str, seed: int, share: float = 0.1):
    """Yield sessions of a random game, where somebody is to decide."""
    session = begin(SAMPLERS[game].header(random.Random(seed)))
    chance = random.Random(seed)
    for _, action, _ in random_game(game, seed):
        if session.game.is_decided(session.state) and chance.random() < share:
            yield session
        session = play(session, action)


def advised(session: Session, table: PageContext) -> CoachPage:
    """The coach's page once the box has thought about what it asks."""
    (player,) = session.game.rules.to_act(session.state)[:1]
    page = CoachPage(player)
    question = page.asks(table)
    page = page.take_answer(advise(session, question.level), table)
    assert page.asks(table) is None
    return page


@every_game
def test_a_coach_says_what_the_box_would_do_in_any_position(game: str) -> None:
    """In words, with a picture, and the game stays as it is."""
    asked = 0
    for session in in_play(game, 4):
        table = table_of(session, coach=1 + asked % len(LEVELS))
        view = advised(session, table).view(table)
        assert view.title == "What would the box do?"
        assert view.prompt[:1].isupper()
        assert "{" not in view.prompt
        asked += 1
        if asked == many(8, whole=40):
            break
    assert asked > 3


@every_game
def test_nobody_is_coached_who_did_not_ask(game: str) -> None:
    """It is off until somebody switches it on, and never speaks for a seat of the box."""
    (session, *_) = in_play(game, 4)
    assert coach_choice(table_of(session)) == ()
    assert coach_choice(table_of(session, coach=3))
    boxed = left_early(game)
    assert coach_choice(table_of(replace(boxed, steps=boxed.steps[:4]), coach=3)) == ()
    assert "What would the box do?" not in as_text(game_menu().view(table_of(session)))


def test_only_hunters_see_what_their_coach_says() -> None:
    """It names cells where their pawns stand or go: it lies behind the curtain, and does not even begin before."""
    hunters = next(one for one in in_play("malediction", 4) if one.state.phase == "choose")
    (choice,) = coach_choice(table_of(hunters, coach=5))
    page = choice.reply.page
    assert isinstance(page, Curtain)
    assert isinstance(page.behind, Secret)
    assert page.view(table_of(hunters, coach=5)).audience == "table"
    stack, _ = press((page,), LongPress("ok"), table_of(hunters, coach=5))
    assert stack[-1].view(table_of(hunters, coach=5)).audience == "hunters"
    assert not page.asks_box
    assert stack[-1].asks(table_of(hunters, coach=5)) == Advise(5)
    behind = stack[-1].take_answer(advise(hunters, 5), table_of(hunters, coach=5))
    assert isinstance(behind, Secret)
    assert behind.view(table_of(hunters, coach=5)).audience == "hunters"


def test_the_mummys_coach_sees_no_hunter() -> None:
    """Pairs of games that differ in secrets only show the same page."""
    chance, pairs = random.Random(3), 0
    for session in in_play("malediction", 4, share=1):
        state = session.state
        if state.phase not in ("mummy_move", "interrupt"):
            continue
        hidden = hidden_otherwise(state, chance)
        twin = replace(session, steps=(*session.steps[:-1], replace(session.steps[-1], state=hidden)))
        one, other = (advised(each, table_of(each, coach=5)) for each in (session, twin))
        assert one.view(table_of(session, coach=5)) == other.view(table_of(twin, coach=5))
        pairs += hidden != state
    assert pairs


def test_what_the_box_does_first_in_a_seat_is_explained_and_what_people_did_there_is_not() -> None:
    """It counts who had the seat when the action was played, also right after the seat changed hands."""
    session = begin(HEADERS["maudite_momie"])
    for wish in (Explore("Ada", "left"), Explore("Bo", "left"), Explore("Cy", "left")):
        session = play(session, wish)
    for wish in (Seat("Ada", BoxSeat("player", 3, VERSION)), Secure("Ada")):
        session = play(session, wish)
    for player in ("Bo", "Cy"):
        session = play(session, session.game.leave(player))
    assert session.is_over
    assert [is_explained(session, ply) for ply in range(session.ply)] == [False] * 4 + [True, False, False]
