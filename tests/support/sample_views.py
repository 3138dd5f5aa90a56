"""Views to draw, as games would make them: one case a kind of body, the longest words, the emptiest, the fullest."""

from typing import get_args
from zlib import crc32

from msgspec.structs import replace
from sample_homes import COVERS, GAMES, stood
from sample_maps import MAPS
from sample_mazes import MAZES
from sample_rankings import BUTTONS, CURVE, PARTS, RANKING, RANKING_FULL, RANKING_SIX, RANKING_TWO
from sample_tables import TABLES
from sampling import IS_WHOLE

from display.theme import needs_keys
from display.view import (
    Actor,
    Announcement,
    Hint,
    Hold,
    Item,
    MazePlan,
    Menu,
    Notice,
    Picker,
    Race,
    Ranking,
    ScoreHistory,
    Seat,
    TitlePage,
    View,
    World,
)
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

ADA = Actor("Ada", "red")
TREASURES = ("chest", "vase", "cup", "crown", "scarab", "mask")

FAMILY = (
    Seat("Ada", "red", 12, cards=3, active=True),
    Seat("Bo", "blue", 12, cards=1),
    Seat("Chloé", "yellow", 27),
    Seat("Dédé", "green", 4, cards=5),
)

LONG_LIST = View(
    title="Réglages",
    prompt="Que voulez-vous changer ?",
    body=Menu(
        (
            Item("Langue", ("language",), "Français", target="0"),
            Item("Son", ("sound",), "Seulement les erreurs", target="1"),
            Item("Luminosité", ("brightness",), "80 %", target="2"),
            Item("Boutons", ("players",), "6 boutons", target="3"),
            Item("Règles de la maison", ("story",), "2 options actives", target="4"),
            Item("Parties terminées", ("history",), "14 parties", target="5"),
            Item("Exporter", ("export",), "sur une clé USB", target="6"),
            Item("À propos", ("info",), target="7"),
        ),
        cursor=5,
    ),
    hints=BUTTONS,
    badges=("muted", "unsaved"),
)

CONFIRM = View(
    title="Jeter la partie ?",
    prompt="Cette partie sera jetée.",
    body=Menu(
        (Item("Non, la garder", ("resume",), target="no"), Item("Oui, la jeter", ("discard",), target="yes")),
        text=("Maudite Momie, Ada 12, Bo 12, Chloé 27, Dédé 4.", "On ne peut pas la reprendre ensuite."),
        icon="discard",
    ),
    hints=BUTTONS,
)

RACE = View(
    title="Maudite Momie",
    prompt="Que faites-vous ?",
    actor=ADA,
    body=Race(
        35,
        FAMILY,
        Menu(
            (
                Item("Explorer", ("explore",), target="explore"),
                Item("Mettre à l’abri", ("secure",), target="secure"),
                Item("Réveiller", ("awaken",), target="awaken"),
            ),
            cursor=1,
        ),
    ),
    hints=(*BUTTONS[:3], Hint("back", "Menu"), Hint("back", "Annuler", held=True)),
)

RACE_FULL = View(
    title="Maudite Momie",
    prompt="Que faites-vous ?",
    actor=Actor("Maximilienne-Charlotte", "purple"),
    body=Race(
        30,
        (
            Seat("Ada", "red", 0, cards=12),
            Seat("Bo", "blue", 0, cards=1),
            Seat("Chloé", "yellow", 0, cards=7),
            Seat("Dédé", "green", 0, cards=5),
            Seat("Maximilienne-Charlotte", "purple", 0, cards=10, active=True),
            Seat("Émile", "white", 31, cards=3),
        ),
        Menu(
            (
                Item("Explorer la pile de gauche", ("explore",), "reste 14", target="left"),
                Item("Explorer la pile de droite", ("explore",), "reste 13", target="right"),
                Item("Mettre à l’abri", ("secure",), target="secure"),
                Item("Réveiller", ("awaken",), "Ada, Bo, Chloé, Dédé", target="awaken"),
            ),
            cursor=0,
        ),
    ),
    hints=(*BUTTONS[:3], Hint("back", "Menu"), Hint("back", "Annuler", held=True)),
    badges=("unsaved", "muted"),
    hold=Hold("back", 0.6),
)

RACE_MOVED = View(
    title="Alle setzen um",
    prompt="Prüft den Tisch.",
    body=Race(
        30,
        RACE_FULL.body.seats,
        Menu(
            (
                Item("Weiter", ("ok",), target="0"),
                Item("12 → 0", ("trophy",), colour="red", brief="0"),
                Item("0 → 31", ("trophy",), colour="white", brief="31"),
                Item("3 → 10", ("card",), colour="purple", brief="10"),
                Item("Linker Stapel: 27 → 26", ("pile",), brief="Linker Stapel: 27 → 26"),
                Item("Rechter Stapel: 26 → 27", ("pile",), brief="Rechter Stapel: 26 → 27"),
                Item("Ablage: 0 → 17", ("discard",), brief="Ablage: 0 → 17"),
            )
        ),
    ),
    hints=RACE_FULL.hints,
)

