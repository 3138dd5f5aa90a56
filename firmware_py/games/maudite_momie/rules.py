"""The rules of Maudite Momie: what may be done, why not, and what follows from it (clauses L01 to L31)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from firmware_py.games.maudite_momie.cards import Card, guardians, hauls, is_caught, points
from firmware_py.games.maudite_momie.state import (
    DECK_SIZE,
    PILE_WORDS,
    PILES,
    AnyAction,
    Awaken,
    Awakened,
    Caught,
    EndReached,
    Escaped,
    Explore,
    Explored,
    ExtraTurn,
    GameOver,
    Header,
    Keep,
    KeptCards,
    PassedOver,
    Pile,
    Reshuffled,
    Reveal,
    Scored,
    Secure,
    Securing,
    State,
    TurnBegins,
    WerewolfDraws,
)
from firmware_py.games.rules import Event, IllegalAction, Outcome, Rule
from firmware_py.words import plain, words, words_n

Events = tuple[Event, ...]


def initial_state(header: Header) -> State:
    """Return the table at the start: every score 0, two piles of 27, the first player to act."""
    count = len(header.players)
    half = DECK_SIZE // 2
    return State(header.players, header.rules, (0,) * count, (0,) * count, half, half, discard=0)


def to_act(state: State) -> tuple[str, ...]:
    """Return who may act now: the active player, or those who must turn over their cards."""
    match state.phase:
        case "turn" | "keep":
            return (state.active,)
        case "reveal" | "final_reveal":
            return tuple(state.players[seat] for seat in state.revealing)
        case "over":
            return ()


def outcome(state: State) -> Outcome | None:
    """Return the winners once the game is over: the highest total, ties share (L26)."""
    if state.phase != "over":
        return None
    best = max(state.scores)
    winners = tuple(player for player, score in zip(state.players, state.scores, strict=True) if score == best)
    return Outcome(winners, GameOver(winners, best).words())


def seen_by(state: State, viewer: str) -> State:  # noqa: ARG001 - nothing in this state is secret
    """Return the state whole: the device never knows a hidden card (L30)."""
    return state


# --- what is legal ---------------------------------------------------------------------------------------------------


def broken_rule(state: State, action: AnyAction) -> Rule | None:
    """Return the clause that forbids `action` now, or None if it is legal."""
    if state.phase == "over":
        return Rule("L24", words("The game is over; nothing more can be played."))
    if action.by not in state.players:
        return Rule("L01", words("Nobody called {name} plays here.", name=action.by))
    match action:
        case Reveal():
            return _broken_by_reveal(state, action)
        case Keep():
            return _broken_by_keep(state, action)
        case Explore() | Secure() | Awaken():
            return _broken_by_turn(state, action)


def _broken_by_turn(state: State, action: Explore | Secure | Awaken) -> Rule | None:
    if state.phase != "turn":
        return _awaited(state)
    if action.by != state.active:
        return Rule("L01", words("It is {player}'s turn.", player=state.active))
    match action:
        case Explore():
            return _broken_by_explore(state, action)
        case Secure():
            return _broken_by_secure(state)
        case Awaken():
            return _broken_by_awaken(state, action)


def _broken_by_explore(state: State, action: Explore) -> Rule | None:
    if state.pile(action.pile) == 0:
        return Rule("L06", words("The {pile} pile is empty.", pile=PILE_WORDS[action.pile]))
    return None


def _broken_by_secure(state: State) -> Rule | None:
    if state.cards[state.turn] > 0:
        return None
    if len(state.players) == 2:
        return Rule(
            "L02",
            words("Running takes a card of your own; you may loot or awaken the guardians."),
        )
    return Rule("L01", words("Without a card of your own you can only loot."))


def _broken_by_awaken(state: State, action: Awaken) -> Rule | None:
    if action.target not in state.players:
        return Rule("L04", words("Nobody called {name} plays here.", name=action.target))
    if len(state.players) > 2 and state.cards[state.turn] == 0:
        return Rule("L03", words("Awakening takes a card of your own; you can only loot."))
    if action.target == action.by and not state.rules.self_awaken:
        return Rule("L04", words("The guardians are awakened against another explorer."))
    if state.cards[state.index(action.target)] == 0:
        return Rule(
            "L05",
            words("{target} has no card; choose an explorer who has one.", target=action.target),
        )
    return None


def _broken_by_reveal(state: State, action: Reveal) -> Rule | None:
    if state.phase not in ("reveal", "final_reveal"):
        return _awaited(state)
    seat = state.index(action.by)
    if seat not in state.revealing:
        return _not_his_to_reveal(state, seat)
    if len(action.cards) != state.cards[seat]:
        why = words_n(
            "{player} has {count} card to reveal, all of it.",
            "{player} has {count} cards to reveal, all of them.",
            state.cards[seat],
            player=action.by,
        )
        return Rule(_reveal_clause(state), why)
    return None


def _not_his_to_reveal(state: State, seat: int) -> Rule:
    if state.phase == "final_reveal" and state.cards[seat] > 0:
        return Rule("L27", words("Whoever ended the game does not reveal; the others do."))
    return _awaited(state)


def _broken_by_keep(state: State, action: Keep) -> Rule | None:
    if state.phase != "keep":
        return _awaited(state)
    if action.by != state.active:
        return Rule("L17", words("{player} drew the cards and chooses.", player=state.active))
    if len(set(action.kept)) != len(action.kept):
        return Rule("L17", words("Each pile gives one card only."))
    named = {*action.kept, *(pile for pile in PILES if getattr(action.backs, pile) is not UNSET)}
    for pile in PILES:
        if pile in named and state.pile(pile) == 0:
            return Rule("L17", words("No card came from the {pile} pile.", pile=PILE_WORDS[pile]))
    return None


def _awaited(state: State) -> Rule:
    """Return the clause for acting out of phase: it says what the game waits for."""
    actors = tuple(plain(player) for player in to_act(state))
    match state.phase:
        case "turn":
            return Rule("L01", words("{player} must loot, run or awaken.", player=state.active))
        case "keep":
            return Rule(
                "L17",
                words("{player} first chooses which drawn cards to keep.", player=state.active),
            )
        case "final_reveal":
            return Rule("L28", words("The game has ended; still to reveal: {players}.", players=actors))
        case _:
            return Rule(_reveal_clause(state), words("First {players} must reveal.", players=actors))


def _reveal_clause(state: State) -> str:
    if state.phase == "final_reveal":
        return "L26"
    return "L12" if state.awakened else "L07"


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Return every legal decision; cards that are turned over are observed, not chosen, and not listed."""
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
    return tuple(action for action in candidates if broken_rule(state, action) is None)


