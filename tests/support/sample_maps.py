"""Views of a map, as a game would make them: a turn, targets, a tile being laid, a path, a fall, the fullest."""

from msgspec.structs import replace

from display.view import (
    Actor,
    Alarm,
    DrawnPath,
    Figure,
    Hint,
    Item,
    Menu,
    Notice,
    PyramidPlan,
    ScoreboardSeat,
    Tile,
    View,
    scoreboard_of,
)

OPEN = {
    "c5": "NES", "c4": "NSW", "b4": "ES", "b5": "NE", "d5": "ESW", "e5": "NSW", "e4": "NES", "e3": "S", "d4": "EW",
    "f5": "NESW", "b3": "NS", "b2": "ESW",
}  # fmt: skip
FIGURES = {
    "c6": (("porter", "blue"), ("archaeologist", "yellow"), ("porter", "yellow"), ("archaeologist", "green")),
    "c4": (("archaeologist", "red"),),
    "c5": (("porter", "red"), ("archaeologist", "blue")),
    "f5": (("porter", "green"),),
}
LANTERNS = {"c5": ("red",), "d5": ("red",), "b4": ("red", "blue", "green", "yellow")}
DISCS = {"e4": ("disc2", "disc3"), "b2": ("bust",)}
OF_THE_FULLEST = {"red": "purple", "blue": "white", "yellow": "blue", "green": "green"}
"""The colours of another table."""
COSTS = {"c5": "1", "b4": "1", "b3": "2", "d4": "2", "b2": "3"}


def tiles(doomed: tuple[str, ...] = (), costs: dict[str, str] | None = None) -> tuple[Tile, ...]:
    return tuple(
        Tile(
            name,
            "abcdef".index(name[0]),
            int(name[1]) - 1,
            ground(name),
            "NESW" if name == "c6" else OPEN.get(name, ""),
            figures=tuple(
                Figure(kind, colour, "disc3" if name == "c4" else "", active=colour == "red")
                for kind, colour in FIGURES.get(name, ())
            ),
            lanterns=LANTERNS.get(name, ()),
            discs=DISCS.get(name, ()),
            target=f"cell {name}" if name in (costs or {}) else "",
            badge=(costs or {}).get(name, ""),
            doomed=name in doomed,
        )
        for name in (column + row for column in "abcdef" for row in "123456")
    )


def ground(name: str) -> str:
    if name == "c6":
        return "start"
    if name in ("f1", "f2", "e1"):
        return "gone"
    return "hidden" if name not in OPEN else "chamber" if name in DISCS else "path"


