"""What is explained of Maudite Momie."""

from __future__ import annotations

from firmware_py.pages.topics import Topic, signs
from firmware_py.words import words

TOPICS: dict[str, Topic] = {
    "turn": Topic(
        ("L01",),
        words("One of three acts"),
        (
            words(
                "On your turn you loot, run or awaken: one of the three, and no passing. Then it is the next "
                "player clockwise."
            ),
        ),
        signs("explore", "secure", "awaken"),
    ),
    "loot": Topic(
        ("L06", "L30"),
        words("Loot"),
        (
            words(
                "Take the top card of either pile, look at it in secret and lay it face down before you, "
                "covering no other. Hold as many as you dare; everybody may count them and see their backs."
            ),
        ),
        signs("pile", "explore", "card"),
    ),
    "empty": Topic(
        ("L20", "L22"),
        words("A pile runs out"),
        (
            words(
                "Shuffle the other pile and all discards into two new piles; an odd card goes left. Cards "
                "before players stay. A player without cards who finds no pile is passed over."
            ),
        ),
        signs("discard", "redo", "pile pile"),
    ),
    "two": Topic(
        ("L02",),
        words("With two players"),
        (
            words(
                "With two players you may awaken without a card of your own. Nothing else differs: running "
                "still takes one."
            ),
        ),
        signs("player player", "awaken"),
    ),
    "run": Topic(
        ("L07",),
        words("Run"),
        (
            words(
                "Turn over all your cards, score their treasures and discard them. Guardians and amulets do "
                "nothing here."
            ),
        ),
        signs("card card", "secure", "trophy"),
    ),
    "score": Topic(
        ("L08", "L09", "L10"),
        words("What treasures score"),
        (
            words(
                "Each symbol is a point. A treasure on two or more of the cards counts double, never more "
                "than double. Three symbols on one card alone do not double."
            ),
        ),
        signs("vase vase vase", "=+", "vase", "=×2  +", "chest chest", "== 10"),
    ),
    "awaken": Topic(
        ("L03", "L04", "L05"),
        words("Awaken"),
        (
            words(
                "Turn over all the cards of another player who has some. You need a card of your own for it, "
                "but neither show nor spend it."
            ),
        ),
        signs("awaken", "card card"),
    ),
    "caught": Topic(
        ("L12", "L13", "L15"),
        words("Caught, or escaped?"),
        (
            words("More guardians than amulets: caught. The cards go without points, and the amulets do nothing."),
            words("Otherwise, also none of either: escaped. They score at once as if they ran, and you get nothing."),
        ),
        signs("mummy frank", "=>", "amulet"),
    ),
    "benefits": Topic(
        ("L11", "L14", "L16"),
        words("What guardians bring"),
        (
            words(
                "Each kind pays once, in this order. The Mummy scores the caught cards for you, by themselves"
                " and not with your own; then they are discarded."
            ),
        ),
        signs("mummy", "=›", "werewolf", "=›", "frank"),
    ),
    "werewolf": Topic(
        ("L17", "L21"),
        words("Werewolf"),
        (
            words(
                "Draw the top card of each pile and look. Keep both, one or none, face down; discard the "
                "rest. An empty pile is rebuilt only afterwards."
            ),
        ),
        signs("werewolf", "pile pile", "=›", "card card"),
    ),
    "frank": Topic(
        ("L18",),
        words("Frank"),
        (
            words(
                "Frank gives you one more turn, at once, however many there are. In a later hand another "
                "Frank gives another."
            ),
        ),
        signs("frank", "=+", "turned"),
    ),
    "end": Topic(
        ("L24", "L25", "L28"),
        words("The end"),
        (
            words(
                "Whoever reaches or passes 35, or 30 with six players, ends the game at once, on anybody's "
                "turn. What guardians still had to bring is lost, and nobody gets a last turn."
            ),
        ),
        signs("trophy =35", "player player player player player player =30"),
    ),
    "final": Topic(
        ("L26", "L27"),
        words("The last cards"),
        (
            words(
                "Cards still face down are turned over and score as if you ran. The highest total wins, ties "
                "share. A house rule decides whether whoever ended the game reveals too."
            ),
        ),
        signs("card card", "=›", "trophy"),
    ),
    "keys": Topic(
        (),
        words("Keys on the page"),
        (
            words(
                "A key is drawn at what it chooses. If several pictures share one, press it, and the page asks again "
                "among these few. With a finger, touch the picture itself."
            ),
        ),
        signs("up", "ok", "down"),
    ),
    "backs": Topic(
        ("L31",),
        words("The backs warn you"),
        (
            words(
                "Of a fresh deck, so many cards of each colour hide a guardian. Once cards are gone this is a"
                " rough guide only. Riskier cards show more treasures."
            ),
        ),
        signs("card_green =1/4", "card_yellow =1/3", "card_red =1/2"),
    ),
}
"""Each explanation by its name."""
