"""What lies elsewhere on the table, reckoned from the states of `replay --json` alone, to judge what a page lists.

It knows no page and no rule: only the words by which a page calls a thing and a place.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, TypeAlias

from display.view import View

Json: TypeAlias = dict[str, Any]
Places: TypeAlias = Counter[str]
Moves: TypeAlias = dict[str, tuple[Places, Places]]
"""For each thing that lies elsewhere: from which places pieces have gone, and to which."""

SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
LINE = re.compile(r"(.*?): (.*) before, (.*) now\.")


def listed(view: View) -> Moves:
    """What a page in English lists."""
    found: Moves = {}
    for item in view.body.choices.items:
        if not item.target:
            thing, before, after = LINE.fullmatch(item.spoken).groups()
            origins, ends = found.setdefault(thing, (Counter(), Counter()))
            origins[before] += 1
            ends[after] += 1
    return found


def reversed_moves(moves: Moves) -> Moves:
    """The moves that take all of these back."""
    return {thing: (ends, origins) for thing, (origins, ends) in moves.items()}


def reckoned(header: Json, before: Json, after: Json, *, hidden: bool = False) -> Moves:
    """What lies elsewhere in the state `after`; `hidden`: only what not everybody may see."""
    match header["game"]:
        case "maudite_momie":
            return _compared(_momie(before), _momie(after))
        case "or_du_pharaon":
            return _compared(_pharaon(header, before), _pharaon(header, after))
    every = _compared(_malediction(before), _malediction(after)) | _dice(before, after)
    if after["phase"] == "over":
        return every
    public = _compared(_malediction(_public(before)), _malediction(_public(after)))
    return {thing: moves for thing, moves in every.items() if public.get(thing) != moves} if hidden else public


def _compared(before: dict[str, Places], after: dict[str, Places]) -> Moves:
    """Where things have gone; what is not mentioned is in a player's hand, and treasures may be in the box."""
    moves: Moves = {}
    for thing in {**before, **after}:
        was, now = before.get(thing, Counter(["hand"])), after.get(thing, Counter(["hand"]))
        gone, come = was - now, now - was
        gone["box"] += max(0, come.total() - gone.total())
        come["box"] += max(0, gone.total() - come.total())
        if gone.total():
            moves[thing] = +gone, +come
    return moves


def _momie(state: Json) -> dict[str, Places]:
    counts = {
        **{f"{player} on the score track": score for player, score in state["scores"].items()},
        **{f"Cards before {player}": cards for player, cards in state["cards"].items()},
        "Left pile": state["piles"]["left"],
        "Right pile": state["piles"]["right"],
        "Discards": state["discard"],
    }
    return {thing: Counter([str(count)]) for thing, count in counts.items()}


def _pharaon(header: Json, state: Json) -> dict[str, Places]:
    lanterns = header.get("setup", {}).get("lanterns", 5)
    found: dict[str, Places] = {name: Counter() for name in ("a treasure worth 2", "a treasure worth 3", "the bust")}

    def lay(treasure: int | str, place: str) -> None:
        found["the bust" if treasure == "bust" else f"a treasure worth {treasure}"][place] += 1

    for player in header["players"]:
        for pawn in ("archaeologist", "porter"):
            found[f"{player}, the {pawn}"] = Counter([state["pawns"][player][pawn]])
        lying, supply = state["lanterns"][player], state["supply"][player]
        lost = lanterns - len(lying) - supply
        found[f"{player}, a lantern"] = Counter({**Counter(lying), "supply": supply, "lost": lost})
        found[f"{player}, photos"] = Counter([str(state["collected"][player]["photos"])])
        for treasure in state["collected"][player]["treasures"]:
            lay(treasure, f"{player}: safe")
        if state["carrying"][player]:
            lay(state["carrying"][player], f"{player}, carried")
    for cell, treasures in state["loose"].items():
        for treasure in treasures:
            lay(treasure, cell)
    for cell in (column + row for column in "abcdef" for row in "123456"):
        sides = ", ".join(SIDES[side] for side in state["cards"].get(cell, ""))
        how = f"open {sides}" if sides else "fallen" if cell in state["fallen"] else "face down"
        found[cell] = Counter([f"burial chamber, {how}" if cell in state["chambers"] else how])
    return found


PAWNS = ("red", "turquoise", "blue", "purple")


def _malediction(state: Json) -> dict[str, Places]:
    counts = {"Tokens of the mummy": state["tokens"], "Locked dice": state["locked"]}
    found = {"The mummy": Counter([state["mummy"]])}
    for pawn, position in state["hunters"].items():
        name = f"{pawn} pawn" if pawn in PAWNS else pawn
        found[name] = Counter([position])
        counts[f"Tokens of the {name}"] = state["ankhs"][pawn]
        for code in state["missions"][pawn]:
            found[f"{name}, mission {code}"] = Counter(["table"])
    return found | {thing: Counter([str(count)]) for thing, count in counts.items()}


def _public(state: Json) -> Json:
    """A state as the mummy's player may know it: a pawn is seen in the dungeon until it moves, and when out."""
    moving = state["pawn"] if state["phase"] in ("move", "mission") else None
    seen = {
        pawn: position if position == "out" or (position == "dungeon" and pawn != moving) else "hidden"
        for pawn, position in state["hunters"].items()
    }
    return {**state, "hunters": seen}


def _dice(before: Json, after: Json) -> Moves:
    was, now = (sorted(state["faces"]) for state in (before, after))
    if not now or was == now:
        return {}
    return {"The dice": (Counter([", ".join(was) or "nothing"]), Counter([", ".join(now)]))}