RACE_EMPTY = View(
    title="Maudite Momie",
    prompt="",
    body=Race(35, (Seat("Ada", "red", 0), Seat("Bo", "blue", 0)), Menu(())),
)

REFUSED = View(
    title="Maudite Momie",
    prompt="Qui Ada réveille-t-elle ?",
    actor=ADA,
    body=RACE.body,
    hints=RACE.hints,
    notice=Notice(("Chloé n’a pas de carte devant elle : choisissez un autre joueur.",), "warning"),
)

CARDS = View(
    title="Mettre à l’abri",
    prompt="Carte 2 sur 3 : quel trésor ?",
    actor=ADA,
    body=Picker(
        slots=(Item("", ("vase", "vase", "vase")), Item(""), Item("")),
        current=1,
        rows=tuple(
            tuple(Item("", (treasure,) * count, target=f"{treasure}{count}") for treasure in TREASURES)
            for count in (1, 2, 3)
        ),
        cursor=(1, 2),
        summary=("3 vases = 3 points",),
    ),
    hints=(
        *BUTTONS[:2],
        Hint("left", "Choisir"),
        Hint("right", "Choisir"),
        Hint("ok", "Valider"),
        Hint("back", "Effacer"),
    ),
)

COLUMN = View(
    title="Mettre à l’abri",
    prompt="Carte 7 sur 9 : quel trésor ?",
    actor=Actor("Dédé", "green"),
    body=Picker(
        slots=(
            Item("", ("vase", "vase", "vase")),
            Item("", ("chest",)),
            Item("", ("cup", "cup")),
            Item("", ("mask",)),
            Item("", ("vase",)),
            Item("", ("crown", "crown")),
            Item(""),
            Item(""),
            Item(""),
        ),
        current=6,
        rows=CARDS.body.rows,
        cursor=(0, 4),
        column_wide=True,
    ),
    hints=BUTTONS,
)

CENTRES = View(
    title="Réveiller Bo",
    prompt="Carte 3 sur 3 : qu’y a-t-il au milieu ?",
    actor=ADA,
    body=Picker(
        slots=(
            Item("", ("vase", "vase", "amulet")),
            Item("", ("mask", "mummy")),
            Item("", ("scarab", "scarab", "scarab")),
        ),
        current=2,
        rows=(
            (
                Item("Rien", ("empty",), target="empty"),
                Item("Amulette", ("amulet",), target="amulet"),
                Item("Momie", ("mummy",), target="mummy"),
                Item("Loup-garou", ("werewolf",), target="werewolf"),
                Item("Frank", ("frank",), target="frank"),
            ),
        ),
        cursor=(0, 2),
        summary=("1 gardien contre 1 amulette : Bo s’échappe", "2 vases, 1 masque, 3 scarabées = 6 points"),
    ),
    hints=BUTTONS,
)

LETTERS = View(
    title="Nouveau joueur",
    prompt="Comment s’appelle le joueur ?",
    body=Picker(
        slots=tuple(Item(letter) for letter in "Chloé") + (Item(""),) * 7,
        current=5,
        rows=(
            tuple(Item(letter, target=letter) for letter in "ABCDEFG"),
            tuple(Item(letter, target=letter) for letter in "HIJKLMN"),
            tuple(Item(letter, target=letter) for letter in "OPQRSTU"),
            tuple(Item(letter, target=letter) for letter in "VWXYZÉÈ"),
            (
                *(Item(letter, target=letter) for letter in "ÇÔ’-"),
                Item("", ("erase",), target="erase"),
                Item("", ("ok",), target="ok"),
            ),
        ),
        cursor=(4, 5),
    ),
    hints=BUTTONS,
)

HAND = View(
    title="Les cartes d’Ada",
    prompt="Carte 4 sur 4 : quels trésors ?",
    actor=ADA,
    body=Picker(
        slots=(
            Item("×3", ("vase",)),
            Item("×1", ("vase", "amulet")),
            Item("×2", ("chest", "mummy")),
            Item(""),
        ),
        current=3,
        rows=tuple(
            tuple(Item(str(count), (treasure,), target=f"cell {count} {treasure}") for treasure in TREASURES)
            for count in (1, 2, 3)
        ),
        cursor=(1, 1),
        summary=("4 vases × 2 = 8", "2 coffres = 2", "1 scarabée = 1", "3 masques = 3", "14 points en tout"),
    ),
    hints=(Hint("ok", "choisir"), Hint("back", "retour"), Hint("back", "reprendre : Bo explore à gauche", held=True)),
    notice=Notice(("Bo explore la pile de gauche.",), "good"),
)

