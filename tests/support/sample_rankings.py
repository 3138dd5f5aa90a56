"""Views of the end of a game: one winner, three with long names, and how their points came."""

from msgspec.structs import replace

from display.view import Course, CoursePlayer, Hint, Item, Menu, RankedPlayer, Ranking, View

BUTTONS = (Hint("up", "Choisir"), Hint("down", "Choisir"), Hint("ok", "Valider"), Hint("back", "Retour"))

RANKING = View(
    title="Fin de la partie",
    prompt="Chloé gagne !",
    body=Ranking(
        (
            RankedPlayer(1, "Chloé", "yellow", 36, "a atteint 35"),
            RankedPlayer(2, "Ada", "red", 31),
            RankedPlayer(2, "Bo", "blue", 31),
            RankedPlayer(4, "Dédé", "green", 18, "3 cartes révélées : +4"),
        ),
        Menu(
            (
                Item("Revanche", ("new",), target="again"),
                Item("Autre jeu", ("back",), target="games"),
                Item("Exporter", ("export",), target="export"),
            )
        ),
    ),
    hints=BUTTONS,
)

RANKING_FULL = View(
    title="Fin de la partie",
    prompt="Maximilienne-Charlotte, Émile et Chloé gagnent ensemble !",
    body=Ranking(
        (
            RankedPlayer(1, "Maximilienne-Charlotte", "purple", 34, "gleichauf, beide Figuren noch im Spiel"),
            RankedPlayer(1, "Émile", "white", 34, "à égalité"),
            RankedPlayer(1, "Chloé", "yellow", 34, "à égalité"),
            RankedPlayer(4, "Ada", "red", 31),
            RankedPlayer(5, "Bo", "blue", 22),
            RankedPlayer(6, "Dédé", "green", 118, "3 cartes révélées : +4"),
        ),
        RANKING.body.choices,
    ),
    hints=BUTTONS,
)

_TOTALS = (
    (0, 4, 9, 9, 20, 34),
    (0, 0, 8, 16, 21, 34),
    (0, 2, 2, 12, 34, 34),
    (0, 5, 9, 22, 22, 31),
    (0, 0, 0, 9, 9, 22),
    (0, 0, 2, 2, -1, -3),
)
_PARTS = ((20, 10, 4, 0), (30, 0, 0, 4), (12, 12, 8, 2), (31, 0, 0, 0), (12, 4, 0, 6), (0, 0, 0, -3))
assert isinstance(RANKING_FULL.body, Ranking)
PARTS = View(
    title="Les points",
    prompt="D’où viennent les points",
    body=Course(
        tuple(
            CoursePlayer(place.name, place.colour, sum(parts), 34, totals, parts)
            for place, totals, parts in zip(RANKING_FULL.body.places, _TOTALS, _PARTS, strict=True)
        ),
        ("trésors", "doublés", "pris aux autres", "personnages perdus"),
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
