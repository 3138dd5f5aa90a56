"""The pages that correct a card entered wrongly some actions ago: choose it, enter it again, see the consequences."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.view import Menu, View
from firmware_py.games.or_du_pharaon.actions import Reveal
from firmware_py.games.or_du_pharaon.cells import Cell
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.games.rules import IllegalAction
from firmware_py.games.session import Session, corrected
from firmware_py.pages.commands import Change, Correct
from firmware_py.pages.hints import CHOOSE, GO_BACK, hints
from firmware_py.pages.lists import Choice, ListPage, confirm
from firmware_py.pages.or_du_pharaon.card_page import Entered, TilePage, may_be_chamber, shape_of
from firmware_py.pages.or_du_pharaon.cursor import next_place
from firmware_py.pages.or_du_pharaon.pictures import TITLE, pyramid, spots
from firmware_py.pages.stack import Back, Input, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n


def menu_choices(table: Table) -> tuple[Choice, ...]:
    """Return what this game adds to the menu: correcting a card, and showing or hiding the running totals."""
    revealed = _revealed(table.playing)
    scores = (
        Choice(words("Hide the scores"), Change("open_scores", "off"), ("trophy",))
        if table.open_scores
        else Choice(words("Show the scores"), Change("open_scores", "on"), ("trophy",), words("Printed: closed (G28)"))
    )
    if not revealed:
        return (scores,)
    newest = max(revealed, key=lambda cell: revealed[cell])
    return (Choice(words("Correct a card…"), Push(PointPage(newest)), ("repair",)), scores)


def _revealed(session: Session) -> dict[Cell, int]:
    """Return the revealed cards, each with the number of the action that revealed it."""
    return {
        step.action.at: number for number, step in enumerate(session.steps, start=1) if isinstance(step.action, Reveal)
    }


@dataclass(frozen=True)
class PointPage:
    """Asks which card is wrong."""

    cursor: Cell

    def view(self, table: Table) -> View:
        """Return the pyramid; every card that was revealed can be chosen."""
        say, revealed = table.say, _revealed(table.playing)
        event = table.playing.steps[revealed[self.cursor] - 1].events[0]
        later = table.playing.ply - revealed[self.cursor]
        text = (
            say(event.words()),
            say(words_n("{count} action has been played since.", "{count} actions have been played since.", later)),
        )
        return View(
            title=say(TITLE),
            prompt=say(words("Which card was entered wrongly?")),
            body=replace(
                pyramid(table, Menu((), text=text), targets=dict.fromkeys(revealed, ""), cursor=self.cursor),
                pips=None,
                facts=(),
            ),
            hints=hints(table, ok=CHOOSE, back=GO_BACK),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, choose a card, or go back."""
        revealed = _revealed(table.playing)
        match done:
            case Press("ok"):
                return self._chosen(self.cursor, table)
            case Press("back"):
                return Back()
            case Press(button):
                places = spots(table.playing.state.setup.start)
                return replace(self, cursor=next_place(revealed, places, self.cursor, button))
            case Touch(target) if target.removeprefix("cell ") in revealed:
                return self._chosen(target.removeprefix("cell "), table)
        return self

    def _chosen(self, cell: Cell, table: Table) -> Reply:
        ply = _revealed(table.playing)[cell]
        action: Reveal = table.playing.steps[ply - 1].action
        shape, turns = shape_of(action.open)
        return Push(CorrectionPage(ply, TilePage(cell, shape, turns, action.chamber)))


@dataclass(frozen=True)
class CorrectionPage:
    """Asks how the card lay when it was revealed."""

    ply: int
    tile: TilePage

    def view(self, table: Table) -> View:
        """Return the pyramid with the card as it would have lain then."""
        say = table.say
        return View(
            title=say(TITLE),
            prompt=say(words("{place} when it was revealed:", place=self.tile.cell)),
            body=replace(
                self.tile.body(table, chamber_is_open=self._may_be_chamber(table.playing)),
                pips=None,
                facts=(),
                path=None,
            ),
            hints=self.tile.shown_hints(table),
        )

    def _may_be_chamber(self, session: Session) -> bool:
        return may_be_chamber(_before(session, self.ply), self.tile.cell)

    def press(self, done: Input, table: Table) -> Reply:
        """Enter the card; then a page says what the correction would do."""
        answer = self.tile.answer(done, table, chamber_is_open=self._may_be_chamber(table.playing))
        match answer:
            case Entered(tile):
                return Push(_question(table.playing, self.ply, tile))
            case TilePage():
                return replace(self, tile=answer)
            case Back():
                return answer


def _before(session: Session, ply: int) -> State:
    state: State = session.steps[ply - 2].state if ply > 1 else session.start
    return state


def _question(session: Session, ply: int, tile: TilePage) -> ListPage:
    """Return the page that says what will happen and asks for confirmation."""
    action = tile.action(session.steps[ply - 1].action.by)
    command = Correct(ply, action)
    try:
        _, refused_at = corrected(session, ply, action)
    except IllegalAction as error:
        return ListPage(words("This cannot be"), error.rule.why, (Choice(words("No, go back"), Back(), ("back",)),))
    return confirm(
        words("Correct {place}", place=tile.cell),
        _consequence(session, ply, refused_at),
        words("Correct it"),
        command,
        "repair",
    )


def _consequence(session: Session, ply: int, refused_at: int | None) -> Words:
    later = session.ply - ply
    if refused_at is None:
        return words_n(
            "The game goes back to action {ply}, changes it and plays {count} later action again.",
            "The game goes back to action {ply}, changes it and plays all {count} later actions again.",
            later,
            ply=ply,
        )
    return words_n(
        "From action {number} on, {count} action is dropped. No longer possible: {what}",
        "From action {number} on, {count} actions are dropped. No longer possible: {what}",
        session.ply - refused_at + 1,
        number=refused_at,
        what=session.steps[refused_at - 1].events[0].words(),
    )
