"""Views of the end of a game: one winner of few or many, three with long names, and how their points came."""

from msgspec.structs import replace

from display.view import Hint, Item, Menu, PlayerHistory, RankedPlayer, Ranking, ScoreHistory, View

BUTTONS = (Hint("up", "Choisir"), Hint("down", "Choisir"), Hint("ok", "Valider"), Hint("back", "Retour"))
NEXT = Menu(
    (
        Item("Rejouer", ("new",), target="again"),
        Item("Les points", ("parts",), target="points"),
        Item("Revoir la partie", ("history",), target="watch"),
        Item("Terminer", ("ok",), target="done"),
    )
)
KINDS = ("trésors", "doublés", "pris aux autres", "personnages perdus")


def history(places: tuple[RankedPlayer, ...], totals: tuple[tuple[int, ...], ...], parts: tuple[tuple[int, ...], ...]):
    """How players came to these places, with a goal of 34 points."""
    players = (
        PlayerHistory(place.name, place.colour, score[-1], 34, score, kinds)
        for place, score, kinds in zip(places, totals, parts, strict=True)
    )
    return ScoreHistory(tuple(players), KINDS if any(parts) else ())


FOUR = (
    RankedPlayer(1, "Chloé", "yellow", 36, "a atteint 35"),
    RankedPlayer(2, "Ada", "red", 31),
    RankedPlayer(2, "Bo", "blue", 31),
    RankedPlayer(4, "Dédé", "green", 18, "3 cartes révélées : +4"),
)
FOUR_TOTALS = ((0, 4, 9, 20, 36), (0, 0, 8, 16, 31), (0, 2, 12, 20, 31), (0, 5, 9, 14, 18))
FOUR_PARTS = ((20, 10, 6, 0), (27, 0, 4, 0), (12, 12, 7, 0), (14, 4, 0, 0))

RANKING = View(
    title="Fin de la partie",
    prompt="Chloé gagne avec 36.",
    body=Ranking(FOUR, NEXT, history(FOUR, FOUR_TOTALS, FOUR_PARTS)),
    hints=BUTTONS,
)

SIX = (
    RankedPlayer(1, "Maximilienne-Charlotte", "purple", 34, "gleichauf, beide Figuren noch im Spiel"),
    RankedPlayer(1, "Émile", "white", 34, "à égalité"),
    RankedPlayer(1, "Chloé", "yellow", 34, "à égalité"),
    RankedPlayer(4, "Ada", "red", 31),
    RankedPlayer(5, "Bo", "blue", 22),
    RankedPlayer(6, "Dédé", "green", -3, "3 cartes révélées : +4"),
)
SIX_TOTALS = (
    (0, 4, 9, 9, 20, 34),
    (0, 0, 8, 16, 21, 34),
    (0, 2, 2, 12, 34, 34),
    (0, 5, 9, 22, 22, 31),
    (0, 0, 0, 9, 9, 22),
    (0, 0, 2, 2, -1, -3),
)
SIX_PARTS = ((20, 10, 4, 0), (30, 0, 4, 0), (12, 12, 10, 0), (31, 0, 0, 0), (12, 4, 6, 0), (0, 0, 0, -3))

RANKING_FULL = replace(
    RANKING,
    prompt="Maximilienne-Charlotte, Émile et Chloé gagnent ensemble !",
    body=Ranking(SIX, NEXT, history(SIX, SIX_TOTALS, SIX_PARTS)),
)

ALONE = (replace(SIX[0], score=118, remark="gagne"), *(replace(place, place=at) for at, place in enumerate(SIX[1:], 2)))
RANKING_SIX = replace(
    RANKING,
    prompt="Maximilienne-Charlotte gagne avec 118.",
    body=Ranking(ALONE, NEXT, history(ALONE, ((0, 40, 118), *SIX_TOTALS[1:]), ((60, 30, 28, 0), *SIX_PARTS[1:]))),
    badges=("unsaved", "muted"),
)

TWO = (
    RankedPlayer(1, "Wilhelmine W", "turquoise", 4, "missions, 4 pour gagner"),
    RankedPlayer(2, "Bartholomäus", "purple", 3, "jetons, 7 pour gagner"),
)
RANKING_TWO = replace(
    RANKING,
    prompt="Wilhelmine W a accompli ses 4 missions et gagne.",
    body=Ranking(
        TWO,
        NEXT,
        ScoreHistory(
            (
                PlayerHistory("Wilhelmine W", "turquoise", 4, 4, (0, 0, 1, 1, 2, 2, 3, 4)),
                PlayerHistory("Bartholomäus", "purple", 3, 7, (0, 1, 1, 2, 2, 3, 3, 3)),
            )
        ),
    ),
)

PARTS = View(
    title="Les points",
    prompt="D’où viennent les points",
    body=replace(
        RANKING_FULL.body.history,
        choices=Menu(
            (Item("La courbe", ("curve",), target="0"), Item("Retour au classement", ("trophy",), target="1"))
        ),
    ),
    hints=BUTTONS,
)
CURVE = View(
    title="La courbe",
    prompt="Le déroulement de la partie",
    body=replace(PARTS.body, shows="curve", choices=Menu((Item("Retour", ("back",), target="0"),))),
    hints=BUTTONS,
)
