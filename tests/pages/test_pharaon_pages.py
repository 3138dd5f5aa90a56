"""What the table sees of L'or du pharaon: the map, the looks ahead, the news, the countdown, and no closed total."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from icons_named import icons_named
from msgspec.structs import replace
from msgspec.structs import replace as changed
from pharaon_table import ALL_OPEN, BELOW_C6
from pharaon_table import table as laid
from simple_dig import SeededTable

from display.icons import icon_names
from display.motion import FALL_STEPS, between
from display.view import PyramidPlan, Ranking, as_text, scoreboard_of
from firmware_py.desk.self_play import or_du_pharaon
from firmware_py.games.or_du_pharaon.consequences import next_wave
from firmware_py.games.or_du_pharaon.events import Fell
from firmware_py.games.or_du_pharaon.legality import targets
from firmware_py.games.or_du_pharaon.state import (
    Collapse,
    EndTurn,
    Header,
    HouseRules,
    Photo,
    Setup,
    StartCard,
    State,
)
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, begin, play, undo
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import UNTOUCHED
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.card_page import TargetPage, card_page, next_place, target_page
from firmware_py.pages.or_du_pharaon.pictures import spots
from firmware_py.pages.or_du_pharaon.turn_page import EventsPage, PhotoPage
from firmware_py.pages.page import Page, Press, Touch
from firmware_py.words import speak

COLOURS = ("red", "blue", "green", "yellow")
FORKED = {"c4": "EW", "b4": "ES", "b5": "NES", "d4": "SW", "d5": "NSW", "c5": "NESW"}
"""From c4 two equally short ways lead to c5, and one from there to c6."""
FORKED_LAYERS = (("c4",), ("b4", "d4"), ("b5", "d5"), ("c5",), ("start",))


def table_of(state: State, **changes: Any) -> PageContext:
    header = Header(1, "or_du_pharaon", state.players, state.setup, state.rules)
    session = Session(GAMES["or_du_pharaon"], header, state)
    return PageContext(speak("en"), session=session, colours=COLOURS[: len(state.players)], **changes)


def page_of(table: PageContext) -> Page:
    return dialogue.page(table, None, game_menu())


def body_of(screen: Page, table: PageContext) -> PyramidPlan:
    body = screen.view(table).body
    assert isinstance(body, PyramidPlan)
    return body


def after(table: PageContext, *actions: Any) -> PageContext:
    """The table after these actions."""
    session = table.playing
    for action in actions:
        session = play(session, action)
    return replace(table, session=session)


def whole_game(seed: int = 2, start: StartCard = StartCard(at="c6")) -> Iterator[PageContext]:  # noqa: B008 - a frozen value
    """Yield the table after each action of a whole game."""
    players = or_du_pharaon.PLAYERS
    session = begin(Header(1, "or_du_pharaon", players, Setup(start)))
    seeded = SeededTable(players, seed)
    table = PageContext(speak("en"), session=session, colours=COLOURS[: len(players)])
    while not table.playing.is_over:
        table = after(table, seeded.next_action(table.playing.state))
        yield table


# --- the map ---------------------------------------------------------------------------------------------------------


def test_the_map_shows_all_that_lies_and_stands_on_a_card() -> None:
    """Openings, chamber, figures by kind and owner, what they carry, lanterns by owner, loose treasures with values."""
    state = laid(
        {"c5": "NS", "c4": "ES"},
        chambers=("c4",),
        fallen=("a1",),
        loose={"c4": (2, 3)},
        teams={"Ada": {"archaeologist": "c4", "carrying": "bust", "lanterns": ("c5",)}, "Bo": {"lanterns": ("c5",)}},
    )
    tiles = {tile.name: tile for tile in body_of(page_of(table_of(state)), table_of(state)).tiles}
    assert (tiles["c4"].ground, tiles["c4"].open, tiles["c4"].discs) == ("chamber", "ES", ("disc2", "disc3"))
    assert [(figure.kind, figure.colour, figure.burden) for figure in tiles["c4"].figures] == [
        ("archaeologist", "red", "bust")
    ]
    assert tiles["c5"].lanterns == ("red", "blue")
    assert [tiles[name].ground for name in ("a1", "b1", "start", "c5")] == ["gone", "hidden", "start", "path"]
    assert len(tiles["start"].figures) == 3


def test_a_start_card_beside_the_square_makes_the_map_larger() -> None:
    """All thirty-six cards are there, and the start card lies below its neighbour."""
    places = spots(BELOW_C6)
    assert len(places) == 37
    assert places["start"] == (places["c6"][0], places["c6"][1] + 1)
    above = spots(StartCard(beside="a1", side="N"))
    assert (above["start"], above["a1"]) == ((0, 0), (0, 1))


def test_the_cursor_walks_over_legal_targets_only_and_over_all_of_them() -> None:
    """Either pair of direction buttons goes round over exactly the cells that may be chosen, each with its cost."""
    state = laid(ALL_OPEN, teams={"Ada": {"lanterns": ("b4", "c4", "d4")}})
    table = table_of(state)
    reach = targets(state, "archaeologist")
    for button in ("down", "right", "up", "left"):
        page = target_page(state, "archaeologist")
        seen = set()
        for _ in reach:
            seen.add(page.cell(table))
            page = page.press(Press(button), table)
        assert seen == set(reach)
    marked = {tile.name: tile.badge for tile in body_of(page, table).tiles if tile.target}
    assert marked == {cell: str(cost) for cell, cost in reach.items()}


def test_any_choice_of_cells_is_walked_round() -> None:
    """However the targets lie, no button leaves one out."""
    chance = random.Random(1)
    places = spots(StartCard(at="c6"))
    for _ in range(50):
        cells = chance.sample(sorted(places), chance.randint(1, 20))
        for button in ("down", "right", "up", "left"):
            cursor, seen = cells[0], []
            for _ in cells:
                cursor = next_place(cells, places, cursor, button)
                seen.append(cursor)
            assert sorted(seen) == sorted(cells)


def test_leaving_the_chamber_with_the_bust_says_what_it_costs() -> None:
    """Before the step is taken the page says that the chamber falls and the turn ends (G40)."""
    state = laid(
        {"c5": "NS", "c4": "ES"},
        chambers=("c4",),
        teams={"Ada": {"archaeologist": "c4", "carrying": "bust"}},
        collapse=Collapse("countdown", 0, 2, "c4"),
    )
    shown = as_text(target_page(state, "archaeologist").view(table_of(state)))
    assert "The bust leaves its chamber: the chamber falls, and the turn ends at once." in shown


# --- a look ahead, and what happened ---------------------------------------------------------------------------------


def photo_table(openings: dict[str, str], **changes: Any) -> PageContext:
    return table_of(laid(openings, chambers=("c4",), phase="photo", photographed="c4", **changes))


def test_where_a_mummy_would_go_is_shown_before_the_photo_is_played() -> None:
    """With the cursor on the mummy, its paths light up and those who would flee are named; nothing has been played."""
    table = photo_table(FORKED, teams={"Bo": {"archaeologist": "d4"}})
    page = page_of(table)
    assert isinstance(page, PhotoPage)
    assert body_of(page, table).path is None
    on_mummy = page.with_cursor(2)
    body = body_of(on_mummy, table)
    assert body.choices.items[body.choices.cursor].icons == ("mummy",)
    assert body.path is not None
    assert (body.path.is_preview, body.path.layers) == (True, FORKED_LAYERS)
    assert on_mummy.view(table).prompt == "Would flee: Bo"


def test_equally_short_paths_are_lit_together() -> None:
    """A layer holds every card that is as many steps from the chamber on any shortest path (G32)."""
    table = photo_table(FORKED, teams={"Ada": {"porter": "b5"}, "Bo": {"archaeologist": "d4", "carrying": 2}})
    shown_text = after(table, Photo("Ada", (), mummy=True))
    page = page_of(shown_text)
    assert isinstance(page, EventsPage)
    body = body_of(page, shown_text)
    assert body.path is not None
    assert body.path.layers == FORKED_LAYERS
    lines = as_text(page.view(shown_text))
    assert page.view(shown_text).title == "Everybody moves pieces"
    assert "<porter> b5 → start card" in lines
    assert "<archaeologist> d4 → start card, leaves its treasure" in lines
    nobody = after(photo_table(FORKED), Photo("Ada", (), mummy=True))
    assert page_of(nobody).view(nobody).title == "Everybody"


def test_the_path_lights_up_step_by_step_and_figures_flee_at_its_end() -> None:
    """One picture a layer, over the figures as they stood; the last view is the one that stays."""
    table = photo_table(FORKED, teams={"Ada": {"porter": "b5"}})
    shown_text = after(table, Photo("Ada", (), mummy=True))
    before, last = page_of(table).view(table), page_of(shown_text).view(shown_text)
    frames = [frame.body for _, frame in between(before, last)]
    assert [frame.path.lit for frame in frames] == [1, 2, 3, 4, 5]
    assert {figure_cell(frame, "red", "porter") for frame in frames} == {"b5"}
    assert figure_cell(last.body, "red", "porter") == "start"
    assert between(last, last) == ()


def figure_cell(body: Any, colour: str, kind: str) -> str:
    """The name of the tile on which a figure stands."""
    return next(tile.name for tile in body.tiles if any((p.colour, p.kind) == (colour, kind) for p in tile.figures))


def test_no_path_is_said_plainly() -> None:
    """A walled-off chamber says so before the photo is played, and afterwards (G36)."""
    table = photo_table({"c4": "N", "c5": "NS"})
    page = page_of(table).with_cursor(2)
    assert page.view(table).prompt == "No way out: nothing would happen."
    shown_text = after(table, Photo("Ada", (), mummy=True))
    assert "No path leads from c4 to the start card: nothing happens." in as_text(page_of(shown_text).view(shown_text))


def test_a_chamber_being_laid_shows_the_way_out_of_it() -> None:
    """Orientation comes before the photo, so its consequence is seen while the card is turned (G08)."""
    state = laid({"c5": "NS"}, teams={"Ada": {"archaeologist": "c5"}})
    page = replace(card_page(state, "c4"), chamber=True)
    table = table_of(state)
    assert body_of(page, table).path is not None
    walled = replace(page, shape=4, turns=0)
    assert walled.open == "N"
    assert body_of(walled, table).path is None


def test_the_cursor_stays_on_a_treasure_as_long_as_there_may_be_another() -> None:
    """Then it is on the first of what is left."""
    table = photo_table(FORKED, setup={"treasures": 2})
    once = page_of(table).choose("3", table)
    twice = once.choose("3", table)
    for page, pointed_at in ((once, "3"), (twice, "bust")):
        assert [offer.value for offer in page.offers(table).offers][page.pending.cursor] == pointed_at


def test_what_was_told_of_a_photo_survives_a_cut() -> None:
    """The draft of a page gives the page back."""
    table = photo_table(FORKED)
    page = replace(page_of(table), treasures=(2, 3), curse=True)
    kept = dialogue.draft_of(page)
    assert dialogue.page(table, kept, game_menu()) == replace(page, pending=UNTOUCHED)
    assert dialogue.draft_of(page_of(table)) is None


def test_news_is_not_told_again_while_actions_are_taken_back() -> None:
    """After an undo the page of the turn is there at once."""
    table = after(photo_table(FORKED), Photo("Ada", (), mummy=True))
    table = after(table, EndTurn("Bo"))
    back = replace(table, session=undo(table.playing))
    assert not isinstance(page_of(back), EventsPage)


# --- the collapse ----------------------------------------------------------------------------------------------------


def test_the_countdown_says_whose_turns_count_and_how_many_are_left() -> None:
    """On every page of the map, for every player."""
    state = laid(FORKED, chambers=("c4",), collapse=Collapse("countdown", 1, 2, "c4"))
    table = table_of(state)
    for page in (page_of(table), target_page(laid(FORKED, collapse=state.collapse), "archaeologist")):
        alarm = body_of(page, table).alarm
        assert alarm is not None
        assert (alarm.count, alarm.colour, alarm.text) == (2, "blue", "of Bo's turns until the chamber falls")


@pytest.mark.parametrize("spread", ["orthogonal", "diagonal"])
def test_the_next_wave_is_marked_a_turn_ahead_and_then_falls(spread: Any) -> None:
    """What is marked now is exactly what falls at the end of the turn that counts, whatever the house rule."""
    state = laid(
        ALL_OPEN,
        house=HouseRules(collapse_spread=spread),
        fallen=("c3",),
        teams={"Bo": {"porter": "c4"}},
        collapse=Collapse("falling", 0, front=("c3",)),
    )
    table = table_of(state)
    doomed = {tile.name for tile in body_of(page_of(table), table).tiles if tile.doomed}
    assert doomed == set(next_wave(state))
    shown_text = after(table, EndTurn("Ada"))
    page = page_of(shown_text)
    body = body_of(page, shown_text)
    assert set(body.falling) == doomed
    assert "<porter> c4: lost, −1" in as_text(page.view(shown_text))
    frames = between(page_of(table).view(table), page.view(shown_text))
    assert len(frames) == FALL_STEPS
    assert [frame.body.sunk for _, frame in frames] == sorted(frame.body.sunk for _, frame in frames)


def test_ending_a_turn_says_what_falls() -> None:
    """The choice itself names the number of cards, before it is made."""
    state = laid(ALL_OPEN, fallen=("c3",), collapse=Collapse("falling", 0, front=("c3",)))
    assert "End the turn: 4 cards fall" in as_text(page_of(table_of(state)).view(table_of(state)))


# --- closed totals ---------------------------------------------------------------------------------------------------


def test_nobody_sees_closed_totals() -> None:
    """Two games that differ only in what delivered treasures are worth look the same on every page (G28)."""
    values: dict[Any, Any] = {2: 3, 3: 2, "bust": 2}
    for table in whole_game():
        state: State = table.playing.state
        if state.phase == "over":
            continue
        others = tuple(changed(team, treasures=tuple(values[disc] for disc in team.treasures)) for team in state.teams)
        step = table.playing.steps[-1]
        altered = replace(step, state=changed(state, teams=others))
        twin = replace(table, session=replace(table.playing, steps=(*table.playing.steps[:-1], altered)))
        page = page_of(table)
        assert page.view(table) == page.view(twin)
        assert dialogue.summary(state) == dialogue.summary(altered.state)


def test_a_table_that_wants_open_scores_sees_them() -> None:
    """Everybody's running total stands on the map, in everybody's colour; the lanterns left stay to be seen."""
    teams = {"Ada": {"photos": 1, "treasures": (3,)}, "Bo": {"treasures": ("bust",)}}
    table = table_of(laid(FORKED, teams=teams, house=HouseRules(open_scores=True)))
    facts = body_of(page_of(table), table).facts
    assert [(fact.label, fact.icons, fact.colour) for fact in facts] == [
        ("5", ("lantern",), None),
        ("4", (), "red"),
        ("5", (), "blue"),
    ]


def test_what_lies_before_everybody_is_counted_across_the_table() -> None:
    """Lanterns, photos and the number of treasures; what they are worth only if the table wants it (G28)."""
    teams = {"Ada": {"photos": 1, "treasures": (3,)}, "Bo": {"treasures": ("bust",)}}
    state = laid(FORKED, teams=teams)
    closed = scoreboard_of(page_of(table_of(state)).view(table_of(state))).body.seats
    assert [(seat.colour, seat.score, seat.things) for seat in closed] == [
        ("red", "", (("lantern", 5), ("photo", 1), ("chest", 1))),
        ("blue", "", (("lantern", 5), ("photo", 0), ("chest", 1))),
    ]
    table = table_of(laid(FORKED, teams=teams, house=HouseRules(open_scores=True)))
    opened = scoreboard_of(page_of(table).view(table)).body.seats
    assert [(seat.score, seat.things) for seat in opened] == [("4", ()), ("5", ())]


# --- a whole game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [StartCard(at="c6"), StartCard(beside="f3", side="E")])
def test_a_whole_game_is_shown_from_the_first_card_to_the_last_fall(start: StartCard) -> None:
    """Every page can be shown and names only icons that exist; the final ranking gives a reason only for ties."""
    names = icon_names()
    for table in whole_game(seed=7, start=start):
        view = page_of(table).view(table)
        assert set(icons_named(view)) <= names
    assert any(isinstance(event, Fell) and event.left == 0 for event in table.playing.steps[-1].events)
    page = page_of(table)
    assert isinstance(page, EventsPage)
    end = page.press(Press("ok"), table).view(table)  # type: ignore[union-attr]
    assert isinstance(end.body, Ranking)
    scores = [place.score for place in end.body.places]
    assert [bool(place.remark) for place in end.body.places] == [scores.count(score) > 1 for score in scores]


def test_every_seed_of_the_demonstration_ends() -> None:
    """The self-playing table always brings the pyramid down."""
    for seed in (0, 1, 28, 36):
        assert sum(1 for _ in whole_game(seed)) < 400


def test_all_that_falls_is_taken_off_by_its_owner() -> None:
    """Each figure with what it costs, the treasure that it carried or that lay there, and the lanterns."""
    fallen = laid(
        ALL_OPEN,
        start=BELOW_C6,
        collapse=Collapse("falling", 0, front=("c4",)),
        loose={"c5": (2,)},
        teams={"Ada": {"archaeologist": "c3", "porter": "c5", "lanterns": ("b4", "d4"), "carrying": 3}},
    )
    table = after(table_of(fallen), EndTurn("Ada"))
    items = [offer.item for offer in page_of(table).offers(table).offers]
    assert [(item.label, item.icons, item.colour) for item in items] == [
        ("Go on", ("ok",), None),
        ("c3: lost, −2", ("archaeologist",), "red"),
        ("c5: lost, −1", ("porter",), "red"),
        ("c3: lost", ("disc3",), None),
        ("b4: lost", ("lantern",), "red"),
        ("d4: lost", ("lantern",), "red"),
        ("c5: lost", ("disc2",), None),
    ]


@pytest.mark.parametrize(
    ("carrying", "collapse", "of_archaeologist"),
    [
        (None, Collapse(), "archaeologist"),
        (3, Collapse(), "carrier"),
        (3, Collapse("countdown", 0, 3, "c3"), "carrier"),
        ("bust", Collapse("countdown", 0, 3, "c3"), "bust"),
        ("bust", Collapse("falling", 0, front=("c4",)), "carrier"),
    ],
)
def test_help_about_a_move_is_about_what_is_carried(carrying: Any, collapse: Collapse, of_archaeologist: str) -> None:
    """A treasure slows the archaeologist down, the bust more so in its chamber; the porter carries nothing."""
    table = table_of(laid(ALL_OPEN, teams={"Ada": {"archaeologist": "c3", "carrying": carrying}}, collapse=collapse))
    pages = (TargetPage(purpose, "c3") for purpose in ("archaeologist", "porter", "rotate"))
    assert [dialogue.situation(page, table) for page in pages] == [of_archaeologist, "porter", "rotate"]


def test_where_figures_stand_is_read_with_what_is_carried_and_what_is_lost() -> None:
    """For each player: on a card with a treasure or none, on the start card, or nowhere any more."""
    teams = {"Ada": {"archaeologist": "c3", "carrying": 3}, "Bo": {"archaeologist": "lost"}}
    table = table_of(laid(ALL_OPEN, teams=teams))
    lines = [table.say(line.label) for line in dialogue.standing(table)]
    assert lines[0] == "Ada: archaeologist on c3 with a treasure worth 3, porter on the start card"
    assert "Bo: archaeologist lost, porter on the start card" in lines


def test_a_card_taken_for_a_burial_chamber_is_a_passage_again_after_another_touch() -> None:
    """Whoever touches the line twice has changed nothing."""
    table = table_of(laid({"c5": "NESW"}, teams={"Ada": {"archaeologist": "c5"}}))
    page = card_page(table.playing.state, "c4")
    once = page.press(Touch("chamber"), table)
    twice = once.press(Touch("chamber"), table)
    assert (page.chamber, once.chamber, twice.chamber) == (False, True, False)
