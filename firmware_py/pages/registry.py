"""The pages of every game, loaded when they are first needed: how presses become actions, and states become pages.

A game says what it needs by the values here: its pages, the differences between two of its states, and the follower of
its pieces on the magnetic board.

Why differences are found between states, and not told by events: a correction plays a whole game again, and what counts
at the table is only where each piece has ended.

A follower is a value: each method returns the next one. The device feeds it frames and time, says what the players
press, and carries out what it concludes. What the pieces mean is the game's business alone. `Follower` itself follows
nothing, as on a device without a board; a game's own one says what it knows better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from itertools import zip_longest
from math import inf
from typing import Any, Literal, Protocol, Self, TypeAlias, TypeVar

import msgspec

from display.view import (
    COLOURS,
    Audience,
    Colour,
    Item,
    MazePlan,
    Menu,
    Notice,
    Poster,
    PosterKind,
    PyramidPlan,
    Race,
    View,
    World,
)
from firmware_py.games.registry import GAMES, Event, LazyMapping
from firmware_py.games.session import Session, Step
from firmware_py.pages.help import Explained
from firmware_py.pages.interface import PageContext
from firmware_py.pages.page import Choice, Input, Page, Reply, Stack
from firmware_py.pages.start_page import Option
from firmware_py.sensing import BoardProfile, CellReadings
from firmware_py.words import NOTHING, Say, Words, plain, words

P = TypeVar("P")


SensedBy: TypeAlias = Literal["never", "always", "if told apart"]
"""By no board, by every board of its game, or only by one that tells the mummy from a pawn."""


class Difference(msgspec.Struct, frozen=True):
    """One thing on the table that lies or stands elsewhere now, or of which there are more or fewer."""

    label: Words
    """Where it was and where it is, in few words beside its pictures."""
    brief: Words
    """What must be said even where the label has no room."""
    spoken: Words
    """The same in a sentence that needs no pictures."""
    icons: tuple[str, ...]
    colour: Colour | None = None
    """Whose it is."""
    cell: str = ""
    """The place on the map where it is now, if it is there."""
    sensed: SensedBy = "never"
    """Whether a magnetic board senses it, and so says itself where it belongs."""

    def item(self, say: Say) -> Item:
        return Item(say(self.label), self.icons, colour=self.colour, spoken=say(self.spoken), brief=say(self.brief))


def move_of(
    thing: Words,
    before: Words,
    after: Words,
    icons: tuple[str, ...],
    colour: Colour | None = None,
    cell: str = "",
    label: Words | None = None,
    brief: Words | None = None,
) -> Difference:
    """A thing that has moved, or changed its number.

    The label names both if none is given, and in brief only the one where it is now.
    """
    return Difference(
        label or words("{before} → {after}", before=before, after=after),
        brief or after,
        words("{thing}: {before} before, {after} now.", thing=thing, before=before, after=after),
        icons,
        colour,
        cell,
    )


def recount_of(
    thing: Words,
    before: int,
    after: int,
    icons: tuple[str, ...],
    colour: Colour | None = None,
    *,
    is_named: bool = False,
) -> tuple[Difference, ...]:
    """The change in number of a thing, if any.

    `is_named`: the label names the thing, because its picture does not tell it from others.
    """
    if before == after:
        return ()
    label = words("{thing}: {before} → {after}", thing=thing, before=before, after=after) if is_named else None
    return (move_of(thing, plain(str(before)), plain(str(after)), icons, colour, label=label, brief=label),)


def places_changed(before: Iterable[P], after: Iterable[P], elsewhere: P) -> tuple[tuple[P, P], ...]:
    """The fewest moves, from and to, that explain where pieces that look alike stand now.

    Where there are fewer than on the other side, the rest is `elsewhere`.
    """
    was, now = Counter(before), Counter(after)
    left, come = (sorted((one - other).elements(), key=str) for one, other in ((was, now), (now, was)))
    return tuple(zip_longest(left, come, fillvalue=elsewhere))


class BoardNews(msgspec.Struct, frozen=True):
    """What a follower has to say after a moment; the empty news if nothing is new."""

    notice: Notice | None = None
    inference: Any = None
    """What the pieces mean now, if that is something to act on."""
    is_public: bool = False
    """Whether what everybody may read has changed."""


NO_NEWS = BoardNews()


class Conclusion(msgspec.Struct, frozen=True):
    """What an inference leads to: pages, and an action to play at once, if any."""

    stack: Stack
    action: Any = None
    replaces_last: bool = False
    """The action replaces the last one, which is undone."""
    ends_notice: bool = False
    """A notice of success can go."""


class PressMade(msgspec.Struct, frozen=True):
    """A press, and what the pages make of it."""

    done: Input
    before: Stack
    after: Stack
    audience: Audience
    """Those who look at the screen."""
    plays: bool
    """Whether an action would be played."""


class Follower(msgspec.Struct, frozen=True):
    """Follows the pieces of one game on the board; this one has no news, and expects nothing."""

    @property
    def is_settled(self) -> bool:
        """Whether it knows what stands on the board."""
        return True

    @property
    def is_played(self) -> bool:
        """Whether a game is played on the board."""
        return False

    @property
    def why_nothing_follows(self) -> str:
        """What is believed, and why, if pieces move for long and nothing follows, for the log; else nothing."""
        return ""

    def feed(self, seen: CellReadings | BoardProfile | None, /) -> Self:
        """Take in a frame or a board that was found or has a new profile; None if it was lost."""
        return self

    def tick(self, now_s: float, before: Self, say: Say, audience: Audience, /) -> tuple[Self, BoardNews]:
        """The follower at `now_s`, and what is new since `before` to those who look at the screen."""
        return self, NO_NEWS

    def look_at_s(self) -> float:
        """When to read the board even if it reports nothing; infinity for never."""
        return inf

    def deadline_s(self) -> float:
        """When `tick` may have news without a frame; infinity for never."""
        return inf

    def expect(self, session: Session | None, stack: Stack, /, *, by_button: bool) -> Self:
        """Expect the pieces where session and pages have them.

        `by_button`: the players entered it by button; trust them over the sensors.
        """
        return self

    def expects(self, session: Session | None, stack: Stack, /) -> bool:
        """Whether it expects the pieces where session and pages have them."""
        return True

    def conclude(self, inference: Any, stack: Stack, session: Session, /) -> tuple[Self, Conclusion]:
        """The follower, and the pages and the action that its inference leads to."""
        return self, Conclusion(stack)

    def after_play(self, before: Any, action: Any, /) -> Self:
        """The follower after its own action was played on the state `before`."""
        return self

    def after_press(self, press: PressMade, say: Say, /) -> tuple[Self, Stack | None, Notice | None]:
        """The follower, pages and notice after a press; no pages if it comes too early.

        Too early is what a moving piece is about to contradict, and what answers a question that nobody has read yet.
        """
        return self, press.after, None

    def ask(self, stack: Stack, table: PageContext, /) -> tuple[Self, Stack]:
        """The follower and the pages, with its question before those it concerns."""
        return self, stack

    def trace(self, before: Self, stack: Stack, /) -> Stack:
        """The pages with a piece's path, whatever lies on top of it; a question goes with the board."""
        return stack

    def still_true(self, notice: Notice | None, before: Self, say: Say, /) -> Notice | None:
        """What is still true of a notice now that this follower replaces `before`."""
        return notice

    def beside(self, view: View, say: Say, /) -> View:
        """A page with the board's remarks beside it."""
        return view


