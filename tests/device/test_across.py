"""A turn is shown as it is read from across the table, while nobody touches the device."""

from itertools import product
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from box_table import BOX_GAMES, People, begin_box_game
from msgspec.structs import replace
from random_play import random_record
from sample_views import RACE, SAMPLES, SIZES

from display.draw import layout
from display.draw.marks import Drawing, Label, Picture, Token, TouchArea
from display.draw.scoreboard import acting_svg
from display.draw.text import fit
from display.theme import GREAT_MM, pixels_per_mm, sizes_for, usual_inches
from display.view import Actor, Button, Hint, Notice, PyramidPlan, Scoreboard, as_text, scoreboard_of
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.idle import IdleState
from firmware_py.games.registry import BOXES
from firmware_py.games.seats import box_of
from firmware_py.games.session import Session, is_by_box
from firmware_py.pages.box_seat import ThinkingPage
from firmware_py.pages.page import LongPress, Press

AFTER_S = Config().screen.across_after_s
HOLD_S = Config().buttons.hold_s


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["race", "race_full", "map_targets", "map_full", "curtain"])
def test_who_acts_and_the_scores_are_read_across_the_table(name: str, size: tuple[int, int]) -> None:
    """Every letter and digit has capitals of 4.7 mm; the name is whole; every token, and the mummy, has its score."""
    page = replace(SAMPLES[name], notice=None, hold=None)
    view = scoreboard_of(replace(page, body=replace(page.body, cursor="", path=None) if "map" in name else page.body))
    assert view is not None
    assert view.actor is not None
    assert isinstance(view.body, Scoreboard)
    foot = size[1] - sizes_for(*size).footer
    marks = [mark for mark in layout(view, *size) if mark.box.y < foot]
    labels = [mark for mark in marks if isinstance(mark, Label)]
    per_mm = pixels_per_mm(*size, usual_inches(*size))
    assert all(fit(label).whole and label.type.capitals / per_mm >= GREAT_MM for label in labels)
    counted = (str(count) for seat in view.body.seats for _, count in seat.things)
    scores = tuple(seat.score for seat in view.body.seats if seat.score)
    assert {view.actor.name, *scores, *counted} <= {label.text for label in labels}
    counted_turns = view.body.alarm.colour if view.body.alarm else None
    tokens = [mark for mark in marks if isinstance(mark, Token)]
    assert len(tokens) == sum(bool(seat.colour) for seat in view.body.seats) + bool(counted_turns)
    pictures = [mark.name for mark in marks if isinstance(mark, Picture)]
    assert {seat.icon for seat in view.body.seats if not seat.colour} <= set(pictures)
    digits = max((label.type.capitals for label in labels if label.text in scores), default=0)
    assert all(min(token.box.w, token.box.h) >= digits for token in tokens)
    faces = [mark.box for mark in marks if isinstance(mark, Drawing) and acting_svg(view.actor.colour) in mark.svg]
    assert len(faces) == 1
    assert faces[0].h >= size[1] / 4
    assert not any(isinstance(mark, TouchArea) for mark in marks)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_countdown_has_its_picture(size: tuple[int, int]) -> None:
    """What threatens, a number larger than great, and the token of the player whose turns are counted."""
    fallen = SAMPLES["map_targets"]
    view = scoreboard_of(replace(fallen, body=replace(fallen.body, cursor="")))
    alarm = view.body.alarm
    marks = list(layout(view, *size))
    assert alarm.icon in {mark.name for mark in marks if isinstance(mark, Picture)}
    assert alarm.colour in {mark.colour for mark in marks if isinstance(mark, Token)}
    sizes = {mark.text: mark.type.capitals for mark in marks if isinstance(mark, Label)}
    assert sizes[str(alarm.count)] > sizes_for(*size).great.capitals


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["Wilhelmine W", "Bartholomäus", "Maximilienne", "Jean-Philippe", "Bo"])
def test_a_name_of_usual_letters_is_half_as_large_again(name: str, size: tuple[int, int]) -> None:
    """Condensed or in two lines, if it must be; no word of it is broken."""
    for page in (RACE, SAMPLES["curtain"]):
        view = scoreboard_of(replace(page, actor=Actor(name, "blue")))
        label = next(mark for mark in layout(view, *size) if isinstance(mark, Label) and mark.text == name)
        assert label.type.capitals >= sizes_for(*size).great.times(1.5).capitals, label
        assert fit(label).unbroken


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_lies_before_players_stands_in_one_row_or_one_column(size: tuple[int, int]) -> None:
    """Lanterns, photos and treasures of two players have room side by side, those of four none."""
    turn = replace(SAMPLES["map_targets"], body=replace(SAMPLES["map_targets"].body, cursor=""))
    for seats in (turn.body.seats, turn.body.seats[:2]):
        marks = list(layout(scoreboard_of(replace(turn, body=replace(turn.body, seats=seats))), *size))
        lanterns = [mark.box for mark in marks if isinstance(mark, Picture) and mark.name == "lantern"]
        chests = [mark.box for mark in marks if isinstance(mark, Picture) and mark.name == "chest"]
        for lantern, chest in zip(lanterns, chests, strict=True):
            assert lantern.x == chest.x or lantern.y == chest.y


