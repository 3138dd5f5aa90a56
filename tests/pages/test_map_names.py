"""Saving a map whose name is taken: nothing is replaced without asking, and no game changes its map."""

import msgspec
import pytest
from malediction_device import THREE, begin, press, state, switched_on, text, with_board

from display.view import as_text
from firmware_py.games.malediction.map_files import MapDrawing, as_toml, blank, drawing_of
from firmware_py.pages.interface import PageContext, SaveMap
from firmware_py.pages.malediction.map_editor.files import DRAFT_KEY, map_choices, save_choice
from firmware_py.pages.malediction.setup_page import set_up
from firmware_py.pages.page import ListPage, Touch
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.words import plain, speak

SET_UP = ("down", "down", "ok", "ok")
"""The presses from the home page to the page before a game of two."""


def change_hall(device) -> None:
    """Go from the page before a game to the map Hall, draw a wall on it, and choose to save it."""
    press(device, "up", "ok", "down", "ok", "right", "ok", "back", "down", "ok")
    assert "It can be played, though this is odd." in text(device)
    press(device, "ok")


def named(name: str, rows: int = 3) -> MapDrawing:
    """A hall of so many rows, with a name."""
    return msgspec.structs.replace(drawing_of(blank(rows, 3)), name=name)


def table_with(*boards: tuple[str, str], language: str = "en") -> PageContext:
    return PageContext(say=speak(language), language=language, maps=boards)


def kept(drawing, table: PageContext, changed: str = ""):
    """The reply to saving a map."""
    page = ListPage(plain(""), plain(""), ())
    return save_choice(drawing, table, page, page, changed).reply


def offered(asking: ListPage, table: PageContext) -> list[str]:
    return [table.say(choice.label) for choice in asking.choices]


def test_a_name_that_no_board_has_is_kept_at_once():
    """Nobody is asked what is clear."""
    assert kept(named("Crypt"), table_with(("hall", as_toml(named("Hall"))))) == SaveMap(
        "Crypt", "crypt", as_toml(named("Crypt")), DRAFT_KEY
    )


def test_a_board_of_the_same_name_is_only_replaced_on_request():
    """The cursor stands on "go back"; both can be kept; only the last line replaces the file, whatever its name."""
    table = table_with(("my_hall", as_toml(named("Hall", 5))))
    asking = kept(named("HALL"), table)
    assert asking.at == 0
    assert offered(asking, table) == [
        "No, go back", "Keep both, this one as HALL 2", "Another name…", "Replace the older one",
    ]  # fmt: skip
    assert asking.choices[1].reply == SaveMap("HALL 2", "hall-2", as_toml(named("HALL 2")), DRAFT_KEY)
    assert asking.choices[3].reply == SaveMap("HALL", "my_hall", as_toml(named("HALL")), DRAFT_KEY)


def test_a_changed_board_takes_its_own_place_at_the_first_answer():
    """It is the same map; another map of that name is still replaced only on request."""
    table = table_with(("hall", as_toml(named("Hall", 5))), ("twin", as_toml(named("Hall", 4))))
    asking = kept(named("Hall"), table, changed="twin")
    assert asking.at == 0
    assert offered(asking, table) == [
        "Replace the older one", "Keep both, this one as Hall 2", "Another name…", "No, go back",
    ]  # fmt: skip
    assert asking.choices[0].reply == SaveMap("Hall", "twin", as_toml(named("Hall")), DRAFT_KEY)
    assert offered(kept(named("Hall"), table, changed="other"), table) == [
        "No, go back", "Keep both, this one as Hall 2", "Another name…", "Replace the older one",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["practice", "Small map", "Entraînement", "klein"])
def test_the_boards_of_the_device_keep_their_names(name):
    """In every language, and nothing can be put in their place."""
    table = table_with()
    asking = kept(named(name), table)
    assert offered(asking, table) == ["No, go back", f"Keep both, this one as {name} 2", "Another name…"]


def test_two_names_that_make_one_file_lie_side_by_side():
    """Accents make names differ, but not files; a file that is no map, or is unreadable, is not lost either."""
    table = table_with(("ete", as_toml(named("Été"))), ("hall", "no board"), ("hall-2", ""))
    assert kept(named("Ete"), table) == SaveMap("Ete", "ete-2", as_toml(named("Ete")), DRAFT_KEY)
    assert kept(named("Hall"), table) == SaveMap("Hall", "hall-3", as_toml(named("Hall")), DRAFT_KEY)


def test_a_board_without_a_name_gets_one_that_is_free():
    """By the names of the maps, not by their files."""
    table = table_with(("old", as_toml(named("Map 1"))), ("map-2", as_toml(named("Hall"))))
    assert kept(named(""), table) == SaveMap("Map 2", "map-2-2", as_toml(named("Map 2")), DRAFT_KEY)