Sound: TypeAlias = Literal["key", "turn", "score", "caught", "curse", "bust", "fall", "attention", "end", "refusal"]
"""The meanings that a sound can have."""


class SetUp(Protocol):
    """How a game is set up, for people in these colours, some of them played by the box."""

    def __call__(
        self, players: tuple[str, ...], colours: tuple[Colour, ...], boxes: tuple[tuple[str, Any], ...] = (), /
    ) -> Page:
        """The first page."""


class LastPlace(msgspec.Struct, frozen=True):
    """The role of whoever sits in the last place, against all others."""

    icon: str
    name: Words


class MapPages(msgspec.Struct, frozen=True):
    """What the device asks of a game whose maps the owner can draw."""

    draft_key: str
    """The settings key of the map that is being drawn; each game has its own."""
    draft: Callable[[Stack], str | None]
    """Returns the map that is being drawn, to be stored over a power cut, or None when nobody draws."""
    sound: Callable[[Stack, Stack], Sound | None]
    """Returns what is heard of a map that is taught on the board between two stacks, or None when nothing is."""
    with_map: Callable[[Stack, str], Stack]
    """Returns the stack with the owner's map in this file chosen, if the page before a game lies on top."""


class Secrets(msgspec.Struct, frozen=True):
    """What a game with secrets announces where they could get out while it is under way."""

    in_record: Words
    """A file with its record is about to be written."""
    on_board: Words
    """Somebody wants to see what the cells of the magnetic board sense."""
    only_for: Callable[[Page, Page], Page]
    """Returns a page, the first argument, as one for the eyes of those only who may know everything; it can be covered,
    and then the second argument is its menu."""
    curtain: Callable[[Page, Page, Words], Page]
    """Returns what covers a page until those open it who may know everything; the words ask them to, if any."""
    opened: Callable[[Page], Page]
    """Returns the page itself that is covered, or only for their eyes; any other page as it is."""
    picture: Callable[[Menu, PageContext], MazePlan]
    """Returns how the game under way stands, for those who may know everything."""
    return_page: Page
    """Says where their pieces belong, to those who play again in place of the box."""
    why_no_box: Callable[[Any], Words | None]
    """Returns why the box cannot play in a state in place of those who may know everything; None if it can."""
    draft_again: Callable[[Event], str | None]
    """Returns what stands ready on the game's page once this announcement and what followed were taken back."""