# --- what follows ----------------------------------------------------------------------------------------------------


def apply(state: State, action: AnyAction) -> tuple[State, Events]:
    """Return the state after `action`, and what to announce.

    :raises IllegalAction: when `broken_rule` names a clause.
    """
    rule = broken_rule(state, action)
    if rule is not None:
        raise IllegalAction(rule, action)
    match action:
        case Explore():
            return _explore(state, action)
        case Secure():
            asked = replace(state, phase="reveal", revealing=(state.turn,))
            return asked, (Securing(action.by, state.cards[state.turn]),)
        case Awaken():
            seat = state.index(action.target)
            asked = replace(state, phase="reveal", revealing=(seat,), awakened=True)
            return asked, (Awakened(action.by, action.target, state.cards[seat]),)
        case Reveal():
            return _reveal(state, action)
        case Keep():
            return _keep(state, action)


def _explore(state: State, action: Explore) -> tuple[State, Events]:
    drawn = _with_pile(state, action.pile, state.pile(action.pile) - 1)
    drawn = _with_cards(drawn, state.turn, state.cards[state.turn] + 1)
    explored = Explored(action.by, action.pile, drawn.cards[state.turn])
    after, events = _end_turn(drawn)
    return after, (explored, *events)


def _reveal(state: State, action: Reveal) -> tuple[State, Events]:
    seat = state.index(action.by)
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
        return _awakened(discarded, seat, action.cards)
    return _secured(discarded, seat, action.cards)