def test_no_two_boards_are_offered_under_one_name():
    """Files from elsewhere may have any name; the later of two shows its file."""
    twins = [("a", named("Hall")), ("b", named("Hall")), ("c", named("small map"))]
    table = table_with(*((file, as_toml(drawing)) for file, drawing in twins))
    labels = [table.say(offer.label) for offer in map_choices(table)]
    assert labels == ["practice map", "small map", "Hall", "Hall (b)", "small map (c)"]


PARTED = ("+---+---+", "|R1  ST |", "+   +   +", "|DS  B1 |", "+---+---+")


def test_a_map_on_which_no_game_begins_is_dimmed_with_reason_and_remedy():
    """One of an older version that parts corridors leads to its drawing; a file without a map, to a computer."""
    parted = MapDrawing(PARTED, mummy_die=(1, 2), name="Old cellar")
    table = table_with(("cellar", as_toml(parted)), ("notes", "no map"))
    page = set_up(("Ada", "Bo"), ("red", "blue"))
    assert "Map: practice map" in as_text(page.view(table))
    *_, cellar, notes = page.view(table).body.items
    assert (cellar.label, cellar.is_dimmed, notes.label, notes.is_dimmed) == ("Old cellar", True, "notes.toml", True)
    assert "The corridors are not connected" in cellar.detail
    count = len(page.view(table).body.items)
    asked = page.press(Touch(str(count - 2)), table).page
    assert "No game can begin on this map." in as_text(asked.view(table))
    assert asked.choices[0].reply.page.drawing.lines == PARTED
    asked = page.press(Touch(str(count - 1)), table).page
    assert "board check" in as_text(asked.view(table))
    bare = as_toml(MapDrawing(("+---+---+", "|       |", "+---+---+"), mummy_die=(1, 2), name="Bare"))
    for broken in ("no map", "map = 3", 'map = "x"\nobjects = 3', bare):
        table = table_with(("notes", broken))
        last = Touch(str(len(page.view(table).body.items) - 1))
        lines = page.press(last, table).page.view(table).body.text
        assert lines and all(line[0] == line[0].upper() for line in lines)
    assert "stairs" in " ".join(lines)
    for _ in range(3):
        assert "cellar" not in as_text(page.view(table)).split("Draw a map")[0]
        page = page.press(Touch("2"), table)


# --- on the device ---------------------------------------------------------------------------------------------------


def test_a_game_keeps_the_map_on_which_it_began(tmp_path):
    """Its map is changed and replaced meanwhile; the game goes on unchanged, also after a power cut."""
    save_map(tmp_path / "data" / "boards", "hall", as_toml(named("Hall")))
    own = next(offer for offer in map_choices(table_with(*read_maps(tmp_path / "data" / "boards"))) if offer.file)
    with switched_on(tmp_path) as device:
        begin(device, with_board(THREE, own.setup))
        before = state(device).maze
        press(device, "back", "back", "up", "ok", *("down",) * 3, "ok", "ok")
        change_hall(device)
        assert "Hall has been changed." in text(device)
        assert "Games that use it keep it." in text(device)
        press(device, "ok")
        assert "The map Hall is saved." in text(device)
        assert "Map: Hall" in text(device)
        device.cut()
        press(device, "back", "ok")
        assert state(device).maze == before
    assert read_maps(tmp_path / "data" / "boards") != (("hall", as_toml(named("Hall"))),)


def test_an_owner_s_boards_are_offered_before_a_new_one(tmp_path):
    """Back leads from the size of a new map to the list of maps, and from there to the page before a game."""
    save_map(tmp_path / "data" / "boards", "hall", as_toml(named("Hall")))
    with switched_on(tmp_path) as device:
        press(device, *SET_UP, "up", "ok")
        assert "> <wall> A new map\n  <letters> Change Hall" in text(device)
        press(device, "ok", "ok")
        assert "How many columns" in text(device)
        press(device, "back", "back")
        assert "Change Hall" in text(device)
        press(device, "back")
        assert "Draw a map" in text(device)


def test_another_name_is_written_and_leads_back_to_keeping(tmp_path):
    """Nothing is saved before the owner confirms it."""
    save_map(tmp_path / "data" / "boards", "hall", as_toml(named("Hall")))
    with switched_on(tmp_path) as device:
        press(device, *SET_UP)
        change_hall(device)
        press(device, "down", "down", "ok", "ok", "left", "up", "ok")
        assert "> <kept> Save the map… - A" in text(device)
        press(device, "ok", "ok")
        assert "The map A is saved." in text(device)
    assert [stem for stem, _ in read_maps(tmp_path / "data" / "boards")] == ["a", "hall"]


def test_a_file_without_the_blanks_at_its_ends_of_line_can_be_changed(tmp_path):
    """As an editor on a computer leaves them away."""
    text_of_file = "\n".join(line.rstrip(" ") for line in as_toml(named("Hall")).split("\n"))
    save_map(tmp_path / "data" / "boards", "hall", text_of_file)
    with switched_on(tmp_path) as device:
        press(device, *SET_UP)
        change_hall(device)
        press(device, "ok")
        assert "The map Hall is saved." in text(device)
    ((_, changed),) = read_maps(tmp_path / "data" / "boards")
    assert "|   |" in changed
