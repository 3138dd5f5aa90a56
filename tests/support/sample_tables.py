"""Tables from above to draw: people who go on, the fullest with the widest names, and one with a role."""

from display.view import COLOURS, FREE_SEAT, Hint, Item, PlanSeat, TablePlan, View

HINTS = (
    Hint("left", "place"),
    Hint("right", "place"),
    Hint("up", "couleur"),
    Hint("down", "couleur"),
    Hint("ok", "jouer"),
    Hint("back", "retour"),
    Hint("up", "aide", held=True, short="?"),
)
GO = Item("Jouer", ("ok",), target="0", scene="crypt")
FIRST = Item("commence", target="3")


def people(*names: str) -> tuple[PlanSeat, ...]:
    """Seats with these names, and touch areas for names and tokens."""
    return tuple(
        PlanSeat(name, colour, target=f"name {name}", token_target=f"token {name}")
        for name, colour in zip(names, COLOURS, strict=False)
    )


FREE = PlanSeat("place libre", icon=FREE_SEAT, target="free")
MUMMY = PlanSeat("Maximilienne", icon="mummy", target="name mummy", token_target="mummy")

TABLES = {
    "table": View(
        "Maudite Momie",
        "Qui est à table ?",
        TablePlan(
            (*people("Ada", "Bartholomäus", "Chloé"), FREE),
            "go",
            0,
            True,
            GO,
            Item("3 joueurs", brief="joueurs"),
            FIRST,
            "Jouer",
        ),
        hints=HINTS,
    ),
    "table_full": View(
        "Maudite Momie",
        "Qui est à table ?",
        TablePlan(
            people("Wilhelmine W", "WWWWWWWWWWWW", "WWWWWWWWWWWM", "Maximilienne", "Anna-Katharina M", "Zoé"),
            "colour",
            1,
            True,
            GO,
            Item("6 joueurs", brief="joueurs"),
            FIRST,
            "bleu : WWWWWWWWWWWW",
        ),
        hints=HINTS,
    ),
    "table_role": View(
        "La malédiction de la momie",
        "Qui est à table ?",
        TablePlan(
            (*people("Ada", "Bo"), FREE, MUMMY),
            "name",
            3,
            False,
            Item("Jouer", ("ok",), target="0", scene="maze"),
            Item("3 joueurs", brief="joueurs", target="1"),
            Item("commence"),
            "place 4 : Maximilienne",
        ),
        hints=HINTS,
    ),
}
