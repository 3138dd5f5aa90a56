"""Views of the end of a game: one winner, and three with long names."""

from display.view import Hint, Item, Menu, RankedPlayer, Ranking, View

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
