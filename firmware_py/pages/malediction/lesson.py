"""Three minutes of La malédiction: a little game in which each step asks for one answer."""

from __future__ import annotations

from firmware_py.pages.lesson import Answer, LessonStep
from firmware_py.pages.topics import maze_sketch, signs
from firmware_py.words import words

LESSON: tuple[LessonStep, ...] = (
    LessonStep(
        words("The aim"),
        words("A hunter wins with five missions, the mummy with enough tokens. Who may see where the hunters stand?"),
        signs("mission_red mission_blue mission_white mission_green mission_yellow", "mummy ankh"),
        (
            Answer(words("All but the mummy")),
            Answer(words("Everybody"), words("The mummy must never look behind the map.")),
        ),
    ),
    LessonStep(
        words("Blue's turn"),
        words("Two dice are locked already. Blue rolls the other three: a mummy, 1 and 2. How many are locked now?"),
        signs("die_mummy die_mummy", "=+", "die_mummy die_1 die_2"),
        (
            Answer(words("Two"), words("Every mummy is locked as soon as it shows.")),
            Answer(words("Three")),
        ),
    ),
    LessonStep(
        words("Again"),
        words("Blue does not like it and rolls the last two again: 1 and 4. May Blue still take the 2 from before?"),
        signs("die_mummy die_mummy die_mummy", "die_1 die_4"),
        (
            Answer(words("No, only what shows")),
            Answer(words("Yes"), words("Only the faces that show now count.")),
        ),
    ),
    LessonStep(
        words("Four cells"),
        words('Blue says "four" aloud and walks. The fourth cell is a mission whose card Blue holds. What now?'),
        maze_sketch("╺ ━ ━ ━ R1╸", pawns={0: "blue"}, lit=(4,)),
        (
            Answer(words("Blue may show it to all")),
            Answer(words("Blue must keep it secret"), words("A mission played is shown to everybody, the mummy too.")),
        ),
    ),
    LessonStep(
        words("The usual mistake"),
        words("Red stands in a short corridor and has rolled a 3. Where can Red end?"),
        maze_sketch("╺ ━ ╸", pawns={1: "red"}),
        (
            Answer(words("Nowhere: too short"), words("You may go back and forth: three steps end at a or c.")),
            Answer(words("At a or c")),
        ),
    ),
    LessonStep(
        words("The dice are reset"),
        words("Red resets the three locked dice before rolling. What may the mummy do first?"),
        signs("die_mummy die_mummy die_mummy", "=›", "mummy =3"),
        (
            Answer(words("Move up to three cells")),
            Answer(words("Roll its die"), words("Its die is for its own turn, when the locked dice are added.")),
        ),
    ),
    LessonStep(
        words("A catch"),
        words("The mummy walks and steps onto Red's cell with a step to spare. What happens?"),
        maze_sketch("╺ ━ ━ ╸", mummy=0, pawns={2: "red"}, path=(0, 1)),
        (
            Answer(words("It stops: Red is caught")),
            Answer(words("It may walk on"), words("A catch ends its move.")),
        ),
    ),
    LessonStep(
        words("In the dungeon"),
        words("Red pays a token, goes to the dungeon and keeps all missions. When is Red out of the game?"),
        signs("dungeon", "ankh", "=›", "mummy"),
        (
            Answer(words("After the third token")),
            Answer(words("At once"), words("Each pawn has three tokens.")),
        ),
    ),
)
"""The steps; the answer without a reason is the right one."""
