"""Where what a person reads or hears changes: at the very moment or value that is written down, and not before it."""

import random
from dataclasses import dataclass
from itertools import islice

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from shots import Shot

from display.view import (
    COLOURS,
    DrawnPath,
    Item,
    MazePlan,
    Menu,
    PlayerHistory,
    PyramidPlan,
    ScoreHistory,
    Tile,
    View,
)
from firmware_py.config.settings import UNKNOWN
from firmware_py.games.session import begin, play
from firmware_py.pages.as_html import PageWriter
from firmware_py.pages.board_care import wiring
from firmware_py.pages.board_care.calibration_page import FEWEST_FRAMES, Calibrating, begin_empty
from firmware_py.pages.board_care.calibration_page import feed as calibrate
from firmware_py.pages.board_care.cell_test import CellTestPage
from firmware_py.pages.interface import BoardHealth, PageContext
from firmware_py.pages.malediction.map_editor.teaching import Arrival, Sliding, feed
from firmware_py.pages.moved_pieces import moved_page
from firmware_py.pages.page import Press
from firmware_py.pages.registry import PAGES
from firmware_py.pages.saved_games import MOST_REPLAYED, unfinished_line
from firmware_py.pages.spoken import learnt, utterance
from firmware_py.pages.start_page import StartPage
from firmware_py.sensing import (
    MOST_NOISE_MT,
    SENSOR_S,
    SETTLE_S,
    SLIDE_S,
    BoardProfile,
    Calibration,
    Measured,
    begin_cells,
)
from firmware_py.storage.changes import NEVER, StoredGame
from firmware_py.words import plain, speak
from hardware.boards.frames import PartHealth

SAY = speak("en")


@dataclass(frozen=True)
class Look:
    """A look at the inputs of switches, as the driver would give it."""

    closed: frozenset[str]
    at_s: float
    chips: frozenset[int] = frozenset({0x20})


@pytest.mark.parametrize(("lasts_s", "trouble"), [(wiring.STEADY_S, "several"), (wiring.STEADY_S - 0.01, None)])
def test_two_inputs_are_told_once_they_are_steady(lasts_s, trouble):
    """A slip on the way to a cell is no answer."""
    begun = replace(wiring.begin(2, (UNKNOWN,) * 4), has_begun=True, chips=frozenset({0x20}))
    assert replace(begun, closed=frozenset({"20A0", "20A1"}), now_s=lasts_s).trouble == trouble


@pytest.mark.parametrize(("lasts_s", "learnt_cells"), [(wiring.STEADY_S, 1), (wiring.STEADY_S - 0.01, 0)])
def test_an_input_is_learnt_once_it_is_steady(lasts_s, learnt_cells):
    """By the time since it was closed."""
    begun = replace(wiring.begin(2, (UNKNOWN,) * 4), has_begun=True, chips=frozenset({0x20}))
    closed = frozenset({"20A0"})
    assert wiring.feed(replace(begun, closed=closed), Look(closed, lasts_s)).learnt == learnt_cells


def test_only_cells_that_tremble_by_more_than_is_good_are_marked():
    """The most that is good is good."""
    board = BoardProfile("sensors", 1, 3, tells_mummy=True)
    page = CellTestPage(
        board, "noise", measured=Measured(50.0, (MOST_NOISE_MT - 0.1, MOST_NOISE_MT, MOST_NOISE_MT + 0.1))
    )
    body = page.view(PageContext(SAY, board=board)).body
    assert isinstance(body, MazePlan)
    assert body.wrong == (2,)


@pytest.mark.parametrize(("lasts_s", "crowd"), [(SENSOR_S, (0, 1)), (SENSOR_S - 0.01, ())])
def test_several_pieces_on_a_map_that_is_taught_are_told_after_a_second(lasts_s, crowd):
    """A piece between two cells closes both of them on its way."""
    cells = begin_cells(Shot((1.0, 1.0, 0.0), 100.0 + lasts_s, reading="level"), Calibration())
    assert Sliding(Calibration(), cells, crowded_s=100.0).crowd == crowd


def taught(sliding, *shots):
    """Where the piece has come to, and how, after these frames of a board."""
    found = []
    for shot in shots:
        sliding, arrival = feed(sliding, shot)
        found += [arrival] if arrival else []
    return found


@pytest.mark.parametrize(("gap_s", "how"), [(SLIDE_S - 0.01, "slid"), (SLIDE_S, "rushed")])
def test_beside_cells_left_out_a_piece_that_was_long_away_may_have_gone_round(gap_s, how):
    """Then nobody knows that there is a corridor, and the map is not changed."""
    blind = Calibration(masked=frozenset({3, 4}))
    there = begin_cells(Shot((1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 100.0, reading="level"), blind)
    sliding = Sliding(blind, there, 0, gap_s=gap_s)
    beside = [Shot((0.0, 1.0, 0.0, 0.0, 0.0, 0.0), 100.0 + at / 100, reading="level") for at in range(1, 15)]
    assert taught(sliding, *beside) == [Arrival(how, 0, 1)]


def mummy_on(cell, at_s, part=1.0):
    """A frame of three cells in a row with the mummy on one of them, its ring beside it, or in the air."""
    return Shot(tuple(part * (60.0 if at == cell else -8.0 if abs(at - cell) == 1 else 0.0) for at in range(3)), at_s)


@pytest.mark.parametrize(("in_the_air_s", "how"), [(0.0, "slid"), (0.2, "lifted")])
def test_a_mummy_in_the_air_over_its_cell_is_lifted(in_the_air_s, how):
    """Its field grows weak at the middle and at the rim together: no slide, and no corridor."""
    steps = round(100 * in_the_air_s)
    frames = [mummy_on(0, at / 100) for at in range(60)]
    frames += [mummy_on(0, (60 + at) / 100, 0.04) for at in range(steps)]
    frames += [mummy_on(1, (60 + steps + at) / 100) for at in range(60)]
    assert [one for one in taught(Sliding(Calibration()), *frames) if one.before != one.cell] == [Arrival(how, 0, 1)]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ({"up": "one", "down": "three"}, "down: three."),
        ({"up": "one"}, "down: not now."),
        ({"up": "one", "left": "four"}, "left: four. down: not now."),
    ],
)
def test_of_keys_only_what_has_changed_is_said(after, said):
    """Whoever hears the same question again hears which key does something else, and which one nothing."""

    def asked(keys):
        return View("Title", "Which?", Menu(tuple(Item(label, key=key) for key, label in keys.items()), -1))

    before = asked({"up": "one", "down": "two"})
    assert utterance(before, asked(after), SAY, learnt({}, before, SAY)) == said


