"""From presses to actions in Maudite Momie: the page for each phase, with its explanations."""

from __future__ import annotations

from display.view import Button, Colour, Menu, PosterKind, View
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.events import Caught, ExtraTurn, GameOver, Reshuffled, Scored, TurnBegins
from firmware_py.games.maudite_momie.state import (
    DECK_SIZE,
    PILE_WORDS,
    PILES,
    AnyAction,
    Awaken,
    Explore,
    Header,
    Keep,
    Pile,
    ReportEmpty,
    Secure,
    State,
)
from firmware_py.games.registry import Event, Refusal
from firmware_py.pages.box_seat import TellPage, ThinkingPage, acts_for
from firmware_py.pages.help import Explained
from firmware_py.pages.interface import Begin, Decision, PageContext, Play
from firmware_py.pages.maudite_momie.pictures import TEXTS, TITLE, card_count, history, places, race
from firmware_py.pages.maudite_momie.turn_pages import HandPage, OddsPage, TurnPage, hand_page
from firmware_py.pages.page import MENU, Choice, ListPage, Page, Push, Reply, line_to_read, with_cursor_on
from firmware_py.pages.registry import Difference, Sound, recount_of
from firmware_py.pages.result import end_page, replay, replay_choice
from firmware_py.pages.start_page import StartPage
from firmware_py.words import Words, words


def page(table: PageContext, stored_draft: str | None, menu: Page) -> Page:
    """The page for the state now; `menu` opens on `back`, `stored_draft` is a hand entered in part."""
    state: State = table.playing.state
    match state.phase:
        case "turn" | "keep" if state.boxes and acts_for(table, state.active):
            return ThinkingPage(state.active, menu, view_for_box)
        case "turn":
            return TurnPage(menu)
        case "keep":
            return with_cursor_on(_keep_page(table, menu), _taken_back(table))
        case "reveal" | "final_reveal":
            return hand_page(table, stored_draft, menu)
        case "over":
            return _end_page(table)


def view_for_box(table: PageContext) -> View:
    """The score track while the box acts."""
    state: State = table.playing.state
    return View(table.say(TITLE), "", race(Menu(()), table), actor=table.actor(state.active))


def follow_decision(table: PageContext, decision: Decision, page: ThinkingPage) -> Reply:
    """What people do for the box; nobody looks at its cards before all are turned up."""
    action, *_ = decision.actions  # what follows is decided once this is done
    match action:
        case Explore(by=player, pile=pile):
            line = _draw(player, (pile,), (pile,))
        case Keep(by=player, kept=kept):
            line = _draw(player, tuple(pile for pile in PILES if table.playing.state.pile(pile)), kept)
        case Awaken(by=player, target=target):
            line = words("{player} awakens {target}: turn over {target}'s cards.", player=player, target=target)
        case _:
            line = words("{player} runs: turn over {player}'s cards.", player=action.by)
    return TellPage((action,), line, (), page.menu, page.draw)


def _draw(player: str, piles: tuple[Pile, ...], kept: tuple[Pile, ...]) -> Words:
    """What hands do with a card of each of these piles, one or both (L17), of which the box keeps some unseen."""
    match piles, kept:
        case (pile,), ():
            return words("Take a card from the {pile} pile and discard it: do not look.", pile=PILE_WORDS[pile])
        case (pile,), _:
            return words(
                "Take a card from the {pile} pile and lay it before {player}: do not look.",
                pile=PILE_WORDS[pile],
                player=player,
            )
        case _, ():
            return words("Take a card from each pile without looking and discard both.")
        case _, (pile,):
            return words(
                "Take a card from each pile without looking: lay the {pile} one before {player}, discard the other.",
                pile=PILE_WORDS[pile],
                player=player,
            )
    return words("Take a card from each pile without looking and lay both before {player}.", player=player)


def _taken_back(table: PageContext) -> Play | None:
    """The command that redoes the last undone action."""
    return Play(table.playing.undone[0]) if table.playing.undone else None


def draft_of(page: Page) -> str | None:
    """What was entered on a page and is no action yet, or None."""
    return page.entered.as_draft() if isinstance(page, HandPage) else None


def summary(state: State) -> Words:
    """A game in one line: everybody's score."""
    scores = zip(state.players, state.scores, strict=True)
    return Words(
        "{text}", (("text", tuple(words("{player}: {score}", player=player, score=score) for player, score in scores)),)
    )


def standing(table: PageContext) -> tuple[Choice, ...]:
    """Everybody's score and cards."""
    state: State = table.playing.state
    seats = zip(state.players, state.scores, state.cards, strict=True)
    return tuple(
        line_to_read(
            words("{player}: {score}; {cards}", player=player, score=score, cards=card_count(cards)),
            table.actor(player).colour,
        )
        for player, score, cards in seats
        if player in state.present
    )


KEPT: dict[tuple[Pile, ...], tuple[Button, Words, tuple[str, ...]]] = {
    ("left", "right"): ("up", words("Both cards"), ("card", "card")),
    ("left",): ("left", words("Left card"), ("explore", "left")),
    ("right",): ("right", words("Right card"), ("explore", "right")),
    (): ("down", words("None of them"), ("empty",)),
}
"""What can be kept of the drawn cards: its key of six buttons, what it is called, and its icons."""


