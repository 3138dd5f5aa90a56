"""Setting up La malediction: map, mummy, pawns, and who rolls the dice."""

from malediction_device import (
    press,
    sit_down,
    switched_on,
    text,
)
from msgspec.structs import replace

from firmware_py.bots.levels import win_rate
from firmware_py.games.malediction.map_files import read_shipped
from firmware_py.games.seats import BoxSeat
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.pictures import mummy_colour, pawn_colours
from firmware_py.pages.malediction.setup_page import MAP_LINE, SetUpPage, likely_place
from firmware_py.words import speak


def test_most_tables_begin_with_one_press(tmp_path):
    """The last player is the mummy, everybody has the pawn of their own colour, the dice are thrown at the table."""
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        press(device, "ok")
        setup = device.app.table.playing.header.setup
        assert setup.mummy == "Player 3"
        assert [(hunter.player, hunter.pawn) for hunter in setup.hunters] == [("Player 1", "red"), ("Player 2", "blue")]
        assert setup.board == "practice"
        assert device.app.table.playing.seed == ""


def test_board_pawns_and_dice_are_turned_with_ok(tmp_path):
    """Each line of the set-up turns to its next answer; a pawn that is taken is exchanged."""
    with switched_on(tmp_path) as device:
        sit_down(device, 3)
        press(device, *("down",) * 3, "ok", "down", "ok", "ok")
        assert "Map: small map" in text(device)
        assert "Player 1: blue pawn" in text(device)
        assert "Player 2: turquoise pawn" in text(device)
        assert "Enter each roll: how many mummies" in text(device)
        press(device, "down", "down", "ok")
        assert "Enter each roll: every die" in text(device)
        press(device, "down", "ok", *("up",) * 6, "ok")
        assert "Enter each roll" not in text(device)
        header = device.app.table.playing.header
        assert header.setup.mummy == "Player 3"
        assert header.setup.board == "small"
        assert device.app.table.playing.seed


def test_who_has_drawn_a_map_plays_on_it():
    """Theirs comes before ours, which are made up, as the first line says; the set-up asks for no map any more."""

    def offered(*maps):
        page = SetUpPage(("Ada", "Bo", "Cy"), ("red", "blue", "white"))
        table = PageContext(say=speak("en"), maps=maps)
        (lines,) = (line.reply for line in page.fresh_list(table).choices if line.label.message.startswith("Set up"))
        begin, *_ = items = page.view(table).body.items
        (shown,) = (item.label for item in items if item.label.startswith("Map: "))
        return begin.detail, shown, any("Draw yours" in step.text.message for step in lines.reply().steps)

    assert offered() == ("on a made-up map", "Map: practice map", True)
    assert offered(("crypt", read_shipped("small").decode())) == ("", "Map: small", False)


def test_the_box_hunts_only_where_each_of_its_pawns_has_five_missions():
    """The small map has two of each colour: for two pawns enough, but the third would have none."""
    for hunters in (("Ada", "Bo"), ("Ada", "Bo", "Cy")):
        boxes = tuple((name, BoxSeat("hunter", 5, 1)) for name in hunters)
        page = SetUpPage((*hunters, "Mo"), ("red", "blue", "white", "purple")[: len(hunters) + 1], boxes=boxes)
        chosen = replace(page, map_key="small").view(PageContext(say=speak("en"))).body.items[MAP_LINE].label
        assert chosen == ("Map: small map" if len(hunters) == 2 else "Map: practice map")


def test_how_strongly_the_box_plays_is_said_of_the_map_that_is_chosen():
    """Where nobody has measured it, on an owner's map, the rate of the practice map is about right."""
    box = BoxSeat("mummy", 2, 1)
    page = SetUpPage(("Ada", "Bo", "Mo"), ("red", "blue", "white"), boxes=(("Mo", box),)).with_cursor(MAP_LINE)

    def said(page, *maps):
        return page.view(PageContext(say=speak("en"), maps=maps)).prompt

    rates = {place: win_rate("malediction", "mummy", 3, 2, place) for place in ("practice", "small")}
    assert len(set(rates.values())) == 2
    assert f"wins {rates['practice']} of 100" in said(page)
    assert f"wins {rates['small']} of 100" in said(replace(page, map_key="small"))
    mo = (("Mo", box),)
    crowded = SetUpPage(("Ada", "Bo", "Cy", "Mo"), ("red", "blue", "white", "purple"), "small", boxes=mo)
    assert "nobody has measured it on this map" in said(crowded.with_cursor(MAP_LINE))
    for name in ("crypt", "small", "practice"):
        drawn = (name, read_shipped("small").decode())
        assert f"wins about {rates['practice']} of 100" in said(page, drawn)
        assert likely_place(PageContext(say=speak("en"), maps=(drawn,)), 3) == f"{name}.toml"


def test_two_players_play_three_pawns(tmp_path):
    """With two players one of them plays two pawns, and the mummy needs three tokens (P45, P46)."""
    with switched_on(tmp_path) as device:
        sit_down(device, 2)
        assert "Player 1 begins; the mummy needs 3 tokens." in text(device)
        press(device, "ok")
        assert [hunter.player for hunter in device.app.table.playing.header.setup.hunters] == ["Player 1", "Player 1"]


def test_a_pawn_without_a_colour_of_ours_gets_a_token_of_its_own():
    """Later editions have other pawns: none shares its token with another."""
    tokens = pawn_colours(("red", "orange", "black", "blue"))
    assert tokens["red"] == "red"
    assert tokens["blue"] == "blue"
    assert len(set(tokens.values())) == 4


def test_a_white_pawn_has_its_light_for_itself():
    """The mummy is white unless a pawn is."""
    assert mummy_colour(("red", "blue")) == "white"
    assert mummy_colour(("white", "yellow", "blue")) == "green"
    assert pawn_colours(("White", "red"))["White"] == "white"
