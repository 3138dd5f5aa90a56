"""What may be done now in Maudite Momie, and why all else may not: the nearest clause, and what is allowed instead."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from firmware_py.games.maudite_momie.state import (
    PILE_WORDS,
    PILES,
    AnyAction,
    Awaken,
    Explore,
    Keep,
    Leave,
    Pile,
    ReportEmpty,
    Reveal,
    Secure,
    State,
    to_act,
)
from firmware_py.games.registry import Refusal
from firmware_py.words import plain, words, words_n


def broken_rule(state: State, action: AnyAction) -> Refusal | None:
    """Why `action` is refused now, with its clause; None if it is legal."""
    if state.phase == "over":
        return Refusal("L24", words("The game is over; nothing more can be played."))
    if action.by not in state.players:
        return Refusal("L01", words("Nobody called {name} plays here.", name=action.by))
    if action.by in state.gone:
        return Refusal("L32", words("{player} has gone home.", player=action.by))
    match action:
        case Leave():
            return None
        case Reveal():
            return _broken_by_reveal(state, action)
        case Keep():
            return _broken_by_keep(state, action)
        case Explore() | Secure() | Awaken() | ReportEmpty():
            return _broken_by_turn(state, action)


def _broken_by_turn(state: State, action: Explore | Secure | Awaken | ReportEmpty) -> Refusal | None:
    if state.phase != "turn":
        return _refuse_awaiting(state)
    if action.by != state.active:
        return Refusal("L01", words("It is {player}'s turn.", player=state.active))
    match action:
        case Explore():
            return _broken_by_explore(state, action)
        case Secure():
            return _broken_by_secure(state)
        case Awaken():
            return _broken_by_awaken(state, action)
        case ReportEmpty():
            return _broken_by_report(state)


def _broken_by_explore(state: State, action: Explore) -> Refusal | None:
    if state.pile(action.pile) == 0:
        return Refusal("L06", words("The {pile} pile is empty.", pile=PILE_WORDS[action.pile]))
    return None


def _broken_by_secure(state: State) -> Refusal | None:
    if state.cards[state.turn] > 0:
        return None
    if len(state.players) - len(state.gone) == 2:
        why = words("Without a card of your own you can only loot.")
        if _has_target(state):
            why = words("To run you need a card of your own; you may loot or awaken guardians.")
        return Refusal("L02", why)
    return Refusal("L01", words("Without a card of your own you can only loot."))


def _broken_by_awaken(state: State, action: Awaken) -> Refusal | None:
    if action.target not in state.players:
        return Refusal("L04", words("Nobody called {name} plays here.", name=action.target))
    if len(state.players) - len(state.gone) > 2 and state.cards[state.turn] == 0:
        return Refusal("L03", words("To awaken guardians you need a card of your own."))
    if action.target == action.by and not state.rules.self_awaken:
        return Refusal("L04", words("You can only awaken another player's guardians."))
    if state.cards[state.seat(action.target)] == 0:
        if not _has_target(state):
            return Refusal("L05", words("{target} has no card, and no other player has one.", target=action.target))
        return Refusal(
            "L05",
            words("{target} has no card; choose a player who has one.", target=action.target),
        )
    return None


def _broken_by_report(state: State) -> Refusal | None:
    if state.left and state.right:
        return None
    return Refusal("L33", words("A pile counts as empty already: there are too few cards for two."))


def _has_target(state: State) -> bool:
    """Whether there is anybody whose guardians the active player may awaken (L04, L05)."""
    return any(cards and (seat != state.turn or state.rules.self_awaken) for seat, cards in enumerate(state.cards))


def _broken_by_reveal(state: State, action: Reveal) -> Refusal | None:
    if state.phase not in ("reveal", "final_reveal"):
        return _refuse_awaiting(state)
    seat = state.seat(action.by)
    if seat not in state.revealing:
        return _not_to_reveal(state, seat)
    if len(action.cards) != state.cards[seat]:
        why = words_n(
            "{player} has {count} card to reveal, all of it.",
            "{player} has {count} cards to reveal, all of them.",
            state.cards[seat],
            player=action.by,
        )
        return Refusal(_reveal_clause(state), why)
    return None


def _not_to_reveal(state: State, seat: int) -> Refusal:
    if state.players[seat] == state.excused:
        return Refusal("L27", words("Whoever ended the game does not reveal; the others do."))
    return _refuse_awaiting(state)


def _broken_by_keep(state: State, action: Keep) -> Refusal | None:
    if state.phase != "keep":
        return _refuse_awaiting(state)
    if action.by != state.active:
        return Refusal("L17", words("{player} drew the cards and chooses.", player=state.active))
    if len(set(action.kept)) != len(action.kept):
        return Refusal("L17", words("Each pile gives one card only."))
    named = {*action.kept, *(pile for pile in PILES if getattr(action.backs, pile) is not UNSET)}
    for pile in PILES:
        if pile in named and state.pile(pile) == 0:
            return Refusal("L17", words("No card came from the {pile} pile.", pile=PILE_WORDS[pile]))
    return None


def _refuse_awaiting(state: State) -> Refusal:
    """The refusal of an action out of phase: it says what the game waits for."""
    actors = tuple(plain(player) for player in to_act(state))
    match state.phase:
        case "turn":
            return Refusal("L01", words("{player} must loot, run or awaken.", player=state.active))
        case "keep":
            return Refusal(
                "L17",
                words("{player} first chooses which drawn cards to keep.", player=state.active),
            )
        case "final_reveal":
            return Refusal("L28", words("The game has ended; still to reveal: {players}.", players=actors))
        case _:
            return Refusal(_reveal_clause(state), words("First {players} must reveal.", players=actors))


def _reveal_clause(state: State) -> str:
    if state.phase == "final_reveal":
        return "L26"
    return "L12" if state.awakened else "L07"


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Every legal decision, but nothing that is only seen: turned-over cards, an empty pile."""
    return tuple(_legal(state))


def may_act(state: State) -> bool:
    """Whether there is any legal decision."""
    return next(_legal(state), None) is not None


def _legal(state: State) -> Iterator[AnyAction]:
    player = state.active
    candidates: tuple[AnyAction, ...] = ()
    match state.phase:
        case "turn":
            candidates = (
                *(Explore(player, pile) for pile in PILES),
                Secure(player),
                *(Awaken(player, target) for target in state.players),
            )
        case "keep":
            subsets: tuple[tuple[Pile, ...], ...] = ((), ("left",), ("right",), ("left", "right"))
            candidates = tuple(Keep(player, kept) for kept in subsets)
    return (action for action in candidates if broken_rule(state, action) is None)
