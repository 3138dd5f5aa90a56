"""Help on the spot: what a page wants and the rule behind it, opened by holding `up`.

Why the page is asked again each time it is shown: its explanation names what is allowed now. Why a game says for whose
eyes its help is: an answer on a map with secrets is a secret itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.view import Announcement, Item, View
from firmware_py.config.settings import Controls
from firmware_py.games.registry import Refusal
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import Keys, Offer, help_hint, leaves
from firmware_py.pages.page import GO_BACK, NEXT, PREVIOUS, Back, Choice, ListPage, Page, Push, Reply, hints
from firmware_py.pages.texts import GENERAL, Texts, Topic, signs
from firmware_py.words import Words, words

Explain: TypeAlias = Callable[[Page], Page | None]


class Explained(msgspec.Struct, frozen=True, eq=False):
    """What a game explains: one value for each game, compared as itself."""

    texts: Texts
    situation: Callable[[Page, PageContext], str]
    """Returns the situation in which a page is shown; empty for a page of something else."""
    reasons: Callable[[Page, PageContext], tuple[Refusal, ...]] = lambda _page, _table: ()
    """Returns why the page does not offer what players might want to do now, each reason once."""
    why_not: Callable[[Page, PageContext], Page | None] = lambda _page, _table: None
    """Returns the page that answers for every cell of a map why one may not go there, if the page has one."""
    same_eyes: Callable[[Page, Explain], Page | None] | None = None
    """Returns the explanation of a page, for nobody else's eyes than the page itself; None if nothing is secret."""


def topics_for(table: PageContext, texts: Texts, names: Iterable[str]) -> tuple[Topic, ...]:
    """The topics of these names that are true for the controls of this device."""
    found = (texts.topics[name] for name in names)
    return tuple(topic for topic in found if table.worked_by in topic.controls)  # they name keys, a knob or a finger


class HelpPage(Page, frozen=True):
    """Shows one topic after another."""

    found: Callable[[PageContext], tuple[Topic, ...]]
    """Returns what it shows, at least one topic."""
    at: int = 0

    def view(self, table: PageContext) -> View:
        """The topic in large type below its picture."""
        say, topics = table.say, self.found(table)
        at = min(self.at, len(topics) - 1)
        topic, is_last = topics[at], at == len(topics) - 1
        several = words("Help: {number} of {count}", number=at + 1, count=len(topics))
        title = words("Help") if len(topics) == 1 else several
        return View(
            title=say(title),
            prompt="",
            body=Announcement(say(topic.title), tuple(map(say, topic.text)), picture=topic.picture),
            hints=hints(table, ok=GO_BACK if is_last else NEXT, back=GO_BACK),
        )

    def offers(self, table: PageContext) -> Keys:
        """The topics before and after; `ok` leaves after the last one."""
        say, count = table.say, len(self.found(table))
        is_last = self.at >= count - 1
        ok: Reply = Back() if is_last else replace(self, at=self.at + 1)
        return leaves(
            Offer(Item(say(GO_BACK if is_last else NEXT), target="ok"), ok),
            Offer(Item(say(PREVIOUS), target="previous"), replace(self, at=(self.at - 1) % count)),
            Offer(Item(say(NEXT), target="next"), replace(self, at=(self.at + 1) % count)),
        )


CONTROLS = "knob", "touch"
"""What explains how a device is worked, if not by buttons."""


class Situation(msgspec.Struct, frozen=True):
    """The topics of a page as it is now; first that of what was refused there, if anything was."""

    page: Page
    explained: Explained | None
    refused: Refusal | None = None

    def __call__(self, table: PageContext) -> tuple[Topic, ...]:
        """The topics, those of the page before those of its game; there is always one."""
        if self.explained and (rule := self.refused or self.page.forbidden_by(table)):
            return (about_refusal(self.explained, rule),)
        of_the_page = tuple(GENERAL.topics[name] for name in self.page.topics(table))
        controls = (*topics_for(table, GENERAL, CONTROLS), GENERAL.topics["buttons"])
        return (*of_the_page, *(self._of_the_game(table) or controls[:1]))

    def _of_the_game(self, table: PageContext) -> tuple[Topic, ...]:
        if self.explained is None:
            return ()
        name = self.explained.situation(self.page, table)
        topics = topics_for(table, self.explained.texts, self.explained.texts.situations.get(name, ()))
        whys = tuple(dict.fromkeys(rule.why for rule in self.explained.reasons(self.page, table)))
        return (*topics, *((_why(words("Not now"), whys),) if whys else ()))


class Fixed(msgspec.Struct, frozen=True):
    """Always the same topics."""

    topics: tuple[Topic, ...]

    def __call__(self, table: PageContext) -> tuple[Topic, ...]:
        return self.topics


def about_refusal(explained: Explained, refusal: Refusal) -> Topic:
    """The topic behind a refusal, titled with the refusal itself."""
    found = next((topic for topic in explained.texts.topics.values() if refusal.clause in topic.clauses), None)
    if found is None:
        return _why(refusal.why)
    return replace(found, title=refusal.why)


def _why(title: Words, text: tuple[Words, ...] = ()) -> Topic:
    return Topic((), title, text, signs("why"), get_args(Controls))


def help_page(
    page: Page, table: PageContext, explained: Explained | None, refused: Refusal | None = None
) -> Page | None:
    """The page that explains a page, or what was refused on it; None if there is nothing to explain."""

    def explain(inner: Page) -> Page | None:
        if isinstance(inner, HelpPage):
            return None
        answers = explained.why_not(inner, table) if explained and refused is None else None
        return answers or HelpPage(Situation(inner, explained, refused))

    return explained.same_eyes(page, explain) if explained and explained.same_eyes else explain(page)


def with_help(view: View, explanation: Page | None, table: PageContext) -> View:
    """A page as the device shows it: its foot ends with the hint for help, if it has a foot and help."""
    has_own = any(hint.button == "up" and hint.held for hint in view.hints)
    return replace(view, hints=(*view.hints, help_hint(table))) if view.hints and explanation and not has_own else view


def topics_page(title: Words, below: Page, explained: Explained, table: PageContext) -> ListPage:
    """Everything that is explained of a game, first the page of the game below."""
    about = help_page(below, table, explained)
    here = (Choice(words("The game page"), Push(about), icons=("why",)),) if about else ()
    topics = topics_for(table, explained.texts, explained.texts.topics)
    each = (Choice(topic.title, Push(HelpPage(Fixed((topic,)))), icons=("info",)) for topic in topics)
    return ListPage(title, words("What do you want to know?"), (*here, *each))
