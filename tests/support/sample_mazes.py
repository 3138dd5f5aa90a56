"""Views with a maze, dice and announcements, as the malediction makes them: usual, full, too large for the screen."""

from functools import reduce
from itertools import pairwise

from msgspec.structs import replace
from msgspec.structs import replace as with_parts

from display.view import Actor, Hint, Item, MazePiece, MazePlan, Menu, Notice, Square, View
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.state import Header, Hunter, Setup
from firmware_py.pages.malediction.map_editor.canvas import open_passage, solid_rock, squares_of
from firmware_py.pages.malediction.pictures import announcement, maze_of

BUTTONS = (Hint("up", "Choisir"), Hint("down", "Choisir"), Hint("ok", "Valider"), Hint("back", "Retour"))
NAMES = ("Maximilienne", "Bo", "Chloé", "Dédé")
PAWNS = ("red", "turquoise", "blue", "purple")
START = rules.initial_state(
    Header(
        1,
        "malediction",
        (*NAMES, "Mo"),
        Setup("Mo", tuple(map(Hunter, NAMES, PAWNS)), "practice"),
    )
)
STATE = with_parts(
    START,
    at=("c4", "f6", "stairs", "dungeon"),
    ankhs=(3, 2, 3, 1),
    missions=(("R1", "B2", "G4"), (), ("Y1",), ("W3", "R2", "B5", "G1")),
    tokens=3,
    locked=2,
    mummy="e7",
)
DICE = (Item("", ("die_2",)), Item("", ("die_4",)), Item("", ("die_arrow",)), Item("encore", ("redo",)))
TWO = Menu(
    (
        Item("Jouer la mission G2 (palmier)", ("mission_green",), target="0"),
        Item("Garder la carte", ("ok",), target="1"),
    )
)

