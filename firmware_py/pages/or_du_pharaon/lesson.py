"""Three minutes of L'or du pharaon: a little game in which each step asks for one answer."""

from __future__ import annotations

from display.view import DrawnPath
from firmware_py.pages.lesson import Answer, LessonStep
from firmware_py.pages.or_du_pharaon.topics import ARCHAEOLOGIST, BUST, CARRIER, PORTER
from firmware_py.pages.topics import signs, sketch
from firmware_py.words import words

LESSON: tuple[LessonStep, ...] = (
    LessonStep(
        words("The aim"),
        words(
            "Find treasures in five chambers and carry them to the start card. You have three actions a "
            "turn. What can they be spent on?"
        ),
        signs("chamber", "disc3", "=›", "start_inside", "trophy"),
        (
            Answer(words("Both figures, as I like")),
            Answer(words("One figure a turn"), words("Share them freely between the two.")),
        ),
    ),
    LessonStep(
        words("Reveal"),
        words(
            "Your archaeologist has walked one step. Its card is open towards the hidden one. What does revealing cost?"
        ),
        sketch("(━) ━ ?", figures={"1.0": ARCHAEOLOGIST}),
        (
            Answer(words("One action")),
            Answer(words("Nothing"), words("It costs one, and the figure stays where it is.")),
        ),
    ),
    LessonStep(
        words("A wall"),
        words("You laid it like this. Can the archaeologist go there?"),
        sketch("(━) ━ ┃", figures={"1.0": ARCHAEOLOGIST}),
        (
            Answer(words("Yes, my card is open"), words("Both touching edges must be open.")),
            Answer(words("No, but the porter can turn it"), words("The porter, too, would need both edges open.")),
            Answer(words("No")),
        ),
    ),
    LessonStep(
        words("Lanterns"),
        words("Two of your lanterns lie on the way. What does the walk to the last card cost your porter?"),
        sketch("(━) ━ ━ ━", figures={"0.0": PORTER}, lanterns={"1.0": ("red",), "2.0": ("red",)}),
        (
            Answer(words("One action")),
            Answer(words("Three actions"), words("Over your own lanterns any distance is one action.")),
        ),
    ),
    LessonStep(
        words("The usual mistake"),
        words("The archaeologist carries a treasure home over the same lanterns. What does that cost?"),
        sketch("(━) ━ ━ ━", figures={"3.0": CARRIER}, lanterns={"1.0": ("red",), "2.0": ("red",)}),
        (
            Answer(words("One action"), words("With a treasure, lanterns do not help.")),
            Answer(words("Three actions")),
        ),
    ),
    LessonStep(
        words("The awakening"),
        words(
            "Bo finds a chamber, and the photo shows a mummy. It runs to the start card the shortest way."
            " Whom does it frighten?"
        ),
        sketch(
            "┏ ━ [┓]",
            "(┛) ? ┃",
            "? ━ ┛",
            figures={"0.0": ARCHAEOLOGIST},
            path=DrawnPath((("2.0",), ("1.0",), ("0.0",), ("0.1",)), "mummy", 4),
        ),
        (
            Answer(words("Only Bo's figures"), words("Everybody's figures on that path flee.")),
            Answer(words("Everybody on the path")),
        ),
    ),
    LessonStep(
        words("The bust"),
        words("You carry the bust out of its chamber. What happens?"),
        sketch("━ [╸]", figures={"0.0": BUST}, doomed="1.0"),
        (
            Answer(words("The chamber falls, my turn ends")),
            Answer(words("Nothing yet"), words("The pyramid begins to fall at once.")),
        ),
    ),
    LessonStep(
        words("The collapse"),
        words(
            "After each of your turns the neighbours of fallen cards fall, with all on them. Where is your team safe?"
        ),
        sketch("━ ┳ ┃ ?", "? . ┛ ┃", doomed="1.0 0.1 2.1"),
        (
            Answer(words("On the start card")),
            Answer(
                words("On lanterns"),
                words("Only the start card never falls. A lost archaeologist costs 2 points, a porter 1."),
            ),
        ),
    ),
)
"""The steps; the answer without a reason is the right one."""
