"""A simulated board that is taught a map with the mummy: the real drivers and the real page above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack

from gpiozero.pins.mock import MockFactory
from msgspec import structs
from msgspec.structs import replace

from firmware_py.games.malediction.map_files import MapDrawing
from firmware_py.grid import cell_name, cell_position
from firmware_py.pages.board_care.calibration_page import learn_offsets
from firmware_py.pages.interface import PageContext
from firmware_py.pages.malediction.map_editor.canvas import has_wall, open_passage, size_of, solid_rock
from firmware_py.pages.malediction.map_editor.editor import edit
from firmware_py.pages.malediction.map_editor.teaching import TeachMapPage, teach_page
from firmware_py.pages.page import ListPage, Press
from firmware_py.sensing import BoardProfile
from firmware_py.words import speak
from hardware.boards import open_board
from hardware.boards.frames import Frame
from hardware.boards.settings import SensorBoard, SwitchBoard
from hardware.simulated.boards import advance_to_call, simulate_board
from hardware.simulated.magnets import MUMMY, BoardGrid, SimulatedMagnets

TABLE = PageContext(speak("en"))
STEP_S = 0.02  # from one place of a slid magnet to the next
LEAST_S = 0.001  # from one look at the board to the next
AIR_S = 0.5
"""How long the mummy is in the air at least."""
REST_S = 0.8
"""How long it rests where it was put."""


class Teacher:
    """The mummy on a board of one `kind` ("i2c" or "serial"), and the page that learns the map."""

    def __init__(self, kind: str, rows: int, columns: int, *, seed: int = 0, masked: Iterable[int] = ()) -> None:
        self.now_s = 0.0
        self.columns = columns
        self.magnets = SimulatedMagnets(BoardGrid(rows, columns), {"mummy": MUMMY}, seed=seed)
        settings = SwitchBoard(rows=rows, columns=columns) if kind == "i2c" else SensorBoard()
        pins = MockFactory()
        self._open = ExitStack()
        self.below, settings = simulate_board(settings, self.magnets, pins)
        self._open.callback(self.below.close)
        self.board = self._open.enter_context(
            open_board(settings, lambda: None, lambda: self.now_s, pins=pins, threaded=False)
        )
        self.board.watch(True)
        known = BoardProfile("a board", rows, columns, kind == "serial", masked=frozenset(masked))
        self.page: TeachMapPage = teach_page(edit(solid_rock(rows, columns)), known)
        self.frames: list[Frame] = []
        self.run(0.5)
        if kind == "serial":  # it is calibrated
            offsets_mt = learn_offsets([frame.cells for frame in self.frames])
            self.page = teach_page(self.page.page, replace(known, offsets_mt=offsets_mt))
            self.run(0.1)

    @property
    def drawing(self) -> MapDrawing:
        """What was learnt."""
        return self.page.page.drawing

    def number(self, cell: str) -> int:
        """A cell's number on the board."""
        row, column = cell_position(cell)
        return row * self.columns + column

    def address_of(self, cell: str) -> int:
        """The address of the chip to which a cell is wired, on a board of switches."""
        sensor = SwitchBoard(rows=self.magnets.grid.rows, columns=self.columns).sensor_map()[self.number(cell)]
        assert sensor is not None
        return sensor.address

    def put(self, cell: str, dx_mm: float = 0.0, dy_mm: float = 0.0, *, rest_s: float = REST_S) -> None:
        """Lift the mummy, put it down that far off a cell's middle, and leave it there for a while."""
        self.lift()
        self.magnets.place("mummy", self.number(cell), dx_mm, dy_mm)
        self.run(rest_s)

    def lift(self, air_s: float = AIR_S) -> None:
        """Lift the mummy, and hold it for a while."""
        self.magnets.lift("mummy")
        self.run(air_s)

    def slide(self, *cells: str, each_s: float = 0.15) -> None:
        """Slide the mummy through the middle of cells."""
        arrival_s = self.magnets.slide("mummy", [self.number(cell) for cell in cells], self.now_s, each_s)
        self.run(arrival_s - self.now_s + STEP_S)

    def slide_askew(self, cell: str, dx_mm: float, dy_mm: float, each_s: float) -> None:
        """Slide the mummy to a place that far off a cell's middle."""
        start = self.magnets.where_mm("mummy", self.now_s)
        assert start is not None
        x_mm, y_mm = self.magnets.grid.centre_mm(self.number(cell))
        steps = max(1, round(each_s / STEP_S))
        for step in range(1, steps + 1):
            part = step / steps
            self.magnets.put(
                "mummy",
                start[0] + part * (x_mm + dx_mm - start[0]),
                start[1] + part * (y_mm + dy_mm - start[1]),
            )
            self.run(STEP_S)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            due_s = min(end_s, max(self.board.next_deadline_s(), self.now_s + LEAST_S))
            self.now_s = advance_to_call(self.below, self.now_s, due_s)
            for event in self.board.poll(self.now_s):
                if isinstance(event, Frame):
                    self.frames = [*self.frames[-24:], event]
                    self.page = self.page.feed(event)

    def close(self) -> None:
        """Close the board."""
        self._open.close()

    def __enter__(self) -> Teacher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def all_paths(drawing: MapDrawing) -> Iterator[tuple[str, ...]]:
    """Yield paths that together lead through every passage of a drawing, stairs and dungeon included."""
    left = opened(drawing)
    while left:
        here = min(min(left, key=sorted))
        path = [here]
        while near := [passage for passage in left if here in passage]:
            passage = min(near, key=sorted)
            left = left - {passage}
            (here,) = passage - {here}
            path.append(here)
        yield tuple(path)


def opened(drawing: MapDrawing) -> frozenset[frozenset[str]]:
    """The pairs of neighbouring cells of a drawing between which there is no wall."""
    rows, columns = size_of(drawing)
    pairs = {(row, column, down, 1 - down) for row in range(rows) for column in range(columns) for down in (0, 1)}
    return frozenset(
        frozenset({cell_name(row, column), cell_name(row + down, column + right)})
        for row, column, down, right in pairs
        if not has_wall(drawing, (2 * row + 1 + down, 2 * column + 1 + right))
    )


def go_on(teacher: Teacher) -> None:
    """Press ok; where hardly anything was taught, confirm that missions come next."""
    page = teacher.page.press(Press("ok"), TABLE)
    teacher.page = page.choices[1].reply if isinstance(page, ListPage) else page


def shown(teacher: Teacher) -> str:
    """The text beside the map."""
    return " ".join(teacher.page.view(TABLE).body.choices.text)


def hollow_out(teacher: Teacher, *ends: tuple[int, int]) -> None:
    """Draw a passage between two cells before the lesson."""
    drawn_before = open_passage(teacher.drawing, *ends)
    teacher.page = structs.replace(teacher.page, page=teacher.page.page.change(drawn_before))