def _secured(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, Events]:
    scored, event = _score(state, seat, cards)
    after, events = _end_turn(scored)
    return after, (event, *events)


def _awakened(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, Events]:
    """The target's cards are in the discard already, so a werewolf draws after them (L16)."""
    target = state.players[seat]
    amulets = sum(card.centre == "amulet" for card in cards)
    found = sum(card.centre in ("mummy", "werewolf", "frank") for card in cards)
    if not is_caught(cards):
        after, events = _secured(state, seat, cards)
        return after, (Escaped(target, amulets, found), *events)
    benefits = guardians(cards)
    told: Events = (Caught(target, state.active, amulets, found, benefits),)
    if "mummy" in benefits:
        state, event = _score(state, state.turn, cards)
        told = (*told, event)
        if state.scores[state.turn] >= state.finish:
            after, events = _end_turn(state)
            return after, (*told, *events)
    state = replace(state, extra_turn="frank" in benefits)
    if "werewolf" in benefits:
        drawn = tuple(pile for pile in PILES if state.pile(pile) > 0)
        return replace(state, phase="keep"), (*told, WerewolfDraws(state.active, drawn))
    after, events = _end_turn(state)
    return after, (*told, *events)


def _keep(state: State, action: Keep) -> tuple[State, Events]:
    drawn = [pile for pile in PILES if state.pile(pile) > 0]
    for pile in drawn:
        state = _with_pile(state, pile, state.pile(pile) - 1)
    state = _with_cards(state, state.turn, state.cards[state.turn] + len(action.kept))
    state = replace(state, discard=state.discard + len(drawn) - len(action.kept))
    kept = KeptCards(action.by, action.kept, state.cards[state.turn])
    after, events = _end_turn(state)
    return after, (kept, *events)


def _score(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, Scored]:
    gained = points(cards)
    scores = _at(state.scores, seat, state.scores[seat] + gained)
    return replace(state, scores=scores), Scored(state.players[seat], gained, scores[seat], hauls(cards))


def _end_turn(state: State) -> tuple[State, Events]:
    """Hand over to whoever is next, or end the game at once if somebody reached the finish (L24, L25)."""
    for seat, score in enumerate(state.scores):
        if score >= state.finish:
            return _end_game(state, seat)
    again = state.extra_turn
    seat = state.turn if again else (state.turn + 1) % len(state.players)
    state = replace(state, phase="turn", turn=seat, revealing=(), awakened=False, extra_turn=False)
    state, told = _rebuild(state)
    while not legal_actions(state):
        told = (*told, PassedOver(state.active))
        state = replace(state, turn=(state.turn + 1) % len(state.players))
    begins: Event = ExtraTurn(state.active) if again and seat == state.turn else TurnBegins(state.active)
    return state, (*told, begins)


def _rebuild(state: State) -> tuple[State, Events]:
    """Make two new piles of everything but the cards before the players, if a pile is empty (L20, L22)."""
    if state.left and state.right:
        return state, ()
    total = state.left + state.right + state.discard
    rebuilt = replace(state, left=(total + 1) // 2, right=total // 2, discard=0)
    if rebuilt == state:
        return state, ()
    return rebuilt, (Reshuffled(rebuilt.left, rebuilt.right),)


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
    ended = outcome(over)
    assert ended is not None
    return over, (GameOver(ended.winners, max(over.scores)),)


def _at(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _with_cards(state: State, seat: int, count: int) -> State:
    return replace(state, cards=_at(state.cards, seat, count))


def _with_pile(state: State, pile: Pile, count: int) -> State:
    return replace(state, left=count) if pile == "left" else replace(state, right=count)


def record_state(state: State) -> dict[str, Any]:
    """Return the state as a record shows it."""
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