CHECK = View(
    title="Les cartes d’Ada",
    prompt="Est-ce bien cela ?",
    actor=ADA,
    body=Picker(
        slots=(*HAND.body.slots[:3], Item("×1", ("scarab",)), Item("×3", ("mask",)), Item("×1", ("crown", "frank"))),
        current=6,
        rows=((Item("Marquer 15 points", ("ok",), target="book"), Item("Corriger", ("undo",), target="correct")),),
        cursor=(0, 0),
        summary=(
            "4 vases × 2 = 8",
            "2 coffres = 2",
            "1 scarabée = 1",
            "3 masques = 3",
            "1 couronne = 1",
            "15 points en tout",
        ),
    ),
    hints=HAND.hints[:2],
)

LONGEST = View(
    title="Wiederherstellungseinstellungen",
    prompt="Wähle bitte, was mit der angefangenen, noch nicht zu Ende gespielten Partie geschehen soll",
    actor=Actor("Donaudampfschifffahrtsgesellschaft", "green"),
    body=Menu(
        (
            Item(
                "Unterbrochene Partie wiederaufnehmen",
                ("resume",),
                "vom 3. Oktober, 4 Spieler, Ada führt mit 27 Punkten",
                target="a",
            ),
            Item(
                "Beiseitelegen und später weiterspielen",
                ("kept",),
                "bleibt in der Liste der angefangenen Partien",
                target="b",
            ),
            Item("Unwiderruflich verwerfen", ("discard",), "Vorsicht", target="c"),
        ),
        text=(
            "Die Partie wurde durch einen Stromausfall unterbrochen; alle bestätigten Züge sind erhalten geblieben.",
            "« Mettez les cartes face cachée devant chaque joueur, comme indiqué ci-dessous. »",
        ),
        icon="unsaved",
    ),
    hints=(
        Hint("up", "Auswählen"),
        Hint("down", "Auswählen"),
        Hint("ok", "Bestätigen"),
        Hint("back", "Zurückgehen"),
        Hint("back", "Letzten Zug zurücknehmen", held=True),
    ),
    badges=("unsaved", "muted"),
    notice=None,
)

LONGEST_NOTICE = View(
    title="Maudite Momie",
    prompt="Wen weckt Ada auf?",
    actor=ADA,
    body=RACE_FULL.body,
    hints=LONGEST.hints,
    notice=Notice(
        (
            "Das Spiel kann nicht gespeichert werden, weil der Datenträger voll ist oder schreibgeschützt wurde; es "
            "geht im Arbeitsspeicher weiter, solange der Strom nicht ausfällt.",
        ),
        "error",
    ),
)

EMPTIEST = View(title="", prompt="", body=Menu(()))

_SAMPLES: dict[str, View] = {
    "games": GAMES,
    "games_race": stood(RACE_FULL.body),
    "games_map": stood(MAPS["map_turn"].body),
    "games_maze": stood(MAZES["maze_signed"].body),
    **COVERS,
    "long_list": LONG_LIST,
    "confirm": CONFIRM,
    "race": RACE,
    "race_full": RACE_FULL,
    "race_empty": RACE_EMPTY,
    "race_moved": RACE_MOVED,
    "race_signed": replace(RACE_EMPTY, sign=Actor("Bo", "blue")),
    "refused": REFUSED,
    "cards": CARDS,
    "column": COLUMN,
    "hand": HAND,
    "check": CHECK,
    "saving": replace(CHECK, notice=Notice(("Enregistrement en cours… un instant",), "saving")),
    "centres": CENTRES,
    "letters": LETTERS,
    "ranking": RANKING,
    "ranking_full": RANKING_FULL,
    "ranking_six": RANKING_SIX,
    "ranking_two": RANKING_TWO,
    "parts": PARTS,
    "curve": CURVE,
    "longest": LONGEST,
    "longest_notice": LONGEST_NOTICE,
    "emptiest": EMPTIEST,
    **TABLES,
    **MAZES,
    **MAPS,
}


def world_of(name: str, view: View) -> World:
    """The world of the game that a sample belongs to."""
    if name.startswith(("map_", "cover_desert")):
        return "desert"
    if name == "cover_maze":
        return "maze"
    if isinstance(view.body, Announcement | MazePlan):
        return "maze"
    return "crypt" if isinstance(view.body, Race | Ranking | ScoreHistory | TitlePage) or view.actor else "home"


SAMPLES = {name: replace(view, world=world_of(name, view)) for name, view in _SAMPLES.items()}
SIZES = ((320, 240), (480, 320), (800, 480))
TOUCHED = tuple(size for size in SIZES if not needs_keys(*size))
"""The sizes on which fingers hit what lies on a page; the smaller ones have keys."""


def panels(name: str, language: str, controls: str = "six") -> tuple[tuple[int, int], ...]:
    """Return at which sizes a page is looked at: one by turns, in German the smallest too; all before a release.

    So each page is seen at each size in some language, and each size in each language and with each kind of controls.
    """
    turn = crc32(name.encode()) + [*LANGUAGES].index(language) + get_args(Controls).index(controls)
    smallest = {SIZES[0]} if (language, controls) == ("de", "six") else set()
    sizes = TOUCHED if controls == "touch" else SIZES
    return sizes if IS_WHOLE else tuple({sizes[turn % len(sizes)], *smallest})