def _keep_page(table: PageContext, menu: Page) -> ListPage:
    """Players look at drawn cards in secret and enter only how many they keep, and from which pile (L17)."""
    state: State = table.playing.state
    legal = rules.legal_actions(state)
    offered = tuple(
        Choice(label, Play(action), icons, key=key)
        for kept, (key, label, icons) in KEPT.items()
        if (action := Keep(state.active, kept)) in legal
    )
    return ListPage(
        title=words("Werewolf"),
        prompt=words("You draw and look: which cards do you keep?"),
        choices=offered,
        actor=state.active,
        on_back=Push(menu),
        back_label=MENU,
        around=race,
    )


def menu_choices(table: PageContext) -> tuple[Choice, ...]:
    """What this game adds to the menu, once cards were looted.

    That is what the backs of cards say, where some lie, and that a pile is empty on the table (L33).
    """
    state: State = table.playing.state
    odds = Choice(words("Odds of a guardian…"), Push(OddsPage()), icons=("card_red",))
    counted = words("{left} and {right} are counted", left=state.left, right=state.right)
    found = ReportEmpty(state.active)
    empty = Choice(words("A pile is empty on the table"), Play(found), icons=("pile",), detail=counted)
    can_be = state.left + state.right < DECK_SIZE and rules.broken_rule(state, found) is None
    return (*((odds,) if any(state.cards) else ()), *((empty,) if can_be else ()))


def _end_page(table: PageContext) -> ListPage:
    header: Header = table.playing.header
    return end_page(
        table,
        rules.outcome(table.playing.state).reason,  # type: ignore[union-attr]  # the phase is `over`
        places,
        history,
        replay_choice(replay(race), words("Watch it again")),
        Begin(header, table.colours),
    )


def poster_of(event: Event) -> tuple[PosterKind, str] | None:
    """The poster that shows an announcement, or None: a catch, or the end."""
    match event:
        case Caught(player=player):
            return "caught", player
        case GameOver(winners=winners):
            return "win", winners[0] if len(winners) == 1 else ""
    return None


def sound(event: Event) -> Sound | None:
    """An announcement's sound; None for a silent one."""
    match event:
        case Scored(points=points) if points > 0:
            return "score"
        case Caught():
            return "caught"
        case TurnBegins() | ExtraTurn():
            return "turn"
        case Reshuffled():
            return "attention"
        case GameOver():
            return "end"
        case _:
            return None


def situation(page: Page, table: PageContext) -> str:
    """The situation in which a page is shown; empty for a page of something else."""
    match page:
        case StartPage(header=header):
            return "before the game" if header.game == "maudite_momie" else ""
        case TellPage(actions=(Awaken(), *_)):
            return "awaken"
        case TellPage(actions=(Secure(), *_)):
            return "run"
        case HandPage(awakened=awakened):
            is_final = table.playing.state.phase == "final_reveal"
            return "last hands" if is_final else "awakened hand" if awakened else "hand"
        case OddsPage():
            return "odds"
        case TurnPage():
            return _of_a_turn(page.current_list(table), table)
        case ListPage(around=around) if around is not None and table.session is not None:
            return _in_game(page, table)
    return ""


def _in_game(page: ListPage, table: PageContext) -> str:
    state: State = table.playing.state
    match state.phase:
        case "keep":
            return "keep"
        case "over":
            return "the end"
        case "turn":
            return _of_a_turn(page, table)
    return ""


def _of_a_turn(page: ListPage, table: PageContext) -> str:
    """What the cursor is on, or the turn as a whole where keys choose among several acts."""
    two = "two players " if len(table.playing.state.players) == 2 else ""
    acts = {type(choice.reply.action) if isinstance(choice.reply, Play) else Awaken for choice in page.choices}
    if page.arrange(table).now.steer is None and len(acts) > 1:
        return f"{two}turn"
    match page.choices[page.at].reply:
        case Play(action=Secure()):
            return "run"
        case Play(action=Explore()):
            return f"{two}loot"
    return f"{two}awaken"


def reasons(page: Page, table: PageContext) -> tuple[Refusal, ...]:
    """Why looting, running or awakening is not offered on the page of a turn."""
    if table.session is None or not isinstance(page, ListPage | TurnPage) or table.playing.state.phase != "turn":
        return ()
    state: State = table.playing.state
    player = state.active
    acts: tuple[tuple[AnyAction, ...], ...] = (
        tuple(Explore(player, pile) for pile in PILES),
        (Secure(player),),
        tuple(Awaken(player, target) for target in state.players if target != player),
    )
    found = ([rules.broken_rule(state, wish) for wish in act] for act in acts)
    return tuple(first for first, *more in found if first and all(more))


EXPLAINED = Explained(TEXTS, situation, reasons=reasons)


def difference(before: State, after: State, colours: tuple[Colour, ...]) -> tuple[Difference, ...]:
    """Each token that stands elsewhere on the score track, and where more or fewer cards lie."""
    seats = range(len(after.players))
    tokens = (
        recount_of(
            words("{player} on the score track", player=after.players[seat]),
            before.scores[seat],
            after.scores[seat],
            ("trophy",),
            colours[seat],
        )
        for seat in seats
    )
    cards = (
        recount_of(
            words("Cards before {player}", player=after.players[seat]),
            before.cards[seat],
            after.cards[seat],
            ("card",),
            colours[seat],
        )
        for seat in seats
    )
    piles = (
        recount_of(words("Left pile"), before.left, after.left, ("pile",), is_named=True),
        recount_of(words("Right pile"), before.right, after.right, ("pile",), is_named=True),
        recount_of(words("Discards"), before.discard, after.discard, ("discard",), is_named=True),
    )
    return tuple(line for lines in (*tokens, *cards, *piles) for line in lines)
