"""The rules of Maudite Momie (clauses L01 to L33): how a game begins, what follows from an action, and what may be done
now. A refusal names the nearest clause, and what is allowed instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.maudite_momie.events import (
    Awakened,
    Caught,
    EndReached,
    Escaped,
    Explored,
    ExtraTurn,
    GameOver,
    KeptCards,
    LastOneWins,
    PassedOver,
    Reshuffled,
    Scored,
    Securing,
    TurnBegins,
    WentHome,
    WerewolfDraws,
)
from firmware_py.games.maudite_momie.state import (
    DECK_SIZE,
    GUARDIANS,
    PILE_WORDS,
    PILES,
    AnyAction,
    Awaken,
    Card,
    Explore,
    Header,
    Keep,
    Leave,
    Pile,
    ReportEmpty,
    Reveal,
    Secure,
    State,
    guardians,
    hauls,
    is_caught,
    points,
    reshuffle,
    to_act,
)
from firmware_py.games.registry import Event, Events, IllegalAction, Outcome, Refusal
from firmware_py.words import plain, words, words_n

__all__ = [
    "apply",
    "broken_rule",
    "initial_state",
    "legal_actions",
    "outcome",
    "record_state",
    "seen_by",
    "to_act",
]


def initial_state(header: Header) -> State:
    """The table at the start: scores 0 or a head start, two piles of 27, the first player to act."""
    count = len(header.players)
    half = DECK_SIZE // 2
    scores = tuple(header.rules.head_start.get(player, 0) for player in header.players)
    return State(header.players, header.rules, scores, (0,) * count, half, half, discard=0, boxes=header.boxes)


def outcome(state: State) -> Outcome | None:
    """The winners once the game is over: the highest total, ties share (L26)."""
    if state.phase != "over":
        return None
    ended = _how_it_ended(state)
    return Outcome(ended.winners if isinstance(ended, GameOver) else (ended.player,), ended.words())


def _how_it_ended(state: State) -> GameOver | LastOneWins:
    """Who has won: the highest total of those who have not gone home, or the only one left (L26, L32)."""
    if len(state.present) == 1:
        return LastOneWins(state.present[0])
    best = max(state.scores[state.seat(player)] for player in state.present)
    return GameOver(tuple(player for player in state.present if state.scores[state.seat(player)] == best), best)


def seen_by(state: State, viewer: str) -> State:  # noqa: ARG001 - nothing in this state is secret
    """The state whole: the device never knows a hidden card (L30)."""
    return state


def apply(state: State, action: AnyAction) -> tuple[State, Events]:
    """The state after `action`, and what to announce.

    :raises IllegalAction: when `broken_rule` refuses it.
    """
    refusal = broken_rule(state, action)
    if refusal is not None:
        raise IllegalAction(refusal, action)
    match action:
        case Explore():
            return _explore(state, action)
        case Secure():
            asked = replace(state, phase="reveal", revealing=(state.turn,))
            return asked, (Securing(action.by, state.cards[state.turn]),)
        case Awaken():
            seat = state.seat(action.target)
            asked = replace(state, phase="reveal", revealing=(seat,), awakened=True)
            return asked, (Awakened(action.by, action.target, state.cards[seat]),)
        case Reveal():
            return _reveal(state, action)
        case Keep():
            return _keep(state, action)
        case ReportEmpty():
            return _reshuffle(state)
        case Leave():
            return _leave(state, action)


def _explore(state: State, action: Explore) -> tuple[State, Events]:
    drawn = _with_pile(state, action.pile, state.pile(action.pile) - 1)
    drawn = _with_cards(drawn, state.turn, state.cards[state.turn] + 1)
    explored = Explored(action.by, action.pile, drawn.cards[state.turn], action.back or None)
    after, events = _end_turn(drawn)
    return after, (explored, *events)


def _reveal(state: State, action: Reveal) -> tuple[State, Events]:
    seat = state.seat(action.by)
    discarded = _with_cards(state, seat, 0)
    discarded = replace(
        discarded,
        discard=state.discard + len(action.cards),
        revealing=tuple(other for other in state.revealing if other != seat),
    )
    if state.phase == "final_reveal":
        scored, event = _score(discarded, seat, action.cards)
        after, over = _finish_if_all_revealed(scored)
        return after, (event, *over)
    if state.awakened:
        return _awaken(discarded, seat, action.cards)
    return _secure(discarded, seat, action.cards)


def _secure(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, Events]:
    scored, event = _score(state, seat, cards)
    after, events = _end_turn(scored)
    return after, (event, *events)


def _awaken(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, Events]:
    """Compare guardians with amulets; the cards are in the discard already when a werewolf draws (L12, L16)."""
    target = state.players[seat]
    amulets = sum(card.centre == "amulet" for card in cards)
    found = sum(card.centre in GUARDIANS for card in cards)
    if not is_caught(cards):
        after, events = _secure(state, seat, cards)
        return after, (Escaped(target, amulets, found), *events)
    benefits = guardians(cards)
    announced: Events = (Caught(target, state.active, amulets, found, benefits),)
    if "mummy" in benefits:
        state, event = _score(state, state.turn, cards)
        announced = (*announced, event)
        if state.scores[state.turn] >= state.finish:
            after, events = _end_turn(state)
            return after, (*announced, *events)
    state = replace(state, extra_turn="frank" in benefits)
    if "werewolf" in benefits:
        drawn = tuple(pile for pile in PILES if state.pile(pile) > 0)
        return replace(state, phase="keep"), (*announced, WerewolfDraws(state.active, drawn))
    after, events = _end_turn(state)
    return after, (*announced, *events)


def _keep(state: State, action: Keep) -> tuple[State, Events]:
    drawn = [pile for pile in PILES if state.pile(pile) > 0]
    for pile in drawn:
        state = _with_pile(state, pile, state.pile(pile) - 1)
    state = _with_cards(state, state.turn, state.cards[state.turn] + len(action.kept))
    state = replace(state, discard=state.discard + len(drawn) - len(action.kept))
    backs = tuple((action.backs.left if pile == "left" else action.backs.right) or None for pile in action.kept)
    kept = KeptCards(action.by, action.kept, state.cards[state.turn], backs)
    after, events = _end_turn(state)
    return after, (kept, *events)


def _score(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, Scored]:
    gained = points(cards)
    scores = _at(state.scores, seat, state.scores[seat] + gained)
    return replace(state, scores=scores), Scored(state.players[seat], gained, scores[seat], hauls(cards))


def _end_turn(state: State) -> tuple[State, Events]:
    """Begin the next turn, or end the game at once if a player reached the finish (L24, L25)."""
    for seat, score in enumerate(state.scores):
        if score >= state.finish:
            return _end_game(state, seat)
    again = state.extra_turn
    seat = state.turn if again else (state.turn + 1) % len(state.players)
    state = replace(state, phase="turn", turn=seat, revealing=(), awakened=False, extra_turn=False)
    state, announced = _rebuild(state)
    while state.active in state.gone or not may_act(state):
        announced = announced if state.active in state.gone else (*announced, PassedOver(state.active))
        state = replace(state, turn=(state.turn + 1) % len(state.players))
    begins: Event = ExtraTurn(state.active) if again and seat == state.turn else TurnBegins(state.active)
    return state, (*announced, begins)


def _leave(state: State, action: Leave) -> tuple[State, Events]:
    """Discard the cards of a player who goes home, unseen; what they had begun, or began with them, lapses (L32)."""
    seat, count = state.seat(action.by), state.cards[state.seat(action.by)]
    was_asked = seat in state.revealing
    left = replace(
        _with_cards(state, seat, 0),
        discard=state.discard + count,
        gone=(*state.gone, action.by),
        revealing=tuple(other for other in state.revealing if other != seat),
    )
    home = WentHome(action.by, count)
    if len(left.present) == 1:
        over = replace(left, phase="over", revealing=())
        return over, (home, LastOneWins(over.present[0]))
    after, events = _without(left, seat, was_asked=was_asked)
    return after, (home, *events)


def _without(state: State, seat: int, *, was_asked: bool) -> tuple[State, Events]:
    """How the game goes on without the player at `seat`; `was_asked`: they had cards to turn over."""
    if state.phase == "final_reveal":
        return _finish_if_all_revealed(state)
    if seat == state.turn:
        for pile in PILES if state.phase == "keep" else ():
            drawn = min(1, state.pile(pile))
            state = replace(_with_pile(state, pile, state.pile(pile) - drawn), discard=state.discard + drawn)
        return _end_turn(replace(state, extra_turn=False))
    if was_asked or state.phase == "turn":  # the awakener acts again; and the discards may fill an empty pile
        before = replace(state, turn=state.turn - 1, extra_turn=False)
        begun, announced = _end_turn(before)
        return begun, announced if was_asked else announced[:-1]
    return state, ()


def _rebuild(state: State) -> tuple[State, Events]:
    """If a pile is empty, make two new piles of all cards but those before the players (L20, L22)."""
    if state.left and state.right:
        return state, ()
    return (state, ()) if reshuffle(state) == state else _reshuffle(state)


def _reshuffle(state: State) -> tuple[State, Events]:
    after = reshuffle(state)
    return after, (Reshuffled(after.left, after.right),)


def _end_game(state: State, seat: int) -> tuple[State, Events]:
    excused = seat if state.rules.final_reveal == "others" else None
    revealing = tuple(other for other, cards in enumerate(state.cards) if cards > 0 and other != excused)
    state = replace(state, phase="final_reveal", revealing=revealing, awakened=False, extra_turn=False)
    names = tuple(state.players[other] for other in revealing)
    reached = EndReached(state.players[seat], state.scores[seat], names)
    after, events = _finish_if_all_revealed(state)
    return after, (reached, *events)


def _finish_if_all_revealed(state: State) -> tuple[State, Events]:
    if state.revealing:
        return state, ()
    over = replace(state, phase="over")
    return over, (_how_it_ended(over),)


def _at(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _with_cards(state: State, seat: int, count: int) -> State:
    return replace(state, cards=_at(state.cards, seat, count))


def _with_pile(state: State, pile: Pile, count: int) -> State:
    return replace(state, left=count) if pile == "left" else replace(state, right=count)


def record_state(state: State) -> dict[str, Any]:
    ended = outcome(state)
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "scores": dict(zip(state.players, state.scores, strict=True)),
        "winners": list(ended.winners) if ended else [],
        "cards": dict(zip(state.players, state.cards, strict=True)),
        "piles": {"left": state.left, "right": state.right},
        "discard": state.discard,
    }


# --- what may be done, and why all else may not -----------------------------------------------------------------------


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
