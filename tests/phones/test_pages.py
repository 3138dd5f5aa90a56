"""The phones' page as it is written: its colours, its words, its size."""

import random
import re
import sys
import tomllib
import zlib

import pygame
import pytest
import segno
from colour_vision import contrast
from malediction_device import THREE, record
from phone_table import table_with_phones
from places import PROJECT

from display.draw import draw
from display.draw.faces import faces_svg
from display.draw.picture_pages import QUIET
from display.draw.scenes import SCENES, scene_svg
from display.icons import document
from display.theme import CONTRAST, DAY, NIGHT, rgb
from firmware_py.device.disk import _invite, _qr_code
from firmware_py.pages.interface import PageContext
from firmware_py.pages.phones import InvitePage
from firmware_py.pages.spoken import ICONS
from firmware_py.phone_server.files import read_files
from firmware_py.words import LANGUAGES, speak

CSS = (PROJECT / "firmware_py/phone_server/page.css").read_text(encoding="utf-8")
ICON_FILES = PROJECT / "display/icons"
USED = set(re.findall(r"var\(--(\w+)\)", CSS))


def tones(selector):
    """The tones that a selector sets in the style sheet."""
    (block,) = re.findall(rf"^{re.escape(selector)} \{{(.*?)\}}", CSS, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))


def test_a_phone_has_the_colours_of_the_devices_screen():
    """Every role that the style sheet sets has the tone of the theme, in each world and theme."""
    roots = {"night": ":root", "day": '[data-theme="day"]', "contrast": '[data-theme="contrast"]'}
    for name, theme in (("night", NIGHT), ("day", DAY), ("contrast", CONTRAST)):
        found = tones(roots[name]) if name != "night" else {}
        for role, tone in found.items():
            assert {**theme.worlds["home"], **theme.everywhere}[role] == tone, (name, role)
        for world, own in theme.worlds.items():
            if name == "contrast" or (name, world) == ("night", "home"):
                continue
            assert tones(f'[data-theme="{name}"][data-world="{world}"]') == dict(own), (name, world)


@pytest.mark.parametrize("theme", [NIGHT, DAY, CONTRAST], ids=["night", "day", "contrast"])
def test_where_one_can_go_stands_out_from_the_map(theme):
    """A map is dark by day, too, so what lies on it may not have a colour of the page."""
    for mark, ground in (("lit", "floor"), ("can", "wall"), ("cur", "wall")):
        (role,) = re.findall(r"(?:^|} )\." + mark + r" {[^}]*stroke: var\(--(\w+)\)", CSS, re.MULTILINE)
        for world in theme.worlds.values():
            tone = {**theme.everywhere, **dict(world)}
            assert contrast(rgb(tone[role]), rgb(tone[ground])) >= 3, (mark, role)


@pytest.mark.parametrize(("name", "theme"), [("night", NIGHT), ("day", DAY), ("contrast", CONTRAST)])
def test_how_many_actions_are_left_stands_out_from_the_page(name, theme):
    """Its dots are gold, but by day a page is as light as gold."""
    colours = dict(re.findall(r"(?:^|theme=\"(\w+)\"\] )\.pips {[^}]*color: var\(--(\w+)\)", CSS, re.MULTILINE))
    for world in theme.worlds.values():
        tone = {**theme.everywhere, **dict(world)}
        grounds = [rgb(tone[ground]) for ground in ("top", "foot")]
        assert min(contrast(rgb(tone[colours.get(name, colours[""])]), ground) for ground in grounds) >= 3


def test_every_colour_that_is_used_is_set():
    """No role of the style sheet is without a tone."""
    assert set(re.findall(r"--(\w+):", CSS)) >= USED


def test_each_language_says_everything_without_the_device():
    """The few sentences of the page itself are there in every language that the device speaks."""
    script = (PROJECT / "firmware_py/phone_server/page.js").read_text(encoding="utf-8")
    languages = re.findall(r"^  (\w\w): \{(.*)\},$", script, re.MULTILINE)
    said = {name: set(re.findall(r"(\w+): \"", text)) for name, text in languages}
    names = {name: re.search(r'language: "(.*?)"', text)[1] for name, text in languages}
    assert list(names.items()) == list(LANGUAGES.items()), "offered as on the device"
    french = re.findall(r': "(.*?)"', dict(languages)["fr"])
    assert [text for text in french if re.search(r"[ \xa0][:;?!]", text)] == [], "parted from its word"
    assert len({frozenset(keys) for keys in said.values()}) == 1


