"""Which explanations of Maudite Momie belong to which page."""

from __future__ import annotations

from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import PILES, AnyAction, Awaken, Explore, Secure, State
from firmware_py.games.rules import Refusal
from firmware_py.pages.help import Explained
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.maudite_momie.dialogue import TEXTS
from firmware_py.pages.maudite_momie.hand_page import HandPage
from firmware_py.pages.maudite_momie.turn_page import OddsPage, TurnPage
from firmware_py.pages.page import ListPage, Page
from firmware_py.pages.start_page import StartPage


def situation(page: Page, table: PageContext) -> str:
    """The situation in which a page is shown; empty for a page of something else."""
    match page:
        case StartPage(header=header):
            return "before the game" if header.game == "maudite_momie" else ""
        case HandPage(awakened=awakened):
            is_final = table.playing.state.phase == "final_reveal"
            return "last hands" if is_final else "awakened hand" if awakened else "hand"
        case OddsPage():
            return "odds"
        case TurnPage():
            return _of_a_turn(page.shown(table), table)
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
    if page.laid(table).now.steer is None and len(acts) > 1:
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
