"""Three minutes of L'or du pharaon: a little game in which each step asks for one answer."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import PyramidPlan
from firmware_py.games.or_du_pharaon.actions import (
    AnyAction,
    EndTurn,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    Reveal,
    Rotate,
)
from firmware_py.games.or_du_pharaon.photo_effects import escape_path
from firmware_py.games.or_du_pharaon.setup import Header, Setup, StartCard
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.pages.lesson import Answer, Lesson, LessonStep
from firmware_py.pages.or_du_pharaon.pictures import drawn_path, pyramid
from firmware_py.pages.table import Table
from firmware_py.pages.topics import signs
from firmware_py.words import words

YOU, BO = "You", "Bo"


class Part(msgspec.Struct, frozen=True):
    """Draws a part of the pyramid: so many columns from the left, and these rows from the top."""

    columns: int
    rows: range
    mummy: bool = False
    """Draw the path of the mummy, too, which the photo of the chamber just found shows."""

    def __call__(self, table: Table) -> PyramidPlan:
        """Return the part."""
        state: State = table.playing.state
        layers = escape_path(state, state.photographed) if self.mummy and state.photographed else ()
        whole = pyramid(table, path=drawn_path(layers, "mummy"))
        tiles = (tile for tile in whole.tiles if tile.column < self.columns and tile.row in self.rows)
        return PyramidPlan(tuple(replace(tile, row=tile.row - self.rows.start) for tile in tiles), path=whole.path)


def _turn_of_bo(*acts: AnyAction) -> tuple[AnyAction, ...]:
    """Return the end of your turn, and the whole turn of Bo."""
    return (EndTurn(YOU), *acts, EndTurn(BO))


ROW, CORNER = Part(4, range(2, 3)), Part(2, range(2, 4))

STEPS: tuple[LessonStep, ...] = (
    LessonStep(
        words("The aim"),
        words("Find treasures in five chambers and carry them to the start card. You have three actions a turn."),
        words("Which of your figures may use them?"),
        signs("chamber", "disc3", "=›", "start_inside", "trophy"),
        (
            Answer(words("Both figures, as I like")),
            Answer(words("One figure a turn"), words("Share the three actions freely between the two.")),
        ),
    ),
    LessonStep(
        words("Reveal"),
        words("Your archaeologist's card is open on every side."),
        words("What does it cost to reveal the card below?"),
        CORNER,
        (
            Answer(words("One action")),
            Answer(words("Nothing"), words("It costs one action, and the figure stays where it is.")),
        ),
        played=(
            *(Reveal(YOU, "b3", "NESW"), Move(YOU, "archaeologist", "b3"), Move(YOU, "porter", "b3")),
            *_turn_of_bo(),
        ),
    ),
    LessonStep(
        words("A wall"),
        words("You laid the card like this."),
        words("Can the archaeologist go there?"),
        CORNER,
        (
            Answer(
                words("Yes, my card is open"),
                words("Both touching edges must be open."),
                Move(YOU, "archaeologist", "b4"),
            ),
            Answer(
                words("No, but the porter can turn it"),
                words("The porter, too, would need both edges open."),
                Rotate(YOU, "b4", 1),
            ),
            Answer(words("No")),
        ),
        played=(Reveal(YOU, "b4", "EW"),),
    ),
    LessonStep(
        words("Lanterns"),
        words("Two of your lanterns lie on the way to the chamber."),
        words("What does the walk cost your porter?"),
        ROW,
        (
            Answer(words("One action")),
            Answer(words("Three actions"), words("Along your own lanterns, any distance is one action.")),
        ),
        played=(
            *(Reveal(YOU, "c3", "EW"), Move(YOU, "archaeologist", "c3"), *_turn_of_bo()),
            *(Reveal(YOU, "d3", "W", chamber=True), Photo(YOU, (3,)), PlaceLantern(YOU), Move(YOU, "porter", "c3")),
            *_turn_of_bo(),
            *(PlaceLantern(YOU), Move(YOU, "porter", "start"), *_turn_of_bo()),
        ),
    ),
    LessonStep(
        words("The usual mistake"),
        words("The archaeologist carries a treasure home over the same lanterns."),
        words("What does the way home cost?"),
        ROW,
        (
            Answer(words("One action"), words("With a treasure, lanterns do not help.")),
            Answer(words("Three actions")),
        ),
        played=(Move(YOU, "archaeologist", "d3"), PickUp(YOU, 3), *_turn_of_bo()),
    ),
    LessonStep(
        words("The awakening"),
        words(
            "Bo finds a chamber. The photo scores a point and shows a mummy, which runs the shortest way to "
            "the start card."
        ),
        words("Who must flee?"),
        Part(2, range(1, 3), mummy=True),
        (
            Answer(words("Only Bo's figures"), words("Everybody's figures on that path flee.")),
            Answer(words("Everybody on the path")),
        ),
        played=(
            *(Move(YOU, "archaeologist", "b3"), EndTurn(YOU)),
            *(Reveal(BO, "a2", "ES"), Move(BO, "archaeologist", "a2"), Reveal(BO, "b2", "SW", chamber=True)),
        ),
    ),
    LessonStep(
        words("The bust"),
        words("You carry the bust (5 points) out of its chamber."),
        words("What happens?"),
        Part(3, range(2, 5)),
        (
            Answer(words("The chamber falls, my turn ends")),
            Answer(words("Nothing yet"), words("The pyramid begins to fall at once.")),
        ),
        played=(
            Photo(BO, (2,), mummy=True),
            *(Reveal(YOU, "a4", "NS"), Move(YOU, "archaeologist", "a4"), Reveal(YOU, "a5", "N", chamber=True)),
            *(Photo(YOU, ("bust",)), *_turn_of_bo()),
            *(Move(YOU, "archaeologist", "a5"), PickUp(YOU, "bust")),
        ),
    ),
    LessonStep(
        words("The collapse"),
        words("After each of your turns, the cards beside fallen ones fall too."),
        words("Where is your team safe?"),
        Part(3, range(2, 6)),
        (
            Answer(words("On the start card")),
            Answer(
                words("On lanterns"),
                words("Only the start card never falls. A lost archaeologist costs 2 points, a porter 1."),
            ),
        ),
        played=(Move(YOU, "archaeologist", "a4"), EndTurn(BO), Move(YOU, "archaeologist", "start")),
    ),
)
"""The answer without a reason is the right one."""


def _header() -> Header:
    """Return a game with two discs beside the bust, so that the bust is found early."""
    return Header(1, "or_du_pharaon", (YOU, BO), Setup(StartCard(at="a3"), treasures=2))


LESSON = Lesson("or_du_pharaon", _header, ("red", "blue"), STEPS)