def test_the_mummy_has_its_score_too() -> None:
    """How many ankhs it has of how many that win: all see how near the end is."""
    count, target = SAMPLES["curtain"].body.tokens
    mummy = scoreboard_of(SAMPLES["curtain"]).body.seats[-1]
    assert (mummy.icon, mummy.score, mummy.colour) == ("mummy", f"{count}/{target}", None)


def test_the_locked_dice_are_seen() -> None:
    """As the tray."""
    assert scoreboard_of(SAMPLES["curtain"]).body.tray == SAMPLES["curtain"].body.tray


@pytest.mark.parametrize("name", [name for name, view in SAMPLES.items() if view.audience != "table"])
def test_no_page_with_secrets_is_shown_to_everybody(name: str) -> None:
    """A page for one side stays as it is, however long nobody presses."""
    assert scoreboard_of(SAMPLES[name]) is None


def test_what_is_read_entered_or_wrong_stays() -> None:
    """Cards that are being told, an announcement, a list, and a notice that needs attention."""
    for name in ("cards", "announced", "long_list", "ranking"):
        assert scoreboard_of(SAMPLES[name]) is None
    assert scoreboard_of(replace(RACE, notice=Notice(("Non.",), "error"))) is None
    assert scoreboard_of(replace(RACE, notice=Notice(("Bo explore.",), "news"))) is not None


def test_rest_comes_in_two_steps() -> None:
    """First the page is for everybody, much later the screen is dimmed; the same value as long as nothing changes."""
    screen = Config().screen
    rest = IdleState(10.0)
    assert rest.at(10 + AFTER_S - 0.01, screen) is rest
    assert rest.deadline_s(screen) == 10 + AFTER_S
    across = rest.at(10 + AFTER_S, screen)
    assert (across.shows_scoreboard, across.is_dimmed) == (True, False)
    assert across.deadline_s(screen) == 10 + screen.dim_after_s
    assert across.at(10 + screen.dim_after_s, screen).deadline_s(screen) is None


def at_game(game: str, controls: str, folder: Path, seed: int) -> SimulatedDevice:
    """A device on which a game goes on that has run for a while."""
    usual = Config()
    box = SimulatedDevice(replace(usual, buttons=replace(usual.buttons, layout=controls)), folder)
    box.load(random_record(game, Random(seed), most=12))
    return box


@pytest.mark.parametrize(
    ("controls", "buttons"),
    [("six", get_args(Button)), ("four", ("up", "down", "ok", "back")), ("encoder", ("ok", "back"))],
    ids=["six", "four", "encoder"],
)
@pytest.mark.parametrize("game", BOXES)
def test_a_press_does_for_everybody_to_see_what_it_does_on_its_page(
    game: str, controls: str, buttons: tuple[Button, ...], tmp_path: Path
) -> None:
    """Each button, pressed and held: the way to undo is never swallowed, and no act needs a second press."""
    found, seed = 0, 3 if game == "malediction" else 2
    for button, held_s in product(buttons, (0.1, HOLD_S + 0.3)):
        after = []
        for shows_scoreboard in (False, True):
            folder = tmp_path / f"{seed} {button} {held_s} {shows_scoreboard}"
            with at_game(game, controls, folder, seed) as box:
                box.wait(AFTER_S + 1)
                if not isinstance(box.app.shown.body, Scoreboard):
                    continue
                found += 1
                if not shows_scoreboard:
                    box.app.touch("", box.now_s)
                box.pins.press(button)
                box.wait(held_s)
                box.pins.release(button)
                box.wait(1.5)
                after.append((as_text(box.app.view), box.app.table.playing.ply))
        assert len(set(after)) <= 1, (seed, button, held_s)
    assert found