class GamePages(msgspec.Struct, frozen=True):
    """The pages of one game, and what the device must know to show them."""

    set_up: SetUp
    """Returns the first page after players and seats of the box are known; its last one answers with `Begin`."""
    page: Callable[[PageContext, str | None, Page], Page]
    """Returns the page for the state now, with what `draft_of` has stored; the last argument opens on `back`."""
    summary: Callable[[Any], Words]
    """Returns in one line how a game stands."""
    draft_of: Callable[[Page], str | None] = lambda _: None
    """Returns what a page holds that is no action yet, or None."""
    sound: Callable[[Event], Sound | None] = lambda _: "turn"
    """Returns an announcement's sound; None for a silent one."""
    picture: Callable[[Menu, PageContext], Race | PyramidPlan | MazePlan] | None = None
    """Returns how the game under way stands, as everybody may see it."""
    voice_words: Callable[[Event, Any], Words] = lambda event, _state: event.voice_words()
    """Returns an announcement as a voice says it, with the state that follows."""
    poster_of: Callable[[Event], tuple[PosterKind, str] | None] = lambda _: None
    """Returns the poster that shows an announcement, and to whom it happened; None for an ordinary one."""
    house_rules: tuple[Option, ...] = ()
    """Where a table may play otherwise than printed."""
    difference: Callable[[Any, Any, tuple[Colour, ...]], tuple[Difference, ...]] = lambda *_: ()
    """Returns what lies elsewhere on the table in the second state than in the first, with the players' colours."""
    moves_pieces: tuple[type[Event], ...] = ()
    """Announcements after which people have moved pieces that nobody entered: undo and redo say where these belong.
    In a game with secrets all do, as far as anybody may know it."""
    leaving: Words = NOTHING
    """What becomes of the things of a player who goes home in mid-game."""
    standing: Callable[[PageContext], tuple[Choice, ...]] = lambda _: ()
    """Returns how a game stands, a line to read for each part of it, with what everybody may know and nothing else."""
    in_brief: Callable[[PageContext], tuple[Words, ...]] | None = None
    """Returns what lies before each player in a few words, if the lines of `standing` say more."""
    menu_choices: Callable[[PageContext], tuple[Choice, ...]] = lambda _: ()
    """Returns what it adds to the menu inside it."""
    colours: tuple[Colour, ...] = COLOURS
    """What players choose their colours from."""
    last_place: LastPlace | None = None
    """The role of whoever sits in the last place, if that is another; the others choose the colours."""
    icons_of: Callable[[Step], tuple[str, ...]] = lambda _: ()
    """Returns the pictures of an action, such as the die that was announced."""
    pages_again: Callable[[PageContext, Page], Stack] | None = None
    """Returns the pages on which the first undone action was entered, its values ready; the dialogue's if None."""
    wearers: Callable[[Any], tuple[tuple[str, Colour], ...]] | None = None
    """Returns each player with the colours in which a state shows them, where pieces decide that and not the seats."""
    one_colour_each: bool = True
    """Whether each player has one colour; False where it belongs to a piece, of which a player may have two."""
    secrets: Secrets | None = None
    """What a game announces that has secrets."""
    maps: MapPages | None = None
    """Draws the maps of a game that has some."""
    opponents: Mapping[str, Words] = {}
    """Against whom it was measured how strongly the box plays."""
    place_of: Callable[[Any], str] = lambda _header: ""
    """Returns the map on which a game with this header is played; empty where there are no maps."""
    likely_place: Callable[[PageContext, int], str] = lambda _table, _players: ""
    """Returns the map on which that many players begin if nobody chooses another; empty where there are no maps."""
    follow_decision: Callable[[PageContext, Any, Any], Reply] = lambda _, __, page: page
    """Returns what follows from what the box has decided on this page: what people are told to do, or a command."""
    own: Callable[[PageContext, Page], dict[str, Any] | None] = lambda _table, _page: None
    """Returns what the player of `PageContext.seat` may note on a phone, which nobody else knows, as the phone's script
    reads it; None if there is nothing."""
    explained: Explained | None = None
    """Explains its pages and rules."""


