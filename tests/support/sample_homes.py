"""Views before a game: the first page with and without a game that goes on, and the covers of the games."""

from msgspec.structs import replace

from display.view import COLOURS, Body, Hint, Item, MazePlan, PictureMenu, PyramidPlan, Race, TitlePage, View

GAMES = View(
    title="Arbitre des pyramides",
    prompt="À quoi joue-t-on ?",
    body=PictureMenu(
        (
            Item("Maudite Momie", ("maudite_momie",), "2 à 6 joueurs", target="game:0", scene="crypt"),
            Item("L’or du pharaon", ("or_du_pharaon",), "2 à 4 joueurs", target="game:1", scene="desert"),
            Item("La malédiction de la momie", ("malediction",), "2 à 5 joueurs", target="game:2", scene="maze"),
            Item("Réglages", ("settings",), target="3"),
            Item("Éteindre", ("power",), target="4"),
        ),
        cursor=0,
        arrows=("left", "right"),
    ),
    hints=(Hint("ok", "choisir"), Hint("up", "aide", held=True, short="?")),
)
SAVED: dict[type[Body], tuple[str, str]] = {
    Race: ("Maudite Momie", "Ada : 0, Bo : 0, Chloé : 0, Dédé : 0, Maximilienne : 0, Émile : 31"),
    PyramidPlan: ("L’or du pharaon", "Ada, Bo : 12 cartes retournées"),
    MazePlan: ("La malédiction de la momie", "momie 3 sur 7 ; missions : 8"),
}
"""A game to go on with, and what is said of it, by what its picture is; where that has no room, the game alone."""


def opened(cursor: int, stood: Body) -> PictureMenu:
    """The list with a game to go on with as it stood, and its cursor on this line."""
    assert isinstance(GAMES.body, PictureMenu)
    assert isinstance(stood, Race | PyramidPlan | MazePlan)
    game, about = SAVED[type(stood)]
    go_on = Item("Continuer", ("resume",), f"{game} : {about}", target="on", brief=game)
    return replace(GAMES.body, items=(go_on, *GAMES.body.items), cursor=cursor, picture=stood)


def stood(body: Body) -> View:
    """The first page with a game to go on with as it stood."""
    return replace(GAMES, body=opened(0, body))


BEGIN = (
    Item("Commencer la partie", ("ok",), target="0"),
    Item("Mise en place pas à pas…", ("story",), target="1"),
    Item("Apprendre le jeu en trois minutes…", ("info",), target="2"),
)
RULES = (
    Item("À la fin, tous révèlent", ("reveal",), "comme la règle anglaise", target="3"),
    Item("On éveille chez les autres", ("awaken",), "règle muette : notre choix", target="4"),
)
OF_THE_MAZE = (
    Item("Bartholomäus : pion rouge", ("pawn",), target="3", colour="red"),
    Item("Bo : pion bleu", ("pawn",), target="4", colour="blue"),
    Item("Plan : premiers pas", ("photo",), target="5"),
    Item("Dés : lancés à table", ("dice",), target="6"),
)
HINTS = (Hint("ok", "choisir"), Hint("back", "retour"))
TOKENS = tuple(Item("", colour=colour) for colour in COLOURS)
COVERS = {
    "cover_crypt": View(
        "Maudite Momie",
        "Wilhelmine W commence ; fin à 35 points.",
        TitlePage((*BEGIN, *RULES), seats=TOKENS),
        hints=HINTS,
    ),
    "cover_maze": View(
        "La malédiction de la momie",
        "Bartholomäus commence ; la momie gagne avec 6 jetons-vie.",
        TitlePage((*BEGIN, *OF_THE_MAZE), seats=(*TOKENS[:2], Item("", ("mummy",)))),
        hints=HINTS,
    ),
}
