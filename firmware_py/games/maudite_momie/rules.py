"""The rules of Maudite Momie: how a game begins, and what follows from an action (clauses L01 to L33)."""

from __future__ import annotations

from typing import Any

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
from firmware_py.games.maudite_momie.legality import broken_rule, legal_actions, may_act
from firmware_py.games.maudite_momie.state import (
    DECK_SIZE,
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
from firmware_py.games.registry import Event, IllegalAction, Outcome

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

Events = tuple[Event, ...]


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
    """Return who has won: the highest total of those who have not gone home, or the only one left (L26, L32)."""
    if len(state.present) == 1:
        return LastOneWins(state.present[0])
    best = max(state.scores[state.seat(player)] for player in state.present)
    return GameOver(tuple(player for player in state.present if state.scores[state.seat(player)] == best), best)


def seen_by(state: State, viewer: str) -> State:  # noqa: ARG001 - nothing in this state is secret
    """The state whole: the device never knows a hidden card (L30)."""
    return state


def apply(state: State, action: AnyAction) -> tuple[State, Events]:
    """Return the state after `action`, and what to announce.

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
    found = sum(card.centre in ("mummy", "werewolf", "frank") for card in cards)
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
    """Return how the game goes on without the player at `seat`; `was_asked`: they had cards to turn over."""
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
        return begun, announced if was_asked or begun.turn != state.turn else announced[:-1]
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
