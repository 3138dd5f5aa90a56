"""What is explained of L'or du pharaon."""

from __future__ import annotations

from display.view import DrawnPath, Figure
from firmware_py.pages.topics import Topic, signs, sketch
from firmware_py.words import words

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
                "Share three actions between your archaeologist and your porter as you like, or do fewer. A "
                "step is one action. Only the archaeologist reveals, photographs, carries and steals; only "
                "the porter rotates and sees to lanterns."
            ),
        ),
        signs("archaeologist porter", "=3 ×", "reveal", "rotate", "lantern"),
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
        ("G04", "G07", "G08"),
        words("Reveal"),
        (
            words(
                "The archaeologist turns up a face-down card beside it if its own card is open on that side. "
                "This is no step. Lay the card whichever way round you like: that decides where mummies and "
                "curses run."
            ),
        ),
        sketch("━ ?", figures={"0.0": ARCHAEOLOGIST}, badges={"1.0": "1"}),
    ),
    "rotate": Topic(
        ("G05", "G09", "G11"),
        words("Rotate"),
        (
            words(
                "The porter turns its own card, or one beside it that it could step on: a quarter, a half or "
                "three quarters for one action, whoever stands there, chambers too. The start card is never "
                "turned."
            ),
        ),
        sketch("━ ┃", figures={"0.0": PORTER}, badges={"0.0": "1"}),
    ),
    "lanterns": Topic(
        ("G19", "G20", "G22"),
        words("Lanterns"),
        (
            words(
                "Your porter lays or lifts one of your lanterns where it stands, one action each. One of a "
                "colour lies on a card, beside other colours if need be, on the start card too. A lifted one "
                "comes back to you."
            ),
        ),
        sketch("━ ━ ━", figures={"1.0": PORTER}, lanterns={"1.0": ("red", "blue")}),
    ),
    "glide": Topic(
        ("G14", "G15", "G16", "G17"),
        words("Far for one action"),
        (
            words(
                "If every card between here and there bears your own lantern, the whole way is one action, "
                "bends included. The two ends need none. To the next card it is one action in any case."
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
                "A carrier pays an action for every step, lanterns or not. Their path ends on the start card,"
                " where the treasure is delivered. Passing lanterns is not stopping: nothing is picked up or "
                "stolen on the way."
            ),
        ),
        sketch("━ ━ ━ ━", figures={"0.0": CARRIER}, lanterns={"1.0": ("red",), "2.0": ("red",)}, badges={"3.0": "3"}),
    ),
    "carry": Topic(
        ("G23",),
        words("One treasure at a time"),
        (
            words(
                "The archaeologist carries one treasure. Picking up, putting down and stealing are free, on "
                "your turn and on its own card, even with no action left."
            ),
        ),
        signs("archaeologist disc3", "put_down", "disc2"),
    ),
    "deliver": Topic(
        ("G28",),
        words("Open, then closed"),
        (
            words(
                "Treasures in the pyramid lie open. On the start card yours goes face down before you, for "
                "good; so totals stay secret unless the table asks to see them."
            ),
        ),
        signs("disc3", "=›", "start_inside"),
    ),
    "steal": Topic(
        ("G25", "G26", "G27"),
        words("Steal"),
        (
            words(
                "Steal from an archaeologist who carries and stands on your archaeologist's card, but never "
                "on the start card. Put down your own treasure first. On their turn they may take it back."
            ),
        ),
        signs("archaeologist", "steal", "disc3 archaeologist"),
    ),
    "photo": Topic(
        ("G29", "G30", "G31", "G38"),
        words("A photo"),
        (
            words(
                "Finding a chamber is worth a photo: one point, whatever it shows. First lay out its "
                "treasures, then comes the mummy, then the curse. The bust is always the last treasure. With "
                "neither mummy nor curse your turn goes on."
            ),
        ),
        signs("chamber", "photo =1", "disc2 disc3", "mummy", "curse"),
    ),
    "mummy": Topic(
        ("G32", "G33", "G34", "G37"),
        words("The mummy runs out"),
        (
            words(
                "It takes the shortest path to the start card; equally short ones all count, and lanterns "
                "shorten none. Every figure on them, its ends included, flees to the start card and leaves "
                "its treasure behind."
            ),
        ),
        sketch("(╺) ━ [╸]", figures={"1.0": CARRIER}, path=DrawnPath((("2.0",), ("1.0",), ("0.0",)), "mummy", 3)),
    ),
    "curse": Topic(
        ("G35",),
        words("The curse"),
        (
            words(
                "It takes the same paths and blows out all lanterns there, which return to their owners. "
                "Figures stay where they are."
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
                "Where an open path leads out, your turn ends once mummy or curse has passed, even if nobody "
                "was hit. Where none does, nothing happens and you go on."
            ),
        ),
        sketch("(╺) ┃ [╸]"),
    ),
    "bust_out": Topic(
        ("G39", "G40"),
        words("The bust leaves"),
        (
            words(
                "Carry the bust off its chamber, by a single step: the chamber falls with all on it, and your"
                " turn ends. If you reach the start card with it, it is delivered first. Fleeing from a mummy"
                " does not carry it out."
            ),
        ),
        sketch("━ [╸]", figures={"0.0": BUST}, doomed="1.0"),
    ),
    "waves": Topic(
        ("G41", "G42", "G43", "G44"),
        words("The pyramid falls"),
        (
            words(
                "After each turn of whoever last held the bust, every card beside a fallen one falls, walls "
                "or not. Stolen or picked up: now their turns count. Put down or delivered: still the last "
                "holder's. The start card stays."
            ),
        ),
        sketch("━ ┳ ┃ ?", "? . ┛ ┃", doomed="1.0 0.1 2.1"),
    ),
    "countdown": Topic(
        ("G45", "G46"),
        words("The bust is left alone"),
        (
            words(
                "Left in its chamber, it waits three more turns of its finder. At the end of the third the "
                "chamber falls, and a ring of cards after each of their later turns. Carried out before, it "
                "starts the fall at once."
            ),
        ),
        signs("chamber bust", "=3", "collapse"),
    ),
    "lost": Topic(
        ("G48", "G49"),
        words("What falls is lost"),
        (
            words(
                "Figures, lanterns and treasures on a falling card are gone; photos and delivered treasures "
                "are kept. Without a figure you are passed over, yet your turns still bring down cards if "
                "they are the ones that count."
            ),
        ),
        signs("archaeologist =−2", "porter =−1"),
    ),
    "end": Topic(
        ("G50", "G51", "G52"),
        words("The end"),
        (
            words(
                "It ends as soon as only the start card is left. Treasures not delivered count nothing. In a "
                "tie, who still has both figures wins; failing that, who had that total first."
            ),
        ),
        signs("photo =1", "disc2 =2", "disc3 =3", "bust =5"),
    ),
}
"""Each explanation by its name."""
