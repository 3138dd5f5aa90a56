"""What is explained of Maudite Momie."""

from __future__ import annotations

from firmware_py.pages.topics import BUTTONS, Topic, signs
from firmware_py.words import words

TOPICS: dict[str, Topic] = {
    "turn": Topic(
        ("L01",),
        words("One of three actions"),
        (
            words(
                "On your turn you loot, run or awaken: one of the three, and you cannot pass. Then the "
                "player on your left takes a turn."
            ),
        ),
        signs("explore", "secure", "awaken"),
    ),
    "loot": Topic(
        ("L06", "L30"),
        words("Loot"),
        (
            words(
                "Take the top card of either pile, look at it in secret and lay it face down in front "
                "of you, beside your others. Keep as many as you dare; everybody may see the backs and "
                "count them."
            ),
        ),
        signs("pile", "explore", "card"),
    ),
    "empty": Topic(
        ("L20", "L22", "L33"),
        words("A pile runs out"),
        (
            words(
                "Shuffle the other pile and all discards and make two new piles; an odd card goes left. "
                "Players keep their cards. If the count here differs, say so in the menu. With neither "
                "card nor pile you are passed over."
            ),
        ),
        signs("discard", "redo", "pile pile"),
    ),
    "two": Topic(
        ("L02",),
        words("With two players"),
        (
            words(
                "With two players you may awaken without a card of your own. That is the only "
                "difference: to run you still need one."
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
                "Each symbol is a point. A treasure on two or more cards counts double, but never "
                "triple. Three symbols on just one card do not double."
            ),
        ),
        signs("=(", "vase vase vase", "=+", "vase", "=) ×2 +", "chest chest", "== 10"),
    ),
    "awaken": Topic(
        ("L03", "L04", "L05"),
        words("Awaken"),
        (
            words(
                "Turn over all the cards of another player who has some. You need a card of your own, "
                "but you neither show nor lose it."
            ),
        ),
        signs("awaken", "card card"),
    ),
    "caught": Topic(
        ("L12", "L13", "L15"),
        words("Caught, or escaped?"),
        (
            words("More guardians than amulets: caught. The cards are lost, and the amulets do nothing."),
            words("A tie (even 0–0) or more amulets: escaped. They score at once as if they ran; you get nothing."),
        ),
        signs("mummy frank", "=>", "amulet"),
    ),
    "benefits": Topic(
        ("L11", "L14", "L16"),
        words("What guardians bring"),
        (
            words(
                "Each kind counts once, in this order. The Mummy scores the caught cards for you, but "
                "not together with your own; then they are discarded."
            ),
        ),
        signs("mummy", "=›", "werewolf", "=›", "frank"),
    ),
    "werewolf": Topic(
        ("L17", "L21"),
        words("Werewolf"),
        (
            words(
                "Look at the top card of each pile. Keep both, one or none, face down; discard the "
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
                "Frank gives you one extra turn, at once, even if there are two Franks. Frank in a "
                "later hand gives another."
            ),
        ),
        signs("frank", "=+", "player"),
    ),
    "end": Topic(
        ("L24", "L25", "L28"),
        words("The end"),
        (
            words(
                "Reaching or passing 35, or 30 with six players, ends the game at once, on anybody's "
                "turn. Guardians that have not acted yet do nothing, and nobody gets a last turn."
            ),
        ),
        signs("trophy =35", "player player player player player player =30"),
    ),
    "final": Topic(
        ("L26", "L27"),
        words("The last cards"),
        (
            words(
                "Cards still face down are revealed and score as if you ran. The highest total wins; a "
                "tie is shared. A house rule says whether the player who ended the game reveals too."
            ),
        ),
        signs("card card", "=›", "trophy"),
    ),
    "keys": Topic(
        (),
        words("Buttons on the page"),
        (
            words(
                "Each button is drawn beside what it chooses. If ✓ stands in a ring, hold it: it awakens the "
                "largest hand at once."
            ),
        ),
        signs("up", "hold_ok", "down"),
        BUTTONS,
    ),
    "keys of cards": Topic(
        (),
        words("Buttons for cards"),
        (
            words(
                "Each button is drawn beside what it chooses. If several cards share one, the page then asks "
                "which. A card just like the last one has a button of its own."
            ),
        ),
        signs("up", "ok", "down"),
        BUTTONS,
    ),
    "knob of cards": Topic(
        (),
        words("Cards by the knob"),
        (
            words(
                "Turn to what the card shows, then push. If several cards lie together, the page then asks which. "
                "A card just like the last one lies by itself."
            ),
        ),
        signs("knob", "=›", "ok"),
        ("encoder",),
    ),
    "another": Topic(
        (),
        words("Another guardian?"),
        (
            words(
                "After a guardian or an amulet come its treasures. If the hand has another one, choose the plus "
                "first. The order of the cards does not matter."
            ),
        ),
        signs("frank", "=›", "plus", "=›", "amulet"),
    ),
    "backs": Topic(
        ("L31",),
        words("The backs warn you"),
        (
            words(
                "In a fresh deck, 1 in 4 green cards hides a guardian, 1 in 3 yellow ones and 1 in 2 red "
                "ones. Once cards are gone, it is only a rough guide. Riskier cards show more treasures."
            ),
        ),
        signs("card_green =1/4", "card_yellow =1/3", "card_red =1/2"),
    ),
}
"""Each explanation by its name."""