def _pages_in(game_id: str, module: str) -> GamePages:
    """The pages of a game. :raises ValueError: when it has secrets, and they do not say how to guard them."""
    pages: GamePages = import_module(module).PAGES
    if GAMES[game_id].has_secrets and pages.secrets is None:
        raise ValueError(f"{game_id} has secrets: its pages must declare `secrets`")
    return pages


PAGES = LazyMapping("pages", _pages_in)
"""The pages of every game by the game's id."""


def seat_colours(session: Session, chosen: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """The colours of those who play, in their order, for each page alike: as chosen, but where pieces decide that."""
    wearers = PAGES[session.game.id].wearers
    worn = dict(reversed(wearers(session.start))) if wearers else {}
    return tuple(worn.get(player, colour) for player, colour in zip(session.header.players, chosen, strict=True))


WORLDS: dict[str, World] = {}
"""What lies behind the pages of every game, and behind its picture on the first page."""


def _follower_in(_: str, module: str) -> Callable[[], Follower]:
    follower: Callable[[], Follower] = import_module(module).FOLLOWER
    return follower


FOLLOWERS = LazyMapping("follower", _follower_in)
"""For each game that is played on the magnetic board, what begins to follow its pieces; only a device with one asks."""


def register(game_id: str, module: str, world: World, follower: str = "") -> None:
    """Add the pages of a registered game, the `PAGES` of this module; pages of the same game are replaced.

    `follower` is the module whose `FOLLOWER` follows its pieces on the magnetic board.
    """
    PAGES.register(game_id, module)
    WORLDS[game_id] = world
    if follower:
        FOLLOWERS.register(game_id, follower)


def explained_on(page: Page, table: PageContext) -> Explained | None:
    """What the game under way explains, or else the game whose page this is."""
    if table.session is not None:
        return PAGES[table.session.game.id].explained
    found = (pages.explained for pages in PAGES.loaded_values() if pages.explained)
    return next((one for one in found if one.situation(page, table)), None)


def pages_of(table: PageContext, draft: str | None, menu: Page) -> Stack:
    """The pages on which the next action is entered: with this draft, or as it was before an undo."""
    pages = PAGES[table.playing.game.id]
    if draft is None and pages.pages_again:
        return pages.pages_again(table, menu)
    return (pages.page(table, draft, menu),)


def map_pages() -> tuple[MapPages, ...]:
    """The map pages of every game that has some and is loaded: no page of another one is open."""
    return tuple(pages.maps for pages in PAGES.loaded_values() if pages.maps)


def world_behind(session: Session | None, stack: Stack) -> World:
    """The world of the game; "home" if none has been chosen."""
    if session:
        return WORLDS.get(session.game.id, "home")
    return next((WORLDS[page.game] for page in stack if page.game), "home")


TITLES: dict[PosterKind, Words] = {
    "caught": words("Caught!"),
    "mummy": words("The mummy!"),
    "curse": words("A curse!"),
    "bust": words("The bust!"),
    "collapse": words("Collapse!"),
    "wave": words("Cards fall!"),
    "fall": words("The chamber!"),
    "mission": words("Missions done!"),
    "win": words("Victory!"),
}
"""One or two words, which are read across the table; the page after the poster says the rest."""


def poster(kind: PosterKind, player: str, table: PageContext) -> Poster:
    """The poster of what happened to a player, or to nobody in particular if the name is empty."""
    return Poster(kind, table.say(TITLES[kind]), table.actor(player) if player else None)
