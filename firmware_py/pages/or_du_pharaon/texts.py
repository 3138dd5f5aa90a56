"""The texts of L'or du pharaon: its lesson, in which each step asks for one answer, its set-up, its explanations."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import DrawnPath, Figure, PyramidPlan
from firmware_py.games.or_du_pharaon.effects import escape_path
from firmware_py.games.or_du_pharaon.state import (
    AnyAction,
    EndTurn,
    Header,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    Reveal,
    Rotate,
    Setup,
    StartCard,
    State,
)
from firmware_py.pages.lesson import Answer, Lesson, LessonStep, SetUpStep
from firmware_py.pages.or_du_pharaon.pictures import drawn_path, pyramid
from firmware_py.pages.table import Table
from firmware_py.pages.topics import Topic, signs, sketch
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


SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("The pyramid"),
        words(
            "Shuffle the cards and lay them face down in a square of six by six, a finger's width "
            "apart. One of the outer cards is the start card, face up: the way in and out."
        ),
        sketch(*("? ? ? ? ? ?",) * 5, "? ? (┻) ? ? ?"),
        readers="all",
    ),
    SetUpStep(
        words("Your team"),
        words(
            "Each player takes a colour: put the archaeologist and porter on the start card, keep five "
            "lanterns and the token in front of you."
        ),
        signs("archaeologist porter", "=›", "start_inside", "=5 ×", "lantern"),
        readers="all",
    ),
    SetUpStep(
        words("Photos"),
        words(
            "Shuffle the five photos, camera side up, and put them into the camera box beside the "
            "pyramid. Nobody looks at them."
        ),
        signs("photo =5", "=›", "camera"),
    ),
    SetUpStep(
        words("Treasures"),
        words(
            "Shuffle the eight treasures and stack them face down beside the pyramid. Put the bust next "
            "to them: it always comes last."
        ),
        signs("disc =8", "bust =1"),
    ),
    SetUpStep(
        words("Photos and treasures"),
        words(
            "Shuffle the five photos into the camera box. Stack the eight shuffled treasures face down "
            "beside it, the bust next to them."
        ),
        signs("photo =5", "=›", "camera", "disc =8", "bust =1"),
        readers="known",
    ),
    SetUpStep(
        words("Who begins"),
        words("The youngest, then clockwise. If the device names somebody else, go back and choose."),
        signs("player", "=›", "player", "redo"),
        readers="all",
    ),
)
"""What lies where before a game."""


ARCHAEOLOGIST = (Figure("archaeologist", "red", active=True),)
PORTER = (Figure("porter", "red", active=True),)
CARRIER = (Figure("archaeologist", "red", "disc3", active=True),)
BUST = (Figure("archaeologist", "red", "bust", active=True),)

TOPICS: dict[str, Topic] = {
    "turn": Topic(
        ("G01", "G02", "G06"),
        words("Up to three actions"),
        (
            words(
                "Share up to three actions between your archaeologist and porter as you like. A step is "
                "one action. Only the archaeologist reveals, takes photos, carries and steals; only the "
                "porter rotates cards and handles lanterns."
            ),
        ),
        signs("archaeologist porter", "=3 ×", "reveal", "rotate", "lantern"),
    ),
    "start_card": Topic(
        (),
        words("The start card"),
        (
            words(
                "It is the only way in and out. It lies face up in the outer row of the square, as "
                "printed, or just beside it. Show on the page where it lies, and which of its sides are open."
            ),
        ),
        signs("start_inside", "start_beside"),
    ),
    "walk": Topic(
        ("G03", "G10", "G12", "G13"),
        words("From card to card"),
        (
            words(
                "Step to a card beside yours, never diagonally, if both touching edges are open. Nobody walks"
                " through a wall or onto a face-down card. Any number of figures may share a card."
            ),
        ),
        sketch("━ ━ ┃ ?", figures={"0.0": ARCHAEOLOGIST}, badges={"1.0": "1"}),
    ),
    "reveal": Topic(
        ("G04", "G07", "G08", "G55"),
        words("Reveal"),
        (
            words(
                "The archaeologist turns over a face-down card next to it, if its own card is open on "
                "that side. This is not a step. Lay the card whichever way round you like, as long as others "
                "can still be reached: that decides where mummies and curses run."
            ),
        ),
        sketch("━ ?", figures={"0.0": ARCHAEOLOGIST}, badges={"1.0": "1"}),
    ),
    "rotate": Topic(
        ("G05", "G09", "G11"),
        words("Rotate"),
        (
            words(
                "The porter rotates its own card, or one it could step onto: a quarter, half or "
                "three-quarter turn for one action, whoever stands there, chambers too. The start card "
                "is never rotated."
            ),
        ),
        sketch("━ ┛ ┃", figures={"0.0": PORTER}, badges={"0.0": "1", "1.0": "1"}),
    ),
    "lanterns": Topic(
        ("G19", "G20", "G22"),
        words("Lanterns"),
        (
            words(
                "Your porter places or lifts one of your lanterns where it stands, for one action. Each "
                "card, even the start card, can hold one lantern of each colour. A lifted lantern comes "
                "back to you."
            ),
        ),
        sketch("━ ━ ━", figures={"1.0": PORTER}, lanterns={"1.0": ("red", "blue")}),
    ),
    "glide": Topic(
        ("G14", "G15", "G16", "G17"),
        words("A long way for one action"),
        (
            words(
                "If every card in between has your own lantern, the whole way is one action, bends "
                "included. The first and last cards need none. A step to the next card always costs one "
                "action."
            ),
        ),
        sketch(
            "━ ━ ━ ━", figures={"0.0": ARCHAEOLOGIST}, lanterns={"1.0": ("red",), "2.0": ("red",)}, badges={"3.0": "1"}
        ),
    ),
    "burden": Topic(
        ("G18", "G21", "G24"),
        words("With a treasure"),
        (
            words(
                "With a treasure, every step costs an action, lanterns or not. The walk ends on the "
                "start card, where the treasure is delivered. On a long way nobody stops in between: "
                "nothing is picked up or stolen there."
            ),
        ),
        sketch("━ ━ ━ ━", figures={"0.0": CARRIER}, lanterns={"1.0": ("red",), "2.0": ("red",)}, badges={"3.0": "3"}),
    ),
    "carry": Topic(
        ("G23",),
        words("One treasure at a time"),
        (
            words(
                "The archaeologist carries one treasure at most. On your turn, picking up, putting down "
                "and stealing on its card are free, even with no action left."
            ),
        ),
        signs("archaeologist disc3", "put_down", "disc2"),
    ),
    "deliver": Topic(
        ("G28",),
        words("Face up, then face down"),
        (
            words(
                "Treasures in the pyramid lie face up. Delivered to the start card, they go face down "
                "in front of you, safe for good. Totals stay secret unless a house rule shows them."
            ),
        ),
        signs("disc3", "=›", "start_inside"),
    ),
    "steal": Topic(
        ("G25", "G26", "G27"),
        words("Steal"),
        (
            words(
                "Steal from an archaeologist who is carrying a treasure on the same card as yours, but "
                "never on the start card. Put down your own treasure first. On their turn they may "
                "steal it back."
            ),
        ),
        signs("archaeologist", "steal", "disc3 archaeologist"),
    ),
    "photo": Topic(
        ("G29", "G30", "G31", "G38"),
        words("A photo"),
        (
            words(
                "Whoever finds a chamber draws a photo: one point, whatever it shows. First lay out its "
                "treasures, then comes the mummy, then the curse. The bust is always the last treasure. "
                "With no mummy and no curse, your turn goes on."
            ),
        ),
        signs("chamber", "photo =1", "disc2 disc3", "mummy", "curse"),
    ),
    "mummy": Topic(
        ("G32", "G33", "G34", "G37"),
        words("The mummy runs out"),
        (
            words(
                "It takes the shortest path to the start card; equally short ones all count. Lanterns "
                "shorten none. Every figure there, both ends included, flees to the start card and "
                "leaves its treasure behind."
            ),
        ),
        sketch("(╺) ━ [╸]", figures={"1.0": CARRIER}, path=DrawnPath((("2.0",), ("1.0",), ("0.0",)), "mummy", 3)),
    ),
    "curse": Topic(
        ("G35",),
        words("The curse"),
        (
            words(
                "It takes the same paths and blows out every lantern there; they go back to their "
                "owners. Figures stay where they are."
            ),
        ),
        sketch(
            "(╺) ━ [╸]", lanterns={"1.0": ("red", "blue")}, path=DrawnPath((("2.0",), ("1.0",), ("0.0",)), "curse", 3)
        ),
    ),
    "no_path": Topic(
        ("G36",),
        words("A way out, or none"),
        (
            words(
                "If an open path leads out, your turn ends after the mummy or the curse, even if nobody "
                "was hit. If none does, nothing happens and your turn goes on."
            ),
        ),
        sketch("(╺) ┃ [╸]"),
    ),
    "bust_out": Topic(
        ("G39", "G40"),
        words("The bust leaves"),
        (
            words(
                "Carry the bust out of its chamber in a single step: the chamber falls with all on it, "
                "and your turn ends. If you reach the start card with it, it is delivered first. "
                "Fleeing from a mummy does not carry it out."
            ),
        ),
        sketch("━ [╸]", figures={"0.0": BUST}, doomed="1.0"),
    ),
    "waves": Topic(
        ("G41", "G42", "G43", "G44"),
        words("The pyramid falls"),
        (
            words(
                "After each turn of whoever last held the bust, every card beside a fallen one falls, "
                "walls or not. Whoever steals it or picks it up takes over; putting down or delivering "
                "it changes nothing. The start card stays."
            ),
        ),
        sketch("┳ ┃ ?", ". ┛ ┃", doomed="0.0 1.1"),
    ),
    "countdown": Topic(
        ("G45", "G46"),
        words("The bust is left alone"),
        (
            words(
                "Left in its chamber, it waits three more turns of its finder. Then the chamber falls, "
                "and the cards beside fallen ones after each later turn of the finder. Carried out "
                "before, it starts the fall at once."
            ),
        ),
        signs("chamber bust", "=3", "collapse"),
    ),
    "lost": Topic(
        ("G48", "G49"),
        words("What falls is lost"),
        (
            words(
                "Figures, lanterns and treasures on a falling card are lost; photos and delivered "
                "treasures are safe. With no figure left you are passed over, but if your turns make "
                "cards fall, they still do."
            ),
        ),
        signs("archaeologist =−2", "porter =−1"),
    ),
    "end": Topic(
        ("G50", "G51", "G52"),
        words("The end"),
        (
            words(
                "The game ends as soon as only the start card is left. Undelivered treasures score "
                "nothing. In a tie, whoever still has both figures wins; failing that, whoever had that "
                "total first."
            ),
        ),
        signs("photo =1", "disc2 =2", "disc3 =3", "bust =5"),
    ),
}
"""Each explanation by its name."""