@pytest.mark.parametrize("world", sorted(SCENES))
def test_a_phone_shows_the_scenes_of_the_device(world):
    """The pictures of the three worlds are those that the device draws."""
    file = PROJECT / f"firmware_py/phone_server/scene_{world}.svg"
    assert file.read_text(encoding="utf-8").strip() == document(scene_svg(world, 64), 64, 48)


def test_a_phone_shows_the_faces_of_the_device():
    """The faces of people are those that the device draws, in the ink and on the linen of its tokens."""
    file = PROJECT / "firmware_py/phone_server/faces.svg"
    everywhere = NIGHT.everywhere
    assert file.read_text(encoding="utf-8") == faces_svg(everywhere["ink"], everywhere["linen"])


def test_every_file_of_the_page_is_in_the_wheel():
    """What the process serves is package data."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    data = project["tool"]["setuptools"]["package-data"]["*"]
    for file in (PROJECT / "firmware_py/phone_server").iterdir():
        assert file.suffix in (".py", "") or f"*{file.suffix}" in data
    assert all(file.data for file in read_files().values())


def test_a_page_is_small(tmp_path):
    """An event takes a kilobyte in the median once it is packed, as its stream is; none takes more than 60 before."""
    with table_with_phones(tmp_path) as table:
        table.device.load(record(THREE))
        ada = table.seat("Ada")
        packer, sizes = zlib.compressobj(6, zlib.DEFLATED, 30, 6), []
        for _ in range(4):
            assert ada.touch(ada.targets()[0]) == 200
        for shown in ada.pages:
            assert len(shown.html.encode()) < 60_000
            sizes.append(len(packer.compress(shown.html.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)))
        assert sorted(sizes)[len(sizes) // 2] <= 1000


@pytest.mark.parametrize(("size", "least"), [((320, 240), 5), ((480, 320), 6), ((800, 480), 9)])
def test_the_code_can_be_read_from_the_smallest_screen(size, least):
    """Its squares are 5 pixels large at 320x240, a millimetre, with all that must stay white around them."""
    view = InvitePage(_invite("Wilhelmine", "192.168.178.117")).view(PageContext(speak("de")))
    surface = pygame.Surface(size)
    draw(view, surface)
    white = [(x, y) for y in range(size[1]) for x in range(size[0]) if surface.get_at((x, y))[:3] == (255, 255, 255)]
    (left, top), (right, bottom) = map(min, zip(*white, strict=True)), map(max, zip(*white, strict=True))
    count = len(view.body.squares) + 2 * QUIET
    square = (right - left + 1) / count
    assert (count, square >= least, bottom - top) == (37, True, right - left)
    for row, squares in enumerate(view.body.squares):
        for column, dark in enumerate(squares):
            x, y = (int(start + (QUIET + at + 0.5) * square) for start, at in ((left, column), (top, row)))
            assert (surface.get_at((x, y)).r < 64) == (dark == "#")


def test_a_code_is_made_without_loading_what_the_referee_never_needs(monkeypatch):
    """It is the one that segno makes, whose writers alone would load OpenSSL and urllib: 6 MB of a small memory."""
    text = "http://192.168.1.17/#ABCDEABCDE"
    matrix = segno.make(text, error="m", boost_error=False, micro=False).matrix
    for name in [name for name in sys.modules if name.partition(".")[0] == "segno"]:
        monkeypatch.delitem(sys.modules, name)
    assert _qr_code(text) == tuple("".join(".#"[cell] for cell in row) for row in matrix)
    assert {"segno", "segno.writers"}.isdisjoint(sys.modules)


def test_every_picture_that_stands_alone_has_a_name_in_the_seats_language(tmp_path):
    """On whatever page a game leads to, what only a reader hears of a picture is in its words, and no file's name."""
    chance = random.Random(3)
    unnamed = {file.stem for file in ICON_FILES.glob("*.svg")} - set(ICONS) - {"mummy"}
    with table_with_phones(tmp_path) as table:
        table.device.load(record(THREE))
        phones = {player: table.seat(player, "de") for player in THREE.players}
        for _ in range(25):
            session = table.device.app.table.playing
            if session.is_over:
                break
            phone = phones[session.game.rules.to_act(session.state)[0]]
            phone.touch(chance.choice([target for target in phone.targets() if target != "help"]))
            said = re.findall(r'aria-label="([^"]*)"|class="said">([^<]*)<', phone.html)
            assert not {one for pair in said for text in pair for one in text.split(", ")} & unnamed