def test_a_dimmed_screen_is_only_woken(tmp_path: Path) -> None:
    """What was meant minutes ago is forgotten."""
    with at_game("maudite_momie", "six", tmp_path, 0) as box:
        steps = box.app.table.playing.ply
        box.wait(Config().screen.dim_after_s + 1)
        box.pins.press("left")
        box.wait(0.1)
        box.pins.release("left")
        box.wait(0.1)
        assert box.app.table.playing.ply == steps


def test_it_comes_later_while_somebody_chooses(tmp_path: Path) -> None:
    """Whoever has moved the cursor reads and thinks."""
    with at_game("or_du_pharaon", "six", tmp_path, 0) as box:
        while not isinstance(box.app.view.body, PyramidPlan):
            box.press("ok")
        box.press("down")
        box.wait(AFTER_S + 1)
        assert not isinstance(box.app.shown.body, Scoreboard)
        box.wait(2 * AFTER_S)
        assert isinstance(box.app.shown.body, Scoreboard)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_notice_leaves_the_sign_of_undo(size: tuple[int, int]) -> None:
    """Whoever has pressed the wrong button looks for it then."""
    view = replace(RACE, notice=Notice(("Bo explores.",), "news"), hints=(Hint("back", "undo", held=True),))
    assert "hold:back" in {mark.target for mark in layout(view, *size) if isinstance(mark, TouchArea)}


@pytest.mark.parametrize("target", ["0", "choice"])
def test_a_touch_of_what_is_not_seen_only_brings_the_page_back(target: str, tmp_path: Path) -> None:
    """Wherever a finger touches the screen; the next one chooses."""
    with SimulatedDevice(Config(), tmp_path) as box:
        while not (box.app.table.session and box.app.view.actor):
            box.press("ok")
        page, steps = box.app.view, box.app.table.playing.ply
        box.wait(AFTER_S + 0.1)
        assert isinstance(box.app.shown.body, Scoreboard)
        box.app.touch(target, box.now_s)
        box.wait(0.1)
        assert box.app.shown == page
        assert box.app.table.playing.ply == steps


@pytest.mark.parametrize("kind", BOX_GAMES)
def test_what_people_do_for_the_box_is_never_put_away(kind: str, tmp_path: Path) -> None:
    """However long nobody presses: `ok` says that it is done, so whoever presses it must have read it."""
    with SimulatedDevice(Config(), tmp_path) as box:
        begin_box_game(box, kind)
        people, shown = People(box), {}

        def is_shown(session: Session) -> bool:
            page, acting = box.app.stack[-1], session.game.rules.to_act(session.state)
            if isinstance(page, ThinkingPage) or type(page) in shown:
                return False
            if any(box_of(session.state, player) for player in acting):
                shown[type(page)] = box.app.view.prompt
                box.wait(AFTER_S + 1)
                assert box.app.shown.prompt == shown[type(page)], page
            return False

        people.play_on(40, until=is_shown)
        assert shown


def test_what_was_undone_waits_until_somebody_says_how_it_goes_on(tmp_path: Path) -> None:
    """To play it again or to have it decided again: both lines stay on the page."""
    with SimulatedDevice(Config(), tmp_path) as box:
        begin_box_game(box, "pharaon")
        People(box).play_on(until=lambda session: session.steps and is_by_box(session, session.ply - 1))
        box.app.press(LongPress("back"), box.now_s)
        box.wait(0.5)
        box.app.press(Press("ok"), box.now_s)  # the pieces of the box are put back
        box.wait(0.5)
        asked = box.app.view.prompt
        box.wait(AFTER_S + 1)
        assert box.app.shown.prompt == asked
        assert [item.icons for item in box.app.shown.body.choices.items] == [("redo",), ("resume",)]
