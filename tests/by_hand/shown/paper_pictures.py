"""Draw the pictures that the papers show, but for films and wiring: `make papers` (docs/pictures).

The guide for players shows pages of flows, three in a row. The house is drawn from the contract that forbids imports
upward, and from the imports themselves.
"""

from __future__ import annotations

import ast
import random
import tempfile
import textwrap
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape

import grimp
import pygame
from malediction_device import hold, read, record
from msgspec.structs import replace
from places import FLOWS, PROJECT
from pressed_lines import choose
from random_play import random_record
from simple_chase import SeededTable

from display.draw import draw
from firmware_py.config.schema import JOURNAL_NAME, BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from firmware_py.games.malediction.state import Header, Hunter, Setup
from firmware_py.games.session import Session
from firmware_py.games.session import begin as session_of
from firmware_py.games.session import play as played
from firmware_py.storage.files import set_aside
from shown.golden_flows import pictures as shoot

FOLDER = PROJECT / "docs" / "pictures"

# --- the guide for players -------------------------------------------------------------------------------------------

SIZE = (480, 320)
ACROSS, GAP = 3, 12
GUIDE: dict[str, tuple[str, ...]] = {
    "set-up": (
        "whole_game language",
        "whole_game games",
        "whole_game players",
        "whole_game colours",
        "whole_game begin",
        "comforts across",
    ),
    "loot-n-run": (
        "whole_game turn",
        "whole_game hand",
        "whole_game secured",
        "whole_game target",
        "whole_game middle",
        "whole_game caught",
    ),
    "gold": ("pharaon_typical_turn turn", "pharaon_typical_turn shape", "pharaon_typical_turn revealed"),
    "pyramid": (
        "malediction_hunters_win curtain",
        "malediction_hunters_win roll",
        "malediction_hunters_win say",
        "malediction_hunters_win mummy_die",
        "malediction_hunters_win mummy_path",
        "malediction_hunters_win caught",
    ),
    "mistakes": ("pharaon_typical_turn taken_back", "pharaon_typical_turn entries", "pharaon_typical_turn corrected"),
    "end": ("whole_game win", "whole_game end", "kept_games unfinished"),
    "comforts": ("settings sound", "comforts buttons", "comforts day"),
    "help": ("comforts help", "why_not forbidden", "why_not menu"),
}
"""What each picture shows: flows and their shots, in reading order."""


def draw_guide(folder: Path) -> None:
    """Write the pictures of the guide, of pages that flows lead to."""
    flows = {shot.split()[0] for shots in GUIDE.values() for shot in shots}
    with tempfile.TemporaryDirectory() as place:
        for flow in flows:
            shoot(FLOWS / f"{flow}.txt", SIZE, Path(place) / flow)
        for name, shots in GUIDE.items():
            pages = [pygame.image.load(Path(place) / flow / f"{shot}.png") for flow, shot in map(str.split, shots)]
            pygame.image.save(_sheet(pages), folder / f"guide-{name}.png")


