"""Three minutes of Maudite Momie: a little game in which each step asks for one answer."""

from __future__ import annotations

from firmware_py.pages.lesson import Answer, LessonStep
from firmware_py.pages.topics import signs
from firmware_py.words import words

LESSON: tuple[LessonStep, ...] = (
    LessonStep(
        words("The aim"),
        words("Treasure symbols are points. Whoever first has 35 ends the game. How do you get cards?"),
        signs("trophy =35", "player player"),
        (
            Answer(words("Loot a pile")),
            Answer(words("Run"), words("Without a card you have nothing to save yet.")),
        ),
    ),
    LessonStep(
        words("Your first card"),
        words("A red card: three vases. You look at it alone and lay it face down. What next?"),
        signs("vase vase vase", "card_red", "look_away"),
        (
            Answer(words("It is the next player's turn")),
            Answer(words("Loot again"), words("One act a turn.")),
        ),
    ),
    LessonStep(
        words("Counting"),
        words("Later you run with these three cards. What do the four vases score?"),
        signs("vase vase vase", "=+", "vase", "=+", "chest chest"),
        (
            Answer(words("4 points"), words("Vases lie on two cards: they count double.")),
            Answer(words("8 points")),
        ),
    ),
    LessonStep(
        words("Ten points"),
        words(
            "The chests are on one card only, so they do not double: 10 in all. Guardians do not matter "
            "when you run. And the cards?"
        ),
        signs("vase vase vase", "=8 +", "chest chest", "=2 = 10"),
        (
            Answer(words("All are discarded")),
            Answer(words("You keep some"), words("Running takes all of them.")),
        ),
    ),
    LessonStep(
        words("Awaken"),
        words("Now you hold a card, so you may awaken Bo. Bo's cards show this. Who wins?"),
        signs("amulet", "=:", "werewolf frank frank"),
        (
            Answer(words("Bo is caught")),
            Answer(words("The amulet saves Bo"), words("Three guardians outnumber one amulet: then it does nothing.")),
        ),
    ),
    LessonStep(
        words("What you get"),
        words(
            "Werewolf: draw a card from each pile, keep what you like. Frank: an extra turn. There were "
            "two Franks: two turns?"
        ),
        signs("werewolf", "=›", "frank"),
        (
            Answer(words("One turn")),
            Answer(words("Two turns"), words("Each kind pays once.")),
        ),
    ),
    LessonStep(
        words("The usual mistake"),
        words("Chloé's cards: one guardian, one amulet. What happens?"),
        signs("amulet", "=:", "mummy"),
        (
            Answer(words("Nothing"), words("A tie is an escape, and who escapes scores.")),
            Answer(words("Chloé escapes and scores")),
        ),
    ),
    LessonStep(
        words("The end"),
        words(
            "Bo reaches 36: the game stops at once, even amid your turn. All cards still face down are "
            "turned up. Do they score?"
        ),
        signs("trophy =36", "card card"),
        (
            Answer(words("Yes, as if you ran")),
            Answer(words("No"), words("They do, so do not give up too early.")),
        ),
    ),
)
"""The steps; the answer without a reason is the right one."""