@pytest.mark.parametrize(("gap_s", "is_lifted"), [(SETTLE_S, False), (SETTLE_S + 0.01, True)])
def test_a_piece_that_is_sensed_nowhere_for_long_is_lifted(gap_s, is_lifted):
    """Shorter, it may be between two cells."""
    assert Sliding(Calibration(), gap_s=gap_s).is_lifted == is_lifted


@pytest.mark.parametrize(("frames", "step"), [(FEWEST_FRAMES, "hunter"), (FEWEST_FRAMES - 1, "empty")])
def test_an_empty_board_is_known_after_some_readings_however_slow_it_is(frames, step):
    """A slow link gives fewer readings in the time."""
    board = BoardProfile("switches", 1, 3, tells_mummy=False)
    learning = begin_empty(Calibrating(board))
    for at in range(frames):
        learning = calibrate(learning, Shot((0.0,) * 3, at * 1.0, reading="level"))
    assert learning.step == step


@pytest.mark.parametrize(("lines", "is_shown"), [(MOST_REPLAYED, True), (MOST_REPLAYED + 1, False)])
def test_the_standings_of_a_game_are_told_up_to_a_thousand_actions(lines, is_shown):
    """The first page must not wait until a very long one is played again; this one is damaged from its beginning."""
    header = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'
    many = ("",) * lines
    stored = StoredGame(
        *(1, header, ("red", "blue"), many, many, (NEVER,) * lines, lines, None, False, 0, None, NEVER, NEVER),
        uptimes_ms=(0,) * lines,
    )
    line = unfinished_line(stored)
    assert line is not None
    assert bool(line.story) == is_shown


@pytest.mark.parametrize("game", SAMPLERS)
def test_a_piece_to_be_moved_is_marked_once_its_line_is_pointed_at(game):
    """The cursor is drawn on the line that it is on."""
    sessions = [begin(SAMPLERS[game].header(random.Random(5)))]
    for _, action, _ in islice(random_game(game, 5), 40):
        sessions.append(play(sessions[-1], action))
    table = PageContext(SAY, session=sessions[40], colours=COLOURS[: len(sessions[0].header.players)])
    page = moved_page(sessions[10], sessions[40])
    for line in range(3):
        assert page.view(table).body.choices.cursor == page.arrange(table).cursor == line
        page = page.press(Press("down"), table)


def test_on_the_screen_of_a_phone_a_way_goes_from_card_to_card_beside_it():
    """Two cards of one step that lie apart are not joined."""
    tiles = tuple(Tile(name, *at, "open") for name, at in {"a": (0, 0), "b": (1, 0), "c": (0, 1), "d": (2, 2)}.items())
    plan = PyramidPlan(tiles, path=DrawnPath((("a",), ("b", "c", "d")), "mummy", 2))
    written = "".join(PageWriter(SAY, ()).body(plan))
    assert '<path class="walk" d="M30 30L90 30M30 30L30 90"/>' in written


def test_on_the_screen_of_a_phone_one_point_fills_a_lane_that_ends_at_one():
    """A bar is as long as its part of the best score."""
    player = PlayerHistory("Ada", "red", 1, 1, (0, 1), (1,))
    written = PageWriter(SAY, ()).score_row(player, ScoreHistory((player,), shows="parts", kinds=("treasures",)))
    assert 'x="0" width="100"' in written


def test_the_cursor_goes_over_every_line_of_chips_and_link():
    """However many there are; the other pages of the cell test have one answer."""
    board = BoardProfile("sensors", 1, 3, tells_mummy=True)
    parts = tuple(PartHealth(f"interrupt {pin}", None, ()) for pin in (17, 27, 22))
    table = PageContext(SAY, board=board, board_health=BoardHealth(parts, 0))
    for tab, lines in (("readings", 1), ("noise", 1), ("health", 4)):
        page = CellTestPage(board, tab)
        assert len(page.arrange(table).now.spots) == lines
    assert len(page.view(table).body.items) == 4


@pytest.mark.parametrize("game", ["maudite_momie", "or_du_pharaon"])
def test_help_before_a_game_is_about_that_game(game):
    """Not about another one whose pages are asked as well."""
    first = SAMPLERS[game].header(random.Random(1))
    other = SAMPLERS["or_du_pharaon" if game == "maudite_momie" else "maudite_momie"].header(random.Random(1))
    explained, table = PAGES[game].explained, PageContext(SAY)
    for header, named in ((first, "before the game"), (other, "")):
        page = StartPage(plain("x"), lambda _: plain("x"), header, COLOURS[:2], (), explained.texts)
        assert explained.situation(page, table) == named