ADA = Actor("Ada", "red")
FACTS = (Item("4", ("lantern",)), Item("1", ("photo",)), Item("2", ("chest",)))
SEATS = tuple(
    ScoreboardSeat(
        colour, active=colour == "red", things=(("lantern", lanterns), ("photo", 1), ("chest", lanterns // 2))
    )
    for colour, lanterns in (("red", 4), ("blue", 5), ("yellow", 0), ("green", 2))
)
ACTS = Menu(
    (
        Item("Archéologue…", ("archaeologist",), target="0", brief="Ailleurs"),
        Item("Retourner c3", ("reveal",), target="1", brief="c3"),
        Item("Porteur…", ("porter",), target="2", brief="Ailleurs"),
        Item("Poser une lanterne", ("lantern",), target="3", brief="Poser"),
        Item("Tourner…", ("rotate",), target="4", brief="Tourner"),
        Item("Finir le tour", ("end_turn",), target="5", brief="Finir"),
    ),
    cursor=1,
)
HINTS = (Hint("ok", "choisir"), Hint("back", "menu"), Hint("back", "annuler : c4", held=True))

MAP_TURN = View(
    "L’or du pharaon",
    "Il reste 2 actions.",
    PyramidPlan(tiles(), ACTS, pips=(2, 3), facts=FACTS),
    actor=ADA,
    hints=HINTS,
)
MAP_TARGETS = View(
    "L’or du pharaon",
    "Où va l’archéologue\u00a0?",
    PyramidPlan(
        tiles(("e4",), COSTS),
        Menu((), text=("b3 : 2 actions",)),
        cursor="b3",
        pips=(3, 3),
        alarm=Alarm("tours de Chloé avant que la chambre tombe", "collapse", 3, "yellow"),
        facts=FACTS,
        seats=SEATS,
    ),
    actor=ADA,
    hints=(*HINTS[:1], Hint("back", "retour")),
)
SHAPES = ("straight", "bend", "tee", "cross", "dead_end")
MAP_TILE = View(
    "L’or du pharaon",
    "Quelle forme a c3\u00a0?",
    PyramidPlan(
        tuple(
            replace(tile, ground="path", open="NES", target="turn") if tile.name == "c3" else tile for tile in tiles()
        ),
        Menu(tuple(Item(name.title(), (name,), target=name) for name in SHAPES), 2, is_pictured=True),
        cursor="c3",
        pips=(2, 3),
        facts=FACTS,
    ),
    actor=ADA,
    hints=(Hint("left", "tourner"), Hint("right", "tourner"), Hint("ok", "choisir"), Hint("back", "retour")),
)
PATH = DrawnPath((("e4",), ("e5",), ("d5",), ("c5",), ("c6",)), "mummy", 4)
MAP_PATH = View(
    "Déplacez vos pièces",
    "La momie file vers la sortie : 4 pas.",
    PyramidPlan(
        tiles(),
        Menu(
            (
                Item("Continuer", ("ok",), target="0"),
                Item("c5 → départ", ("porter",), colour="red", brief="départ"),
                Item("c5 → départ", ("archaeologist",), colour="blue", brief="départ"),
            )
        ),
        path=PATH,
    ),
    hints=(Hint("ok", "continuer"),),
)
MAP_FALL = View(
    "Déplacez vos pièces",
    "5 cartes tombent.",
    PyramidPlan(
        tiles(("a1", "a2")),
        Menu((Item("Continuer", ("ok",), target="0"), Item("c4 : perdu, −2", ("archaeologist",), colour="red"))),
        alarm=Alarm("Des cartes tombent après chaque tour d’Ada", "collapse", None, "red"),
        falling=("b2", "b3", "b4", "c3", "c4"),
        sunk=0.4,
    ),
    hints=(Hint("ok", "continuer"),),
)


MAP_MOVED = View(
    "Déplacez vos pièces",
    "Vérifiez la table.",
    PyramidPlan(
        tiles(),
        Menu(
            (
                Item("Continuer", ("ok",), target="0"),
                Item("départ → c4", ("archaeologist",), colour="red", brief="c4"),
                Item("c5 → départ", ("porter",), colour="blue", brief="départ"),
                Item("départ → réserve", ("lantern",), colour="green", brief="départ : hors jeu"),
                Item("Bartholomäus → boîte", ("disc3",), brief="Bartholomäus : hors jeu"),
                Item("b2 → Maximilienne : à l’abri", ("bust",), brief="Maximilienne : à l’abri"),
                Item("2 → 1", ("photo",), colour="yellow", brief="1"),
                Item("f1 : face cachée", ("card",), brief="f1 : face cachée"),
                Item("e1 : tombé", ("collapse",), brief="e1 : tombé"),
            ),
            1,
        ),
        aim="c4",
        falling=("e1",),
        is_listed=True,
    ),
    hints=(Hint("ok", "continuer"), Hint("back", "menu"), Hint("back", "annuler : la correction", held=True)),
    notice=Notice(("Corrigé, et toute la suite rejouée.",), "good"),
)


def outside() -> tuple[Tile, ...]:
    """The square with the free places around it."""
    inner = tuple(replace(tile, column=tile.column + 1, row=tile.row + 1) for tile in tiles())
    rim = tuple(
        Tile(f"{column} {row}", column, row, "beside", target=f"at {column} {row}")
        for column in range(8)
        for row in range(8)
        if (column in (0, 7)) != (row in (0, 7))
    )
    return (*inner, *rim)


MAP_BESIDE = View(
    "L’or du pharaon",
    "Montrez la carte de départ.",
    PyramidPlan(outside(), cursor="3 7"),
    hints=(Hint("ok", "choisir"), Hint("back", "retour")),
)
MAP_FULL = View(
    "L’or du pharaon",
    "Wohin geht die Archäologin?",
    PyramidPlan(
        tuple(
            replace(
                tile,
                figures=tuple(
                    Figure(kind, colour, active=colour == "purple")
                    for colour in ("purple", "white", "green", "blue")
                    for kind in ("archaeologist", "porter")
                    if tile.name == "d5"
                ),
                lanterns=tuple(OF_THE_FULLEST[colour] for colour in tile.lanterns),
            )
            for tile in tiles(("a1", "b1", "a2"), COSTS)
        ),
        Menu((*ACTS.items, Item("Maximilienne-Charlotte bestehlen (kostenlos)", ("steal",), target="6")), cursor=6),
        pips=(0, 3),
        alarm=Alarm("Züge von Maximilienne-Charlotte, bis die Grabkammer einstürzt", "collapse", 3, "purple"),
        facts=tuple(Item("14", colour=colour) for colour in ("purple", "white", "green", "blue")),
        path=replace(PATH, lit=5, is_preview=True, icon="curse"),
        seats=tuple(
            ScoreboardSeat(colour, "14", colour == "purple") for colour in ("purple", "white", "green", "blue")
        ),
    ),
    actor=Actor("Maximilienne-Charlotte", "purple"),
    hints=(Hint("ok", "auswählen"), Hint("back", "Menü"), Hint("back", "zurücknehmen: Ada deckt c4 auf", held=True)),
    notice=Notice(("Auf der eigenen Karte der Archäologin steht zu b3 hin eine Wand.",), "error"),
)

MAP_ACROSS = scoreboard_of(replace(MAP_TARGETS, body=replace(MAP_TARGETS.body, cursor="")))

MAPS: dict[str, View] = {
    "map_turn": MAP_TURN,
    "map_targets": MAP_TARGETS,
    "map_tile": MAP_TILE,
    "map_route": MAP_PATH,
    "map_fall": MAP_FALL,
    "map_moved": MAP_MOVED,
    "map_beside": MAP_BESIDE,
    "map_full": MAP_FULL,
    "map_across": MAP_ACROSS,
}