MAZE = View(
    title="pion rouge",
    prompt="4 : où va le pion rouge ? En c3.",
    actor=Actor("Maximilienne", "red"),
    body=maze_of(STATE, Menu(()), lit=("a4", "b3", "c3", "d5", "e4", "c6"), cursor="c3", dice=DICE, die=1),
    hints=(Hint("ok", "avancer ici"), Hint("back", "cacher le plan"), Hint("back", "annuler : le lancer", held=True)),
    audience="hunters",
)
BLOCKED = replace(
    MAZE,
    prompt="Face 2 impossible : la momie barre le chemin.",
    body=replace(
        MAZE.body,
        lit=(),
        cursor=None,
        dice=(replace(DICE[0], is_dimmed=True), DICE[1], replace(DICE[2], is_dimmed=True), DICE[3]),
        die=0,
    ),
    hints=MAZE.hints[-1:],
)
"""Two dice without a move, the cursor on one of them."""
ENTERED = replace(
    MAZE,
    prompt="Que montrent les dés ?",
    body=replace(
        MAZE.body,
        lit=(),
        cursor=None,
        dice=(Item("", ("die_2",)), *(Item("", ("die_blank",)),) * 2),
        die=1,
        faces=(
            Item("1", key="up"),
            Item("2", key="right"),
            Item("3", key="down"),
            Item("4", key="left"),
            Item("", ("die_arrow",), key="ok"),
        ),
    ),
    hints=(Hint("back", "cacher"), Hint("back", "annuler : le lancer", held=True), Hint("ok", "dé d’avant", held=True)),
)
"""Dice that are entered one after the other, each by a key."""
MUMMY_PATH = View(
    title="La momie",
    prompt="Le chemin de la momie, case par case : encore 3 pas.",
    actor=Actor("Mo", "white"),
    body=maze_of(
        rules.seen_by(with_parts(STATE, turn=None, phase="mummy_move"), ""),
        Menu(()),
        path=("e7", "e8"),
        mummy="f8",
        lit=("f9", "e8"),
        cursor="f8",
    ),
    hints=BUTTONS,
)
MISSION = View(
    title="pion bleu",
    prompt="Jouer la mission de cette case ?",
    actor=Actor("Chloé", "blue"),
    body=maze_of(with_parts(STATE, turn=2), TWO, cursor="g5"),
    hints=BUTTONS,
    audience="hunters",
)
THREE = Menu(
    (
        Item("Finir le tour", ("ok",), target="0"),
        Item("Jouer G2 (palmier)", ("mission_green",), target="1"),
        Item("Vers une autre case", ("back",), target="2"),
    )
)
HAND_OVER = View(
    title="pion turquoise",
    prompt="Maximilienne (pion turquoise) va en g5.",
    actor=Actor("Maximilienne", "turquoise"),
    body=maze_of(STATE, THREE, cursor="g5"),
    hints=BUTTONS,
    audience="hunters",
)
MOVED = View(
    title="Alle setzen um",
    prompt="Prüft den Tisch.",
    body=replace(
        maze_of(
            rules.seen_by(STATE, ""),
            Menu(
                (
                    Item("Weiter", ("ok",), target="0"),
                    Item("e7 → d8", ("mummy",), brief="d8"),
                    Item("2 → 1", ("mummy", "ankh"), brief="1"),
                    Item("Verlies → verborgen", ("pawn",), colour="turquoise", brief="verborgen"),
                    Item("2 → 3", ("ankh",), colour="turquoise", brief="3"),
                    Item("R2 → Hand", ("mission_red",), colour="blue", brief="R2 → Hand"),
                    Item("4 → 0", ("die_mummy",), brief="0"),
                ),
                1,
            ),
            cursor="d8",
        ),
        standings=(),
        tokens=None,
        tray=None,
        is_listed=True,
    ),
    hints=BUTTONS,
)
MOVED_PAWNS = replace(
    MOVED,
    body=replace(
        MOVED.body,
        choices=Menu(
            (
                Item("Weiter", ("ok",), target="0"),
                Item("Verlies → g5", ("pawn",), colour="turquoise", brief="g5"),
                Item("sie zeigen 1, 2, Pfeil, Pfeil, 4", ("dice",), brief="1, 2, Pfeil, Pfeil, 4"),
            )
        ),
        cursor=None,
    ),
    audience="hunters",
)
SQUARES = tuple(
    Square(open="EW" if index % 3 else "NESW", mark=f"R{index % 10}" if index % 17 == 0 else "", colour="red")
    for index in range(26 * 20)
)
VAST = replace(
    MISSION, body=replace(MISSION.body, columns=26, squares=SQUARES, pieces=(), cursor=300, wrong=(301, 326))
)
WRONG = replace(
    MISSION,
    body=replace(MISSION.body, wrong=(30, 41, 52)),
    notice=Notice(
        (
            "Le pion rouge ne peut pas bouger maintenant. Ada (pion rouge) a bougé : jouez la mission de cette case, "
            "ou finissez le tour. À faire : b4 à vider, pion rouge en c4.",
        ),
        "warning",
    ),
)
EDITED = View(
    title="Plateau 1",
    prompt="Mur à droite de c4",
    body=replace(MAZE.body, standings=(), tokens=None, tray=None, dice=(), lit=(), pieces=(), cursor=32, side="E"),
    hints=BUTTONS,
)
PATH = (0, 1, 2, 3, 13, 23, 33, 32, 31, 30, 40, 50, 51, 52, 53, 54, 55, 65)
TAUGHT = View(
    title="Apprendre le plan : 1 sur 6",
    prompt="Faites glisser la momie dans tous les couloirs.",
    body=MazePlan(
        columns=10,
        squares=squares_of(
            reduce(
                lambda drawing, step: open_passage(drawing, *(divmod(cell, 10) for cell in step)),
                pairwise(PATH),
                solid_rock(10, 10),
            )
        ),
        pieces=(MazePiece(65, icon="mummy", active=True),),
        wrong=(44, 45),
        choices=Menu(
            (),
            text=(
                "De d6 à f6, trop vite : glissez plus lentement.",
                "Cases parcourues : 18 sur 100",
                "Laissées de côté, à dessiner à la main : e5, f5",
            ),
        ),
    ),
    hints=(Hint("ok", "continuer"), Hint("back", "menu"), Hint("back", "annuler", held=True)),
)
ANNOUNCED = View(
    title="pion rouge",
    prompt="À lire à voix haute.",
    actor=Actor("Ada", "red"),
    body=announcement(STATE, "Ada (pion rouge) annonce : 4.", (), "die_4"),
    hints=(Hint("ok", "continuer"), Hint("back", "menu")),
)
LOOK_AWAY, HOLD_OK = ("mummy", "look_away"), ("hold_ok",)
GUARD = Item("Momie : yeux fermés", LOOK_AWAY), Item("Chasseurs : tenez ✓", HOLD_OK)
GUARD_DE = Item("Mumie: schau weg", LOOK_AWAY), Item("Schatzsucher: ✓ halten", HOLD_OK)
ANNOUNCED_LONG = View(
    title="Die Mumie",
    prompt="Lies das laut vor.",
    body=replace(
        announcement(
            with_parts(STATE, locked=5),
            "Maximilienne-Charlotte (türkise Figur) wird gefangen und kommt ins Verlies. Die Mumie hat 3 von 7 Marken.",
            ("Die Mumie geht 3 Felder, nach e7.", "Maximilienne-Charlotte (türkise Figur) beginnt."),
            "dungeon",
        ),
        guard=GUARD_DE,
    ),
    hints=ANNOUNCED.hints,
)
ANNOUNCED_FULL = View(
    title="pion rouge",
    prompt="Un chasseur lit ceci à voix haute.",
    actor=Actor("Maximilienne", "red"),
    body=replace(
        announcement(
            with_parts(STATE, locked=0, tokens=5),
            "La momie attrape Jean-Philippe (pion bleu) : au Donjon ! Jetons-vie : 5/7.",
            (
                "La momie avance de 2 cases : h6.",
                "Jean-Philippe (pion bleu) n’a plus de jeton-vie et quitte la partie.",
                "Les cinq dés sont de nouveau libres pour Maximilienne (pion rouge).",
            ),
            "dungeon",
        ),
        guard=GUARD,
    ),
    hints=BUTTONS,
)
ANNOUNCED_CAPTURE = View(
    title="La momie",
    prompt="Un chasseur lit ceci à voix haute.",
    actor=Actor("Mo", "white"),
    body=replace(
        announcement(
            STATE,
            "La momie attrape Maximilienne-Jo (pion turquoise) : au Donjon ! Jetons-vie : 3/4.",
            ("La momie avance de 2 cases : h6.", "À Maximilienne-Jo (pion turquoise) de jouer."),
            "dungeon",
        ),
        guard=GUARD,
    ),
    hints=BUTTONS,
)
ASKED = View(
    title="pion turquoise",
    prompt="Le plateau demande :",
    actor=Actor("Maximilienne-Jo", "turquoise"),
    body=replace(
        announcement(STATE, "La figurine est-elle sur une case qui ne détecte rien ?", (), "sensors"),
        choices=Menu((Item("Non : rien ne s’est passé", ("back",), target="0"), Item("Oui", ("ok",), target="1"))),
    ),
    hints=(Hint("ok", "choisir"), Hint("back", "cacher le plan")),
    audience="hunters",
)
CURTAIN = View(
    title="pion rouge",
    prompt="Le plan est caché.",
    actor=Actor("Ada", "red"),
    body=replace(
        announcement(STATE, "Ici il n’y a rien à voir", ("Chasseurs : maintenir ✓ pour lever le rideau.",), "curtain"),
        guard=GUARD,
        is_read=False,
    ),
    hints=(Hint("ok", "lever le rideau", held=True), Hint("back", "menu")),
)

MAZES: dict[str, View] = {
    "maze": MAZE,
    "blocked_dice": BLOCKED,
    "entered_dice": ENTERED,
    "maze_mummy": MUMMY_PATH,
    "maze_signed": replace(HAND_OVER, sign=Actor("Maximilienne-Charlotte", "turquoise")),
    "maze_mission": MISSION,
    "maze_moved": MOVED,
    "maze_moved_pawns": MOVED_PAWNS,
    "maze_hand_over": HAND_OVER,
    "maze_vast": VAST,
    "maze_wrong": WRONG,
    "maze_edited": EDITED,
    "maze_taught": TAUGHT,
    "announced": ANNOUNCED,
    "announced_long": ANNOUNCED_LONG,
    "announced_full": ANNOUNCED_FULL,
    "announced_capture": ANNOUNCED_CAPTURE,
    "announced_question": ASKED,
    "curtain": CURTAIN,
}