def _sheet(pages: list[pygame.Surface]) -> pygame.Surface:
    width, height = SIZE[0] + GAP, SIZE[1] + GAP
    rows = -(-len(pages) // ACROSS)
    sheet = pygame.Surface((ACROSS * width - GAP, rows * height - GAP), pygame.SRCALPHA)
    for number, page in enumerate(pages):
        sheet.blit(page, (number % ACROSS * width, number // ACROSS * height))
    return sheet


# --- the desk --------------------------------------------------------------------------------------------------------

PLAYERS = ("Ada", "Bo", "Cleo", "Mo")
PAWNS = ("red", "turquoise", "blue")
HEADER = Header(1, "malediction", PLAYERS, Setup("Mo", tuple(map(Hunter, PLAYERS, PAWNS)), "practice"))
SEED, ACTIONS = 4, 60
ALONE_SEED, ALONE_MOST = 21, 60


def in_the_midst() -> Session:
    """A game after some actions, at the next choice of a hunter who stands in the corridors."""
    session, table = session_of(HEADER), SeededTable(PLAYERS, SEED)
    while session.ply < ACTIONS or session.state.phase != "move" or session.state.turn is None:
        session = played(session, table.next_action(session.state))
    return session


def draw_desk_with_board(path: Path) -> None:
    """Write the picture of the desk with a magnetic board, in the middle of a game."""
    session = in_the_midst()
    config = Config(language="en", board=BoardConfig(kind="serial"))
    with (
        DeskDisplay(config, headless=True) as face,
        tempfile.TemporaryDirectory() as data,
        SimulatedDevice(config, Path(data), face) as box,
    ):
        box.press("ok")
        box.load(record(HEADER, *(step.action for step in session.steps)))
        state = session.state
        box.place("mummy", state.mummy)
        for hunter, cell in zip(state.hunters, state.at, strict=True):
            if state.maze.has(cell):
                box.place(hunter.pawn, cell)
        box.wait(2.0)
        hold(box, "ok")
        read(box)
        box.wait(2.0)
        face.save_device(path)


def draw_desk(path: Path) -> None:
    """Write the picture of the desk in a turn of Maudite Momie."""
    config = Config(language="en")
    with (
        DeskDisplay(config, headless=True) as face,
        tempfile.TemporaryDirectory() as data,
        SimulatedDevice(config, Path(data), face) as box,
    ):
        box.press("ok")
        box.load(random_record("maudite_momie", random.Random(ALONE_SEED), most=ALONE_MOST))
        box.wait(1.0)
        face.save_device(path)


def draw_signs(path: Path) -> None:
    """Write the picture of what owners may see: all signs of trouble, the way back from safe mode, and a trial."""
    config, pages = Config(language="en"), []
    with tempfile.TemporaryDirectory() as place, SimulatedDevice(config, Path(place)) as box:
        box.press("ok")
        box.load(random_record("maudite_momie", random.Random(ALONE_SEED), most=ALONE_MOST))
        box.wait(1.0)
        pages.append(replace(box.app.view, badges=("weak_power", "unsaved", "unplugged")))
    with tempfile.TemporaryDirectory() as place:
        with SimulatedDevice(config, Path(place)):
            pass
        set_aside(Path(place) / JOURNAL_NAME, lambda: datetime.now(UTC))
        with SimulatedDevice(config, Path(place)) as box:
            box.press("ok")
            choose(box, "Saved games")
            pages.append(box.app.view)
            box.press("back")
            choose(box, "Settings", "Rotation of the picture", "90°")
            pages.append(box.app.view)
    drawn = [pygame.Surface(SIZE) for _ in pages]
    for view, surface in zip(pages, drawn, strict=True):
        draw(view, surface)
    pygame.image.save(_sheet(drawn), path)


# --- the house -------------------------------------------------------------------------------------------------------

PACKAGES = ("firmware_py", "hardware", "display")
ROW, TOP, NAMES_W, WIDTH = 26, 112, 500, 1020


def floors() -> list[list[str]]:
    """The rooms of each floor, the highest first: those of `firmware_py`, then the two leaves."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    house = next(one for one in contracts if one["type"] == "layers" and one["containers"] == ["firmware_py"])
    rooms = [[f"firmware_py.{name.strip()}" for name in layer.split("|")] for layer in house["layers"]]
    return [*rooms, ["display", "hardware"]]


def imports_between(rooms: list[str]) -> set[tuple[str, str]]:
    """Which room imports which."""
    graph = grimp.build_graph(*PACKAGES)
    room_of = {module: _room_of(module, rooms) for module in graph.modules}
    return {
        (importer, imported)
        for module, importer in room_of.items()
        for imported in map(room_of.get, graph.find_modules_directly_imported_by(module))
        if importer and imported and importer != imported
    }


def modules_in(room: str) -> int:
    """How many modules a room has."""
    return max(1, len(list((PROJECT / room.replace(".", "/")).rglob("*.py"))))


def _room_of(module: str, rooms: list[str]) -> str | None:
    return next((room for room in rooms if module == room or module.startswith(f"{room}.")), None)


def purpose_of(room: str) -> str:
    """What a room is for, from the first sentence of its docstring: the words before a colon."""
    path = PROJECT / room.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    documented = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    before, _, after = " ".join(documented.split("\n\n")[0].split()).partition(": ")
    sentence = (after if before.startswith("`") else before).replace("`", "").partition(". ")[0]
    return textwrap.shorten(f"{sentence[:1].upper()}{sentence[1:]}".rstrip("."), 60, placeholder="…")


def drawing_of_house() -> str:
    """The house as a picture: a row for each room, and a dot for each lower room that it imports."""
    every = floors()
    rooms = [room for floor in every for room in floor]
    height, step = TOP + ROW * len(rooms) + 30, (WIDTH - NAMES_W - 20) / len(rooms)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    y = TOP
    for number, floor in enumerate(every):
        fill = "#f3ead8" if number % 2 else "#e8d9b9"
        parts.append(f'<rect x="0" y="{y}" width="{WIDTH}" height="{ROW * len(floor)}" fill="{fill}"/>')
        for room in floor:
            name = escape(room.removeprefix("firmware_py."))
            parts.append(f'<text x="12" y="{y + 18}" font-size="14" font-weight="bold">{name}</text>')
            count = f'<text x="144" y="{y + 18}" fill="#444" text-anchor="end">{modules_in(room)}</text>'
            parts += count, f'<text x="154" y="{y + 18}" fill="#444">{escape(purpose_of(room))}</text>'
            x = NAMES_W + step * rooms.index(room) + step / 2
            parts.append(f'<text transform="translate({x + 4:.0f} {TOP - 8}) rotate(-60)" fill="#444">{name}</text>')
            y += ROW
    for importer, imported in sorted(imports_between(rooms)):
        x = NAMES_W + step * rooms.index(imported) + step / 2
        y = TOP + ROW * rooms.index(importer) + ROW // 2
        parts.append(f'<circle cx="{x:.0f}" cy="{y}" r="5" fill="#1f6f8b"/>')
    for number, room in enumerate(rooms):
        x, y = NAMES_W + step * number + step / 2, TOP + ROW * number + ROW // 2
        parts.append(
            f'<rect x="{x - 5:.0f}" y="{y - 5}" width="10" height="10" fill="#b08a4a"><title>{room}</title></rect>'
        )
    legend = (
        f"{sum(map(modules_in, rooms))} modules. A dot: the room of this row imports that of the column. "
        "None lies left of the diagonal: no import runs upward."
    )
    parts.append(f'<text x="12" y="{height - 10}" fill="#444">{legend}</text>')
    return "\n".join((*parts, "</svg>\n"))


def make() -> None:
    """Draw all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    draw_guide(FOLDER)
    draw_desk(FOLDER / "desk.png")
    draw_desk_with_board(FOLDER / "desk-board.png")
    draw_signs(FOLDER / "signs.png")
    (FOLDER / "house.svg").write_text(drawing_of_house(), encoding="utf-8")
