"""How many presses it costs to copy the practice map with the editor: the figures that the paper on maps states.

The order is one that a person would choose with the box in front of them: row after row in reading order. The cursor
stops at each cell and each wall that is still wrong. With six buttons the walls below a row are drawn on the way back.
`make by-hand RUN=tests/pages/test_map_copying.py` prints the figures.
"""

from collections import deque

import pytest
from places import MAPS

from firmware_py.config.settings import Settings
from firmware_py.games.malediction.map_files import drawing_of, load_shipped
from firmware_py.pages.interface import PageContext, SaveMap
from firmware_py.pages.malediction.map_editor.canvas import KINDS, Point, content_at, has_wall, size_of
from firmware_py.pages.malediction.map_editor.editor import SizePage
from firmware_py.pages.malediction.map_editor.editor_page import mission_label
from firmware_py.pages.page import Press, press
from firmware_py.words import Words, speak

WANTED = drawing_of(load_shipped("practice"))
ROWS, COLUMNS = size_of(WANTED)
PRESSES_A_S = 1.2
"""The presses a second of somebody who looks from the box to the screen and back."""
QUARTER_OF_AN_HOUR_S = 15 * 60


class Copyist:
    """Copies the practice map by pressing buttons, and counts them."""

    def __init__(self, layout: str, *, names: bool) -> None:
        """Start a new map on a device with four or six buttons, with or without names."""
        self.table = PageContext(say=speak("en"), settings=Settings(controls=layout))
        self.names = names
        self.page = SizePage()
        self.count = 0

    def press(self, *buttons: str):
        """Press buttons one after the other; return the command of the last press."""
        command = None
        for button in buttons:
            (self.page,), command = press((self.page,), Press(button), self.table)
            self.count += 1
        return command

    def choose(self, wanted: Words):
        """Move the cursor of a list to a line in the shorter direction, and choose it."""
        labels = [choice.label for choice in self.page.choices]
        down = (labels.index(wanted) - self.page.at) % len(labels)
        up = len(labels) - down
        return self.press(*(("down",) * down if down <= up else ("up",) * up), "ok")

    def go(self, spot: Point) -> None:
        """Move the cursor of the map to a spot by the fewest presses."""
        buttons = ("up", "down", "left", "right") if self.table.layout == "six" else ("up", "down")
        paths, waiting = {self.page.at: ()}, deque([self.page])
        while spot not in paths:
            now = waiting.popleft()
            for button in buttons:
                after = now.press(Press(button), self.table)
                if after.at not in paths:
                    paths[after.at] = (*paths[now.at], button)
                    waiting.append(after)
        self.press(*paths[spot])

    def copy_wall(self, spot: Point) -> None:
        """Draw a wall where the device has none yet."""
        if has_wall(self.page.drawing, spot) != has_wall(WANTED, spot):
            self.go(spot)
            self.press("ok")

    def copy_cell(self, spot: Point) -> None:
        """Choose what a cell holds; stairs, dungeon and sarcophagus leave their old cells by themselves."""
        row, column = (spot[0] - 1) // 2, (spot[1] - 1) // 2
        content = content_at(WANTED, row, column)
        if content not in ("", content_at(self.page.drawing, row, column)):
            self.go(spot)
            self.press("ok")
            self.choose({kind: label for kind, label, _ in KINDS}.get(content) or mission_label(content))
            if self.names and content in WANTED.objects:
                self.press("ok")
                self.choose(Words("Name what is drawn here…"))
                self.choose(Words(WANTED.objects[content]))

    def copy_board(self) -> None:
        """Draw the map, starting with its size; ten by ten is preselected."""
        self.press("ok", "ok")
        for row in range(1, 2 * ROWS):
            spots = [(row, column) for column in range(1, 2 * COLUMNS) if row % 2 or column % 2]
            is_backwards = self.table.layout == "six" and row % 2 == 0
            for spot in reversed(spots) if is_backwards else spots:
                if spot[0] % 2 and spot[1] % 2:
                    self.copy_cell(spot)
                else:
                    self.copy_wall(spot)

    def keep(self):
        """Save the map under the name that the device proposes."""
        self.press("back")
        return self.choose(Words("Save the map"))


def presses(layout: str, *, names: bool) -> int:
    """What it costs to draw the practice map and to keep it."""
    copyist = Copyist(layout, names=names)
    copyist.copy_board()
    copy = copyist.page.drawing
    assert copy.lines == WANTED.lines
    assert copy.objects == (WANTED.objects if names else {})
    assert isinstance(copyist.keep(), SaveMap)
    return copyist.count


def minutes(count: int) -> float:
    return round(count / PRESSES_A_S / 60, 1)


CASES = [(layout, names) for layout in ("six", "four") for names in (False, True)]


@pytest.mark.parametrize(("layout", "names"), CASES)
def test_an_owner_copies_a_box_in_a_quarter_of_an_hour_without_a_keyboard(layout, names):
    """Every wall and cell, if wanted with the names of the objects; a third of the time is left for looking."""
    assert presses(layout, names=names) / PRESSES_A_S <= QUARTER_OF_AN_HOUR_S * 2 / 3


@pytest.mark.parametrize(("layout", "names"), CASES)
def test_the_paper_states_what_it_costs(layout, names):
    """Counted, not estimated."""
    count = presses(layout, names=names)
    assert f"{count} presses, {minutes(count)} minutes" in " ".join(MAPS.read_text(encoding="utf-8").split())


if __name__ == "__main__":
    for layout, names in CASES:
        count = presses(layout, names=names)
        print(f"{layout:4} {'with names' if names else '':10} {count} presses, {minutes(count)} minutes")
